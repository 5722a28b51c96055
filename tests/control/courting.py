"""Court Control of a rehearsed day: ends the steps, chooses for the God Emperor, closes votes; all else is the bots'."""

from __future__ import annotations

import random
from collections.abc import Callable

from control.bots.rehearsal import Tried, play_steps
from control.day.clock.steps import EndStep
from control.models import Event
from rooms.court.game.ballots import CountFists, open_vote, votes_of
from rooms.court.game.cycles import ChooseProposal, Part, free_cycle, now_in, waiting
from rooms.court.game.floor import CloseVote, DecideTie
from rooms.court.game.paying import PayLaw
from rooms.court.game.roll import voters
from rooms.court.game.state import Stand, in_cycle
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room

Do = Callable[[Event, object], None]
ROUNDS = 4  # of things that each bot may do in a step: choose three times, and vote


def hold_court(event: Event, seed: int, dice: random.Random, do: Do, state_of: Callable[[Event], GameState]) -> None:
    """All steps of the Court of this month, from Updates on."""
    tried: Tried = set()
    while (at := state_of(event).clock.rooms[Room.COURT]).step is not None:
        for _round in range(ROUNDS):
            play_steps(event, seed, tried)
        _control(event, dice, do, state_of)
        for _round in range(ROUNDS):
            play_steps(event, seed, tried)  # a Sovereign decides the tie and pays
        _pay(event, do, state_of)
        do(event, EndStep(room=Room.COURT, month=at.month, step=at.step))


def _control(event: Event, dice: random.Random, do: Do, state_of: Callable[[Event], GameState]) -> None:
    state = state_of(event)
    month, now = state.clock.month, now_in(state)
    if now is not None and state.throne.holder is None:
        while free_cycle(state_of(event)) is not None and (left := waiting(state_of(event))):
            do(event, ChooseProposal(month=month, author=dice.choice(left).seat))
    if now is None or now[0] is not Part.VOTE or in_cycle(state, now[1]) is None:
        return
    standing = open_vote(state, month, now[1])
    left_over = len(voters(state)) - len(votes_of(state, standing))
    do(event, CountFists(month=month, cycle=now[1], fists=dice.randint(0, left_over)))
    if dice.random() < 0.9:  # else the cycle ends with the vote open
        do(event, CloseVote(month=month, cycle=now[1]))


def _pay(event: Event, do: Do, state_of: Callable[[Event], GameState]) -> None:
    """What nobody on a throne decides, the agent does (R-38)."""
    state = state_of(event)
    now = now_in(state)
    standing = in_cycle(state, now[1]) if now else None
    if state.throne.holder is not None or standing is None:
        return
    if standing.stand is Stand.TIE:
        do(event, DecideTie(month=state.clock.month, cycle=standing.cycle, passes=standing.cycle % 2 == 1))
        standing = in_cycle(state_of(event), standing.cycle)
    if standing is not None and standing.stand is Stand.WON and standing.cycle != 2:  # the second is paid in turn
        do(event, PayLaw(month=state.clock.month, cycle=standing.cycle))
