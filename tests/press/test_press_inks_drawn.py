"""Inks of their own in a PDF: spot colours, the overprinting line of a die, mixed pictures."""

import io
import subprocess
import zlib

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image as Pillow
from press_pages import CMYK, FONTS, INFO, at, box, ink_of, needs_ghostscript, page, picture_of

from cardforge.color import REGISTRATION, Color
from cardforge.geometry import Box, Insets, Point, Size
from cardforge.ink import Group, Image, Plate, Rect, Text, Use
from cardforge.render.pdf import render
from cardforge.render.pictures import Picture, tints

GOLD = Color("spot", (0.0, 0.2, 0.8, 0.1), None, "PANTONE 871 C")
CUT = Color("die", (0.0, 1.0, 0.0, 0.0), None, "Cut")
CYAN = CMYK(1, 0, 0, 0)
OPEN = []


def opened(*items, **more):
    OPEN.append(pikepdf.open(io.BytesIO(render([page(*items)], FONTS, INFO, **more))))
    return OPEN[-1]


def spaces(pdf):
    """Return every colour space of an ink of its own."""
    arrays = [found for found in pdf.objects if isinstance(found, pikepdf.Array) and len(found)]
    return [found for found in arrays if found[0] == "/Separation"]


def operators(holder):
    """Return (operator, operands) of a content stream."""
    return [
        (str(step.operator), [str(value) for value in step.operands])
        for step in pikepdf.parse_content_stream(holder)
    ]


def painted_with(holder):
    """Return for each painting operator whether fills and strokes overprint then."""
    states = holder.get("/Resources", {}).get("/ExtGState", {})
    now, before, found = (False, False), [], []
    for operator, operands in operators(holder):
        if operator == "gs" and "/OP" in states[operands[0]]:
            state = states[operands[0]]
            now = bool(state.op), bool(state.OP)
        elif operator == "q":
            before.append(now)
        elif operator == "Q":
            now = before.pop()
        elif operator in ("f", "S", "B", "Do", "Tj", "TJ"):
            found.append((operator, now))
    return found


def test_an_ink_of_its_own_is_a_separation_with_its_look_in_process_inks():
    pdf = opened(Rect(box(1, 1, 5, 5), fill=GOLD))
    (space,) = spaces(pdf)
    assert [str(space[1]), str(space[2])] == ["/PANTONE 871 C", "/DeviceCMYK"]
    tint = space[3]
    assert int(tint.FunctionType) == 2
    assert [float(v) for v in tint.C0] == [0, 0, 0, 0]
    assert [float(v) for v in tint.C1] == [0, 0.2, 0.8, 0.1]
    assert ("scn", ["1"]) in operators(pdf.pages[0])


def test_each_ink_is_one_object_however_often_and_however_it_is_drawn():
    other = GOLD._replace(values=(0.0, 0.3, 0.9, 0.0))
    plate = Plate("p", Size(5, 5), Insets(0, 0, 0, 0), (Rect(box(0, 0, 5, 5), fill=GOLD),))
    stroked = Rect(box(0, 0, 9, 9), stroke=GOLD, line_width=1)
    pdf = opened(Use(plate, Point(3, 3)), stroked, Rect(box(0, 0, 1, 1), fill=other))
    assert len(spaces(pdf)) == 1


@pytest.mark.parametrize(
    "name", ["Doré (mat)", "a/b#c", "50% <x> [y] {z}", "金", "tab\tand\\", "White_1-b.c"]
)
def test_the_name_of_an_ink_may_hold_any_characters(name):
    pdf = opened(Rect(box(1, 1, 5, 5), fill=GOLD._replace(spot=name)))
    assert str(spaces(pdf)[0][1]) == f"/{name}"


def test_only_what_is_drawn_for_a_die_overprints():
    plate = Plate("p", Size(5, 5), Insets(0, 0, 0, 0), (Rect(box(0, 0, 5, 5), fill=CYAN),))
    line = Rect(box(1, 1, 5, 5), stroke=CUT, line_width=0.2)
    pdf = opened(
        Rect(box(0, 0, 9, 9), fill=CYAN),
        line,
        Rect(box(0, 0, 2, 2), fill=CYAN),
        Rect(box(0, 0, 2, 2), stroke=CYAN, line_width=1),
        line,
        Use(plate, Point(3, 3)),
        Group((line,)),
        Text(Point(2, 9), "x", "body", 9, CUT),
        Rect(box(0, 0, 3, 3), fill=CYAN, stroke=CUT, line_width=1),
        Group((Rect(box(0, 0, 3, 3), fill=CYAN),), opacity=0.5),
    )
    drawn = painted_with(pdf.pages[0].obj)
    strokes_over = [over[1] for operator, over in drawn if operator in ("S", "B")]
    fills_over = [over[0] for operator, over in drawn if operator in ("f", "B")]
    assert strokes_over == [True, False, True, True, True]
    assert fills_over == [False, False, False]
    assert [over for operator, over in drawn if operator == "Tj"] == [(True, False)]
    # What is drawn from elsewhere takes over the state: it must not overprint.
    assert [over for operator, over in drawn if operator == "Do"] == [(False, False)] * 2
    states = [s for s in pdf.objects if isinstance(s, pikepdf.Dictionary) and "/OP" in s]
    assert {int(state.OPM) for state in states} == {1}


def test_a_picture_after_the_line_of_a_die_covers_what_lies_below(tmp_path):
    source = tmp_path / "red.png"
    Pillow.new("RGB", (2, 2), "red").save(source)
    line = Rect(box(1, 1, 5, 5), stroke=CUT, line_width=0.2)
    pdf = opened(line, Image(box(0, 0, 5, 5), str(source)), line)
    drawn = painted_with(pdf.pages[0].obj)
    assert [over for operator, over in drawn if operator == "Do"] == [(False, False)]
    assert [over[1] for operator, over in drawn if operator == "S"] == [True, True]


def test_a_page_without_special_inks_says_nothing_of_overprinting():
    content = operators(opened(Rect(box(0, 0, 9, 9), fill=CYAN, stroke=CYAN)).pages[0])
    assert "gs" not in [operator for operator, _ in content]


def test_the_colour_of_register_marks_stays_what_it_was():
    (space,) = spaces(opened(Rect(box(1, 1, 5, 5), fill=REGISTRATION)))
    assert [str(space[1]), str(space[2])] == ["/All", "/DeviceGray"]


@pytest.mark.parametrize("color", [Color("spot", (0, 0, 0, 1)), Color("lab", (1.0, 0.0, 0.0))])
def test_a_colour_that_no_page_knows_is_refused(color):
    with pytest.raises(ValueError, match="no page can be drawn"):
        opened(Rect(box(1, 1, 5, 5), fill=color))


def test_pictures_come_from_the_function_that_is_given_once_for_each_source():
    asked = []

    def picture(path, _edit):
        asked.append(str(path))
        return picture_of(np.full((2, 2, 4), (0, 255, 255, 0), np.uint8))

    image = Image(box(0, 0, 10, 10), "no such file")
    pdf = opened(image, image, pictures=picture)
    assert asked == ["no such file"]
    (found,) = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and "/Width" in o]
    assert found.ColorSpace == "/DeviceCMYK"


# --- pictures with a channel for an ink of its own ---

SILVER = Color("spot", (0.5, 0.0, 0.0, 0.3), None, "Silver")
MIXED = (10, 20, 30, 40, 128, 64)


def mixed_pdf():
    """Return the PDF of a picture of four process inks and two others."""
    pixels = bytes(MIXED) * 16
    entries = "/Type /XObject /Subtype /Image /Width 4 /Height 4 /BitsPerComponent 8"
    picture = Picture(f"{entries} /Filter /FlateDecode", zlib.compress(pixels), inks=(GOLD, SILVER))
    whole = Image(Box(0, 0, 20, 20), "mixed")
    return render([page(whole)], FONTS, INFO, lambda _, __: picture)


def test_a_picture_with_inks_of_its_own_names_them_after_the_process_inks():
    with pikepdf.open(io.BytesIO(mixed_pdf())) as pdf:
        (found,) = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and "/Width" in o]
        space = found.ColorSpace
        names = ["/Cyan", "/Magenta", "/Yellow", "/Black", "/PANTONE 871 C", "/Silver"]
        assert [str(name) for name in space[1]] == names
        assert [str(space[0]), str(space[2])] == ["/DeviceN", "/DeviceCMYK"]
        assert len(space[3].Domain) == 12


def postscript(code, numbers):
    """Return the stack after the steps of a function of type 4."""
    stack, words = list(numbers), code.decode().strip("{} ").split()
    for word in words:
        if word == "index":
            stack.append(stack[-1 - int(stack.pop())])
        elif word == "roll":
            by, count = int(stack.pop()), int(stack.pop())
            top = stack[-count:]
            stack[-count:] = top[-by:] + top[:-by]
        elif word in ("mul", "add"):
            b, a = stack.pop(), stack.pop()
            stack.append(a * b if word == "mul" else a + b)
        elif word == "pop":
            stack.pop()
        else:
            stack.append(float(word))
    return stack


@pytest.mark.parametrize("count", [1, 2, 3])
def test_inks_of_their_own_are_shown_on_top_of_the_process_inks(count):
    alternates = ((0.0, 0.2, 0.8, 0.1), (0.5, 0.0, 0.0, 0.3), (0.1, 0.1, 0.1, 0.0))[:count]
    process, own = (0.1, 0.2, 0.3, 0.4), (0.5, 0.25, 1.0)[:count]
    shown = [
        ink + sum(share * alternate[i] for share, alternate in zip(own, alternates, strict=True))
        for i, ink in enumerate(process)
    ]
    assert postscript(tints(alternates), (*process, *own)) == pytest.approx(shown)


@needs_ghostscript
def test_each_ink_of_such_a_picture_is_on_its_own_plate(tmp_path):
    (tmp_path / "a.pdf").write_bytes(mixed_pdf())
    out = f"-sOutputFile={tmp_path / 'a.tif'}"
    words = ["gs", "-q", "-dSAFER", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", "-r36", out]
    subprocess.run([*words, str(tmp_path / "a.pdf")], check=True, timeout=60)
    plates = {path.name.partition("(")[2]: Pillow.open(path) for path in tmp_path.glob("a(*")}
    names = ("Cyan", "Magenta", "Yellow", "Black", "PANTONE 871 C", "Silver")
    found = [255 - plates[f"{name}).tif"].getpixel((10, 10)) for name in names]
    assert found == pytest.approx(MIXED, abs=1)


def test_such_a_picture_looks_like_its_inks_on_a_screen():
    image = pypdfium2.PdfDocument(mixed_pdf())[0].render(scale=1).to_pil().convert("RGB")
    process = [10 / 255 + 64 / 255 * 0.5, 20 / 255 + 128 / 255 * 0.2, 30 / 255 + 128 / 255 * 0.8]
    black = 40 / 255 + 128 / 255 * 0.1 + 64 / 255 * 0.3
    same = render([page(Rect(Box(0, 0, 20, 20), fill=CMYK(*process, black)))], FONTS, INFO)
    flat = pypdfium2.PdfDocument(same)[0].render(scale=1).to_pil().convert("RGB")
    assert image.getpixel(at(10, 10)) == pytest.approx(flat.getpixel(at(10, 10)), abs=3)


def test_the_helper_that_reads_inks_reads_what_was_written():
    made = ink_of(picture_of(np.full((2, 3, 4), (1, 2, 3, 4), np.uint8)))
    assert made.shape == (2, 3, 4)
    assert made[1, 2].tolist() == [1, 2, 3, 4]
