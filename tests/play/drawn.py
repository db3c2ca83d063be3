"""Reading drawings of ink back: where each text and each line of a chart lies."""

from cardforge.color import WHITE
from cardforge.geometry import Transform
from cardforge.ink import Group, Line, Rect, Text


def flat(items, transform=None):
    """Yield every item with the transform that it is drawn under."""
    transform = transform or Transform()
    for item in items:
        if isinstance(item, Group):
            inner = item.transform.then(transform) if item.transform else transform
            yield from flat(item.items, inner)
        else:
            yield item, transform


def texts(pen, art):
    """Return every text of a chart with the box of its letters."""
    found = []
    for item, transform in flat(art.ink):
        if isinstance(item, Text):
            font = pen.font(item.font.removeprefix("report "))
            ink = font.ink_bounds(item.text, item.size_pt)
            found.append((item, transform.apply_box(ink.moved(*item.at))))
    return found


def words(pen, art):
    """Return the words of a chart, in the order in which they are drawn."""
    return [item.text for item, _ in texts(pen, art)]


def bars(art, least=0.2):
    """Return the boxes of all filled rectangles that are no hairs."""
    return [
        transform.apply_box(item.box)
        for item, transform in flat(art.ink)
        if isinstance(item, Rect)
        and item.fill not in (None, WHITE)
        and min(item.box.width, item.box.height) > least
    ]


def lines(art):
    """Return every straight line."""
    return [item for item, _ in flat(art.ink) if isinstance(item, Line)]


def within(box, width, height, tolerance=0.35):
    """Return whether a box lies on a drawing."""
    return (
        box.x >= -tolerance
        and box.y >= -tolerance
        and box.right <= width + tolerance
        and box.bottom <= height + tolerance
    )


def touching(boxes):
    """Return the first pair of texts whose boxes overlap, None when there is none."""
    for index, (one, box) in enumerate(boxes):
        for other, second in boxes[index + 1 :]:
            if box.overlaps(second, 0.01):
                return one.text, other.text
    return None
