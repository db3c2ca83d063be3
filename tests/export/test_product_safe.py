"""Text outside a product's safe zone and ink that ends in its bleed are told with their place."""

import pytest
from shop_orders import EURO, POKER, codes, order_of, toy

from cardforge.diagnostics import Report
from cardforge.export.safe import check_safe

GAME = """\
game: toy
version: "1"
title: Toy
languages: [en]
players: 2
format: {form}
fonts: {{plain: Lato-Regular}}
{more}
templates:
  face:
    elements:
      - {{shape: rectangle, fill: "#4488aa", box: {ground}}}
      - {{text: "{{{{ word }}}}", font: plain, size: 12 pt, box: {box}}}
decks:
  main:
    face: face
    back: none
    hidden: false
    rows: [{{id: a, word: HIM}}, {{id: b, word: HER}}]
"""


def judged(folder, shop, *, form=EURO, ground="bleed", left=20, top=20, more="", **asked):
    box = f"{{left: {left}, top: {top}, width: 30, height: 6}}"
    text = GAME.format(form=form, ground=ground, box=box, more=more)
    game, report = toy(folder, text), Report()
    order = order_of(game, shop, **asked)
    check_safe(game, (*order.cards, *order.tokens), order.edition.fonts, report)
    return report


def test_a_card_that_keeps_to_the_safe_zone_is_fine(tmp_path):
    assert judged(tmp_path, "the-game-crafter").problems == ()


def test_text_beyond_the_zone_is_told_with_its_place_and_all_its_cards(tmp_path):
    report = judged(tmp_path, "puzzlefactory", left=3.5)
    (problem,) = report.problems
    assert (problem.severity, problem.code) == ("warning", "shop.safe")
    assert problem.cards == ("main.a", "main.b")
    assert problem.span.line == 13
    assert "beyond the safe zone of 63x88, 5 mm inside its trim" in problem.message


def test_the_same_text_is_safe_where_the_zone_is_wider(tmp_path):
    assert judged(tmp_path, "longpack", left=3.5).problems == ()


# The trim of poker_us is 0.25 mm outside a centred design, its zone 3.175 mm inside that.
@pytest.mark.parametrize(("left", "is_safe"), [(3.0, True), (2.0, False)])
def test_the_zone_of_a_larger_product_is_that_of_its_own_trim(tmp_path, left, is_safe):
    asked = {"products": ("poker_us",), "fit": "centre"}
    report = judged(tmp_path, "drivethrucards", left=left, **asked)
    assert codes(report) == ([] if is_safe else [("warning", "shop.safe")])


def test_a_smaller_product_cuts_off_what_the_design_keeps_safe(tmp_path):
    asked = {"products": ("bridge",), "fit": "centre"}
    report = judged(tmp_path, "drivethrucards", form=POKER, left=5, **asked)
    assert codes(report) == [("warning", "shop.safe")]
    # Scaled, nothing of the trim is lost: 0.9 of 5 mm are more than 1/8 in.
    asked = {"products": ("bridge",), "fit": "scale"}
    assert judged(tmp_path, "drivethrucards", form=POKER, left=5, **asked).problems == ()


def test_how_far_a_scaled_text_reaches_is_told_in_mm_of_the_product(tmp_path):
    asked = {"products": ("jumbo_tgc",), "fit": "scale"}
    report = judged(tmp_path, "drivethrucards", form="{trim: [44.45, 69.85]}", left=1, **asked)
    (problem,) = report.problems
    # Ink begins 1.37 mm inside the trim of the design, on the product twice as far: 2.74 mm.
    reach = float(problem.message.partition("reaches ")[2].partition(" mm")[0])
    assert reach == pytest.approx(3.175 - 2.74, abs=0.02)


def test_ink_that_ends_at_the_trim_is_told_with_both_sizes(tmp_path):
    report = judged(tmp_path, "drivethrucards", form=POKER, ground="trim")
    (problem,) = report.problems
    assert (problem.severity, problem.code) == ("warning", "shop.bleed")
    assert "poker_us is 69.85 × 95.25 mm (2.75 × 3.75 in, 825 × 1125 px)" in problem.message
    assert "the card 63.5 × 88.9 mm (2.5 × 3.5 in, 750 × 1050 px)" in problem.message
    assert problem.span.line == 12


def test_it_is_an_error_where_the_format_has_no_bleed_at_all(tmp_path):
    form = "{trim: [63.5, 88.9], bleed: 0}"
    report = judged(tmp_path, "drivethrucards", form=form, ground="trim")
    assert codes(report) == [("error", "shop.bleed")]
    assert judged(tmp_path, "drivethrucards", form=form, ground="bleed").problems == ()


def test_ink_short_of_a_wider_bleed_is_told(tmp_path):
    ground = "{left: -3, top: -3, width: 69, height: 94}"
    assert codes(judged(tmp_path, "the-game-crafter", ground=ground)) == [("warning", "shop.bleed")]
    assert judged(tmp_path, "longpack", ground=ground).problems == ()


def test_the_game_may_set_the_limits(tmp_path):
    off = "checks: {safe: off, bleed: off}"
    report = judged(tmp_path, "puzzlefactory", left=3.5, ground="trim", more=off)
    assert report.problems == ()


def test_a_table_has_no_knife(tmp_path):
    assert judged(tmp_path, "tabletop-simulator", left=0, ground="trim").problems == ()
