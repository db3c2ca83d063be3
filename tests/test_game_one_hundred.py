"""One Hundred, held against the rules written down here a second time."""

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path as File
from typing import NamedTuple

import pytest

from cardforge.check.composition.judge import check_composition
from cardforge.check.edges import edge_ink
from cardforge.color import parse_color
from cardforge.deal import deal
from cardforge.diagnostics import Problem, Report
from cardforge.edition import Edition, Request, settings_of
from cardforge.fonts import Fonts
from cardforge.geometry import Insets
from cardforge.ink import Group, Ink, Plate, Rect, Text, Use, dump
from cardforge.model import Deck, Game
from cardforge.pipeline import make_edition, pdf_of, read_game
from cardforge.plates import LaidOut, PlateMaker, Sides
from cardforge.render.png import Rasterizer
from cardforge.single import single_page

FOLDER = File(__file__).resolve().parent.parent / "designs" / "one-hundred"
LANGUAGES = ("fr", "en")
SUITS = ("spade", "heart", "diamond", "club")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
FRENCH_LETTERS = {"J": "V", "Q": "D", "K": "R"}
COURTS = {
    "fr": {"J": "Valet", "Q": "Dame", "K": "Roi"},
    "en": {"J": "Jack", "Q": "Queen", "K": "King"},
}
RULINGS = {
    "red_ace": ("1", "11", "set"),
    "neg": ("allow", "clamp"),
    "bust": ("reset", "hold", "cap", "over", "redeal"),
    "elim": ("pile", "out"),
    "rev2": ("none", "skip"),
    "decks": ("auto", "1", "2"),
}
LIT = {
    "green": "add",
    "sky-deep": "subtract",
    "amber": "half",
    "amber-deep": "double",
    "charcoal": "set",
}


class Effect(NamedTuple):
    """What the rules say of a card: the figure, the sentence, how many cells light up."""

    shown: str
    fr: str
    en: str
    lit: tuple[tuple[str, int], ...] = ()


def add(number: int) -> Effect:
    """Return the effect of a card that counts its number."""
    return Effect(
        f"+{number}", f"Ajoutez {number} au total", f"Add {number} to the total", (("add", number),)
    )


def take(number: int, neg: str) -> Effect:
    """Return the effect of a card that lowers the total."""
    fr, en = f"Retirez {number} du total", f"Take {number} off the total"
    if neg == "clamp":
        fr, en = f"{fr}, sans passer sous 0", f"{en}, but never below 0"
    return Effect(f"−{number}", fr, en, (("subtract", number),))


def fixed(number: int) -> Effect:
    """Return the effect of a card that sets the total."""
    return Effect(f"={number}", f"Fixez le total à {number}", f"Set the total to {number}")


CHOICE = Effect(
    "0–100", "Choisissez le total, de 0 à 100", "Choose the total, from 0 to 100", (("set", 100),)
)
DOUBLE = Effect("×2", "Doublez le total", "Double the total", (("half", 30), ("double", 30)))
TURN = Effect("+0", "Inversez le sens du jeu, n’ajoutez rien", "Reverse the direction, add nothing")
NOTHING = Effect("+0", "Le total ne change pas", "The total is unchanged")


def effect(rank: str, suit: str, red_ace: str = "1", neg: str = "allow") -> Effect:
    """Return the effect of a card as the rules have it (RULES B.1)."""
    red = suit in ("heart", "diamond")
    match rank:
        case "A":
            return CHOICE if not red or red_ace == "set" else add(int(red_ace))
        case "2" if suit == "spade":
            return DOUBLE
        case "4":
            return TURN
        case "5" if red:
            return take(5, neg)
        case "10":
            return fixed(100)
        case "J":
            return take(10, neg)
        case "Q":
            return fixed(0) if suit == "heart" else add(10)
        case "K":
            return NOTHING
        case _:
            return add(int(rank))


@cache
def game() -> Game:
    """Return the game as it is shipped."""
    report = Report()
    read = read_game(FOLDER / "game.yaml", report, "designs/one-hundred/game.yaml")
    assert read is not None, report.problems
    return read


def faults(report: Report) -> list[Problem]:
    """Return the errors and warnings of a report."""
    return [problem for problem in report.problems if problem.severity != "note"]


@cache
def edition(language: str, players: int = 6, **rulings: str) -> Edition:
    """Return the game laid out in one language, free of errors and warnings."""
    report = Report()
    settings = settings_of(game(), Request((language,), players, None, rulings))[0]
    made = make_edition(game(), settings, report)
    assert not faults(report), faults(report)
    return made


def dealt(players: int, **rulings: str) -> tuple[dict[str, Deck], list[Problem]]:
    """Return the decks by name and the faults of their composition, nothing laid out."""
    report = Report()
    settings = settings_of(game(), Request(("fr",), players, None, rulings))[0]
    decks = deal(game(), settings, report)
    check_composition(game(), settings, decks, report)
    return {deck.name: deck for deck in decks}, faults(report)


def inks(items: tuple[Ink, ...]) -> Iterator[Ink]:
    """Yield every ink, those of groups and used plates too."""
    for item in items:
        if isinstance(item, Group):
            yield from inks(item.items)
        elif isinstance(item, Use):
            yield item
            yield from inks(item.plate.items)
        else:
            yield item


def texts(plate: Plate) -> list[str]:
    """Return the texts of a side in the order in which they are drawn."""
    return [ink.text for ink in inks(plate.items) if isinstance(ink, Text)]


def sentence(plate: Plate) -> str:
    """Return the texts of a side joined by single spaces, no-break spaces made plain."""
    return re.sub(r"\s+", " ", " ".join(texts(plate)).replace("\u202f", " "))


def lit(plate: Plate) -> dict[str, int]:
    """Return how many cells of the scale are lit, by the kind that their colour stands for."""
    named = {game().palette[name]: kind for name, kind in LIT.items()}
    fills = Counter(
        named[ink.fill]
        for ink in inks(plate.items)
        if isinstance(ink, Rect) and ink.fill in named and ink.box.width == pytest.approx(0.9)
    )
    return dict(fills)


def suit_icons(plate: Plate) -> Counter[str]:
    """Return how often each suit is drawn on a side."""
    names = (ink.plate.name for ink in inks(plate.items) if isinstance(ink, Use))
    return Counter(name.split()[1] for name in names if name.split()[-1] in SUITS)


def deck_of(made: Edition, name: str) -> LaidOut:
    """Return a laid out deck by its name."""
    return next(d for d in (*made.cards, *made.tokens) if d.deck.name == name)


def by_id(made: Edition, name: str) -> dict[str, Sides]:
    """Return the cards of a deck by the part of their id after the deck."""
    return {sides.card.id.partition(".")[2]: sides for sides in deck_of(made, name).cards}


def check_faces(language: str, red_ace: str = "1", neg: str = "allow") -> None:
    """Hold every face against the rules: index, figure, sentence, lit cells, pips."""
    cards = by_id(edition(language, red_ace=red_ace, neg=neg), "cards")
    assert set(cards) == {f"{rank}-{suit}" for rank in RANKS for suit in SUITS}
    for rank, suit in product(RANKS, SUITS):
        face = cards[f"{rank}-{suit}"].face
        rule = effect(rank, suit, red_ace, neg)
        letter = FRENCH_LETTERS.get(rank, rank) if language == "fr" else rank
        says = (rule.fr if language == "fr" else rule.en).split(", ")
        lines = [f"{part}," for part in says[:-1]] + says[-1:]
        court = [COURTS[language][rank]] if rank in "JQK" else []
        expected = [letter, rule.shown] * 2 + [rule.shown] + court + ["0", "100"] + lines
        assert Counter(texts(face)) == Counter(expected), (rank, suit)
        assert lit(face) == dict(rule.lit), (rank, suit)
        pips = 0 if rank in "JQK" else 1 if rank == "A" else int(rank)
        assert suit_icons(face) == {suit: 2 + pips}, (rank, suit)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_face_says_what_the_rules_say_of_the_card(language: str) -> None:
    check_faces(language)


@pytest.mark.parametrize(("red_ace", "neg"), [("11", "clamp"), ("set", "allow")])
def test_the_faces_follow_the_rulings_on_red_aces_and_negative_totals(
    red_ace: str, neg: str
) -> None:
    check_faces("fr", red_ace, neg)


def test_at_a_total_of_100_exactly_21_cards_are_safe() -> None:
    decks, _ = dealt(6)
    safe = {"0–100", "+0", "−5", "=100", "−10", "=0"}
    assert sum(card.fields["shown"] in safe for card in decks["cards"].cards) == 21


def test_only_what_the_rules_leave_open_is_called_a_ruling() -> None:
    decks, _ = dealt(6)
    sources = {card.id: card.fields["source"] for deck in decks.values() for card in deck.cards}
    ruled = {name for name, source in sources.items() if source == "ruling"}
    assert ruled == {"cards.A-heart", "cards.A-diamond"}
    assert set(sources.values()) == {"stated", "ruling", "house"}


@pytest.mark.parametrize("players", range(3, 35))
def test_the_box_holds_what_so_many_players_need(players: int) -> None:
    decks, found = dealt(players)
    assert not found
    assert decks["cards"].total == (104 if players >= 7 else 52)
    assert {card.copies for card in decks["cards"].cards} == {2 if players >= 7 else 1}
    assert decks["reference"].total == players
    assert decks["life"].total == 3 * players


def test_the_box_for_eight_has_two_decks_24_tokens_and_8_reference_cards() -> None:
    decks, _ = dealt(8)
    assert {name: deck.total for name, deck in decks.items()} == {
        "cards": 104, "reference": 8, "life": 24
    }  # fmt: skip


@pytest.mark.parametrize(
    ("players", "decks", "total"), [(17, "1", 52), (3, "2", 104), (34, "2", 104)]
)
def test_the_number_of_decks_can_be_ruled(players: int, decks: str, total: int) -> None:
    made, found = dealt(players, decks=decks)
    # The rules want two decks with 7 players or more.
    assert [problem.code for problem in found] == ["composition.players"] * (decks == "1")
    assert made["cards"].total == total


def test_one_deck_cannot_be_dealt_to_eighteen() -> None:
    _, found = dealt(18, decks="1")
    assert [problem.code for problem in found] == ["composition.players", "composition.holds"]
    assert "52 cards, but 18 players need 55 (3 × 18 + 1)" in found[1].message


def test_the_rulings_are_those_of_the_rules_defaults_first() -> None:
    assert {key: ruling.values for key, ruling in game().rulings.items()} == RULINGS
    assert (game().players.min, game().players.max, game().players.limit) == (3, 6, 34)


TABLE = {
    "fr": (
        "A 0–100 total au choix", "A +1 ajoutez*", "2 ×2 doublez le total", "4 +0 inversez le sens",
        "5 −5 retirez", "2–9 autres +2…+9 leur nombre", "10 =100 fixez le total", "V −10 retirez",
        "D =0 fixez le total", "D +10 ajoutez", "R +0 rien ne change",
    ),
    "en": (
        "A 0–100 any total", "A +1 add*", "2 ×2 double the total", "4 +0 reverse play",
        "5 −5 take off", "2–9 others +2…+9 their number", "10 =100 set the total", "J −10 take off",
        "Q =0 set the total", "Q +10 add", "K +0 nothing changes",
    ),
}  # fmt: skip
BUST = {
    "reset": ("le total repart de 0*.", "the total restarts at 0.*"),
    "hold": ("la carte ne compte pas*.", "the card does not count.*"),
    "cap": ("le total devient 100*.", "the total becomes 100.*"),
    "over": ("la carte compte*.", "the card counts all the same.*"),
    "redeal": ("nouvelle donne, total 0*.", "deal again, total 0.*"),
}
OTHERS = {
    ("neg", "allow"): ("Le total peut être négatif*.", "The total may be negative.*"),
    ("neg", "clamp"): ("Jamais : le total s’arrête à 0*.", "Never: the total stops at 0.*"),
    ("elim", "pile"): (
        "votre main va sous la pile de jeu*.",
        "your hand goes under the play pile.*",
    ),
    ("elim", "out"): ("votre main est retirée du jeu*.", "your hand is removed from play.*"),
    ("rev2", "none"): (
        "Un 4 ne change rien à l’ordre du jeu*.",
        "A 4 does not change who plays next.*",
    ),
    ("rev2", "skip"): ("Après un 4, vous rejouez*.", "After a 4 you play again.*"),
}


def reference(language: str, **rulings: str) -> tuple[str, str]:
    """Return what the two sides of the reference card say under some rulings."""
    report = Report()
    settings = settings_of(game(), Request((language,), 6, None, rulings))[0]
    alone = game()._replace(
        decks=tuple(d for d in game().decks if d.name == "reference"), tokens=()
    )
    (deck,) = deal(alone, settings, report)
    (sides,) = PlateMaker(alone, settings, Fonts(), report).deck(deck).cards
    assert not faults(report), faults(report)
    assert sides.back is not None
    return sentence(sides.face), sentence(sides.back)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reference_card_lists_every_effect_and_both_ends_of_the_gauge(language: str) -> None:
    face, back = reference(language)
    assert " ".join(TABLE[language]) in face
    told = LANGUAGES.index(language)
    lose = ("Au-dessus de 100 Perdez un jeton ; ", "Over 100 Lose a token; ")[told]
    assert lose + BUST["reset"][told] in face
    assert ("Sous zéro ", "Below zero ")[told] + OTHERS["neg", "allow"][told] in face
    assert OTHERS["elim", "pile"][told] in back
    assert OTHERS["rev2", "none"][told] in back


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reference_card_follows_every_ruling(language: str) -> None:
    told = LANGUAGES.index(language)
    for bust, said in BUST.items():
        assert said[told] in reference(language, bust=bust)[0]
    for (key, value), said in OTHERS.items():
        assert said[told] in " ".join(reference(language, **{key: value}))
    add_11 = ("A +11 ajoutez*", "A +11 add*")[told]
    choose = ("A 0–100 total au choix*", "A 0–100 any total*")[told]
    assert add_11 in reference(language, red_ace="11")[0]
    assert choose in reference(language, red_ace="set")[0]


def test_the_zone_below_0_is_drawn_only_where_a_total_can_fall_below_0() -> None:
    def hollow(neg: str) -> int:
        made = edition("fr", red_ace="11" if neg == "clamp" else "1", neg=neg)
        items = by_id(made, "cards")["K-spade"].face.items
        return sum(isinstance(ink, Rect) and ink.stroke is not None for ink in inks(items))

    assert hollow("allow") == 10
    assert hollow("clamp") == 0


def test_hearts_and_diamonds_are_red_and_lighter_than_the_near_black_of_the_others() -> None:
    cards = by_id(edition("en"), "cards")
    for rank, suit in product(RANKS, SUITS):
        index = next(i for i in inks(cards[f"{rank}-{suit}"].face.items) if isinstance(i, Text))
        expected = game().palette["red" if suit in ("heart", "diamond") else "ink"]
        assert index.fill == expected, (rank, suit)
    assert game().palette["red"] == parse_color("#bf2a1c")


@cache
def plates(bleed: float) -> dict[str, Plate]:
    """Return sides of every rank, suit, template and token, laid out at a bleed."""
    report = Report()
    settings = settings_of(game(), Request(("fr",)))[0]
    maker = PlateMaker(game(), settings, Fonts(), report)
    made = {}
    for deck in deal(game(), settings, report):
        some = deck._replace(cards=deck.cards[::5])
        for sides in maker.deck(some, Insets(bleed, bleed, bleed, bleed)).cards:
            made[f"{sides.card.id} face"] = sides.face
            assert sides.back is not None
            made[f"{deck.name} back"] = sides.back
    return made


def ground_of(plate: Plate) -> Rect:
    """Return the ink that is drawn first."""
    first = next(ink for ink in inks(plate.items) if not isinstance(ink, Use))
    assert isinstance(first, Rect)
    return first


def test_the_ground_reaches_the_edge_at_every_bleed_and_nothing_else_moves() -> None:
    home = plates(3.0)
    for bleed in (0.0, 6.0):
        for name, plate in plates(bleed).items():
            assert ground_of(plate).box == plate.bounds, name
            assert _inside(plate) == _inside(home[name]), name


def _inside(plate: Plate) -> list[str]:
    """Return the dump of a side without the lines that tell its bleed and its ground."""
    grounds = (f"rect {-plate.bleed.left:.2f}", "rect 0.00 0.00 63", "rect 0.00 0.00 20")
    lines = (line.strip() for line in dump(plate).splitlines())
    return [line for line in lines if not line.startswith(("plate", "part", *grounds))]


def test_every_face_has_the_same_ground_and_no_other_ink_near_the_trim() -> None:
    made = edition("fr")
    faces = [sides.face for sides in deck_of(made, "cards").cards]
    edges = {edge_ink(face, made.fonts) for face in faces}
    assert [len(edge) for edge in edges] == [1]
    assert {ground_of(face).fill for face in faces} == {game().palette["cream"]}


def test_the_back_of_the_cards_is_the_same_when_turned() -> None:
    backs = {id(sides.back) for sides in deck_of(edition("fr"), "cards").cards}
    assert len(backs) == 1
    plate = deck_of(edition("fr"), "cards").cards[0].back
    assert plate is not None
    with Rasterizer(pdf_of(edition("fr"), [single_page(plate)], "test")) as document:
        greens = document.pixels(0, 69 * 4, 94 * 4).rgb()[1::3]
    differing = sum(abs(a - b) > 60 for a, b in zip(greens, reversed(greens), strict=True))
    assert differing < 0.002 * len(greens)


def test_nothing_printed_gives_an_address_a_shop_or_a_slip_of_the_source() -> None:
    forbidden = re.compile(
        r"@|https?:|www\.|\d{2}([ .]\d{2}){4}|voir également|table des matières|dizaine|croupier"
        r"|réserve|passe son tour|jeu de jeu|'|[^\u202f][;:!?](?<!\w:)",
        re.IGNORECASE,
    )
    english = re.compile(r"@|https?:|www\.|'", re.IGNORECASE)
    for language, pattern in (("fr", forbidden), ("en", english)):
        made = edition(language)
        for deck in (*made.cards, *made.tokens):
            for sides in deck.cards:
                for plate in (sides.face, sides.back):
                    for text in texts(plate) if plate else ():
                        assert not pattern.search(text), (language, text)


def test_no_french_word_is_left_in_the_english_cards() -> None:
    french, english = (
        {text for sides in deck_of(edition(language), "cards").cards for text in texts(sides.face)}
        for language in LANGUAGES
    )
    shared = {text for text in french & english if text[-1].isalpha() and len(text) > 1}
    assert not shared


def test_type_is_never_smaller_than_7_points_nor_small_print_than_6() -> None:
    for language in LANGUAGES:
        made = edition(language)
        for deck in made.cards:
            for sides in deck.cards:
                for plate in (sides.face, sides.back):
                    for ink in inks(plate.items) if plate else ():
                        if isinstance(ink, Text):
                            assert ink.size_pt >= (6 if ink.text.startswith("*") else 7), ink.text


@pytest.fixture
def copied(tmp_path: File) -> File:
    """Return a copy of the game's folder to spoil."""
    return File(shutil.copytree(FOLDER, tmp_path / "one-hundred"))


def spoilt(folder: File, old: str, new: str) -> list[str]:
    """Return the codes of the faults after one change in the copy's game.yaml."""
    path = folder / "game.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    report = Report()
    read = read_game(path, report, "game.yaml")
    assert read is not None, report.problems
    settings = settings_of(read, Request(("fr",)))[0]
    check_composition(read, settings, deal(read, settings, report), report)
    return [problem.code for problem in faults(report)]


def test_a_missing_card_is_noticed(copied: File) -> None:
    where = "    from: standard-52\n"
    codes = spoilt(copied, where, where + "    where: not (rank == 'Q' and suit == 'heart')\n")
    assert codes == ["composition.total", "composition.product"]


def test_a_second_doubling_two_is_noticed(copied: File) -> None:
    codes = spoilt(copied, "rank == 2 and suit == 'spade'", "rank == 2 and not red")
    assert set(codes) == {"composition.labels"}


def test_a_token_too_few_is_noticed(copied: File) -> None:
    assert spoilt(copied, "{{ facts.tokens * players }}", "{{ facts.tokens * players - 1 }}") == [
        "composition.per-player"
    ]
