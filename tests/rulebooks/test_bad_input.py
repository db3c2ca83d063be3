"""Faulty rules texts through the command: each fault at its place, and nothing half-written."""

import re
from pathlib import Path

import pytest
from PIL import Image
from printshop import command
from readback import Book

GAME = """\
game: tiny
version: "1"
title: {en: Tiny}
languages: [en]
players: 2..4
format: poker-63x88
credits: {en: Somebody}
sheets: {papers: [a4]}
decks:
  digits: {for: {digit: 0..5}, name: "Digit {{ digit }}", face: face, back: none}
templates:
  face:
    elements: [{text: "{{ digit }}", box: safe}]
"""
BOTH = GAME.replace("[en]", "[fr, en]").replace("{en: ", "{fr: Ici, en: ")
GOOD = """\
Two players and six cards.

## Aim {#aim}

Play all of your cards.

## Contents {#contents}

{{ component("digits", "card", "cards") }}

## Turn {#turn}

Play a card.

## Credits {#credits .last}

Made by somebody.
"""
MORE = "Play a card.\n"
PAGE_BREAK = "\f"


pytestmark = pytest.mark.usefixtures("place")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Return an empty folder that holds a small game with rules and is the current one."""
    monkeypatch.chdir(tmp_path)
    write()
    return tmp_path


def write(text=GOOD, game=GAME, language="en"):
    folder = Path("tiny/rules_text")
    folder.mkdir(parents=True, exist_ok=True)
    Path("tiny/game.yaml").write_text(game, "utf-8")
    (folder / f"{language}.md.j2").write_text(text, "utf-8")


def with_more(more):
    """A good text with something more in the section of the turn; it begins on line 15."""
    return GOOD.replace(MORE, f"{MORE}\n{more}\n")


def files():
    return sorted(str(p) for p in Path().rglob("*") if p.is_file())


def refused(*arguments):
    """Run the command on the game: it fails, nothing is written; return the first lines said."""
    before = files()
    end = command("rulebook", "tiny", "--out", "out", *arguments)
    assert (end.code, end.out) == (1, ""), end
    assert end.err.endswith("Nothing was written.\n")
    assert files() == before
    assert not Path("out").exists()
    return re.findall(r"^(\S+?:\d+:\d+): error\[([\w.-]+)\]: (.*)$", end.err, re.MULTILINE)


def printed(*arguments):
    """Run the command on the game, which is fine, and return the text of its A5 pages."""
    end = command("rulebook", "tiny", "--out", "out", "--format", "a5", *arguments)
    assert (end.code, end.err) == (0, ""), end.err
    return pages_text()


def pages_text():
    pages = Book(Path("out/tiny/rulebook-en.pdf")).seen
    return PAGE_BREAK.join(page.get_textpage().get_text_range() for page in pages)


LONG = "Verylongwordthatnobodywouldeverbreak" * 4
# What is wrong, the place after the name of the text, the code and a part of the message.
FAULTS = {
    "an expression that does not end": ("{{ players", "17:1", "rulebook.syntax", ""),
    "a statement that does not end": ("{% if players == 2 %}More.", "15:1", "rulebook.syntax", ""),
    "an unknown statement": ("{% fi %}", "15:1", "rulebook.syntax", "fi"),
    "an unknown name": ("For {{ playres }}.", "15:8", "rulebook.expression", "playres"),
    "a division by zero": ("{{ players / 0 }}", "15:1", "rulebook.expression", ""),
    "a box that does not end": ("::: note\nMind.", "15:1", "rulebook.markdown", ""),
    "a box of no kind": ("::: hint\nMind.\n:::", "15:1", "rulebook.markdown", "hint"),
    "an end without a box": (":::", "15:1", "rulebook.markdown", ""),
    "an unknown macro": ("{{ crad('digits.3') }}", "15:4", "rulebook.macro", "crad"),
    "an unknown card": ('{{ card("digits.9") }}', "15:4", "rulebook.card", "digits.9"),
    "an unknown deck": ('{{ total("digit") }}', "15:4", "rulebook.deck", "digit"),
    "a count that is not so": ('{{ total("digits", 7) }}', "15:4", "rulebook.count", "6"),
    "an unknown section": ('See {{ ref("end") }}.', "15:8", "rulebook.section", "end"),
    "an unknown table": ('{{ table("all") }}', "15:4", "rulebook.table", "all"),
    "a figure wider than the page": (
        '{{ card("digits.3", width=140) }}', "15:4", "rulebook.figure-wide", "mm wider than",
    ),
    "a word longer than the column": (LONG, "15:1", "rulebook.word-wide", "mm wider than"),
    "a missing image": ("![A dog](dog.png)", "15:1", "rulebook.image", "dog.png"),
    "an image outside": ("![A dog](../../dog.png)", "15:1", "rulebook.image", ""),
    "an image that is none": ("![A dog](no.png)", "15:1", "rulebook.image", "no.png"),
    "an empty section": ("## Ends {#ends}", "15:1", "rulebook.empty-section", "empty"),
    "two sections of one name": ("## Turn {#turn}\n\nAgain.", "15:1", "rulebook.section-twice", ""),
    "a missing glyph": ("Play \U0001f534 now.", "15:1", "rulebook.glyph", "U+1F534"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_at_its_place_and_nothing_is_written(fault):
    more, at, code, message = FAULTS[fault]
    Path("tiny/rules_text/no.png").write_bytes(b"no picture")
    write(with_more(more))
    found = refused()
    line, column = map(int, at.split(":"))
    # The first one tells it; what follows from it may be told too.
    assert found[0][:2] == (f"tiny/rules_text/en.md.j2:{line}:{column}", code)
    assert message in found[0][2]


def test_a_picture_whose_profile_does_not_fit_is_a_warning():
    Image.new("RGB", (9, 9)).save("tiny/rules_text/dog.png", icc_profile=bytes(200))
    write(with_more("![A dog](dog.png)"))
    end = command("rulebook", "tiny", "--out", "out")
    assert end.code == 0
    assert end.err.count("tiny/rules_text/en.md.j2:15:1: warning[image.profile]: 'dog.png'") == 1


def test_without_the_fault_everything_is_written():
    end = command("rulebook", "tiny", "--out", "out")
    assert (end.code, end.err) == (0, "")
    names = ["rulebook-en.html", "rulebook-en.pdf", "rulebook-en.txt"]
    assert sorted(p.name for p in Path("out/tiny").iterdir()) == names


def test_all_faults_are_told_in_one_run():
    write(with_more('{{ playres }}\n\n{{ card("digits.9") }}\n\n![A dog](dog.png)\n\n## Ends {#e}'))
    codes = {code for _, code, _ in refused()}
    assert codes >= {"rulebook.expression", "rulebook.card", "rulebook.image"}
    assert "rulebook.empty-section" in codes


def test_a_fault_leaves_the_files_of_the_last_run_alone():
    printed()
    before = {p: p.read_bytes() for p in Path("out").rglob("*") if p.is_file()}
    write(with_more("{{ playres }}"))
    end = command("rulebook", "tiny", "--out", "out")
    assert end.code == 1
    assert {p: p.read_bytes() for p in Path("out").rglob("*") if p.is_file()} == before


def test_faults_of_the_rules_stop_the_sheets_too():
    write(with_more("{{ playres }}"))
    end = command("build", "tiny", "--out", "out")
    assert end.code == 1
    assert "tiny/rules_text/en.md.j2:15:" in end.err
    assert not Path("out").exists()
    end = command("check", "tiny")
    assert end.code == 1
    assert "tiny/rules_text/en.md.j2:15:" in end.out


def test_a_missing_language_is_told():
    write(game=BOTH)
    found = refused()
    assert [code for _, code, _ in found] == ["rulebook.language"]


def test_languages_that_differ_are_told():
    write(GOOD.replace("## Turn {#turn}\n\nPlay a card.\n\n", ""), BOTH, "fr")
    write(GOOD, BOTH)
    found = refused()
    assert [code for _, code, _ in found] == ["rulebook.differs"]
    assert "turn" in found[0][2]


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\xfa", b"\0", b"## Aim\n"])
def test_a_text_that_is_none_is_told(data):
    Path("tiny/rules_text/en.md.j2").write_bytes(data)
    assert {where.partition(":")[0] for where, _, _ in refused()} == {"tiny/rules_text/en.md.j2"}


# --- without rules ---


def test_a_game_without_rules_has_sheets_and_no_rulebook():
    Path("tiny/rules_text/en.md.j2").unlink()
    Path("tiny/rules_text").rmdir()
    end = command("build", "tiny", "--out", "sheets")
    assert (end.code, end.err) == (0, "")
    names = [p.name for p in Path("sheets/tiny").iterdir()]
    assert sorted(names) == ["manifest.json", "sheets-a4-en.pdf"]
    assert command("check", "tiny").code == 0
    assert [(where, code) for where, code, _ in refused()] == [
        ("tiny/game.yaml:1:1", "rulebook.missing")
    ]
    end = command("build", "tiny", "--only", "rulebook", "--out", "none")
    assert end.code == 0
    assert not list(Path("none").rglob("*.pdf"))


# --- formats ---


@pytest.mark.slow
def test_rules_too_long_for_a_leaflet_are_told():
    write(with_more("Play a card, then another one, and so on until the end. " * 520))
    ((where, code, message),) = refused("--format", "leaflet-4")
    assert (where, code) == ("tiny/rules_text/en.md.j2:1:1", "rulebook.too-long")
    assert "4 panels" in message


def test_a_card_without_its_section_is_told():
    ((_, code, message),) = refused("--format", "card")
    assert (code, "reference card" in message) == ("rulebook.section", True)


def test_rules_too_long_for_the_card_are_told():
    write(with_more("## Card {#quick .card}\n\n" + "Play a card, then another one. " * 200))
    assert {code for _, code, _ in refused("--format", "card")} == {"rulebook.too-long"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--booklet --format html", "html"), ("--booklet --format leaflet-4", "leaflet-4"),
        ("--booklet --format card", "card"), ("--format a6", "a6"),
        ("--booklet --format a5 --paper letter", "paper letter lying is 279.4 x 215.9 mm"),
        ("--shop the-game-crafter --product HugeBooklet", "HugeBooklet"),
        ("--product SmallBooklet", "--shop"), ("--shop elsewhere", "elsewhere"),
        ("--language de", "de"), ("--paper a9", "a9"), ("--players 9", "9"), ("--duplex none", ""),
    ],
)  # fmt: skip
def test_a_wrong_command_is_told_before_anything_is_written(arguments, words):
    before = files()
    end = command("rulebook", "tiny", "--out", "out", *arguments.split())
    assert (end.code, end.out) == (2, "")
    assert words in end.err
    assert files() == before


# --- known failures of other programs ---


def pages_of_booklet():
    """The numbers or words on the halves of each side, left and right."""
    book = Book(Path("out/tiny/rulebook-booklet-a4-en.pdf"))
    sides = []
    for page in book.seen:
        wide, high = page.get_width(), page.get_height()
        text = page.get_textpage()
        halves = (
            text.get_text_bounded(left, 0, left + wide / 2, high).strip()
            for left in (0, wide / 2)
        )  # fmt: skip
        sides.append(tuple(halves))
    return sides


@pytest.mark.parametrize(
    ("has_back_cover", "order"),
    [
        (False, [(None, 1), (2, None), (None, 3), (4, 5)]),
        # The last page stays the back cover: blank ones go before it.
        (True, [(5, 1), (2, None), (None, 3), (4, None)]),
    ],
)
def test_five_pages_are_filled_up_to_eight(has_back_cover, order):
    text = "Play a card, then another one, and so on until the end of the game is near. "
    more = with_more("\n\n".join([text * 6] * (9 if has_back_cover else 13)))
    write(more if has_back_cover else more.partition("## Credits")[0])
    printed()
    end = command("rulebook", "tiny", "--out", "out", "--booklet", "--paper", "a4")
    assert (end.code, end.err) == (0, "")
    pages = list(map(letters_of, pages_text().split(PAGE_BREAK)))
    assert len(pages) == 5
    known = {text: number for number, text in enumerate(pages, 1)}
    sides = [[letters_of(half) for half in side] for side in pages_of_booklet()]
    assert [tuple(known[half] if half else None for half in side) for side in sides] == order


def letters_of(text):
    return re.sub(r"\W+", "", text)


@pytest.mark.parametrize(
    "typed",
    [
        "If 0 <A <0.9 discard; if A<B draw.", "S&P 500", "R&D; &lt; &copy; &foo;", "</br>",
        "Deal <b>3 damage", "<b><i>x</b></i>", "2*X, then **roll", "<sparkle>gold</sparkle>",
    ],
)  # fmt: skip
def test_marks_of_other_languages_are_printed_as_typed(typed):
    write(with_more(f"Say {typed} now."))
    text = re.sub(r"\s+", " ", printed("--format", "html", "--format", "txt"))
    assert f"Say {typed} now." in text
    assert f"Say {typed} now." in re.sub(r"\s+", " ", Path("out/tiny/rulebook-en.txt").read_text())
    shown = Path("out/tiny/rulebook-en.html").read_text("utf-8")
    escaped = typed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert f"Say {escaped} now." in re.sub(r"\s+", " ", shown)


def test_values_are_printed_as_they_are():
    write(with_more("Made by {{ credits }}."), GAME.replace("Somebody", "'A <b> & *B* **C'"))
    assert "Made by A <b> & *B* **C." in re.sub(r"\s+", " ", printed())


def test_written_line_breaks_are_kept_and_tabs_are_spaces():
    write(with_more("Line one\\\nLine two\tafter  \nLine three\nand on."))
    lines = [line.strip() for line in printed().splitlines()]
    assert "Line one" in lines
    assert "Line two after" in lines
    assert "Line three and on." in lines


@pytest.mark.parametrize("typed", ["שלום 12 abc", "مرحبا 12 abc"])
def test_text_that_runs_from_right_to_left_is_refused(typed):
    write(with_more(f"Say {typed} now."))
    ((where, code, _),) = refused("--format", "a5")
    assert (where, code) == ("tiny/rules_text/en.md.j2:15:1", "rulebook.glyph")


def test_a_soft_hyphen_is_printed_only_where_it_breaks():
    word = "Haft\u00adpflicht\u00adversicherungs\u00adgesellschaft"
    write(with_more(f"Say {word} now.\n\n" + f"{word} " * 40))
    text = printed("--format", "html", "--format", "txt")
    assert "Say Haftpflichtversicherungsgesellschaft now." in text
    assert "\u00ad" not in text
    assert "\u00ad" not in Path("out/tiny/rulebook-en.txt").read_text("utf-8")
    # PDFium says U+FFFE for a hyphen at the end of a line.
    ends = re.findall(r"([A-Za-z]+)\ufffe", text)
    assert len(ends) > 3
    assert all(re.search("(Haft|pflicht|versicherungs)$", end) for end in ends)
    assert "-" not in text


def test_text_in_ideographs_is_broken_between_them():
    # A font of the game's own that has them is needed: without one it is a missing glyph.
    write(with_more("この文は production という語を含みます。"))
    ((where, code, _),) = refused("--format", "a5")
    assert (where, code) == ("tiny/rules_text/en.md.j2:15:1", "rulebook.glyph")
