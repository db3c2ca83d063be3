"""The PDF document as a list of numbered objects; ReportLab writes the file.

Every object is stored as finished bytes, and equal bytes are stored once.
"""

from __future__ import annotations

import hashlib
import zlib

from cardforge.render.lean import pdfdoc, rl_config

# The only settings of ReportLab that still count when objects come as bytes; a
# designer's own ReportLab settings file must not change what is written.
rl_config.invariant = 1
rl_config.pdfComments = 0
rl_config.pdfMultiLine = 0


class _FixedTime(pdfdoc.TimeStamp):  # type: ignore[misc]
    """The time at which a document begins, which nothing that we write shows.

    ReportLab's own stops at a SOURCE_DATE_EPOCH that is no number.
    """

    def __init__(self, _invariant: object = None) -> None:
        self.t = 0.0
        self.lt = (1970, 1, 1, 0, 0, 0, 3, 1, 0)
        self.YMDhms = self.lt[:6]
        self.dhh = self.dmm = 0
        self.tzname = "UTC"


pdfdoc.TimeStamp = _FixedTime

# Most plates are small, and setting up a full-size window costs more than the compression.
_SMALL_STREAM = 4096


class _Raw(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object that is already bytes."""

    def __init__(self, body: bytes) -> None:
        self.body = body

    def format(self, _document: pdfdoc.PDFDocument) -> bytes:
        """Return the bytes."""
        return self.body


class _ReportLabDocument(pdfdoc.PDFDocument):  # type: ignore[misc]
    """ReportLab's document without dates, with an ID that depends on the content alone."""

    def ID(self) -> bytes:  # noqa: N802 ReportLab's name
        """Return the entry of the trailer that identifies the file."""
        digest: bytes = self.content_digest.hexdigest().encode()
        return b"[<" + digest + b"> <" + digest + b">]"


class Document:
    """A PDF in the making."""

    def __init__(self) -> None:
        self.reportlab = _ReportLabDocument(
            dummyoutline=1, compression=1, invariant=1, pdfVersion=(1, 4)
        )
        self.reportlab.content_digest = hashlib.blake2b(digest_size=16)
        self.fonts_number = self._number(pdfdoc.BasicFonts)
        pages = self.reportlab.Reference(self.reportlab.Pages)
        self._pages_number = self._number(pages.name)
        self._numbers: dict[bytes, int] = {}
        self._reserved: dict[int, _Raw] = {}
        self.page_numbers: list[int] = []

    def _number(self, name: str) -> int:
        number: int = self.reportlab.idToObjectNumberAndVersion[name][0]
        return number

    def add(self, body: bytes) -> int:
        """Return the number of an object with this body, adding it if there is none."""
        number = self._numbers.get(body)
        if number is None:
            reference = self.reportlab.Reference(_Raw(body))
            number = self._numbers[body] = self._number(reference.name)
            self.reportlab.content_digest.update(body)
        return number

    def reserve(self) -> int:
        """Return the number of an object that is named before its body is known."""
        raw = _Raw(b"")
        number = self._number(self.reportlab.Reference(raw).name)
        self._reserved[number] = raw
        return number

    def fill(self, number: int, body: str) -> None:
        """Give a reserved object its body."""
        raw = self._reserved.pop(number)
        raw.body = body.encode("latin-1")
        self.reportlab.content_digest.update(raw.body)

    def add_data(self, entries: str, data: bytes) -> int:
        """Return the number of a stream whose data are already encoded."""
        head = f"<< {entries} /Length {len(data)} >>\nstream\n"
        return self.add(b"".join((head.encode("latin-1"), data, b"\nendstream\n")))

    def add_stream(self, entries: str, content: bytes) -> int:
        """Return the number of a stream with this content, compressed."""
        return self.add_data(f"{entries} /Filter /FlateDecode".lstrip(), _deflate(content))

    def add_page(self, entries: str) -> None:
        """Add the next page."""
        body = f"<< /Type /Page /Parent {self._pages_number} 0 R {entries} >>\n".encode("latin-1")
        self.reportlab.content_digest.update(body)
        raw = _Raw(body)
        self.reportlab.addPage(raw)
        self.page_numbers.append(self._number(self.reportlab.Reference(raw).name))

    def finish(self, info: str, catalog: str) -> bytes:
        """Return the file; `info` and `catalog` are the entries of those dictionaries."""
        if self._reserved:
            raise ValueError(f"objects without a body: {sorted(self._reserved)}")
        document = self.reportlab
        for font in document.delayedFonts:
            # The same codes may stand for other letters: what a code means counts too.
            document.content_digest.update(font.face.data_digest + font.coding())
            font.addObjects(document)
        document.info = _Raw(f"<< {info} >>\n".encode("latin-1"))
        document.Catalog = _Raw(
            f"<< /Type /Catalog /Pages {self._pages_number} 0 R {catalog} >>\n".encode("latin-1")
        )
        document.content_digest.update(document.info.body + document.Catalog.body)
        file: bytes = document.format()
        # ReportLab's objects refer to one another: their data would stay until the end of the run.
        document.idToObject.clear()
        self._numbers.clear()
        return file


def _deflate(content: bytes) -> bytes:
    if len(content) > _SMALL_STREAM:
        return zlib.compress(content)
    packer = zlib.compressobj(6, zlib.DEFLATED, 12, 6)
    return packer.compress(content) + packer.flush()


def array(*numbers: float) -> str:
    """Return numbers as a PDF array."""
    return "[" + " ".join(f"{number:.4f}".rstrip("0").rstrip(".") for number in numbers) + "]"


def name_of(text: str) -> str:
    """Return a text as a PDF name: what is neither letter nor digit is written as its code."""
    plain = (
        chr(byte) if chr(byte).isalnum() and byte < 0x80 else f"#{byte:02X}"
        for byte in text.encode()
    )
    return f"/{''.join(plain)}"


def text_string(text: str) -> str:
    """Return a text as a PDF string: plain where it is ASCII, else UTF-16."""
    if text.isascii() and text.isprintable():
        escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        return f"({escaped})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
