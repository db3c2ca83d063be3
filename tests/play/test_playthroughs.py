"""Games kept as text are played again, move by move, and come to the same states."""

import json
from collections import Counter

import pytest
from boxes import box
from make_playthroughs import FOLDER, KEPT, last_line, table_of

from cardforge.play.engines import ENGINES, rules_for

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_kept_as_text_is_played_again(path):
    head, *lines, last = path.read_text("utf-8").splitlines()
    head = json.loads(head)
    where = box(head["game"], head["players"], head["mode"], **head["rulings"])
    table = table_of(rules_for(where), head)
    whole = table.census()
    for number, line in enumerate(lines, start=2):
        said, _, state = line.partition(" | ")
        seat, _, text = said.partition(" ")
        assert table.seat == int(seat), f"line {number}"
        move = table.read(text)
        assert table.why_not(move) is None, f"line {number}"
        assert table.written(move) == text, f"line {number}"
        table.apply(move)
        assert table.summary() == state, f"line {number}"
        assert table.census() == whole, f"line {number}"
    assert last_line(table) == last


def test_every_engine_has_games_of_several_settings():
    kept = Counter(path.stem for path in FILES)
    assert set(kept) == {game.path.stem for game in KEPT}
    engines = Counter(game.game for game in KEPT)
    assert set(engines) == set(ENGINES)
    assert min(engines.values()) >= 3
