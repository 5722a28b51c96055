"""Hostages of the realm: taken, released, killed, handed over, freed when a law or a marriage ends (R-93, R-99, R-141, R-143)."""

from __future__ import annotations

import random

import pytest

from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.records import replace
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.hostages.custody import (
    broken_hostages,
    default_hostages,
    hand_over_events,
    hostages_from,
    hostages_held_by,
    hostages_of,
    is_lawful,
    is_untouchable,
    kill_events,
    release_events,
    take_events,
)
from rooms.realm.game.hostages.hostage_events import HostagesKilled
from rooms.realm.game.laws import StrikeLaw
from rooms.realm.game.records import Hostage
from rooms.realm.game.setup import EventSetUp
from rooms.realm.game.state import GameState, ThroneWaits
from rooms.realm.game.throne import succession
from rooms.realm.game.treasury.purses import broken_treasury, house_power
from rooms.realm.scenario.ids import HouseId, LawId
from tests.rooms.realm.game.passing import in_court, law
from tests.rooms.realm.game.play import CAT_1, CAT_2, CEREMONY, COURT_CONTROL, SHARED, WOLF_1, Day, running
from tests.rooms.realm.game.test_deeds import owed, purse, turned, with_purses
from tests.rooms.realm.game.throning import REALM, Bring

CAT, WOLF, SNAKE, EAGLE, OCTOPUS = (HouseId(each) for each in ("cat", "wolf", "snake", "eagle", "octopus"))
WHY = "as agreed"


def after(state: GameState, events: tuple[GameEvent, ...]) -> GameState:
    for each in events:
        assert SHARED.explain(each, state).endswith(".")
        state = SHARED.evolve(state, each)
    return state


def bare() -> GameState:
    """A running day with empty purses and no hostages."""
    return replace(with_purses(running()).state, hostages=())


def rich(**purses: tuple[int, int]) -> GameState:
    return replace(with_purses(running(), **purses).state, hostages=())


def setting(day: Day, **changed: object) -> Day:
    settings = replace(day.state.scenario.settings, **changed)  # type: ignore[arg-type]
    day.state = replace(day.state, scenario=replace(day.state.scenario, settings=settings))
    return day


def all_power(state: GameState) -> int:
    return sum(seat.purse.power for seat in state.seats.values()) + sum(each.power for each in state.hostages)


def all_cards(state: GameState) -> list[str]:
    hands = [card for seat in state.seats.values() for card in seat.purse.favors]
    away = [card for each in state.hostages for card in each.favors]
    return sorted([*hands, *away, *state.favor_deck, *state.favor_discards])


# --- set-up -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-70", "GE-CRT-71", "GE-CRT-72", "GE-CRT-73", "R-99")
def test_the_39_of_the_start_carry_1_power_and_1_favor_of_the_bank():
    state = running().state

    assert [(each.power, len(each.favors)) for each in state.hostages] == [(1, 1)] * 39
    assert len(hostages_held_by(state, None)) == 36
    assert {house.id: len(hostages_from(state, house.id)) for house in state.scenario.houses} == {
        house.id: 5 if house.id in (EAGLE, OCTOPUS, WOLF) else 4 for house in state.scenario.houses
    }
    assert [(each.of, each.law) for each in hostages_held_by(state, SNAKE)] == [(EAGLE, "law-5")]
    assert (broken_hostages(state), broken_treasury(state)) == ((), ())


def test_a_set_up_stored_before_there_were_hostages_has_none_and_goes_on():
    day = running()
    (event,) = [each for each in day.happened if isinstance(each, EventSetUp)]

    state = SHARED.evolve(GameState(scenario=day.state.scenario), replace(event, hostages=()))

    assert (state.hostages, state.last_hostage) == ((), 0)
    (first,) = take_events(replace(state, clock=day.state.clock), SNAKE, CAT, why=WHY, rule="R-143")
    assert SHARED.evolve(state, first).last_hostage == 1


# --- taken, released, killed, handed over -------------------------------------------------------------------------------


@pytest.mark.rule("GE-CER-19", "R-06", "R-136", "R-143")
@pytest.mark.parametrize(
    ("purses", "count", "loads"),
    [
        pytest.param({"cat_1": (1, 1)}, 1, [(1, 1)], id="1 Power and 1 Favor"),
        pytest.param({"cat_2": (1, 0), "cat_3": (0, 1)}, 1, [(1, 1)], id="out of two purses"),
        pytest.param({"cat_1": (1, 0)}, 1, [(1, 0)], id="what is there"),
        pytest.param({"cat_1": (0, 2)}, 1, [(0, 1)], id="one kind never makes up for the other"),
        pytest.param({}, 1, [(0, 0)], id="nothing"),
        pytest.param({"cat_1": (1, 1), "cat_2": (1, 2)}, 3, [(1, 1), (1, 1), (0, 1)], id="three"),
        pytest.param({"cat_1": (9, 9)}, 0, [], id="none"),
    ],
)
def test_what_lies_on_a_hostage_comes_out_of_the_houses_purses_in_rank_order(purses, count, loads):
    state = rich(**purses)

    now = after(state, take_events(state, SNAKE, CAT, why=WHY, rule="GE-UND-08", count=count))

    assert [(each.power, len(each.favors)) for each in hostages_held_by(now, SNAKE)] == loads
    assert (all_power(now), all_cards(now)) == (all_power(state), all_cards(state))
    assert house_power(now, CAT) == house_power(state, CAT) - sum(power for power, _favors in loads)
    assert (broken_hostages(now), broken_treasury(now)) == ((), ())


@pytest.mark.rule("EX-21", "GE-CER-20", "GE-CER-21", "GE-CER-22", "R-143", "R-23")
@pytest.mark.parametrize("favors", [0, 1])
def test_taking_killing_releasing(favors):
    state = rich(cat_2=(1, favors))
    cards = state.seats[CAT_2].purse.favors
    held = after(state, take_events(state, SNAKE, CAT, why="Capture Hostage", rule="GE-UND-08"))

    assert (house_power(held, SNAKE), house_power(held, CAT)) == (0, 0)
    home = after(held, release_events(held, hostages_held_by(held, SNAKE), why=WHY, rule="GE-CER-21"))
    assert (home.hostages, home.seats[CAT_1].purse.power, home.seats[CAT_1].purse.favors) == ((), 1, cards)
    dead = after(held, kill_events(held, hostages_held_by(held, SNAKE), why=WHY, rule="GE-CER-20"))
    assert (dead.hostages, all_power(dead), dead.favor_discards) == ((), 0, cards)


@pytest.mark.rule("GE-CER-21")
def test_where_nobody_of_the_house_is_left_it_goes_to_bank_and_discards():
    state = rich(cat_1=(1, 1))
    held = after(state, take_events(state, SNAKE, CAT, why=WHY, rule="R-143"))
    empty = replace(held, seats={seat: each for seat, each in held.seats.items() if each.house != CAT})

    home = after(empty, release_events(empty, empty.hostages, why=WHY, rule="GE-CER-21"))

    assert (all_power(home), len(home.favor_discards)) == (0, 1)


@pytest.mark.rule("R-93")
def test_a_hostage_handed_on_belongs_to_no_law_or_marriage_and_one_of_the_own_house_goes_home():
    state = running().state
    by_law, own = hostages_held_by(state, SNAKE)[0], hostages_from(state, CAT)[0]

    now = after(state, hand_over_events(state, (by_law, own), CAT, why=WHY, rule="R-93"))

    (handed,) = hostages_of(now, (by_law.id,))
    assert (handed.holder, handed.law, handed.marriage, handed.since) == (CAT, None, (), 1)
    assert hostages_of(now, (own.id,)) == ()
    assert not is_lawful(now, handed)
    assert is_lawful(state, by_law)


@pytest.mark.rule("R-93", "GE-CER-13", "R-141")
def test_the_oldest_go_first_marriage_hostages_last_and_never_in_a_rescue():
    def one(number: int, since: int, marriage: tuple[SeatId, ...] = ()) -> Hostage:
        return Hostage(id=number, of=CAT, holder=WOLF, since=since, marriage=marriage)

    state = replace(bare(), hostages=(one(1, 1, (CAT_1, WOLF_1)), one(2, 3), one(3, 2), one(4, 2)), last_hostage=4)

    assert [each.id for each in default_hostages(state, WOLF, 9)] == [3, 4, 2, 1]
    assert [each.id for each in default_hostages(state, WOLF, 9, rescue=True)] == [3, 4, 2]
    assert [each.id for each in default_hostages(state, WOLF, 1, of=CAT)] == [3]
    assert (default_hostages(state, WOLF, 9, of=SNAKE), default_hostages(state, SNAKE, 9), default_hostages(state, WOLF, -1)) == (
        (),
        (),
        (),
    )


def test_nobody_takes_hostages_of_the_own_house():
    assert take_events(rich(cat_1=(1, 1)), CAT, CAT, why=WHY, rule="R-143") == ()


def test_what_is_moved_after_its_taking_was_withdrawn_changes_nothing_and_is_named():
    state = rich(cat_1=(1, 1))
    held = after(state, take_events(state, SNAKE, CAT, why=WHY, rule="R-143"))
    late = (
        *release_events(held, held.hostages, why=WHY, rule="R-93"),
        *kill_events(held, held.hostages, why=WHY, rule="R-93"),
        *hand_over_events(held, held.hostages, WOLF, why=WHY, rule="R-93"),
    )

    for each in late:
        found = SHARED.evolve(state, each)
        assert (all_power(found), all_cards(found)) == (all_power(state), all_cards(state))
        assert broken_hostages(found) == ("A hostage was moved that was not there.",)


def some_act(state: GameState, chance: random.Random) -> tuple[GameEvent, ...]:
    """A random act on random hostages."""
    houses, act = chance.sample((CAT, WOLF, SNAKE), 2), chance.randrange(4)
    chosen = tuple(each for each in state.hostages if chance.random() < 0.4)
    if act == 0:
        return take_events(state, *houses, why=WHY, rule="R-143", count=chance.randint(1, 3))
    if act == 1:
        return release_events(state, chosen, why=WHY, rule="R-93")
    if act == 2:
        return hand_over_events(state, chosen, houses[0], why=WHY, rule="R-93")
    return kill_events(state, chosen[:1], why=WHY, rule="GE-CER-20")


@pytest.mark.parametrize("seed", range(30))
def test_power_and_favors_are_kept_whatever_becomes_of_hostages(seed):
    chance = random.Random(seed)
    held = {f"{house}_{rank}": (chance.randint(0, 2), chance.randint(0, 2)) for house in (CAT, WOLF) for rank in (1, 2)}
    state = rich(**held)
    for _step in range(25):
        events, power, cards = some_act(state, chance), all_power(state), all_cards(state)
        dead = sum(each.power for each in events if isinstance(each, HostagesKilled))

        state = after(state, events)

        assert (all_power(state), all_cards(state)) == (power - dead, cards)
        assert (broken_hostages(state), broken_treasury(state)) == ((), ())


# --- the end of laws, reigns and marriages ------------------------------------------------------------------------------


@pytest.mark.rule("R-99", "GE-CRT-81")
@pytest.mark.parametrize("annulled", ["released", "kept"])
def test_hostages_of_an_annulled_law_go_free_where_the_scenario_says_so(annulled):
    day = setting(with_purses(in_court()), annulled_hostages=annulled)

    day.do(StrikeLaw(law=LawId("law-5"), reason=WHY), by=COURT_CONTROL)

    assert owed(day) == []
    assert len(hostages_held_by(day.state, SNAKE)) == (0 if annulled == "released" else 1)
    assert not any(is_lawful(day.state, each) for each in hostages_held_by(day.state, SNAKE))
    assert purse(day, SeatId("eagle-1")) == ((1, 1) if annulled == "released" else (0, 0))


def crowned(day: Day, house: HouseId) -> Day:
    """Empty the throne for a moment, then seat this House's rank 1."""
    day.do(Bring(about=lambda s: succession.empty_throne(s, ThroneWaits.TIE, why=WHY, rule="R-28")))
    assert default_hostages(day.state, None, 9) == ()
    assert all(is_untouchable(day.state, each) for each in hostages_held_by(day.state, None))
    day.do(Bring(about=lambda s: succession.seat_house(s, house, why=WHY, rule="R-34")))
    return day


@pytest.mark.rule("R-99")
@pytest.mark.parametrize("passes_on", [True, False])
def test_a_new_sovereigns_house_takes_the_throne_s_hostages_over_and_its_own_go_free(passes_on):
    day = setting(with_purses(running()), throne_hostages_pass_on=passes_on)
    day.game = REALM
    crowned(day, CAT)

    assert len(hostages_held_by(day.state, CAT)) == (33 if passes_on else 1)  # law 6 gives Cat 1 of Octopus
    assert len(hostages_from(day.state, CAT)) == (0 if passes_on else 4)
    assert purse(day, CAT_1) == ((4, 4) if passes_on else (0, 0))
    assert broken_hostages(day.state) == ()
    crowned(day, WOLF)
    assert len(hostages_held_by(day.state, WOLF)) == (28 if passes_on else 0)
    assert len(hostages_held_by(day.state, CAT)) == 1


@pytest.mark.rule("R-141", "GE-CER-13")
@pytest.mark.parametrize("kept", ["released", "kept"])
def test_marriage_hostages_go_home_when_the_marriage_ends(kept):
    day = setting(with_purses(running(), cat_1=(1, 1)), marriage_hostages_after_death=kept)
    day.do(SetSpouses(player=CAT_1, other=WOLF_1, reason="wed"), by=CEREMONY)
    day.state = after(day.state, take_events(day.state, WOLF, CAT, why=WHY, rule="R-141", marriage=(WOLF_1, CAT_1)))

    day.do(SetSpouses(player=WOLF_1, other=None, reason="parted"), by=CEREMONY)

    assert len(hostages_held_by(day.state, WOLF)) == (0 if kept == "released" else 1)
    assert purse(day, CAT_1) == ((1, 1) if kept == "released" else (0, 0))


@pytest.mark.rule("R-93", "R-141", "GE-CER-13", "GE-CRT-52")
def test_a_marriage_hostage_handed_on_may_be_rescued_and_stays_when_the_marriage_ends():
    day = with_purses(in_court(), cat_1=(1, 1))
    day.do(SetSpouses(player=CAT_1, other=WOLF_1, reason="wed"), by=CEREMONY)
    day.state = replace(day.state, hostages=())
    day.state = after(day.state, take_events(day.state, WOLF, CAT, why=WHY, rule="R-141", marriage=(WOLF_1, CAT_1)))
    assert default_hostages(day.state, WOLF, 9, rescue=True) == ()
    law(day, "hostages", "hand over", "wolf", "snake", "1")

    turned(day)

    (handed,) = hostages_held_by(day.state, SNAKE)
    assert default_hostages(day.state, SNAKE, 9, rescue=True) == (handed,)
    day.do(SetSpouses(player=WOLF_1, other=None, reason="parted"), by=CEREMONY)
    assert hostages_held_by(day.state, SNAKE) == (handed,)


@pytest.mark.rule("GE-CRT-52", "R-93", "R-06")
@pytest.mark.parametrize(
    ("answers", "snake", "cat"),
    [
        pytest.param(("release", "snake", (), "1"), [], [OCTOPUS], id="released"),
        pytest.param(("release", "snake", (), "3"), [], [OCTOPUS], id="what is there"),
        pytest.param(("hand over", "snake", "cat", "2"), [], [OCTOPUS, EAGLE], id="handed over"),
        pytest.param(("hand over", "snake", "eagle", "1"), [], [OCTOPUS], id="to its own House"),
        pytest.param(("give", "snake", "cat", "2"), [EAGLE], [OCTOPUS, SNAKE, SNAKE], id="of its own people"),
    ],
)
def test_the_law_hostages_acts_by_itself_in_return(answers, snake, cat):
    day = with_purses(in_court(), snake_1=(5, 5))
    law(day, "hostages", *answers)

    turned(day)

    assert [each.of for each in hostages_held_by(day.state, SNAKE)] == snake
    assert sorted(each.of for each in hostages_held_by(day.state, CAT)) == sorted(cat)
    assert owed(day) == []
