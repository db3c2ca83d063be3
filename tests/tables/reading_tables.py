"""What the tests of tables read: a text as a table, and the fields of its rows."""

from cardforge.diagnostics import Report
from cardforge.tables.opening import open_table
from cardforge.tables.words import Reading


def table_of(folder, text, name, **reading):
    """Return a text read as a table of that name, and the problems."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    report = Report()
    return open_table(path, name, Reading(name, **reading), report), report.problems


def fields(found):
    """Return the fields of each row of a table that has no problem."""
    table, problems = found
    assert problems == ()
    return [line.fields for line in table.lines]
