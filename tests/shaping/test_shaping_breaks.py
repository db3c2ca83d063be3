"""Where lines may end: UAX #14, and what JIS X 4051 says no line begins or ends with."""

import itertools

import pytest

from cardforge.lines.cuts import cuts
from cardforge.shaping.breaks import break_opportunities


def parts(text):
    """Return a text cut at every place where a line may end."""
    places = [0, *break_opportunities(text), len(text)]
    return [text[start:end] for start, end in itertools.pairwise(places)]


def cut(word):
    """Return a word cut at every place that lines of cards and rulebooks know."""
    places = [0, *cuts(word, None), len(word)]
    return [word[start:end] for start, end in itertools.pairwise(places)]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("これはproduction版です。", ["こ", "れ", "は", "production", "版", "で", "す。"]),
        ("「東京」へ行った。", ["「東", "京」", "へ", "行っ", "た。"]),
        ("カード・ゲーム", ["カー", "ド・", "ゲー", "ム"]),
        ("今天，很好！", ["今", "天，", "很", "好！"]),
        ("（￥500）", ["（￥500）"]),
        ("第3章……終", ["第", "3", "章……", "終"]),
        ("人々はキャ", ["人々", "は", "キャ"]),
        ("か\u3099き", ["か\u3099", "き"]),
        ("葛\U000e0100城", ["葛\U000e0100", "城"]),
    ],
)
def test_chinese_and_japanese_break_between_letters_but_not_at_forbidden_signs(text, pieces):
    assert parts(text) == pieces


def test_thai_breaks_between_its_words_and_never_before_a_mark():
    assert parts("วันนี้อากาศดีมาก") == ["วัน", "นี้", "อากาศ", "ดี", "มาก"]
    assert "ๆ" not in [piece[0] for piece in parts("มากๆเราไป")]


def test_tibetan_breaks_after_its_dots_and_not_before_a_stroke():
    assert parts("ཀ་ཁ་ག།") == ["ཀ་", "ཁ་", "ག།"]


@pytest.mark.parametrize(
    "word", ["production", "naïve", "שלום", "سلام", "한국어", "ខ្មែរ", "क्षत्रिय"]
)
def test_words_of_scripts_with_spaces_are_whole(word):
    assert break_opportunities(word) == ()


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("well-known", ["well-", "known"]),
        ("and—then", ["and—", "then"]),
        ("one\u200btwo", ["one\u200b", "two"]),
        ("10\u00a0mm", ["10\u00a0mm"]),
        ("10\u202fmm", ["10\u202fmm"]),
        ("東\u2060京", ["東\u2060京"]),
        ("non\u2011breaking", ["non\u2011breaking"]),
        ("-5", ["-5"]),
        ("1-2", ["1-2"]),
        ("בית־ספר", ["בית־", "ספר"]),
    ],
)
def test_signs_part_words_or_hold_them_together(word, pieces):
    assert cut(word) == pieces


def test_a_very_long_text_takes_little_time():
    assert len(break_opportunities("漢" * 20000)) == 19999
    assert break_opportunities("ไ" * 5000)[:1] in ((), (1,), (2,))
