"""Access log: one line for each access given or refused, written in the same transaction, never changed, shown in sentences."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.test import Client

from control.append_only import NeverChangedError
from control.backup import schedule
from control.day.clock.phases import SetClock
from control.models import AuditLine, Membership
from control.people import access, audit, staff
from control.people.audit import AuditKind
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase
from tests.control.phones import CAT_1, CAT_2, Day, words
from tests.teams import seated

pytestmark = [pytest.mark.django_db(transaction=True)]
FROM = {"REMOTE_ADDR": "10.1.2.3"}


@pytest.fixture(autouse=True)
def nothing_counted():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def day() -> Day:
    return Day()


def tablet(day: Day, name: str, *desks: Desk) -> Client:
    client = Client(**FROM)
    client.force_login(seated(User.objects.create_user(name, password="of-before"), desks, day.event))
    return client


@pytest.fixture
def anna(day) -> Client:
    return tablet(day, "anna", Desk.CHECK_IN)


@pytest.fixture
def olga(day) -> Client:
    return tablet(day, "olga", Desk.ORGANIZER)


def lines(*kinds: AuditKind) -> list[AuditLine]:
    return list(AuditLine.objects.filter(kind__in=[each.value for each in kinds]).order_by("pk"))


def at(day: Day, place: str) -> str:
    return f"/control/{day.event.pk}/{place}"


def new_code(day: Day, client: Client, seat=CAT_1):
    return client.post(at(day, f"people/{seat}/code/"), {"issue": day.row(seat).issue})


# --- what is logged -----------------------------------------------------------------------------------------------------


def test_a_new_code_says_who_gave_it_where_to_whom_and_from_where(day, anna):
    new_code(day, anna)

    (line,) = lines(AuditKind.CODE_GIVEN)
    assert (line.event_id, line.by, line.desks, line.about, line.address) == (day.event.pk, "anna", "check-in", "cat-1", "10.1.2.3")
    assert audit.values_of(line) == {"issue": "1", "name": day.state.seats[CAT_1].name}


def test_the_old_phone_is_told_who_replaced_it_and_when(day, anna):
    phone = day.phone(CAT_1)
    new_code(day, anna)
    (_first, line) = lines(AuditKind.CODE_GIVEN)

    page = words(phone.get("/"))

    assert re.search(r"This badge was given a new code at \d\d:\d\d by anna \(check-in\)", page)
    assert "If that was not you, go to the check-in desk now." in page
    assert line.by == "anna"


def test_what_fails_leaves_no_line(day, anna, monkeypatch):
    """The line is in the transaction of the act: a rolled-back code leaves none."""
    before = day.row(CAT_1).issue
    with transaction.atomic():
        access.issue_code(day.row(CAT_1))
        transaction.set_rollback(True)
    assert (day.row(CAT_1).issue, lines(AuditKind.CODE_GIVEN)) == (before, [])

    monkeypatch.setattr(AuditLine.objects, "create", broken)
    with pytest.raises(RuntimeError):
        access.issue_code(day.row(CAT_1))
    assert day.row(CAT_1).issue == before


def broken(**_named):
    raise RuntimeError("no line could be written")


def test_badges_that_come_and_go(day):
    phone = Client(**FROM)
    code = day.code(CAT_1)
    phone.post("/", {"code": code})
    phone.get(f"/j/{code}/")
    assert lines(AuditKind.JOINED) == []

    phone.post(f"/j/{code}/")
    phone.post(f"/j/{day.code(CAT_2)}/")
    phone.post("/leave/")

    first, second, out = lines(AuditKind.JOINED, AuditKind.SIGNED_OUT)
    assert [(each.kind, each.about, each.by, each.address) for each in (first, second, out)] == [
        ("joined", "cat-1", "", "10.1.2.3"),
        ("joined", "cat-2", "", "10.1.2.3"),
        ("signed-out", "cat-2", "", "10.1.2.3"),
    ]
    assert audit.values_of(second)["before"] == "cat-1"
    assert audit.values_of(out)["device"] == audit.values_of(second)["device"] != audit.values_of(first)["device"]


def test_accounts_and_memberships_by_the_organizer(day, olga):
    olga.post(at(day, "team/invite/"), {"name": "wanda", "desks": ["war"]})
    wanda = User.objects.get(username="wanda")
    olga.post(at(day, f"team/{wanda.pk}/desks/"), {"before": "war", "desks": ["court"]})
    olga.post(at(day, f"team/{wanda.pk}/password/"))
    olga.post(at(day, f"team/{wanda.pk}/withdraw/"))

    found = [(each.kind, each.by) for each in AuditLine.objects.filter(about="wanda").order_by("pk")]
    assert found == [
        ("account-made", "olga"),
        ("password", "olga"),
        ("desks-given", "olga"),
        ("desks-given", "olga"),
        ("password", "olga"),
        ("desks-withdrawn", "olga"),
    ]
    given = [audit.values_of(each) for each in lines(AuditKind.DESKS_GIVEN) if each.about == "wanda"]
    assert [(each["before"], each["desks"]) for each in given] == [("", "war"), ("war", "court")]


def test_accounts_by_the_admin_of_the_site_and_the_command_line(day):
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss"))
    wanda = User.objects.create_user("wanda")
    boss.post("/admin/control/membership/add/", {"event": day.event.pk, "user": wanda.pk, "desks": ["war"]})
    boss.post(f"/admin/control/membership/{Membership.objects.get(user=wanda).pk}/delete/", {"post": "yes"})
    wanda.is_active = False
    wanda.save()
    staff.give_account("wanda")

    found = [(each.kind, each.by) for each in AuditLine.objects.filter(about="wanda").order_by("pk")]
    assert found == [
        ("account-made", ""),
        ("desks-given", "boss"),
        ("desks-withdrawn", "boss"),
        ("account-closed", ""),
        ("account-opened", ""),
        ("password", ""),
    ]


def test_signing_in_and_out_and_being_refused(day):
    seated(User.objects.create_user("wanda", password="of-before"), [Desk.WAR], day.event)
    client = Client(**FROM)
    client.post("/staff/login/", {"username": "wanda ", "password": "wrong"})  # tablets add a blank after a word
    client.post("/staff/login/", {"username": "MyPassword1", "password": "x"})
    client.post("/staff/login/", {"username": "MyPassword2", "password": "x"})
    client.post("/staff/login/", {"username": "wanda", "password": "of-before"})
    client.post("/staff/logout/")

    found = [
        (each.kind, each.about, audit.values_of(each).get("why"))
        for each in lines(AuditKind.LOGIN, AuditKind.LOGIN_REFUSED, AuditKind.LOGOUT)
    ]
    assert found == [
        ("login-refused", "wanda", "wrong"),
        ("login-refused", "", "unknown"),
        ("login", "wanda", None),
        ("logout", "wanda", None),
    ]
    assert not AuditLine.objects.filter(values__contains="MyPassword").exists()


def test_guessing_fills_no_table(day):
    User.objects.create_user("wanda", password="of-before")
    client = Client()
    for number in range(30):
        client.post("/staff/login/", {"username": "wanda", "password": "wrong"})
        client.post("/staff/login/", {"username": f"nobody{number}", "password": "wrong"})

    refused = lines(AuditKind.LOGIN_REFUSED)
    assert [audit.values_of(each)["why"] for each in refused if each.about] == ["wrong"] * 9 + ["wait"]
    assert len([each for each in refused if not each.about]) == 1


def test_a_new_hash_of_the_same_password_is_no_news(settings):
    user = User.objects.create_user("wanda", password="of-before")
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]

    assert User.objects.get(pk=user.pk).check_password("of-before")

    assert User.objects.get(pk=user.pk).password != user.password
    assert lines(AuditKind.PASSWORD) == []


def test_backups(day, tmp_path, settings):
    settings.VAR_DIR = tmp_path
    row = schedule.back_up(day.event, prove=False)

    (line,) = lines(AuditKind.BACKUP)
    assert (line.event_id, line.about, line.by) == (day.event.pk, row.file, "")


def test_looks_at_sheets_and_seals_are_one_line_each(day, olga):
    war = tablet(day, "wanda", Desk.WAR)
    phone = day.here(CAT_1).phone(CAT_1)
    for _each in range(2):
        war.get(at(day, "sheets/war/"))
        olga.get(f"/seals/{day.event.pk}/")
        phone.get(f"/seals/{day.event.pk}/")
        Client().get(f"/seals/{day.event.pk}/")

    assert [(each.kind, each.by, each.about) for each in lines(AuditKind.SHEETS_SEEN, AuditKind.SEALS_SEEN)] == [
        ("sheets-seen", "wanda", "war"),
        ("seals-seen", "olga", ""),
        ("seals-seen", "", "cat-1"),
    ]


# --- what is never logged -----------------------------------------------------------------------------------------------


def test_a_line_is_never_changed_and_never_deleted(day):
    access.issue_code(day.row(CAT_1))
    line = AuditLine.objects.get()
    line.by = "nobody"

    for act in (line.save, line.delete, AuditLine.objects.all().delete, lambda: AuditLine.objects.update(by="nobody")):
        with pytest.raises(NeverChangedError):
            act()
    assert AuditLine.objects.get().by == ""


@pytest.mark.both_databases
@pytest.mark.parametrize("statement", ["UPDATE control_auditline SET address = ''", "DELETE FROM control_auditline"])
def test_the_server_refuses_it_too(day, statement):
    access.issue_code(day.row(CAT_1))
    if connection.vendor != "postgresql":
        assert AuditLine.objects.count() == 1
        return
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


# --- the page -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("desk", sorted(Desk))
def test_the_page_is_the_organizers(day, desk):
    client = tablet(day, "somebody", desk)
    mine = desk is Desk.ORGANIZER

    assert client.get(at(day, "access/")).status_code == (200 if mine else 404)
    assert client.get(at(day, "part/audit/")).status_code == (200 if mine else 404)
    assert (at(day, "access/") in words(client.get(at(day, "")))) is mine


def rows(page: str) -> list[str]:
    found = re.findall(r'class="audit-what">(.*?)</p>', page)
    return [re.sub(r"\s+", " ", each).strip() for each in found]


def test_it_tells_in_sentences_newest_first(day, anna, olga):
    name = day.state.seats[CAT_1].name
    new_code(day, anna)
    new_code(day, anna)

    page = words(olga.get(at(day, "access/?what=badges")))

    assert rows(page) == [
        f"{name} was given a new code; phones that had joined with the old one are out.",
        f"{name} was given the first code.",
    ]
    assert "anna (check-in)" in page
    assert "from 10.1.2.3" in page


def test_every_kind_has_a_sentence_and_a_group(day, olga):
    for kind in AuditKind:
        audit.log_line(kind, day.event.pk, about="cat-1")

    page = rows(words(olga.get(at(day, "access/?who=cat-1"))))

    assert len(page) == len(AuditKind) == len(set(page))


def test_by_person_kind_and_month(day, anna, olga):
    new_code(day, anna)
    day.until(Phase.CEREMONY)
    day.do(SetClock(month=2, phase=Phase.PLANNING, seconds=60))
    new_code(day, olga, CAT_2)
    one, other = (day.state.seats[seat].name for seat in (CAT_1, CAT_2))
    first, second = f"{one} was given the first code.", f"{other} was given the first code."

    for query, expected in {
        "what=badges": [second, first],
        "what=badges&month=2": [second],
        "what=badges&who=anna": [first],
        "who=cat-2": [second],
        "what=badges&until=2001-01-01T10:00": [],
        "what=nonsense&who=cat-1": [first],
        "what=badges&month=x&before=-1": [second, first],
    }.items():
        assert rows(words(olga.get(at(day, f"access/?{query}")))) == expected, query


def test_older_lines_stand_on_the_next_page(day, olga):
    for number in range(60):
        audit.log_line(AuditKind.JOINED, day.event.pk, about="cat-1", by="", name=f"Person {number}")

    first = words(olga.get(at(day, "access/?what=badges")))
    older = re.search(r'href="([^"]*before=\d+)"', first)[1].replace("&amp;", "&")
    second = words(olga.get(older))

    assert [len(rows(first)), len(rows(second))] == [50, 10]
    assert (rows(first)[0], rows(second)[-1]) == ("A phone joined as Person 59.", "A phone joined as Person 0.")


def test_nothing_of_another_event_or_its_team(day, olga):
    other = Day()
    seated(User.objects.create_user("stranger", password="of-before"), [Desk.WAR], other.event)
    Client().post("/staff/login/", {"username": "stranger", "password": "of-before"})
    other.code(CAT_1)

    assert "stranger" not in words(olga.get(at(day, "access/")))
    assert rows(words(olga.get(at(day, "access/?what=badges")))) == []


def test_an_event_restored_elsewhere_brings_its_lines(day, anna):
    from control.backup.rows import tables_of

    new_code(day, anna)

    (table,) = [each for each in tables_of(day.event) if each.model is AuditLine]
    assert [row.about for row in table.rows.filter(kind=AuditKind.CODE_GIVEN.value)] == ["cat-1"]
