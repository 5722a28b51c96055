"""Bots choose and write: each with its own dice, the same with the same seed, in all rooms."""

from __future__ import annotations

from copy import copy
from random import Random

import pytest

from control.bots.habits import seat_dice
from control.bots.players import Bots, play_planning, play_steps
from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep, steps_left
from control.day.people.lookup import choice_of
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.ids import SeatId
from control.models import Entry, Sheet
from control.people import access
from control.people.events import create_event
from rooms.court.game.duel.events import duels_of
from rooms.court.game.duel.state import ASKED, Answer
from rooms.court.game.floor.cycles import ChooseProposal, free_cycle, waiting
from rooms.court.game.roll import voters
from rooms.court.game.state import floor_of
from rooms.realm.frame import NAME
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.scenario.ids import Phase, Room
from rooms.war.game.bots import steady_sheet
from tests.events import do, state_of
from tests.rooms.war.play import month
from tests.scenarios import default, small

MONTHS = 3


def planning(scenario, casting=None):
    """An event in Planning of month 1 with everybody present."""
    event = create_event(realm=NAME, name="Rehearsal", scenario=scenario, casting=casting or scenario.casting, demo=True)
    for seat in sorted(state_of(event).seats):
        do(event, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    do(event, BeginDay())
    do(event, EndPhase(month=1, phase=Phase.CEREMONY))
    return event


def to_the_next_planning(event):
    done = state_of(event).clock.month
    while (clock := state_of(event).clock).month == done or clock.phase != Phase.PLANNING:
        do(event, EndPhase(month=clock.month, phase=clock.phase))


def rooms_of(event):
    state = state_of(event)
    return {seat.id: choice_of(state, seat) for seat in state.seats.values()}


def sheets_of(event):
    return {(row.month, row.seat, row.kind): row.body for row in Sheet.objects.filter(event=event)}


def war_sheets(event):
    """War sheets, which name no other players. Papers do: they name players who are present."""
    return {place: body for place, body in sheets_of(event).items() if place[2] == "war"}


def rehearsed(seed, months=MONTHS):
    """Play some months with bots; returns each player's rooms and all sheets."""
    event, rooms = planning(small()), []
    for _month in range(months):
        play_planning(event, seed)
        rooms.append(rooms_of(event))
        to_the_next_planning(event)
    return rooms, sheets_of(event)


def test_players_of_one_house_who_see_the_same_do_not_write_the_same():
    play = month({"inn": {"cat": 4}, "zen": {"cat": 3}}, phase=Phase.PLANNING)

    written = {
        seat: [steady_sheet(play.state, SeatId(seat), seat_dice(7, round, SeatId(seat), "play")) for round in range(1, 4)]
        for seat in ("cat-1", "cat-2", "cat-3")
    }

    assert written["cat-1"] != written["cat-2"] != written["cat-3"] != written["cat-1"]


@pytest.mark.parametrize("throws", [0, 1, 7, 8, 9])
def test_the_dice_of_a_seat_and_their_copy_throw_the_numbers_of_their_seed(throws):
    dice, wanted = seat_dice(7, 2, SeatId("cat-1"), "play"), Random("7 2 cat-1 play")
    assert [dice.random() for _each in range(throws)] == [wanted.random() for _each in range(throws)]

    begun, copied, kept = copy(dice), copy(wanted), wanted.getstate()
    assert (begun.random(), begun.choice("abc")) == (copied.random(), copied.choice("abc"))
    assert begun.randint(1, 9) == copied.randint(1, 9)
    assert copy(begun).uniform(2, 5) == begun.uniform(2, 5) == copied.uniform(2, 5)

    wanted.setstate(kept)
    assert (dice.choice("abc"), dice.random(), dice.random()) == (wanted.choice("abc"), wanted.random(), wanted.random())


@pytest.mark.django_db(transaction=True)
class TestDice:
    def test_the_same_seed_brings_the_same_rehearsal_and_another_seed_another(self):
        first, again, other = rehearsed(7), rehearsed(7), rehearsed(8)

        assert first == again
        assert first[0] != other[0]
        assert first[1] != other[1]

    def test_no_two_seats_live_the_same_months(self):
        rooms, written = rehearsed(7)

        lives = {
            seat: [(month[seat], written.get((at, seat, "war"))) for at, month in enumerate(rooms, start=1)] for seat in rooms[0]
        }

        assert len({str(life) for life in lives.values()}) == len(lives) == 9

    def test_who_else_is_there_changes_nothing_of_what_a_seat_does(self):
        all_there = planning(small())
        casting = small().casting
        one_less = planning(small(), casting=tuple(each for each in casting if each != casting[2]))
        missing = set(state_of(all_there).seats) - set(state_of(one_less).seats)
        assert len(missing) == 1

        for event in (all_there, one_less):
            play_planning(event, 7, lazy=0.0)

        others = {seat: room for seat, room in rooms_of(all_there).items() if seat not in missing}
        assert rooms_of(one_less) == others
        assert war_sheets(one_less) == {place: body for place, body in war_sheets(all_there).items() if place[1] not in missing}

    def test_how_often_they_look_changes_nothing_either(self):
        once, often = planning(small()), planning(small())
        for event, shares in ((once, (0.9,)), (often, [at / 40 for at in range(40)])):
            bots, clock = Bots(lambda event=event: [event], seed=7), state_of(event).clock
            for share in shares:
                bots.look(clock.began_at + share * (clock.deadline - clock.began_at))

        assert rooms_of(often) == rooms_of(once)
        assert sheets_of(often) == sheets_of(once)
        assert len(set(rooms_of(often).values())) > 2


@pytest.mark.django_db(transaction=True)
class TestRooms:
    def test_a_month_of_forty_five_fills_all_rooms_with_people_and_sheets(self):
        event = planning(default())

        play_planning(event, 7)
        rooms = list(rooms_of(event).values())
        to_the_next_planning(event)

        people = {room: rooms.count(room) for room in Room}
        assert min(people[Room.COURT], people[Room.UNDERGROUND]) > 4
        assert people[Room.WAR] > max(people[Room.COURT], people[Room.UNDERGROUND])
        assert {row.kind for row in Sheet.objects.filter(event=event, late=False)} == {"war", "proposal", "scheme"}
        taken_in = Entry.objects.filter(stream=event.stream, kind__in=("OrdersOpened", "ProposalsHandedIn", "SchemesShown"))
        tables = ["SchemesShown"] * 3  # a different number at each table
        assert sorted(taken_in.values_list("kind", flat=True)) == ["OrdersOpened", "ProposalsHandedIn", *tables]
        assert not Entry.objects.filter(pk__in=taken_in, body__contains='"aside":["').exists()

    def test_every_house_of_five_goes_to_every_room_and_most_players_move_on_with_the_month(self):
        event = planning(default())
        play_planning(event, 3, lazy=0.0)
        before = rooms_of(event)
        to_the_next_planning(event)
        play_planning(event, 3, lazy=0.0)
        after = rooms_of(event)

        seats = state_of(event).seats.values()
        for team in {seat.team for seat in seats}:
            assert {before[seat.id] for seat in seats if seat.team == team} | {
                after[seat.id] for seat in seats if seat.team == team
            } == set(Room)
        assert sum(before[seat] != after[seat] for seat in before) > 20


@pytest.mark.django_db(transaction=True)
class TestSteps:
    def voting(self):
        """An event with a vote on the first proposal."""
        event = planning(default())
        play_planning(event, 7)
        while (clock := state_of(event).clock).phase != Phase.ACTION:
            do(event, EndPhase(month=1, phase=clock.phase))
        do(event, EndStep(room=Room.COURT, month=1, step=steps_left(state_of(event), Room.COURT)[0]))
        while free_cycle(state_of(event)) and (left := waiting(state_of(event))):
            do(event, ChooseProposal(month=1, author=left[0].seat))
        while (step := state_of(event).clock.rooms[Room.COURT].step) != "vote-1":
            do(event, EndStep(room=Room.COURT, month=1, step=step))
        return event

    def votes(self, event):
        return {each.seat: each.favor for each in floor_of(state_of(event)).cycles[0].votes}

    def test_bots_in_the_court_vote_each_once_and_others_do_not(self):
        event, tried = self.voting(), set()

        did = play_steps(event, 7, tried)
        entries = Entry.objects.filter(stream=event.stream).count()

        assert play_steps(event, 7, tried) == play_steps(event, 7, set()) == 0
        assert Entry.objects.filter(stream=event.stream).count() == entries
        assert len(self.votes(event)) == did > 2
        assert set(self.votes(event)) <= {seat.id for seat in voters(state_of(event))}

    def test_bots_with_an_arena_challenge_each_other_and_every_challenge_is_answered(self):
        event, tried = planning(default()), set()
        for house in state_of(event).scenario.houses:
            do(event, PlaceBuilding(house=house.id, kind="arena", reason="test"))
        play_planning(event, 7)
        while (clock := state_of(event).clock).phase != Phase.ACTION:
            do(event, EndPhase(month=1, phase=clock.phase))
        while state_of(event).clock.rooms[Room.COURT].step != "challenges":
            do(event, EndStep(room=Room.COURT, month=1, step=steps_left(state_of(event), Room.COURT)[0]))

        while play_steps(event, 7, tried):
            pass

        found = duels_of(state_of(event)).challenges
        assert {each.stand for each in found} >= {Answer.REFUSED, Answer.AGREED}
        assert all(each.stand not in ASKED for each in found)
        assert len(found) < len(voters(state_of(event)))

    def test_the_same_seed_brings_the_same_votes_and_no_seat_depends_on_another(self):
        first, again = self.voting(), self.voting()
        play_steps(first, 7, set())
        for seat in sorted(self.votes(first), reverse=True):
            play_steps(again, 7, set(), seats=[seat])

        assert self.votes(again) == self.votes(first)

    def test_beside_the_server_they_vote_in_the_course_of_the_step_and_never_for_people(self):
        event, other = self.voting(), self.voting()
        play_steps(other, 7, set())
        row = event.seats.get(key=min(self.votes(other)))
        access.issue_code(row)
        bots, at = Bots(lambda: [event], seed=7), state_of(event).clock.rooms[Room.COURT]
        counts = []
        for share in (0.0, 0.35, 0.9, 0.95):
            bots.look(at.began_at + share * (at.deadline - at.began_at))
            counts.append(len(self.votes(event)))

        assert counts[0] < counts[1] < counts[2] == counts[3]
        assert SeatId(row.key) not in self.votes(event)
