"""SVG text as cardforge draws it: pixels of the PDF by user coordinates, and what was said."""

import io
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from PIL import Image

from cardforge.diagnostics import Report, Span
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Size
from cardforge.ink import Page
from cardforge.render.pdf import PdfInfo, render
from cardforge.svg import Drawings, GameFaces

NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
HERE = Span("game.yaml", 1, 1, 1, 2)
# How many pixels the longer side of a drawing has.
SIZE = 480


def faces():
    """Return the installed fonts, as a game without fonts of its own has them."""
    return GameFaces((), lambda *_: None, Path())


class Seen(NamedTuple):
    """A drawing: its picture, how many pixels a user unit is, and the problems."""

    image: Image.Image
    scale: float
    problems: tuple

    def at(self, x, y):
        """Return red, green and blue at a place in user units."""
        return self.image.getpixel((int(x * self.scale), int(y * self.scale)))

    @property
    def codes(self):
        """Return the codes of the problems."""
        return [problem.code for problem in self.problems]

    @property
    def said(self):
        """Return all messages."""
        return "\n".join(problem.message for problem in self.problems)


def see_file(path, colors=(), box=None):
    """Return how a file is drawn on white; faults that leave no picture are raised."""
    report = Report()
    drawings = Drawings(faces(), report)
    art = drawings.art(path)
    scale = 120 / max(art.size)
    size = box or Size(art.size.width * scale, art.size.height * scale)
    area = Box(0.0, 0.0, *size)
    ink = drawings.svg_ink(path, area, colors, HERE, None)
    pdf = render([Page(size, area, area, ink)], Fonts(), PdfInfo("drawing", "en", "1"))
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    scale_px = SIZE / max(document[0].get_size())
    image = document[0].render(scale=scale_px).to_pil().convert("RGB")
    return Seen(image, image.width / art.view.width, tuple(report.problems))


def see(folder, inside, view="0 0 60 30", colors=(), **attributes):
    """Return how the inside of an SVG is drawn."""
    more = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    path = folder / "art.svg"
    path.write_text(f'<svg {NAMESPACES} viewBox="{view}" {more}>{inside}</svg>', "utf-8")
    return see_file(path, colors)


def near(color, wanted, tolerance=6):
    """Return whether two colours are the same but for rounding."""
    return all(abs(a - b) <= tolerance for a, b in zip(color, wanted, strict=True))
