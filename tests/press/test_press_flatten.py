"""Pages without see-through ink: they look as before, ink by ink, and the rest stays vector."""

import io
import zlib

import numpy as np
import pikepdf
import pytest
from press_pages import (
    CMYK,
    CONDITION,
    FONTS,
    INFO,
    at,
    box,
    calm,
    ink_of,
    needs_ghostscript,
    on_press,
    on_screen,
    page,
    picture_of,
)

from cardforge.color import REGISTRATION, Color
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.ink import Group, Image, Line, Path, Plate, Rect, Text, Use, dump
from cardforge.press.finish import finish
from cardforge.press.flatten import Flattener
from cardforge.press.pixels import decoded
from cardforge.press.values import PressError
from cardforge.render.pdf import render
from cardforge.render.pictures import Picture

RED, CYAN, YELLOW, BLACK = CMYK(0, 1, 0.8, 0), CMYK(1, 0, 0, 0), CMYK(0, 0, 1, 0), CMYK(0, 0, 0, 1)
GOLD = Color("spot", (0.0, 0.2, 0.8, 0.1), None, "Gold")
CUT = Color("die", (0.0, 1.0, 0.0, 0.0), None, "Cut")

ROWS, COLUMNS = np.mgrid[:100, :100]
ROUND = np.clip((48 - np.hypot(COLUMNS - 49.5, ROWS - 49.5)) * 12, 0, 255).astype(np.uint8)
SHADED = np.dstack([COLUMNS * 2, 200 - COLUMNS, ROWS * 2, np.full_like(ROWS, 30)])
PICTURES = {
    "round": picture_of(SHADED, ROUND),
    "solid": picture_of(SHADED),
    "blue": picture_of(np.full((100, 100, 4), (255, 204, 0, 0)), ROUND),
}


def pictures(path, _edit=None):
    return PICTURES[str(path)]


def rect(x, y, width, height, fill, **more):
    return Rect(box(x, y, width, height), fill=fill, **more)


def words(x, y, text="Text", fill=BLACK, size=14):
    return Text(Point(x, y), text, "body", size, fill)


def clear(*items, opacity=0.5, **more):
    return Group(items, opacity=opacity, **more)


def part(*items, size=Size(10, 10)):
    return Plate("part", size, Insets(1, 1, 1, 1), items)


BACK = rect(0, 0, 40, 30, RED)
PART = part(
    rect(-1, -1, 12, 12, CMYK(0.3, 0, 0, 0)), Image(box(0, 0, 9, 7), "round"), words(1, 9, size=9)
)
LEAF = (("M", 0, 0), ("L", 20, 0), ("C", 20, 10, 10, 20, 0, 20), ("Z",))
BENT = (("M", 5, 25), ("L", 10, 8), ("L", 15, 25))
PAGES = {
    "a group blended as one": (
        BACK,
        clear(rect(5, 5, 10, 10, CYAN), rect(10, 8, 10, 10, YELLOW)),
        rect(0, 12, 40, 2, BLACK),
    ),
    "one over another": (
        BACK,
        clear(rect(5, 5, 20, 15, CYAN)),
        words(3, 10),
        clear(rect(10, 2, 20, 25, CMYK(0, 0, 0, 0.5)), opacity=0.3),
        words(12, 20),
    ),
    "clips and turns": (
        BACK,
        Group(
            (
                clear(
                    rect(0, 0, 20, 20, CYAN),
                    words(2, 9, "Hello", size=20),
                    opacity=0.4,
                    clip=LEAF,
                    transform=Transform.turned(20),
                ),
            ),
            transform=Transform.moved(10, 3),
            clip=box(0, 0, 12, 15),
        ),
    ),
    "over the edge of the page": (
        BACK,
        clear(rect(-5, -5, 15, 15, BLACK), rect(35, 25, 20, 20, BLACK)),
    ),
    "sharp corners": (BACK, clear(Path(BENT, stroke=BLACK, line_width=3))),
    "lines and register marks": (
        BACK,
        clear(Line(Point(3, 3), Point(30, 20), CYAN, 1.0), opacity=0.7),
        clear(rect(20, 5, 5, 5, REGISTRATION), opacity=0.3),
        clear(rect(26, 5, 5, 5, Color("gray", (0.2,)))),
    ),
    "a picture": (BACK, Image(box(5, 5, 20, 20), "round"), rect(20, 20, 10, 5, YELLOW)),
    "part of a picture over another": (
        BACK,
        Image(box(5, 5, 20, 20), "solid"),
        Image(box(7, 7, 20, 20), "round", box(0.2, 0.2, 0.5, 0.5)),
    ),
    "plates turned": (BACK, Use(PART, Point(20, 10), 33.0), Use(PART, Point(15, 12), 90.0)),
    "groups in groups": (
        BACK,
        clear(
            rect(3, 3, 20, 20, CYAN),
            clear(rect(10, 10, 20, 10, BLACK)),
            Image(box(12, 12, 9, 9), "round"),
            opacity=0.6,
        ),
    ),
}
WITH_PICTURES = (
    "a picture",
    "part of a picture over another",
    "plates turned",
    "groups in groups",
)


def flattener(**more):
    return Flattener(FONTS, pictures, **more)


def flattened(*items, **more):
    return flattener(**more).page(page(*items)).items


def rendered(made, by=pictures):
    return render([made], FONTS, INFO, by)


def placed(items):
    """Return the flattened pictures among the items of a page."""
    return [item for item in items if isinstance(item, Image)]


def see_through(pdf):
    """Return everything in a file that lets through what lies below it."""
    found = []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for thing in document.objects:
            if not isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                continue
            if any(float(thing.get(key, 1)) < 1 for key in ("/CA", "/ca")):
                found.append("opacity")
            found += [key for key in ("/SMask", "/Group", "/BM") if key in thing]
    return found


@pytest.fixture(scope="module")
def pressed(tmp_path_factory):
    """Return what a press prints of each page, mixed by it and flattened before."""
    folder, flat = tmp_path_factory.mktemp("pressed"), flattener()
    before = [page(*items) for items in PAGES.values()]
    live = render(before, FONTS, INFO, pictures)
    done = render([flat.page(each) for each in before], FONTS, INFO, flat.picture)
    assert see_through(live)
    assert not see_through(done)
    one = on_press(finish(live, "pdfx-4", CONDITION, INFO), folder)
    other = on_press(finish(done, "pdfx-1a:2003", CONDITION, INFO), folder)
    return dict(zip(PAGES, zip(one, other, strict=True), strict=True))


@needs_ghostscript
@pytest.mark.parametrize("what", PAGES)
def test_each_ink_is_as_much_as_a_press_would_have_mixed(what, pressed):
    one, other = pressed[what]
    even = calm(one)
    apart = np.abs(one - other).max(axis=2)[even]
    assert even.mean() > 0.75
    # Programs do not enlarge pictures alike; all else is the same to a level or two.
    assert apart.max() <= (14 if what in WITH_PICTURES else 2)
    assert apart.mean() < 1


@pytest.mark.parametrize("what", PAGES)
def test_no_see_through_ink_is_left_and_what_lies_outside_looks_the_same(what):
    flat = flattener()
    before = page(*PAGES[what])
    after = flat.page(before)
    done = rendered(after, flat.picture)
    assert not see_through(done)
    one, other = on_screen(rendered(before), 100), on_screen(done, 100)
    outside = np.ones(one.shape[:2], bool)
    for image in placed(after.items):
        left, top = at(image.box.x, image.box.y, 100)
        right, bottom = at(image.box.right, image.box.bottom, 100)
        outside[max(top - 1, 0) : bottom + 2, max(left - 1, 0) : right + 2] = False
    assert outside.any() == (what != "over the edge of the page")
    assert np.abs(one - other)[outside].max(initial=0) <= 1


@pytest.mark.parametrize("what", ["a picture", "plates turned"])
def test_where_nothing_is_mixed_a_screen_shows_no_difference(what):
    """Pictures that hide all or nothing: PDFium, which blends light, must agree as well."""
    hard = {name: p._replace(mask=_hard(p.mask)) if p.mask else p for name, p in PICTURES.items()}
    flat = Flattener(FONTS, lambda path, _edit: hard[str(path)])
    before = page(*PAGES[what])
    one = on_screen(rendered(before, lambda path, _edit: hard[str(path)]), 150)
    other = on_screen(rendered(flat.page(before), flat.picture), 150)
    apart = np.abs(one - other).max(axis=2)
    assert np.mean(apart > 6) < 0.04
    assert np.median(apart[calm(one, 4)]) == 0


def _hard(mask):
    opaque = np.frombuffer(zlib.decompress(mask.data), np.uint8) > 127
    return mask._replace(data=zlib.compress((opaque * 255).astype(np.uint8).tobytes()))


# --- what is mixed of which inks ---


def test_inks_are_mixed_ink_by_ink():
    flat = flattener()
    made = flat.page(page(BACK, clear(rect(5, 5, 10, 10, CYAN), opacity=0.25)))
    (image,) = placed(made.items)
    pixels = ink_of(flat.picture(image.source))
    assert pixels[50, 50].tolist() == pytest.approx([64, 191, 153, 0], abs=1)


def test_layer_over_layer_no_pixel_has_more_ink_than_the_limit():
    # Each is within 200 %, and so is any mixture but for what is rounded on the way.
    below, *veils = (
        CMYK(*(tint / 255 for tint in tints))
        for tints in (
            (197, 159, 103, 49), (225, 59, 129, 96), (94, 123, 109, 182), (175, 22, 176, 136),
            (111, 120, 122, 155),
        )
    )  # fmt: skip
    opacities = (0.75, 0.05, 0.05, 0.1)
    layers = [
        clear(rect(5, 5, 4, 4, ink), opacity=opacity)
        for ink, opacity in zip(veils, opacities, strict=True)
    ]

    def most(**more):
        flat = flattener(**more)
        image = placed(flat.page(page(rect(0, 0, 40, 40, below), *layers)).items)[-1]
        return ink_of(flat.picture(image.source)).sum(axis=2, dtype=int).max() * 100 / 255

    assert most() > 202
    assert most(limit=200.0) <= 200


def test_an_ink_of_its_own_counts_for_the_limit_and_stays_whole():
    flat = flattener(limit=120.0)
    made = flat.page(page(rect(0, 0, 20, 30, GOLD), clear(rect(5, 5, 9, 9, CMYK(0.9, 0, 0, 0.9)))))
    (image,) = placed(made.items)
    pixels = ink_of(flat.picture(image.source))[50, 50]
    # 45 of cyan, 45 of black, 50 of gold are 140 in all: 20 of cyan too much.
    assert (pixels / 2.55).tolist() == pytest.approx([25, 0, 0, 45, 50], abs=0.6)


def test_black_letters_below_a_veil_are_printed_in_black_alone():
    flat = flattener()
    veil = clear(rect(2, 2, 30, 12, CMYK(0, 0, 0, 0)), opacity=0.4)
    made = flat.page(page(words(3, 10, size=24), veil))
    (image,) = placed(made.items)
    pixels = ink_of(flat.picture(image.source))
    assert pixels[:, :, :3].max() == 0
    assert pixels[:, :, 3].max() == pytest.approx(153, abs=1)


def test_a_picture_over_a_flat_colour_is_mixed_pixel_by_pixel():
    flat = flattener()
    # 100 pixels on 8.4667 mm are 300 dpi: no pixel moves.
    spot = Image(Box(5, 5, 100 / 300 * 25.4, 100 / 300 * 25.4), "round")
    (image,) = placed(flat.page(page(BACK, spot)).items)
    assert image.box == spot.box
    share = ROUND[:, :, None] / 255
    wanted = SHADED * share + np.array([0, 255, 204, 0]) * (1 - share)
    assert np.abs(ink_of(flat.picture(image.source)) - wanted).max() <= 2


def test_an_ink_of_its_own_keeps_its_plate_below_a_veil():
    flat = flattener()
    made = flat.page(page(rect(0, 0, 20, 30, GOLD), clear(rect(5, 5, 30, 20, CYAN))))
    (image,) = placed(made.items)
    picture = flat.picture(image.source)
    assert [ink.spot for ink in picture.inks] == ["Gold"]
    pixels = ink_of(picture)
    middle, right = pixels[100, 100].tolist(), pixels[100, -100].tolist()
    assert middle == pytest.approx([128, 0, 0, 0, 128], abs=1)
    assert right == pytest.approx([128, 0, 0, 0, 0], abs=1)


@pytest.mark.parametrize(("count", "fine"), [(4, True), (5, False), (1000, False)])
def test_a_picture_mixes_at_most_four_inks_of_their_own(count, fine):
    inks = [Color("spot", (0.0, 0.0, 1.0, 0.0), None, f"Ink {number}") for number in range(count)]
    spots = [rect(number % 30, 0, 9, 30, ink) for number, ink in enumerate(inks)]
    whole = page(*spots, clear(rect(0, 5, 40, 9, CYAN)))
    flat = flattener(dpi=72)
    if fine:
        (image,) = placed(flat.page(whole).items)
        assert len(flat.picture(image.source).inks) == count
        return
    with pytest.raises(PressError, match=f"mixes {count} inks") as fault:
        flat.page(whole)
    assert fault.value.code == "press.inks"


def test_an_ink_of_its_own_that_is_elsewhere_has_no_channel():
    flat = flattener()
    made = flat.page(page(rect(0, 0, 4, 30, GOLD), clear(rect(5, 5, 30, 20, CYAN))))
    assert flat.picture(placed(made.items)[0].source).inks == ()


def test_the_line_of_a_die_is_no_ink_of_the_card_and_nothing_covers_it():
    line = Rect(box(2, 2, 30, 20), stroke=CUT, line_width=1)
    flat = flattener()
    made = flat.page(page(BACK, Group((line,), Transform()), clear(rect(5, 0, 10, 30, CYAN))))
    (image,) = placed(made.items)
    most = ink_of(flat.picture(image.source)).max(axis=(0, 1)).tolist()
    assert most == pytest.approx([128, 128, 102, 0], abs=1)
    assert "stroke die" in dump(made).rpartition("image")[2]
    assert flat.picture(image.source).inks == ()


def test_the_line_of_a_die_inside_a_veil_comes_out_whole():
    line = Rect(box(2, 2, 30, 20), fill=CYAN, stroke=CUT, line_width=1)
    made = flattened(BACK, Use(part(clear(line), size=Size(40, 30)), Point(0, 0)))
    (image,) = placed(made)
    after = made[made.index(image) + 1 :]
    assert [item.opacity for item in after if isinstance(item, Group)] == [1.0]
    assert "stroke die" in dump(page(*after))
    assert "fill" not in dump(page(*after))


def test_a_die_line_that_no_picture_covers_is_drawn_once():
    line = Rect(box(2, 2, 5, 5), stroke=CUT, line_width=1)
    made = flattened(BACK, line, clear(rect(20, 5, 10, 10, CYAN)))
    assert sum(isinstance(item, Rect) and item.stroke == CUT for item in made) == 1


@pytest.mark.parametrize("color", [Color("rgb", (1.0, 0.0, 0.0)), Color("lab", (1.0, 0.0, 0.0))])
def test_a_colour_of_the_screen_is_no_ink(color):
    with pytest.raises(ValueError, match="no ink of a press"):
        flattened(rect(0, 0, 9, 9, color), clear(rect(2, 2, 9, 9, CYAN)))


# --- what stays ---


def test_a_page_without_see_through_ink_is_returned_as_it_is():
    plain = page(BACK, Image(box(1, 1, 5, 5), "solid"), Group((words(3, 9),), clip=box(0, 0, 9, 9)))
    flat = flattener()
    assert flat.page(plain) is plain
    assert flat.picture("solid") is PICTURES["solid"]


def test_what_comes_later_stays_letters_and_shapes_above_the_picture():
    made = flattened(BACK, clear(rect(5, 5, 20, 15, CYAN)), words(6, 10))
    assert [type(item) for item in made] == [Rect, Image, Text]


def test_what_a_picture_hides_wholly_is_left_out():
    made = flattened(BACK, words(8, 10, "x"), clear(rect(5, 5, 20, 15, CYAN)))
    assert [type(item) for item in made] == [Rect, Image]


def test_plates_stay_shared_where_nothing_of_them_is_seen_through():
    plain = part(rect(0, 0, 5, 5, CYAN))
    flat = flattener()
    pages = [
        page(
            BACK, Use(plain, Point(x, 3)), clear(rect(5, 20, 5, 5, YELLOW)), Use(plain, Point(9, 3))
        )
        for x in (1.0, 2.0)
    ]
    uses = [item for p in pages for item in flat.page(p).items if isinstance(item, Use)]
    assert len(uses) == 4
    assert all(use.plate is plain for use in uses)


def test_a_plate_keeps_to_its_edge_when_it_is_opened():
    wide = part(rect(-9, -9, 40, 40, YELLOW), clear(rect(2, 2, 3, 3, CYAN)))
    before = page(BACK, Use(wide, Point(12, 10), 90.0))
    flat = flattener()
    one, other = on_screen(rendered(before)), on_screen(rendered(flat.page(before), flat.picture))
    assert np.mean(np.abs(one - other) > 3) < 0.02


def test_equal_pages_become_one_page():
    flat = flattener()
    back = part(BACK, clear(rect(1, 1, 5, 5, CYAN)))
    first, second = (flat.page(page(Use(back, Point(2, 2)))) for _ in range(2))
    assert first is second


def test_equal_pictures_have_one_name_and_different_ones_two():
    flat = flattener()
    same = page(BACK, clear(rect(5, 5, 5, 5, CYAN)), clear(rect(25, 5, 5, 5, CYAN)))
    one, other = placed(flat.page(same).items)
    assert one.source == other.source
    apart = page(BACK, clear(rect(5, 5, 5, 5, CYAN)), clear(rect(25, 5, 5, 5, YELLOW)))
    one, other = placed(flat.page(apart).items)
    assert one.source != other.source


def test_what_a_later_picture_covers_wholly_has_no_picture_of_its_own():
    below, above = clear(rect(5, 5, 5, 5, CYAN)), clear(rect(4, 4, 10, 10, YELLOW))
    assert len(placed(flattened(BACK, below, above))) == 1
    assert len(placed(flattened(BACK, above, below))) == 2


@pytest.mark.parametrize(
    "gone",
    [
        clear(rect(2, 2, 5, 5, CYAN), opacity=0.0),
        clear(rect(90, 2, 5, 5, CYAN)),
        clear(rect(2, 2, 5, 5, None)),
        clear(),
        Group((clear(rect(2, 2, 5, 5, CYAN)),), clip=box(20, 20, 5, 5)),
        Image(box(2, 2, 0, 5), "round"),
    ],
    ids=["invisible", "beside the page", "unpainted", "empty", "clipped away", "no width"],
)
def test_what_cannot_be_seen_leaves_no_picture(gone):
    flat = flattener()
    made = flat.page(page(BACK, gone))
    assert not see_through(rendered(made, flat.picture))
    assert (
        np.abs(on_screen(rendered(made, flat.picture)) - on_screen(rendered(page(BACK)))).max() == 0
    )


# --- how sharp ---


def sizes(*items, **more):
    flat = flattener(**more)
    return [
        ink_of(flat.picture(image.source)).shape[:2]
        for image in placed(flat.page(page(*items)).items)
    ]


INCH = box(2, 2, 25.4, 25.4)


def test_letters_and_lines_are_as_sharp_as_asked_for():
    veil = clear(Rect(INCH, fill=CYAN))
    assert sizes(BACK, words(5, 9), veil) == [(600, 600)]
    assert sizes(BACK, words(5, 9), veil, dpi=400) == [(400, 400)]


def test_pictures_over_a_flat_colour_keep_their_own_pixels_from_300_on():
    assert sizes(BACK, Image(INCH, "round")) == [(300, 300)]
    fine = Image(INCH, "round", box(0.25, 0.25, 0.25, 0.25))
    assert sizes(BACK, fine) == [(300, 300)]
    small = Image(box(2, 2, 6.35, 6.35), "round")
    assert sizes(BACK, small) == [(100, 100)]
    assert sizes(BACK, Group((Image(INCH, "round"),), Transform.scaled(0.25, 0.25))) == [(100, 100)]


def test_the_edge_of_a_shape_below_a_picture_is_sharp():
    assert sizes(BACK, rect(10, 10, 5, 5, YELLOW), Image(INCH, "round")) == [(600, 600)]
    assert sizes(BACK, rect(30, 10, 5, 5, YELLOW), Image(INCH, "round")) == [(300, 300)]


# --- pictures of all kinds, as inks ---


def test_a_grey_picture_is_black_ink():
    grey = Picture(
        "/Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", bytes((0, 200))
    )
    assert decoded(grey).tolist() == [[[0, 0, 0, 255], [0, 0, 0, 55]]]


def test_an_upside_down_picture_is_turned_round():
    entries = "/Width 1 /Height 1 /ColorSpace /DeviceCMYK /BitsPerComponent 8"
    turned = Picture(f"{entries} /Decode [1 0 1 0 1 0 1 0]", bytes((255, 0, 100, 55)))
    assert decoded(turned).tolist() == [[[0, 255, 155, 200]]]


@pytest.mark.parametrize("adobe", [True, False])
def test_a_jpeg_of_inks_is_read_as_a_viewer_reads_it(adobe):
    from PIL import Image as Pillow

    file = io.BytesIO()
    Pillow.new("CMYK", (32, 32), (20, 200, 100, 50)).save(file, "JPEG", quality=100)
    data, decode = file.getvalue(), " /Decode [1 0 1 0 1 0 1 0]"
    if not adobe:
        at_marker = data.index(b"\xff\xee")
        length = int.from_bytes(data[at_marker + 2 : at_marker + 4])
        data, decode = data[:at_marker] + data[at_marker + 2 + length :], ""
    entries = "/Type /XObject /Subtype /Image /Width 32 /Height 32 /ColorSpace /DeviceCMYK"
    jpeg = Picture(f"{entries} /BitsPerComponent 8{decode} /Filter /DCTDecode", data)
    seen = decoded(jpeg)[16, 16] / 255
    shown = on_screen(rendered(page(Image(box(0, 0, 40, 30), "j")), lambda _, __: jpeg))
    same = on_screen(rendered(page(rect(0, 0, 40, 30, CMYK(*seen)))))
    assert shown[40, 40].tolist() == pytest.approx(same[40, 40].tolist(), abs=3)


def test_a_picture_of_the_screen_is_refused():
    rgb = Picture("/Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8", bytes(3))
    with pytest.raises(ValueError, match="none for a press"):
        decoded(rgb)
