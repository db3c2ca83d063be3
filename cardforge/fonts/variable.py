"""Variable fonts: one instance cut out, by its name or by the values of its axes."""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import NamedTuple

from cardforge.diagnostics import did_you_mean
from cardforge.fonts.about import instance_names, names_of, simplified
from cardforge.fonts.faults import FontError
from cardforge.truetype import REGULAR, Sfnt, TrueTypeError
from cardforge.units import show

_MOST_AXES = 64
WEIGHT = "wght"
_BOLD, _BOLDER = 700.0, 200.0


# The value of each axis, in the order of the font.
Place = tuple[tuple[str, float], ...]


class Axis(NamedTuple):
    """One way in which a variable font varies."""

    tag: str
    least: float
    default: float
    most: float


class Variation(NamedTuple):
    """All the ways in which a font varies, and its instances by name."""

    axes: tuple[Axis, ...]
    instances: dict[str, tuple[float, ...]]


def variation_of(file: Sfnt) -> Variation:
    """Return how a font varies; raises TrueTypeError for a table that lies."""
    fvar = file.table(b"fvar")
    try:
        start, _, count, size, instances, instance_size = struct.unpack_from(">4x6H", fvar)
        if not 0 < count <= _MOST_AXES or size < 20 or instance_size < 4 + 4 * count:
            raise ValueError
        axes = tuple(_axis(fvar, start + n * size) for n in range(count))
        names = instance_names(fvar, names_of(file.table(b"name")))
        first = start + count * size
        places = {
            name: tuple(
                value / 65536
                for value in struct.unpack_from(f">{count}i", fvar, first + n * instance_size + 4)
            )
            for n, name in enumerate(names[:instances])
        }
    except (struct.error, ValueError, UnicodeDecodeError):
        raise TrueTypeError("broken", "is broken: it does not say how it varies") from None
    return Variation(axes, places)


def _axis(fvar: bytes, start: int) -> Axis:
    tag, least, default, most = struct.unpack_from(">4s3i", fvar, start)
    if not least <= default <= most:
        raise ValueError
    return Axis(tag.decode("ascii").strip(), least / 65536, default / 65536, most / 65536)


def place_of(variation: Variation, called: str, axes: Place, instance: str | None) -> Place:
    """Return the value of each axis; raises FontError for one that the font does not have.

    Without an instance the weight is that of an ordinary face, the other axes as the font says.
    """
    place = {axis.tag: axis.default for axis in variation.axes}
    known = {axis.tag: axis for axis in variation.axes}
    if instance is not None:
        values = _instance(variation, called, instance)
        place.update(zip(place, values, strict=False))
    elif WEIGHT in known:
        place[WEIGHT] = min(max(float(REGULAR), known[WEIGHT].least), known[WEIGHT].most)
    for tag, value in axes:
        if tag not in known:
            listed = ", ".join(_range(axis) for axis in variation.axes)
            hint = did_you_mean(tag, known) or f"it has {listed}"
            raise FontError("font.axis", f"'{called}' has no axis '{tag:.20}'", hint)
        axis = known[tag]
        if not axis.least <= value <= axis.most:
            message = f"'{called}' has no {tag} of {show(value)}"
            raise FontError("font.axis", message, f"it goes from {_range(axis, False)}")
        place[tag] = value
    return tuple(place.items())


def styled(variation: Variation, place: Place, *, bold: bool, italic: bool) -> Place | None:
    """Return a place of the axes that is bolder or slanted, None when the font has no such axis."""
    values = dict(place)
    known = {axis.tag: axis for axis in variation.axes}
    if bold:
        if WEIGHT not in known:
            return None
        heavier = min(max(_BOLD, values[WEIGHT] + _BOLDER), known[WEIGHT].most)
        if heavier < values[WEIGHT] + _BOLDER / 2:
            return None
        values[WEIGHT] = heavier
    if italic:
        if "ital" in known and known["ital"].most > values["ital"]:
            values["ital"] = known["ital"].most
        elif "slnt" in known and known["slnt"].least < values["slnt"]:
            values["slnt"] = known["slnt"].least
        else:
            return None
    return tuple(values.items())


def _range(axis: Axis, named: bool = True) -> str:
    limits = f"{show(axis.least)} to {show(axis.most)}"
    return f"{axis.tag} ({limits})" if named else limits


def _instance(variation: Variation, called: str, instance: str) -> tuple[float, ...]:
    for name, values in variation.instances.items():
        if simplified(name) == simplified(instance):
            return values
    listed = ", ".join(variation.instances) or "none: write axes: {wght: 600}"
    hint = did_you_mean(instance, variation.instances) or f"its instances: {listed}"
    raise FontError("font.instance", f"'{called}' has no instance '{instance:.60}'", hint)


@lru_cache(maxsize=16)
def instanced(data: bytes, place: Place) -> bytes:
    """Return the font at a place of its axes as a font that varies no more.

    HarfBuzz cuts it out: a hundred times faster than fontTools, and sound on tables that lie.
    """
    import uharfbuzz

    face = uharfbuzz.Face(uharfbuzz.Blob(data))
    wish = uharfbuzz.SubsetInput()
    wish.keep_everything()
    for tag, value in place:
        if not wish.pin_axis_location(face, tag, value):
            raise TrueTypeError("broken", "is broken: it cannot be set to these values")
    try:
        made: bytes = uharfbuzz.subset(face, wish).blob.data
    except RuntimeError:
        raise TrueTypeError("broken", "is broken: no instance can be made of it") from None
    return made


def name_at(called: str, place: Place, instance: str | None) -> str:
    """Return what a font is called at a place of its axes, so that two of them can be told."""
    return f"{called}-{instance or '_'.join(f'{show(value)}{tag}' for tag, value in place)}"
