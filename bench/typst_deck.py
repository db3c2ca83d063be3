"""Draws the benchmark deck with Typst: `typst_deck.py CARDS.yaml OUT`.

`OUT` is a PDF of sheets, or the pattern of the pictures of all faces, such as `{0p}.png`.
"""

import sys
from pathlib import Path

import font_lato
import typst

cards, out = sys.argv[1:]
fonts = Path(font_lato.__file__).parent / "files"
pictures = {"format": "png", "ppi": 300} if out.endswith(".png") else {}
typst.compile(
    Path(__file__).with_name("deck.typ"),
    output=out,
    root="/",
    font_paths=[fonts],
    ignore_system_fonts=True,
    sys_inputs={"cards": cards, "pictures": "1" if pictures else ""},
    **pictures,
)
