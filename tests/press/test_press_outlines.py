"""Text as shapes: every letter where the font had it, and no font left in the file."""

import io

import numpy as np
import pikepdf
import pypdfium2
import pytest

from cardforge.color import BLACK, Color
from cardforge.diagnostics import Span
from cardforge.fonts import Font, FontError, Fonts, find_font
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.ink import Group, Page, Path, Plate, Rect, Text, Use
from cardforge.press.outlines import Outliner
from cardforge.render.pdf import PdfInfo, render
from cardforge.svgpath import bounds

INFO = PdfInfo("Toy", "en", "1")
PLACE = Span("game.yaml", 2, 3, 2, 9)
FACES = ("Lato-Regular", "RedHatDisplay-Black", "SourceSerifPro-It", "Caladea-Regular")


def fonts_of(face):
    fonts = Fonts()
    fonts.add("body", find_font(face, "nowhere"))
    return fonts


FONTS = fonts_of("Lato-Regular")


def page(*items, size=Size(60, 30)):
    whole = Box(0, 0, *size)
    return Page(size, whole, whole, items)


def text(words, at=Point(5, 15), size_pt=24.0, **more):
    return Text(at, words, "body", size_pt, more.pop("fill", BLACK), origin=PLACE, **more)


def seen(pages, fonts, dpi=600):
    with pypdfium2.PdfDocument(render(pages, fonts, INFO)) as pdf:
        return np.asarray(pdf[0].render(scale=dpi / 72, grayscale=True).to_pil()).astype(int)


def ink_box(picture):
    rows, columns = np.nonzero(picture < 128)
    return np.array((columns.min(), rows.min(), columns.max(), rows.max()))


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("words", ["É", "Qg8", "o\u00a0f", "i\u00adj", "&"])
def test_letters_stay_where_they_were(face, words):
    fonts = fonts_of(face)
    plain, shaped = page(text(words)), Outliner(fonts).page(page(text(words)))
    one, other = seen([plain], fonts, 1270), seen([shaped], fonts, 1270)
    # A pixel is 0.02 mm, and an edge may fall on either side of its middle.
    assert np.abs(ink_box(one) - ink_box(other)).max() <= 1
    assert np.abs(one - other).mean() < 0.25


@pytest.mark.parametrize("face", FACES)
def test_the_shape_of_a_letter_fills_the_box_that_the_font_states(face):
    fonts = fonts_of(face)
    for words in ("H", "gy", "Wa Ve.", "fi"):
        item = text(words, tracking=0.3)
        (made,) = Outliner(fonts).page(page(item)).items
        stated = fonts["body"].ink_bounds(words, 24, 0.3).moved(5, 15)
        found = bounds(made.segments)
        assert found == pytest.approx(stated, abs=0.01)


def test_shapes_keep_colour_and_place_and_other_ink_stays():
    spot = Color("spot", (0, 1, 0, 0), None, "House")
    rect = Rect(Box(1, 1, 2, 2), fill=BLACK)
    (made, kept) = Outliner(FONTS).page(page(text("A", fill=spot), rect)).items
    assert isinstance(made, Path)
    assert (made.fill, made.origin, made.stroke, made.even_odd) == (spot, PLACE, None, False)
    assert kept is rect


def test_no_font_and_no_text_is_left_in_the_file():
    turned = Group((text("Word, word"),), Transform.turned(30), opacity=0.5)
    made = Outliner(FONTS).page(page(text("One"), turned))
    with pikepdf.open(io.BytesIO(render([made], FONTS, INFO))) as pdf:
        assert not [
            o
            for o in pdf.objects
            if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"
        ]
    plain = render([page(text("One"))], FONTS, INFO)
    with pikepdf.open(io.BytesIO(plain)) as pdf:
        assert [
            o
            for o in pdf.objects
            if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"
        ]


def test_plates_that_pages_share_stay_shared():
    plate = Plate("back", Size(60, 30), Insets(0, 0, 0, 0), (text("Back"),))
    outliner = Outliner(FONTS)
    first, second = (outliner.page(page(Use(plate, Point(0, 0)))) for _ in range(2))
    assert first.items[0].plate is second.items[0].plate
    assert isinstance(first.items[0].plate.items[0], Path)


def test_blanks_are_no_ink():
    (made,) = Outliner(FONTS).page(page(text(" \u2003\u200b"))).items
    assert made.segments == ()


def test_a_font_whose_outlines_are_damaged_is_a_plain_fault(tmp_path):
    source = find_font("Lato-Regular", "nowhere")
    font = Font("body", source)
    path = tmp_path / "bad.ttf"
    data = bytearray(source.read_bytes())
    start, _ = font.file._tables[b"glyf"]
    glyph = start + font.file.offsets()[font.file.glyphs[ord("A")]]
    # More contours than there are points for.
    data[glyph : glyph + 2] = b"\x7f\xff"
    path.write_bytes(data)
    fonts = Fonts()
    fonts.add("body", path)
    with pytest.raises(FontError) as caught:
        Outliner(fonts).page(page(text("A")))
    assert caught.value.code == "font.broken"
