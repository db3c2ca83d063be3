"""The pictures that `build --only images` writes: size, resolution, names, both sides."""

import struct

import pytest
from PIL import Image
from readback import distance
from shipped import gallery_of

PIXELS_PER_METRE = 11811  # 300 dpi


def facts(path):
    """Width, height, bit depth, colour type and resolution, read from the bytes of a PNG."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    found, at = {}, 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        found[kind.decode()] = data[at + 8 : at + 8 + length]
        at += length + 12
    width, height, depth, colour = struct.unpack(">IIBB", found["IHDR"][:10])
    return (width, height), (depth, colour), struct.unpack(">IIB", found["pHYs"])


def wrong_picture(path, pixels):
    size, kind, resolution = facts(path)
    wrong = [] if size == pixels else [f"{path.name} is {size}, not {pixels}"]
    if resolution != (PIXELS_PER_METRE, PIXELS_PER_METRE, 1):
        wrong.append(f"{path.name} has {resolution}")
    return wrong + ([] if kind[0] in (1, 2, 4, 8) else [f"{path.name} has {kind}"])


def pixels_of(form):
    return tuple(round((n + 2 * form.bleed) * 300 / 25.4) for n in (form.width, form.height))


def test_every_picture_is_trim_and_bleed_at_three_hundred_dpi(workshop, name, language):
    gallery = gallery_of(workshop, name, language)
    folder = workshop.pictures(name, language)
    for picture in gallery.names:
        assert wrong_picture(folder / f"{picture}.png", pixels_of(gallery.form(picture))) == []


def test_a_card_of_63_by_88_mm_has_815_by_1110_pixels(workshop, name, language):
    card = workshop.dealt(name, language)[0].cards[0]
    assert facts(workshop.pictures(name, language) / f"{card.id}.png")[0] == (815, 1110)


def missing(names, decks):
    """The cards without a picture, and the decks with a back but without a picture of one."""
    lost = [c.id for d in decks for c in d.cards if c.id not in names]
    for deck in decks:
        own = {f"{deck.name}-back", *(f"{card.id}-back" for card in deck.cards)}
        if any(card.back for card in deck.cards) and not own & set(names):
            lost.append(f"{deck.name}-back")
    return lost


def test_there_is_a_picture_of_every_face_and_back_and_no_other(workshop, name, language):
    decks = workshop.dealt(name, language)
    names = [path.stem for path in workshop.pictures(name, language).iterdir()]
    assert missing(names, decks) == []
    faces = [name for name in names if not name.endswith("-back")]
    assert sorted(faces) == sorted(c.id for deck in decks for c in deck.cards)


def test_no_two_names_differ_in_capitals_alone(workshop, name, language):
    names = [path.name.lower() for path in workshop.pictures(name, language).iterdir()]
    assert len(set(names)) == len(names)
    assert all(path.suffix == ".png" for path in workshop.pictures(name, language).iterdir())


def test_two_sides_have_one_hash_when_they_look_alike(workshop, name):
    """The manifest tells pictures apart exactly as eyes would."""
    language = workshop.game(name).languages[0]
    folder = workshop.pictures(name, language)
    by_hash: dict[str, set[bytes]] = {}
    for card in workshop.manifest(name)["cards"]:
        picture = (folder / f"{card['id']}.png").read_bytes()
        by_hash.setdefault(card["face"][language], set()).add(picture)
    assert all(len(pictures) == 1 for pictures in by_hash.values())
    pictures = [next(iter(each)) for each in by_hash.values()]
    assert len(set(pictures)) == len(pictures)


@pytest.mark.slow
def test_the_languages_differ_where_the_manifest_says_so(workshop, name):
    first, second = workshop.game(name).languages[:2]
    folders = [workshop.pictures(name, language) for language in (first, second)]
    for card in workshop.manifest(name)["cards"]:
        pictures = [(folder / f"{card['id']}.png").read_bytes() for folder in folders]
        assert (pictures[0] == pictures[1]) == (card["face"][first] == card["face"][second])


# --- each of these must see a fault ---


@pytest.mark.parametrize(("size", "dpi"), [((814, 1110), 300), ((815, 1110), 299)])
def test_a_wrong_size_or_resolution_is_noticed(tmp_path, size, dpi):
    Image.new("RGB", size).save(tmp_path / "a.png", dpi=(dpi, dpi))
    assert len(wrong_picture(tmp_path / "a.png", (815, 1110))) == 1


def test_a_lost_picture_is_noticed(workshop):
    decks = workshop.dealt("cent", "fr")
    names = [path.stem for path in workshop.pictures("cent", "fr").iterdir()]
    assert missing([n for n in names if n != "numbers.57"], decks) == ["numbers.57"]
    assert missing([n for n in names if n != "numbers-back"], decks) == ["numbers-back"]


def test_pictures_of_two_cards_differ_enough_to_be_told_apart(workshop):
    folder = workshop.pictures("cent", "fr")
    pictures = []
    for picture in ("numbers.66", "numbers.99"):
        with Image.open(folder / f"{picture}.png") as file:
            pictures.append(file.convert("RGB").reduce(8))
    assert distance(*pictures) > 5
