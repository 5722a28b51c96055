"""Players and their seats: substitutes, swaps, marks, and an applied casting list."""

from __future__ import annotations

import pytest

from control.day.people.lookup import members
from control.day.people.presence import AddPlayer, CheckIn, LeaveForGood
from control.day.roster.casting import CastRow, ImportCasting
from control.day.roster.marks import MarkPerson
from control.day.roster.substitutes import Substitute, SwapSeats
from control.day.state import PersonMarks, Presence
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import HALL, Viewer
from rooms.realm.game.setup import SetUp
from rooms.realm.game.state import GameState, Purse
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.game.view import strip_view, view_shared
from rooms.realm.scenario.ids import HouseId
from tests.rooms.realm.game.play import (
    CAT_1,
    CAT_2,
    CHECK_IN,
    ORGANIZER,
    WAR_CONTROL,
    WOLF_1,
    Day,
    morning,
    player,
    running,
)
from tests.rooms.realm.game.rostering import saw
from tests.scenarios import default

CAT, WOLF = HouseId("cat"), HouseId("wolf")
WOLF_2 = SeatId("wolf-2")
VEGAN = PersonMarks(first_timer=True, phoneless=True, note="vegan")


def row(seat, name, rank, *, house=CAT, marks=None):
    return CastRow(seat=SeatId(seat) if seat else None, team=house, name=name, rank=rank, marks=marks or PersonMarks())


def rows_of(state, house=CAT):
    return tuple(
        CastRow(seat=seat.id, team=house, name=seat.name, rank=seat.rank, marks=seat.marks) for seat in members(state, house)
    )


def casting(day, rows, *, leave=(), begun=False, seen=None):
    return ImportCasting(rows=tuple(rows), leave=tuple(leave), saw=seen if seen is not None else saw(day.state), begun=begun)


def names(day, house=CAT):
    return [(seat.rank, seat.name) for seat in members(day.state, house)]


# --- marks


def test_a_first_timer_without_a_phone_is_marked():
    day = morning()

    day.do(MarkPerson(seat=CAT_1, before=PersonMarks(), after=replace(VEGAN, note=" vegan \n ")), by=CHECK_IN)

    assert day.state.seats[CAT_1].marks == VEGAN


def test_marks_that_somebody_changed_meanwhile_are_not_overwritten():
    day = morning()
    day.do(MarkPerson(seat=CAT_1, before=PersonMarks(), after=VEGAN), by=CHECK_IN)

    with pytest.raises(Stale, match="changed the marks"):
        day.do(MarkPerson(seat=CAT_1, before=PersonMarks(), after=PersonMarks(note="late")), by=CHECK_IN)
    with pytest.raises(Stale, match="already"):
        day.do(MarkPerson(seat=CAT_1, before=PersonMarks(), after=VEGAN), by=CHECK_IN)
    with pytest.raises(Refused, match="120"):
        day.do(MarkPerson(seat=CAT_1, before=VEGAN, after=PersonMarks(note="x" * 121)), by=CHECK_IN)


def test_marks_are_seen_by_the_team_alone():
    day = running()
    day.do(MarkPerson(seat=CAT_1, before=PersonMarks(), after=replace(VEGAN, note="canary-note")), by=CHECK_IN)

    for viewer in (HALL, Viewer(seat=CAT_1), Viewer(seat=CAT_2), Viewer(seat=WOLF_1)):
        assert "canary-note" not in repr(view_shared(day.state, viewer))
    for event in day.happened[-1:]:
        assert {invalidation.to for invalidation in day.game.invalidations(event, day.state)} == {"staff"}


def test_neither_a_player_nor_another_desk_may_do_any_of_it():
    day = morning()
    name = day.state.seats[CAT_1].name
    commands = (
        MarkPerson(seat=CAT_1, before=PersonMarks(), after=VEGAN),
        Substitute(seat=CAT_1, before=name, name="Nia"),
        SwapSeats(one=CAT_1, one_name=name, other=CAT_2, other_name=day.state.seats[CAT_2].name),
        casting(day, [row(None, "Olu", 6)]),
    )
    for command in commands:
        for by in (player(CAT_1), WAR_CONTROL):
            with pytest.raises(Refused, match="not yours"):
                day.do(command, by=by)
    with pytest.raises(Refused, match="not yours"):
        day.do(commands[-1], by=CHECK_IN)


# --- substitutes and swaps


@pytest.mark.rule("GE-EVT-02", "R-03")
def test_a_substitute_takes_over_the_character_with_all_that_is_its_own():
    day = running()
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason="chips"))
    was = day.state.seats[CAT_1]

    day.do(Substitute(seat=CAT_1, before=was.name, name="  Nia  Obi ", marks=PersonMarks(first_timer=True)), by=CHECK_IN)

    now = day.state.seats[CAT_1]
    assert (now.name, now.marks, now.presence) == ("Nia Obi", PersonMarks(first_timer=True), Presence.PRESENT)
    assert replace(now, name=was.name, marks=was.marks) == was
    assert strip_view(day.state, now).character == was.character


def test_a_substitute_is_here_though_the_first_never_came():
    day = morning()
    day.do(CheckIn(seat=CAT_1, before=Presence.EXPECTED, presence=Presence.ABSENT), by=CHECK_IN)

    day.do(Substitute(seat=CAT_1, before=day.state.seats[CAT_1].name, name="Nia"), by=CHECK_IN)

    assert day.state.seats[CAT_1].here


def test_a_substitute_comes_once_and_for_whom_was_seen():
    day = morning()
    before = day.state.seats[CAT_1].name
    day.do(Substitute(seat=CAT_1, before=before, name="Nia"), by=CHECK_IN)

    with pytest.raises(Stale, match=r"Nia plays .* already"):
        day.do(Substitute(seat=CAT_1, before=before, name="Nia"), by=CHECK_IN)
    with pytest.raises(Stale, match=r"Nia plays .* by now"):
        day.do(Substitute(seat=CAT_1, before=before, name="Olu"), by=CHECK_IN)
    with pytest.raises(Refused, match="1 to 60"):
        day.do(Substitute(seat=CAT_1, before="Nia", name=" "), by=CHECK_IN)
    day.do(LeaveForGood(seat=CAT_1), by=CHECK_IN)
    with pytest.raises(Refused, match="left for good"):
        day.do(Substitute(seat=CAT_1, before="Nia", name="Olu"), by=CHECK_IN)


@pytest.mark.rule("GE-EVT-02", "R-03")
def test_two_change_places_and_each_character_stays_what_it_was():
    day = running()
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason="chips"))
    day.do(MarkPerson(seat=CAT_1, before=PersonMarks(), after=VEGAN), by=CHECK_IN)
    day.do(CheckIn(seat=WOLF_1, before=Presence.PRESENT, presence=Presence.LATE), by=CHECK_IN)
    cat, wolf = day.state.seats[CAT_1], day.state.seats[WOLF_1]

    day.do(SwapSeats(one=CAT_1, one_name=cat.name, other=WOLF_1, other_name=wolf.name), by=CHECK_IN)

    now_cat, now_wolf = day.state.seats[CAT_1], day.state.seats[WOLF_1]
    assert (now_cat.name, now_cat.presence, now_cat.marks) == (wolf.name, Presence.LATE, PersonMarks())
    assert (now_wolf.name, now_wolf.presence, now_wolf.marks) == (cat.name, Presence.PRESENT, VEGAN)
    assert (now_cat.purse.power, now_cat.character, now_cat.rank) == (3, cat.character, cat.rank)
    with pytest.raises(Stale, match="look again"):
        day.do(SwapSeats(one=CAT_1, one_name=cat.name, other=WOLF_1, other_name=wolf.name), by=CHECK_IN)
    with pytest.raises(Refused, match="two different"):
        day.do(SwapSeats(one=CAT_1, one_name=wolf.name, other=CAT_1, other_name=wolf.name), by=CHECK_IN)


def test_a_character_that_was_only_called_as_its_player_is_called_as_the_new_one():
    day = running()
    house = replace(default().houses[0], reserves=())
    scenario = replace(default(), houses=(house, *default().houses[1:]))
    day.state = replace(day.state, scenario=scenario)
    day.do(AddPlayer(team=CAT, name="Nia"), by=CHECK_IN)

    day.do(Substitute(seat=SeatId("cat-6"), before="Nia", name="Olu"), by=CHECK_IN)

    assert day.state.seats[SeatId("cat-6")].character == "Olu"


# --- a casting list


@pytest.mark.rule("GE-EVT-02", "R-03")
def test_a_list_adds_changes_and_lets_leave_in_one_command():
    day = morning()
    was = rows_of(day.state)
    rows = [row(None, "Nia", 1), replace(was[1], name="Jonas L.", rank=2, marks=VEGAN), *was[2:]]
    rows = [replace(each, rank=rank) for rank, each in enumerate(rows, 1)]

    day.do(casting(day, rows, leave=[CAT_1]))

    assert names(day) == [(1, "Nia"), (2, "Jonas L."), *((each.rank, each.name) for each in was[2:])]
    assert day.state.seats[CAT_2].marks == VEGAN
    assert day.state.seats[SeatId("cat-6")].presence is Presence.EXPECTED
    assert day.state.seats[CAT_1].presence is Presence.GONE
    characters = [person.name for person in day.state.scenario.houses[0].characters]
    assert [seat.character for seat in members(day.state, CAT)] == characters


@pytest.mark.rule("GE-EVT-02", "GE-EVT-04")
def test_a_new_name_on_a_list_checks_nobody_in():
    day = morning()
    day.do(CheckIn(seat=CAT_2, before=Presence.EXPECTED, presence=Presence.LATE), by=CHECK_IN)
    one, two, *others = rows_of(day.state)

    day.do(casting(day, [replace(one, name="Nia"), replace(two, name="Olu"), *others]))

    assert [(seat.name, seat.presence) for seat in members(day.state, CAT)[:2]] == [
        ("Nia", Presence.EXPECTED),
        ("Olu", Presence.LATE),
    ]


@pytest.mark.rule("R-06")
def test_what_a_house_starts_with_lies_with_whoever_is_first_on_the_list():
    scenario = default()
    cat = replace(scenario.houses[0], starting_power=3, starting_favors=2)
    day = Day(state=GameState(scenario=replace(scenario, houses=(cat, *scenario.houses[1:]))))
    day.do(SetUp(casting=scenario.casting))
    cards = day.state.seats[CAT_1].purse.favors
    one, two, *others = rows_of(day.state)

    day.do(casting(day, [replace(two, rank=1), replace(one, rank=2), *others]))

    assert day.state.seats[CAT_2].purse == Purse(power=3, favors=cards)
    assert day.state.seats[CAT_1].purse == Purse()
    assert names(day)[:2] == [(1, two.name), (2, one.name)]


def test_who_is_on_no_list_and_stays_comes_after_those_who_are():
    day = morning()
    one, *others = rows_of(day.state)

    day.do(casting(day, [replace(each, rank=each.rank - 1) for each in others]))

    assert names(day) == [*((each.rank - 1, each.name) for each in others), (5, one.name)]
    assert [seat.character for seat in members(day.state, CAT)] == [each.name for each in day.state.scenario.houses[0].characters]


@pytest.mark.rule("R-03")
def test_during_the_day_ranks_stay_and_new_players_take_the_lowest():
    day = running()
    one, two, *others = rows_of(day.state)
    before = names(day)

    day.do(casting(day, [replace(two, rank=1), replace(one, rank=2), *others, row(None, "Nia", 3)], begun=True))

    assert names(day) == [*before, (6, "Nia")]


def test_several_may_leave_a_house_at_once():
    day = running()
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason="chips"))
    left = [seat.id for seat in members(day.state, CAT)]

    day.do(casting(day, [], leave=left[:4], begun=True))

    assert names(day) == [(1, day.state.seats[left[4]].name)]
    assert day.state.seats[left[4]].purse.power == 3
    day.do(casting(day, [], leave=left[4:], begun=True))
    assert names(day) == []


def test_a_list_that_says_what_is_so_changes_nothing():
    day = morning()

    with pytest.raises(Stale, match="as this list says already"):
        day.do(casting(day, rows_of(day.state)))


@pytest.mark.parametrize(
    "meanwhile",
    [
        LeaveForGood(seat=SeatId("cat-5")),
        AddPlayer(team=CAT, name="Olu"),
        MarkPerson(seat=CAT_1, before=PersonMarks(), after=VEGAN),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_house_that_changed_since_the_preview_is_not_changed_blindly(meanwhile):
    day = morning()
    command = casting(day, [*rows_of(day.state), row(None, "Nia", 6)])
    day.do(meanwhile, by=CHECK_IN)
    was = day.state

    with pytest.raises(Stale, match="House Cat has changed"):
        day.do(command)

    assert day.state == was


def test_what_happens_in_other_houses_or_at_the_door_does_not_matter():
    day = morning()
    command = casting(day, [*rows_of(day.state), *rows_of(day.state, WOLF), row(None, "Nia", 6)])
    day.do(CheckIn(seat=CAT_1, before=Presence.EXPECTED, presence=Presence.PRESENT), by=CHECK_IN)
    day.do(LeaveForGood(seat=SeatId("bear-5")), by=CHECK_IN)

    day.do(command)

    assert (6, "Nia") in names(day)


def test_a_list_shown_before_the_day_is_not_applied_within_it():
    day = running()

    with pytest.raises(Stale, match="day has begun"):
        day.do(casting(day, [row(None, "Nia", 1)], begun=False))


@pytest.mark.parametrize(
    ("rows", "leave", "words"),
    [
        ([row("cat-9", "Nia", 1)], [], "House or a seat that is not"),
        ([row("wolf-1", "Nia", 1)], [], "House or a seat that is not"),
        ([row(None, "Nia", 1, house=HouseId("dog"))], [], "House or a seat that is not"),
        ([], [SeatId("cat-9")], "not in this event"),
        ([row("cat-1", "Nia", 1)], [CAT_1], "stay and leave"),
        ([row(None, " ", 1)], [], "1 to 60"),
        ([row(None, "Nia", 1, marks=PersonMarks(note="x" * 121))], [], "120"),
    ],
)
def test_a_list_that_was_meddled_with_is_refused(rows, leave, words):
    day = morning()

    with pytest.raises(Refused, match=words):
        day.do(casting(day, rows, leave=leave))


def test_the_journal_calls_an_import_by_what_it_does():
    day = morning()
    label = day.game.label(casting(day, [row(None, "Nia", 6), *rows_of(day.state)[1:]], leave=[CAT_1]), day.state)

    assert label == "Casting list: 1 new, 1 leaves"
    assert ORGANIZER.sits_at(frozenset())


def test_the_label_counts_who_gets_another_team_or_rank_as_moving():
    day = morning(default())
    cat, wolf = members(day.state, "cat"), members(day.state, "wolf")
    ranks = [row(cat[1].id, cat[1].name, 1), row(cat[0].id, cat[0].name, 2), row(None, wolf[0].name, 3)]

    assert day.game.label(casting(day, ranks, leave=[wolf[0].id]), day.state) == "Casting list: 3 move"
    both = [row(None, wolf[0].name, 3), row(None, wolf[0].name, 4)]
    assert day.game.label(casting(day, both, leave=[wolf[0].id, WOLF_2]), day.state) == "Casting list: 1 new, 1 moves, 1 leaves"


def test_the_label_of_a_list_during_the_day_counts_no_ranks():
    day = running(default())
    one, two = members(day.state, "cat")[:2]

    label = day.game.label(casting(day, [row(one.id, one.name, 2), row(two.id, two.name, 1)], begun=True), day.state)

    assert label == "Casting list"
