"""Judging a game: slips in its rows, what its rules promise, what the cut gives away or loses."""
