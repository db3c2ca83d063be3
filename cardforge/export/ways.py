"""Which assembler makes the package of a shop."""

from __future__ import annotations

from collections.abc import Callable

from cardforge.choices import NO_PRODUCT
from cardforge.diagnostics import Report
from cardforge.export.package import BOOKLET, File, Order, Package, PictureFile
from cardforge.rulebook.reading.rules_file import rules_file


def assemble(order: Order, report: Report) -> Package:
    """Return the files of a package: those of the shop's way, boxes and booklet with them."""
    if order.wish.shop.way == "showing":
        from cardforge.export.showing.assemble import assemble as showing

        return showing(order, report)
    package = _assembler(order.wish.shop.name, order.wish.shop.way)(order)
    boxes, booklet = _boxes(order, report), _booklet(order, report)
    steps = [*package.steps, *map(_box_step, boxes)]
    if booklet:
        one = booklet[0].name
        pages = f"the pages of {BOOKLET}/ in order" if len(booklet) > 1 else one
        steps.append(f"Add the rulebook: upload {pages}.")
    return Package((*package.files, *boxes, *booklet), tuple(steps))


def _box_step(box: PictureFile) -> str:
    (shown,) = box.shows
    many = f", and order {shown.copies} of it" if shown.copies > 1 else ""
    return f"Add the box {shown.name}: upload {box.name}{many}."


def _boxes(order: Order, report: Report) -> tuple[PictureFile, ...]:
    """Return the box as the shop wants it; what draws it is loaded where the shop has boxes."""
    wanted = order.choice.box != NO_PRODUCT or order.wish.products
    if not (wanted and order.wish.shop.of_kind("box")):
        return ()
    from cardforge.export.box import box_files

    return box_files(order, report)


def _booklet(order: Order, report: Report) -> tuple[File, ...]:
    """Return the rulebook as the shop wants it; what sets it is loaded where there is one."""
    edition = order.edition
    if rules_file(edition.game, edition.settings.language) is None and not order.choice.booklet:
        return ()
    from cardforge.export.booklet import booklet_files

    return booklet_files(order, report)


def _assembler(name: str, way: str) -> Callable[[Order], Package]:
    """Return what makes the package of a shop; only that is imported."""
    if way == "tabletop":
        from cardforge.export import tabletop

        return tabletop.assembler(name)
    if way == "sheets":
        from cardforge.export.sheets_way import assemble as sheets

        return sheets
    if way == "pages":
        from cardforge.export.pages_way import assemble as pages

        return pages
    if name == "mpc-autofill":
        from cardforge.export.autofill import assemble as autofill

        return autofill
    from cardforge.export.pictures_way import assemble as pictures

    return pictures
