"""A page of a PDF as art: its objects copied, so that it stays sharp and its fonts stay inside."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf

from cardforge.images.opening import MAX_MEGAPIXELS
from cardforge.images.pdf_pages import PageBox, box_of, opened_pdf, page_of, page_pixels
from cardforge.images.pdf_work import MOST_WORK, Work
from cardforge.images.values import AS_IT_IS, Art, Body, Edit, ImageError

# Red, green and blue to the tints of four inks.
Inked = Callable[[tuple[float, float, float]], tuple[float, ...]]

MOST_OBJECTS = 20_000
MOST_CONTENT = 40_000_000
DEEPEST = 60
# Ways of packing that may make a thousand bytes of one, and the most of what is packed so.
_PACKING = frozenset(("/FlateDecode", "/Fl", "/LZWDecode", "/LZW", "/RunLengthDecode", "/RL"))
_MOST_PACKED = 300_000

# What leads from a drawing to the rest of its file, or says something to its editor alone.
_LEFT_OUT = frozenset(
    (
        *("/Parent", "/StructParent", "/StructParents", "/Metadata", "/PieceInfo", "/OC", "/AF"),
        *("/LastModified", "/Alternates", "/OPI", "/Thumb", "/Length", "/AA"),
    )
)
# Dictionaries whose keys are names that their file makes up.
_NAMED = frozenset(
    ("/XObject", "/Font", "/ExtGState", "/ColorSpace", "/Pattern", "/Shading", "/Properties")
)
# A form takes over the pen of whoever draws it: a page begins with one of its own.
_FRESH = b"0 g 0 G 1 w 0 J 0 j 10 M [] 0 d 0 Tc 0 Tw 100 Tz 0 Tr 0 Ts\n"
_COLOURS = {
    "g": "gray", "G": "gray", "rg": "rgb", "RG": "rgb", "k": "cmyk", "K": "cmyk",
    "BI": "picture", "INLINE IMAGE": "picture",
}  # fmt: skip
_SPACES = {
    "/DeviceGray": "gray", "/G": "gray", "/DeviceRGB": "rgb", "/RGB": "rgb",
    "/DeviceCMYK": "cmyk", "/CMYK": "cmyk", "/Pattern": "none",
}  # fmt: skip
_EMBEDDED = ("/FontFile", "/FontFile2", "/FontFile3")


def art(path: Path, edit: Edit, inked: Inked | None = None) -> Art:
    """Return a page of a PDF as objects for another; raises ImageError.

    `inked` makes inks of the colours of a screen, where a press is to print it.
    """
    with opened_pdf(path) as pdf:
        page = page_of(path, pdf, edit.page)
        box = box_of(path, page, edit.page_box)
        copier = _Copier(path, inked)
        try:
            copier.form(page, box)
        except RecursionError:
            raise copier.too_much("nested too deeply") from None
        return Art(tuple(copier.bodies), frozenset(copier.spaces), copier.is_clear)


def check_page(path: Path, page: int = 1) -> None:
    """Read all of a page of a PDF once; raises ImageError when it cannot be drawn."""
    edit = AS_IT_IS._replace(page=page)
    art(path, edit)
    page_pixels(path, edit, 16)


class PdfFont(NamedTuple):
    """A font that a page uses, and whether its file holds it."""

    name: str
    is_inside: bool


def fonts_of(path: Path, page: int) -> list[PdfFont]:
    """Return the fonts that a page uses."""
    with opened_pdf(path) as pdf:
        resources: Any = page_of(path, pdf, page).resources
        return sorted(set(_fonts(resources, set())))


def _fonts(resources: Any, seen: set[tuple[int, int]]) -> Iterator[PdfFont]:
    for font in resources.get("/Font", {}).values():
        inner = font.get("/DescendantFonts", [font])[0]
        about = inner.get("/FontDescriptor", {})
        is_inside = font.get("/Subtype") == "/Type3" or any(key in about for key in _EMBEDDED)
        yield PdfFont(str(font.get("/BaseFont", "/?"))[1:], is_inside)
    for form in resources.get("/XObject", {}).values():
        if form.objgen not in seen and "/Resources" in form:
            seen.add(form.objgen)
            yield from _fonts(form.Resources, seen)


class _Copier:
    """Copies what a page is drawn with, each object once."""

    def __init__(self, path: Path, inked: Inked | None) -> None:
        self.bodies: list[Body] = []
        self.spaces: set[str] = set()
        self.is_clear = False
        self._path, self._inked = path, inked
        self._numbers: dict[tuple[int, int], int] = {}
        self._content = 0
        self._contents: dict[tuple[int, int], bytes] = {}

    def too_much(self, what: str) -> ImageError:
        """Return the fault of a file that asks for more than a card can need."""
        message = f"'{self._path.name}' is {what}"
        return ImageError("image.too-large", message, "save it again as a simpler drawing")

    def form(self, page: pikepdf.Page, box: PageBox) -> None:
        """Add a page as a form one unit wide and high, its last object."""
        drawn = self._page_content(page)
        if Work(self._unpacked).of(drawn, page.resources) > MOST_WORK:
            raise self.too_much("more work to draw than a page can need: forms draw each other")
        content = _FRESH + self._drawing(drawn, page.resources)
        parts: list[bytes | int] = [
            f"<< /Type /XObject /Subtype /Form /BBox {_array(*_corners(box))}"
            f" /Matrix {_array(*_to_unit(box))} /Resources ".encode()
        ]
        parts += self._value(page.resources, 0)
        if "/Group" in page.obj:
            parts += [b" /Group ", *self._value(page.obj.Group, 0)]
        data = zlib.compress(content)
        parts.append(f" /Filter /FlateDecode /Length {len(data)} >>\nstream\n".encode())
        self.bodies.append((*parts, data, b"\nendstream\n"))

    # --- content ---

    def _page_content(self, page: pikepdf.Page) -> bytes:
        contents: Any = page.obj.get("/Contents", None)
        if contents is None:
            return b""
        streams = [contents] if isinstance(contents, pikepdf.Stream) else list(contents)
        return b"\n".join(self._unpacked(stream) for stream in streams)

    def _unpacked(self, stream: Any) -> bytes:
        """Return the content of a stream, which may not unpack to more than a limit."""
        known = self._contents.get(stream.objgen)
        if known is not None:
            return known
        if not _is_bounded(stream.read_raw_bytes(), _filters(stream)):
            raise self.too_much("more than a page of drawing when unpacked")
        content: bytes = stream.read_bytes()
        self._content += len(content)
        if self._content > MOST_CONTENT:
            raise self.too_much("more than a page of drawing when unpacked")
        self._contents[stream.objgen] = content
        return content

    def _drawing(self, content: bytes, resources: Any) -> bytes:
        """Return operators whose colours are inks where that is wanted; note their kinds."""
        if self._inked is None:
            return content
        with pikepdf.new() as scratch:
            steps = pikepdf.parse_content_stream(pikepdf.Stream(scratch, content))
            made = [self._step(step, resources) for step in steps]
            return pikepdf.unparse_content_stream(made)

    def _step(self, step: Any, resources: Any) -> Any:
        name = str(step.operator)
        if name in ("cs", "CS"):
            self.spaces.add(self._space(step.operands[0], resources))
        elif name in _COLOURS and not (name in ("rg", "RG") and self._inked is not None):
            self.spaces.add(_COLOURS[name])
            if name in ("k", "K"):
                self._note_ink(step.operands)
        elif name in ("rg", "RG") and self._inked is not None:
            red, green, blue = (float(value) for value in step.operands)
            inks = [Decimal(f"{tint:.4f}") for tint in self._inked((red, green, blue))]
            self.spaces.add("cmyk")
            self._note_ink(inks)
            operator = pikepdf.Operator("k" if name == "rg" else "K")
            return pikepdf.ContentStreamInstruction(inks, operator)
        return step

    def _note_ink(self, operands: Any) -> None:
        """Remember the most ink that a colour has, in whole per cent."""
        self.spaces.add(f"ink {round(sum(float(value) for value in operands) * 100)}")

    def _space(self, name: Any, resources: Any) -> str:
        if str(name) in _SPACES:
            return _SPACES[str(name)]
        space = resources.get("/ColorSpace", {}).get(str(name), None)
        return "other" if space is None else _kind_of(space, 0)

    # --- objects ---

    def _reserved(self) -> int:
        if len(self.bodies) >= MOST_OBJECTS:
            raise self.too_much(f"made of more than {MOST_OBJECTS} objects")
        self.bodies.append((b"null\n",))
        return len(self.bodies) - 1

    def _value(self, value: Any, depth: int, *, named: bool = False) -> list[bytes | int]:
        """Return a value as bytes, and numbers where it refers to objects.

        The keys of a `named` dictionary mean nothing by themselves.
        """
        if depth > DEEPEST:
            raise self.too_much("nested too deeply")
        if isinstance(value, pikepdf.Object) and value.is_indirect:
            return [self._object(value, depth, named)]
        return self._direct(value, depth, named)

    def _direct(self, value: Any, depth: int, named: bool) -> list[bytes | int]:
        if isinstance(value, pikepdf.Dictionary):
            return [b"<< ", *self._entries(value, depth, named), b">>"]
        if isinstance(value, pikepdf.Array):
            parts: list[bytes | int] = [b"[ "]
            for child in value:
                parts += [*self._value(child, depth + 1), b" "]
            return [*parts, b"]"]
        if isinstance(value, pikepdf.Object):
            return [value.unparse()]
        return [_plain(value)]

    def _entries(self, value: Any, depth: int, named: bool) -> list[bytes | int]:
        parts: list[bytes | int] = []
        for key in sorted(value.keys()):
            if not named:
                if key in _LEFT_OUT:
                    continue
                self._look_at(key, value[key])
            inner = self._value(value[key], depth + 1, named=not named and key in _NAMED)
            parts += [pikepdf.Name(key).unparse(), b" ", *inner, b" "]
        return parts

    def _object(self, value: Any, depth: int, named: bool) -> int:
        known = self._numbers.get(value.objgen)
        if known is not None:
            return known
        number = self._numbers[value.objgen] = self._reserved()
        if isinstance(value, pikepdf.Stream):
            self.bodies[number] = self._stream(value, depth)
        else:
            self.bodies[number] = (*self._direct(value, depth, named), b"\n")
        return number

    def _stream(self, stream: Any, depth: int) -> Body:
        kind = stream.get("/Subtype", None)
        if kind == "/Image":
            self._look_at_picture(stream)
        is_content = kind == "/Form" or "/PatternType" in stream
        if is_content:
            content = self._unpacked(stream)
            data = zlib.compress(self._drawing(content, stream.get("/Resources", {})))
        else:
            data = stream.read_raw_bytes()
        entries = {key: stream[key] for key in stream.keys()}  # noqa: SIM118 no mapping
        if is_content:
            entries.pop("/Filter", None)
            entries.pop("/DecodeParms", None)
        parts = [b"<< ", *self._entries(entries, depth, named=False)]
        if is_content:
            parts.append(b"/Filter /FlateDecode ")
        parts.append(f"/Length {len(data)} >>\nstream\n".encode())
        return (*parts, data, b"\nendstream\n")

    # --- what is in it ---

    def _look_at(self, key: str, value: Any) -> None:
        """Note what lets through what lies below, and shadings."""
        if key in ("/ca", "/CA"):
            self.is_clear |= float(value) < 1
        elif key == "/SMask":
            self.is_clear |= value != "/None"
        elif key == "/Mask":
            self.is_clear = True
        elif key == "/BM":
            self.is_clear |= value not in ("/Normal", "/Compatible")
        elif key == "/ShadingType" or (key == "/Subtype" and value == "/Type3"):
            # Letters of type 3 are drawings with colours of their own.
            self.spaces.add("other")

    def _look_at_picture(self, stream: Any) -> None:
        width, height = int(stream.get("/Width", 0)), int(stream.get("/Height", 0))
        if width * height > MAX_MEGAPIXELS * 1_000_000:
            message = (
                f"'{self._path.name}' holds a picture of {width} × {height} pixels:"
                f" at most {MAX_MEGAPIXELS} million are possible"
            )
            raise ImageError("image.too-large", message, "save it with smaller pictures inside")
        self.spaces.add("picture")


def _is_bounded(raw: bytes, filters: list[str]) -> bool:
    """Return whether data cannot unpack to more than a page may have, without unpacking more."""
    if filters == ["/FlateDecode"]:
        opener = zlib.decompressobj()
        # What is damaged may be mended by whoever unpacks it: that gives as much at most.
        with suppress(zlib.error):
            opener.decompress(raw, MOST_CONTENT + 1)
        return not opener.unconsumed_tail
    packed = [name for name in filters if name in _PACKING]
    return len(packed) <= 1 and len(raw) <= (MOST_CONTENT if not packed else _MOST_PACKED)


def _filters(stream: Any) -> list[str]:
    found = stream.get("/Filter", [])
    return [str(name) for name in found] if isinstance(found, pikepdf.Array) else [str(found)]


def _kind_of(space: Any, depth: int) -> str:
    """Return what kind of colours a colour space holds."""
    if isinstance(space, pikepdf.Name):
        return _SPACES.get(str(space), "other")
    family = str(space[0])
    if family in ("/Separation", "/DeviceN") and depth == 0:
        return "spot" if _kind_of(space[2], 1) in ("cmyk", "gray") else "other"
    if family == "/Pattern":
        return "none" if len(space) == 1 else _kind_of(space[1], depth + 1)
    return _SPACES.get(family, "other")


def _plain(value: Any) -> bytes:
    if value is None:
        return b"null"
    if isinstance(value, bool):
        return b"true" if value else b"false"
    if isinstance(value, Decimal):
        return f"{value:f}".encode()
    return str(value).encode()


def _corners(box: PageBox) -> tuple[float, float, float, float]:
    return box.left, box.bottom, box.left + box.width, box.bottom + box.height


def _to_unit(box: PageBox) -> tuple[float, ...]:
    """Return the six numbers that take the box of a page, turned, to one unit each way."""
    left, bottom, right, top = _corners(box)
    w, h = box.width, box.height
    return {
        0: (1 / w, 0.0, 0.0, 1 / h, -left / w, -bottom / h),
        90: (0.0, -1 / w, 1 / h, 0.0, -bottom / h, right / w),
        180: (-1 / w, 0.0, 0.0, -1 / h, right / w, top / h),
        270: (0.0, 1 / w, -1 / h, 0.0, top / h, -left / w),
    }[box.turn_deg]


def _array(*numbers: float) -> str:
    return "[" + " ".join(f"{number:.10f}".rstrip("0").rstrip(".") for number in numbers) + "]"
