"""Small games for the tests of cases, and cardforge run on them as a person runs it."""

import contextlib
import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from cardforge import cli

REPOSITORY = Path(__file__).resolve().parents[2]


class Ran(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def said(self):
        """Return everything that was printed."""
        return self.out + self.err


def head(**changed):
    """Return the first lines of a toy game; a keyword replaces a line, None drops it."""
    lines = {
        "game": "toy",
        "version": '"1"',
        "title": "Toy",
        "languages": "[en]",
        "players": "2",
        "format": "{trim: [63, 88], bleed: 3, safe: 3}",
        "fonts": "{plain: Lato-Regular}",
    }
    lines.update(changed)
    return "".join(f"{key}: {value}\n" for key, value in lines.items() if value is not None)


FILLED = """templates:
  filled:
    elements:
      - {shape: rectangle, fill: "{{ tint }}", box: bleed}
  reverse:
    elements:
      - {shape: rectangle, fill: "{{ behind }}", box: bleed}
"""

WORDED = """templates:
  worded:
    elements:
      - {text: "{{ title }}", font: plain, size: 12 pt, box: safe}
"""


def tint(index):
    """Return the colour of the index-th card, different for each of 200."""
    return f"#{(index * 53) % 250:02x}{(index * 101 + 40) % 250:02x}{(index * 29 + 90) % 250:02x}"


def tinted(count, *, back="none", name="main", more=""):
    """Return a deck of cards, each filled with its own `tint`, `tint(100 + …)` behind it."""
    rows = "".join(
        f'      - {{id: c{i}, tint: "{tint(i)}", behind: "{tint(100 + i)}"}}\n'
        for i in range(count)
    )
    deck = f"decks:\n  {name}:\n    hidden: false\n    face: filled\n    back: {back}\n"
    return f"{deck}{more}    rows:\n{rows}"


def worded(*rows, more=""):
    """Return a deck of the rows as they are typed, each with its `title` printed."""
    typed = "".join(f"      - {row}\n" for row in rows)
    return WORDED + f"decks:\n  main:\n    face: worded\n    back: none\n{more}    rows:\n{typed}"


def write(folder, text, name="game.yaml"):
    """Write a game file and return its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    data = text if isinstance(text, bytes) else text.encode()
    (folder / name).write_bytes(data)
    return folder


def run(*arguments):
    """Return how a command of cardforge ended, run in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    before = signal.getsignal(signal.SIGTERM)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            cli.main([str(argument) for argument in arguments])
    except SystemExit as end:
        code = end.code
    finally:
        signal.signal(signal.SIGTERM, before)
    return Ran(code, *(_written(stream) for stream in (out, err)))


def _written(stream):
    stream.flush()
    return stream.buffer.getvalue().decode()


def build(folder, *arguments, paper="a4", out=None):
    """Return how `build` of a game ended; its files lie in `out`, beside the game if not given."""
    out = out or folder.parent / "out"
    return run("build", folder, "--out", out, "--paper", paper, *arguments)


def built(folder, *arguments, paper="a4", kind="sheets", language="en"):
    """Return the PDF of a game that must build without errors."""
    ran = build(folder, *arguments, paper=paper)
    assert ran.code == 0, ran.said
    return next((folder.parent / "out").glob(f"*/{kind}-{paper}-{language}.pdf"))


def files_in(folder):
    """Return the names of all files below a folder, none when it is not there."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def command(*arguments):
    """Return the words that start cardforge in a process of its own."""
    return [sys.executable, "-m", "cardforge", *(str(argument) for argument in arguments)]


def spawn(*arguments, seconds=60, folder=None, megabytes=None, **environment):
    """Return how a command ended, run in a process of its own with a limit of time and memory."""

    def limit():
        import resource

        # Only Linux counts the memory of a program as this limit does.
        if megabytes is not None and sys.platform.startswith("linux"):
            resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20,) * 2)

    done = subprocess.run(
        command(*arguments),
        capture_output=True,
        timeout=seconds,
        stdin=subprocess.DEVNULL,
        cwd=folder or REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), **environment},
        preexec_fn=limit,
        check=False,
    )
    return Ran(done.returncode, *(s.decode(errors="replace") for s in (done.stdout, done.stderr)))


def rgb_of_card(index):
    """Return red, green and blue of the index-th tinted card."""
    color = tint(index)
    return tuple(int(color[i : i + 2], 16) for i in (1, 3, 5))
