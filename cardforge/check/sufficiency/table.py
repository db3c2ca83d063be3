"""The table of sufficiency: for people a line for each mode or deal, for programs plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardforge.check.sufficiency.values import Deal, Needed, Sufficiency

_HEADS = ("", "players", "cards", "dealt", "open", "left", "reserve", "verdict", "pieces needed")


def render_text(sufficiency: Sufficiency, *, verbose: bool = False) -> str:
    """Return a line for each mode, or with `verbose` one for each number of players as well."""
    if not sufficiency.deals:
        return ""
    lines = [f"Sufficiency of {sufficiency.game}, printed for {sufficiency.printed_for}:"]
    lines += list(_table(sufficiency)) if verbose else list(_brief(sufficiency))
    return "\n".join(lines)


def table(sufficiency: Sufficiency) -> list[tuple[str, ...]]:
    """Return the rows of the table as text, without its heads."""
    rows = []
    for deal in sufficiency.deals:
        numbers = (deal.players, deal.cards, deal.dealt, deal.opened, deal.left)
        reserve = str(deal.reserve) if deal.reserve else ""
        pieces = ", ".join(_pieces(piece) for piece in deal.pieces if piece.need)
        rows.append((deal.title, *map(str, numbers), reserve, verdict(deal), pieces))
    return rows


def verdict(deal: Deal) -> str:
    """Return in a few words whether a deal can be played."""
    if not deal.claimed:
        return "dropped" if not deal.playable else "not claimed"
    if not deal.dealable:
        return "cannot be dealt"
    if not deal.playable:
        return "cannot be played"
    lacking = [piece.deck for piece in deal.pieces if not piece.enough]
    if lacking:
        return "lacks " + ", ".join(lacking)
    return "small reserve" if deal.left < deal.reserve else "fine"


def as_json(sufficiency: Sufficiency) -> list[dict[str, Any]]:
    """Return every deal as plain data, for `--format json`."""
    reach = {(r.dealing, r.mode): r.players for r in sufficiency.reaches}
    return [
        {
            "dealing": deal.dealing,
            "mode": deal.mode,
            "players": deal.players,
            "cards": deal.cards,
            "hand": deal.hand,
            "dealt": deal.dealt,
            "open": deal.opened,
            "left": deal.left,
            "needed": deal.needed,
            "reserve": deal.reserve,
            "dealable": deal.dealable,
            "playable": deal.playable,
            "claimed": deal.claimed,
            "verdict": verdict(deal),
            "most_players": reach[deal.dealing, deal.mode],
            "pieces": {piece.deck: _piece_data(piece) for piece in deal.pieces},
        }
        for deal in sufficiency.deals
    ]


def _piece_data(piece: Needed) -> dict[str, Any]:
    return {
        "need": piece.need,
        "each": piece.each,
        "printed": piece.printed,
        "total": piece.total,
        "at_once": piece.at_once,
        "enough": piece.enough,
    }


def _pieces(piece: Needed) -> str:
    each = f" of each {piece.each}" if piece.each else ""
    once = f", {piece.at_once} at once" if piece.at_once else ""
    return f"{piece.deck} {piece.need}{each} ({piece.printed} printed{once})"


def _table(sufficiency: Sufficiency) -> Iterator[str]:
    rows = [_HEADS, *table(sufficiency)]
    columns = [column for column in zip(*rows, strict=True) if any(column[1:])]
    widths = [max(map(len, column)) for column in columns]
    for row in zip(*columns, strict=True):
        cells = [_cell(text, width) for text, width in zip(row, widths, strict=True)]
        yield "  " + "  ".join(cells).rstrip()


def _cell(text: str, width: int) -> str:
    return text.rjust(width) if text.lstrip("-").isdecimal() else text.ljust(width)


def _brief(sufficiency: Sufficiency) -> Iterator[str]:
    for reach in sufficiency.reaches:
        deals = [d for d in sufficiency.deals if (d.dealing, d.mode) == (reach.dealing, reach.mode)]
        played = [deal for deal in deals if deal.claimed and deal.playable]
        name = f"{reach.title}: " if reach.title else ""
        yield f"  {name}{_players(played)}, the cards suffice for up to {reach.players}"


def _players(deals: Sequence[Deal]) -> str:
    if not deals:
        return "nobody can play"
    first, last = deals[0], deals[-1]
    if first.players == last.players:
        return f"{first.players} players, {first.left} cards left to draw"
    return f"{first.players} to {last.players} players, {first.left} to {last.left} cards left"
