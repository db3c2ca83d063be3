"""Pages of ink as a PDF file: the only place that knows points and y-up.

Layout has decided everything; here each kind of ink becomes its operators
(:mod:`cardforge.render.content`), each distinct plate one form XObject, each
picture one image.  The same pages give the same bytes on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from cardforge import __version__
from cardforge.color import Color
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Segment
from cardforge.images import Art, Edit
from cardforge.ink import Gradient, OutlineEntry, Page, Plate, Text
from cardforge.ink.lettering import text_outline
from cardforge.render.content import REGISTRATION_NAME, Content, K, page_box, points
from cardforge.render.embedding import EmbeddedFont
from cardforge.render.navigation import Navigation
from cardforge.render.objects import Document, array, name_of, text_string
from cardforge.render.pictures import Picture, Stored, picture, tints
from cardforge.render.shadings import shading
from cardforge.render.structure import StructureTree, is_tagged

CREATOR = f"cardforge {__version__}"
PRODUCER = "ReportLab"

_DUPLEX = {"long-edge": "/DuplexFlipLongEdge", "short-edge": "/DuplexFlipShortEdge"}
# A blended form is clipped by what it is drawn on; its own box only has to be large enough.
_EVERYWHERE = Box(-5000.0, -5000.0, 10000.0, 10000.0)


class PdfInfo(NamedTuple):
    """What a PDF says about itself; `duplex` is long-edge, short-edge or None."""

    title: str
    language: str
    version: str
    author: str = ""
    subject: str = ""
    duplex: str | None = None
    actual_size: bool = True
    outline: tuple[OutlineEntry, ...] = ()


def render(
    pages: Iterable[Page],
    fonts: Fonts,
    info: PdfInfo,
    pictures: Callable[[Path, Edit], Stored] = picture,
) -> bytes:
    """Return the PDF of some pages; `pictures` makes what an Image names a picture for PDF."""
    writer = _Writer(fonts, pictures)
    for page in pages:
        writer.add_page(page)
    return writer.finish(info)


class _Writer:
    """Gives the content streams the names of what they draw, and stores it once."""

    def __init__(self, fonts: Fonts, pictures: Callable[[Path, Edit], Stored]) -> None:
        self._document = Document()
        self._pictures = pictures
        self._navigation = Navigation(self._document)
        self._tree = StructureTree()
        self._fonts = fonts
        # By the identity of the opened file: one file may hold many faces and instances.
        self._embedded: dict[int, EmbeddedFont] = {}
        # The plate is kept beside its name: an identity may not be used again while it counts.
        self._plates: dict[int, tuple[Plate, str]] = {}
        self._images: dict[tuple[str, Edit], str] = {}
        # The numbers of the inks that a press has a plate of its own for.
        self._inks: dict[str, int] = {}

    # --- what content streams ask for ---

    def runs(self, item: Text) -> list[tuple[str, str]]:
        """Return a text as (font name, show operators) pairs."""
        found = self._fonts[item.font]
        embedded = self._embedded.get(id(found.file))
        if embedded is None:
            embedded = EmbeddedFont(found, self._document.reportlab)
            self._embedded[id(found.file)] = embedded
        return embedded.runs(item)

    def outline(self, item: Text) -> tuple[Segment, ...]:
        """Return the outlines of the letters of a text."""
        return text_outline(item, self._fonts)

    def plate(self, plate: Plate) -> str:
        """Return the name of a plate's form, which is written at the first use."""
        known = self._plates.get(id(plate))
        if known is not None:
            return known[1]
        content = Content(self)
        content.draw(plate.items)
        name = self._form(content, plate.bounds)
        self._plates[id(plate)] = plate, name
        return name

    def blend(self, content: Content) -> str:
        """Return the name of a form whose ink is blended as one."""
        return self._form(content, _EVERYWHERE, " /Group << /S /Transparency >>")

    def image(self, source: str, edit: Edit) -> str:
        """Return the name of a picture, which is stored at the first use."""
        key = source, edit
        if key not in self._images:
            stored = self._pictures(Path(source), edit)
            number = self._art(stored) if isinstance(stored, Art) else self._picture(stored)
            self._images[key] = f"X{number}"
        return self._images[key]

    def opacity(self, opacity: float) -> str:
        """Return the name of a graphics state with this opacity."""
        value = f"{max(opacity, 0.0):.3g}"
        return self._state(f"/CA {value} /ca {value}")

    def overprint(self, fill: bool, stroke: bool) -> str:
        """Return the name of a graphics state in which fills and strokes spare other inks."""
        words = {True: "true", False: "false"}
        return self._state(f"/OP {words[stroke]} /op {words[fill]} /OPM 1")

    def ink(self, name: str, alternate: tuple[float, ...]) -> str:
        """Return the name of the colour space of an ink of its own, one for each ink."""
        if name not in self._inks:
            full = " ".join(f"{value:.4g}" for value in alternate)
            tint = f"<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [{full}] /N 1 >>"
            space = f"[/Separation {name_of(name)} /DeviceCMYK {tint}]\n"
            self._inks[name] = self._document.add(space.encode())
        return f"S{self._inks[name]}"

    def shading(self, gradient: Gradient) -> str:
        """Return the name of a gradient; equal ones are stored once."""
        body = shading(gradient, lambda inks: f"{self._mixed(inks)} 0 R")
        return f"H{self._document.add(body.encode())}"

    # --- objects ---

    def _state(self, entries: str) -> str:
        body = f"<< /Type /ExtGState {entries} >>\n"
        return f"G{self._document.add(body.encode())}"

    def _form(self, content: Content, bounds: Box, more: str = "") -> str:
        encoded = content.encoded()
        entries = f"/Subtype /Form /BBox {_form_box(bounds)} {self._resources(content)}{more}"
        return f"X{self._document.add_stream(entries, encoded)}"

    def _picture(self, picture: Picture) -> int:
        entries = picture.entries
        if picture.inks:
            entries += f" /ColorSpace {self._mixed(picture.inks)} 0 R"
        if picture.mask is not None:
            entries += f" /SMask {self._picture(picture.mask)} 0 R"
        return self._document.add_data(entries, picture.data)

    def _art(self, art: Art) -> int:
        """Return the number of a form that was copied, after what it refers to."""
        numbers: dict[int, int] = {}
        waiting: dict[int, int] = {}

        def stored(index: int) -> int:
            if index in numbers:
                return numbers[index]
            if index in waiting:
                # It refers to itself by way of others: these have to know its number first.
                numbers[index] = waiting[index] = self._document.reserve()
                return numbers[index]
            waiting[index] = 0
            body = b"".join(
                part if isinstance(part, bytes) else b"%d 0 R" % stored(part)
                for part in art.objects[index]
            )
            if waiting.pop(index):
                self._document.fill(numbers[index], body.decode("latin-1"))
            else:
                numbers[index] = self._document.add(body)
            return numbers[index]

        return stored(len(art.objects) - 1)

    def _mixed(self, inks: tuple[Color, ...]) -> int:
        """Return the number of the colour space of the four process inks and some of their own."""
        names = "/Cyan /Magenta /Yellow /Black " + " ".join(name_of(ink.spot or "") for ink in inks)
        count = 4 + len(inks)
        entries = f"/FunctionType 4 /Domain [{'0 1 ' * count}] /Range [0 1 0 1 0 1 0 1]"
        tint = self._document.add_stream(entries, tints(tuple(ink.values for ink in inks)))
        return self._document.add(f"[/DeviceN [{names}] /DeviceCMYK {tint} 0 R]\n".encode())

    def _resources(self, content: Content) -> str:
        parts = []
        if content.has_text:
            parts.append(f"/Font {self._document.fonts_number} 0 R")
        if content.xobjects:
            # The names of XObjects, states and inks are a letter and the number of the object.
            names = " ".join(f"/{n} {n[1:]} 0 R" for n in sorted(content.xobjects))
            parts.append(f"/XObject << {names} >>")
        if content.states:
            names = " ".join(f"/{n} {n[1:]} 0 R" for n in sorted(content.states))
            parts.append(f"/ExtGState << {names} >>")
        if content.spaces:
            names = " ".join(f"/{n} {self._space(n)} 0 R" for n in sorted(content.spaces))
            parts.append(f"/ColorSpace << {names} >>")
        if content.shadings:
            names = " ".join(f"/{n} {n[1:]} 0 R" for n in sorted(content.shadings))
            parts.append(f"/Shading << {names} >>")
        # Most plates of a deck use the same things: they share one dictionary.
        body = f"<< {' '.join(parts)} >>\n".encode()
        return f"/Resources {self._document.add(body)} 0 R"

    def _space(self, name: str) -> int:
        """Return the number of the colour space of an ink."""
        if name != REGISTRATION_NAME:
            return int(name[1:])
        # Prints on every plate of a press, black on anything else.
        tint = "<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>"
        return self._document.add(f"[/Separation /All /DeviceGray {tint}]\n".encode())

    def add_page(self, page: Page) -> None:
        """Add a page with its boxes."""
        index = len(self._document.page_numbers)
        content, key = Content(self), None
        if is_tagged(page.items):
            content, key = self._tree.content(page, index, self, self._fonts)
        content.operators.append(f"1 0 0 1 0 {page.size.height * K:.4f} cm")
        content.draw(page.items)
        number = self._document.add_stream("", content.encoded())
        whole = Box(0.0, 0.0, *page.size)
        boxes = {"MediaBox": whole, "CropBox": whole, "BleedBox": page.bleed, "TrimBox": page.trim}
        self._document.add_page(
            " ".join(f"/{name} {page_box(box, page.size)}" for name, box in boxes.items())
            + f" {self._resources(content)} /Contents {number} 0 R"
            + self._beside_ink(page, index, key)
        )

    def _beside_ink(self, page: Page, index: int, key: int | None) -> str:
        """Return the entries of a page for its links and for its place in the tree of tags."""
        entries = ""
        if page.links or page.anchors:
            links = self._navigation.add_page(page, index)
            if links:
                entries += f" /Annots [{' '.join(f'{link.number} 0 R' for link in links)}]"
            if key is not None:
                self._tree.add_links(links, self._navigation)
        # Tabs S: from link to link in the order of the tree.
        return entries if key is None else f"{entries} /StructParents {key} /Tabs /S"

    def finish(self, info: PdfInfo) -> bytes:
        """Return the file."""
        metadata = self._document.add_data("/Type /Metadata /Subtype /XML", _xmp(info))
        more = self._navigation.finish(info.outline) + self._tree.finish(self._document)
        return self._document.finish(_info(info), _catalog(info, metadata) + more)


@lru_cache(maxsize=64)
def _form_box(bounds: Box) -> str:
    left, bottom, width, height = points(bounds)
    return array(left, bottom, left + width, bottom + height)


def _info(info: PdfInfo) -> str:
    fields = {
        "Title": info.title,
        "Author": info.author,
        "Subject": info.subject,
        "Keywords": f"version {info.version}",
        "Creator": CREATOR,
        "Producer": PRODUCER,
    }
    return " ".join(f"/{key} {text_string(text)}" for key, text in fields.items() if text)


def _catalog(info: PdfInfo, metadata: int) -> str:
    preferences = ["/DisplayDocTitle true"]
    if info.actual_size:
        preferences.append("/PrintScaling /None")
    if info.duplex is not None:
        preferences.append(f"/Duplex {_DUPLEX[info.duplex]}")
    return (
        f"/Lang {text_string(info.language)} /Metadata {metadata} 0 R"
        f" /ViewerPreferences << {' '.join(preferences)} >>"
    )


def _xmp(info: PdfInfo) -> bytes:
    """Return the metadata packet that archives and print shops read."""
    title, author, subject = (_escaped(t) for t in (info.title, info.author, info.subject))
    creator = f"<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>"
    alternative = '<rdf:Alt><rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt>'
    description = f"<dc:description>{alternative.format(subject)}</dc:description>"
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:format>application/pdf</dc:format>
<dc:title>{alternative.format(title)}</dc:title>
<dc:language><rdf:Bag><rdf:li>{_escaped(info.language)}</rdf:li></rdf:Bag></dc:language>
{creator if author else ""}{description if subject else ""}
<xmp:CreatorTool>{CREATOR}</xmp:CreatorTool>
<pdf:Keywords>version {_escaped(info.version)}</pdf:Keywords>
<pdf:Producer>{PRODUCER}</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>""".encode()


def _escaped(text: str) -> str:
    # Not xml.sax.saxutils: importing it costs as much as drawing a hundred cards.
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
