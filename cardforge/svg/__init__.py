"""SVG files as ink: read by a parser that opens nothing else, drawn as shapes of any size."""

from cardforge.svg.art import SvgArt, read_svg
from cardforge.svg.drawings import CURRENT, Colors, Drawings
from cardforge.svg.faces import GameFaces
from cardforge.svg.faults import SvgError
from cardforge.svg.reading import is_svg

__all__ = ["CURRENT", "Colors", "Drawings", "GameFaces", "SvgArt", "SvgError", "is_svg", "read_svg"]
