"""PDF/X claims against facts: every rule of the standard that a file says it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from cardforge.check.verify.boxes import box_faults
from cardforge.check.verify.document import Document, Page
from cardforge.check.verify.faults import Fault, error, warning
from cardforge.check.verify.intents import intent_faults
from cardforge.check.verify.metadata import moment
from cardforge.check.verify.spaces import MISFIT
from cardforge.check.verify.standards import STANDARDS, Standard
from cardforge.check.verify.values import in_line, on_pages
from cardforge.geometry import Box

# Beyond what a rule of a page's edge is judged by, in mm.
_TOUCHES = 0.01
_NOT_INKS = ("DeviceRGB", "CalRGB", "CalGray", "Lab", "ICCBased")


class Claim(NamedTuple):
    """The standard that a file says it follows: its name here, None for none, and in its words."""

    standard: str | None
    words: str


def claim_of(document: Document) -> Claim:
    """Return the PDF/X standard that a file claims."""
    info = document.info.get("GTS_PDFXVersion", "")
    conformance = document.info.get("GTS_PDFXConformance", "")
    xmp = document.xmp or {}
    packet = xmp.get("pdfxid:GTS_PDFXVersion") or xmp.get("pdfx:GTS_PDFXVersion") or ""
    words = packet if packet == "PDF/X-4" else info or packet
    if words in ("PDF/X-1:2001", "PDF/X-1a:2001"):
        return Claim("pdfx-1a:2001", conformance or words)
    for name, standard in STANDARDS.items():
        if words == standard.key:
            return Claim(name, words)
    return Claim(None, words)


def claim_faults(document: Document, name: str) -> Iterator[Fault]:
    """Yield whatever in a file breaks a PDF/X standard."""
    standard = STANDARDS[name]
    for rule in (_identity, _metadata, _agreement, _trapped):
        yield from rule(document, standard)
    for fault in intent_faults(document, standard):
        yield fault._replace(message=f"{standard.title}: {fault.message}")
    yield from content_faults(document, name)


def content_faults(document: Document, name: str) -> Iterator[Fault]:
    """Yield whatever on the pages of a file a PDF/X standard refuses."""
    standard = STANDARDS[name]
    for fault in box_faults(document.pages):
        yield fault._replace(message=f"{standard.title}: {fault.message}")
    for rule in (_file, _fonts, _transparency, _colours, _annotations):
        yield from rule(document, standard)


# --- what the file says of itself ---


def _identity(document: Document, standard: Standard) -> Iterator[Fault]:
    info, xmp = document.info, document.xmp or {}
    if standard.xmp:
        if xmp.get("pdfxid:GTS_PDFXVersion") != standard.key:
            yield _broken(standard, f"the XMP must say pdfxid:GTS_PDFXVersion {standard.key}")
    elif info.get("GTS_PDFXVersion") != standard.key:
        yield _broken(standard, f"Info must say GTS_PDFXVersion {standard.key}")
    if standard.key == "PDF/X-1:2001":
        found = info.get("GTS_PDFXConformance")
        if found != standard.title:
            yield _broken(standard, f"Info must say GTS_PDFXConformance {standard.title}")
    if document.version > standard.version:
        least = "{}.{}".format(*standard.version)
        found = "{}.{}".format(*document.version)
        yield _broken(standard, f"the file is PDF {found}, at most {least} is allowed")
    elif document.compressed and standard.version < (1, 5):
        yield _broken(standard, "objects are packed as in PDF 1.5 and later")


def _metadata(document: Document, standard: Standard) -> Iterator[Fault]:
    info, xmp = document.info, document.xmp or {}
    if standard.xmp:
        fields = ("dc:title", "xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate")
        missing = [field for field in fields if not xmp.get(field)]
        missing += _missing_media(xmp) if not missing else []
        if missing:
            yield _broken(standard, f"the XMP lacks {in_line(missing)}")
    else:
        missing = [key for key in ("Title", "CreationDate", "ModDate") if not info.get(key)]
        if missing:
            yield _broken(standard, f"Info lacks {in_line(missing)}")
        if not info.get("Creator"):
            yield warning("file.standard", f"{standard.title}: Info lacks Creator")
    for key in ("CreationDate", "ModDate"):
        if info.get(key) and moment(info[key]) is None:
            yield _broken(standard, f"{key} of Info is no date")


def _missing_media(xmp: Mapping[str, str]) -> list[str]:
    missing = [key for key in ("xmpMM:DocumentID", "xmpMM:VersionID") if not xmp.get(key)]
    if xmp.get("xmpMM:RenditionClass") != "default":
        missing.append("xmpMM:RenditionClass default")
    return missing


def _agreement(document: Document, standard: Standard) -> Iterator[Fault]:
    info, xmp = document.info, document.xmp or {}
    pairs = (
        ("Title", "dc:title"), ("CreationDate", "xmp:CreateDate"), ("ModDate", "xmp:ModifyDate"),
        ("Creator", "xmp:CreatorTool"), ("Producer", "pdf:Producer"), ("Trapped", "pdf:Trapped"),
    )  # fmt: skip
    for key, field in pairs:
        one, other = info.get(key), xmp.get(field)
        if not one or not other:
            continue
        same = one == other
        if key.endswith("Date"):
            same = moment(one) == moment(other)
        if not same:
            yield _broken(standard, f"{key} of Info and {field} of the XMP differ")
    claimed = info.get("GTS_PDFXVersion")
    packet = xmp.get("pdfxid:GTS_PDFXVersion") or xmp.get("pdfx:GTS_PDFXVersion")
    if claimed and packet and claimed != packet:
        yield _broken(standard, f"Info claims {claimed} and the XMP {packet}")


def _trapped(document: Document, standard: Standard) -> Iterator[Fault]:
    packet = (document.xmp or {}).get("pdf:Trapped")
    if standard.xmp and packet not in ("True", "False"):
        yield _broken(standard, "pdf:Trapped of the XMP must be True or False")
    asked = not standard.xmp or "Trapped" in document.info
    if asked and document.trapped not in ("/True", "/False"):
        yield _broken(standard, "Trapped of Info must be the name True or False")


def _file(document: Document, standard: Standard) -> Iterator[Fault]:
    if not document.has_id:
        yield _broken(standard, "the trailer has no ID")
    if document.encrypted:
        yield error("file.encrypted", f"{standard.title}: the file is encrypted")
    refused = sorted(document.refused)
    if refused:
        yield _broken(standard, f"{in_line(refused)} {'is' if len(refused) == 1 else 'are'}"
                                " not allowed")  # fmt: skip
    packed = {"LZWDecode": "LZW"}
    if standard.flat:
        packed |= {"JPXDecode": "JPEG 2000", "JBIG2Decode": "JBIG2"}
    found = [words for name, words in packed.items() if name in document.filters]
    if found:
        yield _broken(standard, f"data packed by {in_line(found)} are not allowed")


# --- what pages do ---


def _fonts(document: Document, standard: Standard) -> Iterator[Fault]:
    names = {font.name for page in document.pages for font in page.seen.fonts if not font.embedded}
    if names:
        pages = _where(document, lambda page: any(not font.embedded for font in page.seen.fonts))
        yield error(
            "file.fonts",
            f"{standard.title}: {in_line(sorted(names))} on {pages} must be in the file",
            "embed all fonts, also the fourteen that every viewer has",
        )


def _transparency(document: Document, standard: Standard) -> Iterator[Fault]:
    if not standard.flat:
        return
    kinds = sorted({kind for page in document.pages for kind in page.seen.transparency})
    if kinds:
        pages = _where(document, lambda page: bool(page.seen.transparency))
        yield error(
            "file.transparency",
            f"{standard.title} allows no transparency, {pages} {_have(pages)} {in_line(kinds)}",
            "flatten it, or make a PDF/X-4",
        )
    if document.layers:
        yield _broken(standard, "layers are not allowed")


def _colours(document: Document, standard: Standard) -> Iterator[Fault]:
    if standard.inks_only:
        refused = {*_NOT_INKS, MISFIT}
        hint = "convert all colours to CMYK, grey or named inks"
    else:
        # A file for an RGB condition may hold its RGB, and no CMYK, as they are.
        intents = {intent.profile[1] for intent in document.intents if intent.profile}
        refused = {"DeviceCMYK"} if intents == {"RGB"} else {"DeviceRGB"}
        refused.add(MISFIT)
        hint = "convert the colours, or give them a profile"
    labels: set[str] = set()
    for page in document.pages:
        labels |= {label for label, families in page.seen.spaces.items() if families & refused}
    if labels:
        pages = _where(document, lambda page: any(f & refused for f in page.seen.spaces.values()))
        yield error(
            "file.colour",
            f"{standard.title} does not allow {in_line(sorted(labels))}, found on {pages}",
            hint,
        )


def _annotations(document: Document, standard: Standard) -> Iterator[Fault]:
    kinds: set[str] = set()
    where = []
    for number, page in enumerate(document.pages, 1):
        found = {a.kind for a in page.annotations if _lies_inside(a.kind, a.box, page)}
        if found:
            kinds |= found
            where.append(number)
    if kinds:
        yield _broken(
            standard, f"{in_line(sorted(kinds))} inside the bleed of {on_pages(where)}"
            " is no ink and not allowed there"
        )  # fmt: skip


def _lies_inside(kind: str, box: Box, page: Page) -> bool:
    area = page.boxes.get("BleedBox", page.trim)
    if kind == "PrinterMark":
        area = page.trim
    return kind != "TrapNet" and box.overlaps(area, _TOUCHES)


def _where(document: Document, faulty: Callable[[Page], bool]) -> str:
    return on_pages(number for number, page in enumerate(document.pages, 1) if faulty(page))


def _have(pages: str) -> str:
    return "has" if pages.startswith("page ") else "have"


def _broken(standard: Standard, words: str) -> Fault:
    return error("file.standard", f"{standard.title}: {words}")
