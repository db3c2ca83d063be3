"""One font's words as glyphs, by HarfBuzz: joined, reordered, kerned, marks in place."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, lru_cache
from typing import Any
from unicodedata import normalize

from cardforge.geometry import Segment
from cardforge.shaping.characters import INVISIBLE, JOINERS
from cardforge.shaping.clusters import is_start
from cardforge.shaping.outline import OutlinePen
from cardforge.shaping.said import spread
from cardforge.shaping.values import Glyph, Shaping

# Letters that stand apart are no ligatures; what a script cannot be written without stays.
_APART = {"liga": False, "clig": False}
# The scripts of characters that many scripts share, and of marks.
_SHARED = frozenset((None, "", "Zyyy", "Zinh", "Zzzz"))
# Japanese is written in three scripts at once.
_JAPANESE = {"Hira": "Hani", "Kana": "Hani"}
_LATIN = "Latn"
# A language, whether it runs to the left, features.
_How = tuple[str, bool, dict[str, bool | int]]
_DROPPED = {ord(char): None for char in INVISIBLE - frozenset(JOINERS)}


def engine_version() -> str:
    """Return the release of HarfBuzz: another one may place letters otherwise."""
    import uharfbuzz

    return f"harfbuzz {uharfbuzz.version_string()}"


class Engine:
    """A font file opened by HarfBuzz."""

    def __init__(self, data: bytes) -> None:
        import uharfbuzz

        face = uharfbuzz.Face(uharfbuzz.Blob(data))
        self._font: Any = uharfbuzz.Font(face)
        self._shape = uharfbuzz.shape
        # One for all words: what is set here stays when its contents go.
        self._buffer: Any = uharfbuzz.Buffer()
        self._buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
        self._buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        self._count: int = face.glyph_count
        self._em: float = face.upem

    def shape(self, word: str, shaping: Shaping, *, rtl: bool, spaced: bool) -> tuple[Glyph, ...]:
        """Return the glyphs of a text without blanks that runs one way, from left to right.

        `spaced` says that the letters will stand apart: no ligatures then.
        """
        features = _features(shaping.features)
        if spaced:
            features = {**_APART, **features}
        if word.isascii():
            how = shaping.language, rtl, features
            return self._letters(word, how) or tuple(self._part(word, (0, len(word)), _LATIN, how))
        # A letter and its mark are one, whether typed as one character or as two.
        word = normalize("NFC", word)
        parts = _by_script(word)
        glyphs: list[Glyph] = []
        for start, end, script in reversed(parts) if rtl else parts:
            glyphs += self._part(word, (start, end), script, (shaping.language, rtl, features))
        return tuple(glyphs)

    def _letters(self, word: str, how: _How) -> tuple[Glyph, ...] | None:
        """Return the glyphs of a word of plain letters, None where they are no longer one each.

        What `_part` gives, without its detours: nine of ten words are such.
        """
        if how[1]:
            return None
        infos, places = self._shaped([*map(ord, word)], (0, len(word)), _LATIN, how)
        if len(infos) != len(word):
            return None
        em, count = self._em, self._count
        glyphs = []
        for info, place, char in zip(infos, places, word, strict=True):
            dx, dy, advance, _ = place.position
            if dy or info.codepoint >= count:
                return None
            glyphs.append(Glyph(info.codepoint, advance / em, dx / em, 0.0, char))
        return tuple(glyphs)

    def outline(self, glyph: int) -> tuple[Segment, ...]:
        """Return the outline of a glyph from the start of its baseline, in em and y down."""
        pen = OutlinePen(self._em)
        self._font.draw_glyph_with_pen(glyph, pen)
        return tuple(pen.segments)

    def _shaped(
        self, codes: list[int], span: tuple[int, int], script: str, how: _How
    ) -> tuple[list[Any], list[Any]]:
        """Return what HarfBuzz says of a part of a word in one script; the rest is its context."""
        language, rtl, features = how
        buffer = self._buffer
        buffer.clear_contents()
        buffer.add_codepoints(codes, span[0], span[1] - span[0])
        buffer.direction = "rtl" if rtl else "ltr"
        buffer.script = script
        # Never the language of the machine.
        buffer.language = language or "und"
        self._shape(self._font, buffer, features)
        return buffer.glyph_infos, buffer.glyph_positions

    def _part(self, word: str, span: tuple[int, int], script: str, how: _How) -> list[Glyph]:
        """Return the glyphs of a part of a word in one script."""
        infos, places = self._shaped([*map(ord, word)], span, script, how)
        if not infos:
            return []
        rtl = how[1]
        texts = _texts(word, span, [info.cluster for info in infos])
        ends = _ends(word, [info.cluster for info in infos])
        em = self._em
        glyphs = [
            Glyph(
                info.codepoint if info.codepoint < self._count else 0,
                place.x_advance / em,
                place.x_offset / em,
                place.y_offset / em,
                text,
                end,
                rtl,
            )
            for info, place, text, end in zip(infos, places, texts, ends, strict=True)
        ]
        return spread(glyphs, rtl=rtl)


def _texts(word: str, span: tuple[int, int], clusters: list[int]) -> list[str]:
    """Return what each glyph says: the first of a cluster says it for all of them."""
    starts = sorted({span[0], *clusters})
    bounds = [*starts[1:], span[1]]
    said = {a: word[a:b].translate(_DROPPED) for a, b in zip(starts, bounds, strict=True)}
    if span[0] not in clusters:
        # What was dropped before the first glyph is said with it.
        said[starts[1]] = said.pop(span[0]) + said[starts[1]]
    return [said.pop(cluster, "") for cluster in clusters]


def _ends(word: str, clusters: list[int]) -> list[bool]:
    """Return for each glyph whether it is the last one, in drawing order, of its letter."""
    if word.isascii():
        letters = clusters
    else:
        starts = [place for place in range(len(word)) if is_start(word, place)]
        letters = [bisect_right(starts, cluster) for cluster in clusters]
    return [a != b for a, b in zip(letters, [*letters[1:], None], strict=True)]


@cache
def _features(written: tuple[str, ...]) -> dict[str, bool | int]:
    """Return features as HarfBuzz takes them."""
    found: dict[str, bool | int] = {}
    for feature in written:
        name, _, value = feature.lstrip("+-").partition("=")
        found[name] = int(value) if value else not feature.startswith("-")
    return found


def _by_script(word: str) -> list[tuple[int, int, str]]:
    """Return the parts of a word that are of one script: from, to, script."""
    parts: list[tuple[int, int, str]] = []
    for place, char in enumerate(word):
        script = script_of(char)
        if parts and script in ("", parts[-1][2]):
            parts[-1] = (parts[-1][0], place + 1, parts[-1][2])
        elif parts and not parts[-1][2]:
            parts[-1] = (parts[-1][0], place + 1, script)
        else:
            parts.append((place, place + 1, script))
    return [(start, end, script or "Zyyy") for start, end, script in parts]


@lru_cache(maxsize=8192)
def script_of(char: str) -> str:
    """Return the script of a character such as Arab, an empty text where many scripts have it."""
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(char)
    buffer.guess_segment_properties()
    script = buffer.script
    return "" if script in _SHARED else _JAPANESE.get(script, script)
