"""How QR codes and barcodes are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardforge.decode import Field, Node, Record
from cardforge.elements import BarcodeElement, Common, QrElement
from cardforge.forms import COLOR, INK, Form
from cardforge.kinds import Choice, Name, Text, TrueFalse, TypeSize, Whole

BARCODES = ("ean13", "ean8", "upca", "code128", "code39", "itf")


def _barcode(common: Common, main: Any, **more: Any) -> BarcodeElement:
    return BarcodeElement(common, main["code"], main["kind"], **more)


def _idle_of_barcode(written: Mapping[str, Node], _main: Any) -> dict[str, str]:
    """Return the keys that say nothing about a barcode."""
    label = written.get("label")
    if label is None or label.value != "false":
        return {}
    return dict.fromkeys(("font", "size"), "a barcode without its label")


CODES_FORMS: dict[str, Form] = {
    "qr": Form(
        Text(),
        {
            "error": Field(
                Choice("L", "M", "Q", "H"),
                doc="how much may be lost: L 7 %, M 15 % (by default), Q 25 %, H 30 %",
            ),
            "micro": Field(TrueFalse(), doc="the smaller code for short texts; false by default"),
            "color": Field(INK, doc="of the dark modules; black by default"),
            "ground": Field(COLOR, doc="the colour of the whole box behind it; none by default"),
            "quiet": Field(
                Whole(0, 20), doc="free modules round it; 4, and 2 of a micro code, by default"
            ),
        },
        lambda common, main, **more: QrElement(common, main, **more),
        "a QR code of a text or address, as large as the box allows",
    ),
    "barcode": Form(
        Record(
            {
                "code": Field(Text(), True, "what it says; a missing check digit is added"),
                "kind": Field(Choice(*BARCODES), True, "the kind of barcode"),
            }
        ),
        {
            "color": Field(INK, doc="of the bars; black by default"),
            "ground": Field(COLOR, doc="the colour of the whole box behind it; none by default"),
            "label": Field(
                TrueFalse(), doc="whether it is written below the bars; true by default"
            ),
            "font": Field(Name(), doc="of that text"),
            "size": Field(TypeSize(), doc="of that text; 8 pt by default"),
        },
        _barcode,
        "a barcode that fills its box, free space at its sides included",
        _idle_of_barcode,
    ),
}
