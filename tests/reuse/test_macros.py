"""`macros.j2`: what its macros print, and that none of them gets out or goes on for ever."""

import time

import pytest

from cardforge.diagnostics import Report
from cardforge.expressions import WordingError
from cardforge.macros import read_macros
from cardforge.wording import compile_text

SCOPE = {"words": {"pay": "Pay"}, "language": "en", "facts": {"hand": 3}}


def macros(text):
    report = Report()
    made = read_macros(text, "macros.j2", report)
    assert made is not None, [problem.message for problem in report.problems]
    return made


def printed(text, expression, **fields):
    made = macros(text)
    scope = {**SCOPE, **made.bind(SCOPE), **fields}
    return compile_text(expression, made.names)(scope)


STARS = """
{% macro stars(n, sign='*') %}
{% for i in range(n) %}{{ sign }}{% if not loop.last %} {% endif %}{% endfor %}
{% endmacro %}
{% macro cost(n) %}{{ words.pay }} {{ stars(n, sign='+') }}{% endmacro %}
"""


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("{{ stars(3) }}", "* * *"),
        ("{{ stars(n=2, sign='x') }}!", "x x!"),
        ("{{ cost(value) }}", "Pay + +"),
        ("{{ stars(0) }}", ""),
        ("{{ cost(1) | upper }}", "PAY +"),
    ],
)
def test_a_macro_prints_what_it_is_given(expression, text):
    assert printed(STARS, expression, value=2) == text


def test_a_field_of_the_card_is_known_by_its_use_and_not_inside():
    made = macros(STARS)
    assert compile_text("{{ stars(value) }}", made.names).names == {"value"}
    with pytest.raises(WordingError, match=r"in bad\(\): 'value' is undefined"):
        printed("{% macro bad() %}{{ value }}{% endmacro %}", "{{ bad() }}", value=2)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("{{ m(n) }}", "without end"),
        (
            "{% for a in range(9000) %}{% for b in range(9000) %}{{ b }}{% endfor %}{% endfor %}",
            "too much work",
        ),
        ("{% for a in range(9000) %}" + "x" * 2000 + "{% endfor %}", "too much work"),
        ("{{ ''.__class__ }}", "no entry '__class__'"),
        ("{{ 10 ** 99 }}", "too large"),
        ("{% for a in [1] %}{{ loop }}{% endfor %}", "this is no text"),
        ("{% for a in 5 %}{% endfor %}", "a loop goes over a list"),
        ("{% for a in [1, 2] %}{{ 'x' * 99999 }}{% endfor %}", "needs two numbers"),
    ],
)
def test_a_hostile_macro_is_a_fault_within_a_moment(body, said):
    start = time.process_time()
    with pytest.raises(WordingError, match=said):
        printed("{% macro m(n) %}" + body + "{% endmacro %}", "{{ m(1) }}")
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("\n\n{% macro a() %}{% include 'x' %}{% endmacro %}", 3, "include"),
        ("{% macro a( %}", 1, "expected token"),
        ("words", 1, "only macros stand here"),
        ("{% set x = 3 %}{% macro a() %}{% endmacro %}", 1, "only macros stand here"),
        ("{% macro range() %}{% endmacro %}", 1, "cannot be called 'range'"),
        ("{% macro id() %}{% endmacro %}", 1, "cannot be called 'id'"),
        ("{% macro a() %}{% endmacro %}\n{% macro a() %}{% endmacro %}", 1, "there twice"),
        ("{% macro a() %}{{ cycler('x') }}{% endmacro %}", 1, "cannot call anything but"),
        ("{% macro a(x) %}{{ x.upper() }}{% endmacro %}", 1, "cannot call anything but"),
        ("{% macro a() %}\n{% for x in [] recursive %}{% endfor %}{% endmacro %}", 2, "recursive"),
        ("{% macro a() %}{% macro b() %}{% endmacro %}{% endmacro %}", 1, "inside another"),
        ("  \n", 1, "no macro in the file"),
        ("{% macro a() %}{{ nope() }}{% endmacro %}", 1, "cannot call anything but"),
    ],
)
def test_what_no_macro_may_hold_is_told_with_its_line(text, line, said):
    report = Report()
    assert read_macros(text, "macros.j2", report) is None
    (problem,) = report.problems
    assert (problem.code, problem.span.file, problem.span.line) == (
        "macros.syntax",
        "macros.j2",
        line,
    )
    assert said in problem.message


def test_without_macros_their_names_are_no_functions():
    with pytest.raises(WordingError, match="cannot call anything but"):
        compile_text("{{ stars(3) }}")


def test_a_macro_is_no_value():
    with pytest.raises(WordingError, match="cannot be used as a name"):
        printed(STARS, "{{ stars }}")


_DOUBLED = "{% set x = [1] %}{% set y = [1] %}" + "{% set x = [x, x] %}{% set y = [y, y] %}" * 60


@pytest.mark.parametrize(
    "use",
    [
        "{% if x == y %}y{% endif %}",
        "{% if 1 < 2 == (x < y) %}y{% endif %}",
        "{% if x in [y] %}y{% endif %}",
        "{% if 1 is in(x) or x is eq(y) %}y{% endif %}",
        "{{ min(x, y) }}",
        "{{ words[x] }}",
        "{% set x = (1, x) %}{{ {x: 1} | length }}",
    ],
)
def test_lists_that_hold_themselves_twice_over_are_never_gone_through(use):
    # 2⁶⁰ ones when they are compared or looked up, sixty-one lists in memory.
    begun = time.monotonic()
    with pytest.raises(WordingError, match="is longer than 20000 characters"):
        printed(f"{{% macro m() %}}{_DOUBLED}{use}{{% endmacro %}}", "{{ m() }}")
    assert time.monotonic() - begun < 10


def test_what_a_loop_asks_of_each_round_is_work():
    sought = " or ".join(["-1 in r"] * 30)
    text = f"{{% macro m(r) %}}{{% for i in r if {sought} %}}{{% endfor %}}{{% endmacro %}}"
    with pytest.raises(WordingError, match="too much work"):
        printed(text, "{{ m(range(3000)) }}")
    assert printed(text, "{{ m([1, 2]) }}") == ""
