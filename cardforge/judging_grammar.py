"""How a game says by which rules it is played and how strictly it is judged."""

from __future__ import annotations

from typing import Any

from cardforge.check_table import CHECK_TABLE, SEVERITIES, CheckSpec
from cardforge.decode import BAD, Field, Kind, Node, Reader, Record, record_schema
from cardforge.diagnostics import did_you_mean
from cardforge.kinds import Choice, Name, Number, Whole
from cardforge.specs import CheckSetting, PlaySpec

PLAY = Record(
    {
        "engine": Field(Name(), True, "whose rules the cards are played by: cent, numerik, …"),
        "mode": Field(Name(), doc="the mode that `cardforge play` plays when none is named"),
        "players": Field(Whole(1, 100), doc="how many play when no number is given"),
        "most-turns": Field(
            Whole(1, 1_000_000), doc="a game, or round, longer than this counts as endless"
        ),
    },
    lambda engine, **more: PlaySpec(engine, **more),
)


class WholeRange(Kind):
    """A range of whole numbers that can answer a ruling, such as 1..200."""

    code = "ruling.whole"
    expects = "a range of whole numbers such as 1..200"
    computable = False

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the lowest and the highest number."""
        text = node.value if isinstance(node.value, str) else ""
        low, dots, high = (part.strip() for part in text.partition(".."))
        if not (dots and low.isdecimal() and high.isdecimal() and len(low + high) < 12):
            return self.wrong(node, key, reader)
        if int(low) > int(high):
            return self.wrong(node, key, reader, f"write {high}..{low}")
        return int(low), int(high)

    def schema(self) -> dict[str, Any]:
        """Return the schema of such a range."""
        return {"type": "string", "pattern": r"^\s*\d+\s*\.\.\s*\d+\s*$"}


def read_play(node: Node, reader: Reader, modes: Any, players: Any) -> PlaySpec | None:
    """Return how a game is played, None after reporting why that cannot be read."""
    spec = reader.read(node, PLAY, "play")
    if spec is BAD:
        return None
    if spec.mode is not None and spec.mode not in modes:
        known = ", ".join(modes) or "none"
        place = node.value["mode"].span
        reader.error("play.mode", f"the game has no mode '{spec.mode}'", place, f"modes: {known}")
        return None
    if spec.players is not None and not players.min <= spec.players <= players.limit:
        message = f"players is {spec.players}, but the game is for {players.min} to {players.limit}"
        reader.error("play.players", message, node.value["players"].span)
        return None
    return PlaySpec(spec.engine, spec.mode, spec.players, spec.most_turns, node.span)


def read_checks(node: Node, reader: Reader) -> dict[str, CheckSetting]:
    """Return how a game wants each check that it names to judge; faults are reported."""
    if not reader.is_mapping(node, "checks", "a mapping of checks"):
        return {}
    read = {}
    for name, child in node.value.items():
        spec = CHECK_TABLE.get(name)
        if spec is None:
            hint = did_you_mean(name, CHECK_TABLE) or "checks: " + ", ".join(CHECK_TABLE)
            reader.error(
                "checks.unknown", f"no check is called '{name}'", node.key_span(name), hint
            )
            continue
        setting = reader.read(child, _check_kind(spec), name)
        if setting is not BAD:
            read[name] = setting
    return read


def _check_kind(spec: CheckSpec) -> Record:
    """Return how one check is set: by its severity alone, or with its limits."""
    limits = {
        name: Field(Number(least, most), doc=f"in {spec.unit}; {default:g} when nothing is said")
        for name, (default, least, most) in spec.limits.items()
    }
    return Record(
        {"severity": Field(Choice(*SEVERITIES), doc="error, warning, note or off"), **limits},
        lambda severity=None, **more: CheckSetting(severity, more),
        _Severity(*SEVERITIES),
    )


class _Severity(Choice):
    """The severity of a check, written alone."""

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the setting of a check that keeps its own limits."""
        severity = super().read(node, key, reader)
        return BAD if severity is BAD else CheckSetting(severity, {})


def checks_schema() -> dict[str, Any]:
    """Return the JSON Schema of the section `checks`."""
    fields = {
        name: Field(_check_kind(spec), doc=f"{spec.doc} ({spec.severity})")
        for name, spec in CHECK_TABLE.items()
    }
    return record_schema(fields)
