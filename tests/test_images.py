"""Pictures: what a file is, what is wrong with it, and how it fits its box."""

import struct
import zlib

import pytest
from PIL import Image

from cardforge.geometry import Box
from cardforge.images import (
    ImageError,
    facts,
    find_image,
    fit_box,
    pixels,
    resolution_dpi,
    verify,
)


def code(function, *arguments):
    with pytest.raises(ImageError) as caught:
        function(*arguments)
    assert caught.value.message
    return caught.value.code


def save(path, image, kind=None, **options):
    image.save(path, kind, **options)
    return path


def test_facts_are_read_from_the_headers(tmp_path):
    path = save(tmp_path / "a.png", Image.new("RGBA", (30, 20)))
    assert facts(path) == ("PNG", 30, 20, "RGBA", True, False)
    path = save(tmp_path / "b.jpg", Image.new("CMYK", (3, 2)))
    assert facts(path) == ("JPEG", 3, 2, "CMYK", False, False)


def test_a_palette_with_a_clear_colour_has_alpha(tmp_path):
    path = save(tmp_path / "a.png", Image.new("P", (4, 4)), transparency=0)
    assert facts(path).has_alpha


def test_a_wrong_suffix_is_told_but_does_not_matter(tmp_path):
    path = save(tmp_path / "a.png", Image.new("RGB", (4, 4)), "JPEG")
    assert facts(path).kind == "JPEG"
    assert facts(path).misnamed


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "image.broken"),
        (b"<html>404</html>", "image.kind"),
        (b"%!PS-Adobe EPS", "image.kind"),
        (b"\x89PNG\r\n\x1a\n", "image.broken"),
    ],
)
def test_a_file_that_is_no_picture_is_refused(tmp_path, content, expected):
    path = tmp_path / "a.png"
    path.write_bytes(content)
    assert code(facts, path) in (expected, "image.kind")


def noise(size=(64, 64)):
    return Image.effect_noise(size, 90).convert("RGB")


@pytest.mark.parametrize("suffix", ["png", "jpg"])
@pytest.mark.parametrize("keep", [0.4, 0.9])
def test_a_picture_cut_short_is_found(tmp_path, suffix, keep):
    path = save(tmp_path / f"a.{suffix}", noise())
    verify(path)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * keep)])
    assert code(verify, path) == "image.broken"
    assert code(pixels, path) == "image.broken"


def test_a_cut_jpeg_is_found_even_where_the_decoder_is_content(tmp_path):
    path = save(tmp_path / "a.jpg", noise())
    path.write_bytes(path.read_bytes()[:-2])
    assert code(verify, path) == "image.broken"


def test_a_flipped_bit_in_a_png_is_found(tmp_path):
    path = save(tmp_path / "a.png", noise())
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert code(verify, path) == "image.broken"


@pytest.mark.parametrize(("width", "height"), [(10_001, 10_000), (30_000, 30_000), (200_000, 2000)])
def test_more_than_a_hundred_million_pixels_are_refused_without_decoding(tmp_path, width, height):
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    path = tmp_path / "huge.png"
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")
    )
    with pytest.raises(ImageError) as caught:
        facts(path)
    assert caught.value.code == "image.too-large"
    assert "100 million" in caught.value.message


def chunk(name, content):
    check = struct.pack(">I", zlib.crc32(name + content))
    return struct.pack(">I", len(content)) + name + content + check


@pytest.mark.parametrize("palette", [None, b"", b"ab"])
def test_a_palette_picture_without_a_palette_is_refused(tmp_path, palette):
    header = struct.pack(">IIBBBBB", 2, 1, 8, 3, 0, 0, 0)
    parts = [chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(b"\0\0\0"))]
    path = tmp_path / "a.png"

    def write(between):
        data = [parts[0], *between, parts[1], chunk(b"IEND", b"")]
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(data))

    write([] if palette is None else [chunk(b"PLTE", palette)])
    assert code(verify, path) == "image.broken"
    assert code(pixels, path) == "image.broken"
    write([chunk(b"PLTE", b"abc")])
    verify(path)
    assert pixels(path).data == b"abcabc"


def test_names_follow_the_rules_of_the_game_folder(tmp_path):
    (tmp_path / "art").mkdir()
    save(tmp_path / "art" / "dragon.png", Image.new("L", (1, 1)))
    assert find_image("art/dragon.png", tmp_path).name == "dragon.png"
    assert code(find_image, "art/dragn.png", tmp_path) == "image.missing"
    assert code(find_image, "art/Dragon.png", tmp_path) == "image.case"
    assert code(find_image, "../dragon.png", tmp_path) == "image.outside"
    assert code(find_image, "https://example.org/a.png", tmp_path) == "image.remote"
    assert code(find_image, "art", tmp_path) == "image.folder"
    assert code(find_image, "", tmp_path) == "image.empty"


def test_a_clear_palette_colour_becomes_alpha(tmp_path):
    image = Image.new("P", (2, 1))
    image.putpalette([255, 0, 0, 0, 0, 255])
    image.putpixel((1, 0), 1)
    decoded = pixels(save(tmp_path / "a.png", image, transparency=b"\x00\x80"))
    assert decoded.alpha == b"\x00\x80"
    assert decoded.data == b"\xff\x00\x00\x00\x00\xff"


def test_sixteen_bits_of_gray_are_scaled_not_clipped(tmp_path):
    image = Image.frombytes("I;16", (3, 1), struct.pack("<3H", 0, 0x8000, 0xFFFF))
    decoded = pixels(save(tmp_path / "a.png", image))
    assert (decoded.space, list(decoded.data)) == ("gray", [0, 128, 255])


def test_gray_stays_gray_and_one_bit_becomes_eight(tmp_path):
    decoded = pixels(save(tmp_path / "a.png", Image.new("1", (2, 2), 1)))
    assert (decoded.space, decoded.data) == ("gray", b"\xff" * 4)


BOX = Box(10, 20, 60, 80)


def test_stretch_fills_the_box_and_shows_everything():
    assert fit_box(BOX, 7, 3, "stretch") == (BOX, None)


def test_contain_shows_everything_in_the_middle():
    drawn, crop = fit_box(BOX, 120, 80, "contain")
    assert crop is None
    assert drawn == pytest.approx((10, 40, 60, 40))
    drawn, _ = fit_box(BOX, 10, 80, "contain")
    assert drawn == pytest.approx((35, 20, 10, 80))


@pytest.mark.parametrize(("width", "height"), [(120, 80), (10, 80), (60, 80), (1, 1000)])
def test_cover_fills_the_box_without_distortion(width, height):
    drawn, crop = fit_box(BOX, width, height, "cover")
    assert drawn == BOX
    crop = crop or Box(0, 0, 1, 1)
    assert crop.width * width / (crop.height * height) == pytest.approx(60 / 80)
    assert max(crop.width, crop.height) == pytest.approx(1)
    assert crop.centre == pytest.approx((0.5, 0.5))


def test_an_unknown_fit_is_a_bug():
    with pytest.raises(ValueError, match="squeeze"):
        fit_box(BOX, 1, 1, "squeeze")


def test_resolution_is_that_of_the_part_shown():
    assert resolution_dpi(Box(0, 0, 25.4, 50.8), None, 300, 300) == pytest.approx(150)
    assert resolution_dpi(Box(0, 0, 25.4, 25.4), Box(0, 0, 0.5, 1), 300, 300) == pytest.approx(150)


def test_the_comparison_of_pixels_sees_one_changed_value(tmp_path):
    image = noise((8, 8))
    before = pixels(save(tmp_path / "a.png", image))
    red, green, blue = image.getpixel((3, 3))
    image.putpixel((3, 3), (red ^ 1, green, blue))
    assert pixels(save(tmp_path / "a.png", image)) != before


def test_a_webp_picture_is_known(tmp_path):
    path = save(tmp_path / "a.webp", Image.new("RGB", (2, 2)), lossless=True)
    assert facts(path).kind == "WEBP"
