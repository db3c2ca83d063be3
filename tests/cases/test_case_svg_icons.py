"""Icons from SVG files: coloured like the text, or in colours of their own."""

import base64
import re

import pypdfium2
import pytest
from games import build, built, head, run, write

from cardforge.diagnostics import Report
from cardforge.pipeline import read_game
from cardforge.rulebook.screen.html_pieces import _icon_symbol

NAMESPACES = 'xmlns="http://www.w3.org/2000/svg"'
RED, GREEN, BLUE = (255, 0, 0), (0, 128, 0), (0, 0, 255)
TEMPLATE = """templates:
  face:
    elements:
      - {icon: own, color: red, box: {left: 0, top: 0, width: 40, height: 40}}
      - text: "{own}"
        font: plain
        size: 60 pt
        color: "#008000"
        box: {left: 0, top: 45, width: 60, height: 40}
decks:
  main: {hidden: false, face: face, back: none, rows: [{id: a}]}
"""
ONE = '<path d="M0 0H24V24H0z" fill="#123456"/>'
STROKED = '<path d="M4 12H20" stroke="#000" stroke-width="16" fill="none"/>'
CUT = f'<clipPath id="c"><rect width="24" height="12"/></clipPath><g clip-path="url(#c)">{ONE}</g>'
TWO = (
    '<rect width="12" height="24" fill="blue"/>'
    '<rect x="12" width="12" height="24" fill="currentColor"/>'
)


def game(folder, inside, icons="{own: {file: art/own.svg}}"):
    """Return a toy game with an icon drawn from a file."""
    (folder / "g" / "art").mkdir(parents=True)
    text = f'<svg {NAMESPACES} viewBox="0 0 24 24">{inside}</svg>'
    (folder / "g" / "art" / "own.svg").write_text(text)
    return write(folder / "g", f"{head(icons=icons)}{TEMPLATE}")


@pytest.mark.parametrize("inside", [ONE, STROKED, CUT], ids=["areas", "strokes", "clipped"])
def test_an_icon_of_one_colour_takes_that_of_the_element_and_of_the_text(inside, tmp_path):
    colours = colours_of(built(game(tmp_path, inside)))
    assert RED in colours
    assert GREEN in colours
    assert (0x12, 0x34, 0x56) not in colours


def colours_of(pdf):
    """Return the colours of a page that more than a few pixels have."""
    image = pypdfium2.PdfDocument(pdf)[0].render(scale=2).to_pil().convert("RGB")
    return {color for count, color in image.getcolors(1_000_000) if count > 60}


def test_an_icon_of_several_colours_keeps_them_but_for_current_color(tmp_path):
    colours = colours_of(built(game(tmp_path, TWO)))
    assert {RED, GREEN, BLUE} <= colours


@pytest.mark.parametrize(
    ("icons", "inside", "code", "place"),
    [
        ("{own: {file: art/onw.svg}}", ONE, "image.missing", "art/own.svg"),
        ("{own: {file: ../own.svg}}", ONE, "image.outside", "outside"),
        ("{own: {file: art/own.svg}}", "<rect", "svg.broken", "own.svg"),
        ("{own: {file: art/own.svg, path: M0 0H1}}", ONE, "icon.path", "only one"),
        ("{own: {viewbox: [0, 0, 1, 1]}}", ONE, "icon.path", "path or file"),
    ],
)
def test_an_icon_file_that_cannot_be_drawn_is_told_once(icons, inside, code, place, tmp_path):
    ran = build(game(tmp_path, inside, icons=icons))
    assert ran.code != 0
    assert ran.said.count("error[") == 1, ran.said
    assert f"error[{code}]" in ran.said
    assert place in ran.said


def test_keys_of_a_path_beside_a_file_are_told(tmp_path):
    icons = "{own: {file: art/own.svg, even-odd: true}}"
    ran = build(game(tmp_path, ONE, icons=icons))
    assert ran.code == 0
    assert "warning[key.unused]: 'even-odd'" in ran.said


def test_what_an_icon_file_cannot_say_is_a_warning_at_its_name(tmp_path):
    folder = game(tmp_path, f"<script/>{ONE}")
    ran = run("check", folder)
    assert "warning[svg.unsupported]: 'own.svg', line 1: <script>" in ran.said
    assert "icons:" in ran.said


def test_the_web_page_of_a_rulebook_shows_an_icon_of_several_colours_as_its_own_picture(tmp_path):
    report = Report()
    read = read_game(game(tmp_path, TWO) / "game.yaml", report, "game.yaml")
    symbol = _icon_symbol("p:1", read.icons["own"])
    data = re.search(r'href="data:image/svg\+xml;base64,([^"]+)"', symbol)
    assert base64.b64decode(data[1]).decode().startswith("<svg")
    plain = _icon_symbol("p:1", read.icons["own"]._replace(art=()))
    assert "data:" not in plain
    assert "currentColor" in plain
