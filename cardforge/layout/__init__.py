"""Laying out: filled elements become the ink of one card side."""

from cardforge.layout.side import Layout

__all__ = ["Layout"]
