"""Who has died, as everybody may know it: the character, its House, and how, where everybody saw it (GE-CER-02, R-139).

What a player was told in confidence, or what Control typed for its own journal, is nobody else's: such a death has no how.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from control.day.memoization import recalled
from control.day.state import Presence, Stage
from control.engine.language import listed, say, say_count
from control.engine.reasons import Reason, Told, is_public
from control.engine.viewer import Viewer
from rooms.realm.game.attendance import going_on, held_at
from rooms.realm.game.ceremonies import CEREMONY_NAMES
from rooms.realm.game.deaths.aftermath import THIRD
from rooms.realm.game.records import Death
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.game.view_throne import reigns_by_day

LINES = 2  # of deaths beside the clock, or of ceremonies


@dataclass(frozen=True, slots=True, kw_only=True)
class DeathsOfMonth:
    """The deaths of one month, a sentence each."""

    month: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BesideClock:
    """Who reigns, who is dead at present, and which ceremonies are held now, as many as have room."""

    reigns: str
    deaths: tuple[str, ...]
    ceremonies: tuple[str, ...] = ()


def deaths_told(state: GameState, _viewer: Viewer) -> tuple[DeathsOfMonth, ...]:
    """Everybody who has died, the newest month first."""
    return _by_month(state)


@recalled(8)
def _by_month(state: GameState) -> tuple[DeathsOfMonth, ...]:
    newest = sorted(state.deaths, key=lambda death: -death.month)
    return tuple(
        DeathsOfMonth(month=month, words=tuple(death_words(state, each) for each in found))
        for month, found in groupby(newest, key=lambda death: death.month)
    )


def death_words(state: GameState, death: Death) -> str:
    """One death: "Greta Chi of Wolf has died (hit in the duel of Ann and Ben)."."""
    named = {"character": death.character, "house": house_name(state, death.house)}
    how = public_how(death.why)
    return (
        say("{character} of {house} has died ({how}).", how=how, **named)
        if how
        else say("{character} of {house} has died.", **named)
    )


def public_how(why: Told) -> str:
    """How somebody died, where that was in everybody's sight; else nothing."""
    while isinstance(why, Reason) and why.code == THIRD:
        inner = why.values.get("why", "")
        why = inner if isinstance(inner, Reason) else ""
    return str(why) if isinstance(why, Reason) and is_public(why) else ""


def beside_clock(state: GameState, viewer: Viewer) -> BesideClock:
    """What stands below the clock of the hall: who reigns, and the dead until they return."""
    dead = {seat.id for seat in state.seats.values() if seat.died is not None and seat.presence is not Presence.GONE}
    last = {death.seat: death for death in state.deaths}
    told = [death_words(state, death) for seat, death in last.items() if seat in dead]
    if len(told) > LINES:
        more = len(told) - LINES + 1
        told = [
            *told[: LINES - 1],
            say_count("And {count} more has died: see News.", "And {count} more have died: see News.", more),
        ]
    held = held_words(state)
    if held:  # what to go to now comes before who has died: the wall has room for so many lines
        told = told[: max(0, LINES - len(held))]
    over = state.clock.stage is Stage.OVER
    return BesideClock(reigns=reigns_by_day(state, viewer), deaths=() if over else tuple(told), ceremonies=held)


def held_words(state: GameState) -> tuple[str, ...]:
    """The ceremonies that are held now, and where: "Cat and Wolf: Marriage, at the House Table of Cat"."""
    found = [
        say(
            "{houses}: {ceremony}, at the House Table of {table}",
            houses=listed([house_name(state, house) for house in each.houses]),
            ceremony=CEREMONY_NAMES[each.kind],
            table=house_name(state, held_at(state, each)),
        )
        for each in state.ceremonies
        if going_on(state, each)
    ]
    if len(found) <= LINES:
        return tuple(found)
    more = len(found) - LINES + 1
    return (*found[: LINES - 1], say_count("And {count} more ceremony is held.", "And {count} more ceremonies are held.", more))
