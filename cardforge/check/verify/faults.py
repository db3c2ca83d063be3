"""Faults of a finished file, before they are told at its place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardforge.check.verify.values import place_of
from cardforge.diagnostics import ERROR, NOTE, WARNING, Report


class Fault(NamedTuple):
    """One thing that is wrong with a file."""

    severity: str
    code: str
    message: str
    hint: str | None = None


def error(code: str, message: str, hint: str | None = None) -> Fault:
    """Return what breaks a claim of the file or a demand of the shop."""
    return Fault(ERROR, code, message, hint)


def warning(code: str, message: str, hint: str | None = None) -> Fault:
    """Return what may be wanted."""
    return Fault(WARNING, code, message, hint)


def note(code: str, message: str, hint: str | None = None) -> Fault:
    """Return what is only good to know."""
    return Fault(NOTE, code, message, hint)


def tell(name: str, faults: Iterable[Fault], report: Report) -> None:
    """Add the faults of a file to a report."""
    for fault in faults:
        report.add(fault.severity, fault.code, fault.message, place_of(name), hint=fault.hint)
