"""How elements are written: for each kind of element its keys and what they may hold."""

from __future__ import annotations

from typing import Any

from cardforge.codes_grammar import CODES_FORMS
from cardforge.decode import (
    BAD,
    Field,
    Kind,
    Node,
    Reader,
    found,
    read_fields,
    record_schema,
)
from cardforge.diagnostics import did_you_mean
from cardforge.drawing_grammar import DRAWING_FORMS
from cardforge.elements import Common
from cardforge.flow_grammar import flow_forms
from cardforge.forms import COMMON, COMMON_OF_REPEAT, Form
from cardforge.picture_grammar import PICTURE_FORMS
from cardforge.table_grammar import table_forms
from cardforge.text_grammar import TEXT_FORMS


class Elements(Kind):
    """A list of elements."""

    code = "value.list"
    expects = "a list of elements"
    computable = False

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return a tuple of the elements that could be read."""
        if not isinstance(node.value, list):
            return self.wrong(node, key, reader)
        elements = [read_element(child, reader) for child in node.value]
        return tuple(e for e in elements if e is not BAD)

    def schema(self) -> dict[str, Any]:
        """Return the schema that refers to the definition of an element."""
        return {"type": "array", "items": {"$ref": "#/$defs/element"}}


ELEMENTS = Elements()
FORMS: dict[str, Form] = {
    **TEXT_FORMS,
    **DRAWING_FORMS,
    **CODES_FORMS,
    **PICTURE_FORMS,
    **flow_forms(ELEMENTS),
    **table_forms(ELEMENTS),
}


def read_element(node: Node, reader: Reader) -> Any:
    """Return the element that a mapping describes, or BAD after reporting why not."""
    if not isinstance(node.value, dict):
        message = f"an element must be a mapping, found {found(node)}"
        return reader.error("element.kind", message, node.span)
    kinds = [key for key in node.value if key in FORMS]
    if len(kinds) != 1:
        return _unclear(node, kinds, reader)
    kind = kinds[0]
    form = FORMS[kind]
    shared = common_fields(kind)
    unknown = _unknown(node, {**form.fields, **shared})
    common = read_fields(node, shared, reader, kind, skip=(kind, *form.fields, *unknown))
    main = reader.read(node.value[kind], form.main, kind)
    own = read_fields(node, form.fields, reader, kind, skip=(kind, *shared))
    if common is None or own is None or main is BAD:
        return BAD
    _warn_idle(node, form, main, reader)
    return form.make(Common(node.span, **common), main, **own)


def _warn_idle(node: Node, form: Form, main: Any, reader: Reader) -> None:
    """Report the keys of an element that change nothing beside its others."""
    written = node.value
    idle = form.idle(written, main)
    for key in (key for key in written if key in idle):
        message = f"'{key}' says nothing about {idle[key]}"
        hint = "remove it, or add what it belongs to"
        reader.report.warning("key.unused", message, node.key_span(key), hint=hint)


def common_fields(kind: str) -> dict[str, Field]:
    """Return the keys that a kind of element shares with the others."""
    return COMMON_OF_REPEAT if kind == "repeat" else COMMON


def _unknown(node: Node, fields: dict[str, Field]) -> list[str]:
    """Return the keys that no table knows: the second reading reports them, once."""
    return [key for key in node.value if key not in fields]


def _unclear(node: Node, kinds: list[str], reader: Reader) -> Any:
    if kinds:
        message = "an element has one kind, found " + " and ".join(kinds)
        return reader.error("element.kind", message, node.span)
    keys = list(node.value)
    hint = next((h for h in (did_you_mean(k, FORMS) for k in keys) if h), None)
    message = "an element needs one of " + ", ".join(FORMS)
    span = node.key_span(keys[0]) if keys else node.span
    return reader.error("element.kind", message, span, hint)


def element_schema() -> dict[str, Any]:
    """Return the JSON Schema of one element."""
    kinds = []
    for kind, form in FORMS.items():
        fields = {kind: Field(form.main, True, form.doc), **common_fields(kind), **form.fields}
        kinds.append({"title": kind, "description": form.doc, **record_schema(fields)})
    return {"anyOf": kinds}
