"""docs/one-card.md tells the truth: its blocks are made anew and compared.

Run as a program it rewrites the blocks.
"""

import io
import re
from pathlib import Path

import pikepdf
import pytest

from cardforge import on_paper, pipeline
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of
from cardforge.elements import TextElement
from cardforge.ink import dump
from cardforge.layout.boxes import BLEED_EDGE
from cardforge.plates import PlateMaker
from cardforge.sheet import impose
from cardforge.source import read

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "one-card.md"
GAME = Path("designs/cent/game.yaml")
PROMISES = Path("designs/cent/composition.yaml")
CARD = "numbers.82"
BLOCK = re.compile(r"^```(yaml|text) (.+)\n((?:.*\n)*?)```$", re.MULTILINE)


def excerpt(first, last, file=GAME):
    """Return the lines of a file from one that begins with `first` to one with `last`."""
    lines = (ROOT / file).read_text("utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.strip().startswith(first))
    end = next(i for i in range(start, len(lines)) if lines[i].strip().startswith(last))
    return "\n".join(lines[start : end + 1])


def short(value):
    """Return one filled value as the page shows it."""
    if value == BLEED_EDGE:
        return value
    return f"{value:g}" if isinstance(value, float) else str(value)


def filled_line(element):
    """Return kind and words of one filled element."""
    name = type(element).__name__.removesuffix("Element").lower()
    words = f" '{element.text}'" if isinstance(element, TextElement) else ""
    places = zip(element.common.box._fields, element.common.box, strict=True)
    box = ", ".join(f"{key} {short(value)}" for key, value in places if value is not None)
    return f"{name}{words}" + (f" at {box}" if box else "")


def make():
    """Return the text of every block by its title."""
    report = Report()
    node = read(ROOT / GAME, report, shown=str(GAME))
    tone = node.value["decks"].value["numbers"].value["let"].value["tone"]
    game = pipeline.read_game(ROOT / GAME, report, str(GAME))
    settings = settings_of(game, Request(languages=("fr",)))[0]
    edition = pipeline.make_edition(game, settings, report)
    assert report.problems == () or not report.has_errors
    deck = edition.cards[0]
    card, face, _ = next(sides for sides in deck.cards if sides.card.id == CARD)
    maker = PlateMaker(game, settings, edition.fonts, report)
    runs = maker.filler.fill(maker.filler.prepared("step"), card.fields, card.id)
    return {
        f"yaml {GAME}": excerpt("numbers:", "back:"),
        "text place": f"{tone.span.file}:{tone.span.line}:{tone.span.column}  {tone.value}",
        "text deck": deck_facts(deck.deck.spec),
        "text card": card_facts(card),
        f"yaml {PROMISES}": excerpt("composition:", "- {id: range", PROMISES),
        "text filled": "\n".join(
            f"{'shared' if run.steady else 'own':7}{filled_line(element)}"
            for run in runs
            for element in run.elements
        ),
        "text ink": dump(face).rstrip(),
        "text slots": slot_facts(game, edition),
        "text content": content_of(edition, face),
    }


def deck_facts(spec):
    loops = ", ".join(f"{name}: {values[0]}…{values[-1]}" for name, values in spec.loops.items())
    lines = [f"deck {spec.name}: for {loops}; face {spec.face}, back {spec.back}"]
    for key, value in spec.let.items():
        names = sorted(getattr(getattr(value, "expression", None), "names", ()))
        lines.append(
            f"let {key}: " + (f"an expression of {', '.join(names)}" if names else str(value))
        )
    return "\n".join(lines)


def card_facts(card):
    fields = ", ".join(f"{key}={value!r}" for key, value in card.fields.items())
    return (
        f"{card.id} «{card.name}» copies {card.copies} face {card.face} back {card.back}\n{fields}"
    )


def slot_facts(game, edition):
    sides = impose(on_paper.lots_of(game, edition.cards), on_paper.sheet_spec(game, "a4", None))
    lines = []
    for side in sides:
        for slot in side.slots:
            if slot.copy == 81:
                x, y, width, height = slot.box
                lines.append(
                    f"sheet {side.number} {side.side}: column {slot.column} row {slot.row} "
                    f"box {x:.2f} {y:.2f} {width:.2f} {height:.2f} plate {slot.plate.name}"
                )
    return "\n".join(lines)


def content_of(edition, plate):
    from cardforge.single import single_page

    pdf = pipeline.pdf_of(edition, [single_page(plate)], "one card")
    with pikepdf.open(io.BytesIO(pdf)) as document:
        (form,) = document.pages[0].Resources.XObject.values()
        content = form.read_bytes().decode("latin-1").strip()
    # The codes of a subset are small numbers: shown as PDF writes them, \\001.
    return "".join(c if c == "\n" or c.isprintable() else f"\\{ord(c):03o}" for c in content)


@pytest.fixture(scope="module")
def made():
    return make()


@pytest.fixture(scope="module")
def told():
    return {
        f"{kind} {title}": body.rstrip("\n")
        for kind, title, body in BLOCK.findall(PAGE.read_text("utf-8"))
    }


def test_the_page_has_a_block_for_every_station(made, told):
    assert list(told) == list(made)


@pytest.mark.parametrize(
    "title",
    [
        f"yaml {GAME}",
        "text place",
        "text deck",
        "text card",
        f"yaml {PROMISES}",
        "text filled",
        "text ink",
        "text slots",
        "text content",
    ],
)
def test_the_page_shows_what_the_program_makes(made, told, title):
    assert told[title] == made[title]


def test_a_block_that_was_changed_by_hand_is_noticed(made, told):
    changed = {**told, "text ink": told["text ink"].replace("85pt", "86pt")}
    assert changed["text ink"] != made["text ink"]


def rewrite():
    blocks = make()

    def block(match):
        title = f"{match[1]} {match[2]}"
        return f"```{title}\n{blocks[title]}\n```"

    PAGE.write_text(BLOCK.sub(block, PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    rewrite()
