"""Names as sentences have them: whose something is."""

from __future__ import annotations

from control.engine.language import say, say_as


def owned(name: str) -> str:
    """ "Anna’s", "Boris’"; other languages have more names that take nothing but the apostrophe."""
    if name.endswith("s"):
        return say("{name}’", name=name)
    if name.endswith(("x", "z", "ß")):
        return say_as("a name in x, z or ß", "{name}’s", name=name)
    return say("{name}’s", name=name)
