"""The guides of a proof: their lines lie on trim, safe zone and bleed."""

import pytest

from cardforge.fonts import Fonts
from cardforge.geometry import Box, Insets, Size
from cardforge.guides import (
    BLEED_COLOR,
    SAFE_COLOR,
    TRIM_COLOR,
    proof_ink,
    with_guides,
)
from cardforge.ink import Path, Plate
from cardforge.ink.bounds import every_ink, ink_bounds
from cardforge.model import Format
from cardforge.slugwords import proof_note

BLEED = Insets(3.0, 3.0, 3.0, 3.0)
CARD = Format("card", Size(63.0, 88.0), 3.0, 4.0, 3.0)


def outlines(form, bleed=BLEED):
    """Return the box round the line of each colour, lines of white left out."""
    found = {}
    for item in proof_ink(form, bleed):
        if isinstance(item, Path) and item.stroke in (TRIM_COLOR, SAFE_COLOR, BLEED_COLOR):
            half = item.line_width / 2
            found[item.stroke] = ink_bounds(item, Fonts()).inset(Insets(half, half, half, half))
    return found


def test_each_line_lies_on_what_it_names():
    found = outlines(CARD)
    assert found[TRIM_COLOR] == pytest.approx(Box(0, 0, 63, 88))
    assert found[SAFE_COLOR] == pytest.approx(Box(4, 4, 55, 80))
    assert found[BLEED_COLOR] == pytest.approx(Box(-3, -3, 69, 94))


def test_a_card_without_bleed_or_safe_zone_has_no_line_for_it():
    assert set(outlines(CARD, Insets(0, 0, 0, 0))) == {TRIM_COLOR, SAFE_COLOR}
    assert set(outlines(CARD._replace(safe=0.0))) == {TRIM_COLOR, BLEED_COLOR}
    assert set(outlines(CARD._replace(safe=40.0))) == {TRIM_COLOR, BLEED_COLOR}


@pytest.mark.parametrize("shape", ["round", "hexagon", "square"])
def test_tokens_have_guides_of_their_own_shape(shape):
    trim = Size(20.0, 17.32) if shape == "hexagon" else Size(20.0, 20.0)
    form = Format("token", trim, 3.0, 2.0, 0.0, shape)
    found = outlines(form)
    assert found[TRIM_COLOR] == pytest.approx(Box(0, 0, *trim), abs=1e-3)
    inset = trim.height / 2 - found[SAFE_COLOR].height / 2
    assert inset == pytest.approx(2.0, abs=1e-3)


def test_guides_lie_over_the_card_and_change_nothing_of_it():
    plate = Plate("a", CARD.trim, BLEED, ())
    guided = with_guides(plate, CARD)
    assert (guided.trim, guided.bleed, plate.items) == (CARD.trim, BLEED, ())
    assert guided.items == proof_ink(CARD, BLEED)
    assert len([*every_ink(guided)]) == len(guided.items)


@pytest.mark.parametrize("language", ["en", "fr", "de", "es", "it"])
def test_the_slug_names_the_three_colours_in_the_language_of_the_cards(language):
    note = proof_note(language)
    assert sum(note.count(sign) for sign in ",:") >= 3
    assert (language == "en") == (note == proof_note("xx"))
    assert proof_note(f"{language}-CH") == note
