"""A stranger's PDF looked at by another process: what draws it may fall, or never end.

PDFium is strong but not made to be interrupted: a pattern within patterns keeps it for days, a
stream that unpacks to gigabytes takes all memory.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from cardforge.check.verify.looks import Eye
from cardforge.geometry import Box
from cardforge.workers import Task, WorkerLost, aside

if TYPE_CHECKING:
    from cardforge.check.verify.looks import Picture

    _Ask: TypeAlias = Callable[[tuple[int, Box]], Picture | None]

# How long one part of a page may take, and all of a file: for the file itself and for each page.
_SECONDS, _OF_FILE, _OF_PAGE = 20.0, 60.0, 0.5
# What drawing may take besides what is taken already, in bytes.
_MOST_MEMORY = 1 << 30


class Unseen(Exception):
    """Raised when a PDF cannot be drawn, or not in a sensible time and memory."""


class DistantEye:
    """Sees parts of the pages of a PDF as an `Eye` does; use `distant` to have one."""

    def __init__(self, ask: _Ask, pages: int) -> None:
        self._ask = ask
        self._end = time.monotonic() + _OF_FILE + _OF_PAGE * pages

    def see(self, index: int, box: Box) -> Picture:
        """Return a part of a page, given in mm, as a small picture; raises Unseen."""
        if time.monotonic() > self._end:
            raise Unseen
        seen = self._ask((index, box))
        if seen is None:
            raise Unseen
        return seen


@contextmanager
def distant(data: bytes, pages: int) -> Iterator[DistantEye]:
    """Give what sees a PDF of so many pages, from another process; raises Unseen."""
    looker = _Looker(data)
    try:
        with aside(Task(looker, looker.make, "draws pages"), seconds=_SECONDS) as ask:
            yield DistantEye(ask, pages)
    except WorkerLost:
        raise Unseen from None


class _Looker:
    """Opens a PDF at the first look, in the process that is to look."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._eye: Eye | None = None

    def make(self) -> _Looker:
        """Return what a new process works with."""
        return self

    def __call__(self, asked: tuple[int, Box]) -> Picture | None:
        """Return what is seen, None where nothing can be."""
        import pypdfium2

        try:
            if self._eye is None:
                _bound_memory()
                self._eye = Eye(self._data)
            return self._eye.see(*asked)
        except (pypdfium2.PdfiumError, ValueError, MemoryError):
            return None


def _bound_memory() -> None:
    """Let this process take no more than a certain memory, where the system can see to that."""
    if sys.platform != "linux":
        return
    import resource

    with suppress(OSError, ValueError):
        sizes = Path("/proc/self/statm").read_text(encoding="ascii").split()
        taken = int(sizes[0]) * resource.getpagesize()
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        wanted = taken + _MOST_MEMORY
        limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_AS, (limit, most))
        # What falls for want of memory leaves no gigabytes behind.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
