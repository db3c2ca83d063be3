"""The shipped games as PDF/X of every standard, accepted by judges that did not write them."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from pdfx_checker import check
from pdfx_made import STANDARDS
from PIL import Image

PROFILE = Path("/usr/share/scribus/profiles/ISOcoated_v2_300_bas.icc")
GAMES = ("cent", "ninety-nine", "numerik", "one-hundred")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not PROFILE.exists(), reason=f"needs {PROFILE} (scribus-data)"),
]


def exported(run, source, out, *more):
    """Return the PDFs of a package by the real command."""
    code, said, err = run("export", source, "--out", out, *more)
    assert code == 0, said + err
    found = sorted(out.rglob("*.pdf"))
    assert found, said
    return found


@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_keeps_every_standard(run, tmp_path, repository, game, standard):
    source = repository / "designs" / game
    options = ("--shop", "press", "--standard", standard, "--language", "fr")
    dark = 0
    for path in exported(run, source, tmp_path / "out", *options):
        assert check(path.read_bytes(), standard) == [], path.name
        if shutil.which("qpdf"):
            judged = subprocess.run(["qpdf", "--check", path], capture_output=True, check=False)
            assert judged.returncode == 0, judged.stdout + judged.stderr
        # The standards differ in what they allow, not in how colours are converted.
        dark += black_letters(path) if standard == "pdfx-1a:2003" else 1
    # The letters of this game are of a dark colour, not black.
    assert dark or game == "ninety-nine"


def black_letters(path):
    """Return how often black letters are set; each time in the black ink alone.

    So they keep sharp edges when the plates of a press drift.
    """
    found = 0
    with pikepdf.open(path) as pdf:
        streams = [page.obj for page in pdf.pages]
        streams += [
            entry
            for entry in pdf.objects
            if isinstance(entry, pikepdf.Stream) and entry.get("/Subtype") == "/Form"
        ]
        for stream in streams:
            for ink in letters(stream):
                if ink[3:] and ink[3] > 0.95:
                    assert ink[:3] == [0, 0, 0], (path.name, ink)
                    found += 1
    return found


def letters(stream):
    """Yield the ink of each text that a stream shows."""
    ink, kept = [], []
    for step in pikepdf.parse_content_stream(stream):
        operator = str(step.operator)
        if operator == "q":
            kept.append(ink)
        elif operator == "Q":
            ink = kept.pop()
        elif operator in ("k", "g"):
            ink = [float(value) for value in step.operands]
        elif operator in ("cs", "scn", "sc"):
            ink = []
        elif operator in ("Tj", "TJ", "'", '"'):
            yield ink


# Ghostscript as a press: what lies on each plate


def plates(path, folder, dpi=72, pages="1-"):
    """Return the four plates of each page in per cent of ink, as Ghostscript makes them."""
    folder.mkdir()
    subprocess.run(
        ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=tiffsep", f"-r{dpi}",
         f"-sPageList={pages}", f"-o{folder}/%d.tif", path],
        check=True, timeout=120,
    )  # fmt: skip
    made = []
    number = 1
    while (folder / f"{number}.tif").exists():
        inks = []
        for ink in ("Cyan", "Magenta", "Yellow", "Black"):
            with Image.open(folder / f"{number}({ink}).tif") as plate:
                inks.append(100 - np.asarray(plate.convert("L"), dtype=float) / 2.55)
        made.append(inks)
        number += 1
    return made


needs_gs = pytest.mark.skipif(shutil.which("gs") is None, reason="needs Ghostscript")


@needs_gs
@pytest.mark.parametrize(("shop", "limit"), [("press", 300), ("drivethrucards", 240)])
def test_no_place_of_a_game_takes_more_ink_than_the_shop_allows(
    run, tmp_path, repository, shop, limit
):
    source = repository / "designs" / "numerik"
    more = ("--shop", shop, "--language", "fr", "--standard", "pdfx-1a:2003")
    path = exported(run, source, tmp_path / "out", *more)[0]
    ink = [sum(inks).max() for inks in plates(path, tmp_path / "plates", pages="1-8")]
    assert len(ink) == 8
    # And there is something to limit.
    assert limit - 60 < max(ink) <= limit + 1.5


TOY = """game: toy
version: "1"
title: Toy
languages: [en]
players: 2
format: {trim: [63, 88], bleed: 3, safe: 3}
fonts: {plain: Lato-Regular}
{more}
templates:
  face:
    elements:
      {area}
      - {text: "Black on white, small and sharp", font: plain, size: 7 pt, color: black, box: safe}
decks:
  main: {face: face, back: none, hidden: false, rows: [{id: a}]}
"""
AREA = '- {shape: rectangle, fill: "#000000", box: {left: 10, top: 40, width: 40, height: 30}}'
SATURATED = '- {shape: rectangle, fill: "cmyk(100, 100, 100, 100)", box: bleed}'


def toy(folder, area="", more=""):
    folder.mkdir()
    text = TOY.replace("      {area}\n", f"      {area}\n" if area else "").replace(
        "{more}\n", more
    )
    (folder / "game.yaml").write_text(text)
    return folder


EVERYTHING = """game: toy
version: "1"
title: Everything
languages: [en]
players: 2
format: {trim: [63, 88], bleed: 3, safe: 3}
fonts: {plain: Lato-Regular}
palette:
  gold: {rgb: "#c9a227", cmyk: "cmyk(20, 35, 90, 5)", spot: PANTONE 871 C}
  deep: {rgb: "#102040", cmyk: "cmyk(100, 80, 30, 40)"}
press: {die-cut: true}
templates:
  face:
    elements:
      - {shape: rectangle, fill: deep, box: bleed}
      - {image: art/photo.jpg, box: {left: 0, right: 0, top: 0, height: 40}}
      - {image: art/clear.png, box: {left: 10, top: 20, width: 40, height: 40}}
      - {image: art/grey.png, opacity: 0.5, box: {left: 20, top: 50, width: 20, height: 20}}
      - {shape: rectangle, fill: gold, opacity: 0.6, box: {left: 5, top: 60, width: 50, height: 9}}
      - {shape: circle, fill: gold, stroke: "#ffffff", box: {left: 5, top: 70, width: 9, height: 9}}
      - {icon: star, color: gold, box: {left: 20, top: 70, width: 9, height: 9}}
      - {text: "On ink", font: plain, size: 9 pt, color: gold, box: {left: 9, top: 30, height: 9}}
      - {text: "Pale", font: plain, size: 9 pt, color: "#ffffff", opacity: 0.7,
         box: {left: 9, top: 70, height: 9}}
  reverse:
    elements:
      - {shape: rectangle, fill: "#ffffff", box: bleed}
      - {paragraph: "Black on white", font: plain, size: 9 pt, box: safe}
decks:
  main: {face: face, back: reverse, hidden: false, rows: [{id: a}, {id: b, copies: 2}]}
"""


@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("shop", ["longpack", "mb-print"])
def test_a_card_with_everything_keeps_every_standard(run, tmp_path, shop, standard):
    source = tmp_path / "toy"
    (source / "art").mkdir(parents=True)
    (source / "game.yaml").write_text(EVERYTHING)
    photo = Image.effect_noise((400, 300), 90)
    Image.merge("RGB", (photo, photo.rotate(90, expand=0), photo.rotate(180))).save(
        source / "art/photo.jpg", quality=80
    )
    clear = Image.linear_gradient("L").resize((300, 300))
    Image.merge("RGBA", (clear, clear.rotate(90), clear.rotate(180), clear)).save(
        source / "art/clear.png"
    )
    clear.save(source / "art/grey.png")
    options = ("--shop", shop, "--standard", standard)
    spots, fonts = set(), []
    for path in exported(run, source, tmp_path / "out", *options):
        assert check(path.read_bytes(), standard) == [], path.name
        with pikepdf.open(path) as pdf:
            spots |= spots_of(pdf.objects)
            fonts += fonts_of(pdf.objects)
    # MB Print cuts without a line.
    assert spots == {"/PANTONE 871 C"} | ({"/die-cut"} if shop == "longpack" else set())
    assert bool(fonts) == (shop != "mb-print")


def spots_of(objects):
    """Return the inks of their own that a file has, wherever they are."""
    found = set()
    waiting = list(objects)
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, pikepdf.Array):
            if len(entry) == 4 and entry[0] == "/Separation":
                found.add(str(entry[1]))
            elif len(entry) > 3 and entry[0] == "/DeviceN":
                found |= {str(name) for name in entry[1]}
            else:
                waiting += [each for each in entry if isinstance(each, pikepdf.Array)]
        elif isinstance(entry, (pikepdf.Dictionary, pikepdf.Stream)):
            inner = dict(entry.items()).values()
            waiting += [each for each in inner
                        if isinstance(each, (pikepdf.Array, pikepdf.Dictionary))
                        and not each.is_indirect]  # fmt: skip
    return found - {"/Cyan", "/Magenta", "/Yellow", "/Black", "/All", "/None"}


def fonts_of(objects):
    """Return the fonts of a file."""
    dictionaries = (entry for entry in objects if isinstance(entry, pikepdf.Dictionary))
    return [entry for entry in dictionaries if entry.get("/Type") == "/Font"]


@needs_gs
@pytest.mark.parametrize("standard", STANDARDS)
def test_black_text_lies_on_the_black_plate_alone(run, tmp_path, standard):
    source = toy(tmp_path / "toy")
    path = exported(run, source, tmp_path / "out", "--shop", "press", "--standard", standard)[0]
    cyan, magenta, yellow, black = plates(path, tmp_path / "plates", 150, "1")[0]
    assert max(cyan.max(), magenta.max(), yellow.max()) < 1
    assert black.max() > 90


@needs_gs
def test_a_black_area_is_the_rich_black_of_the_shop(run, tmp_path):
    source = toy(tmp_path / "toy", AREA)
    path = exported(run, source, tmp_path / "out", "--shop", "press")[0]
    inks = plates(path, tmp_path / "plates", 72, "1")[0]
    # 10 + 20 mm and 40 + 15 mm, and the bleed of 3 mm: the middle of the area.
    row, column = round(58 / 25.4 * 72), round(33 / 25.4 * 72)
    assert [round(ink[row, column]) for ink in inks] == [60, 40, 40, 100]


@needs_gs
@pytest.mark.parametrize("limit", [200, 260])
def test_a_colour_of_too_much_ink_is_brought_within_the_limit(run, tmp_path, limit):
    source = toy(tmp_path / "toy", SATURATED, f"press: {{ink-limit: {limit}}}\n")
    path = exported(run, source, tmp_path / "out", "--shop", "press")[0]
    inks = plates(path, tmp_path / "plates", 72, "1")[0]
    assert limit - 10 < sum(inks).max() <= limit + 1.5
    # It is as black as before.
    assert inks[3].max() > 95
