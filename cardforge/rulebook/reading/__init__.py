"""Reading: a rules text becomes a Book, every fault of it with its place."""
