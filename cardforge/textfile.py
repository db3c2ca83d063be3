"""Opens a designer's text file: bytes become text, whatever cannot becomes a problem."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from cardforge.diagnostics import Report, Span

MOST_BYTES = 20_000_000
LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_text(path: Path, report: Report, file: str, place: Span | None = None) -> str | None:
    """Return the text of a file, None when it cannot be had.

    `file` is its name in problems; a file that cannot be opened is reported at `place`, where
    another file asked for it.
    """
    data = read_bytes(path, report, file, place)
    return None if data is None else _checked_text(data, file, report)


def read_bytes(path: Path, report: Report, file: str, place: Span | None = None) -> bytes | None:
    """Return what a file holds, None when it cannot be had or is too large."""
    place = place or start_of(file)
    try:
        facts = path.stat()
        if _is_refused(facts.st_mode, facts.st_size, file, report, place):
            return None
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        hint = "check the name, its folder and its upper and lower case letters"
        report.error("source.missing", f"there is no file {file}", place, hint=hint)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        message = f"{file} cannot be read: {reason.lower()}"
        report.error("source.unreadable", message, place, hint="make the file readable")
    return None


def one_line(text: str) -> str:
    """Return a text without line breaks and letters that no screen shows, blanks in their place."""
    return _UNPRINTABLE.sub(" ", LINE_BREAK.sub(" ", text)).replace("\t", " ")


def start_of(file: str) -> Span:
    """Return the place of faults that concern a file as a whole."""
    return Span(file, 1, 1, 1, 1)


def letters_of(column: int) -> str:
    """Return how a spreadsheet calls a column counted from 1: A to Z, then AA."""
    name = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def decode(data: bytes) -> str:
    """Return the text of UTF-8, or of UTF-16 that says so in its first two bytes."""
    return data.decode(_encoding(data))


def hidden(text: str) -> list[str]:
    """Return the characters of a text that no text may hold."""
    found: list[str] = _UNPRINTABLE.findall(text)
    return found


def refuse_character(text: str, file: str, report: Report) -> None:
    """Report the first character of a text that no text may hold."""
    match = _UNPRINTABLE.search(text)
    at = match.start() if match else 0
    lines = LINE_BREAK.split(text[:at])
    line, column = len(lines), len(lines[-1]) + 1
    message = f"U+{ord(text[at]):04X} is not a printable character"
    span = Span(file, line, column, line, column + 1)
    report.error("source.character", message, span, hint="delete the character")


def _encoding(data: bytes) -> str:
    return "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"


def _is_refused(mode: int, size: int, file: str, report: Report, place: Span) -> bool:
    if not stat.S_ISREG(mode):
        found = "a folder" if stat.S_ISDIR(mode) else "a device"
        message = f"{file} is {found}, not a file"
        report.error("source.not-a-file", message, place, hint="name a text file")
    elif size > MOST_BYTES:
        limit = f"{MOST_BYTES // 1_000_000} MB"
        message = f"{file} has {size / 1e6:.1f} MB; a file may have at most {limit}"
        report.error("source.too-large", message, place, hint="split the file")
    else:
        return False
    return True


def _checked_text(data: bytes, file: str, report: Report) -> str | None:
    try:
        text = decode(data)
    except UnicodeDecodeError as fault:
        _refuse_encoding(data, fault.start, file, report)
        return None
    if "\0" in text:
        _refuse_binary(text.count("\n", 0, text.index("\0")) + 1, file, report)
        return None
    return text


def _refuse_encoding(data: bytes, at: int, file: str, report: Report) -> None:
    is_wide = _encoding(data) == "utf-16"
    if b"\0" in data and not is_wide:
        _refuse_binary(data.count(b"\n", 0, data.index(b"\0")) + 1, file, report)
        return
    line = data.count(b"\n", 0, at) + 1
    name = "UTF-16" if is_wide else "UTF-8"
    message = f"{file} is not {name}: line {line} holds a byte of another encoding"
    report.error("source.encoding", message, start_of(file), hint="save the file as UTF-8")


def _refuse_binary(line: int, file: str, report: Report) -> None:
    message = f"{file} is not a text file: line {line} holds a NUL byte"
    hint = "save it as plain text in UTF-8"
    report.error("source.binary", message, start_of(file), hint=hint)
