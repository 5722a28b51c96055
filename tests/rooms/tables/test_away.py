"""Absent players and hosts: when others may let a bot play for them, or close the table."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec import structs

from rooms.tables.game.absence import may_close, may_stand_in
from rooms.tables.game.chairs import PutBot, SitDown, StandUp
from rooms.tables.game.opening import Agree
from rooms.tables.game.play import Begin, Resume
from rooms.tables.game.state import TableStage
from rooms.tables.game.table_closure import Close
from tests.rooms.tables.test_engine import CONTROL, NOON, Table, play
from tests.rooms.tables.test_reserve import SECOND, begun, out

PUT, STAND = PutBot(chair=1, bot="high"), StandUp(chair=1)
CLOSE = Close(why="nobody comes")


def endless() -> Table:
    """Anna hosts; Boris and Clara play too, and a turn has no limit."""
    table = Table()
    for each in ("boris", "clara"):
        table.do(SitDown(person=each, name=each.capitalize()), each)
    table.do(Agree(chairs=3, seconds=0), "anna")
    table.do(Begin(), "anna")
    return table


@pytest.mark.parametrize("command", [PUT, STAND])
@pytest.mark.parametrize("idle", [(), (1,)])
def test_at_a_stake_only_who_sits_there_or_control_lets_a_bot_play(command, idle):
    table = Table(stake=("power", 2)).begun("boris")
    table.state = structs.replace(table.state, idle=idle)

    assert "only when Boris stands up, or by Control" in table.refused(command, "anna").sentence
    assert not may_stand_in(table.state, "anna", 1)

    table.do(command, "boris")
    table.do(SitDown(person="boris", name="Boris"), "boris")
    table.do(command, CONTROL)


@pytest.mark.parametrize("command", [PUT, STAND])
def test_the_host_takes_nobodys_turn_whose_time_runs(command):
    table = begun()

    assert "Boris’s time has not run out" in table.refused(command, "anna").sentence
    table.do(play(1, swap=False), "boris")
    assert "does not wait for Boris now" in table.refused(command, "anna").sentence


def late(table: Table) -> Table:
    """Let the time of Boris run out, and nobody else's."""
    out(table, NOON + 60 * SECOND)
    table.state = structs.replace(table.state, reserves=(120_000, 0, 120_000), deadline=NOON + 61 * SECOND)
    out(table, NOON + 61 * SECOND)
    assert (table.state.idle, table.state.waits_for) == ((1,), (0, 2))
    return table


def test_whose_time_has_run_out_may_be_played_for_until_the_next_own_word():
    table = late(begun())
    assert table.refused(STAND, "clara").code == "not-yours"

    table.do(STAND, "anna")
    assert table.state.chairs[1].bot
    table.do(SitDown(person="boris", name="Boris"), "boris")

    assert table.state.idle == ()
    assert table.refused(STAND, "anna").code == "not-yours"


def test_who_acts_alone_again_is_not_away():
    table = begun()
    table.state = structs.replace(table.state, idle=(0, 1))

    table.do(play(1, swap=False), "boris")

    assert table.state.idle == (0,)


@pytest.mark.parametrize("by", ["anna", "clara"])
def test_without_a_limit_a_bot_plays_for_whoever_is_silent(by):
    table = endless()
    table.now += 100 * SECOND
    assert "If nothing comes from Boris, a bot can play in 1:20." in table.refused(PUT, by).sentence
    assert table.refused(PUT, "dora").code == "not-yours"

    table.now += 80 * SECOND
    table.do(PUT, by)

    assert table.state.chairs[1].bot == "high"


def test_what_was_taken_back_begins_the_wait_anew():
    table = endless()
    table.now += timedelta(minutes=4)

    table.do(Resume(), CONTROL)

    assert "3:00" in table.refused(PUT, "clara").sentence


def test_a_table_whose_host_is_silent_can_be_played_on_and_closed_by_those_who_sit_there():
    table = endless()
    assert [may_close(table.state, each) for each in ("boris", "dora")] == [True, False]
    assert "you can close it in 3:00" in table.refused(CLOSE, "boris").sentence

    table.now += timedelta(minutes=3)
    assert table.refused(CLOSE, "dora").code == "not-yours"
    table.do(StandUp(chair=0), "clara")
    table.now += SECOND
    table.do(CLOSE, "boris")

    assert table.state.stage is TableStage.CLOSED


def test_before_the_game_the_host_keeps_the_table_with_every_word():
    table = Table()
    table.do(SitDown(person="boris", name="Boris"), "boris")
    table.now += timedelta(minutes=2)
    table.do(PutBot(chair=2, bot="high"), "anna")
    table.now += timedelta(minutes=2)
    assert "28:00" in table.refused(CLOSE, "boris").sentence
    table.do(Agree(chairs=3, seconds=30), "anna")
    assert "30:00" in table.refused(CLOSE, "boris").sentence

    table.now += timedelta(minutes=29)
    assert "1:00" in table.refused(CLOSE, "boris").sentence  # sitting down for a prank does not let anybody close the table
    table.now += timedelta(minutes=1)
    table.do(CLOSE, "boris")


def test_with_a_limit_the_host_who_plays_keeps_the_table():
    table = begun()
    table.now += timedelta(minutes=30)

    assert table.refused(CLOSE, "boris").code == "not-yours"
    table.state = structs.replace(table.state, idle=(0,))
    table.do(CLOSE, "boris")


def test_a_stake_is_settled_by_nobody_at_the_table():
    table = Table(stake=("power", 2), seconds=0).begun("boris")
    table.now += timedelta(hours=1)

    assert table.refused(CLOSE, "boris").code == "not-yours"
    assert table.refused(StandUp(chair=0), "boris").code == "not-yours"
