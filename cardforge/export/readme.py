"""The README of a package: what is in it, what the shop wants, what to do with it."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence

from cardforge.export.lots import in_words, press_job, product_in_words
from cardforge.export.package import File, Fitted, Order, Package, PdfFile, PictureFile
from cardforge.shops import Product
from cardforge.units import show

NAME = "README.txt"
_WIDTH = 88
_DOUBT = "not all figures of this shop are published: look at its proof"
_DOUBT_OF_PROGRAMS = "the program does not document all of these files: try the game first"


def readme(order: Order, package: Package, press_notes: Sequence[str] = ()) -> bytes:
    """Return README.txt of a package, for whoever uploads it.

    `press_notes` say what became of colours and lines.
    """
    edition, shop = order.edition, order.wish.shop
    title = edition.game.title[edition.settings.language]
    lines = [
        f"{title} for {_inside(shop.title)}",
        f"version {edition.game.version}, language {edition.settings.language},"
        f" {edition.settings.players} players",
        "",
        *_section("In this package", _contents(package.files)),
        *_section("The decks", _decks(order)),
        *_section("What to do", _numbered(package.steps)),
        *_section("Colours and lines", [_wrapped(note) for note in press_notes]),
        *_section("Good to know", _notes(order, package)),
    ]
    return ("\n".join(lines).rstrip() + "\n").encode()


def _inside(title: str) -> str:
    """Return the title of a shop inside a line: an article is small there."""
    return title.replace("A ", "a ", 1) if title.startswith("A ") else title


def _section(heading: str, lines: Iterator[str] | Sequence[str]) -> list[str]:
    found = list(lines)
    return [heading, "-" * len(heading), *found, ""] if found else []


def _wrapped(text: str, first: str = "- ") -> str:
    indent = " " * len(first)
    return textwrap.fill(
        text, _WIDTH, initial_indent=first, subsequent_indent=indent, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def _numbered(steps: Sequence[str]) -> Iterator[str]:
    for number, step in enumerate(steps, 1):
        yield _wrapped(step, f"{number}. ")


def _contents(files: Sequence[File]) -> Iterator[str]:
    """Yield each folder with what lies in it, and single files by name."""
    pictures = Counter(_folder(file.name) for file in files if isinstance(file, PictureFile))
    for folder, count in pictures.items():
        yield _wrapped(f"{folder or 'beside this file'}: {in_words(count, 'picture')}")
    for file in files:
        if isinstance(file, PdfFile):
            pages = in_words(len(file.pages), "page")
            standard = f", {standard_title(file.job.standard)}" if file.job else ""
            yield _wrapped(f"{file.name}: {pages}{standard}")
        elif not isinstance(file, PictureFile):
            yield _wrapped(file.name)


def _folder(name: str) -> str:
    folder, slash, _ = name.rpartition("/")
    return folder + slash


def standard_title(standard: str) -> str:
    """Return how people write a standard: PDF/X-1a:2003."""
    return standard.replace("pdfx-", "PDF/X-")


def _decks(order: Order) -> Iterator[str]:
    for (deck, cards), fitted in (*order.cards, *order.tokens):
        many = in_words(deck.total, "token" if deck.spec.is_token else "card")
        faces = in_words(len(cards), "face")
        product = "" if fitted.product is None else f"; {_product(order, fitted, fitted.product)}"
        yield _wrapped(f"{deck.name}: {many}, {faces}{product}")
    for left in order.left_out:
        many = in_words(left.total, "token" if left.spec.is_token else "card")
        yield _wrapped(f"{left.name}: {many}, left out: not in this package")


def _product(order: Order, fitted: Fitted, product: Product) -> str:
    """Return what a deck is to be, how large its pages or pictures are, and how it is fitted."""
    name = product_in_words(order.wish.shop, product)
    size = f"{show(product.trim.width)} × {show(product.trim.height)} mm"
    told = [name] if name.startswith(size) else [name, size]
    if order.wish.shop.way != "sheets":
        width, height = product.page
        page = f"pages of {show(width)} × {show(height)} mm with bleed"
        pixels = "pictures of {} × {} pixels with bleed".format(*product.pixels)
        told.append(page if order.kind == "pdf" else pixels)
    how = {"centre": "centred at its own size", "scale": "scaled to the product"}.get(fitted.fit)
    turned = "turned a quarter" if fitted.turned else None
    return ", ".join(filter(None, (*told, how, turned)))


def _notes(order: Order, package: Package) -> Iterator[str]:
    shop = order.wish.shop
    if shop.note:
        yield _wrapped(shop.note)
    job = press_job(order)
    if job is not None and any(isinstance(file, PdfFile) for file in package.files):
        yield _wrapped(
            f"printing condition {job.spec.condition or job.wish.condition},"
            f" at most {show(job.spec.ink_limit or job.wish.ink_limit)} % of ink"
        )
    if shop.confidence != "high":
        yield _wrapped(_DOUBT_OF_PROGRAMS if shop.way == "tabletop" else _DOUBT)
    for source in shop.sources:
        yield _wrapped(f"source: {source}")
