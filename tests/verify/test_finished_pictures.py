"""Picture files: pixels, dpi, colours, kind, size and that every row is there."""

import io
import struct
import time
import zlib

import pytest
from PIL import Image, ImageCms
from verify_made import chunk, codes, png, told_of_picture

from cardforge.check.verify.finished import verify_picture
from cardforge.check.verify.values import Expected
from cardforge.diagnostics import Report

CARD = Expected(kind="png", pixels=(8, 6), dpi=300, mode="RGB", shop="A shop", strict=True)


def facts(data, name="card.png"):
    return verify_picture(name, data, None, Report()).found


def encoded(kind, mode="RGB", size=(8, 6), colour=90, **options):
    file = io.BytesIO()
    fill = colour if len(mode) == 1 else (colour,) * len(Image.new(mode, (1, 1)).getbands())
    Image.new(mode, size, fill).save(file, kind, **options)
    return file.getvalue()


def test_a_right_picture_is_right():
    assert told_of_picture(png(), CARD) == []
    assert facts(png()) == {
        "pixels": [8, 6], "dpi": [300.0, 300.0], "colours": "RGB", "profile": None,
        "bytes": len(png()),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("data", "code", "message"),
    [
        (png(9, 6), "file.size", "has 9 × 6 pixels, expected 8 × 6"),
        (png(6, 8), "file.size", "has 6 × 8 pixels, expected 8 × 6"),
        (png(dpi=None), "file.dpi", "does not say its resolution, expected 300 dpi"),
        (png(dpi=299), "file.dpi", "says 299.01 dpi, expected 300"),
        (png(dpi=72), "file.dpi", "says 72.01 dpi, expected 300"),
        (png(kind=6), "file.transparency",
         "is transparent in places: a shop prints those white or black"),
        (encoded("JPEG", dpi=(300, 300)), "file.format", "is a JPG, its name ends in .png"),
        (encoded("JPEG", dpi=(300, 300)), "file.format", "is a JPG, A shop wants PNG"),
    ],
)  # fmt: skip
def test_what_is_not_as_ordered_is_found(data, code, message):
    assert (code, message) in told_of_picture(data, CARD)


def test_a_picture_for_a_press_is_refused_where_rgb_is_wanted():
    wanted = CARD._replace(kind="jpg")
    data = encoded("JPEG", "CMYK", dpi=(300, 300))
    assert told_of_picture(data, wanted, "a.jpg") == [
        ("file.colour", "its colours are CMYK, A shop wants RGB")
    ]
    assert told_of_picture(encoded("JPEG", dpi=(300, 300)), wanted, "a.jpg") == []


def test_too_many_bytes_and_too_many_pixels_are_found():
    size = len(png())
    assert told_of_picture(png(), CARD._replace(most_bytes=size, most_pixels=8)) == []
    problems = told_of_picture(png(), CARD._replace(most_bytes=size - 1, most_pixels=7))
    assert [message for _, message in problems] == [
        "has 8 × 6 pixels, A shop takes at most 7 on a side",
        f"has {size} bytes, A shop takes at most {size - 1}",
    ]


@pytest.mark.parametrize("kind", [0, 2, 4, 6])
@pytest.mark.parametrize("bits", [8, 16])
def test_every_kind_of_png_is_read(kind, bits):
    assert told_of_picture(png(kind=kind, bits=bits)) == []


@pytest.mark.parametrize("bits", [1, 2, 4, 8])
def test_pngs_with_a_palette_are_read_and_one_without_its_palette_is_not(bits):
    whole = png(7, 5, kind=3, bits=bits, extra=[(b"PLTE", b"abcdef")])
    assert told_of_picture(whole) == []
    assert facts(whole)["colours"] == "indexed"
    assert codes(told_of_picture(png(7, 5, kind=3, bits=bits))) == ["file.unreadable"]


@pytest.mark.parametrize("size", [(1, 1), (5, 3), (8, 8), (33, 17)])
def test_interlaced_pngs_are_read_to_their_last_row(size):
    rows = b""
    for x, across, y, down in ((0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4),
                               (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)):  # fmt: skip
        columns = len(range(x, size[0], across))
        if columns:
            rows += (b"\0" + b"abc" * columns) * len(range(y, size[1], down))
    assert told_of_picture(png(*size, lace=1, rows=rows)) == []
    assert Image.open(io.BytesIO(png(*size, lace=1, rows=rows))).tobytes() == b"abc" * (
        size[0] * size[1]
    )
    assert codes(told_of_picture(png(*size, lace=1, rows=rows[:-1]))) == ["file.unreadable"]


def two_parts(rows):
    packed = zlib.compress(rows)
    head = (b"IHDR", struct.pack(">IIBBBBB", 8, 6, 8, 2, 0, 0, 0))
    half = len(packed) // 2
    parts = [head, (b"IDAT", packed[:half]), (b"IDAT", packed[half:]), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(chunk, parts))


ROWS = (b"\0" + bytes(24)) * 6


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (png(rows=ROWS[:-1]), "is cut short"),
        (png(rows=ROWS + b"\0"), "holds more rows than it says"),
        (png(rows=ROWS[:25] + b"\5" + ROWS[26:]), "a row begins with no known filter"),
        (png()[:-12], "is cut short"),
        (png()[:60], "is cut short"),
        (png().replace(b"pHYs", b"pHYt"), "a checksum is wrong"),
        (png(0, 6), "has no pixels"),
        (png(60_000, 60_000, rows=b""), "too many to be looked through"),
        (png(bits=3), "is of no known kind of PNG"),
        (png(extra=[(b"IHDR", b"")]), "does not say its size"),
    ],
)
def test_a_png_that_is_not_whole_is_found(data, message):
    problems = told_of_picture(data)
    assert codes(problems) == ["file.unreadable"]
    assert message in problems[0][1]


def test_a_png_whose_rows_are_in_several_parts_is_whole():
    assert told_of_picture(two_parts(ROWS)) == []
    assert codes(told_of_picture(two_parts(ROWS[:50]))) == ["file.unreadable"]


def test_a_flipped_bit_in_the_rows_is_found_even_when_the_checksum_was_mended():
    packed = bytearray(zlib.compress(bytes(range(256)) * 600))
    packed[len(packed) // 2] ^= 64
    data = png(256, 200, rows=b"")
    start = data.index(b"IDAT") - 4
    data = data[:start] + chunk((b"IDAT", bytes(packed))) + chunk((b"IEND", b""))
    assert codes(told_of_picture(data)) == ["file.unreadable"]


def test_profiles_are_told_by_their_names():
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for kind, ending in (("PNG", "png"), ("JPEG", "jpg"), ("TIFF", "tif")):
        data = encoded(kind, icc_profile=profile, dpi=(300, 300))
        assert facts(data, f"a.{ending}")["profile"], kind
        assert facts(data, f"a.{ending}")["dpi"] == pytest.approx([300, 300], abs=0.02)
    assert "sRGB" in facts(encoded("JPEG", icc_profile=profile), "a.jpg")["profile"]
    assert facts(png(extra=[(b"sRGB", b"\0")]))["profile"] == "sRGB"


def test_a_jpeg_cut_short_is_found():
    data = encoded("JPEG", size=(200, 200))
    assert told_of_picture(data, name="a.jpg") == []
    assert codes(told_of_picture(data[:-2], name="a.jpg")) == ["file.unreadable"]
    noise = io.BytesIO()
    Image.effect_noise((200, 200), 90).save(noise, "JPEG")
    assert codes(told_of_picture(noise.getvalue()[:9000], name="a.jpg")) == ["file.unreadable"]


def test_a_hundred_flat_cards_are_verified_in_a_moment():
    # As many rows and bytes as a poker face with its bleed; a loaded machine is given room.
    rows = b"".join(b"\0" + bytes([y % 250]) * 2475 for y in range(1125))
    data = png(825, 1125, rows=rows)
    wanted = CARD._replace(pixels=(825, 1125))
    report = Report()
    start = time.process_time()
    for _ in range(100):
        verify_picture("a.png", data, wanted, report)
    taken = time.process_time() - start
    assert report.problems == ()
    assert taken < 1.0
