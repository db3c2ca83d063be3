"""The rulebook as one web page: every picture inside it, no script, no request to anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from cardforge.color import Color
from cardforge.diagnostics import shortened
from cardforge.model import Icon
from cardforge.rulebook.book import Block, Book, Paragraph, Section, Sentence, Sign
from cardforge.rulebook.bookwords import book_words
from cardforge.rulebook.screen.html_blocks import Blocks
from cardforge.rulebook.screen.html_pieces import Pictures, Speaker, Store, text
from cardforge.rulebook.screen.shades import Shades, shades
from cardforge.rulebook.spoken import in_book, said, signs_of, titles_of

_CSS = Path(__file__).parent.parent.parent / "data" / "rulebook.css"
# What a search engine shows of a description.
_LONGEST_DESCRIPTION = 155
_LABELS = "'Avenir Next',Avenir,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
_HEADINGS = {
    "sans": _LABELS,
    "serif": "'Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua',Georgia,serif",
    "condensed": "'Avenir Next Condensed','Roboto Condensed','Arial Narrow',Arial,sans-serif",
}


class HtmlLook(NamedTuple):
    """The colours that a game gives; `heading` is sans, serif or condensed."""

    accent: Color
    ink: Color
    tint: Color
    heading: str = "sans"


class HtmlInfo(NamedTuple):
    """What the page says of the game besides its rules."""

    version: str = ""
    credits: str = ""
    licence: str = ""
    icons: Mapping[str, Icon] = MappingProxyType({})


def html_page(book: Book, look: HtmlLook, pictures: Pictures, info: HtmlInfo) -> bytes:
    """Return the page of a book; the same book gives the same bytes.

    `pictures` gives the picture of a card's side or of a file, or None for words in its place.
    """
    sections = [section for section in book.sections if in_book(section)]
    titles = titles_of(book._replace(sections=tuple(sections)))
    words = book_words(book.language)
    store = Store(pictures, info.icons)
    writer = Blocks(Speaker(titles, words, store), _signs(book.lead, sections))
    body = [
        _header(book, words, writer, store, info),
        _navigation(sections, titles, words),
        '<main id="main:rules">',
        *(_section(section, writer) for section in sections),
        "</main>",
        _footer(book, words, info),
    ]
    # The symbols are known once everything has been written; they must come before their uses.
    page = [
        *_head(book, look, words), "<body>",
        f'<a class="skip" href="#main:rules">{text(words["skip"])}</a>',
        store.definitions(), *body, "</body>", "</html>", "",
    ]  # fmt: skip
    return "\n".join(page).encode("utf-8", "xmlcharrefreplace")


def _signs(lead: Iterable[Block], sections: Iterable[Section]) -> Counter[str]:
    """Return how often each ruling is pointed at."""
    blocks = [*lead]
    titles: list[Sentence] = []
    for section in sections:
        blocks.extend(section.blocks)
        titles.append(section.title)
    in_titles = (piece for title in titles for piece in title if isinstance(piece, Sign))
    return Counter(sign.key for sign in chain(signs_of(blocks), in_titles))


def _head(book: Book, look: HtmlLook, words: Mapping[str, str]) -> list[str]:
    lead = (said(block.content) for block in book.lead if isinstance(block, Paragraph))
    description = " ".join(" ".join(lead).split()) or f"{book.title}, {words['rulebook']}"
    light, dark = shades(look.accent, look.ink, look.tint)
    return [
        "<!DOCTYPE html>",
        f'<html lang="{text(book.language)}">',
        "<head>",
        '<meta charset="utf-8">',
        # Nothing is fetched, run or sent, whatever the text says.
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">",
        f"<title>{text(book.title)} – {text(words['rulebook'])}</title>",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="description" content="{text(shortened(description, _LONGEST_DESCRIPTION))}">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta name="theme-color" content="{light.page}" media="(prefers-color-scheme: light)">',
        f'<meta name="theme-color" content="{dark.page}" media="(prefers-color-scheme: dark)">',
        '<meta name="format-detection" content="telephone=no">',
        f"<style>\n{_colours(light, dark, look.heading)}\n{_css()}</style>",
        "</head>",
    ]


def _colours(light: Shades, dark: Shades, heading: str) -> str:
    def rule(colours: Shades) -> str:
        values = zip(Shades._fields, colours, strict=True)
        return "".join(f"--{name}:{value};" for name, value in values)

    family = _HEADINGS[heading]
    return (
        f":root{{{rule(light)}--heading:{family};--label:{_LABELS}}}\n"
        f"@media (prefers-color-scheme: dark){{:root{{{rule(dark)}}}}}\n"
        f"@media print{{:root{{{rule(light._replace(page='#ffffff'))}}}}}"
    )


@cache
def _css() -> str:
    return _CSS.read_text("utf-8")


def _header(
    book: Book, words: Mapping[str, str], writer: Blocks, store: Store, info: HtmlInfo
) -> str:
    cards = "".join(
        f'<li style="--i:{index}">{store.picture(picture)}</li>'
        for index, picture in enumerate(book.cover)
    )
    fan = ""
    if cards:
        fan = f'<ul class="fan" role="list" style="--n:{len(book.cover)}">{cards}</ul>'
    version = ""
    if info.version:
        version = f" · {words['version'].format(version=info.version)}"
    return (
        f'<header class="cover">\n<div class="title">\n'
        f'<p class="kicker">{text(words["rulebook"] + version)}</p>\n<h1>{text(book.title)}</h1>\n'
        f'<div class="lead">{writer.blocks(book.lead)}</div>\n</div>\n{fan}\n</header>'
    )


def _navigation(
    sections: Iterable[Section], titles: Mapping[str, str], words: Mapping[str, str]
) -> str:
    items = "\n".join(
        f'<li><a href="#{text(section.id)}">{text(titles[section.id])}</a></li>'
        for section in sections
    )
    name = text(words["contents"])
    return (
        f'<nav class="toc" aria-labelledby="toc:title">\n<h2 id="toc:title">{name}</h2>\n'
        f"<ol>\n{items}\n</ol>\n</nav>"
    )


def _section(section: Section, writer: Blocks) -> str:
    writer.begin_section()
    place, name = text(section.id), text(f"title:{section.id}")
    title = writer.speaker.sentence(section.title)
    return (
        f'<section id="{place}" aria-labelledby="{name}">\n<h2 id="{name}">{title}</h2>\n'
        f"{writer.blocks(section.blocks)}\n</section>"
    )


def _footer(book: Book, words: Mapping[str, str], info: HtmlInfo) -> str:
    version = words["version"].format(version=info.version) if info.version else ""
    said_of_it = [text(part) for part in (book.title, version, info.credits, info.licence) if part]
    return f"<footer><p>{' · '.join(said_of_it)}</p></footer>"
