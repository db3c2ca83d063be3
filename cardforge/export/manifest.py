"""The manifest of a package: every file with its hash and what it shows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cardforge import __version__
from cardforge.export.package import DataFile, File, Order, PdfFile, PictureFile
from cardforge.ink import Page

NAME = "manifest.json"


def package_manifest(
    order: Order, files: Mapping[str, File], hashes: Mapping[str, str], keys: Mapping[str, str],
    fine: str | None,
) -> bytes:  # fmt: skip
    """Return manifest.json of a package: `hashes` of every file, `keys` of every picture.

    `fine` is what the sides were judged by when nothing was found.
    """
    edition = order.edition
    facts = {
        "game": edition.game.id,
        "version": edition.game.version,
        "language": edition.settings.language,
        "players": edition.settings.players,
        "mode": edition.settings.mode,
        "rulings": edition.settings.rulings,
        "shop": order.wish.shop.name,
        "cardforge": __version__,
        "fine": fine,
    }
    head = ",\n ".join(f"{_json(key)}: {_json(value)}" for key, value in facts.items())
    # One file a line: short to write, easy to compare.
    lines = ",\n  ".join(
        f"{_json(name)}: {_json(_entry(files.get(name), digest, keys.get(name)))}"
        for name, digest in sorted(hashes.items())
    )
    return f'{{\n {head},\n "files": {{\n  {lines}\n }}\n}}\n'.encode()


def _entry(file: File | None, digest: str, key: str | None) -> dict[str, Any]:
    entry: dict[str, Any] = {"sha256": digest}
    match file:
        case PictureFile():
            entry |= {"kind": "picture", "pixels": file.pixels, "dpi": file.form.dpi}
            entry |= {"key": key} if key else {}
        case PdfFile():
            entry |= {"kind": "pdf", "standard": file.job.standard if file.job else None}
            entry |= _size(file.pages)
        case DataFile() | None:
            entry |= {"kind": "data"}
        case _:
            entry |= {"kind": "zip"}
    if isinstance(file, (PictureFile, PdfFile)):
        entry["shows"] = [_shown(one._asdict()) for one in file.shows]
    return entry


def _size(pages: tuple[Page, ...]) -> dict[str, Any]:
    """Return the size of the pages and their trim in mm, nothing when they differ."""
    sizes = {(page.size, page.trim) for page in pages}
    if len(sizes) != 1:
        return {}
    ((page, trim),) = sizes
    return {"page": [round(n, 4) for n in page], "trim": [round(n, 4) for n in trim]}


def _shown(shown: dict[str, Any]) -> dict[str, Any]:
    """Return what is shown without what is empty."""
    return {key: value for key, value in shown.items() if value != ""}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
