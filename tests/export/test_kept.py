"""What stays of an earlier export: pictures that would look the same, and nothing else."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from PIL import Image as Pillow

from cardforge import fonts as font_files
from cardforge.color import Color
from cardforge.export import kept as keeping
from cardforge.export.kept import Kept, picture_keys
from cardforge.export.package import PictureFile, PictureFormat, Shown
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.ink import Group, Image, Page, Plate, Rect, Text, Use
from cardforge.render import encode, png

RED, BLUE = Color("rgb", (1.0, 0.0, 0.0)), Color("rgb", (0.0, 0.0, 1.0))
PNG = PictureFormat()
BLEED = Insets(3, 3, 3, 3)
LATO = font_files.find_font("Lato-Regular", Path())
BOLD = font_files.find_font("Lato-Bold", Path())


@pytest.fixture
def art(tmp_path):
    path = tmp_path / "art.png"
    Pillow.new("RGB", (8, 8), "green").save(path)
    return path


def page_of(art, **changed):
    """Return a page with a part on a plate in a group; a keyword changes one thing that is seen."""
    given = {
        "fill": RED,
        "word": "Ace",
        "font": "plain",
        "size": 12.0,
        "caption": "",
        "scale": 1.0,
        "at": Point(3, 3),
        "turn": 0.0,
        "opacity": 1.0,
        "crop": None,
        "part": Box(20, 20, 10, 10),
        "page": Size(69, 94),
        **changed,
    }
    part = Plate("part", Size(63, 88), Insets(0, 0, 0, 0), (Rect(given["part"], fill=BLUE),))
    plate = Plate(
        "ace", Size(63, 88), BLEED,
        (
            Rect(Box(-3, -3, 69, 94), fill=given["fill"]),
            Text(Point(10, 20), given["word"], given["font"], given["size"], BLUE),
            Image(Box(10, 40, 20, 20), str(art), given["crop"]),
            Group((Use(part, Point(0, 0)),), Transform.turned(30.0), opacity=given["opacity"]),
        ),
    )  # fmt: skip
    items = (
        Group(
            (Use(plate, given["at"], given["turn"]),),
            Transform.scaled(given["scale"], given["scale"]),
        ),
    )
    if given["caption"]:
        items += (Text(Point(1, 1), given["caption"], "plain", 6.0, BLUE),)
    whole = Box(0, 0, *given["page"])
    return Page(given["page"], Box(3, 3, 63, 88), whole, items)


def fonts_of(plain=LATO):
    fonts = Fonts()
    fonts.add("plain", plain)
    fonts.add("bold", BOLD)
    return fonts


def key(art, *, pixels=(815, 1110), form=PNG, fonts=None, **changed):
    file = PictureFile("cards/ace.png", page_of(art, **changed), pixels, form, (Shown("face"),))
    return picture_keys([file], fonts or fonts_of())["cards/ace.png"]


class TestKeys:
    def test_what_is_made_anew_from_the_same_has_the_same_key(self, art):
        assert key(art) == key(art)

    @pytest.mark.parametrize(
        "changed",
        [
            {"fill": Color("rgb", (1.0, 0.0, 0.01))},
            {"word": "ace"},
            {"font": "bold"},
            {"size": 12.01},
            {"at": Point(3.001, 3)},
            {"turn": 180.0},
            {"scale": 0.99999},
            {"part": Box(20, 20, 10, 10.001)},
            {"crop": Box(0, 0, 1, 0.99999)},
            {"opacity": 0.99},
            {"page": Size(69.85, 94)},
            {"caption": "Ace"},
            {"pixels": (816, 1110)},
            {"pixels": (1110, 815)},
            {"form": PictureFormat("jpg")},
            {"form": PictureFormat("png", 600.0)},
            {"form": PictureFormat("png", 300.0, 10**6)},
        ],
        ids=lambda changed: "-".join(map(str, changed)),
    )
    def test_whatever_is_seen_changes_the_key(self, art, changed):
        assert key(art, **changed) != key(art)

    def test_the_content_of_a_picture_file_counts_and_not_its_place(self, art, tmp_path):
        before = key(art)
        (tmp_path / "else").mkdir()
        moved = Path(shutil.copy(art, tmp_path / "else"))
        assert key(moved) == before
        Pillow.new("RGB", (8, 8), "yellow").save(moved)
        assert key(moved) != before

    def test_the_content_of_a_font_file_counts_and_not_its_name(self, art, tmp_path):
        copied = shutil.copy(LATO, tmp_path / "Copy.ttf")
        assert key(art, fonts=fonts_of(copied)) == key(art)
        changed = tmp_path / "Changed.ttf"
        changed.write_bytes(LATO.read_bytes() + bytes(4))
        assert key(art, fonts=fonts_of(changed)) != key(art)

    def test_a_font_that_a_card_does_not_use_is_no_matter_to_it(self, art):
        more = fonts_of()
        more.add("other", BOLD)
        changed = Fonts()
        changed.add("plain", LATO)
        assert key(art, fonts=more) == key(art, fonts=changed) == key(art)

    @pytest.mark.parametrize(
        ("module", "name"),
        [(png, "rasterizer_version"), (encode, "encoder_version")],
    )
    def test_another_release_of_what_makes_the_pixels_changes_every_key(
        self, art, monkeypatch, module, name
    ):
        before = key(art)
        now = getattr(module, name)() + "1"
        monkeypatch.setattr(module, name, lambda: now)
        assert key(art) != before

    def test_another_release_of_cardforge_changes_every_key(self, art, monkeypatch):
        before = key(art)
        monkeypatch.setattr(keeping, "__version__", "99")
        assert key(art) != before

    def test_the_releases_that_count_are_those_that_are_installed(self):
        import isal
        import PIL
        from pypdfium2.version import PDFIUM_INFO

        assert str(PDFIUM_INFO) in png.rasterizer_version()
        assert PIL.__version__ in encode.encoder_version()
        assert isal.__version__ in encode.encoder_version()

    def test_who_is_shown_and_how_often_is_not_seen(self, art):
        one = PictureFile("a", page_of(art), (8, 8), PictureFormat(), (Shown("face", copies=1),))
        two = one._replace(name="b", shows=(Shown("face", copies=9),))
        keys = picture_keys([one, two], fonts_of())
        assert keys["a"] == keys["b"]


NAMES = ("cards/001.png", "cards/002.png", "box.jpg")


@pytest.fixture
def package(tmp_path):
    """Return the folder of a package and its manifest, as an export leaves them."""
    folder = tmp_path / "en"
    files = {}
    for name in NAMES:
        data = name.encode() * 50
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
        files[name] = {"sha256": hashlib.sha256(data).hexdigest(), "key": f"key of {name}"}
    (folder / "list.csv").write_bytes(b"list")
    files["list.csv"] = {"sha256": hashlib.sha256(b"list").hexdigest()}
    return folder, {"files": files}


KEYS = {name: f"key of {name}" for name in NAMES}


class TestKept:
    def test_untouched_files_are_right_and_their_hash_is_known(self, package):
        kept = Kept(*package)
        assert kept.right(KEYS) == set(NAMES)
        assert kept.keys == KEYS
        assert kept.hash(NAMES[0]) == hashlib.sha256(NAMES[0].encode() * 50).hexdigest()

    def test_many_files_are_looked_at_as_closely_as_few(self, package):
        folder, before = package
        names = [f"many/{number}.png" for number in range(150)]
        (folder / "many").mkdir()
        for name in names:
            (folder / name).write_bytes(name.encode())
            digest = hashlib.sha256(name.encode()).hexdigest()
            before["files"][name] = {"sha256": digest, "key": "k"}
        for changed in names[40:60]:
            (folder / changed).write_bytes(b"changed")
        right = Kept(folder, before).right(dict.fromkeys(names, "k"))
        assert right == {*names[:40], *names[60:]}

    @pytest.mark.parametrize("harm", ["changed", "cut", "longer", "deleted", "folder", "unlisted"])
    def test_a_file_that_is_not_as_it_was_written_is_made_anew(self, package, harm):
        folder, before = package
        path = folder / NAMES[0]
        data = bytearray(path.read_bytes())
        match harm:
            case "changed":
                data[100] ^= 1
                path.write_bytes(data)
            case "cut":
                path.write_bytes(data[:-1])
            case "longer":
                path.write_bytes(data + b"\0")
            case "deleted":
                path.unlink()
            case "folder":
                path.unlink()
                path.mkdir()
            case "unlisted":
                del before["files"][NAMES[0]]
        assert Kept(folder, before).right(KEYS) == set(NAMES[1:])

    def test_another_key_is_another_picture(self, package):
        assert Kept(*package).right({**KEYS, NAMES[1]: "else"}) == {NAMES[0], NAMES[2]}

    @pytest.mark.parametrize(
        "before",
        [
            {},
            {"files": None},
            {"files": []},
            {"files": dict.fromkeys(NAMES)},
            {"files": {name: {"key": f"key of {name}"} for name in NAMES}},
            {"files": {name: {"key": f"key of {name}", "sha256": 7} for name in NAMES}},
        ],
        ids=range(6),
    )
    def test_a_manifest_that_says_nothing_sensible_keeps_nothing(self, package, before):
        kept = Kept(package[0], json.loads(json.dumps(before)))
        assert kept.right(KEYS) == set()
        assert kept.left_over([]) == []


class TestLeftOver:
    def test_files_of_before_that_are_not_made_any_more_are_left_over(self, package):
        kept = Kept(*package)
        assert kept.left_over(["cards/001.png", "list.csv"]) == ["box.jpg", "cards/002.png"]
        assert kept.left_over([*NAMES, "list.csv", "more.png"]) == []

    def test_what_a_person_has_changed_is_theirs(self, package):
        folder, _ = package
        (folder / "cards/002.png").write_bytes(b"painted over")
        assert Kept(*package).left_over(["cards/001.png", "list.csv"]) == ["box.jpg"]

    @pytest.mark.parametrize(
        "name",
        [
            *("../out.txt", "cards/../../out.txt", "{absolute}", "linked/out.txt"),
            *("a\\..\\out.txt", "\0", "\ud800", ""),
        ],
    )
    def test_a_manifest_cannot_name_a_file_outside_its_folder(self, package, name, tmp_path):
        folder, before = package
        outside = tmp_path / "out.txt"
        outside.write_bytes(b"mine")
        (folder / "linked").symlink_to(tmp_path)
        name = name.replace("{absolute}", str(outside))
        before["files"] = {name: {"sha256": hashlib.sha256(b"mine").hexdigest()}}
        assert Kept(folder, before).left_over([]) == []

    def test_a_file_inside_is_left_over_in_the_same_case(self, package):
        folder, before = package
        (folder / "out.txt").write_bytes(b"mine")
        before["files"] = {"out.txt": {"sha256": hashlib.sha256(b"mine").hexdigest()}}
        assert Kept(folder, before).left_over([]) == ["out.txt"]

    def test_a_name_that_a_disk_takes_for_a_new_one_is_not_left_over(self, package):
        folder, _ = package
        now = ["cards/001.png", "cards/002.png", "BOX.jpg", "list.csv"]
        # Two files on this disk …
        assert Kept(*package).left_over(now) == ["box.jpg"]
        # … and one on a disk that does not look at capitals.
        (folder / "BOX.jpg").hardlink_to(folder / "box.jpg")
        assert Kept(*package).left_over(now) == []
