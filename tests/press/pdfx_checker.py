"""A judge of PDF/X files that shares nothing with their writer.

`check` reads a finished file and returns a line for each fault, "rule: what is wrong".  It knows
PDF/X-1a:2001, PDF/X-1a:2003, PDF/X-3:2003 and PDF/X-4.  `pdfx_content` looks into the pages.
"""

import io
import re
import xml.etree.ElementTree as ET
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

import pikepdf
from pdfx_content import Content, device_names, text


class Level(NamedTuple):
    """What one standard asks for."""

    version: tuple[int, int]
    info: dict[str, str]
    only_ink: bool
    live: bool


LEVELS = {
    "pdfx-1a:2001": Level(
        (1, 3),
        {"GTS_PDFXVersion": "PDF/X-1:2001", "GTS_PDFXConformance": "PDF/X-1a:2001"},
        only_ink=True,
        live=False,
    ),
    "pdfx-1a:2003": Level((1, 4), {"GTS_PDFXVersion": "PDF/X-1a:2003"}, only_ink=True, live=False),
    "pdfx-3:2003": Level((1, 4), {"GTS_PDFXVersion": "PDF/X-3:2003"}, only_ink=False, live=False),
    "pdfx-4": Level((1, 6), {}, only_ink=False, live=True),
}

REGISTRY = "http://www.color.org"
REGISTERED = {
    *(f"CGATS TR 00{number}" for number in (1, 2, 3, 5, 6)),
    *(f"CGATS21-2-CRPC{number}" for number in range(1, 8)),
    *(f"FOGRA{number}" for number in range(27, 55)),
    *(f"APTEC_CTV_{number}" for number in range(3, 9)),
    *("APTEC Coated CardBoard", "APTEC CCNB", "IFRA26", "JC200103", "JC200104", "JCN2002"),
    *("JCW2003", "JCS2011", "EUROSB104", "EUROSB204"),
}

_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_XMP = {
    "title": "{http://purl.org/dc/elements/1.1/}title",
    "created": "{http://ns.adobe.com/xap/1.0/}CreateDate",
    "modified": "{http://ns.adobe.com/xap/1.0/}ModifyDate",
    "written": "{http://ns.adobe.com/xap/1.0/}MetadataDate",
    "creator": "{http://ns.adobe.com/xap/1.0/}CreatorTool",
    "trapped": "{http://ns.adobe.com/pdf/1.3/}Trapped",
    "producer": "{http://ns.adobe.com/pdf/1.3/}Producer",
    "document": "{http://ns.adobe.com/xap/1.0/mm/}DocumentID",
    "class": "{http://ns.adobe.com/xap/1.0/mm/}RenditionClass",
    "version": "{http://ns.adobe.com/xap/1.0/mm/}VersionID",
    "standard": "{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion",
    "GTS_PDFXVersion": "{http://ns.adobe.com/pdfx/1.3/}GTS_PDFXVersion",
    "GTS_PDFXConformance": "{http://ns.adobe.com/pdfx/1.3/}GTS_PDFXConformance",
}
_SAME = {"Title": "title", "Creator": "creator", "Producer": "producer",
         "CreationDate": "created", "ModDate": "modified"}  # fmt: skip
# What a reader would act upon; none of it belongs into a file for a press.
_ACTIONS = {
    f"/{name}"
    for name in (
        "GoTo GoToR GoToE GoTo3DView Launch Thread URI Sound Movie Hide Named SubmitForm ResetForm "
        "ImportData SetOCGState Rendition Trans"
    ).split()
}
_BOXES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox")
_POINT = 0.01


def check(data: bytes, standard: str) -> list[str]:
    """Return the faults of a file that claims to follow a standard, each as "rule: what"."""
    try:
        # Otherwise the library would give a box to pages that lack one.
        with pikepdf.open(io.BytesIO(data), inherit_page_attributes=False) as pdf:
            return _File(pdf, data, LEVELS[standard]).faults()
    except pikepdf.PasswordError:
        return ["encryption: the file asks for a password"]


class _File:
    def __init__(self, pdf, data, level):
        self.pdf, self.data, self.level = pdf, data, level
        self.found = []
        self.info = pdf.trailer.get("/Info", pikepdf.Dictionary())
        self.xmp = None

    def add(self, rule, what):
        line = f"{rule}: {what}"
        if line not in self.found:
            self.found.append(line)

    def faults(self):
        self._version()
        self._trailer()
        self._metadata()
        self._info()
        self._trapped()
        self._catalog()
        self._intent()
        self._objects()
        for number, page in enumerate(_pages_below(self.pdf.Root.Pages), start=1):
            self._page(number, page)
        for warning in self.pdf.get_warnings():
            self.add("structure", warning)
        return self.found

    # The file as a whole

    def _version(self):
        found = [re.match(rb"%PDF-(\d)\.(\d)", self.data)]
        if "/Version" in self.pdf.Root:
            found.append(re.match(rb"/(\d)\.(\d)", str(self.pdf.Root.Version).encode()))
        for match in found:
            version = tuple(int(part) for part in match.groups()) if match else None
            if version is None or version > self.level.version:
                self.add("version", f"{match and match.group()!r}, at most {self.level.version}")
        packed = re.search(rb"/Type\s*/(ObjStm|XRef)\b", self.data)
        if packed and self.level.version < (1, 5):
            self.add("object-stream", f"/{packed[1].decode()} is newer than the standard")

    def _trailer(self):
        if self.pdf.is_encrypted or "/Encrypt" in self.pdf.trailer:
            self.add("encryption", "the file is encrypted")
        parts = self.pdf.trailer.get("/ID")
        if parts is None or len(parts) != 2 or not all(bytes(part) for part in parts):
            self.add("id", "the trailer has no ID of two strings")

    def _metadata(self):
        stream = self.pdf.Root.get("/Metadata")
        if stream is None:
            if self.level.live:
                self.add("xmp", "PDF/X-4 says what it is in XMP, there is none")
            return
        try:
            root = ET.fromstring(stream.read_bytes())
        except ET.ParseError as fault:
            self.add("xmp", f"no XML: {fault}")
            return
        self.xmp = {}
        for about in root.iter(f"{_RDF}Description"):
            self.xmp.update({name: about.get(tag) for name, tag in _XMP.items() if about.get(tag)})
            for name, tag in _XMP.items():
                for element in about.findall(tag):
                    self.xmp[name] = "".join(element.itertext()).strip()

    def _info(self):
        if self.level.live:
            self._info_in_xmp()
        else:
            for key in ("Title", "Creator", "Producer", "CreationDate", "ModDate"):
                if not text(self.info.get(f"/{key}")):
                    self.add("info", f"/{key} is missing")
            for key in ("GTS_PDFXVersion", "GTS_PDFXConformance"):
                wanted, has = self.level.info.get(key), text(self.info.get(f"/{key}"))
                if wanted != has and (wanted or key == "GTS_PDFXVersion"):
                    self.add("claim", f"/{key} is {has!r}, not {wanted!r}")
                told = (self.xmp or {}).get(key)
                if told not in (None, wanted):
                    self.add("agreement", f"XMP says {key} {told!r}")
        for key in ("CreationDate", "ModDate"):
            written = text(self.info.get(f"/{key}"))
            if written and _moment(written) is None:
                self.add("info", f"/{key} {written!r} is no date")
        self._agreement()

    def _info_in_xmp(self):
        if self.xmp is None:
            return
        claim = self.xmp.get("standard")
        if claim != "PDF/X-4":
            self.add("claim", f"pdfxid:GTS_PDFXVersion is {claim!r}")
        for key in ("title", "created", "modified", "written", "document"):
            if not self.xmp.get(key):
                self.add("xmp", f"{_XMP[key].rpartition('}')[2]} is missing")
        for key, wanted in (("class", "default"), ("version", "1")):
            if self.xmp.get(key) != wanted:
                self.add("xmp", f"{_XMP[key].rpartition('}')[2]} is {self.xmp.get(key)!r}")
        if text(self.info.get("/GTS_PDFXVersion")) not in (None, "PDF/X-4"):
            self.add("agreement", f"Info claims {text(self.info.GTS_PDFXVersion)}")

    def _agreement(self):
        for key, name in _SAME.items():
            said, told = text(self.info.get(f"/{key}")), (self.xmp or {}).get(name)
            if said and told:
                same = _moment(said) == _moment(told) if "Date" in key else said == told
                if not same:
                    self.add("agreement", f"/{key} is {said!r}, in XMP {told!r}")

    def _trapped(self):
        value = self.info.get("/Trapped")
        named = isinstance(value, pikepdf.Name) and str(value) in ("/True", "/False")
        told = (self.xmp or {}).get("trapped")
        if not named and not (self.level.live and value is None):
            self.add("trapped", f"/Trapped is {value!r}, not true or false")
        if self.level.live and self.xmp is not None and told not in ("True", "False"):
            self.add("trapped", f"pdf:Trapped is {told!r}")
        elif named and told not in (None, str(value)[1:]):
            self.add("agreement", f"/Trapped is {value}, in XMP {told}")

    def _catalog(self):
        root = self.pdf.Root
        if "/OCProperties" in root and not self.level.live:
            self.add("layers", "the catalog has optional content")
        if "/AcroForm" in root:
            self.add("annotation", "the catalog has a form to fill in")
        names = root.get("/Names", {})
        if "/JavaScript" in names:
            self.add("javascript", "the catalog names scripts")

    # The output intent

    def _intent(self):
        every = list(self.pdf.Root.get("/OutputIntents", []))
        intents = [entry for entry in every if entry.get("/S") == "/GTS_PDFX"]
        if len(intents) != 1:
            self.add("intent", f"{len(intents)} output intents of PDF/X, not one")
            return
        (intent,) = intents
        if intent.get("/Type") != "/OutputIntent":
            self.add("intent", f"/Type is {intent.get('/Type')!r}")
        name, registry = (text(intent.get(key)) for key in ("/OutputConditionIdentifier",
                                                            "/RegistryName"))  # fmt: skip
        if not name:
            self.add("condition", "the printing condition has no identifier")
            return
        registered = name in REGISTERED
        if registered and registry != REGISTRY:
            self.add("registry", f"{name} is registered, RegistryName is {registry!r}")
        if not registered and registry is not None:
            self.add("registry", f"{name} is not registered, RegistryName is {registry!r}")
        if not registered and not text(intent.get("/Info")):
            self.add("condition", f"{name} is not registered and has no /Info")
        profile = intent.get("/DestOutputProfile")
        if profile is not None:
            self._profile(profile)
        elif not registered or self.level.live:
            self.add("profile", f"{name} has no profile of the output")

    def _profile(self, stream):
        icc = bytes(stream.read_bytes())
        if len(icc) < 128 or icc[36:40] != b"acsp" or int.from_bytes(icc[:4]) != len(icc):
            self.add("profile", "the output profile is no ICC profile")
            return
        if icc[12:16] != b"prtr":
            self.add("profile", f"the output profile is of class {icc[12:16]!r}")
        channels = {b"CMYK": 4, b"GRAY": 1}.get(icc[16:20])
        if channels is None or stream.get("/N") != channels:
            self.add("profile", f"{icc[16:20]!r} and /N {stream.get('/N')}")

    @property
    def has_profile(self):
        intents = self.pdf.Root.get("/OutputIntents", [])
        return any("/DestOutputProfile" in entry for entry in intents)

    # Every object, used or not

    def _objects(self):
        for number, entry in enumerate(self.pdf.objects, start=1):
            self._walk(entry, f"object {number}", top=True)

    def _walk(self, entry, where, *, top=False):
        """Look through an object; what it refers to comes by itself."""
        if not top and getattr(entry, "is_indirect", False):
            return
        if isinstance(entry, (pikepdf.Dictionary, pikepdf.Stream)):
            self._dictionary(entry, where)
            if isinstance(entry, pikepdf.Stream):
                self._stream(entry, where)
            for value in dict(entry.items()).values():
                self._walk(value, where)
        elif isinstance(entry, pikepdf.Array):
            for value in entry:
                self._walk(value, where)

    def _dictionary(self, entry, where):
        if entry.get("/S") == "/JavaScript" or "/JS" in entry:
            self.add("javascript", where)
        elif entry.get("/S") in _ACTIONS or "/AA" in entry or "/OpenAction" in entry:
            self.add("action", where)
        if "/OPI" in entry:
            self.add("opi", where)
        curves = [key for key in ("/TR", "/TR2") if key in entry]
        if entry.get("/S") not in ("/Alpha", "/Luminosity"):
            for key in curves:
                if entry[key] not in ("/Default", "/Identity"):
                    self.add("transfer", f"{where} has {key}")
        if "/Trans" in entry and entry.get("/Type") == "/Page":
            self.add("transition", where)

    def _stream(self, entry, where):
        filters = entry.get("/Filter", [])
        refused = {"/LZWDecode", "/LZW"}
        if not self.level.live:
            refused |= {"/JPXDecode", "/JBIG2Decode"}
        names = [filters] if isinstance(filters, pikepdf.Name) else list(filters)
        for name in names:
            if str(name) in refused:
                self.add("filter", f"{where} is packed with {name}")
        if "/F" in entry:
            self.add("external", f"{where} lies in another file")
        if "/Ref" in entry:
            self.add("external", f"{where} refers to a page of another file")
        if "/PS" in (entry.get("/Subtype"), entry.get("/Subtype2")):
            self.add("postscript", where)

    # Pages

    def _page(self, number, page):
        where = f"page {number}"
        boxes = self._boxes(where, page)
        self._nested(where, boxes)
        self._annotations(where, page, boxes)
        content = Content(self.add, device_names(self.level.only_ink), self.level)
        content.page(where, page)
        if content.needs_profile and not self.has_profile:
            self.add("profile", f"{where} has device-free colours, the intent no profile")

    def _boxes(self, where, page):
        boxes = {}
        for name in _BOXES:
            holder = page
            while holder is not None and name not in holder and name in _BOXES[:2]:
                holder = holder.get("/Parent")
            if holder is not None and name in holder:
                left, low, right, high = (float(value) for value in holder[name])
                boxes[name] = (min(left, right), min(low, high), max(left, right), max(low, high))
        if "/MediaBox" not in boxes:
            self.add("media-box", f"{where} has none")
        own = [name for name in ("/TrimBox", "/ArtBox") if name in page]
        if len(own) != 1:
            self.add("trim-box", f"{where} has {' and '.join(own) or 'neither TrimBox nor ArtBox'}")
        return boxes

    def _nested(self, where, boxes):
        cut = "/TrimBox" if "/TrimBox" in boxes else "/ArtBox"
        pairs = [(cut, "/BleedBox"), (cut, "/CropBox"), ("/BleedBox", "/CropBox"),
                 (cut, "/MediaBox"), ("/BleedBox", "/MediaBox")]  # fmt: skip
        for inner, outer in pairs:
            if inner in boxes and outer in boxes and not _inside(boxes[inner], boxes[outer]):
                self.add("nesting", f"{where}: {inner} reaches beyond {outer}")
        for name, (left, low, right, high) in boxes.items():
            if right - left < _POINT or high - low < _POINT:
                self.add("nesting", f"{where}: {name} is empty")

    def _annotations(self, where, page, boxes):
        cut = boxes.get("/TrimBox", boxes.get("/ArtBox"))
        for entry in page.get("/Annots", []):
            mark = entry.get("/Subtype") == "/PrinterMark"
            kept = cut if mark else boxes.get("/BleedBox", cut)
            if entry.get("/Subtype") == "/TrapNet" or kept is None:
                continue
            if _meet(tuple(float(value) for value in entry.Rect), kept):
                self.add("annotation", f"{where}: {entry.get('/Subtype')} within the print")


def _pages_below(node):
    """Yield the pages of a page tree."""
    if "/Kids" not in node:
        yield node
        return
    for child in node.Kids:
        yield from _pages_below(child)


def _inside(inner, outer):
    return (
        inner[0] >= outer[0] - _POINT
        and inner[1] >= outer[1] - _POINT
        and inner[2] <= outer[2] + _POINT
        and inner[3] <= outer[3] + _POINT
    )


def _meet(one, two):
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


_DATE = re.compile(
    r"(?:D:)?(\d{4})-?(\d\d)?-?(\d\d)?T?(\d\d)?:?(\d\d)?:?(\d\d)?"
    r"(?:Z(?:00'?00'?)?|([+-])(\d\d)[':]?(\d\d)?'?)?\Z"
)


def _moment(written):
    """Return the moment that a date of a PDF or of XMP stands for, None for something else."""
    match = _DATE.match(written)
    if match is None:
        return None
    parts = [
        int(part or least)
        for part, least in zip(match.groups()[:6], (1, 1, 1, 0, 0, 0), strict=True)
    ]
    away = timedelta(hours=int(match[8] or 0), minutes=int(match[9] or 0))
    try:
        return datetime(*parts, tzinfo=timezone(-away if match[7] == "-" else away))
    except ValueError:
        return None
