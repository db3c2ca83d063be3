"""What was found in finished files, as lines for people and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardforge.check.verify.values import Facts, on_pages
from cardforge.units import show

_WIDTH = 14
_MOST_NAMED = 6


def as_lines(facts: Sequence[Facts]) -> list[str]:
    """Return the facts of files as a table: pictures that are alike share a line."""
    lines: list[str] = []
    groups: dict[str, list[Facts]] = {}
    for one in facts:
        if "pixels" in one.found:
            groups.setdefault(_picture(one), []).append(one)
        else:
            lines += _document(one)
    return lines + [f"{_names(alike)}: {words}" for words, alike in groups.items()]


def as_data(facts: Sequence[Facts]) -> list[dict[str, Any]]:
    """Return the facts of files as JSON can hold them."""
    return [
        {"file": one.name, "kind": one.kind, "readable": one.readable, **one.found} for one in facts
    ]


def _names(alike: Sequence[Facts]) -> str:
    first = alike[0].name
    return first if len(alike) == 1 else f"{first} and {len(alike) - 1} more"


def _picture(facts: Facts) -> str:
    found = facts.found
    width, height = found["pixels"]
    dpi = found["dpi"]
    says = "no resolution" if dpi is None else f"{' × '.join(map(show, dict.fromkeys(dpi)))} dpi"
    profile = found["profile"] or "no profile"
    return f"{facts.kind}, {width} × {height} pixels, {says}, {found['colours']}, {profile}"


def _document(facts: Facts) -> Iterator[str]:
    if not facts.readable or not facts.found:
        yield f"{facts.name}: {facts.kind}" + ("" if facts.readable else ", unreadable")
        return
    yield f"{facts.name}: {facts.kind}"
    for name, words in _rows(facts.found):
        yield f"  {name:{_WIDTH}}{words}"


def _rows(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "pages", str(found["pages"])
    for boxes in found["boxes"]:
        yield "size", f"{on_pages(boxes['pages'])}: {_sizes(boxes)}"
    claim = found["standard"] or "no PDF/X"
    yield "claims", f"{claim} for {found['condition']}" if found["condition"] else claim
    yield "fonts", _some([_font(font) for font in found["fonts"]])
    yield "colours", _some(found["colours"])
    inks = ", ".join(found["inks"])
    ink = f"at most {show(found['most_ink'])} % of {inks}" if inks else "not known"
    if any("RGB" in label or "Lab" in label for label in found["colours"]):
        ink += ", RGB is turned into inks by the printer"
    yield "ink", ink
    pictures = str(found["pictures"])
    if found["least_dpi"] is not None:
        pictures += f", at least {found['least_dpi']:.0f} dpi"
    yield "pictures", pictures
    yield "transparency", _some(found["transparency"])
    line = found["thinnest_line_pt"]
    yield "lines", "none" if line is None else f"at least {show(line)} pt"
    yield "besides", _some(_besides(found))


def _sizes(boxes: Mapping[str, Any]) -> str:
    """Return a page's size, and how its other boxes lie on it."""
    words = []
    for name in ("MediaBox", "TrimBox", "BleedBox", "ArtBox", "CropBox"):
        if name in boxes and (name == "MediaBox" or boxes[name] != boxes["MediaBox"]):
            x, y, width, height = boxes[name]
            words.append(f"{name} {show(width)} × {show(height)}")
            if name != "MediaBox":
                words[-1] += f" at {show(x)}, {show(y)}"
    return ", ".join(words) + " mm"


def _font(font: Mapping[str, Any]) -> str:
    where = "" if font["embedded"] else ", not in the file"
    return f"{font['name']} ({font['kind']}{where})"


def _besides(found: Mapping[str, Any]) -> list[str]:
    words = [word for word in ("layers", "encrypted") if found[word]]
    if found["links"]:
        words.append(f"{found['links']} links")
    return words + [kind for kind in found["annotations"] if kind != "Link"]


def _some(words: Sequence[str]) -> str:
    more = len(words) - _MOST_NAMED
    listed = list(words[:_MOST_NAMED]) + ([f"{more} more"] if more > 0 else [])
    return ", ".join(listed) or "none"
