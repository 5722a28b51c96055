"""Wounds of the God Emperor, a mortal person: the last one puts him out of the game (R-30, setting `god_emperor_wounds`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Invalidation
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, to_desks
from rooms.realm.game.ranks_and_wounds import STRIP_DESKS
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.succession import ruler_died_events
from rooms.realm.game.throne.throne_events import god_emperor_died_reason


class WoundGodEmperor(Struct, frozen=True, kw_only=True):
    """Set the wounds of the ruling God Emperor. `before`: wounds that the sender saw."""

    before: int
    wounds: int
    reason: str


class GodEmperorWounded(Struct, frozen=True, kw_only=True):
    before: int
    wounds: int
    reason: Told


def deadly(state: GameState) -> int:
    """Number of wounds that kill him."""
    return state.scenario.settings.god_emperor_wounds


def wound_emperor(state: GameState, wounds: int, *, why: Told) -> tuple[GodEmperorWounded, ...]:
    """Wound him further, up to his last wound; no events once he no longer rules (R-30)."""
    throne = state.throne
    after = min(throne.wounds + wounds, deadly(state))
    if not throne.god_emperor or after <= throne.wounds:
        return ()
    return (GodEmperorWounded(before=throne.wounds, wounds=after, reason=why),)


def decide_wound(state: GameState, command: WoundGodEmperor, asked: DecisionContext) -> tuple[GodEmperorWounded, ...]:
    """Set his wounds; the last one kills (R-30).

    Raises:
        Refused: the number is out of range, or no reason is given.
        Stale: he no longer rules, or his number of wounds has changed.
    """
    throne, most, reason = state.throne, deadly(state), require_reason(command.reason)
    if not throne.god_emperor:
        raise Stale(say("The God Emperor reigns no more; he is out of the game."), rule="R-30")
    if throne.wounds != command.before or throne.wounds == command.wounds:
        now = say_count(
            "The God Emperor has {count} wound by now; look again.",
            "The God Emperor has {count} wounds by now; look again.",
            throne.wounds,
        )
        raise Stale(now, rule="R-30")
    if not 0 <= command.wounds <= most:
        raise Refused(say("The God Emperor has 0 to {most} wounds.", most=most), rule="R-30")
    return (GodEmperorWounded(before=throne.wounds, wounds=command.wounds, reason=reason),)


def kill_emperor(state: GameState, happened: GodEmperorWounded, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Kill him at the last wound; the throne is empty until Return (GE-SOV-03, GE-SOV-09, R-28, R-30)."""
    if not state.throne.god_emperor or state.throne.wounds < deadly(state):
        return ()
    return ruler_died_events(state, None, why=god_emperor_died_reason())


def evolve_wounded(state: GameState, happened: GodEmperorWounded) -> GameState:
    """Set his wounds, and note it if they do not follow from the number he had."""
    throne = state.throne
    miscounted = throne.miscounted or throne.wounds != happened.before
    return replace(state, throne=replace(throne, wounds=happened.wounds, miscounted=miscounted))


def broken_wounds(state: GameState) -> tuple[str, ...]:
    """Check that each wound follows from the one before, and he does not rule with the last: a withdrawal kills nobody (R-30)."""
    found = list[str]()
    if state.throne.miscounted:
        found.append(say("The wounds of the God Emperor were counted on from a number that he did not have then."))
    if state.throne.god_emperor and state.throne.wounds >= deadly(state):
        found.append(say("The God Emperor reigns with the last wound."))
    return tuple(found)


def tell_wounded(happened: GodEmperorWounded, before: GameState, after: GameState) -> Iterator[Line]:
    words = say_count(
        "The God Emperor has {count} wound, not {before}: {reason}.",
        "The God Emperor has {count} wounds, not {before}: {reason}.",
        happened.wounds,
        before=happened.before,
        reason=happened.reason,
    )
    yield to_desks(words)


COMMANDS: Mapping[type, CommandHandler] = {
    WoundGodEmperor: CommandHandler(decide=decide_wound, desks=STRIP_DESKS, label=lambda c, s: say("Wounds of the God Emperor")),
}
EVENTS: Mapping[type, EventHandler] = {
    GodEmperorWounded: EventHandler(
        evolve=evolve_wounded,
        tell=tell_wounded,
        invalidations=lambda _happened, _state: (Invalidation(topic="people", to="staff"),),
    ),
}
