"""ReportLab, imported without what it imports and we never use.

Everything of ReportLab is imported from here.  ReportLab imports Pillow for
pictures; ours are read elsewhere.  Pillow's module is put in place unloaded, to
be loaded at its first use, which for most games never comes: it would cost each
build as much as laying out thirty cards.
"""

from __future__ import annotations

import importlib.util
import sys


def put_off(name: str) -> None:
    """Make a module load at its first use instead of its import."""
    if name in sys.modules:
        return
    spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        return
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    parent, _, child = name.rpartition(".")
    setattr(sys.modules[parent], child, module)
    spec.loader.exec_module(module)


put_off("PIL.Image")

from reportlab import rl_config  # noqa: E402 only now may it import Pillow
from reportlab.pdfbase import pdfdoc, ttfonts  # noqa: E402

__all__ = ["pdfdoc", "rl_config", "ttfonts"]
