"""How much memory a command needs."""

import subprocess
import sys

# A process counts what its parent held when it began: a small one stands between.
_COUNTED = """import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
sys.exit(code)
"""


def measured(command, cwd=None):
    """Return what a command printed and its largest memory in megabytes, as Linux counts it."""
    run = subprocess.run(
        [sys.executable, "-c", _COUNTED, *map(str, command)],
        cwd=cwd, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    printed, _, peak = run.stdout.rstrip("\n").rpartition("\n")
    return printed, int(peak)
