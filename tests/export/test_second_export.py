"""Exporting again: what would look the same stays, everything else is made anew."""

import pytest
from PIL import Image

COUNT = 6
GAME = """\
game: toy
version: "1"
title: Toy
languages: [en]
players: 2
format: {trim: [63, 88], bleed: 4, safe: 3}
shops: {the-game-crafter: {box: none}}
templates:
  filled:
    elements:
      - {shape: rectangle, fill: "{{ tint }}", box: bleed}
decks:
  main:
    face: filled
    back: none
    hidden: false
    rows:
""" + "".join(f'      - {{id: c{n}, tint: "#{n}04080"}}\n' for n in range(COUNT))


@pytest.fixture
def export(run, tmp_path):
    """Return what exports the toy game and gives the bytes and the age of every picture."""

    def export():
        code, out, err = run(
            "export", tmp_path / "game", "--shop", "the-game-crafter", "--out", tmp_path / "out"
        )
        assert code == 0, err
        files = sorted((tmp_path / "out/en").rglob("*"))
        found = {p.name: (p.read_bytes(), _age(p)) for p in files if p.is_file()}
        return out, found

    (tmp_path / "game").mkdir()
    (tmp_path / "game/game.yaml").write_text(GAME, "utf-8")
    return export


def _age(path):
    about = path.stat()
    return about.st_ino, about.st_mtime_ns


def made_anew(before, after):
    """Return the pictures that are other files than before."""
    return {
        name
        for name in before.keys() | after.keys()
        if name.endswith(".png") and before.get(name) != after.get(name)
    }


def test_nothing_is_drawn_again_where_nothing_has_changed(export):
    _, first = export()
    out, second = export()
    assert f"{COUNT} pictures are as they were." in out
    assert made_anew(first, second) == set()
    assert {name: data for name, (data, _) in second.items()} == {
        name: data for name, (data, _) in first.items()
    }


def test_a_changed_card_is_drawn_again_and_only_that(export, tmp_path):
    _, first = export()
    game = tmp_path / "game/game.yaml"
    game.write_text(game.read_text("utf-8").replace("#304080", "#123456"), "utf-8")
    _, second = export()
    (name,) = made_anew(first, second)
    assert "c3" in name
    with Image.open(next((tmp_path / "out").rglob(name))) as image:
        assert image.getpixel((5, 5)) == (0x12, 0x34, 0x56)


@pytest.mark.parametrize("harm", ["cut", "painted", "deleted"])
def test_a_picture_that_somebody_has_harmed_is_drawn_again(export, tmp_path, harm):
    _, first = export()
    path = next((tmp_path / "out").rglob("*c2*.png"))
    data = path.read_bytes()
    if harm == "deleted":
        path.unlink()
    else:
        path.write_bytes(data[:-9] if harm == "cut" else data[:200] + b"x" + data[201:])
    _, second = export()
    assert made_anew(first, second) == {path.name}
    assert path.read_bytes() == data


def test_pictures_without_a_manifest_are_all_drawn_again(export, tmp_path):
    _, first = export()
    (tmp_path / "out/en/manifest.json").unlink()
    out, second = export()
    assert "as they were" not in out
    assert len(made_anew(first, second)) == COUNT


def test_a_card_that_is_gone_leaves_no_picture_behind(export, tmp_path):
    _, first = export()
    game = tmp_path / "game/game.yaml"
    lines = game.read_text("utf-8").splitlines(keepends=True)
    game.write_text("".join(line for line in lines if "id: c5" not in line), "utf-8")
    own = tmp_path / "out/en/cards/notes.txt"
    own.write_text("mine", "utf-8")
    _, second = export()
    assert {name for name in first if "c5" in name} - second.keys()
    assert own.exists()
