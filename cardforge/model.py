"""What a game is, once its file has been read: values without behaviour."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from cardforge.choices import PSEUDO
from cardforge.diagnostics import Allowance, Span
from cardforge.elements import Element, TextStyle
from cardforge.fills import Area
from cardforge.font_spec import FontSpec
from cardforge.geometry import Size
from cardforge.source import Node
from cardforge.specs import (
    CheckSetting,
    DealingSpec,
    Fact,
    Localized,
    PlaySpec,
    PressSpec,
    RulebookSpec,
    ShopChoice,
    Statement,
)
from cardforge.tables.table import Line

if TYPE_CHECKING:
    from cardforge.macros import Macros


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
    """A picture in one colour: SVG path data in the coordinates of its view box.

    One of an SVG `file` (a name until it is drawn, then its place on the disk) has more than one
    colour where it has `art`: its ink in those coordinates, of which `path` is the outline.
    """

    path: str
    viewbox: tuple[float, float, float, float]
    even_odd: bool
    file: str | None = None
    span: Span | None = None
    art: tuple[Any, ...] = ()


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
    """One side's design: its own elements after those of the template that it extends.

    Of that template it fills `regions` with elements, changes elements by id, and leaves some out.
    """

    name: str
    elements: tuple[Element, ...]
    extends: str | None
    span: Span
    regions: Mapping[str, tuple[tuple[Element, ...], Span]] = MappingProxyType({})
    changes: Mapping[str, Element] = MappingProxyType({})
    removed: Mapping[str, Span] = MappingProxyType({})


class Row(NamedTuple):
    """One written card of a deck; values with `{{ }}` wait in `expressions`.

    `node` is what is written in YAML, or the line of a table.
    """

    fields: dict[str, Any]
    expressions: dict[str, Any]
    node: Node | Line

    @property
    def span(self) -> Span:
        """Return the place of the row."""
        return self.node.span

    def place(self, key: str) -> Span | None:
        """Return where a value of the row is written, None when it is not in the row."""
        if isinstance(self.node, Line):
            return self.node.place(key)
        value = self.node.value.get(key)
        return None if value is None else value.span


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
    # So many of the first rows come from a table that is dealt for each step of the loops.
    crossed: int = 0


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
    palette: dict[str, Area]
    fonts: dict[str, FontSpec]
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
    # The variants by name, and the one that this is, None for the game as it is.
    variants: tuple[str, ...] = ()
    variant: str | None = None
    macros: "Macros | None" = None
    # Sections, and entries as `section name`, in which reading found a fault.
    broken: frozenset[str] = frozenset()
    # Where each section is written.
    places: Mapping[str, Span] = MappingProxyType({})

    def is_broken(self, section: str, name: str) -> bool:
        """Return whether an entry of a section is written but could not be read as it should."""
        return section in self.broken or f"{section} {name}" in self.broken


class Settings(NamedTuple):
    """What a run asks of a game: language, players, mode, rulings (all of them, by key), variant.

    With `pseudo` every text is drawn longer and accented, to show which cards a translation
    would break.
    """

    language: str
    players: int
    mode: str | None
    rulings: dict[str, str]
    variant: str | None = None
    pseudo: bool = False

    @property
    def code(self) -> str:
        """Return how files and messages call the language."""
        return PSEUDO if self.pseudo else self.language


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
