"""Bleed is an argument of layout: at 0, 3 and 6 mm ink reaches the edge and trim stays the same."""

import io
from collections import Counter
from typing import NamedTuple

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter
from readback import MAGENTA, WHITE, Area, boxes_of, largest_difference, pixels

from cardforge.color import BLACK, Color
from cardforge.diagnostics import Report
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Insets, Size, Transform
from cardforge.ink import Group, Plate, Rect, Use
from cardforge.ink.bounds import ink_bounds
from cardforge.pipeline import Request, deal, settings_of
from cardforge.plates import PlateMaker
from cardforge.render.pdf import PdfInfo, render
from cardforge.single import single_page

BLEEDS = (0, 3, 6)
SCALE = 3  # pixels for a millimetre: a whole number, so that every trim begins on a pixel
# Trims are compared off the pixels by these parts of one: what lies on the edge of a pixel by
# chance, and is drawn on either side of it, does so at one of them only.
SHIFTS = (0.37, 0.71, 0.13)
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


def raster(document, shown: Plates, index, paper=WHITE, shift=0.0) -> Image.Image:
    bounds = shown.plates[index].bounds
    size = [round(length * SCALE) for length in (bounds.width, bounds.height)]
    return pixels(document[index], *size, paper, shift)


def bare(shown: Plates) -> list[str]:
    """The plates that let the colour of the paper through anywhere on trim or bleed."""
    with pypdfium2.PdfDocument(shown.pdf) as document:
        return [
            plate.name
            for index, plate in enumerate(shown.plates)
            if largest_difference(
                *(raster(document, shown, index, paper) for paper in (WHITE, MAGENTA))
            )
            > SHADE
        ]


def moved(one: Plates, other: Plates) -> list[str]:
    """The plates that do not look the same inside trim at two bleeds."""
    with pypdfium2.PdfDocument(one.pdf) as first, pypdfium2.PdfDocument(other.pdf) as second:
        return [
            plate.name
            for index, plate in enumerate(one.plates)
            if not any(
                is_same(trim(first, one, index, shift), trim(second, other, index, shift))
                for shift in SHIFTS
            )
        ]


def trim(document, shown: Plates, index, shift) -> Image.Image:
    seen = raster(document, shown, index, WHITE, shift)
    # One pixel of the cut is left out: it holds half a shadow of what lies beyond.
    inset = shown.bleed * SCALE + 1
    return seen.crop((inset, inset, seen.width - inset, seen.height - inset))


def is_same(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures are equal but for upright edges that PDFium put on the next pixel."""
    if largest_difference(one, other) <= SHADE:
        return True
    low, high = one.filter(ImageFilter.MinFilter(3)), one.filter(ImageFilter.MaxFilter(3))
    outside = ImageChops.subtract(other, high), ImageChops.subtract(low, other)
    return all(top <= SHADE for each in outside for _, top in each.getextrema())


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
