"""A PDF for a press, step by step: converted, text as shapes, flattened, rendered, finished."""

from __future__ import annotations

from collections.abc import Iterator

from cardforge.diagnostics import Report
from cardforge.edition import Edition
from cardforge.export.package import PdfFile, PressJob
from cardforge.ink import Page
from cardforge.press.conversion import Conversion
from cardforge.press.finish import finish
from cardforge.press.flatten import Flattener
from cardforge.press.hairlines import Hairlines
from cardforge.press.outlines import Outliner
from cardforge.press.profiles import output_condition
from cardforge.press.standards import STANDARDS
from cardforge.render.pdf import PdfInfo, render


class Press:
    """Makes the PDFs of one job of one edition; pictures and colours are converted once.

    Raises PressError when the job cannot be done.
    """

    def __init__(self, job: PressJob, edition: Edition, report: Report) -> None:
        self._job, self._edition = job, edition
        self._condition = output_condition(
            job.wish, job.spec, edition.game.folder, job.standard, report
        )
        self._conversion = Conversion(self._condition, job.wish, job.spec, report)
        self._hairlines = Hairlines(report)
        self._outliner = Outliner(edition.fonts)
        self._flattener = Flattener(
            edition.fonts,
            self._conversion.picture,
            limit=self._conversion.limit,
            flat=self._conversion.flat,
        )

    def pdf(self, file: PdfFile, info: PdfInfo) -> bytes:
        """Return the finished PDF of a file."""
        pages = self._pages(file.pages)
        rendered = render(pages, self._edition.fonts, info, self._flattener.picture)
        return finish(rendered, self._job.standard, self._condition, info)

    def tell(self) -> None:
        """Report what was found while colours and pictures were converted."""
        self._conversion.tell()
        self._hairlines.tell()

    def _pages(self, pages: tuple[Page, ...]) -> Iterator[Page]:
        for page in pages:
            converted = self._hairlines.page(self._conversion.page(page))
            if self._job.wish.outlines:
                # After the colours: as text, black letters of any size are black ink alone.
                converted = self._outliner.page(converted)
            # In inks, not before: what is seen through is mixed as a press mixes it.
            blends = STANDARDS[self._job.standard].transparency
            yield converted if blends else self._flattener.page(converted)
