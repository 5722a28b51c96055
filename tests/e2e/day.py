"""A whole small event for a browser test: minutes of seconds, codes, staff, and the devices that people hold."""

from __future__ import annotations

import json
import re
import shutil
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import yaml
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.houses import ROOT, House

PHONE = ViewportSize(width=390, height=844)
TABLET = ViewportSize(width=1180, height=820)
PROJECTOR = ViewportSize(width=1920, height=1080)

PASSWORD = "olive-harbour-42"
STAFF = {"anna": "organizer", "hilde": "organizer", "wanda": "war", "conrad": "court"}

LONG = {"ceremony": 600, "planning": 600, "movement": 600, "action": 600, "return_": 600}  # nothing ends but by hand

# What an organizer does before the doors open, in one process: starting Django costs more than all of it.
PREPARE = """
import io, json
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from control.access import GROUP_PREFIX, shown
from control.events import issue_codes
from control.models import Event

call_command("event", "create", {path!r}, stdout=io.StringIO())
event = Event.objects.latest("pk")
for name, desk in {staff!r}.items():
    user, made = User.objects.get_or_create(username=name)
    if made:
        user.set_password({password!r})
        user.save()
        user.groups.add(Group.objects.get_or_create(name=GROUP_PREFIX + desk)[0])
codes = {{seat: shown(code) for seat, code in issue_codes(event).items()}}
print(json.dumps({{"event": event.pk, "codes": codes}}))
"""


def fast_scenario(folder: Path, **seconds: float) -> Path:
    """The small scenario, copied with what it borrows, its phases of so many seconds; the rooms' steps grow with Action."""
    for name in ("god_emperor", "god_emperor_small"):
        shutil.copytree(ROOT / "fixtures" / name, folder / name, ignore=shutil.ignore_patterns("examples"))
    file = folder / "god_emperor_small" / "scenario.yaml"
    scenario = yaml.safe_load(file.read_text(encoding="utf-8"))
    timetable = scenario["timetable"]
    growth = max(1.0, seconds["action"] / 60 / timetable["usual_action_minutes"])
    timetable["usual_action_minutes"] *= growth
    for month in timetable["months"]:
        month["minutes"] = {phase.rstrip("_"): length / 60 for phase, length in seconds.items()}
    for step in chain.from_iterable(timetable["steps"].values()):
        step.update({key: step[key] * growth for key in ("minutes", "tight_minutes") if key in step})
    file.write_text(yaml.safe_dump(scenario, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return file.parent


@dataclass
class Day:
    """An event on a running console, and everybody's devices. Each device is a browser context of its own."""

    house: House
    browser: Browser
    event: int
    codes: Mapping[str, str]
    open_contexts: ExitStack = field(default_factory=ExitStack)

    # --- devices --------------------------------------------------------------------------------------------------------

    def device(self, size: ViewportSize, *, script: bool = True) -> BrowserContext:
        """A device with nothing stored on it."""
        context = self.browser.new_context(viewport=size, java_script_enabled=script, locale="en-GB", timezone_id="UTC")
        context.set_default_timeout(15_000)
        self.open_contexts.callback(context.close)
        return context

    def phone(self, seat: str, *, script: bool = True) -> Page:
        """A phone whose owner has typed the code from the badge."""
        page = self.device(PHONE, script=script).new_page()
        self.join(page, self.codes[seat])
        return page

    def join(self, page: Page, code: str) -> None:
        """Type a code at the door."""
        page.goto(f"{self.house.address}/")
        page.get_by_label("The code on your badge").fill(code)
        page.get_by_role("button", name="Join").click()

    def staff(self, name: str, address: str = "", size: ViewportSize = TABLET) -> Page:
        """A tablet at which somebody of the control team has signed in, on this page of the event."""
        page = self.device(size).new_page()
        page.goto(f"{self.house.address}/control/")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(re.compile(r"/control/(\d+/)?$"))
        page.goto(f"{self.house.address}/control/{self.event}/{address}")
        return page

    def screen(self, kind: str = "clock") -> Page:
        """A projector."""
        page = self.device(PROJECTOR).new_page()
        page.goto(f"{self.house.address}/screen/{self.event}/{kind}/")
        return page

    # --- what has been stored -------------------------------------------------------------------------------------------

    def ask(self, question: str) -> object:
        """The value of an expression inside the console's own code; `event` is the row of this event."""
        return asked(self.house, f"from control.models import Event, Sheet\nevent = Event.objects.get(pk={self.event})", question)

    def give(self, *commands: str) -> None:
        """Let the organizer give commands without a browser, to reach the situation that a test is about."""
        givens = textwrap.dedent(
            f"""
            import uuid
            from control import desk
            from control.events import ORGANIZER
            from control.game.asked import Actor
            from control.game.clock import BeginDay, EndPhase, EndStep, SetClock
            from control.game.people import *
            from control.models import Event
            from control.scenario.ids import *
            event = Event.objects.get(pk={self.event})
            def give(command, by=ORGANIZER):
                desk.perform(stream_id=event.stream_id, command=command, by=by, command_id=uuid.uuid4())
            """
        )
        asked(self.house, givens + "".join(f"\n{command}" for command in commands), "None")

    def replay(self) -> str:
        """What `replay --check` says; it raises when the journal and the stored head differ."""
        return self.house.manage("replay", str(self.event), "--check")


def asked(house: House, before: str, question: str) -> object:
    """Run some lines inside the console's own code; returns the value of the expression after them."""
    words = house.manage("shell", "-v", "0", "-c", f"{before}\nimport json\nprint(json.dumps({question}, default=str))")
    return json.loads(words.splitlines()[-1])


def prepared(house: House, scenario: Path) -> tuple[int, Mapping[str, str]]:
    """Make an event of a scenario folder, with codes and staff; returns its number and the codes."""
    snippet = PREPARE.format(path=str(scenario), staff=STAFF, password=PASSWORD)
    told = json.loads(house.manage("shell", "-v", "0", "-c", snippet).splitlines()[-1])
    return told["event"], told["codes"]


@contextmanager
def day_of(house: House, browser: Browser, scenario: Path) -> Iterator[Day]:
    """An event of this scenario; its devices are put away at the end."""
    event, codes = prepared(house, scenario)
    day = Day(house=house, browser=browser, event=event, codes=codes)
    with day.open_contexts:
        yield day
