"""Pages as picture files, drawn and packed by as many processes as there are.

Pages are drawn in chunks, each from a small PDF of its own: the memory does not grow with their
number, and the pictures are the same however many processes share the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cardforge.fonts import FontError, Fonts
from cardforge.images import AS_IT_IS, Edit, ImageError
from cardforge.ink import Page
from cardforge.render.encode import TooLarge, encode
from cardforge.render.pdf import PdfInfo, render
from cardforge.render.pictures import Stored, picture, stored_size
from cardforge.render.png import Rasterizer, Room
from cardforge.workers import Task, answers

# A chunk has at most so many pages, and so many pixels unless one page alone has more.
_MOST_PAGES, _MOST_PIXELS = 16, 20_000_000
# A few pictures make chunks of fewer pages, so that no process waits long for the last one.
_CHUNKS = 16
# What takes no longer, in seconds, is drawn by this process alone.
_PATIENCE = 0.06
# So many bytes of prepared picture files are remembered from chunk to chunk.
_REMEMBERED = 64_000_000

_INFO = PdfInfo("pictures", "en", "")


class Drawing(NamedTuple):
    """A page as a picture of exactly so many pixels, a png, jpg or tif; `name` is for messages."""

    name: str
    page: Page
    pixels: tuple[int, int]
    kind: str = "png"
    dpi: float = 300.0
    most_bytes: int | None = None


class _Fault(NamedTuple):
    """What went wrong in a process: the exception to raise in the one that asked."""

    kind: type[Exception]
    arguments: tuple[object, ...]


def draw(
    drawings: Sequence[Drawing],
    fonts: Fonts,
    processes: int | None = None,
    *,
    patience: float = _PATIENCE,
    start: str | None = None,
) -> Iterator[bytes]:
    """Yield the picture files in order; raises FontError, ImageError or TooLarge.

    `processes` None: all cores; `start` is how another process begins, fork or spawn.
    """
    make = partial(_Artist, tuple(drawings), fonts)
    task: Task[range, list[bytes] | _Fault] = Task(make(), make, "drew pictures")
    found = answers(task, _chunks(drawings), processes, patience=patience, start=start)
    # Processes end as soon as nobody wants more pictures.
    with closing(found):
        for answer in found:
            if isinstance(answer, _Fault):
                raise answer.kind(*answer.arguments)
            yield from answer


def _chunks(drawings: Sequence[Drawing]) -> list[range]:
    """Return the numbers of the drawings in chunks that depend on nothing but the drawings."""
    most = min(_MOST_PAGES, -(-len(drawings) // _CHUNKS))
    chunks: list[range] = []
    first = pixels = 0
    for number, drawing in enumerate(drawings):
        own = drawing.pixels[0] * drawing.pixels[1]
        if number > first and (number - first == most or pixels + own > _MOST_PIXELS):
            chunks.append(range(first, number))
            first, pixels = number, 0
        pixels += own
    return [*chunks, range(first, len(drawings))] if drawings else []


class _Artist:
    """Draws chunks of drawings."""

    def __init__(self, drawings: tuple[Drawing, ...], fonts: Fonts) -> None:
        self._drawings, self._fonts = drawings, fonts
        self._pictures = remembering(picture, _REMEMBERED)
        self._room = Room()

    def __call__(self, chunk: range) -> list[bytes] | _Fault:
        drawings = self._drawings[chunk.start : chunk.stop]
        try:
            return self._drawn(drawings)
        except FontError as fault:
            return _Fault(FontError, (fault.code, fault.message, fault.hint, fault.font))
        except ImageError as fault:
            return _Fault(ImageError, (fault.code, fault.message, fault.hint))
        except TooLarge as fault:
            return _Fault(TooLarge, (fault.name, fault.least, fault.most))

    def _drawn(self, drawings: Sequence[Drawing]) -> list[bytes]:
        pages = (drawing.page for drawing in drawings)
        pdf = render(pages, self._fonts, _INFO, self._pictures)
        with Rasterizer(pdf) as document:
            return [self._file(document, *numbered) for numbered in enumerate(drawings)]

    def _file(self, document: Rasterizer, index: int, one: Drawing) -> bytes:
        pixels = document.pixels_in(self._room, index, *one.pixels)
        return encode(pixels, one.kind, one.dpi, one.most_bytes, one.name)


def remembering(
    make: Callable[[Path, Edit], Stored], most_bytes: int
) -> Callable[[Path, Edit], Stored]:
    """Return what prepares picture files and remembers those it was asked for last."""
    known: dict[tuple[Path, Edit], Stored] = {}

    def prepared(path: Path, edit: Edit = AS_IT_IS) -> Stored:
        found = known.pop((path, edit), None) or make(path, edit)
        known[path, edit] = found
        while sum(map(stored_size, known.values())) > most_bytes:
            del known[next(iter(known))]
        return found

    return prepared
