"""Anchors: elements that stand by others get their places, each after those it stands by.

What comes out has no anchors any more: an edge written `title.bottom + 2` is a place on the card.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from cardforge.box_grammar import PARENT, SCOPES, SIZES
from cardforge.diagnostics import Span, did_you_mean
from cardforge.elements import Element, FlowElement, GroupElement
from cardforge.geometry import Box, Insets
from cardforge.ink import Ink
from cardforge.layout.boxes import BoxError, Frame, padded
from cardforge.layout.flow import freed
from cardforge.places import Anchor, At, BoxSpec, Limits, Reference

# Elements that lean on each other in a row longer than this, each written before the next.
DEEPEST = 100


class Placer(Protocol):
    """The side that is laid out, as far as places need it."""

    def place(self, element: Element, frame: Frame) -> Box:
        """Return where an element lies."""

    def placed(self, element: FlowElement, box: Box) -> Sequence[tuple[Any, Box]]:
        """Return the children of a flow that are drawn, with their cells."""

    def element(self, element: Element, frame: Frame) -> tuple[Ink, ...]:
        """Return the ink of an element."""

    def round_ink(self, ink: Sequence[Ink]) -> Box | None:
        """Return the box round some ink."""

    def error(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        """Report an error of this card."""


class Lost(Exception):
    """An element has no place, and its problem is reported."""


class Scope:
    """Where ids are looked up: the side, or one use of a part inside it."""

    def __init__(self, outer: Scope | None) -> None:
        self.outer = outer
        self.nodes: dict[str, list[Node]] = {}


class Node:
    """An element of the side: what it stands in, and where it lies once that is known."""

    __slots__ = ("box", "busy", "cells", "children", "concrete", "element", "ink", "lost", "order",
                 "parent", "scope", "settled")  # fmt: skip

    def __init__(self, element: Element, parent: Node | None, scope: Scope, order: int) -> None:
        self.element, self.parent, self.scope, self.order = element, parent, scope, order
        self.children: list[Node] = []
        self.busy: set[str] = set()
        self.lost = False
        self.box: Box | None = None
        self.ink: Box | None = None
        self.cells: dict[int, Box] | None = None
        self.concrete: Element | None = None
        self.settled: Element | None = None


def has_anchor(elements: Sequence[Element]) -> bool:
    """Return whether a box of some elements, or of any inside them, stands by another element."""
    return any(
        _leans(element.common.box) or has_anchor(_children_of(element)) for element in elements
    )


def _leans(spec: BoxSpec) -> bool:
    return any(isinstance(value, Anchor) for value in (*spec, *(spec.limits or ())))


def _children_of(element: Element) -> tuple[Any, ...]:
    return element.children if isinstance(element, (FlowElement, GroupElement)) else ()


class Anchors:
    """Finds the places of the elements of one side."""

    def __init__(
        self, runs: Sequence[Sequence[Element]], ids: frozenset[str], frame: Frame, side: Placer
    ) -> None:
        self.ids, self.frame, self.side = ids, frame, side
        self._count = self._depth = 0
        scope = Scope(None)
        self.runs = [[self._node(e, None, scope) for e in elements] for elements in runs]

    def _node(self, element: Element, parent: Node | None, scope: Scope) -> Node:
        node = Node(element, parent, scope, self._count)
        self._count += 1
        if element.common.id:
            scope.nodes.setdefault(element.common.id, []).append(node)
        if isinstance(element, GroupElement) and element.own_names:
            scope = Scope(scope)
        node.children = [self._node(child, node, scope) for child in _children_of(element)]
        return node

    def settled(self, run: int) -> tuple[Element, ...]:
        """Return the elements of a run with their places; those that have none are left out."""
        return tuple(self._every_settled(self.runs[run]))

    def _every_settled(self, nodes: Sequence[Node]) -> Iterator[Element]:
        for node in nodes:
            try:
                yield self._settled(node)
            except Lost:
                continue

    def _settled(self, node: Node) -> Element:
        """Return an element without anchors, its children too."""
        if node.settled is None:
            element = self._concrete(node)
            if node.children:
                inner = tuple(self._every_settled(node.children))
                old = _children_of(element)
                if len(inner) != len(old) or any(map(_differs, inner, old)):
                    element = element._replace(children=inner)  # type: ignore[call-arg]
            node.settled = element
        return node.settled

    def _guarded(self, node: Node, kind: str, work: Callable[[], Any]) -> Any:
        """Return what some work on a node gives; its fault is reported once, a circle is one."""
        if node.lost:
            raise Lost
        try:
            if kind in node.busy:
                raise self._circle(node)
            if self._depth > DEEPEST:
                message = "too many elements stand by each other in a row"
                hint = "write an element after those it stands by"
                raise BoxError("anchor.deep", message, hint)
            node.busy.add(kind)
            self._depth += 1
            try:
                return work()
            finally:
                node.busy.discard(kind)
                self._depth -= 1
        except BoxError as fault:
            node.lost = True
            self.side.error(fault.code, str(fault), node.element.common.span, fault.hint)
            raise Lost from None
        except Lost:
            node.lost = True
            raise

    def _circle(self, node: Node) -> BoxError:
        name = node.element.common.id
        what = f"the element '{name}'" if name else "this element"
        return BoxError(
            "anchor.circle",
            f"{what} stands by elements that stand by it",
            "give one of them a place of its own",
        )

    def _concrete(self, node: Node) -> Element:
        """Return an element whose own box has no anchors; its children may have some."""
        spec = node.element.common.box
        if not _leans(spec):
            return node.element
        if node.concrete is None:
            box = self._guarded(node, "spec", lambda: self._spec(spec, node))
            node.concrete = node.element._replace(common=node.element.common._replace(box=box))
        return node.concrete

    def _spec(self, spec: BoxSpec, node: Node) -> BoxSpec:
        edges = [self._value(value, node) for value in spec[:-1]]
        limits = spec.limits
        if limits is not None:
            limits = Limits(*(self._value(value, node) for value in limits))
        return BoxSpec._make((*edges, limits))

    def _value(self, value: Any, node: Node) -> Any:
        """Return a place on the card or a size for an anchor, anything else as it is."""
        if not isinstance(value, Anchor):
            return value
        for choice in value.choices:
            if not isinstance(choice, Reference):
                return choice
            box = self._box_named(choice, node)
            if box is not None:
                return _place(choice, box)
        raise self._missing(value, node)

    def _missing(self, anchor: Anchor, node: Node) -> BoxError:
        """Return the problem of an anchor none of whose elements is there."""
        last = anchor.choices[-1]
        name = last.name
        if name in self.ids:
            hint = f"say what holds then: {name}.{last.side} or 20; or put both in a column"
            return BoxError("anchor.absent", f"'{name}' is not drawn on this card", hint)
        hint = did_you_mean(name, sorted(self.ids)) or f"give that element id: {name}"
        return BoxError("anchor.unknown", f"no element has the id '{name}'", hint)

    def _box_named(self, reference: Reference, node: Node) -> Box | None:
        """Return the box that a reference is about, None when there is no such element."""
        if reference.name in SCOPES:
            return self._place_of_card(reference.name, node)
        target = _found(reference.name, node)
        if target is None:
            return None
        return self._ink_of(target) if reference.side.startswith("ink-") else self.box_of(target)

    def _place_of_card(self, name: str, node: Node) -> Box:
        frame = self._frame_of(node)
        if name == PARENT:
            return frame.box
        left, top, right, bottom = frame.bleed
        if name == "bleed":
            return frame.card.inset(Insets(-left, -top, -right, -bottom))
        safe = frame.safe if name == "safe" else 0.0
        return frame.card.inset(Insets(safe, safe, safe, safe))

    def box_of(self, node: Node) -> Box:
        """Return where an element lies; raises Lost when that cannot be told."""
        if node.box is None:
            node.box = self._guarded(node, "box", lambda: self._find_box(node))
        return node.box

    def _find_box(self, node: Node) -> Box:
        if node.parent is not None and isinstance(node.parent.element, FlowElement):
            return self._frame_of(node).box
        return self.side.place(self._concrete(node), self._frame_of(node))

    def _frame_of(self, node: Node) -> Frame:
        """Return the frame that an element stands in: its parent's box, or its cell of a flow."""
        parent = node.parent
        if parent is None:
            return self.frame
        if isinstance(parent.element, FlowElement):
            return self.frame.within(self._cell(node, parent))
        padding = parent.element.padding if isinstance(parent.element, GroupElement) else None
        return self.frame.within(padded(self.box_of(parent), padding))

    def _cell(self, node: Node, parent: Node) -> Box:
        """Return the cell of a flow's child; a child that the flow leaves out has an empty one."""
        if parent.cells is None:
            flow: Any = parent.element
            box = padded(self.box_of(parent), flow.padding)
            children = tuple(self._concrete(child) for child in parent.children)
            made = self.side.placed(flow._replace(children=children), box)
            cells: dict[int, Box] = {}
            waiting = iter(made)
            following = next(waiting, None)
            for number, child in enumerate(children):
                cells[number] = Box(box.x, box.y, 0.0, 0.0)
                if following is not None and following[0] is child:
                    cells[number] = following[1]
                    following = next(waiting, None)
            parent.cells = {c.order: cells[n] for n, c in enumerate(parent.children)}
        return parent.cells[node.order]

    def _ink_of(self, node: Node) -> Box:
        """Return the box round what an element draws, an empty one where it draws nothing."""
        if node.ink is None:
            node.ink = self._guarded(node, "ink", lambda: self._find_ink(node))
        return node.ink

    def _find_ink(self, node: Node) -> Box:
        frame = self._frame_of(node)
        element = self._settled(node)
        if node.parent is not None and isinstance(node.parent.element, FlowElement):
            element = freed(element)
        box = self.side.round_ink(self.side.element(element, frame))
        if box is None:
            x, y, _, _ = self.side.place(element, frame)
            return Box(x, y, 0.0, 0.0)
        return box


def _differs(one: Element, other: Element) -> bool:
    return one is not other


def _found(name: str, node: Node) -> Node | None:
    """Return the element of this name that is meant: the last one before, else the next one.

    It is looked for in the part that the element belongs to, then round that.
    """
    scope: Scope | None = node.scope
    while scope is not None:
        nodes = scope.nodes.get(name)
        if nodes:
            before = bisect_left(nodes, node.order, key=lambda each: each.order)
            return nodes[max(0, before - 1)]
        scope = scope.outer
    return None


def _place(reference: Reference, box: Box) -> Any:
    """Return the place or the size that a reference is about."""
    side = reference.side.removeprefix("ink-")
    if side in SIZES:
        length = box.width if side == "width" else box.height
        return max(0.0, length * reference.share + reference.offset)
    centre = box.centre
    places = {
        "left": box.x, "right": box.right, "top": box.y, "bottom": box.bottom,
        "x": centre.x, "y": centre.y,
    }  # fmt: skip
    return At(places[side] + reference.offset)
