"""What comes off a press: Ghostscript separates converted pages into the plates of their inks."""

import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image as Pillow
from toy_profile import DARK, toy_press

from cardforge.color import BLACK, REGISTRATION, Color, parse_color
from cardforge.diagnostics import Report
from cardforge.fonts import Fonts, find_font
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.ink import Group, Image, Line, Page, Plate, Rect, Text, Use
from cardforge.press.conversion import Conversion
from cardforge.press.outlines import Outliner
from cardforge.press.values import OutputCondition
from cardforge.render.pdf import PdfInfo, render
from cardforge.shops import PressWish
from cardforge.specs import PressSpec

pytestmark = pytest.mark.skipif(not shutil.which("gs"), reason="Ghostscript is not installed")

LIMIT = 180.0
INKS = ("Cyan", "Magenta", "Yellow", "Black")
CARD = Box(0, 0, 60, 90)


@pytest.fixture(scope="module")
def fonts():
    made = Fonts()
    made.add("body", find_font("Lato-Regular", "nowhere"))
    return made


@pytest.fixture(scope="module")
def conversion():
    toy = toy_press()
    condition = OutputCondition("FOGRA39", True, "", toy, "Toy press", toy)
    wish = PressWish("pdfx-4", "FOGRA39", LIMIT, (0.5, 0.4, 0.4, 1.0))
    return Conversion(condition, wish, PressSpec(), Report())


def page(*items):
    return Page(Size(60, 90), CARD, CARD, items)


def words(text, y, color=BLACK, size_pt=9.0):
    return Text(Point(5, y), text, "body", size_pt, color)


def plates(made, fonts, conversion, folder):
    """Return the ink of every plate, pixel by pixel, from 0 to 255."""
    data = render([made], fonts, PdfInfo("Toy", "en", "1"), conversion.picture)
    (folder / "card.pdf").write_bytes(data)
    command = "gs -q -dBATCH -dNOPAUSE -dSAFER -sDEVICE=tiffsep -r120 -osep.tif card.pdf".split()
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    found = {}
    for path in folder.glob("sep(*).tif"):
        with Pillow.open(path) as plate:
            found[path.stem[4:-1]] = 255 - np.asarray(plate.convert("L")).astype(int)
    return found


def drawn(inks, *names):
    return {name: int(inks[name].max()) for name in names}


def detail(color):
    """Return what is printed in black alone when its colour is black or grey."""
    whole = Group((words("g", 50, color, 4.0), words("R", 60, color, 30.0)), Transform.moved(2, 1))
    rule = Line(Point(5, 20), Point(55, 20), color, 0.2)
    frame = Rect(Box(3, 3, 54, 84), 3.0, stroke=color, line_width=0.5)
    plate = Plate("part", Size(60, 90), Insets(0, 0, 0, 0), (words("Part of many", 70, color),))
    return words("Small words", 12, color), whole, rule, frame, Use(plate, Point(0, 0))


@pytest.mark.parametrize("written", ["#000", "#1b222b", "gray(50)"])
def test_letters_and_lines_in_black_and_grey_are_on_the_plate_of_black_alone(
    written, fonts, conversion, tmp_path
):
    made = conversion.page(page(*detail(parse_color(written))))
    inks = plates(made, fonts, conversion, tmp_path)
    assert drawn(inks, *INKS[:3]) == {"Cyan": 0, "Magenta": 0, "Yellow": 0}
    assert inks["Black"].max() == (
        255 if written != "gray(50)" else pytest.approx(255 * 0.5 / DARK, abs=4)
    )


def test_letters_in_a_colour_are_on_the_others(fonts, conversion, tmp_path):
    made = conversion.page(page(*detail(parse_color("#c1281b"))))
    inks = plates(made, fonts, conversion, tmp_path)
    assert min(drawn(inks, "Magenta", "Yellow").values()) > 100


def test_no_place_on_the_page_takes_more_ink_than_the_limit(fonts, conversion, tmp_path):
    colours = np.random.default_rng(3).integers(0, 256, (24, 24, 3), dtype=np.uint8)
    art = tmp_path / "art.jpg"
    Pillow.fromarray(colours).resize((96, 96), Pillow.Resampling.BICUBIC).save(art, quality=95)
    fields = [
        Rect(Box(5 * (n % 12), 5 * (n // 12), 5, 5), fill=Color("rgb", tuple(rgb / 255)))
        for n, rgb in enumerate(colours.reshape(-1, 3)[:72])
    ]
    dark = Rect(Box(0, 30, 60, 20), fill=BLACK)
    heavy = Rect(Box(0, 50, 60, 10), fill=parse_color("cmyk(90, 80, 80, 90)"))
    picture = Image(Box(0, 60, 60, 30), str(art))
    made = conversion.page(page(*fields, dark, heavy, words("On it", 40), picture))
    inks = plates(made, fonts, conversion, tmp_path)
    total = sum(inks[name] for name in INKS)
    assert round(LIMIT * 2.55) - 6 <= total.max() <= round(LIMIT * 2.55)


def test_rich_black_lies_under_areas_and_letters_as_shapes_stay_black(fonts, conversion, tmp_path):
    card = page(Rect(Box(0, 0, 60, 40), fill=BLACK), words("Word", 60))
    inks = plates(Outliner(fonts).page(conversion.page(card)), fonts, conversion, tmp_path)
    height = inks["Black"].shape[0]
    assert inks["Cyan"][height // 4, 50] > 50
    assert inks["Cyan"][height // 2 :].max() == 0
    assert inks["Black"][height // 2 :].max() == 255


def test_a_spot_ink_has_a_plate_of_its_own(fonts, conversion, tmp_path):
    spot = Color("cmyk", (0.0, 0.9, 0.8, 0.0), None, "House Red")
    mark = Line(Point(0, 80), Point(9, 80), REGISTRATION, 1.0)
    made = conversion.page(page(Rect(Box(9, 9, 40, 40), fill=spot), mark))
    inks = plates(made, fonts, conversion, tmp_path)
    height = inks["Black"].shape[0]
    assert inks["House Red"][height // 3].max() == 255
    assert inks["Magenta"][: height * 2 // 3].max() == 0
    assert min(drawn(inks, *INKS, "House Red").values()) == 255
