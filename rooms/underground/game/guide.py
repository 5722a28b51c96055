"""Guided tour of the Underground desk: one table from Updates to Complete, with a player who goes home in the middle of it."""

from __future__ import annotations

from typing import Final

from control.day.clock.steps import StepEnded, steps_left
from control.day.guides import Given, Guide, Step, Words, by_event
from control.day.people.asked import choice_of
from control.day.people.choosing import ChooseRoom, barred, choice_open
from control.day.people.present import CheckedIn
from control.day.state import Presence, Stage
from control.day.timetable import step_name
from control.engine.context import Actor
from control.engine.ids import SeatId, StepId
from control.engine.language import later, say
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.tables.asked import seated, tables
from rooms.underground.game.tables.state import TableId

AT_A_TABLE: Final = 3  # who at least go to the Underground


# --- what the month needs -----------------------------------------------------------------------------------------------


def scene(state: GameState) -> Given | None:
    """The first players of the list go to the Underground, each to the table of the own province."""
    if state.clock.stage is not Stage.PLAYING or not choice_open(state):
        return None
    able = [seat for _id, seat in sorted(state.seats.items()) if seat.acts and barred(state, seat, Room.UNDERGROUND) is None]
    goes = next((seat for seat in able[:AT_A_TABLE] if choice_of(state, seat) != Room.UNDERGROUND), None)
    if goes is None:
        return None
    return Given(command=ChooseRoom(seat=goes.id, month=state.clock.month, room=Room.UNDERGROUND), by=Actor(seat=goes.id))


def _table(state: GameState) -> TableId | None:
    """The table that is shown: the one that has come furthest, where most sit; whoever has left one stays with it."""
    used = [table for table in tables(state) if seated(state, table)]
    return min(used, key=lambda each: (len(steps_left(state, Room.UNDERGROUND, each)), -len(seated(state, each))), default=None)


def _leaver(state: GameState) -> SeatId | None:
    table = _table(state)
    return seated(state, table)[-1].id if table is not None else None


def _page(state: GameState) -> str:
    return f"underground_desk:table {_table(state) or ''}"


def _leaver_words(state: GameState) -> str:
    leaver = _leaver(state)
    name = state.seats[leaver].name if leaver is not None else ""
    return say("{name} feels sick and goes home: press “Has left” beside the name.", name=name)


def _leaver_points(state: GameState) -> tuple[str, ...]:
    return (f"away-{_leaver(state)}",)


# --- the steps ----------------------------------------------------------------------------------------------------------


def _pressing(words: str, step: str) -> Words:
    return lambda state: say(words, press=say("End {step}", step=step_name(state, Room.UNDERGROUND, StepId(step))))


def _ended(step: str, do: str, why: str, *more: str) -> Step:
    return Step(
        name=step,
        do=_pressing(do, step),
        why=why,
        points=(f"end-{step}", *more),
        done=by_event(StepEnded, room=Room.UNDERGROUND, step=step),
        page=_page,
    )


GUIDE: Final = Guide(
    name="underground",
    desk=Desk.UNDERGROUND,
    title=later("Underground desk"),
    about=later("You look after the tables where schemes are made: seven steps, each table by its own clock."),
    page="underground_desk:desk",
    phase=Phase.ACTION,
    scene=scene,
    steps=(
        _ended(
            "updates",
            later("Read aloud what stands there, then press “Take in the schemes …” and answer the question."),
            later("The players hear what the Court has changed; then their written schemes are yours to see, and nobody else’s."),
            "take-in-sure",
        ),
        _ended(
            "schemes",
            later("Each House draws four schemes and places one; when they have, press “{press}”."),
            later("Players choose on their phones. Who has not chosen when you end it gets what the list says."),
        ),
        _ended(
            "minions",
            later("Minions are dealt by rank; let the players plot, then press “{press}”."),
            later("Talk is free here. The console has dealt the cards onto the phones."),
        ),
        Step(
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
        _ended(
            "advancement",
            later("Round the table each lays minions onto schemes; then press “{press}”."),
            later("Whose turn it is stands above. “Done” beside the name passes it on for a player without a phone."),
        ),
        _ended(
            "protection",
            later("Once more round the table, minions in front of schemes; then press “{press}”."),
            later("A scheme with minions in front of it has to be fought for."),
        ),
        _ended(
            "attack",
            later("Each may attack once or pass; then press “{press}”."),
            later("An attack that goes on is shown in the middle of the page; it has to end first."),
        ),
        _ended(
            "complete",
            later("Confirm each scheme that has Advancement enough, then press “{press}”."),
            later("They strike when the month turns, in the order in which you confirm them."),
        ),
    ),
    alone=later("Now a month alone: bring a table through all seven steps."),
)
