"""A package as one zip file, the same bytes for the same files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from pathlib import Path

# The first moment that a zip file can name.
EPOCH = (1980, 1, 1, 0, 0, 0)
# What is packed already; packing it again takes time and saves nothing.
PACKED = (".png", ".jpg", ".pdf", ".tif", ".pcio", ".zip")
_READABLE_BY_ALL = 0o644 << 16


def entry(name: str, *, packed: bool | None = None) -> zipfile.ZipInfo:
    """Return the entry of a file: no date, no owner, stored when it is `packed` already."""
    stored = name.lower().endswith(PACKED) if packed is None else packed
    about = zipfile.ZipInfo(name, EPOCH)
    about.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
    about.external_attr = _READABLE_BY_ALL
    about.create_system = 3  # the same on every system
    return about


def zipped(members: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip file of some contents, in the order of their names."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in sorted(members):
            archive.writestr(entry(name), data)
    return file.getvalue()


def write_zip(path: Path, members: Iterable[tuple[str, Path]]) -> None:
    """Write a zip file of some files, each under its name, in the order of their names."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in sorted(members):
            with content.open("rb") as source, archive.open(entry(name), "w") as target:
                while piece := source.read(1 << 20):
                    target.write(piece)
