"""The files of the game that a table becomes: game.yaml, the cards, their types, the rules."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

from cardforge.from_csv.design import Design, quoted
from cardforge.from_csv.guess import Column, Roles
from cardforge.from_csv.looks import COLORS, INK, PAPER, QUIET, Look
from cardforge.from_csv.nested import entry_text
from cardforge.from_csv.sides import card_templates, flashcard_templates
from cardforge.from_csv.symbols import drawn
from cardforge.from_csv.tongue import tongue
from cardforge.tables.table import Table

FIRST = """\
# A game made of a table: each row of cards.csv is a card. Change whatever you like:
#
#     cardforge check .      says what is wrong, with the line and what to do about it
#     cardforge build .      writes the sheets to print and cut into output/
#
# The words of the rules are in rules_text/. Lengths are millimetres, type sizes need their unit
# (12 pt). `cardforge list icons` (fonts, formats, papers) names what comes with cardforge.
"""


def game_file(
    game: str, title: str, design: Design, looks: Mapping[str, Look], symbols: list[str],
    helpers: tuple[str, ...] = (),
) -> str:  # fmt: skip
    """Return game.yaml; `helpers` are fonts that have what the others lack."""
    roles = design.roles
    is_two_sided = roles.is_flashcards
    form = "{trim: [88, 63]}              # mm, with 3 mm of bleed, a safe zone and round corners"
    if not is_two_sided:
        form = "poker-63x88                   # 63 × 88 mm with 3 mm of bleed and round corners"
    return f"""{FIRST}
game: {game}
version: "0.1"
title: {quoted(title)}
languages: [{", ".join(roles.languages)}]
players: 2..4                         # for how many the box is printed
format: {form}

palette:
  ink: "{INK}"
  paper: "{PAPER}"
  quiet: "{QUIET}"
{_palette(looks)}
{_fonts(helpers)}
{_styles(design)}
{_icons(symbols)}{_deck(design)}
{flashcard_templates(design) if is_two_sided else card_templates(design)}"""


def _palette(looks: Mapping[str, Look]) -> str:
    used = {"lake", "night", "forest", "slate", *(look.color for look in looks.values())}
    return "\n".join(f'  {name}: "{value}"' for name, value in COLORS.items() if name in used)


def _fonts(helpers: tuple[str, ...]) -> str:
    more = f", fallback: [{', '.join(quoted(name) for name in helpers)}]" if helpers else ""
    return f"""
fonts:
  title: {{face: SourceSerifPro-Bold, italic: SourceSerifPro-BoldIt{more}}}
  text: {{face: Lato-Regular, bold: Lato-Bold, italic: Lato-Italic{more}}}
  strong: {{face: Lato-Bold{more}}}
  story: {{face: SourceSerifPro-Regular, italic: SourceSerifPro-It{more}}}
"""


def _styles(design: Design) -> str:
    divided = ", hyphenate: true" if design.room.hyphenate else ""
    if design.roles.is_flashcards:
        asked, answer = design.roles.title, design.roles.text
        is_told = answer is not None and answer.mean > 40
        return f"""styles:
  word:
    {{font: title, size: {_size_of(asked):g} pt, color: ink, align: center, valign: middle,
     leading: 1.15{divided}}}
  answer:
    {{font: {"story" if is_told else "title"}, size: {_size_of(answer):g} pt, color: ink,
     align: center, valign: middle, leading: 1.2{divided}}}
  aside: {{font: story, italic: true, size: 10 pt, color: quiet, align: center, valign: bottom}}
  label: {{font: strong, size: 8 pt, align: center, valign: middle, upper: true, tracking: 0.3}}
"""
    more = divided if design.room.markup else f", markup: false{divided}"
    in_title = ", hyphenate: true" if _has_long_words(design.roles) else divided
    body = "font: text, size: 9 pt"
    if design.roles.is_statement:
        body = "font: title, size: 16 pt, align: center"
    return f"""styles:
  title:
    {{font: title, size: {_size_of_title(design.roles)} pt, color: ink, valign: middle,
     leading: 1.05, markup: false{in_title}}}
  number: {{font: title, size: 18 pt, color: white, align: center, valign: middle}}
  price: {{font: title, size: 13 pt, color: ink, align: right, valign: middle}}
  figure: {{font: strong, size: 10 pt, color: ink, align: right, valign: middle, tabular: true}}
  kind:
    {{font: strong, size: 7 pt, color: white, align: center, valign: middle, tracking: 0.1,
     markup: false}}
  label: {{font: strong, size: 6.5 pt, color: quiet, align: center, valign: middle, markup: false}}
  rules:
    {{{body}, color: ink, valign: middle, leading: 1.25, paragraph-gap: 1{more}}}
"""


def _size_of(column: Column | None) -> float:
    """Return the size of what flashcards ask or answer: smaller for whole sentences."""
    length = column.mean if column is not None else 0
    return 26 if length <= 24 else 18 if length <= 60 else 14


def _size_of_title(roles: Roles) -> int:
    """Return the size of titles: large where they are the rank of a card."""
    return 26 if roles.title is not None and roles.title.longest <= 3 else 15


def _has_long_words(roles: Roles) -> bool:
    """Return whether titles have words that would be small if they were not divided."""
    beside_cost = 15 if roles.cost is not None else 20
    return roles.title is not None and roles.title.longest_word > beside_cost


def _icons(symbols: list[str]) -> str:
    if not symbols:
        return ""
    entries = "\n".join(
        f"  {quoted(name)}: {{path: {quoted(drawn(name))}, even-odd: true}}" for name in symbols
    )
    return f"""# The signs that the texts name in braces. Put paths of your own in their place.

icons:
{entries}

"""


def _deck(design: Design) -> str:
    roles = design.roles
    lines = ["decks:", "  cards:", "    title: Cards", "    table:", "      file: cards.csv"]
    if design.renamed:
        pairs = ", ".join(f"{old}: {new}" for old, new in design.renamed.items())
        lines.append(f"      rename: {{{pairs}}}")
    if roles.type is not None:
        key = design.key_of_type
        on = key if key == "type" else f"{{{key}: type}}"
        lines += [
            "      # The colour and the icon of each type are in types.csv.",
            f"      join: {{file: types.csv, on: {on}, prefix: type_, missing: empty}}",
            "      defaults: {type_color: slate, type_icon: star}",
        ]
    if roles.title is not None and design.field(roles.title) != "name":
        lines.append(f"    name: {quoted(design.slot(roles.title))}")
    if roles.is_flashcards:
        lines += ["    face: ask", "    back: answer", "    hidden: false"]
    else:
        lines += ["    face: card", "    back: back"]
    return "\n".join(lines) + "\n"


def rules_file(language: str) -> str:
    """Return the rules in their shortest form: what is in the box."""
    said = tongue(language)
    return f"""\
{{# The rules of the game: Markdown with calls to the game's data. What is counted or pictured here
    comes from game.yaml, so the rules cannot disagree with the box. #}}

## {said.contents} {{#contents}}

{{{{ component("cards", "{said.card}", "{said.cards}") }}}}
"""


def table_file(table: Table, blank: Mapping[str, set[str]]) -> bytes:
    """Return the table as CSV in UTF-8; cells whose text is among `blank` are left empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(list(table.heads.values()))
    for line in table.lines:
        cells = ((name, _cell(line.fields.get(name, ""))) for name in table.heads)
        writer.writerow(["" if cell in blank.get(name, ()) else cell for name, cell in cells])
    return text.getvalue().encode()


def _cell(value: Any) -> str:
    """Return a value as a cell holds it: entries of a list separated by commas."""
    if isinstance(value, list):
        between = "; " if any(isinstance(entry, dict) for entry in value) else ", "
        return between.join(map(entry_text, value))
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    if value is None:
        return ""
    return {True: "TRUE", False: "FALSE"}[value] if isinstance(value, bool) else str(value)


def types_file(looks: Mapping[str, Look]) -> bytes:
    """Return the colour and the icon of each type as a table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["type", "color", "icon"])
    writer.writerows((name, look.color, look.icon) for name, look in looks.items())
    return text.getvalue().encode()
