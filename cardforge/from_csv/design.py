"""The design of a deck that is made of a table: what stands where on its cards, as YAML."""

from __future__ import annotations

import json
from typing import NamedTuple

from cardforge.check.row_keys import misspelt
from cardforge.decks_grammar import RESERVED
from cardforge.from_csv.guess import Column, Roles

# Words that a spreadsheet shows for yes.
YES = ("TRUE", "true", "True", "yes", "Yes", "YES", "x", "X", "ja", "Ja", "WAHR", "VRAI")
# The smallest type, in pt, that is comfortable to read.
SMALLEST = 6.5
_MOST_BADGES = 4
# The height of a card, in mm, and how much of the paper is in the ground of its words.
HEIGHT = 88.0
_TINT = 0.92
_LONGEST_BADGE = 11
_LONGEST_NUMBER = 3


class Room(NamedTuple):
    """How a card is set: the height of its picture in mm, and the smallest type in pt."""

    picture: float
    smallest: float = SMALLEST
    # Whether the texts of the table are read for **bold** and {icon}.
    markup: bool = True
    # Whether words are divided: only where one of them is wider than the card.
    hyphenate: bool = False


class Design(NamedTuple):
    """What is decided about the cards of a table."""

    roles: Roles
    room: Room
    # Whether the table has pictures that are there.
    pictures: bool
    # The columns whose names mean something else to a deck, and their new names.
    renamed: dict[str, str]
    # The column by which the types are joined.
    key_of_type: str = ""

    def field(self, column: Column) -> str:
        """Return the name by which the game knows a column."""
        return self.renamed.get(column.name, column.name)

    def slot(self, column: Column) -> str:
        """Return the expression that prints a column."""
        return f"{{{{ {self.field(column)} }}}}"


def quoted(text: str) -> str:
    """Return a text as YAML holds it between quotes."""
    return json.dumps(text, ensure_ascii=False)


def face(design: Design) -> str:
    """Return the elements of the face of a card."""
    roles = design.roles
    top = 17.5 if roles.title is not None or roles.cost is not None else 5.0
    height = _height_of_picture(design, top)
    lines = [_head(design)]
    if height:
        lines.append(_picture(design, top, height))
        top += height
    if roles.type is not None or roles.subtype is not None:
        lines.append(_kind(design, top - 3 if height else top))
        top += 3.2 if height else 6.5
    lines.append(_stats(design))
    lines.append(_rules(design, top + 1.5))
    return "\n".join(line for line in lines if line)


def _height_of_picture(design: Design, top: float) -> float:
    """Return the height of the picture: the whole card below the title where it says nothing."""
    roles, room = design.roles, design.room
    if roles.text is not None or roles.flavour is not None or roles.more or not room.picture:
        return room.picture
    below = stats_height(roles) + 2.5 if roles.stats else 0.0
    kind = 3.2 if roles.type is not None or roles.subtype is not None else 0.0
    return HEIGHT - top - 5 - below - kind


def _head(design: Design) -> str:
    """Return title and cost."""
    roles, room = design.roles, design.room
    left, lines = "5", []
    cost = roles.cost
    if cost is not None and cost.longest <= _LONGEST_NUMBER:
        left = quoted(f"{{{{ 18 if {design.field(cost)} != '' else 5 }}}}")
        lines.append(f"""      # What it costs: a disc in the corner, seen in a fanned hand.
      - group:
          - {{shape: circle, fill: {_color(design)}, box: {{left: 0, right: 0}}}}
          - text: {quoted(design.slot(cost))}
            style: number
            fit: {{min: 9 pt}}
            optical: true
            box: {{left: 1, right: 1, top: 0, bottom: 0}}
        box: {{left: 5, top: 5, width: 10.5, height: 10.5}}
        if: {quoted(f"{design.field(cost)} != ''")}""")
    right = "5"
    if cost is not None and cost.longest > _LONGEST_NUMBER:
        right = "21"
        lines.append(f"""      - text: {quoted(design.slot(cost))}
        style: price
        fit: {{min: 7 pt}}
        box: {{right: 5, width: 14, top: 5, height: 10.5}}""")
    if roles.title is not None:
        lines.append(f"""      - paragraph: {quoted(design.slot(roles.title))}
        style: title
        fit: {{min: {7 if room.hyphenate else 8} pt}}
        box: {{left: {left}, right: {right}, top: 5, height: 10.5}}""")
    return "\n".join(lines)


def _color(design: Design) -> str:
    """Return the colour of a card's type."""
    return '"{{ type_color }}"' if design.roles.type is not None else "lake"


def _icon(design: Design) -> str:
    return '"{{ type_icon }}"' if design.roles.type is not None else "star"


def _picture(design: Design, top: float, height: float) -> str:
    """Return the picture, or what is drawn in its place."""
    box = f"{{left: 5, right: 5, top: {top:g}, height: {height:g}}}"
    image = design.roles.image
    drawn = _drawn(design, min(20.0, height - 6), box)
    if image is None:
        return drawn
    if not design.pictures:
        name = design.slot(image).replace('"', "")
        return f"""{drawn}
      # Once the pictures are in this folder, this takes the place of the group above:
      # - image: "{name}"
      #   fit: cover
      #   box: {box}"""
    there, missing = (f"{design.field(image)} {sign} ''" for sign in ("!=", "=="))
    return f"""      - group:
          - {{image: {quoted(design.slot(image))}, fit: cover}}
        clip: rectangle
        corner: 2
        box: {box}
        if: {quoted(there)}
{drawn}
        if: {quoted(missing)}"""


def _drawn(design: Design, size: float, box: str) -> str:
    """Return what is drawn in place of a picture, `size` mm high in its middle."""
    color = _color(design)
    disc, sign = f"{size + 4:g}", f"{size * 0.75:g}"
    return f"""      # In place of a picture: the icon of the type in a ring of rays.
      - group:
          - {{shape: rectangle, fill: {color}}}
          - repeat: 12
            as: n
            elements:
              - group:
                  - shape: triangle
                    fill: white
                    opacity: 0.12
                    rotate: 180
                    box: {{top: 0, height: 60}}
                rotate: "{{{{ 30 * n }}}}"
                box: {{x: 50%, y: 50%, width: 16, height: 120}}
          - shape: circle
            fill: {color}
            box: {{x: 50%, y: 50%, width: {disc}, height: {disc}}}
          - icon: {_icon(design)}
            color: white
            box: {{x: 50%, y: 50%, width: {sign}, height: {sign}}}
        clip: rectangle
        corner: 2
        box: {box}"""


def _kind(design: Design, top: float) -> str:
    """Return the line that says the type in words."""
    roles = design.roles
    columns = [column for column in (roles.type, roles.subtype) if column is not None]
    words = design.slot(columns[0])
    if len(columns) > 1:
        field = design.field(columns[1])
        words += f"{{{{ ' · ' ~ {field} if {field} else '' }}}}"
    for flag in roles.flags:
        words += _flagged(design, flag, f" · {label(flag)}")
    longest = sum(column.longest + 3 for column in columns) + sum(
        len(flag.head) + 3 for flag in roles.flags
    )
    width = min(45.0, 8 + 1.5 * longest)
    return f"""      # The type in words: its colour is never told alone.
      - shape: rectangle
        fill: paper
        corner: 3
        box: {{x: 50%, top: {top:g}, width: {width + 1.4:g}, height: 6.2}}
      - shape: rectangle
        fill: {_color(design)}
        corner: 2.4
        box: {{x: 50%, top: {top + 0.7:g}, width: {width:g}, height: 4.8}}
      - text: {quoted(words)}
        style: kind
        fit: {{min: 6 pt}}
        box: {{x: 50%, top: {top + 0.7:g}, width: {width - 3:g}, height: 4.8}}"""


def _flagged(design: Design, flag: Column, words: str) -> str:
    """Return the expression that prints some words where a column says yes."""
    return f"{{{{ '{words}' if {design.field(flag)} in {list(YES)} else '' }}}}"


def safe(text: str) -> str:
    """Return a text as it may stand in an expression between single quotes."""
    return text.replace("\\", "").replace("'", "’").replace("{", "(").replace("}", ")")


def label(column: Column) -> str:
    """Return the header of a column as it is printed beside its values: hp is HP."""
    head = column.head
    if len(head) <= 3 and head.islower() and head.isascii():
        return safe(head.upper())
    return safe(head[:1].upper() + head[1:])


def is_badges(roles: Roles) -> bool:
    """Return whether the statistics fit side by side at the foot of the card."""
    longest = max((len(stat.head) for stat in roles.stats), default=0)
    values = max((stat.longest for stat in roles.stats), default=0)
    return len(roles.stats) <= _MOST_BADGES and longest <= _LONGEST_BADGE and values <= 4


def stats_height(roles: Roles) -> float:
    """Return how much of the foot of a card its statistics take, in mm."""
    if not roles.stats:
        return 0.0
    return 11.5 if is_badges(roles) else 4.6 * -(-len(roles.stats) // _columns(roles))


def _columns(roles: Roles) -> int:
    longest = max(len(stat.head) + stat.longest for stat in roles.stats)
    return 2 if longest <= 15 else 1


def _stats(design: Design) -> str:
    """Return the statistics: badges side by side, or a list of names and numbers."""
    roles = design.roles
    if not roles.stats:
        return ""
    height = stats_height(roles)
    part = "badge" if is_badges(roles) else "fact"
    uses = "\n".join(
        f"          - use: {part}\n"
        f"            with:\n"
        f"              value: {quoted(design.slot(stat))}\n"
        f"              label: {quoted(label(stat))}\n"
        f"            if: {quoted(f'{design.field(stat)} != {chr(39)}{chr(39)}')}"
        for stat in roles.stats
    )
    if part == "badge":
        inset = max(5.0, 31.5 - 9 * len(roles.stats))
        return f"""      - row:
{uses}
        gap: 2.5
        box: {{left: {inset:g}, right: {inset:g}, bottom: 5, height: {height:g}}}"""
    return f"""      - grid:
{uses}
        columns: {_columns(roles)}
        gap: 1
        box: {{left: 5, right: 5, bottom: 5, height: {height:g}}}"""


def _rules(design: Design, top: float) -> str:
    """Return what the card says, with all other words of the table."""
    roles, room = design.roles, design.room
    words = design.slot(roles.text) if roles.text is not None else ""
    for column in roles.more:
        field = design.field(column)
        begin = f"{chr(92)}n" if words else ""
        head = f"**{label(column)}:**" if room.markup else f"{label(column)}:"
        words += f"{{{{ '{begin}{head} ' ~ {field} if {field} else '' }}}}"
    if roles.type is None and roles.subtype is None:
        for flag in roles.flags:
            said = f"**{label(flag)}**" if room.markup else label(flag)
            words += _flagged(design, flag, f"{chr(92)}n{said}" if words else said)
    if roles.flavour is not None:
        field = design.field(roles.flavour)
        escaped = field
        if any(sign in cell for cell in roles.flavour.filled for sign in "[]"):
            escaped = f"({field} | replace('[', '(') | replace(']', ')'))"
        begin = f"{chr(92)}n" if words else ""
        look = "]{italic, quiet, font: story}"
        if not room.markup:
            words += f"{{{{ '{begin}' ~ {field} if {field} else '' }}}}"
            return _paragraph(design, words, top)
        words += f"{{{{ '{begin}[' ~ {escaped} ~ '{look}' if {field} else '' }}}}"
    return _paragraph(design, words, top) if words else ""


def _paragraph(design: Design, words: str, top: float) -> str:
    return f"""      # The words stand on a tint of the colour: without words it looks meant.
      - shape: rectangle
        fill: {_tint(design)}
        corner: 2
        box: {{left: 5, right: 5, top: {top:g}, bottom: {_bottom(design, 0)}}}
      # Smaller where the text needs it; `check` lists the cards that go below 6 pt.
      - paragraph: {quoted(words)}
        style: rules
        fit: {{min: {design.room.smallest:g} pt}}
        box: {{left: 6.6, right: 6.6, top: {top + 1:g}, bottom: {_bottom(design, 1)}}}"""


def _tint(design: Design) -> str:
    """Return the colour of a card's type, hardly more than the paper."""
    color = "type_color" if design.roles.type is not None else "'lake'"
    return quoted(f"{{{{ {color} | mix('paper', {_TINT:g}) }}}}")


def _bottom(design: Design, inset: float) -> str:
    """Return how far above the foot the text ends: higher where there are statistics."""
    roles = design.roles
    foot = f"{5 + inset:g}"
    if not roles.stats:
        return foot
    above = f"{6.5 + inset + stats_height(roles):g}"
    if all(len(stat.filled) == len(stat.cells) for stat in roles.stats):
        return above
    some = " or ".join(f"{design.field(stat)} != ''" for stat in roles.stats)
    return quoted(f"{{{{ {above} if {some} else {foot} }}}}")


def renamed(roles: Roles, names: list[str]) -> dict[str, str]:
    """Return the columns that need another name, since theirs means something to a deck."""
    made: dict[str, str] = {}
    taken = set(names)

    def rename(old: str, new: str) -> None:
        while new in taken:
            new = f"{new}_too"
        taken.add(new)
        made[old] = new

    counts = roles.copies.name if roles.copies is not None else ""
    if "copies" in taken and counts != "copies":
        rename("copies", "number_of_copies")
    if counts and counts != "copies":
        made[counts] = "copies"
    # The colours of the game are looked up in `palette`.
    for name, new in (("face", "side_a"), ("back", "side_b"), ("palette", "colours")):
        if name in taken:
            rename(name, new)
    if "id" in taken and roles.id is None:
        rename("id", "code")
    shown = {column.name for column in roles.columns}
    for name in names:
        # What no card shows is nothing that was meant for the deck.
        if name not in (*made, *shown, *RESERVED) and misspelt(name):
            rename(name, f"column_{name}")
    return made
