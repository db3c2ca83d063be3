"""`cardforge new --from`: a table of cards becomes a game that builds without an edit.

`guess` finds out which column is what, `design` lays the cards out, `writing` writes the files.
What was written is proved by laying it out; when a text does not fit, the next room is tried.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from cardforge.diagnostics import Report
from cardforge.from_csv.design import SMALLEST, Design, Room, renamed
from cardforge.from_csv.guess import Column, Roles, guess
from cardforge.from_csv.looks import looks_of
from cardforge.from_csv.nested import spread
from cardforge.from_csv.symbols import symbols_in
from cardforge.from_csv.writing import game_file, rules_file, table_file, types_file
from cardforge.gamefolder import FileError, find_file
from cardforge.output import Output
from cardforge.starter import named, refuse_taken
from cardforge.tables.opening import TREES, WORKBOOKS, open_table, table_in
from cardforge.tables.table import Table
from cardforge.tables.words import Reading
from cardforge.textfile import MOST_BYTES

KINDS = ("csv", "tsv", "xlsx", "json", "yaml")
# From a large picture, which needs short texts, to none; then smaller type than is comfortable.
_ROOMS = (
    Room(38, 8), Room(33, 8), Room(27, 7.5), Room(21, SMALLEST), Room(15, SMALLEST),
    Room(0, SMALLEST), Room(27, SMALLEST, hyphenate=True), Room(0, SMALLEST, hyphenate=True),
    Room(0, 5, hyphenate=True),
)  # fmt: skip
_HELPERS = ("OpenSans-Regular",)
_MOST_PICTURES = 20_000
_TRIED = 8
_DOUBLE = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")


class _Source(NamedTuple):
    """A table as it is copied into a game, and what was found out about it."""

    table: Table
    roles: Roles
    pictures: Mapping[str, Path]
    folder: Path


class Made(NamedTuple):
    """A game made of a table: its `game.yaml`, and what which columns have become."""

    path: Path
    columns: tuple[tuple[str, tuple[str, ...]], ...]


def write_from_table(
    directory: Path, file: Path, report: Report, kind: str | None = None
) -> Made | None:
    """Write the game that a table becomes and return what was made; None after a fault.

    Raises AlreadyThere rather than replace a file, CannotWrite when the place refuses.
    """
    source = _read(file, kind, report)
    if source is None:
        return None
    refuse_taken(directory, [Path("game.yaml"), Path("cards.csv")])
    files = _files(source, directory, report)
    refuse_taken(directory, [Path(name) for name in files])
    with Output(directory) as output:
        for name, data in files.items():
            output.add(name, data)
        for name, path in source.pictures.items():
            output.add(name, path.read_bytes())
        output.commit()
    return Made(directory / "game.yaml", source.roles.told)


def _read(file: Path, kind: str | None, report: Report) -> _Source | None:
    """Return the table with its roles, None after reporting why it cannot be read."""
    if kind == "csv" and file.suffix.lower() in (*WORKBOOKS, *TREES):
        # What most people say for any table: the ending of its file knows better.
        kind = None
    reading = Reading(file.name, encoding=_encoding(file, report))
    written = open_table(file, str(file), reading, report, kind=kind)
    if written is None:
        return None
    spread(written)
    table = _copied(table_file(written, {}), report)
    if table is None:
        return None
    roles = guess(table)
    pictures = _pictures(roles.image, file.parent)
    return _Source(table, roles, pictures, file.parent)


def _copied(data: bytes, report: Report) -> Table | None:
    """Return a table as the game will read it, without what expressions would take for theirs."""
    text = _DOUBLE.sub(r"{\1}", data.decode()).replace("{%", "{ %").replace("{#", "{ #")
    return table_in(text.encode(), ".csv", "cards.csv", Reading("cards.csv"), report)


def _encoding(file: Path, report: Report) -> str | None:
    """Return the encoding of a table that is neither UTF-8 nor says what it is, with a warning."""
    if file.suffix.lower() not in (".csv", ".tsv", ".tab", ".txt"):
        return None
    try:
        data = file.read_bytes()[:MOST_BYTES]
        data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        if b"\0" in data:
            return None
    except OSError:
        return None
    else:
        return None
    encoding = _likelier(data)
    message = f"{file} is not UTF-8: it was read as {encoding}"
    report.warning("table.encoding", message, hint="look at the accents and quotes in cards.csv")
    return encoding


def _likelier(data: bytes) -> str:
    """Return the encoding in which the letters beyond ASCII are those that words are made of."""
    usual = "äöüßéèêëàâçîïôûùœæñáíóúãõåø“”„‘’–—…€«»ÄÖÜÉÀÇ"
    scores = {}
    for name, codec in (("windows-1252", "cp1252"), ("mac-roman", "mac_roman")):
        text = data.decode(codec, errors="replace")
        beyond = [letter for letter in text if ord(letter) > 127]
        scores[name] = sum(letter in usual for letter in beyond) - beyond.count("\ufffd")
    return max(scores, key=lambda name: scores[name])


def _pictures(column: Column | None, folder: Path) -> dict[str, Path]:
    """Return the pictures of a column that are there, by the names that the cells say."""
    found: dict[str, Path] = {}
    for name in dict.fromkeys(column.filled if column is not None else ()):
        if len(found) >= _MOST_PICTURES or PurePosixPath(name).as_posix() != name:
            continue
        try:
            found[name] = find_file(folder, name)
        except FileError:
            continue
    return found


def _files(source: _Source, directory: Path, report: Report) -> dict[str, bytes]:
    """Return the files of the game in the first room in which nothing is amiss."""
    rooms = list(_ROOMS)
    helpers: tuple[str, ...] = ()
    while True:
        room = rooms.pop(0)
        files = _written(source, directory, room, helpers)
        few = _written(_longest_of(source), directory, room, helpers)
        # Most rooms that are too small are found out by the longest texts.
        found = _problems(source, few) or _problems(source, files)
        if not found or not rooms:
            _tell(room, found, report)
            # What is added to the table later may be set as small as is comfortable.
            later = room._replace(smallest=min(room.smallest, SMALLEST))
            return _written(source, directory, later, helpers)
        if "text.glyph" in found and not helpers:
            helpers, rooms = _HELPERS, [room, *rooms]
        elif found == {"text.glyph"}:
            # No room makes a letter that no font has.
            rooms = rooms[-1:]
        if "text.markup" in found and room.markup:
            rooms = [r._replace(markup=False) for r in (room, *rooms)]


def _tell(room: Room, found: set[str], report: Report) -> None:
    """Warn of what the cards still need."""
    if found:
        message = f"the cards are not ready to be built: {', '.join(sorted(found))}"
        hint = "cardforge check names each card with its place"
        report.warning("table.unfinished", message, hint=hint)
    elif room.smallest < SMALLEST:
        message = f"the longest texts are set smaller than {SMALLEST:g} pt"
        hint = "cardforge check lists their cards: shorten them, or choose a larger format"
        report.warning("table.unfinished", message, hint=hint)


def _longest_of(source: _Source) -> _Source:
    """Return the table with those rows only that have the longest cells of a column."""
    table = source.table.fresh()
    chosen: set[int] = set()
    for name in table.columns:
        lengths = [(len(str(line.fields[name])), n) for n, line in enumerate(table.lines)]
        chosen.update(n for _, n in sorted(lengths, reverse=True)[:_TRIED])
    sums = [(sum(len(str(v)) for v in line.fields.values()), n) for n, line in
            enumerate(table.lines)]  # fmt: skip
    chosen.update(n for _, n in sorted(sums, reverse=True)[: 3 * _TRIED])
    table.lines = [line for n, line in enumerate(table.lines) if n in chosen]
    return source._replace(table=table)


def _problems(source: _Source, files: Mapping[str, bytes]) -> set[str]:
    """Return the codes of what is wrong with the cards when they are laid out."""
    from cardforge import pipeline
    from cardforge.edition import Request, settings_of

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, data in files.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        for file, picture in source.pictures.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(picture, path)
        report = Report()
        game = pipeline.read_game(folder / "game.yaml", report, "game.yaml")
        if game is not None and not report.has_errors:
            for settings in settings_of(game, Request()):
                pipeline.make_edition(game, settings, report)
        return {problem.code for problem in report.problems if problem.severity != "note"}


def _written(
    source: _Source, directory: Path, room: Room, helpers: tuple[str, ...]
) -> dict[str, bytes]:
    """Return the files of the game but its pictures."""
    table, roles = source.table, source.roles
    key = _key_of_type(roles, table)
    types = dict.fromkeys(str(line.fields[key]) for line in source.table.lines) if key else {}
    looks = looks_of(name for name in types if name)
    new_names = renamed(roles, list(table.columns))
    design = Design(roles, room, bool(source.pictures), new_names, key)
    texts = (column for column in (roles.text, roles.flavour, roles.cost, *roles.more) if column)
    symbols = symbols_in(cell for column in texts for cell in _all_cells(column, table))
    title = _title(directory)
    game = named(game_file("cards", title, design, looks, symbols, helpers), directory)
    blank: dict[str, set[str]] = {}
    if source.pictures and roles.image is not None:
        blank[roles.image.name] = set(roles.image.filled) - source.pictures.keys()
    files = {"game.yaml": game.encode(), "cards.csv": table_file(table, blank)}
    if looks:
        files["types.csv"] = types_file(looks)
    for language in roles.languages:
        files[f"rules_text/{language}.md.j2"] = rules_file(language).encode()
    return files


def _all_cells(column: Column, table: Table) -> Iterable[str]:
    """Yield the cells of a column in every language."""
    for name in table.columns:
        if name == column.name or name.rpartition("_")[0] == column.name:
            yield from (str(line.fields[name]) for line in table.lines)


def _key_of_type(roles: Roles, table: Table) -> str:
    """Return the column by which the types are joined: of several languages the first."""
    if roles.type is None:
        return ""
    name = roles.type.name
    names = [name, *(f"{name}_{language}" for language in roles.languages)]
    return next((one for one in names if one in table.columns), name)


def _title(directory: Path) -> str:
    """Return the name of a folder as a title."""
    words = re.split(r"[\W_]+", directory.resolve().name)
    return " ".join(word[:1].upper() + word[1:] for word in words if word) or "Cards"


__all__ = ["KINDS", "Made", "write_from_table"]
