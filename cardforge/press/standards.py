"""The PDF/X standards: how a file says that it keeps one, and what each refuses.

ISO 15930 in its parts 1 (X-1a:2001), 4 (X-1a:2003), 6 (X-3:2003) and 7 (X-4).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Standard(NamedTuple):
    """One of the standards, as its name for `--standard` stands in STANDARDS.

    `keys` are what the document information says of it; `transparency` is whether ink may be
    blended, `needs_profile` whether naming a registered printing condition is not enough.
    """

    title: str
    pdf_version: str
    keys: Mapping[str, str]
    transparency: bool = False
    needs_profile: bool = False

    @property
    def newest_profile(self) -> int:
        """Return the newest version of ICC profiles that this version of PDF knows."""
        return 2 if self.pdf_version < "1.5" else 4


def _keys(**keys: str) -> Mapping[str, str]:
    return MappingProxyType(keys)


STANDARDS: Mapping[str, Standard] = MappingProxyType(
    {
        "pdfx-1a:2001": Standard(
            "PDF/X-1a:2001",
            "1.3",
            # The first edition counts the levels 1 and 1a as one version with two conformances.
            _keys(GTS_PDFXVersion="PDF/X-1:2001", GTS_PDFXConformance="PDF/X-1a:2001"),
        ),
        "pdfx-1a:2003": Standard("PDF/X-1a:2003", "1.4", _keys(GTS_PDFXVersion="PDF/X-1a:2003")),
        "pdfx-3:2003": Standard("PDF/X-3:2003", "1.4", _keys(GTS_PDFXVersion="PDF/X-3:2003")),
        # X-4 is known by its metadata packet alone.
        "pdfx-4": Standard("PDF/X-4", "1.6", _keys(), transparency=True, needs_profile=True),
    }
)
