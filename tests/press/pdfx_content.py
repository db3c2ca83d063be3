"""What the pages of a PDF paint, looked at for PDF/X: colours, transparency, fonts, resources.

Every content stream is read: of pages, forms, patterns, soft masks and the glyphs of Type 3 fonts.
"""

from typing import NamedTuple

import pikepdf

_PLAIN = {"/DeviceGray", "/DeviceCMYK", "/G", "/CMYK"}
_FREE = {"/CalRGB", "/CalGray", "/Lab", "/ICCBased"}
_BLEND = {"/Normal", "/Compatible"}
_KINDS = ("/Font", "/XObject", "/ColorSpace", "/Pattern", "/ExtGState", "/Shading", "/Properties")
# The operators that name a resource, and of which kind.
_NAMING = {"Tf": "/Font", "Do": "/XObject", "gs": "/ExtGState", "sh": "/Shading",
           "cs": "/ColorSpace", "CS": "/ColorSpace", "scn": "/Pattern", "SCN": "/Pattern",
           "BDC": "/Properties", "DP": "/Properties"}  # fmt: skip
# Longest first: an inline image may abbreviate its keys and its spaces.
_INLINE = {"/RGB": "/DeviceRGB", "/CMYK": "/DeviceCMYK", "/G": "/DeviceGray", "/I": "/Indexed"}
_DEEP = 20


def text(value):
    """Return a string or name of a PDF as text, None where there is none."""
    return None if value is None else str(value)


def device_names(only_ink):
    """Return the names of the colour spaces that need no definition."""
    return _PLAIN | {"/Pattern"} | (set() if only_ink else {"/DefaultRGB"})


class Scope(NamedTuple):
    """The resources of a stream, and which of them were named, by kind."""

    resources: pikepdf.Dictionary
    used: dict[str, set[str]]


def scope_of(resources):
    """Return a scope of which nothing was named yet."""
    return Scope(resources, {kind: set() for kind in _KINDS})


class Content:
    """Looks into the content of pages and reports by `add(rule, what)`."""

    def __init__(self, add, allowed, level):
        self.add, self.allowed, self.level = add, allowed, level
        self.seen = set()
        self.needs_profile = False

    def page(self, where, page):
        """Look into a page and everything that it paints."""
        self._group(where, page)
        holder = page
        while holder is not None and "/Resources" not in holder:
            holder = holder.get("/Parent")
        scope = scope_of(pikepdf.Dictionary() if holder is None else holder.Resources)
        for entry in page.get("/Annots", []):
            look = entry.get("/AP", {}).get("/N")
            if isinstance(look, pikepdf.Stream):
                self._form(f"{where}, annotation", look, scope)
        self._stream(where, page, scope)

    def _within(self, where, holder, scope, depth):
        """Look into a stream that has resources of its own, or those of what paints it."""
        own = "/Resources" in holder
        inner = scope_of(holder.Resources) if own else scope
        self._stream(where, holder, inner, depth + 1, own=own)

    def _stream(self, where, stream, scope, depth=0, *, own=True):
        if depth > _DEEP:
            self.add("content", f"{where} is nested too deep")
            return
        try:
            steps = pikepdf.parse_content_stream(stream)
        except pikepdf.PdfError as fault:
            self.add("content", f"{where}: {fault}")
            return
        for step in steps:
            if isinstance(step, pikepdf.ContentStreamInlineImage):
                self._inline(where, step.iimage, scope)
            else:
                self._operator(where, str(step.operator), step.operands, scope)
        if own:
            self._resources(where, scope, depth)

    def _operator(self, where, operator, operands, scope):
        if operator in ("rg", "RG"):
            self._space(where, pikepdf.Name.DeviceRGB, scope.resources)
        elif operator in ("cs", "CS"):
            self._space(where, operands[0], scope.resources)
        elif operator == "PS":
            self.add("postscript", f"{where} runs PostScript")
        elif operator in ("BDC", "BMC") and operands[0] == "/OC" and not self.level.live:
            self.add("layers", f"{where} marks a layer")
        if operator in _NAMING and operands:
            name = operands[0 if operator == "Tf" else -1]
            if isinstance(name, pikepdf.Name):
                self._use(where, _NAMING[operator], str(name), scope)

    def _use(self, where, kind, name, scope):
        scope.used[kind].add(name)
        known = kind == "/ColorSpace" and name in ("/DeviceGray", "/DeviceCMYK", "/DeviceRGB",
                                                   "/Pattern")  # fmt: skip
        if name not in scope.resources.get(kind, {}) and not known:
            self.add("resource", f"{where} uses {name}, which {kind} does not have")

    def _inline(self, where, image, scope):
        entry = {str(key): value for key, value in image.obj.items()}
        space = entry.get("/CS", entry.get("/ColorSpace"))
        mask = entry.get("/IM", entry.get("/ImageMask", False))
        if space is not None and not mask:
            if isinstance(space, pikepdf.Name):
                scope.used["/ColorSpace"].add(str(space))
                space = pikepdf.Name(_INLINE.get(str(space), str(space)))
            self._space(f"{where}, inline image", space, scope.resources)
        filters = entry.get("/F", entry.get("/Filter", []))
        for name in [filters] if isinstance(filters, pikepdf.Name) else list(filters):
            if str(name) in ("/LZW", "/LZWDecode"):
                self.add("filter", f"{where}, inline image is packed with {name}")

    def _resources(self, where, scope, depth):
        """Look at what a stream may use, and whether it does."""
        for kind in _KINDS:
            for name, entry in dict(scope.resources.get(kind, {}).items()).items():
                self._resource(f"{where} {name}", kind, entry, scope, depth)
        for kind in _KINDS:
            for name in scope.resources.get(kind, {}):
                default = kind == "/ColorSpace" and name.startswith("/Default")
                if name not in scope.used[kind] and not default:
                    self.add("unused", f"{where} does not use {kind} {name}")

    def _resource(self, where, kind, entry, scope, depth):
        key = (kind, entry.objgen) if entry.is_indirect else None
        if key in self.seen:
            return
        if key is not None:
            self.seen.add(key)
        looks = {
            "/Font": self._font,
            "/XObject": self._xobject,
            "/ColorSpace": self._defined_by_name,
            "/Pattern": self._pattern,
            "/ExtGState": self._state,
            "/Shading": self._shading,
            "/Properties": self._property,
        }
        looks[kind](where, entry, scope, depth)

    def _defined_by_name(self, where, entry, scope, _depth):
        self._space(where, entry, scope.resources)

    def _shading(self, where, entry, scope, _depth):
        self._space(where, entry.ColorSpace, scope.resources)

    def _property(self, where, entry, _scope, _depth):
        if entry.get("/Type") in ("/OCG", "/OCMD") and not self.level.live:
            self.add("layers", f"{where} is a layer")

    def _xobject(self, where, entry, scope, depth):
        if "/OC" in entry and not self.level.live:
            self.add("layers", f"{where} lies on a layer")
        if entry.get("/Subtype") == "/Form":
            self._form(where, entry, scope, depth)
        elif entry.get("/Subtype") == "/Image":
            self._image(where, entry, scope.resources)

    def _form(self, where, form, scope, depth=0):
        self._group(where, form)
        self._within(where, form, scope, depth)

    def _image(self, where, image, resources):
        if not self.level.live and ("/SMask" in image or image.get("/SMaskInData", 0)):
            self.add("transparency", f"{where} has a soft mask")
        if "/ColorSpace" in image and not image.get("/ImageMask", False):
            self._space(where, image.ColorSpace, resources)
        for name in ("/SMask", "/Mask"):
            if isinstance(image.get(name), pikepdf.Stream):
                self._image(f"{where} {name}", image[name], resources)
        for other in image.get("/Alternates", []):
            self._image(f"{where}, alternate", other.Image, resources)

    def _pattern(self, where, pattern, scope, depth):
        if pattern.get("/PatternType") == 2:
            self._space(where, pattern.Shading.ColorSpace, scope.resources)
            if "/ExtGState" in pattern:
                self._state(where, pattern.ExtGState, scope, depth)
        else:
            self._within(where, pattern, scope, depth)

    def _state(self, where, state, scope, depth):
        if "/Font" in state:
            self._font(where, state.Font[0], scope, depth)
        mask = state.get("/SMask", "/None")
        if isinstance(mask, pikepdf.Dictionary):
            self._form(f"{where}, mask", mask.G, scope, depth)
        if self.level.live:
            return
        if mask != "/None":
            self.add("transparency", f"{where} has a soft mask")
        for key in ("/CA", "/ca"):
            if float(state.get(key, 1)) < 1:
                self.add("transparency", f"{where} has {key} {float(state[key])}")
        modes = state.get("/BM", pikepdf.Name.Normal)
        for mode in [modes] if isinstance(modes, pikepdf.Name) else list(modes):
            if str(mode) not in _BLEND:
                self.add("transparency", f"{where} blends by {mode}")

    def _group(self, where, holder):
        group = holder.get("/Group")
        if group is None or group.get("/S") != "/Transparency":
            return
        if not self.level.live:
            self.add("transparency", f"{where} is a transparency group")
        if "/CS" in group:
            self._space(f"{where}, group", group.CS, pikepdf.Dictionary())

    # Fonts

    def _font(self, where, font, scope, depth):
        kind = text(font.get("/Subtype"))
        if kind == "/Type3":
            # A font names once for all glyphs what only some of them use.
            inner = scope_of(font.Resources) if "/Resources" in font else scope
            for name, glyph in dict(font.CharProcs.items()).items():
                self._stream(f"{where} {name}", glyph, inner, depth + 1, own=False)
            if inner is not scope:
                self._resources(where, inner, depth + 1)
            return
        if kind == "/Type0":
            font = font.DescendantFonts[0]
        described = font.get("/FontDescriptor", {})
        programs = [described.get(f"/FontFile{number}") for number in ("", "2", "3")]
        if not any(isinstance(entry, pikepdf.Stream) and entry.read_raw_bytes()
                   for entry in programs):  # fmt: skip
            self.add("font", f"{where} {text(font.get('/BaseFont'))} is not embedded")

    # Colour spaces

    def _space(self, where, space, resources, depth=0):
        if depth > _DEEP:
            self.add("colour", f"{where}: colour spaces in a circle")
        elif isinstance(space, pikepdf.Name):
            self._named(where, str(space), resources, depth)
        else:
            self._defined(where, space, resources, depth)

    def _named(self, where, name, resources, depth):
        if name in self.allowed:
            return
        spaces = resources.get("/ColorSpace", {})
        if name == "/DeviceRGB":
            if "/DefaultRGB" not in self.allowed or "/DefaultRGB" not in spaces:
                self.add("colour", f"{where} is DeviceRGB")
        elif name in spaces:
            self._space(where, spaces[name], resources, depth + 1)
        else:
            self.add("colour", f"{where} has the unknown colour space {name}")

    def _defined(self, where, space, resources, depth):
        kind = str(space[0])
        if kind in ("/Indexed", "/Pattern", "/I"):
            if len(space) > 1:
                self._space(where, space[1], resources, depth + 1)
        elif kind in ("/Separation", "/DeviceN"):
            self._space(f"{where}, {kind}", space[2], resources, depth + 1)
        elif kind in _FREE:
            self.needs_profile = True
            if self.level.only_ink:
                self.add("colour", f"{where} is {kind}")
            elif kind == "/ICCBased":
                self._icc(where, space[1])
        elif len(space) == 1:
            self._named(where, kind, resources, depth)
        else:
            self.add("colour", f"{where} has the unknown colour space {kind}")

    def _icc(self, where, stream):
        icc = bytes(stream.read_bytes())
        channels = {b"CMYK": 4, b"RGB ": 3, b"GRAY": 1, b"Lab ": 3}.get(icc[16:20])
        if icc[36:40] != b"acsp" or stream.get("/N") != channels:
            self.add("colour", f"{where} has a profile that does not fit /N {stream.get('/N')}")
