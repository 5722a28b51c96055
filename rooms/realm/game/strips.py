"""What Control sets by hand on a status strip and in a hand of cards: ranks, wounds, a named Favor (R-03, R-04, R-135, R-136).

A hand is its owner's secret (R-135): whoever corrects it names the card that the player shows, and sees none that was not named.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from control.day.amiss import noted, of_players, teams_of
from control.day.people.asked import members
from control.day.state import Presence
from control.day.words import reason_of, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, say, say_count
from control.engine.modules import CommandHandler, Correction, EventHandler, Invalidation, Module
from control.engine.refused import Refused, Stale
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState, Purse, Seat
from rooms.realm.game.treasury.purses import held_in_common, house_name, seat_of
from rooms.realm.scenario.decks import Favor
from rooms.realm.scenario.ids import CardId, FavorId, HouseId

DEADLY = 3  # wounds: the third one kills (GE-CER-02)
STRIP_DESKS = frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND, Desk.CEREMONY})


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustRank:
    """Give a player another rank; those between the old and the new one move by one (R-03). `before` is what its sender saw."""

    player: SeatId
    before: int
    rank: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustWounds:
    """Set a player's wounds, 0 to 3 (R-04). `before` is what its sender saw."""

    player: SeatId
    before: int
    wounds: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFavor:
    """A named Favor leaves a player's hand: to another player, or to the discards when `to` is None."""

    player: SeatId
    favor: FavorId
    to: SeatId | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchFavor:
    """A named Favor comes into a player's hand: from the discards where one lies there, else from the deck."""

    player: SeatId
    favor: FavorId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RankAdjusted:
    seat: SeatId
    before: int
    rank: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundsAdjusted:
    seat: SeatId
    before: int
    wounds: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FavorMoved:
    """One card was laid elsewhere by hand. `seat` and `to` are players; None is the discards, or for `seat` the deck too."""

    card: CardId
    seat: SeatId | None
    to: SeatId | None
    reason: str


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_adjust_rank(state: GameState, command: AdjustRank, asked: DecisionContext) -> tuple[RankAdjusted, ...]:
    seat = _stayed(state, command.player)
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


def decide_adjust_wounds(state: GameState, command: AdjustWounds, asked: DecisionContext) -> tuple[WoundsAdjusted, ...]:
    seat = _stayed(state, command.player)
    reason = reason_of(command.reason)
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


def decide_take_favor(state: GameState, command: TakeFavor, asked: DecisionContext) -> tuple[FavorMoved, ...]:
    seat, favor = seat_of(state, command.player), _favor(state, command.favor)
    reason = reason_of(command.reason)
    if command.to is not None and _stayed(state, command.to).id == seat.id:
        raise Refused(say("Choose somebody else, or the discards."), rule="R-136")
    card = next((each for each in seat.purse.favors if _kind(each) == favor.id), None)
    if card is None:
        raise Refused(say("{name} holds no “{favor}”; ask to be shown the card.", name=seat.name, favor=favor.name), rule="R-136")
    return (FavorMoved(card=card, seat=seat.id, to=command.to, reason=reason),)


def decide_fetch_favor(state: GameState, command: FetchFavor, asked: DecisionContext) -> tuple[FavorMoved, ...]:
    seat, favor = _stayed(state, command.player), _favor(state, command.favor)
    reason = reason_of(command.reason)
    # From the discards first: a card from the deck changes what the next players draw.
    lying = (*reversed(state.favor_discards), *state.favor_deck)
    card = next((each for each in lying if _kind(each) == favor.id), None)
    if card is None:
        raise Refused(say("Every “{favor}” is in somebody’s hand.", favor=favor.name), rule="R-135")
    return (FavorMoved(card=card, seat=None, to=seat.id, reason=reason),)


def _stayed(state: GameState, player: SeatId) -> Seat:
    seat = seat_of(state, player)
    if seat.presence is Presence.GONE:
        raise Refused(say("{name} has left for good and has no strip any more.", name=seat.name), rule="R-03")
    return seat


def _favor(state: GameState, favor: FavorId) -> Favor:
    found = next((each for each in state.scenario.favors if each.id == favor), None)
    if found is None:
        raise Refused(say("There is no such Favor in this scenario."), rule="R-135", code="unknown")
    return found


def _kind(card: CardId) -> FavorId:
    return FavorId(card.rsplit("#", 1)[0])


# --- fold ---------------------------------------------------------------------------------------------------------------


@of_players("seat")
def evolve_rank_adjusted(state: GameState, happened: RankAdjusted) -> GameState:
    seat = state.seats[happened.seat]
    first = members(state, seat.house)
    if seat not in first:  # whoever has left has no rank
        return noted(state, seat.id)
    after = moved(first, happened.seat, happened.rank)
    seats = {**state.seats, **{each.id: replace(each, rank=rank) for rank, each in enumerate(after, start=1)}}
    keeper, heir = seats[first[0].id], seats[after[0].id]
    if held_in_common(state) and keeper.id != heir.id:  # the House's one purse lies with its rank 1
        seats[keeper.id] = replace(keeper, purse=Purse())
        joined = Purse(power=heir.purse.power + keeper.purse.power, favors=(*heir.purse.favors, *keeper.purse.favors))
        seats[heir.id] = replace(heir, purse=joined)
    return replace(state, seats=seats)


def moved(ranked: tuple[Seat, ...], seat: SeatId, rank: int) -> tuple[Seat, ...]:
    """The members of a House in their new order when one of them takes this rank: no rank twice, none missing (R-03)."""
    others = [each for each in ranked if each.id != seat]
    own = [each for each in ranked if each.id == seat]
    return (*others[: rank - 1], *own, *others[rank - 1 :])


@of_players("seat")
def evolve_wounds_adjusted(state: GameState, happened: WoundsAdjusted) -> GameState:
    seat = replace(state.seats[happened.seat], wounds=happened.wounds)
    return replace(state, seats={**state.seats, seat.id: seat})


@of_players("seat", "to")
def evolve_favor_moved(state: GameState, happened: FavorMoved) -> GameState:
    card, seats = happened.card, dict(state.seats)
    deck = tuple(each for each in state.favor_deck if each != card)
    discards = tuple(each for each in state.favor_discards if each != card)
    if happened.seat is not None:
        giver = seats[happened.seat]
        kept = tuple(each for each in giver.purse.favors if each != card)
        seats[giver.id] = replace(giver, purse=replace(giver.purse, favors=kept))
    if happened.to is None:
        discards = (*discards, card)
    else:
        taker = seats[happened.to]
        seats[taker.id] = replace(taker, purse=replace(taker.purse, favors=(*taker.purse.favors, card)))
    return replace(state, seats=seats, favor_deck=deck, favor_discards=discards)


# --- words --------------------------------------------------------------------------------------------------------------


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


def explain_wounds_adjusted(happened: WoundsAdjusted, state: GameState) -> str:
    told = say_count(
        "{player} has {count} wound, not {before}: {reason}.",
        "{player} has {count} wounds, not {before}: {reason}.",
        happened.wounds,
        player=who(state, happened.seat),
        before=happened.before,
        reason=happened.reason,
    )
    return f"{told} {say(DEATH_BY_HAND)}" if happened.wounds >= DEADLY else told


DEATH_BY_HAND = later("A third wound kills (GE-CER-02): heirs, ranks and the return are settled by hand.")


def explain_favor_moved(happened: FavorMoved, state: GameState) -> str:
    """Which card it is stays with its holder (R-135)."""
    if happened.seat is None:
        taker = who(state, happened.to) if happened.to is not None else say("the discards")
        return say("{player} receives 1 named Favor: {reason}.", player=taker, reason=happened.reason)
    giver = who(state, happened.seat)
    if happened.to is None:
        return say("1 named Favor of {player} goes to the discards: {reason}.", player=giver, reason=happened.reason)
    return say(
        "1 named Favor of {player} goes to {other}: {reason}.", player=giver, other=who(state, happened.to), reason=happened.reason
    )


# --- who is told --------------------------------------------------------------------------------------------------------


def _strip_pokes(happened: WoundsAdjusted, state: GameState) -> tuple[Invalidation, ...]:
    return (Invalidation(topic="strip", to=f"seat:{happened.seat}"), *_house_pokes(*teams_of(state, happened.seat)))


def _rank_pokes(happened: RankAdjusted, state: GameState) -> tuple[Invalidation, ...]:
    houses = teams_of(state, happened.seat)
    strips = tuple(Invalidation(topic="strip", to=f"seat:{seat.id}") for house in houses for seat in members(state, house))
    return (*strips, *_house_pokes(*houses))


def _favor_pokes(happened: FavorMoved, state: GameState) -> tuple[Invalidation, ...]:
    seats = [seat for seat in (happened.seat, happened.to) if seat is not None]
    strips = tuple(Invalidation(topic="strip", to=f"seat:{seat}") for seat in seats)
    return (*strips, *_house_pokes(*teams_of(state, *seats)))


def _house_pokes(*houses: HouseId) -> tuple[Invalidation, ...]:
    own = tuple(Invalidation(topic="team", to=f"team:{house}") for house in houses)
    return (*own, Invalidation(topic="people", to="staff"), Invalidation(topic="strip", to="staff"))


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
        )
        for rank, each in enumerate(after, start=1)
        if each.id in shifted
    )


def _wounds_corrections(happened: WoundsAdjusted, state: GameState) -> tuple[Correction, ...]:
    seat = state.seats[happened.seat]
    return (
        Correction(
            to=f"team:{seat.house}",
            what=say("Wounds of {name}", name=seat.name),
            now=str(happened.wounds),
            was=str(happened.before),
        ),
    )


def _favor_corrections(happened: FavorMoved, state: GameState) -> tuple[Correction, ...]:
    changes = ((happened.seat, -1), (happened.to, 1))
    return tuple(
        Correction(to=f"seat:{seat}", what=say("Favors in your hand"), now=str(held + change), was=str(held))
        for seat, change in changes
        if seat is not None
        for held in (len(state.seats[seat].purse.favors),)
    )


def broken_strips(state: GameState) -> tuple[str, ...]:
    """Wounds are 0 to 3 on every strip (R-04)."""
    return tuple(
        say_count("{name} has {count} wounds.", "{name} has {count} wounds.", seat.wounds, name=seat.name)
        for seat in state.seats.values()
        if not 0 <= seat.wounds <= DEADLY
    )


def _label_rank(command: AdjustRank, state: GameState) -> str:
    return say("Rank of {name}", name=who(state, command.player)) if command.player in state.seats else say("Rank")


def _label_wounds(command: AdjustWounds, state: GameState) -> str:
    return say("Wounds of {name}", name=who(state, command.player)) if command.player in state.seats else say("Wounds")


def _label_favor(command: TakeFavor | FetchFavor, state: GameState) -> str:
    return say("Favor of {name}", name=who(state, command.player)) if command.player in state.seats else say("Favor")


STRIPS = Module(
    name="strips",
    about=later("Status strips"),
    acts={
        AdjustRank: CommandHandler(decide=decide_adjust_rank, desks=STRIP_DESKS, label=_label_rank),
        AdjustWounds: CommandHandler(decide=decide_adjust_wounds, desks=STRIP_DESKS, label=_label_wounds),
        TakeFavor: CommandHandler(decide=decide_take_favor, desks=STRIP_DESKS, label=_label_favor),
        FetchFavor: CommandHandler(decide=decide_fetch_favor, desks=STRIP_DESKS, label=_label_favor),
    },
    facts={
        RankAdjusted: EventHandler(
            evolve=evolve_rank_adjusted, explain=explain_rank_adjusted, pokes=_rank_pokes, corrects=_rank_corrections
        ),
        WoundsAdjusted: EventHandler(
            evolve=evolve_wounds_adjusted, explain=explain_wounds_adjusted, pokes=_strip_pokes, corrects=_wounds_corrections
        ),
        FavorMoved: EventHandler(
            evolve=evolve_favor_moved, explain=explain_favor_moved, pokes=_favor_pokes, corrects=_favor_corrections
        ),
    },
    broken=broken_strips,
)
