"""Whether a font of a PDF lies in the file."""

from __future__ import annotations

from typing import Any

from cardforge.check.verify.objects import dictionary, listed
from cardforge.check.verify.seen import FontUse

_FILES = ("/FontFile", "/FontFile2", "/FontFile3")


def font_use(font: Any) -> FontUse:
    """Return a font's name and kind, and whether its glyphs are in the file."""
    kind = str(font.get("/Subtype", "/unknown"))[1:]
    name = str(font.get("/BaseFont", font.get("/Name", "/unnamed")))[1:]
    if kind == "Type3":
        return FontUse(name, kind, True)
    described = font
    if kind == "Type0":
        described = (listed(font.get("/DescendantFonts")) or [font])[0]
        kind = f"Type0 {str(described.get('/Subtype', ''))[1:]}".strip()
    descriptor = described.get("/FontDescriptor")
    embedded = any(key in dictionary(descriptor) for key in _FILES)
    return FontUse(name, kind, embedded)
