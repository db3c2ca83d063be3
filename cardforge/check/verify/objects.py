"""The objects of a PDF as values of Python; a damaged one is read as an empty one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pikepdf

# What pikepdf raises for objects that are not what they should be.
DAMAGE = (
    pikepdf.PdfError, pikepdf.ForeignObjectError, ValueError, TypeError, KeyError, IndexError,
    AttributeError, ArithmeticError, RuntimeError, UnicodeError, NotImplementedError,
)  # fmt: skip


def is_array(found: Any) -> bool:
    """Return whether an object is an array."""
    return isinstance(found, (list, pikepdf.Array))


def listed(found: Any) -> list[Any]:
    """Return an array as a list, another object as a list of it alone."""
    if found is None:
        return []
    return list(found) if is_array(found) else [found]


def name_of(found: Any) -> str | None:
    """Return a name with its slash, None for anything else."""
    if isinstance(found, str):
        return found
    return str(found) if isinstance(found, pikepdf.Name) else None


def dictionary(found: Any) -> Mapping[str, Any]:
    """Return a dictionary, or that of a stream, as one of Python; empty for anything else."""
    if isinstance(found, dict):
        return found
    if not isinstance(found, (pikepdf.Dictionary, pikepdf.Stream)):
        return {}
    try:
        return {str(key): value for key, value in found.items()}
    except DAMAGE:
        return {}


def is_stream(found: Any) -> bool:
    """Return whether an object is a stream."""
    return isinstance(found, pikepdf.Stream)


def numbers(found: Any, count: int) -> tuple[float, ...] | None:
    """Return an array of so many numbers, None for anything else."""
    if not is_array(found) or len(found) < count:
        return None
    try:
        return tuple(float(value) for value in list(found)[:count])
    except DAMAGE:
        return None


def text_of(found: Any) -> str | None:
    """Return a text or a name without its slash; None when there is none."""
    if found is None or is_array(found) or isinstance(found, (pikepdf.Dictionary, pikepdf.Stream)):
        return None
    try:
        words = str(found)
    except DAMAGE:
        return None
    return words.removeprefix("/") if isinstance(found, pikepdf.Name) else words
