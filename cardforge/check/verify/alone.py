"""One finished file judged, by what its first bytes say that it is.

Nothing heavy is imported before a file is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.check.verify.expectation import wanted_by
from cardforge.check.verify.faults import tell
from cardforge.check.verify.looks import Sides
from cardforge.check.verify.pictures import PICTURES, kind_of, verify_picture
from cardforge.check.verify.values import Expected, Facts
from cardforge.diagnostics import Report
from cardforge.shops import Product, Shop


def verify_data(
    name: str,
    data: bytes,
    expected: Expected | None,
    report: Report,
    shop: Shop | None = None,
    sides: Sides | None = None,
    products: Sequence[Product] = (),
) -> Facts | None:
    """Return the facts of a PDF or picture, None for another kind of file.

    With a `shop` its products are compared by size, as for a file of which nothing else is known.
    """
    kind, ending = kind_of(data), name.rpartition(".")[2].lower()
    if b"%PDF-" in data[:1024] or ending == "pdf":
        return verify_pdf(name, data, expected, report, shop, sides, products)
    if kind in ("png", "jpg", "tif", "gif", "bmp") or f".{ending}" in PICTURES:
        return _picture(name, data, expected, report, shop)
    return None


def verify_pdf(
    name: str,
    data: bytes,
    expected: Expected | None,
    report: Report,
    shop: Shop | None = None,
    sides: Sides | None = None,
    products: Sequence[Product] = (),
) -> Facts:
    """Return what a PDF is, and report whatever is not as it claims or as it should be.

    With a `shop` its products are compared by size, as for a file of which nothing else is known;
    with the sides of the game the pages are looked at as well, as sheets of the `products` too.
    """
    from cardforge.check.verify.pdf import judged, opened
    from cardforge.check.verify.products import page_faults, sized
    from cardforge.check.verify.seeing import seen_faults

    document = opened(name, data, report)
    if document is None:
        return Facts(name, "PDF", readable=False)
    if shop is not None:
        products = tuple(shop.products.values())
        tell(name, page_faults(document, shop), report)
        expected = sized(expected or wanted_by(shop), document, shop)
    facts = judged(name, document, expected, report)
    if sides is not None and document.pages:
        wanted = expected or Expected()
        tell(name, seen_faults(data, document, wanted, sides, products), report)
    return facts


def _picture(
    name: str, data: bytes, expected: Expected | None, report: Report, shop: Shop | None
) -> Facts:
    from cardforge.check.verify.products import expected_dpi, pixel_faults

    if shop is not None and expected is not None and expected.pixels is None:
        expected = expected._replace(dpi=expected.dpi or expected_dpi(shop))
    facts = verify_picture(name, data, expected, report)
    if shop is not None and facts.readable:
        tell(name, pixel_faults(facts.found["pixels"], shop), report)
    return facts
