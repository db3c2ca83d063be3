"""Readers of finished PDFs that share no code with what wrote them: pikepdf for structure,
PDFium for pixels and words.  Lengths are mm, y down, as seen on the page."""

import ctypes
import io
import re
from collections.abc import Callable, Iterator
from operator import mul
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops

PT = 72 / 25.4
SQUARES = [value * value for value in range(256)] * 3
WHITE, MAGENTA = (255, 255, 255), (255, 0, 255)
REGISTRATION = "registration"
BOXES = ("MediaBox", "CropBox", "BleedBox", "TrimBox")
Matrix = tuple[float, float, float, float, float, float]


class Area(NamedTuple):
    """A rectangle by its four edges."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def grown(self, by: float) -> "Area":
        return Area(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def within(self, other: "Area", tolerance: float = 0.01) -> bool:
        return (
            self.left >= other.left - tolerance
            and self.top >= other.top - tolerance
            and self.right <= other.right + tolerance
            and self.bottom <= other.bottom + tolerance
        )

    def common(self, other: "Area") -> "Area":
        return Area(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def meets(self, other: "Area", tolerance: float = 0.01) -> bool:
        both = self.common(other)
        return both.width > tolerance and both.height > tolerance

    def is_near(self, other: "Area", tolerance: float = 0.01) -> bool:
        return all(abs(a - b) <= tolerance for a, b in zip(self, other, strict=True))


def around(areas: list[Area]) -> Area:
    """The smallest rectangle round some others."""
    lefts, tops, rights, bottoms = zip(*areas, strict=True)
    return Area(min(lefts), min(tops), max(rights), max(bottoms))


# --- structure: what the operators of a page draw ---


class Drawn(NamedTuple):
    """One thing that a page's own content stream puts on paper.

    `kind` is form, picture, line, stroke, fill or text; `seen` is what its clip leaves of `area`.
    """

    kind: str
    area: Area
    seen: Area
    name: str = ""
    color: object = None
    width: float = 0.0
    matrix: Matrix = (1, 0, 0, 1, 0, 0)


class _State(NamedTuple):
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    clip: Area | None = None
    fill: object = (0.0,)
    stroke: object = (0.0,)
    width: float = 1.0
    font: str = ""
    space: str = ""


def drawn_on(page: pikepdf.Page) -> list[Drawn]:
    """What a page draws, in order; forms are not entered."""
    return _Walk(page).run()


class _Walk:
    def __init__(self, page: pikepdf.Page) -> None:
        self.page = page
        self.height = float(page.MediaBox[3]) / PT
        self.state, self.stack = _State(), []
        self.points: list[tuple[float, float]] = []
        self.curved = self.clipping = False
        self.line: Matrix = (1, 0, 0, 1, 0, 0)
        self.found: list[Drawn] = []

    def run(self) -> list[Drawn]:
        for instruction in pikepdf.parse_content_stream(self.page):
            word = str(instruction.operator)
            numbers = list(instruction.operands)
            handler = _OPERATORS.get(word)
            if handler is None:
                raise AssertionError(f"the test does not know the operator {word}")
            handler(self, word, numbers)
        return self.found

    def save(self, word: str, _: list[Any]) -> None:
        if word == "q":
            self.stack.append(self.state)
        else:
            self.state = self.stack.pop()

    def set(self, word: str, operands: list[Any]) -> None:
        if word == "cm":
            matrix = multiplied(tuple(float(o) for o in operands), self.state.matrix)
            self.state = self.state._replace(matrix=matrix)
        elif word == "w":
            self.state = self.state._replace(width=float(operands[0]))
        elif word == "Tf":
            self.state = self.state._replace(font=str(operands[0])[1:])
        elif word in ("Tm", "BT"):
            self.line = tuple(float(o) for o in operands) if operands else (1, 0, 0, 1, 0, 0)

    def paint(self, word: str, operands: list[Any]) -> None:
        """Remember a colour; the separation All is called registration."""
        if word in ("cs", "CS"):
            space = self.page.Resources.ColorSpace[str(operands[0])]
            self.state = self.state._replace(space=str(space[1]))
            return
        color: object = tuple(float(o) for o in operands)
        if word in ("scn", "SCN"):
            color = REGISTRATION if self.state.space == "/All" else self.state.space
        key = "stroke" if word.isupper() else "fill"
        self.state = self.state._replace(**{key: color})

    def trace(self, word: str, operands: list[Any]) -> None:
        numbers = [float(o) for o in operands]
        if word == "re":
            x, y, w, h = numbers
            self.points += [(x, y), (x + w, y + h), (x + w, y), (x, y + h)]
            self.curved = True
            return
        self.curved |= word in "cvyh"
        self.points += zip(numbers[::2], numbers[1::2], strict=True)

    def end(self, word: str, _: list[Any]) -> None:
        if self.points and word != "n":
            self.found.append(self.painted(word))
        if self.clipping:
            area = self.placed(self.points)
            clip = self.state.clip
            self.state = self.state._replace(clip=area if clip is None else clip.common(area))
        self.points, self.curved, self.clipping = [], False, False

    def painted(self, word: str) -> Drawn:
        area = self.placed(self.points)
        stroked = word in ("S", "s", "B", "B*", "b", "b*")
        is_line = word == "S" and len(self.points) == 2 and not self.curved
        kind = "line" if is_line else "stroke" if word in ("S", "s") else "fill"
        if not stroked:
            return self.drawn(kind, area, color=self.state.fill)
        width = self.state.width / PT
        return self.drawn(kind, area, color=self.state.stroke, width=width)

    def clip(self, *_: Any) -> None:
        self.clipping = True

    def text(self, *_: Any) -> None:
        x, y = mapped(multiplied(self.line, self.state.matrix), 0, 0)
        at = self.placed([(x, y)], mapped_already=True)
        font = self.page.Resources.Font[f"/{self.state.font}"].BaseFont
        self.drawn("text", at, str(font).partition("+")[2], self.state.fill, keep=True)

    def do(self, _: str, operands: list[Any]) -> None:
        target = self.page.Resources.XObject[str(operands[0])]
        if target.Subtype == "/Form":
            x0, y0, x1, y1 = (float(v) for v in target.BBox)
            kind = "form"
        else:
            x0, y0, x1, y1, kind = 0, 0, 1, 1, "picture"
        area = self.placed([(x0, y0), (x1, y1), (x0, y1), (x1, y0)])
        self.drawn(kind, area, str(operands[0])[1:], keep=True)

    def placed(self, points: Any, mapped_already: bool = False) -> Area:
        if not mapped_already:
            points = [mapped(self.state.matrix, x, y) for x, y in points]
        xs, ys = [x / PT for x, _ in points], [self.height - y / PT for _, y in points]
        return Area(min(xs), min(ys), max(xs), max(ys))

    def drawn(
        self, kind: str, area: Area, name: str = "", color: object = None,
        width: float = 0.0, keep: bool = False,
    ) -> Drawn:  # fmt: skip
        clip = self.state.clip
        seen = area if clip is None else area.common(clip)
        item = Drawn(kind, area, seen, name, color, width, self.state.matrix)
        if keep:
            self.found.append(item)
        return item

    def skip(self, *_: Any) -> None:
        pass


_OPERATORS: dict[str, Callable[[Any, str, list[Any]], None]] = {
    **dict.fromkeys(("q", "Q"), _Walk.save),
    **dict.fromkeys(("cm", "w", "Tf", "Tm", "BT"), _Walk.set),
    **dict.fromkeys(("g", "rg", "k", "G", "RG", "K", "cs", "CS", "scn", "SCN"), _Walk.paint),
    **dict.fromkeys(("m", "l", "c", "v", "y", "h", "re"), _Walk.trace),
    **dict.fromkeys(("S", "s", "f", "f*", "B", "B*", "b", "b*", "n"), _Walk.end),
    **dict.fromkeys(("W", "W*"), _Walk.clip),
    **dict.fromkeys(("Tj", "TJ"), _Walk.text),
    **dict.fromkeys(("ET", "Tc", "d"), _Walk.skip),
    "Do": _Walk.do,
}


def multiplied(first: Any, second: Any) -> Any:
    """The matrix that maps by `first`, then by `second`."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return (
        a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j,
        e * g + f * i + k, e * h + f * j + m,
    )  # fmt: skip


def mapped(matrix: Any, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def boxes_of(page: pikepdf.Page) -> dict[str, Area]:
    """The page boxes that are written on the page itself."""
    height = float(page.MediaBox[3])
    found = {}
    for name in BOXES:
        left, bottom, right, top = (float(v) for v in page.obj[f"/{name}"])
        found[name] = Area(left / PT, (height - top) / PT, right / PT, (height - bottom) / PT)
    return found


def forms_on(page: pikepdf.Page) -> list[Drawn]:
    """The card sides on a page: plates are the only forms that a page draws."""
    return [item for item in drawn_on(page) if item.kind == "form"]


# --- pixels and words ---


class Book:
    """A PDF opened with both readers; its rasters are kept."""

    def __init__(self, data: bytes | Path) -> None:
        data = data.read_bytes() if isinstance(data, Path) else data
        self.data = data
        self.pdf = pikepdf.open(io.BytesIO(data))
        self.seen = pypdfium2.PdfDocument(data)
        self._rasters: dict[tuple[int, float], Image.Image] = {}

    def __len__(self) -> int:
        return len(self.seen)

    def paper(self, index: int) -> tuple[float, float]:
        return boxes_of(self.pdf.pages[index])["MediaBox"][2:]

    def raster(self, index: int, dpi: float = 100) -> Image.Image:
        key = index, dpi
        if key not in self._rasters:
            width, height = self.paper(index)
            size = round(width * dpi / 25.4), round(height * dpi / 25.4)
            self._rasters[key] = pixels(self.seen[index], *size)
        return self._rasters[key]

    def forget_rasters(self) -> None:
        self._rasters.clear()

    def letters(self, index: int) -> Iterator[tuple[str, Area]]:
        """Every letter on a page, those inside cards too, and where it is."""
        text = self.seen[index].get_textpage()
        height = self.paper(index)[1]
        words = text.get_text_range()
        for number in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(number)
            letter = words[number] if number < len(words) else ""
            yield letter, Area(left / PT, height - top / PT, right / PT, height - bottom / PT)


def pixels(
    page: pypdfium2.PdfPage,
    width: int,
    height: int,
    paper: tuple[int, int, int] = WHITE,
    shift: float = 0.0,
) -> Image.Image:
    """A page as exactly so many pixels, on paper of a colour, moved by a part of a pixel.

    What lies exactly between two pixels may be drawn on either: a shift makes that rare.
    """
    bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
    red, green, blue = paper
    pdfium.FPDFBitmap_FillRect(
        bitmap, 0, 0, width, height, 0xFF000000 | red << 16 | green << 8 | blue
    )
    across, down = width / page.get_width(), height / page.get_height()
    matrix = pdfium.FS_MATRIX(across, 0, 0, down, shift, shift)
    whole = pdfium.FS_RECTF(0, 0, width, height)
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, whole, pdfium.FPDF_ANNOT)
    stride = pdfium.FPDFBitmap_GetStride(bitmap)
    data = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
    pdfium.FPDFBitmap_Destroy(bitmap)
    return Image.frombytes("RGB", (width, height), data, "raw", "BGRX", stride)


def cut_out(
    picture: Image.Image, paper: tuple[float, float], area: Area, size: tuple[int, int]
) -> Image.Image:
    """The part of a rastered paper that lies in an area, as so many pixels."""
    x, y = picture.width / paper[0], picture.height / paper[1]
    box = (area.left * x, area.top * y, area.right * x, area.bottom * y)
    return picture.resize(size, Image.Resampling.BOX, box=box)


def distance(one: Image.Image, other: Image.Image) -> float:
    """How different two pictures of one size are: 0 for equal ones."""
    # One sum over the three colours is a third of the work of three.
    counts = ImageChops.difference(one, other).histogram()
    total = sum(map(mul, counts, SQUARES))
    return (total / (one.width * one.height * 3)) ** 0.5


def largest_difference(one: Image.Image, other: Image.Image) -> int:
    return max(high for _, high in ImageChops.difference(one, other).getextrema())


def is_white(picture: Image.Image) -> bool:
    return min(low for low, _ in picture.getextrema()) >= 250


# --- planted faults ---


def edited(data: bytes, page: int, change: Callable[[str], str]) -> bytes:
    """A copy of a PDF in which the operators of one page were changed."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        old = pdf.pages[page].Contents.read_bytes().decode("latin-1")
        new = change(old)
        assert new != old
        pdf.pages[page].Contents = pdf.make_stream(new.encode("latin-1"))
        out = io.BytesIO()
        pdf.save(out)
        return out.getvalue()


def swapped(words: str, pattern: str = r"/(X\d+) Do") -> str:
    """A content stream with the first form drawn in the place of another one, and that in its."""
    names = list(dict.fromkeys(re.findall(pattern, words)))
    first, other = names[0], names[-1]
    assert first != other
    turn = {first: other, other: first}
    return re.sub(pattern, lambda m: f"/{turn.get(m[1], m[1])} Do", words)
