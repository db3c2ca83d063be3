"""The science of colours, against published values."""

from itertools import combinations
from math import atan2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardforge.check.accessibility import vision
from cardforge.check_table import CHECK_TABLE
from cardforge.color import REGISTRATION, parse_color

# Sharma, Wu and Dalal (2005), "The CIEDE2000 Color-Difference Formula", table 1: all 34 pairs.
SHARMA = """
50.0000   2.6772 -79.7751  50.0000   0.0000 -82.7485   2.0425
50.0000   3.1571 -77.2803  50.0000   0.0000 -82.7485   2.8615
50.0000   2.8361 -74.0200  50.0000   0.0000 -82.7485   3.4412
50.0000  -1.3802 -84.2814  50.0000   0.0000 -82.7485   1.0000
50.0000  -1.1848 -84.8006  50.0000   0.0000 -82.7485   1.0000
50.0000  -0.9009 -85.5211  50.0000   0.0000 -82.7485   1.0000
50.0000   0.0000   0.0000  50.0000  -1.0000   2.0000   2.3669
50.0000  -1.0000   2.0000  50.0000   0.0000   0.0000   2.3669
50.0000   2.4900  -0.0010  50.0000  -2.4900   0.0009   7.1792
50.0000   2.4900  -0.0010  50.0000  -2.4900   0.0010   7.1792
50.0000   2.4900  -0.0010  50.0000  -2.4900   0.0011   7.2195
50.0000   2.4900  -0.0010  50.0000  -2.4900   0.0012   7.2195
50.0000  -0.0010   2.4900  50.0000   0.0009  -2.4900   4.8045
50.0000  -0.0010   2.4900  50.0000   0.0010  -2.4900   4.8045
50.0000  -0.0010   2.4900  50.0000   0.0011  -2.4900   4.7461
50.0000   2.5000   0.0000  50.0000   0.0000  -2.5000   4.3065
50.0000   2.5000   0.0000  73.0000  25.0000 -18.0000  27.1492
50.0000   2.5000   0.0000  61.0000  -5.0000  29.0000  22.8977
50.0000   2.5000   0.0000  56.0000 -27.0000  -3.0000  31.9030
50.0000   2.5000   0.0000  58.0000  24.0000  15.0000  19.4535
50.0000   2.5000   0.0000  50.0000   3.1736   0.5854   1.0000
50.0000   2.5000   0.0000  50.0000   3.2972   0.0000   1.0000
50.0000   2.5000   0.0000  50.0000   1.8634   0.5757   1.0000
50.0000   2.5000   0.0000  50.0000   3.2592   0.3350   1.0000
60.2574 -34.0099  36.2677  60.4626 -34.1751  39.4387   1.2644
63.0109 -31.0961  -5.8663  62.8187 -29.7946  -4.0864   1.2630
61.2901   3.7196  -5.3901  61.4292   2.2480  -4.9620   1.8731
35.0831 -44.1164   3.7933  35.0232 -40.0716   1.5901   1.8645
22.7233  20.0904 -46.6940  23.0331  14.9730 -42.5619   2.0373
36.4612  47.8580  18.3852  36.2715  50.5065  21.2231   1.4146
90.8027  -2.0831   1.4410  91.1528  -1.6435   0.0447   1.4441
90.9257  -0.5406  -0.9208  88.6381  -0.8985  -0.7239   1.5381
 6.7747  -0.2908  -2.4247   5.8714  -0.0985  -2.2286   0.6377
 2.0776   0.0795  -1.1350   0.9033  -0.0636  -0.5514   0.9082
"""
PAIRS = [tuple(map(float, line.split())) for line in SHARMA.strip().splitlines()]
# Okabe and Ito (2008), the colours that every kind of vision tells apart.
OKABE_ITO = "#000000 #e69f00 #56b4e9 #009e73 #f0e442 #0072b2 #d55e00 #cc79a7".split()

channels = st.tuples(*[st.floats(0, 1, allow_nan=False)] * 3)


def rgb(text):
    """Return a written colour as red, green and blue."""
    return vision.rgb_of(parse_color(text))


@pytest.mark.parametrize("pair", PAIRS)
def test_ciede2000_is_that_of_the_published_pairs(pair):
    assert vision.ciede2000(pair[:3], pair[3:6]) == pytest.approx(pair[6], abs=5e-5)
    assert vision.ciede2000(pair[3:6], pair[:3]) == pytest.approx(pair[6], abs=5e-5)


def test_all_published_pairs_are_tried():
    assert len(PAIRS) == 34


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#777777", "#ffffff", 4.478),  # the well-known grey that just fails
        ("#767676", "#ffffff", 4.542),  # and its neighbour that passes
        ("#ff0000", "#ffffff", 3.998),
        ("#ff0000", "#ff0000", 1.0),
    ],
)
def test_contrast_is_that_of_wcag(one, other, ratio):
    assert vision.contrast(rgb(one), rgb(other)) == pytest.approx(ratio, abs=0.001)
    assert vision.contrast(rgb(other), rgb(one)) == pytest.approx(ratio, abs=0.001)


def test_lab_values_are_those_of_srgb_under_d65():
    assert vision.lab(rgb("#ffffff")) == pytest.approx((100.0, 0.0, 0.0), abs=0.01)
    assert vision.lab(rgb("#ff0000")) == pytest.approx((53.24, 80.09, 67.20), abs=0.01)
    assert vision.lab(rgb("#0000ff")) == pytest.approx((32.30, 79.19, -107.86), abs=0.01)


@pytest.mark.parametrize("kind", vision.MACHADO)
def test_each_kind_of_vision_leaves_greys_alone(kind):
    for grey in (0.0, 0.2, 0.5, 1.0):
        assert vision.seen((grey,) * 3, kind) == pytest.approx((grey,) * 3, abs=1e-3)


@pytest.mark.parametrize(
    ("kind", "written", "seen"),
    [
        # Row by row the matrices at severity 1.0, applied by hand to light of one channel.
        ("protan", "#00ff00", "#ffe500"),
        ("deutan", "#ff0000", "#a39000"),
        ("tritan", "#0000ff", "#006b96"),
    ],
)
def test_simulated_colours_are_those_of_the_matrices(kind, written, seen):
    assert vision.hex_of(vision.seen(rgb(written), kind)) == seen


def test_red_and_green_merge_for_deutan_eyes_and_blue_and_yellow_do_not():
    assert vision.difference(rgb("#d32f2f"), rgb("#388e3c")) > 60
    assert vision.difference(rgb("#d32f2f"), rgb("#388e3c"), "deutan") < 10
    assert vision.difference(rgb("#0072b2"), rgb("#f0e442"), "deutan") > 50


def test_blue_and_green_merge_for_tritan_eyes_alone():
    pair = rgb("#1f7a54"), rgb("#2461a8")
    assert vision.difference(*pair, "tritan") < 10
    assert vision.difference(*pair, "deutan") > 30


@pytest.mark.parametrize("kind", vision.MACHADO)
def test_the_limits_let_every_pair_of_a_colour_blind_safe_palette_pass(kind):
    least = CHECK_TABLE["vision"].limits["least"][0]
    for one, other in combinations(map(rgb, OKABE_ITO), 2):
        assert vision.difference(one, other, kind) >= least


def test_grey_keeps_the_luminance_and_nothing_else():
    for written in OKABE_ITO:
        grey = vision.seen(rgb(written), vision.GREY)
        assert len(set(grey)) == 1
        assert vision.luminance(grey) == pytest.approx(vision.luminance(rgb(written)), abs=1e-3)


def test_cmyk_looks_like_ink_on_paper_not_like_light():
    assert vision.hex_of(rgb("cmyk(0, 0, 0, 0)")) == "#ffffff"
    assert vision.hex_of(rgb("cmyk(100, 0, 0, 0)")) == "#009ee0"
    assert vision.contrast(rgb("cmyk(0, 0, 0, 100)"), vision.PAPER) > 15
    # Cyan ink is much darker than cyan light.
    assert vision.luminance(rgb("cmyk(100, 0, 0, 0)")) < 0.5 * vision.luminance(rgb("#00ffff"))


@given(*[st.integers(0, 100)] * 3, st.integers(0, 99))
def test_more_black_ink_is_never_lighter(cyan, magenta, yellow, black):
    light = rgb(f"cmyk({cyan}, {magenta}, {yellow}, {black})")
    dark = rgb(f"cmyk({cyan}, {magenta}, {yellow}, {black + 1})")
    assert vision.luminance(dark) <= vision.luminance(light)


@given(channels, channels, st.floats(1, 21))
def test_a_colour_that_would_do_has_the_contrast_and_none_is_named_without_need(ink, ground, least):
    better = vision.with_contrast(ink, ground, least)
    possible = max(vision.contrast(end, ground) for end in ((0.0,) * 3, (1.0,) * 3)) >= least
    assert (better is not None) == possible
    if better is not None:
        assert vision.contrast(rgb(better), ground) >= least


def test_a_colour_that_would_do_keeps_the_hue():
    better = vision.with_contrast(rgb("#e57373"), vision.PAPER, 4.5)
    _, a, b = vision.lab(rgb("#e57373"))
    _, c, d = vision.lab(rgb(better))
    assert atan2(b, a) == pytest.approx(atan2(d, c), abs=0.15)
    assert vision.contrast(rgb(better), vision.PAPER) < 5.2


def test_registration_is_seen_as_black():
    assert vision.rgb_of(REGISTRATION) == (0.0, 0.0, 0.0)
