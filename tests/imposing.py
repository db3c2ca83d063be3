"""Toy lots for the tests of sheets, and comparators that know nothing of how cardforge mirrors."""

from cardforge.geometry import Box, Insets, Size
from cardforge.ink import Group, Line, Plate, Text
from cardforge.sheet import Lot, Placed, SheetSpec, SlugText

PAPERS = {
    "a4": Size(210, 297),
    "letter": Size(215.9, 279.4),
    "legal": Size(215.9, 355.6),
    "tabloid": Size(279.4, 431.8),
    "a3": Size(297, 420),
}
POKER = Size(63, 88)


def plate(name, trim=POKER, bleed=3.0):
    return Plate(name, trim, Insets(bleed, bleed, bleed, bleed), ())


def copies(count, trim=POKER, bleed=3.0, backs=True):
    """Copies whose every plate is its own, face-3 before back-3."""
    return [
        Placed(plate(f"face-{i}", trim, bleed), plate(f"back-{i}", trim, bleed) if backs else None)
        for i in range(count)
    ]


def lot(count, trim=POKER, bleed=3.0, backs=True, **more):
    return Lot(trim, copies(count, trim, bleed, backs), Size(bleed, bleed), **more)


def spec(paper="a4", **more):
    return SheetSpec(PAPERS[paper], paper, **more)


def slug(**more):
    def measure(text, size_pt):
        return len(text) * size_pt * 0.18

    return SlugText("Toy", "English", "version 1", "Sans", measure, **more)


def insets(margin):
    return Insets(margin, margin, margin, margin)


def through(box, paper, duplex):
    """Where a box on the face is seen on the back of the sheet that the driver turns over.

    Long-edge turns about the long edge of the page, which is upright on an upright page.
    """
    upright = paper.width <= paper.height
    about_upright_edge = (duplex == "long-edge") == upright
    if about_upright_edge:
        return box._replace(x=paper.width - box.right)
    return box._replace(y=paper.height - box.bottom)


def is_close(one, other, tolerance=1e-6):
    return all(abs(a - b) < tolerance for a, b in zip(one, other, strict=True))


def wrong_backs(sides, duplex):
    """The copies whose back does not lie behind their own face, wherever they were put."""
    wrong = []
    for face, back in zip(sides[::2], sides[1::2], strict=True):
        seen = [(through(s.box, face.page.size, duplex), s.plate.name) for s in face.slots]
        for slot in back.slots:
            name = slot.plate.name.replace("back", "face")
            if not any(is_close(box, slot.box) and name == face_name for box, face_name in seen):
                wrong.append(slot.plate.name)
        if len(back.slots) != len(face.slots):
            wrong.append("count")
    return wrong


def overlapping_slots(side):
    boxes = [slot.box for slot in side.slots]
    return [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.overlaps(b)]


def faces_printed(sides):
    return sorted(slot.copy for side in sides for slot in side.slots if slot.side == "face")


def lines_of(side):
    return [item for item in side.page.items if isinstance(item, Line)]


def slug_groups(side):
    return [i for i in side.page.items if isinstance(i, Group) and i.transform is not None]


def slug_words(side):
    items = [item for group in slug_groups(side) for item in group.items]
    return " · ".join(item.text for item in items if isinstance(item, Text))


def line_box(line):
    """The box a line's ink covers: its ends are butt, so only its sides grow by half its width."""
    half = line.line_width / 2
    x, y = min(line.start.x, line.end.x), min(line.start.y, line.end.y)
    width = abs(line.start.x - line.end.x)
    height = abs(line.start.y - line.end.y)
    sides = Insets(-half, 0, -half, 0) if height > width else Insets(0, -half, 0, -half)
    return Box(x, y, width, height).inset(sides)


def marks_in_cards(side, bleed=0.0):
    """The marks that touch the sheet's bleed box, or any card grown by `bleed`."""
    boxes = [slot.box.inset(insets(-bleed)) for slot in side.slots] + [side.page.bleed]
    return [line for line in lines_of(side) if any(line_box(line).overlaps(box) for box in boxes)]


def slug_boxes(side, measure):
    """The boxes that texts and lines of the slug cover on the page."""
    for group in slug_groups(side):
        for item in group.items:
            if isinstance(item, Line):
                yield group.transform.apply_box(line_box(item))
            else:
                size = item.size_pt * 25.4 / 72
                width = measure(item.text, item.size_pt)
                box = Box(item.at.x, item.at.y - 0.75 * size, width, 0.95 * size)
                yield group.transform.apply_box(box)
