"""The letters of a table: UTF-8, UTF-16 with its mark, or an encoding that is stated."""

from __future__ import annotations

import re

from cardforge.diagnostics import Report, Span
from cardforge.tables.words import ENCODINGS
from cardforge.textfile import refuse_character, start_of

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
# What no cell may hold; tabs, line breaks and the break inside a cell of old programs may be.
_FORBIDDEN = re.compile("[\x00-\x08\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
# UTF-8 that was read as Windows-1252 and saved so, and letters that were lost before.
_SPOILT = re.compile("â€[™œ\x9d“”˜¦]|Ã[©¨¢§ª«®¯´¶¹»¼\xa0¤]|\ufffd")
_ADVICE = "save the file as 'CSV UTF-8'"


def text_of(data: bytes, encoding: str | None, file: str, report: Report) -> str | None:
    """Return the text of a table, None after reporting why it cannot be read."""
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    codec = marked or ENCODINGS[encoding or "utf-8"]
    if codec == "utf-16":
        codec = "utf-16-le"
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as fault:
        _refuse(data, fault.start, marked or encoding, file, report)
        return None
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        _refuse_binary(data, file, report)
        return None
    if _FORBIDDEN.search(text):
        refuse_character(text.replace("\x0b", " "), file, report)
        return None
    _warn_of_spoilt(text, file, report)
    return text


def _refuse(data: bytes, at: int, encoding: str | None, file: str, report: Report) -> None:
    """Report the row that is in another encoding, and what two common ones would make of it."""
    line = len(re.split(rb"\r\n|\r|\n", data[:at]))
    if b"\0" in data and not (encoding or "").startswith("utf-16"):
        _refuse_binary(data, file, report)
        return
    if encoding is not None:
        message = f"{file} is not in {encoding}: line {line} holds a byte of another encoding"
        hint = f"{_ADVICE}, or write another encoding:"
    else:
        message = f"the encoding of {file} is not UTF-8: line {line} holds other letters"
        hint = f"{_ADVICE}, or write {_readings(data, at)}"
    report.error("table.encoding", message, Span(file, line, 1, line, 1), hint=hint)


def _readings(data: bytes, at: int) -> str:
    """Return how the words round a byte read in the encodings that it may be in."""
    begin = max(data.rfind(sign, 0, at) for sign in (b"\n", b"\r", b",", b";", b"\t")) + 1
    end = re.compile(rb"[\r\n,;\t]|\Z").search(data, at)
    words = data[max(begin, at - 30) : min(end.start() if end else at, at + 30)]
    told = []
    for name in ("windows-1252", "mac-roman"):
        try:
            told.append(f"encoding: {name} (reads '{words.decode(ENCODINGS[name])}')")
        except UnicodeDecodeError:
            continue
    return " or ".join(told) or "its encoding:"


def _refuse_binary(data: bytes, file: str, report: Report) -> None:
    """Report a text with NUL: UTF-16 without its mark, or no text at all."""
    even, odd = data[0::2].count(0), data[1::2].count(0)
    name = "utf-16-be" if even > odd else "utf-16-le"
    if 4 * max(even, odd) > len(data):
        hint = f"{_ADVICE}, or write encoding: {name}"
        message = f"the encoding of {file} is not UTF-8: it looks like {name}"
        report.error("table.encoding", message, start_of(file), hint=hint)
        return
    line = data.count(b"\n", 0, data.index(b"\0")) + 1
    message = f"{file} is not a text file: line {line} holds a NUL byte"
    report.error("source.binary", message, start_of(file), hint=_ADVICE)


def _warn_of_spoilt(text: str, file: str, report: Report) -> None:
    found = _SPOILT.search(text)
    if found is None:
        return
    before = re.split(r"\r\n|\r|\n", text[: found.start()])
    line, column = len(before), len(before[-1]) + 1
    span = Span(file, line, column, line, column + len(found.group()))
    message = f"'{found.group()}' stands where a letter was lost when the file was saved"
    report.warning("table.spoilt", message, span, hint="save the original again, as 'CSV UTF-8'")
