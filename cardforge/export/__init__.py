"""Packages for shops, printers and virtual tabletops."""
