"""Small templates laid out in this process, and where their ink lies."""

from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of
from cardforge.fonts import Fonts
from cardforge.ink import Line, Rect, Text
from cardforge.ink.bounds import every_ink
from cardforge.load import load_game
from cardforge.plates import PlateMaker

HEAD = """game: toy
version: "1"
title: Toy
languages: [en]
players: 2
format: {trim: [60, 90], bleed: 3, safe: 4}
fonts: {plain: Lato-Regular}
styles: {body: {font: plain, size: 10 pt, leading: 1.2}}
palette: {a: "#ff0000", b: "#00ff00", c: "#0000ff", d: "#ffff00", e: "#00ffff"}
"""
COLOURS = {
    (1.0, 0.0, 0.0): "a",
    (0.0, 1.0, 0.0): "b",
    (0.0, 0.0, 1.0): "c",
    (1.0, 1.0, 0.0): "d",
    (0.0, 1.0, 1.0): "e",
}


class Made:
    """The plates of a toy game by the id of their card, and what was reported."""

    def __init__(self, folder, text):
        (folder / "game.yaml").write_text(text, encoding="utf-8")
        self.report = Report()
        self.fonts = Fonts()
        self.game = load_game(folder / "game.yaml", self.report)
        settings = settings_of(self.game, Request())[0]
        self.maker = PlateMaker(self.game, settings, self.fonts, self.report)
        self.plates = {}
        for deck in deal(self.game, settings, self.report):
            for sides in self.maker.deck(deck).cards:
                self.plates[sides.card.id.rpartition(".")[2]] = sides.face

    @property
    def codes(self):
        """Return the codes of what is wrong."""
        return [p.code for p in self.report.problems if p.severity != "note"]

    def ink(self, card="x"):
        """Return every item of a card's face, in the order in which it is drawn."""
        return [*every_ink(self.plates[card])]

    def rects(self, card="x"):
        """Return the boxes of the rectangles in the named colours, in the order of drawing."""
        found = []
        for placed in self.ink(card):
            item = placed.item
            if isinstance(item, Rect) and item.fill is not None:
                box = placed.place.apply_box(item.box)
                name = COLOURS.get(item.fill.values, "?")
                found.append((name, *(round(value, 4) for value in box)))
        return found

    def box(self, colour, card="x"):
        """Return x, y, width and height of the one rectangle of a colour."""
        (found,) = [rest for name, *rest in self.rects(card) if name == colour]
        return found

    def texts(self, card="x"):
        """Return each text with where it starts."""
        found = []
        for placed in self.ink(card):
            if isinstance(placed.item, Text):
                x, y = placed.place.apply(placed.item.at)
                found.append((placed.item.text, round(x, 3), round(y, 3)))
        return found

    def lines(self, card="x"):
        """Return the straight lines of a card."""
        return [p.item for p in self.ink(card) if isinstance(p.item, Line)]


def laid(folder, elements, rows="[{id: x}]", more=""):
    """Return what becomes of a template of these elements, for the cards of these rows."""
    indented = "".join(f"      {line}\n" for line in elements.strip().splitlines())
    text = (
        f"{HEAD}{more}templates:\n  side:\n    elements:\n{indented}"
        f"decks:\n  all: {{face: side, back: none, hidden: false, rows: {rows}}}\n"
    )
    return Made(folder, text)


def clean(folder, elements, rows="[{id: x}]", more=""):
    """Return the same of a template that must have no fault."""
    made = laid(folder, elements, rows, more)
    assert made.codes == [], [p.message for p in made.report.problems]
    return made
