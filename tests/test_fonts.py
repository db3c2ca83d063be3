"""Fonts: found by name, measured as the printed glyphs are, refused with a reason."""

import shutil
import struct
from pathlib import Path

import pytest

from cardforge.color import BLACK
from cardforge.fonts import Font, FontError, Fonts, find_font, known_fonts
from cardforge.geometry import Box, Point, Size
from cardforge.ink import Page, Text
from cardforge.render.pdf import PdfInfo, render
from cardforge.render.png import rasterize
from cardforge.shaping.values import Shaping

NOWHERE = Path("nowhere")
UNSHAPED = Shaping(features=("-kern", "-liga", "-clig", "-calt"))
LATO = find_font("Lato-Regular", NOWHERE)


@pytest.fixture(scope="module")
def lato():
    return Font("body", LATO)


def problem(name, folder):
    with pytest.raises(FontError) as caught:
        Font("x", find_font(name, folder))
    return caught.value


def test_a_face_is_found_by_its_name():
    assert LATO.name == "Lato-Regular.ttf"


def test_every_known_font_can_be_read_and_has_the_letters_of_french():
    names = known_fonts()
    assert {"Lato-Regular", "FjallaOne-Regular", "Caladea-Bold"} <= set(names)
    for name in names:
        font = Font(name, find_font(name, NOWHERE))
        assert font.missing("Àâçéèêëîïôœùûü « Œuvre » 0123456789’–…×−") in ((), ("−",))
        assert 0.3 < font.x_height < font.cap_height < font.ascent < 1.5


@pytest.mark.parametrize("name", ["Lato-Regulr", "lato-regular", "LATO-REGULAR"])
def test_an_unknown_face_comes_with_the_nearest_one(name):
    error = problem(name, NOWHERE)
    assert (error.code, error.hint) == ("font.unknown", "did you mean 'Lato-Regular'?")


def test_a_font_of_the_game_folder_is_found_by_its_path(tmp_path):
    (tmp_path / "fonts").mkdir()
    shutil.copy(LATO, tmp_path / "fonts" / "My Font 2.ttf")
    assert Font("x", find_font("fonts/My Font 2.ttf", tmp_path)).cap_height > 0.7


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("../Lato.ttf", "font.outside"),
        ("/etc/Lato.ttf", "font.outside"),
        ("fonts/none.ttf", "font.missing"),
        ("https://example.org/x.ttf", "font.remote"),
    ],
)
def test_a_path_that_cannot_be_followed_is_a_font_error(tmp_path, name, code):
    (tmp_path / "fonts").mkdir()
    assert problem(name, tmp_path).code == code


@pytest.mark.parametrize("content", [b"", b"<html><body>404</body></html>", b"\0\1\0\0"])
def test_a_file_that_is_no_font_is_refused(tmp_path, content):
    (tmp_path / "a.ttf").write_bytes(content)
    assert problem("a.ttf", tmp_path).code in ("font.kind", "font.broken")


def test_a_font_cut_short_anywhere_is_broken_and_never_a_crash(tmp_path):
    whole = LATO.read_bytes()
    for share in range(1, 20):
        (tmp_path / "a.ttf").write_bytes(whole[: len(whole) * share // 20])
        assert problem("a.ttf", tmp_path).code == "font.broken"


def table(data, tag):
    """Return where a table of a font file starts."""
    for entry in range(12, 12 + 16 * struct.unpack_from(">H", data, 4)[0], 16):
        if data[entry : entry + 4] == tag:
            return struct.unpack_from(">I", data, entry + 8)[0]
    raise AssertionError(tag)


@pytest.mark.parametrize(
    ("tag", "offset", "value"),
    [(b"head", 18, 0), (b"hhea", 34, 0), (b"hhea", 34, 60000), (b"maxp", 4, 60000)],
)
def test_a_font_with_absurd_numbers_is_broken(tmp_path, tag, offset, value):
    data = bytearray(LATO.read_bytes())
    struct.pack_into(">H", data, table(data, tag) + offset, value)
    (tmp_path / "a.ttf").write_bytes(data)
    assert problem("a.ttf", tmp_path).code == "font.broken"


def test_a_variable_font_beside_fixed_faces_is_not_offered():
    assert find_font("Manrope-Bold", NOWHERE).with_name("Manrope-VariableFont_wght.ttf").exists()
    assert not [name for name in known_fonts() if "Variable" in name]


def test_widths_and_characters_agree_with_reportlab_in_every_font():
    from reportlab.pdfbase.ttfonts import TTFont

    for name in known_fonts():
        path = find_font(name, NOWHERE)
        font, other = Font(name, path), TTFont(name, str(path))
        for text in ("Jeu de 100 cartes", "« Œuvre »", "a\u00a0b", "Wörld–…"):
            points = other.stringWidth(text, 10)
            # ReportLab knows nothing of kerning.
            own = font.width(text, 10, shaping=UNSHAPED)
            assert own == pytest.approx(points * 25.4 / 72, abs=1e-6)
        glyphs = {code for code, glyph in other.face.charToGlyph.items() if glyph}
        assert {code for code in glyphs if font.has(chr(code))} == glyphs


def test_width_grows_with_size_and_tracking(lato):
    plain = lato.width("carte", 10)
    assert lato.width("carte", 20) == pytest.approx(2 * plain)
    assert lato.width("carte", 10, tracking=0.5) == pytest.approx(plain + 2.5)
    assert lato.width("", 10) == 0


def test_invisible_characters_have_no_width_and_are_never_missing(lato):
    assert lato.width("a\u00adb\u200bc\ufeff", 10) == pytest.approx(lato.width("abc", 10))
    assert lato.missing("a\u00ad\u200b\u202f\u00a0\u2009\n b") == ()


def test_missing_names_each_character_once(lato):
    assert lato.missing("Move → 2 → 3 Ж") == ("→", "Ж")
    assert lato.missing("Žluťoučký kůň") == ("ť", "č", "ů", "ň")


def test_the_widest_digit_sets_the_tabular_advance():
    font = Font("x", find_font("FjallaOne-Regular", NOWHERE))
    assert font.tabular_advance() == max(font.width(d, 1) * 72 / 25.4 for d in "0123456789")


@pytest.mark.parametrize("name", ["Lato-Regular", "FjallaOne-Regular", "SourceSerifPro-BlackIt"])
@pytest.mark.parametrize("tracking", [0.0, 1.5])
@pytest.mark.parametrize("text", ["H", "jÀ", "8", "f", "x–y"])
def test_ink_bounds_are_where_the_renderer_puts_ink(name, text, tracking):
    fonts = Fonts()
    font = fonts.add("f", find_font(name, NOWHERE))
    page = Page(
        Size(40, 40),
        Box(0, 0, 40, 40),
        Box(0, 0, 40, 40),
        (Text(Point(5, 25), text, "f", 40, BLACK, tracking),),
    )
    seen = dark_box(rasterize(render([page], fonts, PdfInfo("t", "en", "1")), 0, 800, 800))
    bounds = font.ink_bounds(text, 40, tracking).moved(5, 25)
    for found, expected in zip(seen, bounds, strict=True):
        assert found == pytest.approx(expected, abs=0.12)


def dark_box(pixels):
    """Return where a square picture of 40 mm is not white, in mm."""
    xs, ys = set(), set()
    for y in range(pixels.height_px):
        row = [x for x in range(pixels.width_px) if pixels.at(x, y)[0] < 128]
        xs.update(row)
        if row:
            ys.add(y)
    mm = 40 / pixels.width_px
    return Box(
        min(xs) * mm, min(ys) * mm, (max(xs) + 1 - min(xs)) * mm, (max(ys) + 1 - min(ys)) * mm
    )


def test_text_without_ink_has_an_empty_box(lato):
    assert lato.ink_bounds(" \u00a0\u00ad", 10) == Box(0, 0, 0, 0)


def test_two_games_may_use_one_alias_for_two_fonts():
    first, second = Fonts(), Fonts()
    first.add("title", find_font("Lato-Bold", NOWHERE))
    second.add("title", find_font("FjallaOne-Regular", NOWHERE))
    assert first["title"].width("A", 10) != second["title"].width("A", 10)
    assert "title" in first
    assert "body" not in first
    assert [font.name for font in first] == ["title"]
