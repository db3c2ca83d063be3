"""Draws the benchmark deck with Typst: `typst_deck.py CARDS.yaml OUT.pdf`."""

import sys
from pathlib import Path

import font_lato
import typst

cards, out = sys.argv[1:]
fonts = Path(font_lato.__file__).parent / "files"
typst.compile(
    Path(__file__).with_name("deck.typ"),
    output=out,
    root="/",
    font_paths=[fonts],
    ignore_system_fonts=True,
    sys_inputs={"cards": cards},
)
