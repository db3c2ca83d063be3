"""Pages: the blocks of a Book as slips, columns and pages of ink."""
