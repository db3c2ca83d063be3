"""Translations that are missing: the same text everywhere, or none in one language."""

import pytest
from printing import codes, deck, head, line_of, only, preflight

WORDS = """
words:
  fr:
    rule: {fr}
  en:
    rule: {en}
"""


def game(fr, en, **changed):
    face = 'text: "{{ words.rule }}", font: text, size: 9 pt, box: safe'
    if "[" in fr:
        face = face.replace("words.rule", "words.rule[0]")
    title = changed.pop("title", "{fr: Petit, en: Small}")
    text = deck(["id: a"], face, languages="[fr, en]", title=title, **changed)
    return text + WORDS.replace("{fr}", fr).replace("{en}", en)


def test_a_sentence_left_in_one_language_is_a_note_at_its_place(tmp_path):
    text = game("Piochez une carte", "Piochez une carte")
    problem = only(tmp_path, text, "words.same")
    assert problem.severity == "note"
    assert problem.message == "the word 'rule' is 'Piochez une carte' in fr and en"
    # The last of the languages is where a translation is missing most often.
    assert problem.span.line == line_of(text, "    rule: Piochez") + 2


@pytest.mark.parametrize(
    ("fr", "en"),
    [
        ("Piochez une carte", "Draw a card"),
        ("Action", "Action"),
        ("'12 + 3'", "'12 + 3'"),
        ("X", "X"),
        ("'+ Total'", "'+ Total'"),
    ],
)
def test_single_words_and_numbers_may_be_alike(tmp_path, fr, en):
    assert codes(tmp_path, game(fr, en)) == []


def test_entries_of_lists_are_compared_one_by_one(tmp_path):
    text = game("[Piochez deux cartes, Passez un tour]", "[Draw two cards, Passez un tour]")
    assert "the word 'rule' (1) is 'Passez un tour'" in only(tmp_path, text, "words.same").message


def test_a_title_left_in_one_language_is_told(tmp_path):
    text = game("Piochez", "Draw", title="{fr: Le jeu, en: Le jeu}")
    problem = only(tmp_path, text, "words.same")
    assert (problem.message, problem.span.line) == (
        "the title is 'Le jeu' in fr and en",
        line_of(text, "title:"),
    )


def test_a_field_left_in_one_language_is_told_at_its_row(tmp_path):
    face = 'text: "{{ rule }}", font: text, size: 9 pt, box: safe'
    rows = ["id: a, rule: {fr: Passez un tour, en: Passez un tour}"]
    text = deck(rows, face, languages="[fr, en]", title="{fr: Petit, en: Small}")
    problem = only(tmp_path, text, "words.same")
    assert problem.span.line == line_of(text, "id: a")


def test_a_text_that_is_empty_in_one_language_is_a_warning(tmp_path):
    problem = only(tmp_path, game("[Piochez, Passez]", '[Draw, ""]'), "words.empty")
    assert problem.severity == "warning"
    assert problem.message == "the word 'rule' (1) is empty in en, but not in fr"


def test_a_list_that_is_shorter_in_one_language_is_a_warning(tmp_path):
    assert codes(tmp_path, game("[Piochez, Passez]", "[Draw]")) == ["words.empty"]


def test_a_text_that_is_empty_everywhere_is_meant_so(tmp_path):
    assert codes(tmp_path, game('[Piochez, ""]', '[Draw, ""]')) == []


def test_a_game_of_one_language_has_nothing_to_translate(tmp_path):
    face = 'text: "{{ words.rule }}", font: text, size: 9 pt, box: safe'
    text = deck(["id: a"], face) + "words:\n  en:\n    rule: Draw a card\n"
    assert head() in text
    assert codes(tmp_path, text) == []


def test_the_check_can_be_made_stricter(tmp_path):
    checks = "same-words: {severity: warning, words: 1}"
    text = game("Action", "Action", checks=checks)
    (problem,) = preflight(tmp_path, text)
    assert (problem.severity, problem.code) == ("warning", "words.same")
