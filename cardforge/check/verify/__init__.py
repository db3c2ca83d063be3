"""Finished files reopened: what they are, and whether they are what was asked for."""
