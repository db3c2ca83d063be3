"""Text that reaches beyond the trim is cut off with the paper: it is said, not lost in silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardforge.diagnostics import Report, shortened
from cardforge.fonts import Fonts
from cardforge.geometry import Box
from cardforge.ink import Plate, Text
from cardforge.ink.bounds import every_ink, within
from cardforge.units import show

# Less than this over the trim is a matter of rounding, in mm.
TOLERANCE = 0.05


def check_outside(
    doubtful: Iterable[tuple[Plate, str | None]], fonts: Fonts, report: Report
) -> None:
    """Report text beyond the trim on the plates that layout was in doubt about."""
    for plate, card in doubtful:
        for text, over in _texts_outside(plate, fonts):
            shown = shortened(text.text, 30)
            report.warning(
                "text.outside",
                f"the text '{shown}' reaches {show(over)} mm over the trim and is cut off",
                text.origin,
                hint="keep it inside the card, best inside box: safe",
                card=card,
            )


def _texts_outside(plate: Plate, fonts: Fonts) -> Iterator[tuple[Text, float]]:
    """Yield each text that is seen beyond the trim, and how far it reaches, in mm."""
    trim = Box(0.0, 0.0, *plate.trim)
    for ink in every_ink(plate):
        if isinstance(ink.item, Text):
            box = ink.bounds(fonts)
            if not within(box, trim, TOLERANCE):
                over = max(-box.x, -box.y, box.right - trim.width, box.bottom - trim.height)
                yield ink.item, over
