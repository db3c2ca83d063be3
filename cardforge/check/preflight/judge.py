"""Preflight: what the press, the knife and the eye make of the finished ink of every card side.

`cardforge check` runs it; a build does not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardforge.check.accessibility.paint import Painter
from cardforge.check.preflight.knife import at_the_knife
from cardforge.check.preflight.lines import thin_lines
from cardforge.check.preflight.pictures import coarse_pictures
from cardforge.check.preflight.sides import Finding, Side, printed, sides_of, tell
from cardforge.check.preflight.turned import turned_numbers
from cardforge.check.preflight.twins import twins
from cardforge.check.preflight.types import small_texts, unsafe
from cardforge.check.preflight.words import empty_words, same_words
from cardforge.check.settings import Checks
from cardforge.diagnostics import Report
from cardforge.edition import Edition
from cardforge.fonts import FontError
from cardforge.fonts.choosing import place_of
from cardforge.images import ImageError

# The checks that look at one side at a time, by the name that a game sets them by.
_OF_SIDES: dict[str, Callable[[Side, Checks], Iterator[Finding]]] = {
    "safe": unsafe,
    "small-text": small_texts,
    "thin-line": thin_lines,
    "dpi": coarse_pictures,
}


def check_preflight(edition: Edition, painter: Painter, checks: Checks, report: Report) -> None:
    """Report what will print badly, be cut badly, or be mistaken, on any card of an edition."""
    # Faces that lack ink because of a fault look like others by that alone, and so do texts.
    whole = not report.has_errors
    try:
        sides = sides_of(edition, painter)
        for name, find in _OF_SIDES.items():
            if checks.severity(name) != "off":
                tell(name, (f for side in sides for f in find(side, checks)), checks, report)
        _check_seen(edition, sides, checks, report, whole)
    except (FontError, ImageError) as fault:
        # A damaged file shows only when it is drawn.
        place = place_of(edition.game, fault.font if isinstance(fault, FontError) else None)
        report.error(fault.code, fault.message, place, hint=fault.hint)
    if whole:
        _check_words(edition, checks, report)


def _check_seen(
    edition: Edition, sides: tuple[Side, ...], checks: Checks, report: Report, whole: bool
) -> None:
    """Report what only the drawn sides, or the faces of a deck together, can tell."""
    found = [*at_the_knife(sides, checks)]
    for name in ("thin-frame", "bleed"):
        tell(name, (finding for check, finding in found if check == name), checks, report)
    if not whole:
        return
    by_plate = {id(side.plate): side for side in sides}
    for laid_out in (*edition.cards, *edition.tokens):
        if checks.severity("twins") != "off":
            tell("twins", twins(laid_out, edition.fonts, checks), checks, report)
        if checks.severity("upside-down") != "off":
            faces = {id(sides.face): by_plate[id(sides.face)] for sides in printed(laid_out)}
            tell("upside-down", turned_numbers(tuple(faces.values()), checks), checks, report)


def _check_words(edition: Edition, checks: Checks, report: Report) -> None:
    if checks.severity("same-words") != "off":
        tell("same-words", same_words(edition.game, checks), checks, report)
    if checks.severity("empty-words") != "off":
        tell("empty-words", empty_words(edition.game), checks, report)
