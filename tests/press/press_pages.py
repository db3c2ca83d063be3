"""Small pages for a press, and what programs other than ours see on them."""

import io
import shutil
import subprocess
import zlib
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image as Pillow
from toy_profile import toy_press

from cardforge.color import Color
from cardforge.fonts import Fonts, find_font
from cardforge.geometry import Box, Size
from cardforge.ink import Page
from cardforge.press.values import OutputCondition
from cardforge.render.pdf import PdfInfo
from cardforge.render.pictures import Picture

STANDARDS = ("pdfx-1a:2001", "pdfx-1a:2003", "pdfx-3:2003", "pdfx-4")
TOY = toy_press()
CONDITION = OutputCondition("FOGRA39", True, "Coated paper", TOY, "Toy press", TOY)
INFO = PdfInfo("Jeu de 100 cartes — é", "fr", "1.2", author="A & B", subject="Dos <rouge>")
FONTS = Fonts()
FONTS.add("body", find_font("Lato-Regular", Path("nowhere")))

needs_ghostscript = pytest.mark.skipif(
    shutil.which("gs") is None, reason="Ghostscript is not installed"
)


def CMYK(*values):  # noqa: N802 reads like a colour
    return Color("cmyk", tuple(float(value) for value in values))


def box(*numbers):
    return Box(*(float(number) for number in numbers))


def page(*items, size=Size(40.0, 30.0), edge=1.0):
    """Return a page with so much bleed on each side."""
    whole = Box(0.0, 0.0, *size)
    trim = Box(edge, edge, size.width - 2 * edge, size.height - 2 * edge)
    return Page(size, trim, whole, items)


def picture_of(inks, alpha=None):
    """Return pixels of four inks, and what of them is seen, as a picture for PDF."""
    return Picture(
        _entries(inks, "/DeviceCMYK"),
        zlib.compress(inks.astype(np.uint8).tobytes()),
        None if alpha is None else _mask(alpha),
    )


def _mask(alpha):
    return Picture(_entries(alpha, "/DeviceGray"), zlib.compress(alpha.astype(np.uint8).tobytes()))


def _entries(pixels, space):
    height, width = pixels.shape[:2]
    return (
        f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace {space}"
        " /BitsPerComponent 8 /Filter /FlateDecode"
    )


def ink_of(picture):
    """Return the pixels of a picture for PDF, as qpdf unpacks them."""
    entries = pikepdf.Object.parse(f"<< {picture.entries} >>".encode())
    with pikepdf.new() as pdf:
        stream = pikepdf.Stream(pdf, picture.data)
        for key in ("/Filter", "/DecodeParms"):
            if key in entries:
                stream[key] = entries[key]
        plain = np.frombuffer(stream.read_bytes(), np.uint8)
    return plain.reshape(int(entries.Height), int(entries.Width), -1)


def at(x, y, dpi=72):
    """Return the pixel at a place in mm."""
    return int(x / 25.4 * dpi), int(y / 25.4 * dpi)


def on_screen(pdf, dpi=72, index=0):
    """Return a page as PDFium shows it."""
    made = pypdfium2.PdfDocument(pdf)[index].render(scale=dpi / 72).to_pil()
    return np.asarray(made.convert("RGB")).astype(int)


def on_press(pdf, folder, dpi=150):
    """Return the four inks of each page as Ghostscript has them."""
    (folder / "made.pdf").write_bytes(pdf)
    for old in folder.glob("made-*.tif"):
        old.unlink()
    words = ["gs", "-q", "-dSAFER", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiff32nc", f"-r{dpi}"]
    words += ["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4"]
    out = f"-sOutputFile={folder / 'made-%03d.tif'}"
    subprocess.run([*words, out, str(folder / "made.pdf")], check=True, timeout=60)
    return [_read(path) for path in sorted(folder.glob("made-*.tif"))]


def _read(path):
    with Pillow.open(path) as image:
        return np.asarray(image).astype(int)


def calm(pixels, most=12):
    """Return where a picture hardly changes from a pixel to its neighbours."""
    padded = np.pad(pixels, ((1, 1), (1, 1), (0, 0)), mode="edge")
    parts = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (0, 1))
    return (parts.max((-1, -2)) - parts.min((-1, -2))).max(-1) <= most


def opened(data):
    return pikepdf.open(io.BytesIO(data))
