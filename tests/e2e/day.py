"""A small event for a browser test: short phases, codes, the control team, and the devices that people hold."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypedDict, TypeVar, Unpack

import yaml
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Locator,
    Page,
    Route,
    StorageState,
    StorageStateCookie,
    ViewportSize,
    expect,
)

from control.engine.context import Actor
from control.engine.modules import Command
from tests import dice
from tests.e2e import inside
from tests.forks import ROOT
from tests.houses import House, Shell

if TYPE_CHECKING:
    from control.models import Event
    from rooms.realm.game.state import GameState

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = 300_000  # milliseconds

PHONE = ViewportSize(width=390, height=844)
TABLET = ViewportSize(width=1180, height=820)
UPRIGHT = ViewportSize(width=820, height=1180)
PROJECTOR = ViewportSize(width=1920, height=1080)

STAFF = {"anna": "organizer", "hilde": "organizer", "wanda": "war", "conrad": "court", "ulla": "underground", "dora": "check-in"}


class Seconds(TypedDict):
    """Lengths of the phases of a month, in seconds."""

    ceremony: float
    planning: float
    movement: float
    action: float
    return_: float


LONG: Seconds = {"ceremony": 600, "planning": 600, "movement": 600, "action": 600, "return_": 600}  # phases end only by hand

# Console commands that an organizer runs before the day.
STAFF_GIVEN = """
from django.core.management import call_command
from control.people import staff
from rooms.realm.desks import Desk
from control.models import Event
from django.contrib.auth.models import User
first, *others = Event.objects.all()
call_command("staff", {name!r}, desk=[{desk!r}], event=str(first.pk))
for event in others:
    staff.seat_account(event, User.objects.get(username={name!r}), [Desk({desk!r})], by="")
"""
# Cookie of a member who has signed in. Other tests cover the sign-in with name and password.
SIGNED_IN = """
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
client = Client()
client.force_login(User.objects.get(username={name!r}))
print(settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value)
"""
EVENT_MADE = """
from django.core.management import call_command
from control.models import Event, Membership
from control.people import access, staff
call_command("event", "create", {path!r})
event = Event.objects.latest("pk")
for row in {{row.user_id: row for row in Membership.objects.all()}}.values():
    staff.seat_account(event, row.user, access.desks_in(row.desks, row.event.stream.engine), by="")  # one team for all events
call_command("codes", str(event.pk))
"""
REPLAYED = """
from django.core.management import call_command
call_command("replay", "{event}", check=True)
"""


@dataclass
class Console:
    """A running console and its control team: passwords, and cookies of members who have signed in."""

    house: House
    shell: Shell
    passwords: dict[str, str] = field(default_factory=dict)
    signed_in: dict[str, StorageState] = field(default_factory=dict)

    def password(self, name: str) -> str:
        """Return the password of a control team member. The first call creates the account."""
        if name not in self.passwords:
            told = self.shell.run(STAFF_GIVEN.format(name=name, desk=STAFF[name]))
            self.passwords.update(re.findall(r"^(\w+)  (\S+)  \(", told, re.MULTILINE))
        return self.passwords[name]


@contextmanager
def staffed(house: House) -> Iterator[Console]:
    """Run a shell beside this running console."""
    with closing(house.shell()) as shell:
        yield Console(house=house, shell=shell)


def fast_scenario(
    folder: Path,
    *,
    war_steps: Mapping[str, float] | None = None,
    settings: Mapping[str, object] | None = None,
    **seconds: Unpack[Seconds],
) -> Path:
    """Copy the small scenario, and the scenario it borrows from, with these lengths of phases.

    The rooms' steps grow in proportion to Action. `war_steps`: lengths of War Room steps by name, in seconds. `settings`: settings
    that differ.
    """
    for name in ("god_emperor", "god_emperor_small"):
        shutil.copytree(ROOT / "fixtures" / name, folder / name, ignore=shutil.ignore_patterns("examples"))
    file = folder / "god_emperor_small" / "scenario.yaml"
    scenario = yaml.safe_load(file.read_text(encoding="utf-8"))
    timetable = scenario["timetable"]
    growth = max(1.0, seconds["action"] / 60 / timetable["usual_action_minutes"])
    timetable["usual_action_minutes"] *= growth
    timetable["programme"][-1]["at"] = "23:59"  # long months need a long day
    lengths: dict[str, Any] = {**seconds}
    for month in timetable["months"]:
        month["minutes"] = {phase.rstrip("_"): length / 60 for phase, length in lengths.items()}
    for step in chain.from_iterable(timetable["steps"].values()):
        step.update({key: step[key] * growth for key in ("minutes", "tight_minutes") if key in step})
    if settings:
        scenario["settings"] = {**scenario.get("settings", {}), **settings}
    given = war_steps or {}
    for step in (step for step in timetable["steps"]["war"] if step["id"] in given):
        step["minutes"] = given[step["id"]] / seconds["action"] * timetable["usual_action_minutes"]
    file.write_text(yaml.safe_dump(scenario, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return file.parent


@dataclass
class Day:
    """An event on a running console and everybody's devices. Each device is a browser context of its own."""

    console: Console
    browser: Browser
    event: int
    codes: Mapping[str, str]
    open_contexts: ExitStack = field(default_factory=ExitStack)

    @property
    def house(self) -> House:
        return self.console.house

    def address(self, place: str) -> str:
        """Return an address of this event's control pages."""
        return f"{self.house.address}/control/{self.event}/{place}"

    # --- devices --------------------------------------------------------------------------------------------------------

    def device(self, size: ViewportSize, *, script: bool = True, known: StorageState | None = None) -> BrowserContext:
        """Open a device that stores only what `known` holds."""
        context = self.browser.new_context(
            viewport=size,
            java_script_enabled=script,
            storage_state=known,
            color_scheme="dark",
            locale="en-GB",
            timezone_id="UTC",
        )
        context.set_default_timeout(PATIENCE)
        self.open_contexts.callback(context.close)
        return context

    def phone(self, seat: str, *, script: bool = True) -> Page:
        """Open a phone whose owner has typed the code of this seat's badge."""
        page = self.device(PHONE, script=script).new_page()
        self.join(page, self.codes[seat])
        return page

    def join(self, page: Page, code: str) -> None:
        """Type a code on the join page, and confirm the name if the console asks."""
        page.goto(f"{self.house.address}/")
        page.get_by_label("The code on your badge").fill(code)
        with page.expect_navigation():
            page.get_by_role("button", name="Join", exact=True).click()
        if "/j/" in page.url:
            with page.expect_navigation():  # a press before the page's scripts run would be a plain form's
                page.get_by_role("button", name="Join as").click()

    def staff(self, name: str, place: str = "", size: ViewportSize = TABLET) -> Page:
        """Open a tablet with this member signed in, on this page of the event."""
        page = self.device(size, known=self.cookies(name)).new_page()
        page.goto(self.address(place))
        return page

    def cookies(self, name: str) -> StorageState:
        """Return what a device stores after this member has signed in."""
        if name not in self.console.signed_in:
            self.console.password(name)  # creates the account
            cookie, value = self.console.shell.run(SIGNED_IN.format(name=name)).split()
            kept = StorageStateCookie(
                name=cookie,
                value=value,
                domain="127.0.0.1",
                path="/",
                expires=-1,
                httpOnly=True,
                secure=False,
                sameSite="Lax",
            )
            self.console.signed_in[name] = StorageState(cookies=[kept], origins=[])
        return self.console.signed_in[name]

    def screen(self, kind: str = "clock") -> Page:
        """Open a projector of the hall."""
        page = self.device(PROJECTOR).new_page()
        page.goto(f"{self.house.address}/screen/{self.event}/{kind}/")
        return page

    # --- inside the console ---------------------------------------------------------------------------------------------

    def ask(self, question: Callable[Concatenate[Event, P], R], *args: P.args, **named: P.kwargs) -> R:
        """Call a function inside the console and return its answer. Its first argument is the event's row."""
        answer: R = self.console.shell.call(inside.asked, self.event, question, args, named)
        return answer

    def give(self, *commands: Command, by: Actor | None = None, at: datetime | None = None) -> None:
        """Give commands without a browser, as the organizer or as `by`, to set up what a test is about."""
        self.console.shell.call(inside.carry_out, self.event, commands, by, at)

    @property
    def state(self) -> GameState:
        """The stored state of the event."""
        return self.console.shell.call(inside.state_of, self.event)

    def replay(self) -> str:
        """Return the output of `replay --check`. Raises when the journal and the stored head differ."""
        return self.console.shell.run(REPLAYED.format(event=self.event))


@contextmanager
def event_of(console: Console, browser: Browser, scenario: Path) -> Iterator[Day]:
    """An event of this scenario. Its devices are closed at the end."""
    dice.tell(console.house.var)
    told = console.shell.run(EVENT_MADE.format(path=str(scenario)))
    event = re.search(r"^Event (\d+) ", told, re.MULTILINE)
    apart = scenario / "casting.yaml"
    file = apart if apart.exists() else scenario / "scenario.yaml"
    casting = yaml.safe_load(file.read_text(encoding="utf-8"))["casting"]
    lines = {name.strip(): code for name, code in re.findall(r"^[A-Z]{3}  (.+?)  +([0-9A-Z]{4}-[0-9A-Z]{4})  ", told, re.MULTILINE)}
    if event is None or len(lines) != len(casting):
        raise ValueError(f"The commands say it in other words now: {told}")
    codes = {f"{seat['house']}-{seat['rank']}": lines[seat["name"]] for seat in casting}
    day = Day(console=console, browser=browser, event=int(event[1]), codes=codes)
    with day.open_contexts:
        yield day


@contextmanager
def day_of(house: House, browser: Browser, scenario: Path) -> Iterator[Day]:
    """An event on a console of its own, with its control team, for tests that break the console."""
    with staffed(house) as console, event_of(console, browser, scenario) as day:
        yield day


def await_every_answer(page: Page) -> None:
    """Let the page wait for every answer. A request that a test holds must not time out on a slow machine."""
    page.evaluate("htmx.config.timeout = 0")


def wait_for_request(page: Page, held: list[Route], number: int = 1) -> Route:
    """Return the request of that number, once the page has sent it to a route that holds it."""
    while len(held) < number:
        page.wait_for_timeout(20)
    return held[number - 1]


def mark_waiting_looks(page: Page) -> None:
    """Mark the page when a look that news asks for has to wait for a finger or a press (looks.js)."""
    page.evaluate(
        """() => document.documentElement.addEventListener("htmx:beforeRequest", ({ detail, defaultPrevented }) => {
          if (detail.elt.id === "look" && defaultPrevented) document.documentElement.dataset.look = "waits";
        })"""
    )


def expect_waiting_look(page: Page) -> None:
    """Expect that news has come since `mark_waiting_looks` and that its look waits."""
    expect(page.locator("html")).to_have_attribute("data-look", "waits")


def stop_clock(page: Page, later: float = 1.0) -> None:
    """Stop the page's clock that many seconds from now, or later where a slow machine has let that moment pass."""
    while True:
        try:
            page.clock.pause_at(page.evaluate("Date.now()") / 1000 + later)
        except Error:
            later *= 2
        else:
            return


def tapped_away(*pages: Page) -> None:
    """Dismiss reveals on these pages as soon as they appear.

    Otherwise a reveal may go and another appear while a test aims at something below it.
    """
    for page in pages:
        page.add_locator_handler(page.locator(".table-moment").first, read_all, no_wait_after=True)


def read_all(moments: Locator) -> None:
    moments.page.evaluate("() => { for (let each; (each = document.querySelector('.table-moment')); ) each.click(); }")
