"""The command line: what it accepts, how it ends, what it prints, and that it leaves no litter."""

import contextlib
import json
import os
import pty
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from cardforge import cli

GOOD = """game: good
version: "1"
title: {fr: Bon, en: Good}
languages: [fr, en]
players: {min: 2, max: 4, limit: 6}
sheets: {papers: [a4]}
rulings:
  aces: {values: ["1", "11"], title: Aces}
modes:
  solo: {fr: Seul, en: Solo}
decks:
  all: {for: {n: 1..2}, face: plain, back: none}
templates:
  plain:
    elements: [{text: "{{ n }}", box: safe}]
"""
NOTED = GOOD.replace("back: none}", "back: none, copies: '{{ n - 1 }}'}")
WARNED = GOOD.replace('{text: "{{ n }}", box: safe}', '{text: "{{ n }}", box: bleed}')
FAULTY = GOOD.replace("face: plain", "face: plane")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Return an empty folder that holds a good game and is the current one."""
    monkeypatch.chdir(tmp_path)
    write("good", GOOD)
    return tmp_path


def write(name, text):
    folder = Path(name)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(text, "utf-8")
    return str(folder)


def program(*arguments, code="from cardforge.cli import run; run()", **options):
    """Run a command in a process of its own."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    options = {"capture_output": True, "text": True, "timeout": 60, **options}
    return subprocess.run(command, check=False, **options)


def files(folder="."):
    return {str(path): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


class TestExitCodes:
    def test_0_when_all_is_well(self, place, run):
        assert run("check", "good") == (0, "Checked 1 game: fine.\n", "")
        code, out, err = run("build", "good")
        assert (code, err) == (0, "")
        assert out == "output/good: sheets-a4-fr.pdf, sheets-a4-en.pdf, manifest.json\n"

    def test_1_when_the_design_has_faults(self, place, run):
        code, out, _ = run("check", write("bad", FAULTY))
        assert code == 1
        assert "bad/game.yaml:12:31: error[template.unknown]: no template is called 'plane'" in out
        code, out, err = run("build", "bad")
        assert (code, out) == (1, "")
        assert err.endswith("1 error. Nothing was written.\n")
        assert not Path("output").exists()

    @pytest.mark.parametrize(
        "arguments",
        [
            "build good --jobs 2", "build good --printer home", "build good --low-ink",
            "build good --changed-since manifest.json", "build good --only sheets,posters",
            "build good --paper a5", "build good --paper A44", "build good --duplex tumble",
            "build good --language de", "build good --players 1",
            "build good --players 7", "build good --players many", "build good --players -1",
            "build good --mode night", "build good --ruling aces", "build good --ruling aces=12",
            "build good --ruling kings=1", "build good --colour", "build nowhere",
            "build good/picture.png", "build designs", "check good --shop x", "check good --pdf x",
            "check good --format html", "check good --ruling x=y", "export good --shop tgc",
            "rulebook good --format a6", "rulebook good --booklet --format html",
            "rulebook good --product SmallBooklet", "rulebook good --duplex none",
            "rulebook good --shop the-game-crafter --product SmallBook", "rulebook nowhere",
            "rulebook good --players 7", "rulebook good --language de", "play good --games 0",
            "play",
            "preview good", "diff a b", "calibrate", "list ships", "list", "new", "export good",
            "export --shop press", "export good --shop press --standard pdfx-2",
            "export good --fit wide",
            "schema good", "build good --format json", "build good --strict",
            "frobnicate", "--frobnicate",
        ],
    )  # fmt: skip
    def test_2_when_the_command_is_wrong(self, place, run, arguments):
        code, out, err = run(*arguments.split())
        assert (code, out) == (2, "")
        assert "\nError: " in err
        assert list(files()) == ["good/game.yaml"]

    def test_2_is_told_before_any_game_is_built(self, place, run):
        write("plain", GOOD.replace("  solo: {fr: Seul, en: Solo}", "  night: {fr: Nuit, en: N}"))
        code, _, err = run("build", "good", "plain", "--mode", "solo")
        assert (code, Path("output").exists()) == (2, False)
        assert "good has no mode 'solo' (its modes: night)" in err

    def test_2_without_any_game(self, place, run):
        assert run("build")[0] == 2

    def test_70_for_a_bug(self, place, monkeypatch, capfd):
        from cardforge import pipeline

        monkeypatch.setattr(pipeline, "check", lambda *_: 1 / 0)
        with pytest.raises(SystemExit) as end:
            cli.main(["check", "good"])
        out, err = capfd.readouterr()
        assert (end.value.code, out) == (70, "")
        assert "ZeroDivisionError" in err
        assert "This is a bug in cardforge" in err

    def test_a_game_may_be_named_by_folder_or_file_and_is_built_once(self, place, run):
        code, out, _ = run("check", "good", "good/game.yaml", "good/")
        assert (code, out) == (0, "Checked 1 game: fine.\n")

    @pytest.mark.parametrize("other", ["good", "Good"])
    def test_2_for_two_games_that_would_share_an_output_folder(self, place, run, other):
        write("copy", GOOD.replace("game: good", f"game: {other}"))
        code, _, err = run("build", "good", "copy")
        assert (code, list(files("output"))) == (2, [])
        assert "good and copy are both called" in err
        assert run("check", "good", "copy")[0] == 0

    def test_a_misspelt_game_is_guessed(self, place, run):
        write("designs/numerik", GOOD)
        assert "did you mean 'designs/numerik'?" in run("check", "designs/numerick")[2]

    def test_without_a_game_every_design_is_taken(self, place, run):
        write("designs/one", GOOD.replace("game: good", "game: one"))
        write("designs/two", GOOD.replace("game: good", "game: two"))
        assert run("check")[:2] == (0, "Checked 2 games: fine.\n")
        assert run("build")[0] == 0
        assert sorted(path.name for path in Path("output").iterdir()) == ["one", "two"]

    def test_a_faulty_game_does_not_hide_the_faults_of_the_next(self, place, run):
        write("one", FAULTY.replace("game: good", "game: one"))
        write("two", FAULTY.replace("plane", "plan").replace("game: good", "game: two"))
        code, out, _ = run("check", "one", "good", "two")
        assert code == 1
        assert "one/game.yaml:12" in out
        assert "two/game.yaml:12" in out
        code, out, err = run("build", "one", "good", "two")
        assert code == 1
        assert "one/game.yaml:12" in err
        assert "two/game.yaml:12" in err
        assert out.startswith("output/good: ")

    @pytest.mark.parametrize("content", [b"", b"\0\1", b"\xff\xfe\xfa", b"- a\n", b"a: [\n"])
    def test_a_file_that_is_no_design_is_reported_at_a_place(self, place, run, content):
        Path("good/game.yaml").write_bytes(content)
        code, out, _ = run("check", "good")
        assert code == 1
        assert out.startswith("good/game.yaml:1:1: error[source.") or "error[source." in out

    def test_a_folder_called_game_yaml_is_reported(self, place, run):
        Path("odd/game.yaml").mkdir(parents=True)
        code, out, _ = run("check", "odd")
        assert code == 1
        assert "error[source.not-a-file]: odd/game.yaml is a folder, not a file" in out


class TestRequests:
    def test_players_mode_ruling_language_and_paper_reach_the_game(self, place, run):
        code, out, _ = run(
            "build", "good", "--players", 6, "--mode", "solo", "--ruling", "aces=11",
            "--language", "en", "--paper", "a3", "--paper", "a3", "--duplex", "none",
        )  # fmt: skip
        assert (code, out) == (0, "output/good: sheets-a3-en.pdf, manifest.json\n")
        manifest = json.loads(Path("output/good/manifest.json").read_text())
        facts = [manifest[key] for key in ("players", "mode", "rulings", "languages")]
        assert facts == [6, "solo", {"aces": "11"}, ["en"]]

    def test_every_language_is_the_default(self, place, run):
        assert run("build", "good", "--language", "all", "--out", "a")[0] == 0
        assert run("build", "good", "--out", "b")[0] == 0
        assert [*files("a").values()] == [*files("b").values()]

    def test_tokens_of_a_game_that_has_none_are_said_to_be_none(self, place, run):
        code, out, _ = run("build", "good", "--only", "tokens")
        assert (code, "nothing of what was asked for" in out) == (0, True)
        assert "nothing of what was asked for" not in run("build", "good")[1]

    def test_only_images_makes_pictures_and_no_sheets(self, place, run):
        code, out, _ = run("build", "good", "--only", "images", "--language", "fr")
        assert (code, out) == (0, "output/good: 2 pictures, manifest.json\n")


RULES = """Two numbers.

## Aim {#aim}

Play both.

## Contents {#contents}

{{ component("all", "card", "cards") }}
"""


class TestRulebooks:
    @pytest.fixture
    def rules(self, place):
        """Write the rules of the good game in both languages."""
        for language in ("fr", "en"):
            path = Path(f"good/rules_text/{language}.md.j2")
            path.parent.mkdir(exist_ok=True)
            path.write_text(RULES, "utf-8")

    def test_are_built_with_the_sheets_or_alone(self, rules, run):
        code, out, err = run("build", "good", "--language", "en")
        assert (code, err) == (0, "")
        assert out == (
            "output/good: sheets-a4-en.pdf, rulebook-en.pdf, rulebook-booklet-a4-en.pdf,"
            " rulebook-en.html, rulebook-en.txt, manifest.json\n"
        )
        assert run("build", "good", "--only", "rulebook", "--out", "alone")[0] == 0
        made = {path.name for path in Path("alone/good").iterdir()}
        assert "sheets-a4-en.pdf" not in made
        assert {"rulebook-fr.pdf", "rulebook-en.pdf"} <= made
        assert run("build", "good", "--only", "sheets", "--out", "bare")[0] == 0
        assert not list(Path("bare").rglob("rulebook*"))

    def test_have_a_command_of_their_own_with_formats_and_booklet(self, rules, run):
        code, out, err = run("rulebook", "good", "--language", "en")
        assert (code, err) == (0, "")
        assert out == "output/good: rulebook-en.pdf, rulebook-en.html, rulebook-en.txt\n"
        code, out, _ = run("rulebook", "good", "--language", "en", "--format", "poker",
                           "--format", "leaflet-4")  # fmt: skip
        assert out == "output/good: rulebook-poker-en.pdf, rulebook-leaflet-4-en.pdf\n"
        code, out, _ = run("rulebook", "good", "--language", "en", "--booklet", "--paper", "a4",
                           "--paper", "letter")  # fmt: skip
        assert (code, out) == (
            0,
            "output/good: rulebook-booklet-a4-en.pdf, rulebook-booklet-letter-en.pdf\n",
        )

    def test_go_to_a_shop_as_pictures_of_single_pages(self, rules, run):
        code, _, err = run("rulebook", "good", "--language", "en", "--shop", "the-game-crafter")
        assert (code, err) == (0, "")
        folder = Path("output/good/export/the-game-crafter/en/booklet")
        names = sorted(path.name for path in folder.iterdir())
        assert names == [f"page-{number:02}.png" for number in range(1, len(names) + 1)]
        assert len(names) % 4 == 0

    def test_are_missed_by_those_who_ask_for_nothing_else(self, place, run):
        code, out, err = run("rulebook", "good")
        assert (code, out) == (1, "")
        assert err.startswith("good/game.yaml:1:1: error[rulebook.missing]: good has no rules text")
        assert err.endswith("1 error. Nothing was written.\n")
        assert not Path("output").exists()

    def test_of_a_faulty_text_are_told_at_their_place_by_every_command(self, rules, run):
        Path("good/rules_text/en.md.j2").write_text(RULES.replace("both.", "{{ bth }}."), "utf-8")
        place = "good/rules_text/en.md.j2:5:9: error[rulebook.expression]"
        for command in ("build", "rulebook"):
            code, _, err = run(command, "good")
            assert (code, place in err) == (1, True)
        code, out, _ = run("check", "good")
        assert (code, place in out) == (1, True)


class TestReports:
    def test_text_goes_to_the_output_of_check_with_a_summary(self, place, run):
        code, out, err = run("check", write("bad", FAULTY))
        assert (code, err) == (1, "")
        assert out.splitlines() == [
            "bad/game.yaml:12:31: error[template.unknown]: no template is called 'plane'",
            "   12 |   all: {for: {n: 1..2}, face: plane, back: none}",
            "      |                               ^^^^^",
            " on 2 cards: all.1, all.2",
            " hint: did you mean 'plain'?",
            "1 error.",
        ]

    def test_json_is_one_object_and_nothing_else(self, place, run):
        code, out, err = run("check", write("bad", FAULTY), "good", "--format", "json")
        assert (code, err) == (1, "")
        report = json.loads(out)
        (problem,) = report["problems"]
        assert (report["errors"], problem["code"]) == (1, "template.unknown")
        assert problem["cards"] == ["all.1", "all.2"]
        assert json.loads(run("check", "good", "--format", "json")[1])["problems"] == []

    def test_github_is_one_command_a_problem(self, place, run):
        code, out, err = run("check", write("bad", FAULTY), "--format", "github")
        assert (code, err) == (1, "")
        assert out.startswith("::error file=bad/game.yaml,line=12,col=31,endColumn=35,title=")
        assert run("check", "good", "--format", "github") == (0, "", "")

    def test_strict_lets_warnings_fail(self, place, run):
        write("warned", WARNED.replace("text: ", "shape: rectangle, fill: ").replace(
            '"{{ n }}"', "\"{{ 'navy' if n == 1 else 'yellow' }}\""
        ))  # fmt: skip
        code, out, _ = run("check", "warned")
        assert code == 0
        assert "warning[print.edge]" in out
        assert "1 warning." in out
        assert run("check", "warned", "--strict")[0] == 1
        assert run("build", "warned")[0] == 0

    def test_notes_are_shown_to_those_who_ask(self, place, run):
        write("noted", NOTED)
        assert "card.no-copies" not in run("check", "noted")[1]
        code, out, _ = run("check", "noted", "--verbose", "--strict")
        assert code == 0
        assert "note[card.no-copies]: copies is 0: not printed" in out

    def test_quiet_says_nothing_when_all_is_well(self, place, run):
        assert run("check", "good", "--quiet") == (0, "", "")
        assert run("build", "good", "-q") == (0, "", "")
        assert "error[template.unknown]" in run("check", write("bad", FAULTY), "-q")[1]
        assert "error[template.unknown]" in run("build", "bad", "-q")[2]


class TestThePlaceToWrite:
    def check_refused(self, run, out, words):
        before = files()
        code, said, err = run("build", "good", "--out", out)
        assert (code, said) == (1, "")
        lines = err.splitlines()
        assert lines[0].startswith("error: cannot write ")
        assert words in lines[0]
        assert lines[1].startswith(" hint: ")
        assert lines[2:] == ["Nothing was written."]
        assert files() == before

    def test_may_not_be_a_file(self, place, run):
        Path("out").write_text("mine")
        self.check_refused(run, "out", "")

    def test_may_not_hold_a_folder_where_a_file_belongs(self, place, run):
        Path("out/good/manifest.json").mkdir(parents=True)
        self.check_refused(run, "out", "there is a folder of that name")
        assert [path.name for path in Path("out/good").iterdir()] == ["manifest.json"]

    def test_may_be_read_only(self, place, run, monkeypatch):
        def refuse(self, _data):
            raise PermissionError(13, "Permission denied", str(self))

        Path("out").mkdir()
        monkeypatch.setattr(Path, "write_bytes", refuse)
        self.check_refused(run, "out", "permission denied")
        assert list(Path("out").iterdir()) == []

    def test_may_have_an_endless_name(self, place, run):
        self.check_refused(run, "x" * 300, "name too long")

    def test_may_be_full(self, place):
        assert program("build", "good").returncode == 0
        before = files("output")
        Path("good/game.yaml").write_text(GOOD.replace("n: 1..2", "n: 1..3"))
        limit = (1000, 1000)
        full = program(
            "build", "good", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
        assert (full.returncode, full.stdout) == (1, "")
        assert full.stderr.splitlines() == [
            "error: cannot write output/good/sheets-a4-fr.pdf: file too large",
            " hint: choose another disk with --out, or allow larger files",
            "Nothing was written.",
        ]
        assert files("output") == before

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
    def test_may_be_full_where_the_report_goes(self, place):
        with Path("/dev/full").open("w") as full:
            end = program("check", "good", stdout=full, capture_output=False, stderr=-1)
        assert (end.returncode, end.stderr) == (1, "error: cannot print: no space left on device\n")


# Where a build can be interrupted, and what is sent then: each patches a function of the line.
MOMENTS = {
    "reading": "import cardforge.pipeline as m; name = 'load_game'",
    "laying out": "import cardforge.plates as m; m = m.PlateMaker; name = 'side'",
    "imposing": "import cardforge.on_paper as m; name = 'impose'",
    "before the first file": "import cardforge.output as m; m = m.Output; name = 'add'",
    "between two files": "import cardforge.output as m; m = m.Output; name = 'add'; turn = 2",
    "in the middle of a file": "import pathlib as m; m = m.Path; name = 'write_bytes'; half = True",
    "before the files are moved": "import cardforge.output as m; m = m.Output; name = 'commit'",
}
INTERRUPT = """
import os, signal, sys
from cardforge.cli import run
turn, half = 1, False
{moment}
whole = getattr(m, name)
count = 0
def interrupted(*arguments, **options):
    global count
    count += 1
    if count == turn:
        if half:
            arguments[0].open('wb').write(arguments[1][:100])
        os.kill(os.getpid(), signal.{signal})
    return whole(*arguments, **options)
setattr(m, name, interrupted)
run()
"""


class TestInterruptions:
    @pytest.mark.parametrize("moment", MOMENTS)
    def test_ctrl_c_ends_with_130_and_leaves_everything_as_it_was(self, place, moment):
        self.interrupt(moment, "SIGINT", 130, "Interrupted. No file is half-written.\n")

    @pytest.mark.parametrize("moment", ["laying out", "between two files"])
    def test_a_request_to_end_does_the_same_with_143(self, place, moment):
        self.interrupt(moment, "SIGTERM", 143, "Terminated. No file is half-written.\n")

    def interrupt(self, moment, name, code, words):
        Path("output/good").mkdir(parents=True)
        Path("output/good/sheets-a4-fr.pdf").write_bytes(b"old")
        before = files("output")
        script = INTERRUPT.format(moment=MOMENTS[moment], signal=name)
        end = program("build", "good", code=script)
        assert (end.returncode, end.stdout, end.stderr.lstrip()) == (code, "", words)
        assert files("output") == before

    def test_while_the_files_are_moved_it_waits_for_all_of_them(self, place):
        assert program("build", "good", "--out", "whole").returncode == 0
        moment = "import pathlib as m; m = m.Path; name = 'replace'"
        script = INTERRUPT.format(moment=moment, signal="SIGINT")
        end = program("build", "good", code=script)
        assert end.returncode == 130
        assert [*files("output").values()] == [*files("whole").values()]

    def test_a_reader_that_goes_away_is_no_bug(self, place):
        reader, writer = os.pipe()
        os.close(reader)
        end = program("list", "fonts", stdout=writer, capture_output=False, stderr=subprocess.PIPE)
        os.close(writer)
        assert (end.returncode, end.stderr) == (1, "")

    @pytest.mark.parametrize("closed", [1, 2])
    def test_a_closed_stream_is_no_bug(self, place, closed):
        write("bad", FAULTY)
        end = program("check", "bad", preexec_fn=lambda: os.close(closed))
        said = end.stdout + end.stderr
        assert end.returncode == 1
        assert "Traceback" not in said
        assert "This is a bug" not in said


def on_terminal(*arguments, stream, env=None):
    """Return what a command prints on a terminal."""
    leader, follower = pty.openpty()
    other = subprocess.DEVNULL
    streams = {"stdout": other, "stderr": other, stream: follower}
    program(*arguments, capture_output=False, env={**os.environ, **(env or {})}, **streams)
    os.close(follower)
    shown = b""
    with contextlib.suppress(OSError):
        while chunk := os.read(leader, 65536):
            shown += chunk
    os.close(leader)
    return shown.decode()


class TestTerminals:
    def test_progress_is_shown_on_a_terminal_only(self, place):
        assert "100%" in on_terminal("build", "good", stream="stderr")
        assert on_terminal("build", "good", "--quiet", stream="stderr") == ""
        assert program("build", "good").stderr == ""

    def test_colour_is_for_terminals_and_can_be_refused(self, place):
        write("bad", FAULTY)
        assert "\x1b[1;31m" in on_terminal("check", "bad", stream="stdout", env={"NO_COLOR": ""})
        shown = on_terminal("check", "bad", stream="stdout", env={"NO_COLOR": "1"})
        assert "\x1b" not in shown
        assert "error[template.unknown]" in shown
        assert "\x1b" not in program("check", "bad").stdout

    def test_a_terminal_of_plain_ascii_gets_everything_spelt_out(self, place):
        write("été", FAULTY.replace("plane", "plané"))
        env = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
        end = program("check", "été", env=env)
        assert (end.returncode, end.stderr) == (1, "")
        assert "no template is called 'plan\\xe9'" in end.stdout
        end = program("build", "good", env=env)
        assert (end.returncode, end.stderr) == (0, "")
        assert program("list", "formats", env=env).returncode == 0


class TestHelp:
    def test_help_comes_without_the_heavy_libraries(self):
        code = (
            "import sys\nfrom cardforge.cli import main\n"
            "try: main(['--help'])\n"
            "except SystemExit as end: print(end.code, *sorted(sys.modules))"
        )
        last = program(code=code).stdout.splitlines()[-1].split()
        assert last[0] == "0"
        heavy = {"reportlab", "yaml", "jinja2", "PIL", "pypdfium2", "num2words"}
        assert not heavy & set(last)
        assert "click" in last

    @pytest.mark.parametrize("command", [[], *[[name] for name in cli.commands.commands]])
    def test_every_command_and_option_says_what_it_is_for(self, run, command):
        code, out, _ = run(*command, "--help")
        assert code == 0
        assert "Usage: cardforge" in out
        own = cli.commands.commands[command[0]] if command else cli.commands
        options = [p for p in own.params if p.param_type_name == "option"]
        assert all(option.help for option in options)

    def test_only_the_commands_of_today_are_there(self):
        names = ["build", "check", "export", "list", "new", "play", "rulebook", "schema"]
        assert sorted(cli.commands.commands) == names

    def test_module_and_program_are_the_same(self, place):
        command = [sys.executable, "-m", "cardforge", "--version"]
        end = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
        assert (end.returncode, end.stderr) == (0, "")
        assert end.stdout.startswith("cardforge, version ")


class TestLists:
    @pytest.mark.parametrize(
        ("what", "some"),
        [
            ("formats", "poker-63x88"), ("papers", "tabloid"), ("fonts", "Lato-Regular"),
            ("icons", "heart"),
        ],
    )  # fmt: skip
    def test_presets_are_listed_for_people_and_programs(self, run, what, some):
        code, out, _ = run("list", what)
        assert code == 0
        assert some in [line.split()[0] for line in out.splitlines()]
        assert some in json.loads(run("list", what, "--format", "json")[1])

    def test_a_size_is_shown_in_millimetres(self, run):
        lines = run("list", "papers")[1].splitlines()
        assert "a4                       210 × 297 mm" in lines
        papers = json.loads(run("list", "papers", "--format", "json")[1])
        assert papers["letter"] == {"width": 215.9, "height": 279.4}


class TestNew:
    def test_the_new_game_can_be_built_at_once(self, place, run):
        code, out, _ = run("new", "lamp")
        assert (code, out) == (0, "Wrote lamp/game.yaml. Next: cardforge build lamp\n")
        assert run("check", "lamp", "--strict")[0] == 0
        assert run("build", "lamp", "--paper", "a4")[0] == 0
        assert sorted(path.name for path in Path("output/lamp").iterdir()) == [
            "manifest.json", "rulebook-booklet-a4-en.pdf", "rulebook-en.html", "rulebook-en.pdf",
            "rulebook-en.txt", "sheets-a4-en.pdf", "tokens-a4-en.pdf",
        ]  # fmt: skip

    def test_a_game_that_is_there_is_kept(self, place, run):
        code, _, err = run("new", "good")
        assert code == 2
        assert "good/game.yaml is already there; name another folder" in err
        assert Path("good/game.yaml").read_text() == GOOD

    def test_a_place_that_refuses_is_told(self, place, run):
        Path("file").write_text("mine")
        code, _, err = run("new", "file/lamp")
        assert code == 1
        assert err.startswith("error: cannot write file/lamp: ")
        assert " hint: " in err
