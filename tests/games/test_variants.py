"""Other player numbers, modes and rulings: counted on paper, named in the slug, judged strictly."""

import json
from collections import Counter

import pytest
from readback import Book, boxes_of, edited, forms_on
from shipped import DESIGNS, GAMES, languages_of

from cardforge.check import whole
from cardforge.diagnostics import Report
from cardforge.pipeline import Request, build, check, read_game

# Limits of many players are tried at these shares of the way.
SAMPLES = 4


def shipped(name):
    return read_game(DESIGNS / name / "game.yaml", Report(), name)


def players_of(game):
    """Every player number of the box, and some up to the limit."""
    low, high, limit = game.players
    more = {round(high + (limit - high) * n / SAMPLES) for n in range(1, SAMPLES + 1)}
    return sorted({*range(low, high + 1), *more})


def variants(game, every):
    """What may be asked for beside the default, as (asked, words of the slug)."""
    for players in players_of(game):
        if players != game.players.max and (
            every or players in (game.players.min, game.players.limit)
        ):
            yield {"players": players}, f"players={players}"
    for mode in game.modes:
        yield {"mode": mode}, f"mode={mode}"
    for key, ruling in game.rulings.items():
        for value in ruling.values[1:] if every else ruling.values[1:2]:
            yield {"rulings": {key: value}}, f"{key}={value}"


def cases(every):
    found = []
    for name in GAMES:
        # Rulings come in numbers: of each game the first two are tried in every run.
        rulings = 0
        for asked, words in variants(shipped(name), every):
            rulings += "rulings" in asked
            marks = (pytest.mark.slow,) if rulings > 2 else ()
            found.append(pytest.param(name, asked, words, id=f"{name} {words}", marks=marks))
    return found


class Variant:
    """One build of a game that is not the default one, read back."""

    def __init__(self, workshop, game, asked, folder):
        self.language = workshop.game(game).languages[0]
        request = Request(languages=(self.language,), papers=("a4",), **asked)
        files = build(workshop.game(game), request, Report(), folder, lambda _: lambda: None)
        self.books = [Book(path) for path in files if path.suffix == ".pdf"]
        self.manifest = json.loads((folder / game / "manifest.json").read_text("utf-8"))
        self.dealt = workshop.dealt(game, self.language, **asked)


def printed(books):
    """How many card sides are drawn on the face pages, by finished size."""
    found = Counter()
    for book in books:
        for page in book.pdf.pages[::2]:
            for form in forms_on(page):
                found[round(form.area.width), round(form.area.height)] += 1
    return found


def promised(decks):
    found = Counter()
    for deck in decks:
        form = deck.spec.format
        size = (n + 2 * form.bleed for n in form.trim)
        found[tuple(round(length) for length in size)] += deck.total
    return +found


def slug_of(book, page):
    bleed = boxes_of(book.pdf.pages[page])["BleedBox"]
    words = "".join(c for c, box in book.letters(page) if not box.meets(bleed))
    return " ".join(words.replace("\u00a0", " ").split())


@pytest.mark.parametrize(("game", "asked", "words"), cases(every=False))
def test_a_variant_prints_what_was_dealt_and_says_what_it_is(
    workshop, tmp_path, game, asked, words
):
    variant = Variant(workshop, game, asked, tmp_path)
    assert printed(variant.books) == promised(variant.dealt)
    for book in variant.books:
        for page in range(len(book)):
            assert f" {words} " in slug_of(book, page)
        assert words in str(book.pdf.docinfo["/Subject"])
    assert sum(card["copies"] for card in variant.manifest["cards"]) == sum(
        deck.total for deck in variant.dealt
    )


@pytest.mark.parametrize(("game", "asked", "words"), cases(every=False)[:3])
def test_the_manifest_names_what_was_asked_for(workshop, tmp_path, game, asked, words):
    manifest = Variant(workshop, game, asked, tmp_path).manifest
    said = {"players": manifest["players"], "mode": manifest["mode"]} | manifest["rulings"]
    key, value = words.split("=")
    assert str(said[key]) == value


def test_the_box_of_eight_of_one_hundred_is_two_decks(workshop, tmp_path):
    variant = Variant(workshop, "one-hundred", {"players": 8}, tmp_path)
    assert printed(variant.books) == Counter({(69, 94): 104 + 8, (23, 23): 24})


def test_the_teaching_box_of_numerik_has_half_the_digits_and_no_powers(workshop, tmp_path):
    variant = Variant(workshop, "numerik", {"mode": "decouverte"}, tmp_path)
    totals = {deck.name: deck.total for deck in variant.dealt}
    assert totals["digits"] == 50
    assert totals.get("powers", 0) == 0
    assert printed(variant.books) == promised(variant.dealt)


def test_a_copy_too_many_is_noticed(workshop):
    book = workshop.book("cent", "sheets-a4-fr.pdf")
    decks = workshop.dealt("cent", "fr")
    assert printed([book]) == promised(decks)
    more = edited(book.data, 2, lambda words: f"{words}\nq 1 0 0 1 200 -200 cm /{first(book)} Do Q")
    assert printed([Book(more)]) != promised(decks)


def first(book):
    return forms_on(book.pdf.pages[2])[0].name


# --- check, strictly ---


def problems(game, language, **asked):
    report = Report()
    check(game, Request(languages=(language,), papers=("a4", "letter"), **asked), report)
    return [p for p in report.problems if p.severity in ("error", "warning")]


def test_the_default_box_is_clean(workshop, name, language):
    report = Report()
    read_game(workshop.designs / name / "game.yaml", report, name)
    assert not report.problems
    assert problems(workshop.game(name), language) == []


def strict_cases():
    found = []
    for name in GAMES:
        for language in languages_of(name):
            for number, (asked, words) in enumerate(variants(shipped(name), every=True)):
                marks = (pytest.mark.slow,) if number or language != languages_of(name)[0] else ()
                case = f"{name} {language} {words}"
                found.append(pytest.param(name, language, asked, id=case, marks=marks))
    return found


# The one ruling that contradicts the game: under it no power can come after the first play.
CONTRADICTS = {"forbid": "prev"}


@pytest.mark.parametrize(("game", "language", "asked"), strict_cases())
def test_every_variant_is_clean(workshop, monkeypatch, game, language, asked):
    if language != languages_of(game)[0]:
        # Play does not depend on the language: once is enough.
        monkeypatch.setattr(whole, "_played", lambda *_: None)
    found = problems(workshop.game(game), language, **asked)
    if asked.get("rulings") == CONTRADICTS:
        found = [p for p in found if p.code not in ("play.unreachable", "composition.holds")]
    if asked.get("players", 0) > workshop.game(game).players.max:
        # Possible, but more than the rules were made for: some games say so.
        found = [p for p in found if p.code != "composition.players"]
    assert found == []


def test_powers_that_a_ruling_makes_unreachable_are_told(workshop):
    found = problems(workshop.game("numerik"), "en", rulings=CONTRADICTS)
    unreachable = [p for p in found if p.code == "play.unreachable"]
    assert [p.message[:3] for p in unreachable] == [str(digit) * 3 for digit in range(10)]
    assert "composition.holds" in {p.code for p in found}


def test_modes_are_clean_for_every_number_of_players(workshop):
    game = workshop.game("numerik")
    for mode in game.modes:
        assert problems(game, "fr", mode=mode, players=game.players.min) == []


def test_a_broken_promise_is_noticed(workshop):
    game = workshop.game("cent")
    (numbers, *others) = game.decks
    fewer = game._replace(decks=(numbers._replace(where=None, copies=2), *others))
    assert problems(fewer, "fr") != []
