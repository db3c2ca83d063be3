"""The rules of the output intent: for which press and paper a PDF/X was made."""

from __future__ import annotations

from collections.abc import Iterator

from cardforge.check.verify.document import Document, Intent
from cardforge.check.verify.faults import Fault, error, warning
from cardforge.check.verify.standards import REGISTRY, Standard, is_registered

_CHANNELS = {"CMYK": 4, "GRAY": 1, "RGB": 3}
_NEEDS_PROFILE = ("ICCBased", "CalRGB", "CalGray", "Lab", "Default")


def intent_faults(document: Document, standard: Standard) -> Iterator[Fault]:
    """Yield what is wrong with the output intent of a PDF/X."""
    found = [intent for intent in document.intents if intent.kind == "GTS_PDFX"]
    if len(found) != 1:
        words = "no output intent" if not found else f"{len(found)} output intents, one is allowed"
        yield error("file.standard", words, "name the printing condition of the press")
        return
    intent = found[0]
    if not intent.has_type:
        yield error("file.standard", "the output intent must say Type OutputIntent")
    yield from _condition(intent)
    yield from _profile(intent, document, standard)


def _condition(intent: Intent) -> Iterator[Fault]:
    if not intent.identifier:
        yield error("file.standard", "the output intent names no printing condition")
        return
    if is_registered(intent.identifier):
        if intent.registry is not None and intent.registry.rstrip("/") != REGISTRY:
            yield error("file.standard", f"RegistryName of the output intent must be {REGISTRY}")
        elif intent.registry is None:
            yield error("file.standard", f"the output intent must say RegistryName {REGISTRY}")
        return
    if intent.registry is not None and intent.registry.rstrip("/") == REGISTRY:
        yield error(
            "file.standard",
            f"{intent.identifier} is no condition that {REGISTRY} names",
            "spell it as the registry does, or leave RegistryName out",
        )
    if not intent.info:
        yield error(
            "file.standard",
            f"the output intent must say Info: {intent.identifier} is no registered condition",
        )


def _profile(intent: Intent, document: Document, standard: Standard) -> Iterator[Fault]:
    if intent.profile is None:
        yield from _without_profile(intent, document, standard)
        return
    kind, colours, channels = intent.profile
    if kind != "prtr":
        yield error("file.standard", "the profile of the output intent must be one of a printer")
    allowed = ("CMYK", "GRAY") if standard.inks_only else tuple(_CHANNELS)
    if colours not in allowed:
        yield error(
            "file.standard",
            f"the profile of the output intent has the colours '{colours}',"
            f" allowed: {', '.join(allowed)}",
        )
    elif channels != _CHANNELS[colours]:
        yield error("file.standard", "the profile of the output intent has a wrong N")


def _without_profile(intent: Intent, document: Document, standard: Standard) -> Iterator[Fault]:
    if not intent.identifier or not is_registered(intent.identifier):
        yield error(
            "file.standard",
            "the output intent needs a profile: its condition is not a registered one",
        )
        return
    kinds = {kind for page in document.pages for kinds in page.seen.spaces.values()
             for kind in kinds}  # fmt: skip
    if kinds & set(_NEEDS_PROFILE):
        yield warning(
            "file.standard",
            "the output intent should have a profile: pages use colours with profiles",
        )
    elif standard.xmp:
        yield warning(
            "file.standard",
            "the output intent names a registered condition only: some printers want its profile",
        )
