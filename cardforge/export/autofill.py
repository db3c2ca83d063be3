"""The order that mpc-autofill reads: which picture goes into which slots of MakePlayingCards."""

from __future__ import annotations

from collections import Counter
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from cardforge.export.lots import Listed, blank_backs
from cardforge.export.match import order_size
from cardforge.export.names import Names, plain
from cardforge.export.package import DataFile, Order, Package, PictureFile, Shown
from cardforge.export.pages import BACK, page_of
from cardforge.export.pictures_way import (
    NO_BACK,
    PictureLot,
    amount_to_order,
    listed_files,
    picture_lots,
)
from cardforge.textfile import one_line

# The stock that the program takes when nobody chooses another.
_STOCK = "(S30) Standard Smooth"
# The product whose page the program opens.
_OWN_PRODUCT = "standard_63x88"


def assemble(order: Order) -> Package:
    """Return the pictures of MakePlayingCards with an order for each product."""
    lots = tuple(_with_blank(order, made) for made in picture_lots(order))
    names, shop, language = Names(), order.wish.shop, order.edition.settings.language
    orders, steps = [], []
    for made in lots:
        product = made.lot.product.name
        parts = ["order", *(() if len(lots) == 1 else (product,)), language]
        # The program looks for orders beside the folder of the pictures.
        name = names.give(".", *parts, ending="xml").removeprefix("./")
        orders.append(DataFile(name, _order_xml(order, made)))
        steps.append(f"{name} is for {product}: order {amount_to_order(shop, made.lot)}.")
        if product != _OWN_PRODUCT:
            steps.append(
                f"mpc-autofill opens the page of 63 x 88 mm cards: go to the page of {product}"
                " in its browser before it places the pictures."
            )
    steps.append(
        "Put this folder where mpc-autofill is started, so that it finds the order and"
        " the pictures below it; it places each picture into its slots."
    )
    return Package((*listed_files(lots), *orders), tuple(steps))


def _with_blank(order: Order, made: PictureLot) -> PictureLot:
    """Return a lot in which blank backs have a white picture: the program needs one for each."""
    blank = blank_backs([made.lot])
    if not blank:
        return made
    first = next(piece for piece in made.lot.pieces if piece.sides.back is None)
    form, language = order.form(), order.edition.settings.language
    stem = f"blank-{plain(made.lot.product.name)}-back-{plain(language)}-x{blank}.{form.kind}"
    picture = PictureFile(
        f"{made.lot.folder}/{stem}",
        page_of(first.fitted, None, BACK),
        first.fitted.pixels,
        form,
        (Shown(BACK, name="blank", copies=blank),),
    )
    listed = (row._replace(back=stem) if row.back == NO_BACK else row for row in made.listed)
    return made._replace(files=(*made.files, picture), listed=tuple(listed))


def _order_xml(order: Order, made: PictureLot) -> bytes:
    """Return the order of one product; slots count from 0, each copy of a card has one."""
    lot, shop = made.lot, order.wish.shop
    root = Element("order")
    details = SubElement(root, "details")
    facts = {
        "quantity": str(lot.total),
        "bracket": str(order_size(shop, lot.product, lot.total)),
        "stock": _STOCK,
        "foil": "false",
    }
    for key, value in facts.items():
        SubElement(details, key).text = value
    fronts, backs = SubElement(root, "fronts"), SubElement(root, "backs")
    common = Counter(row.back for row in made.listed).most_common(1)[0][0]
    behind: dict[str, list[int]] = {}
    slot = 0
    for row in made.listed:
        slots = list(range(slot, slot + row.piece.copies))
        slot += row.piece.copies
        _add_card(fronts, lot.folder, row.file, slots, row)
        if row.back != common:
            behind.setdefault(row.back, []).extend(slots)
    for file, slots in behind.items():
        _add_card(backs, lot.folder, file, slots)
    # The back of every slot that `backs` does not name.
    SubElement(root, "cardback").text = f"{lot.folder}/{common}"
    indent(root)
    written: bytes = tostring(root, "utf-8", xml_declaration=True)
    return written + b"\n"


def _add_card(
    parent: Element, folder: str, file: str, slots: list[int], row: Listed | None = None
) -> None:
    """Add a picture with its slots: as its id the program takes the place of a file."""
    card = SubElement(parent, "card")
    SubElement(card, "id").text = f"{folder}/{file}"
    SubElement(card, "slots").text = ",".join(map(str, slots))
    SubElement(card, "name").text = file
    SubElement(card, "query").text = one_line(row.piece.sides.card.name) if row else ""
