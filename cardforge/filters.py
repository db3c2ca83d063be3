"""Filters that speak the language of the run, or know the game's palette.

Babel knows the plurals and the numbers of languages; it is imported at its first use.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isfinite
from typing import Any
from unicodedata import combining, normalize

from jinja2 import pass_context
from jinja2.runtime import Context

from cardforge import color as colors
from cardforge import in_words
from cardforge.color import ColorError, hex_of, parse_color, ramp

# The classes of numbers of the Unicode locale data, in the order in which forms are written.
_CLASSES = ("zero", "one", "two", "few", "many", "other")
_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
    (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
_LARGEST_ROMAN = 3999
_WIDEST_PAD = 100
_MOST_DECIMALS = 15


@pass_context
def plural(context: Context, number: Any, *forms: str, **named: str) -> str:
    """Return the form of a word that a number takes in the language of the run.

    Forms stand in the order one, two, few, many, other as far as the language tells them apart,
    or by these names; a class without a form takes the last one.
    """
    given = _forms(forms, named, _language(context))
    return given.get(_class_of(number, _language(context)), [*given.values()][-1])


def _forms(forms: tuple[str, ...], named: Mapping[str, str], language: str) -> dict[str, str]:
    if wrong := named.keys() - set(_CLASSES):
        raise ValueError(f"no form is called '{min(wrong)}': use {', '.join(_CLASSES)}")
    if len(forms) + len(named) < 2:
        raise ValueError("plural() needs the word for one and the word for several")
    told = _classes(language)
    if len(forms) > len(told):
        raise ValueError(f"'{language}' has {len(told)} forms: {', '.join(told)}")
    # Two forms are those for one and for all else, whatever lies between.
    names = [*told[: len(forms) - 1], told[-1]] if forms else []
    return {**dict(zip(names, forms, strict=True)), **named}


def _classes(language: str) -> list[str]:
    """Return the classes of numbers that a language tells apart, `other` last."""
    rule = _locale(language).plural_form
    return [name for name in _CLASSES if name in rule.tags or name == "other"]


def _class_of(number: Any, language: str) -> str:
    return str(_locale(language).plural_form(abs(_as_number("plural", number))))


def _as_number(name: str, value: Any) -> int | float:
    """Return a number; the cells of a table are text that may be one."""
    if isinstance(value, str):
        try:
            value = float(value) if "." in value else int(value)
        except ValueError:
            raise ValueError(f"{name}() needs a number, found '{value:.20}'") from None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
        raise TypeError(f"{name}() needs a number")
    return value


def _whole(name: str, value: Any, most: int) -> int:
    """Return a whole number from 0 to a limit."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise ValueError(f"{name} must be a whole number from 0 to {most}")
    return value


def _locale(language: str) -> Any:
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        raise ValueError(f"the plurals and numbers of '{language}' are not known") from None


@pass_context
def number(context: Context, value: Any, decimals: int | None = None) -> str:
    """Return a number as the language of the run writes it (1234.5 → 1 234,5 in French)."""
    from babel.numbers import format_decimal

    value = _as_number("number", value)
    places = "#" * _MOST_DECIMALS
    if decimals is not None:
        places = "0" * _whole("the decimals of number()", decimals, _MOST_DECIMALS)
    pattern = "#,##0." + places if places else "#,##0"
    try:
        written = format_decimal(value, pattern, _locale(_language(context)))
    except ArithmeticError:
        raise ValueError("number() cannot write so many digits") from None
    return str(written).replace("-", "−")


def _language(context: Context) -> str:
    return str(context.get("language", "en"))


@pass_context
def spelled(context: Context, number: int, language: str | None = None) -> str:
    """Return a whole number in words, of the language of the run or another (82 → eighty-two)."""
    return in_words.spelled(number, language or _language(context))


@pass_context
def ordinal(context: Context, number: int, language: str | None = None) -> str:
    """Return a whole number as an ordinal in words, as `spelled` does (3 → third)."""
    return in_words.ordinal(number, language or _language(context))


def roman(number: int) -> str:
    """Return a whole number from 1 to 3999 in Roman numerals (14 → XIV)."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError("roman() needs a whole number")
    if not 1 <= number <= _LARGEST_ROMAN:
        raise ValueError(f"Roman numerals go from 1 to {_LARGEST_ROMAN}")
    written, left = "", number
    for value, letters in _ROMAN:
        written += letters * (left // value)
        left %= value
    return written


def pad(value: Any, width: int, filling: str = "0") -> str:
    """Return a text brought to a width by filling its left (7 → 007)."""
    if not isinstance(filling, str) or len(filling) != 1:
        raise ValueError("pad() fills with one character")
    return str(value).rjust(_whole("the width of pad()", width, _WIDEST_PAD), filling)


def slug(value: Any) -> str:
    """Return a text as a name for files and ids: small letters, digits and hyphens."""
    plain = "".join(c for c in normalize("NFKD", str(value)) if not combining(c))
    return re.sub(r"[^a-z0-9]+", "-", plain.casefold()).strip("-")


@pass_context
def mix(context: Context, color: str, other: str, share: float = 0.5) -> str:
    """Return a colour with a share of another in it, mixed as the eye sees it."""
    return ramp(_share(share), [_colour(context, color), _colour(context, other)])


@pass_context
def lighten(context: Context, color: str, share: float = 0.2) -> str:
    """Return a colour with a share of white in it."""
    return ramp(_share(share), [_colour(context, color), "#ffffff"])


@pass_context
def darken(context: Context, color: str, share: float = 0.2) -> str:
    """Return a colour with a share of black in it."""
    return ramp(_share(share), [_colour(context, color), "#000000"])


@pass_context
def contrast(context: Context, color: str, dark: str = "black", light: str = "white") -> str:
    """Return whichever of two colours reads better on a colour (WCAG 2 contrast)."""
    ground, *inks = (hex_of(parse_color(_colour(context, name))) for name in (color, dark, light))
    on_dark, on_light = (colors.contrast(ground, ink) for ink in inks)
    return dark if on_dark >= on_light else light


@pass_context
def blended(context: Context, share: float, stops: list[str]) -> str:
    """Return the colour at a share, from 0 to 1, of the way through some colours."""
    return ramp(_share(share), [_colour(context, stop) for stop in stops])


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("the share of a colour is a number from 0 to 1")
    return value


def _colour(context: Context, name: Any) -> str:
    """Return a colour in a notation of its own, looked up in the palette of the game."""
    palette = context.get("palette")
    if isinstance(palette, Mapping) and name in palette:
        return str(palette[name])
    if not isinstance(name, str):
        raise ColorError("a colour is a name or a notation such as '#c0392b'")
    return name


FILTERS = {
    "in_words": spelled, "ordinal": ordinal, "plural": plural, "number": number,
    "roman": roman, "pad": pad, "slug": slug, "mix": mix, "lighten": lighten, "darken": darken,
    "contrast": contrast, "ramp": blended,
}  # fmt: skip
