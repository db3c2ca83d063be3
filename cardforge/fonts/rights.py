"""What a font file says about being embedded (fsType)."""

_LEVEL, _RESTRICTED, _PREVIEW, _EDITABLE = 0xF, 0x0002, 0x0004, 0x0008
_NO_SUBSET, _BITMAPS_ONLY = 0x0100, 0x0200


def right_of(bits: int) -> str:
    """Return the right to embed that the bits of a font give, as `cardforge list fonts` says it."""
    if only_as_pictures(bits):
        return "bitmaps only"
    if is_restricted(bits):
        return "restricted"
    word = "installable"
    if bits & (_PREVIEW | _EDITABLE):
        word = "editable" if bits & _EDITABLE else "preview & print"
    return f"{word}, no subset" if forbids_subsets(bits) else word


def is_restricted(bits: int) -> bool:
    """Return whether a font may not be embedded at all; a right beside it would count."""
    return bits & _LEVEL == _RESTRICTED


def only_as_pictures(bits: int) -> bool:
    """Return whether a font may be embedded only as bitmaps."""
    return bool(bits & _BITMAPS_ONLY)


def forbids_subsets(bits: int) -> bool:
    """Return whether only the whole of a font may be embedded."""
    return bool(bits & _NO_SUBSET)
