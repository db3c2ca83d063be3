"""Text of an SVG becomes outlines of the nearest font, where the file puts it."""

import pytest
from PIL import ImageChops
from svg_pixels import see

TEXT = '<text y="20" font-family="Lato" font-size="16" {}>{}</text>'
WHITE = (255, 255, 255)


def inked(seen):
    """Return the left, top, right and bottom of what is drawn, in user units."""
    box = ImageChops.invert(seen.image).getbbox()
    return None if box is None else tuple(value / seen.scale for value in box)


def drawn(folder, words, more="", around="{}"):
    """Return where the ink of a text lies; nothing may be wrong with it."""
    seen = see(folder, around.format(TEXT.format(more, words)), view="-10 -10 120 60")
    assert seen.problems == (), seen.said
    left, top, right, bottom = inked(seen)
    return left - 10, top - 10, right - 10, bottom - 10


def test_a_text_stands_on_its_baseline_at_its_place(tmp_path):
    left, top, _, bottom = drawn(tmp_path, "H", 'x="10"')
    assert left == pytest.approx(10 + 0.09 * 16, abs=0.6)
    assert bottom == pytest.approx(20, abs=0.4)
    assert bottom - top == pytest.approx(0.72 * 16, abs=0.6)


def test_an_anchor_moves_the_text_to_the_left(tmp_path):
    start, middle, end = (
        drawn(tmp_path, "HHH", f'x="50" text-anchor="{anchor}"')
        for anchor in ("start", "middle", "end")
    )
    assert (start[0] - middle[0], middle[0] - end[0]) == pytest.approx(
        ((start[2] - start[0]) / 2,) * 2, abs=2
    )


def test_a_text_is_drawn_out_to_its_length_to_the_last_word(tmp_path):
    plain = drawn(tmp_path, 'Ha <tspan font-weight="bold">5</tspan> end', 'x="0"')
    wide = drawn(tmp_path, 'Ha <tspan font-weight="bold">5</tspan> end', 'x="0" textLength="90"')
    assert plain[2] < 75
    assert wide[2] == pytest.approx(89.5, abs=1.2)


def test_glyphs_are_widened_where_the_file_asks_for_it(tmp_path):
    # The second I begins in the middle, where its spacing or its width has moved it; as wide
    # glyphs, both are thick.
    more = 'textLength="80"'
    thin, wide = (
        see(tmp_path, TEXT.format(f"{more} {how}", "II"), view="0 0 100 30")
        for how in ("", 'lengthAdjust="spacingAndGlyphs"')
    )
    thick = [sum(color == (0, 0, 0) for color in row_of(seen)) for seen in (thin, wide)]
    assert thick[1] > 5 * thick[0]


def row_of(seen):
    """Return the pixels of a row through the middle of the letters."""
    y = int(15 * seen.scale)
    return [seen.image.getpixel((x, y)) for x in range(seen.image.width)]


def test_every_letter_goes_where_its_list_says(tmp_path):
    box = drawn(tmp_path, "HH", 'x="0 60" dy="0 10"')
    assert box[2] > 68
    assert box[3] == pytest.approx(30, abs=0.5)


def test_letters_are_turned_about_their_own_places(tmp_path):
    upright = drawn(tmp_path, "I", 'x="20"')
    turned = drawn(tmp_path, "I", 'x="20" rotate="90"')
    assert upright[3] - upright[1] == pytest.approx(turned[2] - turned[0], abs=0.6)


def test_space_is_put_between_letters_and_words(tmp_path):
    plain, letters, words = (
        drawn(tmp_path, "H H", more)[2] for more in ("", 'letter-spacing="5"', 'word-spacing="5"')
    )
    assert letters - plain == pytest.approx(10, abs=0.5)
    assert words - plain == pytest.approx(5, abs=0.5)


def test_white_space_is_one_space_unless_it_is_kept(tmp_path):
    plain, broken, kept = (
        drawn(tmp_path, words, more)[2]
        for words, more in (
            ("H H", ""),
            ("\n   H\n\t<tspan> H</tspan>  ", ""),
            ("H   H", 'xml:space="preserve"'),
        )
    )
    assert broken == pytest.approx(plain, abs=0.1)
    assert kept > plain + 5


def test_a_text_runs_along_a_path(tmp_path):
    path = '<path id="p" d="M0 0V60" fill="none"/>{}'
    words = '<textPath href="#p" startOffset="10">HHH</textPath>'
    left, top, right, bottom = drawn(tmp_path, words, around=path)
    assert top == pytest.approx(11.4, abs=0.8)
    assert bottom - top > 2 * (right - left)


def test_a_baseline_is_raised_and_lowered(tmp_path):
    plain = drawn(tmp_path, "H")
    middle = drawn(tmp_path, "H", 'dominant-baseline="hanging"')
    raised = drawn(tmp_path, '<tspan baseline-shift="super">H</tspan>')
    assert middle[1] > plain[1] + 9
    assert raised[3] == pytest.approx(plain[3] - 0.4 * 16, abs=0.5)


def test_an_underline_is_as_long_as_its_text(tmp_path):
    plain = drawn(tmp_path, "HHH")
    lined = drawn(tmp_path, "HHH", 'text-decoration="underline"')
    assert lined[3] > plain[3] + 1
    assert lined[2] >= plain[2]


def test_a_missing_font_is_a_warning_and_the_nearest_is_taken(tmp_path):
    seen = see(tmp_path, '<text y="20" font-size="9" font-family="NoSuchFont, Lato">end</text>')
    assert seen.codes == ["svg.font"]
    assert "'art.svg', line 1: <text> asks for the font 'NoSuchFont'" in seen.said
    assert inked(seen) is not None


@pytest.mark.parametrize("family", ["Lato", "sans-serif", "serif", "'Source Serif Pro'"])
def test_fonts_that_are_installed_are_no_fault(family, tmp_path):
    assert see(tmp_path, f'<text y="9" font-family="{family}">a</text>').problems == ()


def test_a_bold_face_is_taken_for_bold_text(tmp_path):
    plain, bold = (see(tmp_path, TEXT.format(more, "HHH")) for more in ("", 'font-weight="bold"'))
    thick = [sum(color == (0, 0, 0) for color in row_of(seen)) for seen in (plain, bold)]
    assert thick[1] > 1.3 * thick[0] > 0


def test_letters_that_the_font_lacks_are_told_and_no_boxes_are_drawn(tmp_path):
    seen = see(tmp_path, '<text y="20" font-size="9" font-family="Lato">漢</text>')
    assert seen.codes == ["svg.font"]
    assert "漢" in seen.said
    assert inked(seen) is None


def test_text_is_filled_and_stroked_like_any_shape(tmp_path):
    seen = see(tmp_path, TEXT.format('fill="none" stroke="#00f"', "H"), view="0 0 30 24")
    colours = {color for _, color in seen.image.getcolors(100_000)}
    assert (0, 0, 255) in colours
    assert (0, 0, 0) not in colours
