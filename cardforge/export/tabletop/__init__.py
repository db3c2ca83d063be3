"""Packages for virtual tabletops: pictures, and the files that tell a program what they are."""

from __future__ import annotations

from collections.abc import Callable

from cardforge.export.package import Order, Package


def assembler(name: str) -> Callable[[Order], Package]:
    """Return what makes the package of a virtual tabletop; only that is imported."""
    if name == "tabletop-simulator":
        from cardforge.export.tabletop.simulator import assemble as simulator

        return simulator
    if name == "tabletop-playground":
        from cardforge.export.tabletop.playground import assemble as playground

        return playground
    if name == "playingcards-io":
        from cardforge.export.tabletop.playingcards_io import assemble as playingcards_io

        return playingcards_io
    if name == "tabletopia":
        from cardforge.export.tabletop.tabletopia import assemble as tabletopia

        return tabletopia
    if name == "sprites":
        from cardforge.export.tabletop.sprites import assemble as sprites

        return sprites
    raise ValueError(f"no assembler for the virtual tabletop {name}")
