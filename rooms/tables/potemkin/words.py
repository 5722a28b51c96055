"""Names as sentences have them: whose something is, and several of them in a row."""

from __future__ import annotations

from collections.abc import Sequence

from control.language import say, say_as


def owned(name: str) -> str:
    """ "Anna’s", "Boris’"; other languages have more names that take nothing but the apostrophe."""
    if name.endswith("s"):
        return say("{name}’", name=name)
    if name.endswith(("x", "z", "ß")):
        return say_as("a name in x, z or ß", "{name}’s", name=name)
    return say("{name}’s", name=name)


def listed(words: Sequence[str], last: str = "") -> str:
    """ "a, b and c", or with another word before the last; empty for nothing."""
    before_the_last = last or say("and")
    return f"{', '.join(words[:-1])} {before_the_last} {words[-1]}" if len(words) > 1 else "".join(words)
