"""Setting text: the short path for a plain line, and what a clip leaves to be looked at."""

from itertools import product
from pathlib import Path

import pytest

from cardforge.color import BLACK
from cardforge.diagnostics import Report, Span
from cardforge.elements import BASE_STYLE, Common, Fit, TextElement
from cardforge.fonts import Fonts, find_font
from cardforge.geometry import Box, Insets, Point, Size
from cardforge.ink import Group, Plate, Text
from cardforge.ink.bounds import every_ink
from cardforge.layout import text as setting

HERE = Span("game.yaml", 1, 1, 1, 2)


@pytest.fixture(scope="module")
def font():
    return Fonts().add("plain", find_font("Lato-Regular", Path()))


def job(font, words, box, fit=None, **look):
    style = BASE_STYLE._replace(**look)
    element = TextElement(Common(HERE), words, False, style, fit)
    return setting.TextJob(element, style, font, box, Report(), None)


@pytest.mark.parametrize(
    ("align", "valign"), product(("left", "center", "right"), ("top", "middle", "bottom"))
)
def test_the_short_path_of_a_plain_line_gives_the_very_ink_of_the_long_one(font, align, valign):
    for fit in (None, Fit(6.0), Fit(6.0, 14.0)):
        one = job(font, "Vingt et un", Box(3, 4, 40, 9), fit, align=align, valign=valign)
        (short,) = setting.set_text(one)
        (long,) = setting._ink(one, setting._unwrapped(one, one.element.text))
        assert short._replace(at=None) == long._replace(at=None)
        assert short.at == pytest.approx(long.at)


def test_the_short_path_leaves_a_line_that_must_shrink_to_the_long_one(font):
    narrow = job(font, "Vingt et un", Box(0, 0, 10, 9), Fit(4.0))
    assert setting._one_run(narrow, "Vingt et un") is None
    (ink,) = setting.set_text(narrow)
    assert ink.size_pt < 10


def test_ink_that_clips_hide_wholly_is_not_looked_at():
    run = Text(Point(5, 5), "x", "plain", 10.0, BLACK)
    seen = Group((run,), clip=Box(0, 0, 10, 10))
    hidden = Group((Group((run,), clip=Box(0, 0, 4, 4)),), clip=Box(20, 20, 4, 4))
    nothing = Insets(0, 0, 0, 0)
    assert len([*every_ink(Plate("a", Size(63, 88), nothing, (seen,)))]) == 1
    assert len([*every_ink(Plate("b", Size(63, 88), nothing, (hidden,)))]) == 0
