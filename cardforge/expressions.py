"""What an expression is: its names, how it is evaluated, and how it can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

from cardforge.diagnostics import did_you_mean, shortened

LONGEST_RESULT = 20_000
DEEPEST_RESULT = 100
LARGEST_NUMBER = 10**15
# Python writes no number of more than 4300 digits.
_MOST_BITS = 10_000


class WordingError(Exception):
    """An expression that cannot be read or evaluated; `hint` says how to mend it."""

    def __init__(
        self, message: str, hint: str | None = None, code: str = "expression.syntax"
    ) -> None:
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


def look_up(scope: Mapping[str, Any], name: str) -> Any:
    """Return the value of a name; raises WordingError with a suggestion when there is none."""
    try:
        value = scope[name]
    except KeyError:
        raise unknown_name(name, scope) from None
    if isinstance(value, (str, list, tuple, dict)):
        weigh(value)
    return value


def weigh(value: Any, left: int = LONGEST_RESULT) -> int:
    """Return what is left of a limit after the letters and entries of a value are counted.

    A list of lists that are one and the same costs little and is endless when it is printed.
    Raises WordingError when nothing is left.
    """
    waiting = [(value, 0)]
    while waiting:
        value, depth = waiting.pop()
        left -= len(value) if isinstance(value, (str, list, tuple, dict)) else _single(value)
        if left < 0:
            raise forbidden(f"the result is longer than {LONGEST_RESULT} characters")
        if isinstance(value, (list, tuple, dict)):
            if depth == DEEPEST_RESULT:
                raise forbidden("the result is a list of lists nested too deep")
            children = (*value, *value.values()) if isinstance(value, dict) else value
            waiting.extend((child, depth + 1) for child in children)
    return left


def _single(value: Any) -> int:
    """Return 1; an unknown name inside a list raises its own error when asked for its truth."""
    bool(value)
    if isinstance(value, float) and not isfinite(value):
        raise forbidden(f"the result is '{value}', which is no number")
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise forbidden("the number is too large")
    return 1


def forbidden(message: str, hint: str | None = None) -> WordingError:
    """Return the error for what an expression may not do."""
    return WordingError(message, hint, "expression.forbidden")


def unknown_name(name: str, scope: Mapping[str, Any]) -> WordingError:
    """Return the error for a name that nothing defines."""
    hint = did_you_mean(name, scope) or "the names here: " + ", ".join(sorted(scope)[:12])
    message = f"nothing here is called '{shortened(name)}'"
    return WordingError(message, hint, "expression.unknown-name")


def holds(value: Any) -> bool:
    """Return whether what a condition came to counts as true; the text 'false' does not."""
    if isinstance(value, str):
        return value.strip().lower() not in ("", "false")
    return bool(value)


def printed(value: Any) -> str:
    """Return a value as it is printed: truth values in lower case, nothing as no text."""
    if value is None:
        return ""
    if value is True or value is False:
        return "true" if value else "false"
    return str(value)
