"""How `composition:` is written: the checks it knows, and the keys that each of them looks at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cardforge.decode import (
    BAD,
    EXPRESSION_MARK,
    Field,
    Kind,
    Node,
    Reader,
    found,
    plain,
    read_fields,
    record_schema,
)
from cardforge.element_kinds import Condition
from cardforge.game_grammar import SOURCES
from cardforge.kinds import Anything, Choice, Name
from cardforge.rulebook_grammar import Names
from cardforge.specs import Statement

SEVERITIES = ("error", "warning")
# How a statement says which number it promises.
BOUNDS = ("is", "at-least", "at-most", "between")
# How a statement says which cards it is about.
CHOICE_OF_CARDS = ("deck", "decks", "every", "where")


class Check(NamedTuple):
    """The keys of one check: those it needs, those it may have, and whether it counts cards."""

    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    of_cards: bool = True

    @property
    def keys(self) -> tuple[str, ...]:
        """Return every key that this check looks at and the others may not."""
        return (*(CHOICE_OF_CARDS if self.of_cards else ()), *self.needs, *self.takes)

    @property
    def needs_bound(self) -> bool:
        """Return whether the statement must say which number it promises."""
        return "is" in self.takes


CHECKS = {
    "total": Check(takes=BOUNDS),
    "sum": Check(("field",), BOUNDS),
    "per-player": Check(takes=BOUNDS),
    "none": Check(),
    "range": Check(("field", "of")),
    "complete": Check(("field", "of")),
    "unique": Check(("field",)),
    "each-once": Check(("field", "of")),
    "copies-each": Check((), ("field", "of", *BOUNDS)),
    "equal": Check(("field",), ("of",)),
    "product": Check(("of",), ("times",)),
    "same": Check(("field",)),
    "labels": Check(("field", "by", "are")),
    "marked": Check(("field",), ("mark",)),
    "players": Check((), BOUNDS, of_cards=False),
    "fact": Check(("fact",), BOUNDS, of_cards=False),
    "holds": Check(("that",), CHOICE_OF_CARDS, of_cards=False),
}


class Values(Kind):
    """A number, a range, a list or a mapping; any text in it may be an expression."""

    expects = "a value"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the plain data of the node, expressions deferred."""
        if node.value is None:
            return self.wrong(node, key, reader, f"write a value behind {key}:")
        return self._plain(node, key, reader)

    def _plain(self, node: Node, key: str, reader: Reader) -> Any:
        value = node.value
        if isinstance(value, dict):
            read: Any = {name: self._entry(child, key, reader) for name, child in value.items()}
            return BAD if any(entry is BAD for entry in read.values()) else read
        if isinstance(value, list):
            read = [self._entry(child, key, reader) for child in value]
            return BAD if any(entry is BAD for entry in read) else read
        return plain(node)

    def _entry(self, node: Node, key: str, reader: Reader) -> Any:
        if isinstance(node.value, str) and EXPRESSION_MARK.search(node.value):
            return reader.read(node, Anything(), key)
        return self._plain(node, key, reader)

    def schema(self) -> dict[str, Any]:
        """Return the schema that accepts everything."""
        return {}


STATEMENT = {
    "check": Field(
        Choice(*CHECKS), True, literal=True, doc="what is promised: see docs/composition.md"
    ),
    "id": Field(Name(), doc="a short name by which problems call the statement", literal=True),
    "deck": Field(Name(), doc="the deck or tokens that the statement is about", literal=True),
    "decks": Field(Names(), doc="several decks that the statement is about", literal=True),
    "every": Field(Choice("cards", "tokens"), doc="all decks, or all tokens", literal=True),
    "where": Field(Condition(), doc="only the cards for which this holds"),
    "is": Field(Values(), doc="the number promised"),
    "at-least": Field(Values(), doc="the smallest number allowed"),
    "at-most": Field(Values(), doc="the largest number allowed"),
    "between": Field(Values(), doc="the smallest and the largest number allowed"),
    "of": Field(Values(), doc="the values promised: a range or a list; of product: by field"),
    "times": Field(Values(), doc="how often each combination is there, once by default"),
    "field": Field(Names(), doc="the field, or the fields taken together", literal=True),
    "by": Field(Names(), doc="the field, or fields, that decide the label", literal=True),
    "are": Field(Values(), doc="the label for each value of `by`"),
    "mark": Field(Name(), doc="the field that is true on a marked card", literal=True),
    "fact": Field(Name(), doc="the name of a fact", literal=True),
    "that": Field(Condition(), doc="a comparison of two numbers"),
    "when": Field(Condition(), doc="judge only when this holds of players, mode or rulings"),
    "severity": Field(Choice(*SEVERITIES), doc="error by default", literal=True),
    "source": Field(
        Choice(*SOURCES),
        True,
        literal=True,
        doc="where the promise comes from: stated, derived, ruling or house",
    ),
    "because": Field(Values(), doc="why, in one text or one for each language"),
}
COMMON = ("check", "id", "when", "severity", "source", "because")


def keys_of(check: str) -> dict[str, Field]:
    """Return the keys that a statement with this check may have."""
    known = CHECKS[check]
    fields = {key: STATEMENT[key] for key in (*COMMON, *known.keys)}
    return fields | {key: STATEMENT[key]._replace(required=True) for key in known.needs}


def read_statements(node: Node | None, reader: Reader) -> Iterator[Statement]:
    """Yield the statements of a composition that could be read, the faults of others reported."""
    if node is None:
        return
    if not isinstance(node.value, list):
        message = f"composition must be a list of statements, found {found(node)}"
        reader.error("value.list", message, node.span)
        return
    first: dict[str, Node] = {}
    for child in node.value:
        statement = _statement(child, reader)
        if statement is not None:
            _check_id(statement, child, first, reader)
            yield statement


def _check_id(statement: Statement, node: Node, first: dict[str, Node], reader: Reader) -> None:
    """Report an id that an earlier statement has: a problem could mean either."""
    if not statement.id:
        return
    if statement.id in first:
        reader.report.error(
            "composition.twice",
            f"two statements have the id '{statement.id}'",
            node.value["id"].span,
            hint="give each an id of its own",
            related=[(first[statement.id].value["id"].span, "first used here")],
        )
    first.setdefault(statement.id, node)


def _statement(node: Node, reader: Reader) -> Statement | None:
    if not reader.is_mapping(node, "the statement", "a mapping"):
        return None
    written = node.value.get("check")
    check = written.value if written is not None else None
    if not isinstance(check, str) or check not in CHECKS:
        # What the other keys may be depends on the check.
        read_fields(node, STATEMENT, reader, "the statement")
        return None
    whole = _refuse_idle(node, check, reader)
    skip = tuple(key for key in STATEMENT if key not in keys_of(check))
    values = read_fields(node, _checked(check), reader, "the statement", skip)
    if not _has_all(node, check, reader) or not whole or values is None:
        return None
    decks = values.pop("decks", ()) + ((values.pop("deck"),) if "deck" in values else ())
    if "times" in values:
        values["is_"] = values.pop("times")
    places = {key: child.span for key, child in node.value.items()}
    return Statement(span=node.span, decks=decks, places=places, **values)


def _checked(check: str) -> dict[str, Field]:
    """Return the fields of a check, none required that `_has_all` looks for."""
    return {
        key: field if key in COMMON else field._replace(required=False)
        for key, field in keys_of(check).items()
    }


def _refuse_idle(node: Node, check: str, reader: Reader) -> bool:
    """Report the keys that only other checks look at, and return whether there are none."""
    known = keys_of(check)
    idle = [key for key in node.value if key in STATEMENT and key not in known]
    for key in idle:
        message = f"the check {check} has no key '{key}'"
        own = (*CHECKS[check].needs, *CHECKS[check].takes)
        hint = "it looks at " + _listed(tuple(k for k in own if k not in CHOICE_OF_CARDS))
        hint = hint if own else "it looks at the cards alone"
        reader.error("key.unknown", message, node.key_span(key), hint)
    return not idle


def _listed(keys: tuple[str, ...]) -> str:
    return ", ".join(keys[:-1]) + " and " + keys[-1] if len(keys) > 1 else "".join(keys)


def _has_all(node: Node, check: str, reader: Reader) -> bool:
    """Report the keys that a check needs and the statement lacks, and return whether it has all."""
    known, has = CHECKS[check], node.value.keys()
    lacking = [f"'{key}'" for key in known.needs if key not in has]
    bounds = [key for key in BOUNDS if key in has]
    if known.needs_bound and not bounds:
        lacking.append("'is', or 'at-least', 'at-most', 'between'")
    if check == "copies-each" and "of" in has and "field" not in has:
        lacking.append("'field'")
    chosen = [key for key in ("deck", "decks", "every") if key in has]
    if known.of_cards and not chosen:
        lacking.append("'deck'")
    for key in lacking:
        message = f"the check {check} needs the key {key}"
        reader.error("key.missing", message, node.span, f"add {key.split(chr(39))[1]}:")
    for keys in (chosen, bounds if set(bounds) != {"at-least", "at-most"} else ()):
        if len(keys) > 1:
            message = f"a statement has one of {_listed(tuple(keys))}, not several"
            reader.error("composition.keys", message, node.key_span(keys[1]), "remove one of them")
            return False
    return not lacking


def statement_schema() -> dict[str, Any]:
    """Return the JSON Schema of a statement: for each check the keys that it looks at."""
    cases = []
    for name, check in CHECKS.items():
        schema = record_schema(keys_of(name))
        needed: list[Any] = []
        if check.of_cards:
            needed.append({"anyOf": [{"required": [key]} for key in ("deck", "decks", "every")]})
        if check.needs_bound:
            needed.append({"anyOf": [{"required": [key]} for key in BOUNDS]})
        then = {**schema, "allOf": needed} if needed else schema
        cases.append({"if": {"properties": {"check": {"const": name}}}, "then": then})
    which = STATEMENT["check"]
    return {
        "type": "object",
        "required": ["check", "source"],
        "properties": {"check": {"description": which.doc, **which.kind.schema()}},
        "allOf": cases,
    }
