"""ICC profiles made for tests: a press that anybody can compute, and a screen of many colours."""

import struct

import numpy as np

D50 = np.array((0.9642, 1.0, 0.8249))
# What each ink takes of red, green and blue: no ink is pure, so bright colours are out of reach.
TAKES = np.array(((0.95, 0.12, 0.03), (0.25, 0.92, 0.12), (0.05, 0.2, 0.93)))
# What black takes: alone it is no black as all inks together are.
DARK = 0.88
TO_XYZ = np.array(
    (
        (0.4360747, 0.3850649, 0.1430804),
        (0.2225045, 0.7168786, 0.0606169),
        (0.0139322, 0.0971045, 0.7141733),
    )
)


def _light(rgb):
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def _encoded(light):
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def lab_of(rgb):
    f = _light(np.clip(rgb, 0, 1)) @ TO_XYZ.T / D50
    f = np.where(f > 216 / 24389, np.cbrt(f), (24389 / 27 * f + 16) / 116)
    x, y, z = f.T
    return np.stack((116 * y - 16, 500 * (x - y), 200 * (y - z)), axis=1)


def rgb_of(lab):
    lightness, a, b = lab.T
    y = (lightness + 16) / 116
    f = np.stack((y + a / 500, y, y - b / 200), axis=1)
    xyz = np.where(f**3 > 216 / 24389, f**3, (116 * f - 16) / (24389 / 27)) * D50
    return _encoded(xyz @ np.linalg.inv(TO_XYZ).T)


def printed(cmyk):
    """Return the sRGB of inks on the toy press."""
    return np.clip(1 - cmyk[:, :3] @ TAKES, 0, 1) * (1 - DARK * cmyk[:, 3:])


def separated(rgb):
    """Return the inks for sRGB on the toy press: half of the grey in black, from the middle on."""
    black = np.clip(1.2 * ((1 - rgb.max(axis=1, keepdims=True)) - 0.4), 0, 0.9)
    left = rgb / (1 - DARK * black)
    return np.concatenate([np.clip((1 - left) @ np.linalg.inv(TAKES), 0, 1), black], axis=1)


def _nodes(steps, channels):
    axes = np.meshgrid(*[np.linspace(0, 1, steps)] * channels, indexing="ij")
    return np.stack([axis.ravel() for axis in axes], axis=1)


def _table(channels_in, channels_out, steps, values):
    head = b"mft2\0\0\0\0" + struct.pack(">4B", channels_in, channels_out, steps, 0)
    one = 65536
    head += struct.pack(">9i2H", one, 0, 0, 0, one, 0, 0, 0, one, 2, 2)
    straight = struct.pack(">2H", 0, 65535)
    clut = np.clip(np.rint(values), 0, 65535).astype(">u2").tobytes()
    return head + straight * channels_in + clut + straight * channels_out


def _description(name):
    return b"desc\0\0\0\0" + struct.pack(">I", len(name) + 1) + name.encode() + b"\0" * 79


def _xyz(values):
    return b"XYZ \0\0\0\0" + b"".join(_fixed(value) for value in values)


def _fixed(value):
    return struct.pack(">i", round(value * 65536))


def profile(kind, space, connection, tags, version=2):
    """Return an ICC profile of some tags."""
    table, data, start = b"", b"", 132 + 12 * len(tags)
    for name, tag in tags:
        tag += b"\0" * (-len(tag) % 4)
        table += name + struct.pack(">II", start + len(data), len(tag))
        data += tag
    body = struct.pack(">I", len(tags)) + table + data
    head = struct.pack(">I", 128 + len(body)) + b"test" + bytes((version, 0x10, 0, 0))
    head += kind + space + connection + struct.pack(">6H", 2020, 1, 1, 0, 0, 0) + b"acsp"
    head += b"\0" * 28 + b"".join(_fixed(value) for value in D50)
    return head.ljust(128, b"\0") + body


def toy_press(name="Toy press", version=2, veil=0.0):
    """Return the output profile of the toy press; a veil of light lies over all its prints."""
    inks = _nodes(6, 4)
    looks = lab_of(veil + (1 - veil) * printed(inks))
    from_inks = np.stack((looks[:, 0] / 100 * 65280, *((looks[:, 1:].T + 128) * 256)), axis=1)
    there = _nodes(21, 3) * 65535
    lab = np.stack((there[:, 0] / 65280 * 100, *(there[:, 1:].T / 256 - 128)), axis=1)
    to_inks = separated(np.clip((rgb_of(lab) - veil) / (1 - veil), 0, 1)) * 65535
    ways = _table(4, 3, 6, from_inks), _table(3, 4, 21, to_inks)
    tags = [
        (b"desc", _description(name)), (b"cprt", b"text\0\0\0\0CC0\0"), (b"wtpt", _xyz(D50)),
        (b"A2B0", ways[0]), (b"B2A0", ways[1]), (b"A2B1", ways[0]), (b"B2A1", ways[1]),
    ]  # fmt: skip
    return profile(b"prtr", b"CMYK", b"Lab ", tags, version)


def wide_screen(name="Toy wide"):
    """Return the profile of a screen with the primaries of Adobe RGB and a gamma of 2.2."""
    primaries = (
        (0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457),
    )  # fmt: skip
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(2.19921875 * 256)) + b"\0\0"
    tags = [(b"desc", _description(name)), (b"cprt", b"text\0\0\0\0CC0\0"), (b"wtpt", _xyz(D50))]
    tags += zip((b"rXYZ", b"gXYZ", b"bXYZ"), map(_xyz, primaries), strict=True)
    tags += [(b"rTRC", curve), (b"gTRC", curve), (b"bTRC", curve)]
    return profile(b"mntr", b"RGB ", b"XYZ ", tags)
