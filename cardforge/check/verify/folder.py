"""A package judged: every file that is listed and nothing else, unchanged, well named, complete."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from cardforge.check.verify.alone import verify_data
from cardforge.check.verify.expectation import listed, wanted_by
from cardforge.check.verify.faults import Fault, error, tell, warning
from cardforge.check.verify.looks import Sides
from cardforge.check.verify.order import FACE, counted
from cardforge.check.verify.packaged import (
    look_at_pictures,
    package_copies,
    unlisted_faults,
)
from cardforge.check.verify.pictures import PICTURES
from cardforge.check.verify.stores import Store, StoreError
from cardforge.check.verify.values import Expected, Facts, place_of, some
from cardforge.diagnostics import Report, Span
from cardforge.shops import Shop, shops

MANIFEST = "manifest.json"
# Files that a package holds besides those for the shop.
_BESIDE = (MANIFEST, "README.txt")
_LONGEST_NAME = 255
_REFUSED = frozenset('<>:"\\|?*')
_OF_CARDS = ("pictures", "pages")
_LARGEST_TEXT = 16 << 20


class _Package(NamedTuple):
    """A package while it is judged: where it is, its manifest's entries, and for which shop.

    `asked` is another shop than that, by whose wishes every file is to be judged.
    """

    shown: str
    store: Store
    entries: Mapping[str, Mapping[str, Any]]
    shop: Shop | None
    asked: Shop | None = None


def verify_store(
    shown: str, store: Store, shop: Shop | None, report: Report, sides: Sides | None
) -> list[Facts]:
    """Return the facts of every file of a package or folder, and report what is wrong with it."""
    if not store.names:
        tell(shown, [error("file.missing", "holds no files")], report)
        return []
    manifest = _manifest(shown, store, report)
    own = shops().get(manifest["shop"]) if isinstance(manifest.get("shop"), str) else None
    asked = shop if own is not None and shop is not None and shop.name != own.name else None
    package = _Package(shown, store, _entries(manifest), own or shop, asked)
    tell(shown, _name_faults(store.names), report)
    if package.entries:
        tell(shown, _listing_faults(package), report)
    of_files = Report()
    facts = [_file(name, package, of_files, sides) for name in store.names if name != MANIFEST]
    _tell_once(of_files, report)
    found = [fact for fact in facts if fact is not None]
    _whole(package, report, sides)
    # A package may be one file that a program reads: its manifest has said what is in it.
    if not found and not package.entries:
        words = "holds no PDF and no picture"
        tell(shown, [error("file.missing", words)], report)
    return found


def _tell_once(of_files: Report, report: Report) -> None:
    """Add the problems of files to a report, one that many files have in the same words as one."""
    files: dict[Fault, list[Span]] = {}
    for one in of_files.problems:
        fault = Fault(one.severity, one.code, one.message, one.hint)
        files.setdefault(fault, []).append(one.span or place_of(""))
    for (severity, code, message, hint), (first, *others) in files.items():
        if others:
            named = some([span.file.rpartition("/")[2] for span in others])
            message = f"{message}; the same of {named}"
        report.add(severity, code, message, first, hint=hint)


def _manifest(shown: str, store: Store, report: Report) -> Mapping[str, Any]:
    if MANIFEST not in store.names:
        return {}
    name = f"{shown}/{MANIFEST}"
    try:
        data = store.read(MANIFEST)
        found = json.loads(data) if len(data) <= _LARGEST_TEXT else None
    except StoreError as problem:
        tell(name, [error(problem.code, problem.message)], report)
        return {}
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        tell(name, [error("file.unreadable", "is no manifest of a package")], report)
        return {}
    return found


def _entries(manifest: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return what a manifest says of each file; that of a build gives hashes alone."""
    files = manifest.get("files")
    if not isinstance(files, dict):
        return {}
    return {
        str(name): entry if isinstance(entry, dict) else {"sha256": entry}
        for name, entry in files.items()
    }


def _name_faults(names: tuple[str, ...]) -> Iterator[Fault]:
    """Yield names that some system or shop refuses, and those that differ only in capitals."""
    alike = Counter(name.lower() for name in names)
    twice = [name for name in names if alike[name.lower()] > 1]
    if twice:
        yield error(
            "file.name", f"names that differ only in capitals: {some(twice)}",
            "on many disks one overwrites the other",
        )  # fmt: skip
    bad = [name for name in names if _is_refused(name)]
    if bad:
        yield warning(
            "file.name", f"names that some systems refuse: {some(bad)}",
            "use letters, figures, - and _",
        )  # fmt: skip


def _is_refused(name: str) -> bool:
    parts = name.split("/")
    return any(
        _REFUSED & set(part)
        or not part.isprintable()
        or part.endswith((".", " "))
        or part in ("", "..")
        or len(part.encode("utf-8", "replace")) > _LONGEST_NAME
        for part in parts
    )


def _listing_faults(package: _Package) -> Iterator[Fault]:
    """Yield files that are listed and not there, there and not listed, or changed since."""
    names = set(package.store.names)
    missing = sorted(package.entries.keys() - names)
    if missing:
        yield error("file.missing", f"not there: {some(missing)}", "export the game again")
    more = sorted(names - package.entries.keys() - set(_BESIDE))
    if more:
        yield warning(
            "file.unknown", f"not of this package: {some(more)}",
            "remove it before the folder is sent",
        )  # fmt: skip
    changed = [
        name for name in sorted(names & package.entries.keys()) if _is_changed(name, package)
    ]
    if changed:
        yield error(
            "file.changed", f"changed after they were made: {some(changed)}",
            "export the game again",
        )  # fmt: skip


def _is_changed(name: str, package: _Package) -> bool:
    digest = package.entries[name].get("sha256")
    try:
        data = package.store.read(name)
    except StoreError:
        return False  # told when the file itself is judged
    return isinstance(digest, str) and hashlib.sha256(data).hexdigest() != digest


def _file(name: str, package: _Package, report: Report, sides: Sides | None) -> Facts | None:
    """Return the facts of one file, None for one that is neither PDF nor picture."""
    entry = package.entries.get(name) if package.asked is None else None
    shown, wanted = f"{package.shown}/{name}", package.asked or package.shop
    try:
        data = package.store.read(name)
    except StoreError as problem:
        tell(shown, [error(problem.code, problem.message)], report)
        return None
    expected: Expected | None = None
    if entry is not None:
        expected = listed(entry, wanted)
    elif wanted is not None:
        expected = wanted_by(wanted)
    shop = wanted if entry is None else None
    products = tuple(wanted.products.values()) if wanted else ()
    return verify_data(shown, data, expected, report, shop, sides, products)


# --- the whole ---


def _whole(package: _Package, report: Report, sides: Sides | None) -> None:
    """Report copies over all files: against the lists of copies, and against the game."""
    expected = {name: listed(entry, package.shop) for name, entry in package.entries.items()}
    for name in package.store.names:
        if name.rpartition("/")[2] == "copies.csv":
            tell(f"{package.shown}/{name}", _list_faults(name, package, expected), report)
    # What a virtual table or a contact sheet needs shows cards as often as it likes.
    if sides is None or (package.shop is not None and package.shop.way not in _OF_CARDS):
        return
    if not package.entries:
        names = [name for name in package.store.names if name.lower().endswith(PICTURES)]
        if names:
            faults = unlisted_faults(package.store, names, package.shop, sides)
            tell(package.shown, faults, report)
        return
    shows = [shown for each in expected.values() for shown in each.shows]
    is_listed = package.shop is None or package.shop.copies == "listed"
    if any(shown.side == FACE and shown.card for shown in shows):
        tell(package.shown, package_copies(shows, is_listed, sides), report)
    pictures = {
        name: each.shows[0]
        for name, each in expected.items()
        if name in package.store.names and each.pixels and len(each.shows) == 1
    }
    look_at_pictures(package.shown, package.store, pictures, package.shop, report, sides)


def _list_faults(name: str, package: _Package, expected: Mapping[str, Expected]) -> Iterator[Fault]:
    """Yield what a list of copies says that is not so."""
    folder = name.rpartition("/")[0]
    try:
        text = package.store.read(name).decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text)))
    except (StoreError, ValueError, csv.Error):
        yield error("file.unreadable", "is no list of copies")
        return
    files = {f"{folder}/{row.get('file')}".lstrip("/") for row in rows}
    missing = sorted(files - set(package.store.names))
    if missing:
        yield error("file.missing", f"names files that are not there: {some(missing)}")
    said: Counter[tuple[str, str]] = Counter()
    for number, row in enumerate(rows, 2):
        copies = (row.get("copies") or "").strip()
        if not copies.isascii() or not copies.isdigit():
            yield error("file.copies", f"line {number}: copies must be a number, found '{copies}'")
            return
        said[row.get("deck") or "", row.get("card") or ""] += int(copies)
    yield from _disagreement(said, files, expected, package.shop)


def _disagreement(
    said: Counter[tuple[str, str]],
    files: set[str],
    expected: Mapping[str, Expected],
    shop: Shop | None,
) -> Iterator[Fault]:
    shows = [shown for name in files if name in expected for shown in expected[name].shows]
    found = counted(shows, listed=shop is None or shop.copies == "listed")
    wrong = [card for (deck, card), copies in said.items()
             if (deck, card) in found and found[deck, card] != copies]  # fmt: skip
    if wrong:
        yield error("file.copies", f"says other copies than the manifest: {some(wrong)}")
