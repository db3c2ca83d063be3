"""Loading: places and plain values become a Game.

Every fault of the file is reported in one go.  A file with faults still gives a
Game, as far as it could be read, so that its cards can be judged in the same
run; `Game.is_broken` tells what not to trust in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cardforge.color import BLACK
from cardforge.decks_grammar import check_deck_name, read_deck, read_token
from cardforge.decode import (
    BAD,
    EXPRESSION_MARK,
    Field,
    Reader,
    found,
    plain,
    read_fields,
    read_known,
)
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.elements import TextStyle
from cardforge.elements_grammar import ELEMENTS
from cardforge.expressions import WordingError
from cardforge.game_grammar import GAME, RULING, STATEMENT, TEMPLATE, refuse_idle_keys
from cardforge.gamefolder import FileError, find_file
from cardforge.geometry import Size
from cardforge.kinds import Text
from cardforge.model import (
    DeckSpec,
    Format,
    Game,
    Icon,
    Mode,
    Ruling,
    SheetDefaults,
    Statement,
    Template,
)
from cardforge.parts import without_circles
from cardforge.source import Node, read
from cardforge.svgpath import PathError, parse
from cardforge.wording import compile_text

MERGED = ("palette", "fonts", "styles", "icons", "words", "parts", "templates", "rulings", "modes")
# Read after the others, by readers of their own.
LATER = ("parts", "templates", "decks", "tokens", "composition", "words", "rulings", "modes",
         "title", "credits", "licence", "description")  # fmt: skip
MOST_EXPRESSIONS = 5_000
# Without these nothing can be said about a single card.
ESSENTIAL = ("languages", "players", "format", "include")


def load_game(path: Path, report: Report, shown: str | None = None) -> Game | None:
    """Return the game described by `path` as far as it could be read, None when that is too little.

    Everything that is wrong is in the report: with an error in it the game is only good for
    finding more.
    """
    node = read(path, report, shown=shown)
    if node is None:
        return None
    return _Loader(path.parent, report, node, Path(shown or str(path)).parent).game()


class _Loader:
    """Reads one game; the sections that others refer to come first."""

    def __init__(self, folder: Path, report: Report, node: Node, shown: Path) -> None:
        self.folder, self.report, self.shown = folder, report, shown
        self.node = node
        self.palette: dict[str, Any] = {}
        self.languages: tuple[str, ...] | None = None
        self.broken: set[str] = set()
        self.expressions: set[str] = set()
        self.reader = Reader(report, self.palette, self.compile)
        self.literal = Reader(report, self.palette)

    def compile(self, text: str, span: Span) -> Any:
        """Return the compiled expression or None after reporting why it cannot be read."""
        self.expressions.add(text)
        if len(self.expressions) > MOST_EXPRESSIONS:
            message = f"a game may have at most {MOST_EXPRESSIONS:,} different expressions"
            hint = "compute them for all cards of a deck, with let:"
            self.report.error("expression.too-many", message, self.node.span, hint=hint)
            return None
        try:
            return compile_text(text)
        except WordingError as fault:
            self.report.error(fault.code, str(fault), span, hint=fault.hint)
            return None

    @contextmanager
    def _watch(self, name: str) -> Iterator[None]:
        """Note something as broken when reading it finds a fault."""
        before = self.report.count("error")
        yield
        if self.report.count("error") > before:
            self.broken.add(name)

    def _named(self, section: str, made: dict[str, Any]) -> dict[str, Any]:
        """Return what a section defines; names that could not be read are noted as broken."""
        node = self.node.value.get(section)
        if node is not None and not isinstance(node.value, dict):
            self.broken.add(section)
        written = [name for name, _ in self._mapping(node)]
        self.broken.update(f"{section} {name}" for name in written if name not in made)
        return made

    def game(self) -> Game | None:
        """Return the game, None when an essential section could not be read."""
        with self._watch("whole include"):
            self._include()
        self._palette(self.node.value.get("palette"))
        values = self._top()
        self.languages = values.get("languages")
        game = self._assemble(values)
        return None if any(f"whole {key}" in self.broken for key in ESSENTIAL) else game

    def _palette(self, node: Node | None) -> None:
        if node is None:
            return
        colours = self.literal.read(node, GAME["palette"].kind, "palette")
        if colours is not BAD:
            # A name whose colour is faulty is known all the same.
            self.palette.update({**dict.fromkeys(node.value, BLACK), **colours})

    def _top(self) -> dict[str, Any]:
        """Return the sections that are plain values, by Python name."""
        done = (*LATER, "palette")
        values: dict[str, Any] = {}
        for key, field in GAME.items():
            if key in self.node.value and key not in done:
                with self._watch(f"whole {key}"):
                    value = self.literal.read(self.node.value[key], field.kind, key)
                    values |= {} if value is BAD else {key: value}
            elif field.required and key not in self.node.value:
                with self._watch(f"whole {key}"):
                    message = f"the game needs the key '{key}'"
                    self.report.error("key.missing", message, self.node.span, hint=f"add {key}:")
        self._refuse_unknown()
        return values

    def _refuse_unknown(self) -> None:
        for key in self.node.value:
            if key not in GAME:
                message = f"unknown key '{key}' in the game"
                hint = did_you_mean(key, GAME)
                self.report.error("key.unknown", message, self.node.key_span(key), hint=hint)

    def _assemble(self, values: dict[str, Any]) -> Game:
        sections = self.node.value
        card_format = values.get("format") or Format("poker-63x88", Size(63.0, 88.0))
        parts = without_circles(self._parts(sections.get("parts")), self.report)
        fonts = self._named("fonts", self._fonts(values.get("fonts", {})))
        styles = self._named("styles", values.get("styles", {}))
        self._check_style_fonts(styles, fonts)
        self._check_deck_names(sections)
        decks = self._decks(sections.get("decks"), card_format, "decks")
        tokens = self._decks(sections.get("tokens"), card_format, "tokens")
        return Game(
            id=values.get("game", ""),
            folder=self.folder,
            span=self.node.span,
            version=values.get("version", ""),
            title=self.localized("title") or {},
            languages=self.languages or (),
            players=values.get("players"),  # type: ignore[arg-type]
            format=card_format,
            credits=self.localized("credits"),
            licence=self.localized("licence"),
            palette=self.palette,
            fonts=fonts,
            styles=styles,
            icons=self._named("icons", self._icons(values.get("icons", {}))),
            words=self._words(sections.get("words")),
            rulings=dict(self._rulings(sections.get("rulings"))),
            modes=dict(self._modes(sections.get("modes"))),
            parts=self._named("parts", parts),
            templates=self._named("templates", dict(self._templates(sections.get("templates")))),
            decks=tuple(self._named("decks", decks).values()),
            tokens=tuple(self._named("tokens", tokens).values()),
            composition=tuple(self._composition(sections.get("composition"))),
            sheets=values.get("sheets") or SheetDefaults(),
            broken=frozenset(self.broken),
            places=self._places(),
        )

    def _places(self) -> dict[str, Span]:
        """Return where each section and each key of `sheets` is written."""
        sections = self.node.value
        keys = self._mapping(sections.get("sheets"))
        own = {f"sheets.{key}": child.span for key, child in keys}
        return {key: child.span for key, child in sections.items()} | own

    def _check_deck_names(self, sections: dict[str, Node]) -> None:
        """Report tokens called like a deck: card ids and composition could not tell them apart."""
        decks, tokens = sections.get("decks"), sections.get("tokens")
        for name, _ in self._mapping(tokens):
            if decks is not None and isinstance(decks.value, dict) and name in decks.value:
                self.report.error(
                    "deck.twice", f"tokens and a deck are both called '{name}'",
                    tokens.key_span(name), hint="rename one of them",  # type: ignore[union-attr]
                    related=[(decks.key_span(name), "first used here")],
                )  # fmt: skip

    def _include(self) -> None:
        """Merge the included files into the game's own sections."""
        included = self.node.value.get("include")
        if included is None:
            return
        if self.literal.read(included, GAME["include"].kind, "include") is BAD:
            return
        for child in included.value:
            name = child.value
            if not isinstance(name, str) or EXPRESSION_MARK.search(name):
                continue
            try:
                path = find_file(self.folder, name)
            except FileError as fault:
                hint = fault.hint or "name a YAML file of the game folder"
                self.report.error("include.path", str(fault), child.span, hint=hint)
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
            both = isinstance(child.value, dict) and isinstance(nested.value, dict)
            if section == "words" and both:
                other = other.replaced(name, self._joined(name, nested, child))
            else:
                self._twice(f"'{name}' is already in {section}", mine, other, name)
        return mine.joined(other)

    def _twice(self, message: str, mine: Node, other: Node, key: str) -> None:
        self.report.error(
            "include.twice",
            message,
            other.key_span(key),
            hint="remove one of the two",
            related=[(mine.key_span(key), "first given here")],
        )

    def localized(self, key: str) -> dict[str, str] | None:
        """Return a section's text for each language; one plain text serves them all."""
        node = self.node.value.get(key)
        return None if node is None else self.text_for_languages(node, key)

    def text_for_languages(self, node: Node, key: str) -> dict[str, str]:
        """Return the text of a node for each language, missing languages reported."""
        if isinstance(node.value, str):
            return dict.fromkeys(self.languages or (), self._typed_text(node, key))
        if not isinstance(node.value, dict):
            message = f"{key} must be text or a text for each language, found {found(node)}"
            self.report.error("value.text", message, node.span)
            return {}
        self._check_languages(node, key)
        return {
            language: self._typed_text(child, f"{key}.{language}")
            for language, child in node.value.items()
        }

    def _typed_text(self, node: Node, key: str) -> str:
        text = self.literal.read(node, Text(), key)
        return "" if text is BAD else str(text)

    def _check_languages(self, node: Node, key: str) -> None:
        if self.languages is None:
            return
        for language in self.languages:
            if language not in node.value:
                message, hint = f"{key} has no text for '{language}'", f"add {language}:"
                self.report.error("words.missing", message, node.span, hint=hint)
        for language in node.value:
            if language not in self.languages:
                self.report.error(
                    "words.language", f"{key}: '{language}' is not one of the languages",
                    node.key_span(language), hint=did_you_mean(language, self.languages),
                )  # fmt: skip

    def _check_style_fonts(self, styles: dict[str, TextStyle], fonts: dict[str, Any]) -> None:
        for name, style in styles.items():
            if style.font is None or style.font in fonts or f"fonts {style.font}" in self.broken:
                continue
            if "fonts" not in self.broken:
                node = self.node.value["styles"].value[name].value["font"]
                hint = did_you_mean(style.font, fonts) or "name it under fonts:"
                message = f"no font is called '{style.font}'"
                self.report.error("font.unknown", message, node.span, hint=hint)
        lost = {style.font for style in styles.values()} - {None, *fonts}
        self.broken.update(f"fonts {font}" for font in lost)

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
                hint = "write the path as in SVG: M 0 0 L 10 5 Z"
                self.report.error("icon.path", f"icon {name}: {fault}", span, hint=hint)
                continue
            box = icon.get("viewbox", (0.0, 0.0, 24.0, 24.0))
            made[name] = Icon(icon["path"], box, icon.get("even_odd", False))
        return made

    def _words(self, node: Node | None) -> dict[str, dict[str, Any]]:
        """Return the words of each language; every language has the same keys."""
        languages = self.languages or ()
        if node is None or not self._is_mapping(node, "words", "a mapping of languages"):
            return {language: {} for language in languages}
        self._check_languages(node, "words")
        tables = {
            language: child
            for language, child in node.value.items()
            if self._is_mapping(child, f"words.{language}", "a mapping of words")
        }
        every = {key: (table, key) for table in tables.values() for key in table.value}
        for language, table in tables.items():
            self._check_words(language, table, node.key_span(language), every)
        stand_in = {key: plain(table.value[key]) for key, (table, _) in every.items()}
        known = {language: plain(table) for language, table in tables.items()}
        # What a language lacks is reported; the word of another keeps its uses from being so too.
        return {language: {**stand_in, **known.get(language, {})} for language in languages}

    def _check_words(
        self, language: str, table: Node, here: Span, every: dict[str, tuple[Node, str]]
    ) -> None:
        for key in every:
            if key not in table.value:
                message = f"the words for '{language}' lack '{key}'"
                hint = f"add {key}: to words.{language}"
                place = every[key][0].key_span(key)
                self.report.error(
                    "words.missing", message, here, hint=hint, related=[(place, "given here")]
                )
        for key, child in table.value.items():
            if child.value is None:
                message = f"the word '{key}' has no text for '{language}'"
                self.report.error("words.missing", message, table.key_span(key), hint="write it")
            elif isinstance(child.value, str) and EXPRESSION_MARK.search(child.value):
                self.literal.read(child, Text(), f"words.{language}.{key}")

    def _is_mapping(self, node: Node, key: str, expected: str) -> bool:
        if isinstance(node.value, dict):
            return True
        message = f"{key} must be {expected}, found {found(node)}"
        self.report.error("value.mapping", message, node.span)
        return False

    def _entries(self, node: Node | None, section: str) -> Iterator[tuple[str, Node]]:
        """Yield name and node of each entry of a section that must be a mapping."""
        if node is not None and self._is_mapping(node, section, "a mapping of names"):
            yield from node.value.items()

    def _mapping(self, node: Node | None) -> Iterator[tuple[str, Node]]:
        if node is not None and isinstance(node.value, dict):
            yield from node.value.items()

    def _rulings(self, node: Node | None) -> Iterator[tuple[str, Ruling]]:
        for key, child in self._entries(node, "rulings"):
            values = self._fields(child, RULING, f"ruling {key}", self.literal)
            if values is None:
                yield key, Ruling(key, ("",), {}, "ruling")
                continue
            title = self.text_for_languages(child.value["title"], f"{key}.title")
            yield key, Ruling(key, values["values"], title, values.get("source", "ruling"))

    def _modes(self, node: Node | None) -> Iterator[tuple[str, Mode]]:
        for name, child in self._entries(node, "modes"):
            yield name, Mode(name, self.text_for_languages(child, f"mode {name}"))

    def _fields(
        self, node: Node, fields: dict[str, Field], what: str, reader: Reader | None = None
    ) -> dict[str, Any] | None:
        if not self._is_mapping(node, what, "a mapping"):
            return None
        return read_fields(node, fields, reader or self.reader, what)

    def _parts(self, node: Node | None) -> dict[str, Any]:
        return {
            name: elements
            for name, child in self._entries(node, "parts")
            if (elements := self.reader.read(child, ELEMENTS, name)) is not BAD
        }

    def _templates(self, node: Node | None) -> Iterator[tuple[str, Template]]:
        for name, child in self._entries(node, "templates"):
            if self._is_mapping(child, f"template {name}", "a mapping"):
                values, _ = read_known(child, TEMPLATE, self.reader, f"template {name}")
                elements = values.get("elements", ())
                place = child.value["extends"].span if "extends" in child.value else child.span
                yield name, Template(name, elements, values.get("extends"), place)

    def _decks(self, node: Node | None, card_format: Format, section: str) -> dict[str, DeckSpec]:
        made = {}
        for name, child in self._entries(node, section):
            with self._watch(f"{section} {name}"):
                check_deck_name(name, node.key_span(name), self.report)  # type: ignore[union-attr]
                if section == "tokens":
                    deck = read_token(name, child, self.reader, self)
                else:
                    deck = read_deck(name, child, self.reader, card_format, self)
            if deck is not None:
                made[name] = deck
        return made

    def _composition(self, node: Node | None) -> Iterator[Statement]:
        if node is None:
            return
        if not isinstance(node.value, list):
            message = f"composition must be a list of statements, found {found(node)}"
            self.report.error("value.list", message, node.span)
            return
        for child in node.value:
            values = self._fields(child, STATEMENT, "the statement")
            if values is not None:
                refuse_idle_keys(child, values["check"], self.report)
                yield Statement(span=child.span, **values)
