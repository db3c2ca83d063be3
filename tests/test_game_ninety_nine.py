"""Ninety-Nine (99), held against the rules written down here a second time."""

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path as File
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops

from cardforge.check.composition.judge import check_composition
from cardforge.color import Color
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.fonts import Fonts
from cardforge.geometry import Insets, Point, Transform
from cardforge.ink import Group, Ink, Plate, Rect, Text, Use
from cardforge.model import Deck, Game
from cardforge.pipeline import Edition, Request, make_edition, pdf_of, read_game, settings_of
from cardforge.plates import LaidOut, PlateMaker, Sides
from cardforge.render.png import Rasterizer
from cardforge.single import single_page

FOLDER = File(__file__).resolve().parent.parent / "designs" / "ninety-nine"
LANGUAGES = ("fr", "en")
SUITS = ("spade", "heart", "diamond", "club")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK = "from: standard-52"
FRENCH_FIGURES = {"J": "V", "Q": "D", "K": "R"}
RULINGS = {
    "jq": ("10/10", "11/12"),
    "nine": ("skip", "pass"),
    "neg": ("allow", "clamp"),
    "rev2": ("none", "skip"),
    "end": ("round", "turn_hold", "turn_reset"),
    "starter": ("loser", "next", "rotate"),
}


class Rule(NamedTuple):
    """What the rules say of a rank: the counter's windows, the words, where it is said."""

    windows: tuple[str, ...]
    fr: str
    en: str
    source: str = "stated"


PLAIN = {
    rank: Rule((f"+{rank}",), f"Ajoute {rank}", f"Adds {rank}")
    for rank in ("2", "3", "5", "6", "7", "8")
}
RULES = PLAIN | {
    "A": Rule(("+1", "+11"), "Annoncez +1 ou +11", "Announce +1 or +11"),
    "4": Rule(("+0",), "Inverse le sens du jeu", "Play changes direction"),
    "9": Rule(("+0",), "Le suivant passe son tour", "The next player is skipped"),
    "10": Rule(("−10",), "Retire 10", "Subtracts 10"),
    "J": Rule(("+10",), "Ajoute 10", "Adds 10", "ruling"),
    "Q": Rule(("+10",), "Ajoute 10", "Adds 10", "ruling"),
    "K": Rule(("=99",), "Le total passe à 99", "The total becomes 99"),
}
OTHER = {
    ("jq", "11/12"): {
        "J": Rule(("+11",), "Ajoute 11", "Adds 11", "ruling"),
        "Q": Rule(("+12",), "Ajoute 12", "Adds 12", "ruling"),
    },
    ("nine", "pass"): {
        "9": Rule(("+0",), "Ne change rien au total", "Leaves the total as it is", "ruling")
    },
}
# What the reference card says under each answer; French, then English.
SAYS = {
    ("jq", "10/10"): ("ajoutent 10", "add 10 each"),
    ("jq", "11/12"): ("11 et 12", "11 and 12"),
    ("nine", "skip"): ("le suivant passe", "skips a player"),
    ("nine", "pass"): ("sans effet", "no effect"),
    ("neg", "allow"): ("peut être négatif", "may be negative"),
    ("neg", "clamp"): ("ne descend jamais sous 0", "never falls below 0"),
    ("rev2", "none"): ("Le 4 ne change rien", "A 4 changes nothing"),
    ("rev2", "skip"): ("Après un 4, vous rejouez", "After a 4 you play again"),
    ("end", "round"): ("la manche se termine", "the round ends"),
    ("end", "turn_hold"): ("Le total et les mains restent", "Total and hands stay"),
    ("end", "turn_reset"): ("Le total repart de 0, les mains", "goes back to 0, hands stay"),
    ("starter", "loser"): ("Vous commencez", "You start"),
    ("starter", "next"): ("Votre voisin de gauche commence", "The player to your left starts"),
    ("starter", "rotate"): ("avance d’une place", "moves one seat"),
}
ALWAYS = {
    "fr": (
        "Ninety-Nine (99)",
        "Si vous pouvez jouer sans dépasser 99, vous le devez.",
        "Piochez ensuite une carte.",
        "Vous perdez un jeton",
        "Troisième jeton perdu Vous êtes éliminé.",
        "Le dernier à garder un jeton gagne.",
    ),
    "en": (
        "Ninety-Nine (99)",
        "If you can play without going over 99, you must.",
        "Then draw one card.",
        "You lose a token",
        "Third token lost You are out of the game.",
        "The last player with a token wins.",
    ),
}
CONTACTS = re.compile(
    r"@|https?:|www\.|\.(com|fr|net|org)\b|\b0\d([ .-]?\d\d){4}\b|\+\d{2,3}([ .]?\d\d){3}|"
    r"\b(tél|e-?mail|courriel|adresse|formulaire|Scroll|Voir également|Title|joker)\b",
    re.IGNORECASE,
)
# A French sign with an ordinary space or none before it, or a straight apostrophe.
CARELESS_FRENCH = re.compile(r"[^\u202f]([;!?]|:(?!\d))|'|\.\.\.")


@cache
def game() -> Game:
    """Return the game as it is shipped."""
    report = Report()
    made = read_game(FOLDER / "game.yaml", report, "game.yaml")
    assert made is not None
    assert report.problems == ()
    return made


@cache
def edition(language: str, *answers: tuple[str, str], players: int = 6) -> Edition:
    """Return the game laid out, after making sure that nothing about it was worth a word."""
    report = Report()
    request = Request(languages=(language,), rulings=dict(answers), players=players)
    made = make_edition(game(), settings_of(game(), request)[0], report)
    assert [p for p in report.problems if p.severity != "note"] == []
    return made


@cache
def reference(language: str, *answers: tuple[str, str]) -> str:
    """Return all words of the reference card, the face's first."""
    report = Report()
    settings = settings_of(game(), Request((language,), rulings=dict(answers)))[0]
    maker = PlateMaker(game(), settings, Fonts(), report)
    deck = next(deck for deck in deal(game(), settings, report) if deck.name == "reference")
    (card,) = maker.deck(deck).cards
    assert not report.has_errors
    assert card.back is not None
    return words(card.face) + " " + words(card.back)


def dealt(
    folder: File, players: int = 6, *answers: tuple[str, str]
) -> tuple[dict[str, Deck], Report]:
    """Return the dealt decks of a folder's game by name, its composition checked."""
    report = Report()
    made = game() if folder == FOLDER else read_game(folder / "game.yaml", report, "game.yaml")
    assert made is not None
    settings = settings_of(made, Request(("fr",), players=players, rulings=dict(answers)))[0]
    decks = deal(made, settings, report)
    check_composition(made, settings, decks, report)
    return {deck.name: deck for deck in decks}, report


def sides(made: Edition, deck: str) -> dict[str, Sides]:
    """Return the laid out cards of a deck by their own id."""
    found: dict[str, LaidOut] = {d.deck.name: d for d in (*made.cards, *made.tokens)}
    return {s.card.fields["id"]: s for s in found[deck].cards}


def runs(plate: Plate) -> list[tuple[Point, Text]]:
    """Return every text of a plate with the place of its first letter, row by row."""
    found = [
        (place.apply(ink.at), ink)
        for ink, place in _inks(plate.items, Transform())
        if isinstance(ink, Text)
    ]
    return sorted(found, key=lambda run: (round(run[0].y, 1), run[0].x))


def _inks(items: tuple[Ink, ...], place: Transform) -> Iterator[tuple[Ink, Transform]]:
    for item in items:
        if isinstance(item, Group):
            yield from _inks(item.items, item.transform.then(place) if item.transform else place)
        elif isinstance(item, Use):
            moved = Transform.moved(*item.at)
            turn = Transform.turned(item.turn_deg) if item.turn_deg else Transform()
            yield from _inks(item.plate.items, turn.then(moved).then(place))
        else:
            yield item, place


def words(plate: Plate) -> str:
    """Return the text of a plate, upper lines first."""
    # A line ends with the blank that parted it from the next one.
    return " ".join(run.text.strip() for _, run in runs(plate))


def clear(color: Color) -> bool:
    """Return whether a figure in this colour stands in the window, not half out of it."""
    palette = game().palette
    return color not in (palette["tint"], palette["shade"])


def counter(plate: Plate) -> str:
    """Return what stands in the counter's windows, from the top left to the lower right."""
    figures = [t for _, t in runs(plate) if t.size_pt >= 30 and clear(t.fill)]
    return "".join(figure.text for figure in figures)


def expected(*answers: tuple[str, str]) -> dict[str, Rule]:
    """Return the rules of all ranks under some answers."""
    rules = dict(RULES)
    for answer in answers:
        rules |= OTHER.get(answer, {})
    return rules


def every_answer() -> list[tuple[str, str]]:
    return [(key, value) for key, values in RULINGS.items() for value in values]


# The box


def test_the_deck_is_one_pack_of_52_cards_without_jokers() -> None:
    cards = dealt(FOLDER)[0]["cards"].cards
    assert Counter(card.fields["id"] for card in cards) == Counter(
        f"{rank}-{suit}" for suit in SUITS for rank in RANKS
    )
    assert {card.copies for card in cards} == {1}


@pytest.mark.parametrize("players", range(2, 18))
def test_each_player_gets_three_tokens_and_a_reference_card(players: int) -> None:
    decks, report = dealt(FOLDER, players)
    assert not report.has_errors
    totals = {name: deck.total for name, deck in decks.items()}
    assert totals == {"cards": 52, "life": 3 * players, "reference": players}


def test_the_box_is_for_two_to_six_and_can_be_dealt_to_seventeen() -> None:
    assert tuple(game().players) == (2, 6, 17)
    assert 52 // 3 == 17


def test_the_rulings_and_their_defaults_are_those_of_the_rules() -> None:
    assert {key: ruling.values for key, ruling in game().rulings.items()} == RULINGS


@pytest.mark.parametrize("answer", every_answer())
def test_the_composition_holds_under_every_ruling(answer: tuple[str, str]) -> None:
    assert not dealt(FOLDER, 4, answer)[1].has_errors


def test_sixteen_cards_can_be_played_at_ninety_nine() -> None:
    legal = 0
    for card in dealt(FOLDER)[0]["cards"].cards:
        readings = card.fields["shows"]
        after = [int(r[1:]) if r[0] == "=" else 99 + int(r.replace("−", "-")) for r in readings]
        legal += min(after) <= 99
    assert legal == 16


@pytest.mark.parametrize(
    ("written", "instead", "code"),
    [
        (PACK, PACK + "\n    where: id != '7-club'", "composition.total"),
        (PACK, PACK + "\n    where: id != '7-club'", "composition.product"),
        (PACK, PACK + "\n    where: id != 'K-spade'", "composition.product"),
        (PACK, PACK + "\n    copies: 2", "composition.product"),
        ("facts.tokens * players }}\"", "2 * players }}\"", "composition.per-player"),
        ("'10': 'subtract'", "'10': 'add'", "composition.labels"),
    ],
)  # fmt: skip
def test_a_wrong_box_is_seen(tmp_path: File, written: str, instead: str, code: str) -> None:
    folder = tmp_path / "ninety-nine"
    shutil.copytree(FOLDER, folder)
    text = (folder / "game.yaml").read_text("utf-8")
    assert written in text
    (folder / "game.yaml").write_text(text.replace(written, instead, 1), "utf-8")
    assert code in {p.code for p in dealt(folder)[1].problems}


# The faces


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("answers", [(), (("jq", "11/12"),), (("nine", "pass"),)])
def test_every_face_shows_what_the_rules_say(
    language: str, answers: tuple[tuple[str, str], ...]
) -> None:
    rules = expected(*answers)
    for name, card in sides(edition(language, *answers), "cards").items():
        rank = name.split("-")[0]
        rule = rules[rank]
        assert counter(card.face) == "".join(rule.windows), name
        assert getattr(rule, language) in words(card.face), name
        assert card.card.fields["source"] == rule.source, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_face_has_its_index_in_two_corners(language: str) -> None:
    for name, card in sides(edition(language), "cards").items():
        rank = name.split("-")[0]
        figure = FRENCH_FIGURES.get(rank, rank) if language == "fr" else rank
        indices = [(at, t.text) for at, t in runs(card.face) if 24 <= t.size_pt <= 27]
        assert [text for _, text in indices] == [figure, figure], name
        (left, upper), (right, lower) = (at for at, _ in indices)
        assert left + right == pytest.approx(63)
        assert upper + lower == pytest.approx(88)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_does_not_simply_add_its_number_says_so_under_its_index(language: str) -> None:
    marked = {"A": ["+1", "+11"], "10": ["−10"], "J": ["+10"], "Q": ["+10"], "K": ["=99"]}
    for name, card in sides(edition(language), "cards").items():
        fan = [t.text for at, t in runs(card.face) if at.x < 12 and 12 < at.y < 22]
        assert fan == marked.get(name.split("-")[0], []), name


def test_six_and_nine_are_underlined_and_no_other_index() -> None:
    for name, card in sides(edition("fr"), "cards").items():
        bars = [
            ink for ink, _ in _inks(card.face.items, Transform())
            if isinstance(ink, Rect) and 11.5 < ink.box.y < 14 and ink.box.x < 10
        ]  # fmt: skip
        assert len(bars) == (2 if name[0] in "69" else 0), name


def test_each_kind_of_effect_has_a_face_of_its_own() -> None:
    kinds = {"A": "choose", "4": "reverse", "9": "skip", "10": "subtract", "K": "set"}
    for name, card in sides(edition("en"), "cards").items():
        assert card.card.face == kinds.get(name.split("-")[0], "add")


def test_cards_have_their_names_in_both_languages() -> None:
    french = {name: card.card.name for name, card in sides(edition("fr"), "cards").items()}
    english = {name: card.card.name for name, card in sides(edition("en"), "cards").items()}
    assert (french["Q-heart"], english["Q-heart"]) == ("Dame de cœur", "Queen of hearts")
    assert (french["7-club"], english["10-diamond"]) == ("7 de trèfle", "10 of diamonds")
    assert (french["A-spade"], english["A-spade"]) == ("As de pique", "Ace of spades")
    assert len(set(french.values())) == len(set(english.values())) == 52


# The reference card


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("answer", every_answer())
def test_the_reference_card_follows_the_rulings(language: str, answer: tuple[str, str]) -> None:
    said = reference(language, answer)
    place = LANGUAGES.index(language)
    for (key, value), phrases in SAYS.items():
        answered = answer[1] if key == answer[0] else RULINGS[key][0]
        moot = key == "starter" and answer[0] == "end" and answer[1] != "round"
        assert (phrases[place] in said) == (value == answered and not moot), phrases[place]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reference_card_tells_the_turn_and_the_end(language: str) -> None:
    said = reference(language)
    for phrase in ALWAYS[language]:
        assert phrase in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reference_card_lists_every_effect(language: str) -> None:
    lines = runs(sides(edition(language), "reference")["help"].face)
    figures = ["V D", "R"] if language == "fr" else ["J Q", "K"]
    rows = zip(
        ["A", "2 3 5–8", "4", "9", "10", *figures],
        ["+1/+11", "+2 … +8", "+0", "+0", "−10", "+10", "=99"],
        strict=True,
    )
    for rank, does in rows:
        (place,) = [at for at, t in lines if t.text == rank and at.x < 6]
        beside = [t.text for at, t in lines if abs(at.y - place.y) < 1 and 16 < at.x < 32]
        assert beside == [does], rank


# All text


def _is_clean(text: str, language: str) -> bool:
    careless = language == "fr" and CARELESS_FRENCH.search(text)
    return not CONTACTS.search(text) and not careless and "{" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_contact_and_no_careless_sign_is_printed(language: str) -> None:
    made = edition(language)
    for laid_out in (*made.cards, *made.tokens):
        for card in laid_out.cards:
            printed = " ".join(t.text.strip() for _, t in runs(card.face) if t.size_pt < 30)
            assert _is_clean(printed, language), card.card.id
    for answer in every_answer():
        assert _is_clean(reference(language, answer), language), answer


@pytest.mark.parametrize(
    "wrong", ["01 23 45 67 89", "+33 12 34 56", "nom@exemple", "www.exemple", "Joker"]
)
def test_the_search_for_contacts_finds_them(wrong: str) -> None:
    assert CONTACTS.search(f"Ajoute 7 {wrong} Retire 10")


@pytest.mark.parametrize("wrong", ["devez ;", "possible?", "l'as", "R :"])
def test_the_search_for_careless_french_finds_it(wrong: str) -> None:
    assert CARELESS_FRENCH.search(wrong)


def test_no_text_is_smaller_than_seven_points() -> None:
    for language in LANGUAGES:
        made = edition(language)
        for laid_out in made.cards:
            for card in laid_out.cards:
                assert min(t.size_pt for _, t in runs(card.face)) >= 7


# The ink


PX_PER_MM = 4


@cache
def pictures(bleed: float) -> dict[str, Image.Image]:
    """Return a picture of the trimmed side of each template, after finding ink to the very edge."""
    report = Report()
    settings = settings_of(game(), Request(("fr",)))[0]
    maker = PlateMaker(game(), settings, Fonts(), report)
    plates: dict[str, Plate] = {}
    for deck in deal(game(), settings, report):
        for card in maker.deck(deck, Insets(bleed, bleed, bleed, bleed)).cards:
            plates.setdefault(card.card.face, card.face)
            if card.back and card.card.back:
                plates.setdefault(card.card.back, card.back)
    made = edition("fr")._replace(fonts=maker.layout.fonts)
    pdf = pdf_of(made, [single_page(plate) for plate in plates.values()], "test")
    with Rasterizer(pdf) as document:
        return {
            name: _trimmed(document, index, plate, bleed)
            for index, (name, plate) in enumerate(plates.items())
        }


def _trimmed(document: Rasterizer, index: int, plate: Plate, bleed: float) -> Image.Image:
    width, height = (round((side + 2 * bleed) * PX_PER_MM) for side in plate.trim)
    pixels = document.pixels(index, width, height)
    rim = [pixels.at(x, y) for x in range(width) for y in (0, height - 1)]
    rim += [pixels.at(x, y) for y in range(height) for x in (0, width - 1)]
    assert (255, 255, 255) not in rim, plate.name
    inset = round(bleed * PX_PER_MM)
    image = Image.frombytes("RGB", (width, height), pixels.rgb())
    return image.crop((inset, inset, width - inset, height - inset))


def differing(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that differ by more than the softness of an edge."""
    grey = ImageChops.difference(one, other).convert("L")
    far = sum(grey.histogram()[64:])
    return far / (one.width * one.height)


def test_ink_reaches_the_edge_at_every_bleed_and_stays_where_it_is_inside() -> None:
    at_home = pictures(3.0)
    assert sorted(at_home) == sorted(
        [
            "add",
            "choose",
            "reverse",
            "skip",
            "subtract",
            "set",
            "drums",
            "help",
            "turn",
            "life",
            "lost",
        ]
    )
    for bleed in (0.0, 6.0):
        for name, picture in pictures(bleed).items():
            assert differing(picture, at_home[name]) < 0.001, (name, bleed)


def test_the_back_of_the_cards_is_the_same_when_turned() -> None:
    back = pictures(3.0)["drums"]
    assert differing(back, back.transpose(Image.Transpose.ROTATE_180)) < 0.001
    face = pictures(3.0)["set"]
    assert differing(face, face.transpose(Image.Transpose.ROTATE_180)) > 0.1


def test_all_cards_share_one_back_and_tokens_have_two_sides() -> None:
    made = edition("fr")
    assert len({id(card.back) for card in sides(made, "cards").values()}) == 1
    token = sides(made, "life")["life"].card
    assert (token.face, token.back) == ("life", "lost")
