"""Templates that extend others: regions filled, elements changed or left out, own ones added."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.elements import (
    Element,
    FlowElement,
    GroupElement,
    RegionElement,
    RepeatElement,
)
from cardforge.model import Template

Elements = tuple[Element, ...]
Change = Callable[[Element], Elements]


def composed(chain: Sequence[Template], report: Report) -> Elements:
    """Return the elements of a template and of all that it extends, the root of them first."""
    elements: Elements = ()
    for template in chain:
        elements = _filled(elements, template, report)
        elements = _changed(elements, template, report)
        elements += template.elements
    return elements


def _filled(elements: Elements, template: Template, report: Report) -> Elements:
    """Return the elements with the regions filled that a template has something for."""
    if not template.regions:
        return elements
    known = regions_of(elements)
    for name, (_, span) in template.regions.items():
        if name not in known:
            _unknown("region", name, known, span, template, report)
    return with_regions(elements, {name: own for name, (own, _) in template.regions.items()})


def regions_of(elements: Elements) -> list[str]:
    """Return the names of the regions in some elements."""
    return [e.name for e in every(elements) if isinstance(e, RegionElement)]


def with_regions(elements: Elements, regions: Mapping[str, Elements]) -> Elements:
    """Return elements with those regions filled that have something here.

    Regions inside of what fills them wait for another template, also one of the same name.
    """

    def is_filled(element: Element) -> bool:
        return isinstance(element, RegionElement) and element.name in regions

    def fill(element: Element) -> Elements:
        if isinstance(element, RegionElement) and element.name in regions:
            return (element._replace(children=regions[element.name]),)
        return (element,)

    return mapped(elements, fill, is_filled)


def _changed(elements: Elements, template: Template, report: Report) -> Elements:
    """Return the elements with those changed or left out that a template names."""
    if not (template.changes or template.removed):
        return elements
    known = [e.common.id for e in every(elements) if e.common.id]
    for name, span in template.removed.items():
        if name not in known:
            _unknown("element", name, known, span, template, report)

    def change(element: Element) -> Elements:
        name = element.common.id
        if name in template.removed:
            return ()
        changed = template.changes.get(name or "")
        return (element,) if changed is None else (changed,)

    return mapped(elements, change)


def _unknown(
    what: str, name: str, known: Sequence[str], span: Span, template: Template, report: Report
) -> None:
    parent = f"'{template.extends}'" if template.extends else "no other template"
    hint = did_you_mean(name, known)
    if hint is None:
        hint = f"those there are: {', '.join(dict.fromkeys(known))}" if known else "remove it"
    key = "region" if what == "region" else "id"
    message = f"'{template.name}' extends {parent}, where no {what} is called '{name}'"
    report.error(f"{key}.unknown", message, span, hint=hint)


def mapped(
    elements: Elements, change: Change, is_whole: Callable[[Element], bool] = lambda _: False
) -> Elements:
    """Return what elements become, from the outermost inwards; the same tuple if nothing changes.

    Of an element that is changed as a whole nothing inside is changed.  What no change touches
    stays the very same object, so that cards go on sharing it.
    """
    made: list[Element] = []
    for element in elements:
        for new in change(element):
            children = () if is_whole(element) else _children(new)
            inner = mapped(children, change, is_whole) if children else children
            same = len(inner) == len(children) and all(map(_is, inner, children))
            made.append(new if same else new._replace(children=inner))  # type: ignore[call-arg]
    same = len(made) == len(elements) and all(map(_is, made, elements))
    return elements if same else tuple(made)


def _is(one: Element, other: Element) -> bool:
    return one is other


def _children(element: Element) -> Elements:
    holds = isinstance(element, (FlowElement, GroupElement, RegionElement, RepeatElement))
    children: Elements = element.children if holds else ()  # type: ignore[union-attr]
    return children


def every(elements: Iterable[Element]) -> Iterator[Element]:
    """Yield elements and all that they hold, in the order in which they are written."""
    waiting = list(elements)[::-1]
    while waiting:
        element = waiting.pop()
        yield element
        waiting.extend(_children(element)[::-1])


def unrepeated(elements: Iterable[Element]) -> Iterator[Element]:
    """Yield elements and all that they hold, without what is repeated or has a condition."""
    for element in elements:
        if element.common.condition is not True:
            continue
        yield element
        if not isinstance(element, RepeatElement):
            yield from unrepeated(_children(element))
