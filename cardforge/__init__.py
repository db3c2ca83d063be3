"""cardforge turns YAML descriptions of card games into print-ready sheets.

One straight line: source → load → fill → layout → impose → render.
Read :mod:`cardforge.pipeline` first.
"""

__version__ = "0.1.0"
