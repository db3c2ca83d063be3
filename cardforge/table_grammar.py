"""How a table inside a card is written: its rows, columns, rules and the look of its cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardforge.box_grammar import PADDING
from cardforge.decode import BAD, Deferred, Evaluated, Field, Kind, Node, Reader, read_fields
from cardforge.element_kinds import Condition, Data, Repeated
from cardforge.elements import Common, RepeatElement, TableElement, TableRow
from cardforge.expressions import printed
from cardforge.flow_grammar import Tracks
from cardforge.forms import ALIGNS, COLOR, INK, THICK, Form
from cardforge.kinds import Choice, Length, ListOf, Name, Text
from cardforge.text_grammar import STYLE_FIELDS, TEXT_FORMS

RULES = ("rows", "columns", "all", "frame", "none")
_TEXT = Text()


class Cells(Kind):
    """The cells of a row: texts, elements, or lists of elements."""

    code = "value.list"
    expects = "a list of cells"
    computable = True

    def __init__(self, elements: Kind) -> None:
        self.elements = elements

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return a tuple of texts and of tuples of elements."""
        if not isinstance(node.value, list):
            return self.wrong(node, key, reader)
        cells = tuple(self._cell(cell, key, reader) for cell in node.value)
        return BAD if any(cell is BAD for cell in cells) else cells

    def _cell(self, node: Node, key: str, reader: Reader) -> Any:
        if node.value is None:
            return ""
        if isinstance(node.value, dict):
            return self.elements.read(Evaluated([node], node.span), key, reader)
        if isinstance(node.value, list):
            return self.elements.read(node, key, reader)
        return reader.read(node, _TEXT, key)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a row's cells."""
        element: dict[str, Any] = {"$ref": "#/$defs/element"}
        several = {"type": "array", "items": element}
        return {"type": "array", "items": {"anyOf": [_TEXT.schema(), element, several]}}


class TableRows(Data):
    """The rows of a table: lists of cells, a mapping of names to values, or data."""

    code = "value.list"
    expects = "a list of rows, each a list of cells, or a mapping of names to values"

    def __init__(self, elements: Kind) -> None:
        self.cells = Cells(elements)
        self._row = {
            "if": Field(Condition(), doc="leave the row out unless this holds"),
            "cells": Field(self.cells, True, "the cells of the row"),
        }
        self._repeat = {
            **self._row,
            "repeat": Field(Repeated(), True, "a range, number, list or mapping"),
            "as": Field(Name(), True, "the name of the value inside", literal=True),
        }

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return a tuple of TableRows, and of repeats that give some."""
        if isinstance(node.value, dict):
            rows = [self._named(name, child, node, reader) for name, child in node.value.items()]
        elif isinstance(node.value, list):
            rows = [self._read_row(child, key, reader) for child in node.value]
        else:
            return self.wrong(node, key, reader)
        return tuple(row for row in rows if row is not BAD)

    def _named(self, name: str, child: Node, node: Node, reader: Reader) -> Any:
        value = reader.read(child, _TEXT, name)
        return BAD if value is BAD else TableRow(Common(node.key_span(name)), (name, value))

    def _read_row(self, node: Node, key: str, reader: Reader) -> Any:
        if not isinstance(node.value, dict):
            cells = reader.read(node, self.cells, key)
            return BAD if cells is BAD else TableRow(Common(node.span), cells)
        fields = self._repeat if "repeat" in node.value else self._row
        values = read_fields(node, fields, reader, "a row of the table")
        if values is None:
            return BAD
        common = Common(node.span, condition=values.get("condition", True))
        if "repeat" not in values:
            return TableRow(common, values["cells"])
        row = TableRow(Common(node.span), values["cells"])
        return RepeatElement(common, values["repeat"], values["as_"], (row,))

    def of_data(self, value: Any, deferred: Deferred) -> Any:
        """Return the rows of a list of lists, of a list of values or of a mapping."""
        rows = value.items() if isinstance(value, dict) else value
        cells = (row if isinstance(row, (list, tuple)) else (row,) for row in rows)
        common = Common(deferred.span)
        return tuple(TableRow(common, tuple(printed(cell) for cell in row)) for row in cells)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a table's rows."""
        row = {"anyOf": [self.cells.schema(), {"type": "object", "required": ["cells"]}]}
        return {"anyOf": [{"type": "array", "items": row}, {"type": "object"}]}


class Aligns(ListOf):
    """Where the text of cells stands across: one word, or one for each column."""

    code = "value.choice"

    def __init__(self) -> None:
        super().__init__(Choice(*ALIGNS), least=1)
        self.expects = "left, center or right, or a list of them"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return a word or a tuple of words."""
        if isinstance(node.value, list):
            return super().read(node, key, reader)
        return reader.read(node, self.kind, key)

    def schema(self) -> dict[str, Any]:
        """Return the schema of one or more alignments."""
        return {"anyOf": [self.kind.schema(), super().schema()]}


# The keys of a style that a table says for all its cells; the others belong into a style.
_LOOK_KEYS = ("font", "size", "color", "valign", "leading")
_LOOK = {key: STYLE_FIELDS[key] for key in _LOOK_KEYS}


def _table(
    common: Common, main: Any, style: Any = None, header_style: Any = None, **more: Any
) -> TableElement:
    look = {key: more.pop(key) for key in tuple(more) if key in _LOOK_KEYS}
    make = TEXT_FORMS["paragraph"].make
    of_cells = Common(common.span)
    body = make(of_cells, " ", style=style, **look)
    if header_style is not None:
        # Its own style says how the header looks; it stands in its cells as all text does.
        look = {key: value for key, value in look.items() if key == "valign"}
    head = make(of_cells, " ", style=header_style or style, **look)
    return TableElement(common, main, (body,), (head,), **more)


def _idle_of_table(written: Mapping[str, Node], _main: Any) -> dict[str, str]:
    """Return the keys that say nothing about a table."""
    idle: dict[str, str] = {}
    if "rule" not in written:
        idle |= dict.fromkeys(("rules", "line-width"), "a table without the colour of a rule")
    if "header" not in written:
        idle |= dict.fromkeys(("header-style", "header-fill"), "a table without a header")
    return idle


def table_forms(elements: Kind) -> dict[str, Form]:
    """Return the form of a table, given the kind that reads a list of elements."""
    return {
        "table": Form(
            TableRows(elements),
            {
                "columns": Field(
                    Tracks(), doc="how many, or their widths: mm, shares, auto; equal by default"
                ),
                "header": Field(Cells(elements), doc="the cells of a first row of another look"),
                "align": Field(Aligns(), doc="where text stands across, one word or one a column"),
                "style": Field(Name(), doc="a name from styles: for the cells"),
                "header-style": Field(Name(), doc="a name from styles: for the header"),
                **_LOOK,
                "padding": PADDING._replace(doc="space round each cell; [0.8, 0.5] mm"),
                "row-height": Field(Length(0.5, 200), doc="of every row, in mm; as its cells"),
                "rule": Field(INK, doc="the colour of the lines; none are drawn without"),
                "line-width": Field(THICK, doc="of the lines, in mm; 0.2 by default"),
                "rules": Field(Choice(*RULES), doc="where lines are drawn; between rows"),
                "zebra": Field(COLOR, doc="the colour behind every other row"),
                "header-fill": Field(COLOR, doc="the colour behind the header"),
            },
            _table,
            "rows of cells",
            _idle_of_table,
        )
    }
