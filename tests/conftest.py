"""What every test may lean on: the repository, and properties tried on the same cases each run."""

import signal
from pathlib import Path

import pytest
from hypothesis import settings

from cardforge import cli

settings.register_profile("cardforge", deadline=None, derandomize=True)
settings.load_profile("cardforge")


@pytest.fixture(scope="session")
def repository() -> Path:
    """Return the folder that holds the project."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture
def run(capfd):
    """Return what runs a command in this process: its exit code, its output and its messages."""

    def run(*arguments):
        before = signal.getsignal(signal.SIGTERM)
        with pytest.raises(SystemExit) as end:
            cli.main([str(argument) for argument in arguments])
        signal.signal(signal.SIGTERM, before)
        out, err = capfd.readouterr()
        assert "Traceback" not in out + err, err
        return end.value.code, out, err

    return run
