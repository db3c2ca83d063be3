"""French cards get their narrow spaces and apostrophes; other cards are as typed."""

import time

import pytest

from cardforge.typography import typeset_card

N = "\u202f"


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Piochez 2 cartes !", f"Piochez 2 cartes{N}!"),
        ("Vraiment?!", f"Vraiment{N}?!"),
        ("Action : rejouez ; passez", f"Action{N}: rejouez{N}; passez"),
        ("Action: oui", f"Action{N}: oui"),
        ("« mot »", f"«{N}mot{N}»"),
        ("«mot»", f"«{N}mot{N}»"),
        ("un\u00a0: deux", f"un{N}: deux"),
        ("l'ami d'Aude", "l’ami d’Aude"),
        ("5' et 10:30:15", "5' et 10:30:15"),
        ("cœur, œuf", "cœur, œuf"),
        ("voir https://a.fr/b?c=d;e !", f"voir https://a.fr/b?c=d;e{N}!"),
        ('"mot" et ...', '"mot" et ...'),
    ],
)
def test_french_text_has_the_spaces_of_french(typed, printed):
    assert typeset_card([typed], "fr") == [printed]
    assert typeset_card([typed], "fr-CA") == [printed]


@pytest.mark.parametrize("language", ["en", "de", "", "frr"])
def test_text_in_another_language_is_as_typed(language):
    typed = ["Piochez 2 cartes ! \"x\" 'y' l'ami : ... « a »"]
    assert typeset_card(typed, language) == typed


def test_signs_find_their_words_across_styles_and_icons():
    assert typeset_card(["Payez ", None, " !"], "fr") == ["Payez ", "", f"{N}!"]
    assert typeset_card(["deux", None, ": oui"], "fr") == ["deux", "", f"{N}: oui"]
    assert typeset_card(["l", "'ami"], "fr") == ["l", "’ami"]
    assert typeset_card(["10:", "30"], "fr") == ["10:", "30"]


def test_a_long_run_of_spaces_takes_no_time():
    start = time.process_time()
    for typed in (" " * 20_000 + "!", "« " * 10_000, "a :" * 7_000, "' " * 10_000):
        typeset_card([typed], "fr")
    assert time.process_time() - start < 5.0
