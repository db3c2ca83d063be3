"""How elements are written: for each kind of element its keys and what they may hold."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardforge.decode import (
    BAD,
    Field,
    Kind,
    Node,
    Reader,
    Record,
    found,
    read_fields,
    record_schema,
)
from cardforge.diagnostics import did_you_mean
from cardforge.element_kinds import BoxName, Condition, FitKind, Repeated, ViewBox
from cardforge.elements import (
    BoxSpec,
    Common,
    FlowElement,
    GroupElement,
    IconElement,
    ImageElement,
    LineElement,
    PartElement,
    PathElement,
    PipsElement,
    RepeatElement,
    ShapeElement,
    StyleUse,
    TextElement,
    TextStyle,
)
from cardforge.kinds import (
    Anything,
    Choice,
    ColorKind,
    Length,
    ListOf,
    MapOf,
    Name,
    Number,
    Text,
    TrueFalse,
    TypeSize,
    Whole,
)

SHAPES = (
    "rectangle", "circle", "ellipse", "ring", "hexagon", "triangle", "diamond", "polygon", "star",
)  # fmt: skip
ALIGNS = ("left", "center", "right")
VALIGNS = ("top", "middle", "bottom")
THICK = Length(0, 50)
ANY_WHERE = Length(share=True)
COLOR = ColorKind()
INK = ColorKind(needed=True)


EDGE = Length(share=True, edge=True)
BOX = Record(
    {
        "left": Field(EDGE, doc="from the parent's left edge, or bleed"),
        "right": Field(EDGE, doc="from the parent's right edge, or bleed"),
        "top": Field(EDGE, doc="from the parent's top edge, or bleed"),
        "bottom": Field(EDGE, doc="from the parent's lower edge, or bleed"),
        "width": Field(Length(0, share=True)),
        "height": Field(Length(0, share=True)),
        "x": Field(ANY_WHERE, doc="the centre, from the parent's left edge"),
        "y": Field(ANY_WHERE, doc="the centre, from the parent's top edge"),
    },
    BoxSpec,
    BoxName("bleed", "trim", "safe"),
    "a mapping of edges and sizes, or bleed, trim or safe",
)


STYLE_FIELDS = {
    "font": Field(Name(), doc="a name from fonts:"),
    "size": Field(TypeSize()),
    "color": Field(INK),
    "align": Field(Choice(*ALIGNS)),
    "valign": Field(Choice(*VALIGNS)),
    "leading": Field(Number(0.5, 4), doc="line distance as a multiple of the size"),
    "tracking": Field(Length(-5, 20), doc="extra space after each character"),
    "tabular": Field(TrueFalse(), doc="give all digits the same width"),
    "upper": Field(TrueFalse(), doc="set in capitals"),
}
PAINT = {
    "fill": Field(COLOR),
    "stroke": Field(COLOR),
    "line-width": Field(THICK),
    "dash": Field(ListOf(Length(0.05, 50), least=1)),
}
COMMON = {
    "box": Field(BOX),
    "if": Field(Condition(), doc="draw only when this holds"),
    "rotate": Field(Number(-360, 360), doc="degrees clockwise about the box's centre"),
    "mirror": Field(Choice("none", "horizontal", "vertical")),
    "opacity": Field(Number(0, 1)),
}
# A repeat leaves no box of its own: its elements join its parent.
COMMON_OF_REPEAT = {"if": COMMON["if"]}
TEXT_FIELDS = {
    "style": Field(Name(), doc="a name from styles:"),
    **STYLE_FIELDS,
    "fit": Field(FitKind(), doc="between which sizes the text may shrink"),
    "underline": Field(TrueFalse()),
    "optical": Field(TrueFalse(), doc="align by the ink instead of the letters' frame"),
}


class Elements(Kind):
    """A list of elements."""

    code = "value.list"
    expects = "a list of elements"
    computable = False

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return a tuple of the elements that could be read."""
        if not isinstance(node.value, list):
            return self.wrong(node, key, reader)
        elements = [read_element(child, reader) for child in node.value]
        return tuple(e for e in elements if e is not BAD)

    def schema(self) -> dict[str, Any]:
        """Return the schema that refers to the definition of an element."""
        return {"type": "array", "items": {"$ref": "#/$defs/element"}}


class Form(NamedTuple):
    """How one kind of element is written: its own key's kind, its other keys, its maker."""

    main: Kind
    fields: dict[str, Field]
    make: Any


POINT = ListOf(ANY_WHERE, exactly=2)
ELEMENTS = Elements()
GAP = {"gap": Field(Length(0))}
FLOW_ALIGN = Field(Choice("start", "center", "end", "stretch"))


def _text(wrap: bool) -> Any:
    def make(common: Common, main: Any, style: Any = None, **more: Any) -> Any:
        own = {k: more.pop(k) for k in tuple(more) if k in TextStyle._fields}
        return TextElement(common, main, wrap, StyleUse(style, TextStyle(**own)), **more)

    return make


def _flow(kind: str) -> Any:
    return lambda common, main, **more: FlowElement(common, kind, main, **more)


FORMS: dict[str, Form] = {
    "text": Form(Text(), TEXT_FIELDS, _text(False)),
    "paragraph": Form(Text(), TEXT_FIELDS, _text(True)),
    "shape": Form(
        Choice(*SHAPES),
        {
            **PAINT,
            "corner": Field(Length(0, 100)),
            "sides": Field(Whole(3, 60)),
            "ring": Field(THICK, doc="thickness of a ring"),
        },
        lambda common, main, **more: ShapeElement(common, main, **more),
    ),
    "line": Form(
        Record({"from": Field(POINT, True), "to": Field(POINT, True)}),
        {**{k: v for k, v in PAINT.items() if k != "fill"}, "stroke": Field(INK)},
        lambda common, main, stroke=None, **more: LineElement(
            common, main["from_"], main["to"], stroke, **more
        ),
    ),
    "path": Form(
        Text(),
        {
            **PAINT,
            "viewbox": Field(ViewBox()),
            "even-odd": Field(TrueFalse()),
        },
        lambda common, main, **more: PathElement(common, main, **more),
    ),
    "image": Form(
        Text(),
        {"fit": Field(Choice("contain", "cover", "stretch"))},
        lambda common, main, **more: ImageElement(common, main, **more),
    ),
    "icon": Form(
        Name(),
        {
            "color": Field(INK),
            "align": Field(Choice(*ALIGNS)),
            "valign": Field(Choice(*VALIGNS)),
        },
        lambda common, main, color=None, **more: IconElement(common, main, color, **more),
    ),
    "pips": Form(
        Record(
            {
                "icon": Field(Name(), True),
                "count": Field(Whole(0, 10), True),
                "size": Field(Length(0.5, 200), True),
                "color": Field(INK),
                "turned": Field(TrueFalse()),
            }
        ),
        {},
        lambda common, main: PipsElement(
            common,
            main["icon"],
            main["count"],
            main["size"],
            main.get("color"),
            main.get("turned", True),
        ),
    ),
    "row": Form(ELEMENTS, {**GAP, "align": FLOW_ALIGN}, _flow("row")),
    "column": Form(ELEMENTS, {**GAP, "align": FLOW_ALIGN}, _flow("column")),
    "grid": Form(
        ELEMENTS, {**GAP, "align": FLOW_ALIGN, "columns": Field(Whole(1, 100), True)}, _flow("grid")
    ),
    "group": Form(
        ELEMENTS,
        {
            "clip": Field(Choice("none", "rectangle", "ellipse")),
            "corner": Field(Length(0, 100)),
        },
        lambda common, main, **more: GroupElement(common, main, **more),
    ),
    "repeat": Form(
        Repeated(),
        {"as": Field(Name(), True, literal=True), "elements": Field(ELEMENTS, True)},
        lambda common, main, as_, elements: RepeatElement(common, main, as_, elements),
    ),
    "use": Form(
        Name(),
        {"with": Field(MapOf(Anything()))},
        lambda common, main, **more: PartElement(common, main, more.get("with", {})),
    ),
}


def read_element(node: Node, reader: Reader) -> Any:
    """Return the element that a mapping describes, or BAD after reporting why not."""
    if not isinstance(node.value, dict):
        message = f"an element must be a mapping, found {found(node)}"
        return reader.error("element.kind", message, node.span)
    kinds = [key for key in node.value if key in FORMS]
    if len(kinds) != 1:
        return _unclear(node, kinds, reader)
    kind = kinds[0]
    form = FORMS[kind]
    shared = common_fields(kind)
    unknown = _unknown(node, {**form.fields, **shared})
    common = read_fields(node, shared, reader, kind, skip=(kind, *form.fields, *unknown))
    main = reader.read(node.value[kind], form.main, kind)
    own = read_fields(node, form.fields, reader, kind, skip=(kind, *shared))
    if common is None or own is None or main is BAD:
        return BAD
    _warn_idle(node, kind, main, reader)
    return form.make(Common(node.span, **common), main, **own)


# The shapes that these keys say something about.
_SHAPES_WITH = {"corner": ("rectangle",), "sides": ("polygon", "star"), "ring": ("ring",)}


def _warn_idle(node: Node, kind: str, main: Any, reader: Reader) -> None:
    """Report the keys of an element that change nothing beside its others."""
    written = node.value
    idle: dict[str, str] = {}
    if kind == "shape" and isinstance(main, str):
        owners = {key: shapes for key, shapes in _SHAPES_WITH.items() if main not in shapes}
        idle = {key: f"a {main}; it is for {' and '.join(s)}" for key, s in owners.items()}
    if kind in ("shape", "path") and "stroke" not in written:
        idle |= dict.fromkeys(("line-width", "dash"), f"a {kind} without stroke")
    if kind == "group" and ("clip" not in written or written["clip"].value == "none"):
        idle["corner"] = "a group without clip"
    for key in (key for key in written if key in idle):
        message = f"'{key}' says nothing about {idle[key]}"
        hint = "remove it, or add what it belongs to"
        reader.report.warning("key.unused", message, node.key_span(key), hint=hint)


def common_fields(kind: str) -> dict[str, Field]:
    """Return the keys that a kind of element shares with the others."""
    return COMMON_OF_REPEAT if kind == "repeat" else COMMON


def _unknown(node: Node, fields: dict[str, Field]) -> list[str]:
    """Return the keys that no table knows: the second reading reports them, once."""
    return [key for key in node.value if key not in fields]


def _unclear(node: Node, kinds: list[str], reader: Reader) -> Any:
    if kinds:
        message = "an element has one kind, found " + " and ".join(kinds)
        return reader.error("element.kind", message, node.span)
    keys = list(node.value)
    hint = next((h for h in (did_you_mean(k, FORMS) for k in keys) if h), None)
    message = "an element needs one of " + ", ".join(FORMS)
    span = node.key_span(keys[0]) if keys else node.span
    return reader.error("element.kind", message, span, hint)


def element_schema() -> dict[str, Any]:
    """Return the JSON Schema of one element."""
    kinds = []
    for kind, form in FORMS.items():
        fields = {kind: Field(form.main, True), **common_fields(kind), **form.fields}
        kinds.append({"title": kind, **record_schema(fields)})
    return {"anyOf": kinds}
