"""Pictures on their way to a shop: alpha, profiles, resolution, copies of one file."""

import struct
import zlib

import numpy as np
import pikepdf
import pypdfium2
import pytest
from games import FILLED, head, run, tinted, write
from PIL import Image, ImageDraw
from shipped_cases import POKER, export, needs_profile, pdf_of, pictures, seen

# 94: alpha in JPEG export, rounded corners


ROUNDED = """templates:
  art:
    elements:
      - {shape: rectangle, fill: "#a01414", box: bleed}
      - {image: art/round.png, box: {left: 0, right: 0, top: 0, bottom: 0}}
decks:
  main: {face: art, back: none, hidden: false, rows: [{id: a}]}
"""


def rounded(folder, more=""):
    game = write(folder / "game", head() + more + ROUNDED)
    (game / "art").mkdir()
    art = Image.new("RGBA", (744, 1039), (0, 0, 0, 0))
    ImageDraw.Draw(art).rounded_rectangle([0, 0, 743, 1038], 40, fill=(20, 60, 160, 255))
    art.save(game / "art" / "round.png", dpi=(300, 300))
    return game


def assert_rounded(pixels, tolerance):
    """The corners, and the bleed around them, are the red of the card; its middle is blue."""
    height, width, _ = pixels.shape
    edge = round(width * 3.4 / 69)
    for row in (0, edge, height - 1 - edge, height - 1):
        for column in (0, edge, width - 1 - edge, width - 1):
            red, green, blue = map(int, pixels[row, column])
            assert abs(red - 160) <= tolerance, (row, column, red, green, blue)
            assert max(green, blue) < 90, (row, column, red, green, blue)
    red, _, blue = map(int, pixels[height // 2, width // 2])
    assert blue > red + 60


@pytest.mark.parametrize(("form", "tolerance"), [("png", 1), ("jpg", 12)])
def test_clear_corners_show_the_card_in_pictures(tmp_path, form, tolerance):
    more = f"shops: {{the-game-crafter: {{format: {form}}}}}\n"
    package, _ = export(rounded(tmp_path, more), "the-game-crafter")
    (path,) = pictures(package, form)
    with Image.open(path) as image:
        assert image.mode == "RGB"
        assert_rounded(np.asarray(image), tolerance)


@needs_profile
@pytest.mark.parametrize("standard", ["pdfx-1a:2003", "pdfx-4"])
def test_clear_corners_show_the_card_on_the_press(tmp_path, standard):
    package, _ = export(rounded(tmp_path), "press", "--standard", standard)
    document = pypdfium2.PdfDocument(pdf_of(package))
    assert_rounded(seen(document[0], 150), 25)
    document.close()


# 97: colour profiles ignored or mismatched


WIDE = ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457))


def screen_profile(primaries, gamma=2.19921875):
    """Return an ICC profile of a screen with these primaries, seen under D50."""

    def fixed(value):
        return struct.pack(">i", round(value * 65536))

    def xyz(values):
        return b"XYZ \0\0\0\0" + b"".join(map(fixed, values))

    name = b"a wide screen"
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"
    describe = b"desc\0\0\0\0" + struct.pack(">I", len(name) + 1) + name + b"\0" + b"\0" * 78
    tags = [(b"desc", describe), (b"cprt", b"text\0\0\0\0CC0\0"),
            (b"wtpt", xyz((0.9642, 1.0, 0.8249)))]  # fmt: skip
    keys = (b"rXYZ", b"gXYZ", b"bXYZ")
    tags += [(key, xyz(value)) for key, value in zip(keys, primaries, strict=True)]
    tags += [(key, curve) for key in (b"rTRC", b"gTRC", b"bTRC")]
    table, data, start = b"", b"", 128 + 4 + 12 * len(tags)
    for key, content in tags:
        table += key + struct.pack(">II", start + len(data), len(content))
        data += content + b"\0" * (-len(content) % 4)
    body = struct.pack(">I", len(tags)) + table + data
    top = struct.pack(">I", 128 + len(body)) + b"none\x02\x20\0\0mntrRGB XYZ "
    top += struct.pack(">6H", 2020, 1, 1, 0, 0, 0) + b"acsp" + b"\0" * 28
    return top + b"".join(map(fixed, (0.9642, 1.0, 0.8249))) + b"none" + b"\0" * 44 + body


ART = """templates:
  art:
    elements:
      - {{image: art/{name}, box: bleed}}
decks:
  main: {{face: art, back: none, hidden: false, rows: [{{id: a}}]}}
"""


def pictured(folder, name, image, **saved):
    game = write(folder / "game", head() + ART.format(name=name))
    (game / "art").mkdir()
    image.save(game / "art" / name, **saved)
    return game


def color_of(package):
    (path,) = pictures(package)
    with Image.open(path) as image:
        return image.getpixel((image.width // 2, image.height // 2))


@pytest.mark.parametrize("name", ["wide.png", "wide.jpg", "clear.png"])
def test_a_picture_of_a_wide_screen_keeps_its_colours(tmp_path, name):
    size, saved = (900, 1200), {"icc_profile": screen_profile(WIDE)}
    if name.endswith("jpg"):
        saved["quality"] = 98
    image = Image.new("RGB", size, (200, 60, 60))
    if name == "clear.png":
        image.putalpha(255)
    package, said = export(pictured(tmp_path, name, image, **saved), "the-game-crafter")
    assert color_of(package) == pytest.approx((231, 57, 57), abs=4)
    assert "image.profile" not in said


def test_a_picture_without_a_profile_is_taken_as_it_is(tmp_path):
    image = Image.new("RGB", (900, 1200), (200, 60, 60))
    package, said = export(pictured(tmp_path, "plain.png", image), "the-game-crafter")
    assert color_of(package) == (200, 60, 60)
    assert "image.profile" not in said


@pytest.mark.parametrize(
    ("name", "mode", "color", "profile", "shown"),
    [
        ("grey.png", "L", 128, screen_profile(WIDE), (128, 128, 128)),
        ("ink.jpg", "CMYK", (0, 255, 255, 0), screen_profile(WIDE), None),
        ("broken.png", "RGB", (0, 200, 0), b"\0" * 40, (0, 200, 0)),
        ("headless.png", "RGB", (0, 200, 0), screen_profile(WIDE)[:200], (0, 200, 0)),
    ],
)
def test_a_profile_that_does_not_fit_is_a_warning(tmp_path, name, mode, color, profile, shown):
    image = Image.new(mode, (900, 1200), color)
    game = pictured(tmp_path, name, image, icc_profile=profile)
    package, said = export(game, "the-game-crafter")
    assert said.count("warning[image.profile]") == 1, said
    assert name in said
    if shown is not None:
        assert color_of(package) == pytest.approx(shown, abs=1)


# 98: PNG without dpi


def test_a_png_says_its_dots_for_each_metre_and_a_jpeg_for_each_inch(tmp_path):
    made = {}
    for form in ("png", "jpg"):
        more = f"shops: {{the-game-crafter: {{format: {form}}}}}\n"
        text = head(format=POKER) + more + FILLED + tinted(1)
        package, _ = export(write(tmp_path / form / "game", text), "the-game-crafter")
        (made[form],) = pictures(package, form)
    data = made["png"].read_bytes()
    at = data.index(b"pHYs") + 4
    assert struct.unpack(">IIB", data[at : at + 9]) == (11811, 11811, 1)
    assert data[at + 9 : at + 13] == struct.pack(">I", zlib.crc32(data[at - 4 : at + 9]))
    assert data.index(b"pHYs") < data.index(b"IDAT")
    with Image.open(made["jpg"]) as image:
        assert (image.size, image.info["dpi"]) == ((825, 1125), (300, 300))


# 99: blurry prints


def test_pictures_too_small_are_told_with_the_resolution_that_they_have(tmp_path):
    names = {"ok": 650, "low": 250, "tiny": 60}
    rows = "".join(f"      - {{id: {name}, art: art/{name}.png}}\n" for name in names)
    game = write(
        tmp_path / "game",
        head() + "templates:\n  art:\n    elements:\n      - {image: '{{ art }}', "
        "box: {left: 4, top: 4, width: 55, height: 55}}\n"
        + f"decks:\n  main:\n    face: art\n    back: none\n    hidden: false\n    rows:\n{rows}",
    )
    (game / "art").mkdir()
    for name, size in names.items():
        # What the file says of its resolution means nothing.
        Image.new("RGB", (size, size), "navy").save(game / "art" / f"{name}.png", dpi=(300, 300))
    for ran in (
        run("check", game),
        run("export", game, "--shop", "the-game-crafter", "--out", tmp_path / "out"),
    ):
        assert ran.code == 0, ran.said
        assert "'tiny.png' (60 × 60 pixels) is printed at 28 dpi on 55 × 55 mm" in ran.said
        assert "'ok.png'" not in ran.said


# 100: same picture stored again and again


@needs_profile
@pytest.mark.parametrize("standard", ["pdfx-1a:2003", "pdfx-4"])
def test_a_back_that_every_card_shares_is_stored_once_for_the_press(tmp_path, standard):
    reverse = "  reverse:\n    elements:\n      - {image: art/back.jpg, box: bleed}\n"
    filled = FILLED[: FILLED.index("  reverse:")]
    game = write(tmp_path / "game", head() + filled + reverse + tinted(40, back="reverse"))
    (game / "art").mkdir()
    pixels = np.random.default_rng(1).integers(0, 255, (1110, 815, 3), np.uint8)
    Image.fromarray(pixels).save(game / "art" / "back.jpg", quality=30)
    package, _ = export(game, "mb-print", "--standard", standard)
    path = pdf_of(package)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 80
        stored = [
            len(entry.read_raw_bytes())
            for entry in pdf.objects
            if isinstance(entry, pikepdf.Stream) and entry.get("/Subtype") == "/Image"
        ]
        profile = [
            len(entry.read_raw_bytes())
            for entry in pdf.objects
            if isinstance(entry, pikepdf.Stream) and "/N" in entry
        ]
    assert len(stored) == 1
    assert path.stat().st_size < sum(stored) + sum(profile) + 80 * 1500
