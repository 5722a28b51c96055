"""Debrief file: export, import, and refusal of a changed file."""

from __future__ import annotations

import gzip
import io
import json
import uuid
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from control.day.notices import Announce
from control.debrief import timeline
from control.debrief.access import debrief_row
from control.debrief.anonymity import removal
from control.debrief.export import document
from control.debrief.export.arrival import import_event
from control.debrief.export.document import FileError
from control.engine.context import Actor
from control.engine.refusal import Refused
from control.journal import chain, desk, journal, links
from control.models import Due, Entry, Event, Sheet, Snapshot, Stream
from control.people.events import create_event
from rooms.realm.desks import ALL_DESKS
from rooms.realm.frame import NAME
from rooms.tables.models import Table
from tests.control.debrief.tables import table_of
from tests.scenarios import default

OLGA = Actor(name="olga", desks=ALL_DESKS)
SCHEMA = Path(__file__).parents[3] / "docs" / "debrief-file.schema.json"


def written(event: Event) -> bytes:
    out = io.BytesIO()
    document.write(event, out)
    return out.getvalue()


def gone(event: Event) -> None:
    """Delete the event, as if this were another console."""
    streams = [event.stream_id, *event.tables.values_list("stream_id", flat=True)]
    Table.objects.filter(event=event).delete()
    Entry.objects.filter(stream__in=streams).delete()
    Sheet.objects.filter(event=event).delete()
    with connection.cursor() as cursor:  # the console never deletes lines of the access log
        cursor.execute("DELETE FROM control_auditline")
        cursor.execute("DELETE FROM control_auditname")
    Event.objects.filter(pk=event.pk).delete()
    Stream.objects.filter(pk__in=streams).delete()
    journal.forget()
    timeline.forget()


def brought(body: bytes, tmp_path: Path, name: str = "day.json") -> Event:
    path = tmp_path / name
    path.write_bytes(body)
    return import_event(document.read(path), name)


def changed(body: bytes, change: Callable[[Any], None]) -> bytes:
    told = json.loads(body)
    change(told)
    return json.dumps(told).encode()


# --- export and import --------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_day_comes_back_byte_for_byte_and_shows_the_same_debrief(played, tmp_path):
    table = table_of(played, of=played)
    before = timeline.chronicle_of(played.stream)
    state, code = bytes(Stream.objects.get(pk=played.stream_id).state), table.code
    body = written(played)
    gone(played)

    event = brought(body, tmp_path)

    stream = event.stream
    assert event.name == played.name
    assert bytes(stream.state) == state
    assert journal.play_of(stream).encode(journal.state_at(stream, stream.head, from_zero=True)) == state
    assert (chain.check(stream).broken_at, stream.archived) == (0, True)
    assert timeline.chronicle_of(stream) == before
    assert [each.code for each in Table.objects.filter(event=event)] == [code]
    assert written(event).split(b'"event":')[1] == body.split(b'"event":')[1]


def test_the_state_of_any_moment_is_that_of_the_first_console(played, tmp_path):
    play = journal.play_of(played.stream)
    then = {seq: play.encode(timeline.state_at(played.stream, seq)) for seq in (1, 150, 201, played.stream.head)}
    body = written(played)
    gone(played)

    event = brought(body, tmp_path)

    assert {seq: play.encode(timeline.state_at(event.stream, seq)) for seq in then} == then
    assert Snapshot.objects.filter(stream=event.stream).count() == event.stream.head // 100


def test_it_may_be_packed_and_written_by_another_program(played, tmp_path):
    body = gzip.compress(json.dumps(json.loads(written(played)), indent=3, sort_keys=True).encode())
    gone(played)

    assert brought(body, tmp_path, "day.json.gz").stream.head == played.stream.head


def test_the_same_file_twice_is_said_so(played, tmp_path):
    body = written(played)
    with pytest.raises(FileError, match=f"is here already: it is the event Long Ago \\({played.pk}\\)"):
        brought(body, tmp_path)
    gone(played)
    event = brought(body, tmp_path)

    with pytest.raises(FileError, match=f"is here already: it is the event Long Ago \\({event.pk}\\)"):
        brought(body, tmp_path)
    assert Event.objects.count() == 1


def test_nothing_rings_and_nobody_acts_in_a_day_out_of_a_file(played, tmp_path):
    table = table_of(played, of=played)
    body = written(played)
    gone(played)

    event = brought(body, tmp_path)

    for stream in (event.stream, Table.objects.get(code=table.code).stream):
        with pytest.raises(Refused, match="This day came out of a file"):
            desk.perform(stream_id=stream.pk, command=Announce(text="Hello."), by=OLGA, command_id=uuid.uuid4())
        with pytest.raises(Refused, match="This day came out of a file"):
            desk.withdraw(stream_id=stream.pk, entries=[stream.head], reason="", by=OLGA, command_id=uuid.uuid4())
    assert not Due.objects.filter(stream=event.stream).exists()
    assert event.seats.exists()
    assert not event.seats.exclude(code_hash=None).exists()
    assert debrief_row(event) is None


def test_a_table_whose_code_is_taken_gets_another(played, tmp_path):
    code = table_of(played, of=played).code
    body = written(played)
    gone(played)
    other = table_of(create_event(realm=NAME, name="Another", scenario=default(), casting=default().casting))
    Table.objects.filter(pk=other.pk).update(code=code)

    event = brought(body, tmp_path)

    assert Table.objects.get(event=event).code != code


# --- refusals -----------------------------------------------------------------------------------------------------------


def renamed_kind(told: Any) -> None:
    told["streams"][0]["entries"][4]["kind"] = "NobodyKnowsThis"


def other_body(told: Any) -> None:
    entry = told["streams"][0]["entries"][6]
    entry["body"] = entry["body"].replace('"', '"', 1) + " "


def other_label(told: Any) -> None:
    told["streams"][0]["entries"][9]["label"] = "Something else"


def one_missing(told: Any) -> None:
    del told["streams"][0]["entries"][5]


def last_missing(told: Any) -> None:
    del told["streams"][0]["entries"][-1]


def other_state(told: Any) -> None:
    told["streams"][0]["state"] = told["streams"][0]["state"].replace("Long", "Short") + " "


def newer(told: Any) -> None:
    told.update(version=3, release="2031-01", news="what nobody knows yet")


def other_game(told: Any) -> None:
    told["streams"][0]["engine"] = "chess"


def other_scenario(told: Any) -> None:
    told["event"]["scenario"] = {"a": 1}


def forged_secret(told: Any) -> None:
    """Change a secret in the scenario so that it still parses."""
    scheme = told["event"]["scenario"]["schemes"][0]
    scheme["name"] = "Poison the Emperor"


def forged_number(told: Any) -> None:
    """Change a number in the scenario so that it still parses; no text changes."""
    told["event"]["scenario"]["timetable"]["months"].pop()


def forged_digest(told: Any) -> None:
    forged_secret(told)
    stream, scenario = told["streams"][0], json.dumps(told["event"]["scenario"]).encode()
    stream["frozen"] = links.digest_of_document(scenario, stream["frozen_salt"])


def no_digest(told: Any) -> None:
    forged_secret(told)
    told["streams"][0].update(frozen="", frozen_salt="")


def journal_twice(told: Any) -> None:
    told["streams"].append(told["streams"][0])


def sheets_in(told: Any) -> Any:
    """Add some unsealed sheets and their locks: bots send none."""
    at = told["written_at"]
    one = {"seat": "cat-1", "kind": "war", "month": 1, "revision": 1, "received_at": at, "entered_by": "walt", "body": "{}"}
    told["sheets"] = [{**one, "revision": number} for number in (1, 2, 3)]
    told["locks"] = [{"kind": "war", "month": month, "at": at} for month in (1, 2)]
    return told["sheets"]


def lock_twice(told: Any) -> None:
    sheets_in(told)
    told["locks"].append(told["locks"][0])


def sheet_twice(told: Any) -> None:
    sheets_in(told).append(told["sheets"][0])


def entry_twice(told: Any) -> None:
    entries = told["streams"][0]["entries"]
    entries.append({**entries[-1], "seq": len(entries) + 1})


def strange_seat(told: Any) -> None:
    sheets_in(told)[1]["seat"] = "dragon-1\u202e"


def strange_kind(told: Any) -> None:
    sheets_in(told)[2]["kind"] = "shopping"


def strange_lock(told: Any) -> None:
    sheets_in(told)
    told["locks"][1]["kind"] = "shopping"


def long_source(told: Any) -> None:
    sheets_in(told)[0]["source"] = "from the moon"


def nameless_event(told: Any) -> None:
    told["event"]["name"] = " \u202e\u200b "


def half_a_field(told: Any) -> None:
    del told["streams"][0]["entries"][2]["kind"]


def further_field(told: Any) -> None:
    told["streams"][0]["entries"][2]["secret"] = "x"


def no_text(told: Any) -> None:
    told["event"]["chapters"] = "\\\0"


def unreadable(told: Any) -> None:
    told["streams"][0]["entries"][3]["body"] = "[]"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (renamed_kind, "entry 5 of the day is of a kind that this console does not know: NobodyKnowsThis"),
        (other_body, "entry 7 of the day was changed"),
        (other_label, "entry 10 of the day was changed"),
        (one_missing, "entry 6 of the day is missing"),
        (last_missing, "was changed: it is missing"),
        (other_state, "the state of the day was changed"),
        (newer, r"newer release of the console \(2031-01, format 3\); this one reads formats up to 2"),
        (other_game, "of a game that this console does not have: chess"),
        (other_scenario, "holds a scenario that this console cannot read"),
        (forged_secret, "the scenario of the day is not what the day was played by: its digest is another one"),
        (forged_number, "the scenario of the day is not what the day was played by: its digest is another one"),
        (forged_digest, "entry 1 of the day was changed"),
        (no_digest, "entry 1 of the day was changed"),
        (journal_twice, "day.json: journal 2 is journal 1 once more"),
        (lock_twice, "day.json: lock 3 is lock 1 once more"),
        (sheet_twice, "day.json: sheet 4 is sheet 1 once more"),
        (entry_twice, r"day.json: entry (\d+) of the day is entry \d+ once more"),
        (strange_seat, "sheet 2 is of a seat that the event does not have: dragon-1[.]"),
        (strange_kind, "sheet 3 is of a kind that the event does not have: shopping"),
        (strange_lock, "lock 2 is of a kind that the event does not have: shopping"),
        (long_source, r"length <= 10 - at `\$.sheets\[0\].source`"),
        (nameless_event, "the event has no name"),
        (half_a_field, r"missing required field `kind` - at `\$.streams\[0\].entries\[2\]`"),
        (further_field, r"unknown field `secret` - at `\$.streams\[0\].entries\[2\]`"),
        (unreadable, "entry 4 of the day cannot be read"),
        (no_text, "a sign in line 1 stands in no text"),
    ],
)
def test_a_file_that_was_changed_is_refused_and_says_where(played, tmp_path, change, why):
    body = written(played)
    gone(played)

    with pytest.raises(FileError, match=why):
        brought(changed(body, change), tmp_path)

    assert not Event.objects.exists()
    assert not Stream.objects.exists()
    assert not Entry.objects.exists()


def test_a_state_that_the_journal_does_not_give_is_refused(played, tmp_path):
    """A forger can rebuild the chain after changing an entry. The stored state and every noted hash still differ."""
    body = written(played)
    gone(played)

    def forged(told: Any) -> None:
        stream = told["streams"][0]
        entries = stream["entries"]
        at = next(number for number, entry in enumerate(entries) if '"power":' in entry["body"])
        entries[at]["body"] = entries[at]["body"].replace('"power":', '"power":1', 1)
        before = links.first_hash(uuid.UUID(stream["key"]), stream["frozen"])
        for entry in entries:
            full = msgspec.convert(entry, type=document.EntryTold)
            before = entry["hash"] = links.hash_of(before, full)
        stream["hash"] = before

    with pytest.raises(FileError, match=r"the day gives another state than the one that is written down|does not fit what"):
        brought(changed(body, forged), tmp_path)


def test_the_content_of_a_side_table_is_bound_to_its_chain(played, tmp_path):
    table_of(played, of=played)
    body = written(played)
    gone(played)

    def forged(told: Any) -> None:
        told["streams"][1]["beside"]["content"]["cards"].reverse()

    with pytest.raises(FileError, match=r"the content of table:.* is not what the day was played by: its digest is another one"):
        brought(changed(body, forged), tmp_path)


def of_an_earlier_release(body: bytes) -> bytes:
    """The file in format 1: no digest of the scenario, and a chain that begins without it."""

    def earlier(told: Any) -> None:
        told["version"] = 1
        for stream in told["streams"]:
            del stream["frozen"], stream["frozen_salt"]
            before = links.first_hash(uuid.UUID(stream["key"]))
            for entry in stream["entries"]:
                before = entry["hash"] = links.hash_of(before, msgspec.convert(entry, type=document.EntryTold))
            stream["hash"] = before

    return changed(body, earlier)


@pytest.mark.parametrize("earlier", [True, False])
def test_a_file_of_an_earlier_release_is_read_and_said_to_prove_no_scenario(played, tmp_path, earlier):
    body = written(played)
    gone(played)
    path, told, checked = tmp_path / "day.json", io.StringIO(), io.StringIO()
    path.write_bytes(of_an_earlier_release(body) if earlier else body)

    call_command("debrief", "import", str(path), stdout=told)
    call_command("replay", str(Event.objects.get().pk), "--check", stdout=checked)

    assert ("is not proved" in told.getvalue(), "is not proved" in checked.getvalue()) == (earlier, earlier)


def test_names_in_a_file_are_cleaned_as_names_are_everywhere(played, tmp_path):
    body = written(played)
    gone(played)

    def turned(told: Any) -> None:
        told["event"]["name"] = "Long\u202e  Ago\u200b"
        sheets_in(told)[0]["entered_by"] = "wa\u2067lt"

    event = brought(changed(body, turned), tmp_path)

    assert event.name == "Long Ago"
    assert Sheet.objects.filter(event=event, entered_by="walt").count() == 3


def test_a_file_that_was_cut_off_says_in_which_line(played, tmp_path):
    body = written(played)
    half = body[: len(body) // 2]
    line = half.count(b"\n") + 1

    with pytest.raises(FileError, match=f"day.json is cut off in line {line}; get it once more"):
        brought(half, tmp_path)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "it is not JSON"),
        (b"hello", "it is not JSON"),
        (b"\xff\xfe\x00", "it is not JSON"),
        (b"[" * 100_000, "is no file of a debrief"),
        (b'{"format":' + b"[" * 100_000, "is no file of a debrief|is cut off"),
        (b'{"a":1}', "day.json is no file of a debrief."),
        (b'{"format":"megagame-debrief","version":1}', "does not hold what it should"),
        (b"PK\x03\x04 and so on", "is a ZIP archive"),
        (gzip.compress(b'{"a":1}', mtime=0)[:-6], "cannot be read"),
    ],
)
def test_what_is_no_debrief_is_refused(tmp_path, body, why):
    path = tmp_path / "day.json"
    path.write_bytes(body)
    with pytest.raises(FileError, match=why):
        document.read(path)


def test_a_file_that_unpacks_without_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(document, "MOST", 1_000_000)
    path = tmp_path / "day.json.gz"
    path.write_bytes(gzip.compress(bytes(50_000_000)))

    with pytest.raises(FileError, match="is too large: a debrief has at most 1 MB"):
        document.read(path)


@pytest.mark.django_db
def test_a_day_that_is_not_over_is_written_into_no_file():
    event = create_event(realm=NAME, name="Today", scenario=default(), casting=default().casting)
    with pytest.raises(Refused, match="The day is not over yet"):
        written(event)


# --- contents -----------------------------------------------------------------------------------------------------------


def test_the_schema_beside_the_description_is_current():
    assert SCHEMA.read_bytes() == document.schema(), "write it anew: manage.py debrief schema > docs/debrief-file.schema.json"


def test_what_is_written_is_as_the_schema_says(played):
    told = msgspec.json.decode(written(played), type=document.DebriefFile)
    assert (told.format, told.version, len(told.streams[0].entries)) == (document.FORMAT, document.VERSION, played.stream.head)


# --- by hand ------------------------------------------------------------------------------------------------------------


def test_both_files_are_written_into_a_folder_and_one_is_brought_in(played, tmp_path):
    call_command("debrief", "export", played.slug, to=tmp_path, stdout=io.StringIO())
    (packed,), (whole,) = tmp_path.glob("*.zip"), tmp_path.glob("*.json")
    assert "journal.csv" in zipfile.ZipFile(packed).namelist()
    assert whole.stat().st_mode & 0o777 == 0o600
    gone(played)

    told = io.StringIO()
    call_command("debrief", "import", str(whole), stdout=told)

    assert f"{played.stream.head} entries" in told.getvalue()
    with pytest.raises(CommandError, match="is here already"):
        call_command("debrief", "import", str(whole))


def test_a_name_that_was_taken_out_is_in_no_file_and_the_chain_still_holds(played, tmp_path):
    seat = journal.head(played.stream).state.seats["cat-1"]
    removal.remove_names(played, [seat.id])
    body = written(Event.objects.get(pk=played.pk))
    gone(played)

    event = brought(body, tmp_path)

    assert seat.name.encode() not in body
    assert chain.check(event.stream).taken_out > 0


def test_a_name_that_was_taken_out_of_the_scenario_leaves_its_digest_whole(played, tmp_path):
    """The casting, with names, is part of the scenario."""
    seat = journal.head(played.stream).state.seats["cat-1"]
    assert seat.name.encode() in bytes(Event.objects.get(pk=played.pk).scenario)
    frozen = Stream.objects.get(pk=played.stream_id).frozen

    removal.remove_names(played, [seat.id])
    removal.remove_names(played, [journal.head(played.stream).state.seats["cat-2"].id])

    stream = Stream.objects.get(pk=played.stream_id)
    assert seat.name.encode() not in bytes(Event.objects.get(pk=played.pk).scenario)
    assert (stream.frozen, chain.check(stream).frozen_wrong) == (frozen, "")
    body = written(Event.objects.get(pk=played.pk))
    gone(played)
    assert brought(body, tmp_path).stream.frozen == frozen
