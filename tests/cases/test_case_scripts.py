"""Right-to-left text, text without spaces, soft hyphens, accents typed in two ways."""

import html
import re
import shutil
import sys
import unicodedata
from pathlib import Path

import pytest
from finished import poppler, words_of
from games import built, head, write

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shaping"))
import system_fonts

CJK = "droid/DroidSansFallbackFull"
STEERING = dict.fromkeys((0x202A, 0x202B, 0x202C, 0x200E, 0x200F))


def card(folder, text, *, font=None, kind="paragraph", width=40, more=""):
    """Write a game of one card with one text in a box, in a font of the system or a plain one."""
    fonts = "{plain: Lato-Regular}"
    (folder / "game").mkdir(parents=True)
    if font is not None:
        shutil.copy(system_fonts.path_of(font), folder / "game" / "own.ttf")
        fonts = "{plain: {face: own.ttf, fallback: [Lato-Regular]}}"
    element = (
        f'{{{kind}: "{{{{ title }}}}", font: plain, size: 10 pt, '
        f"box: {{left: 5, top: 5, width: {width}, height: 60}}{more}}}"
    )
    return write(
        folder / "game",
        head(fonts=fonts)
        + f"templates:\n  worded:\n    elements:\n      - {element}\n"
        + "decks:\n  main:\n    face: worded\n    back: none\n    rows:\n"
        + f'      - {{title: "{text}"}}\n',
    )


def lines_of(game):
    """Return the lines of the card as they are read out of the PDF."""
    return [line.translate(STEERING).strip() for line in words_of(built(game), "-layout")]


# 35: text that runs from right to left


def words_at(game):
    """Return (left edge, baseline, word) of the words of the card, letters in reading order."""
    said = poppler("pdftotext", "-bbox", built(game), "-")
    found = re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)".*?>(.*?)</word>', said)
    # Boxes come with their letters from left to right.
    words = [(float(x), float(y), html.unescape(word).translate(STEERING)) for x, y, word in found]
    return [(x, y, word if word.isascii() else word[::-1]) for x, y, word in words]


@pytest.mark.parametrize("text", ["קלף 52 של Magic כאן", "بطاقة 52 من Magic هنا"])
@pytest.mark.parametrize("kind", ["text", "paragraph"])
def test_text_from_right_to_left_is_read_from_the_right(tmp_path, text, kind):
    game = card(tmp_path, text, font="dejavu/DejaVuSans", kind=kind, width=53)
    typed = text.split(" ")
    found = {word: x for x, _, word in words_at(game) if word in typed}
    assert sorted(typed, key=found.__getitem__, reverse=True) == typed


def test_lines_from_right_to_left_follow_each_other_downwards(tmp_path):
    typed = "אחת שתים שלוש ארבע חמש שש שבע שמונה תשע עשר".split(" ")
    game = card(tmp_path, " ".join(typed), font="dejavu/DejaVuSans", width=30)
    found = {word: (y, -x) for x, y, word in words_at(game) if word in typed}
    assert sorted(typed, key=found.__getitem__) == typed
    assert len({y for y, _ in found.values()}) > 2


# 36: text without spaces


def test_japanese_breaks_inside_its_box_with_latin_words_whole(tmp_path):
    text = "これはproduction用の長い文章です。カードの効果を、よく読んでください。"
    lines = lines_of(card(tmp_path, text, font=CJK))
    assert len(lines) > 2
    assert "".join(lines) == text
    assert any("production" in line for line in lines)
    assert not [line for line in lines if line[0] in "。、」"]


def test_thai_breaks_between_words(tmp_path):
    text = "วันนี้อากาศดีมากเราไปเที่ยวทะเลกัน"
    lines = lines_of(card(tmp_path, text, font="noto/NotoSansThai-Regular", width=25))
    assert len(lines) > 1
    assert "".join(lines).replace(" ", "") == text
    assert not [line for line in lines if unicodedata.category(line[0]) == "Mn"]


# 37: soft hyphens


@pytest.mark.parametrize(("width", "hyphens"), [(55, False), (25, True)])
def test_a_soft_hyphen_is_seen_only_where_a_line_ends(tmp_path, width, hyphens):
    word = "Haft\u00adpflicht\u00adversicherungs\u00adgesetz"
    lines = lines_of(card(tmp_path, word, width=width))
    assert "\u00ad" not in "".join(lines)
    assert ("-" in "".join(lines)) == hyphens
    assert [line[-1] for line in lines[:-1]] == ["-"] * (len(lines) - 1)
    assert "".join(line.removesuffix("-") for line in lines) == word.replace("\u00ad", "")


# 18 and 19: one letter typed in two ways


def test_accents_typed_in_two_ways_print_the_same(tmp_path):
    pages = []
    for form in ("NFC", "NFD"):
        text = unicodedata.normalize(form, "Évêque naïf à Ångström")
        pages.append(built(card(tmp_path / form, text, kind="text", width=53)).read_bytes())
    assert pages[0] == pages[1]
