"""Pictures as inks: within the limit, grey in black alone, each with its own profile, readable."""

import io
import shutil
import subprocess
import zlib

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image as Pillow
from toy_profile import printed, separated, toy_press, wide_screen

from cardforge.diagnostics import Report, Span
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Size
from cardforge.images import ImageError
from cardforge.ink import Image, Page
from cardforge.press.conversion import Conversion
from cardforge.press.values import OutputCondition, PressError
from cardforge.render.pdf import PdfInfo, render
from cardforge.shops import PressWish
from cardforge.specs import PressSpec

TOY = toy_press()
THROUGH = OutputCondition("FOGRA39", True, "", TOY, "Toy press", TOY)
NAMED = OutputCondition("FOGRA39", True, "", None, "")
PLACE = Span("game.yaml", 4, 3, 4, 9)
WHOLE = Box(0, 0, 40, 40)
RED = (203, 68, 32)


@pytest.fixture(scope="module")
def noise():
    """Return a picture of every colour, as rough as no photograph is."""
    return Pillow.fromarray(np.random.default_rng(7).integers(0, 256, (64, 64, 3), dtype=np.uint8))


def job(limit=300.0, condition=THROUGH):
    report = Report()
    wish = PressWish("pdfx-4", "FOGRA39", limit, None)
    return Conversion(condition, wish, PressSpec(), report), report


def saved(tmp_path, image, name="art.png", **more):
    path = tmp_path / name
    image.save(path, **more)
    return path


def pdf_of(path, conversion):
    placed = conversion.page(
        Page(Size(40, 40), WHOLE, WHOLE, (Image(WHOLE, str(path), None, PLACE),))
    )
    return render([placed], Fonts(), PdfInfo("Toy", "en", "1"), conversion.picture)


def stored(path, limit=300.0, condition=THROUGH):
    """Return the pixels of a picture in a PDF as inks, from 0 to 255, as its reader has them."""
    conversion, report = job(limit, condition)
    with pikepdf.open(io.BytesIO(pdf_of(path, conversion))) as pdf:
        streams = [found for found in pdf.objects if isinstance(found, pikepdf.Stream)]
        (found,) = (stream for stream in streams if stream.get("/Subtype") == "/Image")
        width, height = int(found.Width), int(found.Height)
        space = str(found.ColorSpace)
        if found.Filter == "/DCTDecode":
            # Pillow turns the inks of a JPEG as its marker says: so does /Decode.
            pixels = np.asarray(Pillow.open(io.BytesIO(found.read_raw_bytes())))
        else:
            channels = {"/DeviceGray": 1, "/DeviceCMYK": 4}[space]
            data = zlib.decompress(found.read_raw_bytes())
            rows = np.frombuffer(data, np.uint8).reshape(height, -1)
            assert set(rows[:, 0]) == {2}
            pixels = np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8)
            pixels = pixels.reshape(height, width, channels)
    conversion.tell()
    if space == "/DeviceGray":
        pixels = 255 - pixels.reshape(height, width, 1)
        pixels = np.concatenate([np.zeros((height, width, 3), np.uint8), pixels], axis=2)
    return pixels, report.problems


def flat(color, size=(20, 20), mode="RGB"):
    return Pillow.new(mode, size, color)


def close(one, other, by):
    return np.abs(np.asarray(one, float) - np.asarray(other, float)).max() <= by


def inks_of(rgb):
    return separated(np.array([rgb]) / 255)[0] * 255


@pytest.mark.parametrize("kind", ["png", "jpg", "tif", "bmp", "webp"])
def test_a_picture_is_converted_by_the_profile_whatever_its_kind(tmp_path, kind):
    more = {"quality": 98} if kind in ("jpg", "webp") else {}
    pixels, problems = stored(saved(tmp_path, flat(RED), f"art.{kind}", **more))
    assert close(pixels[10, 10], inks_of(RED), 8)
    assert problems == ()


@pytest.mark.parametrize("kind", ["png", "jpg"])
@pytest.mark.parametrize("limit", [120.0, 200.0])
def test_no_pixel_takes_more_ink_than_the_limit(tmp_path, noise, kind, limit):
    pixels, problems = stored(saved(tmp_path, noise, f"art.{kind}"), limit)
    most, allowed = pixels.sum(axis=2, dtype=int).max(), round(limit * 2.55)
    assert allowed - 40 <= most <= allowed
    (problem,) = [p for p in problems if p.code == "press.ink-limit"]
    assert problem.span == PLACE
    assert f"printed as {limit:.0f} %" in problem.message


def test_a_picture_that_the_limit_spoils_is_a_warning_and_one_within_it_nothing(tmp_path):
    path = saved(tmp_path, flat((20, 30, 120)))
    (problem,) = [p for p in stored(path, 100.0)[1] if p.code == "press.ink-limit"]
    assert (problem.severity, problem.span) == ("warning", PLACE)
    assert [p for p in stored(path, 300.0)[1] if p.code == "press.ink-limit"] == []


@pytest.mark.parametrize(
    ("mode", "color"), [("L", 128), ("RGB", (128, 128, 128)), ("1", 0), ("P", 3)]
)
@pytest.mark.parametrize("kind", ["png", "tif"])
def test_a_picture_without_colours_is_black_ink_alone(tmp_path, mode, color, kind):
    pixels, _ = stored(saved(tmp_path, flat(color, mode=mode), f"art.{kind}"))
    assert pixels[..., :3].max() == 0


def test_grey_goes_from_no_ink_to_full_black_and_gets_darker_all_the_way(tmp_path):
    ramp = Pillow.frombytes("L", (256, 1), bytes(range(256)))
    black = stored(saved(tmp_path, ramp))[0][0, :, 3].astype(int)
    assert (black[0], black[255]) == (255, 0)
    assert (np.diff(black) <= 0).all()
    # Shadows stay apart: no range of greys ends as one black.
    assert len(set(black[:40])) > 20


def test_a_grey_photograph_stays_a_jpeg(tmp_path):
    ramp = Pillow.linear_gradient("L")
    conversion, _ = job()
    picture = conversion.picture(saved(tmp_path, ramp, "art.jpg"))
    assert "/DCTDecode" in picture.entries
    assert "/DeviceGray" in picture.entries


def test_transparency_is_kept_as_a_mask(tmp_path):
    clear = Pillow.new("RGBA", (8, 8), (*RED, 255))
    clear.putpixel((3, 2), (*RED, 0))
    conversion, _ = job()
    mask = conversion.picture(saved(tmp_path, clear)).mask
    rows = np.frombuffer(zlib.decompress(mask.data), np.uint8).reshape(8, 9)
    shown = np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8)
    assert shown[2, 3] == 0
    assert np.count_nonzero(shown == 255) == 63
    solid = conversion.picture(saved(tmp_path, Pillow.new("RGBA", (8, 8), (*RED, 255)), "b.png"))
    assert solid.mask is None


def test_a_file_is_converted_once(tmp_path):
    path = saved(tmp_path, flat(RED))
    conversion, _ = job()
    first = conversion.picture(path)
    path.unlink()
    assert conversion.picture(path) is first


# --- CMYK ---

BARS = {
    "red": (0, 255, 255, 0),
    "green": (255, 0, 255, 0),
    "black": (0, 0, 0, 255),
    "white": (0,) * 4,
}


def bars():
    """Return four bars in inks, each 16 pixels wide."""
    image = Pillow.new("CMYK", (64, 16))
    for index, color in enumerate(BARS.values()):
        image.paste(color, (16 * index, 0, 16 * index + 16, 16))
    return image


def unmarked(jpeg):
    """Return a CMYK JPEG without Adobe's marker, the right way up."""
    at = jpeg.index(b"\xff\xee")
    return jpeg[:at] + jpeg[at + 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big") :]


@pytest.mark.parametrize("kind", ["adobe.jpg", "plain.jpg", "art.tif"])
def test_inks_of_a_picture_stay_as_they_are(tmp_path, kind):
    path = tmp_path / kind
    if kind == "plain.jpg":
        file = io.BytesIO()
        Pillow.eval(bars(), lambda value: 255 - value).save(file, "JPEG", quality=98)
        path.write_bytes(unmarked(file.getvalue()))
    else:
        bars().save(path, **({"quality": 98} if kind == "adobe.jpg" else {}))
    conversion, _ = job()
    data = pdf_of(path, conversion)
    for seen in renderings(data, tmp_path):
        for index, (name, ink) in enumerate(BARS.items()):
            cyan, magenta, yellow, black = ink
            light = [(255 - value) * (255 - black) / 255 for value in (cyan, magenta, yellow)]
            # Readers without colour management differ in how pure their inks are, not in which.
            at = seen[seen.shape[0] // 2, int(seen.shape[1] * (index + 0.5) / 4)]
            assert close(at, light, 100), (name, at)


def test_an_untouched_cmyk_jpeg_goes_in_byte_for_byte(tmp_path):
    path = saved(tmp_path, bars(), "art.jpg", quality=98)
    assert job(300.0)[0].picture(path).data == path.read_bytes()


def renderings(data, folder):
    """Yield a page as each renderer that is here paints it."""
    with pypdfium2.PdfDocument(data) as pdf:
        yield np.asarray(pdf[0].render(scale=2).to_pil().convert("RGB"))
    (folder / "page.pdf").write_bytes(data)
    commands = {
        "pdftoppm": ["pdftoppm", "-r", "72", "page.pdf", "seen"],
        "gs": [
            "gs",
            "-q",
            "-dBATCH",
            "-dNOPAUSE",
            "-sDEVICE=ppmraw",
            "-r72",
            "-osaw.ppm",
            "page.pdf",
        ],
    }
    for name, command in commands.items():
        if shutil.which(name):
            subprocess.run(command, cwd=folder, check=True, capture_output=True)
            path = next(folder.glob("s*.ppm"))
            yield np.asarray(Pillow.open(path).convert("RGB"))
            path.unlink()


@pytest.mark.parametrize("kind", ["png", "jpg"])
def test_every_renderer_shows_a_converted_picture_the_right_way_up(tmp_path, kind):
    image = Pillow.new("RGB", (32, 32), (230, 200, 40))
    image.paste((30, 60, 140), (0, 16, 32, 32))
    conversion, _ = job()
    more = {"quality": 98} if kind == "jpg" else {}
    path = saved(tmp_path, image, f"art.{kind}", **more)
    data = pdf_of(path, conversion)
    stored_as = "/DCTDecode" if kind == "jpg" else "/FlateDecode"
    assert stored_as in conversion.picture(path).entries
    for seen in renderings(data, tmp_path):
        height, width, _ = seen.shape
        assert close(seen[height // 4, width // 2], (230, 200, 40), 60)
        assert close(seen[height * 3 // 4, width // 2], (30, 60, 140), 60)


# --- profiles of pictures ---


@pytest.mark.parametrize("kind", ["png", "jpg"])
def test_wide_gamut_colours_are_read_by_their_own_profile(tmp_path, kind):
    more = {"quality": 98} if kind == "jpg" else {}
    art = flat((200, 60, 60))
    pixels, problems = stored(
        saved(tmp_path, art, f"art.{kind}", icc_profile=wide_screen(), **more)
    )
    assert close(pixels[9, 9], inks_of((231, 57, 57)), 8)
    assert not close(pixels[9, 9], inks_of((200, 60, 60)), 8)
    assert problems == ()


def test_grey_in_a_wide_gamut_picture_is_black_ink_alone(tmp_path):
    pixels, _ = stored(saved(tmp_path, flat((90, 90, 90)), icc_profile=wide_screen()))
    assert pixels[..., :3].max() == 0
    assert pixels[0, 0, 3] > 100


@pytest.mark.parametrize(
    ("image", "profile"),
    [
        (flat(128, mode="L"), wide_screen()),
        (flat((0, 255, 255, 0), mode="CMYK"), wide_screen()),
        (flat((200, 60, 60)), TOY),
        (flat((200, 60, 60)), b"\0" * 40),
        (flat((200, 60, 60)), wide_screen().replace(b"curv", b"cruv")),
    ],
)
def test_a_profile_that_does_not_fit_is_passed_over(tmp_path, image, profile):
    name = "art.tif" if image.mode == "CMYK" else "art.png"
    # Layout, which sees every picture first, warns of it.
    pixels, _ = stored(saved(tmp_path, image, name, icc_profile=profile))
    assert np.array_equal(pixels, stored(saved(tmp_path, image, f"plain-{name}"))[0])


def test_a_picture_mostly_out_of_range_is_warned_of(tmp_path):
    (problem,) = stored(saved(tmp_path, flat((0, 255, 0))))[1]
    assert (problem.severity, problem.code, problem.span) == ("warning", "press.gamut", PLACE)
    assert "100%" in problem.message
    corner = flat(RED)
    corner.paste((0, 255, 0), (0, 0, 6, 6))
    assert stored(saved(tmp_path, corner, "corner.png"))[1] == ()


# --- faults ---


def test_a_picture_in_colours_needs_a_profile_and_one_in_inks_or_grey_does_not(tmp_path):
    with pytest.raises(PressError) as caught:
        stored(saved(tmp_path, flat(RED)), condition=NAMED)
    assert (caught.value.code, caught.value.span) == ("press.profile-missing", PLACE)
    assert stored(saved(tmp_path, flat(64, mode="L"), "g.png"), condition=NAMED)[0][0, 0, 3] == 191
    mixed = stored(saved(tmp_path, flat((9, 8, 7, 6), mode="CMYK"), "c.tif"), condition=NAMED)[0]
    assert tuple(mixed[0, 0]) == (9, 8, 7, 6)


def test_a_broken_picture_is_a_plain_fault(tmp_path):
    path = saved(tmp_path, flat(RED, (200, 200)))
    path.write_bytes(path.read_bytes()[:90])
    with pytest.raises(ImageError) as caught:
        job()[0].picture(path)
    assert caught.value.code == "image.broken"


def test_the_toy_press_prints_what_it_separates():
    rgb = np.array([[0.6, 0.3, 0.2], [0.4, 0.5, 0.5]])
    assert close(printed(separated(rgb)), rgb, 0.02)
