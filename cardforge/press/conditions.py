"""Printing conditions that the ICC's registry knows, and the profiles that are made for them."""

from __future__ import annotations

from collections.abc import Mapping

REGISTRY = "http://www.color.org"
REGISTERED = (
    *("CGATS TR 001", "CGATS TR 002", "CGATS TR 003", "CGATS TR 005", "CGATS TR 006"),
    *(f"CGATS21-2-CRPC{number}" for number in range(1, 8)),
    *(f"FOGRA{number}" for number in range(27, 55)),
    *(f"APTEC_CTV_{number}" for number in range(3, 9)),
    *("APTEC Coated CardBoard", "APTEC CCNB", "IFRA26", "EUROSB104", "EUROSB204"),
    *("JC200103", "JC200104", "JCN2002", "JCW2003", "JCS2011"),
)
# What the profiles for a condition are called: by the description inside, or by their file.
PROFILES: Mapping[str, tuple[str, ...]] = {
    "FOGRA27": ("Coated FOGRA27 (ISO 12647-2:2004)", "CoatedFOGRA27"),
    "FOGRA29": ("Uncoated FOGRA29 (ISO 12647-2:2004)", "UncoatedFOGRA29"),
    "FOGRA39": (
        *("ISO Coated v2 300% (ECI)", "ISOcoated_v2_300_eci"),
        *("ISO Coated v2 300% (basICColor)", "ISOcoated_v2_300_bas", "ISO Coated v2 300%"),
        *("ISO Coated v2 (ECI)", "ISOcoated_v2_eci", "ISO Coated v2"),
        *("Coated FOGRA39 (ISO 12647-2:2004)", "CoatedFOGRA39"),
    ),
    "FOGRA47": ("PSO Uncoated ISO12647 (ECI)", "PSO_Uncoated_ISO12647_eci"),
    "FOGRA51": ("PSO Coated v3", "PSOcoated_v3"),
    "FOGRA52": ("PSO Uncoated v3 (FOGRA52)", "PSOuncoated_v3_FOGRA52", "PSO Uncoated v3"),
    "CGATS TR 001": ("U.S. Web Coated (SWOP) v2", "USWebCoatedSWOP", "USWebCoatedSWOPv2"),
    "CGATS TR 003": ("Web Coated SWOP 2006 Grade 3 Paper", "WebCoatedSWOP2006Grade3"),
    "CGATS TR 005": ("Web Coated SWOP 2006 Grade 5 Paper", "WebCoatedSWOP2006Grade5"),
    "CGATS TR 006": (
        *("Coated GRACoL 2006 (ISO 12647-2:2004)", "CoatedGRACoL2006"),
        *("GRACoL2006_Coated1v2", "GRACoL2006_Coated1"),
    ),
    "CGATS21-2-CRPC6": ("GRACoL2013_CRPC6", "GRACoL2013 CRPC6"),
    "JC200103": ("Japan Color 2001 Coated", "JapanColor2001Coated"),
}
# Profiles near enough to convert colours for a condition whose own profile cannot be passed on;
# they are never embedded in its name.
STAND_INS: Mapping[str, tuple[str, ...]] = {
    "CGATS TR 001": (
        "Artifex CMYK SWOP Profile",
        *PROFILES["CGATS TR 003"],
        *PROFILES["CGATS TR 006"],
        *PROFILES["FOGRA39"],
    )
}
_WORDS = {
    "FOGRA39": "Offset on gloss or matt coated paper, ISO 12647-2:2004 (FOGRA39)",
    "FOGRA51": "Offset on premium coated paper, ISO 12647-2:2013 (FOGRA51)",
    "FOGRA52": "Offset on wood-free uncoated paper, ISO 12647-2:2013 (FOGRA52)",
    "CGATS TR 001": "SWOP: publication printing in the USA (CGATS TR 001)",
    "CGATS TR 006": "GRACoL: commercial offset on coated paper in the USA (CGATS TR 006)",
    "JC200103": "Japan Color 2001: offset on coated paper (JC200103)",
}


def simplified(name: str) -> str:
    """Return a name without capitals, blanks and punctuation: as names are compared."""
    return "".join(char for char in name.casefold() if char.isalnum())


_BY_NAME = {simplified(name): name for name in REGISTERED}
_BY_PROFILE = {
    simplified(name): condition for condition, names in PROFILES.items() for name in names
}


def registered(name: str) -> str | None:
    """Return a registered condition as the registry spells it, None for any other name."""
    return _BY_NAME.get(simplified(name))


def condition_of(*profile_names: str) -> str | None:
    """Return the condition that a profile of one of these names is made for, if that is known."""
    found = (_BY_PROFILE.get(simplified(name)) for name in profile_names)
    return next((condition for condition in found if condition), None)


def in_words(condition: str) -> str:
    """Return what a condition is, for people."""
    return _WORDS.get(condition, condition)
