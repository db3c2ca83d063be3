"""Ink and files as a press wants them: colours, page boxes, PDF/X."""
