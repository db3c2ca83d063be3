"""Orders for virtual tabletops from game files, and pictures of what their packages show."""

import numpy as np
from cases.games import FILLED, head, write

from cardforge import pipeline
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.edition import Edition, Request, settings_of
from cardforge.export import tabletop
from cardforge.export.match import choice_of, fit_decks
from cardforge.export.package import FittedDeck, Order, PictureFile, Wish
from cardforge.fonts import Fonts
from cardforge.plates import PlateMaker
from cardforge.render.pdf import PdfInfo, render
from cardforge.render.png import Rasterizer
from cardforge.shops import shops
from cardforge.single import single_page

INFO = PdfInfo("test", "en", "1")
# A deck with three kinds of card, each with a back of its own.
SEVERAL = """decks:
  main:
    hidden: false
    face: filled
    back: reverse
    rows:
      - {id: one, name: The first, tint: "#d01020", behind: "#101010", copies: 2}
      - {id: two, tint: "#20d010", behind: "#606060"}
      - {id: three, tint: "#2010d0", behind: "#b0b0b0", copies: 3}
"""
TOKENS = """tokens:
  coin:
    title: {en: Coins}
    shape: round
    size: 20 mm
    bleed: 1
    face: filled
    back: reverse
    rows:
      - {id: gold, tint: "#ffcc00", behind: "#886600", copies: 3}
      - {id: silver, tint: "#c0c0c8", behind: "#886600", copies: 2}
"""


def order_of(folder, shop, language=None, **wish):
    """Return the order of a game's folder for a virtual tabletop."""
    report = Report()
    game = pipeline.read_game(folder / "game.yaml", report, "game.yaml")
    assert game is not None, report.problems
    settings = settings_of(game, Request(languages=(language,) if language else None))[0]
    asked = Wish(shops()[shop], **wish)
    choice = choice_of(game, asked.shop)
    fonts = Fonts()
    maker = PlateMaker(game, settings, fonts, report)
    decks = fit_decks(game, asked, choice, deal(game, settings, report), report)
    fitted = [FittedDeck(maker.deck(deck, how.bleed).printed, how) for deck, how in decks]
    assert not report.has_errors, report.problems
    cards, tokens = (
        tuple(one for one in fitted if one.laid_out.deck.spec.is_token is is_token)
        for is_token in (False, True)
    )
    edition = Edition(
        game, settings, fonts, *(tuple(d.laid_out for d in s) for s in (cards, tokens))
    )
    return Order(asked, choice, edition, cards, tokens)


def toy(folder, text, shop, **wish):
    """Return order and package of a toy game that consists of some text."""
    order = order_of(write(folder, head() + FILLED + text), shop, **wish)
    return order, tabletop.assembler(shop)(order)


def pictures(package):
    """Return the pictures of a package by name."""
    return {file.name: file for file in package.files if isinstance(file, PictureFile)}


def data(package, ending):
    """Return the bytes of the only data file with an ending."""
    (found,) = (file.data for file in package.files if file.name.endswith(ending))
    return found


def raster(pages, sizes, fonts):
    """Return each page as an array of rows, columns and colours, of its own size in pixels."""
    arrays = []
    with Rasterizer(render(pages, fonts, INFO)) as document:
        for index, (width, height) in enumerate(sizes):
            rows = np.frombuffer(document.pixels(index, width, height).rgb(), np.uint8)
            arrays.append(rows.reshape(height, width, 3).astype(np.int16))
    return arrays


def sides_alone(decks, cell, fonts):
    """Return a picture of every face and back of some decks by card id and side, without bleed."""
    plates = {
        (sides.card.id, side): plate
        for laid_out, _ in decks
        for sides in laid_out.cards
        for side, plate in (("face", sides.face), ("back", sides.back))
        if plate is not None
    }
    unique = list({id(plate): plate for plate in plates.values()}.values())
    drawn = raster([single_page(plate) for plate in unique], [cell] * len(unique), fonts)
    by_plate = dict(zip(map(id, unique), drawn, strict=True))
    return {key: by_plate[id(plate)] for key, plate in plates.items()}


def nearest(found, candidates):
    """Return the distance to the nearest of some pictures, and the keys of all at it."""
    away = {key: float(np.abs(found - one).mean()) for key, one in candidates.items()}
    least = min(away.values())
    return least, {key for key, distance in away.items() if distance <= least + 1e-9}
