"""Sufficiency: whether the box deals every mode to every number of players."""
