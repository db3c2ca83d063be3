"""An SVG from a stranger: nothing outside is opened, nothing goes on for ever, all is told."""

import gzip
import time

import pytest
from svg_pixels import HERE, NAMESPACES, Box, Report, faces, near, see, see_file

from cardforge.svg import Drawings, SvgError, is_svg, read_svg

RED = (255, 0, 0)
SQUARE = '<rect width="60" height="30" fill="red"/>'


def written(folder, text, name="art.svg"):
    """Return a file with a text in it, or with an `svg` of what stands inside one."""
    path = folder / name
    if isinstance(text, str) and not text.startswith("<?") and "<svg" not in text:
        text = f'<svg {NAMESPACES} viewBox="0 0 60 30">{text}</svg>'
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def fault_of(path):
    """Return the code and message of the fault that leaves no picture of a file."""
    report = Report()
    drawings = Drawings(faces(), report)
    try:
        drawings.art(path)
    except SvgError as fault:
        return fault.code, fault.message
    assert drawings.svg_ink(path, Box(0, 0, 60, 30), (), HERE, None) == ()
    (problem,) = report.problems
    assert problem.severity == "error"
    return problem.code, problem.message


DOCTYPE = "<?xml version='1.0'?><!DOCTYPE svg [{}]><svg viewBox='0 0 9 9'><text>{}</text></svg>"
BROKEN = {
    "an entity of a file": (
        "svg.entity", DOCTYPE.format("<!ENTITY x SYSTEM 'file:///etc/hosts'>", "&x;"),
    ),
    "an entity of entities": (
        "svg.entity", DOCTYPE.format('<!ENTITY a "ha"><!ENTITY b "&a;&a;">', "&b;"),
    ),
    "a parameter entity": ("svg.entity", DOCTYPE.format("<!ENTITY % p 'x'>", "")),
    "an entity that nobody declared": (
        "svg.broken", f"<svg {NAMESPACES} viewBox='0 0 9 9'>&x;</svg>",
    ),
    "no XML": ("svg.broken", "<?xml version='1.0'?><svg"),
    "a page of HTML": ("svg.broken", "<?xml version='1.0'?><html><body/></html>"),
    "an encoding that there is not": (
        "svg.broken", "<?xml version='1.0' encoding='klingon'?><svg/>",
    ),
    "a size of nothing": (
        "svg.size", f"<svg {NAMESPACES} width='0' height='9' viewBox='0 0 9 9'/>",
    ),
    "a view box of nothing": ("svg.size", f"<svg {NAMESPACES} viewBox='0 0 9 0'/>"),
    "a width in leagues": ("svg.size", f"<svg {NAMESPACES} width='2 leagues'/>"),
    "neither a size nor a drawing": ("svg.size", f"<svg {NAMESPACES}><g/></svg>"),
    "too many elements": ("svg.too-large", "<g/>" * 3000),
    "elements too deep in each other": ("svg.too-large", "<g>" * 5000 + "</g>" * 5000),
    "opacities too deep in each other": (
        "svg.too-large", "<g opacity='.9'>" * 90 + SQUARE + "</g>" * 90,
    ),
    "use of itself": ("svg.loop", '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    "a pattern of itself": (
        "svg.loop",
        '<pattern id="p" width="1" height="1"><rect width="1" height="1" fill="url(#p)"/></pattern>'
        '<rect width="9" height="9" fill="url(#p)"/>',
    ),
    "a marker of itself": (
        "svg.loop",
        '<marker id="m"><path d="M0 0H9" marker-end="url(#m)"/></marker>'
        '<path d="M0 0H9" marker-end="url(#m)"/>',
    ),
    "a clip of itself": (
        "svg.loop",
        '<clipPath id="c" clip-path="url(#c)"><rect width="9" height="9"/></clipPath>'
        '<rect width="9" height="9" clip-path="url(#c)"/>',
    ),
    "a mask of itself": (
        "svg.loop",
        '<mask id="m"><g id="g"><use href="#g"/></g></mask><rect width="9" height="9" '
        'mask="url(#m)"/>',
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_what_cannot_be_drawn_is_an_error_that_names_the_file(what, tmp_path, monkeypatch):
    monkeypatch.setattr("cardforge.svg.reading.MOST_ELEMENTS", 2_999)
    code, text = BROKEN[what]
    found, message = fault_of(written(tmp_path, text))
    assert found == code, message
    assert "'art.svg'" in message


def test_use_that_multiplies_is_refused_before_it_has_multiplied(tmp_path, monkeypatch):
    monkeypatch.setattr("cardforge.svg.scene.MOST_DRAWN", 2_000)
    groups = "".join(
        f'<g id="a{i + 1}">{f"<use href={chr(34)}#a{i}{chr(34)}/>" * 40}</g>' for i in range(9)
    )
    path = written(tmp_path, f'<defs><g id="a0"/>{groups}</defs><use href="#a9"/>')
    code, message = fault_of(path)
    assert code == "svg.too-large"
    assert "2,000" in message


def test_a_file_that_unpacks_to_too_much_is_refused(tmp_path):
    path = written(tmp_path, gzip.compress(b" " * 30_000_000), "art.svgz")
    assert fault_of(path)[0] == "svg.too-large"


def test_a_gzipped_drawing_is_drawn(tmp_path):
    text = f'<svg {NAMESPACES} viewBox="0 0 60 30">{SQUARE}</svg>'
    path = written(tmp_path, gzip.compress(text.encode()), "art.svgz")
    assert near(see_file(path).at(30, 15), RED)


def test_the_doctype_and_the_short_entities_that_drawing_programs_write_are_taken(tmp_path):
    doctype = (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
        '"http://127.0.0.1:9/svg11.dtd" [<!ENTITY ns "http://www.w3.org/2000/svg">]>'
    )
    seen = see_file(
        written(tmp_path, f'{doctype}<svg xmlns="&ns;" viewBox="0 0 60 30">{SQUARE}</svg>')
    )
    assert near(seen.at(30, 15), RED)
    assert seen.problems == ()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "iso-8859-1"])
def test_the_encoding_that_a_file_states_is_heeded(encoding, tmp_path):
    name = encoding.removesuffix("-sig")
    text = f'<?xml version="1.0" encoding="{name}"?><svg {NAMESPACES} viewBox="0 0 60 30"><style>'
    text += ".é {fill:red}</style><rect class='é' width='60' height='30'/></svg>"
    assert near(see_file(written(tmp_path, text.encode(encoding))).at(30, 15), RED)


OUTSIDE = {
    "a file by use": '<use href="other.svg#a"/>',
    "a file by its address": '<use href="file:///etc/hosts#a"/>',
    "a page of the web": '<rect width="9" height="9" fill="url(http://127.0.0.1:9/x.svg#a)"/>',
    "a style sheet": "<style>@import url(http://127.0.0.1:9/a.css);</style>",
}


@pytest.mark.parametrize("what", OUTSIDE)
def test_what_lies_outside_the_file_is_left_out_with_a_warning(what, tmp_path):
    seen = see(tmp_path, f"\n{OUTSIDE[what]}\n{SQUARE}")
    assert seen.codes == ["svg.outside"]
    assert "'art.svg', line 2: " in seen.said
    assert near(seen.at(30, 15), RED)


UNSUPPORTED = {
    "a script": ('<script>alert(1)</script>', "<script>"),
    "a picture": ('<image href="secret.png" width="9" height="9"/>', "<image>"),
    "what is no SVG": ('<foreignObject width="9" height="9"/>', "<foreignObject>"),
    "an animation": ('<rect width="9" height="9" fill="red"><animate/></rect>', "<animate>"),
    "a filter": (
        '<g filter="url(#f)"><rect width="9" height="9" fill="red"/></g>', "filter of <g>",
    ),
    "a soft mask": (
        '<linearGradient id="g"><stop/><stop offset="1" stop-color="#fff"/></linearGradient>'
        '<mask id="m"><rect width="60" height="30" fill="url(#g)"/></mask>'
        '<rect width="60" height="30" fill="red" mask="url(#m)"/>', "<mask>",
    ),
    "a blend mode": ('<g style="mix-blend-mode:multiply"/>', "mix-blend-mode"),
    "a spread": (
        '<linearGradient id="g" spreadMethod="reflect"><stop stop-color="red"/>'
        '<stop offset="1" stop-color="red"/></linearGradient>'
        '<rect width="60" height="30" fill="url(#g)"/>', "<linearGradient>",
    ),
    "a property": ('<rect style="wobble: 3" width="9" height="9" fill="red"/>', "'wobble'"),
    "a selector": ("<style>rect:hover {fill: blue}</style>", "rect:hover"),
    "an at-rule": ("<style>@media print {rect {fill: blue}}</style>", "@media"),
    "a style sheet without an end": (f"<style>rect {{fill: {'(' * 9000}</style>", "<style>"),
    "a style without an end": (f'<g style="fill: {"rgb(" * 9000}"/>', "style of <g>"),
    "an element that there is not": ("<sparkles/>", "<sparkles>"),
}  # fmt: skip


@pytest.mark.parametrize("what", UNSUPPORTED)
def test_what_is_not_drawn_as_meant_is_a_warning_once_for_each_kind(what, tmp_path):
    inside, named = UNSUPPORTED[what]
    seen = see(tmp_path, f"{inside}{inside}{SQUARE}")
    assert seen.codes == ["svg.unsupported"], seen.said
    assert "'art.svg', line 1: " in seen.said
    assert named in seen.said
    assert near(seen.at(30, 15), RED)


VALUES = {
    "a length": '<rect width="wide" height="9"/>',
    "a length beyond all paper": '<rect width="1e99" height="9"/>',
    "a transform": '<g transform="rotate(1,2)"/>',
    "a transform that turns for ever": '<g transform="rotate(1e309)"/>',
    "a transform of words": '<g transform="spin(90)"/>',
    "a colour": '<rect width="1" height="1" fill="reddish"/>',
    "points": '<polygon points="1,2 x"/>',
    "an opacity": '<rect width="1" height="1" opacity="half" fill="none"/>',
    "a path": '<path d="M0 0L60 0L60 30L0 30zL oops" fill="red"/>',
    "dashes": '<path d="M0 0H1" stroke="red" stroke-dasharray="a b"/>',
    "a name that is not there": '<use href="#lost"/>',
    "the view box inside": '<svg viewBox="0 0 9"/>',
    "an angle of a marker": '<marker id="m" orient="up"><g/></marker>'
    '<path d="M0 0H1" marker-end="url(#m)"/>',
}


@pytest.mark.parametrize("what", VALUES)
def test_a_value_that_cannot_be_read_is_a_warning_and_the_rest_is_drawn(what, tmp_path):
    seen = see(tmp_path, f"{VALUES[what]}{SQUARE}")
    assert seen.codes == ["svg.value"], seen.said
    assert near(seen.at(30, 15), RED)


def test_elements_of_other_programs_are_no_drawing_and_no_fault(tmp_path):
    other = '<x:view xmlns:x="urn:other"><rect width="60" height="30"/></x:view><metadata/><title/>'
    seen = see(tmp_path, f"{SQUARE}{other}")
    assert near(seen.at(30, 15), RED)
    assert seen.problems == ()


@pytest.mark.parametrize(
    ("start", "wanted"),
    [
        (b'<svg xmlns="http://www.w3.org/2000/svg">', True),
        (b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a > b -->\n<svg>', True),
        (b"<!DOCTYPE svg PUBLIC 'a' 'b' [<!ENTITY n 'u'>]>\n<svg:svg xmlns:svg='u'>", True),
        ('<?xml version="1.0"?><svg>'.encode("utf-16"), True),
        (gzip.compress(b"<svg>"), True),
        (b"<html><svg></svg></html>", False),
        (b"\x89PNG\r\n\x1a\n", False),
        (b"\x1f\x8b\x08broken", False),
        (b"", False),
    ],
)
def test_a_drawing_is_known_by_its_first_bytes(start, wanted):
    assert is_svg(start) is wanted


def test_a_style_sheet_of_too_many_rules_for_so_many_elements_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("cardforge.svg.selectors.MOST_TRIALS", 20_000)
    rules = "".join(f"g g g rect.a{i % 3} {{fill: red}}" for i in range(40))
    squares = "".join(f'<rect class="a{i % 3}" width="1" height="1"/>' for i in range(3000))
    nest = f"<style>{rules}</style>{'<g>' * 20}{squares}{'</g>' * 20}"
    assert fault_of(written(tmp_path, nest))[0] == "svg.too-large"


def test_a_pattern_too_small_to_count_is_not_drawn_and_told(tmp_path):
    inside = (
        '<pattern id="p" width="1e-5" height="1e-5" patternUnits="userSpaceOnUse"><g/></pattern>'
    )
    seen = see(tmp_path, f'{inside}<rect width="60" height="30" fill="url(#p)"/>')
    assert seen.codes == ["svg.unsupported"]
    assert "5000 times" in seen.said


def test_a_file_is_read_once_and_drawn_once_at_one_size(tmp_path):
    path = written(tmp_path, SQUARE)
    drawings = Drawings(faces(), Report())
    first, second = (drawings.svg_ink(path, Box(x, 0, 60, 30), (), HERE, None)[0] for x in (0, 70))
    assert first.plate is second.plate
    assert first.at != second.at
    assert drawings.art(path) is drawings.art(path)
    assert drawings.svg_ink(path, Box(0, 0, 30, 15), (), HERE, None)[0].plate is not first.plate


def test_two_readings_of_a_file_give_the_same_bytes_of_ink(tmp_path):
    from cardforge.ink import digest

    path = written(tmp_path, f'<g class="b a">{SQUARE}</g><use href="#lost"/>')
    plates = [
        Drawings(faces(), Report()).svg_ink(path, Box(0, 0, 60, 30), (), HERE, None)[0].plate
        for _ in range(2)
    ]
    assert digest(plates[0]) == digest(plates[1])
    assert read_svg(path, faces()).size == read_svg(path, faces()).size


def test_paths_of_endless_text_are_refused_before_they_are_read(tmp_path):
    path = written(tmp_path, f'<path d="{"M0 0h1v1z" * 800_000}"/>')
    started = time.process_time()
    code, message = fault_of(path)
    assert code == "svg.too-large"
    assert "'art.svg'" in message
    assert time.process_time() - started < 3
