"""SQL statements of every command, compared with what the ORM reads and writes."""

from __future__ import annotations

import uuid
from datetime import timedelta
from enum import StrEnum

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.safestring import SafeString

from control.day.clock.phases import BeginDay
from control.day.notices import Announce
from control.engine.context import Actor
from control.journal import desk, rows
from control.models import Due, Entry, Event, Sheet, Stream
from control.people.events import create_event
from control.people.staff import seat_account
from control.sheets import store
from rooms.realm.desks import ALL_DESKS
from rooms.realm.frame import NAME
from tests.records import field_names
from tests.scenarios import default

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

OLGA = Actor(name="olga", desks=ALL_DESKS)


@pytest.fixture
def event() -> Event:
    return create_event(realm=NAME, name="Test day", scenario=default(), casting=default().casting)


def entry(stream: Stream, seq: int, part: int = 0, command_id: uuid.UUID | None = None) -> Entry:
    return Entry(
        stream=stream,
        seq=seq,
        actor="staff:olga",
        name="Olga “%s” 100%",
        command_id=command_id or uuid.uuid4(),
        part=part,
        label="a label",
        at=timezone.now(),
        kind="Announced",
        body='{"words":"ß % %s"}',
    )


def test_a_locked_stream_is_the_row_with_its_event_and_without_what_is_long(event):
    with transaction.atomic():
        found = rows.lock_stream(event.stream_id)

    assert found == Stream.objects.get(pk=event.stream_id)
    assert model_to_dict(found, exclude=["state"]) == model_to_dict(Stream.objects.get(pk=event.stream_id), exclude=["state"])
    assert found.key == Stream.objects.get(pk=event.stream_id).key
    assert found.get_deferred_fields() == {"state"}
    assert found.event.get_deferred_fields() == {"scenario"}
    with CaptureQueriesContext(connection) as asked:
        assert (found.event.name, found.event.created_at, found.event.stream.pk) == ("Test day", event.created_at, found.pk)
    assert len(asked) == 0


def test_an_event_comes_with_its_stream(event):
    found = rows.event(event.pk)

    assert (found, found.stream.pk, found.stream.head) == (event, event.stream_id, rows.head_of(event.stream_id)[0])
    assert found.get_deferred_fields() == {"scenario"}


def test_a_membership_comes_with_its_event_and_its_stream(event):
    user = User.objects.create_user("wanda")
    seat_account(event, user, ["war", "check-in"], by="olga")

    with CaptureQueriesContext(connection) as asked:
        found = rows.membership(event.pk, user.pk)
        assert found is not None
        desks, there = found
        assert (desks, there.name, there.stream.engine) == ("check-in war", "Test day", NAME)

    assert len(asked) == 1
    assert (there, there.stream) == (event, Stream.objects.get(pk=event.stream_id))
    assert rows.membership(event.pk, user.pk + 1) is None
    assert rows.membership(event.pk + 1, user.pk) is None


def test_what_is_not_there_is_said(event):
    with transaction.atomic(), pytest.raises(Stream.DoesNotExist):
        rows.lock_stream(event.stream_id + 99)
    with pytest.raises(Event.DoesNotExist):
        rows.event(event.pk + 99)
    assert rows.head_of(event.stream_id + 99) == (0, "")


def test_entries_are_written_as_the_orm_reads_them(event):
    written = [entry(event.stream, 1000), entry(event.stream, 1001)]

    rows.append(written)

    found = list(Entry.objects.filter(seq__gte=1000).order_by("seq"))
    assert found == written  # compared by primary key
    for field in Entry._meta.concrete_fields:
        assert [getattr(each, field.attname) for each in found] == [getattr(each, field.attname) for each in written]


def test_many_entries_fit_into_one_command(event):
    one = uuid.uuid4()

    rows.append([entry(event.stream, 1000 + part, part, one) for part in range(1500)])

    found = rows.answers_to(event.stream, "staff:olga", one)
    assert [each.seq for each in found] == list(range(1000, 2500))
    assert found == tuple(Entry.objects.filter(command_id=one).order_by("seq"))


def test_an_entry_that_is_there_is_not_written_again(event):
    rows.append([entry(event.stream, 1000)])

    with pytest.raises(rows.AlreadyThereError), transaction.atomic():
        rows.append([entry(event.stream, 1000)])


def test_an_answer_is_that_of_the_actor_and_the_command(event):
    mine = entry(event.stream, 1000)
    rows.append([mine, entry(event.stream, 1001)])

    assert rows.answers_to(event.stream, "staff:olga", mine.command_id) == (mine,)
    assert rows.answers_to(event.stream, "staff:walt", mine.command_id) == ()


def test_the_head_moves_only_from_where_it_was(event):
    stream = Stream.objects.get(pk=event.stream_id)
    before, stream.head = stream.head, stream.head + 5

    with pytest.raises(RuntimeError, match="not at entry"):
        rows.move_head(stream, before + 1, b"wrong", "other")
    assert rows.head_of(stream.pk) == (before, stream.hash)

    rows.move_head(stream, before, b"\x00right", "this")
    assert (rows.head_of(stream.pk)[0], bytes(Stream.objects.get(pk=stream.pk).state)) == (before + 5, b"\x00right")


def test_what_is_due_is_there_once_and_gone_when_it_is_dropped(event):
    stream, at = event.stream, timezone.now()
    rows.put_due(Due(stream=stream, what="turn", at=at, kind="TimeOut", body="{}"))
    rows.put_due(Due(stream=stream, what="turn", at=at + timedelta(seconds=5), kind="TimeOut", body='{"turn":2}'))

    (found,) = rows.dues_of(stream)
    assert (found.what, found.at, found.kind, found.body) == ("turn", at + timedelta(seconds=5), "TimeOut", '{"turn":2}')
    assert found == Due.objects.get(stream=stream)

    rows.drop_due(stream, "turn")
    assert rows.dues_of(stream) == []


def test_a_command_asks_the_database_little(event):
    desk.perform(stream_id=event.stream_id, command=BeginDay(), by=OLGA, command_id=uuid.uuid4())

    with CaptureQueriesContext(connection) as asked:
        desk.perform(stream_id=event.stream_id, command=Announce(text="Bread is served."), by=OLGA, command_id=uuid.uuid4())

    told = [each["sql"] for each in asked if not each["sql"].startswith(("BEGIN", "COMMIT"))]
    assert len(told) <= 5, told  # stream, earlier answers, entry, new head, due rows


def sheet(event: Event, seat: str, revision: int, **fields: object) -> Sheet:
    return Sheet(
        event=event,
        seat=seat,
        kind="war",
        month=1,
        revision=revision,
        client_key=uuid.uuid4(),
        received_at=timezone.now(),
        body='{"words":"ß % %s"}',
        **fields,
    )


def test_sheets_are_written_as_the_orm_reads_them(event):
    sheets = [sheet(event, "cat-1", 1), sheet(event, "cat-2", 1, late=True, due_at=timezone.now(), entered_by="Olga")]
    names = field_names(store.NewSheet)

    with transaction.atomic():
        store.add_sheets([store.NewSheet(**{name: getattr(each, name) for name in names}) for each in sheets])

    stored = list(Sheet.objects.order_by("seat"))
    assert [model_to_dict(each, exclude=["id"]) for each in stored] == [model_to_dict(each, exclude=["id"]) for each in sheets]


def test_a_new_sheet_has_all_that_a_sheet_has():
    names = {*field_names(store.NewSheet)}

    assert names == {each.attname for each in Sheet._meta.concrete_fields} - {"id"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("month", "3", id="a number in words"),
        pytest.param("late", 1, id="a number for yes"),
        pytest.param("kind", StrEnum("Kind", ["war"])("war"), id="a word that is a constant too"),
        pytest.param("seat", SafeString("cat-1"), id="a word that is said to be safe"),
    ],
)
def test_a_value_of_another_type_is_stored_as_the_orm_stores_it(event, field, value):
    values = {
        each.attname: getattr(sheet(event, "cat-1", 1), each.attname) for each in Sheet._meta.concrete_fields if each.name != "id"
    }

    store.add_sheets([store.NewSheet(**values | {field: value})])
    ours = Sheet.objects.values_list(field, flat=True).get()
    Sheet.objects.all().delete()
    Sheet.objects.create(**values | {field: value})

    assert ours == Sheet.objects.values_list(field, flat=True).get()


def test_the_newest_revision_of_each_is_asked_for_and_of_nobody_else(event):
    Sheet.objects.bulk_create(
        [sheet(event, "cat-1", 1), sheet(event, "cat-1", 2), sheet(event, 'a,"ß"', 1), sheet(event, "ram-1", 3)]
    )

    asked = rows.newest_revisions(event.pk, "war", 1, {"cat-1", "cat-2", 'a,"ß"'})

    assert asked == {"cat-1": 2, 'a,"ß"': 1}
    assert rows.newest_revisions(event.pk, "war", 2, {"cat-1"}) == {}


def test_whose_sheet_is_here_is_each_of_them_once(event):
    Sheet.objects.bulk_create(
        [
            sheet(event, "cat-1", 1),
            sheet(event, "cat-1", 2),
            sheet(event, "cat-2", 1, late=True),
            sheet(event, "cat-3", 1, pending=True),
            sheet(event, 'a,"ß"', 1),
        ]
    )

    assert sorted(rows.seats_with_sheet(event.pk, "war", 1, late=False)) == ['a,"ß"', "cat-1"]
    assert rows.seats_with_sheet(event.pk, "war", 1, late=True) == ["cat-2"]
    assert rows.seats_with_sheet(event.pk, "war", 2, late=False) == []


def test_a_long_answer_is_the_same_in_one_row(event):
    values = ", ".join(f"({number}, 'name {number}')" for number in range(1000))

    found = rows.fetch_long_answer(2, f"SELECT column1, column2 FROM (VALUES {values}) AS many")

    assert sorted(map(tuple, found)) == [(number, f"name {number}") for number in range(1000)]


@pytest.mark.django_db
@pytest.mark.both_databases
def test_a_long_answer_is_one_row_on_sqlite_and_says_the_same_everywhere():
    with CaptureQueriesContext(connection) as sent:
        found = rows.fetch_long_answer(2, "SELECT 1, 'a' UNION ALL SELECT 2, 'b'")

    assert [tuple(each) for each in found] == [(1, "a"), (2, "b")]
    assert ("json_group_array" in sent.captured_queries[-1]["sql"]) is (connection.vendor == "sqlite")


def test_the_newest_sheet_of_each_kind_of_the_month_comes_with_its_body_however_many_there_are(event):
    for kind, month, revisions in (("court", 2, 5), ("war", 2, 2), ("war", 3, 1)):
        for revision in range(1, revisions + 1):
            row = sheet(event, "cat-1", revision)
            row.kind, row.month, row.body = kind, month, f"{kind} {month} {revision}"
            row.save()

    found = rows.receipts_of(event.pk, ("cat-1",), 2, 4)["cat-1"]

    assert [(row.month, row.kind, row.revision) for row in found] == [
        (3, "war", 1),
        (2, "court", 5),
        (2, "court", 4),
        (2, "war", 2),
    ]
    assert [vars(row).get("body") for row in found] == [None, "court 2 5", None, "war 2 2"]
