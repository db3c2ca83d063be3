"""Every card exactly its number of copies, and each back behind its own face: seen in pixels."""

import re
from collections import Counter
from typing import NamedTuple

import pytest
from gallery import Form, Found, Gallery, Sheet, faces_seen, sheets_of, wrong_backs
from readback import Area, Book, edited, forms_on, is_white, swapped
from shipped import back_picture, gallery_of

# What the words of a face must hold, by deck: the field that players call the card by.
FIELDS = {("cent", "numbers"): "value", ("numerik", "digits"): "digit"}


class Expected(NamedTuple):
    """What a PDF should hold: copies and the picture of the back of each card."""

    copies: Counter[str]
    backs: dict[str, str | None]


def expected_of(workshop, name, language, kind, gallery):
    """Cards that look alike count as one, named after the first of them."""
    copies: Counter[str] = Counter()
    backs: dict[str, str | None] = {}
    pictures: dict[str, str] = {}
    for card in cards_of(workshop, name, language, kind):
        backs[card["id"]] = back_picture(card, language, gallery, pictures)
        copies[card["id"]] += card["copies"]
    return Expected(copies, backs)


def cards_of(workshop, name, language, kind):
    tokens = {d.name for d in workshop.dealt(name, language) if d.spec.is_token}
    cards = workshop.manifest(name)["cards"]
    return [c for c in cards if (c["deck"] in tokens) == (kind == "tokens")]


def copies_seen(found: list[Found]) -> Counter[str | None]:
    return Counter(each.name for each in found)


def wrong_counts(found: list[Found], expected: Expected) -> dict[str | None, tuple[int, int]]:
    seen = copies_seen(found)
    return {
        card: (seen[card], expected.copies[card or ""])
        for card in {*seen, *expected.copies}
        if seen[card] != expected.copies[card or ""]
    }


class Prints(NamedTuple):
    book: Book
    gallery: Gallery
    expected: Expected
    found: list[Found]


def prints_of(workshop, name, paper, language, kind="sheets") -> Prints:
    book = workshop.book(name, f"{kind}-{paper}-{language}.pdf")
    gallery = gallery_of(workshop, name, language)
    expected = expected_of(workshop, name, language, kind, gallery)
    return Prints(book, gallery, expected, faces_seen(book, gallery, list(sheets_of(book))))


@pytest.fixture(scope="module")
def prints(workshop):
    """Return what is seen in a PDF; the same is asked for by several tests in a row."""
    kept: dict[tuple[str, ...], Prints] = {}

    def get(*key: str) -> Prints:
        if key not in kept:
            for other in kept.values():
                other.book.forget_rasters()
            kept.clear()
            kept[key] = prints_of(workshop, *key)
        return kept[key]

    return get


def has_tokens(workshop, name):
    return bool(workshop.game(name).tokens)


def test_every_card_is_printed_exactly_its_number_of_times(prints, name, paper, language):
    seen = prints(name, paper, language)
    assert wrong_counts(seen.found, seen.expected) == {}


def test_each_back_lies_behind_its_own_face(prints, name, paper, language):
    seen = prints(name, paper, language)
    assert len(seen.found) == sum(seen.expected.copies.values())
    assert wrong_backs(seen.book, seen.gallery, seen.found, seen.expected.backs, "long-edge") == []


def test_every_token_is_printed_exactly_its_number_of_times(workshop, name, paper, language):
    if not has_tokens(workshop, name):
        assert not (workshop.printed(name) / f"tokens-{paper}-{language}.pdf").exists()
        return
    seen = prints_of(workshop, name, paper, language, "tokens")
    assert wrong_counts(seen.found, seen.expected) == {}
    assert wrong_backs(seen.book, seen.gallery, seen.found, seen.expected.backs, "long-edge") == []


@pytest.mark.slow
@pytest.mark.parametrize("duplex", ["short-edge", "fold"])
def test_each_back_lies_behind_its_own_face_however_the_sheet_is_turned(workshop, name, duplex):
    language = workshop.game(name).languages[0]
    asked = {"languages": (language,), "papers": ("a4",), "duplex": duplex, "only": ("sheets",)}
    folder = workshop.build(name, duplex, **asked)
    book = Book(folder / f"sheets-a4-{language}.pdf")
    gallery = gallery_of(workshop, name, language)
    expected = expected_of(workshop, name, language, "sheets", gallery)
    folded = [Sheet(page, page) for page in range(len(book))]
    found = faces_seen(book, gallery, folded if duplex == "fold" else list(sheets_of(book)))
    assert wrong_counts(found, expected) == {}
    if duplex == "fold":
        # A large item without a back is not folded: it lies across the middle.
        middle = book.paper(0)[1] / 2
        found = [each for each in found if each.slot.bottom < middle]
    assert wrong_backs(book, gallery, found, expected.backs, duplex) == []


def test_slots_without_a_face_are_white_on_both_sides(prints, name, paper, language):
    seen = prints(name, paper, language)
    book = seen.book
    for sheet in sheets_of(book):
        taken = [each.slot for each in seen.found if each.sheet == sheet]
        width, height = book.paper(sheet.face)
        last = max(slot.bottom for slot in taken)
        # Below the last row only marks and slug are left, which stay in the margins.
        for page in (sheet.face, sheet.back):
            below = Area(25, last + 4, width - 25, height - 25)
            if below.height > 10:
                scale = book.raster(page).width / width
                box = tuple(round(v * scale) for v in below)
                assert is_white(book.raster(page).crop(box))


def test_the_words_of_a_slot_are_those_of_the_card_seen_there(workshop, prints, name):
    language = workshop.game(name).languages[0]
    seen = prints(name, "a4", language)
    values = {
        card.id: str(card.fields[field])
        for deck in workshop.dealt(name, language)
        if (field := FIELDS.get((name, deck.name)))
        for card in deck.cards
    }
    for sheet in sheets_of(seen.book):
        letters = list(seen.book.letters(sheet.face))
        for each in seen.found:
            if each.sheet == sheet and each.name in values:
                words = "".join(c if box.within(each.slot) else " " for c, box in letters)
                assert values[each.name] in re.findall(r"\d+", words)


# --- the comparators above must see a fault ---


@pytest.fixture(scope="module")
def sound(workshop):
    """Return what is seen in the sheets of the first game that has several different faces."""
    return prints_of(workshop, "cent", "a4", "fr")


def seen_again(sound, data):
    """What is seen on the first sheet of a faulty copy."""
    return faces_seen(Book(data), sound.gallery, [Sheet(0, 1)])


def first_sheet(sound):
    found = [each for each in sound.found if each.sheet == Sheet(0, 1)]
    copies = Counter(each.name for each in found)
    return sound.expected._replace(copies=copies)


def test_a_lost_copy_is_noticed(sound):
    data = edited(sound.book.data, 0, lambda words: re.sub(r"/X\d+ Do", "", words, count=1))
    found = seen_again(sound, data)
    assert len(wrong_counts(found, first_sheet(sound))) == 1


def test_one_card_in_place_of_another_is_noticed(sound):
    def double(words):
        first, second = re.findall(r"/X\d+ Do", words)[:2]
        return words.replace(second, first, 1)

    found = seen_again(sound, edited(sound.book.data, 0, double))
    assert len(wrong_counts(found, first_sheet(sound))) == 2


def test_ink_that_is_no_card_is_noticed(sound):
    def deface(words):
        x, y, width, height = re.search(
            r"([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re W n", words
        ).groups()
        return f"{words} q 0.2 g {x} {y} {width} {float(height) * 0.6} re f Q"

    found = seen_again(sound, edited(sound.book.data, 0, deface))
    assert None in wrong_counts(found, first_sheet(sound))


def test_swapped_faces_do_not_change_the_count(sound):
    found = seen_again(sound, edited(sound.book.data, 0, swapped))
    assert wrong_counts(found, first_sheet(sound)) == {}
    before = [each.name for each in sound.found if each.sheet == Sheet(0, 1)]
    assert [each.name for each in found] != before


def test_every_card_of_a_game_can_be_told_from_every_other(workshop):
    """Else counting by pictures would prove nothing."""
    gallery = gallery_of(workshop, "one-hundred", "fr")
    form = Form(63, 88, 3)
    faces = gallery.faces(form)
    assert len(faces) > 50
    for one in faces:
        assert not [n for n in faces if n != one and gallery.is_same(n, one, (63, 88))]


def test_forms_are_found_through_groups_and_matrices(sound):
    forms = forms_on(sound.book.pdf.pages[0])
    assert len(forms) == 9
    assert {(round(f.area.width), round(f.area.height)) for f in forms} == {(69, 94)}
