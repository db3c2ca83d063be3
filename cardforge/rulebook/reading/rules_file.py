"""Where the rules text of a game is: in its own folder, or in `rules_text` beside `designs`."""

import os
from pathlib import Path

from cardforge.diagnostics import Report
from cardforge.model import Game

FOLDER = "rules_text"
SHARED = "designs"
ENDING = ".md.j2"
GLOSSARY = "glossary.yaml"


def rules_folder(game: Game) -> Path:
    """Return the folder of a game's rules texts, whether or not there is one."""
    own = game.folder / FOLDER
    folder = game.folder
    if folder.parent.name != SHARED:
        # A game that is named from inside its folder or that of all designs.
        folder = folder.resolve()
    if own.is_dir() or folder.parent.name != SHARED:
        return own
    return folder.parent.parent / FOLDER / folder.name


def rules_file(game: Game, language: str) -> Path | None:
    """Return the rules text of a game in a language, None when it has none."""
    path = rules_folder(game) / f"{language}{ENDING}"
    # What has the name but is no file is told when it is opened.
    return path if os.path.lexists(path) else None


def glossary_file(game: Game) -> Path | None:
    """Return the glossary of a game: its own, else the one it shares with its neighbours."""
    folder = rules_folder(game)
    shared = () if folder.parent == game.folder else (folder.parent / GLOSSARY,)
    return next((path for path in (folder / GLOSSARY, *shared) if os.path.lexists(path)), None)


def is_inside(game: Game, path: Path, shown: str, report: Report) -> bool:
    """Return whether a file of the rules, its links followed, stays with the rules.

    They may be links to anything in the game folder, or in `rules_text` beside `designs`; what
    leads elsewhere is reported.
    """
    folder = rules_folder(game)
    home = game.folder if folder.parent == game.folder else folder.parent
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        # A link that leads nowhere or to itself: opening it tells.
        return True
    if target.is_relative_to(home.resolve()):
        return True
    message, hint = f"{shown} leads outside {home.name or 'its folder'}", "copy the file to there"
    # Told at the game: nothing of what lies elsewhere is shown, not even a line of it.
    report.error("rulebook.outside", message, game.span, hint=hint)
    return False


def check_languages(game: Game, report: Report) -> None:
    """Report the languages in which a game with a rules text has none."""
    files = {language: rules_file(game, language) for language in game.languages}
    if not any(files.values()):
        return
    folder = rules_folder(game)
    for language, path in files.items():
        if path is None:
            report.error(
                "rulebook.language",
                f"{game.id} has no rules text in the language '{language}'",
                game.places.get("languages", game.span),
                hint=f"write {folder / f'{language}{ENDING}'}",
            )
