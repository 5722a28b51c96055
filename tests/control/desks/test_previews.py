"""Previews in confirmation questions: only predictable effects, and nothing out of a sealed sheet."""

from __future__ import annotations

import uuid
from html import unescape
from types import SimpleNamespace

import pytest

from control import system_time
from control.clock import questions
from control.clock.views import began_at
from control.day.clock.phases import EndPhase, GoBack, SetClock
from control.day.clock.steps import EndStep
from control.day.people.room_choice import SeatInRoom
from control.day.state import DayStage
from control.day.timetable import last_month
from control.engine.context import ORGANIZER
from control.engine.ids import SeatId, StepId
from control.engine.language import listed
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from control.journal import desk
from control.people.access import DeskPass
from control.sheets import sheets
from rooms.realm.desks import Desk
from rooms.realm.frame import FRAME
from rooms.realm.game.scheme_effects.completion import CompleteScheme
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.realm.screens.overview import TURNING
from tests.control.asking import ask, guard
from tests.control.desks.conftest import OLGA, WAR_SEATS, words
from tests.scenarios import small

pytestmark = pytest.mark.django_db


def test_the_end_of_action_does_not_pretend_to_know_sealed_sheets(action, organizer):
    asked = organizer.fragment("clock/end/").content.decode()

    assert "what they do cannot be foreseen" in asked
    assert "Orders of month 1" not in asked


def test_the_end_of_return_is_foretold(action, organizer):
    action.go_to(Phase.RETURN)

    asked = organizer.fragment("clock/end/").content.decode()

    assert "cannot be foreseen" not in asked
    told, _, foretold = words(organizer.fragment("clock/end/")).partition("If you do it now:")
    assert "9 The Court moves on:" in foretold
    assert "The Court of month 2" not in told


@pytest.mark.rule("R-17", "R-144")
def test_the_end_of_return_counts_schemes_and_names_none_to_the_organizer(action, organizer):
    complete = CompleteScheme(
        month=1,
        table="west",
        house=HouseId("wolf"),
        paper=Paper(type="spread-rumors", values=(("cat",),)),
        reason="shown",
        player=None,
    )
    action.do(complete)
    action.go_to(Phase.RETURN)

    asked, page = words(organizer.fragment("clock/end/")), words(organizer.get(""))

    for told in (asked, page):
        assert "1 completed scheme strikes; Underground Control may look what it does." in told
        assert "Spread Rumors" not in told


WAR, COURT, UNDERGROUND = Desk.WAR, Desk.COURT, Desk.UNDERGROUND


@pytest.mark.rule("R-17", "R-144")
@pytest.mark.parametrize(
    ("readers", "desks", "told"),
    [
        ((), (), True),
        ((), (WAR,), True),
        ((WAR,), (), False),
        ((WAR,), (WAR,), True),
        ((WAR,), (COURT,), False),
        ((WAR, COURT), (COURT,), True),
        ((WAR,), (ORGANIZER,), True),
        ((UNDERGROUND,), (UNDERGROUND,), True),
        ((UNDERGROUND,), (WAR, COURT), False),
        ((UNDERGROUND,), (ORGANIZER,), False),
        ((UNDERGROUND,), (ORGANIZER, WAR), False),
        ((UNDERGROUND,), (ORGANIZER, UNDERGROUND), True),
        ((UNDERGROUND, WAR), (ORGANIZER,), True),
    ],
)
def test_the_organizer_is_foretold_what_any_desk_reads_but_for_what_the_underground_alone_reads(readers, desks, told):
    assert FRAME.foretells(frozenset(readers), frozenset(desks)) is told


@pytest.mark.rule("R-17", "R-123", "R-144")
def test_the_end_of_a_ceremony_counts_sealed_messages_and_reads_none_out_to_the_organizer(action, organizer):
    """An Espionage of Wolf on Cat has struck without a message; the message is drawn at random when the Ceremony ends."""
    paper = Paper(type="espionage", values=(("cat",),))
    action.do(CompleteScheme(month=1, table="west", house=HouseId("wolf"), paper=paper, reason="shown", player=SeatId("wolf-1")))
    action.go_to(Phase.RETURN)
    action.do(EndPhase(month=1, phase=Phase.RETURN))
    both = DeskPass(event=action.event, name="anna", desks=frozenset({ORGANIZER, UNDERGROUND}))

    asked = words(organizer.fragment("clock/end/"))
    read = questions.clock_preview(both, EndPhase(month=2, phase=Phase.CEREMONY))

    (message,) = [each for each in read.journal if each.startswith("A sealed message goes to")]
    assert "sealed message" not in asked
    assert message.partition(": ")[2] not in asked
    assert "1 thing more, which Underground Control reads." in asked
    assert read.instead == ()


def test_the_end_of_action_says_who_is_behind(action, organizer):
    asked = words(organizer.fragment("clock/end/"))
    action.do(EndStep(room=Room.WAR, month=1, step=StepId("updates")))
    later = words(organizer.fragment("clock/end/"))

    assert "War Room: 7 steps are still open, Updates first." in asked
    assert "War Room: 6 steps are still open, Orders first." in later
    assert "Court: " in later


@pytest.mark.rule("R-20")
def test_the_end_of_return_has_a_line_for_each_moment_and_one_for_those_without_anything(action, organizer):
    action.go_to(Phase.RETURN)
    told = TURNING.foretold(action.state, Viewer(desks=frozenset({ORGANIZER})))
    assert told is not None

    asked = organizer.fragment("clock/end/").content.decode()

    parts = asked.partition('<ul class="foretold">')[2]
    assert told.nothing.endswith(": nothing, as it stands now.")
    assert parts.count(told.nothing) == 1
    for at, moment in enumerate(told.moments, start=1):
        assert unescape(parts).count(f"<b>{moment.name}:</b>") == 1
        several = len(moment.lines) > 1
        assert (f'id="foretold-{at}"' in parts) is several
        assert [each for each in moment.lines if each not in unescape(parts)] == []


def test_all_that_the_journal_will_say_can_be_unfolded(running, organizer, monkeypatch):
    running.go_to(Phase.MOVEMENT)
    door = DeskPass(event=running.event, name="anna", desks=frozenset({ORGANIZER}))
    every = questions.clock_preview(door, EndPhase(month=1, phase=Phase.MOVEMENT)).journal

    monkeypatch.setattr(questions, "MOST_SENTENCES", len(every))
    assert "<details" not in organizer.fragment("clock/end/").content.decode()

    monkeypatch.setattr(questions, "MOST_SENTENCES", 1)
    asked = organizer.fragment("clock/end/").content.decode()

    first, _, folded = asked.partition('<details id="asked-further">')
    folded, _, _after = folded.partition("</details>")
    assert f"… and {len(every) - 1} more" in folded
    assert unescape(first).count(f"<li>{every[0]}</li>") == 1
    assert [each for each in every[1:] if f"<li>{each}</li>" not in unescape(folded)] == []


def test_going_back_is_foretold_as_what_the_journal_will_say(action, organizer):
    told, _, journal = words(organizer.fragment("clock/back/")).partition("If you do it now, the journal will say:")

    assert "Movement, month 1" in journal
    assert "Movement, month 1, began" not in told


def test_the_end_of_movement_says_what_becomes_of_the_undecided(running, organizer):
    running.go_to(Phase.MOVEMENT)

    asked = organizer.fragment("clock/end/").content.decode()

    assert "Who has chosen no room by then is in none" in asked


def test_the_end_of_movement_names_who_has_no_room_and_so_does_that_of_planning_which_closes_the_schemes(running, organizer):
    running.go_to(Phase.CEREMONY)
    first = words(organizer.fragment("clock/end/"))
    running.go_to(Phase.PLANNING)
    running.seat_in_war()
    everybody = len(running.state.seats)
    left = [seat.name for seat in running.state.seats.values() if seat.id not in WAR_SEATS]

    early = words(organizer.fragment("clock/end/"))
    running.go_to(Phase.MOVEMENT)
    asked = words(organizer.fragment("clock/end/"))

    assert "have no room" not in first  # the next phases let them choose
    assert "The schemes of month 1 close with it." in early
    for each in (early, asked):
        assert f"{len(left)} of {everybody} players who are here have no room: {listed(left)}." in each


def test_the_end_of_planning_names_who_owes_a_scheme(running, organizer):
    running.go_to(Phase.PLANNING)
    running.do(SeatInRoom(player=SeatId("cat-3"), month=1, room=Room.UNDERGROUND))

    asked = words(organizer.fragment("clock/end/"))

    assert f"1 of 1 schemes are missing: {running.state.seats[SeatId('cat-3')].name}." in asked
    assert "war sheets" not in asked  # they may be sent until Action opens them


def test_the_end_of_action_names_whose_sheets_are_missing_until_they_are_opened(action, organizer):
    names = [action.state.seats[seat].name for seat in WAR_SEATS]
    before = words(organizer.fragment("clock/end/"))
    arrival = sheets.Arrival(
        event_id=action.event.pk,
        seat=WAR_SEATS[0],
        kind="war",
        month=1,
        client_key=uuid.uuid4(),
        body=b'{"orders":[],"allies":[]}',
        received_at=system_time.now(),
    )
    sheets.hand_in(arrival)

    asked = words(organizer.fragment("clock/end/"))
    for step in ("updates", "orders"):
        action.do(EndStep(room=Room.WAR, month=1, step=StepId(step)))
    opened = words(organizer.fragment("clock/end/"))

    assert f"4 of 4 war sheets are missing: {listed(names)}." in before
    assert f"3 of 4 war sheets are missing: {listed(names[1:])}." in asked
    assert "are missing" not in opened


def test_the_end_of_action_names_the_defaults_of_what_waits(action, organizer):
    ask(action.event, guard(action.event))

    asked = words(organizer.fragment("clock/end/"))

    assert "Not answered before Battle: Which unit does the Shape kill? One of Cat, by default." in asked


def test_a_preview_tells_whether_it_would_open_sealed_sheets(action):
    stream, month = action.event.stream_id, action.state.clock.month

    ending = desk.preview(stream_id=stream, command=EndPhase(month=month, phase=Phase.ACTION), by=OLGA)
    going_back = desk.preview(stream_id=stream, command=GoBack(month=month, phase=Phase.ACTION), by=OLGA)

    assert (ending.sealed, going_back.sealed) == (True, False)


def test_a_preview_refuses_what_the_command_would(running):
    with pytest.raises(Refused):
        desk.preview(stream_id=running.event.stream_id, command=EndPhase(month=9, phase=Phase.ACTION), by=OLGA)


def test_the_clock_of_a_day_that_is_over_can_still_be_set(running, organizer):
    running.do(SetClock(month=last_month(small()), phase=Phase.RETURN, seconds=60))
    running.do(EndPhase(month=last_month(small()), phase=Phase.RETURN))

    page = organizer.get("clock/").content.decode()

    assert running.state.clock.stage is DayStage.OVER
    assert f'hx-get="{organizer.at("clock/set/")}"' in page


def test_the_timetable_knows_when_each_month_began(running):
    began = running.state.clock.began_at  # the fixture's day is in the first phase of month 1
    for phase in Phase:
        running.do(EndPhase(month=1, phase=phase))
    again = running.state.clock.began_at

    months = began_at(SimpleNamespace(door=SimpleNamespace(event=running.event)))

    assert list(months) == [1, 2]
    assert months[1] <= began <= again == months[2]
