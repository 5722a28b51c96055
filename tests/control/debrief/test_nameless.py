"""Removal of a player's name: from every table, page and file, while the journal can still be verified."""

from __future__ import annotations

import io
import json
import uuid
import zipfile

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from control.bots.stored_days import write_day
from control.day.calls import CallControl, CallKind
from control.day.notices import Announce
from control.day.roster.marks import MarkPerson
from control.day.roster.substitutes import Substitute
from control.day.rulings import RecordRuling
from control.day.state import PersonMarks
from control.debrief import timeline
from control.debrief.access import Audience, debrief_row
from control.debrief.anonymity import removal
from control.debrief.anonymity.names import players_of
from control.debrief.anonymity.removal import remove_names
from control.debrief.export import document, spreadsheets
from control.debrief.opening import open_for
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.refusal import Refused
from control.journal import chain, journal, story
from control.journal.projections import leaf_of_row
from control.lab.models import LAB, Study
from control.models import AuditName, Draft, Event, Rehearsal, Screen, Sheet, Snapshot, Stream
from control.people import audit
from control.people.audit import AuditKind
from control.people.events import create_event
from control.rehearsal.event_copy import Wish, rehearse
from rooms.realm.desks import ALL_DESKS
from rooms.realm.frame import NAME as REALM
from rooms.tables.models import Table
from tests.control.debrief.conftest import carried, scenarios
from tests.control.debrief.tables import table_of
from tests.events import do
from tests.scenarios import default

CAT_1, CAT_2 = SeatId("cat-1"), SeatId("cat-2")
NAME = "Xaverine Quill"
ALONE = "Xaverine"
NEUTRAL = "Player 1 of Cat"


def of_table() -> list[str]:
    return [each for each in connection.introspection.table_names() if not each.startswith("sqlite_")]


def everything() -> str:
    """Text of all tables of the database."""
    found: list[str] = []
    with connection.cursor() as cursor:
        for table in of_table():
            cursor.execute(f'SELECT * FROM "{table}"')
            for row in cursor.fetchall():
                found += [
                    bytes(each).decode(errors="replace") if isinstance(each, bytes | memoryview) else str(each) for each in row
                ]
    return "\n".join(found)


def fresh(event: Event) -> Event:
    return Event.objects.select_related("stream").get(pk=event.pk)


@pytest.fixture
def named(played) -> Event:
    """A played day with the canary in every place for a name: texts, labels, tables, sheets, drafts, screens."""
    before = journal.head(played.stream).state.seats[CAT_1]
    do(played, Substitute(seat=CAT_1, before=before.name, name=NAME, marks=PersonMarks(note=f"{NAME} is vegan")))
    do(played, Announce(text=f"{NAME} wins. Well done, {NAME.upper()}! That is Xaverine  Quill’s day, and Xaverine’s."))
    do(played, RecordRuling(rule="R-57", text=f"{NAME} may do so.", because=f"because {NAME} asked", desk=next(iter(ALL_DESKS))))
    do(
        played,
        CallControl(seat=CAT_1, text=f"Where is {NAME}?", kind=CallKind.OTHER, place=f"beside {NAME}"),
        by=Actor(seat=CAT_1, name=NAME),
    )
    event = fresh(played)
    table_of(event, of=event)
    table_of(event)
    sheet = json.dumps({"text": f"Signed, {NAME}"}, ensure_ascii=False)
    at = event.created_at
    own = {"event": event, "seat": "cat-1", "kind": "war", "month": 1, "received_at": at, "body": sheet}
    Sheet.objects.create(**own, revision=90, client_key=uuid.uuid4(), salt="ab" * 16)
    Draft.objects.create(**own, client_key=uuid.uuid4())
    Screen.objects.create(event=event, tag=uuid.uuid4(), name="Wall", shows="clock", message=f"Welcome {NAME}", seen_at=at)
    audit.log_line(AuditKind.JOINED, event.pk, about="cat-1", by="", name=NAME, device="x")
    audit.log_line(AuditKind.CARDS_SEEN, event.pk, about="favors:cat-1", name=f"Favors of {NAME}")
    return event


def test_the_canary_is_everywhere_before(named):
    """Proof that the next test can fail."""
    found = everything()
    assert found.count(NAME) > 30
    assert NAME in bytes(Stream.objects.get(pk=named.stream_id).state).decode()


def test_a_name_is_gone_from_every_row_of_every_table(named):
    hashes = list(named.stream.entries.order_by("seq").values_list("hash", flat=True))
    play, sheet = journal.play_of(named.stream), Sheet.objects.get(event=named, revision=90)
    leaf = leaf_of_row(sheet)

    done = remove_names(named, [CAT_1], [ALONE])

    assert done.in_log == 0
    found = everything().casefold()
    assert "xaverine" not in found
    assert NEUTRAL.casefold() in found
    event = fresh(named)
    assert event.stream.edition == 1
    for stream in (event.stream, *Stream.objects.filter(table__isnull=False)):
        assert chain.check(stream).broken_at == 0
        assert journal.play_of(stream).encode(journal.state_at(stream, stream.head, from_zero=True)) == bytes(stream.state)
    assert list(event.stream.entries.order_by("seq").values_list("hash", flat=True)) == hashes
    assert chain.check(event.stream).taken_out > 4
    state = journal.head(event.stream).state
    assert (state.seats[CAT_1].name, state.seats[CAT_2].name) == (NEUTRAL, play.decode(bytes(named.stream.state)).seats[CAT_2].name)
    assert leaf_of_row(Sheet.objects.get(pk=sheet.pk)) == leaf


def test_a_name_is_in_no_rehearsal_and_in_no_study_either(named):
    """Things beside the day: a copy with its players, and lab results of a scenario that names one."""
    copy = rehearse(named, Wish())
    study = Study.objects.create(
        kind="toy", title_a="x", document_a=f'{{"cast":["{NAME}"]}}'.encode(), event_a=named.pk, games=1, made_at=named.created_at
    )
    days = [
        create_event(realm=REALM, name=name, scenario=default(), casting=default().casting) for name in (f"Of {NAME}", "Another's")
    ]
    for day, number in zip(days, (study.pk, study.pk + 1), strict=True):
        Event.objects.filter(pk=day.pk).update(slug=f"{LAB}{number}-a-1", demo=True)

    remove_names(named, [CAT_1], [ALONE])

    assert "xaverine" not in everything().casefold()
    study.refresh_from_db()
    assert bytes(study.document_a) == f'{{"cast":["{NEUTRAL}"]}}'.encode()
    assert set(Event.objects.values_list("pk", flat=True)) == {named.pk, days[1].pk}
    assert copy.pk not in Rehearsal.objects.values_list("event", flat=True)


def test_a_name_is_in_nothing_that_a_process_remembers(named):
    """The head keeps its number and hash, so caches under them must not be used again."""
    stream = named.stream
    story.lines_of(stream)
    timeline.chronicle_of(stream)
    timeline.state_at(stream, stream.head)
    journal.head(stream)

    remove_names(named, [CAT_1], [ALONE])

    now = fresh(named).stream
    assert (now.head, now.hash) == (stream.head, stream.hash)
    told = [str(line) for line in story.lines_of(now)]
    assert ALONE not in "".join(told)
    assert ALONE not in str(timeline.chronicle_of(now))
    assert ALONE not in str(timeline.state_at(now, now.head).seats)
    assert ALONE not in str(journal.head(now).state.seats)


def test_a_name_is_in_no_file_that_is_written_since(named):
    remove_names(named, [CAT_1], [ALONE])

    whole, tables = io.BytesIO(), io.BytesIO()
    document.write(named, whole)
    spreadsheets.write(named, tables)

    assert ALONE.encode() not in whole.getvalue()
    packed = zipfile.ZipFile(tables)
    for name in packed.namelist():
        assert ALONE not in packed.read(name).decode("utf-8-sig"), name
    assert NEUTRAL in packed.read("players.csv").decode("utf-8-sig")


def test_snapshots_are_folded_anew(named):
    count = named.stream.snapshots.count()

    remove_names(named, [CAT_1], [ALONE])

    stream = fresh(named).stream
    assert stream.snapshots.count() >= count - 1 > 0
    assert list(chain.own_snapshots(stream)) == list(Snapshot.objects.filter(stream=stream))
    call_command("replay", named.slug, check=True, stdout=io.StringIO())


def test_who_had_played_the_seat_before_has_no_name_either(named):
    before = players_of(named)[CAT_1].names
    assert len(before) == 2

    remove_names(named, [CAT_1])

    found = everything()
    assert [name for name in before if name in found] == []


def test_others_keep_theirs(named):
    others = {seat: each.names for seat, each in players_of(named).items() if seat != CAT_1}

    remove_names(named, [CAT_1])

    assert {seat: each.names for seat, each in players_of(fresh(named)).items() if seat != CAT_1} == others


def test_a_name_that_two_bear_is_taken_from_both(played):
    two = journal.head(played.stream).state.seats[CAT_2].name
    do(played, Substitute(seat=CAT_1, before=journal.head(played.stream).state.seats[CAT_1].name, name=two))

    remove_names(fresh(played), [CAT_1])

    state = journal.head(fresh(played).stream).state
    assert (state.seats[CAT_1].name, state.seats[CAT_2].name) == ("A player", "A player")
    assert two not in everything()


def test_taking_it_out_again_says_that_nothing_is_left(named):
    remove_names(named, [CAT_1])
    with pytest.raises(Refused, match="Nothing is left to take out"):
        remove_names(fresh(named), [CAT_1])
    with pytest.raises(Refused, match="There is no player cow-1"):
        remove_names(fresh(named), [SeatId("cow-1")])


@pytest.mark.django_db
def test_while_the_day_runs_the_name_stays():
    event = create_event(realm=REALM, name="Today", scenario=default(), casting=default().casting)
    with pytest.raises(Refused, match="Mark the player at check-in instead"):
        remove_names(event, [CAT_1])


def test_where_something_fails_nothing_is_gone(named, monkeypatch):
    def broken(*_given: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(removal.rebuild, "write_whole", broken)
    with pytest.raises(RuntimeError):
        remove_names(named, [CAT_1])

    stream = fresh(named).stream
    assert journal.head(stream).state.seats[CAT_1].name == NAME
    assert chain.check(stream).taken_out == 0


# --- confirmation -------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_who_asks_at_check_in_has_a_name_until_the_debrief_is_opened():
    scenario, seed = scenarios()["day"]
    event = write_day(carried("day"), realm=REALM, name="Long Ago", scenario=scenario, seed=seed)
    seat = journal.head(event.stream).state.seats[CAT_1]
    do(event, MarkPerson(seat=CAT_1, before=seat.marks, after=PersonMarks(nameless=True)))
    assert seat.name in everything()

    open_for(fresh(event), Audience.SHUT, "olga")
    assert seat.name in everything()
    open_for(fresh(event), Audience.TEAM, "olga")

    assert seat.name not in everything()
    assert journal.head(fresh(event).stream).state.seats[CAT_1].name == NEUTRAL


def test_who_asks_once_it_is_open_has_none_as_soon_as_anybody_looks(opened):
    seat = journal.head(opened.stream).state.seats[CAT_1]
    do(opened, MarkPerson(seat=CAT_1, before=seat.marks, after=PersonMarks(nameless=True)))
    client = Client()
    client.get(reverse("debrief:link", args=[opened.pk, debrief_row(opened).key]))

    page = client.get(reverse("debrief:days", args=[opened.pk])).content.decode()

    assert (seat.name in page, NEUTRAL in page) == (False, True)
    assert seat.name not in everything()


def test_nor_is_the_name_in_a_file_that_is_written_before_it_is_opened(played, tmp_path):
    seat = journal.head(played.stream).state.seats[CAT_1]
    do(played, MarkPerson(seat=CAT_1, before=seat.marks, after=PersonMarks(nameless=True)))

    call_command("debrief", "export", played.slug, to=tmp_path, stdout=io.StringIO())

    (whole,) = tmp_path.glob("*.json")
    assert seat.name not in whole.read_text(encoding="utf-8")


def test_a_wish_outlives_a_substitute(played):
    seat = journal.head(played.stream).state.seats[CAT_1]
    do(played, MarkPerson(seat=CAT_1, before=seat.marks, after=PersonMarks(nameless=True)))
    do(played, Substitute(seat=CAT_1, before=seat.name, name="Somebody Else"))

    assert players_of(fresh(played))[CAT_1].wishes


# --- the access log and the command ---------------------------------------------------------------------------------------


def test_the_access_log_keeps_names_beside_its_lines(named):
    lines = {line.kind: line for line in named.audit.select_related("named")}

    assert NAME not in "".join(line.values for line in lines.values())
    assert audit.values_of(lines[AuditKind.JOINED.value]) == {"device": "x", "name": NAME}
    assert AuditName.objects.filter(event=named, words=NAME).count() == 1
    assert Table.objects.count() == 2


def test_the_command_lists_who_played_and_takes_a_name_out(named):
    told = io.StringIO()
    call_command("debrief", "anonymous", named.slug, stdout=told)
    assert f"{NEUTRAL:24}  {NAME}" in told.getvalue()

    told = io.StringIO()
    call_command("debrief", "anonymous", named.slug, "cat-1", also=[ALONE], stdout=told)

    assert f"gone. This player is called {NEUTRAL}." in told.getvalue()
    assert ALONE not in everything()
    with pytest.raises(CommandError, match="There is no player cow-9"):
        call_command("debrief", "anonymous", named.slug, "cow-9")
