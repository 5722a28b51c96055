"""Guided tour of the Underground desk: one table from Updates to Complete, with a player who leaves midway."""

from __future__ import annotations

from typing import Final

from control.day.clock.steps import has_ended_no_step, steps_left
from control.day.guides import SIGNS, UNDO, Guide, GuideStep, able_seats, by_event, sends_to, step_end
from control.day.people.presence import CheckedIn
from control.day.people.room_choice import usual_table
from control.day.state import Presence
from control.engine.ids import SeatId, StepId
from control.engine.language import later, say
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.state import TableId
from rooms.underground.game.tables.lookup import seats_at_table, tables

AT_A_TABLE: Final = 3  # players who go to the Underground at least


# --- what the month needs -----------------------------------------------------------------------------------------------


def _wanted(state: GameState) -> list[HouseSeat]:
    """The first players of one table, so that the tour has players."""
    able = able_seats(state, Room.UNDERGROUND)
    at = [usual_table(state, seat, Room.UNDERGROUND) for seat in able]
    return [seat for seat, table in zip(able, at, strict=True) if table == at[0]][:AT_A_TABLE]


def _table(state: GameState) -> TableId | None:
    """The table to show: the one furthest in its steps, then the one with most players."""
    used = [table for table in tables(state) if seats_at_table(state, table)]
    return min(
        used, key=lambda each: (len(steps_left(state, Room.UNDERGROUND, each)), -len(seats_at_table(state, each))), default=None
    )


def _leaver(state: GameState) -> SeatId | None:
    table = _table(state)
    return seats_at_table(state, table)[-1].id if table is not None else None


def _page(state: GameState) -> str:
    return f"underground_desk:table {_table(state) or ''}"


def _leaver_words(state: GameState) -> str:
    leaver = _leaver(state)
    name = state.seats[leaver].name if leaver is not None else ""
    return say("{name} feels sick and goes home: press “Has left” beside the name.", name=name)


def _leaver_points(state: GameState) -> tuple[str, ...]:
    return (f"away-{_leaver(state)}",)


# --- the steps ----------------------------------------------------------------------------------------------------------


def _end_step(step: str, do: str, why: str, *more: str) -> GuideStep:
    def points(state: GameState) -> tuple[str, ...]:
        return (f"end-{step}-{_table(state) or ''}", *more, "end-sure")

    return step_end(Room.UNDERGROUND, StepId(step), do, why, points, page=_page)


GUIDE: Final = Guide(
    name="underground",
    desk=Desk.UNDERGROUND,
    title=later("Underground desk"),
    about=later("You look after the tables where schemes are made; each goes through seven steps by its own clock."),
    page="underground_desk:desk",
    phase=Phase.ACTION,
    scene=sends_to(Room.UNDERGROUND, _wanted),
    fresh=lambda state: has_ended_no_step(state, Room.UNDERGROUND, _table(state) or ""),
    steps=(
        _end_step(
            "updates",
            later("Read out what stands under “Read aloud”, then press “Take in the schemes …” and answer the question."),
            later("The players hear what the Court has changed; then their written schemes are yours to see, and nobody else’s."),
            "take-in-sure",
        ),
        _end_step(
            "schemes",
            later("Each House draws four schemes and places one; when they have, press “{press}”."),
            later("A scheme is a plot against somebody. Who has not chosen by phone at the end gets what the list says."),
        ),
        _end_step(
            "minions",
            later("Minions are dealt, more to a higher rank; let the players plot, then press “{press}”."),
            later("A minion is a card; a scheme strikes when enough of them lie on it. The phones show them; talk is free."),
        ),
        GuideStep(
            name="left",
            label=later("Say that a player has left"),
            do=_leaver_words,
            why=later("Nobody waits for a player who has gone: the turn passes on, and the House plays with one less."),
            points=_leaver_points,
            done=by_event(CheckedIn, presence=Presence.ABSENT),
            open=lambda state: _leaver(state) is not None,
            page=_page,
            trouble=True,
        ),
        _end_step(
            "advancement",
            later("Round the table each lays minions onto schemes; then press “{press}”."),
            later("Whose turn it is stands above the button. On the day wait until nobody is “not done yet” below it."),
        ),
        _end_step(
            "protection",
            later("Once more round the table, minions in front of schemes; then press “{press}”."),
            later("A scheme with minions in front of it has to be fought for."),
        ),
        _end_step(
            "attack",
            later("Each may attack once or pass; then press “{press}”."),
            later("An attack that goes on is shown in the middle of the page; it has to end first."),
        ),
        _end_step(
            "complete",
            later("Confirm each scheme that has Advancement enough, if there is one; then press “{press}”."),
            later("They strike when the month turns, in the order in which you confirm them."),
        ),
    ),
    alone=later("Now a month alone: bring a table through all seven steps."),
    also=(
        later("“All tables” at the top shows how far each is; each has a clock and a button of its own."),
        later("Who is missing stands under the names; “Seat somebody” puts a player at this table."),
        later("Only you may look at the face of a scheme, and the access log says when you did."),
        UNDO,
        SIGNS,
    ),
)
