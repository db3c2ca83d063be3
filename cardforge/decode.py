"""Typed reading of a designer's values: every fault reported, each with place and hint.

A kind knows three things about a value: how to read it, how to say what it
expects, and how an editor's JSON Schema describes it.  Reading never stops at
the first fault: it reports, returns BAD and goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cardforge.color import NAMES, Color, ColorError, parse_color
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.source import Node as SourceNode
from cardforge.units import UnitError, parse_length, show

BAD: Any = type("Bad", (), {"__repr__": lambda self: "BAD", "__bool__": lambda self: False})()
EXPRESSION_MARK = re.compile(r"\{\{|\{%|\{#")


class Evaluated(NamedTuple):
    """A value that an expression gave, in the clothes of a Node: its text and the expression's place."""

    value: Any
    span: Span
    plain: bool = False

    def key_span(self, key: str) -> Span:
        """Return the place of the expression."""
        return self.span


class Percent(NamedTuple):
    """A share of the parent box, in per cent."""

    value: float


Node = SourceNode | Evaluated
BLEED_EDGE = "bleed"


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
        palette: Mapping[str, Color] | None = None,
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

    def read(self, node: Node, kind: Kind, key: str, *, literal: bool = False) -> Any:
        """Return the value of a node as `kind`, a Deferred for an expression, or BAD."""
        if isinstance(node.value, str) and EXPRESSION_MARK.search(node.value):
            return self._deferred(node, kind, key, literal or not kind.computable)
        return kind.read(node, key, self)

    def _deferred(self, node: Node, kind: Kind, key: str, literal: bool) -> Any:
        if literal or self.compile_text is None:
            return self.error(
                "expression.not-here",
                f"{key} cannot be an expression",
                node.span,
                "write the value itself",
            )
        expression = self.compile_text(node.value, node.span)
        return BAD if expression is None else Deferred(expression, kind, node.span, key)


class Kind:
    """One kind of value; subclasses say how it is read and described."""

    code = "value.text"
    expects = "text"
    computable = True  # whether an expression may stand for the whole value
    takes_values = False  # whether a list that an expression gives is taken as it is

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
    text = node.value if len(node.value) <= 40 else node.value[:39] + "…"
    return f"'{text}'"


class Anything(Kind):
    """Any value, as plain data."""

    expects = "a value"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the plain data of the node."""
        return plain(node)

    def schema(self) -> dict[str, Any]:
        """Return the schema that accepts everything."""
        return {}


class Text(Kind):
    """Text, kept as it was typed."""

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the text; an empty value is no text."""
        if not isinstance(node.value, str):
            return self.wrong(node, key, reader)
        return node.value

    def schema(self) -> dict[str, Any]:
        """Return the schema of text; editors may show numbers and booleans unquoted."""
        return {"type": ["string", "number", "boolean"]}


class Name(Kind):
    """A name: letters, digits, `-`, `_` and `.`."""

    code = "value.name"
    expects = "a name of letters, digits, '-', '_' and '.'"
    _pattern = re.compile(r"[\w][\w.\-]*\Z")

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the name."""
        if not isinstance(node.value, str) or not self._pattern.match(node.value):
            return self.wrong(node, key, reader)
        return node.value

    def schema(self) -> dict[str, Any]:
        """Return the schema of a name."""
        return {"type": ["string", "number"]}


class Choice(Kind):
    """One of a few words."""

    code = "value.choice"

    def __init__(self, *words: str) -> None:
        self.words = words
        self.expects = "one of " + ", ".join(words)

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the word."""
        if node.value in self.words:
            return node.value
        hint = did_you_mean(node.value, self.words) if isinstance(node.value, str) else None
        return self.wrong(node, key, reader, hint)

    def schema(self) -> dict[str, Any]:
        """Return the schema that lists the words."""
        return {"enum": list(self.words)}


class TrueFalse(Kind):
    """`true` or `false`; an expression counts as Python would, but text 'false' is false."""

    code = "value.true-false"
    expects = "true or false"
    _words = {"true": True, "false": False}

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the truth value."""
        if isinstance(node.value, str) and node.value.lower() in self._words:
            return self._words[node.value.lower()]
        return self.wrong(node, key, reader, "write true or false")

    def schema(self) -> dict[str, Any]:
        """Return the schema of a truth value."""
        return {"type": "boolean"}


_NUMBER_WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}


class Number(Kind):
    """A decimal number within bounds."""

    code = "value.number"

    def __init__(self, least: float, most: float) -> None:
        self.least, self.most = least, most
        self.expects = f"a number from {show(least)} to {show(most)}"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the number as a float."""
        value = self._value(node)
        if value is None or not self.least <= value <= self.most:
            return self.wrong(node, key, reader)
        return value

    def _value(self, node: Node) -> float | None:
        text = node.value.strip() if isinstance(node.value, str) else ""
        return float(text) if re.fullmatch(r"[+-]?(\d+(\.\d*)?|\.\d+)", text, re.ASCII) else None

    def schema(self) -> dict[str, Any]:
        """Return the schema of a bounded number."""
        return {"type": "number", "minimum": self.least, "maximum": self.most}


class Whole(Number):
    """A whole number within bounds; `2.0` is 2, `2.5` and `two` are faults."""

    def __init__(self, least: int, most: int, code: str = "value.number") -> None:
        super().__init__(least, most)
        self.code = code
        self.expects = f"a whole number from {least} to {most}"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the number as an int."""
        value = self._value(node)
        if value is None or not self.least <= value <= self.most or value != int(value):
            return self.wrong(node, key, reader, self._hint(node))
        return int(value)

    def _hint(self, node: Node) -> str | None:
        text = node.value.strip().lower() if isinstance(node.value, str) else ""
        if text in _NUMBER_WORDS:
            return f"write {_NUMBER_WORDS[text]}"
        digits = re.match(r"\d{1,9}(?![\d.,])", text, re.ASCII)
        if digits and self.least <= int(digits.group()) <= self.most:
            return f"write {digits.group()}"
        return None

    def schema(self) -> dict[str, Any]:
        """Return the schema of a bounded whole number."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Length(Kind):
    """A length in mm (bare), cm, in or pt; on request also `50%` and `bleed`."""

    code = "value.length"

    def __init__(
        self, least: float = -2000.0, most: float = 2000.0, *, share: bool = False, edge: bool = False
    ) -> None:
        self.least, self.most, self.share, self.edge = least, most, share, edge
        extra = [", a percentage"] if share else []
        extra += [" or 'bleed'"] if edge else []
        self.expects = (
            f"a length from {show(least)} to {show(most)} mm (mm, cm, in, pt)" + "".join(extra)
        )

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return millimetres, a Percent, or BLEED_EDGE."""
        text = node.value
        if not isinstance(text, str):
            return self.wrong(node, key, reader)
        if self.edge and text == BLEED_EDGE:
            return BLEED_EDGE
        if self.share and (match := re.fullmatch(r"\s*(-?\d+(?:\.\d+)?)\s*%\s*", text, re.ASCII)):
            return Percent(float(match.group(1)))
        return self._millimetres(node, key, reader)

    def _millimetres(self, node: Node, key: str, reader: Reader) -> Any:
        try:
            length = parse_length(node.value)
        except UnitError as fault:
            return reader.error(self.code, f"{key}: {fault}", node.span, fault.hint)
        if not self.least <= length <= self.most:
            return self.wrong(node, key, reader)
        return length

    def schema(self) -> dict[str, Any]:
        """Return the schema of a length."""
        return {"type": ["number", "string"]}


class TypeSize(Kind):
    """A type size in points; it needs its unit, since bare lengths are mm."""

    code = "value.size"
    expects = "a type size from 1 pt to 1000 pt"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the size in points."""
        text = node.value if isinstance(node.value, str) else ""
        match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(pt|mm)?\s*", text, re.ASCII)
        if match is None:
            return self.wrong(node, key, reader)
        if match.group(2) is None:
            return self.wrong(node, key, reader, f"write {match.group(1)} pt")
        size = float(match.group(1)) * (72 / 25.4 if match.group(2) == "mm" else 1)
        return size if 1 <= size <= 1000 else self.wrong(node, key, reader)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a type size."""
        return {"type": "string", "pattern": r"(pt|mm)\s*$|\{\{"}


class ColorKind(Kind):
    """A palette name, `#rrggbb`, a colour name, rgb(), gray(), cmyk() or `none`."""

    code = "value.color"
    expects = "a colour"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the Color, or None for `none`."""
        text = node.value
        if not isinstance(text, str):
            return self.wrong(node, key, reader, "a value that starts with # needs quotes")
        if text == "none":
            return None
        if text in reader.palette:
            return reader.palette[text]
        try:
            return parse_color(text)
        except ColorError as fault:
            hint = did_you_mean(text, [*reader.palette, *NAMES])
            return reader.error(self.code, f"{key}: {fault}", node.span, hint)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a colour."""
        return {"type": "string"}


class ListOf(Kind):
    """A list whose entries are all of one kind."""

    code = "value.list"
    expects = "a list"

    def __init__(self, kind: Kind, *, exactly: int | None = None, least: int = 0) -> None:
        self.kind, self.exactly, self.least = kind, exactly, least
        if exactly is not None:
            self.expects = f"a list of {exactly}"
        elif least:
            self.expects = f"a list of at least {least}"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return a tuple of the entries that could be read; of a fixed number all or BAD."""
        entries = node.value
        if not isinstance(entries, list) or len(entries) < self.least:
            return self.wrong(node, key, reader)
        if self.exactly is not None and len(entries) != self.exactly:
            return self.wrong(node, key, reader)
        values = [reader.read(entry, self.kind, key) for entry in entries]
        if self.exactly is not None and any(value is BAD for value in values):
            return BAD
        return tuple(v for v in values if v is not BAD)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the list."""
        schema: dict[str, Any] = {"type": "array", "items": self.kind.schema()}
        if self.exactly is not None:
            schema |= {"minItems": self.exactly, "maxItems": self.exactly}
        return schema


class MapOf(Kind):
    """A mapping from names of the designer's choice to values of one kind."""

    code = "value.mapping"
    expects = "a mapping"
    computable = False

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return a dict of the entries that could be read."""
        if not isinstance(node.value, dict):
            return self.wrong(node, key, reader)
        values = {
            name: reader.read(entry, self.kind, f"{key}.{name}")
            for name, entry in node.value.items()
        }
        return {name: value for name, value in values.items() if value is not BAD}

    def schema(self) -> dict[str, Any]:
        """Return the schema of the mapping."""
        return {"type": "object", "additionalProperties": self.kind.schema()}


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
