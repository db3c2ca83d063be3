"""Tabletop Playground, playingcards.io, Tabletopia and sprites: packages read back."""

import csv
import io
import json
from itertools import combinations

import numpy as np
import pytest
from cases.games import tint, tinted
from tabletop_orders import SEVERAL, TOKENS, data, nearest, pictures, raster, sides_alone, toy

from cardforge.export.package import DataFile, PictureFile, ZipFile
from cardforge.export.tabletop import assembler

CELL = (12, 17)
SHOPS = ("tabletop-simulator", "tabletop-playground", "playingcards-io", "tabletopia", "sprites")
SHARED = SEVERAL.replace('"#606060"', '"#101010"').replace('"#b0b0b0"', '"#101010"')


def colour(picture):
    """Return the only colour of a picture as it is written in a game."""
    first = picture[0, 0]
    assert (picture == first).all()
    return "#{:02x}{:02x}{:02x}".format(*first)


def shown(order, file, cell=CELL):
    """Return what a picture of one side shows."""
    (drawn,) = raster([file.page], [cell], order.edition.fonts)
    return drawn


def templates(package):
    """Return the templates of a package of Tabletop Playground by name."""
    return {
        found["Name"]: found
        for file in package.files
        if "/Templates/" in file.name
        for found in [json.loads(file.data)]
    }


def texture_cells(order, package, template, key):
    """Return the places of a texture as the program cuts it."""
    columns, rows = template["NumHorizontal"], template["NumVertical"]
    file = pictures(package)[f"toy-en/Textures/{template[key]}"]
    (sheet,) = raster([file.page], [(columns * CELL[0], rows * CELL[1])], order.edition.fonts)
    lines = sheet.reshape(rows, CELL[1], columns, CELL[0], 3).swapaxes(1, 2)
    return lines.reshape(rows * columns, CELL[1], CELL[0], 3)


@pytest.mark.parametrize(("text", "code"), [(SHARED, -2), (SEVERAL, -3)])
def test_a_playground_template_leads_to_every_face_and_back(tmp_path, text, code):
    order, package = toy(tmp_path, text, "tabletop-playground")
    template = templates(package)["main"]
    assert template["BackIndex"] == code
    assert template["HiddenIndex"] == -3
    assert template["Indices"] == [0, 0, 1, 2, 2, 2]
    assert (template["Width"], template["Height"]) == (6.3, 8.8)
    alone = sides_alone(order.cards, CELL, order.edition.fonts)
    faces = texture_cells(order, package, template, "FrontTexture")
    for index, card in template["CardMetadata"].items():
        assert (card, "face") in nearest(faces[int(index)], alone)[1]
        if code == -3:
            backs = texture_cells(order, package, template, "BackTexture")
            assert nearest(backs[int(index)], alone)[1] == {(card, "back")}
    if code == -2:
        back = pictures(package)[f"toy-en/Textures/{template['BackTexture']}"]
        assert colour(shown(order, back)) == "#101010"


def test_a_playground_package_has_a_manifest_and_ids_of_its_own(tmp_path):
    _, package = toy(tmp_path, tinted(139, back="reverse") + TOKENS, "tabletop-playground")
    manifest = json.loads(data(package, "Manifest.json"))
    assert manifest["Name"] == "Toy (en)"
    found = templates(package)
    assert set(found) == {"main (1/2)", "main (2/2)", "Coins"}
    assert sum(len(found[f"main ({n}/2)"]["Indices"]) for n in (1, 2)) == 139
    guids = [manifest["GUID"], *(one["GUID"] for one in found.values())]
    assert len(set(guids)) == 4
    assert all(len(guid) == 32 and int(guid, 16) for guid in guids)
    for template in found.values():
        assert f"toy-en/Templates/{template['GUID']}.json" in {f.name for f in package.files}
        assert f"toy-en/Textures/{template['FrontTexture']}" in pictures(package)
    assert (found["Coins"]["Model"], found["Coins"]["Width"]) == ("Round", 2.0)


def room(package):
    """Return the members of the only file of a package for playingcards.io, and its widgets."""
    (file,) = package.files
    assert isinstance(file, ZipFile)
    assert file.name == "cards/toy-en.pcio"
    members = {member.name: member for member in file.members}
    assert len(members) == len(file.members)
    assert members["schemaVersion"].data == b"3"
    return members, json.loads(members["widgets.json"].data)


def test_a_room_has_every_card_and_its_pictures(tmp_path):
    order, package = toy(tmp_path, SEVERAL + TOKENS, "playingcards-io")
    members, widgets = room(package)
    by_id = {widget["id"]: widget for widget in widgets}
    assert len(by_id) == len(widgets)
    cards = [widget for widget in widgets if widget["type"] == "card"]
    kinds = [card["cardType"] for card in cards]
    assert kinds.count("main.one") == 2
    assert kinds.count("coin.gold") == 3
    assert len(cards) == 6 + 5
    alone = sides_alone((*order.cards, *order.tokens), CELL, order.edition.fonts)
    used = set()
    for card in cards:
        deck, pile = by_id[card["deck"]], by_id[card["parent"]]
        assert (deck["type"], pile["type"]) == ("cardDeck", "cardPile")
        assert deck["parent"] == pile["id"]
        own = deck["cardTypes"][card["cardType"]]
        for side, template in (("face", "faceTemplate"), ("back", "backTemplate")):
            (picture,) = deck[template]["objects"]
            assert picture["valueType"] == "dynamic"
            assert (picture["w"], picture["h"]) == (deck["cardWidth"], deck["cardHeight"])
            name = own[picture["value"]].removeprefix("package://")
            used.add(name)
            file = members[name]
            assert file.pixels == (3 * deck["cardWidth"], 3 * deck["cardHeight"])
            assert (card["cardType"], side) in nearest(shown(order, file), alone)[1]
    assert used == {name for name in members if name.startswith("userassets/")}
    assert own["label"]


def test_the_first_card_of_a_deck_lies_on_top_of_its_pile(tmp_path):
    _, package = toy(tmp_path, SEVERAL, "playingcards-io")
    cards = [widget for widget in room(package)[1] if widget["type"] == "card"]
    assert max(cards, key=lambda card: card["z"])["cardType"] == "main.one"
    assert min(cards, key=lambda card: card["z"])["cardType"] == "main.three"


def test_no_pile_of_a_room_lies_on_another(tmp_path):
    decks = "decks:\n" + "".join(
        tinted(1, back="reverse", name=f"deck{number}").removeprefix("decks:\n")
        for number in range(20)
    )
    _, package = toy(tmp_path, decks, "playingcards-io")
    piles = [widget for widget in room(package)[1] if widget["type"] == "cardPile"]
    assert len(piles) == 20
    for one, other in combinations(piles, 2):
        assert (
            abs(one["x"] - other["x"]) >= one["width"]
            or abs(one["y"] - other["y"]) >= one["height"]
        )
    assert all(pile["x"] + pile["width"] <= 1600 for pile in piles)
    assert all(pile["y"] + pile["height"] <= 820 for pile in piles)


def test_cards_of_a_room_are_true_to_each_other(tmp_path):
    text = SEVERAL.replace("    face:", "    format: {trim: [126, 88], bleed: 3}\n    face:")
    _, package = toy(tmp_path, text + TOKENS, "playingcards-io")
    widths = [w["cardWidth"] for w in room(package)[1] if w["type"] == "cardDeck"]
    assert widths[0] / widths[1] == pytest.approx(126 / 20, rel=0.02)


def test_tabletopia_gets_one_picture_for_each_side_all_of_one_size(tmp_path):
    order, package = toy(tmp_path, SHARED + TOKENS, "tabletopia")
    files = pictures(package)
    cards = {name: file for name, file in files.items() if name.startswith("cards/")}
    assert list(cards) == [
        "cards/main-001-one-face-en-x2.png",
        "cards/main-002-two-face-en-x1.png",
        "cards/main-003-three-face-en-x3.png",
        "cards/main-back-en-x6.png",
    ]
    assert len({file.pixels for file in cards.values()}) == 1
    assert all(file.form.most_bytes == 3_000_000 for file in files.values())
    assert [colour(shown(order, file)) for file in cards.values()] == [
        "#d01020", "#20d010", "#2010d0", "#101010",
    ]  # fmt: skip
    lists = {folder: data(package, f"{folder}/copies.csv") for folder in ("cards", "tokens")}
    rows = [
        {**row, **{key: f"{folder}/{row[key]}" for key in ("file", "back")}}
        for folder, listed in lists.items()
        for row in csv.DictReader(io.StringIO(listed.decode("utf-8-sig")))
    ]
    assert {row[key] for row in rows for key in ("file", "back")} == set(files)
    faces = {row["card"]: int(row["copies"]) for row in rows}
    assert faces == {
        "main.one": 2, "main.two": 1, "main.three": 3, "coin.gold": 3, "coin.silver": 2,
    }  # fmt: skip


def test_backs_that_differ_follow_their_faces_for_tabletopia(tmp_path):
    order, package = toy(tmp_path, SEVERAL, "tabletopia")
    files = list(pictures(package).values())
    assert [file.shows[0].side for file in files] == ["face", "back"] * 3
    backs = [colour(shown(order, file)) for file in files[1::2]]
    assert backs == ["#101010", "#606060", "#b0b0b0"]


def test_a_picture_for_tabletopia_has_at_most_2000_pixels_each_way(tmp_path):
    text = tinted(2, more="    format: {trim: [186, 254], bleed: 0, safe: 3}\n")
    _, package = toy(tmp_path, text, "tabletopia")
    assert {max(file.pixels) for file in pictures(package).values()} == {2000}


def atlases(package):
    """Return the atlas of every sheet by the name of the sheet."""
    return {
        f"cards/{found['meta']['image']}": found
        for file in package.files
        if isinstance(file, DataFile)
        for found in [json.loads(file.data)]
    }


def test_an_atlas_gives_the_place_of_every_side(tmp_path):
    order, package = toy(tmp_path, SEVERAL + TOKENS, "sprites")
    ((name, atlas),) = atlases(package).items()
    file = pictures(package)[name]
    assert tuple(atlas["meta"]["size"].values()) == file.pixels
    (sheet,) = raster([file.page], [file.pixels], order.edition.fonts)
    found = {}
    for key, frame in atlas["frames"].items():
        x, y, width, height = frame["frame"].values()
        found[key] = colour(sheet[y : y + height, x : x + width])
        assert frame["side"] in ("face", "back")
    assert found == {
        "main.one.face": "#d01020", "main.two.face": "#20d010", "main.three.face": "#2010d0",
        "main.one.back": "#101010", "main.two.back": "#606060", "main.three.back": "#b0b0b0",
        "coin.gold.face": "#ffcc00", "coin.silver.face": "#c0c0c8", "coin.back": "#886600",
    }  # fmt: skip
    one = atlas["frames"]["main.one.face"]
    assert (one["deck"], one["card"], one["name"], one["copies"]) == (
        "main", "main.one", "The first", 2,
    )  # fmt: skip


def test_no_frame_of_an_atlas_lies_on_another(tmp_path):
    text = tinted(30, back="reverse") + TOKENS
    _, package = toy(tmp_path, text, "sprites")
    for atlas in atlases(package).values():
        boxes = {tuple(frame["frame"].values()) for frame in atlas["frames"].values()}
        assert len(boxes) == 30 + 30 + 3
        for (x, y, w, h), (u, v, s, t) in combinations(boxes, 2):
            assert x + w <= u or u + s <= x or y + h <= v or v + t <= y


def test_many_sides_take_several_sheets(tmp_path):
    order, package = toy(tmp_path, tinted(139, back="reverse"), "sprites")
    found = atlases(package)
    assert len(found) > 1
    assert set(found) == set(pictures(package))
    assert {name for atlas in found.values() for name in atlas["frames"]} == {
        f"main.c{number}.{side}" for number in range(139) for side in ("face", "back")
    }
    for name, atlas in found.items():
        file = pictures(package)[name]
        assert max(file.pixels) <= 4096
        assert sorted(atlas["meta"]["related_multi_packs"]) == sorted(
            f"{other.removeprefix('cards/').removesuffix('.png')}.json"
            for other in found
            if other != name
        )
    name, atlas = list(found.items())[-1]
    (sheet,) = raster(
        [pictures(package)[name].page], [pictures(package)[name].pixels], order.edition.fonts
    )
    for frame in atlas["frames"].values():
        number = int(frame["card"].removeprefix("main.c"))
        x, y, width, height = frame["frame"].values()
        wanted = tint(number if frame["side"] == "face" else number + 100)
        cell = sheet[y : y + height, x : x + width]
        colours = [int(wanted[at : at + 2], 16) for at in (1, 3, 5)]
        assert np.abs(cell - colours).max() <= 1


@pytest.mark.parametrize("shop", SHOPS)
def test_two_packages_are_equal(tmp_path, shop):
    first, second = (toy(tmp_path / name, SEVERAL + TOKENS, shop)[1] for name in ("a", "b"))
    assert first.steps == second.steps
    assert [file.name for file in first.files] == [file.name for file in second.files]
    known = [file for file in first.files if isinstance(file, DataFile)]
    assert all(file in second.files for file in known)


@pytest.mark.parametrize("shop", SHOPS)
def test_an_order_without_cards_breaks_nothing(tmp_path, shop):
    order, _ = toy(tmp_path, SEVERAL, shop)
    package = assembler(shop)(order._replace(cards=()))
    assert not any(isinstance(file, PictureFile) for file in package.files)


@pytest.mark.parametrize("shop", SHOPS)
def test_names_differ_in_more_than_capitals(tmp_path, shop):
    text = SEVERAL.replace("id: two", "id: ONE").replace("id: three", "id: été")
    _, package = toy(tmp_path, text + TOKENS.replace("coin:", "MAIN:"), shop)
    names = [
        member.name
        for file in package.files
        for member in (file.members if isinstance(file, ZipFile) else (file,))
    ]
    assert len({name.lower() for name in names}) == len(names)
    assert all(name.isascii() for name in names)
