"""Objects of Tabletop Simulator: what its saved JSON says of a deck, a card, a tile and a bag."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from cardforge.export.tabletop.stacks import Stack, hex_name
from cardforge.geometry import Size
from cardforge.model import Card, Format

# A card as wide as a poker card has scale 1 and is then 2.19 units wide (3.06 high): measured by
# makers of mods, two of whom agree; the program stores no lengths and its makers name none.
POKER_WIDTH, POKER_UNITS = 63.5, 2.19
MM_PER_UNIT = POKER_WIDTH / POKER_UNITS
# A tile of scale 1 is so many units across.
_TILE_UNITS = 2.0
_TILE_THICKNESS = 0.1
# Above the table, so that everything falls onto it.
_HEIGHT = 1.5
# Rows of objects are no longer than this and so far apart, in units.
_ROW, _GAP = 30.0, 1.0
_BAG = Size(2.5 * MM_PER_UNIT, 2.5 * MM_PER_UNIT)

_CARD_SHAPES = {"hexagon": 3, "round": 4}
_ROUNDED, _STRAIGHT = 0, 1
_TILE_SHAPES = {"square": 0, "hexagon": 1, "round": 2}
_ROUNDED_TILE = 3
_GREY, _WHITE = 0.713235259, 1.0


class Sheet(NamedTuple):
    """A sheet of a deck as a saved object names it; `backs` is one picture or a sheet as well."""

    key: int
    faces: str
    backs: str
    columns: int
    rows: int
    has_backs: bool
    shape: int

    def entry(self) -> dict[str, Any]:
        """Return the entry of CustomDeck.

        The back hides a card that another player holds.  Where a program takes the last cell of
        the faces for that instead, the same back lies there.
        """
        return {
            "FaceURL": self.faces,
            "BackURL": self.backs,
            "NumWidth": self.columns,
            "NumHeight": self.rows,
            "BackIsHidden": True,
            "UniqueBack": self.has_backs,
            "Type": self.shape,
        }


class Held(NamedTuple):
    """A card of a deck: the sheet and the cell that show it, and what it says."""

    card: Card
    sheet: Sheet
    cell: int
    words: str

    @property
    def number(self) -> int:
        """Return its CardID."""
        return self.sheet.key * 100 + self.cell


class Guids:
    """GUIDs of six hexadecimal digits, none given twice."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._taken: set[str] = set()

    def new(self, *parts: str) -> str:
        """Return the GUID of an object that some names stand for."""
        attempt = 0
        guid = hex_name(6, self._game, *parts)
        while guid in self._taken:
            attempt += 1
            guid = hex_name(6, self._game, *parts, str(attempt))
        self._taken.add(guid)
        return guid


def card_shape(form: Format) -> int:
    """Return the number of the outline of a card."""
    return _CARD_SHAPES.get(form.shape, _ROUNDED if form.corner else _STRAIGHT)


def _object(
    name: str, guid: str, nickname: str, description: str, tags: Sequence[str], scale: float,
    *, grey: float, turned: bool,
) -> dict[str, Any]:  # fmt: skip
    """Return what every object has, at the middle of the table."""
    return {
        "GUID": guid,
        "Name": name,
        "Transform": {
            "posX": 0.0,
            "posY": _HEIGHT,
            "posZ": 0.0,
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": 180.0 if turned else 0.0,
            "scaleX": scale,
            "scaleY": 1.0,
            "scaleZ": scale,
        },
        "Nickname": nickname,
        "Description": description,
        "GMNotes": "",
        "ColorDiffuse": {"r": grey, "g": grey, "b": grey},
        "Tags": list(tags),
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": turned,
        "Hands": False,
    }


_SCRIPTS = {"LuaScript": "", "LuaScriptState": "", "XmlUI": ""}


def card_object(held: Held, stack: Stack, guid: str, name: str = "Card") -> dict[str, Any]:
    """Return a card, face down."""
    card, sheet = held.card, held.sheet
    said = f"{stack.title}\n{held.words}".strip()
    made = _object(
        name, guid, card.name, said, _tags(stack), card_scale(stack.trim), grey=_GREY, turned=True
    )
    return {
        **made,
        "GMNotes": card.id,
        "Hands": True,
        "CardID": held.number,
        "SidewaysCard": _is_sideways(stack),
        "CustomDeck": {str(sheet.key): sheet.entry()},
        **_SCRIPTS,
    }


def deck_object(stack: Stack, held: Sequence[Held], guids: Guids) -> dict[str, Any]:
    """Return a deck with all its cards; a single card is no deck."""
    if len(held) == 1:
        (single,) = held
        return card_object(single, stack, guids.new(single.card.id, "1"), "CardCustom")
    guid = guids.new("deck", stack.name)
    said = f"{stack.total} cards"
    made = _object(
        "DeckCustom", guid, stack.title, said, _tags(stack), card_scale(stack.trim),
        grey=_GREY, turned=True,
    )  # fmt: skip
    sheets = {one.sheet.key: one.sheet for one in held}
    copies: dict[str, int] = {}
    cards = []
    for one in held:
        copies[one.card.id] = number = copies.get(one.card.id, 0) + 1
        cards.append(card_object(one, stack, guids.new(one.card.id, str(number))))
    return {
        **made,
        "SidewaysCard": _is_sideways(stack),
        "DeckIDs": [one.number for one in held],
        "CustomDeck": {str(key): sheets[key].entry() for key in sorted(sheets)},
        **_SCRIPTS,
        "ContainedObjects": cards,
    }


def tile_object(
    stack: Stack, card: Card, pictures: tuple[str, str], said: str, guid: str
) -> dict[str, Any]:
    """Return a token with its face up; `pictures` are the addresses of face and back."""
    scale = round(stack.trim.width / MM_PER_UNIT / _TILE_UNITS, 4)
    made = _object(
        "Custom_Tile", guid, card.name, f"{stack.title}\n{said}".strip(), _tags(stack), scale,
        grey=_WHITE, turned=False,
    )  # fmt: skip
    image = {
        "ImageURL": pictures[0],
        "ImageSecondaryURL": pictures[1],
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {
            "Type": _TILE_SHAPES.get(stack.form.shape, _ROUNDED_TILE),
            "Thickness": _TILE_THICKNESS,
            "Stackable": True,
            "Stretch": True,
        },
    }
    return {**made, "GMNotes": card.id, "CustomImage": image, **_SCRIPTS}


def bag_object(stack: Stack, tiles: Sequence[Mapping[str, Any]], guid: str) -> dict[str, Any]:
    """Return a bag that holds the tokens of a deck."""
    said = f"{len(tiles)} tokens"
    made = _object("Bag", guid, stack.title, said, _tags(stack), 1.0, grey=_GREY, turned=False)
    return {**made, "Bag": {"Order": 0}, **_SCRIPTS, "ContainedObjects": list(tiles)}


def _tags(stack: Stack) -> tuple[str, str]:
    return stack.name, stack.kind


def _is_sideways(stack: Stack) -> bool:
    return stack.trim.width > stack.trim.height


def card_scale(trim: Size) -> float:
    """Return the scale at which a card has its real size beside a poker card of scale 1."""
    return round(trim.width / POKER_WIDTH, 4)


def footprint(stack: Stack) -> Size:
    """Return the size on the table, in mm, of what holds a deck."""
    return _BAG if stack.kind == "token" and stack.total > 1 else stack.trim


def laid_out(objects: Iterable[tuple[dict[str, Any], Size]]) -> list[dict[str, Any]]:
    """Return objects in rows on the table, none on another; sizes are in mm."""
    rows: list[list[tuple[dict[str, Any], Size]]] = [[]]
    used = 0.0
    for made, size in objects:
        units = Size(size.width / MM_PER_UNIT, size.height / MM_PER_UNIT)
        if rows[-1] and used + units.width > _ROW:
            rows.append([])
            used = 0.0
        rows[-1].append((made, units))
        used += units.width + _GAP
    depths = [max((size.height for _, size in row), default=0.0) for row in rows]
    away = sum(depths) / 2 + _GAP * (len(rows) - 1) / 2
    placed = []
    for row, depth in zip(rows, depths, strict=True):
        x = -(sum(size.width for _, size in row) + _GAP * (len(row) - 1)) / 2
        for made, size in row:
            _place(made, x + size.width / 2, away - depth / 2)
            placed.append(made)
            x += size.width + _GAP
        away -= depth + _GAP
    return placed


def _place(made: dict[str, Any], x: float, z: float) -> None:
    made["Transform"] |= {"posX": round(x, 3), "posZ": round(z, 3)}
