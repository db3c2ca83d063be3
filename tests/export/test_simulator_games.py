"""The sheets of the four games for Tabletop Simulator show the right card at every number."""

import pytest
from tabletop_orders import nearest, order_of, sides_alone
from test_tabletop_simulator import SHOP, cards_of, decoded

from cardforge.export import tabletop

CELL = (50, 70)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["cent", "ninety-nine", "numerik", "one-hundred"])
def test_every_number_of_a_game_leads_to_the_right_card(repository, game):
    order = order_of(repository / "designs" / game, SHOP, "en")
    package = tabletop.assembler(SHOP)(order)
    alone = sides_alone(order.cards, CELL, order.edition.fonts)
    sides = {
        side: {key: picture for key, picture in alone.items() if key[1] == side}
        for side in ("face", "back")
    }
    seen = set()
    for card, face, back in decoded(order, package, CELL):
        name = card["GMNotes"]
        if (name, card["CardID"]) in seen:
            continue
        seen.add((name, card["CardID"]))
        for side, shown in (("face", face), ("back", back)):
            if (name, side) not in sides[side]:
                assert shown.min() >= 254  # no back: white
                continue
            away, found = nearest(shown, sides[side])
            assert (name, side) in found
            assert away < 3
    dealt = sum(laid_out.deck.total for laid_out, _ in order.cards)
    assert len(cards_of(package)) == dealt
    assert {name for name, _ in seen} == {
        sides.card.id for laid_out, _ in order.cards for sides in laid_out.cards
    }
