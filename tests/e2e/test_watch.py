"""Failures of the machine: a dead worker shows red on every tablet, and another computer takes over from a dead one."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from control.day.clock.phases import BeginDay
from control.models import Event, Pulse
from tests import forks
from tests.e2e.day import LONG, PHONE, day_of, event_of, fast_scenario, staffed
from tests.houses import House
from tests.services import Services

pytestmark = pytest.mark.e2e
ABSENCE = timedelta(seconds=30)  # longer than the silence that shows red, and than the absence that is given back


@contextmanager
def celery(house: House, kind: str) -> Iterator[forks.Forked]:
    """Run a Celery worker or beat of its own."""
    options = {
        "worker": ["-P", "threads", "-c", "2", "--without-gossip", "--without-mingle"],
        "beat": ["-s", str(house.var / "beat")],
    }
    words = ["-m", "celery", "-A", "megagame", kind, "-l", "ERROR", *options[kind]]
    environment = {**os.environ, "MEGAGAME_VAR": str(house.var), **house.environment}
    with (house.var / f"{kind}.log").open("ab") as log:
        process = forks.start(words, environment, out=log)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def line(page: Page, key: str) -> Locator:
    """Return a line of the preflight page."""
    return page.locator(f"[data-line={key}]")


def make_pulses_older(_event: Event) -> None:
    """Date the last signs of life back, as if the silence had lasted longer."""
    Pulse.objects.update(at=F("at") - ABSENCE)


def phase_deadline(event: Event) -> datetime:
    """When the running phase ends."""
    at: datetime = event.stream.dues.get(what="phase").at
    return at


def test_a_dead_worker_is_red_on_every_tablet_and_its_time_is_given_back(
    tmp_path: Path, services: Services, chromium: Browser
) -> None:
    house = House(var=tmp_path / "var", environment=services.environment())
    house.manage("serve", "--prepare-only")
    scenario = fast_scenario(tmp_path / "scenario", **LONG)
    with house, celery(house, "beat"), day_of(house, chromium, scenario) as day:
        with celery(house, "worker") as worker:
            anna, wanda = day.staff("anna", "preflight/"), day.staff("wanda", "war/")
            day.give(BeginDay(), at=timezone.now() - 2 * ABSENCE)  # the clock runs throughout the absence
            expect(line(anna, "worker")).to_have_class(re.compile("green"))
            expect(line(anna, "tracer")).to_have_class(re.compile("green"))
            expect(line(anna, "broker")).to_contain_text("Answered in")
            worker.kill()
            worker.wait()
            day.ask(make_pulses_older)

            expect(line(anna, "worker")).to_have_class(re.compile("red"))
            expect(line(anna, "worker")).to_contain_text("No sign of life since")
            expect(line(anna, "broker")).to_have_class(re.compile("green"))
            expect(wanda.locator("[data-red]")).to_be_visible()
        before = day.ask(phase_deadline)
        with celery(house, "worker"):
            expect(line(anna, "worker")).to_have_class(re.compile("green"))
            button = anna.get_by_role("button", name=re.compile(r"Give \d\d:\d\d back to Ceremony"))
            expect(button).to_be_visible()
            minutes, seconds = (int(part) for part in re.findall(r"\d\d", button.inner_text())[:2])
            button.click()
            expect(anna.locator("#said")).to_contain_text("were given back to Ceremony, month 1")
            expect(button).to_have_count(0)
            given = day.ask(phase_deadline) - before
            assert given.total_seconds() == pytest.approx(60 * minutes + seconds, abs=0.01)
            assert given >= ABSENCE
            assert "the same" in day.replay()


def test_a_second_computer_goes_on_and_everybody_comes_back_by_themselves(tmp_path: Path, chromium: Browser) -> None:
    first, scenario = House.furnished(tmp_path / "first"), fast_scenario(tmp_path / "scenario", **LONG)
    with first, staffed(first) as console, event_of(console, chromium, scenario) as day:
        phone, anna = day.phone("cat-1"), day.staff("anna", "clock/")
        hall = day.screen()
        day.give(BeginDay())
        expect(phone.locator("#region-clock")).to_contain_text("Ceremony")
        file = re.search(r"^(\S+\.backup)  ", first.manage("backup", str(day.event), "--no-proof"), re.MULTILINE)
        assert file
        first.end(signal.SIGKILL)
        expect(phone.locator("body")).to_have_attribute("data-state", "stale")

        second = House(var=tmp_path / "second", port=first.port)
        told = second.manage("takeover", file[1], "--no-serve", "--port", str(first.port))
        with second:
            for page in (phone, anna, hall):
                expect(page.locator("body")).to_have_attribute("data-state", "live")
            assert "byte for byte" in told
            expect(phone.locator("#region-clock")).to_contain_text("Control’s computer was changed")
            expect(hall.locator("body")).to_contain_text("Paused")
            anna.get_by_role("button", name="▶\ufe0e Resume").click()
            expect(phone.locator("#region-clock")).not_to_contain_text("Control’s computer was changed")
            assert phone.viewport_size == PHONE
            assert "the same" in second.manage("replay", str(day.event), "--check")
