"""Death and its causes: wounds, executions and other killings (GE-CER-02, R-139)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from control.day.missing_players import requires_players, teams_of
from control.day.state import Presence
from control.day.words import who
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.modules import EventHandler, GameEvent, Invalidation, Undo
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Correction, Line, PersonDeed, to_desks
from rooms.realm.game.ranks_and_wounds import DEADLY, wounds_corrected
from rooms.realm.game.records import Death, RankBefore
from rooms.realm.game.reports.words import (
    both_names,
    names_in_hall,
    news,
    own,
    public_reason,
    public_reason_sentence,
    reason_sentence,
    to_houses,
    to_player,
    whole_reason,
)
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name, is_purse_common
from rooms.realm.scenario.schema import NewsKind

# === death ==============================================================================================================


# --- events -------------------------------------------------------------------------------------------------------------


class Wounded(Struct, frozen=True, kw_only=True):
    """A character takes wounds; the third kills (GE-CER-02).

    `apart`: player who dies at the same time and inherits nothing (R-104).
    """

    seat: SeatId
    wounds: int
    why: Told
    rule: str
    apart: SeatId | None = None


class CharacterDied(Struct, frozen=True, kw_only=True):
    """A character dies; the consequences follow in the order of R-139. `outright`: put to death, whatever the wounds."""

    seat: SeatId
    character: str
    month: int
    why: Told
    rule: str
    outright: bool = False
    apart: SeatId | None = None
    at: datetime | None = None  # None in journals from before sealed sheets kept the rank at sealing


# --- questions ----------------------------------------------------------------------------------------------------------


def is_dead(state: GameState, seat: SeatId) -> bool:
    """Has this player's character died without coming back yet (R-139)? False for an unknown seat."""
    found = state.seats.get(seat)
    return found is not None and found.died is not None


def living_seat(state: GameState, seat: SeatId) -> HouseSeat | None:
    """Return a seat whose character can be hurt: neither dead nor gone for good."""
    found = state.seats.get(seat)
    return found if found is not None and found.died is None and found.rank else None


def rank_when_sealed(state: GameState, seat: HouseSeat, at: datetime) -> int:
    """Rank of a player when a sheet was sealed this month: the rank before the next death (R-139)."""
    for before in seat.ranks_before:
        if before.month == state.clock.month and (before.until is None or at <= before.until):
            return before.rank
    return seat.rank


def refusal_for_dead(state: GameState, seat: SeatId) -> Refused | None:
    """Refusal for a dead character's player, who may do nothing but call Control; None for the living (R-139)."""
    if not is_dead(state, seat):
        return None
    said = say("Your character has died. Watch any room meanwhile; you come back when the next Ceremony ends.")
    return Refused(said, rule="R-139", code="dead")


# --- calls for rooms ----------------------------------------------------------------------------------------------------


def wound_events(state: GameState, seat: SeatId, wounds: int, *, why: Told, rule: str) -> tuple[GameEvent, ...]:
    """Wound a character; the third wound kills and brings all consequences (GE-CER-02, R-139).

    No events for the dead, for players gone for good, or for zero wounds.
    """
    if living_seat(state, seat) is None or wounds < 1:
        return ()
    return (Wounded(seat=seat, wounds=wounds, why=why, rule=rule),)


def put_to_death(state: GameState, seat: SeatId, *, why: Told, rule: str, at: datetime | None = None) -> tuple[GameEvent, ...]:
    """Put a character to death whatever the wounds; no events for the dead and players gone for good."""
    found = living_seat(state, seat)
    return () if found is None else (death_event(state, found, why, rule, outright=True, at=at),)


def double_wound_events(
    state: GameState, first: tuple[SeatId, int], second: tuple[SeatId, int], *, why: Told, rule: str
) -> tuple[GameEvent, ...]:
    """Wound two characters at once, the challenger first; if both die, neither inherits from the other (R-104)."""
    hits = [(seat, wounds) for seat, wounds in (first, second) if living_seat(state, seat) is not None and wounds > 0]
    fatal = {seat for seat, wounds in hits if state.seats[seat].wounds + wounds >= DEADLY}
    return tuple(
        Wounded(
            seat=seat,
            wounds=wounds,
            why=why,
            rule=rule,
            apart=next((each for each in fatal - {seat}), None) if seat in fatal else None,
        )
        for seat, wounds in hits
    )


def death_event(
    state: GameState,
    seat: HouseSeat,
    why: Told,
    rule: str,
    *,
    outright: bool = False,
    apart: SeatId | None = None,
    at: datetime | None = None,
) -> CharacterDied:
    """Return the event of this character's death now."""
    return CharacterDied(
        seat=seat.id,
        character=seat.character,
        month=state.clock.month,
        why=why,
        rule=rule,
        outright=outright,
        apart=apart,
        at=at,
    )


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_wounded(state: GameState, happened: Wounded) -> GameState:
    """Add the wounds; a strip shows at most three (R-04)."""
    seat = state.seats[happened.seat]
    hurt = replace(seat, wounds=min(seat.wounds + happened.wounds, DEADLY))
    return replace(state, seats={**state.seats, seat.id: hurt})


@requires_players("seat")
def evolve_died(state: GameState, happened: CharacterDied) -> GameState:
    seat = state.seats[happened.seat]
    dead = replace(seat, died=happened.month, wounds=DEADLY if happened.outright else seat.wounds)
    death = Death(
        seat=seat.id,
        house=seat.house,
        character=happened.character,
        month=happened.month,
        why=happened.why,
        unsettled=not is_purse_common(state) and bool(seat.purse.power or seat.purse.favors),
    )
    met = tuple(each for each in state.met if each != seat.id)
    state = _with_ranks_kept(replace(state, seats={**state.seats, seat.id: dead}), happened)
    return replace(state, deaths=(*state.deaths, death), met=met)


def _with_ranks_kept(state: GameState, happened: CharacterDied) -> GameState:
    """Keep the earlier ranks in the Houses whose ranks this death may change (R-139, GE-CER-08, GE-CER-17)."""
    dead = state.seats[happened.seat]
    spouse = state.seats.get(dead.spouse) if dead.spouse is not None else None
    houses = {dead.house, spouse.house if spouse is not None else dead.house}
    kept = {
        each.id: replace(each, ranks_before=_with_present_rank(each, happened))
        for each in state.seats.values()
        if each.house in houses
    }
    return replace(state, seats={**state.seats, **kept})


def _with_present_rank(seat: HouseSeat, happened: CharacterDied) -> tuple[RankBefore, ...]:
    """Add the present rank, for sheets sealed between two deaths of a month."""
    earlier = (before for before in seat.ranks_before if before.month == happened.month)
    return (*earlier, RankBefore(month=happened.month, rank=seat.rank, until=happened.at))


def broken_deaths(state: GameState) -> tuple[str, ...]:
    """Check that exactly the dead have three wounds, nobody dead or gone is married or Sovereign, and all estates are settled.

    A withdrawal may add wounds up anew without the death that follows a third wound. It may also refill the purse of a dead
    character without the estate that follows a death (R-29). Players who have left cannot die any more (R-03).
    """
    dead = [seat for seat in state.seats.values() if seat.died is not None]
    found = [
        say_count("{name} is dead with {count} wound.", "{name} is dead with {count} wounds.", seat.wounds, name=seat.name)
        for seat in dead
        if seat.wounds < DEADLY
    ]
    found += [
        say("{name} is dead and keeps what no heir has received.", name=state.seats[each.seat].name)
        for each in state.deaths
        if each.unsettled and each.seat in state.seats
    ]
    found += [say("{name} is dead and married.", name=seat.name) for seat in dead if seat.spouse is not None]
    found += [say("{name} is dead and Sovereign.", name=seat.name) for seat in dead if state.throne.holder == seat.id]
    left = [seat for seat in state.seats.values() if seat.presence is Presence.GONE]
    found += [say("{name} has left and is married.", name=seat.name) for seat in left if seat.spouse is not None]
    found += [say("{name} has left and is Sovereign.", name=seat.name) for seat in left if state.throne.holder == seat.id]
    found += [
        say("{name} is alive with the third wound.", name=seat.name)
        for seat in state.seats.values()
        if seat.rank and seat.died is None and seat.wounds >= DEADLY
    ]
    return tuple(found)


# --- words --------------------------------------------------------------------------------------------------------------


def tell_wounded(happened: Wounded, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the player the wounds with the cause, and the House with the public cause. The phone shows a death by itself."""
    count, why, rule = happened.wounds, happened.why, happened.rule
    yield to_desks(
        say_count(
            "{player} takes {count} wound: {why} ({rule}).",
            "{player} takes {count} wounds: {why} ({rule}).",
            count,
            player=who(before, happened.seat),
            why=why,
            rule=rule,
        )
    )
    words = say_count("Took {count} wound: {why}", "Took {count} wounds: {why}", count, why=whole_reason(why))
    yield PersonDeed(kind="unlucky", who=own(happened.seat), words=words, weight=2, rule=rule)
    seat = before.seats.get(happened.seat)
    if seat is None:
        return
    now = after.seats[seat.id].wounds
    took = say_count("You took {count} wound and have {now} now.", "You took {count} wounds and have {now} now.", count, now=now)
    yield to_player(seat.id, took, why=reason_sentence(why), rule="R-04")
    named = say_count("{name} took {count} wound.", "{name} took {count} wounds.", count, name=seat.name)
    yield from to_houses(before, (seat.house,), named, why=public_reason_sentence(why), rule="R-04")
    if now < DEADLY:
        yield wounds_corrected(seat, seat.wounds, now, news=True)


def tell_died(happened: CharacterDied, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the player the cause. The House reads it as far as everybody saw it, the hall in the list of the dead."""
    character, why, rule = happened.character, happened.why, happened.rule
    player = who(before, happened.seat)
    yield to_desks(
        say("{character}, played by {player}, dies: {why} ({rule}).", character=character, player=player, why=why, rule=rule)
    )
    seat = before.seats.get(happened.seat)
    name = both_names(seat, character) if seat is not None else character or str(happened.seat)
    cause = whole_reason(why)
    words = say("{name} died: {why}", name=name, why=cause) if cause else say("{name} died.", name=name)
    yield PersonDeed(kind="death", who=own(happened.seat), words=words, weight=6, rule=rule)
    if seat is None:
        return
    words = say("Your character {character} died.", character=character)
    yield to_player(seat.id, words, why=reason_sentence(why), rule="R-139")
    words, seen = say("{character} of your House has died.", character=name), public_reason(why)
    for each in before.seats.values():
        if each.house == seat.house and each.id != seat.id:
            yield to_player(each.id, words, why=seen, rule="R-139", at_once=True)
    named = {**names_in_hall(before, seat.id), "player": name}
    yield news(before, NewsKind.DEATH, f"death:{seat.id}:{character}", **named)


def strip_invalidations(happened: Wounded | CharacterDied, state: GameState) -> tuple[Invalidation, ...]:
    """Tell the strip, the pages of the House, and the desks."""
    return (
        Invalidation(topic="strip", to=f"seat:{happened.seat}"),
        *(Invalidation(topic="team", to=f"team:{house}") for house in teams_of(state, happened.seat)),
        Invalidation(topic="people", to="staff"),
        Invalidation(topic="strip", to="staff"),
    )


def died_invalidations(happened: CharacterDied, state: GameState) -> tuple[Invalidation, ...]:
    """Tell everybody: a death is public in the hall and on every phone."""
    return (Invalidation(topic="clock"), *strip_invalidations(happened, state))


def survival_corrections(happened: CharacterDied, state: GameState) -> tuple[Correction, ...]:
    """Correction notices after a withdrawn death: one for the player, one for everybody, an empty one for the House."""
    seat = state.seats.get(happened.seat)
    if seat is None:
        return ()
    return (
        Correction(to=f"seat:{seat.id}", what=say("You are alive"), now=say("your rank is {rank} again", rank=seat.rank)),
        Correction(to=f"team:{seat.house}", what="", now=""),
        Correction(to="all", what=say("{character} of {house}", **_names_in_death(happened, state)), now=say("alive again")),
    )


def _names_in_death(happened: CharacterDied, state: GameState) -> dict[str, str]:
    return {"character": happened.character, "house": house_name(state, state.seats[happened.seat].house)}


EVENTS: Mapping[type, EventHandler] = {
    Wounded: EventHandler(evolve=evolve_wounded, tell=tell_wounded, invalidations=strip_invalidations),
    CharacterDied: EventHandler(
        evolve=evolve_died, tell=tell_died, invalidations=died_invalidations, undo=Undo(restored=survival_corrections)
    ),
}
