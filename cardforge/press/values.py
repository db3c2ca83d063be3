"""What a press job is made of: the printing condition of its output intent, and its faults."""

from typing import NamedTuple

from cardforge.diagnostics import Span


class OutputCondition(NamedTuple):
    """The printing condition that a file is made for, as its output intent names it.

    `identifier` is the name of the condition, `registered` whether the ICC's registry knows it;
    `info` says it in words.  `profile` is the ICC profile to embed, None where the condition is
    only named, and `name` what that profile calls itself.  Colours are converted by `through`,
    which is the same profile or, where `stand_in` names it, another one in its place; None
    where there is none.
    """

    identifier: str
    registered: bool
    info: str
    profile: bytes | None
    name: str
    through: bytes | None = None
    stand_in: str | None = None


class PressError(Exception):
    """A job that cannot be made for a press: a problem code, a message and a hint.

    `key` is the key of `press:` in the game file that it is about, `span` the place where that
    is known.
    """

    def __init__(
        self,
        code: str,
        message: str,
        hint: str | None = None,
        *,
        key: str = "profile",
        span: Span | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.key = key
        self.span = span
