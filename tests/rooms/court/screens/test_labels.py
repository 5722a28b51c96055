"""Labels of the desk's commands in the journal and on the Undo button: they name the person or the thing."""

from __future__ import annotations

import uuid
from typing import get_type_hints

import pytest

from control.engine.ids import SeatId
from control.engine.modules import CommandHandler
from control.journal import journal
from rooms.court.game.duel.challenge import Accept, Refuse, StandBy, Withdraw
from rooms.court.game.module import COURT
from rooms.realm.game.scheme_effects.completion import CompleteScheme
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.module import UNDERGROUND
from rooms.underground.game.state import TableId
from rooms.underground.game.tables.sovereign_look import LookAtSchemes
from tests.control.desks.conftest import Day, words
from tests.records import field_names
from tests.rooms.court.screens.desk import THERE, paid

NOW = {"month": "1", "number": "1"}
VALUES = {SeatId: THERE[0], SeatId | None: THERE[0], HouseId: HouseId("cat"), TableId: TableId("west"), int: 1, str: "west"}
# Labels with a table, a challenge's number or no name: only the Underground's desk may know who schemed.
ELSEWHERE = frozenset({LookAtSchemes, Refuse, Accept, Withdraw, StandBy, CompleteScheme})


def of_one(kind: type, handler: CommandHandler) -> bool:
    hints = get_type_hints(kind)
    return bool(handler.desks) and bool({SeatId, HouseId} & {*hints.values()}) and kind not in ELSEWHERE


def test_a_press_for_somebody_is_called_by_the_name(sitting):
    given = {**COURT.commands, **UNDERGROUND.commands}
    called = {kind.__name__: called_by_the_desk(sitting, kind) for kind, handler in given.items() if of_one(kind, handler)}

    assert {kind: label for kind, label in called.items() if "Cat" not in label} == {}


def called_by_the_desk(day: Day, kind: type) -> str:
    hints = get_type_hints(kind)
    command = kind(**{name: VALUES.get(hints[name]) for name in field_names(kind)})
    return journal.game_of(day.event.stream).label(command, day.state, by_desk=True)


@pytest.mark.rule("GE-CRT-96")
def test_an_uprising_that_the_desk_declares_is_answered_and_undone_by_name(court, sitting):
    name = sitting.state.seats[THERE[0]].name

    done = words(court.tap("court/uprising/", {**NOW, "act": "rise", "who": THERE[0]}))

    assert f"{name} (Cat) stands up, month 1" in done
    assert f"{name} (Cat) stands up, month 1" in words(court.fragment("part/journal/"))


@pytest.mark.rule("R-80")
def test_a_second_tap_on_the_roll_says_whom_the_first_one_was_for(court, sitting):
    fields = {"month": "1", "who": "ram-2 on", "command_id": str(uuid.uuid4())}
    court.tap("court/roll/", fields)

    again = words(court.tap("court/roll/", fields))

    assert "Done already:" in again
    assert sitting.state.seats[SeatId("ram-2")].name in again


@pytest.mark.rule("R-78")
def test_a_payment_is_called_by_its_law(court, won):
    done = words(court.tap("court/pay/1/", paid(won, "cat power 1", "cat power 2", "wolf favor 1")))

    assert "Payment for Fines in cycle 1, month 1" in done
