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
from cardforge.judging_grammar import WholeRange
from cardforge.kinds import (
    Anything,
    Choice,
    Length,
    ListOf,
    MapOf,
    Name,
    PaletteColor,
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
                "min": Field(Whole(1, 100), True),
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
        "gutter": Field(Record({"x": Field(Length(0, 100), True), "y": Field(Length(0, 100), True)},
                               lambda x, y: (x, y), Length(0, 100))),
        "margin": Field(Length(0, 500), doc="the rim of the paper that the printer leaves white"),
        "grid": Field(
            Record(
                {"columns": Field(Whole(1, 50), True), "rows": Field(Whole(1, 50), True)},
                lambda columns, rows: (columns, rows),
            )
        ),
        "marks": Field(Choice("none", "crop", "guides")),
        "mark-length": Field(Length(1, 30)),
        "mark-offset": Field(Length(0, 30)),
        "mark-weight": Field(Length(0.088, 0.353)),
        "back-offset": Field(
            Record(
                {"x": Field(Length(-20, 20), True), "y": Field(Length(-20, 20), True)},
                lambda x, y: (x, y),
            ),
            doc="moves the backs only: x to the right, y down, seen on the back",
        ),
        "duplex": Field(Choice("long-edge", "short-edge", "fold", "none")),
        "papers": Field(ListOf(PaperName(), least=1, distinct=True)),
    },
    lambda gutter=(0.0, 0.0), **more: SheetDefaults(
        gutter if isinstance(gutter, tuple) else (gutter, gutter), **more
    ),
)  # fmt: skip

GAME: dict[str, Field] = {
    "game": Field(Name(), True, "the game's id: the name of its output folder"),
    "version": Field(Text(), True),
    "title": Field(Anything(), True, "the printed title, for each language"),
    "description": Field(Anything()),
    "languages": Field(ListOf(Name(), least=1, distinct=True), True),
    "players": Field(PlayersKind(), True),
    "format": Field(FormatKind(), doc="the cards' format: a preset or trim, bleed, safe, corner"),
    "credits": Field(Anything()),
    "licence": Field(Anything()),
    "include": Field(ListOf(Text()), doc="other YAML files of this folder with more definitions"),
    "palette": Field(MapOf(PaletteColor())),
    "fonts": Field(
        MapOf(Text()), doc="name: a face such as Lato-Regular, or a .ttf of this folder"
    ),
    "styles": Field(MapOf(Record(STYLE_FIELDS, TextStyle))),
    "icons": Field(
        MapOf(
            Record(
                {
                    "path": Field(Text(), True),
                    "viewbox": Field(ViewBox()),
                    "even-odd": Field(TrueFalse()),
                }
            )
        )
    ),
    "words": Field(Anything(), doc="for each language, the words by key"),
    "rulings": Field(Anything()),
    "modes": Field(Anything()),
    "parts": Field(MapOf(ELEMENTS), doc="element groups written once"),
    "templates": Field(Anything()),
    "decks": Field(Anything()),
    "tokens": Field(Anything()),
    "composition": Field(Anything(), doc="what the rules promise about the box"),
    "dealing": Field(Anything(), doc="how each mode is dealt, and what must be left"),
    "sheets": Field(SHEETS),
    "facts": Field(Anything(), doc="numbers that the cards and the rulebook share"),
    "rulebook": Field(Anything(), doc="how the rulebook looks, and its tables"),
    "play": Field(Anything(), doc="by whose rules `cardforge play` plays the game"),
    "shops": Field(Anything(), doc="what the game is to be at each shop"),
    "press": Field(Anything(), doc="how a press is to print the game"),
    "checks": Field(Anything(), doc="how strictly the game is judged, check by check"),
}
FACT = {
    "is": Field(Anything(), True, "the number, or an expression that gives it"),
    "source": Field(Choice(*SOURCES), True, literal=True),
    "because": Field(Anything()),
}
TEMPLATE = {"extends": Field(Name(), literal=True), "elements": Field(ELEMENTS)}
RULING = {
    "values": Field(ListOf(Text(), least=1), True, "the answers, the default first"),
    "title": Field(Anything(), True),
    "source": Field(Text()),
    "whole": Field(WholeRange(), doc="any whole number of this range is an answer too"),
}


def check_fact_name(name: str, place: Span, report: Report) -> None:
    """Report the name of a fact that `facts.name` could not say."""
    if not re.fullmatch(r"[^\W\d]\w*", name):
        message = f"a fact has a name of letters, digits and '_', found '{name:.40}'"
        report.error("value.name", message, place, hint="write a word such as hand")
