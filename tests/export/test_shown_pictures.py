"""Pictures that sell a game: which cards they show, how large they are, and what stays in sight."""

import pytest
from shop_orders import deck, head, order_of, pdf_of, pictures, tokens, toy

from cardforge.diagnostics import Report
from cardforge.export.showing.assemble import assemble
from cardforge.export.showing.chosen import chosen_cards

ACCENT = (0x5A, 0x10, 0x60)
LOOK = 'rulebook: {accent: "#5a1060"}'
SIZES = {
    "social-1200x630-en.png": (1200, 630),
    "social-1080x1080-en.png": (1080, 1080),
    "mockup-en.png": (2000, 1400),
}
WORDS = """\
  worded:
    elements:
      - {text: "{{ says }}", font: plain, size: 20 pt, box: safe}
"""


def game(decks, more=LOOK):
    """Return a game of some decks."""
    return head("{trim: [63, 88], corner: 3}", more) + "decks:\n" + decks


def chosen(folder, text, count):
    """Return the ids of the cards chosen of a game."""
    return [one.card for one in chosen_cards(order_of(toy(folder, text), "contact-sheet"), count)]


def coloured(*tints, name="main", template="filled"):
    """Return a deck with a card of each colour."""
    rows = "".join(f"      - {{id: c{i}, tint: '{tint}'}}\n" for i, tint in enumerate(tints))
    return (
        f"  {name}:\n    face: {template}\n    back: reverse\n    hidden: false\n    rows:\n{rows}"
    )


class TestChosenCards:
    def test_what_differs_most_is_among_them(self, tmp_path):
        tints = ["#808080"] * 9
        tints[4] = "#ff0000"
        assert "main.c4" in chosen(tmp_path, game(coloured(*tints)), 2)
        assert chosen(tmp_path, game(coloured(*["#808080"] * 9)), 2) == ["main.c0", "main.c8"]

    def test_they_spread_over_the_range(self, tmp_path):
        made = chosen(tmp_path, game(coloured(*["#808080"] * 21)), 5)
        assert made == [f"main.c{i}" for i in (0, 5, 10, 15, 20)]

    def test_every_larger_deck_has_its_share_but_no_deck_of_few_faces(self, tmp_path):
        decks = coloured(*["#808080"] * 6) + coloured(*["#20a0a0"] * 6, name="other")
        decks += coloured("#ff0000", "#00ff00", name="help")
        made = chosen(tmp_path, game(decks), 4)
        assert {card.split(".")[0] for card in made} == {"main", "other"}

    def test_a_deck_of_few_faces_counts_where_there_is_no_other(self, tmp_path):
        assert len(chosen(tmp_path, game(coloured("#ff0000", "#00ff00")), 5)) == 2

    def test_cards_of_another_size_are_not_held_with_the_others(self, tmp_path):
        large = coloured(*["#ff0000"] * 3, name="large") + "    format: {trim: [120, 120]}\n"
        made = chosen(tmp_path, game(coloured(*["#808080"] * 6) + large), 5)
        assert all(card.startswith("main.") for card in made)

    def test_the_cards_of_the_rulebooks_cover_come_first_and_its_last_one_on_top(self, tmp_path):
        more = 'rulebook: {cover: [main.c7, main.c5, main.c6], accent: "#5a1060"}'
        text = game(coloured(*["#808080"] * 20), more)
        assert chosen(tmp_path, text, 3) == ["main.c5", "main.c7", "main.c6"]
        assert chosen(tmp_path, text, 5)[-1] == "main.c6"

    def test_other_words_make_a_card_another(self, tmp_path):
        rows = "".join(f"      - {{id: c{i}, says: {'b' if i == 1 else 'a'}}}\n" for i in range(6))
        text = head("{trim: [63, 88]}") + WORDS
        text += (
            "decks:\n  main:\n    face: worded\n    back: none\n    hidden: false\n    rows:\n"
            + rows
        )
        assert "main.c1" in chosen(tmp_path, text, 3)


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """Return the pictures of a toy game by name, as files and as pixels at their own size."""
    text = game(deck("main", *[1] * 6)) + "tokens:\n" + tokens("chits", 2, 5)
    order = order_of(toy(tmp_path_factory.mktemp("toy"), text), "contact-sheet")
    report = Report()
    files = {f.name: f for f in assemble(order, report).files if f.name in SIZES}
    assert report.problems == ()
    drawn = pictures([file.page for file in files.values()], order.edition.fonts, 75)
    return files, dict(zip(files, drawn, strict=True))


def test_each_picture_has_exactly_its_pixels(shown):
    files, _ = shown
    assert {name: file.pixels for name, file in files.items()} == SIZES
    for file in files.values():
        for length, pixels in zip(file.page.size, file.pixels, strict=True):
            assert length / 25.4 * file.form.dpi == pytest.approx(pixels, abs=0.01)


@pytest.mark.parametrize("name", SIZES)
def test_five_faces_and_the_back_are_seen_whole(shown, name):
    _, drawn = shown
    picture = drawn[name]
    counts = {color: many for many, color in picture.getcolors(999999)}
    faces = [i for i in range(6) if counts.get((i + 1, 0x44, 0x88), 0) > 300]
    assert len(faces) >= 5
    # Backs may be dimmed by the shadow of the card over them: their own colour is left somewhere.
    assert counts.get((0x20, 0x40, 0x60), 0) > 100
    inside = picture.copy()
    inside.paste((0, 0, 0), (4, 4, picture.width - 4, picture.height - 4))
    assert not [c for _, c in inside.getcolors(99999) if c[1:] == (0x44, 0x88)]


@pytest.mark.parametrize("name", [name for name in SIZES if name.startswith("social")])
def test_a_post_stands_on_the_accent_of_the_game(shown, name):
    _, drawn = shown
    # The back of the cards is a faint texture in it.
    red, green, blue = drawn[name].getpixel((3, 3))
    assert max(abs(red - ACCENT[0]), abs(green - ACCENT[1]), abs(blue - ACCENT[2])) < 12


@pytest.mark.parametrize("name", [name for name in SIZES if name.startswith("social")])
def test_no_seam_shows_where_backs_meet_in_the_ground(shown, name):
    picture = shown[1][name]
    above = picture.crop((0, 0, picture.width, picture.height // 16))
    assert len(above.getcolors(999)) == 1


def test_the_mockup_shows_tokens_of_each_face(shown):
    _, drawn = shown
    counts = {color: many for many, color in drawn["mockup-en.png"].getcolors(999999)}
    assert counts[1, 0x88, 0x44] > 200
    assert counts[2, 0x88, 0x44] > 200


def test_two_runs_give_the_same_pages(tmp_path):
    text = game(deck("main", *[1] * 8)) + "tokens:\n" + tokens("chits", 2, 5)
    made = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        order = order_of(toy(tmp_path / name, text), "contact-sheet")
        pages = [file.page for file in assemble(order, Report()).files if hasattr(file, "page")]
        made.append(pdf_of(pages, order.edition.fonts))
    assert made[0] == made[1]


def test_a_game_without_backs_and_without_tokens_is_shown_too(tmp_path):
    text = game(deck("main", 1, 1, 1, back="none"))
    report = Report()
    order = order_of(toy(tmp_path, text), "contact-sheet")
    package = assemble(order, report)
    assert report.problems == ()
    assert {file.name for file in package.files} >= SIZES.keys()
