"""Finished PDFs read by other programs than the one that wrote them: pikepdf, PDFium, poppler."""

import shutil
import subprocess
from typing import NamedTuple

import pikepdf
import pypdfium2
import pytest
from PIL import ImageChops

MM = 72 / 25.4
PIXELS_PER_MM = 4


class Spot(NamedTuple):
    """A form drawn on a page: which, where its own origin lies, its clip; mm from the top left."""

    name: str
    x: float
    y: float
    turned: bool
    clip: tuple | None
    box: tuple


class Stroke(NamedTuple):
    """A straight line on a page: its ends in mm from the top left, its width in points."""

    start: tuple
    end: tuple
    width_pt: float
    ink: tuple

    @property
    def upright(self):
        """Return whether the line runs up and down."""
        return abs(self.start[0] - self.end[0]) < 1e-6


class Sheet(NamedTuple):
    """What lies on one page."""

    width: float
    height: float
    spots: tuple
    strokes: tuple


def sheets(pdf):
    """Return what lies on each page of a PDF."""
    with pikepdf.open(pdf) as document:
        return [_sheet(page) for page in document.pages]


def _sheet(page):
    left, bottom, right, top = (float(value) for value in page.mediabox)
    assert (left, bottom) == (0, 0)
    reader = _Reader(page, top)
    reader.read()
    return Sheet(right / MM, top / MM, tuple(reader.spots), tuple(reader.strokes))


class _Reader:
    """Walks the operators of a page, keeping matrix, clip, line width and stroke colour."""

    def __init__(self, page, top):
        self.page, self.top = page, top
        self.spots, self.strokes = [], []
        self.state = (pikepdf.Matrix(), None, 1.0, ("G", 0.0))
        self.stack = []
        self.path = []

    def read(self):
        for operands, operator in pikepdf.parse_content_stream(self.page):
            self.step([*operands], str(operator))

    def step(self, operands, operator):
        numbers = [float(o) for o in operands if _is_number(o)]
        known = {
            "q": lambda: self.stack.append(self.state),
            "Q": self.restore,
            "cm": lambda: self.set(0, pikepdf.Matrix(*numbers) @ self.state[0]),
            "w": lambda: self.set(2, numbers[0]),
            "re": lambda: self.path.append(("re", numbers)),
            "m": lambda: self.path.append(("m", numbers)),
            "l": lambda: self.path.append(("l", numbers)),
            "W": lambda: self.set(1, self.box(self.path[0][1])),
            "n": self.path.clear,
            "f": self.path.clear,
            "S": self.stroke,
            "Do": lambda: self.spot(str(operands[0])),
            **{name: lambda: self.set(3, (operator, *numbers)) for name in ("G", "RG", "K", "SCN")},
        }
        known.get(operator, lambda: None)()

    def set(self, index, value):
        self.state = (*self.state[:index], value, *self.state[index + 1 :])

    def restore(self):
        self.state = self.stack.pop()

    def point(self, x, y):
        x, y = self.state[0].transform((x, y))
        return (x / MM, (self.top - y) / MM)

    def box(self, numbers):
        x, y, width, height = numbers
        (left, bottom), (right, top) = self.point(x, y), self.point(x + width, y + height)
        return (left, top, right, bottom)

    def stroke(self):
        _, _, width, ink = self.state
        points = [self.point(*numbers) for kind, numbers in self.path if kind in "ml"]
        kinds = [kind for kind, _ in self.path]
        self.path.clear()
        if kinds == ["m", "l"]:
            self.strokes.append(Stroke(*points, width * self.scale(), ink))

    def scale(self):
        matrix = self.state[0]
        return (matrix.a**2 + matrix.b**2) ** 0.5

    def spot(self, name):
        matrix, clip, _, _ = self.state
        form = self.page.resources.XObject[name]
        if form.Subtype != "/Form":
            return
        left, bottom, right, top = (float(value) for value in form.BBox)
        first, second = self.point(left, bottom), self.point(right, top)
        box = (
            min(first[0], second[0]),
            min(first[1], second[1]),
            max(first[0], second[0]),
            max(first[1], second[1]),
        )
        self.spots.append(Spot(name, *self.point(0, 0), matrix.a < 0, clip, box))


def _is_number(value):
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def trims(sheet, width, height):
    """Return the trim boxes of the forms on a sheet, by name: left and top in mm."""
    return {
        spot.name: (spot.x - width, spot.y - height) if spot.turned else (spot.x, spot.y)
        for spot in sheet.spots
    }


def form_sizes(pdf):
    """Return the sizes in points of all forms of a PDF."""
    with pikepdf.open(pdf) as document:
        forms = [o for o in document.objects if isinstance(o, pikepdf.Stream)]
        boxes = [[float(v) for v in o.BBox] for o in forms if o.get("/Subtype") == "/Form"]
    return {(round(r - x, 2), round(t - y, 2)) for x, y, r, t in boxes}


class Picture:
    """A rasterised page: the colour at a place in mm from the top left."""

    def __init__(self, pdf, page=0, pixels_per_mm=PIXELS_PER_MM):
        document = pypdfium2.PdfDocument(str(pdf))
        bitmap = document[page].render(scale=pixels_per_mm / MM)
        self.image = bitmap.to_pil().convert("RGB")
        self.scale = pixels_per_mm
        bitmap.close()
        document.close()

    def at(self, x, y):
        """Return red, green and blue at a place."""
        return self.image.getpixel((int(x * self.scale), int(y * self.scale)))

    def extent_of_red(self):
        """Return left, top, right and bottom in mm of everything red."""
        red, green, _ = self.image.split()
        strong = red.point(lambda value: 255 * (value > 200))
        lone = green.point(lambda value: 255 * (value < 120))
        box = ImageChops.multiply(strong, lone).getbbox()
        return tuple(edge / self.scale for edge in box)


def rgb(color):
    """Return the three numbers of `#rrggbb`."""
    return tuple(int(color[i : i + 2], 16) for i in (1, 3, 5))


def is_near(one, other, tolerance=6):
    """Return whether two colours are nearly one."""
    return all(abs(a - b) <= tolerance for a, b in zip(one, other, strict=True))


def is_same_place(one, other, tolerance=0.01):
    """Return whether two places lie within a hundredth of a millimetre."""
    return all(abs(a - b) <= tolerance for a, b in zip(one, other, strict=True))


def poppler(program, *arguments):
    """Return what a program of poppler prints."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} of poppler is not installed")
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, check=True)
    return done.stdout.decode()


def words_of(pdf, *options):
    """Return the text that pdftotext reads from a PDF, without the slug and the ruler."""
    text = poppler("pdftotext", *options, pdf, "-")
    lines = [line.strip() for line in text.replace("\f", "\n").split("\n")]
    slug = ("print at 100 %", "100 mm")
    return [line for line in lines if line and not line.endswith(slug)]
