"""Statistics: what the cards of a deck hold and what a hand can be dealt."""
