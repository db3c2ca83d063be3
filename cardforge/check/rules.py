"""The rules and the game agree: every effect is told, and every language tells the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardforge.deal import globals_of
from cardforge.decode import Deferred
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.expressions import WordingError, holds, printed
from cardforge.model import Card, Deck, Game, Settings
from cardforge.rulebook.book import (
    Block,
    Book,
    Callout,
    Contents,
    Figure,
    ImageFile,
    Picture,
    RulingNote,
    Section,
    Table,
    TablePlan,
)
from cardforge.rulebook.spoken import in_book, pictures, said, sentences_of, titles_of, walk
from cardforge.specs import EffectSpec

MOST_NAMED = 6
# Typography that a writer need not repeat: spaces before and inside signs, the shape of quotes.
_SPACES = re.compile(r"[\s\u00a0\u2007\u2009\u202f\u2060\ufeff]+")
_BEFORE_SIGNS = re.compile(r" (?=[;:!?»%…])|(?<=«) ")
_SHAPES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "\u00ad": None})


class Unjudged(Exception):
    """An effect that cannot be computed; the reason is in the report."""


def check_rules(
    game: Game, settings: Settings, decks: Sequence[Deck], book: Book, report: Report
) -> None:
    """Report every effect of a card that the rulebook does not tell in the card's own words."""
    text = "\n".join(folded(sentence) for sentence in _told(book))
    finder = _Effects(game, settings, {deck.name: deck for deck in decks}, report)
    for effect in game.rulebook.effects:
        for said_of_it, cards in finder.effects(effect).items():
            if not said_of_it:
                finder.empty(effect, cards)
            elif not tells(text, said_of_it):
                _missing(effect, said_of_it, cards, book, report)


def _told(book: Book) -> Iterator[str]:
    """Yield what a reader of the rulebook is told, sentence by sentence."""
    titles = titles_of(book)
    sections = [section for section in book.sections if in_book(section)]
    for blocks in (book.lead, *(section.blocks for section in sections)):
        for sentence in sentences_of(blocks):
            yield said(sentence, titles)


def folded(text: str) -> str:
    """Return a text without what typography may change: spaces, apostrophes, quotes."""
    straight = text.translate(_SHAPES).replace("...", "…")
    return _BEFORE_SIGNS.sub("", _SPACES.sub(" ", straight).strip())


def tells(text: str, effect: str) -> bool:
    """Return whether folded text says a folded effect, in any case of its first letter.

    Whole words and numbers only: `+ 1` is not said by `+ 10`.
    """
    first, rest = re.escape(effect[0]), re.escape(effect[1:])
    before = r"(?<!\w)" if effect[0].isalnum() else ""
    after = r"(?!\w)" if effect[-1].isalnum() else ""
    return re.search(f"{before}(?i:{first}){rest}{after}", text) is not None


def _missing(
    effect: EffectSpec, told: str, cards: Sequence[Card], book: Book, report: Report
) -> None:
    names = _listed([card.id for card in cards])
    report.error(
        "rulebook.effect",
        f"{book.file} does not say what {names} does: '{told}'",
        effect.span,
        hint="show it with {{ table(…) }}, or write it in the rules text in the same words",
    )


def _listed(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {more} more" if more > 0 else shown


class _Effects:
    """Computes the effects of dealt cards."""

    def __init__(
        self, game: Game, settings: Settings, decks: Mapping[str, Deck], report: Report
    ) -> None:
        self.game, self.decks, self.report = game, decks, report
        self.scope = globals_of(game, settings)

    def effects(self, effect: EffectSpec) -> dict[str, list[Card]]:
        """Return the folded text of each effect and the cards that have it."""
        found: dict[str, list[Card]] = {}
        for deck in self._decks(effect):
            for card in deck.cards:
                scope = {**self.scope, "deck": deck.name, "name": card.name, **card.fields}
                try:
                    if card.copies and self._is_meant(effect, scope, card):
                        text = printed(self._value(effect.text, scope, effect, card))
                        found.setdefault(folded(text), []).append(card)
                except Unjudged:
                    continue
        return found

    def _decks(self, effect: EffectSpec) -> Iterator[Deck]:
        for name in effect.decks:
            deck = self.decks.get(name)
            if deck is not None:
                yield deck
            elif not any(self.game.is_broken(kind, name) for kind in ("decks", "tokens")):
                message = f"no deck is called '{name}'"
                hint = did_you_mean(name, self.decks) or "name a deck or tokens of the game"
                self.report.error("rulebook.deck", message, effect.span, hint=hint)

    def _is_meant(self, effect: EffectSpec, scope: dict[str, Any], card: Card) -> bool:
        return effect.where is None or holds(self._value(effect.where, scope, effect, card))

    def _value(self, value: Any, scope: dict[str, Any], effect: EffectSpec, card: Card) -> Any:
        if not isinstance(value, Deferred):
            return value
        try:
            return value.expression(scope)
        except WordingError as fault:
            self.report.error(fault.code, str(fault), value.span, hint=fault.hint, card=card.id)
            raise Unjudged from None

    def empty(self, effect: EffectSpec, cards: Sequence[Card]) -> None:
        """Report cards whose effect is no text: looking for nothing finds it everywhere."""
        message = f"the effect of {_listed([card.id for card in cards])} is empty"
        hint = "leave out the cards without an effect with where:"
        self.report.error("rulebook.effect", message, effect.span, hint=hint)


class _Part(NamedTuple):
    """Something that every language must have: what it is called in a message, and where it is."""

    name: str
    span: Span


def check_languages(books: Mapping[str, Book], report: Report) -> None:
    """Report what the rulebook of one language has and that of another lacks."""
    languages = [*books]
    for other in languages[1:]:
        _Pair(languages[0], books[languages[0]], other, books[other], report).compare()


class _Pair:
    """Compares two languages; each difference is reported in the one that lacks something."""

    def __init__(self, one: str, first: Book, other: str, second: Book, report: Report) -> None:
        self.names, self.books, self.report = (one, other), (first, second), report

    def compare(self) -> None:
        """Report every difference."""
        by_id = [{section.id: section for section in book.sections} for book in self.books]
        for own, other in ((0, 1), (1, 0)):
            for section in self.books[other].sections:
                if section.id not in by_id[own]:
                    self._lacks_section(own, section)
        shared = [[s for s in book.sections if s.id in by_id[0].keys() & by_id[1].keys()]
                  for book in self.books]  # fmt: skip
        self._order("section", *([_Part(s.id, s.span) for s in sections] for sections in shared))
        self._blocks("the lead", *((book.lead, _start(book)) for book in self.books))
        for section in shared[0]:
            self._section(section, by_id[1][section.id])

    def _lacks_section(self, own: int, missing: Section) -> None:
        """Report a section that one language lacks, at what stands before its place there."""
        book, other = self.books[own], self.books[1 - own]
        place = _start(book)
        for section in other.sections:
            if section.id == missing.id:
                break
            place = next((s.span for s in book.sections if s.id == section.id), place)
        self._report(own, f"section '{missing.id}'", place, missing.span)

    def _section(self, first: Section, second: Section) -> None:
        name = f"section '{first.id}'"
        if first.classes != second.classes:
            marks = (
                " ".join(f".{c}" for c in sorted(s.classes)) or "none" for s in (first, second)
            )
            one, other = marks
            self.report.error(
                "rulebook.differs",
                f"{name} has the classes {other} in '{self.names[1]}' and {one} in "
                f"'{self.names[0]}'",
                second.span,
                hint="write the same classes in every language",
                related=[(first.span, f"{self.names[0]} is here")],
            )
        self._blocks(name, (first.blocks, first.span), (second.blocks, second.span))

    def _blocks(
        self, where: str, one: tuple[Iterable[Block], Span], other: tuple[Iterable[Block], Span]
    ) -> None:
        """Compare the blocks of a section kind by kind."""
        parts = [_parts(blocks) for blocks, _ in (one, other)]
        places = (one[1], other[1])
        for kind in parts[0]:
            lists = (parts[0][kind], parts[1][kind])
            if not self._lacking(kind, where, places, lists):
                self._order(kind, *lists)

    def _lacking(
        self,
        kind: str,
        where: str,
        places: tuple[Span, Span],
        lists: tuple[list[_Part], list[_Part]],
    ) -> bool:
        """Report the parts that one of the languages lacks; return whether there are any."""
        any_lacks = False
        for own, other in ((0, 1), (1, 0)):
            known = Counter(part.name for part in lists[own])
            for part in lists[other]:
                known[part.name] -= 1
                if known[part.name] < 0:
                    any_lacks = True
                    self._report(own, f"{kind} {part.name} in {where}", places[own], part.span)
        return any_lacks

    def _report(self, own: int, what: str, place: Span, there: Span) -> None:
        self.report.error(
            "rulebook.differs",
            f"'{self.names[own]}' lacks the {what} that '{self.names[1 - own]}' has",
            place,
            hint=f"write it in {self.books[own].file} too, or take it out of "
            f"{self.books[1 - own].file}",
            related=[(there, f"{self.names[1 - own]} has it here")],
        )

    def _order(self, kind: str, one: Sequence[_Part], other: Sequence[_Part]) -> None:
        """Report the first of some parts that stands elsewhere in the other language."""
        for first, second in zip(one, other, strict=False):
            if first.name == second.name:
                continue
            if not kind.startswith("call-out"):
                self.report.error(
                    "rulebook.differs",
                    f"the {kind} {second.name} stands where '{self.names[0]}' has {first.name}",
                    second.span,
                    hint="give them the same order in every language",
                    related=[(first.span, f"{self.names[0]} goes on with this")],
                )
            return


def _start(book: Book) -> Span:
    return Span(book.file, 1, 1, 1, 1)


def _parts(blocks: Iterable[Block]) -> dict[str, list[_Part]]:
    """Return what every language must have of some blocks, by kind."""
    found: dict[str, list[_Part]] = {
        "figure": [], "table": [], "list of contents": [], "call-out": [], "ruling": []
    }  # fmt: skip
    for block in walk(blocks):
        match block:
            case Figure() | TablePlan():
                found["figure"].append(_Part(_figure_name(block), block.span))
            case Table():
                found["table"].append(_Part(f"'{block.name}'", block.span))
            case Contents():
                found["list of contents"].append(_Part(f"of {_shown(block)}", block.span))
            case Callout():
                found["call-out"].append(_Part(f"'{block.kind}'", block.span))
            case RulingNote():
                found["ruling"].append(_Part(f"'{block.key}'", block.span))
            case _:
                pass
    return found


def _figure_name(figure: Figure | TablePlan) -> str:
    """Return what a figure is known by: a picture file may be another one in each language."""
    shown = _shown(figure)
    if any(isinstance(picture, ImageFile) for picture in pictures(figure)):
        return f"of {shown}"
    return f"'{figure.name}'" + (f" of {shown}" if shown else "")


def _shown(block: Block) -> str:
    """Return which pictures a block shows; files differ from language to language."""
    return ", ".join(
        f"{picture.card} {picture.side}" if isinstance(picture, Picture) else "a file"
        for picture in pictures(block)
    )
