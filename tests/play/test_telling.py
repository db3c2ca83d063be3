"""One game told move by move: every event in words, in two languages, with the cards played."""

import re
from random import Random

import pikepdf
import pytest
from boxes import box
from test_play_report import Reader, pdf_text, plain

from cardforge.play import engines
from cardforge.play.report.cards import Cards
from cardforge.play.report.words import Words
from cardforge.play.runner import random_of
from cardforge.play.table import WON, Event, Refusal, play_out
from cardforge.play.telling import words as telling_words
from cardforge.play.telling.html import story_html
from cardforge.play.telling.pages import story_pdf
from cardforge.play.telling.story import (
    Line,
    Story,
    common_word,
    parts_of,
    short_name,
    story_text,
    tell_game,
)
from cardforge.play.telling.words import (
    TaleFault,
    Teller,
    listed_cards,
    refusal_text,
    seat_names,
)

SHIPPED = ("cent", "one-hundred", "numerik", "ninety-nine")
LANGUAGES = ("fr", "en")

TALE = {
    "fr": {
        "events": {
            "round": "Manche {{ number }} : {{ seat }} commence.",
            "deal": "{{ seat }} reçoit {{ cards }}.",
            "play": "{{ seat }} joue la {{ cards }} : total {{ total }}.",
            "draw": "{{ seat }} pioche la {{ cards }}, devant {{ names[next] }}.",
            "end": "{{ seat }} gagne l'unique manche !",
        },
        "refusals": {"no-card": "{{ card }} n'est pas en main ; {{ names[number - 1] }} le voit."},
    },
    "en": {
        "events": {
            "round": "Round {{ number }}: {{ seat }} starts.",
            "deal": "{{ seat }} is dealt {{ cards }}.",
            "play": "{{ seat }} plays {{ cards }}: total {{ total }}.",
            "draw": "{{ seat }} draws {{ cards }}, next to {{ names[next] }}.",
            "end": "{{ seat }} wins the only round!",
        },
        "refusals": {"no-card": "{{ card }} isn't in the hand; {{ names[number - 1] }} sees it."},
    },
}  # fmt: skip


class Duel:
    """Two players with three numbers each: both choose one, then both are shown."""

    def __init__(self, rng, tell):
        self.rng, self.tell = rng, tell
        self.hands = [[3, 12, 12], [5, 7, 40]]
        self.seat, self.over, self.chosen = 0, False, []
        self.ending, self.winners = "", ()
        if tell:
            tell(Event("round", 0, (), {"number": 1}))
            for seat in (0, 1):
                tell(Event("deal", seat, self.held(seat)))

    def held(self, seat):
        return tuple(f"numbers.{value}" for value in self.hands[seat])

    def apply(self, value):
        self.chosen.append(value)
        self.seat = 1
        if len(self.chosen) == 2:
            for seat, own in enumerate(self.chosen):
                total = own - 20
                self.tell(Event("play", seat, (f"numbers.{own}",), {"total": total}))
            self.tell(Event("draw", 1, ("numbers.9",), {"next": 0}))
            self.tell(Event("end", 0))
            self.over, self.ending, self.winners = True, WON, (0,)


class DuelRules:
    seats, greedy, cards = 2, "last", ()

    @property
    def policies(self):
        return {
            "last": lambda table: table.hands[table.seat][-1],
            "any": lambda table: table.rng.choice(table.hands[table.seat]),
        }

    def table(self, rng, tell=None):
        return Duel(rng, tell)


@pytest.fixture
def duel(monkeypatch):
    """Return a function that tells the duel with the cards of the 100-Card Game."""
    monkeypatch.setattr(telling_words, "tale", lambda _: TALE)

    def tell(language="en", policies=("last", "last"), number=1):
        return tell_game(box("cent"), DuelRules(), policies, 7, number, language)

    return tell


def shipped(name, language, number=3, **asked):
    own = box(name, language=language, **asked)
    rules = engines.rules_for(own)
    policies = engines.seated(rules, None)
    return tell_game(own, rules, policies, 7, number, language), own


class TestWords:
    def test_a_game_is_told_from_its_first_card_to_its_end(self, duel):
        assert [plain(line.text) for line in duel().lines] == [
            "Round 1: Ana starts.",
            "Ana is dealt card 3 and 2 × card 12.",
            "Ben is dealt card 5, card 7 and card 40.",
            "Ana plays card 12: total −8.",
            "Ben plays card 40: total 20.",
            "Ben draws card 9, next to Ana.",
            "Ana wins the only round!",
        ]

    def test_french_is_set_as_french(self, duel):
        assert [line.text for line in duel("fr").lines][3:] == [
            "Ana joue la carte\u00a012\u00a0: total −8.",
            "Ben joue la carte\u00a040\u00a0: total 20.",
            "Ben pioche la carte\u00a09, devant Ana.",
            "Ana gagne l’unique manche\u202f!",
        ]

    def test_a_refusal_names_cards_and_players(self, duel):
        refusal = Refusal("no-card", {"card": "carte 4", "number": 2})
        said = plain(refusal_text("cent", refusal, "fr"))
        assert said == "carte 4 n’est pas en main ; Ben le voit."

    def test_a_refusal_is_told_in_either_language(self):
        refusal = Refusal("not-in-hand", {"value": 7})
        assert plain(refusal_text("cent", refusal, "fr")) == "La carte 7 n’est pas dans la main."
        assert plain(refusal_text("cent", refusal, "en")) == "Card 7 is not in the hand."

    def test_what_a_tale_has_no_words_for_is_a_bug_that_names_itself(self):
        teller = Teller("cent", "en", ("Ana", "Ben"), {})
        with pytest.raises(TaleFault, match="cent has no events 'flood'"):
            teller.event(Event("flood", 0))
        with pytest.raises(TaleFault, match=r"events 'trick'.*mine"):
            teller.event(Event("trick", 0, ("numbers.1",)))
        with pytest.raises(TaleFault, match="refusals 'never'"):
            teller.refusal(Refusal("never"))

    def test_an_engine_without_a_tale_is_told_in_its_own_terms(self):
        teller = Teller("unheard-of", "en", ("Ana", "Ben"), {"a.1": "one"})
        event = Event("turn", 1, ("a.1",), {"value": 4, "last": True})
        assert teller.event(event) == "Ben · turn · one · value=4 · last=true"

    def test_seats_have_names_of_their_own_however_many(self):
        for language in LANGUAGES:
            names = seat_names(Words(language), 34)
            assert len(set(names)) == 34
            assert names[:2] == ("Ana", "Ben")
            assert names[26] == "Ana 2"

    def test_equal_cards_are_counted(self):
        assert listed_cards(Words("fr"), ["a", "b", "a"]) == "2\u00a0×\u00a0a et b"
        assert listed_cards(Words("en"), []) == ""

    def test_a_word_that_all_names_begin_with_is_left_out_of_a_hand(self):
        assert common_word(["carte 3", "carte\u00a07"]) == "carte"
        assert short_name("carte\u00a07", "carte") == "7"
        assert common_word(["7 de pique", "As de cœur"]) == ""
        assert common_word(["card 3", "card"]) == ""
        assert common_word([]) == ""

    def test_cards_of_equal_rank_keep_it_in_a_hand(self):
        # Three fours begin with the same word, but their deck does not.
        own = box("ninety-nine")
        fours = tuple(card.id for card in own.decks["cards"].cards if card.name.startswith("4 "))
        assert len(fours) == 4
        line = Line("play", "Ana plays the 4.", fours[:1], 0, fours[:3])
        story = Story("en", "Ninety-Nine", "game 1", (("Ana", "random"),), (line,), "footer")
        [said] = [row for row in story_text(story, own).splitlines() if "[" in row]
        assert said.count("4 of ") == 3


class TestHands:
    def test_what_was_chosen_from_is_shown_with_the_choice(self, duel):
        story = duel()
        assert story.lines[3].hand == ("numbers.3", "numbers.12", "numbers.12")
        assert story.lines[4].hand == ("numbers.5", "numbers.7", "numbers.40")
        assert [line.hand for line in story.lines[5:]] == [None, None]
        text = story_text(story, box("cent"))
        assert "Ana plays card 12: total −8.  [3 · 2 × 12]" in text
        assert "Ana plays card 12: total −8.\n" in story_text(story, box("cent"), hands=False)

    def test_a_choice_and_what_follows_from_it_are_one_turn(self, duel):
        [part] = parts_of(duel())
        assert (part.title, part.more) == ("Round 1", "Ana starts.")
        sizes = [len(turn.lines) for turn in part.turns]
        assert sizes == [1, 1, 1, 3]
        assert [turn.chosen for turn in part.turns] == [(), (), ("numbers.12",), ("numbers.40",)]
        assert part.turns[0].shown == ("numbers.3", "numbers.12", "numbers.12")

    def test_the_hand_of_an_earlier_choice_is_not_shown_later(self):
        lines = shipped("numerik", "en")[0].lines
        assert any(line.hand for line in lines)
        for line in lines:
            if line.hand is not None:
                assert line.cards
                assert all(line.cards.count(card) <= line.hand.count(card) for card in line.cards)


class TestStory:
    def test_the_same_seed_and_number_are_the_same_story(self, duel):
        assert duel(policies=("any", "any")) == duel(policies=("any", "any"))
        stories = {str(duel(policies=("any", "any"), number=n).lines) for n in range(9)}
        assert len(stories) > 1

    @pytest.mark.parametrize("name", SHIPPED)
    def test_the_story_is_of_the_game_that_is_counted(self, name):
        own = box(name)
        rules = engines.rules_for(own)
        table = rules.table(random_of(7, 3))
        play_out(table, [rules.policies["random"]] * rules.seats)
        story = tell_game(own, rules, ("random",) * rules.seats, 7, 3, "en")
        names = seat_names(Words("en"), rules.seats)
        winner = names[table.winners[0]]
        assert plain(story.lines[-1].text).startswith(f"{winner} wins the game")

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("name", SHIPPED)
    def test_every_shipped_game_is_told_without_a_slip(self, name, language):
        for number in (1, 2):
            story, own = shipped(name, language, number)
            cards = Cards(own, language, None)
            for line in story.lines:
                assert line.text.endswith("." if language == "en" else (".", "!"))
                assert not re.search(r"\{|\bNone\b|  |(?<!\w)-\d", line.text), line.text
                assert all(card in cards for card in line.cards)
                if line.seat is not None and line.kind in ("play", "draw", "deal"):
                    assert story.players[line.seat][0] in line.text
                if language == "fr":
                    assert "'" not in line.text
                    assert not re.search(r"[^\u00a0\u202f][;!?]|[^\u00a0\u202f]:", line.text)

    def test_a_terminal_gets_ordinary_spaces_and_painted_titles(self, duel):
        text = story_text(duel("fr"), box("cent", language="fr"), lambda title: f"<{title}>")
        assert "\u00a0" not in text
        assert "\u202f" not in text
        assert "<Manche 1 : Ana commence.>" in text
        assert text.startswith("<Jeu de 100 cartes, partie 1, graine 7>\n\n  Ana – last\n")

    def test_a_story_without_lines_is_told_too(self):
        empty = Story("en", "Nothing", "game 1, seed 1", (("Ana", "random"),), (), "footer")
        own = box("cent")
        assert story_text(empty, own).startswith("Nothing, game 1")
        assert story_pdf(empty, own).startswith(b"%PDF")
        assert "Nothing" in story_html(empty, own)


class TestPictures:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_pages_have_the_words_and_the_cards_that_are_played(self, duel, language, tmp_path):
        own = box("cent", language=language)
        story = duel(language)
        data = story_pdf(story, own)
        assert data == story_pdf(story, own)
        printed = pdf_text(data)
        for line in story.lines[1:]:
            assert plain(line.text) in printed
        path = tmp_path / "story.pdf"
        path.write_bytes(data)
        with pikepdf.open(path) as pdf:
            forms = {name for page in pdf.pages for name in page.Resources.XObject}
            with pdf.open_outline() as outline:
                titles = [plain(str(item.title)) for item in outline.root]
        # Each of the six cards is one picture, however often it is drawn.
        assert len(forms) == 5
        assert titles == [{"fr": "Manche 1", "en": "Round 1"}[language]]

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_web_page_has_them_too_and_fetches_nothing(self, duel, language):
        page = story_html(duel(language), box("cent", language=language))
        read = Reader(page)
        assert (read.faults, read.open) == ([], [])
        for line in duel(language).lines[1:]:
            assert plain(line.text).split(" ", 1)[1] in read.text
        assert page.count("data:image/png;base64,") == 5
        assert 'class="lifted"' in page
        assert not re.search(r"(?:src|href)=\"(?!#|data:)", page)

    def test_a_card_that_cannot_be_drawn_is_only_named(self, duel):
        story = duel()
        lost = story._replace(lines=(*story.lines, Line("play", "Ana plays x.", ("gone.1",), 0,
                                                        ("gone.1",))))  # fmt: skip
        own = box("cent")
        assert "Ana plays x." in pdf_text(story_pdf(lost, own))
        assert "gone" not in story_html(lost, own)


def test_random_numbers_of_a_story_are_those_of_the_runner(duel):
    picked = Random("7:4").choice([3, 12, 12])
    first = duel(policies=("any", "last"), number=4).lines[3]
    assert first.cards == (f"numbers.{picked}",)
