"""The display list: seven kinds of ink, plates and pages of it, and how it is written as text.

`ink.dump(plate)` prints a plate, one item a line; `ink.digest(plate)` is a hash of what is printed.
"""

from cardforge.ink.kinds import (
    Group,
    Image,
    Ink,
    Line,
    Page,
    Path,
    Plate,
    Rect,
    Text,
    Use,
)
from cardforge.ink.written import digest, dump

__all__ = [
    "Group",
    "Image",
    "Ink",
    "Line",
    "Page",
    "Path",
    "Plate",
    "Rect",
    "Text",
    "Use",
    "digest",
    "dump",
]
