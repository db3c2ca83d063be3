"""A report of played games as one web page: charts with real text, no script, nothing fetched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from cardforge.color import hex_of
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Size
from cardforge.ink import Image
from cardforge.play.outcome import Outcome
from cardforge.play.report.blocks import (
    Beside,
    Block,
    Chart,
    Findings,
    Grid,
    Heading,
    Pairs,
    Prose,
    Shelf,
    Story,
    Studio,
    Tiles,
)
from cardforge.play.report.cards import Cards, screen_pictures
from cardforge.play.report.content import story_of
from cardforge.play.report.look import NAMES, pen_of
from cardforge.play.report.svg import svg
from cardforge.play.report.told import told
from cardforge.play.report.words import Words
from cardforge.presets import DATA
from cardforge.rulebook.book import ImageFile, Picture
from cardforge.rulebook.figures.cards import Art
from cardforge.rulebook.screen.html_pieces import HtmlPicture, Store, text

_CSS = DATA / "play.css"
# Charts are drawn for a desk and for a telephone: so wide, in mm; two side by side on a desk.
_DESK, _HALF, _PHONE = 172.0, 84.0, 70.0


def report_html(outcomes: Sequence[Outcome], language: str | None = None) -> str:
    """Return the report of one outcome, or of two side by side, as a web page.

    Its language is that of the box when none is given.
    """
    fonts = Fonts()
    pen = pen_of(fonts)
    report = told(outcomes, language or outcomes[0].settings.language, fonts)
    story = story_of(report)
    faces = Faces(report.cards[0], fonts)
    writer = Writer(Studio(pen, report.words, faces.art), faces)
    body = [_head(story, faces), "<main>", *(writer.block(b) for b in _sectioned(story.blocks))]
    body += ["</main>", f"<footer><p>{text(story.footer)}</p></footer>"]
    return page(story.language, f"{story.title} – {story.kicker}", report.words, body, faces)


class Faces:
    """The pictures of cards on a page: noted when they are asked for, drawn once at the end."""

    def __init__(self, cards: Cards, fonts: Fonts) -> None:
        self.cards, self.fonts = cards, fonts
        self._wanted: dict[str, str] = {}

    def art(self, card: str, width: float) -> Art | None:
        """Return a card so wide as it stands in a chart, None when it has no picture."""
        shape = self.cards.shape(card)
        if shape is None:
            return None
        size = Size(width, width * shape)
        return Art(size, (Image(Box(0.0, 0.0, *size), self.name(card)),))

    def name(self, card: str) -> str:
        """Return the name of a card's picture in the page, a place holder until it is drawn."""
        return self._wanted.setdefault(card, f"card:{len(self._wanted) + 1}:")

    def shown(self, card: str, kind: str = "picture") -> str:
        """Return a card that stands by itself, or nothing when it has no picture."""
        shape = self.cards.shape(card)
        if shape is None:
            return ""
        box = f'viewBox="0 0 100 {100 * shape:.2f}"'
        said = f'role="img" aria-label="{text(self.cards.name(card))}"'
        return f'<svg class="{kind}" {box} {said}><use href="#{self.name(card)}"/></svg>'

    def finished(self, page: str) -> str:
        """Return a page with every picture in it, each stored once."""
        made = screen_pictures(self.cards, [*self._wanted], self.fonts)
        store = Store(_none, {})
        for card, name in self._wanted.items():
            page = page.replace(f"#{name}", f"#{store.name(made[card])}")
        return page.replace(_STORE, store.definitions())


_STORE = "<!-- pictures -->"


def _none(_: Picture | ImageFile) -> HtmlPicture | None:
    return None


def page(language: str, title: str, words: Words, body: Sequence[str], faces: Faces) -> str:
    """Return a whole page with its look and its pictures."""
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{text(language)}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">",
        f"<title>{text(title)}</title>",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<style>\n{_colours()}\n{_css()}</style>",
        "</head>",
        "<body>",
        f'<a class="skip" href="#main">{text(words("skip"))}</a>',
        _STORE,
        *body,
        "</body>",
        "</html>",
        "",
    ]
    return faces.finished("\n".join(lines).replace("<main>", '<main id="main">', 1))


def _colours() -> str:
    """Return the colours of paper by name; the style sheet has others for a dark screen."""
    return ":root{" + "".join(f"--{name}:{hex_of(c)};" for c, name in NAMES.items()) + "}"


@cache
def _css() -> str:
    return _CSS.read_text("utf-8")


def _head(story: Story, faces: Faces) -> str:
    cards = "".join(
        f'<li style="--i:{index}">{faces.shown(card)}</li>'
        for index, card in enumerate(story.cover)
    )
    fan = (
        f'<ul class="fan" role="list" style="--n:{len(story.cover)}">{cards}</ul>' if cards else ""
    )
    return (
        f'<header>\n<div class="title">\n<p class="kicker">{text(story.kicker)}</p>\n'
        f"<h1>{text(story.title)}</h1>\n"
        f'<p class="lead">{text(story.lead)}</p>\n</div>\n{fan}\n</header>'
    )


def _sectioned(blocks: Sequence[Block]) -> list[list[Block]]:
    """Return blocks in sections, each of which begins with its heading."""
    found: list[list[Block]] = []
    for block in blocks:
        if isinstance(block, Heading) or not found:
            found.append([])
        found[-1].append(block)
    return found


class Writer:
    """Writes the blocks of a report."""

    def __init__(self, studio: Studio, faces: Faces) -> None:
        self.studio, self.faces = studio, faces

    def block(self, section: Sequence[Block]) -> str:
        """Return a section."""
        writers: dict[type, Callable[..., str]] = {
            Heading: self._heading,
            Prose: self._prose,
            Pairs: self._pairs,
            Tiles: self._tiles,
            Chart: self._chart,
            Beside: self._beside,
            Grid: self._grid,
            Shelf: self._shelf,
            Findings: self._findings,
        }
        inside = "\n".join(writers[type(block)](block) for block in section)
        first = section[0]
        name = f' id="{text(first.anchor)}"' if isinstance(first, Heading) else ""
        return f"<section{name}>\n{inside}\n</section>"

    def _heading(self, block: Heading) -> str:
        return f"<h2>{text(block.text)}</h2>"

    def _prose(self, block: Prose) -> str:
        if block.kind == "label":
            return f"<h3>{text(block.text)}</h3>"
        return f'<p class="{block.kind}">{text(block.text)}</p>'

    def _pairs(self, block: Pairs) -> str:
        rows = "\n".join(
            f"<div><dt>{text(term)}</dt><dd>{text(said)}</dd></div>" for term, said in block.rows
        )
        return f"<dl>\n{rows}\n</dl>"

    def _tiles(self, block: Tiles) -> str:
        made = []
        for tile in block.tiles:
            several = len(tile.values) > 1
            numbers = "".join(
                f'<strong class="{"AB"[index] if several else ""}">{text(value)}</strong>'
                for index, value in enumerate(tile.values)
            )
            note = f"<small>{text(tile.note)}</small>"
            made.append(f"<li>{numbers}<span>{text(tile.label)}</span>{note}</li>")
        return f'<ul class="tiles" role="list">\n{"".join(made)}\n</ul>'

    def _chart(self, block: Chart, wide: float = _DESK) -> str:
        """Return a chart drawn for wide and for narrow screens; a style sheet shows one."""
        pen = self.studio.pen
        drawn = [
            svg(block.draw(self.studio, width), block.said, pen, f"chart {screen}")
            for width, screen in ((wide, "desk"), (_PHONE, "phone"))
        ]
        note = f"<figcaption>{text(block.note)}</figcaption>" if block.note else ""
        return f"<figure>\n<h3>{text(block.title)}</h3>\n{''.join(drawn)}\n{note}</figure>"

    def _beside(self, block: Beside) -> str:
        return f'<div class="beside">{"".join(self._chart(c, _HALF) for c in block.charts)}</div>'

    def _grid(self, block: Grid) -> str:
        sides = ["" if side == "l" else ' class="right"' for side in block.align]
        head = "".join(
            f'<th scope="col"{side}>{text(words)}</th>'
            for side, words in zip(sides, block.head, strict=True)
        )
        rows = []
        for number, cells in enumerate(block.rows):
            strong = ' class="strong"' if number in block.strong else ""
            first = f'<th scope="row">{text(cells[0])}</th>'
            others = "".join(
                f"<td{side}>{text(cell)}</td>"
                for side, cell in zip(sides[1:], cells[1:], strict=True)
            )
            rows.append(f"<tr{strong}>{first}{others}</tr>")
        title = f"<caption>{text(block.title)}</caption>" if block.title else ""
        body = "\n".join(rows)
        return (
            f'<div class="scroll" tabindex="0">\n<table>\n{title}<thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{body}\n</tbody>\n</table>\n</div>"
        )

    def _shelf(self, block: Shelf) -> str:
        items = "\n".join(
            f'<li>{self.faces.shown(card)}<span class="label">{text(name)}</span></li>'
            for card, name in block.cards
        )
        return f'<ul class="shelf" role="list">\n{items}\n</ul>'

    def _findings(self, block: Findings) -> str:
        return "\n".join(
            f'<div class="finding {text(found.severity)}"><p><strong>{text(found.said)} · '
            f"{text(found.message)}</strong></p><p>{text(found.hint)}</p></div>"
            for found in block.found
        )
