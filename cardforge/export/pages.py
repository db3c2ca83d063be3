"""Card sides as pages of a product: placed, turned, scaled, with the TrimBox where it is cut."""

from cardforge.export.package import Fitted
from cardforge.geometry import Box, Point, Transform
from cardforge.ink import Group, Ink, Page, Plate, Use

# A plate whose edge is farther from that of the page was laid out for another product, in mm.
_TOLERANCE = 0.01
FACE, BACK = "face", "back"


def page_of(fitted: Fitted, plate: Plate | None, side: str = FACE) -> Page:
    """Return the page of a card side, a blank page for no plate.

    The faces of a design that lies across its product are turned clockwise and its backs the
    other way: so a card that is turned over like the leaf of a book shows both upright.
    """
    whole = Box(0.0, 0.0, *fitted.page)
    items = () if plate is None else (_placed(fitted, plate, side),)
    return Page(fitted.page, fitted.trim, whole, items)


def _placed(fitted: Fitted, plate: Plate, side: str) -> Ink:
    """Return a plate that fills a page from edge to edge."""
    bounds, scale = plate.bounds, fitted.scale
    height, width = bounds.height * scale, bounds.width * scale
    size = (height, width) if fitted.turned else (width, height)
    if max(abs(a - b) for a, b in zip(size, fitted.page, strict=True)) > _TOLERANCE:
        raise ValueError(f"the plate {plate.name} was not laid out with the bleed of this product")
    use = Use(plate, Point(-bounds.x, -bounds.y))
    if fitted.turned and side == FACE:
        use = Use(plate, Point(bounds.bottom, -bounds.x), 90.0)
    elif fitted.turned:
        use = Use(plate, Point(-bounds.y, bounds.right), 270.0)
    if scale == 1.0:
        return use
    return Group((use,), Transform.scaled(scale, scale))
