"""Filling: a card's own words put into its template.

What comes out has no expressions, conditions, repeats or parts any more.
Elements that no card changes come out as the very same objects each time, so
that layout can recognise and share them.
"""

from collections.abc import Mapping
from itertools import groupby
from typing import Any, NamedTuple

from cardforge.deal import globals_of
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.elements import Element
from cardforge.extending import composed, every, unrepeated
from cardforge.filling import Filling, Workshop
from cardforge.leaning import leaning_of, leaning_on
from cardforge.model import Game, Settings, Template
from cardforge.names import card_names, names_in

DEEPEST_CHAIN = 50


class Run(NamedTuple):
    """Consecutive elements; a steady run has no word of any card, and fills to the same object.

    With `ids`, those of the whole side, some of its elements may stand by others of the side.
    """

    elements: tuple[Element, ...]
    steady: bool
    ids: frozenset[str] | None = None


class Prepared(NamedTuple):
    """A template ready to be filled: its runs, the root of `extends` first.

    `names` are the fields of a card that change it: two cards with the same
    values for them have the same ink.  `is_layered` tells of elements with a `z`.
    """

    name: str
    runs: tuple[Run, ...]
    names: tuple[str, ...]
    is_layered: bool = False


class Filler:
    """Fills the templates of one game for one run."""

    def __init__(self, game: Game, settings: Settings, report: Report) -> None:
        self.game, self.report = game, report
        self.globals = globals_of(game, settings)
        self._shop = Workshop(game, report, pseudo=settings.pseudo)
        self._prepared: dict[str, Prepared | None] = {}
        self._is_deep = False
        self._steady: dict[int, tuple[Run, Run]] = {}
        self._layers: dict[int, tuple[Run, list[tuple[int, Run]]]] = {}
        self._card_names = card_names(game)

    def prepared(self, name: str) -> Prepared | None:
        """Return the template with everything it extends, None after reporting a fault."""
        if name not in self._prepared:
            self._prepared[name] = self._prepare(name)
        return self._prepared[name]

    def _prepare(self, name: str) -> Prepared | None:
        chain = self._chain(name)
        if chain is None:
            return None
        elements = composed(chain, self.report)
        check_ids(elements, self.report)
        return self._split(name, elements)

    def _chain(self, name: str) -> list[Template] | None:
        """Return a template after all that it extends, None after reporting a fault."""
        chain: list[Template] = []
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
            if any(each.name == link for each in chain):
                seen = [each.name for each in reversed(chain)]
                message = f"templates extend each other in a circle: {' → '.join([*seen, link])}"
                hint = "remove one of the extends"
                self.report.error("template.circle", message, template.span, hint=hint)
                return None
            if len(chain) == DEEPEST_CHAIN:
                self._report_deep(template)
                return None
            chain.insert(0, template)
            link, span = template.extends, template.span
        return chain

    def _report_deep(self, template: Template) -> None:
        """Report a chain without sensible end, the first of those that share it."""
        if not self._is_deep:
            message = f"templates extend each other at most {DEEPEST_CHAIN} deep"
            hint = "put what some of them say into one"
            self.report.error("template.deep", message, template.span, hint=hint)
        self._is_deep = True

    def _split(self, name: str, elements: tuple[Element, ...]) -> Prepared:
        """Return the elements in runs, those that no card changes apart from the others."""
        found = [names_in(element, self.game.parts) & self._card_names for element in elements]
        steady = [not names for names in found]
        leaning = [leaning_of(element, self.game.parts) for element in elements]
        has_ids = any(each.ids for each in leaning)
        leans = any(each.refers or (each.is_open and has_ids) for each in leaning)
        if leans:
            changing = [each.ids for each, is_steady in zip(leaning, steady, strict=True)
                        if not is_steady]  # fmt: skip
            on_changing = leaning_on(frozenset().union(*changing), leaning)
            steady = [a and not b for a, b in zip(steady, on_changing, strict=True)]
        ids = frozenset().union(*(each.ids for each in leaning)) if leans else None
        runs: list[Run] = []
        for element, is_steady in zip(elements, steady, strict=True):
            if runs and runs[-1].steady == is_steady:
                runs[-1] = Run((*runs[-1].elements, element), is_steady, ids)
            else:
                runs.append(Run((element,), is_steady, ids))
        is_layered = any(each.common.z for each in every(elements))
        return Prepared(name, tuple(runs), tuple(sorted(set().union(*found))), is_layered)

    def fill(self, prepared: Prepared, fields: Mapping[str, Any], card: str) -> tuple[Run, ...]:
        """Return the template's runs with the card's words; faults are reported."""
        filling = Filling(self._shop, {**self.globals, **fields}, card)
        runs = tuple(
            self._fill_steady(run, filling)
            if run.steady
            else Run(filling.elements(run.elements), False, run.ids)
            for run in prepared.runs
        )
        return self._layered(runs) if prepared.is_layered else runs

    def _fill_steady(self, run: Run, filling: Filling) -> Run:
        known = self._steady.get(id(run))
        if known is None:
            filled = Run(filling.elements(run.elements), True, run.ids)
            known = self._steady[id(run)] = (run, filled)
        return known[1]

    def _layered(self, runs: tuple[Run, ...]) -> tuple[Run, ...]:
        """Return the runs in the order in which they are drawn: those of a lower `z` first."""
        layers: list[tuple[int, Run]] = []
        for run in runs:
            if run.steady:
                known = self._layers.get(id(run))
                if known is None:
                    known = self._layers[id(run)] = (run, _layers_of(run))
                layers += known[1]
            else:
                layers += _layers_of(run)
        return tuple(run for _, run in sorted(layers, key=lambda layer: layer[0]))


def _layers_of(run: Run) -> list[tuple[int, Run]]:
    """Return the elements of a run that follow each other with one `z`, with that `z`."""
    layers = groupby(run.elements, key=lambda element: element.common.z)
    return [(z, run._replace(elements=tuple(elements))) for z, elements in layers]


def check_ids(elements: tuple[Element, ...], report: Report) -> None:
    """Report elements with one id that are drawn together: nobody could stand by one of them."""
    first: dict[str, Element] = {}
    for element in unrepeated(elements):
        name = element.common.id
        if name is None or element.common.condition is not True:
            continue
        if name in first and first[name] is not element:
            report.error(
                "id.twice", f"two elements of this side are called '{name}'", element.common.span,
                hint="give one of them another id",
                related=[(first[name].common.span, "first given here")],
            )  # fmt: skip
        first.setdefault(name, element)
