"""Where the rules text of a game is: in its own folder, or in `rules_text` beside `designs`."""

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
    return path if path.is_file() else None


def glossary_file(game: Game) -> Path | None:
    """Return the glossary of a game: its own, else the one it shares with its neighbours."""
    folder = rules_folder(game)
    shared = () if folder.parent == game.folder else (folder.parent / GLOSSARY,)
    return next((path for path in (folder / GLOSSARY, *shared) if path.is_file()), None)


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
