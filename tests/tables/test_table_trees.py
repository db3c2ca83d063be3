"""JSON and YAML tables: lists of objects, columns, and lists inside of lists."""

import pytest
from reading_tables import fields, table_of

SUITS = """{"set": "dawn", "suits": [
  {"suit": "hearts", "colour": "red", "cards": [
    {"rank": "A"},
    {"rank": "K", "colour": "gold"}]},
  {"suit": "clubs", "colour": "black", "cards": [{"rank": "A"}]}]}
"""


@pytest.fixture
def opened(tmp_path):
    """Return what reads a text as a table: the table, and the problems."""

    def opened(text, name="cards.json", **reading):
        return table_of(tmp_path, text, name, **reading)

    return opened


def test_a_list_of_objects_is_a_table(opened):
    text = '[{"cardName": "Elf", "Mana Cost": 2}, {"cardName": "Orc", "tags": ["a", "b"]}]'
    assert fields(opened(text)) == [
        {"card_name": "Elf", "mana_cost": 2, "tags": ""},
        {"card_name": "Orc", "tags": ["a", "b"], "mana_cost": ""},
    ]


def test_the_only_list_of_objects_in_an_object_is_the_table(opened):
    assert fields(opened('{"set": "dawn", "cards": [{"id": "a"}]}')) == [{"set": "dawn", "id": "a"}]


def test_an_object_of_objects_has_the_ids_as_keys(opened):
    assert fields(opened('{"elf": {"cost": 1}, "orc": {"cost": 2}}')) == [
        {"id": "elf", "cost": 1},
        {"id": "orc", "cost": 2},
    ]


def test_an_object_of_lists_is_written_column_by_column(opened):
    found = opened('{"name": ["Elf", "Orc"], "cost": [1, 2]}')
    assert fields(found)[1] == {"name": "Orc", "cost": 2}
    assert found[0].lines[1].place("cost")[1:] == (1, 38, 1, 39)


def test_columns_of_different_length_are_told(opened):
    _, (problem,) = opened('{"name": ["Elf", "Orc"], "cost": [1]}')
    assert (problem.code, problem.span.column) == ("table.ragged", 34)


def test_lists_inside_are_flattened_and_inherit(opened):
    assert fields(opened(SUITS, flatten=("suits", "cards"))) == [
        {"set": "dawn", "suit": "hearts", "colour": "red", "rank": "A"},
        {"set": "dawn", "suit": "hearts", "colour": "gold", "rank": "K"},
        {"set": "dawn", "suit": "clubs", "colour": "black", "rank": "A"},
    ]


def test_places_lead_to_what_is_inherited_too(opened):
    table, _ = opened(SUITS, flatten=("suits", "cards"))
    king = table.lines[1]
    assert king.span[1:3] == (4, 5)
    assert king.place("rank")[1:] == (4, 14, 4, 17)
    assert king.place("suit")[1:] == (2, 12, 2, 20)
    assert king.place("set")[1:3] == (1, 9)


def test_a_list_of_plain_values_is_flattened_under_its_own_name(opened):
    found = opened('[{"suit": "h", "rank": ["A", 2]}]', flatten=("rank",))
    assert fields(found) == [{"suit": "h", "rank": "A"}, {"suit": "h", "rank": 2}]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('[{"cards": []}, {"card": 1}]', "did you mean 'card'?"),
        ('[{"cards": "none"}]', "name the list that holds the cards"),
    ],
)
def test_what_cannot_be_flattened_is_told(opened, text, hint):
    _, (problem,) = opened(text, flatten=("cards",))
    assert (problem.code, problem.hint) == ("table.flatten", hint)


def test_numbers_stay_as_they_are_written(opened):
    text = '[{"a": 1.50, "b": 1e3, "c": 7, "d": -2.5, "e": 12345678901234567890, "f": true}]'
    assert fields(opened(text)) == [
        {"a": "1.50", "b": "1e3", "c": 7, "d": -2.5, "e": "12345678901234567890", "f": True}
    ]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ('[{"a": 1,}]', "table.syntax", (1, 10)),
        ('[{"a": 1}\n{"a": 2}]', "table.syntax", (2, 1)),
        ('[{"a": 1, "a": 2}]', "table.syntax", (1, 11)),
        ('[{"a": NaN}]', "table.syntax", (1, 1)),
        ("[" * 100_000, "table.syntax", (1, 1)),
        ("[1, 2]", "table.shape", (1, 2)),
        ('"text"', "table.shape", (1, 1)),
        ("[]", "table.empty", (1, 1)),
        ("{}", "table.empty", (1, 1)),
        ("null", "table.shape", (1, 1)),
        ('[{"!": 1}]', "table.header", (1, 8)),
        ('[{"Name": 1, "name": 2}]', "table.header-twice", (1, 22)),
        ("[" + ",".join(["{}"] * 20_001) + "]", "table.too-large", (1, 1)),
        ("[{" + ",".join(f'"k{n}": 1' for n in range(300)) + "}]", "table.too-large", (1, 1)),
    ],
)
def test_what_is_no_table_is_told_at_its_place(opened, text, code, place):
    table, (problem,) = opened(text)
    assert (table, problem.code) == (None, code)
    assert (problem.span.line, problem.span.column) == place


def test_a_product_of_lists_is_refused_before_it_is_made(opened):
    inner = "[" + ",".join(["{}"] * 300) + "]"
    text = "[" + ",".join(f'{{"a": {inner}}}' for _ in range(100)) + "]"
    table, (problem,) = opened(text, flatten=("a",))
    assert (table, problem.code) == (None, "table.too-large")


def test_yaml_is_read_as_it_is_typed_with_its_places(opened):
    text = "- {name: Elf, n: 007, cost: 3}\n- name: Orc\n  text: {en: a, fr: b}\n"
    found = opened(text, "cards.yaml")
    assert fields(found)[0] == {"name": "Elf", "n": "007", "cost": 3, "text": ""}
    orc = found[0].lines[1]
    assert orc.fields["text"] == {"en": "a", "fr": "b"}
    assert (orc.span.line, orc.place("text")[1:3]) == (2, (3, 9))


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (r'[{"name": "a"}, {"name": "b\ud800"}]', "U+D800", (1, 26)),
        (r'[{"name": "a", "x\u0007": [1]}]', "U+0007", (1, 27)),
        (r'[{"name": ["a", "b\f"]}]', "U+000C", (1, 17)),
    ],
)
def test_a_character_that_is_spelt_is_refused_like_one_that_is_typed(opened, text, code, place):
    table, (problem,) = opened(text)
    assert table is None
    assert (problem.code, problem.span[1:3]) == ("source.character", place)
    assert problem.message == f"{code} is not a printable character"


def test_letters_that_are_spelt_are_letters(opened):
    assert fields(opened(r'[{"name": "\u00e9\ud83d\ude00\n\"\\"}]')) == [{"name": 'é😀\n"\\'}]
