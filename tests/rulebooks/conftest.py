"""What the tests of the rulebooks share: each game, language and form."""

import pytest
from bindery import FORMS, GAMES, LANGUAGES
from printshop import PrintShop

VALUES = {"game": GAMES, "language": LANGUAGES, "form_name": FORMS}
# In a hurry: the game with the most of everything, in both languages and in the largest page with
# everything and the smallest one; of the others the usual page in one language, and the files
# of one of them.
QUICK = {"numerik": {*LANGUAGES, "a5", "poker"}}
QUICK_OTHERS = {"fr", "a5"}
QUICK_FILES = {"numerik", "cent"}


def pytest_generate_tests(metafunc):
    """Give every test that asks for `game`, `language` or `form_name` all there are."""
    keys = [key for key in VALUES if key in metafunc.fixturenames]
    cases = [()]
    for key in keys:
        cases = [(*case, value) for case in cases for value in VALUES[key]]
    if keys:
        has_files = "shop" in metafunc.fixturenames
        # One after another what reads one rulebook.
        params = [pytest.param(*case, marks=_marks(case, has_files)) for case in cases]
        metafunc.parametrize(keys, params, scope="module")


def _marks(case, has_files):
    games, others = {*case} & {*GAMES}, {*case} - {*GAMES}
    quick = [QUICK.get(game, QUICK_OTHERS) for game in games] or [QUICK["numerik"]]
    is_quick = others <= quick[0] and not (has_files and games - QUICK_FILES)
    return () if is_quick else (pytest.mark.slow,)


@pytest.fixture(scope="session")
def shop(tmp_path_factory):
    """Return what makes the rulebooks of the shipped games, each once."""
    folder = tmp_path_factory.getbasetemp()
    if folder.name.startswith("popen-"):  # one of several test processes: they share the folder
        folder = folder.parent
    shared = folder / "rulebooks"
    shared.mkdir(exist_ok=True)
    return PrintShop(shared)
