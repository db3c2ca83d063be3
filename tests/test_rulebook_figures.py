"""Figures of a rulebook: rows, fans, small pictures and plans of the table, in ink and pixels."""

import math
from itertools import combinations, pairwise
from types import SimpleNamespace

import pypdfium2
import pytest
from PIL import Image as PillowImage

from cardforge.color import BLACK, Color, parse_color
from cardforge.diagnostics import Report, Span
from cardforge.fonts import Fonts, find_font
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.ink import Group, Page, Path, Plate, Rect, Text, Use
from cardforge.ink.bounds import every_ink, within
from cardforge.model import Format
from cardforge.render.pdf import PdfInfo, render
from cardforge.rulebook.book import Figure, ImageFile, Picture, Seat, Spot, TablePlan, Words
from cardforge.rulebook.figures import labels as labelling
from cardforge.rulebook.figures import painter as painting
from cardforge.rulebook.figures.cards import Side, draw_side, pile
from cardforge.rulebook.figures.painter import Painter, Wide
from cardforge.rulebook.forms import form_of
from cardforge.rulebook.inlines import Inliner, Places
from cardforge.rulebook.look import Look
from cardforge.svgpath import bounds as path_bounds

HERE = Span("rules_text/game/en.md.j2", 1, 1, 1, 1)
POKER = Format("poker", Size(63, 88), corner=3.0)
ROUND = Format("round", Size(20, 20), shape="round")
HEXAGON = Format("hexagon", Size(24, 20), shape="hexagon")
BLEED = Insets(3, 3, 3, 3)
RED, GREEN, BLUE, GRAY = map(parse_color, ("#ff0000", "#00ff00", "#0000ff", "#cccccc"))
TINT = parse_color("#f0ece0")
HUES = {"a": RED, "b": GREEN, "c": BLUE}
LONG = "the card of whoever sits opposite"


def plate(name, form, color):
    """Return a plate that is filled with a colour far beyond its trim."""
    width, height = form.trim
    ink = Rect(Box(-3, -3, width + 6, height + 6), fill=color)
    return Plate(name, Size(width, height), BLEED, (ink,))


def deck(name, form, ids):
    back = plate(f"{name} back", form, GRAY)
    cards = tuple(
        (
            SimpleNamespace(id=f"{name}.{card}"),
            plate(card, form, HUES.get(card, BLACK)),
            None if card == "blank" else back,
        )
        for card in ids
    )
    return SimpleNamespace(deck=SimpleNamespace(spec=SimpleNamespace(format=form)), cards=cards)


def bench(form="a5"):
    """Return a painter and its fonts for a game of plain colours."""
    fonts = Fonts()
    faces = ("SourceSerifPro-Regular", "Lato-Bold")
    text, label = (fonts.add(face, find_font(face, None)) for face in faces)
    look = Look(text, text, text, text, text, label, BLACK, BLACK, TINT)
    game = SimpleNamespace(format=POKER, icons={}, span=HERE, places={})
    edition = SimpleNamespace(
        game=game,
        settings=SimpleNamespace(language="en"),
        cards=(deck("cards", POKER, ["a", "b", "c", "blank", *map(str, range(12))]),),
        tokens=(deck("round", ROUND, ["a", "b"]), deck("hex", HEXAGON, ["a"])),
    )
    inliner = Inliner(game, look, Places({}, {}, "", frozenset()), Report())
    return Painter(edition, look, form_of(form), inliner), fonts


def words(text):
    return (Words(text),) if text else ()


def picture(card, label="", side="face", width=None):
    return Picture(card, side, f"{card} {side}", words(label), width, HERE)


def figure(*pictures, arrange="row"):
    return Figure("figure", tuple(pictures), arrange, (), HERE)


def drawn_ink(drawn, fonts):
    """Return every ink with the box of what is seen of it."""
    whole = Plate("figure", drawn.size, Insets(0, 0, 0, 0), drawn.ink)
    return [(ink, ink.bounds(fonts)) for ink in every_ink(whole)]


def outlines(drawn, fonts):
    """Return the boxes of all pictures, by their outlines, in drawing order."""
    return [
        box
        for ink, box in drawn_ink(drawn, fonts)
        if isinstance(ink.item, Path) and ink.item.stroke
    ]


def plates_of(ink, place=Transform()):
    """Return (name, place) of every card side in drawing order."""
    for item in ink:
        if isinstance(item, Group):
            inner = item.transform.then(place) if item.transform else place
            yield from plates_of(item.items, inner)
        elif isinstance(item, Use):
            yield item.plate.name, place.apply(Point(*(side / 2 for side in item.plate.trim)))


def label_boxes(drawn, fonts):
    """Return the box round the words of each label: texts that stand in one group of lines."""
    found = []

    def search(items, place):
        groups = [item for item in items if isinstance(item, Group)]
        texts = [item for item in items if isinstance(item, Text)]
        for text in texts:
            box = fonts[text.font].ink_bounds(text.text, text.size_pt).moved(*text.at)
            found.append((text.text.strip(), place.apply_box(box)))
        for group in groups:
            search(group.items, group.transform.then(place) if group.transform else place)

    search(drawn.ink, Transform())
    return found


def page_of(drawn, edge=5.0):
    size = Size(drawn.size.width + 2 * edge, drawn.size.height + 2 * edge)
    whole = Box(0, 0, *size)
    return Page(size, whole, whole, (Group(drawn.ink, Transform.moved(edge, edge)),))


def pixels_of(drawn, fonts, scale=8):
    """Return the figure as drawn by PDFium, 5 mm of white round it, `scale` pixels to the mm."""
    pdf = render([page_of(drawn)], fonts, PdfInfo("figure", "en", "1"))
    return pypdfium2.PdfDocument(pdf)[0].render(scale=scale * 25.4 / 72).to_pil().convert("RGB")


def color_at(image, x, y, scale=8):
    return image.getpixel((round((x + 5) * scale), round((y + 5) * scale)))


def assert_inside(drawn, fonts):
    for ink, box in drawn_ink(drawn, fonts):
        assert within(box, Box(0, 0, *drawn.size), 1e-6), (ink.item, box, drawn.size)


def assert_apart(boxes):
    for (text, box), (other, its) in combinations(boxes, 2):
        assert not box.overlaps(its), (text, other)


THREE = [picture("cards.a", "first"), picture("cards.b", "second"), picture("cards.c", "third")]
FIGURES = {
    "row": figure(*THREE),
    "fan": figure(*THREE, arrange="fan"),
    "one card": figure(picture("cards.a", LONG)),
    "many": figure(*(picture(f"cards.{n}", f"card {n}") for n in range(12))),
    "many in a fan": figure(*(picture(f"cards.{n}") for n in range(12)), arrange="fan"),
    "long labels": figure(*(picture(f"cards.{n}", LONG) for n in range(5))),
    "long labels in a fan": figure(
        *(picture(c, LONG) for c in ("cards.a", "cards.b")), arrange="fan"
    ),
    "tokens": figure(picture("round.a", "a token"), picture("hex.a"), picture("cards.a", "a card")),
    "backs": figure(picture("cards.a", side="back"), picture("cards.blank", "blank", "back")),
}


@pytest.mark.parametrize("room", [121.0, 96.0, 51.0])
@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_fits_its_room_and_nothing_sticks_out(name, room):
    painter, fonts = bench()
    drawn = painter.figure(FIGURES[name], room, 22.0)
    assert drawn.size.width <= room + 1e-6
    assert_inside(drawn, fonts)
    assert_apart(label_boxes(drawn, fonts))


@pytest.mark.parametrize("name", FIGURES)
def test_every_picture_is_there_in_order_with_its_words(name):
    painter, fonts = bench()
    shown = FIGURES[name].pictures
    drawn = painter.figure(FIGURES[name], 110.0, 22.0)
    assert drawn.alts == tuple(p.alt for p in shown)
    assert len(outlines(drawn, fonts)) == len(shown)
    places = list(plates_of(drawn.ink))
    expected = [p for p in shown if p.card != "cards.blank"]
    assert len(places) == len(expected)
    rows = sorted(places, key=lambda place: (round(place[1].y / 15), place[1].x))
    if FIGURES[name].arrange == "fan":
        assert [at.x for _, at in places] == sorted(at.x for _, at in places)
    elif name != "tokens":
        assert rows == places
    said = " ".join(text for text, _ in label_boxes(drawn, fonts))
    for p in shown:
        for word in "".join(piece.text for piece in p.label).split():
            assert word in said.replace("- ", "")


def test_cards_in_a_row_have_gaps_and_labels_beneath_them():
    painter, fonts = bench()
    drawn = painter.figure(figure(*THREE), 110.0, 22.0)
    boxes = outlines(drawn, fonts)
    for one, other in pairwise(boxes):
        assert other.x - one.right >= 3.0 - 1e-6
    assert all(box.width == pytest.approx(22.0) for box in boxes)
    for box, (_, label) in zip(boxes, label_boxes(drawn, fonts), strict=True):
        assert label.y > box.bottom
        assert label.centre.x == pytest.approx(box.centre.x, abs=0.3)


def test_without_widths_cards_get_smaller_before_they_need_a_second_row():
    painter, fonts = bench()
    five = figure(*(picture(f"cards.{n}") for n in range(5)))
    (width,) = {round(box.width, 3) for box in outlines(painter.figure(five, 110.0, 22.0), fonts)}
    assert 15.0 < width < 22.0
    twelve = painter.figure(FIGURES["many"], 110.0, 22.0)
    boxes = outlines(twelve, fonts)
    assert len({round(box.bottom, 3) for box in boxes}) > 1
    assert min(box.width for box in boxes) >= 12.0


def test_no_card_is_smaller_than_twelve_millimetres():
    painter, fonts = bench()
    for room in (30.0, 40.0, 60.0):
        for name in ("row", "many", "many in a fan"):
            try:
                drawn = painter.figure(FIGURES[name], room, 22.0)
            except Wide:
                assert name == "many in a fan"
                continue
            assert list(plates_of(drawn.ink))
            if name != "many in a fan":
                assert min(box.width for box in outlines(drawn, fonts)) >= 12.0 - 1e-6


@pytest.mark.parametrize("arrange", ["row", "fan"])
def test_written_widths_that_find_no_room_are_refused(arrange):
    painter, _ = bench()
    pictures = [picture(card, width=30) for card in ("cards.a", "cards.b", "cards.c")]
    with pytest.raises(Wide) as wide:
        painter.figure(figure(*pictures, arrange=arrange), 45.0, 22.0)
    assert wide.value.has == 45.0
    assert wide.value.needed > 45.0
    assert painter.figure(figure(*pictures, arrange=arrange), 100.0, 22.0).size.width <= 100.0


def test_one_picture_wider_than_the_room_is_refused():
    painter, _ = bench()
    with pytest.raises(Wide) as wide:
        painter.figure(figure(picture("cards.a", width=60), picture("cards.b")), 50.0, 22.0)
    assert (wide.value.needed, wide.value.has) == (60, 50.0)


def test_a_written_width_is_kept():
    painter, fonts = bench()
    drawn = painter.figure(figure(picture("cards.a", width=31), picture("cards.b")), 100.0, 22.0)
    assert [round(box.width, 6) for box in outlines(drawn, fonts)] == [31, 22]


def test_a_fan_shows_the_upper_left_corner_of_every_card():
    painter, fonts = bench()
    cards = [picture(f"cards.{card}") for card in "abc"]
    drawn = painter.figure(figure(*cards, arrange="fan"), 110.0, 22.0)
    image = pixels_of(drawn, fonts)
    for card, box in zip("abc", outlines(drawn, fonts), strict=True):
        # The corner of a turned card lies a little inside of its box.
        red, green, blue = color_at(image, box.x + 4.5, box.y + 4.5)
        expected = [255 * v for v in HUES[card].values]
        assert [red, green, blue] == pytest.approx(expected, abs=3)
    angles = [math.atan2(b.b, b.a) for b in _turns(drawn.ink)]
    assert math.degrees(angles[0]) == pytest.approx(-math.degrees(angles[-1]))
    assert angles == sorted(angles)
    assert abs(math.degrees(angles[0])) <= 8.0 + 1e-6


def _turns(ink, place=Transform()):
    for item in ink:
        if isinstance(item, Group):
            inner = item.transform.then(place) if item.transform else place
            if any(isinstance(child, Use) for child in item.items):
                yield inner
            else:
                yield from _turns(item.items, inner)


def test_backs_in_a_fan_have_a_white_rim():
    painter, fonts = bench()
    backs = figure(*(picture("cards.a", side="back") for _ in range(3)), arrange="fan")
    drawn = painter.figure(backs, 110.0, 22.0)
    assert_inside(drawn, fonts)
    image = pixels_of(drawn, fonts)
    for box in outlines(drawn, fonts)[1:]:
        # From the card below to the middle of the one that covers it: rim, outline, back.
        y = box.centre.y
        row = [color_at(image, box.x - 2.0 + step / 16, y)[0] for step in range(16 * 6)]
        ground = row[0]
        assert ground == pytest.approx(row[-1], abs=3)
        assert max(row) > 250
        white = sum(value > 240 for value in row) / 16
        assert 0.1 < white < 0.5


FORTY = [picture(f"cards.{n % 12}", f"card number {n}") for n in range(40)]


@pytest.mark.parametrize("arrange", ["row", "fan"])
@pytest.mark.parametrize("labels", [True, False])
def test_of_many_cards_only_the_chosen_arrangement_is_drawn(monkeypatch, arrange, labels):
    done = []

    def counted(name, made):
        def call(*args):
            done.append(name)
            return made(*args)

        return call

    monkeypatch.setattr(painting, "draw_side", counted("side", painting.draw_side))
    monkeypatch.setattr(labelling, "set_paragraph", counted("label", labelling.set_paragraph))
    painter, fonts = bench()
    # Without labels it would be a fan: of forty cards there is none.
    count = 12 if (arrange, labels) == ("fan", False) else 40
    cards = [card if labels else card._replace(label=()) for card in FORTY[:count]]
    drawn = painter.figure(figure(*cards, arrange=arrange), 110.0, 22.0)
    assert_inside(drawn, fonts)
    assert len(outlines(drawn, fonts)) == count
    assert done.count("side") == count
    assert done.count("label") == count


@pytest.mark.parametrize("form", [POKER, ROUND, HEXAGON])
def test_a_side_is_cut_to_its_shape(form):
    art = draw_side(Side(plate("red", form, RED), form), 30.0)
    image = pixels_of(SimpleNamespace(size=art.size, ink=art.ink), Fonts())
    width, height = art.size
    assert color_at(image, width / 2, height / 2) == (255, 0, 0)
    # Neither the bleed nor what lies beyond the corner is seen.
    assert color_at(image, 0.25, 0.25) == (255, 255, 255)
    assert color_at(image, width - 0.25, height - 0.25) == (255, 255, 255)
    assert color_at(image, -1.0, height / 2) == (255, 255, 255)


def test_a_white_card_shows_on_white_paper():
    art = draw_side(Side(plate("white", POKER, parse_color("#ffffff")), POKER), 20.0)
    image = pixels_of(SimpleNamespace(size=art.size, ink=art.ink), Fonts())
    row = [color_at(image, x / 16, 10.0) for x in range(-16, 64)]
    assert min(sum(pixel) for pixel in row) < 3 * 215


def test_a_blank_back_is_an_empty_card():
    painter, fonts = bench()
    drawn = painter.small(picture("cards.blank", side="back"), 20.0)
    ((ink, _),) = drawn_ink(drawn, fonts)
    assert ink.item.fill == Color("gray", (1.0,))


def test_a_small_picture_is_as_high_as_asked_and_a_token_lower():
    painter, fonts = bench()
    card, token = painter.small(picture("cards.a"), 15.0), painter.small(picture("round.a"), 15.0)
    assert card.size.height == pytest.approx(15.0)
    assert card.size.width == pytest.approx(15.0 * 63 / 88)
    assert token.size.height < 15.0
    assert token.size.width == pytest.approx(token.size.height)
    assert token.alts == ("round.a face",)
    assert_inside(token, fonts)


def test_a_picture_file_is_shown_in_its_own_proportions(tmp_path):
    painter, fonts = bench()
    path = tmp_path / "table.png"
    PillowImage.new("RGB", (1200, 600), "red").save(path)
    drawn = painter.figure(figure(ImageFile(path, "a table", words("The table"))), 80.0, 22.0)
    image = next(ink.item for ink, _ in drawn_ink(drawn, fonts) if hasattr(ink.item, "source"))
    assert image.box.width == pytest.approx(2 * image.box.height)
    assert drawn.size.width <= 80.0
    assert drawn.alts == ("a table",)


# --- piles and plans ---


@pytest.mark.parametrize(("depth", "edges"), [(1, 0), (2, 1), (3, 2), (4, 3), (8, 4), (92, 5)])
def test_a_deeper_pile_shows_more_edges(depth, edges):
    art = pile(Side(plate("red", POKER, RED), POKER), 15.0, depth)
    fonts = Fonts()
    drawn = SimpleNamespace(size=art.size, ink=art.ink)
    assert len(outlines(drawn, fonts)) == edges + 1
    assert_inside(drawn, fonts)
    assert art.size.width == pytest.approx(15.0 + 0.4 * edges)


BACK = picture("cards.a", side="back")
SPOTS = (
    Spot((BACK,), words("Draw pile: 92 cards"), 9),
    Spot(tuple(picture(f"cards.{c}") for c in "abc"), words("Starting code")),
    Spot((), words("Discard pile")),
    Spot((picture("round.a"), picture("hex.a")), words("Tokens")),
)
NAMES = ("Ana", "Ben", "Chloé", "David", "Éléonore (10 cards)", "Fatou")


def plan_of(seats, spots=SPOTS, hand=7, tokens=3):
    made = tuple(
        Seat(words(name), hand, BACK, (picture("round.b"),) * tokens) for name in NAMES[:seats]
    )
    return TablePlan("plan", spots, made, (), "The table", HERE)


@pytest.mark.parametrize("room", [121.0, 96.0, 51.0])
@pytest.mark.parametrize("seats", range(7))
@pytest.mark.parametrize("spots", [SPOTS, SPOTS[:2], SPOTS[:1], ()])
def test_a_plan_is_as_wide_as_its_room_and_nothing_touches(seats, room, spots):
    painter, fonts = bench("a5" if room > 80 else "poker")
    drawn = painter.plan(plan_of(seats, spots), room)
    assert drawn.size.width == pytest.approx(room)
    assert_inside(drawn, fonts)
    labels = label_boxes(drawn, fonts)
    assert_apart(labels)
    for text, label in labels:
        for card in outlines(drawn, fonts):
            assert not label.overlaps(card), text


@pytest.mark.parametrize("room", [121.0, 51.0])
@pytest.mark.parametrize("seats", range(1, 7))
def test_a_plan_shows_every_player_with_hand_tokens_and_name(seats, room):
    painter, fonts = bench("a5" if room > 80 else "poker")
    drawn = painter.plan(plan_of(seats), room)
    names = [name for name, _ in plates_of(drawn.ink)]
    assert names.count("cards back") == 7 * seats + 1
    assert names.count("b") == 3 * seats + 1
    said = " ".join(text for text, _ in label_boxes(drawn, fonts))
    assert all(name.split()[0] in said for name in NAMES[:seats])
    assert all(word in said for word in ("Draw", "Starting", "Discard", "Tokens"))


def place_of(name, drawn, fonts):
    """Return where a name stands, from the middle of the figure."""
    box = next(box for text, box in label_boxes(drawn, fonts) if text.startswith(name))
    return box.centre.x - drawn.size.width / 2, box.centre.y - drawn.size.height / 2


@pytest.mark.parametrize("seats", range(2, 7))
def test_players_sit_clockwise_from_the_bottom(seats):
    painter, fonts = bench()
    drawn = painter.plan(plan_of(seats, SPOTS[:2], tokens=0), 121.0)
    turns = []
    for name in NAMES[:seats]:
        x, y = place_of(name.split()[0], drawn, fonts)
        turns.append(math.atan2(y, x))
    from_first = [(turn - turns[0]) % math.tau for turn in turns]
    assert from_first == sorted(from_first)
    assert place_of("Ana", drawn, fonts)[1] > 0.3 * drawn.size.height


def test_hands_face_their_players_and_names_stay_upright():
    painter, fonts = bench()
    drawn = painter.plan(plan_of(4, (), hand=1, tokens=0), 121.0)
    turns = [round(math.degrees(math.atan2(t.b, t.a))) % 360 for t in _turns(drawn.ink)]
    assert sorted(turns) == [0, 90, 180, 270]
    for ink, _ in drawn_ink(drawn, fonts):
        if isinstance(ink.item, Text):
            assert (ink.place.a, ink.place.b) == (1.0, 0.0)


def test_at_most_seven_cards_of_a_hand_are_drawn_and_none_of_an_empty_one():
    painter, _ = bench()
    for hand, seen in ((0, 0), (1, 1), (30, 7)):
        drawn = painter.plan(plan_of(1, (), hand=hand, tokens=0), 121.0)
        assert len(list(plates_of(drawn.ink))) == seen


def test_a_plan_for_a_table_is_about_half_as_high_as_it_is_wide():
    painter, _ = bench()
    for seats in (2, 3, 4):
        size = painter.plan(plan_of(seats, SPOTS[:3]), 121.0).size
        assert 1.2 <= size.width / size.height <= 2.2


def test_a_plan_in_a_poker_size_booklet_fits_a_page():
    painter, _ = bench("poker")
    form = form_of("poker")
    for seats in (2, 4, 6):
        assert painter.plan(plan_of(seats, SPOTS[:3]), form.measure).size.height < form.height


WORD = "M" * 60
WORDY = "the player who has been waiting longest and who holds the most cards of all"


@pytest.mark.parametrize("room", [121.0, 51.0])
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_plan_with_a_word_that_finds_no_room_is_refused(seats, room):
    painter, _ = bench("a5" if room > 80 else "poker")
    plan = plan_of(seats)
    named = plan.seats[-1]._replace(label=words(WORD))
    spotted = plan.spots[0]._replace(label=words(f"The {WORD}"))
    for faulty in (
        plan._replace(seats=(*plan.seats[:-1], named)),
        plan._replace(spots=(spotted, *plan.spots[1:])),
    ):
        with pytest.raises(Wide) as wide:
            painter.plan(faulty, room)
        assert wide.value.has == room
        assert wide.value.needed > room


@pytest.mark.parametrize("room", [121.0, 51.0])
@pytest.mark.parametrize("seats", range(2, 7))
def test_long_names_in_a_plan_are_broken_to_their_room(seats, room):
    painter, fonts = bench("a5" if room > 80 else "poker")
    plan = plan_of(seats)
    plan = plan._replace(
        spots=tuple(spot._replace(label=words(WORDY)) for spot in plan.spots),
        seats=tuple(seat._replace(label=words(WORDY)) for seat in plan.seats),
    )
    drawn = painter.plan(plan, room)
    assert drawn.size.width == pytest.approx(room)
    assert_inside(drawn, fonts)
    labels = label_boxes(drawn, fonts)
    assert_apart(labels)
    said = " ".join(text for text, _ in labels)
    assert said.count("waiting") == seats + len(SPOTS)


def text_sizes(drawn, fonts):
    return [ink.item.size_pt for ink, _ in drawn_ink(drawn, fonts) if isinstance(ink.item, Text)]


def test_a_long_word_in_a_plan_is_set_in_smaller_type_but_never_below_seven_points():
    for word, least in (("Marguerite", 8.0), ("Wwwwwwwwwwwwwwww", 7.0)):
        painter, fonts = bench()
        plan = plan_of(4)
        seats = (plan.seats[0], plan.seats[1]._replace(label=words(word)), *plan.seats[2:])
        drawn = painter.plan(plan._replace(seats=seats), 121.0)
        assert word in [text for text, _ in label_boxes(drawn, fonts)]
        assert min(text_sizes(drawn, fonts)) >= least
        assert (min(text_sizes(drawn, fonts)) == 7.0) is (least == 7.0)


def test_many_cards_in_one_spot_lie_in_rows():
    painter, fonts = bench()
    many = Spot((picture("cards.a"),) * 60, words("Laid out"))
    drawn = painter.plan(plan_of(4, (many,)), 121.0)
    assert_inside(drawn, fonts)
    assert [name for name, _ in plates_of(drawn.ink)].count("a") == 60


@pytest.mark.parametrize("room", [50.0, 74.0])
def test_players_sit_round_a_small_table_too(room):
    painter, fonts = bench("poker")
    for seats in (2, 4):
        drawn = painter.plan(plan_of(seats), room)
        assert_inside(drawn, fonts)
        assert min(text_sizes(drawn, fonts)) >= 7.0
        places = [place_of(name.split()[0], drawn, fonts) for name in NAMES[:seats]]
        middle, high = 0.2 * room, 0.3 * drawn.size.height
        bottom, top = places[0], places[seats // 2]
        assert abs(bottom[0]) < middle
        assert abs(top[0]) < middle
        assert bottom[1] > high
        assert top[1] < -high
        if seats == 4:
            (left, left_y), (right, right_y) = places[1], places[3]
            assert left < -0.3 * room
            assert right > 0.3 * room
            assert max(abs(left_y), abs(right_y)) < high


@pytest.mark.parametrize("room", [121.0, 51.0])
def test_a_dot_neither_ends_nor_begins_a_line_of_a_name(room):
    painter, fonts = bench("a5" if room > 80 else "poker")
    plan = plan_of(4)
    name = words("Benedetto · thirteen cards")
    plan = plan._replace(seats=tuple(seat._replace(label=name) for seat in plan.seats))
    drawn = painter.plan(plan, room)
    lines = lines_of(drawn, fonts)
    assert "Benedetto" in lines
    assert [line for line in lines if "·" in line].count("Benedetto · thirteen cards") == 2
    assert not any(line.startswith("·") or line.endswith("·") for line in lines)


def lines_of(drawn, fonts):
    """Return the lines of all labels: what stands on one baseline without a gap."""
    lines = []
    for text, box in label_boxes(drawn, fonts):
        if lines and abs(lines[-1][1].bottom - box.bottom) < 1.2 and box.x - lines[-1][1].x > 0:
            lines[-1] = (f"{lines[-1][0]} {text}", box)
        else:
            lines.append((text, box))
    return [text for text, _ in lines]


def test_an_empty_place_is_a_dashed_outline():
    painter, fonts = bench()
    drawn = painter.plan(plan_of(0, (Spot((), words("Discard pile")),)), 121.0)
    (path,) = [ink.item for ink, _ in drawn_ink(drawn, fonts) if isinstance(ink.item, Path)]
    assert path.dash
    assert path.fill is None
    box = path_bounds(path.segments)
    assert box.height / box.width == pytest.approx(88 / 63, rel=0.02)


def test_the_same_figure_is_drawn_alike_each_time():
    def ink():
        painter, fonts = bench()
        drawn = painter.plan(plan_of(5), 121.0)
        return render([page_of(drawn)], fonts, PdfInfo("figure", "en", "1"))

    assert ink() == ink()
