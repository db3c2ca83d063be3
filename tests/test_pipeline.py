"""The straight line: what a request gives, and what only the finished sheet can tell."""

from unicodedata import normalize

import pytest

from cardforge import pipeline
from cardforge.diagnostics import ProblemsFound, Report
from cardforge.edition import Request, WrongRequest, settings_of, unusual
from cardforge.fonts import find_font
from cardforge.single import picture_names

GAME = """\
game: toy
version: "1"
title: {{fr: Jouet, en: Toy}}
languages: [fr, en]
players: 2..4
format: {{trim: {trim}, bleed: 0, safe: 0}}
rulings:
  colour: {{values: [red, blue], title: Colour}}
modes:
  short: Short
decks:
  cards: {{for: {{n: 1..3}}, face: face, back: none}}
templates:
  face:
    elements:
      - {{shape: rectangle, fill: white, box: bleed}}
      - {{text: "{{{{ n }}}}", box: {{left: 5, top: 5, width: 10, height: 5}}}}
"""


def toy(folder, trim="[63, 88]"):
    path = folder / "game.yaml"
    path.write_text(GAME.format(trim=trim), "utf-8")
    report = Report()
    game = pipeline.read_game(path, report, "game.yaml")
    assert report.problems == ()
    return game


def no_progress(_total):
    return lambda: None


def test_a_build_writes_every_paper_and_language_and_a_manifest(tmp_path):
    written = pipeline.build(toy(tmp_path), Request(), Report(), tmp_path / "out", no_progress)
    names = [str(path.relative_to(tmp_path / "out")) for path in written]
    assert names == [
        "toy/sheets-a4-fr.pdf",
        "toy/sheets-letter-fr.pdf",
        "toy/sheets-a4-en.pdf",
        "toy/sheets-letter-en.pdf",
        "toy/manifest.json",
    ]


def test_a_sheet_without_room_for_the_slug_is_reported_by_check_and_by_build(tmp_path):
    # 190 x 277 mm fill the 200 x 287 mm inside the margins of A4 but for 5 mm.
    game = toy(tmp_path, "[198, 284]")
    request = Request(languages=("en",), papers=("a4",))
    checked, built = Report(), Report()
    pipeline.check(game, request, checked)
    pipeline.build(game, request, built, tmp_path / "out", no_progress)
    for report in (checked, built):
        assert "sheet.no-slug" in [problem.code for problem in report.problems]
    assert not built.has_errors


def test_a_sheet_with_room_for_the_slug_is_not_reported(tmp_path):
    report = Report()
    pipeline.check(toy(tmp_path), Request(), report)
    assert report.problems == ()


def test_marks_that_hardly_show_are_told_of_their_paper(tmp_path):
    report = Report()
    pipeline.check(toy(tmp_path, "[63, 89]"), Request(), report)
    told = [p.message for p in report.problems if p.code == "sheet.marks-hidden"]
    assert [message.partition(":")[0] for message in told] == ["letter"]


@pytest.mark.parametrize("asked", [{}, {"players": 2}, {"languages": ("en",)}, {"papers": ("a4",)}])
def test_what_is_allowed_is_called_idle_only_when_the_whole_game_is_judged(tmp_path, asked):
    folder = tmp_path / "game"
    folder.mkdir()
    toy(folder)
    text = (folder / "game.yaml").read_text("utf-8") + 'allow: {sheet.no-slug: "never"}\n'
    (folder / "game.yaml").write_text(text, "utf-8")
    report = Report()
    game = pipeline.read_game(folder / "game.yaml", report, "game.yaml")
    pipeline.check(game, Request(**asked), report)
    assert [p.code == "allow.idle" for p in report.problems].count(True) == (not asked)


def test_a_card_larger_than_the_paper_stops_the_build_before_anything_is_written(tmp_path):
    game = toy(tmp_path, "[220, 310]")
    with pytest.raises(ProblemsFound):
        pipeline.build(game, Request(), Report(), tmp_path / "out", no_progress)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "request_",
    [
        Request(languages=("de",)),
        Request(players=1),
        Request(players=5),
        Request(mode="long"),
        Request(rulings={"color": "red"}),
        Request(rulings={"colour": "green"}),
    ],
)
def test_a_request_for_what_the_game_lacks_is_refused_with_what_it_has(tmp_path, request_):
    with pytest.raises(WrongRequest) as fault:
        settings_of(toy(tmp_path), request_)
    assert str(fault.value)


def test_only_what_is_not_the_default_is_called_unusual(tmp_path):
    game = toy(tmp_path)
    (usual,) = settings_of(game, Request(languages=("fr",)))
    request = Request(languages=("fr",), players=2, mode="short", rulings={"colour": "blue"})
    (other,) = settings_of(game, request)
    assert unusual(game, usual) == ()
    assert unusual(game, other) == ("players=2", "mode=short", "colour=blue")


def test_a_title_that_the_slug_cannot_show_is_reported_where_it_is_written(tmp_path):
    game = toy(tmp_path)._replace(title={"fr": "Jouet", "en": "Toy \u65e5\u672c"})
    report = Report()
    pipeline.check(game, Request(), report)
    (problem,) = report.problems
    assert (problem.severity, problem.code, problem.span.line) == ("warning", "sheet.slug-glyph", 3)
    assert "\u65e5, \u672c" in problem.message


def test_a_font_whose_damage_shows_only_when_it_is_embedded_is_a_problem(tmp_path):
    font = bytearray(find_font("Lato-Regular", tmp_path).read_bytes())
    count = int.from_bytes(font[4:6], "big")
    tables = {bytes(font[at : at + 4]): at for at in range(12, 12 + 16 * count, 16)}
    post = int.from_bytes(font[tables[b"post"] + 8 : tables[b"post"] + 12], "big")
    font[post : post + 2] = b"\xff\xff"
    (tmp_path / "damaged.ttf").write_bytes(font)
    (tmp_path / "game.yaml").write_text(
        GAME.format(trim="[63, 88]") + "fonts: {text: damaged.ttf}\n", "utf-8"
    )
    report = Report()
    game = pipeline.read_game(tmp_path / "game.yaml", report, "game.yaml")
    with pytest.raises(ProblemsFound):
        pipeline.build(game, Request(), report, tmp_path / "out", no_progress)
    (problem,) = report.problems
    assert (problem.code, problem.span.line) == ("font.broken", 18)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("condition", "drawn"),
    [
        ('"{{ n == 2 }} "', [0, 1, 0]),
        ('"{% if n == 2 %}true{% endif %}\\n"', [0, 1, 0]),
        ("\"{{ 'false ' }}\"", [0, 0, 0]),
        ("n == 2", [0, 1, 0]),
    ],
)
def test_blanks_round_a_condition_do_not_make_it_true(tmp_path, condition, drawn):
    text = GAME.format(trim="[63, 88]").replace(
        '{text: "{{ n }}",', f'{{text: "{{{{ n }}}}", if: {condition},'
    )
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    report = Report()
    game = pipeline.read_game(tmp_path / "game.yaml", report, "game.yaml")
    edition = pipeline.make_edition(game, settings_of(game, Request())[0], report)
    assert report.count("error") == 0
    (deck,) = edition.cards
    texts = [sum(type(ink).__name__ == "Text" for ink in s.face.items) for s in deck.cards]
    assert texts == drawn


def test_an_accent_typed_as_a_character_of_its_own_is_set_with_its_letter(tmp_path):
    text = GAME.format(trim="[63, 88]").replace('"{{ n }}"', '"e\u0301"')
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    report = Report()
    game = pipeline.read_game(tmp_path / "game.yaml", report, "game.yaml")
    edition = pipeline.make_edition(game, settings_of(game, Request())[0], report)
    assert report.problems == ()
    texts = [getattr(ink, "text", "") for ink in edition.cards[0].cards[0].face.items]
    assert any(normalize("NFC", text) == "\u00e9" for text in texts)


def test_pictures_of_cards_with_endless_ids_have_names_that_fit_a_file_system(tmp_path):
    endless = "\u00e9" * 300 + "{{ n }}"
    text = GAME.format(trim="[63, 88]").replace("{n: 1..3}, ", f'{{n: 1..3}}, id: "{endless}", ')
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    report = Report()
    game = pipeline.read_game(tmp_path / "game.yaml", report, "game.yaml")
    edition = pipeline.make_edition(game, settings_of(game, Request())[0], report)
    names = [name for name, _ in picture_names(edition.cards)]
    assert len(set(names)) == 3
    assert max(len(name.encode()) for name in names) < 240
