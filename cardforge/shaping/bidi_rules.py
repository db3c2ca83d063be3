"""The second half of UAX #9: numbers, brackets and what lies between letters (W1 to I2)."""

from __future__ import annotations

from itertools import groupby

from cardforge.shaping.bidi_explicit import Sequence

_NEUTRAL = frozenset(("B", "S", "WS", "ON", "FSI", "LRI", "RLI", "PDI"))
_AS_RIGHT = frozenset(("R", "AL", "EN", "AN"))
_PAIRS = (
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋〈〉❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯"
    "⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽⸢⸣⸤⸥⸦⸧⸨⸩"
    "\u3008\u3009《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣"
)
_CLOSING = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
# Two spellings of one pair.
_SAME = {"\u2329": "\u3008", "\u232a": "\u3009"}
_MOST_OPEN = 63


def resolve(sequence: Sequence, text: str, levels: list[int], classes: list[str]) -> None:
    """Give the characters of a sequence their final levels."""
    was = [classes[place] for place in sequence.places]
    kinds = _weak(list(was), sequence.start)
    chars = [_SAME.get(text[place], text[place]) for place in sequence.places]
    _brackets(kinds, was, chars, sequence)
    _neutral(kinds, sequence)
    for place, kind in zip(sequence.places, kinds, strict=True):
        if sequence.level % 2 == 0:
            levels[place] += {"R": 1, "AN": 2, "EN": 2}.get(kind, 0)
        elif kind in ("L", "AN", "EN"):
            levels[place] += 1


def _weak(kinds: list[str], start: str) -> list[str]:
    """Return classes with marks, numbers and their separators resolved (W1 to W7)."""
    _marks_and_numbers(kinds, start)
    for place in range(1, len(kinds) - 1):
        around = {kinds[place - 1], kinds[place + 1]}
        if kinds[place] in ("ES", "CS") and around == {"EN"}:
            kinds[place] = "EN"
        elif kinds[place] == "CS" and around == {"AN"}:
            kinds[place] = "AN"
    place = 0
    for kind, group in groupby(list(kinds)):
        length = len(list(group))
        stop = place + length
        beside = kinds[max(0, place - 1) : place] + kinds[stop : stop + 1]
        if kind == "ET" and "EN" in beside:
            kinds[place:stop] = ["EN"] * length
        place = stop
    strong = start
    for place, kind in enumerate(kinds):
        if kind in ("ES", "ET", "CS"):
            kinds[place] = "ON"
        elif kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[place] = "L"
    return kinds


def _marks_and_numbers(kinds: list[str], start: str) -> None:
    """Resolve marks, and numbers in Arabic text (W1 to W3)."""
    before = strong = start
    for place, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[place] = kind = "ON" if before in ("LRI", "RLI", "FSI", "PDI") else before
        before = kind
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kinds[place] = "AN"
    for place, kind in enumerate(kinds):
        if kind == "AL":
            kinds[place] = "R"


def _brackets(kinds: list[str], was: list[str], chars: list[str], sequence: Sequence) -> None:
    """Give both brackets of a pair one direction (N0)."""
    own = "R" if sequence.level % 2 else "L"
    for opening, closing in _pairs(kinds, chars):
        inside = {_direction(kind) for kind in kinds[opening + 1 : closing]} - {None}
        if own in inside:
            chosen: str | None = own
        elif inside:
            before = (_direction(kind) for kind in reversed(kinds[:opening]))
            context = next(filter(None, before), sequence.start)
            chosen = own if context == own else context
        else:
            chosen = None
        if chosen is not None:
            for place in (opening, closing):
                kinds[place] = chosen
                mark = place + 1
                while mark < len(kinds) and was[mark] == "NSM":
                    kinds[mark] = chosen
                    mark += 1


def _pairs(kinds: list[str], chars: list[str]) -> list[tuple[int, int]]:
    """Return the pairs of brackets, by their opening."""
    opened: list[tuple[str, int]] = []
    found = []
    closings = frozenset(_CLOSING.values())
    for place, char in enumerate(chars):
        if kinds[place] != "ON":
            continue
        if char in _CLOSING:
            if len(opened) == _MOST_OPEN:
                break
            opened.append((_CLOSING[char], place))
        elif char in closings:
            match = next((n for n in range(len(opened) - 1, -1, -1) if opened[n][0] == char), None)
            if match is not None:
                found.append((opened[match][1], place))
                del opened[match:]
    return sorted(found)


def _direction(kind: str) -> str | None:
    """Return which way a class runs where brackets and blanks ask."""
    if kind == "L":
        return "L"
    return "R" if kind in _AS_RIGHT else None


def _neutral(kinds: list[str], sequence: Sequence) -> None:
    """Give blanks and signs the direction of what they stand between (N1, N2)."""
    own = "R" if sequence.level % 2 else "L"
    place = 0
    for is_neutral, group in groupby(list(kinds), _NEUTRAL.__contains__):
        stop = place + len(list(group))
        if is_neutral:
            before = _direction(kinds[place - 1]) if place else sequence.start
            after = _direction(kinds[stop]) if stop < len(kinds) else sequence.end
            kinds[place:stop] = [before or own if before == after else own] * (stop - place)
        place = stop
