"""A stranger's file may do its worst: what looks at it ends in time, and takes little memory."""

import faulthandler
import io
import json
import math
import os
import random
import sys
import time
import zipfile
import zlib

import numpy as np
import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream
from verify_made import codes, plain, png, saved, told_of_path

from cardforge.check.verify import distant as looking
from cardforge.check.verify import stores
from cardforge.check.verify.distant import Unseen, distant
from cardforge.check.verify.looks import Eye, Side, Sides
from cardforge.check.verify.stores import StoreError, ZipStore
from cardforge.geometry import Box, Size

WHOLE = Box(0, 0, 69, 94)
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


# --- pages that are looked at ---


def zeros(megabytes):
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(b"0" * (1 << 20)) for _ in range(megabytes)) + packer.flush()


def bomb(megabytes):
    """Return a PDF of a few kilobytes whose page unpacks to so much."""
    pdf = plain()
    stream = Stream(pdf, zeros(megabytes), Filter=Name.FlateDecode)
    pdf.pages[0].Contents = pdf.make_indirect(stream)
    return saved(pdf, stream_decode_level=pikepdf.StreamDecodeLevel.none, recompress_flate=False)


def endless():
    """Return a PDF of a pattern of tiny tiles that is painted with itself."""
    pdf = plain(b"/P cs /Q scn 0 0 190 260 re f")
    tile = pdf.make_indirect(
        Stream(
            pdf, b"/P cs /Q scn 0 0 10 10 re f", PatternType=1, PaintType=1, TilingType=1,
            BBox=Array([0, 0, 1, 1]), XStep=0.0001, YStep=0.0001,
        )
    )  # fmt: skip
    resources = Dictionary(Pattern=Dictionary(Q=tile), ColorSpace=Dictionary(P=Name.Pattern))
    tile.Resources = pdf.pages[0].Resources = resources
    return saved(pdf)


def test_a_page_is_seen_from_afar_as_from_near():
    data = saved(plain(b"1 0 0 rg 20 30 100 100 re f"))
    with Eye(data) as near, distant(data, 1) as far:
        seen = far.see(0, WHOLE)
        assert np.array_equal(seen, near.see(0, WHOLE))
    assert seen.min() == 0


def test_a_page_that_takes_for_ever_is_given_up(monkeypatch):
    monkeypatch.setattr(looking, "_SECONDS", 0.5)
    start = time.monotonic()
    with pytest.raises(Unseen), distant(endless(), 1) as eye:
        eye.see(0, WHOLE)
    assert time.monotonic() - start < 10


def test_pages_that_take_too_long_together_are_given_up(monkeypatch):
    monkeypatch.setattr(looking, "_OF_FILE", -1.0)
    with pytest.raises(Unseen), distant(saved(plain()), 1) as eye:
        eye.see(0, WHOLE)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the memory of a process")
def test_a_page_that_takes_all_memory_falls_alone(monkeypatch):
    data = bomb(150)
    assert len(data) < 1 << 20

    def bounded(really=looking._bound_memory):
        faulthandler.disable()  # it would tell of the fall at length
        really()

    monkeypatch.setattr(looking, "_bound_memory", bounded)
    with distant(data, 1) as eye:
        eye.see(0, WHOLE)
    monkeypatch.setattr(looking, "_MOST_MEMORY", 100 << 20)
    with pytest.raises(Unseen), distant(data, 1) as eye:
        eye.see(0, WHOLE)


# --- pictures that are looked at ---


@pytest.fixture(scope="module")
def sides():
    white = np.full((96, 75, 3), 255, np.uint8)
    return Sides((Side("face", "deck", "card", "Card", 1, Size(63, 88), white),), (0,))


def test_a_picture_of_too_many_pixels_is_told_and_not_opened(tmp_path, sides):
    row = b"\0" * 100
    (tmp_path / "claims.png").write_bytes(png(2**31 - 1, 2**31 - 1, rows=row))
    (tmp_path / "many.png").write_bytes(png(20_000, 20_000, bits=1, kind=0, rows=row))
    assert "file.unreadable" in codes(told_of_path(tmp_path, sides=sides))


def test_a_picture_of_another_kind_than_its_name_says_is_opened_by_no_other_program(
    tmp_path, sides, monkeypatch
):
    from PIL import EpsImagePlugin

    def run(*_, **__):
        raise AssertionError("a program was started by a stranger's file")

    monkeypatch.setattr(EpsImagePlugin, "Ghostscript", run)
    (tmp_path / "card.png").write_bytes(
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n%%EndComments\nshowpage\n"
    )
    assert "file.unreadable" in codes(told_of_path(tmp_path, sides=sides))


# --- zip files and what is no file ---


def packed(names, method=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name in names:
            archive.writestr(name, png())
    return file.getvalue()


def test_whatever_bytes_of_a_zip_file_change_there_is_an_answer():
    chance, whole = random.Random(3), packed([f"{n}.png" for n in range(4)])
    for _ in range(400):
        data = bytearray(whole)
        if chance.random() < 0.5:
            for _ in range(chance.randrange(1, 12)):
                data[chance.randrange(len(data))] = chance.randrange(256)
        else:
            at = chance.randrange(len(data))
            del data[at : at + chance.randrange(1, 400)]
        try:
            store = ZipStore(bytes(data))
            for name in store.names:
                store.read(name)
        except StoreError:
            continue


def test_a_zip_file_that_unpacks_to_very_much_is_told_before_it_is_unpacked(monkeypatch):
    data = packed(["1.png", "2.png"])
    monkeypatch.setattr(stores, "MOST_BYTES", 2 * len(png()))
    assert len(ZipStore(data).names) == 2
    monkeypatch.setattr(stores, "MOST_BYTES", 2 * len(png()) - 1)
    with pytest.raises(StoreError, match="unpacks to more than"):
        ZipStore(data)


def test_a_zip_file_packed_in_a_rare_way_is_told():
    store = ZipStore(packed(["1.png"], zipfile.ZIP_BZIP2))
    with pytest.raises(StoreError, match="packed in a way"):
        store.read("1.png")


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "deck.pdf")
    assert told_of_path(tmp_path / "deck.pdf") == [("file.unreadable", "is no file")]


# --- a manifest that anybody may have written ---


@pytest.mark.parametrize(
    "entry",
    [
        {"kind": "picture", "pixels": ["a", None], "dpi": "fine"},
        {"kind": "picture", "pixels": [math.nan, math.inf], "dpi": math.nan},
        {"kind": "picture", "pixels": [[1], {}], "shows": [3, {"copies": "x", "side": []}]},
        {"kind": "pdf", "page": ["a", "b"], "trim": [[], 1, 2, 3]},
        {"kind": "pdf", "page": [1e308, -1e308], "trim": [math.nan, 3]},
        {"kind": [], "standard": "nope", "page": [63, 88], "trim": ["x", True]},
    ],
)
@pytest.mark.parametrize("name", ["card.png", "deck.pdf"])
def test_a_manifest_of_nonsense_is_endured(tmp_path, sides, entry, name):
    (tmp_path / name).write_bytes(png() if name.endswith("png") else saved(plain()))
    manifest = {"shop": "press", "files": {name: {"sha256": "0", **entry}}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    assert "file.changed" in codes(told_of_path(tmp_path, sides=sides))
