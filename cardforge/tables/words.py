"""The words of a table's description: how it is read, encodings, separators, kinds of columns."""

from typing import NamedTuple

DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
# Words for an encoding, and what Python calls it.
ENCODINGS = {
    "utf-8": "utf-8",
    "utf-16": "utf-16",
    "utf-16-le": "utf-16-le",
    "utf-16-be": "utf-16-be",
    "windows-1250": "cp1250",
    "windows-1251": "cp1251",
    "windows-1252": "cp1252",
    "windows-1253": "cp1253",
    "windows-1254": "cp1254",
    "windows-1255": "cp1255",
    "windows-1256": "cp1256",
    "windows-1257": "cp1257",
    "iso-8859-1": "cp1252",
    "iso-8859-2": "iso8859-2",
    "iso-8859-15": "iso8859-15",
    "mac-roman": "mac_roman",
    "cp437": "cp437",
    "cp850": "cp850",
    "shift-jis": "cp932",
    "gb18030": "gb18030",
    "big5": "cp950",
    "euc-kr": "cp949",
    "koi8-r": "koi8_r",
}


class ColumnKind(NamedTuple):
    """What the cells of a column are: `text`, `number`, `true-false`, or a `list` cut at a sign."""

    name: str
    separator: str = ","


class Reading(NamedTuple):
    """Which file is read, and how: what is None is found out."""

    file: str
    sheet: str | None = None
    encoding: str | None = None
    delimiter: str | None = None
    header: int | None = None
    flatten: tuple[str, ...] = ()
