"""The picture files of a game for its layout: each looked at once, faults reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from cardforge.diagnostics import Report, Span
from cardforge.geometry import Size
from cardforge.images import (
    Edit,
    ImageError,
    ImageFacts,
    check_colours,
    facts,
    find_image,
    is_svg,
    verify,
)
from cardforge.units import PT_PER_MM

# What a draft can do without; what lies outside the game folder or is remote stays a fault.
_DRAFTED = frozenset(
    ("image.missing", "image.empty", "image.folder", "image.broken", "image.kind", "svg.broken")
)
# A page of a PDF has its size in hundredths of a point.
_MM_OF_PDF = 1 / (100 * PT_PER_MM)


class Found(NamedTuple):
    """A picture file and what it is.

    For an SVG, which is no picture of pixels, `facts` is None and `drawn` its size in hundredths
    of a point, as that of a page of a PDF is.
    """

    path: Path
    facts: ImageFacts | None
    drawn: Size | None = None

    @property
    def is_vector(self) -> bool:
        """Return whether it is drawn of shapes, sharp at any size."""
        return self.facts is None or self.facts.is_vector

    @property
    def size(self) -> Size:
        """Return width and height as they are seen, in pixels or hundredths of a point."""
        if self.facts is None:
            return self.drawn or Size(1.0, 1.0)
        return Size(*self.facts.upright_px)


class Lacking(NamedTuple):
    """A picture that cannot be used, where that is no fault: whether something stands for it."""

    is_drawn: bool


class Asked(NamedTuple):
    """A picture as a template asks for it: its name, its page, and what to do without it.

    `missing` is error, placeholder or none.
    """

    name: str
    span: Span
    card: str | None
    edit: Edit = Edit()
    missing: str = "error"


class PictureShelf:
    """Finds the pictures of one game; in a draft, a mark stands for one that cannot be used."""

    def __init__(
        self,
        folder: Path,
        report: Report,
        draft: bool = False,
        size_of_svg: Callable[[Path], Size] | None = None,
    ) -> None:
        self._folder, self._report, self._draft = folder, report, draft
        self._size_of_svg = size_of_svg
        self._known: dict[tuple[str, int, str], Found | ImageError] = {}

    def found(self, asked: Asked) -> Found | Lacking | None:
        """Return a picture, or what to do without it, None after reporting a fault."""
        key = asked.name, asked.edit.page, asked.edit.page_box
        if key not in self._known:
            self._known[key] = self._looked_at(asked)
        known = self._known[key]
        return self._without(asked, known) if isinstance(known, ImageError) else known

    def _looked_at(self, asked: Asked) -> Found | ImageError:
        try:
            path = find_image(asked.name, self._folder)
            if is_svg(path) and self._size_of_svg is not None:
                _refuse_pages(asked)
                width, height = self._size_of_svg(path)
                return Found(path, None, Size(width / _MM_OF_PDF, height / _MM_OF_PDF))
            about = facts(path, asked.edit.page, asked.edit.page_box)
            verify(path, asked.edit.page)
            if not about.is_vector:
                _refuse_pages(asked)
                check_colours(path, asked.span, self._report)
        except ImageError as fault:
            return fault
        except OSError as fault:
            why = fault.strerror or "it cannot be read"
            message = f"'{asked.name}' cannot be read: {why}"
            return ImageError("image.broken", message, "look whether the file may be read")
        self._warn(asked, path, about)
        return Found(path, about)

    def _warn(self, asked: Asked, path: Path, about: ImageFacts) -> None:
        if about.misnamed:
            message = f"'{asked.name}' is really a {about.kind} file"
            hint = f"save it as {about.kind}, or give its name the ending of one"
            self._report.warning("image.misnamed", message, asked.span, hint=hint)
        for remark in about.remarks:
            hint = "print it into a new PDF, with them as part of the page"
            self._report.warning(
                "image.pdf-notes", f"'{asked.name}': {remark}", asked.span, hint=hint
            )
        if about.is_vector:
            from cardforge.images.pdf_art import fonts_of

            lost = [font.name for font in fonts_of(path, asked.edit.page) if not font.is_inside]
            if lost:
                message = f"'{asked.name}' lacks its font {', '.join(lost)}: others will be used"
                hint = "save it with its fonts inside, or with letters as outlines"
                self._report.warning("image.pdf-font", message, asked.span, hint=hint)

    def _without(self, asked: Asked, fault: ImageError) -> Lacking | None:
        """Report that a picture cannot be used; return what is drawn where that is no fault."""
        more = {"hint": fault.hint or "name a picture of the game folder", "card": asked.card}
        if asked.missing == "none" and fault.code == "image.empty":
            return Lacking(is_drawn=False)
        if fault.code in _DRAFTED and self._draft:
            self._report.note(fault.code, fault.message, asked.span, **more)
            return Lacking(is_drawn=True)
        if fault.code in _DRAFTED and asked.missing != "error":
            self._report.warning(fault.code, fault.message, asked.span, **more)
            return Lacking(is_drawn=asked.missing == "placeholder")
        self._report.error(fault.code, fault.message, asked.span, **more)
        return None


def _refuse_pages(asked: Asked) -> None:
    """Raise ImageError where a page or a box of one is asked of what has no pages."""
    if asked.edit != Edit():
        message = f"'{asked.name}' is no PDF: it has no pages, and none of their boxes"
        raise ImageError("image.page", message, "leave out page and page-box")
