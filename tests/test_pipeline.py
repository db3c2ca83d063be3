"""The straight line: what a request gives, and what only the finished sheet can tell."""

import pytest

from cardforge import pipeline
from cardforge.diagnostics import ProblemsFound, Report
from cardforge.edition import Request, WrongRequest, settings_of, unusual

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
