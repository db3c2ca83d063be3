"""Statements of the composition: the vocabulary kept, its messages, and what the ink shows."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge import pipeline
from cardforge.check.composition.judge import JUDGES, check_composition
from cardforge.check.working import amount, compared
from cardforge.composition_grammar import CHECKS, STATEMENT, keys_of
from cardforge.deal import deal
from cardforge.diagnostics import Problem, Report
from cardforge.edition import Request, settings_of

ROOT = Path(__file__).resolve().parent.parent
GAME = """\
game: small
version: "1"
title: {fr: Petit, en: Small}
languages: [fr, en]
players: {min: 2, max: 4, limit: 6}
fonts: {plain: Lato-Regular}
modes: {short: {fr: Court, en: Short}}
rulings: {hand: {values: ["3", "5"], title: {fr: Main, en: Hand}}}
facts: {hand: {is: 3, source: stated}, hands: {is: [3, 5], source: stated}}
templates:
  plain: {elements: [{text: "{{ suit ~ ' ' ~ rank }}", font: plain, size: 12 pt, box: safe}]}
  lined: {elements: [{shape: rectangle, fill: black, box: safe}]}
  token: {elements: []}
decks:
  cards:
    for: {suit: [heart, spade], rank: 1..3}
    let:
      says: "{{ {'fr': 'Le ', 'en': 'The '}[language] ~ rank }}"
      marks: [a, b]
    face: plain
    back: lined
tokens:
  life:
    shape: round
    size: 20
    face: token
    back: none
    rows: [{id: l, copies: "{{ 3 * players }}"}]
"""
KEPT = {
    "total": "{check: total, deck: cards, is: 6, source: stated}",
    "sum": "{check: sum, deck: cards, field: rank, between: [12, 12], source: stated}",
    "per-player": "{check: per-player, deck: life, is: 3, source: stated}",
    "none": "{check: none, deck: cards, where: suit == 'club', source: stated}",
    "range": "{check: range, deck: cards, field: rank, of: 0..3, source: stated}",
    "complete": "{check: complete, deck: cards, field: rank, of: [1, 2], source: stated}",
    "unique": "{check: unique, deck: cards, field: id, source: stated}",
    "each-once": "{check: each-once, deck: cards, field: [suit, rank], of: [heart 1, heart 2, "
    "heart 3, spade 1, spade 2, spade 3], source: stated}",
    "copies-each": "{check: copies-each, deck: cards, field: suit, of: [heart, spade], is: 3, "
    "source: stated}",
    "equal": "{check: equal, deck: cards, field: rank, of: 1..3, source: stated}",
    "product": "{check: product, deck: cards, of: {suit: [spade, heart], rank: 1..3}, "
    "source: stated}",
    "same": "{check: same, decks: [cards], field: back, source: stated}",
    "labels": "{check: labels, deck: cards, field: says, by: rank, "
    "are: {fr: [zero, Le 1, Le 2, Le 3], en: {1: The 1, 2: The 2, 3: 'The {{ 1 + 2 }}'}}, "
    "source: stated}",
    "marked": "{check: marked, deck: cards, field: rank, source: stated}",
    "players": "{check: players, between: 2..6, source: stated}",
    "fact": "{check: fact, fact: hands, is: [3, 5], source: stated}",
    "holds": "{check: holds, deck: cards, that: total == 2 * 3, source: stated}",
}


def judged(
    folder: Path, statements: str, language: str = "fr", players: int | None = None,
    mode: str | None = None, game: str = GAME, **rulings: str,
) -> list[Problem]:  # fmt: skip
    """Return the problems of some statements, one a line, about a game."""
    lines = "".join(f"  - {line}\n" for line in statements.splitlines())
    (folder / "game.yaml").write_text(f"{game}composition:\n{lines}", "utf-8")
    report = Report()
    read = pipeline.read_game(folder / "game.yaml", report, "game.yaml")
    assert read is not None, report.problems
    asked = Request((language,), players=players, mode=mode, rulings=rulings)
    (own,) = settings_of(read, asked)
    check_composition(read, own, deal(read, own, report), report)
    return [problem for problem in report.problems if problem.code != "row.unused"]


def messages(folder: Path, statements: str, **more: object) -> list[str]:
    return [problem.message for problem in judged(folder, statements, **more)]  # type: ignore[arg-type]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_statement_that_is_kept_says_nothing(tmp_path, check, language):
    assert judged(tmp_path, KEPT[check], language) == []


def test_every_check_has_a_judge_and_a_statement_that_is_kept():
    assert JUDGES.keys() == CHECKS.keys() == KEPT.keys()


def test_all_kept_statements_together_do_not_contradict_each_other(tmp_path):
    assert judged(tmp_path, "\n".join(KEPT.values())) == []


# Messages


def test_a_problem_says_id_source_and_reason_at_the_statement(tmp_path):
    line = "{id: deal, check: total, deck: cards, is: 7, source: derived, because: 3 + 4}"
    (problem,) = judged(tmp_path, line)
    assert problem.message == (
        "deal: the rules promise 7 cards in cards, the box holds 6 (derived: 3 + 4)"
    )
    assert (problem.severity, problem.code) == ("error", "composition.total")
    assert problem.span is not None
    assert problem.span.line == len(GAME.splitlines()) + 2


def test_a_statement_can_warn(tmp_path):
    line = "{check: total, deck: cards, is: 7, severity: warning, source: ruling}"
    assert [problem.severity for problem in judged(tmp_path, line)] == ["warning"]


def test_a_reason_is_told_in_the_games_first_language_and_may_be_computed(tmp_path):
    line = (
        "{check: total, deck: cards, is: 7, source: stated, "
        'because: {fr: "pour {{ players }}", en: "for {{ players }}"}}'
    )
    for language in ("fr", "en"):
        (message,) = messages(tmp_path, line, language=language)
        assert message.endswith("(stated: pour 4)")


def test_an_allowance_makes_a_warning_a_note_with_its_reason(tmp_path):
    line = (
        "{check: total, deck: cards, is: 7, severity: warning, source: ruling, "
        "allow: {composition.total: one got lost}}"
    )
    lines = "".join(f"  - {line}\n")
    (tmp_path / "game.yaml").write_text(f"{GAME}composition:\n{lines}", "utf-8")
    report = Report()
    game = pipeline.read_game(tmp_path / "game.yaml", report, "game.yaml")
    (own,) = settings_of(game, Request(("fr",)))
    check_composition(game, own, deal(game, own, report), report)
    assert [p.severity for p in report.problems if p.code == "composition.total"] == ["note"]


def test_many_values_are_named_in_part(tmp_path):
    (message,) = messages(
        tmp_path, "{check: complete, deck: cards, field: rank, of: 1..40, source: stated}"
    )
    assert "missing in cards: 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 25 more" in message


@pytest.mark.parametrize(
    ("that", "said"),
    [
        ("facts.hand * players + 1 <= total", "6 cards, but 4 players need 13 (3 × 4 + 1)"),
        ("total >= facts.hand * players + 1", "6 cards, but 4 players need 13 (3 × 4 + 1)"),
        ("total > 2 * 3", "6 cards, but 4 players need more than 6 (2 × 3)"),
        ("total < 6", "6 cards should be less than 6"),
        ("totals.life == 10 + 1", "12 should be the same as 10 + 1 = 11"),
        ("players - 10 >= 0", "4 − 10 = −6 should be at least 0"),
        ("totals['life'] != 12", "12 should be another than 12"),
        ("1 <= 2 and 3 <= 2", "the rules promise that 1 <= 2 and 3 <= 2, which does not hold"),
        ("mode == 'short'", "mode, which is '', should be the same as 'short'"),
        ("false", "the rules promise that false, which does not hold"),
    ],
)
def test_a_comparison_is_told_with_both_sides_and_their_working(tmp_path, that, said):
    line = f'{{check: holds, deck: cards, that: "{that}", source: derived}}'
    assert messages(tmp_path, line) == [f"{said} (derived)"]


@pytest.mark.parametrize("that", ["facts.hand * players", "mode ~ 'x'", "[1]"])
def test_what_is_no_comparison_promises_nothing(tmp_path, that):
    line = f'{{check: holds, deck: cards, that: "{that}", source: derived}}'
    (problem,) = judged(tmp_path, line)
    assert problem.code == "composition.that"
    assert problem.hint == "write that: facts.hand * players <= total"


def test_a_lack_of_cards_is_told_with_their_copies_and_the_mode(tmp_path):
    game = GAME.replace("    back: lined\n", "    back: lined\n    copies: 2\n")
    line = "{check: holds, deck: cards, that: 5 * players <= total, source: derived}"
    for players, needs in ((3, "15 (5 × 3)"), (4, "20 (5 × 4)")):
        (message,) = messages(tmp_path, line, game=game, players=players, mode="short")
        counted = "6 cards × 2 copies = 12 cards"
        assert message == f"{counted}, but Court with {players} players needs {needs} (derived)"


# When and where


@pytest.mark.parametrize(
    ("when", "asked", "is_judged"),
    [
        ("mode == 'short'", {"mode": "short"}, True),
        ("mode == 'short'", {}, False),
        ("players > 4", {"players": 5}, True),
        ("players > 4", {"players": 4}, False),
        ("rulings.hand == '5'", {"hand": "5"}, True),
        ("rulings.hand == '5'", {}, False),
        ("facts.hand == 3", {}, True),
    ],
)
def test_a_statement_is_judged_only_when_its_condition_holds(tmp_path, when, asked, is_judged):
    line = f'{{check: total, deck: cards, is: 7, when: "{when}", source: stated}}'
    assert bool(judged(tmp_path, line, **asked)) is is_judged


@pytest.mark.parametrize(
    "when", ["players == 7", "players < 2", "mode == 'lang'", "rulings.hand == '4'", "false"]
)
def test_a_condition_that_nothing_meets_is_reported(tmp_path, when):
    line = f'{{check: total, deck: cards, is: 6, when: "{when}", source: stated}}'
    (problem,) = judged(tmp_path, line)
    assert problem.code == "composition.never"
    assert "2 to 6 players; its modes: short" in (problem.hint or "")


def test_a_deck_with_a_fault_is_not_counted(tmp_path):
    game = GAME.replace("rank: 1..3}", 'rank: 1..3}\n    copies: "{{ nothing }}"')
    problems = judged(tmp_path, KEPT["total"], game=game)
    assert {problem.code for problem in problems} == {"expression.unknown-name"}


def test_a_card_of_which_no_copy_is_printed_is_not_in_the_box(tmp_path):
    game = GAME.replace("    face: plain\n", '    face: plain\n    copies: "{{ rank - 1 }}"\n', 1)
    kept = """{check: none, deck: cards, where: rank == 1, source: stated}
{check: total, deck: cards, is: 6, source: stated}
{check: range, deck: cards, field: rank, of: [2, 3], source: stated}"""
    assert set(messages(tmp_path, kept, game=game)) == {"copies is 0: not printed"}
    lost = "{check: none, deck: cards, where: rank == 2, source: stated}"
    (said,) = [one for one in messages(tmp_path, lost, game=game) if "copies" not in one]
    assert said.startswith("the rules have none of cards, the box holds cards.heart-2")


def test_copies_of_each_of_some_values_need_the_field_of_the_values(tmp_path):
    (problem,) = judged(
        tmp_path, "{check: copies-each, deck: cards, of: 1..3, is: 2, source: stated}"
    )
    assert (problem.code, problem.hint) == ("key.missing", "add field:")


def test_those_that_differ_are_the_few_and_not_the_many(tmp_path):
    game = GAME.replace("    back: lined\n", "    back: \"{{ 'plain' if rank == 1 and suit == "
                        "'spade' else 'lined' }}\"\n", 1)  # fmt: skip
    (said,) = messages(tmp_path, KEPT["same"], game=game)
    assert "most have lined, but not cards.spade-1 (plain)" in said


def test_own_fields_and_lists_can_be_promised(tmp_path):
    lines = (
        "{check: same, deck: cards, field: [copies, face, marks], source: stated}\n"
        "{check: labels, deck: cards, field: [suit, marks], by: suit, "
        'are: {heart: "heart a, b", spade: "spade a, b"}, source: stated}'
    )
    game = GAME.replace("marks: [a, b]", "marks: \"{{ ['a', 'b'] }}\"")
    assert judged(tmp_path, lines, game=game) == []


# Statements as people might write them

ODD = st.sampled_from(
    ("", "5", "-1", "2.5", "[]", "{}", "[[1], [2]]", "{a: {b: 1}}", "1..3", "3..1", "true", "heart",
     "'{{ players }}'", "'{{ nothing }}'", "'{{ [1, 2] }}'", "'{{ {} }}'", "rank", "[rank, suit]",
     "'{{ 1 / 0 }}'", "'{{ total }}'", "cards", "[life, cards]", "rank == 1", "1 <= rank", "~",
     "{suit: 5}", "{fr: [a]}", "[1, {}]", "99999999999999999999", "a..b", "1..", "'{{'")
)  # fmt: skip


@settings(max_examples=120)
@given(
    st.sampled_from(sorted(CHECKS)),
    st.dictionaries(
        st.sampled_from(sorted(STATEMENT.keys() - {"check", "source"})), ODD, max_size=6
    ),
)
def test_a_statement_is_judged_or_refused_whatever_it_says(tmp_path_factory, check, keys):
    folder = tmp_path_factory.mktemp("odd", numbered=True)
    # What a key needs is mostly there, so that its judge is reached.
    usual = {"deck": "cards", "field": "rank", "of": "1..3", "is": "3", "by": "suit",
             "are": "{heart: 1}", "fact": "hand", "that": "1 == 2"}  # fmt: skip
    wanted = keys_of(check)
    written = {key: value for key, value in usual.items() if key in wanted} | keys
    line = ", ".join(f"{key}: {value}" for key, value in written.items())
    for problem in judged(folder, f"{{check: {check}, source: stated, {line}}}"):
        assert problem.span is not None
        assert problem.span.file == "game.yaml"


# Working


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("7 * players + 4", "46 (7 × 6 + 4)"),
        ("7 * players + (3 + 1)", "46 (7 × 6 + 4)"),
        ("facts.specials * (2 * (facts.rounds - 1))", "80 (5 × 16)"),
        ("20 + 5 - 2 * 3", "19 (20 + 5 − 2 × 3)"),
        ("players // 4", "1 (6 ÷ 4)"),
        ("(players / 4) | ceil", "2"),
        ("facts.rounds", "9"),
        ("players / 4 | ceil", "1.5"),
        ("{'a': 3}['a'] * players", "18 (3 × 6)"),
        ("5 * -2", "−10 (5 × −2)"),
    ],
)
def test_a_number_is_shown_with_its_working(source, shown):
    scope = {"players": 6, "facts": {"specials": 5, "rounds": 9}}
    assert str(amount(source, scope)) == shown


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("{{ a <= b }}", ("a", "<=", "b")),
        ("{{ (a + 1) * 2 == b['=='] }}", ("(a + 1) * 2", "==", "b['==']")),
        ("{{ a['<='] <= b }}", ("a['<=']", "<=", "b")),
        ("{{ a < b < c }}", None),
        ("{{ a ~ b == c }}", None),
        ("{{ a }}", None),
    ],
)
def test_the_sides_of_a_lone_comparison_are_found(text, sides):
    assert compared(text) == sides


# The ink


def drawn(folder: Path, game: str) -> list[str]:
    """Return what the statements of a game have against its laid out cards."""
    (folder / "game.yaml").write_text(game, "utf-8")
    report = Report()
    read = pipeline.read_game(folder / "game.yaml", report, "game.yaml")
    assert read is not None, report.problems
    (own,) = settings_of(read, Request(("en",)))
    pipeline.make_edition(read, own, report)
    return [p.message for p in report.problems if p.code.startswith(("composition.", "text."))]


INKED = """\
game: inked
version: "1"
title: Inked
languages: [en]
players: 2
fonts: {plain: Lato-Regular}
templates:
  face: {elements: [%s]}
  back: {elements: [{shape: rectangle, fill: black, box: bleed%s}]}
decks:
  numbers:
    for: {value: [5, 6, 16]}
    let: {twin: "{{ value | ambiguous_upside_down }}"}
    face: face
    back: back
composition:
  - {check: marked, deck: numbers, field: value%s, source: derived}
  - {check: same, deck: numbers, field: back, source: derived}
"""
NUMBER = (
    '{text: "{{ value }}", font: plain, size: 40 pt, align: center%s, '
    "box: {x: 50%%, y: 50%%, width: 40, height: 15}}"
)
BAR = "{shape: rectangle, fill: black, if: twin, box: {x: 50%%, y: %s, width: 12, height: 1}}"


@pytest.mark.parametrize(
    ("elements", "lacking"),
    [
        (NUMBER % "", "numbers.6, numbers.16"),
        (NUMBER % ", underline: true", ""),
        (NUMBER % ", tabular: true, underline: true", ""),
        (NUMBER % ", tabular: true", "numbers.6, numbers.16"),
        (NUMBER % ', rotate: 180, underline: "{{ twin }}"', ""),
        (NUMBER % ', rotate: 90, underline: "{{ twin }}"', ""),
        (NUMBER % ', mirror: horizontal, underline: "{{ twin }}"', ""),
        (NUMBER % ', mirror: vertical, underline: "{{ twin }}"', ""),
        (NUMBER % ", rotate: 180", "numbers.6, numbers.16"),
        (NUMBER % "" + ", " + BAR % 50, ""),
        # A bar above, one far below, a block, a line across the card: none marks the number.
        (NUMBER % "" + ", " + BAR % 34, "numbers.6, numbers.16"),
        (NUMBER % "" + ", " + BAR % 75, "numbers.6, numbers.16"),
        (NUMBER % ", rotate: 180" + ", " + BAR % 50, "numbers.6, numbers.16"),
        (
            NUMBER % "" + ", " + BAR.replace("height: 1}", "height: 9}") % 57,
            "numbers.6, numbers.16",
        ),
        (NUMBER % "" + ", " + BAR.replace("width: 12", "width: 63") % 50, "numbers.6, numbers.16"),
        (NUMBER % ', underline: "{{ value == 6 }}"', "numbers.16"),
    ],
)
def test_a_number_that_can_be_read_upside_down_needs_a_bar_below_it(tmp_path, elements, lacking):
    found = drawn(tmp_path, INKED % (elements, "", ", mark: twin"))
    expected = f"read as other numbers upside down and have no bar below: {lacking} (derived)"
    assert found == ([expected] if lacking else [])


def test_a_number_that_is_no_text_needs_a_field_that_says_so(tmp_path):
    circle = "{shape: circle, fill: black}"
    (found,) = drawn(tmp_path, INKED % (circle, "", ""))
    assert "the number is no text on numbers.6, numbers.16" in found
    assert drawn(tmp_path, INKED % (circle, "", ", mark: twin")) == []


def test_a_back_that_tells_the_card_is_noticed_although_its_template_is_the_same(tmp_path):
    marked = NUMBER % ", underline: true"
    (found,) = drawn(tmp_path, INKED % (marked, ', if: "value < 16"', ""))
    assert found == (
        "the rules promise the same back on all of numbers: it is drawn otherwise on numbers.16 "
        "(derived)"
    )


@pytest.mark.parametrize(
    ("game", "file", "old", "new", "said"),
    [
        (
            "cent",
            "cards.yaml",
            "        if: twin\n",
            "        if: value < 9\n",
            "have no bar below",
        ),
        ("numerik", "pieces.yaml", "height: 0.9}}", "height: 0.9}, rotate: 90}", "ban.6, ban.9"),
    ],
)
def test_a_mark_that_a_shipped_game_loses_is_noticed(tmp_path, game, file, old, new, said):
    folder = Path(shutil.copytree(ROOT / "designs" / game, tmp_path / game))
    text = (folder / file).read_text("utf-8")
    assert text.count(old) == 1
    (folder / file).write_text(text.replace(old, new), "utf-8")
    report = Report()
    read = pipeline.read_game(folder / "game.yaml", report, "game.yaml")
    assert read is not None
    (own,) = settings_of(read, Request(("fr",)))
    pipeline.make_edition(read, own, report)
    found = [p for p in report.problems if p.code == "composition.marked"]
    assert [p.severity for p in found] == ["warning"]
    assert said in found[0].message
