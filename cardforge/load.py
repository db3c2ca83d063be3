"""The grammar of `game.yaml`: places and plain values become a Game.

Every fault of the file is reported in one go; a Game comes back only when
there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardforge.decks_grammar import read_deck, read_token
from cardforge.decode import (
    BAD,
    Anything,
    Choice,
    ColorKind,
    Field,
    Length,
    ListOf,
    MapOf,
    Name,
    Number,
    Reader,
    Record,
    Text,
    TrueFalse,
    Whole,
    plain,
    read_fields,
)
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.elements import TextStyle
from cardforge.elements_grammar import ELEMENTS, STYLE_FIELDS, Condition
from cardforge.gamefolder import FileError, find_file
from cardforge.geometry import Size
from cardforge.model import (
    Format,
    Game,
    Icon,
    Mode,
    Players,
    Ruling,
    SheetDefaults,
    Statement,
    Template,
)
from cardforge.presets import FormatKind
from cardforge.source import Node, read
from cardforge.svgpath import PathError, parse
from cardforge.wording import WordingError, compile_text

SOURCES = ("stated", "derived", "ruling", "house")
CHECKS = ("total", "each-once", "copies-each", "per-player")
MERGED = ("palette", "fonts", "styles", "icons", "words", "parts", "templates", "rulings", "modes")
LOCALIZED = Record({}, expects="text for each language")


class PlayersKind(Record):
    """`2`, `3..6` or a mapping with min, max and limit."""

    def __init__(self) -> None:
        super().__init__(
            {
                "min": Field(Whole(1, 100), True),
                "max": Field(Whole(1, 100), True, "the box is printed for so many"),
                "limit": Field(Whole(1, 100), doc="the most that --players may ask for"),
            },
            _players,
            _PlayersShort(),
        )

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the Players."""
        players = super().read(node, key, reader)
        if players is BAD or players.min <= players.max <= players.limit:
            return players
        return reader.error("value.players", "players: min ≤ max ≤ limit does not hold", node.span)


class _PlayersShort(Text):
    code = "value.players"
    expects = "a number, a range such as 3..6, or min and max"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        text = node.value if isinstance(node.value, str) else ""
        low, dots, high = text.partition("..")
        numbers = [n for n in ((low, high) if dots else (low, low)) if n.strip().isdecimal()]
        if len(numbers) != 2 or not all(1 <= int(n) <= 100 for n in numbers):
            return self.wrong(node, key, reader)
        return _players(int(numbers[0]), int(numbers[1]))


def _players(min: int, max: int, limit: int | None = None) -> Players:
    return Players(min, max, max if limit is None else limit)


_PAIR = ListOf(Length(0, 500), exactly=2)
SHEETS = Record(
    {
        "gutter": Field(Record({"x": Field(Length(0, 100), True), "y": Field(Length(0, 100), True)},
                               lambda x, y: (x, y), Length(0, 100))),
        "margin": Field(Length(0, 500), doc="the rim of the paper that the printer leaves white"),
        "grid": Field(Record({"columns": Field(Whole(1, 50), True), "rows": Field(Whole(1, 50), True)},
                             lambda columns, rows: (columns, rows))),
        "marks": Field(Choice("none", "crop", "guides")),
        "mark-length": Field(Length(1, 30)),
        "mark-offset": Field(Length(0, 30)),
        "mark-weight": Field(Length(0.0882, 0.353)),
        "back-offset": Field(Record({"x": Field(Length(-20, 20), True), "y": Field(Length(-20, 20), True)},
                                    lambda x, y: (x, y)),
                             doc="moves the backs only: x to the right, y down, seen on the back"),
        "duplex": Field(Choice("long-edge", "short-edge", "fold", "none")),
        "papers": Field(ListOf(Name(), least=1)),
    },
    lambda gutter=(0.0, 0.0), **more: SheetDefaults(
        gutter if isinstance(gutter, tuple) else (gutter, gutter), **more
    ),
)  # fmt: skip

STATEMENT = {
    "check": Field(Choice(*CHECKS), True),
    "deck": Field(Name(), True, "the deck or tokens that the statement is about"),
    "is": Field(Whole(0, 100_000), doc="the number promised"),
    "of": Field(Anything(), doc="the values promised: a range or a list"),
    "field": Field(Name()),
    "where": Field(Condition()),
    "source": Field(Choice(*SOURCES), True),
    "because": Field(Anything()),
}

GAME: dict[str, Field] = {
    "game": Field(Name(), True, "the game's id: the name of its output folder"),
    "version": Field(Text(), True),
    "title": Field(Anything(), True, "the printed title, for each language"),
    "description": Field(Anything()),
    "languages": Field(ListOf(Name(), least=1), True),
    "players": Field(PlayersKind(), True),
    "format": Field(FormatKind(), doc="the cards' format: a preset or trim, bleed, safe, corner"),
    "credits": Field(Anything()),
    "licence": Field(Anything()),
    "include": Field(ListOf(Text()), doc="other YAML files of this folder with more definitions"),
    "palette": Field(MapOf(ColorKind())),
    "fonts": Field(MapOf(Text()), doc="name: a face such as Lato-Regular, or a .ttf of this folder"),
    "styles": Field(MapOf(Record(STYLE_FIELDS, TextStyle))),
    "icons": Field(
        MapOf(
            Record(
                {
                    "path": Field(Text(), True),
                    "viewbox": Field(ListOf(Number(-1e5, 1e5), exactly=4)),
                    "even-odd": Field(TrueFalse()),
                }
            )
        )
    ),
    "words": Field(Anything(), doc="for each language, the words by key"),
    "rulings": Field(Anything()),
    "modes": Field(Anything()),
    "parts": Field(MapOf(ELEMENTS), doc="element groups written once"),
    "templates": Field(Anything()),
    "decks": Field(Anything()),
    "tokens": Field(Anything()),
    "composition": Field(Anything()),
    "sheets": Field(SHEETS),
}
TEMPLATE = {"extends": Field(Name()), "elements": Field(ELEMENTS)}
RULING = {
    "values": Field(ListOf(Text(), least=1), True, "the answers, the default first"),
    "title": Field(Anything(), True),
    "source": Field(Text()),
}


def load_game(path: Path, report: Report, shown: str | None = None) -> Game | None:
    """Return the game described by `path`, or None after reporting everything that is wrong."""
    before = report.count("error")
    node = read(path, report, shown=shown)
    if node is None:
        return None
    loader = _Loader(path.parent, report, node, Path(shown or str(path)).parent)
    game = loader.game()
    return game if report.count("error") == before else None


class _Loader:
    """Reads one game; the sections that others refer to come first."""

    def __init__(self, folder: Path, report: Report, node: Node, shown: Path) -> None:
        self.folder, self.report, self.shown = folder, report, shown
        self.node = node
        self.palette: dict[str, Any] = {}
        self.reader = Reader(report, self.palette, self.compile)
        self.literal = Reader(report, self.palette)

    def compile(self, text: str, span: Span) -> Any:
        """Return the compiled expression or None after reporting why it cannot be read."""
        try:
            return compile_text(text)
        except WordingError as fault:
            self.report.error(fault.code, str(fault), span, hint=fault.hint)
            return None

    def game(self) -> Game | None:
        """Return the game when its sections could be read."""
        self._include()
        sections = self.node.value
        if "palette" in sections:
            colours = self.literal.read(sections["palette"], GAME["palette"].kind, "palette")
            self.palette.update({} if colours is BAD else colours)
        values = self._top()
        if values is None:
            return None
        self.languages = values["languages"]
        return self._assemble(values)

    def _top(self) -> dict[str, Any] | None:
        later = ("parts", "templates", "decks", "tokens", "composition", "words", "rulings",
                 "modes", "title", "credits", "licence", "description")  # fmt: skip
        fields = {k: f for k, f in GAME.items() if k not in later}
        return read_fields(self.node, {**fields, **_TITLE_ONLY}, self.literal, "the game", later)

    def _assemble(self, values: dict[str, Any]) -> Game:
        sections = self.node.value
        card_format = values.get("format") or Format("poker-63x88", Size(63.0, 88.0))
        return Game(
            id=values["game"],
            folder=self.folder,
            span=self.node.span,
            version=values["version"],
            title=self.localized("title") or {},
            languages=self.languages,
            players=values["players"],
            format=card_format,
            credits=self.localized("credits"),
            licence=self.localized("licence"),
            palette=self.palette,
            fonts=self._fonts(values.get("fonts", {})),
            styles=values.get("styles", {}),
            icons=self._icons(values.get("icons", {})),
            words=self._words(sections.get("words")),
            rulings=dict(self._rulings(sections.get("rulings"))),
            modes=dict(self._modes(sections.get("modes"))),
            parts=self._parts(sections.get("parts")),
            templates=dict(self._templates(sections.get("templates"))),
            decks=tuple(self._decks(sections.get("decks"), card_format, "decks")),
            tokens=tuple(self._decks(sections.get("tokens"), card_format, "tokens")),
            composition=tuple(self._composition(sections.get("composition"))),
            sheets=values.get("sheets") or SheetDefaults(),
        )

    def _include(self) -> None:
        """Merge the included files into the game's own sections."""
        included = self.node.value.get("include")
        if included is None:
            return
        names = self.literal.read(included, GAME["include"].kind, "include")
        for name, child in zip(names or (), included.value if names else (), strict=False):
            try:
                path = find_file(self.folder, name)
            except FileError as fault:
                self.report.error("include.path", str(fault), child.span, hint=fault.hint)
                continue
            node = read(path, self.report, shown=str(self.shown / name))
            if node is not None:
                self._merge(node)

    def _merge(self, other: Node) -> None:
        """Join the sections of an included file; what is given twice is reported."""
        for key, child in other.value.items():
            mine = self.node.value.get(key)
            if mine is None:
                continue
            if key in MERGED and isinstance(mine.value, dict) and isinstance(child.value, dict):
                other = other.replaced(key, self._joined(key, mine, child))
            else:
                self._twice(f"'{key}' is already given", self.node, other, key)
        self.node = self.node.joined(other)

    def _joined(self, section: str, mine: Node, other: Node) -> Node:
        for name, child in other.value.items():
            nested = mine.value.get(name)
            if nested is None:
                continue
            if section == "words" and isinstance(child.value, dict):
                other = other.replaced(name, self._joined(name, nested, child))
            else:
                self._twice(f"'{name}' is already in {section}", mine, other, name)
        return mine.joined(other)

    def _twice(self, message: str, mine: Node, other: Node, key: str) -> None:
        self.report.error(
            "include.twice",
            message,
            other.key_span(key),
            related=[(mine.key_span(key), "first given here")],
        )

    def localized(self, key: str) -> dict[str, str] | None:
        """Return a section's text for each language; one plain text serves them all."""
        node = self.node.value.get(key)
        return None if node is None else self.text_for_languages(node, key)

    def text_for_languages(self, node: Node, key: str) -> dict[str, str]:
        """Return the text of a node for each language, missing languages reported."""
        if isinstance(node.value, str):
            return dict.fromkeys(self.languages, node.value)
        if not isinstance(node.value, dict):
            self.report.error("value.text", f"{key} must be text, or text for each language", node.span)
            return {}
        self._check_languages(node, key)
        return {lang: str(child.value or "") for lang, child in node.value.items()}

    def _check_languages(self, node: Node, key: str) -> None:
        for language in self.languages:
            if language not in node.value:
                self.report.error("words.missing", f"{key} has no text for '{language}'", node.span)
        for language in node.value:
            if language not in self.languages:
                self.report.error(
                    "words.language", f"{key}: '{language}' is not one of the languages",
                    node.key_span(language), hint=did_you_mean(language, self.languages),
                )  # fmt: skip

    def _fonts(self, faces: dict[str, str]) -> dict[str, tuple[str, Span]]:
        entries = self.node.value["fonts"].value if faces else {}
        return {alias: (face, entries[alias].span) for alias, face in faces.items()}

    def _icons(self, icons: dict[str, dict[str, Any]]) -> dict[str, Icon]:
        made = {}
        for name, icon in icons.items():
            try:
                parse(icon["path"])
            except PathError as fault:
                span = self.node.value["icons"].value[name].value["path"].span
                self.report.error("icon.path", f"icon {name}: {fault}", span)
                continue
            box = icon.get("viewbox", (0.0, 0.0, 24.0, 24.0))
            made[name] = Icon(icon["path"], box, icon.get("even_odd", False))
        return made

    def _words(self, node: Node | None) -> dict[str, dict[str, Any]]:
        """Return the words of each language; every language has the same keys."""
        if node is None:
            return {language: {} for language in self.languages}
        if not isinstance(node.value, dict):
            self.report.error("value.mapping", "words must be a mapping from languages to words", node.span)
            return {}
        self._check_languages(node, "words")
        tables = {lang: child for lang, child in node.value.items() if isinstance(child.value, dict)}
        every = {key: table.key_span(key) for table in tables.values() for key in table.value}
        for language, table in tables.items():
            for key in every.keys() - table.value.keys():
                self.report.error(
                    "words.missing", f"the words for '{language}' lack '{key}'", every[key]
                )
        return {lang: plain(child) for lang, child in tables.items()}

    def _entries(self, node: Node | None, section: str) -> Iterator[tuple[str, Node]]:
        """Yield name and node of each entry of a section that must be a mapping."""
        if node is None:
            return
        if not isinstance(node.value, dict):
            self.report.error("value.mapping", f"{section} must be a mapping of names", node.span)
            return
        yield from node.value.items()

    def _rulings(self, node: Node | None) -> Iterator[tuple[str, Ruling]]:
        for key, child in self._entries(node, "rulings"):
            values = self._fields(child, RULING, f"ruling {key}")
            if values is not None:
                title = self.text_for_languages(child.value["title"], "title")
                yield key, Ruling(key, values["values"], title, values.get("source", "ruling"))

    def _modes(self, node: Node | None) -> Iterator[tuple[str, Mode]]:
        for name, child in self._entries(node, "modes"):
            yield name, Mode(name, self.text_for_languages(child, f"mode {name}"))

    def _fields(self, node: Node, fields: dict[str, Field], what: str) -> dict[str, Any] | None:
        if not isinstance(node.value, dict):
            self.report.error("value.mapping", f"{what} must be a mapping", node.span)
            return None
        return read_fields(node, fields, self.reader, what)

    def _parts(self, node: Node | None) -> dict[str, Any]:
        return {
            name: elements
            for name, child in self._entries(node, "parts")
            if (elements := self.reader.read(child, ELEMENTS, name)) is not BAD
        }

    def _templates(self, node: Node | None) -> Iterator[tuple[str, Template]]:
        for name, child in self._entries(node, "templates"):
            values = self._fields(child, TEMPLATE, f"template {name}")
            if values is not None:
                elements = values.get("elements", ())
                yield name, Template(name, elements, values.get("extends"), child.span)

    def _decks(self, node: Node | None, card_format: Format, section: str) -> Iterator[Any]:
        reading = read_token if section == "tokens" else read_deck
        for name, child in self._entries(node, section):
            deck = reading(name, child, self.reader, card_format, self)
            if deck is not None:
                yield deck

    def _composition(self, node: Node | None) -> Iterator[Statement]:
        if node is None:
            return
        if not isinstance(node.value, list):
            self.report.error("value.list", "composition must be a list of statements", node.span)
            return
        for child in node.value:
            values = self._fields(child, STATEMENT, "the statement")
            if values is not None:
                yield Statement(span=child.span, **values)


_TITLE_ONLY = {"title": Field(Anything(), True)}
