"""YAML: nothing is guessed, nothing is lost in silence, nothing is endless."""

import json

import pytest
from finished import poppler, sheets, words_of
from games import build, built, files_in, head, run, spawn, worded, write


def titles_of(game):
    """Return the printed words of a game whose cards print their titles."""
    return " ".join(words_of(built(game), "-layout")).split()


def check(game):
    return run("check", game)


# 45: duplicate keys


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        (head() + worded("{id: a, title: First, title: Second}"), 17, 17),
        (head() + worded("{id: a, title: A}") + "decks:\n  main: {}\n", 12, 18),
        (head() + "title: Again\n" + worded("{id: a, title: A}"), 3, 8),
        (head() + "palette: {ink: red, ink: blue}\n" + worded("{id: a, title: A}"), 8, 8),
        (head() + worded("{id: a, title: A}", more="    let: {x: 1}\n    let: {x: 2}\n"), 16, 17),
        (head() + worded("{id: a, title: A}") + "  main:\n    rows: []\n", 13, 18),
    ],
)
def test_a_key_given_twice_is_an_error_with_both_lines(tmp_path, text, first, second):
    ran = check(write(tmp_path / "game", text))
    assert ran.code == 1
    assert f"line {first} and line {second}" in ran.out
    assert f"game.yaml:{second}:" in ran.out


def test_a_merge_may_be_overridden(tmp_path):
    rows = ("&d {id: a, title: First}", "{<<: *d, id: b, title: Second}", "{<<: *d, id: c}")
    assert titles_of(write(tmp_path / "game", head() + worded(*rows))) == [
        "First",
        "Second",
        "First",
    ]


@pytest.mark.parametrize(
    "rows",
    [
        ("{id: a, title: A}", "{id: a, title: B}"),
        ("{id: a, title: A}", "{id: 'a', title: B}"),
        ("{id: '1', title: A}", "{title: B, id: 1}"),
        ("{title: A, id: 2}", "{title: B}"),
    ],
)
def test_an_id_given_twice_is_an_error(tmp_path, rows):
    ran = check(write(tmp_path / "game", head() + worded(*rows)))
    assert ran.code == 1
    assert "two cards with the id" in ran.out


# 46, 48, 49: values as they were typed

WORDS = (
    "No On Off Yes no on off y n Null null True true False TRUE 1:30 12:00:00 0:45 190:20:30.15 "
    "1.10 1e3 "
    "2024-05-01 1_000 .inf .nan 3.0 +5 12345678901234567890 010 0x1F 0o17 007 -0 12e03 1.0e+3 ~"
).split()


def test_every_value_is_printed_as_typed(tmp_path):
    rows = [f"{{id: c{number}, title: {word}}}" for number, word in enumerate(WORDS)]
    game = write(tmp_path / "game", head() + worded(*rows))
    assert titles_of(game) == WORDS


def test_values_in_blocks_lists_and_loops_are_printed_as_typed(tmp_path):
    text = (
        head()
        + "templates:\n  worded: {elements: [{text: '{{ title }}', font: plain, size: 12 pt}]}\n"
    )
    text += "decks:\n  main:\n    face: worded\n    back: none\n"
    text += "    for: {title: [No, 1:30, 1.10, 010, 1e3, '2024-05-01']}\n"
    assert titles_of(write(tmp_path / "game", text)) == [
        "No",
        "1:30",
        "1.10",
        "010",
        "1e3",
        "2024-05-01",
    ]


def test_ids_and_names_are_as_typed(tmp_path):
    words = ["no", "on", "off", "yes", "null", "true", "1.10", "1:30", "010"]
    game = write(
        tmp_path / "game", head() + worded(*(f"{{id: {w}, title: A, name: {w}}}" for w in words))
    )
    built(game)
    cards = json.loads((tmp_path / "out/toy/manifest.json").read_text())["cards"]
    assert [card["id"] for card in cards] == [f"main.{word}" for word in words]
    assert [card["name"]["en"] for card in cards] == words


def test_keys_that_look_like_truth_values_stay_text(tmp_path):
    game = write(
        tmp_path / "game", head() + worded("{id: a, on: sale, no: 3, title: '{{ on }}{{ no }}'}")
    )
    assert titles_of(game) == ["sale3"]


@pytest.mark.parametrize("code", ["no", "on", "y"])
def test_a_language_called_no_is_a_language(tmp_path, code):
    text = head(languages=f"[{code}]", title=f"{{{code}: Spill}}") + worded(
        f"{{id: a, title: {{{code}: Kort}}}}"
    )
    pdf = built(write(tmp_path / "game", text), language=code)
    assert words_of(pdf) == ["Kort"]


@pytest.mark.parametrize("version", ["1.10", "010", "2024-05-01", "1e3", "1:30", "1_0", "0.10.0"])
def test_the_version_is_printed_as_typed_in_slug_metadata_and_manifest(tmp_path, version):
    pdf = built(write(tmp_path / "game", head(version=version) + worded("{id: a, title: A}")))
    assert f"v{version} " in poppler("pdftotext", pdf, "-")
    assert f"version {version}\n" in poppler("pdfinfo", pdf)
    assert json.loads((tmp_path / "out/toy/manifest.json").read_text())["version"] == version


# 50: bombs

ALIASES = 'x: &a ["x","x","x","x","x","x","x","x","x"]\n' + "".join(
    f"{c}y: &{c} [{','.join([f'*{p}'] * 9)}]\n" for p, c in zip("abcdefgh", "bcdefghi", strict=True)
)
MERGES = "".join(
    f"m{i}: &m{i} {{{', '.join(f'k{j}: *m{i - 1}' for j in range(9))}}}\n"
    if i
    else "m0: &m0 {k: v}\n"
    for i in range(10)
)
BOMBS = {
    "aliases": head() + ALIASES + worded("{id: a, title: *i}"),
    "mappings": head() + MERGES + worded("{id: a, title: *m9}"),
    "brackets": head() + "decks: " + "[" * 5000 + "]" * 5000 + "\n",
    "braces": head() + "decks: " + "{a: " * 5000 + "}" * 5000 + "\n",
    "dashes": head() + "decks:\n  " + "- " * 5000 + "x\n",
    "cycle": head() + "decks: &c\n  main: {rows: *c}\n",
    "ring": head() + "decks: &c [*c]\n",
    "quoted": head()
    + "title2: &t 'x'\n"
    + "".join(f"q{i}: [{','.join(['*t'] * 50000)}]\n" for i in range(6)),
    "values": head() + "x: [" + "a," * 600_000 + "]\n",
    "long": head() + "x: '" + "a" * 21_000_000 + "'\n",
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_an_error_within_seconds_and_300_megabytes(tmp_path, bomb):
    game = write(tmp_path / "game", BOMBS[bomb])
    ran = spawn("check", game, seconds=20, megabytes=300)
    assert ran.code == 1, ran.said
    assert "error[source." in ran.said
    assert "Traceback" not in ran.said
    assert len(ran.said) < 20_000


@pytest.mark.parametrize(
    "tag",
    [
        "!!python/object/apply:os.system ['touch PWNED']",
        "!!python/name:os.system x",
        "!include /etc/hostname",
        "!!binary aGVsbG8=",
        "!!python/object/new:subprocess.Popen [[touch, PWNED]]",
        "!!set {a, b}",
    ],
)
def test_a_tag_is_refused_and_never_run(tmp_path, monkeypatch, tag):
    monkeypatch.chdir(tmp_path)
    ran = check(write(tmp_path / "game", head(title=tag) + worded("{id: a, title: A}")))
    assert ran.code == 1
    assert "tag" in ran.out
    assert not list(tmp_path.rglob("PWNED"))


def test_normal_anchors_still_work(tmp_path):
    rows = ("&t {title: Same, copies: 2, id: a}", "{<<: *t, id: b}")
    (sheet,) = sheets(built(write(tmp_path / "game", head() + worded(*rows))))
    assert len(sheet.spots) == 4


# 51: aliases share nothing


def test_what_is_changed_on_one_card_does_not_appear_on_another(tmp_path):
    text = (
        head()
        + """templates:
  worded:
    elements:
      - {text: "{{ stats.cost }}/{{ stats.power }}/{{ tags | join('+') }}", font: plain, size: 9 pt}
decks:
  main:
    face: worded
    back: none
    rows:
      - &base {id: a, stats: &stats {cost: 1, power: 2}, tags: &tags [x, y]}
      - {<<: *base, id: b, stats: {<<: *stats, cost: 9}}
      - {<<: *base, id: c, tags: [*tags, z]}
      - {<<: *base, id: d}
    override:
      d: {tags: [q]}
"""
    )
    text = text.replace("[*tags, z]", "[x, y, z]")
    assert titles_of(write(tmp_path / "game", text)) == ["1/2/x+y", "9/2/x+y", "1/2/x+y+z", "1/2/q"]


def test_one_language_does_not_leak_into_the_next(tmp_path):
    text = head(languages="[en, fr]", title="{en: Toy, fr: Jouet}") + "anchor: x\n"
    text = text.replace("anchor: x\n", "") + worded(
        "{id: a, title: &t {en: Hello, fr: Bonjour}}",
        "{id: b, title: *t}",
        more="    name: {en: Card, fr: Carte}\n",
    )
    game = write(tmp_path / "game", text)
    assert " ".join(words_of(built(game), "-layout")).split() == ["Hello", "Hello"]
    assert " ".join(words_of(built(game, language="fr"), "-layout")).split() == [
        "Bonjour",
        "Bonjour",
    ]


# 52: signs that YAML keeps for itself

WORDED_BLOCK = worded("id: a\n        title: TYPED")


@pytest.mark.parametrize(
    ("typed", "column"),
    [
        ("Action: draw two", 16),
        ("{{ name }} wins", 16),
        ("*bold* move", 16),
        ("@home", 16),
        ("%50 off", 16),
        ("'it's here'", 16),
        ("`code`", 16),
        ("[x] tick", 16),
        ('"a" and b', 16),
        ("!wow so much", 16),
        ("| a bar", 16),
        ("{curly} text", 16),
        ("*star", 16),
        ("> more", 16),
        ("'open", 16),
    ],
)
def test_an_unquoted_sign_is_explained_with_place_caret_and_cure(tmp_path, typed, column):
    text = head() + WORDED_BLOCK.replace("TYPED", typed)
    ran = check(write(tmp_path / "game", text))
    assert ran.code == 1, ran.out
    assert f"game.yaml:18:{column}:" in ran.out, ran.out
    assert "^" in ran.out
    assert f"18 |         title: {typed}" in ran.out
    assert "quote" in ran.out, ran.out


@pytest.mark.parametrize("typed", ["&and more", "&c gold"])
def test_a_word_lost_as_an_anchor_is_warned_of(tmp_path, typed):
    ran = check(write(tmp_path / "game", head() + WORDED_BLOCK.replace("TYPED", typed)))
    assert "game.yaml:18:16: warning[" in ran.out, ran.out
    assert f'"{typed}"' in ran.out


# 53: a hash that begins a comment


def test_a_colour_lost_behind_a_hash_is_an_error_that_says_quote(tmp_path):
    text = (
        head()
        + "templates:\n  f: {elements: [{shape: rectangle, fill: '{{ color }}', box: bleed}]}\n"
    )
    text += "decks:\n  main:\n    face: f\n    back: none\n"
    text += "    rows:\n      - id: a\n        color: #ff0000\n"
    ran = check(write(tmp_path / "game", text))
    assert ran.code == 1
    assert "quote" in ran.out, ran.out


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("palette:\n  ink: #ff0000\n", 9),
        ("palette:\n  ink:   #abc\n", 9),
        ("styles:\n  s:\n    font: plain\n    color: #112233\n", 11),
    ],
)
def test_other_colours_lost_behind_a_hash_say_so_too(tmp_path, line, where):
    ran = check(write(tmp_path / "game", head() + line + worded("{id: a, title: A}")))
    assert ran.code == 1
    assert f"game.yaml:{where}:" in ran.out, ran.out
    assert "quote" in ran.out, ran.out


@pytest.mark.parametrize("typed", ["Draw #2 cards", "No #1", "Take two #gold"])
def test_text_cut_at_a_hash_is_warned_of(tmp_path, typed):
    ran = check(write(tmp_path / "game", head() + worded(f"id: a\n        title: {typed}")))
    assert "warning[" in ran.out, ran.out
    assert "#" + typed.split("#")[1].split()[0] in ran.out
    assert "quote" in ran.out


@pytest.mark.parametrize("typed", ["C#major", "a#b#c", "'Draw #2 cards'", '"#1"'])
def test_a_hash_inside_a_word_or_quotes_is_kept(tmp_path, typed):
    game = write(tmp_path / "game", head() + worded(f"id: a\n        title: {typed}"))
    assert words_of(built(game), "-layout") == [typed.strip("'\"")]


def test_a_real_comment_is_no_warning(tmp_path):
    game = write(tmp_path / "game", head() + worded("{id: a, title: A}  # the first one"))
    assert "warning" not in check(game).out


# 54: tabs


@pytest.mark.parametrize(
    ("row", "line"),
    [
        ("id: a\n\ttitle: A", 18),
        ("id: a\n      \ttitle: A", 18),
        ("id: a\n        title: A\n\t- id: b", 19),
    ],
)
def test_a_tab_that_indents_is_explained(tmp_path, row, line):
    ran = check(write(tmp_path / "game", head() + worded(row)))
    assert ran.code == 1
    assert f"game.yaml:{line}:" in ran.out, ran.out
    assert "tab" in ran.out
    assert "spaces" in ran.out


@pytest.mark.parametrize(
    "row",
    [
        "id: a\n        title: A\t# comment",
        "id: a\t\n        title: A",
        "id:\ta\n        title:\tA",
        "{id: a,\ttitle: A}",
    ],
)
def test_a_tab_elsewhere_is_accepted_or_explained(tmp_path, row):
    ran = check(write(tmp_path / "game", head() + worded(row)))
    assert ran.code == 0 or "tab" in ran.out, ran.out


# 55: encodings

ACCENTS = head() + worded('{id: a, title: "Épée – “œuf” €"}')


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (ACCENTS.encode(), None),
        (b"\xef\xbb\xbf" + ACCENTS.encode(), None),
        (ACCENTS.replace("\n", "\r\n").encode(), None),
        (ACCENTS.encode("utf-16"), None),
        (ACCENTS.replace("\n", "\r").encode(), None),
        (ACCENTS.encode("cp1252"), "UTF-8"),
        (ACCENTS.encode() + b"\0\0", "NUL"),
        (ACCENTS.encode("utf-16-le"), "NUL"),
        (ACCENTS.replace("€", "").encode("mac-roman"), "UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0", "UTF-8"),
    ],
)
def test_one_deck_in_any_encoding_is_read_alike_or_refused_with_advice(tmp_path, data, said):
    game = write(tmp_path / "game", data)
    if said is None:
        assert words_of(built(game)) == ["Épée – “œuf” €"]
        return
    ran = build(game)
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    assert said in ran.err or "NUL" in ran.err
    assert "UTF-8" in ran.err


PLAIN_PLACES = (
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "POSIX", "LANG": "", "PYTHONCOERCECLOCALE": "0"},
)


@pytest.mark.parametrize("place", PLAIN_PLACES)
def test_the_place_where_it_runs_changes_neither_files_nor_ends(tmp_path, place):
    game = write(tmp_path / "spiel-é", ACCENTS)
    expected = built(game).read_bytes()
    ran = spawn("build", game, "--out", tmp_path / "other", "--paper", "a4", **place)
    assert ran.code == 0, ran.said
    assert (tmp_path / "other/toy/sheets-a4-en.pdf").read_bytes() == expected


@pytest.mark.parametrize("place", PLAIN_PLACES)
@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_messages_with_accents_do_not_crash_anywhere(tmp_path, place, form):
    game = write(tmp_path / "é", head() + worded('{id: épée, title: "漢 → é", cuont: 3}'))
    ran = spawn("check", game, "--format", form, **place)
    assert ran.code == 1, ran.said
    assert "Traceback" not in ran.said
    assert "U+6F22" in ran.said


# 56: keys that nobody knows


@pytest.mark.parametrize(
    ("text", "word", "meant", "line"),
    [
        (head() + worded("{id: a, title: A, copeis: 3}"), "copeis", "copies", 17),
        (head() + "cropmark: true\n" + worded("{id: a, title: A}"), "cropmark", None, 8),
        (head(sheets="{mark: crop}") + worded("{id: a, title: A}"), "mark", "marks", 8),
        (head() + worded("{id: a, title: A}").replace("size: 12", "sise: 12"), "sise", "size", 11),
        (head(format="pokr-63x88") + worded("{id: a, title: A}"), "pokr-63x88", "poker-63x88", 6),
        (head() + worded("{id: a, title: A}", more="    copeis: 3\n"), "copeis", "copies", 16),
        (
            head() + worded("{id: a, title: A}").replace("box: safe", "box: {lft: 3}"),
            "lft",
            "left",
            11,
        ),
        (head() + worded("{id: a, title: A}").replace("text:", "txet:"), "txet", "text", 11),
        (
            head() + worded("{id: a, title: A}").replace("elements", "elemnts"),
            "elemnts",
            "elements",
            10,
        ),
        (head() + "plette: {ink: red}\n" + worded("{id: a, title: A}"), "plette", "palette", 8),
    ],
)
def test_an_unknown_key_is_an_error_with_line_and_suggestion(tmp_path, text, word, meant, line):
    ran = check(write(tmp_path / "game", text))
    assert ran.code == 1, ran.out
    assert f"game.yaml:{line}:" in ran.out, ran.out
    assert word in ran.out
    if meant:
        assert f"did you mean '{meant}'?" in ran.out, ran.out


@pytest.mark.parametrize(
    ("field", "meant"),
    [
        ("cuont: 3", "copies"),
        ("count: 3", "copies"),
        ("quantity: 3", "copies"),
        ("Count: 3", "copies"),
        ("front: worded", "face"),
    ],
)
def test_a_field_that_nothing_uses_and_other_programs_know_is_warned_of(tmp_path, field, meant):
    ran = check(write(tmp_path / "game", head() + worded(f"{{id: a, title: A, {field}}}")))
    assert "game.yaml:17:27: warning[" in ran.out, ran.out
    assert f"did you mean '{meant}'?" in ran.out


def test_a_field_of_that_name_that_a_template_prints_is_no_fault(tmp_path):
    game = write(
        tmp_path / "game", head() + worded("{id: a, count: 3, cost: 2, title: '{{ count }}'}")
    )
    assert "warning" not in check(game).out
