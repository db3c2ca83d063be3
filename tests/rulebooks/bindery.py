"""The rulebooks of the shipped games as the tests see them: set once for every form, and where
everything on their pages stands."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cardforge import rulebooks
from cardforge.diagnostics import Report
from cardforge.edition import Edition, Request, RulebookRequest, settings_of
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Transform
from cardforge.ink import Group, Ink, Page, Text, Use
from cardforge.ink.bounds import box_round
from cardforge.pipeline import make_edition, read_game
from cardforge.rulebook.book import Book
from cardforge.rulebook.forms import Form, form_for, form_of
from cardforge.rulebook.pages.slips import Placed, Slip
from cardforge.rulebook.pages.typeset import Typeset, Typesetter, typesetter
from cardforge.shop_booklet import shop_booklets

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("cent", "ninety-nine", "numerik", "one-hundred")
LANGUAGES = ("fr", "en")
SHOP = shop_booklets("the-game-crafter")["SmallBooklet"]
FORMS = ("a5", "a4", "half-letter", "poker", "square", SHOP.name)


@cache
def edition(game: str, language: str) -> Edition:
    """A shipped game in one language, laid out."""
    report = Report()
    found = read_game(ROOT / "designs" / game / "game.yaml", report, game)
    assert found is not None, report.problems
    (settings,) = settings_of(found, Request(languages=(language,)))
    made = make_edition(found, settings, report)
    assert not report.has_errors, faults(report)
    return made


@cache
def book(game: str, language: str) -> Book:
    """The rules of a shipped game in one language."""
    report = Report()
    found = rulebooks.read_books([edition(game, language)], report)
    assert not report.has_errors, faults(report)
    return found[language]


@cache
def setter_of(game: str, language: str) -> Typesetter:
    report = Report()
    made = typesetter(book(game, language), edition(game, language), report)
    assert made is not None, faults(report)
    return made


def form(name: str) -> Form:
    return form_for(name, SHOP.trim, SHOP.bleed) if name == SHOP.name else form_of(name)


@cache
def pages_of(game: str, language: str, name: str) -> Typeset:
    """The rulebook of a game set for a form; nothing may be wrong with it."""
    setter = setter_of(game, language)
    known = len(setter.report.problems)
    typeset = setter.book_pages(form(name))
    assert faults(setter.report)[known:] == []
    return typeset


def made(game: str, language: str, *formats: str) -> dict[str, rulebooks.Made]:
    """What is made of a game for some formats, by file name."""
    report = Report()
    request = Request(languages=(language,), papers=("a4",),
                      rulebook=RulebookRequest(formats, booklet=False))  # fmt: skip
    (rulebook,) = rulebooks.prepare([edition(game, language)], request, report) or [None]
    assert faults(report) == []
    return {file.name: file for file in rulebook.made}


def faults(report: Report) -> list[str]:
    return [f"{p.code}: {p.message}" for p in report.problems if p.severity == "error"]


# --- what stands where ---


def columns_of(typeset: Typeset) -> dict[tuple[int, int], list[Placed]]:
    """What stands in each column of each page, from top to bottom as it is read."""
    found: dict[tuple[int, int], list[Placed]] = defaultdict(list)
    for placed in typeset.placed:
        found[placed.page, placed.column].append(placed)
    return dict(sorted(found.items()))


def parts_of(typeset: Typeset, written: Book) -> list[dict[tuple[int, int], list[Placed]]]:
    """The columns of the text and those of the last page, which is a part of its own."""
    late = {s.id for s in written.sections if s.classes & {"last", "card"}}
    parts: list[dict[tuple[int, int], list[Placed]]] = [{}, {}]
    for key, column in columns_of(typeset).items():
        parts[column[0].slip.section in late][key] = column
    return [part for part in parts if part]


def bottom(placed: Placed) -> float:
    return placed.y + placed.slip.height


class Drawn(NamedTuple):
    """A slip as it is drawn: the number of its page, and its box from the corner of the trim."""

    page: int
    slip: Slip
    box: Box
    is_beside: bool


def drawn_slips(typeset: Typeset) -> list[Drawn]:
    """Every slip and every note beside one, where the ink of the pages has it."""
    # The head of a table is drawn once for each column that it is repeated in.
    places: dict[int, list[tuple[int, Transform]]] = defaultdict(list)
    for number, page in enumerate(typeset.pages, 1):
        corner = Transform.moved(-page.trim.x, -page.trim.y)
        for group, place in _groups(page.items, corner):
            places[id(group.items)].append((number, place))
    found = []
    for placed in typeset.placed:
        for slip in (placed.slip, *placed.slip.aside):
            if not slip.ink:
                continue
            number, place = places[id(slip.ink)].pop(0)
            is_beside = slip is not placed.slip
            width = _width_of(slip, typeset.form, is_beside)
            box = Box(place.e, place.f, width, slip.height)
            found.append(Drawn(number, slip, box, is_beside))
    return found


def _width_of(slip: Slip, own: Form, is_beside: bool) -> float:
    if is_beside:
        return own.side
    return own.wide if slip.wide else own.measure


def _groups(items: tuple[Ink, ...], place: Transform) -> Iterator[tuple[Group, Transform]]:
    for item in items:
        if isinstance(item, Group):
            inner = item.transform.then(place) if item.transform else place
            yield item, inner
            yield from _groups(item.items, inner)


# --- ink ---


class Said(NamedTuple):
    """A text on a page: its words, its size in points, whether it stands round the text."""

    text: str
    size_pt: float
    is_artifact: bool


def texts_on(page: Page) -> list[Said]:
    """The texts of a page; those on pictures of cards are not of the page.

    A page that is placed on a sheet is a plate called after its number.
    """
    return list(_texts(page.items, Transform(), is_artifact=False))


def _texts(items: tuple[Ink, ...], place: Transform, *, is_artifact: bool) -> Iterator[Said]:
    for item in items:
        if isinstance(item, Text):
            yield Said(item.text, item.size_pt * abs(place.d), is_artifact)
        elif isinstance(item, Group):
            inner = item.transform.then(place) if item.transform else place
            aside = is_artifact or (item.tag is not None and item.tag.role == "Artifact")
            yield from _texts(item.items, inner, is_artifact=aside)
        elif isinstance(item, Use) and re.fullmatch(r"page-\d+", item.plate.name):
            yield from _texts(item.plate.items, place, is_artifact=is_artifact)


def ink_outside(page: Page, fonts: Fonts) -> list[Box]:
    """The boxes of ink beyond the trim; whole grounds that reach the bleed may lie there."""
    found = []
    for box in _boxes(page.items, fonts, Transform()):
        if within(box, page.trim) or not (box.width and box.height):
            continue
        bleeds = page.bleed != page.trim and touches(box, page.bleed) and within(box, page.bleed)
        if not bleeds:
            found.append(box)
    return found


def _boxes(items: tuple[Ink, ...], fonts: Fonts, place: Transform) -> Iterator[Box]:
    """The box of every item; a card that is pictured counts as large as its trim."""
    for item in items:
        if isinstance(item, Group) and item.clip is None:
            inner = item.transform.then(place) if item.transform else place
            yield from _boxes(item.items, fonts, inner)
        elif box := box_round((item,), fonts, place):
            yield box


def touches(box: Box, whole: Box) -> bool:
    """Whether a box reaches one of the edges of another."""
    pairs = zip(edges(box), edges(whole), strict=True)
    return any(abs(a - b) < 0.01 for a, b in pairs)


def edges(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.right, box.bottom


def within(box: Box, whole: Box, by: float = 0.05) -> bool:
    return (
        box.x >= whole.x - by and box.y >= whole.y - by
        and box.right <= whole.right + by and box.bottom <= whole.bottom + by
    )  # fmt: skip


def ink_box(slip: Slip, fonts: Fonts) -> Box | None:
    """The box round the ink of a slip, from the corner of its column."""
    return box_round(slip.ink, fonts, Transform())


def letters(text: str) -> str:
    """What of a text does not depend on spaces, hyphens and signs."""
    return re.sub(r"[\W_]+", "", text)
