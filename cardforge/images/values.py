"""What is known of a picture and what is to be done to it: plain values, and the fault of one."""

from typing import NamedTuple

from cardforge.color import Color


class ImageError(Exception):
    """A picture that cannot be used: a problem code, a message and a hint."""

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


class ImageFacts(NamedTuple):
    """What a picture is: its kind (PNG, JPEG … or PDF), its size and its colours.

    `mode` is Pillow's word: L, RGB, CMYK, P …; `misnamed` says that the name of the file promises
    another kind, `is_foreign` that its colours are those of a profile inside it instead of sRGB,
    `trouble` what is wrong with that profile, `is_inverted` that it is a JPEG whose inks are
    stored upside down, as Adobe's programs do and say in a marker.  `orientation` is how a camera
    was held, from 1 to 8 as EXIF counts: the pixels are stored unturned.  A page of a PDF has its
    size in hundredths of a point, and `pages` of them; `remarks` are what is amiss with it.
    """

    kind: str
    width_px: int
    height_px: int
    mode: str
    misnamed: bool
    is_foreign: bool = False
    trouble: str | None = None
    is_inverted: bool = False
    orientation: int = 1
    pages: int = 1
    remarks: tuple[str, ...] = ()

    @property
    def upright_px(self) -> tuple[int, int]:
        """Return width and height as they are to be seen."""
        size = self.width_px, self.height_px
        return size if self.orientation < 5 else (size[1], size[0])

    @property
    def is_vector(self) -> bool:
        """Return whether it is drawn of shapes, sharp at any size."""
        return self.kind == "PDF"


class Pixels(NamedTuple):
    """A decoded picture: 8 bits a channel, row after row from the top."""

    width_px: int
    height_px: int
    space: str
    data: bytes
    alpha: bytes | None


class Margins(NamedTuple):
    """Pixels on the four sides of a picture."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0


class Strip(NamedTuple):
    """A strip of a picture that has been continued beyond its edges.

    The picture is put upright (`orientation`), cut to `inner` (left, top, right, bottom in pixels)
    and continued by `more` pixels on each side, by its mirror image or its stretched edge (`way`);
    `part` of that is the strip, its corner counted from the corner of what was continued.
    """

    orientation: int
    inner: Margins
    more: Margins
    way: str
    part: Margins


class Edit(NamedTuple):
    """What is changed of a picture's pixels before they are printed, in this order.

    `page` is which page of a PDF is meant, `page_box` which of its boxes.  `grey` takes the
    colours out, `tint` prints the greys in one colour, from it to white; `brightness` and
    `contrast` go from −1 to 1; `size` is the pixels that the whole of a larger picture is made
    smaller to, `strip` a strip to cut out.
    """

    page: int = 1
    page_box: str = "trim"
    grey: bool = False
    tint: Color | None = None
    brightness: float = 0.0
    contrast: float = 0.0
    size: tuple[int, int] | None = None
    strip: Strip | None = None

    @property
    def changes_colours(self) -> bool:
        """Return whether the colours become others."""
        return self.grey or self.tint is not None or bool(self.brightness or self.contrast)

    @property
    def changes_pixels(self) -> bool:
        """Return whether the pixels of the file have to be made into others."""
        return self.changes_colours or self.size is not None or self.strip is not None


AS_IT_IS = Edit()

# The bytes of an object of a PDF, and between them the numbers of the objects it refers to.
Body = tuple[bytes | int, ...]


class Art(NamedTuple):
    """A page of a PDF as the objects of another: a form one unit wide and high is the last.

    They are numbered from 0, and most come before those that refer to them.  `spaces` are the
    kinds of colour in it (gray, rgb, cmyk, spot, picture or other), `is_clear` says that
    something in it lets through what lies below.
    """

    objects: tuple[Body, ...]
    spaces: frozenset[str] = frozenset()
    is_clear: bool = False

    @property
    def size(self) -> int:
        """Return about how many bytes it takes."""
        return sum(len(part) for body in self.objects for part in body if isinstance(part, bytes))
