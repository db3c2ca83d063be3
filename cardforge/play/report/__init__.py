"""What came of many games: text, charts, pages, a web page."""
