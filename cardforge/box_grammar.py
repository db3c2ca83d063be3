"""How boxes are written: edges, sizes, anchors to other elements, shares and insets."""

from __future__ import annotations

import re
from typing import Any

from cardforge.decode import BAD, Deferred, Evaluated, Field, Kind, Node, Reader, Record
from cardforge.diagnostics import did_you_mean
from cardforge.element_kinds import BoxName
from cardforge.kinds import Length, Whole
from cardforge.places import AUTO, Anchor, BoxSpec, Limits, Padding, Reference, Shares
from cardforge.units import UnitError, parse_length, show

ACROSS = ("left", "right", "x", "ink-left", "ink-right")
DOWN = ("top", "bottom", "y", "ink-top", "ink-bottom")
SIZES = ("width", "height")
WORDS = ("bleed", "trim", "safe")
# Words that stand for the card and the parent where the name of an element may stand.
PARENT = "parent"
SCOPES = (*WORDS, PARENT)
_NAME = r"[^\W\d][\w-]*"
_ANCHOR = re.compile(
    rf"\s*(?:(\d+(?:\.\d+)?)\s*%\s+of\s+)?({_NAME})\.([a-z-]+)\s*(?:([+−-])\s+(.*?))?\s*\Z"
)
_LOOKS_LIKE_ANCHOR = re.compile(rf"\s*(?:[\d.]+\s*%\s+of\s+)?{_NAME}\.[^\W\d]")
_SHARES = re.compile(r"\s*(\d{1,4}(?:\.\d{1,3})?)\s*(?:shares?|fr)\s*\Z", re.ASCII)
_ASPECT = re.compile(r"\s*(\d+(?:\.\d+)?)(?:\s*[/:×x]\s*(\d+(?:\.\d+)?))?\s*\Z", re.ASCII)
_OFFSET = Length()


NO_SHARE = "write 1 share, or leave the element out with if"


def shares_of(text: str) -> Shares | None:
    """Return a size written `2 shares` or `2fr`, None for anything else."""
    match = _SHARES.match(text)
    return Shares(float(match[1])) if match else None


class Edge(Length):
    """An edge or a size: a length, a share, or another element's edge or size."""

    def __init__(
        self, sides: tuple[str, ...], least: float = -2000.0, *, words: tuple[str, ...]
    ) -> None:
        super().__init__(least, share=True, edge="bleed" in words)
        self.sides, self.words = sides, words
        self.is_size = sides is SIZES

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return millimetres, a Percent, Shares, a word, or an Anchor."""
        text = node.value
        if not isinstance(text, str):
            return super().read(node, key, reader)
        if text in self.words:
            return text
        if self.is_size and (shares := shares_of(text)):
            return shares if shares.value else self.wrong(node, key, reader, NO_SHARE)
        if _LOOKS_LIKE_ANCHOR.match(text):
            return self._anchor(text, node, key, reader)
        if re.fullmatch(_NAME, text) and text not in WORDS:
            return self._lone_name(text, node, key, reader)
        return super().read(node, key, reader)

    def _lone_name(self, text: str, node: Node, key: str, reader: Reader) -> Any:
        """Report a word: it may be meant as a place of the element that has this id."""
        side = key if key in self.sides else self.sides[0]
        hint = f"write {text}.{side} for a place of the element with the id '{text}'"
        try:
            parse_length(text)
        except UnitError as fault:
            return reader.error(self.code, f"{key}: {fault}", node.span, hint)
        return self.wrong(node, key, reader, hint)

    def _anchor(self, text: str, node: Node, key: str, reader: Reader) -> Any:
        """Return the Anchor of `a.bottom + 2 or b.bottom`, its choices in their order."""
        choices = []
        for part in re.split(r"\s+or\s+", text.strip()):
            if _LOOKS_LIKE_ANCHOR.match(part):
                choice = self._reference(part, node, key, reader)
            else:
                choice = self.read(Evaluated(part, node.span), key, reader)
            if choice is BAD:
                return BAD
            choices.append(choice)
        return Anchor(tuple(choices))

    def _reference(self, text: str, node: Node, key: str, reader: Reader) -> Any:
        match = _ANCHOR.match(text)
        if match is None:
            hint = f"write {key}: title.{self.sides[0]} + 2, with spaces around + or -"
            message = f"{key} cannot be read: '{text.strip()}'"
            return reader.error("box.anchor", message, node.span, hint)
        share, name, side, sign, written = match.groups()
        if side not in self.sides or (share and not self.is_size):
            return self._wrong_side(name, side, node, key, reader)
        offset = 0.0
        if written is not None:
            offset = _OFFSET.read(Evaluated(written, node.span), key, reader)
            if offset is BAD:
                return BAD
        offset = offset if sign == "+" else -offset
        return Reference(name, side, offset, float(share) / 100 if share else 1.0)

    def _wrong_side(self, name: str, side: str, node: Node, key: str, reader: Reader) -> Any:
        one_of = ", ".join(f"{name}.{each}" for each in self.sides)
        hint = did_you_mean(side, self.sides) or f"use one of {one_of}"
        message = f"{key} cannot be '{name}.{side}'"
        return reader.error("box.anchor", message, node.span, hint)

    def schema(self) -> dict[str, Any]:
        """Return the schema of an edge."""
        return {"type": ["number", "string"]}


class IdName(Kind):
    """The name of an element: letters, digits, `-` and `_`, the first a letter."""

    code = "value.name"
    expects = "a name of letters, digits, '-' and '_' that begins with a letter"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the name."""
        if not isinstance(node.value, str) or not re.fullmatch(_NAME, node.value):
            return self.wrong(node, key, reader)
        if node.value in SCOPES:
            message = f"{key} cannot be '{node.value}', which names a place of the card"
            return reader.error(self.code, message, node.span, "choose another name")
        return node.value

    def schema(self) -> dict[str, Any]:
        """Return the schema of a name."""
        return {"type": "string", "pattern": r"^[^\W\d][\w-]*$"}


LEFT_RIGHT = Edge(ACROSS, words=WORDS)
TOP_BOTTOM = Edge(DOWN, words=WORDS)
CENTRE_X = Edge(ACROSS, words=())
CENTRE_Y = Edge(DOWN, words=())
SIZE = Edge(SIZES, 0.0, words=(AUTO,))
LIMIT = Edge(SIZES, 0.0, words=())


class Aspect(Kind):
    """Width by height: `3/2`, or one number."""

    code = "value.aspect"
    expects = "width by height, such as 3/2 or 1.5"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return width divided by height."""
        match = _ASPECT.match(node.value) if isinstance(node.value, str) else None
        if match is None or not float(match[2] or 1.0):
            return self.wrong(node, key, reader)
        aspect = float(match[1]) / float(match[2] or 1.0)
        return aspect if 0.01 <= aspect <= 100 else self.wrong(node, key, reader)

    def schema(self) -> dict[str, Any]:
        """Return the schema of an aspect."""
        return {"type": ["number", "string"]}


class Pair(Kind):
    """One value for both directions, or a list of two: across and down."""

    def __init__(self, kind: Kind) -> None:
        self.kind, self.code = kind, kind.code
        self.expects = f"{kind.expects}, or a list of two: across and down"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the two values."""
        if not isinstance(node.value, list):
            value = reader.read(node, self.kind, key)
            return BAD if value is BAD else (value, value)
        if len(node.value) != 2:
            return self.wrong(node, key, reader)
        pair = tuple(reader.read(entry, self.kind, key) for entry in node.value)
        return BAD if any(value is BAD for value in pair) else pair

    def schema(self) -> dict[str, Any]:
        """Return the schema of one or two values."""
        one = self.kind.schema()
        return {"anyOf": [one, {"type": "array", "items": one, "minItems": 2, "maxItems": 2}]}


class Cover(Pair):
    """How many columns of a grid a box covers, or how many columns and rows."""

    def __init__(self) -> None:
        super().__init__(Whole(1, 100))
        self.expects = "a number of columns, or a list of columns and rows"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the columns and rows."""
        pair = super().read(node, key, reader)
        return pair if pair is BAD or isinstance(node.value, list) else (pair[0], 1)


class PaddingKind(Record):
    """The same distance on all four sides, across and down, or each side by its name."""

    def __init__(self) -> None:
        doc = "from this side, in mm or per cent of the box"
        length = Length(0, 200, share=True)
        fields = {side: Field(length, doc=doc) for side in ("left", "top", "right", "bottom")}
        self.pair = Pair(length)
        super().__init__(fields, Padding, expects="a length, a list of two, or a mapping of sides")
        self.computable = True

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the Padding."""
        if isinstance(node.value, dict):
            return super().read(node, key, reader)
        pair = self.pair.read(node, key, reader)
        if pair is BAD:
            return BAD
        across, down = pair
        return Padding(across, down, across, down)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a padding."""
        return {"anyOf": [self.pair.schema(), super().schema()]}


PADDING = Field(PaddingKind(), doc="space kept free inside the box: mm, [across, down], or sides")


def _box(
    min_width: Any = None, max_width: Any = None, min_height: Any = None, max_height: Any = None,
    aspect: Any = None, inset: Any = None, span: Any = None, **edges: Any,
) -> BoxSpec:  # fmt: skip
    limits = Limits(min_width, max_width, min_height, max_height, aspect, inset, span)
    return BoxSpec(**edges, limits=None if limits == Limits() else limits)


class BoxKind(Record):
    """A box: a word for a whole card, or a mapping of edges, sizes and centre."""

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the BoxSpec, its smallest sizes not above its largest."""
        box = super().read(node, key, reader)
        limits = getattr(box, "limits", None)
        if box is BAD or limits is None or isinstance(limits, Deferred):
            return box
        for name, least, most in (
            ("width", limits.min_width, limits.max_width),
            ("height", limits.min_height, limits.max_height),
        ):
            if isinstance(least, float) and isinstance(most, float) and least > most:
                message = f"min-{name} {show(least)} mm is above max-{name} {show(most)} mm"
                return reader.error("box.limits", message, node.span, "exchange the two")
        return box


BOX = BoxKind(
    {
        "left": Field(LEFT_RIGHT, doc="mm or per cent from the parent's left edge; bleed, trim, "
                      "safe; or another element's edge, such as title.right + 2"),
        "right": Field(LEFT_RIGHT, doc="the same from the parent's right edge"),
        "top": Field(TOP_BOTTOM, doc="mm or per cent from the parent's top edge; bleed, trim, "
                     "safe; or another element's edge, such as title.bottom + 2"),
        "bottom": Field(TOP_BOTTOM, doc="the same from the parent's lower edge"),
        "width": Field(SIZE, doc="in mm, per cent of the parent, auto (as wide as the content), "
                       "art.width, or 2 shares of what a row leaves"),
        "height": Field(SIZE, doc="in mm, per cent of the parent, auto (as high as the content), "
                        "art.height, or 2 shares of what a column leaves"),
        "x": Field(CENTRE_X, doc="the centre, in mm or per cent from the parent's left edge"),
        "y": Field(CENTRE_Y, doc="the centre, in mm or per cent from the parent's top edge"),
        "min-width": Field(LIMIT, doc="the least width, in mm or per cent of the parent"),
        "max-width": Field(LIMIT, doc="the most width, in mm or per cent of the parent"),
        "min-height": Field(LIMIT, doc="the least height, in mm or per cent of the parent"),
        "max-height": Field(LIMIT, doc="the most height, in mm or per cent of the parent"),
        "aspect": Field(Aspect(), doc="width by height: 3/2; gives the size that is not written"),
        "inset": Field(Pair(Length(share=True)), doc="mm or per cent from every edge of the "
                       "parent that is not written; or [across, down]"),
        "span": Field(Cover(), doc="how many columns of a grid the box covers, or [columns, rows]"),
    },
    _box,
    BoxName(*WORDS),
    "a mapping of edges and sizes, or bleed, trim or safe",
)  # fmt: skip
