"""The printed game numerik against its rules, written down here once more from the rules alone."""

import re
import shutil

import pytest

from cardforge.check.composition.judge import check_composition
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.fonts import Fonts
from cardforge.ink import Group, Rect, Text, Use
from cardforge.pipeline import Request, make_edition, read_game, settings_of
from cardforge.plates import PlateMaker

ACTIONS = {
    "fr": (
        "Aucun effet",
        "Pioche X carte(s)",
        "Défausse X carte(s)",
        "Donne X carte(s), sinon pioche",
        "Échange X carte(s)",
        "Défausse toutes les cartes portant le n° X",
        "Donne toutes les cartes portant le n° X",
        "Échange toutes les cartes portant le n° X",
        "Interdit de jouer la carte portant le n° X pendant 1 tour",
        "Prend toutes les cartes portant le n° X",
    ),
    "en": (
        "No effect",
        "Draw X card(s)",
        "Discard X card(s)",
        "Give X card(s), or else draw",
        "Swap X card(s)",
        "Discard every card with number X",
        "Give every card with number X",
        "Swap every card with number X",
        "Ban every card with number X for 1 turn",
        "Take every card with number X",
    ),
}
TARGETS = {
    "fr": (
        "Personne",
        "Vous-même",
        "Cibler un autre joueur",
        "Joueur à ma droite",
        "Joueur à ma gauche",
        "Joueur avec le plus de cartes",
        "Joueur avec le moins de cartes",
        "Joueur avec une main paire",
        "Joueur avec une main impaire",
        "Tous les joueurs",
    ),
    "en": (
        "Nobody",
        "Yourself",
        "Another player of your choice",
        "Player on your right",
        "Player on your left",
        "Player with the most cards",
        "Player with the fewest cards",
        "Player with an even hand",
        "Player with an odd hand",
        "All players",
    ),
}
# mode: digits, hand, super-powers, Ban tokens of each player, whether there are Skip tokens
BOXES = {
    None: (10, 12, 10, 10, True),
    "decouverte": (5, 7, 0, 0, False),
    "standard": (8, 10, 8, 0, True),
    "avance": (10, 12, 10, 10, True),
}
FONTS = Fonts()
PRIVATE = (r"\b0[0-9]( [0-9]{2}){4}", r"[A-Za-z0-9.-]+@[A-Za-z0-9.-]+", r"https?:|www\.")
NOISE = ("formulaire ci-dessous", "passe t'il", "Elle s'appliquent", "à la fin e ton tour")
NOISE += ("On obtiens", "au dessus de", "super pouvoir")


@pytest.fixture(scope="module")
def game(repository):
    return read(repository / "designs" / "numerik")


def read(folder):
    report = Report()
    game = read_game(folder / "game.yaml", report, "game.yaml")
    assert report.problems == ()
    return game


def dealt(game, language="fr", players=None, mode=None, **rulings):
    """Return the decks by name after their composition was found right."""
    request = Request(languages=(language,), players=players, mode=mode, rulings=rulings)
    (settings,) = settings_of(game, request)
    report = Report()
    decks = deal(game, settings, report)
    check_composition(game, settings, decks, report)
    assert report.count("error") == 0
    return {deck.name: deck for deck in decks}


def laid_out(game, names, language="fr", mode=None, **rulings):
    """Return the sides of every card of some decks, by card id."""
    (settings,) = settings_of(game, Request(languages=(language,), mode=mode, rulings=rulings))
    report = Report()
    maker = PlateMaker(game, settings, FONTS, report)
    decks = [deck for deck in deal(game, settings, report) if deck.name in names]
    sides = {side.card.id: side for deck in decks for side in maker.deck(deck).cards}
    assert report.count("error") == 0
    return sides


def inks(items):
    for item in items:
        if isinstance(item, Group):
            yield from inks(item.items)
        elif isinstance(item, Use):
            yield from inks(item.plate.items)
        else:
            yield item


def words_on(plate):
    """Return everything printed on a plate, all spaces alike."""
    # A line ends with the blank that parted it from the next one.
    text = " ".join(ink.text.strip() for ink in inks(plate.items) if isinstance(ink, Text))
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def bars_on(plate):
    return sum(isinstance(ink, Rect) for ink in inks(plate.items))


def everything(game, language, mode=None, **rulings):
    (settings,) = settings_of(game, Request(languages=(language,), mode=mode, rulings=rulings))
    report = Report()
    report.allow(game.allowances)
    edition = make_edition(game, settings, report)
    assert [p for p in report.problems if p.severity in ("error", "warning")] == []
    decks = (*edition.cards, *edition.tokens)
    return {side.card.id: side for deck in decks for side in deck.cards}


def test_it_says_whose_game_it_is(game):
    assert game.credits["fr"].replace("\u202f", " ") == "Créateur : Guillaume Catry"
    assert game.credits["en"] == "Created by Guillaume Catry"
    assert game.licence["fr"] == "Prototype. Tous droits réservés aux auteurs."
    assert game.licence["en"] == "Prototype. All rights with the authors."
    assert game.players == (2, 6, 6)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_digit_card_shows_its_three_readings(game, language):
    sides = laid_out(game, {"digits"}, language)
    assert len(sides) == 10
    for digit in range(10):
        card, text = sides[f"digits.{digit}"].card, words_on(sides[f"digits.{digit}"].face)
        assert card.fields["action"].replace("\u00a0", " ") == ACTIONS[language][digit]
        assert card.fields["target"].replace("\u00a0", " ") == TARGETS[language][digit]
        assert ACTIONS[language][digit] in text
        assert TARGETS[language][digit] in text
        assert f"X = {digit}" in text
        assert {"Standard", "Avancé" if language == "fr" else "Advanced"} <= set(text.split())


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_reference_cards_use_the_very_words_of_the_cards(game, language):
    sides = laid_out(game, {"reference"}, language)
    actions, targets = (words_on(sides[f"reference.{i}"].face) for i in ("actions", "targets"))
    for digit in range(10):
        assert f"{digit} {ACTIONS[language][digit]}" in actions
        assert f"{digit} {TARGETS[language][digit]}" in targets


@pytest.mark.parametrize("mode", BOXES)
@pytest.mark.parametrize("players", range(2, 7))
def test_the_box_holds_what_the_mode_needs(game, mode, players):
    digits, hand, powers, bans, skips = BOXES[mode]
    decks = dealt(game, players=players, mode=mode)
    assert [c.fields["digit"] for c in decks["digits"].cards] == list(range(digits))
    assert {c.copies for c in decks["digits"].cards} == {10}
    assert decks["digits"].total >= hand * players + 4
    triples = [card.fields["triple"] for card in decks["powers"].cards]
    assert triples == [str(digit) * 3 for digit in range(powers)]
    assert decks["ban"].total == bans * players
    assert decks["skip"].total == (2 if skips else 0)
    assert [c.fields["place"] for c in decks["place"].cards] == [0, 1, 2]
    assert decks["reference"].total == 2 * players
    assert decks["score"].total == 1


@pytest.mark.parametrize("copies", [str(n) for n in range(4, 14)])
def test_the_ruling_on_copies_prints_as_many_and_says_for_how_many_they_deal(game, copies):
    decks = dealt(game, copies=copies)
    assert decks["digits"].total == 10 * int(copies)
    seats = next(c for c in decks["memo"].cards if c.id == "memo.start").fields["seats"]
    for most, (digits, hand) in zip(seats, ((5, 7), (8, 10), (10, 12)), strict=True):
        dealable = [n for n in range(2, 7) if digits * int(copies) >= hand * n + 4]
        assert most == max(dealable)


def test_only_sniper_is_stated_and_nine_powers_are_house_rules(game):
    sides = laid_out(game, {"powers"})
    sources = {i: side.card.fields["source"] for i, side in sides.items()}
    assert [i for i, source in sources.items() if source == "stated"] == ["powers.333"]
    assert list(sources.values()).count("house") == 9
    for i, side in sides.items():
        mark = "Règle de l’auteur" if i == "powers.333" else "Règle maison"
        assert mark in words_on(side.face)
    sniper = words_on(sides["powers.333"].face)
    assert "Choisissez un joueur : il passe son prochain tour." in sniper


@pytest.mark.parametrize(
    ("language", "note"), [("fr", "À définir par l’auteur"), ("en", "To be defined by the author")]
)
def test_with_the_stated_powers_nine_cards_wait_for_the_author(game, language, note):
    house = laid_out(game, {"powers"}, language)
    stated = laid_out(game, {"powers"}, language, powers="stated")
    for i, side in stated.items():
        assert (note in words_on(side.face)) == (i != "powers.333")
        assert note not in words_on(house[i].face)
    assert "Sniper" in words_on(stated["powers.333"].face)


def test_six_and_nine_are_underlined_wherever_they_are_printed(game):
    sides = laid_out(game, {"digits", "powers", "ban"})
    for kind, marks in (("digits.{}", 4), ("powers.{0}{0}{0}", 5), ("ban.{}", 1)):
        plain = bars_on(sides[kind.format(3)].face)
        for digit in range(10):
            more = marks if digit in (6, 9) else 0
            assert bars_on(sides[kind.format(digit)].face) == plain + more


def test_the_forbidden_play_is_on_a_card_of_every_player(game):
    turn = laid_out(game, {"memo"})["memo.turn"]
    assert turn.card.copies == 6
    rule = (
        "Ni la place de la dernière carte jouée, ni le chiffre déjà affiché à la place couverte*."
    )
    assert rule in words_on(turn.face)


def test_every_ruling_changes_what_is_printed(game):
    def printed(**rulings):
        decks = {"powers"} if "powers" in rulings else {"reference", "memo"}
        sides = laid_out(game, decks, **rulings)
        return {i: words_on(side.face) for i, side in sides.items()}

    for key, ruling in game.rulings.items():
        faces = [printed(**{key: value}) for value in ruling.values[:3]]
        assert all(faces.count(face) == 1 for face in faces), key


@pytest.mark.parametrize("language", ["fr", "en"])
def test_nothing_private_or_careless_is_printed(game, language):
    texts = {i: words_on(side.face) for i, side in everything(game, language).items()}
    for card, text in texts.items():
        assert not any(re.search(pattern, text) for pattern in PRIVATE), card
        assert not any(noise in text.replace("’", "'") for noise in NOISE), card
        assert not re.search(r"\{\{|\bNone\b|\btrue\b|'", text), card


def test_french_has_its_narrow_spaces(game):
    for key, value in game.words["fr"].items():
        for text in value if isinstance(value, list) else [value]:
            assert not re.search(r"[^\u202f][;:!?»]|«[^\u202f]|'", str(text)), key


def test_both_languages_have_the_same_words(game):
    french, english = game.words["fr"], game.words["en"]
    assert french.keys() == english.keys()
    for key, value in french.items():
        assert type(value) is type(english[key])
        if isinstance(value, list):
            assert len(value) == len(english[key]), key


@pytest.mark.parametrize("mode", ["decouverte", "standard"])
def test_a_teaching_box_is_clean_and_names_its_mode(game, mode):
    sides = everything(game, "fr", mode)
    assert f"Boîte {game.modes[mode].title['fr']}" in words_on(sides["memo.title"].face)
    assert not any(i.startswith("ban.") for i in sides)
    if mode == "decouverte":
        printed = " ".join(words_on(side.face) for side in sides.values())
        assert "super-pouvoir" not in printed.lower()
        assert "Interdit " not in printed


def test_every_card_says_where_its_facts_come_from(game):
    kinds = {"stated", "derived", "ruling", "house"}
    for deck in dealt(game).values():
        for card in deck.cards:
            found = [v for k, v in card.fields.items() if k == "source" or k.endswith("-source")]
            found += card.fields.get("sources", {}).values()
            assert found, card.id
            assert set(found) <= kinds, card.id


POWER = '      - {triple: "444", effect: shield, source: house}\n'
STAR = {"ruling": True, "stated": False, "derived": False}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_sentence_has_a_star_exactly_when_its_source_is_a_ruling(game, language):
    words = game.words[language]
    seen = 0
    for deck in ("reference", "memo"):
        for card in dealt(game, language)[deck].cards:
            for key, source in card.fields.get("sources", {}).items():
                default = f"{key}-{next(iter(_answers(game, key)), '')}"
                text = words.get(key, words.get(default))
                if isinstance(text, str):
                    seen += 1
                    assert ("*" in text) == STAR[source], f"{card.id} {key}"
    assert seen == 25  # 5 + 8 + 4 + 8 sentences


def _answers(game, key):
    """Return the answers of the ruling that a sentence follows."""
    ruling = {"triple": "power_order", "starter": "start"}.get(key, key)
    return game.rulings[ruling].values if ruling in game.rulings else ()


def test_all_cards_of_a_deck_have_one_back(game):
    for names in ({"digits"}, {"powers"}, {"reference"}, {"memo"}):
        assert len({id(side.back) for side in laid_out(game, names).values()}) == 1


@pytest.mark.parametrize(
    ("line", "instead", "problem"),
    [
        (POWER, "", "warning composition.each-once"),
        (POWER, POWER.replace("house", "stated"), "warning composition.total"),
        ("    for: {digit: 0..9}\n", "    for: {digit: 1..9}\n", "error composition.complete"),
        ('"{{ players }}"\n    face: list', "5\n    face: list", "error composition.per-player"),
    ],
)
def test_a_box_that_breaks_the_rules_is_told_apart(repository, tmp_path, line, instead, problem):
    folder = shutil.copytree(repository / "designs" / "numerik", tmp_path / "numerik")
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    assert line in text
    (folder / "game.yaml").write_text(text.replace(line, instead, 1), encoding="utf-8")
    game, report = read(folder), Report()
    (settings,) = settings_of(game, Request(languages=("fr",)))
    check_composition(game, settings, deal(game, settings, report), report)
    assert problem in {f"{found.severity} {found.code}" for found in report.problems}
