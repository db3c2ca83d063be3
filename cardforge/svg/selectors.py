"""Style sheets: rules with selectors of elements, ids, classes, attributes and descent.

Rules are kept by what their last part names, so that an element meets few of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from cardforge.svg.faults import OUTSIDE, UNSUPPORTED, SvgError, Troubles
from cardforge.svg.reading import Node

MOST_RULES = 5_000
# How many parts a selector may have, and how often selectors may be held against elements.
MOST_PARTS = 12
MOST_TRIALS = 2_000_000
_COMBINATORS = (">", "+")
# Brackets that stand in each other; those of gradients and of calc() in calc() are three or four.
_DEEPEST = 50
_BRACKET = re.compile(r"[()\[\]{}]")
TOO_DEEP = f"has brackets nested deeper than {_DEEPEST}: it is left out"


class Declared(NamedTuple):
    """A property with its value as it was written."""

    name: str
    value: str
    important: bool


class Compound(NamedTuple):
    """What one element must be: its name, id, classes, attributes, and whether the first child.

    `how` says how it stands to the compound before it: ` `, `>` or `+`.
    """

    how: str = " "
    tag: str | None = None
    id: str | None = None
    classes: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str, str], ...] = ()
    tests: tuple[str, ...] = ()

    def fits(self, node: Node) -> bool:
        """Return whether a node is what this asks for."""
        if self.tag is not None and self.tag != node.tag:
            return False
        if self.id is not None and self.id != node.id:
            return False
        if not all(name in node.classes for name in self.classes):
            return False
        return all(_attribute_fits(node, *wanted) for wanted in self.attributes) and all(
            _TESTS[test](node) for test in self.tests
        )


class Rule(NamedTuple):
    """A selector, how much it weighs against others, and what it declares."""

    weight: tuple[int, int, int]
    order: int
    compounds: tuple[Compound, ...]
    declared: tuple[Declared, ...]

    def fits(self, node: Node, trials: Trials) -> bool:
        """Return whether the selector means a node."""
        if not self.compounds[-1].fits(node):
            return False
        return len(self.compounds) == 1 or _leads(self.compounds, node, trials)


class Trials:
    """Counts how often selectors are held against elements; too often is refused."""

    def __init__(self, name: str) -> None:
        self._name, self._count = name, 0

    def spend(self, count: int = 1) -> None:
        """Count some trials."""
        self._count += count
        if self._count > MOST_TRIALS:
            message = f"'{self._name}' has too many rules of style for so many elements"
            raise SvgError("svg.too-large", message, "write the colours into the elements")


def _leads(compounds: tuple[Compound, ...], node: Node, trials: Trials) -> bool:
    """Return whether the compounds before the last are found from a node that fits the last.

    Only descent can be found in several ways; the nearest is tried first, and the next one up
    where it leads nowhere.  What was tried is not tried again, so the work stays small.
    """
    tried: set[tuple[int, int]] = set()
    open_ways = [(len(compounds) - 1, node)]
    while open_ways:
        index, at = open_ways.pop()
        if index == 0:
            return True
        wanted = compounds[index - 1]
        for other in _related(at, compounds[index].how):
            trials.spend()
            if (index, id(other)) not in tried and wanted.fits(other):
                tried.add((index, id(other)))
                open_ways.append((index - 1, other))
    return False


def _related(node: Node, how: str) -> Iterator[Node]:
    related = node.before if how == "+" else node.parent
    while related is not None:
        yield related
        related = related.parent if how == " " else None


def _attribute_fits(node: Node, name: str, operator: str, wanted: str) -> bool:
    value = node.attributes.get(name)
    if value is None:
        return False
    match operator:
        case "=":
            return value == wanted
        case "~=":
            return wanted in value.split()
        case "|=":
            return value == wanted or value.startswith(f"{wanted}-")
        case "^=":
            return bool(wanted) and value.startswith(wanted)
        case "$=":
            return bool(wanted) and value.endswith(wanted)
        case "*=":
            return bool(wanted) and wanted in value
        case _:
            return True


def _is_first(node: Node) -> bool:
    return node.before is None


def _is_last(node: Node) -> bool:
    return node.parent is None or node.parent.last is node


_TESTS: dict[str, Any] = {
    "first-child": _is_first,
    "last-child": _is_last,
    "root": lambda node: node.parent is None,
}


class Sheet:
    """The rules of a file's style sheets."""

    def __init__(self, name: str) -> None:
        self._by_key: dict[str, list[Rule]] = {}
        self.count = 0
        self.trials = Trials(name)

    def add(self, rule: Rule) -> None:
        """Keep a rule under the most particular word of its last part."""
        last = rule.compounds[-1]
        key = f"#{last.id}" if last.id else f".{last.classes[0]}" if last.classes else ""
        self._by_key.setdefault(key or last.tag or "*", []).append(rule)
        self.count += 1

    def rules_of(self, node: Node) -> list[Rule]:
        """Return the rules that mean a node, the weightiest last."""
        if not self.count:
            return []
        keys = [f"#{node.id}", *(f".{name}" for name in dict.fromkeys(node.classes)), node.tag, "*"]
        rules = [rule for key in keys for rule in self._by_key.get(key, ())]
        self.trials.spend(len(rules))
        fitting = [rule for rule in rules if rule.fits(node, self.trials)]
        return sorted(fitting, key=lambda rule: (rule.weight, rule.order))


def is_too_deep(text: str) -> bool:
    """Return whether brackets stand in each other deeper than any style needs."""
    depth = 0
    for bracket in _BRACKET.findall(text):
        depth += 1 if bracket in "([{" else -1
        if depth > _DEEPEST:
            return True
    return False


def read_sheet(text: str, line: int, sheet: Sheet, troubles: Troubles) -> None:
    """Add the rules of a style sheet; what cannot be followed is noted."""
    if is_too_deep(text):
        troubles.add(UNSUPPORTED, "<style>", line, TOO_DEEP)
        return
    import tinycss2

    for item in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        place = line + item.source_line - 1
        if item.type == "qualified-rule" and sheet.count < MOST_RULES:
            _add_rules(item, place, sheet, troubles)
        elif item.type == "qualified-rule":
            troubles.add(UNSUPPORTED, "<style>", place, f"has more than {MOST_RULES} rules")
        elif item.type == "at-rule" and item.lower_at_keyword == "import":
            why = "is not followed: only the file itself is read"
            troubles.add(OUTSIDE, "@import", place, why, "copy the rules into the drawing")
        elif item.type == "at-rule" and item.lower_at_keyword not in ("charset", "namespace"):
            troubles.add(UNSUPPORTED, f"@{item.at_keyword:.20}", place, "is left out")
        elif item.type == "error":
            troubles.add(UNSUPPORTED, "<style>", place, f"cannot be read: {item.message}")


def _add_rules(item: Any, line: int, sheet: Sheet, troubles: Troubles) -> None:
    declared = tuple(declarations(item.content))
    for tokens in _split(item.prelude):
        compounds = _selector(tokens)
        if compounds is None or len(compounds) > MOST_PARTS:
            import tinycss2

            written = tinycss2.serialize(tokens).strip()
            troubles.add(UNSUPPORTED, f"the selector '{written:.40}'", line, "is left out")
            continue
        weight = (
            sum(c.id is not None for c in compounds),
            sum(len(c.classes) + len(c.attributes) + len(c.tests) for c in compounds),
            sum(c.tag is not None for c in compounds),
        )
        sheet.add(Rule(weight, sheet.count, compounds, declared))


def declarations(content: Any) -> Iterator[Declared]:
    """Yield the properties of a block or of a style attribute."""
    import tinycss2

    for item in tinycss2.parse_blocks_contents(content):
        if item.type == "declaration":
            yield Declared(item.lower_name, tinycss2.serialize(item.value).strip(), item.important)


def _split(tokens: Iterable[Any]) -> list[list[Any]]:
    parts: list[list[Any]] = [[]]
    for token in tokens:
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def read_selector(text: str) -> tuple[Compound, ...] | None:
    """Return the compounds of one selector, None for one that is not understood."""
    import tinycss2

    return _selector(tinycss2.parse_component_value_list(text))


def _selector(tokens: list[Any]) -> tuple[Compound, ...] | None:
    """Return the compounds of a selector, None for one that is not understood."""
    compounds: list[Compound] = []
    how, fresh = " ", True
    made = Compound()
    position = 0
    while position < len(tokens):
        token = tokens[position]
        if token.type == "whitespace" or (token.type == "literal" and token.value in _COMBINATORS):
            if not fresh:
                compounds.append(made._replace(how=how))
                how, made, fresh = " ", Compound(), True
            if token.type == "literal":
                if not compounds or how != " ":
                    return None
                how = token.value
            position += 1
            continue
        grown, used = _simple(made, tokens, position)
        if grown is None:
            return None
        made, fresh = grown, False
        position += used
    if not fresh:
        compounds.append(made._replace(how=how))
    elif how != " ":
        return None
    return tuple(compounds) or None


def _simple(made: Compound, tokens: list[Any], position: int) -> tuple[Compound | None, int]:
    """Return a compound with one more condition, and how many tokens it took."""
    token = tokens[position]
    following = tokens[position + 1] if position + 1 < len(tokens) else None
    if token.type == "ident":
        return made._replace(tag=token.value), 1
    if token.type == "hash":
        return made._replace(id=token.value), 1
    if token == "*":
        return made, 1
    name = following.value if following is not None and following.type == "ident" else None
    if token == "." and name is not None:
        return made._replace(classes=(*made.classes, name)), 2
    if token == ":" and name in _TESTS:
        return made._replace(tests=(*made.tests, name)), 2
    if token.type == "[] block":
        wanted = _attribute(token.content)
        if wanted is not None:
            return made._replace(attributes=(*made.attributes, wanted)), 1
    return None, 1


def _attribute(content: list[Any]) -> tuple[str, str, str] | None:
    parts = [token for token in content if token.type != "whitespace"]
    if not parts or parts[0].type != "ident":
        return None
    name = parts[0].value
    if len(parts) == 1:
        return name, "", ""
    if len(parts) == 3 and parts[1].type == "literal" and parts[2].type in ("ident", "string"):
        return name, parts[1].value, parts[2].value
    return None
