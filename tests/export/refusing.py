"""Exports that must fail and leave everything as it was."""

POKER = {"width": 63.5, "height": 88.9}


def files(folder):
    """Return every file below a folder with its content."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(run, tmp_path, *arguments, code=1):
    """Export the toy in a way that must fail; return what was said. Nothing may have changed."""
    before = files(tmp_path)
    ended, out, err = run("export", tmp_path / "toy", "--out", tmp_path / "out", *arguments)
    assert ended == code, out + err
    assert out == ""
    assert files(tmp_path) == before
    assert not (tmp_path / "out").exists() or before
    return err
