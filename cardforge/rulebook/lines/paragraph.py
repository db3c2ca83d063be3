"""Paragraphs: styled text broken into lines as well as can be, and set."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from cardforge.rulebook.lines.fit import Shape, best_places, ratio_of
from cardforge.rulebook.lines.pieces import Content, Inset, LineBreak, Part, Run, parts_of
from cardforge.rulebook.lines.setting import LinePlan, SetLine, set_line
from cardforge.units import pt_to_mm

__all__ = [
    "Inset",
    "LineBreak",
    "Run",
    "SetLine",
    "Setting",
    "narrowest",
    "natural_width",
    "set_paragraph",
]

_ALIGN = {"justify": 0.0, "left": 0.0, "center": 0.5, "right": 1.0}
# A last line below this, in em, is a short word alone: about four letters.
_SHORT_LINE = 2.0


class Setting(NamedTuple):
    """How a paragraph is set: in what width (mm), how aligned, in which language.

    `indent` moves the first line in, `hang` all others.  Text that is not hyphenated, and text
    that is centred, gets lines of like length: a heading's last line is no single short word.
    """

    width: float
    align: str = "justify"
    language: str = "en"
    hyphenate: bool = True
    indent: float = 0.0
    hang: float = 0.0


def set_paragraph(content: Content, setting: Setting) -> tuple[SetLine, ...]:
    """Return the lines of a paragraph; a word wider than the column is `overfull`."""
    lines: list[SetLine] = []
    for number, part in enumerate(parts_of(content, _language(setting))):
        lines += _set_part(part, setting, setting.hang if number else setting.indent)
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


def _set_part(part: Part, setting: Setting, indent: float) -> list[SetLine]:
    shape = _shape(part, setting, indent)
    places = best_places(part, shape)
    lines = []
    for start, end in pairwise(places):
        ratio = ratio_of(start, end, shape, is_last=end is part.places[-1])
        left = setting.hang if start.number else indent
        plan = LinePlan(start, end, ratio, left, shape.room(start), _ALIGN[setting.align])
        lines.append(set_line(part, plan))
    return lines


def _shape(part: Part, setting: Setting, indent: float) -> Shape:
    justified = setting.align == "justify"
    sizes = [p.source.size_pt for p in part.pieces if isinstance(p.source, Run)]
    return Shape(
        setting.width - indent,
        setting.width - setting.hang,
        justified,
        even=setting.align == "center" or not (justified or setting.hyphenate),
        short=_SHORT_LINE * pt_to_mm(max(sizes, default=0.0)),
    )
