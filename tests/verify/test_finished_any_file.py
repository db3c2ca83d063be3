"""Any file is endured: a clear problem, in little time and memory, never a traceback."""

import io
import random
import time
import tracemalloc
import zlib

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, Stream
from verify_made import (
    codes,
    image,
    made,
    pdfx,
    plain,
    saved,
    told,
    told_of_path,
    told_of_picture,
)

from cardforge.check.verify.values import Expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"once upon a time\n" * 50, "is no PDF, whatever its name says"),
        (b"\x89PNG\r\n\x1a\n rest", "is no PDF, whatever its name says"),
        (b"%PDF-1.4\nnothing follows", "is too damaged to be read"),
        (b"%PDF-" + bytes(range(256)) * 40, "is too damaged to be read"),
    ],
)
def test_what_is_no_pdf_is_said_to_be_none(data, message):
    problems = told(data)
    assert codes(problems) == ["file.unreadable"]
    assert message in problems[0][1]
    assert "_io" not in problems[0][1]


def test_a_file_with_a_password_is_said_to_be_locked():
    data = saved(plain(), "1.6", encryption=pikepdf.Encryption(owner="a", user="b", R=4))
    assert [code for code, _ in told(data)] == ["file.encrypted"]


def test_a_file_cut_short_is_mended_and_said_to_be_damaged():
    data = saved(plain(pages=3))
    problems = told(data[: data.index(b"xref\n") + 20])
    assert codes(problems) == ["file.damaged"]
    assert "BytesIO" not in problems[0][1]
    # For a shop that is an error.
    wanted = Expected(strict=True)
    assert codes(told(data[: data.index(b"xref\n") + 20], wanted)) == ["file.damaged"]


def test_whatever_bytes_change_there_is_an_answer():
    chance, whole = random.Random(1), made("pdfx-4")
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 30)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        told(bytes(data), Expected(standard="pdfx-4", ink_limit=240))


def test_whatever_content_is_drawn_there_is_an_answer():
    chance = random.Random(2)
    words = [b"q", b"Q", b"cm", b"gs", b"/A", b"/F Do", b"1 0 0", b"(a(b", b")", b"<<", b">>", b"[",
             b"]", b"BI /W 2", b"ID", b"EI", b"scn", b"k", b"sh", b"Tf", b"Tj", b"BT", b"-", b"..",
             b"1e9 w", b"S", b"f", b"/Pattern cs /P scn", b"<0g>", b"%x\n", b"\xff"]  # fmt: skip
    for _ in range(120):
        content = b" ".join(chance.choices(words, k=chance.randrange(1, 80)))
        told(saved(plain(content)), Expected(ink_limit=300))


def looping():
    pdf = plain(b"/F Do")
    form = pdf.make_indirect(Stream(pdf, b"q 2 0 0 2 0 0 cm /F Do Q 0 0 0 1 k 0 0 1 1 re f",
                                    Type=Name.XObject, Subtype=Name.Form,
                                    BBox=Array([0, 0, 1, 1])))  # fmt: skip
    form.Resources = Dictionary(XObject=Dictionary(F=form))
    pdf.pages[0].Resources.XObject = Dictionary(F=form)
    return saved(pdf)


def laughing(turn):
    """Return forms that each draw the next ten times, at other scales each time."""
    pdf = plain(b"/F Do")
    below = pdf.make_indirect(Stream(pdf, b"0 0 1 1 re f", Type=Name.XObject, Subtype=Name.Form,
                                     BBox=Array([0, 0, 1, 1])))  # fmt: skip
    for level in range(18):
        draws = b"".join(
            b"q %f 0 0 %f 0 0 cm /F Do Q " % (1 + turn * (n + level) / 97, 1) for n in range(10)
        )
        form = Stream(pdf, draws, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 1, 1]))
        form.Resources = Dictionary(XObject=Dictionary(F=below))
        below = pdf.make_indirect(form)
    pdf.pages[0].Resources.XObject = Dictionary(F=below)
    return saved(pdf)


def test_forms_that_draw_themselves_end():
    assert codes(told(looping())) == []
    assert codes(told(looping(), Expected(standard="pdfx-4"))) == ["file.standard"]


def nested(depth):
    """Return a PDF of forms, each inside another."""
    pdf = plain(b"/F Do")
    inner = pdf.make_indirect(Stream(pdf, b"0 0 9 9 re f", Subtype=Name.Form))
    for _ in range(depth):
        inner = pdf.make_indirect(
            Stream(
                pdf, b"/F Do", Subtype=Name.Form, Resources=Dictionary(XObject=Dictionary(F=inner))
            )
        )
    pdf.pages[0].Resources.XObject = Dictionary(F=inner)
    return saved(pdf)


@pytest.mark.parametrize(("depth", "refused"), [(60, False), (120, True)])
def test_forms_deep_in_others_are_followed_as_far_as_designs_can_be_nested(depth, refused):
    wanted = Expected(standard="pdfx-4")
    words = [words for _, words in told(nested(depth), wanted)]
    assert ("PDF/X-4: a form inside 100 others is not allowed" in words) == refused
    assert not any("contains itself" in text for text in words)


def test_forms_that_draw_each_other_a_trillion_times_are_worked_out_once():
    start = time.process_time()
    assert told(laughing(0)) == []
    assert time.process_time() - start < 2


@pytest.mark.slow
def test_what_is_too_much_to_be_followed_is_told_within_a_minute():
    start = time.process_time()
    problems = told(laughing(1))
    assert codes(problems) == ["file.unreadable"]
    assert "holds so much that only" in problems[0][1]
    assert time.process_time() - start < 60


def test_content_that_unpacks_to_very_much_is_not_unpacked():
    packer = zlib.compressobj(1)
    bomb = b"".join(packer.compress(b"0 " * (1 << 22)) for _ in range(12)) + packer.flush()
    pdf = plain()
    pdf.pages[0].Contents = pdf.make_indirect(Stream(pdf, bomb, Filter=Name.FlateDecode))
    data = saved(pdf, stream_decode_level=pikepdf.StreamDecodeLevel.none, recompress_flate=False)
    tracemalloc.start()
    problems = told(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert codes(problems) == ["file.damaged"]
    assert "unpacks to more than 64 MB" in problems[0][1]
    assert peak < 200 << 20


def test_a_picture_that_claims_to_be_huge_is_said_to_be_unmeasured():
    pdf = plain(b"q 100 0 0 100 0 0 cm /I Do Q")
    art = image(pdf, 40_000, 40_000, b"\0" * 100)
    pdf.pages[0].Resources.XObject = Dictionary(I=art)
    problems = told(saved(pdf), Expected(ink_limit=300))
    assert problems == [
        ("file.ink", "the ink of a picture of 40000 × 40000 pixels on page 1 could not be measured")
    ]


def written(count):
    """Return a PDF of many pages, written by hand."""
    kids = b" ".join(b"%d 0 R" % (4 + index) for index in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count %d /Kids [%s] >>" % (count, kids),
        b"<< /Length 22 >>\nstream\n0 0 0 1 k 0 0 9 9 re f\nendstream",
        *[
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 195 266]"
            b" /Resources << >> /Contents 3 0 R >>"
        ]
        * count,
    ]
    parts, places, at = [b"%PDF-1.4\n"], [], 9
    for number, content in enumerate(objects, 1):
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, content))
        places.append(b"%010d 00000 n \n" % at)
        at += len(parts[-1])
    size = len(objects) + 1
    parts += [b"xref\n0 %d\n0000000000 65535 f \n" % size, *places]
    parts.append(b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (size, at))
    return b"".join(parts)


@pytest.mark.slow
def test_ten_thousand_pages_are_looked_through():
    start = time.process_time()
    problems = told(written(10_000), Expected(pages=9_999))
    assert problems == [("file.pages", "has 10000 pages, expected 9999")]
    assert time.process_time() - start < 20


def test_a_page_tree_that_goes_round_is_no_endless_way():
    pdf = pdfx("pdfx-1a:2003")
    data = saved(pdf)
    kids = data.index(b"/Kids [")
    number = data[data.rindex(b" 0 obj", 0, kids) - 2 : data.rindex(b" 0 obj", 0, kids)].split()[-1]
    end = data.index(b"]", kids)
    again = b"/Kids [ " + number + b" 0 R"
    data = data[:kids] + again.ljust(end - kids) + data[end:]
    assert codes(told(data))[0].startswith("file.")


def test_a_pdf_without_pages_is_told_so():
    assert told(saved(Pdf.new())) == [("file.pages", "has no pages")]


def test_files_of_no_kind_and_files_that_are_not_there_are_told_by_path(tmp_path):
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / "nothing").write_bytes(b"")
    assert told_of_path(tmp_path / "notes.txt") == [
        ("file.format", "is neither a PDF, a picture nor a package of them")
    ]
    assert told_of_path(tmp_path / "nothing") == [("file.unreadable", "is empty")]
    assert told_of_path(tmp_path / "gone.pdf") == [("file.missing", "is not there")]
    (tmp_path / "letter.pdf").write_text("hello")
    assert codes(told_of_path(tmp_path / "letter.pdf")) == ["file.unreadable"]


def test_a_damaged_zip_file_is_told():
    from cardforge.check.verify.stores import StoreError, ZipStore

    with pytest.raises(StoreError):
        ZipStore(b"PK\x03\x04 and no more")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"hello", "is no picture that a shop takes"),
        (b"\xff\xd8\xff\xe0 and no more", "is damaged"),
        (b"II*\0\x08\0\0\0", "is damaged"),
        (b"\x89PNG\r\n\x1a\n", "is cut short"),
    ],
)
def test_what_is_no_picture_is_said_to_be_none(data, message):
    problems = told_of_picture(data)
    assert codes(problems) == ["file.unreadable"]
    assert message in problems[0][1]


def test_a_tiff_of_another_hand_that_is_cut_short_is_found():
    from PIL import Image

    file = io.BytesIO()
    Image.effect_noise((60, 60), 90).save(file, "TIFF", dpi=(300, 300))
    assert told_of_picture(file.getvalue(), name="a.tif") == []
    assert codes(told_of_picture(file.getvalue()[:-900], name="a.tif")) == ["file.unreadable"]
