"""The rulebook as a web page: whole in itself, safe, readable aloud, in light and in dark."""

import base64
import re
from html.parser import HTMLParser
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_book import (
    HERE,
    book,
    card,
    effects_table,
    figure,
    grey_picture,
    paragraph,
    plan,
    section,
    whole_book,
    words,
)

from cardforge import pipeline
from cardforge.color import contrast, hex_of, luminance, parse_color
from cardforge.diagnostics import Report
from cardforge.edition import Request
from cardforge.geometry import Size
from cardforge.model import Icon
from cardforge.rulebook.book import (
    Callout,
    Figure,
    IconMark,
    ImageFile,
    Listing,
    Picture,
    Reference,
    RulingNote,
    Seat,
    Sign,
    Subheading,
    TablePlan,
    Words,
)
from cardforge.rulebook.screen.html import HtmlInfo, HtmlLook, html_page
from cardforge.rulebook.screen.html_pieces import HtmlPicture
from cardforge.rulebook.screen.screen_pictures import card_pictures
from cardforge.rulebook.screen.shades import shades
from cardforge.rulebook.spoken import web_address
from cardforge.starter import write_starter

LOOK = HtmlLook(parse_color("#0b4f8a"), parse_color("#1b222b"), parse_color("#eff2f5"))
SKIP = {"skip": Icon("M0 0L24 24Z", (0, 0, 24, 24), True)}
INFO = HtmlInfo("1.0", "Quelqu’un", "Tous droits réservés", SKIP)
VOID = {"meta", "br", "image", "path", "rect", "ellipse", "use", "polygon"}
HOSTILE = "<script>alert('a')</script> & \" ' </title> <!-- ]]> \u2028 &lt; javascript:"


class Tree(HTMLParser):
    """The elements of a page in order: (tag, attributes, depth, text right inside)."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.found, self.open, self.faults = [], [], []
        self.feed(page.decode())
        self.close()
        self.faults += [f"{element['tag']} is never closed" for element in self.open]

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        if len(set(names)) < len(names):
            self.faults.append(f"{tag} has an attribute twice")
        inside = [element["tag"] for element in self.open]
        element = {"tag": tag, "text": "", "inside": inside, **dict(attributes)}
        self.found.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open[-1]["tag"] != tag:
            self.faults.append(f"</{tag}> does not close {self.open[-1:]}")
        else:
            self.open.pop()

    def handle_data(self, data):
        for element in self.open:
            element["text"] += data

    def all(self, *tags):
        return [element for element in self.found if element["tag"] in tags]

    def one(self, tag):
        (element,) = self.all(tag)
        return element


def page_of(*blocks, language="fr", title="Petit jeu", pictures=grey_picture, info=INFO, more=()):
    sections = [section("turn", *blocks), *more]
    return html_page(book(*sections, language=language, title=title), LOOK, pictures, info)


def tree_of(*blocks, **more):
    return Tree(page_of(*blocks, **more))


@pytest.fixture(scope="module")
def page():
    return html_page(whole_book(), LOOK, grey_picture, INFO)


@pytest.fixture(scope="module")
def tree(page):
    return Tree(page)


def test_every_element_is_closed_and_no_id_is_used_twice(tree):
    assert tree.faults == []
    ids = [element["id"] for element in tree.found if "id" in element]
    assert len(ids) == len(set(ids)) > 20


def test_every_link_and_label_leads_to_something_in_the_page(tree):
    ids = {element["id"] for element in tree.found if "id" in element}
    links = [e["href"] for e in tree.all("a") if e["href"].startswith("#")]
    links += [f"#{e['aria-labelledby']}" for e in tree.found if "aria-labelledby" in e]
    links += [e["href"] for e in tree.all("use")]
    links += [m for e in tree.all("image") for m in re.findall(r"url\((#.+)\)", e["clip-path"])]
    assert len(links) > 40
    assert {link for link in links if link[1:] not in ids} == set()


def test_the_page_says_what_it_is(tree):
    assert tree.one("html")["lang"] == "fr"
    assert tree.one("title")["text"] == "Petit jeu – Règles du jeu"
    named = {
        element["name"]: element["content"] for element in tree.all("meta") if "name" in element
    }
    assert named["viewport"] == "width=device-width, initial-scale=1"
    assert named["description"] == "Un petit jeu de chiffres."
    assert named["color-scheme"] == "light dark"


def test_the_page_has_its_landmarks_and_one_main_heading(tree):
    for tag in ("header", "nav", "main", "footer", "h1"):
        assert tree.one(tag)
    assert tree.one("h1")["text"] == "Petit jeu"
    assert tree.one("footer")["text"] == (
        "Petit jeu · version\u00a01.0 · Quelqu’un · Tous droits réservés"
    )
    assert [s["id"] for s in tree.all("section")] == [
        "aim", "contents", "setup", "turn", "effects", "examples", "glossary", "rulings",
    ]  # fmt: skip
    assert {e["aria-label"] for e in tree.all("aside") if "aria-label" in e} == {"En marge"}


def test_the_table_of_contents_leads_to_every_section_in_order(tree):
    links = [e for e in tree.all("a") if "nav" in e["inside"]]
    assert [e["href"][1:] for e in links] == [s["id"] for s in tree.all("section")]
    assert links[2]["text"] == "Mise en place"


def test_headings_never_skip_a_level(tree):
    levels = [int(e["tag"][1]) for e in tree.all("h1", "h2", "h3", "h4")]
    assert levels[0] == 1
    assert all(lower <= upper + 1 for upper, lower in pairwise(levels))
    assert set(levels) == {1, 2, 3, 4}


def test_a_heading_that_skips_a_level_is_written_one_below_the_last():
    tree = tree_of(Subheading(4, "low", words("Bas"), HERE))
    assert [e["tag"] for e in tree.found if e.get("id") == "low"] == ["h3"]


def test_what_is_on_a_quick_reference_card_only_is_left_out(page):
    assert "Seulement sur la carte" not in page.decode()


def test_nothing_runs_and_nothing_is_fetched(tree):
    assert tree.all("script", "link", "iframe", "img", "object", "embed", "form", "base") == []
    assert [name for e in tree.found for name in e if name.startswith("on")] == []
    (policy,) = [e["content"] for e in tree.all("meta") if "http-equiv" in e]
    assert "default-src 'none'" in policy
    fetched = [e["href"] for e in tree.found if "href" in e and e["tag"] != "a"]
    assert {href.split(",")[0] for href in fetched if not href.startswith("#")} == {
        "data:image/png;base64"
    }
    css = tree.one("style")["text"]
    assert "@import" not in css
    assert "url(" not in css


def test_a_picture_shown_many_times_is_stored_once(tree):
    shown = [card(n) for n in (0, 1, 3, 6)] + [card(0, "back")] + [Picture("ban.3", "face", "")]
    stored = [e["href"].partition(",")[2] for e in tree.all("image")]
    expected = [base64.b64encode(grey_picture(picture).data).decode() for picture in shown]
    assert sorted(stored) == sorted(expected)
    assert len(tree.all("use")) > 20


def test_pictures_that_look_the_same_are_stored_once():
    tree = tree_of(figure(1, 2), pictures=lambda _: HtmlPicture(b"same", Size(63, 88)))
    assert len(tree.all("image")) == 1
    assert len(tree.all("use")) == 2


def test_every_picture_is_said_in_words_or_is_an_ornament(tree):
    pictures = [e for e in tree.all("svg") if e.get("class") != "store"]
    assert len(pictures) > 20
    for picture in pictures:
        said = picture.get("role") == "img" and bool(picture["aria-label"])
        assert said is not (picture.get("aria-hidden") == "true")
    assert "Digit 6" in {picture.get("aria-label") for picture in pictures}


def test_a_picture_that_is_not_to_be_had_is_said_in_words():
    tree = tree_of(figure(5), plan(), pictures=lambda _: None)
    assert tree.faults == []
    said = [e["text"] for e in tree.all("span") if e.get("class") == "missing"]
    assert {"Digit 5", "Interdit 3"} <= set(said)


def test_pictures_of_files_have_no_edge_and_tokens_are_cut_to_their_shape():
    def pictures(picture):
        if isinstance(picture, ImageFile):
            return HtmlPicture(b"jpeg", Size(80, 40), 0.0, "image", "image/jpeg")
        return HtmlPicture(picture.alt.encode(), Size(20, 20), 0.0, picture.alt)

    shapes = tuple(Picture(f"t.{n}", "face", n) for n in ("round", "hexagon", "square"))
    file = ImageFile(Path("map.jpg"), "Le plan", width=90)
    page = page_of(Figure("f", (*shapes, file), "row", (), HERE), pictures=pictures).decode()
    assert page.count("data:image/jpeg;base64") == 1
    assert [page.count(f"<{shape} ") for shape in ("ellipse", "polygon")] == [2, 2]
    assert page.count('class="edge"') == 3
    assert 'style="--w:90"' in page


def test_a_table_has_heads_for_its_columns_and_rows(tree):
    heads = [e for e in tree.all("th") if "effects" not in e]
    assert [(e["scope"], e["text"]) for e in heads] == [
        ("col", "Digit"), ("col", "Action"), ("col", "Card"), ("row", "0"), ("row", "1"),
    ]  # fmt: skip
    assert heads[3]["class"] == "center"
    assert tree.one("caption")["text"] == "Ce que font les chiffres"
    (box,) = [e for e in tree.all("div") if e.get("class") == "scroll"]
    assert (box["tabindex"], box["aria-label"]) == ("0", "Ce que font les chiffres")


def test_the_sign_of_a_ruling_and_its_note_lead_to_each_other(tree):
    signs = [e for e in tree.all("a") if e.get("class") == "sign"]
    assert [(e["id"], e["href"], e["text"]) for e in signs] == [
        ("sign:forbid:1", "#ruling:forbid", "1"), ("sign:forbid:2", "#ruling:forbid", "1"),
    ]  # fmt: skip
    assert "puce\u20601" in tree.one("main")["text"]
    assert {e["aria-label"] for e in signs} == {"notre choix n°\u00a01"}
    backs = [e["href"] for e in tree.all("a") if e.get("class") == "back"]
    assert backs == ["#sign:forbid:1", "#sign:forbid:2"]


def test_a_sign_in_a_caption_a_label_and_a_title_has_its_way_back_too():
    sign = (Words("Vrai"), Sign("a", 1))
    pictures = (card(1, label=sign), card(2, label=sign))
    blocks = [Figure("f", pictures, arrange, sign, HERE) for arrange in ("row", "fan")]
    blocks += [Callout("example", sign, (), HERE), RulingNote("a", 1, words("Oui"), (), HERE)]
    titled = section("more")._replace(title=sign)
    tree = tree_of(*blocks, more=[titled])
    signs = {e["id"] for e in tree.all("a") if e.get("class") == "sign"}
    backs = [e["href"][1:] for e in tree.all("a") if e.get("class") == "back"]
    assert len(backs) == len(set(backs)) == 8
    assert set(backs) == signs
    assert tree.faults == []


def test_the_set_up_is_said_place_by_place_and_player_by_player(tree):
    (box,) = [e for e in tree.all("div") if e.get("class") == "plan"]
    assert box["aria-label"] == "La pioche et le code au milieu."
    said = " ".join(box["text"].split())
    assert said == "Pioche Code Ana7 cartes Ben1 carte"
    hidden = [
        e for e in tree.all("svg") if e.get("aria-hidden") == "true" and e["class"] != "store"
    ]
    assert len(hidden) == 3 + 7 + 1


@pytest.mark.parametrize("count", range(1, 7))
def test_up_to_six_players_sit_around_the_table_clockwise_from_the_bottom(count):
    seats = tuple(Seat(words(f"P{n}")) for n in range(count))
    tree = tree_of(TablePlan("p", (), seats, (), "Table", HERE))
    sides = [e for e in tree.all("div") if e.get("class", "").startswith("seats ")]
    assert [e["class"].split()[1] for e in sides] == {
        1: ["bottom"], 2: ["bottom", "top"], 3: ["bottom", "top"]
    }.get(count, ["bottom", "left", "top", "right"])  # fmt: skip
    assert re.findall(r"P\d", "".join(e["text"] for e in sides)) == [f"P{n}" for n in range(count)]


def test_lists_begin_where_they_are_told():
    items = ((paragraph("un"),), (figure(3),), ())
    tree = tree_of(Listing(items, 4, HERE), Listing(items, 1, HERE), Listing(items, None, HERE))
    own = [e for e in tree.all("ol") if "nav" not in e["inside"]]
    assert [e.get("start") for e in own] == ["4", None]
    assert tree.faults == []


@pytest.mark.parametrize(
    ("title", "head"),
    [("Un seul", "À retenir · Un seul"), ("", "À retenir"), ("à retenir", "À retenir")],
)
def test_a_call_out_says_what_it_is_once(title, head):
    tree = tree_of(Callout("remember", words(title) if title else (), (), HERE))
    assert [e["text"] for e in tree.all("p") if e.get("class") == "head"] == [head]


def test_an_icon_is_drawn_in_the_line_and_an_unknown_one_is_said():
    tree = tree_of(paragraph(IconMark("skip", "passe"), IconMark("none", "rien")))
    (icon,) = [e for e in tree.all("svg") if e.get("class") == "icon"]
    assert icon["aria-label"] == "passe"
    assert tree.all("path")[0]["fill-rule"] == "evenodd"
    assert "rien" in tree.one("main")["text"]


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,<script>", "vbscript:x", "file:///etc/passwd", "//example.org", "https://",
        "https:example", "http://[::1", "https://example.org/ a", "\x01https://example.org", "",
        "mailto:nobody", "ftp://example.org/",
    ],
)  # fmt: skip
def test_what_is_no_page_of_the_web_is_never_a_link(address):
    assert not web_address(address)
    tree = tree_of(paragraph(Words("ici", href=address)))
    assert [e for e in tree.all("a") if "main" in e["inside"]] == []
    assert "ici" in tree.one("main")["text"]


@pytest.mark.parametrize("address", ["https://example.org", "http://a.example/b?c=d&e=%22#f"])
def test_a_page_of_the_web_is_a_link(address):
    tree = tree_of(paragraph(Words("ici", href=address, bold=True, italic=True)))
    (link,) = [e for e in tree.all("a") if "main" in e["inside"]]
    assert (link["href"], link["text"]) == (address, "ici")
    assert link["rel"] == "noopener noreferrer"


def test_a_link_to_no_section_is_words_only():
    tree = tree_of(
        paragraph(Words("ici", href="#nowhere"), Reference("nowhere"), Reference("turn"))
    )
    assert [e["href"] for e in tree.all("a") if "main" in e["inside"]] == ["#turn"]


def hostile_page(text):
    sign = (Words(text), Sign(text, 1))
    picture = Picture("digits.1", "face", text, sign)
    blocks = [
        paragraph(Words(text, bold=True, href="https://example.org/")),
        Callout("note", sign, (), HERE),
        Figure(text, (picture,), "row", sign, HERE), RulingNote(text, 1, sign, (), HERE),
        TablePlan(text, (), (Seat(sign, 2, picture, (picture,)),), sign, text, HERE),
        Subheading(3, text, sign, HERE), paragraph(IconMark(text, text), Reference(text)),
        effects_table()._replace(caption=sign),
    ]  # fmt: skip
    written = book(section("turn", *blocks, title=text), title=text, language=text, cover=[picture])
    info = HtmlInfo(text, text, text)
    return html_page(written._replace(lead=(paragraph(text),)), LOOK, grey_picture, info)


def test_hostile_text_stays_text():
    harmless, hostile = Tree(hostile_page("abc")), Tree(hostile_page(HOSTILE))
    assert hostile.faults == []
    assert [e["tag"] for e in hostile.found] == [e["tag"] for e in harmless.found]
    assert [e.keys() for e in hostile.found] == [e.keys() for e in harmless.found]
    assert hostile.one("h1")["text"] == HOSTILE
    assert hostile.one("html")["lang"] == HOSTILE
    assert HOSTILE in {e.get("aria-label") for e in hostile.all("svg")}


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=30))
def test_any_text_stays_text(text):
    tree = Tree(hostile_page(text))
    assert tree.faults == []
    assert tree.one("h1")["text"] == text


def test_the_same_book_gives_the_same_page(page):
    assert html_page(whole_book(), LOOK, grey_picture, INFO) == page


def test_the_words_of_the_page_are_in_its_language():
    english = page_of(Callout("remember", (), (), HERE), language="en").decode()
    assert '<html lang="en">' in english
    for said in (
        ">Contents<",
        ">Remember<",
        "Skip to the rules",
        "Rules of the game · version 1.0",
    ):
        assert said in english


COLOURS = ["#000000", "#ffffff", "#808080", "#e69f00", "#ffff00", "#0b4f8a", "#a23b72", "#00ff7f"]


@pytest.mark.parametrize(
    ("accent", "ink", "tint"),
    [*combinations(COLOURS, 3), *(combinations(reversed(COLOURS), 3))],
)
def test_every_text_has_enough_contrast_in_light_and_dark(accent, ink, tint):
    light, dark = shades(*map(parse_color, (accent, ink, tint)))
    for colours in (light, dark):
        for ground in (colours.page, colours.panel):
            assert contrast(colours.text, ground) >= 7
            assert contrast(colours.muted, ground) >= 4.5
            assert contrast(colours.accent, ground) >= 4.5
    assert luminance(light.page) > 0.7
    assert luminance(dark.page) < 0.05


def test_colours_that_read_well_are_kept_as_they_are():
    light, _ = shades(*map(parse_color, ("#0b4f8a", "#1b222b", "#eff2f5")))
    assert (light.accent, light.text, light.panel) == ("#0b4f8a", "#1b222b", "#eff2f5")


def test_contrast_is_that_of_the_guidelines():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
    assert contrast("#ff0000", "#ffffff") == pytest.approx(3.998, abs=0.001)


def test_colours_of_every_space_become_colours_of_the_screen():
    written = ("#0b4f8a", "gray(50)", "cmyk(0, 100, 100, 0)", "cmyk(0, 0, 0, 100)")
    assert [hex_of(parse_color(c)) for c in written] == ["#0b4f8a", "#808080", "#ff0000", "#000000"]


def test_the_style_sheet_knows_dark_print_and_narrow_screens(tree):
    css = tree.one("style")["text"]
    assert "@media (prefers-color-scheme: dark)" in css
    assert "@media print" in css
    assert "@media (max-width: 36rem)" in css
    assert re.search(r"\.scroll \{[^}]*overflow-x: auto", css)
    used = set(re.findall(r"var\((--[\w-]+)", css))
    given_in_style = set(re.findall(r"(--[\w-]+):", css)) | {"--w", "--i", "--n", "--cols"}
    assert used <= given_in_style


@pytest.fixture(scope="module")
def edition(tmp_path_factory):
    report = Report()
    path = write_starter(tmp_path_factory.mktemp("game") / "lamp")
    game = pipeline.read_game(path, report, "game.yaml")
    (settings, *_) = pipeline.settings_of(game, Request())
    made = pipeline.make_edition(game, settings, report)
    assert not report.has_errors
    return made


def test_cards_are_drawn_from_the_printed_plates_and_cut_at_the_trim(edition):
    from cardforge.render.png import rasterize
    from cardforge.single import single_page

    (sides, other, *_) = edition.cards[0].cards
    one = Picture(sides.card.id, "face", "a", width=30)
    two = [Picture(sides.card.id, "back", "b"), Picture(other.card.id, "back", "c")]
    written = book(section("a", Figure("f", (one, *two, card("none")), "row", (), HERE)))
    made = card_pictures(
        written, edition.cards, lambda pages: pipeline.pdf_of(edition, pages, "pictures")
    )
    assert set(made) == {(sides.card.id, "face"), (sides.card.id, "back"), (other.card.id, "back")}
    shared = sides.back is other.back
    assert (made[sides.card.id, "back"] is made[other.card.id, "back"]) is shared
    picture = made[sides.card.id, "face"]
    assert picture.size == sides.face.trim
    assert picture.corner == edition.cards[0].deck.spec.format.corner
    # The middle of the card, drawn on its own page with its bleed, has the very same colour.
    width, height = png_size(picture.data)
    assert width / height == pytest.approx(sides.face.trim.width / sides.face.trim.height, abs=0.01)
    page = single_page(sides.face)
    pdf = pipeline.pdf_of(edition, [page], "one")
    whole = rasterize(pdf, 0, round(page.size.width * 4), round(page.size.height * 4))
    assert centre_of(picture.data) == pytest.approx(
        whole.at(whole.width_px // 2, whole.height_px // 2), abs=24
    )


def test_a_book_without_cards_needs_no_pictures(edition):
    def never(_):
        raise AssertionError("nothing is to be drawn")

    assert card_pictures(book(section("a", paragraph("a"))), edition.cards, never) == {}


def png_size(png):
    import struct

    return struct.unpack(">II", png[16:24])


def centre_of(png):
    import io

    from PIL import Image

    image = Image.open(io.BytesIO(png)).convert("RGB")
    return image.getpixel((image.width // 2, image.height // 2))
