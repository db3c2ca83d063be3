"""One game told move by move."""
