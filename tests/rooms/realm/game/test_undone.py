"""Invariants that break when a command is withdrawn and later events fold without it. The journal refuses such a withdrawal."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import Struct

from control.day.people.presence import LeaveForGood
from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.records import replace
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.hostages.commands import ReleaseHostage
from rooms.realm.game.hostages.custody import hostages_from, hostages_held_by
from rooms.realm.game.hostages.custody import release_events as released_by
from rooms.realm.game.laws import StrikeLaw
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.state import GameState
from rooms.realm.game.throne import succession
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import HouseId, LawId
from tests.rooms.realm.game.dying import purse, wed
from tests.rooms.realm.game.play import CAT_1, CAT_2, CEREMONY, CHECK_IN, COURT_CONTROL, Day, player, running
from tests.rooms.realm.game.throning import REALM, Bring, reigning
from tests.rooms.realm.game.wedding import WOLF_4, agreed, in_ceremony, weds, with_priest
from tests.scenarios import default

CAT, WOLF, SNAKE = HouseId("cat"), HouseId("wolf"), HouseId("snake")
SNAKE_1 = SeatId("snake-1")


def now(**settings: object) -> Day:
    """A day at the beginning of month 1, with these settings."""
    scenario = default()
    return running(replace(scenario, settings=replace(scenario.settings, **settings)))  # type: ignore[arg-type]


class TakenBack(Struct, frozen=True):
    """A command that can be withdrawn. `day`: the day that goes on after it. `before`: state before it. `gone`: its events."""

    day: Day
    before: GameState
    gone: tuple[GameEvent, ...]

    def broken(self) -> tuple[str, ...]:
        """Broken invariants after all later events fold without this command."""
        assert self.day.game.broken(self.day.state) == ()
        state = self.before
        for event in self.day.happened[self.day.happened.index(self.gone[-1]) + 1 :]:
            state = self.day.game.evolve(state, event)
        return self.day.game.broken(state)


def remember(day: Day, act: Callable[[], tuple[GameEvent, ...]]) -> TakenBack:
    before = day.state
    return TakenBack(day, before, act())


def leaves(day: Day, seat: SeatId) -> None:
    day.do(LeaveForGood(seat=seat), by=CHECK_IN)


def dies(day: Day, seat: SeatId) -> tuple[GameEvent, ...]:
    return day.do(AdjustWounds(player=seat, before=0, wounds=3, reason="hit"), by=CEREMONY)


# --- players who have left ----------------------------------------------------------------------------------------------


@pytest.mark.rule("R-03", "R-140")
@pytest.mark.parametrize("end", ["parted", "widowed", "left"])
def test_whoever_has_left_is_not_married_again_by_a_marriages_end_taken_back(end):
    day = wed(running(), CAT_2, WOLF_4)
    ends: dict[str, Callable[[], tuple[GameEvent, ...]]] = {
        "parted": lambda: day.do(SetSpouses(player=CAT_2, other=None, reason="parted"), by=CEREMONY),
        "widowed": lambda: dies(day, WOLF_4),
        "left": lambda: day.do(LeaveForGood(seat=WOLF_4), by=CHECK_IN),
    }
    ended = remember(day, ends[end])
    assert ended.broken() == ()
    leaves(day, CAT_2)

    assert f"{day.state.seats[CAT_2].name} has left and is married." in ended.broken()


@pytest.mark.rule("R-03", "R-28")
@pytest.mark.parametrize("end", ["death", "coup"])
def test_whoever_has_left_does_not_reign_again_by_a_fall_taken_back(end):
    day = running()
    day.game = REALM
    reigning(day, CAT_2)
    coup = Bring(about=lambda s: succession.seat_house(s, WOLF, why="a coup", rule="R-34"))
    fall = remember(day, lambda: dies(day, CAT_2) if end == "death" else day.do(coup))
    assert fall.broken() == ()
    leaves(day, CAT_2)

    assert f"{day.state.seats[CAT_2].name} has left and is Sovereign." in fall.broken()


@pytest.mark.rule("R-03")
def test_the_end_of_a_marriage_of_those_who_stay_can_be_taken_back_whoever_leaves():
    day = wed(running(), CAT_2, WOLF_4)
    ended = remember(day, lambda: day.do(SetSpouses(player=CAT_2, other=None, reason="parted"), by=CEREMONY))
    leaves(day, CAT_1)

    assert ended.broken() == ()


# --- hostages that would have been freed ----------------------------------------------------------------------------------


@pytest.mark.rule("R-141")
@pytest.mark.parametrize(("kept", "named"), [("released", True), ("kept", False)])
def test_no_hostage_of_a_marriage_stays_when_its_release_is_taken_back_after_the_marriage_ended(kept, named):
    day = in_ceremony()
    scenario = day.state.scenario
    settings = replace(scenario.settings, marriage_hostages_after_death=kept)
    day.state = replace(day.state, scenario=replace(scenario, settings=settings), hostages=())
    weds(agreed(with_priest(day)))
    (hostage,) = hostages_from(day.state, WOLF)
    released = remember(day, lambda: day.do(ReleaseHostage(seat=CAT_1, hostage=hostage.id), by=player(CAT_1)))
    assert released.broken() == ()

    day.do(SetSpouses(player=CAT_2, other=None, reason="parted"), by=CEREMONY)

    assert (released.broken() == ("A marriage has ended, and a hostage of it is still held.",)) is named


@pytest.mark.rule("R-99")
@pytest.mark.parametrize(("annulled", "named"), [("released", True), ("kept", False)])
def test_no_hostage_of_a_law_stays_when_its_release_is_taken_back_after_the_law_fell(annulled, named):
    day = now(annulled_hostages=annulled)
    hostage = next(each for each in hostages_held_by(day.state, SNAKE) if each.law == "law-5")
    released = remember(day, lambda: day.do(ReleaseHostage(seat=SNAKE_1, hostage=hostage.id), by=player(SNAKE_1)))
    assert released.broken() == ()

    day.do(StrikeLaw(law=LawId("law-5"), reason="annulled"), by=COURT_CONTROL)

    assert (released.broken() == ("A law has fallen, and a hostage of it is still held.",)) is named


@pytest.mark.rule("R-99")
@pytest.mark.parametrize(("passes_on", "named"), [(True, True), (False, False)])
def test_no_house_on_the_throne_has_its_own_hostage_when_the_thrones_release_is_taken_back(passes_on, named):
    day = now(throne_hostages_pass_on=passes_on)
    day.game = REALM
    hostage = next(each for each in day.state.hostages if each.of == WOLF and each.holder is None)
    reigning(day, "cat-1")
    freed = released_by(day.state, (hostage,), why="told", rule="R-99")
    released = remember(day, lambda: day.do(Bring(about=lambda state: freed)))
    assert released.broken() == ()

    reigning(day, "wolf-4")

    assert (released.broken() == ("A House holds a hostage of its own.",)) is named


# --- an estate ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-29", "GE-CER-03")
@pytest.mark.parametrize("kept", [0, 2], ids=["with nothing", "with 2 Power"])
def test_the_dead_keep_no_power_when_what_they_spent_before_is_taken_back(kept):
    day = purse(running(), CAT_2, kept + 3)
    spent = remember(day, lambda: day.do(AdjustPower(seat=CAT_2, before=kept + 3, power=kept, reason="paid"), by=CEREMONY))
    assert spent.broken() == ()

    dies(day, CAT_2)

    assert day.state.seats[CAT_2].purse.power == 0
    assert f"{day.state.seats[CAT_2].name} is dead and keeps what no heir has received." in spent.broken()


@pytest.mark.rule("R-05", "R-29")
def test_in_one_purse_of_the_house_a_spending_before_a_death_can_be_taken_back():
    day = purse(now(holdings="house"), CAT_1, 9)
    spent = remember(day, lambda: day.do(AdjustPower(seat=CAT_1, before=9, power=6, reason="paid"), by=CEREMONY))
    dies(day, CAT_2)

    assert spent.broken() == ()
