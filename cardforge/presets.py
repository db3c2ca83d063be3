"""The presets that come with cardforge: what stands in the files under `data/`.

They are read through the same path as a designer's files.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from cardforge.decode import Field, Kind, Node, Reader, Record, plain
from cardforge.diagnostics import Report, did_you_mean
from cardforge.geometry import Size
from cardforge.kinds import Choice, Length, ListOf
from cardforge.model import Format, Icon
from cardforge.source import Node as SourceNode
from cardforge.source import read

DATA = Path(__file__).parent / "data"


@cache
def _table(name: str) -> SourceNode:
    """Return the preset file `name` as a node; a fault in it is a bug of cardforge."""
    report = Report()
    node = read(DATA / f"{name}.yaml", report)
    if node is None or report.has_errors:
        raise RuntimeError(f"the preset file {name}.yaml is broken: {report.problems}")
    return node


@cache
def formats() -> dict[str, Format]:
    """Return the card formats by name, sizes in mm."""
    made = {}
    for name, entry in plain(_table("formats")).items():
        width, height = entry["trim"]
        made[name] = Format(
            name,
            Size(float(width), float(height)),
            float(entry.get("bleed", 3)),
            float(entry.get("safe", 3)),
            float(entry.get("corner", 3)),
            entry.get("shape", "card"),
        )
    return made


@cache
def papers() -> dict[str, Size]:
    """Return the papers by name, upright, in mm."""
    return {
        name: Size(float(entry["width"]), float(entry["height"]))
        for name, entry in plain(_table("papers")).items()
    }


@cache
def booklets() -> dict[str, Any]:
    """Return what is known of booklets, as written: `papers`, and the products of `shops`."""
    found: dict[str, Any] = plain(_table("booklets"))
    return found


@cache
def shop(name: str) -> dict[str, Any]:
    """Return what is known of a shop, as written: see `shops`."""
    found: dict[str, Any] = plain(_table(f"shops/{name}"))
    return found


@cache
def builtin_icons() -> dict[str, Icon]:
    """Return the icons that every game can use."""
    return {
        name: Icon(
            entry["path"],
            tuple(float(n) for n in entry.get("viewbox", (0, 0, 24, 24))),  # type: ignore[arg-type]
            bool(entry.get("even-odd", False)),
        )
        for name, entry in plain(_table("icons"))["icons"].items()
    }


@cache
def decks() -> dict[str, SourceNode]:
    """Return the shared decks by name, as written."""
    return dict(_table("decks").value["decks"].value)


def _make_format(
    trim: tuple[float, float],
    bleed: float = 3.0,
    safe: float = 3.0,
    corner: float = 3.0,
    shape: str = "card",
) -> Format:
    return Format("own", Size(*trim), bleed, safe, corner, shape)


class _FormatName(Kind):
    """The name of a preset format."""

    code = "format.unknown"
    expects = "a card format"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the preset Format."""
        name = node.value
        if isinstance(name, str) and name in formats():
            return formats()[name]
        hint = did_you_mean(name, formats()) if isinstance(name, str) else None
        hint = hint or "cardforge list formats shows them all"
        return self.wrong(node, key, reader, hint)

    def schema(self) -> dict[str, Any]:
        """Return the schema that lists the presets."""
        return {"enum": sorted(formats())}


class FormatKind(Record):
    """A preset's name, or trim, bleed, safe and corner of one's own."""

    def __init__(self) -> None:
        super().__init__(
            {
                "trim": Field(ListOf(Length(5, 1000), exactly=2), True, "width and height", True),
                "bleed": Field(
                    Length(0, 20), literal=True, doc="ink beyond the trim, in mm; 3 by default"
                ),
                "safe": Field(
                    Length(0, 50),
                    literal=True,
                    doc="inset that must hold all meaning, in mm; 3 by default",
                ),
                "corner": Field(
                    Length(0, 50), literal=True, doc="radius of the round corners, in mm"
                ),
                "shape": Field(
                    Choice("card", "round", "square", "hexagon"),
                    literal=True,
                    doc="card, round, square or hexagon",
                ),
            },
            _make_format,
            _FormatName(),
        )
