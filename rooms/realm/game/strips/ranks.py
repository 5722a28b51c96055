"""Ranks are corrected: those between the old and the new one move by one (R-03)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from control.day.amiss import noted, of_players, teams_of
from control.day.people.asked import members
from control.day.words import reason_of, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, Correction, EventHandler, Invalidation
from control.engine.refused import Refused, Stale
from rooms.realm.game.state import GameState, Purse, Seat
from rooms.realm.game.strips.parts import STRIP_DESKS, house_invalidations, stayed
from rooms.realm.game.treasury.purses import held_in_common, house_name


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustRank:
    """Give a player another rank; those between the old and the new one move by one (R-03). `before` is what its sender saw."""

    player: SeatId
    before: int
    rank: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RankAdjusted:
    seat: SeatId
    before: int
    rank: int
    reason: str


def decide_adjust_rank(state: GameState, command: AdjustRank, asked: DecisionContext) -> tuple[RankAdjusted, ...]:
    seat = stayed(state, command.player)
    reason = reason_of(command.reason)
    if seat.rank != command.before:
        now = say("{name} has rank {rank} by now, not {before}; look again.", name=seat.name, rank=seat.rank, before=command.before)
        raise Stale(now, rule="R-03")
    lowest = len(members(state, seat.house))
    if not 1 <= command.rank <= lowest:
        raise Refused(
            say("House {house} has the ranks 1 to {last}.", house=house_name(state, seat.house), last=lowest), rule="R-03"
        )
    if command.rank == seat.rank:
        raise Stale(say("{name} has rank {rank} already.", name=seat.name, rank=seat.rank), rule="R-03")
    return (RankAdjusted(seat=seat.id, before=seat.rank, rank=command.rank, reason=reason),)


def moved(ranked: tuple[Seat, ...], seat: SeatId, rank: int) -> tuple[Seat, ...]:
    """The members of a House in their new order when one of them takes this rank: no rank twice, none missing (R-03)."""
    others = [each for each in ranked if each.id != seat]
    own = [each for each in ranked if each.id == seat]
    return (*others[: rank - 1], *own, *others[rank - 1 :])


@of_players("seat")
def evolve_rank_adjusted(state: GameState, happened: RankAdjusted) -> GameState:
    seat = state.seats[happened.seat]
    first = members(state, seat.house)
    if seat not in first:  # whoever has left has no rank
        return noted(state, seat.id)
    return in_order(state, moved(first, happened.seat, happened.rank))


def in_order(state: GameState, after: tuple[Seat, ...]) -> GameState:
    """The members of a House in a new order; the one purse of the House goes along with its rank 1 (R-05)."""
    first = members(state, after[0].house)
    seats = {**state.seats, **{each.id: replace(each, rank=rank) for rank, each in enumerate(after, start=1)}}
    keeper, heir = seats[first[0].id], seats[after[0].id]
    if held_in_common(state) and keeper.id != heir.id:  # the House's one purse lies with its rank 1
        seats[keeper.id] = replace(keeper, purse=Purse())
        joined = Purse(power=heir.purse.power + keeper.purse.power, favors=(*heir.purse.favors, *keeper.purse.favors))
        seats[heir.id] = replace(heir, purse=joined)
    return replace(state, seats=seats)


def explain_rank_adjusted(happened: RankAdjusted, state: GameState) -> str:
    seat = state.seats[happened.seat]
    after = moved(members(state, seat.house), seat.id, happened.rank)
    shifted = [f"{each.name} {rank}" for rank, each in enumerate(after, start=1) if each.id != seat.id and each.rank != rank]
    if shifted:
        return say(
            "{player} has rank {rank}, not {before} ({others}): {reason}.",
            player=who(state, seat.id),
            rank=happened.rank,
            before=happened.before,
            others=", ".join(shifted),
            reason=happened.reason,
        )
    return say(
        "{player} has rank {rank}, not {before}: {reason}.",
        player=who(state, seat.id),
        rank=happened.rank,
        before=happened.before,
        reason=happened.reason,
    )


def _rank_invalidations(happened: RankAdjusted, state: GameState) -> tuple[Invalidation, ...]:
    houses = teams_of(state, happened.seat)
    strips = tuple(Invalidation(topic="strip", to=f"seat:{seat.id}") for house in houses for seat in members(state, house))
    return (*strips, *house_invalidations(*houses))


def _rank_corrections(happened: RankAdjusted, state: GameState) -> tuple[Correction, ...]:
    seat = state.seats[happened.seat]
    first = members(state, seat.house)
    after = moved(first, seat.id, happened.rank)
    shifted = [each.id for rank, each in enumerate(after, start=1) if each.rank != rank]
    return tuple(
        Correction(
            to=f"team:{seat.house}",
            what=say("Rank of {name}", name=each.name),
            now=str(rank),
            was=str(each.rank),
            which=each.id,
        )
        for rank, each in enumerate(after, start=1)
        if each.id in shifted
    )


def _label_rank(command: AdjustRank, state: GameState) -> str:
    return say("Rank of {name}", name=who(state, command.player)) if command.player in state.seats else say("Rank")


COMMANDS: Mapping[type, CommandHandler] = {
    AdjustRank: CommandHandler(decide=decide_adjust_rank, desks=STRIP_DESKS, label=_label_rank)
}
EVENTS: Mapping[type, EventHandler] = {
    RankAdjusted: EventHandler(
        evolve=evolve_rank_adjusted, explain=explain_rank_adjusted, invalidations=_rank_invalidations, corrects=_rank_corrections
    ),
}
