"""Which font draws a text: the font of a name, its bold and italic, and those that help out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cardforge.diagnostics import Report, Span
from cardforge.font_spec import FontSpec
from cardforge.fonts.faults import FontError
from cardforge.fonts.finding import Located, locate
from cardforge.fonts.font import Font, Fonts
from cardforge.fonts.opening import Choice, Remark, variation
from cardforge.model import Game

DEFAULT_FACE = "Lato-Regular"
# A face without a name of its own, that helps out, is called by this and its name.
_FACE = "face "
_STYLES = {(True, False): "bold", (False, True): "italic", (True, True): "bold-italic"}


def font_of(game: Game, fonts: Fonts, alias: str) -> Font:
    """Return the font that a game knows by a name; raises FontError.

    A game without fonts is set in the face that comes with cardforge.
    """
    if alias in fonts:
        return fonts[alias]
    spec = _spec(game, alias)
    with _named_fault(alias):
        return _open(fonts, alias, _located(game, spec), _choice(spec))


def face_of(game: Game, fonts: Fonts, alias: str, *, bold: bool, italic: bool) -> Font | None:
    """Return the bold or italic face of a font, None when it has none; raises FontError.

    It is the one that the game names.  Where it names none, a package and the system know which
    faces belong together, and a variable font is bold by its own axis.  None for bold italic does
    not say whether there is a bold face or an italic one: ask for each alone.
    """
    if not (bold or italic):
        return font_of(game, fonts, alias)
    key = alias, _STYLES[bold, italic]
    if key not in fonts.faces:
        try:
            with _named_fault(f"{alias} {key[1]}"):
                fonts.faces[key] = _find_face(game, fonts, alias, bold=bold, italic=italic)
        except FontError as fault:
            fonts.faces[key] = fault
    found = fonts.faces[key]
    if isinstance(found, FontError):
        raise found
    return found


def _find_face(game: Game, fonts: Fonts, alias: str, *, bold: bool, italic: bool) -> Font | None:
    spec, style = _spec(game, alias), _STYLES[bold, italic]
    named = {"bold": spec.bold, "italic": spec.italic, "bold-italic": spec.bold_italic}[style]
    if named is not None:
        return _named(game, fonts, named, f"{alias} {style}", spec)
    located, choice = _located(game, spec), _choice(spec)
    choice = choice._replace(face=located.face, instance=choice.instance or located.instance)
    varied = variation(located.path, choice)
    if varied is not None:
        from cardforge.fonts.variable import styled

        place = styled(*varied, bold=bold, italic=italic)
        if place is not None:
            choice = choice._replace(axes=place, instance=None)
            located = located._replace(instance=None)
            return _open(fonts, f"{alias} {style}", located, choice)
        return None
    from cardforge.fonts.family import relative

    found = relative(located, bold=bold, italic=italic)
    if found is None:
        return None
    choice = Choice(licensed=spec.licensed)
    return _open(fonts, f"{alias} {style}", found, choice)


def fallbacks(game: Game, fonts: Fonts, alias: str) -> tuple[Font, ...]:
    """Return the fonts to look into for characters that a font lacks; raises FontError.

    Only fonts that the designer names: what is printed must not depend on what is installed.
    """
    spec = _spec(game, alias)
    return tuple(_named(game, fonts, name, f"{_FACE}{name}", spec) for name in spec.fallback)


def open_face(game: Game, fonts: Fonts, called: str, face: str) -> Font:
    """Return the font of a face, known in this run by a name; raises FontError."""
    if called in fonts:
        return fonts[called]
    with _named_fault(called):
        return _open(fonts, called, locate(face, game.folder), Choice())


def _named(game: Game, fonts: Fonts, name: str, called: str, spec: FontSpec) -> Font:
    """Return a font of the game by its name, or a face under a name of its own."""
    if name in game.fonts:
        return font_of(game, fonts, name)
    if called in fonts:
        return fonts[called]
    with _named_fault(called):
        choice = Choice(licensed=spec.licensed)
        return _open(fonts, called, locate(name, game.folder), choice)


def _open(fonts: Fonts, called: str, located: Located, choice: Choice) -> Font:
    choice = choice._replace(face=located.face, instance=choice.instance or located.instance)
    remarks = (_of_system(located),) if located.source == "system" else ()
    return fonts.add(called, located.path, choice, *remarks)


@contextmanager
def _named_fault(called: str) -> Iterator[None]:
    """Note in a FontError what the run calls the font, so that its place is found."""
    try:
        yield
    except FontError as fault:
        fault.font = fault.font or called
        raise


def _of_system(located: Located) -> Remark:
    message = f"'{located.path.name}' is a font of this computer"
    hint = "the game prints alike only where it is installed: copy it into the game folder"
    return Remark("note", "font.system", message, hint)


def _spec(game: Game, alias: str) -> FontSpec:
    if alias in game.fonts:
        return game.fonts[alias]
    face = alias.removeprefix(_FACE) if alias.startswith(_FACE) else DEFAULT_FACE
    return FontSpec(face, game.span)


def _located(game: Game, spec: FontSpec) -> Located:
    return locate(spec.face, game.folder, spec.style)


def _choice(spec: FontSpec) -> Choice:
    return Choice(None, spec.axes, spec.instance, spec.licensed)


def place_of(game: Game, called: str | None) -> Span:
    """Return where the font that a run knows by a name is written, else the place of the game."""
    if called is None:
        return game.span
    if called in game.fonts:
        return game.fonts[called].span
    alias, _, style = called.rpartition(" ")
    if alias in game.fonts:
        spec = game.fonts[alias]
        return spec.places.get(style, spec.span)
    styled = alias.startswith(_FACE) and style in _STYLES.values()
    name = (alias if styled else called).removeprefix(_FACE)
    for spec in game.fonts.values():
        if name in spec.fallback:
            return spec.places.get(f"fallback {spec.fallback.index(name)}", spec.span)
    return game.span


def tell_remarks(game: Game, fonts: Fonts, report: Report) -> None:
    """Report what a designer should know of the fonts that are open, each font once."""
    for font in fonts.untold():
        for remark in font.remarks:
            place = place_of(game, font.name)
            report.add(remark.severity, remark.code, remark.message, place, hint=remark.hint)
