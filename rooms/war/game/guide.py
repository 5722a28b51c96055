"""Guided tour of the War desk: the seven steps of a month, with a paper sheet that arrives after the orders are open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from control.day.clock.steps import StepEnded, has_ended_no_step, steps_left
from control.day.guides import (
    SIGNS,
    UNDO,
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
from control.day.people.lookup import present_seats
from control.engine.ids import SeatId, StepId
from control.engine.language import later, say
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import Phase, Room
from rooms.war.game.board import board_of
from rooms.war.game.orders import OrdersCorrected
from rooms.war.game.sheets.offer import choices
from rooms.war.game.state import BATTLE, FAVORS, MOVE, ORDERS, RECRUIT, REWARDS, record_of

UPDATES: Final = StepId("updates")
WHY_LATE: Final = later("on paper, came late")
WHY_BACK: Final = later("a Favor card was overlooked")


# --- what the month needs -----------------------------------------------------------------------------------------------


def seats_on_paper(state: GameState) -> frozenset[SeatId]:
    """The seat that writes on paper this month. Bots leave it alone."""
    return frozenset(seat.id for seat in _writer(state))


def _writer(state: GameState) -> tuple[HouseSeat, ...]:
    """The first player who may go to the War Room."""
    return able_seats(state, Room.WAR)[:1]


def first_without_orders(state: GameState) -> SeatId | None:
    """The player who brings a paper sheet: the first in the War Room without opened orders."""
    record = record_of(state)
    return next((seat.id for seat in present_seats(state, Room.WAR) if record.sheet(seat.id) is None), None)


def _paper(state: GameState) -> tuple[GuideField, ...]:
    """Contents of the paper sheet, field by field."""
    writer = first_without_orders(state)
    if writer is None:
        return ()
    name = state.seats[writer].name
    fields = [GuideField(name="seat", value=writer, words=say("Choose {name}", name=name))]
    place = next((each for each in choices(state, writer).recruits if not each.shut), None)
    if place is not None:
        fields.append(GuideField(name="order1_kind", value="recruit", words=say("Choose Recruit")))
        fields.append(GuideField(name="order1_region", value=place.region, words=say("Choose {region}", region=place.name)))
    return (*fields, written_reason(WHY_LATE))


def _paper_words(state: GameState) -> str:
    writer = first_without_orders(state)
    if writer is None:
        return say("Enter the sheet on paper.")
    name, team = state.seats[writer].name, board_of(state.scenario).houses[state.seats[writer].house].name
    place = next((each for each in choices(state, writer).recruits if not each.shut), None)
    if place is None:
        return say("{name} of {house} brings a sheet on paper with no orders on it; enter it.", name=name, house=team)
    return say(
        "{name} of {house} brings a sheet on paper: “Recruit in {region}”. Enter it.", name=name, house=team, region=place.name
    )


def _next_is(step: StepId) -> Callable[[GameState], bool]:
    """Whether this step ends next. Steps already passed are not requested."""
    return lambda state: steps_left(state, Room.WAR)[:1] == (step,)


# --- the steps ----------------------------------------------------------------------------------------------------------


def _step(step: StepId, do: Words, why: str, *points: str, lasting: bool = False) -> GuideStep:
    points = (f"apply-{step}", *points, "end-sure")
    return step_end(Room.WAR, step, do, why, points, button=later("Apply {step}"), lasting=lasting)


GUIDE: Final = Guide(
    name="war",
    desk=Desk.WAR,
    title=later("War desk"),
    about=later("You open the players’ orders and carry them out, step after step; each is shown before it happens."),
    page="war_desk:desk",
    phase=Phase.ACTION,
    scene=sends_to(Room.WAR, _writer),
    keeps=seats_on_paper,
    fresh=lambda state: has_ended_no_step(state, Room.WAR),
    steps=(
        _step(
            UPDATES,
            later("Read aloud what stands under “Announce”, then press “End Updates”."),
            later("So everybody knows the map before the orders open. The step ends by itself when the time at the right is over."),
        ),
        _step(
            ORDERS,
            later("The orders are in: press “Open the orders …” and answer the question."),
            later("Up to now nobody has seen what is written, not even you. They open by themselves too, when the time is over."),
            "open-sure",
        ),
        GuideStep(
            name="paper",
            label=later("Enter a late sheet from paper"),
            do=_paper_words,
            why=later("Phones fail. You decide whether a late sheet counts, and say why; this one does."),
            points=("papers", "paper-new", "paper-go-on", "paper-enter"),
            fields=_paper,
            done=by_event(OrdersCorrected),
            open=lambda state: first_without_orders(state) is not None,
            trouble=True,
        ),
        _step(
            FAVORS,
            later("Ask the table who uses a Favor card now, then press “End Favors”."),
            later("A Favor is a card that bends a rule. Players use it on their phones; you do it only for somebody without one."),
            lasting=True,
        ),
        GuideStep(
            name="undo",
            do=later("Too early: somebody holds up a Favor card. Take the end of Favors back: press “Undo”."),
            why=later("Nearly everything that you do can be taken back so. Your reason stands in the Journal."),
            points=("war-undo", "undo-sure"),
            fields=lambda _state: (written_reason(WHY_BACK),),
            done=by_withdrawal(StepEnded, room=Room.WAR, step=FAVORS),
            open=_next_is(MOVE),
            trouble=True,
        ),
        GuideStep(
            name="favors-again",
            do=later("The card has been used: press “End Favors” again."),
            why=later("What is taken back is as if it had never been: Favors ran once more. Now come the Moves."),
            points=(f"apply-{FAVORS}",),
            done=after_withdrawal(by_event(StepEnded, room=Room.WAR, step=FAVORS)),
            open=_next_is(FAVORS),
            trouble=True,
        ),
        _step(
            MOVE,
            later("Read what the Moves will do, then press “{press}”."),
            later("Nothing in the list has happened yet: ✕ fails, ◐ is done in part. From here on you say when."),
        ),
        _step(
            BATTLE,
            later("Read how each battle ends, move the pieces on the table, then press “{press}”."),
            later("The console has reckoned them and says why. Set right by “change” what is wrong, before you press."),
        ),
        _step(
            REWARDS,
            later("Give out what stands in the list, then press “{press}”."),
            later("Castles bring Power; Rumors, the “?” on the map, bring Favors. When you press, the phones show it."),
        ),
        _step(
            RECRUIT,
            later("Place the new units of the list on the table, then press “{press}”."),
            later("It is the last step. What the rules leave to you now comes up under “Waits for you”: answer it in this month."),
        ),
    ),
    alone=later("Now a month alone: carry out all seven steps. The same button as before applies each."),
    also=(
        later("While Planning runs, the list under the map names whose sheet is missing; below it, one on paper is entered."),
        later("“change” beside a line mends one order or battle, before you press and after."),
        UNDO,
        later("Short of time: “+1 min here” under the big button. “Pause” stops the clock of your room alone."),
        SIGNS,
    ),
)
