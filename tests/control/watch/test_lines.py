"""The preflight page: real checks, and how missing answers count. A red line appears on every page of Control."""

from __future__ import annotations

import re
from concurrent.futures import wait
from datetime import timedelta
from pathlib import Path
from threading import Event as Flag

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from control import tasks as clock_tasks
from control.backup import schedule
from control.models import Backup, Pulse, Screen, Sheet, Watched
from control.watch import connections, event_checks, machine_checks, outage, periodic_checks, preflight_lines, tasks
from control.watch.preflight_lines import EVERYWHERE, CheckResult, LightColour, lines_of, store_results
from megagame.celery import app
from rooms.realm.desks import Desk
from tests.control.desks.conftest import words
from tests.services import PATIENCE

pytestmark = pytest.mark.django_db

NOW = timezone.now


def at(day_, key, now=None):
    return next(line for line in lines_of(day_.event.pk, now) if line.key == key)


def all_well(event):
    outage.note_beat()
    outage.note_ping(NOW())
    well = CheckResult(colour=LightColour.GREEN, words="Well.")
    store_results(EVERYWHERE, dict.fromkeys((key for key in preflight_lines.SHARED if key not in ("beat", "worker")), well))
    store_results(event.pk, dict.fromkeys(preflight_lines.OWN, well))


def test_every_line_has_its_place_and_begins_without_data(day, organizer):
    page = words(organizer.get("preflight/"))
    for title in (*preflight_lines.SHARED.values(), *preflight_lines.OWN.values()):
        assert title in page
    assert {line.key for line in lines_of(day.event.pk)} == {*preflight_lines.SHARED, *preflight_lines.OWN}
    assert at(day, "database").found.colour is LightColour.GREY


def test_what_is_wrong_stands_first_and_then_what_nobody_knows(day):
    all_well(day.event)
    last, before = list(preflight_lines.OWN)[-1], list(preflight_lines.OWN)[-2]
    store_results(
        day.event.pk,
        {last: CheckResult(colour=LightColour.RED, words="Wrong."), before: CheckResult(colour=LightColour.GREY, words="No data.")},
    )

    watch = preflight_lines.watch_of(day.event.pk)

    assert [line.key for line in watch.lines[:2]] == [last, before]
    assert [line.key for line in watch.lines[2:]] == [
        key for key in (*preflight_lines.SHARED, *preflight_lines.OWN) if key not in (last, before)
    ]


def test_the_head_counts_what_preflight_counts_and_looks_again_as_often(day, organizer):
    all_well(day.event)
    Pulse.objects.update(at=NOW() - 2 * preflight_lines.SILENT)  # a dead worker sends no report
    store_results(day.event.pk, {"tracer": CheckResult(colour=LightColour.RED, words="Nothing came back.")})

    page = organizer.get("preflight/").content.decode()

    assert len(re.findall(r'class="preflight-line red"', page)) == 2
    assert "! 2 wrong" in words(organizer.get("preflight/"))
    assert re.search(r"data-red><b>! 2<", page)
    for part in ("bar", "preflight"):
        assert re.search(rf'id="part-{part}"[^>]*hx-trigger="[^"]*{preflight_lines.AGAIN}', page)


def test_all_well_shows_no_mark_and_one_red_line_marks_every_page_of_whom_it_concerns(day, organizer, sits):
    all_well(day.event)
    assert b"data-red" not in organizer.get("").content
    assert "All well" in words(organizer.get("preflight/"))

    desks = ((sits(Desk.WAR), "war/"), (sits(Desk.UNDERGROUND), "underground/"), (sits(Desk.CHECK_IN), "people/"))
    store_results(EVERYWHERE, {"disk": CheckResult(colour=LightColour.RED, words="0.1 GB free.", mend="Make room.")})
    for address in ("", "clock/"):
        assert re.search(r"data-red><b>! 1<", organizer.get(address).content.decode())
    for person, address in desks:
        assert b"data-red" not in person.get(address).content, "to make room is the organizer's"
    store_results(EVERYWHERE, {"database": CheckResult(colour=LightColour.RED, words="No answer.")})
    assert re.search(r"data-red><b>! 2<", organizer.get("").content.decode())
    for person, address in desks:
        assert re.search(r"data-red><b>! 1<", person.get(address).content.decode())
    store_results(EVERYWHERE, {"database": CheckResult(colour=LightColour.GREEN, words="A row was written.")})
    page = words(organizer.get("preflight/"))
    assert "1 wrong" in page
    assert "0.1 GB free." in page
    assert "Do: Make room." in page


def test_a_line_tells_since_when_it_has_its_colour(day):
    red, worse = CheckResult(colour=LightColour.RED, words="No."), CheckResult(colour=LightColour.RED, words="Still no.")
    begun = NOW() - timedelta(seconds=30)
    assert store_results(EVERYWHERE, {"disk": red}, begun)
    assert store_results(EVERYWHERE, {"disk": worse}, begun + timedelta(seconds=10)), "other words about what is wrong are news"
    assert not store_results(EVERYWHERE, {"disk": worse}, begun + timedelta(seconds=20))
    assert at(day, "disk").since == begun
    assert store_results(EVERYWHERE, {"disk": CheckResult(colour=LightColour.GREEN, words="Room.")})
    assert at(day, "disk").since > begun


def test_a_worker_that_is_dead_is_red_within_seconds_and_old_looks_are_no_data(day):
    all_well(day.event)
    later = NOW() + timedelta(seconds=13)
    assert at(day, "worker", later).is_red
    assert "No sign of life since" in at(day, "worker", later).found.words
    assert at(day, "beat", later).found.colour is LightColour.GREY
    much_later = NOW() + timedelta(seconds=61)
    assert at(day, "disk", much_later).found.colour is LightColour.GREY
    assert "Nobody has looked since" in at(day, "disk", much_later).found.words


def test_a_beat_that_is_dead_is_told_from_a_worker_that_still_answers(day):
    Pulse.objects.create(name="beat", at=NOW() - timedelta(seconds=30))
    outage.note_ping(NOW())
    assert at(day, "beat").is_red
    assert "though the worker answers" in at(day, "beat").found.words
    assert at(day, "worker").found.colour is LightColour.GREEN


def test_a_slow_queue_is_red(day):
    outage.note_beat()
    outage.note_ping(NOW() - timedelta(seconds=9))
    assert at(day, "worker").is_red
    assert "9.0 s" in at(day, "worker").found.words


def test_whoever_looks_at_the_page_of_a_silent_console_pings_the_worker_once_in_a_while(day, organizer, monkeypatch):
    monkeypatch.setattr(periodic_checks, "ASKED", PATIENCE)
    asked = Flag()
    pings = []
    monkeypatch.setattr(tasks, "ping", lambda: (pings.append(1), asked.set()))
    Pulse.objects.create(name="beat", at=NOW() - timedelta(seconds=30))

    organizer.get("preflight/")
    organizer.get("preflight/")

    assert asked.wait(PATIENCE)
    assert pings == [1]
    assert at(day, "broker").found.colour is LightColour.GREEN


def test_a_look_that_hangs_or_fails_is_red_in_time_and_keeps_its_secrets(monkeypatch):
    monkeypatch.setattr(machine_checks, "WITHIN", 0.2)
    never = Flag()

    def hangs():
        never.wait()

    def fails():
        raise ValueError("postgres://user:password@host")

    def started(look, start=machine_checks._start_check):
        future = start(look)
        if look is not hangs:
            wait([future], PATIENCE)  # the time begins when the others have looked
        return future

    monkeypatch.setattr(machine_checks, "_start_check", started)
    found = machine_checks.run_checks({"broker": hangs, "disk": machine_checks.disk, "layer": fails})
    never.set()

    assert found["broker"].colour is LightColour.RED
    assert found["broker"].words == "No answer within 0 s."
    assert found["layer"].words == "Failed: ValueError."
    assert found["disk"].colour is LightColour.GREEN


def test_a_full_disk_is_red(monkeypatch, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    free = type("Usage", (), {"free": 1_000_000})
    monkeypatch.setattr(machine_checks.shutil, "disk_usage", lambda _folder: free)
    found = machine_checks.disk()
    assert found.colour is LightColour.RED
    assert str(tmp_path) in found.mend


def test_a_message_comes_round_the_channel_layer():
    assert machine_checks.layer().colour is LightColour.GREEN


# --- the event's own lines ----------------------------------------------------------------------------------------------


def backup_line(day_):
    return event_checks.backup(day_.event, day_.state, NOW())


def made(day_, **more):
    stands = schedule.current_backup_state(day_.event)
    return Backup.objects.create(
        event=day_.event,
        made_at=NOW(),
        mark=stands.mark,
        seq=stands.seq,
        sheets=stands.sheets,
        file="x.backup",
        size=90_000,
        **more,
    )


def test_a_backup_is_green_only_when_it_was_restored(running, settings, tmp_path):
    settings.BACKUP_SECOND = str(tmp_path)
    assert backup_line(running).colour is LightColour.RED
    row = made(running)
    assert backup_line(running).colour is LightColour.GREY
    Backup.objects.filter(pk=row.pk).update(restored_at=NOW())
    assert backup_line(running).colour is LightColour.GREEN
    made(running, trouble="It could not be restored: no.")
    found = backup_line(running)
    assert found.colour is LightColour.RED
    assert "The last good one is of" in found.words


def test_a_missing_second_folder_is_red_though_the_backup_is_good(running):
    made(running, restored_at=NOW(), second_trouble="No copy in /media/stick: there is no folder")
    found = backup_line(running)
    assert found.colour is LightColour.RED
    assert "/media/stick" in found.words
    assert "restored" not in preflight_lines.OWN["backup"]  # "Last backup, restored — wrong" would contradict it


def test_a_good_backup_without_a_second_copy_is_red_except_in_a_demo(running, settings):
    settings.BACKUP_SECOND = ""
    made(running, restored_at=NOW())

    found = backup_line(running)
    assert found.colour is LightColour.RED
    assert "with no second copy" in found.words
    assert "Set BACKUP_SECOND" in found.mend

    running.event.demo = True
    assert backup_line(running).colour is LightColour.GREEN


def test_a_backup_that_never_comes_is_red(running):
    row = made(running, restored_at=NOW())
    Backup.objects.filter(pk=row.pk).update(made_at=NOW() - timedelta(minutes=20), seq=row.seq - 1)
    assert "much has happened since" in backup_line(running).words


@pytest.mark.parametrize(("late", "colour"), [(300, LightColour.GREEN), (301, LightColour.RED)])
def test_a_backup_may_be_five_minutes_late(running, late, colour, settings, tmp_path):
    settings.BACKUP_SECOND = str(tmp_path)
    row = made(running, restored_at=NOW())
    now = NOW()
    Backup.objects.filter(pk=row.pk).update(made_at=now - schedule.backup_interval() - timedelta(seconds=late), seq=row.seq - 1)

    assert event_checks.backup(running.event, running.state, now).colour is colour


class House:
    """A hub with sockets only."""

    def __init__(self, event, **groups):
        self.event, self.groups = event, groups
        self.places = frozenset({event})

    def lines_of(self, _event, audience):
        return frozenset(self.groups.get(audience, ()))

    def seat_of(self, line):
        return f"seat:{line.partition(' ')[0]}" if line in self.groups.get("players", ()) else ""


class Company:
    def __init__(self, *spots):
        self.spots = spots

    def own(self, _event):
        return self.spots


def tell(day_, *, hall=0, phones=0, staff=(), offs=()):
    halls, players = {f"hall{n}" for n in range(hall)}, {f"phone{n}" for n in range(phones)}
    players |= {line for line, _off in offs if line.startswith("phone")}  # "phone1 again" is another page with the same badge
    tablets = {name for name, _page in staff}
    for line, off in offs:
        connections.note_clock_offset(line, off)
    spots = [connections.Company and type("Spot", (), {"name": name, "page": page}) for name, page in staff]
    connections.tell_devices(House(day_.event.pk, all=halls | players | tablets, staff=tablets, players=players), Company(*spots))
    for line, _off in offs:
        connections.forget_device(line)


def own(day_, key):
    return event_checks.OWN[key](day_.event, day_.state, NOW())


def test_nobody_has_told_of_devices_is_grey(running):
    assert {own(running, key).colour for key in ("screens", "staff", "clocks")} == {LightColour.GREY}


def test_screens_and_desks_without_anybody_are_red(running, sits):
    for desk in (Desk.ORGANIZER, Desk.WAR, Desk.COURT, Desk.UNDERGROUND):
        sits(desk)
    tell(running, phones=3, staff=[("organizer", "clock"), ("war", "war")])
    assert own(running, "screens").colour is LightColour.RED
    found = own(running, "staff")
    assert found.colour is LightColour.RED
    assert "Court" in found.words
    assert "organizer (clock)" in found.words

    tell(running, hall=2, phones=3, staff=[("organizer", "clock"), ("court", "court"), ("underground", "underground")])
    found = own(running, "staff")
    assert "war (last seen" in found.words, "whoever was here and is gone is named"
    assert own(running, "screens").words == "2 connected; 3 phones beside them."
    tell(running, hall=2, staff=[(name, name) for name in ("organizer", "war", "court", "underground")])
    assert own(running, "staff").colour is LightColour.GREEN


def test_a_named_screen_that_falls_silent_is_red(running):
    Client().get(f"/screen/{running.event.pk}/here/")
    assert own(running, "screens").words == "Screen 1: here."

    Screen.objects.update(name="Door", seen_at=timezone.now() - timedelta(minutes=2))

    found = own(running, "screens")
    assert found.colour is LightColour.RED
    assert found.words.startswith("Nothing is heard of: Door (since ")


def test_a_screen_that_was_sent_somewhere_and_falls_silent_is_red(running):
    Client().get(f"/screen/{running.event.pk}/here/")
    Screen.objects.update(shows="map", seen_at=timezone.now() - timedelta(minutes=20))

    assert own(running, "screens").words.startswith("Nothing is heard of: Screen 1 (since ")


def test_guests_who_looked_at_the_halls_page_and_went_are_not_missed(running):
    for _guest in range(3):
        Client().get(f"/screen/{running.event.pk}/here/")
    Screen.objects.update(seen_at=timezone.now() - timedelta(minutes=2))
    tell(running)
    assert own(running, "screens").words == "No screen in the hall is connected."

    Client().get(f"/screen/{running.event.pk}/here/")

    found = own(running, "screens")
    assert (found.colour, found.words) == (LightColour.GREEN, "Screen 4: here.")


def test_a_tablet_whose_clock_is_off_is_red(running):
    tell(running, phones=3, staff=[("war", "war")], offs=[("phone0", 0.3), ("phone1", 0.1), ("war", -0.8)])
    assert own(running, "clocks").colour is LightColour.GREEN
    tell(running, phones=3, staff=[("war", "war")], offs=[("phone0", 987.0), ("phone1", 0.1), ("war", -245.0)])
    found = own(running, "clocks")
    assert found.colour is LightColour.RED
    assert "a tablet of Control, by 4 min" in found.words


def test_one_guest_alone_does_not_warn_of_the_clocks(running):
    honest = [(f"phone{n}", 0.1) for n in range(1, 4)]
    tell(running, hall=20, offs=[*honest, *((f"hall{n}", 555.0) for n in range(20))])
    found = own(running, "clocks")
    assert (found.colour, found.words) == (LightColour.GREEN, "3 devices, the worst 0.1 s off.")

    tell(running, offs=[*honest, *((f"phone0 page {n}", -987.0) for n in range(20))])
    found = own(running, "clocks")
    assert (found.colour, found.words) == (LightColour.GREEN, "4 devices, the worst 987.0 s off.")
    tell(running, offs=[("phone0", -987.0)])
    assert own(running, "clocks").colour is LightColour.GREEN


def test_most_phones_whose_clocks_differ_are_told_without_a_players_name(running):
    tell(running, offs=[("phone0", 0.3), ("phone1", -245.0), ("phone2", -246.0), ("phone3", 31.0)])
    found = own(running, "clocks")
    assert found.colour is LightColour.RED
    assert found.words == "3 of 4 are more than 30 s off; the worst, a phone, by 4 min."


# --- rounds -------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_a_round_fills_the_page_and_makes_the_backup_of_the_phase(running, organizer, settings, tmp_path, monkeypatch):
    settings.VAR_DIR, settings.BACKUP_SECOND = tmp_path, str(tmp_path / "stick")
    (tmp_path / "stick").mkdir()
    monkeypatch.setattr(schedule, "try_restore", lambda _path: "")
    outage.note_beat()
    outage.note_ping(NOW())

    periodic_checks.run_all_checks()
    periodic_checks.back_up_due_events()

    found = {line.key: line.found.colour for line in lines_of(running.event.pk)}
    shared = {"database", "broker", "worker", "beat", "layer", "disk", "tracer", "backup"}
    assert {key for key in shared if found[key] is not LightColour.GREEN} == set()
    assert list(Path(tmp_path, "backups").iterdir()) != []
    assert not Sheet.objects.exists()
    assert cache.get("watch:look") is None


@pytest.mark.django_db(transaction=True)
def test_two_rounds_at_once_are_one(running, monkeypatch):
    cache.add("watch:look", True, 20)
    periodic_checks.run_all_checks()
    assert not Watched.objects.exists()


def test_events_that_nobody_plays_or_looks_at_are_left_alone(day):
    assert periodic_checks.watched_events() == []
    preflight_lines.watch_event(day.event.pk)
    assert [event.pk for event in periodic_checks.watched_events()] == [day.event.pk]


def test_the_schedule_knows_the_tasks():
    app.loader.import_default_modules()
    assert clock_tasks.sweep.name in app.tasks
    for line in app.conf.beat_schedule.values():
        assert line["task"] in app.tasks
        assert line["options"]["expires"] <= max(line["schedule"].seconds * 5, 5)
