"""The Jinja2 environment behind expressions that are more than a name.

Its only client is `wording`.  What an expression may contain is a list of
syntax nodes, filters and functions; anything else is refused before it runs.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from jinja2 import StrictUndefined, TemplateSyntaxError, UndefinedError, meta, nodes
from jinja2.sandbox import SandboxedEnvironment, SecurityError

from cardforge import in_words
from cardforge.color import ramp
from cardforge.diagnostics import did_you_mean
from cardforge.wording import (
    LARGEST_NUMBER,
    LONGEST_RESULT,
    Expression,
    WordingError,
    printed,
    unknown_name,
)

_ALLOWED = (
    nodes.Template, nodes.Output, nodes.TemplateData, nodes.If, nodes.CondExpr, nodes.Const,
    nodes.List, nodes.Tuple, nodes.Dict, nodes.Pair, nodes.Name, nodes.Getattr, nodes.Getitem,
    nodes.Slice, nodes.Filter, nodes.Test, nodes.Call, nodes.Compare, nodes.Operand, nodes.Concat,
    nodes.BinExpr, nodes.UnaryExpr, nodes.Keyword,
)  # fmt: skip
_FILTERS = (
    "abs", "capitalize", "default", "first", "float", "int", "join", "last", "length", "list",
    "lower", "max", "min", "replace", "reverse", "round", "sort", "string", "sum", "title", "trim",
    "unique", "upper",
)  # fmt: skip


def compile_expression(text: str) -> Expression:
    """Return the compiled expression; raises WordingError with the reason and a hint."""
    try:
        tree = _environment.parse(text)
    except TemplateSyntaxError as fault:
        raise WordingError(f"the expression cannot be read: {fault.message}", _hint(text)) from None
    _refuse_forbidden(tree)
    names = frozenset(meta.find_undeclared_variables(tree)) - _functions.keys()
    return Expression(text, names, _runner(text, tree))


def _hint(text: str) -> str | None:
    inside = text.partition("{{")[2].partition("}}")[0].strip()
    if " " in inside and inside.replace(" ", "").isalnum():
        return f"a name has no spaces: write {{{{ {inside.lower().replace(' ', '_')} }}}}"
    return None


def _refuse_forbidden(tree: nodes.Template) -> None:
    for node in tree.iter_child_nodes():
        _refuse(node)


def _refuse(node: nodes.Node) -> None:
    if not isinstance(node, _ALLOWED):
        raise WordingError(
            f"an expression cannot contain '{type(node).__name__.lower()}'",
            "use values, filters, comparisons and {% if %} only",
            "expression.forbidden",
        )
    if isinstance(node, nodes.Filter) and node.name not in _environment.filters:
        hint = did_you_mean(node.name, _environment.filters)
        raise WordingError(f"no filter is called '{node.name}'", hint)
    if isinstance(node, nodes.Call) and not (
        isinstance(node.node, nodes.Name) and node.node.name in _functions
    ):
        raise WordingError(
            "an expression cannot call anything but " + ", ".join(sorted(_functions)),
            "use a filter instead",
            "expression.forbidden",
        )
    for child in node.iter_child_nodes():
        _refuse(child)


def _runner(text: str, tree: nodes.Template) -> Callable[[Mapping[str, Any]], Any]:
    lone = _lone_expression(text, tree)
    if lone is not None:
        compiled = _environment.compile_expression(lone, undefined_to_none=False)
        return lambda scope: _guarded(lambda: _defined(compiled(scope)), scope)
    template = _environment.from_string(text)
    return lambda scope: _guarded(lambda: template.render(scope), scope)


def _lone_expression(text: str, tree: nodes.Template) -> str | None:
    """Return the inside of text that is nothing but one `{{ … }}`."""
    stripped = text.strip()
    if len(tree.body) != 1 or not isinstance(tree.body[0], nodes.Output):
        return None
    if len(tree.body[0].nodes) != 1 or isinstance(tree.body[0].nodes[0], nodes.TemplateData):
        return None
    return stripped[2:-2].strip("-+ \n") if stripped == text else None


def _defined(value: Any) -> Any:
    if isinstance(value, StrictUndefined):
        str(value)
    return value


def _guarded(run: Callable[[], Any], scope: Mapping[str, Any]) -> Any:
    """Return what `run` returns, turning each way to fail into a WordingError."""
    try:
        value = run()
    except UndefinedError as fault:
        name = str(fault).split("'")[1] if str(fault).endswith("is undefined") else None
        if name is not None and name not in scope:
            raise unknown_name(name, scope) from None
        raise WordingError(str(fault), None, "expression.unknown-name") from None
    except SecurityError as fault:
        raise WordingError(str(fault), None, "expression.forbidden") from None
    except (TypeError, ValueError, ArithmeticError, LookupError) as fault:
        raise WordingError(
            f"the expression cannot be computed: {fault}", None, "expression.value"
        ) from None
    if isinstance(value, str) and len(value) > LONGEST_RESULT:
        raise WordingError(
            f"the result is longer than {LONGEST_RESULT} characters", None, "expression.forbidden"
        )
    return value


class _Environment(SandboxedEnvironment):
    """Refuses arithmetic that builds huge texts, lists or numbers."""

    intercepted_binops = frozenset("+ - * ** / // %".split())

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return the result of an operator between numbers, or of `+` between texts or lists."""
        if operator == "+" and type(left) is type(right) and isinstance(left, (str, list)):
            if len(left) + len(right) > LONGEST_RESULT:
                raise SecurityError("the result is too long")
            return left + right
        if not all(isinstance(side, (int, float)) for side in (left, right)):
            raise TypeError(
                f"'{operator}' needs two numbers, found {left!r:.40} and {right!r:.40}"
            )
        if operator == "**" and (abs(right) > 64 or abs(left) > 10**6):
            raise SecurityError("the power is too large")
        value = self.binop_table[operator](left, right)
        if abs(value) > LARGEST_NUMBER:
            raise SecurityError("the number is too large")
        return value


def _limited_range(*bounds: int) -> list[int]:
    values = range(*bounds)
    if len(values) > 10_000:
        raise SecurityError("range() gives at most 10000 numbers")
    return list(values)


def _sum(values: Iterable[Any]) -> Any:
    total: Any = 0
    for value in values:
        total = operator.add(total, value)
    return total


_functions: dict[str, Callable[..., Any]] = {"range": _limited_range, "min": min, "max": max}


def _make_environment() -> _Environment:
    environment = _Environment(undefined=StrictUndefined, finalize=printed, autoescape=False)
    environment.filters = {name: environment.filters[name] for name in _FILTERS}
    environment.filters.update(
        in_words=in_words.spelled, ordinal=in_words.ordinal, ceil=in_words.ceil,
        ambiguous_upside_down=in_words.ambiguous_upside_down, signed=in_words.signed, ramp=ramp,
    )  # fmt: skip
    environment.globals = dict(_functions)
    return environment


_environment = _make_environment()
