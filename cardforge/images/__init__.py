"""Pictures: what a file is before anything is printed from it, and how it fits a box.

A picture is an ordinary file of the game folder.  Its kind is read from its
first bytes, never from its name; only `pixels` decodes it wholly.
"""

from cardforge.images.colours import on_screen
from cardforge.images.decoding import decoded, photograph, pixels, thumbnail
from cardforge.images.fitting import fit_box, resolution_dpi
from cardforge.images.looking import check_colours, facts, verify
from cardforge.images.opening import KINDS, MAX_MEGAPIXELS, find_image, is_pdf, is_svg
from cardforge.images.values import AS_IT_IS, Art, Edit, ImageError, ImageFacts, Pixels, Strip

__all__ = [
    "AS_IT_IS",
    "KINDS",
    "MAX_MEGAPIXELS",
    "Art",
    "Edit",
    "ImageError",
    "ImageFacts",
    "Pixels",
    "Strip",
    "check_colours",
    "decoded",
    "facts",
    "find_image",
    "fit_box",
    "is_pdf",
    "is_svg",
    "on_screen",
    "photograph",
    "pixels",
    "resolution_dpi",
    "thumbnail",
    "verify",
]
