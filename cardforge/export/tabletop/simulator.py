"""Tabletop Simulator: sheets of faces, their backs, and one saved object that holds the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from cardforge.export.names import Names
from cardforge.export.package import (
    CARDS,
    TOKENS,
    DataFile,
    Order,
    Package,
    PictureFile,
    PictureFormat,
    Shown,
)
from cardforge.export.tabletop.grids import (
    MOST_PIXELS,
    Grid,
    Limits,
    Placed,
    best_grid,
    chunks,
    grid_page,
    most_cells,
    pixels_of,
    placed_page,
    sharpest,
    side_page,
)
from cardforge.export.tabletop.simulator_objects import (
    Guids,
    Held,
    Sheet,
    bag_object,
    card_shape,
    deck_object,
    footprint,
    laid_out,
    tile_object,
)
from cardforge.export.tabletop.stacks import (
    Cell,
    Stack,
    stacks_of,
    words_on,
    written_json,
)
from cardforge.ink import Page, Plate

# At most 10 × 7 cells; one of them is for the hidden card.
_LIMITS = Limits(10, 7, least=2)
_BASE = "{BASE}"
_THUMBNAIL, _THUMBNAIL_DPI = 256, 96.0
# A saved object is a save whose outer fields are empty.
_SAVED_OBJECT = {
    "SaveName": "",
    "Date": "",
    "VersionNumber": "",
    "GameMode": "",
    "GameType": "",
    "GameComplexity": "",
    "Tags": [],
    "Gravity": 0.5,
    "PlayArea": 0.5,
    "Table": "",
    "Sky": "",
    "Note": "",
    "TabStates": {},
    "LuaScript": "",
    "LuaScriptState": "",
    "XmlUI": "",
}


def assemble(order: Order) -> Package:
    """Return the sheets, the pictures of tokens and the saved object of a game."""
    return _Saved(order).package()


class _Saved:
    """A saved object under construction, and the pictures that it names."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.pictures: list[PictureFile] = []
        self.told: list[str] = []
        self._names = Names()
        self._guids = Guids(order.edition.game.id)
        self._key = 0

    def package(self) -> Package:
        order, saved_as = self.order, _saved_as(self.order)
        decks = list(stacks_of(order, order.cards))
        tokens = list(stacks_of(order, order.tokens))
        objects = [(self._deck(stack), footprint(stack)) for stack in decks]
        objects += [(self._tokens(stack), footprint(stack)) for stack in tokens]
        saved = {**_SAVED_OBJECT, "ObjectStates": laid_out(objects)}
        data = DataFile(f"{saved_as}.json", written_json(saved))
        thumbnails = (_thumbnail(saved_as, stack) for stack in (*decks, *tokens)[:1])
        return Package((*self.pictures, *thumbnails, data), (*self._steps(), *self.told))

    def _deck(self, stack: Stack) -> dict[str, Any]:
        held = list(self._held(stack))
        return deck_object(stack, held, self._guids)

    def _held(self, stack: Stack) -> Iterator[Held]:
        """Yield each card, copies counted, after adding its sheet."""
        parts = chunks(len(stack.cells), most_cells(stack.trim, _LIMITS) - 1)
        shared = stack.shared_back
        address = self._shared(stack, shared) if shared is not None else None
        for number, part in enumerate(parts, 1):
            cells = stack.cells[part.start : part.stop]
            suffix = (str(number),) if len(parts) > 1 else ()
            sheet = self._sheet(stack, cells, suffix, address)
            for index, cell in enumerate(cells):
                said = words_on(cell.face)
                for card in cell.cards:
                    yield from (Held(card, sheet, index, said) for _ in range(card.copies))
        self.told.append(_counted(stack, len(parts)))

    def _shared(self, stack: Stack, back: Plate) -> str:
        dpi = sharpest(stack.trim, MOST_PIXELS)
        pixels = pixels_of(stack.trim, dpi)
        shows = (stack.back_shown(),)
        return self._add(
            (CARDS, stack.name, "back"), side_page(back, pixels, dpi), pixels, dpi, shows
        )

    def _sheet(
        self, stack: Stack, cells: tuple[Cell, ...], suffix: tuple[str, ...], back: str | None
    ) -> Sheet:
        self._key += 1
        grid = best_grid(len(cells) + 1, stack.trim, _LIMITS)
        hidden = cells[0].back
        named = (CARDS, stack.name, *suffix)
        faces = self._filled(
            (*named, "faces"), grid, [cell.face for cell in cells], hidden,
            stack.shown("face", cells),
        )  # fmt: skip
        backs = back or self._filled(
            (*named, "backs"), grid, [cell.back for cell in cells], hidden,
            stack.shown("back", cells),
        )  # fmt: skip
        shape = card_shape(stack.form)
        return Sheet(self._key, faces, backs, grid.columns, grid.rows, back is None, shape)

    def _filled(
        self, named: tuple[str, ...], grid: Grid, plates: list[Plate], hidden: Plate,
        shows: tuple[Shown, ...],
    ) -> str:  # fmt: skip
        """Return the address of a sheet, its last cell the hidden card."""
        blank = [None] * (grid.columns * grid.rows - len(plates) - 1)
        page = grid_page([*plates, *blank, hidden], grid)
        return self._add(named, page, grid.pixels, grid.dpi, shows)

    def _tokens(self, stack: Stack) -> dict[str, Any]:
        """Return a bag of the tokens of a deck, or its only token."""
        backs: dict[int, str] = {}
        tiles = []
        for cell in stack.cells:
            if id(cell.back) not in backs:
                owner = stack.name if stack.shared_back else cell.cards[0].id
                shows = (stack.back_shown(),) if stack.shared_back else stack.shown("back", [cell])
                backs[id(cell.back)] = self._side(stack, cell.back, (owner, "back"), shows)
            shows = stack.shown("face", [cell])
            face = self._side(stack, cell.face, (cell.cards[0].id, "face"), shows)
            said = words_on(cell.face)
            for card in cell.cards:
                for copy in range(card.copies):
                    guid = self._guids.new(card.id, str(copy + 1))
                    pictures = (face, backs[id(cell.back)])
                    tiles.append(tile_object(stack, card, pictures, said, guid))
        if len(tiles) == 1:
            return tiles[0]
        return bag_object(stack, tiles, self._guids.new("bag", stack.name))

    def _side(
        self, stack: Stack, plate: Plate, named: tuple[str, ...], shows: tuple[Shown, ...]
    ) -> str:
        dpi = sharpest(stack.trim, MOST_PIXELS)
        pixels = pixels_of(stack.trim, dpi)
        return self._add((TOKENS, *named), side_page(plate, pixels, dpi), pixels, dpi, shows)

    def _add(
        self, named: tuple[str, ...], page: Page, pixels: tuple[int, int], dpi: float,
        shows: tuple[Shown, ...],
    ) -> str:  # fmt: skip
        """Return the address that a new picture will have."""
        language = self.order.edition.settings.language
        name = self._names.give(*named, language, ending=self.order.kind)
        self.pictures.append(PictureFile(name, page, pixels, self.order.form(dpi), shows))
        base = self.order.wish.base_url or _BASE
        return f"{base.rstrip('/')}/{quote(name)}"

    def _steps(self) -> Iterator[str]:
        saved_as = _saved_as(self.order)
        folders = dict.fromkeys(picture.name.partition("/")[0] for picture in self.pictures)
        what = f"the folder{'s' if len(folders) > 1 else ''} {' and '.join(folders)}"
        if self.order.wish.base_url is None:
            yield (
                f"The image addresses are placeholders: put {what} where players can load the"
                " pictures, then run `cardforge export GAME --shop tabletop-simulator"
                " --base-url https://…` with the address above them."
            )
        else:
            yield f"Put {what} under {self.order.wish.base_url}."
        yield (
            f"Copy {saved_as}.json and {saved_as}.png to Documents/My Games/Tabletop"
            " Simulator/Saves/Saved Objects."
        )
        yield "In a game, open Objects, then Saved Objects, and place the object of that name."


def _saved_as(order: Order) -> str:
    """Return what the saved object is called: all languages lie in one folder of the program."""
    return f"{CARDS}/{order.edition.game.id}-{order.edition.settings.language}"


def _thumbnail(saved_as: str, stack: Stack) -> PictureFile:
    """Return the picture that stands for the game among the saved objects."""
    plate = stack.cells[0].face
    scale = _THUMBNAIL / max(plate.trim)
    width, height = (max(1, round(length * scale)) for length in plate.trim)
    corner = ((_THUMBNAIL - width) // 2, (_THUMBNAIL - height) // 2)
    pixels = (_THUMBNAIL, _THUMBNAIL)
    page = placed_page((Placed(plate, corner, (width, height)),), pixels, _THUMBNAIL_DPI)
    shows = (Shown("face", name="thumbnail"),)
    form = PictureFormat("png", _THUMBNAIL_DPI)
    return PictureFile(f"{saved_as}.png", page, pixels, form, shows)


def _counted(stack: Stack, sheets: int) -> str:
    """Return how many faces of a deck lie on how many sheets, as people are told."""
    many = "1 face" if len(stack.cells) == 1 else f"{len(stack.cells)} faces"
    on = "1 sheet" if sheets == 1 else f"{sheets} sheets"
    return f"{stack.name} has {many} on {on}; the last place of a sheet is for the hidden card."
