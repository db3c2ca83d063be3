"""Where a line may end inside text without spaces: Chinese, Japanese, Thai, Tibetan, Ethiopic.

What no line begins or ends with is that of UAX #14 and of JIS X 4051 (kinsoku).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from cardforge.shaping.clusters import is_start

_CJK = re.compile(
    "[\u2e80-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U0001aff0-\U0001b16f\U00020000-\U0003ffff]"
)
_THAI = re.compile("[\u0e01-\u0e4e]{2,}")
# After these signs a line may end: they stand between syllables or words.
_AFTER = re.compile("[\u0f0b\u1361]")
_BROKEN = re.compile(f"{_CJK.pattern}|{_THAI.pattern}|{_AFTER.pattern}")

_NO_START = frozenset(
    "、。，．・：；？！）］｝〕〉》」』】〙〗〟゠〜～…‥％‰℃ー々〻〳〴〵ヽヾゝゞ\u3000｡､｣･"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯｰ"
    ",.:;?!)]}»”’-–—\u2010\u2011\u00a0\u202f\u2060\u200d\ufe0e\ufe0f￠"
    "\u0e2f\u0e46\u0f0b\u0f0d\u0f0e\u1361\u1362"
)
_NO_END = frozenset("（［｛〔〈《「『【〘〖〝｢([{«“‘$¥￥￡＄\u00a0\u202f\u2060\u200d\u0e3f")


def break_opportunities(text: str) -> tuple[int, ...]:
    """Return the places where a line may end between two letters of a text.

    Words of scripts that have spaces between their words stay whole, and so does each letter
    with its marks.
    """
    if text.isascii() or not _BROKEN.search(text):
        return ()
    places = {place for place in range(1, len(text)) if _is_between_ideographs(text, place)}
    places.update(match.end() for match in _AFTER.finditer(text))
    for match in _THAI.finditer(text):
        places.update(match.start() + place for place in _thai_words(match[0]))
    return tuple(place for place in sorted(places) if _may_part(text, place))


def _is_between_ideographs(text: str, place: int) -> bool:
    return bool(_CJK.match(text, place - 1) or _CJK.match(text, place))


def _may_part(text: str, place: int) -> bool:
    if not 0 < place < len(text):
        return False
    if text[place - 1] in _NO_END or text[place] in _NO_START:
        return False
    return is_start(text, place)


@lru_cache(maxsize=4096)
def _thai_words(text: str) -> tuple[int, ...]:
    """Return the places between the words of Thai, which stand without spaces."""
    places, at = [], 0
    for word in _thai_parser().parse(text):
        at += len(word)
        places.append(at)
    return tuple(places[:-1])


@lru_cache(maxsize=1)
def _thai_parser() -> Any:
    import budoux

    return budoux.load_default_thai_parser()
