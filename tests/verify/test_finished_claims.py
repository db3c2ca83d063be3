"""PDF/X claims: a right file of each standard is accepted, one planted fault of each rule found."""

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream, String
from verify_made import (
    VERSIONS,
    codes,
    edges,
    found,
    icc,
    image,
    made,
    pdfx,
    plain,
    saved,
    set_xmp,
    told,
    without_xmp,
)

from cardforge.check.verify.standards import STANDARDS
from cardforge.check.verify.values import Expected

FLAT = ("pdfx-1a:2001", "pdfx-1a:2003", "pdfx-3:2003")
WRITTEN = tuple(VERSIONS)


@pytest.mark.parametrize("standard", WRITTEN)
def test_a_right_file_of_a_standard_is_accepted_in_silence(standard):
    assert told(made(standard)) == []
    assert found(made(standard))["standard"] == STANDARDS[standard].title
    assert found(made(standard))["condition"] == "FOGRA39"


def test_a_file_that_claims_nothing_is_only_told_so():
    data = saved(plain())
    assert told(data) == []
    assert found(data)["standard"] is None


def broken(standard, change, **more):
    """Return what is said of a file of a standard with one change."""
    pdf = pdfx(standard, **more)
    version = change(pdf) or VERSIONS[standard]
    return told(saved(pdf, version))


def words(problems):
    return " / ".join(message for _, message in problems)


# --- identity and metadata ---


@pytest.mark.parametrize("standard", WRITTEN)
def test_a_version_above_the_ceiling_is_found(standard):
    problems = broken(standard, lambda pdf: "1.7")
    assert codes(problems) == ["file.standard"]
    assert f"the file is PDF 1.7, at most {VERSIONS[standard]} is allowed" in words(problems)


def test_objects_packed_as_in_later_versions_are_found():
    pdf = pdfx("pdfx-1a:2003")
    data = saved(pdf, "1.5", object_stream_mode=pikepdf.ObjectStreamMode.generate)
    assert b"%PDF-1.5" in data
    problems = told(data.replace(b"%PDF-1.5", b"%PDF-1.4", 1))
    assert words(problems) == "PDF/X-1a:2003: objects are packed as in PDF 1.5 and later"


def test_a_missing_conformance_of_the_first_edition_is_found():
    problems = broken(
        "pdfx-1a:2001", lambda pdf: pdf.trailer.Info.__delitem__("/GTS_PDFXConformance")
    )
    assert words(problems) == "PDF/X-1a:2001: Info must say GTS_PDFXConformance PDF/X-1a:2001"


@pytest.mark.parametrize("standard", FLAT)
@pytest.mark.parametrize("key", ["Title", "CreationDate", "ModDate", "Creator"])
def test_a_missing_entry_of_info_is_found(standard, key):
    problems = broken(standard, lambda pdf: pdf.trailer.Info.__delitem__(f"/{key}"))
    assert [message.endswith(f"Info lacks {key}") for _, message in problems] == [True]


@pytest.mark.parametrize(
    "field",
    ["dc:title", "xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "xmpMM:DocumentID",
     "xmpMM:VersionID", "xmpMM:RenditionClass"],
)  # fmt: skip
def test_a_missing_field_of_the_xmp_is_found_where_the_standard_asks_for_it(field):
    assert words(broken("pdfx-4", lambda pdf: without_xmp(pdf, field))).startswith(
        f"PDF/X-4: the XMP lacks {field}"
    )
    assert broken("pdfx-1a:2003", lambda pdf: without_xmp(pdf, field)) == []


@pytest.mark.parametrize("standard", FLAT)
@pytest.mark.parametrize("value", [None, Name.Unknown, String("True")])
def test_trapped_must_be_true_or_false(standard, value):
    def change(pdf):
        without_xmp(pdf, "pdf:Trapped")
        if value is None:
            del pdf.trailer.Info["/Trapped"]
        else:
            pdf.trailer.Info.Trapped = value

    assert "Trapped of Info must be the name True or False" in words(broken(standard, change))


def test_trapped_must_be_in_the_xmp_of_the_fourth():
    problems = broken("pdfx-4", lambda pdf: without_xmp(pdf, "pdf:Trapped"))
    assert words(problems) == "PDF/X-4: pdf:Trapped of the XMP must be True or False"


@pytest.mark.parametrize(
    ("key", "value", "field"),
    [("Title", "Another", "dc:title"), ("CreationDate", "D:20200101000000Z", "xmp:CreateDate"),
     ("ModDate", "D:20200101000000Z", "xmp:ModifyDate")],
)  # fmt: skip
def test_info_and_xmp_that_differ_are_found(key, value, field):
    problems = broken("pdfx-1a:2003", lambda pdf: pdf.trailer.Info.__setitem__(f"/{key}", value))
    assert words(problems) == f"PDF/X-1a:2003: {key} of Info and {field} of the XMP differ"


def test_one_moment_in_two_time_zones_is_one_date():
    def change(pdf):
        pdf.trailer.Info.CreationDate = String("D:20240203050506+01'00'")

    assert broken("pdfx-1a:2003", change) == []


def test_a_date_that_is_none_is_found():
    def change(pdf):
        set_xmp(pdf, {})
        pdf.trailer.Info.CreationDate = String("yesterday")

    assert "CreationDate of Info is no date" in words(broken("pdfx-1a:2003", change))


def test_a_missing_id_is_found():
    data = made()
    start = data.index(b"/ID [")
    cut = (
        data[:start]
        + b" " * (data.index(b"]", start) + 1 - start)
        + data[data.index(b"]", start) + 1 :]
    )
    assert words(told(cut)) == "PDF/X-1a:2003: the trailer has no ID"


def test_encryption_is_found_even_when_the_file_opens():
    pdf = pdfx("pdfx-4")
    data = saved(pdf, "1.6", encryption=pikepdf.Encryption(owner="secret", user="", R=4))
    assert codes(told(data)) == ["file.encrypted"]


# --- what must not be there ---


def opi(pdf):
    for page in pdf.pages:
        page.Resources["/XObject"] = Dictionary(F=form(pdf, OPI=Dictionary()))
        page.Contents = pdf.make_stream(b"/F Do")


def form(pdf, content=b"0 0 0 1 k 0 0 9 9 re f", **more):
    return pdf.make_indirect(
        Stream(pdf, content, Type=Name.XObject, Subtype=Name.Form,
               BBox=Array([0, 0, 9, 9]), **more)
    )  # fmt: skip


def drawn(**entries):
    def change(pdf):
        for page in pdf.pages:
            page.Resources["/XObject"] = Dictionary(F=form(pdf, **entries))
            page.Contents = pdf.make_stream(b"/F Do")

    return change


def state(**entries):
    def change(pdf):
        for page in pdf.pages:
            page.Resources["/ExtGState"] = Dictionary(G=Dictionary(entries))
            page.Contents = pdf.make_stream(b"/G gs 0 0 0 1 k 0 0 9 9 re f")

    return change


def script(pdf):
    pdf.Root.Names = Dictionary(JavaScript=Dictionary(Names=Array([])))


def opening(pdf):
    pdf.Root.OpenAction = Dictionary(S=Name.URI, URI=String("http://example.org"))


def page_action(pdf):
    pdf.pages[0]["/AA"] = Dictionary(O=Dictionary(S=Name.Named, N=Name.Print))


def bookmark(pdf):
    entry = pdf.make_indirect(Dictionary(Title=String("x"), A=Dictionary(S=Name.GoTo)))
    pdf.Root.Outlines = pdf.make_indirect(Dictionary(First=entry, Last=entry, Count=1))


def elsewhere(pdf):
    pdf.pages[0].Contents = pdf.make_indirect(Stream(pdf, b"", F=String("other.bin")))


def field(pdf):
    pdf.Root.AcroForm = Dictionary(Fields=Array([Dictionary(T=String("name"))]))


@pytest.mark.parametrize("standard", WRITTEN)
@pytest.mark.parametrize(
    ("change", "told_as"),
    [
        (drawn(OPI=Dictionary()), "OPI"),
        (drawn(Ref=Dictionary()), "a reference to another file"),
        (drawn(PS=Dictionary(), Subtype2=Name.PS), "PostScript"),
        (state(**{"/TR": Name.Default}), "a transfer curve"),
        (state(**{"/TR2": Name.Identity}), "a transfer curve"),
        (state(**{"/HTP": Array([0, 0])}), "a halftone phase"),
        (script, "JavaScript"),
        (opening, "actions"),
        (page_action, "actions"),
        (bookmark, "actions"),
        (elsewhere, "a stream in another file"),
        (field, "form fields"),
    ],
)
def test_what_no_standard_allows_is_found(standard, change, told_as):
    problems = broken(standard, change)
    assert codes(problems) == ["file.standard"]
    assert f"{told_as} is not allowed" in words(problems) or f"{told_as} are" in words(problems)


@pytest.mark.parametrize("standard", WRITTEN)
def test_a_state_that_names_the_defaults_is_allowed(standard):
    change = state(**{"/TR2": Name.Default, "/BM": Name.Normal, "/CA": 1, "/SMask": Name("/None")})
    assert broken(standard, change) == []


@pytest.mark.parametrize(
    ("standard", "name", "refused"),
    [
        ("pdfx-1a:2003", "LZWDecode", True),
        ("pdfx-4", "LZWDecode", True),
        ("pdfx-1a:2003", "JPXDecode", True),
        ("pdfx-4", "JPXDecode", False),
        ("pdfx-3:2003", "JBIG2Decode", True),
        ("pdfx-4", "JBIG2Decode", False),
    ],
)
def test_ways_of_packing_that_a_standard_refuses_are_found(standard, name, refused):
    def change(pdf):
        pdf.Root.PieceInfo = pdf.make_indirect(
            Stream(pdf, b"\x80\x0b\x60", Filter=Name(f"/{name}"))
        )

    pdf = pdfx(standard)
    change(pdf)
    # Otherwise the library would pack it anew.
    as_it_is = pikepdf.StreamDecodeLevel.none
    problems = told(
        saved(pdf, VERSIONS[standard], stream_decode_level=as_it_is, compress_streams=False)
    )
    assert ("data packed by" in words(problems)) is refused


# --- fonts, transparency, layers, colours ---


def unembedded(pdf):
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    for page in pdf.pages:
        page.Resources["/Font"] = Dictionary(F=font)


@pytest.mark.parametrize("standard", WRITTEN)
def test_a_font_that_is_used_and_not_in_the_file_is_found(standard):
    problems = broken(standard, unembedded, content=b"BT /F 12 Tf (a) Tj ET")
    assert problems == [
        (
            "file.fonts",
            f"{STANDARDS[standard].title}: Helvetica on pages 1 and 2 must be in the file",
        )
    ]


def test_a_font_that_is_named_and_never_used_is_no_fault():
    assert broken("pdfx-1a:2003", unembedded) == []


def soft(pdf):
    mask = image(pdf, 2, 2, b"\x80" * 4, Name.DeviceGray)
    for page in pdf.pages:
        page.Resources["/XObject"] = Dictionary(I=image(pdf, 2, 2, b"\0" * 16, SMask=mask))
        page.Contents = pdf.make_stream(b"q .1 0 0 .1 0 0 cm /I Do Q")


GROUP = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)


def grouped_page(pdf):
    for page in pdf.pages:
        page["/Group"] = GROUP


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (state(**{"/ca": 0.5}), "opacity below 1"),
        (state(**{"/CA": 0.5}), "opacity below 1"),
        (state(**{"/BM": Name.Multiply}), "blend mode Multiply"),
        (state(**{"/SMask": Dictionary(S=Name.Luminosity)}), "a soft mask"),
        (drawn(Group=GROUP), "a transparency group"),
        (grouped_page, "a transparency group"),
        (soft, "a picture with a soft mask"),
    ],
)
def test_transparency_is_found_where_it_is_refused_and_allowed_where_it_is_not(change, kind):
    for standard in FLAT:
        title = STANDARDS[standard].title
        assert broken(standard, change) == [
            ("file.transparency", f"{title} allows no transparency, pages 1 and 2 have {kind}")
        ]
    assert broken("pdfx-4", change) == []


def layer(pdf):
    group = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("marks")))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([group]), D=Dictionary())


def test_layers_are_found_where_they_are_refused():
    for standard in FLAT:
        assert words(broken(standard, layer)).endswith("layers are not allowed")
    assert broken("pdfx-4", layer) == []


def coloured(make, content):
    def change(pdf):
        for page in pdf.pages:
            page.Resources["/ColorSpace"] = Dictionary(C=make(pdf))
            page.Contents = pdf.make_stream(content)

    return change


def tint(alternate):
    function = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array([0, 0, 0]),
                          C1=Array([0, 1, 0]))  # fmt: skip
    return Array([Name.Separation, Name.Gold, alternate, function])


RGB_TEXT = b"1 0 0 rg 0 0 9 9 re f"
IN_C = b"/C cs 0.5 scn 0 0 9 9 re f"


@pytest.mark.parametrize(
    ("change", "label", "refused"),
    [
        (coloured(lambda pdf: Name.DeviceGray, RGB_TEXT), "DeviceRGB", WRITTEN),
        (coloured(lambda pdf: Name.DeviceGray, b"1 0 0 RG 0 0 m 9 9 l S"), "DeviceRGB", WRITTEN),
        (coloured(lambda pdf: tint(Name.DeviceRGB), IN_C), "Separation Gold", WRITTEN),
        (coloured(lambda pdf: tint(Name.DeviceCMYK), IN_C), "Separation Gold", ()),
        (coloured(lambda pdf: Array([Name.ICCBased, icc(pdf, b"RGB ", 3)]), IN_C),
         "ICCBased RGB", FLAT[:2]),
        (coloured(lambda pdf: Array([Name.Lab, Dictionary(WhitePoint=Array([1, 1, 1]))]), IN_C),
         "Lab", FLAT[:2]),
        (coloured(lambda pdf: Array([Name.CalRGB, Dictionary()]), IN_C), "CalRGB", FLAT[:2]),
        (coloured(lambda pdf: Array([Name.CalGray, Dictionary()]), IN_C), "CalGray", FLAT[:2]),
        (coloured(lambda pdf: Array([Name.Indexed, Name.DeviceRGB, 0, String("abc")]), IN_C),
         "Indexed DeviceRGB", WRITTEN),
    ],
)  # fmt: skip
def test_colours_that_a_standard_refuses_are_found(change, label, refused):
    for standard in WRITTEN:
        problems = broken(standard, change)
        title = STANDARDS[standard].title
        told_so = [("file.colour", f"{title} does not allow {label}, found on pages 1 and 2")]
        assert problems == (told_so if standard in refused else []), standard


def test_rgb_with_a_default_of_its_own_is_allowed_by_the_third_and_refused_by_the_first():
    def change(pdf):
        for page in pdf.pages:
            default = Array([Name.ICCBased, icc(pdf, b"RGB ", 3)])
            page.Resources["/ColorSpace"] = Dictionary(DefaultRGB=default)
            page.Contents = pdf.make_stream(RGB_TEXT)

    assert broken("pdfx-3:2003", change) == []
    assert codes(broken("pdfx-1a:2003", change)) == ["file.colour"]


def test_rgb_inside_forms_patterns_gradients_and_pictures_is_found():
    def patterned(pdf):
        tile = pdf.make_indirect(Stream(pdf, RGB_TEXT, PatternType=1, PaintType=1, TilingType=1,
                                        BBox=Array([0, 0, 9, 9]), XStep=9, YStep=9,
                                        Resources=Dictionary()))  # fmt: skip
        for page in pdf.pages:
            page.Resources["/Pattern"] = Dictionary(P=tile)
            page.Contents = pdf.make_stream(b"/Pattern cs /P scn 0 0 9 9 re f")

    def shaded(pdf):
        function = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array([0, 0, 0]),
                              C1=Array([1, 1, 1]))  # fmt: skip
        shading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Function=function,
                             Coords=Array([0, 0, 9, 9]))  # fmt: skip
        for page in pdf.pages:
            page.Resources["/Shading"] = Dictionary(S=shading)
            page.Contents = pdf.make_stream(b"/S sh")

    def pictured(pdf):
        for page in pdf.pages:
            page.Resources["/XObject"] = Dictionary(I=image(pdf, 1, 1, b"abc", Name.DeviceRGB))
            page.Contents = pdf.make_stream(b"q 9 0 0 9 0 0 cm /I Do Q")

    def inline(pdf):
        for page in pdf.pages:
            page.Contents = pdf.make_stream(b"BI /W 1 /H 1 /CS /RGB /BPC 8 ID abc EI")

    changes = (drawn(content=RGB_TEXT), patterned, shaded, pictured, inline)
    for change in changes:
        assert codes(broken("pdfx-1a:2003", change)) == ["file.colour"], change


# --- annotations, boxes, output intent ---


def link(x, kind=Name.Link):
    def change(pdf):
        note = Dictionary(Type=Name.Annot, Subtype=kind, Rect=edges((x, 40, 5, 5)))
        pdf.pages[0]["/Annots"] = Array([pdf.make_indirect(note)])

    return change


@pytest.mark.parametrize("standard", WRITTEN)
def test_a_link_inside_the_bleed_is_found_and_one_outside_is_not(standard):
    problems = broken(standard, link(64))
    assert words(problems).endswith(
        "Link inside the bleed of page 1 is no ink and not allowed there"
    )
    assert broken(standard, link(70)) == []
    assert broken(standard, link(66.5, Name.PrinterMark)) == []
    assert codes(broken(standard, link(60, Name.PrinterMark))) == ["file.standard"]
    assert broken(standard, link(10, Name.TrapNet)) == []


def boxed(number=1, **boxes):
    def change(pdf):
        for name, box in boxes.items():
            page = pdf.pages[number].obj
            if box is None:
                del page[f"/{name}"]
            else:
                page[f"/{name}"] = edges(box)

    return change


@pytest.mark.parametrize("standard", WRITTEN)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (boxed(TrimBox=None), "page 2 without a TrimBox"),
        (boxed(ArtBox=(3, 3, 63, 88)), "page 2 with a TrimBox and an ArtBox, one is allowed"),
        (boxed(BleedBox=(5, 5, 50, 50)), "page 2: TrimBox reaches out of BleedBox"),
        (boxed(CropBox=(5, 0, 64, 94)), "page 2: TrimBox reaches out of CropBox"),
        (boxed(MediaBox=(0, 0, 69, 80)), "page 2: TrimBox reaches out of MediaBox"),
    ],
)
def test_boxes_that_lack_or_contradict_are_found(standard, change, message):
    problems = broken(standard, change)
    assert ("file.boxes", f"{STANDARDS[standard].title}: {message}") in problems
    assert codes(problems) == ["file.boxes"]


@pytest.mark.parametrize("standard", WRITTEN)
def test_an_art_box_instead_of_a_trim_box_and_no_bleed_box_are_allowed(standard):
    assert broken(standard, boxed(TrimBox=None, ArtBox=(3, 3, 63, 88))) == []
    assert broken(standard, boxed(BleedBox=None)) == []


def test_a_trim_box_that_is_written_above_the_pages_does_not_count():
    def change(pdf):
        for page in pdf.pages:
            del page.obj["/TrimBox"]
        pdf.Root.Pages.TrimBox = edges((3, 3, 63, 88))

    assert "pages 1 and 2 without a TrimBox" in words(broken("pdfx-1a:2003", change))


def intent(**entries):
    def change(pdf):
        for key, value in entries.items():
            made = value(pdf) if callable(value) else value
            if made is None:
                del pdf.Root.OutputIntents[0][f"/{key}"]
            else:
                pdf.Root.OutputIntents[0][f"/{key}"] = made

    return change


def stream(space, channels, kind=b"prtr"):
    from verify_made import profile

    return lambda pdf: pdf.make_indirect(Stream(pdf, profile(space, kind), N=channels))


OWN = {"OutputConditionIdentifier": String("MyPress"), "RegistryName": None}


@pytest.mark.parametrize("standard", WRITTEN)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (intent(S=Name.GTS_PDFA1), "no output intent"),
        (lambda pdf: pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0]),
         "2 output intents, one is allowed"),
        (intent(Type=None), "the output intent must say Type OutputIntent"),
        (intent(OutputConditionIdentifier=None), "the output intent names no printing condition"),
        (intent(RegistryName=None), "the output intent must say RegistryName http://www.color.org"),
        (intent(RegistryName=String("http://example.org")),
         "RegistryName of the output intent must be http://www.color.org"),
        (intent(**OWN, Info=None),
         "the output intent must say Info: MyPress is no registered condition"),
        (intent(**OWN, DestOutputProfile=None),
         "the output intent needs a profile: its condition is not a registered one"),
        (intent(DestOutputProfile=stream(b"CMYK", 4, b"mntr")),
         "the profile of the output intent must be one of a printer"),
        (intent(DestOutputProfile=stream(b"CMYK", 3)),
         "the profile of the output intent has a wrong N"),
        (intent(DestOutputProfile=stream(b"XYZ ", 3)),
         "the profile of the output intent has the colours 'XYZ'"),
    ],
)  # fmt: skip
def test_an_output_intent_that_says_too_little_or_wrong_is_found(standard, change, message):
    problems = broken(standard, change)
    assert codes(problems) == ["file.standard"]
    assert message in words(problems)


def test_a_profile_of_rgb_is_refused_by_the_first_standard_only():
    change = intent(DestOutputProfile=stream(b"RGB ", 3))
    for standard in FLAT[:2]:
        assert "has the colours 'RGB', allowed: CMYK, GRAY" in words(broken(standard, change))

    def in_rgb(pdf):
        change(pdf)
        for page in pdf.pages:
            page.Contents = pdf.make_stream(RGB_TEXT)

    assert broken("pdfx-4", in_rgb) == []
    assert codes(broken("pdfx-4", change)) == ["file.colour"]


@pytest.mark.parametrize("standard", WRITTEN)
def test_a_condition_of_ones_own_with_its_profile_and_words_is_right(standard):
    assert broken(standard, intent(**OWN)) == []


def test_a_registered_condition_alone_is_enough_but_for_profiled_colours_and_the_fourth():
    for standard in FLAT:
        assert broken(standard, intent(DestOutputProfile=None)) == []
    assert "some printers want its profile" in words(
        broken("pdfx-4", intent(DestOutputProfile=None))
    )

    def with_lab(pdf):
        coloured(lambda p: Array([Name.Lab, Dictionary(WhitePoint=Array([1, 1, 1]))]), IN_C)(pdf)
        intent(DestOutputProfile=None)(pdf)

    assert "pages use colours with profiles" in words(broken("pdfx-3:2003", with_lab))


# --- what was wanted ---


def test_a_file_of_another_standard_than_the_shop_wants_is_found():
    wanted = Expected(standard="pdfx-1a:2003", shop="A shop")
    assert told(made("pdfx-1a:2003"), wanted) == []
    assert words(told(made("pdfx-4"), wanted)) == "claims PDF/X-4, A shop wants PDF/X-1a:2003"
    assert told(saved(plain()), wanted) == [
        ("file.standard", "claims no PDF/X, A shop wants PDF/X-1a:2003")
    ]


def test_a_stricter_standard_than_the_shop_wants_will_do_unless_it_was_ordered_exactly():
    wanted = Expected(standard="pdfx-4", shop="A shop")
    assert told(made("pdfx-1a:2003"), wanted) == []
    assert codes(told(made("pdfx-1a:2003"), wanted._replace(exact=True))) == ["file.standard"]


def test_a_file_without_a_claim_is_told_what_of_its_pages_the_wanted_standard_refuses():
    wanted = Expected(standard="pdfx-1a:2003", shop="A shop")
    problems = told(saved(plain(RGB_TEXT)), wanted)
    assert codes(problems) == ["file.colour", "file.standard"]


def test_a_claim_of_no_known_standard_is_found():
    def change(pdf):
        pdf.trailer.Info.GTS_PDFXVersion = String("PDF/X-9:2050")

    assert "claims 'PDF/X-9:2050', which is no known PDF/X" in words(broken("pdfx-1a:2003", change))
