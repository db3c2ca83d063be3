"""Text as outlines: letters of the nearest font, placed as the file says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardforge.fonts import Font, FontError
from cardforge.geometry import Box, Segment, Transform
from cardforge.shaping.values import Glyph, Shaping
from cardforge.svg.faults import FONT, SvgError
from cardforge.svg.letters import Letter, letters_of
from cardforge.svg.rails import Rail, rail_of
from cardforge.svg.reading import Node
from cardforge.svg.scene import Frame, Scene
from cardforge.svgpath import rectangle, transform_segments

Segments = tuple[Segment, ...]
Piece = tuple[Node, Frame, Segments]
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_BOLD = ("bold", "bolder", "600", "700", "800", "900")
# How far below the baseline a line under the text lies, and through it above; in em.
_LINES = {"underline": 0.12, "line-through": -0.26, "overline": -0.8}
_LINE_THICKNESS = 0.06


class Run(NamedTuple):
    """Letters of one look that follow each other, as glyphs; lengths in user units."""

    letters: list[Letter]
    font: Font
    em: float
    glyphs: tuple[Glyph, ...]
    spacing: float
    word_spacing: float

    @property
    def node(self) -> Node:
        """Return the element that the letters stand in."""
        return self.letters[0].node

    @property
    def frame(self) -> Frame:
        """Return the frame inside that element."""
        return self.letters[0].frame

    def advance(self, glyph: Glyph) -> float:
        """Return how far a glyph moves on."""
        more = self.spacing if glyph.spaced else 0.0
        more += self.word_spacing if glyph.text == " " else 0.0
        return glyph.advance * self.em + more

    @property
    def width(self) -> float:
        """Return how far all of its glyphs move on."""
        return sum(map(self.advance, self.glyphs))


def text_pieces(scene: Scene, node: Node, frame: Frame) -> Iterator[Piece]:
    """Yield the pieces of a text: their element, the frame inside it, their outline in its units.

    `frame` is the one inside the text.
    """
    letters = letters_of(scene, node, frame)
    pen = (0.0, 0.0)
    for chunk in _chunks(letters):
        runs = [run for run in _runs(scene, chunk) if run.em > 0]
        if not runs:
            continue
        first = chunk[0]
        pen = (pen[0] if first.x is None else first.x, pen[1] if first.y is None else first.y)
        if first.path is not None:
            rail = rail_of(scene, first.path, first.frame)
            if rail is not None:
                yield from _along(scene, runs, rail)
            continue
        stretch = _Stretch.of(scene, node, frame, runs, is_whole=len(chunk) == len(letters))
        pen = (pen[0] - _anchor(first.frame) * stretch.width, pen[1])
        for run in runs:
            pen = (pen[0] + run.letters[0].dx, pen[1] + run.letters[0].dy)
            outline, width = _upright(scene, run, pen, stretch)
            pen = (pen[0] + width, pen[1])
            if outline:
                yield run.node, run.frame, outline


def _chunks(letters: list[Letter]) -> Iterator[list[Letter]]:
    """Yield the letters between two places that are set: they are anchored together."""
    chunk: list[Letter] = []
    for letter in letters:
        moved = letter.x is not None or letter.y is not None
        if chunk and (moved or letter.path is not chunk[0].path):
            yield chunk
            chunk = []
        chunk.append(letter)
    if chunk:
        yield chunk


def _runs(scene: Scene, chunk: list[Letter]) -> Iterator[Run]:
    run: list[Letter] = []
    for letter in chunk:
        apart = letter.dx or letter.dy or letter.turn_deg
        if run and (apart or letter.frame is not run[0].frame or run[-1].turn_deg):
            yield _shaped(scene, run)
            run = []
        run.append(letter)
    if run:
        yield _shaped(scene, run)


def _shaped(scene: Scene, letters: list[Letter]) -> Run:
    node, frame = letters[0].node, letters[0].frame
    style = frame.style
    text = "".join(letter.char for letter in letters)
    font = _font(scene, node, frame)
    spacing = _spacing(scene, node, frame, "letter-spacing")
    shaping = Shaping(rtl=style.get("direction") == "rtl")
    glyphs = font.shape(text, shaping, spaced=spacing != 0)
    if missing := font.missing(text):
        shown = " ".join(missing[:8])
        what = f"'{shown}' of <{node.tag}>"
        scene.troubles.add(FONT, what, node.line, f"is left out: '{font.path.stem}' has it not")
    for name in ("writing-mode", "font-variant"):
        if style.get(name, "normal") not in ("normal", "lr-tb", "lr", "horizontal-tb", "none"):
            scene.unsupported(node, "is set as plain text", f"{name} '{style[name]:.20}'")
    word = _spacing(scene, node, frame, "word-spacing")
    return Run(letters, font, float(style["font-size"]), glyphs, spacing, word)


def _font(scene: Scene, node: Node, frame: Frame) -> Font:
    style = frame.style
    families = style.get("font-family", "")
    bold = style.get("font-weight", "normal") in _BOLD
    italic = style.get("font-style", "normal") in ("italic", "oblique")
    try:
        font, missing = scene.faces.find(families, bold=bold, italic=italic)
    except FontError as fault:
        raise SvgError(fault.code, fault.message, fault.hint) from None
    if missing is not None:
        why = f"asks for the font {missing:.60}; '{font.path.stem}' is taken"
        hint = "name the font under fonts:, or turn the text into paths"
        scene.troubles.add(FONT, f"<{node.tag}>", node.line, why, hint, missing)
    return font


def _spacing(scene: Scene, node: Node, frame: Frame, name: str) -> float:
    if frame.style.get(name, "normal") == "normal":
        return 0.0
    return scene.length(node, frame, name, "0")


def _anchor(frame: Frame) -> float:
    share = _ANCHORS.get(frame.style.get("text-anchor", "start"), 0.0)
    return 1 - share if frame.style.get("direction") == "rtl" else share


class _Stretch(NamedTuple):
    """How runs are drawn out to the `textLength` of their text."""

    width: float
    extra: float = 0.0
    scale: float = 1.0

    @classmethod
    def of(
        cls, scene: Scene, node: Node, frame: Frame, runs: list[Run], *, is_whole: bool
    ) -> _Stretch:
        """Return how a chunk is drawn out; only a text of one chunk has a length of its own."""
        moves = sum(letter.dx for run in runs for letter in run.letters)
        width = sum(run.width for run in runs) + moves
        if not node.get("textLength"):
            return cls(width)
        if not is_whole:
            scene.unsupported(node, "is set as wide as it is", "textLength of several places")
            return cls(width)
        wanted = scene.shapes.length(node, "textLength", scene.measures(frame), "x")
        count = sum(len(run.glyphs) for run in runs)
        if wanted <= 0 or width <= 0 or count < 2:
            return cls(width)
        if node.get("lengthAdjust") == "spacingAndGlyphs":
            return cls(wanted, scale=wanted / width)
        return cls(wanted, extra=(wanted - width) / (count - 1))


def _upright(
    scene: Scene, run: Run, pen: tuple[float, float], stretch: _Stretch
) -> tuple[Segments, float]:
    """Return the outline of a run from a place on, and how wide it is."""
    x, y = 0.0, pen[1] + _shift(scene, run)
    turn = Transform.turned(run.letters[0].turn_deg)
    made: list[Segment] = []
    for glyph in run.glyphs:
        place = Transform.scaled(run.em, run.em).then(
            Transform.moved(x + glyph.dx * run.em, -glyph.dy * run.em)
        )
        made += transform_segments(_outline(run, glyph), place)
        x += run.advance(glyph) + stretch.extra
    for name, below in _LINES.items():
        if name in run.letters[0].lines:
            line = Box(0.0, below * run.em, x, _LINE_THICKNESS * run.em)
            made += rectangle(line)
    place = Transform.scaled(stretch.scale, 1.0).then(turn).then(Transform.moved(pen[0], y))
    return transform_segments(made, place), x * stretch.scale


def _outline(run: Run, glyph: Glyph) -> Segments:
    """Return a glyph's outline in em; a letter that the font has not got is left out."""
    if glyph.id == 0:
        return ()
    try:
        return run.font.outline(glyph.id)
    except FontError as fault:
        raise SvgError(fault.code, fault.message, fault.hint) from None


def _along(scene: Scene, runs: list[Run], rail: Rail) -> Iterator[Piece]:
    """Yield runs along a path, each glyph turned as the path is at its middle."""
    width = sum(run.width for run in runs)
    at = rail.start - _anchor(runs[0].frame) * width
    for run in runs:
        shift = _shift(scene, run)
        at += run.letters[0].dx
        made: list[Segment] = []
        for glyph in run.glyphs:
            advance = run.advance(glyph)
            place = rail.at(at + advance / 2)
            at += advance
            if place is None:
                # What lies beyond the ends of the path is not drawn, as SVG has it.
                continue
            (x, y), turn = place
            onto = Transform.scaled(run.em, run.em)
            dx = glyph.dx * run.em - advance / 2
            onto = onto.then(Transform.moved(dx, shift - glyph.dy * run.em))
            onto = onto.then(Transform.turned(turn)).then(Transform.moved(x, y))
            made += transform_segments(_outline(run, glyph), onto)
        if made:
            yield run.node, run.frame, tuple(made)


def _shift(scene: Scene, run: Run) -> float:
    """Return how far below its place the baseline of a run lies."""
    font, style = run.font, run.frame.style
    heights = {
        "middle": font.x_height / 2,
        "central": (font.ascent - font.descent) / 2,
        "hanging": 0.8 * font.ascent,
        "mathematical": 0.5 * font.ascent,
        "text-before-edge": font.ascent,
        "text-top": font.ascent,
        "text-after-edge": -font.descent,
        "text-bottom": -font.descent,
        "ideographic": -font.descent,
    }
    name = style.get("alignment-baseline") or style.get("dominant-baseline", "auto")
    shift = heights.get(name, 0.0) * run.em
    lifted = style.get("baseline-shift", "baseline")
    words = {"baseline": "0", "sub": "-0.2em", "super": "0.4em"}
    text = words.get(lifted, lifted)
    if text.endswith("%"):
        text = f"{text[:-1]}em"
        return shift - scene.length(run.node, _with(run.frame, text), "baseline-shift", "0") / 100
    return shift - scene.length(run.node, _with(run.frame, text), "baseline-shift", "0")


def _with(frame: Frame, shift: str) -> Frame:
    return frame._replace(style={**frame.style, "baseline-shift": shift})
