"""The only place where one unit becomes another.

Every length in cardforge is a float in millimetres; points, inches and pixels
exist on the way in (what a designer writes) and on the way out (PDF, PNG).
"""

from __future__ import annotations

import re

from cardforge.diagnostics import shortened

MM_PER_INCH = 25.4
PT_PER_INCH = 72.0
PT_PER_MM = PT_PER_INCH / MM_PER_INCH
MM_PER_PT = MM_PER_INCH / PT_PER_INCH

MM_PER_UNIT = {
    "mm": 1.0,
    "cm": 10.0,
    "in": MM_PER_INCH,
    "pt": MM_PER_INCH / PT_PER_INCH,
}

_LENGTH = re.compile(r"\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+))\s*([A-Za-z%\"']*)\s*\Z")


class UnitError(ValueError):
    """A length that cannot be read; its text says why, `hint` how to mend it."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def parse_length(text: str) -> float:
    """Return the millimetres of a length such as `63.5`, `2.5in`, `180 pt` or `6.35 cm`.

    A bare number is millimetres.  Raises UnitError for anything else; a decimal
    comma is refused, never read as a thousands sign.
    """
    match = _LENGTH.match(text)
    if match is None:
        if re.fullmatch(r"\s*[+-]?\d+,\d+\s*[A-Za-z]*\s*", text):
            raise UnitError(
                f"a length uses a decimal point, found '{text}'",
                f"write {text.strip().replace(',', '.')}",
            )
        message = f"a length is a number with mm, cm, in or pt, found '{shortened(text)}'"
        raise UnitError(message)
    number, unit = match.groups()
    factor = MM_PER_UNIT.get(unit.lower() or "mm")
    if factor is None:
        raise UnitError(f"unknown unit '{unit}'", "the units are mm, cm, in and pt")
    return float(number) * factor


def mm_to_pt(length: float) -> float:
    """Return a length in PDF points (1/72 inch)."""
    return length * PT_PER_MM


def pt_to_mm(size_pt: float) -> float:
    """Return the millimetres of a size in points."""
    return size_pt / PT_PER_MM


def mm_to_px(length: float, dpi: float) -> int:
    """Return the whole pixels nearest to a length; round an outer size once, never its parts."""
    return int(length / MM_PER_INCH * dpi + 0.5)


def show(length: float) -> str:
    """Return a length as a person writes it: at most two decimals, no trailing zeros."""
    return f"{length:.2f}".rstrip("0").rstrip(".")
