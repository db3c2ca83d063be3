"""Files a designer names: only inside the game folder, only by their exact letters."""

import pytest

from cardforge.gamefolder import FileError, find_file


@pytest.fixture
def game(tmp_path):
    folder = tmp_path / "game"
    (folder / "art").mkdir(parents=True)
    (folder / "art" / "Dragon.PNG").write_bytes(b"x")
    (tmp_path / "secret.png").write_bytes(b"secret")
    return folder


def reason(folder, name):
    with pytest.raises(FileError) as caught:
        find_file(folder, name)
    assert "secret" not in (caught.value.hint or "")
    return caught.value.reason


@pytest.mark.parametrize("name", ["art/Dragon.PNG", "./art/Dragon.PNG", "art//Dragon.PNG"])
def test_a_file_is_found_by_its_exact_letters(game, name):
    assert find_file(game, name).read_bytes() == b"x"


@pytest.mark.parametrize(
    "name",
    [
        "../secret.png",
        "art/../../secret.png",
        "/etc/hostname",
        "file:///etc/hostname",
        "~/x.png",
        "/proc/self/environ",
        "/dev/stdin",
        "C:/x.png",
        "art\\Dragon.PNG",
        "art/Dragon.PNG\0",
    ],
)
def test_nothing_outside_the_game_folder_is_found(game, name):
    expected = "remote" if "://" in name else "outside"
    assert reason(game, name) == expected


@pytest.mark.parametrize("name", ["https://example.org/a.png", "data:image/png;base64,AA", "//h/a"])
def test_a_remote_address_is_refused(game, name):
    assert reason(game, name) == "remote"


def test_a_symbolic_link_may_not_lead_outside(game, tmp_path):
    (game / "art" / "link.png").symlink_to(tmp_path / "secret.png")
    (game / "out").symlink_to(tmp_path)
    (game / "art" / "alias.png").symlink_to(game / "art" / "Dragon.PNG")
    (game / "art" / "loop.png").symlink_to(game / "art" / "loop.png")
    assert reason(game, "art/link.png") == "outside"
    assert reason(game, "art/loop.png") == "outside"
    assert reason(game, "out/secret.png") == "outside"
    assert find_file(game, "art/alias.png").read_bytes() == b"x"


@pytest.mark.parametrize(
    ("name", "hint"), [("art/dragon.png", "art/Dragon.PNG"), ("Art/Dragon.PNG", "art")]
)
def test_other_capitals_are_refused_and_the_real_name_is_told(game, name, hint):
    with pytest.raises(FileError) as caught:
        find_file(game, name)
    assert caught.value.reason == "case"
    assert caught.value.hint == f"write '{hint}'"


def test_a_missing_file_comes_with_the_nearest_name(game):
    with pytest.raises(FileError) as caught:
        find_file(game, "art/Dragn.PNG")
    assert caught.value.reason == "missing"
    assert caught.value.hint == "did you mean 'art/Dragon.PNG'?"


@pytest.mark.parametrize(("name", "expected"), [("art", "folder"), ("", "empty"), (" ", "empty")])
def test_a_folder_and_an_empty_name_are_no_files(game, name, expected):
    assert reason(game, name) == expected
