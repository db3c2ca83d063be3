"""Which column of a table is what: a number of copies, a title, rules, a statistic, a picture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from cardforge.from_csv.tongue import language_of
from cardforge.from_csv.words import ASKING, LANGUAGES, RANKS, rank
from cardforge.tables.table import Table

Test = Callable[["Column"], bool]
MOST_STATS = 10
MOST_TYPES = 12
# As many letters tell the type in one line.
_MOST_KIND = 36
_WHOLE = re.compile(r"\d{1,4}\Z", re.ASCII)
_SHORT_VALUE = re.compile(
    r"(?:[+−-]?\d{1,4}(?:[.,]\d{1,2})?\s?%?|[*Xx?∞–-]|\d{1,2}[d/:+-]\d{1,3}\+?)\Z", re.ASCII
)
_YES = {"true", "yes", "x", "wahr", "vrai", "ja", "oui", "sí", "sì"}
_NO = {"false", "no", "falsch", "faux", "nein", "non"}
_PLAIN_WORDS = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+)?\Z")
_PICTURE = re.compile(r"[^\n]+\.(?:png|jpe?g|webp|gif|svg|tiff?|bmp)\Z", re.IGNORECASE)


class Column:
    """One column of a table and what can be seen in its cells."""

    def __init__(self, name: str, head: str, cells: list[str]) -> None:
        self.name, self.head, self.cells = name, head, cells

    @cached_property
    def filled(self) -> list[str]:
        """Return the cells that are not empty."""
        return [cell for cell in self.cells if cell]

    @cached_property
    def longest(self) -> int:
        """Return how many characters the longest cell has."""
        return max(map(len, self.filled), default=0)

    @cached_property
    def mean(self) -> float:
        """Return how many characters a filled cell has on average."""
        return sum(map(len, self.filled)) / len(self.filled) if self.filled else 0.0

    @cached_property
    def counts(self) -> Counter[str]:
        """Return how often each value is there."""
        return Counter(self.filled)

    @cached_property
    def longest_word(self) -> int:
        """Return how many characters the longest word has."""
        return max((len(word) for cell in self.filled for word in cell.split()), default=0)

    def share(self, pattern: re.Pattern[str]) -> float:
        """Return the share of filled cells that have a shape."""
        if not self.filled:
            return 0.0
        return sum(pattern.match(cell) is not None for cell in self.filled) / len(self.filled)

    @property
    def is_text(self) -> bool:
        """Return whether the cells are words rather than numbers, signs or names of files."""
        return bool(self.filled) and max(self.share(_SHORT_VALUE), self.share(_PICTURE)) < 0.5

    @property
    def is_stat(self) -> bool:
        """Return whether the cells are short numbers, some of which may be a sign."""
        return bool(self.filled) and self.share(_SHORT_VALUE) >= 0.9 and self.longest <= 6

    @property
    def is_flag(self) -> bool:
        """Return whether the cells say yes or no in words, or hold a cross here and there."""
        words = {cell.casefold() for cell in self.counts}
        is_marked = words <= _YES and len(self.filled) < len(self.cells)
        return bool(words) and words <= _YES | _NO and (len(words) == 2 or is_marked)

    @property
    def is_distinct(self) -> bool:
        """Return whether every cell is filled and none is like another."""
        return len(self.filled) == len(self.cells) == len(self.counts)

    @property
    def are_types(self) -> bool:
        """Return whether the cells are few enough short words to have a colour each."""
        return 0 < len(self.counts) <= MOST_TYPES and self.is_text and self.longest <= 40

    @property
    def is_category(self) -> bool:
        """Return whether the cells are a few short words that come again and again."""
        few = 1 < len(self.counts) <= MOST_TYPES and 2 * len(self.counts) <= len(self.filled)
        few = few and len(self.filled) > len(self.cells) / 2
        return few and self.longest <= 28 and self.is_text and "\n" not in "".join(self.counts)


class Roles(NamedTuple):
    """Which column has which role; what has none is None."""

    id: Column | None
    copies: Column | None
    title: Column | None
    type: Column | None
    subtype: Column | None
    text: Column | None
    flavour: Column | None
    image: Column | None
    cost: Column | None
    stats: tuple[Column, ...]
    # Columns of yes and no.
    flags: tuple[Column, ...]
    # Other columns with words that belong on the card.
    more: tuple[Column, ...]
    languages: tuple[str, ...]

    @property
    def columns(self) -> tuple[Column, ...]:
        """Return the columns that have a role."""
        single = (
            self.id, self.copies, self.title, self.type, self.subtype, self.text, self.flavour,
            self.image, self.cost,
        )  # fmt: skip
        return (*filter(None, single), *self.stats, *self.flags, *self.more)

    @property
    def told(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return what each kind of place on a card shows, with the heads of its columns."""
        single = {
            "id": self.id, "copies": self.copies, "title": self.title, "type": self.type,
            "subtype": self.subtype, "text": self.text, "flavour": self.flavour,
            "picture": self.image, "cost": self.cost,
        }  # fmt: skip
        several = {"numbers": self.stats, "flags": self.flags, "facts": self.more}
        taken = {role: (column,) for role, column in single.items() if column} | several
        return tuple(
            (role, tuple(column.head for column in columns))
            for role, columns in taken.items()
            if columns
        )

    @property
    def is_flashcards(self) -> bool:
        """Return whether the cards ask on one side and answer on the other."""
        if self.title is None or self.text is None or len(self.more) > 2:
            return False
        if self.image or self.cost or len(self.stats) > 2:
            return False
        names = {self.title.name, self.text.name}
        if names <= ASKING:
            return True
        if self.type or self.stats or self.copies or self.flags:
            return False
        return bool(names & ASKING) or self.text.mean <= 40

    @property
    def is_statement(self) -> bool:
        """Return whether a card says one thing and nothing else."""
        return self.title is None and self.text is not None and not (self.more or self.flavour)


def columns_of(table: Table) -> tuple[dict[str, Column], tuple[str, ...]]:
    """Return the columns of a table, and the languages that their names tell.

    Of a text in several languages the longest one speaks for all.
    """
    cells = {
        name: [str(line.fields.get(name, "")) for line in table.lines] for name in table.columns
    }
    families: dict[str, dict[str, str]] = {}
    for name in cells:
        base, _, ending = name.rpartition("_")
        if base and ending in LANGUAGES:
            families.setdefault(base, {})[ending] = name
    languages = _languages(families, cells)
    languages = languages or (language_of((*table.heads.values(), *_read(cells))),)
    columns: dict[str, Column] = {}
    for name, values in cells.items():
        base, _, ending = name.rpartition("_")
        if base and ending in languages:
            same = [n for code, n in families[base].items() if code in languages]
            others = [cells[n] for n in (*same, base) if n in cells]
            longest = [max(values, key=len) for values in zip(*others, strict=True)]
            columns.setdefault(base, Column(base, table.heads[name], longest))
        else:
            columns.setdefault(name, Column(name, table.heads[name], values))
    return columns, languages


def _read(cells: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield the cells row by row, so that the beginning speaks for every column."""
    for row in zip(*cells.values(), strict=True):
        yield from row


def _languages(families: Mapping[str, dict[str, str]], cells: Iterable[str]) -> tuple[str, ...]:
    """Return the languages that every text in several languages has."""
    several = [set(columns) for columns in families.values() if len(columns) > 1]
    several += [
        {*columns} for base, columns in families.items() if len(columns) == 1 and base in cells
    ]
    if not several or any(found != several[0] for found in several):
        return ()
    order = [ending for columns in families.values() for ending in columns]
    languages = tuple(dict.fromkeys(code for code in order if code in several[0]))
    return languages if len(languages) > 1 else ()


def guess(table: Table) -> Roles:
    """Return the roles of the columns of a table."""
    columns, languages = columns_of(table)
    left = dict(columns)

    def take(column: Column | None) -> Column | None:
        if column is not None:
            del left[column.name]
        return column

    own_id = take(_best(left, "id", lambda c: c.is_distinct and c.longest <= 40))
    picture = take(_best(left, "image", _names_pictures))
    picture = picture or take(_first(left, lambda c: c.share(_PICTURE) > 0.5))
    for name in [n for n in left if _is_aside(n)]:
        del left[name]
    flags = tuple(c for c in left.values() if c.is_flag)[:3]
    for flag in [c for c in left.values() if c.is_flag]:
        del left[flag.name]
    copies = take(_best(left, "copies", _counts_copies))
    flavour = take(_best(left, "flavour", lambda c: c.is_text))
    title = take(_title(left))
    cost = take(_best(left, "cost", lambda c: c.longest <= 12))
    kind = take(_best(left, "type", lambda c: c.are_types))
    text = take(_best(left, "text", lambda c: c.is_text and not c.is_stat))
    text = text or take(_longest(left, 24))
    if kind is None:
        kind = take(_category(left))
    # A type with too many values for colours of their own is told in words.
    room = _MOST_KIND - sum(len(flag.head) + 3 for flag in flags)
    room -= kind.longest if kind is not None else 0
    subtype = take(_best(left, "type", lambda c: c.is_text and c.longest <= max(room, 12)))
    subtype = subtype or take(_best(left, "subtype", lambda c: c.is_text and c.longest <= room))
    words = {name: c for name, c in left.items() if c.share(_PLAIN_WORDS) == 1}
    subtype = subtype or take(_category(words, room))
    if text is None and title is not None:
        text = take(_longest(left, 0))
    if text is None and title is not None and title.mean > 24 and cost is None:
        title, text = None, title
    if text is None and title is None:
        # A card says something, be it a number or a letter.
        title = take(_first(left, lambda c: bool(c.filled)))
    stats, more = _others(left.values())
    return Roles(
        own_id,
        copies,
        title,
        kind,
        subtype,
        text,
        flavour,
        picture,
        cost,
        stats,
        flags,
        more,
        languages,
    )


def _others(columns: Iterable[Column]) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
    """Return the columns that are numbers of a card, and all that is told in words beside them."""
    shown = [
        c for c in columns if c.filled and c.share(_PICTURE) < 0.5 and not _is_number_of_row(c)
    ]
    stats = tuple(c for c in shown if c.is_stat)[:MOST_STATS]
    return stats, tuple(c for c in shown if c not in stats)


def _names_pictures(column: Column) -> bool:
    """Return whether the cells name pictures, by their endings or each by a word of its own."""
    return column.share(_PICTURE) > 0.5 or (column.is_text and not column.is_category)


def _is_aside(name: str) -> bool:
    """Return whether a column is not for the players: notes, the artist, where a card is from."""
    last = name.rpartition("_")[2]
    return name in RANKS["ignored"] or name in RANKS["artist"] or last in ("note", "notes")


def _best(columns: Mapping[str, Column], role: str, fits: Test) -> Column | None:
    """Return the column whose name speaks most surely for a role, and whose cells fit it."""
    named = [(rank(role, name), c) for name, c in columns.items() if rank(role, name) is not None]
    fitting = [(place, c) for place, c in named if fits(c)]
    return min(fitting, key=lambda found: found[0] or 0)[1] if fitting else None


def _first(columns: Mapping[str, Column], fits: Test) -> Column | None:
    return next((column for column in columns.values() if fits(column)), None)


def _counts_copies(column: Column) -> bool:
    """Return whether the cells are small whole numbers that can count copies."""
    if not column.filled or column.share(_WHOLE) < 1:
        return False
    numbers = [int(cell) for cell in column.filled]
    if column.name == "number" and _is_number_of_row(column):
        return False
    return max(numbers) <= 60 and sum(numbers) <= 5000 and max(numbers) > 0


def _is_number_of_row(column: Column) -> bool:
    """Return whether the cells number the rows."""
    if not column.is_distinct or column.share(_WHOLE) < 1 or len(column.cells) < 4:
        return False
    numbers = [int(cell) for cell in column.cells]
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _title(columns: Mapping[str, Column]) -> Column | None:
    named = _best(columns, "title", lambda c: c.is_text and c.longest <= 120)
    if named is not None:
        return named
    short = [c for c in columns.values() if c.is_text and c.mean <= 40 and not c.is_category]
    return short[0] if short else None


def _longest(columns: Mapping[str, Column], least: int) -> Column | None:
    texts = [c for c in columns.values() if c.is_text and c.mean > least]
    return max(texts, key=lambda c: c.mean) if texts else None


def _category(columns: Mapping[str, Column], most: int = 28) -> Column | None:
    """Return the column with the fewest values that come again, none of them longer than that."""
    found = [c for c in columns.values() if c.is_category and c.longest <= most]
    return min(found, key=lambda c: len(c.counts)) if found else None
