"""Text of both directions, checked against the examples of UAX #9.

As there, capitals stand for letters that run to the left: here they become Hebrew.
"""

import pytest

from cardforge.shaping.bidi import direction_of, levels, turns, visual_runs

HEBREW = {ord(chr(65 + n)): chr(0x5D0 + n) for n in range(26)}
LATIN = {code: chr(letter) for letter, code in ((k, ord(v)) for k, v in HEBREW.items())}
RLI, LRI, PDI = "\u2067", "\u2066", "\u2069"
MIRRORED = str.maketrans("()[]{}“”‘’", ")(][}{”“’‘")


def hebrew(text):
    return text.translate(HEBREW)


def shown(text, *, rtl):
    """Return how a line looks from left to right, without what steers the direction."""
    line = ""
    for run in visual_runs(hebrew(text), rtl):
        line += run.text[::-1].translate(MIRRORED) if run.rtl else run.text
    return line.translate(LATIN).translate({ord(c): None for c in RLI + LRI + PDI})


@pytest.mark.parametrize(
    ("stored", "rtl", "seen"),
    [
        # UAX #9, L2, examples 1 to 4; quotation marks are not mirrored there.
        ("car means CAR.", False, "car means RAC."),
        ("car MEANS CAR.", True, ".RAC SNAEM car"),
        (
            f'he said "{RLI}car MEANS CAR{PDI}." "{RLI}IT DOES{PDI}," she agreed.',
            False,
            'he said "RAC SNAEM car." "SEOD TI," she agreed.',
        ),
        (
            f"DID YOU SAY '{LRI}he said \"{RLI}car MEANS CAR{PDI}\"{PDI}'?",
            True,
            "?'he said \"RAC SNAEM car\"' YAS UOY DID",
        ),
        # N0: brackets go with what they hold, or with what is before them.
        ("smith (fabrikam ARABIC) HEBREW", True, "WERBEH (CIBARA fabrikam) smith"),
        ("ARABIC book(s)", True, "book(s) CIBARA"),
        ("AB(CD[&ef]!)gh", True, "gh(![ef&]DC)BA"),
        # W: numbers run to the right inside what runs to the left.
        ("PLAYERS 2-4 CARDS 52", True, "52 SDRAC 2-4 SREYALP"),
        ("COSTS 1,000.50", True, "1,000.50 STSOC"),
        ("-5%", True, "5%-"),
    ],
)
def test_a_line_is_put_in_order_as_unicode_shows_it(stored, rtl, seen):
    assert shown(stored, rtl=rtl) == seen


def test_the_levels_of_the_second_example_are_those_of_the_annex():
    assert levels(hebrew("car MEANS CAR."), True) == [2] * 3 + [1] * 11


def test_arabic_letters_make_the_figures_after_them_arabic():
    # W2: after an Arabic letter 1-2 is no longer one number; after a Hebrew one it is.
    assert [run.text for run in visual_runs("ب 1-2", True)] == ["2", "-", "1", "ب "]
    assert [run.text for run in visual_runs("ב 1-2", True)] == ["1-2", "ב "]


def test_blanks_at_the_end_of_a_line_stand_at_its_end():
    runs = visual_runs("אב abc ", True)
    assert runs[0].text == " "
    assert runs[0].rtl


def test_marks_stay_with_the_letter_before_them():
    assert len(visual_runs("בְּרֵאשִׁית", False)) == 1


def test_isolates_without_an_end_and_ends_without_isolates_do_no_harm():
    for text in (PDI * 3 + "אa", RLI * 200 + "a", "\u202b" * 200 + "אa", "\u202c\u2069א"):
        assert sorted("".join(run.text for run in visual_runs(text, False))) == sorted(text)


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("abc אבג", "ltr"),
        ("12 אבג abc", "rtl"),
        ("", "ltr"),
        ("123", "ltr"),
        (f"{LRI}abc{PDI} אב", "rtl"),
        ("«سلام» a", "rtl"),
    ],
)
def test_the_first_strong_letter_gives_the_direction(text, direction):
    assert direction_of(text) == direction


def test_only_what_runs_to_the_left_needs_ordering():
    assert turns("שלום")
    assert turns("\u2067x")
    assert not turns("Ünïcode 東京 क्ष 😀")
