"""Every kind of picture looks the same in the PDF, whoever draws it, and on a screen."""

import io
import struct
import zlib

import numpy as np
import pikepdf
import pytest
from PIL import Image as Pillow
from PIL import ImageCms
from showing import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Box,
    at,
    corners,
    drawn_by_both,
    laid_out,
    near,
    page_of,
    pdf_of,
    read_corners,
)

from cardforge.images import facts, pixels
from cardforge.images.editing import upright

BOX = Box(0.0, 20.0, 60.0, 40.0)
SEEN = [RED, GREEN, BLUE, YELLOW]
BACK = {6: 8, 8: 6}


def assert_looks_right(folder, name, tolerance=14, wanted=SEEN, **keys):
    for drawn in drawn_by_both(folder, name, box=BOX, **keys):
        found = read_corners(drawn, BOX)
        assert all(map(lambda a, b: near(a, b, tolerance), found, wanted)), found


def exif(orientation):
    made = Pillow.Exif()
    made[0x0112] = orientation
    return made


def chunk(name, content):
    return (
        struct.pack(">I", len(content)) + name + content
        + struct.pack(">I", zlib.crc32(name + content))
    )  # fmt: skip


def png(header, *chunks):
    data = [chunk(b"IHDR", struct.pack(">IIBBBBB", *header)), *chunks, chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(data)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photograph_is_seen_as_its_camera_was_held(tmp_path, orientation):
    stored = upright(corners(), BACK.get(orientation, orientation))
    stored.save(tmp_path / "a.jpg", exif=exif(orientation), quality=95)
    assert facts(tmp_path / "a.jpg").upright_px == (240, 160)
    assert_looks_right(tmp_path, "a.jpg", 30)


@pytest.mark.parametrize("name", ["a.png", "a.webp", "a.tif"])
def test_other_kinds_say_how_they_are_turned_as_well(tmp_path, name):
    stored = upright(corners(), 8)
    stored.save(tmp_path / name, exif=exif(6))
    assert_looks_right(tmp_path, name, 40)


def test_the_turn_of_a_png_is_found_behind_its_pixels(tmp_path):
    upright(corners(), 8).save(tmp_path / "b.png", exif=exif(6))
    data = (tmp_path / "b.png").read_bytes()
    at_exif, at_end = data.index(b"eXIf") - 4, data.index(b"IEND") - 4
    at_pixels = data.index(b"IDAT") - 4
    moved = data[:at_exif] + data[at_pixels:at_end] + data[at_exif:at_pixels] + data[at_end:]
    (tmp_path / "a.png").write_bytes(moved)
    assert moved.index(b"eXIf") > moved.index(b"IDAT")
    assert_looks_right(tmp_path, "a.png")


@pytest.mark.parametrize("content", [b"", b"MM", b"II*\0\xff\xff\xff\xff", exif(9).tobytes()[6:]])
def test_what_a_camera_says_may_be_damaged(tmp_path, content):
    corners().save(tmp_path / "a.png", exif=b"Exif\0\0" + content if content else None)
    assert facts(tmp_path / "a.png").orientation == 1
    assert_looks_right(tmp_path, "a.png")


def test_a_turned_photograph_is_stored_as_it_came(tmp_path):
    upright(corners(), 8).save(tmp_path / "a.jpg", exif=exif(6), quality=90)
    pdf = pikepdf.open(io.BytesIO(pdf_of(tmp_path, "a.jpg", box=BOX)))
    (image,) = [o for o in pdf.objects if isinstance(o, pikepdf.Stream)
                and o.get("/Subtype") == "/Image"]  # fmt: skip
    assert image.read_raw_bytes() == (tmp_path / "a.jpg").read_bytes()


KINDS = {
    "palette.png": lambda image: (image.quantize(8), {}),
    "four-bits.png": lambda image: (image.quantize(8), {"bits": 4}),
    "a.gif": lambda image: (image.quantize(8), {}),
    "a.bmp": lambda image: (image, {}),
    "a.webp": lambda image: (image, {"lossless": True}),
    "lossy.webp": lambda image: (image, {"quality": 90}),
    "a.tif": lambda image: (image, {"compression": "tiff_lzw"}),
    "packed.tif": lambda image: (image, {"compression": "packbits"}),
    "inks.tif": lambda image: (image.convert("CMYK"), {}),
    "progressive.jpg": lambda image: (image, {"progressive": True, "quality": 95}),
    "inks.jpg": lambda image: (image.convert("CMYK"), {"quality": 95}),
    "clear.png": lambda image: (image.convert("RGBA"), {}),
    "pages.tif": lambda image: (image, {"save_all": True, "append_images": [image.rotate(180)]}),
    "moving.png": lambda image: (image, {"save_all": True, "append_images": [image.rotate(180)]}),
    "moving.gif": lambda image: (image, {"save_all": True, "append_images": [image.rotate(180)]}),
    "moving.webp": lambda image: (
        image, {"save_all": True, "append_images": [image.rotate(180)], "lossless": True},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_file_looks_the_same(tmp_path, name):
    image, options = KINDS[name](corners())
    image.save(tmp_path / name, **options)
    assert_looks_right(tmp_path, name, 75 if "inks" in name else 30)


def interlaced(width, height, rows):
    """Return an interlaced PNG of grey rows, as Pillow cannot write one."""
    passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
              (0, 1, 1, 2))  # fmt: skip
    data = b""
    for x, y, dx, dy in passes:
        for row in range(y, height, dy):
            if picked := bytes(rows[row][column] for column in range(x, width, dx)):
                data += b"\0" + picked
    return png((width, height, 8, 0, 0, 0, 1), chunk(b"IDAT", zlib.compress(data)))


def test_an_interlaced_png_is_put_together(tmp_path):
    rows = [[(x * 4 + y * 3) % 256 for x in range(40)] for y in range(30)]
    (tmp_path / "a.png").write_bytes(interlaced(40, 30, rows))
    made = pixels(tmp_path / "a.png")
    assert made.data == bytes(value for row in rows for value in row)
    Pillow.frombytes("L", (40, 30), made.data).save(tmp_path / "b.png")
    both = [drawn_by_both(tmp_path, name, box=BOX)[0] for name in ("a.png", "b.png")]
    assert np.abs(both[0] - both[1]).max() <= 2


@pytest.mark.parametrize("bits", [1, 2, 4])
def test_few_bits_of_grey_are_stored_as_they_are(tmp_path, bits):
    most = (1 << bits) - 1
    packed = bytes([most << (8 - bits)])
    rows = b"".join(b"\0" + packed for _ in range(2))
    (tmp_path / "a.png").write_bytes(
        png((2, 2, bits, 0, 0, 0, 0), chunk(b"IDAT", zlib.compress(rows)))
    )
    for drawn in drawn_by_both(tmp_path, "a.png", box=BOX, fit="stretch"):
        assert near(at(drawn, 5, 30), (255, 255, 255))
        assert near(at(drawn, 55, 30), (0, 0, 0))


SIXTEEN = [0x0000, 0x4000, 0x8000, 0xC000]


@pytest.mark.parametrize("name", ["a.png", "a.tif"])
def test_sixteen_bits_of_grey_are_no_white(tmp_path, name):
    rows = struct.pack("<4H", *SIXTEEN) * 4
    Pillow.frombytes("I;16", (4, 4), rows).resize((80, 80), 0).save(tmp_path / name)
    for drawn in drawn_by_both(tmp_path, name, box=BOX, fit="stretch"):
        for index, value in enumerate(SIXTEEN):
            assert near(at(drawn, 15 * index + 7.5, 40), (value >> 8,) * 3, 4)


def test_sixteen_bits_of_colour_keep_their_colours(tmp_path):
    row = b"\0" + struct.pack(">3H", *(value * 257 for value in RED)) * 2
    file = png((2, 2, 16, 2, 0, 0, 0), chunk(b"IDAT", zlib.compress(row * 2)))
    (tmp_path / "a.png").write_bytes(file)
    for drawn in drawn_by_both(tmp_path, "a.png", box=BOX, fit="stretch"):
        assert near(at(drawn, 30, 40), RED, 2)


def test_sixteen_bits_of_grey_and_alpha_let_the_card_through(tmp_path):
    row = b"\0" + struct.pack(">4H", 0x8000, 0xFFFF, 0x8000, 0)
    file = png((2, 2, 16, 4, 0, 0, 0), chunk(b"IDAT", zlib.compress(row * 2)))
    (tmp_path / "a.png").write_bytes(file)
    for drawn in drawn_by_both(tmp_path, "a.png", box=BOX, fit="stretch"):
        assert near(at(drawn, 5, 40), (128, 128, 128), 3)
        assert near(at(drawn, 55, 40), (255, 255, 255), 3)


def test_a_clear_colour_of_a_png_is_clear(tmp_path):
    image = corners()
    image.paste((255, 0, 255), (80, 54, 160, 106))
    image.save(tmp_path / "a.png", transparency=(255, 0, 255))
    ink, desk = laid_out(tmp_path, "a.png", box=BOX)
    assert not desk.said
    for drawn in drawn_by_both(tmp_path, "a.png", box=BOX):
        assert near(at(drawn, 30, 40), (255, 255, 255))
    assert ink


def cmyk_bars(inverted):
    """Return red, green, black and white bars as a JPEG in inks, Adobe's way or the plain one."""
    bars = Pillow.new("CMYK", (160, 160))
    for index, inks in enumerate([(0, 255, 255, 0), (255, 0, 255, 0), (0, 0, 0, 255), (0,) * 4]):
        bars.paste(inks, (40 * index, 0, 40 * index + 40, 160))
    file = io.BytesIO()
    if inverted:
        bars.save(file, "JPEG", quality=97)
        return file.getvalue()
    Pillow.eval(bars, lambda value: 255 - value).save(file, "JPEG", quality=97)
    data = file.getvalue()
    start = data.index(b"\xff\xee")
    length = struct.unpack(">H", data[start + 2 : start + 4])[0]
    return data[:start] + data[start + 2 + length :]


@pytest.mark.parametrize("inverted", [True, False])
def test_inks_are_no_negative_whoever_wrote_them(tmp_path, inverted):
    (tmp_path / "a.jpg").write_bytes(cmyk_bars(inverted))
    assert facts(tmp_path / "a.jpg").is_inverted == inverted
    for drawn in drawn_by_both(tmp_path, "a.jpg", box=BOX, fit="stretch"):
        red, green, black, white = (at(drawn, 15 * index + 7.5, 40) for index in range(4))
        assert red[0] > 180
        assert max(red[1:]) < 90
        assert green[1] > 100
        assert max(green[0], green[2]) < 100
        assert max(black) < 70
        assert min(white) > 245


def test_a_photograph_of_one_grey_with_a_profile_keeps_it(tmp_path):
    wide = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    Pillow.new("RGB", (60, 40), RED).save(tmp_path / "a.jpg", icc_profile=wide, quality=95)
    for drawn in drawn_by_both(tmp_path, "a.jpg", box=BOX):
        assert near(at(drawn, 30, 40), RED, 4)
    assert page_of(laid_out(tmp_path, "a.jpg", box=BOX)[0])
