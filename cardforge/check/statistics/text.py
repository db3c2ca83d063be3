"""The deck mathematics of a game as a text to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from cardforge.check.statistics.chance import Count
from cardforge.check.statistics.fields import Kinds, Numbers
from cardforge.check.statistics.hands import MOST_HAND, FieldChance, Hand, KindChance
from cardforge.check.statistics.whole import DeckStatistics, Statistics

WIDTH = 96
WIDEST = 104
BAR = 28
LONGEST_LABEL = 26
# Chances of k cards below this are not worth a column.
SELDOM = Fraction(1, 200)
MOST_COLUMNS = 6
LONGEST_FRACTION = 13
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_LEGEND = (
    "cards: how many there are.  none, 1, 2, …: the chance that a hand holds so many of them.",
    "mean: how many on average.  somebody: the chance that at least one player holds one.",
)
_EXACTLY = "exactly: the chance of 1 or more as a fraction."


def render_text(stats: Statistics) -> str:
    """Return the deck mathematics for a terminal of usual width."""
    lines = [_headline(stats), ""]
    small = [deck for deck in stats.decks if not _is_told(deck)]
    for deck in stats.decks:
        if _is_told(deck):
            lines += [*_deck(deck), ""]
    if small:
        lines += _wrapped("Besides: ", [_short(deck) for deck in small])
        lines.append("")
    for hand in stats.hands:
        lines += [*_hand(hand), ""]
    if any(hand.fields for hand in stats.hands):
        exactly = any(line.endswith("exactly") for line in lines)
        lines += [*_LEGEND, *([_EXACTLY] if exactly else []), ""]
    if not stats.hands:
        lines += [
            "No hand is known: write dealing: with the deck and the hand that each player gets",
            "(or a fact `hand`) to see what an opening hand may hold.",
            "",
        ]
    return "\n".join(line.rstrip() for line in lines)


def _headline(stats: Statistics) -> str:
    mode = f", {stats.mode}" if stats.mode else ""
    return f"{stats.title} {stats.version}: {_players(stats.players)}{mode}"


def _players(count: int) -> str:
    return f"{count} player{'' if count == 1 else 's'}"


def _is_told(deck: DeckStatistics) -> bool:
    """Return whether there is anything to count in a deck."""
    return any(kinds.main for kinds in deck.fields) and deck.different > 1


def _cards(count: int, *, token: bool = False) -> str:
    noun = "token" if token else "card"
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _short(deck: DeckStatistics) -> str:
    different = f" ({deck.different} different)" if deck.different > 1 else ""
    return f"{deck.name} {_cards(deck.total, token=deck.is_token)}{different}"


# What is in a deck.


def _deck(deck: DeckStatistics) -> Iterator[str]:
    title = f"{deck.name} · {deck.title}" if deck.title != deck.name else deck.name
    each = "all different" if deck.different == deck.total else f"{deck.different} different"
    yield _ruled(f"{title}: {_cards(deck.total, token=deck.is_token)}, {each}")
    drawn = [kinds for kinds in deck.fields if kinds.main and deck.is_drawn]
    for kinds in drawn:
        yield from _distribution(kinds, deck.total)
    if drawn and len(drawn) < len(deck.fields):
        yield ""
    for kinds in deck.fields:
        if kinds not in drawn:
            yield from _wrapped(f"  {_named(kinds)}: ", _counted(kinds))


def _counted(kinds: Kinds) -> list[str]:
    """Return how many there are of each kind, in few words."""
    values = [_shortened(value) for value in kinds.values]
    if _is_even(kinds):
        return [f"{kinds.counts[0]} × each of {values[0]}", *values[1:]]
    return [f"{value} × {n}" for value, n in zip(values, kinds.counts, strict=True) if n]


def _is_even(kinds: Kinds) -> bool:
    return len(set(kinds.counts)) == 1


def _distribution(kinds: Kinds, total: int) -> Iterator[str]:
    yield ""
    yield f"  {_named(kinds)}"
    if _is_even(kinds):
        yield from _wrapped("    ", _counted(kinds))
    else:
        width = min(LONGEST_LABEL, max(map(len, kinds.values)))
        most = max(kinds.counts)
        for value, count in zip(kinds.values, kinds.counts, strict=True):
            label = _shortened(value)
            label = label.rjust(width) if kinds.numbers else label.ljust(width)
            bar = _bar(count / most)
            yield f"    {label} {bar} {count:>4} {_percent(Fraction(count, total)):>8}"
    for numbers in kinds.numbers:
        of_ = "" if numbers.field == kinds.name else f"{numbers.field}: "
        yield from _wrapped(f"    {of_}", _figures(numbers))


def _named(kinds: Kinds) -> str:
    """Return the name of a field and of those that tell the same."""
    more = kinds.fields[1:]
    return kinds.name + (f" (= {', '.join(more)})" if more else "")


def _figures(numbers: Numbers) -> list[str]:
    return [
        f"{_plain(numbers.least)} to {_plain(numbers.most)}",
        f"mean {_plain(numbers.mean)}",
        f"median {_plain(numbers.median)}",
        f"standard deviation {_plain(numbers.deviation)}",
        f"sum {_plain(numbers.sum)}",
    ]


def _bar(share: float) -> str:
    """Return a bar of a share of the full width, to an eighth of a letter."""
    eighths = round(share * BAR * 8)
    if share > 0:
        eighths = max(1, eighths)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(BAR)


# What a hand may hold.


def _hand(hand: Hand) -> Iterator[str]:
    what = f"{hand.title}: a" if hand.title else "A"
    pile = hand.pile
    whole = pile.always + pile.other
    cards = f"{pile.size} of the {whole} cards" if pile.size < whole else f"the {whole} cards"
    decks = "" if hand.decks == ("cards",) else f" of {' and '.join(hand.decks)}"
    yield _ruled(f"{what} hand of {hand.hand} from {cards}{decks}, {_players(hand.players)}")
    if pile.taken < pile.other:
        always = f"the {pile.always} that are always in and " if pile.always else ""
        yield f"  Shuffled: {always}{pile.taken} of the other {pile.other}, any of them."
    if not hand.is_enough:
        yield f"  A hand of {hand.hand} cannot be dealt from {_cards(pile.size)}."
        return
    if not hand.is_told:
        yield f"  What a hand of more than {MOST_HAND} cards may hold is not reckoned."
        return
    if hand.dealt > pile.size:
        yield f"  Not everybody can be dealt a hand: that takes {_cards(hand.dealt)}."
    for name, spread in hand.sums.items():
        mean, deviation = _plain(spread.mean), _plain(spread.deviation)
        yield f"  Sum of {name} in a hand: {mean} on average, standard deviation {deviation}."
    tables = [(field, _rows(field.chances)) for field in hand.fields]
    names = [field.kinds.name for field in hand.fields]
    labels = [label for _, rows in tables for label, _ in rows]
    width = max(map(len, [*names, *labels]), default=0)
    for field, rows in tables:
        yield from _table(field, rows, hand, width)


def _table(
    field: FieldChance, rows: Sequence[tuple[str, KindChance]], hand: Hand, width: int
) -> Iterator[str]:
    """Yield the table of a field: the kinds that are as many share a row."""
    columns = _columns([chance for _, chance in rows], hand.hand)
    heads = ["none", *map(str, range(1, columns))]
    if columns <= hand.hand:
        heads[-1] += "+"
    name = field.kinds.name
    yield ""
    yield _row(name.ljust(width), "cards", heads, "1 or more", "mean", "somebody", "exactly")
    for label, chance in rows:
        law = [*chance.law[: columns - 1], sum(chance.law[columns - 1 :], Fraction(0))]
        exact = str(chance.at_least_one)
        yield _row(
            label.ljust(width),
            str(chance.cards.total),
            [_percent(p) for p in law],
            _percent(chance.at_least_one),
            _plain(float(chance.expected)),
            "" if chance.somebody is None else _percent(chance.somebody),
            exact if len(exact) <= LONGEST_FRACTION else "",
        )
    if field.all_different is not None and field.all_alike is not None:
        different, alike = _percent(field.all_different), _percent(field.all_alike)
        yield f"  All {hand.hand} different in {name}: {different}; all the same: {alike}"


def _row(
    label: str, cards: str, law: Sequence[str], some: str, mean: str, somebody: str, exact: str
) -> str:
    cells = "".join(cell.rjust(8) for cell in law)
    line = f"  {label} {cards:>5}{cells}{some:>11}{mean:>6}{somebody:>10}"
    # The exact chance of one or more, where there is room for it.
    return f"{line}  {exact}" if len(line) + len(exact) + 2 <= WIDEST else line


def _rows(chances: Sequence[KindChance]) -> list[tuple[str, KindChance]]:
    """Return the kinds with the same chances together, under one label."""
    rows: dict[Count, tuple[list[str], KindChance]] = {}
    for chance in chances:
        if chance.cards.total:
            values, _ = rows.setdefault(chance.cards, ([], chance))
            values.append(chance.value)
    return [(_label(values), chance) for values, chance in rows.values()]


def _label(values: Sequence[str]) -> str:
    joined = " ".join(values) if len(values) == 1 or max(map(len, values)) < 8 else ""
    if joined and len(joined) <= LONGEST_LABEL:
        return joined
    if len(values) == 1:
        return _shortened(values[0])
    more = f" and {len(values) - 1} more"
    return _shortened(values[0], LONGEST_LABEL - len(more)) + more


def _columns(chances: Iterable[KindChance], hand: int) -> int:
    """Return how many columns of k cards are worth showing."""
    laws = [chance.law for chance in chances]
    most = max((k for law in laws for k, p in enumerate(law) if p >= SELDOM), default=0)
    return min(MOST_COLUMNS, max(2, most + 1), hand + 1)


# Letters.


def _ruled(title: str) -> str:
    return f"── {title} ".ljust(WIDTH, "─")


def _percent(share: Fraction) -> str:
    """Return a share in percent; what is seldom is told from what is never."""
    if share in (0, 1):
        return "always" if share else "never"
    value = float(share) * 100
    if value < 0.01:
        return "<0.01 %"
    if value < 0.1:
        return f"{value:.2f} %"
    return f"{value:.1f} %" if value < 99.95 else ">99.9 %"


def _plain(number: float) -> str:
    """Return a number with at most two decimals."""
    text = f"{number:,.2f}"
    return text.rstrip("0").rstrip(".").replace("-", "−")


def _shortened(text: str, most: int = LONGEST_LABEL) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _wrapped(head: str, parts: Sequence[str]) -> Iterator[str]:
    """Yield parts with commas between, broken at the width of the text."""
    line, indent = head, " " * (len(head) - len(head.lstrip()) + 2)
    for number, part in enumerate(parts):
        text = part + ("," if number < len(parts) - 1 else "")
        if len(line) + len(text) > WIDTH and line.strip():
            yield line.rstrip()
            line = indent
        line += text + " "
    yield line.rstrip()
