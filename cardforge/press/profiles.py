"""Which printing condition a job is made for, and the ICC profile that describes it.

A profile is a file of the game, or one that a system has installed: found by the name of its
file or by the description inside, whatever their capitals and punctuation.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from cardforge.diagnostics import Report, did_you_mean
from cardforge.gamefolder import FileError, find_file
from cardforge.icc import MOST_BYTES, Profile, ProfileError, read_profile
from cardforge.press.conditions import (
    PROFILES,
    REGISTERED,
    STAND_INS,
    condition_of,
    in_words,
    registered,
    simplified,
)
from cardforge.press.transforms import checked
from cardforge.press.values import OutputCondition, PressError
from cardforge.shops import PressWish
from cardforge.specs import PressSpec

_SUFFIXES = (".icc", ".icm")
# PDF/X-4 must carry its profile, and is the first whose PDF version knows profiles of version 4.
_EMBEDS = "pdfx-4"
_NEWER = 4
_GET_ONE = (
    "put a CMYK profile (.icc) into the game's folder and write press: {profile: its-name.icc}"
)
_INSTALL = {
    "FOGRA39": "on Debian and Ubuntu install scribus-data, on macOS and Windows ISO Coated v2 300% "
    "of www.eci.org; ",
    "CGATS TR 001": "Adobe's programs bring it on macOS and Windows; Debian's libgs-common has one "
    "to convert by, for PDF/X-1a and PDF/X-3 only; ",
}


def output_condition(
    wish: PressWish, spec: PressSpec, folder: Path, standard: str, report: Report
) -> OutputCondition:
    """Return the condition of a job: the game's own, else the shop's; raises PressError."""
    own = _named_by_game(spec.profile, folder, spec.intent) if spec.profile else None
    identifier = _identifier(wish, spec, own, report)
    known = registered(identifier) is not None
    profile = own or _usable(PROFILES.get(identifier, ()), spec.intent)
    if profile is None:
        return _only_named(identifier, known, standard, spec.intent, report)
    embedded = _embedded(profile, known, standard)
    name = profile.name or identifier
    info = in_words(identifier) if known else name
    return OutputCondition(identifier, known, info, embedded, name, profile.data)


def _identifier(wish: PressWish, spec: PressSpec, own: Profile | None, report: Report) -> str:
    """Return the name of the condition: as written, else by the game's profile, else the shop's."""
    of_profile = condition_of(own.name, Path(spec.profile or "").stem) if own else None
    written = spec.condition and (registered(spec.condition) or spec.condition)
    if not written and own is None:
        return registered(wish.condition) or wish.condition
    chosen = written or of_profile or (own.name if own and own.name else "Custom")
    if written and of_profile and written != of_profile:
        report.warning(
            "press.condition-differs",
            f"the profile is made for {of_profile}, not for {written}",
            spec.places.get("condition", spec.span),
            hint=f"write condition: {of_profile}, or take another profile",
        )
    elif chosen != (registered(wish.condition) or wish.condition):
        report.note(
            "press.condition-differs",
            f"this printer works by {wish.condition}; the file is made for {chosen}",
            spec.places.get("condition" if written else "profile", spec.span),
        )
    return chosen


def _only_named(
    identifier: str, known: bool, standard: str, intent: str, report: Report
) -> OutputCondition:
    """Return a condition without a profile of its own, where that may be."""
    if not known:
        raise PressError(
            "press.condition",
            f"'{identifier}' is no registered printing condition",
            did_you_mean(identifier, REGISTERED) or "give its profile too: press: {profile: …}",
            key="condition",
        )
    if standard == _EMBEDS:
        raise missing(identifier, "PDF/X-4 holds the profile of its printing condition: ")
    stand_in = _usable(STAND_INS.get(identifier, ()), intent)
    if stand_in is not None:
        message = (
            f"no profile of {identifier} is installed: colours are converted by "
            f"'{stand_in.name}', and the file only names {identifier}"
        )
        report.note("press.profile-stand-in", message, hint=how_to_get(identifier))
    return OutputCondition(
        identifier, True, in_words(identifier), None, "",
        stand_in.data if stand_in else None, stand_in.name if stand_in else None,
    )  # fmt: skip


def _embedded(profile: Profile, known: bool, standard: str) -> bytes | None:
    """Return the profile to embed, None where the name of the condition has to do."""
    if standard == _EMBEDS or profile.version < _NEWER:
        return profile.data
    if known:
        return None
    raise PressError(
        "press.profile-bad",
        f"'{profile.name}' is a profile of version {profile.version}, which only PDF/X-4 takes",
        "use a profile of version 2, or --standard pdfx-4",
    )


def missing(identifier: str, why: str = "") -> PressError:
    """Return the fault of a job whose colours cannot be converted for want of a profile."""
    message = f"{why}no profile of {identifier} is installed"
    return PressError("press.profile-missing", message, how_to_get(identifier))


def how_to_get(identifier: str) -> str:
    """Return how to get a profile of a condition."""
    usual = PROFILES.get(identifier, ())
    install = f"install '{usual[0]}' where your system keeps profiles; " if usual else ""
    return f"{_INSTALL.get(identifier, install)}or {_GET_ONE}"


def _named_by_game(name: str, folder: Path, intent: str) -> Profile:
    """Return the profile that a game names; raises PressError."""
    is_file = "/" in name or "\\" in name or name.lower().endswith(_SUFFIXES)
    if is_file:
        try:
            return _good(find_file(folder, name), intent)
        except FileError as error:
            if error.reason != "missing" or "/" in name:
                raise PressError("press.profile-missing", error.message, error.hint) from None
    path = _installed(name.rsplit(".", 1)[0] if is_file else name)
    if path is not None:
        return _good(path, intent)
    near = did_you_mean(name, [found.stem for found in _files(folders())])
    message = f"no profile '{name}' is in the game's folder or installed"
    raise PressError("press.profile-missing", message, near or _GET_ONE)


def _good(path: Path, intent: str) -> Profile:
    """Return the profile of a file; raises PressError when no press prints by it."""
    try:
        return checked(_read(path), intent)
    except (ProfileError, OSError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        message = f"'{path.name}' {'cannot be read: ' if isinstance(error, OSError) else ''}{why}"
        raise PressError("press.profile-bad", message, "use an output profile for CMYK") from None


def _usable(names: Iterable[str], intent: str) -> Profile | None:
    """Return the first usable installed profile of some names, in their order; None if none."""
    for name in names:
        path = _installed(name)
        if path is not None:
            try:
                return _good(path, intent)
            except PressError:
                # What nobody asked for by name may be broken: the next one is looked for.
                continue
    return None


def _installed(name: str) -> Path | None:
    """Return the installed profile of this name, of its file before that of its description."""
    wanted = simplified(name)
    files = _files(folders())
    by_file = (path for path in files if simplified(path.stem) == wanted)
    by_description = (path for path in files if _description(path) == wanted)
    return next(by_file, None) or next(by_description, None)


@lru_cache(maxsize=1024)
def _description(path: Path) -> str:
    """Return the simplified description inside a profile, nothing for what cannot be read."""
    try:
        return simplified(read_profile(_read(path)).name)
    except (ProfileError, OSError):
        return ""


def _read(path: Path) -> bytes:
    if path.stat().st_size > MOST_BYTES:
        raise ProfileError("is too large for a profile")
    return path.read_bytes()


@lru_cache(maxsize=8)
def _files(places: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return every profile below some folders, in their order and by name inside each."""
    return tuple(path for place in places for path in _below(place))


def _below(place: Path) -> Iterator[Path]:
    for folder, inner, names in os.walk(place):
        inner.sort()
        for name in sorted(names):
            if name.lower().endswith(_SUFFIXES):
                yield Path(folder, name)


def folders() -> tuple[Path, ...]:
    """Return where systems and programs keep profiles; some of them do not exist."""
    home = Path.home()
    data_home = Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share")
    shared = (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(os.pathsep)
    programs = Path(os.environ.get("PROGRAMFILES") or "C:/Program Files")
    common = Path(
        os.environ.get("COMMONPROGRAMFILES(X86)") or "C:/Program Files (x86)/Common Files"
    )
    return (
        *(data_home / "icc", data_home / "color/icc", home / ".color/icc"),
        *(Path(place, "color/icc") for place in shared if place),
        *(Path("/usr/share/color/icc"), Path("/usr/share/scribus/profiles")),
        *(Path("/usr/share/ghostscript"), Path("/usr/local/share/ghostscript")),
        *(Path("/opt/homebrew/share/ghostscript"), Path("/opt/homebrew/share/color/icc")),
        *(home / "Library/ColorSync/Profiles", Path("/Library/ColorSync/Profiles")),
        Path("/Library/Application Support/Adobe/Color"),
        Path("/System/Library/ColorSync/Profiles"),
        Path(os.environ.get("SYSTEMROOT") or "C:/Windows", "System32/spool/drivers/color"),
        *(programs / "gs", common / "Adobe/Color/Profiles"),
    )
