"""Preflight: what the press, the knife and the eye make of the finished ink."""
