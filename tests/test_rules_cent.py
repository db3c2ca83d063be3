"""The rules text of the 100-Card Game: its worked round played again, its numbers, its rulings."""

import re
import shutil
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of
from cardforge.ink import Text
from cardforge.ink.bounds import every_ink
from cardforge.pipeline import make_edition, read_game
from cardforge.rulebook.reading.read import read_book
from cardforge.rulebook.screen.plain import plain_text

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "rules_text" / "cent"
LANGUAGES = ("fr", "en")
SPECIALS = {82, 84, 90, 92, 99}
ROUND = {*range(1, 21), *SPECIALS}
POINTS = 5
ROW = re.compile(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \| (\w+) \| (\d)–(\d) \| ([^|]+) \|$", re.M)


class Turn(NamedTuple):
    """A row of the table: hands and cards played (Ana's first), who scored, the score, the draw."""

    hands: tuple[set[int], set[int]]
    played: tuple[int, int]
    winner: int
    score: tuple[int, int]
    drawer: int | None
    drawn: int | None


def turns(text: str) -> list[Turn]:
    """Return the turns of the worked round as they are written."""
    rows = ROW.findall(text)
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1))
    return [_turn(row) for row in rows]


def _turn(row: tuple[str, ...]) -> Turn:
    hands = tuple({int(n) for n in re.findall(r"\d+", row[cell])} for cell in (1, 2))
    [one] = re.findall(r"\*\*(\d+)\*\*", row[1])
    [other] = re.findall(r"\*\*(\d+)\*\*", row[2])
    draw = re.fullmatch(r"(\w+): (\d+)", row[6].replace(" :", ":"))
    return Turn(
        hands,
        (int(one), int(other)),
        ["Ana", "Ben"].index(row[3]),
        (int(row[4]), int(row[5])),
        ["Ana", "Ben"].index(draw[1]) if draw else None,
        int(draw[2]) if draw else None,
    )


def faults(round_: list[Turn]) -> list[str]:
    """Return what breaks the rules in a round, turn by turn."""
    found = []
    score = [0, 0]
    for number, turn in enumerate(round_, 1):
        winner = turn.played.index(max(turn.played))
        score[winner] += 1
        if winner != turn.winner or tuple(score) != turn.score:
            found.append(f"{number}: score")
        if max(score) < POINTS and turn.drawer != 1 - winner:
            found.append(f"{number}: draw")
    for number, (turn, after) in enumerate(pairwise(round_), 1):
        hands = [hand - {card} for hand, card in zip(turn.hands, turn.played, strict=True)]
        hands[turn.winner] |= {min(turn.played)}
        hands[1 - turn.winner] |= {turn.drawn}
        if tuple(hands) != after.hands:
            found.append(f"{number}: hands")
    seen = [*round_[0].hands[0], *round_[0].hands[1], *(t.drawn for t in round_ if t.drawn)]
    if len(set(seen)) != len(seen) or not set(seen) <= ROUND:
        found.append("cards")
    ends = [number for number, turn in enumerate(round_, 1) if max(turn.score) == POINTS]
    if ends != [len(round_)]:
        found.append("end")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_round_keeps_the_rules(language):
    round_ = turns((RULES / f"{language}.md.j2").read_text("utf-8"))
    assert len(round_) == 8
    assert faults(round_) == []


def test_the_worked_round_is_the_same_in_both_languages():
    fr, en = (turns((RULES / f"{language}.md.j2").read_text("utf-8")) for language in LANGUAGES)
    assert fr == en


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("| Ana | 1–0 |", "| Ben | 1–0 |", "1: score"),
        ("Ana: 92", "Ana: 91", "3: hands"),
        ("Ben: 11", "Ana: 11", "7: draw"),
        ("| 8 | 3, 5, **82**", "| 8 | 4, 5, **82**", "7: hands"),
        ("| **8**, 17, 90 |", "| **8**, 17, 95 |", "cards"),
        ("| 8 | 3, 5, **82** | **8**, 11, 20 | Ana | 5–3 | – |\n", "", "end"),
    ],
)
def test_a_slip_in_the_worked_round_is_found(before, after, fault):
    text = (RULES / "en.md.j2").read_text("utf-8")
    assert before in text
    assert fault in faults(turns(text.replace(before, after, 1)))


def game_in(folder: Path) -> Path:
    """Copy the game and its rules into a folder, as they lie in the repository."""
    shutil.copytree(ROOT / "designs" / "cent", folder / "designs" / "cent")
    shutil.copytree(RULES, folder / "rules_text" / "cent")
    shutil.copy(RULES.parent / "glossary.yaml", folder / "rules_text")
    return folder / "designs" / "cent"


def rules_and_card(folder: Path, language: str, removed: str = "shown") -> tuple[str, str]:
    """Return the rules and the reference card as plain text, every kind of space a plain one."""
    report = Report()
    game = read_game(folder / "game.yaml", report, "game.yaml")
    assert game is not None
    request = Request(languages=(language,), rulings={"removed": removed})
    settings = settings_of(game, request)[0]
    book = read_book(game, settings, deal(game, settings, report), report)
    made = make_edition(game, settings, report)
    # A number that the rules promise and the test changes is a broken promise: that is no matter.
    errors = [p for p in report.problems if p.severity == "error"]
    assert [p for p in errors if not p.code.startswith("composition.")] == []
    assert book is not None
    assert made is not None
    [deck] = [laid_out for laid_out in made.cards if laid_out.deck.name == "reference"]
    inks = [placed.item for placed in every_ink(deck.cards[0].face)]
    card = " ".join(ink.text for ink in inks if isinstance(ink, Text))
    return plain(plain_text(book, whole=True)), plain(card)


def plain(text: str) -> str:
    """Return a text on one line, every kind of space a plain one."""
    return re.sub(r"\s+", " ", text)


SAID = {
    ("fr", "shown"): (
        "Montrez-les aux deux joueurs",
        "Nous les montrons donc",
        "Sans rien montrer.",
    ),
    ("fr", "hidden"): ("Confiez-les à une personne", "met donc de côté", "À découvert."),
    ("en", "shown"): ("Show them to both players", "So we show them", "Out of sight."),
    ("en", "hidden"): ("Hand them to somebody", "So here somebody", "In plain sight."),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("removed", ["shown", "hidden"])
def test_step_reason_and_variant_follow_the_ruling(language, removed):
    text, _ = rules_and_card(ROOT / "designs" / "cent", language, removed)
    for (spoken, ruling), sayings in SAID.items():
        for saying in sayings:
            assert (saying in text) is ((spoken, ruling) == (language, removed)), saying


@pytest.mark.parametrize(
    ("fact", "before", "after", "rules", "card"),
    [
        ("hand", 3, 4, "Posez les 17 cartes restantes", "4 cartes par joueur, 17 dans la pioche."),
        ("points", 5, 6, "une manche de 6 à 11 tours", "Fin de la manche : 6 points"),
    ],
)
def test_a_changed_number_changes_the_rules_and_the_card(
    tmp_path, fact, before, after, rules, card
):
    game = game_in(tmp_path)
    text, reference = rules_and_card(game, "fr")
    assert rules not in text
    assert card not in reference
    numbers = (game / "rulebook.yaml").read_text("utf-8")
    assert f"{fact}: {{is: {before}," in numbers
    changed = numbers.replace(f"{fact}: {{is: {before},", f"{fact}: {{is: {after},")
    (game / "rulebook.yaml").write_text(changed, "utf-8")
    text, reference = rules_and_card(game, "fr")
    assert rules in text
    assert card in reference
