"""Reasons: why something happened, stored as a code with values, and translated when it is shown.

An event stores no sentence of the console, because people may read it years later or in another language:

    @as_reason("throne.leads")
    def leads(team: str, points: int) -> str:
        return say("{team} leads with {points} points", team=team, points=points)

    LeaderChosen(..., why=leads(team="Gulls", points=7))

A function declared so returns a `Reason`. Showing the reason calls the function for its words. The code and the names of the values
are stored, so a change of them needs an upcaster (`control.engine.upcasting`). Text that a person typed, and text that earlier
releases stored, is shown unchanged. A `Told` is either a reason or such text; `str` gives the words of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, Union, cast

Given = ParamSpec("Given")
Value = Union[str, int, "Reason", tuple[Union[str, "Reason"], ...]]

_said: dict[str, Callable[..., str]] = {}
_public: set[str] = set()


@dataclass(frozen=True, slots=True)
class Reason:
    """A stored reason: its code, and its sentence's values by name. A value may be a reason, or a tuple of reasons."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)

    @property
    def words(self) -> str:
        """The sentence in the current language; for an undeclared code, the code itself."""
        said = _said.get(self.code)
        return said(**self.values) if said else self.code

    def __str__(self) -> str:
        return self.words


Told = str | Reason


def as_reason(code: str, *, public: bool = False) -> Callable[[Callable[Given, str]], Callable[Given, Reason]]:
    """Declare a function that says a sentence as a reason. Its call then returns the `Reason` instead of the sentence.

    Its parameters must be values that a reason can store. `code`: complete, with its part of the game ("throne.leads").
    `public`: everybody saw the reason and all its values.
    """

    def declare(said: Callable[Given, str]) -> Callable[Given, Reason]:
        if code in _said:
            raise ValueError(f"{code} is declared twice")
        _said[code] = said
        if public:
            _public.add(code)
        names = tuple(signature(said).parameters)

        @wraps(said)
        def made(*values: Given.args, **named: Given.kwargs) -> Reason:
            kept: dict[str, Any] = {**dict(zip(names, cast(Iterable[object], values), strict=False)), **named}
            return Reason(code, kept)

        return made

    return declare


def is_public(reason: Reason) -> bool:
    """Did everybody see this?"""
    return reason.code in _public


def codes() -> frozenset[str]:
    """Return every declared code."""
    return frozenset(_said)
