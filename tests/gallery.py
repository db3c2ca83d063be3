"""Which card a picture shows: slots of a rastered sheet held against the pictures of the cards."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from readback import Area, Book, cut_out, distance, forms_on, is_white

DPI_OF_PICTURES = 300
# A rim that is left out: it shares pixels with neighbours; a token has its cut line there.
RIM, RIM_OF_TOKENS = 1.0, 3.0
LARGE = 40.0
# Pictures of one card rastered in two ways differ by about half of this.
FLOOR = 14.0
# Two pictures nearer than this are one.
SAME = 0.5


# So many of the cards most alike at a glance are looked at closely.
CLOSE, COARSE = 8, 6


class Sheet(NamedTuple):
    """A sheet of a PDF: the page of its faces and that of its backs, None when it has none."""

    face: int
    back: int | None


class Form(NamedTuple):
    """The finished size of a deck's cards and their bleed."""

    width: float
    height: float
    bleed: float

    def fits(self, area: Area) -> bool:
        """Whether an area is as large as trim and bleed."""
        extra = 2 * self.bleed
        return (
            abs(area.width - self.width - extra) < 0.01
            and abs(area.height - self.height - extra) < 0.01
        )


class Gallery:
    """The pictures of a game's faces and backs, by their names."""

    def __init__(self, folder: Path, forms: Mapping[str, Form]) -> None:
        self.names = sorted(path.stem for path in folder.glob("*.png"))
        self.forms = forms
        self._folder = folder
        self._seen: dict[tuple[str, tuple[int, int]], Image.Image] = {}

    def picture(self, name: str, size: tuple[int, int]) -> Image.Image:
        """The trim of a picture without its rim."""
        if (name, size) not in self._seen:
            with Image.open(self._folder / f"{name}.png") as file:
                whole = file.convert("RGB")
            scale = DPI_OF_PICTURES / 25.4
            form = self.form(name)
            paper = form.width + 2 * form.bleed, form.height + 2 * form.bleed
            assert whole.size == tuple(round(length * scale) for length in paper)
            trim = Area(0, 0, *paper).grown(-form.bleed)
            self._seen[name, size] = cut_out(whole, paper, core(trim), size)
        return self._seen[name, size]

    def form(self, name: str) -> Form:
        return self.forms[name.removesuffix("-back").partition(".")[0]]

    def faces(self, form: Form) -> list[str]:
        """The faces of one size; a card is called deck.id, a back has no other name."""
        return [n for n in self.names if self.form(n) == form and not n.endswith("-back")]

    def form_of(self, area: Area) -> Form | None:
        return next((form for form in self.forms.values() if form.fits(area)), None)

    def nearest(self, seen: Image.Image, names: list[str]) -> str | None:
        """The picture among some that is most like one that was seen, None when none is like it."""
        small = seen.reduce(COARSE)
        alike = sorted(names, key=lambda n: distance(small, self.coarse(n, seen.size)))
        found, name = min((distance(seen, self.picture(n, seen.size)), n) for n in alike[:CLOSE])
        return name if found <= FLOOR else None

    def coarse(self, name: str, size: tuple[int, int]) -> Image.Image:
        key = f"coarse {name}", size
        if key not in self._seen:
            self._seen[key] = self.picture(name, size).reduce(COARSE)
        return self._seen[key]

    def is_same(self, one: str, other: str, size: tuple[int, int]) -> bool:
        return distance(self.picture(one, size), self.picture(other, size)) < SAME


def core(trim: Area) -> Area:
    """What of a card is looked at."""
    return trim.grown(-RIM if trim.width > LARGE else -RIM_OF_TOKENS)


def pixel_size(trim: Area) -> tuple[int, int]:
    """One pixel for each millimetre of a large card, more for small tokens."""
    scale = 1 if trim.width > LARGE else 1.5
    return round(trim.width * scale), round(trim.height * scale)


def look(book: Book, index: int, slot: Area) -> Image.Image:
    """What is seen in a slot of a page."""
    raster = book.raster(index, dpi_for(slot))
    return cut_out(raster, book.paper(index), core(slot), pixel_size(slot))


def dpi_for(trim: Area) -> int:
    return 100 if trim.width > LARGE else 200


def sheets_of(book: Book) -> Iterator[Sheet]:
    """The sheets of a PDF in duplex order: each face page has its back page after it."""
    for index in range(0, len(book), 2):
        yield Sheet(index, index + 1)


def behind(book: Book, page: int, duplex: str, dpi: int = 100) -> Image.Image:
    """A page as it would be seen through the paper from the other side of the sheet.

    The printer turns the sheet about its long or its short edge; a folded sheet has its own
    lower half behind the upper one.
    """
    raster, (width, height) = book.raster(page, dpi), book.paper(page)
    about_upright_edge = (duplex == "long-edge") == (width <= height)
    if duplex != "fold" and about_upright_edge:
        return raster.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    return raster.transpose(Image.Transpose.FLIP_TOP_BOTTOM)


def look_behind(seen_through: Image.Image, book: Book, page: int, slot: Area) -> Image.Image:
    """What a cut card shows when it is turned over about its upright middle."""
    through = cut_out(seen_through, book.paper(page), core(slot), pixel_size(slot))
    return through.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


class Found(NamedTuple):
    """A slot of a face page, and the name of the picture seen there."""

    sheet: Sheet
    slot: Area
    name: str | None


def faces_seen(book: Book, gallery: Gallery, sheets: list[Sheet]) -> list[Found]:
    """Every filled slot with the card that is seen in it, whatever the file calls it."""
    found = []
    for sheet in sheets:
        upper = book.paper(sheet.face)[1] / 2 if sheet.back == sheet.face else float("inf")
        for drawn in forms_on(book.pdf.pages[sheet.face]):
            form = gallery.form_of(drawn.area)
            if form is None:
                found.append(Found(sheet, drawn.area, None))
            elif drawn.area.top < upper - 5:
                slot = drawn.area.grown(-form.bleed)
                seen = look(book, sheet.face, slot)
                found.append(Found(sheet, slot, gallery.nearest(seen, gallery.faces(form))))
    return found


def wrong_backs(
    book: Book, gallery: Gallery, found: list[Found], backs: Mapping[str, str | None], duplex: str
) -> list[str]:
    """The slots that do not show the back of the card whose face lies there."""
    wrong = []
    for sheet, group in groupby(found, lambda each: each.sheet):
        slots = list(group)
        through = behind(book, sheet.back, duplex, dpi_for(slots[0].slot))
        for _, slot, face in slots:
            seen = look_behind(through, book, sheet.back, slot)
            if not shows(seen, gallery, face, backs):
                wrong.append(f"page {sheet.back + 1}: not the back of {face} at {slot}")
    return wrong


def shows(
    seen: Image.Image, gallery: Gallery, face: str | None, backs: Mapping[str, str | None]
) -> bool:
    """Whether what is seen is the back of a card."""
    if face is None:
        return False
    expected = backs[face]
    if expected is None:
        return is_white(seen)
    form = gallery.form(face)
    names = {name for card, name in backs.items() if name and gallery.form(card) == form}
    nearest = gallery.nearest(seen, sorted(names))
    return nearest is not None and gallery.is_same(nearest, expected, seen.size)
