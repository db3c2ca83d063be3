"""What was found in a file, as a table of plain values."""

from __future__ import annotations

from typing import Any

from cardforge.check.verify.claims import claim_of
from cardforge.check.verify.document import BOXES, Document, Page
from cardforge.check.verify.standards import STANDARDS


def pdf_table(document: Document) -> dict[str, Any]:
    """Return the facts of a PDF by name."""
    pages, claim = document.pages, claim_of(document)
    images = [image for page in pages for image in page.seen.images]
    lines = [page.seen.line for page in pages if page.seen.line is not None]
    standard = STANDARDS[claim.standard].title if claim.standard else claim.words or None
    intent = next((each for each in document.intents if each.kind == "GTS_PDFX"), None)
    return {
        "pages": document.total,
        "boxes": _boxes(pages),
        "standard": standard,
        "condition": intent.identifier if intent else None,
        "fonts": [font._asdict() for font in sorted({f for p in pages for f in p.seen.fonts})],
        "colours": sorted({label for page in pages for label in page.seen.spaces}),
        "inks": sorted({ink for page in pages for ink in page.seen.inks}),
        "most_ink": round(max((page.seen.ink for page in pages), default=0.0), 1),
        "pictures": len({image.number for image in images}),
        "least_dpi": min((image.dpi for image in images), default=None),
        "transparency": sorted({kind for page in pages for kind in page.seen.transparency}),
        "thinnest_line_pt": round(min(lines), 3) if lines else None,
        "layers": document.layers,
        "encrypted": document.encrypted,
        "links": sum(a.kind == "Link" for page in pages for a in page.annotations),
        "annotations": sorted({a.kind for page in pages for a in page.annotations}),
    }


def _boxes(pages: tuple[Page, ...]) -> list[dict[str, Any]]:
    """Return each set of boxes that pages have, with those pages."""
    groups: dict[tuple[Any, ...], list[int]] = {}
    for number, page in enumerate(pages, 1):
        key = tuple(
            (name, *(round(value, 2) for value in page.boxes[name]))
            for name in BOXES
            if name in page.boxes
        )
        groups.setdefault(key, []).append(number)
    return [
        {"pages": numbers, **{name: list(values) for name, *values in key}}
        for key, numbers in groups.items()
    ]
