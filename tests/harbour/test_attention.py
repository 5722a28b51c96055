"""Attention list: players without a turn for two rounds or with an open call, and who of Control goes to see them."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from control import registry
from control.day.attention import FEW, MOST, AttentionView, EndVisit, GoAndSee, LeaveVisit, attention_view
from control.day.calls import AnswerCall, CallControl
from control.day.clock.phases import BeginDay, EndPhase
from control.day.people.presence import CheckIn
from control.day.people.room_choice import ChooseRoom
from control.day.plan import MonthPlan
from control.day.roster.marks import MarkPerson, PersonMarked
from control.day.state import PersonMarks, Presence
from control.engine.context import ORGANIZER, Actor
from control.engine.ids import SeatId, TeamId
from control.engine.modules import Module
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Report, ReportKind
from control.engine.viewer import Viewer
from control.journal import desk
from control.journal.reports import last_heard
from control.models import Event, Stream
from control.people.events import create_event
from tests.harbour.realm import NAME, PLAN, QUAY, REALM, WATCH, Harbour
from tests.harbour.test_harbour import CREW, do, played, state_of, tablet

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.urls("tests.harbour.screens")]
__all__ = ["played"]
ADA, BO, CY = SeatId("gulls-1"), SeatId("gulls-2"), SeatId("terns-1")
WANDA, OLGA = Actor(name="wanda", desks=frozenset({QUAY})), Actor(name="olga", desks=REALM.frame.all_desks)
LONG = Harbour(plan=replace(PLAN, months=tuple(MonthPlan(month=tide, minutes={WATCH: 5}) for tide in range(1, 7))))


def turns(_before, _after, happened: PersonMarked):
    """In this harbour a player has a turn when somebody writes a note about them."""
    yield Report(to=f"seat:{happened.seat}", kind=ReportKind.TURN, words="The watch has heard you.")
    yield Report(to="all", kind=ReportKind.NEWS, words="Somebody was heard.")


@pytest.fixture(autouse=True)
def reporting(played, monkeypatch):
    reports = Module(name="told", reports={PersonMarked: turns})
    monkeypatch.setitem(registry._realms, NAME, replace(REALM, rules=replace(REALM.rules, modules=(*REALM.rules.modules, reports))))
    registry.forget()


@pytest.fixture
def event() -> Event:
    made = create_event(realm=NAME, name="The quay", scenario=LONG, casting=CREW)
    for seat in state_of(made).seats:
        do(made, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    do(made, BeginDay())
    return made


def hear(event: Event, seat: SeatId) -> list[int]:
    """Write a note about a player; returns the sequence numbers of its entries."""
    before = state_of(event).seats[seat].marks
    command = MarkPerson(seat=seat, before=before, after=PersonMarks(note=f"{before.note}!"))
    done = desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())
    return [entry.seq for entry in done.entries]


def turn(event: Event, rounds: int = 1) -> None:
    for _each in range(rounds):
        do(event, EndPhase(month=state_of(event).clock.month, phase=WATCH))


def seen(event: Event, room: str | None = None, *, later: timedelta = timedelta(0)) -> AttentionView:
    stream, state = Stream.objects.get(pk=event.stream_id), state_of(event)
    known = last_heard(stream, state.clock.month)
    assert last_heard(stream, state.clock.month) is known  # cached: the journal is not read twice
    viewer = Viewer(desks=frozenset({QUAY}))
    return attention_view(state, viewer, known, timezone.now() + later, room)


def named(event: Event, **more) -> list[tuple[str, str]]:
    return [(row.name, row.unheard) for row in seen(event, **more).rows]


def test_nobody_is_named_before_two_rounds_are_over_and_then_whoever_had_no_turn(event):
    hear(event, ADA)
    assert named(event) == []
    turn(event)
    hear(event, BO)
    assert named(event) == []
    turn(event)
    assert named(event) == [("Cy", "nothing read or heard since the start")]
    turn(event)
    assert named(event) == [("Cy", "nothing read or heard since the start"), ("Ada", "nothing read or heard since tide 1")]

    hear(event, CY)  # the current round is hidden: a name that vanished would reveal who had the turn
    assert named(event) == [("Cy", "nothing read or heard since the start"), ("Ada", "nothing read or heard since tide 1")]
    turn(event)
    assert "Cy" not in [name for name, _why in named(event)]


def test_where_nothing_is_reported_nobody_is_named(event):
    turn(event, 4)
    assert named(event) == []


def test_who_has_come_later_or_is_not_here_is_not_named(event):
    hear(event, ADA)
    do(event, CheckIn(seat=CY, before=Presence.PRESENT, presence=Presence.EXPECTED))
    turn(event)
    do(event, CheckIn(seat=CY, before=Presence.EXPECTED, presence=Presence.PRESENT))
    turn(event)
    assert [name for name, _words in named(event)] == ["Bo"]
    turn(event)
    assert [name for name, _words in named(event)] == ["Bo", "Ada"]
    turn(event)
    assert [name for name, _words in named(event)] == ["Bo", "Cy", "Ada"]
    do(event, CheckIn(seat=BO, before=Presence.PRESENT, presence=Presence.ABSENT))
    assert [name for name, _words in named(event)] == ["Cy", "Ada"]


def test_a_turn_that_is_withdrawn_was_none(event):
    entries = hear(event, ADA)
    hear(event, BO)
    turn(event, 2)
    assert [name for name, _words in named(event)] == ["Cy"]

    taken = desk.withdraw(stream_id=event.stream_id, entries=entries, by=OLGA, command_id=uuid.uuid4(), reason="of another")
    assert [name for name, _words in named(event)] == ["Ada", "Cy"]
    back = [entry.seq for entry in taken.entries]
    desk.withdraw(stream_id=event.stream_id, entries=back, by=OLGA, command_id=uuid.uuid4(), reason="it was hers")
    assert [name for name, _words in named(event)] == ["Cy"]


def test_one_goes_and_who_was_seen_is_quiet_for_the_next_round(event):
    hear(event, ADA)
    turn(event, 2)
    do(event, GoAndSee(player=CY), WANDA)
    assert [(row.name, row.taken_by) for row in seen(event).rows] == [("Bo", ""), ("Cy", "wanda")]
    with pytest.raises(Stale, match="wanda goes to Cy"):
        do(event, GoAndSee(player=CY), OLGA)

    do(event, LeaveVisit(player=CY), WANDA)
    assert [(row.name, row.taken_by) for row in seen(event).rows] == [("Bo", ""), ("Cy", "")]
    with pytest.raises(Stale, match="Nobody is on the way to Cy"):
        do(event, EndVisit(player=CY), WANDA)

    do(event, GoAndSee(player=CY), OLGA)
    with pytest.raises(Refused, match="in 200 characters"):
        do(event, EndVisit(player=CY, note="x" * 201), OLGA)
    do(event, EndVisit(player=CY, note="is well, watches the ships"), OLGA)
    assert [row.name for row in seen(event).rows] == ["Bo"]
    turn(event)
    assert [row.name for row in seen(event).rows] == ["Bo", "Ada"]
    turn(event)
    assert [row.name for row in seen(event).rows] == ["Bo", "Cy", "Ada"]


def test_who_has_not_come_by_the_end_of_the_next_round_has_forgotten_it(event):
    hear(event, ADA)
    turn(event, 2)
    do(event, GoAndSee(player=CY), WANDA)
    turn(event, 2)
    assert [(row.name, row.taken_by) for row in seen(event).rows] == [("Bo", ""), ("Cy", ""), ("Ada", "")]
    do(event, GoAndSee(player=CY), OLGA)


def test_a_call_that_waits_too_long_is_answered_by_whoever_goes_and_settled_when_the_player_is_seen(event):
    do(event, CallControl(seat=BO, text="a rope", place="pier 3"), Actor(seat=BO))
    assert named(event) == []
    (row,) = seen(event, later=timedelta(minutes=6)).rows
    assert (row.name, row.place, row.unheard, row.call) == ("Bo", "pier 3", "", state_of(event).calls[0].at)

    do(event, GoAndSee(player=BO), WANDA)
    assert state_of(event).calls[0].answered_by == "wanda"
    do(event, LeaveVisit(player=BO), WANDA)
    assert state_of(event).calls[0].answered_by == ""
    do(event, AnswerCall(call=1), OLGA)  # answered in the list of calls, so nothing is left here
    assert named(event, later=timedelta(minutes=6)) == []
    do(event, CallControl(seat=BO), Actor(seat=BO))
    do(event, GoAndSee(player=BO), WANDA)
    do(event, EndVisit(player=BO), WANDA)
    assert [call.ended for call in state_of(event).calls] == [True, True]
    assert named(event, later=timedelta(minutes=6)) == []


def test_a_call_that_somebody_else_has_answered_stays_when_the_visit_ends(event):
    do(event, GoAndSee(player=BO), WANDA)
    do(event, CallControl(seat=BO, text="a rope", place="pier 3"), Actor(seat=BO))
    do(event, AnswerCall(call=1), OLGA)

    do(event, EndVisit(player=BO), WANDA)

    (call,) = state_of(event).calls
    assert (call.answered_by, call.ended) == ("olga", False)


def test_the_quay_names_those_who_are_there(event):
    do(event, ChooseRoom(seat=BO, month=1, room=QUAY), Actor(seat=BO))
    hear(event, ADA)
    turn(event, 2)
    do(event, ChooseRoom(seat=BO, month=3, room=QUAY), Actor(seat=BO))
    assert [row.name for row in seen(event, QUAY).rows] == ["Bo"]

    address = reverse("quay_desk", args=[event.pk])
    page = tablet(event, QUAY).get(address).content.decode()
    assert "part/attention/?room=quay" in page
    assert "go-gulls-2" in page
    assert "go-terns-1" not in page


def test_the_tablet_goes_gives_back_and_has_seen(event):
    hear(event, ADA)
    turn(event, 2)
    client = tablet(event, ORGANIZER)
    overview = reverse("desk:overview", args=[event.pk])
    assert "nothing read or heard since the start" in client.get(overview).content.decode()
    press, note = reverse("desk:attention", args=[event.pk]), reverse("desk:attention-seen", args=[event.pk, CY])
    for name in ("go", "leave", "go"):
        assert client.post(press, {name: CY, "command_id": uuid.uuid4()}).status_code == 302
    assert "Say which player." in client.post(press, {"command_id": uuid.uuid4()}).content.decode()
    again = client.post(press, {"go": CY, "command_id": uuid.uuid4()})
    assert again.status_code == 409
    assert "organizer goes to Cy" in again.content.decode()

    assert "You have seen Cy" in client.get(note).content.decode()
    long = client.post(note, {"note": "x" * 201, "command_id": uuid.uuid4()})
    assert (long.status_code, "x" * 201 in long.content.decode()) == (422, True)
    assert client.post(note, {"note": "wants a boat", "command_id": uuid.uuid4()}).status_code == 302
    assert "seen Cy (Terns): wants a boat." in client.get(reverse("desk:journal", args=[event.pk])).content.decode()
    assert client.get(reverse("desk:attention-seen", args=[event.pk, "nobody"])).status_code == 404


def test_a_full_hall_does_not_drown_the_team():
    crew = tuple((TeamId("gulls"), f"Gull {number}") for number in range(MOST + 12))
    made = create_event(realm=NAME, name="The quay", scenario=LONG, casting=crew)
    for seat in state_of(made).seats:
        do(made, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    do(made, BeginDay())
    hear(made, SeatId("gulls-1"))
    turn(made, 2)
    found = seen(made)
    assert (len(found.rows), len(found.rest)) == (MOST, 11)
    assert "and 11 more" in tablet(made, ORGANIZER).get(reverse("desk:overview", args=[made.pk])).content.decode()
    assert (
        attention_view(state_of(made), Viewer(seat=ADA), last_heard(Stream.objects.get(pk=made.stream_id), 3), timezone.now()).rows
        == ()
    )


def test_a_tap_moves_no_row_and_hides_no_visit():
    crew = tuple((TeamId("gulls"), f"Gull {number}") for number in range(1, MOST + 8))
    made = create_event(realm=NAME, name="The quay", scenario=LONG, casting=crew)
    for seat in state_of(made).seats:
        do(made, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    do(made, BeginDay())
    hear(made, SeatId("gulls-1"))
    turn(made, 2)
    before = [row.name for row in (*seen(made).rows, *seen(made).rest)]
    do(made, CallControl(seat=SeatId("gulls-5"), text="a rope", place="pier 3"), Actor(seat=SeatId("gulls-5")))

    do(made, GoAndSee(player=SeatId("gulls-4")), WANDA)  # one of the open rows
    do(made, GoAndSee(player=SeatId("gulls-5")), WANDA)  # a recent call, which moves nobody up
    do(made, GoAndSee(player=SeatId("gulls-14")), WANDA)  # one of the folded rows
    found = seen(made)
    assert [row.name for row in (*found.rows, *found.rest)] == before
    assert [row.taken_by for row in found.rows].count("") == MOST
    assert [row.seat for row in found.going] == ["gulls-14"]

    page = tablet(made, ORGANIZER).get(reverse("desk:overview", args=[made.pk])).content.decode()
    folded, below = page.split('<details id="attention-more"')[1].split("</details>", 1)
    assert 'id="seen-gulls-14"' not in folded
    assert 'id="go-gulls-14"' not in folded
    assert page.count('id="seen-gulls-14"') == below.count('id="seen-gulls-14"') == 1
    assert page.count('id="seen-gulls-4"') == 1


def test_a_rooms_desk_shows_three_and_each_row_says_where_to_go():
    crew = tuple((TeamId("gulls"), f"Gull {number}") for number in range(1, 7))
    made = create_event(realm=NAME, name="The quay", scenario=LONG, casting=crew)
    for seat in state_of(made).seats:
        do(made, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    do(made, BeginDay())
    hear(made, SeatId("gulls-1"))
    turn(made, 2)
    for seat in state_of(made).seats:
        do(made, ChooseRoom(seat=seat, month=3, room=QUAY), Actor(seat=seat))
    found = seen(made, QUAY)
    assert (len(found.rows), len(found.rest)) == (FEW, 2)
    quay = state_of(made).frame.room_name(QUAY)
    steps = bool(state_of(made).frame.phase(WATCH).steps)
    assert {row.place for row in found.rows} == {quay if steps else f"has chosen {quay}"}
    page = tablet(made, QUAY).get(reverse("quay_desk", args=[made.pk])).content.decode()
    assert page.index('id="part-matters"') < page.index('id="part-attention"')
