"""Pages, sheets and packages looked at: each card its copies, each back behind its face."""

import csv
import io
import json
import shutil
import zipfile

import pikepdf
import pypdfium2
import pytest
from cases.games import FILLED, head, write
from pikepdf import Array, Dictionary, Name, Stream
from PIL import Image
from verify_made import codes, found, plain, png, saved, told, told_of_path

from cardforge.check.verify.finished import sides_of
from cardforge.check.verify.looks import Sides
from cardforge.check.verify.values import Expected
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of
from cardforge.export.package import Shown
from cardforge.geometry import Box, Point, Size, Transform
from cardforge.ink import Group, Page, Use
from cardforge.pipeline import make_edition, read_game
from cardforge.render.pdf import PdfInfo, render
from cardforge.sheet import Lot, MarkSpec, Placed, SheetSpec, impose
from cardforge.shops import shops
from cardforge.single import single_page

# Cards with figures on coloured ground, each with a back of its own, one of them twice.
TEMPLATES = FILLED.replace(
    'fill: "{{ tint }}", box: bleed}',
    'fill: "{{ tint }}", box: bleed}\n'
    '      - {text: "{{ id }}", font: plain, size: 40 pt, box: safe}',
)
COUNT = 5
FACES = ("#e0c080", "#c0e0e0", "#e0a0a0", "#a0c0a0", "#ffffff")
BACKS = ("#204080", "#802040", "#406020", "#604080", "#303030")


def rows(count, copies):
    return "".join(
        f'      - {{id: c{i}, tint: "{FACES[i]}", behind: "{BACKS[i]}",'
        f" copies: {copies.get(i, 1)}}}\n"
        for i in range(count)
    )


@pytest.fixture(scope="module")
def edition(tmp_path_factory):
    deck = "decks:\n  main:\n    hidden: false\n    face: filled\n    back: reverse\n    rows:\n"
    text = head() + TEMPLATES + deck + rows(COUNT, {1: 2})
    folder = write(tmp_path_factory.mktemp("looks") / "toy", text)
    report = Report()
    game = read_game(folder / "game.yaml", report, "game.yaml")
    (settings,) = settings_of(game, Request())
    made = make_edition(game, settings, report)
    assert not report.has_errors, report.problems
    return made


@pytest.fixture(scope="module")
def sides(edition):
    return sides_of([edition])


def plates(edition):
    """Return the face and back of each copy."""
    (deck,) = edition.cards
    return [(s.face, s.back) for s in deck.cards for _ in range(s.card.copies)]


def pages_of(edition, words):
    """Return a PDF of sides: `f0` is the face of the first copy, `b1` the back of the second."""
    copies = plates(edition)
    pages = [single_page(copies[int(word[1:])]["fb".index(word[0])]) for word in words.split()]
    return render(pages, edition.fonts, PdfInfo("", "", ""))


RIGHT = "f0 b0 f1 b1 f2 b2 f3 b3 f4 b4 f5 b5"


def test_pages_that_are_right_are_silent_in_either_order(edition, sides):
    backwards = " ".join(f"b{i} f{i}" for i in range(6))
    for words in (RIGHT, backwards):
        assert told(pages_of(edition, words), sides=sides) == []


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("f0 b0 f1 b1 f2 b2 f3 b3 f4 b4", ("file.copies", "missing: main.c4")),
        ("f0 b0 f1 b1 f3 b3 f4 b4 f5 b5 f5 b5",
         ("file.copies", "main.c1 1 × instead of 2 × and main.c4 2 × instead of 1 ×")),
        ("f0 b0 f1 b1 f2 b2 f3 b4 f4 b3 f5 b5",
         ("file.back", "pages 8 and 10: the back is that of another card")),
    ],
)  # fmt: skip
def test_missing_and_doubled_cards_and_changed_backs_are_seen(edition, sides, words, problem):
    problems = told(pages_of(edition, words), sides=sides)
    assert problems == [problem]


def test_the_wanted_order_is_judged_by_what_is_seen(edition, sides):
    data = pages_of(edition, RIGHT)
    assert told(data, Expected(order="face-back", copies="repeated"), sides=sides) == []
    assert codes(told(data, Expected(order="back-face"), sides=sides)) == ["file.order"]


def test_a_page_that_is_not_what_the_manifest_says_is_seen(edition, sides):
    cards = [f"main.c{number}" for number in (0, 1, 1, 2, 3, 4)]
    shows = tuple(Shown(side, "main", card, card) for card in cards for side in ("face", "back"))
    wanted = Expected(shows=shows, order="face-back")
    assert told(pages_of(edition, RIGHT), wanted, sides=sides) == []
    changed = pages_of(edition, "f0 b0 f1 b1 f2 b2 f4 b3 f3 b4 f5 b5")
    said = (
        "page 7 shows the face of main.c3 instead of the face of main.c2 (pages 7 and 9 are wrong)"
    )
    assert told(changed, wanted, sides=sides) == [("file.order", said)]


def test_strange_pages_are_told(edition, sides):
    data = pages_of(edition, RIGHT)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.pages[0].Contents = pdf.make_stream(
            b"".join(b"%d g %d 0 9 270 re f " % (n % 2, n * 9) for n in range(30))
        )
        file = io.BytesIO()
        pdf.save(file)
    problems = told(file.getvalue(), sides=sides)
    assert ("file.unknown", "page 1: no side of a card of the game") in problems
    empty = render([Page(Size(63, 88), Box(0, 0, 63, 88), Box(0, 0, 63, 88), ())] * 2,
                   edition.fonts, PdfInfo("", "", ""))  # fmt: skip
    assert codes(told(empty, sides=sides)) == ["file.unknown"]


@pytest.mark.skipif(not shutil.which("gs"), reason="Ghostscript is not installed")
def test_sides_are_known_after_their_colours_were_converted(edition, sides, tmp_path):
    import subprocess

    source, made = tmp_path / "a.pdf", tmp_path / "b.pdf"
    source.write_bytes(pages_of(edition, RIGHT))
    subprocess.run(
        ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", "-sProcessColorModel=DeviceCMYK",
         "-sColorConversionStrategy=CMYK", f"-o{made}", str(source)], check=True
    )  # fmt: skip
    assert "DeviceRGB" not in found(made.read_bytes())["colours"]
    assert told(made.read_bytes(), sides=sides) == []


def test_cards_scaled_or_centred_into_another_size_are_known(edition, sides):
    for trim, scale in ((Size(63.5, 88.9), 1.0), (Size(62, 86.6), 0.984)):
        pages = []
        for face, back in plates(edition):
            for plate in (face, back):
                page = Size(trim.width + 6, trim.height + 6)
                x, y = (page.width - 63 * scale) / 2, (page.height - 88 * scale) / 2
                use = Use(plate, Point(x / scale, y / scale))
                pages.append(Page(page, Box(3, 3, *trim), Box(0, 0, *page), scaled(use, scale)))
        assert told(render(pages, edition.fonts, PdfInfo("", "", "")), sides=sides) == []


def scaled(use, scale):
    return (Group((use,), Transform.scaled(scale, scale)),)


# --- sheets ---


def sheets(edition, copies=None, **spec):
    placed = [Placed(face, back) for face, back in (copies or plates(edition))]
    asked = SheetSpec(Size(210, 297), "a4", **spec)
    made = impose([Lot(Size(63, 88), placed)], asked)
    return [side.page for side in made]


@pytest.mark.parametrize(
    "spec",
    [
        {"grid": (2, 2)},
        {"grid": (2, 2), "duplex": "short-edge"},
        {"grid": (2, 1), "landscape": True},
        {"grid": (3, 1), "duplex": "fold"},
        {"grid": (2, 2), "marks": MarkSpec("none")},
        {"grid": (2, 2), "back_offset": Point(1.5, -1)},
    ],
    ids=str,
)
def test_every_card_of_every_sheet_is_found_and_its_back_behind_it(edition, sides, spec):
    data = render(sheets(edition, **spec), edition.fonts, PdfInfo("", "", ""))
    known = sides._replace(duplex=spec.get("duplex", "long-edge"))
    assert told(data, sides=known) == []


def test_sheets_turned_over_the_other_way_are_seen(edition, sides):
    data = render(sheets(edition, grid=(2, 2)), edition.fonts, PdfInfo("", "", ""))
    problems = told(data, sides=sides._replace(duplex="short-edge"))
    assert codes(problems) == ["file.back"]
    # Two of the six are each other's twins.
    assert "pages 2 and 4: 4 backs" in problems[0][1]


def test_a_card_that_is_missing_or_twice_on_sheets_is_seen(edition, sides):
    copies = plates(edition)
    for changed, message in (
        (copies[:-1], "missing: main.c4"),
        ([*copies, copies[0]], "main.c0 2 × instead of 1 ×"),
    ):
        data = render(sheets(edition, changed, grid=(2, 2)), edition.fonts, PdfInfo("", "", ""))
        assert told(data, sides=sides) == [("file.copies", message)]


def test_backs_that_are_exchanged_on_a_sheet_are_seen(edition, sides):
    copies = plates(edition)
    copies[0], copies[1] = (copies[0][0], copies[1][1]), (copies[1][0], copies[0][1])
    data = render(sheets(edition, copies, grid=(2, 2)), edition.fonts, PdfInfo("", "", ""))
    problems = told(data, sides=sides)
    assert codes(problems) == ["file.back"]
    assert "page 2: 2 backs" in problems[0][1]


def test_sheets_of_another_tool_without_a_trim_box_are_read(edition, sides):
    # The largest grid in the middle of the paper.
    copies = plates(edition)
    pages = []
    for number in range(2):
        items = []
        for index, pair in enumerate(copies):
            row, column = divmod(index, 3)
            column = 2 - column if number else column
            at = Point(10.5 + column * 63, 16.5 + row * 88)
            items.append(Group((Use(pair[number], at),), clip=Box(*at, 63, 88)))
        whole = Box(0, 0, 210, 297)
        pages.append(Page(Size(210, 297), whole, whole, tuple(items)))
    assert told(render(pages, edition.fonts, PdfInfo("", "", "")), sides=sides) == []


def test_a_document_that_is_no_sheet_of_cards_is_only_told_so(edition, sides):
    whole = Box(0, 0, 210, 297)
    page = Page(Size(210, 297), whole, whole, ())
    problems = told(render([page], edition.fonts, PdfInfo("", "", "")), sides=sides)
    assert codes(problems) == ["file.unknown"]


# --- packages ---


def picture(edition, plate):
    pdf = render([single_page(plate)], edition.fonts, PdfInfo("", "", ""))
    with pypdfium2.PdfDocument(pdf) as document:
        image = document[0].render(scale=300 / 72).to_pil().convert("RGB").resize((815, 1110))
    file = io.BytesIO()
    image.save(file, "PNG", dpi=(300, 300))
    return file.getvalue()


@pytest.fixture(scope="module")
def drawn(edition):
    (deck,) = edition.cards
    return {
        f"{sides.card.id.partition('.')[2]}-{side}": picture(edition, plate)
        for sides in deck.cards[:3]
        for side, plate in (("face", sides.face), ("back", sides.back))
    }


@pytest.fixture
def package(drawn, tmp_path):
    """Return a package of three cards for a shop that takes any size."""
    import hashlib

    files = {f"cards/{name}.png": data for name, data in drawn.items()}
    lines = [["file", "card", "name", "deck", "copies"]]
    lines += [
        [f"{c}-face.png", f"main.{c}", c, "main", str(n)]
        for c, n in (("c0", 1), ("c1", 2), ("c2", 1))
    ]
    text = io.StringIO()
    csv.writer(text).writerows(lines)
    files["cards/copies.csv"] = text.getvalue().encode()
    entries = {}
    for name, data in files.items():
        entries[name] = {"sha256": hashlib.sha256(data).hexdigest(), "kind": "data"}
        if name.endswith("png"):
            card, side = name[6:-4].split("-")
            copies = 2 if card == "c1" else 1
            shown = {
                "side": side,
                "deck": "main",
                "card": f"main.{card}",
                "name": card,
                "copies": copies,
            }
            entries[name] |= {"kind": "picture", "pixels": [815, 1110], "dpi": 300,
                              "shows": [shown]}  # fmt: skip
    manifest = {"game": "toy", "shop": "makeplayingcards", "files": entries}
    files["manifest.json"] = json.dumps(manifest).encode()
    files["README.txt"] = b"read me"
    folder = tmp_path / "en"
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def three(sides):
    kept = [(s, g) for s, g in zip(sides.sides, sides.groups, strict=True) if s.card < "main.c3"]
    return Sides(tuple(s for s, _ in kept), tuple(g for _, g in kept))


def test_a_package_that_is_right_is_silent_as_a_folder_and_as_a_zip_file(package, three, tmp_path):
    assert told_of_path(package, sides=three) == []
    packed = shutil.make_archive(str(tmp_path / "en"), "zip", package)
    assert told_of_path(tmp_path / packed, sides=three) == []


def change_manifest(package, change):
    path = package / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest["files"])
    path.write_text(json.dumps(manifest))


def test_a_file_that_is_missing_added_or_changed_is_found(package):
    (package / "cards" / "c0-back.png").unlink()
    (package / "cards" / "more.png").write_bytes(png())
    (package / "cards" / "c2-face.png").write_bytes(
        (package / "cards" / "c2-back.png").read_bytes()
    )
    problems = told_of_path(package)
    assert ("file.missing", "not there: cards/c0-back.png") in problems
    assert ("file.unknown", "not of this package: cards/more.png") in problems
    assert ("file.changed", "changed after they were made: cards/c2-face.png") in problems


def test_a_picture_of_another_card_is_seen(package, three):
    cards = package / "cards"
    one, other = (cards / "c0-face.png").read_bytes(), (cards / "c2-face.png").read_bytes()
    (cards / "c0-face.png").write_bytes(other)
    (cards / "c2-face.png").write_bytes(one)
    problems = told_of_path(package, sides=three)
    assert ("file.order", "shows the face of main.c2 instead of the face of main.c0") in problems
    assert ("file.order", "shows the face of main.c0 instead of the face of main.c2") in problems


def test_pictures_of_another_tool_are_held_against_the_game(package, three):
    (package / "manifest.json").unlink()
    (package / "cards" / "copies.csv").unlink()
    assert told_of_path(package, sides=three) == []
    (package / "cards" / "c1-face.png").unlink()
    assert told_of_path(package, sides=three) == [("file.copies", "missing: main.c1")]
    for path in (package / "cards").iterdir():
        Image.linear_gradient("L").convert("RGB").save(path, dpi=(100, 100))
    assert told_of_path(package, sides=three) == [
        ("file.unknown", "no picture shows a card of the game")
    ]


def test_copies_that_are_not_those_of_the_game_are_found(package, three):
    def more(files):
        files["cards/c0-face.png"]["shows"][0]["copies"] = 3

    change_manifest(package, more)
    problems = told_of_path(package, sides=three)
    assert ("file.copies", "main.c0 3 × instead of 1 ×") in problems
    # The list of copies still says one.
    assert ("file.copies", "says other copies than the manifest: main.c0") in problems


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("file,card,name,deck,copies\nc9-face.png,main.c0,c0,main,1\n",
         ("file.missing", "names files that are not there: cards/c9-face.png")),
        ("file,card,name,deck,copies\nc0-face.png,main.c0,c0,main,two\n",
         ("file.copies", "line 2: copies must be a number, found 'two'")),
    ],
)  # fmt: skip
def test_a_list_of_copies_that_is_wrong_is_found(package, text, problem):
    (package / "cards" / "copies.csv").write_text(text)
    assert problem in told_of_path(package)


def test_pictures_of_another_size_than_listed_are_found(package):
    (package / "cards" / "c0-face.png").write_bytes(png(800, 1110))
    assert ("file.size", "has 800 × 1110 pixels, expected 815 × 1110") in told_of_path(package)


@pytest.mark.parametrize("text", ["[1, 2]", "{", "\\xff", "[" * 99_999])
def test_a_manifest_that_is_none_is_told(package, text):
    (package / "manifest.json").write_text(text)
    assert ("file.unreadable", "is no manifest of a package") in told_of_path(package)


def test_names_that_differ_in_capitals_or_are_refused_are_found(tmp_path):
    packed = tmp_path / "a.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("Card.png", "card.png", "a?.png", "../up.png"):
            archive.writestr(name, png())
    problems = told_of_path(packed)
    assert ("file.name", "names that differ only in capitals: Card.png and card.png") in problems
    assert ("file.name", "names that some systems refuse: ../up.png and a?.png") in problems


def test_an_empty_folder_and_one_of_other_things_are_told(tmp_path):
    assert told_of_path(tmp_path) == [("file.missing", "holds no files")]
    (tmp_path / "a.txt").write_text("a")
    assert told_of_path(tmp_path) == [("file.missing", "holds no PDF and no picture")]


def test_pictures_of_other_tools_are_judged_by_the_products_of_a_shop(tmp_path):
    shop = shops()["the-game-crafter"]
    for name, size in (("good", (825, 1125)), ("side", (1125, 825)), ("bad", (815, 1110))):
        (tmp_path / f"{name}.png").write_bytes(png(*size))
    problems = told_of_path(tmp_path, shop)
    assert [code for code, _ in problems] == ["file.size", "file.size"]
    assert "has 815 × 1110 pixels, which is no product of The Game Crafter" in problems[0][1]
    assert problems[1][1] == "lies on its side, The Game Crafter takes it upright"
    (tmp_path / "good.png").write_bytes(png(825, 1125, dpi=72))
    assert "says 72.01 dpi, expected 300" in [
        message for _, message in told_of_path(tmp_path, shop)
    ]


def test_a_pdf_of_other_tools_is_judged_by_the_products_of_a_shop(edition):
    shop = shops()["drivethrucards"]
    problems = told(pages_of(edition, "f0 b0"), shop=shop)
    assert codes(problems) == ["file.colour", "file.size", "file.standard"]
    assert "the nearest is poker_us of 69.85 × 95.25 mm" in problems[0][1]


def test_the_bleed_of_a_shop_that_cuts_any_size_is_measured(edition):
    shop = shops()["longpack"]
    copies = plates(edition)
    for bleed, wrong in ((3.0, False), (2.0, True)):
        page = Size(63 + 2 * bleed, 88 + 2 * bleed)
        one = Page(page, Box(bleed, bleed, 63, 88), Box(0, 0, *page),
                   (Use(copies[0][0], Point(bleed, bleed)),))  # fmt: skip
        problems = told(render([one], edition.fonts, PdfInfo("", "", "")), shop=shop)
        message = "page 1: 2 mm of bleed, LongPack Games wants 3 mm"
        assert (("file.boxes", message) in problems) is wrong


def test_a_game_of_two_sides_that_look_the_same_is_no_riddle(edition, sides):
    # The second copy of c1 may be either: each card still has its copies.
    data = pages_of(edition, "f0 b0 f2 b2 f1 b1 f3 b3 f4 b4 f5 b5")
    assert told(data, sides=sides) == []


def test_the_picture_of_a_side_is_the_part_inside_the_trim(sides):
    face = next(side for side in sides.sides if side.card == "main.c0" and side.side == "face")
    colour = tuple(int(value) for value in face.picture[1, 1])
    assert "#{:02x}{:02x}{:02x}".format(*colour) == FACES[0]
    assert Image.fromarray(face.picture).size == (69, 96)


def test_what_would_never_be_drawn_to_its_end_is_not_looked_at(sides):
    pdf = plain(b"/F Do")
    below = None
    for _ in range(12):
        content = b"0 0 1 1 re f" if below is None else b"/F Do " * 10
        form = Stream(pdf, content, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 1, 1]))
        if below is not None:
            form.Resources = Dictionary(XObject=Dictionary(F=below))
        below = pdf.make_indirect(form)
    pdf.pages[0].Resources.XObject = Dictionary(F=below)
    message = "holds too much to be drawn: its pages were not looked at"
    assert told(saved(pdf), sides=sides) == [("file.unreadable", message)]
