"""What a game is, once its file has been read: values without behaviour."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from cardforge.color import Color, parse_color
from cardforge.diagnostics import Allowance, Span
from cardforge.elements import Element, TextStyle
from cardforge.geometry import Size
from cardforge.source import Node

Localized = dict[str, str]


class Format(NamedTuple):
    """The finished shape of a card or token, in mm; `safe` is an inset from trim."""

    name: str
    trim: Size
    bleed: float = 3.0
    safe: float = 3.0
    corner: float = 3.0
    shape: str = "card"


class Players(NamedTuple):
    """For how many the game is; `limit` is the most that `--players` may ask for."""

    min: int
    max: int
    limit: int


class Icon(NamedTuple):
    """A picture in one colour: SVG path data in the coordinates of its view box."""

    path: str
    viewbox: tuple[float, float, float, float]
    even_odd: bool


class Ruling(NamedTuple):
    """A question that the rules leave open: its answers (the first is the default) and source.

    With `whole`, any whole number from the first to the second is an answer too.
    """

    key: str
    values: tuple[str, ...]
    title: Localized
    source: str
    whole: tuple[int, int] | None = None

    def answers(self) -> str:
        """Return the answers as a message lists them."""
        low, high = self.whole or (0, 0)
        numbers = (f"any whole number from {low} to {high}",) if self.whole else ()
        return ", ".join((*self.values, *numbers))

    def knows(self, answer: str) -> bool:
        """Return whether an answer can be given to the question."""
        if answer in self.values:
            return True
        plain = self.whole is not None and answer.isascii() and answer.isdecimal()
        # A number has one spelling, so that slug and manifest name it the same way.
        if not plain or len(answer) > 9 or answer != str(int(answer)):
            return False
        low, high = self.whole or (1, 0)
        return low <= int(answer) <= high


class Mode(NamedTuple):
    """A way to play the game that needs a box of its own."""

    name: str
    title: Localized


class Template(NamedTuple):
    """One side's design: its own elements after those of the template that it extends."""

    name: str
    elements: tuple[Element, ...]
    extends: str | None
    span: Span


class Row(NamedTuple):
    """One written card of a deck; values with `{{ }}` wait in `expressions`."""

    fields: dict[str, Any]
    expressions: dict[str, Any]
    node: Node

    @property
    def span(self) -> Span:
        """Return the place of the row."""
        return self.node.span


class DeckSpec(NamedTuple):
    """A deck as it was written: loops, rows and rules that `deal` turns into cards."""

    name: str
    span: Span
    title: Localized | None
    loops: dict[str, Any]
    rows: tuple[Row, ...]
    let: dict[str, Any]
    overrides: dict[str, Row]
    id: Any
    card_name: Any
    face: Any
    back: Any
    copies: Any
    where: Any
    hidden: bool
    format: Format
    is_token: bool
    marks: str | None
    places: Mapping[str, Span] = MappingProxyType({})


class Statement(NamedTuple):
    """What the rules promise about the box, as a checkable sentence; unused keys are None."""

    check: str
    span: Span
    source: str
    id: str = ""
    severity: str = "error"
    # The decks it is about by name, or `cards` or `tokens` for all of a kind.
    decks: tuple[str, ...] = ()
    every: str | None = None
    is_: Any = None
    at_least: Any = None
    at_most: Any = None
    between: Any = None
    of: Any = None
    field: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    are: Any = None
    mark: str | None = None
    fact: str | None = None
    that: Any = None
    where: Any = None
    when: Any = None
    because: Any = None
    places: Mapping[str, Span] = MappingProxyType({})


class PiecesSpec(NamedTuple):
    """How many pieces of a deck or of tokens a mode needs, for each value of `each` if given."""

    deck: str
    span: Span
    need: Any
    each: str | None = None
    where: Any = None
    at_once: Any = None
    source: str | None = None
    because: Any = None


class DealingSpec(NamedTuple):
    """How a mode is dealt, and what must and should be left for it to be played."""

    name: str
    span: Span
    source: str
    decks: tuple[str, ...]
    title: Localized | None = None
    # The modes that are dealt so; none: the game as it is.
    modes: tuple[str, ...] = ()
    where: Any = None
    cards: Any = None
    # Of those, the cards that are always shuffled in when not all are.
    always: Any = None
    hand: Any = 0
    open: Any = 0
    leave: Any = 1
    reserve: Any = None
    most: Any = None
    because: Any = None
    pieces: tuple[PiecesSpec, ...] = ()
    places: Mapping[str, Span] = MappingProxyType({})


class Fact(NamedTuple):
    """A number of the game that its cards and its rulebook share; `is_` may be an expression."""

    name: str
    is_: Any
    source: str
    because: Any
    span: Span


class PlaySpec(NamedTuple):
    """By whose rules a game is played, and what `cardforge play` takes when nothing is said."""

    engine: str
    mode: str | None = None
    players: int | None = None
    most_turns: int | None = None
    span: Span | None = None


class CheckSetting(NamedTuple):
    """How a game wants one check to judge: its severity and limits, as far as it says them."""

    severity: str | None
    limits: Mapping[str, float]


class DeckChoice(NamedTuple):
    """Which product of a shop a deck is to be, and how it is fitted to another size."""

    product: str | None = None
    fit: str | None = None
    span: Span | None = None


class ShopChoice(NamedTuple):
    """What a game says of one shop: products, fits, decks to leave out, kind of picture.

    `product` and `fit` are of every deck that `decks` does not name; `box` and `booklet` name a
    product, `none` is none.
    """

    shop: str
    span: Span
    product: str | None = None
    fit: str | None = None
    decks: Mapping[str, DeckChoice] = MappingProxyType({})
    leave_out: tuple[str, ...] = ()
    booklet: str | None = None
    box: str | None = None
    format: str | None = None
    places: Mapping[str, Span] = MappingProxyType({})


class PressSpec(NamedTuple):
    """How a game wants to be printed by a press; None: as the shop or the printer says.

    `profile` is a file of the game's folder or the name of an installed profile, `ink_limit` the
    most ink of all four together in per cent, `rich_black` the black of areas, `die_cut` whether
    the outline of the trim is drawn in an ink of its own.
    """

    profile: str | None = None
    condition: str | None = None
    intent: str = "relative"
    ink_limit: float | None = None
    rich_black: Color | None = None
    die_cut: bool = False
    span: Span | None = None
    places: Mapping[str, Span] = MappingProxyType({})


class TableColumn(NamedTuple):
    """One column of a table made of cards: a text, an icon, a side's picture, or how many."""

    title: Localized
    align: str
    text: Any
    gather: bool
    picture: str | None
    total: bool
    span: Span
    icon: Any = None


class TableSpec(NamedTuple):
    """A table of the rulebook with a row for the cards that say the same."""

    name: str
    decks: tuple[str, ...]
    where: Any
    columns: tuple[TableColumn, ...]
    span: Span


class EffectSpec(NamedTuple):
    """What the cards of some decks do, in words that the rulebook must have too."""

    decks: tuple[str, ...]
    text: Any
    where: Any
    span: Span


class CodeSpec(NamedTuple):
    """How `code(…)` finds its cards: the deck, the field, and a label for each place."""

    deck: str
    field: str
    labels: tuple[Any, ...]
    span: Span


class RulebookSpec(NamedTuple):
    """How the rulebook of a game looks, and the tables that it makes of the cards.

    `heading`, `text` and the others are names of the game's fonts, or faces.
    """

    heading: str = "SourceSerifPro-Bold"
    text: str = "SourceSerifPro-Regular"
    bold: str = "SourceSerifPro-Bold"
    italic: str = "SourceSerifPro-It"
    bold_italic: str = "SourceSerifPro-BoldIt"
    label: str = "Lato-Bold"
    accent: Color = parse_color("#1a1a1a")
    ink: Color = parse_color("#1a1a1a")
    tint: Color = parse_color("#f2f0ea")
    # The cards on the cover with where they are written; None for the first three.
    cover: tuple[tuple[str, Span], ...] | None = None
    tables: Mapping[str, TableSpec] = MappingProxyType({})
    effects: tuple[EffectSpec, ...] = ()
    codes: CodeSpec | None = None
    paper_thickness: float = 0.1
    # Where each key is written.
    places: Mapping[str, Span] = MappingProxyType({})


class SheetDefaults(NamedTuple):
    """How a game wants to be printed when the command does not say otherwise."""

    gutter: tuple[float, float] = (0.0, 0.0)
    margin: float = 5.0
    grid: tuple[int, int] | None = None
    marks: str = "crop"
    mark_length: float = 5.0
    mark_offset: float = 0.0
    mark_weight: float = 0.09
    back_offset: tuple[float, float] = (0.0, 0.0)
    duplex: str = "long-edge"
    papers: tuple[str, ...] = ("a4", "letter")


class Game(NamedTuple):
    """A whole game as its designer described it."""

    id: str
    folder: Path
    span: Span
    version: str
    title: Localized
    languages: tuple[str, ...]
    players: Players
    format: Format
    credits: Localized | None
    licence: Localized | None
    palette: dict[str, Color]
    fonts: dict[str, tuple[str, Span]]
    styles: dict[str, TextStyle]
    icons: dict[str, Icon]
    words: dict[str, dict[str, Any]]
    rulings: dict[str, Ruling]
    modes: dict[str, Mode]
    parts: dict[str, tuple[Element, ...]]
    templates: dict[str, Template]
    decks: tuple[DeckSpec, ...]
    tokens: tuple[DeckSpec, ...]
    composition: tuple[Statement, ...]
    sheets: SheetDefaults
    facts: Mapping[str, Fact] = MappingProxyType({})
    rulebook: RulebookSpec = RulebookSpec()
    play: PlaySpec | None = None
    checks: Mapping[str, CheckSetting] = MappingProxyType({})
    dealing: tuple[DealingSpec, ...] = ()
    shops: Mapping[str, ShopChoice] = MappingProxyType({})
    press: PressSpec = PressSpec()
    allowances: tuple[Allowance, ...] = ()
    # Sections, and entries as `section name`, in which reading found a fault.
    broken: frozenset[str] = frozenset()
    # Where each section is written.
    places: Mapping[str, Span] = MappingProxyType({})

    def is_broken(self, section: str, name: str) -> bool:
        """Return whether an entry of a section is written but could not be read as it should."""
        return section in self.broken or f"{section} {name}" in self.broken


class Settings(NamedTuple):
    """What a run asks of a game: language, players, mode and rulings (all of them, by key)."""

    language: str
    players: int
    mode: str | None
    rulings: dict[str, str]


class Card(NamedTuple):
    """One card of a dealt deck, its fields in the language of the run."""

    id: str
    name: str
    copies: int
    face: str
    back: str | None
    fields: dict[str, Any]
    span: Span


class Deck(NamedTuple):
    """A dealt deck: its cards in printing order."""

    name: str
    spec: DeckSpec
    cards: tuple[Card, ...]
    # False when a card could not be made: counting the others would say nothing.
    whole: bool = True

    @property
    def total(self) -> int:
        """Return how many cards the deck has, copies counted."""
        return sum(card.copies for card in self.cards)
