"""playingcards.io: one .pcio file, a zip of the widgets of a room and of their pictures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from cardforge.export.names import Names
from cardforge.export.package import (
    CARDS,
    DataFile,
    Order,
    Package,
    PictureFile,
    Shown,
    ZipFile,
)
from cardforge.export.tabletop.grids import side_page
from cardforge.export.tabletop.stacks import (
    Stack,
    hex_name,
    stacks_of,
    written_json,
)
from cardforge.geometry import Size
from cardforge.ink import Plate
from cardforge.units import MM_PER_INCH

# The version of the widgets that are described here.
_SCHEMA = b"3"
_ASSETS = "userassets"
# A room is so large; the lower part is the hand of a player.
_ROOM = Size(1600.0, 1000.0)
_HAND = {"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "dragging": None}
_TABLE = 780.0
# A card of the site is 160 pixels high; that is the height of a poker card.
_PIXELS_PER_MM = 160 / 88.9
# Pictures are sharper than that: cards can be enlarged.
_SHARPER = 3
_MARGIN, _LABEL, _BUTTON, _GAP = 4, 20, 36, 20


def assemble(order: Order) -> Package:
    """Return a room with a pile for each deck."""
    stacks = [*stacks_of(order, order.cards), *stacks_of(order, order.tokens)]
    room = _Room(order)
    widgets = [_HAND, *(widget for stack in stacks for widget in room.widgets(stack))]
    members: tuple[PictureFile | DataFile, ...] = (
        DataFile("schemaVersion", _SCHEMA),
        DataFile("widgets.json", written_json(widgets)),
        *room.pictures,
    )
    name = f"{CARDS}/{order.edition.game.id}-{order.edition.settings.language}.pcio"
    steps = (
        f"Open playingcards.io/import and choose {name}; a room opens with a pile for each deck.",
        "Recall and shuffle a deck with the button of its pile.",
    )
    return Package((ZipFile(name, members),), steps)


def card_pixels(trim: Size) -> tuple[int, int]:
    """Return the size of a card in a room: all cards are true to each other."""
    width, height = (max(1, round(length * _PIXELS_PER_MM)) for length in trim)
    return width, height


class _Room:
    """A room under construction: where the next pile stands, and the pictures so far."""

    def __init__(self, order: Order) -> None:
        self.pictures: list[PictureFile] = []
        self._order = order
        self._names = Names()
        self._x, self._y, self._deepest = _GAP, _GAP, 0
        self._z = 1

    def widgets(self, stack: Stack) -> Iterator[dict[str, Any]]:
        """Yield the pile of a deck, the deck and its cards."""
        width, height = card_pixels(stack.trim)
        x, y = self._place(width + 2 * _MARGIN, height + 2 * _MARGIN + _LABEL + _BUTTON)
        pile, deck = (self._id(what, stack.name) for what in ("pile", "deck"))
        yield {
            **_widget(pile, "cardPile", x, y, self._above()),
            "width": width + 2 * _MARGIN,
            "height": height + 2 * _MARGIN,
            "label": stack.title,
            "hasShuffleButton": True,
            "allowPlayerEditLabel": False,
        }
        inside = (x + _MARGIN, y + _MARGIN)
        types = dict(self._types(stack))
        yield {
            **_widget(deck, "cardDeck", *inside, self._above()),
            "parent": pile,
            "cardTypes": types,
            "faceTemplate": _side_template("face", width, height, stack),
            "backTemplate": _side_template("back", width, height, stack),
            "cardWidth": width,
            "cardHeight": height,
            "enlarge": True,
            "owner": None,
        }
        cards = [card for cell in stack.cells for card in cell.cards]
        # The first card lies on top.
        for card in reversed(cards):
            for copy in reversed(range(card.copies)):
                yield {
                    **_widget(self._id(card.id, str(copy + 1)), "card", *inside, self._above()),
                    "cardType": card.id,
                    "deck": deck,
                    "parent": pile,
                    "faceup": False,
                    "owner": None,
                }

    def _types(self, stack: Stack) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield what each card shows, after adding its pictures."""
        backs: dict[int, str] = {}
        for cell in stack.cells:
            if id(cell.back) not in backs:
                shared = stack.shared_back is not None
                shows = (stack.back_shown(),) if shared else stack.shown("back", [cell])
                owner = stack.name if shared else cell.cards[0].id
                backs[id(cell.back)] = self._picture(stack, cell.back, (owner, "back"), shows)
            shows = stack.shown("face", [cell])
            face = self._picture(stack, cell.face, (cell.cards[0].id, "face"), shows)
            for card in cell.cards:
                yield card.id, {"label": card.name, "face": face, "back": backs[id(cell.back)]}

    def _picture(
        self, stack: Stack, plate: Plate, named: tuple[str, str], shows: tuple[Shown, ...]
    ) -> str:
        """Return the address inside the file that a new picture has."""
        width, height = card_pixels(stack.trim)
        pixels = (width * _SHARPER, height * _SHARPER)
        dpi = pixels[0] / stack.trim.width * MM_PER_INCH
        language = self._order.edition.settings.language
        name = self._names.give(_ASSETS, *named, language, ending=self._order.kind)
        page = side_page(plate, pixels, dpi)
        self.pictures.append(PictureFile(name, page, pixels, self._order.form(dpi), shows))
        return f"package://{name}"

    def _place(self, width: int, height: int) -> tuple[int, int]:
        """Return the corner of the next pile: in rows, from the top again when they are full."""
        if self._x > _GAP and self._x + width + _GAP > _ROOM.width:
            self._x, self._y, self._deepest = _GAP, self._y + self._deepest + _GAP, 0
        if self._y > _GAP and self._y + height > _TABLE:
            self._x, self._y, self._deepest = _GAP, _GAP, 0
        corner = (self._x, self._y + _LABEL)
        self._x += width + _GAP
        self._deepest = max(self._deepest, height)
        return corner

    def _above(self) -> int:
        self._z += 1
        return self._z

    def _id(self, *parts: str) -> str:
        """Return an id in the shape of those of the site, the same in every export."""
        digits = hex_name(32, self._order.edition.game.id, *parts)
        edges = (0, 8, 12, 16, 20, 32)
        return "-".join(digits[a:b] for a, b in pairwise(edges))


def _widget(name: str, kind: str, x: int, y: int, z: int) -> dict[str, Any]:
    return {"id": name, "type": kind, "x": x, "y": y, "z": z, "dragging": None}


def _side_template(side: str, width: int, height: int, stack: Stack) -> dict[str, Any]:
    """Return the template of a side: the picture that the card names, over all of it."""
    picture = {
        "type": "image",
        "x": 0,
        "y": 0,
        "w": width,
        "h": height,
        "color": "#ffffff",
        "valueType": "dynamic",
        "value": side,
    }
    has_corners = bool(stack.form.corner) or stack.form.shape == "round"
    return {"includeBorder": False, "includeRadius": has_corners, "objects": [picture]}
