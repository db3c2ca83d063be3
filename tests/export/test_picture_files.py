"""Picture files: the pixels, the profile and the resolution that other programs read in them."""

import hashlib
import io
import random
import struct
import zlib

import pytest
from isal import isal_zlib
from PIL import Image, ImageChops, ImageCms

from cardforge.render import encode as encoding
from cardforge.render.encode import TooLarge, encode, write_png
from cardforge.render.png import Pixels
from cardforge.render.srgb import srgb_profile

SIZE = (240, 300)


def pixels_of(image):
    """Return an image as rows that begin with a filter byte."""
    width, height = image.size
    data = image.convert("RGB").tobytes()
    rows = (data[at : at + width * 3] for at in range(0, len(data), width * 3))
    return Pixels(width, height, b"".join(b"\0" + row for row in rows))


def flat(size=SIZE):
    image = Image.new("RGB", size, (200, 30, 60))
    image.paste((0, 0, 0), (20, 20, 90, 200))
    image.paste((255, 255, 255), (100, 40, 220, 60))
    return image


def noise(size=SIZE, seed=5):
    return Image.frombytes("L", size, random.Random(seed).randbytes(size[0] * size[1]))


def photograph(size=SIZE):
    """Return something smooth with a little noise, as photographs are."""
    one, other = (make("L").resize(size) for make in (Image.radial_gradient, Image.linear_gradient))
    grain = noise(size).point(lambda value: value // 32)
    blends = (Image.blend(one, other, part) for part in (0, 0.4, 1))
    return Image.merge("RGB", [ImageChops.add(blend, grain) for blend in blends])


def gradient(size=SIZE):
    channels = (Image.linear_gradient("L").rotate(turn).resize(size) for turn in (0, 90, 180))
    return Image.merge("RGB", list(channels))


IMAGES = {"flat": flat, "photograph": photograph, "gradient": gradient}


@pytest.fixture(params=IMAGES)
def image(request):
    return IMAGES[request.param]()


# --- PNG, read by the letter of its specification ---


def chunks(png):
    """Return (name, content) of each chunk; every checksum must be right."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    found, at = [], 8
    while at < len(png):
        length, name = struct.unpack_from(">I4s", png, at)
        content = png[at + 8 : at + 8 + length]
        (check,) = struct.unpack_from(">I", png, at + 8 + length)
        assert check == zlib.crc32(name + content)
        found.append((name, content))
        at += 12 + length
    return found


def filters_and_rows(png, width, height):
    """Return the filters that rows use, and the rows without them."""
    packed = b"".join(content for name, content in chunks(png) if name == b"IDAT")
    data = zlib.decompress(packed)
    step = width * 3 + 1
    assert len(data) == step * height
    filters, rows, above = set(), [], bytes(width * 3)
    for start in range(0, len(data), step):
        filters.add(data[start])
        above = unfiltered(data[start], data[start + 1 : start + step], above)
        rows.append(above)
    return filters, b"".join(rows)


def unfiltered(kind, row, above):
    done = bytearray()
    for at, value in enumerate(row):
        left = done[at - 3] if at >= 3 else 0
        guess = {0: 0, 1: left, 2: above[at], 3: (left + above[at]) // 2}[kind]
        done.append((value + guess) % 256)
    return bytes(done)


def test_a_png_says_what_it_is_and_nothing_twice(image):
    png = write_png(pixels_of(image), 300)
    found = chunks(png)
    assert [name for name, _ in found] == [b"IHDR", b"iCCP", b"pHYs", b"IDAT", b"IEND"]
    about = dict(found)
    assert struct.unpack(">IIBBBBB", about[b"IHDR"]) == (*SIZE, 8, 2, 0, 0, 0)
    assert struct.unpack(">IIB", about[b"pHYs"]) == (11811, 11811, 1)
    name, _, packed = about[b"iCCP"].partition(b"\0")
    assert (name, packed[0]) == (b"sRGB", 0)
    assert zlib.decompress(packed[1:]) == srgb_profile()


def test_a_png_decodes_to_the_same_pixels_by_pillow_and_by_hand(image):
    pixels = pixels_of(image)
    png = write_png(pixels, 300)
    assert png == write_png(pixels, 300)
    with Image.open(io.BytesIO(png)) as opened:
        opened.load()
        assert (opened.mode, opened.size) == ("RGB", SIZE)
        assert opened.tobytes() == image.tobytes()
        assert opened.info["dpi"] == pytest.approx((300, 300), abs=0.01)
        assert opened.info["icc_profile"] == srgb_profile()
    assert filters_and_rows(png, *SIZE)[1] == image.tobytes()


@pytest.mark.parametrize("kind", ["photograph", "gradient"])
def test_rows_get_the_filter_that_saves_most(kind):
    image = IMAGES[kind]((400, 500))
    pixels = pixels_of(image)
    sizes = {0: len(isal_zlib.compress(pixels.data, 2))}
    for each in (1, 2, 3):
        rows = encoding._filtered(pixels.data, pixels.row_bytes, each)
        sizes[each] = len(isal_zlib.compress(rows, 2))
    (chosen,), _ = filters_and_rows(write_png(pixels, 300), 400, 500)
    assert sizes[chosen] <= min(sizes.values()) * 1.03, (chosen, sizes)
    assert sizes[0] > 1.2 * sizes[chosen], "the choice matters"


def test_rows_of_flat_art_are_not_filtered():
    (chosen,), _ = filters_and_rows(write_png(pixels_of(flat()), 300), *SIZE)
    assert chosen == 0


def test_a_png_is_hardly_larger_than_one_that_pillow_takes_its_time_for():
    for make in IMAGES.values():
        file = io.BytesIO()
        make((400, 500)).save(file, "PNG", compress_level=1)
        assert len(write_png(pixels_of(make((400, 500))), 300)) < len(file.getvalue()) * 1.3 + 1500


@pytest.mark.parametrize("height", [1, 2, 255, 256, 257, 520])
@pytest.mark.parametrize("kind", [1, 2, 3])
def test_every_filter_can_be_undone_whatever_the_height(kind, height):
    image = photograph((7, height))
    pixels = pixels_of(image)
    rows = encoding._filtered(pixels.data, pixels.row_bytes, kind)
    png = encoding._png(pixels, 300, zlib.compress(rows))
    filters, found = filters_and_rows(png, 7, height)
    assert (filters, found) == ({kind}, image.tobytes())


@pytest.mark.parametrize("size", [(1, 1), (3, 1), (1, 200), (2, 113)])
def test_the_smallest_pictures_are_pictures_too(size):
    for make in (photograph, lambda size: Image.new("RGB", size, "red")):
        image = make(size)
        for kind in ("png", "tif"):
            data = encode(pixels_of(image), kind, 300, None, "x")
            with Image.open(io.BytesIO(data)) as opened:
                assert (opened.size, opened.tobytes()) == (size, image.tobytes())


# --- JPEG ---


def segments(jpeg):
    """Return (marker, content) of each segment before the picture's data."""
    assert jpeg[:2] == b"\xff\xd8"
    found, at = [], 2
    while jpeg[at + 1] != 0xDA:
        length = struct.unpack_from(">H", jpeg, at + 2)[0]
        found.append((jpeg[at + 1], jpeg[at + 4 : at + 2 + length]))
        at += 2 + length
    return found


def test_a_jpeg_has_all_its_colours_its_exact_density_and_its_profile(image):
    jpeg = encode(pixels_of(image), "jpg", 300, None, "x")
    found = dict(segments(jpeg))
    assert struct.unpack(">5sHBHH", found[0xE0][:12]) == (b"JFIF\0", 0x0101, 1, 300, 300)
    bits, height, width, channels = struct.unpack(">BHHB", found[0xC0][:6])
    assert (bits, width, height, channels) == (8, *SIZE, 3)
    assert [found[0xC0][7 + 3 * channel] for channel in range(3)] == [0x11] * 3
    assert found[0xE2] == b"ICC_PROFILE\0\x01\x01" + srgb_profile()
    with Image.open(io.BytesIO(jpeg)) as opened:
        assert ImageChops.difference(opened.convert("RGB"), image).getextrema()[1][1] < 24


def jpeg_sizes(image):
    """Return how large a JPEG is at each quality, written by Pillow's own hand."""
    sizes = {}
    for quality in range(100, 50, -5):
        file = io.BytesIO()
        image.save(file, "JPEG", quality=quality, subsampling=0, icc_profile=srgb_profile())
        sizes[quality] = len(file.getvalue())
    return sizes


@pytest.mark.parametrize("quality", [95, 90, 75, 60])
def test_a_jpeg_gets_the_best_quality_that_is_small_enough(quality):
    image = photograph()
    sizes = jpeg_sizes(image)
    for most in (sizes[quality], sizes[quality + 5] - 1 if quality < 95 else None):
        jpeg = encode(pixels_of(image), "jpg", 300, most, "x")
        assert len(jpeg) == sizes[quality]


def test_a_picture_that_stays_too_large_is_told_with_both_sizes():
    image = photograph()
    most = jpeg_sizes(image)[60] - 1
    with pytest.raises(
        TooLarge, match=r"cards/1\.jpg has 0\.\d+ MB at least, 0\.\d+ MB are"
    ) as told:
        encode(pixels_of(image), "jpg", 300, most, "cards/1.jpg")
    assert told.value.least == most + 1
    assert "simpler" in told.value.hint


def test_a_png_that_is_too_large_is_packed_harder_before_that_is_told():
    pixels = pixels_of(flat())
    usual = len(write_png(pixels, 300))
    harder = encode(pixels, "png", 300, usual - 1, "x")
    assert len(harder) < usual
    with Image.open(io.BytesIO(harder)) as opened:
        assert opened.tobytes() == flat().tobytes()
    for kind in ("png", "tif"):
        with pytest.raises(TooLarge):
            encode(pixels, kind, 300, 400, "x")


# --- TIFF ---


def tags(tiff):
    """Return the entries of the first directory of a little-endian TIFF: type, count, value."""
    order, magic, at = struct.unpack_from("<2sHI", tiff)
    assert (order, magic) == (b"II", 42)
    (count,) = struct.unpack_from("<H", tiff, at)
    return {
        tag: (kind, number, value)
        for tag, kind, number, value in struct.iter_unpack(
            "<HHII", tiff[at + 2 : at + 2 + 12 * count]
        )
    }


def test_a_tiff_is_packed_without_loss_and_says_its_resolution_in_inches(image):
    tiff = encode(pixels_of(image), "tif", 300, None, "x")
    found = tags(tiff)
    assert (found[256][2], found[257][2]) == SIZE
    assert found[259][2] == 8
    assert found[262][2] == 2
    assert found[277][2] == 3
    assert found[296][2] == 2
    for resolution in (282, 283):
        above, below = struct.unpack_from("<II", tiff, found[resolution][2])
        assert above == 300 * below
    _, length, at = found[34675]
    assert tiff[at : at + length] == srgb_profile()
    assert 306 not in found, "a date"
    with Image.open(io.BytesIO(tiff)) as opened:
        assert opened.tobytes() == image.tobytes()


# --- the profile ---


def test_the_profile_is_srgb_to_the_last_level():
    ramp = Image.merge("RGB", [noise((256, 256), seed) for seed in (1, 2, 3)])
    for x in range(256):
        ramp.putpixel((x, 0), (x, x, x))
    other = ImageCms.createProfile("sRGB")
    for intent in (ImageCms.Intent.PERCEPTUAL, ImageCms.Intent.RELATIVE_COLORIMETRIC):
        for first, second in ((None, other), (other, None)):
            profiles = (each or io.BytesIO(srgb_profile()) for each in (first, second))
            turned = ImageCms.profileToProfile(ramp, *profiles, renderingIntent=intent)
            assert turned.tobytes() == ramp.tobytes()


def test_the_profile_is_the_same_in_every_year_and_whole():
    profile = srgb_profile()
    assert struct.unpack_from(">I", profile)[0] == len(profile)
    assert struct.unpack_from(">6H", profile, 24) == (2003, 1, 1, 0, 0, 0)
    assert hashlib.sha256(profile).hexdigest().startswith("8731313f801a85c5")
    about = ImageCms.ImageCmsProfile(io.BytesIO(profile)).profile
    assert (about.profile_description, about.version) == ("sRGB", 2.1)
    ends = [
        place + size for _, place, size in struct.iter_unpack(">4sII", profile[132 : 132 + 12 * 9])
    ]
    assert max(ends) <= len(profile) < max(ends) + 4
