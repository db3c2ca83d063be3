"""What the content of a finished file uses: no more is left in it, and whether ink is blended."""

from __future__ import annotations

from collections.abc import Iterator

import pikepdf

# The operators that name a resource, and the kind of resource that their last name is of.
_NAMING = {
    "Do": "/XObject",
    "Tf": "/Font",
    "gs": "/ExtGState",
    "cs": "/ColorSpace",
    "CS": "/ColorSpace",
    "scn": "/Pattern",
    "SCN": "/Pattern",
    "sh": "/Shading",
}
_DEVICE = ("/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/Pattern")

_Content = pikepdf.Page | pikepdf.Object


class Resources:
    """Looks through the pages of one document, at what they share only once."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        self._document = document
        self._pruned: dict[tuple[tuple[int, int], frozenset[tuple[str, str]]], pikepdf.Object] = {}
        self._forms: set[tuple[int, int]] = set()
        self._blended: dict[tuple[int, int], bool] = {}

    def prune(self, page: pikepdf.Object) -> None:
        """Leave a page, and the forms that it draws, with the resources that each uses."""
        self._leave(page, pikepdf.Page(page))
        for form in _forms(page):
            self._prune_form(form)

    def _prune_form(self, form: pikepdf.Object) -> None:
        if form.objgen in self._forms:
            return
        self._forms.add(form.objgen)
        self._leave(form, form)
        for inner in _forms(form):
            self._prune_form(inner)

    def _leave(self, holder: pikepdf.Object, content: _Content) -> None:
        used = frozenset(_used(content))
        resources = holder.get("/Resources", pikepdf.Dictionary())
        key = (resources.objgen, used)
        if resources.objgen == (0, 0) or key not in self._pruned:
            kept: dict[str, dict[str, pikepdf.Object]] = {}
            for kind, name in sorted(used):
                kept.setdefault(kind, {})[name] = resources[kind][name]
            made = {kind: pikepdf.Dictionary(names) for kind, names in kept.items()}
            self._pruned[key] = self._document.make_indirect(pikepdf.Dictionary(made))
        holder["/Resources"] = self._pruned[key]

    def is_blended(self, holder: pikepdf.Object) -> bool:
        """Return whether something on a page or form lets through what lies below it."""
        key = holder.objgen
        if key not in self._blended:
            self._blended[key] = _is_blending(holder) or any(map(self.is_blended, _forms(holder)))
        return self._blended[key]


def _used(content: _Content) -> Iterator[tuple[str, str]]:
    """Yield the kind and the name of each resource that a content stream names."""
    for step in pikepdf.parse_content_stream(content, " ".join(_NAMING)):
        kind, operands = _NAMING[str(step.operator)], list(step.operands)
        name = operands[0 if kind == "/Font" else -1] if operands else None
        if isinstance(name, pikepdf.Name) and not (kind == "/ColorSpace" and str(name) in _DEVICE):
            yield kind, str(name)


def _drawn(holder: pikepdf.Object, kind: str) -> Iterator[pikepdf.Object]:
    nothing = pikepdf.Dictionary()
    for _, found in holder.get("/Resources", nothing).get(kind, nothing).items():
        yield found


def _forms(holder: pikepdf.Object) -> Iterator[pikepdf.Object]:
    return (found for found in _drawn(holder, "/XObject") if found.get("/Subtype") == "/Form")


def _is_blending(holder: pikepdf.Object) -> bool:
    """Return whether the content of a page or form blends anything itself, its forms aside."""
    if holder.get("/Subtype") == "/Form" and "/Group" in holder:
        return True
    if any("/SMask" in found for found in _drawn(holder, "/XObject")):
        return True
    return any(map(_is_blending_state, _drawn(holder, "/ExtGState")))


def _is_blending_state(state: pikepdf.Object) -> bool:
    return (
        any(float(state.get(key, 1)) < 1 for key in ("/CA", "/ca"))
        or state.get("/SMask", pikepdf.Name("/None")) != "/None"
        or state.get("/BM", pikepdf.Name.Normal) not in ("/Normal", "/Compatible")
    )
