"""Pictures laid out, written as PDF and drawn by two programs, without a game round them."""

import subprocess
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pypdfium2
from PIL import Image as Pillow
from PIL import ImageDraw

from cardforge.decode import Evaluated, Reader, read_fields
from cardforge.diagnostics import Report, Span
from cardforge.elements import Common, ImageElement
from cardforge.fonts import Fonts, find_font
from cardforge.geometry import Box, Insets, Point, Size
from cardforge.ink import Page, Plate, Use
from cardforge.layout.boxes import Frame
from cardforge.layout.picture_shelf import PictureShelf
from cardforge.layout.pictures import picture_ink
from cardforge.picture_grammar import IMAGE_KEYS
from cardforge.picture_values import PictureLook
from cardforge.presets import builtin_icons
from cardforge.render.pdf import PdfInfo, render

TRIM = Size(63.0, 88.0)
HERE = Span(Path("game.yaml"), 1, 1, 1, 2)
INFO = PdfInfo("", "en", "")
DPI = 100


class Desk:
    """Whatever the layout of a picture asks for, and what it said."""

    def __init__(self, folder, draft=False):
        self.report, self.card, self.fonts = Report(), "a", Fonts()
        self.fonts.add("text", find_font("Lato-Regular", folder))
        game = SimpleNamespace(icons={}, is_broken=lambda *_: False)
        self.layout = SimpleNamespace(
            pictures=PictureShelf(folder, self.report, draft),
            font=lambda *_: self.fonts["text"],
            icon=builtin_icons().get,
            game=game,
            report=self.report,
        )

    def error(self, code, message, span, hint=None):
        self.report.error(code, message, span, hint=hint, card=self.card)

    @property
    def said(self):
        """Return (severity, code, message) of each problem."""
        return [(p.severity, p.code, p.message) for p in self.report.problems]

    @property
    def codes(self):
        """Return the codes of the problems."""
        return [problem.code for problem in self.report.problems]


def node(value):
    """Return a value as if it had been read from a file."""
    if isinstance(value, dict):
        return Evaluated({key: node(child) for key, child in value.items()}, HERE)
    if isinstance(value, (list, tuple)):
        return Evaluated([node(child) for child in value], HERE)
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Evaluated(text, HERE)


def element(name, **keys):
    """Return an image element; its keys are written as in a game, with `_` for `-`."""
    written = node({key.replace("_", "-"): value for key, value in keys.items()})
    report = Report()
    values = read_fields(written, IMAGE_KEYS, Reader(report), "image")
    assert values is not None, report.problems
    return ImageElement(Common(HERE), name, values.pop("fit", "contain"), PictureLook(**values))


def laid_out(folder, name, box=Box(0.0, 0.0, *TRIM), bleed=3.0, desk=None, **keys):
    """Return the ink of a picture, and the desk that heard its faults."""
    desk = desk or Desk(folder)
    trim = Box(0.0, 0.0, *TRIM)
    frame = Frame(trim, trim, Insets(*[bleed] * 4), 3.0)
    return picture_ink(element(name, **keys), box, frame, desk), desk


def page_of(ink, bleed=3.0):
    """Return a page as large as a card with its bleed."""
    size = Size(TRIM.width + 2 * bleed, TRIM.height + 2 * bleed)
    plate = Plate("card", TRIM, Insets(*[bleed] * 4), tuple(ink))
    whole = Box(0.0, 0.0, *size)
    use = Use(plate, Point(bleed, bleed))
    return Page(size, Box(bleed, bleed, *TRIM), whole, (use,))


def pdf_of(folder, name, **keys):
    """Return the PDF of a card with a picture; no fault may be found."""
    ink, desk = laid_out(folder, name, **keys)
    assert not desk.report.has_errors, desk.said
    return render([page_of(ink, keys.get("bleed", 3.0))], desk.fonts, INFO)


def by_pdfium(pdf, dpi=DPI):
    """Return (rows, columns, 3) of the first page as PDFium draws it."""
    with pypdfium2.PdfDocument(pdf) as document:
        return np.asarray(document[0].render(scale=dpi / 72).to_pil().convert("RGB")).astype(int)


def by_poppler(pdf, folder, dpi=DPI):
    """Return (rows, columns, 3) of the first page as Poppler draws it."""
    (folder / "drawn.pdf").write_bytes(pdf)
    command = ["pdftoppm", "-r", str(dpi), "-png", "-singlefile", "drawn.pdf", "drawn"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    with Pillow.open(folder / "drawn.png") as image:
        return np.asarray(image.convert("RGB")).astype(int)


def drawn_by_both(folder, name, dpi=DPI, **keys):
    """Return the pixels of a card with a picture as two programs draw it."""
    pdf = pdf_of(folder, name, **keys)
    return by_pdfium(pdf, dpi), by_poppler(pdf, folder, dpi)


def at(pixels, x, y, bleed=3.0, dpi=DPI):
    """Return the colour at a place of the card, in mm from its trim corner."""
    row, column = round((y + bleed) / 25.4 * dpi), round((x + bleed) / 25.4 * dpi)
    return tuple(int(value) for value in pixels[row, column])


def near(color, wanted, tolerance=12):
    """Return whether two colours look the same."""
    return all(abs(a - b) <= tolerance for a, b in zip(color, wanted, strict=True))


RED, GREEN, BLUE, YELLOW = (220, 30, 30), (20, 150, 50), (30, 60, 200), (240, 210, 20)


def corners(size=(240, 160)):
    """Return a white picture whose corners are red, green, blue and yellow, row by row."""
    image = Pillow.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    width, height = size[0] // 3, size[1] // 3
    right, foot = size[0] - width, size[1] - height
    for color, x, y in ((RED, 0, 0), (GREEN, right, 0), (BLUE, 0, foot), (YELLOW, right, foot)):
        draw.rectangle([x, y, x + width - 1, y + height - 1], color)
    return image


def read_corners(pixels, box):
    """Return the colours near the four corners of a box of the card, row by row."""
    in_x, in_y = box.width / 6, box.height / 6
    return [
        at(pixels, x, y)
        for y in (box.y + in_y, box.bottom - in_y)
        for x in (box.x + in_x, box.right - in_x)
    ]
