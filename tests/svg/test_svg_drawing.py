"""What is drawn of an SVG, by the colours of the PDF at known places."""

import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from svg_pixels import SIZE, near, see, see_file

DOCUMENTS = sorted((Path(__file__).parent / "documents").glob("*.svg"))
WHITE, RED, GREEN, BLUE = (255, 255, 255), (255, 0, 0), (0, 128, 0), (0, 0, 255)
BLACK = (0, 0, 0)

# What is drawn, and the colours at some places in user units.
DRAWN = {
    "a rounded rectangle": (
        '<rect width="20" height="20" rx="10" fill="red"/>',
        {(10, 10): RED, (1, 1): WHITE, (19, 19): WHITE},
    ),
    "one radius says both": (
        '<rect width="40" height="20" ry="10" fill="red"/>',
        {(1, 1): WHITE, (20, 1): RED},
    ),
    "a line has no fill": (
        '<path d="M0 10H60" stroke="red" stroke-width="4"/><path d="M0 20L60 30"/>',
        {(30, 10): RED, (30, 25): WHITE},
    ),
    "even-odd leaves a hole": (
        '<path fill-rule="evenodd" fill="red" d="M0 0h30v30H0zM10 10h10v10H10z"/>'
        '<path fill="red" d="M30 0h30v30H30zM40 10h10v10H40z"/>',
        {(5, 5): RED, (15, 15): WHITE, (45, 15): RED},
    ),
    "transforms go from right to left": (
        '<rect width="10" height="10" fill="red" '
        'transform="translate(30 0) rotate(90) scale(2 1)"/>',
        {(25, 15): RED, (35, 5): WHITE, (25, 25): WHITE},
    ),
    "a skew": (
        '<rect y="0" width="10" height="20" fill="red" transform="skewX(45)"/>',
        {(25, 19): RED, (5, 19): WHITE},
    ),
    "a transform about a place of its own": (
        '<rect x="20" y="10" width="10" height="10" fill="red"'
        ' style="transform: rotate(45deg); transform-origin: 25px 15px"/>',
        {(25, 9): RED, (20.5, 10.5): WHITE},
    ),
    "units and per cent": (
        '<rect width="50%" height="50%" fill="red"/>'
        '<rect x="0.5in" width="12px" height="9pt" fill="blue"/>',
        {(29, 14): RED, (31, 14): WHITE, (50, 10): BLUE},
    ),
    "a group is blended as one": (
        '<g opacity=".5" fill="red"><rect width="40" height="30"/><rect x="20" width="40" '
        'height="30"/></g>',
        {(10, 15): (255, 128, 128), (30, 15): (255, 128, 128), (50, 15): (255, 128, 128)},
    ),
    "what is hidden is not drawn": (
        '<g visibility="hidden"><rect width="30" height="30"/>'
        '<rect x="30" width="15" height="30" visibility="visible" fill="red"/></g>'
        '<rect x="45" width="15" height="30" display="none"/>',
        {(15, 15): WHITE, (37, 15): RED, (52, 15): WHITE},
    ),
    "a dash begins at its offset": (
        '<path d="M0 15H60" stroke="red" stroke-width="6" stroke-dasharray="10" '
        'stroke-dashoffset="10"/>',
        {(5, 15): WHITE, (15, 15): RED, (25, 15): WHITE},
    ),
    "a mitre ends at its limit": (
        '<path d="M10 5L30 15L10 25" fill="none" stroke="red" stroke-width="6"/>'
        '<path d="M40 3L50 5L40 7" fill="none" stroke="blue" stroke-width="2"/>',
        {(35.5, 15): RED, (49.5, 5): BLUE, (53, 5): WHITE},
    ),
    "a stretched stroke is stretched": (
        '<line x1="5" y1="0" x2="5" y2="30" stroke="red" stroke-width="2" '
        'transform="scale(6 1)"/>',
        {(26, 15): RED, (34, 15): RED, (23, 15): WHITE, (37, 15): WHITE},
    ),
    "a stroke below its fill": (
        '<rect x="10" y="5" width="40" height="20" fill="red" stroke="blue" stroke-width="8" '
        'paint-order="stroke"/>',
        {(8, 15): BLUE, (12, 15): RED},
    ),
    "a linear gradient": (
        '<linearGradient id="a"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
        '</linearGradient><rect width="60" height="30" fill="url(#a)"/>',
        {(1, 15): (251, 0, 4), (30, 15): (128, 0, 128), (59, 15): (4, 0, 251)},
    ),
    "a gradient takes its gaps from another": (
        '<linearGradient id="a"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
        '</linearGradient><linearGradient id="b" xlink:href="#a" x1="0" x2="0" y1="0" y2="1"/>'
        '<rect width="60" height="30" fill="url(#b)"/>',
        {(30, 0.5): (251, 0, 4), (5, 15): (128, 0, 128), (55, 15): (128, 0, 128)},
    ),
    "a gradient that fades": (
        '<linearGradient id="a"><stop stop-color="red"/><stop offset="1" stop-color="red" '
        'stop-opacity="0"/></linearGradient><rect width="60" height="30" fill="url(#a)"/>',
        {(1, 15): (255, 5, 5), (30, 15): (255, 128, 128), (59, 15): (255, 250, 250)},
    ),
    "a round gradient": (
        '<radialGradient id="a" gradientUnits="userSpaceOnUse" cx="30" cy="15" r="15">'
        '<stop stop-color="red"/><stop offset=".5" stop-color="blue"/></radialGradient>'
        '<rect width="60" height="30" fill="url(#a)"/>',
        {(30, 15): (250, 0, 5), (40, 15): BLUE, (2, 2): BLUE},
    ),
    "a stroke with a gradient": (
        '<linearGradient id="a" gradientUnits="userSpaceOnUse" x2="60"><stop stop-color="red"/>'
        '<stop offset="1" stop-color="blue"/></linearGradient>'
        '<path d="M0 15H60" stroke="url(#a)" stroke-width="10"/>',
        {(1, 15): (251, 0, 4), (59, 12): (4, 0, 251), (30, 5): WHITE},
    ),
    "a colour behind a paint that is not there": (
        '<rect width="60" height="30" fill="url(#lost) red"/>',
        {(30, 15): RED},
    ),
    "a pattern repeats": (
        '<pattern id="a" width="10" height="10" patternUnits="userSpaceOnUse">'
        '<rect width="5" height="10" fill="red"/></pattern>'
        '<rect width="60" height="30" fill="url(#a)"/>',
        {(2, 15): RED, (7, 15): WHITE, (12, 15): RED, (52, 25): RED, (57, 25): WHITE},
    ),
    "a pattern begins where it says": (
        '<pattern id="a" x="5" y="5" width="20" height="20" patternUnits="userSpaceOnUse">'
        '<rect width="6" height="6" fill="red"/></pattern>'
        '<rect width="60" height="30" fill="url(#a)"/>',
        {(7, 7): RED, (2, 7): WHITE, (27, 7): RED, (15, 7): WHITE},
    ),
    "a clip of two shapes": (
        '<clipPath id="a"><rect width="20" height="20"/><rect x="10" y="10" width="20" '
        'height="20"/></clipPath><rect width="60" height="30" fill="red" clip-path="url(#a)"/>',
        {(5, 5): RED, (15, 15): RED, (25, 25): RED, (25, 5): WHITE},
    ),
    "a clip inside a clip": (
        '<clipPath id="b"><rect width="60" height="10"/></clipPath><clipPath id="a" '
        'clip-path="url(#b)"><rect width="20" height="30"/></clipPath>'
        '<rect width="60" height="30" fill="red" clip-path="url(#a)"/>',
        {(5, 5): RED, (5, 15): WHITE, (30, 5): WHITE},
    ),
    "a clip in the box of what it cuts": (
        '<clipPath id="a" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".5"/>'
        '</clipPath><rect x="30" width="30" height="30" fill="red" clip-path="url(#a)"/>',
        {(45, 15): RED, (31, 1): WHITE},
    ),
    "a clip with a hole": (
        '<clipPath id="a"><path clip-rule="evenodd" d="M0 0h30v30H0zM10 10h10v10H10z"/></clipPath>'
        '<rect width="60" height="30" fill="red" clip-path="url(#a)"/>',
        {(5, 5): RED, (15, 15): WHITE},
    ),
    "an empty clip leaves nothing": (
        '<clipPath id="a"/><rect width="60" height="30" fill="red" clip-path="url(#a)"/>',
        {(30, 15): WHITE},
    ),
    "a mask of black and white": (
        '<mask id="a"><rect width="40" height="30" fill="#fff"/><circle cx="20" cy="15" r="8"/>'
        '</mask><rect width="60" height="30" fill="red" mask="url(#a)"/>',
        {(5, 5): RED, (20, 15): WHITE, (50, 15): WHITE},
    ),
    "a symbol in its box": (
        '<symbol id="a" viewBox="0 0 10 10"><rect width="20" height="10" fill="red"/></symbol>'
        '<use href="#a" width="20" height="20"/><use xlink:href="#a" x="30" y="10" width="20" '
        'height="20"/>',
        {(10, 10): RED, (25, 10): WHITE, (40, 20): RED, (40, 5): WHITE},
    ),
    "what is used takes the look of its use": (
        '<defs><rect id="a" width="20" height="30"/></defs><use href="#a" fill="red"/>'
        '<use href="#a" x="30" fill="blue"/>',
        {(10, 15): RED, (40, 15): BLUE},
    ),
    "a drawing inside is cut by its viewport": (
        '<svg x="10" width="20" height="20" viewBox="0 0 10 10" preserveAspectRatio="xMidYMid '
        'slice"><circle cx="5" cy="5" r="9" fill="red"/></svg>',
        {(20, 10): RED, (8, 10): WHITE, (20, 22): WHITE},
    ),
    "a switch takes the first that can be drawn": (
        '<switch><foreignObject width="60" height="30"/><rect systemLanguage="xx" width="60" '
        'height="30" fill="blue"/><rect systemLanguage="en-GB, en" width="60" height="30" '
        'fill="red"/><rect width="60" height="30"/></switch>',
        {(30, 15): RED},
    ),
    "markers stand at corners and ends": (
        '<marker id="a" markerWidth="2" markerHeight="2" refX="1" refY="1"><circle cx="1" cy="1" '
        'r="1" fill="red"/></marker><path d="M10 10H50V25" fill="none" stroke="blue" '
        'stroke-width="3" marker-start="url(#a)" marker-mid="url(#a)"/>',
        {(8, 10): RED, (51.5, 8.5): RED, (30, 10): BLUE, (50, 27): WHITE},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_drawn_has_its_colours_at_known_places(name, tmp_path):
    inside, colours = DRAWN[name]
    seen = see(tmp_path, inside)
    found = {place: seen.at(*place) for place in colours}
    assert all(near(found[place], colours[place], 14) for place in colours), found


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs a browser to compare with")
def test_a_dozen_drawings_look_as_they_do_in_a_browser(tmp_path):
    seen = [see_file(path) for path in DOCUMENTS]
    page = "".join(
        f'<img src="{path.as_uri()}" style="display:block;width:{one.image.width}px;'
        f'height:{one.image.height}px">'
        for path, one in zip(DOCUMENTS, seen, strict=True)
    )
    (tmp_path / "all.html").write_text(f'<body style="margin:0;background:#fff">{page}')
    height = sum(one.image.height for one in seen)
    subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu",
         f"--screenshot={tmp_path / 'all.png'}", f"--window-size={SIZE},{height}",
         "--allow-file-access-from-files", (tmp_path / "all.html").as_uri()],
        capture_output=True, timeout=60, check=True,
    )  # fmt: skip
    whole = Image.open(tmp_path / "all.png").convert("RGB")
    y = 0
    for path, one in zip(DOCUMENTS, seen, strict=True):
        theirs = whole.crop((0, y, one.image.width, y + one.image.height))
        y += one.image.height
        difference = ImageChops.difference(one.image, theirs).convert("L").histogram()
        share = sum(difference[64:]) / sum(difference)
        # Edges fall on other pixels; an area of another colour is far more.
        assert share < 0.012, f"{path.name} differs in {share:.1%} of its pixels"
