"""Packages for shops as they failed elsewhere: sizes, boxes, black, limits, sheets."""

import numpy as np
import pikepdf
import pypdfium2
import pytest
from games import FILLED, head, run, tint, tinted, write
from PIL import Image
from shipped_cases import POKER, export, needs_profile, pdf_of, seen

# 16: shop file with crop marks or without boxes


@needs_profile
def test_a_shop_gets_pages_with_their_boxes_and_without_marks(tmp_path):
    text = head(format=POKER) + FILLED + tinted(2, back="reverse")
    package, _ = export(write(tmp_path / "game", text), "drivethrucards")
    path = pdf_of(package)
    inch = 72
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 4
        for page in pdf.pages:
            boxes = {
                name: [float(value) / inch for value in page.obj[name]]
                for name in ("/MediaBox", "/BleedBox", "/TrimBox")
            }
            assert boxes["/MediaBox"] == pytest.approx([0, 0, 2.75, 3.75], abs=1e-3)
            assert boxes["/BleedBox"] == pytest.approx([0, 0, 2.75, 3.75], abs=1e-3)
            assert boxes["/TrimBox"] == pytest.approx([0.125, 0.125, 2.625, 3.625], abs=1e-3)
    document = pypdfium2.PdfDocument(path)
    for page in document:
        # One colour from edge to edge: whatever else lay on the page would be a mark.
        assert np.ptp(seen(page, 72).reshape(-1, 3), axis=0).max() == 0
    document.close()


# 18: export a pixel or two short


@pytest.mark.parametrize(
    ("shop", "form", "pixels"),
    [
        ("the-game-crafter", "{trim: [2.5in, 3.5in], bleed: 0.125in, safe: 3}", (825, 1125)),
        ("makeplayingcards", "{trim: [2.5in, 3.5in], bleed: 0.12in, safe: 3}", (822, 1122)),
        ("game-prototyper", "{trim: [63mm, 88mm], bleed: 3mm, safe: 3}", (815, 1110)),
        ("game-prototyper", "{trim: [56mm, 87mm], bleed: 3mm, safe: 3}", (732, 1098)),
        ("game-prototyper", "{trim: [70mm, 120mm], bleed: 3mm, safe: 3}", (898, 1488)),
    ],
)
def test_pixels_are_the_outer_size_rounded_once(tmp_path, shop, form, pixels):
    game = write(tmp_path / "game", head(format=form) + FILLED + tinted(1))
    package, _ = export(game, shop)
    (path,) = sorted((package / "cards").rglob("*.png"))
    with Image.open(path) as image:
        assert image.size == pixels


# 43: PDF differs from preview or PNG


WRAPPED = """templates:
  worded:
    elements:
      - {paragraph: "{{ title }}", font: plain, size: 10 pt, box: safe}
decks:
  main:
    face: worded
    back: none
    hidden: false
    rows:
      - {id: a, title: "TITLE"}
"""
PROSE = (
    "The quick brown fox jumps over the lazy dog while 11 wizards boil AVATAR WAVE potions. " * 3
)


def lines_of(path):
    """Return the lines of text on the first page of a PDF and the size of its letters in points."""
    document = pypdfium2.PdfDocument(path)
    page = document[0].get_textpage()
    text = page.get_text_range().replace("\r", "").strip()
    height = sorted({round(page.get_charbox(i)[3] - page.get_charbox(i)[1], 2)
                     for i in range(40)})[-1]  # fmt: skip
    page.close()
    document.close()
    return text.split("\n"), height


@needs_profile
def test_a_paragraph_breaks_alike_in_every_file(tmp_path):
    game = write(tmp_path / "game", head() + WRAPPED.replace("TITLE", PROSE.strip()))
    press, _ = export(game, "press")
    prototype, _ = export(game, "game-prototyper")
    ran = run("build", game, "--out", tmp_path / "out", "--paper", "a4")
    assert ran.code == 0, ran.said
    lines, height = lines_of(pdf_of(press))
    sheet_lines, sheet_height = lines_of(next((tmp_path / "out").rglob("sheets-a4-en.pdf")))
    assert len(lines) > 4
    assert sheet_lines[: len(lines)] == lines or set(lines) <= set(sheet_lines)
    assert height == pytest.approx(sheet_height, abs=0.02)
    # The picture is the page of the press, at 300 dpi and at a third of that.
    (path,) = sorted((prototype / "cards").rglob("*.png"))
    document = pypdfium2.PdfDocument(pdf_of(press))
    with Image.open(path) as image:
        large = image.convert("L")
        third = large.resize(
            (round(large.width / 3), round(large.height / 3)), Image.Resampling.BOX
        )
    for dpi, picture in ((300, large), (100, third)):
        page = document[0].render(scale=dpi / 72).to_pil().convert("L").resize(picture.size)
        unlike = np.abs(np.asarray(page, float) - np.asarray(picture, float))
        assert (unlike > 100).mean() < 0.004, dpi
    assert np.asarray(large).min() < 60
    document.close()


# 74: more cards than the shop takes


@pytest.mark.parametrize(("copies", "told"), [(612, False), (613, True)])
def test_a_check_for_a_shop_counts_the_cards(tmp_path, copies, told):
    rows = tinted(1).replace("{id: c0,", f"{{id: c0, copies: {copies},")
    assert str(copies) in rows
    game = write(tmp_path / "game", head(format=POKER) + FILLED + rows)
    ran = run("check", game, "--shop", "makeplayingcards")
    assert ran.code == 0, ran.said
    assert ("warning[shop.too-many]" in ran.said) == told
    assert ("612" in ran.said and "613" in ran.said) == told


# 106: black text in four colours, flat black areas


BLACK = """fonts: {plain: Lato-Regular}
templates:
  black:
    elements:
      - {shape: rectangle, fill: "#000000", box: bleed}
      - {shape: rectangle, fill: "#ffffff", box: {left: 5, top: 5, width: 50, height: 30}}
      - {text: small black text, font: plain, size: 8 pt, color: "#000000",
         box: {left: 6, top: 6, width: 48, height: 10}}
      - {text: pure red text, font: plain, size: 8 pt, color: "#ff0000",
         box: {left: 6, top: 20, width: 48, height: 10}}
decks:
  main: {face: black, back: none, hidden: false, rows: [{id: a}]}
"""


def painted(pdf):
    """Return the ink of every area and of every text of a PDF, as pairs of what and ink."""
    found = []
    streams = [page.obj for page in pdf.pages]
    streams += [
        entry
        for entry in pdf.objects
        if isinstance(entry, pikepdf.Stream) and entry.get("/Subtype") == "/Form"
    ]
    for stream in streams:
        ink, kept = (), []
        for step in pikepdf.parse_content_stream(stream):
            operator = str(step.operator)
            assert operator not in ("rg", "RG")
            if operator == "q":
                kept.append(ink)
            elif operator == "Q":
                ink = kept.pop()
            elif operator in ("k", "g"):
                ink = tuple(round(float(value), 3) for value in step.operands)
            elif operator in ("Tj", "TJ"):
                found.append(("text", ink))
            elif operator in ("f", "f*", "B", "b"):
                found.append(("area", ink))
    return found


@needs_profile
def test_black_text_is_black_ink_and_a_black_area_the_rich_black_of_the_shop(tmp_path):
    game = write(tmp_path / "game", head(format=POKER, fonts=None) + BLACK)
    package, _ = export(game, "drivethrucards")
    with pikepdf.open(pdf_of(package)) as pdf:
        found = painted(pdf)
    assert ("text", (0, 0, 0, 1)) in found
    assert ("area", (0.6, 0.4, 0.4, 1)) in found
    red = [ink for what, ink in found if what == "text" and ink != (0, 0, 0, 1)]
    assert len(red) == 1
    assert red[0][1] > 0.7
    assert red[0][2] > 0.7
    assert max(sum(ink) for _, ink in found) <= 2.4


# 107: preset not checked


def wrong(tmp_path, form, shop, *more):
    game = write(tmp_path / "game", head(format=form) + FILLED + tinted(2))
    before = sorted(tmp_path.rglob("*"))
    ran = run("export", game, "--shop", shop, "--out", tmp_path / "out", *more)
    assert ran.code == 1, ran.said
    assert sorted(tmp_path.rglob("*")) == before
    assert run("check", game, "--shop", shop).code == (0 if more else 1)
    return ran.said


def test_a_card_of_another_size_is_told_in_inches_and_pixels(tmp_path):
    form = "{trim: [63mm, 88mm], bleed: 3mm, safe: 3}"
    said = wrong(tmp_path, form, "the-game-crafter", "--product", "PokerDeck")
    assert "63.5 × 88.9 mm" in said
    assert "2.5 × 3.5 in" in said
    assert "825 × 1125" in said
    assert "63 × 88 mm" in said


def test_a_bleed_taken_from_the_inside_is_told(tmp_path):
    form = "{trim: [2.25in, 3.25in], bleed: 0.125in, safe: 3}"
    said = wrong(tmp_path, form, "the-game-crafter")
    assert "57.15 × 82.55 mm" in said
    assert "2.25 × 3.25 in" in said
    # What would be made, and what is wanted.
    assert "764 × 1072 px" in said
    assert "750 × 1125 px" in said


def test_a_card_without_bleed_is_told(tmp_path):
    form = "{trim: [2.5in, 3.5in], bleed: 0, safe: 3}"
    text = FILLED.replace("box: bleed", "box: {left: 0, right: 0, top: 0, bottom: 0}")
    game = write(tmp_path / "game", head(format=form) + text + tinted(2, back="reverse"))
    ran = run("export", game, "--shop", "drivethrucards", "--out", tmp_path / "out")
    assert ran.code == 1, ran.said
    assert "error[shop.bleed]" in ran.said
    assert "the bleed is 3.1" in ran.said
    assert "825 × 1125" in ran.said
    assert "750 × 1050" in ran.said
    assert not (tmp_path / "out").exists()


# 108: Tabletop Simulator sheets


@pytest.mark.slow
@pytest.mark.parametrize(("count", "sheets"), [(1, 1), (69, 1), (70, 2), (139, 3)])
def test_every_card_is_on_a_sheet_of_at_most_69_faces(tmp_path, count, sheets):
    form = "{trim: [20, 28], bleed: 2, safe: 2}"
    text = head(format=form) + FILLED + tinted(count, back="reverse").replace("behind: ", "x: ")
    text = text.replace('"{{ behind }}"', '"#808080"')
    package, said = export(write(tmp_path / "game", text), "tabletop-simulator")
    found = sorted(path for path in package.rglob("*.png") if "face" in path.name)
    assert len(found) == sheets, said
    colours = set()
    for path in found:
        with Image.open(path) as image:
            assert image.width <= 4096
            assert image.height <= 4096
            colours |= set(image.convert("RGB").getcolors(1 << 24) or ())
    shown = {color for many, color in colours if many > 1000}
    for index in range(count):
        digits = tint(index)
        assert tuple(int(digits[i : i + 2], 16) for i in (1, 3, 5)) in shown, index
