"""The JSON Schema of `game.yaml`, made from the very tables that read it."""

from __future__ import annotations

from typing import Any

from cardforge.composition_grammar import statement_schema
from cardforge.dealing_grammar import dealing_schema
from cardforge.decks_grammar import DECK, TOKEN
from cardforge.decode import Field, record_schema
from cardforge.elements_grammar import element_schema
from cardforge.export_grammar import PRESS, shops_schema
from cardforge.game_grammar import FACT, GAME, RULING
from cardforge.judging_grammar import PLAY, checks_schema
from cardforge.rulebook_grammar import RULEBOOK
from cardforge.template_grammar import TEMPLATE

_ALLOW = {
    "description": "warnings that are right here, each with the reason",
    "type": "object",
    "propertyNames": {"pattern": r"^[a-z]+\.[a-z]+(-[a-z]+)*$"},
    "additionalProperties": {"type": "string", "minLength": 1},
}


def game_schema() -> dict[str, Any]:
    """Return the schema (draft 2020-12) of a game file; expressions are text everywhere."""
    schema = record_schema(GAME)
    for name, section in _sections().items():
        schema["properties"][name] = {"description": GAME[name].doc, **section}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "cardforge game",
        **_with_allowances(_with_expressions(schema)),
        "$defs": {
            "element": _with_allowances(_with_expressions(element_schema())),
            "allow": _ALLOW,
        },
    }


def _sections() -> dict[str, dict[str, Any]]:
    """Return the schemas of the sections that have readers of their own."""
    return {
        "decks": _names_to(DECK),
        "tokens": _names_to(TOKEN),
        "templates": _names_to(TEMPLATE),
        "rulings": _names_to(RULING),
        "facts": _names_to(FACT),
        "rulebook": record_schema(RULEBOOK),
        "composition": {"type": "array", "items": statement_schema()},
        "dealing": dealing_schema(),
        "play": PLAY.schema(),
        "checks": checks_schema(),
        "shops": shops_schema(),
        "press": record_schema(PRESS),
        "words": {"type": "object", "additionalProperties": {"type": ["object", "string"]}},
        "variants": {"type": "object", "additionalProperties": {"type": ["object", "string"]}},
    }


def _names_to(fields: dict[str, Field]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": record_schema(fields)}


def _with_allowances(schema: Any) -> Any:
    """Return the schema with `allow` in every mapping: it is taken out before keys are read."""
    if isinstance(schema, list):
        return [_with_allowances(entry) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _with_allowances(value) for key, value in schema.items()}
    if isinstance(made.get("properties"), dict):
        made["properties"]["allow"] = {"$ref": "#/$defs/allow"}
    elif isinstance(made.get("additionalProperties"), dict):
        made["properties"] = {"allow": {"$ref": "#/$defs/allow"}}
    return made


def _with_expressions(schema: Any) -> Any:
    """Return the schema with `{{ … }}` allowed wherever a plain value stands."""
    if isinstance(schema, list):
        return [_with_expressions(entry) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    if "enum" in schema or schema.get("type") in ("number", "integer", "boolean"):
        plain = {key: value for key, value in schema.items() if key != "description"}
        # An editor shows what stands beside the choice, not inside it.
        said = {"description": schema["description"]} if "description" in schema else {}
        return {**said, "anyOf": [plain, {"type": "string", "pattern": r"\{[{%]"}]}
    return {key: _with_expressions(value) for key, value in schema.items()}
