"""Finished files judged, whatever they are: the way into this folder.

Nothing heavy is imported before a file is looked at.
"""

from __future__ import annotations

from pathlib import Path

from cardforge.check.verify.alone import verify_data, verify_pdf
from cardforge.check.verify.expectation import expected_of, wanted_by
from cardforge.check.verify.looks import Sides, sides_of
from cardforge.check.verify.pictures import kind_of, verify_picture
from cardforge.check.verify.values import Expected, Facts
from cardforge.diagnostics import Report
from cardforge.shops import Shop

__all__ = [
    "Expected",
    "Facts",
    "Sides",
    "expected_of",
    "sides_of",
    "verify_data",
    "verify_path",
    "verify_pdf",
    "verify_picture",
]


def verify_path(
    path: Path,
    shop: Shop | None,
    report: Report,
    sides: Sides | None = None,
    shown: str | None = None,
) -> list[Facts]:
    """Return the facts of a PDF, a picture, a folder of files or a zip file of one.

    `shown` is how the path is called in problems.
    """
    from cardforge.check.verify.faults import error, tell
    from cardforge.check.verify.folder import verify_store
    from cardforge.check.verify.stores import FolderStore, StoreError, ZipStore, read_file

    name = shown or str(path)
    try:
        if path.is_dir():
            return verify_store(name, FolderStore(path), shop, report, sides)
        if not path.exists():
            raise StoreError("file.missing", "is not there")
        data = read_file(path)
        if kind_of(data) == "zip":
            return verify_store(name, ZipStore(data), shop, report, sides)
    except StoreError as problem:
        tell(name, [error(problem.code, problem.message)], report)
        return []
    expected = wanted_by(shop) if shop is not None else None
    facts = verify_data(name, data, expected, report, shop, sides)
    if facts is None:
        words = "is neither a PDF, a picture nor a package of them" if data else "is empty"
        code = "file.format" if data else "file.unreadable"
        tell(name, [error(code, words)], report)
        return []
    return [facts]
