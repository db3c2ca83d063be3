"""Filling: a card's own words put into its template.

What comes out has no expressions, conditions, repeats or parts any more.
Elements that no card changes come out as the very same objects each time, so
that layout can recognise and share them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from cardforge.deal import globals_of
from cardforge.decode import BAD, Anything, Deferred, Evaluated, Reader, Text
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.elements import (
    BASE_STYLE,
    Common,
    Element,
    GroupElement,
    PartElement,
    RepeatElement,
    StyleUse,
    TextElement,
    TextStyle,
)
from cardforge.model import Game, Settings
from cardforge.wording import WordingError, printed

DEEPEST = 30
MOST_ELEMENTS = 5_000


class Run(NamedTuple):
    """Consecutive elements; a steady run has no word of any card, and fills to the same object."""

    elements: tuple[Element, ...]
    steady: bool


class Prepared(NamedTuple):
    """A template ready to be filled: its runs, the root of `extends` first.

    `names` are the fields of a card that change it: two cards with the same
    values for them have the same ink.
    """

    name: str
    runs: tuple[Run, ...]
    names: tuple[str, ...]


class Unfilled(Exception):
    """Raised inside the filler when a value cannot be computed; the reason is in the report."""


class Filler:
    """Fills the templates of one game for one run."""

    def __init__(self, game: Game, settings: Settings, report: Report) -> None:
        self.game, self.report = game, report
        self.globals = globals_of(game, settings)
        self.languages = set(game.languages)
        self._prepared: dict[str, Prepared | None] = {}
        self._steady: dict[int, tuple[Run, Run]] = {}
        self._card_names = card_names(game)

    def prepared(self, name: str) -> Prepared | None:
        """Return the template with everything it extends, None after reporting a fault."""
        if name not in self._prepared:
            self._prepared[name] = self._prepare(name)
        return self._prepared[name]

    def _prepare(self, name: str) -> Prepared | None:
        elements: tuple[Element, ...] = ()
        seen: list[str] = []
        link: str | None = name
        span: Span | None = None
        while link is not None:
            template = self.game.templates.get(link)
            if template is None:
                hint = did_you_mean(link, self.game.templates)
                self.report.error(
                    "template.unknown", f"no template is called '{link}'", span, hint=hint
                )
                return None
            if link in seen:
                chain = " → ".join([*seen, link])
                self.report.error(
                    "template.circle", f"templates extend each other in a circle: {chain}",
                    template.span, hint="remove one of the extends",
                )  # fmt: skip
                return None
            seen.append(link)
            elements = template.elements + elements
            link, span = template.extends, template.span
        return self._split(name, elements)

    def _split(self, name: str, elements: tuple[Element, ...]) -> Prepared:
        """Return the elements in runs, those that no card changes apart from the others."""
        runs: list[Run] = []
        used: set[str] = set()
        for element in elements:
            names = _names_in(element, self.game.parts) & self._card_names
            used |= names
            steady = not names
            if runs and runs[-1].steady == steady:
                runs[-1] = Run((*runs[-1].elements, element), steady)
            else:
                runs.append(Run((element,), steady))
        return Prepared(name, tuple(runs), tuple(sorted(used)))

    def fill(self, prepared: Prepared, fields: Mapping[str, Any], card: str) -> tuple[Run, ...]:
        """Return the template's runs with the card's words; faults are reported."""
        filling = _Filling(self, {**self.globals, **fields}, card)
        return tuple(
            self._fill_steady(run, filling) if run.steady else filling.run(run)
            for run in prepared.runs
        )

    def _fill_steady(self, run: Run, filling: _Filling) -> Run:
        known = self._steady.get(id(run))
        if known is None:
            known = self._steady[id(run)] = (run, filling.run(run))
        return known[1]


def card_names(game: Game) -> frozenset[str]:
    """Return every field that a card of the game can have."""
    names = {"id", "name", "deck", "number", "copies"}
    for spec in (*game.decks, *game.tokens):
        names.update(spec.loops, spec.let)
        for row in (*spec.rows, *spec.overrides.values()):
            names.update(row.fields, row.expressions)
    return frozenset(names)


def _names_in(element: Element, parts: Mapping[str, Any]) -> set[str]:
    """Return the names that the expressions inside an element use, its parts included."""
    names: set[str] = set()
    _gather(element, names, parts, 0)
    return names


def _gather(value: Any, names: set[str], parts: Mapping[str, Any], depth: int) -> None:
    if isinstance(value, Deferred):
        names.update(value.expression.names)
    elif isinstance(value, PartElement) and depth < DEEPEST:
        for child in (*value.common, *value.names.values(), *parts.get(value.part, ())):
            _gather(child, names, parts, depth + 1)
    elif isinstance(value, (tuple, list)):
        for child in value:
            _gather(child, names, parts, depth)
    elif isinstance(value, dict):
        for child in value.values():
            _gather(child, names, parts, depth)


class _Filling:
    """Fills elements for one card."""

    def __init__(self, filler: Filler, scope: dict[str, Any], card: str) -> None:
        self.filler, self.scope, self.card = filler, scope, card
        self.game, self.report = filler.game, filler.report
        self.reader = Reader(self.report, self.game.palette, card=card)
        self.made = 0

    def run(self, run: Run) -> Run:
        """Return a run with every element filled."""
        return Run(tuple(e for child in run.elements for e in self.element(child, 0)), run.steady)

    def element(self, element: Element, depth: int) -> Iterator[Element]:
        """Yield what an element becomes: itself filled, nothing, or many for repeats and parts."""
        common: Common = element.common
        try:
            if not self.truth(common.condition):
                return
            if isinstance(element, RepeatElement):
                yield from self._repeat(element, depth)
            elif isinstance(element, PartElement):
                yield from self._part(element, depth)
            else:
                yield self._plain(element, depth)
        except Unfilled:
            return

    def truth(self, condition: Any) -> bool:
        """Return whether a condition holds."""
        if isinstance(condition, Deferred):
            value = self.evaluate(condition)
            return bool(value) and value != "false"
        return bool(condition)

    def _plain(self, element: Element, depth: int) -> Element:
        self.made += 1
        if self.made > MOST_ELEMENTS:
            self.fault("element.too-many", f"more than {MOST_ELEMENTS} elements", element.common.span)
        common = element.common._replace(condition=True)
        values = [self.value(v, depth) for v in (common, *element[1:])]
        filled: Any = type(element)(*values)
        if isinstance(filled, TextElement):
            filled = filled._replace(style=self._style(filled))
        return filled

    def value(self, value: Any, depth: int) -> Any:
        """Return a value with every expression inside computed."""
        if isinstance(value, Deferred):
            return self._typed(value)
        if isinstance(value, tuple):
            return self._tuple(value, depth)
        return value

    def _tuple(self, value: tuple, depth: int) -> tuple:
        if value and hasattr(value[0], "common"):
            return tuple(e for child in value for e in self.element(child, depth + 1))
        changed = [self.value(v, depth) for v in value]
        if all(a is b for a, b in zip(changed, value, strict=True)):
            return value
        return type(value)(*changed) if hasattr(value, "_fields") else tuple(changed)

    def _typed(self, deferred: Deferred) -> Any:
        value = self.evaluate(deferred)
        kind = deferred.kind
        if type(kind) is Text:
            return printed(self.localized(value))
        if type(kind) is Anything:
            return value
        if isinstance(value, (list, tuple)):
            text: Any = [Evaluated(printed(v), deferred.span) for v in value]
        else:
            text = printed(value)
        read = kind.read(Evaluated(text, deferred.span), deferred.key, self.reader)
        if read is BAD:
            raise Unfilled
        return read

    def localized(self, value: Any) -> Any:
        """Return the text of this run's language when a value has one for each language."""
        if isinstance(value, dict) and value.keys() <= self.filler.languages:
            return value.get(self.scope["language"], "")
        return value

    def evaluate(self, deferred: Deferred) -> Any:
        """Return what an expression gives; raises Unfilled after reporting a fault."""
        try:
            return deferred.expression(self.scope)
        except WordingError as fault:
            self.report.error(
                fault.code, str(fault), deferred.span, hint=fault.hint, card=self.card
            )
            raise Unfilled from None

    def fault(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        """Report an error and give up on the element."""
        self.report.error(code, message, span, hint=hint, card=self.card)
        raise Unfilled

    def _style(self, element: TextElement) -> TextStyle:
        use: StyleUse = element.style
        base = BASE_STYLE
        if use.name is not None:
            named = self.game.styles.get(use.name)
            if named is None:
                hint = did_you_mean(use.name, self.game.styles)
                self.fault("style.unknown", f"no style is called '{use.name}'", element.common.span, hint)
            else:
                base = named.over(BASE_STYLE)
        return use.look.over(base)

    def _repeat(self, element: RepeatElement, depth: int) -> Iterator[Element]:
        self._check_depth(element, depth)
        values = self.value(element.values, depth)
        outer = self.scope
        for value in values:
            self.scope = {**outer, element.name: value}
            for child in element.children:
                yield from self.element(child, depth + 1)
        self.scope = outer

    def _part(self, element: PartElement, depth: int) -> Iterator[Element]:
        self._check_depth(element, depth)
        name = self.value(element.part, depth)
        children = self.game.parts.get(name)
        if children is None:
            hint = did_you_mean(name, self.game.parts)
            self.fault("part.unknown", f"no part is called '{name}'", element.common.span, hint)
            return
        outer = self.scope
        names = {key: self.value(value, depth) for key, value in element.names.items()}
        self.scope = {**outer, **names}
        yield from self._grouped(element, children, depth)
        self.scope = outer

    def _grouped(
        self, element: PartElement, children: tuple[Element, ...], depth: int
    ) -> Iterator[Element]:
        filled = tuple(e for child in children for e in self.element(child, depth + 1))
        yield GroupElement(self.value(element.common._replace(condition=True), depth), filled)

    def _check_depth(self, element: Element, depth: int) -> None:
        if depth > DEEPEST:
            self.fault(
                "part.circle", "parts use each other without end", element.common.span,
                "a part cannot contain itself",
            )  # fmt: skip
