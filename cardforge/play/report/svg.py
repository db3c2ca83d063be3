"""Ink as a picture inside a web page: the very chart that is printed, with real text."""

from __future__ import annotations

from collections.abc import Iterable

from cardforge.color import Color
from cardforge.geometry import Segment
from cardforge.ink import Gradient, Group, Image, Ink, Line, Path, Rect, Text
from cardforge.play.report.look import NAMES, WEIGHTS, Pen
from cardforge.rulebook.figures.cards import Art
from cardforge.rulebook.screen.html_pieces import mm, text
from cardforge.units import pt_to_mm


class NoSvg(Exception):
    """Raised for ink that charts have none of."""


def svg(art: Art, said: str, pen: Pen, kind: str = "chart") -> str:
    """Return a drawing for a web page; colours are those of its style sheet, by name.

    Each text keeps the width that it has on paper, whatever font the reader has.
    """
    width, height = (mm(length) for length in art.size)
    return (
        f'<svg class="{kind}" viewBox="0 0 {width} {height}" style="--w:{width}" role="img" '
        f'aria-label="{text(said)}">{_all(art.ink, pen)}</svg>'
    )


def _all(items: Iterable[Ink], pen: Pen) -> str:
    return "".join(_one(item, pen) for item in items)


def _one(item: Ink, pen: Pen) -> str:
    match item:
        case Rect():
            x, y, width, height = (mm(n) for n in item.box)
            round_ = f' rx="{mm(item.radius)}"' if item.radius else ""
            size = f'x="{x}" y="{y}" width="{width}" height="{height}"'
            return f"<rect {size}{round_}{_painted(item)}/>"
        case Line():
            start, end = item.start, item.end
            ends = f'x1="{mm(start.x)}" y1="{mm(start.y)}" x2="{mm(end.x)}" y2="{mm(end.y)}"'
            return f"<line {ends}{_stroked(item.stroke, item.line_width, item.dash)}/>"
        case Path():
            rule = ' fill-rule="evenodd"' if item.even_odd else ""
            return f'<path d="{_path(item.segments)}"{rule}{_painted(item)}/>'
        case Text():
            return _text(item, pen)
        case Image():
            # A picture of the page's store, by its name there.
            x, y, width, height = (mm(n) for n in item.box)
            size = f'x="{x}" y="{y}" width="{width}" height="{height}"'
            return f'<use href="#{text(item.source)}" {size}/>'
        case Group(transform=transform, clip=None, opacity=1.0):
            place = (
                f' transform="matrix({" ".join(mm(n) for n in transform)})"' if transform else ""
            )
            return f"<g{place}>{_all(item.items, pen)}</g>"
        case _:
            raise NoSvg(f"a chart has no {type(item).__name__}")


def _name(color: Color) -> str:
    return f"var(--{NAMES[color]})"


def _painted(item: Rect | Path) -> str:
    if isinstance(item.fill, Gradient):
        raise NoSvg("a chart has no gradients")
    fill = _name(item.fill) if item.fill is not None else "none"
    if item.stroke is None:
        return f' style="fill:{fill}"'
    stroke = _stroked(item.stroke, item.line_width, item.dash)
    return stroke.replace('style="', f'style="fill:{fill};')


def _stroked(stroke: Color, width: float, dash: tuple[float, ...]) -> str:
    dashes = f";stroke-dasharray:{' '.join(mm(n) for n in dash)}" if dash else ""
    return f' style="stroke:{_name(stroke)};stroke-width:{mm(width)}{dashes}"'


def _path(segments: Iterable[Segment]) -> str:
    return " ".join(
        " ".join([str(segment[0]), *(mm(float(n)) for n in segment[1:])]) for segment in segments
    )


def _text(item: Text, pen: Pen) -> str:
    size = mm(pt_to_mm(item.size_pt))
    weight = item.font.removeprefix("report ")
    number = WEIGHTS[weight]
    style = f"fill:{_name(item.fill)};font-size:{size}px;font-weight:{number}"
    width = mm(pen.width(item.text, item.size_pt, weight))
    place = f'x="{mm(item.at.x)}" y="{mm(item.at.y)}" textLength="{width}"'
    how = 'lengthAdjust="spacingAndGlyphs"'
    return f'<text {place} {how} style="{style}">{text(item.text)}</text>'
