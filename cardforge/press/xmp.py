"""What a file for a press says about itself, twice: document information and metadata packet.

Both are made from one set of facts, so that no field of one can disagree with the other.
"""

from datetime import datetime
from typing import NamedTuple
from xml.sax.saxutils import escape

from cardforge.press.standards import Standard
from cardforge.render.pdf import CREATOR, PRODUCER, PdfInfo


class About(NamedTuple):
    """A finished file: what it is, the standard it keeps, its date and an identity of its own."""

    info: PdfInfo
    standard: Standard
    date: datetime
    identity: str


def information(about: About) -> dict[str, str]:
    """Return the texts of the document information by key; `Trapped`, a name, is not among them."""
    info, date = about.info, about.date.strftime("D:%Y%m%d%H%M%S+00'00'")
    texts = {
        "Title": info.title,
        "Author": info.author,
        "Subject": info.subject,
        "Keywords": _keywords(info),
        "Creator": CREATOR,
        "Producer": PRODUCER,
        "CreationDate": date,
        "ModDate": date,
        **about.standard.keys,
    }
    return {key: text for key, text in texts.items() if text}


def packet(about: About) -> bytes:
    """Return the metadata packet."""
    fields = "\n".join((*_words(about), *_dates(about), *_identity(about), *_claim(about)))
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
{fields}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>""".encode()


def _words(about: About) -> list[str]:
    info = about.info
    language = f"<rdf:Bag><rdf:li>{escape(info.language)}</rdf:li></rdf:Bag>"
    fields = [
        "<dc:format>application/pdf</dc:format>",
        f"<dc:title>{_alternative(info.title)}</dc:title>",
        f"<dc:language>{language}</dc:language>",
    ]
    if info.author:
        author = f"<rdf:Seq><rdf:li>{escape(info.author)}</rdf:li></rdf:Seq>"
        fields.append(f"<dc:creator>{author}</dc:creator>")
    if info.subject:
        fields.append(f"<dc:description>{_alternative(info.subject)}</dc:description>")
    return [
        *fields,
        _field("pdf:Keywords", _keywords(info)),
        _field("pdf:Producer", PRODUCER),
        _field("xmp:CreatorTool", CREATOR),
    ]


def _dates(about: About) -> list[str]:
    date = about.date.strftime("%Y-%m-%dT%H:%M:%S+00:00")
    return [_field(f"xmp:{name}", date) for name in ("CreateDate", "ModifyDate", "MetadataDate")]


def _identity(about: About) -> list[str]:
    return [
        _field("xmpMM:DocumentID", f"uuid:{about.identity}"),
        _field("xmpMM:InstanceID", f"uuid:{about.identity}"),
        _field("xmpMM:RenditionClass", "default"),
        _field("xmpMM:VersionID", "1"),
    ]


def _claim(about: About) -> list[str]:
    """Return what the packet says of the standard, and of the trapping that nobody has done."""
    fields = [_field(f"pdfx:{key}", text) for key, text in about.standard.keys.items()]
    if not fields:
        fields = [_field("pdfxid:GTS_PDFXVersion", about.standard.title)]
    return [*fields, _field("pdf:Trapped", "False")]


def _keywords(info: PdfInfo) -> str:
    return f"version {info.version}"


def _alternative(text: str) -> str:
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{escape(text)}</rdf:li></rdf:Alt>'


def _field(name: str, text: str) -> str:
    return f"<{name}>{escape(text)}</{name}>"
