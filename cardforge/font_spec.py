"""What a game says about one of its fonts."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from cardforge.diagnostics import Span


class FontSpec(NamedTuple):
    """One font of a game: its face, what stands for bold and italic, and what helps out.

    Every name is a face of a font package, a file of the game folder, `system: …`, or the name
    of another font of the game.
    """

    face: str
    span: Span
    # The style of a font of the system whose family `face` names.
    style: str | None = None
    instance: str | None = None
    axes: tuple[tuple[str, float], ...] = ()
    licensed: bool = False
    bold: str | None = None
    italic: str | None = None
    bold_italic: str | None = None
    # Looked into, one after the other, for characters that the face lacks.
    fallback: tuple[str, ...] = ()
    # Where the names are written, by their key.
    places: Mapping[str, Span] = MappingProxyType({})
