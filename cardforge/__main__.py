"""Runs the command line as ``python -m cardforge``."""

if __name__ == "__main__":
    try:
        from cardforge.cli import run
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    run()
