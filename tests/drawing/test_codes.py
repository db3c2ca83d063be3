"""QR codes and barcodes: read back by another program, and module by module."""

import shutil
import subprocess

import pytest
import segno
from drawing_toys import by_pdfium, card_pdf, laid_out, pdf_of, plate_of

from cardforge.check.accessibility.outline import flattened, is_inside
from cardforge.geometry import Point, Transform
from cardforge.ink import Group, Path, Use
from cardforge.layout.drawing.qr import traced

needs_zbar = pytest.mark.skipif(shutil.which("zbarimg") is None, reason="needs zbar")
SQUARE = "box: {left: 10, top: 2, width: 36, height: 36}"


def read(picture, folder):
    """Return what a scanner reads in a picture, as kind:text."""
    large = picture.resize((picture.width * 3, picture.height * 3))
    large.save(folder / "seen.png")
    words = ["zbarimg", "-q", "--nodbus", "-Sisbn10.disable", folder / "seen.png"]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    return done.stdout.split("\n")[:-1]


@needs_zbar
@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("https://example.org/lighthouse?card=7", ""),
        ("https://example.org", ", error: H"),
        ("Grüße", ""),
        ("Grüße, 灯台", ", error: Q"),
        ("0123456789" * 20, ", error: L"),
        ("https://example.org", ", rotate: 90, color: '#203040', ground: '#f8f0e0'"),
    ],
)
def test_a_scanner_reads_what_a_qr_code_says(text, keys, tmp_path):
    picture = by_pdfium(card_pdf(tmp_path, f'{{qr: "{text}", {SQUARE}{keys}}}'))
    assert read(picture, tmp_path) == [f"QR-Code:{text}"]


@needs_zbar
@pytest.mark.parametrize(
    ("kind", "code", "expected"),
    [
        ("ean13", "590123412345", "EAN-13:5901234123457"),
        ("ean13", "978-3-16-148410-0", "EAN-13:9783161484100"),
        ("ean8", "9638507", "EAN-8:96385074"),
        ("upca", "036000291452", "EAN-13:0036000291452"),
        ("code128", "Lamp 42/b 00112233", "CODE-128:Lamp 42/b 00112233"),
        ("code128", "".join(map(chr, range(33, 70))), None),
        ("code128", "".join(map(chr, range(70, 107))), None),
        ("code128", "".join(map(chr, range(107, 127))) + "0123456", None),
        ("code39", "AZ-09.$/+% Q", "CODE-39:AZ-09.$/+% Q"),
        ("itf", "00123456789012", "I2/5:00123456789012"),
    ],
)
def test_a_scanner_reads_what_a_barcode_says(kind, code, expected, tmp_path):
    quoted = code.replace("'", "''")
    box = "box: {left: 0, top: 5, width: 60, height: 25}"
    element = f"{{barcode: {{code: '{quoted}', kind: {kind}}}, label: false, {box}}}"
    plate, fonts, problems = laid_out(tmp_path, element)
    assert {p.code for p in problems} <= {"barcode.small"}

    # As large as any scanner likes it.
    grown = Group((Use(plate, Point(0.0, 0.0)),), Transform.scaled(3.0, 1.0))
    picture = by_pdfium(pdf_of(grown, fonts=fonts, width=180.0))
    assert read(picture, tmp_path) == [expected or f"CODE-128:{code}"]


@pytest.mark.parametrize("micro", [False, True])
@pytest.mark.parametrize("error", ["L", "M"])
def test_the_outline_of_a_code_holds_its_dark_modules_and_no_others(error, micro):
    rows = [bytes(row) for row in segno.make("LAMP", error=error, micro=micro).matrix]
    outline = flattened(traced(rows), Transform())
    for y, row in enumerate(rows):
        for x, module in enumerate(row):
            assert is_inside(outline, Point(x + 0.5, y + 0.5), even_odd=True) == (module == 1)


def test_a_code_is_one_path_in_the_middle_of_its_quiet_zone(tmp_path):
    element = '{qr: "LAMP", box: {left: 10, top: 2, width: 29, height: 34}}'
    (code,) = plate_of(tmp_path, element).items
    assert isinstance(code, Path)
    assert code.even_odd
    xs = [x for _, *values in code.segments for x in values[::2]]
    ys = [y for _, *values in code.segments for y in values[1::2]]
    # 21 modules and 8 quiet ones in 29 mm: each is 1 mm.
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((14.0, 35.0, 8.5, 29.5))


@pytest.mark.parametrize(("width", "codes"), [(11.5, ["qr.small"]), (11.7, [])])
def test_small_modules_are_told_with_the_size_that_helps(width, codes, tmp_path):
    element = f'{{qr: "LAMP", box: {{left: 10, top: 2, width: {width}, height: 30}}}}'
    _, _, problems = laid_out(tmp_path, element)
    assert [p.code for p in problems] == codes
    assert all("11.6 mm wide" in p.hint for p in problems)


@pytest.mark.parametrize("length", [2_954, 7_090, 1_000_000])
def test_a_text_that_no_code_holds_is_an_error_soon(length, tmp_path):
    _, _, problems = laid_out(
        tmp_path,
        f'{{qr: "{{{{ "a" * {length} }}}}", {SQUARE}}}'.replace(
            '{{ "a" * ' + str(length) + " }}", "a" * length
        ),
    )
    assert [p.code for p in problems][:1] in (["qr.content"], ["source.too-long"])


def test_a_card_writes_its_own_code(tmp_path):
    one, other = (
        plate_of(tmp_path, f'{{qr: "https://example.org/{{{{ {name} }}}}", {SQUARE}}}').items
        for name in ("id", "turn")
    )
    assert one != other


def test_what_a_barcode_says_stands_below_its_bars(tmp_path):
    box = "box: {left: 5, top: 5, width: 45, height: 20}"
    bars, text = plate_of(tmp_path, f"{{barcode: {{code: '123456', kind: itf}}, {box}}}").items
    assert text.text == "123456"
    lowest = max(y for _, *values in bars.segments for y in values[1::2])
    assert 5 < lowest < text.at.y < 25
    (bars,) = plate_of(
        tmp_path, f"{{barcode: {{code: '123456', kind: itf}}, label: false, {box}}}"
    ).items
    assert max(y for _, *values in bars.segments for y in values[1::2]) == pytest.approx(25.0)


@pytest.mark.parametrize("digit", range(10))
def test_one_of_ten_check_digits_is_right(digit, tmp_path):
    box = "box: {left: 2, top: 5, width: 56, height: 20}"
    element = f"{{barcode: {{code: '400638133393{digit}', kind: ean13}}, {box}}}"
    _, _, problems = laid_out(tmp_path, element)
    assert [p.code for p in problems] == ([] if digit == 1 else ["barcode.code"])
