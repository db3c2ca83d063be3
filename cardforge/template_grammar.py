"""How templates are written: their elements, and what they make of the template they extend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardforge.decode import BAD, Field, Kind, Node, Reader, read_known
from cardforge.diagnostics import did_you_mean
from cardforge.elements_grammar import ELEMENTS, FORMS, read_element
from cardforge.kinds import ListOf, MapOf, Name
from cardforge.model import Template


class Changes(Kind):
    """For elements of the extended template, by id: the keys that are another here."""

    code = "value.mapping"
    expects = "a mapping of ids to changed keys"
    computable = False

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the changed keys of each element as they are written."""
        if not isinstance(node.value, dict):
            return self.wrong(node, key, reader)
        entries = node.value.items()
        known = {
            name: child
            for name, child in entries
            if reader.is_mapping(child, f"{key}.{name}", "a mapping of changed keys")
        }
        return known if len(known) == len(node.value) else BAD

    def schema(self) -> dict[str, Any]:
        """Return the schema of changes."""
        return {"type": "object", "additionalProperties": {"type": "object"}}


TEMPLATE = {
    "extends": Field(Name(), doc="the template whose elements come first", literal=True),
    "elements": Field(ELEMENTS, doc="what is drawn, the first at the bottom"),
    "regions": Field(MapOf(ELEMENTS), doc="what fills the regions of the extended template"),
    "change": Field(Changes(), doc="elements of the extended template with other keys, by id"),
    "remove": Field(
        ListOf(Name(), distinct=True),
        doc="ids of the extended template's elements that are left out",
        literal=True,
    ),
}


def read_templates(node: Node, reader: Reader) -> Iterator[tuple[str, Template]]:
    """Yield name and template for each entry of `templates`; faults are reported."""
    written = _Written(node, reader)
    for name, child in node.value.items():
        if not reader.is_mapping(child, f"template {name}", "a mapping"):
            continue
        values, _ = read_known(child, TEMPLATE, reader, f"template {name}")
        place = child.value["extends"].span if "extends" in child.value else child.span
        regions = {
            region: (elements, child.value["regions"].key_span(region))
            for region, elements in values.get("regions", {}).items()
        }
        removed = {
            str(entry.value): entry.span
            for entry in (child.value["remove"].value if values.get("remove") else ())
        }
        changes = written.changes(name, values.get("change", {}))
        yield name, Template(
            name, values.get("elements", ()), values.get("extends"), place,
            regions, changes, removed,
        )  # fmt: skip


class _Written:
    """The templates as they are written: where an element stands, and with which changes."""

    def __init__(self, node: Node, reader: Reader) -> None:
        self.reader = reader
        self.templates = {n: c for n, c in node.value.items() if isinstance(c.value, dict)}

    def changes(self, template: str, changes: dict[str, Node]) -> dict[str, Any]:
        """Return the changed elements of a template by id; an unknown id is reported."""
        made = {}
        for name, change in changes.items():
            base = self._found(self._parent(template), name, {template})
            if base is None:
                self._report_unknown(template, name)
                continue
            element = read_element(_merged(change, base), self.reader)
            if element is not BAD:
                made[name] = element._replace(common=element.common._replace(id=name))
        return made

    def _report_unknown(self, template: str, name: str) -> None:
        child = self.templates[template]
        known: list[str] = []
        link = self._parent(template)
        seen = {template}
        while link in self.templates and link not in seen:
            seen.add(link)
            known += _ids(self.templates[link])
            link = self._parent(link)
        hint = did_you_mean(name, known) or "give the element id: in the template that has it"
        parent = self._parent(template)
        where = f"extends '{parent}', where no" if parent else "extends no other template: no"
        message = f"'{template}' {where} element is called '{name}'"
        place = child.value["change"].key_span(name)
        self.reader.error("id.unknown", message, place, hint)

    def _parent(self, template: str) -> str:
        child = self.templates.get(template)
        extends = child.value.get("extends") if child is not None else None
        return extends.value if extends is not None and isinstance(extends.value, str) else ""

    def _found(self, template: str, name: str, seen: set[str]) -> Any:
        """Return an element as a template has it: written there, or inherited and changed."""
        if template not in self.templates or template in seen:
            return None
        node = self.templates[template]
        for key in ("elements", "regions"):
            if key in node.value and (found := _with_id(node.value[key], name)) is not None:
                return found
        base = self._found(self._parent(template), name, {*seen, template})
        changes = node.value.get("change")
        change = changes.value.get(name) if _is_mapping(changes) else None
        return _merged(change, base) if base is not None and _is_mapping(change) else base


def _merged(change: Any, base: Any) -> Any:
    """Return an element with some keys written anew; another kind takes the place of the old."""
    if change.value.keys() & FORMS.keys():
        for kind in base.value.keys() & FORMS.keys():
            base = base.without(kind)
    return change.over(base)


def _is_mapping(node: Any) -> bool:
    return node is not None and isinstance(node.value, dict)


def _every(node: Any) -> Iterator[Any]:
    """Yield every mapping inside a node."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node.value, dict):
            yield node
            waiting.extend(list(node.value.values())[::-1])
        elif isinstance(node.value, list):
            waiting.extend(node.value[::-1])


def _with_id(node: Any, name: str) -> Any:
    """Return the element of this id inside a node, None when there is none."""
    for mapping in _every(node):
        written = mapping.value.get("id")
        if written is not None and written.value == name and mapping.value.keys() & FORMS.keys():
            return mapping
    return None


def _ids(node: Any) -> list[str]:
    """Return the ids of the elements inside a node."""
    return [
        mapping.value["id"].value
        for mapping in _every(node)
        if "id" in mapping.value and isinstance(mapping.value["id"].value, str)
    ]
