"""Effects of the Court's Favors: votes, pools, a cheaper law, the next proposal, one more proposal (GE-FAV-03, R-133).

The realm has checked that the user is at the Court, in the card's step (GE-FAV-04, GE-FAV-05). A card without effect is refused
here, and then nothing happens. Decisions of a desk belong to the realm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct

from control.day.decisions.questions import DecisionOpened
from control.day.missing_players import requires_players
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import DeskId, SeatId
from control.engine.language import say, say_count
from control.engine.modules import EventHandler, GameEvent, Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Line, ReportKind, to_desks
from rooms.court.game.floor.cycles import Part, ProposalChosen, cycles_of, heard_words, proposal_words, running_part, waiting
from rooms.court.game.floor.pools import RAISES
from rooms.court.game.floor.vote import open_vote, require_vote
from rooms.court.game.proposals.proposal import ProposalsHandedIn, is_entitled, why_not_entitled
from rooms.court.game.reports.words import to_house, to_seat
from rooms.court.game.roll import assembled, court_invalidations
from rooms.court.game.state import (
    Chosen,
    MoreVotes,
    OnFloor,
    Stand,
    floor_in,
    floor_of,
    found_in,
    is_late,
    mark_doubtful,
    proposal_in_cycle,
    with_cycle,
    with_floor,
)
from rooms.realm.desks import Desk
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.favors.effects import desk_decision
from rooms.realm.game.favors.requirements import Field, favor_of, favors_with_effect, register_choices
from rooms.realm.game.favors.use import FavorUsed, FavorVoided, purse_for_return
from rooms.realm.game.records import UsedFavor
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import Favor

VOTES: Final[Mapping[str, int]] = {"votes-1": 1, "votes-2": 2}
LESS, LEAST = 2, 1  # reduction of a law's cost, and its minimum
RULE: Final = "GE-FAV-03"


class Effect(StrEnum):
    """Other effects of the Court's Favors."""

    CHEAPER = "law-cheaper-2"
    CHOOSE = "choose-proposal"
    EXTRA = "extra-proposal"


class VotesAdded(Struct, frozen=True, kw_only=True):
    """A player has more votes in the vote of this cycle."""

    month: int
    cycle: int
    seat: SeatId
    votes: int


class PoolRaised(Struct, frozen=True, kw_only=True):
    """More Power from the bank was set before a House for this month's laws."""

    month: int
    house: HouseId
    power: int


class LawCheapened(Struct, frozen=True, kw_only=True):
    """The law that is being paid now costs `cost`."""

    month: int
    cycle: int
    cost: int


class ProposalAllowed(Struct, frozen=True, kw_only=True):
    """A player may hand in a proposal this month, wherever the Court meets."""

    month: int
    seat: SeatId


# --- which proposal may be named ----------------------------------------------------------------------------------------


def author_choices(state: GameState, _seat: HouseSeat | None = None, _favor: Favor | None = None) -> tuple[tuple[int, str], ...]:
    """Assembled players whose proposals a card may name in Updates: those who may propose.

    Proposals are sealed until Updates ends, so the card names an author, who has at most one. Nobody can know whether there is one.
    """
    shorts = {house.id: house.name for house in house_names(state)}
    return tuple(
        (
            number_of(state, each),
            say("the proposal of {player} ({house})", player=each.name, house=shorts.get(each.house, each.house)),
        )
        for each in assembled(state)
        if is_entitled(state, each)
    )


def author_named(state: GameState, used: UsedFavor) -> SeatId | None:
    """The player whose proposal the card names."""
    return next((each.id for each in state.seats.values() if number_of(state, each) == used.number), None)


def number_of(state: GameState, seat: HouseSeat) -> int:
    """A player's number on such a card. It stays the same whoever comes or leaves."""
    houses = [house.id for house in state.scenario.houses]
    own = seat.id.rpartition("-")[2]
    return 1000 * (1 + houses.index(seat.house)) + (int(own) if own.isdigit() else 0)


register_choices(Field.PROPOSAL, author_choices)


# --- reactions ----------------------------------------------------------------------------------------------------------


def carry_out(state: GameState, happened: FavorUsed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """The immediate effect of a Favor of the Court.

    Raises:
        Refused: it has no effect now.
    """
    used, favor = happened.used, favor_of(state, happened.used.favor)
    if favor is None:
        return ()
    if favor.effect in VOTES:
        return (_add_votes(state, used, VOTES[favor.effect]),)
    if favor.effect in RAISES:
        return (_raise_pool(state, used, RAISES[favor.effect]),)
    match favor.effect:
        case Effect.CHEAPER:
            return (_cheapen_law(state),)
        case Effect.CHOOSE:
            _require_author(state, used)
        case Effect.EXTRA:
            return (_allow_proposal(state, happened, favor, asked),)
    return ()


def _add_votes(state: GameState, used: UsedFavor, votes: int) -> VotesAdded:
    """Extra votes go with the player's own vote, whatever it is at the close. A player without a vote by name cannot use them."""
    now = running_part(state)
    if (
        now is None
        or now[0] is not Part.VOTE
        or (standing := proposal_in_cycle(state, now[1])) is None
        or standing.stand is not Stand.OPEN
    ):
        raise Refused(say("No vote is open now."), rule=RULE, code="closed")
    require_vote(state, open_vote(state, state.clock.month, standing.cycle), state.seats[used.seat])
    return VotesAdded(month=state.clock.month, cycle=standing.cycle, seat=used.seat, votes=votes)


def _raise_pool(state: GameState, used: UsedFavor, power: int) -> PoolRaised:
    """A House may pay what was set before it (R-77). The card raises that limit by the same amount this month."""
    if all(pool.payer != used.house for pool in floor_of(state).pools):
        raise Refused(say("{house} has no pool in the Court.", house=house_name(state, used.house)), rule="R-77", code="no-pool")
    return PoolRaised(month=state.clock.month, house=used.house, power=power)


def _cheapen_law(state: GameState) -> LawCheapened:
    now = running_part(state)
    standing = proposal_in_cycle(state, now[1]) if now is not None else None
    if standing is None or standing.stand is not Stand.WON:
        raise Refused(say("No proposal is being paid now."), rule=RULE, code="closed")
    if standing.cost <= LEAST:
        raise Refused(say("It costs {cost}, and that is the least.", cost=standing.cost), rule=RULE, code="least")
    return LawCheapened(month=state.clock.month, cycle=standing.cycle, cost=max(LEAST, standing.cost - LESS))


def _require_author(state: GameState, used: UsedFavor) -> None:
    if used.number not in dict(author_choices(state)):
        raise Refused(say("Name the proposal of somebody here who may propose this month."), rule=RULE, code="number")
    chosen = favors_with_effect(state, Effect.CHOOSE)
    if sum(each.number == used.number for each in chosen) > 1:
        raise Refused(say("Another Favor names this proposal already."), rule=RULE, code="named")
    if len(chosen) > len(cycles_of(state)):
        raise Refused(say("No cycle of this month is free."), rule="R-79")


def _allow_proposal(state: GameState, happened: FavorUsed, favor: Favor, asked: DecisionContext) -> GameEvent:
    """Open the form to a player who may not propose otherwise. Nobody hands in two: the second goes through Court Control.

    Control enters that one by hand after Updates, for an assembled player of the House without a proposal.

    Raises:
        Refused: the player was seated late (R-16).
    """
    seat = state.seats[happened.used.seat]
    if is_entitled(state, seat):
        return DecisionOpened(decision=desk_decision(state, happened, favor, DeskId(Desk.COURT), asked))
    if is_late(state, seat.id):
        raise Refused(why_not_entitled(state, seat.id), rule="R-16", code="late")
    return ProposalAllowed(month=state.clock.month, seat=seat.id)


def put_named(state: GameState, happened: ProposalsHandedIn, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Put proposals named by Favors into the next free cycles, in the order of use. A card without its proposal is returned."""
    return tuple(_put_in_cycles(state, happened))


def _put_in_cycles(state: GameState, happened: ProposalsHandedIn) -> Iterator[GameEvent]:
    there = {each.seat: each for each in waiting(state)}
    free = [cycle for cycle in cycles_of(state) if proposal_in_cycle(state, cycle) is None]
    for used in favors_with_effect(state, Effect.CHOOSE):
        author = author_named(state, used)
        found = there.pop(author, None) if author is not None else None
        if found is not None and free:
            cycle = free.pop(0)
            yield ProposalChosen(month=happened.month, cycle=cycle, author=found.seat, paper=found.paper, how=Chosen.FAVOR)
        elif used.seat in state.seats:
            back = purse_for_return(state, used)
            yield FavorVoided(card=used.card, seat=used.seat, holder=back, month=used.month, key=used.key)


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_votes(state: GameState, happened: VotesAdded) -> GameState:
    floor = floor_in(state, happened.month)
    new = MoreVotes(cycle=happened.cycle, seat=happened.seat, votes=happened.votes)
    return with_floor(state, replace(floor, more=(*floor.more, new)))


def evolve_raised(state: GameState, happened: PoolRaised) -> GameState:
    """Raise the pool. If the House has none, mark the floor as doubtful."""
    floor = floor_in(state, happened.month)
    pools = tuple(
        replace(pool, power=pool.power + happened.power) if pool.payer == happened.house else pool for pool in floor.pools
    )
    return with_floor(state, replace(floor, pools=pools, doubtful=floor.doubtful or pools == floor.pools))


def evolve_cheapened(state: GameState, happened: LawCheapened) -> GameState:
    """Change the cost. If the law is not being paid, mark the floor as doubtful."""
    standing = found_in(floor_in(state, happened.month), happened.cycle)
    if standing is None or standing.stand is not Stand.WON:
        return mark_doubtful(state, happened.month)
    return with_cycle(state, happened.month, happened.cycle, cost=happened.cost)


@requires_players("seat")
def evolve_allowed(state: GameState, happened: ProposalAllowed) -> GameState:
    floor = floor_in(state, happened.month)
    return with_floor(state, replace(floor, allowed=(*floor.allowed, happened.seat)))


# --- words --------------------------------------------------------------------------------------------------------------


def tell_votes(happened: VotesAdded, before: GameState, after: GameState) -> Iterator[Line]:
    """Extra votes go with the player's own vote, whatever it is at the close."""
    words = say_count(
        "{player} has {count} vote more in cycle {cycle}.",
        "{player} has {count} votes more in cycle {cycle}.",
        happened.votes,
        player=who(before, happened.seat),
        cycle=happened.cycle,
    )
    yield to_desks(words)
    words = say_count("You had {count} vote more, beside your own.", "You had {count} votes more, beside your own.", happened.votes)
    yield to_seat(happened.seat, ReportKind.OUTCOME, words, act=heard_words(before, happened.cycle), rule=RULE)


def tell_raised(happened: PoolRaised, before: GameState, after: GameState) -> Iterator[Line]:
    """A pool belongs to the Court and is no purse, so no holdings change. Its rest is returned in Return (R-77)."""
    house = house_name(before, happened.house)
    yield to_desks(say("{power} Power more lie in the pool of {house}.", power=happened.power, house=house))
    words = say("{power} Power more lay in the pool of your House in the Court.", power=happened.power)
    yield to_house(happened.house, ReportKind.HOLDING, words, rule=RULE)


def tell_cheapened(happened: LawCheapened, before: GameState, after: GameState) -> Iterator[Line]:
    standing: OnFloor | None = proposal_in_cycle(before, happened.cycle)
    if standing is None:
        yield to_desks(say("The proposal of cycle {cycle} costs {cost} now.", cycle=happened.cycle, cost=happened.cost))
        return
    proposal = proposal_words(before, standing.paper)
    yield to_desks(say("{proposal} costs {cost} now.", proposal=proposal, cost=happened.cost))
    words = say("A Favor made it cheaper: it cost {cost}.", cost=happened.cost)
    yield to_seat(standing.author, ReportKind.OUTCOME, words, act=proposal, rule=RULE)


def tell_allowed(happened: ProposalAllowed, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(say("{player} may hand in a proposal this month.", player=who(before, happened.seat)))


def _allowed_invalidations(happened: ProposalAllowed, state: GameState) -> tuple[Invalidation, ...]:
    """Refresh the player's sheet too: the form opens there."""
    return (*court_invalidations(happened, state), Invalidation(topic="sheet", to=f"seat:{happened.seat}"))


EVENTS: Mapping[type, EventHandler] = {
    VotesAdded: EventHandler(evolve=evolve_votes, tell=tell_votes, invalidations=court_invalidations),
    PoolRaised: EventHandler(evolve=evolve_raised, tell=tell_raised, invalidations=court_invalidations),
    LawCheapened: EventHandler(evolve=evolve_cheapened, tell=tell_cheapened, invalidations=court_invalidations),
    ProposalAllowed: EventHandler(evolve=evolve_allowed, tell=tell_allowed, invalidations=_allowed_invalidations),
}
