"""Every product of every shop, exported once: pixels, resolution, colours, format, names, order.

The figures of this file were copied by hand from what the shops publish; they share nothing with
those that the program reads.
"""

import pytest
from shop_toys import (
    BLUE,
    RED,
    PdfPages,
    Picture,
    copies_in,
    is_close,
    near,
    needs_profile,
    package,
    toy,
)

from cardforge.shops import shops

# Product, width and height of the trim in mm, pixels with bleed at 300 dpi.
THE_GAME_CRAFTER = """
PokerDeck         63.5   88.9    825 1125
TradingDeck       63.5   88.9    825 1125
EuroPokerDeck     63     88      825 1125
BridgeDeck        57.15  88.9    750 1125
BusinessDeck      50.8   88.9    675 1125
DividerDeck       76.2   88.9    975 1125
DominoDeck        44.45  88.9    600 1125
JumboDeck         88.9   139.7  1125 1725
MicroDeck         31.75  44.45   450  600
MiniDeck          44.45  63.5    600  825
MintTinDeck       52     87      750 1125
TarotDeck         69.85  120.65  900 1500
USGameDeck        56     87      750 1125
CardCraftingDeck  67.488 119.482 900 1500
CircleDeck        88.9   88.9   1125 1125
EuroSquareDeck    70     70      900  900
HexDeck           95.25  82.55  1200 1050
SmallSquareDeck   63.5   63.5    825  825
SquareDeck        88.9   88.9   1125 1125
"""
# Product, trim in inches, pixels: trim at 300 dpi and 36 pixels on every side.
MAKEPLAYINGCARDS = """
poker           2.5  3.5   822 1122
standard_63x88  2.48 3.46  816 1110
bridge          2.25 3.5   747 1122
mini_american   1.61 2.48  555  816
mini_european   1.73 2.64  591  864
mini            1.75 2.5   597  822
micro           1.25 1.75  447  597
tarot           2.75 4.75  897 1497
square_70mm     2.75 2.75  897  897
square_3_5in    3.5  3.5  1122 1122
square_2_5in    2.5  2.5   822  822
square_2in      2    2     672  672
jumbo_3_5x5     3.5  5    1122 1572
large_3_5x5_75  3.5  5.75 1122 1797
giant_5x7       5    7    1572 2172
business        2    3.5   672 1122
domino          1.75 3.5   597 1122
us_game         2.2  3.43  732 1101
trump           2.44 3.93  804 1251
skat            2.32 3.58  768 1146
circle_3_5in    3.5  3.5  1122 1122
hex             3.7  3.25 1182 1047
hex_small       2.58 2.2   846  732
hex_medium      3    2.56  972  840
photo_4x6       4    6    1272 1872
"""
PRINTERSTUDIO = """
poker           2.5  3.5   822 1122
standard_63x88  2.48 3.46  816 1110
bridge          2.25 3.5   747 1122
mini_european   1.73 2.64  591  864
mini            1.75 2.5   597  822
tarot           2.75 4.75  897 1497
square_70mm     2.75 2.75  897  897
large_3_5x5_75  3.5  5.75 1122 1797
skat            2.32 3.58  768 1146
"""
# Product, trim in mm, page in points, whether anybody has checked that the shop sells it.
DRIVETHRUCARDS = """
poker_us      63.5   88.9   198 270 sure
bridge        57.15  88.9   180 270 unsure
tarot_us      69.85  120.65 216 360 unsure
mini_us       44.45  63.5   144 198 unsure
micro         31.75  44.45  108 144 unsure
square_2_5in  63.5   63.5   198 198 unsure
square_3_5in  88.9   88.9   270 270 unsure
business_us   50.8   88.9   162 270 unsure
domino        44.45  88.9   144 270 unsure
jumbo_tgc     88.9   139.7  270 414 unsure
mini_american 41.275 63.5   135 198 unsure
"""
# Product, trim and page in mm.
MEINSPIEL = """
skat_59x91 59 91  65 97
62x100     62 100 68 106
"""
# Shops that cut any size: their bleed in mm, which documents they want, what the pages show.
ANY_SIZE = {
    "press": (3, [["face", "back"]]),
    "longpack": (3, [["face", "face", "back"]]),
    "wingo": (3, [["face", "back"]]),
    "mb-print": (3, [["face", "back", "face", "back"]]),
    "puzzlefactory": (3, [["back"], ["face", "face"]]),
}
INCH = 25.4
# Of these a product of the same size stands earlier in the list, or the shape is another.
NAMED = ("TradingDeck", "CircleDeck", "circle_3_5in", "HexDeck", "hex", "hex_small", "hex_medium")


def rows(table, shop, unit=1.0):
    found = []
    for line in table.split("\n")[1:-1]:
        name, *values = line.split()
        found.append(pytest.param(shop, name, *(float(v) * unit for v in values[:2]),
                                  *values[2:], id=f"{shop}-{name}"))  # fmt: skip
    return found


PICTURES = [
    *rows(THE_GAME_CRAFTER, "the-game-crafter"),
    *rows(MAKEPLAYINGCARDS, "makeplayingcards", INCH),
    *rows(PRINTERSTUDIO, "printerstudio", INCH),
]


def exported(run, tmp_path, shop, *more, **how):
    """Return where the package of a toy lies, and what was said."""
    folder = toy(tmp_path / "toy", **how)
    out = tmp_path / "out"
    code, said, err = run("export", folder, "--shop", shop, "--out", out, *more)
    assert code == 0, said + err
    return out, said + err


def product_of(name):
    return ("--product", name) if name in NAMED else ()


@pytest.mark.parametrize(("shop", "product", "width", "height", "across", "down"), PICTURES)
def test_pictures_have_the_pixels_of_the_shop(
    run, tmp_path, shop, product, width, height, across, down
):
    size = {"width": round(width, 3), "height": round(height, 3)}
    out, said = exported(run, tmp_path, shop, *product_of(product), **size)
    names = [f"cards/001-main-c1-{side}-en-x2.png" for side in ("back", "face")]
    assert package(out) == [*names, "cards/copies.csv"]
    for name, color in zip(names, (BLUE, RED), strict=True):
        picture = Picture(out / "en" / name)
        assert picture.size == (int(across), int(down)), name
        assert (picture.kind, picture.mode) == ("PNG", "RGB")
        assert is_close(picture.dpi, (300, 300), 0.01)
        assert picture.profile[36:40] == b"acsp"
        assert all(near(corner, color) for corner in (*picture.corners, picture.middle))
    (line,) = copies_in(out)
    assert (line["product"], line["copies"]) == (product, "2")
    assert line["file"] == names[1].rpartition("/")[2]
    assert line["back"] == names[0].rpartition("/")[2]
    assert "shop.unsure" not in said


@pytest.mark.parametrize(("form", "kind"), [("jpg", "JPEG"), ("tif", "TIFF")])
def test_other_kinds_of_picture_have_the_same_facts(run, tmp_path, form, kind):
    more = f"shops: {{makeplayingcards: {{format: {form}}}}}\n"
    out, _ = exported(run, tmp_path, "makeplayingcards", width=63.5, height=88.9, more=more)
    names = [name for name in package(out) if name.endswith(form)]
    assert len(names) == 2
    for name in names:
        picture = Picture(out / "en" / name)
        assert (picture.size, picture.kind, picture.mode) == ((822, 1122), kind, "RGB")
        assert is_close(picture.dpi, (300, 300), 0.01)
        assert picture.profile[36:40] == b"acsp"


def test_faces_keep_their_order_and_say_their_copies(run, tmp_path):
    out, _ = exported(run, tmp_path, "the-game-crafter", copies=(1, 3, 1, 12))
    assert [name for name in package(out) if "-face-" in name] == [
        "cards/001-main-c1-face-en-x1.png",
        "cards/002-main-c2-face-en-x3.png",
        "cards/003-main-c3-face-en-x1.png",
        "cards/004-main-c4-face-en-x12.png",
    ]
    assert [name for name in package(out) if "-back-" in name] == ["cards/001-main-back-en-x17.png"]


def test_the_first_of_two_products_of_one_size_is_taken(run, tmp_path):
    out, _ = exported(run, tmp_path, "the-game-crafter", width=63.5, height=88.9)
    (line,) = copies_in(out)
    assert line["product"] == "PokerDeck"


# Documents


def pages_in(out):
    names = [name for name in package(out) if name.endswith(".pdf")]
    return names, [PdfPages(out / "en" / name) for name in names]


def around(page, trim):
    """Return the trim in the middle of a page, in points."""
    across, down = ((whole - cut) / 2 for whole, cut in zip(page, trim, strict=True))
    return (across, down, across + trim[0], down + trim[1])


def assert_pages(pdf, page, trim):
    for boxes in pdf.boxes:
        assert is_close(boxes["MediaBox"], (0, 0, *page))
        assert is_close(boxes["BleedBox"], (0, 0, *page))
        assert is_close(boxes["TrimBox"], around(page, trim))


def points(*lengths):
    return tuple(length / INCH * 72 for length in lengths)


@needs_profile
@pytest.mark.parametrize(
    ("shop", "product", "width", "height", "across", "down", "certain"),
    rows(DRIVETHRUCARDS, "drivethrucards"),
)
def test_a_deck_of_drivethrucards_is_one_document_with_backs_before_faces(
    run, tmp_path, shop, product, width, height, across, down, certain
):
    out, said = exported(run, tmp_path, shop, width=width, height=height)
    names, (pdf,) = pages_in(out)
    assert names == [f"cards/001-{product}-en-x2.pdf"]
    assert pdf.shown == ["back", "face"] * 2
    assert_pages(pdf, (float(across), float(down)), points(width, height))
    assert ("warning[shop.unsure]" in said) == (certain == "unsure")
    assert ("not certain" in said) == (certain == "unsure")


@needs_profile
@pytest.mark.parametrize(
    ("shop", "product", "width", "height", "across", "down"), rows(MEINSPIEL, "meinspiel")
)
def test_a_deck_of_meinspiel_is_one_document_with_faces_before_backs(
    run, tmp_path, shop, product, width, height, across, down
):
    out, said = exported(run, tmp_path, shop, width=width, height=height)
    names, (pdf,) = pages_in(out)
    assert names == ["cards/001-main-en-x2.pdf"], product
    assert pdf.shown == ["face", "back"] * 2
    assert_pages(pdf, points(float(across), float(down)), points(width, height))
    assert "shop.unsure" not in said


@needs_profile
@pytest.mark.parametrize("shop", list(ANY_SIZE))
@pytest.mark.parametrize(("width", "height"), [(63, 88), (70, 120)])
def test_a_shop_that_cuts_any_size_gets_its_bleed_and_its_order(run, tmp_path, shop, width, height):
    bleed, wanted = ANY_SIZE[shop]
    out, said = exported(run, tmp_path, shop, width=width, height=height)
    names, found = pages_in(out)
    assert [pdf.shown for pdf in found] == wanted
    for pdf in found:
        assert_pages(pdf, points(width + 2 * bleed, height + 2 * bleed), points(width, height))
    if shop == "mb-print":
        assert names == [f"cards/toy_{width}x{height}.pdf"]
    assert "shop.unsure" not in said


def test_game_prototyper_gets_a_picture_for_each_copy(run, tmp_path):
    out, said = exported(run, tmp_path, "game-prototyper", copies=(2, 1))
    assert package(out) == [
        f"cards/63x88-x1/{number:03}-{side}.png"
        for number in (1, 2, 3)
        for side in ("back", "front")
    ]
    pictures = [Picture(out / "en" / name) for name in package(out)]
    assert {picture.size for picture in pictures} == {(815, 1110)}
    assert all(is_close(picture.dpi, (300, 300), 0.01) for picture in pictures)
    assert "warning[shop.unsure]" in said


def test_print_and_play_games_gets_sheets_of_eighteen(run, tmp_path):
    out, _ = exported(
        run, tmp_path, "print-and-play-games", width=63.5, height=88.9, copies=(18, 1)
    )
    names, (pdf,) = pages_in(out)
    assert len(names) == 1
    assert len(pdf.shown) == 4
    assert pdf.shown[:2] == ["face", "back"]
    # A sheet of 12 × 18 inches holds its cells of 3.75 × 2.75 inches edge to edge.
    assert all(is_close(boxes["MediaBox"], (0, 0, 864, 1296)) for boxes in pdf.boxes)


def test_mpc_autofill_gets_the_pictures_of_makeplayingcards_and_an_order(run, tmp_path):
    out, _ = exported(run, tmp_path, "mpc-autofill", width=63.5, height=88.9, copies=(2, 1))
    pictures = [name for name in package(out) if name.endswith(".png")]
    assert len(pictures) == 3
    assert {Picture(out / "en" / name).size for name in pictures} == {(822, 1122)}
    orders = [name for name in package(out, ".") if name.endswith(".xml")]
    assert len(orders) == 1
    text = (out / "en" / orders[0]).read_text()
    assert "<quantity>3</quantity>" in text
    assert "<bracket>18</bracket>" in text


# What is no card


TOKENS = """tokens:
  coins:
    {size: 25.4, shape: round, bleed: 4, face: face, back: reverse, rows: [{id: coin, copies: 5}]}
"""


def test_a_token_of_the_game_crafter_lies_in_its_own_folder(run, tmp_path):
    out, _ = exported(run, tmp_path, "the-game-crafter", more=TOKENS)
    names = package(out, "tokens")
    assert names == [
        "tokens/001-coins-coin-back-en-x5.png",
        "tokens/001-coins-coin-face-en-x5.png",
        "tokens/copies.csv",
    ]
    for name in names[:2]:
        assert Picture(out / "en" / name).size == (375, 375)
    (line,) = copies_in(out, "tokens")
    assert (line["product"], line["copies"]) == ("LargeCircleChit", "5")


def test_a_tuck_box_of_the_game_crafter_is_one_flat_picture(run, tmp_path):
    more = "shops: {the-game-crafter: {box: PokerTuckBox54}}\n"
    out, _ = exported(
        run, tmp_path, "the-game-crafter", width=63.5, height=88.9, copies=(54,), more=more
    )
    (name,) = package(out, "boxes")
    picture = Picture(out / "en" / name)
    assert picture.size == (2325, 1950)
    assert (picture.kind, picture.mode) == ("PNG", "RGB")
    assert is_close(picture.dpi, (300, 300), 0.01)


RULES = """\
Two players and two cards.

## Aim {#aim}

Keep your card.

## Contents {#contents}

{{ component("main", "card", "cards") }}
"""


def test_a_booklet_of_the_game_crafter_is_a_picture_for_each_page(run, tmp_path):
    texts = tmp_path / "toy" / "rules_text"
    texts.mkdir(parents=True)
    (texts / "en.md.j2").write_text(RULES)
    more = "shops: {the-game-crafter: {booklet: SmallBooklet}}\n"
    out, said = exported(run, tmp_path, "the-game-crafter", width=63.5, height=88.9, more=more)
    names = package(out, "booklet")
    assert names, said
    assert len(names) % 4 == 0
    for name in names:
        picture = Picture(out / "en" / name)
        assert (picture.size, picture.kind, picture.mode) == ((825, 1125), "PNG", "RGB")
        assert is_close(picture.dpi, (300, 300), 0.01)


# The table is whole


def test_every_deck_product_of_every_shop_stands_in_the_tables():
    tables = {
        "the-game-crafter": THE_GAME_CRAFTER,
        "makeplayingcards": MAKEPLAYINGCARDS,
        "mpc-autofill": MAKEPLAYINGCARDS,
        "printerstudio": PRINTERSTUDIO,
        "drivethrucards": DRIVETHRUCARDS,
        "meinspiel": MEINSPIEL,
        "print-and-play-games": "\npoker-18\n",
    }
    for name, shop in shops().items():
        listed = {line.split()[0] for line in tables.get(name, "\n").split("\n")[1:-1]}
        assert set(shop.of_kind("deck")) == listed, name
    cutting = {name for name, shop in shops().items() if shop.any is not None}
    assert cutting == {*ANY_SIZE, "game-prototyper"}
