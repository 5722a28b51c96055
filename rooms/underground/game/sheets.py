"""The scheme form: one scheme for each player, written in Planning (R-109)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from control.day.people.asked import choice_of
from control.day.people.choosing import barred
from control.day.state import Stage
from control.day.window import Window
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.refused import Refused
from rooms.realm.game.deaths.dying import held_back
from rooms.realm.game.state import GameState, Seat
from rooms.realm.papers.game import checking, choices
from rooms.realm.papers.game import types as papers
from rooms.realm.papers.game.choices import FieldForm
from rooms.realm.papers.game.types import Paper, PaperType
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.scenario.schema import Target

KIND: Final = "scheme"
RULE: Final = "GE-UND-01"


def check(state: GameState, seat: SeatId, paper: Paper) -> None:
    """Refuse a scheme that names what does not exist, or a House beyond the table it is written for (R-112).

    Raises:
        Refused: the first thing that is wrong.
    """
    checking.check(state, paper, state.scenario.schemes, RULE)
    kind = papers.type_of(state.scenario.schemes, paper)
    table = table_of(state, state.seats[seat])
    home = {house.id: house.province for house in state.scenario.houses}
    for words, target in zip(paper.values, kind.fields, strict=False):
        if target is Target.HOUSE and any(home[house.id] != table for house in state.scenario.houses if house.id in words):
            raise Refused(say("A scheme is aimed at a House of the province whose table you sit at."), rule="R-112")


def fields(state: GameState, seat: SeatId, kind: PaperType) -> tuple[FieldForm, ...]:
    """The fields of a scheme's form, with no House and no player beyond the province of the table (R-112)."""
    table = table_of(state, state.seats[seat])
    home = {house.id: house.province for house in state.scenario.houses}
    near: set[str] = {house for house, province in home.items() if province == table}
    near |= {each.id for each in state.seats.values() if home[each.house] == table}
    return tuple(
        replace(field, options=tuple(option for option in field.options if option.value in near))
        if field.target in (Target.HOUSE, Target.PLAYER)
        else field
        for field in choices.form_of(state, kind)
    )


def table_of(state: GameState, seat: Seat) -> str:
    """The table a player sits at this month, or would sit at."""
    if choice_of(state, seat) == Room.UNDERGROUND and seat.table:
        return seat.table
    return next(house.province for house in state.scenario.houses if house.id == seat.house)


def window(state: GameState, seat: SeatId) -> Window:
    """May this player write a scheme now? In Planning only: none is written after Movement begins (GE-UND-02)."""
    clock, month = state.clock, state.clock.month
    player = state.seats.get(seat)
    if player is None or clock.stage is not Stage.PLAYING or clock.phase != Phase.PLANNING:
        closed_at = clock.began_at if clock.phase == Phase.MOVEMENT else None
        sentence = say("Schemes are written in Planning, not after Movement begins.")
        return Window(open=False, month=month, closes_at=closed_at, sentence=sentence, rule="GE-UND-02")
    if (dead := held_back(state, player.id)) is not None:
        return Window(open=False, month=month, sentence=dead.sentence, rule=dead.rule)
    if not player.here:
        return Window(open=False, month=month, sentence=say("Check in first at the check-in desk."), rule="GE-EVT-03")
    if bar := barred(state, player, Room.UNDERGROUND, table_of(state, player)):
        sentence = say("You may not go to the Underground: {why}.", why=bar.why)
        return Window(open=False, month=month, sentence=sentence, rule=bar.rule)
    if choice_of(state, player) not in (None, Room.UNDERGROUND):
        return Window(open=False, month=month, sentence=say("You chose another room this month."), rule="GE-EVT-39")
    return Window(
        open=True,
        month=month,
        closes_at=clock.deadline,
        sentence=say("One scheme, written before Movement begins."),
        rule="GE-UND-02",
    )
