"""What a file should be, from what an export was to make or from what a shop wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardforge.check.verify.values import Expected, PageSize
from cardforge.export.package import PdfFile, PictureFile, PressJob, Shown
from cardforge.geometry import Box, Size
from cardforge.shops import Product, Shop

_PICTURES = {"jpeg": "jpg", "tiff": "tif"}

# Beyond any size in pixels or mm.
_MOST = 1e6


def expected_of(file: PictureFile | PdfFile, shop: Shop) -> Expected:
    """Return what a file of an export should be."""
    base = Expected(
        shop=shop.title, strict=True, shows=file.shows, most_bytes=shop.most_bytes,
        most_pixels=shop.most_pixels,
    )  # fmt: skip
    if isinstance(file, PictureFile):
        return base._replace(
            kind=file.form.kind, pixels=file.pixels, dpi=file.form.dpi, mode="RGB",
            most_bytes=file.form.most_bytes or shop.most_bytes, most_pixels=None,
        )  # fmt: skip
    expected = base._replace(
        kind="pdf",
        sizes=tuple(PageSize(page.size, page.trim) for page in file.pages),
        pages=len(file.pages),
        most_pixels=None,
    )
    expected = _with_cards(expected, shop)
    if file.job is None:
        return expected._replace(screen=True)
    return _pressed(expected, file.job)


def _with_cards(expected: Expected, shop: Shop) -> Expected:
    """Return what is asked of the order and copies of pages of cards: nothing of other pages."""
    of_cards = all(shown.side in ("face", "back") for shown in expected.shows)
    if shop.way not in ("pages", "pictures") or not of_cards:
        return expected._replace(order=None, copies=None)
    return expected._replace(order=shop.order, copies=shop.copies)


def _pressed(expected: Expected, job: PressJob) -> Expected:
    own = job.spec.ink_limit
    limit = job.wish.ink_limit if own is None else own
    return expected._replace(
        standard=job.standard, exact=True, ink_limit=limit, outlines=job.wish.outlines
    )


def wanted_by(shop: Shop) -> Expected:
    """Return what a shop wants of any file, whoever made it."""
    expected = Expected(
        shop=shop.title, strict=True, formats=shop.formats, most_bytes=shop.most_bytes,
        most_pixels=shop.most_pixels, order=shop.order if shop.way == "pages" else None,
        copies=shop.copies, mode="RGB" if shop.way == "pictures" else None,
    )  # fmt: skip
    if shop.press is None:
        return expected
    wish = shop.press
    return expected._replace(
        standard=wish.standard, ink_limit=wish.ink_limit, outlines=wish.outlines
    )


def listed(entry: Mapping[str, Any], shop: Shop | None) -> Expected:
    """Return what the manifest of a package, and the shop it is for, say of a file."""
    expected = wanted_by(shop) if shop is not None else Expected(strict=True)
    shows = tuple(_shown(each) for each in _list(entry.get("shows")))
    expected = expected._replace(shows=shows)
    if entry.get("kind") == "picture":
        pixels, dpi = _numbers(entry.get("pixels")), _numbers([entry.get("dpi")])
        return expected._replace(
            pixels=(int(pixels[0]), int(pixels[1])) if len(pixels) == 2 else None,
            dpi=dpi[0] if dpi else None,
            mode="RGB", standard=None,
        )  # fmt: skip
    standard = entry.get("standard")
    expected = expected._replace(kind="pdf", pages=len(shows) or None, sizes=_sizes(entry))
    if shop is not None:
        expected = _with_cards(expected, shop)
    if isinstance(standard, str):
        return expected._replace(standard=standard, exact=True)
    # In a package of its own no PDF but those of cards is for the press.
    return expected._replace(standard=None, ink_limit=None, outlines=False, screen=True)


def product_sizes(product: Product) -> PageSize:
    """Return the page of a product, cut in its middle."""
    return PageSize(product.page, _middle(product.page, product.trim))


def _sizes(entry: Mapping[str, Any]) -> tuple[PageSize, ...]:
    page, trim = _numbers(entry.get("page")), _numbers(entry.get("trim"))
    if len(page) != 2:
        return ()
    size = Size(*page)
    if len(trim) == 4:
        return (PageSize(size, Box(*trim)),)
    if len(trim) == 2:
        return (PageSize(size, _middle(size, Size(*trim))),)
    return (PageSize(size),)


def _middle(page: Size, trim: Size) -> Box:
    return Box((page.width - trim.width) / 2, (page.height - trim.height) / 2, *trim)


def _list(found: Any) -> list[Any]:
    return found if isinstance(found, list) else []


def _numbers(found: Any) -> list[float]:
    """Return a list of numbers that a size may have, nothing for what anybody else has written."""
    numbers = [each for each in _list(found) if type(each) in (int, float) and 0 <= each <= _MOST]
    return [float(each) for each in numbers] if len(numbers) == len(_list(found)) else []


def _shown(entry: Any) -> Shown:
    get = entry.get if isinstance(entry, dict) else {}.get
    copies = get("copies", 1)
    return Shown(
        str(get("side", "")), str(get("deck", "")), str(get("card", "")), str(get("name", "")),
        copies if isinstance(copies, int) else 1,
    )  # fmt: skip
