"""What a cell and a header mean: invisible signs at their ends fall away, a header is a name."""

from __future__ import annotations

import re
import unicodedata

# Signs that take no room and that nobody sees: they come along when cells are copied.
_UNSEEN = "\u00ad\u200b\u2060\ufeff"
_MORE_UNSEEN = f"{_UNSEEN}\u200c\u200d\u200e\u200f"
EDGE = "".join(chr(code) for code in range(0x3001) if chr(code).isspace()) + _UNSEEN
_DROPPED = dict.fromkeys(map(ord, _MORE_UNSEEN))
# Headers that are nothing but a sign.
_SIGNS = {"#": "number", "№": "number", "%": "percent", "?": "question", "€": "euro", "$": "dollar"}
# Words of the expressions: a field of that name could not be asked for.
_RESERVED = frozenset(
    "and else false if in is max min none not or range self true".split()
)  # fmt: skip
_CAMEL = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])")


def clean(cell: str) -> str:
    """Return a cell without blanks and unseen signs at its ends, line breaks in it as one sign."""
    cell = cell.strip(EDGE)
    if "\r" in cell or "\x0b" in cell:
        cell = cell.replace("\r\n", "\n").replace("\r", "\n").replace("\x0b", "\n")
    return cell


def seen(header: str) -> str:
    """Return a header as it looks: without what nobody sees, its blanks as single spaces."""
    return " ".join(unicodedata.normalize("NFC", header).translate(_DROPPED).split())


def field_name(header: str) -> str:
    """Return the name by which expressions know a column, "" for a header without letters.

    `Card Name` is `card_name`, `Mana-Cost` and `manaCost` are `mana_cost`, `#` is `number`.
    """
    header = seen(header)
    if header in _SIGNS:
        return _SIGNS[header]
    letters = (c if f"a{c}".isidentifier() else " " for c in _CAMEL.sub(" ", header).lower())
    name = "_".join("".join(letters).split()).strip("_")
    if not name:
        return ""
    if name in _RESERVED:
        return f"{name}_"
    return name if name.isidentifier() else f"_{name}"
