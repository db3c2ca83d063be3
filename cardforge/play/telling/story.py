"""One game told move by move: played again from its seed, every event in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import cardforge
from cardforge.fonts import Fonts
from cardforge.play.engines import policies_by_name
from cardforge.play.report.cards import Cards
from cardforge.play.report.words import NARROW, Words, set_well
from cardforge.play.runner import random_of
from cardforge.play.table import Box, Event, Rules, Table
from cardforge.play.telling.words import Teller, counted, seat_names

# What begins a part of a game, such as a round, and what is told once a game or a round is over.
_PARTS = ("round", "last-round")
_INDENT = "  "
_SPACES = {ord("\u00a0"): " ", ord(NARROW): " "}
# The sign after the title of a part, with the spaces that French has before it.
_COLON = re.compile("[\u00a0\u202f ]?: ")


class Line(NamedTuple):
    """Something that is told: the event's kind, words, the cards in it, whose they are.

    `hand` is what the seat held when it had to choose, None where it chose nothing.
    """

    kind: str
    text: str
    cards: tuple[str, ...] = ()
    seat: int | None = None
    hand: tuple[str, ...] | None = None

    @property
    def is_part(self) -> bool:
        """Return whether a part of the game begins."""
        return self.kind in _PARTS


class Story(NamedTuple):
    """A game as it is told: its title, who plays by which policy, and its lines."""

    language: str
    title: str
    subtitle: str
    players: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...]
    footer: str


class Turn(NamedTuple):
    """What belongs together: a choice and all that follows from it, or something told alone."""

    lines: tuple[Line, ...]

    @property
    def first(self) -> Line:
        """Return what the others follow from."""
        return self.lines[0]

    @property
    def shown(self) -> tuple[str, ...]:
        """Return the cards to show small: the hand that was chosen from, else those dealt."""
        return self.first.cards if self.first.hand is None else self.first.hand

    @property
    def chosen(self) -> tuple[str, ...]:
        """Return the cards that were chosen from the hand."""
        held = Counter(self.first.hand or ())
        return tuple((held & Counter(self.first.cards)).elements())


class Part(NamedTuple):
    """A round, or what comes before the first one."""

    line: Line | None
    turns: tuple[Turn, ...]

    @property
    def title(self) -> str:
        """Return what stands before the first colon or stop of the part's words."""
        return _COLON.split(self.line.text, maxsplit=1)[0].rstrip(".") if self.line else ""

    @property
    def more(self) -> str:
        """Return the rest of them as a sentence."""
        _, *rest = _COLON.split(self.line.text, maxsplit=1) if self.line else ("",)
        return "".join(text[:1].upper() + text[1:] for text in rest)


class _Listener:
    """Hears the events of a running game and writes them down."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.lines: list[Line] = []
        self._hands: dict[int, tuple[str, ...]] = {}
        self._has_heard = False

    def hear(self, event: Event) -> None:
        """Add an event; the first cards of a seat after its choice show what it chose from."""
        self._has_heard = True
        hand = None
        if event.seat in self._hands and event.cards:
            held = self._hands[event.seat]
            # Two may choose before anything is told: both hands wait.
            if Counter(event.cards) <= Counter(held):
                hand = self._hands.pop(event.seat)
        text = self.teller.event(event)
        self.lines.append(Line(event.kind, text, tuple(event.cards), event.seat, hand))

    def choose(self, seat: int, hand: Sequence[str]) -> None:
        """Note what a seat holds while it chooses."""
        if self._has_heard:
            self._hands.clear()
            self._has_heard = False
        self._hands[seat] = tuple(hand)


def tell_game(
    box: Box, rules: Rules, policies: Sequence[str], seed: int, number: int, language: str
) -> Story:
    """Return the game of a seed and number as a story; `policies` are the names of each seat's."""
    cards = Cards(box, language, Fonts())
    play = box.game.play
    engine = play.engine if play else ""
    known = {card.id: cards.name(card.id) for deck in box.decks.values() for card in deck.cards}
    teller = Teller(engine, language, (), known)
    names = seat_names(teller.words, rules.seats)
    teller.names = names
    listener = _Listener(teller)
    table = rules.table(random_of(seed, number), listener.hear)
    _play(table, policies_by_name(rules, tuple(policies)), listener)
    words = teller.words
    title = set_well(box.game.title[cards.language], cards.language)
    return Story(
        words.language,
        title,
        words("told_game", seed=seed, number=words.number(number)),
        tuple(zip(names, policies, strict=True)),
        tuple(listener.lines),
        words(
            "footer", title=title, version=box.game.version, seed=f"{seed}:{number}",
            program=cardforge.__version__,
        ),
    )  # fmt: skip


def _play(table: Table, policies: Sequence[Callable[[Table], object]], listener: _Listener) -> None:
    """Play a game to its end; before each choice the listener is shown the hand."""
    while not table.over:
        seat = table.seat
        listener.choose(seat, table.held(seat))
        table.apply(policies[seat](table))


def parts_of(story: Story) -> list[Part]:
    """Return the parts of a story and their turns."""
    found: list[tuple[Line | None, list[list[Line]]]] = [(None, [])]
    for line in story.lines:
        turns = found[-1][1]
        if line.is_part:
            found.append((line, []))
        elif line.hand is not None or not turns or turns[-1][0].hand is None:
            turns.append([line])
        else:
            turns[-1].append(line)
    return [
        Part(title, tuple(Turn(tuple(lines)) for lines in turns))
        for title, turns in found
        if title or turns
    ]


# --- on a terminal ---


def story_text(
    story: Story, box: Box, paint: Callable[[str], str] = str, *, hands: bool = True
) -> str:
    """Return a story as lines of text; `paint` makes the titles of its parts stand out."""
    cards = Cards(box, story.language, Fonts())
    words = Words(story.language)
    needless = _first_words(box, cards)
    lines = [paint(f"{story.title}, {story.subtitle}"), ""]
    lines += [f"{_INDENT}{name} – {policy}" for name, policy in story.players]
    if story.lines and not story.lines[0].is_part:
        lines.append("")
    for line in story.lines:
        if line.is_part:
            lines += ["", paint(line.text)]
            continue
        shown = f"{_INDENT}{line.text}"
        if hands and line.hand and Counter(line.hand) != Counter(line.cards):
            short = [short_name(cards.name(card), needless.get(card, "")) for card in line.hand]
            held = counted(words, short)
            shown += f"{_INDENT}[{' · '.join(held)}]"
        lines.append(shown)
    # Some terminals show no-break spaces as boxes, and who searches types ordinary ones.
    return "\n".join([*lines, ""]).translate(_SPACES)


def _first_words(box: Box, cards: Cards) -> dict[str, str]:
    """Return for each card the word that the names of its whole deck begin with: carte, chiffre."""
    found: dict[str, str] = {}
    for deck in box.decks.values():
        ids = [card.id for card in deck.cards]
        first = common_word([cards.name(card) for card in ids])
        found |= dict.fromkeys(ids, first)
    return found


def common_word(names: Sequence[str]) -> str:
    """Return the word that all of some names begin with and go on after it, empty if none."""
    parted = [name.translate(_SPACES).split(" ") for name in names]
    firsts = {words[0] for words in parted}
    alike = len(firsts) == 1 and all(len(words) > 1 for words in parted)
    return firsts.pop() if alike else ""


def short_name(name: str, first: str) -> str:
    """Return a name without the word that all of its deck begin with: carte 3 → 3."""
    return name[len(first) + 1 :] if first else name
