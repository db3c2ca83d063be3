"""How a number came about: `facts.hand * players + 4` is shown as `7 × 6 + 4`.

Expressions are read here a second time, as arithmetic, only to be shown: what a message says is
compared with what the expression really gave, and left away when the two differ.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, NamedTuple

from cardforge.expressions import WordingError, printed
from cardforge.wording import compile_text

_SUMS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "−"}
_PRODUCTS: dict[type[ast.operator], str] = {ast.Mult: "×", ast.Div: "÷", ast.FloorDiv: "÷"}
_SIGNS: dict[type[ast.cmpop], str] = {
    ast.LtE: "<=",
    ast.GtE: ">=",
    ast.Lt: "<",
    ast.Gt: ">",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


class Compared(NamedTuple):
    """A condition that compares two values: what stands on either side, and the sign between."""

    left: str
    sign: str
    right: str


class Amount(NamedTuple):
    """One side of a comparison: its value, and how it came about when that says more."""

    value: Any
    working: str

    def __str__(self) -> str:
        """Return the value with its working in parentheses."""
        return f"{self._shown} ({self.working})" if self.working else self._shown

    @property
    def equation(self) -> str:
        """Return the working and what it comes to: `5 × 16 = 80`."""
        return f"{self.working} = {self._shown}" if self.working else self._shown

    @property
    def _shown(self) -> str:
        """Return the value as it is printed, a negative number with the sign of a working."""
        text = printed(self.value)
        return text if isinstance(self.value, str) else text.replace("-", "−")


def inside(text: str) -> str:
    """Return what stands between the braces of a lone expression."""
    return text.strip().removeprefix("{{").removesuffix("}}").strip()


def compared(text: str) -> Compared | None:
    """Return the two sides of a lone comparison, None for any other condition."""
    source = inside(text)
    tree = _parsed(source)
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1:
        return None
    sign = _SIGNS.get(type(tree.ops[0]))
    left = ast.get_source_segment(source, tree.left)
    if sign is None or left is None:
        return None
    first, _, rest = source.partition(sign)
    # Parentheses round a side belong to it, so the text is cut at the sign itself.
    while _parsed(first) is None and sign in rest:
        more, _, rest = rest.partition(sign)
        first += sign + more
    return Compared(first.strip(), sign, rest.strip())


def amount(source: str, scope: Mapping[str, Any]) -> Amount:
    """Return the value of an expression and its working; raises WordingError."""
    value = compile_text("{{ " + source + " }}", _macros_in(scope))(scope)
    tree = _parsed(source)
    if not isinstance(tree, ast.BinOp) or isinstance(value, str):
        return Amount(value, "")
    try:
        shown, total = _shown(tree, source, scope)
    except (WordingError, TypeError, ValueError, ArithmeticError):
        return Amount(value, "")
    return Amount(value, shown if total == value and " " in shown else "")


def _macros_in(scope: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of a scope that can be called."""
    return frozenset(name for name, value in scope.items() if callable(value))


def _parsed(source: str) -> ast.expr | None:
    try:
        return ast.parse(source.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _shown(tree: ast.expr, source: str, scope: Mapping[str, Any]) -> tuple[str, Any]:
    """Return arithmetic with its names filled in, and what it comes to.

    What stands in parentheses is computed: `5 * 2 * (9 - 1)` is shown as `5 × 2 × 8`.
    """
    if not isinstance(tree, ast.BinOp) or type(tree.op) not in _SUMS | _PRODUCTS:
        return _leaf(tree, source, scope)
    signs = _SUMS if type(tree.op) in _SUMS else _PRODUCTS
    left, one = _side(tree.left, source, scope, tuple(signs), left=True)
    right, other = _side(tree.right, source, scope, tuple(signs), left=False)
    return f"{left} {signs[type(tree.op)]} {right}", _computed(tree.op, one, other)


def _side(
    tree: ast.expr,
    source: str,
    scope: Mapping[str, Any],
    around: tuple[type[ast.operator], ...],
    *,
    left: bool,
) -> tuple[str, Any]:
    operator = type(tree.op) if isinstance(tree, ast.BinOp) else None
    product = operator in _PRODUCTS
    opened = (product and ast.Add in around) or (left and operator in around)
    return _shown(tree, source, scope) if opened else _leaf(tree, source, scope)


def _leaf(tree: ast.expr, source: str, scope: Mapping[str, Any]) -> tuple[str, Any]:
    segment = ast.get_source_segment(source.strip(), tree) or ""
    value = compile_text("{{ " + segment + " }}", _macros_in(scope))(scope)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("no number")
    return printed(value).replace("-", "−"), value


def _computed(operator: ast.operator, one: Any, other: Any) -> Any:
    match operator:
        case ast.Add():
            return one + other
        case ast.Sub():
            return one - other
        case ast.Mult():
            return one * other
        case ast.FloorDiv():
            return one // other
    return one / other
