"""Geometry of an export: how a design of one size lies on the page of a product of another."""

from math import hypot

from cardforge.export.package import Fitted
from cardforge.geometry import Box, Insets, Size
from cardforge.model import Format
from cardforge.shops import DPI, SAME_TRIM, AnySize, Product
from cardforge.units import MM_PER_INCH, mm_to_px, show

# Lengths that differ by less are one length, in mm: sums of decimals end in noise.
_NOISE = 1e-9
# The shapes that have four straight edges, their corners rounded or not.
STRAIGHT = ("card", "square")
# So much of a design may be lost on each side, or missing, before it is better scaled, in mm.
_LITTLE, _MUCH = 1.0, 3.0
# How an export says that design and product are of one size.
SAME = "same"


def fitted(form: Format, product: Product, fit: str) -> Fitted | None:
    """Return how a design becomes a product, None when it is larger than the page at its size.

    The page is always filled exactly: what the trim leaves of it is bleed, on each axis its own.
    """
    turned = is_turned(form.trim, product)
    page = product.page.turned() if turned else product.page
    cut = product.trim.turned() if turned else product.trim
    trim = form.trim
    scale = 1.0
    if fit == "scale":
        scale = min(cut.width / trim.width, cut.height / trim.height)
    across = round((page.width - trim.width * scale) / 2 / scale, 9)
    down = round((page.height - trim.height * scale) / 2 / scale, 9)
    if min(across, down) < -_NOISE:
        return None
    return Fitted(
        product,
        fit,
        scale,
        turned,
        Insets(across, down, across, down),
        product.page,
        _centred(product.page, product.trim),
        product.pixels,
    )


def unfitted(form: Format) -> Fitted:
    """Return a design as it is, cut at its trim: what is never printed has no bleed."""
    whole = Box(0.0, 0.0, *form.trim)
    pixels = (mm_to_px(form.trim.width, DPI), mm_to_px(form.trim.height, DPI))
    none = Insets(0.0, 0.0, 0.0, 0.0)
    return Fitted(None, SAME, 1.0, False, none, form.trim, whole, pixels)


def _centred(outer: Size, inner: Size) -> Box:
    """Return the box of a size in the middle of another."""
    x, y = (outer.width - inner.width) / 2, (outer.height - inner.height) / 2
    return Box(x, y, *inner)


def own_product(form: Format, size: AnySize, kind: str, *, upright: bool) -> Product:
    """Return what a shop that cuts any size makes of a design."""
    trim = form.trim
    if upright and trim.width > trim.height:
        trim = trim.turned()
    page = Size(trim.width + 2 * size.bleed, trim.height + 2 * size.bleed)
    # Round tokens and square ones of one size are two products.
    shape = "" if form.shape in STRAIGHT else f"-{form.shape}"
    return Product(
        f"{show(trim.width)}x{show(trim.height)}{shape}",
        kind,
        trim,
        page,
        (mm_to_px(page.width, DPI), mm_to_px(page.height, DPI)),
        size.safe,
        form.shape,
        form.corner,
        confidence=size.confidence,
    )


def is_turned(trim: Size, product: Product) -> bool:
    """Return whether a design is laid across a product: one stands and the other lies."""
    return (trim.width - trim.height) * (product.trim.width - product.trim.height) < 0


def distance(trim: Size, product: Product) -> float:
    """Return how far a size is from that of a product, in mm, turned if need be."""
    cut = product.trim.turned() if is_turned(trim, product) else product.trim
    return hypot(cut.width - trim.width, cut.height - trim.height)


def is_same(trim: Size, product: Product) -> bool:
    """Return whether a design has the trim of a product, upright or turned."""
    cut = product.trim.turned() if is_turned(trim, product) else product.trim
    apart = max(abs(cut.width - trim.width), abs(cut.height - trim.height))
    return apart <= SAME_TRIM + _NOISE


def is_shaped(form: Format, product: Product) -> bool:
    """Return whether a product is cut along the outline that the design has."""
    if form.shape in STRAIGHT:
        return product.shape in STRAIGHT
    return form.shape == product.shape


def best_fit(trim: Size, product: Product) -> str:
    """Return the fit to advise: centred where little of the design is lost by it, or missing."""
    cut = product.trim.turned() if is_turned(trim, product) else product.trim
    over = max(trim.width - cut.width, trim.height - cut.height) / 2
    missing = max(cut.width - trim.width, cut.height - trim.height) / 2
    return "centre" if over <= _LITTLE and missing <= _MUCH else "scale"


def sizes(trim: Size, bleed: Size | None = None) -> str:
    """Return a size in mm and inches, and its pixels with a bleed if it has one, for a message."""
    more = bleed or Size(0.0, 0.0)
    pixels = (mm_to_px(trim.width + more.width, DPI), mm_to_px(trim.height + more.height, DPI))
    return (
        f"{show(trim.width)} × {show(trim.height)} mm"
        f" ({show(trim.width / MM_PER_INCH)} × {show(trim.height / MM_PER_INCH)} in,"
        f" {pixels[0]} × {pixels[1]} px{' with bleed' if bleed else ''})"
    )


def sizes_of(product: Product, *, turned: bool = False) -> str:
    """Return the sizes of a product, its pixels as the shop counts them."""
    trim = product.trim.turned() if turned else product.trim
    return sizes(trim, bleed_of(product, turned=turned))


def bleed_of(product: Product, *, turned: bool = False) -> Size:
    """Return how much wider and higher the page of a product is than its trim."""
    trim, page = product.trim, product.page
    bleed = Size(page.width - trim.width, page.height - trim.height)
    return bleed.turned() if turned else bleed
