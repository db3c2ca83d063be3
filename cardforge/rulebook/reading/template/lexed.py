"""Where typed text, tags, calls and printed strings stand in a rules text, in its order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from jinja2 import Environment, TemplateSyntaxError

from cardforge.expressions import forbidden
from cardforge.rulebook.reading.source_text import SourceText

MOST_TAGS = 5_000
# Jinja2 itself fails at some thousands.
MOST_DIGITS = 1_000
WORKING = ("{{", "if", "elif", "for", "set")
# The arguments of macros that readers see, by name and by place.
_PRINTED_KEYS = ("caption", "label", "labels", "note", "alt", "one", "many")
_COMPARED = ("==", "!=", "<", "<=", ">", ">=", "in", "is", "not")
_PRINTED_PLACES = {"component": (1, 2), "pile": (1,), "spot": (1,), "seat": (0,), "icon": (1,)}


class Tag(NamedTuple):
    """A `{{ … }}` or `{% … %}` of the text: its first word and where it is."""

    word: str
    start: int
    end: int


class _Bracket:
    """An open bracket: the name before it, and which argument is being read."""

    __slots__ = ("key", "name", "place")

    def __init__(self, name: str, place: int = 0, key: str = "") -> None:
        self.name, self.place, self.key = name, place, key

    def is_printed(self) -> bool:
        """Return whether what stands here now is printed."""
        if self.key:
            return self.key in _PRINTED_KEYS
        return self.place in _PRINTED_PLACES.get(self.name, ())


class Lexed:
    """The parts of a source; raises TemplateSyntaxError for one that has none."""

    def __init__(self, environment: Environment, source: SourceText) -> None:
        self.data: list[tuple[int, str]] = []
        self.tags: list[Tag] = []
        self.calls: list[tuple[str, int, int]] = []
        # The insides of the strings that macros print.
        self.printed: list[tuple[int, str]] = []
        self._brackets: list[_Bracket] = []
        self._before = ""
        self._is_output = False
        self._name: tuple[str, int, int] | None = None
        at, opened, word = 0, 0, ""
        for line, kind, value in environment.lex(source.text):
            start = source.text.index(value, at)
            at = start + len(value)
            if kind == "data":
                self.data.append((start, value))
            elif kind in ("variable_begin", "block_begin"):
                opened, word = start, "{{" if kind == "variable_begin" else ""
                self._brackets, self._before = [], ""
                self._is_output = kind == "variable_begin"
            elif kind in ("variable_end", "block_end"):
                self.tags.append(Tag(word, opened, start + len(value.rstrip())))
                if len(self.tags) > MOST_TAGS:
                    raise forbidden(f"a rules text has at most {MOST_TAGS:,} tags", "shorten it")
            elif kind == "name":
                word = word or value
            elif kind == "integer" and len(value) > MOST_DIGITS:
                raise TemplateSyntaxError("the number is too large", line)
            self._argument(kind, value, start)

    def working_tags(self) -> Iterator[Tag]:
        """Yield the tags that compute something."""
        return (tag for tag in self.tags if tag.word in WORKING)

    def _is_printed(self, brackets: list[_Bracket]) -> bool:
        """Return whether the string that stands here is printed: by a macro, or as it is."""
        if brackets:
            return brackets[-1].is_printed()
        return self._is_output and self._before not in _COMPARED

    def _argument(self, kind: str, value: str, start: int) -> None:
        """Follow the arguments of calls, and keep the strings among them that are printed."""
        name = self._name
        if kind == "whitespace":
            return
        self._name = (value, start, start + len(value)) if kind == "name" else None
        brackets = self._brackets
        if kind == "string" and self._is_printed(brackets):
            self.printed.append((start + 1, value[1:-1]))
        self._before = value
        if kind != "operator":
            return
        if value in ("(", "[", "{"):
            if value == "(" and name is not None:
                self.calls.append(name)
                brackets.append(_Bracket(name[0]))
            else:
                outer = brackets[-1] if brackets else _Bracket("")
                # What stands inside a list belongs to the argument that the list is.
                brackets.append(_Bracket("", key=outer.key))
        elif value in (")", "]", "}") and brackets:
            brackets.pop()
        elif value == "," and brackets and brackets[-1].name:
            brackets[-1].place += 1
            brackets[-1].key = ""
        elif value == "=" and name is not None and brackets:
            brackets[-1].key = name[0]
