"""What a PDF says to a screen and to a screen reader: links, outline and tags, read back."""

import io
import shutil
import subprocess

import pikepdf
import pytest
from test_pdf import A4, BLEED, FONTS, INFO, OPEN, opened, page, text

from cardforge.color import BLACK
from cardforge.geometry import Box, Point, Size, Transform
from cardforge.ink import (
    TAG_ROLES,
    Anchor,
    Group,
    Link,
    OutlineEntry,
    Page,
    Plate,
    Rect,
    Tag,
    Use,
    digest,
    dump,
)
from cardforge.ink.bounds import box_round
from cardforge.render.pdf import render

MM = 25.4 / 72
WHOLE = Box(0, 0, *A4)


def leading(*links, anchors=(), items=()):
    return Page(A4, WHOLE, WHOLE, tuple(items), tuple(links), tuple(anchors))


def tagged(role, *items, alt="", key=0, **more):
    return Group(items, tag=Tag(role, alt, key), **more)


# --- links ---


def test_a_link_covers_its_box_without_a_border_and_opens_the_web():
    pdf = opened(leading(Link(Box(20, 30, 40, 5), "https://example.org/a(b)")))
    (link,) = pdf.pages[0].Annots
    assert [float(v) * MM for v in link.Rect] == pytest.approx([20, 262, 60, 267], abs=1e-3)
    assert [int(v) for v in link.Border] == [0, 0, 0]
    assert (str(link.A.S), str(link.A.URI)) == ("/URI", "https://example.org/a(b)")
    assert str(link.Contents) == "https://example.org/a(b)"


def test_an_address_is_written_in_ascii():
    pdf = opened(leading(Link(WHOLE, "https://example.org/règles du jeu")))
    address = str(pdf.pages[0].Annots[0].A.URI)
    assert address == "https://example.org/r%C3%A8gles%20du%20jeu"


@pytest.mark.parametrize("target", ["file:///etc/passwd", "javascript:x", "setup", ""])
def test_nothing_but_web_mail_and_anchors_is_linked(target):
    with pytest.raises(ValueError, match="a link leads to"):
        render([leading(Link(WHOLE, target))], FONTS, INFO)


def test_a_link_leads_to_an_anchor_on_a_later_and_on_an_earlier_page():
    low = Size(100, 80)
    pages = [
        leading(Link(Box(0, 0, 9, 9), "#end"), anchors=[Anchor("start", Point(10, 20))]),
        Page(low, Box(0, 0, *low), Box(0, 0, *low), (), (Link(Box(0, 0, 9, 9), "#start"),),
             (Anchor("end", Point(5, 30)),)),
    ]  # fmt: skip
    pdf = opened(*pages)
    forth, back = (p.Annots[0].Dest for p in pdf.pages)
    assert forth[0].objgen == pdf.pages[1].obj.objgen
    assert back[0].objgen == pdf.pages[0].obj.objgen
    assert str(forth[1]) == "/XYZ"
    assert [float(v) * MM for v in list(forth)[2:4]] == pytest.approx([5, 50], abs=1e-3)
    assert [float(v) * MM for v in list(back)[2:4]] == pytest.approx([10, 277], abs=1e-3)
    assert forth[4] is None


def test_a_link_to_nowhere_and_two_anchors_of_one_name_are_refused():
    with pytest.raises(ValueError, match="no such anchor"):
        render([leading(Link(WHOLE, "#gone"), anchors=[Anchor("here", Point(0, 0))])], FONTS, INFO)
    with pytest.raises(ValueError, match="two anchors are called 'here'"):
        render([leading(anchors=[Anchor("here", Point(0, 0))])] * 2, FONTS, INFO)


def test_links_of_equal_pages_stay_apart():
    one, other = opened(*[leading(Link(WHOLE, "https://example.org"))] * 2).pages
    assert one.Annots[0].objgen != other.Annots[0].objgen


# --- the outline ---

PLACES = leading(anchors=[Anchor(name, Point(0, 10 * n)) for n, name in enumerate("abcdef")])


def outline_of(*levels):
    entries = zip("abcdef", levels, strict=False)
    return tuple(OutlineEntry(name.upper(), name, level) for name, level in entries)


def read_outline(pdf):
    """Return (title, top in mm, children) of every line, walked by First and Next alone."""

    def below(parent):
        found, before = [], None
        at = parent.get("/First")
        while at is not None:
            assert at.Parent.objgen == parent.objgen
            assert (at.get("/Prev").objgen if before else at.get("/Prev")) == (
                before.objgen if before else None
            )
            found.append((str(at.Title), round(297 - float(at.Dest[3]) * MM), below(at)))
            before, at = at, at.get("/Next")
        assert before is None or parent.Last.objgen == before.objgen
        return found

    return below(pdf.Root.Outlines)


def test_the_outline_is_nested_and_opens_the_pages_with_it():
    info = INFO._replace(outline=outline_of(1, 2, 3, 2, 1, 2))
    pdf = opened(PLACES, info=info)
    assert str(pdf.Root.PageMode) == "/UseOutlines"
    assert read_outline(pdf) == [
        ("A", 0, [("B", 10, [("C", 20, [])]), ("D", 30, [])]),
        ("E", 40, [("F", 50, [])]),
    ]
    first = pdf.Root.Outlines.First
    # Level 1 is open, so five lines show; level 2 is closed.
    assert (pdf.Root.Outlines.Count, first.Count, first.First.Count) == (5, 2, -1)


def test_pikepdf_reads_the_outline_too():
    pdf = opened(PLACES, info=INFO._replace(outline=outline_of(1, 2, 1)))
    with pdf.open_outline() as outline:
        assert [line.title for line in outline.root] == ["A", "C"]
        assert [line.title for line in outline.root[0].children] == ["B"]


@pytest.mark.parametrize("levels", [(2,), (1, 3), (0,), (1, 2, 3, 4)])
def test_an_outline_that_jumps_is_refused(levels):
    with pytest.raises(ValueError, match="the outline jumps to level"):
        render([PLACES], FONTS, INFO._replace(outline=outline_of(*levels)))


def test_an_outline_to_nowhere_is_refused():
    with pytest.raises(ValueError, match="no such anchor"):
        render([page()], FONTS, INFO._replace(outline=outline_of(1)))


def test_a_document_without_outline_has_none():
    root = opened(PLACES).Root
    assert "/Outlines" not in root
    assert "/PageMode" not in root


# --- tags ---

CARD = Plate("card", Size(20, 30), BLEED, (text("seven", at=Point(2, 9)),))


def manual():
    first = leading(
        Link(Box(20, 36, 20, 5), "#end", key=9),
        items=[
            tagged("Artifact", text("running head", at=Point(20, 10))),
            tagged("H1", text("Numerik", "title", at=Point(20, 20))),
            tagged(
                "P",
                text("Each player draws, see", at=Point(20, 30)),
                tagged("Link", text("The end", at=Point(20, 40)), key=9),
                text("and goes", at=Point(20, 50)),
                key=4,
            ),
            text("decoration", at=Point(20, 280)),
        ],
    )
    figure = tagged(
        "Figure",
        Rect(Box(10, 100, 30, 40), fill=BLACK),
        Use(CARD, Point(50, 100)),
        tagged("Caption", text("A code", at=Point(20, 160))),
        alt="Digit card 7 & co",
        transform=Transform.moved(5, 0),
        clip=Box(0, 0, 190, 250),
    )
    second = leading(
        anchors=[Anchor("end", Point(0, 40))],
        items=[
            tagged("P", text("on.", at=Point(20, 30)), key=4),
            tagged("H2", text("The end", at=Point(20, 50))),
            tagged("L", tagged("LI", tagged("Lbl", text("1.", at=Point(20, 60))),
                               tagged("LBody", text("Score", at=Point(30, 60))))),
            tagged("Table", tagged("TR", tagged("TH", text("Digit", at=Point(20, 70))),
                                   tagged("TD", text("Skip", at=Point(40, 70))))),
            figure,
            tagged("Aside", text("by the way", at=Point(20, 200))),
        ],
    )  # fmt: skip
    return [first, second]


def words_by_mark(pdf_page):
    """Return {MCID: words} and the words that are marked as artifacts, from the operators alone.

    Fails where stretches nest, where ink lies outside all of them and where they cross q or BT.
    """
    marked, artifacts, open_mark = {}, [], None
    inside, stack = [], []
    for operands, operator in pikepdf.parse_content_stream(pdf_page):
        name = str(operator)
        if name in ("BDC", "BMC"):
            assert open_mark is None
            open_mark, inside = (int(operands[1].MCID) if name == "BDC" else "artifact"), []
            stack.append("mark")
        elif name == "EMC":
            assert stack.pop() == "mark"
            if open_mark == "artifact":
                artifacts += inside
            else:
                assert open_mark not in marked
                marked[open_mark] = inside
            open_mark = None
        elif name in ("q", "BT"):
            stack.append(name)
        elif name in ("Q", "ET"):
            assert stack.pop() == {"Q": "q", "ET": "BT"}[name]
        elif name in ("Tj", "TJ", "Do", "f", "S", "B"):
            assert open_mark is not None
            inside.append(str(operands[0]) if name == "Do" else name)
    assert stack == []
    return marked, artifacts


def tree_of(pdf):
    """Return the tree as (role, alt, kids), kids that are marks as (page, MCID), links as words."""
    pages = {p.obj.objgen: n for n, p in enumerate(pdf.pages)}

    def read(node, parent):
        assert node.P.objgen == parent.objgen
        kids = []
        for kid in node.get("/K", []):
            if isinstance(kid, int):
                kids.append((pages[node.Pg.objgen], kid))
            elif kid.get("/Type") == "/MCR":
                kids.append((pages[kid.Pg.objgen], int(kid.MCID)))
            elif kid.get("/Type") == "/OBJR":
                assert kid.Obj.Subtype == "/Link"
                assert kid.Obj.objgen in [a.objgen for a in pdf.pages[pages[kid.Pg.objgen]].Annots]
                kids.append("link")
            else:
                kids.append(read(kid, node))
        return str(node.S), str(node.get("/Alt", "")), kids

    root = pdf.Root.StructTreeRoot
    return read(root.K, root)


def roles(node):
    role, _, kids = node
    inner = [roles(kid) for kid in kids if isinstance(kid, tuple) and len(kid) == 3]
    return (role.lstrip("/"), *inner)


def test_nested_groups_make_the_tree_in_reading_order():
    assert roles(tree_of(opened(*manual()))) == (
        "Document",
        ("H1",),
        ("P", ("Link",)),
        ("H2",),
        ("L", ("LI", ("Lbl",), ("LBody",))),
        ("Table", ("TR", ("TH",), ("TD",))),
        ("Figure", ("Caption",)),
        ("Note",),
    )


def test_a_block_that_goes_on_overleaf_is_one_element_with_marks_on_both_pages():
    _, _, kids = tree_of(opened(*manual()))
    (paragraph,) = [kid for kid in kids if kid[0] == "/P"]
    marks = [kid for kid in paragraph[2] if len(kid) == 2]
    assert [index for index, _ in marks] == [0, 0, 1]
    # The link stands between what is before and behind it.
    assert [kid[0] for kid in paragraph[2]] == [0, "/Link", 0, 1]


def test_every_stretch_of_ink_is_marked_once_and_found_from_both_sides():
    pdf = opened(*manual())
    in_tree = {}

    def gather(node):
        for kid in node[2]:
            if kid != "link":
                gather(kid) if len(kid) == 3 else in_tree.setdefault(kid, node[0])

    gather(tree_of(pdf))
    numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
    parents = {int(numbers[n]): numbers[n + 1] for n in range(0, len(numbers), 2)}
    for index, pdf_page in enumerate(pdf.pages):
        marked, artifacts = words_by_mark(pdf_page)
        assert {(index, mark) for mark in marked} == {key for key in in_tree if key[0] == index}
        assert len(artifacts) == (2 if index == 0 else 0)
        owners = parents[int(pdf_page.obj.StructParents)]
        for mark in marked:
            assert str(owners[mark].S) == in_tree[index, mark]
        assert str(pdf_page.obj.Tabs) == "/S"


def test_a_link_stands_in_the_element_that_shows_it():
    pdf = opened(*manual())
    _, _, kids = tree_of(pdf)
    (paragraph,) = [kid for kid in kids if kid[0] == "/P"]
    assert "link" in paragraph[2][1][2]
    link = pdf.pages[0].Annots[0]
    numbers = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
    owner = numbers[numbers.index(int(link.StructParent)) + 1]
    assert str(owner.S) == "/Link"


def test_a_link_that_no_tag_claims_has_an_element_of_its_own():
    links = Link(WHOLE, "https://a.example"), Link(WHOLE, "https://b.example")
    pdf = opened(leading(*links, items=[tagged("P", text("words"))]))
    assert tree_of(pdf)[2] == [("/P", "", [(0, 0)]), *[("/Link", "", ["link"])] * 2]


def test_a_figure_says_itself_in_words_and_where_it_lies():
    pdf = opened(*manual())
    _, _, kids = tree_of(pdf)
    assert [kid[1] for kid in kids if kid[0] == "/Figure"] == ["Digit card 7 & co"]
    (figure,) = [k for k in pdf.Root.StructTreeRoot.K.K if k.S == "/Figure"]
    left, bottom, right, top = (float(v) * MM for v in figure.A.BBox)
    assert (left, right) == pytest.approx((15, 75), abs=1e-2)
    assert top == pytest.approx(197, abs=1e-2)
    # The caption is ink of the figure too: its baseline is 160 mm down.
    assert bottom == pytest.approx(137, abs=0.5)


def test_a_figure_in_moved_groups_lies_where_they_put_it():
    figure = tagged("Figure", Rect(Box(0, 0, 30, 40), fill=BLACK), alt="a")
    moved = Group((Group((figure,), Transform.moved(10, 0)),), Transform.scaled(2, 2))
    pdf = opened(leading(items=[moved]))
    (only,) = pdf.Root.StructTreeRoot.K.K
    box = [float(v) * MM for v in only.A.BBox]
    assert box == pytest.approx([20, 217, 80, 297], abs=1e-2)


def test_a_head_of_a_table_is_the_head_of_its_column():
    pdf = opened(*manual())
    (table,) = [k for k in pdf.Root.StructTreeRoot.K.K if k.S == "/Table"]
    head = table.K[0].K[0]
    assert (str(head.A.O), str(head.A.Scope)) == ("/Table", "/Column")


def test_the_document_says_that_it_is_tagged_and_in_which_language():
    root = opened(*manual()).Root
    assert root.MarkInfo.Marked
    assert str(root.Lang) == "fr"


def test_pages_without_a_tag_have_no_marks_and_no_tree():
    plain = page(Group((text("a"),), clip=Box(0, 0, 90, 90)), Use(CARD, Point(9, 9)))
    pdf = opened(plain)
    assert "/StructTreeRoot" not in pdf.Root
    assert "/MarkInfo" not in pdf.Root
    assert b"BDC" not in pdf.pages[0].Contents.read_bytes()
    assert b"BMC" not in pdf.pages[0].Contents.read_bytes()
    both = opened(plain, *manual())
    assert both.pages[0].Contents.read_bytes() == pdf.pages[0].Contents.read_bytes()
    assert "/StructParents" not in both.pages[0]


def test_tags_inside_a_plate_say_nothing():
    card = Plate("card", Size(20, 30), BLEED, (tagged("H1", text("seven", at=Point(2, 9))),))
    pdf = opened(page(Use(card, Point(9, 9))))
    assert "/StructTreeRoot" not in pdf.Root


def test_a_tag_without_transform_and_clip_adds_marks_and_nothing_else():
    words = text("a"), text("b", at=Point(20, 40))
    bare, marked = (
        opened(page(*items)).pages[0].Contents.read_bytes().split(b"\n")
        for items in (words, [tagged("P", *words)])
    )
    assert [line for line in marked if b"MC" not in line and line != b"EMC"] == bare


def test_a_blended_group_is_one_stretch():
    faint = tagged("P", text("a"), tagged("Span", text("b", at=Point(20, 40))), opacity=0.5)
    pdf = opened(leading(items=[faint]))
    assert roles(tree_of(pdf)) == ("Document", ("P",))
    marked, artifacts = words_by_mark(pdf.pages[0])
    assert (len(marked[0]), len(marked), artifacts) == (1, 1, [])


def test_what_is_inside_an_artifact_is_one():
    noise = tagged("Artifact", tagged("P", text("7")), text("8", at=Point(9, 9)))
    pdf = opened(leading(items=[noise, tagged("P", text("words", at=Point(9, 30)))]))
    assert roles(tree_of(pdf)) == ("Document", ("P",))
    assert len(words_by_mark(pdf.pages[0])[1]) == 2


def test_what_lacks_its_list_or_table_gets_one():
    def words(role, y):
        return tagged(role, text(role, at=Point(9, y)))

    items = [words("LI", 10), words("LI", 20), words("P", 30), words("LI", 40)]
    items += [words("TH", 50), words("TD", 60), tagged("TR", words("TD", 70), words("TD", 80))]
    items += [words("TOCI", 90)]
    assert roles(tree_of(opened(leading(items=items)))) == (
        "Document",
        ("L", ("LI",), ("LI",)),
        ("P",),
        ("L", ("LI",)),
        ("Table", ("TR", ("TH",)), ("TR", ("TD",)), ("TR", ("TD",), ("TD",))),
        ("TOC", ("TOCI",)),
    )


def test_a_list_that_was_drawn_is_kept_apart_from_one_that_was_not():
    item, other = (tagged("LI", text(w, at=Point(9, y))) for w, y in (("a", 10), ("b", 20)))
    tree = tree_of(opened(leading(items=[tagged("L", item), other])))
    assert roles(tree) == ("Document", ("L", ("LI",)), ("L", ("LI",)))


def test_an_unknown_role_is_refused():
    assert "H9" not in TAG_ROLES
    with pytest.raises(ValueError, match="'H9' is no role"):
        render([leading(items=[tagged("H9", text("a"))])], FONTS, INFO)


def test_the_same_tagged_pages_give_the_same_bytes():
    info = INFO._replace(outline=(OutlineEntry("End", "end"),))
    assert render(manual(), FONTS, info) == render(manual(), FONTS, info)


def test_the_identity_of_a_file_follows_its_tags_and_links():
    def identity(*pages):
        return bytes(opened(*pages).trailer.ID[0])

    plain = identity(leading(items=[tagged("P", text("a"))]))
    assert identity(leading(items=[tagged("Figure", text("a"), alt="x")])) != plain
    first, second = (leading(Link(WHOLE, f"https://{n}.example")) for n in "ab")
    assert identity(first) != identity(second)


def pdfinfo(tmp_path, *options):
    if shutil.which("pdfinfo") is None:
        pytest.skip("pdfinfo (poppler) is not installed")
    info = INFO._replace(outline=(OutlineEntry("End", "end"),))
    (tmp_path / "a.pdf").write_bytes(render(manual(), FONTS, info))
    run = subprocess.run(
        ["pdfinfo", *options, tmp_path / "a.pdf"], capture_output=True, encoding="utf-8", check=True
    )
    assert run.stderr == ""
    return run.stdout


def test_poppler_reads_the_tree_with_its_words(tmp_path):
    said = [line.strip() for line in pdfinfo(tmp_path, "-struct-text").splitlines()]
    heads = [line for line in said if not line.startswith('"')]
    assert heads[:4] == ["Document", "H1 (block)", "P (block)", "Link (inline)"]
    words = " ".join(line.strip('"') for line in said if line.startswith('"'))
    assert words == (
        "Numerik Each player draws, see The end and goes on. The end 1. Score Digit Skip"
        " seven A code by the way"
    )
    assert "running head" not in words


def test_poppler_calls_the_document_tagged(tmp_path):
    assert "Tagged:          yes" in pdfinfo(tmp_path).splitlines()


def test_qpdf_and_pikepdf_find_no_fault():
    data = render(manual(), FONTS, INFO)
    OPEN.append(pikepdf.open(io.BytesIO(data)))
    assert OPEN[-1].check_pdf_syntax() == []


# --- as text ---


def test_tags_links_and_anchors_are_printed_one_a_line():
    words = dump(manual()[0]).splitlines()
    assert "  group tag P key 4" in words
    assert "    group tag Link key 9" in words
    assert words[-1] == "  link 20.00 36.00 20.00 5.00 #end key 9"
    assert dump(manual()[1]).splitlines()[-1] == "  anchor 0.00 40.00 end"
    assert "tag Figure alt 'Digit card 7 & co'" in dump(manual()[1])


def test_a_tag_changes_the_hash():
    plain, head = (
        Plate("a", Size(9, 9), BLEED, (Group((text("a"),), tag=tag),)) for tag in (None, Tag("H1"))
    )
    assert digest(plain) != digest(head)


def test_the_box_round_ink_follows_transforms_clips_and_plates():
    card = Use(CARD, Point(50, 10), 90)
    assert box_round((card,), FONTS, Transform()) == pytest.approx((20, 10, 30, 20))
    half = Group((card,), Transform.moved(100, 0), Box(0, 0, 40, 500))
    assert box_round((half,), FONTS, Transform()) == pytest.approx((120, 10, 20, 20))
    assert box_round((), FONTS, Transform()) is None
