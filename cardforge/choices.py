"""What is chosen by name in a game and on the command line, where several modules know the name.

Nothing is imported here: the command line shows such names before anything else is loaded.
"""

# What `shops` of a game may hold beside the names of shops: said of every shop that says nothing.
EVERY_SHOP = "default"
# The name that stands for no booklet and no box.
NO_PRODUCT = "none"

# How a design becomes a product of another size.
FITS = ("centre", "scale")
# Which PDF a press is sent.
STANDARDS = ("pdfx-1a:2001", "pdfx-1a:2003", "pdfx-3:2003", "pdfx-4")

# What `--language` calls the original with every text made longer.
PSEUDO = "pseudo"
