"""What statements promise about looks, judged by the ink: one back for all, marks under numbers.

The fields of a card can say that it is marked while its template draws no mark.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cardforge.check.composition.case import Case, NotJudged, listed
from cardforge.check.composition.fields import ambiguous
from cardforge.check.composition.judge import cases_of
from cardforge.diagnostics import Report
from cardforge.fonts import Fonts
from cardforge.geometry import Box
from cardforge.ink import Image, Line, Path, Plate, Rect, Text
from cardforge.ink.bounds import PlacedInk, every_ink
from cardforge.model import Game, Settings
from cardforge.plates import LaidOut, Sides
from cardforge.specs import Statement

# A mark is a bar: so high at most and so wide, as shares of the number above it.
_HIGHEST, _NARROWEST, _WIDEST = 0.3, 0.4, 3.0
# It stands between this far above the number's lower edge and this far below, in its heights.
_ABOVE, _BELOW = 0.15, 0.7


def check_drawn(
    game: Game, settings: Settings, laid_out: Sequence[LaidOut], fonts: Fonts, report: Report
) -> None:
    """Report the statements about backs and marks that the laid out cards do not keep."""
    if not any(_is_about_looks(statement) for statement in game.composition):
        return
    sides = {side.card.id: side for deck in laid_out for side in deck.cards}
    decks = [deck.deck for deck in laid_out]
    for case in cases_of(game, settings, decks, report, _is_about_looks):
        try:
            if case.statement.check == "marked":
                _check_marks(case, sides, fonts)
            else:
                _check_backs(case, sides)
        except NotJudged:
            continue


def _is_about_looks(statement: Statement) -> bool:
    return statement.check == "marked" or (
        statement.check == "same" and statement.field == ("back",)
    )


def _check_backs(case: Case, sides: Mapping[str, Sides]) -> None:
    """Report cards whose back is drawn otherwise than that of most, though its template is one."""
    cards = [held.card for held in case.cards if held.card.copies and held.card.id in sides]
    if len({card.back for card in cards}) > 1:
        return
    plates: dict[int, Plate] = {}
    for card in cards:
        back = sides[card.id].back
        if back is not None:
            plates.setdefault(id(back), back)
    if len(plates) < 2:
        return
    inks = {key: _ink_of(plate) for key, plate in plates.items()}
    groups: dict[frozenset[Any], list[str]] = defaultdict(list)
    for card in cards:
        groups[inks.get(id(sides[card.id].back), frozenset())].append(card.id)
    if len(groups) > 1:
        usual = max(groups, key=lambda ink: len(groups[ink]))
        others = [name for ink, names in groups.items() if ink != usual for name in names]
        case.fail(
            f"the rules promise the same back on all of {case.noun}: "
            f"it is drawn otherwise on {listed(others)}"
        )


def _ink_of(plate: Plate) -> frozenset[Any]:
    """Return all that is drawn on a plate, without where it is written."""
    return frozenset(
        (type(ink.item).__name__, ink.place, ink.item._replace(origin=None))
        for ink in every_ink(plate)
    )


def _check_marks(case: Case, sides: Mapping[str, Sides], fonts: Fonts) -> None:
    """Report numbers that read as others upside down and have no bar below them."""
    unmarked, unseen = [], []
    for held in ambiguous(case):
        side = sides.get(held.card.id)
        if side is None:
            continue
        inks = [ink for ink in every_ink(side.face) if not isinstance(ink.item, Image)]
        numbers = list(_numbers(inks, case.value_of(held, case.statement.field)))
        bars = _Bars(inks, fonts)
        if not numbers:
            unseen.append(held.card.id)
        elif not all(_is_marked(runs, bars, fonts) for runs in numbers):
            unmarked.append(held.card.id)
    if unmarked:
        case.fail(
            f"read as other numbers upside down and have no bar below: {listed(unmarked)}",
            "write underline: true on the text, or draw a bar below it",
        )
    if unseen and case.statement.mark is None:
        case.fail(
            f"the number is no text on {listed(unseen)}, so nobody can see whether it is marked",
            "name the field that is true on a marked card with mark:",
        )


def _numbers(inks: Iterable[PlacedInk], number: str) -> Iterator[list[PlacedInk]]:
    """Yield the runs of each place where a number is printed, whole or digit by digit."""
    lines: dict[Any, list[PlacedInk]] = defaultdict(list)
    for ink in inks:
        if not isinstance(ink.item, Text):
            continue
        if ink.item.text.strip() == number:
            yield [ink]
        else:
            lines[ink.item.origin, ink.place, ink.item.at.y].append(ink)
    for runs in lines.values():
        runs.sort(key=lambda ink: ink.item.at.x if isinstance(ink.item, Text) else 0.0)
        if "".join(run.item.text for run in runs if isinstance(run.item, Text)) == number:
            yield runs


class _Bars:
    """The boxes of what could be a bar on one face, found when somebody asks."""

    def __init__(self, inks: Sequence[PlacedInk], fonts: Fonts) -> None:
        self._inks, self._fonts = inks, fonts
        self._boxes: dict[Any, list[Box]] = {}

    def of(self, *kinds: type) -> list[Box]:
        """Return the boxes of all ink of some kinds."""
        if kinds not in self._boxes:
            found = (ink.bounds(self._fonts) for ink in self._inks if isinstance(ink.item, kinds))
            self._boxes[kinds] = list(found)
        return self._boxes[kinds]


def _is_marked(runs: Sequence[PlacedInk], found: _Bars, fonts: Fonts) -> bool:
    """Return whether a bar stands below a number, or below each of its digits."""
    back = runs[0].place.inverse()
    if back is None:
        return False
    digits = [back.apply_box(run.bounds(fonts)) for run in runs]
    whole = digits[0]
    for digit in digits[1:]:
        whole = whole.union(digit)
    # Most bars are rectangles or lines; the boxes round paths take longer to find.
    for kinds in ((Rect, Line), (Path,)):
        bars = [back.apply_box(box) for box in found.of(*kinds)]
        if any(_is_below(bar, whole) for bar in bars):
            return True
        if all(any(_is_below(bar, digit) for bar in bars) for digit in digits):
            return True
    return False


def _is_below(bar: Box, number: Box) -> bool:
    if not 0 < bar.height <= _HIGHEST * number.height or bar.width > _WIDEST * number.width:
        return False
    shared = min(bar.right, number.right) - max(bar.x, number.x)
    offset = bar.y - number.bottom
    return (
        shared >= _NARROWEST * number.width
        and -_ABOVE * number.height <= offset <= _BELOW * number.height
    )
