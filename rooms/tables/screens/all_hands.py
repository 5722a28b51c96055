"""Everybody's hands of a game that is over, one below the other on one page: the truth of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

ID: Final = re.compile(r'\sid="([^"]+)"')
POINTS: Final = re.compile(r'(\s(?:id|for|list|popovertarget|aria-[a-z]+)="|\shref="#)([^"]*)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPanel:
    """What a player's own page shows: the game's own object, drawn by the template of its hands."""

    chair: int
    name: str
    panel: object


@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown:
    """The same, drawn."""

    name: str
    drawn: SafeString


def drawn_hands(request: HttpRequest, template: str, hands: Sequence[HandPanel], context: dict[str, Any]) -> tuple[HandShown, ...]:
    """These hands, so that they can stand on one page."""
    return tuple(
        HandShown(
            name=each.name,
            drawn=mark_safe(apart(render_to_string(template, {**context, "panel": each.panel}, request), each.chair)),
        )
        for each in hands
    )


def apart(drawn: str, number: int) -> str:
    """A fragment whose ids are its own alone, with all that points to them: it stands several times on a page."""
    own = frozenset(ID.findall(drawn))

    def named(found: re.Match[str]) -> str:
        words = (f"{word}--{number}" if word in own else word for word in found[2].split(" "))
        return f'{found[1]}{" ".join(words)}"'

    return POINTS.sub(named, drawn)
