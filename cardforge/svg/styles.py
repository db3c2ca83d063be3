"""What an element looks like: its attributes, the rules that mean it, and what it inherits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from cardforge.svg.faults import UNSUPPORTED, Troubles
from cardforge.svg.reading import Node
from cardforge.svg.selectors import (
    TOO_DEEP,
    Declared,
    Sheet,
    declarations,
    is_too_deep,
    read_sheet,
)

Style = Mapping[str, str]

_TEXT = ("font-family", "font-size", "font-style", "font-weight", "letter-spacing", "word-spacing")
INHERITED = frozenset(
    (
        *("fill", "fill-opacity", "fill-rule", "clip-rule", "color", "visibility"),
        *("stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin"),
        *("stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset"),
        *("marker-start", "marker-mid", "marker-end", "paint-order", "xml:space"),
        *("context-fill", "context-stroke"),
        *("text-anchor", "direction", "writing-mode", "text-rendering", "white-space"),
        *("font-variant", "font-stretch", "dominant-baseline", *_TEXT),
    )
)
OWN = frozenset(
    (
        *("opacity", "display", "clip-path", "mask", "filter", "overflow", "transform"),
        *("stop-color", "stop-opacity", "text-decoration", "baseline-shift", "alignment-baseline"),
        *("mix-blend-mode", "vector-effect", "transform-origin", "mask-type"),
    )
)
# What SVG 2 lets a style sheet say, though it is written as an attribute.
GEOMETRY = frozenset(("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d"))
_KNOWN = INHERITED | OWN
# What is said with a style and draws nothing by itself, or only moves and reacts.
_SILENT = re.compile(
    r"-|animation|transition|cursor|pointer-events|enable-background|color-|image-rendering"
    r"|shape-rendering|isolation|text-rendering|solid-|font-(?:kerning|feature|variation|size-adj)"
    r"|text-(?:indent|align|transform|orientation|overflow|rendering)|white-space|line-height"
    r"|flood-|lighting-|block-progression|clip\Z|shape-|unicode-bidi|will-change|inline-size|box-"
    r"|marker\Z|font\Z|user-select|outline|margin|padding|z-index|position|background"
)
_FONT = re.compile(r"(?:(.*?)\s+)?([\d.]+(?:px|pt|pc|mm|cm|in|em|ex|%|Q)?)(?:/\S+)?\s+(.+)\Z")
START: Style = MappingProxyType(
    {"fill": "black", "color": "black", "font-size": "16", "stroke": "none"}
)


class Styles:
    """The looks of the elements of one file."""

    def __init__(self, root: Node, troubles: Troubles) -> None:
        self._troubles = troubles
        self._sheet = Sheet(troubles.name)
        self._own: dict[int, dict[str, str]] = {}
        for node in every_node(root):
            if node.tag == "style" and node.get("type", "text/css") in ("", "text/css"):
                read_sheet(node.text, node.line, self._sheet, troubles)

    def of(self, node: Node, above: Style) -> dict[str, str]:
        """Return the look of a node inside an element with the look `above`."""
        style = {name: value for name, value in above.items() if name in INHERITED}
        for name, value in self.own(node).items():
            if value == "inherit":
                if name in above:
                    style[name] = above[name]
            elif value in ("initial", "unset", "revert"):
                style.pop(name, None)
                if name in START and (value == "initial" or name not in INHERITED):
                    style[name] = START[name]
            else:
                style[name] = value
        return style

    def own(self, node: Node) -> dict[str, str]:
        """Return what a node says of itself; used and drawn often, it is put together once."""
        known = self._own.get(id(node))
        if known is None:
            known = self._own[id(node)] = self._gathered(node)
        return known

    def _gathered(self, node: Node) -> dict[str, str]:
        said = {n: v.strip() for n, v in node.attributes.items() if n in _KNOWN and v.strip()}
        said.update(dict(_expanded("font", said_font)) if (said_font := node.get("font")) else {})
        written = [d for rule in self._sheet.rules_of(node) for d in rule.declared]
        inline = node.get("style")
        if is_too_deep(inline):
            self._troubles.add(UNSUPPORTED, f"the style of <{node.tag}>", node.line, TOO_DEEP)
        elif inline:
            written += declarations(inline)
        for important in (False, True):
            for declared in written:
                if declared.important == important:
                    self._take(declared, node, said)
        return said

    def _take(self, declared: Declared, node: Node, said: dict[str, str]) -> None:
        for name, value in _expanded(declared.name, declared.value):
            if name in _KNOWN:
                if value:
                    said[name] = value
            elif name in GEOMETRY:
                node.attributes[name] = value
            elif not _SILENT.match(name):
                what = f"the property '{name:.40}'"
                self._troubles.add(UNSUPPORTED, what, node.line, "is left out")


def _expanded(name: str, value: str) -> list[tuple[str, str]]:
    """Return a declaration, those that say several things at once as several."""
    if name == "marker":
        return [(f"marker-{place}", value) for place in ("start", "mid", "end")]
    if name in ("text-decoration-line",):
        return [("text-decoration", value)]
    match = _FONT.match(value) if name == "font" else None
    if match is None:
        return [(name, value)]
    found = [("font-size", match[2]), ("font-family", match[3])]
    found += [("font-style", "normal"), ("font-weight", "normal")]
    for word in (match[1] or "").split():
        if word in ("italic", "oblique"):
            found.append(("font-style", word))
        elif word in ("bold", "bolder", "lighter") or word.isdecimal():
            found.append(("font-weight", word))
    return found


def every_node(root: Node) -> list[Node]:
    """Return a node and all below it, in the order of the file."""
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting += reversed(list(node.children))
    return found
