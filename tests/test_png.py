"""Pixels: exact sizes and the right places."""

import io
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image as Pillow

from cardforge.color import BLACK, WHITE, Color
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.ink import Group, Image, Line, Page, Plate, Rect, Use
from cardforge.ink import Path as InkPath
from cardforge.render.encode import write_png
from cardforge.render.pdf import PdfInfo, render
from cardforge.render.png import Rasterizer, Room, rasterize

PICTURES = Path(__file__).parent / "pixels"
INFO = PdfInfo("test", "en", "1")

RED, GREEN = Color("rgb", (1.0, 0.0, 0.0)), Color("rgb", (0.0, 1.0, 0.0))
BLUE = Color("rgb", (0.0, 0.0, 1.0))
LETTERS = {
    (255, 255, 255): ".",
    (0, 0, 0): "K",
    (255, 0, 0): "R",
    (0, 255, 0): "G",
    (0, 0, 255): "B",
}


def one_page(*items, size=Size(12, 16)):
    whole = Box(0, 0, *size)
    return Page(size, whole, whole, items)


def letters(*items):
    """Return a toy card of 12 × 16 mm as letters, one for each square millimetre."""
    pixels = rasterize(render([one_page(*items)], Fonts(), INFO), 0, 12, 16)
    rows = ["".join(letter(*pixels.at(x, y)) for x in range(12)) for y in range(16)]
    return "\n".join(rows) + "\n"


def letter(*colour):
    """Return the letter of a colour, `?` for a mixture of which less than 15/16 is pure."""
    for pure, name in LETTERS.items():
        if max(abs(a - b) for a, b in zip(colour, pure, strict=True)) < 16:
            return name
    return "?"


def part(*items, size=Size(4, 4)):
    return Plate("part", size, Insets(0, 0, 0, 0), items)


FLAG = part(
    Rect(Box(0, 0, 4, 4), fill=BLUE),
    Rect(Box(0, 0, 2, 1), fill=RED),
)


def four_colours(folder):
    """Return a picture file of four squares: red, green over blue, black."""
    image = Pillow.new("RGB", (2, 2))
    for at, colour in {(0, 0): "#f00", (1, 0): "#0f0", (0, 1): "#00f", (1, 1): "#000"}.items():
        image.paste(colour, (*at, at[0] + 1, at[1] + 1))
    path = folder / "four.png"
    image.resize((64, 64), Pillow.Resampling.NEAREST).save(path)
    return str(path)


TOYS = {
    "rects": lambda _: (
        Rect(Box(0, 0, 12, 16), fill=RED),
        Rect(Box(1, 2, 3, 4), fill=BLACK),
        Rect(Box(9, 13, 3, 3), fill=WHITE),
        Rect(Box(5.5, 5.5, 4, 4), stroke=BLUE, line_width=1),
    ),
    "lines": lambda _: (
        Line(Point(1, 2.5), Point(11, 2.5), BLACK, 1),
        Line(Point(3.5, 4), Point(3.5, 15), RED, 1, dash=(2, 1)),
        Line(Point(6, 5), Point(11, 5), GREEN, 0),
    ),
    "path": lambda _: (
        InkPath(
            (
                *(("M", 1, 1), ("L", 11, 1), ("L", 11, 15), ("L", 1, 15), ("Z",)),
                *(("M", 3, 3), ("L", 6, 3), ("L", 6, 9), ("L", 3, 9), ("Z",)),
            ),
            fill=GREEN,
            even_odd=True,
        ),
    ),
    "uses": lambda _: (
        Use(FLAG, Point(1, 1)),
        Use(FLAG, Point(11, 1), 90),
        Use(FLAG, Point(5, 11), 180),
        Use(FLAG, Point(7, 11), 270),
        Use(part(Rect(Box(-2, -2, 8, 8), fill=BLACK)), Point(4, 12)),
    ),
    "groups": lambda _: (
        Group((Rect(Box(0, 0, 12, 16), fill=RED),), clip=Box(1, 1, 3, 3)),
        Group(
            (Rect(Box(0, 0, 2, 1), fill=BLUE),),
            transform=Transform.turned(90).then(Transform.moved(8, 2)),
        ),
        Group(
            (Rect(Box(0, 0, 9, 9), fill=GREEN),),
            clip=Box(0, 0, 2, 1),
            transform=Transform.scaled(2, 3).then(Transform.moved(2, 8)),
        ),
        Group(
            (Rect(Box(0, 0, 12, 16), fill=BLACK),),
            clip=(
                *(("M", 8, 12), ("L", 11, 12), ("L", 11, 15), ("L", 10, 15)),
                *(("L", 10, 13), ("L", 8, 13), ("Z",)),
            ),
        ),
        Rect(Box(0, 15, 1, 1), fill=RED),
    ),
    "images": lambda folder: (
        Image(Box(1, 1, 4, 4), four_colours(folder)),
        Image(Box(6, 1, 4, 8), four_colours(folder), crop=Box(0.5, 0, 0.5, 1)),
        Image(Box(1, 10, 6, 4), four_colours(folder), crop=Box(0, 0.5, 1, 0.5)),
    ),
}


@pytest.mark.parametrize("name", TOYS)
def test_a_toy_card_is_drawn_millimetre_by_millimetre(name, tmp_path):
    expected = (PICTURES / f"{name}.txt").read_text(encoding="utf-8")
    assert letters(*TOYS[name](tmp_path)) == expected


def test_the_letter_picture_sees_ink_that_is_one_millimetre_off(tmp_path):
    expected = (PICTURES / "rects.txt").read_text(encoding="utf-8")
    first, second, *rest = TOYS["rects"](tmp_path)
    moved = second._replace(box=second.box.moved(1, 0))
    assert letters(first, moved, *rest) != expected


@pytest.mark.parametrize(
    ("size", "dpi", "expected"),
    [
        (Size(69, 94), 300, (815, 1110)),
        (Size(69.85, 95.25), 300, (825, 1125)),
        (Size(63, 88), 600, (1488, 2079)),
        (Size(3, 3), 25.4, (3, 3)),
    ],
)
def test_a_page_has_exactly_the_pixels_asked_for_and_ink_to_each_edge(size, dpi, expected):
    from cardforge.units import mm_to_px

    width, height = mm_to_px(size.width, dpi), mm_to_px(size.height, dpi)
    assert (width, height) == expected
    page = one_page(Rect(Box(0, 0, *size), fill=RED), size=size)
    pixels = rasterize(render([page], Fonts(), INFO), 0, width, height)
    image = Pillow.open(io.BytesIO(write_png(pixels, dpi)))
    assert image.size == expected
    assert image.getcolors() == [(width * height, (255, 0, 0))]


def photograph(tmp_path):
    path = tmp_path / "noise.png"
    Pillow.effect_noise((200, 300), 90).convert("RGB").save(path)
    return Image(Box(0, 0, 12, 16), str(path))


def test_pixels_are_those_that_pdfium_gives_without_our_row_layout(tmp_path):
    pdf = render([one_page(photograph(tmp_path), *TOYS["rects"](tmp_path))], Fonts(), INFO)
    for width in (100, 101, 102, 103):
        page = pypdfium2.PdfDocument(pdf)[0]
        bitmap = pypdfium2.PdfBitmap.new_native(width, 64, pypdfium2.raw.FPDFBitmap_BGRx)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, 64)
        pypdfium2.raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, 64, 0, 0)
        assert rasterize(pdf, 0, width, 64).rgb() == bitmap.to_pil().convert("RGB").tobytes()


def test_rows_in_the_same_room_are_those_of_rows_in_a_new_one():
    pdf = render([one_page(Rect(Box(0, 0, 12, 16), fill=RED))], Fonts(), INFO)
    room = Room()
    with Rasterizer(pdf) as document:
        # The first two take equally many bytes, in rows of other lengths.
        for width, height in ((1, 7), (2, 4), (9, 5), (9, 5)):
            again = document.pixels_in(room, 0, width, height)
            assert again == document.pixels(0, width, height)
            assert {again.data[row * again.row_bytes] for row in range(height)} == {0}


def test_a_document_is_opened_once_for_all_its_pages():
    pages = [one_page(Rect(Box(0, 0, 12, 16), fill=colour)) for colour in (RED, GREEN, BLUE)]
    with Rasterizer(render(pages, Fonts(), INFO)) as document:
        assert len(document) == 3
        seen = [document.pixels(n, 2, 2).at(1, 1) for n in range(3)]
    assert seen == [(255, 0, 0), (0, 255, 0), (0, 0, 255)]
