"""Judging a game: what its rules promise against what its box holds."""
