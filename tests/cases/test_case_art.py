"""Pictures from a game to its sheets: turned, in ink, clear, broken, huge, carried on, once."""

import io
import struct
import subprocess
import zlib

import numpy as np
import pikepdf
import pypdfium2
import pytest
from games import build, built, files_in, head, run, spawn, write
from PIL import Image, ImageDraw
from shipped_cases import seen

RED, GREEN, BLUE, YELLOW = (220, 30, 30), (20, 150, 50), (30, 60, 200), (240, 210, 20)
PAPER_YELLOW = (255, 240, 0)
DPI = 100
HERE = "{left: 6, top: 20, width: 51, height: 34}"


def art_game(folder, rows, *, ground=None, box=HERE, more="", changed=None):
    """Write a game whose cards show one picture each; return its folder."""
    shape = f'      - {{shape: rectangle, fill: "{ground}", box: bleed}}\n' if ground else ""
    cards = "".join(f"      - {{id: c{i}, art: 'art/{name}'}}\n" for i, name in enumerate(rows))
    text = (
        f"{head(**(changed or {}))}templates:\n  art:\n    elements:\n{shape}"
        f"      - {{image: '{{{{ art }}}}', box: {box}{more}}}\n"
        f"decks:\n  main:\n    face: art\n    back: none\n    hidden: false\n    rows:\n{cards}"
    )
    game = write(folder / "game", text)
    (game / "art").mkdir(exist_ok=True)
    return game


def cards_of(folder, game, count):
    """Return the pixels of each card, with its bleed, of the exported pictures."""
    out = folder / "package"
    ran = run("build", game, "--only", "images", "--out", out)
    assert ran.code == 0, ran.said
    found = sorted(out.rglob("*.png"))
    assert len(found) == count, files_in(out)
    return [np.asarray(Image.open(path).convert("RGB")).astype(int) for path in found]


def sheets_by_both(folder, path):
    """Return the first sheet as PDFium and as Poppler draw it."""
    document = pypdfium2.PdfDocument(path)
    pages = [seen(document[0], DPI).astype(int)]
    document.close()
    command = ["pdftoppm", "-r", str(DPI), "-f", "1", "-l", "1", "-singlefile", "-png"]
    subprocess.run([*command, path, folder / "sheet"], check=True, capture_output=True)
    return [*pages, np.asarray(Image.open(folder / "sheet.png").convert("RGB")).astype(int)]


def near(color, wanted, tolerance=25):
    return all(abs(int(a) - b) <= tolerance for a, b in zip(color, wanted, strict=True))


def corners(size=(240, 160)):
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    w, h = size[0] // 3, size[1] // 3
    for color, x, y in ((RED, 0, 0), (GREEN, 2, 0), (BLUE, 0, 2), (YELLOW, 2, 2)):
        draw.rectangle([x * w, y * h, x * w + w - 1, y * h + h - 1], color)
    return image


# 19: bleed made by stretching


def test_art_with_a_black_frame_gets_a_black_bleed(tmp_path):
    more, trim = ", fit: stretch, bleed-from: stretch", "trim"
    game = art_game(tmp_path, ["framed.png"], box=trim, more=more)
    art = Image.new("RGB", (744, 1039), (200, 170, 40))
    ImageDraw.Draw(art).rectangle([0, 0, 743, 1038], outline="black", width=20)
    art.save(game / "art" / "framed.png")
    (card,) = cards_of(tmp_path, game, 1)
    # The frame and the bleed together, less half a pixel, on every side.
    many = round((20 / 744 * 63 + 3) / 25.4 * 300) - 2
    dark = card.max(axis=2)
    dark[many:-many, many:-many] = 0
    assert dark.max() <= 12
    gold = (np.abs(card - (200, 170, 40)).max(axis=2) < 12).any(axis=0).sum()
    assert gold == pytest.approx((744 - 40) / 744 * 63 / 25.4 * 300, abs=2)
    # On a sheet, cards without a gap: the bleed is seen round all of them, and no line inside.
    for sheet in sheets_by_both(tmp_path, built(game)):
        assert sheet[60:64, 40:280].max() <= 12


# 90: photo turned by EXIF


TURNS = {2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180,
         4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE,
         6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
         8: Image.Transpose.ROTATE_270}  # fmt: skip


def test_photographs_look_alike_however_the_camera_was_held(tmp_path):
    names = [f"turn{number}.jpg" for number in range(1, 9)] + ["turn6.png"]
    game = art_game(tmp_path, names)
    for name in names:
        number = int(name[4])
        exif = Image.Exif()
        exif[0x0112] = number
        stored = corners().transpose(TURNS[number]) if number > 1 else corners()
        stored.save(game / "art" / name, exif=exif, **({"quality": 95} if "jpg" in name else {}))
    first, *others = cards_of(tmp_path, game, 9)
    scale = first.shape[1] / 69
    for x, y, color in ((14, 28, RED), (55, 28, GREEN), (14, 51, BLUE), (55, 51, YELLOW)):
        assert near(first[round(y * scale), round(x * scale)], color)
    for other in others:
        assert np.abs(other - first).mean() < 2
    one, two = sheets_by_both(tmp_path, built(game))
    assert np.abs(one - two).mean() < 2


# 91: CMYK JPEG printed as a negative


def test_ink_is_no_negative_in_any_program(tmp_path):
    game = art_game(tmp_path, ["bars.jpg", "bars.tif"], more=", fit: stretch")
    bars = Image.new("CMYK", (240, 160))
    for index, inks in enumerate([(0, 255, 255, 0), (255, 0, 255, 0), (0, 0, 0, 255), (0,) * 4]):
        bars.paste(inks, (60 * index, 0, 60 * index + 60, 160))
    bars.save(game / "art" / "bars.jpg", quality=97)
    bars.save(game / "art" / "bars.tif")
    for card in cards_of(tmp_path, game, 2):
        row = card[round(40 / 94 * card.shape[0])]
        red, green, black, white = (
            row[round((9 + 51 * (2 * i + 1) / 8) / 69 * len(row))] for i in range(4)
        )
        assert red[0] > 180 > 90 > max(red[1:])
        assert green[1] > 100 > max(green[0], green[2])
        assert max(black) < 70
        assert min(white) > 240
    for sheet in sheets_by_both(tmp_path, built(game)):
        reds = (sheet[:, :, 0] > 180) & (sheet[:, :, 1] < 90) & (sheet[:, :, 2] < 90)
        assert reds.sum() == pytest.approx(2 * 51 / 4 * 34 * (DPI / 25.4) ** 2, rel=0.05)


# 93: palette transparency turns black


def test_clear_parts_show_the_card_below(tmp_path):
    names = ["palette.png", "keyed.png", "clear.gif"]
    game = art_game(tmp_path, names, ground="#fff000", more=", fit: stretch")
    palette = Image.new("P", (240, 160))
    palette.putpalette([0, 0, 0, 255, 0, 0, 0, 0, 255, 255, 255, 255])
    for index in range(4):
        palette.paste(index, (60 * index, 0, 60 * index + 60, 160))
    palette.save(game / "art" / "palette.png", transparency=bytes([0, 255, 128, 0]))
    keyed = Image.new("RGB", (240, 160), (255, 0, 255))
    keyed.paste(RED, (60, 0, 120, 160))
    keyed.save(game / "art" / "keyed.png", transparency=(255, 0, 255))
    gif = Image.new("P", (240, 160))
    gif.putpalette([0, 0, 0, 255, 0, 0])
    gif.paste(1, (60, 0, 120, 160))
    gif.save(game / "art" / "clear.gif", transparency=0)
    found = cards_of(tmp_path, game, 3)
    wanted = [
        (PAPER_YELLOW, (255, 0, 0), (127, 120, 127), PAPER_YELLOW),
        (PAPER_YELLOW, RED, PAPER_YELLOW, PAPER_YELLOW),
        (PAPER_YELLOW, (255, 0, 0), PAPER_YELLOW, PAPER_YELLOW),
    ]
    for card, colors in zip(found, wanted, strict=True):
        row = card[round(40 / 94 * card.shape[0])]
        for index, color in enumerate(colors):
            at = round((9 + 51 * (2 * index + 1) / 8) / 69 * len(row))
            assert near(row[at], color, 8), (index, row[at])


# 95: broken or wrongly named images


def test_all_broken_pictures_are_told_in_one_run_and_harmless_names_only_warned_of(tmp_path):
    broken = ["cut.png", "cut.jpg", "empty.png", "page.png", "flipped.png"]
    harmless = ["raster.svg", "photo.png", "webp.jpg"]
    game = art_game(tmp_path, [*broken, *harmless])
    art = game / "art"
    noise = Image.effect_noise((120, 80), 90).convert("RGB")
    for name in ("cut.png", "cut.jpg", "flipped.png"):
        noise.save(art / name)
    for name in ("cut.png", "cut.jpg"):
        (art / name).write_bytes((art / name).read_bytes()[:-1500])
    data = bytearray((art / "flipped.png").read_bytes())
    data[len(data) // 2] ^= 4
    (art / "flipped.png").write_bytes(bytes(data))
    (art / "empty.png").write_bytes(b"")
    (art / "page.png").write_text("<html>not found</html>")
    for name, kind in (("raster.svg", "PNG"), ("photo.png", "JPEG"), ("webp.jpg", "WEBP")):
        corners().save(art / name, kind)
    ran = build(game)
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    errors, warnings = (
        [line for line in ran.said.splitlines() if f"{word}[image." in line]
        for word in ("error", "warning")
    )
    assert len(errors) == len(broken), ran.said
    assert len(warnings) == len(harmless), ran.said
    for number, name in enumerate([*broken, *harmless]):
        assert name in ran.said
        assert (f"main.c{number}" in ran.said) == (name in broken)


# 96: huge pictures


def png(width, height, data, *chunks):
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    parts = [(b"IHDR", header), *chunks, (b"IDAT", data), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + name + content
        + struct.pack(">I", zlib.crc32(name + content))
        for name, content in parts
    )  # fmt: skip


@pytest.mark.slow
def test_huge_pictures_are_told_with_size_and_limit_soon_and_in_little_memory(tmp_path):
    names = ["square.png", "strip.png", "liar.png", "text.png"]
    game = art_game(tmp_path, names)
    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(3751)) for _ in range(30_000)) + packer.flush()
    files = {
        "square.png": png(30_000, 30_000, rows),
        "strip.png": png(60_000, 4, zlib.compress(bytes(7501 * 4))),
        "liar.png": png(9_000, 9_000, zlib.compress(bytes(90))),
        "text.png": png(8, 8, zlib.compress(b"\0\xff" * 8),
                        (b"zTXt", b"Comment\0\0" + zlib.compress(bytes(50_000_000)))),
    }  # fmt: skip
    for name, data in files.items():
        (game / "art" / name).write_bytes(data)
    ran = spawn("build", game, "--out", tmp_path / "out", seconds=20, megabytes=1500)
    assert ran.code == 1, ran.said
    assert "'square.png' may have at most 100 million pixels, found 30000 × 30000" in ran.said
    assert "'strip.png' may have at most 30000 pixels on a side, found 60000 × 4" in ran.said
    assert "'liar.png' is damaged or cut short" in ran.said
    assert "'text.png' (8 × 8 pixels) carries a text of more than 1 MB" in ran.said


# 100: same picture stored again and again


def test_a_photograph_on_every_card_is_stored_once_as_it_is(tmp_path):
    game = art_game(tmp_path, ["back.jpg"] * 90, box="bleed")
    values = np.random.default_rng(1).integers(0, 255, (555, 408, 3), np.uint8)
    Image.fromarray(values).save(game / "art" / "back.jpg", quality=60)
    path = built(game)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) >= 10
        stored = [o.read_raw_bytes() for o in pdf.objects
                  if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]  # fmt: skip
    assert stored == [(game / "art" / "back.jpg").read_bytes()]
    assert path.stat().st_size < len(stored[0]) + 90 * 1000
    assert io.BytesIO(stored[0]).read(2) == b"\xff\xd8"


# What a picture's keys may hold: expressions, like everything


def test_each_card_may_say_how_its_picture_is_shown(tmp_path):
    more = (
        ", fit: cover, turn: '{{ turned }}', focus: ['{{ x }}', middle], tint: '{{ tone }}',"
        " crop: {left: '{{ cut }}'}, mask: '{{ shape }}', page: '{{ page }}'"
    )
    game = art_game(tmp_path, [], more=more)
    corners((480, 320)).save(game / "art" / "a.png")
    keys = ("id", "turned", "x", "tone", "cut", "shape")
    row = f"      - {{art: art/a.png, page: 1, {', '.join(f'{key}: %s' for key in keys)}}}\n"
    text = (game / "game.yaml").read_text()
    rows = row % ("a", 0, 0.2, "none", "0%", "circle") + row % ("b", 90, 0.8, "red", "10%", "star")
    (game / "game.yaml").write_text(text + rows)
    one, two = cards_of(tmp_path, game, 2)
    assert np.abs(one - two).max() > 100


def test_a_bad_value_of_an_expression_names_the_card(tmp_path):
    game = art_game(tmp_path, ["a.png"], more=", turn: '{{ 40 + 5 }}'")
    corners().save(game / "art" / "a.png")
    ran = build(game)
    assert ran.code == 1
    assert "turn must be 0, 90, 180 or 270, found '45'" in ran.said
    assert "main.c0" in ran.said


# 99: the resolution is that of what is seen, at the size at which it is printed


def test_the_resolution_counts_what_is_cut_off_turned_and_continued(tmp_path):
    shown = {
        "cut.png, crop: {left: 50%}, fit: stretch": (4, 4),
        "turned.png, turn: 90, fit: cover": (33, 4),
        "tile.png, fit: tile, tile: 6.35": (4, 32),
        "page.pdf, fit: stretch": (33, 32),
        "fewer.png, dpi: 100": (4, 60),
        "edge.png, fit: stretch, bleed-from: stretch": (37.6, 62.6),
    }
    elements = "".join(
        f"      - {{image: art/{keys}, box: {{left: {x}, top: {y}, width: 1in, height: 1in}}}}\n"
        for keys, (x, y) in shown.items()
    )
    deck = "decks:\n  main: {face: art, back: none, hidden: false, rows: [{id: a}]}\n"
    text = f"{head()}templates:\n  art:\n    elements:\n{elements}{deck}"
    game = write(tmp_path / "game", text)
    (game / "art").mkdir()
    sizes = {"cut": (400, 400), "turned": (200, 400), "tile": (50, 50), "fewer": (800, 800),
             "edge": (400, 400)}  # fmt: skip
    for name, size in sizes.items():
        Image.new("RGB", size, RED).save(game / "art" / f"{name}.png")
    with pikepdf.new() as document:
        document.add_blank_page(page_size=(10, 10))
        document.save(game / "art" / "page.pdf")
    said = run("check", game).said
    for name, dpi in {"cut": 200, "turned": 200, "tile": 200, "fewer": 100}.items():
        assert said.count(f"'{name}.png'") == 1, said
        (line,) = [line for line in said.splitlines() if f"'{name}.png'" in line]
        assert f"at {dpi} dpi on" in line, line
    assert "page.pdf" not in said
    assert "edge.png" not in said
