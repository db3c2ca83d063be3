"""Decks are matched to products of their size; every other size is told with both sizes."""

import pytest
from shop_orders import EURO, POKER, codes, deck, head, matched, tokens, toy, written

from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.edition import Request, WrongRequest, settings_of
from cardforge.export import match
from cardforge.export.fitting import fitted
from cardforge.export.pages import page_of
from cardforge.export.safe import zone_of
from cardforge.geometry import Insets, Size
from cardforge.ink import Plate
from cardforge.model import Format
from cardforge.plates import even
from cardforge.shops import SHOP_NAMES, shops

MM = 25.4


def every_product():
    """Yield shop and product of all decks that can be ordered, as the files have them."""
    for shop in SHOP_NAMES:
        for name, facts in written(shop).get("products", {}).items():
            if facts["kind"] == "deck":
                yield shop, name


def page_in_mm(facts):
    """Return the page of a product by its pixels, or as it is written in mm."""
    if "page" in facts:
        return facts["page"]
    return [length / 300 * MM for length in facts["pixels"]]


def like(shop, facts):
    """Return the product that a deck of that trim and shape is matched to: the first listed."""
    straight = ("card", "square")
    shape = facts.get("shape", "card")

    def is_like(other):
        own = other.get("shape", "card")
        near = max(abs(a - b) for a, b in zip(other["trim"], facts["trim"], strict=True)) <= 0.1501
        return near and other["kind"] == "deck" and (own == shape or {own, shape} <= {*straight})

    return next(name for name, other in written(shop)["products"].items() if is_like(other))


@pytest.fixture(scope="module")
def plain_game(tmp_path_factory):
    return toy(tmp_path_factory.mktemp("toy"), head() + "decks:\n" + deck("main", 1))


def with_format(game, trim, shape="card"):
    """Return the game with its deck in another format."""
    spec = game.decks[0]
    form = Format("own", Size(*trim), shape=shape)
    return game._replace(decks=(spec._replace(format=form),))


@pytest.mark.parametrize(("shop", "name"), every_product())
def test_a_deck_of_the_trim_of_a_product_is_that_product_and_fills_its_page(plain_game, shop, name):
    facts = written(shop)["products"][name]
    game = with_format(plain_game, facts["trim"], facts.get("shape", "card"))
    made, report = matched(game, shop)
    fit = made["main"]
    assert fit.product.name == like(shop, facts)
    assert not report.has_errors
    chosen, _ = matched(game, shop, products=(name,))
    fit = chosen["main"]
    assert (fit.product.name, fit.scale, fit.turned) == (name, 1.0, False)
    wide, high = page_in_mm(facts)
    assert fit.pixels == tuple(
        facts.get("pixels", (round(wide / MM * 300), round(high / MM * 300)))
    )
    plate = Plate("face", Size(*facts["trim"]), fit.bleed, ())
    page = page_of(fit, plate)
    assert page.size == pytest.approx((wide, high))
    assert page.bleed == (0, 0, *page.size)
    bleed = (wide - facts["trim"][0]) / 2, (high - facts["trim"][1]) / 2
    assert page.trim == pytest.approx((*bleed, *facts["trim"]))
    assert fit.bleed == pytest.approx((*bleed, *bleed))


def test_there_is_a_product_of_every_shop_that_has_some():
    shops_with_decks = {shop for shop, _ in every_product()}
    assert len(shops_with_decks) == 7
    assert len([*every_product()]) > 85


@pytest.mark.parametrize(
    ("shop", "trim", "name", "bleed"),
    [
        ("the-game-crafter", (63, 88), "EuroPokerDeck", (3.425, 3.625)),
        ("the-game-crafter", (52, 87), "MintTinDeck", (5.75, 4.125)),
        ("the-game-crafter", (63.5, 88.9), "PokerDeck", (3.175, 3.175)),
        ("makeplayingcards", (63, 88), "standard_63x88", (3.044, 2.99)),
        ("meinspiel", (59, 91), "skat_59x91", (3, 3)),
    ],
)
def test_the_bleed_of_each_axis_is_what_the_page_leaves(plain_game, shop, trim, name, bleed):
    made, _ = matched(with_format(plain_game, trim), shop)
    assert made["main"].product.name == name
    assert made["main"].bleed == pytest.approx((*bleed, *bleed))


def test_a_card_is_no_round_product_of_its_size_and_a_round_one_no_square(plain_game):
    made, _ = matched(with_format(plain_game, (88.9, 88.9)), "the-game-crafter")
    assert made["main"].product.name == "SquareDeck"
    made, _ = matched(with_format(plain_game, (88.9, 88.9), "round"), "the-game-crafter")
    assert made["main"].product.name == "CircleDeck"


def test_a_card_that_is_made_a_product_of_another_shape_is_told(plain_game):
    game = with_format(plain_game, (88.9, 88.9))
    made, report = matched(game, "the-game-crafter", products=("CircleDeck",))
    assert made["main"].product.name == "CircleDeck"
    assert codes(report) == [("warning", "shop.shape")]
    assert "CircleDeck is round" in report.problems[0].message


@pytest.mark.parametrize("over", [0.14, -0.14])
def test_sizes_within_the_tolerance_are_one(plain_game, over):
    made, _report = matched(with_format(plain_game, (63.5 + over, 88.9 + over)), "drivethrucards")
    assert made["main"].product.name == "poker_us"
    assert made["main"].bleed.left == pytest.approx(3.175 - over / 2)


@pytest.mark.parametrize("over", [0.16, -0.16])
def test_sizes_beyond_the_tolerance_are_two(plain_game, over):
    made, report = matched(with_format(plain_game, (63.5 + over, 88.9)), "drivethrucards")
    assert made == {}
    assert codes(report) == [("error", "shop.size")]


# The sizes that other tools export a pixel or two short.
@pytest.mark.parametrize(
    ("trim", "bleed", "pixels"),
    [
        ((63.5, 88.9), 3.175, (825, 1125)),
        ((63.5, 88.9), 3.048, (822, 1122)),
        ((63, 88), 3, (815, 1110)),
        ((56, 87), 3, (732, 1098)),
        ((70, 120), 3, (898, 1488)),
    ],
)
def test_pixels_are_those_of_the_outer_size_rounded_once(plain_game, trim, bleed, pixels):
    shop = shops()["press"]
    shop = shop._replace(any=shop.any._replace(bleed=bleed))
    wish = match.Wish(shop)
    game = with_format(plain_game, trim)
    ((_, fit),) = match.fit_decks(game, wish, match.choice_of(game, shop), dealt(game), Report())
    assert fit.pixels == pixels


def dealt(game):
    return deal(game, settings_of(game, Request())[0], Report())


def error_of(report):
    (problem,) = [each for each in report.problems if each.severity == "error"]
    return problem


def safe_of(width, height, fit):
    """Return what a product keeps safe of a design, in the coordinates of the design."""
    zone = zone_of(Format("own", Size(width, height)), fit, fit.product)
    return tuple(zone.trim.inset(even(zone.safe)))


class TestOtherSizes:
    def test_a_card_for_a_poker_product_names_both_sizes_in_mm_inches_and_pixels(self, tmp_path):
        game = toy(tmp_path, head() + "decks:\n" + deck("main", 1))
        made, report = matched(game, "drivethrucards")
        problem = error_of(report)
        assert made == {}
        assert problem.code == "shop.size"
        assert "63 × 88 mm (2.48 × 3.46 in, 819 × 1114 px with bleed)" in problem.message
        assert "poker_us, 63.5 × 88.9 mm (2.5 × 3.5 in, 825 × 1125 px" in problem.message
        assert "--product poker_us --fit centre" in problem.hint
        assert "shops: {drivethrucards: {product: poker_us, fit: centre}}" in problem.hint
        assert (problem.span.file, problem.span.line) == ("game.yaml", 6)

    def test_a_deck_among_others_is_told_a_choice_that_leaves_the_others_alone(self, tmp_path):
        small = "{trim: [44, 60]}"
        decks = deck("main", 1) + deck("odd", 1, form=small) + deck("even", 1, form=small)
        game = toy(tmp_path, head() + "decks:\n" + decks)
        _, report = matched(game, "the-game-crafter")
        hints = [each.hint for each in report.problems if each.code == "shop.size"]
        chosen = "{product: MiniDeck, fit: centre}"
        shop = "write shops: {the-game-crafter: {decks: {%s: %s}}}"
        assert hints == [shop % (name, chosen) for name in ("odd", "even")]
        more = f"shops: {{the-game-crafter: {{decks: {{odd: {chosen}, even: {chosen}}}}}}}"
        text = head(more=more) + "decks:\n" + decks
        made, report = matched(toy(tmp_path, text), "the-game-crafter")
        assert [one.product.name for one in made.values()] == ["EuroPokerDeck", *["MiniDeck"] * 2]
        assert not report.has_errors

    def test_a_design_that_fills_little_of_the_product_is_told_to_be_scaled(self, tmp_path):
        game = toy(tmp_path, head("{trim: [44.45, 63.5]}") + "decks:\n" + deck("main", 1))
        _, report = matched(game, "print-and-play-games")
        assert "--product poker-18 --fit scale" in error_of(report).hint

    def test_bleed_taken_from_the_inside_is_another_size(self, tmp_path):
        game = toy(tmp_path, head("{trim: [2.25in, 3.25in]}") + "decks:\n" + deck("main", 1))
        _, report = matched(game, "drivethrucards")
        message = error_of(report).message
        assert "57.15 × 82.55 mm (2.25 × 3.25 in, 750 × 1050 px with bleed)" in message
        assert "57.15 × 88.9 mm (2.25 × 3.5 in, 750 × 1125 px" in message

    def test_meinspiel_has_nothing_near_a_european_poker_card(self, tmp_path):
        game = toy(tmp_path, head() + "decks:\n" + deck("main", 1) + deck("more", 1))
        _, report = matched(game, "meinspiel")
        problem = error_of(report)
        assert "the decks 'main' and 'more' are 63 × 88 mm" in problem.message
        assert "skat_59x91, 59 × 91 mm" in problem.message
        assert "--fit scale" in problem.hint

    def test_a_named_product_of_another_size_asks_for_a_fit(self, tmp_path):
        text = "shops: {drivethrucards: {product: poker_us}}"
        game = toy(tmp_path, head(more=text) + "decks:\n" + deck("main", 1))
        for asked in ({}, {"products": ("poker_us",)}):
            _, report = matched(game, "drivethrucards", **asked)
            assert error_of(report).code == "shop.size"
            assert "--fit centre" in error_of(report).hint
        _, report = matched(game, "drivethrucards")
        assert error_of(report).span.line == 8

    def test_centred_art_keeps_its_size_and_takes_the_difference_from_the_bleed(self, tmp_path):
        text = "shops: {drivethrucards: {product: poker_us, fit: centre}}"
        game = toy(tmp_path, head(more=text) + "decks:\n" + deck("main", 1))
        made, report = matched(game, "drivethrucards")
        fit = made["main"]
        assert report.problems == ()
        assert (fit.scale, fit.bleed) == (1.0, pytest.approx((3.425, 3.625, 3.425, 3.625)))
        assert fit.trim == pytest.approx((3.175, 3.175, 63.5, 88.9))
        # 1/8 in inside a trim that is 0.25 and 0.45 mm outside that of the design.
        assert safe_of(63, 88, fit) == pytest.approx((2.925, 2.725, 57.15, 82.55))

    def test_scaled_art_loses_nothing_and_the_rest_is_bleed(self, tmp_path):
        game = toy(tmp_path, head() + "decks:\n" + deck("main", 1))
        made, _ = matched(game, "drivethrucards", products=("poker_us",), fit="scale")
        fit = made["main"]
        scale = 63.5 / 63
        assert fit.scale == pytest.approx(scale)
        assert fit.bleed.left * scale == pytest.approx(3.175)
        assert fit.bleed.top * scale == pytest.approx((95.25 - 88 * scale) / 2)
        wide, high = 57.15 / scale, 82.55 / scale
        assert safe_of(63, 88, fit) == pytest.approx(((63 - wide) / 2, (88 - high) / 2, wide, high))

    def test_a_design_larger_than_the_page_cannot_keep_its_size_but_can_be_scaled(self, tmp_path):
        game = toy(tmp_path, head("{trim: [80, 120]}") + "decks:\n" + deck("main", 1))
        asked = {"products": ("poker_us",)}
        _, report = matched(game, "drivethrucards", fit="centre", **asked)
        assert error_of(report).code == "shop.fit"
        assert "69.85 × 95.25 mm" in error_of(report).message
        made, report = matched(game, "drivethrucards", fit="scale", **asked)
        assert report.problems == ()
        assert made["main"].scale == pytest.approx(88.9 / 120)

    @pytest.mark.parametrize("fit", ["centre", "scale"])
    def test_what_is_of_one_size_is_never_scaled(self, tmp_path, fit):
        game = toy(tmp_path, head() + "decks:\n" + deck("main", 1))
        made, _ = matched(game, "makeplayingcards", fit=fit)
        assert (made["main"].fit, made["main"].scale) == ("same", 1.0)


class TestLying:
    def test_a_lying_card_is_turned_for_an_upright_product(self, plain_game):
        made, report = matched(with_format(plain_game, (88, 63)), "the-game-crafter")
        fit = made["main"]
        assert fit.product.name == "EuroPokerDeck"
        assert fit.turned
        assert fit.page == pytest.approx((69.85, 95.25))
        assert fit.bleed == pytest.approx((3.625, 3.425, 3.625, 3.425))
        assert safe_of(88, 63, fit) == pytest.approx((3.175, 3.175, 81.65, 56.65))
        assert report.problems == ()

    def test_a_lying_card_keeps_its_place_where_any_size_is_cut(self, plain_game):
        made, _ = matched(with_format(plain_game, (88, 63)), "longpack")
        fit = made["main"]
        assert (fit.product.name, fit.turned, fit.page) == ("88x63", False, (94, 69))

    def test_a_lying_product_takes_a_lying_card_as_it_is(self, plain_game):
        made, _ = matched(with_format(plain_game, (95.25, 82.55), "hexagon"), "the-game-crafter")
        assert (made["main"].product.name, made["main"].turned) == ("HexDeck", False)


class TestChoosing:
    def test_an_unknown_product_is_refused_with_those_there_are(self, plain_game):
        with pytest.raises(WrongRequest, match="no product 'PokrDeck'") as refused:
            matched(plain_game, "the-game-crafter", products=("PokrDeck",))
        assert "did you mean 'PokerDeck'?" in refused.value.hint
        assert "MintTinDeck" in refused.value.hint
        assert "SmallBooklet" in refused.value.hint
        with pytest.raises(WrongRequest, match="no product") as refused:
            matched(plain_game, "longpack", products=("PokerDeck",))
        assert "cuts any size" in refused.value.hint

    def test_the_second_product_of_a_size_is_taken_when_it_is_named(self, plain_game):
        game = with_format(plain_game, (63.5, 88.9))
        made, _ = matched(game, "the-game-crafter", products=("TradingDeck",))
        assert made["main"].product.name == "TradingDeck"

    def test_each_named_product_is_of_the_decks_and_tokens_of_its_kind(self, tmp_path):
        text = head(POKER) + "decks:\n" + deck("main", 1) + "tokens:\n" + tokens("chips", 1)
        asked = ("TradingDeck", "SmallCircleChit", "SmallBooklet", "PokerTuckBox36")
        made, report = matched(toy(tmp_path, text), "the-game-crafter", products=asked, fit="scale")
        assert report.problems == ()
        assert {name: fit.product.name for name, fit in made.items()} == {
            "main": "TradingDeck", "chips": "SmallCircleChit"
        }  # fmt: skip

    def test_a_deck_says_more_than_its_shop_and_the_shop_more_than_every_shop(self, tmp_path):
        said = """shops:
  default: {fit: scale, format: jpg, decks: {small: {product: BridgeDeck}}}
  the-game-crafter: {product: PokerDeck, decks: {small: {fit: centre}}, leave-out: [gone]}
"""
        text = head(more=said) + "decks:\n" + deck("main", 1) + deck("small", 1) + deck("gone", 1)
        game = toy(tmp_path, text)
        made, report = matched(game, "the-game-crafter")
        chosen = {name: (fit.product.name, fit.fit) for name, fit in made.items()}
        assert chosen == {"main": ("PokerDeck", "scale"), "small": ("BridgeDeck", "centre")}
        assert codes(report) == [("note", "shop.left-out")]
        # What is said of every shop holds only where a shop has it.
        assert match.choice_of(game, shops()["the-game-crafter"]).format == "jpg"
        assert match.choice_of(game, shops()["press"]).format is None
        assert match.choice_of(game, shops()["longpack"]).decks["small"].product is None


class TestTokens:
    def game(self, folder, size=20):
        text = head(POKER) + "decks:\n" + deck("main", 1) + "tokens:\n"
        return toy(folder, text + tokens("chips", 4, size=size))

    def test_tokens_are_left_out_where_none_are_made(self, tmp_path):
        made, report = matched(self.game(tmp_path), "drivethrucards")
        assert [*made] == ["main"]
        assert codes(report) == [("note", "shop.left-out")]

    def test_tokens_find_a_product_of_their_size_and_shape(self, tmp_path):
        made, report = matched(self.game(tmp_path, 25.4), "the-game-crafter")
        assert made["chips"].product.name == "LargeCircleChit"
        assert report.problems == ()

    def test_tokens_of_another_size_are_told_how_to_choose_for_themselves(self, tmp_path):
        _, report = matched(self.game(tmp_path), "the-game-crafter")
        assert "{decks: {chips: {product: MediumCircleChit, fit: centre}}}" in error_of(report).hint

    def test_a_shop_that_cuts_any_size_cuts_tokens_but_none_too_small(self, tmp_path):
        made, report = matched(self.game(tmp_path), "longpack")
        assert made["chips"].product.name == "20x20-round"
        assert report.problems == ()
        _, report = matched(self.game(tmp_path, 7), "longpack")
        assert codes(report) == [("warning", "shop.too-small")]

    def test_a_table_takes_everything_as_it_is(self, tmp_path):
        made, report = matched(self.game(tmp_path), "tabletop-simulator")
        assert report.problems == ()
        fit = made["chips"]
        assert (fit.product, fit.page, fit.bleed) == (None, (20, 20), Insets(0, 0, 0, 0))


class TestNumbers:
    def cards(self, folder, *decks, form=EURO):
        text = "".join(deck(f"deck{i}", many) for i, many in enumerate(decks))
        return toy(folder, head(form) + "decks:\n" + text)

    def test_more_cards_than_the_shop_takes_warn_with_both_numbers(self, tmp_path):
        made, report = matched(self.cards(tmp_path, 600, 13), "makeplayingcards")
        assert codes(report) == [("warning", "shop.too-many")]
        assert "at most 612" in report.problems[0].message
        assert "these are 613" in report.problems[0].message
        assert len(made) == 2

    def test_as_many_cards_as_the_shop_takes_do_not_warn(self, tmp_path):
        _, report = matched(self.cards(tmp_path, 600, 12), "makeplayingcards")
        assert codes(report) == [("note", "shop.order-size")]

    @pytest.mark.parametrize(("cards", "step"), [(104, 108), (108, 108), (1, 18), (235, 396)])
    def test_the_step_that_the_cards_fall_in_is_told(self, tmp_path, cards, step):
        _, report = matched(self.cards(tmp_path, cards), "makeplayingcards")
        assert f"{cards} cards of standard_63x88: order the {step}" in report.problems[0].message

    def test_the_last_step_is_what_the_product_takes(self):
        shop = shops()["makeplayingcards"]
        assert match.order_size(shop, shop.products["mini"], 240) == 252
        assert match.order_size(shop, shop.products["mini"], 300) == 252

    def test_decks_that_are_orders_of_their_own_are_counted_apart(self, tmp_path):
        shop = shops()["makeplayingcards"]._replace(together="deck", steps=())
        game, report = self.cards(tmp_path, 600, 13), Report()
        choice = match.choice_of(game, shop)
        match.fit_decks(game, match.Wish(shop), choice, dealt(game), report)
        assert report.problems == ()

    def test_figures_of_low_confidence_warn_once(self, tmp_path):
        game = self.cards(tmp_path, 1, 1, form="{trim: [57.15, 88.9]}")
        _, report = matched(game, "drivethrucards")
        assert codes(report) == [("warning", "shop.unsure")]
        assert "was not checked" in report.problems[0].message
        _, report = matched(self.cards(tmp_path, 1, form=POKER), "drivethrucards")
        assert report.problems == ()

    def test_decks_without_cards_go_nowhere(self, tmp_path):
        game = self.cards(tmp_path, 0, 1)
        made, report = matched(game, "longpack")
        assert [*made] == ["deck1"]
        assert report.problems == ()

    def test_a_game_of_which_nothing_goes_to_the_shop_is_an_error(self, tmp_path):
        text = head(more="shops: {longpack: {leave-out: [main]}}") + "decks:\n" + deck("main", 1)
        made, report = matched(toy(tmp_path, text), "longpack")
        assert made == {}
        assert codes(report) == [("note", "shop.left-out"), ("error", "shop.nothing")]


def test_a_page_refuses_a_plate_that_was_laid_out_for_another_product():
    fit = fitted(
        Format("own", Size(63, 88)), shops()["the-game-crafter"].products["PokerDeck"], "centre"
    )
    right = Plate("right", Size(63, 88), fit.bleed, ())
    assert page_of(fit, right).items
    with pytest.raises(ValueError, match="bleed of this product"):
        page_of(fit, Plate("wrong", Size(63, 88), Insets(3, 3, 3, 3), ()))
