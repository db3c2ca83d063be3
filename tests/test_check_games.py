"""`cardforge check --strict` of the shipped games: clean in every language, mode and number."""

import json
import shutil

import pytest

from cardforge import cli

# What each game is played in, and the warnings that it silences at their place with a reason.
PLAYED = {
    "cent": ([], [2], set()),
    "one-hundred": ([], [*range(3, 7)], {"print.contrast"}),
    "ninety-nine": ([], [*range(2, 7)], {"print.contrast"}),
    "numerik": (
        ["decouverte", "standard", "avance"],
        [*range(2, 7)],
        {"composition.complete", "composition.holds", "dealing.reserve", "play.unpaid"},
    ),
}


@pytest.fixture
def checked(capfd):
    """Return what checks a game strictly: the exit code, the JSON of the report."""

    def checked(folder, *more):
        with pytest.raises(SystemExit) as end:
            cli.main(["check", str(folder), "--strict", "--format", "json", *more])
        return end.value.code, json.loads(capfd.readouterr().out)

    return checked


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_a_shipped_game_is_clean_and_played_in_every_way(repository, checked, name):
    modes, players, allowed = PLAYED[name]
    code, data = checked(repository / "designs" / name)
    loud = [p for p in data["problems"] if p["severity"] != "note"]
    assert (code, loud, data["errors"], data["warnings"]) == (0, [], 0, 0)
    [played] = data["played"]
    assert (played["game"], played["modes"], played["players"]) == (name, modes, players)
    assert played["seed"] == 1
    assert played["games"] >= 2 * len(players) * max(1, len(modes))
    # Every allowance silences something, and nothing else needs one.
    codes = {p["code"] for p in data["problems"] if "(allowed: " in p["message"]}
    assert codes == allowed
    assert "allow.idle" not in {p["code"] for p in data["problems"]}


STANDING = [
    ("composition.holds", "composition.yaml", "    allow: {composition.holds: "),
    ("composition.complete", "composition.yaml", "    allow: {composition.complete: "),
    ("dealing.reserve", "composition.yaml", "    allow: {dealing.reserve: "),
    ("play.unpaid", "game.yaml", "    allow: {play.unpaid: "),
]


@pytest.mark.slow
def test_standing_warnings_come_back_without_their_allowances(tmp_path, repository, checked):
    folder = tmp_path / "numerik"
    shutil.copytree(repository / "designs" / "numerik", folder)
    for _, file, begin in STANDING:
        path = folder / file
        lines = path.read_text("utf-8").splitlines(keepends=True)
        kept = [line for line in lines if not line.startswith(begin)]
        assert len(kept) == len(lines) - 1, begin
        path.write_text("".join(kept), "utf-8")
    code, data = checked(folder, "--language", "en")
    assert code == 1
    warnings = {p["code"] for p in data["problems"] if p["severity"] == "warning"}
    assert warnings == {code for code, _, _ in STANDING}
