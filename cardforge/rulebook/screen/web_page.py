"""The web page of an edition: its look, its pictures and its book put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from cardforge.edition import Edition
from cardforge.geometry import Size
from cardforge.images import facts
from cardforge.ink import Page
from cardforge.presets import builtin_icons
from cardforge.render.pdf import PdfInfo, render
from cardforge.rulebook.book import Book, ImageFile, Picture
from cardforge.rulebook.screen.html import HtmlInfo, HtmlLook, html_page
from cardforge.rulebook.screen.html_pieces import HtmlPicture
from cardforge.rulebook.screen.screen_pictures import Side, card_pictures
from cardforge.units import MM_PER_INCH

# A page uses the fonts of its reader: of which kind the heading is, by the beginning of its face.
_KINDS = {"SourceSerif": "serif", "Caladea": "serif", "Fjalla": "condensed"}
# A picture file without a width is shown as if it had so many dots on an inch.
_DPI = 150.0


def web_page(book: Book, edition: Edition) -> bytes:
    """Return the rulebook as one HTML file with everything inside it."""
    game, language = edition.game, edition.settings.language
    pdf_of = partial(_pdf, edition)
    cards = card_pictures(book, (*edition.cards, *edition.tokens), pdf_of)
    info = HtmlInfo(
        game.version,
        (game.credits or {}).get(language, ""),
        (game.licence or {}).get(language, ""),
        {**builtin_icons(), **game.icons},
    )
    return html_page(book, _look(edition), partial(_picture, cards), info)


def _look(edition: Edition) -> HtmlLook:
    spec = edition.game.rulebook
    own = edition.game.fonts.get(spec.heading)
    face = own.face if own else spec.heading
    kind = next((k for start, k in _KINDS.items() if face.startswith(start)), "sans")
    return HtmlLook(spec.accent, spec.ink, spec.tint, kind)


def _pdf(edition: Edition, pages: Sequence[Page]) -> bytes:
    info = PdfInfo(edition.game.id, edition.settings.language, edition.game.version)
    return render(pages, edition.fonts, info)


def _picture(cards: Mapping[Side, HtmlPicture], picture: Picture | ImageFile) -> HtmlPicture | None:
    """Return the picture of a card's side, or a picture file as it is."""
    if isinstance(picture, Picture):
        return cards.get((picture.card, picture.side))
    known = facts(picture.path)
    scale = MM_PER_INCH / _DPI
    # Browsers turn a photograph upright themselves.
    size = Size(known.upright_px[0] * scale, known.upright_px[1] * scale)
    kind = f"image/{known.kind.lower()}"
    return HtmlPicture(picture.path.read_bytes(), size, shape="image", kind=kind)
