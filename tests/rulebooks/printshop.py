"""The rulebooks of the shipped games as files, made once for all tests of a run by the program."""

import contextlib
import fcntl
import io
import re
import signal
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pikepdf
import pypdfium2
import pytest
from bindery import ROOT, letters
from readback import PT, Area, Book

from cardforge import cli

# How each kind of file is asked for.
RUNS = {
    "book": "--format a5 --format html --format txt",
    "poker": "--format poker",
    "leaflet-6": "--format leaflet-6 --paper a4",
    "booklet-a4": "--booklet --paper a4",
    "booklet-letter": "--booklet --paper letter",
}


class Ended(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str


def command(*arguments: object) -> Ended:
    """Run a command in this process."""
    before = signal.getsignal(signal.SIGTERM)
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as end,
    ):
        cli.main([str(argument) for argument in arguments])
    signal.signal(signal.SIGTERM, before)
    assert "Traceback" not in out.getvalue() + err.getvalue(), err.getvalue()
    return Ended(end.value.code, out.getvalue(), err.getvalue())


class PrintShop:
    """Hands out the files of the rulebooks and keeps them open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, game: str, name: str) -> Path:
        """A file of a game, made with its like by whichever process comes first."""
        kind = next((run for run in reversed(RUNS) if f"-{run}-" in name), "book")
        with (self.folder / f"{game}-{kind}.lock").open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            done = self.folder / f"{game}-{kind}.done"
            if not done.exists():
                where = ROOT / "designs" / game
                end = command("rulebook", where, *RUNS[kind].split(), "--out", self.folder)
                done.write_text(end.err if end.code else "", "utf-8")
            assert done.read_text("utf-8") == ""
        return self.folder / game / name

    @cache  # noqa: B019 one print shop lives as long as the run
    def pdf(self, game: str, name: str) -> Book:
        return Book(self.file(game, name))

    def text(self, game: str, name: str) -> str:
        return self.file(game, name).read_text("utf-8")


# --- words on finished pages; lengths in mm, y down ---


def words_in(page: pypdfium2.PdfPage, area: Area | None = None) -> str:
    """The text of a page, or of a part of it, in the order of the file."""
    text = page.get_textpage()
    height = page.get_height()
    if area is None:
        return text.get_text_range()
    left, top, right, bottom = (value * PT for value in area)
    return text.get_text_bounded(left, height - bottom, right, height - top)


def folio_of(page: pypdfium2.PdfPage, area: Area) -> str:
    """The number that is printed at the foot of a page which covers an area; empty for none."""
    found = re.sub(r"\s", "", words_in(page, area))
    return found if found.isdigit() else ""


def whole(page: pypdfium2.PdfPage) -> Area:
    return Area(0.0, 0.0, page.get_width() / PT, page.get_height() / PT)


def foot(area: Area, height: float) -> Area:
    return area._replace(top=area.bottom - height)


# --- where links and bookmarks lead ---


class Leading(NamedTuple):
    """A link or a bookmark: where it is, what it says, and the page and height it leads to."""

    page: int | None
    area: Area | None
    said: str
    target: int
    top: float


def internal_links(book: Book) -> list[Leading]:
    """The links of a file that lead to another place in it."""
    numbers = {page.obj.objgen: index for index, page in enumerate(book.pdf.pages)}
    found = []
    for index, page in enumerate(book.pdf.pages):
        height = float(page.MediaBox[3]) / PT
        for link in page.obj.get("/Annots", []):
            if "/Dest" in link:
                left, low, right, high = (float(v) / PT for v in link.Rect)
                area = Area(left, height - high, right, height - low)
                # Letters of the lines above and below reach into the box.
                inset = area.height / 4
                inner = area.grown(0.15)
                inner = inner._replace(top=area.top + inset, bottom=area.bottom - inset)
                said = words_in(book.seen[index], inner)
                found.append(Leading(index, area, said, *place_of(link.Dest, book, numbers)))
    return found


def web_links(book: Book) -> list[str]:
    return [
        str(link.A.URI)
        for page in book.pdf.pages
        for link in page.obj.get("/Annots", [])
        if "/Dest" not in link
    ]


def bookmarks(book: Book) -> list[Leading]:
    numbers = {page.obj.objgen: index for index, page in enumerate(book.pdf.pages)}
    found, at = [], book.pdf.Root.Outlines.get("/First")
    while at is not None:
        found.append(Leading(None, None, str(at.Title), *place_of(at.Dest, book, numbers)))
        at = at.get("/Next")
    return found


def place_of(dest: pikepdf.Array, book: Book, numbers: dict) -> tuple[int, float]:
    """The page that a destination names, and its height on it."""
    page = numbers[dest[0].objgen]
    height = float(book.pdf.pages[page].MediaBox[3])
    assert str(dest[1]) == "/XYZ"
    return page, (height - float(dest[3])) / PT


def said_at(book: Book, leading: Leading, high: float = 14.0) -> str:
    """The letters from the place that is led to downwards."""
    page = book.seen[leading.target]
    area = whole(page)._replace(top=leading.top - 0.5, bottom=leading.top + high)
    return letters(words_in(page, area))


# --- tags ---


def tagged(pdf: pikepdf.Pdf) -> list[pikepdf.Dictionary]:
    """Every element of the tree of tags, in reading order."""
    found, waiting = [], [pdf.Root.StructTreeRoot]
    while waiting:
        item = waiting.pop()
        if isinstance(item, pikepdf.Array):
            waiting.extend(reversed(list(item)))
        elif isinstance(item, pikepdf.Dictionary):
            if "/S" in item:
                found.append(item)
            if "/K" in item:
                waiting.append(item.K)
    return found


# --- fonts ---


def wrong_fonts(pdf: pikepdf.Pdf) -> list[str]:
    """What is wrong with the fonts of a file: not embedded, not a subset, without words."""
    wrong = []
    for found in pdf.objects:
        if not (isinstance(found, pikepdf.Dictionary) and found.get("/Type") == "/Font"):
            continue
        name = str(found.get("/BaseFont", "?"))[1:]
        descriptor = found.get("/FontDescriptor")
        if descriptor is None or not {"/FontFile2", "/FontFile3"} & set(descriptor.keys()):
            wrong.append(f"{name} is not embedded")
        if name[6:7] != "+" or not name[:6].isupper():
            wrong.append(f"{name} is no subset")
        if "/ToUnicode" not in found:
            wrong.append(f"{name} has no words")
    return wrong
