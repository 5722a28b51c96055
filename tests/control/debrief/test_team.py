"""Debrief page for the control team only: figures from the journal, each with a link to its moment."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from control import system_time
from control.day.calls import AnswerCall, CallControl, CallKind, EndCall
from control.day.clock.phases import SetClock
from control.day.handoffs import HandOver, TakeHandOff
from control.day.rulings import RecordRuling, RetractRuling
from control.day.teamwork import Wait
from control.debrief.access import Audience
from control.debrief.opening import open_for
from control.debrief.team import Teller
from control.debrief.team_figures import difference_words, figures, phase_lengths_of, teamwork_of, value_words
from control.engine.context import Actor
from control.engine.viewer import HALL
from control.journal import desk, journal
from control.models import Event
from control.regions.sight import Sight
from rooms.realm.desks import Desk
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Phase
from tests.control.debrief.conftest import written
from tests.control.phones import CAT_1, OLGA, Day
from tests.scenarios import small
from tests.teams import member, seated

pytestmark = pytest.mark.django_db

WALT = Actor(name="walt", desks=frozenset({Desk.WAR}))
CORA = Actor(name="cora", desks=frozenset({Desk.COURT}))


def page_of(event: Event, client: Client, **asked: object) -> str:
    answer = client.get(reverse("debrief:team", args=[event.pk]), asked)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def fresh(event: Event) -> Event:
    return Event.objects.select_related("stream").get(pk=event.pk)


@pytest.fixture
def worked_day(db) -> Event:
    """A short day with a player's call, a hand-off, a ruling, and a withdrawn command."""
    day = Day(small())
    seated(User.objects.create_user("walt"), [Desk.WAR], day.event)
    seated(User.objects.create_user("cora"), [Desk.COURT], day.event)
    day.here(CAT_1).until(Phase.PLANNING)
    day.do(CallControl(seat=CAT_1, kind=CallKind.STUCK, place="War Room"), by=Actor(seat=CAT_1))
    day.do(AnswerCall(call=1), by=WALT)
    day.do(EndCall(call=1), by=WALT)
    day.do(HandOver(origin=Desk.WAR, to=Desk.COURT, what="Two prisoners"), by=WALT)
    day.do(TakeHandOff(hand_off=1), by=CORA)
    day.do(RecordRuling(rule="R-57", text="It counts.", because="the card says so.", desk=Desk.WAR), by=WALT)
    day.do(RetractRuling(ruling=1, reason="the card was another"), by=WALT)
    before = day.state.seats[CAT_1].purse.power
    day.do(AdjustPower(seat=CAT_1, before=before, power=before + 2, reason="chips counted"), by=WALT)
    wrong = day.do(AdjustPower(seat=CAT_1, before=before + 2, power=before, reason="a slip"), by=OLGA)
    desk.withdraw(
        stream_id=day.event.stream_id,
        entries=[entry.seq for entry in wrong.entries],
        reason="wrong player",
        by=OLGA,
        command_id=uuid.uuid4(),
    )
    day.do(SetClock(month=4, phase=Phase.RETURN, seconds=60))
    day.end()
    open_for(fresh(day.event), Audience.LINK, "olga")
    return fresh(day.event)


def figures_of(event: Event) -> dict[str, object]:
    sight = Sight(journal.head(event.stream).state, HALL)
    return {each.words: each.value for each in figures(teamwork_of(event), phase_lengths_of(event.stream, sight))}


def test_a_stranger_a_player_and_who_has_the_link_find_no_page(worked_day):
    day = Day.__new__(Day)
    day.event = worked_day
    player, stranger = day.phone(CAT_1), Client()
    stranger.get(reverse("debrief:link", args=[worked_day.pk, worked_day.debrief.key]))
    address = reverse("debrief:team", args=[worked_day.pk])

    for each in (player, stranger):
        start = each.get(reverse("debrief:start", args=[worked_day.pk]))
        assert start.status_code == 200
        assert address not in start.content.decode()
        assert each.get(address).status_code == 404
    assert address in member(Desk.WAR, events=[worked_day]).get(reverse("debrief:start", args=[worked_day.pk])).content.decode()


def test_the_figures_are_those_of_the_journal(worked_day):
    found = figures_of(worked_day)

    assert [found[each] for each in ("Calls for Control", "Hand-offs", "Rulings", "Set right by hand", "Withdrawn")] == [
        1,
        1,
        1,
        2,
        1,
    ]
    assert found["The call that waited longest"] is not None


def test_everything_is_told_by_whom_with_its_reason_and_leads_to_its_moment(worked_day):
    shown = page_of(worked_day, member(Desk.WAR, events=[worked_day]))

    for said in ("I am stuck", "War Room", "Two prisoners", "R-57: It counts. Reason: the card says so.", "the card was another"):
        assert said in shown
    assert "Waited longest" in shown
    assert "the longest first" in shown
    assert "wrong player" in shown
    assert "chips counted" in shown
    assert "cora" in shown
    moments = {int(seq) for seq in re.findall(rf'href="/debrief/{worked_day.pk}/at/(\d+)/"', shown)}
    assert len(moments) > 5
    client = member(Desk.WAR, events=[worked_day])
    assert client.get(reverse("debrief:moment", args=[worked_day.pk, max(moments)])).status_code == 200


def test_what_nobody_answered_stands_apart_and_the_longest_first(played):
    def wait(how, seconds, seq) -> Wait:
        waited = None if seconds is None else timedelta(seconds=seconds)
        return Wait(
            kind="decision", seq=seq, month=1, began=system_time.now(), desk=Desk.WAR, what=f"{seq}", how=how, waited=waited
        )

    frame = journal.head(played.stream).state.frame
    waits = (wait("answered", 5, 1), wait("default", 60, 2), wait("open", None, 3), wait("team", 90, 4), wait("gone", 99, 5))
    many = tuple(wait("answered", each, 10 + each) for each in range(12))
    found = Teller(played.pk, frame, {}).waits((*waits, *many))

    assert [each.what for each in found.missed.shown] == ["3", "2"]
    assert (found.missed.count, found.answered.count) == (2, 14)
    assert [each.what for each in found.answered.shown] == [
        "4",
        *(f"{10 + each}" for each in range(11, 5, -1)),
        "1",
    ]  # the earlier of two equally long ones


def test_a_desk_is_counted_by_who_sits_there(worked_day):
    work = teamwork_of(worked_day)

    assert work.load[Desk.WAR, 1].count == 6
    assert work.load[Desk.COURT, 1].count == 1
    assert [(each.by, each.month) for each in work.amends if each.amends == "withdrawn"] == [("olga", 1)]


def test_beside_stands_another_day_of_the_same_team_and_no_other(worked_day):
    mine, others = written("day", "Long Ago"), written("day", "Not Mine")
    client = member(Desk.WAR, events=[worked_day, mine])

    shown = page_of(worked_day, client)

    assert "Long Ago" in shown
    assert "Difference" in shown
    assert "Not Mine" not in shown
    assert "Difference" not in page_of(worked_day, client, beside=0)
    assert client.get(reverse("debrief:team", args=[worked_day.pk]), {"beside": others.pk}).status_code == 404


def test_a_day_that_is_not_over_stands_beside_none(worked_day):
    running = Day(small()).event

    assert "Test day</option>" not in page_of(worked_day, member(Desk.WAR, events=[worked_day, running]))


def test_a_whole_day_of_the_rules_is_told(opened):
    work = teamwork_of(opened)

    assert work.of("decision")
    assert work.load
    assert "What to change next time" in page_of(opened, member(Desk.WAR, events=[opened]))


@pytest.mark.parametrize(
    ("value", "other", "words"),
    [
        (3, 1, "+2"),
        (1, 3, "−2"),
        (2, 2, "="),
        (timedelta(seconds=90), timedelta(seconds=30), "+1:00"),
        (timedelta(seconds=30), timedelta(seconds=120), "−1:30"),
        (timedelta(seconds=30), timedelta(seconds=30.2), "="),
        (None, 3, "–"),
    ],
)
def test_a_difference_has_its_sign(value, other, words):
    assert difference_words(value, other) == words


def test_what_came_before_its_time_is_less_than_nothing():
    assert value_words(timedelta(seconds=-90)) == "−1:30"
