"""How the fonts of a game are written: a name, or a mapping that says more of one."""

from __future__ import annotations

from typing import Any

from cardforge.decode import BAD, Field, Node, Reader, Record, read_fields
from cardforge.font_spec import FontSpec
from cardforge.kinds import ListOf, MapOf, Number, Text, TrueFalse

_SYSTEM = "system:"
FONT = {
    "face": Field(
        Text(),
        doc="a face of a font package such as Lato-Regular, or a font file of this folder; "
        "file.ttc#2 is the second font of a collection",
        literal=True,
    ),
    "system": Field(Text(), doc="in place of face: a font of this computer", literal=True),
    "style": Field(Text(), doc="with system: the style of its family, such as Bold", literal=True),
    "instance": Field(
        Text(), doc="of a variable font: the instance of this name, such as SemiBold", literal=True
    ),
    "axes": Field(
        MapOf(Number(-32768, 32767)),
        doc="of a variable font: the value of an axis, such as wght: 650, in the font's own unit",
        literal=True,
    ),
    "bold": Field(
        Text(), doc="the face for bold; without it the family's own", literal=True
    ),
    "italic": Field(
        Text(), doc="the face for italic; without it the family's own", literal=True
    ),
    "bold-italic": Field(
        Text(), doc="the face for bold italic; without it the family's own", literal=True
    ),
    "fallback": Field(
        ListOf(Text(), distinct=True),
        doc="fonts of the game, or faces, that draw the characters which the face lacks",
        literal=True,
    ),
    "licensed": Field(
        TrueFalse(),
        doc="true: you hold a licence to embed a font whose file forbids it",
        literal=True,
    ),
}  # fmt: skip
_STYLES = ("bold", "italic", "bold-italic")


class FontKind(Record):
    """One font of a game: the name of its face, or its face with more about it."""

    def __init__(self) -> None:
        super().__init__(FONT, short=Text(), expects="the name of a font or a mapping")
        self.computable = False

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the FontSpec."""
        if not isinstance(node.value, dict):
            face = super().read(node, key, reader)
            return BAD if face is BAD else FontSpec(face, node.span)
        values = read_fields(node, FONT, reader, key)
        if values is None or _contradicts(node, key, reader):
            return BAD
        system = values.pop("system", None)
        face = values.pop("face", None) or f"{_SYSTEM} {system}"
        axes = tuple(sorted(values.pop("axes", {}).items()))
        return FontSpec(face, node.span, axes=axes, places=_places(node), **values)


def _contradicts(node: Node, key: str, reader: Reader) -> bool:
    """Report a font that has no face, or two; return whether it is so."""
    written = node.value
    hint = "write face: for a file or a package, system: for a font of this computer"
    if "face" not in written and "system" not in written:
        reader.error("key.missing", f"{key} needs the key 'face'", node.span, hint)
        return True
    if "face" in written and "system" in written:
        place = node.key_span("system")
        reader.error("font.two-faces", f"{key} has both face and system", place, hint)
        return True
    if "style" in written and "system" not in written:
        message = f"{key} has a style without the key 'system'"
        hint = "name the face itself, such as Lato-Bold"
        reader.error("font.two-faces", message, node.key_span("style"), hint)
        return True
    return False


def _places(node: Node) -> dict[str, Any]:
    """Return where the names of other fonts are written."""
    places = {key: node.value[key].span for key in _STYLES if key in node.value}
    if "fallback" in node.value:
        entries = node.value["fallback"].value
        places |= {f"fallback {n}": entry.span for n, entry in enumerate(entries)}
    return places
