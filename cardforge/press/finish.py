"""The last step of a PDF for a press: it becomes PDF/X.

What is drawn stays as it is.  What a screen wants of a PDF (links, bookmarks, tags, how to show
it) goes, and what a press wants to know comes: the standard, the printing condition, the boxes
of each page, dates and an identity.
"""

from __future__ import annotations

import hashlib
import io
import os
import uuid
import zlib
from datetime import UTC, datetime

import pikepdf
from pikepdf import Dictionary, Name

from cardforge.icc import ProfileError, read_profile
from cardforge.press.conditions import REGISTRY
from cardforge.press.profiles import missing
from cardforge.press.resources import Resources
from cardforge.press.standards import STANDARDS, Standard
from cardforge.press.values import OutputCondition, PressError
from cardforge.press.xmp import About, information, packet
from cardforge.render.pdf import PdfInfo

# The date of every file when nobody gives one; see docs/decisions/0012.
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)

_LAST_SECOND = int(datetime(9999, 12, 31, tzinfo=UTC).timestamp())
_OF_CATALOG = ("/Type", "/Pages")
_OF_PAGE = (
    *("/Type", "/Parent", "/MediaBox", "/BleedBox", "/TrimBox"),
    *("/Resources", "/Contents", "/Rotate", "/UserUnit"),
)


def finish(pdf: bytes, standard: str, condition: OutputCondition, info: PdfInfo) -> bytes:
    """Return a rendered PDF as PDF/X; raises PressError when it cannot keep the standard."""
    rules = STANDARDS[standard]
    _check_condition(condition, rules)
    about = About(info, rules, _date(), _identity(pdf, standard, condition, info))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        _clean(document)
        _finish_pages(document, rules)
        told: dict[str, pikepdf.Object] = {
            f"/{key}": pikepdf.String(text) for key, text in information(about).items()
        }
        told["/Trapped"] = Name("/False")
        document.trailer.Info = document.make_indirect(Dictionary(told))
        document.Root.Metadata = pikepdf.Stream(
            document, packet(about), Type=Name.Metadata, Subtype=Name.XML
        )
        document.Root.OutputIntents = pikepdf.Array([_intent(document, condition)])
        return _saved(document, rules)


def _date() -> datetime:
    """Return the date of the file: what SOURCE_DATE_EPOCH says, and one fixed date without it."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if not seconds:
        return NO_DATE
    if not (seconds.isascii() and seconds.isdigit() and int(seconds[:20]) <= _LAST_SECOND):
        raise PressError(
            "press.date",
            f"SOURCE_DATE_EPOCH must be a number of seconds since 1970, found '{seconds:.40}'",
            "unset it, or set it to what `date +%s` shows",
            key="",
        )
    return datetime.fromtimestamp(int(seconds), UTC)


def _identity(pdf: bytes, standard: str, condition: OutputCondition, info: PdfInfo) -> str:
    """Return a UUID that is the same for the same content and another for any other."""
    named = condition._replace(profile=None, through=None)
    digest = hashlib.blake2b(pdf, digest_size=16)
    for part in (repr((standard, named, info)).encode(), condition.profile or b""):
        digest.update(hashlib.blake2b(part).digest())
    return str(uuid.UUID(bytes=digest.digest(), version=5))


# --- the printing condition ---


def _check_condition(condition: OutputCondition, rules: Standard) -> None:
    """Raise PressError for a printing condition that the standard cannot be kept with."""
    if condition.profile is not None:
        _check_profile(condition.profile, condition.name, rules)
    elif rules.needs_profile:
        raise missing(condition.identifier, f"{rules.title} holds the profile: ")
    elif not condition.registered:
        raise PressError(
            "press.condition",
            f"'{condition.identifier}' is no registered printing condition",
            "name one such as FOGRA39, or give its profile too: press: {profile: …}",
            key="condition",
        )


def _check_profile(profile: bytes, name: str, rules: Standard) -> None:
    """Raise PressError for a profile that says nothing of four inks on a press."""
    try:
        about = read_profile(profile)
    except ProfileError as error:
        fault = str(error)
    else:
        if about.kind != "prtr" or about.space != "CMYK":
            fault = "is no profile of a press with four inks"
        elif about.version > rules.newest_profile:
            fault = f"is of ICC version {about.version}, which {rules.title} does not know"
        else:
            return
    raise PressError("press.profile-bad", f"'{name}' {fault}", "use an output profile for CMYK")


def _intent(document: pikepdf.Pdf, condition: OutputCondition) -> pikepdf.Object:
    """Return the entry that names the printing condition, with its profile where there is one."""
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=pikepdf.String(condition.identifier),
        OutputCondition=pikepdf.String(condition.info or condition.identifier),
        Info=pikepdf.String(condition.info or condition.identifier),
    )
    if condition.registered:
        intent.RegistryName = pikepdf.String(REGISTRY)
    if condition.profile is not None:
        intent.DestOutputProfile = pikepdf.Stream(
            document, zlib.compress(condition.profile), N=4, Filter=Name.FlateDecode
        )
    return document.make_indirect(intent)


# --- what goes, and what stays ---


def _clean(document: pikepdf.Pdf) -> None:
    """Take away what is for screens: outline, links, names, tags, actions, language, views."""
    tagged = "/StructTreeRoot" in document.Root
    _keep(document.Root, _OF_CATALOG)
    for page in document.pages:
        if tagged:
            _take_off_tags(document, page)
        _keep(page.obj, _OF_PAGE)


def _keep(holder: pikepdf.Object, keys: tuple[str, ...]) -> None:
    for key in set(holder.keys()) - set(keys):
        del holder[key]


def _take_off_tags(document: pikepdf.Pdf, page: pikepdf.Page) -> None:
    """Take from the content of a page the marks that a tree of tags refers to."""
    marks = ("BDC", "BMC", "EMC")
    steps = [s for s in pikepdf.parse_content_stream(page) if str(s.operator) not in marks]
    page.Contents = pikepdf.Stream(document, pikepdf.unparse_content_stream(steps))


def _finish_pages(document: pikepdf.Pdf, rules: Standard) -> None:
    resources = Resources(document)
    for number, page in enumerate(document.pages, 1):
        resources.prune(page.obj)
        if not resources.is_blended(page.obj):
            continue
        if not rules.transparency:
            raise PressError(
                "press.transparency",
                f"page {number} has see-through ink, which {rules.title} does not allow",
                "choose PDF/X-4 with --standard pdfx-4",
                key="",
            )
        # Ink is mixed as ink, not as light.
        page.obj.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)


def _saved(document: pikepdf.Pdf, rules: Standard) -> bytes:
    file = io.BytesIO()
    document.save(
        file,
        force_version=rules.pdf_version,
        fix_metadata_version=False,
        object_stream_mode=pikepdf.ObjectStreamMode.disable,
        # What is packed stays as it is; qpdf leaves the metadata plain, as they must be.
        compress_streams=True,
        stream_decode_level=pikepdf.StreamDecodeLevel.none,
        deterministic_id=True,
    )
    return file.getvalue()
