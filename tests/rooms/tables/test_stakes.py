"""Stakes at a table of an event: who may begin, and one settlement when the game ends or is closed, and its undo."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from control.clock import clockwork
from control.engine.context import THE_CLOCK
from control.engine.records import replace
from control.journal import desk
from control.models import Entry
from rooms.realm.desks import Desk
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.treasury.power import AdjustPower
from rooms.tables import lobby, story
from rooms.tables import settlement as settling
from rooms.tables.access import open_door
from rooms.tables.game.chairs import PutBot
from rooms.tables.game.play import Begin
from rooms.tables.game.state import TableStage
from rooms.tables.models import Table, TablePermit
from rooms.tables.settlement import settlement
from tests.control.desks.conftest import Person, signed_in
from tests.control.phones import CAT_1, OLGA, WOLF_1, Day
from tests.rooms.tables.shop import Phone, heads, refusal, state_of, table_of, words
from tests.rooms.tables.toy import ToyRules

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(toy, monkeypatch) -> Day:
    """A day without shuffling, so that the first chair wins."""
    deal = ToyRules.setup

    class Falling:
        def shuffled(self, items):
            return tuple(sorted(items, reverse=True))

    monkeypatch.setattr(ToyRules, "setup", lambda self, setup, chance: deal(self, setup, Falling()))
    day = Day().here(CAT_1, WOLF_1)
    TablePermit.objects.create(event=day.event, players=True)
    give_power(day, CAT_1, 5)
    give_power(day, WOLF_1, 3)
    return day


def give_power(day: Day, seat, power: int) -> None:
    before = day.state.seats[seat].purse.power
    if before != power:
        day.do(AdjustPower(seat=seat, before=before, power=power, reason="chips"))


def power(day: Day) -> tuple[int, int]:
    return tuple(day.state.seats[seat].purse.power for seat in (CAT_1, WOLF_1))


@pytest.fixture
def cat(day) -> Phone:
    return Phone(day.phone(CAT_1))


@pytest.fixture
def wolf(day) -> Phone:
    return Phone(day.phone(WOLF_1))


@pytest.fixture
def walt(day) -> Person:
    return signed_in(day.event, Desk.WAR)


@pytest.fixture
def code(cat, wolf) -> str:
    """Two players at a table with 2 Power each."""
    code = cat.open(chairs="2", stake_kind="power", stake_amount="2")
    wolf.press(code, "sit")
    return code


def settled(day: Day) -> list[Entry]:
    return list(Entry.objects.filter(stream=day.event.stream_id, kind="StakeSettled"))


def play_out(code: str, cat: Phone, wolf: Phone) -> None:
    assert cat.press(code, "begin").status_code == 200
    cat.play(code)
    assert wolf.play(code).status_code == 200
    assert state_of(code).stage is TableStage.OVER


def test_the_winner_gets_it_in_one_entry_of_the_event(day, cat, wolf, code):
    play_out(code, cat, wolf)

    (entry,) = settled(day)
    assert power(day) == (7, 1)
    assert (entry.actor, entry.label) == ("clock", f"Stake of “High Number {code}”")
    assert Table.objects.get().settled
    assert "The stake was 2 Power each" in cat.look(code)


def test_nothing_of_it_is_settled_before_the_end(day, cat, wolf, code):
    cat.press(code, "begin")
    cat.play(code)

    assert (settled(day), power(day)) == ([], (5, 3))


def test_who_cannot_pay_is_named_and_nothing_begins(day, cat, code):
    give_power(day, WOLF_1, 1)

    answer = cat.press(code, "begin")

    name = day.state.seats[WOLF_1].name
    assert (answer.status_code, state_of(code).stage) == (422, TableStage.OPEN)
    assert refusal(answer).startswith(f"The stake is 2 Power, and {name}")


def test_bots_pay_nothing_and_win_nothing(day, cat):
    code = cat.open(chairs="3", stake_kind="power", stake_amount="2")
    cat.press(code, "stand", chair="0")
    cat.press(code, "sit", chair="2")
    table = table_of(code)
    for chair in (0, 1):
        desk.perform(stream_id=table.stream_id, command=PutBot(chair=chair, bot="high"), by=OLGA, command_id=uuid.uuid4())
    desk.perform(stream_id=table.stream_id, command=Begin(), by=OLGA, command_id=uuid.uuid4())
    cat.play(code)
    clockwork.carry_out_due(table.stream_id, timezone.now() + timedelta(seconds=5))

    assert state_of(code).stage is TableStage.OVER
    assert power(day)[0] == 5
    assert len(settled(day)) == 1
    assert "it stays with everybody: only bots have won." in cat.look(code)


def test_who_has_left_stands_by_the_stake(day, cat, wolf, code):
    cat.press(code, "begin")
    wolf.press(code, "stand", chair="1")
    table = table_of(code)

    found = settlement(table, open_door(table, None).engine, state_of(code))

    assert (found.losers, found.winners) == ((WOLF_1,), (CAT_1,))


def test_a_table_that_control_closes_is_settled_by_the_score_as_it_stood(day, cat, walt, code):
    cat.press(code, "begin")
    asked = words(walt.get(f"tables/{code}/close/"))
    names = [day.state.seats[seat].name for seat in (CAT_1, WOLF_1)]
    assert f"{names[0]} (Cat) gets 2 Power; {names[1]} (Wolf) gives 2 Power." in asked
    assert power(day) == (5, 3)

    walt.tap(f"tables/{code}/close/", {"why": "the phase is over"})

    assert power(day) == (7, 1)
    assert len(settled(day)) == 1


def test_a_table_closed_before_its_game_settles_nothing(day, walt, code):
    walt.tap(f"tables/{code}/close/", {"why": "nobody came"})

    assert settled(day) == []
    assert "not settled" not in words(walt.get("part/tables/"))


def test_a_host_who_is_ahead_cannot_close_it(day, cat, code):
    cat.press(code, "begin")

    answer = cat.press(code, "close", why="I am ahead")

    assert (answer.status_code, state_of(code).stage) == (422, TableStage.PLAYING)
    assert "only Control can end it early" in refusal(answer)


def test_favors_are_staked_too(day, cat, wolf):
    for seat in (CAT_1, WOLF_1):
        day.do(GiveFavors(seat=seat, count=2, reason="gifts"))
    oldest = day.state.seats[WOLF_1].purse.favors[0]
    code = cat.open(chairs="2", stake_kind="favors", stake_amount="1")
    wolf.press(code, "sit")

    play_out(code, cat, wolf)

    assert day.state.seats[CAT_1].purse.favors[-1] == oldest
    assert len(day.state.seats[WOLF_1].purse.favors) == 1


class TestUndone:
    def test_in_the_events_journal_and_settled_again_by_control(self, day, cat, wolf, walt, code):
        play_out(code, cat, wolf)
        seq = settled(day)[0].seq
        assert f"/control/{day.event.pk}/journal/{seq}/undo/" in words(walt.get("part/tables/"))

        assert walt.tap(f"journal/{seq}/undo/", {"reason": "the wrong stake"}).status_code == 200
        assert power(day) == (5, 3)
        clockwork.carry_out_all_due()
        assert power(day) == (5, 3)
        assert "not settled" in words(walt.get("part/tables/"))
        assert "gets 2 Power" in words(walt.get(f"tables/{code}/settle/"))

        assert walt.tap(f"tables/{code}/settle/").status_code == 200
        assert power(day) == (7, 1)
        assert walt.tap(f"tables/{code}/settle/").status_code == 409
        assert power(day) == (7, 1)

    def test_a_game_does_not_go_back_while_its_stake_is_settled(self, day, cat, wolf, walt, code):
        play_out(code, cat, wolf)
        before = heads(code)
        newest = last_seq(code)

        answer = walt.tap(f"tables/{code}/back/", {"seq": str(newest), "reason": "again"})

        assert (answer.status_code, heads(code)) == (422, before)
        assert "Take that back first" in words(answer)

    def test_a_game_that_went_back_is_settled_when_it_ends_again(self, day, cat, wolf, walt, code):
        play_out(code, cat, wolf)
        walt.tap(f"journal/{settled(day)[0].seq}/undo/", {"reason": "played again"})
        walt.tap(f"tables/{code}/back/", {"seq": str(last_seq(code)), "reason": "Played again."})
        assert state_of(code).stage is TableStage.PLAYING

        assert wolf.play(code).status_code == 200

        assert power(day) == (7, 1)
        assert len(settled(day)) == 2


def last_seq(code: str) -> int:
    return lobby.latest_moves(story.lines_of(table_of(code).stream))[0].seq


def test_only_what_is_over_and_staked_can_be_settled(day, cat, walt, code):
    plain = cat.open()

    assert walt.get(f"tables/{code}/settle/").status_code == 404
    assert walt.get(f"tables/{plain}/settle/").status_code == 404


def test_what_the_event_refuses_leaves_the_game_over_and_the_stake_to_control(day, cat, wolf, walt, code, monkeypatch):
    cat.press(code, "begin")
    cat.play(code)
    whole = settling.settlement
    monkeypatch.setattr(settling, "settlement", lambda *about: impossible(whole(*about)))

    assert wolf.play(code).status_code == 200

    assert state_of(code).stage is TableStage.OVER
    assert (power(day), Table.objects.get().settled) == ((5, 3), False)
    monkeypatch.undo()
    assert "not settled" in words(walt.get("part/tables/"))


def impossible(command):
    return replace(command, losers=(*command.losers, *command.winners)) if command else None


def test_the_clock_settles_as_itself(day, cat, wolf, code):
    play_out(code, cat, wolf)

    assert settled(day)[0].actor == desk.actor_key(THE_CLOCK)


def test_a_table_of_friends_owes_nobody(day, anna, boris):
    code = anna.open(chairs="2")
    boris.press(code, "sit")

    play_out(code, anna, boris)

    assert settled(day) == []
