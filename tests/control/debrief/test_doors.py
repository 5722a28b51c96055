"""Access to a debrief: after the day, for the audience that the organizer has chosen, and nobody else."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from control.debrief.access import Audience, debrief_of_seat, debrief_row, token_of
from control.debrief.opening import open_for
from control.engine.ids import SeatId
from control.engine.refusal import Refused
from control.models import AuditLine
from control.people import access
from control.people.events import create_event
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from tests.scenarios import small
from tests.teams import member, seated

pytestmark = pytest.mark.django_db


def start(event) -> str:
    return reverse("debrief:start", args=[event.pk])


def stranger() -> Client:
    return Client()


def player(event, key="cat-1") -> Client:
    client = Client()
    client.post(reverse("control:link", args=[access.issue_code(event.seats.get(key=key))]))
    return client


def by_link(event) -> Client:
    client = Client()
    client.get(reverse("debrief:link", args=[event.pk, debrief_row(event).key]))
    return client


def test_it_cannot_be_opened_before_the_day_is_over():
    event = create_event(realm=NAME, name="Now", scenario=small(), casting=small().casting)

    with pytest.raises(Refused, match="The day is not over yet"):
        open_for(event, Audience.TEAM, "olga")

    assert debrief_row(event) is None


def test_nobody_looks_back_before_it_is_opened(played):
    overview = member(Desk.WAR, events=[played]).get(reverse("desk:overview", args=[played.pk]))
    assert start(played) not in overview.content.decode()
    assert {member(Desk.WAR, events=[played]).get(start(played)).status_code, stranger().get(start(played)).status_code} == {404}


@pytest.mark.parametrize(
    ("audience", "may"),
    [(Audience.TEAM, (200, 404, 404)), (Audience.PLAYERS, (200, 200, 404)), (Audience.LINK, (200, 200, 404))],
)
def test_each_audience_is_let_in_and_no_other(played, audience, may):
    open_for(played, audience, "olga")

    overview = member(Desk.WAR, events=[played]).get(reverse("desk:overview", args=[played.pk]))
    assert f'href="{start(played)}"' in overview.content.decode()  # a volunteer finds the page without knowing its address
    assert (
        tuple(each.get(start(played)).status_code for each in (member(Desk.WAR, events=[played]), player(played), stranger()))
        == may
    )


@pytest.mark.parametrize("back", [Audience.SHUT, Audience.TEAM])
def test_whoever_has_the_link_is_let_in_until_it_is_shut_or_the_teams_alone(opened, back):
    client, old = by_link(opened), debrief_row(opened).key
    assert client.get(start(opened)).status_code == 200

    open_for(opened, back, "olga")
    assert client.get(start(opened)).status_code == 404
    open_for(opened, Audience.LINK, "olga")

    assert client.get(start(opened)).status_code == 404
    assert stranger().get(reverse("debrief:link", args=[opened.pk, old])).status_code == 404


def test_a_member_of_another_event_and_a_player_of_another_are_strangers(opened):
    other = create_event(realm=NAME, name="Other", scenario=small(), casting=small().casting)
    open_for(opened, Audience.PLAYERS, "olga")

    assert {member(Desk.WAR, events=[other]).get(start(opened)).status_code, player(other).get(start(opened)).status_code} == {404}


def test_a_players_own_link_is_that_players_alone_and_goes_with_the_key(opened):
    token = token_of(debrief_row(opened), SeatId("cat-1"))

    assert debrief_of_seat(opened.pk, token).seat == "cat-1"
    for wrong in (token.replace("cat-1", "cat-2"), token[:-1], "cat-1", "", "cat-1.", "kät-1.x"):
        with pytest.raises(Exception, match="Not open"):
            debrief_of_seat(opened.pk, wrong)
    open_for(opened, Audience.SHUT, "olga")
    open_for(opened, Audience.LINK, "olga")
    with pytest.raises(Exception, match="Not open"):
        debrief_of_seat(opened.pk, token)


def test_the_organizer_opens_it_at_the_desk_and_the_log_keeps_it(played):
    client, page = Client(), reverse("desk:debrief", args=[played.pk])
    client.force_login(seated(User.objects.create_user("olga"), [Desk.ORGANIZER], played))
    assert member(Desk.WAR, events=[played]).get(page).status_code == 404

    assert "Open now for: <b>Nobody</b>" in client.get(page).content.decode()
    said = client.post(page, {"audience": "link"}, follow=True).content.decode()

    assert "Open now for: <b>Anybody with the link</b>" in said
    assert "Anybody with the link" in said
    assert reverse("debrief:link", args=[played.pk, debrief_row(played).key]) in client.get(page).content.decode()
    assert AuditLine.objects.filter(event=played, kind="debrief", by="olga").count() == 1
    assert "Choose one of the four" in client.post(page, {"audience": "world"}, follow=True).content.decode()
