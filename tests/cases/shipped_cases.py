"""Packages of small games for the tests of cases."""

from pathlib import Path

import numpy as np
import pytest
from games import run

PROFILE = Path("/usr/share/scribus/profiles/ISOcoated_v2_300_bas.icc")
needs_profile = pytest.mark.skipif(not PROFILE.exists(), reason=f"needs {PROFILE} (scribus-data)")

POKER = "{trim: [2.5in, 3.5in], bleed: 0.125in, safe: 3}"


def export(folder, shop, *more):
    """Export a game that must succeed; return the folder of its package, and what was said."""
    out = folder.parent / f"{shop}-out"
    ran = run("export", folder, "--shop", shop, "--out", out, *more)
    assert ran.code == 0, ran.said
    return out / "en", ran.said


def pictures(package, ending="png"):
    return sorted((package / "cards").glob(f"*-face-*.{ending}"))


def pdf_of(package):
    (path,) = sorted((package / "cards").glob("*.pdf"))
    return path


def seen(page, dpi):
    """Return a page of a PDF as an array of pixels."""
    return np.asarray(page.render(scale=dpi / 72).to_pil().convert("RGB"))
