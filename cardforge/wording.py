"""Expressions in designs: one sandboxed Jinja2 environment with strict names.

Only expressions and `{% if %}` are allowed: no loops, macros, includes or
method calls, so every expression ends and stays small.  Text whose
expressions are bare names is filled in without Jinja2, which is costly to
import and is left alone until the first real expression.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from cardforge.diagnostics import did_you_mean

LONGEST_RESULT = 20_000
LARGEST_NUMBER = 10**15

_NAME_SLOT = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}", re.ASCII)
_CONSTANTS = {"true", "false", "none", "True", "False", "None"}


class WordingError(Exception):
    """An expression that cannot be read or evaluated; `hint` says how to mend it."""

    def __init__(self, message: str, hint: str | None = None, code: str = "expression.syntax"):
        super().__init__(message)
        self.hint = hint
        self.code = code


class Expression:
    """Text with `{{ … }}`, compiled: the names it uses and how to evaluate it."""

    __slots__ = ("names", "run", "text")

    def __init__(
        self, text: str, names: frozenset[str], run: Callable[[Mapping[str, Any]], Any]
    ) -> None:
        self.text, self.names, self.run = text, names, run

    def __call__(self, scope: Mapping[str, Any]) -> Any:
        """Return the value in a scope; one lone `{{ … }}` keeps its type, else text.

        Raises WordingError for an unknown name or a value that cannot be computed.
        """
        return self.run(scope)


@lru_cache(maxsize=4096)
def compile_text(text: str) -> Expression:
    """Return the expression written as `text`; raises WordingError when it cannot be read."""
    parts = _NAME_SLOT.split(text)
    names = parts[1::2]
    rest = "".join(parts[0::2])
    if names and "{{" not in rest and "{%" not in rest and "{#" not in rest:
        if not _CONSTANTS.intersection(names):
            return Expression(text, frozenset(names), _names_only(parts))
    from cardforge import sandbox

    return sandbox.compile_expression(text)


def compile_condition(text: str) -> Expression:
    """Return the expression of a condition, written with or without the braces."""
    return compile_text(text if "{{" in text else "{{ " + text + " }}")


def _names_only(parts: list[str]) -> Callable[[Mapping[str, Any]], Any]:
    if len(parts) == 3 and not parts[0] and not parts[2]:
        name = parts[1]
        return lambda scope: look_up(scope, name)

    def run(scope: Mapping[str, Any]) -> str:
        pieces = list(parts)
        for i in range(1, len(pieces), 2):
            pieces[i] = printed(look_up(scope, pieces[i]))
        return "".join(pieces)

    return run


def look_up(scope: Mapping[str, Any], name: str) -> Any:
    """Return the value of a name; raises WordingError with a suggestion when there is none."""
    try:
        return scope[name]
    except KeyError:
        raise unknown_name(name, scope) from None


def unknown_name(name: str, scope: Mapping[str, Any]) -> WordingError:
    """Return the error for a name that nothing defines."""
    hint = did_you_mean(name, scope) or "the names here: " + ", ".join(sorted(scope)[:12])
    return WordingError(f"nothing here is called '{name}'", hint, "expression.unknown-name")


def printed(value: Any) -> str:
    """Return a value as it is printed: truth values in lower case, nothing as no text."""
    if value is None:
        return ""
    if value is True or value is False:
        return "true" if value else "false"
    return str(value)
