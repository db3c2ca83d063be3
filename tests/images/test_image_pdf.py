"""Pages of PDF files as art: drawn as shapes, sharp at any size, with what is dangerous refused."""

import io
import zlib

import pikepdf
import pytest
from showing import (
    BLUE,
    GREEN,
    HERE,
    INFO,
    RED,
    YELLOW,
    Box,
    Desk,
    at,
    by_pdfium,
    by_poppler,
    corners,
    drawn_by_both,
    element,
    laid_out,
    near,
    page_of,
    pdf_of,
    read_corners,
)

from cardforge.fonts import find_font
from cardforge.images import Art, facts, thumbnail
from cardforge.images.pdf_art import MOST_CONTENT, art, fonts_of
from cardforge.images.values import AS_IT_IS
from cardforge.layout.pictures import picture_aspect
from cardforge.render.pdf import render
from cardforge.render.pictures import picture

WHITE = (255, 255, 255)
BOX = Box(4.0, 4.0, 54.0, 36.0)
ALL = [RED, GREEN, BLUE, YELLOW]


def rgb(color):
    return " ".join(f"{value / 255:.4f}" for value in color)


def four_corners(width=300, height=200, x=0, y=0):
    """Return operators that fill the corners of a box, red, green, blue and yellow, row by row."""
    w, h = width / 3, height / 3
    places = [(x, y + height - h), (x + width - w, y + height - h), (x, y), (x + width - w, y)]
    parts = [f"{rgb(color)} rg {px} {py} {w} {h} re f"
             for color, (px, py) in zip(ALL, places, strict=True)]  # fmt: skip
    return "\n".join(parts).encode()


def pdf(
    folder, name="a.pdf", content=None, pages=None, change=None, media=(0, 0, 300, 200), **save
):
    """Save a PDF whose pages have these contents; `change` gets document and first page."""
    document = pikepdf.new()
    for operators in pages or [four_corners() if content is None else content]:
        page = document.add_blank_page(page_size=(media[2] - media[0], media[3] - media[1]))
        page.MediaBox = pikepdf.Array(media)
        page.Contents = document.make_stream(operators)
    if change is not None:
        change(document, document.pages[0])
    document.save(folder / name, static_id=True, **save)
    return folder / name


def looks(pixels, box, wanted, tolerance=12):
    found = read_corners(pixels, box)
    return all(near(a, b, tolerance) for a, b in zip(found, wanted, strict=True))


def objects_of(data, kind):
    with pikepdf.open(io.BytesIO(data)) as document:
        return [dict(o) for o in document.objects
                if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == kind]  # fmt: skip


def codes(folder, name="a.pdf", **keys):
    ink, desk = laid_out(folder, name, **keys)
    assert bool(ink) == (not desk.report.has_errors)
    return desk.codes


def test_a_page_is_drawn_as_shapes_by_whoever_draws_it(tmp_path):
    pdf(tmp_path)
    made = pdf_of(tmp_path, "a.pdf", box=BOX)
    assert not objects_of(made, "/Image")
    for drawn in (by_pdfium(made), by_poppler(made, tmp_path)):
        assert looks(drawn, BOX, ALL)
        assert near(at(drawn, BOX.centre.x, BOX.centre.y), WHITE)


@pytest.mark.parametrize(
    ("turn", "wanted"),
    [
        (90, [BLUE, RED, YELLOW, GREEN]),
        (180, [YELLOW, BLUE, GREEN, RED]),
        (270, [GREEN, YELLOW, RED, BLUE]),
    ],
)
def test_a_page_that_is_shown_turned_is_drawn_turned(tmp_path, turn, wanted):
    pdf(tmp_path, change=lambda _, page: page.rotate(turn, relative=False))
    assert facts(tmp_path / "a.pdf").upright_px == (
        (20000, 30000) if turn % 180 else (30000, 20000)
    )
    for drawn in drawn_by_both(tmp_path, "a.pdf", box=BOX, fit="stretch"):
        assert looks(drawn, BOX, wanted)


def test_a_turn_is_found_where_pages_inherit_it(tmp_path):
    def inherit(document, _page):
        document.Root.Pages.Rotate = 90

    pdf(tmp_path, change=inherit)
    drawn = by_pdfium(pdf_of(tmp_path, "a.pdf", box=BOX, fit="stretch"))
    assert looks(drawn, BOX, [BLUE, RED, YELLOW, GREEN])


BOXES = {"trim": (RED, GREEN), "media": (WHITE, WHITE)}


@pytest.mark.parametrize("page_box", BOXES)
def test_the_box_of_the_page_is_its_size(tmp_path, page_box):
    def trim(_, page):
        page.TrimBox = pikepdf.Array([50, 100, 350, 300])

    pdf(tmp_path, content=four_corners(x=50, y=100), change=trim, media=(-100, 0, 400, 400))
    drawn = by_pdfium(pdf_of(tmp_path, "a.pdf", box=BOX, fit="stretch", page_box=page_box))
    found = read_corners(drawn, BOX)[:2]
    assert all(near(a, b) for a, b in zip(found, BOXES[page_box], strict=True)), found


def test_any_page_may_be_chosen_and_one_that_is_not_there_is_said(tmp_path):
    pdf(tmp_path, pages=[b"1 0 0 rg 0 0 300 200 re f", b"0 0 1 rg 0 0 300 200 re f"])
    drawn = by_pdfium(pdf_of(tmp_path, "a.pdf", box=BOX, page=2))
    assert near(at(drawn, 30, 20), (0, 0, 255))
    assert codes(tmp_path, page=3) == ["image.page"]
    corners().save(tmp_path / "a.png")
    assert codes(tmp_path, "a.png", page=2) == ["image.page"]
    assert codes(tmp_path, "a.png", page_box="media") == ["image.page"]


def test_all_that_is_done_to_the_place_of_a_picture_is_done_to_a_page(tmp_path):
    pdf(tmp_path)
    turned = by_pdfium(pdf_of(tmp_path, "a.pdf", box=BOX, fit="stretch", turn=90))
    assert looks(turned, BOX, [BLUE, RED, YELLOW, GREEN])
    cut = by_pdfium(pdf_of(tmp_path, "a.pdf", box=BOX, fit="stretch", crop={"left": "70%"}))
    assert looks(cut, BOX, [GREEN, GREEN, YELLOW, YELLOW])
    masked = by_pdfium(pdf_of(tmp_path, "a.pdf", box=BOX, fit="stretch", mask="ellipse"))
    assert near(at(masked, BOX.x + 1, BOX.y + 1), WHITE)
    tiled = by_pdfium(pdf_of(tmp_path, "a.pdf", box=BOX, fit="tile", tile=18, align="left",
                             valign="top"))  # fmt: skip
    assert looks(tiled, Box(BOX.x + 18, BOX.y + 12, 18, 12), ALL)
    own = Box(BOX.x, BOX.y, 300 / 72 * 25.4, 200 / 72 * 25.4)
    natural = by_pdfium(pdf_of(tmp_path, "a.pdf", box=BOX, fit="none", align="left", valign="top"))
    assert near(at(natural, own.x + 10, own.y + 10), RED)
    assert picture_aspect(element("a.pdf", turn=90), Desk(tmp_path)) == pytest.approx(2 / 3)


@pytest.mark.parametrize("keys", [{"grey": True}, {"tint": "#ff0000"}, {"bleed_from": "mirror"}])
def test_what_needs_pixels_is_no_key_for_a_page(tmp_path, keys):
    pdf(tmp_path)
    assert codes(tmp_path, **keys) == ["image.vector"]


def test_a_page_begins_with_a_pen_of_its_own(tmp_path):
    """Black, one point wide: whatever was drawn on the card before."""
    pdf(tmp_path, content=b"0 0 300 100 re f 0 150 m 300 150 l S")
    pdf(tmp_path, "b.pdf", content=b"0 1 0 rg 0 1 0 RG 30 w 0 0 10 10 re f")
    (first,), _ = laid_out(tmp_path, "b.pdf", Box(0.0, 60.0, 30.0, 20.0))
    (second,), desk = laid_out(tmp_path, "a.pdf", BOX)
    drawn = by_pdfium(render([page_of((first, second))], desk.fonts, INFO), 200)
    assert near(at(drawn, 30, 30, dpi=200), (0, 0, 0))
    assert near(at(drawn, 30, 9, dpi=200), WHITE)


def test_a_page_may_use_all_that_pages_use(tmp_path):
    """Fonts, pictures with masks, forms in forms, patterns, opacity, in streams of many kinds."""
    corners().save(tmp_path / "p.png")

    def fill(document, page):
        inner = document.make_stream(b"1 0 0 rg 0 0 10 10 re f")
        inner.Type, inner.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
        inner.BBox = pikepdf.Array([0, 0, 10, 10])
        outer = document.make_stream(b"q 10 0 0 10 0 0 cm /In Do Q")
        outer.Type, outer.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
        outer.BBox = pikepdf.Array([0, 0, 100, 100])
        outer.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(In=inner))
        image = document.make_stream(zlib.compress(bytes([0, 0, 255] * 4)))
        image.Type, image.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        image.Width = image.Height = 2
        image.ColorSpace, image.BitsPerComponent = pikepdf.Name.DeviceRGB, 8
        image.Filter = pikepdf.Name.FlateDecode
        page.Resources = pikepdf.Dictionary(
            XObject=pikepdf.Dictionary(Out=outer, Im=image),
            ExtGState=pikepdf.Dictionary(G=pikepdf.Dictionary(ca=0.5)),
        )
        # A chain that ends where it began.
        page.Resources.ExtGState.G.Me = document.make_indirect(pikepdf.Dictionary())
        page.Resources.ExtGState.G.Me.Again = page.Resources.ExtGState.G.Me
        page.Contents = pikepdf.Array([
            document.make_stream(b"q /Out Do Q"),
            document.make_stream(b"q 100 0 0 100 100 0 cm /Im Do Q"),
            document.make_stream(b"q /G gs 0 g 200 0 100 100 re f Q"),
        ])  # fmt: skip

    pdf(tmp_path, change=fill, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    for drawn in drawn_by_both(tmp_path, "a.pdf", box=BOX):
        assert near(at(drawn, BOX.x + 9, BOX.bottom - 9), (255, 0, 0))
        assert near(at(drawn, BOX.x + 27, BOX.bottom - 9), (0, 0, 255))
        assert near(at(drawn, BOX.x + 45, BOX.bottom - 9), (128, 128, 128))


def lettered(folder, name="a.pdf"):
    """Save a page of letters, set by this program itself, with its font inside."""
    from cardforge.color import Color
    from cardforge.fonts import Fonts
    from cardforge.geometry import Point, Size
    from cardforge.ink import Page, Text

    fonts = Fonts()
    fonts.add("text", find_font("Lato-Bold", folder))
    whole = Box(0.0, 0.0, 60.0, 40.0)
    text = Text(Point(3.0, 30.0), "Dragon", "text", 44.0, Color("rgb", (0.8, 0.1, 0.1)))
    (folder / name).write_bytes(
        render([Page(Size(60.0, 40.0), whole, whole, (text,))], fonts, INFO)
    )


def test_letters_stay_letters_with_their_font(tmp_path):
    lettered(tmp_path)
    assert all(font.is_inside for font in fonts_of(tmp_path / "a.pdf", 1))
    made = pdf_of(tmp_path, "a.pdf", box=BOX)
    (tmp_path / "made.pdf").write_bytes(made)
    import subprocess

    said = subprocess.run(["pdftotext", "made.pdf", "-"], cwd=tmp_path, capture_output=True)
    assert said.stdout.split() == [b"Dragon"]
    before = by_pdfium((tmp_path / "a.pdf").read_bytes(), 100)
    after = by_pdfium(made, 100)
    assert abs((before[:, :, 1] < 100).sum() * 0.81 / (after[:, :, 1] < 100).sum() - 1) < 0.06


def test_a_font_that_is_not_inside_is_said(tmp_path):
    def name_font(_document, page):
        font = pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
        )
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))

    pdf(tmp_path, content=b"BT /F1 40 Tf 20 50 Td (Words) Tj ET", change=name_font)
    ink, desk = laid_out(tmp_path, "a.pdf")
    assert ink
    assert desk.codes == ["image.pdf-font"]
    assert "Helvetica" in desk.said[0][2]


def test_one_page_is_stored_once_on_all_cards_and_pages_share_their_font(tmp_path):
    lettered(tmp_path)
    with pikepdf.open(tmp_path / "a.pdf") as document:
        document.pages.append(document.pages[0])
        document.pages[1].Contents = document.make_stream(
            document.pages[0].Contents.read_bytes() + b"\n0 0 1 rg 0 0 9 9 re f"
        )
        document.save(tmp_path / "two.pdf", static_id=True)
    desk, pages = Desk(tmp_path), []
    for page in (1, 2, 1, 2, 1):
        ink, _ = laid_out(tmp_path, "two.pdf", BOX, desk=desk, page=page)
        pages.append(page_of(ink))
    made = render(pages, desk.fonts, INFO)
    with pikepdf.open(io.BytesIO(made)) as document:
        fonts = [o for o in document.objects
                 if isinstance(o, pikepdf.Dictionary) and "/FontFile2" in o]  # fmt: skip
    assert len(fonts) == 1
    assert made == render(pages, desk.fonts, INFO)


# --- refused ---


def scripted(document, _):
    document.Root.OpenAction = pikepdf.Dictionary(
        S=pikepdf.Name.JavaScript, JS=pikepdf.String("app.alert(1)")
    )


def named_scripts(document, _):
    document.Root.Names = pikepdf.Dictionary(JavaScript=pikepdf.Dictionary(Names=pikepdf.Array()))


def hidden_layer(document, _):
    layer = document.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="hidden"))
    document.Root.OCProperties = pikepdf.Dictionary(
        OCGs=pikepdf.Array([layer]), D=pikepdf.Dictionary(OFF=pikepdf.Array([layer]))
    )


@pytest.mark.parametrize(
    ("change", "save"),
    [
        (scripted, {}),
        (named_scripts, {}),
        (hidden_layer, {}),
        (None, {"encryption": pikepdf.Encryption(owner="o", user="u")}),
        (None, {"encryption": pikepdf.Encryption(owner="o", user="")}),
        (lambda _, page: page.obj.__setitem__("/MediaBox", pikepdf.Array([0, 0, 0, 0])), {}),
    ],
)
def test_passwords_scripts_and_hidden_layers_are_refused(tmp_path, change, save):
    pdf(tmp_path, change=change, **save)
    ink, desk = laid_out(tmp_path, "a.pdf")
    assert (ink, desk.codes) == ((), ["image.pdf-unsafe"])
    assert desk.report.problems[0].span == HERE
    assert desk.report.problems[0].hint


def test_notes_on_a_page_are_said_not_to_be_drawn(tmp_path):
    def note(_document, page):
        page.Annots = pikepdf.Array([
            pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.FreeText,
                               Rect=pikepdf.Array([0, 0, 50, 50])),
        ])  # fmt: skip

    pdf(tmp_path, change=note)
    ink, desk = laid_out(tmp_path, "a.pdf")
    assert ink
    assert desk.codes == ["image.pdf-notes"]
    assert not desk.report.has_errors


def bomb(document, page):
    packed = zlib.compress(zlib.compress(b"0 0 9 9 re f\n" * (MOST_CONTENT // 12), 1), 1)
    page.Contents = document.make_stream(packed)
    page.Contents.Filter = pikepdf.Array([pikepdf.Name.FlateDecode] * 2)


def simple_bomb(document, page):
    page.Contents = document.make_stream(zlib.compress(b"0 0 9 9 re f\n" * (MOST_CONTENT // 12), 1))
    page.Contents.Filter = pikepdf.Name.FlateDecode


def many_objects(document, page):
    kids = [document.make_indirect(pikepdf.Dictionary(A=index)) for index in range(20_010)]
    page.Resources = pikepdf.Dictionary(Properties=pikepdf.Array(kids))


def deep(document, page):
    inner = pikepdf.Array([1])
    for _ in range(200):
        inner = document.make_indirect(pikepdf.Array([inner]))
    page.Resources = pikepdf.Dictionary(Properties=inner)


def giant_picture(document, page):
    image = document.make_stream(b"")
    image.Type, image.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
    image.Width = image.Height = 50_000
    page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im=image))


@pytest.mark.parametrize("change", [bomb, simple_bomb, many_objects, deep, giant_picture])
def test_what_unpacks_to_more_than_a_card_can_need_is_refused(tmp_path, change):
    pdf(tmp_path, change=change)
    assert codes(tmp_path) == ["image.too-large"]


def test_forms_that_draw_each_other_end(tmp_path):
    def circle(document, page):
        one, other = document.make_stream(b"/B Do"), document.make_stream(b"/A Do")
        for form, name, inner in ((one, "B", other), (other, "A", one)):
            form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
            form.BBox = pikepdf.Array([0, 0, 9, 9])
            form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary({f"/{name}": inner}))
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=one))

    pdf(tmp_path, content=four_corners() + b"\n/A Do", change=circle)
    drawn = by_pdfium(pdf_of(tmp_path, "a.pdf", box=BOX))
    assert looks(drawn, BOX, ALL)


def form(document, content, **resources):
    made = document.make_stream(content)
    made.Type, made.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    made.BBox = pikepdf.Array([0, 0, 300, 200])
    if resources:
        made.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(**resources))
    return made


@pytest.mark.parametrize("name", ["A", "OC", "Parent", "Length", "SMask"])
def test_a_form_may_be_called_like_anything(tmp_path, name):
    def change(document, page):
        inner = form(document, four_corners())
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary({f"/{name}": inner}))

    pdf(tmp_path, content=f"/{name} Do".encode(), change=change)
    assert not art(tmp_path / "a.pdf", AS_IT_IS).is_clear
    assert looks(by_pdfium(pdf_of(tmp_path, "a.pdf", box=BOX)), BOX, ALL)


def test_forms_that_draw_forms_ten_times_each_are_refused_before_they_are_drawn(tmp_path):
    def change(document, page):
        inner = form(document, b"0 0 9 9 re f " * 10)
        for _ in range(9):
            inner = form(document, b"/F#72 Do " * 10, Fr=inner)
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Fr=inner))

    pdf(tmp_path, content=b"/Fr Do", change=change)
    assert codes(tmp_path) == ["image.too-large"]


@pytest.mark.parametrize("share", [0.05, 0.4, 0.8])
def test_a_torn_pdf_is_mended_or_said_to_be_broken(tmp_path, share):
    data = pdf(tmp_path).read_bytes()
    (tmp_path / "a.pdf").write_bytes(data[: int(len(data) * share)])
    ink, desk = laid_out(tmp_path, "a.pdf")
    assert ink or desk.codes[0] in ("image.broken", "image.pdf-unsafe", "image.page")


def test_what_only_begins_like_a_pdf_is_broken(tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7\nnothing more")
    assert codes(tmp_path) == ["image.broken"]


def test_a_page_without_anything_on_it_draws_nothing(tmp_path):
    pdf(tmp_path, change=lambda _, page: page.obj.__delitem__("/Contents"))
    assert by_pdfium(pdf_of(tmp_path, "a.pdf")).min() == 255


# --- what else asks for pictures ---


def test_a_page_is_seen_by_what_judges_colours(tmp_path):
    pdf(tmp_path)
    small = thumbnail(tmp_path / "a.pdf", 60)
    assert (small.width_px, small.height_px) == (60, 40)
    assert near(tuple(small.data[:3]), RED, 4)
    assert small.alpha[0] == 255
    assert small.alpha[20 * 60 + 30] == 0


def test_art_is_counted_by_its_bytes(tmp_path):
    pdf(tmp_path)
    made = picture(tmp_path / "a.pdf")
    assert isinstance(made, Art)
    assert 100 < made.size < 2000
    assert made == art(tmp_path / "a.pdf", AS_IT_IS)
    corners().save(tmp_path / "a.png")
    assert not isinstance(picture(tmp_path / "a.png"), Art)
