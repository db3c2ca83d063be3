"""The schema for editors: it accepts what cardforge accepts and marks what it refuses."""

import copy
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from cardforge.presets import DATA
from cardforge.schema import game_schema

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted([*ROOT.glob("designs/*/game.yaml"), *DATA.glob("starters/*/game.yaml")])
INCLUDED = sorted(path for path in ROOT.glob("designs/*/*.yaml") if path.name != "game.yaml")
SCHEMA = game_schema()
# An included file holds some sections only.
PART = {key: value for key, value in SCHEMA.items() if key != "required"}


def name(path):
    return f"{path.parent.name}/{path.name}"


def complaints(text, schema=SCHEMA):
    """Return what an editor would mark in a file that it reads with an ordinary YAML reader."""
    found = Draft202012Validator(schema).iter_errors(yaml.safe_load(text))
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message:.200}" for error in found]


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", GAMES, ids=name)
def test_every_game_is_accepted(path):
    assert complaints(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", INCLUDED, ids=name)
def test_every_included_file_is_accepted(path):
    assert complaints(path.read_text("utf-8"), PART) == []


GOOD = yaml.safe_load((DATA / "starters" / "lanterns" / "game.yaml").read_text("utf-8"))


def planted(change):
    game = copy.deepcopy(GOOD)
    change(game)
    return complaints(yaml.safe_dump(game))


@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.pop("title"),
        lambda game: game.update(formt="poker-63x88"),
        lambda game: game.update(format="poker"),
        lambda game: game.update(languages="en"),
        lambda game: game.update(sheets={"marks": "dots"}),
        lambda game: game.update(sheets={"papers": ["a5"]}),
        lambda game: game["decks"]["lanterns"].update(copys=2),
        lambda game: game["decks"]["lanterns"].update(copies=-1),
        lambda game: game["decks"]["lanterns"].update(hidden="maybe"),
        lambda game: game["tokens"]["coins"].pop("size"),
        lambda game: game["tokens"]["coins"].update(shape="oval"),
        lambda game: game["styles"]["body"].update(size=9),
        lambda game: game["styles"]["body"].update(align="middle"),
        lambda game: game["templates"]["paper"].update(elements="none"),
        lambda game: game["templates"]["paper"].update(element=[]),
        lambda game: game["templates"]["paper"]["elements"].append({"shap": "circle"}),
        lambda game: game["templates"]["paper"]["elements"].append({"shape": "cirkle"}),
        lambda game: game["templates"]["paper"]["elements"].append({"text": "A", "siz": 3}),
        lambda game: game["templates"]["paper"]["elements"].append({"row": [{"txt": "A"}]}),
        lambda game: game["parts"]["corner"].append({"text": "A", "box": {"lft": 3}}),
        lambda game: game["composition"].append({"check": "sum", "deck": "a", "source": "house"}),
        lambda game: game["composition"].append({"check": "total", "deck": "lanterns", "is": 1}),
    ],
)
def test_a_planted_fault_is_marked(change):
    assert planted(change) != []


def test_expressions_may_stand_for_values():
    def change(game):
        game["decks"]["lanterns"].update(copies="{{ players }}")
        shape = {"shape": "{{ kind }}", "rotate": "{{ 5 * n }}", "box": {"width": "{{ n }}"}}
        game["templates"]["paper"]["elements"].append(shape)

    assert planted(change) == []


def undescribed(schema, path=""):
    """Yield where a key of a schema has no words that an editor could show."""
    if isinstance(schema, list):
        for number, entry in enumerate(schema):
            yield from undescribed(entry, f"{path}[{number}]")
    elif isinstance(schema, dict):
        keys = schema.get("properties", {})
        for key, held in keys.items() if isinstance(keys, dict) else ():
            if isinstance(held, dict) and "description" not in held and "$ref" not in held:
                yield f"{path}.{key}"
        for key, child in schema.items():
            # What a statement needs when it is of one kind is described where it is listed.
            if key not in ("if", "then", "allOf"):
                yield from undescribed(child, f"{path}/{key}")


def test_every_key_says_what_it_means():
    assert list(undescribed(SCHEMA)) == []


def test_a_key_without_words_is_found():
    assert list(undescribed({"properties": {"a": {"type": "string"}}})) == [".a"]
