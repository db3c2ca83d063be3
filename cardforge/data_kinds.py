"""The kinds of value that a table is described with: encodings, separators, kinds of columns."""

from __future__ import annotations

import re
from typing import Any

from cardforge.decode import BAD, Kind, Node, Reader
from cardforge.diagnostics import did_you_mean
from cardforge.kinds import Choice, ListOf
from cardforge.tables.words import DELIMITERS, ENCODINGS, ColumnKind

_OTHER_NAMES = {
    "ansi": "windows-1252", "latin-1": "iso-8859-1", "latin1": "iso-8859-1",
    "macroman": "mac-roman", "macintosh": "mac-roman", "utf8": "utf-8", "utf16": "utf-16",
    "utf-8-sig": "utf-8", "sjis": "shift-jis", "shift_jis": "shift-jis", "mac_roman": "mac-roman",
}  # fmt: skip


class EncodingName(Choice):
    """The name of an encoding, as programs and people write it."""

    def __init__(self) -> None:
        super().__init__(*ENCODINGS)

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the name that ENCODINGS knows."""
        if not isinstance(node.value, str):
            return self.wrong(node, key, reader)
        word = node.value.strip().lower().replace(" ", "-")
        word = _OTHER_NAMES.get(word, word)
        word = re.sub(r"\Acp-?(?=12\d\d\Z)", "windows-", word)
        return word if word in ENCODINGS else super().read(node, key, reader)


class Delimiter(Kind):
    """The sign between cells: by its name, or itself."""

    code = "value.choice"
    expects = "comma, semicolon, tab, bar or one sign"
    computable = False

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the sign."""
        text = node.value
        if isinstance(text, str):
            sign = DELIMITERS.get(text.lower(), "\t" if text == "\\t" else text)
            if len(sign) == 1 and not sign.isalnum() and sign not in "\"'\r\n ":
                return sign
        return self.wrong(node, key, reader)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a sign."""
        return {"type": "string"}


class ColumnKindName(Kind):
    """What the cells of a column are: text, number, true-false, list, or list and its sign."""

    code = "value.choice"
    expects = "one of text, number, true-false, list, or list and the sign between its entries"
    computable = False

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the ColumnKind."""
        word, _, sign = (node.value if isinstance(node.value, str) else "").strip().partition(" ")
        sign = sign.strip().strip("\"'") or sign.strip()
        if word in ("text", "number", "true-false") and not sign:
            return ColumnKind(word)
        if word == "list" and len(sign) <= 5:
            return ColumnKind(word, DELIMITERS.get(sign, sign) or ",")
        hint = did_you_mean(word, ("text", "number", "true-false", "list")) if word else None
        return self.wrong(node, key, reader, hint)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the kind of a column."""
        return {"type": "string", "pattern": r"^(text|number|true-false|list( .+)?)$"}


class FieldName(Kind):
    """A name that expressions can use."""

    code = "value.name"
    expects = "a name of small letters, digits and '_'"
    computable = False

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the name."""
        from cardforge.tables.naming import field_name

        if isinstance(node.value, str) and node.value and field_name(node.value) == node.value:
            return node.value
        name = field_name(node.value) if isinstance(node.value, str) else ""
        return self.wrong(node, key, reader, f"write {name}" if name else None)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a name."""
        return {"type": "string"}


class OneOrMore(Kind):
    """One value, or a list of them."""

    code = "value.list"
    computable = False

    def __init__(self, kind: Kind) -> None:
        self.kind, self.expects = kind, f"{kind.expects}, or a list"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return a tuple of the values."""
        if isinstance(node.value, list):
            return ListOf(self.kind, least=1).read(node, key, reader)
        value = reader.read(node, self.kind, key)
        return BAD if value is BAD else (value,)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a value or a list of values."""
        kind = self.kind.schema()
        return {"anyOf": [kind, {"type": "array", "items": kind}]}


class Keys(Kind):
    """The field that two tables have in common, or a mapping of its names here and there."""

    code = "value.mapping"
    expects = "the name of a column, or a mapping of one column to the other table's"
    computable = False

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return both names, each with its place."""
        if isinstance(node.value, str) and node.value:
            return (node.value, node.span), (node.value, node.span)
        if isinstance(node.value, dict) and len(node.value) == 1:
            ((ours, child),) = node.value.items()
            if isinstance(child.value, str) and child.value:
                return (ours, node.key_span(ours)), (child.value, child.span)
        return self.wrong(node, key, reader, "write on: id")

    def schema(self) -> dict[str, Any]:
        """Return the schema of a name or a mapping of one name."""
        return {"anyOf": [{"type": "string"}, {"type": "object", "maxProperties": 1}]}
