"""Printing conditions and the profiles behind them: found by file or name, named or embedded."""

import pytest
from toy_profile import toy_press, wide_screen

from cardforge.diagnostics import Report, Span
from cardforge.press import profiles
from cardforge.press.profiles import output_condition
from cardforge.press.values import PressError
from cardforge.shops import PressWish, shops
from cardforge.specs import PressSpec

X4, X1A, X3 = "pdfx-4", "pdfx-1a:2003", "pdfx-3:2003"
FOGRA = PressWish(X4, "FOGRA39", 300.0)
SWOP = PressWish(X1A, "CGATS TR 001", 240.0)
PLACE = Span("game.yaml", 9, 5, 9, 20)
TOY = toy_press()
GARBAGE = b"no profile at all, however long it is" * 9


@pytest.fixture(autouse=True)
def system(tmp_path, monkeypatch):
    """Return the only folder in which this system keeps profiles."""
    folder = tmp_path / "system"
    folder.mkdir()
    monkeypatch.setattr(profiles, "folders", lambda: (folder,))
    return folder


@pytest.fixture
def game(tmp_path):
    folder = tmp_path / "game"
    folder.mkdir()
    return folder


def condition(game, standard=X4, wish=FOGRA, report=None, **spec):
    return output_condition(wish, PressSpec(**spec), game, standard, report or Report())


def refused(game, *args, **spec):
    with pytest.raises(PressError) as caught:
        condition(game, *args, **spec)
    return caught.value


def told(report):
    return [(problem.severity, problem.code) for problem in report.problems]


@pytest.mark.parametrize("name", ["iso coated V2 - 300 (basiccolor)", "ISOcoated-v2-300-BAS"])
def test_an_installed_profile_is_found_by_its_file_or_description_in_any_spelling(
    system, game, name
):
    data = toy_press("ISO Coated v2 300% (basICColor)")
    (system / "deep").mkdir()
    (system / "deep" / "ISOcoated_v2_300_bas.icc").write_bytes(data)
    found = condition(game, profile=name)
    assert found.profile == found.through == data
    assert found.identifier == "FOGRA39"
    assert found.registered


def test_the_usual_profile_of_a_condition_is_found_without_naming_it(system, game):
    data = toy_press("Coated FOGRA39 (ISO 12647-2:2004)")
    (system / "a.icm").write_bytes(data)
    assert condition(game).profile == data


def test_a_broken_profile_that_nobody_named_is_passed_over(system, game):
    (system / "ISOcoated_v2_300_eci.icc").write_bytes(GARBAGE)
    data = toy_press("whatever")
    (system / "CoatedFOGRA39.icc").write_bytes(data)
    assert condition(game).profile == data


def test_a_profile_of_the_game_is_taken_by_its_file_and_names_its_condition_itself(game):
    (game / "mine.icc").write_bytes(TOY)
    found = condition(game, profile="mine.icc")
    assert (found.profile, found.identifier, found.registered) == (TOY, "Toy press", False)
    assert found.info == found.name == "Toy press"


def test_a_profile_named_with_its_ending_may_be_installed_instead(system, game):
    (system / "mine.icc").write_bytes(TOY)
    assert condition(game, profile="mine.icc").profile == TOY


def test_a_condition_is_known_in_any_spelling_and_written_as_registered(game):
    assert condition(game, X1A, condition="cgats tr006").identifier == "CGATS TR 006"


def test_an_unknown_condition_needs_its_profile(game):
    fault = refused(game, X1A, condition="FOGRA93")
    assert (fault.code, fault.key) == ("press.condition", "condition")
    assert "FOGRA" in fault.hint
    (game / "mine.icc").write_bytes(TOY)
    found = condition(game, X1A, condition="House press", profile="mine.icc")
    assert (found.identifier, found.registered, found.profile) == ("House press", False, TOY)


def test_a_missing_profile_stops_pdfx_4_and_is_only_named_before(game):
    fault = refused(game, X4)
    assert fault.code == "press.profile-missing"
    assert "scribus-data" in fault.hint
    assert "press: {profile:" in fault.hint
    for standard in (X1A, X3):
        found = condition(game, standard)
        assert (found.identifier, found.registered) == ("FOGRA39", True)
        assert (found.profile, found.through, found.stand_in) == (None, None, None)


def test_a_stand_in_converts_for_swop_with_a_note_and_is_never_embedded(system, game):
    (system / "default_cmyk.icc").write_bytes(data := toy_press("Artifex CMYK SWOP Profile"))
    report = Report()
    found = condition(game, X1A, SWOP, report)
    assert (found.profile, found.through) == (None, data)
    assert found.stand_in == "Artifex CMYK SWOP Profile"
    assert told(report) == [("note", "press.profile-stand-in")]
    assert refused(game, X4, SWOP).code == "press.profile-missing"
    # Only for the condition that it is like.
    assert condition(game, X1A, FOGRA).through is None


def test_the_right_profile_goes_before_a_stand_in(system, game):
    (system / "default_cmyk.icc").write_bytes(toy_press("Artifex CMYK SWOP Profile"))
    (system / "z.icc").write_bytes(right := toy_press("U.S. Web Coated (SWOP) v2"))
    report = Report()
    found = condition(game, X1A, SWOP, report)
    assert (found.profile, found.through, found.stand_in) == (right, right, None)
    assert told(report) == []


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (GARBAGE, "no ICC profile"),
        (b"", "no ICC profile"),
        (wide_screen(), "screen profile for RGB"),
        (TOY[:5000], "cut short"),
        (TOY.replace(b"mft2", b"mft9"), "damaged"),
    ],
)
def test_a_profile_that_no_press_prints_by_is_refused(game, data, said):
    (game / "mine.icc").write_bytes(data)
    fault = refused(game, profile="mine.icc")
    assert fault.code == "press.profile-bad"
    assert said in str(fault)


def test_a_profile_must_be_whole_for_the_intent_that_is_asked_for(game):
    (game / "mine.icc").write_bytes(TOY.replace(b"B2A0", b"B2Ax"))
    assert condition(game, profile="mine.icc").profile
    fault = refused(game, profile="mine.icc", intent="perceptual")
    assert (fault.code, "damaged" in str(fault)) == ("press.profile-bad", True)


@pytest.mark.parametrize("name", ["../mine.icc", "/etc/mine.icc", "C:\\mine.icc", "none.icc", "no"])
def test_a_profile_that_is_nowhere_or_outside_the_game_is_missing(game, name):
    (game.parent / "mine.icc").write_bytes(TOY)
    fault = refused(game, profile=name)
    assert fault.code == "press.profile-missing"
    assert fault.hint


def test_an_installed_profile_that_is_named_must_be_a_presss(system, game):
    (system / "Wide.icc").write_bytes(wide_screen())
    assert refused(game, profile="wide").code == "press.profile-bad"


def test_a_near_name_is_suggested(system, game):
    (system / "ISOcoated_v2_300_bas.icc").write_bytes(TOY)
    assert "ISOcoated_v2_300_bas" in refused(game, profile="ISOcoated_v2_300").hint


def test_a_profile_of_version_4_is_embedded_by_pdfx_4_only(game):
    (game / "mine.icc").write_bytes(data := toy_press(version=4))
    assert condition(game, X4, profile="mine.icc").profile == data
    assert refused(game, X1A, profile="mine.icc").code == "press.profile-bad"
    named = condition(game, X1A, profile="mine.icc", condition="FOGRA51")
    assert (named.identifier, named.profile, named.through) == ("FOGRA51", None, data)


def test_a_profile_made_for_another_condition_is_warned_of(game):
    (game / "USWebCoatedSWOP.icc").write_bytes(TOY)
    report = Report()
    spec = {"profile": "USWebCoatedSWOP.icc", "condition": "FOGRA39", "span": PLACE}
    assert condition(game, report=report, **spec).identifier == "FOGRA39"
    assert told(report) == [("warning", "press.condition-differs")]
    assert report.problems[0].span == PLACE


def test_a_game_with_another_condition_than_the_printers_is_noted(game):
    (game / "mine.icc").write_bytes(TOY)
    report = Report()
    condition(game, wish=SWOP, report=report, profile="mine.icc", condition="FOGRA39")
    assert told(report) == [("note", "press.condition-differs")]
    report = Report()
    condition(game, wish=SWOP, report=report, profile="mine.icc", condition="CGATS TR 001")
    assert told(report) == []


def test_every_condition_that_a_shop_prints_by_is_registered_with_a_usual_profile():
    wishes = [shop.press for shop in shops().values() if shop.press]
    assert wishes
    for wish in wishes:
        assert profiles.registered(wish.condition) == wish.condition
        assert profiles.PROFILES[wish.condition]


def test_a_folder_that_cannot_be_read_is_passed_over(game, tmp_path, monkeypatch):
    monkeypatch.setattr(profiles, "folders", lambda: (tmp_path / "nowhere", tmp_path / "here"))
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "CoatedFOGRA39.icc").write_bytes(TOY)
    assert condition(game).profile == TOY
