"""Faults of a file as a whole, each against one rule of PDF/X.

What plants a fault gets the file, and may return how it is to be saved.
"""

import pikepdf
from pdfx_made import STANDARDS, VERSIONS, icc
from pdfx_planting import LIVE, SOLID, add, delete, in_xmp, intent, paint, plant, put
from pikepdf import Array, Dictionary, Name, Stream, String


def newer(standard):
    next_one = {"1.3": "1.4", "1.4": "1.5", "1.6": "1.7"}[VERSIONS[standard]]
    return lambda _: {"min_version": next_one, "force_version": next_one}


for each in STANDARDS:
    plant("version", [each], ("header", newer(each)))
plant("version", STANDARDS, ("catalog", put("root/Version", Name("/1.7"))))


def packed_objects(standard):
    """Return what packs objects together, and then calls the file older than that."""
    kept = f"%PDF-{VERSIONS[standard]}".encode()
    return lambda _: {
        "min_version": "1.5",
        "force_version": "",
        "object_stream_mode": pikepdf.ObjectStreamMode.generate,
        "after": lambda data: kept + data[len(kept) :],
    }


for each in SOLID:
    plant("object-stream", [each], ("packed", packed_objects(each)))
plant(
    "structure",
    STANDARDS,
    ("index", lambda _: {"after": lambda data: data.replace(b"startxref\n", b"startxref\n9")}),
)
plant(
    "encryption",
    ["pdfx-1a:2003", "pdfx-4"],
    (
        "no-password",
        lambda _: {
            "encryption": pikepdf.Encryption(owner="a", user="", R=3, metadata=False, aes=False)
        },
    ),
)
plant(
    "encryption",
    STANDARDS,
    (
        "password",
        lambda _: {
            "encryption": pikepdf.Encryption(owner="a", user="b", R=2, metadata=False, aes=False)
        },
    ),
)
plant(
    "info",
    SOLID,
    *((key, delete(f"info/{key}")) for key in ("Title", "Creator", "CreationDate", "ModDate")),
    ("empty-title", put("info/Title", String(""))),
    ("no-date", put("info/ModDate", String("yesterday"))),
)
plant("claim", SOLID, ("none", delete("info/GTS_PDFXVersion")))
plant("claim", SOLID, ("another", put("info/GTS_PDFXVersion", String("PDF/X-4"))))
plant("claim", ["pdfx-1a:2001"], ("level", delete("info/GTS_PDFXConformance")))
plant(
    "claim",
    ["pdfx-1a:2001"],
    ("other-key", put("info/GTS_PDFXVersion", String("PDF/X-1a:2001"))),
)
NOT_4 = ("GTS_PDFXVersion>PDF/X-4<", "GTS_PDFXVersion>PDF/X-4p<")
plant("claim", LIVE, ("another", lambda pdf: in_xmp(pdf, *NOT_4)))
plant("xmp", LIVE, ("none", delete("root/Metadata")))
plant("xmp", LIVE, ("no-xml", put("root/Metadata", lambda pdf: Stream(pdf, b"<x>"))))
for gone in (
    'xmp:CreateDate="2026-01-02T03:04:05Z"',
    'xmp:ModifyDate="2026-01-02T05:04:05+02:00"',
    'xmp:MetadataDate="2026-01-02T03:04:05Z"',
    'xmpMM:DocumentID="uuid:1"',
    'xmpMM:RenditionClass="default"',
    'xmpMM:VersionID="1"',
):
    name = gone.partition("=")[0]
    plant("xmp", LIVE, (name, lambda pdf, gone=gone: in_xmp(pdf, gone, "")))
for old, new in (
    (">Toy<", ">Tot<"),
    ('"a test"', '"another"'),
    ('"hand"', '"foot"'),
    ('CreateDate="2026', 'CreateDate="2025'),
    ("+02:00", "+03:00"),
    ('Trapped="False"', 'Trapped="True"'),
):
    plant("agreement", LIVE, (old, lambda pdf, old=old, new=new: in_xmp(pdf, old, new)))
plant("agreement", LIVE, ("claim", put("info/GTS_PDFXVersion", String("PDF/X-3:2003"))))
plant("agreement", SOLID, ("title", lambda pdf: in_xmp(pdf, ">Toy<", ">Tot<")))
plant(
    "trapped",
    STANDARDS,
    ("unknown", put("info/Trapped", Name.Unknown)),
    ("text", put("info/Trapped", String("False"))),
)
plant("trapped", SOLID, ("none", delete("info/Trapped")))
plant("trapped", LIVE, ("xmp", lambda pdf: in_xmp(pdf, 'pdf:Trapped="False"', "")))
plant(
    "intent",
    STANDARDS,
    ("none", delete("root/OutputIntents")),
    ("two", lambda pdf: pdf.Root.OutputIntents.append(Dictionary(intent(pdf)))),
    ("type", delete("intent/Type")),
    ("kind", put("intent/S", Name.GTS_PDFA1)),
)
plant("condition", STANDARDS, ("none", delete("intent/OutputConditionIdentifier")))


def own_condition(pdf):
    intent(pdf).OutputConditionIdentifier = String("our press")
    del intent(pdf).RegistryName


def unexplained(pdf):
    own_condition(pdf)
    del intent(pdf).Info


def unmeasured(pdf):
    own_condition(pdf)
    del intent(pdf).DestOutputProfile


def with_profile(**changed):
    def planter(pdf):
        entry = Stream(pdf, icc(**{k: v for k, v in changed.items() if k != "N"}))
        entry.N = changed.get("N", 4)
        intent(pdf).DestOutputProfile = entry

    return planter


def free_colour_without_profile(pdf):
    del intent(pdf).DestOutputProfile
    lab = Array([Name.Lab, Dictionary(WhitePoint=[0.96, 1, 0.82])])
    add(pdf, "ColorSpace", "Seen", lab)
    paint(pdf, b"/Seen cs 50 0 0 sc")


plant("condition", STANDARDS, ("no-info", unexplained))
plant("registry", STANDARDS, ("none", delete("intent/RegistryName")))
plant(
    "registry",
    STANDARDS,
    ("of-its-own", put("intent/OutputConditionIdentifier", String("our press"))),
    ("spelling", put("intent/OutputConditionIdentifier", String("CGATS TR001"))),
)
plant(
    "profile",
    STANDARDS,
    ("none", unmeasured),
    ("class", with_profile(kind=b"mntr")),
    ("screen", with_profile(space=b"RGB ", N=3)),
    ("channels", with_profile(N=3)),
    ("no-icc", put("intent/DestOutputProfile", lambda pdf: Stream(pdf, b"profile", N=4))),
)
plant("profile", LIVE, ("named-only", delete("intent/DestOutputProfile")))
plant("profile", ["pdfx-3:2003"], ("needed", free_colour_without_profile))
plant(
    "media-box",
    STANDARDS,
    # A library would write one again.
    ("none", lambda _: {"after": lambda data: data.replace(b"/MediaBox", b"/MediaBix")}),
)
plant("trim-box", STANDARDS, ("none", delete("page/TrimBox")))
plant("trim-box", STANDARDS, ("both", put("page/ArtBox", [9, 9, 189, 261])))


def inherited_trim(pdf):
    page = pdf.pages[0].obj
    page.Parent.TrimBox = page.TrimBox
    del page.TrimBox


plant("trim-box", STANDARDS, ("on-the-parent", inherited_trim))
plant(
    "nesting",
    STANDARDS,
    ("trim-in-bleed", put("page/BleedBox", [12, 9, 189, 261])),
    ("bleed-in-media", put("page/BleedBox", [-3, 0, 198, 270])),
    ("trim-in-crop", put("page/CropBox", [10, 0, 198, 270])),
    ("bleed-in-crop", put("page/CropBox", [5, 0, 198, 270])),
    ("empty", put("page/TrimBox", [9, 9, 9, 261])),
)
