"""Tabletop Playground: a package of its own folder, with textures and templates of decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardforge.export.names import Names, plain
from cardforge.export.package import DataFile, File, Order, Package, PictureFile, Shown
from cardforge.export.tabletop.grids import (
    MOST_PIXELS,
    Grid,
    Limits,
    best_grid,
    chunks,
    grid_page,
    most_cells,
    pixels_of,
    sharpest,
    side_page,
)
from cardforge.export.tabletop.stacks import (
    Cell,
    Stack,
    hex_name,
    stacks_of,
    title_of,
    written_json,
)
from cardforge.ink import Page
from cardforge.model import Format

_LIMITS = Limits(10, 10)
# What BackIndex and HiddenIndex mean is said by the schema that the makers of the program
# publish: -2 is another picture as a whole, -3 the same place of another picture, and of what
# hides a card -3 is its back.
_ONE_PICTURE, _SAME_PLACE, _THE_BACK = -2, -3, -3
# In cm, as all lengths of a template.
_CARD_THICKNESS, _TOKEN_THICKNESS = 0.05, 0.2
_MODELS = {"round": "Round", "hexagon": "Hexagonal"}
_MM_PER_CM = 10.0


def assemble(order: Order) -> Package:
    """Return the folder of a package of the program: its manifest, textures and templates."""
    return _Folder(order).package()


class _Folder:
    """The folder of a package under construction."""

    def __init__(self, order: Order) -> None:
        edition = order.edition
        self.order = order
        self.language = edition.settings.language
        self.name = f"{plain(edition.game.id)}-{plain(self.language)}"
        self._names = Names()

    def package(self) -> Package:
        order = self.order
        stacks = [*stacks_of(order, order.cards), *stacks_of(order, order.tokens)]
        files: list[File] = [DataFile(f"{self.name}/Manifest.json", written_json(self._manifest()))]
        for stack in stacks:
            files.extend(self._templates(stack))
        return Package(tuple(files), self._steps())

    def _guid(self, *parts: str) -> str:
        return hex_name(32, self.order.edition.game.id, self.language, *parts).upper()

    def _manifest(self) -> dict[str, str]:
        title = f"{title_of(self.order)} ({self.language})"
        version = self.order.edition.game.version
        return {"Name": title, "Version": version, "GUID": self._guid("package")}

    def _templates(self, stack: Stack) -> Iterator[File]:
        """Yield a template for each sheet of a deck, after its textures."""
        parts = chunks(len(stack.cells), most_cells(stack.trim, _LIMITS))
        shared = stack.shared_back
        back = None
        if shared is not None:
            dpi = sharpest(stack.trim, MOST_PIXELS)
            pixels = pixels_of(stack.trim, dpi)
            page, shows = side_page(shared, pixels, dpi), (stack.back_shown(),)
            back = self._texture((stack.name, "back"), page, pixels, dpi, shows)
            yield back
        for number, part in enumerate(parts, 1):
            cells = stack.cells[part.start : part.stop]
            grid = best_grid(len(cells), stack.trim, _LIMITS)
            suffix = (str(number),) if len(parts) > 1 else ()
            faces = self._sheet(stack, cells, grid, (stack.name, *suffix, "faces"), "face")
            yield faces
            backs = back
            if backs is None:
                backs = self._sheet(stack, cells, grid, (stack.name, *suffix, "backs"), "back")
                yield backs
            title = f"{stack.title} ({number}/{len(parts)})" if suffix else stack.title
            guid = self._guid("template", stack.name, str(number))
            textures = {
                "FrontTexture": self._path(faces),
                "BackTexture": self._path(backs),
                "BackIndex": _SAME_PLACE if back is None else _ONE_PICTURE,
            }
            template = _template(stack, cells, grid, guid, title, textures)
            yield DataFile(f"{self.name}/Templates/{guid}.json", written_json(template))

    def _sheet(
        self, stack: Stack, cells: Sequence[Cell], grid: Grid, named: tuple[str, ...], side: str
    ) -> PictureFile:
        plates = [cell.face if side == "face" else cell.back for cell in cells]
        page, shows = grid_page(plates, grid), stack.shown(side, cells)
        return self._texture(named, page, grid.pixels, grid.dpi, shows)

    def _texture(
        self, named: tuple[str, ...], page: Page, pixels: tuple[int, int], dpi: float,
        shows: tuple[Shown, ...],
    ) -> PictureFile:  # fmt: skip
        folder = f"{self.name}/Textures"
        name = self._names.give(folder, *named, ending=self.order.kind)
        return PictureFile(name, page, pixels, self.order.form(dpi), shows)

    def _path(self, texture: PictureFile) -> str:
        """Return the name of a texture as templates write it: from the folder of textures on."""
        return texture.name.removeprefix(f"{self.name}/Textures/")

    def _steps(self) -> tuple[str, ...]:
        return (
            f"Copy the folder {self.name} into the PersistentDownloadDir folder of Tabletop"
            " Playground; the folder button of its object library opens it.",
            "Start the program; the decks are in the object library under the game's title.",
            "To share it, open the package in the editor and upload it to mod.io.",
        )


def _template(
    stack: Stack, cells: Sequence[Cell], grid: Grid, guid: str, title: str,
    textures: dict[str, Any],
) -> dict[str, Any]:  # fmt: skip
    """Return the template of a deck; a place stands in `Indices` once for each copy."""
    is_token = stack.kind == "token"
    tags = [stack.name, stack.kind]
    return {
        "Type": "Card",
        "GUID": guid,
        "Name": title,
        "Metadata": stack.name,
        "CollisionType": "Regular",
        "Friction": 0.7,
        "Restitution": 0,
        "Density": 0.5,
        "SurfaceType": "Cardboard",
        "Roughness": 1,
        "Metallic": 0,
        "PrimaryColor": {"R": 255, "G": 255, "B": 255},
        "SecondaryColor": {"R": 0, "G": 0, "B": 0},
        "Flippable": True,
        "AutoStraighten": False,
        "ShouldSnap": True,
        "ScriptName": "",
        "Blueprint": "",
        "Models": [],
        "Collision": [],
        "SnapPointsGlobal": False,
        "SnapPoints": [],
        "ZoomViewDirection": {"X": 0, "Y": 0, "Z": 0},
        "Tags": tags,
        **textures,
        "HiddenTexture": "",
        "HiddenIndex": _THE_BACK,
        "NumHorizontal": grid.columns,
        "NumVertical": grid.rows,
        "Width": round(stack.trim.width / _MM_PER_CM, 4),
        "Height": round(stack.trim.height / _MM_PER_CM, 4),
        "Thickness": _TOKEN_THICKNESS if is_token else _CARD_THICKNESS,
        "HiddenInHand": not is_token,
        "UsedWithCardHolders": not is_token,
        "CanStack": True,
        "UsePrimaryColorForSide": False,
        "FrontTextureOverrideExposed": False,
        "AllowFlippedInStack": False,
        "MirrorBack": True,
        "Model": _model(stack.form),
        "Indices": [index for index, cell in enumerate(cells) for _ in range(cell.copies)],
        "CardNames": _by_place(cells, "name"),
        "CardMetadata": _by_place(cells, "id"),
        "CardTags": {str(index): tags for index in range(len(cells))},
    }


def _model(form: Format) -> str:
    return _MODELS.get(form.shape, "Rounded" if form.corner else "Square")


def _by_place(cells: Sequence[Cell], field: str) -> dict[str, str]:
    """Return what the cards of each place are called."""
    return {
        str(index): " / ".join(dict.fromkeys(getattr(card, field) for card in cell.cards))
        for index, cell in enumerate(cells)
    }
