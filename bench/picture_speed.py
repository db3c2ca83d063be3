"""Measures what a package of pictures costs, beside Typst's pictures of the same faces."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import deck
from measure import Command, Pair, compare

HERE = Path(__file__).resolve().parent
# A shop that takes one PNG for each face, and the pixels that it wants of a poker card.
SHOP, PIXELS = "the-game-crafter", (825, 1125)
CHANGED = 50


class Pictures:
    """Exports of the measured deck; `cardforge` makes a command of words, `folder` takes all."""

    def __init__(self, cardforge: Callable[..., Command], folder: Path, times: int) -> None:
        self._cardforge, self._folder, self._times = cardforge, folder, times
        self._log = folder / "log.txt"

    def beside_typst(self, total: int, tell: Callable[[], None]) -> Pair:
        """Return the costs of all pictures of a deck with cardforge and with Typst."""
        game, ours, peer = self._game(total), self._folder / "pictures", self._folder / "peer"
        peer.mkdir(exist_ok=True)
        typst = [
            sys.executable, str(HERE / "typst_deck.py"),
            str(game / "cards.yaml"), str(peer / "{0p}.png"),
        ]  # fmt: skip
        pair = compare(
            self._export(game, ours), typst, self._log, self._times, tell,
            (lambda: shutil.rmtree(ours, ignore_errors=True), lambda: None),
        )  # fmt: skip
        # A face for each card and a back for all of them: Typst is not asked for backs.
        _prove(ours, total + 1)
        _prove(peer, total)
        return pair

    def again(self, total: int, times: int, tell: Callable[[], None]) -> Pair:
        """Return the costs of an export after a change of one card, beside those of a first one."""
        game, out = self._game(total), self._folder / f"again-{total}"
        export = self._export(game, out)
        # Each first export is the one that the next changed card finds in place.
        pair = compare(
            export, export, self._log, times, tell,
            (
                lambda: deck.change_card(game, CHANGED),
                lambda: shutil.rmtree(out, ignore_errors=True),
            ),
        )  # fmt: skip
        _prove(out, total + 1)
        return pair

    def _game(self, total: int) -> Path:
        game = self._folder / f"pictures-{total}"
        if not game.exists():
            deck.write_game(game, total)
        return game

    def _export(self, game: Path, out: Path) -> Sequence[str]:
        return self._cardforge(
            "export", str(game), "--shop", SHOP, "--language", "en", "--out", str(out)
        )


def _prove(folder: Path, total: int) -> None:
    """Stop unless a folder holds all pictures, each of the right size: else the work differs."""
    from PIL import Image

    found = sorted(folder.rglob("*.png"))
    if len(found) != total:
        sys.exit(f"{folder.name} has {len(found)} pictures, not {total}")
    for path in found:
        with Image.open(path) as image:
            if image.size != PIXELS:
                sys.exit(f"{path.name} has {image.size} pixels, not {PIXELS}")
