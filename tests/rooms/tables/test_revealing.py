"""Reveals: how long each stays, for whom the game waits, and taps that close it early."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec import structs

from control.engine.context import THE_CLOCK, DecisionContext
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.context import At
from rooms.tables.game.reveals import BETWEEN, LEAST, MOST_BEHIND, TRAVEL, HasRead, ReadShown, reveal_time, split_by_reveal
from rooms.tables.game.state import Chair, TableStage, TableState
from rooms.tables.game.turns import Happening, TurnCame
from tests.rooms.tables.test_engine import ENGINE, NOON, THINK, OneWaits, person
from tests.rooms.tables.toy import TOY

SECOND = timedelta(seconds=1)
BOT, ANNA, BORIS = Chair(bot="high", name="Grisha"), Chair(person="anna", name="Anna"), Chair(person="boris", name="Boris")
PLAYED = TableState(stage=TableStage.PLAYING, kind="toy", chairs=(BOT, ANNA, BORIS), seconds=60)


def at(state: TableState, think: timedelta = THINK) -> At:
    """A table whose facts are words and numbers. A word is a reveal, and a number is told in that many words."""
    return At(
        game=replace(TOY, reveals=(str,)),
        rules=OneWaits(),
        evolve=lambda now, fact: ENGINE.evolve(now, fact) if isinstance(fact, structs.Struct) else now,
        told=lambda fact, _before, _after: "word " * fact if isinstance(fact, int) else fact if isinstance(fact, str) else "",
        bots_think=think,
        state=state,
    )


def came(*facts: object, state: TableState = PLAYED, think: timedelta = THINK) -> TurnCame:
    """The next turn after these facts, at noon."""
    *_told, last = Happening(at(state, think), DecisionContext(by=THE_CLOCK, at=NOON), facts=list(facts)).go_on()
    assert isinstance(last, TurnCame)
    return last


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        pytest.param(0, 2.5, id="at least"),
        pytest.param(6, 2.5, id="a short sentence"),
        pytest.param(12, 3.5, id="a sentence"),
        pytest.param(300, 8, id="more than anybody waits for"),
    ],
)
def test_a_reveal_stands_as_long_as_it_takes_to_read_and_never_shorter(words, seconds):
    assert reveal_time(words) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("shows", "parts"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([False, False], [], id="no reveal"),
        pytest.param([False, True, False], [(0, 3)], id="with what led to it and what followed"),
        pytest.param([False, True, False, True, False], [(0, 2), (2, 5)], id="two of one command"),
    ],
)
def test_what_goes_with_a_reveal(shows, parts):
    assert [(part.start, part.stop) for part in split_by_reveal(shows)] == parts


def test_a_bot_waits_until_the_reveal_was_on_every_screen():
    short = came("shown")

    assert short.read_at == NOON + TRAVEL + LEAST
    assert short.bots_at == short.read_at
    assert came(6).read_at is None


def test_several_are_read_one_after_the_other_by_all_that_is_told_of_them():
    several = came(6, "one", "two", 12)

    assert several.read_at == NOON + TRAVEL + reveal_time(7) + reveal_time(13)
    assert several.bots_at == several.read_at


def test_what_is_shown_while_something_stands_comes_behind_it():
    standing = structs.replace(PLAYED, read_at=NOON + 4 * SECOND)

    assert came("shown", state=standing).read_at == NOON + 4 * SECOND + TRAVEL + LEAST
    kept = came(0, state=standing)
    assert (kept.read_at, kept.bots_at) == (NOON + 4 * SECOND, NOON + 4 * SECOND)


def test_the_time_of_a_turn_begins_when_all_is_read():
    assert came("shown").deadline == NOON + TRAVEL + LEAST + 60 * SECOND
    assert came(0).deadline == NOON + 60 * SECOND


def test_where_bots_wait_for_nobody_nothing_waits():
    hurried = came("shown", think=timedelta())

    assert (hurried.bots_at, hurried.read_at, hurried.deadline) == (NOON, None, NOON + 60 * SECOND)


def shown(**more) -> TableState:
    """A state with a five-second reveal, for which a bot waits."""
    until = NOON + 5 * SECOND
    return structs.replace(PLAYED, turn=7, waits_for=(0,), read_at=until, bots_at=until, **more)


def read(state: TableState, chair: int, name: str, *, turn: int = 7, now: timedelta = SECOND) -> tuple[HasRead, TableState]:
    decided = ENGINE.decided(state, ReadShown(chair=chair, turn=turn), DecisionContext(by=person(name), at=NOON + now))
    (fact,) = decided.events
    return fact, decided.state


def test_when_everybody_has_tapped_it_away_the_bot_goes_on():
    first, state = read(shown(), 1, "anna")
    assert (first.bots_at, state.bots_at, state.read) == (None, NOON + 5 * SECOND, (1,))

    _second, state = read(state, 2, "boris", now=2 * SECOND)

    assert (state.bots_at, state.read_at) == (NOON + 2 * SECOND, NOON + 2 * SECOND)


def test_a_table_waits_for_no_more_than_the_screens_stand_up_one_by_one():
    behind = structs.replace(PLAYED, read_at=NOON + MOST_BEHIND)

    assert came("shown", state=behind).read_at == NOON + MOST_BEHIND


def test_nobody_waits_for_somebody_who_is_away():
    away = structs.replace(BORIS, bot="high")

    _fact, state = read(shown(), 1, "anna")
    assert state.bots_at == NOON + 5 * SECOND
    _fact, state = read(structs.replace(shown(), chairs=(BOT, ANNA, away)), 1, "anna")
    assert state.bots_at == NOON + SECOND


@pytest.mark.parametrize(
    ("state", "asks", "code"),
    [
        pytest.param(shown(), {"turn": 6}, "stale", id="of a turn that is over"),
        pytest.param(shown(read=(1,)), {}, "stale", id="a second tap"),
        pytest.param(shown(), {"now": 6 * SECOND}, "stale", id="when it had gone by itself"),
        pytest.param(structs.replace(shown(), bots_at=None), {}, "stale", id="where no bot waits"),
        pytest.param(shown(), {"name": "boris"}, "not-yours", id="for another"),
    ],
)
def test_a_tap_that_changes_nothing_is_none(state, asks, code):
    with pytest.raises(Refused) as no:
        read(state, 1, asks.pop("name", "anna"), **asks)
    assert no.value.code == code


def test_who_has_read_reads_again_what_is_shown_next():
    state = ENGINE.evolve(shown(read=(1,)), structs.replace(came("new"), turn=8))

    assert state.read == ()


def test_a_bot_that_goes_on_in_its_turn_lets_only_be_read_what_concerns_somebody_else():
    going = structs.replace(PLAYED, waits_for=(0,))

    assert came(30, state=going).bots_at == NOON + BETWEEN
    assert came("Grisha takes from Anna", state=going).bots_at > NOON + BETWEEN
    assert came("shown", state=going).bots_at == NOON + TRAVEL + LEAST
    assert came(30, state=structs.replace(going, waits_for=(1,))).bots_at == NOON + THINK + timedelta(seconds=5)
