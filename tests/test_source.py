"""Reading YAML: text stays as typed, every fault has a place and a cure, hostile files end."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cardforge import source
from cardforge.diagnostics import Report

LOADERS = [yaml.SafeLoader]
if hasattr(yaml, "CSafeLoader"):
    LOADERS.append(yaml.CSafeLoader)


@pytest.fixture(params=LOADERS, ids=lambda loader: loader.__name__)
def loader(request, monkeypatch):
    monkeypatch.setattr(source, "_LOADER", request.param)


def parse(text, **options):
    report = Report()
    return source.parse(text, "game.yaml", report, **options), report


def plain(node):
    if isinstance(node.value, dict):
        return {key: plain(child) for key, child in node.value.items()}
    if isinstance(node.value, list):
        return [plain(child) for child in node.value]
    return node.value


def data(text):
    node, report = parse(text)
    assert report.problems == ()
    return plain(node)


def only_problem(text, **options):
    _, report = parse(text, **options)
    (problem,) = report.problems
    return problem


def place(span):
    return span.line, span.column, span.end_line, span.end_column


@pytest.mark.usefixtures("loader")
class TestText:
    @pytest.mark.parametrize(
        "typed",
        "no on off yes y null ~ True 010 0x1F 1:30 190:20:30.15 1.10 1e3 1_000 .inf +5 = "
        "2024-05-01 12345678901234567890 C#major 1]".split(),
    )
    def test_every_scalar_stays_the_text_that_was_typed(self, typed):
        assert data(f"{typed}: {typed}\n") == {typed: typed}

    def test_an_empty_value_is_none_and_empty_quotes_are_empty_text(self):
        assert data("a:\nb: ''\nc: [x, '']\n") == {"a": None, "b": "", "c": ["x", ""]}

    def test_plain_tells_quoted_from_unquoted_values(self):
        node, _ = parse("a: x\nb: 'x'\nc: \"x\"\nd: |\n  x\ne:\nf: !!str x\n")
        flags = {key: child.plain for key, child in node.value.items()}
        assert flags == {"a": True, "b": False, "c": False, "d": False, "e": True, "f": False}

    def test_blocks_give_their_text(self):
        assert data("a: |\n  one\n  two\nb: >-\n  one\n  two\n") == {
            "a": "one\ntwo\n",
            "b": "one two",
        }

    def test_values_and_keys_know_their_places(self):
        node, _ = parse("a: é😀\ncards:\n  - {id: 'x y'}\n  - id:\n\n# end\n")
        assert place(node.value["a"].span) == (1, 4, 1, 6)
        cards = node.value["cards"]
        assert place(cards.span) == (3, 3, 4, 8)
        assert place(cards.value[0].value["id"].span) == (3, 10, 3, 15)
        assert place(cards.value[0].span) == (3, 5, 3, 16)
        assert place(cards.value[1].value["id"].span) == (4, 8, 4, 8)
        assert place(node.key_span("cards")) == (2, 1, 2, 6)
        assert [place(span) for span in cards.value[0].keys.values()] == [(3, 6, 3, 8)]

    def test_a_mapping_that_ends_with_an_alias_ends_after_it(self):
        node, _ = parse("a: &a x\nb:\n  c: *a\n")
        assert place(node.value["b"].span) == (3, 3, 3, 8)

    def test_mappings_can_be_joined_and_changed_without_touching_the_first(self):
        node, _ = parse("a: {x: 1, y: 2}\nb: {y: 3}\n")
        first, second = node.value["a"], node.value["b"]
        assert plain(first.joined(second)) == {"x": "1", "y": "3"}
        assert first.joined(second).key_span("y").line == 2
        assert plain(first.replaced("x", second)) == {"x": {"y": "3"}, "y": "2"}
        assert plain(first) == {"x": "1", "y": "2"}

    def test_an_unknown_key_has_the_place_of_its_mapping(self):
        node, _ = parse("a: 1\n")
        assert node.key_span("b") == node.span


@pytest.mark.usefixtures("loader")
class TestAliases:
    def test_an_alias_shares_no_mapping_or_list_with_its_anchor(self):
        node, _ = parse("a: &a {tags: [fire], hp: 1}\nb: *a\n")
        first, second = node.value["a"], node.value["b"]
        assert plain(first) == plain(second)
        assert first.value is not second.value
        assert first.value["tags"].value is not second.value["tags"].value
        assert second.span == first.span

    def test_own_values_override_what_a_merge_brings(self):
        merged = data("a: &a {title: Base, copies: 2}\nb: {<<: *a, title: Own}\n")["b"]
        assert merged == {"title": "Own", "copies": "2"}

    def test_of_several_merged_mappings_the_first_wins(self):
        text = "a: &a {x: 1}\nb: &b {x: 2, y: 3}\nc: {y: 9, <<: [*a, *b]}\n"
        assert data(text)["c"] == {"x": "1", "y": "9"}

    def test_merged_keys_keep_the_place_where_they_are_written(self):
        node, _ = parse("a: &a {x: 1}\nb:\n  <<: *a\n  y: 2\n")
        merged = node.value["b"]
        assert place(merged.key_span("x")) == (1, 8, 1, 9)
        assert set(merged.keys) == set(merged.value) == {"x", "y"}

    def test_a_quoted_merge_sign_is_an_ordinary_key(self):
        assert data("'<<': x\n") == {"<<": "x"}

    def test_a_merge_of_a_text_is_refused(self):
        problem = only_problem("<<: base\na: 1\n")
        assert (problem.code, place(problem.span)[:2]) == ("source.merge", (1, 5))

    def test_two_merges_in_one_mapping_are_refused(self):
        problem = only_problem("a: &a {x: 1}\nb: {<<: *a, <<: *a}\n")
        assert problem.code == "source.duplicate-key"
        assert "[*first, *second]" in problem.hint

    def test_an_alias_of_nothing_is_named_and_keeps_its_text(self):
        node, report = parse("base: &base 1\na: *bose\n")
        (problem,) = report.problems
        assert (problem.code, problem.hint) == ("source.alias", "did you mean 'base'?")
        assert node.value["a"].value == "*bose"

    def test_an_alias_inside_its_own_value_is_refused(self):
        problem = only_problem("cards: &c\n  - {id: a, again: *c}\n")
        assert problem.code == "source.alias"
        assert problem.span.line == 2
        assert problem.related[0][0].line == 1

    def test_an_anchor_used_twice_is_refused_with_both_places(self):
        problem = only_problem("a: &x 1\nb: &x 2\n")
        assert (problem.code, problem.span.line) == ("source.anchor", 2)
        assert problem.related[0][0].line == 1


@pytest.mark.usefixtures("loader")
class TestLimits:
    def test_an_alias_bomb_is_refused_naming_the_limit(self):
        lines = ["a: &a [" + ",".join("x" * 9) + "]"]
        for before, name in zip("abcdefgh", "bcdefghi", strict=True):
            lines.append(f"{name}: &{name} [" + ",".join([f"*{before}"] * 9) + "]")
        problem = only_problem("\n".join(lines) + "\n")
        assert problem.code == "source.too-large"
        assert "200,000" in problem.message

    def test_many_small_aliases_are_legal(self):
        rows = "".join(f"  - {{<<: *t, id: c{n}}}\n" for n in range(500))
        assert len(data(f"t: &t {{title: Same}}\ncards:\n{rows}")["cards"]) == 500

    @pytest.mark.parametrize("opening", ["[", "[\n", "{a: ", "- "])
    def test_five_thousand_levels_are_refused_without_a_crash(self, opening):
        problem = only_problem(f"cards:\n  {opening * 5000}x\n")
        assert problem.code == "source.too-deep"
        assert "100" in problem.message

    def test_aliases_cannot_nest_deeper_than_the_limit(self):
        chain = "".join(f"k{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 300))
        assert only_problem(f"k0: &a0 [x]\n{chain}").code == "source.too-deep"

    def test_a_hundred_levels_are_legal_and_one_more_is_not(self):
        inner = source.DEEPEST - 1
        assert data("a: " + "[" * inner + "]" * inner + "\n")
        assert only_problem("a: " + "[" * (inner + 1) + "]" * (inner + 1) + "\n")

    def test_more_values_than_the_limit_are_refused(self, monkeypatch):
        monkeypatch.setattr(source, "MOST_VALUES", 4)
        assert data("a: [x, y]\n")
        assert only_problem("a: [x, y, z]\n").code == "source.too-large"

    def test_a_file_full_of_faults_is_given_up(self):
        _, report = parse("a: 1\n" * 5000)
        assert len(report.problems) == source.MOST_FAULTS + 1
        assert report.problems[-1].code == "source.too-many"

    @pytest.mark.parametrize("tag", ["!!python/object/apply:os.system", "!wow", "!!int", "!"])
    def test_tags_are_refused(self, tag):
        problem = only_problem(f"a: {tag} ['touch PWNED']\n")
        assert (problem.code, place(problem.span)[:2]) == ("source.tag", (1, 4))
        assert f"'{tag}'" in problem.message

    def test_the_tags_that_change_nothing_are_accepted(self):
        assert data("a: !!str 1\nb: !!seq [1]\nc: !!map {x: 1}\n") == {
            "a": "1",
            "b": ["1"],
            "c": {"x": "1"},
        }


@pytest.mark.usefixtures("loader")
class TestStructure:
    def test_a_key_used_twice_is_refused_with_both_lines(self):
        problem = only_problem("cards:\n  - id: a\n    title: First\n    title: Second\n")
        assert problem.code == "source.duplicate-key"
        assert place(problem.span) == (4, 5, 4, 10)
        assert place(problem.related[0][0]) == (3, 5, 3, 10)
        assert "line 3 and line 4" in problem.message

    def test_all_duplicate_keys_of_a_file_are_found_in_one_run(self):
        _, report = parse("a: 1\na: 2\nb: {x: 1, x: 2}\n")
        assert [p.span.line for p in report.problems] == [2, 3]

    @pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n"])
    def test_a_file_without_content_is_reported_at_its_start(self, text):
        problem = only_problem(text)
        assert (problem.code, place(problem.span)) == ("source.empty", (1, 1, 1, 1))

    @pytest.mark.parametrize(("text", "found"), [("- a\n", "a list"), ("hello\n", "a text")])
    def test_the_top_must_be_a_mapping(self, text, found):
        problem = only_problem(text)
        assert problem.code == "source.top-level"
        assert problem.message.endswith(f"found {found}")

    def test_a_table_may_be_a_list_at_the_top(self):
        node, report = parse("- {id: a}\n", rows=True)
        assert (plain(node), report.problems) == ([{"id": "a"}], ())

    def test_a_second_document_is_refused_where_it_begins(self):
        problem = only_problem("a: 1\n---\nb: 2\n")
        assert (problem.code, problem.span.line) == ("source.documents", 2)

    @pytest.mark.parametrize("text", ["? [a]\n: 1\n", "? {a: b}\n: 1\n", "?\n: 1\n"])
    def test_a_key_must_be_a_text(self, text):
        assert only_problem(text).code == "source.key"

    def test_a_control_character_is_found_at_its_place(self):
        problem = only_problem("a: 1\nb: x\x07\n")
        assert (problem.code, place(problem.span)[:2]) == ("source.character", (2, 5))

    def test_half_a_character_is_refused(self):
        assert only_problem("a: \ud800\n").code == "source.character"


QUOTES = {
    "Action: draw two": '"Action: draw two"',
    '"Action": draw': "'\"Action\": draw'",
    "{{ name }}": '"{{ name }}"',
    "{{ name }} of {{ suit }}": '"{{ name }} of {{ suit }}"',
    "{{ 'a' if x else 'b' }}": "\"{{ 'a' if x else 'b' }}\"",
    "{% if x %}y{% endif %}": '"{% if x %}y{% endif %}"',
    "*bold* move": '"*bold* move"',
    "**bold** move": '"**bold** move"',
    "*bold move": '"*bold move"',
    "*bold": '"*bold"',
    "@home": '"@home"',
    "%50 off": '"%50 off"',
    "`code`": '"`code`"',
    "& more": '"& more"',
    "> more": '"> more"',
    "'it's here'": '"it\'s here"',
    '"one" two': "'\"one\" two'",
    "[Draw] two": '"[Draw] two"',
    "? what": '"? what"',
    "- minus": '"- minus"',
}


@pytest.mark.usefixtures("loader")
class TestSyntax:
    @pytest.mark.parametrize("value", QUOTES)
    def test_a_value_that_needs_quotes_is_shown_with_them(self, value):
        problem = only_problem(f"cards:\n  - id: a\n    title: {value}\n    x: 1\n")
        assert problem.span.line == 3
        assert problem.span.column == 12
        assert problem.hint.endswith(f"put quotes around the value: {QUOTES[value]}")

    @pytest.mark.parametrize("value", ["@home", "{{ name }}", "A: b", "*bold*", "{{ a|b('c') }}"])
    def test_inside_braces_only_the_faulty_value_is_shown(self, value):
        problem = only_problem(f"cards:\n  - {{id: a, title: {value}, x: 1}}\n")
        assert problem.span == (
            "game.yaml",
            2,
            20,
            2,
            20 + len(value),
        )
        assert f'"{value}"' in problem.hint

    def test_unquoted_braces_keep_their_text_so_that_reading_goes_on(self):
        node, report = parse("a: {{ name }}\nb: [{{ x }}, 2]\n")
        assert plain(node) == {"a": "{{ name }}", "b": ["{{ x }}", "2"]}
        assert [p.code for p in report.problems] == ["source.quotes"] * 2

    @pytest.mark.parametrize(
        "text", ["a:\n\tb: 1\n", "a:\n  - b: 1\n\tc: 2\n", "a:\n  b: 1\n \tc: 2\n"]
    )
    def test_a_tab_as_indentation_is_named_with_its_line(self, text):
        problem = only_problem(text)
        line = 1 + text[: text.index("\t")].count("\n")
        assert (problem.code, problem.span.line) == ("source.tab", line)
        assert f"line {line} " in problem.message
        assert "use spaces" in problem.hint

    @pytest.mark.parametrize(
        ("text", "code", "line"),
        [
            ("a: 'x\nb: 2\n", "source.unclosed", 1),
            ('a: "x\nb: 2\n', "source.unclosed", 1),
            ("a: [1, 2\nb: 3\n", "source.unclosed", 1),
            ("a: {x: 1\nb: 3\n", "source.unclosed", 1),
            ("a: [1, 2}\n", "source.unclosed", 1),
            ("a: [1,\n  2,\n\n", "source.unclosed", 2),
            ("a: 1\n b: 2\n", "source.indent", 2),
            ("a:\n   b: 1\n  c: 2\n", "source.indent", 3),
            ("a:\n  - b\n - c\n", "source.indent", 3),
            ("a:\n  - id: b\n  title: c\n", "source.indent", 3),
            (" a: 1\nb: 2\n", "source.indent", 2),
            ("a: 1\nfoo\nb: 2\n", "source.syntax", 2),
            ("a:1\nb: 2\n", "source.syntax", 1),
            ("b: 2\na:1\n", "source.syntax", 2),
            ('a: "x\\d"\n', "source.escape", 1),
            ("k" * 1100 + ": 1\n", "source.syntax", 1),
        ],
    )
    def test_other_slips_are_found_on_their_line(self, text, code, line):
        problem = only_problem(text)
        assert (problem.code, problem.span.line) == (code, line)
        assert problem.hint

    def test_a_colon_without_a_space_is_mended_in_the_hint(self):
        assert only_problem("b: 2\na:1\n").hint == "write 'a: 1'"

    def test_lines_count_alike_with_every_line_ending(self):
        for ending in ("\n", "\r\n", "\r"):
            assert only_problem(f"a: 1{ending}b: 2{ending}c: @x{ending}").span.line == 3


@pytest.mark.skipif(not hasattr(yaml, "CSafeLoader"), reason="PyYAML came without its C loader")
def test_a_tab_before_a_comment_is_legal_with_the_c_loader():
    assert data("title: Fine\t# comment after a tab\n") == {"title": "Fine"}


def test_a_tab_before_a_comment_is_explained_without_the_c_loader(monkeypatch):
    monkeypatch.setattr(source, "_LOADER", yaml.SafeLoader)
    problem = only_problem("a: 1\ntitle: Fine\t# comment after a tab\n")
    assert (problem.code, place(problem.span)) == ("source.tab", (2, 12, 2, 13))
    assert "spaces" in problem.hint


@pytest.mark.usefixtures("loader")
class TestComments:
    @pytest.mark.parametrize(
        ("text", "said", "column"),
        [
            ("color: #ff0000\n", "the value is empty: '#ff0000'", 8),
            ("color: #c00  \n", "the value is empty: '#c00'", 8),
            ("title: #1 card\n", "the value is empty: '#1 card'", 8),
            ("title: Draw #2 cards\n", "the text was cut: '#2 cards'", 13),
            ("title: Fire and forget #spell\n", "the text was cut: '#spell'", 24),
        ],
    )
    def test_a_comment_that_was_meant_as_text_is_a_warning(self, text, said, column):
        problem = only_problem(text)
        assert (problem.severity, problem.code) == ("warning", "source.comment-cuts-text")
        assert problem.message.startswith(said)
        assert problem.span.column == column
        assert '"' + text.split(": ")[1].strip() + '"' in problem.hint

    @pytest.mark.parametrize(
        "text",
        [
            "title: Draw # two cards\n",
            "title: 'Draw' #2 cards\n",
            "copies: 3 #two for each\n",
            "face: step #old\n",
            "decks: #todo: more decks\n  a: 1\n",
            "#title: Draw\na: 1\n",
            "key: C#major\n",
            "a:\n  #ff0000\n  b: 1\n",
            "text: |\n  Draw #2 cards\n",
        ],
    )
    def test_ordinary_comments_pass(self, text):
        assert parse(text)[1].problems == ()


TEXT = 'title: "Épée – œuf €"\ncopies: 2\n'


def read(path, **options):
    report = Report()
    return source.read(path, report, **options), report


class TestFiles:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
    @pytest.mark.parametrize("ending", ["\n", "\r\n"])
    def test_every_encoding_that_says_what_it_is_reads_alike(self, tmp_path, encoding, ending):
        path = tmp_path / "game.yaml"
        path.write_bytes(TEXT.replace("\n", ending).encode(encoding))
        node, report = read(path)
        assert report.problems == ()
        assert plain(node) == {"title": "Épée – œuf €", "copies": "2"}
        assert place(node.value["copies"].span) == (2, 9, 2, 10)

    @pytest.mark.parametrize(
        ("content", "code", "said"),
        [
            (("a: 1\n" + TEXT).encode("cp1252"), "source.encoding", "line 2"),
            (b"a: 1\nb: 2\0\0", "source.binary", "line 2"),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff", "source.binary", "line 3"),
            (b"", "source.empty", "game.yaml"),
            (b"\xff\xfea", "source.encoding", "UTF-16"),
        ],
    )
    def test_what_is_no_text_is_reported_at_the_start(self, tmp_path, content, code, said):
        (tmp_path / "game.yaml").write_bytes(content)
        node, report = read(tmp_path / "game.yaml", shown="game.yaml")
        (problem,) = report.problems
        assert node is None
        assert (problem.code, problem.span) == (code, ("game.yaml", 1, 1, 1, 1))
        assert said in problem.message

    def test_a_missing_file_is_reported_where_another_asked_for_it(self, tmp_path):
        asked = source.Span("game.yaml", 7, 3, 7, 9)
        _, report = read(tmp_path / "deck.yaml", shown="deck.yaml", place=asked)
        (problem,) = report.problems
        assert (problem.code, problem.span) == ("source.missing", asked)

    def test_a_folder_is_no_file(self, tmp_path):
        _, report = read(tmp_path, shown="designs")
        (problem,) = report.problems
        assert (problem.code, problem.message) == (
            "source.not-a-file",
            "designs is a folder, not a file",
        )

    def test_a_file_that_cannot_be_opened_is_a_problem(self, tmp_path, monkeypatch):
        path = tmp_path / "game.yaml"
        path.write_text("a: 1\n")

        def refuse(_):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(type(path), "read_bytes", refuse)
        _, report = read(path)
        assert [p.code for p in report.problems] == ["source.unreadable"]

    def test_a_name_with_a_nul_byte_is_a_problem(self, tmp_path):
        _, report = read(tmp_path / "a\0b")
        assert [p.code for p in report.problems] == ["source.unreadable"]

    def test_a_huge_file_is_refused_before_it_is_read(self, tmp_path):
        path = tmp_path / "game.yaml"
        with path.open("wb") as file:
            file.truncate(20_000_001)
        _, report = read(path)
        (problem,) = report.problems
        assert problem.code == "source.too-large"
        assert "20 MB" in problem.message


@given(st.text(alphabet="ab:-#'\"{}[]*&!|>%@, \t\n\r\\?<é\x07", max_size=60))
def test_any_text_gives_a_mapping_or_an_error_with_a_place(text):
    node, report = parse(text)
    assert node is not None or report.has_errors
    for problem in report.problems:
        assert problem.span.line >= 1
        assert problem.span.column >= 1
        assert problem.hint
