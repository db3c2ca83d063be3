"""The keys of a picture: fitted, cut, turned, coloured, masked, made smaller, or not there."""

import io
from types import SimpleNamespace

import numpy as np
import pikepdf
import pytest
from PIL import Image as Pillow
from showing import (
    BLUE,
    GREEN,
    HERE,
    INFO,
    RED,
    YELLOW,
    Box,
    Desk,
    at,
    by_pdfium,
    corners,
    drawn_by_both,
    element,
    laid_out,
    near,
    node,
    page_of,
    pdf_of,
    read_corners,
)

from cardforge.color import Color
from cardforge.decode import BAD, Reader
from cardforge.diagnostics import Report
from cardforge.fonts import find_font
from cardforge.images.editing import upright
from cardforge.ink import Group, Image
from cardforge.ink.written import digest, dump
from cardforge.layout.pictures import picture_aspect
from cardforge.picture_grammar import IMAGE_KEYS
from cardforge.render.pdf import render

BOX = Box(4.0, 4.0, 54.0, 36.0)
WHITE = (255, 255, 255)
ALL = [RED, GREEN, BLUE, YELLOW]


@pytest.fixture
def art(tmp_path):
    corners().save(tmp_path / "a.png")
    upright(corners(), 8).save(tmp_path / "turned.jpg", exif=turned(), quality=95)
    return tmp_path


def turned():
    exif = Pillow.Exif()
    exif[0x0112] = 6
    return exif


def seen(folder, name="a.png", box=BOX, **keys):
    return by_pdfium(pdf_of(folder, name, box=box, **keys))


def looks(pixels, box, wanted, tolerance=30):
    found = read_corners(pixels, box)
    return all(near(a, b, tolerance) for a, b in zip(found, wanted, strict=True))


def images_of(pdf):
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return [
            (int(o.Width), int(o.Height), len(o.read_raw_bytes()))
            for o in document.objects
            if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"
        ]


# --- fit ---


@pytest.mark.parametrize(
    ("keys", "left"),
    [({"align": "left"}, 0.0), ({}, 15.0), ({"align": "right"}, 30.0)],
)
def test_what_is_contained_stands_where_align_says(art, keys, left):
    box = Box(0.0, 10.0, 60.0, 20.0)
    assert looks(seen(art, box=box, **keys), Box(left, 10.0, 30.0, 20.0), ALL)


@pytest.mark.parametrize(("place", "top"), [("top", 0.0), ("middle", 20.0), ("bottom", 40.0)])
def test_what_is_contained_stands_where_valign_says(art, place, top):
    box = Box(0.0, 0.0, 60.0, 80.0)
    assert looks(seen(art, box=box, valign=place), Box(0.0, top, 60.0, 40.0), ALL)


@pytest.mark.parametrize("name", ["a.png", "turned.jpg"])
@pytest.mark.parametrize(
    ("focus", "wanted"),
    [
        (["left", "top"], [RED, RED, BLUE, BLUE]),
        ([1, 0], [GREEN, GREEN, YELLOW, YELLOW]),
        (["50%", "50%"], [WHITE] * 4),
        ([0, "middle"], [RED, RED, BLUE, BLUE]),
    ],
)
def test_cover_keeps_the_focus_in_sight(art, name, focus, wanted):
    box = Box(5.0, 5.0, 20.0, 40.0)
    assert looks(seen(art, name, box, fit="cover", focus=focus), box, wanted)


@pytest.mark.parametrize("name", ["a.png", "turned.jpg"])
@pytest.mark.parametrize(
    ("crop", "wanted"),
    [
        ({"left": "66.67%", "top": "66.67%"}, [YELLOW] * 4),
        ({"right": "160 px", "bottom": "108 px"}, [RED] * 4),
        ({"bottom": 0.7}, [RED, GREEN, RED, GREEN]),
    ],
)
def test_crop_cuts_the_picture_as_it_is_seen(art, name, crop, wanted):
    assert looks(seen(art, name, fit="stretch", crop=crop), BOX, wanted)


def test_a_crop_that_leaves_nothing_is_an_error(art):
    for crop in ({"left": "60%", "right": "40%"}, {"top": "160 px"}):
        ink, desk = laid_out(art, "a.png", crop=crop)
        assert (ink, desk.codes) == ((), ["image.crop"])
        assert "240 × 160 pixels" in desk.said[0][2]


@pytest.mark.parametrize("name", ["a.png", "turned.jpg"])
@pytest.mark.parametrize(
    ("turn", "wanted"),
    [
        (90, [BLUE, RED, YELLOW, GREEN]),
        (180, [YELLOW, BLUE, GREEN, RED]),
        (270, [GREEN, YELLOW, RED, BLUE]),
        (-90, [GREEN, YELLOW, RED, BLUE]),
    ],
)
def test_turn_turns_the_picture_in_its_box(art, name, turn, wanted):
    assert looks(seen(art, name, fit="stretch", turn=turn), BOX, wanted)


def test_tiles_fill_the_box_without_gaps_and_nothing_beyond(art):
    Pillow.new("RGB", (40, 20), RED).save(art / "red.png")
    box = Box(3.0, 7.0, 50.3, 41.7)
    for drawn in drawn_by_both(art, "red.png", box=box, fit="tile", tile=7.3, dpi=150):
        inside = drawn[60:300, 45:330]
        assert near(inside.min(axis=(0, 1)), RED, 3), inside.min(axis=(0, 1))
        assert near(inside.max(axis=(0, 1)), RED, 3), inside.max(axis=(0, 1))
        assert near(at(drawn, 2, 20, dpi=150), WHITE)
        assert near(at(drawn, 54, 20, dpi=150), WHITE)


def test_the_first_tile_stands_where_align_and_valign_say(art):
    keys = {"fit": "tile", "tile": [24, 16], "align": "left", "valign": "top"}
    drawn = seen(art, **keys)
    for x, y in ((0, 0), (24, 0), (0, 16)):
        assert looks(drawn, Box(BOX.x + x, BOX.y + y, 24, 16), ALL)


def test_a_picture_that_is_not_fitted_has_300_pixels_an_inch(art):
    size = Box(BOX.x, BOX.y, 240 / 300 * 25.4, 160 / 300 * 25.4)
    assert looks(seen(art, fit="none", align="left", valign="top"), size, ALL)


def test_more_tiles_than_anybody_can_want_are_an_error(art):
    Pillow.new("RGB", (1, 1)).save(art / "dot.png")
    ink, desk = laid_out(art, "dot.png", fit="tile")
    assert (ink, desk.codes) == ((), ["image.tiles"])


@pytest.mark.parametrize(
    ("keys", "shape"),
    [({}, 1.5), ({"turn": 90}, 1 / 1.5), ({"crop": {"left": 0.5}}, 0.75)],
)
def test_the_shape_of_a_picture_counts_what_is_done_to_it(art, keys, shape):
    for name in ("a.png", "turned.jpg"):
        assert picture_aspect(element(name, **keys), Desk(art)) == pytest.approx(shape)


# --- colours ---


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp", "inks.jpg", "palette.png"])
def test_grey_takes_the_colours_out(art, name):
    image = corners()
    if name == "inks.jpg":
        image = image.convert("CMYK")
    if name == "palette.png":
        image = image.quantize(8)
    image.save(art / name)
    found = read_corners(seen(art, name, grey=True), BOX)
    assert all(max(color) - min(color) <= 2 for color in found)
    assert len({color[0] // 8 for color in found}) > 2


def test_a_tint_goes_from_its_colour_to_white(art):
    Pillow.linear_gradient("L").save(art / "ramp.png")
    drawn = seen(art, "ramp.png", fit="stretch", tint="#8000a0")
    assert near(at(drawn, 30, BOX.y + 0.5), (128, 0, 160), 6)
    assert near(at(drawn, 30, BOX.centre.y), (191, 127, 207), 6)
    assert near(at(drawn, 30, BOX.bottom - 0.5), WHITE, 6)


def test_a_tint_of_ink_stays_ink(art):
    ink, _ = laid_out(art, "a.png", tint="cmyk(0, 80, 100, 0)")
    (image,) = ink
    assert image.edit.tint == Color("cmyk", (0.0, 0.8, 1.0, 0.0))
    pdf = render([page_of(ink)], {}, INFO)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        spaces = {str(o.get("/ColorSpace")) for o in document.objects
                  if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"}  # fmt: skip
    assert spaces == {"/DeviceCMYK"}


def test_brightness_and_contrast_change_the_greys(art):
    Pillow.new("L", (30, 20), 100).save(art / "grey.png")
    assert near(at(seen(art, "grey.png"), 30, 20), (100,) * 3, 1)
    assert near(at(seen(art, "grey.png", brightness=0.2), 30, 20), (151,) * 3, 1)
    assert near(at(seen(art, "grey.png", contrast=1), 30, 20), (72,) * 3, 1)
    Pillow.new("CMYK", (30, 20), (0, 0, 0, 155)).save(art / "ink.tif")
    lighter = at(seen(art, "ink.tif", brightness=0.2), 30, 20)
    assert lighter[0] > at(seen(art, "ink.tif"), 30, 20)[0] + 30


def test_what_is_clear_stays_clear_whatever_becomes_of_the_colours(art):
    clear = corners().convert("RGBA")
    clear.paste((0, 0, 0, 0), (80, 0, 160, 160))
    clear.save(art / "clear.png")
    for keys in ({"grey": True}, {"tint": "#006000"}, {"brightness": -0.5}):
        drawn = seen(art, "clear.png", **keys)
        assert near(at(drawn, BOX.centre.x, BOX.centre.y), WHITE)
        assert not near(at(drawn, BOX.x + 5, BOX.y + 5), WHITE)


# --- masks ---


@pytest.mark.parametrize(
    "mask", ["circle", "ellipse", "hexagon", "star", "shield", "heart", "M0 0 L10 0 L5 9 Z"]
)
def test_a_mask_cuts_the_picture_out(art, mask):
    Pillow.new("RGB", (60, 40), RED).save(art / "red.png")
    for drawn in drawn_by_both(art, "red.png", box=BOX, fit="cover", mask=mask):
        assert near(at(drawn, BOX.centre.x, BOX.centre.y), RED)
        assert near(at(drawn, BOX.x + 0.5, BOX.bottom - 0.5), WHITE)


def test_a_corner_rounds_the_box_off(art):
    Pillow.new("RGB", (60, 40), RED).save(art / "red.png")
    drawn = seen(art, "red.png", corner=8)
    assert near(at(drawn, BOX.x + 1, BOX.y + 1), WHITE)
    assert near(at(drawn, BOX.x + 4, BOX.y + 4), RED)
    assert near(at(seen(art, "red.png"), BOX.x + 1, BOX.y + 1), RED)


@pytest.mark.parametrize(("mask", "code"), [("hart", "icon.unknown"), ("M0 0 L5 0", "image.mask")])
def test_a_mask_that_encloses_nothing_is_an_error(art, mask, code):
    ink, desk = laid_out(art, "a.png", mask=mask)
    assert (ink, desk.codes) == ((), [code])


# --- pixels ---


def noise(size):
    values = np.random.default_rng(1).integers(0, 255, (size[1], size[0], 3), np.uint8)
    return Pillow.fromarray(values)


def test_far_more_pixels_than_can_be_printed_are_made_fewer(art):
    noise((1800, 1200)).save(art / "big.jpg", quality=80)
    box = Box(0.0, 0.0, 25.4, 25.4 * 2 / 3)
    ((width, height, size),) = images_of(pdf_of(art, "big.jpg", box=box))
    assert (width, height) == (400, 267)
    assert size < (art / "big.jpg").stat().st_size / 4
    ((width, height, _),) = images_of(pdf_of(art, "big.jpg", box=box, dpi=1200))
    assert (width, height) == (1800, 1200)
    ((width, height, _),) = images_of(pdf_of(art, "big.jpg", box=box, dpi=150))
    assert (width, height) == (150, 100)


def test_somewhat_more_pixels_stay_as_they_are_bytes_and_all(art):
    noise((590, 400)).save(art / "big.jpg", quality=80)
    box = Box(0.0, 0.0, 25.4, 25.4 * 40 / 59)
    ((width, height, size),) = images_of(pdf_of(art, "big.jpg", box=box))
    assert (width, height, size) == (590, 400, (art / "big.jpg").stat().st_size)


def test_what_is_cut_off_does_not_count_as_pixels_for_what_is_seen(art):
    noise((3000, 2000)).save(art / "sheet.jpg", quality=60)
    box, crop = Box(0.0, 0.0, 25.4, 25.4), {"right": "2500 px", "bottom": "1500 px"}
    ((width, _, _),) = images_of(pdf_of(art, "sheet.jpg", box=box, crop=crop))
    assert width == 3000


def test_a_drawing_in_black_and_white_keeps_all_its_pixels(art):
    Pillow.new("1", (1800, 1200), 1).save(art / "line.png")
    ((width, _, _),) = images_of(pdf_of(art, "line.png", box=Box(0.0, 0.0, 25.4, 17.0)))
    assert width == 1800


def test_a_smaller_picture_still_looks_the_same(art):
    clear = corners((1800, 1200)).convert("RGBA")
    clear.paste((9, 9, 9, 0), (600, 0, 1200, 1200))
    clear.save(art / "big.png")
    box = Box(0.0, 0.0, 36.0, 24.0)
    pdf = pdf_of(art, "big.png", box=box)
    assert {size[:2] for size in images_of(pdf)} == {(567, 378)}
    for drawn in drawn_by_both(art, "big.png", box=box):
        assert looks(drawn, box, ALL, 6)
        assert near(at(drawn, 18, 12), WHITE)


def test_one_file_with_one_look_is_stored_once_on_all_cards(art):
    noise((1800, 1200)).save(art / "big.jpg", quality=80)
    desk, pages = Desk(art), []
    for x in range(5):
        ink, _ = laid_out(art, "big.jpg", Box(float(x), 0.0, 30.0, 20.0), desk=desk, grey=True)
        pages.append(page_of(ink))
    assert len(images_of(render(pages, desk.fonts, INFO))) == 1


def test_the_same_ink_gives_the_same_bytes(art):
    noise((1800, 1200)).save(art / "big.jpg", quality=80)
    keys = {"grey": True, "mask": "star", "fit": "cover", "bleed_from": "mirror"}
    assert pdf_of(art, "big.jpg", **keys) == pdf_of(art, "big.jpg", **keys)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"grey": True}, "grey"),
        ({"tint": "#ff0000"}, "tint rgb 1 0 0"),
        ({"brightness": 0.5, "contrast": -0.25}, "brightness 0.5 contrast -0.25"),
        ({"dpi": 72}, "size 170 113"),
    ],
)
def test_what_is_changed_of_a_picture_is_in_its_ink_and_in_its_hash(art, keys, words):
    Pillow.new("RGB", (480, 320), RED).save(art / "a.png")
    box = Box(0.0, 0.0, 60.0, 40.0)
    plates = [page_of(laid_out(art, "a.png", box, **more)[0]).items[0].plate
              for more in ({}, keys)]  # fmt: skip
    assert words in dump(plates[1])
    assert words not in dump(plates[0])
    assert digest(plates[0]) != digest(plates[1])


# --- not there ---


def is_crossed(ink):
    (group,) = ink
    return isinstance(group, Group) and len(group.items) >= 3


@pytest.mark.parametrize("name", ["lost.png", "", "torn.png", "text.png"])
def test_a_draft_draws_a_box_with_the_name_where_a_picture_is_missing(art, name):
    (art / "torn.png").write_bytes((art / "a.png").read_bytes()[:200])
    (art / "text.png").write_text("no picture")
    ink, desk = laid_out(art, name, BOX, desk=Desk(art, draft=True))
    assert is_crossed(ink)
    assert [severity for severity, _, _ in desk.said] == ["note"]
    words = [item.text for item in ink[0].items if hasattr(item, "text")]
    assert words == [name or "no picture"]
    drawn = by_pdfium(render([page_of(ink)], desk.fonts, INFO))
    assert near(at(drawn, BOX.x + 2, BOX.centre.y), (229,) * 3, 4)
    ink, desk = laid_out(art, name, BOX)
    assert ink == ()
    assert [severity for severity, _, _ in desk.said] == ["error"]


@pytest.mark.parametrize("name", ["../a.png", "https://example.org/a.png"])
def test_a_draft_does_not_look_for_pictures_elsewhere(art, name):
    ink, desk = laid_out(art, name, desk=Desk(art, draft=True))
    assert ink == ()
    assert desk.report.has_errors


def test_a_picture_may_be_allowed_to_be_missing(art):
    ink, desk = laid_out(art, "lost.png", missing="placeholder")
    assert is_crossed(ink)
    assert desk.said[0][:2] == ("warning", "image.missing")
    ink, desk = laid_out(art, "lost.png", missing="none")
    assert ink == ()
    assert desk.said[0][:2] == ("warning", "image.missing")
    ink, desk = laid_out(art, "", missing="none")
    assert (ink, desk.said) == ((), [])


def test_the_name_of_a_missing_picture_is_set_in_a_font_that_has_its_letters(art):
    desk = Desk(art)
    desk.fonts.add("signs", find_font("Lato-Regular", art))
    signs = desk.fonts["signs"]
    lacking = SimpleNamespace(missing=lambda words: list(words), has=lambda _: False)
    fonts = {None: lacking, "signs": lacking, "text": signs}
    desk.layout.game.fonts = {"signs": None, "text": None}
    desk.layout.font = lambda alias, _: fonts[alias]
    ink, _ = laid_out(art, "lost.png", missing="placeholder", desk=desk)
    assert [item.text for item in ink[0].items if hasattr(item, "text")] == ["lost.png"]
    desk.layout.game.fonts = {"signs": None}
    ink, _ = laid_out(art, "lost.png", missing="placeholder", desk=desk)
    assert [item for item in ink[0].items if hasattr(item, "text")] == []


# --- as it is written ---


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("fit", "fill"),
        ("focus", ["top", "left"]),
        ("focus", [2, 0]),
        ("focus", "left"),
        ("crop", {"left": "5 mm"}),
        ("crop", {"left": "120%"}),
        ("crop", {"middle": "5%"}),
        ("turn", 45),
        ("tile", 0),
        ("tile", [5]),
        ("brightness", 2),
        ("dpi", 10),
        ("page", 0),
        ("page-box", "art"),
        ("missing", "draft"),
        ("bleed-from", "edge"),
    ],
)
def test_what_no_key_can_hold_is_an_error_at_its_place(key, value):
    report = Report()
    assert Reader(report).read(node(value), IMAGE_KEYS[key].kind, key) is BAD
    assert report.problems[0].span == HERE


def test_every_key_is_described():
    assert all(field.doc for field in IMAGE_KEYS.values())


def test_an_image_says_what_it_is_without_edits(art):
    ink, _ = laid_out(art, "a.png")
    assert isinstance(ink[0], Image)
    assert not ink[0].edit.changes_pixels


def test_a_changed_photograph_of_inks_is_no_negative(art):
    corners().convert("CMYK").save(art / "ink.jpg", quality=97)
    plain, changed = (
        by_pdfium(pdf_of(art, "ink.jpg", box=BOX, **keys)) for keys in ({}, {"contrast": 0.01})
    )
    assert np.abs(plain - changed).max() < 12


def test_an_edited_photograph_with_a_profile_is_brought_to_the_screen_once(art):
    from PIL import ImageCms

    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    corners().save(art / "a.jpg", icc_profile=lab, quality=95)
    small = seen(art, "a.jpg", contrast=0.001)
    assert looks(small, BOX, ALL, 12)
