"""Markup: what is bold, an icon or a span, and what is text as it was typed."""

import time

import pytest

from cardforge.markup import parse
from cardforge.markup_values import IconMark, Words, is_plain


class Names:
    """A game with two icons and three colours."""

    def is_icon(self, name):
        return name in ("gold", "coin")

    def is_color(self, text):
        return text in ("accent", "red", "#f00", "rgb(1, 2, 3)")

    def colors(self):
        return ("accent", "red")


def shown(text):
    """Return a text's pieces as `bold:words`, `{icon}` and so on."""
    marked = parse(text, Names())
    assert marked.faults == ()
    return [_shown(piece) for piece in marked.pieces]


def _shown(piece):
    look = piece.look
    marks = [name for name in ("bold", "italic", "small_caps", "underline", "strike")
             if getattr(look, name)]  # fmt: skip
    marks += [look.color] if look.color else []
    marks += [f"{look.size_pt:g}pt"] if look.size_pt else []
    marks += [f"{look.share:g}x"] if look.share != 1 else []
    marks += [look.font] if look.font else []
    marks += {1: ["up"], -1: ["down"]}.get(look.raised, [])
    if isinstance(piece, IconMark):
        told = f"{{{piece.name} {piece.size:g}{':' + piece.color if piece.color else ''}}}"
    else:
        told = piece.text
    return "+".join(marks) + ":" + told if marks else told


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("a **b** c", ["a ", "bold:b", " c"]),
        ("*a* b", ["italic:a", " b"]),
        ("***a***", ["bold+italic:a"]),
        ("**a *b* c**", ["bold:a ", "bold+italic:b", "bold: c"]),
        ("un**believ**able", ["un", "bold:believ", "able"]),
        ("*foo**bar**baz*", ["italic:foo", "bold+italic:bar", "italic:baz"]),
        ("**强调**中文", ["bold:强调", "中文"]),
        ("two **lines\nof** it", ["two ", "bold:lines\nof", " it"]),
        ("**one** **two**", ["bold:one", " ", "bold:two"]),
        ("{gold}", ["{gold 1}"]),
        ("{gold}{coin 1.5}", ["{gold 1}", "{coin 1.5}"]),
        ("{gold:red} {gold 2:red} {gold:red 2}", ["{gold 1:red}", " ", "{gold 2:red}", " ",
                                                  "{gold 2:red}"]),
        ("**3{gold}**", ["bold:3", "bold:{gold 1}"]),
        ("[a b]{accent}", ["accent:a b"]),
        ("[a]{color: accent, size: 8 pt, small-caps}", ["small_caps+accent+8pt:a"]),
        ("[a]{80 %} [b]{font: serif}", ["0.8x:a", " ", "serif:b"]),
        ("[a [b]{underline} c]{red}", ["red:a ", "underline+red:b", "red: c"]),
        ("[a [b]{50 %}]{50 %}", ["0.5x:a ", "0.25x:b"]),
        ("x[2]{superscript} H[2]{subscript}O", ["x", "up:2", " H", "down:2", "O"]),
        ("[a]{rgb(1, 2, 3)}", ["rgb(1, 2, 3):a"]),
        ("[*a*]{strike}", ["italic+strike:a"]),
        ("Pay [2]{gold}", ["Pay [2]", "{gold 1}"]),
    ],
)  # fmt: skip
def test_markup_is_read(text, pieces):
    assert shown(text) == pieces


@pytest.mark.parametrize(
    "text",
    [
        "2*X, then **roll", "5 * 3 * 2", "2*3*4", "2**3**4", "{}", "{ gold }", "{1, 2}",
        "0 <A <0.9", "10:30:15", "<b>x</b>", "&amp;", "[that]", "[that] (x)", "[a]{}", "]",
        "** a **", "*", "**", "joué*.\n* Ruling", "a*", "*a\n\nb*", "[a\n\nb]{ red",
        "**a [b** c]", "{see page 4}", "C:\\new \\n \\(",
    ],
)  # fmt: skip
def test_what_is_no_markup_is_text_as_it_was_typed(text):
    assert shown(text) == [text]


def test_a_span_that_begins_in_an_emphasis_is_not_ended_by_it():
    assert shown("**a [b** c]{red}") == ["**a ", "red:b** c"]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        (r"\{gold}", "{gold}"),
        (r"\*a*", "*a*"),
        (r"\[a]", "[a]"),
        (r"\\ \n \\n", r"\\ \n \\n"),
        (r"\\{", r"\{"),
        (r"\\\{gold}", r"\{gold}"),
    ],
)
def test_a_backslash_prints_the_sign_after_it(text, printed):
    assert shown(text) == [printed]


def test_a_pair_of_backslashes_is_one_before_markup():
    assert shown(r"\\*a*") == ["\\", "italic:a"]


@pytest.mark.parametrize(
    ("text", "code", "said", "hint"),
    [
        ("[a]{rad}", "text.markup", "'rad' in braces", "did you mean 'red'?"),
        ("[a]{colr: red}", "text.markup", "'colr: red'", "write \\[ for a bracket"),
        ("[a]{color: rad}", "value.color", "'rad' in braces is no colour", "did you mean 'red'?"),
        ("[a]{size: 8}", "text.markup", "'8' in braces is no size", "write size: 8 pt"),
        ("[a]{0 pt}", "text.markup", "'0 pt' in braces is no size", "write size: 8 pt"),
        ("{gold big}", "text.markup", "'{gold big}' is no icon", "{gold 1.5}"),
        ("{gold 30}", "text.markup", "at most 20 times", "{gold 1.5}"),
        ("{gold 0}", "text.markup", "above 0", "{gold 1.5}"),
    ],
)
def test_what_looks_like_markup_and_means_nothing_is_a_fault(text, code, said, hint):
    (fault,) = parse(text, Names()).faults
    assert fault.code == code
    assert said in fault.message
    assert hint in fault.hint


def test_a_name_that_no_icon_has_is_still_an_icon_to_be_told_of():
    assert parse("{glod}", Names()).pieces == (IconMark("glod"),)


def test_text_without_signs_is_known_to_be_plain():
    assert is_plain("10:30 <b> & ] } # _x_")
    assert not any(is_plain(sign) for sign in ("*", "{", "[", "\\"))
    assert parse("10:30 <b>", Names()).pieces == (Words("10:30 <b>"),)


HOSTILE = (
    "*a ", "*a", "a*", "**a *b ", "[", "[*", "{", "{a", "{a    ", "]{a", "[a]{", "\\", "*a* ",
    "\n\n*a", "[a", "***", "{a ", "[a]{rxd}", "{gold x}", "\n",
)  # fmt: skip


def test_hostile_text_of_twenty_thousand_characters_takes_no_time():
    start = time.process_time()
    for part in HOSTILE:
        text = (part * 20_000)[:20_000]
        parse(text + "x", Names())
    assert time.process_time() - start < 10.0
