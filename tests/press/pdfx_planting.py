"""Planting of faults into files that keep every rule of PDF/X."""

import pytest
from pdfx_made import CONTENT, STANDARDS, XMP
from pikepdf import Dictionary, Name, Stream

INK, MIXED = STANDARDS[:2], STANDARDS[2:]
SOLID, LIVE = STANDARDS[:3], STANDARDS[3:]


def paint(pdf, more):
    page = pdf.pages[0].obj
    page.Contents = pdf.make_indirect(Stream(pdf, CONTENT + more))


def add(pdf, kind, name, entry):
    page = pdf.pages[0].obj
    if f"/{kind}" not in page.Resources:
        page.Resources[f"/{kind}"] = Dictionary()
    page.Resources[f"/{kind}"][f"/{name}"] = entry


def form(pdf, content, resources=None, **more):
    made = Stream(pdf, content, Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9], **more)
    if resources is not None:
        made.Resources = resources
    return pdf.make_indirect(made)


def image(pdf, **more):
    return pdf.make_indirect(
        Stream(pdf, bytes(16), Type=Name.XObject, Subtype=Name.Image, Width=2, Height=2,
               BitsPerComponent=8, **more)
    )  # fmt: skip


def drawn(pdf, entry):
    """Paint an XObject besides the others."""
    add(pdf, "XObject", "More", entry)
    paint(pdf, b"/More Do")


def intent(pdf):
    return pdf.Root.OutputIntents[0]


def in_xmp(pdf, old, new):
    assert old in XMP
    pdf.Root.Metadata = Stream(pdf, XMP.replace(old, new).encode(), Type=Name.Metadata)


PLANTED = []


def plant(rule, standards, *cases):
    """Remember a violation of a rule: a name, and what plants it."""
    for name, planter in cases:
        PLANTED.extend(
            pytest.param(rule, standard, planter, id=f"{rule}-{name}-{standard}")
            for standard in standards
        )


def delete(path):
    """Return what deletes a key of the file: `info/Title`, `page/TrimBox`, `intent/S`."""
    place, key = path.split("/")

    def planter(pdf):
        holders = {
            "info": pdf.trailer.Info,
            "page": pdf.pages[0].obj,
            "intent": intent(pdf),
            "root": pdf.Root,
        }
        del holders[place][f"/{key}"]

    return planter


def put(path, value):
    """Return what sets a key of the file to something else."""
    place, key = path.split("/")

    def planter(pdf):
        holders = {
            "info": pdf.trailer.Info,
            "page": pdf.pages[0].obj,
            "intent": intent(pdf),
            "root": pdf.Root,
            "state": pdf.pages[0].obj.Resources.ExtGState.Solid,
            "image": pdf.pages[0].obj.Resources.XObject.Art,
            "shape": pdf.pages[0].obj.Resources.XObject.Shape,
        }
        holders[place][f"/{key}"] = value(pdf) if callable(value) else value

    return planter
