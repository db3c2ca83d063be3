"""Playing: the games of the printed box, played by seeded bots to prove that the box suffices."""
