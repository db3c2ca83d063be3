"""Tables and codes that are made of cards, as `rulebook:` of a game describes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

from cardforge.diagnostics import Span, did_you_mean
from cardforge.expressions import printed
from cardforge.model import Card, Deck
from cardforge.rulebook.book import Cell, Column, IconMark, Picture, Sentence, Table, Words
from cardforge.rulebook.reading.dealt import Dealt
from cardforge.rulebook.reading.template.environment import PlacedError
from cardforge.specs import CodeSpec, TableColumn, TableSpec


class _Row(NamedTuple):
    """The cards that became one row, and what each of their columns says."""

    cards: list[tuple[Card, Deck]]
    texts: list[list[str]]


def table_of(dealt: Dealt, name: Any, caption: Sentence, span: Span) -> Table:
    """Return the table of the game that is called so; raises PlacedError."""
    tables = dealt.game.rulebook.tables
    spec = tables.get(name) if isinstance(name, str) else None
    if spec is None:
        _raise_unknown(dealt, printed(name))
    columns = tuple(
        Column((Words(column.title.get(dealt.settings.language, ""), span=span),), column.align)
        for column in spec.columns
    )
    rows = tuple(
        tuple(_cell(dealt, column, i, row, span) for i, column in enumerate(spec.columns))
        for row in _rows(dealt, spec)
    )
    if not rows:
        message = f"the table '{name}' has no row: no card of the box is meant"
        raise PlacedError("rulebook.table", message, "look at deck: and where: of the table")
    return Table(spec.name, columns, rows, caption, span)


def _raise_unknown(dealt: Dealt, name: str) -> NoReturn:
    game = dealt.game
    if game.is_broken("rulebook", name):
        raise PlacedError("", "")
    tables = game.rulebook.tables
    hint = did_you_mean(name, tables) or "name it under tables: of rulebook:"
    raise PlacedError("rulebook.table", f"no table is called '{name:.60}'", hint)


def _rows(dealt: Dealt, spec: TableSpec) -> Sequence[_Row]:
    """Return the rows in dealing order; cards whose key columns say the same are one row."""
    keys = [i for i, c in enumerate(spec.columns) if c.text is not None and not c.gather]
    rows: dict[Any, _Row] = {}
    for card, deck in dealt.printed_cards(spec.decks, spec.where, spec.span):
        texts = [
            "" if column.text is None else dealt.text(column.text, card, deck)
            for column in spec.columns
        ]
        # Without a text to compare, every card is a row of its own.
        key = tuple(texts[i] for i in keys) if keys else card.id
        row = rows.setdefault(key, _Row([], []))
        row.cards.append((card, deck))
        row.texts.append(texts)
    return tuple(rows.values())


def _cell(dealt: Dealt, column: TableColumn, index: int, row: _Row, span: Span) -> Cell:
    if column.picture is not None:
        return Cell(picture=dealt.picture(row.cards[0][0].id, column.picture, span=span))
    if column.icon is not None:
        return _icon(dealt, column, row, span)
    if column.total:
        text = str(sum(card.copies for card, _ in row.cards))
    else:
        text = ", ".join(dict.fromkeys(filter(None, (texts[index] for texts in row.texts))))
    return Cell((Words(text, span=span),) if text else ())


def _icon(dealt: Dealt, column: TableColumn, row: _Row, span: Span) -> Cell:
    """Return the icon of a row; the words beside it say what it means, so it has none itself."""
    name = dealt.text(column.icon, *row.cards[0])
    icons = dealt.game.icons
    if name not in icons:
        hint = did_you_mean(name, icons) or "name it under icons:"
        message = f"no icon is called '{name:.60}'"
        raise PlacedError("rulebook.icon", message, hint, column.span)
    return Cell((IconMark(name, "", span),))


def code_of(dealt: Dealt, values: Sequence[Any], span: Span) -> tuple[Picture, ...]:
    """Return the cards of a code, each labelled for its place; raises PlacedError."""
    spec = dealt.game.rulebook.codes
    if spec is None:
        message = "the game does not say what a code is"
        raise PlacedError("rulebook.macro", message, "write codes: under rulebook:")
    if len(values) != len(spec.labels):
        message = f"a code has {len(spec.labels)} cards, found {len(values)}"
        raise PlacedError("rulebook.macro", message, "give a value for each label of codes:")
    found = [_card_of(dealt, spec, value) for value in values]
    return tuple(
        dealt.picture(
            card.id, label=(Words(dealt.text(written, card, deck), span=span),), span=span
        )
        for (card, deck), written in zip(found, spec.labels, strict=True)
    )


def _card_of(dealt: Dealt, spec: CodeSpec, value: Any) -> tuple[Card, Deck]:
    cards = list(dealt.printed_cards([spec.deck], True, spec.span))
    for card, deck in cards:
        if printed(card.fields.get(spec.field)) == printed(value):
            return card, deck
    if not dealt.deck(spec.deck).whole:
        raise PlacedError("", "")
    known = list(dict.fromkeys(printed(card.fields.get(spec.field)) for card, _ in cards))
    message = f"no card of {spec.deck} has the {spec.field} '{printed(value):.40}'"
    hint = did_you_mean(printed(value), known) or "it can be " + ", ".join(known[:12])
    raise PlacedError("rulebook.card", message, hint)
