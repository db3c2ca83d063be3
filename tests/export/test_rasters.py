"""The pictures of a package: the same whoever draws them, each drawn once, faults told."""

import io
import os
import signal
import time
from pathlib import Path

import pytest
from PIL import Image as Pillow

from cardforge import workers
from cardforge.color import BLACK, Color
from cardforge.export.kept import Kept
from cardforge.export.package import PictureFile, PictureFormat
from cardforge.export.rasters import TooLarge, made_pictures
from cardforge.fonts import Fonts, find_font
from cardforge.geometry import Box, Insets, Point, Size
from cardforge.images import ImageError
from cardforge.ink import Image, Plate, Rect, Text
from cardforge.render import drawing
from cardforge.render.drawing import Drawing, draw
from cardforge.render.pictures import Picture
from cardforge.single import single_page

PNG = PictureFormat()
FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


@pytest.fixture
def fonts():
    found = Fonts()
    found.add("plain", find_font("Lato-Regular", Path()))
    return found


def colour(number):
    return Color("rgb", ((number * 53 % 256) / 255, (number * 101 % 256) / 255, 40 / 255))


def card(number, *more):
    """Return a card of 20 × 30 mm in a colour of its own."""
    items = (
        Rect(Box(-1, -1, 22, 32), fill=colour(number)),
        Text(Point(2, 15), f"Card {number}", "plain", 12.0, BLACK),
        *more,
    )
    return Plate(f"card {number}", Size(20, 30), Insets(1, 1, 1, 1), items)


def file_of(number, *more, name=None, pixels=(55, 80), form=PNG):
    name = name or f"cards/{number:03}.png"
    return PictureFile(name, single_page(card(number, *more)), pixels, form, ())


def drawing_of(file):
    return Drawing(file.name, file.page, file.pixels, *file.form)


@pytest.fixture
def files():
    return [file_of(number) for number in range(40)]


def shared(files, fonts, processes, **how):
    """Return pictures drawn by so many processes even though they are few."""
    return list(draw([drawing_of(each) for each in files], fonts, processes, patience=0, **how))


class TestProcesses:
    def test_every_picture_is_the_page_of_its_name(self, files, fonts):
        for number, (name, data) in enumerate(made_pictures(files, fonts)):
            assert name == f"cards/{number:03}.png"
            with Pillow.open(io.BytesIO(data)) as image:
                assert image.size == (55, 80)
                expected = tuple(round(value * 255) for value in colour(number).values)
                assert image.getpixel((1, 1)) == expected

    @FORKS
    def test_the_bytes_are_the_same_whatever_the_number_of_processes(self, files, fonts):
        alone = [data for _, data in made_pictures(files, fonts, processes=1)]
        assert len(set(alone)) == len(files)
        for processes in (2, 3):
            assert shared(files, fonts, processes) == alone

    @FORKS
    def test_other_processes_do_draw(self, files, fonts, monkeypatch):
        seen = []
        true = workers.shared
        monkeypatch.setattr(
            workers, "shared", lambda *given: seen.append(len(given[1])) or true(*given)
        )
        shared(files, fonts, 2)
        assert seen == [13], "all chunks of 3 but the first"

    @pytest.mark.slow
    def test_a_process_that_shares_no_memory_draws_the_same(self, files, fonts):
        assert shared(files, fonts, 2, start="spawn") == shared(files, fonts, 1)

    def test_the_bytes_do_not_depend_on_the_pages_drawn_beside(self, files, fonts):
        together = dict(made_pictures(files, fonts))
        for file in (files[0], files[17], files[-1]):
            assert dict(made_pictures([file], fonts)) == {file.name: together[file.name]}

    def test_a_few_pictures_start_no_process(self, files, fonts, monkeypatch):
        monkeypatch.setattr(workers, "shared", lambda *_: pytest.fail("a process was started"))
        assert len(list(made_pictures(files[:3], fonts, processes=8))) == 3

    def test_no_pictures_are_no_work(self, fonts):
        assert list(made_pictures([], fonts)) == []

    @pytest.mark.parametrize("count", [1, 2, 15, 16, 17, 100, 255, 257, 1000])
    def test_chunks_hold_every_picture_in_order_and_are_small(self, count):
        drawings = [drawing_of(file_of(1))] * count
        chunks = drawing._chunks(drawings)
        assert [number for chunk in chunks for number in chunk] == list(range(count))
        assert max(map(len, chunks)) <= 16
        assert all(chunks)

    def test_large_sheets_are_chunks_of_their_own(self):
        large = drawing_of(file_of(1, pixels=(4096, 4096)))
        small = drawing_of(file_of(1, pixels=(815, 1110)))
        chunks = drawing._chunks([small, large, large, small, small] * 8)
        assert max(map(len, chunks)) == 3
        assert all(sum(number % 5 in (1, 2) for number in chunk) <= 1 for chunk in chunks), (
            "two sheets at once"
        )


class TestEqualPictures:
    def test_they_are_drawn_once_and_come_together(self, files, fonts, monkeypatch):
        back = [file_of(99, name=f"cards/{number:03}-back.png") for number in range(5)]
        mixed = [each for pair in zip(files[:5], back, strict=True) for each in pair]
        drawn = []
        true = drawing.encode
        monkeypatch.setattr(
            drawing, "encode", lambda *given: drawn.append(given[-1]) or true(*given)
        )
        made = list(made_pictures(mixed, fonts, processes=1))
        assert len(drawn) == 6
        names = [name for name, _ in made]
        assert names[1:6] == [each.name for each in back]
        assert sorted(names) == sorted(each.name for each in mixed)
        assert len({data for name, data in made if "back" in name}) == 1

    def test_another_size_or_format_is_another_picture(self, fonts):
        files = [
            file_of(1, name="a.png"),
            file_of(1, name="b.png", pixels=(110, 160)),
            file_of(1, name="c.jpg", form=PictureFormat("jpg")),
        ]
        assert len(set(dict(made_pictures(files, fonts)).values())) == 3


class TestKeptPictures:
    def test_they_are_none_and_the_others_are_made(self, files, fonts, tmp_path):
        first = Kept(tmp_path, {})
        made = dict(made_pictures(files, fonts, first))
        entries = {}
        for name, data in made.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_bytes(data)
            entries[name] = {"key": first.keys[name], "sha256": _sha(data)}
        changed = [*files[:7], file_of(77, name=files[7].name), *files[8:]]
        (tmp_path / files[3].name).unlink()
        second = Kept(tmp_path, {"files": entries})
        ticks = []
        again = dict(made_pictures(changed, fonts, second, lambda: ticks.append(1)))
        new = {files[3].name, files[7].name}
        assert {name for name, data in again.items() if data is not None} == new
        assert again[files[3].name] == made[files[3].name]
        assert again[files[7].name] != made[files[7].name]
        assert set(second.keys) == set(again)
        assert len(ticks) == len(files)

    def test_where_all_are_right_nothing_that_draws_is_loaded(self, files, fonts, monkeypatch):
        class All(Kept):
            def right(self, keys):
                return frozenset(keys)

        monkeypatch.setattr(drawing, "draw", lambda *_, **__: pytest.fail("something was drawn"))
        made = dict(made_pictures(files, fonts, All(Path(), {})))
        assert made == {file.name: None for file in files}


def _sha(data):
    import hashlib

    return hashlib.sha256(data).hexdigest()


class TestProgress:
    def test_every_picture_ticks_once(self, files, fonts):
        ticks = []
        twice = [*files, *(each._replace(name=f"again/{each.name}") for each in files)]
        list(made_pictures(twice, fonts, tick=lambda: ticks.append(1)))
        assert len(ticks) == len(twice) == 80


def damaged(tmp_path):
    path = tmp_path / "art.png"
    Pillow.new("RGBA", (30, 30), "red").save(path)
    path.write_bytes(path.read_bytes()[:60])
    return Image(Box(2, 2, 5, 5), str(path))


class TestFaults:
    @pytest.mark.parametrize("processes", [1, 2])
    def test_a_damaged_picture_is_told_by_the_process_that_asked(
        self, files, fonts, tmp_path, processes
    ):
        files[30] = file_of(30, damaged(tmp_path))
        with pytest.raises(ImageError, match=r"'art\.png' is damaged or cut short") as told:
            shared(files, fonts, processes)
        assert (told.value.code, told.value.hint) == ("image.broken", "save the picture again")
        assert children() == []

    @pytest.mark.parametrize("processes", [1, 2])
    def test_a_picture_that_is_too_large_is_told_with_its_name(self, files, fonts, processes):
        files[30] = file_of(30, form=PictureFormat("jpg", 300.0, 900))
        with pytest.raises(TooLarge, match=r"^cards/030\.png has 0\.00\d+ MB at least"):
            shared(files, fonts, processes)

    @FORKS
    def test_a_process_that_is_gone_is_told_and_nobody_waits_for_it(
        self, files, fonts, monkeypatch
    ):
        mine = os.getpid()
        true = drawing.encode

        def killed(*given):
            if os.getpid() != mine:
                os.kill(os.getpid(), signal.SIGKILL)
            return true(*given)

        monkeypatch.setattr(drawing, "encode", killed)
        begin = time.monotonic()
        with pytest.raises(workers.WorkerLost, match="drew pictures has ended") as told:
            shared(files, fonts, 2)
        assert "memory" in told.value.hint
        assert time.monotonic() - begin < 30
        assert children() == []

    @FORKS
    def test_processes_end_when_nobody_wants_more_pictures(self, files, fonts):
        made = draw([drawing_of(each) for each in files], fonts, 2, patience=0)
        # The first chunk is drawn here, the next ones elsewhere.
        for _ in range(4):
            next(made)
        assert len(children()) == 2
        made.close()
        assert children() == []


def children():
    import multiprocessing

    return multiprocessing.active_children()


class TestRemembering:
    def test_a_picture_file_is_prepared_once_while_it_is_remembered(self):
        asked = []

        def make(path, _edit):
            asked.append(path)
            return Picture("", bytes(40), Picture("", bytes(10)))

        prepared = drawing.remembering(make, 150)
        for name in ("a", "b", "c", "a", "d", "a", "c", "b"):
            prepared(Path(name))
        # With d there are four, one too many: b was asked for longest ago.
        assert [path.name for path in asked] == ["a", "b", "c", "d", "b"]

    def test_one_that_is_larger_than_all_that_is_remembered_is_no_fault(self):
        prepared = drawing.remembering(lambda _, __: Picture("", bytes(99)), 10)
        assert len(prepared(Path("a")).data) == 99
        assert len(prepared(Path("a")).data) == 99
