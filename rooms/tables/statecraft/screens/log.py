"""The log beside the facts' words: whose doing, headings, and what moved on the table, as the board marks it.

It is found from the table before and after, whatever moved it: policies, losses, events and effects alike. Only what everybody
sees is looked at (SC-TRK-07, SC-CAM-07).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from control.engine.language import say
from rooms.tables.registry import Level, Note, Touch
from rooms.tables.statecraft.facts.actions import ActionPlayed
from rooms.tables.statecraft.facts.deck import Drew, Reshuffled
from rooms.tables.statecraft.facts.supporters import Poached
from rooms.tables.statecraft.facts.turns import TurnBegan, TurnEnded
from rooms.tables.statecraft.game.facts import FACTS
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import Side, StatecraftState

MOVED, CLAIMED, FLOATS = "moved", "claimed", "floats"


def tracker_thing(player: int, ideology: int) -> str:
    """How a tracker is called in a `Touch`; `called` is then where it stood."""
    return f"tracker-{player}-{ideology}"


def budget_thing(player: int) -> str:
    """How a budget is called in a `Touch`."""
    return f"budget-{player}"


def supporter_thing(supporter: str) -> str:
    """How a supporter is called in a `Touch`; `called` is then the player who had it, "" where it floated or was not there."""
    return f"supporter-{supporter}"


def moved(before: StatecraftState, after: StatecraftState) -> tuple[Touch, ...]:
    """The trackers and supporters that stand elsewhere now."""
    if len(before.sides) != len(after.sides):
        return ()
    return (*_trackers(before.sides, after.sides), *_supporters(before, after))


def _trackers(before: tuple[Side, ...], after: tuple[Side, ...]) -> Iterator[Touch]:
    for player, (was, now) in enumerate(zip(before, after, strict=True)):
        for ideology, (value, new) in enumerate(zip(was.trackers, now.trackers, strict=True)):
            if value != new:
                yield Touch(tracker_thing(player, ideology), MOVED, str(value))
        if was.budget != now.budget:
            yield Touch(budget_thing(player), MOVED, str(was.budget))


def _supporters(before: StatecraftState, after: StatecraftState) -> Iterator[Touch]:
    had, has = _hosts(before), _hosts(after)
    for supporter, host in has.items():
        if host is not None and had.get(supporter) != host:
            was = had.get(supporter)
            yield Touch(supporter_thing(supporter), CLAIMED, "" if was is None else str(was))
        elif host is None and had.get(supporter, -1) is not None:
            yield Touch(supporter_thing(supporter), FLOATS, str(had[supporter]) if supporter in had else "")


def _hosts(state: StatecraftState) -> dict[str, int | None]:
    hosts: dict[str, int | None] = dict.fromkeys(state.floating)
    for player, side in enumerate(state.sides):
        hosts |= dict.fromkeys(side.supporters, player)
    return hosts


SMALL: Final = (TurnBegan, TurnEnded, Drew, Reshuffled)


def note_of(happened: Any, scene: Scene) -> Note:
    """What is said of a fact: what it moved is found from the table before and after it."""
    before = scene.state
    return Note(
        player=getattr(happened, "player", None),
        level=_level(happened, before.round),
        touched=moved(before, FACTS.evolve(before, happened)),
        attacked=_attacked(happened),
        small=isinstance(happened, SMALL),
        round=_round(happened, before.round),
    )


def _round(happened: Any, before: int) -> str:
    """The heading of the round that begins with a turn."""
    return say("Round {round}", round=happened.round) if _level(happened, before) is Level.ROUND else ""


def _level(happened: Any, before: int) -> Level | None:
    if not isinstance(happened, TurnBegan):
        return None
    return Level.TURN if happened.round == before else Level.ROUND


def _attacked(happened: Any) -> tuple[int, ...]:
    """Poaching and action cards go against somebody (SC-POA-01, SC-AFX-03, SC-AFX-07)."""
    if isinstance(happened, Poached):
        return (happened.host,)
    if isinstance(happened, ActionPlayed) and happened.opponent is not None:
        return (happened.opponent,)
    return ()
