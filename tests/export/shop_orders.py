"""Toy games on their way to a shop: matched, laid out and assembled, and pages seen as pixels."""

import importlib
from pathlib import Path

import pypdfium2
import yaml

from cardforge import pipeline
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of
from cardforge.export import match
from cardforge.export.package import FittedDeck, Order, Wish
from cardforge.geometry import Size
from cardforge.render.pdf import PdfInfo, render
from cardforge.shops import shops

DATA = Path(pipeline.__file__).parent / "data" / "shops"

HEAD = """\
game: {id}
version: "1"
title: Toy
languages: [en]
players: 2
format: {form}
fonts: {{plain: Lato-Regular}}
{more}
templates:
  filled:
    elements:
      - {{shape: rectangle, fill: "{{{{ tint }}}}", box: bleed}}
  reverse:
    elements:
      - {{shape: rectangle, fill: "#204060", box: bleed}}
  other:
    elements:
      - {{shape: rectangle, fill: "{{{{ tint }}}}", box: bleed}}
"""
POKER, EURO = "{trim: [63.5, 88.9]}", "{trim: [63, 88]}"


def head(form=EURO, more="", id="toy"):
    """Return the first lines and the templates of a toy game."""
    return HEAD.format(form=form, more=more, id=id)


def deck(name, *copies, back="reverse", form="", ids=None):
    """Return a deck with a card for each number of copies, every face of another colour."""
    rows = "".join(
        f"      - {{id: {(ids or {}).get(i, f'c{i}')}, copies: {many}, tint: '#{i + 1:02x}4488'}}\n"
        for i, many in enumerate(copies)
    )
    own = f"    format: {form}\n" if form else ""
    return (
        f"  {name}:\n    face: filled\n    back: {back}\n    hidden: false\n{own}    rows:\n{rows}"
    )


def tokens(name, *copies, size=20, shape="round"):
    """Return tokens with a row for each number of copies."""
    rows = "".join(
        f"      - {{id: t{i}, copies: {many}, tint: '#{i + 1:02x}8844'}}\n"
        for i, many in enumerate(copies)
    )
    about = f"    shape: {shape}\n    size: {size}\n    face: filled\n    back: reverse\n"
    return f"  {name}:\n{about}    rows:\n{rows}"


def toy(folder, text):
    """Return a game that is read without faults."""
    (folder / "game.yaml").write_text(text, "utf-8")
    report = Report()
    game = pipeline.read_game(folder / "game.yaml", report, "game.yaml")
    assert not report.has_errors, report.problems
    return game


def wish_for(shop, **asked):
    """Return what a command asks of a shop."""
    return Wish(shops()[shop], **asked)


def matched(game, shop, **asked):
    """Return what each deck becomes at a shop, by name, and the report."""
    report, wish = Report(), wish_for(shop, **asked)
    settings = settings_of(game, Request())[0]
    decks = deal(game, settings, Report())
    made = match.fit_decks(game, wish, match.choice_of(game, wish.shop), decks, report)
    return {deck.name: fitted for deck, fitted in made}, report


def order_of(game, shop, **asked):
    """Return the order of a game that fits a shop."""
    wish, settings = wish_for(shop, **asked), settings_of(game, Request())[0]
    report = Report()
    decks = deal(game, settings, report)
    choice = match.choice_of(game, wish.shop)
    fitted = {deck.name: one for deck, one in match.fit_decks(game, wish, choice, decks, report)}
    bleeds = {name: one.bleed for name, one in fitted.items()}
    edition = pipeline.lay_out(game, settings, decks, report, bleeds=bleeds)
    assert not report.has_errors, report.problems
    cards, chits = (
        tuple(FittedDeck(d.printed, fitted[d.deck.name]) for d in made if d.deck.name in fitted)
        for made in (edition.cards, edition.tokens)
    )
    return Order(wish, choice, edition, cards, chits)


def package(folder, shop, text, **asked):
    """Return the package of a game for a shop."""
    order = order_of(toy(folder, text), shop, **asked)
    way = "autofill" if shop == "mpc-autofill" else f"{order.wish.shop.way}_way"
    return importlib.import_module(f"cardforge.export.{way}").assemble(order)


def named(made):
    """Return the files of a package by name; no two share one, capitals aside."""
    files = {file.name: file for file in made.files}
    assert len({name.lower() for name in files}) == len(made.files)
    return files


def codes(report):
    """Return severity and code of every problem."""
    return [(problem.severity, problem.code) for problem in report.problems]


def written(shop):
    """Return a shop as its file has it, read apart from the program."""
    facts = yaml.safe_load((DATA / f"{shop}.yaml").read_text("utf-8"))
    owner = facts.get("products-of")
    return {**facts, "products": written(owner)["products"]} if owner else facts


def pdf_of(pages, fonts):
    """Return pages as a PDF."""
    return render(pages, fonts, PdfInfo(title="toy", language="en", version="1"))


def pictures(pages, fonts, dpi=72):
    """Return pages as Pillow pictures, drawn by PDFium from a PDF of them."""
    document = pypdfium2.PdfDocument(pdf_of(pages, fonts))
    return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]


def color_at(picture, page, x, y):
    """Return the colour of a picture at a place of its page, in mm."""
    size = Size(*picture.size)
    return picture.getpixel(
        (int(x / page.size.width * size.width), int(y / page.size.height * size.height))
    )
