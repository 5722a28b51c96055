"""Death of a character: its consequences in order, and the player's return."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from control.day.people.presence import AddPlayer
from control.day.timetable import last_month
from control.engine import codec
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.game.ceremonies import SpousesSet
from rooms.realm.game.deaths.death import (
    CharacterDied,
    Wounded,
    double_wound_events,
    is_dead,
    put_to_death,
    rank_when_sealed,
    wound_events,
)
from rooms.realm.game.deaths.inheritance import EstatePassed, RankInherited, RanksClosed, third_wound_reason
from rooms.realm.game.deaths.reincarnation import next_characters
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.throne.throne_events import SovereignDeposed, SovereignSeated
from rooms.realm.game.view import strip_view
from rooms.realm.game.view_phone import own_death
from rooms.realm.scenario.ids import HouseId, Phase
from tests.rooms.realm.game.dying import CARDS, WOLF_4, happens, purse, reigning, wed, with_seat
from tests.rooms.realm.game.passing import in_court, law
from tests.rooms.realm.game.play import CAT_1, CAT_2, CEREMONY, CHECK_IN, SHARED, WOLF_1, running

WHY = "hit in the arm"
CAT_3, CAT_5, WOLF_2 = SeatId("cat-3"), SeatId("cat-5"), SeatId("wolf-2")


def ranks(day, house):
    return {seat.id: seat.rank for seat in day.state.seats.values() if seat.house == house}


def kinds(events):
    return [type(each) for each in events]


@pytest.mark.rule("GE-CER-02", "GE-CER-05", "GE-CER-08", "GE-CER-17", "R-139", "R-142", "EX-19")
def test_an_heir_in_another_house_takes_holdings_and_the_better_rank():
    day = with_seat(purse(wed(running(), CAT_2, WOLF_4), CAT_2, 4, CARDS), CAT_2, wounds=2)
    held, cats, wolves = day.state.seats[WOLF_4].purse, ranks(day, "cat"), ranks(day, "wolf")

    found = happens(day, *wound_events(day.state, CAT_2, 1, why=WHY, rule="R-104"))

    assert kinds(found) == [Wounded, CharacterDied, EstatePassed, RanksClosed, RankInherited, SpousesSet]
    heir, dead = day.state.seats[WOLF_4], day.state.seats[CAT_2]
    assert (heir.purse.power, heir.purse.favors, heir.spouse) == (held.power + 4, (*held.favors, *CARDS), None)
    assert (dead.purse.power, dead.purse.favors, dead.spouse, is_dead(day.state, CAT_2)) == (0, (), None, True)
    last = max(cats.values())
    closed = {seat: rank if rank < 2 else last if rank == 2 else rank - 1 for seat, rank in cats.items()}
    inherited = {seat: 2 if rank == 4 else rank + 1 if rank in (2, 3) else rank for seat, rank in wolves.items()}
    assert (ranks(day, "cat"), ranks(day, "wolf")) == (closed, inherited)


@pytest.mark.rule("R-142")
def test_a_worse_rank_changes_nothing_in_the_heirs_house():
    day = wed(running(), CAT_3, WOLF_1)
    before = ranks(day, "wolf")

    happens(day, *put_to_death(day.state, CAT_3, why=WHY, rule="R-95"))

    assert ranks(day, "wolf") == before


@pytest.mark.rule("GE-CER-17", "R-142")
def test_an_heir_one_rank_lower_in_another_house_inherits_the_rank_for_nobody_closes_up_there():
    day = wed(running(), CAT_1, WOLF_2)

    found = happens(day, *put_to_death(day.state, CAT_1, why=WHY, rule="R-95"))

    assert RankInherited in kinds(found)
    assert (day.state.seats[WOLF_2].rank, day.state.seats[WOLF_1].rank) == (1, 2)


@pytest.mark.rule("GE-CER-17", "R-142")
@pytest.mark.parametrize(
    ("dead", "spouse", "inherits"), [(CAT_1, CAT_2, False), (CAT_2, CAT_3, False), (CAT_1, CAT_3, True), (CAT_3, CAT_2, False)]
)
def test_within_a_house_who_moves_up_to_the_rank_anyway_inherits_none(dead, spouse, inherits):
    day = wed(running(), dead, spouse)
    rank = day.state.seats[dead].rank

    found = happens(day, *put_to_death(day.state, dead, why=WHY, rule="R-95"))

    assert (RankInherited in kinds(found)) is inherits
    assert day.state.seats[spouse].rank == (rank if dead != CAT_3 else 2)


@pytest.mark.rule("GE-CER-03", "GE-CER-04", "R-29")
@pytest.mark.parametrize(("holder", "heir"), [(WOLF_1, WOLF_1), (None, None), (CAT_2, None)])
def test_the_unmarried_leave_it_to_whoever_reigns_or_to_nobody(holder, heir):
    day = reigning(purse(running(), CAT_2, 4, CARDS), holder)
    before = day.state

    happens(day, *put_to_death(day.state, CAT_2, why=WHY, rule="R-95"))

    gained = {seat for seat, own in day.state.seats.items() if own.purse.power > before.seats[seat].purse.power}
    assert gained == ({heir} if heir else set())
    assert (day.state.favor_discards[-2:] == CARDS) is (heir is None)


@pytest.mark.rule("R-05", "GE-CER-03", "GE-CER-04")
def test_of_one_purse_of_the_house_goes_the_share_among_those_who_were_alive():
    day = reigning(running(), WOLF_1)
    settings = replace(day.state.scenario.settings, holdings="house")
    day.state = replace(day.state, scenario=replace(day.state.scenario, settings=settings))
    purse(day, CAT_1, 22)
    assert len(ranks(day, "cat")) == 5

    found = [
        *happens(day, *put_to_death(day.state, CAT_2, why=WHY, rule="R-95")),
        *happens(day, *put_to_death(day.state, CAT_3, why=WHY, rule="R-95")),
    ]

    passed = [(each.holder, each.power) for each in found if isinstance(each, EstatePassed)]
    assert passed == [(CAT_1, 4), (CAT_1, 4)]  # 22 among five, then 18 among four


@pytest.mark.rule("R-29")
def test_under_the_god_emperor_it_goes_to_his_purse():
    day = purse(running(), CAT_2, 4, CARDS)
    before = day.state.throne.purse

    happens(day, *put_to_death(day.state, CAT_2, why=WHY, rule="R-95"))

    assert day.state.throne.purse.power == before.power + 4
    assert day.state.throne.purse.favors == (*before.favors, *CARDS)


@pytest.mark.rule("GE-CER-18", "R-28")
def test_the_spouse_of_a_dead_sovereign_is_seated_at_once():
    day = reigning(wed(running(), CAT_1, WOLF_4), CAT_1)

    found = happens(day, *put_to_death(day.state, CAT_1, why=WHY, rule="R-28"))

    order = [each for each in kinds(found) if each in (SpousesSet, SovereignDeposed, SovereignSeated)]
    assert order == [SpousesSet, SovereignDeposed, SovereignSeated]
    assert day.state.throne.holder == WOLF_4


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(("had", "hit"), [(0, 3), (1, 2), (2, 1), (2, 3)])
def test_of_two_who_die_together_neither_inherits(had, hit):
    day = reigning(wed(purse(purse(running(), CAT_1, 4), WOLF_4, 3), CAT_1, WOLF_4), CAT_1)
    for seat in (CAT_1, WOLF_4):
        day = with_seat(day, seat, wounds=had)
    power = {seat: own.purse.power for seat, own in day.state.seats.items() if seat not in (CAT_1, WOLF_4)}

    found = happens(day, *double_wound_events(day.state, (CAT_1, hit), (WOLF_4, hit), why=WHY, rule="R-104"))

    assert [each.to for each in found if isinstance(each, EstatePassed)] == [None, None]
    assert RankInherited not in kinds(found)
    assert is_dead(day.state, CAT_1)
    assert is_dead(day.state, WOLF_4)
    assert day.state.throne.holder is None
    assert {seat: own.purse.power for seat, own in day.state.seats.items() if seat in power} == power


@pytest.mark.rule("R-104", "R-29", "GE-CER-04", "GE-CER-05", "GE-CER-18")
@pytest.mark.parametrize(
    ("order", "passed"),
    [
        ((CAT_1, WOLF_1), [(CAT_1, None, 4), (WOLF_1, WOLF_4, 3)]),
        ((WOLF_1, CAT_1), [(WOLF_1, WOLF_4, 3), (CAT_1, WOLF_4, 4)]),  # by then the spouse reigns
    ],
    ids=["the unmarried first", "the Sovereign first"],
)
def test_a_sovereign_inherits_nothing_from_who_dies_at_the_same_time(order, passed):
    day = reigning(wed(purse(purse(running(), CAT_1, 4), WOLF_1, 3), WOLF_1, WOLF_4), WOLF_1)
    for seat in order:
        day = with_seat(day, seat, wounds=2)

    found = happens(day, *double_wound_events(day.state, *((seat, 1) for seat in order), why=WHY, rule="R-104"))

    assert [(each.seat, each.to, each.power) for each in found if isinstance(each, EstatePassed)] == passed
    assert day.state.throne.holder == WOLF_4


@pytest.mark.rule("GE-CER-06", "GE-CER-07", "R-139")
def test_the_player_comes_back_at_the_end_of_the_next_ceremony():
    day = running().until(1, Phase.ACTION)
    name = day.state.seats[CAT_2].character
    happens(day, *put_to_death(day.state, CAT_2, why=WHY, rule="R-95"))
    day.until(2, Phase.CEREMONY)
    assert is_dead(day.state, CAT_2)

    day.until(2, Phase.PLANNING)

    seat, names = day.state.seats[CAT_2], [each.character for each in day.state.seats.values()]
    assert (seat.died, seat.wounds, seat.spouse, seat.rank) == (None, 0, None, max(ranks(day, "cat").values()))
    assert seat.character != name
    assert names.count(seat.character) == 1


@pytest.mark.rule("C-11", "GE-CER-06", "R-139")
def test_two_of_one_house_come_back_in_the_order_of_their_deaths_as_two_characters():
    day = running().until(1, Phase.ACTION)
    happens(day, *put_to_death(day.state, CAT_3, why=WHY, rule="R-95"), *put_to_death(day.state, CAT_2, why=WHY, rule="R-95"))
    cats = next(house for house in day.state.scenario.houses if house.id == "cat")
    first, second = (each.name for each in cats.reserves[:2])
    told = [own_death(day.state, Viewer(seat=seat)) for seat in (CAT_3, CAT_2)]

    day.until(2, Phase.PLANNING)

    assert (day.state.seats[CAT_3].character, day.state.seats[CAT_2].character) == (first, second)
    assert [each is not None and name in each.words for each, name in zip(told, (first, second), strict=True)] == [True, True]


@pytest.mark.rule("C-11", "GE-CER-06", "R-139")
def test_who_dies_again_comes_back_as_nobody_who_has_been_played():
    day = running().until(1, Phase.ACTION)
    played = {seat.character for seat in day.state.seats.values()}
    for month in (2, 3):
        played.add(day.state.seats[CAT_2].character)
        happens(day, *put_to_death(day.state, CAT_2, why=WHY, rule="R-95"))
        day.until(month, Phase.PLANNING)

    assert day.state.seats[CAT_2].character not in played


@pytest.mark.rule("R-139", "GE-CER-08")
@pytest.mark.parametrize(("minute", "rank"), [(-1, 3), (0, 3), (1, 2), (2, 2), (3, 1)])
def test_a_sheet_keeps_the_rank_that_it_was_sealed_with_through_two_deaths_of_a_month(minute: int, rank: int):
    """Rank 1 of the House dies, and two minutes later the next: its third has moved up twice."""
    day = running().until(1, Phase.ACTION)
    for dead, after in ((CAT_1, 0), (CAT_2, 2)):
        happens(day, *put_to_death(day.state, dead, why=WHY, rule="R-95", at=day.now + timedelta(minutes=after)))

    assert day.state.seats[CAT_3].rank == 1
    assert rank_when_sealed(day.state, day.state.seats[CAT_3], day.now + timedelta(minutes=minute)) == rank


@pytest.mark.rule("R-139")
def test_where_a_journal_does_not_say_when_somebody_died_the_sheets_of_that_month_alone_keep_the_rank_from_before():
    day = running().until(1, Phase.ACTION)
    happens(day, *put_to_death(day.state, CAT_1, why=WHY, rule="R-95", at=None))

    assert (day.state.seats[CAT_3].rank, rank_when_sealed(day.state, day.state.seats[CAT_3], day.now)) == (2, 3)

    day.until(2, Phase.PLANNING)
    assert (day.state.seats[CAT_3].rank, rank_when_sealed(day.state, day.state.seats[CAT_3], day.now)) == (2, 2)


def test_nobody_dies_twice_and_a_state_with_the_dead_is_stored():
    day = running()
    happens(day, *put_to_death(day.state, CAT_2, why=WHY, rule="R-95"))

    assert put_to_death(day.state, CAT_2, why=WHY, rule="R-95") == ()
    assert wound_events(day.state, CAT_2, 1, why=WHY, rule="R-95") == ()
    again = codec.encode_state(codec.decode_state(SHARED, day.state.scenario, codec.encode_state(day.state)))
    assert json.loads(again) == json.loads(codec.encode_state(day.state))


# --- what the player reads ----------------------------------------------------------------------------------------------


@pytest.mark.rule("R-139")
def test_after_the_last_ceremony_nobody_is_promised_a_return():
    day = running().until(1, Phase.ACTION)
    day.state = replace(day.state, clock=replace(day.state.clock, month=last_month(day.state)))
    happens(day, *put_to_death(day.state, CAT_2, why=WHY, rule="R-95"))

    told = own_death(day.state, Viewer(seat=CAT_2))

    assert told is not None
    assert told.words.endswith("No further Ceremony follows. Watch any room until the crowning.")
    assert (strip_view(day.state, day.state.seats[CAT_2]).dead, strip_view(day.state, day.state.seats[CAT_2]).returns) == (True, 0)


@pytest.mark.rule("R-139", "GE-CER-06", "GE-CER-07")
@pytest.mark.parametrize(("month", "phase"), [(9, Phase.ACTION), (10, Phase.CEREMONY)])
def test_the_last_ceremony_brings_back_who_is_promised_it(month: int, phase: Phase):
    day = running().until(month, phase)
    happens(day, *put_to_death(day.state, CAT_2, why=WHY, rule="R-95"))
    told, last = own_death(day.state, Viewer(seat=CAT_2)), last_month(day.state)

    assert told is not None
    assert f"When the Ceremony of month {last} ends you come back" in told.words
    assert strip_view(day.state, day.state.seats[CAT_2]).returns == last

    day.until(last, Phase.PLANNING)
    assert not is_dead(day.state, CAT_2)


@pytest.mark.rule("C-11", "R-139")
def test_who_comes_in_late_plays_nobody_whom_one_of_the_dead_has_become():
    day = running()
    happens(day, *put_to_death(day.state, CAT_2, why=WHY, rule="R-95"))
    day.until(2, Phase.PLANNING)
    again = day.state.seats[CAT_2].character

    day.do(AddPlayer(team=HouseId("cat"), name="Late Lucy"), by=CHECK_IN)

    late = next(seat for seat in day.state.seats.values() if seat.name == "Late Lucy")
    assert late.character != again
    names = [seat.character for seat in day.state.seats.values() if seat.house == "cat"]
    assert len(names) == len(set(names))


@pytest.mark.rule("C-11", "R-139")
@pytest.mark.parametrize("dead", [(CAT_2,), (CAT_3, CAT_2)], ids=["one", "two"])
def test_who_comes_in_late_plays_nobody_whom_the_dead_are_promised(dead):
    """Earlier bug: the late player took the character that the phone of the dead had named."""
    day = running().until(1, Phase.ACTION)
    happens(day, *(event for seat in dead for event in put_to_death(day.state, seat, why=WHY, rule="R-95")))
    promised = next_characters(day.state)

    for name in ("Late Lucy", "Late Luke"):
        day.do(AddPlayer(team=HouseId("cat"), name=name), by=CHECK_IN)

    assert next_characters(day.state) == promised
    day.until(2, Phase.PLANNING)
    assert {seat: day.state.seats[seat].character for seat in dead} == promised
    names = [seat.character for seat in day.state.seats.values() if seat.house == "cat"]
    assert len(names) == len(set(names))


@pytest.mark.rule("C-11", "R-139")
def test_beyond_the_reserves_who_comes_in_late_plays_under_the_own_name():
    day = running().until(1, Phase.ACTION)
    happens(day, *put_to_death(day.state, CAT_2, why=WHY, rule="R-95"))
    free = day.state.free_characters(HouseId("cat"))

    for number in range(len(free)):
        day.do(AddPlayer(team=HouseId("cat"), name=f"Late {number}"), by=CHECK_IN)

    late = [seat.character for seat in day.state.seats.values() if seat.name.startswith("Late")]
    assert late == [*free[1:], f"Late {len(free) - 1}"]
    assert next_characters(day.state) == {CAT_2: free[0]}


@pytest.mark.rule("R-139", "GE-CER-06", "GE-CER-07")
def test_the_phone_says_why_what_meanwhile_and_as_whom_one_comes_back():
    day = running().until(1, Phase.ACTION)
    assert own_death(day.state, Viewer(seat=CAT_2)) is None
    happens(day, *put_to_death(day.state, CAT_2, why=WHY, rule="R-95"))

    told = own_death(day.state, Viewer(seat=CAT_2))

    next_one = day.state.free_characters(HouseId("cat"))[0]
    assert told is not None
    assert told.title == "Your character has died"
    assert told.words == (
        f"H{WHY[1:]}. Watch any room meanwhile. When the Ceremony of month 2 ends you come back as {next_one}, "
        "unmarried and with the lowest rank."
    )
    assert strip_view(day.state, day.state.seats[CAT_2]).returns == 2
    assert own_death(day.state, Viewer(seat=CAT_1)) is None

    day.until(2, Phase.PLANNING)

    back = own_death(day.state, Viewer(seat=CAT_2))
    assert back is not None
    assert back.title == f"You play {next_one} now"
    assert day.state.seats[CAT_2].character == next_one
    assert strip_view(day.state, day.state.seats[CAT_2]).returns == 0


@pytest.mark.rule("GE-CER-02", "R-17")
def test_what_control_typed_for_the_third_wound_reaches_no_phone():
    day = running().until(1, Phase.ACTION)
    day.do(AdjustWounds(player=CAT_2, before=0, wounds=3, reason="stabbed by Bert"), by=CEREMONY)

    told = own_death(day.state, Viewer(seat=CAT_2))

    assert told is not None
    assert told.words.startswith("The third wound, entered by Control. Watch any room")
    assert all("Bert" not in f"{death.why}" for death in day.state.deaths)

    kept = tuple(
        replace(death, why=third_wound_reason("stabbed by Bert")) for death in day.state.deaths
    )  # as an earlier release stored it
    earlier = own_death(replace(day.state, deaths=kept), Viewer(seat=CAT_2))
    assert earlier is not None
    assert earlier.words.startswith("The third wound. Watch any room")


@pytest.mark.rule("R-139", "GE-CER-06")
@pytest.mark.parametrize(("month", "phase"), [(1, Phase.ACTION), (2, Phase.CEREMONY)])
def test_who_came_back_is_told_so_in_that_planning_and_in_no_later_one(month, phase):
    day = running().until(month, phase)
    happens(day, *put_to_death(day.state, CAT_2, why=WHY, rule="R-95"))

    day.until(2, Phase.PLANNING)
    back = own_death(day.state, Viewer(seat=CAT_2))
    assert back is not None
    assert back.title.startswith("You play")

    day.until(2, Phase.MOVEMENT)
    assert own_death(day.state, Viewer(seat=CAT_2)) is None
    day.until(3, Phase.PLANNING)
    assert own_death(day.state, Viewer(seat=CAT_2)) is None


@pytest.mark.rule("GE-CRT-55", "R-95", "R-98")
def test_the_condemned_read_it_once_the_law_has_passed():
    day = in_court()
    law(day, "execution", (CAT_2, WOLF_1))

    told = own_death(day.state, Viewer(seat=CAT_2))

    assert told is not None
    assert told.title == "The Court has condemned you"
    assert told.words == "Law 14, Execution, puts your character to death in Return, if an Immortal is free."
    assert own_death(day.state, Viewer(seat=CAT_1)) is None

    day.until(2, Phase.CEREMONY)

    dead = own_death(day.state, Viewer(seat=CAT_2))
    assert dead is not None
    assert dead.title == "Your character has died"
    assert dead.words.startswith("Law 14: Execution. Watch any room meanwhile.")
    assert "the Ceremony of month 2 ends" in dead.words
