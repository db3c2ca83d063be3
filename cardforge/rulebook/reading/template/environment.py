"""The Jinja2 environment of one rules text: what its tags compute, with every fault reported."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from jinja2 import StrictUndefined, Undefined, UndefinedError, nodes
from jinja2.compiler import Frame
from jinja2.runtime import LoopContext

from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.expressions import LONGEST_RESULT, WordingError, forbidden, printed, unknown_name
from cardforge.rulebook.reading.source_text import FIRST_PLACE, FIRST_VALUE, PLANE, SourceText
from cardforge.rulebook.reading.template.lexed import Tag
from cardforge.sandbox import ALLOWED, FAULTS, Environment, Generator

MOST_WORK = 1_000_000
MOST_REPEATED = 1_000
_LOOP = ("index", "index0", "revindex", "first", "last", "length")


class LostError(UndefinedError):
    """Raised by the use of a name whose value could not be had; that is reported already."""


class Exhausted(Exception):
    """Raised when a text has done all the work that it may; nothing goes on after it."""

    is_told = False


class PlacedError(WordingError):
    """A fault that knows better than its tag where it is; without a code it is reported already."""

    def __init__(
        self, code: str, message: str, hint: str | None = None, span: Span | None = None
    ) -> None:
        super().__init__(message, hint, code)
        self.span = span


class Made:
    """What a macro made and where: a block of the book, a piece of a line, or a part of a macro.

    In a text that is put together it is its private character, if it may stand in a line at all.
    """

    __slots__ = ("covers", "hold", "inline", "name", "span", "value")

    def __init__(
        self, name: str, value: Any, span: Span, hold: Callable[[Any], str], *, inline: bool = False
    ) -> None:
        self.name, self.value, self.span = name, value, span
        self.hold, self.inline = hold, inline
        self.covers: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the private character of a piece; anything else is no text."""
        if not self.inline:
            raise WordingError(f"what {self.name}() makes is no text", "let it stand by itself")
        return self.hold(self)


class Guard(NamedTuple):
    """What a tag computes, how its result is used, and what one round of a loop costs."""

    tag: Tag
    use: str  # "text", "if", "for" or "set"
    steps: int = 0
    names: int = 1


class _TextGenerator(Generator):
    """Hands what a tag computes to the environment unrun, so that its faults are caught there."""

    def visit_Filter(self, node: nodes.Filter, frame: Frame) -> None:  # noqa: N802
        """Write a filter, or a guard as a call with a function."""
        if node.name != "guarded":
            super().visit_Filter(node, frame)
            return
        number: Any = node.args[0]
        self.write(f"environment.guarded({number.value}, lambda: (")
        self.visit(node.node, frame)  # type: ignore[arg-type]
        self.write("))")


class TextEnvironment(Environment):
    """The environment of one rules text: loops and `set` too, and every fault reported."""

    code_generator_class = _TextGenerator
    allowed = (*ALLOWED, nodes.For, nodes.Assign)
    blocks = "{% if %}, {% for %} and {% set %}"

    def __init__(self, source: SourceText, report: Report) -> None:
        super().__init__(
            undefined=StrictUndefined, autoescape=False, optimized=False,
            trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
            # What begins without the space is the id of a heading.
            comment_start_string="{# ",
        )  # fmt: skip
        self.source, self.report = source, report
        self.work_left = MOST_WORK
        self.guards: list[Guard] = []
        self.places: list[tuple[int, int | None]] = []
        self.values: list[Any] = []
        self._marks: dict[Tag, str] = {}
        self.scope: Mapping[str, Any] = {}
        self.missing: str | None = None
        # The lines of tags that came to nothing because of a fault.
        self.lost: set[int] = set()

    def getattr(self, value: Any, attribute: str) -> Any:
        """Return the entry of a mapping, or what a loop knows of itself."""
        if isinstance(value, LoopContext) and attribute in _LOOP:
            return getattr(value, attribute)
        return super().getattr(value, attribute)

    def getitem(self, value: Any, key: Any) -> Any:
        """Return an entry; of one that is missing, remember what it is most like."""
        found = super().getitem(value, key)
        if isinstance(found, Undefined):
            known = value if isinstance(value, Mapping) else ()
            self.missing = did_you_mean(printed(key), map(printed, known))
        return found

    def spend(self, steps: int) -> None:
        """Count steps of work that make no value."""
        self.work_left -= steps
        if self.work_left < 0:
            raise Exhausted

    def charge(self, value: Any) -> None:
        """Count a value against the work that the text may do; one that is too long counts too."""
        before = self.work_left
        try:
            super().charge(value)
        except WordingError:
            self.work_left = before
            self.spend(LONGEST_RESULT)
            raise

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return the result of an operator; a list times a number is the list so many times."""
        if operator == "*" and isinstance(left, list) and type(right) is int:
            if len(left) * right > MOST_REPEATED:
                raise forbidden(f"the list has more than {MOST_REPEATED} entries")
            return left * right
        return super().call_binop(context, operator, left, right)

    def hold(self, value: Any) -> str:
        """Return the private character that stands for a value in the text."""
        if len(self.values) >= PLANE:
            raise forbidden(f"a rules text may have at most {PLANE:,} values", "loop less")
        self.values.append(value)
        return chr(FIRST_VALUE + len(self.values) - 1)

    def mark(self, offset: int, end: int | None = None) -> str:
        """Return the private character that stands for a place of the source."""
        if len(self.places) > PLANE:
            raise forbidden("a rules text has too many lines and tags", "shorten it")
        self.places.append((offset, end))
        return chr(FIRST_PLACE + len(self.places) - 1)

    def guarded(self, number: int, run: Callable[[], Any]) -> Any:
        """Return what a tag comes to; after a fault, which is reported, something harmless."""
        guard = self.guards[number]
        self.missing = None
        try:
            return self._settled(guard, run())
        except LostError:
            pass
        except UndefinedError as fault:
            self._report_unknown(guard.tag, str(fault))
        except Exhausted as fault:
            hint = "loop over fewer values"
            self._report(guard.tag, WordingError("this is too much work for one text", hint))
            fault.is_told = True
            raise
        except WordingError as fault:
            self._report(guard.tag, fault)
        except FAULTS as fault:
            self._report(guard.tag, WordingError(f"this cannot be computed: {fault}"))
        self.lost.add(self.tag_span(guard.tag).line)
        if guard.use == "set":
            return StrictUndefined(name="it", exc=LostError)
        return {"text": "", "if": False, "for": []}[guard.use]

    def _settled(self, guard: Guard, value: Any) -> Any:
        if isinstance(value, Undefined):
            str(value)
        if guard.use == "text":
            return self._shown(guard.tag, value)
        if guard.use == "for":
            return self._looped(guard, value)
        self.charge(value)
        return value

    def _shown(self, tag: Tag, value: Any) -> str:
        if isinstance(value, (dict, list, tuple)):
            kind = "a mapping" if isinstance(value, dict) else "a list"
            raise WordingError(f"{kind} is no text", "use | join(', ') or name one of its entries")
        if not isinstance(value, Made):
            self.charge(value)
            value = printed(value)
        # A tag stands at one place however often a loop comes by.
        return self.mark_of(tag) + self.hold(value)

    def mark_of(self, tag: Tag) -> str:
        """Return the private character of a tag's place."""
        known = self._marks.get(tag)
        if known is None:
            known = self._marks[tag] = self.mark(tag.start, tag.end)
        return known

    def _looped(self, guard: Guard, value: Any) -> list[Any]:
        if not isinstance(value, (list, tuple, dict)):
            raise WordingError(
                f"a loop goes over a list, found '{printed(value):.40}'", "use a list or range(…)"
            )
        values = list(value)
        if guard.names > 1 and not all(
            isinstance(v, (list, tuple)) and len(v) == guard.names for v in values
        ):
            raise WordingError(f"a value of the list is no list of {guard.names}", "use one name")
        self.spend(len(values) * guard.steps)
        return values

    def _report_unknown(self, tag: Tag, said: str) -> None:
        """Report a name or an entry that is not there, at the very word."""
        if said.endswith("is undefined"):
            word = said.split("'")[1]
            fault = unknown_name(word, {**self.scope, **self.globals})
        else:
            word = said.rpartition("no entry ")[2].strip("'\"")
            fault = WordingError(said, self.missing)
        text = self.source.text[tag.start : tag.end]
        found = re.search(rf"(?<![\w.'\"]){re.escape(word)}(?!\w)", text) if word else None
        found = found or re.search(rf"\b{re.escape(word)}(?!\w)", text)
        span = self.tag_span(tag)
        if found is not None:
            span = self.source.span(tag.start + found.start(), tag.start + found.end())
        self.report.error("rulebook.expression", str(fault), span, hint=fault.hint)

    def _report(self, tag: Tag, fault: WordingError) -> None:
        span = self.tag_span(tag)
        code = "rulebook.expression"
        if isinstance(fault, PlacedError):
            code, span = fault.code, fault.span or span
        if code:
            self.report.error(code, str(fault), span, hint=fault.hint)

    def tag_span(self, tag: Tag) -> Span:
        """Return the place of a tag."""
        return self.source.span(tag.start, tag.end)
