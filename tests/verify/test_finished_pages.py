"""Pages of a PDF: sizes, trim, dpi, ink, lines, fonts, order and copies, by facts alone."""

import io
import shutil
import subprocess
import sys

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream
from reportlab.lib.colors import CMYKColor
from reportlab.pdfgen import canvas
from verify_made import add_page, codes, edges, found, icc, image, plain, saved, told

from cardforge.check.verify.expectation import expected_of
from cardforge.check.verify.finished import verify_pdf
from cardforge.check.verify.values import Expected, PageSize
from cardforge.color import Color
from cardforge.diagnostics import Report
from cardforge.export.package import PdfFile, PressJob, Shown
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Point, Size
from cardforge.ink import Line, Page, Rect
from cardforge.render.pdf import PdfInfo, render
from cardforge.shops import shops
from cardforge.specs import PressSpec

CARD = PageSize(Size(69, 94), Box(3, 3, 63, 88))
WANTED = Expected(sizes=(CARD,), pages=3, shop="A shop", strict=True)


def three(**boxes):
    pdf = plain(pages=3)
    for name, box in boxes.items():
        pdf.pages[1].obj[f"/{name}"] = edges(box)
    return saved(pdf)


# --- sizes ---


def test_pages_of_the_right_size_and_trim_are_right():
    assert told(three(), WANTED) == []


@pytest.mark.parametrize(
    ("boxes", "code", "message"),
    [
        ({"TrimBox": (3, 3, 62.9, 88)}, "file.boxes",
         "page 2: TrimBox is 62.9 × 88 mm, expected 63 × 88 mm"),
        ({"TrimBox": (3.2, 3, 63, 88)}, "file.boxes",
         "page 2: TrimBox lies at 3.2, 3 mm, expected 3, 3 mm"),
        ({"MediaBox": (0, 0, 69.2, 94)}, "file.size",
         "page 2: the page is 69.2 × 94 mm, expected 69 × 94 mm"),
    ],
)  # fmt: skip
def test_a_page_of_another_size_is_found(boxes, code, message):
    assert (code, message) in told(three(**boxes), WANTED)


def test_pages_with_one_fault_are_told_together():
    problems = told(saved(plain(pages=3, trim=(3, 3, 62, 88))), WANTED)
    assert problems == [("file.boxes", "pages 1 to 3: TrimBox is 62 × 88 mm, expected 63 × 88 mm")]


def test_each_page_may_have_a_size_of_its_own():
    sizes = (CARD, PageSize(Size(69, 94), Box(3, 3, 62, 88)), CARD)
    assert codes(told(three(TrimBox=(3, 3, 62, 88)), WANTED._replace(sizes=sizes))) == []
    assert codes(told(three(), WANTED._replace(sizes=sizes))) == ["file.boxes"]


def test_a_page_without_a_trim_box_is_found_where_one_is_wanted():
    assert told(saved(plain(pages=3, trim=None)), WANTED) == [
        ("file.boxes", "pages 1 to 3: no TrimBox, expected one of 63 × 88 mm")
    ]


def test_missing_pages_are_found():
    assert told(saved(plain(pages=2)), WANTED) == [("file.pages", "has 2 pages, expected 3")]


def test_a_turned_page_and_one_in_larger_units_are_measured_as_they_are_seen():
    pdf = plain(pages=1)
    pdf.pages[0].obj["/Rotate"] = 90
    turned = PageSize(Size(94, 69), Box(3, 3, 88, 63))
    assert told(saved(pdf), Expected(sizes=(turned,))) == []
    pdf = plain(pages=1)
    pdf.pages[0].obj["/UserUnit"] = 2
    double = PageSize(Size(138, 188), Box(6, 6, 126, 176))
    assert told(saved(pdf, "1.6"), Expected(sizes=(double,))) == []


def test_boxes_that_reach_out_of_the_page_are_found_without_a_claim():
    assert codes(told(three(TrimBox=(3, 3, 67, 88), BleedBox=(0, 0, 60, 94)))) == ["file.boxes"]


# --- pictures ---


def pictured(width_pt, *, space=Name.DeviceGray, width=100, matrix="", data=None):
    pdf = plain(b"q %s %f 0 0 %f 0 0 cm /I Do Q" % (matrix.encode(), width_pt, width_pt))
    art = image(pdf, width, width, data or b"\x80" * width * width, space)
    pdf.pages[0].Resources.XObject = Dictionary(I=art)
    return saved(pdf)


@pytest.mark.parametrize(("dpi", "coarse"), [(300, False), (251, False), (249, True), (60, True)])
def test_the_dpi_of_a_placed_picture_is_judged(dpi, coarse):
    data = pictured(7200 / dpi)
    assert found(data)["least_dpi"] == pytest.approx(dpi, abs=0.1)
    problems = told(data, Expected(strict=True))
    message = f"page 1: a picture is printed with {dpi} dpi, at least 250 are wanted"
    assert problems == ([("file.dpi", message)] if coarse else [])


def test_the_dpi_counts_every_matrix_on_the_way():
    assert found(pictured(10, matrix="2 0 0 2 0 0 cm"))["least_dpi"] == pytest.approx(360)
    # Turned by 30 degrees and drawn to half its height: the coarser axis counts.
    turned = "0.866025 0.5 -0.25 0.433013 0 0 cm"
    assert found(pictured(20, matrix=turned))["least_dpi"] == pytest.approx(360, abs=0.1)


def test_a_picture_of_one_pixel_is_a_colour_and_has_no_dpi():
    assert found(pictured(200, width=1))["least_dpi"] is None
    assert told(pictured(200, width=1), Expected(strict=True)) == []


def test_pictures_inside_forms_and_between_operators_count():
    pdf = plain(b"q 3 0 0 3 0 0 cm /F Do Q")
    inner = Stream(pdf, b"q 24 0 0 24 0 0 cm /I Do Q", Type=Name.XObject, Subtype=Name.Form,
                   BBox=Array([0, 0, 99, 99]), Matrix=Array([0.5, 0, 0, 0.5, 0, 0]))  # fmt: skip
    art = image(pdf, 100, 100, b"\x80" * 10_000, Name.DeviceGray)
    inner.Resources = Dictionary(XObject=Dictionary(I=art))
    pdf.pages[0].Resources.XObject = Dictionary(F=pdf.make_indirect(inner))
    assert found(saved(pdf))["least_dpi"] == pytest.approx(200)
    inline = plain(b"q 72 0 0 72 0 0 cm BI /W 50 /H 50 /IM true ID abc EI Q")
    assert found(saved(inline))["least_dpi"] == pytest.approx(50)


# --- ink ---


def inked(content, **resources):
    return found(saved(plain(content, **resources)))["most_ink"]


@pytest.mark.parametrize(
    ("content", "ink"),
    [
        (b"0.6 0.4 0.4 1 k 0 0 9 9 re f", 240),
        (b"0.6 0.4 0.4 1 K 0 0 m 9 9 l S", 240),
        (b"0.6 0.4 0.4 1 k 0 0 9 9 re n", 0),
        (b"q 1 1 1 1 k Q 0 0 0 0.5 k 0 0 9 9 re f", 50),
        (b"0.25 g 0 0 9 9 re f", 75),
        (b"/DeviceCMYK cs 0 0 9 9 re f", 100),
        (b"1 0 0 rg 0 0 9 9 re f", 0),
        (b"2 -1 0 0 k 0 0 9 9 re f", 100),
    ],
)
def test_the_ink_of_what_is_painted_is_added_up(content, ink):
    assert inked(content) == pytest.approx(ink)


def spot(names, alternate=Name.DeviceCMYK):
    function = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array([0, 0, 0, 0]),
                          C1=Array([1, 1, 1, 1]))  # fmt: skip
    if len(names) == 1:
        return Array([Name.Separation, Name(f"/{names[0]}"), alternate, function])
    return Array([Name.DeviceN, Array([Name(f"/{n}") for n in names]), alternate, function])


def test_named_inks_count_once_each_whatever_they_look_like():
    resources = {"ColorSpace": Dictionary(C=spot(["Gold"]), D=spot(["Gold", "None", "Black"]))}
    assert inked(b"/C cs 0.8 scn 0 0 9 9 re f", **resources) == pytest.approx(80)
    assert inked(b"/D cs 0.8 1 0.5 scn 0 0 9 9 re f", **resources) == pytest.approx(130)
    data = saved(plain(b"/C cs 0.8 scn 0 0 9 9 re f", **resources))
    assert found(data)["inks"] == ["Gold"]


def test_the_colour_of_all_plates_counts_as_an_area_and_not_as_a_mark():
    resources = {"ColorSpace": Dictionary(C=spot(["All"]))}
    assert inked(b"/C cs 1 scn 0 0 9 9 re f", **resources) == pytest.approx(400)
    assert inked(b"/C CS 1 SCN 0 0 m 9 9 l S", **resources) == 0


def test_the_ink_of_a_gradient_is_its_darkest():
    ends = [Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array([0, 0, 0, 0]),
                       C1=Array([0.9, 0.9, 0, 0])),
            Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array([0.9, 0.9, 0, 0]),
                       C1=Array([0, 0, 0, 0.1]))]  # fmt: skip
    function = Dictionary(FunctionType=3, Domain=Array([0, 1]), Bounds=Array([0.5]),
                          Encode=Array([0, 1, 0, 1]), Functions=Array(ends))  # fmt: skip
    shading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Function=function,
                         Coords=Array([0, 0, 9, 9]))  # fmt: skip
    assert inked(b"/S sh", Shading=Dictionary(S=shading)) == pytest.approx(180)


def cmyk(*pixels):
    return b"".join(bytes(round(v * 255) for v in pixel) for pixel in pixels)


FOUR = cmyk((0, 0, 0, 0), (1, 0, 0, 0), (0.6, 0.4, 0.4, 1), (0, 0, 0, 1))


def drawn_ink(make):
    pdf = plain(b"q 1 0 0 1 0 0 cm /I Do Q")
    pdf.pages[0].Resources.XObject = Dictionary(I=make(pdf))
    return found(saved(pdf))


def test_the_ink_of_a_picture_is_measured_pixel_by_pixel():
    facts = drawn_ink(lambda pdf: image(pdf, 2, 2, FOUR))
    assert facts["most_ink"] == pytest.approx(240, abs=0.5)
    upside_down = {"Decode": Array([1, 0] * 4)}
    facts = drawn_ink(lambda pdf: image(pdf, 2, 2, FOUR, **upside_down))
    assert facts["most_ink"] == pytest.approx(400)


def test_the_ink_of_a_picture_with_a_palette_a_profile_or_differences_is_measured():
    def with_palette(pdf):
        space = Array([Name.Indexed, Name.DeviceCMYK, 3, pikepdf.String(FOUR)])
        return image(pdf, 4, 1, b"\0\1\2\3", space)

    assert drawn_ink(with_palette)["most_ink"] == pytest.approx(240, abs=0.5)

    def with_profile(pdf):
        return image(pdf, 2, 2, FOUR, Array([Name.ICCBased, pdf.make_indirect(icc(pdf))]))

    assert drawn_ink(with_profile)["most_ink"] == pytest.approx(240, abs=0.5)

    def with_differences(pdf):
        rows = b"".join(b"\2" + bytes([10, 0, 0, 0]) * 2 for _ in range(9))
        parms = Dictionary(Predictor=15, Colors=4, Columns=2)
        return image(pdf, 2, 9, rows, DecodeParms=parms)

    # Nine rows, each ten steps darker than the last.
    assert drawn_ink(with_differences)["most_ink"] == pytest.approx(90 / 2.55, abs=0.1)


def test_the_ink_of_a_jpeg_of_cmyk_is_measured_right_side_up():
    from PIL import Image

    file = io.BytesIO()
    Image.new("CMYK", (16, 16), (153, 102, 102, 255)).save(file, "JPEG", quality=95)
    raw = file.getvalue()

    def jpeg(pdf):
        return pdf.make_indirect(
            Stream(pdf, raw, Type=Name.XObject, Subtype=Name.Image, Width=16, Height=16,
                   ColorSpace=Name.DeviceCMYK, BitsPerComponent=8, Filter=Name.DCTDecode,
                   Decode=Array([1, 0] * 4))
        )  # fmt: skip

    assert drawn_ink(jpeg)["most_ink"] == pytest.approx(240, abs=2)


def test_ink_above_the_limit_is_found_and_at_the_limit_is_not():
    data = saved(plain(b"0.6 0.4 0.4 1 k 0 0 9 9 re f", pages=2))
    assert told(data, Expected(ink_limit=240, shop="A shop")) == []
    assert told(data, Expected(ink_limit=230, shop="A shop")) == [
        ("file.ink", "pages 1 and 2: 240 % of ink, A shop wants at most 230 %")
    ]


# --- lines and fonts ---


@pytest.mark.parametrize(
    ("content", "points"),
    [
        (b"0.25 w 0 0 m 9 9 l S", None),
        (b"0.2 w 0 0 m 9 9 l S", "0.2 pt"),
        (b"0 w 0 0 m 9 9 l S", "the thinnest that a device can draw"),
        (b"q 0.1 0 0 0.1 0 0 cm 1 w 0 0 m 9 9 l S Q", "0.1 pt"),
        (b"q 0.1 0 0 5 0 0 cm 1 w 0 0 m 9 9 l S Q", "0.1 pt"),
        (b"/G gs 0 0 m 9 9 l S", "0.15 pt"),
        (b"0.1 w 0 0 9 9 re f", None),
    ],
)
def test_thin_lines_are_found_at_the_size_they_are_printed(content, points):
    data = saved(plain(content, ExtGState=Dictionary(G=Dictionary(LW=0.15))))
    message = f"page 1: a line of {points}, at least 0.25 pt print well"
    assert told(data) == ([("file.thin-line", message)] if points else [])


@pytest.mark.parametrize(("side", "severity"), [("face", "warning"), ("page", "note")])
def test_the_lines_of_cards_shown_small_in_a_rulebook_are_only_noted(side, severity):
    report, expected = Report(), Expected(shows=(Shown(side, "main", "a"),))
    verify_pdf("deck.pdf", saved(plain(b"0.1 w 0 0 m 9 9 l S")), expected, report)
    found = {one.code: one.severity for one in report.problems}
    assert found["file.thin-line"] == severity


def test_a_pdf_for_the_screen_may_have_thin_lines():
    data = saved(plain(b"0.1 w 0 0 m 9 9 l S"))
    assert told(data, Expected(screen=True)) == []


def test_text_is_found_where_a_shop_wants_shapes():
    file = io.BytesIO()
    page = canvas.Canvas(file, (200, 270))
    page.drawString(20, 20, "Helvetica is never embedded")
    page.save()
    data = file.getvalue()
    assert codes(told(data)) == ["file.fonts"]
    problems = told(data, Expected(outlines=True, shop="A shop"))
    assert ("file.fonts", "A shop wants text as shapes, found Helvetica") in problems


# --- order and copies that are said ---


def shows(words):
    """Return what pages show: `fa` is the face of card a, `ba` its back, `b` one of no card."""
    sides = {"f": "face", "b": "back"}
    return tuple(Shown(sides[w[0]], "main", w[1:], w[1:]) for w in words.split())


@pytest.mark.parametrize(
    ("order", "right", "wrong"),
    [
        ("face-back", "fa ba fb bb", "ba fa bb fb"),
        ("back-face", "ba fa bb fb", "fa ba fb bb"),
        ("backs-last", "fa fb b", "fa b fb"),
        ("two-files", "fa fb", "fa b"),
        ("two-files", "b", "fa b"),
    ],
)
def test_the_order_that_a_printer_wants_is_kept(order, right, wrong):
    for words, codes_found in ((right, []), (wrong, ["file.order"])):
        data = saved(plain(pages=len(words.split())))
        wanted = Expected(shows=shows(words), order=order)
        assert codes(told(data, wanted)) == codes_found, words


def test_a_back_behind_another_card_is_found():
    data = saved(plain(pages=4))
    wanted = Expected(shows=shows("fa ba fb ba"), order="face-back")
    assert told(data, wanted) == [("file.back", "page 4: the back is that of another card")]
    assert told(data, wanted._replace(shows=shows("fa b fb b"))) == []


# --- files by others ---


def test_a_file_of_our_own_is_right_and_its_table_says_what_it_is():
    black = Color("cmyk", (0.0, 0.0, 0.0, 1.0))
    ink = (Rect(Box(0, 0, 69, 94), fill=black), Line(Point(0, 0), Point(9, 9), black, 0.1))
    page = Page(Size(69, 94), Box(3, 3, 63, 88), Box(0, 0, 69, 94), ink)
    data = render([page] * 2, Fonts(), PdfInfo("Deck", "en", "1"))
    job = PressJob("pdfx-4", shops()["press"].press, PressSpec())
    file = PdfFile("a.pdf", (page, page), "", shows("fa fb"), job)
    problems = told(data, expected_of(file, shops()["press"]))
    assert codes(problems) == ["file.order", "file.standard"] or codes(problems) == [
        "file.standard"
    ]
    facts = found(data)
    assert facts["pages"] == 2
    assert facts["colours"] == ["DeviceCMYK"]
    assert facts["thinnest_line_pt"] == pytest.approx(0.283, abs=0.001)
    assert facts["boxes"][0]["TrimBox"] == pytest.approx([3, 3, 63, 88], abs=0.01)


def test_a_file_is_judged_by_the_ink_limit_it_was_made_for():
    page = Page(Size(69, 94), Box(3, 3, 63, 88), Box(0, 0, 69, 94), ())
    for own, limit in ((200.0, 200), (None, 280)):
        wish = shops()["longpack"].press
        file = PdfFile("a.pdf", (page,), "", (), PressJob("pdfx-4", wish, PressSpec(ink_limit=own)))
        assert expected_of(file, shops()["longpack"]).ink_limit == limit


def test_a_plain_file_of_reportlab_is_read():
    file = io.BytesIO()
    page = canvas.Canvas(file, (200, 270))
    page.setFillColor(CMYKColor(0.5, 0.5, 0.5, 0.5))
    page.rect(0, 0, 50, 50, fill=1, stroke=0)
    page.showPage()
    page.save()
    assert told(file.getvalue()) == []
    assert found(file.getvalue())["most_ink"] == pytest.approx(200)


@pytest.mark.skipif(not shutil.which("gs"), reason="Ghostscript is not installed")
def test_a_file_of_ghostscript_is_read(tmp_path):
    source = tmp_path / "a.ps"
    source.write_text("0.2 0.3 0.4 0.5 setcmykcolor 0 0 90 90 rectfill showpage")
    made = tmp_path / "a.pdf"
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", f"-o{made}", str(source)]
    subprocess.run(command, check=True)
    assert told(made.read_bytes()) == []
    assert found(made.read_bytes())["most_ink"] == pytest.approx(140, abs=0.5)


def test_a_file_packed_by_another_writer_is_read_like_the_first():
    pdf = plain(b"0.6 0.4 0.4 1 k 0 0 9 9 re f")
    packed = saved(pdf, "1.7", object_stream_mode=pikepdf.ObjectStreamMode.generate)
    assert found(packed)["most_ink"] == found(saved(pdf))["most_ink"] == pytest.approx(240)
    twice = plain()
    add_page(twice, b"0 0 0 1 k 0 0 9 9 re f")
    assert found(saved(twice, linearize=True))["pages"] == 2


def test_nothing_heavy_is_imported_before_a_file_is_looked_at():
    code = (
        "import sys; import cardforge.check.verify.finished;"
        "heavy = ('numpy', 'pikepdf', 'pypdfium2', 'PIL.Image', 'isal');"
        "print([m for m in heavy if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
