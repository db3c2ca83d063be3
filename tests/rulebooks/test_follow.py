"""Rulebooks follow their game: what changes in the designs changes in the book, untouched."""

import html
import re
import shutil
from typing import NamedTuple

import pytest
from bindery import LANGUAGES, ROOT, edition, letters
from printshop import command
from readback import Book

from cardforge.check.composition.judge import check_composition
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of
from cardforge.rulebook.reading.read import read_book
from cardforge.rulebook.screen.plain import plain_text

# In the deck of digits: how many of each.
COPIES = re.compile(r"(  digits:\n(?:    .*\n)*?    copies: )\"\{\{ (.*?) \}\}\"\n")
PAGES = ("--format", "a5")
FRENCH = ("--language", "fr")


@pytest.fixture
def workplace(tmp_path):
    """Return a folder with a copy of numerik and its rules."""
    return copied(tmp_path)


def copied(folder):
    (folder / "designs").mkdir()
    shutil.copytree(ROOT / "designs" / "numerik", folder / "designs" / "numerik")
    shutil.copytree(ROOT / "rules_text", folder / "rules_text")
    return folder


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    """Return the rulebooks of numerik as it is."""
    return made(copied(tmp_path_factory.mktemp("usual")), *PAGES)


@pytest.fixture(scope="module")
def with_twelve(tmp_path_factory):
    """Return the rulebooks of numerik with more cards of one digit; its rules are the same."""
    folder = copied(tmp_path_factory.mktemp("twelve"))
    untouched = texts_of(folder)
    twelve_threes(folder)
    found = made(folder, *PAGES)
    assert texts_of(folder) == untouched
    return found


def edit(path, old, new):
    text = path.read_text("utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), "utf-8")


def more_threes(folder):
    """Give digit 3 two cards more than the others."""
    game = folder / "designs" / "numerik" / "game.yaml"
    old = game.read_text("utf-8")
    new = COPIES.sub(r'\1"{{ 12 if digit == 3 else (\2) }}"\n', old)
    assert new != old
    game.write_text(new, "utf-8")


def twelve_threes(folder):
    """The same, allowed in the composition: it would warn that one digit has more cards."""
    more_threes(folder)
    promises = folder / "designs" / "numerik" / "composition.yaml"
    equal = "    check: equal\n    deck: digits\n"
    edit(promises, equal, equal + "    allow: {composition.equal: threes are rare}\n")


class Texts(NamedTuple):
    """A rulebook: its plain text, the rows of its tables, and the letters of its pages."""

    text: str
    rows: list[list[str]]
    pages: str


def made(folder, *arguments):
    """Make the rulebooks of numerik, in both languages if none is named, by language."""
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    kinds = ("--format", "txt", "--format", "html", "--out", out)
    end = command("rulebook", folder / "designs" / "numerik", *kinds, *arguments)
    assert (end.code, end.err) == (0, ""), end.err
    found = {}
    for language in [name for name in LANGUAGES if name in arguments] or LANGUAGES:
        start = out / "numerik" / f"rulebook-{language}"
        pages = ""
        if "a5" in arguments:
            seen = Book(start.with_suffix(".pdf")).seen
            pages = letters("".join(page.get_textpage().get_text_range() for page in seen))
        rows = rows_of(start.with_suffix(".html").read_text("utf-8"))
        text = plain(start.with_suffix(".txt").read_text("utf-8"))
        found[language] = Texts(text, rows, pages)
    return found


def rows_of(page):
    """The words in each cell of each row of the tables of a web page."""
    rows = re.findall(r"(?s)<tr\b[^>]*>(.*?)</tr>", page)
    return [
        [plain(html.unescape(re.sub(r"<[^>]*>", "", cell))).strip()
         for cell in re.findall(r"(?s)<t[dh]\b[^>]*>(.*?)</t[dh]>", row)]
        for row in rows
    ]  # fmt: skip


def plain(text):
    """A text with single spaces, whatever they are."""
    return re.sub(r"[\s\u00a0\u202f]+", " ", text)


def texts_of(folder):
    return {p: p.read_bytes() for p in (folder / "rules_text").rglob("*") if p.is_file()}


def test_another_count_of_one_digit_changes_contents_and_tables(usual, with_twelve):
    for language, noun in (("fr", "cartes chiffres"), ("en", "digit cards")):
        assert f"100 {noun}" in usual[language].text
        assert f"102 {noun}" in with_twelve[language].text
        assert f"100 {noun}" not in with_twelve[language].text
        assert letters(f"102 {noun}") in with_twelve[language].pages
        assert letters(f"102 {noun}") not in usual[language].pages


def test_another_count_of_one_digit_changes_the_table_of_digits(usual, with_twelve):
    for language in LANGUAGES:
        # Some table says how many cards there are of each digit.
        for digit in "0123456789":
            assert ("10" in counts_of(usual[language].rows, digit)) is True, digit
            twelve = "12" in counts_of(with_twelve[language].rows, digit)
            assert twelve is (digit == "3"), digit


def counts_of(rows, digit):
    return {row[-1] for row in rows if row[0] == digit}


def test_the_sentence_about_the_copies_of_a_digit_is_true_or_gone(usual, with_twelve):
    said = {
        "fr": "Chaque chiffre existe en dix exemplaires",
        "en": "There are ten copies of each digit",
    }
    for language in LANGUAGES:
        assert said[language] in usual[language].text
        assert said[language] not in with_twelve[language].text


def test_a_count_that_the_rules_rely_on_is_a_problem_with_its_place(workplace):
    text = workplace / "rules_text" / "numerik" / "fr.md.j2"
    edit(text, "Prévoyez aussi", '{{ total("digits", 100) }} cartes. Prévoyez aussi')
    asked = ("rulebook", workplace / "designs" / "numerik", *FRENCH, "--format", "txt", "--out")
    assert command(*asked, workplace).code == 0
    twelve_threes(workplace)
    end = command(*asked, workplace / "new")
    assert end.code == 1
    assert re.search(r"rules_text/numerik/fr\.md\.j2:\d+:\d+: error\[rulebook\.count\]", end.err)
    assert not (workplace / "new").exists()


def test_the_composition_complains_when_the_box_is_wrong(workplace):
    more_threes(workplace)
    asked = ("rulebook", workplace / "designs" / "numerik", "--out", workplace / "out")
    end = command(*asked)
    assert "warning[composition.equal]" in end.err
    assert "3 (12)" in end.err
    shutil.rmtree(workplace / "out", ignore_errors=True)
    game = workplace / "designs" / "numerik" / "game.yaml"
    edit(game, "    where: digit <= top\n", "    where: 0 < digit <= top\n")
    end = command(*asked)
    assert end.code == 1
    assert "error[composition.complete]" in end.err
    assert not (workplace / "out").exists()


# --- what is asked for on the command line ---


def test_another_ruling_changes_the_text(workplace, usual):
    other = made(workplace, "--ruling", "copies=8", "--ruling", "shortage=none")
    for language, noun in (("fr", "cartes chiffres"), ("en", "digit cards")):
        assert f"100 {noun}" in usual[language].text
        assert f"80 {noun}" in other[language].text
    for says, rows in ((True, usual["fr"].rows), (False, other["fr"].rows)):
        assert any("sinon pioche" in cell for row in rows for cell in row) is says
    # With the sign of the ruling: the answers that were not taken are quoted without one.
    none = "Pas assez de cartes ? L’action n’a pas lieu.["
    assert (none in usual["fr"].text, none in other["fr"].text) == (False, True)


def test_the_box_of_one_mode_has_its_own_rules(workplace, usual):
    small = made(workplace, "--mode", "decouverte", *PAGES)
    for language, noun in (("fr", "cartes chiffres"), ("en", "digit cards")):
        assert f"50 {noun}" in small[language].text
        assert letters(f"50 {noun}") in small[language].pages
        for number, there in (("4", True), ("5", False), ("9", False), ("333", False)):
            is_row = [[row[0] == number for row in book[language].rows] for book in (usual, small)]
            assert (any(is_row[0]), any(is_row[1])) == (True, there), number


@pytest.mark.parametrize("players", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_the_number_of_players_changes_the_text(workplace, usual, players):
    other = made(workplace, "--players", players, *FRENCH)
    assert "de 2 à 6 joueurs" in usual["fr"].text
    assert f"de 2 à {players} joueurs" in other["fr"].text
    # Two lists and a Ban token of each digit for everybody.
    assert f"{2 * players} aides de jeu" in other["fr"].text
    assert f"{10 * players} jetons Interdit" in other["fr"].text
    assert command("rulebook", workplace / "designs" / "numerik", "--players", 7).code == 2


@pytest.mark.slow
def test_every_answer_to_every_ruling_makes_another_rulebook(game):
    seen = {}
    whole = edition(game, "fr").game
    # The usual answer to all of them once, then every other answer alone.
    others = [(key, value) for key, ruling in whole.rulings.items() for value in ruling.values[1:]]
    for key, value in [("", ""), *others]:
        asked = Request(languages=("fr",), rulings={key: value} if key else {})
        text, codes = rules_by(whole, asked)
        # The literal forbidden play comes with a warning: super-powers cannot be reached.
        assert codes == ({"composition.holds"} if (key, value) == ("forbid", "prev") else set())
        assert text not in seen.values(), (key, value)
        seen[key, value] = text


def rules_by(whole, asked):
    """Return the plain text of a game's rules, and the codes of what is wrong with its box."""
    report = Report()
    report.allow(whole.allowances)
    (settings,) = settings_of(whole, asked)
    decks = deal(whole, settings, report)
    check_composition(whole, settings, decks, report)
    book = read_book(whole, settings, decks, report)
    return plain_text(book), {p.code for p in report.problems if p.severity != "note"}


@pytest.mark.parametrize("mode", ["", "decouverte", "standard", "avance"])
@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.slow
def test_every_box_of_numerik_has_a_rulebook(workplace, mode, players):
    more = ("--mode", mode) if mode else ()
    texts = made(workplace, "--players", players, *more, *PAGES)
    assert all(len(book.pages) > 4000 for book in texts.values())


# --- words ---


def test_another_label_changes_the_rulebook(workplace, usual):
    words = workplace / "designs" / "numerik" / "words.yaml"
    text = words.read_text("utf-8")
    assert letters("Joueur à ma droite") in usual["fr"].pages
    words.write_text(text.replace("Joueur à ma droite", "Voisin de droite"), "utf-8")
    promises = workplace / "designs" / "numerik" / "composition.yaml"
    edit(promises, "- Joueur à ma droite\n", "- Voisin de droite\n")
    untouched = texts_of(workplace)
    other = made(workplace, *FRENCH, *PAGES)["fr"]
    assert texts_of(workplace) == untouched
    assert letters("Joueur à ma droite") not in other.pages
    assert letters("Voisin de droite") in other.pages
    assert any(row[0] == "3" and "Voisin de droite" in row for row in other.rows)
