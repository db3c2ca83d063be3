"""A drawing as a value: its file, its size, and its ink at a size."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cardforge.fonts import Fonts
from cardforge.geometry import Box, Insets, Size, Transform
from cardforge.ink import Group, Plate
from cardforge.ink.bounds import box_round, within
from cardforge.svg.drawing import draw_root
from cardforge.svg.faults import SvgError, Trouble
from cardforge.svg.reading import Node, read_tree
from cardforge.svg.scene import Faces, Frame, Look, Scene
from cardforge.svg.styles import START
from cardforge.svg.values import MM_PER_PX, ValueFault, absolute, fitted, view_box

_NO_BLEED = Insets(0.0, 0.0, 0.0, 0.0)
_HAIR = 1e-3
_SIZE_HINT = "write width, height and a viewBox into its first element"


class SvgArt(NamedTuple):
    """A drawing: its file, its own size in mm, its nodes, and the part of them that is seen.

    `view` is in user units.  The size says which shape the drawing has where nothing else does.
    """

    path: Path
    size: Size
    root: Node
    view: Box


class Drawn(NamedTuple):
    """A drawing as a plate, what of it is not drawn as meant, and the colours that found nothing.

    `names` are the ids and classes that a colour can be given to.
    """

    plate: Plate
    troubles: tuple[Trouble, ...]
    idle: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def read_svg(path: Path, faces: Faces, language: str = "en") -> SvgArt:
    """Return the drawing in a file; raises SvgError.

    One that says nothing of its size is as large as what it draws.
    """
    root = read_tree(path)
    try:
        width, height = absolute(root.get("width")), absolute(root.get("height"))
        view = view_box(root.get("viewBox"))
    except ValueFault as fault:
        raise SvgError("svg.size", f"'{path.name}': {fault}", _SIZE_HINT) from None
    if _is_flat(width, height, view):
        message = f"'{path.name}' has no size: its width, height or viewBox is 0"
        raise SvgError("svg.size", message, _SIZE_HINT)
    if view is None and width is not None and height is not None:
        view = Box(0.0, 0.0, width, height)
    if view is None:
        scene = Scene(path.name, root, faces, Look(), language)
        view = _drawn_box(scene)
    size = _size(width, height, view)
    return SvgArt(path, Size(size.width * MM_PER_PX, size.height * MM_PER_PX), root, view)


def _is_flat(width: float | None, height: float | None, view: Box | None) -> bool:
    if any(length is not None and length <= 0 for length in (width, height)):
        return True
    return view is not None and (view.width <= 0 or view.height <= 0)


def _size(width: float | None, height: float | None, view: Box) -> Size:
    """Return the size of a drawing in px; what is not said follows from its view box."""
    if width is None and height is None:
        return Size(view.width, view.height)
    if width is None:
        return Size((height or 0.0) * view.width / view.height, height or 0.0)
    return Size(width, width * view.height / view.width if height is None else height)


def _drawn_box(scene: Scene) -> Box:
    frame = Frame(Transform(), START, Size(100.0, 100.0))
    ink = draw_root(scene, scene.root, frame)
    box = box_round(ink, Fonts(), Transform())
    if box is None or box.width <= 0 or box.height <= 0:
        message = f"'{scene.name}' has no size and draws nothing"
        raise SvgError("svg.size", message, _SIZE_HINT)
    return box


def drawn(art: SvgArt, size: Size, look: Look, faces: Faces, language: str = "en") -> Drawn:
    """Return a drawing as a plate of a size in mm, stretched if it is of another shape."""
    scene = Scene(art.path.name, art.root, faces, look, language)
    whole = Box(0.0, 0.0, *art.size)
    fit = fitted(art.view, whole, art.root.get("preserveAspectRatio"))
    stretch = Transform.scaled(size.width / art.size.width, size.height / art.size.height)
    frame = Frame(fit.map.then(stretch), START, Size(art.view.width, art.view.height))
    ink = tuple(draw_root(scene, art.root, frame))
    page = Box(0.0, 0.0, *size)
    reach = box_round(ink, Fonts(), Transform())
    if reach is not None and not within(reach, page, _HAIR):
        ink = (Group(ink, clip=page),)
    names = (*(f"#{name}" for name in scene.names), *(f".{name}" for name in sorted(scene.classes)))
    plate = Plate(f"svg {art.path.stem}", size, _NO_BLEED, ink)
    return Drawn(plate, scene.troubles.all(), tuple(scene.idle), names)
