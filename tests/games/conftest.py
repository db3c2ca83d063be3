"""What the tests of the shipped games share: the workshop, and each game, paper and language."""

import pytest
from shipped import GAMES, PAPERS, Workshop, languages_of


@pytest.fixture(scope="session")
def workshop(tmp_path_factory):
    folder = tmp_path_factory.getbasetemp()
    if folder.name.startswith("popen-"):  # one of several test processes: they share the folder
        folder = folder.parent
    shared = folder / "games"
    shared.mkdir(exist_ok=True)
    return Workshop(shared)


def pytest_generate_tests(metafunc):
    """Give every test that asks for `name` each game; papers and languages beyond the first of
    both are the slow part."""
    asked = set(metafunc.fixturenames)
    if "name" not in asked:
        return
    keys = [key for key in ("name", "paper", "language") if key in asked]
    cases = []
    for name in GAMES:
        for paper in PAPERS if "paper" in asked else ("",):
            for language in languages_of(name) if "language" in asked else ("",):
                values = {"name": name, "paper": paper, "language": language}
                is_first = paper in ("", PAPERS[0]) and language in ("", languages_of(name)[0])
                cases.append(
                    pytest.param(
                        *(values[key] for key in keys),
                        marks=() if is_first else (pytest.mark.slow,),
                    )
                )
    # One after another what reads one file: it is rastered once.
    metafunc.parametrize(keys, cases, scope="module")
