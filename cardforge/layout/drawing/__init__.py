"""What is drawn without a file: outlines of shapes, gradients, patterns, shadows, codes."""
