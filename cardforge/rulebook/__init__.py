"""Rulebooks: from a text in `rules_text/` and a dealt game to pages, HTML and plain text."""
