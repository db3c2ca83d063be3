"""Bleed for pictures that end at the trim: they go on, the picture itself stays as it is."""

import io

import numpy as np
import pikepdf
import pytest
from PIL import Image as Pillow
from PIL import ImageDraw
from showing import (
    BLUE,
    GREEN,
    INFO,
    RED,
    YELLOW,
    Box,
    at,
    by_pdfium,
    by_poppler,
    corners,
    drawn_by_both,
    laid_out,
    near,
    page_of,
    pdf_of,
)

from cardforge.images.editing import upright
from cardforge.ink import Image
from cardforge.render.pdf import render

GOLD = (200, 170, 40)


def framed(folder, name="a.png", edge=None, size=(744, 1039)):
    """Save the art of a card with a black frame 20 pixels wide, its outermost pixel of a colour."""
    art = Pillow.new("RGB", size, GOLD)
    draw = ImageDraw.Draw(art)
    draw.rectangle([0, 0, size[0] - 1, size[1] - 1], outline="black", width=20)
    if edge is not None:
        draw.rectangle([0, 0, size[0] - 1, size[1] - 1], outline=edge)
    art.save(folder / name, quality=95)
    return art


def round_the_edge(drawn, dpi, width=3.8):
    """Return the pixels so near to the edge of the bleed, but for the outermost: half a pixel."""
    many = round(width / 25.4 * dpi)
    inner = drawn[1:-1, 1:-1]
    parts = inner[:many], inner[-many:], inner[:, :many], inner[:, -many:]
    return np.concatenate([part.reshape(-1, 3) for part in parts])


@pytest.mark.parametrize(("name", "dpi"), [("a.png", 72), ("a.jpg", 150), ("a.png", 300)])
def test_a_black_frame_goes_on_out_to_the_bleed_without_a_hairline(tmp_path, name, dpi):
    framed(tmp_path, name)
    pdf = pdf_of(tmp_path, name, bleed_from="stretch")
    for drawn in (by_pdfium(pdf, dpi), by_poppler(pdf, tmp_path, dpi)):
        assert round_the_edge(drawn, dpi).max() <= 12
        assert near(at(drawn, 31, 44, dpi=dpi), GOLD)


def test_without_it_the_bleed_stays_white(tmp_path):
    framed(tmp_path)
    drawn = by_pdfium(pdf_of(tmp_path, "a.png"))
    assert near(at(drawn, -1.5, 44), (255, 255, 255))


def test_the_art_inside_the_trim_is_neither_scaled_nor_stored_anew(tmp_path):
    framed(tmp_path, "a.jpg")
    plain, continued = (
        by_pdfium(pdf_of(tmp_path, "a.jpg", bleed_from=way), 300) for way in ("none", "stretch")
    )
    inside = slice(37, -37), slice(37, -37)
    assert np.abs(plain[inside] - continued[inside]).max() <= 2
    with pikepdf.open(io.BytesIO(pdf_of(tmp_path, "a.jpg", bleed_from="stretch"))) as document:
        stored = [o.read_raw_bytes() for o in document.objects
                  if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]  # fmt: skip
    assert (tmp_path / "a.jpg").read_bytes() in stored
    # Strips that look the same are stored once as well.
    assert len(stored) == 3


@pytest.mark.parametrize("way", ["mirror", "stretch"])
def test_a_light_edge_is_not_made_wider(tmp_path, way):
    framed(tmp_path, edge="white")
    for drawn in drawn_by_both(tmp_path, "a.png", dpi=300, bleed_from=way):
        # From the bleed to the frame: one light line at most, where the art has it.
        row = drawn[drawn.shape[0] // 2, 18:50].max(axis=1)
        assert (row > 60).sum() <= 2, row


def test_the_mirror_goes_back_into_the_picture(tmp_path):
    ramp = Pillow.linear_gradient("L").resize((744, 1039))
    ramp.save(tmp_path / "a.png")
    drawn = by_pdfium(pdf_of(tmp_path, "a.png", bleed_from="mirror"), 150)
    for depth in (1.0, 2.0, 2.7):
        outside, inside = (at(drawn, 30, sign * depth, dpi=150)[0] for sign in (-1, 1))
        assert abs(outside - inside) <= 3
    stretched = by_pdfium(pdf_of(tmp_path, "a.png", bleed_from="stretch"), 150)
    assert at(stretched, 30, -2.7, dpi=150)[0] <= 2 < at(drawn, 30, -2.7, dpi=150)[0]


CORNERS = {(-1.5, -1.5): RED, (64.5, -1.5): GREEN, (-1.5, 89.5): BLUE, (64.5, 89.5): YELLOW}


@pytest.mark.parametrize(
    "keys",
    [
        {"fit": "cover"},
        {"fit": "stretch"},
        {"fit": "cover", "crop": {"left": "3.3%", "right": "7 px"}},
    ],
)
@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_each_corner_goes_on_in_its_own_colour_however_it_is_stored(tmp_path, keys, orientation):
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    stored = upright(corners((630, 880)), {6: 8, 8: 6}.get(orientation, orientation))
    stored.save(tmp_path / "a.png", exif=exif)
    drawn = by_pdfium(pdf_of(tmp_path, "a.png", bleed_from="mirror", **keys))
    for (x, y), color in CORNERS.items():
        assert near(at(drawn, x, y), color), (x, y)
    assert near(at(drawn, 31, -1.5), (255, 255, 255))


def test_a_turned_picture_goes_on_turned(tmp_path):
    corners((880, 630)).save(tmp_path / "a.png")
    drawn = by_pdfium(pdf_of(tmp_path, "a.png", fit="cover", turn=90, bleed_from="mirror"))
    wanted = dict(zip(CORNERS, (BLUE, RED, YELLOW, GREEN), strict=True))
    assert all(near(at(drawn, x, y), color) for (x, y), color in wanted.items())


def test_only_the_edges_that_reach_the_trim_go_on(tmp_path):
    Pillow.new("RGB", (630, 400), RED).save(tmp_path / "a.png")
    box = Box(0.0, 0.0, 63.0, 40.0)
    drawn = by_pdfium(pdf_of(tmp_path, "a.png", box=box, bleed_from="stretch"))
    assert near(at(drawn, 30, -2), RED)
    assert near(at(drawn, 64.5, 20), RED)
    assert near(at(drawn, 30, 41), (255, 255, 255))


def test_a_picture_inside_the_card_has_nothing_to_go_on_to(tmp_path):
    corners().save(tmp_path / "a.png")
    ink, desk = laid_out(tmp_path, "a.png", Box(5.0, 5.0, 30.0, 20.0), bleed_from="stretch")
    assert [problem[:2] for problem in desk.said] == [("warning", "image.bleed")]
    assert len(ink) == 1
    ink, desk = laid_out(tmp_path, "a.png", fit="tile", bleed_from="stretch")
    assert desk.codes == ["image.bleed"]


def test_without_a_bleed_nothing_goes_on(tmp_path):
    framed(tmp_path)
    ink, desk = laid_out(tmp_path, "a.png", bleed=0.0, bleed_from="stretch")
    assert not desk.said
    assert len(ink) == 1
    assert isinstance(ink[0], Image)


def test_tiny_and_clear_pictures_go_on_too(tmp_path):
    Pillow.new("RGB", (1, 1), RED).save(tmp_path / "dot.png")
    Pillow.new("RGBA", (63, 88), (*RED, 128)).save(tmp_path / "half.png")
    for name, wanted in (("dot.png", RED), ("half.png", tuple((c + 255) / 2 for c in RED))):
        for way in ("mirror", "stretch"):
            pdf = pdf_of(tmp_path, name, fit="stretch", bleed_from=way)
            assert near(at(by_pdfium(pdf), 31, -2), wanted), (name, way)


def test_the_strips_are_changed_like_the_picture(tmp_path):
    framed(tmp_path)
    ink, desk = laid_out(tmp_path, "a.png", bleed_from="stretch", tint="#800000")
    drawn = by_pdfium(render([page_of(ink)], desk.fonts, INFO))
    assert near(at(drawn, 31, -2), (128, 0, 0))
