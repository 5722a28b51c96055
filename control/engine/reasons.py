"""Reasons: why something happened, kept as a code with its values and said in whatever language is spoken when it is told.

An event holds no sentence of the console's, for it is read years later, in another language, or by a hall that speaks several:

    @as_reason("throne.leads")
    def leads(team: str, points: int) -> str:
        return say("{team} leads with {points} points", team=team, points=points)

    LeaderChosen(..., why=leads(team="Gulls", points=7))

What is declared so gives a `Reason` when it is called, and its words when the reason is told. The code and the names of the values
are stored, so they stay what they are: whoever changes them brings the stored ones forward (`control.engine.upcasting`). What a
person typed is told as it stands, as is what earlier releases stored: a `Told` is the one or the other, and `str` says either.
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
    """What is to be told: its code, and the values of its sentence by name; these may be reasons themselves, or rows of them."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)

    @property
    def words(self) -> str:
        """The sentence, in the language that is spoken now; a code that nobody declares any more stands for itself."""
        said = _said.get(self.code)
        return said(**self.values) if said else self.code

    def __str__(self) -> str:
        return self.words


Told = str | Reason


def as_reason(code: str, *, public: bool = False) -> Callable[[Callable[Given, str]], Callable[Given, Reason]]:
    """Let a function that says a sentence stand for it: called, it gives the reason, which is told by it later.

    Its parameters are values as a reason keeps them. The code is written whole, with the part of the game it belongs to. A `public`
    one, values and all, is of what everybody saw.
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
    """Did everybody see that this was so?"""
    return reason.code in _public


def codes() -> frozenset[str]:
    """Every code that is declared."""
    return frozenset(_said)
