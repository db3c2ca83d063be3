"""Odd but legal texts on pages: nothing overlaps, nothing is lost, what cannot fit is told."""

from itertools import combinations

import pytest

from cardforge import pipeline, rulebooks
from cardforge.diagnostics import Report
from cardforge.edition import Request, RulebookRequest, settings_of
from cardforge.geometry import Box
from cardforge.rulebook.forms import form_of
from cardforge.rulebook.pages.typeset import typesetter

GAME = """\
game: tiny
version: "1"
title: {{en: "{title}"}}
languages: [en]
players: 2..4
format: poker-63x88
rulebook: {{cover: {cover}}}
decks:
  digits: {{for: {{digit: 0..9}}, name: "Digit {{{{ digit }}}}", face: face, back: face}}
templates: {{face: {{elements: [{{text: "x", box: safe}}]}}}}
"""
START = """\
A lead.

## Contents {#contents}

{{ component("digits", "card", "cards") }}

## Turn {#turn}

"""
NOTE = "::: aside\nA side note with words that fill it up a little, and again, and so on.\n:::\n\n"


@pytest.fixture
def made(tmp_path):
    """Return what sets a text: the typeset pages of a form, and the problems."""

    def make(text, form="a5", title="Tiny", cover="[digits.1]", start=START):
        folder = tmp_path / "tiny"
        (folder / "rules_text").mkdir(parents=True, exist_ok=True)
        (folder / "game.yaml").write_text(GAME.format(title=title, cover=cover), "utf-8")
        (folder / "rules_text" / "en.md.j2").write_text(start + text, "utf-8")
        report = Report()
        game = pipeline.read_game(folder / "game.yaml", report, "tiny/game.yaml")
        (settings,) = settings_of(game, Request())
        edition = pipeline.make_edition(game, settings, report)
        books = rulebooks.read_books([edition], report)
        if report.has_errors:
            return None, report.problems
        setter = typesetter(books["en"], edition, report)
        return setter.book_pages(form_of(form)), report.problems

    return make


def told(problems):
    return [(p.code, p.span.file, p.span.line) for p in problems]


def notes_on(typeset):
    """Return where side notes stand on each page, read from the ink of the pages."""
    form = typeset.form
    boxes = {}
    for page, sheet in enumerate(typeset.pages):
        for item in sheet.items:
            shift = getattr(item, "transform", None)
            tag = getattr(item, "tag", None)
            if shift is not None and tag is not None and tag.role == "P":
                height = next(
                    (a.height for p in typeset.placed for a in p.slip.aside if a.ink == item.items),
                    None,
                )
                if height is not None:
                    boxes.setdefault(page, []).append(Box(shift.e, shift.f, form.side, height))
    return boxes


@pytest.mark.parametrize("count", [1, 3, 6])
def test_side_notes_never_lie_on_each_other(made, count):
    typeset, problems = made("Play a card.\n\n" + NOTE * count)
    assert problems == ()
    beside = notes_on(typeset)
    assert sum(map(len, beside.values())) >= 1
    for boxes in beside.values():
        assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
        assert all(box.bottom < typeset.form.trim.height - 5 for box in boxes)
    said = [p.slip.text for p in typeset.placed] + [
        a.text for p in typeset.placed for a in p.slip.aside
    ]
    assert sum("side note" in text for text in said) == count


def test_a_long_side_note_stands_in_the_text(made):
    typeset, problems = made("Play a card.\n\n::: aside\n" + "word " * 400 + "\n:::\n")
    assert problems == ()
    assert not any(p.slip.aside for p in typeset.placed)
    assert sum(p.slip.text.count("word") for p in typeset.placed) == 400


@pytest.mark.parametrize(
    ("text", "form", "what"),
    [
        ("| a | b |\n|---|---|\n| 1 | " + "word " * 1100 + "|\n", "a5", "row"),
        ("::: note " + "word " * 300 + "\nx\n:::\n", "poker", "title"),
        ("Play.\n\n## " + "word " * 300 + " {#long}\n\nText.\n", "poker", "heading"),
    ],
)
def test_what_is_higher_than_a_page_is_told(made, text, form, what):
    _, problems = made(text, form)
    assert {p.code for p in problems} == {"rulebook.too-high"}
    assert f"this {what} is" in problems[0].message
    assert problems[0].span.file == "tiny/rules_text/en.md.j2"
    assert problems[0].span.line >= 9


def test_a_lead_too_long_for_the_cover_is_told(made):
    start = START.replace("A lead.", "word " * 150)
    _, problems = made("Play.\n", "poker", start=start)
    assert told(problems) == [("rulebook.too-high", "tiny/rules_text/en.md.j2", 1)]


def test_a_name_wider_than_the_plan_is_told_or_broken(made):
    seats = f'[seat("{"M" * 90}"), seat("B")]'
    _, problems = made(f'{{{{ plan(spots=[spot("digits.1", "x")], seats={seats}, alt="x") }}}}\n')
    assert {p.code for p in problems} <= {"rulebook.figure-wide", "rulebook.word-wide"}
    assert problems


def test_a_table_that_gives_up_its_columns_keeps_every_head(made):
    heads = "Alpha | Bravo | Charlie | Delta | Echo | Foxtrot | Golf | Hotel"
    row = " | ".join(["wordwordwordword"] * 8)
    typeset, problems = made(f"| {heads} |\n|{'---|' * 8}\n| {row} |\n")
    assert problems == ()
    text = " ".join(p.slip.text for p in typeset.placed)
    assert all(head in text for head in heads.split(" | "))


def test_a_blank_title_is_no_reason_to_stop(made):
    typeset, _ = made("Play.\n", title=" ")
    assert typeset is not None


def test_the_cover_has_room_for_five_cards(made):
    many = "[" + ", ".join(f"digits.{i}" for i in range(6)) + "]"
    _, problems = made("Play.\n", cover=many)
    assert told(problems) == [("value.list", "tiny/game.yaml", 7)]
    typeset, problems = made("Play.\n", "poker", cover=many.replace(", digits.5", ""))
    assert problems == ()
    assert typeset.pages


def test_a_glyph_that_the_title_lacks_is_told_where_the_title_stands(made):
    _, problems = made("Play.\n", title="Tiny 日")
    assert {p.span.file for p in problems} == {"tiny/game.yaml"}
    assert ("rulebook.glyph", "tiny/game.yaml", 3) in told(problems)


def test_a_format_asked_for_twice_is_written_once(tmp_path, monkeypatch, capsys):
    from cardforge.cli import main

    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "tiny"
    (folder / "rules_text").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.format(title="Tiny", cover="[digits.1]"), "utf-8")
    (folder / "rules_text" / "en.md.j2").write_text(START + "Play.\n", "utf-8")
    with pytest.raises(SystemExit) as end:
        main(["rulebook", "tiny", "--format", "poker", "--format", "poker"])
    assert end.value.code == 0
    assert capsys.readouterr().out.count("rulebook-poker-en.pdf") == 1


@pytest.mark.parametrize(("written", "thickness"), [("", 0.1), ("paper-thickness: 0.3, ", 0.3)])
def test_a_booklet_creeps_by_the_thickness_of_its_paper(tmp_path, written, thickness):
    folder = tmp_path / "tiny"
    (folder / "rules_text").mkdir(parents=True)
    game = GAME.format(title="Tiny", cover="[digits.1]").replace("{cover:", f"{{{written}cover:")
    (folder / "game.yaml").write_text(game, "utf-8")
    turns = "".join(f"## Turn {i} {{#turn-{i}}}\n\n{'word ' * 300}\n\n" for i in range(8))
    (folder / "rules_text" / "en.md.j2").write_text(START + "Play.\n\n" + turns, "utf-8")
    report = Report()
    found = pipeline.read_game(folder / "game.yaml", report, "tiny/game.yaml")
    request = Request(papers=("a4",), rulebook=RulebookRequest((), True))
    (settings,) = settings_of(found, request)
    edition = pipeline.make_edition(found, settings, report)
    ((booklet,),) = (one.made for one in rulebooks.prepare([edition], request, report))
    assert report.problems == ()
    # Each leaf moves one step further than the leaf around it: seen at where its pages are placed.
    lefts = [min(use.at.x for use in uses(page.items)) for page in booklet.pages]
    steps = [round(lefts[i + 2] - lefts[i], 4) for i in range(0, len(lefts) - 2, 2)]
    assert steps
    assert set(steps) == {round(1.2 * thickness, 4)}


def uses(items):
    """Return the placed pages among some ink, those inside groups too."""
    found = [item for item in items if hasattr(item, "plate")]
    return found + [use for item in items if hasattr(item, "items") for use in uses(item.items)]


def test_the_command_offers_the_formats_that_there_are():
    from cardforge import leaflet, options
    from cardforge.rulebook.forms import SIZES

    assert (*SIZES, *leaflet.KINDS, "card", "html", "txt") == options.RULEBOOK_FORMATS
    assert tuple(SIZES) == options.PAGED
