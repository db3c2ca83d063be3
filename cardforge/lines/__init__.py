"""Paragraphs: styled text broken into lines by total fit, and set as ink."""
