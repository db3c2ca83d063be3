"""What marked text is made of: words in their looks, icons, and what is wrong with it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

# Text without any of these signs is without markup.
SIGNS = "*{[\\"


class Look(NamedTuple):
    """How words look where they differ from the text around; None and false are as around.

    A size is in points, or a share of the size around; `raised` is 1 for superscript, -1 for
    subscript.
    """

    bold: bool = False
    italic: bool = False
    color: str | None = None
    size_pt: float | None = None
    share: float = 1.0
    font: str | None = None
    small_caps: bool = False
    underline: bool = False
    strike: bool = False
    raised: int = 0

    def inside(self, outer: Look) -> Look:
        """Return this look of words that stand in a span of another look."""
        size, share = self.size_pt, self.share
        if size is None:
            size, share = outer.size_pt, outer.share * share
        return Look(
            self.bold or outer.bold, self.italic or outer.italic, self.color or outer.color,
            size, share, self.font or outer.font, self.small_caps or outer.small_caps,
            self.underline or outer.underline, self.strike or outer.strike,
            self.raised or outer.raised,
        )  # fmt: skip

    def emphasised(self, bold: bool, italic: bool) -> Look:
        """Return the look with the emphasis of asterisks."""
        if not bold and not italic:
            return self
        return self._replace(bold=self.bold or bold, italic=self.italic or italic)


NOTHING = Look()


class Fault(NamedTuple):
    """What is wrong with a text's markup."""

    code: str
    message: str
    hint: str


class Names(Protocol):
    """Which names mean something in a game."""

    def is_icon(self, name: str) -> bool:
        """Return whether an icon has this name."""

    def is_color(self, text: str) -> bool:
        """Return whether a text is a colour."""

    def colors(self) -> tuple[str, ...]:
        """Return the names of colours that a wrong one may have meant."""


class Words(NamedTuple):
    """Text in one look."""

    text: str
    look: Look = NOTHING


class IconMark(NamedTuple):
    """An icon in the line: its name, how large it is beside the letters, its colour if given."""

    name: str
    size: float = 1.0
    color: str | None = None
    look: Look = NOTHING


Piece = Words | IconMark


class Marked(NamedTuple):
    """A text taken apart, and what of it looks like markup and is none."""

    pieces: tuple[Piece, ...]
    faults: tuple[Fault, ...] = ()


def is_plain(text: str) -> bool:
    """Return whether a text is surely without markup."""
    return not any(sign in text for sign in SIGNS)
