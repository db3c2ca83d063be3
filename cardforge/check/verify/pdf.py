"""A PDF judged: what it is, what it claims, and what was asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardforge.check.verify.boxes import nesting_faults
from cardforge.check.verify.claims import claim_faults, claim_of, content_faults
from cardforge.check.verify.document import Document, Encrypted, Page, Unreadable, read
from cardforge.check.verify.faults import Fault, error, note, tell, warning
from cardforge.check.verify.order import behind_faults, order_faults
from cardforge.check.verify.standards import STANDARDS
from cardforge.check.verify.tables import pdf_table
from cardforge.check.verify.values import (
    LEAST_LINE_PT,
    SAME_MM,
    SHARP_DPI,
    Expected,
    Facts,
    PageSize,
    in_line,
    on_pages,
    size_words,
)
from cardforge.diagnostics import Report
from cardforge.geometry import Box, Size
from cardforge.units import show

# Eight bits a channel round by half a step each; more is more ink than was allowed.
_INK_ROUNDING = 1.0
# Line widths are written with three decimals of a point.
_LINE_ROUNDING = 0.006


def opened(name: str, data: bytes, report: Report) -> Document | None:
    """Return a PDF reopened; reports and returns None when it cannot be."""
    try:
        return read(data)
    except Encrypted:
        words = "is locked with a password: nothing in it can be checked"
        tell(name, [error("file.encrypted", words, "save it without a password")], report)
    except Unreadable as problem:
        tell(name, [_unreadable(data, str(problem))], report)
    return None


def _unreadable(data: bytes, reason: str) -> Fault:
    if not data:
        return error("file.unreadable", "is empty", "make the file again")
    if b"%PDF-" not in data[:1024]:
        return error("file.unreadable", "is no PDF, whatever its name says", "save it as a PDF")
    return error("file.unreadable", f"is too damaged to be read: {reason[:120]}",
                 "make the file again")  # fmt: skip


def judged(name: str, document: Document, expected: Expected | None, report: Report) -> Facts:
    """Return the facts of a PDF and report what is wrong with it."""
    wanted = expected or Expected()
    faults = [
        *_whole(document, wanted),
        *_pages(document, wanted),
        *_sizes(document.pages, wanted),
        *_standard(document, wanted),
        *([] if wanted.screen else _pictures(document, wanted)),
        *_ink(document, wanted),
        *([] if wanted.screen else _lines(document, wanted)),
        *order_faults(wanted.shows, wanted.order),
        *behind_faults(wanted.shows, wanted.order),
    ]
    tell(name, faults, report)
    return Facts(name, "PDF {}.{}".format(*document.version), pdf_table(document))


def _whole(document: Document, wanted: Expected) -> Iterator[Fault]:
    if document.damage:
        words = f"is damaged and was mended while reading: {document.damage[0]}"
        claims = claim_of(document).standard is not None
        yield (error if wanted.strict or claims else warning)(
            "file.damaged", words, "make the file again: others may read it differently"
        )
    lost = sorted({what for page in document.pages for what in page.seen.lost})
    if lost:
        where = on_pages(n for n, page in enumerate(document.pages, 1) if page.seen.lost)
        words = f"{where}: {in_line(lost[:4])} {_is(lost)} drawn and not in the file"
        yield warning("file.damaged", words, "make the file again: something is missing in it")
    if document.gone_on:
        yield error(
            "file.unreadable",
            f"holds so much that only {on_pages(range(1, len(document.pages) + 1))}"
            f" of {document.total} could be checked",
        )
    if document.encrypted and claim_of(document).standard is None:
        yield warning(
            "file.encrypted", "is encrypted: a press may refuse it", "save it without encryption"
        )


def _pages(document: Document, wanted: Expected) -> Iterator[Fault]:
    if not document.total:
        yield error("file.pages", "has no pages")
    if wanted.pages is not None and wanted.pages != document.total:
        yield error("file.pages", f"has {document.total} pages, expected {wanted.pages}")


# --- sizes ---


def _sizes(pages: Sequence[Page], wanted: Expected) -> Iterator[Fault]:
    """Yield the pages whose size or trim is another than was asked for, equal faults as one."""
    if not wanted.sizes:
        return
    for_each = len(wanted.sizes) == len(pages)
    wrong: dict[tuple[str, str], list[int]] = {}
    for number, page in enumerate(pages, 1):
        size = wanted.sizes[number - 1] if for_each else wanted.sizes[0]
        for fault in _wrong_size(page, size):
            wrong.setdefault(fault, []).append(number)
    for (code, words), numbers in wrong.items():
        yield error(code, f"{on_pages(numbers)}: {words}")


def _wrong_size(page: Page, wanted: PageSize) -> Iterator[tuple[str, str]]:
    if wanted.page is not None and not _same(page.size, wanted.page):
        yield (
            "file.size",
            f"the page is {size_words(page.size)}, expected {size_words(wanted.page)}",
        )
        return
    trim, should = page.boxes.get("TrimBox", page.boxes.get("ArtBox")), wanted.trim
    if should is None:
        return
    if trim is None:
        if not _same(page.size, Size(should.width, should.height)):
            yield "file.boxes", f"no TrimBox, expected one of {_box_words(should)}"
        return
    found, size = Size(trim.width, trim.height), Size(should.width, should.height)
    if not _same(found, size):
        yield "file.boxes", f"TrimBox is {size_words(found)}, expected {size_words(size)}"
    elif max(abs(trim.x - should.x), abs(trim.y - should.y)) > SAME_MM:
        yield (
            "file.boxes",
            f"TrimBox lies at {show(trim.x)}, {show(trim.y)} mm,"
            f" expected {show(should.x)}, {show(should.y)} mm",
        )


def _same(one: Size, other: Size) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= SAME_MM


def _box_words(box: Box) -> str:
    return size_words(Size(box.width, box.height))


# --- standards, colours, fonts ---


def _standard(document: Document, wanted: Expected) -> Iterator[Fault]:
    claim = claim_of(document)
    standard = STANDARDS.get(wanted.standard or "")
    wish = standard.title if standard is not None else None
    if claim.standard is not None:
        claimed = STANDARDS[claim.standard].title
        # Whatever a stricter standard allows, PDF/X-4 allows too.
        good = claimed == wish or (wish == "PDF/X-4" and not wanted.exact)
        if wish is not None and not good:
            yield error("file.standard", f"claims {claimed}, {_who(wanted)} wants {wish}")
        yield from claim_faults(document, claim.standard)
        return
    if claim.words:
        yield error("file.standard", f"claims '{claim.words[:40]}', which is no known PDF/X")
    if wish is None:
        if not claim.words:
            yield note("file.standard", "claims no PDF/X standard")
        yield from _unclaimed(document, wanted)
        return
    yield error("file.standard", f"claims no PDF/X, {_who(wanted)} wants {wish}")
    yield from content_faults(document, str(wanted.standard))


def _who(wanted: Expected) -> str:
    return wanted.shop or "the order"


def _unclaimed(document: Document, wanted: Expected) -> Iterator[Fault]:
    """Yield what is wrong with any PDF, whatever it was made for."""
    level = error if wanted.strict else warning
    for fault in nesting_faults(document.pages):
        yield level(fault.code, fault.message)
    names = sorted({f.name for p in document.pages for f in p.seen.fonts if not f.embedded})
    if names:
        where = on_pages(
            number
            for number, page in enumerate(document.pages, 1)
            if any(not font.embedded for font in page.seen.fonts)
        )
        yield level(
            "file.fonts", f"{in_line(names)} on {where} {_is(names)} not in the file",
            "embed all fonts: another computer may show other letters",
        )  # fmt: skip


def _is(words: Sequence[str]) -> str:
    return "is" if len(words) == 1 else "are"


# --- pictures, ink, lines ---


def _pictures(document: Document, wanted: Expected) -> Iterator[Fault]:
    coarse: dict[int, float] = {}
    for number, page in enumerate(document.pages, 1):
        least = min((image.dpi for image in page.seen.images), default=SHARP_DPI)
        if least < SHARP_DPI:
            coarse[number] = least
    if coarse:
        yield warning(
            "file.dpi",
            f"{on_pages(coarse)}: a picture is printed with {min(coarse.values()):.0f} dpi,"
            f" at least {SHARP_DPI:.0f} are wanted",
            "use a larger picture, or print it smaller",
        )
    fonts = sorted({font.name for page in document.pages for font in page.seen.fonts})
    if wanted.outlines and fonts:
        yield error(
            "file.fonts", f"{_who(wanted)} wants text as shapes, found {in_line(fonts[:4])}",
            "turn text into shapes",
        )  # fmt: skip


def _ink(document: Document, wanted: Expected) -> Iterator[Fault]:
    limit = wanted.ink_limit
    if limit is not None:
        over = {
            number: page.seen.ink
            for number, page in enumerate(document.pages, 1)
            if page.seen.ink > limit + _INK_ROUNDING
        }
        if over:
            yield error(
                "file.ink",
                f"{on_pages(over)}: {max(over.values()):.0f} % of ink, {_who(wanted)} wants"
                f" at most {show(limit)} %",
                "convert the colours with a profile of that limit",
            )
    unknown = {what for page in document.pages for what in page.seen.unmeasured}
    if limit is not None and unknown:
        where = on_pages(n for n, page in enumerate(document.pages, 1) if page.seen.unmeasured)
        words = f"the ink of {in_line(sorted(unknown)[:4])} on {where} could not be measured"
        yield warning("file.ink", words)


def _lines(document: Document, wanted: Expected) -> Iterator[Fault]:
    """Yield that lines are thin; pages of a rulebook show whole cards small, with their lines."""
    thin = {
        number: page.seen.line
        for number, page in enumerate(document.pages, 1)
        if page.seen.line is not None and page.seen.line < LEAST_LINE_PT - _LINE_ROUNDING
    }
    if thin:
        least = min(thin.values())
        words = f"{show(least)} pt" if least >= 0.005 else "the thinnest that a device can draw"
        figures = bool(wanted.shows) and all(shown.side == "page" for shown in wanted.shows)
        yield (note if figures else warning)(
            "file.thin-line",
            f"{on_pages(thin)}: a line of {words}, at least {LEAST_LINE_PT} pt print well",
            "make it thicker, or what it belongs to larger",
        )
