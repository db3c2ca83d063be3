"""A PDF reopened: its pages and boxes, what each page does, and what the file says of itself."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pikepdf

from cardforge.check.verify.metadata import xmp_of
from cardforge.check.verify.objects import (
    DAMAGE,
    dictionary,
    is_stream,
    listed,
    name_of,
    numbers,
    text_of,
)
from cardforge.check.verify.seen import Seen
from cardforge.check.verify.streams import StreamError, filters, head_of
from cardforge.check.verify.walk import TooMuch, Walker
from cardforge.geometry import Box, Size
from cardforge.units import MM_PER_PT

_DEEPEST = 64
_MOST_PAGES = 20_000
_MOST_OUTLINES = 20_000
_FILE_NAME = re.compile(r"\A.*?<_io\.BytesIO[^>]*>[^:]*:\s*")
BOXES = ("MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox")


class Annotation(NamedTuple):
    """Something that lies on a page without being ink of it; its box on the page in mm."""

    kind: str
    box: Box


class Page(NamedTuple):
    """A page: its boxes in mm from the top left corner of the MediaBox, as it is seen.

    `boxes` holds those that are written, MediaBox and CropBox also where they are inherited.
    """

    boxes: Mapping[str, Box]
    annotations: tuple[Annotation, ...]
    seen: Seen

    @property
    def size(self) -> Size:
        """Return the outer size of the page."""
        media = self.boxes.get("MediaBox", Box(0.0, 0.0, 0.0, 0.0))
        return Size(media.width, media.height)

    @property
    def trim(self) -> Box:
        """Return where the page is cut: without a word about it, at its edges."""
        for name in ("TrimBox", "ArtBox", "CropBox", "MediaBox"):
            if name in self.boxes:
                return self.boxes[name]
        return Box(0.0, 0.0, 0.0, 0.0)


class Intent(NamedTuple):
    """What a file says of the printing condition that it was made for.

    `profile` is the head of an embedded profile: its class, its colours and how many there are.
    """

    kind: str
    has_type: bool
    identifier: str | None
    registry: str | None
    info: str | None
    profile: tuple[str, str, int] | None


class Document(NamedTuple):
    """What a PDF is and says of itself.

    `refused` is what some standard refuses anywhere in the file, `filters` the ways in which its
    streams are packed, `gone_on` says that the walk ended before the last page.
    """

    version: tuple[int, int]
    compressed: bool
    pages: tuple[Page, ...]
    total: int
    info: Mapping[str, str]
    trapped: str | None
    xmp: Mapping[str, str] | None
    has_id: bool
    encrypted: bool
    intents: tuple[Intent, ...]
    layers: bool
    refused: frozenset[str]
    filters: frozenset[str]
    damage: tuple[str, ...]
    gone_on: bool


class Encrypted(Exception):
    """A file that opens with a password only."""


class Unreadable(Exception):
    """A file that is no PDF, or too damaged to be read; its text says why."""


def read(data: bytes) -> Document:
    """Return what a PDF is; raises Encrypted and Unreadable."""
    try:
        with pikepdf.open(io.BytesIO(data), suppress_warnings=True) as pdf:
            return _document(pdf, data)
    except pikepdf.PasswordError:
        raise Encrypted from None
    except DAMAGE as error:
        words = _FILE_NAME.sub("", (str(error) or type(error).__name__).splitlines()[0])
        raise Unreadable(words) from None
    except (RecursionError, MemoryError):
        raise Unreadable("its objects lie too deep in each other") from None


def _document(pdf: pikepdf.Pdf, data: bytes) -> Document:
    walker = Walker()
    pages, gone_on = _pages(pdf, walker)
    root = dictionary(pdf.Root)
    packed, refused = _everywhere(pdf)
    refused |= _actions(root)
    if "/AcroForm" in root and listed(dictionary(root["/AcroForm"]).get("/Fields")):
        refused.add("form fields")
    info = dictionary(pdf.trailer.get("/Info"))
    id_parts = [bytes(part) for part in listed(pdf.trailer.get("/ID"))]
    damage = [*_sentences(pdf.get_warnings()), *sorted(walker.damaged)]
    return Document(
        version=_version(pdf, data),
        compressed=name_of(pdf.trailer.get("/Type")) == "/XRef" or b"/ObjStm" in data,
        pages=pages,
        total=len(pdf.pages),
        info={key[1:]: text_of(value) or "" for key, value in info.items()},
        trapped=name_of(info.get("/Trapped")),
        xmp=xmp_of(root.get("/Metadata")),
        has_id=len(id_parts) == 2 and all(id_parts),
        encrypted=pdf.is_encrypted,
        intents=tuple(_intent(each) for each in listed(root.get("/OutputIntents"))[:16]),
        layers="/OCProperties" in root or any(page.seen.has_layers for page in pages),
        refused=frozenset(refused.union(*(page.seen.refused for page in pages))),
        filters=frozenset(packed.union(*(page.seen.filters for page in pages))),
        damage=tuple(dict.fromkeys(damage)),
        gone_on=gone_on,
    )


def _sentences(warnings: Sequence[Any]) -> list[str]:
    """Return what the library says of damage, without the name that it gave the file."""
    return [_FILE_NAME.sub("", str(warning))[:120] for warning in warnings[:20]]


def _version(pdf: pikepdf.Pdf, data: bytes) -> tuple[int, int]:
    """Return the version of the head or of the catalog, whichever is higher."""
    words = [pdf.pdf_version, text_of(dictionary(pdf.Root).get("/Version")) or ""]
    head = re.search(rb"%PDF-(\d\.\d)", data[:1024])
    if head:
        words.append(head[1].decode())
    found = [re.fullmatch(r"(\d)\.(\d)", word) for word in words]
    return max(((int(m[1]), int(m[2])) for m in found if m), default=(0, 0))


# --- pages ---


def _pages(pdf: pikepdf.Pdf, walker: Walker) -> tuple[tuple[Page, ...], bool]:
    pages: list[Page] = []
    for index, page in enumerate(pdf.pages):
        if index >= _MOST_PAGES:
            return tuple(pages), True
        try:
            pages.append(_page(page.obj, walker))
        except TooMuch:
            return tuple(pages), True
    return tuple(pages), False


def _page(page: Any, walker: Walker) -> Page:
    unit = _positive(page.get("/UserUnit"))
    boxes = _boxes(page, unit)
    seen = walker.page(page, _inherited(page, "/Resources"), unit)
    if "/AA" in page:
        seen.refused.add("actions")
    annotations = []
    for each in listed(page.get("/Annots"))[:1000]:
        entries = dictionary(each)
        place = numbers(entries.get("/Rect"), 4)
        if place is not None and "MediaBox" in boxes:
            kind = text_of(entries.get("/Subtype")) or "annotation"
            annotations.append(Annotation(kind, _seen_box(place, page, unit)))
        if "/AA" in entries or ("/A" in entries and name_of(entries.get("/Subtype")) != "/Link"):
            seen.refused.add("actions")
    return Page(boxes, tuple(annotations), seen)


def _boxes(page: Any, unit: float) -> dict[str, Box]:
    found = {}
    for name in BOXES:
        # Only MediaBox and CropBox are handed down to pages.
        inherits = name in ("MediaBox", "CropBox")
        written = _inherited(page, f"/{name}") if inherits else page.get(f"/{name}")
        edges = numbers(written, 4)
        if edges is not None:
            found[name] = _seen_box(edges, page, unit)
    return found


def _positive(found: Any) -> float:
    try:
        return float(found) if found is not None and float(found) > 0 else 1.0
    except DAMAGE:
        return 1.0


def _inherited(page: Any, key: str) -> Any:
    node = page
    for _ in range(_DEEPEST):
        if key in node:
            return node[key]
        node = node.get("/Parent")
        if not isinstance(node, pikepdf.Dictionary):
            return None
    return None


def _seen_box(edges: tuple[float, ...], page: Any, unit: float) -> Box:
    """Return a box in mm from the top left corner of the page as it is turned for reading."""
    media = numbers(_inherited(page, "/MediaBox"), 4) or edges
    left, right = sorted((media[0], media[2]))
    low, high = sorted((media[1], media[3]))
    x1, x2 = sorted((edges[0], edges[2]))
    y1, y2 = sorted((edges[1], edges[3]))
    k = MM_PER_PT * unit
    box = Box((x1 - left) * k, (high - y2) * k, (x2 - x1) * k, (y2 - y1) * k)
    whole = Size((right - left) * k, (high - low) * k)
    try:
        quarters = int(_inherited(page, "/Rotate") or 0) // 90 % 4
    except DAMAGE:
        quarters = 0
    for _ in range(quarters):
        box = Box(whole.height - box.bottom, box.x, box.height, box.width)
        whole = whole.turned()
    return box


# --- the whole file ---


def _everywhere(pdf: pikepdf.Pdf) -> tuple[set[str], set[str]]:
    """Return the filters of every stream, and what else no standard allows in one."""
    packed: set[str] = set()
    refused: set[str] = set()
    for each in pdf.objects:
        if not is_stream(each):
            if isinstance(each, pikepdf.Dictionary) and name_of(each.get("/S")) == "/JavaScript":
                refused.add("JavaScript")
            continue
        try:
            packed.update(name[1:] for name in filters(each))
            if "/F" in each:
                refused.add("a stream in another file")
        except DAMAGE:
            continue
    return packed, refused


def _actions(root: Mapping[str, Any]) -> set[str]:
    found = set()
    if isinstance(root.get("/OpenAction"), pikepdf.Dictionary) or "/AA" in root:
        found.add("actions")
    if "/JavaScript" in dictionary(root.get("/Names")):
        found.add("JavaScript")
    waiting = [dictionary(root.get("/Outlines")).get("/First")]
    for _ in range(_MOST_OUTLINES):
        if not waiting:
            break
        entry = dictionary(waiting.pop())
        if "/A" in entry:
            found.add("actions")
        waiting += [entry[key] for key in ("/First", "/Next") if key in entry]
    return found


def _intent(found: Any) -> Intent:
    entries = dictionary(found)
    profile = entries.get("/DestOutputProfile")
    return Intent(
        text_of(entries.get("/S")) or "",
        name_of(entries.get("/Type")) == "/OutputIntent",
        text_of(entries.get("/OutputConditionIdentifier")),
        text_of(entries.get("/RegistryName")),
        text_of(entries.get("/Info")),
        _profile_head(profile) if is_stream(profile) else None,
    )


def _profile_head(stream: Any) -> tuple[str, str, int]:
    try:
        head = head_of(stream, 128)
        channels = int(stream.get("/N", 0))
    except (StreamError, *DAMAGE):
        return "", "", 0
    return head[12:16].decode("latin-1").strip(), head[16:20].decode("latin-1").strip(), channels
