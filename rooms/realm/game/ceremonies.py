"""Ceremonies of the Ceremony phase, one per House and month, and meetings of spouses.

This module records that a ceremony was held; `ceremony_attendance` records its guests. `weddings` carries out weddings,
the Court carries out duels. A funeral is a scene only (R-139).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.clock.phase_events import ClockSet, PhaseBegan, phases_ended_by
from control.day.missing_players import requires_players
from control.day.people.presence import PlayerLeft
from control.day.state import DayStage, Presence
from control.day.words import require_reason, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import Spoken, later, listed, say
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Invalidation, Module
from control.engine.reasons import Told, as_reason
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, Report, ReportKind, to_desks
from rooms.realm.desks import Desk
from rooms.realm.game.records import Death
from rooms.realm.game.reports.words import names_in_hall, news, own, public_reason_sentence, to_player, withdraw_news
from rooms.realm.game.state import Ceremony, CeremonyKind, GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, Phase
from rooms.realm.scenario.schema import NewsKind

CEREMONY_DESK = frozenset({Desk.CEREMONY})
CEREMONY_NAMES: Final[Mapping[CeremonyKind, str]] = Spoken(
    {
        CeremonyKind.MARRIAGE: later("Marriage"),
        CeremonyKind.FUNERAL: later("Funeral"),
        CeremonyKind.DUEL: later("Duel"),
    }
)


class HoldCeremony(Struct, frozen=True, kw_only=True):
    """Record a ceremony of one House, or of the two that wed or duel; `what` names the people (GE-EVT-32).

    `dead`: player whose character a funeral buries; the event then names the character itself (R-139).
    """

    month: int
    kind: CeremonyKind
    houses: tuple[HouseId, ...]
    what: str
    dead: SeatId | None = None


class MeetSpouse(Struct, frozen=True, kw_only=True):
    """Report that the couple met in this month's Planning (GE-EVT-35, R-15)."""

    seat: SeatId
    month: int


class SetSpouses(Struct, frozen=True, kw_only=True):
    """Enter or end a marriage on both strips, as Control; `other` None ends it."""

    player: SeatId
    other: SeatId | None
    reason: str


class CeremonyHeld(Struct, frozen=True, kw_only=True):
    """A ceremony is held. `dead`: player whose character a funeral buries."""

    id: int
    month: int
    kind: CeremonyKind
    houses: tuple[HouseId, ...]
    what: Told
    dead: SeatId | None = None


class SpousesMet(Struct, frozen=True, kw_only=True):
    seat: SeatId
    month: int


class SpousesSet(Struct, frozen=True, kw_only=True):
    """A marriage was entered or ended by hand. `former`: spouses whose marriage ended with it."""

    seat: SeatId
    other: SeatId | None
    former: tuple[SeatId, ...]
    why: Told


def ceremonies_in(state: GameState, house: HouseId) -> tuple[Ceremony, ...]:
    """The ceremonies a House has held this month."""
    return tuple(each for each in state.ceremonies if each.month == state.clock.month and house in each.houses)


def unburied_deaths(state: GameState) -> tuple[Death, ...]:
    """Deaths of this and the last month without a funeral, in the order of death (R-139)."""
    return tuple(each for each in state.deaths if not each.buried and each.month >= state.clock.month - 1)


def may_hold_now(state: GameState) -> bool:
    """May a ceremony be held now? In Ceremony, and in Planning when the scenario lets it run on (R-12)."""
    if state.clock.stage is not DayStage.PLAYING:
        return False
    runs_on = state.scenario.settings.ceremony_may_run_on and state.clock.is_in(Phase.PLANNING)
    return state.clock.is_in(Phase.CEREMONY) or runs_on


def decide_hold(state: GameState, command: HoldCeremony, asked: DecisionContext) -> tuple[CeremonyHeld, ...]:
    if command.dead is None:
        return (ceremony_held(state, command.month, command.kind, command.houses, require_reason(command.what)),)
    death = next((each for each in unburied_deaths(state) if each.seat == command.dead), None)
    if death is None or command.kind is not CeremonyKind.FUNERAL or command.houses != (death.house,):
        raise Stale(say("This funeral has been held, or nobody waits for it any more; look again."), rule="R-139")
    funeral = ceremony_held(state, command.month, command.kind, command.houses, burial_reason(death.character))
    return (replace(funeral, dead=death.seat),)


def ceremony_held(state: GameState, month: int, kind: CeremonyKind, named: tuple[HouseId, ...], what: Told) -> CeremonyHeld:
    """Return the event of a ceremony of these Houses.

    Raises:
        Refused: wrong phase, or a House has already had its ceremony (R-12, R-13).
        Stale: the month has changed.
    """
    if month != state.clock.month:
        raise Stale(say("It is month {month} now.", month=state.clock.month), rule="R-12")
    if not may_hold_now(state):
        raise Refused(say("Ceremonies are held in Ceremony, and run on into Planning at the latest."), rule="R-12", code="closed")
    houses = tuple(dict.fromkeys(named))
    known = {house.id for house in state.scenario.houses}
    if not set(houses) <= known or not 1 <= len(houses) <= 2:
        raise Refused(say("Name the one or two Houses whose ceremony it is."), rule="R-13", code="unknown")
    for house in houses:
        if len(ceremonies_in(state, house)) >= state.scenario.settings.ceremonies_per_house:
            raise Refused(say("{house} has had its ceremony this month.", house=house_name(state, house)), rule="R-13")
    number = 1 + max((each.id for each in state.ceremonies), default=0)
    return CeremonyHeld(id=number, month=month, kind=kind, houses=houses, what=what)


def decide_meet(state: GameState, command: MeetSpouse, asked: DecisionContext) -> tuple[SpousesMet, ...]:
    if command.month != state.clock.month or not state.clock.is_in(Phase.PLANNING):
        raise Refused(say("Spouses meet in Planning."), rule="R-15", code="closed")
    seat = state.seats[command.seat]
    if seat.spouse is None:
        raise Refused(say("You are not married."), rule="R-15")
    if seat.id in state.met:
        raise Stale(say("Your meeting is noted already."), rule="R-15")
    return (SpousesMet(seat=seat.id, month=command.month),)


def decide_set_spouses(state: GameState, command: SetSpouses, asked: DecisionContext) -> tuple[SpousesSet, ...]:
    seat = state.seats.get(command.player)
    other = state.seats.get(command.other) if command.other else None
    if seat is None or (command.other and other is None) or seat is other:
        raise Refused(say("Name two different players."), rule="R-140", code="unknown")
    for each in (seat, other):
        if each and other and each.spouse:
            raise Refused(say("{name} is married already; end that marriage first.", name=each.name), rule="R-140")
        if each and other and (each.died is not None or each.presence is Presence.GONE):
            raise Refused(say("{name} has died or left for good and marries nobody.", name=each.name), rule="R-139", code="dead")
    if other is None and seat.spouse is None:
        raise Stale(say("{name} is not married.", name=seat.name), rule="R-140")
    former = (seat.spouse,) if other is None and seat.spouse else ()
    return (SpousesSet(seat=seat.id, other=command.other, former=former, why=require_reason(command.reason)),)


def evolve_held(state: GameState, happened: CeremonyHeld) -> GameState:
    held = Ceremony(id=happened.id, month=happened.month, kind=happened.kind, houses=happened.houses, what=happened.what)
    kept = tuple(each for each in state.ceremonies if each.month == happened.month)
    state = replace(state, ceremonies=(*kept, held))
    death = next((each for each in unburied_deaths(state) if each.seat == happened.dead), None)
    if death is None:
        return state
    put_to_rest = replace(death, buried=happened.month)
    return replace(state, deaths=tuple(put_to_rest if each is death else each for each in state.deaths))


@requires_players("seat")
def evolve_met(state: GameState, happened: SpousesMet) -> GameState:
    """Mark both spouses as met until the next Planning. Either of the two may report it."""
    spouse = state.seats[happened.seat].spouse
    pair = (happened.seat, spouse) if spouse else (happened.seat,)
    others = tuple(seat for seat in state.met if seat not in pair)
    return replace(state, met=(*others, *pair))


@requires_players("seat", "other", "former")
def evolve_set(state: GameState, happened: SpousesSet) -> GameState:
    seats = dict(state.seats)
    for former in happened.former:
        seats[former] = replace(seats[former], spouse=None)
    seats[happened.seat] = replace(seats[happened.seat], spouse=happened.other)
    if happened.other is not None:
        seats[happened.other] = replace(seats[happened.other], spouse=happened.seat)
    return replace(state, seats=seats)


def broken_ceremonies(state: GameState) -> tuple[str, ...]:
    found = [
        say("{name} is married to somebody who is not married to {name}.", name=seat.name)
        for seat in state.seats.values()
        if seat.spouse is not None and (seat.spouse not in state.seats or state.seats[seat.spouse].spouse != seat.id)
    ]
    known = {each.id for each in state.ceremonies}
    if len(known) != len(state.ceremonies):
        found.append(say("Two ceremonies bear one number."))
    return tuple(found)


def _met_invalidations(happened: SpousesMet, state: GameState) -> tuple[Invalidation, ...]:
    spouse = state.seats[happened.seat].spouse if happened.seat in state.seats else None
    return tuple(Invalidation(topic="strip", to=f"seat:{seat}") for seat in (happened.seat, spouse) if seat)


def _set_invalidations(happened: SpousesSet, state: GameState) -> tuple[Invalidation, ...]:
    named = (happened.seat, happened.other, *happened.former)
    return (
        *(Invalidation(topic="strip", to=f"seat:{seat}") for seat in named if seat),
        Invalidation(topic="people", to="staff"),
    )


@as_reason("ceremonies.buried", public=True)
def burial_reason(character: str) -> str:
    return say("{character} is laid to rest", character=character)


def ceremony_invalidations(houses: tuple[HouseId, ...], heir: SeatId | None = None) -> tuple[Invalidation, ...]:
    """Tell the desks, the hall, the phones of the Houses that attend (R-14) and the phone of the heir of the dead."""
    return (
        Invalidation(topic="ceremonies", to="staff"),
        Invalidation(topic="clock"),  # the hall and every phone: a ceremony is public
        *((Invalidation(topic="ceremonies", to=f"seat:{heir}"),) if heir is not None else ()),
        *(Invalidation(topic="ceremonies", to=f"team:{house}") for house in houses),
    )


def _held_invalidations(happened: CeremonyHeld, state: GameState) -> tuple[Invalidation, ...]:
    death = next((each for each in reversed(state.deaths) if each.seat == happened.dead), None)
    return ceremony_invalidations(happened.houses, death.estate.to if death is not None and death.estate is not None else None)


@as_reason("ceremonies.left-for-good")
def leaver_reason(name: str) -> str:
    """Reason for the end of a marriage when a spouse leaves the game."""
    return say("{name} has left for good", name=name)


def end_marriage_of_leaver(state: GameState, happened: PlayerLeft, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """End the marriage of a player who leaves for good, as a death does, but without an inheritance (R-03)."""
    gone = state.seats.get(happened.seat)
    if gone is None or gone.spouse is None:
        return ()
    return (SpousesSet(seat=gone.id, other=None, former=(gone.spouse,), why=leaver_reason(gone.name)),)


def forget_meetings(before: GameState, state: GameState, happened: PhaseBegan) -> GameState:
    """Clear the meetings of spouses when Planning begins (R-15)."""
    return replace(state, met=()) if happened.phase == Phase.PLANNING else state


def forget_when_set(before: GameState, state: GameState, happened: ClockSet) -> GameState:
    """Clear them too when Control sets the clock past the beginning of a Planning, or back to an earlier month."""
    planned = any(each.phase == Phase.CEREMONY for each in phases_ended_by(happened))
    return replace(state, met=()) if planned or happened.month < before.clock.month else state


# --- words --------------------------------------------------------------------------------------------------------------


def tell_held(happened: CeremonyHeld, before: GameState, after: GameState) -> Iterator[Line]:
    houses = listed([house_name(before, house) for house in happened.houses])
    kind = CEREMONY_NAMES[happened.kind]
    yield to_desks(say("{ceremony} of {houses}: {what}.", ceremony=kind, houses=houses, what=happened.what))


def tell_met(happened: SpousesMet, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell both spouses that they met, whoever of them reported it."""
    yield to_desks(
        say("{player} and spouse met in Planning of month {month}.", player=who(before, happened.seat), month=happened.month)
    )
    words = say("You and your spouse met in Planning.")
    for seat in (happened.seat, before.seats[happened.seat].spouse):
        if seat is not None:
            yield Report(to=own(seat), kind=ReportKind.PART, words=words, rule="R-15")


def tell_set(happened: SpousesSet, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the spouses of a marriage or its end. The hall reads of a wedding."""
    one, other = happened.seat, happened.other
    if other:
        yield to_desks(say("{one} and {other} are married.", one=who(before, one), other=who(before, other)), happened.why)
    else:
        yield to_desks(say("The marriage of {player} has ended.", player=who(before, one)), happened.why)
    for seat in dict.fromkeys((one, *happened.former)):
        former = before.seats[seat].spouse if seat in before.seats else None
        if former is not None and former in before.seats and former != other:
            words, why = say("Your marriage with {name} ended.", name=who(before, former)), public_reason_sentence(happened.why)
            gone = after.seats[former].died is not None if former in after.seats else False
            yield to_player(seat, words, why=why, rule="R-140", at_once=gone)
    if other is not None:
        yield to_player(one, say("You and {name} are married.", name=who(before, other)), rule="R-140")
        yield to_player(other, say("You and {name} are married.", name=who(before, one)), rule="R-140")
    yield from _wedding_news(happened, after)


def _wedding_news(happened: SpousesSet, after: GameState) -> Iterator[Report]:
    """News of a wedding. Death withdraws no such news.

    It is withdrawn if Control ends the marriage in the same month, because it was entered by mistake.
    """
    living = [each for each in (happened.seat, *happened.former) if each in after.seats and after.seats[each].died is None]
    if len(living) == 1 + len(happened.former):
        yield from (withdraw_news(_pair(happened.seat, each)) for each in happened.former)
    if happened.other is not None and happened.seat in after.seats and happened.other in after.seats:
        other = names_in_hall(after, happened.other)
        named = {"other_player": other["player"], "other_house": other["house"], **names_in_hall(after, happened.seat)}
        yield news(after, NewsKind.WEDDING, _pair(happened.seat, happened.other), **named)


def _pair(one: SeatId, other: SeatId) -> str:
    return f"marriage:{'+'.join(sorted((one, other)))}"


CEREMONIES = Module(
    name="ceremonies",
    title=later("Ceremonies"),
    commands={
        HoldCeremony: CommandHandler(
            decide=decide_hold,
            desks=CEREMONY_DESK,
            label=lambda c, s: say("{ceremony}, month {month}", ceremony=CEREMONY_NAMES[c.kind], month=c.month),
        ),
        MeetSpouse: CommandHandler(decide=decide_meet, player=True, label=lambda c, s: say("Meet spouse")),
        SetSpouses: CommandHandler(
            decide=decide_set_spouses,
            desks=CEREMONY_DESK,
            label=lambda c, s: say("Marriage entered") if c.other else say("Marriage ended"),
        ),
    },
    reactions={PlayerLeft: end_marriage_of_leaver},
    extra_folds={PhaseBegan: forget_meetings, ClockSet: forget_when_set},
    events={
        CeremonyHeld: EventHandler(evolve=evolve_held, tell=tell_held, invalidations=_held_invalidations),
        SpousesMet: EventHandler(evolve=evolve_met, tell=tell_met, invalidations=_met_invalidations),
        SpousesSet: EventHandler(evolve=evolve_set, tell=tell_set, invalidations=_set_invalidations),
    },
    broken=broken_ceremonies,
)
