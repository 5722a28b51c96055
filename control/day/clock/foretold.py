"""The turn of a round before it happens, for whoever is asked whether to end the phase before it: a line for each moment."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ForetoldMoment:
    """A moment with its number ("" for what comes before or after the numbered ones) and what happens in it, a sentence each."""

    number: str
    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Foretold:
    """What may still change it, the moments in which something happens, and in one line those in which nothing does."""

    caveats: tuple[str, ...]
    moments: tuple[ForetoldMoment, ...]
    nothing: str
