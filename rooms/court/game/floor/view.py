"""The public floor for phones and the hall: proposals heard and decided, pools, and the player's own vote."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from control.day.memoization import memoized_view
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.court.game.floor.cycles import Part, has_begun, proposal_words, running_part
from rooms.court.game.floor.pools import raised_by
from rooms.court.game.floor.vote import favor_votes_shown
from rooms.court.game.roll import assembled, ids_of, is_assembled, voters
from rooms.court.game.state import OnFloor, Stand, floor_of, proposal_in_cycle
from rooms.court.rules.pool_shares import THRONE
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.laws import law_of
from rooms.realm.game.passed_laws import payer_words, share_words
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import cost_of
from rooms.realm.scenario.ids import HouseId

# === views ==============================================================================================================


class PoolShown(Struct, frozen=True, kw_only=True):
    """What is left in one payer's pool, and what it held at the start. The throne has no House."""

    payer: str
    name: str
    house: HouseId | None
    short: str
    power: int
    favors: int
    full_power: int
    full_favors: int

    @property
    def power_tokens(self) -> tuple[bool, ...]:
        """A token for each Power at the start: whether it is still there."""
        return tuple(at < self.power for at in range(self.full_power))

    @property
    def favor_tokens(self) -> tuple[bool, ...]:
        """A token for each Favor at the start: whether it is still there."""
        return tuple(at < self.favors for at in range(self.full_favors))


class VoteShown(Struct, frozen=True, kw_only=True):
    """How one player voted, once that is public."""

    seat: SeatId
    name: str
    house: HouseId
    favor: bool


class ExtraShown(Struct, frozen=True, kw_only=True):
    """Extra votes that a House used."""

    house: HouseId
    name: str
    votes: int
    favor: bool


class MoreShown(Struct, frozen=True, kw_only=True):
    """Extra votes of a player through a Favor. The card is public; their side is as secret as the player's own vote."""

    seat: SeatId
    name: str
    house: HouseId
    votes: int


class CountShown(Struct, frozen=True, kw_only=True):
    """A closed vote. `votes`, `extra`: empty if the scenario shows only sums. `fists`: votes without a name.

    `silent`: assembled players who neither voted by name nor raised a counted fist; they count against it (R-80).
    """

    assembled: int
    favor: int
    against: int
    fists: int
    silent: int
    votes: tuple[VoteShown, ...]
    extra: tuple[ExtraShown, ...]


class ProposalShown(Struct, frozen=True, kw_only=True):
    """A proposal on the floor. `voting`: the vote is open; only the desk sees how many have voted. `all`: players who may vote.

    `outcome`: what became of it and why, in a sentence; empty before a decision.
    """

    cycle: int
    author: SeatId
    author_name: str
    house: HouseId
    short: str
    words: str
    text: str
    military: bool
    cost: int
    stand: Stand
    voting: bool
    all: int
    count: CountShown | None
    paid: str
    law: int | None
    outcome: str
    more: tuple[MoreShown, ...] = ()

    @property
    def votes_more(self) -> int:
        """Public extra votes through Favors."""
        return sum(each.votes for each in self.more)


class OwnVote(Struct, frozen=True, kw_only=True):
    """The player's own slot: whether they can vote now, or why not. `favor`: their vote as a receipt, None before it.

    `counts`: whether it would count now. A player off the roll, or spoken for by another, has a receipt but no vote (R-80). `at`:
    the time of the vote. `by_control`: Court Control entered it.
    """

    cycle: int
    may_vote: bool
    why_not: str
    counts: bool
    favor: bool | None
    at: datetime | None
    by_control: bool = False


class FloorShown(Struct, frozen=True, kw_only=True):
    """The public floor. `part`: a `Part`, empty outside the cycles. `own`: the viewer's slot while a vote is open."""

    month: int
    has_assembled: bool
    assembled: int
    part: str
    cycle: int
    on_floor: ProposalShown | None
    heard: tuple[ProposalShown, ...]
    pools: tuple[PoolShown, ...]
    own: OwnVote | None


def floor_shown(state: GameState, viewer: Viewer) -> FloorShown:
    """The floor for this viewer: the same for everybody except for their own vote."""
    return replace(_public_floor(state), own=own_vote(state, viewer))


@memoized_view(16)
def _public_floor(state: GameState) -> FloorShown:
    """The floor without anybody's own vote, made once for all viewers."""
    now = running_part(state)
    cycle = now[1] if now else 0
    standing = proposal_in_cycle(state, cycle) if now else None
    return FloorShown(
        month=state.clock.month,
        has_assembled=floor_of(state).assembled,
        assembled=len(assembled(state)),
        part=now[0] if now else "",
        cycle=cycle,
        on_floor=proposal_shown(state, standing) if standing else None,
        heard=tuple(proposal_shown(state, each) for each in sorted(_heard(state), key=lambda each: each.cycle)),
        pools=pools_shown(state),
        own=None,
    )


def _heard(state: GameState) -> Iterator[OnFloor]:
    """The proposals whose cycle has begun, without struck ones."""
    return (each for each in floor_of(state).cycles if each.stand is not Stand.STRUCK and has_begun(state, each.cycle))


def pools_shown(state: GameState) -> tuple[PoolShown, ...]:
    """The public pools (GE-CRT-18)."""
    settings, shorts = state.scenario.settings, {str(house.id): house.short for house in house_names(state)}
    return tuple(
        PoolShown(
            payer=pool.payer,
            name=payer_words(state, pool.payer),
            house=HouseId(pool.payer) if pool.payer != THRONE else None,
            short=shorts.get(pool.payer, ""),
            power=pool.power,
            favors=pool.favors,
            full_power=settings.pool_power + (raised_by(state, HouseId(pool.payer)) if pool.payer != THRONE else 0),
            full_favors=settings.pool_favors,
        )
        for pool in floor_of(state).pools
    )


def proposal_shown(state: GameState, standing: OnFloor) -> ProposalShown:
    """A proposal as everybody may see it from its Explain on."""
    seat, shorts = state.seats[standing.author], {house.id: house.short for house in house_names(state)}
    kind = next((each for each in state.scenario.proposals if each.id == standing.paper.type), None)
    law = law_of(state, standing.law) if standing.law else None
    fallen = next((each for each in state.struck_laws if each.id == standing.law), None)
    tablet = law or fallen
    return ProposalShown(
        cycle=standing.cycle,
        author=seat.id,
        author_name=seat.name,
        house=seat.house,
        short=shorts[seat.house],
        words=proposal_words(state, standing.paper),
        text=kind.text if kind else "",
        military=kind.military if kind else False,
        cost=standing.cost if standing.count is not None else (cost_of(kind, standing.paper) or 0) if kind else 0,
        stand=standing.stand,
        voting=is_voting(state, standing),
        all=len(voters(state)) if standing.count is None else standing.count.assembled,
        count=_count(state, standing),
        paid=share_words(state, standing.paid),
        law=tablet.number if tablet else None,
        outcome=outcome_words(state, standing),
        more=tuple(
            MoreShown(seat=each.seat, name=state.seats[each.seat].name, house=state.seats[each.seat].house, votes=each.votes)
            for each in favor_votes_shown(state, standing)
            if each.seat in state.seats
        ),
    )


def outcome_words(state: GameState, standing: OnFloor) -> str:
    """What became of a proposal, and why. Empty while it is heard. A tie names who decided it (GE-CRT-30, R-38)."""
    count = standing.count
    sums = {"favor": count.favor, "against": count.against} if count else {}
    match standing.stand:
        case Stand.OPEN | Stand.STRUCK:
            return ""
        case Stand.TIE:
            return say("A tie, {favor} to {against}: the Sovereign decides.", **sums)
        case Stand.WON:
            if standing.tie_for is not None:
                return say("{tie} Now the Sovereign names who pays.", tie=_tie_words(state, standing))
            return say("A majority favors it, {favor} to {against}; now the Sovereign names who pays.", **sums)
        case Stand.PASSED:
            if standing.tie_for is not None:
                return say("{tie} It is law.", tie=_tie_words(state, standing))
            return say("It is law, {favor} to {against}.", **sums)
        case Stand.UNPAID:
            return say("It fails: the pools do not cover its cost of {cost}.", cost=standing.cost)
        case Stand.REJECTED:
            if count is None:
                return say("Rejected: its cycle ended before the vote was closed.")
            if count.favor < count.against:
                return say("Rejected, {favor} to {against}.", **sums)
            if standing.tie_for is None:
                return say("Rejected: its cycle ended before the tie was decided.")
            return say("Rejected. {tie}", tie=_tie_words(state, standing))


def vote_hint(state: GameState) -> str:
    """The instruction in a Vote that was closed before its step ends. Empty while the step's own words are right."""
    now = running_part(state)
    standing = proposal_in_cycle(state, now[1]) if now and now[0] is Part.VOTE else None
    return say("The vote is closed.") if standing and standing.stand is not Stand.OPEN else ""


def _tie_words(state: GameState, standing: OnFloor) -> str:
    """Who decided a tie, and how. The throne may have changed since, so an empty throne names nobody."""
    count, favored = standing.count, bool(standing.tie_for)
    sums = {"favor": count.favor, "against": count.against} if count else {"favor": 0, "against": 0}
    if state.throne.god_emperor:
        if favored:
            return say("A tie, {favor} to {against}: Court Control decided for it in the God Emperor’s place.", **sums)
        return say("A tie, {favor} to {against}: Court Control decided against it in the God Emperor’s place.", **sums)
    if state.throne.holder is None:
        if favored:
            return say("A tie, {favor} to {against}, was decided for it.", **sums)
        return say("A tie, {favor} to {against}, was decided against it.", **sums)
    if favored:
        return say("A tie, {favor} to {against}: the Sovereign decided for it.", **sums)
    return say("A tie, {favor} to {against}: the Sovereign decided against it.", **sums)


def _count(state: GameState, standing: OnFloor) -> CountShown | None:
    count = standing.count
    if count is None:
        return None
    is_open, roll = state.scenario.settings.votes_shown == "open", set(standing.roll)
    names = {house.id: house.name for house in house_names(state)}
    named = tuple(
        VoteShown(seat=each.seat, name=state.seats[each.seat].name, house=state.seats[each.seat].house, favor=each.favor)
        for each in standing.votes
        if each.seat in roll and each.seat in state.seats
    )
    have = {seat.id for seat in voters(state, tuple(state.seats[each] for each in standing.roll if each in state.seats))}
    pressed = sum(each.seat in have for each in standing.votes)
    extra = tuple(
        ExtraShown(house=each.house, name=names.get(each.house, ""), votes=each.votes, favor=each.favor) for each in standing.bribes
    )
    sides = {each.seat: each for each in named}
    extra += tuple(
        ExtraShown(house=side.house, name=side.name, votes=each.votes, favor=side.favor)
        for each in favor_votes_shown(state, standing)
        if each.seat in have and (side := sides.get(each.seat)) is not None
    )
    return CountShown(
        assembled=count.assembled,
        favor=count.favor,
        against=count.against,
        fists=standing.fists if is_open else 0,
        silent=max(0, count.assembled - pressed - standing.fists) if is_open else 0,
        votes=named if is_open else (),
        extra=extra if is_open else (),
    )


def is_voting(state: GameState, standing: OnFloor) -> bool:
    """Whether the vote on a proposal is open."""
    return standing.stand is Stand.OPEN and has_begun(state, standing.cycle, Part.VOTE)


def own_vote(state: GameState, viewer: Viewer) -> OwnVote | None:
    """A player's slot while a vote is open, else None."""
    standing = next((each for each in _heard(state) if is_voting(state, each)), None)
    if standing is None or viewer.seat is None or viewer.seat not in state.seats:
        return None
    mine = next((each for each in standing.votes if each.seat == viewer.seat), None)
    why = _why_not(state, viewer.seat, standing, voted=mine is not None)
    return OwnVote(
        cycle=standing.cycle,
        may_vote=not why,
        why_not=why,
        counts=viewer.seat in ids_of(voters(state)),
        favor=mine.favor if mine else None,
        at=mine.at if mine else None,
        by_control=mine.by_control if mine else False,
    )


def _why_not(state: GameState, seat: SeatId, standing: OnFloor, *, voted: bool) -> str:
    house = state.seats[seat].house
    if not is_assembled(state, seat):
        return say("You are not assembled in the Court.")
    speaker = next((each for each in voters(state) if each.house == house), None)
    if seat not in ids_of(voters(state)) and speaker is not None:
        return say("{name} votes for your House.", name=speaker.name)
    if standing.fists and not voted:
        return say("The fists have been counted, and yours with them; tell Court Control if it was overlooked.")
    return ""
