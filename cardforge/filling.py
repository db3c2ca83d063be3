"""One card's words put into elements: expressions computed, conditions decided, repeats done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from cardforge.decode import BAD, Deferred, Evaluated, Reader
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.element_kinds import Data
from cardforge.elements import (
    BASE_STYLE,
    Element,
    GroupElement,
    PartElement,
    RegionElement,
    RepeatElement,
    StyleUse,
    TableElement,
    TextElement,
    TextStyle,
)
from cardforge.expressions import WordingError, holds, printed
from cardforge.extending import regions_of, with_regions
from cardforge.kinds import Anything, Text
from cardforge.model import Game
from cardforge.pseudo import pseudo

DEEPEST = 30
# How deep lists and mappings may lie in a value that an expression gives.
_DEEPEST_VALUE = 4
MOST_ELEMENTS = 5_000
# Where a text element keeps its style.
_STYLE = TextElement._fields.index("style")
_TEXT = TextElement._fields.index("text")


class Unfilled(Exception):
    """Raised when a value cannot be computed; the reason is in the report."""


class Unending(Exception):
    """Raised when a side would never be done; the reason is in the report."""


class Plan:
    """What is known of an element before any card: which of its fields a card can change.

    An element without expressions is filled once and kept in `filled`.
    """

    __slots__ = ("changing", "common", "element", "filled", "steady", "style", "undecided")

    def __init__(self, element: Element) -> None:
        self.element = element
        # The common fields once the condition is decided; `common` unless a card changes them too.
        self.undecided = element.common._replace(condition=True)
        self.common = None if is_changing(self.undecided) else self.undecided
        self.changing = tuple(
            i for i, v in enumerate(element) if i and (is_changing(v) or holds_family(v))
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


def holds_family(value: Any) -> bool:
    """Return whether a value holds elements, however deep: the cells of a table are lists."""
    if not isinstance(value, tuple):
        return False
    return is_family(value) or any(holds_family(child) for child in value)


class Workshop:
    """What the fillings of a run share: the game, the report and a plan for each element."""

    def __init__(self, game: Game, report: Report, *, pseudo: bool = False) -> None:
        self.game, self.report, self.pseudo = game, report, pseudo
        self.languages = set(game.languages)
        self._plans: dict[int, Plan] = {}
        # Parts with filled regions, by the identity of both, and the use that keeps its own.
        self._parts: dict[tuple[int, int], tuple[PartElement, tuple[Element, ...]]] = {}
        # Values of templates by identity, which they keep here, and whether they are final.
        self._final: dict[int, tuple[Any, bool]] = {}

    def plan(self, element: Element) -> Plan:
        """Return the plan of an element of a template."""
        plan = self._plans.get(id(element))
        if plan is None:
            plan = self._plans[id(element)] = Plan(element)
        return plan

    def part_filled(self, children: tuple[Element, ...], use: PartElement) -> tuple[Element, ...]:
        """Return the elements of a part with the regions of a use of it, the same each time."""
        key = (id(children), id(use))
        if key not in self._parts:
            self._parts[key] = (use, with_regions(children, use.regions))
        return self._parts[key][1]

    def is_final(self, value: tuple[Any, ...]) -> bool:
        """Return whether a value of a template is the same for every card, and no element."""
        known = self._final.get(id(value))
        if known is None:
            final = not (is_changing(value) or holds_family(value))
            known = self._final[id(value)] = (value, final)
        return known[1]


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
            if self.shop.pseudo:
                values[_TEXT] = pseudo(values[_TEXT])
        if isinstance(element, RegionElement):
            return GroupElement(values[0], values[2])
        if isinstance(element, TableElement):
            self._count(element, len(values[2]))
        make: Any = type(element)
        filled: Element = make(*values)
        return filled

    def _count(self, element: Element, number: int = 1) -> None:
        """Count what is made for one side; repeats inside repeats grow fast."""
        self.made += number
        if self.made > MOST_ELEMENTS:
            message = f"one side has more than {MOST_ELEMENTS} elements"
            self._end("element.too-many", message, element.common.span, "repeat less")

    def _end(self, code: str, message: str, span: Span, hint: str) -> NoReturn:
        """Report an error and give up on the side: its other elements may be as endless."""
        self.report.error(code, message, span, hint=hint, card=self.card)
        raise Unending

    def _common(self, plan: Plan, depth: int) -> Any:
        return plan.common or self.value(plan.undecided, depth)

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
        if isinstance(value, tuple) and not self.shop.is_final(value):
            return self._tuple(value, depth)
        return value

    def _tuple(self, value: tuple[Any, ...], depth: int) -> tuple[Any, ...]:
        if is_family(value):
            return tuple(e for child in value for e in self.element(child, depth + 1))
        changed = [self.value(v, depth) if isinstance(v, tuple) else v for v in value]
        if all(a is b for a, b in zip(changed, value, strict=True)):
            return value
        return type(value)(*changed) if hasattr(value, "_fields") else tuple(changed)

    def _typed(self, deferred: Deferred) -> Any:
        value = self.evaluate(deferred)
        kind = deferred.kind
        if type(kind) is Text:
            return self._text(value, deferred)
        if type(kind) is Anything:
            return value
        if isinstance(kind, Data) and isinstance(value, (list, tuple, dict)):
            return kind.of_data(value, deferred)
        read = kind.read(_as_node(value, deferred.span), deferred.key, self.reader)
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
        values = self.value(element.values, depth)
        for index, value in enumerate(values, 1):
            self._count(element)
            self.scope = {**outer, "loop": loop_of(index, len(values)), element.name: value}
            for child in element.children:
                yield from self.element(child, depth + 1)

    def _part(self, element: PartElement, plan: Plan, depth: int) -> tuple[Element, ...]:
        self._check_depth(element, depth)
        name = self.value(element.part, depth)
        children = self.game.parts.get(name)
        if children is None:
            raise self._unknown("part", name, self.game.parts, element)
        self._count(element)
        children = self._with_regions(children, element)
        common = self._common(plan, depth)
        names = {key: self.value(value, depth) for key, value in element.names.items()}
        self.scope = {**self.scope, **names}
        filled = tuple(e for child in children for e in self.element(child, depth + 1))
        return (GroupElement(common, filled, own_names=True),)

    def _with_regions(self, children: tuple[Element, ...], use: PartElement) -> Any:
        """Return the elements of a part with its regions filled by what the use of it has."""
        if not use.regions:
            return children
        known = regions_of(children)
        for name in use.regions:
            if name not in known:
                hint = did_you_mean(name, known) or "remove it, or add the region to the part"
                message = f"the part '{use.part}' has no region called '{name}'"
                span = use.common.span
                self.report.error("region.unknown", message, span, hint=hint, card=self.card)
        return self.shop.part_filled(children, use)

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


def loop_of(index: int, count: int) -> dict[str, Any]:
    """Return what `loop` says inside a repeat: how far it is, counted from 1."""
    return {"index": index, "first": index == 1, "last": index == count, "count": count}


def _as_node(value: Any, span: Span, depth: int = 0) -> Evaluated:
    """Return what an expression gave as the node that would have been written instead of it."""
    if depth < _DEEPEST_VALUE and isinstance(value, (list, tuple)):
        return Evaluated([_as_node(entry, span, depth + 1) for entry in value], span)
    if depth < _DEEPEST_VALUE and isinstance(value, dict):
        made = {printed(key): _as_node(entry, span, depth + 1) for key, entry in value.items()}
        return Evaluated(made, span)
    return Evaluated(printed(value), span)
