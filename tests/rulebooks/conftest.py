"""What the tests of the rulebooks share: each game, language and form."""

import pytest
from bindery import FORMS, GAMES, LANGUAGES
from printshop import PrintShop

VALUES = {"game": GAMES, "language": LANGUAGES, "form_name": FORMS}
# The largest page with everything and the smallest one: the others are the slow part.
SLOW = {*FORMS} - {"a5", "poker"}


def pytest_generate_tests(metafunc):
    """Give every test that asks for `game`, `language` or `form_name` all there are."""
    keys = [key for key in VALUES if key in metafunc.fixturenames]
    cases = [()]
    for key in keys:
        cases = [(*case, value) for case in cases for value in VALUES[key]]
    if keys:
        # One after another what reads one rulebook.
        params = [pytest.param(*case, marks=_marks(case)) for case in cases]
        metafunc.parametrize(keys, params, scope="module")


def _marks(case):
    return (pytest.mark.slow,) if SLOW & {*case} else ()


@pytest.fixture(scope="session")
def shop(tmp_path_factory):
    """Return what makes the rulebooks of the shipped games, each once."""
    folder = tmp_path_factory.getbasetemp()
    if folder.name.startswith("popen-"):  # one of several test processes: they share the folder
        folder = folder.parent
    shared = folder / "rulebooks"
    shared.mkdir(exist_ok=True)
    return PrintShop(shared)
