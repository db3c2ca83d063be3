"""The order of mpc-autofill: every slot has the picture of its card and the back behind it."""

import pathlib
from xml.etree import ElementTree

from shop_orders import deck, head, named, package


def read(files, name="order-en.xml"):
    """Return the order as the program reads it: facts, faces and backs by slot."""
    root = ElementTree.fromstring(files[name].data)
    assert [part.tag for part in root] == ["details", "fronts", "backs", "cardback"]
    details = {part.tag: part.text for part in root.find("details")}
    sides = []
    for part in ("fronts", "backs"):
        slots = {}
        for card in root.find(part):
            facts = {each.tag: each.text for each in card}
            assert facts["id"] in files
            assert facts["name"] == pathlib.PurePosixPath(facts["id"]).name
            for slot in facts["slots"].split(","):
                assert int(slot) not in slots
                slots[int(slot)] = facts["id"]
        sides.append(slots)
    common = root.find("cardback").text
    assert common in files
    every = range(int(details["quantity"]))
    assert sorted(sides[0]) == [*every]
    return details, sides[0], {slot: sides[1].get(slot, common) for slot in every}


def test_slots_follow_the_cards_and_their_copies(tmp_path):
    text = head() + "decks:\n" + deck("main", 1, 3) + deck("own", 2, back="other")
    files = named(package(tmp_path, "mpc-autofill", text))
    details, faces, backs = read(files)
    assert details == {
        "quantity": "6", "bracket": "18", "stock": "(S30) Standard Smooth", "foil": "false"
    }  # fmt: skip
    shown = {slot: files[name].shows[0].card for slot, name in faces.items()}
    assert shown == {0: "main.c0", **dict.fromkeys((1, 2, 3), "main.c1"), 4: "own.c0", 5: "own.c0"}
    assert [backs[0] == backs[slot] for slot in range(6)] == [True] * 4 + [False] * 2
    assert files[backs[4]].shows[0].card == "own.c0"


def test_blank_backs_get_a_white_picture(tmp_path):
    text = head() + "decks:\n" + deck("main", 1, 3) + deck("own", 2, back="none")
    files = named(package(tmp_path, "mpc-autofill", text))
    _, _, backs = read(files)
    blank = "cards/blank-standard_63x88-back-en-x2.png"
    assert [backs[slot] == blank for slot in range(6)] == [False] * 4 + [True] * 2
    assert files[blank].page.items == ()
    assert files[blank].pixels == (816, 1110)
    assert b"blank-standard" in files["cards/copies.csv"].data


def test_each_product_has_its_order_and_another_than_the_programs_own_is_told(tmp_path):
    text = head() + "decks:\n" + deck("main", 1) + deck("small", 2, form="{trim: [44.45, 63.5]}")
    made = package(tmp_path, "mpc-autofill", text)
    files = named(made)
    assert read(files, "order-standard_63x88-en.xml")[0]["quantity"] == "1"
    assert read(files, "order-mini-en.xml")[0]["quantity"] == "2"
    assert sum("go to the page of mini" in step for step in made.steps) == 1


def test_more_cards_than_an_order_holds_are_of_the_largest_size(tmp_path):
    files = named(package(tmp_path, "mpc-autofill", head() + "decks:\n" + deck("main", 613)))
    details, faces, _ = read(files)
    assert (details["quantity"], details["bracket"], len(faces)) == ("613", "612", 613)


def test_names_of_cards_cannot_break_the_order(tmp_path):
    text = head() + "decks:\n" + deck("main", 1, ids={0: '"<b>&amp;"'})
    files = named(package(tmp_path, "mpc-autofill", text))
    root = ElementTree.fromstring(files["order-en.xml"].data)
    assert root.find("fronts/card/query").text == "<b>&amp;"


def test_letters_that_xml_has_no_place_for_do_not_break_the_order(tmp_path):
    text = head() + "decks:\n" + deck("main", 1, ids={0: r'"a\u0001b\u0000"'})
    files = named(package(tmp_path, "mpc-autofill", text))
    root = ElementTree.fromstring(files["order-en.xml"].data)
    assert root.find("fronts/card/query").text == "a b "
