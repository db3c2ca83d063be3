"""Filters that speak a language or know the palette; the values are those of CLDR and WCAG."""

import pytest

from cardforge.expressions import WordingError
from cardforge.wording import compile_text


def value(text, language="en", **more):
    palette = {"accent": "#c8452f", "night": "#102030", "snow": "#ffffff"}
    return compile_text(text)({"language": language, "palette": palette, **more})


@pytest.mark.parametrize(
    ("language", "number", "forms", "form"),
    [
        ("en", 1, "'card', 'cards'", "card"),
        ("en", 0, "'card', 'cards'", "cards"),
        ("fr", 0, "'carte', 'cartes'", "carte"),
        ("fr", 2, "'carte', 'cartes'", "cartes"),
        ("fr", 1_000_000, "'carte', 'cartes'", "cartes"),
        ("pl", 1, "'karta', 'karty', 'kart', 'karty'", "karta"),
        ("pl", 3, "'karta', 'karty', 'kart', 'karty'", "karty"),
        ("pl", 5, "'karta', 'karty', 'kart', 'karty'", "kart"),
        ("pl", 22, "one='karta', few='karty', many='kart'", "karty"),
        ("ja", 3, "'a', other='b'", "b"),
        ("ar", 2, "one='a', two='b', other='c'", "b"),
    ],
)
def test_a_word_takes_the_form_of_its_number(language, number, forms, form):
    assert value(f"{{{{ {number} | plural({forms}) }}}}", language) == form


@pytest.mark.parametrize(
    ("language", "number", "text"),
    [
        ("en", "1234567.5", "1,234,567.5"),
        ("fr", "1234.5", "1\u202f234,5"),
        ("de", "1234.5", "1.234,5"),
        ("en", "-3", "−3"),
        ("en", "3.0", "3"),
        ("fr", "'1234.5'", "1\u202f234,5"),
    ],
)
def test_a_number_is_written_as_its_language_writes_it(language, number, text):
    assert value(f"{{{{ {number} | number }}}}", language) == text


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("{{ 21 | in_words }}", "vingt et un"),
        ("{{ 21 | in_words('en') }}", "twenty-one"),
        ("{{ 3 | ordinal }}", "troisième"),
        ("{{ 3 | ordinal('en') }}", "third"),
    ],
)
def test_a_number_is_spelled_in_the_language_of_the_run_or_in_another(text, spelled):
    assert value(text, "fr") == spelled


def test_an_ordinal_in_a_language_that_nobody_can_spell_is_told():
    with pytest.raises(WordingError, match="numbers cannot be spelled in 'xx'"):
        value("{{ 3 | ordinal('xx') }}")


def test_decimals_are_kept_when_they_are_asked_for():
    assert value("{{ 3 | number(2) }}") == "3.00"
    assert value("{{ 2.345 | number(1) }}", "fr") == "2,3"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("{{ 1994 | roman }}", "MCMXCIV"), ("{{ 4 | roman }}", "IV"), ("{{ 7 | pad(3) }}", "007"),
        ("{{ 'a' | pad(3, '.') }}", "..a"), ("{{ 'Été à la mer !' | slug }}", "ete-a-la-mer"),
        ("{{ 'Straße 12' | slug }}", "strasse-12"), ("{{ '…' | slug }}", ""),
    ],
)  # fmt: skip
def test_texts_and_numerals(text, result):
    assert value(text) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("{{ 'accent' | contrast }}", "white"), ("{{ 'snow' | contrast }}", "black"),
        ("{{ 'night' | contrast(light='snow') }}", "snow"),
        ("{{ '#000000' | mix('#ffffff', 1) }}", "#ffffff"), ("{{ 'red' | darken(1) }}", "#000000"),
        ("{{ 'snow' | darken(0) }}", "#ffffff"), ("{{ 0 | ramp(['night', 'snow']) }}", "#102030"),
    ],
)  # fmt: skip
def test_colours_are_looked_up_in_the_palette(text, result):
    assert value(text) == result


def test_mixed_colours_lie_between_the_two():
    mixed = value("{{ 'black' | mix('white') }}")
    assert mixed == "#636363"  # half way in OKLab: L = 0.5 is a linear 0.125


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{ 4000 | roman }}", "from 1 to 3999"), ("{{ 'x' | roman }}", "whole number"),
        ("{{ 1 | plural('card') }}", "the word for one"),
        ("{{ 'x' | plural('a', 'b') }}", "number"),
        ("{{ 1 | plural('a', 'b', 'c') }}", "'en' has 2 forms"),
        ("{{ 1 | plural('a', 'b', lots='c') }}", "no form is called 'lots'"),
        ("{{ 7 | pad(1000) }}", "from 0 to 100"), ("{{ 7 | pad('x') }}", "the width of pad"),
        ("{{ 'red' | mix('blue', 'x') }}", "share of a colour"),
        ("{{ 1 | number('2') }}", "whole number from 0 to 15"),
        ("{{ 'grene' | lighten }}", "no colour"),
        ("{{ 'x' | number }}", "needs a number"), ("{{ 1 | number(99) }}", "decimals"),
        ("{{ 'cmyk(0, 0, 0, 1)' | darken }}", "on the screen"), ("{{ nope | lighten }}", "nope"),
    ],
)  # fmt: skip
def test_a_filter_says_what_it_cannot_do(text, said):
    with pytest.raises(WordingError, match=said):
        value(text)


def test_a_language_that_nobody_knows_is_told():
    with pytest.raises(WordingError, match="'qqq' are not known"):
        value("{{ 1 | plural('a', 'b') }}", "qqq")
