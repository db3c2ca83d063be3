"""Layouts at random: whatever is written ends in ink or in problems, never in a traceback."""

from random import Random

import pytest
import yaml
from placing import HEAD, Made

IDS = ["p", "q", "r"]
ACROSS, DOWN = ("left", "right", "x", "ink-right"), ("top", "bottom", "y", "ink-bottom")
FLOW = {
    "gap": [0, 1, [1, 2]],
    "align": ["start", "end", "between", "evenly"],
    "across": ["start", "center", "end", "stretch"],
    "sizes": ["share", "content"],
    "wrap": [True, False],
    "reverse": [True],
    "padding": [0, 1, [1, "10%"]],
    "fill": ["c"],
    "collapse": [True],
}
GRID = {"rows": ["auto", 2, [5, "auto", "1 share"]], "cell": [[4, 5]], "gap": [0, [1, 2]]}
GROUP = {
    "clip": ["circle", "none", {"shape": "star", "sides": 6}, "{{ 'circle' if t else 'none' }}"],
    "padding": [0, 2, {"left": 1}],
    "stroke": ["e"],
}
TABLE = {"columns": [1, 2, ["auto", "1 share"]], "zebra": ["a"], "header": [["x", "{{ t }}"]]}
ROWS = [
    {"id": "x", "t": "word", "m": {"a": 1, "b": 2}, "l": [[1, 2], [3]]},
    {"id": "y", "t": "", "m": {}, "l": []},
]


class Designer:
    """Writes elements at random."""

    def __init__(self, seed):
        self.random = Random(seed)
        self.pick = self.random.choice

    def some(self, keys):
        """Return some of the keys with one of their values each."""
        return {
            key: self.pick(values) for key, values in keys.items() if self.random.random() < 0.3
        }

    def edge(self, key):
        """Return an edge, a size or a centre."""
        if key in ("width", "height"):
            named = f"{self.pick(IDS)}.{key}"
            return self.pick([0, 5, 20, "50%", "auto", "2 shares", named])
        side = self.pick(ACROSS if key in ("left", "right", "x") else DOWN)
        name = self.pick([*IDS, "parent", "safe"])
        return self.pick([0, 5, 40, -3, "120%", f"{name}.{side} + 1"])

    def common(self, element):
        """Return an element with some of the keys that all have."""
        keys = ["left", "right", "top", "bottom", "width", "height", "x", "y"]
        box = {key: self.edge(key) for key in self.random.sample(keys, self.random.randint(0, 3))}
        box |= self.some({"aspect": ["3/2"], "inset": [1, [1, "5%"]], "max-height": [1, "50%"]})
        more = {"id": IDS, "z": [-1, 1], "if": ["t", "not t"], "rotate": [90, 45]}
        return {**element, "box": box, **self.some(more)}

    def element(self, depth):
        """Return an element that holds others so deep at most."""
        if depth == 0 or self.random.random() < 0.35:
            leaf = [
                {"text": "{{ t }}", "style": "body"},
                {"paragraph": "many words that wrap", "style": "body"},
                {"shape": "rectangle", "fill": "a"},
                {"icon": "heart"},
            ]
            return self.common(self.pick(leaf))
        inner = [self.element(depth - 1) for _ in range(self.random.randint(0, 3))]
        kind = self.pick(["row", "column", "grid", "group", "repeat", "table"])
        if kind == "repeat":
            return {"repeat": self.pick([2, "{{ m }}"]), "as": "n", "elements": inner}
        if kind == "table":
            rows = self.pick(["{{ m }}", "{{ l }}", [["a", {"icon": "heart"}], ["c"]]])
            return self.common({"table": rows, "style": "body", **self.some(TABLE)})
        if kind == "grid":
            columns = self.pick([2, "auto", ["auto", "1 share"], [5, "20%", "2fr"]])
            return self.common({"grid": inner, "columns": columns, **self.some(GRID)})
        keys = GROUP if kind == "group" else FLOW
        return self.common({kind: inner, **self.some(keys)})


@pytest.mark.parametrize("seed", range(30))
def test_a_layout_at_random_ends_in_ink_or_in_problems(tmp_path, seed):
    designer = Designer(seed)
    elements = [designer.element(3) for _ in range(4)]
    deck = {"face": "side", "back": "none", "hidden": False, "rows": ROWS}
    sections = {"templates": {"side": {"elements": elements}}, "decks": {"all": deck}}
    made = Made(tmp_path, HEAD + yaml.safe_dump(sections, sort_keys=False))
    assert set(made.plates) == {"x", "y"}
    for card in made.plates:
        made.ink(card)
