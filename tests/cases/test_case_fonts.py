"""Fonts as designers bring them: fallbacks, missing faces, other kinds of file, licences."""

import sys
from pathlib import Path

import pytest
from finished import poppler, words_of
from games import build, built, files_in, head, worded, write

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fonts"))
import made_fonts

ASCII = "".join(map(chr, range(0x21, 0x7F)))


def font_game(folder, fonts, title, *, kind="text"):
    """Write a game of one card that prints a title in the font `plain`."""
    deck = worded(f'{{id: a, title: "{title}"}}').replace("{text:", f"{{{kind}:")
    return write(folder / "game", head(fonts=fonts) + deck)


def bring(folder, **fonts):
    """Put fonts, given by file name without its ending, into the game folder."""
    (folder / "game").mkdir()
    for name, data in fonts.items():
        (folder / "game" / f"{name}.ttf").write_bytes(data)


def embedded(pdf):
    """Return the names of the fonts of a PDF, each of which must be embedded."""
    rows = [row.split() for row in poppler("pdffonts", pdf).strip().split("\n")[2:]]
    assert all(row[-5:-2] == ["yes", "yes", "yes"] for row in rows), rows
    return {row[0].partition("+")[2] for row in rows}


# 32: missing glyphs


def test_a_missing_glyph_comes_with_an_installed_face_that_has_it(tmp_path):
    ran = build(font_game(tmp_path, "{plain: FjallaOne-Regular}", "Жук"))
    assert ran.code == 1
    assert "U+0416" in ran.err
    assert "fallback: [Manrope-Regular]" in ran.err


# 33: emoji


@pytest.mark.parametrize(
    ("title", "code"),
    [
        ("\U0001f534", "U+1F534"),
        ("\U0001f469\u200d\U0001f469\u200d\U0001f466", "U+1F469"),
        ("\U0001f1eb\U0001f1f7", "U+1F1EB"),
        ("\U0001f44d\U0001f3fd", "U+1F44D"),
    ],
)
def test_an_emoji_without_glyph_is_named_and_is_to_be_an_icon(tmp_path, title, code):
    ran = build(font_game(tmp_path, "{plain: Lato-Regular}", title))
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    assert code in ran.err
    assert "icon" in ran.err


def test_a_sign_with_a_variation_selector_is_drawn_and_the_selector_is_not(tmp_path):
    bring(tmp_path, signs=made_fonts.font_data("\u2694ab"))
    game = font_game(tmp_path, "{plain: signs.ttf}", "a\u2694\ufe0fb")
    words = words_of(built(game))
    assert [word.replace("\ufe0f", "") for word in words] == ["a\u2694b"]


# 34: fallback


def test_each_missing_character_is_drawn_by_the_second_font(tmp_path):
    bring(
        tmp_path,
        main=made_fonts.font_data(ASCII, family="Main", side=400),
        second=made_fonts.font_data(
            "\u2694\u2605\u2192\u017d\U0001f534", family="Second", side=800
        ),
    )
    fonts = "{plain: {face: main.ttf, fallback: [signs]}, signs: second.ttf}"
    title = "A\u2694\u2605B\u2192\u017dC\U0001f534"
    pdf = built(font_game(tmp_path, fonts, title))
    assert embedded(pdf) >= {"Main-Regular", "Second-Regular"}
    assert "".join(words_of(pdf)) == title


def test_bold_words_take_the_bold_face_of_the_second_font_and_a_lacking_one_is_warned_about(
    tmp_path,
):
    two = {"Second": made_fonts.font_data("\u2694", family="Second")}
    two["Heavy"] = made_fonts.font_data("\u2694", family="Heavy")
    bring(tmp_path, **two)
    fonts = "{plain: {face: Lato-Regular, fallback: [signs]}, signs: {face: Second.ttf, %s}}"
    game = font_game(tmp_path, fonts % "bold: Heavy.ttf", "\u2694 **a\u2694**", kind="paragraph")
    assert embedded(built(game)) >= {"Second-Regular", "Heavy-Regular", "Lato-Bold"}
    game = font_game(tmp_path, fonts % "licensed: true", "\u2694 **a\u2694**", kind="paragraph")
    ran = build(game)
    assert ran.code == 0, ran.said
    assert "the font signs (Second) has no bold face" in ran.err


# 38: bold and italic faces


@pytest.mark.parametrize(("mark", "style"), [("**", "bold"), ("*", "italic")])
def test_a_font_without_such_a_face_is_warned_about_and_its_words_are_drawn(tmp_path, mark, style):
    bring(tmp_path, Reg=made_fonts.font_data(ASCII, family="My Font 2"))
    game = font_game(tmp_path, "{plain: Reg.ttf}", f"Deal {mark}three{mark} now", kind="paragraph")
    ran = build(game)
    assert ran.code == 0, ran.said
    assert f"font.no-{style}" in ran.err
    assert "(Reg)" in ran.err
    pdf = built(game)
    assert "three" in " ".join(words_of(pdf))
    assert "MyFont2-Regular" in embedded(pdf)


def test_a_bold_face_that_is_there_is_taken_without_a_word(tmp_path):
    ran = build(font_game(tmp_path, "{plain: Lato-Regular}", "Deal **three**", kind="paragraph"))
    assert ran.code == 0, ran.said
    assert "font." not in ran.err


# 39: other kinds of file


def test_a_font_with_postscript_outlines_is_drawn(tmp_path):
    bring(tmp_path, any=made_fonts.font_data(ASCII, family="Cff", cff=True))
    pdf = built(font_game(tmp_path, "{plain: any.ttf}", "Drawn"))
    assert "Cff-Regular" in embedded(pdf)
    assert words_of(pdf) == ["Drawn"]


@pytest.mark.parametrize(
    ("name", "reason", "way_out"),
    [
        ("page.ttf", "is not a font but a web page", "use a font file"),
        ("none.ttf", "there is no file", ""),
        ("cut.ttf", "is broken", "use another copy"),
    ],
)
def test_a_file_that_is_no_font_is_told_with_reason_and_way_out(tmp_path, name, reason, way_out):
    whole = made_fonts.font_data(ASCII)
    bring(tmp_path, page=b"<!DOCTYPE html><html>Not found</html>", cut=whole[: len(whole) // 2])
    ran = build(font_game(tmp_path, f"{{plain: {name}}}", "Words"))
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    for said in (f"'{name}'", reason, way_out, "game.yaml:7:"):
        assert said in ran.err, ran.err


# 40: what may be embedded


@pytest.mark.parametrize("letters", [ASCII, "".join(map(chr, range(0x21, 0x321)))])
@pytest.mark.parametrize(
    ("bits", "code", "says"),
    [(2, 1, "font.embedding"), (0x100, 0, "font.no-subset"), (4, 0, ""), (8, 0, "")],
)
def test_a_licence_is_read_and_told(tmp_path, letters, bits, code, says):
    bring(tmp_path, own=made_fonts.font_data(letters, bits=bits))
    ran = build(font_game(tmp_path, "{plain: own.ttf}", "Words"))
    assert ran.code == code, ran.said
    assert (says in ran.err) if says else ("font." not in ran.err)


def test_a_designer_who_holds_a_licence_may_say_so(tmp_path):
    bring(tmp_path, own=made_fonts.font_data(ASCII, bits=2, family="Own"))
    pdf = built(font_game(tmp_path, "{plain: {face: own.ttf, licensed: true}}", "Words"))
    assert "Own-Regular" in embedded(pdf)
