"""Scripts as glyphs: joined, reordered and composed as the Unicode Standard describes them."""

import unicodedata
from pathlib import Path

import pytest
from system_fonts import coded, font_of, named

from cardforge.fonts import Font, find_font
from cardforge.shaping.clusters import clusters
from cardforge.shaping.runs import runs_of
from cardforge.shaping.values import Shaping

RTL = Shaping(rtl=True)


def packaged(name):
    """Return a font of the packages that cardforge installs."""
    return Font(name, find_font(name, Path()))


@pytest.fixture(scope="module")
def dejavu():
    return font_of("dejavu/DejaVuSans")


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        # The presentation forms of ArabicShaping.txt's joining types, from left to right.
        ("بيت", [0xFE96, 0xFEF4, 0xFE91]),
        ("ببب", [0xFE90, 0xFE92, 0xFE91]),
        ("دار", [0x0631, 0x0627, 0x062F]),
        ("لا", [0xFEFB]),
        ("سلام", [0x0645, 0xFEFC, 0xFEB3]),
    ],
)
def test_arabic_letters_join_and_lam_with_alef_is_one(dejavu, word, forms):
    found = coded(dejavu, dejavu.shape(word, RTL))
    assert len(found) == len(forms)
    for codes, form in zip(found, forms, strict=True):
        letter = ord(unicodedata.normalize("NFKC", chr(form))[-1])
        assert form in codes or (form == letter and letter in codes)


def test_a_joiner_that_forbids_joining_parts_arabic_letters(dejavu):
    assert coded(dejavu, dejavu.shape("ب\u200cب", RTL)) == coded(
        dejavu, (*dejavu.shape("ب", RTL), *dejavu.shape("ب", RTL))
    )


def test_hebrew_runs_to_the_left_and_its_numbers_to_the_right(dejavu):
    glyphs = dejavu.shape("קלף 52", RTL)
    assert [chr(min(codes)) for codes in coded(dejavu, glyphs)] == list("52 ףלק")


def test_brackets_are_mirrored_in_text_that_runs_to_the_left(dejavu):
    glyphs = dejavu.shape("(א)", RTL)
    assert [chr(min(codes)) for codes in coded(dejavu, glyphs)] == ["(", "א", ")"]


@pytest.mark.parametrize(
    ("name", "word", "glyphs"),
    [
        # The Unicode Standard, 12.1: reph stands after its syllable, short i before it.
        ("Devanagari", "र्क", ["kadeva", "rephdeva"]),
        ("Devanagari", "कि", ["ivowelsign", "kadeva"]),
        ("Devanagari", "क्ष", ["kassadeva"]),
        # 12.2 and 12.6: vowels in two parts stand on both sides of their letter.
        ("Bengali", "কো", ["evowelsign", "kabeng", "aavowelsign"]),
        ("Tamil", "கொ", ["evowelsign", "katamil", "aavowelsign"]),
        # 16.1: sara am is nikhahit below the tone, and sara aa.
        ("Thai", "น้ำ", ["uni0E19", "uni0E4D", "uni0E49", "uni0E32"]),
        # 16.4: the vowel oo begins before its letter.
        ("Khmer", "កោ", ["uni17C1", "uni178017B6"]),
    ],
)
def test_letters_and_vowels_stand_where_the_script_wants_them(name, word, glyphs):
    font = font_of(f"noto/NotoSans{name}-Regular")
    found = named(font, font.shape(word))
    assert len(found) == len(glyphs), found
    for own, beginning in zip(found, glyphs, strict=True):
        assert own.startswith(beginning), found


def test_stacked_tibetan_is_one_letter_of_several_glyphs_or_one():
    font = font_of("noto/NotoSerifTibetan-Regular")
    whole = font.shape("སྒྲུ")
    assert sum(glyph.spaced for glyph in whole) == 1
    assert sum(g.advance for g in whole) == pytest.approx(font.shape("ས")[0].advance, rel=0.3)


@pytest.mark.parametrize("word", ["é", "ếợ", "Ångström", "ñandú", "Čeština"])
def test_a_letter_and_its_accents_are_the_same_typed_either_way(word):
    font = Font("x", font_of("dejavu/DejaVuSans").path)
    whole, apart = (unicodedata.normalize(form, word) for form in ("NFC", "NFD"))
    assert whole != apart
    assert font.shape(apart) == font.shape(whole)
    assert font.width(apart, 10) == font.width(whole, 10)
    assert font.missing(apart) == ()


def test_parts_of_a_korean_syllable_are_one_letter():
    assert clusters("\u1112\u1161\u11ab\u1100\u1173\u11af") == (
        "\u1112\u1161\u11ab",
        "\u1100\u1173\u11af",
    )
    assert clusters("한\u11ab각") == ("한\u11ab", "각")


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("e\u0301a", ["e\u0301", "a"]),
        ("👨‍👩‍👧!", ["👨‍👩‍👧", "!"]),
        ("🇫🇷🇩🇪", ["🇫🇷", "🇩🇪"]),
        ("👍🏽x", ["👍🏽", "x"]),
        ("⚔\ufe0f2", ["⚔\ufe0f", "2"]),
        ("क्षि", ["क्षि"]),
        ("நி", ["நி"]),
        ("น้ำ", ["น้ำ"]),
        ("abc", ["a", "b", "c"]),
        ("", []),
    ],
)
def test_a_text_falls_into_letters_and_their_marks(text, letters):
    assert list(clusters(text)) == letters


def test_kerning_and_ligatures_are_on_and_can_be_turned_off(dejavu):
    plain = Shaping(features=("-kern", "-liga"))
    assert dejavu.width("AVAV", 10) < dejavu.width("AVAV", 10, shaping=plain)
    assert len(dejavu.shape("fi")) == 1
    assert len(dejavu.shape("fi", plain)) == 2


def test_letters_that_stand_apart_are_no_ligatures(dejavu):
    assert len(dejavu.shape("fi", spaced=True)) == 2
    apart = dejavu.width("fi", 10, tracking=1.0)
    assert apart == pytest.approx(dejavu.width("fi", 10, shaping=Shaping(features=("-liga",))) + 2)


def test_tracking_counts_once_for_a_letter_with_its_marks(dejavu):
    word = "q\u0303a"
    assert dejavu.width(word, 10, 1.0) - dejavu.width(word, 10) == pytest.approx(2.0)


def test_a_feature_chooses_other_glyphs():
    font = packaged("SourceSerifPro-Regular")
    small, figures = Shaping(features=("smcp",)), Shaping(features=("tnum", "lnum"))
    assert font.shape("abc", small) != font.shape("abc")
    widths = {font.width(digit, 10, shaping=figures) for digit in "0123456789"}
    assert len(widths) == 1


def test_a_language_has_letters_of_its_own():
    font = packaged("SourceSerifPro-Regular")
    assert font.shape("б", Shaping(language="sr")) != font.shape("б", Shaping(language="ru"))


def test_each_letter_gets_the_first_font_that_has_all_of_it(dejavu):
    lato = packaged("Lato-Regular")
    word = "Move → שָׁלוֹם x\u0301"
    parts = runs_of(word, (lato, dejavu))
    assert "".join(text for text, _ in parts) == word
    assert next(text for text, font in parts if font is dejavu).startswith("→")
    for text, font in parts:
        assert font.missing(text) == ()


def test_invisible_signs_leave_no_glyph_and_are_never_missing(dejavu):
    assert dejavu.shape("⚔\ufe0f") == tuple(glyph._replace(text="⚔") for glyph in dejavu.shape("⚔"))
    assert dejavu.missing("⚔\ufe0fa\u00ad\u200b\u2060") == ()


def test_what_is_missing_is_named_whole():
    lato = packaged("Lato-Regular")
    assert lato.missing("a👨‍👩‍👧b👨‍👩‍👧 ז") == ("👨‍👩‍👧", "ז")
