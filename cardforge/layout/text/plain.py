"""The short path of a plain line: nine of ten texts of a game are such lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, reduce

from cardforge.elements import TextElement, TextStyle
from cardforge.fonts import Font
from cardforge.geometry import Box, Point
from cardforge.ink import Ink, Text
from cardforge.layout.text.job import (
    ALIGN,
    TOLERANCE,
    VALIGN,
    TextJob,
    shaping_of,
    sizes,
    underline_of,
)
from cardforge.shaping.bidi import turns
from cardforge.shaping.values import Shaping
from cardforge.typography import needs_typesetting
from cardforge.units import pt_to_mm

# What a line may hold that is not printed letter by letter, or may be markup.
_MORE = re.compile("[\n\r\t\u00ad\u200b\u2060*{\\[\\\\]")
_FIGURE = re.compile(r"\d")


def plain_line(job: TextJob) -> tuple[Ink, ...] | None:
    """Return a plain line at its largest size, None when it is not plain or must shrink.

    The same as the long path gives, without its detours.
    """
    style, text = job.style, job.element.text
    if not _is_plain(job.element, style) or _MORE.search(text) or turns(text):
        return None
    if style.typography != "off" and needs_typesetting((text,), job.shelf.spoken):
        return None
    if style.upper:
        text = text.upper()
    if job.font.missing(text) or style.color is None:
        return None
    size_pt = sizes(job)[1]
    texts, width = _letters(job, text, size_pt)
    capital = pt_to_mm(size_pt) * job.font.cap_height
    if width > job.box.width + TOLERANCE or capital > job.box.height + TOLERANCE:
        return None
    return _placed(job, texts, width, size_pt)


def _is_plain(element: TextElement, style: TextStyle) -> bool:
    return not (element.wrap or element.vertical or element.arc) and _is_plain_style(style)


@lru_cache(maxsize=1024)
def _is_plain_style(style: TextStyle) -> bool:
    """Return whether a style is one font, size and colour and adds nothing to the letters."""
    adorned = (
        style.tracking or style.bold or style.italic or style.small_caps or style.outline
        or style.shadow
    )  # fmt: skip
    return not adorned and style.direction != "rtl" and style.align in ("left", "center", "right")


def _letters(job: TextJob, text: str, size_pt: float) -> tuple[list[Text], float]:
    """Return the letters of a line from its start, and how wide it is."""
    font, shaping = job.font, shaping_of(job)
    color = job.style.color
    assert color is not None
    if job.style.tabular and _FIGURE.search(text):
        if not has_tabular_figures(font):
            return _even(job, text, size_pt, shaping)
        shaping = shaping._replace(features=(*shaping.features, "tnum"))
    whole = Text(Point(0.0, 0.0), text, font.name, size_pt, color, 0.0, job.span, shaping)
    return [whole], font.width(text, size_pt, 0.0, shaping)


def _even(job: TextJob, text: str, size_pt: float, shaping: Shaping) -> tuple[list[Text], float]:
    """Return the letters of a line with its figures in the middle of places of one width."""
    font, color = job.font, job.style.color
    assert color is not None
    wide = pt_to_mm(font.tabular_advance() * size_pt)
    texts, x = [], 0.0
    for part in split_figures(text):
        advance = font.width(part, size_pt, 0.0, shaping)
        taken = wide if _FIGURE.fullmatch(part) else advance
        at = Point(x + (taken - advance) / 2, 0.0)
        texts.append(Text(at, part, font.name, size_pt, color, 0.0, job.span, shaping))
        x += taken
    return texts, x


def split_figures(text: str) -> list[str]:
    """Return a text in parts, each figure one of them."""
    return [part for part in re.split(r"(\d)", text) if part]


@lru_cache(maxsize=64)
def has_tabular_figures(font: Font) -> bool:
    """Return whether a font has figures of one width."""
    shaping = Shaping(features=("tnum",))
    widths = [font.width(figure, 100.0, 0.0, shaping) for figure in "0123456789"]
    return max(widths) - min(widths) < 1e-6


def _placed(job: TextJob, texts: Sequence[Text], width: float, size_pt: float) -> tuple[Ink, ...]:
    """Return the letters in the box, aligned by their frame or by their ink."""
    element, style, box = job.element, job.style, job.box
    across, down = ALIGN[style.align or "left"], VALIGN[style.valign or "top"]
    capital = pt_to_mm(size_pt) * job.font.cap_height
    x = box.x + (box.width - width) * across
    y = box.y + (box.height - capital) * down + capital
    if not (element.optical or element.underline):
        return tuple(text._replace(at=Point(x + text.at.x, y)) for text in texts)
    ink = reduce(Box.union, (_ink(job, text) for text in texts if text.text.strip()))
    if element.optical and ink.width:
        x = box.x + (box.width - ink.width) * across - ink.x
        y = box.y + (box.height - ink.height) * down - ink.y
    made: list[Ink] = [text._replace(at=Point(x + text.at.x, y)) for text in texts]
    if element.underline and ink.width:
        made.append(underline_of(job, ink.moved(x, y), y, size_pt))
    return tuple(made)


def _ink(job: TextJob, text: Text) -> Box:
    return job.font.ink_bounds(text.text, text.size_pt, 0.0, text.shaping).moved(*text.at)
