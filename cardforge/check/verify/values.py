"""What a finished file should be, and what it was found to be."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from cardforge.diagnostics import Span
from cardforge.export.package import Shown
from cardforge.geometry import Box, Size
from cardforge.units import show

# Pictures inside a PDF: cards are held at reading distance, where 250 dpi still looks sharp;
# the shops ask for 300.
SHARP_DPI = 250.0
# Thinner lines break up in print.
LEAST_LINE_PT = 0.25
# Page boxes are written in points with few decimals; no cutter works to a hundredth of that.
SAME_MM = 0.05
# A dpi is stored as whole pixels for each metre.
SAME_DPI = 0.02
LARGEST_FILE = 1 << 30
_MOST_NAMED = 5


class PageSize(NamedTuple):
    """The outer size of a page and where it is cut, in mm with y down; None: anywhere."""

    page: Size | None
    trim: Box | None = None


class Expected(NamedTuple):
    """What a file should be; None, "" and () ask for nothing.

    `sizes` is of every page, one for all or one for each.  `standard` is a PDF/X standard,
    `exact` whether no other will do.  `order` and `copies` are words of `data/shops/`, `shop` is
    a title for messages.  `strict` says that a shop or an export asked for the file.
    Of a PDF for the `screen` nothing need be fine enough for print.
    """

    kind: str = ""
    sizes: tuple[PageSize, ...] = ()
    pages: int | None = None
    pixels: tuple[int, int] | None = None
    dpi: float | None = None
    mode: str | None = None
    standard: str | None = None
    exact: bool = False
    ink_limit: float | None = None
    outlines: bool = False
    most_bytes: int | None = None
    most_pixels: int | None = None
    formats: tuple[str, ...] = ()
    shows: tuple[Shown, ...] = ()
    order: str | None = None
    copies: str | None = None
    shop: str = ""
    strict: bool = False
    screen: bool = False


class Facts(NamedTuple):
    """What was found in a file: its kind in words, and a table of JSON's kinds of values."""

    name: str
    kind: str
    found: Mapping[str, Any] = MappingProxyType({})
    readable: bool = True


def place_of(name: str) -> Span:
    """Return the place of a problem of a whole file: its beginning."""
    return Span(name, 1, 1, 1, 1)


def on_pages(pages: Iterable[int]) -> str:
    """Return page numbers as words: `page 3`, `pages 1 to 4 and 9`."""
    numbers = sorted(set(pages))
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [
        (word, count)
        for run in runs
        for word, count in (
            [(f"{run[0]} to {run[-1]}", len(run))] if len(run) > 2 else [(str(n), 1) for n in run]
        )
    ]
    named = [word for word, _ in words]
    if len(words) > 6:
        named = [*named[:5], f"{sum(count for _, count in words[5:])} more"]
    return ("page " if len(numbers) == 1 else "pages ") + in_line(named)


def in_line(words: list[str]) -> str:
    """Return words as a list in a sentence."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def size_words(size: Size) -> str:
    """Return a size in mm as messages show it."""
    return f"{show(size.width)} × {show(size.height)} mm"


def some(words: Sequence[str]) -> str:
    """Return the first of some words in a sentence, and how many more there are."""
    more = len(words) - _MOST_NAMED
    return in_line(list(words) if more <= 0 else [*words[:_MOST_NAMED], f"{more} more"])
