"""Loading: places and plain values become a Game.

Every fault of the file is reported in one go.  A file with faults still gives a
Game, as far as it could be read, so that its cards can be judged in the same
run; `Game.is_broken` tells what not to trust in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardforge.allowances import take_allowances
from cardforge.color import BLACK
from cardforge.composition_grammar import read_statements
from cardforge.dealing_grammar import read_dealing
from cardforge.decks_grammar import check_deck_name, read_deck, read_token
from cardforge.decode import (
    BAD,
    Field,
    Reader,
    read_fields,
)
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.elements import TextStyle
from cardforge.elements_grammar import ELEMENTS
from cardforge.export_grammar import check_inks, read_press, read_shops
from cardforge.expressions import WordingError
from cardforge.game_grammar import (
    FACT,
    GAME,
    RULING,
    check_fact_name,
)
from cardforge.geometry import Size
from cardforge.include import found_file, shown_name, with_included
from cardforge.judging_grammar import read_checks, read_play
from cardforge.languages import Languages
from cardforge.model import (
    DeckSpec,
    Format,
    Game,
    Icon,
    Mode,
    Players,
    Ruling,
    SheetDefaults,
    Template,
)
from cardforge.parts import without_circles
from cardforge.rulebook_grammar import read_rulebook
from cardforge.source import Node, read
from cardforge.specs import (
    CheckSetting,
    DealingSpec,
    Fact,
    PlaySpec,
    PressSpec,
    RulebookSpec,
    ShopChoice,
)
from cardforge.svgpath import PathError, parse
from cardforge.tables.shelf import Tables
from cardforge.template_grammar import read_templates
from cardforge.textfile import read_text
from cardforge.variants import Changes
from cardforge.wording import compile_text

if TYPE_CHECKING:
    from cardforge.macros import Macros

# Sections with readers of their own.
APART = ("palette", "parts", "templates", "decks", "tokens", "composition", "dealing", "words",
         "rulings", "modes", "title", "credits", "licence", "description", "facts", "rulebook",
         "play", "checks", "shops", "press", "variants")  # fmt: skip
MOST_EXPRESSIONS = 5_000
# Without these nothing can be said about a single card.
ESSENTIAL = ("languages", "players", "format", "include")


def load_game(
    path: Path, report: Report, shown: str | None = None, variant: str | None = None
) -> Game | None:
    """Return the game described by `path` as far as it could be read, None when that is too little.

    Everything that is wrong is in the report: with an error in it the game is only good for
    finding more.  A variant that the game does not have changes nothing.
    """
    node = read(path, report, shown=shown)
    if node is None:
        return None
    return _Loader(path.parent, report, node, Path(shown or str(path)).parent).game(variant)


class _Loader:
    """Reads one game; the sections that others refer to come first."""

    def __init__(self, folder: Path, report: Report, node: Node, shown: Path) -> None:
        self.folder, self.report, self.shown = folder, report, shown
        self.node = node
        self.palette: dict[str, Any] = {}
        self.broken: set[str] = set()
        self.expressions: set[str] = set()
        self.macros: Macros | None = None
        # What expressions may call: the macros of a faulty file too, whose fault is told once.
        self.callable: frozenset[str] = frozenset()
        self.variants: tuple[str, ...] = ()
        self.variant: str | None = None
        self.reader = Reader(report, self.palette, self.compile)
        self.literal = Reader(report, self.palette)
        self.languages = Languages(self.literal)
        self.tables = Tables(folder, shown, report)

    def compile(self, text: str, span: Span) -> Any:
        """Return the compiled expression or None after reporting why it cannot be read."""
        self.expressions.add(text)
        if len(self.expressions) > MOST_EXPRESSIONS:
            message = f"a game may have at most {MOST_EXPRESSIONS:,} different expressions"
            hint = "compute them for all cards of a deck, with let:"
            self.report.error("expression.too-many", message, self.node.span, hint=hint)
            return None
        try:
            return compile_text(text, self.callable)
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

    def game(self, variant: str | None) -> Game | None:
        """Return the game, None when an essential section could not be read."""
        with self._watch("whole include"):
            self._put_together(variant)
            self.allowances = take_allowances(self.node, self.report)
        self.macros = self._macros(self.node.value.get("macros"))
        self._palette(self.node.value.get("palette"))
        values = self._top()
        self.languages.codes = values.get("languages")
        game = self._assemble(values)
        return None if any(f"whole {key}" in self.broken for key in ESSENTIAL) else game

    def _put_together(self, variant: str | None) -> None:
        """Join what the game's files say: included ones, a variant, a theme, words."""
        changes = Changes(self.folder, self.shown, self.literal)
        self.node = with_included(self.node, self.folder, self.shown, self.literal)
        self.variants = changes.names(self.node)
        self.variant = variant if variant in self.variants else None
        self.node = changes.varied(self.node, self.variant)
        self.node = changes.worded(changes.themed(self.node))

    def _macros(self, node: Node | None) -> Macros | None:
        """Return the game's macros, None when it has none or after reporting why not."""
        path = None if node is None else found_file(node, self.folder, "macros.path", self.report)
        if node is None or path is None:
            return None
        shown = shown_name(self.shown, node.value)
        text = read_text(path, self.report, shown, node.span)
        if text is None:
            return None
        # Jinja2 is costly to import: only a game with macros needs it at once.
        from cardforge.macros import names_of, read_macros

        macros = read_macros(text, shown, self.report)
        self.callable = macros.names if macros else names_of(text)
        return macros

    def _palette(self, node: Node | None) -> None:
        if node is None:
            return
        colours = self.literal.read(node, GAME["palette"].kind, "palette")
        if colours is not BAD:
            # A name whose colour is faulty is known all the same.
            self.palette.update({**dict.fromkeys(node.value, BLACK), **colours})
            check_inks(node, colours, self.literal)

    def _top(self) -> dict[str, Any]:
        """Return the sections that are plain values, by Python name."""
        values: dict[str, Any] = {}
        for key, field in GAME.items():
            with self._watch(f"whole {key}"):
                value = self._plain_section(key, field)
            if value is not BAD:
                values[key] = value
        self._refuse_unknown()
        return values

    def _plain_section(self, key: str, field: Field) -> Any:
        """Return the value of a section, BAD when it has none or is read elsewhere."""
        node = self.node.value.get(key)
        if node is None and field.required:
            message = f"the game needs the key '{key}'"
            return self.literal.error("key.missing", message, self.node.span, f"add {key}:")
        if node is None or key in APART:
            return BAD
        return self.literal.read(node, field.kind, key)

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
        fonts = self._named("fonts", values.get("fonts", {}))
        styles = self._named("styles", values.get("styles", {}))
        self._check_style_fonts(styles, fonts)
        self._check_deck_names(sections)
        decks = self._decks(sections.get("decks"), card_format, "decks")
        tokens = self._decks(sections.get("tokens"), card_format, "tokens")
        players = values.get("players") or Players(1, 1, 1)
        modes = dict(self._modes(sections.get("modes")))
        return Game(
            id=values.get("game", ""),
            folder=self.folder,
            span=self.node.span,
            version=values.get("version", ""),
            title=self._localized("title") or {},
            languages=self.languages.codes or (),
            players=players,
            format=card_format,
            credits=self._localized("credits"),
            licence=self._localized("licence"),
            palette=self.palette,
            fonts=fonts,
            styles=styles,
            icons=self._named("icons", self._icons(values.get("icons", {}))),
            words=self.languages.words(sections.get("words")),
            rulings=dict(self._rulings(sections.get("rulings"))),
            modes=modes,
            parts=self._named("parts", parts),
            templates=self._named("templates", dict(self._templates(sections.get("templates")))),
            decks=tuple(self._named("decks", decks).values()),
            tokens=tuple(self._named("tokens", tokens).values()),
            composition=tuple(read_statements(sections.get("composition"), self.reader)),
            dealing=self._dealing(sections.get("dealing")),
            sheets=values.get("sheets") or SheetDefaults(),
            facts=self._named("facts", dict(self._facts(sections.get("facts")))),
            rulebook=self._rulebook(sections.get("rulebook")),
            play=self._play(sections.get("play"), modes, players),
            checks=self._checks(sections.get("checks")),
            shops=self._shops(sections.get("shops"), {*decks, *tokens}),
            press=self._press(sections.get("press")),
            allowances=self.allowances,
            variants=self.variants,
            variant=self.variant,
            macros=self.macros,
            broken=frozenset(self.broken),
            places=self._places(),
        )

    def _places(self) -> dict[str, Span]:
        """Return where each section, each key of `sheets` and each of the words is written."""
        sections = self.node.value
        keys = self._mapping(sections.get("sheets"))
        own = {f"sheets.{key}": child.span for key, child in keys}
        return {key: child.span for key, child in sections.items()} | own | self.languages.places

    def _check_deck_names(self, sections: dict[str, Node]) -> None:
        """Report tokens called like a deck: card ids and composition could not tell them apart."""
        decks, tokens = sections.get("decks"), sections.get("tokens")
        if decks is None or tokens is None or not isinstance(decks.value, dict):
            return
        for name, _ in self._mapping(tokens):
            if name in decks.value:
                self.report.error(
                    "deck.twice",
                    f"tokens and a deck are both called '{name}'",
                    tokens.key_span(name),
                    hint="rename one of them",
                    related=[(decks.key_span(name), "first used here")],
                )

    def _localized(self, key: str) -> dict[str, str] | None:
        """Return a section's text for each language; one plain text serves them all."""
        node = self.node.value.get(key)
        return None if node is None else self.languages.text(node, key)

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

    def _icons(self, icons: dict[str, dict[str, Any]]) -> dict[str, Icon]:
        made = {}
        for name, icon in icons.items():
            node = self.node.value["icons"].value[name]
            if ("path" in icon) == ("file" in icon):
                message = f"icon {name} needs path or file, and only one of them"
                hint = "write the outline under path, or name an SVG file under file"
                self.report.error("icon.path", message, node.span, hint=hint)
                continue
            if "file" in icon:
                self._note_idle_keys(name, node)
                box = 0.0, 0.0, 24.0, 24.0
                made[name] = Icon("", box, False, icon["file"], node.value["file"].span)
                continue
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

    def _note_idle_keys(self, name: str, node: Node) -> None:
        for key in (key for key in ("viewbox", "even-odd") if key in node.value):
            message = f"'{key}' says nothing about the icon {name}: its file does"
            self.report.warning("key.unused", message, node.key_span(key), hint="remove it")

    def _entries(self, node: Node | None, section: str) -> Iterator[tuple[str, Node]]:
        """Yield name and node of each entry of a section that must be a mapping."""
        if node is not None and self.reader.is_mapping(node, section, "a mapping of names"):
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
            title = self.languages.text(child.value["title"], f"{key}.title")
            source = values.get("source", "ruling")
            yield key, Ruling(key, values["values"], title, source, values.get("whole"))

    def _modes(self, node: Node | None) -> Iterator[tuple[str, Mode]]:
        for name, child in self._entries(node, "modes"):
            yield name, Mode(name, self.languages.text(child, f"mode {name}"))

    def _facts(self, node: Node | None) -> Iterator[tuple[str, Fact]]:
        for name, child in self._entries(node, "facts"):
            check_fact_name(name, node.key_span(name), self.report)  # type: ignore[union-attr]
            values = self._fields(child, FACT, f"fact {name}")
            if values is not None:
                yield (
                    name,
                    Fact(name, because=values.pop("because", None), span=child.span, **values),
                )

    def _dealing(self, node: Node | None) -> tuple[DealingSpec, ...]:
        with self._watch("dealing"):
            return tuple(read_dealing(node, self.reader, self.languages))

    def _play(self, node: Node | None, modes: dict[str, Mode], players: Players) -> PlaySpec | None:
        return None if node is None else read_play(node, self.literal, modes, players)

    def _checks(self, node: Node | None) -> dict[str, CheckSetting]:
        return {} if node is None else read_checks(node, self.literal)

    def _shops(self, node: Node | None, decks: set[str]) -> dict[str, ShopChoice]:
        return {} if node is None else read_shops(node, self.literal, decks)

    def _press(self, node: Node | None) -> PressSpec:
        return PressSpec() if node is None else read_press(node, self.literal)

    def _rulebook(self, node: Node | None) -> RulebookSpec:
        if node is None:
            return RulebookSpec()
        with self._watch("rulebook"):
            return read_rulebook(node, self.reader, self.languages)

    def _fields(
        self, node: Node, fields: dict[str, Field], what: str, reader: Reader | None = None
    ) -> dict[str, Any] | None:
        if not self.reader.is_mapping(node, what, "a mapping"):
            return None
        return read_fields(node, fields, reader or self.reader, what)

    def _parts(self, node: Node | None) -> dict[str, Any]:
        return {
            name: elements
            for name, child in self._entries(node, "parts")
            if (elements := self.reader.read(child, ELEMENTS, name)) is not BAD
        }

    def _templates(self, node: Node | None) -> Iterator[tuple[str, Template]]:
        if node is not None and self.reader.is_mapping(node, "templates", "a mapping of names"):
            yield from read_templates(node, self.reader)

    def _decks(self, node: Node | None, card_format: Format, section: str) -> dict[str, DeckSpec]:
        made = {}
        for name, child in self._entries(node, section):
            with self._watch(f"{section} {name}"):
                check_deck_name(name, node.key_span(name), self.report)  # type: ignore[union-attr]
                if section == "tokens":
                    deck = read_token(name, child, self.reader, self.languages, self.tables)
                else:
                    deck = read_deck(
                        name, child, self.reader, card_format, self.languages, self.tables
                    )
            if deck is not None:
                made[name] = deck
        return made
