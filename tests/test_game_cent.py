"""The 100-Card Game, held against the rules written down here a second time."""

import re
import shutil
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path as File

import pytest

from cardforge.check.composition.judge import check_composition
from cardforge.check.edges import edge_ink
from cardforge.color import Color, parse_color
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.geometry import Box, Transform
from cardforge.ink import Group, Ink, Path, Plate, Rect, Text, Use
from cardforge.ink.bounds import ink_bounds
from cardforge.pipeline import Edition, Request, make_edition, read_game, settings_of
from cardforge.plates import LaidOut, Sides

CENT = File(__file__).resolve().parent.parent / "designs" / "cent"
LANGUAGES = ("fr", "en")
REMOVED = ("shown", "hidden")

# Every number from 1 to 100 that reads as another one upside down (10 as 01 and so on).
TWINS = {6, 9, 10, 16, 18, 19, 60, 61, 66, 68, 80, 81, 86, 89, 90, 91, 98, 99, 100}

FRENCH = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
    "dix-sept dix-huit dix-neuf"
).split()
FRENCH_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante"}
ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
ENGLISH_TENS = "x x twenty thirty forty fifty sixty seventy eighty ninety".split()

# What the reference card says: each line as printed, words joined by single spaces.
FACTS = {
    "fr": {
        "2 joueurs",
        "Le premier à gagner 9 manches gagne la partie.",
        "1 à 20",
        "21 à 100",
        "Tirez les 5 au hasard, sans les voir, parmi les 80 (puis 75, 70, …).",
        "3 cartes par joueur, 19 dans la pioche.",
        "Chacun abat une carte, en même temps.",
        "La plus forte : 1 point, puis sous la pioche.",
        "La plus faible : en main du gagnant ; l’autre joueur pioche une carte.",
        "Fin de la manche : 5 points",
        "À 8 manches partout",
        "Dernière manche avec les 100 cartes.",
        "3 par joueur, 94 en pioche ; 5 points.",
    },
    "en": {
        "2 players",
        "The first to win 9 rounds wins the game.",
        "1 to 20",
        "21 to 100",
        "Draw the 5 at random, unseen, from the 80 (then 75, 70, …).",
        "3 cards each, 19 in the draw pile.",
        "Both reveal one card at the same time.",
        "The higher scores 1 point, then goes under the draw pile.",
        "The lower goes to the winner’s hand; the other player draws a card.",
        "End of the round: 5 points",
        "At 8 rounds all",
        "Play the last round with all 100 cards.",
        "3 each, 94 in the draw pile; 5 points.",
    },
}
LEAVING = {
    ("fr", "shown"): "Les 5 cartes de 21 à 100 quittent le jeu ; montrez-les aux deux joueurs.",
    ("fr", "hidden"): "Les 5 cartes de 21 à 100 quittent le jeu, sans que les joueurs les voient.",
    ("en", "shown"): "The 5 cards from 21 to 100 leave the game; show them to both players.",
    ("en", "hidden"): "The 5 cards from 21 to 100 leave the game; neither player sees them.",
}


def spelled(number: int, language: str) -> str:
    """Return a number from 1 to 100 in words, by the rules of each language."""
    if number == 100:
        return {"fr": "cent", "en": "one hundred"}[language]
    return _french(number) if language == "fr" else _english(number)


def _french(number: int) -> str:
    if number < 20:
        return FRENCH[number]
    if number >= 80:
        return "quatre-vingts" if number == 80 else f"quatre-vingt-{FRENCH[number - 80]}"
    tens = min(number // 10 * 10, 60)
    rest = number - tens
    if rest in (1, 11):
        return f"{FRENCH_TENS[tens]} et {FRENCH[rest]}"
    return FRENCH_TENS[tens] + (f"-{FRENCH[rest]}" if rest else "")


def _english(number: int) -> str:
    if number < 20:
        return ENGLISH[number]
    tens, rest = divmod(number, 10)
    return ENGLISH_TENS[tens] + (f"-{ENGLISH[rest]}" if rest else "")


@cache
def edition(language: str, removed: str = "shown") -> Edition:
    """Return the game laid out, after making sure that nothing about it was worth a word."""
    made, report = lay_out(CENT, language, removed)
    assert [p for p in report.problems if p.severity != "note"] == []
    assert made is not None
    return made


def lay_out(folder: File, language: str, removed: str = "shown") -> tuple[Edition | None, Report]:
    """Return a folder's game laid out, and what was reported."""
    report = Report()
    game = read_game(folder / "game.yaml", report, "game.yaml")
    if game is None:
        return None, report
    request = Request(languages=(language,), rulings={"removed": removed})
    return make_edition(game, settings_of(game, request)[0], report), report


def deck(made: Edition, name: str) -> LaidOut:
    """Return one deck of an edition."""
    return next(laid_out for laid_out in made.cards if laid_out.deck.name == name)


def numbers(made: Edition) -> dict[int, Sides]:
    """Return the number cards by their value."""
    return {sides.card.fields["value"]: sides for sides in deck(made, "numbers").cards}


def inks(items: tuple[Ink, ...], place: Transform | None = None) -> Iterator[tuple[Ink, Transform]]:
    """Yield every simple ink with the transform that brings it onto the card."""
    place = place or Transform()
    for item in items:
        if isinstance(item, Group):
            yield from inks(item.items, item.transform.then(place) if item.transform else place)
        elif isinstance(item, Use):
            turn = Transform.turned(item.turn_deg) if item.turn_deg else Transform()
            yield from inks(item.plate.items, turn.then(Transform.moved(*item.at)).then(place))
        else:
            yield item, place


def texts(plate: Plate) -> list[str]:
    """Return the runs of text of a side in drawing order."""
    return [ink.text for ink, _ in inks(plate.items) if isinstance(ink, Text)]


def words(plate: Plate) -> str:
    """Return a side's text as one line, every kind of space a plain one."""
    return re.sub(r"\s+", " ", " ".join(texts(plate)))


def bars(plate: Plate, made: Edition) -> list[Box]:
    """Return the near-black bars of a side: the tick and what underlines a number."""
    black = made.game.palette["ink"]
    return [
        place.apply_box(ink.box)
        for ink, place in inks(plate.items)
        if isinstance(ink, Rect) and ink.fill == black
    ]


def luminance(color: Color) -> float:
    """Return the relative luminance of WCAG."""
    values = color.values * 3 if color.space == "gray" else color.values
    linear = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in values]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Color, other: Color) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_1_to_100_are_there_once_each_in_figures_and_words(language):
    cards = numbers(edition(language))
    assert sorted(cards) == list(range(1, 101))
    for value, sides in cards.items():
        assert sides.card.copies == 1
        assert texts(sides.face) == [str(value)] * 3 + [spelled(value, language)]


def test_1_to_20_are_base_cards_with_a_disc_and_21_to_100_specials_with_a_ring():
    for value, sides in numbers(edition("fr")).items():
        assert sides.card.fields["kind"] == ("base" if value <= 20 else "special")
        # A ring is an outline with a hole: the mark of both corners, and the centre.
        rings = [ink.even_odd for ink, _ in inks(sides.face.items) if isinstance(ink, Path)]
        assert rings == [value > 20] * 3


def test_numbers_that_read_as_another_one_upside_down_are_marked_three_times():
    made = edition("fr")
    for value, sides in numbers(made).items():
        marks = [bar for bar in bars(sides.face, made) if bar.x > 3.5]
        assert len(marks) == (3 if value in TWINS else 0), value


def test_every_card_bears_its_tick_at_its_own_height_and_no_nearer_to_the_trim_than_3_mm():
    made = edition("fr")
    heights = []
    for _, sides in sorted(numbers(made).items()):
        [tick] = [bar for bar in bars(sides.face, made) if bar.x <= 3.5]
        assert tick.x == pytest.approx(3)
        heights.append(tick.centre.y)
    steps = [low - high for low, high in pairwise(heights)]
    assert steps == pytest.approx([0.6] * 99)


def test_nothing_but_the_white_ground_comes_within_1_mm_of_the_trim():
    made = edition("fr")
    assert {len(edge_ink(sides.face, made.fonts)) for sides in numbers(made).values()} == {1}


@pytest.mark.parametrize("name", ["tracks", "reference"])
def test_aids_keep_3_mm_from_the_trim(name):
    made = edition("fr")
    for item, place in inks(deck(made, name).cards[0].face.items):
        box = place.apply_box(ink_bounds(item, made.fonts))
        if box.x < 0:
            continue  # the ground
        kept = box.x >= 3 - 1e-6, box.y >= 3, box.right <= 60 + 1e-6, box.bottom <= 85
        assert all(kept), item


def test_one_back_serves_every_card():
    made = edition("fr")
    assert len({id(sides.back) for laid_out in made.cards for sides in laid_out.cards}) == 1


def stairs(back: Plate, x: float, down: float = 0) -> set[tuple[float, Color]]:
    """Return where and in which colours the stairs of a back cross a line down the card."""
    crossed = set()
    for ink, _ in inks(back.items):
        if not isinstance(ink, Path) or ink.stroke is None:
            continue
        corners = [segment[-2:] for segment in ink.segments]
        for (left, y), (right, level) in pairwise(corners):
            if left < x < right and abs(y - level) < 1e-6 and -3 < y - down < 91:
                crossed.add((round(y - down, 2), ink.stroke))
    return crossed


def test_a_back_cut_over_the_edge_goes_on_as_its_neighbour_begins():
    back = deck(edition("fr"), "numbers").cards[0].back
    assert back is not None
    here = stairs(back, 3)
    assert len(here) == 20
    assert here == stairs(back, 66)
    upper = {crossing for crossing in here if crossing[0] < 3}
    assert upper == {crossing for crossing in stairs(back, 3, down=88) if crossing[0] < 3}


def test_the_number_stands_out_from_what_is_behind_it():
    made = edition("fr")
    black, white = made.game.palette["ink"], Color("gray", (1.0,))
    assert contrast(black, white) >= 7
    for value, sides in numbers(made).items():
        if value <= 20:
            assert contrast(black, parse_color(sides.card.fields["tint"])) >= 7, value
        assert contrast(parse_color(sides.card.fields["tone"]), white) >= 3, value
    assert contrast(made.game.palette["quiet"], white) >= 4.5
    assert contrast(made.game.palette["head"], white) >= 4.5


def test_each_player_gets_one_track_card_with_both_tracks_and_one_reference_card():
    for language in LANGUAGES:
        made = edition(language)
        for name in ("tracks", "reference"):
            assert [sides.card.copies for sides in deck(made, name).cards] == [2]
        [track] = deck(made, "tracks").cards
        figures = [run for run in texts(track.face) if run.isdecimal()]
        assert figures == [str(n) for n in (*range(10), *range(6))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("removed", REMOVED)
def test_the_reference_card_tells_the_game_under_each_ruling(language, removed):
    [card] = deck(edition(language, removed), "reference").cards
    printed = words(card.face)
    for fact in FACTS[language] | {LEAVING[language, removed]}:
        assert fact in printed
    other = LEAVING[language, "hidden" if removed == "shown" else "shown"]
    assert other not in printed
    assert [run for run in texts(card.face) if run in ("20", "+", "5", "=", "25")] == [
        "20", "+", "5", "=", "25",
    ]  # fmt: skip


def test_everything_said_on_a_card_has_its_source():
    known = {"stated", "derived", "ruling", "house"}
    made = edition("fr")
    for laid_out in made.cards:
        for sides in laid_out.cards:
            for key, value in sides.card.fields.items():
                for fact in _facts(value):
                    assert fact.get("source") in known, (sides.card.id, key)
    assert {sides.card.fields["source"] for sides in numbers(made).values()} <= known
    assert {statement.source for statement in made.game.composition} <= known


def _facts(value: object) -> Iterator[dict]:
    """Yield every mapping that says something, however deep."""
    if isinstance(value, dict):
        if "text" in value or "label" in value or "goal" in value:
            yield value
        for child in value.values():
            yield from _facts(child)
    elif isinstance(value, list):
        for child in value:
            yield from _facts(child)


def test_nobody_can_be_reached_through_a_card_and_no_page_furniture_is_left():
    unwanted = re.compile(
        r"@|www|https?:|\+?\d{2}([ .]?\d{2}){4}|scroll|domaines|portfolio|\bprint\b|mobile", re.I
    )
    for language in LANGUAGES:
        for laid_out in edition(language).cards:
            for sides in laid_out.cards:
                assert not unwanted.search(words(sides.face)), sides.card.id


def test_french_is_set_as_french():
    made = edition("fr")
    for laid_out in made.cards:
        for sides in laid_out.cards:
            for run in texts(sides.face):
                assert not re.search(r"'|\.\.\.", run), run
                assert not re.search(r"[^\u202f][;:!?]", run), run


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("for: {value: 1..100}", "for: {value: 1..99}", "composition.complete"),
        ("for: {value: 1..100}", "for: {value: 1..99}", "composition.total"),
        ("value <= 20 else 'special'", "value <= 21 else 'special'", "composition.total"),
        ('en: score track}\n        copies: "{{ players }}"',
         "en: score track}\n        copies: 1", "composition.per-player"),
        ('name: {fr: aide-mémoire, en: reference}\n        copies: "{{ players }}"',
         "name: {fr: aide-mémoire, en: reference}\n        copies: 3", "composition.per-player"),
        ("face: step\n", "face: step\n    copies: 2\n", "composition.unique"),
    ],
)  # fmt: skip
def test_a_wrong_box_is_refused(tmp_path, before, after, code):
    folder = tmp_path / "cent"
    shutil.copytree(CENT, folder)
    path = folder / "game.yaml"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    report = Report()
    game = read_game(path, report, "game.yaml")
    assert game is not None
    settings = settings_of(game, Request(languages=("fr",)))[0]
    check_composition(game, settings, deal(game, settings, report), report)
    assert code in [problem.code for problem in report.problems if problem.severity == "error"]


def test_an_underline_that_is_lost_is_noticed(tmp_path):
    folder = tmp_path / "cent"
    shutil.copytree(CENT, folder)
    path = folder / "look.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('underline: "{{ twin }}"', "underline: false"), encoding="utf-8")
    made, _ = lay_out(folder, "fr")
    assert made is not None
    six = numbers(made)[6]
    assert len([bar for bar in bars(six.face, made) if bar.x > 3.5]) == 1


def test_credits_and_licence_are_those_of_the_authors():
    game = edition("fr").game
    assert game.credits == {
        "fr": "Concept et règles : Heury & Heury",
        "en": "Concept and rules: Heury & Heury",
    }
    assert game.licence == {
        "fr": "Prototype. Tous droits réservés aux auteurs.",
        "en": "Prototype. All rights with the authors.",
    }
