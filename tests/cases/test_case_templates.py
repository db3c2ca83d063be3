"""Templates, fields and counts: a mistake is named, a hostile one is stopped."""

import pytest
from finished import sheets, words_of
from games import build, built, files_in, head, spawn, worded, write


def face(text, *, fields="title: A", more=""):
    """Return a game of two cards whose face prints one text, quoted as YAML wants it."""
    quoted = "'" + text.replace("'", "''") + "'"
    return (
        head()
        + more
        + "templates:\n  worded:\n    elements:\n"
        + f"      - {{text: {quoted}, font: plain, size: 8 pt, box: safe}}\n"
        "decks:\n  main:\n    face: worded\n    back: none\n    rows:\n"
        f"      - {{id: a, {fields}}}\n      - {{id: b, title: B}}\n"
    )


# 76: names that nobody defined


@pytest.mark.parametrize(
    ("text", "name", "card"),
    [
        ("{{ titel }} costs 3", "titel", "main.a"),
        ("{{ title }} costs {{ cost }}", "cost", "main.b"),
        ("{{ titel | upper }}", "titel", "main.a"),
        ("{{ title ~ titel }}", "titel", "main.a"),
        ("{{ words.tilte }}", "tilte", "main.a"),
        ("{% if titel %}x{% endif %}", "titel", "main.a"),
        ("{{ [titel] }}", "titel", "main.a"),
        ("{{ title.upper }}", "upper", "main.a"),
    ],
)
def test_an_unknown_name_is_an_error_with_card_place_and_near_name(tmp_path, text, name, card):
    ran = build(write(tmp_path / "game", face(text, fields="title: A, cost: 3")))
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    assert f"'{name}'" in ran.err
    assert card in ran.err
    assert "game.yaml:11:" in ran.err
    if name == "titel":
        assert "did you mean 'title'?" in ran.err


@pytest.mark.parametrize(
    "where", ["copies: '{{ cpoies }}'", "where: nothing > 3", "let: {x: '{{ nothing }}'}"]
)
def test_an_unknown_name_in_a_deck_is_an_error_too(tmp_path, where):
    ran = build(
        write(tmp_path / "game", head() + worded("{id: a, title: A}", more=f"    {where}\n"))
    )
    assert ran.code == 1
    assert "nothing here is called" in ran.err


def test_a_default_stands_for_a_missing_name(tmp_path):
    text = face("{{ title }} costs {{ cost | default('none') }}", fields="title: A, cost: 3")
    assert " ".join(words_of(built(write(tmp_path / "game", text)), "-layout")).split() == [
        "A",
        "costs",
        "3",
        "B",
        "costs",
        "none",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "{{ title",
        "{{ title | }}",
        "{{ title | uper }}",
        "{{ 1 + }}",
        "{% if title %}",
        "{{ my title }}",
    ],
)
def test_an_expression_that_cannot_be_read_is_an_error_with_its_place(tmp_path, text):
    ran = build(write(tmp_path / "game", face(text)))
    assert ran.code == 1
    assert "game.yaml:11:16: error[expression.syntax]" in ran.err, ran.err


# 78: hostile templates

HOSTILE = {
    "classes": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "globals": "{{ cycler.__init__.__globals__.os.system('touch PWNED') }}",
    "attribute": "{{ title|attr('__class__') }}",
    "format": "{{ '{0.__class__}'.format(title) }}",
    "times": "{{ 'x' * 999999999 }}",
    "loop": "{% for i in range(99999999) %}x{% endfor %}",
    "power": "{{ (9 ** 99999999) % 7 }}",
    "padding": "{{ title.ljust(999999999) }}",
    "macro": "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "include": "{% include '/etc/hostname' %}",
    "environment": "{{ environ }}{{ config }}{{ self }}",
    "bound": "{{ title.upper }}",
    "item": "{{ title['__class__'] }}",
    "joined": "{{ [title] | join(attribute='__class__') }}",
    "mapped": "{{ [title] | map(attribute='__class__') | list }}",
    "function": "{{ range }}",
    "key": "{{ max([1, 2], key=range) }}",
    "itself": "{{ self }} ",
    "import": "{% import 'os' as os %}{{ os }}",
    "extends": "{% extends 'game.yaml' %}",
    "set": "{% set a = title %}{{ a }}",
    "tower": "{{ 9 ** 64 ** 64 }}",
    "digits": "{{ 1.5 | round(999999999, 'ceil') }}",
    "replaced": "{{ 'aaaaaaaaaa'" + "|replace('a','aaaaaaaaaa')" * 12 + " }}",
    "doubled": "{{ title" + " | replace('A', 'AA')" * 40 + " }}",
    "filled": "{{ '' | replace('', range(3000) | join) | replace('', range(3000) | join) }}",
    "commas": "{{ range(10000) | join(range(10000) | join('xxxxxxxxxx')) }}",
    "range": "{{ range(99999999) | sum }}",
    "ranges": "{{ [" + "range(10000)," * 250 + "] | length }}",
    "copies": "{{ [" + "range(9999) | list," * 150 + "] | length }}",
    "sorted": "{{ [" + "range(10000) | sort | reverse | unique | list," * 60 + "] }}",
    "nested": "{{ " + "[" * 500 + "]" * 500 + " }}",
    "brackets": "{{ " + "(" * 1900 + "1" + ")" * 1900 + " }}",
    "sum": "{{ 1" + " + 1" * 900 + " }}",
    "signs": "{{ " + "- " * 1500 + "1 }}",
    "long": "{{ " + " + ".join(["1"] * 20000) + " }}",
    "filters": "{{ title" + " | upper" * 400 + " }}",
    "conditions": "{% if 1 %}" * 150 + "x" + "{% endif %}" * 150,
    "centred": "{{ title | center(99999999) }}",
    "indented": "{{ title | indent(99999999) }}",
    "hexadecimal": "{{ 0x" + "f" * 3900 + " }}",
    "test": "{{ title is callable }}",
    "call": "{{ title() }}{{ words.items() }}",
    "language": "{{ 3 | in_words('../../../etc/passwd') }}",
    "spelled": "{{ '9' | int | in_words('xx') }}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_template_is_an_error_that_leaks_nothing(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    ran = build(write(tmp_path / "game", face(HOSTILE[name])))
    assert ran.code == 1, ran.said
    assert "error[expression." in ran.err, ran.err
    assert "game.yaml:11:" in ran.err
    for leak in ("<class", "<built-in", "<function", " object at 0x", "Traceback", "jinja2"):
        assert leak not in ran.err, ran.err
    assert files_in(tmp_path / "out") == []
    assert not list(tmp_path.rglob("PWNED"))


LISTS = "".join(
    f"      x{i}: '{{{{ [{', '.join([f'x{i - 1}'] * 10)}] }}}}'\n" for i in range(1, 12)
)
PARTS = "".join(f"  p{i}: [{{use: p{i + 1}}}, {{use: p{i + 1}}}]\n" for i in range(28))
DECK = "decks:\n  main:\n    face: worded\n    back: none\n"
ENDLESS = {
    "all eleven": "".join(
        f"  t{number}: {{elements: [{{text: '{text}', font: plain, size: 8 pt}}]}}\n".replace(
            "''", ""
        )
        for number, text in enumerate(t.replace("'", '"') for t in [*HOSTILE.values()][:11])
    ),
    "lists of lists": DECK + f"    for: {{x0: 1..2}}\n    let:\n{LISTS}",
    "chain of lets": DECK
    + "    for: {x0: 1..2}\n    let:\n"
    + "".join(f"      x{i}: '{{{{ [x{i - 1}] }}}}'\n" for i in range(1, 1500)),
    "doubling lets": DECK
    + "    for: {x0: 1..2}\n    let:\n"
    + "".join(f"      x{i}: '{{{{ x{i - 1} ~ x{i - 1} }}}}'\n" for i in range(1, 60)),
    "product": DECK + "    for: {a: 1..10000, b: 1..10000, c: 1..10000}\n",
    "product left out": DECK + "    for: {a: 1..10000, b: 1..10000}\n    where: a > 10000\n",
    "copies": DECK + "    for: {a: 1..9000}\n    copies: 999\n",
    "long list printed": DECK
    + "    rows:\n      - {id: a, x: [&s "
    + "s" * 500_000
    + ", *s" * 50_000
    + "], title: '{{ x }}'}\n",
    "parts of parts": "parts:\n"
    + PARTS
    + "  p28: [{text: x, font: plain, size: 8 pt}]\n"
    + DECK.replace("worded", "twice")
    + "    rows: [{id: a}]\n",
    "repeats": DECK.replace("worded", "thrice") + "    rows: [{id: a}]\n",
    "many": DECK.replace("worded", "many") + "    rows: [{id: a}]\n",
}
EXTRA = {
    "parts of parts": "  twice: {elements: [{use: p0}]}\n",
    "repeats": "  thrice: {elements: [{repeat: 1..1000, as: a, elements: "
    "[{repeat: 1..1000, as: b, elements: "
    "[{repeat: 1..1000, as: c, elements: [{text: x, if: c < 0, font: plain, size: 8 pt}]}]}]}]}\n",
    "many": "  many:\n    elements:\n"
    + "".join(f'      - {{text: "{{{{ id ~ {i} }}}}", if: false}}\n' for i in range(12000)),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_game_without_end_is_an_error_within_seconds_and_500_megabytes(tmp_path, name):
    templates = "templates:\n  worded: {elements: [{text: '{{ id }}', font: plain, size: 8 pt}]}\n"
    game = write(tmp_path / "game", head() + templates + EXTRA.get(name, "") + ENDLESS[name])
    ran = spawn(
        "build", game, "--out", tmp_path / "out", "--paper", "a4", seconds=30, megabytes=500
    )
    assert ran.code == 1, ran.said
    assert "error[" in ran.err
    assert "Traceback" not in ran.err
    assert len(ran.err) < 200_000
    assert files_in(tmp_path / "out") == []


# 71: counts

COUNTS = [
    ("0", 0),
    ("-1", None),
    ("2.5", None),
    ("2.0", 2),
    ("two", None),
    ('"3"', 3),
    ('" 3 "', 3),
    ('"3x"', None),
    (".nan", None),
    (".inf", None),
    ("true", None),
    ("[1, 2]", None),
    ('"３"', None),
    ("1e3", None),
    ("1000", None),
    ("999", 999),
    ("0x10", None),
    ("1_0", None),
    ("{a: 1}", None),
    ('"{{ 1 + 2 }}"', 3),
    ('"{{ 5 / 2 }}"', None),
    ('"{{ [1] }}"', None),
    ("+3", 3),
    ("174430", None),
    ("1000000000000", None),
    ('"3;"', None),
    ('"{{ true }}"', None),
    ('"{{ -1 }}"', None),
    ("'3,0'", None),
]


@pytest.mark.parametrize(("typed", "count"), COUNTS)
def test_a_count_is_a_whole_number_or_an_error(tmp_path, typed, count):
    rows = (f"{{id: a, title: A, copies: {typed}}}", "{id: b, title: B}")
    game = write(tmp_path / "game", head(format="{trim: [20, 20], bleed: 0}") + worded(*rows))
    ran = build(game)
    if count is None:
        assert (ran.code, files_in(tmp_path / "out")) == (1, [])
        assert "error[card.copies]" in ran.err, ran.err
        assert "main.a" in ran.err
        assert "from 0 to 999" in ran.err
        return
    assert ran.code == 0, ran.err
    drawn = sum(len(sheet.spots) for sheet in sheets(built(game)))
    assert drawn == count + 1


def test_an_empty_count_is_one_or_an_error(tmp_path):
    ran = build(
        write(
            tmp_path / "game", head() + worded("{id: a, title: A, copies: }", "{id: b, title: B}")
        )
    )
    assert ran.code == 1
    assert "copies" in ran.err


def test_a_count_of_none_is_noted(tmp_path):
    game = write(
        tmp_path / "game", head() + worded("{id: a, title: A, copies: 0}", "{id: b, title: B}")
    )
    assert "copies is 0" in build(game, "--verbose").err


@pytest.mark.parametrize(
    ("typed", "hint"),
    [("two", "write 2"), ('"3x"', "write 3"), ("Ten", "write 10"), ("'4 cards'", "write 4")],
)
def test_a_count_in_words_comes_with_a_hint(tmp_path, typed, hint):
    ran = build(write(tmp_path / "game", head() + worded(f"{{id: a, title: A, copies: {typed}}}")))
    assert hint in ran.err


# 73: a side without template


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("    back: none\n", ""), "back"),
        (("    face: worded\n", ""), "face"),
        (("face: worded", "face: wordde"), "did you mean 'worded'?"),
        (("back: none", "back: wordd"), "did you mean 'worded'?"),
        (("back: none", "back: nnoe"), "nnoe"),
        (("back: none", "back:"), "back"),
        (("face: worded", "face: '{{ titel }}'"), "titel"),
        (("face: worded", "face: '{{ title }}'"), "no template is called 'A'"),
        (("face: worded", "face: none"), "none"),
    ],
)
def test_a_side_without_template_is_an_error_with_card_and_suggestion(tmp_path, change, said):
    game = write(tmp_path / "game", (head() + worded("{id: a, title: A}")).replace(*change))
    ran = build(game)
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    assert said in ran.err, ran.err
    assert "Traceback" not in ran.err


# A card's own names


def test_every_name_that_the_language_promises_is_there(tmp_path):
    names = (
        "id",
        "name",
        "deck",
        "copies",
        "number",
        "players",
        "language",
        "title",
        "version",
        "game",
    )
    text = " ".join(f"{{{{ {name} }}}}" for name in (*names, "mode", "credits"))
    more = "credits: Nobody\n"
    game = write(tmp_path / "game", face(text, fields="name: Ann", more=more))
    assert words_of(built(game), "-layout")[0].split()[:11] == (
        "a Ann main 1 1 2 en Toy 1 toy Nobody".split()
    )


@pytest.mark.parametrize("text", ["{{ number }}", "{{ number + 0 }}"])
def test_a_field_called_number_is_the_designers_own(tmp_path, text):
    rows = [
        f"{{id: {name}, number: {number}, title: '{text}'}}"
        for name, number in (("a", 7), ("b", 5))
    ]
    game = write(tmp_path / "game", head() + worded(*rows))
    assert " ".join(words_of(built(game), "-layout")).split() == ["7", "5"]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("{{ -3 }}", "-3"),
        ("{{ 0 - players }}", "-2"),
        ("{{ [3, 1, 2] | sort | join('-') }}", "1-2-3"),
        ("{{ [1, 2] | reverse | join }}", "21"),
        ("{{ ['a', 'b', 'a'] | unique | join }}", "ab"),
        ("{{ {'a': 1}.a }}", "1"),
        ("{{ [5, 6][1] }}", "6"),
        ("{{ 'abc'[1:] }}", "bc"),
        ("{{ 7 / 2 }}", "3.5"),
        ("{{ 2 ** 10 }}", "1024"),
        ("{{ 'a' ~ 1 ~ none ~ true }}", "a1true"),
        ("{{ 4 is even }}", "true"),
        ("{% if players == 2 %}two{% else %}many{% endif %}", "two"),
        ("{{ max(1, 2) }}{{ min([3, 4]) }}", "23"),
        ("{{ 3 in range(5) }}", "true"),
        ("{{ 'x' | replace('x', 'yy') | upper }}", "YY"),
        ("{{ 2.345 | round(1) }}", "2.3"),
        ("{{ range(3) | join(',') }}", "0,1,2"),
    ],
)
def test_what_an_expression_may_do_still_works(tmp_path, text, printed):
    assert words_of(built(write(tmp_path / "game", face(text))), "-layout")[0].split()[0] == printed
