"""Players for rehearsals in the Court: they propose by need, duel, raise hands, vote by interest, rise up, and reign.

They see what a player's phone shows, and do what a player may do; what is Control's, as closing a vote, waits for Control (R-80).
The dice are handed in, so the same dice do the same, and whoever has done it does nothing more.
"""

from __future__ import annotations

from collections.abc import Set

from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.refused import Refused
from control.engine.viewer import Viewer
from rooms.court.game.ballots import CastVote
from rooms.court.game.bot_duels import Mood, challenged
from rooms.court.game.cycles import ChooseProposal, free_cycle, waiting
from rooms.court.game.floor import DecideTie
from rooms.court.game.floor_shown import floor_shown
from rooms.court.game.interest import burdens, friends_of, interest, starves
from rooms.court.game.paying import PayLaw, payable, turns
from rooms.court.game.proposals import PROPOSALS
from rooms.court.game.sheets import entitled
from rooms.court.game.speakers import RaiseHand
from rooms.court.game.state import OnFloor, Stand, floor_of, in_cycle
from rooms.court.game.uprising import RiseUp
from rooms.court.game.view_choosing import chooses
from rooms.court.game.view_speakers import phone_speakers
from rooms.court.game.view_uprising import phone_uprising
from rooms.court.rules.pools import THRONE, Pool, Share, in_turn, missing
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.changes import sovereign_house
from rooms.realm.papers.game.filled import can_be_filled, random_paper
from rooms.realm.papers.game.types import Paper, cost_of, type_of
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import ProposalType

IDEAS = 8  # ways in which a bot thinks of filling a kind of proposal in
NEED = 0.5  # of those whose House is harmed by a law propose against it
LOUD = 0.9  # of the bots vote on their phones; the others' fists are down
EAGER = 0.2  # of the bots raise a hand in a step in which one speaks
REBEL = 0.004  # of them declare an Uprising in a step: about one in a month of a full Court
DARING = 0.4  # of them stand with one that runs, the Sovereign's House and its friends never
DEAR = 12  # points of a cost that three pools never pay, of which a proposal is made only when nothing cheaper comes to mind


def needed_paper(state: GameState, seat: SeatId, dice: Dice) -> Paper | None:
    """The proposal of a bot: against what harms its House, else of any kind, filled in as it suits the House best."""
    player = state.seats[seat]
    if not entitled(state, player):
        return None
    urgent = _against_harm(state, player.house)
    if urgent and dice.random() < NEED:
        return dice.choice(urgent)
    kinds = [kind for kind in state.scenario.proposals if can_be_filled(state, kind)]
    while kinds:
        kind = dice.choice(kinds)
        found = _best(state, seat, kind, dice)
        if found is not None:
            return found
        kinds.remove(kind)  # none of so many ideas may be proposed
    return None


def _against_harm(state: GameState, house: HouseId) -> tuple[Paper, ...]:
    known = {kind.id for kind in state.scenario.proposals}
    found = [Paper(type="famine-aid")] if starves(state, house) else []
    found += [Paper(type="remove", values=((law,),)) for law in burdens(state, house)]
    return tuple(paper for paper in found if paper.type in known)


def _best(state: GameState, seat: SeatId, kind: ProposalType, dice: Dice) -> Paper | None:
    ideas = [paper for _each in range(IDEAS) if _fits(state, seat, paper := random_paper(state, (kind,), dice))]
    return max(ideas, key=lambda paper: _worth(state, seat, kind, paper), default=None)


def _fits(state: GameState, seat: SeatId, paper: Paper) -> bool:
    try:
        PROPOSALS.check(state, seat, paper)
    except Refused:
        return False
    return True


def _worth(state: GameState, seat: SeatId, kind: ProposalType, paper: Paper) -> tuple[bool, int, int]:
    house, cost = state.seats[seat].house, cost_of(kind, paper) or 0
    return cost <= DEAR, interest(state, house, paper, house), -cost


# --- on the floor -------------------------------------------------------------------------------------------------------


def act(state: GameState, seat: SeatId, dice: Dice) -> Command | None:
    """What a bot does on the floor: what is the Sovereign's if it reigns, else duel, vote, speak or rise; None when all is done.

    The dice are thrown alike whatever there is to do, so that what one does changes nothing of what it does next.
    """
    loud, whim, eager, daring, fierce, brave, which = (dice.random() for _each in range(7))
    reigned = _reign(state, seat)
    if reigned is not None:
        return reigned
    dueled = challenged(state, seat, Mood(fierce=fierce, brave=brave, which=which))
    vote = _vote(state, seat, whim) if loud < LOUD else None
    hand = _hand(state, seat) if eager < EAGER else None
    return dueled or vote or hand or _rise(state, seat, daring)


def _vote(state: GameState, seat: SeatId, whim: float) -> CastVote | None:
    """By what the House has of it; where it has nothing of it the dice say (GE-CRT-26)."""
    shown = floor_shown(state, Viewer(seat=seat))
    voting = shown.on_floor if shown.on_floor is not None and shown.on_floor.voting else None
    standing = in_cycle(state, voting.cycle) if voting is not None else None
    if standing is None or shown.own is None or not shown.own.may_vote or shown.own.favor is not None:
        return None
    wants = _wants(state, state.seats[seat].house, standing)
    favor = wants > 0 if wants else whim < 0.5
    return CastVote(month=state.clock.month, cycle=standing.cycle, seat=seat, favor=favor)


def _wants(state: GameState, house: HouseId, standing: OnFloor) -> int:
    author = state.seats.get(standing.author)
    return interest(state, house, standing.paper, author.house if author is not None else HouseId(""))


def _hand(state: GameState, seat: SeatId) -> RaiseHand | None:
    """A hand that is down goes up; who leads the list needs none (GE-CRT-24, GE-CRT-25)."""
    seen = phone_speakers(state, Viewer(seat=seat))
    if seen is None or not seen.may_raise or seen.place or seen.speaks or seen.leads:
        return None
    return RaiseHand(month=seen.shown.month, step=seen.shown.step, seat=seat)


def _rise(state: GameState, seat: SeatId, daring: float) -> RiseUp | None:
    """Now and then one declares an Uprising, and more stand with it; nobody against the own House or its friends (R-105)."""
    seen, against = phone_uprising(state, Viewer(seat=seat)), sovereign_house(state)
    if seen is None or seen.why_not or seen.stands or daring >= (DARING if seen.meter is not None else REBEL):
        return None
    house = state.seats[seat].house
    if against is not None and against in {house, *friends_of(state, house)}:
        return None
    return RiseUp(month=seen.month, number=seen.number, seat=seat)


# --- on the throne ------------------------------------------------------------------------------------------------------


def _reign(state: GameState, seat: SeatId) -> Command | None:
    """Who reigns in the Court decides ties, pays and chooses, in this order (GE-SOV-23, GE-SOV-26, GE-CRT-30)."""
    if state.throne.holder != seat or not chooses(state, Viewer(seat=seat)):
        return None
    house, month = state.seats[seat].house, state.clock.month
    for standing in floor_of(state).cycles:
        if standing.stand is Stand.TIE:
            return DecideTie(month=month, cycle=standing.cycle, passes=_wants(state, house, standing) >= 0, seat=seat)
        if standing.stand is Stand.WON:
            return PayLaw(month=month, cycle=standing.cycle, shares=_shares(state, house, standing.cost), seat=seat)
    return _choice(state, seat)


def _shares(state: GameState, house: HouseId, cost: int) -> tuple[Share, ...]:
    """Others pay in turn, friends only when they must, the own House and the throne last of all (GE-CRT-33, R-78)."""
    last = {THRONE, str(house)}
    spared = last | {str(each) for each in friends_of(state, house)}
    for kept in (spared, last, frozenset[str]()):
        shares = in_turn(_pools(state, kept), cost)
        if shares is not None:
            return shares
    return ()


def _pools(state: GameState, kept: Set[str]) -> tuple[Pool, ...]:
    return tuple(pool for pool in turns(state) if pool.payer not in kept)


def _choice(state: GameState, seat: SeatId) -> ChooseProposal | None:
    """The proposal that can be paid and is best for the House of who reigns (GE-CRT-21, GE-SOV-23)."""
    house = state.seats[seat].house
    can_be_paid = [
        each
        for each in waiting(state)
        if not missing(payable(state), cost_of(type_of(state.scenario.proposals, each.paper), each.paper) or 0)
    ]
    if free_cycle(state) is None or not can_be_paid:
        return None
    best = max(can_be_paid, key=lambda each: interest(state, house, each.paper, state.seats[each.seat].house))
    return ChooseProposal(month=state.clock.month, author=best.seat, seat=seat)
