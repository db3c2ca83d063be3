"""Every kind of font file opens, is measured and printed; what lies is told, never a crash."""

import contextlib
import io
import random
import shutil
import struct
import subprocess
import time
import zlib
from pathlib import Path

import brotli
import made_fonts
import pypdfium2
import pytest
from fontTools.ttLib import TTFont

from cardforge.color import BLACK
from cardforge.fonts import Font, FontError, Fonts, find_font
from cardforge.fonts.opening import WHOLE, Choice, open_file
from cardforge.geometry import Box, Point, Size
from cardforge.ink import Page, Text
from cardforge.render.pdf import PdfInfo, render

WORDS = "Cœur 7"
SERIF = find_font("SourceSerifPro-Regular", Path())
CJK = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")


def write(folder, data, name="a.ttf"):
    path = folder / name
    path.write_bytes(data)
    return path


def opened(path, **choice):
    return Fonts().add("x", path, Choice(**choice))


def problem(path, **choice):
    with pytest.raises(FontError) as caught:
        opened(path, **choice)
    return caught.value


def printed(path, words, *, size_pt=40, **choice):
    """Return the PDF of some words in a font, on a page of 60 × 40 mm."""
    fonts = Fonts()
    fonts.add("x", path, Choice(**choice))
    frame = Box(0, 0, 60, 40)
    text = Text(Point(5, 30), words, "x", size_pt, BLACK)
    return render([Page(Size(60, 40), frame, frame, (text,))], fonts, PdfInfo("t", "en", "1"))


def dark_box(pdf):
    """Return where a page is dark, in mm."""
    image = (
        pypdfium2.PdfDocument(pdf)[0]
        .render(scale=20 * 25.4 / 72, grayscale=True)
        .to_numpy()
        .squeeze()
    )
    rows, columns = (image < 128).any(axis=1), (image < 128).any(axis=0)
    xs, ys = columns.nonzero()[0] / 20, rows.nonzero()[0] / 20
    return xs[0], ys[0], xs[-1] + 0.05, ys[-1] + 0.05


def shares_of_dark(pdf, words_by):
    """Return how much of a page is dark in two PDFs."""
    return [
        float(
            (pypdfium2.PdfDocument(one)[0].render(scale=3, grayscale=True).to_numpy() < 128).mean()
        )
        for one in (pdf, words_by)
    ]


KINDS = {
    "ttf": lambda: made_fonts.font_data(WORDS),
    "otf": lambda: made_fonts.font_data(WORDS, cff=True),
    "woff": lambda: made_fonts.font_data(WORDS, "woff"),
    "woff2": lambda: made_fonts.font_data(WORDS, "woff2"),
    "woff of otf": lambda: made_fonts.font_data(WORDS, "woff", cff=True),
    "woff2 of otf": lambda: made_fonts.font_data(WORDS, "woff2", cff=True),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_file_is_measured_printed_and_read_back(tmp_path, kind):
    path = write(tmp_path, KINDS[kind]())
    font = opened(path)
    assert font.width("C7", 10) == pytest.approx(1.2 * 10 * 25.4 / 72)
    assert font.cap_height == 0.7
    ink = font.ink_bounds("C", 10)
    assert (ink.x, ink.height) == pytest.approx((0.05 * 10 * 25.4 / 72, 0.5 * 10 * 25.4 / 72))
    pdf = printed(path, WORDS)
    assert pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range() == WORDS
    em = 40 * 25.4 / 72
    start, end = 5 + 0.05 * em, 5 + (5 * 0.6 + 0.55) * em
    # The space is as wide as the letters.
    assert dark_box(pdf) == pytest.approx((start, 30 - 0.5 * em, end, 30), abs=0.12)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_font_gives_the_same_bytes(tmp_path, kind):
    path = write(tmp_path, KINDS[kind]())
    assert printed(path, WORDS) == printed(path, WORDS)


def test_postscript_outlines_print_as_the_same_design_in_truetype_does():
    otf = SERIF.with_suffix(".otf")
    one, other = shares_of_dark(printed(otf, "Ra&8é"), printed(SERIF, "Ra&8é"))
    assert one > 0.05
    assert one == pytest.approx(other, rel=0.01)
    assert dark_box(printed(otf, "Ra&8é")) == pytest.approx(
        dark_box(printed(SERIF, "Ra&8é")), abs=0.1
    )


@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not installed")
def test_ghostscript_prints_converted_outlines_where_pdfium_does(tmp_path):
    pdf = printed(SERIF.with_suffix(".otf"), "Ra&8é")
    path = write(tmp_path, pdf, "a.pdf")
    command = ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=bbox", str(path)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    left, bottom, right, top = (float(n) for n in said.split("HiResBoundingBox:")[1].split()[:4])
    mm = 25.4 / 72
    expected = dark_box(pdf)
    assert (left * mm, 40 - top * mm, right * mm, 40 - bottom * mm) == pytest.approx(
        expected, abs=0.1
    )


@pytest.mark.skipif(shutil.which("pdffonts") is None, reason="pdffonts is not installed")
def test_only_the_letters_that_are_used_are_embedded(tmp_path):
    pdf = printed(SERIF.with_suffix(".otf"), "Ab")
    path = write(tmp_path, pdf, "a.pdf")
    rows = subprocess.run(["pdffonts", str(path)], capture_output=True, text=True, check=True)
    assert rows.stdout.splitlines()[2].split()[1:6] == ["TrueType", "WinAnsi", "yes", "yes", "yes"]
    assert len(pdf) < 10_000 < len(SERIF.with_suffix(".otf").read_bytes())


@pytest.mark.skipif(not CJK.exists(), reason="Noto Sans CJK is not installed")
def test_a_large_collection_opens_and_prints_in_a_moment_and_embeds_little():
    start = time.perf_counter()
    pdf = printed(CJK, "日本語", face="Noto Sans CJK JP", size_pt=20)
    assert time.perf_counter() - start < 1.5
    assert len(pdf) < 20_000
    assert pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range() == "日本語"


# --- collections ---


@pytest.fixture(scope="module")
def collection(tmp_path_factory):
    data = made_fonts.collection_data(
        made_fonts.font_data("ab", family="First", side=300),
        made_fonts.font_data("cd", family="Second", style="Bold", weight=700, cff=True),
    )
    return write(tmp_path_factory.mktemp("fonts"), data, "two.ttc")


@pytest.mark.parametrize(
    ("face", "letters"),
    [
        ("1", "ab"),
        ("2", "cd"),
        ("Second Bold", "cd"),
        ("First-Regular", "ab"),
        ("second bold", "cd"),
    ],
)
def test_a_face_of_a_collection_is_chosen_by_its_number_or_name(collection, face, letters):
    font = opened(collection, face=face)
    assert font.missing(letters) in ("", ())
    assert font.missing("abcd") not in ("", ())


def test_a_collection_without_a_choice_is_never_a_guess(collection):
    error = problem(collection)
    assert error.code == "font.face"
    assert error.hint == "write two.ttc#1 (First Regular), two.ttc#2 (Second Bold)"


@pytest.mark.parametrize("face", ["0", "3", "99999999999999999999", "Third", "²"])
def test_a_face_that_is_not_in_the_collection_is_told(collection, face):
    error = problem(collection, face=face)
    assert error.code == "font.face"
    assert "2 faces" in error.message


def test_a_choice_from_a_single_font_is_told(tmp_path):
    assert problem(write(tmp_path, made_fonts.font_data("a")), face="1").code == "font.face"


def test_a_collection_of_one_face_needs_no_choice(tmp_path):
    data = made_fonts.collection_data(made_fonts.font_data("a"))
    assert opened(write(tmp_path, data)).has("a")


# --- variable fonts ---


@pytest.fixture(scope="module")
def variable(tmp_path_factory):
    return write(tmp_path_factory.mktemp("fonts"), made_fonts.variable_data("AB"), "var.ttf")


@pytest.mark.parametrize(
    ("choice", "side"),
    [
        ({}, 425),  # an ordinary face has the weight 400
        ({"instance": "Thin"}, 200),
        ({"instance": "heavy"}, 800),
        ({"axes": (("wght", 500.0),)}, 500),
        ({"instance": "Thin", "axes": (("wght", 900.0),)}, 800),
    ],
)
def test_an_instance_is_chosen_by_its_name_or_its_axes(variable, choice, side):
    font = opened(variable, **choice)
    ink = font.ink_bounds("A", 72 / 25.4 * 10)
    assert ink.height == pytest.approx(side / 100, abs=0.02)
    assert font.width("A", 72 / 25.4 * 10) == pytest.approx((side + 100) / 100, abs=0.02)
    drawn = dark_box(printed(variable, "A", **choice))
    assert drawn[3] - drawn[1] == pytest.approx(side / 1000 * 40 * 25.4 / 72, abs=0.15)


def test_two_instances_of_one_file_are_two_fonts_of_a_pdf(variable):
    fonts = Fonts()
    fonts.add("thin", variable, Choice(instance="Thin"))
    fonts.add("heavy", variable, Choice(axes=(("wght", 900.0),)))
    frame = Box(0, 0, 60, 40)
    ink = tuple(Text(Point(5, 30), "A", name, 40, BLACK) for name in ("thin", "heavy"))
    pdf = render([Page(Size(60, 40), frame, frame, ink)], fonts, PdfInfo("t", "en", "1"))
    assert b"+Made-Thin" in pdf
    assert b"+Made-900wght" in pdf


@pytest.mark.parametrize(
    ("choice", "code", "said"),
    [
        ({"axes": (("wgth", 500.0),)}, "font.axis", "did you mean 'wght'?"),
        ({"axes": (("XXXX", 5.0),)}, "font.axis", "it has wght (100 to 900)"),
        ({"axes": (("wght", 950.0),)}, "font.axis", "it goes from 100 to 900"),
        ({"instance": "Hevy"}, "font.instance", "did you mean 'Heavy'?"),
        ({"instance": "Q"}, "font.instance", "its instances: Thin, Heavy"),
    ],
)
def test_an_instance_that_is_not_there_is_told(variable, choice, code, said):
    error = problem(variable, **choice)
    assert (error.code, error.hint) == (code, said)


@pytest.mark.parametrize("choice", [{"instance": "Bold"}, {"axes": (("wght", 700.0),)}])
def test_an_instance_of_a_font_that_does_not_vary_is_told(tmp_path, choice):
    path = write(tmp_path, made_fonts.font_data("a"))
    assert problem(path, **choice).code == "font.axis"


@pytest.mark.parametrize("weight", [100, 500, 900])
def test_a_variable_font_of_postscript_outlines_becomes_an_instance(tmp_path, weight):
    path = write(tmp_path, made_fonts.variable_cff2_data("AB"))
    choice = {"axes": (("wght", float(weight)),)}
    side = 200 + (weight - 100) * 600 / 800
    drawn = dark_box(printed(path, "A", **choice))
    assert drawn[3] - drawn[1] == pytest.approx(side / 1000 * 40 * 25.4 / 72, abs=0.15)
    assert opened(path, **choice).ink_bounds("A", 72 / 2.54).height == pytest.approx(
        side / 100, abs=0.02
    )


# --- fonts in colour ---


def colour_data(letters, empty):
    """Return a font with colours, in which some letters have no outline of their own."""
    from fontTools.ttLib.tables._g_l_y_f import Glyph

    made = made_fonts.builder(letters)
    for char in empty:
        made.font["glyf"][f"u{ord(char):04X}"] = Glyph()
    name = f"u{ord(letters[0]):04X}"
    made.setupCOLR({name: [(name, 0)]})
    made.setupCPAL([[(1, 0, 0, 1)]])
    return made_fonts.data_of(made.font)


def test_a_letter_that_a_font_has_in_colour_only_is_missing_and_never_blank(tmp_path):
    font = opened(write(tmp_path, colour_data("AB", "B")))
    assert font.missing("A B") == ("B",)
    assert [remark.code for remark in font.remarks] == ["font.color"]


def test_a_letter_without_ink_in_an_ordinary_font_is_drawn_as_it_is(tmp_path):
    made = made_fonts.builder("AB")
    assert opened(write(tmp_path, made_fonts.data_of(made.font))).remarks == ()


def test_a_font_of_pictures_is_told_to_have_no_outlines(tmp_path):
    from fontTools.ttLib.tables.DefaultTable import DefaultTable

    font = made_fonts.builder("A").font
    del font["glyf"], font["loca"]
    font["CBDT"] = DefaultTable("CBDT")
    font["CBDT"].data = b"\0\3\0\0"
    error = problem(write(tmp_path, made_fonts.data_of(font)))
    assert (error.code, "no outlines" in error.message) == ("font.kind", True)


# --- rights to embed ---


@pytest.mark.parametrize("letters", ["ab", "".join(map(chr, range(0x4E00, 0x4E00 + 400)))])
@pytest.mark.parametrize("cff", [False, True])
@pytest.mark.parametrize(
    ("bits", "answer"),
    [(0, None), (2, "font.embedding"), (4, None), (8, None), (6, None), (0x100, "font.no-subset"),
     (0x104, "font.no-subset"), (0x200, "font.embedding"), (0x102, "font.embedding")],
)  # fmt: skip
def test_the_right_to_embed_is_the_same_whatever_the_number_of_letters(
    tmp_path, letters, cff, bits, answer
):
    path = write(tmp_path, made_fonts.font_data(letters, bits=bits, cff=cff))
    if answer == "font.embedding":
        error = problem(path)
        assert error.code == answer
        assert "licensed: true" in error.hint
    else:
        assert [remark.code for remark in opened(path).remarks] == ([answer] if answer else [])
    assert open_file(path, Choice(licensed=True)).remarks == ()


# --- files that lie ---


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<!DOCTYPE html><html>404</html>", "a web page"),
        (b"%!PS-AdobeFont-1.0: X", "Type 1"),
        (b"PK\3\4 zipped", "an archive"),
        (b"hello", "is not a font"),
        (b"", "is not a font"),
    ],
)
def test_a_file_that_is_no_font_is_told_with_what_it_seems_to_be(tmp_path, content, said):
    error = problem(write(tmp_path, content, "page.ttf"))
    assert error.code == "font.kind"
    assert said in error.message
    assert "'page.ttf'" in error.message
    assert error.hint


@pytest.mark.parametrize("kind", KINDS)
def test_a_font_cut_short_anywhere_is_a_problem_and_never_a_crash(tmp_path, kind):
    whole = KINDS[kind]()
    for share in range(20):
        path = write(tmp_path, whole[: len(whole) * share // 20])
        assert problem(path).code in ("font.kind", "font.broken")


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_a_web_font_without_tables_is_broken(tmp_path, flavor):
    data = bytearray(made_fonts.font_data("a", flavor))
    data[12:14] = bytes(2)
    assert problem(write(tmp_path, data)).code == "font.broken"


@pytest.mark.parametrize(("kind", "seed"), [(kind, seed) for kind in KINDS for seed in range(2)])
def test_a_font_with_any_bytes_changed_is_printed_or_told_and_never_a_crash(tmp_path, kind, seed):
    chance, whole = random.Random(f"{kind} {seed}"), KINDS[kind]()
    for _ in range(20):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 3, 12))):
            data[chance.randrange(len(data))] = chance.choice((0, 1, 127, 128, 255))
        with contextlib.suppress(FontError):
            printed(write(tmp_path, data), WORDS)


def read_by_fonttools(data):
    made = io.BytesIO()
    font = TTFont(io.BytesIO(data))
    font.flavor = None
    font.save(made)
    return made.getvalue()


def test_a_packed_font_is_unpacked_to_what_fonttools_makes_of_it(tmp_path):
    source = TTFont(find_font("Lato-Italic", Path()))
    packed = made_fonts.data_of(source, "woff2")
    own = opened(write(tmp_path, packed, "own.woff2"))
    other = opened(write(tmp_path, read_by_fonttools(packed), "other.ttf"))
    assert own.file.glyphs == other.file.glyphs
    for glyph in range(own.file.glyph_count):
        assert own.outline(glyph) == other.outline(glyph)
        assert own.file.advance(glyph) == other.file.advance(glyph)
    assert own.file.metrics() == other.file.metrics()


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_a_web_font_that_unpacks_to_gigabytes_is_refused_at_once(tmp_path, flavor):
    start = time.perf_counter()
    path = write(tmp_path, bomb(flavor, 70 << 20))
    assert "larger than 64 MB" in problem(path).message
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_a_web_font_larger_than_it_says_is_refused(tmp_path, flavor):
    assert problem(write(tmp_path, bomb(flavor, 70 << 20, said=1000))).code == "font.broken"


def bomb(flavor, size, said=None):
    """Return a web font with one table of so many zeros, or of as many as it says."""
    said = said or size
    if flavor == "woff":
        body = zlib.compress(bytes(size), 1)
        entry = struct.pack(">4s4I", b"glyf", 64, len(body), said, 0)
        head = struct.pack(">4s4sIHHI", b"wOFF", b"\0\1\0\0", 64 + len(body), 1, 0, said)
        return head + bytes(24) + entry + body
    body = brotli.compress(bytes(size), quality=1)
    number = bytes([0x80 | said >> s & 0x7F for s in (28, 21, 14, 7) if said >> s]) + bytes(
        [said & 0x7F]
    )
    entry = bytes([0]) + number
    head = struct.pack(">4s4sIHHI", b"wOF2", b"\0\1\0\0", 0, 1, 0, said)
    return head + struct.pack(">I", len(body)) + bytes(24) + entry + body


def test_a_map_of_characters_that_names_endlessly_many_is_refused_at_once(tmp_path):
    count = 8000
    body = struct.pack(f">{count}H", *[0xFFFF] * count) + bytes(2)
    body += bytes(2 * count) * 3
    table = struct.pack(">7H", 4, 14 + len(body), 0, 2 * count, 0, 0, 0) + body
    lies = struct.pack(">HHHHI", 0, 1, 3, 1, 12) + table
    font = made_fonts.builder("ab").font
    from fontTools.ttLib.tables.DefaultTable import DefaultTable

    font["cmap"] = DefaultTable("cmap")
    font["cmap"].data = lies
    start = time.perf_counter()
    assert problem(write(tmp_path, made_fonts.data_of(font))).code == "font.broken"
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize("parts", [("u0041",), ("u0042",), ("u0042", "u0042")])
def test_glyphs_that_contain_each_other_are_a_problem_when_they_are_printed(tmp_path, parts):
    from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent

    font = made_fonts.builder("ABC").font
    for name, inside in (("u0041", parts), ("u0042", ("u0041",))):
        glyph = Glyph()
        glyph.numberOfContours = -1
        glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax = 0, 0, 100, 100
        glyph.components = [component(GlyphComponent(), part) for part in inside]
        font["glyf"][name] = glyph
    font.recalcBBoxes = False
    font["maxp"].recalc = lambda font: None
    path = write(tmp_path, made_fonts.data_of(font))
    assert printed(path, "C")
    with pytest.raises(FontError) as caught:
        printed(path, "A")
    assert caught.value.code == "font.broken"


def component(made, name):
    made.glyphName, made.x, made.y, made.flags = name, 0, 0, 0
    return made


def test_a_file_too_large_for_a_font_is_not_read(tmp_path):
    path = tmp_path / "large.ttf"
    with path.open("wb") as file:
        file.truncate(129 << 20)
    assert problem(path).code == "font.size"


def test_a_name_that_no_pdf_can_hold_does_not_hinder_printing(tmp_path):
    for name in ("My Font (2)", "Größe", "漢字"):
        data = made_fonts.font_data("ab", family=name)
        pdf = printed(write(tmp_path, data), "ab")
        assert pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range() == "ab"


def test_a_plain_font_opens_without_the_libraries_for_other_kinds():
    code = (
        "import sys; from pathlib import Path; from cardforge.fonts import *; "
        "font = Font('x', find_font('Lato-Regular', Path())); font.has('a'); "
        "print([m for m in ('fontTools', 'brotli') if m in sys.modules])"
    )
    import sys

    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_a_font_goes_to_another_process_and_is_the_same_there(tmp_path):
    import pickle

    path = write(tmp_path, made_fonts.font_data("ab", cff=True))
    fonts = Fonts()
    font = fonts.add("x", path, WHOLE)
    before = font.ink_bounds("ab", 10)
    copy = pickle.loads(pickle.dumps(fonts))
    assert isinstance(copy["x"], Font)
    assert copy["x"].ink_bounds("ab", 10) == before
