"""What of an object's entries matters to a press: transparency, and work left to the printer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardforge.check.verify.objects import dictionary, listed, name_of
from cardforge.check.verify.seen import Seen
from cardforge.check.verify.spaces import space_of


def note_state(found: Mapping[str, Any], seen: Seen) -> None:
    """Note what of a graphics state is transparency, or for a printer to do."""
    for key in ("/CA", "/ca"):
        if key in found and float(found[key]) < 1:
            seen.transparency.add("opacity below 1")
    modes = listed(found.get("/BM"))
    if modes and name_of(modes[0]) not in ("/Normal", "/Compatible"):
        seen.transparency.add(f"blend mode {str(modes[0])[1:]}")
    mask = found.get("/SMask")
    if mask is not None and name_of(mask) != "/None":
        seen.transparency.add("a soft mask")
    if "/TR" in found and name_of(found["/TR"]) != "/Identity":
        seen.refused.add("a transfer curve")
    if "/TR2" in found and name_of(found["/TR2"]) != "/Default":
        seen.refused.add("a transfer curve")
    if "/HTP" in found:
        seen.refused.add("a halftone phase")


def note_form(form: Any, seen: Seen) -> None:
    """Note what of a form's entries matters."""
    if is_group(form):
        seen.transparency.add("a transparency group")
    if "/Ref" in form:
        seen.refused.add("a reference to another file")
    if "/OPI" in form:
        seen.refused.add("OPI")
    if name_of(form.get("/Subtype2")) == "/PS" or "/PS" in form:
        seen.refused.add("PostScript")


def note_picture(found: Any, seen: Seen) -> None:
    """Note what of a picture's entries matters."""
    if "/SMask" in found or int(found.get("/SMaskInData", 0)) > 0:
        seen.transparency.add("a picture with a soft mask")
    if "/OPI" in found:
        seen.refused.add("OPI")
    if "/Alternates" in found:
        seen.refused.add("a second version of a picture")


def note_group(found: Any, seen: Seen) -> None:
    """Note in which colours a page or form is blended."""
    space = dictionary(found.get("/Group")).get("/CS")
    if space is not None and is_group(found):
        known = space_of(space, None)
        seen.spaces[f"{known.label} to blend in"] = known.families


def is_group(found: Any) -> bool:
    """Return whether a page or form is blended as one."""
    return name_of(dictionary(found.get("/Group")).get("/S")) == "/Transparency"
