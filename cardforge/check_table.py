"""The checks that a game can set: what each is called, how severe it is, and from what figure on.

A value module: the grammar of `checks:`, the checks themselves and docs/checks.md share it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

SEVERITIES = ("error", "warning", "note", "off")


class CheckSpec(NamedTuple):
    """A check: its name in `checks:`, its default severity, and its limits.

    `limits` gives for each name the default and the least and most that a game may write,
    all of them in `unit`.
    """

    name: str
    severity: str
    limits: Mapping[str, tuple[float, float, float]]
    unit: str
    doc: str


def _limits(**limits: tuple[float, float, float]) -> Mapping[str, tuple[float, float, float]]:
    return MappingProxyType(limits)


# What can go wrong on the press and under the knife.
_PRINT = (
    CheckSpec(
        "safe", "warning", _limits(over=(0.1, 0.0, 20.0)), "mm",
        "text and icons reach out of the safe zone of the card's format by more than `over`",
    ),
    CheckSpec(
        "small-text", "warning", _limits(least=(6.0, 0.0, 72.0), reversed=(7.0, 0.0, 72.0)), "pt",
        "type is smaller than `least`, or than `reversed` where it is light on dark",
    ),
    CheckSpec(
        "thin-line", "warning", _limits(least=(0.25, 0.0, 10.0), reversed=(0.5, 0.0, 10.0)), "pt",
        "a line, stroke or strip is thinner than `least`, or than `reversed` where it is light"
        " on dark",
    ),
    CheckSpec(
        "thin-frame", "warning", _limits(distance=(3.0, 0.0, 30.0)), "mm",
        "a frame, or the edge of a border or panel, runs along the trim nearer than `distance`;"
        " on tokens nearer than their safe zone",
    ),
    CheckSpec(
        "dpi", "warning", _limits(least=(300.0, 1.0, 2400.0)), "dpi",
        "a picture is printed with fewer pixels for each inch than `least`",
    ),
    CheckSpec(
        "bleed", "warning", _limits(sliver=(0.1, 0.0, 20.0)), "mm",
        "ink that reaches the trim ends before the edge of the bleed by more than `sliver`",
    ),
    CheckSpec(
        "twins", "warning", _limits(least=(1.5, 0.0, 1000.0)), "mm²",
        "the faces of two cards of a deck differ in less than `least` of their area",
    ),
    CheckSpec(
        "upside-down", "warning", _limits(least=(14.0, 0.0, 400.0)), "pt",
        "the number of a card, printed in at least this size, reads as another card's upside down",
    ),
    CheckSpec(
        "same-words", "note", _limits(words=(2.0, 1.0, 1000.0)), "words",
        "an entry of `words:`, a title or a field of at least so many words is the same text in"
        " all languages",
    ),
    CheckSpec(
        "empty-words", "warning", _limits(), "",
        "an entry of `words:`, a title or a field is empty in one language and not in another",
    ),
)  # fmt: skip

# What eyes of every kind, and grey print, keep of the colours.
_COLOURS = (
    CheckSpec(
        "contrast", "warning", _limits(least=(4.5, 1.0, 21.0), large=(3.0, 1.0, 21.0)), ": 1",
        "a text has less contrast than `least` with what it lies on, or a large text or an icon"
        " less than `large`",
    ),
    CheckSpec(
        "vision", "warning", _limits(least=(10.0, 0.0, 100.0), apart=(20.0, 0.0, 100.0)), "ΔE00",
        "two colours that ordinary eyes see more than `apart` differ by less than `least` for"
        " protan, deutan or tritan ones, where they meet or alone tell cards apart",
    ),
    CheckSpec(
        "colour-only", "warning", _limits(least=(3.0, 1.0, 21.0)), ": 1",
        "two cards or tokens differ in nothing but colours, none with a contrast of `least`",
    ),
    CheckSpec(
        "grey", "warning", _limits(least=(10.0, 0.0, 100.0)), "L*",
        "two cards, or two colours that alone tell cards apart, are less than `least` apart in"
        " lightness: alike in grey print",
    ),
)  # fmt: skip

CHECK_TABLE: Mapping[str, CheckSpec] = MappingProxyType(
    {spec.name: spec for spec in (*_PRINT, *_COLOURS)}
)
