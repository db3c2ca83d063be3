"""Lines filled one after the other: the fewest there can be, and how many that are, quickly."""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.lines.fit import EPSILON
from cardforge.lines.pieces import Part, Place


def greedy_places(part: Part, rooms: Sequence[float]) -> list[Place]:
    """Return the start and the places where lines end that hold as much as they can.

    `rooms` are those of the first lines, in mm, the last of them that of all others.  What cannot
    be broken stands alone on a line that is too narrow for it.
    """
    places = part.places
    start, room = places[0], rooms[0]
    found = [start]
    fits: Place | None = None
    number = 1
    while number < len(places):
        place = places[number]
        # A hyphen may be too much where the whole word is not.
        is_full = place.bare - start.after > room + EPSILON
        if is_full and fits is not None:
            found.append(fits)
            start, number, fits = fits, fits.number, None
            room = rooms[min(len(found), len(rooms)) - 1]
        elif is_full or place.width - start.after <= room + EPSILON:
            fits = place
        number += 1
    if len(places) > 1:
        found.append(places[-1])
    return found
