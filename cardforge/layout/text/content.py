"""What a text is made of, ready to be measured: runs of fonts, icons, figures of one width."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from cardforge.color import BLACK, Color, parse_color
from cardforge.diagnostics import did_you_mean
from cardforge.fonts import Font
from cardforge.geometry import Box, Point
from cardforge.ink import Path, Text
from cardforge.layout.shapes import IconKey, icon_size
from cardforge.layout.text.faces import Faces, Wanted
from cardforge.layout.text.job import TextJob, shaping_of, sizes
from cardforge.layout.text.marked import Block
from cardforge.layout.text.plain import has_tabular_figures, split_figures
from cardforge.lines.pieces import Inset, Run
from cardforge.markup_values import IconMark, Look, Words
from cardforge.presets import builtin_icons
from cardforge.shaping.values import Shaping
from cardforge.svgpath import ellipse
from cardforge.units import pt_to_mm

Content = tuple[Run | Inset, ...]

# Raised and lowered words: how large they are, and how far from the baseline, in em.
_SCRIPT = 0.62
_RAISED, _LOWERED = 0.34, -0.14
# Small capitals of a font that has none: capitals of this size.
_SMALL = 0.78
# An icon is a little higher than a capital letter and stands a little below the baseline, as
# round letters do, whatever its size.
_ICON_HEIGHT, _ICON_DROP = 1.2, 0.1
# An icon may be so much wider than it is high.
_WIDEST_ICON = 5.0
# Of a text with more faults than this the rest is not looked at.
_MOST_FAULTS = 10


class Typist:
    """Makes the content of the blocks of one text, at any size."""

    def __init__(self, job: TextJob, *, rtl: bool) -> None:
        self.job, self.faces = job, Faces(job)
        self.shaping = shaping_of(job, rtl=rtl)
        self.largest = sizes(job)[1]
        # What blocks became at the largest size, each beside its block.
        self._known: dict[int, tuple[Block, Content]] = {}

    @property
    def is_broken(self) -> bool:
        """Return whether something cannot be set as it is written; it has been reported."""
        return self.faces.is_broken

    def content(self, block: Block, size_pt: float) -> Content:
        """Return the content of a block at a size of the text."""
        if size_pt != self.largest:
            return self._made(block, size_pt)
        known = self._known.get(id(block))
        if known is None:
            known = self._known[id(block)] = block, self._made(block, size_pt)
        return known[1]

    def _made(self, block: Block, size_pt: float) -> Content:
        made: list[Run | Inset] = []
        for piece in block.pieces:
            if self.faces.is_broken and len(self.faces.told) >= _MOST_FAULTS:
                break
            if isinstance(piece, IconMark):
                icon = self._icon(piece, size_pt)
                if icon is not None:
                    made.append(icon)
            else:
                made += self.words(piece, size_pt)
        return tuple(made)

    def words(self, words: Words, size_pt: float) -> Iterator[Run | Inset]:
        """Yield the runs of words in one look."""
        look, style = words.look, self.job.style
        wanted = Wanted(look.font, look.bold or bool(style.bold), look.italic != bool(style.italic))
        font = self.faces.font(wanted)
        size = nominal = self._nominal(look, size_pt)
        rise = 0.0
        if look.raised:
            size = nominal * _SCRIPT
            rise = pt_to_mm(nominal) * (_RAISED if look.raised > 0 else _LOWERED)
        tracking = (style.tracking or 0.0) * size_pt / self.largest
        run = Run(
            words.text, font, size, self._color(look.color), rise, None, self.job.span,
            look.underline, look.strike, tracking, self.shaping,
        )  # fmt: skip
        runs = _small_caps(run) if look.small_caps or style.small_caps else iter((run,))
        for part in runs:
            yield from self._drawn(part, wanted)

    def _nominal(self, look: Look, size_pt: float) -> float:
        """Return the size of words: all sizes of a text shrink with it."""
        size = size_pt if look.size_pt is None else look.size_pt * size_pt / self.largest
        return size * look.share

    def _drawn(self, run: Run, wanted: Wanted) -> Iterator[Run | Inset]:
        """Yield a run in the fonts that can draw it, its figures of one width where asked."""
        tabular = bool(self.job.style.tabular)
        for text, font in self.faces.parts(run.text, run.font, wanted):
            part = run._replace(text=text, font=font)
            if not tabular:
                yield part
            elif has_tabular_figures(font):
                features = (*run.shaping.features, "tnum")
                yield part._replace(shaping=run.shaping._replace(features=features))
            else:
                yield from _even_figures(part)

    def _color(self, name: str | None) -> Color:
        if name is None:
            return self.job.style.color or BLACK
        found = self.job.shelf.game.palette.get(name)
        if isinstance(found, Color):
            return found
        # A colour that could not be read has been reported where it is defined.
        return BLACK if self.job.shelf.game.is_broken("palette", name) else parse_color(name)

    def _icon(self, mark: IconMark, size_pt: float) -> Inset | None:
        """Return an icon that stands on the baseline, None after reporting that there is none."""
        shelf = self.job.shelf
        icon = shelf.icon(mark.name)
        if icon is None:
            self._report_icon(mark.name)
            return None
        color = self._icon_color(mark)
        if color is None:
            return None
        em = pt_to_mm(self._nominal(mark.look, size_pt))
        capital = self.job.font.cap_height * em
        high = capital * _ICON_HEIGHT * mark.size
        size = icon_size(icon, Box(0.0, 0.0, _WIDEST_ICON * high, high))
        key = IconKey(mark.name, *size, color)
        at = Point(0.0, capital * _ICON_DROP - size.height)
        use = shelf.icon_use(key, icon, at, 0.0, self.job.span)
        tracking = (self.job.style.tracking or 0.0) * size_pt / self.largest
        return Inset(size.width + tracking, (use,))

    def _icon_color(self, mark: IconMark) -> Color | None:
        name = mark.color or mark.look.color
        game = self.job.shelf.game
        try:
            return self._color(name)
        except ValueError:
            self.faces.is_broken = True
            if f"{mark.name}:{name}" in self.faces.told:
                return None
            self.faces.told.add(f"{mark.name}:{name}")
            hint = did_you_mean(name or "", game.palette) or "name it under palette:"
            self.job.error("value.color", f"{{{mark.name}:{name}}}: '{name}' is no colour", hint)
            return None

    def _report_icon(self, name: str) -> None:
        self.faces.is_broken = True
        game = self.job.shelf.game
        if name in self.faces.told or game.is_broken("icons", name):
            return
        self.faces.told.add(name)
        near = did_you_mean(name, (*game.icons, *builtin_icons()))
        typed = f"write \\{{{name}}} to print the braces"
        hint = f"{near}; {typed}" if near else typed
        self.job.error("icon.unknown", f"no icon is called '{name}'", hint)

    def marker(self, block: Block, size_pt: float) -> Content:
        """Return the bullet or number of a block."""
        if block.marker == "•" and not self.job.font.has("•"):
            return (self._dot(size_pt),)
        return tuple(self.words(Words(block.marker), size_pt))

    def _dot(self, size_pt: float) -> Inset:
        """Return a bullet for a font that has none."""
        em = pt_to_mm(size_pt)
        wide, middle = 0.24 * em, -0.5 * self.job.font.x_height * em
        box = Box(0.0, middle - wide / 2, wide, wide)
        dot = Path(ellipse(box), self._color(None), origin=self.job.span)
        return Inset(wide, (dot,))


def _small_caps(run: Run) -> Iterator[Run]:
    """Yield a run in small capitals: the font's own, or smaller capitals."""
    if has_small_caps(run.font):
        shaping = run.shaping
        yield run._replace(shaping=shaping._replace(features=(*shaping.features, "smcp")))
        return
    for is_small, letters in groupby(run.text, str.islower):
        text = "".join(letters)
        if is_small:
            yield run._replace(text=text.upper(), size_pt=run.size_pt * _SMALL)
        else:
            yield run._replace(text=text)


def _even_figures(run: Run) -> Iterator[Run | Inset]:
    """Yield a run whose figures stand in the middle of places of one width."""
    wide = pt_to_mm(run.font.tabular_advance() * run.size_pt)
    for part in split_figures(run.text):
        if not part.isdecimal():
            yield run._replace(text=part)
            continue
        advance = run.font.width(part, run.size_pt, 0.0, run.shaping)
        at = Point((wide - advance) / 2, -run.rise)
        text = Text(at, part, run.font.name, run.size_pt, run.color, 0.0, run.origin, run.shaping)
        yield Inset(wide + run.tracking, (text,), part)


@lru_cache(maxsize=64)
def has_small_caps(font: Font) -> bool:
    """Return whether a font has small capitals of its own."""
    shaping = Shaping(features=("smcp",))
    return all(_glyphs(font, c) != _glyphs(font, c, shaping) for c in "ax" if font.has(c))


def _glyphs(font: Font, text: str, shaping: Shaping | None = None) -> tuple[int, ...]:
    glyphs = font.shape(text) if shaping is None else font.shape(text, shaping)
    return tuple(glyph.id for glyph in glyphs)
