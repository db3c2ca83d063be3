"""The same game gives the same bytes, wherever, whenever and in whatever order it is built."""

import os
import re
import shutil
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

REPOSITORY = Path(__file__).resolve().parent.parent
GAME = """game: toy
version: "1"
title: {fr: Jouet, en: Toy}
languages: [fr, en]
players: 2..4
format: {trim: [44, 67], bleed: 3, safe: 3}
fonts: {plain: Lato-Regular, tall: fonts/Own.ttf}
palette: {ink: "#203040", paper: "#f0e0d0"}
sheets: {margin: 5, gutter: 2, marks: crop}
words:
  fr: {draw: Piochez, trade: Échangez, pass: Passez}
  en: {draw: Draw, trade: Trade, pass: Pass}
rulings:
  ace: {values: [one, eleven], title: {fr: As, en: Aces}, source: ruling}
templates:
  face:
    elements:
      - {shape: rectangle, fill: paper, box: bleed}
      - {image: art/noise.png, fit: cover, box: {left: 6, right: 6, top: 20, height: 25}}
      - {text: "{{ suit }} {{ rank }}", font: plain, size: 14 pt, color: ink, box: safe}
      - paragraph: "{{ words.draw }}, {{ words.trade }}, {{ rank | in_words(language) }}"
        font: tall
        size: 9 pt
        box: {left: 5, right: 5, top: 48, height: 14}
      - {icon: star, color: ink, box: {x: 50%, y: 60%, width: 5, height: 5}}
  back:
    elements:
      - shape: rectangle
        fill: "{{ ((number - 1) / 8) | ramp(['#123c7a', '#d6402b']) }}"
        box: bleed
  life: {elements: [{shape: circle, fill: "#a02020", box: bleed}]}
decks:
  main:
    for: {suit: [a, b, c], rank: 1..3}
    hidden: false
    face: face
    back: back
tokens:
  life:
    {shape: round, size: 20, face: life, back: none, rows: [{id: life, copies: "{{ players }}"}]}
"""


def write_game(folder):
    """Write the game with a picture and a font of its own, and return its folder."""
    from cardforge.fonts import find_font

    (folder / "art").mkdir(parents=True)
    (folder / "fonts").mkdir()
    noise = bytes((x * 7 + y * 13 + x * y) % 251 for y in range(80) for x in range(80 * 3))
    Image.frombytes("RGB", (80, 80), noise).save(folder / "art/noise.png")
    shutil.copy(find_font("FjallaOne-Regular", folder), folder / "fonts/Own.ttf")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return folder


def build(game, out, **environment):
    """Return every file that a fresh process writes, by name."""
    for kinds in ("sheets,tokens", "images"):
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "cardforge",
                "build",
                game,
                "--out",
                out / kinds,
                "--only",
                kinds,
            ],
            env={**os.environ, "PYTHONPATH": str(REPOSITORY), **environment},
            cwd=out.parent,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
    return {str(p.relative_to(out)): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """Return the files of a build in one place, time zone and hash order."""
    folder = tmp_path_factory.mktemp("here")
    return build(write_game(folder / "game"), folder / "out", PYTHONHASHSEED="1", TZ="Asia/Tokyo")


def test_the_first_build_holds_what_it_should(first):
    assert len([name for name in first if name.endswith(".png")]) == 2 * (9 + 9 + 1)
    assert len([name for name in first if name.endswith(".pdf")]) == 8
    assert len([name for name in first if name.endswith("manifest.json")]) == 2


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "2", "TZ": "America/Lima", "SOURCE_DATE_EPOCH": "1"},
        {
            "PYTHONHASHSEED": "0",
            "LC_ALL": "C",
            "PYTHONUTF8": "0",
            "SOURCE_DATE_EPOCH": "1700000000",
            "HOME": "/nowhere",
        },
    ],
)
def test_another_folder_zone_time_and_hash_order_give_the_same_bytes(first, tmp_path, environment):
    time.sleep(1.1)  # a time stamp in seconds would show
    game = write_game(tmp_path / "elsewhere, with a name of its own")
    os.utime(game / "art/noise.png", (1, 1))
    (tmp_path / "deep").mkdir()
    second = build(game, tmp_path / "deep" / "out", **environment)
    assert second.keys() == first.keys()
    assert [name for name in first if first[name] != second[name]] == []


def test_no_file_holds_a_date_or_the_place_where_it_was_made(first, tmp_path_factory):
    year = time.strftime("%Y").encode()
    here = str(tmp_path_factory.getbasetemp()).encode()
    for name, data in first.items():
        text = data + b"".join(_streams(data)) if name.endswith(".pdf") else data
        assert here not in text, name
        assert not re.search(rb"CreationDate|ModDate|CreateDate|tIME|date:create", text), name
        assert not re.search(year + rb"-[01]\d-[0-3]\d|D:" + year, text), name


def _streams(data):
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        try:
            yield zlib.decompress(stream)
        except zlib.error:
            yield stream


def test_the_check_for_dates_finds_one(first, tmp_path):
    name = next(name for name in first if name.endswith(".pdf"))
    (tmp_path / "a.pdf").write_bytes(first[name])
    with pikepdf.open(tmp_path / "a.pdf") as document:
        document.docinfo["/CreationDate"] = "D:20260101000000Z"
        document.save(tmp_path / "b.pdf")
    assert re.search(rb"CreationDate", (tmp_path / "b.pdf").read_bytes())


SHOPS = (
    "makeplayingcards", "mpc-autofill", "press", "longpack", "tabletop-simulator",
    "playingcards-io", "sprites", "contact-sheet",
)  # fmt: skip
EXPORTS = """import sys
from cardforge import cli
for shop in sys.argv[3:]:
    try:
        cli.main(["export", sys.argv[1], "--shop", shop, "--out", f"{sys.argv[2]}/{shop}", "--zip"])
    except SystemExit as end:
        if end.code:
            raise
"""


def exports(game, out, **environment):
    """Return every file that exports to all kinds of shops write, by name."""
    done = subprocess.run(
        [sys.executable, "-c", EXPORTS, game, out, *SHOPS],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), **environment},
        cwd=out.parent,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return {str(p.relative_to(out)): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}


@pytest.mark.slow
@pytest.mark.skipif(
    not Path("/usr/share/scribus/profiles").exists(), reason="needs the profile of scribus-data"
)
def test_two_exports_to_every_kind_of_shop_are_equal(tmp_path):
    out = tmp_path / "deep" / "out"
    out.parent.mkdir()
    here = write_game(tmp_path / "game")
    there = write_game(tmp_path / "elsewhere, with a name of its own")
    first = exports(here, tmp_path / "out", PYTHONHASHSEED="1", TZ="Asia/Tokyo")
    time.sleep(1.1)  # a time stamp in seconds would show
    second = exports(there, out, PYTHONHASHSEED="2", TZ="America/Lima", HOME="/nowhere")
    assert len([name for name in first if name.endswith(".zip")]) == 2 * len(SHOPS)
    assert second.keys() == first.keys()
    assert [name for name in first if first[name] != second[name]] == []
