"""Typed reading of a designer's values: every fault reported, each with place and hint.

A kind knows three things about a value: how to read it, how to say what it
expects, and how an editor's JSON Schema describes it.  Reading never stops at
the first fault: it reports, returns BAD and goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cardforge.diagnostics import Report, Span, did_you_mean, shortened
from cardforge.fills import Area
from cardforge.source import Node as SourceNode

BAD: Any = type("Bad", (), {"__repr__": lambda self: "BAD", "__bool__": lambda self: False})()
EXPRESSION_MARK = re.compile(r"\{\{|\{%|\{#")


class Evaluated(NamedTuple):
    """A value that an expression gave, in the clothes of a Node: its text, and that place."""

    value: Any
    span: Span
    plain: bool = False

    def key_span(self, key: str) -> Span:
        """Return the place of the expression."""
        return self.span


Node = SourceNode | Evaluated


class Deferred(NamedTuple):
    """A value written as an expression: known only once there is a card."""

    expression: Any
    kind: Kind
    span: Span
    key: str


class Reader:
    """What reading needs besides the value: the report, the palette, the compiler of expressions.

    `compile_text` turns text with `{{ … }}` into an expression or reports and
    returns None; without it expressions are refused.
    """

    def __init__(
        self,
        report: Report,
        palette: Mapping[str, Area] | None = None,
        compile_text: Callable[[str, Span], Any] | None = None,
        card: str | None = None,
    ) -> None:
        self.report = report
        self.palette = palette if palette is not None else {}
        self.compile_text = compile_text
        self.card = card

    def error(self, code: str, message: str, span: Span, hint: str | None = None) -> Any:
        """Report an error and return BAD."""
        self.report.error(code, message, span, hint=hint, card=self.card)
        return BAD

    def is_mapping(self, node: Node, what: str, expected: str) -> bool:
        """Return whether a node is a mapping; anything else is reported."""
        if isinstance(node.value, dict):
            return True
        self.error("value.mapping", f"{what} must be {expected}, found {found(node)}", node.span)
        return False

    def read(self, node: Node, kind: Kind, key: str, *, literal: bool = False) -> Any:
        """Return the value of a node as `kind`, a Deferred for an expression, or BAD."""
        if isinstance(node.value, str) and EXPRESSION_MARK.search(node.value):
            return self._deferred(node, kind, key, literal or not kind.computable)
        # What a literal value holds is as literal as itself.
        return kind.read(node, key, self.literal() if literal else self)

    def literal(self) -> Reader:
        """Return a reader that refuses expressions."""
        return Reader(self.report, self.palette, None, self.card)

    def _deferred(self, node: Node, kind: Kind, key: str, literal: bool) -> Any:
        if literal or self.compile_text is None:
            return self.error(
                "expression.not-here",
                f"{key} cannot be an expression",
                node.span,
                "write the value itself",
            )
        if kind.lone and not _is_one_expression(node.value):
            hint = "write all of it between one pair of braces, or without braces"
            return self.error("expression.syntax", f"{key} is one expression", node.span, hint)
        text = node.value.strip() if kind.lone else node.value
        expression = self.compile_text(text, node.span)
        return BAD if expression is None else Deferred(expression, kind, node.span, key)


def _is_one_expression(text: str) -> bool:
    """Return whether text is one `{{ … }}`, or decides with `{% if %}` what it says."""
    text = text.strip()
    return "{%" in text or (text.count("{{") == 1 and text[:2] == "{{" and text[-2:] == "}}")


class Kind:
    """One kind of value; subclasses say how it is read and described."""

    code = "value.text"
    expects = "text"
    computable = True  # whether an expression may stand for the whole value
    lone = False  # whether text beside an expression would change what it means

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the value, or report and return BAD."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the value."""
        raise NotImplementedError

    def wrong(self, node: Node, key: str, reader: Reader, hint: str | None = None) -> Any:
        """Report that the value is not of this kind and return BAD."""
        message = f"{key} must be {self.expects}, found {found(node)}"
        return reader.error(self.code, message, node.span, hint)


def found(node: Node) -> str:
    """Return how a message names the value of a node."""
    if node.value is None:
        return "nothing"
    if isinstance(node.value, dict):
        return "a mapping"
    if isinstance(node.value, list):
        return "a list"
    return f"'{shortened(node.value)}'"


class Field(NamedTuple):
    """One key of a record: the kind of its value and whether it must be there.

    A literal value is needed before there is a card: it cannot be an expression.
    """

    kind: Kind
    required: bool = False
    doc: str = ""
    literal: bool = False


class Record(Kind):
    """A mapping with known keys; `build` makes the value from what was read.

    `short`, when given, reads the values that are not mappings.
    """

    code = "value.mapping"

    def __init__(
        self,
        fields: Mapping[str, Field],
        build: Callable[..., Any] = dict,
        short: Kind | None = None,
        expects: str = "a mapping",
    ) -> None:
        self.fields, self.build, self.short = fields, build, short
        self.expects = expects
        self.computable = short is not None

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return what `build` makes of the keys, or BAD when a key could not be read."""
        if not isinstance(node.value, dict):
            if self.short is not None:
                return self.short.read(node, key, reader)
            return self.wrong(node, key, reader)
        values = read_fields(node, self.fields, reader, key)
        return BAD if values is None else self.build(**values)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the record, or of its short form."""
        schema = record_schema(self.fields)
        return {"anyOf": [self.short.schema(), schema]} if self.short else schema


def attribute(key: str) -> str:
    """Return the Python name of a YAML key."""
    return {"if": "condition", "for": "loops", "is": "is_", "from": "from_", "as": "as_"}.get(
        key, key.replace("-", "_")
    )


def read_fields(
    node: Node, fields: Mapping[str, Field], reader: Reader, key: str, skip: tuple[str, ...] = ()
) -> dict[str, Any] | None:
    """Return the known keys of a mapping by Python name, or None after a fault."""
    values, whole = read_known(node, fields, reader, key, skip)
    return values if whole else None


def read_known(
    node: Node, fields: Mapping[str, Field], reader: Reader, key: str, skip: tuple[str, ...] = ()
) -> tuple[dict[str, Any], bool]:
    """Return the keys of a mapping that could be read, by Python name, and whether that is all.

    Unknown keys, missing keys and wrong values are all reported.
    """
    values: dict[str, Any] = {}
    whole = True
    for name, child in node.value.items():
        field = fields.get(name)
        if field is None:
            if name in skip:
                continue
            hint = did_you_mean(name, fields) or _listed_keys(fields)
            reader.error("key.unknown", f"unknown key '{name}' in {key}", node.key_span(name), hint)
            whole = False
            continue
        value = reader.read(child, field.kind, name, literal=field.literal)
        if value is BAD:
            whole = False
        else:
            values[attribute(name)] = value
    for name, field in fields.items():
        if field.required and name not in node.value:
            message = f"{key} needs the key '{name}'"
            reader.error("key.missing", message, node.span, f"add {name}:")
            whole = False
    return values, whole


def _listed_keys(fields: Mapping[str, Field]) -> str:
    return "use one of " + ", ".join(fields) if fields else "remove it"


def record_schema(fields: Mapping[str, Field]) -> dict[str, Any]:
    """Return the JSON Schema of a mapping with these keys."""
    properties = {}
    for name, field in fields.items():
        schema = field.kind.schema()
        properties[name] = {"description": field.doc, **schema} if field.doc else schema
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    required = [name for name, field in fields.items() if field.required]
    return {**schema, "required": required} if required else schema


_INTEGER = re.compile(r"-?(0|[1-9]\d{0,14})\Z", re.ASCII)
_DECIMAL = re.compile(r"-?\d{1,15}\.\d{1,15}\Z", re.ASCII)


def plain(node: Node) -> Any:
    """Return the plain data of a node: dict, list, text, and numbers that print as typed.

    Only an unquoted number that prints exactly as it was written becomes a
    number (`7`, `2.5`, not `007`, `1.10` or `1e3`); only lower-case true and
    false become truth values; everything else stays the text that was typed.
    """
    value = node.value
    if isinstance(value, dict):
        return {name: plain(child) for name, child in value.items()}
    if isinstance(value, list):
        return [plain(child) for child in value]
    if not node.plain or value is None:
        return value
    if _INTEGER.match(value):
        return int(value) if value != "-0" else value
    if _DECIMAL.match(value) and str(float(value)) == value:
        return float(value)
    return {"true": True, "false": False}.get(value, value)
