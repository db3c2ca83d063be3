"""Barcodes as one path of bars, with what they say below."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from cardforge.color import BLACK
from cardforge.elements import BarcodeElement
from cardforge.geometry import Box, Point, Segment
from cardforge.ink import Ink, Path, Rect, Text
from cardforge.layout.desk import Desk
from cardforge.layout.drawing.outlines import closed
from cardforge.units import MM_PER_PT, show

# Room between the bars and what is written below them, in mm.
_GAP = 0.8
# Of each kind: free modules at each side, and how narrow the narrowest bar may be, in mm.
_QUIET = {"ean13": 11, "ean8": 7, "upca": 9}
_RETAIL_MODULE, _LEAST_MODULE = 0.264, 0.25
_LENGTHS = {"ean13": 13, "ean8": 8, "upca": 12}
# Longer codes are wider than any card.
_MOST = 80


class BarcodeError(ValueError):
    """A text that no barcode of its kind can be made of."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class _Bars(NamedTuple):
    """What a barcode says, how many modules it is wide, and where its bars begin and end."""

    code: str
    modules: int
    bars: tuple[tuple[int, int], ...]


def barcode_ink(element: BarcodeElement, box: Box, desk: Desk) -> tuple[Ink, ...]:
    """Return a barcode that fills its box; a wrong code or bars too narrow are reported."""
    span, kind = element.common.span, element.kind
    try:
        made = _bars(element.code.strip(), kind)
    except BarcodeError as fault:
        desk.error("barcode.code", str(fault), span, fault.hint)
        return ()
    quiet = _QUIET.get(kind, 10)
    module = box.width / (made.modules + 2 * quiet)
    least = _RETAIL_MODULE if kind in _LENGTHS else _LEAST_MODULE
    if module < least:
        _tell_narrow(element, module, least, (made.modules + 2 * quiet) * least, desk)
    text = _text(element, made.code, box, desk) if element.label else ()
    height = box.height
    if text:
        height -= element.size * MM_PER_PT + _GAP
    if height <= 0:
        message = "the box of the barcode leaves no room for bars above its text"
        desk.error("barcode.size", message, span, "make it higher, or write label: false")
        return ()
    color = element.color or BLACK
    left = box.x + quiet * module
    bars = Path(_outline(made, left, box.y, module, height), fill=color, origin=span)
    ground = (Rect(box, fill=element.ground, origin=span),) if element.ground else ()
    return (*ground, bars, *text)


def _outline(
    made: _Bars, left: float, top: float, module: float, height: float
) -> tuple[Segment, ...]:
    segments: list[Segment] = []
    for start, end in made.bars:
        x0, x1 = left + start * module, left + end * module
        segments += closed(((x0, top), (x1, top), (x1, top + height), (x0, top + height)))
    return tuple(segments)


def _text(element: BarcodeElement, code: str, box: Box, desk: Desk) -> tuple[Ink, ...]:
    """Return what a barcode says, in the middle at the foot of its box."""
    span = element.common.span
    font = desk.layout.font(element.font, span)
    if font is None:
        return ()
    width = font.width(code, element.size)
    if font.missing(code) or width > box.width:
        message = f"'{code}' does not fit below its bars in {show(element.size)} pt"
        desk.error("barcode.size", message, span, "make size smaller, or write label: false")
        return ()
    at = Point(box.x + (box.width - width) / 2, box.bottom - 0.2 * element.size * MM_PER_PT)
    return (Text(at, code, font.name, element.size, element.color or BLACK, 0.0, span),)


def _tell_narrow(
    element: BarcodeElement, module: float, least: float, needed: float, desk: Desk
) -> None:
    message = f"the narrowest bars of the barcode are {module:.2f} mm, readers want {least:g} mm"
    hint = f"make its box {show(needed)} mm wide"
    desk.layout.report.warning(
        "barcode.small", message, element.common.span, hint=hint, card=desk.card
    )


# --- what a code may be ---


@lru_cache(maxsize=256)
def _bars(code: str, kind: str) -> _Bars:
    """Return the bars of a code; raises BarcodeError."""
    import barcode

    code = _checked(code, kind)
    options = {"add_checksum": False} if kind == "code39" else {}
    made = barcode.get_barcode_class(kind)(code, **options)
    (modules,) = made.build()
    bars = tuple((match.start(), match.end()) for match in re.finditer("1+", modules))
    return _Bars(code, len(modules), bars)


def _checked(code: str, kind: str) -> str:
    """Return a code with its check digit; raises BarcodeError."""
    if kind in _LENGTHS:
        return _with_check_digit(code, kind, _LENGTHS[kind])
    if not 0 < len(code) <= _MOST:
        raise BarcodeError(f"a barcode holds 1 to {_MOST} signs, found {len(code)}", "write fewer")
    if kind == "itf":
        if not (code.isascii() and code.isdigit()) or len(code) % 2:
            message = f"itf holds an even number of digits, found '{code}'"
            raise BarcodeError(message, "write a 0 in front, or use code128")
    elif kind == "code39":
        if not re.fullmatch(r"[0-9A-Z .$/+%-]+", code):
            message = f"code39 holds capitals, digits and - . $ / + %, found '{code}'"
            raise BarcodeError(message, "use code128")
    elif not (code.isascii() and code.isprintable()):
        message = f"code128 holds letters, digits and signs of ASCII, found '{code}'"
        raise BarcodeError(message, "write it without accents, or use a QR code")
    return code


def _with_check_digit(code: str, kind: str, length: int) -> str:
    digits = code.replace(" ", "").replace("-", "")
    if not (digits.isascii() and digits.isdigit()) or len(digits) not in (length - 1, length):
        message = f"{kind} holds {length - 1} digits and a check digit, found '{code}'"
        raise BarcodeError(message, "write its digits")
    wanted = str(_check_digit(digits[: length - 1]))
    if len(digits) == length and digits[-1] != wanted:
        message = (
            f"the check digit of {kind} '{code}' is {digits[-1]}, by the others it is {wanted}"
        )
        raise BarcodeError(message, "look for a wrong digit, or leave the last one out")
    return digits[: length - 1] + wanted


def _check_digit(digits: str) -> int:
    """Return the last digit of a retail code: all digits weighted 3, 1, 3 … give tens."""
    total = sum(
        int(digit) * (1 if index % 2 else 3) for index, digit in enumerate(reversed(digits))
    )
    return -total % 10
