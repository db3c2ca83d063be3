"""Lists of objects, from JSON or YAML, become rows; lists inside of them can be flattened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.source import Node
from cardforge.tables.naming import field_name, seen
from cardforge.tables.table import MOST_COLUMNS, MOST_ROWS, MOST_TOLD, Table

_Path = tuple[Any, ...]
_Locate = Callable[[_Path], Span | None]


class TreePlaces:
    """Where rows and their values are; a row is known by the path that leads to it."""

    def __init__(self, locate: _Locate, top: Span) -> None:
        self._locate, self._top = locate, top

    def row(self, row: _Path) -> Span:
        """Return the place of a row."""
        while row:
            span = self._locate(row)
            if span is not None:
                return span
            row = row[:-1]
        return self._top

    def cell(self, row: _Path, column: str) -> Span:
        """Return the place of a value: of its own, or of what it was inherited from."""
        if row and row[0] is None:
            # A table that is written column by column.
            return self._locate((column, row[1])) or self._top
        path = row
        while True:
            span = self._locate((*path, column))
            if span is not None:
                return span
            if not path:
                return self.row(row)
            path = path[:-1]


def locate_in(node: Node) -> _Locate:
    """Return what finds places in a YAML file."""

    def locate(path: _Path) -> Span | None:
        at = node
        for step in path:
            value = at.value
            is_there = step in value if isinstance(value, dict) else isinstance(value, list)
            if not is_there:
                return None
            try:
                at = value[step]
            except (LookupError, TypeError):
                return None
        return at.span

    return locate


class _Object(NamedTuple):
    fields: dict[str, Any]
    path: _Path


class _Faulty(Exception):
    """The data is no table; the reason is in the report."""


def table_of_tree(
    data: Any, file: str, flatten: tuple[str, ...], locate: _Locate, report: Report
) -> Table | None:
    """Return the rows in some data, None after reporting that it has none.

    `flatten` names the lists inside the objects that are the rows, from the outside in.
    """
    top = locate(()) or Span(file, 1, 1, 1, 1)
    places = TreePlaces(locate, top._replace(end_line=top.line, end_column=top.column + 1))
    tree = _Tree(file, places, report)
    try:
        objects = tree.objects(data, flatten[0] if flatten else None)
        for key in flatten:
            objects = tree.flattened(objects, key)
    except _Faulty:
        return None
    return tree.table(objects)


class _Tree:
    """Finds the rows of one file."""

    def __init__(self, file: str, places: TreePlaces, report: Report) -> None:
        self.file, self.places, self.report = file, places, report

    def _refuse(self, code: str, message: str, path: _Path, hint: str) -> _Faulty:
        self.report.error(code, message, self.places.row(path), hint=hint)
        return _Faulty()

    def objects(self, data: Any, flatten: str | None) -> list[_Object]:
        """Return the objects at the top of some data: itself when it has what is flattened."""
        if isinstance(data, list):
            return self._listed(data, ())
        if isinstance(data, dict) and flatten in data:
            return [_Object(data, ())]
        if data == {}:
            return []
        if not isinstance(data, dict):
            message = f"{self.file} holds no table: it must be a list of objects"
            raise self._refuse("table.shape", message, (), "write a list with an object a card")
        if all(isinstance(value, dict) for value in data.values()):
            return [_Object({"id": key, **value}, (key,)) for key, value in data.items()]
        lists = [key for key, value in data.items() if _is_objects(value)]
        if len(lists) == 1:
            return self.flattened([_Object(data, ())], lists[0])
        if not lists and all(isinstance(value, list) for value in data.values()):
            return self._columns(data)
        return [_Object(data, ())]

    def _listed(self, entries: list[Any], path: _Path) -> list[_Object]:
        objects = []
        for index, entry in enumerate(entries):
            if not isinstance(entry, dict):
                message = "a row of a table must be an object of fields"
                hint = "write {name: …}" if self.file.endswith("ml") else 'write {"name": …}'
                raise self._refuse("table.shape", message, (*path, index), hint)
            objects.append(_Object(entry, (*path, index)))
        return objects

    def _columns(self, data: dict[str, list[Any]]) -> list[_Object]:
        """Return the rows of a table that is written column by column."""
        lengths = {key: len(values) for key, values in data.items()}
        longest = max(lengths.values())
        short = next((key for key, length in lengths.items() if length < longest), None)
        if short is not None:
            message = f"the column {short} has {lengths[short]} entries, another one {longest}"
            raise self._refuse("table.ragged", message, (short,), "give each column as many")
        rows = zip(*data.values(), strict=True)
        return [_Object(dict(zip(data, row, strict=True)), (None, n)) for n, row in enumerate(rows)]

    def flattened(self, objects: list[_Object], key: str) -> list[_Object]:
        """Return the objects in the list that each object has under a key, with its other fields.

        What an inner object has itself counts.
        """
        made: list[_Object] = []
        for outer in objects:
            inner = outer.fields.get(key)
            if inner is None and key not in outer.fields:
                hint = did_you_mean(key, outer.fields) or "name the list that holds the cards"
                message = f"no list is called '{key}' here"
                raise self._refuse("table.flatten", message, outer.path, hint)
            if not isinstance(inner, list):
                message = f"'{key}' must be a list to be flattened"
                hint = "name the list that holds the cards"
                raise self._refuse("table.flatten", message, (*outer.path, key), hint)
            common = {name: value for name, value in outer.fields.items() if name != key}
            entries = [e if isinstance(e, dict) else {key: e} for e in inner]
            made += [
                _Object({**common, **entry}, (*outer.path, key, index))
                for index, entry in enumerate(entries)
            ]
            if len(made) > MOST_ROWS:
                raise self._too_many()
        return made

    def _too_many(self) -> _Faulty:
        message = f"{self.file} has more than {MOST_ROWS:,} rows; "
        message += f"at most {MOST_ROWS:,} cards are printed"
        return self._refuse("table.too-large", message, (), "split the file, or remove rows")

    def table(self, objects: list[_Object]) -> Table | None:
        """Return the objects as a table, None after reporting faults of their keys."""
        table = Table(self.file, self.places, self.places.row(()))
        if len(objects) > MOST_ROWS:
            self._too_many()
            return None
        if not objects:
            message = f"{self.file} holds no cards"
            self.report.error("table.empty", message, table.top, hint="add an object for each card")
            return None
        names: dict[str, str] = {}
        faults = 0
        for fields, path in objects:
            made: dict[str, Any] = {}
            for key, value in fields.items():
                name = names.get(key) or self._named(key, names, table)
                if not name or name in made:
                    faults += 1
                    self._refuse_key(key, name, path, faults)
                else:
                    made[name] = value
            table.add(path, made)
        if len(table.columns) > MOST_COLUMNS:
            message = f"{self.file} has {len(table.columns):,} different keys; "
            message += f"at most {MOST_COLUMNS} are read"
            hint = "make a key with many values a list"
            self.report.error("table.too-large", message, table.top, hint=hint)
            return None
        for line in table.lines:
            for name in table.columns:
                if line.fields.setdefault(name, "") is None:
                    line.fields[name] = ""
        return None if faults else table

    def _named(self, key: str, names: dict[str, str], table: Table) -> str:
        name = field_name(key)
        if name:
            names[key] = name
            table.columns.setdefault(name, key)
            table.heads.setdefault(name, seen(key))
        return name

    def _refuse_key(self, key: str, name: str, path: _Path, faults: int) -> None:
        if faults > MOST_TOLD:
            return
        place = self.places.cell(path, key)
        if name:
            message, hint = f"two keys are both called '{name}'", "rename one of the two"
            self.report.error("table.header-twice", message, place, hint=hint)
        else:
            message = f"the key '{key}' has no letter or digit"
            hint = "give it a name of letters"
            self.report.error("table.header", message, place, hint=hint)


def _is_objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(e, dict) for e in value)
