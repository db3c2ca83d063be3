"""Writes the playthroughs kept as text anew: `python tests/play/make_playthroughs.py [ENGINE]`.

A file begins with a line of JSON: the game, its settings, the seed and the policies.  Then comes a
line for each move: the seat, the move as it is written, and the state after it.  The last line says
how the game ended, or that the rest of it was left out.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from boxes import box

from cardforge.play.engines import policies_by_name, rules_for
from cardforge.play.table import Rules, Table

FOLDER = Path(__file__).resolve().parents[1] / "playthroughs"
MOST_MOVES = 240


class Kept(NamedTuple):
    """A game that is kept: settings that are not said are the game's own."""

    game: str
    name: str
    policies: str = "random"
    players: int | None = None
    mode: str | None = None
    rulings: dict[str, str] = {}  # noqa: RUF012

    @property
    def path(self) -> Path:
        """Return the file that it is kept in."""
        return FOLDER / f"{self.game}-{self.name}.txt"


KEPT = (
    Kept("cent", "default"),
    Kept("cent", "hidden", "hilo,high", rulings={"removed": "hidden"}),
    Kept("cent", "low-and-random", "low,random"),
    Kept("one-hundred", "default"),
    Kept("one-hundred", "cap", "greedy_max", 3, rulings={"bust": "cap", "neg": "clamp"}),
    Kept("one-hundred", "over", "saver,random_any", 2,
         rulings={"bust": "over", "red_ace": "set", "rev2": "skip"}),
    Kept("one-hundred", "redeal", "random", 5,
         rulings={"bust": "redeal", "elim": "out", "red_ace": "11"}),
    Kept("one-hundred", "eight", "saver", 8, rulings={"bust": "hold"}),
    Kept("ninety-nine", "default"),
    Kept("ninety-nine", "hold", "greedy_max", 2,
         rulings={"end": "turn_hold", "jq": "11/12", "rev2": "skip"}),
    Kept("ninety-nine", "reset", "saver", 6,
         rulings={"end": "turn_reset", "nine": "pass", "neg": "clamp", "starter": "rotate"}),
    Kept("ninety-nine", "next", "random", 3, rulings={"starter": "next", "jq": "11/12"}),
    Kept("numerik", "default"),
    Kept("numerik", "greedy", "greedy", 3, rulings={"forbid": "prev", "multi": "seq"}),
    Kept("numerik", "discovery", "random", 2, "decouverte",
         rulings={"forbid": "combo", "shortage": "none", "tie": "choose"}),
    Kept("numerik", "advanced", "random,greedy", 2, "avance",
         rulings={"powers": "stated", "subject": "target", "start": "winner"}),
    Kept("numerik", "six", "random", 6, rulings={"multi": "total", "end": "active",
         "forbid": "pos", "power_order": "instead", "lift": "yes"}),
)  # fmt: skip


def main() -> None:
    """Write the files of the engines that were named, of all when none was."""
    for kept in KEPT:
        if not sys.argv[1:] or kept.game in sys.argv[1:]:
            kept.path.write_text(played(kept), "utf-8")


def played(kept: Kept) -> str:
    """Return a game as it is kept."""
    where = box(kept.game, kept.players, kept.mode, **kept.rulings)
    rules = rules_for(where)
    names = kept.policies.split(",")
    head = {
        "game": kept.game,
        "players": where.settings.players,
        "mode": where.settings.mode,
        "rulings": where.settings.rulings,
        "seed": kept.path.stem,
        "policies": [names[seat % len(names)] for seat in range(rules.seats)],
    }
    lines = [json.dumps(head)]
    table = table_of(rules, head)
    policies = policies_by_name(rules, tuple(head["policies"]))
    while not table.over and len(lines) <= MOST_MOVES:
        move = _chosen(table, policies[table.seat], f"{head['seed']}:{len(lines)}")
        seat, written = table.seat, table.written(move)
        table.apply(move)
        lines.append(f"{seat} {written} | {table.summary()}")
    return "\n".join([*lines, last_line(table)]) + "\n"


def table_of(rules: Rules, head: dict[str, Any]) -> Table:
    """Return the table at which the game of a file begins."""
    return rules.table(Random(head["seed"]))


def _chosen(table: Table, policy: Any, seed: str) -> Any:
    """Return what a policy chooses, with random numbers of its own: the game's are left alone."""
    state = table.rng.getstate()
    table.rng.seed(seed)
    move = policy(table)
    table.rng.setstate(state)
    return move


def last_line(table: Table) -> str:
    """Return what a file ends with."""
    if not table.over:
        return "and so on"
    return " ".join(["end", table.ending, *map(str, table.winners)])


if __name__ == "__main__":
    main()
