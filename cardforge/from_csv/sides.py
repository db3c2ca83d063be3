"""Templates around a design: the paper, the back, badges; and flashcards with two sides."""

from __future__ import annotations

from cardforge.from_csv.design import Design, face, is_badges, label, quoted, safe
from cardforge.from_csv.guess import Column

_PARTS = "# A part is written once and drawn wherever `use` names it.\n\nparts:\n"
_BADGE = """  badge:
    - group:
        - {shape: rectangle, fill: COLOR, corner: 1.6, box: {top: 0, height: 7.6}}
        - text: "{{ value }}"
          style: number
          size: 14 pt
          fit: {min: 8 pt}
          optical: true
          box: {left: 0.8, right: 0.8, top: 0, height: 7.6}
        - text: "{{ label }}"
          style: label
          fit: {min: 6 pt}
          box: {left: -1, right: -1, bottom: 0, height: 3}

"""
_FACT = """  fact:
    - group:
        - text: "{{ label }}"
          style: label
          align: left
          fit: {min: 6 pt}
          box: {left: 1.5, right: 9, top: 0, bottom: 0.6}
        - text: "{{ value }}"
          style: figure
          fit: {min: 7 pt}
          box: {right: 1.5, width: 9, top: 0, bottom: 0.6}
        - {line: {from: [1.5, 100%], to: [97%, 100%]}, stroke: COLOR, line-width: 0.25}

"""
_BACK = """  back:
    elements:
      # It looks the same upside down: a back must not tell which way the card lies.
      - {shape: rectangle, fill: night, box: bleed}
      - grid:
          - repeat: 70
            as: n
            elements:
              - group:
                  - {shape: diamond, fill: lake, box: {x: 50%, y: 50%, width: 4, height: 5.6}}
        columns: 7
        box: bleed
      - {shape: ellipse, fill: night, box: {x: 50%, y: 50%, width: 34, height: 34}}
      - shape: ellipse
        stroke: paper
        line-width: 0.6
        box: {x: 50%, y: 50%, width: 30, height: 30}
      - {shape: star, sides: 8, fill: paper, box: {x: 50%, y: 50%, width: 17, height: 17}}
"""
_PAPER = """\
# Templates draw the sides, their first element lowest. `bleed` runs over the cut.

templates:
  paper:
    elements:
      - {shape: rectangle, fill: paper, box: bleed}
"""


def card_templates(design: Design) -> str:
    """Return parts and templates of cards with a common back."""
    color = '"{{ type_color }}"' if design.roles.type is not None else "lake"
    part = _BADGE if is_badges(design.roles) else _FACT
    parts = _PARTS + part.replace("COLOR", color) if design.roles.stats else ""
    return f"""{parts}{_PAPER}  card:
    extends: paper
    elements:
{face(design)}
{_BACK}"""


def flashcard_templates(design: Design) -> str:
    """Return the templates of cards that ask on the face and answer on the back."""
    roles = design.roles
    if roles.title is None or roles.text is None:
        raise ValueError("flashcards ask for something and answer it")
    asked, answer = roles.title, roles.text
    others = [column for column in (roles.flavour, *roles.more) if column is not None]
    small = "".join(
        f"""      - paragraph: {quoted(_said(design, column))}
        style: aside
        fit: {{min: 6.5 pt}}
        box: {{left: 8, right: 8, bottom: {6 + 7 * index}, height: 6.5}}
"""
        for index, column in enumerate(others[:2])
    )
    foot = 7 * len(others[:2])
    return f"""{_PAPER}  ask:
    extends: paper
    elements:
{_top(design, design.slot(roles.type) if roles.type else asked.head, "lake")}
{_words(design.slot(asked), "word", 12)}{_marks(design)}
  answer:
    extends: paper
    elements:
{_top(design, answer.head, "forest")}
{_words(design.slot(answer), "answer", 8 + foot)}
{small}"""


def _said(design: Design, column: Column) -> str:
    """Return what prints a column with its header: an example of a sentence needs none."""
    if column is design.roles.flavour:
        return design.slot(column)
    name = design.field(column)
    return f"{{{{ '{label(column)}: ' ~ {name} if {name} != '' else '' }}}}"


def _top(design: Design, words: str, color: str) -> str:
    """Return the top of a side: what it is, in a band in the colour of the card."""
    if design.roles.type is not None:
        color = '"{{ type_color }}"'
    top = f"""      - shape: rectangle
        fill: {color}
        corner: 2
        box: {{left: 5, right: 5, top: 5, height: 8.4}}
      - text: {quoted(words if "{{" in words else safe(words))}
        style: label
        color: white
        fit: {{min: 6 pt}}
        box: {{left: 16, right: 16, top: 5, height: 8.4}}"""
    if design.roles.type is None:
        return top
    return f"""{top}
      - icon: "{{{{ type_icon }}}}"
        color: white
        box: {{left: 8, top: 6.7, width: 5, height: 5}}"""


def _words(words: str, style: str, bottom: float) -> str:
    return f"""      - paragraph: {quoted(words)}
        style: {style}
        fit: {{min: 8 pt}}
        box: {{left: 8, right: 8, top: 16, bottom: {bottom:g}}}"""


def _marks(design: Design) -> str:
    """Return the numbers of a card that asks, with their headers, at its foot."""
    words = " · ".join(f"{label(c)} {design.slot(c)}" for c in design.roles.stats)
    if not words:
        return ""
    return f"""
      - text: {quoted(words)}
        style: aside
        fit: {{min: 6.5 pt}}
        box: {{left: 8, right: 8, bottom: 5, height: 5}}"""
