"""The organizer's page of rehearsals: make, lead, stop, grade and delete them; nobody else has access."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from control import system_time
from control.day.calls import AnswerCall, CallControl
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.journal import desk, journal
from control.models import Event, Stream
from control.rehearsal.conductor import finish_rehearsal
from control.rehearsal.event_copy import Wish, copies_of, rehearse, throw_away
from control.rehearsal.keepers import desks_taken, seats_taken
from control.rehearsal.models import RehearsalCard
from control.rehearsal.troubles import TroubleKind, plan_of
from rooms.realm.desks import ALL_DESKS, Desk

pytestmark = pytest.mark.django_db(transaction=True)
WISH = {"begins_in": "1", "rounds": "1", "speed": "month", "seed": "7", "trouble_worker": "surprise", "trouble_paper": "1"}


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


@pytest.fixture
def olga(event) -> Client:
    return client_of("olga")


def post(client: Client, name: str, event: Event, **fields: str):
    return client.post(reverse(f"desk:{name}", args=[event.pk]), fields)


def page(client: Client, name: str, *args: object) -> str:
    response = client.get(reverse(f"desk:{name}", args=args))
    assert response.status_code == 200
    return response.content.decode()


def test_an_organizer_makes_one_and_is_led_to_its_copy(event, olga):
    response = post(olga, "rehearsal", event, **WISH)
    (copy,) = copies_of(event)
    assert response.headers["Location"] == reverse("desk:rehearsal", args=[copy.pk])
    assert {each.kind for each in plan_of(copy.rehearsal.plan)} == {TroubleKind.WORKER, TroubleKind.PAPER}
    shown = page(olga, "rehearsal", copy.pk)
    assert "Speed: every round in a minute. Seed: 7." in shown
    assert "A surprise" in shown
    assert "The worker is killed" not in shown.split("led-now")[0].rsplit("<tbody>", 1)[-1]


@pytest.mark.parametrize(("field", "value"), [("begins_in", "99"), ("speed", "warp"), ("seed", "7" * 41), ("trouble_news", "99")])
def test_what_cannot_be_is_said_in_one_sentence_and_nothing_is_made(event, olga, field, value):
    response = post(olga, "rehearsal", event, **WISH | {field: value})
    assert response.status_code == 422
    assert 'class="said"' in response.content.decode() or "said" in response.content.decode()
    assert copies_of(event) == []


def test_nobody_but_an_organizer_comes_to_it(event):
    wanda = client_of("wanda")
    assert wanda.get(reverse("desk:rehearsal", args=[event.pk])).status_code == 404
    assert post(wanda, "rehearsal", event, **WISH).status_code == 404
    assert copies_of(event) == []
    copy = rehearse(event, Wish())
    for what in ("run", "stop", "desk", "seat", "trouble", "away"):
        assert post(wanda, f"rehearsal-{what}", copy, what=Desk.WAR).status_code == 404
    finish_rehearsal(copy)
    card = RehearsalCard.objects.get(event=event)
    assert wanda.get(reverse("desk:rehearsal-card", args=[event.pk, card.pk])).status_code == 404
    assert [each.pk for each in copies_of(event)] == [copy.pk]


def room(client: Client, event: Event, name: str) -> str:
    return client.get(f"/control/{event.pk}/{name}/").content.decode()


def taken(copy: Event) -> dict[str, str]:
    copy.rehearsal.refresh_from_db()
    return dict(desks_taken(copy.rehearsal))


def test_who_looks_in_takes_no_desk_and_who_presses_takes_their_own(event, olga):
    copy, wanda = rehearse(event, Wish()), client_of("wanda")
    shown = page(wanda, "overview", copy.pk) + room(wanda, copy, "war") + room(olga, copy, "court")
    assert "Bots keep War Control." in shown
    assert "Bots keep Court Control." in shown
    assert taken(copy) == {}
    sat = post(wanda, "rehearsal-sit", copy, what=Desk.WAR, act="me")
    assert sat.headers["Location"] == f"/control/{copy.pk}/war/"
    assert taken(copy) == {Desk.WAR: "wanda"}
    assert "You keep War Control." in room(wanda, copy, "war")
    assert "wanda keeps War Control" in room(olga, copy, "war")
    post(olga, "rehearsal-desk", copy, what=Desk.WAR, act="bots")
    assert taken(copy) == {}


def test_nobody_takes_a_desk_that_is_not_theirs_or_one_of_an_event_or_of_what_is_over(event, olga):
    copy, wanda = rehearse(event, Wish()), client_of("wanda")
    assert post(wanda, "rehearsal-sit", copy, what=Desk.COURT, act="me").status_code == 404
    assert post(wanda, "rehearsal-sit", event, what=Desk.WAR, act="me").status_code == 404
    assert "rehearsal/sit/" not in room(wanda, event, "war")
    finish_rehearsal(copy)
    assert post(wanda, "rehearsal-sit", copy, what=Desk.WAR, act="me").status_code == 404
    assert "rehearsal/sit/" not in room(wanda, copy, "war")
    assert taken(copy) == {}


def test_one_that_is_made_on_the_page_waits_until_it_is_let_run(event, olga):
    post(olga, "rehearsal", event, **WISH | {"begins_in": "2"})
    (copy,) = copies_of(event)
    assert journal.head(copy.stream).state.clock.paused
    assert "It waits for you" in page(olga, "rehearsal", copy.pk)
    post(olga, "rehearsal-run", copy)
    clock = journal.head(Stream.objects.get(pk=copy.stream_id)).state.clock
    assert (clock.paused, clock.month) == (False, 2)
    copy.rehearsal.refresh_from_db()
    assert copy.rehearsal.begins_after == Stream.objects.get(pk=copy.stream_id).head  # the card covers nothing before
    assert "It waits for you" not in page(olga, "rehearsal", copy.pk)
    assert post(olga, "rehearsal-run", copy).status_code == 409


def test_a_seat_is_taken_by_a_code_and_given_back(event, olga):
    copy = rehearse(event, Wish())
    shown = post(olga, "rehearsal-seat", copy, what="cat-1", act="code").content.decode()
    assert "This code opens the rehearsal alone" in shown
    assert "Write it on the badge" not in shown
    assert f'href="{reverse("desk:rehearsal", args=[copy.pk])}" data-close' in shown
    assert seats_taken(copy) == {"cat-1"}
    post(olga, "rehearsal-seat", copy, what="cat-1", act="bots")
    assert seats_taken(copy) == frozenset()


def test_something_goes_wrong_at_once(event, olga):
    copy = rehearse(event, Wish())
    post(olga, "rehearsal-trouble", copy, what="news")
    copy.rehearsal.refresh_from_db()
    assert [(each.kind, each.at_once) for each in plan_of(copy.rehearsal.plan)] == [(TroubleKind.NEWS, True)]


def test_it_is_stopped_graded_and_thrown_away_and_the_card_stays(event, olga):
    copy = rehearse(event, Wish())
    staff = Actor(name="olga", desks=ALL_DESKS)
    call = CallControl(seat=SeatId("cat-1"), text="When is lunch?")
    desk.perform(stream_id=copy.stream_id, command=call, by=Actor(seat=SeatId("cat-1")), command_id=uuid.uuid4())
    desk.perform(stream_id=copy.stream_id, command=AnswerCall(call=1), by=staff, command_id=uuid.uuid4())
    response = post(olga, "rehearsal-stop", copy)
    card = RehearsalCard.objects.get(event=event)
    assert response.headers["Location"] == reverse("desk:rehearsal-card", args=[event.pk, card.pk])
    shown = page(olga, "rehearsal-card", event.pk, card.pk)
    moment = shown.split(f'href="/debrief/{copy.pk}/', 1)[1].split('"', 1)[0]
    assert olga.get(f"/debrief/{copy.pk}/{moment}").status_code == 200
    assert post(olga, "rehearsal-away", event).headers["Location"] == reverse("desk:rehearsal", args=[event.pk])
    assert copies_of(event) == []
    assert "Its card stays." in page(olga, "rehearsal", event.pk)
    assert "thrown away" in page(olga, "rehearsal-card", event.pk, card.pk)


def test_one_that_is_thrown_away_while_it_runs_leaves_no_card_and_none_is_promised(event, olga):
    finish_rehearsal(rehearse(event, Wish()), system_time.now())  # an earlier rehearsal's card must not count
    copy = rehearse(event, Wish())
    post(olga, "rehearsal-away", copy)
    assert not RehearsalCard.objects.filter(copy=copy.pk).exists()
    shown = page(olga, "rehearsal", event.pk)
    assert "there is no report card of it" in shown
    assert "Its card stays" not in shown


def test_a_card_stands_beside_the_one_before(event, olga):
    for _each in range(2):
        finish_rehearsal(rehearse(event, Wish()), system_time.now())
    newest, first = RehearsalCard.objects.filter(event=event)
    assert "Difference" in page(olga, "rehearsal-card", event.pk, newest.pk)
    assert "Difference" not in page(olga, "rehearsal-card", event.pk, first.pk)


def test_the_team_finds_the_rehearsal_among_its_events_under_a_heading_of_its_own(event, olga):
    wanda = client_of("wanda")
    assert wanda.get(reverse("desk:events")).status_code == 302
    copy = rehearse(event, Wish())
    shown = wanda.get(reverse("desk:events")).content.decode()
    assert shown.index("The day") < shown.index("<h2>Rehearsals</h2>") < shown.index("REHEARSAL of The day")
    throw_away(copy)
    assert wanda.get(reverse("desk:events")).status_code == 302


def test_an_event_cannot_be_led_or_thrown_away_as_one(event, olga):
    assert [post(olga, f"rehearsal-{what}", event).status_code for what in ("run", "stop", "desk", "seat", "trouble")] == [404] * 5
    post(olga, "rehearsal-away", event)
    assert Event.objects.filter(pk=event.pk).exists()
