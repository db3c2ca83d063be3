"""How `game.yaml` is written at its top: its sections, their keys and what they may hold."""

from __future__ import annotations

import re
from typing import Any

from cardforge import presets
from cardforge.decode import BAD, Field, Kind, Node, Reader, Record
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.element_kinds import ViewBox, range_hint
from cardforge.elements import TextStyle
from cardforge.elements_grammar import ELEMENTS
from cardforge.fill_kinds import Palette
from cardforge.font_grammar import FontKind
from cardforge.judging_grammar import WholeRange
from cardforge.kinds import (
    Anything,
    Choice,
    Length,
    ListOf,
    MapOf,
    Name,
    Text,
    TrueFalse,
    Whole,
)
from cardforge.model import Players, SheetDefaults
from cardforge.presets import FormatKind
from cardforge.text_grammar import STYLE_FIELDS

SOURCES = ("stated", "derived", "ruling", "house")


class PlayersKind(Record):
    """`2`, `3..6` or a mapping with min, max and limit."""

    def __init__(self) -> None:
        super().__init__(
            {
                "min": Field(Whole(1, 100), True, doc="the fewest players"),
                "max": Field(Whole(1, 100), True, "the box is printed for so many"),
                "limit": Field(Whole(1, 100), doc="the most that --players may ask for"),
            },
            _players,
            _PlayersShort(),
        )

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the Players."""
        players = super().read(node, key, reader)
        if players is BAD or players.min <= players.max <= players.limit:
            return players
        return reader.error("value.players", "players: min ≤ max ≤ limit does not hold", node.span)


class _PlayersShort(Text):
    code = "value.players"
    expects = "a number, a range such as 3..6, or min and max"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        text = node.value if isinstance(node.value, str) else ""
        low, dots, high = text.partition("..")
        numbers = [n for n in ((low, high) if dots else (low, low)) if n.strip().isdecimal()]
        if len(numbers) != 2 or not all(len(n) < 9 and 1 <= int(n) <= 100 for n in numbers):
            return self.wrong(node, key, reader, range_hint(text))
        return _players(int(numbers[0]), int(numbers[1]))


def _players(min: int, max: int, limit: int | None = None) -> Players:
    return Players(min, max, max if limit is None else limit)


class PaperName(Kind):
    """The name of a preset paper."""

    code = "paper.unknown"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the paper's name."""
        if isinstance(node.value, str) and node.value in presets.papers():
            return node.value
        self.expects = "some of " + ", ".join(presets.papers())
        near = did_you_mean(node.value, presets.papers()) if isinstance(node.value, str) else None
        return self.wrong(node, key, reader, near or "use a4")

    def schema(self) -> dict[str, Any]:
        """Return the schema that lists the papers."""
        return {"enum": sorted(presets.papers())}


SHEETS = Record(
    {
        "gutter": Field(
            Record(
                {
                    "x": Field(Length(0, 100), True, doc="across, in mm"),
                    "y": Field(Length(0, 100), True, doc="down, in mm"),
                },
                lambda x, y: (x, y),
                Length(0, 100),
            ),
            doc="space between cards, in mm, or x and y",
        ),
        "margin": Field(Length(0, 500), doc="the rim of the paper that the printer leaves white"),
        "grid": Field(
            Record(
                {
                    "columns": Field(Whole(1, 50), True, doc="cards side by side"),
                    "rows": Field(Whole(1, 50), True, doc="cards below each other"),
                },
                lambda columns, rows: (columns, rows),
            ),
            doc="how many cards stand side by side and below each other",
        ),
        "marks": Field(
            Choice("none", "crop", "guides"), doc="crop marks, guides across the sheet, or none"
        ),
        "mark-length": Field(Length(1, 30), doc="of crop marks, in mm"),
        "mark-offset": Field(Length(0, 30), doc="from the trim to a crop mark, in mm"),
        "mark-weight": Field(Length(0.088, 0.353), doc="thickness of crop marks, in mm"),
        "back-offset": Field(
            Record(
                {
                    "x": Field(Length(-20, 20), True, doc="across, in mm"),
                    "y": Field(Length(-20, 20), True, doc="down, in mm"),
                },
                lambda x, y: (x, y),
            ),
            doc="moves the backs only: x to the right, y down, seen on the back",
        ),
        "duplex": Field(
            Choice("long-edge", "short-edge", "fold", "none"),
            doc="how the printer turns the sheet for the backs",
        ),
        "papers": Field(
            ListOf(PaperName(), least=1, distinct=True), doc="on which papers the game is printed"
        ),
    },
    lambda gutter=(0.0, 0.0), **more: SheetDefaults(
        gutter if isinstance(gutter, tuple) else (gutter, gutter), **more
    ),
)

GAME: dict[str, Field] = {
    "game": Field(Name(), True, "the game's id: the name of its output folder"),
    "version": Field(Text(), True, doc="of the game, printed on every sheet"),
    "title": Field(Anything(), True, "the printed title, for each language"),
    "description": Field(Anything(), doc="what the game is, for those who read the file"),
    "languages": Field(
        ListOf(Name(), least=1, distinct=True),
        True,
        doc="codes of the languages, the original first",
    ),
    "players": Field(PlayersKind(), True, doc="for how many: 2, 3..6, or min, max and limit"),
    "format": Field(FormatKind(), doc="the cards' format: a preset or trim, bleed, safe, corner"),
    "credits": Field(Anything(), doc="by whom the game is, for each language"),
    "licence": Field(Anything(), doc="what others may do with the game, for each language"),
    "include": Field(ListOf(Text()), doc="other YAML files of this folder with more definitions"),
    "theme": Field(Text(), doc="a file whose palette, fonts, styles and templates replace these"),
    "variants": Field(Anything(), doc="for each name, what it changes: `--variant NAME` prints it"),
    "macros": Field(Text(), doc="a file of Jinja2 macros that every expression may call"),
    "palette": Field(Palette(), doc="name: a colour, used by its name everywhere"),
    "fonts": Field(
        MapOf(FontKind()),
        doc="name: a face such as Lato-Regular, a font file of this folder, or more about it",
    ),
    "styles": Field(
        MapOf(Record(STYLE_FIELDS, TextStyle)), doc="name: a look of text, used by its name"
    ),
    "icons": Field(
        MapOf(
            Record(
                {
                    "path": Field(Text(), doc="the outline in the syntax of SVG"),
                    "file": Field(
                        Text(), doc="instead of path, an SVG file of the game folder", literal=True
                    ),
                    "viewbox": Field(
                        ViewBox(),
                        doc="left, top, width and height of the outline; 0 0 24 24 by default",
                    ),
                    "even-odd": Field(TrueFalse(), doc="leave out what is enclosed twice"),
                }
            )
        ),
        doc="name: an icon of the game, beside the built-in ones",
    ),
    "words": Field(Anything(), doc="for each language, the words by key"),
    "rulings": Field(Anything(), doc="questions the rules leave open, and their answers"),
    "modes": Field(Anything(), doc="name: a box of its own, with its title for each language"),
    "parts": Field(MapOf(ELEMENTS), doc="element groups written once"),
    "templates": Field(Anything(), doc="name: how a side is drawn"),
    "decks": Field(Anything(), doc="name: which cards there are"),
    "tokens": Field(Anything(), doc="name: which tokens there are"),
    "composition": Field(Anything(), doc="what the rules promise about the box"),
    "dealing": Field(Anything(), doc="how each mode is dealt, and what must be left"),
    "sheets": Field(SHEETS, doc="how the game is laid on paper by default"),
    "facts": Field(Anything(), doc="numbers that the cards and the rulebook share"),
    "rulebook": Field(Anything(), doc="how the rulebook looks, and its tables"),
    "play": Field(Anything(), doc="by whose rules `cardforge play` plays the game"),
    "shops": Field(Anything(), doc="what the game is to be at each shop"),
    "press": Field(Anything(), doc="how a press is to print the game"),
    "checks": Field(Anything(), doc="how strictly the game is judged, check by check"),
}
FACT = {
    "is": Field(Anything(), True, "the number, or an expression that gives it"),
    "source": Field(
        Choice(*SOURCES),
        True,
        literal=True,
        doc="where it comes from: stated, derived, ruling or house",
    ),
    "because": Field(Anything(), doc="why, for the reader of a report"),
}
RULING = {
    "values": Field(ListOf(Text(), least=1), True, "the answers, the default first"),
    "title": Field(Anything(), True, doc="the question in words, for each language"),
    "source": Field(Text(), doc="where it comes from: stated, derived, ruling or house"),
    "whole": Field(WholeRange(), doc="any whole number of this range is an answer too"),
}


def check_fact_name(name: str, place: Span, report: Report) -> None:
    """Report the name of a fact that `facts.name` could not say."""
    if not re.fullmatch(r"[^\W\d]\w*", name):
        message = f"a fact has a name of letters, digits and '_', found '{name:.40}'"
        report.error("value.name", message, place, hint="write a word such as hand")
