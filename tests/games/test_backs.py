"""Backs tell nothing: they look the same turned by half, and a hidden deck has one only."""

import pytest
from PIL import Image
from readback import distance
from shipped import back_picture, gallery_of

# What a shift of a twentieth of a millimetre makes in a pattern of a thousand dashes.
UNSEEN = 4.0


def turned_difference(picture):
    """How different a picture of a back is from itself turned by 180°."""
    # Made smaller by pixels that do not fit evenly, the picture would not lie in its middle.
    small = picture.resize((picture.width // 4, picture.height // 4), Image.Resampling.BOX)
    return distance(small, small.transpose(Image.Transpose.ROTATE_180))


def backs_of(workshop, name, language):
    """The picture of the back of each card, by deck."""
    gallery, known = gallery_of(workshop, name, language), {}
    backs: dict[str, set[str | None]] = {}
    for card in workshop.manifest(name)["cards"]:
        backs.setdefault(card["deck"], set()).add(back_picture(card, language, gallery, known))
    return backs


def hidden_decks(workshop, name, language):
    return [deck.name for deck in workshop.dealt(name, language) if deck.spec.hidden]


def opened(workshop, name, language, picture):
    with Image.open(workshop.pictures(name, language) / f"{picture}.png") as file:
        return file.convert("RGB")


def test_every_game_has_a_hidden_deck_with_exactly_one_back(workshop, name, language):
    backs = backs_of(workshop, name, language)
    hidden = hidden_decks(workshop, name, language)
    assert hidden
    for deck in hidden:
        (back,) = backs[deck]
        assert back is not None


def test_the_backs_of_hidden_hands_look_the_same_turned_by_half(workshop, name, language):
    backs = backs_of(workshop, name, language)
    for deck in hidden_decks(workshop, name, language):
        for back in backs[deck]:
            assert turned_difference(opened(workshop, name, language, back)) < UNSEEN


def test_a_back_with_an_up_and_a_down_is_noticed(workshop):
    picture = opened(workshop, "cent", "fr", "numbers-back")
    assert turned_difference(picture) < UNSEEN
    picture.paste((255, 0, 0), (200, 200, 330, 330))
    assert turned_difference(picture) > UNSEEN


@pytest.mark.parametrize("face", ["numbers.6", "numbers.54"])
def test_a_face_is_not_the_same_turned_by_half(workshop, face):
    assert turned_difference(opened(workshop, "cent", "fr", face)) > UNSEEN
