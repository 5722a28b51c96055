"""Macros: commands that follow from one press by themselves, as if each had been pressed."""

from __future__ import annotations

from typing import Final
from uuid import UUID, uuid5

from control.engine.refusal import Refused
from control.journal import desk
from rooms.tables.access import TablePass, TablePerson
from rooms.tables.game.play import Play
from rooms.tables.game.state import TableStage
from rooms.tables.registry import Fields, GameSight, app_of

# === macro ==============================================================================================================


MOST: Final = 3  # commands that may follow from one press


def id_after(command_id: UUID) -> UUID:
    """The id of the command that follows from this one."""
    return uuid5(command_id, "then")


def follow_up(door: TablePass, person: TablePerson, fields: Fields, command_id: UUID) -> None:
    """Play what follows from a press that was played. If the table has moved on, nothing follows."""
    follows = app_of(door.table.kind).follows
    for _each in range(MOST if follows else 0):
        door, command_id = door.again(), id_after(command_id)
        chair, state, rules = door.chair, door.state, door.engine.rules
        if follows is None or chair is None or state.stage is not TableStage.PLAYING:
            return
        view, offers = rules.view(state.play, chair), rules.offers(state.play, chair)
        action = follows(fields, GameSight(table=state, player=chair, view=view, offers=offers, content=door.content))
        if action is None:
            return
        command = Play(chair=chair, turn=state.turn, action=action)
        try:
            desk.perform(stream_id=door.table.stream_id, command=command, by=person.actor, command_id=command_id)
        except Refused:  # somebody was faster; the press itself stands
            return
