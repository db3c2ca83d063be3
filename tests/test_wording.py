"""Expressions: what they give, what they refuse, and that each of them ends."""

import pytest

from cardforge.decode import Evaluated, Reader
from cardforge.diagnostics import Report, Span
from cardforge.element_kinds import Condition
from cardforge.expressions import WordingError
from cardforge.wording import compile_text

SCOPE = {"n": 9, "name": "Ace", "none_here": None, "yes": True, "words": {"base": "base"},
         "list": [3, 1, 2], "language": "fr", "text": "two words"}  # fmt: skip


def value(text):
    return compile_text(text)(SCOPE)


def condition(text):
    reader = Reader(Report(), compile_text=lambda written, _span: compile_text(written))
    read = reader.read(Evaluated(text, Span("x.yaml", 1, 1, 1, 2)), Condition(), "if")
    return read.expression(SCOPE)


def fault(text):
    with pytest.raises(WordingError) as error:
        value(text)
    return error.value.code, str(error.value), error.value.hint


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("{{ n }}", 9), ("{{n}}", 9), ("{{ n }} of {{ name }}", "9 of Ace"), ("+{{ n }}", "+9"),
        ("{{ none_here }}!", "!"), ("{{ yes }}!", "true!"), ("{{ yes }}", True),
        ("{{ n + 1 }}", 10), ("{{ n / 2 }}", 4.5), ("{{ n // 2 }}", 4), ("{{ -n }}", -9),
        ("{{ 'a' if n > 3 else 'b' }}", "a"), ("{% if n > 3 %}big{% else %}no{% endif %}", "big"),
        ("{{ n in [1, 9] }}", True), ("{{ n not in [1, 9] }}", False), ("{{ n ~ name }}", "9Ace"),
        ("{{ range(3) | join('-') }}", "0-1-2"), ("{{ min(n, 3) }}", 3), ("{{ max([n, 30]) }}", 30),
        ("{{ words.base }}", "base"), ("{{ words['base'] }}", "base"), ("{{ list[0] }}", 3),
        ("{{ list | sort | join }}", "123"), ("{{ list | sum }}", 6), ("{{ name | upper }}", "ACE"),
        ("{{ 3 | signed }}", "+3"), ("{{ -5 | signed }}", "−5"), ("{{ (7 / 2) | ceil }}", 4),
        ("{{ 6 | ambiguous_upside_down }}", True), ("{{ 8 | ambiguous_upside_down }}", False),
        ("{{ 21 | in_words('fr') }}", "vingt et un"), ("{{ 21 | in_words('en') }}", "twenty-one"),
        ("{{ missing | default('x') }}", "x"), ("no braces", "no braces"),
    ],
)  # fmt: skip
def test_an_expression_gives_its_value(text, result):
    found = value(text)
    assert (found, type(found)) == (result, type(result))


def test_a_condition_needs_no_braces():
    assert condition("n > 3") is True
    assert condition("{{ n > 30 }}") is False


@pytest.mark.parametrize("text", ["{{ n }}", "{{ n + 1 }}", "{% if n %}{{ name }}{% endif %}"])
def test_the_names_of_an_expression_are_known_before_it_runs(text):
    assert "n" in compile_text(text).names
    assert "range" not in compile_text("{{ range(n) }}").names


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("{{ nam }}", "nothing here is called 'nam'", "did you mean 'name'?"),
        ("{{ nam ~ 1 }}", "nothing here is called 'nam'", "did you mean 'name'?"),
        ("{{ nam + 1 }}", "nothing here is called 'nam'", "did you mean 'name'?"),
        ("{{ [nam] }}", "nothing here is called 'nam'", "did you mean 'name'?"),
        ("{% if nam %}a{% endif %}", "nothing here is called 'nam'", "did you mean 'name'?"),
        ("{{ zzz }}", "nothing here is called 'zzz'", "the names here: "),
        ("{{ words.bass }}", "has no entry 'bass'", ""),
        ("{{ list[7] }}", "has no entry", ""),
    ],
)
def test_an_unknown_name_is_never_nothing(text, message, hint):
    code, found, cure = fault(text)
    assert code == "expression.unknown-name"
    assert message in found
    assert hint in (cure or "")


@pytest.mark.parametrize(
    "text",
    [
        "{{ n + }}", "{{ n", "{{ n }", "{% if n %}", "{{ n | upperr }}", "{{ n is primal }}",
        "{{ card name }}", "{{ 'a }}", "{{ }}", "{% endif %}", "{{ n | in_words( }}",
        "{{ " + "(" * 2000 + "n" + ")" * 2000 + " }}",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_without_running_it(text):
    code, _, _ = fault(text)
    assert code in ("expression.syntax", "expression.forbidden")


@pytest.mark.parametrize(
    "text",
    [
        "{% for x in list %}{{ x }}{% endfor %}", "{% set x = 1 %}{{ x }}",
        "{% macro m() %}{% endmacro %}", "{% include 'x' %}", "{% import 'x' as y %}",
        "{{ name.upper() }}", "{{ n.__class__ }}", "{{ ''.__class__.__mro__ }}",
        "{{ name['__class__'] }}", "{{ self }}", "{{ cycler(1) }}", "{{ lipsum() }}",
        "{{ range(99999999) }}", "{{ 9 ** 99 ** 9 }}", "{{ 'x' * 999999999 }}",
        "{{ ('x' | replace('x', text * 99999)) }}",
    ],
)  # fmt: skip
def test_what_could_run_code_or_grow_without_end_is_refused(text):
    code, _, _ = fault(text)
    assert code.startswith("expression.")


@pytest.mark.parametrize(
    "text",
    [
        "{{ 1e400 }}", "{{ -1e400 }}", "{{ n < 1e400 }}", "{% if n < 1e400 %}x{% endif %}",
        "{{ {1e400: 2} }}", "{{ list[1e400:] }}", "{{ " + "1" * 3900 + " }}",
        "{{ 0x" + "f" * 3900 + " }}", "{{ 1000000000000001 }}", "{{ 1e16 }}",
        "{{ ('f' ~ '" + "f" * 3900 + "') | int(0, 16) }}",
    ],
)  # fmt: skip
def test_numbers_beyond_all_measure_are_refused(text):
    assert fault(text)[:2] == ("expression.forbidden", "the number is too large")


def test_large_numbers_are_numbers():
    assert value("{{ 1000000000000000 }}") == 10**15
    assert value("{{ -1e15 }}") == -(10**15)


@pytest.mark.parametrize(
    "text", ["{{ n / 0 }}", "{{ n + name }}", "{{ name - 1 }}", "{{ n[0] }}", "{{ n | join }}"]
)
def test_values_that_do_not_go_together_are_told(text):
    code, message, _ = fault(text)
    assert code.startswith("expression.")
    assert "<" not in message
