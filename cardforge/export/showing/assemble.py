"""The package that shows a game: contact sheet, social pictures, mock-up of a product page."""

from __future__ import annotations

from cardforge.diagnostics import Report
from cardforge.export.package import (
    File,
    Order,
    Package,
    PdfFile,
    PictureFile,
    PictureFormat,
    Shown,
)
from cardforge.export.showing import contact_sheet, mockup, social
from cardforge.export.showing.chosen import chosen_cards
from cardforge.export.showing.pen import pen_of
from cardforge.export.showing.stage import SCREEN_DPI
from cardforge.ink import Page

_SCREEN = PictureFormat("png", SCREEN_DPI)


def assemble(order: Order, report: Report) -> Package:
    """Return the pictures of a game; none after reporting a font that cannot be used."""
    pen = pen_of(order.edition, report)
    if pen is None:
        return Package(())
    language = pen.language
    sheet = contact_sheet.contact_pages(order, pen)
    shown = contact_sheet.shown(sheet, pen)
    kind = PictureFormat("png", contact_sheet.DPI)
    files: list[File] = [
        PdfFile(f"contact-sheet-{language}.pdf", sheet, pen.words("sheet"), shown),
        *(
            PictureFile(
                f"contact-sheet-{language}-{number}.png", page, contact_sheet.PIXELS, kind, (what,)
            )
            for number, (page, what) in enumerate(zip(sheet, shown, strict=True), 1)
        ),
    ]
    cards = chosen_cards(order, social.CARDS)
    for pixels, page in (
        (social.WIDE, social.wide_picture(order, pen, cards)),
        (social.SQUARE, social.square_picture(order, pen, cards)),
    ):
        files.append(_picture(f"social-{pixels[0]}x{pixels[1]}-{language}.png", page, pixels))
    files.append(_picture(f"mockup-{language}.png", mockup.mockup_page(order, pen), mockup.PIXELS))
    return Package(tuple(files))


def _picture(name: str, page: Page, pixels: tuple[int, int]) -> PictureFile:
    return PictureFile(name, page, pixels, _SCREEN, (Shown("page", name=name),))
