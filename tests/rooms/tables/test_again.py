"""Play again with the same people: who may open the next table, who sits where, and the link to it."""

from __future__ import annotations

import pytest

from control.engine.context import THE_CLOCK, DecisionContext
from rooms.tables.game.chairs import PutBot, SitDown, StandUp
from rooms.tables.game.opening import Agree
from rooms.tables.game.play import Begin, TimeOut
from rooms.tables.game.rematch import LeadOn, next_opening, rotated_chairs
from rooms.tables.game.state import Chair, TableStage, TableState
from tests.rooms.tables.test_engine import CONTROL, ENGINE, NOON, Table, person


def over(*, leaves: int | None = None, stake: tuple[str, int] = ("", 0)) -> Table:
    """A finished game of Anna, Boris and the bot Grisha. `leaves`: chair that its player left to a stand-in."""
    table = Table(stake=stake)
    table.do(SitDown(person="boris", name="Boris"), "boris")
    table.do(PutBot(chair=2, bot="high"), "anna")
    if not stake[0]:
        table.do(Agree(chairs=3, seconds=90, reserve=120, options={"first": "0"}), "anna")
    table.do(Begin(), "anna")
    if leaves is not None:
        table.do(StandUp(chair=leaves), ("anna", "boris")[leaves])
    while table.state.stage is TableStage.PLAYING:
        table.do(TimeOut(turn=table.state.turn), THE_CLOCK)
    return table


def opened(table: Table, host: str, **more) -> TableState:
    """The next table after its first command."""
    command = next_opening(table.state, host, **more)
    return ENGINE.decided(TableState(), command, DecisionContext(by=person(host), at=NOON)).state


def seats(state: TableState) -> list[tuple[str, str]]:
    return [(chair.name, chair.bot) for chair in state.chairs]


def test_everybody_moves_on_by_one_and_what_was_agreed_stays():
    state = opened(over(), "anna")

    assert seats(state) == [("Boris", ""), ("Grisha", "high"), ("Anna", "")]
    assert (state.host, state.seconds, state.reserve, state.options, state.stake) == ("anna", 90, 120, {"first": "0"}, None)
    assert state.stage is TableStage.OPEN


def test_whoever_is_next_begins_where_a_chair_was_named():
    assert rotated_chairs((Chair(name="first"), Chair(name="second"), Chair(name="third")))[0].name == "second"


@pytest.mark.parametrize(("leaves", "by"), [(1, "anna"), (0, "boris")])
def test_nobody_is_away_before_the_new_game(leaves, by):
    state = opened(over(leaves=leaves), by)

    assert (seats(state), state.host) == ([("Boris", ""), ("Grisha", "high"), ("Anna", "")], by)


def test_a_stake_is_never_carried_over_and_binds_nobody_by_anothers_tap():
    table = over(stake=("power", 2))

    assert opened(table, "anna").stake is None
    state = opened(table, "anna", stake=("power", 1))
    assert seats(state) == [("", ""), ("Grisha", "high"), ("Anna", "")]
    assert (state.stake.kind, state.stake.amount) == ("power", 1)


@pytest.mark.parametrize(
    ("leaves", "by", "code"),
    [
        pytest.param(None, "boris", "not-yours", id="not the host"),
        pytest.param(None, "clara", "not-yours", id="who did not sit here"),
        pytest.param(0, "clara", "not-yours", id="who did not sit here, while the host is away"),
        pytest.param(0, CONTROL, "not-yours", id="Control, which opens tables of its own"),
    ],
)
def test_who_may_not_open_it_is_told(leaves, by, code):
    assert over(leaves=leaves).refused(LeadOn(table="K7QM4"), by).code == code


@pytest.mark.parametrize(("leaves", "by"), [(None, "anna"), (0, "boris"), (0, "anna")])
def test_the_host_opens_it_or_whoever_sat_here_while_the_host_is_away(leaves, by):
    table = over(leaves=leaves)

    table.do(LeadOn(table="K7QM4"), by)

    assert table.state.following == "K7QM4"
    assert "K7QM4" in table.refused(LeadOn(table="22222"), by).sentence


def test_not_before_the_game_is_over():
    table = Table().begun("boris")

    assert table.refused(LeadOn(table="K7QM4"), "anna").code == "stale"
