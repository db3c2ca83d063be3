"""The kinds of value that elements are written with: conditions, ranges, view boxes, fits."""

from __future__ import annotations

import re
from typing import Any

from cardforge.decode import BAD, Deferred, Evaluated, Field, Kind, Node, Reader, Record, plain
from cardforge.elements import BoxSpec, Fit
from cardforge.kinds import Choice, ListOf, Number, TrueFalse, TypeSize
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
        super().__init__({"min": Field(TypeSize(), True), "max": Field(TypeSize())}, Fit)
        self.expects = "a mapping of min and max, min not above max"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the Fit."""
        fit = super().read(node, key, reader)
        sizes = () if fit is BAD else (fit.min, fit.max)
        if all(isinstance(size, float) for size in sizes) and sizes and sizes[0] > sizes[1]:
            message = f"{key}: min {show(sizes[0])} pt is above max {show(sizes[1])} pt"
            return reader.error(self.code, message, node.span, "exchange the two")
        return fit


class Repeated(Kind):
    """What a repeat goes over: a range, a list, or an expression that gives one."""

    code = "value.range"
    expects = "a range such as 1..5, a number or a list"
    takes_values = True

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the values as a tuple."""
        if isinstance(node.value, list):
            return tuple(plain(node))
        values = read_range(node.value) if isinstance(node.value, str) else None
        return self.wrong(node, key, reader) if values is None else values

    def schema(self) -> dict[str, Any]:
        """Return the schema of a range."""
        return {"type": ["string", "array", "integer"]}


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
