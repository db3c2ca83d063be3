"""For the screen: the Book as a web page and as plain text."""
