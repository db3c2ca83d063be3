"""The kinds of value that pictures are written with: points, cuts, quarter turns, tiles."""

from __future__ import annotations

import re
from typing import Any

from cardforge.decode import BAD, Kind, Node, Reader
from cardforge.kinds import ColorKind, Length, ListOf, share_of
from cardforge.picture_values import Cut

_PIXELS = re.compile(r"\s*(\d+)\s*px\s*\Z", re.ASCII)
_WORDS = {"left": 0.0, "top": 0.0, "center": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}


class Place(Kind):
    """A place along a picture: a share or a word."""

    code = "value.share"
    expects = "a share from 0 to 1, per cent, or left, top, center, middle, right, bottom"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the share."""
        if isinstance(node.value, str):
            share = _WORDS.get(node.value, share_of(node.value))
            if share is not None:
                return share
        return self.wrong(node, key, reader)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a place."""
        return {"type": ["number", "string"]}


class CutKind(Kind):
    """How much is cut off: a share, per cent or pixels."""

    code = "value.share"
    expects = "a share from 0 to 1, per cent, or pixels such as 40 px"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the Cut."""
        if isinstance(node.value, str):
            if match := _PIXELS.match(node.value):
                return Cut(float(match[1]), is_px=True)
            share = share_of(node.value)
            if share is not None:
                return Cut(share)
        return self.wrong(node, key, reader)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a cut."""
        return {"type": ["number", "string"]}


class Quarter(Kind):
    """A turn by quarters, in degrees."""

    code = "value.number"
    expects = "0, 90, 180 or 270"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the degrees from 0 to 270; -90 is 270."""
        text = node.value.strip() if isinstance(node.value, str) else ""
        if re.fullmatch(r"-?(0|90|180|270)(\.0)?", text, re.ASCII):
            return round(float(text)) % 360
        hint = "rotate turns the whole element by any angle"
        return self.wrong(node, key, reader, hint)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a quarter turn."""
        return {"enum": [0, 90, 180, 270, -90]}


class TileSize(Kind):
    """The width of a tile, or its width and height."""

    code = "value.length"
    expects = "a width from 0.5 to 500 mm, or a list of width and height"
    _side = Length(0.5, 500)
    _sides = ListOf(_side, exactly=2)

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the width, or a tuple of both."""
        if isinstance(node.value, list):
            return self._sides.read(node, key, reader)
        return self._side.read(node, key, reader)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a size of tiles."""
        return {"anyOf": [self._side.schema(), self._sides.schema()]}


class Focus(ListOf):
    """The point of a picture that stays in sight."""

    code = "value.share"

    def __init__(self) -> None:
        super().__init__(Place(), exactly=2)
        self.expects = "a list of two: how far from the left, and from the top"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the two shares; a word stands at the place of its axis."""
        entries = node.value if isinstance(node.value, list) else []
        words = [entry.value for entry in entries]
        if len(words) == 2 and (words[0] in ("top", "bottom") or words[1] in ("left", "right")):
            hint = f"write [{words[1]}, {words[0]}]"
            return self.wrong(node, key, reader, hint)
        return super().read(node, key, reader)


class Recolours(Kind):
    """Colours for parts of a drawing: each under a class, an id or `currentColor`."""

    code = "value.mapping"
    expects = "a mapping of .class, '#id' or currentColor to colours"
    computable = False
    _selector = re.compile(r"[.#][^\s.#,>+~:\[\]()]+\Z|currentColor\Z")
    _color = ColorKind(needed=True)

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return pairs of what is meant and its colour, in the order in which they are written."""
        if not isinstance(node.value, dict):
            return self.wrong(node, key, reader)
        pairs = []
        for name, child in node.value.items():
            if not self._selector.match(name):
                message = f"{key} takes a class such as .leaf or an id such as '#sky'"
                hint = "write .name or '#name', or currentColor"
                place = node.key_span(name)
                return reader.error("svg.color", f"{message}, found '{name:.40}'", place, hint)
            pairs.append((name, reader.read(child, self._color, f"{key} {name}")))
        return BAD if any(color is BAD for _, color in pairs) else tuple(pairs)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the mapping."""
        return {"type": "object", "additionalProperties": self._color.schema()}
