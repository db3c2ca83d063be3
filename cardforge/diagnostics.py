"""Problems as data: where, what, how to mend it; and the report that gathers them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

ERROR, WARNING, NOTE = "error", "warning", "note"
# Errors of these kinds are a designer's own strictness: a reason can set them aside.
_MATTERS_OF_TASTE = ("print.", "play.", "words.same", "words.empty")
_NAMES_WHAT_IS_MISSING = ("image.", "svg.", "icon.", "font.", "template.", "part.", "text.glyph")


class Span(NamedTuple):
    """A stretch of a designer's file; lines and columns count from 1, the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class Problem(NamedTuple):
    """One thing that is wrong with a design: place, message and what to do about it."""

    severity: str
    code: str
    message: str
    span: Span | None = None
    hint: str | None = None
    related: tuple[tuple[Span, str], ...] = ()
    cards: tuple[str, ...] = ()


class Allowance(NamedTuple):
    """A problem that a designer has judged to be none at some places; None: in the whole game."""

    code: str
    reason: str
    span: Span
    region: tuple[Span, ...] | None

    def covers(self, code: str, place: Span | None) -> bool:
        """Return whether a problem of this code at this place is allowed."""
        if code != self.code:
            return False
        return self.region is None or (
            place is not None and any(_contains(outer, place) for outer in self.region)
        )


def _contains(outer: Span, inner: Span) -> bool:
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return outer.file == inner.file and start <= (inner.line, inner.column) < end


class ProblemsFound(Exception):
    """Raised when a design cannot go on; carries the whole report."""

    def __init__(self, report: Report) -> None:
        super().__init__(f"{report.count(ERROR)} errors")
        self.report = report


class Report:
    """Collects the problems of a run, one for each cause however many cards it touches."""

    def __init__(self) -> None:
        self._problems: dict[tuple[Any, ...], list[str]] = {}
        self._of_cards: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        # The lowest rank at each place, where problems have one.
        self._ranks: dict[tuple[Any, ...], float] = {}
        # Each allowance, and whether it has silenced anything.
        self._allowances: dict[Allowance, bool] = {}

    def allow(self, allowances: Iterable[Allowance]) -> None:
        """Turn problems into notes, from now on, where a designer has given a reason for them."""
        for allowance in allowances:
            self._allowances.setdefault(allowance, False)

    def note_idle_allowances(self) -> None:
        """Note each allowance that has silenced nothing: its cause may be gone."""
        for allowance, used in list(self._allowances.items()):
            if not used:
                message = f"{allowance.code} is allowed here, but does not occur"
                self.note("allow.idle", message, allowance.span, hint="remove it")

    def add(
        self,
        severity: str,
        code: str,
        message: str,
        span: Span | None = None,
        *,
        hint: str | None = None,
        related: Iterable[tuple[Span, str]] = (),
        card: str | None = None,
        rank: float | None = None,
    ) -> None:
        """Add a problem; the same cause on another card only adds that card.

        A place at which many cards fail in one way is one cause: the first message speaks for all,
        unless it names what is missing, such as a picture, and so differs for good.  Where problems
        have a rank, the message of the lowest speaks for all.
        """
        if self._allowances:
            severity, message = self._judged(severity, code, message, span)
        cause = (severity, code, message, span, hint, tuple(related))
        if card is not None and span is not None:
            missing = message if code.startswith(_NAMES_WHAT_IS_MISSING) else None
            place = (severity, code, span, missing)
            cause = self._spoken(place, cause, rank)
        cards = self._problems.setdefault(cause, [])
        if card is not None and card not in cards:
            cards.append(card)

    def _spoken(
        self, place: tuple[Any, ...], cause: tuple[Any, ...], rank: float | None
    ) -> tuple[Any, ...]:
        """Return the cause that speaks for a place: the first, or the one of the lowest rank."""
        known = self._of_cards.setdefault(place, cause)
        if rank is None:
            return known
        lowest = self._ranks.setdefault(place, rank)
        if rank < lowest and known != cause:
            self._ranks[place], self._of_cards[place] = rank, cause
            self._problems = {
                cause if key == known else key: cards for key, cards in self._problems.items()
            }
            return cause
        return known

    def _judged(self, severity: str, code: str, message: str, span: Span | None) -> tuple[str, str]:
        """Return severity and message of a problem, those of a note when it is allowed."""
        if severity == ERROR and not code.startswith(_MATTERS_OF_TASTE):
            return severity, message
        for allowance in self._allowances:
            if allowance.covers(code, span):
                self._allowances[allowance] = True
                told = message if severity == NOTE else f"{message} (allowed: {allowance.reason})"
                return NOTE, told
        return severity, message

    def error(self, code: str, message: str, span: Span | None = None, **more: Any) -> None:
        """Add an error: nothing is written."""
        self.add(ERROR, code, message, span, **more)

    def warning(self, code: str, message: str, span: Span | None = None, **more: Any) -> None:
        """Add a warning: the output is written, `--strict` refuses it."""
        self.add(WARNING, code, message, span, **more)

    def note(self, code: str, message: str, span: Span | None = None, **more: Any) -> None:
        """Add a note: shown with `--verbose`."""
        self.add(NOTE, code, message, span, **more)

    def extend(self, other: Report) -> None:
        """Add the problems of another report."""
        for (severity, code, message, span, hint, related), cards in other._problems.items():
            for card in cards or (None,):
                self.add(severity, code, message, span, hint=hint, related=related, card=card)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return the problems in the order in which they were found."""
        return tuple(
            Problem(*cause)._replace(cards=tuple(cards)) for cause, cards in self._problems.items()
        )

    def count(self, severity: str) -> int:
        """Return how many problems have this severity."""
        return sum(1 for cause in self._problems if cause[0] == severity)

    @property
    def has_errors(self) -> bool:
        """Return whether anything found stops the build."""
        return any(cause[0] == ERROR for cause in self._problems)

    def raise_if_errors(self) -> None:
        """Raise ProblemsFound when at least one error was found."""
        if self.has_errors:
            raise ProblemsFound(self)


def shortened(text: str, most: int = 40) -> str:
    """Return a text as a message shows it: whole, or its beginning and an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return a hint naming the known word nearest to `word`, or None when nothing is near."""
    from difflib import get_close_matches

    names = list(known)
    lower = word.lower()
    # Of a family's faces the plain one is meant.
    near = [n.lower() for n in names if n.lower() == f"{lower}-regular"]
    near = near or get_close_matches(lower, [n.lower() for n in names], n=1, cutoff=0.6)
    if not near:
        return None
    return f"did you mean '{next(n for n in names if n.lower() == near[0])}'?"
