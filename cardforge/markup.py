"""The small markup of card texts: `**bold**`, `*italic*`, `{icon}`, `[words]{red, size: 8 pt}`.

Emphasis follows CommonMark's rules of flanking.  What is no markup is text as it was typed; what
looks like markup and means nothing is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cardforge.markup_values import NOTHING, Fault, IconMark, Look, Marked, Names, Piece, Words
from cardforge.markup_words import look_of

# A backslash counts before a sign only; blank lines end what was left open.
_SIGN = re.compile(r"(?<!\\)\\++(?=[*{}\[\]])|\*+|[\[\]]|\{|\n[ \t\r]*(?=\n)")
# A name; a colour and a size may follow, whichever comes first.
_ICON = re.compile(r"\{(\w[\w.-]{0,59})((?::|[ ]+)[^{}\[\]\n]{1,80})?\}")
_SIZE = re.compile(r"[ ]+(\d{1,2}(?:\.\d{1,3})?)(?=:|[ ]|\Z)")
_COLOR = re.compile(r":[ ]*([\w#.-]{1,60}|\w+\([\d .,%]*\))(?=[ ]|\Z)")
_WORDS = re.compile(r"\{([^{}\[\]\n]{1,200})\}")
_LARGEST_ICON = 20.0
# Of a text with more faults than this the rest is not looked at.
_MOST_FAULTS = 10


def parse(text: str, names: Names) -> Marked:
    """Return a text taken apart into words and icons; `names` knows which names mean something."""
    return _Parser(text, names).parsed()


class _Token:
    """A stretch of text, an icon, or the place of a sign, and what begins and ends before it."""

    __slots__ = ("begins", "bold", "ends", "icon", "italic", "text")

    def __init__(self, text: str, icon: IconMark | None = None) -> None:
        self.text, self.icon = text, icon
        # Changes of depth of bold and italic, spans that begin and how many end before the token.
        self.bold = self.italic = self.ends = 0
        self.begins: list[Look] = []


class _Stars:
    """A row of asterisks that may open or close an emphasis: which token it is, how many remain."""

    __slots__ = ("both", "closes", "count", "first", "opens", "token")

    def __init__(self, token: int, count: int, opens: bool, closes: bool) -> None:
        self.token, self.count, self.first = token, count, count
        self.opens, self.closes, self.both = opens, closes, opens and closes


class _Parser:
    """Takes one text apart, from its beginning to its end and never back."""

    def __init__(self, text: str, names: Names) -> None:
        self.text, self.names = text, names
        self.tokens: list[_Token] = []
        self.faults: list[Fault] = []
        # Rows that may still open an emphasis, and for each open bracket: its token, its first row.
        self.openers: list[_Stars] = []
        self.brackets: list[tuple[int, int]] = []
        self.stars: list[_Stars] = []

    def parsed(self) -> Marked:
        """Return the pieces of the text."""
        text, at = self.text, 0
        read: dict[str, Callable[[re.Match[str]], int]] = {
            "\\": self._escaped,
            "*": self._starred,
            "[": self._opened,
            "]": self._closed,
            "{": self._braced,
            "\n": self._parted,
        }
        while match := _SIGN.search(text, at):
            self._say(text[at : match.start()])
            at = read[match[0][0]](match)
        self._say(text[at:])
        for row in self.stars:
            self.tokens[row.token].text = "*" * row.count
        return Marked(tuple(_pieces(self.tokens)), tuple(self.faults))

    def _say(self, text: str) -> None:
        if text:
            self.tokens.append(_Token(text))

    def _escaped(self, match: re.Match[str]) -> int:
        """Take pairs of backslashes as one each, and what follows an odd one as it is."""
        count, end = len(match[0]), match.end()
        self._say("\\" * (count // 2))
        if count % 2 == 0:
            return end
        self._say(self.text[end])
        return end + 1

    def _parted(self, match: re.Match[str]) -> int:
        """End at a blank line what was left open: it is no markup."""
        self._say(match[0])
        self.openers.clear()
        self.brackets.clear()
        return match.end()

    def _starred(self, match: re.Match[str]) -> int:
        opens, closes = _flanks(self.text, match.start(), match.end())
        row = _Stars(len(self.tokens), len(match[0]), opens, closes)
        self.tokens.append(_Token(""))
        self.stars.append(row)
        if closes:
            self._match(row)
        if opens and row.count:
            self.openers.append(row)
        return match.end()

    def _match(self, closer: _Stars) -> None:
        """Close the emphases that a row of asterisks closes, the innermost first."""
        least = self.brackets[-1][1] if self.brackets else 0
        while closer.count and len(self.openers) > least:
            opener = self.openers[-1]
            if _is_odd_pair(opener, closer):
                return
            used = 2 if min(opener.count, closer.count) >= 2 else 1
            start, end = self.tokens[opener.token], self.tokens[closer.token]
            if used == 2:
                start.bold, end.bold = start.bold + 1, end.bold - 1
            else:
                start.italic, end.italic = start.italic + 1, end.italic - 1
            opener.count -= used
            closer.count -= used
            if not opener.count:
                self.openers.pop()

    def _opened(self, match: re.Match[str]) -> int:
        self.brackets.append((len(self.tokens), len(self.openers)))
        self._say("[")
        return match.end()

    def _closed(self, match: re.Match[str]) -> int:
        """Close the last open bracket: a span where braces with a look follow, else as typed."""
        end = match.end()
        if not self.brackets:
            self._say("]")
            return end
        token, rows = self.brackets.pop()
        look = _WORDS.match(self.text, end) if len(self.faults) < _MOST_FAULTS else None
        found = look_of(look[1], self.names) if look else None
        if look is None or found is None:
            self._say("]")
            return end
        # What was opened inside and not closed is as typed.
        del self.openers[rows:]
        if isinstance(found, Fault):
            self.faults.append(found)
            return look.end()
        self.tokens[token].text = ""
        self.tokens[token].begins.append(found)
        self.tokens.append(_Token(""))
        self.tokens[-1].ends += 1
        return look.end()

    def _braced(self, match: re.Match[str]) -> int:
        """Read an icon; braces round anything but a name are as typed."""
        icon = _ICON.match(self.text, match.start())
        mark = None if icon is None else _icon_of(icon[1], icon[2] or "")
        if icon is None or (mark is None and not self.names.is_icon(icon[1])):
            self._say("{")
            return match.end()
        if len(self.faults) >= _MOST_FAULTS:
            return icon.end()
        if mark is None:
            self.faults.append(_bad_icon(icon[1], icon[0]))
        elif not 0 < mark.size <= _LARGEST_ICON:
            self.faults.append(_bad_size(icon[1], icon[0]))
        else:
            self.tokens.append(_Token("", mark))
        return icon.end()


def _icon_of(name: str, more: str) -> IconMark | None:
    """Return an icon with the colour and size that follow its name, None for anything else."""
    color = size = None
    more = more.rstrip()
    while more:
        if color is None and (match := _COLOR.match(more)):
            color = match[1]
        elif size is None and (match := _SIZE.match(more)):
            size = match[1]
        else:
            return None
        more = more[match.end() :]
    return IconMark(name, float(size or 1), color)


def _bad_icon(name: str, written: str) -> Fault:
    message = f"'{written}' is no icon: a size such as 1.5 or a colour may follow its name"
    hint = f"write {{{name} 1.5}} or {{{name}:red}}, or \\{written} to print the braces"
    return Fault("text.markup", message, hint)


def _bad_size(name: str, written: str) -> Fault:
    message = f"{written}: an icon is above 0 and at most {_LARGEST_ICON:g} times as large"
    return Fault("text.markup", message, f"write {{{name} 1.5}} for one half as large again")


def _flanks(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Return whether a row of asterisks may open and close an emphasis, as in CommonMark.

    Between a figure and a letter or figure it multiplies: 2*X, 3*4.
    """
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    if before.isalnum() and after.isalnum() and (before.isdigit() or after.isdigit()):
        return False, False
    space_before, space_after = before.isspace(), after.isspace()
    sign_before, sign_after = _is_sign(before), _is_sign(after)
    opens = not space_after and (not sign_after or space_before or sign_before)
    closes = not space_before and (not sign_before or space_after or sign_after)
    return opens, closes


def _is_sign(char: str) -> bool:
    return not char.isalnum() and not char.isspace()


def _is_odd_pair(opener: _Stars, closer: _Stars) -> bool:
    """Return whether two rows are no pair: CommonMark's rule of three."""
    return (opener.both or closer.both) and (
        (opener.first + closer.first) % 3 == 0 and (opener.first % 3 != 0 or closer.first % 3 != 0)
    )


def _pieces(tokens: list[_Token]) -> list[Piece]:
    """Return the pieces that tokens say, neighbours in one look joined."""
    pieces: list[Piece] = []
    words: list[str] = []
    looks = [NOTHING]
    bold = italic = 0
    last: Look | None = None
    for token in tokens:
        # A row of asterisks that closes one emphasis and opens another is no text between them.
        bold, italic = bold + token.bold, italic + token.italic
        if token.ends:
            looks.pop()
        looks += [look.inside(looks[-1]) for look in token.begins]
        if not token.text and token.icon is None:
            continue
        look = looks[-1].emphasised(bold > 0, italic > 0)
        if words and (token.icon is not None or look != last):
            pieces.append(Words("".join(words), last or NOTHING))
            words = []
        if token.icon is not None:
            pieces.append(token.icon._replace(look=look))
            continue
        words.append(token.text)
        last = look
    if words:
        pieces.append(Words("".join(words), last or NOTHING))
    return pieces
