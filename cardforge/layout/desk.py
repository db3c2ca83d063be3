"""What the layout of every kind of element asks for: fonts, pictures, icons, and to be heard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.fonts import Font
from cardforge.geometry import Point
from cardforge.ink import Use
from cardforge.layout.picture_shelf import PictureShelf
from cardforge.layout.shapes import IconKey
from cardforge.model import Game, Icon
from cardforge.presets import builtin_icons

if TYPE_CHECKING:
    from cardforge.svg import Drawings


class Shelf(Protocol):
    """What the sides of one run share."""

    game: Game
    report: Report
    pictures: PictureShelf

    @property
    def drawings(self) -> Drawings:
        """Return what draws the SVG files of the game."""

    def font(self, alias: str | None, span: Span) -> Font | None:
        """Return the font that a style names, None after reporting why there is none."""

    def icon(self, name: str) -> Icon | None:
        """Return the game's own icon of this name, or the one that comes with cardforge."""

    def icon_use(self, key: IconKey, icon: Icon, at: Point, turn_deg: float, span: Span) -> Use:
        """Return an icon placed with its top left corner at a point."""


class Desk(Protocol):
    """One side that is being laid out: what is shared, whose card it is, whom to tell."""

    @property
    def layout(self) -> Shelf:
        """Return what the sides of the run share."""

    @property
    def card(self) -> str | None:
        """Return the card's id."""

    def error(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        """Report an error of this card."""


def found_icon(name: str, span: Span, desk: Desk) -> Icon | None:
    """Return the icon of this name, None after reporting that there is none."""
    shelf = desk.layout
    icon = shelf.icon(name)
    if icon is None and not shelf.game.is_broken("icons", name):
        names = (*shelf.game.icons, *builtin_icons())
        hint = did_you_mean(name, names) or "cardforge list icons shows those that are built in"
        desk.error("icon.unknown", f"no icon is called '{name}'", span, hint)
    return icon
