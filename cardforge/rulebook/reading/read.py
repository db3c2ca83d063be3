"""Reading a rules text: the file of one language becomes a Book, every fault reported at its place.

One pass of Jinja2 (`template`), one of Markdown (`markdown`), then sections of blocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.model import Deck, Game, Settings
from cardforge.rulebook.book import Book, Break, Picture, Reference, Section, Sentence, Sign, Words
from cardforge.rulebook.reading.dealt import Dealt
from cardforge.rulebook.reading.glossary import Entry, read_glossary
from cardforge.rulebook.reading.macros import Macros
from cardforge.rulebook.reading.markdown import Pieces, Tree, check_containers, tree_of
from cardforge.rulebook.reading.rules_file import SHARED, glossary_file, is_inside, rules_file
from cardforge.rulebook.reading.source_text import SourceText, without_private
from cardforge.rulebook.reading.template import Template
from cardforge.rulebook.reading.template.environment import PlacedError, TextEnvironment
from cardforge.rulebook.reading.template.rendered import Rendered
from cardforge.rulebook.reading.text_blocks import BlockReader, TitleLine, has_words
from cardforge.rulebook.reading.typed import check_typed
from cardforge.rulebook.reading.typography import typeset
from cardforge.rulebook.walk import pieces_in, with_sentences
from cardforge.textfile import read_text

CLASSES = ("long", "card", "last")
CONTENTS = "contents"
COVER_CARDS = 3
MOST_FAULTS = 500


def read_book(game: Game, settings: Settings, decks: Sequence[Deck], report: Report) -> Book | None:
    """Return the rules of a game in the language of a run, as far as they could be read.

    None, when the game has no rules text in this language or nothing of it can be read; every
    fault is in the report.
    """
    path = rules_file(game, settings.language)
    if path is None:
        return None
    shown = shown_name(game, path)
    text = read_text(path, report, shown) if is_inside(game, path, shown, report) else None
    if text is None:
        return None
    source = SourceText(text, shown)
    if not source.is_fit(report):
        return None
    found = Report()
    dealt = Dealt(game, settings, decks, found)
    book = _Maker(dealt, source, path.parent, found).book()
    _tell(found, source, report)
    return book


def _tell(found: Report, source: SourceText, report: Report) -> None:
    """Put the problems of a text into a report; of very many only the first ones."""
    problems = found.problems
    for problem in problems[:MOST_FAULTS]:
        for card in problem.cards or (None,):
            report.add(*problem[:4], hint=problem.hint, related=problem.related, card=card)
    if len(problems) > MOST_FAULTS:
        message = f"{source.file} has more than {MOST_FAULTS} faults"
        hint = "mend the first ones and try again"
        report.error("source.too-many", message, source.span(0, 0), hint=hint)


def shown_name(game: Game, path: Path) -> str:
    """Return what problems call a file of the rules: by its way from where the game was named."""
    here = Path(game.span.file).parent
    if path.is_relative_to(game.folder):
        return str(here / path.relative_to(game.folder))
    if here.parent.name == SHARED and game.folder.parent.name == SHARED:
        return str(here.parent.parent / path.relative_to(game.folder.parent.parent))
    return str(path)


class _Heading(NamedTuple):
    """A section before its blocks are read."""

    line: TitleLine
    span: Span
    nodes: list[Tree]


class _Maker:
    """Makes one book."""

    def __init__(self, dealt: Dealt, source: SourceText, folder: Path, report: Report) -> None:
        self.dealt, self.source, self.folder, self.report = dealt, source, folder, report
        self.game, self.language = dealt.game, dealt.settings.language
        self.glossary = self._glossary()

    def _glossary(self) -> Mapping[str, Entry]:
        path = glossary_file(self.game)
        if path is None:
            return {}
        shown = shown_name(self.game, path)
        if not is_inside(self.game, path, shown, self.report):
            return {}
        return read_glossary(path, self.language, self.report, shown)

    def book(self) -> Book | None:
        """Return the book, None when the template cannot be read."""
        environment = TextEnvironment(self.source, self.report)
        pieces = Pieces(environment.values, self.report, None)
        macros = Macros(self.dealt, pieces, self.glossary, environment)
        template = Template(self.source, macros.functions())
        rendered = template.rendered(environment, without_private(self.dealt.globals))
        check_typed(self.source, template.typed(), self.glossary, self.language, self.report)
        if rendered is None:
            return None
        pieces.rendered = rendered
        return self._made(rendered, pieces, environment.lost)

    def _made(self, rendered: Rendered, pieces: Pieces, lost: Set[int]) -> Book:
        check_containers(rendered, self.report)
        reader = BlockReader(pieces, rendered, self.folder, self.report)
        reader.lost = lost
        title, lead_nodes, headings = self._headings(tree_of(rendered, self.report), pieces, reader)
        lead = reader.blocks(lead_nodes)
        sections = tuple(self._sections(headings, reader))
        if not sections:
            hint = "begin one with ## Title {#id}"
            message = "the rules text has no section"
            self.report.error("rulebook.empty-section", message, self.source.span(0, 0), hint=hint)
        self._check_coverage(sections, reader)
        book = Book(self.language, title, lead, sections, self.source.file, self._cover())
        self._check_pieces(book, reader)
        numbers = {note.key: note.number for note in reader.notes}

        def finished(sentence: Sentence) -> Sentence:
            numbered = tuple(
                piece._replace(number=numbers.get(piece.key, 0))
                if isinstance(piece, Sign)
                else piece
                for piece in sentence
            )
            return typeset(numbered, self.language)

        whole: Book = with_sentences(book, finished)
        return whole

    def _headings(
        self, tree: Tree, pieces: Pieces, reader: BlockReader
    ) -> tuple[str, list[Tree], list[_Heading]]:
        """Return the title, what stands before the first section, and the sections."""
        title: str | None = None
        lead: list[Tree] = []
        headings: list[_Heading] = []
        for node in tree.children:
            if node.type == "heading" and node.tag == "h1":
                span = reader.span(node)
                if title is not None or headings:
                    message = "a second title begins here" if title else "the title stands too late"
                    hint = "begin a section with ##" if title else "write it above the sections"
                    self.report.error("rulebook.markdown", message, span, hint=hint)
                line = TitleLine(node, pieces, self.report)
                if not all(isinstance(piece, (Words, Break)) for piece in line.title):
                    message, hint = "the title of the book must be plain text", "remove the macro"
                    self.report.error("rulebook.markdown", message, reader.span(node), hint=hint)
                title = title or "".join(p.text for p in line.title if isinstance(p, Words))
            elif node.type == "heading" and node.tag == "h2":
                line = TitleLine(node, pieces, self.report)
                headings.append(_Heading(line, reader.span(node), []))
            else:
                (headings[-1].nodes if headings else lead).append(node)
        own = without_private(self.game.title.get(self.language, self.game.id))
        named = typeset((Words(title or own),), self.language)
        return "".join(p.text for p in named if isinstance(p, Words)), lead, headings

    def _sections(self, headings: Sequence[_Heading], reader: BlockReader) -> list[Section]:
        sections: dict[str, Section] = {}
        for number, heading in enumerate(headings, start=1):
            line, span = heading.line, heading.span
            reader.section, reader.subheadings = line.id, 0
            own = line.id or f"section-{number}"
            is_first = reader.name(own, span)
            before = self.report.count("error")
            blocks = reader.blocks(heading.nodes)
            last = headings[number].span.line if number < len(headings) else None
            lost = any(span.line < at and (last is None or at < last) for at in reader.lost)
            is_filled = bool(blocks) or lost or self.report.count("error") > before
            self._check_heading(line, span, is_filled)
            if not is_first:
                continue
            classes = frozenset(name for name in line.classes if name in CLASSES)
            sections[own] = Section(own, line.title, classes, blocks, span)
        return list(sections.values())

    def _check_heading(self, line: TitleLine, span: Span, is_filled: bool) -> None:
        if not line.id:
            message, hint = "a section needs an id", "write {#setup} at the end of the line"
            self.report.error("rulebook.section", message, span, hint=hint)
        for name in line.classes:
            if name not in CLASSES:
                hint = did_you_mean(name, CLASSES) or "use one of ." + ", .".join(CLASSES)
                message = f"no class is called '{name}'"
                self.report.error("rulebook.section", message, span, hint=hint)
        if not has_words(line.title):
            message = "the title needs words" if line.title else "a section needs a title"
            hint = "write ## Title {#id}"
            self.report.error("rulebook.section", message, span, hint=hint)
        if not is_filled:
            message, hint = "the section is empty", "write what it says, or remove it"
            self.report.error("rulebook.empty-section", message, span, hint=hint)

    def _check_coverage(self, sections: Sequence[Section], reader: BlockReader) -> None:
        """Report cards that the contents name twice or not at all."""
        contents = next((s for s in sections if s.id == CONTENTS), None)
        if contents is None:
            return
        first: dict[str, Span] = {}
        for made in reader.covered:
            twice = [card for card in made.covers if card in first]
            if twice:
                self.report.error(
                    "rulebook.contents", f"the card '{twice[0]}' is counted twice", made.span,
                    hint="say with only=[…] which cards each line counts",
                    related=[(first[twice[0]], "first counted here")],
                )  # fmt: skip
            first.update({card: made.span for card in made.covers if card not in first})
        for deck in self.dealt.decks.values():
            missing = [card.id for card in deck.cards if card.copies and card.id not in first]
            if missing and deck.whole:
                self._report_missing(deck, missing, contents.span)

    def _report_missing(self, deck: Deck, missing: Sequence[str], span: Span) -> None:
        whole = len(missing) == sum(1 for card in deck.cards if card.copies)
        if whole:
            message = f"the contents leave out the deck {deck.name} ({deck.total} in the box)"
        else:
            some = ", ".join(missing[:5]) + (" …" if len(missing) > 5 else "")
            message = f"the contents leave out cards of {deck.name}: {some}"
        hint = f'add {{{{ component("{deck.name}", "one", "many") }}}}'
        self.report.error("rulebook.contents", message, span, hint=hint)

    def _check_pieces(self, book: Book, reader: BlockReader) -> None:
        """Report what leads to no section, signs without note and notes without sign."""
        sections = [section.id for section in book.sections]
        notes = {note.key: note for note in reader.notes}
        signs: set[str] = set()
        for piece in pieces_in(book):
            if isinstance(piece, Sign):
                signs.add(piece.key)
                if piece.key not in notes:
                    message = f"the ruling '{piece.key}' has no entry"
                    hint = did_you_mean(piece.key, notes) or f"add ::: ruling {piece.key} Title"
                    self.report.error("rulebook.ruling", message, piece.span, hint=hint)
            name = _mentioned(piece)
            if name is not None and name not in sections:
                message = f"no section has the id '{name:.60}'"
                hint = did_you_mean(name, sections) or "the ids: " + ", ".join(sections)
                self.report.error("rulebook.section", message, piece.span, hint=hint)
        for key, note in notes.items():
            if key not in signs:
                message = f"nothing in the text has the sign of the ruling '{key}'"
                hint = f'write {{{{ ruling("{key}") }}}} after the sentence that it decides'
                self.report.error("rulebook.ruling", message, note.span, hint=hint)

    def _cover(self) -> tuple[Picture, ...]:
        """Return the cards of the cover: as the game says, or the first ones of its first deck."""
        spec = self.game.rulebook
        pictures = []
        for name, span in spec.cover or ():
            try:
                pictures.append(self.dealt.picture(name, span=span))
            except PlacedError as fault:
                if fault.code:
                    self.report.error(fault.code, str(fault), span, hint=fault.hint)
        if spec.cover is None:
            deck = next(iter(self.dealt.decks.values()), None)
            cards = [card for card in deck.cards if card.copies] if deck else []
            pictures = [self.dealt.picture(card.id) for card in cards[:COVER_CARDS]]
        return tuple(pictures)


def _mentioned(piece: object) -> str | None:
    """Return the id of the section that a piece leads to, None for the others."""
    if isinstance(piece, Reference):
        return piece.section
    if isinstance(piece, Words) and piece.href is not None and piece.href.startswith("#"):
        return piece.href[1:]
    return None
