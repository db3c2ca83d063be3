"""One card's words put into elements: expressions computed, conditions decided, repeats done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from cardforge.decode import BAD, Deferred, Evaluated, Reader
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.element_kinds import Repeated
from cardforge.elements import (
    BASE_STYLE,
    Element,
    GroupElement,
    PartElement,
    RepeatElement,
    StyleUse,
    TextElement,
    TextStyle,
)
from cardforge.expressions import WordingError, holds, printed
from cardforge.kinds import Anything, Text
from cardforge.model import Game

DEEPEST = 30
MOST_ELEMENTS = 5_000
# Where a text element keeps its style.
_STYLE = TextElement._fields.index("style")


class Unfilled(Exception):
    """Raised when a value cannot be computed; the reason is in the report."""


class Unending(Exception):
    """Raised when a side would never be done; the reason is in the report."""


class Plan:
    """What is known of an element before any card: which of its fields a card can change.

    An element without expressions is filled once and kept in `filled`.
    """

    __slots__ = ("changing", "common", "element", "filled", "steady", "style")

    def __init__(self, element: Element) -> None:
        self.element = element
        common = undecided(element)
        # The common fields once the condition is decided, unless a card changes them too.
        self.common = None if is_changing(common) else common
        self.changing = tuple(
            i for i, v in enumerate(element) if i and (is_changing(v) or is_family(v))
        )
        drawn = not isinstance(element, (RepeatElement, PartElement))
        self.steady = drawn and not is_changing(tuple(element))
        self.filled: tuple[Element, ...] | None = None
        self.style: TextStyle | None = None


def is_changing(value: Any) -> bool:
    """Return whether a value holds an expression, a repeat or a part, however deep."""
    if isinstance(value, (Deferred, RepeatElement, PartElement)):
        return True
    if isinstance(value, (tuple, list)):
        return any(is_changing(child) for child in value)
    return isinstance(value, dict) and any(is_changing(child) for child in value.values())


def is_family(value: Any) -> bool:
    """Return whether a value holds elements: even steady ones need their styles looked up."""
    return isinstance(value, tuple) and bool(value) and hasattr(value[0], "common")


class Workshop:
    """What the fillings of a run share: the game, the report and a plan for each element."""

    def __init__(self, game: Game, report: Report) -> None:
        self.game, self.report = game, report
        self.languages = set(game.languages)
        self._plans: dict[int, Plan] = {}

    def plan(self, element: Element) -> Plan:
        """Return the plan of an element of a template."""
        plan = self._plans.get(id(element))
        if plan is None:
            plan = self._plans[id(element)] = Plan(element)
        return plan


class Filling:
    """Fills elements for one card."""

    def __init__(self, shop: Workshop, scope: dict[str, Any], card: str) -> None:
        self.shop, self.scope, self.card = shop, scope, card
        self.game, self.report = shop.game, shop.report
        self.reader = Reader(self.report, self.game.palette, card=card)
        self.made = 0

    def elements(self, elements: tuple[Element, ...]) -> tuple[Element, ...]:
        """Return what elements become for this card; nothing when they would have no end."""
        try:
            return tuple(e for element in elements for e in self.element(element, 0))
        except Unending:
            return ()

    def element(self, element: Element, depth: int) -> tuple[Element, ...]:
        """Return what an element becomes: itself filled, nothing, or many for repeats and parts."""
        plan = self.shop.plan(element)
        if plan.steady:
            if plan.filled is None:
                plan.filled = self._changed(plan, depth)
            return plan.filled
        return self._changed(plan, depth)

    def _changed(self, plan: Plan, depth: int) -> tuple[Element, ...]:
        element = plan.element
        outer = self.scope
        try:
            if not self.truth(element.common.condition):
                return ()
            if isinstance(element, RepeatElement):
                return tuple(self._repeat(element, depth))
            if isinstance(element, PartElement):
                return self._part(element, plan, depth)
            return (self._plain(plan, depth),)
        except Unfilled:
            return ()
        finally:
            self.scope = outer

    def truth(self, condition: Any) -> bool:
        """Return whether a condition holds."""
        if isinstance(condition, Deferred):
            return holds(self.evaluate(condition))
        return bool(condition)

    def _plain(self, plan: Plan, depth: int) -> Element:
        element = plan.element
        self._count(element)
        values = list(element)
        values[0] = self._common(plan, depth)
        for index in plan.changing:
            values[index] = self.value(values[index], depth)
        if isinstance(element, TextElement):
            values[_STYLE] = self._style_of(plan, values[_STYLE], element)
        make: Any = type(element)
        filled: Element = make(*values)
        return filled

    def _count(self, element: Element) -> None:
        """Count what is made for one side; repeats inside repeats grow fast."""
        self.made += 1
        if self.made > MOST_ELEMENTS:
            message = f"one side has more than {MOST_ELEMENTS} elements"
            self._end("element.too-many", message, element.common.span, "repeat less")

    def _end(self, code: str, message: str, span: Span, hint: str) -> NoReturn:
        """Report an error and give up on the side: its other elements may be as endless."""
        self.report.error(code, message, span, hint=hint, card=self.card)
        raise Unending

    def _common(self, plan: Plan, depth: int) -> Any:
        return plan.common or self.value(undecided(plan.element), depth)

    def _style_of(self, plan: Plan, use: StyleUse, element: TextElement) -> TextStyle:
        """Return the whole style of a text; one that no card changes is put together once."""
        if use is not element.style:
            return self._style(use, element)
        if plan.style is None:
            plan.style = self._style(use, element)
        return plan.style

    def value(self, value: Any, depth: int) -> Any:
        """Return a value with every expression inside computed."""
        if isinstance(value, Deferred):
            return self._typed(value)
        if isinstance(value, tuple):
            return self._tuple(value, depth)
        return value

    def _tuple(self, value: tuple[Any, ...], depth: int) -> tuple[Any, ...]:
        if is_family(value):
            return tuple(e for child in value for e in self.element(child, depth + 1))
        changed = [self.value(v, depth) for v in value]
        if all(a is b for a, b in zip(changed, value, strict=True)):
            return value
        return type(value)(*changed) if hasattr(value, "_fields") else tuple(changed)

    def _typed(self, deferred: Deferred) -> Any:
        value = self.evaluate(deferred)
        kind = deferred.kind
        if type(kind) is Text:
            return self._text(value, deferred)
        if type(kind) is Anything or (kind.takes_values and isinstance(value, (list, tuple))):
            return value
        if type(kind) is Repeated and isinstance(value, (list, tuple)):
            return tuple(value)
        if isinstance(value, (list, tuple)):
            text: Any = [Evaluated(printed(v), deferred.span) for v in value]
        else:
            text = printed(value)
        read = kind.read(Evaluated(text, deferred.span), deferred.key, self.reader)
        if read is BAD:
            raise Unfilled
        return read

    def _text(self, value: Any, deferred: Deferred) -> str:
        """Return the text of a value, in this run's language when it has one for each language."""
        language = self.scope["language"]
        if isinstance(value, dict) and value and value.keys() <= self.shop.languages:
            if value.get(language) is None:
                message, hint = f"{deferred.key} has no text for '{language}'", f"add {language}:"
                self.fault("words.missing", message, deferred.span, hint)
            value = value[language]
        if isinstance(value, dict):
            self._no_text(deferred, "a mapping", "give a text for each language")
        if isinstance(value, (list, tuple)):
            self._no_text(deferred, "a list", "use | join(', ')")
        return printed(value)

    def _no_text(self, deferred: Deferred, found: str, hint: str) -> NoReturn:
        message = f"{deferred.key} must be text, found {found}"
        self.fault("value.text", message, deferred.span, hint)

    def evaluate(self, deferred: Deferred) -> Any:
        """Return what an expression gives; raises Unfilled after reporting a fault."""
        try:
            return deferred.expression(self.scope)
        except WordingError as fault:
            self.fault(fault.code, str(fault), deferred.span, fault.hint)

    def fault(self, code: str, message: str, span: Span, hint: str | None = None) -> NoReturn:
        """Report an error and give up on the element."""
        self.report.error(code, message, span, hint=hint, card=self.card)
        raise Unfilled

    def _style(self, use: StyleUse, element: TextElement) -> TextStyle:
        base = BASE_STYLE
        if use.name is not None:
            named = self.game.styles.get(use.name)
            if named is None:
                raise self._unknown("style", use.name, self.game.styles, element)
            base = named.over(BASE_STYLE)
        return use.look.over(base)

    def _repeat(self, element: RepeatElement, depth: int) -> Iterator[Element]:
        self._check_depth(element, depth)
        outer = self.scope
        for value in self.value(element.values, depth):
            self._count(element)
            self.scope = {**outer, element.name: value}
            for child in element.children:
                yield from self.element(child, depth + 1)

    def _part(self, element: PartElement, plan: Plan, depth: int) -> tuple[Element, ...]:
        self._check_depth(element, depth)
        name = self.value(element.part, depth)
        children = self.game.parts.get(name)
        if children is None:
            raise self._unknown("part", name, self.game.parts, element)
        self._count(element)
        common = self._common(plan, depth)
        names = {key: self.value(value, depth) for key, value in element.names.items()}
        self.scope = {**self.scope, **names}
        filled = tuple(e for child in children for e in self.element(child, depth + 1))
        return (GroupElement(common, filled),)

    def _unknown(self, what: str, name: str, known: Iterable[str], element: Element) -> Unfilled:
        """Report a name that nothing has, unless it may be one that could not be read."""
        if not self.game.is_broken(f"{what}s", name):
            hint = did_you_mean(name, known) or f"name it under {what}s:"
            message, span = f"no {what} is called '{name}'", element.common.span
            self.report.error(f"{what}.unknown", message, span, hint=hint, card=self.card)
        return Unfilled()

    def _check_depth(self, element: Element, depth: int) -> None:
        if depth > DEEPEST:
            message = "parts and repeats stand in each other without end"
            hint = "remove the use of a part inside itself"
            self._end("part.circle", message, element.common.span, hint)


def undecided(element: Element) -> Any:
    """Return the common fields of an element whose condition is already decided."""
    return element.common._replace(condition=True)
