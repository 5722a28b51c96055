"""Corrections that Control makes by hand on a status strip: ranks and wounds (R-03, R-04)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players, teams_of, with_missing_player
from control.day.people.lookup import members
from control.day.state import Presence
from control.day.words import require_reason, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, say, say_count
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Correction, Line, Report, ShownValue, corrections_between, to_desks
from rooms.realm.desks import Desk
from rooms.realm.game.reports.words import to_houses, to_player
from rooms.realm.game.state import GameState, HouseSeat, Purse
from rooms.realm.game.treasury.purses import house_name, is_purse_common, seat_of
from rooms.realm.scenario.ids import HouseId

# === common parts =======================================================================================================

# Shared by all corrections of strips: who may give them, whose strip it is, who hears of it.


STRIP_DESKS = frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND, Desk.CEREMONY})


def require_strip(state: GameState, player: SeatId) -> HouseSeat:
    """Return a player who has a strip. Players who have left for good have none.

    Raises:
        Refused: the player has left for good, or does not exist.
    """
    seat = seat_of(state, player)
    if seat.presence is Presence.GONE:
        raise Refused(say("{name} has left for good and has no strip any more.", name=seat.name), rule="R-03")
    return seat


def house_invalidations(*houses: HouseId) -> tuple[Invalidation, ...]:
    """Tell the pages of these Houses and of Control, which show the strip."""
    own = tuple(Invalidation(topic="team", to=f"team:{house}") for house in houses)
    return (*own, Invalidation(topic="people", to="staff"), Invalidation(topic="strip", to="staff"))


# === ranks ==============================================================================================================

# Ranks are corrected: those between the old and the new one move by one.


class AdjustRank(Struct, frozen=True, kw_only=True):
    """Give a player another rank; ranks between the old and the new one move by one (R-03). `before`: rank that the sender saw."""

    player: SeatId
    before: int
    rank: int
    reason: str


class RankAdjusted(Struct, frozen=True, kw_only=True):
    seat: SeatId
    before: int
    rank: int
    reason: str


def decide_adjust_rank(state: GameState, command: AdjustRank, asked: DecisionContext) -> tuple[RankAdjusted, ...]:
    seat = require_strip(state, command.player)
    reason = require_reason(command.reason)
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


def reordered(ranked: tuple[HouseSeat, ...], seat: SeatId, rank: int) -> tuple[HouseSeat, ...]:
    """Return the members of a House in their new order: no rank twice, none missing (R-03)."""
    others = [each for each in ranked if each.id != seat]
    own = [each for each in ranked if each.id == seat]
    return (*others[: rank - 1], *own, *others[rank - 1 :])


@requires_players("seat")
def evolve_rank_adjusted(state: GameState, happened: RankAdjusted) -> GameState:
    seat = state.seats[happened.seat]
    first = members(state, seat.house)
    if seat not in first:  # players who have left have no rank
        return with_missing_player(state, seat.id)
    return with_order(state, reordered(first, happened.seat, happened.rank))


def with_order(state: GameState, after: tuple[HouseSeat, ...]) -> GameState:
    """Reorder the members of a House. The common purse goes to the new rank 1 (R-05)."""
    first = members(state, after[0].house)
    seats = {**state.seats, **{each.id: replace(each, rank=rank) for rank, each in enumerate(after, start=1)}}
    keeper, heir = seats[first[0].id], seats[after[0].id]
    if is_purse_common(state) and keeper.id != heir.id:  # the House's one purse lies with its rank 1
        seats[keeper.id] = replace(keeper, purse=Purse())
        joined = Purse(power=heir.purse.power + keeper.purse.power, favors=(*heir.purse.favors, *keeper.purse.favors))
        seats[heir.id] = replace(heir, purse=joined)
    return replace(state, seats=seats)


def tell_rank_adjusted(happened: RankAdjusted, before: GameState, after: GameState) -> Iterator[Line]:
    seat = before.seats[happened.seat]
    new = reordered(members(before, seat.house), seat.id, happened.rank)
    shifted = [f"{each.name} {rank}" for rank, each in enumerate(new, start=1) if each.id != seat.id and each.rank != rank]
    named = {"player": who(before, seat.id), "rank": happened.rank, "before": happened.before, "reason": happened.reason}
    if shifted:
        others = ", ".join(shifted)
        yield to_desks(say("{player} has rank {rank}, not {before} ({others}): {reason}.", others=others, **named))
    else:
        yield to_desks(say("{player} has rank {rank}, not {before}: {reason}.", **named))
    words, why = say("{name} has rank {rank} now.", name=seat.name, rank=happened.rank), say("Set by Control.")
    yield from to_houses(before, (seat.house,), words, why=why, rule="R-03")
    yield from tell_new_ranks(before, after, seat.id, why)
    yield from corrections_between(_shown_ranks(before, seat.house), _shown_ranks(after, seat.house))


def tell_new_ranks(before: GameState, after: GameState, seat: SeatId, why: str, dead: SeatId | None = None) -> Iterator[Report]:
    """Tell each member of a player's House of a changed rank, with the reason; for the dead the report can wait."""
    of = before.seats[seat].house
    for each in before.seats.values():
        now = after.seats[each.id].rank if each.id in after.seats else 0
        if each.house == of and now and now != each.rank:
            words = say("Your rank is {rank} now, it was {before}.", rank=now, before=each.rank)
            yield to_player(each.id, words, why=why, rule="R-03", at_once=each.id != dead)


def _shown_ranks(state: GameState, house: HouseId) -> Iterator[ShownValue]:
    """Ranks of a House, in their order, as all its members see them."""
    for each in members(state, house):
        yield ShownValue(to=f"team:{house}", what=say("Rank of {name}", name=each.name), words=str(each.rank), which=each.id)


def _rank_invalidations(happened: RankAdjusted, state: GameState) -> tuple[Invalidation, ...]:
    houses = teams_of(state, happened.seat)
    strips = tuple(Invalidation(topic="strip", to=f"seat:{seat.id}") for house in houses for seat in members(state, house))
    return (*strips, *house_invalidations(*houses))


def _label_rank(command: AdjustRank, state: GameState) -> str:
    return say("Rank of {name}", name=who(state, command.player)) if command.player in state.seats else say("Rank")


RANK_COMMANDS: Mapping[type, CommandHandler] = {
    AdjustRank: CommandHandler(decide=decide_adjust_rank, desks=STRIP_DESKS, label=_label_rank)
}
RANK_EVENTS: Mapping[type, EventHandler] = {
    RankAdjusted: EventHandler(evolve=evolve_rank_adjusted, tell=tell_rank_adjusted, invalidations=_rank_invalidations),
}


# === wounds =============================================================================================================

# Wounds are corrected, 0 to 3.


DEADLY = 3  # wounds: the third one kills (GE-CER-02)
DEATH = later("The third wound kills: what the character holds is inherited, and ranks, marriage and throne follow at once.")


class AdjustWounds(Struct, frozen=True, kw_only=True):
    """Set a player's wounds, 0 to 3 (R-04). `before`: wounds that the sender saw."""

    player: SeatId
    before: int
    wounds: int
    reason: str


class WoundsAdjusted(Struct, frozen=True, kw_only=True):
    seat: SeatId
    before: int
    wounds: int
    reason: str


def decide_adjust_wounds(state: GameState, command: AdjustWounds, asked: DecisionContext) -> tuple[WoundsAdjusted, ...]:
    seat = require_strip(state, command.player)
    reason = require_reason(command.reason)
    if seat.died is not None:
        said = say(
            "{name} is dead until the next Ceremony ends. Take the wound back in the journal, and all that followed comes back.",
            name=seat.name,
        )
        raise Refused(said, rule="R-139", code="dead")
    if seat.wounds != command.before:
        now = say_count(
            "{name} has {count} wound by now, not {before}; look again.",
            "{name} has {count} wounds by now, not {before}; look again.",
            seat.wounds,
            name=seat.name,
            before=command.before,
        )
        raise Stale(now, rule="R-04")
    if not 0 <= command.wounds <= DEADLY:
        raise Refused(say("A strip shows 0 to {most} wounds.", most=DEADLY), rule="R-04")
    if command.wounds == seat.wounds:
        already = say_count("{name} has {count} wound already.", "{name} has {count} wounds already.", seat.wounds, name=seat.name)
        raise Stale(already, rule="R-04")
    return (WoundsAdjusted(seat=seat.id, before=seat.wounds, wounds=command.wounds, reason=reason),)


@requires_players("seat")
def evolve_wounds_adjusted(state: GameState, happened: WoundsAdjusted) -> GameState:
    seat = replace(state.seats[happened.seat], wounds=happened.wounds)
    return replace(state, seats={**state.seats, seat.id: seat})


def tell_wounds_adjusted(happened: WoundsAdjusted, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell of wounds set by hand. The phone shows a third wound as a death instead, first and at length (R-139)."""
    seat, count, was = before.seats.get(happened.seat), happened.wounds, happened.before
    yield to_desks(
        say_count(
            "{player} has {count} wound, not {before}: {reason}.",
            "{player} has {count} wounds, not {before}: {reason}.",
            count,
            player=who(before, happened.seat),
            before=was,
            reason=happened.reason,
        )
    )
    if seat is None or count >= DEADLY:
        return
    why = say("Set by Control.")
    have = say_count("You have {count} wound now.", "You have {count} wounds now.", count)
    yield to_player(seat.id, have, why=why, rule="R-04")
    named = say_count("{name} has {count} wound now.", "{name} has {count} wounds now.", count, name=seat.name)
    yield from to_houses(before, (seat.house,), named, why=why, rule="R-04")
    # wounds never heal, so fewer wounds mend a mistake
    yield wounds_corrected(seat, was, count, news=count > was)


def wounds_corrected(seat: HouseSeat, was: int, now: int, *, news: bool) -> Correction:
    """Return the notice of new wounds, for the House."""
    what = say("Wounds of {name}", name=seat.name)
    return Correction(to=f"team:{seat.house}", what=what, now=str(now), was=str(was), which=seat.id, news=news)


def _strip_invalidations(happened: WoundsAdjusted, state: GameState) -> tuple[Invalidation, ...]:
    return (Invalidation(topic="strip", to=f"seat:{happened.seat}"), *house_invalidations(*teams_of(state, happened.seat)))


def broken_wounds(state: GameState) -> tuple[str, ...]:
    """Check that every strip has 0 to 3 wounds (R-04)."""
    return tuple(
        say_count("{name} has {count} wounds.", "{name} has {count} wounds.", seat.wounds, name=seat.name)
        for seat in state.seats.values()
        if not 0 <= seat.wounds <= DEADLY
    )


def _label_wounds(command: AdjustWounds, state: GameState) -> str:
    if command.player not in state.seats:
        return say("Wounds")
    name = who(state, command.player)
    return say("Death of {name}", name=name) if command.wounds >= DEADLY else say("Wounds of {name}", name=name)


WOUND_COMMANDS: Mapping[type, CommandHandler] = {
    AdjustWounds: CommandHandler(decide=decide_adjust_wounds, desks=STRIP_DESKS, label=_label_wounds)
}
WOUND_EVENTS: Mapping[type, EventHandler] = {
    WoundsAdjusted: EventHandler(evolve=evolve_wounds_adjusted, tell=tell_wounds_adjusted, invalidations=_strip_invalidations),
}
