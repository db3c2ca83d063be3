"""Names of files: every system takes them, and no two are one where capitals do not count."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardforge.export.names import LONGEST, Names, number, plain

RESERVED = {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(10))}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A-spade", "A-spade"),
        ("Étoile d'été", "Etoile-d-ete"),
        ("Straße", "Strasse"),
        ("Øre & łódź", "Ore-lodz"),
        ("numbers.1", "numbers-1"),
        ("63.5x88.9", "63-5x88-9"),
        ("a/b\\c:d*e", "a-b-c-d-e"),
        ("…", "x"),
        ("", "x"),
        ("½", "1-2"),
        ("龍", "u9f8d"),
    ],
)
def test_a_text_becomes_ascii_letters_figures_and_hyphens(text, name):
    assert plain(text) == name


def test_texts_of_other_scripts_stay_apart():
    assert len({plain(text) for text in ("龍", "虎", "Ω", "я")}) == 4


def test_two_files_that_want_one_name_get_numbers():
    names = Names()
    given = [names.give("cards", text, "x1", ending="png") for text in ("é", "e", "E", "e")]
    assert given == ["cards/e-x1.png", "cards/e-x1-2.png", "cards/E-x1-3.png", "cards/e-x1-4.png"]
    assert names.give("tokens", "e", "x1", ending="png") == "tokens/e-x1.png"


def test_a_long_name_keeps_its_end():
    names = Names()
    made = [names.give("cards", "001", "a" * 300, "en", "x12", ending="png") for _ in range(12)]
    assert made[0].startswith("cards/001-aaa")
    assert made[0].endswith("a-en-x12.png")
    assert made[11].endswith("a-en-x12-12.png")
    assert len(set(made)) == 12
    assert max(len(name) - len("cards/") for name in made) <= LONGEST


def test_names_of_devices_are_not_used():
    assert Names().give("cards", "con", ending="png") == "cards/_con.png"
    assert Names().give("cards", "LPT1", ending="png") == "cards/_LPT1.png"
    assert Names().give("cards", "console", ending="png") == "cards/console.png"


@given(st.lists(st.lists(st.text(), min_size=1, max_size=4), max_size=12))
def test_whatever_the_cards_are_called_the_names_hold(wanted):
    names = Names()
    given = [names.give("cards", *parts, ending="png") for parts in wanted]
    assert len({name.lower() for name in given}) == len(wanted)
    for name in given:
        file = name.removeprefix("cards/")
        assert re.fullmatch(r"[A-Za-z0-9_-]+\.png", file)
        assert len(file) <= LONGEST
        assert file.lower().partition(".")[0] not in RESERVED


@pytest.mark.parametrize(
    ("count", "of", "name"), [(1, 5, "001"), (7, 1200, "0007"), (999, 999, "999")]
)
def test_numbers_sort_as_they_count(count, of, name):
    assert number(count, of) == name
