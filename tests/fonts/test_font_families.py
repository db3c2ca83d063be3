"""The font, its bold and italic, its fallbacks: what a game names and what is found for it."""

import re
from pathlib import Path

import made_fonts
import pytest

from cardforge.diagnostics import Report, Span
from cardforge.font_spec import FontSpec
from cardforge.fonts import Font, FontError, Fonts, find_font, known_fonts, system
from cardforge.fonts.about import about_file
from cardforge.fonts.choosing import face_of, fallbacks, font_of, place_of, tell_remarks
from cardforge.fonts.listed import describe_font, font_rows
from cardforge.fonts.missing import missing_hint
from cardforge.load import load_game

HEAD = (
    'game: toy\nversion: "1"\ntitle: Toy\nlanguages: [en]\nplayers: 2\n'
    "format: {trim: [63, 88], bleed: 3, safe: 3}\n"
)


def game_of(folder, fonts):
    """Return a game with these lines under `fonts:`."""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(HEAD + f"fonts:\n{fonts}")
    report = Report()
    game = load_game(folder / "game.yaml", report)
    assert not report.problems, report.problems
    return game


def faults_of(folder, fonts):
    """Return the problems of reading these lines under `fonts:`."""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(HEAD + f"fonts:\n{fonts}")
    report = Report()
    load_game(folder / "game.yaml", report)
    return report.problems


def style_of(game, alias="text", *, bold=False, italic=False):
    font = face_of(game, Fonts(), alias, bold=bold, italic=italic)
    return font and font.path.stem


@pytest.fixture
def computer(tmp_path, monkeypatch):
    """Return the folder of a computer's fonts: three faces of a family and a variable font."""
    folder = tmp_path / "system"
    (folder / "deep").mkdir(parents=True)
    for name, style, weight in (
        ("Book", "Regular", 400),
        ("Heavy", "Bold", 700),
        ("Slanted", "Italic", 400),
    ):
        data = made_fonts.font_data("ab", family="Own Sans", style=style, weight=weight)
        (folder / "deep" / f"{name}.ttf").write_bytes(data)
    (folder / "var.ttf").write_bytes(made_fonts.variable_data("ab", family="Own Var"))
    (folder / "broken.ttf").write_bytes(b"\0\1\0\0 no font")
    monkeypatch.setattr(system, "folders", lambda: (folder,))
    return folder


# --- how fonts are written ---


def test_a_font_is_a_name_or_says_more_of_itself(tmp_path):
    game = game_of(
        tmp_path,
        "  text: Lato-Regular\n"
        "  title: {face: Lato-Bold, italic: Lato-BoldItalic, fallback: [text, Caladea-Regular]}\n"
        "  thin: {face: var.ttf, axes: {wght: 250.5}, instance: Thin, licensed: true}\n"
        "  own: {system: DejaVu Sans, style: Bold}\n",
    )
    assert game.fonts["text"].face == "Lato-Regular"
    title = game.fonts["title"]
    assert (title.italic, title.fallback) == ("Lato-BoldItalic", ("text", "Caladea-Regular"))
    assert title.places["fallback 1"].line == title.span.line == 9
    thin = game.fonts["thin"]
    assert (thin.axes, thin.instance, thin.licensed) == ((("wght", 250.5),), "Thin", True)
    assert (game.fonts["own"].face, game.fonts["own"].style) == ("system: DejaVu Sans", "Bold")


@pytest.mark.parametrize(
    ("written", "code", "said"),
    [
        ("{bold: Lato-Bold}", "key.missing", "face"),
        ("{face: a.ttf, system: Arial}", "font.two-faces", "both face and system"),
        ("{face: a.ttf, style: Bold}", "font.two-faces", "without the key 'system'"),
        ("{face: a.ttf, axes: [1]}", "value.mapping", ""),
        ("{face: a.ttf, axes: {wght: bold}}", "value.number", "bold"),
        ("{face: a.ttf, licensed: maybe}", "value.true-false", ""),
        ("{face: a.ttf, fallback: Lato-Regular}", "value.list", ""),
        ("{face: a.ttf, colour: red}", "key.unknown", "colour"),
        ("[a.ttf]", "value.text", ""),
        ('"{{ x }}"', "expression.not-here", ""),
        ('{face: "{{ x }}"}', "expression.not-here", ""),
    ],
)
def test_a_font_that_is_written_wrongly_is_told_with_its_place(tmp_path, written, code, said):
    problems = faults_of(tmp_path, f"  text: {written}\n")
    assert [problem.code for problem in problems] == [code]
    assert said in problems[0].message
    assert problems[0].span.line == 8


# --- bold and italic ---


@pytest.mark.parametrize(
    ("face", "bold", "italic", "both"),
    [
        ("Lato-Regular", "Lato-Bold", "Lato-Italic", "Lato-BoldItalic"),
        ("Lato-Light", "Lato-Bold", "Lato-LightItalic", "Lato-BoldItalic"),
        ("Lato-Bold", "Lato-Black", "Lato-BoldItalic", "Lato-BlackItalic"),
        ("Lato-Black", None, "Lato-BlackItalic", None),
        ("SourceSerifPro-Regular", "SourceSerifPro-Bold", "SourceSerifPro-It",
         "SourceSerifPro-BoldIt"),
        ("OpenSans-Regular", "OpenSans-Bold", "OpenSans-Italic", "OpenSans-BoldItalic"),
        ("Manrope-Regular", "Manrope-Bold", None, None),
        ("FjallaOne-Regular", None, None, None),
    ],
)  # fmt: skip
def test_bold_and_italic_of_a_package_are_found_by_themselves(tmp_path, face, bold, italic, both):
    game = game_of(tmp_path, f"  text: {face}\n")
    assert style_of(game) == face
    assert style_of(game, bold=True) == bold
    assert style_of(game, italic=True) == italic
    assert style_of(game, bold=True, italic=True) == both


def test_a_game_without_fonts_is_set_in_lato(tmp_path):
    (tmp_path / "game.yaml").write_text(HEAD)
    game = load_game(tmp_path / "game.yaml", Report())
    assert style_of(game) == "Lato-Regular"
    assert style_of(game, bold=True) == "Lato-Bold"


def test_the_faces_that_a_game_names_come_before_those_of_the_family(tmp_path):
    (tmp_path / "My Font 2.ttf").write_bytes(made_fonts.font_data("ab", family="My Font 2"))
    game = game_of(
        tmp_path,
        "  text: {face: Lato-Regular, bold: My Font 2.ttf, italic: title}\n"
        "  title: {face: Lato-BlackItalic}\n",
    )
    fonts = Fonts()
    assert face_of(game, fonts, "text", bold=True, italic=False).path.stem == "My Font 2"
    # Another font of the game is that font, not a second copy of it.
    assert face_of(game, fonts, "text", bold=False, italic=True) is font_of(game, fonts, "title")


def test_a_file_of_the_game_has_no_bold_of_which_it_says_nothing(tmp_path):
    for style, weight in (("Regular", 400), ("Bold", 700)):
        data = made_fonts.font_data("ab", style=style, weight=weight)
        (tmp_path / f"Made-{style}.ttf").write_bytes(data)
    game = game_of(tmp_path, "  text: Made-Regular.ttf\n")
    assert style_of(game, bold=True) is None


def test_a_variable_font_is_bold_by_its_own_axis(tmp_path):
    (tmp_path / "var.ttf").write_bytes(made_fonts.variable_data("ab"))
    game = game_of(tmp_path, "  text: var.ttf\n  heavy: {face: var.ttf, instance: Heavy}\n")
    fonts = Fonts()
    assert font_of(game, fonts, "text").file.weight == 400
    assert face_of(game, fonts, "text", bold=True, italic=False).file.weight == 700
    assert face_of(game, fonts, "text", bold=False, italic=True) is None
    assert face_of(game, fonts, "heavy", bold=True, italic=False) is None


def test_a_bold_face_that_is_not_there_is_told_where_it_is_written_each_time(tmp_path):
    game = game_of(tmp_path, "  text:\n    face: Lato-Regular\n    bold: fonts/none.ttf\n")
    fonts = Fonts()
    for _ in range(2):
        with pytest.raises(FontError) as caught:
            face_of(game, fonts, "text", bold=True, italic=False)
        assert caught.value.code == "font.missing"
        assert place_of(game, caught.value.font).line == 10


# --- fallbacks ---


def test_fallbacks_are_those_that_the_game_names_in_their_order(tmp_path):
    (tmp_path / "symbols.ttf").write_bytes(made_fonts.font_data("⚔★"))
    game = game_of(
        tmp_path,
        "  text: {face: Lato-Regular, fallback: [symbols, OpenSans-Regular, title]}\n"
        "  symbols: symbols.ttf\n  title: Lato-Regular\n",
    )
    fonts = Fonts()
    found = fallbacks(game, fonts, "text")
    assert [font.path.stem for font in found] == ["symbols", "OpenSans-Regular", "Lato-Regular"]
    assert found[0] is font_of(game, fonts, "symbols")
    assert fallbacks(game, fonts, "text")[1] is found[1]
    assert fallbacks(game, fonts, "title") == ()
    assert place_of(game, found[1].name) == game.fonts["text"].places["fallback 1"]


def test_a_fallback_that_is_not_there_is_told_where_it_is_written(tmp_path):
    game = game_of(
        tmp_path, "  text:\n    face: Lato-Regular\n    fallback:\n      - Lato-Bold\n      - Nix\n"
    )
    with pytest.raises(FontError) as caught:
        fallbacks(game, Fonts(), "text")
    assert caught.value.code == "font.unknown"
    assert place_of(game, caught.value.font).line == 12


def test_a_hint_names_an_installed_face_that_has_what_is_missing():
    face = re.search(r"fallback: \[(.+)\]", missing_hint(("Ж", "ё")))[1]
    assert not Font("x", find_font(face, Path())).missing("Жё")


def test_an_emoji_that_no_face_has_is_to_become_an_icon():
    assert "icon" in missing_hint(("\U0001f534",))
    assert "fallback" not in missing_hint(("\U0001f469\u200d\U0001f469\u200d\U0001f466",))


def test_what_nothing_has_is_told_with_both_ways_out():
    assert missing_hint(("\U00012000",)) == "choose a font that has it, or draw it as an icon"


# --- the system's fonts ---


@pytest.mark.parametrize(
    ("written", "file", "weight"),
    [
        ('"system: Own Sans"', "Book", 400),
        ('"system: own sans bold"', "Heavy", 700),
        ('"system: OwnSans-Italic"', "Slanted", 400),
        ("{system: Own Sans}", "Book", 400),
        ("{system: Own Sans, style: Bold}", "Heavy", 700),
        ('"system: Own Var Heavy"', "var", 900),
        ("{system: Own Var, style: heavy}", "var", 900),
        ("{system: Own Var, axes: {wght: 300}}", "var", 300),
    ],
)
def test_a_font_of_the_system_is_found_by_family_and_style(
    tmp_path, computer, written, file, weight
):
    game = game_of(tmp_path / "game", f"  text: {written}\n")
    fonts, report = Fonts(), Report()
    font = font_of(game, fonts, "text")
    assert font.path.is_relative_to(computer)
    assert (font.path.stem, font.file.weight) == (file, weight)
    tell_remarks(game, fonts, report)
    tell_remarks(game, fonts, report)
    assert [(p.severity, p.code, p.span.line) for p in report.problems] == [
        ("note", "font.system", 8)
    ]


def test_bold_and_italic_of_the_system_are_found_by_themselves(tmp_path, computer):
    game = game_of(tmp_path / "game", '  text: "system: Own Sans"\n')
    assert computer
    assert style_of(game, bold=True) == "Heavy"
    assert style_of(game, italic=True) == "Slanted"
    assert style_of(game, bold=True, italic=True) is None


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ('"system: Own Sanz"', "did you mean 'Own Sans'?"),
        ("{system: Own Sans, style: Bolt}", "did you mean 'Bold'?"),
        ("{system: Own Sans, style: Wide}", "it has Bold, Italic, Regular"),
        ('"system: Helvetica"', "see `cardforge list fonts`"),
        ('"system:"', "see `cardforge list fonts`"),
    ],
)
def test_a_font_that_the_system_lacks_is_never_replaced(tmp_path, computer, written, hint):
    game = game_of(tmp_path / "game", f"  text: {written}\n")
    assert computer
    with pytest.raises(FontError) as caught:
        font_of(game, Fonts(), "text")
    assert (caught.value.code, caught.value.hint) == ("font.unknown", hint)


def test_a_link_out_of_the_folders_of_fonts_is_not_followed(tmp_path, computer):
    outside = tmp_path / "outside.ttf"
    outside.write_bytes(made_fonts.font_data("ab", family="Secret"))
    (computer / "link.ttf").symlink_to(outside)
    (computer / "twin.ttf").symlink_to(computer / "deep" / "Book.ttf")
    (computer / "loop.ttf").symlink_to(computer / "loop.ttf")
    system._read_all.cache_clear()
    names = {about.path.name for about in system.system_fonts()}
    assert "twin.ttf" in names
    assert not names & {"link.ttf", "loop.ttf", "broken.ttf"}


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_each_system_has_its_folders(monkeypatch, platform):
    monkeypatch.setattr(system.sys, "platform", platform)
    assert len(system.folders()) >= 2


@pytest.mark.skipif(
    not Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf").exists(),
    reason="DejaVu is not installed",
)
def test_the_fonts_of_this_computer_are_read_as_they_are_called():
    (about,) = about_file(Path("/usr/share/fonts/truetype/dejavu/DejaVuSans-BoldOblique.ttf"))
    assert (about.family, about.weight, about.is_italic) == ("DejaVu Sans", 700, True)
    assert system.find_in_system("DejaVu Sans", "Bold Oblique")[0].path == about.path


# --- what is told of fonts ---


def test_a_right_that_is_in_doubt_is_told_once_where_the_font_is_written(tmp_path):
    (tmp_path / "a.ttf").write_bytes(made_fonts.font_data("ab", bits=0x100))
    game = game_of(
        tmp_path, "  one: Lato-Regular\n  text: a.ttf\n  b: {face: a.ttf, licensed: true}\n"
    )
    fonts, report = Fonts(), Report()
    for alias in game.fonts:
        font_of(game, fonts, alias)
    tell_remarks(game, fonts, report)
    assert [(p.severity, p.code, p.span.line) for p in report.problems] == [
        ("warning", "font.no-subset", 9)
    ]


def test_the_place_of_a_font_of_no_game_is_that_of_the_game(tmp_path):
    game = game_of(tmp_path, "  text: Lato-Regular\n")
    assert place_of(game, "rulebook bold") == place_of(game, None) == game.span
    assert isinstance(FontSpec("x", Span("f", 1, 1, 1, 1)).span, Span)


def test_the_list_shows_every_face_with_what_is_known_of_it(computer):
    (computer / "restricted.ttf").write_bytes(
        made_fonts.font_data("a", family="Shut", style="Bold", weight=700, bits=2)
    )
    system._read_all.cache_clear()
    rows = font_rows()
    assert set(known_fonts()) <= set(rows)
    assert rows["Lato-Bold"] == {
        "family": "Lato", "style": "Bold", "weight": 700, "source": "font-lato",
        "embedding": "installable",
    }  # fmt: skip
    assert rows["system: Shut Bold"]["embedding"] == "restricted"
    assert rows["system: Own Var Regular"]["instances"] == ["Thin", "Heavy"]
    assert describe_font(rows["system: Shut Bold"]) == (
        "Shut Bold, weight 700, system, embedding: restricted"
    )
