"""PDF/X of each standard, read back: what it says of itself, its boxes, what goes, what stays."""

import io
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from press_pages import (
    CMYK,
    CONDITION,
    FONTS,
    INFO,
    STANDARDS,
    TOY,
    box,
    on_screen,
    opened,
    page,
    picture_of,
)

from cardforge.choices import STANDARDS as NAMES
from cardforge.fonts import find_font
from cardforge.geometry import Insets, Point, Size
from cardforge.ink import (
    Anchor,
    Group,
    Image,
    Link,
    OutlineEntry,
    Page,
    Plate,
    Rect,
    Tag,
    Text,
    Use,
)
from cardforge.press.finish import finish
from cardforge.press.standards import STANDARDS as RULES
from cardforge.press.values import PressError
from cardforge.render.pdf import PdfInfo, render

RED, BLACK = CMYK(0, 1, 0.8, 0), CMYK(0, 0, 0, 1)
NAMED = CONDITION._replace(profile=None, through=None)
VERSIONS = {"pdfx-1a:2001": "1.3", "pdfx-1a:2003": "1.4", "pdfx-3:2003": "1.4", "pdfx-4": "1.6"}
FONTS.add("second", find_font("FjallaOne-Regular", Path("nowhere")))
every_standard = pytest.mark.parametrize("standard", STANDARDS)


def letters(words, font="body", at=Point(5, 10)):
    return Text(at, words, font, 12, BLACK)


CARD = page(Rect(box(0, 0, 40, 30), fill=RED), letters("Rouge"))
VEILED = page(Group((Rect(box(0, 0, 40, 30), fill=RED),), opacity=0.5))


def finished(standard, *pages, condition=CONDITION, info=INFO):
    return finish(render(pages or (CARD,), FONTS, info), standard, condition, info)


def text_of(data, index=0):
    return pypdfium2.PdfDocument(data)[index].get_textpage().get_text_bounded()


def info_of(data):
    with opened(data) as pdf:
        return {str(key)[1:]: str(value) for key, value in pdf.docinfo.items()}


SPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfx": "http://ns.adobe.com/pdfx/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
}


def packet_of(data):
    """Return the fields of the metadata packet, found by its own marks in the plain file."""
    start = data.index(b"<x:xmpmeta")
    root = ET.fromstring(data[start : data.index(b"</x:xmpmeta>") + len("</x:xmpmeta>")])
    found = {}
    for prefix, space in SPACES.items():
        for element in root.iter():
            if element.tag.startswith(f"{{{space}}}"):
                text = "".join(element.itertext()).strip()
                found[f"{prefix}:{element.tag.partition('}')[2]}"] = text
    return found


def test_the_standards_are_those_that_a_command_takes():
    assert tuple(RULES) == NAMES == STANDARDS


# --- what the file says of itself ---


@every_standard
def test_the_version_is_that_of_the_standard_in_an_old_fashioned_file(standard):
    data = finished(standard)
    assert data.startswith(f"%PDF-{VERSIONS[standard]}\n".encode())
    assert b"/ObjStm" not in data
    assert b"/Type /XRef" not in data
    assert re.search(rb"\nxref\n0 \d+\n", data)
    assert b"/Encrypt" not in data
    assert b"LZWDecode" not in data
    with opened(data) as pdf:
        assert "/Version" not in pdf.Root


def test_each_standard_is_named_as_its_text_says():
    claims = {
        standard: {k: v for k, v in info_of(finished(standard)).items() if k.startswith("GTS")}
        for standard in STANDARDS
    }
    assert claims == {
        "pdfx-1a:2001": {
            "GTS_PDFXVersion": "PDF/X-1:2001",
            "GTS_PDFXConformance": "PDF/X-1a:2001",
        },
        "pdfx-1a:2003": {"GTS_PDFXVersion": "PDF/X-1a:2003"},
        "pdfx-3:2003": {"GTS_PDFXVersion": "PDF/X-3:2003"},
        "pdfx-4": {},
    }
    assert packet_of(finished("pdfx-4"))["pdfxid:GTS_PDFXVersion"] == "PDF/X-4"
    assert "pdfxid:GTS_PDFXVersion" not in packet_of(finished("pdfx-3:2003"))


@every_standard
def test_information_and_packet_agree_in_every_field(standard):
    data = finished(standard)
    info, packet = info_of(data), packet_of(data)
    same = {
        "Title": "dc:title",
        "Author": "dc:creator",
        "Subject": "dc:description",
        "Keywords": "pdf:Keywords",
        "Creator": "xmp:CreatorTool",
        "Producer": "pdf:Producer",
        "GTS_PDFXVersion": "pdfx:GTS_PDFXVersion",
        "GTS_PDFXConformance": "pdfx:GTS_PDFXConformance",
    }
    assert {k: info.get(k) for k in same} == {k: packet.get(name) for k, name in same.items()}
    assert info["Title"] == INFO.title
    assert (info["Trapped"], packet["pdf:Trapped"]) == ("/False", "False")
    for key, names in {
        "CreationDate": ["xmp:CreateDate"],
        "ModDate": ["xmp:ModifyDate", "xmp:MetadataDate"],
    }.items():
        written = datetime.strptime(info[key].replace("'", ""), "D:%Y%m%d%H%M%S%z")
        assert [datetime.fromisoformat(packet[name]) for name in names] == [written] * len(names)
    known = set(same) | {"Trapped", "CreationDate", "ModDate"}
    assert set(info) <= known


@every_standard
def test_the_packet_has_an_identity_and_is_plain(standard):
    data = finished(standard)
    packet = packet_of(data)
    assert re.fullmatch(
        r"uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", packet["xmpMM:DocumentID"]
    )
    assert (packet["xmpMM:RenditionClass"], packet["xmpMM:VersionID"]) == ("default", "1")
    with opened(data) as pdf:
        stream = pdf.Root.Metadata
        assert "/Filter" not in stream
        assert (str(stream.Type), str(stream.Subtype)) == ("/Metadata", "/XML")


@every_standard
def test_the_title_may_be_of_any_letters(standard):
    info = INFO._replace(title='紙牌 <&> (x) \\ "q"', author="", subject="")
    data = finished(standard, info=info)
    assert info_of(data)["Title"] == packet_of(data)["dc:title"] == info.title
    assert "Author" not in info_of(data)


# --- dates and identities ---


@every_standard
def test_two_runs_give_the_same_bytes(standard, monkeypatch):
    first = finished(standard)
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    assert finished(standard) == first


def test_a_date_may_be_given(monkeypatch):
    assert info_of(finished("pdfx-4"))["ModDate"] == "D:20000101000000+00'00'"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    data = finished("pdfx-4")
    assert info_of(data)["CreationDate"] == "D:20231114221320+00'00'"
    utc = datetime(2023, 11, 15, 0, 13, 20, tzinfo=timezone(timedelta(hours=2))).astimezone(UTC)
    assert datetime.fromisoformat(packet_of(data)["xmp:MetadataDate"]) == utc


@pytest.mark.parametrize("seconds", ["yesterday", "-5", "1e9", "9" * 30, "253402300800", "١٢"])
def test_a_date_that_is_none_is_told(seconds, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
    with pytest.raises(PressError, match="SOURCE_DATE_EPOCH") as told:
        finished("pdfx-4")
    assert told.value.code == "press.date"


def ids(data):
    with opened(data) as pdf:
        return [bytes(part) for part in pdf.trailer.ID], packet_of(data)["xmpMM:DocumentID"]


def test_other_content_has_another_identity():
    found = [
        ids(finished("pdfx-4")),
        ids(finished("pdfx-4", page(letters("Bleu")))),
        ids(finished("pdfx-4", info=INFO._replace(title="Other"))),
        ids(finished("pdfx-4", condition=CONDITION._replace(identifier="FOGRA51"))),
    ]
    assert all(len(part) == 16 for parts, _ in found for part in parts)
    assert len({parts[1] for parts, _ in found}) == len({name for _, name in found}) == 4


# --- the printing condition ---


@every_standard
def test_one_printing_condition_is_named_with_its_profile(standard):
    with opened(finished(standard)) as pdf:
        (intent,) = pdf.Root.OutputIntents
        texts = {str(k): str(v) for k, v in intent.items() if k != "/DestOutputProfile"}
        assert texts == {
            "/Type": "/OutputIntent",
            "/S": "/GTS_PDFX",
            "/OutputConditionIdentifier": "FOGRA39",
            "/OutputCondition": "Coated paper",
            "/Info": "Coated paper",
            "/RegistryName": "http://www.color.org",
        }
        assert intent.DestOutputProfile.N == 4
        assert intent.DestOutputProfile.read_bytes() == TOY


@pytest.mark.parametrize("standard", STANDARDS[:3])
def test_a_registered_condition_may_come_without_its_profile(standard):
    with opened(finished(standard, condition=NAMED)) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert "/DestOutputProfile" not in intent


def test_x4_needs_the_profile_in_the_file():
    with pytest.raises(PressError, match="FOGRA39") as told:
        finished("pdfx-4", condition=NAMED)
    assert told.value.code == "press.profile-missing"


@every_standard
def test_a_condition_of_ones_own_is_in_no_registry_and_needs_its_profile(standard):
    own = CONDITION._replace(identifier="Our press", registered=False)
    with opened(finished(standard, condition=own)) as pdf:
        assert "/RegistryName" not in pdf.Root.OutputIntents[0]
    with pytest.raises(PressError, match="Our press"):
        finished(standard, condition=own._replace(profile=None))


def test_only_a_profile_of_a_press_with_four_inks_is_embedded():
    screen = TOY[:12] + b"mntrRGB " + TOY[20:]
    newer = TOY[:8] + b"\4" + TOY[9:]
    for profile, standards in (
        (screen, STANDARDS),
        (b"no profile", STANDARDS),
        (newer, STANDARDS[:3]),
    ):
        for standard in standards:
            with pytest.raises(PressError) as told:
                finished(standard, condition=CONDITION._replace(profile=profile))
            assert told.value.code == "press.profile-bad"
    assert finished("pdfx-4", condition=CONDITION._replace(profile=newer))


# --- pages ---


@every_standard
def test_each_page_has_its_own_boxes_one_inside_the_other_and_no_others(standard):
    with opened(finished(standard, CARD, page(size=Size(88, 63), edge=3))) as pdf:
        for each in pdf.pages:
            boxes = {key: [float(v) for v in each.obj[key]] for key in each.obj if "Box" in key}
            assert set(boxes) == {"/MediaBox", "/BleedBox", "/TrimBox"}
            outer, bleed, trim = boxes["/MediaBox"], boxes["/BleedBox"], boxes["/TrimBox"]
            assert all(o <= b for o, b in zip(outer[:2], bleed[:2], strict=True))
            assert all(b < t for b, t in zip(bleed[:2], trim[:2], strict=True))
            assert all(t < b for t, b in zip(trim[2:], bleed[2:], strict=True))
            assert all(b <= o for b, o in zip(bleed[2:], outer[2:], strict=True))
        mm = [float(v) * 25.4 / 72 for v in pdf.pages[1].TrimBox]
        assert mm == pytest.approx([3, 3, 85, 60], abs=1e-3)


def test_only_pages_with_live_transparency_have_a_group_that_mixes_ink():
    with opened(finished("pdfx-4", CARD, VEILED)) as pdf:
        plain, veiled = pdf.pages
        assert "/Group" not in plain.obj
        assert (str(veiled.obj.Group.S), str(veiled.obj.Group.CS)) == (
            "/Transparency",
            "/DeviceCMYK",
        )


def test_transparency_deep_inside_a_plate_is_found():
    inner = Plate("i", Size(9, 9), Insets(0, 0, 0, 0), VEILED.items)
    outer = Plate("o", Size(9, 9), Insets(0, 0, 0, 0), (Use(inner, Point(0, 0)),))
    both = page(Use(outer, Point(1, 1)))
    with opened(finished("pdfx-4", both)) as pdf:
        assert "/Group" in pdf.pages[0].obj


STATES = {
    "/CA": 0.5,
    "/ca": 0.99,
    "/BM": pikepdf.Name.Multiply,
    "/SMask": pikepdf.Dictionary(S=pikepdf.Name.Alpha),
}
PLAIN = {"/CA": 1, "/ca": 1.0, "/BM": pikepdf.Name.Normal, "/SMask": pikepdf.Name("/None")}


def with_state(**entries):
    """Return the file of a page whose state is set by hand."""
    with opened(render([CARD], FONTS, INFO)) as pdf:
        each = pdf.pages[0]
        state = pikepdf.Dictionary({f"/{key}": value for key, value in entries.items()})
        each.obj.Resources = pikepdf.Dictionary(
            {**each.obj.Resources, "/ExtGState": pikepdf.Dictionary({"/G1": state})}
        )
        each.contents_add(b"/G1 gs", prepend=True)
        file = io.BytesIO()
        pdf.save(file)
        return file.getvalue()


@pytest.mark.parametrize("key", STATES)
def test_every_way_to_blend_is_seen(key):
    live, plain = (with_state(**{key[1:]: values[key]}) for values in (STATES, PLAIN))
    with opened(finish(live, "pdfx-4", CONDITION, INFO)) as pdf:
        assert "/Group" in pdf.pages[0].obj
    with pytest.raises(PressError, match="see-through"):
        finish(live, "pdfx-1a:2003", CONDITION, INFO)
    with opened(finish(plain, "pdfx-1a:2003", CONDITION, INFO)) as pdf:
        assert "/Group" not in pdf.pages[0].obj


def test_a_picture_with_a_mask_blends():
    art = picture_of(np.zeros((2, 2, 4)), np.full((2, 2), 9))
    masked = render([page(Image(box(1, 1, 9, 9), "art"))], FONTS, INFO, lambda _, __: art)
    with opened(finish(masked, "pdfx-4", CONDITION, INFO)) as pdf:
        assert "/Group" in pdf.pages[0].obj
    with pytest.raises(PressError, match="see-through"):
        finish(masked, "pdfx-3:2003", CONDITION, INFO)


@pytest.mark.parametrize("standard", STANDARDS[:3])
def test_older_standards_refuse_live_transparency(standard):
    with pytest.raises(PressError, match="page 2") as told:
        finished(standard, CARD, VEILED)
    assert told.value.code == "press.transparency"


# --- what goes ---


def book():
    """Return a tagged page with links, an anchor and bookmarks, and what its PDF says."""
    heading = Group((letters("Title"),), tag=Tag("H1"))
    link = Link(box(5, 5, 10, 5), "https://example.org")
    tagged = Page(
        CARD.size, CARD.trim, CARD.bleed, (heading, letters("words", at=Point(5, 20))),
        (link,), (Anchor("here", Point(5, 5)),),
    )  # fmt: skip
    info = INFO._replace(duplex="long-edge", outline=(OutlineEntry("Title", "here"),))
    return tagged, info


@every_standard
def test_nothing_is_left_of_what_is_for_screens(standard):
    tagged, info = book()
    before = render([tagged], FONTS, info)
    with opened(before) as pdf:
        wanted = {"/StructTreeRoot", "/Outlines", "/Names", "/Lang", "/ViewerPreferences"}
        assert len(wanted & set(pdf.Root.keys())) >= 4
        assert "/Annots" in pdf.pages[0].obj
        assert b"BDC" in pdf.pages[0].Contents.read_bytes()
    data = finish(before, standard, CONDITION, info)
    with opened(data) as pdf:
        assert set(pdf.Root.keys()) == {"/Type", "/Pages", "/Metadata", "/OutputIntents"}
        wanted = {
            "/Type",
            "/Parent",
            "/MediaBox",
            "/BleedBox",
            "/TrimBox",
            "/Resources",
            "/Contents",
        }
        assert set(pdf.pages[0].obj.keys()) == wanted
        for mark in (b"BDC", b"BMC", b"EMC"):
            assert mark not in pdf.pages[0].Contents.read_bytes()
        kinds = {str(o.get("/S")) for o in pdf.objects if isinstance(o, pikepdf.Dictionary)}
        assert not kinds & {"/URI", "/GoTo", "/StructElem", "/H1"}
    assert b"example.org" not in data
    assert text_of(data).split() == ["Title", "words"]


def test_a_page_has_only_the_fonts_and_forms_that_it_uses():
    plate = Plate("p", Size(9, 9), Insets(0, 0, 0, 0), (letters("plate", "second"),))
    pages = [
        page(letters("one")),
        page(Use(plate, Point(1, 1))),
        page(Rect(box(1, 1, 5, 5), fill=RED)),
    ]
    with opened(render(pages, FONTS, INFO)) as pdf:
        assert len(pdf.pages[0].obj.Resources.Font) == 2
    with opened(finished("pdfx-1a:2003", *pages)) as pdf:
        first, second, third = (each.obj.Resources for each in pdf.pages)
        assert [list(r.keys()) for r in (first, second, third)] == [["/Font"], ["/XObject"], []]
        assert "Lato" in str(next(iter(first.Font.values())).BaseFont)
        (form,) = second.XObject.values()
        assert [*form.Resources.keys()] == ["/Font"]
        (font,) = form.Resources.Font.values()
        assert "Fjalla" in str(font.BaseFont)


def test_what_pages_share_they_go_on_sharing():
    plate = Plate("p", Size(9, 9), Insets(0, 0, 0, 0), (letters("plate"),))
    pages = [page(Use(plate, Point(x, 1))) for x in (1, 2, 3)]
    with opened(finished("pdfx-4", *pages)) as pdf:
        forms = {next(iter(each.obj.Resources.XObject.values())).objgen for each in pdf.pages}
        resources = {each.obj.Resources.objgen for each in pdf.pages}
        assert (len(forms), len(resources)) == (1, 1)


@every_standard
def test_no_object_is_left_that_nothing_uses(standard):
    tagged, info = book()
    with opened(finish(render([tagged, CARD], FONTS, info), standard, CONDITION, info)) as pdf:
        used, todo = set(), [pdf.trailer]
        while todo:
            thing = todo.pop()
            if thing.is_indirect:
                if thing.objgen in used:
                    continue
                used.add(thing.objgen)
            if isinstance(thing, pikepdf.Array):
                todo += [part for part in thing if isinstance(part, pikepdf.Object)]
            elif isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                todo += [part for _, part in thing.items() if isinstance(part, pikepdf.Object)]
        assert {thing.objgen for thing in pdf.objects if thing.is_indirect} == used


# --- what stays ---


@every_standard
def test_the_page_looks_as_it_did(standard):
    before = render([CARD], FONTS, INFO)
    after = finish(before, standard, CONDITION, INFO)
    assert np.array_equal(on_screen(before, 100), on_screen(after, 100))
    assert text_of(after) == "Rouge"


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
@every_standard
def test_qpdf_finds_nothing_wrong(standard, tmp_path):
    (tmp_path / "a.pdf").write_bytes(finished(standard))
    words = ["qpdf", "--check", str(tmp_path / "a.pdf")]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "WARNING" not in ran.stdout + ran.stderr


def test_a_document_about_nothing_can_be_finished():
    assert finish(render([page()], FONTS, PdfInfo("x", "en", "1")), "pdfx-4", CONDITION, INFO)
