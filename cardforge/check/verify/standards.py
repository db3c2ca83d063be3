"""The rules of the PDF/X standards, and the printing conditions that have a registered name.

The figures follow ISO 15930-1, -3, -4, -6 and -7 as free tools and application notes restate
them; where those disagree the rule only warns.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Standard(NamedTuple):
    """What one standard asks: its name, its key in Info, the highest PDF version, what it allows.

    `flat` refuses transparency and layers, `inks_only` every colour but those of inks, `xmp` keeps
    title and dates in the XMP instead of Info.
    """

    title: str
    key: str
    version: tuple[int, int]
    flat: bool = True
    inks_only: bool = False
    xmp: bool = False


STANDARDS: Mapping[str, Standard] = MappingProxyType(
    {
        "pdfx-1a:2001": Standard("PDF/X-1a:2001", "PDF/X-1:2001", (1, 3), inks_only=True),
        "pdfx-1a:2003": Standard("PDF/X-1a:2003", "PDF/X-1a:2003", (1, 4), inks_only=True),
        "pdfx-3:2002": Standard("PDF/X-3:2002", "PDF/X-3:2002", (1, 3)),
        "pdfx-3:2003": Standard("PDF/X-3:2003", "PDF/X-3:2003", (1, 4)),
        "pdfx-4": Standard("PDF/X-4", "PDF/X-4", (1, 6), flat=False, xmp=True),
    }
)

REGISTRY = "http://www.color.org"
_REGISTERED = re.compile(
    r"CGATS TR 00[12356]|CGATS21-2-CRPC[1-7]|FOGRA(?:2[7-9]|3\d|4\d|5[0-4])|APTEC_CTV_[3-8]"
    r"|APTEC Coated CardBoard|APTEC CCNB|IFRA26|JC200103|JC200104|JCN2002|JCW2003|JCS2011"
    r"|EUROSB104|EUROSB204"
)


def is_registered(identifier: str) -> bool:
    """Return whether a printing condition is one that the registry of the ICC names."""
    return _REGISTERED.fullmatch(identifier) is not None
