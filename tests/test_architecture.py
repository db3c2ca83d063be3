"""Imports point one way, each library has its homes, and functions and files stay short.

Every check takes source text, so that each is seen to find a planted fault.
"""

import ast
import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "cardforge"

# The map: a module imports from its own row and from the rows below it, never upwards and never
# in a circle.  A folder stands for all its files.  A new module is added to the row it belongs to.
ROWS = (
    "__main__",
    "cli",
    "play_command export_command check_command new_command",
    "asking",
    "exporting packing",
    "pipeline rulebooks listing starter from_csv terminal options",
    "check render manifest output rulebook play export press",
    "on_paper",
    "edition single slugwords",
    "plates",
    "sheet sheet_spec slots slug marks guides booklet leaflet shop_booklet",
    "layout",
    "lines",
    "svg",
    "ink fonts shaping images fill filling extending leaning deal names",
    "load schema include variants languages decks_grammar game_grammar rulebook_grammar "
    "judging_grammar "
    "composition_grammar dealing_grammar export_grammar font_grammar "
    "parts allowances template_grammar data_grammar data_kinds data_rows",
    "shops",
    "presets",
    "elements_grammar",
    "text_grammar text_kinds drawing_grammar codes_grammar picture_grammar flow_grammar "
    "table_grammar",
    "forms",
    "element_kinds box_grammar fill_kinds picture_kinds",
    "palette_kinds",
    "decode kinds fills model specs font_spec elements picture_values places wording sandbox "
    "macros filters pseudo expressions in_words tables",
    "source syntax",
    "diagnostics check_table report geometry color units gamefolder icc truetype svgpath textfile "
    "workers choices markup markup_values markup_words typography",
)
# The same inside the larger folders.
FOLDER_ROWS = {
    "rulebook": (
        "screen pages",
        "figures",
        "inlines",
        "look",
        "reading",
        "book bookwords spoken walk forms",
    ),
    "check": (
        "whole",
        "verify",
        "preflight sufficiency statistics rules edges outside row_keys",
        "accessibility composition",
        "settings working",
    ),
    "play": (
        "telling",
        "report short",
        "findings runner",
        "outcome engines",
        "cent adding numerik searcher",
        "table estimates needs",
        "measures",
    ),
}
HEIGHT = {name: -row for row, names in enumerate(ROWS) for name in names.split()}
FOLDER_HEIGHTS = {
    folder: {name: -row for row, names in enumerate(rows) for name in names.split()}
    for folder, rows in FOLDER_ROWS.items()
}

# The modules that may import a library; a folder stands for all its files.
HOMES = {
    "PIL": "images render.png render.encode press export check.verify",
    "click": "asking check_command cli export_command new_command options play_command terminal",
    "babel": "filters",
    "jinja2": "sandbox macros filters rulebook.reading.template",
    "markdown_it": "rulebook.reading.markdown",
    "mdit_py_plugins": "rulebook.reading.markdown",
    "num2words": "in_words",
    "pypdfium2": "images.pdf_pages render.png check.verify",
    "pikepdf": "images.pdf_pages images.pdf_art images.pdf_work press check.verify",
    "numpy": "press check.verify",
    "openpyxl": "tables.workbook",
    "isal": "render.png render.encode check.verify",
    "brotli": "fonts.web fonts.woff2",
    "fontTools": "press render.subsets",
    "pyphen": "lines.hyphens",
    "reportlab": "render",
    "barcode": "layout.drawing",
    "segno": "layout.drawing",
    "budoux": "shaping.breaks",
    "tinycss2": "svg",
    "uharfbuzz": "shaping.engine fonts.postscript fonts.variable",
    "yaml": "source",
}

LONGEST_FUNCTION = 60
LONGEST_FILE = 450


def module_of(path):
    """Return the dotted name of a file inside the package: `render/pdf.py` is `render.pdf`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imports_of(module, source, is_folder=False):
    """Return (line, dotted name) of everything a module imports, relative imports resolved."""
    here = ["cardforge", *module.split(".")] if module else ["cardforge"]
    package = here if is_folder else here[:-1]
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            found += [(node.lineno, f"{base}.{alias.name}") for alias in node.names]
    return found


def station(dotted):
    """Return the name in the map for a dotted import, or None for a fact of the package."""
    name = dotted.split(".")[1]
    return name if name in HEIGHT else None


def upward_imports(module, source, is_folder=False):
    """Return a fault for each import that points up the line."""
    own = module.split(".")[0]
    if own and own not in HEIGHT:
        return [f"{module} is not in the map: add it to ROWS"]
    height = HEIGHT.get(own, -len(ROWS))
    return [
        f"{module}:{line} imports {dotted} from a row above its own"
        for line, dotted in imports_of(module, source, is_folder)
        if dotted.startswith("cardforge.")
        and station(dotted) is not None
        and HEIGHT[station(dotted)] > height
    ]


def upward_in_folder(module, source, is_folder=False):
    """Return a fault for each import inside a folder that points up its rows."""
    folder, own = module.split(".")[:2]
    heights = FOLDER_HEIGHTS[folder]
    if own not in heights:
        return [f"{module} is not in the map: add it to FOLDER_ROWS"]
    faults = []
    for line, dotted in imports_of(module, source, is_folder):
        parts = dotted.split(".")
        inside = parts[:2] == ["cardforge", folder] and len(parts) > 2
        if inside and heights.get(parts[2], -99) > heights[own]:
            faults.append(f"{module}:{line} imports {dotted} from a row above its own")
    return faults


def homeless_imports(module, source, is_folder=False):
    """Return a fault for each library imported outside its homes."""
    faults = []
    for line, dotted in imports_of(module, source, is_folder):
        library = dotted.split(".")[0]
        if library == "cardforge" or library in sys.stdlib_module_names:
            continue
        homes = HOMES.get(library, "").split()
        if not any(module == home or module.startswith(f"{home}.") for home in homes):
            faults.append(f"{module}:{line} imports {library}, at home in: {' '.join(homes)}")
    return faults


def circles(sources):
    """Return the modules that import each other in a circle, given {module: source}."""
    edges = {
        module: {
            target
            for _, dotted in imports_of(module, source, is_folder=_is_folder(module, sources))
            if (target := _nearest(dotted, sources)) and target != module
        }
        for module, source in sources.items()
    }
    while True:
        imported = set().union(*edges.values())
        inside = {
            module: targets & edges.keys()
            for module, targets in edges.items()
            if targets & edges.keys() and module in imported
        }
        if inside == edges:
            break
        edges = inside
    return sorted(edges)


def _nearest(dotted, sources):
    """Return the module that an import is about: of a folder and a file in it, the file."""
    named = [m for m in sources if m and f"{dotted}.".startswith(f"cardforge.{m}.")]
    return max(named, key=len, default=None)


def _is_folder(module, sources):
    return not module or any(other.startswith(f"{module}.") for other in sources)


def forbidden_calls(module, source):
    """Return a fault for each call that runs text as code, hides an import or prints."""
    forbidden = {"eval", "exec", "compile", "__import__", "import_module"}
    if module != "cli":
        forbidden.add("print")
    return [
        f"{module}:{node.lineno} calls {name}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and (name := _called(node.func)) in forbidden
    ]


def _called(function):
    """Return the bare name of what is called; of attributes only `import_module` matters."""
    if isinstance(function, ast.Name):
        return function.id
    if isinstance(function, ast.Attribute) and function.attr == "import_module":
        return function.attr
    return None


def overlong(module, source):
    """Return a fault for a file, and for each function, that is longer than allowed."""
    faults = []
    if (lines := len(source.splitlines())) > LONGEST_FILE:
        faults.append(f"{module} has {lines} lines")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = node.end_lineno - node.lineno + 1
            if length > LONGEST_FUNCTION:
                faults.append(f"{module}:{node.lineno} {node.name} has {length} lines")
    return faults


FILES = sorted(PACKAGE.rglob("*.py"))
every_module = pytest.mark.parametrize("path", FILES, ids=lambda path: module_of(path) or "package")


@every_module
def test_imports_point_one_way(path):
    folder = path.name == "__init__.py"
    assert upward_imports(module_of(path), path.read_text("utf-8"), folder) == []


IN_FOLDERS = [path for path in FILES if module_of(path).split(".")[0] in FOLDER_ROWS]
IN_FOLDERS = [path for path in IN_FOLDERS if "." in module_of(path)]
# Where docs/architecture.md has the table of a folder.
CHAPTERS = {"rulebook": "## The rulebook", "check": "## Judging", "play": "## Playing"}


@pytest.mark.parametrize("path", IN_FOLDERS, ids=module_of)
def test_imports_inside_a_folder_point_one_way(path):
    is_folder = path.name == "__init__.py"
    assert upward_in_folder(module_of(path), path.read_text("utf-8"), is_folder) == []


@pytest.mark.parametrize("folder", FOLDER_ROWS)
def test_the_described_map_of_a_folder_is_the_one_that_is_kept(folder):
    text = (PACKAGE.parent / "docs" / "architecture.md").read_text("utf-8")
    table = text.partition(CHAPTERS[folder])[2].partition("\n## ")[0]
    rows = [line.split("|")[2] for line in table.splitlines() if line.startswith("| ")][1:]
    assert [set(re.findall(r"`(\w+)`", row)) for row in rows] == [
        set(names.split()) for names in FOLDER_ROWS[folder]
    ]


def test_an_upward_import_inside_a_folder_is_found():
    source = "from cardforge.rulebook.pages.typeset import Typeset\n"
    assert upward_in_folder("rulebook.book", source) != []
    assert upward_in_folder("rulebook.strange", source) != []
    assert upward_in_folder("rulebook.screen.html", "import cardforge.rulebook.book\n") == []
    assert upward_in_folder("play.cent.rules", "from cardforge.play import runner\n") != []


@every_module
def test_each_library_is_imported_only_at_home(path):
    folder = path.name == "__init__.py"
    assert homeless_imports(module_of(path), path.read_text("utf-8"), folder) == []


@every_module
def test_nothing_runs_text_as_code_and_only_the_command_line_prints(path):
    assert forbidden_calls(module_of(path), path.read_text("utf-8")) == []


@every_module
def test_functions_and_files_stay_short(path):
    assert overlong(module_of(path), path.read_text("utf-8")) == []


def test_no_modules_import_each_other_in_a_circle():
    assert circles({module_of(path): path.read_text("utf-8") for path in FILES}) == []


def test_the_map_names_each_module_once_and_nothing_else():
    modules = {module_of(path).split(".")[0] for path in FILES} - {""}
    assert sorted(" ".join(ROWS).split()) == sorted(modules)


def rows_of(document):
    """Return the names in each row of the map in a document, `check/` as `check`."""
    table = document.split("## The map")[1].split("\n\n")[1].splitlines()
    return [set(re.findall(r"`(\w+)/?`", line.split("|")[2])) for line in table[2:]]


def misplaced(rows):
    """Return a fault for each module that a described map lacks, invents or puts elsewhere."""
    names = set().union(*rows)
    faults = [f"{name} is not in ROWS" for name in sorted(names - HEIGHT.keys())]
    faults += [f"{name} is not described" for name in sorted(HEIGHT.keys() - names)]
    for upper, lower in pairwise(rows):
        floor = min(HEIGHT.get(name, 0) for name in upper)
        faults += [f"{name} stands too low" for name in lower if HEIGHT.get(name, floor) > floor]
    return faults


def test_the_described_map_is_the_one_that_is_kept():
    assert (
        misplaced(rows_of((PACKAGE.parent / "docs" / "architecture.md").read_text("utf-8"))) == []
    )


# Planted faults: every check above must find its own.


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("units", "from cardforge.layout import side"),
        ("units", "from cardforge import pipeline"),
        ("units", "import cardforge.cli"),
        ("ink", "def draw():\n    from cardforge.render.pdf import render"),
        ("layout.side", "from ..sheet import impose"),
        ("color", "from .load import load_game"),
        ("", "from cardforge.pipeline import build"),
    ],
)
def test_an_import_that_points_up_is_found(module, source):
    assert len(upward_imports(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("cli", "from cardforge import __version__, pipeline"),
        ("layout.side", "from cardforge.layout.markup import runs\nfrom ..ink import Text"),
        ("sheet", "from cardforge.slots import Slot\nimport json"),
    ],
)
def test_imports_from_the_own_row_or_below_are_fine(module, source):
    assert upward_imports(module, source) == []


def test_relative_imports_of_a_folder_start_inside_it():
    assert upward_imports("layout", "from .sheet import x", is_folder=True) == []
    assert upward_imports("layout", "from ..sheet import x", is_folder=True) != []


def test_a_module_that_is_not_in_the_map_is_found():
    assert upward_imports("helpers", "import json") == ["helpers is not in the map: add it to ROWS"]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("layout.side", "from reportlab.pdfgen import canvas"),
        ("load", "import yaml"),
        ("render.pdf", "from PIL import Image"),
        ("pipeline", "def go():\n    import click"),
        ("images", "import numpy"),
    ],
)
def test_a_library_away_from_home_is_found(module, source):
    assert len(homeless_imports(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("render.png", "import PIL.Image, pypdfium2, io"),
        ("source", "import yaml"),
        ("render.pdf", "from reportlab.pdfgen import canvas"),
    ],
)
def test_a_library_at_home_is_fine(module, source):
    assert homeless_imports(module, source) == []


def test_a_circle_is_found():
    sources = {
        "units": "import math",
        "slots": "from cardforge.sheet import impose",
        "sheet": "from cardforge import marks",
        "marks": "def late():\n    from cardforge.slots import Slot",
        "cli": "from cardforge import sheet",
    }
    assert circles(sources) == ["marks", "sheet", "slots"]
    assert circles({**sources, "marks": "from cardforge.units import mm"}) == []


@pytest.mark.parametrize(
    "source",
    [
        "eval('1')",
        "exec('x = 1')",
        "compile('1', '', 'eval')",
        "__import__('yaml')",
        "import importlib\nimportlib.import_module('yaml')",
        "def f():\n    print('here')",
    ],
)
def test_a_forbidden_call_is_found(source):
    assert len(forbidden_calls("layout.side", source)) == 1


def test_the_command_line_may_print_and_a_pattern_may_be_compiled():
    assert forbidden_calls("cli", "print('done')") == []
    assert forbidden_calls("units", "import re\nre.compile('a')") == []


def test_a_faulty_description_of_the_map_is_found():
    top, *others = (set(row.split()) for row in ROWS)
    assert misplaced([top, *others]) == []
    assert misplaced([*others, top]) == ["__main__ stands too low"]
    assert misplaced(others) == ["__main__ is not described"]
    assert misplaced([top | {"helpers"}, *others]) == ["helpers is not in ROWS"]
    table = (
        "## The map\n\n| row | modules | what |\n|---|---|---|\n| a | `ink` `check/` | `x` |\n\n"
    )
    assert rows_of(table) == [{"ink", "check"}]


def test_a_long_function_is_found():
    body = "    x = 1\n"
    assert overlong("units", "def f():\n" + body * (LONGEST_FUNCTION - 1)) == []
    assert overlong("units", "def f():\n" + body * LONGEST_FUNCTION) == ["units:1 f has 61 lines"]
    assert overlong("units", "async def f():\n" + body * LONGEST_FUNCTION) != []


def test_a_long_file_is_found():
    assert overlong("units", "\n" * LONGEST_FILE) == []
    assert overlong("units", "\n" * (LONGEST_FILE + 1)) == ["units has 451 lines"]
