"""What can be wrong with an SVG file: faults that leave no picture, and troubles that leave one."""

from typing import NamedTuple

# A drawing of a card has a few thousand elements; a map of the world has fifty thousand.
MOST_BYTES = 20_000_000
MOST_ELEMENTS = 200_000
DEEPEST = 200
# What `use`, patterns and markers may unfold to, and how deep clips and opacities may nest.
MOST_DRAWN = 200_000
# So much of a path's text is as much work as an element.
TEXT_OF_ELEMENT = 32
DEEPEST_GROUPS = 40

UNSUPPORTED = "svg.unsupported"
OUTSIDE = "svg.outside"
VALUE = "svg.value"
FONT = "svg.font"
IDLE = "svg.color"


class SvgError(Exception):
    """An SVG file that cannot be drawn: a problem code, a message and a hint."""

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


class Trouble(NamedTuple):
    """Something in a file that is not drawn as it is meant: a warning that names the element."""

    code: str
    message: str
    hint: str | None = None


class Troubles:
    """The troubles of one file, each kind once however often it occurs."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._found: dict[tuple[str, str], Trouble] = {}

    def add(
        self,
        code: str,
        what: str,
        line: int,
        why: str,
        hint: str | None = None,
        kind: str | None = None,
    ) -> None:
        """Note that an element, `what`, is not drawn as meant; the first of a kind is told."""
        message = f"'{self.name}', line {line}: {what} {why}"
        self._found.setdefault((code, kind or f"{what} {why}"), Trouble(code, message, hint))

    def all(self) -> tuple[Trouble, ...]:
        """Return the troubles in the order in which they were found."""
        return tuple(self._found.values())
