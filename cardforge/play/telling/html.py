"""A told game as one web page: each turn with the very cards that were played, nothing fetched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardforge.fonts import Fonts
from cardforge.play.report.cards import Cards
from cardforge.play.report.html import Faces, page
from cardforge.play.report.words import Words
from cardforge.play.table import Box
from cardforge.play.telling.story import Line, Part, Story, Turn, parts_of
from cardforge.rulebook.screen.html_pieces import text

# More small pictures than this would hide the words.
_MOST = 30


def story_html(story: Story, box: Box) -> str:
    """Return a told game as a web page."""
    fonts = Fonts()
    words = Words(story.language)
    faces = Faces(Cards(box, story.language, fonts), fonts)
    writer = _Writer(faces, [name for name, _ in story.players])
    who = ", ".join(
        words("told_plays", name=name, policy=words.named("bots", policy) or policy)
        for name, policy in story.players
    )
    subtitle = story.subtitle[:1].upper() + story.subtitle[1:]
    body = [
        f'<header>\n<div class="title">\n<p class="kicker">{text(words("told_kicker"))}</p>\n'
        f'<h1>{text(story.title)}</h1>\n<p class="lead">{text(subtitle)}</p>\n'
        f"<p>{text(words('told_table', list=who))}</p>\n</div>\n</header>",
        "<main>",
        *(writer.part(part, words("opening")) for part in parts_of(story)),
        f"</main>\n<footer><p>{text(story.footer)}</p></footer>",
    ]
    return page(story.language, f"{story.title} – {story.subtitle}", words, body, faces)


class _Writer:
    """Writes the parts of a story."""

    def __init__(self, faces: Faces, names: Sequence[str]) -> None:
        self.faces, self.names = faces, names

    def part(self, part: Part, opening: str) -> str:
        """Return a part: its title, what is said of it, its turns."""
        more = f"<p>{text(part.more)}</p>" if part.more else ""
        cards = self._small(part.line.cards, ()) if part.line else ""
        turns = "\n".join(map(self._turn, part.turns))
        return (
            f"<section>\n<h2>{text(part.title or opening)}</h2>\n{more}{cards}\n"
            f'<ol class="moves" role="list">\n{turns}\n</ol>\n</section>'
        )

    def _turn(self, turn: Turn) -> str:
        played = self.faces.shown(turn.chosen[0], "played") if len(turn.chosen) == 1 else ""
        lines = "".join(f"<p>{self._said(line)}</p>" for line in turn.lines)
        small = self._small(turn.shown, turn.chosen)
        return f'<li>{played}<div class="words">{lines}{small}</div></li>'

    def _said(self, line: Line) -> str:
        name = self.names[line.seat] if line.seat is not None else ""
        if name and line.text.startswith(name):
            return f"<b>{text(name)}</b>{text(line.text[len(name) :])}"
        return text(line.text)

    def _small(self, cards: Sequence[str], chosen: Sequence[str]) -> str:
        """Return small pictures of cards, the chosen ones lifted."""
        left = Counter(chosen)
        made = []
        for card in cards[:_MOST]:
            lifted = left[card] > 0
            left[card] -= lifted
            made.append(self.faces.shown(card, "lifted" if lifted else "low"))
        return f'<div class="hand">{"".join(made)}</div>' if any(made) else ""
