"""The finished files of the shipped games as documents: fonts, resources, metadata, bytes."""

import hashlib
import io
import os
import shutil
import subprocess
import sys

import pikepdf
import pytest
from readback import Book
from shipped import books

# What a title calls the kinds of files.
KINDS = {
    "fr": {"sheets": "feuilles", "tokens": "jetons"},
    "en": {"sheets": "sheets", "tokens": "tokens"},
}
STANDARD_FONTS = ("Helvetica", "Times-", "Courier", "Symbol", "ZapfDingbats")


def reachable(pdf):
    """The numbers of all objects that can be reached from the trailer."""
    seen, waiting = set(), [pdf.trailer.Root, pdf.trailer.Info]
    while waiting:
        item = waiting.pop()
        if isinstance(item, pikepdf.Object) and item.is_indirect:
            if item.objgen in seen:
                continue
            seen.add(item.objgen)
        if isinstance(item, pikepdf.Array):
            waiting += list(item)
        elif isinstance(item, (pikepdf.Dictionary, pikepdf.Stream)):
            waiting += [value for _, value in item.items()]
    return {number for number, _ in seen}


def orphans(pdf):
    """The objects of a file that nothing leads to."""
    numbers = {obj.objgen[0] for obj in pdf.objects if obj is not None and obj.is_indirect}
    return numbers - reachable(pdf)


def fonts_of(pdf):
    fonts = []
    for found in pdf.objects:
        if isinstance(found, pikepdf.Dictionary) and found.get("/Type") == "/Font":
            fonts.append(found)
    return fonts


def wrong_fonts(pdf):
    """What is wrong with the fonts of a file: not embedded, not a subset, without words."""
    wrong = []
    for font in fonts_of(pdf):
        name = str(font.get("/BaseFont", "?"))[1:]
        descriptor = font.get("/FontDescriptor")
        if descriptor is None or not {"/FontFile2", "/FontFile3"} & set(descriptor.keys()):
            wrong.append(f"{name} is not embedded")
        if name[6:7] != "+" or not name[:6].isupper():
            wrong.append(f"{name} is no subset")
        if "/ToUnicode" not in font:
            wrong.append(f"{name} has no ToUnicode")
    return wrong


def streams_with_resources(pdf):
    for page in pdf.pages:
        yield page.obj.Resources, page
    for found in pdf.objects:
        if isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Form":
            yield found.Resources, found


def names_used(stream):
    used = {"/Font": set(), "/XObject": set(), "/ExtGState": set(), "/ColorSpace": set()}
    kinds = {
        "Tf": "/Font",
        "Do": "/XObject",
        "gs": "/ExtGState",
        "cs": "/ColorSpace",
        "CS": "/ColorSpace",
    }
    for instruction in pikepdf.parse_content_stream(stream):
        kind = kinds.get(str(instruction.operator))
        if kind:
            used[kind].add(str(instruction.operands[0]))
    return used


def wrong_resources(pdf):
    """The names that a content stream uses and does not have, or has and does not use.

    Fonts share one dictionary in the whole file: each must be used somewhere.
    """
    wrong, fonts, listed = [], set(), set()
    for resources, stream in streams_with_resources(pdf):
        used = names_used(stream)
        for kind, names in used.items():
            known = set(resources.get(kind, {}).keys())
            wrong += [f"{name} is missing" for name in names - known]
            if kind == "/Font":
                fonts |= names
                listed |= known
            else:
                wrong += [f"{name} is not used" for name in known - names]
    return wrong + [f"font {name} is not used" for name in listed - fonts]


def test_every_font_is_an_embedded_subset_with_words(workshop, name, paper, language):
    for _, book in books(workshop, name, paper, language):
        assert fonts_of(book.pdf)
        assert wrong_fonts(book.pdf) == []
        assert not [font for font in STANDARD_FONTS if font.encode() in unpacked(book.pdf)]


def unpacked(pdf):
    """The bytes of a file without compression, pictures and fonts left out."""
    out = io.BytesIO()
    pdf.save(out, stream_decode_level=pikepdf.StreamDecodeLevel.none, compress_streams=False)
    pages = b"".join(
        found.read_bytes() for found in pdf.objects
        if isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Form"
    )  # fmt: skip
    return out.getvalue() + pages


def test_nothing_in_a_file_is_unused_or_missing(workshop, name, paper, language):
    for _, book in books(workshop, name, paper, language):
        assert wrong_resources(book.pdf) == []
        # A fresh copy: saving one adds objects to it.
        assert orphans(Book(book.data).pdf) == set()


def test_a_file_has_no_transitions_and_no_lock(workshop, name, paper, language):
    for _, book in books(workshop, name, paper, language):
        assert not book.pdf.is_encrypted
        assert not book.pdf.is_linearized
        for page in book.pdf.pages:
            assert {"/Trans", "/Dur", "/AA", "/Annots"}.isdisjoint(page.obj.keys())


def test_other_programs_find_no_fault(workshop, name, paper, language):
    for kind, book in books(workshop, name, paper, language):
        assert book.pdf.check_pdf_syntax() == []
        file = workshop.printed(name) / f"{kind}-{paper}-{language}.pdf"
        for program in (["qpdf", "--check"], ["pdffonts"]):
            if shutil.which(program[0]):
                run = subprocess.run([*program, file], capture_output=True, text=True)
                assert (run.returncode, run.stderr) == (0, "")


def test_the_document_says_what_it_is_in_both_places(workshop, name, paper, language):
    game = workshop.game(name)
    for kind, book in books(workshop, name, paper, language):
        info = {key: str(value) for key, value in book.pdf.docinfo.items()}
        assert game.title[language] in info["/Title"]
        assert paper in info["/Title"]
        assert KINDS[language][kind] in info["/Title"]
        assert info["/Author"] == game.credits[language] if game.credits else "/Author" not in info
        assert game.version in info["/Keywords"].split()
        assert not {"/CreationDate", "/ModDate", "/Subject"} & info.keys()
        assert str(book.pdf.Root.Lang) == language
        assert disagreements(book.pdf) == []


def disagreements(pdf):
    """What the two sorts of metadata of a file say differently."""
    info = {key: str(value) for key, value in pdf.docinfo.items()}
    with pdf.open_metadata() as metadata:
        said = {
            "/Title": metadata.get("dc:title"),
            "/Author": ", ".join(metadata.get("dc:creator", [])) or None,
            "/Subject": metadata.get("dc:description"),
            "/Keywords": metadata.get("pdf:Keywords"),
            "/Creator": metadata.get("xmp:CreatorTool"),
            "/Producer": metadata.get("pdf:Producer"),
        }
        languages = metadata.get("dc:language")
    wrong = [key for key, value in said.items() if info.get(key) != value]
    return wrong + (["language"] if languages != {str(pdf.Root.Lang)} else [])


def test_the_printer_driver_is_told_scale_and_flip(workshop, name, paper, language):
    for _, book in books(workshop, name, paper, language):
        preferences = book.pdf.Root.ViewerPreferences
        assert preferences.PrintScaling == "/None"
        assert preferences.Duplex == "/DuplexFlipLongEdge"
        assert preferences.DisplayDocTitle


def test_a_plate_is_stored_once_however_often_it_is_printed(workshop, name, paper, language):
    for _, book in books(workshop, name, paper, language):
        bodies = [
            found.read_raw_bytes() + bytes(str(found.get("/BBox")), "ascii")
            for found in book.pdf.objects
            if isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Form"
        ]
        assert len(set(bodies)) == len(bodies)


# --- the manifest ---


def test_the_manifest_has_the_real_files_and_their_hashes(workshop, name):
    folder = workshop.printed(name)
    files = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}
    del files["manifest.json"]
    hashes = {key: hashlib.sha256(path.read_bytes()).hexdigest() for key, path in files.items()}
    manifest = workshop.manifest(name)
    assert manifest["files"] == hashes
    assert manifest["game"] == name
    assert manifest["version"] == workshop.game(name).version
    assert manifest["languages"] == list(workshop.game(name).languages)


def test_the_manifest_has_every_card_with_its_copies_and_names(workshop, name):
    languages = workshop.game(name).languages
    cards = {card["id"]: card for card in workshop.manifest(name)["cards"]}
    dealt = {language: workshop.dealt(name, language) for language in languages}
    counts = {c.id: (d.name, c.copies) for d in dealt[languages[0]] for c in d.cards}
    assert {key: (card["deck"], card["copies"]) for key, card in cards.items()} == counts
    for language, decks in dealt.items():
        names = {c.id: c.name for d in decks for c in d.cards}
        assert {key: card["name"][language] for key, card in cards.items()} == names


# --- the same bytes ---


@pytest.mark.slow
def test_two_builds_in_different_folders_and_time_zones_are_equal(workshop, tmp_path):
    """One of the two is the build that all other tests read."""
    games = tmp_path / "elsewhere" / "designs"
    shutil.copytree(workshop.designs, games)
    environment = os.environ | {"PYTHONHASHSEED": "77", "TZ": "Pacific/Kiritimati"}
    run = subprocess.run(
        [sys.executable, "-m", "cardforge", "build", "--out", tmp_path / "out"],
        cwd=games.parent, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    for game in sorted(path.parent.name for path in games.glob("*/game.yaml")):
        first, second = workshop.printed(game), tmp_path / "out" / game
        assert contents(first) == contents(second)
        for data in contents(second).values():
            assert str(tmp_path).encode() not in data


def contents(folder):
    return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


# --- each of these must see a fault ---


@pytest.fixture
def faulty(workshop):
    return Book(workshop.book("cent", "sheets-a4-fr.pdf").data).pdf


def test_a_font_that_is_not_embedded_is_noticed(faulty):
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, BaseFont=pikepdf.Name.Helvetica)
    faulty.pages[0].Resources.Font["/F9"] = faulty.make_indirect(font)
    assert len(wrong_fonts(faulty)) == 3
    assert wrong_resources(faulty) == ["font /F9 is not used"]
    assert b"Helvetica" in unpacked(faulty)


def test_an_unused_object_is_noticed(faulty):
    faulty.make_indirect(pikepdf.Dictionary(Left="over"))
    assert len(orphans(faulty)) == 1


def test_an_unused_or_missing_form_is_noticed(faulty):
    resources = faulty.pages[0].Resources
    first = next(iter(resources.XObject.keys()))
    resources.XObject["/X999"] = resources.XObject[first]
    del resources.XObject[first]
    assert set(wrong_resources(faulty)) >= {"/X999 is not used", f"{first} is missing"}


def test_metadata_that_disagree_are_noticed(faulty):
    faulty.docinfo["/Title"] = "Another game"
    faulty.Root.Lang = "xx"
    assert disagreements(faulty) == ["/Title", "language"]
