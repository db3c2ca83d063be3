"""The judge of PDF/X files: content with what keeps the rules, and one fault found for each."""

import re

import pdfx_content_faults  # noqa: F401 - it plants
import pytest
from pdfx_checker import check
from pdfx_document_faults import own_condition
from pdfx_made import STANDARDS, icc, made, saved
from pdfx_planting import MIXED, PLANTED, SOLID, intent, paint
from pikepdf import Array, Dictionary, Name, Stream, String


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_file_that_keeps_every_rule_is_accepted(standard):
    assert check(saved(made(standard), standard), standard) == []


@pytest.mark.parametrize("standard", MIXED)
def test_colours_that_a_profile_describes_are_accepted(standard):
    pdf = made(standard)
    spaces = pdf.pages[0].obj.Resources.ColorSpace
    spaces.Screen = Array([Name.ICCBased, pdf.make_indirect(Stream(pdf, icc(space=b"RGB "), N=3))])
    spaces.Seen = Array([Name.Lab, Dictionary(WhitePoint=[0.96, 1, 0.82])])
    paint(pdf, b"/Screen cs 1 0 0 sc /Seen CS 50 0 0 SC")
    assert check(saved(pdf, standard), standard) == []


def test_transparency_and_layers_are_accepted_in_the_newest_standard():
    pdf = made("pdfx-4")
    page = pdf.pages[0].obj
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("text")))
    pdf.Root.OCProperties = Dictionary(OCGs=[layer], D=Dictionary())
    page.Resources.Properties = Dictionary(Layer=layer)
    page.Resources.ExtGState.Solid.ca = 0.5
    page.Resources.ExtGState.Solid.BM = Name.Multiply
    page.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)
    paint(pdf, b"/OC /Layer BDC EMC")
    assert check(saved(pdf, "pdfx-4"), "pdfx-4") == []


def test_marks_outside_the_print_are_accepted():
    pdf = made("pdfx-4")
    page = pdf.pages[0].obj
    page.MediaBox = [-50, -50, 250, 320]
    page.Annots = [Dictionary(Subtype=Name.Text, Rect=[-40, -40, -20, -20])]
    mark = Dictionary(Subtype=Name.PrinterMark, Rect=[0, 0, 8, 8])
    page.Annots.append(mark)
    assert check(saved(pdf, "pdfx-4"), "pdfx-4") == []


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_condition_of_ones_own_is_accepted(standard):
    pdf = made(standard)
    own_condition(pdf)
    assert check(saved(pdf, standard), standard) == []


@pytest.mark.parametrize("standard", SOLID)
def test_a_registered_condition_needs_no_profile(standard):
    pdf = made(standard)
    del intent(pdf).DestOutputProfile
    assert check(saved(pdf, standard), standard) == []


@pytest.mark.parametrize(("rule", "standard", "planter"), PLANTED)
def test_a_planted_violation_is_found_and_nothing_else(rule, standard, planter):
    pdf = made(standard)
    how = planter(pdf) or {}
    after = how.pop("after", bytes)
    data = after(saved(pdf, standard, **how))
    faults = check(data, standard)
    assert faults, f"{rule} was not found"
    assert {fault.partition(":")[0] for fault in faults} == {rule}


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_trailer_without_an_id_is_found(standard):
    data = saved(made(standard), standard).replace(b"/ID [", b"/IE [")
    assert [fault.partition(":")[0] for fault in check(data, standard)] == ["id"]


def test_no_rule_is_without_a_violation(repository):
    written = "".join(
        (repository / "tests" / "press" / name).read_text()
        for name in ("pdfx_checker.py", "pdfx_content.py")
    )
    rules = set(re.findall(r'(?:self\.)?add\(\s*"([\w-]+)"', written))
    assert rules - {"id", "content"} == {param.values[0] for param in PLANTED}
