"""PDFs, pictures and games made by hand for the tests of the verification."""

import io
import struct
import zlib

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from cardforge.check.verify.finished import verify_path, verify_pdf, verify_picture
from cardforge.diagnostics import Report

PT = 72 / 25.4
DATE, XMP_DATE = "D:20240203040506Z", "2024-02-03T04:05:06Z"
NAMESPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
}
VERSIONS = {"pdfx-1a:2001": "1.3", "pdfx-1a:2003": "1.4", "pdfx-3:2003": "1.4", "pdfx-4": "1.6"}


def problems(report):
    """Return the code and message of each error and warning."""
    return [(p.code, p.message) for p in report.problems if p.severity != "note"]


def told(data, expected=None, *, shop=None, sides=None, name="deck.pdf"):
    """Return what is wrong with a PDF."""
    report = Report()
    verify_pdf(name, data, expected, report, shop, sides)
    return problems(report)


def found(data, expected=None):
    """Return the facts of a PDF by name."""
    return verify_pdf("deck.pdf", data, expected, Report()).found


def told_of_picture(data, expected=None, name="card.png"):
    """Return what is wrong with a picture."""
    report = Report()
    verify_picture(name, data, expected, report)
    return problems(report)


def told_of_path(path, shop=None, sides=None):
    """Return what is wrong with a file or folder."""
    report = Report()
    verify_path(path, shop, report, sides)
    return problems(report)


def codes(found):
    return sorted({code for code, _ in found})


def saved(pdf, version="1.4", **options):
    file = io.BytesIO()
    options.setdefault("object_stream_mode", pikepdf.ObjectStreamMode.disable)
    pdf.save(file, force_version=version, **options)
    return file.getvalue()


def edges(box):
    """Return x, y, width and height in mm, y from the top of a page of 94 mm, as a PDF's array."""
    x, y, width, height = box
    return Array([round(v * PT, 4) for v in (x, 94 - y - height, x + width, 94 - y)])


def plain(content=b"0 0 0 1 k 10 10 100 100 re f", *, pages=1, trim=(3, 3, 63, 88), **resources):
    """Return a PDF of cards of 63 × 88 mm with 3 mm of bleed, all with one content."""
    pdf = Pdf.new()
    for _ in range(pages):
        add_page(pdf, content, trim, resources)
    return pdf


def add_page(pdf, content, trim=(3, 3, 63, 88), resources=None):
    whole = edges((0, 0, 69, 94))
    page = Dictionary(Type=Name.Page, MediaBox=whole, Contents=pdf.make_stream(content))
    if trim:
        page.TrimBox, page.BleedBox = edges(trim), whole
    page.Resources = Dictionary({f"/{key}": value for key, value in (resources or {}).items()})
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))


def profile(space=b"CMYK", kind=b"prtr"):
    """Return the head of an ICC profile, which is all that is looked at."""
    return b"\0\0\0\x80" + b"test" + b"\x02\x10\0\0" + kind + space + b"Lab " + b"\0" * 104


def icc(pdf, space=b"CMYK", channels=4):
    return Stream(pdf, profile(space), N=channels)


def pdfx(standard, content=b"0 0 0 1 k 10 10 100 100 re f", **resources):
    """Return a PDF that follows a PDF/X standard in everything."""
    pdf = plain(content, pages=2)
    for key, value in resources.items():
        for page in pdf.pages:
            page.Resources[f"/{key}"] = value(pdf) if callable(value) else value
    title = {"pdfx-1a:2001": "PDF/X-1:2001"}.get(
        standard, standard.upper().replace("PDFX", "PDF/X")
    )
    title = title.replace("1A", "1a")
    info = {
        "Title": "A deck",
        "Creator": "a test",
        "CreationDate": DATE,
        "ModDate": DATE,
        "Trapped": Name("/False"),
    }
    if standard != "pdfx-4":
        info["GTS_PDFXVersion"] = title
    if standard == "pdfx-1a:2001":
        info["GTS_PDFXConformance"] = "PDF/X-1a:2001"
    pdf.trailer.Info = pdf.make_indirect(
        Dictionary({f"/{k}": v if isinstance(v, pikepdf.Object) else String(v)
                    for k, v in info.items()})
    )  # fmt: skip
    fields = {"dc:title": "A deck", "xmp:CreateDate": XMP_DATE, "xmp:ModifyDate": XMP_DATE,
              "xmp:MetadataDate": XMP_DATE, "pdf:Trapped": "False", "xmpMM:DocumentID": "uuid:1",
              "xmpMM:VersionID": "1", "xmpMM:RenditionClass": "default"}  # fmt: skip
    if standard == "pdfx-4":
        fields["pdfxid:GTS_PDFXVersion"] = "PDF/X-4"
    set_xmp(pdf, fields)
    intent = Dictionary(Type=Name.OutputIntent, S=Name.GTS_PDFX, Info=String("coated paper"),
                        OutputConditionIdentifier=String("FOGRA39"),
                        RegistryName=String("http://www.color.org"))  # fmt: skip
    intent.DestOutputProfile = pdf.make_indirect(icc(pdf))
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
    return pdf


def set_xmp(pdf, fields):
    used = "".join(f' xmlns:{key}="{value}"' for key, value in NAMESPACES.items())
    body = "".join(f"<{key}>{value}</{key}>" for key, value in fields.items())
    packet = (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF'
        ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        f'<rdf:Description rdf:about=""{used}>{body}</rdf:Description></rdf:RDF></x:xmpmeta>'
    )
    pdf.Root.Metadata = pdf.make_indirect(
        Stream(pdf, packet.encode(), Type=Name.Metadata, Subtype=Name.XML)
    )


def without_xmp(pdf, *fields):
    """Take fields out of the XMP of a PDF."""
    packet = bytes(pdf.Root.Metadata.read_bytes()).decode()
    for field in fields:
        start, end = packet.index(f"<{field}>"), packet.index(f"</{field}>")
        packet = packet[:start] + packet[end + len(field) + 3 :]
    pdf.Root.Metadata.write(packet.encode())


def made(standard="pdfx-1a:2003", **more):
    return saved(pdfx(standard, **more), VERSIONS[standard])


def image(pdf, width, height, data, space=Name.DeviceCMYK, **more):
    """Return a picture object of raw 8-bit samples."""
    return pdf.make_indirect(
        Stream(pdf, zlib.compress(data), Type=Name.XObject, Subtype=Name.Image, Width=width,
               Height=height, ColorSpace=space, BitsPerComponent=8, Filter=Name.FlateDecode,
               **more)
    )  # fmt: skip


def png(width=8, height=6, *, kind=2, dpi=300, bits=8, lace=0, rows=None, extra=()):
    """Return a PNG file, its rows of one colour unless they are given."""
    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    length = (width * samples * bits + 7) // 8
    rows = (b"\0" + b"\x55" * length) * height if rows is None else rows
    parts = [(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, lace)), *extra]
    if dpi:
        each = round(dpi / 0.0254)
        parts.append((b"pHYs", struct.pack(">IIB", each, each, 1)))
    parts += [(b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(chunk, parts))


def chunk(part):
    name, content = part
    check = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)
