"""Who may challenge whom, and which duels are due: what is asked of challenges, and how their state changes (R-102)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from control.day.state import with_room
from control.engine.ids import SeatId, StepId
from control.engine.language import say
from control.engine.refused import Stale
from rooms.court.game.duel_types import ASKED, DUE, Answer, Challenge, Duels
from rooms.court.game.roll import assembled, is_assembled
from rooms.court.game.state import court_of
from rooms.realm.game.buildings.kinds import ARENA, usable
from rooms.realm.game.state import GameState, Seat
from rooms.realm.scenario.ids import Phase, Room

CHALLENGES: Final = StepId("challenges")
IN_DUEL: Final = frozenset({*ASKED, *DUE, Answer.FOUGHT})


# --- questions ----------------------------------------------------------------------------------------------------------


def duels_of(state: GameState) -> Duels:
    """All that the Court knows of challenges."""
    return court_of(state).duels


def of_month(state: GameState) -> tuple[Challenge, ...]:
    """The challenges of the running month."""
    return tuple(each for each in duels_of(state).challenges if each.month == state.clock.month)


def due_duels(state: GameState) -> tuple[Challenge, ...]:
    """What is agreed and not fought to its end."""
    return tuple(each for each in duels_of(state).challenges if each.stand in DUE)


def is_open(state: GameState) -> bool:
    """Does the Challenges step run? It is there only while some House has an Arena (GE-CRT-22, R-11)."""
    clock = state.clock
    at = clock.rooms.get(Room.COURT)
    return clock.phase == Phase.ACTION and at is not None and at.month == clock.month and at.step == CHALLENGES


def has_arena(state: GameState, seat: Seat) -> bool:
    """May this player's House use an Arena: its own, or one that it is let use (GE-CRT-85, GE-FAV-16, R-65)?"""
    return bool(usable(state, seat.house, ARENA))


def engaged(state: GameState, seat: SeatId) -> Challenge | None:
    """The challenge of this month that keeps a player from another one: open, or accepted (R-102)."""
    return next((each for each in of_month(state) if seat in each.both and each.stand in IN_DUEL), None)


def may_not_challenge(state: GameState, seat: Seat, *, glove: bool = False) -> str:
    """Why this player cannot challenge anybody now; empty when nothing hinders it. `glove`: a Favor stands for the Arena."""
    if not is_open(state):
        return say("Challenges are made in the Challenges step of the Court.")
    if not (glove or has_arena(state, seat)):
        return say("Only a House with an Arena, or allowed to use one, challenges.")
    if not _is_there(state, seat):
        return say("Only who is assembled in the Court challenges.")
    if engaged(state, seat.id) is not None:
        return say("{name} is part of a challenge already.", name=seat.name)
    if any(each.challenger == seat.id and each.stand is not Answer.REFUSED for each in of_month(state)):
        return say("{name} has challenged somebody this month; only after a refusal comes another.", name=seat.name)
    first = first_now(state)
    if first is not None and first.id != seat.id:
        return say("{name} challenges first.", name=first.name)
    return ""


def may_not_be_challenged(state: GameState, challenger: SeatId, target: Seat) -> str:
    """Why nobody can challenge this player now; empty when nothing hinders it."""
    if target.id == challenger:
        return say("Choose somebody else.")
    if not (target.acts and (_is_there(state, target) or not state.scenario.settings.duel_needs_presence)):
        return say("{name} is not assembled in the Court.", name=target.name)
    if any(each.target == target.id and each.stand is not Answer.OFF for each in of_month(state)):
        return say("{name} has been challenged this month.", name=target.name)
    if engaged(state, target.id) is not None:
        return say("{name} is part of a challenge already.", name=target.name)
    return ""


def _is_there(state: GameState, seat: Seat) -> bool:
    return is_assembled(state, seat.id) or (seat.acts and not state.scenario.settings.duel_needs_presence)


def challengers(state: GameState) -> tuple[Seat, ...]:
    """Who may challenge now, or could if nobody else came first."""
    cleared = with_duels(state, replace(duels_of(state), first=None))
    return tuple(seat for seat in assembled(state) if not may_not_challenge(cleared, seat))


def targets(state: GameState, challenger: SeatId) -> tuple[Seat, ...]:
    """Whom this player may challenge, in the order of the roll."""
    seats = assembled(state)
    if not state.scenario.settings.duel_needs_presence:
        seats = (*seats, *(seat for seat in state.seats.values() if seat.acts and not is_assembled(state, seat.id)))
    return tuple(seat for seat in seats if not may_not_be_challenged(state, challenger, seat))


def first_now(state: GameState) -> Seat | None:
    """Whom the Sovereign lets challenge first, until that player has or cannot any more (GE-SOV-27)."""
    duels, month = duels_of(state), state.clock.month
    if duels.first is None or duels.first_month != month or not is_assembled(state, duels.first):
        return None
    made = any(each.challenger == duels.first for each in of_month(state))
    return None if made or engaged(state, duels.first) else state.seats.get(duels.first)


def challenge_of(state: GameState, number: int) -> Challenge:
    """The challenge of that number.

    Raises:
        Stale: there is none.
    """
    found = next((each for each in duels_of(state).challenges if each.number == number), None)
    if found is None:
        raise Stale(say("There is no such challenge; look again."), rule="R-102")
    return found


# --- fold ---------------------------------------------------------------------------------------------------------------


def with_duels(state: GameState, duels: Duels) -> GameState:
    """The state with other challenges."""
    return with_room(state, Room.COURT, replace(court_of(state), duels=duels))


def with_challenge(state: GameState, number: int, stands: tuple[Answer, ...], **changes: object) -> GameState:
    """The state with something else about a challenge that stands so; doubtful where there is none such."""
    duels = duels_of(state)
    found = next((each for each in duels.challenges if each.number == number and each.stand in stands), None)
    if found is None:
        return with_duels(state, replace(duels, doubtful=True))
    changed = replace(found, **changes)  # type: ignore[arg-type]  # the fields of Challenge, by name
    return with_duels(state, replace(duels, challenges=tuple(changed if each is found else each for each in duels.challenges)))


def with_new(state: GameState, new: Challenge) -> GameState:
    """The state with one challenge more; those before last month are forgotten."""
    duels = duels_of(state)
    kept = tuple(each for each in duels.challenges if each.month >= new.month - 1)
    twice = any(each.number == new.number for each in kept)
    return with_duels(
        state,
        replace(duels, challenges=(*kept, new), last=max(duels.last, new.number), doubtful=duels.doubtful or twice),
    )


def broken_duels(state: GameState) -> tuple[str, ...]:
    """Nobody is part of two challenges at a time, and nothing is said of one that is not."""
    found = [say("A challenge in the Court is missing.")] if duels_of(state).doubtful else []
    for month in {each.month for each in duels_of(state).challenges}:
        live = [seat for each in duels_of(state).challenges if each.month == month and each.stand in IN_DUEL for seat in each.both]
        twice = {seat for seat in live if live.count(seat) > 1}
        found.extend(
            say("{name} is part of two challenges.", name=state.seats[seat].name) for seat in sorted(twice) if seat in state.seats
        )
    return tuple(found)
