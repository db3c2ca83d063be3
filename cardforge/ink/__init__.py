"""The display list: seven kinds of ink, plates and pages of it, and how it is written as text.

`ink.dump(plate)` prints a plate, one item a line; `ink.digest(plate)` is a hash of what is printed.
"""

from cardforge.ink.kinds import (
    TAG_ROLES,
    Anchor,
    Group,
    Image,
    Ink,
    Line,
    Link,
    OutlineEntry,
    Page,
    Path,
    Plate,
    Rect,
    Tag,
    Text,
    Use,
)
from cardforge.ink.paint import Gradient, Stop
from cardforge.ink.written import digest, dump, page_digest

__all__ = [
    "TAG_ROLES",
    "Anchor",
    "Gradient",
    "Group",
    "Image",
    "Ink",
    "Line",
    "Link",
    "OutlineEntry",
    "Page",
    "Path",
    "Plate",
    "Rect",
    "Stop",
    "Tag",
    "Text",
    "Use",
    "digest",
    "dump",
    "page_digest",
]
