"""Inheritance after a death: holdings, ranks, the heir's rank, marriage, throne and offices (GE-CER-03, GE-CER-08, R-139)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players, teams_of, with_missing_player
from control.day.people.lookup import members
from control.day.state import Presence
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, listed, say, say_count
from control.engine.modules import EventHandler, GameEvent, Invalidation
from control.engine.reasons import as_reason
from control.engine.records import replace
from control.engine.reports import Line, to_desks
from rooms.realm.game.ceremonies import SpousesSet
from rooms.realm.game.deaths.death import CharacterDied, Wounded, death_event
from rooms.realm.game.ranks_and_wounds import (
    DEADLY,
    WoundsAdjusted,
    house_invalidations,
    reordered,
    tell_new_ranks,
    with_order,
)
from rooms.realm.game.records import Estate
from rooms.realm.game.reports.words import THIRD, both_names, report_purse_changes, to_houses, to_player
from rooms.realm.game.state import GameState, HouseSeat, Purse
from rooms.realm.game.throne.succession import ruler_died_events
from rooms.realm.game.treasury.payment import favors_by_loss
from rooms.realm.game.treasury.purses import house_name, is_purse_common, receiver_of_gain, with_purse
from rooms.realm.scenario.ids import CardId, Room

# Consequences of a death in the order of R-139: holdings, ranks, the heir's rank, marriage, throne, other offices.
# Rules: GE-CER-03, GE-CER-04, GE-CER-05, GE-CER-08, GE-CER-17, GE-CER-18.


# --- events -------------------------------------------------------------------------------------------------------------


class EstatePassed(Struct, frozen=True, kw_only=True):
    """A dead character's holdings pass to the heir `to`, else to the God Emperor (`throne`), else to bank and discard pile (R-29).

    `holder`: owner of the purse they lay in; another player where a House holds in common (R-05).
    """

    seat: SeatId
    holder: SeatId
    power: int
    favors: tuple[CardId, ...]
    to: SeatId | None = None
    throne: bool = False
    kept: bool = False  # stored with the death, for its player; False in older journals


class RanksClosed(Struct, frozen=True, kw_only=True):
    """Everyone who ranked below a dead character moves up by one; the dead becomes last (GE-CER-07, GE-CER-08)."""

    seat: SeatId
    rank: int


class RankInherited(Struct, frozen=True, kw_only=True):
    """The spouse takes the dead character's rank number in the own House (GE-CER-17, R-142)."""

    seat: SeatId
    rank: int
    dead: SeatId


class OfficesLost(Struct, frozen=True, kw_only=True):
    """A dead character has lost all titles."""

    seat: SeatId


# --- questions ----------------------------------------------------------------------------------------------------------


def inheriting_spouse(state: GameState, seat: HouseSeat, apart: SeatId | None = None) -> HouseSeat | None:
    """Living spouse who inherits from this character; None for a spouse who dies at the same time (R-104)."""
    spouse = state.seats.get(seat.spouse) if seat.spouse is not None else None
    if spouse is None or spouse.presence is Presence.GONE or spouse.died is not None or spouse.id == apart:
        return None
    return spouse


class Heir(Struct, frozen=True, kw_only=True):
    """Heir of a character: a player, the God Emperor (`throne`), or neither: bank and discard pile."""

    seat: SeatId | None = None
    throne: bool = False


def heir_of(state: GameState, seat: HouseSeat, apart: SeatId | None = None) -> Heir:
    """Heir of a character: the spouse, else the ruler (GE-CER-04, GE-CER-05, R-29)."""
    spouse = inheriting_spouse(state, seat, apart)
    if spouse is not None:
        return Heir(seat=spouse.id)
    throne = state.throne
    if throne.god_emperor:
        return Heir(throne=True)
    if throne.holder is None or throne.holder in (seat.id, apart) or throne.holder not in state.seats:
        return Heir()
    return Heir(seat=throne.holder)


# --- reactions ----------------------------------------------------------------------------------------------------------


def die_by_wounds(state: GameState, happened: Wounded, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Kill the character at three wounds (GE-CER-02, R-139)."""
    seat = state.seats.get(happened.seat)
    if seat is None or seat.wounds < DEADLY or seat.died is not None:
        return ()
    return (death_event(state, seat, third_wound_reason(happened.why), "GE-CER-02", apart=happened.apart, at=asked.at),)


def die_by_hand(state: GameState, happened: WoundsAdjusted, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Kill the character when Control sets the third wound on the strip (R-139)."""
    seat = state.seats.get(happened.seat)
    if seat is None or seat.wounds < DEADLY or seat.died is not None:
        return ()
    return (death_event(state, seat, third_wound_reason(set_by_control_reason()), "GE-CER-02", at=asked.at),)


def consequences_of_death(state: GameState, happened: CharacterDied, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Return all consequences of a death, in order (R-139)."""
    seat = state.seats.get(happened.seat)
    return () if seat is None else tuple(_consequences(state, seat, happened))


def _consequences(state: GameState, seat: HouseSeat, happened: CharacterDied) -> Iterator[GameEvent]:
    heir, spouse = heir_of(state, seat, happened.apart), inheriting_spouse(state, seat, happened.apart)
    yield from _estate(state, seat, heir)
    if seat.rank:
        yield RanksClosed(seat=seat.id, rank=seat.rank)
    if spouse is not None and _is_better_rank(state, seat, spouse):
        yield RankInherited(seat=spouse.id, rank=seat.rank, dead=seat.id)
    if seat.spouse is not None:
        yield SpousesSet(seat=seat.id, other=None, former=(seat.spouse,), why=death_reason(happened.character))
    yield from ruler_died_events(state, seat.id, why=sovereign_died_reason(happened.why), apart=happened.apart)
    if seat.titles:
        yield OfficesLost(seat=seat.id)


def _is_better_rank(state: GameState, seat: HouseSeat, spouse: HouseSeat) -> bool:
    """Is the dead character's rank better than the spouse's, after the dead one's House has closed ranks (R-142)?"""
    own = spouse.rank - (1 if spouse.house == seat.house and spouse.rank > seat.rank else 0)
    return bool(seat.rank) and seat.rank < own


def _estate(state: GameState, seat: HouseSeat, heir: Heir) -> Iterator[EstatePassed]:
    """Pass on the purse, or the share of the common purse (GE-CER-03, R-05, setting `holdings`)."""
    holder, purse, to = seat, seat.purse, heir.seat
    if is_purse_common(state):
        house = [each for each in members(state, seat.house) if each.died is None or each.id == seat.id]
        holder = house[0]
        share = holder.purse.power // len(house), len(holder.purse.favors) // len(house)
        purse = Purse(power=share[0], favors=favors_by_loss(holder)[: share[1]])
        if to is not None and state.seats[to].house == seat.house:
            return  # the common purse keeps it
        to = receiver_of_gain(state, state.seats[to].house, Room.COURT) if to is not None else None
    if purse.power or purse.favors:
        yield EstatePassed(
            seat=seat.id, holder=holder.id, power=purse.power, favors=purse.favors, to=to, throne=heir.throne, kept=True
        )


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat", "holder", "to")
def evolve_estate(state: GameState, happened: EstatePassed) -> GameState:
    held = state.seats[happened.holder].purse
    left = Purse(power=held.power - happened.power, favors=tuple(card for card in held.favors if card not in happened.favors))
    estate = Estate(power=happened.power, favors=len(happened.favors), to=happened.to, throne=happened.throne)
    unsettled = not is_purse_common(state) and bool(left.power or left.favors)
    last = next((each for each in reversed(state.deaths) if each.seat == happened.seat), None)
    if last is not None:
        settled = replace(last, estate=estate if happened.kept else last.estate, unsettled=unsettled)
        state = replace(state, deaths=tuple(settled if each is last else each for each in state.deaths))
    state = with_purse(state, happened.holder, left)
    if happened.to is not None:
        own = state.seats[happened.to].purse
        return with_purse(state, happened.to, Purse(power=own.power + happened.power, favors=(*own.favors, *happened.favors)))
    if happened.throne and state.throne.god_emperor:
        own = state.throne.purse
        joined = Purse(power=own.power + happened.power, favors=(*own.favors, *happened.favors))
        return replace(state, throne=replace(state.throne, purse=joined))
    return replace(state, favor_discards=(*state.favor_discards, *happened.favors))


@requires_players("seat")
def evolve_closed(state: GameState, happened: RanksClosed) -> GameState:
    ranked = members(state, state.seats[happened.seat].house)
    if happened.seat not in {each.id for each in ranked}:  # players who have left have no rank
        return with_missing_player(state, happened.seat)
    return with_order(state, reordered(ranked, happened.seat, len(ranked)))


@requires_players("seat")
def evolve_inherited(state: GameState, happened: RankInherited) -> GameState:
    ranked = members(state, state.seats[happened.seat].house)
    if happened.seat not in {each.id for each in ranked}:
        return with_missing_player(state, happened.seat)
    return with_order(state, reordered(ranked, happened.seat, happened.rank))


@requires_players("seat")
def evolve_offices_lost(state: GameState, happened: OfficesLost) -> GameState:
    return replace(state, seats={**state.seats, happened.seat: replace(state.seats[happened.seat], titles=())})


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason(THIRD)
def third_wound_reason(why: object) -> str:
    return say("the third wound, {why}", why=why)


@as_reason("deaths.by-control")
def set_by_control_reason() -> str:
    """Public reason for a wound by Control. Control's own reason stays in the journal, unread by players."""
    return say("entered by Control")


@as_reason("deaths.by-death")
def death_reason(character: str) -> str:
    return say("{character} is dead", character=character)


@as_reason("deaths.sovereign-died")
def sovereign_died_reason(why: object) -> str:
    return say("the Sovereign is dead, {why}", why=why)


NOBODY = later("the bank and the discard pile")


def tell_estate(happened: EstatePassed, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell how much passes to whom, and both purses what they had or have. Only the holder learns which cards (R-135)."""
    heir = before.seats.get(happened.to) if happened.to is not None else None
    if heir is not None:
        gone = say("{name} inherited it.", name=heir.name)
    elif happened.throne:
        gone = say("The God Emperor inherited it.")
    else:
        gone = say("Nobody inherited it.")
    to = who(before, happened.to) if happened.to is not None else say("the God Emperor") if happened.throne else say(NOBODY)
    yield to_desks(
        say_count(
            "{power} Power and {count} Favor of {player} go to {heir} (R-29).",
            "{power} Power and {count} Favors of {player} go to {heir} (R-29).",
            len(happened.favors),
            power=happened.power,
            player=who(before, happened.seat),
            heir=to,
        )
    )
    dead = before.seats.get(happened.seat)
    if dead is None:
        return
    yield from report_purse_changes(before, after, happened.holder, gone, rule="R-29")
    if happened.to != happened.holder:
        came = say("You inherited it from {name}, who has died.", name=both_names(dead, dead.character))
        yield from report_purse_changes(before, after, happened.to, came, rule="R-29", at_once=True)


def tell_closed(happened: RanksClosed, before: GameState, after: GameState) -> Iterator[Line]:
    dead = before.seats[happened.seat]
    ranked = members(before, dead.house)
    new = reordered(ranked, dead.id, len(ranked))
    shifted = [f"{each.name} {rank}" for rank, each in enumerate(new, start=1) if each.id != dead.id and each.rank != rank]
    named = {"house": house_name(before, dead.house), "player": dead.name, "rank": len(ranked)}
    if shifted:
        words = say("New ranks in {house}: {others}; {player} is last, {rank} (GE-CER-08).", others=listed(shifted), **named)
    else:
        words = say("New ranks in {house}: {player} is last, {rank} (GE-CER-08).", **named)
    yield to_desks(words)
    yield from to_houses(before, (dead.house,), words)
    yield from tell_new_ranks(before, after, dead.id, say("Because {name} died.", name=dead.name), dead=dead.id)


def tell_inherited(happened: RankInherited, before: GameState, after: GameState) -> Iterator[Line]:
    dead = before.seats[happened.dead].name if happened.dead in before.seats else str(happened.dead)
    named = {"dead": dead, "rank": happened.rank}
    words = say("{player} inherits the rank of {dead}: {rank} (R-142).", player=who(before, happened.seat), **named)
    yield to_desks(words)
    if happened.seat in before.seats:
        seat = before.seats[happened.seat]
        yield from to_houses(before, (seat.house,), words)
        why = say("{name} inherits rank {rank} from {dead}.", name=seat.name, **named)
        yield from tell_new_ranks(before, after, seat.id, why)


def tell_offices_lost(happened: OfficesLost, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(say("{player} bears no title any more (R-139).", player=who(before, happened.seat)))
    if happened.seat in before.seats:
        yield to_player(happened.seat, say("You bear no title any more."), rule="R-139")


def _estate_invalidations(happened: EstatePassed, state: GameState) -> tuple[Invalidation, ...]:
    seats = dict.fromkeys(seat for seat in (happened.seat, happened.holder, happened.to) if seat is not None)
    strips = tuple(Invalidation(topic="strip", to=f"seat:{seat}") for seat in seats)
    return (*strips, *house_invalidations(*teams_of(state, *seats)))


def _rank_invalidations(happened: RanksClosed | RankInherited | OfficesLost, state: GameState) -> tuple[Invalidation, ...]:
    houses = teams_of(state, happened.seat)
    strips = tuple(Invalidation(topic="strip", to=f"seat:{seat.id}") for house in houses for seat in members(state, house))
    return (*strips, *house_invalidations(*houses))


EVENTS: Mapping[type, EventHandler] = {
    EstatePassed: EventHandler(evolve=evolve_estate, tell=tell_estate, invalidations=_estate_invalidations),
    RanksClosed: EventHandler(evolve=evolve_closed, tell=tell_closed, invalidations=_rank_invalidations),
    RankInherited: EventHandler(evolve=evolve_inherited, tell=tell_inherited, invalidations=_rank_invalidations),
    OfficesLost: EventHandler(evolve=evolve_offices_lost, tell=tell_offices_lost, invalidations=_rank_invalidations),
}
