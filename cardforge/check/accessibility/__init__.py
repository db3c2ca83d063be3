"""Accessibility: whether eyes of every kind, and grey print, keep what the cards say by colour."""
