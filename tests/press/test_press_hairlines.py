"""Lines too thin for a press are thickened, whatever makes them thin."""

import pytest

from cardforge.color import Color
from cardforge.diagnostics import Report, Span
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.ink import Group, Line, Page, Plate, Rect, Use
from cardforge.press.hairlines import Hairlines

BLACK = Color("cmyk", (0.0, 0.0, 0.0, 1.0))
LEAST = 0.25 * 25.4 / 72
PLACE = Span("game.yaml", 3, 5, 3, 9)


def line(width, origin=None):
    return Line(Point(0, 0), Point(10, 0), BLACK, width, origin=origin)


def page(*items):
    return Page(Size(69, 94), Box(3, 3, 63, 88), Box(0, 0, 69, 94), items)


def plate(*items):
    return Plate("face", Size(63, 88), Insets(3, 3, 3, 3), items)


def test_a_hairline_is_thickened_and_told_once_with_its_place():
    report = Report()
    hairlines = Hairlines(report)
    for _ in range(2):
        made = hairlines.page(page(line(0.02, PLACE)))
        assert made.items[0].line_width == pytest.approx(LEAST)
    hairlines.tell()
    ((severity, code, message, place),) = [(*p[:3], p.span) for p in report.problems]
    assert (severity, code, place) == ("note", "press.thin-line", PLACE)
    assert message == "a line of 0.06 pt is printed with 0.25 pt"


def test_what_is_thick_enough_stays_the_same_page_and_plate():
    report = Report()
    whole = page(Use(plate(line(LEAST)), Point(3, 3)), Rect(Box(0, 0, 5, 5), fill=BLACK))
    assert Hairlines(report).page(whole) is whole
    assert not report.problems


def test_a_card_that_is_drawn_small_has_thicker_lines_there_and_its_own_elsewhere():
    report = Report()
    hairlines = Hairlines(report)
    card = plate(line(0.1, PLACE), Rect(Box(0, 0, 5, 5), stroke=BLACK, line_width=0.4))
    small = Group((Use(card, Point(0, 0)),), Transform.scaled(0.25, 0.25))
    made = hairlines.page(page(small, small, Use(card, Point(3, 3))))
    first, second, large = made.items
    shrunk = first.items[0].plate
    assert shrunk is second.items[0].plate
    assert [item.line_width for item in shrunk.items] == [
        pytest.approx(LEAST / 0.25),
        pytest.approx(0.4),
    ]
    assert large.plate is card
    hairlines.tell()
    assert not report.problems
