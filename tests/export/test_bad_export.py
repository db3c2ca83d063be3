"""Exports that cannot be, or not as they are asked: a clear problem, and nothing half-written."""

import re
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from refusing import POKER, refused
from shop_toys import copies_in, needs_profile, package, toy

from cardforge.press import profiles

# What the command is asked for


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--shop", "thegamecrafter"), "did you mean 'the-game-crafter'?"),
        (("--shop", "kinkos"), "kinkos"),
        ((), "--shop"),
        (("--shop", "makeplayingcards", "--product", "pocker"), "did you mean 'poker'?"),
        (("--shop", "drivethrucards", "--product", "poker"), "poker_us"),
        (("--shop", "press", "--product", "poker"), "press has no product 'poker'"),
        (("--shop", "tabletopia", "--product", "poker"), "tabletopia has no product 'poker'"),
        (("--shop", "drivethrucards", "--fit", "center"), "center"),
        (("--shop", "press", "--standard", "pdfx-5"), "pdfx-4"),
        (("--shop", "makeplayingcards", "--standard", "pdfx-4"), "PDF/X"),
        (("--shop", "press", "--base-url", "https://example.org"), "--base-url"),
        (("--shop", "press", "--language", "de"), "de"),
        (("--shop", "press", "--fit", "scale"), "leave out --fit"),
    ],
)
def test_what_there_is_not_is_refused_before_anything_is_made(run, tmp_path, arguments, said):
    toy(tmp_path / "toy", **POKER)
    err = refused(run, tmp_path, *arguments, code=2)
    assert said in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "address",
    ["", " ", "{BASE}", "javascript:alert(1)", "ftp://example.org", "https://", "https://a b/c",
     'https://a/"', "https://a/b?c=1", "https://a/b#c", "https://a/ü", "file:///"],
)  # fmt: skip
def test_what_is_no_address_of_pictures_is_refused(run, tmp_path, address):
    toy(tmp_path / "toy", **POKER)
    err = refused(run, tmp_path, "--shop", "tabletop-simulator", "--base-url", address, code=2)
    assert "is no address of a folder" in err


@pytest.mark.parametrize(
    "address", ["https://example.org", "HTTP://me@localhost:80/a%20b/~c/", "file:///C:/cards"]
)
def test_an_address_stands_before_the_name_of_each_picture(run, tmp_path, address):
    toy(tmp_path / "toy", **POKER)
    out = tmp_path / "out"
    options = ("--shop", "tabletop-simulator", "--base-url", address, "--out", out)
    code, _, err = run("export", tmp_path / "toy", *options)
    assert code == 0, err
    text = next((out / "en" / "cards").glob("*.json")).read_text("utf-8")
    assert f'"{address.rstrip("/")}/cards/' in text


@needs_profile
def test_letters_that_no_metadata_can_hold_do_not_spoil_a_press_file(run, tmp_path):
    toy(tmp_path / "toy", **POKER)
    game = tmp_path / "toy" / "game.yaml"
    text = re.sub("(?m)^title:.*", r'title: "T\\u0001o\\ny \\ufffe"', game.read_text())
    text = re.sub("(?m)^version:.*", r'version: "1\\u0007\\t2"', text)
    game.write_text(text)
    out = tmp_path / "out"
    code, _, err = run("export", tmp_path / "toy", "--shop", "press", "--out", out)
    assert code == 0, err
    with pikepdf.open(next(out.rglob("*.pdf"))) as pdf:
        assert str(pdf.docinfo.Title).startswith("T o y   · ")


def test_a_game_that_is_not_there_is_refused(run, tmp_path):
    code, _, err = run("export", tmp_path / "none", "--shop", "press", "--out", tmp_path / "out")
    assert code in (1, 2)
    assert "none" in err
    assert not (tmp_path / "out").exists()


# What the shop does not make


def test_a_deck_of_another_size_is_told_with_both_sizes_in_every_unit(run, tmp_path):
    toy(tmp_path / "toy", 63, 88)
    err = refused(run, tmp_path, "--shop", "drivethrucards")
    assert "error[shop.size]" in err
    for size in ("63 × 88 mm", "63.5 × 88.9 mm", "2.5 × 3.5 in", "825 × 1125"):
        assert size in err
    assert "poker_us" in err
    assert "--product poker_us --fit centre" in err
    assert "shops: {drivethrucards: {product: poker_us, fit: centre}}" in err


def test_a_product_of_another_size_asks_how_it_is_to_be_fitted(run, tmp_path):
    toy(tmp_path / "toy", 63, 88)
    err = refused(run, tmp_path, "--shop", "drivethrucards", "--product", "poker_us")
    assert "error[shop.size]" in err
    assert "--fit centre" in err


def test_a_design_larger_than_the_page_cannot_keep_its_size(run, tmp_path):
    toy(tmp_path / "toy", 88.9, 139.7)
    options = ("--shop", "makeplayingcards", "--product", "mini", "--fit", "centre")
    err = refused(run, tmp_path, *options)
    assert "error[shop.fit]" in err
    assert "scale" in err


@needs_profile
@pytest.mark.parametrize("fit", ["centre", "scale"])
def test_what_the_hint_says_works(run, tmp_path, fit):
    toy(tmp_path / "toy", 63, 88)
    options = ("--product", "poker_us", "--fit", fit, "--out", tmp_path / "out")
    code, _, err = run("export", tmp_path / "toy", "--shop", "drivethrucards", *options)
    assert code == 0, err
    assert package(tmp_path / "out") == ["cards/001-poker_us-en-x2.pdf"]


def test_more_cards_than_the_shop_takes_are_a_warning_with_both_numbers(run, tmp_path):
    toy(tmp_path / "toy", **POKER, copies=(613,))
    out = tmp_path / "out"
    code, _, err = run("export", tmp_path / "toy", "--shop", "makeplayingcards", "--out", out)
    assert code == 0, err
    assert "warning[shop.too-many]" in err
    assert "612" in err
    assert "613" in err
    assert copies_in(out)[0]["copies"] == "613"


def test_as_many_as_the_shop_takes_are_fine(run, tmp_path):
    toy(tmp_path / "toy", **POKER, copies=(612,))
    out = tmp_path / "out"
    code, _, err = run("export", tmp_path / "toy", "--shop", "makeplayingcards", "--out", out)
    assert code == 0, err
    assert "shop.too-many" not in err


# Names


NAMES = ["Ace", "ace.1", "Éclair", "Eclair", "日本", "日光", "con", "x" * 150, "x" * 149 + "y"]


@pytest.mark.parametrize("shop", ["the-game-crafter", "mpc-autofill"])
def test_every_name_is_one_that_any_shop_and_any_disk_takes(run, tmp_path, shop):
    toy(tmp_path / "toy", **POKER, copies=(1,) * len(NAMES), ids=NAMES)
    out = tmp_path / "out"
    code, _, err = run("export", tmp_path / "toy", "--shop", shop, "--out", out)
    assert code == 0, err
    faces = [Path(name).name for name in package(out) if "-face-" in name]
    assert len(faces) == len(NAMES)
    assert [line["file"] for line in copies_in(out)] == faces
    assert [line["card"] for line in copies_in(out)] == [f"main.{name}" for name in NAMES]
    for name in faces:
        assert name.isascii()
        assert len(name) <= 120
        assert not set(name) - set(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
        )
    assert len({name.lower() for name in faces}) == len(faces)
    # The number aside they are still told from each other.
    assert len({name.split("-", 1)[1].lower() for name in faces}) >= len(faces) - 2


# Pictures


def with_picture(folder, size, mode="RGB"):
    toy(folder, **POKER, more="")
    (folder / "art").mkdir()
    Image.effect_noise((size, size), 80).convert(mode).save(folder / "art" / "art.png")
    text = (folder / "game.yaml").read_text()
    picture = "      - {image: art/art.png, box: {left: 5, top: 5, width: 50, height: 50}}\n"
    (folder / "game.yaml").write_text(text.replace("  reverse:\n", picture + "  reverse:\n"))
    return folder


def test_a_picture_too_coarse_is_told_with_its_resolution(run, tmp_path):
    with_picture(tmp_path / "toy", 60)
    out = tmp_path / "out"
    code, _, err = run("export", tmp_path / "toy", "--shop", "the-game-crafter", "--out", out)
    assert code == 0, err
    assert "warning[" in err
    assert "30 dpi" in err
    assert package(out)


def test_a_picture_fine_enough_is_not_told(run, tmp_path):
    with_picture(tmp_path / "toy", 700)
    out = tmp_path / "out"
    code, _, err = run("export", tmp_path / "toy", "--shop", "the-game-crafter", "--out", out)
    assert code == 0, err
    assert "dpi" not in err


@needs_profile
@pytest.mark.parametrize("standard", ["pdfx-1a:2001", "pdfx-1a:2003"])
def test_a_picture_of_the_screen_becomes_ink(run, tmp_path, standard):
    with_picture(tmp_path / "toy", 600)
    out = tmp_path / "out"
    options = ("--shop", "press", "--standard", standard, "--out", out)
    code, _, err = run("export", tmp_path / "toy", *options)
    assert code == 0, err
    (name,) = [name for name in package(out) if name.endswith(".pdf")]
    with pikepdf.open(out / "en" / name) as pdf:
        pictures = [
            entry
            for entry in pdf.objects
            if isinstance(entry, pikepdf.Stream) and entry.get("/Subtype") == "/Image"
        ]
        assert pictures
        assert {str(entry.ColorSpace) for entry in pictures} <= {"/DeviceCMYK", "/DeviceGray"}
        streams = [entry for entry in pdf.objects if isinstance(entry, pikepdf.Stream)]
        assert not any("/N" in entry and entry.N == 3 for entry in streams)
        forms = [entry for entry in streams if entry.get("/Subtype") == "/Form"]
        steps = [
            str(step.operator)
            for stream in (*(page.obj for page in pdf.pages), *forms)
            for step in pikepdf.parse_content_stream(stream)
        ]
    assert "k" in steps
    assert not {"rg", "RG"} & set(steps)


# The press


def test_a_profile_that_is_not_there_is_told_at_its_place(run, tmp_path):
    toy(tmp_path / "toy", more="press: {profile: mine.icc}\n")
    err = refused(run, tmp_path, "--shop", "press")
    assert "error[press.profile-missing]" in err
    assert "game.yaml:7:18" in err
    assert "mine.icc" in err


def test_a_profile_that_is_none_is_told_at_its_place(run, tmp_path):
    toy(tmp_path / "toy", more="press: {profile: mine.icc}\n")
    (tmp_path / "toy" / "mine.icc").write_bytes(b"no profile at all" * 20)
    err = refused(run, tmp_path, "--shop", "press")
    assert "error[press.profile-bad]" in err
    assert "game.yaml:7:18" in err


@pytest.mark.parametrize("shop", ["press", "longpack", "drivethrucards"])
def test_without_any_profile_the_problem_says_how_to_get_one(run, tmp_path, monkeypatch, shop):
    toy(tmp_path / "toy", **POKER)
    monkeypatch.setattr(profiles, "folders", tuple)
    err = refused(run, tmp_path, "--shop", shop)
    assert "error[press.profile-missing]" in err
    assert "hint:" in err
    assert "press: {profile:" in err


def test_a_condition_that_nobody_knows_needs_its_profile(run, tmp_path):
    toy(tmp_path / "toy", more="press: {condition: our own paper}\n")
    err = refused(run, tmp_path, "--shop", "press")
    assert "error[press.condition]" in err


def test_a_product_that_no_deck_becomes_is_a_wrong_command(run, tmp_path):
    game = toy(tmp_path / "toy", 63.5, 88.9)
    arguments = ("export", game, "--shop", "the-game-crafter", "--out", tmp_path / "out")
    for asked in (("PokerDeck", "TradingDeck"), ("PokerDeck", "SmallCircleChit")):
        named = [word for name in asked for word in ("--product", name)]
        code, _, err = run(*arguments, *named)
        assert code == 2
        assert f"no deck of the game becomes {asked[1]}" in err
        assert not (tmp_path / "out").exists()
    assert run(*arguments, "--product", "TradingDeck")[0] == 0
