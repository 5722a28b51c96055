"""Rules about people: set-up, check-in, ranks, rooms, ceremonies."""

from __future__ import annotations

import pytest

from control.day.calls import AnswerCall, CallControl, CallKind, EndCall, ReleaseCall, SettleCall
from control.day.clock.clocks import own_clock
from control.day.clock.phases import BeginDay, EndPhase
from control.day.notices import Announce
from control.day.people.lookup import choice_of, members, present_seats
from control.day.people.presence import AddPlayer, CheckIn, LeaveForGood
from control.day.people.room_choice import ChooseRoom, SeatInRoom
from control.day.state import Presence
from control.engine.context import Actor, DecisionContext
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import ALL_DESKS
from rooms.realm.game import view as view_module
from rooms.realm.game.ceremonies import HoldCeremony, MeetSpouse, SetSpouses
from rooms.realm.game.ceremony_attendance import Attend
from rooms.realm.game.favors.deck import GiveFavors, draw_favors
from rooms.realm.game.setup import SetUp
from rooms.realm.game.state import Bar, CeremonyKind, GameState, Purse
from rooms.realm.game.treasury.power import AdjustPower, PowerGained
from rooms.realm.game.treasury.purses import house_power, receiver_of_gain
from rooms.realm.game.treasury.transfers import PassOn
from rooms.realm.game.view import strip_view, view_shared
from rooms.realm.scenario.ids import CardId, HouseId, Phase, Room
from rooms.realm.scenario.schema import CastSeat
from tests.rooms.realm.game.play import (
    CAT_1,
    CAT_2,
    CEREMONY,
    CHECK_IN,
    EVERY_DESK,
    MORNING,
    ORGANIZER,
    SHARED,
    WAR_CONTROL,
    WOLF_1,
    morning,
    player,
    running,
)
from tests.scenarios import default

CAT = HouseId("cat")


def purse(day, seat, *, power=0, favors=()):
    """Give a player this purse; the cards come out of the deck."""
    cards = tuple(CardId(card) for card in favors)
    seats = {**day.state.seats, seat: replace(day.state.seats[seat], purse=Purse(power=power, favors=cards))}
    deck = tuple(card for card in day.state.favor_deck if card not in cards)
    day.state = replace(day.state, seats=seats, favor_deck=deck)
    return day


# --- set-up


@pytest.mark.rule("GE-EVT-01", "GE-EVT-02", "R-01", "R-02")
def test_nine_houses_of_five_are_seated():
    state = morning().state

    houses = [house.name for house in state.scenario.houses]
    sizes = {house.id: len(members(state, house.id)) for house in state.scenario.houses}

    assert houses == ["Cat", "Swords", "Snake", "Wolf", "Eagle", "Bear", "Ram", "Unicorn", "Octopus"]
    assert set(sizes.values()) == {5}


@pytest.mark.rule("GE-EVT-04", "GE-EVT-06", "R-03")
def test_every_house_has_the_ranks_1_to_n_at_first():
    state = morning().state

    assert [strip_view(state, seat).rank for seat in members(state, CAT)] == [1, 2, 3, 4, 5]


@pytest.mark.rule("R-09", "GE-EVT-08")
def test_every_purse_starts_empty():
    state = morning().state

    assert {seat.purse for seat in state.seats.values()} == {Purse()}


@pytest.mark.rule("R-09", "R-06")
def test_starting_power_and_favors_lie_with_rank_1():
    scenario = default()
    cat = replace(scenario.houses[0], starting_power=3, starting_favors=2)
    day = morning(replace(scenario, houses=(cat, *scenario.houses[1:])))

    held = {seat.rank: (seat.purse.power, len(seat.purse.favors)) for seat in members(day.state, CAT)}

    assert held == {1: (3, 2), 2: (0, 0), 3: (0, 0), 4: (0, 0), 5: (0, 0)}


@pytest.mark.rule("R-03")
def test_a_casting_with_a_rank_twice_is_refused():
    twice = (CastSeat(name="A", house=CAT, rank=1), CastSeat(name="B", house=CAT, rank=1))

    with pytest.raises(Refused, match="ranks of Cat must be 1 to 2"):
        SHARED.decide(GameState(scenario=default()), SetUp(casting=twice), DecisionContext(by=ORGANIZER, at=MORNING))


def test_a_casting_for_an_unknown_house_is_refused():
    stranger = (CastSeat(name="A", house=HouseId("dog"), rank=1),)

    with pytest.raises(Refused, match="dog"):
        SHARED.decide(GameState(scenario=default()), SetUp(casting=stranger), DecisionContext(by=ORGANIZER, at=MORNING))


@pytest.mark.rule("R-02")
def test_a_house_of_one_works():
    alone = (CastSeat(name="A", house=CAT, rank=1),)

    (happened,) = SHARED.decide(GameState(scenario=default()), SetUp(casting=alone), DecisionContext(by=ORGANIZER, at=MORNING))

    assert [seat.id for seat in happened.seats] == ["cat-1"]


def test_an_event_is_set_up_once():
    with pytest.raises(Refused, match="already"):
        morning().do(SetUp(casting=default().casting))


# --- check-in


@pytest.mark.rule("GE-EVT-03")
def test_check_in_marks_a_player_and_shows_name_and_house():
    day = morning()

    day.do(CheckIn(seat=CAT_1, before=Presence.EXPECTED, presence=Presence.PRESENT), by=CHECK_IN)
    strip = strip_view(day.state, day.state.seats[CAT_1])

    assert (strip.name, strip.team_name, strip.presence) == (default().casting[0].name, "Cat", Presence.PRESENT)


def test_a_stale_check_in_list_changes_nothing():
    day = morning()
    day.do(CheckIn(seat=CAT_1, before=Presence.EXPECTED, presence=Presence.LATE), by=CHECK_IN)

    with pytest.raises(Stale, match="marked late meanwhile"):
        day.do(CheckIn(seat=CAT_1, before=Presence.EXPECTED, presence=Presence.ABSENT), by=CHECK_IN)


def test_a_player_cannot_check_anybody_in():
    with pytest.raises(Refused, match="not yours"):
        morning().do(CheckIn(seat=CAT_1, before=Presence.EXPECTED, presence=Presence.PRESENT), by=player(CAT_1))


@pytest.mark.rule("R-03")
def test_a_walk_in_takes_the_lowest_rank():
    day = running()

    day.do(AddPlayer(team=CAT, name="  Nia   Okoro "), by=CHECK_IN)
    added = members(day.state, CAT)[-1]

    assert (added.name, added.rank, added.here) == ("Nia Okoro", 6, True)


@pytest.mark.rule("R-03", "GE-EVT-06")
def test_when_somebody_leaves_for_good_those_below_move_up_and_rank_1_takes_the_purse():
    day = purse(running(), CAT_1, power=4, favors=[default().favors[0].id + "#1"])

    day.do(LeaveForGood(seat=CAT_1), by=CHECK_IN)
    first = members(day.state, CAT)[0]

    assert [seat.rank for seat in members(day.state, CAT)] == [1, 2, 3, 4]
    assert (first.id, first.purse.power, len(first.purse.favors)) == (CAT_2, 4, 1)
    assert house_power(day.state, CAT) == 4


@pytest.mark.rule("R-03")
def test_what_the_last_of_a_house_held_goes_to_the_bank_and_to_the_discard_pile():
    card = default().favors[0].id + "#1"
    day = purse(running(), CAT_1, power=4, favors=[card])

    for seat in members(day.state, CAT):
        day.do(LeaveForGood(seat=seat.id), by=CHECK_IN)

    assert house_power(day.state, CAT) == 0
    assert day.state.favor_discards == (card,)
    assert not day.game.broken(day.state)


def test_who_has_left_cannot_be_checked_in_again():
    day = running()
    day.do(LeaveForGood(seat=CAT_2), by=CHECK_IN)

    with pytest.raises(Refused, match="left for good"):
        day.do(CheckIn(seat=CAT_2, before=Presence.GONE, presence=Presence.PRESENT), by=CHECK_IN)


@pytest.mark.rule("GE-EVT-05", "R-04")
def test_the_strip_shows_rank_wounds_marriage_titles_and_bars():
    day = running()
    day.do(SetSpouses(player=CAT_1, other=WOLF_1, reason="wed in the chapel"), by=CEREMONY)
    bar = Bar(room=Room.COURT, until=2, why="a Delay", rule="GE-UND-14")
    throne = replace(day.state.throne, god_emperor=False, holder=CAT_1)
    seats = {**day.state.seats, CAT_1: replace(day.state.seats[CAT_1], wounds=2, bars=(bar,))}
    day.state = replace(day.state, seats=seats, throne=throne)

    strip = strip_view(day.state, day.state.seats[CAT_1])

    assert (strip.rank, strip.wounds, strip.titles) == (1, 2, ("Sovereign",))
    assert strip.spouse == f"{day.state.seats[WOLF_1].name} (Wolf)"
    assert [each.words for each in strip.bars] == ["not in the Court: a Delay"]


# --- rooms


@pytest.mark.rule("GE-EVT-09", "GE-EVT-36", "GE-EVT-40")
@pytest.mark.parametrize("room", list(Room))
def test_a_player_spends_action_in_the_one_room_chosen(room):
    day = running().until(1, Phase.PLANNING)

    day.do(ChooseRoom(seat=CAT_1, month=1, room=room), by=player(CAT_1))

    assert [each for each in Room if day.state.seats[CAT_1] in present_seats(day.state, each)] == [room]


@pytest.mark.rule("R-16")
def test_a_choice_can_be_changed_until_movement_ends():
    day = running().until(1, Phase.MOVEMENT)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=player(CAT_1))
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.COURT), by=player(CAT_1))
    day.until(1, Phase.ACTION)

    with pytest.raises(Refused, match="until Movement ends"):
        day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=player(CAT_1))

    assert choice_of(day.state, day.state.seats[CAT_1]) == Room.COURT


@pytest.mark.rule("R-16")
def test_who_chose_nothing_is_in_no_room_until_control_seats_them():
    day = running().until(1, Phase.ACTION)
    nowhere = [room for room in Room if present_seats(day.state, room)]

    day.do(SeatInRoom(player=CAT_1, month=1, room=Room.WAR), by=WAR_CONTROL)

    assert nowhere == []
    assert [seat.id for seat in present_seats(day.state, Room.WAR)] == [CAT_1]


def test_a_choice_counts_for_its_month_only():
    day = running().until(1, Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=player(CAT_1))

    day.until(2, Phase.CEREMONY)

    assert choice_of(day.state, day.state.seats[CAT_1]) is None


def test_a_choice_for_another_month_is_refused():
    day = running().until(2, Phase.PLANNING)

    with pytest.raises(Stale, match="for month 1; it is month 2 now"):
        day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=player(CAT_1))


def test_nobody_chooses_for_another():
    day = running().until(1, Phase.PLANNING)

    with pytest.raises(Refused, match="not yours"):
        day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=player(CAT_2))


def test_who_is_not_checked_in_chooses_nothing():
    day = morning()
    day.do(BeginDay())

    with pytest.raises(Refused, match="Check in first"):
        day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=player(CAT_1))


def test_a_bar_is_said_with_its_reason():
    day = running().until(1, Phase.PLANNING)
    bar = Bar(room=Room.COURT, until=1, why="a Delay of month 1", rule="GE-UND-14")
    day.state = replace(day.state, seats={**day.state.seats, CAT_1: replace(day.state.seats[CAT_1], bars=(bar,))})

    with pytest.raises(Refused, match="a Delay of month 1"):
        day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.COURT), by=player(CAT_1))


def test_the_underground_seats_a_player_at_the_own_provinces_table():
    day = running().until(1, Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.UNDERGROUND), by=player(CAT_1))

    with pytest.raises(Refused, match="own province"):
        day.do(ChooseRoom(seat=CAT_2, month=1, room=Room.UNDERGROUND, table="east"), by=player(CAT_2))

    assert day.state.seats[CAT_1].table == "west"


# --- purses


@pytest.mark.rule("R-05")
def test_members_of_a_house_pass_power_and_favors_among_themselves():
    card = default().favors[0].id + "#1"
    day = purse(running(), CAT_1, power=3, favors=[card])

    day.do(PassOn(seat=CAT_1, to=CAT_2, power=2, favors=(CardId(card),)), by=player(CAT_1))

    assert day.state.seats[CAT_1].purse == Purse(power=1)
    assert day.state.seats[CAT_2].purse == Purse(power=2, favors=(CardId(card),))
    assert house_power(day.state, CAT) == 3


@pytest.mark.rule("R-05")
@pytest.mark.parametrize(
    ("to", "power", "favors"),
    [
        pytest.param(WOLF_1, 1, (), id="another House"),
        pytest.param(CAT_1, 1, (), id="oneself"),
        pytest.param(CAT_2, 4, (), id="more than there is"),
        pytest.param(CAT_2, -1, (), id="less than nothing"),
        pytest.param(CAT_2, 0, (), id="nothing"),
        pytest.param(CAT_2, 0, ("no-such-card#1",), id="a card not held"),
        pytest.param(SeatId("dog-1"), 1, (), id="nobody"),
    ],
)
def test_what_cannot_be_passed_on_is_refused(to, power, favors):
    day = purse(running(), CAT_1, power=3)

    with pytest.raises(Refused):
        day.do(PassOn(seat=CAT_1, to=to, power=power, favors=favors), by=player(CAT_1))


@pytest.mark.rule("R-06")
def test_a_gain_goes_to_the_highest_rank_in_the_room_else_to_rank_1():
    day = running().until(1, Phase.PLANNING)
    nobody = receiver_of_gain(day.state, CAT, Room.WAR)
    day.do(ChooseRoom(seat=SeatId("cat-4"), month=1, room=Room.WAR), by=player(SeatId("cat-4")))
    day.do(ChooseRoom(seat=SeatId("cat-3"), month=1, room=Room.WAR), by=player(SeatId("cat-3")))

    assert (nobody, receiver_of_gain(day.state, CAT, Room.WAR)) == (CAT_1, SeatId("cat-3"))


@pytest.mark.rule("R-06", "R-03")
def test_a_gain_never_goes_to_somebody_who_has_left():
    day = running().until(1, Phase.PLANNING)
    for seat in (CAT_2, SeatId("cat-3")):
        day.do(ChooseRoom(seat=seat, month=1, room=Room.WAR), by=player(seat))

    for seat in (CAT_1, CAT_2):
        day.do(LeaveForGood(seat=seat), by=CHECK_IN)

    assert receiver_of_gain(day.state, CAT, Room.WAR) == SeatId("cat-3")
    assert receiver_of_gain(day.state, CAT, Room.COURT) == SeatId("cat-3")


@pytest.mark.rule("R-05")
def test_where_a_house_holds_in_common_rank_1_keeps_the_one_purse_and_all_members_see_it():
    scenario = default()
    common = replace(scenario, settings=replace(scenario.settings, holdings="house"))
    day = purse(running(common), CAT_1, power=3).until(1, Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_2, month=1, room=Room.WAR), by=player(CAT_2))

    with pytest.raises(Refused, match="a House has one purse"):
        day.do(PassOn(seat=CAT_1, to=CAT_2, power=1), by=player(CAT_1))

    assert receiver_of_gain(day.state, CAT, Room.WAR) == CAT_1
    assert view_shared(day.state, Viewer(seat=CAT_2)).own.power == 3
    assert view_shared(day.state, Viewer(seat=WOLF_1)).own.power == 0


@pytest.mark.rule("R-07")
def test_control_corrects_a_purse_with_a_reason_and_never_below_nothing():
    day = running()
    day.do(AdjustPower(seat=CAT_1, before=0, power=5, reason="paid in chips"), by=WAR_CONTROL)

    with pytest.raises(Refused, match="0 to"):
        day.do(AdjustPower(seat=CAT_1, before=5, power=-1, reason="slip"), by=WAR_CONTROL)
    with pytest.raises(Refused, match="Say why"):
        day.do(AdjustPower(seat=CAT_1, before=5, power=4, reason="  "), by=WAR_CONTROL)
    with pytest.raises(Refused, match="holds 5 Power by now, not 0"):
        day.do(AdjustPower(seat=CAT_1, before=0, power=4, reason="stale"), by=WAR_CONTROL)

    assert day.state.seats[CAT_1].purse.power == 5


@pytest.mark.rule("R-135", "R-136")
def test_favors_come_off_the_top_and_the_oldest_go_first():
    day = running()
    top = day.state.favor_deck[:3]

    day.do(GiveFavors(seat=CAT_1, count=3, reason="a gift of Control"), by=CEREMONY)
    day.do(GiveFavors(seat=CAT_1, count=-1, reason="one too many"), by=CEREMONY)

    assert day.state.seats[CAT_1].purse.favors == top[1:]
    assert day.state.favor_discards == top[:1]


@pytest.mark.rule("R-110")
def test_an_empty_favor_deck_is_refilled_from_its_discards_then_with_a_fresh_copy():
    day = running()
    everything = day.state.favor_deck
    day.state = replace(day.state, favor_deck=(), favor_discards=everything[:2])

    happened = draw_favors(day.state, CAT_1, 4, "a test", DecisionContext(by=EVERY_DESK, at=MORNING))
    for each in happened:
        day.state = SHARED.evolve(day.state, each)

    assert [type(each).__name__ for each in happened] == [
        "FavorDeckRefilled",
        "FavorDrawn",
        "FavorDrawn",
        "FavorDeckRefilled",
        "FavorDrawn",
        "FavorDrawn",
    ]
    assert [each.fresh for each in happened if hasattr(each, "fresh")] == [False, True]
    assert len(day.state.seats[CAT_1].purse.favors) == 4
    assert SHARED.broken(day.state) == ()


@pytest.mark.rule("R-135")
@pytest.mark.parametrize(("count", "held"), [(1, 3), (2, 4), (-1, 1)])
def test_control_lets_draw_or_discard_as_many_favors_as_it_says(count, held):
    day = running()
    day.do(GiveFavors(seat=CAT_1, count=2, reason="a gift"), by=CEREMONY)

    day.do(GiveFavors(seat=CAT_1, count=count, reason="a correction"), by=CEREMONY)

    assert len(day.state.seats[CAT_1].purse.favors) == held


# --- ceremonies


@pytest.mark.rule("GE-EVT-32", "GE-EVT-13", "R-13", "R-12")
def test_a_house_holds_one_ceremony_a_month_and_a_duel_uses_the_turn_of_both():
    day = running()
    duel = HoldCeremony(month=1, kind=CeremonyKind.DUEL, houses=(CAT, HouseId("wolf")), what="Ada against Bo")
    day.do(duel, by=CEREMONY)

    with pytest.raises(Refused, match="Wolf has had its ceremony"):
        day.do(HoldCeremony(month=1, kind=CeremonyKind.FUNERAL, houses=(HouseId("wolf"),), what="old Wolf"), by=CEREMONY)
    day.until(2, Phase.CEREMONY)
    day.do(HoldCeremony(month=2, kind=CeremonyKind.FUNERAL, houses=(HouseId("wolf"),), what="old Wolf"), by=CEREMONY)

    assert [each.month for each in day.state.ceremonies] == [2]


@pytest.mark.rule("R-12")
def test_ceremonies_run_on_into_planning_and_no_further():
    funeral = HoldCeremony(month=1, kind=CeremonyKind.FUNERAL, houses=(CAT,), what="the old Cat")
    day = running().until(1, Phase.PLANNING)
    late = running().until(1, Phase.MOVEMENT)

    day.do(funeral, by=CEREMONY)

    with pytest.raises(Refused, match="run on into Planning"):
        late.do(funeral, by=CEREMONY)


@pytest.mark.rule("GE-EVT-33", "R-14")
def test_the_desk_confirms_who_attends_and_may_go_on_without():
    day = running()
    day.do(HoldCeremony(month=1, kind=CeremonyKind.FUNERAL, houses=(CAT,), what="the old Cat"), by=CEREMONY)

    day.do(Attend(ceremony=1, player=CAT_2), by=CEREMONY)

    assert day.state.ceremonies[0].attended == (CAT_2,)
    with pytest.raises(Refused, match="Only members"):
        day.do(Attend(ceremony=1, player=WOLF_1), by=CEREMONY)


@pytest.mark.rule("GE-EVT-35", "R-15")
def test_either_spouse_confirms_the_meeting_in_planning_and_it_is_asked_anew_each_month():
    day = running()
    day.do(SetSpouses(player=CAT_1, other=WOLF_1, reason="wed"), by=CEREMONY)
    with pytest.raises(Refused, match="in Planning"):
        day.do(MeetSpouse(seat=CAT_1, month=1), by=player(CAT_1))
    day.until(1, Phase.PLANNING)

    day.do(MeetSpouse(seat=WOLF_1, month=1), by=player(WOLF_1))
    met = set(day.state.met)
    day.until(2, Phase.PLANNING)

    assert (met, day.state.met) == ({CAT_1, WOLF_1}, ())


def test_one_spouse_at_a_time():
    day = running()
    day.do(SetSpouses(player=CAT_1, other=WOLF_1, reason="wed"), by=CEREMONY)

    with pytest.raises(Refused, match="married already"):
        day.do(SetSpouses(player=CAT_1, other=CAT_2, reason="again"), by=CEREMONY)
    day.do(SetSpouses(player=WOLF_1, other=None, reason="widowed"), by=CEREMONY)

    assert (day.state.seats[CAT_1].spouse, day.state.seats[WOLF_1].spouse) == (None, None)


# --- messages to and from Control


@pytest.mark.rule("GE-EVT-15")
def test_a_call_for_control_is_answered_by_one_person():
    day = running()
    day.do(CallControl(seat=CAT_1, text="what is a remnant?"), by=player(CAT_1))

    with pytest.raises(Stale, match="has your call"):
        day.do(CallControl(seat=CAT_1), by=player(CAT_1))
    day.do(AnswerCall(call=1), by=WAR_CONTROL)
    with pytest.raises(Stale, match="walt has taken"):
        day.do(AnswerCall(call=1), by=CHECK_IN)


@pytest.mark.rule("GE-EVT-15")
def test_a_call_that_names_no_place_says_the_room_that_its_player_is_in():
    day = running().until(1, Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.COURT), by=player(CAT_1))
    day.do(CallControl(seat=CAT_1), by=player(CAT_1))
    day.do(SettleCall(seat=CAT_1), by=player(CAT_1))
    day.until(1, Phase.ACTION)

    day.do(CallControl(seat=CAT_1), by=player(CAT_1))
    day.do(CallControl(seat=WOLF_1, place="at the bar"), by=player(WOLF_1))

    assert [call.place for call in day.state.calls] == ["", "Court", "at the bar"]  # a chosen room is not yet the current one


@pytest.mark.rule("GE-EVT-15")
def test_whoever_goes_can_give_the_call_back_and_say_that_it_is_settled():
    day = running()
    day.do(CallControl(seat=CAT_1, kind=CallKind.RULE, place="War Room"), by=player(CAT_1))
    with pytest.raises(Refused, match="Nobody has gone yet"):
        day.do(EndCall(call=1), by=WAR_CONTROL)

    day.do(AnswerCall(call=1), by=WAR_CONTROL)
    day.do(ReleaseCall(call=1), by=WAR_CONTROL)
    with pytest.raises(Stale, match="it waits"):
        day.do(ReleaseCall(call=1), by=WAR_CONTROL)
    day.do(AnswerCall(call=1), by=CHECK_IN)
    day.do(EndCall(call=1), by=CHECK_IN)
    with pytest.raises(Stale, match="settled"):
        day.do(AnswerCall(call=1), by=WAR_CONTROL)

    (call,) = view_shared(day.state, Viewer(desks=ALL_DESKS)).calls
    assert (call.place, call.kind, call.ended) == ("War Room", "A rule", True)
    assert view_shared(day.state, Viewer(seat=CAT_1)).own.call is None


@pytest.mark.rule("GE-EVT-15")
def test_a_player_may_say_that_nobody_needs_to_come_and_call_again_for_something_else():
    day = running()
    day.do(CallControl(seat=CAT_1), by=player(CAT_1))
    day.do(SettleCall(seat=CAT_1), by=player(CAT_1))
    with pytest.raises(Stale, match="no open call"):
        day.do(SettleCall(seat=CAT_1), by=player(CAT_1))
    day.do(CallControl(seat=CAT_1), by=player(CAT_1))
    day.do(AnswerCall(call=2), by=WAR_CONTROL)

    day.do(CallControl(seat=CAT_1, text="and one more thing"), by=player(CAT_1))

    assert [(call.id, call.ended) for call in day.state.calls] == [(1, True), (2, True), (3, False)]


def test_whoever_is_hurt_is_gone_to_first():
    day = running()
    day.do(CallControl(seat=CAT_1, text="a rule"), by=player(CAT_1))
    day.do(CallControl(seat=WOLF_1, kind=CallKind.HURT), by=player(WOLF_1))

    assert [call.hurt for call in view_shared(day.state, Viewer(desks=ALL_DESKS)).calls] == [True, False]


def test_an_announcement_is_heard_by_those_it_is_for_alone():
    day = running().until(1, Phase.PLANNING)
    day.do(ChooseRoom(seat=WOLF_1, month=1, room=Room.COURT), by=player(WOLF_1))
    heard: dict[str, list[str]] = {}

    for to in ("all", "cat", "hall", "room:court", "seat:cat-1"):
        day.do(Announce(text="Hear", to=to))
        heard[to] = [
            who
            for who, viewer in {"cat": Viewer(seat=CAT_1), "wolf": Viewer(seat=WOLF_1), "hall": HALL}.items()
            if view_shared(day.state, viewer).notices[:1] and view_shared(day.state, viewer).notices[0].id == len(heard) + 1
        ]

    assert heard == {
        "all": ["cat", "wolf", "hall"],
        "cat": ["cat"],
        "hall": ["hall"],
        "room:court": ["wolf"],
        "seat:cat-1": ["cat"],
    }


@pytest.mark.parametrize("to", ["dog", "room:war", "room:cellar", "seat:cat-9", "room:", ""])
def test_an_announcement_to_nobody_is_refused(to):
    day = running().until(1, Phase.PLANNING)

    with pytest.raises(Refused, match="Announce to all"):
        day.do(Announce(text="Hear", to=to))


@pytest.mark.rule("GE-EVT-15")
def test_the_control_team_does_not_hold_a_players_room():
    day = running().until(1, Phase.PLANNING)

    with pytest.raises(Refused, match="not yours"):
        day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=Actor(name="all", desks=ALL_DESKS))


# --- views


def test_a_purse_is_seen_by_its_owner_and_as_a_sum_by_the_house():
    day = purse(running(), CAT_1, power=4)

    own = view_shared(day.state, Viewer(seat=CAT_1))
    mate = view_shared(day.state, Viewer(seat=CAT_2))
    rival = view_shared(day.state, Viewer(seat=WOLF_1))

    assert (own.own.power, mate.own.power, mate.house.power, rival.house.power) == (4, 0, 4, 0)
    assert rival.houses == ()


@pytest.mark.rule("GE-EVT-34", "GE-EVT-45")
def test_every_phase_opens_with_its_announcement():
    texts = default().texts.phases

    assert set(texts) == set(Phase)
    assert all(len(text) > 20 for text in texts.values())


@pytest.mark.rule("GE-EVT-46", "GE-EVT-47", "GE-EVT-48")
@pytest.mark.parametrize(("room", "word"), [(Room.WAR, "map"), (Room.COURT, "speeches"), (Room.UNDERGROUND, "bluff")])
def test_help_says_whom_each_room_suits(room, word):
    assert word in default().texts.rooms[room].lower()


@pytest.mark.rule("GE-EVT-10", "GE-EVT-11", "GE-EVT-12", "GE-EVT-42", "GE-EVT-43", "GE-EVT-44")
@pytest.mark.parametrize(
    ("room", "steps"),
    [
        pytest.param(Room.WAR, {"orders", "move", "battle", "rewards", "recruit"}, id="orders are carried out"),
        pytest.param(Room.COURT, {"explain-1", "debate-1", "vote-1", "payment-1"}, id="laws are voted on"),
        pytest.param(Room.UNDERGROUND, {"schemes", "advancement", "protection", "attack", "complete"}, id="schemes"),
    ],
)
def test_each_room_plays_its_own_timeline_in_action(room, steps):
    day = running().until(1, Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=room), by=player(CAT_1))
    day.until(1, Phase.RETURN)

    assert steps <= set(own_clock(day.state, day.state.seats[CAT_1]).done)


def test_power_gained_is_explained_with_its_reason():
    day = running()

    sentence = SHARED.explain(PowerGained(seat=CAT_1, amount=2, why="2 castles beyond the first"), day.state)

    assert sentence == f"{day.state.seats[CAT_1].name} (Cat) gains 2 Power: 2 castles beyond the first."


def test_a_phase_ended_by_hand_says_so():
    day = running()

    (ended, *_rest) = day.do(EndPhase(month=1, phase=Phase.CEREMONY))

    assert SHARED.explain(ended, day.state) == "Ceremony, month 1, ended by hand."


@pytest.mark.rule("GE-FAV-02", "GE-FAV-03", "GE-FAV-04", "GE-FAV-05")
def test_every_favor_card_reads_its_five_fields_to_its_owner():
    day = running()

    read = [view_module.favor_view(day.state, card) for card in day.state.favor_deck]

    assert all(card.name and card.faction and card.ability and card.timing and card.location for card in read)


def test_the_journal_tells_a_choice_from_a_seat_that_control_has_given():
    day = running().until(1, Phase.PLANNING)

    (goes,) = day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=player(CAT_1))
    (seated,) = day.do(SeatInRoom(player=CAT_2, month=1, room=Room.WAR), by=CHECK_IN)

    one, other = (day.state.seats[seat].name for seat in (CAT_1, CAT_2))
    assert SHARED.explain(goes, day.state).startswith(f"{one} ")
    assert " goes to " in SHARED.explain(goes, day.state)
    assert SHARED.explain(seated, day.state).startswith(f"{other} ")
    assert " is seated " in SHARED.explain(seated, day.state)
