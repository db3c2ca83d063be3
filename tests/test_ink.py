"""Ink as text and as a hash: what shows, what does not, and what changes it."""

import pytest

from cardforge.color import BLACK, REGISTRATION, Color
from cardforge.diagnostics import Span
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.ink import Group, Image, Line, Page, Path, Plate, Rect, Text, Use, digest, dump

NO_BLEED = Insets(0, 0, 0, 0)
BLUE = Color("rgb", (0.0, 0.25, 1.0))


def plate(*items, name="ace", bleed=NO_BLEED):
    return Plate(name, Size(63, 88), bleed, items)


def test_every_kind_of_ink_is_one_line():
    star = Plate("star", Size(4, 4), NO_BLEED, (Rect(Box(0, 0, 4, 4), fill=BLUE),))
    ink = plate(
        Rect(Box(-3, -3, 69, 94), radius=2, fill=BLUE, stroke=BLACK, line_width=0.2, dash=(1, 2)),
        Line(Point(0, 1), Point(2, 3), REGISTRATION, 0.25),
        Path((("M", 0, 0), ("C", 1, 1, 2, 2, 3, 3), ("Z",)), fill=BLACK, even_odd=True),
        Text(Point(5, 6.005), "S&P «1»\u202f!", "title", 10.5, BLACK, tracking=0.1),
        Image(Box(0, 0, 10, 10), "/games/harbor/art/ship.png", crop=Box(0, 0.25, 1, 0.5)),
        Group(
            (Use(star, Point(1, 1), 90), Use(star, Point(2, 2))),
            transform=Transform.turned(90),
            clip=Box(0, 0, 5, 5),
            opacity=0.5,
        ),
        bleed=Insets(3, 3, 3, 3),
    )
    assert dump(ink) == (
        "plate ace 63.00 88.00 bleed 3.00 3.00 3.00 3.00\n"
        "  rect -3.00 -3.00 69.00 94.00 radius 2.00 fill rgb 0 0.25 1"
        " stroke gray 0 width 0.20 dash 1.00 2.00\n"
        "  line 0.00 1.00 2.00 3.00 stroke registration 1 width 0.25\n"
        "  path M 0.00 0.00 C 1.00 1.00 2.00 2.00 3.00 3.00 Z fill gray 0 even-odd\n"
        "  text 5.00 6.00 title 10.5pt fill gray 0 tracking 0.10 'S&P «1»\\u202f!'\n"
        "  image 0.00 0.00 10.00 10.00 ship.png crop 0.0000 0.2500 1.0000 0.5000\n"
        "  group transform 0.0000 1.0000 -1.0000 0.0000 0.00 0.00 clip 0.00 0.00 5.00 5.00"
        " opacity 0.5\n"
        "    use star at 1.00 1.00 turned 90\n"
        "      rect 0.00 0.00 4.00 4.00 fill rgb 0 0.25 1\n"
        "    use star at 2.00 2.00\n"
    )


def test_a_page_names_its_plates_and_does_not_repeat_them():
    page = Page(
        Size(210, 297), Box(10, 20, 63, 88), Box(7, 17, 69, 94), (Use(plate(), Point(10, 20)),)
    )
    assert dump(page) == (
        "page 210.00 297.00 trim 10.00 20.00 63.00 88.00 bleed 7.00 17.00 69.00 94.00\n"
        "  use ace at 10.00 20.00\n"
    )


def test_minus_nothing_is_nothing():
    text = dump(plate(Line(Point(-0.001, -0.0), Point(-10.0, -0.04), BLACK, 0.1)))
    assert "line 0.00 0.00 -10.00 -0.04 " in text


TEXT = Text(Point(5, 6), "7", "title", 10, BLACK)


def test_equal_ink_has_an_equal_hash_wherever_it_came_from():
    span = Span("game.yaml", 3, 1, 3, 9)
    again = plate(TEXT._replace(origin=span), name="two")
    assert digest(plate(TEXT)) == digest(again)
    turned = [Transform.turned(30), Transform.turned(30 + 1e-13)]
    first, second = (digest(plate(Group((TEXT,), transform=t))) for t in turned)
    assert first == second


@pytest.mark.parametrize(
    "other",
    [
        TEXT._replace(text="8"),
        TEXT._replace(at=Point(5, 6.001)),
        TEXT._replace(font="body"),
        TEXT._replace(size_pt=10.1),
        TEXT._replace(fill=BLUE),
        TEXT._replace(tracking=0.01),
        Group((TEXT,), opacity=0.5),
        Group((TEXT,), clip=Box(0, 0, 1, 1)),
        Use(plate(TEXT), Point(0, 0)),
    ],
)
def test_any_change_of_the_ink_changes_the_hash(other):
    assert digest(plate(TEXT)) != digest(plate(other))


def test_size_bleed_and_nested_ink_change_the_hash():
    plain = digest(plate(TEXT))
    assert digest(plate(TEXT, bleed=Insets(3, 3, 3, 3))) != plain
    assert digest(Plate("ace", Size(63, 88.1), NO_BLEED, (TEXT,))) != plain
    assert digest(plate(TEXT, TEXT)) != plain
    nested = [Use(plate(TEXT._replace(text=t)), Point(0, 0)) for t in "12"]
    assert digest(plate(nested[0])) != digest(plate(nested[1]))


def test_items_cannot_imitate_each_other_through_their_text():
    two = plate(TEXT._replace(text="a"), TEXT._replace(text="b"))
    one = plate(TEXT._replace(text="a'\n  text 5.0000 6.0000 title 10pt fill gray 0 'b"))
    assert digest(two) != digest(one)


def test_a_picture_counts_by_its_content_not_by_its_folder(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "art.png").write_bytes(b"same")
    box = Box(0, 0, 10, 10)
    first = digest(plate(Image(box, str(tmp_path / "one" / "art.png"))))
    assert digest(plate(Image(box, str(tmp_path / "two" / "art.png")))) == first
    (tmp_path / "two" / "art.png").write_bytes(b"else")
    assert digest(plate(Image(box, str(tmp_path / "two" / "art.png")))) != first
