"""Hidden hands: along the trim every face of a deck must look the same.

Ink that runs over the cut colours the edge of the card; where it differs from
face to face the edge tells which card it is.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from cardforge.diagnostics import Report
from cardforge.fonts import Fonts
from cardforge.geometry import Box
from cardforge.ink import Plate
from cardforge.ink.bounds import every_ink, within
from cardforge.plates import LaidOut

# A home cutter drifts by a millimetre: ink this near to the trim may be cut.
DRIFT = 1.0


def check_edges(laid_out: LaidOut, fonts: Fonts, report: Report) -> None:
    """Report the faces of a hidden deck whose ink near the trim differs from the others'."""
    spec = laid_out.deck.spec
    if not spec.hidden or len(laid_out.cards) < 2:
        return
    edges: dict[int, frozenset[Any]] = {}
    for sides in laid_out.cards:
        if id(sides.face) not in edges:
            edges[id(sides.face)] = edge_ink(sides.face, fonts)
    usual, _ = Counter(edges[id(s.face)] for s in laid_out.cards).most_common(1)[0]
    for sides in laid_out.cards:
        if edges[id(sides.face)] != usual:
            report.warning(
                "print.edge",
                f"the faces of {spec.name} differ along the trim: the cut edge tells the card",
                spec.span,
                hint="keep what differs 1 mm inside the trim, or write hidden: false",
                card=sides.card.id,
            )


def edge_ink(plate: Plate, fonts: Fonts) -> frozenset[Any]:
    """Return what of a plate's ink comes within 1 mm of the trim or beyond it."""
    inside = Box(DRIFT, DRIFT, plate.trim.width - 2 * DRIFT, plate.trim.height - 2 * DRIFT)
    return frozenset(
        (type(ink.item).__name__, ink.place, ink.item._replace(origin=None))
        for ink in every_ink(plate)
        if not within(ink.bounds(fonts), inside)
    )
