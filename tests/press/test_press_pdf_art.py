"""Pages of PDF files and changed pictures on a press: in inks, as they are drawn or as pixels."""

import io

import numpy as np
import pikepdf
import pytest
from PIL import Image as Pillow
from press_pages import CONDITION, FONTS, INFO, on_screen

from cardforge.color import Color
from cardforge.diagnostics import Report
from cardforge.geometry import Box, Size, Transform
from cardforge.images import Art, Edit
from cardforge.images.values import AS_IT_IS
from cardforge.ink import Group, Image, Page, Rect
from cardforge.press.conversion import Conversion
from cardforge.press.finish import finish
from cardforge.press.flatten import Flattener
from cardforge.press.standards import STANDARDS as RULES
from cardforge.render.pdf import render
from cardforge.shops import PressWish
from cardforge.specs import PressSpec

BOX = Box(10.0, 10.0, 40.0, 40.0)
RED = b"0.8 0.1 0.1 rg 0 0 100 100 re f"
STANDARDS = ("pdfx-1a:2003", "pdfx-4")


def pdf(path, content, resources=None):
    document = pikepdf.new()
    page = document.add_blank_page(page_size=(100, 100))
    page.Contents = document.make_stream(content)
    if resources is not None:
        page.Resources = resources(document)
    document.save(path, static_id=True)
    return path


def page(*items):
    whole = Box(0.0, 0.0, 60.0, 60.0)
    return Page(Size(60.0, 60.0), whole, whole, items)


def pressed(items, standard="pdfx-1a:2003", **wish):
    report = Report()
    conversion = Conversion(
        CONDITION, PressWish(standard, "FOGRA39", 300.0, **wish), PressSpec(), report
    )
    flat = Flattener(FONTS, conversion.picture, flat=conversion.flat)
    made = conversion.page(page(*items))
    made = made if RULES[standard].transparency else flat.page(made)
    data = finish(render([made], FONTS, INFO, flat.picture), standard, CONDITION, INFO)
    conversion.tell()
    return data, report


def at(drawn, place, dpi=72):
    """Return the colour at a place in mm."""
    x, y = (int(length / 25.4 * dpi) for length in place)
    return tuple(int(value) for value in drawn[y, x])


def kinds_of(data):
    with pikepdf.open(io.BytesIO(data)) as document:
        return [str(o.get("/ColorSpace")) for o in document.objects
                if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]  # fmt: skip


def is_reddish(color):
    red, green, blue = color
    return red > 180 and green < 130 and blue < 130


def notes(report):
    return [problem.message for problem in report.problems if problem.code == "press.art"]


@pytest.mark.parametrize("standard", STANDARDS)
def test_flat_colours_of_the_screen_become_inks_and_stay_shapes(tmp_path, standard):
    path = pdf(tmp_path / "a.pdf", RED + b" 0 g 0 0 50 50 re f")
    data, report = pressed((Image(BOX, str(path)),), standard)
    assert kinds_of(data) == []
    assert notes(report) == []
    with pikepdf.open(io.BytesIO(data)) as document:
        painted = [
            str(step.operator)
            for form in document.objects
            if isinstance(form, pikepdf.Stream) and "/BBox" in form
            for step in pikepdf.parse_content_stream(form)
        ]
    assert "k" in painted
    assert not {"rg", "RG"} & set(painted)
    drawn = on_screen(data)
    assert is_reddish(at(drawn, (30, 15)))
    assert max(at(drawn, (15, 45))) < 70


@pytest.mark.parametrize("standard", STANDARDS)
def test_what_is_in_inks_already_stays_as_it_was(tmp_path, standard):
    path = pdf(tmp_path / "a.pdf", b"0 0.9 0.8 0.1 k 0 0 100 100 re f")
    data, report = pressed((Image(BOX, str(path)),), standard)
    assert kinds_of(data) == []
    assert notes(report) == []


def pictured(document):
    image = document.make_stream(bytes([200, 20, 20] * 4))
    image.Type, image.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
    image.Width = image.Height = 2
    image.ColorSpace, image.BitsPerComponent = pikepdf.Name.DeviceRGB, 8
    return pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im=image))


def lacking(_document):
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
    )
    return pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))


def profiled(_document):
    space = pikepdf.Array([pikepdf.Name.CalRGB, pikepdf.Dictionary(WhitePoint=[0.95, 1, 1.09])])
    return pikepdf.Dictionary(ColorSpace=pikepdf.Dictionary(CS=space))


PIXELS = {
    "it holds pictures": (b"100 0 0 100 0 0 cm /Im Do", pictured),
    "it lacks a font": (RED + b" BT /F1 30 Tf 5 40 Td (Word) Tj ET", lacking),
    "colours with a profile": (b"/CS cs 0.8 0.1 0.1 sc 0 0 100 100 re f", profiled),
    "400 % of ink": (b"1 1 1 1 k 0 0 20 20 re f 0 0.9 0.8 0 k 20 0 80 100 re f", None),
}


@pytest.mark.parametrize(("reason", "standard"), zip(PIXELS, STANDARDS * 2, strict=True))
def test_what_cannot_be_kept_is_printed_as_pixels_with_a_note(tmp_path, reason, standard):
    content, resources = PIXELS[reason]
    path = pdf(tmp_path / "a.pdf", content, resources)
    data, report = pressed((Image(BOX, str(path)),), standard)
    assert "/DeviceCMYK" in kinds_of(data)
    assert len(notes(report)) == 1
    assert reason in notes(report)[0]
    with pikepdf.open(io.BytesIO(data)) as document:
        (width,) = [
            int(o.Width)
            for o in document.objects
            if isinstance(o, pikepdf.Stream) and o.get("/ColorSpace") == "/DeviceCMYK"
        ]
    assert width == round(40 / 25.4 * 600)
    assert is_reddish(at(on_screen(data), (30, 13)))


def test_letters_become_pixels_where_no_letters_may_be(tmp_path):
    def inside(document):
        fonts = lacking(document)
        fonts.Font.F1.FontDescriptor = pikepdf.Dictionary(FontFile=document.make_stream(b""))
        return fonts

    path = pdf(tmp_path / "a.pdf", RED, inside)
    for outlines in (False, True):
        _, report = pressed((Image(BOX, str(path)),), outlines=outlines)
        assert bool(notes(report)) == outlines


def test_art_under_clear_ink_is_mixed_with_it(tmp_path):
    path = pdf(tmp_path / "a.pdf", RED.replace(b"100 re", b"90 re"))
    veil = Group((Rect(Box(20.0, 20.0, 10.0, 10.0), fill=Color("gray", (1.0,))),), opacity=0.5)
    data, report = pressed((Image(BOX, str(path)), veil))
    drawn = on_screen(data)
    inside, outside = at(drawn, (25, 25)), at(drawn, (40, 40))
    assert is_reddish(outside)
    assert inside[1] > outside[1] + 50
    with pikepdf.open(io.BytesIO(data)) as document:
        # What lies beside the veil is still drawn as shapes, nothing is clear.
        assert not any("/SMask" in o for o in document.objects if isinstance(o, pikepdf.Stream))
    assert kinds_of(data)
    assert notes(report) == []


def test_art_that_is_clear_itself_is_mixed_where_a_standard_allows_nothing_clear(tmp_path):
    def half(_):
        return pikepdf.Dictionary(ExtGState=pikepdf.Dictionary(G=pikepdf.Dictionary(ca=0.5)))

    path = pdf(tmp_path / "a.pdf", b"/G gs " + RED, half)
    below = Rect(Box(0.0, 0.0, 60.0, 60.0), fill=Color("gray", (0.0,)))
    for standard in STANDARDS:
        data, _ = pressed((below, Image(BOX, str(path))), standard)
        red, green, blue = at(on_screen(data), (30, 30))
        assert 60 < red < 200
        assert red > max(green, blue) + 30
        assert bool(kinds_of(data)) == (standard == "pdfx-1a:2003")


# --- changed pictures ---


def test_edits_are_made_before_the_inks(tmp_path):
    colours = Pillow.new("RGB", (60, 60), (200, 30, 30))
    colours.save(tmp_path / "a.png")
    conversion = Conversion(CONDITION, PressWish("pdfx-4", "FOGRA39", 300.0), PressSpec(), Report())
    entries = {
        edit: conversion.picture(tmp_path / "a.png", edit).entries
        for edit in (AS_IT_IS, Edit(grey=True), Edit(size=(20, 20)))
    }
    assert "/DeviceCMYK" in entries[AS_IT_IS]
    assert "/Width 60" in entries[AS_IT_IS]
    assert "/DeviceGray" in entries[Edit(grey=True)]
    assert "/Width 20" in entries[Edit(size=(20, 20))]


def test_a_tint_in_ink_is_printed_in_that_ink(tmp_path):
    Pillow.new("L", (8, 8), 0).save(tmp_path / "a.png")
    edit = Edit(tint=Color("cmyk", (0.0, 0.8, 1.0, 0.0)))
    data, _ = pressed((Image(BOX, str(tmp_path / "a.png"), edit=edit),))
    assert kinds_of(data) == ["/DeviceCMYK"]
    red, green, blue = at(on_screen(data), (30, 30))
    assert red > 200
    assert green < 140
    assert blue < 90


def test_a_photograph_of_inks_within_the_limit_is_changed_only_when_that_is_asked(tmp_path):
    Pillow.new("CMYK", (40, 40), (10, 80, 60, 0)).save(tmp_path / "a.jpg", quality=90)
    conversion = Conversion(CONDITION, PressWish("pdfx-4", "FOGRA39", 300.0), PressSpec(), Report())
    kept = conversion.picture(tmp_path / "a.jpg")
    assert kept.data == (tmp_path / "a.jpg").read_bytes()
    assert conversion.picture(tmp_path / "a.jpg", Edit(size=(20, 20))).data != kept.data
    assert not isinstance(kept, Art)


def test_a_turned_photograph_is_flattened_where_it_is_seen(tmp_path):
    stored = np.zeros((40, 60, 3), np.uint8)
    stored[:, :30] = (220, 20, 20)
    stored[:, 30:] = (20, 20, 220)
    Pillow.fromarray(stored).save(tmp_path / "a.png")
    turn = Transform.turned(90.0, BOX.centre)
    veil = Group((Rect(BOX, fill=Color("gray", (1.0,))),), opacity=0.3)
    data, _ = pressed((Group((Image(BOX, str(tmp_path / "a.png")),), turn), veil))
    drawn = on_screen(data)
    above, below = at(drawn, (30, 15)), at(drawn, (30, 45))
    assert above[0] > above[2] + 50
    assert below[2] > below[0] + 20
