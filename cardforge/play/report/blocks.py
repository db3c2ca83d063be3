"""What a report says, before anybody has decided how it looks: pages and HTML show the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cardforge.play.report.look import Pen
from cardforge.play.report.words import Words
from cardforge.rulebook.figures.cards import Art


class Studio(NamedTuple):
    """What a chart is drawn with; `picture` gives a card so wide, None when there is none."""

    pen: Pen
    words: Words
    picture: Callable[[str, float], Art | None]


class Heading(NamedTuple):
    """The title of a section; `anchor` is its name."""

    text: str
    anchor: str


class Prose(NamedTuple):
    """A paragraph; its kind is lead, body, label or note."""

    text: str
    kind: str = "body"


class Pairs(NamedTuple):
    """Terms and what is said of each: what was played."""

    rows: tuple[tuple[str, str], ...]


class Tile(NamedTuple):
    """A number in large figures: one for each outcome, with what it is and what goes with it."""

    label: str
    values: tuple[str, ...]
    note: str


class Tiles(NamedTuple):
    """Numbers in large figures, in a row."""

    tiles: tuple[Tile, ...]
    names: tuple[str, ...]


class Chart(NamedTuple):
    """A chart that can be drawn at any width; `said` tells it in words, `note` stands below."""

    title: str
    draw: Callable[[Studio, float], Art]
    said: str
    note: str = ""


class Beside(NamedTuple):
    """Two charts, side by side where there is room."""

    charts: tuple[Chart, ...]


class Grid(NamedTuple):
    """A table; columns are aligned by `align` (l or r), the rows of `strong` stand out."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    align: str
    strong: frozenset[int] = frozenset()


class Shelf(NamedTuple):
    """Pictures of cards with words below each; what has no picture is only named."""

    cards: tuple[tuple[str, str], ...]


class Finding(NamedTuple):
    """A problem that play has shown: its severity, message and hint."""

    severity: str
    said: str
    message: str
    hint: str


class Findings(NamedTuple):
    """The problems that play has shown."""

    found: tuple[Finding, ...]


Block = Heading | Prose | Pairs | Tiles | Chart | Beside | Grid | Shelf | Findings


class Story(NamedTuple):
    """A whole report: its title, what it is, the cards on its head, its blocks."""

    language: str
    kicker: str
    title: str
    version: str
    lead: str
    cover: tuple[str, ...]
    cover_names: tuple[str, ...]
    blocks: tuple[Block, ...]
    footer: str
