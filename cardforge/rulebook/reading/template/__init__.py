"""One pass of Jinja2 over a rules text, sandboxed, with the place of everything kept.

A value never becomes Markdown: it goes into the text as one private character that stands for it.
The place of each piece of typed text goes along as another, so that a line of the rendered text
leads back to the line and column where it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import TemplateSyntaxError, nodes

from cardforge.diagnostics import Report, Span
from cardforge.expressions import WordingError
from cardforge.rulebook.reading.source_text import SourceText
from cardforge.rulebook.reading.template.environment import Exhausted, TextEnvironment
from cardforge.rulebook.reading.template.lexed import Lexed
from cardforge.rulebook.reading.template.rendered import Rendered, with_anchors
from cardforge.rulebook.reading.template.weaving import Weaver, forbidden_parts, steps_of
from cardforge.sandbox import equip

# What Jinja2 says of a loop or a set that would give the name loop to something else.
_LOOP_NAME = "special loop variable"
_TIGHT_COMMENT = re.compile(r"\{#[^{}]*?#\}")


class Template:
    """A rules text read as a template, ready to be rendered; None of it has run yet."""

    def __init__(self, source: SourceText, macros: Mapping[str, Callable[..., Any]]) -> None:
        self.source, self.macros = source, macros
        self.lexed: Lexed | None = None

    def typed(self) -> list[tuple[int, str]]:
        """Return the typed text that readers see, each stretch with its offset in the source."""
        if self.lexed is None:
            return []
        return sorted([*self.lexed.data, *self.lexed.printed])

    def rendered(self, environment: TextEnvironment, scope: Mapping[str, Any]) -> Rendered | None:
        """Return the text with its values, None after reporting why there is none."""
        equip(environment, self.macros)
        environment.scope = scope
        tree = self._parsed(environment)
        if tree is None:
            return None
        try:
            environment.spend(steps_of([tree]))
            text = environment.from_string(tree).render(scope)
        except Exhausted as fault:
            if not fault.is_told:
                message = "the text is too much work as a whole"
                place = self.source.span(0, 0)
                environment.report.error("rulebook.expression", message, place, hint="shorten it")
            return None
        except TemplateSyntaxError as fault:
            # Some names Jinja2 refuses only when it compiles.
            self._report_syntax(fault, environment.report)
            return None
        except (RecursionError, SyntaxError, MemoryError):
            self._report_depth(environment)
            return None
        return with_anchors(text, environment)

    def _report_syntax(self, fault: TemplateSyntaxError, report: Report) -> None:
        said = fault.message or ""
        span = self._tag_at(fault.lineno, "'loop'" if _LOOP_NAME in said else said)
        message = f"this cannot be read: {said[:1].lower()}{said[1:]}"
        report.error("rulebook.syntax", message, span, hint=_syntax_hint(said))

    def _report_depth(self, environment: TextEnvironment) -> None:
        message, hint = "the text is nested too deep", "nest fewer tags and brackets"
        environment.report.error("rulebook.syntax", message, self.source.span(0, 0), hint=hint)

    def _parsed(self, environment: TextEnvironment) -> nodes.Template | None:
        """Return the tree with guards and marks, None after reporting a fault of its syntax."""
        report = environment.report
        try:
            self.lexed = Lexed(environment, self.source)
            self._check_comments(environment)
            tree = environment.parse(self.source.text)
            faults = list(forbidden_parts(tree, environment))
            for line, fault in faults:
                is_macro = fault.code == "rulebook.macro"
                span = self._name_at(line, str(fault)) if is_macro else self._tag_at(line, "")
                code = fault.code if is_macro else "rulebook.syntax"
                report.error(code, str(fault), span, hint=fault.hint)
            if faults:
                return None
            Weaver(environment, self.lexed, self.macros).weave(tree)
            return tree
        except TemplateSyntaxError as fault:
            self._report_syntax(fault, report)
        except WordingError as fault:
            place = self.source.span(0, 0)
            report.error("rulebook.syntax", str(fault), place, hint=fault.hint)
        except (RecursionError, SyntaxError, MemoryError):
            self._report_depth(environment)
        return None

    def _check_comments(self, environment: TextEnvironment) -> None:
        """Report what is meant as a comment but would be printed."""
        for start, text in self.lexed.data if self.lexed else ():
            for match in _TIGHT_COMMENT.finditer(text):
                span = self.source.span(start + match.start(), start + match.end())
                message = "a comment begins with '{#' and a space"
                hint = "write {# like this #}"
                environment.report.error("rulebook.syntax", message, span, hint=hint)

    def _name_at(self, line: int, message: str) -> Span:
        """Return the place of the call on a line that a message names."""
        tag = self._tag_at(line, message)
        named = re.search(r"'(\w+)'", message)
        text = self.source.text.split("\n")[tag.line - 1]
        found = re.search(rf"\b{named[1]}\s*\(", text) if named else None
        if found is None or named is None:
            return tag
        start = found.start() + 1
        return tag._replace(column=start, end_line=tag.line, end_column=start + len(named[1]))

    def _tag_at(self, line: int, message: str) -> Span:
        """Return the place of the last tag that begins on a line, or of the line."""
        text = self.source.text
        start = 0
        for _ in range(line - 1):
            start = text.find("\n", start) + 1
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        tags = list(re.finditer(r"\{(?:[{%]|# ).*?(?:[}%#]\}|$)", text[start:end]))
        named = re.search(r"'(\w+)'", message)
        if named is not None:
            tags = [tag for tag in tags if named[1] in tag.group()] or tags
        if tags:
            return self.source.span(start + tags[-1].start(), start + tags[-1].end())
        indent = len(text[start:end]) - len(text[start:end].lstrip())
        return self.source.span(start + indent, end)


def _syntax_hint(message: str) -> str:
    if "end of template" in message or "Unexpected end" in message:
        return "close every {% if %} with {% endif %} and every {% for %} with {% endfor %}"
    if "Encountered unknown tag" in message or "Unknown tag" in message:
        return "use {% if %}, {% for %} and {% set %}; a brace to print is written {{ '{' }}"
    if _LOOP_NAME in message:
        return "'loop' is what a loop knows of itself: choose another name"
    if "number is too large" in message:
        return "write a number that somebody can read"
    return "compare the braces, brackets and quotes of this tag"
