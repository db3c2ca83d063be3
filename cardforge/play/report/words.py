"""The words of reports in French and English, and numbers as each language writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from math import floor, isfinite, log10
from typing import Any

from cardforge.decode import plain
from cardforge.diagnostics import Report
from cardforge.presets import DATA
from cardforge.rulebook.book import Words as Run
from cardforge.rulebook.reading.typography import typeset
from cardforge.source import read
from cardforge.wording import compile_text

TALES = DATA / "tales"
LANGUAGES = ("fr", "en")
NARROW = "\u202f"
_SIGNIFICANT = 4
# What no line parts: a number and its sign.
_PERCENT, _ERROR = re.compile(r"(?<=\d) %"), re.compile(r"± (?=\d)")


@cache
def tale(name: str) -> dict[str, Any]:
    """Return the words of a file of tales; a fault in it is a bug of cardforge."""
    report = Report()
    node = read(TALES / f"{name}.yaml", report)
    if node is None or report.has_errors:
        raise RuntimeError(f"the tale {name}.yaml is broken: {report.problems}")
    found: dict[str, Any] = plain(node)
    return found


def language_of(asked: str) -> str:
    """Return the language of the words: the one asked for, or English."""
    return asked if asked in LANGUAGES else "en"


def set_well(text: str, language: str) -> str:
    """Return a text with the spaces, quotes and apostrophes of its language."""
    text = "".join(p.text for p in typeset((Run(text),), language) if isinstance(p, Run))
    text = _ERROR.sub("±\u00a0", text)
    return _PERCENT.sub(f"{NARROW}%", text) if language == "fr" else text


class Words:
    """The words of a report in one language."""

    def __init__(self, language: str) -> None:
        self.language = language_of(language)
        self.table: Mapping[str, Any] = tale("report")[self.language]

    def __call__(self, key: str, /, **values: Any) -> str:
        """Return a text of the report with its values."""
        return self.filled(self.table[key], values)

    def filled(self, text: str, values: Mapping[str, Any]) -> str:
        """Return a text with its values."""
        said = str(compile_text(text)(values)) if "{" in text else text
        return set_well(said, self.language)

    def named(self, group: str, key: str, engine: str = "") -> str | None:
        """Return a name out of a group, the engine's own one before that of all; None if none."""
        for table in (self.table[group].get(engine), self.table[group]):
            found = table.get(key) if isinstance(table, Mapping) else None
            if isinstance(found, str):
                return set_well(found, self.language)
        return None

    def bot(self, name: str) -> str:
        """Return how a policy plays, with its name as it is typed where that is another one."""
        said = self.named("bots", name)
        return name if said in (None, name) else f"{said} ({name})"

    # --- numbers ---

    def number(self, value: float, digits: int = 0) -> str:
        """Return a number with so many digits after the point, which is a comma in French."""
        if not isfinite(value):
            return "–"
        said = f"{value:,.{digits}f}"
        if float(said.replace(",", "")) == 0:
            said = said.removeprefix("-")
        said = said.replace("-", "−")
        if self.language == "fr":
            return said.replace(",", NARROW).replace(".", ",")
        return said

    def figure(self, value: float, se: float | None = None) -> str:
        """Return a number with two digits of its error, as a table has it."""
        return self.number(value, digits_of(value, se))

    def known(self, value: float, se: float | None = None) -> str:
        """Return a number as exactly as it is known: its error is in the last digit."""
        return self.number(value, known_digits(value, se))

    def share(self, value: float, digits: int = 1) -> str:
        """Return a proportion in per cent."""
        percent = 100 * value
        if 0 < percent < 10.0**-digits / 2:
            return f"< {self.share(10.0**-digits / 100, digits)}"
        sign = f"{NARROW}%" if self.language == "fr" else "%"
        return f"{self.number(percent, digits)}{sign}"

    def signed(self, value: float, digits: int) -> str:
        """Return a number with its sign."""
        said = self.number(value, digits)
        return said if said.startswith("−") or not float_of(said) else f"+{said}"

    def listed(self, parts: list[str]) -> str:
        """Return names as a list in a sentence: a, b and c."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self.table['and']} {parts[-1]}"


def float_of(said: str) -> bool:
    """Return whether a number as it is written has any digit but 0."""
    return any(char in "123456789" for char in said)


def known_digits(value: float, se: float | None = None) -> int:
    """Return how many digits after the point of a number are sure, the last one nearly."""
    return max(digits_of(value, se) - 1, 0) if se else digits_of(value)


def digits_of(value: float, se: float | None = None) -> int:
    """Return how many digits after the point a number is worth."""
    if se:
        # Two digits of the error, as a table of measures has them.
        return min(max(1 - floor(log10(se)), 0), 5)
    if value == int(value):
        return 0
    return min(max(_SIGNIFICANT - 1 - floor(log10(abs(value))), 0), 5)
