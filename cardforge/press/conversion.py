"""Pages in the inks of a press: every colour and picture converted once, and what was found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath
from typing import NamedTuple

from cardforge.color import Color
from cardforge.diagnostics import Report, Span
from cardforge.images import AS_IT_IS, Edit
from cardforge.ink import Gradient, Image, Ink, Line, Page, Path, Rect, Text
from cardforge.press.areas import is_area, is_broad
from cardforge.press.arts import DPI, Arts
from cardforge.press.gradients import inked_gradient, is_grey, mixable
from cardforge.press.inks import InkMaker, Inks, Made, NoProfile, may_be_alone, shown
from cardforge.press.photos import Found, Photos
from cardforge.press.profiles import missing
from cardforge.press.redrawn import Drawn, Redrawn
from cardforge.press.transforms import transforms
from cardforge.press.values import OutputCondition, PressError
from cardforge.render.pictures import Picture, Stored
from cardforge.shops import PressWish
from cardforge.specs import PressSpec

# Differences (CIEDE2000).  What is printed with less ink than asked for looks another colour ...
CHANGED = 10.0
# ... what no ink reaches looks duller, as the bright green, cyan and blue of screens do (13 to 18;
# red and yellow 4 to 6), or is just seen to differ.
FAR_OUT, OUT = 8.0, 4.0
# A picture is told of when so much of it is far out.
MUCH = 0.25

_MIXED_SPACES = frozenset(("gray", "rgb", "cmyk"))


class Converted(NamedTuple):
    """A colour of the game made into inks, and where it is first drawn."""

    color: Color
    made: Made
    place: Span | None


class Conversion:
    """Converts the pages and pictures of a job; `tell` reports what was found on the way.

    Raises PressError when a colour needs a profile and none was found.
    """

    def __init__(
        self, condition: OutputCondition, wish: PressWish, spec: PressSpec, report: Report
    ) -> None:
        through = transforms(condition.through, spec.intent) if condition.through else None
        limit = wish.ink_limit if spec.ink_limit is None else spec.ink_limit
        self._condition, self._spec, self._report = condition, spec, report
        self.limit = limit
        self._inks = InkMaker(through, limit, _rich_black(wish, spec))
        self._arts = Arts(self._ink_of_art, limit, wish.outlines)
        self._photos = Photos(through, limit, FAR_OUT, self._arts)
        self._redrawn = Redrawn(self._drawn)
        self._uses: dict[tuple[Color, bool], Converted] = {}
        self._places: dict[FilePath, Span | None] = {}

    def page(self, page: Page) -> Page:
        """Return a page whose colours are inks: of space cmyk, spot, die or registration."""
        return self._redrawn.page(page)

    def picture(self, path: FilePath, edit: Edit = AS_IT_IS) -> Stored:
        """Return a picture file for PDF, in CMYK or black alone; raises ImageError."""
        try:
            return self._photos.picture(path, edit)
        except NoProfile:
            raise self._missing(self._places.get(path)) from None

    def flat(self, path: FilePath, edit: Edit = AS_IT_IS) -> Picture:
        """Return a picture file as pixels, also a page of a PDF; raises ImageError."""
        try:
            return self._photos.flat(path, edit)
        except NoProfile:
            raise self._missing(self._places.get(path)) from None

    def _ink_of_art(self, color: Color) -> tuple[float, ...]:
        """Return the inks of a colour of a PDF, whose black is black ink alone."""
        return self._inks.made(color, area=False).inks

    # --- ink ---

    def _drawn(self, item: Drawn, scale: float) -> Ink:
        match item:
            case Text():
                fill = self._color(item.fill, False, item.origin)
                if item.stroke is None:
                    return item._replace(fill=fill)
                stroke = self._color(item.stroke, is_broad(item, scale), item.origin)
                return item._replace(fill=fill, stroke=stroke)
            case Line():
                stroke = self._color(item.stroke, is_broad(item, scale), item.origin)
                return item._replace(stroke=stroke)
            case Image():
                path = FilePath(item.source)
                self._places.setdefault(path, item.origin)
                longer = max(item.box.width, item.box.height) * scale
                self._arts.note_size(path, item.edit, longer)
                return item
            case _:
                return self._shape(item, scale)

    def _shape(self, item: Rect | Path, scale: float) -> Ink:
        fill: Color | Gradient | None = None
        stroke = None
        if isinstance(item.fill, Gradient):
            fill = self._gradient(item.fill, item, scale)
        elif item.fill is not None:
            area = may_be_alone(item.fill) and is_area(item, scale)
            fill = self._color(item.fill, area, item.origin)
        if item.stroke is not None:
            stroke = self._color(item.stroke, is_broad(item, scale), item.origin)
        return item._replace(fill=fill, stroke=stroke)

    def _gradient(self, gradient: Gradient, item: Rect | Path, scale: float) -> Gradient:
        """Return a gradient in inks; one of greys in a detail is black alone."""
        area = not is_grey(gradient) or is_area(item, scale)
        return inked_gradient(
            mixable(gradient) if area else gradient,
            lambda color: self._color(color, area, item.origin),
            lambda color: Color("cmyk", self._inks.made(color, area).inks),
        )

    def _color(self, color: Color, area: bool, place: Span | None) -> Color:
        """Return a colour in inks; an ink of its own looks the same in areas and details."""
        if color.space not in _MIXED_SPACES:
            return color
        key = (color, area and color.spot is None)
        use = self._uses.get(key)
        if use is None:
            try:
                use = Converted(color, self._inks.made(*key), place)
            except NoProfile:
                raise self._missing(place) from None
            self._uses[key] = use
        if color.spot is not None:
            return Color("spot", use.made.inks, None, color.spot)
        return Color("cmyk", use.made.inks)

    def _missing(self, place: Span | None) -> PressError:
        fault = missing(self._condition.identifier, "colours cannot be made into inks: ")
        fault.span = place
        return fault

    # --- what was found ---

    def tell(self) -> None:
        """Report where the ink limit and the range of the press were reached, once each."""
        told = set()
        for use in self._mixed():
            # In areas and in letters it is one colour, unless it is black.
            if (key := (use.color, use.made.inks)) not in told:
                told.add(key)
                self._tell_limit(shown(_authored(use.color)), use.made, use.place)
        self._tell_gamut()
        self._tell_black()
        for (path, _), found in self._photos.found.items():
            place = self._places.get(path)
            self._tell_limit(f"'{path.name}'", found, place)
            self._tell_picture(path.name, found, place)
            if found.drawn is not None:
                message = f"'{path.name}' is printed as pixels, {DPI:g} an inch: {found.drawn}"
                hint = "save it with flat colours of the screen or in cmyk, letters as outlines"
                self._report.note("press.art", message, place, hint=hint)

    def _mixed(self) -> Iterator[Converted]:
        """Yield the colours that are mixed of the four inks; what has its own only looks so."""
        return (use for use in self._uses.values() if use.color.spot is None)

    def _tell_limit(self, what: str, made: Made | Found, place: Span | None) -> None:
        # A hundredth of what a press could tell apart is no difference.
        if made.asked <= made.given + 0.5:
            return
        message = f"{what}: {made.asked:.0f} % of ink is printed as {made.given:.0f} %"
        if made.change > CHANGED:
            message += ", and looks another colour (beyond repair)"
            hint = f"mix it of less ink: at most {made.given:.0f} % in all"
            self._report.warning("press.ink-limit", message, place, hint=hint)
        else:
            self._report.note("press.ink-limit", message, place)

    def _tell_gamut(self) -> None:
        out = [use for use in self._mixed() if use.made.gamut >= OUT]
        far = [use for use in out if use.made.gamut >= FAR_OUT]
        if far:
            self._report.warning(
                "press.gamut",
                f"inks do not reach {_listed(far)}: it will look duller than on the screen",
                far[0].place,
                hint="choose a less bright colour, or give it a cmyk recipe or a spot ink",
                related=_places(far),
            )
        if near := [use for use in out if use not in far]:
            message = f"inks do not quite reach {_listed(near)}"
            self._report.note("press.gamut", message, near[0].place, related=_places(near))

    def _tell_black(self) -> None:
        if black := [use for use in self._mixed() if use.made.blackened]:
            names = ", ".join(dict.fromkeys(shown(use.color) for use in black))
            self._report.note(
                "press.black",
                f"letters and lines in {names} are printed in black ink alone",
                black[0].place,
                hint="a palette colour with a cmyk recipe is printed by that",
                related=_places(black),
            )

    def _tell_picture(self, name: str, found: Found, place: Span | None) -> None:
        if found.out >= MUCH:
            self._report.warning(
                "press.gamut",
                f"inks do not reach the colours of {found.out:.0%} of '{name}'",
                place,
                hint="choose less bright colours, or allow it with a reason",
            )


def _rich_black(wish: PressWish, spec: PressSpec) -> Inks | None:
    if spec.rich_black is None:
        return wish.rich_black
    cyan, magenta, yellow, black = spec.rich_black.values
    return cyan, magenta, yellow, black


def _authored(color: Color) -> Color:
    """Return the colour that a press goes by, as its designer wrote it."""
    return color if color.press is None else Color("cmyk", color.press)


def _listed(uses: Iterable[Converted]) -> str:
    """Return the colours by name with how far off they are, the farthest first, each once."""
    off = {shown(use.color): use.made.gamut for use in uses}
    first = sorted(off, key=lambda name: -off[name])
    return ", ".join(f"{name} (difference {off[name]:.0f})" for name in first)


def _places(uses: list[Converted]) -> Iterator[tuple[Span, str]]:
    """Yield the places after the first, for a problem that is told once."""
    for use in uses[1:]:
        if use.place is not None and use.place != uses[0].place:
            yield use.place, shown(use.color)
