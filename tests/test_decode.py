"""Typed reading: each kind takes what it should, refuses the rest with a hint, and never stops."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardforge import source
from cardforge.color import Color
from cardforge.decode import BAD, Deferred, Field, Reader, Record, plain, read_fields
from cardforge.diagnostics import Report
from cardforge.kinds import (
    Choice,
    ColorKind,
    Length,
    ListOf,
    MapOf,
    Name,
    Number,
    Percent,
    Text,
    TrueFalse,
    TypeSize,
    Whole,
)
from cardforge.wording import compile_text


def node_of(yaml):
    report = Report()
    node = source.parse(f"key: {yaml}\n", "f", report)
    assert report.problems == ()
    return node.value["key"]


def read(kind, yaml, **options):
    """Return what a kind makes of a value, or the messages and hints of its problems."""
    report = Report()
    value = Reader(report, **options).read(node_of(yaml), kind, "key")
    if report.problems:
        assert value is BAD or isinstance(value, (tuple, dict))
        return [(problem.message, problem.hint) for problem in report.problems]
    return value


@pytest.mark.parametrize(
    ("kind", "yaml", "value"),
    [
        (Text(), "010", "010"), (Text(), "no", "no"), (Text(), "1:30", "1:30"),
        (Name(), "poker-63.5x88", "poker-63.5x88"), (Name(), "été", "été"),
        (Choice("a", "b"), "b", "b"),
        (TrueFalse(), "true", True), (TrueFalse(), "FALSE", False),
        (Number(0, 5), "2.5", 2.5), (Number(0, 5), "' 5 '", 5.0), (Number(-5, 5), "-.5", -0.5),
        (Whole(0, 9), "2.0", 2), (Whole(0, 9), "'9'", 9), (Whole(0, 9), "0", 0),
        (Length(), "-3", -3.0), (Length(), "2.5in", 63.5), (Length(), "1 cm", 10.0),
        (Length(), "72 pt", 25.4), (Length(share=True), "12.5 %", Percent(12.5)),
        (Length(edge=True), "bleed", "bleed"),
        (TypeSize(), "12 pt", 12.0), (TypeSize(), "25.4 mm", 72.0),
        (ColorKind(), "none", None), (ColorKind(), "white", Color("gray", (1.0,))),
        (ListOf(Whole(0, 9)), "[1, 2]", (1, 2)), (ListOf(Whole(0, 9)), "[]", ()),
        (MapOf(Whole(0, 9)), "{a: 1}", {"a": 1}), (MapOf(Text()), "{}", {}),
    ],
)  # fmt: skip
def test_a_kind_takes_its_values(kind, yaml, value):
    assert read(kind, yaml) == value


@pytest.mark.parametrize(
    ("kind", "yaml", "message", "hint"),
    [
        (Text(), "", "key must be text, found nothing", None),
        (Text(), "[1]", "key must be text, found a list", None),
        (Name(), "a b", "found 'a b'", None),
        (Name(), "../x", "found '../x'", None),
        (Choice("crop", "none"), "corp", "must be one of crop, none, found 'corp'", "did you mean"),
        (Choice("crop", "none"), "{}", "found a mapping", None),
        (TrueFalse(), "yes", "must be true or false, found 'yes'", "write true or false"),
        (Number(0, 5), "5.1", "a number from 0 to 5, found '5.1'", None),
        (Number(0, 5), "1e0", "found '1e0'", None),
        (Number(0, 5), ".nan", "found '.nan'", None),
        (Number(0, 5), "1,5", "found '1,5'", None),
        (Whole(0, 9), "2.5", "a whole number from 0 to 9, found '2.5'", None),
        (Whole(0, 9), "two", "found 'two'", "write 2"),
        (Whole(0, 9), "3x", "found '3x'", "write 3"),
        (Whole(0, 9), "30x", "found '30x'", None),
        (Whole(0, 9), "9" * 400, "found '999", None),
        (Whole(0, 9), "٣", "found '٣'", None),
        (Length(0, 9), "-1", "a length from 0 to 9 mm (mm, cm, in, pt), found '-1'", None),
        (Length(0, 9), "5 px", "unknown unit 'px'", "the units are mm, cm, in and pt"),
        (Length(0, 9), "'2,5'", "a length uses a decimal point", "write 2.5"),
        (Length(0, 9), "50%", "unknown unit '%'", None),
        (Length(0, 9), "bleed", "a length is a number with mm", None),
        (TypeSize(), "12", "a type size from 1 pt to 1000 pt, found '12'", "write 12 pt"),
        (TypeSize(), "0 pt", "found '0 pt'", None),
        (TypeSize(), "2000 pt", "found '2000 pt'", None),
        (ColorKind(), "redd", "no colour is called 'redd'", "did you mean 'red'?"),
        (ColorKind(), "", "must be a colour, found nothing", "needs quotes"),
        (ListOf(Text(), least=1), "[]", "a list of at least 1, found a list", None),
        (ListOf(Text(), exactly=2), "[a]", "a list of 2, found a list", None),
        (ListOf(Text(), exactly=2), "a", "found 'a'", None),
        (MapOf(Text()), "[a]", "a mapping, found a list", None),
        (Record({}), "5", "a mapping, found '5'", None),
    ],
)  # fmt: skip
def test_a_kind_refuses_other_values(kind, yaml, message, hint):
    ((found, cure),) = read(kind, yaml)
    assert message in found
    assert found.startswith("key")
    assert hint is None or hint in cure


def test_a_palette_name_is_a_colour():
    red = Color("rgb", (1.0, 0.0, 0.0))
    assert read(ColorKind(), "suit", palette={"suit": red}) == red
    ((_, hint),) = read(ColorKind(), "suite", palette={"suit": red})
    assert hint == "did you mean 'suit'?"


def test_every_fault_of_a_list_and_a_mapping_is_reported():
    assert len(read(ListOf(Whole(0, 9)), "[x, 1, y]")) == 2
    assert len(read(MapOf(Whole(0, 9)), "{a: x, b: 1, c: y}")) == 2


def test_two_lengths_of_which_one_is_faulty_are_none():
    report = Report()
    kind = ListOf(Length(), exactly=2)
    assert Reader(report).read(node_of("[1, x]"), kind, "trim") is BAD
    assert report.count("error") == 1


FIELDS = {"a": Field(Whole(0, 9), True), "b": Field(Text()), "if": Field(Text())}


def test_a_record_gives_python_names_and_reports_all_that_is_wrong():
    report = Report()
    values = read_fields(node_of("{a: 1, if: x}"), FIELDS, Reader(report), "row")
    assert (values, report.problems) == ({"a": 1, "condition": "x"}, ())
    assert read_fields(node_of("{b: [], c: 1, iff: 2}"), FIELDS, Reader(report), "row") is None
    messages = [problem.message for problem in report.problems]
    assert messages == [
        "b must be text, found a list",
        "unknown key 'c' in row",
        "unknown key 'iff' in row",
        "row needs the key 'a'",
    ]
    hints = [problem.hint for problem in report.problems]
    assert hints == [None, "use one of a, b, if", "did you mean 'if'?", "add a:"]


class TestExpressions:
    def compile(self, text, span):
        return compile_text(text)

    def test_wait_until_there_is_a_card(self):
        value = read(Whole(0, 9), "'{{ n }}'", compile_text=self.compile)
        assert isinstance(value, Deferred)
        assert value.expression({"n": 3}) == 3

    def test_are_refused_where_no_card_is_near(self):
        assert read(Whole(0, 9), "'{{ n }}'") == [
            ("key cannot be an expression", "write the value itself")
        ]

    @pytest.mark.parametrize("kind", [MapOf(Text()), Record({"a": Field(Text())})])
    def test_are_refused_for_what_has_keys_of_its_own(self, kind):
        ((message, _),) = read(kind, "'{{ n }}'", compile_text=self.compile)
        assert message == "key cannot be an expression"

    def test_are_refused_for_literal_fields(self):
        report = Report()
        fields = {"a": Field(Text(), literal=True)}
        reader = Reader(report, compile_text=self.compile)
        assert read_fields(node_of("{a: '{{ n }}'}"), fields, reader, "row") is None
        assert report.problems[0].code == "expression.not-here"


@pytest.mark.parametrize(
    ("yaml", "value"),
    [
        ("7", 7), ("-3", -3), ("2.5", 2.5), ("007", "007"), ("1.10", "1.10"), ("1e3", "1e3"),
        ("-0", "-0"), ("'7'", "7"), ("true", True), ("True", "True"), ("no", "no"), ("", None),
        ("2024-05-01", "2024-05-01"), ("0x1F", "0x1F"), ("1_000", "1_000"), (".5", ".5"),
        ("[1, {a: x}]", [1, {"a": "x"}]), ("9" * 30, "9" * 30),
    ],
)  # fmt: skip
def test_plain_data_prints_as_it_was_typed(yaml, value):
    assert plain(node_of(yaml)) == value


@given(st.integers(-(10**14), 10**14) | st.floats(-1e6, 1e6).map(lambda x: round(x, 3)))
def test_a_number_in_plain_data_prints_as_it_was_typed(number):
    assert str(plain(node_of(str(number)))) == str(number)


@given(st.text(max_size=20))
def test_no_text_stops_a_kind(text):
    node = node_of("'x'")
    node.value = text
    kinds = (Text(), Name(), Choice("a"), TrueFalse(), Number(0, 9), Whole(0, 9), TypeSize(),
             Length(0, 9, share=True, edge=True), ColorKind(), ListOf(Text()),
             MapOf(Text()))  # fmt: skip
    for kind in kinds:
        Reader(Report(), compile_text=lambda *_: None).read(node, kind, "key")
