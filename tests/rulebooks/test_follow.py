"""Rulebooks follow their game: what changes in the designs changes in the book, untouched."""

import html
import re
import shutil
from typing import NamedTuple

import pytest
from bindery import LANGUAGES, ROOT, edition, letters
from printshop import command
from readback import Book

# In the deck of digits: how many of each.
COPIES = re.compile(r"(  digits:\n(?:    .*\n)*?    copies: )\"\{\{ (.*?) \}\}\"\n")
PAGES = ("--format", "a5")


@pytest.fixture
def workplace(tmp_path):
    """Return a folder with a copy of numerik and its rules."""
    (tmp_path / "designs").mkdir()
    shutil.copytree(ROOT / "designs" / "numerik", tmp_path / "designs" / "numerik")
    shutil.copytree(ROOT / "rules_text", tmp_path / "rules_text")
    return tmp_path


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
    """The same, said in the composition too: it would complain about each digit and about all."""
    more_threes(folder)
    game = folder / "designs" / "numerik" / "game.yaml"
    text = game.read_text("utf-8")
    each = re.search(r"  - check: copies-each\n    deck: digits\n(?:    .*\n)+", text)[0]
    total = re.search(r"  - check: total\n    deck: digits\n(?:    .*\n)+", text)[0]
    others = each.replace("    field: digit\n", "    where: digit != 3\n    field: digit\n")
    others = re.sub(r"of: .*", 'of: "{{ [0, 1, 2, 4, 5, 6, 7, 8, 9] }}"', others)
    text = text.replace(each, others)
    game.write_text(text.replace(total, re.sub(r"    is: .*", "    is: 102", total)), "utf-8")


class Texts(NamedTuple):
    """A rulebook: its plain text, the rows of its tables, and the letters of its pages."""

    text: str
    rows: list[list[str]]
    pages: str


def made(folder, *arguments):
    """Make the rulebooks of numerik and return them by language."""
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    kinds = ("--format", "txt", "--format", "html", "--out", out)
    end = command("rulebook", folder / "designs" / "numerik", *kinds, *arguments)
    assert (end.code, end.err) == (0, ""), end.err
    found = {}
    for language in LANGUAGES:
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


def test_another_count_of_one_digit_changes_contents_and_tables(workplace):
    before, untouched = made(workplace, *PAGES), texts_of(workplace)
    twelve_threes(workplace)
    after = made(workplace, *PAGES)
    assert texts_of(workplace) == untouched
    for language, noun in (("fr", "cartes chiffres"), ("en", "digit cards")):
        assert f"100 {noun}" in before[language].text
        assert f"102 {noun}" in after[language].text
        assert f"100 {noun}" not in after[language].text
        assert letters(f"102 {noun}") in after[language].pages
        assert letters(f"102 {noun}") not in before[language].pages


def test_another_count_of_one_digit_changes_the_table_of_digits(workplace):
    before = made(workplace)
    twelve_threes(workplace)
    after = made(workplace)
    for language in LANGUAGES:
        # Some table says how many cards there are of each digit.
        for digit in "0123456789":
            assert ("10" in counts_of(before[language].rows, digit)) is True, digit
            assert ("12" in counts_of(after[language].rows, digit)) is (digit == "3"), digit


def counts_of(rows, digit):
    return {row[-1] for row in rows if row[0] == digit}


def test_the_sentence_about_the_copies_of_a_digit_is_true_or_gone(workplace):
    said = {
        "fr": "Chaque chiffre existe en dix exemplaires",
        "en": "There are ten copies of each digit",
    }
    before = made(workplace)
    twelve_threes(workplace)
    after = made(workplace)
    for language in LANGUAGES:
        assert said[language] in before[language].text
        assert said[language] not in after[language].text


def test_a_count_that_the_rules_rely_on_is_a_problem_with_its_place(workplace):
    text = workplace / "rules_text" / "numerik" / "fr.md.j2"
    edit(text, "Prévoyez aussi", '{{ total("digits", 100) }} cartes. Prévoyez aussi')
    assert command("rulebook", workplace / "designs" / "numerik", "--out", workplace).code == 0
    twelve_threes(workplace)
    end = command("rulebook", workplace / "designs" / "numerik", "--out", workplace / "new")
    assert end.code == 1
    assert re.search(r"rules_text/numerik/fr\.md\.j2:\d+:\d+: error\[rulebook\.count\]", end.err)
    assert not (workplace / "new").exists()


def test_the_composition_complains_when_the_box_is_wrong(workplace):
    more_threes(workplace)
    end = command("rulebook", workplace / "designs" / "numerik", "--out", workplace / "out")
    assert end.code == 1
    assert "error[composition.copies-each]" in end.err
    assert not (workplace / "out").exists()


# --- what is asked for on the command line ---


def test_another_ruling_changes_the_text(workplace):
    usual = made(workplace)
    other = made(workplace, "--ruling", "copies=8", "--ruling", "shortage=none")
    for language, noun in (("fr", "cartes chiffres"), ("en", "digit cards")):
        assert f"100 {noun}" in usual[language].text
        assert f"80 {noun}" in other[language].text
    for says, rows in ((True, usual["fr"].rows), (False, other["fr"].rows)):
        assert any("sinon pioche" in cell for row in rows for cell in row) is says
    # With the sign of the ruling: the answers that were not taken are quoted without one.
    none = "Pas assez de cartes ? L’action n’a pas lieu.["
    assert (none in usual["fr"].text, none in other["fr"].text) == (False, True)


def test_the_box_of_one_mode_has_its_own_rules(workplace):
    usual, small = made(workplace), made(workplace, "--mode", "decouverte", *PAGES)
    for language, noun in (("fr", "cartes chiffres"), ("en", "digit cards")):
        assert f"50 {noun}" in small[language].text
        assert letters(f"50 {noun}") in small[language].pages
        for number, there in (("4", True), ("5", False), ("9", False), ("333", False)):
            is_row = [[row[0] == number for row in book[language].rows] for book in (usual, small)]
            assert (any(is_row[0]), any(is_row[1])) == (True, there), number


@pytest.mark.parametrize("players", [3, 5])
def test_the_number_of_players_changes_the_text(workplace, players):
    usual, other = made(workplace), made(workplace, "--players", players)
    assert "de 2 à 6 joueurs" in usual["fr"].text
    assert f"de 2 à {players} joueurs" in other["fr"].text
    # Two lists and a Ban token of each digit for everybody.
    assert f"{2 * players} aides de jeu" in other["fr"].text
    assert f"{10 * players} jetons Interdit" in other["fr"].text
    assert command("rulebook", workplace / "designs" / "numerik", "--players", 7).code == 2


@pytest.mark.slow
def test_every_answer_to_every_ruling_makes_another_rulebook(tmp_path, game):
    seen = {}
    for key, ruling in edition(game, "fr").game.rulings.items():
        for value in ruling.values:
            asked = ("--ruling", f"{key}={value}", "--format", "txt", "--out", tmp_path)
            end = command("rulebook", ROOT / "designs" / game, *asked)
            assert (end.code, end.err) == (0, ""), (key, value, end.err)
            text = (tmp_path / game / "rulebook-fr.txt").read_text("utf-8")
            if value != ruling.values[0] or not seen:
                assert text not in seen.values(), (key, value)
                seen[key, value] = text


@pytest.mark.parametrize("mode", ["", "decouverte", "standard", "avance"])
@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.slow
def test_every_box_of_numerik_has_a_rulebook(workplace, mode, players):
    more = ("--mode", mode) if mode else ()
    texts = made(workplace, "--players", players, *more, *PAGES)
    assert all(len(book.pages) > 4000 for book in texts.values())


# --- words ---


def test_another_label_changes_the_rulebook(workplace):
    words = workplace / "designs" / "numerik" / "words.yaml"
    text = words.read_text("utf-8")
    usual = made(workplace, *PAGES)["fr"]
    assert letters("Joueur à ma droite") in usual.pages
    words.write_text(text.replace("Joueur à ma droite", "Voisin de droite"), "utf-8")
    untouched = texts_of(workplace)
    other = made(workplace, *PAGES)["fr"]
    assert texts_of(workplace) == untouched
    assert letters("Joueur à ma droite") not in other.pages
    assert letters("Voisin de droite") in other.pages
    assert any(row[0] == "3" and "Voisin de droite" in row for row in other.rows)
