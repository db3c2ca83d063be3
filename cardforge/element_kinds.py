"""The kinds of value that elements are written with: conditions, ranges, view boxes, fits."""

from __future__ import annotations

import re
from typing import Any

from cardforge.decode import (
    BAD,
    EXPRESSION_MARK,
    Deferred,
    Evaluated,
    Field,
    Kind,
    Node,
    Reader,
    Record,
    plain,
)
from cardforge.elements import Fit
from cardforge.kinds import Anything, Choice, ListOf, Number, TrueFalse, TypeSize
from cardforge.places import BoxSpec
from cardforge.units import show

_TRUTH = TrueFalse()


class BoxName(Choice):
    """A whole-card box by its name."""

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the BoxSpec that the name stands for."""
        word = super().read(node, key, reader)
        if word is BAD:
            return BAD
        return BoxSpec(left=word, right=word, top=word, bottom=word)


class Condition(Kind):
    """A condition, with or without braces."""

    code = "value.true-false"
    expects = "a condition such as value > 20"
    lone = True

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return true or false, or defer anything else as an expression."""
        if not isinstance(node.value, str):
            return self.wrong(node, key, reader)
        if node.value in ("true", "false"):
            return node.value == "true"
        return reader.read(Evaluated("{{ " + node.value + " }}", node.span), _TRUTH, key)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a condition."""
        return {"type": ["string", "boolean"]}


class ViewBox(ListOf):
    """The left, top, width and height of a picture in its own units."""

    code = "value.viewbox"

    def __init__(self) -> None:
        super().__init__(Number(-1e5, 1e5), exactly=4)
        self.expects = "a list of left, top, width and height, the last two above 0"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the four numbers."""
        numbers = super().read(node, key, reader)
        if numbers is BAD or all(isinstance(n, Deferred) or n > 0 for n in numbers[2:]):
            return numbers
        return reader.error(self.code, f"{key} must be {self.expects}", node.span)


class FitKind(Record):
    """Between which sizes text may shrink."""

    code = "value.fit"

    def __init__(self) -> None:
        super().__init__(
            {
                "min": Field(TypeSize(), True, doc="the smallest size, in pt"),
                "max": Field(
                    TypeSize(), doc="the largest size, in pt; that of the style by default"
                ),
            },
            Fit,
        )
        self.expects = "a mapping of min and max, min not above max"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the Fit."""
        fit = super().read(node, key, reader)
        sizes = () if fit is BAD else (fit.min, fit.max)
        if all(isinstance(size, float) for size in sizes) and sizes and sizes[0] > sizes[1]:
            message = f"{key}: min {show(sizes[0])} pt is above max {show(sizes[1])} pt"
            return reader.error(self.code, message, node.span, "exchange the two")
        return fit


class Data(Kind):
    """What an expression may give as a list or a mapping, not only as text."""

    def of_data(self, value: Any, deferred: Deferred) -> Any:
        """Return the value of a list or mapping that an expression gave."""
        raise NotImplementedError


class Repeated(Data):
    """What a repeat goes over: a range, a list, a mapping, or an expression that gives one."""

    code = "value.range"
    expects = "a range such as 1..5, a number or a list"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the values as a tuple; of a mapping, its keys with their values."""
        if isinstance(node.value, list):
            entries = tuple(_entry(entry, key, reader) for entry in node.value)
            return BAD if any(entry is BAD for entry in entries) else entries
        if isinstance(node.value, dict):
            inside = _inner_expression(node)
            return _entries(plain(node)) if inside is None else _refuse(inside, key, reader)
        values = read_range(node.value) if isinstance(node.value, str) else None
        return self.wrong(node, key, reader) if values is None else values

    def of_data(self, value: Any, deferred: Deferred) -> Any:
        """Return the values of a list, or the entries of a mapping."""
        return _entries(value) if isinstance(value, dict) else tuple(value)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a range."""
        return {"type": ["string", "array", "integer", "object"]}


def _entry(node: Node, key: str, reader: Reader) -> Any:
    """Return one of the values of a list; an expression is computed when it stands alone."""
    if isinstance(node.value, str):
        return reader.read(node, Anything(), key)
    inside = _inner_expression(node)
    return plain(node) if inside is None else _refuse(inside, key, reader)


def _inner_expression(node: Node) -> Node | None:
    """Return the first expression inside a list or mapping, None when there is none."""
    value = node.value
    if isinstance(value, str):
        return node if EXPRESSION_MARK.search(value) else None
    if not isinstance(value, (dict, list)):
        return None
    children = value.values() if isinstance(value, dict) else value
    return next((found for child in children if (found := _inner_expression(child))), None)


def _refuse(node: Node, key: str, reader: Reader) -> Any:
    message = f"{key} goes over lists or a mapping: an expression inside them is not computed"
    hint = 'let one expression give the whole: repeat: "{{ [[1, n], [2, n + 1]] }}"'
    return reader.error("expression.not-here", message, node.span, hint)


def _entries(mapping: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """Return each entry of a mapping with its parts by name: entry.key and entry.value."""
    return tuple({"key": key, "value": value} for key, value in mapping.items())


def range_hint(text: str) -> str | None:
    """Return the hint for a range that was written with a dash."""
    dashed = re.fullmatch(r"\s*(\d+)\s*[-–]\s*(\d+)\s*", text, re.ASCII)
    return f"write {dashed[1]}..{dashed[2]}" if dashed else None


def read_range(text: str) -> tuple[int, ...] | None:
    """Return the numbers of `2..5` or, for a lone number n, 1 to n; None when it is neither."""
    first, dots, last = text.partition("..")
    try:
        low, high = (int(first), int(last)) if dots else (1, int(text))
    except ValueError:
        return None
    return tuple(range(low, high + 1)) if 0 <= high - low + 1 <= 10_000 else None
