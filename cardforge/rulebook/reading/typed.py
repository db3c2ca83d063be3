"""What is wrong with the words that were typed: numbers that data should say, words never used."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import lru_cache

from cardforge import in_words
from cardforge.diagnostics import Report
from cardforge.rulebook.reading.glossary import Entry
from cardforge.rulebook.reading.source_text import SourceText

COUNTED = ("contents", "setup")
_HEADING = re.compile(r"## .*?(?:\{\s*#([\w-]+)[^}]*\})?\s*$")
# What no reader sees: addresses, ids, the marks of lists, the first words of blocks.
_UNSEEN = re.compile(
    r"\]\([^)\n]*\)|https?://\S+|\{\s*#[^}\n]*\}|(?m:^\s*\d+[.)](?=\s))|(?m:^\s*:{3,}\s*ruling\s+\S+)"
    r"|(?m:^\s*:{3,}\s*\w+)"
)
_FIGURES = re.compile(r"(?<![\w.,])\d+(?:[ \u00a0\u202f]\d{3}(?!\d))*(?:[.,]\d+)*(?!\w|[.,]\d)")


def check_typed(
    source: SourceText, data: list[tuple[int, str]], glossary: Mapping[str, Entry],
    language: str, report: Report,
) -> None:  # fmt: skip
    """Report the faults of typed text; `data` are its stretches with their places."""
    numbers = _numbers(language)
    never = _never(glossary)
    sections = _sections(source.text)
    for start, text in data:
        seen = _UNSEEN.sub(lambda match: "\0" * len(match.group()), text)
        _check_numbers(source, start, seen, numbers, sections, report)
        for pattern, entry in never:
            for match in pattern.finditer(seen):
                span = source.span(start + match.start(), start + match.end())
                message = f"'{match.group()}' is never used for '{entry.term}'"
                report.error("rulebook.term", message, span, hint=f"write {entry.term}")


def _check_numbers(
    source: SourceText, start: int, text: str, words: re.Pattern[str] | None,
    sections: list[tuple[int, str]], report: Report,
) -> None:  # fmt: skip
    for match in (*_large(text), *(words.finditer(text) if words else ())):
        at = start + match.start()
        number = bisect_right(sections, at, key=lambda section: section[0])
        section = sections[number - 1][1] if number else ""
        if section in COUNTED:
            message = f"'{match.group()}' is a number that is typed in section {section}"
            hint = 'let data say it: {{ facts.hand }}, {{ total("deck") }}, {{ players }}'
            span = source.span(at, start + match.end())
            report.error("rulebook.typed-number", message, span, hint=hint)


def _large(text: str) -> Iterator[re.Match[str]]:
    return (m for m in _FIGURES.finditer(text) if m.group() not in ("0", "1"))


def _sections(text: str) -> list[tuple[int, str]]:
    """Return where each section begins in the source, and its id."""
    found, at = [], 0
    for line in text.split("\n"):
        match = _HEADING.match(line)
        if match is not None:
            found.append((at, match[1] or ""))
        at += len(line) + 1
    return found


@lru_cache(maxsize=8)
def _numbers(language: str) -> re.Pattern[str] | None:
    """Return the pattern of the numbers from two to ninety-nine in words, None without words."""
    try:
        words = {in_words.spelled(number, language) for number in range(2, 100)}
    except ValueError:
        return None
    longest = sorted(words, key=len, reverse=True)
    # Between the parts of a number some write a hyphen, others a space.
    spelled = "|".join(r"[\s-]".join(re.split("[ -]", word)) for word in longest)
    return re.compile(rf"(?<![\w-])(?:{spelled})(?![\w-])", re.IGNORECASE)


def _never(glossary: Mapping[str, Entry]) -> list[tuple[re.Pattern[str], Entry]]:
    found = []
    for entry in glossary.values():
        for word in entry.never:
            spelled = r"\s+".join(re.escape(part) for part in word.split())
            pattern = re.compile(rf"(?<!\w){spelled}s?(?!\w)", re.IGNORECASE)
            found.append((pattern, entry))
    return found
