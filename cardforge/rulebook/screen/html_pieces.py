"""The small pieces of a rulebook's web page: escaped words, safe links, pictures stored once."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from typing import NamedTuple

from cardforge.geometry import Size
from cardforge.model import Icon
from cardforge.rulebook.book import (
    Break,
    IconMark,
    ImageFile,
    Inline,
    Picture,
    Reference,
    Sentence,
    Sign,
    Words,
)
from cardforge.rulebook.spoken import web_address

# How wide a card is shown when its writer does not say, in mm.
USUAL_WIDTH = 24.0
# Where the corners of a hexagon with flat top and bottom lie, in parts of its box.
_HEXAGON = ((0.0, 0.5), (0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0))


class HtmlPicture(NamedTuple):
    """A picture to put into the page, cut at its trim; `size` and `corner` are in mm.

    `shape` is that of a format (card, round, square, hexagon), or `image` for a picture file,
    which is no card and has no edge.
    """

    data: bytes
    size: Size
    corner: float = 0.0
    shape: str = "card"
    kind: str = "image/png"


Pictures = Callable[[Picture | ImageFile], HtmlPicture | None]


def text(words: str) -> str:
    """Return words that can stand anywhere in the page, in an attribute too."""
    return escape(words, quote=True)


def mm(length: float) -> str:
    """Return a length in as few figures as it needs."""
    return f"{length:.2f}".rstrip("0").rstrip(".")


def shown_width(picture: Picture | ImageFile, size: Size) -> float:
    """Return how wide a picture is shown, in mm: as written, or as usual."""
    return picture.width or min(size.width, USUAL_WIDTH)


class Store:
    """Pictures and icons, each kept once however often it is shown."""

    def __init__(self, pictures: Pictures, icons: Mapping[str, Icon]) -> None:
        self.pictures, self.icons = pictures, icons
        self._symbols: dict[tuple[object, ...], tuple[str, str]] = {}

    def picture(self, picture: Picture | ImageFile, *, silent: bool = False) -> str:
        """Return a picture in its usual place; one that is `silent` is said by words beside it."""
        made = self.pictures(picture)
        if made is None:
            return "" if silent else f'<span class="missing">{text(picture.alt)}</span>'
        width, height = made.size
        name = self.name(made)
        said = 'aria-hidden="true"' if silent else f'role="img" aria-label="{text(picture.alt)}"'
        wide = mm(shown_width(picture, made.size))
        return (
            f'<svg class="picture {made.shape}" style="--w:{wide}" '
            f'viewBox="0 0 {mm(width)} {mm(height)}" {said}><use href="#{name}"/></svg>'
        )

    def name(self, made: HtmlPicture) -> str:
        """Return what a picture is called in the page, for `use`."""
        key = (made.data, made.size, made.corner, made.shape)
        return self._symbol(key, lambda name: _picture_symbol(name, made))

    def icon(self, mark: IconMark) -> str:
        """Return an icon in the line, or its words when the game has no such icon."""
        icon = self.icons.get(mark.icon)
        if icon is None:
            return text(mark.alt)
        name = self._symbol((mark.icon,), lambda name: _icon_symbol(name, icon))
        box = " ".join(mm(n) for n in icon.viewbox)
        said = f'role="img" aria-label="{text(mark.alt)}"' if mark.alt else 'aria-hidden="true"'
        return f'<svg class="icon" viewBox="{box}" {said}><use href="#{name}"/></svg>'

    def _symbol(self, key: tuple[object, ...], make: Callable[[str], str]) -> str:
        if key not in self._symbols:
            # A colon keeps these names apart from those of sections.
            name = f"p:{len(self._symbols) + 1}"
            self._symbols[key] = (name, make(name))
        return self._symbols[key][0]

    def definitions(self) -> str:
        """Return what all pictures of the page lean on; nothing of it is seen."""
        symbols = "\n".join(symbol for _, symbol in self._symbols.values())
        return f'<svg class="store" width="0" height="0" aria-hidden="true">\n{symbols}\n</svg>'


def _icon_symbol(name: str, icon: Icon) -> str:
    box = " ".join(mm(n) for n in icon.viewbox)
    if icon.art and icon.file is not None:
        from cardforge.svg.reading import content

        # A picture of its own: what is in it cannot run, reach out, or take names of the page.
        data = base64.b64encode(content(Path(icon.file))).decode("ascii")
        _, _, width, height = icon.viewbox
        image = f'<image width="{mm(width)}" height="{mm(height)}"'
        image += f' href="data:image/svg+xml;base64,{data}"/>'
        return f'<symbol id="{name}" viewBox="{box}">{image}</symbol>'
    rule = ' fill-rule="evenodd"' if icon.even_odd else ""
    path = f'<path d="{text(icon.path)}" fill="currentColor"{rule}/>'
    return f'<symbol id="{name}" viewBox="{box}">{path}</symbol>'


def _picture_symbol(name: str, picture: HtmlPicture) -> str:
    width, height = picture.size
    data = base64.b64encode(picture.data).decode("ascii")
    cut = f"cut-{name}"
    edge = ""
    if picture.shape != "image":
        edge = _outline(picture).replace("/>", ' class="edge"/>')
    return (
        f'<symbol id="{name}" viewBox="0 0 {mm(width)} {mm(height)}">'
        f'<clipPath id="{cut}">{_outline(picture)}</clipPath>'
        f'<image width="{mm(width)}" height="{mm(height)}" preserveAspectRatio="none" '
        f'clip-path="url(#{cut})" href="data:{text(picture.kind)};base64,{data}"/>{edge}</symbol>'
    )


def _outline(picture: HtmlPicture) -> str:
    width, height = picture.size
    if picture.shape == "hexagon":
        corners = " ".join(f"{mm(x * width)},{mm(y * height)}" for x, y in _HEXAGON)
        return f'<polygon points="{corners}"/>'
    if picture.shape == "round":
        return f'<ellipse cx="{mm(width / 2)}" cy="{mm(height / 2)}" ' + (
            f'rx="{mm(width / 2)}" ry="{mm(height / 2)}"/>'
        )
    return f'<rect width="{mm(width)}" height="{mm(height)}" rx="{mm(picture.corner)}"/>'


class Speaker:
    """Writes sentences of a book; counts the signs of rulings, so that their notes lead back."""

    def __init__(self, titles: Mapping[str, str], words: Mapping[str, str], store: Store) -> None:
        self.titles, self.words, self.store = titles, words, store
        self._signs: Counter[str] = Counter()

    def sentence(self, sentence: Sentence) -> str:
        """Return a sentence."""
        return "".join(self._piece(piece) for piece in sentence)

    def _piece(self, piece: Inline) -> str:
        match piece:
            case Words():
                return self._words(piece)
            case Break():
                return "<br>"
            case Reference():
                return self._to_section(piece.section, text(self.titles.get(piece.section, "")))
            case Sign():
                return self._sign(piece)
            case IconMark():
                return self.store.icon(piece)

    def _words(self, words: Words) -> str:
        shown = text(words.text)
        if words.italic:
            shown = f"<em>{shown}</em>"
        if words.bold:
            shown = f"<strong>{shown}</strong>"
        if words.href is None:
            return shown
        if words.href.startswith("#"):
            return self._to_section(words.href[1:], shown)
        if not web_address(words.href):
            return shown
        return f'<a href="{text(words.href)}" rel="noopener noreferrer">{shown}</a>'

    def _to_section(self, section: str, shown: str) -> str:
        if section not in self.titles:
            return shown or text(section)
        return f'<a href="#{text(section)}">{shown}</a>'

    def _sign(self, sign: Sign) -> str:
        self._signs[sign.key] += 1
        here = f"sign:{sign.key}:{self._signs[sign.key]}"
        said = self.words["ruling"].format(number=sign.number)
        # The word joiner keeps the sign on the line of the sentence that it is about.
        return (
            f'\u2060<a class="sign" id="{text(here)}" href="#{text(f"ruling:{sign.key}")}" '
            f'role="doc-noteref" aria-label="{text(said)}">{sign.number}</a>'
        )
