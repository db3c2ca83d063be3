"""Elements of a toy card as ink, as a PDF and as pixels of other programs."""

import io
import subprocess
from pathlib import Path

import pypdfium2
from PIL import Image as Pillow

from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Point, Size
from cardforge.ink import Group, Page, Use
from cardforge.load import load_game
from cardforge.plates import PlateMaker
from cardforge.render.pdf import PdfInfo, render

GAME = """\
game: toy
version: "1"
title: Toy
languages: [en]
players: 2
format: {trim: [60, 40], bleed: 3, safe: 3}
palette: {sky: "#4080c0", sun: "#ffc000", dusk: {gradient: linear, angle: 0, stops: [sky, sun]}}
fonts: {text: Lato-Regular}
templates:
  face:
    elements:
"""
DECK = """\
decks:
  cards: {back: none, hidden: false, face: face, rows: [{id: a, turn: 30, tint: sun}]}
"""
DPI = 127
PX_PER_MM = DPI / 25.4


def text_of(*elements):
    """Return the game whose card has these elements."""
    return GAME + "".join(f"      - {element}\n" for element in elements) + DECK


def laid_out(folder, *elements):
    """Return the plate of the card, its fonts and the problems that were found."""
    (Path(folder) / "game.yaml").write_text(text_of(*elements), "utf-8")
    report, fonts = Report(), Fonts()
    game = load_game(Path(folder) / "game.yaml", report)
    assert game is not None, [p.message for p in report.problems]
    settings = settings_of(game, Request())[0]
    maker = PlateMaker(game, settings, fonts, report)
    (deck,) = [maker.deck(dealt) for dealt in deal(game, settings, report)]
    plates = [sides.face for sides in deck.cards]
    return (plates or [None])[0], fonts, report.problems


def plate_of(folder, *elements):
    """Return the plate of the card, which must be without a problem."""
    plate, _, problems = laid_out(folder, *elements)
    assert not problems, [f"{p.code}: {p.message}" for p in problems]
    return plate


def unfolded(items):
    """Yield every item of some ink, groups and plates opened."""
    for item in items:
        if isinstance(item, Group):
            yield from unfolded(item.items)
        elif isinstance(item, Use):
            yield from unfolded(item.plate.items)
        else:
            yield item


def page_of(*items, width=60.0, height=40.0):
    """Return a page of ink as large as the card's trim."""
    whole = Box(0.0, 0.0, width, height)
    return Page(Size(width, height), whole, whole, items)


def pdf_of(*items, fonts=None, **size):
    """Return the PDF of one page of ink."""
    return render([page_of(*items, **size)], fonts or Fonts(), PdfInfo("", "", ""))


def card_pdf(folder, *elements):
    """Return the PDF of the card, which must be without a problem."""
    plate, fonts, problems = laid_out(folder, *elements)
    assert not problems, [f"{p.code}: {p.message}" for p in problems]
    return pdf_of(Use(plate, Point(0.0, 0.0)), fonts=fonts)


def by_pdfium(pdf):
    """Return a page as PDFium sees it."""
    document = pypdfium2.PdfDocument(pdf)
    return document[0].render(scale=DPI / 72).to_pil().convert("RGB")


def by_poppler(pdf):
    """Return a page as poppler sees it."""
    words = ["pdftoppm", "-r", str(DPI), "-png", "-singlefile", "-"]
    done = subprocess.run(words, input=pdf, capture_output=True, check=True)
    return Pillow.open(io.BytesIO(done.stdout)).convert("RGB")


def at(picture, x, y):
    """Return the colour at a place in mm."""
    return picture.getpixel((round(x * PX_PER_MM), round(y * PX_PER_MM)))


def near(one, other, tolerance=6):
    """Return whether two colours, 0 to 255 each, look the same."""
    return all(abs(a - b) <= tolerance for a, b in zip(one, other, strict=True))


def letters(picture, names, step=2.0):
    """Return a picture as letters: one for each place `step` mm apart, `?` for another colour."""
    wide, high = (round(length / PX_PER_MM / step) for length in picture.size)
    rows = []
    for row in range(high):
        seen = (at(picture, (x + 0.5) * step, (row + 0.5) * step) for x in range(wide))
        rows.append("".join(_letter(color, names) for color in seen))
    return "\n".join(rows)


def _letter(color, names):
    return next((letter for letter, known in names.items() if near(color, known, 40)), "?")
