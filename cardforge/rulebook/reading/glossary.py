"""The glossary: what the words of card games mean, in each language, and what not to say."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import NamedTuple

from cardforge.decode import BAD, Field, Reader, read_fields
from cardforge.diagnostics import Report
from cardforge.kinds import Anything, ListOf, Text
from cardforge.rulebook.reading.source_text import refused_character
from cardforge.source import Node, read

TERM = {
    "term": Field(Text(), True, doc="the word that the rules use"),
    "means": Field(Text(), True, doc="what it means"),
    "never": Field(ListOf(Text()), doc="words that are not to be used for it"),
}
TOP = {"terms": Field(Anything(), True, doc="the words of the rules")}


class Entry(NamedTuple):
    """A term in one language: the word, what it means, and words never used for it."""

    term: str
    means: str
    never: tuple[str, ...] = ()


def read_glossary(path: Path, language: str, report: Report, shown: str) -> dict[str, Entry]:
    """Return the terms of a glossary that have this language, by key; faults are reported."""
    node = read(path, report, shown=shown)
    if node is None:
        return {}
    reader = Reader(report)
    top = read_fields(node, TOP, reader, "the glossary")
    if top is None or not reader.is_mapping(node.value["terms"], "terms", "a mapping of terms"):
        return {}
    entries = {}
    for key, child in node.value["terms"].value.items():
        if not reader.is_mapping(child, f"term {key}", "a mapping of languages"):
            continue
        for code, written in child.value.items():
            entry = _entry(written, f"term {key}.{code}", reader)
            if entry is not None and code == language:
                entries[key] = entry
    return entries


def _entry(node: Node, what: str, reader: Reader) -> Entry | None:
    if not reader.is_mapping(node, what, "a mapping of term and means"):
        return None
    values = read_fields(node, TERM, reader, what)
    if values is None or any(value is BAD for value in values.values()):
        return None
    written = node.value
    words = [written["term"], written["means"]]
    words += written["never"].value if "never" in written else []
    fit = [_is_fit(word, reader) for word in words]
    if not all(fit):
        return None
    return Entry(values["term"], values["means"], values.get("never", ()))


def _is_fit(node: Node, reader: Reader) -> bool:
    """Return whether a word or a meaning says something and can be printed."""
    found = refused_character(node.value)
    if found is not None:
        message, hint = f"{found} is not a printable character", "delete the character"
        reader.error("source.character", message, node.span, hint)
    elif not node.value.strip():
        message, hint = "the glossary says nothing here", "write a word, or remove the key"
        reader.error("rulebook.glossary", message, node.span, hint)
    else:
        return True
    return False


def alphabetical(term: str) -> str:
    """Return what a term is sorted by: its letters without accents and capitals."""
    bare = unicodedata.normalize("NFD", term.casefold().replace("œ", "oe").replace("æ", "ae"))
    return "".join(letter for letter in bare if not unicodedata.combining(letter))
