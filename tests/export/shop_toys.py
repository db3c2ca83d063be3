"""Toy games for exports, and their packages read back by programs that did not write them."""

import csv
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

PROFILES = (
    Path("/usr/share/scribus/profiles/ISOcoated_v2_300_bas.icc"),
    Path("/usr/share/color/icc/ghostscript/default_cmyk.icc"),
)
# A press needs the profile of its paper, which no package of Python brings.
needs_profile = pytest.mark.skipif(
    not PROFILES[0].exists(), reason=f"needs {PROFILES[0]} (scribus-data)"
)
RED, BLUE = (200, 30, 40), (20, 60, 160)

HEAD = """game: toy
version: "1"
title: Toy
languages: [en]
players: 2
format: {{trim: [{width}, {height}], bleed: 4, safe: 3}}
{more}templates:
  face:
    elements:
      - {{shape: rectangle, fill: "rgb(200, 30, 40)", box: bleed}}
  reverse:
    elements:
      - {{shape: rectangle, fill: "rgb(20, 60, 160)", box: bleed}}
"""
CARDS = """decks:
  main:
    face: face
    back: {back}
    hidden: false
    rows:
{rows}"""


def toy(folder, width=63, height=88, *, copies=(2,), back="reverse", more="", ids=None):
    """Write a game of red cards with blue backs, one for each number of copies."""
    ids = ids or [f"c{number}" for number, _ in enumerate(copies, start=1)]
    rows = "".join(
        f"      - {{id: {name}, copies: {many}}}\n" for name, many in zip(ids, copies, strict=True)
    )
    text = HEAD.format(width=width, height=height, more=more) + CARDS.format(back=back, rows=rows)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(text)
    return folder


def package(folder, part="cards", language="en"):
    """Return the paths of the files in one folder of a package, sorted."""
    inside = folder / language
    names = (path.relative_to(inside) for path in (inside / part).rglob("*") if path.is_file())
    return sorted(name.as_posix() for name in names)


def copies_in(folder, part="cards"):
    """Return the lines of the list of copies of a package."""
    with (folder / "en" / part / "copies.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


class Picture:
    """A picture as Pillow reads it."""

    def __init__(self, path):
        with Image.open(path) as image:
            image.load()
            self.size, self.mode, self.kind = image.size, image.mode, image.format
            self.dpi = tuple(float(value) for value in image.info.get("dpi", (0, 0)))
            self.profile = image.info.get("icc_profile")
            self.corners = [image.getpixel(at) for at in self._corners(image)]
            self.middle = image.getpixel((image.width // 2, image.height // 2))

    @staticmethod
    def _corners(image):
        right, bottom = image.width - 1, image.height - 1
        return [(0, 0), (right, 0), (0, bottom), (right, bottom)]


class PdfPages:
    """The pages of a PDF: their boxes in points and the colour of their middle on a screen."""

    def __init__(self, path):
        with pikepdf.open(path) as pdf:
            self.boxes = [
                {
                    name: tuple(round(float(value), 3) for value in page.obj[f"/{name}"])
                    for name in ("MediaBox", "BleedBox", "TrimBox")
                }
                for page in pdf.pages
            ]
        document = pypdfium2.PdfDocument(path)
        self.shown = [self._shown(page) for page in document]
        document.close()

    @staticmethod
    def _shown(page):
        image = page.render(scale=0.25).to_pil().convert("RGB")
        red, _, blue = image.getpixel((image.width // 2, image.height // 2))
        if min(red, blue) > 240:
            return "blank"
        return "face" if red > blue else "back"


def near(one, two, tolerance=3):
    """Return whether two colours look alike."""
    return all(abs(a - b) <= tolerance for a, b in zip(one, two, strict=True))


def is_close(one, two, tolerance=0.02):
    """Return whether two rows of lengths are the same."""
    return all(abs(a - b) <= tolerance for a, b in zip(one, two, strict=True))
