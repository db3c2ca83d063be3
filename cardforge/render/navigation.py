"""Links, anchors and the outline of a PDF: they may lead to pages that come later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardforge.geometry import Size
from cardforge.ink import Anchor, Link, OutlineEntry, Page
from cardforge.render.content import K, page_box
from cardforge.render.objects import Document, array, text_string

_ADDRESSES = ("http://", "https://", "mailto:")
_DEEPEST = 3


class Annotation(NamedTuple):
    """A link of a page: its object, and its key in the tree of tags when it has one."""

    number: int
    link: Link
    rectangle: str
    page_index: int


class _Target(NamedTuple):
    page_index: int
    page: Size
    anchor: Anchor


class Navigation:
    """What leads from one place of a document to another; written when all pages are there.

    A link or a line of the outline that leads nowhere is a ValueError: whoever made
    the pages named an anchor and did not set it.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self._targets: dict[str, _Target] = {}
        self._annotations: list[Annotation] = []
        self._parents: dict[int, int] = {}

    def add_page(self, page: Page, index: int) -> tuple[Annotation, ...]:
        """Note the anchors of a page, and return its links as annotations without a body yet."""
        for anchor in page.anchors:
            if anchor.name in self._targets:
                raise ValueError(f"two anchors are called '{anchor.name}'")
            self._targets[anchor.name] = _Target(index, page.size, anchor)
        added = tuple(
            Annotation(self._document.reserve(), link, page_box(link.box, page.size), index)
            for link in page.links
        )
        self._annotations += added
        return added

    def set_parent(self, annotation: Annotation, key: int) -> None:
        """Note where the tree of tags keeps a link."""
        self._parents[annotation.number] = key

    def finish(self, outline: Sequence[OutlineEntry]) -> str:
        """Write links and outline, and return their entries of the catalog."""
        titles = {f"#{entry.anchor}": entry.title for entry in reversed(outline)}
        for annotation in self._annotations:
            self._document.fill(annotation.number, self._link(annotation, titles))
        if not outline:
            return ""
        return f" /PageMode /UseOutlines /Outlines {self._outline(outline)} 0 R"

    def _link(self, annotation: Annotation, titles: dict[str, str]) -> str:
        target = annotation.link.target
        entries = ["/Type /Annot /Subtype /Link", f"/Rect {annotation.rectangle}"]
        entries += ["/Border [0 0 0]", "/F 4"]
        words = titles.get(target, "")
        if target.startswith("#"):
            entries.append(f"/Dest {self._destination(target[1:])}")
        else:
            words = _address(target)
            entries.append(f"/A << /Type /Action /S /URI /URI {text_string(words)} >>")
        if words:
            entries.append(f"/Contents {text_string(words)}")
        if annotation.number in self._parents:
            entries.append(f"/StructParent {self._parents[annotation.number]}")
        return f"<< {' '.join(entries)} >>\n"

    def _destination(self, name: str) -> str:
        target = self._targets.get(name)
        if target is None:
            raise ValueError(f"nothing is called '{name}': there is no such anchor")
        page = self._document.page_numbers[target.page_index]
        x, y = target.anchor.at
        left, top = array(x * K, (target.page.height - y) * K)[1:-1].split()
        return f"[{page} 0 R /XYZ {left} {top} null]"

    # --- the outline ---

    def _outline(self, outline: Sequence[OutlineEntry]) -> int:
        """Return the number of the outline; entries of level 1 are open, deeper ones closed."""
        parents = _parents_of(outline)
        root = self._document.reserve()
        numbers = [self._document.reserve() for _ in outline]
        children: dict[int, list[int]] = {}
        for index, parent in enumerate(parents):
            children.setdefault(parent, []).append(index)
        for index, entry in enumerate(outline):
            siblings = children[parents[index]]
            place = siblings.index(index)
            above = root if parents[index] < 0 else numbers[parents[index]]
            entries = [f"/Title {text_string(entry.title)}", f"/Parent {above} 0 R"]
            entries.append(f"/Dest {self._destination(entry.anchor)}")
            if place > 0:
                entries.append(f"/Prev {numbers[siblings[place - 1]]} 0 R")
            if place + 1 < len(siblings):
                entries.append(f"/Next {numbers[siblings[place + 1]]} 0 R")
            if own := children.get(index):
                count = len(own) if entry.level == 1 else -len(own)
                entries.append(_ends(own, numbers, count))
            self._document.fill(numbers[index], f"<< {' '.join(entries)} >>\n")
        shown = sum(entry.level <= 2 for entry in outline)
        ends = _ends(children[-1], numbers, shown)
        self._document.fill(root, f"<< /Type /Outlines {ends} >>\n")
        return root


def _ends(children: list[int], numbers: list[int], count: int) -> str:
    return f"/First {numbers[children[0]]} 0 R /Last {numbers[children[-1]]} 0 R /Count {count}"


def _parents_of(outline: Sequence[OutlineEntry]) -> list[int]:
    """Return the index of each entry's parent, -1 for those of level 1."""
    parents: list[int] = []
    open_entries: list[int] = []
    for index, entry in enumerate(outline):
        if not 1 <= entry.level <= min(_DEEPEST, len(open_entries) + 1):
            raise ValueError(f"the outline jumps to level {entry.level} at '{entry.title}'")
        del open_entries[entry.level - 1 :]
        parents.append(open_entries[-1] if open_entries else -1)
        open_entries.append(index)
    return parents


def _address(target: str) -> str:
    """Return a web address in ASCII; nothing but the web and mail may be linked."""
    if not target.lower().startswith(_ADDRESSES):
        raise ValueError(f"a link leads to the web, to mail or to an anchor, not to '{target}'")
    return "".join(
        chr(byte) if 0x20 < byte < 0x7F else f"%{byte:02X}" for byte in target.encode("utf-8")
    )
