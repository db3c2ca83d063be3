"""Numerik."""
