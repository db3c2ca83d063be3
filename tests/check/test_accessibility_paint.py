"""The colour that a point of a side is said to show is the colour that is printed there."""

import random

import pytest
from judging import edition_of, side
from PIL import Image

from cardforge import pipeline
from cardforge.check.accessibility.paint import Hit, Layer, Painter, color_of
from cardforge.check.accessibility.sides import sides_of
from cardforge.geometry import Point
from cardforge.render.png import Rasterizer
from cardforge.single import single_page

PX_PER_MM = 20
# Every kind of ink but text, overlapping one another, turned, mirrored, clipped and half clear.
INK = {
    "shapes": [
        'shape: rectangle, fill: "#dde3ea", box: bleed',
        'shape: rectangle, corner: 6, fill: "#b3261e",'
        " box: {left: 4, top: 4, width: 30, height: 20}",
        'shape: circle, fill: "#1f7a54", box: {x: 30, y: 24, width: 22, height: 22}',
        'shape: ring, ring: 4, fill: "#2461a8", box: {x: 40, y: 30, width: 30, height: 30}',
        'shape: star, fill: "#b96a00", rotate: 20, box: {x: 20, y: 50, width: 30, height: 30}',
        'shape: ellipse, stroke: "#1b2440", line-width: 3,'
        " box: {x: 40, y: 66, width: 36, height: 20}",
        'path: "M0 0C10 30 20 -20 30 10L20 30Z", fill: "#7b3fa0", mirror: horizontal,'
        " box: {left: 25, top: 50, width: 30, height: 30}",
    ],
    "lines": [
        'line: {from: [5, 5], to: [50, 70]}, stroke: "#1b2440", line-width: 2, dash: [5, 3, 1]',
        'line: {from: [60, 5], to: [5, 60]}, stroke: "#b3261e", line-width: 4',
        'shape: rectangle, stroke: "#1f7a54", line-width: 3,'
        " box: {left: 10, right: 10, top: 30, bottom: 10}",
        'path: "M5 80L30 60L55 80", stroke: "#2461a8", line-width: 3, box: {left: 0, top: 0}',
        'icon: crown, color: "#b96a00", rotate: 180, box: {x: 50%, y: 20, width: 20, height: 20}',
    ],
    "clips": [
        'group: [{shape: rectangle, fill: "#b3261e",'
        " box: {left: -5, right: -5, top: 5, height: 9}}],"
        " clip: ellipse, box: {left: 5, width: 30, top: 5, height: 30}",
        'group: [{shape: circle, fill: "#2461a8", box: {x: 50%, y: 50%, width: 40, height: 40}}],'
        " clip: rectangle, corner: 8, rotate: 30, box: {x: 40, y: 50, width: 26, height: 30}",
    ],
    "opacity": [
        'shape: rectangle, fill: "#f5d76e", box: {left: 0, right: 20, top: 0, bottom: 0}',
        "group: [{shape: circle, fill: black, box: {x: 20, y: 30, width: 30, height: 30}},"
        " {shape: circle, fill: white, box: {x: 35, y: 40, width: 30, height: 30}},"
        ' {shape: rectangle, fill: "#b3261e", opacity: 0.5, box: {left: 10, top: 40, height: 20}}],'
        " opacity: 0.6",
        "image: half.png, fit: cover, opacity: 0.7, box: {left: 5, top: 60, width: 50, height: 22}",
        "image: clear.png, fit: stretch, box: {left: 35, top: 5, width: 20, height: 15}",
    ],
}  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    """Return a folder with two pictures of large plain fields."""
    picture = Image.new("RGB", (320, 200), "#16295c")
    picture.paste("#c1281b", (160, 0, 320, 200))
    picture.save(tmp_path / "half.png")
    clear = Image.new("RGBA", (64, 64), (0, 120, 0, 128))
    clear.paste((0, 0, 0, 0), (0, 0, 32, 64))
    clear.save(tmp_path / "clear.png")
    return tmp_path


@pytest.mark.parametrize("ink", INK)
def test_points_have_the_colours_of_the_printed_picture(folder, ink):
    _, _, edition = edition_of(folder, side(INK[ink]))
    painter = Painter(edition.fonts)
    (own,) = sides_of(edition, painter).every
    page = single_page(own.plate)
    width, height = (round(length * PX_PER_MM) for length in page.size)
    with Rasterizer(pipeline.pdf_of(edition, [page], "side")) as document:
        picture = document.pixels(0, width, height)
    seen = set()
    rng = random.Random(ink)
    for _ in range(1500):
        x, y = rng.randrange(4, width - 4), rng.randrange(4, height - 4)
        printed = picture.at(x, y)
        # Edges are smoothed in the picture, and curves are looked at as straight lines.
        if any(picture.at(x + a, y + b) != printed for a in (-4, 0, 4) for b in (-4, 0, 4)):
            continue
        at = Point((x + 0.5) / PX_PER_MM - 3.0, (y + 0.5) / PX_PER_MM - 3.0)
        told = color_of(painter.hits(reversed(own.paints), at))
        assert [round(v * 255) for v in told] == pytest.approx(printed, abs=3), at
        seen.add(printed)
    assert len(seen) >= 3, "the points tried show too little"


def test_a_group_hides_what_lies_under_its_own_items_before_it_is_made_lighter():
    group = (Layer(1, 0.5),)
    black, white, red = (0.0,) * 3, (1.0,) * 3, (1.0, 0.0, 0.0)
    under, first, second = Hit(red, 1.0, ()), Hit(black, 1.0, group), Hit(white, 1.0, group)
    assert color_of([under, first, second]) == pytest.approx((1.0, 0.5, 0.5))
    apart = Hit(white, 1.0, (Layer(2, 0.5),))
    assert color_of([under, first, apart]) == pytest.approx((0.75, 0.5, 0.5))


def test_nothing_shows_paper():
    assert color_of([]) == (1.0, 1.0, 1.0)
