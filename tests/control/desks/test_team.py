"""The organizer's page of the team: invitations, desks, passwords, removals, and what nobody can do there."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.test import Client

from control.engine.refusal import Refused, Stale
from control.live import broadcast
from control.models import Event, Membership
from control.people import access, group_desks, staff
from control.people.events import create_event
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from tests.control.desks.conftest import Person, signed_in, words
from tests.scenarios import small
from tests.teams import seated

pytestmark = pytest.mark.django_db
PASSWORD = re.compile(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}")


@pytest.fixture
def other(day) -> Event:
    return create_event(realm=NAME, name="Another day", scenario=small(), casting=small().casting)


def account(name: str, *desks: Desk, event: Event | None = None) -> User:
    user = User.objects.create_user(name, password="of-before")
    return seated(user, desks, event) if event else user


def desks(name: str, event: Event) -> frozenset[Desk]:
    return access.desks_of(User.objects.get(username=name), event.pk)


def at(user: User, act: str) -> str:
    return f"team/{user.pk}/{act}/"


# --- access -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("desk", sorted(Desk))
def test_the_team_is_the_organizers(sits, day, desk):
    other = account("wanda", Desk.WAR, event=day.event)
    person = sits(desk)
    organizes = desk is Desk.ORGANIZER
    addresses = ("team/", "team/invite/", *(at(other, act) for act in ("desks", "password", "withdraw")))

    assert [person.get(address).status_code for address in addresses] == [200 if organizes else 404] * 5
    assert (f'href="/control/{day.event.pk}/team/"' in person.get("").content.decode()) is organizes


def test_the_page_names_everybody_with_their_desks_and_nobody_of_another_event(organizer, day, other):
    account("wanda", Desk.WAR, Desk.COURT, event=day.event)
    account("stranger", Desk.WAR, event=other)

    page = words(organizer.get("team/"))

    assert "wanda war court" in page
    assert "organizer you organizer" in page
    assert "stranger" not in page


@pytest.mark.parametrize("act", ["desks", "password", "withdraw"])
@pytest.mark.parametrize("how", ["get", "post"])
def test_nobody_of_another_events_team_is_to_be_found(organizer, day, other, act, how):
    theirs = account("stranger", Desk.WAR, event=other)

    answer = organizer.get(at(theirs, act)) if how == "get" else organizer.tap(at(theirs, act), {"desks": "war", "before": "war"})

    assert answer.status_code == 404
    assert desks("stranger", other) == {Desk.WAR}
    assert authenticate(username="stranger", password="of-before")


# --- invitations --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["tap", "post"])
def test_a_new_account_has_a_password_that_is_shown_once(organizer, day, how):
    said = words(getattr(organizer, how)("team/invite/", {"name": "wanda", "desks": ["war", "court"]}))

    (password,) = PASSWORD.findall(said)
    assert authenticate(username="wanda", password=password)
    assert desks("wanda", day.event) == {Desk.WAR, Desk.COURT}
    assert not PASSWORD.search(words(organizer.get("team/")))
    row = Membership.objects.get(user__username="wanda")
    assert (row.given_by, row.made_here) == ("organizer", True)


def test_an_account_of_another_event_comes_in_with_the_password_it_has(organizer, day, other):
    account("wanda", Desk.WAR, event=other)

    said = organizer.tap("team/invite/", {"name": "wanda", "known": "on", "desks": ["court"]})

    assert "wanda is in the team now, with the password of before." in words(said)
    assert authenticate(username="wanda", password="of-before")
    assert (desks("wanda", day.event), desks("wanda", other)) == ({Desk.COURT}, {Desk.WAR})


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        pytest.param({"name": "Wanda"}, "There is an account called “Wanda” already.", id="taken, whatever capitals"),
        pytest.param({"name": "nobody", "known": "on"}, "There is no account called “nobody”.", id="not known"),
        pytest.param({"name": "closed", "known": "on"}, "There is no account called “closed”.", id="closed"),
        pytest.param({"name": "organizer", "known": "on"}, "“organizer” is in the team already", id="in the team"),
        pytest.param({"name": "two words"}, "A name has 1 to 60 characters and no spaces.", id="blanks"),
        pytest.param({"name": "x" * 61}, "A name has 1 to 60 characters and no spaces.", id="too long"),
        pytest.param({"name": "a\u202eb"}, "A name has 1 to 60 characters and no spaces.", id="not printed"),
        pytest.param({"name": ""}, "Write the name to sign in with.", id="no name"),
        pytest.param({"name": "bob", "desks": []}, "Choose at least one desk.", id="no desk"),
        pytest.param({"name": "bob", "desks": ["kitchen"]}, "This form is broken", id="no such desk"),
    ],
)
def test_an_invitation_that_cannot_be_is_one_sentence_and_changes_nothing(organizer, day, other, sent, sentence):
    account("wanda", Desk.WAR, event=other)
    User.objects.filter(pk=account("closed").pk).update(is_active=False)
    before = (User.objects.count(), Membership.objects.count())

    answer = organizer.tap("team/invite/", {"desks": ["court"], **sent})

    assert answer.status_code == 422
    assert sentence in words(answer)
    assert (User.objects.count(), Membership.objects.count()) == before
    assert authenticate(username="wanda", password="of-before")


@pytest.mark.parametrize("act", ["invite", "desks"])
def test_that_no_desk_is_chosen_is_said_once_and_beside_the_desks(organizer, day, act):
    member = account("wanda", Desk.WAR, event=day.event)
    address = "team/invite/" if act == "invite" else at(member, "desks")

    for answer in (organizer.tap, organizer.post):  # in the dialog, and on its own page, which has a line at its foot
        page = answer(address, {"name": "bob", "before": "war"}).content.decode()
        form = page.partition('<form method="post" action="/control/')[2].partition("</form>")[0]
        beside = form.partition("<legend>")[2].partition("</fieldset>")[0]
        assert form.count("Choose at least one desk.") == beside.count("Choose at least one desk.") == 1

    assert not User.objects.filter(username="bob").exists()


# --- desks --------------------------------------------------------------------------------------------------------------


def test_other_desks_are_given_and_the_open_screens_closed(organizer, day, other, monkeypatch, django_capture_on_commit_callbacks):
    closed = []
    monkeypatch.setattr(broadcast, "close_account", lambda event_id, user_id: closed.append((event_id, user_id)))
    wanda = account("wanda", Desk.WAR, event=day.event)
    seated(wanda, [Desk.WAR], other)
    with django_capture_on_commit_callbacks(execute=True):
        said = organizer.tap(at(wanda, "desks"), {"before": "war", "desks": ["court", "check-in"]})

    assert "wanda sits here now: court, check-in." in words(said)
    assert (desks("wanda", day.event), desks("wanda", other)) == ({Desk.COURT, Desk.CHECK_IN}, {Desk.WAR})
    assert closed == [(day.event.pk, wanda.pk)]


def test_desks_that_were_changed_meanwhile_are_looked_at_again(organizer, day):
    wanda = account("wanda", Desk.WAR, event=day.event)
    seated(wanda, [Desk.COURT], day.event)

    answer = organizer.tap(at(wanda, "desks"), {"before": "war", "desks": ["underground"]})

    assert answer.status_code == 409
    assert "have been changed meanwhile" in words(answer)
    assert desks("wanda", day.event) == {Desk.COURT}


def test_nobody_changes_the_own_desks(organizer, day):
    me = User.objects.get(username="organizer")

    answer = organizer.tap(at(me, "desks"), {"before": "organizer", "desks": [desk.value for desk in Desk]})

    assert answer.status_code == 422
    assert "Nobody changes the own desks." in words(answer)
    assert desks("organizer", day.event) == {Desk.ORGANIZER}


@pytest.mark.parametrize("desk", sorted(set(Desk) - {Desk.ORGANIZER}))
def test_nobody_raises_himself(sits, day, desk):
    """Neither on the pages nor in the functions below them, which a member may reach who just lost the organizer's desk."""
    person = sits(desk)
    me = User.objects.get(username=desk.value)
    raised = {"before": desk.value, "desks": ["organizer"], "name": "mole"}

    assert [person.tap(address, raised).status_code for address in (at(me, "desks"), "team/invite/")] == [404, 404]
    for act in (
        lambda: staff.change_desks(day.event, desk.value, me.pk, desk.value, [Desk.ORGANIZER]),
        lambda: staff.invite_new(day.event, desk.value, "mole", [Desk.ORGANIZER]),
        lambda: staff.invite_known(day.event, desk.value, desk.value, [Desk.ORGANIZER]),
        lambda: staff.renew_password(day.event, desk.value, me.pk),
        lambda: staff.remove_member(day.event, desk.value, me.pk),
    ):
        with pytest.raises(Stale, match="You do not organize this event any more"):
            act()
    assert desks(desk.value, day.event) == {desk}


# --- removals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["tap", "post"])
def test_who_is_withdrawn_is_out_here_and_nowhere_else(organizer, day, other, how):
    wanda = account("wanda", Desk.WAR, event=day.event)
    seated(wanda, [Desk.WAR], other)
    tablet = Client()
    tablet.force_login(wanda)
    assert tablet.get(f"/control/{day.event.pk}/war/").status_code == 200

    getattr(organizer, how)(at(wanda, "withdraw"))

    assert tablet.get(f"/control/{day.event.pk}/war/").status_code == 404
    assert tablet.get(f"/control/{other.pk}/war/").status_code == 200
    assert f'id="member-{wanda.pk}"' not in organizer.get("team/").content.decode()


def test_the_last_organizer_stays_and_the_page_says_so(organizer, day):
    account("wanda", Desk.WAR, event=day.event)
    closed = account("closed", Desk.ORGANIZER, event=day.event)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    me = User.objects.get(username="organizer")

    answer = organizer.tap(at(me, "withdraw"))

    assert answer.status_code == 422
    assert "An event keeps at least one organizer." in words(answer)
    assert desks("organizer", day.event) == {Desk.ORGANIZER}
    assert "The last organizer stays" in words(organizer.get("team/"))


@pytest.mark.parametrize("how", ["tap", "post"])
def test_an_organizer_steps_back_while_there_is_another(organizer, day, how):
    account("olga", Desk.ORGANIZER, event=day.event)
    me = User.objects.get(username="organizer")

    answer = getattr(organizer, how)(at(me, "withdraw"))

    assert answer.headers["HX-Redirect" if how == "tap" else "Location"] == "/control/"
    assert organizer.get("").status_code == 404


def test_of_two_who_withdraw_each_other_one_stays(organizer, day):
    """The first removal ends the second member's right, which is checked again under the event's lock."""
    olga, me = account("olga", Desk.ORGANIZER, event=day.event), User.objects.get(username="organizer")

    staff.remove_member(day.event, "organizer", olga.pk)
    with pytest.raises(Stale):
        staff.remove_member(day.event, "olga", me.pk)

    assert [member.name for member in staff.members(day.event.pk)] == ["organizer"]


# --- passwords ----------------------------------------------------------------------------------------------------------


def test_a_new_password_puts_the_old_one_and_whoever_was_signed_in_out(organizer, day):
    (first,) = PASSWORD.findall(words(organizer.tap("team/invite/", {"name": "wanda", "desks": ["war"]})))
    wanda = User.objects.get(username="wanda")
    tablet = Client()
    tablet.force_login(wanda)

    (second,) = PASSWORD.findall(words(organizer.tap(at(wanda, "password"))))

    assert authenticate(username="wanda", password=second)
    assert authenticate(username="wanda", password=first) is None
    assert tablet.get(f"/control/{day.event.pk}/").status_code == 302
    assert desks("wanda", day.event) == {Desk.WAR}


@pytest.mark.parametrize("who", ["of two events", "of before", "closed", "admin", "own"])
def test_a_password_that_opens_more_than_this_event_is_not_its_organizers_to_give(organizer, day, other, who):
    organizer.tap("team/invite/", {"name": "wanda", "desks": ["war"]})
    user = User.objects.get(username="organizer" if who == "own" else "wanda")
    user.set_password("of-before")
    user.is_superuser, user.is_active = who == "admin", who != "closed"
    user.save()
    organizer.client.force_login(User.objects.get(username="organizer"))
    if who == "of two events":
        seated(user, [Desk.WAR], other)
    if who == "of before":
        Membership.objects.filter(user=user).update(made_here=False)

    answer = organizer.tap(at(user, "password"))

    assert answer.status_code == 422
    assert not PASSWORD.search(words(answer))
    assert at(user, "password") not in organizer.get("team/").content.decode()
    User.objects.filter(pk=user.pk).update(is_active=True)
    assert authenticate(username=user.username, password="of-before")


# --- earlier data -------------------------------------------------------------------------------------------------------


def test_groups_of_before_become_memberships_of_every_event_and_back(day, other):
    from django.apps import apps

    def before(name: str, *groups: str, **more: bool) -> User:
        user = User.objects.create_user(name, **more)
        user.groups.set(Group.objects.get_or_create(name=group)[0] for group in groups)
        return user

    before("wanda", "desk: war", "desk: check-in", "kitchen")
    before("cook", "kitchen")
    before("root", is_superuser=True)

    group_desks.groups_to_memberships(apps)

    for event in (day.event, other):
        assert desks("wanda", event) == {Desk.WAR, Desk.CHECK_IN}
        assert desks("root", event) == set(Desk)
        assert desks("cook", event) == frozenset()
    assert {group.name for group in Group.objects.all()} == {"kitchen"}

    group_desks.memberships_to_groups(apps)

    names = set(User.objects.get(username="wanda").groups.values_list("name", flat=True))
    assert names == {"desk: war", "desk: check-in", "kitchen"}


def test_a_refusal_is_a_sentence(day):
    signed_in(day.event, Desk.ORGANIZER)
    with pytest.raises(Refused, match="Choose at least one desk"):
        staff.invite_new(day.event, "organizer", "bob", [])


def test_the_organizer_signs_in_at_the_name_that_was_invited(day, organizer):
    (password,) = PASSWORD.findall(words(organizer.tap("team/invite/", {"name": "olga", "desks": ["organizer"]})))
    client = Client()

    door = client.post("/staff/login/?next=/control/", {"username": "olga", "password": password}, follow=True)

    assert door.redirect_chain[-1][0] == f"/control/{day.event.pk}/"
    assert Person(client, day.event).get("team/").status_code == 200


@pytest.mark.parametrize("typed", ["jo\u0308rg", "ﬁona"])
def test_a_name_opens_the_door_however_its_letters_are_composed(day, organizer, typed):
    (password,) = PASSWORD.findall(words(organizer.tap("team/invite/", {"name": typed, "desks": ["war"]})))
    assert Client().post("/staff/login/", {"username": typed, "password": password}).status_code == 302
    assert organizer.tap("team/invite/", {"name": typed, "desks": ["war"]}).status_code == 422, "it is one account"

    told = StringIO()
    call_command("staff", f"{typed}2", desk=["war"], stdout=told)
    (password,) = PASSWORD.findall(told.getvalue())
    assert Client().post("/staff/login/", {"username": f"{typed}2", "password": password}).status_code == 302
