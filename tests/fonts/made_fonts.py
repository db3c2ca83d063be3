"""Fonts made for tests: a square for each letter, of whatever kind, with whatever is planted."""

import io

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont

EM = 1000


def _square(pen, side):
    pen.moveTo((50, 0))
    pen.lineTo((50, side))
    pen.lineTo((50 + side, side))
    pen.lineTo((50 + side, 0))
    pen.closePath()


def builder(letters, *, family="Made", style="Regular", weight=400, bits=0, side=500, cff=False):
    """Return a FontBuilder with a square of `side` units for each letter, `side + 100` wide."""
    names = {ord(char): f"u{ord(char):04X}" for char in letters if char != " "}
    order = [".notdef", "space", *names.values()]
    made = FontBuilder(EM, isTTF=not cff)
    made.setupGlyphOrder(order)
    made.setupCharacterMap({32: "space", **names})
    glyphs = {}
    for name in order:
        pen = T2CharStringPen(side + 100, None) if cff else TTGlyphPen(None)
        if name != "space":
            _square(pen, side)
        glyphs[name] = pen.getCharString() if cff else pen.glyph()
    postscript = f"{family}-{style}".replace(" ", "")
    if cff:
        made.setupCFF(postscript, {}, glyphs, {})
    else:
        made.setupGlyf(glyphs)
    made.setupHorizontalMetrics(dict.fromkeys(order, (side + 100, 50)))
    made.setupHorizontalHeader(ascent=800, descent=-200)
    made.setupNameTable(
        {
            "familyName": family,
            "styleName": style,
            "fullName": f"{family} {style}",
            "psName": postscript,
        }
    )
    slanted = "Italic" in style
    made.setupOS2(
        sTypoAscender=800, sTypoDescender=-200, sCapHeight=700, sxHeight=500, version=4,
        usWeightClass=weight, fsType=bits, fsSelection=0x01 if slanted else 0x40,
    )  # fmt: skip
    made.setupPost(keepGlyphNames=False)
    made.font["head"].created = made.font["head"].modified = 0
    return made


def data_of(font, flavor=None):
    """Return the bytes of a fontTools font."""
    font.flavor = flavor
    font.recalcTimestamp = False
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


def font_data(letters, flavor=None, **more):
    """Return the bytes of a made font."""
    return data_of(builder(letters, **more).font, flavor)


def variable_data(letters, **more):
    """Return a font whose letters grow from 200 to 800 units, its instances Thin and Heavy."""
    from fontTools.ttLib.tables.TupleVariation import TupleVariation

    made = builder(letters, side=200, **more)
    made.setupFvar(
        [("wght", 100, 100, 900, "Weight")],
        [
            {"location": {"wght": 100}, "stylename": "Thin"},
            {"location": {"wght": 900}, "stylename": "Heavy"},
        ],
    )
    # How far each corner, and each edge of the advance, moves up to the heaviest.
    moved = [(0, 0), (0, 600), (600, 600), (600, 0), (0, 0), (600, 0), (0, 0), (0, 0)]
    still = [(0, 0)] * 4
    made.setupGvar(
        {
            name: [TupleVariation({"wght": (0, 1, 1)}, still if name == "space" else moved)]
            for name in made.font.getGlyphOrder()
        }
    )
    return data_of(made.font)


def variable_cff2_data(letters):
    """Return the same with PostScript outlines."""
    from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
    from fontTools.varLib import build

    space = DesignSpaceDocument()
    axis = AxisDescriptor()
    axis.tag, axis.name = "wght", "Weight"
    axis.minimum, axis.default, axis.maximum = 100, 100, 900
    space.addAxis(axis)
    for weight, side in ((100, 200), (900, 800)):
        source = SourceDescriptor()
        source.font = TTFont(io.BytesIO(font_data(letters, side=side, cff=True)))
        source.location = {"Weight": weight}
        space.addSource(source)
    made, _, _ = build(space)
    return data_of(made)


def collection_data(*fonts):
    """Return a collection of fonts given as bytes."""
    made = TTCollection()
    made.fonts = [TTFont(io.BytesIO(data)) for data in fonts]
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()
