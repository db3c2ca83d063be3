"""What a game says beside its cards: promises, dealing, play, shops, the press, the rulebook."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from cardforge.color import Color, parse_color
from cardforge.diagnostics import Span

Localized = dict[str, str]


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
