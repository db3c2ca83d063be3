"""A shelf of fonts and icons, and texts to set with them."""

from pathlib import Path
from types import SimpleNamespace

from cardforge.color import parse_color
from cardforge.diagnostics import Report, Span
from cardforge.elements import BASE_STYLE, Common, TextElement
from cardforge.font_spec import FontSpec
from cardforge.fonts import Fonts
from cardforge.fonts.choosing import font_of
from cardforge.geometry import Box, Transform
from cardforge.ink import Group, Text, Use
from cardforge.layout.shapes import icon_plate
from cardforge.layout.text import TextJob, set_text
from cardforge.presets import builtin_icons

HERE = Span("game.yaml", 1, 1, 1, 2)


class Shelf:
    """What a run would share: `faces` are fonts by their names."""

    def __init__(self, spoken="en", **faces):
        faces = {"plain": "Lato-Regular", **faces}
        self.fonts, self.spoken = Fonts(), spoken
        self.game = SimpleNamespace(
            palette={"accent": parse_color("#c00")},
            fonts={name: FontSpec(face, HERE) for name, face in faces.items()},
            icons={},
            folder=Path(),
            span=HERE,
            is_broken=lambda section, name: False,
        )

    def icon(self, name):
        return builtin_icons().get(name)

    def icon_use(self, key, icon, at, turn_deg, span):
        return Use(icon_plate(key, icon, span), at, turn_deg, span)


def job(words, box, *, shelf=None, wrap=False, style=None, font="plain", **more):
    """Return a text to set in a box (a tuple), in a style's keys, with more of its element's."""
    shelf = shelf or Shelf()
    look = BASE_STYLE._replace(**(style or {}))
    element = TextElement(Common(HERE), words, wrap, look, **more)
    return TextJob(
        element, look, font_of(shelf.game, shelf.fonts, font), Box(*box), Report(), None, shelf
    )


def ink_of(words, box, **more):
    """Return the ink of a text that must be set without any problem."""
    one = job(words, box, **more)
    ink = set_text(one)
    assert [p.code for p in one.report.problems if p.severity != "note"] == []
    return ink


def unfolded(ink, place=None):
    """Yield each text and icon with the map of its coordinates to those of the card."""
    place = place or Transform()
    for item in ink:
        if isinstance(item, Group):
            inner = item.transform.then(place) if item.transform else place
            yield from unfolded(item.items, inner)
        else:
            yield item, place


def texts(ink):
    """Return the texts with the places of their baselines' starts."""
    return [
        (item.text, *place.apply(item.at))
        for item, place in unfolded(ink)
        if isinstance(item, Text)
    ]


def rows(ink):
    """Return what stands on each baseline, from the top one to the lowest, from left to right."""
    found = {}
    for text, x, y in texts(ink):
        found.setdefault(round(y, 3), []).append((x, text))
    return ["".join(text for _, text in sorted(found[y])).strip() for y in sorted(found)]


def problems(words, box, **more):
    """Return code and message of each problem of a text."""
    one = job(words, box, **more)
    set_text(one)
    return [(problem.code, problem.message, problem.hint) for problem in one.report.problems]
