"""Laying out: filled elements become the ink of one card side."""
