"""Tagged PDF: which ink is a heading, a paragraph, a figure, for those who hear a page.

A page's tagged groups become a tree of elements, and each stretch of its content
stream is marked with the element it belongs to.  Stretches never lie inside each
other: where a tagged group begins or ends, the stretch that is open is closed first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardforge.fonts import Fonts
from cardforge.geometry import Transform
from cardforge.ink import TAG_ROLES, Group, Ink, Page, Tag
from cardforge.ink.bounds import box_round
from cardforge.render.content import Content, Resources, page_box
from cardforge.render.navigation import Annotation, Navigation
from cardforge.render.objects import Document, text_string

_ARTIFACT = "Artifact"
# PDF 1.4 has no role for what stands beside the text; a reader says it like a note.
_WRITTEN_AS = {"Aside": "Note"}
# What may stand nowhere else; a list, table or row that nobody drew is put round it.
_HOMES = {
    "LI": ("L",),
    "TOCI": ("TOC",),
    "TH": ("TR",),
    "TD": ("TR",),
    "TR": ("Table", "THead", "TBody"),
}
_MORE = {"TH": " /A << /O /Table /Scope /Column >>"}


class _Mark(NamedTuple):
    """A stretch of a page's content stream."""

    page_index: int
    number: int


class _Element:
    """A node of the tree: what it is, and the elements, stretches and links inside it."""

    def __init__(
        self, role: str, parent: _Element | None, alt: str = "", *, is_implied: bool = False
    ) -> None:
        self.role = role
        self.is_implied = is_implied
        self.parent = parent
        self.alt = alt
        self.box: str | None = None
        self.kids: list[_Element | _Mark | Annotation] = []
        self.number = 0
        if parent is not None:
            parent.kids.append(self)


def is_tagged(items: Iterable[Ink]) -> bool:
    """Return whether any group of a page has a tag; plates are not looked into."""
    return any(
        isinstance(item, Group) and (item.tag is not None or is_tagged(item.items))
        for item in items
    )


class StructureTree:
    """The elements of all tagged pages, and the way back from marks and links to them."""

    def __init__(self) -> None:
        self._root = _Element("Document", None)
        self._continued: dict[tuple[str, int], _Element] = {}
        # One entry for each tagged page and each of its links, in the order of their keys.
        self._owners: list[list[_Element] | _Element] = []

    def content(
        self, page: Page, index: int, resources: Resources, fonts: Fonts
    ) -> tuple[TaggedContent, int]:
        """Return the marked content stream of a page, and the page's key in the tree."""
        owners: list[_Element] = []
        self._owners.append(owners)
        key = len(self._owners) - 1
        return TaggedContent(resources, self, _Side(page, index, owners), fonts), key

    def enter(self, tag: Tag, parent: _Element | None) -> _Element:
        """Return the element of a tag: a new one, or the one that it continues."""
        if tag.role not in TAG_ROLES:
            raise ValueError(f"'{tag.role}' is no role of a tag")
        known = self._continued.get((tag.role, tag.key)) if tag.key else None
        if known is not None:
            return known
        role = _WRITTEN_AS.get(tag.role, tag.role)
        element = _Element(role, _home(role, parent or self._root), tag.alt)
        if tag.key:
            self._continued[tag.role, tag.key] = element
        return element

    def add_links(self, annotations: Iterable[Annotation], navigation: Navigation) -> None:
        """Put the links of a tagged page into the tree: where their key says, else after it."""
        for annotation in annotations:
            element = self.enter(Tag("Link", key=annotation.link.key), None)
            element.kids.append(annotation)
            self._owners.append(element)
            navigation.set_parent(annotation, len(self._owners) - 1)

    def finish(self, document: Document) -> str:
        """Write the tree and return its entries of the catalog; nothing without tagged pages."""
        if not self._owners:
            return ""
        root = document.reserve()
        elements = list(_every(self._root))
        for element in elements:
            element.number = document.reserve()
        for element in elements:
            document.fill(element.number, _body(element, root, document.page_numbers))
        parents = " ".join(f"{key} {_owners(owner)}" for key, owner in enumerate(self._owners))
        tree = document.add(f"<< /Nums [{parents}] >>\n".encode())
        document.fill(
            root,
            f"<< /Type /StructTreeRoot /K {self._root.number} 0 R /ParentTree {tree} 0 R"
            f" /ParentTreeNextKey {len(self._owners)} >>\n",
        )
        return f" /MarkInfo << /Marked true >> /StructTreeRoot {root} 0 R"


class _Side(NamedTuple):
    """The page that is being drawn, and the element of each of its stretches."""

    page: Page
    page_index: int
    owners: list[_Element]


class TaggedContent(Content):
    """A page's content stream, every stretch of it marked with its element or as an artifact."""

    def __init__(
        self, resources: Resources, tree: StructureTree, side: _Side, fonts: Fonts
    ) -> None:
        super().__init__(resources)
        self._tree = tree
        self._side = side
        self._fonts = fonts
        self._place = Transform()
        self._element: _Element | None = None
        self._is_artifact = False
        self._is_open = False

    def draw(self, items: tuple[Ink, ...]) -> None:
        """Add the operators of some ink; no stretch that begins here goes on after it."""
        for item in items:
            if isinstance(item, Group) and (item.tag is not None or item.opacity >= 1):
                self._close()
                self._descend(item)
            else:
                self._open()
                super().draw((item,))
        self._close()

    def _descend(self, group: Group) -> None:
        before = self._element, self._is_artifact, self._place
        if group.tag is not None and not self._is_artifact:
            self._is_artifact = group.tag.role == _ARTIFACT
            if not self._is_artifact:
                self._element = self._tree.enter(group.tag, self._element)
                self._measure(self._element, group)
        if group.transform is not None:
            self._place = group.transform.then(self._place)
        if group.opacity < 1:
            self.draw((group._replace(tag=None),))
        elif group.transform is None and group.clip is None:
            self.draw(group.items)
        else:
            self._enclosed(group)
        self._element, self._is_artifact, self._place = before

    def _measure(self, element: _Element, group: Group) -> None:
        """Give a figure the box in which it lies."""
        if element.role == "Figure" and element.box is None:
            box = box_round((group,), self._fonts, self._place)
            element.box = None if box is None else page_box(box, self._side.page.size)

    def _open(self) -> None:
        if self._is_open:
            return
        self._is_open = True
        self._end_text()
        if self._element is None or self._is_artifact:
            self.operators.append(f"/{_ARTIFACT} BMC")
            return
        number = len(self._side.owners)
        self._side.owners.append(self._element)
        self._element.kids.append(_Mark(self._side.page_index, number))
        self.operators.append(f"/{self._element.role} << /MCID {number} >> BDC")

    def _close(self) -> None:
        self._end_text()
        if self._is_open:
            self._is_open = False
            self.operators.append("EMC")


def _home(role: str, parent: _Element) -> _Element:
    """Return where an element belongs: its parent, or what has to stand between them.

    Items and rows that follow each other share their list or table; a cell outside
    any row is a row of its own.
    """
    homes = _HOMES.get(role)
    if homes is None or parent.role in homes:
        return parent
    outer = _home(homes[0], parent)
    last = outer.kids[-1] if outer.kids else None
    is_open = isinstance(last, _Element) and last.is_implied and last.role == homes[0] != "TR"
    if isinstance(last, _Element) and is_open:
        return last
    return _Element(homes[0], outer, is_implied=True)


def _every(element: _Element) -> Iterable[_Element]:
    yield element
    for kid in element.kids:
        if isinstance(kid, _Element):
            yield from _every(kid)


def _owners(owner: list[_Element] | _Element) -> str:
    if isinstance(owner, _Element):
        return f"{owner.number} 0 R"
    return "[" + " ".join(f"{element.number} 0 R" for element in owner) + "]"


def _body(element: _Element, root: int, pages: list[int]) -> str:
    parent = root if element.parent is None else element.parent.number
    first = next((kid.page_index for kid in element.kids if isinstance(kid, _Mark)), None)
    entries = [f"/Type /StructElem /S /{element.role} /P {parent} 0 R"]
    if first is not None:
        entries.append(f"/Pg {pages[first]} 0 R")
    kids = " ".join(_kid(kid, first, pages) for kid in element.kids)
    entries.append(f"/K [{kids}]{_MORE.get(element.role, '')}")
    if element.box is not None:
        entries.append(f"/A << /O /Layout /BBox {element.box} >>")
    if element.alt:
        entries.append(f"/Alt {text_string(element.alt)}")
    return f"<< {' '.join(entries)} >>\n"


def _kid(kid: _Element | _Mark | Annotation, first: int | None, pages: list[int]) -> str:
    if isinstance(kid, _Element):
        return f"{kid.number} 0 R"
    page = pages[kid.page_index]
    if isinstance(kid, Annotation):
        return f"<< /Type /OBJR /Obj {kid.number} 0 R /Pg {page} 0 R >>"
    if kid.page_index == first:
        return str(kid.number)
    return f"<< /Type /MCR /Pg {page} 0 R /MCID {kid.number} >>"
