"""The kinds of value a designer writes: how each is read, and described to people and editors."""

from __future__ import annotations

import re
from typing import Any, ClassVar, NamedTuple

from cardforge.color import NAMES, ColorError, parse_color
from cardforge.decode import BAD, Kind, Node, Reader, found, plain
from cardforge.diagnostics import did_you_mean
from cardforge.fills import GradientFill, PatternFill
from cardforge.units import UnitError, mm_to_pt, parse_length, show


class Percent(NamedTuple):
    """A share of the parent box, in per cent."""

    value: float


BLEED_EDGE = "bleed"


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
    _pattern = re.compile(r"\w[\w.-]*\Z")

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
    """`true` or `false`, in small letters or capitals."""

    code = "value.true-false"
    expects = "true or false"
    _words: ClassVar = {"true": True, "false": False}

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
        # Of 0x10 and 1e3 the first digits are not what is meant.
        digits = re.match(r"\d{1,9}(?![\d.,]|[xe]\d)", text, re.ASCII)
        if digits and self.least <= int(digits.group()) <= self.most:
            return f"write {digits.group()}"
        return None

    def schema(self) -> dict[str, Any]:
        """Return the schema of a bounded whole number."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


# A share of a box beyond this is a slip of a finger.
_MOST_PERCENT = 10_000
_SHARE = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})\s*(%?)\s*\Z", re.ASCII)


class Length(Kind):
    """A length in mm (bare), cm, in or pt; on request also `50%` and `bleed`."""

    code = "value.length"

    def __init__(
        self,
        least: float = -2000.0,
        most: float = 2000.0,
        *,
        share: bool = False,
        edge: bool = False,
    ) -> None:
        self.least, self.most, self.share, self.edge = least, most, share, edge
        more = (", a percentage" if share else "") + (" or 'bleed'" if edge else "")
        self.expects = f"a length from {show(least)} to {show(most)} mm (mm, cm, in, pt){more}"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return millimetres, a Percent, or BLEED_EDGE."""
        text = node.value
        if not isinstance(text, str):
            return self.wrong(node, key, reader)
        if self.edge and text == BLEED_EDGE:
            return BLEED_EDGE
        if self.share and (match := re.fullmatch(r"\s*(-?\d+(?:\.\d+)?)\s*%\s*", text, re.ASCII)):
            share = float(match.group(1))
            return Percent(share) if abs(share) <= _MOST_PERCENT else self.wrong(node, key, reader)
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


def share_of(text: str) -> float | None:
    """Return a share of 1 that is written as a number or per cent, None for anything else."""
    match = _SHARE.match(text)
    if match is None:
        return None
    share = float(match[1]) / (100 if match[2] else 1)
    return share if share <= 1 else None


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
        size = float(match.group(1))
        if match.group(2) == "mm":
            size = mm_to_pt(size)
        return size if 1 <= size <= 1000 else self.wrong(node, key, reader)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a type size."""
        return {"type": "string", "pattern": r"(pt|mm)\s*$|\{\{"}


class ColorKind(Kind):
    """A palette name, `#rrggbb`, a colour name, rgb(), gray(), cmyk() or `none`."""

    code = "value.color"
    expects = "a colour"
    accepts_areas = False  # whether a gradient or pattern of the palette may be named

    def __init__(self, *, needed: bool = False) -> None:
        self.needed = needed

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the Color, or None for `none` where something else may be painted."""
        color = self._color(node, key, reader)
        if color is None and self.needed:
            message, hint = f"{key} cannot be none", "leave the element out with if"
            return reader.error(self.code, message, node.span, hint)
        return color

    def _color(self, node: Node, key: str, reader: Reader) -> Any:
        text = node.value
        if not isinstance(text, str):
            return self.wrong(node, key, reader, "a value that starts with # needs quotes")
        if text == "none":
            return None
        if text in reader.palette:
            return self._of_palette(reader.palette[text], node, key, reader)
        try:
            return parse_color(text)
        except ColorError as fault:
            hint = did_you_mean(text, [*reader.palette, *NAMES])
            return reader.error(self.code, f"{key}: {fault}", node.span, hint)

    def _of_palette(self, entry: Any, node: Node, key: str, reader: Reader) -> Any:
        if self.accepts_areas or not isinstance(entry, (GradientFill, PatternFill)):
            return entry
        what = "gradient" if isinstance(entry, GradientFill) else "pattern"
        message = f"{key} must be {self.expects}: '{node.value}' is a {what}"
        return reader.error(self.code, message, node.span, "only a fill may be one")

    def schema(self) -> dict[str, Any]:
        """Return the schema of a colour."""
        return {"type": "string"}


class ListOf(Kind):
    """A list whose entries are all of one kind."""

    code = "value.list"
    expects = "a list"

    def __init__(
        self, kind: Kind, *, exactly: int | None = None, least: int = 0, distinct: bool = False
    ) -> None:
        self.kind, self.exactly, self.least, self.distinct = kind, exactly, least, distinct
        if exactly is not None:
            self.expects = f"a list of {exactly}"
        elif least:
            self.expects = f"a list of at least {least}"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return a tuple of the entries that could be read; of a fixed number all or BAD."""
        entries = node.value
        if not isinstance(entries, list) or len(entries) < self.least:
            lone = isinstance(entries, str) and self.exactly is None
            return self.wrong(node, key, reader, f"write [{entries}]" if lone else None)
        if self.exactly is not None and len(entries) != self.exactly:
            return self.wrong(node, key, reader)
        values = [reader.read(entry, self.kind, key) for entry in entries]
        if self.exactly is not None and any(value is BAD for value in values):
            return BAD
        if self.distinct and self._has_twice(entries, key, reader):
            return BAD
        whole = tuple(v for v in values if v is not BAD)
        return whole if len(whole) >= self.least else BAD

    def _has_twice(self, entries: list[Node], key: str, reader: Reader) -> bool:
        """Report the entries that differ from an earlier one in nothing but capitals."""
        first: dict[str, Node] = {}
        for entry in entries:
            word = str(entry.value).casefold()
            if word in first:
                message = f"{key} has {found(entry)} twice"
                reader.report.error(
                    "value.twice", message, entry.span, hint="remove one of the two",
                    related=[(first[word].span, "first given here")],
                )  # fmt: skip
            first.setdefault(word, entry)
        return len(first) < len(entries)

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
