"""The content of a page followed operator by operator, into every form, pattern and glyph.

The place of things does not matter, only how large they come out: what a form does is worked out
once for each scale and kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cardforge.check.verify.fontuse import font_use
from cardforge.check.verify.inks import ImageInks
from cardforge.check.verify.matrices import (
    UNIT,
    Matrix,
    dpi_of,
    gram,
    least_scale,
    matrix_of,
    times,
)
from cardforge.check.verify.notes import (
    is_group,
    note_form,
    note_group,
    note_picture,
    note_state,
)
from cardforge.check.verify.objects import DAMAGE, dictionary, listed
from cardforge.check.verify.operators import operators
from cardforge.check.verify.seen import BLACK, FontUse, Paint, Placed, Seen, paint_of
from cardforge.check.verify.spaces import (
    CMYK,
    GRAY,
    PATTERN,
    RGB,
    UNKNOWN,
    Space,
    shading_ink,
    space_of,
)
from cardforge.check.verify.streams import MOST_BYTES, SHORT, StreamError, decoded

# Bounds for a whole file: pages of a thousand times nested forms must end too.
_MOST_STEPS = 2_000_000
# To enter a form costs as much as so many operators.
_FORM_STEPS = 20
_MOST_CONTENT = 512 << 20
# Deeper than any design can nest its groups.
_DEEPEST = 100

_FILLS = frozenset(("f", "F", "f*", "B", "B*", "b", "b*"))
_STROKES = frozenset(("S", "s", "B", "B*", "b", "b*"))
_SHOWS = frozenset(("Tj", "TJ", "'", '"'))
_DEVICE = {"g": GRAY, "G": GRAY, "rg": RGB, "RG": RGB, "k": CMYK, "K": CMYK}


class _State(NamedTuple):
    matrix: Matrix = UNIT
    fill: Paint = BLACK
    stroke: Paint = BLACK
    fill_space: Space = GRAY
    stroke_space: Space = GRAY
    width: float = 1.0
    font: str = ""
    size: float = 1.0
    text: Matrix = UNIT
    mode: int = 0


class TooMuch(Exception):
    """More content than is followed: the file cannot be vouched for."""


class Walker:
    """Follows the pages of one document."""

    def __init__(self) -> None:
        self._steps = 0
        self._bytes = 0
        self._known: dict[Any, Seen] = {}
        self._parsed: dict[tuple[int, int], list[tuple[str, list[Any]]]] = {}
        self._inside: list[tuple[int, int]] = []
        self.damaged: set[str] = set()
        self.inks = ImageInks()

    def page(self, page: Any, resources: Any, unit: float = 1.0) -> Seen:
        """Return what a page does; `unit` is the length of its unit in points."""
        seen = Seen()
        resources = dictionary(resources)
        if is_group(page):
            seen.transparency.add("a transparency group")
            note_group(page, seen)
        state = _State(matrix=(unit, 0.0, 0.0, unit))
        data = self._content(page.get("/Contents"))
        self._run(list(self._counted(data)), resources, state, seen)
        return seen

    # --- content ---

    def _content(self, contents: Any) -> bytes:
        if contents is None:
            return b""
        # An operator may not stand across two streams, but a list of operands may.
        return b"\n".join(self._data(stream) for stream in listed(contents))

    def _data(self, stream: Any) -> bytes:
        try:
            data = decoded(stream, MOST_BYTES)
        except (StreamError, AttributeError) as error:
            reason = str(error) if isinstance(error, StreamError) else "it is no stream"
            self.damaged.add(reason)
            return b""
        self._bytes += len(data)
        if self._bytes > _MOST_CONTENT:
            raise TooMuch
        return data

    def _counted(self, data: bytes) -> Any:
        for step in operators(data):
            self._steps += 1
            if self._steps > _MOST_STEPS:
                raise TooMuch
            yield step

    def _steps_of(self, stream: Any) -> list[tuple[str, list[Any]]]:
        """Return the operators of a form, read once unless there are very many."""
        key = stream.objgen
        if key in self._parsed:
            return self._parsed[key]
        steps = list(self._counted(self._data(stream)))
        if key[0] and len(steps) < 10_000 and len(self._parsed) < 2_000:
            self._parsed[key] = steps
        return steps

    def _run(
        self,
        steps: list[tuple[str, list[Any]]],
        resources: Mapping[str, Any],
        state: _State,
        seen: Seen,
    ) -> None:
        stack: list[_State] = []
        self._steps += len(steps)
        if self._steps > _MOST_STEPS:
            raise TooMuch
        seen.drawn += len(steps)
        run = _Run(self, resources, seen)
        for word, operands in steps:
            if word == "q":
                if len(stack) < 1000:
                    stack.append(state)
            elif word == "Q":
                state = stack.pop() if stack else state
            else:
                handler = _HANDLERS.get(word)
                if handler is not None:
                    try:
                        state = handler(run, state, word, operands)
                    except DAMAGE:
                        continue  # viewers pass over an operator with wrong operands too

    # --- what content draws ---

    def _form(self, form: Any, outer: Mapping[str, Any], state: _State, seen: Seen) -> None:
        key = form.objgen
        if key[0] and key in self._inside:
            seen.refused.add("a form that contains itself")
            return
        if len(self._inside) >= _DEEPEST:
            seen.refused.add(f"a form inside {_DEEPEST} others")
            return
        inner = state._replace(matrix=times(matrix_of(form.get("/Matrix")), state.matrix))
        known = (key, gram(inner.matrix), *inner[1:]) if key[0] else None
        found = self._known.get(known) if known is not None else None
        if found is None:
            found = Seen()
            self._inside.append(key)
            self._steps += _FORM_STEPS
            try:
                note_form(form, found)
                note_group(form, found)
                resources = dictionary(form.get("/Resources")) or outer
                self._run(self._steps_of(form), resources, inner, found)
            finally:
                self._inside.pop()
            if known is not None and len(self._known) < 20_000:
                self._known[known] = found
        seen.add(found)

    def form(self, form: Any, outer: Mapping[str, Any], state: _State, seen: Seen) -> None:
        """Follow a form, a tiling pattern or a glyph that is drawn as one."""
        self._form(form, outer, state, seen)


class _Run:
    """The operators of one stream: each takes the state and returns it as it is afterwards."""

    def __init__(self, walker: Walker, resources: Mapping[str, Any], seen: Seen) -> None:
        self.walker, self.seen = walker, seen
        self._resources = resources
        self._kinds: dict[str, Mapping[str, Any]] = {}
        self._spaces: dict[str, Space] = {}
        self._fonts: dict[str, FontUse | None] = {}

    def _named(self, kind: str, name: str) -> Any:
        if kind not in self._kinds:
            self._kinds[kind] = dictionary(self._resources.get(kind))
        return self._kinds[kind].get(name)

    def _found(self, kind: str, name: str) -> Any:
        """Return a thing that the content names; what is not there is noted."""
        found = self._named(kind, name)
        if found is None:
            self.seen.lost.add(f"the {kind[1:]} {name[1:41]}")
        return found

    def _space(self, name: Any) -> Space:
        if not isinstance(name, str):
            return space_of(name, self._all_spaces())
        if name not in self._spaces:
            self._spaces[name] = space_of(name, self._all_spaces())
        return self._spaces[name]

    def _all_spaces(self) -> Mapping[str, Any]:
        self._named("/ColorSpace", "")
        return self._kinds["/ColorSpace"]

    # --- state ---

    def transform(self, state: _State, _: str, operands: list[Any]) -> _State:
        """Note a change of the matrix."""
        a, b, c, d = operands[:4]
        return state._replace(matrix=times((a, b, c, d), state.matrix))

    def width(self, state: _State, _: str, operands: list[Any]) -> _State:
        """Note the width of the pen."""
        return state._replace(width=abs(float(operands[0])))

    def graphics(self, state: _State, _: str, operands: list[Any]) -> _State:
        """Note what a dictionary of the graphics state changes."""
        found = dictionary(self._found("/ExtGState", operands[0]))
        note_state(found, self.seen)
        for font in listed(found.get("/Font"))[:1]:
            self.seen.fonts.add(font_use(font))
        if "/LW" in found:
            state = state._replace(width=abs(float(found["/LW"])))
        return state

    def font(self, state: _State, _: str, operands: list[Any]) -> _State:
        """Note the font and its size."""
        return state._replace(font=operands[0], size=float(operands[1]))

    def mode(self, state: _State, _: str, operands: list[Any]) -> _State:
        """Note how text is painted."""
        return state._replace(mode=int(operands[0]))

    def text_matrix(self, state: _State, word: str, operands: list[Any]) -> _State:
        """Note how text is scaled."""
        return state._replace(text=UNIT if word == "BT" else tuple(operands[:4]))

    # --- colours ---

    def device(self, state: _State, word: str, operands: list[Any]) -> _State:
        """Note a colour in a space of the device."""
        name = {"g": "/DeviceGray", "rg": "/DeviceRGB", "k": "/DeviceCMYK"}[word.lower()]
        return _with_paint(state, word.isupper(), self._space(name), operands)

    def space(self, state: _State, word: str, operands: list[Any]) -> _State:
        """Note a colour space and the colour it begins with."""
        space = self._space(operands[0])
        return _with_paint(state, word.isupper(), space, list(space.initial))

    def colour(self, state: _State, word: str, operands: list[Any]) -> _State:
        """Note a colour in the space that is set, or a pattern."""
        space = state.stroke_space if word.isupper() else state.fill_space
        if operands and isinstance(operands[-1], str):
            return self._pattern(state, word.isupper(), space, operands)
        return _with_paint(state, word.isupper(), space, operands)

    def _pattern(self, state: _State, stroke: bool, space: Space, operands: list[Any]) -> _State:
        pattern = self._found("/Pattern", operands[-1])
        if pattern is None:
            return state
        if int(pattern.get("/PatternType", 1)) == 2:
            paint = self._shaded(pattern.get("/Shading"))
            note_state(dictionary(pattern.get("/ExtGState")), self.seen)
        else:
            values = tuple(value for value in operands[:-1] if isinstance(value, float))
            paint = paint_of(space, values) if values else paint_of(PATTERN, ())
            inner = state._replace(fill=paint, stroke=paint) if values else state
            self.walker.form(pattern, self._resources, inner, self.seen)
        return state._replace(stroke=paint) if stroke else state._replace(fill=paint)

    def _shaded(self, shading: Any) -> Paint:
        space, ink = shading_ink(shading, self._all_spaces())
        if ink is None and (space.inks or space.palette):
            self.seen.unmeasured.add("a gradient")
        label = f"{space.label} in a gradient"
        return Paint(label, space.families, ink, space.names)

    # --- painting ---

    def paint(self, state: _State, word: str, _: list[Any]) -> _State:
        """Note a filled or stroked path."""
        if word in _FILLS:
            self.seen.paint(state.fill)
        if word in _STROKES:
            self.seen.paint(state.stroke, stroke=True)
            self.seen.stroke(state.width * least_scale(state.matrix))
        return state

    def shade(self, state: _State, _: str, operands: list[Any]) -> _State:
        """Note a gradient that fills the clip."""
        shading = self._found("/Shading", operands[0])
        if shading is not None:
            self.seen.paint(self._shaded(shading))
        return state

    def show(self, state: _State, _: str, __: list[Any]) -> _State:
        """Note text: its font, and its colours unless it is invisible."""
        if state.font not in self._fonts:
            font = self._found("/Font", state.font)
            self._fonts[state.font] = None if font is None else font_use(font)
        used = self._fonts[state.font]
        if used is not None:
            self.seen.fonts.add(used)
            if used.kind == "Type3":
                self._glyphs(self._named("/Font", state.font), state)
        if state.mode in (0, 2, 4, 6):
            self.seen.paint(state.fill)
        if state.mode in (1, 2, 5, 6):
            self.seen.paint(state.stroke, stroke=True)
            self.seen.stroke(state.width * least_scale(state.matrix))
        return state

    def _glyphs(self, font: Any, state: _State) -> None:
        """Follow the glyphs of a font that draws each as a form."""
        size: Matrix = (state.size, 0.0, 0.0, state.size)
        matrix = times(size, times(state.text, state.matrix))
        matrix = times(matrix_of(font.get("/FontMatrix")), matrix)
        outer = dictionary(font.get("/Resources")) or self._resources
        for glyph in list(dictionary(font.get("/CharProcs")).values())[:512]:
            self.walker.form(glyph, outer, state._replace(matrix=matrix), self.seen)

    def draw(self, state: _State, _: str, operands: list[Any]) -> _State:
        """Note a picture, or follow a form."""
        found = self._found("/XObject", operands[0])
        if found is None:
            return state
        kind = str(found.get("/Subtype"))
        if "/OC" in found:
            self.seen.has_layers = True
        if kind == "/Form":
            self.walker.form(found, self._resources, state, self.seen)
        elif kind == "/Image":
            self._picture(found, state, found.objgen[0])
        elif kind == "/PS":
            self.seen.refused.add("PostScript")
        return state

    def _picture(self, found: Any, state: _State, number: int) -> None:
        """Note a picture: its colours, its transparency and how finely it is printed."""
        note_picture(found, self.seen)
        size = int(found.get("/Width", 0)), int(found.get("/Height", 0))
        if found.get("/ImageMask") is True:
            self.seen.paint(state.fill)
            label = "a mask"
        else:
            space = self._picture_space(found)
            self.walker.inks.add(found, space, self.seen)
            label = space.label
        dpi = dpi_of(*size, state.matrix)
        if dpi is not None:
            self.seen.images.add(Placed(number, *size, round(dpi, 1), label))

    def _picture_space(self, found: Any) -> Space:
        space = found.get("/ColorSpace")
        if space is None:  # a JPEG 2000 picture may carry its own
            return UNKNOWN._replace(label="its own colours", families=frozenset({"own"}))
        return space_of(space, self._all_spaces())

    def inline(self, state: _State, _: str, operands: list[Any]) -> _State:
        """Note a picture that is written between the operators."""
        found = dict(zip(operands[::2], operands[1::2], strict=False))
        size = tuple(
            int(found.get(short) or found.get(whole) or 0)
            for short, whole in (("/W", "/Width"), ("/H", "/Height"))
        )
        packed = found.get("/F", found.get("/Filter"))
        names = packed if isinstance(packed, list) else [packed]
        self.seen.filters.update(SHORT.get(n, n)[1:] for n in names if isinstance(n, str))
        label = "a mask"
        if "true" in (found.get("/IM"), found.get("/ImageMask")):
            self.seen.paint(state.fill)
        else:
            space = self._space(found.get("/CS", found.get("/ColorSpace")))
            self.seen.paint(Paint(space.label, space.families, None, space.names))
            self.seen.unmeasured.add("a picture between the operators")
            label = space.label
        dpi = dpi_of(size[0], size[1], state.matrix)
        if dpi is not None:
            self.seen.images.add(Placed(0, size[0], size[1], round(dpi, 1), label))
        return state

    def mark(self, state: _State, _: str, operands: list[Any]) -> _State:
        """Note the beginning of a layer."""
        if operands and operands[0] == "/OC":
            self.seen.has_layers = True
        return state

    def postscript(self, state: _State, _: str, __: list[Any]) -> _State:
        """Note a piece of PostScript."""
        self.seen.refused.add("PostScript")
        return state


_HANDLERS: dict[str, Any] = {
    "cm": _Run.transform, "w": _Run.width, "gs": _Run.graphics, "Tf": _Run.font,
    "Tr": _Run.mode, "Tm": _Run.text_matrix, "BT": _Run.text_matrix, "sh": _Run.shade,
    "Do": _Run.draw, "BI": _Run.inline, "BDC": _Run.mark, "PS": _Run.postscript,
    **dict.fromkeys(_DEVICE, _Run.device),
    **dict.fromkeys(("cs", "CS"), _Run.space),
    **dict.fromkeys(("sc", "scn", "SC", "SCN"), _Run.colour),
    **dict.fromkeys(_FILLS | _STROKES, _Run.paint),
    **dict.fromkeys(_SHOWS, _Run.show),
}  # fmt: skip


def _with_paint(state: _State, stroke: bool, space: Space, values: list[Any]) -> _State:
    numbers = tuple(value for value in values if isinstance(value, float))
    if stroke:
        return state._replace(stroke=paint_of(space, numbers), stroke_space=space)
    return state._replace(fill=paint_of(space, numbers), fill_space=space)
