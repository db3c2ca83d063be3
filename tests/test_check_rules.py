"""The rules and the game agree: every effect is told, every language tells the same."""

from pathlib import Path

import pytest
from small_book import (
    HERE,
    NARROW,
    NBSP,
    at,
    book,
    card,
    effects_table,
    figure,
    paragraph,
    plan,
    section,
    whole_book,
    words,
)

from cardforge import pipeline
from cardforge.check.rules import check_languages, check_rules, folded, tells
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.edition import Request
from cardforge.rulebook.book import (
    Callout,
    Component,
    Contents,
    Figure,
    ImageFile,
    RulingNote,
    SideNote,
    Table,
    Words,
)

GAME = """\
game: tiny
version: "1"
title: {fr: Mini, en: Tiny}
languages: [fr, en]
players: 2..4
format: poker-63x88
words:
  fr: {effects: ["Aucun effet", "Pioche 2 cartes : vite !", "+ 1", ""]}
  en: {effects: ["No effect", "Draw 2 cards: quick!", "+ 1", ""]}
decks:
  digits:
    for: {digit: 0..2}
    let: {effect: "{{ words.effects[digit] }}"}
    copies: 2
    face: face
    back: none
templates:
  face:
    elements:
      - {text: "{{ digit }}"}
"""
EFFECTS = """\
rulebook:
  effects:
    - {deck: digits, text: "{{ effect }}"}
"""
TOLD = ("aucun effet", "Pioche 2 cartes : vite !", "+ 1")


def read(folder, text):
    report = Report()
    (folder / "game.yaml").write_text(text, "utf-8")
    game = pipeline.read_game(folder / "game.yaml", report, "game.yaml")
    assert report.problems == ()
    return game


def judged(folder, written, text=GAME + EFFECTS):
    """Return the problems of a game's effects against a book."""
    game, report = read(folder, text), Report()
    (settings,) = pipeline.settings_of(game, Request(languages=("fr",)))
    decks = deal(game, settings, report)
    check_rules(game, settings, decks, written, report)
    return report.problems


def telling(*texts):
    return book(section("effects", *(paragraph(text) for text in texts)))


def test_a_rulebook_that_tells_every_effect_is_fine(tmp_path):
    assert judged(tmp_path, telling(*TOLD)) == ()


@pytest.mark.parametrize("left_out", range(3))
def test_an_effect_that_is_not_told_is_reported_with_its_card_and_text(tmp_path, left_out):
    told = [text for n, text in enumerate(TOLD) if n != left_out]
    (problem,) = judged(tmp_path, telling(*told))
    assert problem.code == "rulebook.effect"
    assert f"digits.{left_out} does" in problem.message
    assert "fr.md.j2" in problem.message
    assert ("Aucun effet", "Pioche 2 cartes: vite!", "+ 1")[left_out] in problem.message
    assert (problem.span.file, problem.span.line) == ("game.yaml", 23)
    assert problem.hint


def test_cards_with_one_effect_are_one_problem(tmp_path):
    text = (GAME + EFFECTS).replace("0..2", "0..9").replace("{{ words.effects[digit] }}", "Rien")
    (problem,) = judged(tmp_path, telling("Tout"), text)
    assert (
        "digits.0, digits.1, digits.2, digits.3, digits.4, digits.5 and 4 more" in problem.message
    )


def test_an_effect_may_stand_anywhere_in_the_book(tmp_path):
    effects = [words(text) for text in TOLD]
    written = book(
        section("a", Callout("note", effects[0], (), HERE)),
        section("b", SideNote((figure(1, caption=TOLD[1]),), HERE)),
        section("c", Figure("f", (card(1, label=effects[2]),), "row", (), HERE)),
    )
    assert judged(tmp_path, written) == ()


def test_an_effect_may_be_in_several_styles_of_type(tmp_path):
    pieces = (Words("Pioche "), Words("2", bold=True), Words(" cartes : vite !", italic=True))
    assert judged(tmp_path, telling(TOLD[0], TOLD[2])._replace(lead=(paragraph(*pieces),))) == ()


def test_an_effect_is_not_put_together_from_two_sentences(tmp_path):
    problems = judged(tmp_path, telling(TOLD[0], TOLD[2], "Pioche 2", "cartes : vite !"))
    assert [p.code for p in problems] == ["rulebook.effect"]


def test_what_is_on_the_quick_reference_card_only_is_not_told_by_the_book(tmp_path):
    written = telling(*TOLD)
    hidden = written.sections[0]._replace(classes=frozenset({"card"}))
    assert len(judged(tmp_path, written._replace(sections=(hidden,)))) == 3


def test_cards_that_where_leaves_out_and_cards_without_copies_need_not_be_told(tmp_path):
    where = (GAME + EFFECTS).replace('effect }}"}', 'effect }}", where: digit > 1}')
    assert where != GAME + EFFECTS
    assert judged(tmp_path, telling("+ 1"), where) == ()
    copies = (GAME + EFFECTS).replace("copies: 2", 'copies: "{{ 2 if digit == 0 else 0 }}"')
    problems = judged(tmp_path, telling("aucun effet"), copies)
    assert [p for p in problems if p.code == "rulebook.effect"] == []


def test_an_effect_without_a_text_is_reported(tmp_path):
    problems = judged(tmp_path, telling(*TOLD), (GAME + EFFECTS).replace("0..2", "0..3"))
    (problem,) = problems
    assert problem.code == "rulebook.effect"
    assert "digits.3 is empty" in problem.message


def test_an_effect_that_cannot_be_computed_is_reported_at_its_place(tmp_path):
    text = (GAME + EFFECTS).replace('"{{ effect }}"', '"{{ efect }}"')
    (problem,) = judged(tmp_path, telling(*TOLD), text)
    assert problem.code == "expression.unknown-name"
    assert problem.span.line == 23
    assert problem.cards == ("digits.0", "digits.1", "digits.2")


def test_an_effect_of_no_deck_is_reported(tmp_path):
    text = (GAME + EFFECTS).replace("{deck: digits", "{deck: digit")
    (problem,) = judged(tmp_path, telling(*TOLD), text)
    assert (problem.code, problem.hint) == ("rulebook.deck", "did you mean 'digits'?")


@pytest.mark.parametrize(
    ("written", "effect"),
    [
        (f"Pioche{NBSP}2 cartes{NARROW}: vite{NARROW}!", "Pioche 2 cartes: vite!"),
        ("puis pioche 2 cartes", "Pioche 2 cartes"),
        ("L’as vaut 1", "L'as vaut 1"),
        ("il dit «\u00a0code\u00a0»", "dit « code »"),
        ("et voilà…", "Et voilà..."),
        ("dé\u00adfausse", "Défausse"),
        ("+ 1, puis − 2", "+ 1"),
        ("une\nligne", "une ligne"),
    ],
)
def test_typography_does_not_hide_an_effect(written, effect):
    assert tells(folded(written), folded(effect))


@pytest.mark.parametrize(
    ("written", "effect"),
    [("+ 10", "+ 1"), ("Riens", "Rien"), ("Pioche deux cartes", "Pioche 2 cartes"),
     ("un PION", "un pion"), ("arien", "rien"), ("21 points", "1 point"), ("x.y", "x,y")],
)  # fmt: skip
def test_another_effect_is_not_taken_for_it(written, effect):
    assert not tells(folded(written), folded(effect))


def compared(one, other):
    report = Report()
    check_languages({"fr": one, "en": other}, report)
    return report.problems


def english(written):
    """Return a book as if it were the English one."""
    sections = tuple(s._replace(span=s.span._replace(file="en.md.j2")) for s in written.sections)
    return written._replace(language="en", file="en.md.j2", sections=sections)


def test_two_languages_with_the_same_parts_are_fine():
    assert compared(whole_book(), english(whole_book())) == ()
    assert compared(book(), book(language="en")) == ()


def numbered(*names, **more):
    return book(*(section(n, line=10 * i, **more) for i, n in enumerate(names, 1)))


def test_a_section_that_a_language_lacks_is_reported_where_it_should_stand():
    (problem,) = compared(numbered("a", "b", "c"), english(numbered("a", "c")))
    assert problem.code == "rulebook.differs"
    assert "'en' lacks the section 'b' that 'fr' has" in problem.message
    assert (problem.span.file, problem.span.line) == ("en.md.j2", 10)
    ((place, _),) = problem.related
    assert (place.file, place.line) == ("fr.md.j2", 20)
    assert "en.md.j2" in problem.hint


def test_a_section_that_the_first_language_lacks_is_reported_there():
    (problem,) = compared(numbered("b"), english(numbered("a", "b")))
    assert "'fr' lacks the section 'a'" in problem.message
    assert (problem.span.file, problem.span.line) == ("fr.md.j2", 1)


def test_sections_in_another_order_are_reported_once():
    (problem,) = compared(numbered("a", "b", "c"), english(numbered("a", "c", "b")))
    assert "section c stands where 'fr' has b" in problem.message
    assert (problem.span.file, problem.span.line) == ("en.md.j2", 20)


def test_other_classes_are_reported():
    one, other = numbered("a"), numbered("a", classes=["long"])
    (problem,) = compared(one, english(other))
    assert "classes .long in 'en' and none in 'fr'" in problem.message


TABLE = effects_table()
NOTE = RulingNote("forbid", 1, words("Oui"), (), at(5))
BOX = Contents((Component((card(1),), 3, words("cartes")),), at(5))


@pytest.mark.parametrize(
    ("block", "what"),
    [
        (figure(3, 6, 1), "figure 'code' of digits.3 face, digits.6 face, digits.1 face"),
        (plan(), "figure 'start'"),
        (TABLE, "table 'effects'"),
        (NOTE, "ruling 'forbid'"),
        (BOX, "list of contents of digits.1 face"),
        (Callout("example", words("Un"), (), at(5)), "call-out 'example'"),
        (SideNote((figure(3),), HERE), "figure 'code' of digits.3 face"),
        (Callout("note", (), (TABLE,), at(5)), "call-out 'note'"),
    ],
)
@pytest.mark.parametrize("lacking", ["fr", "en"])
def test_a_part_that_a_language_lacks_is_reported_at_the_section(block, what, lacking):
    with_it = book(section("turn", paragraph("a"), block, line=7))
    without = book(section("turn", paragraph("a"), line=7))
    pair = (without, english(with_it)) if lacking == "fr" else (with_it, english(without))
    problems = compared(*pair)
    assert {p.code for p in problems} == {"rulebook.differs"}
    assert any(f"'{lacking}' lacks the {what}" in p.message for p in problems)
    assert all("in section 'turn'" in p.message for p in problems)
    assert {(p.span.file, p.span.line) for p in problems} == {(f"{lacking}.md.j2", 7)}
    assert all(p.related for p in problems)


def test_a_part_of_the_lead_is_compared_too():
    (problem,) = compared(book(lead=[figure(3)]), english(book()))
    assert "in the lead" in problem.message
    assert problem.span.file == "en.md.j2"


def test_a_figure_with_other_cards_is_reported_in_both_languages():
    one, other = (book(section("turn", figure(*cards))) for cards in ((3, 6, 1), (3, 6, 7)))
    problems = compared(one, english(other))
    assert sorted(p.span.file for p in problems) == ["en.md.j2", "fr.md.j2"]
    assert "digits.7 face" in problems[0].message


def test_figures_in_another_order_are_reported():
    two = [figure(3, name="a", span=at(3)), figure(4, name="b", span=at(4))]
    (problem,) = compared(book(section("t", *two)), english(book(section("t", *two[::-1]))))
    assert "the figure 'b' of digits.4 face stands where 'fr' has 'a'" in problem.message
    assert problem.span.line == 4


def test_a_second_table_of_one_name_is_counted():
    one, other = book(section("t", TABLE, TABLE)), book(section("t", TABLE))
    (problem,) = compared(one, english(other))
    assert "'en' lacks the table 'effects'" in problem.message


def test_picture_files_and_titles_may_differ_from_language_to_language():
    def with_file(name, title):
        picture = ImageFile(Path(name), title)
        shown = Figure(f"image {name}", (picture,), "row", words(title), HERE)
        return book(section("t", shown, Table("t", (), (), words(title), HERE), title=title))

    assert compared(with_file("plan-fr.png", "Un"), english(with_file("map.png", "One"))) == ()


def test_call_outs_may_stand_in_another_order_but_not_be_of_another_kind():
    kinds = ("note", "example")
    boxes = [Callout(kind, (), (), HERE) for kind in kinds]
    assert compared(book(section("t", *boxes)), english(book(section("t", *boxes[::-1])))) == ()
    problems = compared(book(section("t", boxes[0])), english(book(section("t", boxes[1]))))
    assert [p.message.split(" in ")[0] for p in problems] == [
        "'fr' lacks the call-out 'example'", "'en' lacks the call-out 'note'",
    ]  # fmt: skip


def test_a_third_language_is_held_against_the_first():
    report = Report()
    books = {"fr": numbered("a", "b"), "en": english(numbered("a", "b")), "de": numbered("a")}
    check_languages(books, report)
    assert [p.message[:8] for p in report.problems] == ["'de' lac"]
