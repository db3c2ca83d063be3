"""Text, colours and fonts: what is typed is what is printed, or it is reported."""

import pytest
from finished import poppler, words_of
from games import build, built, files_in, head, worded, write

LONG = " ".join(f"word{number}" for number in range(90)) + " LASTWORD"


def text_game(folder, element, *, fields=""):
    """Write a game of one card whose face is one element."""
    text = head() + f"templates:\n  worded:\n    elements:\n      - {element}\n"
    text += (
        f"decks:\n  main:\n    face: worded\n    back: none\n    rows:\n      - {{id: a{fields}}}\n"
    )
    return write(folder / "game", text)


# 22 and 23: signs that other tools take for markup


@pytest.mark.parametrize(
    "typed",
    [
        "If 0 <A <0.9 discard; if A<B draw.",
        "S&P 500",
        "R&D; &lt; &copy; &foo;",
        "</br>",
        "Deal <b>3 damage",
        "<b><i>x</b></i>",
        "2*X, then **roll",
        "<sparkle>gold</sparkle>",
        "one < two > three & four",
        '<img src="x.png"/>',
        "<!-- hidden -->",
        "<![CDATA[x]]>",
        "&#65; &amp;amp;",
        r"C:\new\table \n",
        "50 % of {this} [that]",
        "(left \\( right",
        "100 $ _under_ `tick`",
        "{# no comment #}",
        "a { b } {c}",
        "#hash ~tilde ^hat |bar",
        "<font color=red>x</font>",
        "**bold** *it* __x__",
    ],
)
@pytest.mark.parametrize("kind", ["text", "paragraph"])
def test_signs_of_markup_are_printed_as_typed(tmp_path, typed, kind):
    quoted = "'" + typed.replace("'", "''") + "'"
    box = "{left: 2, right: 2, top: 5, height: 60}"
    element = f'{{{kind}: "{{{{ title }}}}", font: plain, size: 7 pt, box: {box}}}'
    game = text_game(tmp_path, element, fields=f", title: {quoted}")
    assert words_of(built(game), "-layout") == [typed]


@pytest.mark.parametrize("typed", ["{% of all cards", "{{ 3 coins", "{{ a }", "{{}}", "{{-1}}"])
def test_braces_that_are_no_expression_are_reported_with_their_place(tmp_path, typed):
    ran = build(text_game(tmp_path, f"{{text: '{typed}', font: plain, size: 7 pt}}"))
    assert ran.code == 1
    assert "game.yaml:11:16: error[expression" in ran.err, ran.err


def test_one_card_with_odd_signs_does_not_stop_the_others(tmp_path):
    rows = ("{id: a, title: 'Deal <b>3'}", "{id: b, title: Fine}", "{id: c, title: '&foo; </i>'}")
    words = words_of(built(write(tmp_path / "game", head() + worded(*rows))), "-layout")
    assert " ".join(" ".join(words).split()) == "Deal <b>3 Fine &foo; </i>"


@pytest.mark.parametrize("typed", ["a < b & c", "</title>", "]]>", "Heury & Heury (\\)"])
def test_titles_and_credits_with_signs_keep_the_file_readable(tmp_path, typed):
    quoted = "'" + typed + "'"
    game = write(
        tmp_path / "game", head(title=quoted, credits=quoted) + worded("{id: a, title: A}")
    )
    information = poppler("pdfinfo", built(game))
    assert typed in information
    assert typed in poppler("pdfinfo", "-meta", built(game)).replace("&lt;", "<").replace(
        "&gt;", ">"
    ).replace("&amp;", "&")


# 25: colours


@pytest.mark.parametrize(
    ("color", "said"),
    [
        ("open('PWNED','w').write('x')", "open("),
        ("red.__class__", "red.__class__"),
        ("grene", "green"),
        ("#12345", "#12345"),
        ("rgb(1,2)", "3 numbers"),
        ("rgb(300, 0, 0)", "255"),
        ("cmyk(0,0,0)", "4 numbers"),
        ("__import__('os').system('touch PWNED')", "__import__"),
        ("Color(1,0,0)", "Color"),
        ("rgb(__import__('os'), 1, 2)", "rgb"),
        ("#gggggg", "#gggggg"),
        ("rgb(nan, 0, 0)", "nan"),
        ("[1, 0, 0]", "list"),
    ],
)
def test_a_colour_is_never_run_and_a_wrong_one_is_named(tmp_path, monkeypatch, color, said):
    monkeypatch.chdir(tmp_path)
    quoted = color if color.startswith("[") else "'" + color.replace("'", "''") + "'"
    for number, element in enumerate(
        (
            f"{{shape: rectangle, fill: {quoted}, box: trim}}",
            '{shape: rectangle, fill: "{{ tint }}", box: trim}',
            f"{{text: x, font: plain, size: 8 pt, color: {quoted}}}",
        )
    ):
        game = text_game(tmp_path / str(number), element, fields=f", tint: {quoted}")
        ran = build(game)
        assert ran.code == 1
        assert said in ran.err, ran.err
        assert files_in(tmp_path / str(number) / "out") == []
    assert not list(tmp_path.rglob("PWNED"))


@pytest.mark.parametrize(
    "color",
    [
        "#f00",
        "red",
        "RED",
        "rgb(255, 0, 0)",
        "cmyk(0, 100, 100, 0)",
        "'#FF0000'",
        "gray(50)",
        " red ",
    ],
)
def test_colours_in_every_notation_are_accepted(tmp_path, color):
    color = color if color.startswith("'") else f"'{color}'"
    built(text_game(tmp_path, f"{{shape: rectangle, fill: {color}, box: trim}}"))


# 26 and 27: text that does not fit


@pytest.mark.parametrize(
    "element",
    [
        "{paragraph: '%s', font: plain, size: 10 pt, box: {left: 4, top: 4, width: 55, height: 9}}",
        "{paragraph: '%s', font: plain, fit: {min: 9 pt, max: 14 pt}, box: {top: 4, height: 9}}",
        "{text: '%s', font: plain, size: 10 pt, box: {left: 4, top: 4, width: 55, height: 20}}",
    ],
)
def test_text_that_overflows_its_box_is_an_error_with_millimetres(tmp_path, element):
    ran = build(text_game(tmp_path, element % LONG))
    assert ran.code == 1
    assert "mm too" in ran.err
    assert "main.a" in ran.err
    assert files_in(tmp_path / "out") == []


@pytest.mark.parametrize("fit", ["{min: 4 pt, max: 12 pt}", "{min: 3 pt, max: 30 pt}"])
def test_text_that_may_shrink_shows_its_last_word(tmp_path, fit):
    box = "{left: 4, top: 4, width: 55, height: 60}"
    element = f"{{paragraph: '{LONG}', font: plain, fit: {fit}, box: {box}}}"
    game = text_game(tmp_path, element)
    assert words_of(built(game))[-1].endswith("LASTWORD")
    box = poppler("pdftotext", "-bbox", built(game), "-")
    last = next(line for line in box.split("\n") if "LASTWORD" in line)
    left = float(last.split('xMin="')[1].split('"')[0]) * 25.4 / 72
    right = float(last.split('xMax="')[1].split('"')[0]) * 25.4 / 72
    assert 10.5 + 4 - 0.1 <= left <= right <= 10.5 + 59.2


@pytest.mark.parametrize(
    "word",
    [
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
        "9" * 60,
        "https://example.org/a/very/long/path/that/never/ends/and/has/no/space/in/it.html",
    ],
)
@pytest.mark.parametrize("kind", ["text", "paragraph"])
@pytest.mark.parametrize("width", [30, 5])
def test_a_word_longer_than_its_line_is_reported(tmp_path, word, kind, width):
    box = f"{{left: 4, top: 4, width: {width}, height: 60}}"
    element = f"{{{kind}: '{word}', font: plain, size: 14 pt, box: {box}}}"
    ran = build(text_game(tmp_path, element))
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    assert "too wide" in ran.err


@pytest.mark.parametrize(
    "box", ["width: 0, height: 20", "width: 20, height: 0", "left: 40, right: 40"]
)
def test_a_box_without_room_is_reported_and_never_loops(tmp_path, box):
    left = "" if "left" in box else "left: 4, "
    element = (
        f"{{paragraph: some words here, font: plain, size: 8 pt, box: {{{left}top: 4, {box}}}}}"
    )
    ran = build(text_game(tmp_path, element))
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    assert "mm" in ran.err


# 28: line breaks and tabs

BLOCK = """      - id: a
        title: |
          First line
          second line

          after a blank
"""
FOLDED = """      - id: a
        title: >
          folded
          into one
"""


@pytest.mark.parametrize("kind", ["text", "paragraph"])
@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        (BLOCK, ["First line", "second line", "", "after a blank"]),
        ('      - {id: a, title: "Line one\\nLine two\\tafter"}\n', ["Line one", "Line two after"]),
        (FOLDED, ["folded into one"]),
        ('      - {id: a, title: "one\\r\\ntwo\\nthree"}\n', ["one", "two", "three"]),
        ("      - {id: a, title: \"{{ 'x' ~ '\\\\n' ~ 'y' }}\"}\n", ["x", "y"]),
    ],
)
def test_line_breaks_are_kept_and_a_tab_is_a_space(tmp_path, kind, rows, lines):
    text = (
        head()
        + f"""templates:
  worded:
    elements:
      - {kind}: "{{{{ title }}}}"
        font: plain
        size: 10 pt
        leading: 1.5
        box: {{left: 4, right: 4, top: 5, height: 60}}
decks:
  main:
    face: worded
    back: none
    rows:
{rows}"""
    )
    pdf = built(write(tmp_path / "game", text))
    assert words_of(pdf, "-layout") == [line for line in lines if line]
    tops = [
        float(line.split('yMin="')[1].split('"')[0])
        for line in poppler("pdftotext", "-bbox", pdf, "-").split("\n")
        if "<word" in line
    ][: len(" ".join(lines).split())]
    rows_used = sorted({round(top, 1) for top in tops})
    pitch = 10 * 1.5
    assert rows_used == pytest.approx(
        [rows_used[0] + pitch * i for i, line in enumerate(lines) if line], abs=0.2
    )


# 32: characters without glyph


@pytest.mark.parametrize(
    ("font", "title", "code"),
    [
        ("FjallaOne-Regular", "Move → 2", "U+2192"),
        ("Lato-Regular", "漢字", "U+6F22"),
        ("Lato-Regular", "roll 🎲", "U+1F3B2"),
        ("Lato-Regular", "שלום", "U+05E9"),
        ("FjallaOne-Regular", "Žluťoučký ♠", "U+2660"),
        ("Lato-Regular", "a\\u0001b", "U+0001"),
    ],
)
def test_a_character_without_glyph_names_card_font_and_code_point(tmp_path, font, title, code):
    game = write(
        tmp_path / "game", head(fonts=f"{{plain: {font}}}") + worded(f'{{id: a, title: "{title}"}}')
    )
    ran = build(game)
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    for word in (code, "main.a", font):
        assert word in ran.err, ran.err


def test_accents_that_the_font_has_are_printed(tmp_path):
    title = "Žluťoučký kůň, œuf, Straße"
    game = write(
        tmp_path / "game",
        head(fonts="{plain: OpenSans-Regular}") + worded(f"{{id: a, title: '{title}'}}"),
    )
    assert words_of(built(game)) == [title]


# 41: every font embedded


@pytest.mark.parametrize(
    ("deck", "paper"),
    [
        ("shape", "a4"),
        ("plain", "letter"),
        ("default", "a4"),
        ("two", "a4"),
    ],
)
def test_every_font_is_embedded_and_none_is_helvetica(tmp_path, deck, paper):
    element = {
        "shape": "{shape: rectangle, fill: red, box: bleed}",
        "plain": "{text: Words, font: plain, size: 9 pt}",
        "default": "{text: Words, size: 9 pt}",
        "two": "{column: [{text: A, font: plain, size: 9 pt}, {text: B, font: other, size: 9 pt}]}",
    }[deck]
    game = text_game(tmp_path, element)
    fonts = head(fonts="{plain: Lato-Regular, other: Caladea-Bold}")
    write(game, (game / "game.yaml").read_text().replace(head(), fonts))
    pdf = built(game, paper=paper)
    rows = poppler("pdffonts", pdf).strip().split("\n")[2:]
    assert rows
    for row in rows:
        assert "Helvetica" not in row
        assert row.split()[-5:-2] == ["yes", "yes", "yes"], row
