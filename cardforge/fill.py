"""Filling: a card's own words put into its template.

What comes out has no expressions, conditions, repeats or parts any more.
Elements that no card changes come out as the very same objects each time, so
that layout can recognise and share them.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from cardforge.deal import globals_of
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.elements import Element
from cardforge.filling import Filling, Workshop
from cardforge.model import Game, Settings
from cardforge.names import card_names, names_in


class Run(NamedTuple):
    """Consecutive elements; a steady run has no word of any card, and fills to the same object."""

    elements: tuple[Element, ...]
    steady: bool


class Prepared(NamedTuple):
    """A template ready to be filled: its runs, the root of `extends` first.

    `names` are the fields of a card that change it: two cards with the same
    values for them have the same ink.
    """

    name: str
    runs: tuple[Run, ...]
    names: tuple[str, ...]


class Filler:
    """Fills the templates of one game for one run."""

    def __init__(self, game: Game, settings: Settings, report: Report) -> None:
        self.game, self.report = game, report
        self.globals = globals_of(game, settings)
        self._shop = Workshop(game, report)
        self._prepared: dict[str, Prepared | None] = {}
        self._steady: dict[int, tuple[Run, Run]] = {}
        self._card_names = card_names(game)

    def prepared(self, name: str) -> Prepared | None:
        """Return the template with everything it extends, None after reporting a fault."""
        if name not in self._prepared:
            self._prepared[name] = self._prepare(name)
        return self._prepared[name]

    def _prepare(self, name: str) -> Prepared | None:
        elements: tuple[Element, ...] = ()
        seen: list[str] = []
        link: str | None = name
        span: Span | None = None
        while link is not None:
            template = self.game.templates.get(link)
            if template is None:
                if not self.game.is_broken("templates", link):
                    hint = did_you_mean(link, self.game.templates) or "name it under templates:"
                    message = f"no template is called '{link}'"
                    self.report.error("template.unknown", message, span, hint=hint)
                return None
            if link in seen:
                chain = " → ".join([*seen, link])
                message = f"templates extend each other in a circle: {chain}"
                hint = "remove one of the extends"
                self.report.error("template.circle", message, template.span, hint=hint)
                return None
            seen.append(link)
            elements = template.elements + elements
            link, span = template.extends, template.span
        return self._split(name, elements)

    def _split(self, name: str, elements: tuple[Element, ...]) -> Prepared:
        """Return the elements in runs, those that no card changes apart from the others."""
        runs: list[Run] = []
        used: set[str] = set()
        for element in elements:
            names = names_in(element, self.game.parts) & self._card_names
            used |= names
            steady = not names
            if runs and runs[-1].steady == steady:
                runs[-1] = Run((*runs[-1].elements, element), steady)
            else:
                runs.append(Run((element,), steady))
        return Prepared(name, tuple(runs), tuple(sorted(used)))

    def fill(self, prepared: Prepared, fields: Mapping[str, Any], card: str) -> tuple[Run, ...]:
        """Return the template's runs with the card's words; faults are reported."""
        filling = Filling(self._shop, {**self.globals, **fields}, card)
        return tuple(
            self._fill_steady(run, filling)
            if run.steady
            else Run(filling.elements(run.elements), False)
            for run in prepared.runs
        )

    def _fill_steady(self, run: Run, filling: Filling) -> Run:
        known = self._steady.get(id(run))
        if known is None:
            known = self._steady[id(run)] = (run, Run(filling.elements(run.elements), True))
        return known[1]
