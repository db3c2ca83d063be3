"""The pictures of a package: made where a page has changed, left as they are where it has not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardforge.export.kept import Kept, picture_keys
from cardforge.export.package import PictureFile
from cardforge.fonts import Fonts
from cardforge.render.encode import TooLarge

__all__ = ["TooLarge", "made_pictures"]


def made_pictures(
    files: Sequence[PictureFile],
    fonts: Fonts,
    kept: Kept | None = None,
    tick: Callable[[], None] = lambda: None,
    processes: int | None = None,
) -> Iterator[tuple[str, bytes | None]]:
    """Yield name and bytes of every picture once; None: the file in place is still right.

    Equal pictures are made once and come one after the other.  `kept` is told the key of each.
    Raises TooLarge, FontError or ImageError.
    """
    names = {file.name for file in files}
    if kept is not None and names <= kept.keys.keys():
        keys = {name: kept.keys[name] for name in names}
    else:
        keys = picture_keys(files, fonts)
    right = kept.right(keys) if kept is not None else frozenset()
    wanted: dict[str, list[PictureFile]] = {}
    for file in files:
        if file.name in right:
            tick()
            yield file.name, None
        else:
            wanted.setdefault(keys[file.name], []).append(file)
    if not wanted:
        return
    # What draws is not loaded where nothing has changed.
    from cardforge.render.drawing import Drawing, draw

    drawings = [Drawing(one.name, one.page, one.pixels, *one.form) for one, *_ in wanted.values()]
    pictures = draw(drawings, fonts, processes)
    for same, data in zip(wanted.values(), pictures, strict=True):
        for file in same:
            tick()
            yield file.name, data
