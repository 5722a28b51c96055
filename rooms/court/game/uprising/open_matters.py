"""Open matters of Court Control: what an Uprising leaves to settle, and unfought duels in Return.

Rules: R-20, R-105, R-106.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.clock.phases import is_last_phase_running
from control.day.desk_tasks import DeskTask
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler
from control.engine.records import replace
from control.engine.refusal import Stale
from control.engine.reports import Line, to_desks
from control.engine.viewer import Viewer
from rooms.court.game.duel.events import due_duels
from rooms.court.game.duel.state import Answer
from rooms.court.game.roll import COURT_DESK
from rooms.court.game.state import Floor, Rising, Uprising, at_month, floor_in, floor_of, with_floor
from rooms.court.game.uprising.events import open_uprising, rising_invalidations
from rooms.court.game.uprising.punishment import punishable_uprisings
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState

# === open matters =======================================================================================================


PLACE, DUELS_PLACE = "court-uprising", "court-duels"  # their places on the desk's page


class NoteUprising(Struct, frozen=True, kw_only=True):
    """Mark an Uprising as settled, by Court Control."""

    month: int
    number: int


class UprisingNoted(Struct, frozen=True, kw_only=True):
    month: int
    number: int


def uprisings_to_settle(state: GameState) -> tuple[Uprising, ...]:
    """Uprisings with something left to do: the new reign is not announced yet, or rebels may be punished."""
    failed = {each.number for each in punishable_uprisings(state)}
    return tuple(each for each in floor_of(state).uprisings if not each.noted and (each.number in failed or each.how is Rising.WON))


def open_matters(state: GameState, viewer: Viewer) -> tuple[DeskTask, ...]:
    """Open matters of Court Control. All of the team may see them, since the hall sees the meter (R-105)."""
    return tuple(_open_matters(state)) if viewer.staff else ()


def _open_matters(state: GameState) -> Iterator[DeskTask]:
    running = open_uprising(floor_of(state))
    if running is not None:
        yield DeskTask(desk=Desk.COURT, words=say("An Uprising runs"), rule="R-105", place=PLACE)
    for each in uprisings_to_settle(state):
        rule = "R-105" if each.how is Rising.WON else "R-106"
        yield DeskTask(desk=Desk.COURT, words=open_words(state, each), rule=rule, place=PLACE)
    if is_last_phase_running(state):  # duels of the month come before the first moment of its turn
        for challenge in due_duels(state):
            if challenge.stand is Answer.AGREED:
                one, other = (who(state, seat) for seat in challenge.both)
                words = say("The duel of {one} and {other} is not fought yet", one=one, other=other)
                yield DeskTask(desk=Desk.COURT, words=words, rule="R-20", place=DUELS_PLACE)


def open_words(state: GameState, over: Uprising) -> str:
    """What an ended Uprising leaves to do: "Bea reigns now"."""
    if over.how is Rising.WON:
        seat = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
        return say("{name} reigns now", name=seat.name) if seat is not None else say("Nobody reigns now")
    return say_count(
        "The Sovereign may punish {count} who stood",
        "The Sovereign may punish {count} who stood",
        len(over.standing),
    )


def decide_note(state: GameState, command: NoteUprising, asked: DecisionContext) -> tuple[UprisingNoted, ...]:
    """Mark an Uprising as settled. Punishments stay possible (R-106).

    Raises:
        Stale: no such Uprising is over, or it is noted already.
    """
    floor = at_month(state, command.month)
    found = next((each for each in floor.uprisings if each.number == command.number), None)
    if found is None or found.how is Rising.OPEN or found.noted:
        raise Stale(say("Nothing of this Uprising waits any more; look again."), rule="R-105")
    return (UprisingNoted(month=command.month, number=command.number),)


def evolve_noted(state: GameState, happened: UprisingNoted) -> GameState:
    """Note an Uprising that is over. If its end was withdrawn, mark the floor as doubtful."""
    floor: Floor = floor_in(state, happened.month)
    over = {each.number for each in floor.uprisings if each.how is not Rising.OPEN}
    noted = tuple(
        replace(each, noted=True) if each.number == happened.number and each.number in over else each for each in floor.uprisings
    )
    return with_floor(state, replace(floor, uprisings=noted, doubtful=floor.doubtful or noted == floor.uprisings))


def tell_noted(happened: UprisingNoted, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(say("Court Control has seen how the Uprising ended."))


COMMANDS: Mapping[type, CommandHandler] = {
    NoteUprising: CommandHandler(
        decide=decide_note, desks=COURT_DESK, label=lambda c, s: say("End of the Uprising seen, month {month}", month=c.month)
    )
}
EVENTS: Mapping[type, EventHandler] = {
    UprisingNoted: EventHandler(evolve=evolve_noted, tell=tell_noted, invalidations=rising_invalidations)
}
