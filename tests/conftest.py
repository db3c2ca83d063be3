"""What every test may lean on: the repository, and properties tried on the same cases each run."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("cardforge", deadline=None, derandomize=True)
settings.load_profile("cardforge")


@pytest.fixture(scope="session")
def repository() -> Path:
    """Return the folder that holds the project."""
    return Path(__file__).resolve().parent.parent
