"""Text with `{{ … }}` compiled: one sandboxed Jinja2 environment with strict names.

Only expressions and `{% if %}` are allowed: no loops, macros, includes or
method calls, so every expression ends and stays small.  Text whose
expressions are bare names is filled in without Jinja2, which is costly to
import and is left alone until the first real expression.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from cardforge.expressions import LONGEST_RESULT, Expression, look_up, printed, weigh

_NAME_SLOT = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}", re.ASCII)
_CONSTANTS = {"true", "false", "none", "True", "False", "None"}


@lru_cache(maxsize=4096)
def compile_text(text: str, macros: frozenset[str] = frozenset()) -> Expression:
    """Return the expression written as `text`; raises WordingError when it cannot be read.

    `macros` are the names that it may call beside the functions of every game.
    """
    parts = _NAME_SLOT.split(text)
    names = parts[1::2]
    rest = "".join(parts[0::2])
    plain = names and not any(mark in rest for mark in ("{{", "{%", "{#"))
    if plain and _CONSTANTS.isdisjoint(names) and macros.isdisjoint(names):
        return Expression(text, frozenset(names), _names_only(parts))
    from cardforge import sandbox

    return sandbox.compile_expression(text, macros)


def _names_only(parts: list[str]) -> Callable[[Mapping[str, Any]], Any]:
    if len(parts) == 3 and not parts[0] and not parts[2]:
        name = parts[1]
        return lambda scope: look_up(scope, name)

    def run(scope: Mapping[str, Any]) -> str:
        pieces = list(parts)
        left = LONGEST_RESULT
        for i in range(1, len(pieces), 2):
            pieces[i] = printed(look_up(scope, pieces[i]))
            left = weigh(pieces[i], left)
        return "".join(pieces)

    return run
