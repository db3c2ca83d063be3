"""The pictures of docs/language*.md: built from the very examples that stand there.

`python tests/language_pictures.py [NAME…]` builds them; `test_language_pictures.py` holds the
examples, what is drawn of them and the pages together.
"""

from __future__ import annotations

import io
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import yaml
from PIL import Image, ImageDraw

from cardforge import ink
from cardforge.deal import deal
from cardforge.decode import Kind
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of
from cardforge.elements_grammar import FORMS
from cardforge.fonts import FontError, Fonts, find_font
from cardforge.forms import BOX, COMMON
from cardforge.pipeline import read_game
from cardforge.plates import PlateMaker
from cardforge.render.pdf import PdfInfo, render
from cardforge.render.png import rasterize
from cardforge.single import single_page

DOCS = Path(__file__).resolve().parents[1] / "docs"
MAIN = DOCS / "language.md"
PICTURES = DOCS / "pictures" / "language"
DIGESTS = PICTURES / "digests.txt"
# What the examples use: pictures, drawings, tables.
MATERIAL = DOCS / "language" / "material"
_BLOCK = re.compile(r"<!-- picture: ([a-z0-9-]+) -->\n+```yaml\n(.*?)```", re.DOTALL)
DPI = 200
MOST_CARDS = 4
_MOST_FLAT = 6_000

INDEX = "## Every element and key"

# The game that every example is put into; an example may replace its sections.
STAGE = """\
game: stage
version: "1"
title: Stage
languages: [en]
players: 2
format: {trim: [63, 44], bleed: 3, safe: 3, corner: 3}
palette:
  {ink: "#1d2430", paper: "#fbf7ec", accent: "#c8452f", gold: "#c9962b", sky: "#2f6f9f",
   leaf: "#3f7d4f", mist: "#dfe6ea"}
fonts: {text: Lato-Regular, display: FjallaOne-Regular, serif: SourceSerifPro-Regular}
styles:
  title: {font: display, size: 14 pt, color: ink}
  body: {font: text, size: 8 pt, color: ink, leading: 1.3}
"""
GROUND = """\
templates:
  shown:
    elements:
      - {shape: rectangle, fill: paper, box: bleed}
"""


class Example(NamedTuple):
    """An example of the pages: its name, the page it stands on, its YAML."""

    name: str
    page: Path
    text: str


def pages() -> list[Path]:
    """Return the pages of the card language."""
    return [MAIN, *sorted((DOCS / "language").glob("*.md"))]


def examples() -> list[Example]:
    """Return the examples that have a picture, in the order of the pages."""
    return [
        Example(name, page, text)
        for page in pages()
        for name, text in _BLOCK.findall(page.read_text("utf-8"))
    ]


def game_text(example: Example) -> str:
    """Return the game that an example makes: a list is the elements of one card."""
    if example.text.lstrip().startswith("-"):
        indented = "".join(f"      {line}\n" for line in example.text.splitlines())
        return f"{STAGE}{GROUND}{indented}{_deck(['shown'])}"
    sections = yaml.load(example.text, yaml.BaseLoader)
    kept = "".join(block for key, block in _sections(STAGE).items() if key not in sections)
    decks = "" if "decks" in sections else _deck(_drawn(sections.get("templates", {})))
    return kept + example.text + decks


def _sections(text: str) -> dict[str, str]:
    parts = re.split(r"(?m)^(?=[a-z])", text)
    return {part.partition(":")[0]: part for part in parts if part}


def _drawn(templates: dict[str, dict[str, object]]) -> list[str]:
    """Return the templates that no other one extends."""
    bases = {template.get("extends") for template in templates.values()}
    return [name for name in templates if name not in bases]


def _deck(names: list[str]) -> str:
    rows = "".join(f"      - {{id: {name}, face: {name}}}\n" for name in names)
    return f"decks:\n  cards:\n    back: none\n    hidden: false\n    rows:\n{rows}"


def system_fonts(example: Example) -> list[str]:
    """Return the families of this computer's fonts that an example uses."""
    return re.findall(r"system: ([\w ]+)", example.text)


def missing_fonts(example: Example) -> list[str]:
    """Return those of them that this computer does not have."""
    missing = []
    for family in system_fonts(example):
        try:
            find_font(f"system: {family}", MATERIAL)
        except FontError:
            missing.append(family)
    return missing


@contextmanager
def staged(example: Example) -> Iterator[tuple[list[ink.Plate], Fonts]]:
    """Yield the plates of an example and their fonts while what it uses is in place.

    Raises AssertionError for any problem of it.
    """
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "stage"
        if MATERIAL.is_dir():
            shutil.copytree(MATERIAL, folder)
        folder.mkdir(exist_ok=True)
        (folder / "game.yaml").write_text(game_text(example), "utf-8")
        report, fonts = Report(), Fonts()
        game = read_game(folder / "game.yaml", report, f"{example.page.name}: {example.name}")
        assert game is not None, f"{example.name}: {_said(report)}"
        settings = settings_of(game, Request())[0]
        maker = PlateMaker(game, settings, fonts, report)
        laid_out = [maker.deck(deck) for deck in deal(game, settings, report)]
        assert not _said(report), f"{example.name}: {_said(report)}"
        plates = [sides.face for deck in laid_out for sides in deck.cards][:MOST_CARDS]
        yield plates, fonts


def _said(report: Report) -> str:
    return "\n".join(f"{p.code}: {p.message}" for p in report.problems if p.severity != "note")


def digest_of(plates: list[ink.Plate]) -> str:
    """Return what tells the ink of an example from any other."""
    return " ".join(ink.digest(plate)[:16] for plate in plates)


def picture(plates: list[ink.Plate], fonts: Fonts) -> bytes:
    """Return the cards side by side as a PNG, cut to their trim, with round corners."""
    cards = [_card(plate, fonts) for plate in plates]
    gap = 24
    width = sum(card.width for card in cards) + gap * (len(cards) - 1)
    whole = Image.new("RGBA", (width, max(card.height for card in cards)), (0, 0, 0, 0))
    x = 0
    for card in cards:
        whole.paste(card, (x, 0), card)
        x += card.width + gap
    buffer = io.BytesIO()
    # Flat colours take a quarter of the room with a palette, which would cut gradients in bands.
    if whole.getcolors(_MOST_FLAT) is not None:
        whole = whole.quantize(160, method=Image.Quantize.FASTOCTREE)
    whole.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _card(plate: ink.Plate, fonts: Fonts) -> Image.Image:
    page = single_page(plate)
    scale = 2 * DPI / 25.4
    size = round(page.size.width * scale), round(page.size.height * scale)
    pdf = render([page], fonts, PdfInfo("example", "en", "1"))
    raster = rasterize(pdf, 0, *size)
    image = Image.frombytes("RGB", (raster.width_px, raster.height_px), raster.rgb())
    trim = page.trim
    image = image.crop(
        (
            round(trim.x * scale),
            round(trim.y * scale),
            round(trim.right * scale),
            round(trim.bottom * scale),
        )
    )
    mask = Image.new("L", image.size, 0)
    radius = round(2.5 * scale)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, image.width - 1, image.height - 1), radius, 255)
    ImageDraw.Draw(image).rounded_rectangle(
        (0, 0, image.width - 1, image.height - 1), radius, outline=(170, 170, 170), width=3
    )
    image = image.convert("RGBA")
    image.putalpha(mask)
    return image.resize((image.width // 2, image.height // 2), Image.Resampling.LANCZOS)


def entry(kind: str) -> str:
    """Return what the index of all keys says of a kind of element, from the tables that read it."""
    form = FORMS[kind]
    rows = [f"| `{kind}` | {_holds(form.main)} | {form.doc} |"]
    rows += [
        f"| `{key}` | {_holds(field.kind)}{', needed' if field.required else ''} | {field.doc} |"
        for key, field in form.fields.items()
    ]
    return "\n".join(["| key | holds | meaning |", "|---|---|---|", *rows, "", *_seen(kind)])


def _seen(kind: str) -> list[str]:
    """Return the picture of a kind of element: the one that shows the fewest others."""
    found = [
        (len(_kinds_in(example)), number, example)
        for number, example in enumerate(examples())
        if kind in _kinds_in(example)
    ]
    if not found:
        return []
    name = min(found)[2].name
    return [f"![{kind}](pictures/language/{name}.png)", ""]


def _kinds_in(example: Example) -> set[str]:
    return {kind for kind in FORMS if re.search(rf"(?m)(?:^|[{{,-]) *{kind}: ", example.text)}


def _holds(kind: Kind) -> str:
    """Return what a kind of value expects, as a cell of a table."""
    return kind.expects.replace("|", "or")


def index() -> str:
    """Return the index of every element and key."""
    common = [f"| `{key}` | {_holds(field.kind)} | {field.doc} |" for key, field in COMMON.items()]
    box = [f"| `box.{key}` | {_holds(f.kind)} | {f.doc} |" for key, f in BOX.fields.items()]
    head = ["| key | holds | meaning |", "|---|---|---|"]
    parts = [INDEX, "", "Every element may have:", "", *head, *common, *box, ""]
    for kind in FORMS:
        parts += [f"### `{kind}`", "", entry(kind)]
    return "\n".join(parts)


def write_index() -> None:
    """Write the index to the end of the page."""
    text = MAIN.read_text("utf-8")
    before, _mark, rest = text.partition(INDEX)
    after = rest.partition("\n## ")
    MAIN.write_text(f"{before}{index()}{after[1] and chr(10) + '## '}{after[2]}", "utf-8")


def known() -> dict[str, str]:
    """Return the digest of each picture as it was built."""
    if not DIGESTS.exists():
        return {}
    return dict(line.split("\t") for line in DIGESTS.read_text("utf-8").splitlines())


def main(names: list[str]) -> None:
    """Build the pictures, or those named."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    digests = known()
    found = examples()
    for example in found:
        if names and example.name not in names:
            continue
        try:
            with staged(example) as (plates, fonts):
                digests[example.name] = digest_of(plates)
                (PICTURES / f"{example.name}.png").write_bytes(picture(plates, fonts))
        except AssertionError as fault:
            print(fault)  # noqa: T201
            continue
        print(f"{example.name}.png")  # noqa: T201
    kept = {example.name for example in found}
    lines = [f"{name}\t{digest}\n" for name, digest in sorted(digests.items()) if name in kept]
    DIGESTS.write_text("".join(lines), "utf-8")
    write_index()


if __name__ == "__main__":
    main(sys.argv[1:])
