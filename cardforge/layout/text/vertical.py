"""Text from top to bottom: ideographs upright, Latin letters turned, lines from right to left."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from unicodedata import east_asian_width

from cardforge.geometry import Point, Transform
from cardforge.ink import Group, Ink, Text, Use
from cardforge.ink.bounds import box_round
from cardforge.layout.text.composing import Line, lines_of
from cardforge.layout.text.job import TextJob
from cardforge.layout.text.moving import moved
from cardforge.layout.text.paragraphs import SetText
from cardforge.shaping.clusters import clusters
from cardforge.units import pt_to_mm

# The middle of an ideograph is so far above its baseline, in em.
_MIDDLE = 0.38


def upright(job: TextJob, lying: TextJob, text: SetText) -> tuple[Ink, ...]:
    """Return the ink of a text that was set `lying`, in the job's own box."""
    box = job.box
    turn = Transform.turned(90.0).then(Transform.moved(box.right, box.y))
    ink: list[Ink] = []
    for line in lines_of(lying, text):
        turned: list[Ink] = []
        middle = line.baseline - job.font.cap_height * pt_to_mm(line.size_pt) / 2
        for item, centre in _parts(job, line):
            if centre is None:
                turned += moved((item,), 0.0, line.baseline)
                continue
            along, own = centre
            at = Point(box.right - middle - own.x, box.y + along - own.y)
            ink += moved((item,), *at)
        if turned:
            ink.append(Group(tuple(turned), turn))
    return tuple(ink)


def _parts(job: TextJob, line: Line) -> Iterator[tuple[Ink, tuple[float, Point] | None]]:
    """Yield what a line is made of: what stands upright with its middle, along the line and own."""
    for item in moved(line.ink, line.x, 0.0):
        if isinstance(item, Text):
            yield from _letters(job, item)
        elif isinstance(item, (Use, Group)):
            box = box_round((item,), job.shelf.fonts, Transform())
            centre = box.centre if box is not None else Point(0.0, 0.0)
            yield item, (centre.x, centre)
        else:
            yield item, None


def _letters(job: TextJob, text: Text) -> Iterator[tuple[Ink, tuple[float, Point] | None]]:
    font, x = job.shelf.fonts[text.font], text.at.x
    em = pt_to_mm(text.size_pt)
    for is_wide, group in groupby(clusters(text.text), _stands):
        if not is_wide:
            part = "".join(group)
            yield text._replace(at=Point(x, text.at.y), text=part), None
            x += font.width(part, text.size_pt, text.tracking, text.shaping)
            continue
        features = (*text.shaping.features, "vert")
        shaping = text.shaping._replace(features=features)
        for cluster in group:
            wide = font.width(cluster, text.size_pt, 0.0, shaping)
            own = Point(wide / 2, -_MIDDLE * em)
            letter = text._replace(at=Point(0.0, 0.0), text=cluster, tracking=0.0, shaping=shaping)
            yield letter, (x + wide / 2, own)
            x += wide + text.tracking


def _stands(cluster: str) -> bool:
    """Return whether a letter stands upright in text that runs down."""
    return east_asian_width(cluster[0]) in ("W", "F")
