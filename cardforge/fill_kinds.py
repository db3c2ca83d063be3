"""How an area is filled: a colour, a gradient or a pattern, and how each is written."""

from __future__ import annotations

from typing import Any

from cardforge.color import Color
from cardforge.decode import BAD, Deferred, Field, Kind, Node, Reader, Record
from cardforge.fills import (
    MOST_STOPS,
    ColorStop,
    GradientFill,
    PatternFill,
    Shadow,
    stops_fault,
)
from cardforge.kinds import (
    Choice,
    ColorKind,
    Length,
    ListOf,
    MapOf,
    Name,
    Number,
    share_of,
)
from cardforge.palette_kinds import PaletteColor

PATTERNS = ("stripes", "hatch", "dots", "checks", "grid")
_INK = ColorKind(needed=True)
_PLACE = Length(share=True)
_LONG = Length(0.1, 2000, share=True)


class Share(Kind):
    """A place along a gradient: 0 to 1, or per cent."""

    code = "value.gradient"
    expects = "a number from 0 to 1 or a percentage"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the share, from 0 to 1."""
        text = node.value if isinstance(node.value, str) else ""
        share = share_of(text)
        if share is not None:
            return share
        means_percent = share_of(f"{text}%") is not None
        return self.wrong(node, key, reader, f"write {text.strip()}%" if means_percent else None)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a share."""
        return {"type": ["number", "string"]}


class Stop(Kind):
    """A colour of a gradient, or a list of it and its place."""

    code = "value.gradient"
    expects = "a colour, or a list of a colour and its place"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the ColorStop."""
        entries = node.value
        if not isinstance(entries, list):
            color = _INK.read(node, key, reader)
            return BAD if color is BAD else ColorStop(color)
        if len(entries) != 2:
            return self.wrong(node, key, reader)
        color, share = (
            reader.read(entry, kind, key)
            for entry, kind in zip(entries, (_INK, Share()), strict=True)
        )
        return BAD if color is BAD or share is BAD else ColorStop(color, share)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a stop."""
        pair = {"type": "array", "minItems": 2, "maxItems": 2, "prefixItems": []}
        return {
            "anyOf": [_INK.schema(), {**pair, "prefixItems": [_INK.schema(), Share().schema()]}]
        }


class Stops(ListOf):
    """The colours of a gradient in their order."""

    code = "value.gradient"

    def __init__(self) -> None:
        super().__init__(Stop(), least=2)
        self.expects = f"a list of 2 to {MOST_STOPS} colours"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the stops; an order or a mixture that cannot be drawn is reported."""
        if isinstance(node.value, list) and len(node.value) > MOST_STOPS:
            message = f"{key} must be {self.expects}, found {len(node.value)}"
            return reader.error(self.code, message, node.span)
        stops = super().read(node, key, reader)
        if stops is BAD or len(stops) < len(node.value):
            return BAD
        # What a card decides is judged when it is known.
        if any(isinstance(part, Deferred) for stop in stops for part in (stop, *stop)):
            return stops
        fault = stops_fault(stops)
        return (
            reader.error(self.code, f"{key}: {fault[0]}", node.span, fault[1]) if fault else stops
        )


class Radius(Kind):
    """How far a gradient reaches: one length, or one across and one down."""

    code = "value.length"
    expects = "a length or a percentage, or a list of two"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return a length or a pair of them."""
        if isinstance(node.value, list):
            return ListOf(_LONG, exactly=2).read(node, key, reader)
        return _LONG.read(node, key, reader)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a radius."""
        return {"anyOf": [_LONG.schema(), ListOf(_LONG, exactly=2).schema()]}


def _gradient(gradient: Any, stops: Any, **more: Any) -> GradientFill:
    return GradientFill(gradient, stops, **more)


class Motif(Name):
    """What a pattern repeats: one of its own kinds, or an icon."""

    expects = f"one of {', '.join(PATTERNS)} or the name of an icon"


GRADIENT = Record(
    {
        "gradient": Field(Choice("linear", "radial"), True, "along a line, or round a centre"),
        "stops": Field(Stops(), True, "the colours in their order, each alone or with its place"),
        "angle": Field(
            Number(-360, 360), doc="of a linear one, clockwise from left to right; 90 by default"
        ),
        "centre": Field(
            ListOf(_PLACE, exactly=2), doc="of a radial one, in the box; its middle by default"
        ),
        "radius": Field(
            Radius(), doc="of a radial one, in mm or per cent; the farthest corner by default"
        ),
    },
    _gradient,
)
PATTERN = Record(
    {
        "pattern": Field(Motif(), True, "stripes, hatch, dots, checks, grid, or an icon"),
        "color": Field(_INK, doc="of the motif; black by default"),
        "ground": Field(ColorKind(), doc="the colour behind it; none by default"),
        "size": Field(
            Length(0.1, 100),
            doc="of a motif, or the width of a line, in mm; each motif has its own",
        ),
        "gap": Field(
            Length(0, 100), doc="between motifs, in mm; as wide as a motif whose size is written"
        ),
        "angle": Field(Number(-360, 360), doc="degrees clockwise by which the pattern is turned"),
    },
    PatternFill,
)
SHADOW = Record(
    {
        "color": Field(_INK, doc="of the shadow; black by default"),
        "x": Field(Length(-50, 50), doc="how far it lies to the right, in mm; 0.6 by default"),
        "y": Field(Length(-50, 50), doc="how far it lies below, in mm; 0.6 by default"),
        "blur": Field(Length(0, 20), doc="the width of its soft edge, in mm; 0, a hard one"),
        "opacity": Field(Number(0, 1), doc="from 0, clear, to 1, solid"),
    },
    Shadow,
    _INK,
    "a colour, or a mapping of color, x, y, blur and opacity",
)


class FillKind(ColorKind):
    """What fills an area: a colour, a gradient, a pattern, or `none`."""

    expects = "a colour, or a mapping with gradient or pattern"
    accepts_areas = True

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return a Color, a GradientFill, a PatternFill or None."""
        if not isinstance(node.value, dict):
            return super().read(node, key, reader)
        kinds = [name for name in ("gradient", "pattern") if name in node.value]
        if len(kinds) != 1:
            return self.wrong(node, key, reader, "write gradient: or pattern: in it")
        _warn_idle(node, key, reader)
        return (GRADIENT if kinds == ["gradient"] else PATTERN).read(node, key, reader)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a fill."""
        return {"anyOf": [super().schema(), GRADIENT.schema(), PATTERN.schema()]}


# What a fill of a kind says nothing about.
_IDLE = {
    "linear": ("centre", "radius"),
    "radial": ("angle",),
    "checks": ("gap",),
}


def _warn_idle(node: Node, key: str, reader: Reader) -> None:
    """Report the keys of a fill that change nothing."""
    main = node.value.get("gradient") or node.value.get("pattern")
    word = main.value if isinstance(main.value, str) else ""
    for name in (name for name in _IDLE.get(word, ()) if name in node.value):
        what = f"a {word} gradient" if "gradient" in node.value else f"a pattern of {word}"
        message, hint = f"'{name}' says nothing about {what}", f"remove it from {key}"
        reader.report.warning("key.unused", message, node.key_span(name), hint=hint)


class ShadowKind(Kind):
    """A shadow: its colour, or a mapping."""

    expects = SHADOW.expects

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the Shadow."""
        shadow = SHADOW.read(node, key, reader)
        return Shadow(shadow) if isinstance(shadow, Color) else shadow

    def schema(self) -> dict[str, Any]:
        """Return the schema of a shadow."""
        return SHADOW.schema()


class Palette(MapOf):
    """The palette: its colours, and gradients and patterns made of them."""

    def __init__(self) -> None:
        super().__init__(PaletteColor())
        self._areas = FillKind()

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the entries that could be read, in the order they are written."""
        if not isinstance(node.value, dict):
            return self.wrong(node, key, reader)
        areas = {name: child for name, child in node.value.items() if _is_area(child)}
        plain = {name: child for name, child in node.value.items() if name not in areas}
        read = {n: reader.read(child, self.kind, f"{key}.{n}") for n, child in plain.items()}
        # A name whose colour is faulty, or which names another area, is known all the same.
        known = {name: color for name, color in read.items() if color is not BAD}
        inner = Reader(reader.report, {**reader.palette, **known}, None, reader.card)
        read |= {n: inner.read(child, self._areas, f"{key}.{n}") for n, child in areas.items()}
        return {name: read[name] for name in node.value if read[name] is not BAD}

    def schema(self) -> dict[str, Any]:
        """Return the schema of the palette."""
        entry = {"anyOf": [self.kind.schema(), GRADIENT.schema(), PATTERN.schema()]}
        return {"type": "object", "additionalProperties": entry}


def _is_area(node: Node) -> bool:
    return isinstance(node.value, dict) and not node.value.keys().isdisjoint(
        ("gradient", "pattern")
    )
