"""Headers become names that expressions can use, and cells lose what nobody sees."""

import pytest

from cardforge.tables.naming import clean, field_name, seen


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("id", "id"),
        ("ID", "id"),
        ("Card Name", "card_name"),
        ("  Card\u00a0 Name\u200b ", "card_name"),
        ("Mana-Cost", "mana_cost"),
        ("manaCost", "mana_cost"),
        ("HP", "hp"),
        ("Coût (PA)", "coût_pa"),
        ("name (fr)", "name_fr"),
        ("name:fr", "name_fr"),
        ("#", "number"),
        ("%", "percent"),
        ("2nd cost", "_2nd_cost"),
        ("min", "min_"),
        ("class", "class"),
        ("कार्ड", "कार्ड"),
        ("名前", "名前"),
        ("!!", ""),
        ("", ""),
    ],
)
def test_a_header_is_a_name(header, name):
    assert field_name(header) == name


def test_a_name_is_its_own_name():
    for header in ("Card Name", "2nd cost", "min", "Coût (PA)", "#"):
        assert field_name(field_name(header)) == field_name(header)


def test_a_letter_and_its_accent_are_one_sign_in_a_header():
    assert field_name("cou\u0302t") == field_name("coût") == "coût"


def test_every_name_can_be_asked_for():
    from cardforge.wording import compile_text

    for header in ("2nd cost", "min", "Coût", "कार्ड", "名前", "self", "not", "true", "range"):
        name = field_name(header)
        assert compile_text(f"{{{{ {name} ~ '' }}}}")({name: "x"}) == "x"


def test_cells_lose_what_nobody_sees_at_their_ends_and_keep_the_inside():
    assert clean("\ufeff \u00a0a\u200b b\u200b\u00a0\n") == "a\u200b b"
    assert clean("one\r\ntwo\rthree\x0bfour") == "one\ntwo\nthree\nfour"
    assert seen(" a\u00a0\u200b  b ") == "a b"
