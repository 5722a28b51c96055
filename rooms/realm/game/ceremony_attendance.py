"""Attendance at ceremonies: every member of its Houses who is here, until it ends (GE-EVT-33, R-14)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.people.lookup import members
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, listed, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module
from control.engine.reasons import Reason
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, to_desks
from rooms.realm.game.ceremonies import CEREMONY_DESK, CEREMONY_NAMES, burial_reason, ceremony_invalidations, may_hold_now
from rooms.realm.game.records import Death
from rooms.realm.game.state import Ceremony, CeremonyKind, GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name, is_purse_common
from rooms.realm.game.weddings.priests import priests
from rooms.realm.scenario.ids import HouseId


class Attend(Struct, frozen=True, kw_only=True):
    """Confirm with one tap that a guest is there; the desk may go on without it (GE-EVT-33, R-14)."""

    ceremony: int
    player: SeatId


class AttendAll(Struct, frozen=True, kw_only=True):
    """Confirm all guests who are available and not yet tapped (R-14)."""

    ceremony: int


class EndCeremony(Struct, frozen=True, kw_only=True):
    """End a ceremony and let its guests go. It may run on into Planning (R-12)."""

    ceremony: int


class Attended(Struct, frozen=True, kw_only=True):
    ceremony: int
    seat: SeatId


class CeremonyEnded(Struct, frozen=True, kw_only=True):
    """A ceremony is over."""

    ceremony: int


# --- questions ----------------------------------------------------------------------------------------------------------


def guests(state: GameState, ceremony: Ceremony) -> tuple[HouseSeat, ...]:
    """Guests of a ceremony: members of its Houses who are checked in and not held by Control, and the heir of the dead (R-14)."""
    found = [seat for house in ceremony.houses for seat in members(state, house) if seat.here]
    heir = guest_heir(state, ceremony)
    return (*found, heir) if heir is not None and heir.here and heir not in found else tuple(found)


def dead_of(state: GameState, ceremony: Ceremony) -> Death | None:
    """Death of the character that this funeral buries; None for any other ceremony."""
    if ceremony.kind is not CeremonyKind.FUNERAL:
        return None
    there = (each for each in state.deaths if each.buried == ceremony.month and each.house in ceremony.houses)
    return next((each for each in there if burial_reason(each.character) == ceremony.what), None)


def guest_heir(state: GameState, ceremony: Ceremony) -> HouseSeat | None:
    """Spouse who inherited from the dead (GE-CER-04). The wedding was public, so calling the heir reveals nothing."""
    death = dead_of(state, ceremony)
    estate = death.estate if death is not None and not is_purse_common(state) else None
    return state.seats.get(estate.to) if estate is not None and estate.to is not None else None


def table_of_ceremony(state: GameState, ceremony: Ceremony) -> HouseId:
    """House Table of the ceremony: the Priest's for a wedding, else that of the first named House."""
    before = ceremony.what.values.get("priest") if isinstance(ceremony.what, Reason) else None
    return next((each.house for each in priests(state) if each.name == before), ceremony.houses[0])


def is_going_on(state: GameState, ceremony: Ceremony) -> bool:
    """Is this ceremony being held now? It ends when somebody ends it or its time is over (R-12)."""
    return ceremony.month == state.clock.month and not ceremony.over and may_hold_now(state)


def _ceremony(state: GameState, number: int) -> Ceremony:
    """Return the ceremony of that number.

    Raises:
        Refused: no such ceremony.
    """
    found = next((each for each in state.ceremonies if each.id == number), None)
    if found is None:
        raise Refused(say("No such ceremony or player."), rule="R-14", code="unknown")
    return found


def _require_going_on(state: GameState, number: int) -> Ceremony:
    """Return the ceremony of that number while it is held.

    Raises:
        Refused: no such ceremony.
        Stale: it is over.
    """
    found = _ceremony(state, number)
    if not is_going_on(state, found):
        raise Stale(say("This ceremony is over already."), rule="R-12")
    return found


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_attend(state: GameState, command: Attend, asked: DecisionContext) -> tuple[Attended, ...]:
    ceremony, seat = _require_going_on(state, command.ceremony), state.seats.get(command.player)
    if seat is None:
        raise Refused(say("No such ceremony or player."), rule="R-14", code="unknown")
    if seat not in guests(state, ceremony):
        raise Refused(say("Only members of the House who are checked in attend."), rule="R-14")
    if seat.id in ceremony.attended:
        raise Stale(say("{name} is there already.", name=seat.name))
    return (Attended(ceremony=ceremony.id, seat=seat.id),)


def decide_attend_all(state: GameState, command: AttendAll, asked: DecisionContext) -> tuple[Attended, ...]:
    ceremony = _require_going_on(state, command.ceremony)
    missing = [seat for seat in guests(state, ceremony) if seat.id not in ceremony.attended]
    if not missing:
        raise Stale(say("All of them are noted already."), rule="R-14")
    return tuple(Attended(ceremony=ceremony.id, seat=seat.id) for seat in missing)


def decide_end(state: GameState, command: EndCeremony, asked: DecisionContext) -> tuple[CeremonyEnded, ...]:
    ceremony = _require_going_on(state, command.ceremony)
    return (CeremonyEnded(ceremony=ceremony.id),)


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_attended(state: GameState, happened: Attended) -> GameState:
    held = tuple(
        replace(each, attended=(*each.attended, happened.seat)) if each.id == happened.ceremony else each
        for each in state.ceremonies
    )
    return replace(state, ceremonies=held)


def evolve_ended(state: GameState, happened: CeremonyEnded) -> GameState:
    held = tuple(replace(each, over=True) if each.id == happened.ceremony else each for each in state.ceremonies)
    return replace(state, ceremonies=held)


# --- words --------------------------------------------------------------------------------------------------------------


def tell_ended(happened: CeremonyEnded, before: GameState, after: GameState) -> Iterator[Line]:
    found = next((each for each in before.ceremonies if each.id == happened.ceremony), None)
    if found is None:
        yield to_desks(say("A ceremony is over."))
        return
    houses = listed([house_name(before, house) for house in found.houses])
    yield to_desks(say("{ceremony} of {houses} is over.", ceremony=CEREMONY_NAMES[found.kind], houses=houses))


def _attended_invalidations(happened: Attended, state: GameState) -> tuple[Invalidation, ...]:
    return (Invalidation(topic="ceremonies", to="staff"), Invalidation(topic="ceremonies", to=f"seat:{happened.seat}"))


def _ended_invalidations(happened: CeremonyEnded, state: GameState) -> tuple[Invalidation, ...]:
    found = next((each for each in state.ceremonies if each.id == happened.ceremony), None)
    if found is None:
        return ceremony_invalidations(())
    heir = guest_heir(state, found)
    return ceremony_invalidations(found.houses, heir.id if heir is not None else None)


ATTENDANCE = Module(
    name="attendance",
    title=later("Attendance"),
    commands={
        Attend: CommandHandler(decide=decide_attend, desks=CEREMONY_DESK, label=lambda c, s: say("Attend")),
        AttendAll: CommandHandler(decide=decide_attend_all, desks=CEREMONY_DESK, label=lambda c, s: say("All are there")),
        EndCeremony: CommandHandler(decide=decide_end, desks=CEREMONY_DESK, label=lambda c, s: say("Ceremony over")),
    },
    events={
        Attended: EventHandler(
            evolve=evolve_attended,
            tell=lambda e, b, a: (to_desks(say("{player} attends.", player=who(b, e.seat))),),
            invalidations=_attended_invalidations,
        ),
        CeremonyEnded: EventHandler(evolve=evolve_ended, tell=tell_ended, invalidations=_ended_invalidations),
    },
)
