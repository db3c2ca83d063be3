"""Whether an engine has words, in both languages, for all that it tells and refuses."""

import re
from pathlib import Path

import yaml

import cardforge
from cardforge.wording import compile_text

TALES = Path(cardforge.__file__).parent / "data" / "tales"


def check_tales(engine, told, refusals):
    """Say that every event and refusal has a sentence, and that no sentence is never said."""
    tales = yaml.safe_load((TALES / f"{engine}.yaml").read_text("utf-8"))
    assert set(tales) == {"fr", "en"}
    codes = {refusal.code: refusal for refusal in refusals}
    for language, words in tales.items():
        assert set(words) == {"events", "refusals"}
        assert set(words["events"]) == set(told), language
        assert set(words["refusals"]) == set(codes), language
        for kind, event in told.items():
            names = {**event.values, "seat": "Ana", "cards": ", ".join(event.cards)}
            _check_sentence(language, _said(words["events"][kind], names))
        for code, refusal in codes.items():
            _check_sentence(language, _said(words["refusals"][code], refusal.values))


def _said(text, names):
    return str(compile_text(text)(names))


def _check_sentence(language, said):
    assert said.endswith("."), said
    assert "None" not in said, said
    assert "  " not in said, said
    if language == "fr":
        assert not re.search("[^\u202f][;!?]|[^\u202f]:(?![0-9])|'", said), said
