"""Faults of what pages paint and do, each against one rule of PDF/X."""

from pdfx_made import STANDARDS, icc
from pdfx_planting import INK, LIVE, MIXED, SOLID, add, drawn, form, image, paint, plant, put
from pikepdf import Array, Dictionary, Name, Stream, String


def helvetica(_pdf=None):
    return Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)


def plain_font(pdf):
    add(pdf, "Font", "Base", helvetica())
    paint(pdf, b"BT /Base 9 Tf (a) Tj ET")


def font_in_form(pdf):
    inner = Dictionary(Font=Dictionary(Base=helvetica()))
    drawn(pdf, form(pdf, b"BT /Base 9 Tf (a) Tj ET", inner))


def font_in_state(pdf):
    pdf.pages[0].obj.Resources.ExtGState.Solid.Font = [pdf.make_indirect(helvetica()), 9]


def lost_descendant(pdf):
    below = Dictionary(Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name.Toy,
                       FontDescriptor=Dictionary(Type=Name.FontDescriptor))  # fmt: skip
    whole = Dictionary(Type=Name.Font, Subtype=Name.Type0, BaseFont=Name.Toy,
                       DescendantFonts=[pdf.make_indirect(below)])  # fmt: skip
    add(pdf, "Font", "Base", pdf.make_indirect(whole))
    paint(pdf, b"BT /Base 9 Tf <0001> Tj ET")


def font_in_pattern(pdf):
    inner = Dictionary(Font=Dictionary(Base=helvetica()))
    pattern_of(pdf, b"BT /Base 9 Tf (a) Tj ET", inner)


def pattern_of(pdf, content, resources=None):
    made = Stream(pdf, content, PatternType=1, PaintType=1, TilingType=1, BBox=[0, 0, 9, 9],
                  XStep=9, YStep=9, Resources=resources or Dictionary())  # fmt: skip
    add(pdf, "Pattern", "Tiled", pdf.make_indirect(made))
    paint(pdf, b"/Pattern cs /Tiled scn 0 0 9 9 re f")


plant(
    "font",
    STANDARDS,
    ("base-14", plain_font),
    ("form", font_in_form),
    ("state", font_in_state),
    ("composite", lost_descendant),
    ("pattern", font_in_pattern),
)


def packed(name):
    def planter(pdf):
        entry = image(pdf, ColorSpace=Name.DeviceCMYK)
        entry.write(b"\x80\x0b\x60\x50", filter=Name(f"/{name}"), decode_parms=None)
        drawn(pdf, entry)

    return planter


def packed_twice(pdf):
    entry = image(pdf, ColorSpace=Name.DeviceCMYK)
    entry.write(b"800B6050>", filter=Array([Name.ASCIIHexDecode, Name.LZWDecode]))
    drawn(pdf, entry)


plant("filter", STANDARDS, ("lzw", packed("LZWDecode")), ("among-others", packed_twice))
plant("filter", SOLID, ("jpx", packed("JPXDecode")), ("jbig2", packed("JBIG2Decode")))

INLINE = b"q BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI Q"
plant("filter", STANDARDS, ("inline", lambda pdf: paint(
    pdf, b"q BI /W 1 /H 1 /BPC 8 /CS /G /F /LZW ID abcd EI Q")))  # fmt: skip

CAL = Array([Name.CalRGB, Dictionary(WhitePoint=[0.95, 1, 1.09])])
GREY = Array([Name.CalGray, Dictionary(WhitePoint=[0.95, 1, 1.09])])
LAB = Array([Name.Lab, Dictionary(WhitePoint=[0.96, 1, 0.82])])
TINT = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0] * 3, C1=[1, 0, 0], N=1)


def space(entry, operator=b"cs"):
    def planter(pdf):
        add(pdf, "ColorSpace", "More", entry(pdf) if callable(entry) else entry)
        paint(pdf, b"/More " + operator)

    return planter


def profiled(pdf):
    return Array([Name.ICCBased, pdf.make_indirect(Stream(pdf, icc(space=b"RGB "), N=3))])


def misfit(pdf):
    return Array([Name.ICCBased, pdf.make_indirect(Stream(pdf, icc(space=b"RGB "), N=4))])


def shading(entry):
    return Dictionary(ShadingType=2, ColorSpace=entry, Coords=[0, 0, 9, 9], Function=TINT)


def shaded(pdf):
    add(pdf, "Shading", "Fade", shading(Name.DeviceRGB))
    paint(pdf, b"/Fade sh")


def shading_pattern(pdf):
    entry = Dictionary(PatternType=2, Shading=shading(Name.DeviceRGB))
    add(pdf, "Pattern", "Fade", entry)
    paint(pdf, b"/Pattern cs /Fade scn 0 0 9 9 re f")


def glyphs(pdf):
    glyph = Stream(pdf, b"9 0 d0 1 0 0 rg 0 0 9 9 re f")
    font = Dictionary(Type=Name.Font, Subtype=Name.Type3, FontBBox=[0, 0, 9, 9], FirstChar=97,
                      FontMatrix=[0.1, 0, 0, 0.1, 0, 0], LastChar=97, Widths=[9],
                      CharProcs=Dictionary(a=pdf.make_indirect(glyph)),
                      Encoding=Dictionary(Differences=[97, Name.a]))  # fmt: skip
    add(pdf, "Font", "Drawn", pdf.make_indirect(font))
    paint(pdf, b"BT /Drawn 9 Tf (a) Tj ET")


def inner_form(pdf):
    deepest = form(pdf, b"0 1 0 RG 0 0 m 9 9 l S", Dictionary())
    inner = Dictionary(XObject=Dictionary(Deepest=deepest))
    drawn(pdf, form(pdf, b"/Deepest Do", inner))


SPOT = Array([Name.Separation, Name.Red, Name.DeviceRGB, TINT])
plant(
    "colour",
    STANDARDS,
    ("fill", lambda pdf: paint(pdf, b"1 0 0 rg 0 0 9 9 re f")),
    ("line", lambda pdf: paint(pdf, b"1 0 0 RG 0 0 m 9 9 l S")),
    ("space", lambda pdf: paint(pdf, b"/DeviceRGB cs")),
    ("space-of-lines", lambda pdf: paint(pdf, b"/DeviceRGB CS")),
    ("inline", lambda pdf: paint(pdf, INLINE)),
    ("image", put("image/ColorSpace", Name.DeviceRGB)),
    ("indexed", put("image/ColorSpace", Array([Name.Indexed, Name.DeviceRGB, 0, String("abc")]))),
    ("spot", space(SPOT)),
    ("inks", space(Array([Name.DeviceN, Array([Name.Red]), Name.DeviceRGB, TINT]))),
    ("uncoloured", space(Array([Name.Pattern, Name.DeviceRGB]))),
    ("shading", shaded),
    ("shading-pattern", shading_pattern),
    ("pattern", lambda pdf: pattern_of(pdf, b"1 0 0 rg 0 0 9 9 re f")),
    ("form-in-a-form", inner_form),
    ("glyph", glyphs),
)
plant(
    "colour",
    INK,
    ("cal-rgb", space(CAL)),
    ("cal-gray", space(GREY)),
    ("lab", space(LAB, b"CS")),
    ("icc", space(profiled)),
    ("icc-image", put("image/ColorSpace", profiled)),
    ("icc-indexed", put("image/ColorSpace",
                        lambda pdf: Array([Name.Indexed, profiled(pdf), 0, String("abc")]))),
)  # fmt: skip
plant("colour", MIXED, ("misfit", space(misfit)))
GROUP = Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)
plant("colour", LIVE, ("group", put("page/Group", GROUP)))


def soft_mask(pdf):
    return pdf.make_indirect(
        Stream(pdf, bytes(4), Type=Name.XObject, Subtype=Name.Image, Width=2, Height=2,
               BitsPerComponent=8, ColorSpace=Name.DeviceGray)
    )  # fmt: skip


def luminous(pdf):
    return Dictionary(S=Name.Luminosity, G=form(pdf, b"0 0 9 9 re f", Dictionary()))


plant(
    "transparency",
    SOLID,
    ("fill", put("state/ca", 0.5)),
    ("line", put("state/CA", 0.99)),
    ("blend", put("state/BM", Name.Multiply)),
    ("blends", put("state/BM", Array([Name.Multiply, Name.Normal]))),
    ("mask", put("state/SMask", luminous)),
    ("image", put("image/SMask", soft_mask)),
    ("page", put("page/Group", Dictionary(S=Name.Transparency))),
    ("form", put("shape/Group", Dictionary(S=Name.Transparency))),
)


def optional(pdf):
    pdf.Root.OCProperties = Dictionary(OCGs=[], D=Dictionary())


def layer(pdf):
    add(pdf, "Properties", "Layer", Dictionary(Type=Name.OCG))
    paint(pdf, b"/OC /Layer BDC EMC")


plant(
    "layers",
    SOLID,
    ("catalog", optional),
    ("content", layer),
    ("object", put("image/OC", Dictionary(Type=Name.OCG))),
)


def note(pdf):
    pdf.pages[0].obj.Annots = [Dictionary(Subtype=Name.Text, Rect=[20, 20, 40, 40])]


def note_in_bleed(pdf):
    pdf.pages[0].obj.Annots = [Dictionary(Subtype=Name.Text, Rect=[1, 1, 8, 8])]


def mark_in_trim(pdf):
    pdf.pages[0].obj.Annots = [Dictionary(Subtype=Name.PrinterMark, Rect=[1, 1, 20, 20])]


def link(pdf):
    target = Array([pdf.pages[0].obj, Name.Fit])
    pdf.pages[0].obj.Annots = [Dictionary(Subtype=Name.Link, Rect=[20, 20, 40, 40], Dest=target)]


plant(
    "annotation",
    STANDARDS,
    ("note", note),
    ("bleed", note_in_bleed),
    ("mark", mark_in_trim),
    ("link", link),
    ("fields", put("root/AcroForm", Dictionary(Fields=[]))),
)


def outline(pdf):
    first = pdf.make_indirect(Dictionary(Title=String("a"), A=Dictionary(S=Name.URI)))
    pdf.Root.Outlines = pdf.make_indirect(Dictionary(First=first, Last=first, Count=1))


plant(
    "action",
    STANDARDS,
    ("opening", put("root/OpenAction", Dictionary(S=Name.GoTo))),
    ("page", put("page/AA", Dictionary())),
    ("outline", outline),
)
SCRIPT = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))
plant(
    "javascript",
    STANDARDS,
    ("names", put("root/Names", Dictionary(JavaScript=Dictionary(Names=[])))),
    ("anywhere", put("root/PieceInfo", SCRIPT)),
)
plant("opi", STANDARDS, ("image", put("image/OPI", Dictionary())))
plant(
    "transfer",
    STANDARDS,
    ("curve", put("state/TR", TINT)),
    ("newer", put("state/TR2", TINT)),
    ("four", put("state/TR", Array([TINT, TINT, TINT, TINT]))),
)
plant(
    "postscript",
    STANDARDS,
    ("object", lambda pdf: drawn(
        pdf, pdf.make_indirect(Stream(pdf, b"showpage", Type=Name.XObject, Subtype=Name.PS)))),
    ("form", put("shape/Subtype2", Name.PS)),
    ("operator", lambda pdf: paint(pdf, b"(showpage) PS")),
)  # fmt: skip
plant(
    "external",
    STANDARDS,
    ("stream", put("image/F", String("picture.jpg"))),
    ("reference", put("shape/Ref", Dictionary(F=String("other.pdf"), Page=0))),
)
plant("transition", STANDARDS, ("page", put("page/Trans", Dictionary(S=Name.Wipe))))


def idle_font(pdf):
    font = pdf.pages[0].obj.Resources.Font.Plain
    add(pdf, "Font", "Idle", font)


def idle_in_form(pdf):
    shape = pdf.pages[0].obj.Resources.XObject.Shape
    shape.Resources = Dictionary(Font=Dictionary(Idle=pdf.pages[0].obj.Resources.Font.Plain))


plant("unused", STANDARDS, ("font", idle_font), ("form", idle_in_form))
plant("resource", STANDARDS, ("lost", lambda pdf: paint(pdf, b"/Lost gs")))
