"""What must never stand in a rulebook: slips of the source texts, noise of web pages, addresses."""

import re
from pathlib import Path

import pytest
from small_book import FILE, book, card, figure, paragraph, section, words

from cardforge import pipeline
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.edition import Request
from cardforge.rulebook.book import Definitions, Sign, Words
from cardforge.rulebook.reading.read import read_book
from cardforge.rulebook.screen.plain import plain_text

GAMES = ("cent", "one-hundred", "numerik", "ninety-nine")
LANGUAGES = ("fr", "en")
NOISE = (
    "Scroll ↓", "comprisent", "ai marqué", "ai remporté", "au fur à mesure", "L'interêt", "soeur",
    "toute eu", "Voir également", "CONNECT 4", "DIRTY NASTY", "Table des matières",
    "Toutes les dizaines", "formulaire ci-dessous", "passe t'il", "Elle s'appliquent",
    "à la fin e ton tour", "On obtiens", "au dessus de celle des dizaine", "dépasserPasser",
    "défausseDéfausse", "tourTour", "jokersJoker", "DistribuerDistribuer", "piochePioche",
    "valeurValeur", "valeursValeur", "AsAs", "piocherPiocher",
    "Ne pas jouer de carte lors de votre tour",
)  # fmt: skip
# English words that slipped into a French text; in English they may be meant.
FRENCH_NOISE = ("SETUP", "JEU DE JEU", "AUDIENCE")
# Telephone numbers and addresses.
PRIVATE = (r"\b0[0-9]( [0-9]{2}){4}", r"[A-Za-z0-9.-]+@[A-Za-z0-9.-]+")


def unwanted(text, language):
    """Return what of a text must not be there; line breaks and no-break spaces are spaces."""
    folded = re.sub(r"[ \n\u00a0\u202f]+", " ", text.replace("’", "'"))
    noise = NOISE + FRENCH_NOISE if language == "fr" else NOISE
    found = [word for word in noise if word in folded]
    return found + [match.group() for p in PRIVATE for match in re.finditer(p, folded)]


def rules_of(repository, name, language):
    """Return the whole text of a shipped rulebook."""
    report = Report()
    game = pipeline.read_game(repository / "designs" / name / "game.yaml", report, "game.yaml")
    (settings,) = pipeline.settings_of(game, Request(languages=(language,)))
    written = read_book(game, settings, deal(game, settings, report), report)
    assert written is not None, f"{name} has no rules text in {language}"
    assert [p for p in report.problems if p.severity == "error"] == []
    return plain_text(written, whole=True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_no_rulebook_has_noise_or_private_details(repository, name, language):
    text = rules_of(repository, name, language)
    assert len(text) > 4000
    assert unwanted(text, language) == []


def test_the_games_are_those_that_are_shipped(repository):
    assert {path.parent.name for path in Path(repository).glob("designs/*/game.yaml")} == set(GAMES)


@pytest.mark.parametrize("word", [*NOISE, *FRENCH_NOISE, "06 12 34 56 78", "a.b@example.org"])
def test_a_planted_word_is_found_wherever_it_stands(word):
    typed = word.replace("'", "’")
    for spaced in (typed, typed.replace(" ", "\u00a0")):
        places = [
            paragraph(f"Ici {spaced}, là."),
            figure(1, caption=spaced),
            figure(1)._replace(pictures=(card(1, alt=spaced),)),
            Definitions(((words("mot"), words(spaced)),), section("a").span),
        ]
        for place in places:
            assert unwanted(plain_text(book(section("a", place))), "fr") == [word]
        assert unwanted(plain_text(book(title=spaced)), "fr") == [word]


def test_a_planted_word_is_found_across_a_line_break_and_styles():
    pieces = (Words("mot " * 17 + "Voir", bold=True), Words(" également"), Sign("a", 1))
    text = plain_text(book(section("a", paragraph(*pieces))))
    assert "Voir\négalement" in text
    assert unwanted(text, "fr") == ["Voir également"]


def test_english_words_are_noise_in_french_only():
    assert unwanted("SETUP", "fr") == ["SETUP"]
    assert unwanted("SETUP", "en") == []
    assert unwanted(f"Un texte sans faute. {FILE}", "fr") == []
