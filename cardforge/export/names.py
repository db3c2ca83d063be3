"""Names of files that every shop and every system takes, and that keep order, language, copies."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 120
# Names that Windows keeps for devices, whatever their ending.
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)\Z", re.IGNORECASE)
# Letters that no accent can be taken from.
_SPELLED = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i",
    "Æ": "Ae", "Œ": "Oe", "Ø": "O", "Đ": "D", "Ð": "D", "Ł": "L", "Þ": "Th", "ẞ": "Ss",
}  # fmt: skip
_REFUSED = re.compile(r"[^A-Za-z0-9_]+")


def plain(text: str) -> str:
    """Return a text in ASCII letters, digits, `_` and `-`, its accents taken off; never empty.

    What has no such spelling becomes its code point, so that no two cards lose their difference.
    """
    if text.isascii():
        return _REFUSED.sub("-", text).strip("-") or "x"
    spelled = "".join(_SPELLED.get(c, c) for c in unicodedata.normalize("NFC", text))
    bare = "".join(
        c for c in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(c)
    )
    coded = "".join(_coded(c) for c in bare)
    return _REFUSED.sub("-", coded).strip("-") or "x"


def _coded(character: str) -> str:
    """Return a letter or figure of another script as its code point, anything else as it is."""
    if character.isascii() or not character.isalnum():
        return character
    return f"-u{ord(character):x}-"


class Names:
    """Gives out the names of the files of one package: no two differ only in capitals."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def give(self, folder: str, *parts: str, ending: str) -> str:
        """Return the path of a file, its parts joined by `-` and a number added if it is taken.

        Of a name that is too long the longest parts are shortened.
        """
        plain_parts, more, again = [plain(part) for part in parts], list[str](), 2
        while True:
            stem = _fitting([*plain_parts, *more], LONGEST - len(ending) - 1)
            name = f"{folder}/{stem}.{ending}"
            if name.lower() not in self._taken:
                self._taken.add(name.lower())
                return name
            more, again = [str(again)], again + 1


def _fitting(parts: list[str], room: int) -> str:
    """Return parts joined by `-` that are not longer than the room, and no name of a device."""
    parts = list(parts)
    while (over := len("-".join(parts)) - room) > 0:
        longest = max(range(len(parts)), key=lambda index: len(parts[index]))
        half = max(len(parts[longest]) // 2, len(parts[longest]) - over)
        parts[longest] = parts[longest][:half].rstrip("-")
    stem = "-".join(parts)
    return f"_{stem}" if _RESERVED.match(stem) else stem


def base(name: str) -> str:
    """Return the name of a file without its folder."""
    return name.rpartition("/")[2]


def number(count: int, of: int) -> str:
    """Return a number with as many figures as sorting by name needs: at least three."""
    return str(count).zfill(max(3, len(str(of))))
