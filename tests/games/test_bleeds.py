"""Bleed is an argument of layout: at 0, 3 and 6 mm ink reaches the edge and trim stays the same."""

import io
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter
from readback import MAGENTA, WHITE, Area, boxes_of, largest_difference, pixels

from cardforge.check.edges import ink_bounds
from cardforge.color import BLACK, Color
from cardforge.diagnostics import Report
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Insets, Size, Transform
from cardforge.ink import Group, Plate, Rect, Use
from cardforge.pipeline import Request, deal, settings_of
from cardforge.plates import PlateMaker
from cardforge.render.pdf import PdfInfo, render
from cardforge.single import single_page

BLEEDS = (0, 3, 6)
SCALE = 3  # pixels for a millimetre: a whole number, so that every trim begins on a pixel
# Trims are compared off the pixels by this much: nothing drawn in tenths then lies on an edge of one.
SHIFT = 0.37
# A hair's breadth of colour: edges are drawn 0.0001 mm short of where they are.
SHADE = 6


class Plates(NamedTuple):
    """The plates of a game at one bleed, and the PDF that shows each on a page of its own."""

    bleed: int
    plates: list[Plate]
    pdf: bytes
    fonts: Fonts


def laid_out(game, language, mode, bleed) -> Plates:
    (settings,) = settings_of(game, Request(languages=(language,), mode=mode))
    report, fonts = Report(), Fonts()
    maker = PlateMaker(game, settings, fonts, report)
    edges = Insets(bleed, bleed, bleed, bleed)
    plates: dict[int, Plate] = {}
    for deck in deal(game, settings, report):
        for card in maker.deck(deck, bleed=edges).cards:
            plates.update({id(side): side for side in card[1:] if side is not None})
    assert not report.has_errors, report.problems
    return shown(bleed, list(plates.values()), fonts)


def shown(bleed, plates, fonts):
    pages = [single_page(plate) for plate in plates]
    return Plates(bleed, plates, render(pages, fonts, PdfInfo("bleeds", "en", "1")), fonts)


def rasters(shown: Plates, paper, shift=0.0) -> Iterator[Image.Image]:
    with pypdfium2.PdfDocument(shown.pdf) as document:
        for index, plate in enumerate(shown.plates):
            size = [round(n * SCALE) for n in (plate.bounds.width, plate.bounds.height)]
            yield pixels(document[index], *size, paper, shift)


def bare(shown: Plates) -> list[str]:
    """The plates that let the colour of the paper through anywhere on trim or bleed."""
    on_white, on_magenta = rasters(shown, WHITE), rasters(shown, MAGENTA)
    return [
        plate.name
        for plate, *seen in zip(shown.plates, on_white, on_magenta, strict=True)
        if largest_difference(*seen) > SHADE
    ]


def moved(one: Plates, other: Plates) -> list[str]:
    """The plates that do not look the same inside trim at two bleeds."""
    return [
        plate.name
        for plate, *seen in zip(one.plates, trims(one), trims(other), strict=True)
        if not is_same(*seen)
    ]


def is_same(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures are equal but for upright edges that PDFium put on the next pixel."""
    if largest_difference(one, other) <= SHADE:
        return True
    low, high = one.filter(ImageFilter.MinFilter(3)), one.filter(ImageFilter.MaxFilter(3))
    outside = ImageChops.subtract(other, high), ImageChops.subtract(low, other)
    return all(top <= SHADE for each in outside for _, top in each.getextrema())


def trims(shown: Plates) -> Iterator[Image.Image]:
    for raster in rasters(shown, WHITE, SHIFT):
        inset = shown.bleed * SCALE
        # One pixel of the cut is left out: it holds half a shadow of what lies beyond.
        box = (inset + 1, inset + 1, raster.width - inset - 1, raster.height - inset - 1)
        yield raster.crop(box)


def leaves(items, place=Transform()):
    """Every mark of ink, and the transform that puts it on its plate."""
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items, item.transform.then(place) if item.transform else place)
        elif isinstance(item, Use):
            turn = Transform.turned(item.turn_deg).then(Transform.moved(*item.at))
            yield from leaves(item.plate.items, turn.then(place))
        else:
            yield place, item._replace(origin=None)


def changed_inside(one: Plates, other: Plates) -> list[object]:
    """The ink inside trim that one bleed has and another has not."""
    changed = []
    for first, second in zip(one.plates, other.plates, strict=True):
        inside = Area(0, 0, *first.trim).grown(-0.01)
        counts = Counter(leaves(first.items)), Counter(leaves(second.items))
        for place, item in (counts[0] - counts[1]) + (counts[1] - counts[0]):
            x, y, width, height = place.apply_box(ink_bounds(item, one.fonts))
            if Area(x, y, x + width, y + height).within(inside, 0):
                changed.append(item)
    return changed


def check_bleeds(game, language, mode):
    none, three, six = (laid_out(game, language, mode, bleed) for bleed in BLEEDS)
    assert len(none.plates) == len(three.plates) == len(six.plates) > 0
    for each in (none, three, six):
        assert bare(each) == []
        assert all(plate.bounds.width == plate.trim.width + 2 * each.bleed for plate in each.plates)
    for other in (none, six):
        assert moved(three, other) == []
        assert changed_inside(three, other) == []


def test_ink_reaches_the_edge_and_trim_stays_the_same_at_any_bleed(workshop, name, language):
    check_bleeds(workshop.game(name), language, None)


@pytest.mark.slow
def test_the_same_holds_for_the_box_of_every_mode(workshop, name, language):
    game = workshop.game(name)
    for mode in game.modes:
        check_bleeds(game, language, mode)


def test_the_boxes_of_a_single_card_follow_its_bleed(workshop, name):
    game = workshop.game(name)
    for bleed in BLEEDS:
        made = laid_out(game, game.languages[0], None, bleed)
        with pikepdf.open(io.BytesIO(made.pdf)) as pdf:
            for page, plate in zip(pdf.pages, made.plates, strict=True):
                boxes = boxes_of(page)
                assert boxes["MediaBox"].is_near(boxes["BleedBox"])
                assert boxes["TrimBox"].is_near(boxes["MediaBox"].grown(-bleed))
                assert boxes["TrimBox"].width == pytest.approx(plate.trim.width, abs=0.01)


# --- each of these must see a fault ---


def plain(bleed, box, *more):
    insets = Insets(bleed, bleed, bleed, bleed)
    plate = Plate("one", Size(63, 88), insets, (Rect(box, fill=BLACK), *more))
    return shown(bleed, [plate], Fonts())


def test_paper_that_is_left_bare_is_noticed():
    assert bare(plain(3, Box(-3, -3, 69, 94))) == []
    assert bare(plain(3, Box(-3, -3, 69, 93))) == ["one"]
    assert bare(plain(6, Box(-3, -3, 69, 94))) == ["one"]


def test_ink_that_moves_with_the_bleed_is_noticed():
    white = Color("gray", (1.0,))
    near, far = (Rect(Box(x, 9, 5, 5), fill=white) for x in (9.0, 9.7))
    three = plain(3, Box(-3, -3, 69, 94), near)
    assert moved(three, plain(6, Box(-6, -6, 75, 100), near)) == []
    shifted = plain(6, Box(-6, -6, 75, 100), far)
    assert moved(three, shifted) == ["one"]
    assert set(changed_inside(three, shifted)) == {near, far}
