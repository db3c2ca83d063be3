"""Paragraphs: styled text broken into lines as well as can be, and set."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from cardforge.lines.fit import Shape, best_places, ratio_of
from cardforge.lines.greedy import greedy_places
from cardforge.lines.pieces import Content, Inset, LineBreak, Part, Place, Run, parts_of
from cardforge.lines.setting import LinePlan, SetLine, set_line
from cardforge.units import pt_to_mm

__all__ = [
    "Inset",
    "LineBreak",
    "Notch",
    "Run",
    "SetLine",
    "Setting",
    "narrowest",
    "natural_width",
    "set_paragraph",
    "set_parts",
]

_ALIGN = {"justify": 0.0, "left": 0.0, "center": 0.5, "right": 1.0}
# A last line below this, in em, is a short word alone: about four letters.
_SHORT_LINE = 2.0
# On a card it is short below this share of the column too.
_SHORT_SHARE = 0.2
# No card holds a paragraph of so many places to break it at: it is broken quickly, and reported.
_MOST_WEIGHED = 3_000
# A line has two ends.
_ONE_LINE = 2


class Notch(NamedTuple):
    """What the first lines leave free on their left: so many lines, so many mm."""

    lines: int = 0
    width: float = 0.0


NO_NOTCH = Notch()


class Setting(NamedTuple):
    """How a paragraph is set: in what width (mm), how aligned, in which language.

    `indent` moves the first line in, `hang` all others.  Text that is not hyphenated, and text
    that is centred, gets lines of like length: a heading's last line is no single short word;
    `even` says otherwise.  Where a line may not be spared, `fewest` breaks into no more lines
    than the text needs.  A paragraph that runs to the left (`rtl`) is moved in from the right.
    """

    width: float
    align: str = "justify"
    language: str = "en"
    hyphenate: bool = True
    indent: float = 0.0
    hang: float = 0.0
    even: bool | None = None
    fewest: bool = False
    rtl: bool = False
    notch: Notch = NO_NOTCH


def set_paragraph(content: Content, setting: Setting) -> tuple[SetLine, ...]:
    """Return the lines of a paragraph; a word wider than the column is `overfull`."""
    return set_parts(parts_of(content, _language(setting)), setting)


def set_parts(parts: Sequence[Part], setting: Setting) -> tuple[SetLine, ...]:
    """Return the lines of the parts of a paragraph, each of which begins a line."""
    lines: list[SetLine] = []
    for number, part in enumerate(parts):
        notch = setting.notch._replace(lines=max(0, setting.notch.lines - len(lines)))
        lines += _set_part(part, setting, setting.hang if number else setting.indent, notch)
    return tuple(lines)


def natural_width(content: Content) -> float:
    """Return the width of the text with no line broken but where a break is written."""
    return max((part.places[-1].width for part in parts_of(content, None)), default=0.0)


def narrowest(content: Content, setting: Setting) -> float:
    """Return the width of the widest part that cannot be broken."""
    return max(
        (
            end.width - start.after
            for part in parts_of(content, _language(setting))
            for start, end in pairwise(part.places)
        ),
        default=0.0,
    )


def _language(setting: Setting) -> str | None:
    return setting.language if setting.hyphenate else None


def _set_part(part: Part, setting: Setting, indent: float, notch: Notch) -> list[SetLine]:
    shape = _shape(part, setting, indent)
    if not notch.lines:
        return _set_rows(part, best_of(part, shape, fewest=setting.fewest), shape, setting, indent)
    narrow = shape._replace(first=shape.first - notch.width, others=shape.others - notch.width)
    places = best_of(part, narrow, fewest=setting.fewest)
    beside, rest = places[: notch.lines + 1], _from(part, places[min(notch.lines, len(places) - 1)])
    moved = setting._replace(hang=setting.hang + notch.width)
    lines = _set_rows(part, beside, narrow, moved, indent + notch.width)
    if len(rest.places) > 1:
        others = shape._replace(first=shape.others)
        places = best_of(rest, others, fewest=setting.fewest)
        lines += _set_rows(rest, places, others, setting, setting.hang)
    return lines


def _set_rows(
    part: Part, places: Sequence[Place], shape: Shape, setting: Setting, indent: float
) -> list[SetLine]:
    lines = []
    for start, end in pairwise(places):
        ratio = ratio_of(start, end, shape, is_last=end is part.places[-1])
        left = setting.hang if start.number else indent
        room, align = shape.room(start), _ALIGN[setting.align]
        if setting.rtl and setting.align == "justify":
            align = 1.0
        plan = LinePlan(start, end, ratio, 0.0 if setting.rtl else left, room, align, setting.rtl)
        lines.append(set_line(part, plan))
    return lines


def best_of(part: Part, shape: Shape, *, fewest: bool) -> list[Place]:
    """Return the places where lines end best, in the fewest lines where that is asked."""
    if not fewest:
        return best_places(part, shape)
    least = greedy_places(part, (shape.first, shape.others))
    if len(least) <= _ONE_LINE or len(part.places) > _MOST_WEIGHED:
        return least
    best = best_places(part, shape, least)
    return least if len(least) < len(best) else best


def _from(part: Part, start: Place) -> Part:
    """Return what of a part stands after one of its places."""
    later = part.places[start.number :]
    return Part(
        part.pieces, tuple(place._replace(number=number) for number, place in enumerate(later))
    )


def _shape(part: Part, setting: Setting, indent: float) -> Shape:
    justified = setting.align == "justify"
    sources = {id(piece.source): piece.source for piece in part.pieces}.values()
    sizes = [source.size_pt for source in sources if isinstance(source, Run)]
    even = setting.even
    if even is None:
        even = setting.align == "center" or not (justified or setting.hyphenate)
    short = _SHORT_LINE * pt_to_mm(max(sizes, default=0.0))
    if setting.fewest:
        short = max(short, _SHORT_SHARE * setting.width)
    return Shape(setting.width - indent, setting.width - setting.hang, justified, even, short)
