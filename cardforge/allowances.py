"""Allowances: `allow: {code: reason}` silences a warning at its place, and says why.

They are taken out of the tree of a game before anything else reads it, so that every mapping can
hold one: an element, a template, a deck, a statement, the palette, or the whole game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardforge.diagnostics import Allowance, Report, Span
from cardforge.source import Node

KEY = "allow"
CODE = re.compile(r"[a-z]+\.[a-z]+(?:-[a-z]+)*\Z")
# What stands in these is the designer's own, not the program's language.
FREE = ("words", "icons")
# Lists and mappings of cards, whose fields have names of the designer's choice.
OF_CARDS = ("rows", "override", "let", "for")


def take_allowances(game: Node, report: Report) -> tuple[Allowance, ...]:
    """Return the allowances of a game and remove them from its tree; faulty ones are reported."""
    whole = list(_taken(game, report, region=None, strict=True))
    for key, child in game.value.items():
        if key not in FREE:
            whole += _below(child, report, strict=True)
    return tuple(whole)


def _below(node: Node, report: Report, strict: bool) -> Iterator[Allowance]:
    if isinstance(node.value, list):
        for child in node.value:
            yield from _below(child, report, strict)
    elif isinstance(node.value, dict):
        if KEY in node.value:
            yield from _taken(node, report, _region(node), strict)
        for key, child in node.value.items():
            if isinstance(child.value, (list, dict)):
                yield from _below(child, report, strict and key not in OF_CARDS)


def _region(node: Node) -> tuple[Span, ...]:
    """Return the places of a mapping and of its entries, which may come from several files."""
    places = [node.span]
    for key, child in node.value.items():
        start, end = node.key_span(key), child.span
        if start.file == end.file:
            places.append(Span(start.file, start.line, start.column, end.end_line, end.end_column))
        places.append(end)
    return tuple(places)


def _taken(
    node: Node, report: Report, region: tuple[Span, ...] | None, strict: bool
) -> Iterator[Allowance]:
    written = node.value.get(KEY)
    if written is None:
        return
    entries = written.value if isinstance(written.value, dict) else None
    if not entries or not all(CODE.match(code) for code in entries):
        if strict:
            del node.value[KEY]
            wrong = next((code for code in entries or () if not CODE.match(code)), None)
            message = (
                "allow needs a mapping of problems to reasons"
                if wrong is None
                else f"'{wrong}' is no problem that can be allowed: they have two parts and a dot"
            )
            hint = 'write allow: {print.contrast: "a watermark, read by nobody"}'
            report.error("allow.form", message, written.span, hint=hint)
        return
    del node.value[KEY]
    for code, reason in entries.items():
        if not isinstance(reason.value, str) or not reason.value.strip():
            message = f"allow: say why {code} is right here"
            report.error("allow.reason", message, reason.span, hint=f'write {code}: "the reason"')
            continue
        place = written.key_span(code)
        yield Allowance(code, " ".join(reason.value.split()), place, region)
