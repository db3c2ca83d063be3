"""Small PDF/X files made by hand, one that keeps every rule for each standard."""

import io

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

STANDARDS = ("pdfx-1a:2001", "pdfx-1a:2003", "pdfx-3:2003", "pdfx-4")
VERSIONS = dict(zip(STANDARDS, ("1.3", "1.4", "1.4", "1.6"), strict=True))
CLAIMS = {
    "pdfx-1a:2001": {
        "/GTS_PDFXVersion": "PDF/X-1:2001",
        "/GTS_PDFXConformance": "PDF/X-1a:2001",
    },
    "pdfx-1a:2003": {"/GTS_PDFXVersion": "PDF/X-1a:2003"},
    "pdfx-3:2003": {"/GTS_PDFXVersion": "PDF/X-3:2003"},
    "pdfx-4": {},
}
XMP = """<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
    xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
    xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"
    pdf:Trapped="False" pdf:Producer="hand" xmp:CreatorTool="a test"
    xmp:CreateDate="2026-01-02T03:04:05Z" xmp:ModifyDate="2026-01-02T05:04:05+02:00"
    xmp:MetadataDate="2026-01-02T03:04:05Z" xmpMM:DocumentID="uuid:1"
    xmpMM:RenditionClass="default" xmpMM:VersionID="1">
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Toy</rdf:li></rdf:Alt></dc:title>
   <pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>"""
CONTENT = b"""q 0 0 0 1 k 0 0 198 270 re f Q
/Gold cs 1 scn 20 20 50 50 re f
0.5 G 10 10 m 90 90 l S
/Solid gs q 50 0 0 50 100 100 cm /Art Do Q
BT /Plain 12 Tf 30 200 Td (Toy) Tj ET
q 1 0 0 1 20 120 cm /Shape Do Q
"""


def icc(kind=b"prtr", space=b"CMYK"):
    """Return the head of an ICC profile: all that a checker of PDF/X looks at."""
    head = bytearray(132)
    head[0:4] = len(head).to_bytes(4)
    head[12:16], head[16:20], head[20:24], head[36:40] = kind, space, b"Lab ", b"acsp"
    return bytes(head)


def made(standard):
    """Return a pikepdf.Pdf of one page that keeps every rule of a standard."""
    pdf = pikepdf.new()
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String("FOGRA39"),
        RegistryName=String("http://www.color.org"),
        Info=String("Coated paper"),
        DestOutputProfile=pdf.make_indirect(Stream(pdf, icc(), N=4)),
    )
    pdf.Root.OutputIntents = Array([intent])
    info = Dictionary(
        Title=String("Toy"),
        Creator=String("a test"),
        Producer=String("hand"),
        CreationDate=String("D:20260102030405Z"),
        ModDate=String("D:20260102050405+02'00'"),
        Trapped=Name("/False"),
    )
    for key, value in CLAIMS[standard].items():
        info[key] = String(value)
    pdf.trailer.Info = pdf.make_indirect(info)
    if standard == "pdfx-4":
        pdf.Root.Metadata = Stream(pdf, XMP.encode(), Type=Name.Metadata, Subtype=Name.XML)
    pdf.pages.append(pikepdf.Page(_page(pdf)))
    return pdf


def _page(pdf):
    program = Stream(pdf, b"\0\1\0\0 a font, as far as anyone here looks")
    font = Dictionary(
        Type=Name.Font,
        Subtype=Name.TrueType,
        BaseFont=Name("/ABCDEF+Toy"),
        FontDescriptor=Dictionary(Type=Name.FontDescriptor, FontFile2=pdf.make_indirect(program)),
    )
    tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0] * 4, C1=[0.1, 0.2, 0.8, 0], N=1)
    gold = Array([Name.Separation, Name.Gold, Name.DeviceCMYK, tint])
    art = Stream(
        pdf,
        bytes(16),
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=2,
        Height=2,
        BitsPerComponent=8,
        ColorSpace=Name.DeviceCMYK,
    )
    shape = Stream(
        pdf, b"0 0 0 0.5 k 0 0 9 9 re f", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9]
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Page,
            MediaBox=[0, 0, 198, 270],
            BleedBox=[0, 0, 198, 270],
            TrimBox=[9, 9, 189, 261],
            Contents=pdf.make_indirect(Stream(pdf, CONTENT)),
            Resources=Dictionary(
                Font=Dictionary(Plain=pdf.make_indirect(font)),
                ColorSpace=Dictionary(Gold=gold),
                ExtGState=Dictionary(Solid=Dictionary(Type=Name.ExtGState, OP=True, op=True)),
                XObject=Dictionary(Art=pdf.make_indirect(art), Shape=pdf.make_indirect(shape)),
            ),
        )
    )


def saved(pdf, standard, **more):
    """Return the bytes of a file, with the version that its standard has."""
    made = io.BytesIO()
    options = {
        "min_version": VERSIONS[standard],
        "force_version": VERSIONS[standard],
        "object_stream_mode": pikepdf.ObjectStreamMode.disable,
        "deterministic_id": "encryption" not in more,
        "compress_streams": False,
        "fix_metadata_version": False,
    }
    pdf.save(made, **{**options, **more})
    return made.getvalue()
