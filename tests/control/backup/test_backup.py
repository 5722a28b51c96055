"""Backups: contents of the file, when it is written, what a damaged file is worth, and recovery on another computer."""

from __future__ import annotations

import gzip
import io
import os
import re
import stat
from contextlib import contextmanager
from datetime import timedelta
from types import SimpleNamespace

import psycopg
import pytest
from celery.worker import state as worker_state
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from control.backup import file, schedule
from control.backup.file import BackupError
from control.backup.restore import existing_data_words
from control.backup.rows import OF_THIS_COMPUTER, own_models, tables_of, unclassified_models
from control.day.clock.phases import EndPhase
from control.journal import journal
from control.models import Backup, Seat, Sheet
from control.people import access
from control.people.staff import give_account
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase
from rooms.tables import lobby  # noqa: F401  (its tables are part of an event's rows)
from tests import forks
from tests.control.hall import in_planning, phone_of
from tests.events import do
from tests.services import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True)]
# The other computer has SQLite whatever the first one has: tests of it alone run once.
both_databases = pytest.mark.both_databases


@pytest.fixture
def event(tmp_path, settings):
    """An event in Planning with a sheet, badges and a team. Its backups are in a folder of the test."""
    settings.VAR_DIR = tmp_path / "first"
    settings.BACKUP_SECOND, settings.BACKUP_MINUTES, settings.BACKUP_KEY = "", 5, True
    event = in_planning("cat-1", "wolf-1")
    give_account("anna", event=event, desks=(Desk.ORGANIZER,))
    Sheet.objects.create(
        event=event,
        seat="cat-1",
        kind="war",
        month=1,
        revision=1,
        client_key="6f1d5c1e-4f0b-4a53-9a0e-0d5f3f3f7a10",
        received_at=timezone.now(),
        body='{"secret":"order"}',
    )
    return event


@pytest.fixture
def second(tmp_path):
    """Another computer: its own folder and key, SQLite only."""
    var = tmp_path / "second"
    environment = {**schedule.clean_environment(os.environ), "MEGAGAME_VAR": str(var), "LOG_LEVEL": "ERROR"}

    def manage(*words, **more):
        return forks.run(["manage.py", *map(str, words)], {**environment, **more}, timeout=PATIENCE)

    return SimpleNamespace(var=var, manage=manage)


def path_of(row: Backup):
    return schedule.folder() / row.file


@both_databases
def test_every_model_leads_to_an_event_or_is_said_to_belong_to_the_computer():
    assert unclassified_models() == ()
    assert {model._meta.label_lower for model in own_models()} >= OF_THIS_COMPUTER


@both_databases
def test_the_file_holds_every_row_of_the_event_and_no_other_events(event, tmp_path):
    other = in_planning("ram-1")
    path = tmp_path / "day.backup"

    header = file.write(event, path)

    counted = {}
    for table, rows in file.rows_in(path):
        counted[table.table] = counted.get(table.table, 0) + len(rows)
    assert counted == {table.label: table.rows.count() for table in tables_of(event) if table.rows.exists()}
    assert counted["control.entry"] == event.stream.entries.count() > 0
    assert counted["control.seat"] == event.seats.count() < Seat.objects.count()
    assert counted["control.event"] == counted["control.stream"] == 1
    assert header.event == event.pk != other.pk
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.glob(".*")) == []


@both_databases
def test_a_backup_is_proved_and_tells_how_it_stands(event):
    row = schedule.back_up(event)

    assert (row.trouble, row.second_trouble) == ("", "")
    assert row.restored_at is not None
    assert row.mark.startswith("month 1, planning")
    assert path_of(row).stat().st_size == row.size > 0
    assert (row.seq, row.sheets) == (schedule.current_backup_state(event).seq, 1)


PRODUCTION = {
    "MEGAGAME_PRODUCTION": "1",
    "MEGAGAME_HTTPS": "1",
    "ALLOWED_HOSTS": "console.hall",
    "SECRET_KEY": "one-key-for-every-process-of-a-console-that-is-in-a-real-hall",
    "LIVE_REDIS_URLS": "redis://127.0.0.1:1/0",
}


def test_a_backup_is_proved_on_a_console_in_production_too(event, monkeypatch):
    """The proof's database is a separate file, so production's requirements must not apply to it."""
    for name, value in PRODUCTION.items():
        monkeypatch.setenv(name, value)

    assert schedule.back_up(event).trouble == ""


@both_databases
def test_a_state_that_its_journal_does_not_give_is_found_by_the_proof(event):
    event.stream.refresh_from_db()
    state = bytes(event.stream.state)
    type(event.stream).objects.filter(pk=event.stream_id).update(state=state.replace(b'"planning"', b'"movement"', 1))
    journal.forget()

    row = schedule.back_up(event)

    assert row.restored_at is None
    assert "gives another state" in row.trouble


@pytest.mark.parametrize("harm", ["cut", "changed", "none", "other"])
def test_a_damaged_file_is_refused_in_a_sentence(event, tmp_path, harm, second):
    path = tmp_path / "day.backup"
    file.write(event, path)
    if harm == "cut":
        path.write_bytes(path.read_bytes()[:-200])
    elif harm == "changed":
        path.write_bytes(gzip.compress(gzip.decompress(path.read_bytes()).replace(b"secret", b"sacred")))
    elif harm == "none":
        path.unlink()
    else:
        path.write_bytes(b"a letter")

    with pytest.raises(BackupError):
        file.check_whole(path)
    told = second.manage("takeover", path, "--no-serve")
    assert told.returncode == 1
    assert re.search(r"CommandError: (day\.backup is|There is no file)", told.stderr)
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize("packed", [b"[0]\n", b"0"], ids=["many rows", "one endless row"])
def test_a_small_file_that_unpacks_to_far_more_is_refused_before_that(tmp_path, monkeypatch, packed):
    monkeypatch.setattr(file, "ROOM", 100_000)
    monkeypatch.setattr(file, "LONGEST_LINE", 50_000)
    path = tmp_path / "day.backup"
    path.write_bytes(gzip.compress(packed * 2_000_000))
    read = []
    monkeypatch.setattr(file.gzip, "open", counted(gzip.open, read))

    for look in (file.check_whole, file.header_of, lambda path: list(file.rows_in(path))):
        with pytest.raises(BackupError, match=r"^day\.backup is no backup"):
            look(path)

    assert path.stat().st_size < 10_000
    assert max(read) <= 50_001
    assert sum(read) <= 3 * (100_000 + 100 * 10_000)


def counted(opened, read):
    """Wrap a way to open files so that the length of each line read is recorded."""

    @contextmanager
    def opens(*where):
        with opened(*where) as lines:

            def readline(most):
                line = lines.readline(most)
                read.append(len(line))
                return line

            yield SimpleNamespace(readline=readline)

    return opens


def test_a_real_days_file_unpacks_to_far_less_than_it_may(event, tmp_path):
    path = tmp_path / "day.backup"
    file.write(event, path)

    rows = gzip.decompress(path.read_bytes())

    assert len(rows) * 4 < file.UNPACKED * path.stat().st_size
    assert max(map(len, rows.splitlines())) * 4 < file.LONGEST_LINE


def test_the_command_says_how_the_event_is_restored_from_the_file(event):
    said = io.StringIO()
    call_command("backup", str(event.pk), "--no-proof", stdout=said)

    path = schedule.folder() / event.backups.get().file
    assert f"Restore the event from it with: manage.py takeover {path}\n" in said.getvalue()


@both_databases
def test_it_is_due_at_every_phase_and_now_and_then_while_something_happens(event):
    now = timezone.now()
    assert schedule.is_due(event, now)
    row = schedule.back_up(event, prove=False)
    assert not schedule.is_due(event, now + timedelta(seconds=5)), "it may be tried just now"
    assert schedule.is_due(event, now + timedelta(minutes=1)), "nobody has tried it"
    Backup.objects.filter(pk=row.pk).update(restored_at=now)

    assert not schedule.is_due(event, now)
    assert not schedule.is_due(event, now + timedelta(hours=1)), "nothing has happened since"
    Sheet.objects.update(revision=2)
    Sheet.objects.create(
        event=event, seat="wolf-1", kind="war", month=1, revision=1, client_key=event.stream.key, received_at=now, body="{}"
    )
    assert not schedule.is_due(event, now)
    assert schedule.is_due(event, now + timedelta(minutes=6))
    assert schedule.is_due(event, now - timedelta(hours=1)), "the clock was set back"
    done = do(event, EndPhase(month=1, phase=Phase.PLANNING))
    began = done.head.state.clock.began_at
    assert not schedule.is_due(event, began + timedelta(seconds=4)), "every phone looks again just now"
    assert schedule.is_due(event, began + timedelta(seconds=5))


@both_databases
def test_a_worker_that_stops_does_not_wait_for_the_proof(event, monkeypatch):
    monkeypatch.setattr(worker_state, "should_stop", 0)
    row = schedule.back_up(event)
    assert (row.restored_at, row.trouble) == (None, "")
    monkeypatch.setattr(worker_state, "should_stop", None)
    assert schedule.is_due(event, timezone.now() + timedelta(minutes=1))


@both_databases
def test_a_second_folder_gets_a_copy_and_a_missing_one_is_trouble_and_no_failure(event, tmp_path, settings):
    stick = tmp_path / "stick"
    settings.BACKUP_SECOND = str(stick)

    row = schedule.back_up(event, prove=False)
    assert str(stick) in row.second_trouble
    assert row.trouble == ""

    stick.mkdir()
    row = schedule.back_up(event, prove=False)
    assert row.second_trouble == ""
    assert (stick / row.file).read_bytes() == path_of(row).read_bytes()
    assert stat.S_IMODE((stick / row.file).stat().st_mode) == 0o600


@both_databases
def test_old_files_go(event, tmp_path, settings, monkeypatch):
    (tmp_path / "stick").mkdir()
    settings.BACKUP_SECOND = str(tmp_path / "stick")
    monkeypatch.setattr(schedule, "KEPT", 2)
    rows = []
    for _each in range(3):
        event.name += "+"
        rows.append(schedule.back_up(event, prove=False))
        Backup.objects.filter(pk=rows[-1].pk).update(file=f"{rows[-1].pk}.backup")
        path_of(rows[-1]).rename(schedule.folder() / f"{rows[-1].pk}.backup")
        (tmp_path / "stick" / rows[-1].file).rename(tmp_path / "stick" / f"{rows[-1].pk}.backup")
    schedule.prune(event)

    left = {f"{row.pk}.backup" for row in rows[1:]}
    assert {each.name for each in schedule.folder().iterdir()} == left
    assert {each.name for each in (tmp_path / "stick").iterdir()} == left
    assert set(event.backups.values_list("file", flat=True)) == left


@both_databases
def test_another_computer_goes_on_with_the_same_phones_badges_and_tablets(event, second):
    row = event.seats.get(key="cat-1")
    code = access.issue_code(row)
    phone = phone_of(event, "cat-1")
    tablet = Client()
    tablet.force_login(User.objects.get(username="anna"))
    session = tablet.cookies[settings.SESSION_COOKIE_NAME].value
    made = schedule.back_up(event, prove=False)
    left = journal.head(event.stream).state.clock.deadline - made.made_at

    told = second.manage("takeover", path_of(made), "--no-serve", PORT="8123")

    assert told.returncode == 0, told.stderr
    assert "byte for byte" in told.stdout
    assert "http://" in told.stdout
    assert f"/screen/{event.pk}/here/" in told.stdout
    assert (second.var / "secret_key").read_text() == settings.SECRET_KEY
    assert stat.S_IMODE((second.var / "secret_key").stat().st_mode) == 0o600
    assert "DIFFERENT" not in second.manage("replay", event.pk, "--check").stdout
    assert second.manage("replay", event.pk, "--check").returncode == 0
    asked = second.manage(
        "shell", "-v", "0", "-c", LOOK.format(phone=phone, session=session, code=code, event=event.pk), MEGAGAME_DEBUG="1"
    )
    assert asked.returncode == 0, asked.stderr
    facts = dict(line.split("=", 1) for line in asked.stdout.splitlines() if "=" in line)
    assert facts["phone"] == "200 True"
    assert facts["tablet"] == "200"
    assert facts["badge"] == "cat-1"
    assert facts["sheets"] == "1"
    assert facts["paused"] == "True"
    assert abs(float(facts["left"]) - left.total_seconds()) < 5, "the clock stands where it stood when the file was written"
    assert facts["new entry"] == "ok"


LOOK = """
from django.test import Client
from control.people import access; from control.journal import journal, desk
from control.people.events import maker
from control.day.clock.pauses import Resume
from control.models import Event, Sheet
import uuid
event = Event.objects.select_related("stream").get(pk={event})
clock = journal.head(event.stream).state.clock
phone = Client(HTTP_HOST="localhost"); phone.cookies["seat"] = {phone!r}.split("=", 1)[1]
page = phone.get("/play/")
print("phone=" + str(page.status_code), b"Livia" in page.content)
tablet = Client(HTTP_HOST="localhost"); tablet.cookies["sessionid"] = {session!r}
print("tablet=" + str(tablet.get("/control/{event}/clock/").status_code))
print("badge=" + access.seat_by_code({code!r}).key)
print("sheets=" + str(Sheet.objects.filter(body__contains="secret").count()))
print("paused=" + str(clock.paused))
print("left=" + str(clock.left.total_seconds()))
desk.perform(stream_id=event.stream_id, command=Resume(), by=maker("god-emperor"), command_id=uuid.uuid4())
print("new entry=ok")
"""


@pytest.fixture
def third(second, services):
    """A computer with PostgreSQL and Redis, and an empty database on the server."""
    name = "takeover"
    with psycopg.connect(services.database_url.replace("@/", "@localhost/"), autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")
        environment = {**services.environment(), "DATABASE_URL": services.database_url.replace("/postgres?", f"/{name}?")}
        assert f"/{name}?" in environment["DATABASE_URL"]
        yield SimpleNamespace(var=second.var, manage=lambda *words, **more: second.manage(*words, **{**environment, **more}))
        line.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.services
def test_postgres_takes_over_goes_on_behind_the_restored_rows_and_does_so_once(event, third):
    code = access.issue_code(event.seats.get(key="cat-1"))
    phone = phone_of(event, "cat-1")
    tablet = Client()
    tablet.force_login(User.objects.get(username="anna"))
    session = tablet.cookies[settings.SESSION_COOKIE_NAME].value
    path = path_of(schedule.back_up(event, prove=False))

    told = third.manage("takeover", path, "--no-serve")

    assert told.returncode == 0, told.stderr
    assert "byte for byte" in told.stdout
    assert "start the console here" in told.stdout
    look = LOOK.format(phone=phone, session=session, code=code, event=event.pk) + GOES_ON.format(path=str(path))
    asked = third.manage("shell", "-v", "0", "-c", look, MEGAGAME_DEBUG="1")
    assert asked.returncode == 0, asked.stderr
    facts = dict(line.split("=", 1) for line in asked.stdout.splitlines() if "=" in line)
    assert (facts["vendor"], facts["replay"]) == ("postgresql", "the same")
    assert (facts["phone"], facts["tablet"], facts["badge"], facts["sheets"]) == ("200 True", "200", "cat-1", "1")
    assert facts["new entry"] == "ok"
    behind = dict(pair.split(" ", 1) for pair in facts["behind"].split(","))
    assert behind.keys() >= {"control.entry", "control.sheet", "control.seat", "control.stream", "auth.user", "control.membership"}
    assert set(behind.values()) == {"True"}
    assert facts["new rows"] == "ok"
    assert re.fullmatch(
        r"This computer's database holds an event \(.+\) already.* Name an unused database in DATABASE_URL\.", facts["again"]
    )
    assert "--anew" not in facts["again"], "which is of no use here"
    assert facts["anew"] == "--anew works with SQLite only. Name an unused database in DATABASE_URL."
    assert facts["holds still"] == facts["held"], "a refusal leaves everything as it was"


GOES_ON = """
from io import StringIO
from pathlib import Path
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from control.backup.rows import tables_of
from control.models import Entry, Seat
print("vendor=" + connection.vendor)
out = StringIO(); call_command("replay", str(event.pk), check=True, stdout=out)
print("replay=" + ("the same" if ": the same, " in out.getvalue() and "DIFFERENT" not in out.getvalue() else out.getvalue()))
behind = []
with connection.cursor() as cursor:
    for table in tables_of(event):
        key = table.model._meta.pk
        if key.get_internal_type().endswith("AutoField") and table.rows.exists():
            cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, %s))", [table.model._meta.db_table, key.column])
            largest = table.model._base_manager.order_by("-pk").values_list("pk", flat=True)[0]
            behind.append(table.label + " " + str(cursor.fetchone()[0] > largest))
print("behind=" + ",".join(behind))
Sheet.objects.create(event=event, seat="cat-1", kind="war", month=1, revision=2, client_key=uuid.uuid4(),
    received_at=timezone.now(), body="x")
Seat.objects.create(event=event, key="cat-new")
print("new rows=ok")
def held():
    return str([table.rows.count() for table in tables_of(event)])
print("held=" + held())
for name, words in (("again", {{}}), ("anew", {{"anew": True}})):
    try:
        call_command("takeover", Path({path!r}), no_serve=True, stdout=StringIO(), **words)
    except CommandError as refused:
        print(name + "=" + str(refused))
print("holds still=" + held())
"""


def test_a_computer_that_holds_something_says_so_and_puts_it_aside_when_asked(event, second):
    path = path_of(schedule.back_up(event, prove=False))
    assert second.manage("takeover", path, "--no-serve").returncode == 0
    key = (second.var / "secret_key").read_text()

    again = second.manage("takeover", path, "--no-serve")
    assert again.returncode == 1
    assert "--anew" in again.stderr

    anew = second.manage("takeover", path, "--no-serve", "--anew")
    assert anew.returncode == 0, anew.stderr
    assert "put aside" in anew.stdout
    assert len(list(second.var.glob("before-takeover-*/megagame.sqlite3"))) == 1
    assert (second.var / "secret_key").read_text() == key


def test_without_its_key_a_backup_asks_for_it(event, second, settings):
    settings.BACKUP_KEY = False
    path = path_of(schedule.back_up(event, prove=False))
    assert settings.SECRET_KEY.encode() not in gzip.decompress(path.read_bytes())

    without = second.manage("takeover", path, "--no-serve")
    assert without.returncode == 1
    assert "written without its key" in without.stderr

    assert second.manage("takeover", path, "--no-serve", SECRET_KEY=settings.SECRET_KEY).returncode == 0


def test_another_key_in_the_environment_is_refused_before_anything_is_done(event, second):
    path = path_of(schedule.back_up(event, prove=False))

    told = second.manage("takeover", path, "--no-serve", SECRET_KEY="something else")

    assert told.returncode == 1
    assert "unset it" in told.stderr
    assert not (second.var / "megagame.sqlite3").exists()


def test_a_computer_with_a_control_team_and_no_event_is_in_use_too():
    assert existing_data_words() == ""

    User.objects.create_user("anna")

    assert existing_data_words() == "accounts of a control team"
