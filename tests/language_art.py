"""Draws the pictures that the pages of the card language use: `python tests/language_art.py`.

A coast at dusk as a photograph would be, an owl on a clear ground, a tile, and a frame as PDF.
"""

import math
import random
import zlib
from itertools import pairwise
from pathlib import Path

import pikepdf
from PIL import Image, ImageDraw, ImageFilter

ART = Path(__file__).resolve().parents[1] / "docs" / "language" / "material" / "art"
# Drawn so many times larger, then made smaller: smooth edges.
FINE = 3


def _mixed(one, other, share):
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other, strict=True))


def _gradient(size, stops):
    """Return a picture whose rows go through colours at shares of its height."""
    height = size[1]
    column = Image.new("RGB", (1, height))
    for y in range(height):
        share = y / (height - 1)
        for (start, one), (end, other) in pairwise(stops):
            if start <= share <= end:
                column.putpixel((0, y), _mixed(one, other, (share - start) / (end - start)))
    return column.resize(size)


def coast(size=(1080, 720)):
    """Return hills behind each other at dusk, a low sun, a lighthouse on the left."""
    width, height = size[0] * FINE, size[1] * FINE
    sky = (
        (0.0, (38, 52, 96)),
        (0.35, (140, 98, 138)),
        (0.6, (240, 150, 104)),
        (1, (252, 208, 138)),
    )
    image = _gradient((width, height), sky)
    draw = ImageDraw.Draw(image)
    sun = width * 0.66, height * 0.5, height * 0.105
    glow = Image.new("L", image.size, 0)
    ImageDraw.Draw(glow).ellipse(_round(sun[0], sun[1], sun[2] * 1.9), fill=110)
    warm = Image.new("RGB", image.size, (255, 222, 150))
    image.paste(warm, mask=glow.resize((width // 8, height // 8)).filter(
        ImageFilter.GaussianBlur(height / 90)).resize(image.size))  # fmt: skip
    draw.ellipse(_round(*sun), fill=(255, 236, 186))
    chance = random.Random(3)
    ranges = (
        (0.60, 0.085, (150, 92, 112)),
        (0.69, 0.075, (104, 66, 98)),
        (0.80, 0.06, (62, 48, 82)),
    )
    for level, high, color in ranges:
        phases = [chance.uniform(0, 6.3) for _ in range(4)]
        top = [
            height * (level - high * sum(
                math.sin(x / width * (2.1 + 2.7 * n) * 2.4 + phase) / (1 + n)
                for n, phase in enumerate(phases)) / 2.1)
            for x in range(0, width + 1, 6)
        ]  # fmt: skip
        outline = [(x * 6, y) for x, y in enumerate(top)]
        draw.polygon([*outline, (width, height), (0, height)], fill=color)
    _lighthouse(draw, width, height)
    return image.resize(size, Image.Resampling.LANCZOS)


def _round(x, y, radius):
    return [x - radius, y - radius, x + radius, y + radius]


def _lighthouse(draw, width, height):
    x, foot, top = width * 0.2, height * 0.86, height * 0.36
    wide, narrow, dark = width * 0.026, width * 0.017, (32, 28, 52)
    cliff = [(0, height * 0.8), (x * 0.8, height * 0.83), (x * 1.5, height * 0.85),
             (x * 1.9, height), (0, height)]  # fmt: skip
    draw.polygon(cliff, fill=dark)
    draw.polygon([(x - wide, foot), (x - narrow, top), (x + narrow, top), (x + wide, foot)],
                 fill=(240, 232, 220))  # fmt: skip
    for low, high in ((0.18, 0.36), (0.54, 0.72)):
        sides = [
            (wide + (narrow - wide) * share, foot + (top - foot) * share) for share in (low, high)
        ]
        (w0, y0), (w1, y1) = sides
        draw.polygon([(x - w0, y0), (x - w1, y1), (x + w1, y1), (x + w0, y0)], fill=(190, 64, 56))
    deep = height * 0.055
    draw.rectangle([x - narrow * 1.3, top - deep * 0.25, x + narrow * 1.3, top], fill=dark)
    draw.rectangle([x - narrow * 0.8, top - deep, x + narrow * 0.8, top - deep * 0.25],
                   fill=(255, 236, 160))  # fmt: skip
    roof = [(x - narrow * 1.2, top - deep), (x, top - deep * 1.7), (x + narrow * 1.2, top - deep)]
    draw.polygon(roof, fill=dark)


def owl(size=(600, 600)):
    """Return an owl on a clear ground."""
    side = size[0] * FINE
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    body, light, dark = (124, 84, 58, 255), (226, 196, 152, 255), (70, 46, 38, 255)

    def circle(x, y, radius, fill, high=1.0):
        r = radius * side
        draw.ellipse(
            [x * side - r, y * side - r * high, x * side + r, y * side + r * high], fill=fill
        )

    for sign in (-1, 1):
        tip = 0.5 + sign * 0.29
        ear = [(0.5 + sign * 0.1, 0.2), (tip, 0.05), (0.5 + sign * 0.3, 0.32)]
        draw.polygon([(x * side, y * side) for x, y in ear], fill=dark)
    circle(0.5, 0.56, 0.34, body, 1.2)
    circle(0.5, 0.66, 0.22, light, 1.25)
    for row in range(4):
        for column in range(-2, 3):
            if abs(column) + row < 5:
                circle(
                    0.5 + column * 0.075 + (row % 2) * 0.037, 0.6 + row * 0.075, 0.022, body, 0.8
                )
    for sign in (-1, 1):
        circle(0.5 + sign * 0.15, 0.36, 0.165, light)
        circle(0.5 + sign * 0.14, 0.36, 0.105, (240, 176, 48, 255))
        circle(0.5 + sign * 0.13, 0.36, 0.06, (24, 20, 24, 255))
        circle(0.5 + sign * 0.13 + 0.022, 0.335, 0.02, (255, 255, 255, 255))
        circle(0.5 + sign * 0.31, 0.64, 0.09, dark, 2.4)
        circle(0.5 + sign * 0.1, 0.955, 0.05, (214, 140, 40, 255), 0.7)
    beak = [(0.455, 0.42), (0.545, 0.42), (0.5, 0.52)]
    draw.polygon([(x * side, y * side) for x, y in beak], fill=(226, 150, 44, 255))
    return image.resize(size, Image.Resampling.LANCZOS)


def tile(side=120):
    """Return a pattern of scales that goes on over its edges."""
    large = side * FINE
    image = Image.new("RGB", (large, large), (47, 111, 159))
    draw = ImageDraw.Draw(image)
    step = large // 2
    for row in range(-1, 5):
        for column in range(-1, 4):
            x, y = column * step + (row % 2) * step // 2, row * step // 2
            for radius, color in (
                (1.0, (38, 92, 136)),
                (0.72, (70, 136, 180)),
                (0.4, (150, 196, 220)),
            ):
                draw.ellipse(_round(x, y, step * 0.5 * radius), fill=color)
    return image.resize((side, side), Image.Resampling.LANCZOS)


def frame(path):
    """Save a frame with ornaments in its corners as a page of a PDF: shapes, no pixels."""
    width, height = 178.58, 124.72
    # The lines end before the ornaments: the frame has no ground of its own.
    gold = "0.788 0.588 0.169"
    lines = ((2.2, 7, 25), (0.7, 11, 27))
    steps = [f"{gold} RG"]
    for weight, off, end in lines:
        right, top = width - off, height - off
        steps.append(f"{weight} w")
        for x in (off, right):
            steps.append(f"{x:g} {end} m {x:g} {height - end:g} l S")
        for y in (off, top):
            steps.append(f"{end} {y:g} m {width - end:g} {y:g} l S")
    for x, y, sx, sy in (
        (7, 7, 1, 1),
        (171.58, 7, -1, 1),
        (7, 117.72, 1, -1),
        (171.58, 117.72, -1, -1),
    ):
        steps.append(
            f"q {sx} 0 0 {sy} {x} {y} cm {gold} rg 8 0 m 12 4 12 4 16 8 c"
            " 12 12 12 12 8 16 c 4 12 4 12 0 8 c 4 4 4 4 8 0 c f 0.784 0.282 0.184 rg"
            " 5.5 8 m 8 5.5 l 10.5 8 l 8 10.5 l f Q"
        )
    with pikepdf.new() as document:
        page = document.add_blank_page(page_size=(width, height))
        page.Contents = document.make_stream(zlib.compress("\n".join(steps).encode()))
        page.Contents.Filter = pikepdf.Name.FlateDecode
        document.save(path, static_id=True)


def main():
    """Draw all of them."""
    ART.mkdir(parents=True, exist_ok=True)
    coast().save(ART / "coast.jpg", quality=82, optimize=True)
    owl().quantize(96, method=Image.Quantize.FASTOCTREE).save(ART / "owl.png", optimize=True)
    tile().quantize(64).save(ART / "scales.png", optimize=True)
    frame(ART / "frame.pdf")


if __name__ == "__main__":
    main()
