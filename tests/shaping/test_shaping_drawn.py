"""Shaped text on paper: drawn where it was measured, and read back as it was written."""

import io
import subprocess
import unicodedata
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image
from system_fonts import path_of

from cardforge import ink
from cardforge.color import BLACK, Color
from cardforge.fonts import Fonts, find_font
from cardforge.geometry import Box, Insets, Point, Size
from cardforge.ink import Page, Plate, Text
from cardforge.ink.bounds import ink_bounds
from cardforge.press.outlines import Outliner
from cardforge.render.pdf import PdfInfo, render
from cardforge.render.png import rasterize
from cardforge.shaping.values import PLAIN, Shaping

RTL = Shaping(rtl=True)
DPI = 150
MM = DPI / 25.4
SIZE = Size(120.0, 30.0)
WHOLE = Box(0.0, 0.0, *SIZE)
LATO = "Lato-Regular"


def paper(*items, fonts):
    return render([Page(SIZE, WHOLE, WHOLE, items)], fonts, PdfInfo("t", "en", "1"))


def set_in(name, text, shaping=PLAIN, **more):
    """Return fonts and a text in a font of the packages or of the system."""
    fonts = Fonts()
    fonts.add("f", path_of(name) if "/" in name else find_font(name, Path()))
    return fonts, Text(Point(10.0, 20.0), text, "f", 24.0, BLACK, shaping=shaping, **more)


def by_pdftotext(pdf, tmp_path):
    file = tmp_path / "page.pdf"
    file.write_bytes(pdf)
    command = ["pdftotext", str(file), "-"]
    said = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    return said.translate(dict.fromkeys((0x202A, 0x202B, 0x202C, 0x200E, 0x200F))).strip()


def by_pdfium(pdf):
    document = pypdfium2.PdfDocument(pdf)
    try:
        return document[0].get_textpage().get_text_range().strip()
    finally:
        document.close()


def operators(pdf):
    with pikepdf.open(io.BytesIO(pdf)) as file:
        return file.pages[0].Contents.read_bytes().decode("latin-1")


def dark(pdf):
    """Return the dark pixels of the page."""
    return np.asarray(picture(pdf).convert("L")) < 128


def picture(pdf):
    width, height = round(SIZE.width * MM), round(SIZE.height * MM)
    return Image.frombytes("RGB", (width, height), rasterize(pdf, 0, width, height).rgb())


@pytest.mark.parametrize(
    ("font", "text", "shaping"),
    [
        ("dejavu/DejaVuSans", "office flow AVATAR", Shaping()),
        ("noto/NotoSansArabic-Regular", "السلام عليكم", RTL),
        ("noto/NotoSansArabic-Regular", "بِتٌ مُحَمَّد", RTL),
        ("dejavu/DejaVuSans", "שלום עולם", RTL),
        ("dejavu/DejaVuSans", "abc שלום def", Shaping()),
        ("noto/NotoSansDevanagari-Regular", "क्षत्रिय हिन्दी कर्म", Shaping()),
        ("noto/NotoSansThai-Regular", "น้ำที่กี่", Shaping()),
        ("noto/NotoSansBengali-Regular", "কো বাংলা", Shaping()),
        ("noto/NotoSansKhmer-Regular", "កោន កោ", Shaping()),
        ("SourceSerifPro-Regular", "Small Capitals", Shaping(features=("smcp",))),
        ("OpenSans-Regular", "0123456789", Shaping(features=("tnum", "onum"))),
    ],
)
def test_what_is_read_out_of_the_pdf_is_what_was_written(tmp_path, font, text, shaping):
    fonts, item = set_in(font, text, shaping)
    pdf = paper(item, fonts=fonts)
    for said in (by_pdftotext(pdf, tmp_path), by_pdfium(pdf)):
        if said != text and text.startswith("abc"):
            # PDFium puts both blanks beside a word of the other direction on one side of it.
            said, text = said.replace(" ", ""), text.replace(" ", "")
        assert unicodedata.normalize("NFC", said) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("font", "text", "shaping", "tracking"),
    [
        (LATO, "AVATAR To fi", Shaping(), 0.0),
        (LATO, "AVATAR To fi", Shaping(), 1.5),
        ("noto/NotoSansArabic-Regular", "مُحَمَّد ٣ بِتٌ", RTL, 0.0),
        ("noto/NotoSansDevanagari-Regular", "हिन्दी कर्म", Shaping(), 0.0),
        ("noto/NotoSansDevanagari-Regular", "हिन्दी कर्म", Shaping(), 1.0),
        ("noto/NotoSansThai-Regular", "น้ำที่กี่", Shaping(), 0.7),
        ("noto/NotoNastaliqUrdu-Regular", "اردو زبان", RTL, 0.0),
        ("dejavu/DejaVuSans", "q\u0303x\u0323\u0302y", Shaping(), 1.0),
    ],
)
def test_ink_lies_where_it_was_measured_as_text_and_as_shapes(font, text, shaping, tracking):
    fonts, item = set_in(font, text, shaping, tracking=tracking)
    box = ink_bounds(item, fonts)
    page = Page(SIZE, WHOLE, WHOLE, (item,))
    as_text = dark(paper(item, fonts=fonts))
    as_shapes = dark(render([Outliner(fonts).page(page)], fonts, PdfInfo("t", "en", "1")))
    for pixels in (as_text, as_shapes):
        rows, columns = np.nonzero(pixels)
        found = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
        wanted = (box.x * MM, box.y * MM, box.right * MM, box.bottom * MM)
        assert found == pytest.approx(wanted, abs=1.5)
    assert np.mean(as_text != as_shapes) < 0.02 * np.mean(as_text) + 0.001


def test_kerning_is_where_the_font_says():
    fonts, item = set_in(LATO, "AV")
    font = fonts["f"]
    kern = font.shape("AV")[0].advance - font.advance("A")
    assert kern < -0.01
    document = pypdfium2.PdfDocument(paper(item, fonts=fonts))
    page = document[0].get_textpage()
    lefts = [page.get_charbox(n, loose=True)[0] for n in range(2)]
    document.close()
    assert lefts[1] - lefts[0] == pytest.approx((font.advance("A") + kern) * 24.0, abs=0.05)


def test_a_line_without_kerning_is_one_short_string():
    fonts, item = set_in(LATO, "nun")
    assert " Tj" in operators(paper(item, fonts=fonts))
    fonts, item = set_in(LATO, "AV")
    assert "] TJ" in operators(paper(item, fonts=fonts))


def test_the_same_letters_typed_in_two_ways_are_the_same_page():
    pages = []
    for form in ("NFC", "NFD"):
        fonts, item = set_in(LATO, unicodedata.normalize(form, "Évêché naïf Ångström"))
        pages.append(paper(item, fonts=fonts))
    assert pages[0] == pages[1]


def test_an_outline_is_drawn_round_letters_and_counts_as_ink(tmp_path):
    red = Color("rgb", (1.0, 0.0, 0.0))
    fonts, plain = set_in(LATO, "HI")
    outlined = plain._replace(stroke=red, line_width=1.0)
    box, wider = ink_bounds(plain, fonts), ink_bounds(outlined, fonts)
    assert wider.width == pytest.approx(box.width + 1.0)
    after = plain._replace(at=Point(60.0, 20.0))
    pdf = paper(outlined, after, fonts=fonts)
    page = np.asarray(picture(pdf)).astype(int)
    reds = (page[..., 0] > 200) & (page[..., 1] < 80)
    _rows, columns = np.nonzero(reds)
    assert columns.min() == pytest.approx(wider.x * MM, abs=1.5)
    assert columns.max() < 58 * MM
    # Beneath the letters, which are as fat as without, and read once.
    black = page.sum(axis=2) < 60
    assert black[:, : int(58 * MM)].sum() == pytest.approx(black[:, int(58 * MM) :].sum(), rel=0.1)
    assert by_pdftotext(pdf, tmp_path).split() == ["HI", "HI"]
    as_shapes = Outliner(fonts).page(Page(SIZE, WHOLE, WHOLE, (outlined, after)))
    again = np.asarray(picture(render([as_shapes], fonts, PdfInfo("t", "en", "1")))).astype(int)
    assert np.abs(again - page).mean() < 1.0


def test_shaping_and_outlines_are_written_in_the_dump_and_change_the_hash():
    _, plain = set_in(LATO, "12")
    plates = {}
    for name, item in {
        "plain": plain,
        "rtl": plain._replace(shaping=RTL),
        "serbian": plain._replace(shaping=Shaping(language="sr")),
        "tabular": plain._replace(shaping=Shaping(features=("tnum",))),
        "outlined": plain._replace(stroke=BLACK, line_width=0.3),
    }.items():
        plates[name] = Plate("x", SIZE, Insets(0, 0, 0, 0), (item,))
    dumps = {name: ink.dump(plate) for name, plate in plates.items()}
    assert " rtl '12'" in dumps["rtl"]
    assert "language sr '12'" in dumps["serbian"]
    assert "features tnum '12'" in dumps["tabular"]
    assert "stroke gray 0 width 0.30" in dumps["outlined"]
    assert len({ink.digest(plate) for plate in plates.values()}) == len(plates)
