"""What is written in braces after words in brackets: a colour, a size, a font, small capitals."""

from __future__ import annotations

import re
from typing import Any

from cardforge.diagnostics import did_you_mean
from cardforge.markup_values import NOTHING, Fault, Look, Names

# The words that stand alone in braces, and the field of a Look that each of them sets.
FLAGS = {
    "bold": "bold",
    "italic": "italic",
    "small-caps": "small_caps",
    "underline": "underline",
    "strike": "strike",
    "superscript": "raised",
    "subscript": "raised",
}
KEYS = ("color", "size", "font")
_SIZE = re.compile(r"(\d{1,3}(?:\.\d{1,3})?) ?(pt|%)")
# In either unit.
_LEAST, _MOST = 1.0, 1000.0


def look_of(written: str, names: Names) -> Look | Fault | None:
    """Return the look that braces describe, None where they are an icon after plain brackets."""
    parts = [part.strip() for part in _split(written)]
    look = NOTHING
    for part in parts:
        key, colon, value = (word.strip() for word in part.partition(":"))
        found = _keyed(key, value, names) if colon else _alone(part, names)
        if found is None:
            if len(parts) == 1 and names.is_icon(re.split(r"[ :]", part)[0]):
                return None
            return _unknown(part, names)
        if isinstance(found, Fault):
            return found
        look = look._replace(**found)
    return look


def _split(written: str) -> list[str]:
    """Return what stands between the commas, those inside rgb(…) aside."""
    return re.split(r",(?![^()]*\))", written)


def _alone(word: str, names: Names) -> dict[str, Any] | Fault | None:
    if word in FLAGS:
        value = {"superscript": 1, "subscript": -1}.get(word, True)
        return {FLAGS[word]: value}
    if _SIZE.fullmatch(word):
        return _size(word)
    return {"color": word} if names.is_color(word) else None


def _keyed(key: str, value: str, names: Names) -> dict[str, Any] | Fault | None:
    match key:
        case "size":
            return _size(value)
        case "font":
            return {"font": value}
        case "color":
            if names.is_color(value):
                return {"color": value}
            hint = did_you_mean(value, names.colors()) or "name it under palette:"
            return Fault("value.color", f"'{value}' in braces is no colour", hint)
    return None


def _size(written: str) -> dict[str, Any] | Fault:
    match = _SIZE.fullmatch(written)
    size = float(match[1]) if match else 0.0
    if match is None or not _LEAST <= size <= _MOST:
        message = f"'{written}' in braces is no size from 1 pt to 1000 pt or 1 % to 1000 %"
        return Fault("text.markup", message, "write size: 8 pt, or size: 80 %")
    return {"size_pt": size} if match[2] == "pt" else {"share": size / 100.0}


def _unknown(part: str, names: Names) -> Fault:
    near = did_you_mean(part, (*names.colors(), *FLAGS))
    known = f"colours, sizes, {', '.join(FLAGS)}, and {', '.join(f'{key}: …' for key in KEYS)}"
    hint = near or f"known are {known}; write \\[ for a bracket that is to be printed"
    return Fault("text.markup", f"'{part}' in braces after [ ] says nothing about words", hint)
