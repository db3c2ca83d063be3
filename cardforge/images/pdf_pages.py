"""Pages of PDF files as pictures: opened with care, what they are, and as pixels.

A PDF may hold far more than a drawing: what has a password, scripts or hidden layers is refused,
and so is what would unpack to more than a card can need.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cardforge.images.opening import MAX_SIDE_PX, broken, suffixes
from cardforge.images.values import Edit, ImageError, ImageFacts

if TYPE_CHECKING:
    import pikepdf
    from PIL.Image import Image as PillowImage

MAX_PDF_BYTES = 100_000_000
# A page of a PDF is at most so many points wide or high: 200 inches.
_LARGEST_PT = 14_400.0
_SMALLEST_PT = 0.1

# What is drawn of a page besides its own ink, by programs that show it: notes and forms.
_UNSEEN_NOTES = ("/Link", "/Popup")


class PageBox(NamedTuple):
    """The box of a page that is shown, in points as the page counts, and its turn clockwise."""

    left: float
    bottom: float
    width: float
    height: float
    turn_deg: int

    @property
    def seen(self) -> tuple[float, float]:
        """Return width and height as they are seen."""
        return (self.width, self.height)[:: -1 if self.turn_deg % 180 else 1]  # type: ignore[return-value]


@contextmanager
def opened_pdf(path: Path) -> Iterator[pikepdf.Pdf]:
    """Open a PDF to read from; raises ImageError, also for what is found while it is open."""
    import pikepdf

    _check_bytes(path)
    try:
        with pikepdf.open(path) as pdf:
            _refuse_dangers(path, pdf)
            yield pdf
    except pikepdf.PasswordError:
        raise _refused(path, "has a password", "save it again without one") from None
    except (pikepdf.PdfError, pikepdf.ForeignObjectError, OSError, RuntimeError) as error:
        raise broken(path, getattr(error, "strerror", None)) from None
    except (ValueError, TypeError, KeyError, AttributeError, IndexError):
        # What is of another kind than a PDF has in that place.
        raise broken(path) from None


def _check_bytes(path: Path) -> None:
    size = path.stat().st_size
    if size > MAX_PDF_BYTES:
        most, found = MAX_PDF_BYTES // 1_000_000, size // 1_000_000
        message = f"'{path.name}' may have at most {most} MB, found {found} MB"
        raise ImageError("image.too-large", message, "save it with smaller pictures inside")


def _refused(path: Path, why: str, hint: str) -> ImageError:
    return ImageError("image.pdf-unsafe", f"'{path.name}' {why}", hint)


def _refuse_dangers(path: Path, pdf: pikepdf.Pdf) -> None:
    root: Any = pdf.Root
    if pdf.is_encrypted:
        raise _refused(path, "is encrypted", "save it again without protection")
    names = root.get("/Names", {})
    action = root.get("/OpenAction", None)
    acts = hasattr(action, "keys") and "/JS" in action
    if "/JavaScript" in names or "/AA" in root or acts:
        raise _refused(path, "runs scripts when it is opened", "print it into a new PDF")
    layers = root.get("/OCProperties", {})
    if len(layers.get("/D", {}).get("/OFF", ())):
        hint = "save it again with the hidden layers removed"
        raise _refused(path, "has hidden layers, which would be drawn", hint)


def page_of(path: Path, pdf: pikepdf.Pdf, page: int) -> pikepdf.Page:
    """Return a page by its number from 1; raises ImageError when there is no such page."""
    count = len(pdf.pages)
    if not 1 <= page <= count:
        pages = "1 page" if count == 1 else f"{count} pages"
        message = f"'{path.name}' has no page {page}: it has {pages}"
        raise ImageError("image.page", message, f"write a page from 1 to {count}")
    return pdf.pages[page - 1]


def box_of(path: Path, page: pikepdf.Page, name: str) -> PageBox:
    """Return a box of a page; one that the page lacks is the next larger one."""
    boxes = {"trim": page.trimbox, "bleed": page.bleedbox, "crop": page.cropbox}
    x0, y0, x1, y1 = _ordered(boxes.get(name, page.mediabox))
    left, bottom, right, top = _ordered(page.mediabox)
    # What lies outside of the paper is not there.
    x0, y0, x1, y1 = max(x0, left), max(y0, bottom), min(x1, right), min(y1, top)
    if not all(_SMALLEST_PT <= side <= _LARGEST_PT for side in (x1 - x0, y1 - y0)):
        raise _refused(path, "has a page without a size", "save it again")
    turn = int(page.obj.get("/Rotate", 0) if "/Rotate" in page.obj else _inherited_turn(page))
    return PageBox(x0, y0, x1 - x0, y1 - y0, turn // 90 * 90 % 360)


def _inherited_turn(page: pikepdf.Page) -> Any:
    node: Any = page.obj.get("/Parent", None)
    for _ in range(50):
        if node is None or "/Rotate" in node:
            break
        node = node.get("/Parent", None)
    return 0 if node is None else node.get("/Rotate", 0)


def _ordered(box: Any) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = map(float, box)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def pdf_facts(path: Path, page: int = 1, box: str = "trim") -> ImageFacts:
    """Return what a page of a PDF is; raises ImageError."""
    with opened_pdf(path) as pdf:
        found = page_of(path, pdf, page)
        width, height = box_of(path, found, box).seen
        misnamed = path.suffix.lower() not in suffixes("PDF")
        return ImageFacts(
            *("PDF", round(width * 100), round(height * 100), "PDF", misnamed),
            pages=len(pdf.pages),
            remarks=tuple(_remarks(found)),
        )


def _remarks(page: pikepdf.Page) -> Iterator[str]:
    """Yield what of a page is not drawn."""
    notes: Any = page.obj.get("/Annots", ())
    if any(note.get("/Subtype") not in _UNSEEN_NOTES for note in notes):
        yield "its notes and form fields are not drawn"


def page_pixels(path: Path, edit: Edit, most_px: int) -> tuple[PillowImage, PillowImage]:
    """Return a page drawn so that its longer side has so many pixels, and its alpha."""
    import pypdfium2

    with opened_pdf(path) as pdf:
        box = box_of(path, page_of(path, pdf, edit.page), edit.page_box)
    longer = max(box.width, box.height)
    try:
        with pypdfium2.PdfDocument(path) as document:
            page = document[edit.page - 1]
            page.set_cropbox(box.left, box.bottom, box.left + box.width, box.bottom + box.height)
            drawn = page.render(
                scale=min(most_px, MAX_SIDE_PX) / longer,
                fill_color=(255, 255, 255, 0), draw_annots=False, may_draw_forms=False,
                force_bitmap_format=pypdfium2.raw.FPDFBitmap_BGRA, rev_byteorder=True,
            ).to_pil().convert("RGBA")  # fmt: skip
    except pypdfium2.PdfiumError:
        raise broken(path) from None
    return drawn.convert("RGB"), drawn.getchannel("A")
