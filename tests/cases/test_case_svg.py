"""Cases 102 to 105, and what of 95 is SVG: drawings as designers and strangers save them."""

import io

import pikepdf
import pytest
from games import build, built, files_in, head, run, spawn, write
from PIL import Image

NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
RED, GREEN, WHITE = (192, 0, 0), (0, 170, 0), (255, 255, 255)
# Where the pictures stand on their cards, and how far the bleed reaches, in mm.
LEFT = TOP = 4.0
SIDE, BLEED = 55.0, 3.0
PX = 300 / 25.4


def game(folder, drawings, keys="", repeat=1):
    """Return a game with a card for each drawing, in a box of 55 mm."""
    art = folder / "game" / "art"
    art.mkdir(parents=True)
    for name, content in drawings.items():
        (art / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    rows = "".join(
        f"      - {{id: {name.partition('.')[0]}-{turn}, art: art/{name}}}\n"
        for turn in range(repeat)
        for name in drawings
    )
    box = f"{{left: {LEFT}, top: {TOP}, width: {SIDE}, height: {SIDE}}}"
    return write(
        folder / "game",
        f"{head(fonts=None)}templates:\n  face:\n    elements:\n"
        f'      - {{image: "{{{{ art }}}}", box: {box}{keys}}}\n'
        f"decks:\n  main:\n    hidden: false\n    face: face\n    back: none\n    rows:\n{rows}",
    )


class Card:
    """The picture of a card, by places in mm of the box in it."""

    def __init__(self, path):
        self.image = Image.open(path).convert("RGB")

    def at(self, x, y):
        """Return the colour at a place."""
        return self.image.getpixel((int((BLEED + LEFT + x) * PX), int((BLEED + TOP + y) * PX)))

    def extent(self):
        """Return left, top, width and height of what is not white."""
        lit = self.image.convert("L").point(lambda value: 255 * (value < 250))
        left, top, right, bottom = (value / PX for value in lit.getbbox())
        return left - BLEED - LEFT, top - BLEED - TOP, right - left, bottom - top


def cards(folder, drawings, keys=""):
    """Return what was said of a game that builds, and its cards by the names of the files."""
    out = folder / "out"
    ran = run("build", game(folder, drawings, keys), "--only", "images", "--out", out)
    assert ran.code == 0, ran.said
    pictures = sorted(out.rglob("*.png"))
    found = {
        name: next(path for path in pictures if f"{name.partition('.')[0]}-0" in path.name)
        for name in drawings
    }
    return ran.said, {name: Card(path) for name, path in found.items()}


def near(color, wanted, tolerance=8):
    return all(abs(a - b) <= tolerance for a, b in zip(color, wanted, strict=True))


# 102: size and view box


SHAPES = (
    '<rect width="60" height="30" fill="#c00000"/><circle cx="45" cy="15" r="10" fill="#ffffff"/>'
)
SIZES = {
    "viewbox-only": 'viewBox="0 0 60 30"',
    "percent": 'width="100%" height="100%" viewBox="0 0 60 30"',
    "scaled": 'width="600" height="300" viewBox="0 0 60 30"',
    "mm": 'width="60mm" height="30mm" viewBox="0 0 60 30"',
    "none": "",
    "one": 'width="90" viewBox="0 0 60 30"',
    "offset": 'width="60" height="30" viewBox="-10 -5 80 40"',
    "slice": 'width="30" height="30" viewBox="0 0 60 30" preserveAspectRatio="xMidYMid slice"',
}


def sized(attributes):
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<svg {NS} {attributes}>{SHAPES}</svg>\n'


def test_a_drawing_has_the_shape_that_its_size_and_view_box_give_it(tmp_path):
    drawings = {f"{name}.svg": sized(more) for name, more in SIZES.items()}
    _, seen = cards(tmp_path, drawings)
    for name in ("viewbox-only", "percent", "scaled", "mm", "none", "one"):
        card = seen[f"{name}.svg"]
        assert card.extent() == pytest.approx((0, SIDE / 4, SIDE, SIDE / 2), abs=0.15), name
        assert near(card.at(10, SIDE / 2), RED), name
        assert near(card.at(SIDE * 0.75, SIDE / 2), WHITE), name
    # A margin of an eighth around the same drawing.
    eighth = SIDE / 8
    assert seen["offset.svg"].extent() == pytest.approx(
        (eighth, SIDE / 4 + SIDE / 16, SIDE * 0.75, SIDE * 0.375), abs=0.15
    )
    # What a square window shows of the middle: the left edge of the circle at 35 of 15 to 45.
    cut = seen["slice.svg"]
    assert cut.extent() == pytest.approx((0, 0, SIDE, SIDE), abs=0.15)
    assert near(cut.at(SIDE * 0.6, SIDE / 2), RED)
    assert near(cut.at(SIDE * 0.72, SIDE / 2), WHITE)


@pytest.mark.parametrize("fit", ["cover", "stretch", "tile, tile: 11"])
def test_a_drawing_is_fitted_as_any_picture_is(fit, tmp_path):
    _, seen = cards(tmp_path, {"a.svg": sized(SIZES["mm"])}, f", fit: {fit}")
    card = seen["a.svg"]
    assert card.extent() == pytest.approx((0, 0, SIDE, SIDE), abs=0.15)
    places = {
        "cover": {(2, 2): RED, (SIDE * 0.95, SIDE / 2): WHITE},
        "stretch": {(2, 2): RED, (SIDE * 0.75, SIDE / 2): WHITE, (SIDE * 0.95, SIDE / 2): RED},
    }
    for place, wanted in places.get(fit, {}).items():
        assert near(card.at(*place), wanted), place


def test_a_drawing_of_no_size_is_an_error_that_names_the_file(tmp_path):
    zero = sized('width="0" height="0" viewBox="0 0 0 0"')
    ran = build(game(tmp_path, {"zero.svg": zero}))
    assert ran.code == 1
    assert "error[svg.size]: 'zero.svg' has no size" in ran.said
    assert files_in(tmp_path / "out") == []


# 103: styles


STYLED = {
    "css.svg": "<style>.r{fill:#c00000} rect.b{fill:#0000c0;stroke:#000;stroke-width:2} "
    '#g{fill:#00a000 !important}</style><rect class="r" width="20" height="30"/><rect class="b" '
    'x="20" width="20" height="30"/><rect id="g" x="40" width="20" height="30" fill="#ffff00"/>',
    "current.svg": '<g color="#c00000"><rect width="30" height="30" style="fill:currentColor"/>'
    '<rect x="30" width="30" height="30" fill="currentColor" fill-opacity="0.5"/></g>',
    "group.svg": '<g fill="#c00000" opacity="0.5"><rect width="40" height="30"/><rect x="20" '
    'width="40" height="30"/></g>',
    "cdata.svg": '<defs><style type="text/css"><![CDATA[.k{fill:#c00000}]]></style></defs>'
    '<path class="k" d="M0 0H60V30H0Z"/>',
}


def test_styles_give_the_colours_that_they_say(tmp_path):
    drawings = {
        name: f'<svg {NS} viewBox="0 0 60 30">{inside}</svg>' for name, inside in STYLED.items()
    }
    said, seen = cards(tmp_path, drawings)
    middle, unit = SIDE / 2, SIDE / 60
    pale = (224, 128, 128)
    wanted = {
        "css.svg": {10: RED, 30: (0, 0, 192), 50: (0, 160, 0)},
        "current.svg": {15: RED, 45: pale},
        "group.svg": {10: pale, 30: pale, 50: pale},
        "cdata.svg": {30: RED},
    }
    for name, colours in wanted.items():
        found = {x: seen[name].at(x * unit, middle) for x in colours}
        assert all(near(found[x], colour) for x, colour in colours.items()), (name, found)
    assert "warning" not in said


# 104: parts dropped without a word


PARTS = {
    "gradient.svg": '<defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/><stop '
    'offset="1" stop-color="#00f"/></linearGradient></defs><rect width="60" height="30" '
    'fill="url(#g)"/>',
    "pattern.svg": '<defs><pattern id="p" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<circle cx="3" cy="3" r="2" fill="#c00"/></pattern></defs><rect width="60" height="30" '
    'fill="url(#p)"/>',
    "mask.svg": '<defs><mask id="m"><rect width="30" height="30" fill="#fff"/></mask></defs>'
    '<rect width="60" height="30" fill="#c00" mask="url(#m)"/>',
    "filter.svg": '<defs><filter id="f"><feGaussianBlur stdDeviation="3"/></filter></defs>'
    '<rect x="10" y="5" width="40" height="20" fill="#c00" filter="url(#f)"/>',
    "text.svg": '<text x="30" y="20" text-anchor="middle" font-family="NoSuchFont, Lato" '
    'font-size="7" textLength="58">Drache <tspan font-weight="bold">Ž 5</tspan> '
    '<tspan fill="#c00">end</tspan></text>',
    "use.svg": '<defs><symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10" '
    'fill="#c00"/></symbol></defs><use xlink:href="#s" width="20" height="20"/>'
    '<use href="#s" x="30" width="20" height="20"/>',
    "switch.svg": '<switch><foreignObject requiredFeatures="http://www.w3.org/TR/SVG11/feature'
    '#Extensibility" width="60" height="30"/><text x="5" y="20">fallback</text></switch>',
}


def test_parts_are_drawn_or_told_with_file_and_element(tmp_path):
    drawings = {
        name: f'<svg {NS} viewBox="0 0 60 30">{inside}</svg>' for name, inside in PARTS.items()
    }
    said, seen = cards(tmp_path, drawings)
    unit, top = SIDE / 60, SIDE / 4

    def at(name, x, y):
        return seen[name].at(x * unit, top + y * unit)

    red = (204, 0, 0)
    assert near(at("gradient.svg", 1, 15), (251, 0, 4), 14)
    assert near(at("gradient.svg", 59, 15), (4, 0, 251), 14)
    for x in (3, 27, 57):
        assert near(at("pattern.svg", x, 15), red)
        assert near(at("pattern.svg", x + 2.8, 12.2), WHITE)
    assert near(at("mask.svg", 15, 15), red)
    assert near(at("mask.svg", 45, 15), WHITE)
    assert near(at("filter.svg", 30, 15), red)
    assert near(at("use.svg", 10, 10), red)
    assert near(at("use.svg", 40, 10), red)
    colours = [at("text.svg", x / 4, y / 4) for x in range(180, 238) for y in range(60, 84)]
    assert any(near(colour, red, 20) for colour in colours), "the last word"
    assert seen["switch.svg"].extent()[2] > 20
    assert "'filter.svg', line 1: filter of <rect>" in said
    assert "'text.svg', line 1: <text> asks for the font 'NoSuchFont'" in said
    assert said.count("warning[") == 2, said


# 105: reads or calls outside


def test_a_drawing_from_a_stranger_reads_nothing_and_ends_soon(tmp_path):
    secret = io.BytesIO()
    Image.new("RGB", (60, 30), (255, 0, 0)).save(secret, "PNG")
    (tmp_path / "_outside").mkdir()
    (tmp_path / "_outside" / "secret.png").write_bytes(secret.getvalue())
    (tmp_path / "secret.txt").write_text("the name of the machine")
    entities = "".join(
        f'<!ENTITY {c} "{f"&{p};" * 10}">' for p, c in zip("abcdefgh", "bcdefghi", strict=True)
    )
    files = {
        "xxe.svg": f'<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY x SYSTEM '
        f'"{(tmp_path / "secret.txt").as_uri()}">]>\n<svg {NS} viewBox="0 0 200 30">'
        '<text x="5" y="20" font-size="14">&x;</text></svg>',
        "laughs.svg": f'<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY a "hahahahaha">{entities}'
        f']>\n<svg {NS} viewBox="0 0 200 30"><text x="5" y="20">&i;</text></svg>',
        "self-use.svg": f'<svg {NS} viewBox="0 0 60 30"><g id="a"><use xlink:href="#b"/></g>'
        '<g id="b"><use xlink:href="#a"/></g></svg>',
    }
    ran = spawn("build", game(tmp_path, files), "--out", tmp_path / "out", megabytes=700)
    assert ran.code == 1
    assert "error[svg.entity]: 'xxe.svg' declares the entity 'x'" in ran.said
    assert "error[svg.entity]: 'laughs.svg' declares the entity 'b'" in ran.said
    assert "error[svg.loop]: 'self-use.svg', line 1: <use> draws itself" in ran.said
    assert "Traceback" not in ran.said
    assert files_in(tmp_path / "out") == []


def test_what_a_drawing_names_outside_itself_is_left_out_with_a_warning(tmp_path):
    secret = io.BytesIO()
    Image.new("RGB", (60, 30), (255, 0, 0)).save(secret, "PNG")
    (tmp_path / "secret.png").write_bytes(secret.getvalue())
    start = f'<svg {NS} viewBox="0 0 60 30"'
    square = '<rect width="60" height="30" fill="#0a0"/></svg>'
    files = {
        "href-file.svg": f'{start}><image width="60" height="30" xlink:href="../../secret.png"/>'
        f"{square}",
        "href-http.svg": f'{start}><image width="60" height="30" '
        f'xlink:href="http://127.0.0.1:9/x.png"/>{square}',
        "css-import.svg": f'{start}><style>@import url("http://127.0.0.1:9/a.css"); '
        "rect{fill:#0a0}</style>" + square.replace("#0a0", "red"),
        "script.svg": f'{start} onload="alert(1)"><script>fetch("http://127.0.0.1:9/")</script>'
        f"{square}",
    }
    said, seen = cards(tmp_path, files)
    for name, card in seen.items():
        assert near(card.at(SIDE / 2, SIDE / 2), GREEN), name
        assert f"'{name}', line 1: " in said
    assert said.count("warning[") == 4, said


# 95: broken or wrongly named


def test_files_that_are_no_drawings_are_told_by_name_in_one_run(tmp_path):
    picture = io.BytesIO()
    Image.new("RGB", (60, 30), (0, 0, 255)).save(picture, "PNG")
    files = {
        "empty.svg": b"",
        "page.svg": b"<!doctype html><html><body>404</body></html>",
        "cut.svg": f'<svg {NS} viewBox="0 0 60 30"><rect width="6'.encode(),
        "png-named.svg": picture.getvalue(),
    }
    ran = build(game(tmp_path, files))
    assert ran.code == 1
    for name in ("empty.svg", "page.svg", "cut.svg"):
        assert f"'{name}'" in ran.said
    assert "'art/png-named.svg' is really a PNG file" in ran.said
    assert ran.said.count("error[") == 3, ran.said


# One drawing on many cards


def test_a_drawing_on_sixty_cards_is_stored_once(tmp_path):
    drawing = f'<svg {NS} viewBox="0 0 60 30">{"<path d=%sM1 2L3 4V9Z%s/>" * 200}</svg>'
    text = drawing.replace("%s", '"')
    pdf = built(game(tmp_path, {"a.svg": text}, repeat=60))
    with pikepdf.open(pdf) as opened:
        streams = [o for o in opened.objects if isinstance(o, pikepdf.Stream)]
        drawn = [o for o in streams if o.read_bytes().count(b" h") >= 200]
    assert len(drawn) == 1


def test_other_colours_of_a_drawing_are_computed_for_each_card(tmp_path):
    text = f'<svg {NS} viewBox="0 0 60 30"><rect class="a" width="60" height="30"/></svg>'
    files = {"red.svg": text, "lime.svg": text}
    keys = ", colors: {.a: \"{{ 'red' if 'red' in art else 'lime' }}\"}"
    _, seen = cards(tmp_path, files, keys)
    assert near(seen["red.svg"].at(SIDE / 2, SIDE / 2), (255, 0, 0))
    assert near(seen["lime.svg"].at(SIDE / 2, SIDE / 2), (0, 255, 0))


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        (", colors: {.b: red}", "warning[svg.color]"),
        (", colors: {b: red}", "error[svg.color]"),
        (", colors: red", "error[value.mapping]"),
        (", colors: {.a: none}", "error[value.color]"),
        (", grey: true", "error[image.vector]"),
    ],
)
def test_keys_that_mean_nothing_to_a_drawing_are_told(keys, code, tmp_path):
    text = f'<svg {NS} viewBox="0 0 60 30"><rect class="a" width="60" height="30"/></svg>'
    assert code in build(game(tmp_path, {"a.svg": text}, keys)).said


def test_colours_for_the_parts_of_a_photograph_are_an_error(tmp_path):
    picture = io.BytesIO()
    Image.new("RGB", (60, 30), (0, 0, 255)).save(picture, "PNG")
    ran = build(game(tmp_path, {"a.png": picture.getvalue()}, ", colors: {.a: red}"))
    assert "error[image.colors]" in ran.said
