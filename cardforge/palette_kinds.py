"""The kinds of value that a palette is written with: colours of screen and press, inks by name."""

from __future__ import annotations

from typing import Any, ClassVar

from cardforge.color import Color
from cardforge.decode import BAD, Kind, Node, Reader, found
from cardforge.diagnostics import did_you_mean
from cardforge.kinds import ColorKind

_MEANINGS = {
    "rgb": "the colour of the screen",
    "cmyk": "the recipe of the press, in per cent",
    "spot": "the name of an ink of its own",
}


class InkName(Kind):
    """The name of a spot colour: the ink that a printer mixes or buys for it."""

    code = "value.ink"
    expects = "the name of an ink, of at most 60 printed signs"
    # What a press understands as something else: every plate, no plate, the four inks it has.
    _taken = ("all", "none", "cyan", "magenta", "yellow", "black")

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the name without spaces around it."""
        name = node.value.strip() if isinstance(node.value, str) else ""
        if not name or len(name) > 60 or not name.isprintable():
            return self.wrong(node, key, reader)
        if name.lower() in self._taken:
            message = f"{key} cannot be '{name}': a press knows it as something else"
            return reader.error(self.code, message, node.span, "call it as its maker does")
        return name

    def schema(self) -> dict[str, Any]:
        """Return the schema of the name of an ink."""
        return {"type": ["string", "number"]}


class PaletteColor(ColorKind):
    """A colour of the palette: one notation, or what screen and press are to show each."""

    expects = "a colour, or a mapping with rgb, cmyk and spot"
    _kinds: ClassVar[dict[str, Kind]] = {
        "rgb": ColorKind(),
        "cmyk": ColorKind(),
        "spot": InkName(),
    }
    # The notations that each key may hold, how a message calls them, and one for the hint.
    _spaces: ClassVar = {
        "rgb": (("rgb", "gray"), "a colour of the screen", "write '#c0392b' or rgb(192, 57, 43)"),
        "cmyk": (("cmyk",), "a colour of the press", "write cmyk(10, 80, 70, 0)"),
    }

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the Color; one with a recipe for the press keeps the colour of the screen."""
        if not isinstance(node.value, dict):
            return super().read(node, key, reader)
        made: dict[str, Any] = {}
        for name, child in node.value.items():
            if name not in self._kinds:
                hint = did_you_mean(name, self._kinds) or "use rgb, cmyk and spot"
                message = f"unknown key '{name}' in {key}"
                made[name] = reader.error("key.unknown", message, node.key_span(name), hint)
            else:
                made[name] = self._part(name, child, f"{key}.{name}", reader)
        if any(value is BAD for value in made.values()):
            return BAD
        if "rgb" not in made and "cmyk" not in made:
            message = f"{key} needs rgb or cmyk"
            return reader.error("key.missing", message, node.span, "add rgb:")
        return _palette_color(made.get("rgb"), made.get("cmyk"), made.get("spot"))

    def _part(self, name: str, node: Node, key: str, reader: Reader) -> Any:
        """Return one of the colours, or the name of the ink, BAD when its key says otherwise."""
        value = reader.read(node, self._kinds[name], key, literal=True)
        spaces, expects, hint = self._spaces.get(name, ((), "", ""))
        if spaces and value is not BAD and (value is None or value.space not in spaces):
            message = f"{key} must be {expects}, found {found(node)}"
            return reader.error(self.code, message, node.span, hint)
        return value

    def schema(self) -> dict[str, Any]:
        """Return the schema of a colour of the palette."""
        names = {
            name: {"description": _MEANINGS[name], **kind.schema()}
            for name, kind in self._kinds.items()
        }
        mapping = {
            "type": "object",
            "properties": names,
            "additionalProperties": False,
            "anyOf": [{"required": ["rgb"]}, {"required": ["cmyk"]}],
        }
        return {"anyOf": [super().schema(), mapping]}


def _palette_color(rgb: Color | None, cmyk: Color | None, spot: str | None) -> Color:
    shown = rgb or cmyk
    if shown is None:
        raise ValueError("a colour of the palette is rgb, cmyk or both")
    return Color(shown.space, shown.values, cmyk.values if rgb and cmyk else None, spot)
