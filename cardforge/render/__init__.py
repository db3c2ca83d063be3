"""Ink on paper: PDF bytes from pages, pixels from those bytes."""
