"""The findings of a report, each kind once, in the language of the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardforge.diagnostics import Problem
from cardforge.play.findings import LEAST_GAMES, findings_of, nevers_of
from cardforge.play.outcome import Outcome
from cardforge.play.report.blocks import Block, Finding, Findings, Heading, Prose
from cardforge.play.report.told import Told
from cardforge.play.table import Unreachable

# How a problem says that its game allows it.
_ALLOWED = " (allowed: "

Facts = Mapping[str, Any]


def found_blocks(report: Told) -> Iterator[Block]:
    """Yield what play has found against the game, or that it has found nothing."""
    words = report.words
    yield Heading(words("findings"), "findings")
    found = [
        finding
        for outcome, name in zip(report.outcomes, report.names, strict=True)
        for finding in _of_outcome(report, outcome, name)
    ]
    if found:
        yield Findings(tuple(dict.fromkeys(found)))
    elif min(outcome.games for outcome in report.outcomes) < LEAST_GAMES:
        games = words.number(min(outcome.games for outcome in report.outcomes))
        yield Prose(words("findings_none_so_few", games=games))
    else:
        yield Prose(words("findings_none"))


def _of_outcome(report: Told, outcome: Outcome, name: str) -> Iterator[Finding]:
    """Yield the findings of an outcome, all problems of one kind as one of them."""
    words = report.words
    facts: dict[str, list[Facts]] = {}
    if outcome.problems:
        for finding in (*findings_of(outcome), *nevers_of([outcome])):
            facts.setdefault(finding.code, []).append(dict(finding.facts))
    kinds: dict[tuple[str, str], list[Problem]] = {}
    for problem in outcome.problems:
        # What cardforge has no words for stands alone, in its own.
        known = words.named("found", problem.code)
        kinds.setdefault((problem.severity, known or problem.message), []).append(problem)
    for (severity, claim), problems in kinds.items():
        said = words(severity)
        said = words("finding_in", name=name, severity=said) if name else said
        yield Finding(severity, said, claim, _detail(report, claim, problems, facts))


def _detail(
    report: Told, claim: str, problems: Sequence[Problem], facts: Mapping[str, Sequence[Facts]]
) -> str:
    first = problems[0]
    own = facts.get(first.code, ())
    # Some of one kind may be allowed at their places and others not: then the messages tell.
    if first.code in report.words.table["details"] and len(own) == len(problems):
        parts = [*_SAID.get(first.code, _each)(report, first.code, own)]
        if _ALLOWED in first.message:
            parts.append(report.words("allowed"))
        return " ".join(parts)
    if claim == first.message:
        return first.hint or ""
    return " ".join(problem.message for problem in problems)


def _each(report: Told, code: str, own: Sequence[Facts]) -> Iterator[str]:
    """Yield a sentence for each of some findings."""
    words = report.words
    for facts in own:
        values = dict(facts)
        for key in ("times", "of", "most", "printed"):
            if key in facts:
                values[key] = words.number(facts[key])
        for key in ("share", "fair"):
            if key in facts:
                values[key] = words.share(facts[key])
        if "card" in facts:
            values["card"] = report.card(facts["card"])
        yield words.filled(words.table["details"][code], values)


def _cards(report: Told, code: str, own: Sequence[Facts]) -> Iterator[str]:
    """Yield one sentence with the names of all cards."""
    words = report.words
    names = [report.card(facts["card"]) for facts in own]
    yield words.filled(words.table["details"][code], {"cards": words.listed(names)})


def _impossible(report: Told, code: str, own: Sequence[Facts]) -> Iterator[str]:
    """Yield a sentence for each reason, with the names of all cards it is true of."""
    words = report.words
    unreachable = [
        Unreachable(facts["card"], facts["reason"], "", facts["key"], facts["values"])
        for facts in own
    ]
    for reason, names in by_reason(report, unreachable).items():
        values = {"cards": words.listed(names), "reason": reason}
        yield words.filled(words.table["details"][code], values)


_SAID = {"play.unused": _cards, "play.unreachable": _impossible}


def by_reason(report: Told, found: Sequence[Unreachable]) -> dict[str, list[str]]:
    """Return the names of what can never happen, by the reason in the report's language."""
    words = report.words
    names: dict[str, list[str]] = {}
    for item in found:
        text = words.table["reasons"].get(item.key)
        reason = words.filled(text, dict(item.values)) if text else item.reason
        names.setdefault(reason, []).append(report.card(item.card))
    return names
