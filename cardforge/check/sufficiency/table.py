"""The table of sufficiency: for people a line for each mode or deal, for programs plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardforge.check.sufficiency.values import Deal, Needed, Reach, Sufficiency

_HEADS = ("", "players", "cards", "dealt", "open", "left", "reserve", "verdict")


def render_text(sufficiency: Sufficiency, *, verbose: bool = False) -> str:
    """Return a line for each mode, or with `verbose` one for each number of players as well."""
    if not sufficiency.deals:
        return ""
    lines = [f"Sufficiency of {sufficiency.game}, printed for {sufficiency.printed_for}:"]
    if not verbose:
        return "\n".join([*lines, *_brief(sufficiency)])
    lines += _columns([_HEADS, *table(sufficiency)])
    rows = list(_pieces_rows(sufficiency))
    if rows:
        numbers = sorted({deal.players for deal in sufficiency.deals})
        lines.append("Pieces needed, by the number of players:")
        lines += _columns([("", "", *map(str, numbers), "in the box"), *rows])
    return "\n".join(lines)


def table(sufficiency: Sufficiency) -> list[tuple[str, ...]]:
    """Return the rows of the table as text, without its heads."""
    rows = []
    titles = {(r.dealing, r.mode): r.title for r in sufficiency.reaches}
    for deal in sufficiency.deals:
        numbers = (deal.players, deal.cards, deal.dealt, deal.opened, deal.left)
        reserve = str(deal.reserve) if deal.reserve else ""
        title = titles[deal.dealing, deal.mode]
        rows.append((title, *map(str, numbers), reserve, verdict(deal)))
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


def _pieces_rows(sufficiency: Sufficiency) -> Iterator[tuple[str, ...]]:
    """Yield for each mode and kind of piece how many are needed, and how many there are."""
    numbers = sorted({deal.players for deal in sufficiency.deals})
    for reach in sufficiency.reaches:
        deals = {
            deal.players: deal
            for deal in sufficiency.deals
            if (deal.dealing, deal.mode) == (reach.dealing, reach.mode)
        }
        title = reach.title
        for index in range(max(len(deal.pieces) for deal in deals.values())):
            own = {players: deal.pieces[index] for players, deal in deals.items()}
            for name, counts, printed in _piece_lines(own):
                said = [str(counts.get(number, "")) for number in numbers]
                yield title, name, *said, str(printed)
                title = ""


def _piece_lines(own: Mapping[int, Needed]) -> Iterator[tuple[str, dict[int, int], int]]:
    """Yield what is needed of a kind of piece, and how many of all its kinds are in use at once."""
    first = next(iter(own.values()))
    needs = {players: piece.need for players, piece in own.items()}
    if any(needs.values()):
        each = f" of each {first.each}" if first.each else ""
        yield f"{first.deck}{each}", needs, first.printed
    once = {players: piece.at_once for players, piece in own.items() if piece.at_once}
    if once:
        yield f"{first.deck} in use at once", once, first.total


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows as lines, the columns that are empty below their head left out."""
    columns = [column for column in zip(*rows, strict=True) if any(column[1:])]
    widths = [max(map(len, column)) for column in columns]
    for row in zip(*columns, strict=True):
        cells = [_cell(text, width) for text, width in zip(row, widths, strict=True)]
        yield "  " + "  ".join(cells).rstrip()


def _cell(text: str, width: int) -> str:
    return text.rjust(width) if text.lstrip("-").isdecimal() else text.ljust(width)


def _brief(sufficiency: Sufficiency) -> Iterator[str]:
    """Yield a line for each mode, one thing below the other."""
    rows = [_brief_row(sufficiency, reach) for reach in sufficiency.reaches]
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    widths = [max(map(len, column)) for column in columns]
    for row in zip(*columns, strict=True):
        cells = [text.ljust(width) for text, width in zip(row, widths, strict=True)]
        yield "  " + "  ".join(cells).rstrip()


def _brief_row(sufficiency: Sufficiency, reach: Reach) -> tuple[str, str, str, str]:
    deals = [d for d in sufficiency.deals if (d.dealing, d.mode) == (reach.dealing, reach.mode)]
    played = [deal for deal in deals if deal.claimed and deal.playable]
    # Nobody asks whether a game for two has cards for more.
    most = min(reach.players, sufficiency.limit)
    more = f"enough for {most} players" if most > sufficiency.printed_for else ""
    if not played:
        return reach.title, "nobody can play", "", more
    first, last = played[0], played[-1]
    players = _span(first.players, last.players)
    return (
        reach.title,
        f"{players} player{'' if players == '1' else 's'}",
        f"{_span(first.left, last.left)} cards left to draw",
        more,
    )


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"
