"""Withdrawn entries and wounds: a withdrawal is refused if it would leave a character alive with mortal wounds."""

from __future__ import annotations

import uuid

import pytest
from django.core.cache import cache

from control.engine.records import replace
from control.engine.refusal import Refused
from control.journal import desk
from control.models import Stream
from rooms.court.game.state import Penalty
from rooms.court.game.uprising.punishment import Punish
from rooms.court.game.uprising.rules import EndUprising, RiseUp
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.ranks_and_wounds import AdjustWounds, WoundsAdjusted
from rooms.realm.game.throne.wounds import GodEmperorWounded, WoundGodEmperor
from tests.control.phones import OLGA
from tests.rooms.court.court import CAT, GAME, WOLF
from tests.rooms.court.screens.test_phone_floor import CourtDay
from tests.rooms.realm.game.play import running

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_remembered():
    cache.clear()


@pytest.fixture
def failed() -> CourtDay:
    """An Uprising by two players of House Cat and one of House Wolf has failed."""
    day = CourtDay()
    for seat in (*CAT[:2], WOLF[0]):
        day.do(RiseUp(month=1, number=1, seat=seat))
    day.do(EndUprising(month=1, number=1))
    return day


def undo(day: CourtDay, done: desk.CommandResult) -> None:
    entries = [each.seq for each in done.entries]
    desk.withdraw(stream_id=day.event.stream_id, entries=entries, reason="a slip", by=OLGA, command_id=uuid.uuid4())


def wounds(amount: int, seat=CAT[0]) -> Punish:
    return Punish(month=1, number=1, player=seat, penalty=Penalty.WOUNDS, amount=amount, reason="treason")


@pytest.mark.rule("GE-CER-02", "R-139")
def test_nobody_is_left_alive_with_the_third_wound(failed):
    failed.do(wounds(2))
    corrected = failed.do(AdjustWounds(player=CAT[0], before=2, wounds=1, reason="miscounted"))
    failed.do(wounds(3, seat=WOLF[0]))  # dies, which does not depend on the Uprising
    last = failed.do(wounds(1))

    with pytest.raises(Refused) as refused:
        undo(failed, corrected)

    assert refused.value.code == "leaned-on"
    reach = desk.withdrawal_reach(stream=Stream.objects.get(pk=failed.event.stream_id), entries=list(corrected.entries))
    assert {each.command_id for each in reach.dependants} == {last.entries[0].command_id}
    assert (failed.state.seats[CAT[0]].wounds, failed.state.seats[CAT[0]].died) == (2, None)
    undo(failed, last)
    undo(failed, corrected)
    assert failed.state.seats[CAT[0]].wounds == 2


@pytest.mark.rule("GE-CER-02", "R-139")
def test_a_death_that_is_taken_back_whole_comes_back_whole(failed):
    died = failed.do(wounds(3))
    assert failed.state.seats[CAT[0]].died
    undo(failed, died)
    assert (failed.state.seats[CAT[0]].wounds, failed.state.seats[CAT[0]].died) == (0, None)
    assert GAME.broken(failed.state) == ()


@pytest.mark.rule("GE-CER-02")
def test_who_lives_with_three_wounds_is_named_and_whoever_has_left_is_not():
    day = running()
    name = day.state.seats[CAT[0]].name
    third = WoundsAdjusted(seat=CAT[0], before=0, wounds=3, reason="test")
    hurt = day.game.evolve(day.state, third)
    assert day.game.broken(hurt) == (f"{name} is alive with the third wound.",)
    gone = replace(hurt, seats={**hurt.seats, CAT[0]: replace(hurt.seats[CAT[0]], rank=0)})
    assert not any("alive" in each for each in day.game.broken(gone))
    died = CharacterDied(seat=CAT[0], character=hurt.seats[CAT[0]].character, month=1, why="test", rule="GE-CER-02")
    assert day.game.broken(day.game.evolve(hurt, died)) == ()


@pytest.mark.rule("R-30")
def test_wounds_of_the_god_emperor_that_build_on_others_keep_them(failed):
    first = failed.do(WoundGodEmperor(before=0, wounds=1, reason="an assassin"))
    second = failed.do(WoundGodEmperor(before=1, wounds=2, reason="another one"))

    with pytest.raises(Refused, match=r"Wounds of the God Emperor.* built on it. Withdraw that first") as refused:
        undo(failed, first)

    assert refused.value.code == "leaned-on"
    assert failed.state.throne.wounds == 2
    undo(failed, second)
    undo(failed, first)
    assert failed.state.throne.wounds == 0


@pytest.mark.rule("R-30")
def test_what_does_not_fit_the_wounds_of_the_god_emperor_is_named_in_one_sentence():
    day = running()

    def after(*events: GodEmperorWounded) -> tuple[str, ...]:
        state = day.state
        for each in events:
            state = day.game.evolve(state, each)
        return day.game.broken(state)

    one, two, three = (GodEmperorWounded(before=at, wounds=at + 1, reason="test") for at in range(3))
    assert after(one, two) == ()
    doubtful = "The wounds of the God Emperor were counted on from a number that he did not have then."
    assert after(two) == (doubtful,)
    assert after(two, three) == (doubtful, "The God Emperor reigns with the last wound.")
    assert after(one, two, three) == ("The God Emperor reigns with the last wound.",)
