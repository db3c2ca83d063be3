"""Accessibility: whether eyes of every kind, and grey print, keep what the cards say by colour."""

from __future__ import annotations

from cardforge.check.accessibility.alone import check_alone, check_grey, likenesses
from cardforge.check.accessibility.contrast import check_contrast
from cardforge.check.accessibility.looks import Looks
from cardforge.check.accessibility.meeting import meeting
from cardforge.check.accessibility.merging import Limits, report_grey, report_vision, telling
from cardforge.check.accessibility.paint import Painter
from cardforge.check.accessibility.sides import Sides, Words, sides_of
from cardforge.check.settings import Checks
from cardforge.diagnostics import Report
from cardforge.edition import Edition

OFF = "off"


def check_accessibility(edition: Edition, painter: Painter, checks: Checks, report: Report) -> None:
    """Report what of the finished cards is hard to read or to tell apart, tokens included."""
    sides = sides_of(edition, painter)
    words = Words(edition.game.palette)
    severity = checks.severity("contrast")
    if severity != OFF:
        check_contrast(sides.every, painter, checks["contrast"], words, report, severity)
    _check_colors(sides, painter, checks, words, report)


def _check_colors(
    sides: Sides, painter: Painter, checks: Checks, words: Words, report: Report
) -> None:
    """Report what is told by colour, and colours that merge."""
    alone, vision, grey = map(checks.severity, ("colour-only", "vision", "grey"))
    if alone == vision == grey == OFF:
        return
    looks = Looks()
    known = {side.plate: looks.look(side) for side in sides.every}
    groups = [[known[side.plate] for side in group] for group in sides.compared]
    limits = Limits(**checks["vision"], grey=checks["grey"]["least"])
    alike = likenesses(groups)
    told = list(telling(groups, limits)) if vision != OFF or grey != OFF else []
    if alone != OFF:
        check_alone(alike, checks["colour-only"]["least"], words, report, alone)
    if vision != OFF:
        met = meeting(sides.every, painter, limits)
        report_vision([*told, *met], limits, words, report, vision)
    if grey != OFF:
        blamed = check_grey(alike, limits.grey, words, report, grey)
        rest = [m for m in told if not {m.pair, m.pair[::-1]} & blamed]
        report_grey(rest, limits, words, report, grey)
