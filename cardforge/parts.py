"""Parts that use each other: a circle among them is found before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardforge.diagnostics import Report
from cardforge.elements import Element, PartElement

Parts = dict[str, tuple[Element, ...]]


def without_circles(parts: Parts, report: Report) -> Parts:
    """Return the parts that can be drawn; those that contain themselves are reported."""
    uses = {name: list(_uses(elements)) for name, elements in parts.items()}
    endless = [name for name in parts if _reaches(name, name, uses)]
    for name in endless:
        use = next(use for use in uses[name] if _leads_to(use.part, name, uses))
        message = f"the part '{name}' contains itself"
        hint = "remove this use, or use another part here"
        report.error("part.circle", message, use.common.span, hint=hint)
    return {name: elements for name, elements in parts.items() if name not in endless}


def _uses(value: Any) -> Iterator[PartElement]:
    """Yield the uses of parts by name inside elements, however deep."""
    if isinstance(value, PartElement):
        if isinstance(value.part, str):
            yield value
        for children in value.regions.values():
            yield from _uses(children)
    elif isinstance(value, tuple):
        for child in value:
            yield from _uses(child)


def _reaches(start: str, goal: str, uses: dict[str, list[PartElement]]) -> bool:
    return any(_leads_to(use.part, goal, uses) for use in uses.get(start, ()))


def _leads_to(part: str, goal: str, uses: dict[str, list[PartElement]]) -> bool:
    """Return whether drawing a part draws the part `goal`."""
    waiting, seen = [part], set()
    while waiting:
        name = waiting.pop()
        if name == goal:
            return True
        if name not in seen:
            seen.add(name)
            waiting.extend(use.part for use in uses.get(name, ()))
    return False
