"""Art with clear corners on a coloured card: what lies below shows in every kind of file."""

import io

import numpy as np
import pikepdf
import pytest
from PIL import Image as Pillow
from PIL import ImageDraw
from press_pages import (
    CONDITION,
    FONTS,
    INFO,
    STANDARDS,
    at,
    needs_ghostscript,
    on_press,
    on_screen,
)

from cardforge.color import Color
from cardforge.diagnostics import Report
from cardforge.geometry import Box, Insets, Point, Size
from cardforge.ink import Image, Page, Plate, Rect, Text, Use
from cardforge.press.conversion import Conversion
from cardforge.press.finish import finish
from cardforge.press.flatten import Flattener
from cardforge.press.standards import STANDARDS as RULES
from cardforge.render.pdf import render
from cardforge.shops import PressWish
from cardforge.specs import PressSpec

RED = Color("rgb", (0.8, 0.1, 0.1))
# Inside the bleed, in the corner of the art, in its middle; all in mm from the page's corner.
BLEED, CORNER, MIDDLE = (1.0, 1.0), (3.4, 3.4), (34.5, 30.0)


@pytest.fixture(scope="module")
def card(tmp_path_factory):
    """Return a red page of a card with bleed, blue art with round clear corners, and a title."""
    source = tmp_path_factory.mktemp("art") / "art.png"
    art = Pillow.new("RGBA", (744, 1039), (0, 0, 0, 0))
    ImageDraw.Draw(art).rounded_rectangle((0, 0, 743, 1038), 120, (30, 60, 200, 255))
    art.save(source)
    face = Plate(
        "face",
        Size(63, 88),
        Insets(3, 3, 3, 3),
        (
            Rect(Box(-3, -3, 69, 94), fill=RED),
            Image(Box(0, 0, 63, 88), str(source)),
            Text(Point(8, 80), "Title", "body", 12, Color("gray", (0.0,))),
        ),
    )
    whole = Box(0, 0, 69, 94)
    return Page(Size(69, 94), Box(3, 3, 63, 88), whole, (Use(face, Point(3, 3)),))


def pressed(card, standard, report=None):
    wish = PressWish(standard, "FOGRA39", 300.0)
    conversion = Conversion(CONDITION, wish, PressSpec(), report or Report())
    flat = Flattener(FONTS, conversion.picture)
    made = conversion.page(card)
    made = made if RULES[standard].transparency else flat.page(made)
    return finish(render([made], FONTS, INFO, flat.picture), standard, CONDITION, INFO)


def is_red(color):
    red, green, blue = color
    return red > 190 and green < 110 and blue < 90


def is_blue(color):
    red, green, blue = color
    return blue > 120 and red < 130 and green < 130


@pytest.mark.parametrize("standard", [None, *STANDARDS])
def test_corners_and_bleed_are_red_and_the_middle_is_blue(card, standard):
    data = render([card], FONTS, INFO) if standard is None else pressed(card, standard)
    shown = on_screen(data, 150)
    colors = [shown[at(*place, 150)[::-1]].tolist() for place in (BLEED, CORNER, MIDDLE)]
    assert is_red(colors[0]), colors
    assert is_red(colors[1]), colors
    assert is_blue(colors[2]), colors
    # No seam where the picture ends: the red of both is one red.
    assert np.abs(np.subtract(colors[0], colors[1])).max() <= 1


@needs_ghostscript
@pytest.mark.parametrize("standard", STANDARDS)
def test_the_red_of_the_picture_is_the_ink_of_the_red_around_it(card, standard, tmp_path):
    (inks,) = on_press(pressed(card, standard), tmp_path, 100)
    bleed, corner, middle = (inks[at(*place, 100)[::-1]] for place in (BLEED, CORNER, MIDDLE))
    assert np.abs(bleed - corner).max() <= 1
    assert np.abs(bleed - middle).max() > 60


@pytest.mark.parametrize("standard", STANDARDS[:3])
def test_the_art_keeps_its_pixels_and_the_title_its_letters(card, standard):
    with pikepdf.open(io.BytesIO(pressed(card, standard))) as pdf:
        pictures = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and "/Width" in o]
        assert [(int(p.Width), int(p.Height)) for p in pictures] == [(744, 1039)]
        assert "/SMask" not in pictures[0]
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o]
        assert any("Lato" in str(font.BaseFont) for font in fonts)


def test_art_that_only_claims_to_be_clear_is_not_touched(card, tmp_path):
    source = tmp_path / "art.png"
    Pillow.new("RGBA", (60, 60), (30, 60, 200, 255)).save(source)
    page = card._replace(items=(Image(Box(0, 0, 69, 94), str(source)),))
    flat = Flattener(
        FONTS,
        Conversion(
            CONDITION, PressWish("pdfx-1a:2003", "FOGRA39", 300.0), PressSpec(), Report()
        ).picture,
    )
    assert flat.page(page) is page
