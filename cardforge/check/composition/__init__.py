"""Composition: what the rules say of the box, held against the dealt and drawn cards."""
