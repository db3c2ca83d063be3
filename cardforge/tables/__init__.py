"""Tables of cards: CSV, TSV, XLSX, JSON and YAML files become rows of fields with places.

`shelf` keeps what a game has opened; `opening` chooses the reader of a file.  `delimited` and
`workbook` give a grid of cells, which `heads` turns into fields; `trees` reads lists of objects.
`columns`, `joining` and `translating` do what a designer asks for on top of that.
"""
