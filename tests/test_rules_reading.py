"""Reading a rules text: words, figures, numbers become a Book, each fault is told at its place."""

import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.load import load_game
from cardforge.model import Settings
from cardforge.rulebook.book import (
    Break,
    Callout,
    Contents,
    Definitions,
    Figure,
    IconMark,
    ImageFile,
    Listing,
    Paragraph,
    Reference,
    RulingNote,
    SideNote,
    Sign,
    Subheading,
    Table,
    TablePlan,
    Words,
)
from cardforge.rulebook.reading.read import read_book
from cardforge.rulebook.reading.rules_file import check_languages, glossary_file, rules_file
from cardforge.rulebook.walk import pieces_in

GAME = """game: toy
version: "1.0"
title: {fr: Neuf (99), en: Nine (99)}
languages: [fr, en]
players: 2..4
rulings: {aces: {values: [low, high], title: Aces}}
icons: {skip: {path: "M0 0L24 0 24 24Z"}}
words:
  fr: {odd: "*x* R&D; 1. # `c` <b> &lt; [a](b)", places: [Centaine, Dizaine]}
  en: {odd: "*x* R&D; 1. # `c` <b> &lt; [a](b)", places: [Hundreds, Tens]}
facts:
  hand: {is: 3, source: stated}
  dealt: {is: "{{ facts.hand * players }}", source: derived}
rulebook:
  cover: [digits.2]
  tables:
    kinds:
      deck: digits
      columns:
        - {title: {fr: Genre, en: Kind}, text: "{{ 'even' if digit is even else 'odd' }}"}
        - {title: {fr: Cartes, en: Cards}, text: "{{ digit }}", gather: true}
        - {title: {fr: Nombre, en: How many}, total: true, align: right}
        - {title: {fr: Carte, en: Card}, picture: face}
    each: {deck: [digits, ban], columns: [{title: Card, picture: back}]}
    none: {deck: digits, where: digit > 99, columns: [{title: Card, total: true}]}
    signs: {deck: ban, columns: [{title: Card, icon: "{{ 'skip' if copies == 4 else 'no' }}"}]}
    unsigned: {deck: digits, columns: [{title: Card, icon: "skp"}]}
    lost: {deck: digit, columns: [{title: Card, total: true}]}
  codes: {deck: digits, field: digit, labels: ["{{ words.places[0] }}: {{ digit }}", "X"]}
templates: {plain: {elements: [{text: "{{ number }}", box: {top: 0, height: 20}}]}}
decks:
  digits: {for: {digit: 0..4}, copies: 2, face: plain, back: plain, name: "Digit {{ digit }}"}
  spare: {rows: [{id: a, copies: 0}, {id: b, copies: 1}], face: plain, back: none}
tokens:
  ban: {shape: round, size: 20, face: plain, back: plain, rows: [{id: x, copies: 4}]}
"""
GLOSSARY = """terms:
  draw-pile:
    en: {term: draw pile, means: "Cards to *draw*.", never: [stock, spare heap]}
    fr: {term: pioche, means: "Ce qu'on pioche.", never: [réserve]}
  hand: {en: {term: hand, means: Cards held.}, fr: {term: main, means: Cartes tenues.}}
  epoch: {en: {term: Épée, means: A sword.}, fr: {term: épée, means: Une épée.}}
"""
FILE = "rules_text/en.md.j2"


@pytest.fixture
def read(tmp_path):
    """Return what reads a rules text of the toy game: the book, and the problems."""
    return make_reader(tmp_path)


def make_reader(folder):
    (folder / "rules_text").mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "rules_text" / "glossary.yaml").write_text(GLOSSARY, "utf-8")
    before = Report()
    game = load_game(folder / "game.yaml", before, "game.yaml")
    assert before.problems == ()

    def read(text, language="en", players=4):
        path = folder / "rules_text" / f"{language}.md.j2"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        settings = Settings(language, players, None, {"aces": "low"})
        report = Report()
        return read_book(game, settings, deal(game, settings, Report()), report), report.problems

    return read


def good(found):
    book, problems = found
    assert problems == ()
    return book


def blocks(found):
    """Return the blocks of the only section."""
    (section,) = good(found).sections
    return section.blocks


def spoken(value):
    """Return the text of everything in a value."""
    return "".join(piece.text for piece in pieces_in(value) if isinstance(piece, Words))


def paragraph(read, text, **more):
    """Return the pieces of a paragraph in a section."""
    (block,) = blocks(read(f"## Aim {{#aim}}\n\n{text}\n", **more))
    assert isinstance(block, Paragraph)
    return block.content


def places(found):
    """Return code and place of each problem, as `code line:column-end`."""
    _, problems = found
    shown = []
    for problem in problems:
        assert problem.severity == "error"
        span = problem.span
        end = (
            span.end_column if span.end_line == span.line else f"{span.end_line}:{span.end_column}"
        )
        shown.append(f"{problem.code} {span.line}:{span.column}-{end}")
    return shown


def fault(read, text, **more):
    """Return the only problem of a paragraph of section aim; it stands on line 3."""
    found = read(f"## Aim {{#aim}}\n\n{text}\n", **more)
    assert len(found[1]) == 1, found[1]
    return found[1][0]


class TestFiles:
    def test_a_game_without_rules_text_has_no_book_and_no_fault(self, tmp_path):
        (tmp_path / "game.yaml").write_text(GAME, "utf-8")
        report = Report()
        game = load_game(tmp_path / "game.yaml", report, "game.yaml")
        check_languages(game, report)
        settings = Settings("en", 4, None, {"aces": "low"})
        assert read_book(game, settings, deal(game, settings, Report()), report) is None
        assert report.problems == ()

    def test_a_language_without_text_is_told_at_the_languages(self, tmp_path, read):
        good(read("## Aim {#aim}\n\nWin.\n"))
        report = Report()
        check_languages(load_game(tmp_path / "game.yaml", Report(), "game.yaml"), report)
        (problem,) = report.problems
        assert problem.code == "rulebook.language"
        assert "'fr'" in problem.message
        assert (problem.span.line, problem.span.column) == (4, 12)

    @pytest.mark.parametrize("inside", [False, True])
    def test_games_under_designs_share_a_folder_of_texts(self, tmp_path, monkeypatch, inside):
        design = tmp_path / "designs" / "toy"
        shared = tmp_path / "rules_text"
        design.mkdir(parents=True)
        (shared / "toy").mkdir(parents=True)
        (design / "game.yaml").write_text(GAME, "utf-8")
        text = shared / "toy" / "fr.md.j2"
        text.write_text("## But {#aim}\n\nGagner {{ card('x.y') }}\n", "utf-8")
        (shared / "glossary.yaml").write_text(GLOSSARY, "utf-8")
        monkeypatch.chdir(design if inside else tmp_path)
        name = "game.yaml" if inside else "designs/toy/game.yaml"
        game = load_game(Path(name), Report(), name)
        assert rules_file(game, "fr").resolve() == text
        assert rules_file(game, "en") is None
        assert glossary_file(game).resolve() == shared / "glossary.yaml"
        report = Report()
        settings = Settings("fr", 4, None, {"aces": "low"})
        read_book(game, settings, deal(game, settings, Report()), report)
        shown = str(text) if inside else "rules_text/toy/fr.md.j2"
        assert {problem.span.file for problem in report.problems} == {shown}

    def test_a_folder_of_its_own_comes_before_the_shared_one(self, tmp_path):
        design = tmp_path / "designs" / "toy"
        (design / "rules_text").mkdir(parents=True)
        (tmp_path / "rules_text" / "toy").mkdir(parents=True)
        (design / "game.yaml").write_text(GAME, "utf-8")
        for folder in (design / "rules_text", tmp_path / "rules_text" / "toy"):
            (folder / "en.md.j2").write_text("", "utf-8")
        game = load_game(design / "game.yaml", Report(), "game.yaml")
        assert rules_file(game, "en") == design / "rules_text" / "en.md.j2"

    def test_a_file_that_is_no_text_is_told(self, tmp_path, read):
        good(read("## Aim {#aim}\n\nWin.\n"))
        game = load_game(tmp_path / "game.yaml", Report(), "game.yaml")
        (tmp_path / "rules_text" / "en.md.j2").write_bytes(b"\xff\x00\x01")
        report = Report()
        settings = Settings("en", 4, None, {"aces": "low"})
        assert read_book(game, settings, deal(game, settings, Report()), report) is None
        assert [problem.code for problem in report.problems] == ["source.binary"]

    @pytest.mark.parametrize("name", ["en.md.j2", "glossary.yaml"])
    @pytest.mark.parametrize("kind", ["folder", "fifo", "loop", "outside"])
    def test_what_is_named_as_a_rules_text_but_is_none_is_told(self, tmp_path, name, kind):
        home = tmp_path / "game"
        home.mkdir()
        read = make_reader(home)
        (tmp_path / "secret").write_text("## A {#a}\n\nA secret.\n", "utf-8")
        good(read("## Aim {#aim}\n\nWin.\n"))
        path = home / "rules_text" / name
        path.unlink()
        makers = {
            "folder": path.mkdir,
            "fifo": lambda: os.mkfifo(path),
            "loop": lambda: path.symlink_to(path),
            "outside": lambda: path.symlink_to(tmp_path / "secret"),
        }
        makers[kind]()
        codes = {"outside": "rulebook.outside", "loop": "source.unreadable"}
        game = load_game(home / "game.yaml", Report(), "game.yaml")
        report, settings = Report(), Settings("en", 4, None, {"aces": "low"})
        book = read_book(game, settings, deal(game, settings, Report()), report)
        (problem,) = report.problems
        assert problem.code == codes.get(kind, "source.not-a-file")
        if kind == "outside":
            # A span in the other file would show a line of it.
            assert problem.span == game.span
            assert problem.message == f"rules_text/{name} leads outside game"
        else:
            assert problem.span == (f"rules_text/{name}", 1, 1, 1, 1)
        assert (book is None) is (name == "en.md.j2")

    def test_a_link_inside_the_game_folder_is_followed(self, tmp_path, read):
        read("## Aim {#aim}\n\nWin.\n")
        path = tmp_path / "rules_text" / "en.md.j2"
        path.rename(tmp_path / "rules.md")
        path.symlink_to(tmp_path / "rules.md")
        (tmp_path / "rules_text" / "glossary.yaml").rename(tmp_path / "words.yaml")
        (tmp_path / "rules_text" / "glossary.yaml").symlink_to("../words.yaml")
        game = load_game(tmp_path / "game.yaml", Report(), "game.yaml")
        report, settings = Report(), Settings("en", 4, None, {"aces": "low"})
        book = read_book(game, settings, deal(game, settings, Report()), report)
        assert spoken(good((book, report.problems)).sections[0].blocks) == "Win."

    @pytest.mark.parametrize("target", ["rules_text/other.md", "designs/toy/mine.md", "far.md"])
    def test_shared_texts_may_be_links_inside_their_folder_only(self, tmp_path, target):
        (tmp_path / "designs" / "toy").mkdir(parents=True)
        (tmp_path / "rules_text" / "toy").mkdir(parents=True)
        (tmp_path / "designs" / "toy" / "game.yaml").write_text(GAME, "utf-8")
        (tmp_path / target).write_text("## Aim {#aim}\n\nWin.\n", "utf-8")
        (tmp_path / "rules_text" / "toy" / "en.md.j2").symlink_to(tmp_path / target)
        game = load_game(tmp_path / "designs" / "toy" / "game.yaml", Report())
        report, settings = Report(), Settings("en", 4, None, {"aces": "low"})
        read_book(game, settings, deal(game, settings, Report()), report)
        expected = [] if target.startswith("rules_text") else ["rulebook.outside"]
        assert [problem.code for problem in report.problems] == expected

    @pytest.mark.parametrize(
        "character",
        ["\x07", "\x7f", "\U000f0000", "\U0010fffd", "\x0b", "\ufdd0", "\ufdd1", "\uffff"],
    )
    def test_a_character_that_nothing_prints_is_told_at_its_place(self, read, character):
        found = read(f"## Aim {{#aim}}\n\nWin {character}now.\n")
        assert found[0] is None
        assert places(found) == ["source.character 3:5-6"]

    def test_a_text_beyond_all_measure_is_refused(self, read):
        assert places(read("x" * 200_001)) == ["source.too-large 1:1-1"]
        assert places(read("x\n" * 20_001)) == ["source.too-large 1:1-1"]

    def test_of_very_many_faults_the_first_are_told(self, read):
        _, problems = read("## Setup {#setup}\n\n" + "12 " * 1000)
        assert len(problems) == 501
        assert problems[-1].code == "source.too-many"


class TestSections:
    def test_the_title_is_that_of_the_text_or_of_the_game(self, read):
        assert good(read("# Another *title*\n\n## Aim {#aim}\n\nWin.\n")).title == "Another title"
        assert good(read("## Aim {#aim}\n\nWin.\n")).title == "Nine (99)"

    def test_what_stands_before_the_first_section_is_the_lead(self, read):
        book = good(read("# {{ title }}\n\nBe *quick*.\n\n## Aim {#aim}\n\nWin.\n"))
        assert spoken(book.lead) == "Be quick."
        assert book.title == "Nine (99)"

    def test_sections_have_ids_classes_and_places(self, read):
        book = good(read("## Aim *here* {#aim}\n\nWin.\n\n## More {#more .long .last}\n\nx\n"))
        aim, more = book.sections
        assert (aim.id, spoken(aim.title), aim.classes) == ("aim", "Aim here", frozenset())
        assert aim.title[1].italic
        assert more.classes == {"long", "last"}
        assert (more.span.file, more.span.line, more.span.column) == (FILE, 5, 1)
        assert book.file == FILE
        assert book.language == "en"

    def test_subheadings_have_an_id_or_get_one(self, read):
        found = blocks(read("## Aim {#aim}\n\n### A {#a}\n\nx\n\n#### B\n\ny\n"))
        heads = [b for b in found if isinstance(b, Subheading)]
        assert [(h.level, h.id, spoken(h.title)) for h in heads] == [
            (3, "a", "A"),
            (4, "aim-2", "B"),
        ]

    def test_the_cover_shows_the_cards_that_the_game_names(self, read):
        (picture,) = good(read("## Aim {#aim}\n\nWin.\n")).cover
        assert (picture.card, picture.side, picture.alt) == ("digits.2", "face", "Digit 2")

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("## Aim\n\nWin.", "rulebook.section 1:1-7"),
            ("## {#aim}\n\nWin.", "rulebook.section 1:1-10"),
            ("## {{ icon('skip', 'w') }} {#aim}\n\nx", "rulebook.section 1:1-34"),
            ("## \u00ad {{ ref('aim') }} {#aim}\n\nx", "rulebook.section 1:1-29"),
            ("# {{ icon('skip', 'w') }} A\n\n## A {#a}\n\nx", "rulebook.markdown 1:1-28"),
            ("## A {#a}\n\n### {#b}\n\nx", "rulebook.section 3:1-9"),
            ("## A {#a}\n\n### {{ icon('skip', 'w') }}\n\nx", "rulebook.section 3:1-28"),
            (
                "## A {#a}\n\n{% for a in [1] %}{% set loop = 1 %}{% endfor %}",
                "rulebook.syntax 3:19-37",
            ),
            ("## A {#a}\n\n{% for loop in [1] %}x{% endfor %}", "rulebook.syntax 3:1-22"),
            ("## Aim {#aim .lang}\n\nWin.", "rulebook.section 1:1-20"),
            ("## Aim {#aim 3}\n\nWin.", "rulebook.markdown 1:1-16"),
            ("## Aim {#aim}\n\n## B {#b}\n\nx", "rulebook.empty-section 1:1-14"),
            ("## Aim {#aim}\n\n{# nothing #}\n", "rulebook.empty-section 1:1-14"),
            ("## A {#a}\n\nx\n\n## B {#a}\n\ny", "rulebook.section-twice 5:1-10"),
            ("## A {#a}\n\nx\n\n### B {#a}\n\ny", "rulebook.section-twice 5:1-11"),
            ("## A {#a}\n\nx\n\n### B {#b .long}\n\ny", "rulebook.section 5:1-17"),
            ("## A {#a}\n\nx\n\n##### B\n\ny", "rulebook.markdown 5:1-8"),
            ("## A {#a}\n\n- ## B {#b}\n", "rulebook.markdown 3:1-12"),
            ("# A\n\n# B\n\n## A {#a}\n\nx", "rulebook.markdown 3:1-4"),
            ("## A {#a}\n\nx\n\n# B\n", "rulebook.markdown 5:1-4"),
            ("## A {#a}\n\nSee {{ ref('b') }}.", "rulebook.section 3:8-11"),
            ("## A {#a}\n\nSee [it](#b).", "rulebook.section 3:6-8"),
            ("## A {#a}\n\n{{ card('digits.1', caption=ref('b')) }}", "rulebook.section 3:29-32"),
        ],
    )
    def test_a_faulty_heading_or_mention_is_told_at_its_place(self, read, text, expected):
        assert places(read(text)) == [expected]

    def test_a_section_that_is_empty_because_of_a_fault_is_not_told_as_well(self, read):
        assert places(read("## A {#a}\n\n{{ card('digits.9') }}\n")) == ["rulebook.card 3:4-8"]

    def test_every_fault_of_a_text_is_found_in_one_run(self, read):
        text = (
            "## A {#a .lang}\n\n{{ card('digits.9') }} {{ nothing }} {{ 1 + 'a' }}\n\n***\n\n"
            "## B\n\n{{ ruling('x') }} [y](ftp://z)\n\n::: nota\nx\n:::\n"
        )
        assert [place.split()[0] for place in places(read(text))] == [
            "rulebook.card",
            "rulebook.expression",
            "rulebook.expression",
            "rulebook.markdown",
            "rulebook.section",
            "rulebook.markdown",
            "rulebook.markdown",
            "rulebook.section",
            "rulebook.ruling",
        ]


class TestWords:
    @pytest.mark.parametrize(
        "text",
        [
            "If 0 <A <0.9 discard; if A<B draw.",
            "S&P 500",
            "R&D; &lt; &copy; &foo; &#65; </br> <b>no</b> <!-- x --> <https://a.b>",
            "An **unbalanced pair, a lone *star, an under_score",
            "`code` and ``more``",
            "[x]: y",
            "a soft\u00adhyphen and a [bracket] (round)",
            "~~struck~~ ==marked== $5$ \\{{ '{{' }}",
        ],
    )
    def test_what_is_no_markdown_here_prints_as_it_is_typed(self, read, text):
        expected = text.replace("\\{{ '{{' }}", "\\{{")
        assert spoken(paragraph(read, text)) == expected

    def test_a_tab_is_a_space(self, read):
        assert spoken(paragraph(read, "a\tb\n\tc")) == "a b c"

    def test_an_indented_line_is_no_code(self, read):
        found = blocks(read("## Aim {#aim}\n\n    not code\n\n\tnor this\n"))
        assert [spoken(block) for block in found] == ["not code", "nor this"]

    def test_line_breaks_are_kept(self, read):
        content = paragraph(read, "one  \ntwo\\\nthree\nfour")
        assert [type(piece) for piece in content] == [Words, Break, Words, Break, Words]
        assert spoken(content) == "onetwothree four"

    def test_bold_italic_and_links_are_styles_of_words(self, read):
        content = paragraph(read, "a **b *c*** [d **e**](https://x.y/z_(1)?q=1&r) [f](#aim)")
        assert [(w.text, w.bold, w.italic, w.href) for w in content] == [
            ("a ", False, False, None),
            ("b ", True, False, None),
            ("c", True, True, None),
            (" ", False, False, None),
            ("d ", False, False, "https://x.y/z_(1)?q=1&r"),
            ("e", True, False, "https://x.y/z_(1)?q=1&r"),
            (" ", False, False, None),
            ("f", False, False, "#aim"),
        ]

    def test_words_know_where_they_were_typed(self, read):
        content = paragraph(read, "ab {{ players }} cd\nef **gh** ij {{ title }} [kl](#aim)")
        assert [(w.text, w.span[1:]) for w in content] == [
            ("ab 4\u00a0cd ef ", (3, 1, 4, 4)),
            ("gh", (4, 6, 4, 8)),
            (" ij Nine (99) ", (4, 10, 4, 26)),
            ("kl", (4, 27, 4, 29)),
        ]

    @pytest.mark.parametrize("address", ["ftp://a", "javascript:alert(1)", "setup", "#", "x@y.z"])
    def test_a_link_leads_to_the_web_or_to_a_section(self, read, address):
        problem = fault(read, f"See [it]({address}).")
        assert problem.code == "rulebook.markdown"
        assert problem.span[1:] == (3, 5, 3, 6)

    @given(
        st.text(
            st.characters(
                blacklist_categories=("Cc", "Cs", "Co", "Cn"),
                blacklist_characters="\x85\u2028\u2029",
            ),
            max_size=60,
        )
    )
    def test_any_word_of_the_data_prints_as_it_is(self, tmp_path_factory, text):
        read = shared_reader(tmp_path_factory)
        quoted = text.replace("\\", "\\\\").replace("'", "\\'")
        content = paragraph_or_none(read, f"x{{{{ '{quoted}' }}}}x **{{{{ '{quoted}' }}}}**")
        plain = " ".join(text.split(" "))
        assert bare(spoken(content)) == bare(f"x{plain}x {plain}".strip())

    @given(
        st.text(
            st.characters(
                blacklist_categories=("Cc", "Cs", "Co", "Cn"),
                blacklist_characters="\x85\u2028\u2029{}*_[]\\#-+>=|!:`~)",
            ),
            max_size=80,
        )
    )
    def test_plain_text_comes_through_as_it_is_typed(self, tmp_path_factory, text):
        read = shared_reader(tmp_path_factory)
        content = paragraph_or_none(read, f"x{text}x")
        assert bare(spoken(content)) == bare(f"x{text}x")


_READERS = {}


def shared_reader(factory):
    """Return one reader for all the cases of a property."""
    if "one" not in _READERS:
        _READERS["one"] = make_reader(factory.mktemp("property"))
    return _READERS["one"]


def paragraph_or_none(read, text):
    book, problems = read(f"## Aim {{#aim}}\n\n{text}\n")
    assert [p for p in problems if p.code != "rulebook.term"] == []
    return book.sections[0].blocks


def bare(text):
    """Return a text without what typography changes: kinds of quotes and spaces, dots."""
    for curly, straight in zip("“”‘’«»", '""\'\'""', strict=True):
        text = text.replace(curly, straight)
    return "".join(text.replace("...", "…").split())


class TestValues:
    def test_values_are_text_and_never_markdown(self, read):
        content = paragraph(read, "{{ words.odd }} **{{ words.odd }}**")
        odd = "*x* R&D; 1. # `c` <b> &lt; [a](b)"
        assert [(w.text, w.bold) for w in content] == [(f"{odd} ", False), (odd, True)]

    def test_a_value_may_begin_a_line(self, read):
        (block,) = blocks(read("## Aim {#aim}\n\n{{ '# no heading' }}\n{{ '- no list' }}\n"))
        assert spoken(block) == "# no heading - no list"

    def test_names_of_the_game_are_there(self, read):
        text = "{{ players }} {{ mode }}{{ rulings.aces }} {{ facts.dealt }} {{ language }}"
        assert spoken(paragraph(read, text)) == "4\u00a0low 12\u00a0en"

    def test_numbers_are_spelled_in_the_language_of_the_text(self, read):
        text = "{{ facts.hand | in_words }} {{ facts.hand | ordinal }} {{ 4 | in_words('fr') }}"
        assert spoken(paragraph(read, text)) == "three third quatre"
        assert spoken(paragraph(read, "{{ 3 | in_words | capitalize }}", language="fr")) == "Trois"

    def test_loops_conditions_and_names_shape_the_text(self, read):
        text = (
            "## Aim {#aim}\n\n{% set most = 2 %}\n{% for n in range(3) if n < most %}\n"
            "- {{ loop.index }} of {{ loop.length }}: {{ n }}{% if loop.last %}!{% endif %}\n"
            "\n{% else %}\nnone\n{% endfor %}\n"
        )
        (listing,) = blocks(read(text))
        assert [spoken(item) for item in listing.items] == ["1\u00a0of 2: 0", "2\u00a0of 2: 1!"]

    def test_a_comment_is_no_part_of_the_text(self, read):
        assert spoken(paragraph(read, "a{# not here #}b")) == "ab"

    @pytest.mark.parametrize(
        ("text", "code", "columns", "hint"),
        [
            ("a {{ playrs }}", "expression", (6, 12), "did you mean 'players'?"),
            ("a {{ facts.hnd + 1 }}", "expression", (12, 15), "did you mean 'hand'?"),
            ("{{ facts }}", "expression", (1, 12), None),
            ("{{ 1 + words.odd }}", "expression", (1, 20), None),
            ("{% if nobody %}x{% endif %}y", "expression", (7, 13), None),
            ("{% for n in 3 %}x{% endfor %}y", "expression", (1, 17), None),
            ("{% for a, b in [[1]] %}x{% endfor %}y", "expression", (1, 24), None),
            ("{% set x = nobody %}{{ x }}{{ x.y }}y", "expression", (12, 18), None),
            ("{{ players | uper }}", "syntax", (1, 21), "did you mean 'upper'?"),
            ("{{ players is evn }}", "syntax", (1, 21), "did you mean 'even'?"),
            ("{{ players", "syntax", (1, 11), None),
            ("a {% if x %}", "syntax", (3, 13), None),
            ("a {% include 'x' %}", "syntax", (3, 20), None),
            ("a {% macro x() %}{% endmacro %}", "syntax", None, None),
            ("{{ ''.join(words) }}", "syntax", (1, 21), None),
            ("{{ card('digits.1', width=9, width=9) }}", "syntax", (1, 41), None),
            ("{{ card('digits.1', _place=9) }}", "syntax", (1, 33), None),
            ("{{ card(**{'_place': 9}) }}", "syntax", (1, 28), None),
            ("{% set card = 1 %}x", "syntax", (1, 19), "write card(…)"),
            ("{% set a, b = [1, 2] %}x", "syntax", (1, 24), None),
            ("a {#no comment#} b", "syntax", (3, 17), None),
        ],
    )  # fmt: skip
    def test_a_faulty_tag_is_told_at_its_place(self, read, text, code, columns, hint):
        problem = fault(read, text)
        assert problem.code == f"rulebook.{code}"
        assert problem.span.file == FILE
        assert problem.span.line == 3
        if columns:
            assert (problem.span.column, problem.span.end_column) == columns
        if hint:
            assert problem.hint == hint

    def test_a_tag_that_is_never_closed_is_told_on_its_line(self, read):
        (problem,) = read("## Aim {#aim}\n\nx\n\n{% if players %}\n\ny\n")[1]
        assert problem.code == "rulebook.syntax"

    @pytest.mark.parametrize(
        "text",
        [
            "{% for i in range(10000) %}{% for j in range(10000) %}{% endfor %}{% endfor %}",
            "{% for i in range(10000) %}" + "x" * 1000 + "{% endfor %}",
            "{% set l = range(10000) %}{% for i in range(9000) %}{% set m = l[:] %}{% endfor %}",
            "{% for i in range(9000) %}{% set m = range(10000) | sort %}{% endfor %}",
            "{% for i in range(9000) %}{{ count('digits', 'digit == 1') }}{% endfor %}",
            "{% for i in range(9000) %}{{ table('kinds') }}\n\n{% endfor %}",
            "{{ [[1]] * 100000000 }}",
            "{{ 'a' * 100000000 }}",
            "{{ 10 ** 10 ** 10 }}",
            "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
            "{% if true %}" * 500 + "{% endif %}" * 500,
            "{{ 1 }}" * 5001,
        ],
    )  # fmt: skip
    def test_a_text_without_end_ends_as_a_problem_at_once(self, read, text):
        start = time.monotonic()
        problem = fault(read, text)
        assert problem.code in ("rulebook.expression", "rulebook.syntax")
        assert time.monotonic() - start < 5

    @pytest.mark.parametrize(
        "text",
        [
            "[" * 30000,
            "*a " * 30000,
            "- " * 300,
            '"' * 60000,
            "a" + " " * 60000 + "»",
            "![[" * 9000,
        ],
    )
    def test_strange_markdown_is_read_in_time(self, read, text):
        start = time.monotonic()
        read(f"## Aim {{#aim}}\n\n{text}\n", language="fr")
        assert time.monotonic() - start < 20


class TestNumbers:
    @pytest.mark.parametrize(
        ("tag", "code", "column"),
        [
            ("{{ 1e400 }}", "rulebook.syntax", 3),
            ("{{ -1e400 }}", "rulebook.syntax", 3),
            ("{% set a = 1e400 %}", "rulebook.syntax", 3),
            ("{{ count('digits', 'digit < 1e400') }}", "rulebook.expression", 6),
            ("{{ " + "1" * 5000 + " }}", "rulebook.syntax", 3),
            ("{{ 0x" + "f" * 5000 + " }}", "rulebook.syntax", 3),
            ("{{ '" + "f" * 5000 + "' | int(0, 16) }}", "rulebook.expression", 3),
        ],
    )
    def test_a_number_beyond_all_measure_is_told_at_its_tag(self, read, tag, code, column):
        problem = fault(read, f"x {tag}")
        assert (problem.code, problem.span.line, problem.span.column) == (code, 3, column)
        assert "the number is too large" in problem.message

    @pytest.mark.parametrize("number", ["1e400", "1" * 3900, "0x" + "f" * 3900])
    def test_a_number_beyond_all_measure_is_told_in_a_fact(self, tmp_path, number):
        text = GAME.replace("{{ facts.hand * players }}", f"{{{{ {number} }}}}")
        (tmp_path / "game.yaml").write_text(text, "utf-8")
        report = Report()
        load_game(tmp_path / "game.yaml", report, "game.yaml")
        assert [(p.code, p.span.line) for p in report.problems] == [("expression.forbidden", 13)]


class TestPrivateCharacters:
    @pytest.mark.parametrize("character", ["\\U000f0000", "\\ufdd0", "\\ud800", "\\x07"])
    def test_a_string_cannot_spell_them(self, read, character):
        for text in (
            f"x {{{{ '{character}' }}}}",
            f"{{{{ card('digits.1', caption='{character}') }}}}",
        ):
            problem = fault(read, text)
            assert (problem.code, problem.span.line) == ("rulebook.syntax", 3)
            assert "is not a printable character" in problem.message

    @pytest.mark.parametrize("character", ["\U000f0000", "\U00100000", "\ufdd0", "\ufdd1"])
    def test_values_and_titles_with_them_print_a_sign_for_no_character(self, tmp_path, character):
        (tmp_path / "rules_text").mkdir()
        text = GAME.replace("Nine (99)", "Nine @").replace("Hundreds", "Hun@dreds")
        # The file of the game is read as it is: YAML allows most of these.
        (tmp_path / "game.yaml").write_text(text.replace("@", character), "utf-8")
        game = load_game(tmp_path / "game.yaml", Report(), "game.yaml")
        (tmp_path / "rules_text" / "en.md.j2").write_text(
            "## Aim {#aim}\n\n{{ words.places[0] }} {{ icon('skip', words.places[0]) }}\n\n"
            "{{ card('digits.1', caption=words.places[0]) }}\n",
            "utf-8",
        )
        report, settings = Report(), Settings("en", 4, None, {"aces": "low"})
        book = read_book(game, settings, deal(game, settings, Report()), report)
        paragraph, figure = good((book, report.problems)).sections[0].blocks
        assert spoken(paragraph) == "Hun\ufffddreds "
        assert spoken(figure.caption) == "Hun\ufffddreds"
        assert book.title == "Nine \ufffd"


class TestTypography:
    @pytest.mark.parametrize(
        ("typed", "set_"),
        [
            ("Ah ! Oui; non ?", "Ah\u202f! Oui\u202f; non\u202f?"),
            ("Oui! Vraiment?!", "Oui\u202f! Vraiment\u202f?!"),
            ("Note : 10:30", "Note\u00a0: 10:30"),
            ("Note: oui", "Note\u00a0: oui"),
            ('le "mot" dit', "le «\u00a0mot\u00a0» dit"),
            ("le « mot » dit", "le «\u00a0mot\u00a0» dit"),
            ("«mot» !", "«\u00a0mot\u00a0»\u202f!"),
            ("c'est l'autre...", "c’est l’autre…"),
            ("**Gras** : puis", "Gras\u00a0: puis"),
            ("voir https://a.b/c?d:e;f ici", "voir https://a.b/c?d:e;f ici"),
        ],
    )
    def test_french_has_its_spaces_and_quotes(self, read, typed, set_):
        assert spoken(paragraph(read, typed, language="fr")) == set_

    @pytest.mark.parametrize(
        ("typed", "set_"),
        [
            ('"Yes," it\'s', "“Yes,” it’s"),
            ("('one' and '90s)", "(‘one’ and ’90s)"),
            ('a "**bold**" word', "a “bold” word"),
            ("wait... no!", "wait… no!"),
            ('see https://a.b/"c"', 'see https://a.b/"c"'),
        ],
    )
    def test_english_has_its_quotes(self, read, typed, set_):
        assert spoken(paragraph(read, typed)) == set_

    def test_an_address_is_never_touched(self, read):
        content = paragraph(read, "[voir : ici](https://a.b/c'd?e;f...)", language="fr")
        assert content[0].href == "https://a.b/c'd?e;f..."
        assert content[0].text == "voir\u00a0: ici"

    @pytest.mark.parametrize("typed", ["« @ »", "«@»", '"@"', "**«** @ **»**"])
    @pytest.mark.parametrize("what", ["{{ ref('aim') }}", "{{ icon('skip', 'w') }}", "*w*"])
    def test_quotes_keep_their_spaces_around_what_is_no_word(self, read, typed, what):
        content = paragraph(read, typed.replace("@", what), language="fr")
        texts = [piece.text if isinstance(piece, Words) else "w" for piece in content]
        assert "".join(texts) == "«\u00a0w\u00a0»"

    def test_captions_and_tables_are_set_too(self, read):
        text = "## A {#a}\n\n{{ card('digits.1', caption='Ah !', label='c\\'est') }}\n"
        (figure,) = blocks(read(text, language="fr"))
        assert spoken(figure.caption) == "Ah\u202f!"
        assert spoken(figure.pictures[0].label) == "c’est"


class TestBlocks:
    def test_lists_have_bullets_or_numbers(self, read):
        first, second = blocks(read("## A {#a}\n\n- x\n  - y\n- z\n\n3. p\n4. q\n"))
        assert isinstance(first, Listing)
        assert (first.start, len(first.items), second.start) == (None, 2, 3)
        assert isinstance(first.items[0][1], Listing)

    def test_a_pipe_table_has_heads_and_alignment(self, read):
        text = "## A {#a}\n\n| x | *y* | z |\n|:--|:-:|--:|\n| 1 \\| 2 | {{ words.odd }} | |\n"
        (table,) = blocks(read(text))
        assert [(spoken(c.title), c.align) for c in table.columns] == [
            ("x", "left"), ("y", "center"), ("z", "right"),
        ]  # fmt: skip
        (row,) = table.rows
        assert [spoken(cell.content) for cell in row] == [
            "1 | 2", "*x* R&D; 1. # `c` <b> &lt; [a](b)", "",
        ]  # fmt: skip

    def test_a_cell_may_show_a_card(self, read):
        (table,) = blocks(read("## A {#a}\n\n| x |\n|---|\n| {{ card('digits.1') }} |\n"))
        assert table.rows[0][0].picture.card == "digits.1"

    @pytest.mark.parametrize("kind", ["example", "note", "remember"])
    def test_a_box_has_a_title_and_blocks(self, read, kind):
        (box,) = blocks(read(f"## A {{#a}}\n\n::: {kind} A *title*\nx\n\n- y\n:::\n"))
        assert isinstance(box, Callout)
        assert (box.kind, spoken(box.title), box.title[1].italic) == (kind, "A title", True)
        assert [type(block) for block in box.blocks] == [Paragraph, Listing]

    def test_a_side_note_keeps_its_title(self, read):
        (note,) = blocks(read("## A {#a}\n\n::: aside Why\nx\n:::\n"))
        assert isinstance(note, SideNote)
        assert [spoken(block) for block in note.blocks] == ["Why", "x"]

    def test_signs_have_the_numbers_of_their_notes(self, read):
        text = (
            "## A {#a}\n\nx{{ ruling('b') }} y{{ ruling('a') }} z{{ ruling('b') }}\n\n"
            "## R {#rulings}\n\n::: ruling a First *here*\nx\n:::\n\n::: ruling b Second\ny\n:::\n"
        )
        book = good(read(text))
        signs = [p for p in pieces_in(book) if isinstance(p, Sign)]
        assert [(sign.key, sign.number) for sign in signs] == [("b", 2), ("a", 1), ("b", 2)]
        notes = book.sections[1].blocks
        assert [(n.key, n.number, spoken(n.title)) for n in notes] == [
            ("a", 1, "First here"), ("b", 2, "Second"),
        ]  # fmt: skip
        assert all(isinstance(note, RulingNote) for note in notes)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("***", "rulebook.markdown 3:1-4"),
            ("x\n\n---", "rulebook.markdown 5:1-4"),
            ("> x", "rulebook.markdown 3:1-4"),
            ("```\nx\n```", "rulebook.markdown 3:1-5:4"),
            ("::: nota\nx\n:::", "rulebook.markdown 3:1-9"),
            ("::: note\nx", "rulebook.markdown 3:1-9"),
            ("x\n\n:::", "rulebook.markdown 5:1-4"),
            ("::: note\nx\n\n::: example\ny\n:::", "rulebook.markdown 3:1-9"),
            ("::: note T\n:::", "rulebook.empty-section 3:1-11"),
            ("- " * 12 + "x", "rulebook.markdown 3:1-26"),
            ("x {{ ruling('a') }}", "rulebook.ruling 3:6-12"),
            ("::: ruling a T\nx\n:::", "rulebook.ruling 3:1-15"),
            ("::: ruling a\nx\n:::", "rulebook.ruling 3:1-13"),
            ("x{{ ruling('a') }}\n\n::: ruling a T\nx\n:::\n\n::: ruling a U\nx\n:::",
             "rulebook.ruling 9:1-15"),
        ],
    )  # fmt: skip
    def test_a_faulty_block_is_told_at_its_place(self, read, text, expected):
        assert places(read(f"## A {{#a}}\n\n{text}\n"))[0] == expected

    def test_an_unknown_box_has_a_hint(self, read):
        assert fault(read, "::: exemple\nx\n:::").hint == "did you mean 'example'?"

    def test_a_box_left_open_ends_at_the_next_section(self, read):
        found = read("## A {#a}\n\n::: note\nx\n\n## B {#b}\n\ny\n")
        assert places(found)[0] == "rulebook.markdown 3:1-9"


class TestPictures:
    @pytest.fixture
    def file(self, tmp_path):
        from PIL import Image

        Image.new("RGB", (4, 4)).save(tmp_path / "dot.png")
        (tmp_path / "rules_text").mkdir(exist_ok=True)
        Image.new("RGB", (4, 4)).save(tmp_path / "rules_text" / "dot.png")
        (tmp_path / "rules_text" / "bad.png").write_bytes(b"\x89PNG\r\n\x1a\n")
        return tmp_path / "rules_text" / "dot.png"

    def test_a_picture_beside_the_text_is_a_figure(self, read, file):
        (figure,) = blocks(read('## A {#a}\n\n![A dot](dot.png "Its *label*")\n'))
        assert isinstance(figure, Figure)
        (picture,) = figure.pictures
        assert isinstance(picture, ImageFile)
        assert (picture.path, picture.alt, spoken(picture.label)) == (file, "A dot", "Its label")

    @pytest.mark.parametrize(
        ("text", "code", "columns"),
        [
            ("![A dot](dto.png)", "image", (1, 18)),
            ("![A dot](../dot.png)", "image", (1, 21)),
            ("![A dot](https://a.b/c.png)", "image", (1, 28)),
            ("![A dot](bad.png)", "image", (1, 18)),
            ("![](dot.png)", "image", (1, 13)),
            ("![w {{ icon('skip', 'w') }}](dot.png)", "image", (1, 16)),
            ("![A dot](dot.png)" * 41, "image", (1, 17 * 41 + 1)),
            ("Words ![A dot](dot.png)", "figure-place", (7, 8)),
        ],
    )
    def test_a_faulty_picture_is_told_at_its_place(self, read, file, text, code, columns):
        problem = fault(read, text)
        assert problem.code == f"rulebook.{code}"
        assert (problem.span.line, problem.span.column) == (3, columns[0])
        if code == "image":
            assert problem.span.end_column == columns[1]

    def test_a_paragraph_shows_forty_pictures(self, read, file):
        (figure,) = blocks(read("## A {#a}\n\n" + "![A dot](dot.png)" * 40))
        assert len(figure.pictures) == 40


class TestMacros:
    def block(self, read, text, **more):
        (block,) = blocks(read(f"## A {{#a}}\n\n{text}\n", **more))
        return block

    def test_a_card_is_a_figure(self, read):
        figure = self.block(
            read,
            "{{ card('digits.3', width=25, label='a *b*', caption='See ' ~ ref('a'), "
            "side='back') }}",
        )
        assert isinstance(figure, Figure)
        (picture,) = figure.pictures
        assert (picture.card, picture.side, picture.alt, picture.width) == (
            "digits.3", "back", "Digit 3", 25.0,
        )  # fmt: skip
        assert spoken(picture.label) == "a b"
        assert isinstance(figure.caption[1], Reference)
        assert figure.span[1:3] == (3, 4)

    def test_cards_lie_in_a_row_or_a_fan(self, read):
        text = "{{ cards('digits.3', 'digits.1', arrange='fan', labels=['x', '']) }}"
        figure = self.block(read, text)
        assert figure.arrange == "fan"
        assert [(p.card, spoken(p.label)) for p in figure.pictures] == [
            ("digits.3", "x"), ("digits.1", ""),
        ]  # fmt: skip
        assert self.block(read, "{{ tokens('ban.x', 'ban.x') }}").arrange == "row"
        assert self.block(read, "{{ token('ban.x') }}").pictures[0].card == "ban.x"

    def test_a_figure_has_one_name_in_every_language(self, read):
        text = "{{ cards('digits.3', 'digits.1', caption=title) }}"
        names = {self.block(read, text, language=code).name for code in ("fr", "en")}
        assert len(names) == 1
        assert names != {self.block(read, "{{ cards('digits.3') }}").name}

    def test_a_code_is_labelled_by_data(self, read):
        figure = self.block(read, "{{ code(3, 1) }}", language="fr")
        assert [(p.card, spoken(p.label)) for p in figure.pictures] == [
            ("digits.3", "Centaine\u00a0: 3"), ("digits.1", "X"),
        ]  # fmt: skip

    def test_totals_and_counts_are_numbers_of_the_box(self, read):
        text = "{{ total('digits') }} {{ total('digits', 10) }} {{ count('digits', 'digit > 2') }}"
        assert spoken(paragraph(read, text)) == "10 10 4"
        assert spoken(paragraph(read, "{{ total('digits') | in_words }}")) == "ten"

    def test_a_table_joins_the_cards_that_say_the_same(self, read):
        table = self.block(read, "{{ table('kinds', caption='All') }}")
        assert isinstance(table, Table)
        assert (table.name, spoken(table.caption)) == ("kinds", "All")
        assert [spoken(column.title) for column in table.columns] == [
            "Kind", "Cards", "How many", "Card",
        ]  # fmt: skip
        assert [[spoken(c.content) or c.picture.card for c in row] for row in table.rows] == [
            ["even", "0, 2, 4", "6", "digits.0"], ["odd", "1, 3", "4", "digits.1"],
        ]  # fmt: skip
        assert table.columns[2].align == "right"

    def test_a_table_of_pictures_has_a_row_for_each_card(self, read):
        table = self.block(read, "{{ table('each') }}")
        assert [row[0].picture.card for row in table.rows] == [
            "digits.0", "digits.1", "digits.2", "digits.3", "digits.4", "ban.x",
        ]  # fmt: skip
        assert {row[0].picture.side for row in table.rows} == {"back"}

    def test_a_column_of_icons_shows_that_of_the_first_card(self, read):
        table = self.block(read, "{{ table('signs') }}")
        ((cell,),) = table.rows
        (mark,) = cell.content
        assert isinstance(mark, IconMark)
        assert (mark.icon, mark.alt) == ("skip", "")

    def test_a_plan_has_spots_and_seats(self, read):
        plan = self.block(
            read,
            "{{ plan(spots=[pile('digits', 'Draw pile', depth=5), spot(['digits.1'], '*Start*')],\n"
            "  seats=[seat('Ana', hand=3, back='digits.0', tokens=['ban.x'] * 2), seat('Ben')],\n"
            "        caption='c', alt='A plan') }}",
        )
        assert isinstance(plan, TablePlan)
        pile, spot = plan.spots
        assert (pile.pictures[0].side, pile.depth, spoken(pile.label)) == ("back", 5, "Draw pile")
        assert (spot.pictures[0].card, spot.depth, spot.label[0].italic) == ("digits.1", 1, True)
        ana, ben = plan.seats
        assert (spoken(ana.label), ana.hand, ana.back.side, len(ana.tokens)) == (
            "Ana",
            3,
            "back",
            2,
        )
        assert (ben.hand, ben.back, ben.tokens) == (0, None, ())
        assert plan.alt == "A plan"

    def test_a_mention_a_sign_and_an_icon_stand_in_a_line(self, read):
        reference, _, icon = paragraph(read, "{{ ref('aim') }} {{ icon('skip', 'skips') }}")
        assert isinstance(reference, Reference)
        assert (reference.section, reference.span[1:3]) == ("aim", (3, 4))
        assert isinstance(icon, IconMark)
        assert (icon.icon, icon.alt) == ("skip", "skips")

    def test_a_glossary_is_sorted_by_term_without_accents(self, read):
        found = self.block(read, "{{ glossary('hand', 'epoch', 'draw-pile') }}")
        assert isinstance(found, Definitions)
        assert [spoken(term) for term, _ in found.entries] == ["draw pile", "Épée", "hand"]
        assert found.entries[0][1][1].italic

    @pytest.mark.parametrize(
        ("call", "code", "word"),
        [
            ("card('digits.9')", "card", "digits.9"),
            ("card('digit.3')", "card", "digit"),
            ("card('nothing')", "card", "nothing"),
            ("card(3)", "card", "3"),
            ("card('spare.a')", "card", "copies are 0"),
            ("card('spare.b', side='back')", "card", "blank back"),
            ("card('digits.3', side='front')", "macro", "front"),
            ("card('digits.3', width=1)", "macro", "width"),
            ("card('digits.3', width='wide')", "macro", "width"),
            ("card('digits.3', wide=20)", "macro", "wide"),
            ("card()", "macro", "id"),
            ("cards()", "macro", "at least one"),
            ("cards('digits.1', arrange='pile')", "macro", "pile"),
            ("cards('digits.1', labels=['a', 'b'])", "macro", "labels"),
            ("cards('digits.1', labels='a')", "macro", "list"),
            ("cards('digits.1', caption=['a'])", "macro", "text"),
            ("card('digits.1', caption=card('digits.1'))", "macro", "text"),
            ("token('ban.y')", "card", "ban.y"),
            ("code(3)", "macro", "2 cards"),
            ("code(3, 9)", "card", "9"),
            ("total('digts')", "deck", "digts"),
            ("total('digits', 11)", "count", "10"),
            ("count('digits', 'digit >')", "expression", "digit >"),
            ("count('digits', 'dgit > 2')", "expression", "dgit"),
            ("count('digits', 'digit > 2', 3)", "count", "4"),
            ("table('kind')", "table", "kind"),
            ("table('none')", "table", "no row"),
            ("icon('skp', 'x')", "icon", "skp"),
            ("icon('skip', '')", "macro", "words"),
            ("glossary('hnd')", "glossary", "hnd"),
            ("glossary()", "macro", "one term"),
            ("plan(spots=[pile('digits', 'x')], seats=[seat('a')], alt='x')", "macro", "2 to 6"),
            ("plan(spots=[], seats=[seat('a'), seat('b')], alt='x')", "macro", "one spot"),
            ("icon('skip', 'w' ~ ref('aim'))", "macro", "plain text"),
            ("icon('skip', ref('aim'))", "macro", "plain text"),
            ("ref(ref('aim'))", "macro", "plain text"),
            ("ruling('a' ~ ref('aim'))", "macro", "plain text"),
            ("cards(['digits.1'] * 41)", "macro", "at most 40"),
            ("tokens(['ban.x'] * 41)", "macro", "at most 40"),
            ("spot(['digits.1'] * 11)", "macro", "at most 10"),
            ("seat('a', tokens=['ban.x'] * 41)", "macro", "at most 40"),
            ("component('digits', 'a', 'b', show=['digits.1'] * 41)", "macro", "at most 40"),
            ("plan(spots=[spot([])] * 9, seats=[seat('a')] * 2, alt='x')", "macro", "at most 8"),
            ("plan(spots=[spot([])], seats=[seat('a')] * 2, alt=ref('aim'))", "macro", "plain"),
            (
                "plan(spots=[spot([])], seats=[seat('a')] * 2, alt='x' ~ ref('aim'))",
                "macro",
                "plain",
            ),
            ("plan(spots=[1], seats=[seat('a'), seat('b')], alt='x')", "macro", "pile"),
            ("plan(spots=[pile('digits', 'x')], seats=[seat('a'), seat('b')])", "macro", "alt"),
        ],
    )
    def test_a_faulty_call_is_told_at_the_call(self, read, call, code, word):
        problem = fault(read, f"ab {{{{ {call} }}}}")
        assert problem.code == f"rulebook.{code}"
        assert word in problem.message
        name = call.partition("(")[0]
        assert problem.span[1:] == (3, 7, 3, 7 + len(name))

    @pytest.mark.parametrize(
        ("call", "code", "column"),
        [
            ("plan(spots=[pile('digts', 'x')], seats=[seat('a'), seat('b')], alt='x')", "deck", 13),
            ("plan(spots=[spot('digits.9')], seats=[seat('a'), seat('b')], alt='x')", "card", 13),
            ("plan(spots=[spot('ban.x')], seats=[seat('', hand=2), seat('')])", "macro", 36),
            ("plan(spots=[spot('ban.x')], seats=[seat(''), seat('', hand='')])", "macro", 46),
        ],
    )  # fmt: skip
    def test_a_fault_inside_a_call_is_told_at_the_inner_call(self, read, call, code, column):
        problem = fault(read, f"{{{{ {call} }}}}")
        assert problem.code == f"rulebook.{code}"
        assert problem.span[1:3] == (3, 3 + column)

    def test_the_second_of_equal_calls_on_a_line_has_its_own_place(self, read):
        problem = fault(read, "{{ total('digits') }} {{ total('digits') + total('digit') }}")
        assert problem.span[1:3] == (3, 44)

    def test_an_unknown_icon_of_a_table_is_told_where_it_is_written(self, read):
        problem = fault(read, "{{ table('unsigned') }}")
        assert (problem.code, problem.span.file) == ("rulebook.icon", "game.yaml")
        assert "'skip'" in problem.hint

    def test_a_table_of_an_unknown_deck_is_told_where_it_is_written(self, read):
        problem = fault(read, "{{ table('lost') }}")
        assert (problem.code, problem.span.file) == ("rulebook.deck", "game.yaml")

    @pytest.mark.parametrize(
        ("text", "column"),
        [
            ("See {{ card('digits.1') }}", 8),
            ("{{ card('digits.1') }} {{ card('digits.2') }}", 27),
            ("{{ card('digits.1') }}\n{{ table('kinds') }}", 4),
            ("{{ pile('digits', 'x') }}", 4),
            ("{{ seat('digits') }}", 4),
            ("- x {{ glossary('hand') }}", 8),
        ],
    )
    def test_a_figure_stands_alone_in_its_paragraph(self, read, text, column):
        problem = fault(read, text)
        assert problem.code == "rulebook.figure-place"
        assert problem.span.column == column

    @pytest.mark.parametrize("use", ["card('digits.1') ~ 'x'", "card('digits.1') | upper"])
    def test_a_figure_is_no_text(self, read, use):
        assert fault(read, f"{{{{ {use} }}}}").code == "rulebook.expression"


class TestContents:
    ALL = (
        "{{ component('digits', 'digit', 'digits', show=['digits.1'], note='a *note*') }}\n"
        "{{ component('spare', 'spare card', 'spare cards') }}\n\n"
        "{{ component('ban', 'token', 'tokens') }}\n"
    )

    def test_the_lines_of_the_contents_count_the_box(self, read):
        (contents,) = blocks(read(f"## In the box {{#contents}}\n\n{self.ALL}"))
        assert isinstance(contents, Contents)
        lines = contents.components
        assert [(line.total, spoken(line.label), line.pictures[0].card) for line in lines] == [
            (10, "digits", "digits.1"), (1, "spare card", "spare.b"), (4, "tokens", "ban.x"),
        ]  # fmt: skip
        assert spoken(contents.components[0].note) == "a note"

    def test_a_line_may_count_some_cards_of_a_deck(self, read):
        some = self.ALL.replace("show=['digits.1'], ", "only=['digits.1', 'digits.2'], ")
        rest = "{{ component('digits', 'x', 'y', only=['digits.0', 'digits.3', 'digits.4']) }}\n"
        (contents,) = blocks(read(f"## In the box {{#contents}}\n\n{some}\n{rest}"))
        assert [c.total for c in contents.components] == [4, 1, 4, 6]

    @pytest.mark.parametrize(
        ("change", "expected", "word"),
        [
            (("ban", "digits"), ["6:4-13", "1:1-26"], "counted twice"),
            (("show=['digits.1']", "only=['digits.1']"), ["1:1-26"], "digits.0, digits.2"),
            (("show=['digits.1']", "only=['ban.x']"), ["3:4-13", "1:1-26"], "not of the deck"),
            (("show=['digits.1']", "show=['digits.8']"), ["3:4-13", "1:1-26"], "digits.8"),
            (("'spare card', ", ""), ["4:4-13", "1:1-26"], "component()"),
        ],
    )
    def test_what_the_contents_lack_or_count_twice_is_told(self, read, change, expected, word):
        found = read(f"## In the box {{#contents}}\n\n{self.ALL.replace(*change)}")
        assert [place.split()[1] for place in places(found)] == expected
        assert any(word in problem.message for problem in found[1])

    def test_a_deck_that_is_left_out_is_told(self, read):
        found = read("## In the box {#contents}\n\n{{ component('digits', 'x', 'y') }}\n")
        assert places(found) == ["rulebook.contents 1:1-26"] * 2
        assert ["deck spare" in found[1][0].message, "deck ban" in found[1][1].message] == [
            True
        ] * 2

    def test_a_component_elsewhere_is_told(self, read):
        problem = fault(read, "{{ component('ban', 'x', 'y') }}")
        assert (problem.code, problem.span.column) == ("rulebook.contents", 4)


class TestTypedWords:
    def numbers(self, read, text, section="setup", language="en"):
        found = read(f"## S {{#{section}}}\n\n{text}\n", language=language)
        return [place for place in places(found) if "typed-number" in place]

    @pytest.mark.parametrize(
        ("language", "text", "columns"),
        [
            ("en", "Deal 3 cards, then 12.", ["6-7", "20-22"]),
            ("en", "Deal three cards.", ["6-11"]),
            ("en", "Deal Ninety-nine or twenty two.", ["6-17", "21-31"]),
            ("en", "::: note Take 2\nx\n:::", ["15-16"]),
            ("en", "{{ card('digits.1', caption='Take 3 of them') }}", ["35-36"]),
            ("en", "{{ cards('digits.1', labels=['the 7']) }}", ["35-36"]),
            ("en", "{{ 'three' }}", ["5-10"]),
            ("fr", "Prenez deux cartes.", ["8-12"]),
            ("fr", "Prenez vingt ou quatre-vingt-dix-neuf.", ["8-13", "17-38"]),
            ("fr", "Distribuez 2 000 cartes.", ["12-17"]),
        ],
    )
    def test_a_typed_number_is_told_at_its_place(self, read, language, text, columns):
        found = self.numbers(read, text, language=language)
        assert found == [f"rulebook.typed-number 3:{c}" for c in columns]

    @pytest.mark.parametrize(
        ("language", "text"),
        [
            ("en", "1. One card, a 2nd and the 3rd, first, second.\n2. x"),
            ("en", "{{ facts.hand }} {{ facts.hand | in_words }} {{ total('digits') }}"),
            ("en", "{{ cards('digits.1', 'digits.2', width=22, caption='x ' ~ facts.hand) }}"),
            ("en", "[x](https://a.b/3) and A4, 63x88, often, someone, tend"),
            ("en", "{{ 'x' if facts.hand == 3 else 'y' }}{{ count('digits', 'digit == 2') }}"),
            ("fr", "un, une, le 2ᵉ, la 3e, premier, deuxième, dixit"),
        ],
    )
    def test_ordinals_marks_and_data_are_no_typed_numbers(self, read, language, text):
        assert self.numbers(read, text, language=language) == []

    def test_other_sections_may_have_numbers(self, read):
        assert self.numbers(read, "Deal 3 cards.", section="turn") == []
        assert len(self.numbers(read, "There are 3 cards.", section="contents")) == 1

    @pytest.mark.parametrize(
        ("language", "text", "columns"),
        [
            ("en", "Take from the Stock, or stocks.", (15, 20)),
            ("en", "The spare\nheap.", (5, None)),
            ("en", "{{ card('digits.1', caption='the stock') }}", (34, 39)),
            ("fr", "La réserve.", (4, 11)),
        ],
    )
    def test_a_word_that_is_never_used_is_told_at_its_place(self, read, language, text, columns):
        found = read(f"## S {{#a}}\n\n{text}\n", language=language)
        first = found[1][0]
        assert first.code == "rulebook.term"
        assert first.span[1:3] == (3, columns[0])
        if columns[1]:
            assert first.span.end_column == columns[1]
        assert first.hint == ("write draw pile" if language == "en" else "write pioche")

    @pytest.mark.parametrize("text", ["stocking", "[x](https://a.b/stock)", "the livestock"])
    def test_parts_of_words_and_addresses_are_free(self, read, text):
        paragraph(read, text)


class TestGlossary:
    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("terms: []\n", "value.mapping"),
            ("words: {}\n", "key.unknown"),
            ("terms: {hand: {en: {term: hand}}}\n", "key.missing"),
            ("terms: {hand: {en: {term: hand, means: x, nver: [y]}}}\n", "key.unknown"),
            ("terms: {hand: [x]}\n", "value.mapping"),
            ("terms: {hand: {en: x}}\n", "value.mapping"),
            ("terms: {hand\n", "source.unclosed"),
        ],
    )
    def test_a_faulty_glossary_is_told_in_its_own_file(self, read, tmp_path, text, code):
        (tmp_path / "rules_text" / "glossary.yaml").write_text(text, "utf-8")
        _, problems = read("## Aim {#aim}\n\nWin.\n")
        assert code in [problem.code for problem in problems]
        assert {problem.span.file for problem in problems} == {"rules_text/glossary.yaml"}

    @pytest.mark.parametrize(
        ("entry", "code", "column"),
        [
            ("{term: '', means: x}", "rulebook.glossary", 27),
            ("{term: ' ', means: x}", "rulebook.glossary", 27),
            ("{term: x, means: ''}", "rulebook.glossary", 37),
            ("{term: x, means: x, never: [y, '']}", "rulebook.glossary", 51),
            ("{term: x, means: x, never: [' ']}", "rulebook.glossary", 48),
            ('{term: x, means: "\\U000F0000"}', "source.character", 37),
        ],
    )
    def test_what_says_nothing_is_told_at_its_place(self, read, tmp_path, entry, code, column):
        (tmp_path / "rules_text" / "glossary.yaml").write_text(
            f"terms: {{hand: {{en: {entry}}}}}\n", "utf-8"
        )
        _, (problem,) = read("## Aim {#aim}\n\nWin.\n")
        assert (problem.code, problem.span.file) == (code, "rules_text/glossary.yaml")
        assert (problem.span.line, problem.span.column) == (1, column)
