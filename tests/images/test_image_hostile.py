"""Pictures that are broken, lie, or are made to fill the memory: refused soon, in plain words."""

import contextlib
import random
import struct
import sys
import time
import zlib

import pytest
from measuring import measured
from PIL import Image as Pillow
from showing import HERE, Desk, corners, laid_out

from cardforge.images import ImageError, facts, verify
from cardforge.images.decoding import pixels


def chunk(name, content):
    check = struct.pack(">I", zlib.crc32(name + content))
    return struct.pack(">I", len(content)) + name + content + check


def png(width, height, *chunks, bits=1, kind=0):
    header = struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0)
    parts = [chunk(b"IHDR", header), *chunks, chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def packed_zeros(count):
    """Return so many zero bytes, packed, without ever holding all of them."""
    packer, made, block = zlib.compressobj(9), [], bytes(1 << 20)
    while count > 0:
        made.append(packer.compress(block[: min(count, len(block))]))
        count -= len(block)
    return b"".join([*made, packer.flush()])


def fault(function, *arguments):
    with pytest.raises(ImageError) as caught:
        function(*arguments)
    assert caught.value.hint
    return caught.value


def write(folder, name, content):
    (folder / name).write_bytes(content)
    return folder / name


@pytest.mark.parametrize(
    ("width", "height", "limit"),
    [
        (30_000, 30_000, "100 million pixels"),
        (50_000, 50_000, "100 million pixels"),
        (60_000, 4, "30000 pixels on a side"),
        (2_147_483_647, 2_147_483_647, "100 million pixels"),
    ],
)
def test_too_many_pixels_are_refused_by_the_header_with_size_and_limit(
    tmp_path, width, height, limit
):
    path = write(tmp_path, "a.png", png(width, height, chunk(b"IDAT", b"")))
    found = fault(facts, path)
    assert found.code == "image.too-large"
    assert f"{width} × {height}" in found.message
    assert limit in found.message


GIANTS = {
    "a.bmp": b"BM"
    + struct.pack("<IIIIiiHHIIiiII", 54, 0, 54, 40, 50_000, 50_000, 1, 24, 0, 0, 0, 0, 0, 0),
    "a.gif": b"GIF89a" + struct.pack("<HHBBB", 65_535, 65_535, 0, 0, 0) + b",\0\0\0\0"
    + struct.pack("<HHB", 65_535, 65_535, 0) + b"\x02\x02\x4c\x01\0;",
    "a.tif": b"II*\0\x08\0\0\0\x05\0"
    + b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in
               ((256, 50_000), (257, 50_000), (258, 8), (262, 1), (273, 8))) + bytes(4),
    "a.webp": b"RIFF" + struct.pack("<I", 22) + b"WEBPVP8X" + struct.pack("<I", 10) + b"\0\0\0\0"
    + struct.pack("<I", 16_382)[:3] + struct.pack("<I", 16_382)[:3],
}  # fmt: skip


@pytest.mark.parametrize("name", GIANTS)
def test_giants_of_every_kind_are_refused(tmp_path, name):
    assert fault(verify, write(tmp_path, name, GIANTS[name])).code in (
        "image.too-large", "image.broken", "image.kind",
    )  # fmt: skip


def test_a_header_that_lies_is_found(tmp_path):
    for width, height in ((9_000, 9_000), (10, 10_000)):
        path = write(tmp_path, "a.png", png(width, height, chunk(b"IDAT", packed_zeros(400))))
        facts(path)
        assert fault(verify, path).code == "image.broken"


def test_fewer_pixels_than_the_data_holds_are_no_danger(tmp_path):
    path = write(tmp_path, "a.png", png(8, 8, chunk(b"IDAT", packed_zeros(10_000_000))))
    begun = time.process_time()
    with contextlib.suppress(ImageError):
        verify(path)
    assert time.process_time() - begun < 3


@pytest.mark.parametrize("kind", [pytest.param(b"tEXt", marks=pytest.mark.slow), b"zTXt", b"iTXt"])
def test_a_text_of_megabytes_beside_the_pixels_is_said_or_passed_over(tmp_path, kind):
    long = 20_000_000 if kind == b"tEXt" else 5_000_000
    content = {
        b"tEXt": b"Comment\0" + bytes([65]) * long,
        b"zTXt": b"Comment\0\0" + packed_zeros(long),
        b"iTXt": b"Comment\0\1\0\0\0" + packed_zeros(long),
    }[kind]
    small = zlib.compress(b"\0\xff" * 8)
    path = write(tmp_path, "a.png", png(8, 8, chunk(kind, content), chunk(b"IDAT", small)))
    begun = time.process_time()
    if kind == b"tEXt":
        verify(path)
    else:
        found = fault(facts, path)
        assert found.code == "image.too-large"
        assert "(8 × 8 pixels)" in found.message
        assert "1 MB" in found.message
    assert time.process_time() - begun < 5


MEASURED = """
import sys
from pathlib import Path
from cardforge.images import ImageError, facts, verify
try:
    facts(Path(sys.argv[1]))
    verify(Path(sys.argv[1]))
except ImageError as fault:
    print(fault.code, fault.message)
"""


@pytest.mark.parametrize(("width", "height"), [(30_000, 30_000), (9_990, 9_990)])
def test_what_is_refused_and_what_is_not_stays_below_600_megabytes(tmp_path, width, height):
    # What is refused is refused by its header.
    rows = packed_zeros(((width + 7) // 8 + 1) * (height if width < 10_000 else 9))
    path = write(tmp_path, "a.png", png(width, height, chunk(b"IDAT", rows)))
    said, most = measured([sys.executable, "-c", MEASURED, path])
    assert bool(said) == (width > 10_000)
    assert most < 600


def cut(data, share):
    return data[: int(len(data) * share)]


@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.97])
@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp", "a.tif", "a.gif", "a.bmp"])
def test_a_file_that_is_cut_short_is_found(tmp_path, name, share):
    noise = Pillow.effect_noise((90, 90), 80).convert("RGB")
    noise.save(tmp_path / name)
    verify(tmp_path / name)
    path = write(tmp_path, name, cut((tmp_path / name).read_bytes(), share))
    assert fault(verify, path).code in ("image.broken", "image.kind")


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("empty.png", b"", "image.broken"),
        ("page.png", b"<!DOCTYPE html><html><body>404</body></html>", "image.kind"),
        ("script.png", b"#!/bin/sh\necho no\n", "image.kind"),
        ("post.png", b"%!PS-Adobe-3.0 EPSF-3.0\n", "image.kind"),
        ("list.png", b"a,b,c\n1,2,3\n", "image.kind"),
        ("zip.png", b"PK\x03\x04" + bytes(60), "image.kind"),
        ("psd.png", b"8BPS\0\1" + bytes(60), "image.kind"),
        ("zero.png", bytes(5000), "image.kind"),
    ],
)
def test_what_is_no_picture_is_said(tmp_path, name, content, code):
    write(tmp_path, name, content)
    ink, desk = laid_out(tmp_path, name)
    assert (ink, desk.codes) == ((), [code])
    assert desk.report.problems[0].span == HERE


@pytest.mark.parametrize("name", ["a.svg", "a.jpg", "a.pdf", "a.gif"])
def test_a_png_under_another_name_is_drawn_with_a_warning(tmp_path, name):
    corners().save(tmp_path / "b.png")
    (tmp_path / "b.png").rename(tmp_path / name)
    ink, desk = laid_out(tmp_path, name)
    assert ink
    assert [said[:2] for said in desk.said] == [("warning", "image.misnamed")]


def looping_tiff():
    """Return a TIFF whose directory names itself as the next one."""
    entries = ((256, 4), (257, 4), (258, 8), (262, 1), (273, 134), (277, 1), (278, 4), (279, 16))
    table = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in entries)
    head = b"II*\0\x08\0\0\0" + struct.pack("<H", len(entries)) + table + struct.pack("<I", 8)
    return head + bytes(134 - len(head)) + bytes(range(16))


def test_a_tiff_whose_directories_have_no_end_is_its_first_picture(tmp_path):
    path = write(tmp_path, "a.tif", looping_tiff())
    begun = time.process_time()
    verify(path)
    assert pixels(path).data == bytes(range(16))
    assert time.process_time() - begun < 1


def test_a_gif_of_a_thousand_frames_is_its_first(tmp_path):
    frames = [Pillow.new("P", (40, 40), index % 7) for index in range(300)]
    frames[0].save(tmp_path / "a.gif", save_all=True, append_images=frames[1:])
    begun = time.process_time()
    verify(tmp_path / "a.gif")
    assert pixels(tmp_path / "a.gif").width_px == 40
    assert time.process_time() - begun < 1


def saved_as(name, folder):
    image = Pillow.effect_noise((40, 30), 60).convert("RGB")
    image = image.quantize(32) if name.endswith("gif") else image
    image.save(folder / name)
    return (folder / name).read_bytes()


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp", "a.tif", "a.gif", "a.bmp"])
def test_flipped_bits_and_holes_never_end_in_anything_but_a_message(tmp_path, name):
    whole = saved_as(name, tmp_path)
    chance = random.Random(7)
    for number in range(20):
        data = bytearray(whole)
        for _ in range(1 + number % 4):
            # The first bytes say most.
            at = chance.randrange(len(data) if number % 2 else min(len(data), 200))
            data[at] = chance.randrange(256)
        path = write(tmp_path, name, bytes(data))
        desk = Desk(tmp_path)
        laid_out(tmp_path, name, desk=desk)
        with contextlib.suppress(ImageError):
            facts(path)
            pixels(path)
