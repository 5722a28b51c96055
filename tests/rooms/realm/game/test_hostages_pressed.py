"""Decisions over hostages: by their holder on the phone, or by the desks that look after the Houses (GE-CER-20, GE-CER-21)."""

from __future__ import annotations

import pytest

from control.engine.ids import SeatId
from control.engine.refusal import Refused, Stale
from rooms.realm.game.hostages.commands import HostageAct, KillHostage, MoveHostages, ReleaseHostage, TakeHostages
from rooms.realm.game.hostages.custody import hostages_from, hostages_held_by, is_lawful
from rooms.realm.game.state import ThroneWaits
from rooms.realm.game.throne import succession
from rooms.realm.scenario.ids import HouseId
from tests.rooms.realm.game.play import (
    CAT_1,
    CAT_2,
    CEREMONY,
    CHECK_IN,
    COURT_CONTROL,
    ORGANIZER,
    WAR_CONTROL,
    Day,
    player,
    running,
)
from tests.rooms.realm.game.test_deeds import purse, with_purses
from tests.rooms.realm.game.test_hostages import CAT, EAGLE, OCTOPUS, SNAKE, WOLF, crowned, setting
from tests.rooms.realm.game.throning import REALM, Bring

SNAKE_1, SNAKE_2 = SeatId("snake-1"), SeatId("snake-2")
WHY = "as they said"


def begun(**purses: tuple[int, int]) -> Day:
    return with_purses(running(), **purses)


def first(day: Day, holder: HouseId | None) -> int:
    return hostages_held_by(day.state, holder)[0].id


def reigning(day: Day) -> Day:
    day.game = REALM
    return crowned(day, CAT)


@pytest.mark.rule("GE-CER-20", "GE-CER-21", "R-100", "GE-CRT-80")
@pytest.mark.parametrize("kind", [KillHostage, ReleaseHostage])
@pytest.mark.parametrize("who", [SNAKE_1, SNAKE_2])
def test_any_member_of_the_holder_decides_lawful_or_not(kind, who):
    day = begun()
    number = first(day, SNAKE)
    assert is_lawful(day.state, hostages_held_by(day.state, SNAKE)[0])

    day.do(kind(seat=who, hostage=number), by=player(who))

    assert hostages_held_by(day.state, SNAKE) == ()
    assert purse(day, SeatId("eagle-1")) == ((1, 1) if kind is ReleaseHostage else (0, 0))
    with pytest.raises(Stale, match="does not lie on your mat"):
        day.do(kind(seat=who, hostage=number), by=player(who))


@pytest.mark.rule("GE-CER-20")
def test_one_that_no_law_names_is_killed_just_so():
    day = begun(cat_1=(1, 1))
    day.do(TakeHostages(holder=SNAKE, of=CAT, count=1, reason=WHY), by=CEREMONY)
    (number,) = [each.id for each in hostages_held_by(day.state, SNAKE) if each.of == CAT]
    assert not is_lawful(day.state, hostages_held_by(day.state, SNAKE)[-1])

    day.do(KillHostage(seat=SNAKE_1, hostage=number), by=player(SNAKE_1))

    assert (len(hostages_held_by(day.state, SNAKE)), purse(day, CAT_1)) == (1, (0, 0))


@pytest.mark.rule("GE-CER-20", "GE-CER-21")
@pytest.mark.parametrize("kind", [KillHostage, ReleaseHostage])
def test_nobody_else_does(kind):
    day = begun()
    with pytest.raises(Refused, match="not lie on your mat"):
        day.do(kind(seat=CAT_1, hostage=first(day, SNAKE)), by=player(CAT_1))
    with pytest.raises(Refused, match="not lie on your mat"):
        day.do(kind(seat=CAT_1, hostage=first(day, None)), by=player(CAT_1))


@pytest.mark.rule("R-99", "GE-CRT-70")
@pytest.mark.parametrize("kind", [KillHostage, ReleaseHostage])
def test_over_the_throne_s_hostages_the_sovereign_alone_decides(kind):
    day = reigning(begun())
    number = next(each.id for each in hostages_held_by(day.state, CAT) if each.holder is None)
    with pytest.raises(Refused, match="Sovereign decides"):
        day.do(kind(seat=CAT_2, hostage=number), by=player(CAT_2))

    day.do(kind(seat=CAT_1, hostage=number), by=player(CAT_1))

    assert number not in {each.id for each in day.state.hostages}


@pytest.mark.rule("R-99")
def test_with_an_empty_throne_they_wait_untouchable():
    day = begun()
    day.game = REALM
    number = first(day, None)
    day.do(Bring(about=lambda s: succession.empty_throne(s, ThroneWaits.TIE, why=WHY, rule="R-28")))

    for act in HostageAct:
        with pytest.raises(Refused, match="untouchable"):
            day.do(MoveHostages(act=act, hostages=(number,), to=WOLF, reason=WHY), by=COURT_CONTROL)
    with pytest.raises(Refused, match="not lie on your mat"):
        day.do(KillHostage(seat=CAT_1, hostage=number), by=player(CAT_1))


@pytest.mark.rule("R-99")
def test_nor_does_a_sovereign_touch_them_where_they_do_not_pass_on():
    day = reigning(setting(begun(), throne_hostages_pass_on=False))
    with pytest.raises(Refused, match="not lie on your mat"):
        day.do(KillHostage(seat=CAT_1, hostage=first(day, None)), by=player(CAT_1))


@pytest.mark.rule("GE-CRT-70", "GE-CER-20", "GE-CER-21")
@pytest.mark.parametrize("act", [HostageAct.KILL, HostageAct.RELEASE])
def test_for_the_god_emperor_court_control_decides(act):
    day = begun()
    chosen = tuple(each.id for each in hostages_from(day.state, WOLF) if each.holder is None)[:2]
    with pytest.raises(Refused, match="Court Control"):
        day.do(MoveHostages(act=act, hostages=chosen, reason=WHY), by=WAR_CONTROL)

    day.do(MoveHostages(act=act, hostages=chosen, reason=WHY), by=COURT_CONTROL)
    day.do(MoveHostages(act=act, hostages=(first(day, None),), reason=WHY), by=ORGANIZER)

    assert len(hostages_held_by(day.state, None)) == 33


@pytest.mark.rule("R-93", "GE-CER-19")
def test_the_desks_take_and_hand_over_by_hand():
    day = begun(cat_1=(2, 1))

    day.do(TakeHostages(holder=WOLF, of=CAT, count=2, reason=WHY), by=CEREMONY)
    ours = tuple(each.id for each in hostages_held_by(day.state, WOLF) if each.of == CAT)
    day.do(MoveHostages(act=HostageAct.HAND_OVER, hostages=ours[:1], to=SNAKE, reason=WHY), by=WAR_CONTROL)
    day.do(MoveHostages(act=HostageAct.HAND_OVER, hostages=ours[1:], to=CAT, reason=WHY), by=WAR_CONTROL)

    assert [each.of for each in hostages_held_by(day.state, SNAKE)] == [EAGLE, CAT]
    assert purse(day, CAT_1) == (1, 0)
    with pytest.raises(Stale, match="holds them already"):
        day.do(MoveHostages(act=HostageAct.HAND_OVER, hostages=ours[:1], to=SNAKE, reason=WHY), by=CEREMONY)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        pytest.param(TakeHostages(holder=CAT, of=CAT, count=1, reason=WHY), "another House", id="own"),
        pytest.param(TakeHostages(holder=CAT, of=HouseId("x"), count=1, reason=WHY), "Choose the House", id="no House"),
        pytest.param(TakeHostages(holder=CAT, of=WOLF, count=0, reason=WHY), "1 to 20", id="none"),
        pytest.param(TakeHostages(holder=CAT, of=WOLF, count=21, reason=WHY), "1 to 20", id="many"),
        pytest.param(TakeHostages(holder=CAT, of=WOLF, count=1, reason=" "), "Say why", id="no reason"),
        pytest.param(MoveHostages(act=HostageAct.KILL, hostages=(), reason=WHY), "Choose which", id="nobody"),
        pytest.param(MoveHostages(act=HostageAct.KILL, hostages=(999,), reason=WHY), "no longer there", id="unknown"),
        pytest.param(MoveHostages(act=HostageAct.KILL, hostages=(1,), reason=""), "Say why", id="no word"),
        pytest.param(MoveHostages(act=HostageAct.HAND_OVER, hostages=(1,), reason=WHY), "Choose the House", id="to nobody"),
    ],
)
def test_what_the_desks_may_not_enter(command, message):
    with pytest.raises((Refused, Stale), match=message):
        begun().do(command, by=COURT_CONTROL)


def test_the_check_in_desk_moves_none():
    day = begun()
    with pytest.raises(Refused):
        day.do(TakeHostages(holder=OCTOPUS, of=CAT, count=1, reason=WHY), by=CHECK_IN)
