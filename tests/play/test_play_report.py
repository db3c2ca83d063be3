"""Reports of played games: pages and web pages say the same, in two languages."""

import re
from html.parser import HTMLParser

import pikepdf
import pypdfium2
import pytest
import toy
from boxes import box
from test_findings import played
from test_runner import game_of

import cardforge
from cardforge.diagnostics import Problem, Report
from cardforge.fonts import Fonts
from cardforge.play import engines, runner
from cardforge.play.findings import report_findings
from cardforge.play.measures import Share, Tally
from cardforge.play.outcome import Outcome, measured
from cardforge.play.report.blocks import (
    Beside,
    Chart,
    Findings,
    Grid,
    Heading,
    Pairs,
    Shelf,
    Tiles,
)
from cardforge.play.report.content import story_of
from cardforge.play.report.html import report_html
from cardforge.play.report.pages import report_pdf
from cardforge.play.report.told import told
from cardforge.play.report.words import TALES, Words, tale
from cardforge.play.table import Unreachable

LANGUAGES = ("fr", "en")
SHIPPED = ("cent", "one-hundred", "numerik", "ninety-nine")
VOID = {"meta", "br", "use", "rect", "line", "path", "image", "circle", "ellipse", "polygon"}
FINE = toy.GAME.replace("copies: 2", "copies: 3")


@pytest.fixture
def outcome(tmp_path):
    """Return 400 games of the toy, the seats all playing at random."""
    return played(game_of(tmp_path, FINE), games=400)


@pytest.fixture
def other(tmp_path):
    """Return games of another toy, in which every card is high."""
    folder = tmp_path / "other"
    return played(game_of(folder, FINE.replace("1..6", "3..8")), games=400)


def shipped(name, games, policy="random", seed=7, **asked):
    """Return what came of some games of a shipped game."""
    own = box(name, **asked)
    rules = engines.rules_for(own)
    names = engines.seated(rules, policy)
    tally = runner.run(runner.Job(rules, None, names, seed, games), 1)
    return Outcome(own, rules, names, seed, tally, measured(rules, tally))


def story(outcomes, language="en"):
    return story_of(told(outcomes, language, Fonts()))


def plain(text):
    """Return a text with ordinary spaces."""
    return " ".join(text.split())


def blocks(outcomes, kind, language="en"):
    return [b for b in story(outcomes, language).blocks if isinstance(b, kind)]


def charts(outcomes, language="en"):
    """Return every chart by its title, those side by side too."""
    found = blocks(outcomes, Chart, language)
    found += [c for pair in blocks(outcomes, Beside, language) for c in pair.charts]
    return {chart.title.replace("\u00a0", " "): chart for chart in found}


def pdf_text(data):
    document = pypdfium2.PdfDocument(data)
    try:
        pages = [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()
    return " ".join(" ".join(pages).split())


class Reader(HTMLParser):
    """Reads a page: its text, and whether every element is closed."""

    def __init__(self, page):
        super().__init__()
        self.open, self.words, self.faults, self.ids = [], [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)

    def handle_data(self, data):
        if not self.open or self.open[-1] not in ("style", "title"):
            self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


class TestWords:
    def test_both_languages_have_the_same_words(self):
        words = tale("report")
        assert set(words) == {"fr", "en"}
        assert set(words["fr"]) == set(words["en"])
        for group in ("units", "ends", "measures", "found", "details", "reasons", "bots"):
            assert set(words["fr"][group]) == set(words["en"][group])

    def test_both_languages_fill_in_the_same_values(self):
        words = tale("report")
        for key, text in words["en"].items():
            if isinstance(text, str):
                names = [set(re.findall(r"\{\{ *(\w+)", w)) for w in (text, words["fr"][key])]
                assert names[0] == names[1], key

    @pytest.mark.parametrize("name", SHIPPED)
    def test_everything_that_is_measured_has_a_name(self, name):
        outcome = shipped(name, 4)
        ends = ("median", "p95", "p99", "max")
        kept = ("endings", "played_per_game", "mattered_per_game")
        for language in LANGUAGES:
            words = Words(language)
            unnamed = [
                key
                for key in outcome.measures
                if words.named("measures", key, name) is None
                and key not in kept
                and key.rpartition("_")[2] not in ends
            ]
            assert unnamed == []
            assert all(words.named("ends", key, name) for key in outcome.tally.laws["endings"])

    def test_every_finding_has_a_claim_in_both_languages(self):
        source = (TALES.parent.parent / "play" / "findings.py").read_text("utf-8")
        codes = set(re.findall(r'"(play\.[a-z-]+)"', source))
        assert codes
        for language in LANGUAGES:
            assert codes <= set(tale("report")[language]["found"])

    @pytest.mark.parametrize("name", SHIPPED)
    def test_every_policy_of_the_shipped_games_is_named(self, name):
        names = {*engines.policy_names(engines.rules_for(box(name)))}
        assert names <= {*tale("report")["fr"]["bots"]}
        assert Words("fr").bot("greedy") == "gourmand (greedy)"
        assert Words("en").bot("random") == "random"
        assert Words("fr").bot("mine") == "mine"

    def test_french_has_its_own_signs(self):
        words = Words("fr")
        assert words.filled("L'essai : 3 % !", {}) == "L’essai\u00a0: 3\u202f%\u202f!"


class TestStory:
    def test_two_games_are_named_each_and_what_one_does_not_have_is_left_out(self):
        pair = [shipped("cent", 4), shipped("numerik", 4, mode="standard", players=4)]
        ((rows,),) = blocks(pair, Pairs)
        said = {term: plain(text) for term, text in rows}
        assert said["Game A"] == "The 100-Card Game, version 1.0"
        assert said["Game B"] == "Numerik, version 1.0"
        assert (said.get("Mode A"), said["Mode B"]) == (None, "Standard")

    def test_the_head_says_what_was_played(self, outcome):
        [pairs] = blocks([outcome], Pairs)
        said = dict(pairs.rows)
        players = outcome.settings.players
        expected = {
            "Game": "Toy, version 3",
            "Players": str(players),
            "Policies": "random at every seat",
            "Rulings": "all as usual",
            "Games": "400",
            "Seed": "1",
            "Program": f"cardforge {cardforge.__version__}",
        }
        assert {key: plain(said[key]) for key in expected} == expected

    def test_mixed_policies_are_told_by_seat(self, outcome):
        mixed = outcome._replace(policies=("random", "highest", "random", "random", "random"))
        [pairs] = blocks([mixed], Pairs)
        assert plain(dict(pairs.rows)["Policies"]) == "random: seats 1 and 3–5 · highest: seat 2"

    def test_an_unusual_ruling_is_named(self, outcome):
        settings = outcome.settings._replace(rulings={"order": "down"})
        changed = outcome._replace(box=outcome.box._replace(settings=settings))
        [pairs] = blocks([changed], Pairs)
        assert dict(pairs.rows)["Rulings"] == "order = down, the others as usual"

    def test_a_fair_game_is_called_even_and_an_unfair_one_is_not(self, outcome):
        fair, unfair = Tally(), Tally()
        for tally, hits in ((fair, (1010, 990)), (unfair, (1200, 800))):
            tally.games = 2000
            tally.laws["endings"]["won"] = 2000
            for seat, own in enumerate(hits):
                tally.by_seat["win_by_seat"][seat] = Share(own, 2000)
        even = plain(story([outcome._replace(tally=fair)]).lead)
        assert "no seat is better" in even
        odd = plain(story([outcome._replace(tally=unfair)]).lead)
        assert "Seat 1 wins 60.0% of the games; an equal chance would give it 50.0%." in odd
        mixed = outcome._replace(tally=unfair, policies=("random", "highest"))
        assert "not all seats play in the same way" in story([mixed]).lead

    def test_games_without_an_end_are_told(self, outcome):
        outcome.tally.laws["endings"].update({"bound": 100})
        assert "were stopped without a winner" in story([outcome]).lead

    def test_no_games_are_no_reason_to_fail(self, outcome):
        empty = Outcome(outcome.box, outcome.rules, ("random",), 1, Tally(), {})
        for language in LANGUAGES:
            said = Words(language)("no_games")
            assert said in pdf_text(report_pdf([empty], language))
            assert said in report_html([empty], language)
        assert report_pdf([empty, outcome], "en")
        assert report_pdf([outcome, empty], "en")

    def test_one_game_makes_a_report(self, tmp_path):
        one = played(game_of(tmp_path / "one", FINE), games=1)
        assert plain(story([one]).lead).startswith("1 game with 3 players.")
        assert report_pdf([one], "fr").startswith(b"%PDF")

    def test_the_longest_game_can_be_shown_again(self, outcome):
        most, number = outcome.tally.largest["turns"]
        chart = charts([outcome])["Length of the games, in turns"]
        assert chart.note == f"The longest: {most}\u00a0turns (--show 1:{number})."

    def test_cards_that_were_never_used_are_shown(self, outcome):
        assert blocks([outcome], Shelf) == []
        del outcome.tally.laws["played"]["cards.2"]
        [shelf] = blocks([outcome], Shelf)
        assert [card for card, _ in shelf.cards] == ["cards.2"]

    def test_what_can_never_happen_is_told_with_its_reason(self, outcome):
        outcome.rules.unreachable = lambda: [Unreachable("cards.2", "it is too low")]
        report = told([outcome], "en", Fonts())
        said = f"{report.card('cards.2')}: it is too low."
        assert said in [getattr(b, "text", "") for b in story_of(report).blocks]

    def test_findings_are_told_and_otherwise_their_absence(self, outcome):
        assert blocks([outcome], Findings) == []
        problem = Problem("warning", "play.seat", "seat 1 wins more often: 60.0%", None, "a hint")
        [found] = blocks([outcome._replace(problems=(problem,))], Findings, "fr")
        [finding] = found.found
        assert finding.said == "Avertissement"
        assert finding.message == "Une place gagne plus souvent que les autres."
        assert finding.hint == problem.message
        unknown = problem._replace(code="other.code")
        [found] = blocks([outcome._replace(problems=(unknown,))], Findings)
        assert (found.found[0].message, found.found[0].hint) == (unknown.message, "a hint")

    def test_findings_of_one_kind_are_told_once_and_in_the_language_of_the_report(self, outcome):
        report = Report()
        reason = Unreachable("cards.2", "no", key="passes", values=(("limit", 99),))
        outcome.rules.unreachable = lambda: [reason, reason._replace(card="cards.6")]
        outcome.tally.laws["endings"]["bound"] = 1200
        report_findings([outcome], report)
        told_all = outcome._replace(problems=report.problems)
        [found] = blocks([told_all], Findings, "fr")
        said = {finding.message: plain(finding.hint) for finding in found.found}
        assert len(said) == len(found.found)
        endless = "Des parties ne se terminent pas dans la limite de tours."
        assert said[endless] == "1 200 parties sur 400."
        never = "Quelque chose d’imprimé ne peut jamais arriver, ou presque jamais."
        assert said[never] == "2 et 6 : son total dépasse toujours 99."
        [found] = blocks([told_all], Findings)
        assert "2 and 6: its total always passes 99." in [plain(f.hint) for f in found.found]

    def test_what_is_counted_by_rounds_is_not_said_of_games(self):
        # Numerik counts the rounds with a reshuffle, the adding games count the games.
        own, of_games = shipped("numerik", 12), shipped("ninety-nine", 4)
        label = {tile.label for block in blocks([own], Tiles) for tile in block.tiles}
        assert "of rounds with a reshuffle" in label
        label = {tile.label for block in blocks([of_games], Tiles) for tile in block.tiles}
        assert "of games with a reshuffle" in label
        names = {row[0] for grid in blocks([own], Grid) for row in grid.rows}
        assert {"Rounds with a reshuffle", "Reshuffles per round"} <= names

    def test_winners_that_tie_are_told_of(self, outcome):
        seats = charts([outcome])["Wins by seat"]
        assert "Tied winners" not in seats.note
        for share in outcome.tally.by_seat["win_by_seat"].values():
            share.hits += 1
        seats = charts([outcome])["Wins by seat"]
        assert seats.note.endswith("Tied winners all count.")

    def test_what_a_game_allows_is_said_to_be_allowed(self, outcome):
        outcome.tally.laws["endings"]["bound"] = 3
        problem = Problem("note", "play.endless", "games do not end: 3 (allowed: fine)", None, None)
        [found] = blocks([outcome._replace(problems=(problem,))], Findings, "fr")
        assert plain(found.found[0].hint) == "3 parties sur 400. Le jeu l’admet."

    def test_the_table_has_every_measure_with_its_error(self, outcome):
        grid = blocks([outcome], Grid)[1]
        rows = {row[0]: row[1:] for row in grid.rows}
        measure = outcome.measures["turns"]
        assert float(rows["Turns per game"][0]) == pytest.approx(measure["mean"], abs=0.01)
        assert rows["Turns per game"][2] == "400"
        share = outcome.measures["p_draw_short"]
        said = rows["Games with a draw that cannot be paid"][0]
        assert said.endswith("%")
        assert float(said[:-1]) == pytest.approx(100 * share["mean"], abs=0.01)


class TestTwoOutcomes:
    def test_differences_stand_side_by_side_with_their_z(self, outcome, other):
        outcomes = [outcome._replace(label="low"), other._replace(label="high")]
        grids = [g for g in blocks(outcomes, Grid) if g.head[-1] == "z"]
        [grid] = grids
        row = next(row for row in grid.rows if row[0] == "Turns per game")
        one, two = outcome.measures["turns"], other.measures["turns"]
        se = (one["se"] ** 2 + two["se"] ** 2) ** 0.5
        z = (two["mean"] - one["mean"]) / se
        assert float(row[4].replace("−", "-")) == pytest.approx(z, abs=0.06)
        assert float(row[3].replace("−", "-")) == pytest.approx(two["mean"] - one["mean"], abs=0.02)
        assert abs(z) > 3
        assert grid.rows.index(row) in grid.strong

    def test_a_thing_compared_with_itself_does_not_differ(self, outcome):
        same = [outcome._replace(label="one"), outcome._replace(label="two")]
        assert "No measure differs by more than chance explains." in story(same).lead
        [grid] = [g for g in blocks(same, Grid) if g.head[-1] == "z"]
        assert not grid.strong

    def test_both_are_named_in_every_chart(self, outcome, other):
        outcomes = [outcome._replace(label="low"), other._replace(label="high")]
        for language in LANGUAGES:
            text = Reader(report_html(outcomes, language)).text
            for label in ("low", "high"):
                assert label in text

    def test_what_differs_is_told_for_each(self, outcome, other):
        one = outcome._replace(policies=("random", "random"))
        two = other._replace(policies=("highest", "highest"))
        [pairs] = blocks([one, two], Pairs)
        said = dict(pairs.rows)
        assert said["Policies A"] == "random at every seat"
        assert said["Policies B"] == "highest at every seat"
        assert said["Games"] == "400"


class TestPdf:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_same_outcome_gives_the_same_bytes(self, outcome, language):
        assert report_pdf([outcome], language) == report_pdf([outcome], language)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_it_is_a_tagged_file_with_an_outline(self, outcome, language, tmp_path):
        path = tmp_path / "report.pdf"
        path.write_bytes(report_pdf([outcome], language))
        with pikepdf.open(path) as pdf:
            assert str(pdf.Root.Lang) == language
            assert pdf.Root.StructTreeRoot.K is not None
            assert (
                pdf.docinfo["/Title"].__str__().startswith({"fr": "Jouet", "en": "Toy"}[language])
            )
            with pdf.open_outline() as outline:
                titles = [str(item.title) for item in outline.root]
            assert titles == [b.text for b in blocks([outcome], Heading, language)]
            for page in pdf.pages:
                assert [round(float(n), 1) for n in page.MediaBox] == [0, 0, 595.3, 841.9]

    def test_the_language_is_that_of_the_box_when_none_is_asked(self, outcome):
        assert report_pdf([outcome]) == report_pdf([outcome], "en")
        assert report_html([outcome]) == report_html([outcome], "en")

    def test_a_letter_that_the_font_lacks_does_not_end_it(self, tmp_path):
        strange = FINE.replace("{fr: Jouet, en: Toy}", "{fr: 玩具, en: 玩具}")
        assert report_pdf([played(game_of(tmp_path / "cjk", strange), games=5)], "en")


class TestHtml:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_page_is_whole_and_fetches_nothing(self, outcome, language):
        page = report_html([outcome], language)
        read = Reader(page)
        assert (read.faults, read.open) == ([], [])
        assert len(read.ids) == len(set(read.ids))
        assert f'<html lang="{language}">' in page
        assert not re.search(r"(?:src|href)=\"(?!#|data:)", page)
        assert "<script" not in page
        assert "url(http" not in page

    def test_pictures_are_in_the_page(self, outcome):
        page = report_html([outcome], "en")
        assert "card:" not in page
        assert page.count("data:image/png;base64,") >= 3
        for name in re.findall(r'<use href="#([^"]+)"', page):
            assert f'id="{name}"' in page

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_page_and_pdf_say_the_same_numbers(self, outcome, language):
        read = Reader(report_html([outcome], language)).text
        printed = pdf_text(report_pdf([outcome], language))
        for grid in blocks([outcome], Grid, language):
            for row in grid.rows:
                for cell in row:
                    assert plain(cell) in read
                    assert plain(cell).split(" ")[0] in printed

    def test_names_of_a_designer_are_no_markup(self, tmp_path):
        evil = FINE.replace("en: Toy", 'en: "<b>T</b> & co"')
        page = report_html([played(game_of(tmp_path / "evil", evil), games=5)], "en")
        assert "<b>T" not in page
        assert "&lt;b&gt;T&lt;/b&gt; &amp; co" in page

    def test_colours_of_the_dark_page_can_be_read(self):
        from cardforge.color import contrast

        css = (TALES.parent / "play.css").read_text("utf-8")
        dark = css[css.index("prefers-color-scheme: dark") : css.index("*, ::before")]
        color = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", dark))
        for name in ("ink", "muted", "one", "two"):
            for ground in ("page", "tint"):
                assert contrast(color[name], color[ground]) >= 4.5, (name, ground)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shipped_game_has_a_report_without_a_slip(name, language):
    outcome = shipped(name, 20)
    pair = [outcome._replace(label="one"), shipped(name, 20, seed=8)._replace(label="two")]
    for outcomes in ([outcome], pair):
        read = Reader(report_html(outcomes, language)).text
        assert report_pdf(outcomes, language).startswith(b"%PDF")
        assert not re.search(r"\{\{|\bNone\b|\bnan\b|  ", read)
        if language == "fr":
            assert "'" not in read
            assert not re.search(r"[^\s\u00a0\u202f]([;!?]|:(?![\d]))(?=\s|$)", read)
