"""Court Control as a bot, for days that are played by the rules only. It does one thing at each call.

It chooses, decides and pays for an absent Sovereign (R-38), counts fists, closes votes, uses what schemes brought, marshals duels
and settles Uprisings. It does nothing that the rules would refuse.
"""

from __future__ import annotations

from typing import Final

from control.engine.dice import Dice
from control.engine.modules import Command
from rooms.court.game.duel.events import due_duels
from rooms.court.game.duel.rounds import FightRound, why_not_now
from rooms.court.game.duel.state import Answer, Challenge, DuelistRound
from rooms.court.game.floor.cycles import ChooseProposal, Part, free_cycle, running_part, waiting
from rooms.court.game.floor.payment import PayLaw
from rooms.court.game.floor.vote import CountFists, votes_of
from rooms.court.game.floor.vote_result import CloseVote, DecideTie
from rooms.court.game.roll import assembled, is_assembled, voters
from rooms.court.game.schemes import UseBribes, UseDissent
from rooms.court.game.state import OnFloor, Penalty, Rising, Stand, floor_of, proposal_in_cycle
from rooms.court.game.uprising.events import open_uprising
from rooms.court.game.uprising.open_matters import NoteUprising, uprisings_to_settle
from rooms.court.game.uprising.punishment import Punish, punishable_uprisings
from rooms.realm.game.ceremonies import ceremonies_in, may_hold_now
from rooms.realm.game.scheme_effects.scheme import BRIBES, DISSENT, open_court_benefits, target_of
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId

COUNTED: Final = 0.7  # share of votes with fists that nobody has entered by name
CLOSED: Final = 0.9  # share of votes closed in time; the others lapse
IN_TURN: Final = 2  # the cycle whose law the pools pay in turn, since nobody names the payers
HIT: Final = 0.45  # chance that a duelist is hit in a round
FORFEITS: Final = 0.25  # chance that a duelist forfeits after a round
PUNISHED: Final = 0.3  # share of failed Uprisings after which one rebel is punished


def next_command(state: GameState, dice: Dice) -> Command | None:
    """The next command of Court Control, or None."""
    return _floor(state, dice) or _schemes(state, dice) or _duel(state, dice) or _settle(state, dice)


# --- the floor ----------------------------------------------------------------------------------------------------------


def _floor(state: GameState, dice: Dice) -> Command | None:
    month, now = state.clock.month, running_part(state)
    if now is None:
        return None
    part, cycle = now
    standing = proposal_in_cycle(state, cycle)
    if not _sovereign_decides(state):
        left = waiting(state)
        if free_cycle(state) is not None and left:
            return ChooseProposal(month=month, author=dice.choice(left).seat)
        if standing is not None and standing.stand is Stand.TIE:
            return DecideTie(month=month, cycle=cycle, passes=dice.random() < 0.5)
        if standing is not None and standing.stand is Stand.WON and cycle != IN_TURN:
            return PayLaw(month=month, cycle=cycle)
    if part is Part.VOTE and standing is not None and standing.stand is Stand.OPEN:
        return _vote(state, standing, dice)
    return None


def _sovereign_decides(state: GameState) -> bool:
    """Whether the Sovereign is in the Court to choose, decide and pay in person (GE-SOV-23, R-38)."""
    holder = state.throne.holder
    return holder is not None and is_assembled(state, holder)


def _vote(state: GameState, standing: OnFloor, dice: Dice) -> Command | None:
    month, silent = state.clock.month, len(voters(state)) - len(votes_of(state, standing))
    if silent and not standing.fists and dice.random() < COUNTED:
        return CountFists(month=month, cycle=standing.cycle, fists=dice.randint(1, silent))
    return CloseVote(month=month, cycle=standing.cycle) if dice.random() < CLOSED else None


def _schemes(state: GameState, dice: Dice) -> Command | None:
    """Use votes that schemes gave to a House that is present, in this vote or this Uprising (R-127)."""
    now, running = running_part(state), open_uprising(floor_of(state))
    standing = proposal_in_cycle(state, now[1]) if now is not None and now[0] is Part.VOTE else None
    if standing is not None and standing.stand is Stand.OPEN:
        there = {seat.house for seat in assembled(state)}
        for scheme in open_court_benefits(state, BRIBES):
            if target_of(state, scheme) in there:
                favor = dice.random() < 0.5
                return UseBribes(month=state.clock.month, cycle=standing.cycle, scheme=scheme.id, favor=favor)
    if running is not None:
        stands = {state.seats[seat].house for seat in running.standing}
        for scheme in open_court_benefits(state, DISSENT):
            if target_of(state, scheme) in stands:
                return UseDissent(month=state.clock.month, number=running.number, scheme=scheme.id)
    return None


# --- duels --------------------------------------------------------------------------------------------------------------


def _duel(state: GameState, dice: Dice) -> FightRound | None:
    for challenge in due_duels(state):
        if not why_not_now(state, challenge) and _may_begin(state, challenge):
            round_ = len(challenge.rounds) + 1
            return FightRound(number=challenge.number, round=round_, challenger=_side(dice), target=_side(dice))
    return None


def _may_begin(state: GameState, challenge: Challenge) -> bool:
    """Whether a duel that was put off finds a free ceremony of both Houses (R-13)."""
    if challenge.stand is not Answer.LATER or challenge.ceremony is not None:
        return True
    houses = {state.seats[seat].house for seat in challenge.both}
    most = state.scenario.settings.ceremonies_per_house
    return may_hold_now(state) and all(len(ceremonies_in(state, HouseId(house))) < most for house in houses)


def _side(dice: Dice) -> DuelistRound:
    hit = dice.random() < HIT
    return DuelistRound(hit=hit, forfeits=dice.random() < FORFEITS)


# --- after an Uprising --------------------------------------------------------------------------------------------------


def _settle(state: GameState, dice: Dice) -> Command | None:
    """Sometimes punish a rebel, then mark the Uprising as settled (R-106)."""
    for over in uprisings_to_settle(state):
        if over.how is Rising.FAILED and over in punishable_uprisings(state) and dice.random() < PUNISHED:
            return Punish(
                month=state.clock.month,
                number=over.number,
                player=dice.choice(over.standing),
                penalty=dice.choice((Penalty.POWER, Penalty.FAVORS)),
                amount=1,
                reason="stood with the Uprising",
            )
        return NoteUprising(month=state.clock.month, number=over.number)
    return None
