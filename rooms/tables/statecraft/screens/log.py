"""Log notes beside the sentences of facts: the acting player, headings, and changes that the board marks.

The changes come from a comparison of the table before and after the fact, whatever its cause. Only public things are compared
(SC-TRK-07, SC-CAM-07).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from control.engine.language import say
from rooms.tables.registry import FactNote, LogLevel, Touch
from rooms.tables.statecraft.game.engine import FACTS
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import Side, StatecraftState
from rooms.tables.statecraft.rules.action_cards import ActionPlayed
from rooms.tables.statecraft.rules.main_deck import Drew, Reshuffled
from rooms.tables.statecraft.rules.poaching import Poached
from rooms.tables.statecraft.rules.turns import TurnBegan, TurnEnded

MOVED, CLAIMED, FLOATS = "moved", "claimed", "floats"


def tracker_thing(player: int, ideology: int) -> str:
    """The name of a tracker in a `Touch`, whose `called` is the value before."""
    return f"tracker-{player}-{ideology}"


def budget_thing(player: int) -> str:
    """The name of a budget in a `Touch`."""
    return f"budget-{player}"


def supporter_thing(supporter: str) -> str:
    """The name of a supporter in a `Touch`, whose `called` is the previous host: "" when it floated or was not in play."""
    return f"supporter-{supporter}"


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


def note_of(happened: Any, scene: Scene) -> FactNote:
    """The log note of a fact. Its changes are found by folding the fact. A new round has a heading of its own."""
    before, after = scene.state, FACTS.evolve(scene.state, happened)
    begins = isinstance(happened, TurnBegan)
    new_round = begins and happened.round != before.round
    laid_out = len(before.sides) == len(after.sides)
    return FactNote(
        player=getattr(happened, "player", None),
        level=LogLevel.ROUND if new_round else LogLevel.TURN if begins else None,
        touched=(*_trackers(before.sides, after.sides), *_supporters(before, after)) if laid_out else (),
        attacked=_attacked(happened),
        small=isinstance(happened, SMALL),
        round=say("Round {round}", round=happened.round) if new_round else "",
    )


def _attacked(happened: Any) -> tuple[int, ...]:
    """The victims of poaching and action cards (SC-POA-01, SC-AFX-03, SC-AFX-07)."""
    if isinstance(happened, Poached):
        return (happened.host,)
    if isinstance(happened, ActionPlayed) and happened.opponent is not None:
        return (happened.opponent,)
    return ()
