"""The repository itself: what is committed, what is written where, what `make help` tells."""

import re
import shutil
import subprocess

import pytest

PICTURES_AND_FONTS = re.compile(
    r"\.(ttf|otf|ttc|woff2?|pfb|icc|icm|png|jpe?g|gif|webp|tiff?|bmp|pdf)\Z", re.IGNORECASE
)
# The brackets keep these patterns from finding themselves.
MACHINE_PATH = re.compile(
    r"/(wor[k]|far[m]|tm[p]|roo[t]|Users|hom[e]/\w+)/|[A-Z]:[\\]Users[\\]", re.ASCII
)
E_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[a-z]{2,}")


def stray_pictures(names):
    """Return the pictures and fonts that are kept anywhere but in docs/."""
    return [n for n in names if PICTURES_AND_FONTS.search(n) and not n.startswith("docs/")]


def lines_with(pattern, texts):
    """Return `file:line` for each line that a pattern is found in, given {file: text}."""
    return [
        f"{name}:{number}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.fixture(scope="module")
def names(repository):
    """Return every file that is committed; games of one's own beside them are one's own affair."""
    if shutil.which("git") is None or not (repository / ".git").exists():
        pytest.skip("needs git and a git checkout to know which files are committed")
    command = ["git", "ls-files", "--cached", "-z"]
    listed = subprocess.run(command, cwd=repository, capture_output=True, check=True).stdout
    found = listed.decode().rstrip("\0").split("\0")
    return [name for name in found if (repository / name).is_file()]


@pytest.fixture(scope="module")
def texts(repository, names):
    """Return {file: text} of every committed text file."""
    written = {}
    for name in names:
        content = (repository / name).read_bytes()
        if b"\0" not in content:
            written[name] = content.decode("utf-8", errors="replace")
    return written


def test_no_font_is_committed_and_no_picture_outside_the_documentation(names):
    assert stray_pictures(names) == []


def test_no_file_names_a_path_of_somebodys_machine(texts):
    assert lines_with(MACHINE_PATH, texts) == []


def test_no_design_carries_an_e_mail_address(texts):
    designs = {name: text for name, text in texts.items() if name.startswith("designs/")}
    assert lines_with(E_MAIL, designs) == []


def test_built_files_are_ignored_by_git_but_not_the_page_that_explains_them(names):
    assert [name for name in names if name.startswith("output/")] == ["output/README.md"]


def test_the_changelog_has_a_place_for_the_next_version(repository):
    assert "\n## [Unreleased]\n" in (repository / "CHANGELOG.md").read_text("utf-8")


def test_planted_pictures_and_fonts_are_found():
    names = ["docs/card.png", "fonts/Lato.TTF", "designs/cent/art/star.svg", "tests/page.pdf"]
    assert stray_pictures(names) == ["fonts/Lato.TTF", "tests/page.pdf"]


def test_planted_paths_and_addresses_are_found():
    texts = {
        "a.md": "fine\nsee /" + "work/main/x and /usr/share/fonts/",
        "b.md": "/" + "home/anna/cards",
        "c.md": "C:\\" + "Users\\anna",
        "d.md": "framework/main, ~/cards, http://example.org/homework/",
    }
    assert lines_with(MACHINE_PATH, texts) == ["a.md:2", "b.md:1", "c.md:1"]
    assert lines_with(E_MAIL, {"g.yaml": "a\nmail: anna@example.org"}) == ["g.yaml:2"]
