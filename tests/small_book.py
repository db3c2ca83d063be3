"""A rulebook made by hand that has one of everything, and pictures that are easy to tell apart."""

import struct
import zlib

from cardforge.diagnostics import Span
from cardforge.geometry import Size
from cardforge.rulebook.book import (
    Book,
    Break,
    Callout,
    Cell,
    Column,
    Component,
    Contents,
    Definitions,
    Figure,
    IconMark,
    Listing,
    Paragraph,
    Picture,
    Reference,
    RulingNote,
    Seat,
    Section,
    SideNote,
    Sign,
    Spot,
    Subheading,
    Table,
    TablePlan,
    Words,
)
from cardforge.rulebook.screen.html_pieces import HtmlPicture

FILE = "fr.md.j2"
NBSP, NARROW = "\u00a0", "\u202f"


def at(line, file=FILE):
    return Span(file, line, 1, line, 2)


HERE = at(1)


def words(text, **style):
    return (Words(text, **style),)


def paragraph(*pieces):
    return Paragraph(tuple(Words(p) if isinstance(p, str) else p for p in pieces), HERE)


def card(name, side="face", **more):
    return Picture(f"digits.{name}", side, more.pop("alt", f"Digit {name}"), **more)


def section(name, *blocks, line=1, file=FILE, classes=(), title=None):
    heading = words(title or name.capitalize())
    return Section(name, heading, frozenset(classes), blocks, at(line, file))


def book(*sections, language="fr", lead=(), cover=(), title="Petit jeu", file=FILE):
    return Book(language, title, tuple(lead), tuple(sections), file, tuple(cover))


def figure(*names, name="code", caption="", arrange="row", span=HERE):
    return Figure(name, tuple(card(n) for n in names), arrange, words(caption), span)


def effects_table(name="effects", span=HERE):
    columns = (Column(words("Digit"), "center"), Column(words("Action")), Column(words("Card")))
    rows = tuple(
        (Cell(words(str(n))), Cell(words(text)), Cell((), card(n)))
        for n, text in ((0, "Aucun effet"), (1, "Pioche X cartes"))
    )
    return Table(name, columns, rows, words("Ce que font les chiffres"), span)


def plan():
    back = card(0, "back", alt="Dos")
    token = Picture("ban.3", "face", "Interdit 3")
    return TablePlan(
        "start",
        (Spot((back,), words("Pioche"), 8), Spot((card(3), card(6)), words("Code"))),
        (Seat(words("Ana"), 7, back, (token,)), Seat(words("Ben"), 1, back)),
        words("Au début"),
        "La pioche et le code au milieu.",
        HERE,
    )


def whole_book():
    """Return a book with every kind of block and every kind of piece."""
    return book(
        section("aim", paragraph("Videz ", Words("votre", bold=True), " main", Break(), "vite.")),
        section(
            "contents",
            Contents(
                (
                    Component((card(0), card(1)), 100, words("cartes"), words("dix de chaque")),
                    Component((), 1, words("carnet")),
                ),
                HERE,
            ),
        ),
        section("setup", plan(), SideNote((paragraph("En bref."),), HERE), title="Mise en place"),
        section(
            "turn",
            Listing(((paragraph("un"),), (paragraph("deux"), paragraph("encore"))), 1, HERE),
            Listing(((paragraph("puce", Sign("forbid", 1)),),), None, HERE),
            Subheading(3, "limits", words("Limites"), HERE),
            Subheading(4, "", words("Plus bas"), HERE),
            paragraph("Voir ", Reference("setup"), ".", Sign("forbid", 1)),
            paragraph(IconMark("skip", "passe"), " ", Words("site", href="https://example.org/")),
        ),
        section("effects", effects_table()),
        section(
            "examples",
            Callout("example", words("3-6-1"), (figure(3, 6, 1, caption="Le code"),), HERE),
            Callout("note", (), (paragraph("Attention."),), HERE),
            Callout("remember", words("Un seul"), (paragraph("Un chiffre."),), HERE),
            figure(3, 3, 3, name="triple", arrange="fan"),
        ),
        section("glossary", Definitions(((words("main"), words("Les cartes tenues.")),), HERE)),
        section(
            "rulings",
            RulingNote("forbid", 1, words("Le coup interdit"), (paragraph("Parce que."),), HERE),
        ),
        section("quick", paragraph("Seulement sur la carte."), classes=["card"]),
        lead=[paragraph("Un petit jeu de chiffres.")],
        cover=[card(3), card(6)],
    )


def png(shade):
    """Return a PNG of one grey pixel."""

    def chunk(name, data):
        check = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + check

    size = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    data = zlib.compress(bytes([0, shade]))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (chunk(b"IHDR", size), chunk(b"IDAT", data), chunk(b"IEND", b""))
    )


def grey_picture(picture):
    """Return a picture of its own for every card's side."""
    key = f"{picture.card} {picture.side}" if isinstance(picture, Picture) else str(picture.path)
    if key.startswith("ban"):
        return HtmlPicture(png(zlib.crc32(key.encode()) % 256), Size(20, 20), 0.0, "round")
    return HtmlPicture(png(zlib.crc32(key.encode()) % 256), Size(63, 88), 3.0)
