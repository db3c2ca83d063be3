"""Ink as text: one line for each item, to be read in a diff; and the hash of it.

Where ink came from, and in which folder a picture lies, is no part of either.
"""

from __future__ import annotations

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path as FilePath
from pathlib import PurePath
from typing import assert_never

from cardforge.color import Color
from cardforge.geometry import Box, Segment, Transform
from cardforge.images.values import AS_IT_IS, Edit
from cardforge.ink.kinds import Group, Image, Ink, Line, Page, Path, Plate, Rect, Text, Use
from cardforge.ink.paint import Gradient
from cardforge.shaping.values import PLAIN, Shaping

_INDENT = "  "
# Finer than what is shown, coarse enough that no processor's last digit shows.
_HASH_DECIMALS = 4
_HASH_RATIO_DECIMALS = 7


def dump(what: Plate | Page) -> str:
    """Return a plate or a page as text, numbers to 0.01 mm, pictures by file name.

    A part is written out at its first use on a plate; a page only names its plates.
    """
    return "\n".join(_Readable().lines(what)) + "\n"


@lru_cache(maxsize=2048)
def digest(plate: Plate) -> str:
    """Return a hash of what is printed: equal ink has an equal hash, pictures by content."""
    head, *items = _Hashed().lines(plate)
    text = "\n".join((head.removeprefix(f"plate {plate.name} "), *items))
    return _hash(text.encode())


def page_digest(page: Page) -> str:
    """Return a hash of what is printed on a page, as `digest` does of a plate."""
    return _hash("\n".join(_Hashed().lines(page)).encode())


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


class _Writer(ABC):
    """Writes ink as lines; how a number, a picture and a part are named is left open."""

    decimals: int
    # Of numbers that multiply lengths: what they are off grows with the lengths.
    ratio_decimals: int

    @abstractmethod
    def picture(self, source: str) -> str:
        """Return the name of a picture file."""

    @abstractmethod
    def part(self, plate: Plate) -> tuple[str, tuple[Ink, ...]]:
        """Return the name of a plate that is used, and the ink to write below it."""

    def lines(self, what: Plate | Page) -> Iterator[str]:
        """Yield a line for a plate or page and, indented, one for each item of it."""
        if isinstance(what, Plate):
            yield f"plate {what.name} {self.numbers(*what.trim)} bleed {self.numbers(*what.bleed)}"
        else:
            boxes = f"trim {self.numbers(*what.trim)} bleed {self.numbers(*what.bleed)}"
            yield f"page {self.numbers(*what.size)} {boxes}"
        yield from self._items(what.items, _INDENT)
        if isinstance(what, Page):
            for link in what.links:
                key = f" key {link.key}" if link.key else ""
                yield f"{_INDENT}link {self.numbers(*link.box)} {link.target}{key}"
            for anchor in what.anchors:
                yield f"{_INDENT}anchor {self.numbers(*anchor.at)} {anchor.name}"

    def _items(self, items: tuple[Ink, ...], indent: str) -> Iterator[str]:
        for item in items:
            words, inside = self._item(item)
            yield indent + " ".join(word for word in words if word)
            yield from self._items(inside, indent + _INDENT)

    def _item(self, item: Ink) -> tuple[tuple[str, ...], tuple[Ink, ...]]:
        """Return the words of an item and the items inside it."""
        match item:
            case Text():
                return self._text(item), ()
            case Rect():
                return self._rect(item), ()
            case Line():
                ends = self.numbers(*item.start, *item.end)
                return ("line", ends, *self._pen(item)), ()
            case Path():
                rule = "even-odd" if item.even_odd else ""
                return ("path", self._outline(item.segments), *self._paint(item), rule), ()
            case Image():
                return self._image(item), ()
            case Group():
                return self._group(item), item.items
            case Use():
                return self._use(item)
            case _:
                assert_never(item)

    def _text(self, item: Text) -> tuple[str, ...]:
        size = f"{item.size_pt:g}pt"
        tracking = f"tracking {self.numbers(item.tracking)}" if item.tracking else ""
        pen: tuple[str, ...] = (_color("fill", item.fill), tracking)
        if item.stroke is not None:
            width = f"width {self.numbers(item.line_width)}"
            pen += (_color("stroke", item.stroke), width)
        if item.shaping != PLAIN:
            pen += (_shaping(item.shaping),)
        return "text", self.numbers(*item.at), item.font, size, *pen, repr(item.text)

    def _rect(self, item: Rect) -> tuple[str, ...]:
        radius = f"radius {self.numbers(item.radius)}" if item.radius else ""
        return "rect", self.numbers(*item.box), radius, *self._paint(item)

    def _image(self, item: Image) -> tuple[str, ...]:
        crop = f"crop {_numbers(tuple(item.crop), self.ratio_decimals)}" if item.crop else ""
        return "image", self.numbers(*item.box), self.picture(item.source), crop, _edit(item.edit)

    def _group(self, item: Group) -> tuple[str, ...]:
        words = ["group"]
        if item.transform is not None:
            words.append(self._transform(item.transform))
        if isinstance(item.clip, Box):
            words.append(f"clip {self.numbers(*item.clip)}")
        elif item.clip is not None:
            words.append(f"clip {self._outline(item.clip)}")
            words += ["even-odd"] if item.even_odd else []
        if item.opacity != 1:
            words.append(f"opacity {item.opacity:g}")
        if item.tag is not None:
            words += ["tag", item.tag.role]
            words += ["key", str(item.tag.key)] if item.tag.key else []
            words += ["alt", repr(item.tag.alt)] if item.tag.alt else []
        return tuple(words)

    def _use(self, item: Use) -> tuple[tuple[str, ...], tuple[Ink, ...]]:
        name, inside = self.part(item.plate)
        turn = f"turned {item.turn_deg:g}" if item.turn_deg else ""
        return ("use", name, "at", self.numbers(*item.at), turn), inside

    def _paint(self, item: Rect | Path) -> tuple[str, ...]:
        if isinstance(item.fill, Gradient):
            return (self._gradient(item.fill), *self._pen(item))
        return (_color("fill", item.fill), *self._pen(item))

    def _gradient(self, gradient: Gradient) -> str:
        ends = self.numbers(*gradient.start, *gradient.end)
        words = ["fill", gradient.kind, ends]
        if gradient.kind == "radial":
            words.append(f"radii {self.numbers(gradient.start_radius, gradient.radius)}")
        if gradient.transform is not None:
            words.append(self._transform(gradient.transform))
        for share, color in gradient.stops:
            words.append(_color(f"at {_numbers((share,), self.ratio_decimals)}", color))
        return " ".join(words)

    def _transform(self, transform: Transform) -> str:
        a, b, c, d, e, f = transform
        return f"transform {_numbers((a, b, c, d), self.ratio_decimals)} {self.numbers(e, f)}"

    def _pen(self, item: Rect | Path | Line) -> tuple[str, ...]:
        if item.stroke is None:
            return ()
        width = f"width {self.numbers(item.line_width)}"
        dash = f"dash {self.numbers(*item.dash)}" if item.dash else ""
        join = "" if isinstance(item, Line) or item.join == "miter" else f"join {item.join}"
        cap = "" if item.cap == "butt" else f"cap {item.cap}"
        return _color("stroke", item.stroke), width, dash, join, cap

    def _outline(self, segments: tuple[Segment, ...]) -> str:
        return " ".join(f"{kind} {self.numbers(*points)}".rstrip() for kind, *points in segments)

    def numbers(self, *values: float) -> str:
        """Return lengths as text."""
        return _numbers(values, self.decimals)


class _Readable(_Writer):
    decimals = 2
    ratio_decimals = 4

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._is_page = False

    def lines(self, what: Plate | Page) -> Iterator[str]:
        self._is_page = isinstance(what, Page)
        return super().lines(what)

    def picture(self, source: str) -> str:
        return PurePath(source).name

    def part(self, plate: Plate) -> tuple[str, tuple[Ink, ...]]:
        if self._is_page or id(plate) in self._seen:
            return plate.name, ()
        self._seen.add(id(plate))
        return plate.name, plate.items


class _Hashed(_Writer):
    decimals = _HASH_DECIMALS
    ratio_decimals = _HASH_RATIO_DECIMALS

    def picture(self, source: str) -> str:
        file = FilePath(source)
        about = file.stat()
        return _file_hash(file, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns)

    def part(self, plate: Plate) -> tuple[str, tuple[Ink, ...]]:
        return digest(plate), ()


@lru_cache(maxsize=2048)
def _file_hash(file: FilePath, *_state: int) -> str:
    """Return the hash of a file's content; `_state` tells a changed file from the same one."""
    return _hash(file.read_bytes())


@lru_cache(maxsize=512)
def _edit(edit: Edit) -> str:
    """Return what is changed of a picture, nothing for one that is printed as it is."""
    page, page_box, grey, tint, brightness, contrast, size, strip = edit
    words = [f"page {page}"] if page != 1 else []
    words += [f"box {page_box}"] if page_box != AS_IT_IS.page_box else []
    words += ["grey"] if grey else []
    words += [_color("tint", tint)] if tint is not None else []
    words += [f"brightness {brightness:g}"] if brightness else []
    words += [f"contrast {contrast:g}"] if contrast else []
    words += [f"size {size[0]} {size[1]}"] if size is not None else []
    if strip is not None:
        numbers = (*strip.inner, *strip.more, *strip.part)
        turn = f"orientation {strip.orientation}" if strip.orientation != 1 else ""
        words += ["strip", strip.way, *map(str, numbers), turn]
    return " ".join(word for word in words if word)


@lru_cache(maxsize=128)
def _shaping(shaping: Shaping) -> str:
    words = ["rtl"] if shaping.rtl else []
    words += ["language", shaping.language] if shaping.language else []
    words += ["features", ",".join(shaping.features)] if shaping.features else []
    return " ".join(words)


@lru_cache(maxsize=512)
def _color(name: str, color: Color | None) -> str:
    if color is None:
        return ""
    words = [name, color.space, *(f"{value:.4g}" for value in color.values)]
    if color.press is not None:
        words += ["press", *(f"{value:.4g}" for value in color.press)]
    if color.spot is not None:
        words += ["spot", repr(color.spot)]
    return " ".join(words)


def _numbers(values: tuple[float, ...], decimals: int) -> str:
    text = _pattern(len(values), decimals) % values
    if "-0." in text:
        # Minus nothing is nothing.
        text = re.sub(r"-(0\.0+)(?![0-9])", r"\1", text)
    return text


@lru_cache(maxsize=128)
def _pattern(count: int, decimals: int) -> str:
    return " ".join([f"%.{decimals}f"] * count)
