"""A rehearsal beside its event: no phone, tablet or account of one can act in the other by mistake."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from control.debrief.access import is_open_for_team
from control.hall.screens import showings
from control.journal import journal
from control.models import Event, Membership, Rehearsal, Seat, Stream
from control.people import access, staff
from control.people.events import create_event
from control.rehearsal import event_copy, guide
from control.rehearsal.conductor import finish_rehearsal
from control.rehearsal.crew import BotCrew
from control.rehearsal.event_copy import MAKING, Wish, copies_of, copy_lock, rehearse, throw_away
from control.rehearsal.models import GuideRun
from control.rehearsal.trouble_stage import MOST_AT_ONCE, TroubleStage, add_to_plan, stage_of
from control.rehearsal.troubles import PlannedTrouble, TroubleKind, plan_of
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.frame import NAME
from tests.scenarios import small

pytestmark = pytest.mark.django_db(transaction=True)

BAND = b"rehearsal-band"


@pytest.fixture
def event() -> Event:
    """An event with an organizer, and two newcomers at one desk each."""
    cache.clear()
    made = create_event(realm=NAME, name="The day", scenario=small(), casting=small().casting)
    for name, desks in {"olga": ALL_DESKS, "wanda": {Desk.WAR}, "cora": {Desk.COURT}}.items():
        staff.seat_account(made, User.objects.create_user(name), desks, by="", made_here=name == "wanda")
    return Event.objects.select_related("stream").get(pk=made.pk)


def account(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


# --- phones ---------------------------------------------------------------------------------------------------------------


class Phone:
    """A browser with open tabs: forms of an older page send the older token."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)

    def joins(self, event: Event, seat: str) -> None:
        code = access.issue_code(Seat.objects.get(event=event, key=seat))
        address = f"/j/{code}/"
        self.client.get(address)
        assert self.client.post(address, {"csrfmiddlewaretoken": self.token()}).status_code == 302

    def token(self) -> str:
        return str(self.client.cookies["csrftoken"].value)

    def calls(self, token: str) -> int:
        return self.client.post("/play/call/", {"place": "here", "text": "?", "csrfmiddlewaretoken": token}).status_code


def calls_in(event: Event) -> int:
    return len(journal.head(Stream.objects.get(pk=event.stream_id)).state.calls)


def test_a_page_of_the_copy_that_is_still_open_sends_nothing_to_the_event(event):
    copy, phone = rehearse(event, Wish()), Phone()
    phone.joins(copy, "cat-1")
    of_copy = phone.token()
    assert phone.calls(of_copy) != 403  # so the next one can fail
    phone.joins(event, "cat-1")
    assert phone.calls(of_copy) == 403
    assert calls_in(event) == 0


def test_a_page_of_the_event_that_is_still_open_sends_nothing_to_the_copy(event):
    copy, phone = rehearse(event, Wish()), Phone()
    phone.joins(event, "cat-1")
    of_event = phone.token()
    phone.joins(copy, "cat-1")
    assert phone.calls(of_event) == 403
    assert calls_in(copy) == 0


def test_nor_does_a_page_of_a_copy_that_was_thrown_away(event):
    copy, phone = rehearse(event, Wish()), Phone()
    phone.joins(copy, "cat-1")
    of_copy = phone.token()
    throw_away(copy)
    phone.joins(event, "cat-1")
    assert phone.calls(of_copy) == 403


def test_a_phone_of_a_copy_that_was_thrown_away_reads_so_and_not_that_a_code_was_issued(event):
    copy, phone = rehearse(event, Wish()), Phone()
    phone.joins(copy, "cat-1")
    throw_away(copy)
    page = phone.client.get("/").content.decode()
    assert "The rehearsal in which this phone was is over and thrown away." in page
    assert "a new code was issued" not in page


def test_who_joins_again_as_the_same_player_goes_on(event):
    phone = Phone()
    phone.joins(event, "cat-1")
    before = phone.token()
    phone.joins(event, "cat-1")
    assert phone.token() == before


def test_the_door_says_whether_a_code_leads_to_a_rehearsal(event):
    copy = rehearse(event, Wish())
    codes = {each: access.issue_code(Seat.objects.get(event=each, key="cat-1")) for each in (event, copy)}
    assert BAND in Client().get(f"/j/{codes[copy]}/").content
    phone = Client()
    phone.post(f"/j/{codes[copy]}/")
    assert BAND not in phone.get(f"/j/{codes[event]}/").content


# --- accounts -------------------------------------------------------------------------------------------------------------


def test_while_there_is_a_rehearsal_a_password_can_be_renewed(event):
    before = {each.name: each.ours for each in staff.members(event.pk)}
    assert before["wanda"]
    copy = rehearse(event, Wish())
    assert {each.name: each.ours for each in staff.members(event.pk)} == before
    assert not any(each.ours for each in staff.members(copy.pk))  # only the event can give it
    assert staff.renew_password(event, "olga", User.objects.get(username="wanda").pk)


def test_an_account_that_works_in_another_event_is_nobodys_to_renew(event):
    other = create_event(realm=NAME, name="Another", scenario=small(), casting=small().casting)
    staff.seat_account(other, User.objects.get(username="wanda"), {Desk.WAR}, by="")
    assert not any(each.ours for each in staff.members(event.pk))


def test_who_is_withdrawn_invited_or_moved_is_so_in_the_rehearsal(event):
    copy = rehearse(event, Wish())
    staff.remove_member(event, "olga", User.objects.get(username="wanda").pk)
    assert account("wanda").get(f"/control/{copy.pk}/").status_code == 404
    staff.invite_new(event, "olga", "nina", {Desk.UNDERGROUND})
    cora = Membership.objects.get(event=event, user__username="cora")
    staff.change_desks(event, "olga", cora.user_id, cora.desks, {Desk.WAR})
    there = dict(Membership.objects.filter(event=copy).values_list("user__username", "desks"))
    assert there == dict(Membership.objects.filter(event=event).values_list("user__username", "desks"))


def test_what_a_rehearsal_unseals_is_its_organizers_until_they_open_it(event):
    """The copy contains the future day's scenario: which secrets are true, and what the decks hold."""
    copy = rehearse(event, Wish(), by="olga")
    finish_rehearsal(copy)
    debrief, desk = f"/debrief/{copy.pk}/", f"/control/{copy.pk}/debrief/"
    assert [account(name).get(debrief).status_code for name in ("olga", "wanda")] == [200, 404]
    assert [is_open_for_team(copy, frozenset({each})) for each in (Desk.ORGANIZER, Desk.WAR)] == [True, False]  # for links
    shut = account("olga").get(desk).content.decode()
    assert re.search(r'value="shut"[^>]*checked', shut)
    account("olga").post(desk, {"audience": "team"})
    assert account("wanda").get(debrief).status_code == 200
    assert is_open_for_team(copy, frozenset({Desk.WAR}))
    account("olga").post(desk, {"audience": "shut"})
    assert [account(name).get(debrief).status_code for name in ("olga", "wanda")] == [404, 404]


def test_nor_can_a_screen_show_it_until_they_open_it(event):
    copy = rehearse(event, Wish(), by="olga")
    finish_rehearsal(copy)
    assert "debrief" not in [each.id for each in showings(copy)]
    account("olga").post(f"/control/{copy.pk}/debrief/", {"audience": "team"})
    assert "debrief" in [each.id for each in showings(copy)]


# --- make and delete --------------------------------------------------------------------------------------------------------


def test_one_rehearsal_is_made_at_a_time(event):
    olga = account("olga")
    wish = {"begins_in": "1", "rounds": "1", "speed": "month", "seed": "7"}
    with copy_lock():
        second = olga.post(f"/control/{event.pk}/rehearsal/", wish)
        thrown = olga.post(f"/control/{event.pk}/rehearsal/away/", follow=True)
    assert second.status_code == 422
    assert "A rehearsal is being made at this moment." in second.content.decode()
    assert "A rehearsal is being made at this moment." in thrown.content.decode()
    assert copies_of(event) == []
    assert olga.post(f"/control/{event.pk}/rehearsal/", wish).status_code == 302


def test_one_that_is_thrown_away_while_it_is_made_is_told_in_a_sentence(event, monkeypatch):
    """Deleted by a console with the same database but another cache, such as the command line."""

    def gone(*_given: object, **_named: object) -> None:
        raise Stream.DoesNotExist

    monkeypatch.setattr(event_copy, "_write_copy", gone)
    answer = account("olga").post(
        f"/control/{event.pk}/rehearsal/", {"begins_in": "1", "rounds": "1", "speed": "month", "seed": "7"}
    )
    assert answer.status_code == 422
    assert "This rehearsal was thrown away while it was being made." in answer.content.decode()
    assert cache.get(MAKING) is None


def test_a_newcomer_of_one_desk_throws_nobody_elses_rehearsal_away(event):
    led = rehearse(event, Wish(), by="olga")
    wanda = account("wanda")
    begin = {"guide": "war", "how": "new"}
    assert 'value="new"' not in wanda.get(f"/control/{event.pk}/guide/").content.decode()
    answer = wanda.post(f"/control/{event.pk}/guide/begin/", begin, follow=True)
    assert "olga has made the rehearsal that runs." in answer.content.decode()
    assert [each.pk for each in copies_of(event)] == [led.pk]


def test_who_made_it_and_is_alone_in_it_may_and_who_leads(event):
    copy = rehearse(event, Wish(), by="wanda")
    copy = copies_of(event)[0]
    assert guide.may_replace(copy, "wanda", leads=False)
    assert not guide.may_replace(copy, "cora", leads=False)
    assert guide.may_replace(copy, "olga", leads=True)
    GuideRun.objects.create(event=copy, guide="court", by="cora", since=0, began_at=copy.rehearsal.made_at)
    assert not guide.may_replace(copy, "wanda", leads=False)


# --- trouble --------------------------------------------------------------------------------------------------------------


def test_trouble_that_is_pressed_while_the_plan_is_followed_is_not_lost(event, monkeypatch):
    copy = Event.objects.select_related("stream", "rehearsal").get(pk=rehearse(event, Wish(begins_in=1), by="olga").pk)
    add_to_plan(copy.pk, PlannedTrouble(kind=TroubleKind.RULING, round=1, at_once=True))
    stage = stage_of(BotCrew(event=copy, row=copy.rehearsal))
    begun = TroubleStage._begun

    def slowly(self: TroubleStage, trouble: PlannedTrouble, now):
        add_to_plan(copy.pk, PlannedTrouble(kind=TroubleKind.NEWS, round=1, at_once=True))
        return begun(self, trouble, now)

    monkeypatch.setattr(TroubleStage, "_begun", slowly)
    stage.look(copy.rehearsal.made_at)
    plan = plan_of(Rehearsal.objects.get(event=copy).plan)
    assert [(each.kind, bool(each.began)) for each in plan] == [(TroubleKind.RULING, True), (TroubleKind.NEWS, False)]


def test_there_is_an_end_to_trouble(event):
    copy, olga = rehearse(event, Wish(), by="olga"), account("olga")
    for _each in range(MOST_AT_ONCE):
        assert add_to_plan(copy.pk, PlannedTrouble(kind=TroubleKind.LATE, round=1))
    answer = olga.post(f"/control/{copy.pk}/rehearsal/trouble/", {"what": "late"})
    assert "There is as much trouble as anybody can mend." in answer.content.decode()
    assert len(plan_of(Rehearsal.objects.get(event=copy).plan)) == MOST_AT_ONCE
