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
    thumbnail,
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
    assert facts(path)[:8] == ("PNG", 30, 20, "RGBA", False, False, None, False)
    path = save(tmp_path / "b.jpg", Image.new("CMYK", (3, 2)))
    assert facts(path)[:8] == ("JPEG", 3, 2, "CMYK", False, False, None, True)


def test_a_jpeg_of_a_telephone_with_its_preview_behind_it_is_a_jpeg(tmp_path):
    image = Image.new("RGB", (30, 20))
    more = {"save_all": True, "append_images": [image.resize((3, 2))]}
    about = facts(save(tmp_path / "a.jpg", image, "MPO", **more))
    assert (about.kind, about.width_px, about.misnamed) == ("JPEG", 30, False)


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


def test_one_of_sixteen_bit_grays_may_be_clear(tmp_path):
    image = Image.frombytes("I;16", (3, 1), struct.pack("<3H", 0, 0x8000, 0x8001))
    decoded = pixels(save(tmp_path / "a.png", image, transparency=0x8000))
    assert (decoded.space, list(decoded.data)) == ("gray", [0, 128, 128])
    assert decoded.alpha == b"\xff\x00\xff"


def test_gray_with_alpha_stays_gray_with_its_own_profile(tmp_path):
    plain = Image.new("L", (2, 1), 100)
    clear = Image.new("LA", (2, 1), (100, 0))
    clear.putpixel((1, 0), (100, 200))
    profile = gray_profile()
    decoded = pixels(save(tmp_path / "a.png", clear, icc_profile=profile))
    assert decoded.alpha == b"\x00\xc8"
    same = pixels(save(tmp_path / "b.png", plain, icc_profile=profile))
    assert decoded[:4] == same[:4]
    assert (same.space, same.data[0] > 110) == ("gray", True)
    small = thumbnail(tmp_path / "a.png", 1)
    assert (small.space, small.data[0]) == ("gray", pytest.approx(same.data[0], abs=1))


def gray_profile():
    """Return a profile of grays that are lighter than those of a screen."""
    tags = {
        b"wtpt": struct.pack(">4s4x3i", b"XYZ ", 63190, 65536, 54061),
        b"kTRC": struct.pack(">4s4xIH2x", b"curv", 1, 256),
    }
    at, table, body = 128 + 4 + 12 * len(tags), struct.pack(">I", len(tags)), b""
    for name, data in tags.items():
        table += struct.pack(">4sII", name, at + len(body), len(data))
        body += data
    size = 128 + len(table) + len(body)
    head = struct.pack(">I4xI4s4s4s12x4s28x3i48x", size, 0x02100000, b"mntr", b"GRAY", b"XYZ ",
                       b"acsp", 63190, 65536, 54061)  # fmt: skip
    return head + table + body


def test_a_lab_picture_has_no_colours_but_its_own(tmp_path):
    from PIL import ImageCms

    ways = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    red = Image.new("RGB", (2, 2), (200, 30, 30))
    path = save(tmp_path / "a.tif", ImageCms.profileToProfile(red, *ways, outputMode="LAB"))
    assert facts(path).trouble is None
    assert list(pixels(path).data[:3]) == pytest.approx([200, 30, 30], abs=4)


def unmarked(jpeg):
    """Return a JPEG without Adobe's marker: its inks are stored as they are."""
    at = jpeg.index(b"\xff\xee")
    return jpeg[:at] + jpeg[at + 2 + int.from_bytes(jpeg[at + 2 : at + 4]) :]


def test_the_inks_of_a_jpeg_are_upside_down_only_if_a_marker_says_so(tmp_path):
    inks = (200, 30, 10, 0)
    marked = save(tmp_path / "a.jpg", Image.new("CMYK", (8, 8), inks), quality=100)
    file = save(tmp_path / "b.jpg", Image.new("CMYK", (8, 8), tuple(255 - i for i in inks)),
                quality=100)  # fmt: skip
    file.write_bytes(unmarked(file.read_bytes()))
    assert (facts(marked).is_inverted, facts(file).is_inverted) == (True, False)
    for path in (marked, file):
        for made in (pixels(path), thumbnail(path, 4)):
            assert list(made.data[:4]) == pytest.approx(inks, abs=3), path.name


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
