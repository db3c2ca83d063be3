"""What `cardforge list fonts` shows: every face that a game can name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardforge.fonts.about import About, about_file
from cardforge.fonts.finding import SYSTEM, package_faces
from cardforge.fonts.rights import right_of


def font_rows() -> dict[str, dict[str, Any]]:
    """Return every face of packages and of this computer under the name that a game writes."""
    rows: dict[str, dict[str, Any]] = {}
    for faces in package_faces():
        for name, path in sorted(faces.items()):
            for about in about_file(path)[:1]:
                rows.setdefault(name, _row(about, _package(path)))
    return dict(sorted(rows.items())) | _of_system()


def _of_system() -> dict[str, dict[str, Any]]:
    from cardforge.fonts.system import system_fonts

    rows: dict[str, dict[str, Any]] = {}
    for about in system_fonts():
        rows.setdefault(f"{SYSTEM} {about.full}", _row(about, "system"))
    return dict(sorted(rows.items()))


def _package(path: Path) -> str:
    """Return the name of the package that a face lies in."""
    above = [folder for folder in path.parents if (folder / "__init__.py").is_file()]
    return (above[-1] if above else path.parent).name.replace("_", "-")


def _row(about: About, source: str) -> dict[str, Any]:
    row = {
        "family": about.family, "style": about.style, "weight": about.weight, "source": source,
        "embedding": right_of(about.embedding),
    }  # fmt: skip
    if about.is_variable:
        row["instances"] = list(about.instances)
    return row


def describe_font(facts: dict[str, Any]) -> str:
    """Return the facts of a face as one line."""
    line = (
        f"{facts['family']} {facts['style']}, weight {facts['weight']}, {facts['source']}, "
        f"embedding: {facts['embedding']}"
    )
    return f"{line}, instances: {', '.join(facts['instances'])}" if "instances" in facts else line
