"""A small game of a few elements, judged by the accessibility checks."""

from cardforge import pipeline
from cardforge.check.accessibility.judge import check_accessibility
from cardforge.check.accessibility.paint import Painter
from cardforge.check.settings import Checks
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of

CODES = ("print.contrast", "print.vision", "print.colour-only", "print.grey")

HEAD = """
game: small
version: "1"
title: Small
languages: [en]
players: 2
format: poker-63x88
fonts: {text: Lato-Regular, bold: Lato-Bold}
"""


def edition_of(folder, text, head=HEAD):
    """Return the report, the game and its edition of a game file that has no faults."""
    (folder / "game.yaml").write_text(head + text, "utf-8")
    report = Report()
    game = pipeline.read_game(folder / "game.yaml", report, "game.yaml")
    assert game is not None, report.problems
    (settings,) = settings_of(game, Request())
    edition = pipeline.make_edition(game, settings, report)
    assert not report.has_errors, report.problems
    return report, game, edition


def judged(folder, text, code=None):
    """Return the problems of the accessibility checks, only those of one code if it is given."""
    report, game, edition = edition_of(folder, text)
    check_accessibility(edition, Painter(edition.fonts), Checks(game), report)
    found = [p for p in report.problems if p.code in CODES]
    return [p for p in found if code is None or p.code == code]


def side(elements, palette=""):
    """Return the rest of a game file: one card with these elements, one a line."""
    lines = "\n".join(f"      - {{{element}}}" for element in elements)
    return (
        f"palette: {{{palette}}}\n"
        "decks:\n  cards:\n    rows: [{id: one}]\n    face: face\n    back: none\n"
        f"templates:\n  face:\n    elements:\n{lines}\n"
    )


def deck(elements, rows, palette=""):
    """Return the rest of a game file: one deck of some rows, its face of these elements."""
    lines = "\n".join(f"      - {{{element}}}" for element in elements)
    cards = "\n".join(f"      - {{{row}}}" for row in rows)
    return (
        f"palette: {{{palette}}}\n"
        f"decks:\n  cards:\n    face: face\n    back: none\n    rows:\n{cards}\n"
        f"templates:\n  face:\n    elements:\n{lines}\n"
    )


def line_of(text, start):
    """Return the number of the first line of a game file that holds a text."""
    lines = (HEAD + text).split("\n")
    return next(number for number, line in enumerate(lines, 1) if start in line)
