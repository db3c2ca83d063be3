"""Tabletop Simulator: the saved object and the sheets are read back as the program reads them."""

import json
from itertools import combinations

import numpy as np
import pytest
from cases.games import tint, tinted
from tabletop_orders import (
    SEVERAL,
    TOKENS,
    data,
    nearest,
    order_of,
    pictures,
    raster,
    sides_alone,
    toy,
)

from cardforge.export import tabletop
from cardforge.export.tabletop.grids import Limits, best_grid, pixels_of
from cardforge.geometry import Size

SHOP = "tabletop-simulator"
CELL = (12, 17)
BASE = "{BASE}/"


def saved(package):
    """Return the saved object of a package."""
    return json.loads(data(package, ".json"))


def objects(package):
    """Return every object of a saved object, those in decks and bags too."""
    waiting, found = list(saved(package)["ObjectStates"]), []
    while waiting:
        found.append(waiting.pop(0))
        waiting.extend(found[-1].get("ContainedObjects", ()))
    return found


def cards_of(package):
    """Return the cards of a package, copies counted."""
    return [one for one in objects(package) if "CardID" in one]


def named(address):
    """Return the name of the file that an address leads to."""
    assert address.startswith(BASE), address
    return address.removeprefix(BASE)


def cells_of(file, entry, cell, fonts):
    """Return the cells of a sheet as the program cuts it: in rows, equally wide and high."""
    columns, rows = entry["NumWidth"], entry["NumHeight"]
    width, height = cell
    (sheet,) = raster([file.page], [(columns * width, rows * height)], fonts)
    lines = sheet.reshape(rows, height, columns, width, 3).swapaxes(1, 2)
    return lines.reshape(rows * columns, height, width, 3)


def decoded(order, package, cell=CELL):
    """Yield each card with the picture at its number on the sheet and on its back."""
    files, fonts, cut = pictures(package), order.edition.fonts, {}
    for card in cards_of(package):
        key, index = divmod(card["CardID"], 100)
        entry = card["CustomDeck"][str(key)]
        for address in (entry["FaceURL"], entry["BackURL"]):
            if address not in cut:
                is_sheet = address == entry["FaceURL"] or entry["UniqueBack"]
                whole = {**entry, "NumWidth": 1, "NumHeight": 1}
                shape = entry if is_sheet else whole
                cut[address] = cells_of(files[named(address)], shape, cell, fonts)
        back = index if entry["UniqueBack"] else 0
        yield card, cut[entry["FaceURL"]][index], cut[entry["BackURL"]][back]


@pytest.mark.parametrize(("count", "sheets"), [(1, 1), (69, 1), (70, 2), (138, 2), (139, 3)])
def test_a_deck_takes_as_few_sheets_of_69_faces_as_it_needs(tmp_path, count, sheets):
    _, package = toy(tmp_path, tinted(count, back="reverse"), SHOP)
    faces = {
        name: file for name, file in pictures(package).items() if name.endswith("faces-en.png")
    }
    assert len(faces) == sheets
    seen = []
    for name, file in faces.items():
        (entry,) = {
            json.dumps(card["CustomDeck"], sort_keys=True)
            for card in cards_of(package)
            if named(next(iter(card["CustomDeck"].values()))["FaceURL"]) == name
        }
        (shape,) = json.loads(entry).values()
        columns, rows = shape["NumWidth"], shape["NumHeight"]
        assert 2 <= columns <= 10
        assert 2 <= rows <= 7
        assert max(file.pixels) <= 4096
        assert file.pixels[0] % columns == file.pixels[1] % rows == 0
        seen += [shown.card for shown in file.shows]
    assert sorted(seen) == sorted(f"main.c{number}" for number in range(count))
    told = f"main has {count} face{'s' * (count > 1)} on {sheets} sheet{'s' * (sheets > 1)}"
    assert any(step.startswith(told) for step in package.steps)


def test_every_number_of_a_deck_leads_to_its_own_face(tmp_path):
    order, package = toy(tmp_path, tinted(139, back="reverse"), SHOP)
    alone = sides_alone(order.cards, CELL, order.edition.fonts)
    faces = {key: one for key, one in alone.items() if key[1] == "face"}
    assert len({one.tobytes() for one in faces.values()}) == 139
    cards = list(decoded(order, package))
    assert len(cards) == 139
    for card, face, _ in cards:
        away, found = nearest(face, faces)
        assert found == {(card["GMNotes"], "face")}
        assert away < 1


def test_no_pixel_of_a_cell_is_that_of_its_neighbour(tmp_path):
    order, package = toy(tmp_path, tinted(5), SHOP)
    file = pictures(package)["cards/main-faces-en.png"]
    (sheet,) = raster([file.page], [file.pixels], order.edition.fonts)
    entry = cards_of(package)[0]["CustomDeck"]["1"]
    width = file.pixels[0] // entry["NumWidth"]
    height = file.pixels[1] // entry["NumHeight"]
    assert (width, height) == (744, 1039)
    for index in range(5):
        row, column = divmod(index, entry["NumWidth"])
        cell = sheet[row * height : (row + 1) * height, column * width : (column + 1) * width]
        colour = [int(tint(index)[at : at + 2], 16) for at in (1, 3, 5)]
        assert np.abs(cell - colour).max() <= 1


def test_a_shared_back_is_one_picture_and_lies_in_the_last_place_too(tmp_path):
    text = SEVERAL.replace('"#606060"', '"#101010"').replace('"#b0b0b0"', '"#101010"')
    order, package = toy(tmp_path, text, SHOP)
    entry = cards_of(package)[0]["CustomDeck"]["1"]
    assert entry["UniqueBack"] is False
    assert entry["BackIsHidden"] is True
    assert named(entry["BackURL"]) == "cards/main-back-en.png"
    back = sides_alone(order.cards, CELL, order.edition.fonts)["main.one", "back"]
    for _, _, shown in decoded(order, package):
        assert np.abs(shown - back).max() <= 1
    file = pictures(package)[named(entry["FaceURL"])]
    last = cells_of(file, entry, CELL, order.edition.fonts)[-1]
    assert np.abs(last - back).max() <= 1


def test_backs_that_differ_lie_on_a_sheet_with_the_same_grid(tmp_path):
    order, package = toy(tmp_path, SEVERAL, SHOP)
    entry = cards_of(package)[0]["CustomDeck"]["1"]
    assert entry["UniqueBack"] is True
    faces, backs = (pictures(package)[named(entry[key])] for key in ("FaceURL", "BackURL"))
    assert faces.pixels == backs.pixels
    alone = sides_alone(order.cards, CELL, order.edition.fonts)
    for card, face, back in decoded(order, package):
        assert nearest(face, alone)[1] == {(card["GMNotes"], "face")}
        assert nearest(back, alone)[1] == {(card["GMNotes"], "back")}


def test_copies_are_numbers_of_the_deck_and_not_places_of_the_sheet(tmp_path):
    _, package = toy(tmp_path, SEVERAL, SHOP)
    (deck,) = saved(package)["ObjectStates"]
    assert deck["Name"] == "DeckCustom"
    assert deck["DeckIDs"] == [100, 100, 101, 102, 102, 102]
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert [card["GMNotes"] for card in deck["ContainedObjects"]].count("main.three") == 3
    assert deck["ContainedObjects"][0]["Nickname"] == "The first"
    shows = pictures(package)["cards/main-faces-en.png"].shows
    assert [shown.copies for shown in shows] == [2, 1, 3]


def test_cards_that_look_the_same_share_a_place_and_keep_their_names(tmp_path):
    text = SEVERAL.replace("#20d010", "#d01020").replace("#606060", "#101010")
    _, package = toy(tmp_path, text, SHOP)
    by_id = {card["GMNotes"]: card for card in cards_of(package)}
    assert by_id["main.one"]["CardID"] == by_id["main.two"]["CardID"] == 100
    assert by_id["main.three"]["CardID"] == 101
    assert by_id["main.one"]["Nickname"] != by_id["main.two"]["Nickname"]


def test_a_card_of_no_copies_is_not_in_the_game(tmp_path):
    _, package = toy(tmp_path, SEVERAL.replace("copies: 2", "copies: 0"), SHOP)
    assert {card["GMNotes"] for card in cards_of(package)} == {"main.two", "main.three"}


def test_a_single_card_is_no_deck(tmp_path):
    _, package = toy(tmp_path, tinted(1, back="reverse"), SHOP)
    (card,) = saved(package)["ObjectStates"]
    assert (card["Name"], card["CardID"]) == ("CardCustom", 100)


def test_a_card_without_a_back_is_white_behind(tmp_path):
    order, package = toy(tmp_path, tinted(3), SHOP)
    for _, _, back in decoded(order, package):
        assert back.min() >= 254


def test_addresses_are_placeholders_until_they_are_given(tmp_path):
    _, package = toy(tmp_path, SEVERAL + TOKENS, SHOP)
    wanted = set(pictures(package)) - {"cards/toy-en.png"}
    written = data(package, ".json").decode()
    assert all(f'"{BASE}{name}"' in written for name in wanted)
    assert package.steps[0].startswith("The image addresses are placeholders")
    assert "cardforge export GAME --shop tabletop-simulator --base-url" in package.steps[0]

    _, filled = toy(tmp_path, SEVERAL + TOKENS, SHOP, base_url="https://example.org/toy/")
    assert data(filled, ".json").decode() == written.replace("{BASE}", "https://example.org/toy")
    assert "placeholder" not in " ".join(filled.steps)
    assert [file.name for file in filled.files] == [file.name for file in package.files]


def test_two_exports_are_equal_and_bear_no_date(tmp_path):
    packages = [toy(tmp_path / name, SEVERAL + TOKENS, SHOP)[1] for name in ("a", "b")]
    first, second = (data(package, ".json") for package in packages)
    assert first == second
    assert json.loads(first)["Date"] == ""


def test_every_object_has_six_digits_of_its_own(tmp_path):
    _, package = toy(tmp_path, tinted(139, back="reverse") + TOKENS, SHOP)
    guids = [one["GUID"] for one in objects(package)]
    assert len(set(guids)) == len(guids) == 139 + 1 + 5 + 1
    assert all(len(guid) == 6 and int(guid, 16) >= 0 for guid in guids)


def test_a_guid_that_is_taken_is_not_given_again(monkeypatch):
    from cardforge.export.tabletop import simulator_objects

    answers = iter(["aaaaaa", "aaaaaa", "bbbbbb"])
    monkeypatch.setattr(simulator_objects, "hex_name", lambda *_: next(answers))
    guids = simulator_objects.Guids("toy")
    assert [guids.new("one"), guids.new("two")] == ["aaaaaa", "bbbbbb"]


def test_tokens_are_tiles_in_a_bag(tmp_path):
    order, package = toy(tmp_path, SEVERAL + TOKENS, SHOP)
    bag = saved(package)["ObjectStates"][-1]
    assert (bag["Name"], bag["Nickname"]) == ("Bag", "Coins")
    tiles = bag["ContainedObjects"]
    assert [tile["GMNotes"] for tile in tiles] == ["coin.gold"] * 3 + ["coin.silver"] * 2
    alone = sides_alone(order.tokens, (20, 20), order.edition.fonts)
    for tile in tiles:
        image = tile["CustomImage"]
        assert image["CustomTile"]["Type"] == 2
        assert tile["Tags"] == ["coin", "token"]
        for key, side in (("ImageURL", "face"), ("ImageSecondaryURL", "back")):
            file = pictures(package)[named(image[key])]
            assert file.name.startswith("tokens/")
            assert file.pixels == (236, 236)
            (shown,) = raster([file.page], [(20, 20)], order.edition.fonts)
            away, found = nearest(shown, alone)
            assert away < 1
            assert (tile["GMNotes"], side) in found


def test_sizes_on_the_table_are_true_to_each_other(tmp_path):
    text = SEVERAL.replace("    face:", "    format: {trim: [127, 88], bleed: 3}\n    face:")
    _, package = toy(tmp_path, text + TOKENS, SHOP)
    deck, bag = saved(package)["ObjectStates"]
    assert deck["SidewaysCard"] is True
    # A poker card, 63.5 mm, is 2.19 units wide at scale 1, a tile 2 units.
    across = deck["Transform"]["scaleX"] * 2.19
    tile = bag["ContainedObjects"][0]["Transform"]["scaleX"] * 2
    assert across / tile == pytest.approx(127 / 20, rel=1e-3)
    assert deck["Transform"]["scaleX"] == deck["Transform"]["scaleZ"] == 2


def test_nothing_lies_on_anything_else(tmp_path):
    decks = "decks:\n" + "".join(
        tinted(2, back="reverse", name=f"deck{number}").removeprefix("decks:\n")
        for number in range(25)
    )
    _, package = toy(tmp_path, decks + TOKENS, SHOP)
    boxes = []
    for one in saved(package)["ObjectStates"]:
        place = one["Transform"]
        width, height = (2.5, 2.5) if one["Name"] == "Bag" else (2.17, 3.03)
        boxes.append((place["posX"], place["posZ"], width, height))
    assert len(boxes) == 26
    assert all(abs(x) + width / 2 <= 15 for x, _, width, _ in boxes)
    for one, other in combinations(boxes, 2):
        assert (
            abs(one[0] - other[0]) >= (one[2] + other[2]) / 2
            or abs(one[1] - other[1]) >= (one[3] + other[3]) / 2
        )


def test_what_is_printed_is_said_of_a_card(tmp_path):
    text = """  worded:
    elements:
      - {paragraph: "{{ title }}", font: plain, size: 12 pt, box: safe}
decks:
  main:
    title: {en: The deck}
    face: worded
    back: none
    rows:
      - {id: one, title: Draw two cards and give one of them to the player on your left}
"""
    _, package = toy(tmp_path, text, SHOP)
    (card,) = cards_of(package)
    assert card["Description"] == (
        "The deck\nDraw two cards and give one of them to the player on your left"
    )
    assert card["Tags"] == ["main", "card"]


def test_a_large_sheet_of_paper_does_not_break_anything(tmp_path):
    text = tinted(3, back="reverse", more="    format: {trim: [186, 254], bleed: 0, safe: 3}\n")
    order, package = toy(tmp_path, text, SHOP)
    file = pictures(package)["cards/main-faces-en.png"]
    assert max(file.pixels) == 4096
    alone = sides_alone(order.cards, CELL, order.edition.fonts)
    for card, face, _ in decoded(order, package):
        assert (card["GMNotes"], "face") in nearest(face, alone)[1]


def test_a_thumbnail_bears_the_name_of_the_saved_object(tmp_path):
    order, package = toy(tmp_path, SEVERAL, SHOP)
    thumbnail = pictures(package)["cards/toy-en.png"]
    assert thumbnail.pixels == (256, 256)
    assert thumbnail.form.kind == "png"
    (drawn,) = raster([thumbnail.page], [(256, 256)], order.edition.fonts)
    assert tuple(drawn[128, 128]) == (0xD0, 0x10, 0x20)
    assert tuple(drawn[128, 10]) == (255, 255, 255)


def test_pictures_are_of_the_kind_that_the_game_wants(tmp_path):
    text = SEVERAL + "shops: {tabletop-simulator: {format: jpg}}\n"
    _, package = toy(tmp_path, text, SHOP)
    kinds = {name: file.form.kind for name, file in pictures(package).items()}
    assert kinds == {
        "cards/main-faces-en.jpg": "jpg",
        "cards/main-backs-en.jpg": "jpg",
        "cards/toy-en.png": "png",
    }


@pytest.mark.parametrize("trim", [(63, 88), (88, 63), (44.45, 63.5), (70, 120), (186, 254)])
def test_no_other_grid_has_larger_cells(trim):
    size, limits = Size(*trim), Limits(10, 7, least=2)
    for count in range(1, 71):
        grid = best_grid(count, size, limits)
        assert grid.columns * grid.rows >= count
        assert max(grid.pixels) <= 4096
        assert grid.dpi <= 300
        for columns in range(2, 11):
            for rows in range(2, 8):
                across = 4096 * 25.4 / (trim[0] * columns)
                down = 4096 * 25.4 / (trim[1] * rows)
                other = pixels_of(size, min(300, across, down))
                assert columns * rows < count or other <= grid.cell


def test_an_empty_order_is_an_empty_object(tmp_path):
    order, _ = toy(tmp_path, SEVERAL, SHOP)
    package = tabletop.assembler(SHOP)(order._replace(cards=(), tokens=()))
    assert saved(package)["ObjectStates"] == []
    assert order_of(tmp_path, SHOP).cards
