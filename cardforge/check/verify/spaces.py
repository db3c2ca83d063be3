"""Colour spaces of a PDF: what a colour is made of, and how much ink it lays on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cardforge.check.verify.functions import values_of
from cardforge.check.verify.objects import DAMAGE, is_stream, name_of
from cardforge.check.verify.streams import decoded, head_of

_DEEPEST = 8
_CMYK = ("Cyan", "Magenta", "Yellow", "Black")
_DEVICE = {
    "/G": "DeviceGray", "/RGB": "DeviceRGB", "/CMYK": "DeviceCMYK",
    "/DeviceGray": "DeviceGray", "/DeviceRGB": "DeviceRGB", "/DeviceCMYK": "DeviceCMYK",
}  # fmt: skip
_DEFAULTS = {
    "DeviceGray": "/DefaultGray", "DeviceRGB": "/DefaultRGB", "DeviceCMYK": "/DefaultCMYK",
}  # fmt: skip
_CHANNELS = {"DeviceGray": 1, "DeviceRGB": 3, "DeviceCMYK": 4, "CalGray": 1, "CalRGB": 3, "Lab": 3}
_ICC = {1: "grey", 3: "RGB", 4: "CMYK"}
# The name of the ink that prints on every plate.
ALL = "All"
# A profile that says other colours than its dictionary.
MISFIT = "a profile of other colours"
_HEADS = {b"GRAY": 1, b"RGB ": 3, b"Lab ": 3, b"CMYK": 4}


class Space(NamedTuple):
    """A colour space: its name for people, every kind of space in it, and its inks.

    `inks` names the ink of each channel and is empty where a profile has to choose the inks, as
    for RGB; `inverted` says that 1 is no ink.  `palette` holds the colours of an indexed space.
    """

    label: str
    families: frozenset[str]
    channels: int
    inks: tuple[str, ...] = ()
    inverted: bool = False
    palette: tuple[tuple[float, ...], ...] | None = None
    base: Any = None

    @property
    def initial(self) -> tuple[float, ...]:
        """Return the colour that the space begins with."""
        if self.label.startswith("DeviceCMYK"):
            return (0.0, 0.0, 0.0, 1.0)
        whole = self.label.startswith(("Separation", "DeviceN"))
        return (1.0 if whole else 0.0,) * self.channels

    def ink(self, values: Sequence[float]) -> float | None:
        """Return the ink of a colour in per cent, all inks together; None where it is unknown."""
        if self.palette is not None:
            index = int(values[0]) if values else 0
            entry = self.palette[max(0, min(index, len(self.palette) - 1))] if self.palette else ()
            found: float | None = self.base.ink(entry)
            return found
        if not self.inks:
            return None
        clipped = [min(1.0, max(0.0, value)) for value in values[: len(self.inks)]]
        if self.inverted:
            clipped = [1.0 - value for value in clipped]
        return 100.0 * sum(
            value for value, name in zip(clipped, self.inks, strict=False) if name != "None"
        )

    @property
    def names(self) -> frozenset[str]:
        """Return the names of the inks that the space can lay on paper."""
        if self.base is not None:
            named: frozenset[str] = self.base.names
            return named
        return frozenset(self.inks) - {"None"}


GRAY = Space("DeviceGray", frozenset({"DeviceGray"}), 1, ("Black",), inverted=True)
RGB = Space("DeviceRGB", frozenset({"DeviceRGB"}), 3)
CMYK = Space("DeviceCMYK", frozenset({"DeviceCMYK"}), 4, _CMYK)
_DEVICES = {"DeviceGray": GRAY, "DeviceRGB": RGB, "DeviceCMYK": CMYK}
PATTERN = Space("Pattern", frozenset({"Pattern"}), 0)
UNKNOWN = Space("unknown", frozenset({"unknown"}), 1)


def space_of(found: Any, spaces: Mapping[str, Any] | None, depth: int = 0) -> Space:
    """Return the colour space that an object of a PDF means; `spaces` are those with names.

    A device's space for which the page names a default is that default.
    """
    if depth > _DEEPEST or found is None:
        return UNKNOWN
    name = name_of(found)
    if name in _DEVICE:
        return _device(_DEVICE[name], spaces, depth)
    if name == "/Pattern":
        return PATTERN
    if name is not None:
        inner = None if spaces is None else spaces.get(name)
        # A name may mean itself: without the names nothing goes round.
        return UNKNOWN if inner is None else space_of(inner, _defaults(spaces), depth + 1)
    try:
        return _written(list(found), spaces, depth)
    except DAMAGE:
        return UNKNOWN


def _defaults(spaces: Mapping[str, Any] | None) -> dict[str, Any]:
    found = {} if spaces is None else {key: spaces.get(key) for key in _DEFAULTS.values()}
    return {key: value for key, value in found.items() if value is not None}


def _device(name: str, spaces: Mapping[str, Any] | None, depth: int) -> Space:
    default = None if spaces is None else spaces.get(_DEFAULTS[name])
    if default is None or name_of(default) is not None:
        return _DEVICES[name]
    inner = space_of(default, None, depth + 1)
    return inner._replace(
        label=f"{name} by default {inner.label}", families=inner.families | {"Default"}
    )


def _written(array: list[Any], spaces: Mapping[str, Any] | None, depth: int) -> Space:
    kind = str(array[0])
    if kind in _DEVICE or len(array) == 1:
        return space_of(kind, spaces, depth + 1)
    if kind in ("/CalGray", "/CalRGB", "/Lab"):
        return Space(kind[1:], frozenset({kind[1:]}), _CHANNELS[kind[1:]])
    if kind == "/ICCBased":
        return _profiled(array[1])
    if kind in ("/Indexed", "/I"):
        return _indexed(array, spaces, depth)
    if kind == "/Separation":
        return _inks("Separation", [array[1]], array[2], spaces, depth)
    if kind == "/DeviceN":
        return _inks("DeviceN", list(array[1]), array[2], spaces, depth)
    if kind == "/Pattern":
        under = space_of(array[1], spaces, depth + 1)
        return under._replace(label=f"Pattern of {under.label}", families=under.families)
    return UNKNOWN


def _profiled(stream: Any) -> Space:
    channels = int(stream.get("/N", 0))
    inks = {1: ("Black",), 4: _CMYK}.get(channels, ())
    label = f"ICCBased {_ICC.get(channels, f'of {channels} channels')}"
    families = {"ICCBased"}
    if _HEADS.get(head_of(stream, 20)[16:20], channels) != channels:
        label, families = f"{label} with {MISFIT}", {"ICCBased", MISFIT}
    return Space(label, frozenset(families), channels, inks, inverted=channels == 1)


def _inks(
    kind: str, names: list[Any], alternate: Any, spaces: Mapping[str, Any] | None, depth: int
) -> Space:
    inks = tuple(str(name).removeprefix("/") for name in names)
    other = space_of(alternate, spaces, depth + 1)
    return Space(f"{kind} {', '.join(inks)}", other.families | {kind}, len(inks), inks)


def _indexed(array: list[Any], spaces: Mapping[str, Any] | None, depth: int) -> Space:
    base, table = space_of(array[1], spaces, depth + 1), array[3]
    # A palette has at most 256 colours of a few channels.
    data = decoded(table, 1 << 16) if is_stream(table) else _bytes(table)
    step = max(1, base.channels)
    palette = tuple(
        tuple(value / 255 for value in data[at : at + step])
        for at in range(0, len(data) - step + 1, step)
    )
    return Space(f"Indexed {base.label}", base.families | {"Indexed"}, 1, (), False, palette, base)


def _bytes(table: Any) -> bytes:
    try:
        return bytes(table)
    except TypeError:  # an inline picture's palette, which is not kept
        return b""


def shading_ink(shading: Any, spaces: Mapping[str, Any] | None) -> tuple[Space, float | None]:
    """Return the colour space of a shading and the most ink in it; None where it is unknown."""
    space = space_of(shading.get("/ColorSpace"), spaces)
    function = shading.get("/Function")
    kind = int(shading.get("/ShadingType", 0))
    if function is None or kind == 1 or not (space.inks or space.palette):
        return space, None
    domain = [float(value) for value in shading.get("/Domain", [0.0, 1.0])]
    found = [space.ink(values) for values in values_of(function, domain)]
    known = [ink for ink in found if ink is not None]
    return space, max(known, default=None)
