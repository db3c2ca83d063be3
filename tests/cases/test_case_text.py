"""Text, colours and fonts: what is typed is what is printed, or it is reported."""

import pytest
from finished import poppler, words_of
from games import build, built, files_in, head, run, worded, write
from PIL import Image, ImageChops

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
        "50 % of {this, or} [that] {}",
        "(left \\( right",
        "100 $ _under_ `tick`",
        "{# no comment #}",
        "any { thing } and { more }",
        "#hash ~tilde ^hat |bar",
        "<font color=red>x</font>",
        "__x__ ~~y~~ `z` - 5 * 3 * 2",
        "3*4*5 = 60, 10:30:15",
        "a * b ** c, * and 5* or *.",
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


WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
URL = "https://example.org/a/very/long/path/that/never/ends/and/has/no/space/in/it.html"


@pytest.mark.parametrize(
    ("word", "kind", "width"),
    [
        *((WORD, kind, width) for kind in ("text", "paragraph") for width in (30, 5)),
        *(("9" * 60, kind, width) for kind in ("text", "paragraph") for width in (30, 5)),
        (URL, "text", 30),
        (URL, "paragraph", 5),
    ],
)
def test_a_word_longer_than_its_line_is_reported(tmp_path, word, kind, width):
    box = f"{{left: 4, top: 4, width: {width}, height: 60}}"
    element = f"{{{kind}: '{word}', font: plain, size: 14 pt, box: {box}}}"
    ran = build(text_game(tmp_path, element))
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    assert "too wide" in ran.err


def test_a_long_address_is_broken_after_its_slashes(tmp_path):
    box = "{left: 4, top: 4, width: 30, height: 60}"
    element = f"{{paragraph: '{URL}', font: plain, size: 9 pt, box: {box}}}"
    lines = words_of(built(text_game(tmp_path, element)), "-layout")
    assert len(lines) > 2
    assert "".join(lines) == URL
    assert all(line.endswith("/") for line in lines[:-1])


def test_a_long_word_is_divided_where_hyphens_are_asked_for(tmp_path):
    box = "{left: 4, top: 4, width: 30, height: 60}"
    word = "precipitevolissimevolmente" * 2
    element = f"{{paragraph: '{word}', font: plain, size: 8 pt, hyphenate: true, box: {box}}}"
    game = text_game(tmp_path, element)
    path = game / "game.yaml"
    path.write_text(path.read_text().replace("languages: [en]", "languages: [it]"))
    lines = words_of(built(game, language="it"), "-layout")
    assert len(lines) > 2
    assert all(line.endswith("-") for line in lines[:-1])
    assert "".join(line.rstrip("-") for line in lines) == word


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


# 37: soft hyphens

SOFT = "Haft\u00adpflicht\u00adver\u00adsiche\u00adrungs\u00adschutz"


@pytest.mark.parametrize(("width", "count"), [(55, 1), (20, 3)])
def test_a_soft_hyphen_is_printed_only_where_the_line_ends_there(tmp_path, width, count):
    box = f"{{left: 4, top: 4, width: {width}, height: 60}}"
    element = f'{{paragraph: "{{{{ title }}}}", font: plain, size: 8 pt, box: {box}}}'
    game = text_game(tmp_path, element, fields=f", title: {SOFT}")
    lines = words_of(built(game), "-layout")
    assert len(lines) == count
    assert all(line.endswith("-") for line in lines[:-1])
    assert "".join(line.rstrip("-") for line in lines) == SOFT.replace("\u00ad", "")


def test_a_line_that_is_never_wrapped_has_no_soft_hyphens(tmp_path):
    element = '{text: "{{ title }}", font: plain, size: 8 pt, box: {left: 4, top: 4}}'
    game = text_game(tmp_path, element, fields=f", title: {SOFT}")
    assert words_of(built(game)) == [SOFT.replace("\u00ad", "")]


# 38: no bold or italic face


def test_a_font_without_bold_face_is_named_once_and_the_text_drawn_plain(tmp_path):
    fonts = "{plain: FjallaOne-Regular}"
    rows = ("{id: a, title: 'Deal **three**'}", "{id: b, title: 'every **bold** *word*'}")
    game = write(tmp_path / "game", head(fonts=fonts) + worded(*rows))
    ran = build(game)
    assert ran.code == 0
    for style in ("bold", "italic"):
        said = f"the font plain (FjallaOne-Regular) has no {style} face"
        assert ran.err.count(said) == 1, ran.err
        assert f"warning[font.no-{style}]" in ran.err
    pdf = next((tmp_path / "out").glob("*/sheets-a4-en.pdf"))
    assert " ".join(words_of(pdf)) == "Deal three every bold word"
    names = {line.split()[0].split("+")[-1] for line in poppler("pdffonts", pdf).split("\n")[2:-1]}
    assert "FjallaOne" in " ".join(names)


def test_bold_and_italic_of_a_family_are_its_own_faces_without_a_warning(tmp_path):
    title = "Deal **three** *or* ***four***"
    game = write(tmp_path / "game", head() + worded(f"{{id: a, title: '{title}'}}"))
    ran = build(game)
    assert (ran.code, ran.err) == (0, "")
    pdf = next((tmp_path / "out").glob("*/sheets-a4-en.pdf"))
    assert words_of(pdf) == ["Deal three or four"]
    fonts = poppler("pdffonts", pdf)
    assert all(f"Lato-{face}" in fonts for face in ("Bold", "Italic", "BoldItalic"))


# 42: icons in the line

PAY = ("{coin:red}", "{coin:red}{coin:red}", "Pay 3 {coin:red} and", "{coin:red} 10:30:15")
BY_COLUMNS = "box: {left: 4, right: 4, top: 10, height: 20}"


def red_rows(picture):
    """Return the first and last row of a picture that is red somewhere."""
    with Image.open(picture) as image:
        red, green, _ = image.convert("RGB").split()
        box = ImageChops.subtract(red, green).point(lambda value: 255 * (value > 128)).getbbox()
    return box[1], box[3]


@pytest.mark.parametrize("kind", ["text", "paragraph"])
def test_an_icon_stands_alike_alone_and_in_a_sentence(tmp_path, kind):
    rows = "".join(f"      - {{id: c{n}, title: '{text}'}}\n" for n, text in enumerate(PAY))
    element = f'{{{kind}: "{{{{ title }}}}", font: plain, size: 12 pt, {BY_COLUMNS}}}'
    text = f"{head()}templates:\n  worded:\n    elements:\n      - {element}\n"
    text += f"decks:\n  main:\n    face: worded\n    back: none\n    rows:\n{rows}"
    ran = build(write(tmp_path / "game", text), "--only", "images")
    assert ran.code == 0, ran.said
    pictures = sorted((tmp_path / "out").glob("*/images-en/*.png"))
    assert len(pictures) == len(PAY)
    assert len({red_rows(picture) for picture in pictures}) == 1


def test_large_icons_do_not_change_where_the_lines_stand(tmp_path):
    lines = {}
    for size in ("", " 3"):
        typed = f"one\\ntwo {{coin{size}}} two\\nthree"
        element = f'{{paragraph: "{typed}", font: plain, size: 10 pt, box: {{top: 5, left: 3}}}}'
        box = poppler("pdftotext", "-bbox", built(text_game(tmp_path / size, element)), "-")
        words = [line for line in box.split("\n") if ">t" in line or ">o" in line]
        lines[size] = sorted(line.split('yMin="')[1][:6] for line in words)
    assert lines[""] == lines[" 3"]
    assert len(set(lines[""])) >= 3


def test_an_unknown_icon_is_reported_with_the_nearest_name_and_how_to_print_braces(tmp_path):
    game = write(tmp_path / "game", head() + worded("{id: a, title: 'Pay {con} now'}"))
    ran = build(game)
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    assert "error[icon.unknown]: no icon is called 'con'" in ran.err
    assert "did you mean 'coin'?; write \\{con} to print the braces" in ran.err
    assert "main.a" in ran.err


def test_braces_with_a_backslash_are_printed(tmp_path):
    game = write(tmp_path / "game", head() + worded(r"{id: a, title: 'Pay \{con} \*now\* \[x]'}"))
    assert words_of(built(game)) == ["Pay {con} *now* [x]"]


# shadows and outlines are no text of their own


@pytest.mark.parametrize(
    ("keys", "warned"),
    [
        ("color: white, shadow: {color: '#111'}", False),
        ("color: '#444', outline: {color: white, width: 0.3}", False),
        ("color: '#3a3a3a'", True),
        ("color: '#3a3a3a', shadow: {color: '#eee'}", True),
    ],
)
def test_contrast_is_that_of_letters_and_outlines_not_of_shadows(tmp_path, keys, warned):
    box = "box: {left: 6, right: 6, top: 8, height: 8}"
    element = f"""{{shape: rectangle, fill: '#333', box: bleed}}
      - {{text: Words, font: plain, size: 12 pt, {keys}, {box}}}"""
    ran = run("check", text_game(tmp_path, element))
    assert ("print.contrast" in ran.said) == warned, ran.said


def test_text_with_shadow_and_outline_is_found_once(tmp_path):
    keys = "outline: {color: gold}, shadow: {color: red}, box: {left: 6, top: 8}"
    game = text_game(tmp_path, f"{{text: Words here, font: plain, size: 12 pt, {keys}}}")
    assert words_of(built(game)) == ["Words here"]


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
