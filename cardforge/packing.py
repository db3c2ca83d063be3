"""One package made: its files as verified bytes, given to the output with manifest and README."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardforge.check.verify.expectation import expected_of
from cardforge.check.verify.pictures import verify_picture
from cardforge.check.verify.values import Expected
from cardforge.diagnostics import ProblemsFound, Report
from cardforge.export import manifest, readme, safe
from cardforge.export.kept import Kept, picture_keys
from cardforge.export.package import (
    DataFile,
    Order,
    Package,
    PdfFile,
    PictureFile,
    PressJob,
    ZipFile,
)
from cardforge.export.rasters import TooLarge, made_pictures
from cardforge.output import Output
from cardforge.pipeline import Tick, pdf_info
from cardforge.press.values import PressError

if TYPE_CHECKING:
    from cardforge.press.pressed import Press

# No manifest of a package is larger, in bytes.
_LARGEST = 64 << 20


class Packer:
    """Makes the files of one language and gives them to the output."""

    def __init__(self, order: Order, package: Package, output: Output, report: Report) -> None:
        self._order, self._package, self._output = order, package, output
        self._report = report
        self._language = order.edition.settings.language
        folder = output.folder / self._language
        self._before = _read_manifest(folder / manifest.NAME)
        self._kept = Kept(folder, self._before)
        self._pictures = [file for file in package.files if isinstance(file, PictureFile)]
        self._fine: str | None = None
        self._presses: dict[str, Press] = {}
        self._hashes: dict[str, str] = {}

    def judge(self) -> None:
        """Report what the products make of the design.

        Of sides whose pictures are as they were in a package that was fine, nothing is to be said.
        """
        edition = self._order.edition
        decks = (*self._order.cards, *self._order.tokens)
        by = safe.judged_by(edition.game, decks)
        same: frozenset[safe.SideName] = frozenset()
        if self._before.get("fine") == by:
            right = self._kept.right(picture_keys(self._pictures, edition.fonts))
            shown = (one for file in self._pictures if file.name in right for one in file.shows)
            same = frozenset((one.deck, one.card, one.side) for one in shown)
        safe.check_safe(edition.game, decks, edition.fonts, self._report, same)
        found = {problem.code for problem in self._report.problems}
        self._fine = None if found & safe.CODES else by

    def pack(self, progress: Callable[[int], Tick]) -> int:
        """Make every file and return how many pictures of an earlier export are still right.

        What is wrong with a file is in the report: with an error in it nothing may be committed.
        """
        stayed = 0
        for name, data in self._made(progress):
            if data is None:
                stayed += 1
                self._hashes[name] = self._kept.hash(name)
            else:
                self._add(name, data)
        self._add(readme.NAME, readme.readme(self._order, self._package, self._press_notes()))
        files = {file.name: file for file in self._package.files}
        text = manifest.package_manifest(
            self._order, files, self._hashes, self._kept.keys, self._fine
        )
        self._add(manifest.NAME, text)
        self._drop_old()
        return stayed

    def zip(self) -> None:
        """Give the output the whole package in one file, beside its folder."""
        from cardforge.export.zipped import write_zip

        game, shop, language = self._order.edition.game, self._order.wish.shop, self._language
        names = [*self._hashes, manifest.NAME]
        with self._output.room(f"{game.id}-{shop.name}-{language}.zip") as room:
            write_zip(room, [(name, self._output.content(f"{language}/{name}")) for name in names])

    def _add(self, name: str, data: bytes) -> None:
        whole = f"{self._language}/{name}"
        self._output.add(whole, data)
        if name != manifest.NAME:
            self._hashes[name] = self._output.hashes[whole]

    def _drop_old(self) -> None:
        """Let files of an earlier export go that this one does not have and nobody has changed."""
        for name in self._kept.left_over(self._hashes):
            self._output.remove(f"{self._language}/{name}")

    def _press_notes(self) -> list[str]:
        """Return what was found while colours became inks, for whoever receives the package."""
        if not self._presses:
            return []
        told = [one.message for one in self._report.problems if one.code.startswith("press.")]
        return list(dict.fromkeys(told))

    # --- bytes ---

    def _made(self, progress: Callable[[int], Tick]) -> Iterator[tuple[str, bytes | None]]:
        """Yield name and verified bytes of every file, None for a picture that is still right."""
        yield from self._drawn(self._pictures, self._kept, progress(len(self._pictures)))
        for file in self._package.files:
            if not isinstance(file, PictureFile):
                yield file.name, self._bytes(file)
        for press in self._presses.values():
            press.tell()

    def _bytes(self, file: PdfFile | DataFile | ZipFile) -> bytes:
        if isinstance(file, DataFile):
            return file.data
        if isinstance(file, PdfFile):
            # What makes and reads PDFs is not loaded for a package of pictures.
            from cardforge.check.verify.finished import verify_pdf

            data = self._pdf(file)
            verify_pdf(file.name, data, self._expected(file), self._report)
            return data
        from cardforge.export.zipped import zipped

        pictures = [member for member in file.members if isinstance(member, PictureFile)]
        made = dict(self._drawn(pictures, None, lambda: None))
        made |= {one.name: one.data for one in file.members if isinstance(one, DataFile)}
        return zipped((one.name, made[one.name] or b"") for one in file.members)

    def _drawn(
        self, files: list[PictureFile], kept: Kept | None, tick: Tick
    ) -> Iterator[tuple[str, bytes | None]]:
        wanted = {file.name: file for file in files}
        try:
            for name, data in made_pictures(files, self._order.edition.fonts, kept, tick):
                if data is not None:
                    verify_picture(name, data, self._expected(wanted[name]), self._report)
                yield name, data
        except TooLarge as fault:
            game = self._order.edition.game
            place = game.places.get("shops", game.span)
            self._report.error("export.too-large", str(fault), place, hint=fault.hint)
            raise ProblemsFound(self._report) from None

    def _pdf(self, file: PdfFile) -> bytes:
        info = pdf_info(self._order.edition, file.what)
        if file.job is None:
            from cardforge.render.pdf import render

            return render(file.pages, self._order.edition.fonts, info)
        try:
            return self._press(file.job).pdf(file, info)
        except PressError as fault:
            game = self._order.edition.game
            place = game.press.places.get(fault.key, game.press.span or game.span)
            place = fault.span or place
            self._report.error(fault.code, fault.message, place, hint=fault.hint)
            raise ProblemsFound(self._report) from None

    def _press(self, job: PressJob) -> Press:
        from cardforge.press.pressed import Press

        if job.standard not in self._presses:
            self._presses[job.standard] = Press(job, self._order.edition, self._report)
        return self._presses[job.standard]

    def _expected(self, file: PictureFile | PdfFile) -> Expected:
        return expected_of(file, self._order.wish.shop)


def _read_manifest(path: Path) -> dict[str, Any]:
    """Return the manifest of an earlier export, empty when there is none that can be read."""
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return {}
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
