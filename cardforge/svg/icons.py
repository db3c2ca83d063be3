"""Icons from SVG files: of one colour, and then they take that of the text, or of several.

An icon of plain areas becomes a path like any other icon's.  Others keep their ink, in which one
colour stands for that of the text.
"""

from __future__ import annotations

from typing import Any

from cardforge.diagnostics import Report
from cardforge.fonts import FontError, Fonts
from cardforge.fonts.choosing import face_of
from cardforge.gamefolder import FileError, find_file
from cardforge.geometry import Segment, Size
from cardforge.ink import Group, Ink, Path
from cardforge.model import Game, Icon
from cardforge.svg.areas import by_winding, united
from cardforge.svg.art import Drawn, SvgArt, drawn, read_svg
from cardforge.svg.changed import TEXT_COLOR, has_one_color
from cardforge.svg.drawings import tell
from cardforge.svg.faces import GameFaces
from cardforge.svg.faults import SvgError
from cardforge.svg.scene import Faces, Look
from cardforge.svg.strokes import Pen, stroke_area

Segments = tuple[Segment, ...]
# An icon is drawn so many mm wide or high and then made smaller: fine enough for any size.
_LARGE = 100.0
_CHORD = 0.02


def game_faces(game: Game, fonts: Fonts) -> GameFaces:
    """Return where drawings of a game find their fonts."""

    def opened(name: str, bold: bool, italic: bool) -> Any:
        try:
            return face_of(game, fonts, name, bold=bold, italic=italic)
        except FontError:
            # A font that cannot be opened is reported where the game names it.
            return None

    return GameFaces(game.fonts, opened, game.folder)


def with_drawn_icons(game: Game, report: Report) -> Game:
    """Return a game whose icons from files are drawn; those that cannot be are broken."""
    faces = game_faces(game, Fonts())
    icons: dict[str, Icon] = {}
    broken = set(game.broken)
    for name, icon in game.icons.items():
        made = icon if icon.file is None else _drawn_icon(game, icon, faces, report)
        if made is None:
            broken.add(f"icons {name}")
        else:
            icons[name] = made
    return game._replace(icons=icons, broken=frozenset(broken))


def _drawn_icon(game: Game, icon: Icon, faces: Faces, report: Report) -> Icon | None:
    span = icon.span or game.span
    try:
        path = find_file(game.folder, icon.file or "")
        art = read_svg(path, faces)
        scale = _LARGE / max(art.size)
        size = Size(art.size.width * scale, art.size.height * scale)
        shown = _in_text_color(art, size, faces)
    except FileError as fault:
        hint = fault.hint or "name an SVG file of the game folder"
        report.error(f"image.{fault.reason}", fault.message, span, hint=hint)
        return None
    except SvgError as fault:
        report.error(fault.code, fault.message, span, hint=fault.hint)
        return None
    tell(report, shown, path, span, None)
    items = shown.plate.items
    outlines = [outline for item in items for outline in _outlines(item)]
    data = path_data(united(outlines))
    plain = all(isinstance(item, Path) and item.fill == TEXT_COLOR for item in items)
    if plain and not any(item.stroke for item in items if isinstance(item, Path)):
        items = ()
    return Icon(data, (0.0, 0.0, *size), False, str(path), span, items)


def _in_text_color(art: SvgArt, size: Size, faces: Faces) -> Drawn:
    """Return an icon in which the colour of the text stands for `currentColor`, or for all."""
    found = drawn(art, size, Look(current=TEXT_COLOR), faces)
    if has_one_color(found.plate.items):
        whole = drawn(art, size, Look(current=TEXT_COLOR, whole=TEXT_COLOR), faces)
        return whole._replace(idle=())
    return found._replace(idle=())


def _outlines(item: Ink) -> list[Segments]:
    """Return what an ink covers, clips apart: the icon in one colour."""
    match item:
        case Path():
            found = []
            if item.fill is not None:
                found.append(by_winding(item.segments) if item.even_odd else item.segments)
            if item.stroke is not None:
                pen = Pen(item.line_width, item.cap, item.join, 10.0, item.dash)
                found.append(stroke_area(item.segments, pen, _CHORD))
            return found
        case Group():
            return [outline for inner in item.items for outline in _outlines(inner)]
        case _:
            return []


def path_data(segments: Segments) -> str:
    """Return segments in the syntax of SVG."""
    return " ".join(
        f"{kind}{' '.join(f'{value:.4f}' for value in values)}" for kind, *values in segments
    )
