"""Measures cold builds of cardforge beside Typst on the same work, in one run: `make bench`.

Whole processes, one tool at a time, no resident process; nothing else should run meanwhile.
The last column says what we aim at.  A missed aim is shown, it is no failure.
"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import deck
import picture_speed
import play_speed
from measure import Command, Cost, Pair, compare, repeat

HERE = Path(__file__).resolve().parent
SIZES = (100, 1000)
MOST_TIMES_TYPST = {100: 1.6, 1000: 1.0}
MOST_KIB_PER_CARD = 15.0
MOST_HELP_SECONDS = 0.15
MOST_TIMES_LOOP = 2.0
LEAST_GAIN = 1.7
MOST_TIMES_TYPST_PICTURES = 1.0
MOST_SHARE_AGAIN = {100: 0.35, 1000: 0.10}
MOST_MIB = 400
ROW = "{:<32} {:>11} {:>11} {:>8}  {:<10} {}"


def main() -> None:
    """Measure everything and print the table."""
    options = _options()
    if find_spec("typst") is None:
        sys.exit("Typst is not installed: run make bench, which installs it.")
    with tempfile.TemporaryDirectory(prefix="cardforge-bench-") as folder:
        bench = _Bench(Path(folder), options.pairs)
        help_cost = repeat(bench.cardforge("--help"), bench.log, 2 * options.pairs)
        pairs = {total: bench.pair(total) for total in SIZES}
        bench.prove_pages()
        pictures = picture_speed.Pictures(bench.cardforge, Path(folder), options.pairs)
        beside = pictures.beside_typst(100, lambda: tell("measuring 100 pictures …"))
        # A thousand pictures take their time: fewer runs of them have to do.
        times = {100: options.pairs, 1000: -(-options.pairs // 3)}
        again = {
            total: pictures.again(total, times[total], lambda: tell("measuring second exports …"))
            for total in SIZES
        }
    tell("playing …")
    loops = {name: play_speed.beside_loop(name) for name in play_speed.PLAYERS}
    shared = play_speed.two_processes("ninety-nine")
    tell("")
    _print_table(help_cost, pairs)
    _print_pictures(beside, again)
    _print_play(loops, shared)


def tell(what: str) -> None:
    """Show what is being measured on the line of a terminal."""
    if sys.stderr.isatty():
        print(f"\r{what:<60}\r", end="", flush=True, file=sys.stderr)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--pairs", type=int, default=7, help="counted pairs of runs (default 7)")
    return parser.parse_args()


class _Bench:
    """The commands that are measured, and where they write."""

    def __init__(self, folder: Path, times: int) -> None:
        self.folder = folder
        self.times = times
        self.log = folder / "log.txt"

    def cardforge(self, *words: str) -> Command:
        """Return a command of cardforge, as a person would start it."""
        program = Path(sys.executable).with_name("cardforge")
        start = [str(program)] if program.exists() else [sys.executable, "-m", "cardforge"]
        return [*start, *words]

    def pair(self, total: int) -> Pair:
        """Return the costs of a deck of `total` cards with cardforge and with Typst."""
        game = self.folder / f"deck-{total}"
        deck.write_game(game, total)
        ours = self.cardforge(
            "build", str(game), "--only", "sheets", "--paper", "a4", "--language", "en",
            "--out", str(self.folder / f"out-{total}"),
        )  # fmt: skip
        peer = [
            sys.executable, str(HERE / "typst_deck.py"),
            str(game / "cards.yaml"), str(self._pdfs(total)[1]),
        ]  # fmt: skip
        return compare(ours, peer, self.log, self.times, lambda: tell(f"measuring {total} cards …"))

    def _pdfs(self, total: int) -> tuple[Path, Path]:
        ours = self.folder / f"out-{total}" / "bench" / "sheets-a4-en.pdf"
        return ours, self.folder / f"typst-{total}.pdf"

    def prove_pages(self) -> None:
        """Stop unless both tools wrote all pages: else the work was not the same."""
        from pypdfium2 import PdfDocument

        for total in SIZES:
            for path in self._pdfs(total):
                with PdfDocument(path) as document:
                    if len(document) != deck.pages(total):
                        sys.exit(f"{path.name} has {len(document)} pages, not {deck.pages(total)}")


def _print_table(help_cost: Cost, pairs: dict[int, Pair]) -> None:
    """Print one row for each figure, with what we aim at."""
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}\n")
    print(ROW.format("", "cardforge", "Typst", "ratio", "aim", ""))
    for total, pair in pairs.items():
        most = MOST_TIMES_TYPST[total]
        _row(
            f"{total} cards, wall", _seconds(pair.ours.wall), _seconds(pair.peer.wall),
            f"{pair.wall_ratio:.2f}", f"≤ {most}", pair.wall_ratio <= most,
        )  # fmt: skip
        ours, peer = _seconds(pair.ours.processor), _seconds(pair.peer.processor)
        _row(f"{total} cards, processor", ours, peer)
        ours, peer = _mib(pair.ours.peak), _mib(pair.peer.peak)
        _row(f"{total} cards, peak memory", ours, peer, f"{pair.peak_ratio:.2f}")
    small, large = (pairs[total] for total in SIZES)
    ours_growth, peer_growth = (
        (getattr(large, side).peak - getattr(small, side).peak) / (SIZES[1] - SIZES[0])
        for side in ("ours", "peer")
    )
    _row(
        "memory for one more card", f"{ours_growth:.1f} KiB", f"{peer_growth:.1f} KiB",
        "", f"< {MOST_KIB_PER_CARD:.0f} KiB", ours_growth < MOST_KIB_PER_CARD,
    )  # fmt: skip
    _row(
        "--help", _seconds(help_cost.wall), "", "",
        f"≤ {MOST_HELP_SECONDS} s", help_cost.wall <= MOST_HELP_SECONDS,
    )  # fmt: skip


def _print_pictures(beside: Pair, again: dict[int, Pair]) -> None:
    """Print what packages of pictures cost."""
    most: float = MOST_TIMES_TYPST_PICTURES
    _row(
        "100 pictures, wall", _seconds(beside.ours.wall), _seconds(beside.peer.wall),
        f"{beside.wall_ratio:.2f}", f"≤ {most}", beside.wall_ratio <= most,
    )  # fmt: skip
    _row(
        "100 pictures, processor",
        _seconds(beside.ours.processor), _seconds(beside.peer.processor),
    )  # fmt: skip
    print("\n" + ROW.format("", "second", "first", "share", "aim", "").rstrip())
    for total, pair in again.items():
        most = MOST_SHARE_AGAIN[total]
        _row(
            f"{total} pictures, one changed", _seconds(pair.ours.wall), _seconds(pair.peer.wall),
            f"{pair.wall_ratio:.2f}", f"≤ {most:.2f}", pair.wall_ratio <= most,
        )  # fmt: skip
    large = again[SIZES[1]]
    reached = large.peer.peak <= MOST_MIB * 1024
    _row(
        f"{SIZES[1]} pictures, peak memory", _mib(large.ours.peak), _mib(large.peer.peak),
        "", f"≤ {MOST_MIB} MiB", reached,
    )  # fmt: skip


def _print_play(loops: dict[str, play_speed.Compared], shared: play_speed.Compared) -> None:
    """Print what playing games costs."""
    print("\n" + ROW.format("", "engine", "bare loop", "ratio", "aim", "").rstrip())
    games = f"{play_speed.GAMES:,}"
    for name, both in loops.items():
        _row(
            f"{games} games, {name}", _seconds(both.ours), _seconds(both.other),
            f"{both.ratio:.2f}", f"≤ {MOST_TIMES_LOOP}", both.ratio <= MOST_TIMES_LOOP,
        )  # fmt: skip
    print("\n" + ROW.format("", "one process", "two", "ratio", "aim", "").rstrip())
    _row(
        f"{games} games, ninety-nine", _seconds(shared.ours), _seconds(shared.other),
        f"{shared.ratio:.2f}", f"≥ {LEAST_GAIN}", shared.ratio >= LEAST_GAIN,
    )  # fmt: skip


def _row(
    what: str, ours: str, peer: str, ratio: str = "", aim: str = "", reached: bool | None = None
) -> None:
    verdict = {None: "", True: "reached", False: "MISSED"}[reached]
    print(ROW.format(what, ours, peer, ratio, aim, verdict).rstrip())


def _seconds(value: float) -> str:
    return f"{value:.3f} s"


def _mib(kib: float) -> str:
    return f"{kib / 1024:.1f} MiB"


if __name__ == "__main__":
    main()
