"""Guided tour of the Court desk: one proposal from the table to the law, with a wrong count that is undone."""

from __future__ import annotations

from typing import Final

from control.day.clock.steps import has_ended_no_step
from control.day.guides import (
    SIGNS,
    Guide,
    GuideField,
    GuideStep,
    Words,
    able_seats,
    after_withdrawal,
    by_event,
    by_withdrawal,
    sends_to,
    step_end,
    written_reason,
)
from control.engine.ids import StepId
from control.engine.language import later, say
from rooms.court.game.floor.cycles import ProposalChosen, waiting
from rooms.court.game.floor.payment import LawPaid
from rooms.court.game.floor.vote import FistsCounted, votes_of
from rooms.court.game.floor.vote_result import VoteClosed
from rooms.court.game.proposals.proposal import is_entitled
from rooms.court.game.roll import voters
from rooms.court.game.state import Stand, proposal_in_cycle
from rooms.realm.desks import Desk
from rooms.realm.game.military_actions import immortals_left
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import Phase, Room

FIRST: Final = 1  # the cycle of the tour
FEW: Final = 4  # number of others in the Court, besides those who may propose
WHY: Final = later("counted wrongly")


# --- preparation --------------------------------------------------------------------------------------------------------


def _wanted(state: GameState) -> list[HouseSeat]:
    """Players of the Court: those who may propose, and a few others, so that there is something to vote on."""
    able = able_seats(state, Room.COURT)
    wanted = [seat for seat in able if is_entitled(state, seat)]
    return wanted + [seat for seat in able if seat not in wanted][:FEW]


def _fists(state: GameState) -> int:
    """Fists that may go up: those of players who have not voted on their phones."""
    standing = proposal_in_cycle(state, FIRST)
    return len(voters(state)) - len(votes_of(state, standing)) if standing is not None else 0


def _none_up(state: GameState) -> tuple[GuideField, ...]:
    few = min(1, _fists(state))
    return (GuideField(name="fists", value=str(few), words=say("Write {count}", count=few)),)


def _all_up(state: GameState) -> tuple[GuideField, ...]:
    most = _fists(state)
    return (GuideField(name="fists", value=str(most), words=say("Write {count}", count=most)),)


def _counted_words(state: GameState) -> str:
    return say("You see {count} fist up: write {count} and press “Count fists”.", count=min(1, _fists(state)))


def _recounted_words(state: GameState) -> str:
    return say("Count again: {count} fists are up. Write {count} and press “Count fists”.", count=_fists(state))


def _first_choice(state: GameState) -> tuple[str, ...]:
    return tuple(f"choose-{each.seat}" for each in waiting(state)[:1])


def _something_stands(state: GameState) -> bool:
    return proposal_in_cycle(state, FIRST) is not None


def _won(state: GameState) -> bool:
    standing = proposal_in_cycle(state, FIRST)
    return standing is not None and standing.stand is Stand.WON


# --- the steps ----------------------------------------------------------------------------------------------------------


def _updates_words(state: GameState) -> str:
    free = immortals_left(state)
    return say("Say aloud: {count} Immortals are free. Press “Take in the proposals …” and answer the question.", count=free)


def _ended(step: str, do: Words, why: str, *more: str, label: str = "") -> GuideStep:
    return step_end(Room.COURT, StepId(step), do, why, (f"end-{step}", *more, "end-sure"), label=label)


GUIDE: Final = Guide(
    name="court",
    desk=Desk.COURT,
    title=later("Court desk"),
    about=later("You bring proposals onto the floor, count fists and see that what has passed is paid. One shows you all of it."),
    page="court_desk:desk",
    phase=Phase.ACTION,
    round=1,
    scene=sends_to(Room.COURT, _wanted),
    fresh=lambda state: has_ended_no_step(state, Room.COURT),
    steps=(
        _ended(
            "updates",
            _updates_words,
            later("Immortals are the soldiers of the throne. What is taken in is open to you now; what comes later is late."),
            "take-in-sure",
            label=later("Take in the proposals"),
        ),
        GuideStep(
            name="choose",
            do=later("Choose what is heard first: press “Hear it in cycle 1”."),
            why=later("The Sovereign, who rules the empire, does this by phone. As long as no player is Sovereign, you choose."),
            points=_first_choice,
            done=by_event(ProposalChosen, cycle=FIRST),
            open=lambda state: proposal_in_cycle(state, FIRST) is None and bool(waiting(state)),
        ),
        _ended(
            "explain-1",
            later("Let the author say what it does, to whom and at what cost; then press “Open the debate”."),
            later("The step ends by itself when its time is over. Whoever is done earlier saves the Court a minute."),
        ),
        _ended(
            "debate-1",
            later("Give the floor to whoever has a hand up; then press “Open the vote”."),
            later("Raised hands stand under “Speakers”, the first one first. Where nobody wants to speak, go on."),
        ),
        GuideStep(
            name="count",
            label=later("Count fists"),
            do=_counted_words,
            why=later("A fist up is a vote for it. Whoever has voted by phone is counted already; fists are for all others."),
            points=("count-fists",),
            fields=_none_up,
            done=by_event(FistsCounted, cycle=FIRST),
            open=_something_stands,
        ),
        GuideStep(
            name="close",
            do=later("Press “Close the vote”."),
            why=later("The roll is frozen and the votes are counted; what costs nothing is law at once."),
            points=("close-vote", "end-sure"),
            done=by_event(VoteClosed, cycle=FIRST),
            open=lambda state: _something_stands(state) and not _won(state),
            lasting=True,
        ),
        GuideStep(
            name="undo",
            do=later("Everybody shouts: you have counted wrongly. Take the closing back: press “Undo”."),
            why=later("Nearly everything that you do can be taken back so. Your reason stands in the Journal."),
            points=("undo-last", "undo-sure"),
            fields=lambda _state: (written_reason(WHY),),
            done=by_withdrawal(VoteClosed),
            open=_something_stands,
            trouble=True,
        ),
        GuideStep(
            name="recount",
            label=later("Count fists again"),
            do=_recounted_words,
            why=later("The new number takes the place of the old one."),
            points=("count-fists",),
            fields=_all_up,
            done=after_withdrawal(by_event(FistsCounted, cycle=FIRST)),
            open=_something_stands,
            trouble=True,
        ),
        GuideStep(
            name="close-again",
            do=later("Press “Close the vote” again."),
            why=later("Now the result stands as the room has voted."),
            points=("close-vote", "end-sure"),
            done=after_withdrawal(by_event(VoteClosed, cycle=FIRST)),
            open=_something_stands,
            trouble=True,
        ),
        _ended(
            "vote-1",
            later("The vote is over: press “Go to Payment”."),
            later("Payment begins: the Sovereign, or you where there is none, names who pays."),
        ),
        GuideStep(
            name="pay",
            do=later("It has passed and costs something: press “Who pays …”, then “Take it in turn”."),
            why=later("Where nobody is named the pools pay in turn. What is not paid becomes no law."),
            points=("pay", "pay-turns"),
            done=by_event(LawPaid, cycle=FIRST),
            open=_won,
        ),
        _ended(
            "payment-1",
            later("Press “{press}”: the first proposal is done."),
            later("The second and the third go the same way: Explain, Debate, Vote, Payment."),
        ),
    ),
    alone=later("Now a month alone: take the proposals in, and bring the first one through all four parts."),
    also=(
        later("“Assembled” says who votes; “Correct the roll” puts somebody in or takes somebody out."),
        later("For somebody without a phone: “Hand up of somebody without a phone”, and a fist when it comes to the vote."),
        later("The Law Board, at the bottom, shows which laws hold."),
        SIGNS,
    ),
)
