"""Dead characters cannot act: one check before every command of a player (R-139)."""

from __future__ import annotations

from typing import NoReturn

import pytest

from control.day.calls import CallControl, SettleCall
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.refusal import Refused, Stale
from rooms.court.game.floor.vote import votes_of
from rooms.court.game.proposals.proposal import window as proposals
from rooms.court.game.roll import CorrectRoll, is_assembled
from rooms.court.game.uprising.punishment import ReadPunishments
from rooms.realm.game.deaths.death import put_to_death
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.transfers import PassOn
from rooms.realm.scenario.ids import Phase
from rooms.underground.game.sheets import window as schemes
from rooms.war.game.sheets.limits import window as orders
from tests.records import field_names
from tests.rooms.court.court import CAT, FINES, WOLF, Session
from tests.rooms.realm.game.play import CAT_1, CAT_2, COURT_CONTROL, WOLF_1, Day, player, running
from tests.rooms.test_samples import GAME

OF_PLAYERS = [kind for kind, handler in GAME.commands.items() if handler.player]
STILL = {CallControl, SettleCall, ReadPunishments}  # the dead may call Control and confirm what they have read


def dead(day: Day, seat: SeatId) -> GameState:
    """Return the state after this character's death."""
    asked = DecisionContext(by=COURT_CONTROL, at=day.now)
    for event in put_to_death(day.state, seat, why="poisoned", rule="GE-UND-03"):
        day.state = day.game.followed(day.state, event, asked).state
    return day.state


class Unread:
    """Value that nobody may use."""


def _fail(*_given: object) -> NoReturn:
    raise AttributeError("This field must not be used.")


for _name in [
    "bool",
    "eq",
    "hash",
    "iter",
    "len",
    "lt",
    "le",
    "gt",
    "ge",
    "contains",
    "getitem",
    "str",
    "repr",
    "int",
    "index",
    "add",
    "sub",
]:
    setattr(Unread, f"__{_name}__", _fail)


def of(kind: type, seat: SeatId) -> Command:
    """Return a command of this kind in which only the seat may be used."""
    assert "seat" in field_names(kind)
    command: Command = kind(**{name: seat if name == "seat" else Unread() for name in field_names(kind)})
    return command


@pytest.mark.rule("R-139")
@pytest.mark.parametrize("kind", OF_PLAYERS, ids=lambda kind: kind.__name__)
def test_every_command_of_a_dead_player_is_refused_but_calls_and_reading(kind):
    state = dead(running(), CAT_2)
    asked = DecisionContext(by=player(CAT_2), at=running().now)

    if kind in STILL:  # the check lets it through to its handler
        with pytest.raises((AttributeError, Stale)):
            GAME.decided(state, of(kind, CAT_2), asked)
        return
    with pytest.raises(Refused) as no:
        GAME.decided(state, of(kind, CAT_2), asked)
    assert (no.value.code, no.value.rule) == ("dead", "R-139")
    assert no.value.sentence == "Your character has died. Watch any room meanwhile; you come back when the next Ceremony ends."


@pytest.mark.rule("R-139")
def test_the_dead_write_no_sheet_and_get_nothing():
    day = running().until(1, Phase.PLANNING)
    state = dead(day, CAT_2)

    for window in (proposals, schemes, orders):
        assert not window(state, CAT_2).open
        assert window(state, CAT_2).rule == "R-139"
        assert window(state, CAT_1).rule != "R-139"
    with pytest.raises(Refused, match="is dead until the next Ceremony ends"):
        day.do(PassOn(seat=CAT_1, to=CAT_2, power=1), by=player(CAT_1))


@pytest.mark.rule("R-139", "R-80")
def test_the_dead_leave_the_roll_and_are_not_put_back_and_their_votes_count_no_more():
    court = Session((*CAT, *WOLF), {CAT[0]: FINES}).until("explain-1").choose(CAT[0]).until("vote-1")
    court.vote(1, CAT[0])
    court.vote(1, WOLF_1)

    state = dead(court.day, WOLF_1)

    assert not is_assembled(state, WOLF_1)
    assert [each.seat for each in votes_of(state, court.at(1))] == [CAT[0]]
    with pytest.raises(Refused, match="is dead until the next Ceremony ends"):
        court.day.do(CorrectRoll(month=1, player=WOLF_1, there=True), by=COURT_CONTROL)
