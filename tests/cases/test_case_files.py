"""Files: which may be read, how a name must be spelt, and what is left when writing fails."""

import os
import signal
import socket
import stat
import subprocess
import sys
import time

import pikepdf
import pytest
from games import (
    FILLED,
    REPOSITORY,
    build,
    built,
    command,
    files_in,
    head,
    spawn,
    tinted,
    worded,
    write,
)
from PIL import Image


def art_game(folder, *names, more=""):
    """Write a game whose cards each show a picture, by name; art/dragon.png is there."""
    (folder / "game/art").mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (60, 60), (200, 30, 30)).save(folder / "game/art/dragon.png")
    rows = "".join(f"      - {{id: c{i}, art: '{name}'}}\n" for i, name in enumerate(names))
    text = head() + more + "templates:\n  shown: {elements: [{image: '{{ art }}', box: safe}]}\n"
    text += f"decks:\n  main:\n    face: shown\n    back: none\n    rows:\n{rows}"
    return write(folder / "game", text)


SECRET = "root-of-all-secrets"
OUTSIDE = {
    "up": "../outside/secret.png",
    "through": "art/../../outside/secret.png",
    "absolute": "/etc/hostname",
    "address of a file": "file:///etc/hostname",
    "link": "art/link.png",
    "linked folder": "linked/secret.png",
    "proc": "/proc/self/environ",
    "device": "/dev/stdin",
    "endless": "/dev/zero",
    "home": "~/x.png",
    "someone's home": "~root/x.png",
    "variable": "$HOME/x.png",
    "folder": "art",
    "this": ".",
    "nothing": "",
    "backslash": "..\\outside\\secret.png",
    "drive": "C:\\secret.png",
    "share": "\\\\host\\x.png",
    "slashes": "//outside/secret.png",
    "link to proc": "proc.png",
    "hidden up": "./.././outside/secret.png",
    "remote": "https://127.0.0.1:9/x.png",
    "data": "data:image/png;base64,AAAA",
    "pipe": "pipe.png",
    "up in the middle": "art/../art/dragon.png",
    "zero": "a\\0b",
    "ftp": "ftp://localhost/x.png",
}


def surroundings(folder):
    """Lay out a secret beside the game, and links and a pipe in it that lead there."""
    (folder / "outside").mkdir()
    Image.new("RGB", (50, 50), (255, 0, 0)).save(folder / "outside/secret.png")
    (folder / "outside/secret.yaml").write_text(f"words: {{en: {{x: {SECRET}}}}}\n{SECRET}\n")
    game = folder / "game"
    (game / "art/link.png").symlink_to("../../outside/secret.png")
    (game / "linked").symlink_to("../outside")
    (game / "proc.png").symlink_to("/proc/self/environ")
    os.mkfifo(game / "pipe.png")


# 79: paths that leave the folder


@pytest.mark.skipif(os.name != "posix", reason="links and pipes are made as POSIX makes them")
@pytest.mark.parametrize("kind", OUTSIDE)
def test_a_picture_outside_the_game_folder_is_refused(tmp_path, kind):
    game = art_game(tmp_path, OUTSIDE[kind])
    surroundings(tmp_path)
    ran = build(game)
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    assert "error[image." in ran.err, ran.err
    assert "game.yaml:" in ran.err
    assert socket.gethostname() not in ran.err.replace("hostname", "")


@pytest.mark.skipif(os.name != "posix", reason="links and pipes are made as POSIX makes them")
@pytest.mark.parametrize(
    "name",
    [
        "../outside/secret.yaml",
        "/etc/passwd",
        "linked/secret.yaml",
        "~/x.yaml",
        "/proc/self/environ",
        "/dev/stdin",
        "art/../../outside/secret.yaml",
        "file:///etc/passwd",
        "pipe.png",
        "proc.png",
        "art",
        ".",
        "https://localhost/x.yaml",
    ],
)
@pytest.mark.parametrize("key", ["include", "fonts"])
def test_a_file_outside_the_game_folder_is_neither_read_nor_shown(tmp_path, name, key):
    more = f"include: ['{name}']\n" if key == "include" else ""
    game = art_game(tmp_path, "art/dragon.png", more=more)
    surroundings(tmp_path)
    if key == "fonts":
        font = (
            name
            if name.startswith((".", "/", "~", "art", "linked", "file", "http"))
            else "./" + name
        )
        font = font if "/" in font else font + "/"
        text = (game / "game.yaml").read_text().replace("plain: Lato-Regular", f"plain: '{font}'")
        write(
            game,
            text.replace("{image: '{{ art }}', box: safe}", "{text: x, font: plain, size: 8 pt}"),
        )
    ran = build(game)
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    for leak in ("root:", SECRET, "PATH=", socket.gethostname()):
        assert leak not in ran.err, ran.err
    assert f"error[{key.removesuffix('s')}." in ran.err, ran.err


@pytest.mark.parametrize(
    "game_id", ["../x", "../../x", "/elsewhere/x", "a/b", "..", ".", "", "a\\b", "~", "-x", "CON:"]
)
def test_the_name_of_a_game_cannot_lead_out_of_the_output_folder(tmp_path, game_id):
    text = head(game=f"'{game_id}'") + worded("{id: a, title: A}")
    ran = build(write(tmp_path / "deep/game", text), out=tmp_path / "deep/out")
    assert ran.code == 1, ran.said
    assert "game must be" in ran.err, ran.err
    assert files_in(tmp_path) == ["deep/game/game.yaml"]


@pytest.mark.parametrize(
    "card_id",
    ["../../evil", "/elsewhere/evil", "..", ".", "a/b", "a\\b", "a:b", "nul\tx", "é/ü", "a" * 300],
)
def test_the_id_of_a_card_cannot_lead_out_of_the_pictures_folder(tmp_path, card_id):
    typed = card_id.replace("\t", "\\t").replace("\\b", "\\\\b")
    text = (
        head()
        + FILLED
        + "decks:\n  main:\n    face: filled\n    back: none\n"
        + f'    rows: [{{id: "{typed}", tint: red}}]\n'
    )
    ran = build(write(tmp_path / "deep/game", text), "--only", "images", out=tmp_path / "deep/out")
    assert ran.code in (0, 1), ran.said
    assert "Traceback" not in ran.said
    written = [name for name in files_in(tmp_path) if not name.endswith("game.yaml")]
    assert all(name.startswith("deep/out/toy/") for name in written)
    if ran.code == 0:
        assert len([name for name in written if name.endswith(".png")]) == 1


def test_a_language_cannot_lead_out_of_the_output_folder(tmp_path):
    text = head(languages="['../../x']", title="Toy") + worded("{id: a, title: A}")
    ran = build(write(tmp_path / "deep/game", text), out=tmp_path / "deep/out")
    assert ran.code == 1
    assert files_in(tmp_path) == ["deep/game/game.yaml"]


def test_a_link_that_stays_inside_is_a_file_like_any_other(tmp_path):
    game = art_game(tmp_path, "art/same.png")
    (game / "art/same.png").symlink_to("dragon.png")
    built(game)


# 81: pictures that are missing or elsewhere


def test_every_missing_picture_is_listed_with_card_and_suggestion(tmp_path):
    names = (
        "art/dragn.png",
        "art/griffin.png",
        "art/dragon.png",
        "",
        "https://example.org/a.png",
        "atr/dragon.png",
    )
    ran = build(art_game(tmp_path, *names))
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    for name in (
        "'art/dragn.png'",
        "'art/griffin.png'",
        "'https://example.org/a.png'",
        "'atr/dragon.png'",
    ):
        assert name in ran.err, ran.err
    for number in (0, 1, 3, 4, 5):
        assert f"main.c{number}" in ran.err
    assert "main.c2" not in ran.err
    assert "did you mean 'art/dragon.png'?" in ran.err
    assert "did you mean 'art'?" in ran.err


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1:{port}/a.png", "//127.0.0.1:{port}/a.png", "HTTP://127.0.0.1:{port}/a.png"],
)
def test_a_remote_picture_is_refused_without_a_connection(tmp_path, address):
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        ran = build(art_game(tmp_path, address.format(port=server.getsockname()[1])))
        with pytest.raises(TimeoutError):
            server.accept()
    assert ran.code == 1
    assert "is not on this computer" in ran.err


# 82: capitals


@pytest.mark.parametrize(
    ("asked", "real"),
    [
        ("art/dragon.png", "art/Dragon.PNG"),
        ("Art/Dragon.PNG", "art"),
        ("ART/DRAGON.PNG", "art"),
        ("art/Dragon.png", "art/Dragon.PNG"),
    ],
)
def test_a_picture_in_other_capitals_is_an_error_that_names_the_file(tmp_path, asked, real):
    game = art_game(tmp_path, asked)
    (game / "art/dragon.png").rename(game / "art/Dragon.PNG")
    ran = build(game)
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    assert "capitals" in ran.err
    assert f"'{real}'" in ran.err or f"{real}/" in ran.err, ran.err


def test_a_picture_in_its_own_capitals_is_found(tmp_path):
    game = art_game(tmp_path, "art/Dragon.PNG")
    (game / "art/dragon.png").rename(game / "art/Dragon.PNG")
    built(game)


def test_included_files_and_fonts_in_other_capitals_are_errors_too(tmp_path):
    game = art_game(tmp_path, "art/dragon.png", more="include: [words.yaml]\n")
    (game / "Words.yaml").write_text("words: {en: {a: b}}\n")
    (game / "fonts").mkdir()
    (game / "fonts/Mine.ttf").write_bytes(b"no font")
    text = (game / "game.yaml").read_text().replace("Lato-Regular", "fonts/mine.ttf")
    write(
        game, text.replace("{image: '{{ art }}', box: safe}", "{text: x, font: plain, size: 8 pt}")
    )
    ran = build(game)
    assert ran.code == 1
    assert "Words.yaml" in ran.err, ran.err
    write(game, (game / "game.yaml").read_text().replace("include: [words.yaml]\n", ""))
    ran = build(game)
    assert ran.code == 1
    assert "Mine.ttf" in ran.err, ran.err


@pytest.mark.parametrize(
    ("face", "near"), [("lato-regular", "Lato-Regular"), ("Lato-regular", "Lato-Regular")]
)
def test_a_face_in_other_capitals_is_an_error_with_its_name(tmp_path, face, near):
    ran = build(
        write(tmp_path / "game", head(fonts=f"{{plain: {face}}}") + worded("{id: a, title: A}"))
    )
    assert ran.code == 1
    assert near in ran.err


# 86: output that cannot be written

is_root = hasattr(os, "geteuid") and os.geteuid() == 0


def test_a_folder_in_the_place_of_a_file_is_said_and_nothing_is_lost(tmp_path):
    game = write(tmp_path / "game", head() + worded("{id: a, title: A}"))
    built(game)
    sheet, manifest = tmp_path / "out/toy/sheets-a4-en.pdf", tmp_path / "out/toy/manifest.json"
    before = manifest.read_bytes()
    sheet.unlink()
    sheet.mkdir()
    ran = build(game)
    assert ran.code == 1
    assert ran.err.startswith("error: cannot write")
    assert "Nothing was written." in ran.err
    assert manifest.read_bytes() == before
    assert files_in(tmp_path / "out") == ["toy/manifest.json"]


@pytest.mark.parametrize("out", ["game/game.yaml", "game/game.yaml/deeper", "file/out"])
def test_a_file_in_the_place_of_the_output_folder_is_said(tmp_path, out):
    game = write(tmp_path / "game", head() + worded("{id: a, title: A}"))
    (tmp_path / "file").write_text("mine")
    ran = build(game, out=tmp_path / out)
    assert ran.code == 1
    assert ran.err.startswith("error: cannot write")
    assert "Traceback" not in ran.err
    assert files_in(tmp_path) == ["file", "game/game.yaml"]


@pytest.mark.skipif(is_root, reason="root may write everywhere")
def test_a_folder_that_is_read_only_is_said_and_the_old_file_stays(tmp_path):
    game = write(tmp_path / "game", head() + worded("{id: a, title: A}"))
    pdf = built(game)
    before = pdf.read_bytes()
    pdf.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        ran = build(game)
    finally:
        pdf.parent.chmod(stat.S_IRWXU)
    assert ran.code == 1
    assert "cannot write" in ran.err
    assert pdf.read_bytes() == before


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/dev/full and /proc are Linux's")
@pytest.mark.parametrize("out", ["/proc/nothing", "/dev/full"])
def test_a_place_that_refuses_every_write_is_said(tmp_path, out):
    ran = build(write(tmp_path / "game", head() + worded("{id: a, title: A}")), out=out)
    assert ran.code == 1
    assert "cannot write" in ran.err


# 87: interruptions


def large_game(folder, *, version):
    """Write a game of 400 cards."""
    text = head(version=f"'{version}'", format="{trim: [44, 67], bleed: 2}") + FILLED
    return write(folder / "game", text + tinted(400, back="reverse"))


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_build_leaves_the_old_files_or_the_new_and_no_half(tmp_path, sent):
    game = large_game(tmp_path, version="old")
    out = tmp_path / "out"
    started = time.monotonic()
    assert spawn("build", game, "--out", out, "--paper", "a4", "--paper", "letter").code == 0
    whole = time.monotonic() - started
    names = files_in(out)
    old = {name: (out / name).read_bytes() for name in names}
    large_game(tmp_path, version="new")
    new = {
        name: (tmp_path / "new" / name).read_bytes() for name in names if spawn_new(game, tmp_path)
    }
    endings = set()
    for moment in range(10):
        process = subprocess.Popen(
            command("build", game, "--out", out, "--paper", "a4", "--paper", "letter"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=REPOSITORY,
            start_new_session=True,
        )
        time.sleep(whole * (0.15 + moment * 0.095))
        process.send_signal(sent)
        _, err = process.communicate(timeout=60)
        endings.add(process.returncode)
        assert b"Traceback" not in err, err.decode()
        for name in names:
            found = (out / name).read_bytes()
            assert found in (old[name], new[name]), (moment, name)
        with pikepdf.open(out / "toy/sheets-a4-en.pdf") as document:
            assert len(document.pages) > 10
        if sent != signal.SIGKILL:
            assert files_in(out) == names, (moment, err)
    expected = {signal.SIGINT: {130}, signal.SIGTERM: {143}, signal.SIGKILL: {-9}}[sent]
    assert endings & expected
    # Before the program has begun a signal ends it as the system does.
    assert endings <= expected | {0, -sent}, endings


def spawn_new(game, folder):
    """Build the new version once into a folder of its own."""
    if not (folder / "new").exists():
        assert (
            spawn("build", game, "--out", folder / "new", "--paper", "a4", "--paper", "letter").code
            == 0
        )
    return True


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of file sizes are POSIX's")
def test_a_full_disk_leaves_the_old_files_whole(tmp_path):
    game = write(tmp_path / "game", head(version="old") + worded("{id: a, title: A}"))
    pdf = built(game)
    before = {name: (tmp_path / "out" / name).read_bytes() for name in files_in(tmp_path / "out")}
    write(game, head(version="new") + worded("{id: a, title: B}"))
    limited = [
        "bash",
        "-c",
        'ulimit -f 2; exec "$0" "$@"',
        *command("build", game, "--out", tmp_path / "out", "--paper", "a4"),
    ]
    done = subprocess.run(limited, capture_output=True, cwd=REPOSITORY, check=False, timeout=60)
    assert done.returncode == 1, done.stderr.decode()
    assert b"cannot write" in done.stderr
    assert b"Traceback" not in done.stderr
    assert {
        name: (tmp_path / "out" / name).read_bytes() for name in files_in(tmp_path / "out")
    } == before
    assert pdf.exists()


def test_a_failed_build_leaves_earlier_output_whole(tmp_path):
    game = write(tmp_path / "game", head() + worded("{id: a, title: A}"))
    pdf = built(game)
    before = pdf.read_bytes()
    write(game, head() + worded("{id: a, title: 漢}"))
    assert build(game).code == 1
    assert pdf.read_bytes() == before
    assert files_in(tmp_path / "out") == ["toy/manifest.json", "toy/sheets-a4-en.pdf"]
