"""The tables of a game, each opened when a deck asks for it."""

from __future__ import annotations

from pathlib import Path

from cardforge.diagnostics import Report, Span
from cardforge.gamefolder import LIBRARY, FileError, find_file
from cardforge.tables.table import Table
from cardforge.tables.words import Reading


class Tables:
    """Opens the tables of one game, each file once for each way to read it."""

    def __init__(self, folder: Path, shown: Path, report: Report) -> None:
        self._folder, self._shown, self._report = folder, shown, report
        self._read: dict[Reading, Table | None] = {}

    def open(self, reading: Reading, place: Span) -> Table | None:
        """Return a table, None after reporting why there is none; `place` asked for it."""
        if reading not in self._read:
            self._read[reading] = self._opened(reading, place)
        table = self._read[reading]
        return None if table is None else table.fresh()

    def _opened(self, reading: Reading, place: Span) -> Table | None:
        # Most games have no table.
        from cardforge.tables.opening import open_table

        try:
            path = find_file(self._folder, reading.file)
        except FileError as fault:
            hint = fault.hint or "name a file of the game folder"
            self._report.error("table.file", str(fault), place, hint=hint)
            return None
        is_shared = reading.file.startswith(f"{LIBRARY}:")
        shown = reading.file if is_shared else str(self._shown / reading.file)
        return open_table(path, shown, reading, self._report, place)
