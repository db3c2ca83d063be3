"""Runs the command line as ``python -m cardforge``."""

from cardforge.cli import main

if __name__ == "__main__":
    main()
