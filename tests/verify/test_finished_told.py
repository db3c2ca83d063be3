"""How the facts of files are told, and how streams, lists of pages and dates are read."""

import base64
import json
import zlib

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream
from verify_made import made, plain, png, saved

from cardforge.check.verify.finished import verify_path
from cardforge.check.verify.functions import values_of
from cardforge.check.verify.metadata import moment
from cardforge.check.verify.operators import TEXT, operators
from cardforge.check.verify.report import as_data, as_lines
from cardforge.check.verify.streams import StreamError, decoded
from cardforge.check.verify.values import on_pages
from cardforge.diagnostics import Report


@pytest.fixture
def facts(tmp_path):
    (tmp_path / "deck.pdf").write_bytes(made("pdfx-1a:2003"))
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4")
    for name in "abc":
        (tmp_path / f"{name}.png").write_bytes(png())
    return verify_path(tmp_path, None, Report(), shown="out")


def test_the_table_says_what_each_file_is(facts):
    text = "\n".join(as_lines(facts))
    assert "out/broken.pdf: PDF, unreadable" in text
    assert "out/a.png and 2 more: PNG, 8 × 6 pixels, 300 dpi, RGB, no profile" in text
    rows = {line[:15].strip(): line[15:].strip() for line in text.splitlines()}
    assert rows["pages"] == "2"
    assert rows["size"] == "pages 1 and 2: MediaBox 69 × 94, TrimBox 63 × 88 at 3, 3 mm"
    assert rows["claims"] == "PDF/X-1a:2003 for FOGRA39"
    assert rows["ink"] == "at most 100 % of Black, Cyan, Magenta, Yellow"
    assert rows["transparency"] == rows["fonts"] == rows["lines"] == "none"


def test_the_same_facts_are_data_for_programs(facts):
    data = json.loads(json.dumps(as_data(facts)))
    by_name = {each["file"]: each for each in data}
    assert by_name["out/broken.pdf"] == {
        "file": "out/broken.pdf", "kind": "PDF", "readable": False,
    }  # fmt: skip
    assert by_name["out/deck.pdf"]["boxes"][0]["pages"] == [1, 2]
    assert by_name["out/a.png"]["pixels"] == [8, 6]


@pytest.mark.parametrize(
    ("pages", "words"),
    [
        ([3], "page 3"),
        ([2, 1], "pages 1 and 2"),
        ([1, 2, 3, 4, 9], "pages 1 to 4 and 9"),
        (range(1, 40, 2), "pages 1, 3, 5, 7, 9 and 15 more"),
    ],
)
def test_pages_are_told_in_few_words(pages, words):
    assert on_pages(pages) == words


def lzw(codes):
    """Return codes of nine bits packed as LZW packs them."""
    bits = "".join(f"{code:09b}" for code in codes)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))


@pytest.mark.parametrize(
    ("names", "raw"),
    [
        (["FlateDecode"], zlib.compress(b"hello hello")),
        (["ASCII85Decode", "FlateDecode"],
         base64.a85encode(zlib.compress(b"hello hello")) + b"~>"),
        (["ASCIIHexDecode"], b"68656C6c 6f2068656c6c6f>"),
        (["RunLengthDecode"], bytes([0]) + b"h" + bytes([0]) + b"e" + bytes([255]) + b"l"
         + bytes([6]) + b"o hello" + bytes([128])),
        # The codes of the first edition's own words: 258 is "he" and 260 is "ll".
        (["LZWDecode"], lzw([256, *b"hello ", 258, 260, ord("o"), 257])),
    ],
)  # fmt: skip
def test_streams_are_unpacked_whatever_packed_them(names, raw):
    pdf = pikepdf.Pdf.new()
    stream = Stream(pdf, raw, Filter=Array([Name(f"/{name}") for name in names]))
    assert decoded(stream) == b"hello hello"
    with pytest.raises(StreamError, match="unpacks to more"):
        decoded(stream, 4)


def test_our_way_of_unpacking_is_that_of_the_library():
    pdf = pikepdf.Pdf.new()
    # Long enough for codes of ten bits.
    codes = [256, *(97 + n % 26 for n in range(240))]
    stream = Stream(pdf, lzw(codes), Filter=Name.LZWDecode)
    assert decoded(stream) == bytes(stream.read_bytes())


def test_a_damaged_stream_is_told_and_one_damaged_late_is_read_as_far_as_it_goes():
    pdf = pikepdf.Pdf.new()
    with pytest.raises(StreamError, match="damaged"):
        decoded(Stream(pdf, b"nonsense", Filter=Name.FlateDecode))
    whole = zlib.compress(bytes(range(256)) * 2000, 0)
    part = decoded(Stream(pdf, whole[:-4] + b"oops", Filter=Name.FlateDecode))
    assert len(part) > 200_000


def test_operators_are_read_with_their_operands():
    content = (
        b"q 1 0 0 1 5 .5 cm 0 0 m 5 5 l S (a(b)\\)c) Tj [(x) -20 (y)] TJ /G1 gs"
        b" << /A [1 2] >> BDC % none\n BI /W 3 /IM true ID \x00 EI f* -.5 w"
    )
    assert list(operators(content)) == [
        ("q", []), ("cm", [1, 0, 0, 1, 5, 0.5]), ("S", []), ("Tj", [TEXT]),
        ("TJ", [[TEXT, -20, TEXT]]), ("gs", ["/G1"]), ("BDC", [["/A", [1, 2]]]),
        ("BI", ["/W", 3, "/IM", "true"]), ("f*", []), ("w", [-0.5]),
    ]  # fmt: skip


def test_functions_are_looked_at_over_their_whole_domain():
    pdf = pikepdf.Pdf.new()
    samples = Stream(pdf, bytes([0, 255, 128]), FunctionType=0,
                     Domain=Array([0, 1]), Range=Array([0, 1]), Size=Array([3]),
                     BitsPerSample=8)  # fmt: skip
    values = [value for (value,) in values_of(samples, (0, 1))]
    assert values[0] == 0
    assert max(values) == pytest.approx(1)
    assert values[-1] == pytest.approx(128 / 255)
    each = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=2)
    assert values_of(Array([each, each]), (0, 1))[32] == [0.25, 0.25]
    program = Stream(pdf, b"{ pop 1 }", FunctionType=4, Domain=Array([0, 1]))
    assert values_of(program, (0, 1)) == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("D:20240203040506Z", "2024-02-03T04:05:06Z", True),
        ("D:20240203040506+01'00'", "2024-02-03T03:05:06Z", True),
        ("D:20240203040506-01'30", "2024-02-03T05:35:06+00:00", True),
        ("D:20240203040506", "2024-02-03T04:05:07", False),
        ("D:2024", "2024-01-01", True),
    ],
)
def test_dates_of_both_kinds_are_compared_as_moments(one, other, same):
    assert (moment(one) == moment(other)) is same
    assert moment(one) is not None


@pytest.mark.parametrize("text", ["", "yesterday", "D:20241399", "D:2024020304050"])
def test_what_is_no_date_is_none(text):
    assert moment(text) is None


def test_two_looks_at_one_file_give_the_same_facts(tmp_path):
    (tmp_path / "a.pdf").write_bytes(saved(plain(pages=3)))
    first, again = (verify_path(tmp_path, None, Report()) for _ in range(2))
    assert as_lines(first) == as_lines(again)
    assert as_data(first) == as_data(again)
