"""Text that reaches beyond the trim is cut off with the paper: it is said, not lost in silence."""

from __future__ import annotations

from collections.abc import Iterable

from cardforge.diagnostics import Report
from cardforge.fonts import Fonts
from cardforge.geometry import Box
from cardforge.ink import Plate, Text
from cardforge.ink_bounds import PlacedInk, every_ink, within
from cardforge.units import show

# Less than this over the trim is a matter of rounding, in mm.
TOLERANCE = 0.05


def check_outside(
    doubtful: Iterable[tuple[Plate, str | None]], fonts: Fonts, report: Report
) -> None:
    """Report text beyond the trim on the plates that layout was in doubt about."""
    for plate, card in doubtful:
        trim = Box(0.0, 0.0, *plate.trim)
        for ink in every_ink(plate):
            if isinstance(ink.item, Text) and _is_seen(ink):
                _check_text(ink, trim, fonts, report, card)


def _is_seen(ink: PlacedInk) -> bool:
    return ink.clip is None or (ink.clip.width > 0 and ink.clip.height > 0)


def _check_text(ink: PlacedInk, trim: Box, fonts: Fonts, report: Report, card: str | None) -> None:
    box = ink.bounds(fonts)
    if within(box, trim, TOLERANCE):
        return
    over = max(-box.x, -box.y, box.right - trim.width, box.bottom - trim.height)
    text = getattr(ink.item, "text", "")
    shown = text if len(text) <= 30 else text[:29] + "…"
    report.warning(
        "text.outside",
        f"the text '{shown}' reaches {show(over)} mm over the trim and is cut off",
        ink.item.origin,
        hint="keep it inside the card, best inside box: safe",
        card=card,
    )
