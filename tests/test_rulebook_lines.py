"""Paragraphs: where lines end, how wide spaces get, what is linked, and what no line may do."""

import re
import time
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.color import BLACK
from cardforge.fonts import Font, find_font
from cardforge.geometry import Box, Point, Transform
from cardforge.ink import Group, Rect, Text
from cardforge.lines import fit, pieces
from cardforge.lines.cuts import cuts
from cardforge.lines.fit import Shape, best_places
from cardforge.lines.greedy import greedy_places
from cardforge.lines.hyphens import divisions
from cardforge.lines.paragraph import (
    Inset,
    LineBreak,
    Run,
    Setting,
    narrowest,
    natural_width,
    set_paragraph,
)
from cardforge.lines.pieces import parts_of
from cardforge.units import pt_to_mm

FRENCH = """Au début de chaque tour, la personne dont c’est le tour retourne la première carte de la
pioche. Si la carte porte un chiffre interdit, elle retourne sous la pioche et l’on recommence.
Sinon, on compare la carte au code de départ\u00a0: le chiffre des centaines donne l’action,
celui des dizaines la valeur, celui des unités la cible. Une action peut obliger quelqu’un à
montrer sa main, à échanger deux cartes ou à passer son prochain tour. Quand deux effets se
contredisent, le plus récent l’emporte\u202f; les jetons posés restent pourtant en place jusqu’à
la fin de la manche. On peut parler, promettre, mentir et négocier autant que l’on veut, mais
jamais montrer ses cartes."""


@cache
def font(face="SourceSerifPro-Regular"):
    return Font(face, find_font(face, Path()))


def run(text, size=9.5, face="SourceSerifPro-Regular", **more):
    return Run(text, font(face), size, BLACK, **more)


def texts(lines):
    return [line.text for line in lines]


def set_words(text, width, *, size=9.5, **more):
    return set_paragraph([run(text, size)], Setting(width, **more))


# --- what is promised of every paragraph ---

WORDS = st.lists(
    st.sampled_from(
        """a à de la carte défausse interdiction probablement l’éléphant peut-être 3 100 code
        «\u00a0pioche\u00a0» manche\u202f; joueur\u00a0: ouvrir/fermer Numerik 3-6-1 NASA
        Haft\u00adpflicht\u00adversicherung card— 東京の工場では、毎日。 word\u200bword""".split()
    ),
    min_size=1,
    max_size=60,
)
WIDTHS = st.floats(min_value=0.0, max_value=130.0)
ALIGNS = st.sampled_from(["justify", "left", "center", "right"])
LANGUAGES = st.sampled_from(["fr", "en", "ja", "xx"])


def read_back(lines):
    """Return what lines say in one piece, as if it had never been broken."""
    read = ""
    for line in lines:
        ink = "".join(item.text for item in line.ink if isinstance(item, Text))
        assert ink.rstrip(" ") == line.text
        read += ink[:-1] if line.hyphenated else ink
    return read


@given(WORDS, WIDTHS, ALIGNS, LANGUAGES)
@settings(max_examples=300)
def test_every_word_is_set_once_in_order_whatever_the_width(words, width, align, language):
    lines = set_words(" ".join(words), width, align=align, language=language)
    said = " ".join(words).translate({0xAD: None, 0x200B: None})
    assert read_back(lines) == said


@given(WORDS, WIDTHS, LANGUAGES)
@settings(max_examples=300)
def test_no_word_space_is_over_twice_the_normal_or_under_three_quarters(words, width, language):
    for line in set_words(" ".join(words), width, language=language):
        assert all(0.75 - 1e-9 <= space <= 2.0 + 1e-9 for space in line.spaces)


@given(WORDS, WIDTHS, ALIGNS, LANGUAGES)
@settings(max_examples=300)
def test_a_line_fits_or_is_one_part_that_cannot_be_broken(words, width, align, language):
    content, setting = [run(" ".join(words))], Setting(width, align, language)
    widest = narrowest(content, setting)
    for line in set_paragraph(content, setting):
        assert line.width <= max(width, widest) + 1e-6
        assert line.overfull == pytest.approx(max(0.0, line.width - width), abs=2e-6)
    if widest <= width:
        assert not any(line.overfull for line in set_paragraph(content, setting))


def advance_of(line):
    """Return where a line ends by the advances of its words, letters apart as they are printed."""
    word = next(item for item in reversed(line.ink) if isinstance(item, Text))
    shown = word.text.rstrip(" ")
    hyphen = 1 if line.hyphenated else 0
    apart = sum(font(word.font).gap(char) is None for char in shown) - hyphen
    return word.at.x + font(word.font).width(shown, word.size_pt) + apart * word.tracking


@given(WORDS, st.floats(min_value=30.0, max_value=130.0), LANGUAGES)
@settings(max_examples=300)
def test_a_justified_line_is_as_wide_as_the_column_or_has_normal_spaces(words, width, language):
    for line in set_words(" ".join(words), width, language=language):
        assert advance_of(line) == pytest.approx(line.width)
        assert line.width == pytest.approx(width) or set(line.spaces) <= {1.0} or line.overfull


@given(WORDS, WIDTHS, st.sampled_from(["left", "center", "right"]), st.booleans())
@settings(max_examples=200)
def test_ragged_text_has_normal_spaces(words, width, align, hyphenate):
    for line in set_words(" ".join(words), width, align=align, hyphenate=hyphenate, language="fr"):
        assert set(line.spaces) <= {1.0}
        assert not any(item.tracking for item in line.ink)


# --- the best of all ways ---


def price(places, search):
    """Return the demerits of a way to break, counted line by line; None where it may not be."""
    total, before = 0.0, 1
    for start, end in pairwise(places):
        step = search.step(start, end, strict=False)
        if step is None:
            return None
        total += step.demerits + (fit._UNEVEN if abs(step.tightness - before) > 1 else 0.0)
        before = step.tightness
    return total


SHORT_TEXTS = st.lists(
    st.sampled_from("a de la carte pioche défausse interdit peut-être chiffre, jeu.".split()),
    min_size=1,
    max_size=8,
)


@given(
    SHORT_TEXTS,
    st.floats(min_value=5.0, max_value=60.0),
    st.booleans(),
    st.booleans(),
    st.floats(min_value=-3.0, max_value=6.0),
)
@settings(max_examples=250)
def test_no_other_way_to_break_a_paragraph_has_fewer_demerits(words, width, justified, even, first):
    (part,) = parts_of([run(" ".join(words))], "fr")
    shape = Shape(width - first, width, justified, even, short=6.7)
    search = fit._Search(part, shape)
    start, *inner, end = part.places
    inner = inner[:12]
    part = part._replace(places=(start, *inner, end._replace(number=len(inner) + 1)))
    search = fit._Search(part, shape)
    prices = [
        found
        for count in range(len(inner) + 1)
        for chosen in combinations(part.places[1:-1], count)
        if (found := price((start, *chosen, part.places[-1]), search)) is not None
    ]
    assert price(best_places(part, shape), search) == pytest.approx(min(prices))


@given(
    st.lists(
        st.sampled_from("a de la carte pioche interdit peut-être 日本語 chiffre, jeu.".split()),
        min_size=1,
        max_size=40,
    ),
    st.floats(min_value=4.0, max_value=60.0),
    st.booleans(),
    st.sampled_from([None, "fr"]),
    st.floats(min_value=-3.0, max_value=6.0),
)
@settings(max_examples=150, deadline=None)
def test_the_quick_search_of_ragged_lines_finds_what_the_thorough_one_does(
    words, width, even, language, first
):
    (part,) = parts_of([run(" ".join(words))], language)
    shape = Shape(width - first, width, False, even, short=6.7)
    thorough = fit._Search(part, shape)
    numbers = thorough.run(strict=True) or thorough.run(strict=False)
    known = greedy_places(part, (shape.first, shape.others))
    for found in (best_places(part, shape), best_places(part, shape, known)):
        assert [place.number for place in found] == numbers


def test_a_greedy_breaker_would_do_worse():
    text = "aaa bb cc ddddd"
    (part,) = parts_of([run(text)], None)
    shape = Shape(10.5, 10.5, False, True, 0.0)
    search = fit._Search(part, shape)
    greedy, place = [part.places[0]], part.places[0]
    while place is not part.places[-1]:
        fitting = [
            p for p in part.places if p.width - place.after <= 10.5 and p.number > place.number
        ]
        place = fitting[-1]
        greedy.append(place)
    assert price(best_places(part, shape), search) < price(greedy, search)


# --- a real paragraph ---


@pytest.mark.parametrize(
    ("width", "size", "hyphens"), [(96, 9.5, 1 / 10), (53, 8, 1 / 4), (40, 7, 1 / 2)]
)
def test_french_prose_is_even_with_few_hyphens(width, size, hyphens):
    # At 34 letters a line, spaces of twice the normal and few hyphens cannot both be had.
    lines = set_words(FRENCH, width, size=size, language="fr")
    assert max(space for line in lines for space in line.spaces) <= 2.0
    assert sum(line.hyphenated for line in lines) < hyphens * len(lines)
    full = [line.width == pytest.approx(width) for line in lines[:-1]]
    assert sum(full) >= 0.8 * len(full)
    assert not any(line.overfull for line in lines)


def test_ragged_french_prose_in_a_narrow_column_is_hardly_hyphenated():
    lines = set_words(FRENCH, 40, size=7, align="left", language="fr")
    assert sum(line.hyphenated for line in lines) * 10 <= len(lines)
    assert min(line.width for line in lines[:-1]) > 0.7 * 40


def test_at_the_width_of_a5_every_line_of_french_prose_is_full():
    lines = set_words(FRENCH, 96, language="fr")
    assert all(line.width == pytest.approx(96) for line in lines[:-1])
    assert max(space for line in lines for space in line.spaces) < 1.7


def test_twenty_thousand_words_take_seconds():
    start = time.perf_counter()
    lines = set_words(f"{FRENCH} " * 165, 96, language="fr")
    assert len(lines) > 1500
    assert time.perf_counter() - start < 20


def test_the_same_text_is_set_alike_each_time():
    assert set_words(FRENCH, 53, language="fr") == set_words(FRENCH, 53, language="fr")


# --- places where a line may end ---


@pytest.mark.parametrize(
    ("word", "language", "parts"),
    [
        ("probablement", "fr", "pro ba ble ment"),
        ("l’éléphant", "fr", "l’élé phant"),
        ("rulebook", "en", "rule book"),
        ("(rulebook),", "en", "(rule book),"),
        ("rulebook", "xx", "rulebook"),
        ("NASA-project", "en", "NASA-pro ject"),
        ("BIGrulebook", "en", "BIGrulebook"),
        ("iPhonebook", "en", "iPhonebook"),
        ("rulebook2", "en", "rulebook2"),
        ("couldn’t", "en", "couldn’t"),
        ("https://example.org/rulebook", "en", "https://example.org/rulebook"),
        ("Éléphant", "fr", "Élé phant"),
        ("déjà", "fr", "déjà"),
    ],
)
def test_words_are_divided_by_the_patterns_of_their_language(word, language, parts):
    places = [0, *divisions(word, language), len(word)]
    assert " ".join(word[a:b] for a, b in pairwise(places)) == parts


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("peut-être", "peut- être"),
        ("a-t-il", "a-t-il"),
        ("3-6-1", "3-6-1"),
        ("2–6", "2–6"),
        ("card—and", "card— and"),
        ("ouvrir/fermer", "ouvrir/ fermer"),
        ("et/ou", "et/ou"),
        ("https://example.org/path/more", "https://example.org/ path/ more"),
        ("a\u200bb", "a\u200b b"),
        ("peut-\u2060être", "peut-\u2060être"),
        ("\u00adabc\u00ad", "\u00adabc\u00ad"),
        ("東京へ、行く", "東 京 へ、 行 く"),
        ("「東京」へ", "「東 京」 へ"),
        ("本production計画", "本 production 計 画"),
        ("カード（三枚）！", "カー ド （三 枚）！"),
        ("ちょっと", "ちょっ と"),
    ],
)
def test_a_line_may_end_inside_a_word_where_the_word_shows_it(word, parts):
    places = [0, *cuts(word, None), len(word)]
    assert " ".join(word[a:b] for a, b in pairwise(places)) == parts


@pytest.mark.parametrize("blank", ["\u00a0", "\u202f", "\u2060"])
def test_no_line_ends_at_a_no_break_space(blank):
    lines = set_words(f"un mot{blank}! un mot{blank}!", 12, language="fr", align="left")
    assert not any(re.match(r"\W", line.text) for line in lines)
    assert not any(line.text.endswith("mot") for line in lines)


def test_the_narrow_no_break_space_is_fixed_and_the_wide_one_stretches():
    text = "un mot\u202f! encore un autre mot\u00a0: ceci et cela"
    lines = set_words(text, 40, hyphenate=False)
    (narrow,) = [item for item in lines[0].ink if "\u202f" in item.text]
    assert narrow.text.startswith("mot\u202f!")
    assert lines[0].spaces[0] > 1.05
    colon = next(line for line in lines if ":" in line.text)
    assert len(colon.spaces) == colon.text.count(" ") + colon.text.count("\u00a0")


def test_a_soft_hyphen_shows_only_where_its_word_is_broken():
    word = "Haft\u00adpflicht\u00adver\u00adsicherung"
    assert texts(set_words(word, 55, language="de")) == ["Haftpflichtversicherung"]
    assert texts(set_words(word, 24, language="de")) == ["Haftpflichtver-", "sicherung"]
    assert texts(set_words(word, 24, language="de", hyphenate=False))[-1] == "sicherung"
    assert [line.hyphenated for line in set_words(word, 24, language="de")] == [True, False]


def test_japanese_wraps_between_its_letters_and_leaves_latin_words_whole():
    text = (
        "東京の工場では、毎日たくさんのproduction計画を「見直して」います。これは大切なことです。"
    )
    for width in range(20, 60):
        lines = set_words(text, width, language="ja")
        assert len(lines) > 1
        assert "".join(texts(lines)) == text
        assert sum("production" in line.text for line in lines) == 1
        assert not any(line.text[0] in "。、」ー" or line.text[-1] == "「" for line in lines)
        assert not any(line.overfull for line in lines)


def test_an_icon_before_a_soft_hyphen_is_drawn_once_and_gets_no_hyphen():
    content = [Inset(5.0, (Rect(Box(0, -2, 5, 2), fill=BLACK),)), run("\u00adicon")]
    lines = set_paragraph(content, Setting(6))
    assert [len(line.ink) for line in lines] == [1, 1]
    assert texts(lines) == ["", "icon"]


def test_a_visible_hyphen_gets_no_second_one():
    lines = set_words("peut-être", 9, language="fr")
    assert texts(lines) == ["peut-", "être"]
    assert not lines[0].hyphenated


def test_a_paragraph_does_not_end_with_the_rest_of_a_word():
    for width in range(20, 60):
        lines = set_words(
            "On ne retourne jamais la défausse sans raison probable.", width, language="fr"
        )
        if len(lines) > 1 and lines[-2].hyphenated:
            assert len(lines[-1].text.strip(".")) >= 5


def test_a_figure_stays_with_what_it_counts():
    text = "chaque personne pioche 3 cartes puis elle défausse 2 cartes au choix"
    for width in range(35, 60):
        lines = set_words(text, width, align="left", language="fr")
        assert not any(line.text.endswith((" 3", " 2")) for line in lines)


# --- alignment, indents and written breaks ---


def test_lines_are_indented_and_hung():
    lines = set_words("un deux trois quatre cinq six", 30, indent=5, hang=2)
    assert lines[0].ink[0].at.x == 5
    assert {line.ink[0].at.x for line in lines[1:]} == {2}
    assert lines[0].width <= 25 + 1e-9


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
def test_ragged_lines_lie_where_they_are_aligned(align, share):
    (line,) = set_words("trois mots courts", 60, align=align)
    assert line.ink[0].at.x == pytest.approx((60 - line.width) * share)


def test_the_last_line_of_a_heading_is_no_short_word():
    heading = "Ce que nous avons décidé et pourquoi nous"
    width = natural_width([run(heading)]) - 1
    first, last = set_words(heading, width, align="left", hyphenate=False)
    assert last.width > 0.6 * first.width


def test_headings_and_unknown_languages_are_not_hyphenated():
    assert not any(
        line.hyphenated for line in set_words(FRENCH, 30, language="fr", hyphenate=False)
    )
    assert not any(line.hyphenated for line in set_words(FRENCH, 30, language="xx"))
    assert any(line.hyphenated for line in set_words(FRENCH, 30, language="fr"))


def test_written_breaks_begin_a_line_and_two_leave_one_empty():
    content = [run("un "), LineBreak(), run(" deux"), LineBreak(), LineBreak(), run("trois")]
    lines = set_paragraph(content, Setting(50))
    assert texts(lines) == ["un", "deux", "", "trois"]
    assert texts(set_paragraph([run("un"), LineBreak()], Setting(50))) == ["un"]


def test_the_line_before_a_written_break_is_not_stretched():
    lines = set_paragraph([run("un deux"), LineBreak(), run("trois quatre")], Setting(50))
    assert [set(line.spaces) for line in lines] == [{1.0}, {1.0}]


@pytest.mark.parametrize("content", [[], [run("")], [run("  \n ")], [run("\u00ad")], [LineBreak()]])
def test_nothing_gives_no_lines(content):
    assert set_paragraph(content, Setting(50)) == ()


def test_spaces_in_a_row_are_one():
    (line,) = set_paragraph([run("  un "), run(" \n deux ")], Setting(50))
    assert line.text == "un deux"


def test_a_width_of_nothing_puts_every_part_on_a_line_that_is_too_full():
    lines = set_words("mot à mot", 0)
    assert texts(lines) == ["mot", "à", "mot"]
    assert all(line.overfull == pytest.approx(line.width) for line in lines)
    assert texts(set_words("mot à mot", -5)) == ["mot", "à", "mot"]


def test_only_the_word_that_is_too_wide_is_overfull():
    lines = set_words("un Donaudampfschifffahrtskapitän deux", 30, language="xx")
    assert [bool(line.overfull) for line in lines] == [False, True, False]
    assert lines[1].text == "Donaudampfschifffahrtskapitän"
    assert lines[1].overfull == pytest.approx(lines[1].width - 30)


# --- ink ---


def test_a_word_has_the_space_after_it_and_a_style_a_text_of_its_own():
    content = [run("Pose "), run("trois", face="SourceSerifPro-Bold"), run(" cartes.")]
    (line,) = set_paragraph(content, Setting(80))
    assert [(item.text, item.font) for item in line.ink] == [
        ("Pose ", "SourceSerifPro-Regular"),
        ("trois ", "SourceSerifPro-Bold"),
        ("cartes.", "SourceSerifPro-Regular"),
    ]
    word = font().width("Pose ", 9.5)
    assert line.ink[1].at.x == pytest.approx(word)


def test_a_word_in_two_styles_is_broken_as_one_and_set_as_two():
    content = [run("inter"), run("diction", face="SourceSerifPro-Bold"), run("s.")]
    (line,) = set_paragraph(content, Setting(80, language="fr"))
    assert [item.text for item in line.ink] == ["inter", "diction", "s."]
    narrow = set_paragraph(content, Setting(14, language="fr"))
    assert "".join(line.text.removesuffix("-") for line in narrow) == "interdictions."
    assert len(narrow) == 2


def test_the_space_at_a_lines_end_is_in_the_text_but_not_in_the_width():
    first, _ = set_words("carte pioche", 12, hyphenate=False)
    assert first.ink[-1].text == "carte "
    assert first.width == pytest.approx(font().width("carte", 9.5))


def test_a_sign_is_lifted():
    (line,) = set_paragraph([run("mot"), run("1", 6, rise=1.2)], Setting(50))
    assert [item.at.y for item in line.ink] == [0.0, -1.2]


def test_an_inset_stands_on_the_baseline_and_takes_its_width():
    mark = Rect(Box(0, -2, 3, 2), fill=BLACK)
    (line,) = set_paragraph([run("a "), Inset(3.0, (mark,)), run(" b")], Setting(50))
    space, a = font().width(" ", 9.5), font().width("a", 9.5)
    group = next(item for item in line.ink if isinstance(item, Group))
    assert group == Group((mark,), Transform.moved(a + space, 0.0))
    last = line.ink[-1]
    assert (last.text, last.at) == ("b", Point(pytest.approx(a + 2 * space + 3.0), 0.0))
    assert "".join(item.text for item in line.ink if isinstance(item, Text)) == "a  b"


def test_a_link_has_a_box_on_each_line_and_none_for_the_spaces_round_it():
    content = [run("voir "), run("les règles du jeu", link="#turn"), run(" et plus")]
    (line,) = set_paragraph(content, Setting(90))
    ((target, box),) = line.links
    assert target == "#turn"
    assert box.x == pytest.approx(font().width("voir ", 9.5))
    assert box.width == pytest.approx(font().width("les règles du jeu", 9.5))
    em = pt_to_mm(9.5)
    assert box.y == pytest.approx(-font().ascent * em)
    assert box.bottom == pytest.approx(font().descent * em)
    broken = set_paragraph(content, Setting(25))
    assert [target for line in broken for target, _ in line.links].count("#turn") >= 2
    for line in broken:
        for _, box in line.links:
            assert box.x >= -1e-9
            assert box.right <= line.width + 1e-6


def test_two_links_beside_each_other_are_two():
    content = [run("un", link="#a"), run(" "), run("deux", link="#b")]
    (line,) = set_paragraph(content, Setting(90))
    assert [target for target, _ in line.links] == ["#a", "#b"]


def test_what_is_underlined_has_one_bar_under_all_its_words():
    content = [run("voir "), run("les règles", underline=True), run(" du jeu")]
    (line,) = set_paragraph(content, Setting(90))
    (bar,) = [item for item in line.ink if isinstance(item, Rect)]
    assert bar.box.x == pytest.approx(font().width("voir ", 9.5))
    assert bar.box.width == pytest.approx(font().width("les règles", 9.5))
    assert bar.box.y > 0


def test_widths_for_the_columns_of_a_table():
    content = [run("une carte"), LineBreak(), run("interdiction totale")]
    assert natural_width(content) == pytest.approx(font().width("interdiction totale", 9.5))
    whole = narrowest(content, Setting(10, hyphenate=False))
    assert whole == pytest.approx(font().width("interdiction", 9.5))
    assert narrowest(content, Setting(10, language="fr")) < whole
    assert natural_width([]) == narrowest([], Setting(10)) == 0.0


# Every sign of ASCII that can be seen, spaces and figures often.
PLAIN = st.text(st.sampled_from("  ab3X" + "".join(map(chr, range(0x20, 0x7F)))), max_size=60)


@given(PLAIN, st.sampled_from([0.0, 0.2]))
@settings(max_examples=150, deadline=None)
def test_the_short_way_to_plain_words_makes_what_the_long_way_makes(text, tracking):
    typed = run(text, tracking=tracking)
    assert parts_of((typed,), None) in ((), (pieces._Builder([typed], None).part(),))


def test_the_short_way_is_taken_where_no_line_can_end_in_a_word():
    assert pieces._UNPARTED.fullmatch("Draw 3 cards, then (if you can) play one.")
    for text in ("", "  ", "half-orc", "either/or", "na\u00efve", "a\u00ad b", "a\nb"):
        assert not pieces._UNPARTED.fullmatch(text)
