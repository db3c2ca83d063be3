"""Finished PDFs, read back by other programs: boxes, fonts, sharing, metadata, equal bytes."""

import io
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image as Pillow

from cardforge import __version__
from cardforge.color import BLACK, REGISTRATION, Color
from cardforge.fonts import Fonts, find_font
from cardforge.geometry import Box, Insets, Point, Size
from cardforge.ink import Group, Image, Line, Page, Plate, Rect, Text, Use
from cardforge.render.pdf import PdfInfo, render
from cardforge.render.png import rasterize

NOWHERE = Path("nowhere")
INFO = PdfInfo("Jeu de 100 cartes — é", "fr", "1.2", author="A & B", duplex="long-edge")
A4 = Size(210, 297)
TRIM, BLEED = Insets(0, 0, 0, 0), Insets(3, 3, 3, 3)
YELLOW = Color("rgb", (1.0, 1.0, 0.0))


def fonts_of(**faces):
    fonts = Fonts()
    for alias, name in faces.items():
        fonts.add(alias, find_font(name, NOWHERE))
    return fonts


FONTS = fonts_of(body="Lato-Regular", title="FjallaOne-Regular", twin="Lato-Regular")


def page(*items, size=A4):
    trim = Box(10.5, 16.5, 189, 264)
    return Page(size, trim, Box(7.5, 13.5, 195, 270), items)


def small(*items):
    whole = Box(0, 0, 20, 20)
    return Page(Size(20, 20), whole, whole, items)


def text(words, font="body", at=Point(20, 30), **more):
    return Text(at, words, font, more.pop("size_pt", 12), BLACK, **more)


# Objects of a PDF die with it: what a test opens stays open.
OPEN = []


def opened(*pages, fonts=FONTS, info=INFO):
    OPEN.append(pikepdf.open(io.BytesIO(render(pages, fonts, info))))
    return OPEN[-1]


def objects(pdf, **entries):
    """Return the streams of a PDF whose dictionary has these entries."""
    wanted = {f"/{key}": f"/{value}" for key, value in entries.items()}
    streams = [found for found in pdf.objects if isinstance(found, pikepdf.Stream)]
    return [s for s in streams if all(s.get(key) == value for key, value in wanted.items())]


def forms(pdf):
    return objects(pdf, Subtype="Form")


def images(pdf):
    return objects(pdf, Subtype="Image")


def font_objects(pdf):
    return [
        found
        for found in pdf.objects
        if isinstance(found, pikepdf.Dictionary) and found.get("/Type") == "/Font"
    ]


def words_of(pdf_bytes, index=0):
    return pypdfium2.PdfDocument(pdf_bytes)[index].get_textpage().get_text_bounded()


# --- pages ---


def test_every_page_has_its_four_boxes_in_points_with_y_upwards():
    pdf = opened(page(), page(size=Size(297, 210)))
    first, second = pdf.pages
    assert [float(v) for v in first.MediaBox] == pytest.approx([0, 0, 595.2756, 841.8898])
    assert list(first.CropBox) == list(first.MediaBox)
    mm = [float(v) * 25.4 / 72 for v in first.TrimBox]
    assert mm == pytest.approx([10.5, 16.5, 199.5, 280.5], abs=1e-3)
    mm = [float(v) * 25.4 / 72 for v in first.BleedBox]
    assert mm == pytest.approx([7.5, 13.5, 202.5, 283.5], abs=1e-3)
    assert float(second.MediaBox[2]) > float(second.MediaBox[3])


def test_boxes_count_from_the_top_of_the_page():
    low = Page(A4, Box(0, 200, 50, 20), Box(0, 200, 50, 20), ())
    bottom, top = (float(opened(low).pages[0].TrimBox[n]) * 25.4 / 72 for n in (1, 3))
    assert (bottom, top) == pytest.approx((77, 97), abs=1e-3)


def test_pages_keep_their_order_and_equal_pages_share_their_content():
    pages = [page(text(word)) for word in ("one", "two", "one")]
    pdf = render(pages, FONTS, INFO)
    assert [words_of(pdf, n) for n in range(3)] == ["one", "two", "one"]
    with pikepdf.open(io.BytesIO(pdf)) as read:
        first, second, third = (p.Contents.objgen for p in read.pages)
    assert first == third != second


def test_no_page_has_a_transition_or_an_empty_resource():
    pdf = opened(page(Rect(Box(0, 0, 9, 9), fill=BLACK)))
    assert "/Trans" not in pdf.pages[0]
    assert dict(pdf.pages[0].Resources) == {}


def test_a_pdf_without_pages_is_still_a_pdf():
    assert len(opened().pages) == 0


# --- plates ---


def card(number, bleed=BLEED):
    return Plate(f"card-{number}", Size(63, 88), bleed, (text(str(number)),))


def test_each_distinct_plate_is_one_form_however_often_it_is_used():
    back, cards = card("back"), [card(n) for n in range(9)]
    pages = [page(*(Use(c, Point(10, 10)) for c in cards)), page(*[Use(back, Point(9, 9))] * 9)]
    assert len(forms(opened(*pages, *pages))) == 10


def test_plates_of_equal_ink_are_stored_once():
    pdf = opened(page(Use(card(1), Point(0, 0)), Use(card(1), Point(70, 0))))
    assert len(forms(pdf)) == 1
    # The same ink with another bleed is cut off elsewhere: another form.
    pdf = opened(page(Use(card(1), Point(0, 0)), Use(card(1, TRIM), Point(70, 0))))
    assert len(forms(pdf)) == 2


def test_the_box_of_a_form_is_trim_plus_bleed():
    (form,) = forms(opened(page(Use(card(1), Point(0, 0)))))
    mm = [float(v) * 25.4 / 72 for v in form.BBox]
    assert mm == pytest.approx([-3, -91, 66, 3], abs=1e-3)


def test_parts_inside_plates_are_forms_too():
    star = Plate("star", Size(4, 4), TRIM, (Rect(Box(0, 0, 4, 4), fill=BLACK),))
    faces = [
        Plate(f"f{n}", Size(63, 88), TRIM, (Use(star, Point(1, 1)), text(str(n)))) for n in range(5)
    ]
    pdf = opened(page(*(Use(face, Point(5, 5)) for face in faces)))
    (star_form,) = [form for form in forms(pdf) if "/Font" not in form.Resources]
    users = [form for form in forms(pdf) if "/XObject" in form.Resources]
    assert len(users) == 5
    for user in users:
        assert [x.objgen for x in user.Resources.XObject.values()] == [star_form.objgen]


def test_a_form_names_only_what_it_draws():
    plates = [card(1), Plate("plain", Size(9, 9), TRIM, (Rect(Box(0, 0, 9, 9), fill=YELLOW),))]
    pdf = opened(page(*(Use(p, Point(0, 0)) for p in plates)))
    assert sorted(sorted(form.Resources.keys()) for form in forms(pdf)) == [[], ["/Font"]]


# --- fonts and text ---


def not_embedded(pdf):
    """Return the names of the fonts that a viewer would have to supply."""
    fonts = [font for font in font_objects(pdf) if font.get("/Subtype") != "/Type0"]
    return [
        str(font.BaseFont)
        for font in fonts
        if not {"/FontFile", "/FontFile2", "/FontFile3"} & set(font.get("/FontDescriptor", {}))
    ]


def test_the_check_for_embedded_fonts_finds_a_stray_helvetica():
    from reportlab.pdfgen.canvas import Canvas

    file = io.BytesIO()
    canvas = Canvas(file)
    canvas.drawString(9, 9, "stray")
    canvas.save()
    with pikepdf.open(file) as pdf:
        assert not_embedded(pdf) == ["/Helvetica"]


def test_fonts_are_embedded_subsets_and_nothing_is_left_to_the_viewer():
    pdf = opened(page(text("Hello"), text("Title", "title")))
    found = font_objects(pdf)
    assert len(found) == 2
    assert not_embedded(pdf) == []
    for font in found:
        assert str(font.BaseFont)[1:8] == "AAAAAA+"
        assert font.FontDescriptor.FontFile2.Length1 < 30_000
        assert "/ToUnicode" in font


def test_a_deck_without_text_lists_no_font_and_no_helvetica():
    data = render([page(Line(Point(0, 5), Point(9, 5), REGISTRATION, 0.1))], FONTS, INFO)
    assert b"Helvetica" not in data
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert font_objects(pdf) == []


def test_two_aliases_of_one_file_embed_it_once():
    assert len(font_objects(opened(page(text("a"), text("b", "twin"))))) == 1


def test_two_files_of_one_postscript_name_are_kept_apart(tmp_path):
    shutil.copy(FONTS["body"].path, tmp_path / "other.ttf")
    fonts = fonts_of(body="Lato-Regular")
    fonts.add("other", tmp_path / "other.ttf")
    two = page(text("ab"), text("cd", "other", Point(20, 50)))
    names = {str(font.BaseFont) for font in font_objects(opened(two, fonts=fonts))}
    assert names == {"/AAAAAA+Lato-Regular", "/AAAAAA+Lato-Regular-2"}
    assert words_of(render([two], fonts, INFO)).split() == ["ab", "cd"]


FRENCH = "« Où est l’œuf ? » — 100 (cent) \\ S&P <A>"


def test_text_is_read_back_as_it_was_written():
    assert words_of(render([page(text(FRENCH))], FONTS, INFO)) == FRENCH


def test_a_character_beyond_the_first_plane_is_read_back():
    fonts = fonts_of(body="SourceSerifPro-Regular")
    assert words_of(render([page(text("a\U0001f12fb"))], fonts, INFO)) == "a\U0001f12fb"


def test_more_characters_than_one_subset_holds_are_all_printed():
    fonts = fonts_of(body="OpenSans-Regular")
    everything = "".join(
        chr(c) for c in range(0x100, 0x530) if fonts["body"].has(chr(c)) and chr(c).isalpha()
    )
    assert len(everything) > 400
    mixed = everything + "".join(reversed(everything))
    lines = [
        text(mixed[n : n + 60], at=Point(5, 10 + n / 10), size_pt=6)
        for n in range(0, len(mixed), 60)
    ]
    assert "".join(words_of(render([page(*lines)], fonts, INFO)).split()) == mixed
    assert len(font_objects(opened(page(*lines), fonts=fonts))) > 1


def test_every_code_of_a_subset_survives_the_string_syntax():
    # Codes count up from 1 in the order of use and so pass by line ends, parentheses, backslash.
    letters = "".join(chr(c) for c in range(0x21, 0x17F) if FONTS["body"].has(chr(c)))
    letters = letters.replace("\u00ad", "").replace("\u00a0", "")
    lines = [text(letters[n : n + 50], at=Point(5, 10 + n / 5)) for n in range(0, len(letters), 50)]
    assert "".join(words_of(render([page(*lines)], FONTS, INFO)).split()) == letters


def test_a_narrow_space_without_a_glyph_leaves_a_gap_and_a_soft_hyphen_no_ink():
    face = "FjallaOne-Regular"
    fonts = fonts_of(body=face)
    assert not fonts["body"].has("\u202f")

    def right_edge(words):
        pixels = rasterize(render([small(text(words, at=Point(1, 10)))], fonts, INFO), 0, 400, 400)
        return max(x for y in range(0, 400, 2) for x in range(400) if pixels.at(x, y)[0] < 128) / 20

    for words in ("a\u202fb", "a\u00a0b", "a\u2009b", "a\u00adb", "a b"):
        assert right_edge(words) - right_edge("ab") == pytest.approx(
            fonts["body"].width(words, 12) - fonts["body"].width("ab", 12), abs=0.06
        )


def test_tracking_moves_every_character():
    def right_edge(tracking):
        item = text("iiii", at=Point(1, 10), tracking=tracking)
        pixels = rasterize(render([small(item)], FONTS, INFO), 0, 400, 400)
        return max(x for x in range(400) for y in range(400) if pixels.at(x, y)[0] < 128) / 20

    assert right_edge(1.0) - right_edge(0.0) == pytest.approx(3.0, abs=0.06)


def test_settings_of_a_group_end_with_it_and_do_not_reach_into_plates():
    inner = Plate("inner", Size(20, 20), TRIM, (text("b", at=Point(12, 10)),))
    spaced = text("a", at=Point(1, 10), tracking=2.0)._replace(fill=YELLOW)
    items = (spaced, Group((text("c", at=Point(5, 10)),)), Use(inner, Point(0, 0)), spaced)
    pixels = rasterize(render([small(*items)], FONTS, INFO), 0, 200, 200)
    colours = {
        "yellow": lambda c: c[0] > 200 > c[2],
        "black": lambda c: max(c) < 60,
    }
    spans = {}
    for name, is_colour in colours.items():
        spans[name] = [x / 10 for x in range(200) for y in range(200) if is_colour(pixels.at(x, y))]
    assert max(spans["yellow"]) < 4 < 5 < min(spans["black"])
    assert [x for x in spans["black"] if x > 12]


# --- colour and opacity ---


def test_registration_is_the_separation_all():
    pdf = opened(page(Line(Point(0, 5), Point(9, 5), REGISTRATION, 0.1)))
    space = pdf.pages[0].Resources.ColorSpace.All
    assert [str(part) for part in list(space)[:3]] == ["/Separation", "/All", "/DeviceGray"]


@pytest.mark.parametrize(
    ("color", "operator"),
    [
        (Color("gray", (0.5,)), "0.5 g"),
        (Color("rgb", (0.25, 0.5, 1.0)), "0.25 0.5 1 rg"),
        (Color("cmyk", (0.0, 1.0, 0.5, 0.1)), "0 1 0.5 0.1 k"),
    ],
)
def test_colours_keep_their_space(color, operator):
    content = opened(page(Rect(Box(0, 0, 9, 9), fill=color))).pages[0].Contents.read_bytes()
    assert operator in content.decode()


def test_a_group_is_blended_as_one():
    black = [Rect(Box(x, 5, 8, 8), fill=BLACK) for x in (2, 6)]
    pixels = rasterize(render([small(Group(tuple(black), opacity=0.5))], FONTS, INFO), 0, 200, 200)
    alone, both = pixels.at(30, 90), pixels.at(80, 90)
    assert alone == both
    assert alone[0] == pytest.approx(128, abs=2)


# --- pictures ---


def picture(path, image, **options):
    image.save(path, **options)
    return Image(Box(0, 0, 20, 20), str(path))


def noise(size=(40, 40)):
    return Pillow.effect_noise(size, 90).convert("RGB")


def test_a_jpeg_is_stored_once_and_untouched(tmp_path):
    first = picture(tmp_path / "a.jpg", noise())
    shutil.copy(tmp_path / "a.jpg", tmp_path / "b.jpg")
    second = first._replace(source=str(tmp_path / "b.jpg"))
    pdf = opened(*[page(first, second, first)] * 3)
    (stored,) = images(pdf)
    assert stored.read_raw_bytes() == (tmp_path / "a.jpg").read_bytes()


def seen(item, width, height):
    under = Rect(Box(0, 0, 20, 20), fill=YELLOW)
    return rasterize(render([small(under, item)], FONTS, INFO), 0, width, height).rgb()


@pytest.mark.parametrize("mode", ["RGB", "L", "1", "P"])
@pytest.mark.parametrize("suffix", ["png", "gif", "tiff", "bmp", "webp"])
def test_a_picture_of_any_kind_is_printed_pixel_by_pixel(mode, suffix, tmp_path):
    image = noise().convert(mode)
    if suffix == "webp":
        image = image.convert("RGB")
    options = {"lossless": True} if suffix == "webp" else {}
    item = picture(tmp_path / f"a.{suffix}", image, **options)
    printed = seen(item, 40, 40)
    with Pillow.open(item.source) as written:
        expected = written.convert("RGB").tobytes()
    assert max(abs(a - b) for a, b in zip(printed, expected, strict=True)) <= 1


def test_a_plain_png_goes_in_without_being_unpacked(tmp_path):
    item = picture(tmp_path / "a.png", noise())
    (stored,) = images(opened(page(item)))
    assert stored.read_raw_bytes() in (tmp_path / "a.png").read_bytes()


def test_an_interlaced_or_sixteen_bit_png_is_unpacked(tmp_path):
    item = picture(
        tmp_path / "a.png", Pillow.frombytes("I;16", (2, 1), struct.pack("<2H", 0, 0xFFFF))
    )
    assert images(opened(page(item)))[0].read_bytes() == b"\x00\xff"


def test_alpha_lets_the_card_show_through(tmp_path):
    image = Pillow.new("RGBA", (2, 2), (255, 0, 0, 255))
    image.putpixel((1, 0), (255, 0, 0, 0))
    image.putpixel((0, 1), (0, 0, 255, 128))
    big = image.resize((40, 40), Pillow.Resampling.NEAREST)
    printed = seen(picture(tmp_path / "a.png", big), 40, 40)
    at = {(x, y): tuple(printed[(y * 40 + x) * 3 :][:3]) for x in (10, 30) for y in (10, 30)}
    assert at[10, 10] == at[30, 30] == (255, 0, 0)
    assert at[30, 10] == (255, 255, 0)
    assert at[10, 30] == pytest.approx((127, 127, 128), abs=2)


def test_a_clear_colour_of_a_png_without_alpha_is_clear(tmp_path):
    item = picture(
        tmp_path / "a.png", Pillow.new("RGB", (40, 40), "#f0f"), transparency=(255, 0, 255)
    )
    assert set(seen(item, 4, 4)[:3]) == {255, 0}
    assert seen(item, 4, 4) == bytes((255, 255, 0)) * 16


@pytest.mark.parametrize("kind", ["plain", "behind a profile", "only a word"])
def test_a_cmyk_jpeg_is_no_negative(tmp_path, kind):
    bars = Pillow.new("CMYK", (64, 16), (0, 0, 0, 0))
    bars.paste((0, 255, 255, 0), (0, 0, 16, 16))
    bars.paste((255, 0, 255, 0), (16, 0, 32, 16))
    bars.paste((0, 0, 0, 255), (32, 0, 48, 16))
    if kind == "only a word":
        bars = Pillow.eval(bars, lambda value: 255 - value)
    item = picture(tmp_path / "a.jpg", bars, quality=95)
    jpeg = (tmp_path / "a.jpg").read_bytes()
    at = jpeg.index(b"\xff\xee")
    marker = jpeg[at : at + 16]
    before = {
        "plain": marker,
        "behind a profile": b"\xff\xe2\x0b\xb8" + bytes(2998) + marker,
        "only a word": b"\xff\xfe\x00\x07Adobe",
    }
    (tmp_path / "a.jpg").write_bytes(jpeg[:at] + before[kind] + jpeg[at + 16 :])
    printed = seen(item, 64, 16)
    red, green, black, white = (tuple(printed[(8 * 64 + x) * 3 :][:3]) for x in (8, 24, 40, 56))
    assert red[0] > 150 > 100 > red[2]
    assert green[1] > 120 > 100 > green[0]
    assert max(black) < 80
    assert min(white) > 240


# --- the document ---


def test_the_document_says_what_it_is():
    pdf = opened(page())
    info = {key: str(value) for key, value in pdf.docinfo.items()}
    assert info == {
        "/Title": "Jeu de 100 cartes — é",
        "/Author": "A & B",
        "/Keywords": "version 1.2",
        "/Creator": f"cardforge {__version__}",
        "/Producer": "ReportLab",
    }
    with pdf.open_metadata() as metadata:
        assert metadata["dc:title"] == "Jeu de 100 cartes — é"
        assert metadata["dc:language"] == {"fr"}
        assert metadata["dc:creator"] == ["A & B"]
        assert metadata["xmp:CreatorTool"] == f"cardforge {__version__}"
        assert metadata["pdf:Keywords"] == "version 1.2"


@pytest.mark.parametrize(
    ("duplex", "expected"),
    [
        ("long-edge", "/DuplexFlipLongEdge"),
        ("short-edge", "/DuplexFlipShortEdge"),
        (None, None),
    ],
)
def test_the_printer_driver_is_told_scale_and_flip(duplex, expected):
    root = opened(page(), info=INFO._replace(duplex=duplex)).Root
    assert str(root.Lang) == "fr"
    preferences = root.ViewerPreferences
    assert preferences.PrintScaling == "/None"
    assert preferences.DisplayDocTitle
    assert preferences.get("/Duplex") == expected


def test_pages_to_be_read_may_be_fitted_to_the_paper():
    root = opened(page(), info=INFO._replace(actual_size=False)).Root
    assert "/PrintScaling" not in root.ViewerPreferences


def rich(folder):
    star = Plate("star", Size(4, 4), TRIM, (Rect(Box(0, 0, 4, 4), radius=1, fill=YELLOW),))
    art = picture(folder / "a.png", Pillow.linear_gradient("L").convert("RGBA"))
    face = Plate("face", Size(63, 88), BLEED, (art, Use(star, Point(9, 9)), text(FRENCH)))
    half = Group((Use(star, Point(30, 40), 45),), opacity=0.5)
    return [page(Use(face, Point(10.5, 16.5), 90), half, text("slug", "title"))] * 2


def test_other_programs_find_no_fault(tmp_path):
    (tmp_path / "a.pdf").write_bytes(render(rich(tmp_path), FONTS, INFO))
    assert pikepdf.open(tmp_path / "a.pdf").check_pdf_syntax() == []
    if shutil.which("pdffonts") is None:
        pytest.skip("pdffonts (poppler) is not installed")
    run = subprocess.run(
        ["pdffonts", tmp_path / "a.pdf"], capture_output=True, text=True, check=True
    )
    assert run.stderr == ""
    for row in run.stdout.splitlines()[2:]:
        assert row.split()[-5:-2] == ["yes", "yes", "yes"]


def test_poppler_reads_the_words(tmp_path):
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext (poppler) is not installed")
    (tmp_path / "a.pdf").write_bytes(render([page(text(FRENCH))], FONTS, INFO))
    run = subprocess.run(
        ["pdftotext", tmp_path / "a.pdf", "-"], capture_output=True, encoding="utf-8", check=True
    )
    assert run.stdout.strip() == FRENCH


@pytest.mark.parametrize("seconds", ["1700000000", "yesterday", "9" * 30])
def test_a_date_in_the_environment_changes_nothing(seconds, monkeypatch):
    before = render([page(text("word"))], FONTS, INFO)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
    assert render([page(text("word"))], FONTS, INFO) == before


def test_the_same_pages_give_the_same_bytes_anywhere(tmp_path):
    results = set()
    for seed, zone in (("1", "Pacific/Kiritimati"), ("2", "America/Adak")):
        folder = tmp_path / seed
        folder.mkdir()
        program = "import sys, test_pdf as t; from pathlib import Path; sys.stdout.buffer.write("
        program += "t.render(t.rich(Path.cwd()), t.FONTS, t.INFO))"
        path = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parent.parent)])
        environment = os.environ | {"PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": path}
        run = subprocess.run(
            [sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True
        )
        assert run.returncode == 0, run.stderr.decode()
        results.add(run.stdout)
    (data,) = results
    assert data.startswith(b"%PDF-1.4")
    assert str(tmp_path).encode() not in data


def test_the_identity_of_a_file_follows_its_content():
    first, same, other = (opened(page(text(word))).trailer.ID[0] for word in ("a", "a", "b"))
    assert bytes(first) == bytes(same) != bytes(other)


def test_pillow_is_not_loaded_until_a_picture_asks_for_it():
    program = (
        "import sys, cardforge.render.pdf\n"
        "before = 'PIL._imaging' in sys.modules\n"
        "from PIL import Image; Image.new('L', (1, 1))\n"
        "print(before, 'PIL._imaging' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.stdout.split() == ["False", "True"]
