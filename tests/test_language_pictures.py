"""The card language is documented key by key, with pictures that the build itself makes."""

import re

import language_pictures as pictures
import pytest
import yaml

from cardforge.elements_grammar import FORMS
from cardforge.forms import BOX, COMMON
from cardforge.text_grammar import STYLE_FIELDS

EXAMPLES = pictures.examples()
# What says nothing to the eye, or is shown by every picture there is.
UNSEEN = {"box", "style", "as", "elements"}


def used(value, found):
    """Add (kind, key) for every key of every element inside some values of YAML."""
    if isinstance(value, list):
        for child in value:
            used(child, found)
    elif isinstance(value, dict):
        kinds = [key for key in value if key in FORMS]
        if len(kinds) == 1:
            found.update((kinds[0], key) for key in value)
        for key, child in value.items():
            if key == "box" and isinstance(child, dict):
                found.update(("box", name) for name in child)
            if key == "styles" and isinstance(child, dict):
                found.update(("style", name) for look in child.values() for name in look)
            used(child, found)


@pytest.fixture(scope="module")
def shown():
    found = set()
    for example in EXAMPLES:
        used(yaml.load(example.text, yaml.BaseLoader), found)
    return found


def test_no_two_pictures_have_one_name():
    names = [example.name for example in EXAMPLES]
    assert len(names) == len(set(names)) > 40


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.name for example in EXAMPLES])
def test_an_example_is_drawn_as_its_picture_shows_it(example):
    if gone := pictures.missing_fonts(example):
        pytest.skip(f"fonts of this computer are missing: {', '.join(gone)}")
    with pictures.staged(example) as (plates, _):
        assert plates
        # A font of the computer has other outlines on another one.
        if not pictures.system_fonts(example):
            assert pictures.known()[example.name] == pictures.digest_of(plates)
    assert (pictures.PICTURES / f"{example.name}.png").exists()
    assert f"pictures/language/{example.name}.png)" in example.page.read_text("utf-8")


def test_there_are_no_pictures_without_an_example():
    names = {example.name for example in EXAMPLES}
    assert {path.stem for path in pictures.PICTURES.glob("*.png")} == names
    assert set(pictures.known()) == names


@pytest.mark.parametrize("kind", FORMS)
def test_every_element_and_each_of_its_keys_is_in_a_picture(kind, shown):
    assert (kind, kind) in shown
    everywhere = {key for _, key in shown}
    looks = set(STYLE_FIELDS) if kind in ("text", "paragraph") else set()
    wanted = set(FORMS[kind].fields) - UNSEEN - looks
    assert {key for key in wanted if (kind, key) not in shown} - _alike(kind, shown) == set()
    assert looks <= everywhere
    assert set(COMMON) - UNSEEN <= everywhere


def _alike(kind, shown):
    """Return the keys that a twin shows: text and paragraph have theirs in common."""
    twins = (("text", "paragraph"), ("row", "column", "grid"))
    family = next((twin for twin in twins if kind in twin), (kind,))
    return {key for other, key in shown if other in family}


def test_every_way_to_place_a_box_is_in_a_picture(shown):
    assert {name for name in BOX.fields if ("box", name) not in shown} == set()


def test_a_key_that_no_picture_shows_is_found():
    found = set()
    used([{"shape": "star", "sides": "5", "box": {"left": "3"}}], found)
    assert found == {("shape", "shape"), ("shape", "sides"), ("shape", "box"), ("box", "left")}


@pytest.mark.parametrize("kind", FORMS)
def test_every_key_of_an_element_has_its_meaning_in_the_index(kind):
    index = pictures.MAIN.read_text("utf-8").partition("## Every element and key")[2]
    assert re.search(rf"^### `{kind}`$", index, re.M)
    assert pictures.entry(kind) in index, f"run python tests/language_pictures.py: {kind}"
