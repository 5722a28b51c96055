"""Whole days of forty-five bots in all three rooms, without Django: they reach the crowning, break nothing and lose nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from control.bots.habits import Habits
from control.bots.playout import DayPlayed, PlayedCommand, Stuck
from control.day.notices import Announce
from control.day.state import DayStage
from control.engine import codec
from control.engine.dice import Dice
from control.engine.modules import Command, Decided
from control.engine.records import replace
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.state import GameState, ThroneWaits
from rooms.realm.game.throne.divine_sovereign import ending
from rooms.realm.game.throne.throne_events import SovereignDeposed, SovereignSeated
from rooms.realm.scenario.schema import Scenario
from rooms.war.game.coups import CoupMade
from tests.amounts import THOROUGH, amount
from tests.rooms.conserved import unexplained
from tests.rooms.steered import LOYAL, PLOTTERS, STANDING, TIED, WIDOWING
from tests.rooms.whole import GAME, whole_day
from tests.scenarios import default

DAYS, MONTHS = amount(2, 200), amount(3, 10)
COUNTED = 10  # one in this many thorough days is checked event by event
SAMPLED = 7  # after one in this many commands, the invariants are checked
COMMON = (  # events of any three months of forty-five bots
    *("VoteCast", "LawPassed", "LawActed", "MinionsAdvanced", "ProtectionPlaced", "AttackEnded", "SchemeActed", "BattleFought"),
    *("RecruitsPlaced", "FavorUsed", "DecisionMade", "SheetsSealed", "TaxFell", "CourtMoved"),
)


def short(months: int = MONTHS) -> Scenario:
    """The default scenario, cut to this many months."""
    timetable = default().timetable
    return replace(default(), timetable=replace(timetable, months=timetable.months[:months]))


class Watch:
    """Check a day as it is played: invariants, and with `counting` also what each event changes."""

    def __init__(self, *, counting: bool = True) -> None:
        self.counting, self.seen, self.wrong = counting, 0, list[str]()

    def __call__(self, before: GameState, given: PlayedCommand, decided: Decided[GameState]) -> None:
        self.seen += 1
        if self.counting:
            state = before
            for happened in decided.events:
                after = GAME.evolve(state, happened)
                self.wrong += unexplained(state, happened, after)
                state = after
        if self.seen % SAMPLED == 0:
            self.wrong += [f"{given.command}: {each}" for each in GAME.broken(decided.state)]


def assert_replays(day: DayPlayed) -> None:
    state = day.blank
    for happened in day.events:
        state = GAME.evolve(state, happened)
    assert codec.encode_state(state) == codec.encode_state(day.state)


@pytest.mark.rule("GE-EVT-26", "GE-EVT-41", "R-05", "R-42", "R-110", "R-135", "R-143")
@pytest.mark.parametrize("seed", range(1, DAYS + 1))
def test_a_day_goes_on_to_the_crowning_and_nothing_is_lost_or_made(seed):
    watch = Watch(counting=not THOROUGH or seed % COUNTED == 0)

    day = whole_day(short(), seed, look=watch)

    assert watch.wrong == []
    assert GAME.broken(day.state) == ()
    assert day.state.clock.stage is DayStage.OVER
    assert ending(day.state) is not None
    assert [each for each in COMMON if not day.counts[each]] == []
    assert [each for each in day.refused if not each.startswith("UseFavor: ")] == []  # cards with a wrong target are refused
    assert_replays(day)


def test_the_same_seed_brings_the_same_day_and_another_one_another():
    one, again, other = (whole_day(short(1), seed) for seed in (3, 3, 4))

    assert codec.encode_state(one.state) == codec.encode_state(again.state)
    assert one.given == again.given
    assert codec.encode_state(one.state) != codec.encode_state(other.state)


def test_a_day_stops_after_so_many_rounds():
    assert whole_day(short(3), 1, rounds=1).state.clock.month == 2


def test_what_must_go_on_and_is_refused_stops_the_day_with_its_sentence():
    def weds_itself(state: GameState, dice: Dice) -> Command:
        seat = next(iter(state.seats))
        return SetSpouses(player=seat, other=seat, reason="vanity")

    with pytest.raises(Stuck, match=r"ceremony of round 1: SetSpouses.* was refused: Name two different players"):
        whole_day(short(1), 1, habits=Habits(lead=weds_itself))


def test_who_is_never_done_stops_the_day():
    def waves(state: GameState, dice: Dice) -> Command:
        return Announce(text="Welcome", to="all")

    with pytest.raises(Stuck, match="ceremony of round 1: the control team is never done"):
        whole_day(short(1), 1, habits=Habits(lead=waves))


# --- the three endings --------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-SOV-11", "R-26")
def test_a_player_is_crowned():
    day = whole_day(short(2), 1)

    assert ending(day.state) == "sovereign"
    assert day.state.throne.holder in day.state.seats


@pytest.mark.rule("GE-SOV-01", "R-26")
@pytest.mark.parametrize("seed", range(1, amount(1, 5) + 1))
def test_nobody_rises_against_the_god_emperor_who_reigns_for_ever(seed):
    day = whole_day(short(), seed, habits=LOYAL)

    assert ending(day.state) == "god-emperor"


@pytest.mark.rule("GE-SOV-08", "GE-SOV-12", "R-24", "R-26")
@pytest.mark.parametrize("seed", range(2, amount(1, 5) + 2))
def test_two_houses_tie_in_the_last_month_and_leviathan_rises(seed):
    day = whole_day(short(), seed, habits=TIED, rooms=STANDING)

    fell = [each for each in day.events if isinstance(each, SovereignDeposed) and each.month == MONTHS]
    assert [each.waits for each in fell] == [ThroneWaits.TIE]
    assert ending(day.state) in ("leviathan", "sovereign")  # a law or a pool may give one of the two Power and so break the tie
    assert seed != 2 or ending(day.state) == "leviathan"


# --- two ways to the throne ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-SOV-14", "GE-SOV-15", "GE-SOV-17", "GE-SOV-20", "R-34", "R-35")
@pytest.mark.parametrize("seed", range(1, amount(1, 5) + 1))
def test_a_military_coup_takes_the_throne_and_traps_the_court_for_the_rest_of_the_day(seed):
    watch = Watch()

    day = whole_day(short(max(MONTHS, 4)), seed, habits=LOYAL, rooms=PLOTTERS, look=watch)

    assert watch.wrong == []
    first = next(each for each in day.events if isinstance(each, CoupMade))
    seated = next(each for each in day.events if isinstance(each, SovereignSeated))
    assert seated.holds == first.coup.region
    assert day.state.seats[seated.seat].house in {each.house for each in first.coup.claims}
    assert day.state.court is not None
    assert (day.state.court.region, day.state.court.trapped) == (first.coup.region, True)
    assert_replays(day)


@pytest.mark.rule("GE-SOV-10", "GE-CER-04", "R-28")
def test_a_married_sovereign_dies_and_the_spouse_reigns():
    watch, months = Watch(), max(MONTHS, 5)

    day = whole_day(short(months), 1, habits=WIDOWING, look=watch)

    assert watch.wrong == []
    after = Counter[str]()
    for at, happened in enumerate(day.events):
        if isinstance(happened, CharacterDied):
            deposed = [
                each for each in day.events[at : at + 8] if isinstance(each, SovereignDeposed) and each.seat == happened.seat
            ]
            seated = [each for each in day.events[at : at + 8] if isinstance(each, SovereignSeated)]
            after.update(each.rule for each in seated if deposed)
    assert after["GE-SOV-10"] > 0
    assert_replays(day)
