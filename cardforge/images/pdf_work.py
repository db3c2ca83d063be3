"""How much work a page of a PDF is to draw: forms that draw forms many times grow fast."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pikepdf

# Bytes of operators that are run through to draw a page, those of a form each time it is drawn.
MOST_WORK = 200_000_000

_USES = re.compile(rb"/([^\s/\[\]()<>{}%]+)\s+(?:Do|scn|SCN)\b")
_CODE = re.compile(rb"#([0-9A-Fa-f]{2})")
# Where resources are called by names that their file makes up.
_HOLDERS = ("/XObject", "/Pattern")


class Work:
    """Counts the work of pages; `unpacked` gives the content of a stream."""

    def __init__(self, unpacked: Callable[[Any], bytes]) -> None:
        self._unpacked = unpacked
        # 0 while it is counted: what draws itself ends there.
        self._known: dict[tuple[int, int], int] = {}

    def of(self, content: bytes, resources: Any) -> int:
        """Return the work that operators are with these resources, at most a little too much."""
        total = len(content)
        for name, times in _used(content).items():
            for holder in _HOLDERS:
                drawn = resources.get(holder, {}).get(name, None)
                if isinstance(drawn, pikepdf.Stream) and drawn.get("/Subtype") != "/Image":
                    total += times * self._of_stream(drawn, resources)
            if total > MOST_WORK:
                break
        return min(total, MOST_WORK + 1)

    def _of_stream(self, stream: Any, outer: Any) -> int:
        if stream.objgen not in self._known:
            self._known[stream.objgen] = 0
            resources = stream.get("/Resources", outer)
            self._known[stream.objgen] = self.of(self._unpacked(stream), resources)
        return self._known[stream.objgen]


def _used(content: bytes) -> Counter[str]:
    """Return how many times each name of a form or a pattern is drawn with."""
    names = Counter(match[1] for match in _USES.finditer(content))
    made: Counter[str] = Counter()
    for name, times in names.items():
        plain = _CODE.sub(lambda code: bytes([int(code[1], 16)]), name)
        made[f"/{plain.decode('utf-8', 'replace')}"] += times
    return made
