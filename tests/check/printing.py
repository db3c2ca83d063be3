"""A small game, judged by preflight: what would print badly, be cut badly or be mistaken."""

from cardforge import pipeline
from cardforge.check.accessibility.paint import Painter
from cardforge.check.preflight.judge import check_preflight
from cardforge.check.settings import Checks
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of

FORMAT = "{trim: [63, 88], bleed: 3, safe: 3, corner: 3}"


def head(*, form=FORMAT, languages="[en]", title="Small", checks=""):
    """Return the first lines of a game file."""
    lines = (
        "game: small",
        'version: "1"',
        f"title: {title}",
        f"languages: {languages}",
        "players: 2",
        f"format: {form}",
        "fonts: {text: Lato-Regular, bold: Lato-Bold}",
        f"checks: {{{checks}}}",
    )
    return "\n".join(lines) + "\n"


def side(*elements, **changed):
    """Return a game of one card whose face has these elements, each as it is written."""
    return deck(["id: one"], *elements, **changed)


def deck(rows, *elements, more="", of="decks", back="none", hidden="false", **changed):
    """Return a game of one deck whose faces have these elements, filled from its rows."""
    written = "".join(f"      - {{{element}}}\n" for element in elements)
    cards = "".join(f"      - {{{row}}}\n" for row in rows)
    about = "" if of == "tokens" else f"    hidden: {hidden}\n"
    return (
        head(**changed)
        + f"templates:\n  face:\n    elements:\n{written}"
        + f"{of}:\n  cards:\n    face: face\n    back: {back}\n{about}    rows:\n{cards}{more}"
    )


def preflight(folder, text, language=None):
    """Return the problems that preflight finds in a game that has no others."""
    (folder / "game.yaml").write_text(text, "utf-8")
    report = Report()
    game = pipeline.read_game(folder / "game.yaml", report, "game.yaml")
    assert game is not None, report.problems
    wanted = settings_of(game, Request())
    settings = next(s for s in wanted if language in (None, s.language))
    edition = pipeline.make_edition(game, settings, report)
    assert not report.has_errors, report.problems
    judged = Report()
    check_preflight(edition, Painter(edition.fonts), Checks(game), judged)
    return judged.problems


def codes(folder, text):
    """Return the codes of what preflight finds."""
    return [problem.code for problem in preflight(folder, text)]


def only(folder, text, code):
    """Return the one problem that preflight finds, which must have this code."""
    problems = preflight(folder, text)
    assert [problem.code for problem in problems] == [code], problems
    return problems[0]


def line_of(text, start):
    """Return the number of the first line of a game file that holds a text."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if start in line)


def picture(path, width, height):
    """Write a picture of so many pixels, its colours different everywhere."""
    from PIL import Image

    image = Image.new("RGB", (width, height), (200, 30, 30))
    image.save(path)
