"""Walks over every sentence of a book, to look at its pieces or to change them."""

from collections.abc import Callable, Iterator
from typing import Any

from cardforge.rulebook.book import Break, IconMark, Inline, Reference, Sentence, Sign, Words

_PIECES = (Words, Break, Reference, Sign, IconMark)


def pieces_in(value: Any) -> Iterator[Inline]:
    """Yield every piece of every sentence in a value of the book, in its order."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, _PIECES):
            yield value
        elif isinstance(value, tuple):
            waiting.extend(reversed(value))


def with_sentences(value: Any, change: Callable[[Sentence], Sentence]) -> Any:
    """Return a value of the book with every sentence in it changed."""
    if not isinstance(value, tuple) or isinstance(value, _PIECES):
        return value
    if value and not hasattr(value, "_fields") and all(isinstance(v, _PIECES) for v in value):
        return change(value)
    changed = [with_sentences(child, change) for child in value]
    if all(a is b for a, b in zip(changed, value, strict=True)):
        return value
    return type(value)(*changed) if hasattr(value, "_fields") else tuple(changed)
