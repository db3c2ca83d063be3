"""Figures: cards, fans, piles and the set-up diagram as ink."""
