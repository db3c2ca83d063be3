"""The line along which a die cuts, in an ink of its own, for printers whose shapes need one."""

from __future__ import annotations

from cardforge.color import Color
from cardforge.export.package import Fitted, Order
from cardforge.ink import Ink, Page, Path, Rect
from cardforge.marks import hexagon_path, round_path
from cardforge.model import Format
from cardforge.units import MM_PER_PT

# What shows the line where its ink is not known: pure magenta, which no knife mistakes for art.
_SEEN_AS = (0.0, 1.0, 0.0, 0.0)
# Thin enough to say where the knife goes, thick enough to be seen on a screen.
_WIDTH = 0.5 * MM_PER_PT


def die_ink(order: Order) -> str | None:
    """Return the name of the ink of the cutting line; None when game or shop wants no line."""
    press = order.wish.shop.press
    if press is None or not order.edition.game.press.die_cut:
        return None
    return press.die_cut


def with_die(page: Page, fitted: Fitted, form: Format, ink: str) -> Page:
    """Return a page with the line of its trim over everything."""
    return page._replace(items=(*page.items, _line(page, fitted, form, ink)))


def _line(page: Page, fitted: Fitted, form: Format, ink: str) -> Ink:
    color = Color("die", _SEEN_AS, None, ink)
    if form.shape == "round":
        return Path(round_path(page.trim), stroke=color, line_width=_WIDTH)
    if form.shape == "hexagon":
        return Path(hexagon_path(page.trim), stroke=color, line_width=_WIDTH)
    corner = fitted.product.corner if fitted.product else None
    radius = form.corner * fitted.scale if corner is None else corner
    return Rect(page.trim, radius, stroke=color, line_width=_WIDTH)
