"""The XMP of a PDF as plain names and texts, and the dates of both its kinds of metadata."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cardforge.check.verify.objects import is_stream
from cardforge.check.verify.streams import StreamError, decoded

_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_SPACES = {
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://ns.adobe.com/xap/1.0/": "xmp",
    "http://ns.adobe.com/xap/1.0/mm/": "xmpMM",
    "http://ns.adobe.com/pdf/1.3/": "pdf",
    "http://ns.adobe.com/pdfx/1.3/": "pdfx",
    "http://www.npes.org/pdfx/ns/id/": "pdfxid",
}
_MOST_BYTES = 1 << 20
_DATE = re.compile(
    r"(?:D:)?(\d{4})-?(\d\d)?-?(\d\d)?T?(\d\d)?:?(\d\d)?:?(\d\d)?(?:\.\d+)?"
    r"(?:Z|([-+])(\d\d)['’:]?(\d\d)?'?)?"
)


def xmp_of(stream: Any) -> Mapping[str, str] | None:
    """Return the fields of a metadata stream as `dc:title` and so on; None without a good one."""
    from xml.etree import ElementTree

    if not is_stream(stream):
        return None
    try:
        data = decoded(stream, _MOST_BYTES)
        # Entities of its own could make a small packet a huge one.
        if b"<!DOCTYPE" in data:
            return None
        tree = ElementTree.fromstring(data)
    except (StreamError, ElementTree.ParseError, ValueError):
        return None
    fields = {}
    for described in tree.iter(f"{_RDF}Description"):
        for name, value in described.attrib.items():
            if (short := _short(name)) is not None:
                fields[short] = value
        for child in described:
            if (short := _short(child.tag)) is not None:
                fields[short] = "".join(child.itertext()).strip()
    return fields


def _short(name: str) -> str | None:
    space, _, word = name.removeprefix("{").partition("}")
    return f"{_SPACES[space]}:{word}" if space in _SPACES else None


def moment(text: str) -> float | None:
    """Return the seconds that a date of Info or XMP stands for; None for what is no date."""
    from datetime import UTC, datetime, timedelta

    match = _DATE.fullmatch(text.strip())
    if match is None:
        return None
    year, month, day, hour, minute, second, sign, hours, minutes = match.groups()
    try:
        at = datetime(
            int(year), int(month or 1), int(day or 1), int(hour or 0), int(minute or 0),
            int(second or 0), tzinfo=UTC,
        )  # fmt: skip
    except ValueError:
        return None
    away = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    return (at + away if sign == "-" else at - away).timestamp()
