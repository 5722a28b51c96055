"""Pages of a console laid out in a real browser without a server: as they were sent, with their styles and without their scripts.

What such a page holds comes from a day in this process (`StillDay`), which is asked as a browser would ask. So a test of how
something looks needs no console of its own, no socket and no new device, and one page shows it at all sizes and in both themes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from http import HTTPStatus
from pathlib import Path
from posixpath import dirname, join, normpath

from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import Locator, Page, Route, ViewportSize

from control.engine.context import Actor
from control.engine.modules import Command
from rooms.realm.desks import Desk
from rooms.realm.scenario.schema import Scenario
from tests.control.phones import HX, OLGA, Day, words
from tests.e2e.day import STAFF
from tests.scenarios import small
from tests.teams import member, seated

STYLE = re.compile(r'<link rel="stylesheet"\s+href="/static/([^"?]+)[^>]*>')
IMPORT = re.compile(r'@import\s+url\("([^"]+)"\)[^;]*;')
GROUND = re.compile(r'(<div id="map-ground"[^>]*\shx-get="([^"]+)"[^>]*>)(?=</div>)')
SCRIPT = re.compile(r"<script\b(?![^>]*application/json).*?</script>", re.DOTALL)
NOWHERE = "http://still.invalid/"  # where a still page stands, so that its scripts find one another


def long(scenario: Scenario) -> Scenario:
    """The scenario, each of its phases ten minutes long."""
    months = tuple(replace(month, minutes=dict.fromkeys(month.minutes, 10.0)) for month in scenario.timetable.months)
    return replace(scenario, timetable=replace(scenario.timetable, months=months))


@cache
def small_and_long() -> Scenario:
    """The small scenario, each of its phases ten minutes long."""
    return long(small())


class StillDay(Day):
    """A day of the small scenario in this process, on which nobody waits: its phases end by hand alone."""

    usual = staticmethod(small_and_long)

    def give(self, *commands: Command, by: Actor = OLGA) -> None:
        """Give these commands in order."""
        for command in commands:
            self.do(command, by)

    def read(self, client: Client, address: str) -> str:
        """A page as somebody gets it, with the ground of its map, which a script would fetch."""
        return GROUND.sub(lambda found: found[1] + words(client.get(found[2])), words(client.get(address)))

    def desk(self, *desks: Desk, place: str = "") -> str:
        """A page of the control team, at whose desks somebody sits."""
        return self.read(member(*desks, events=[self.event]), self.control(place))

    def tablet(self, name: str) -> Client:
        """A tablet at which somebody has signed in whom browser tests know by this name."""
        client = Client()
        user, _new = User.objects.get_or_create(username=name)
        client.force_login(seated(user, [Desk(STAFF[name])], self.event))
        return client

    def control(self, place: str = "") -> str:
        """An address of the control team in this event."""
        return f"/control/{self.event.pk}/{place}"

    def wall(self, kind: str = "clock") -> str:
        """A page of the hall."""
        return self.read(Client(), f"/screen/{self.event.pk}/{kind}/")


class Sheet:
    """One page of a browser, on which page after page is laid out."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.unroute(f"{NOWHERE}**")
        page.route(f"{NOWHERE}**", static_file)

    def lay(
        self, html: str, size: ViewportSize | None = None, *, theme: str = "dark", ask: str = "", scripts: Iterable[str] = ()
    ) -> Page:
        """Lay out a page as a browser with a script has it; with `ask`, that fragment stands as the open question of a desk.

        `scripts` are those that lay it out themselves, by their static names.
        """
        if size is not None:
            self.page.set_viewport_size(size)
        if scripts:
            self.page.goto(NOWHERE)
            self.page.evaluate("sessionStorage.clear()")
        elif self.page.url == NOWHERE:
            self.page.goto("about:blank")  # ends the timers of the page before
        self.page.set_content(with_styles(html))
        self.page.evaluate(SCRIPTED, theme)
        for name in scripts:
            self.page.add_script_tag(url=f"/static/{name}", type="module")
        if ask:
            self.ask(ask)
        return self.page

    def ask(self, html: str) -> None:
        """Open a fragment as the question of the desk that is laid out."""
        self.page.evaluate(ASKED, html)

    def swap(self, html: str) -> Page:
        """Put what a page of the hall shows now into the wall that is laid out, as htmx does, and tell its scripts."""
        self.page.evaluate(SWAPPED, html)
        return self.page

    def close(self) -> None:
        """Close the open question."""
        self.page.evaluate("document.getElementById('ask-box').close()")

    def press(self, client: Client, button: Locator) -> str:
        """The page that a browser without a script gets for a press on this button of a form."""
        address, fields = button.evaluate(PRESSED)
        return words(client.post(address, dict(fields), follow=True))

    def tab(self, name: str) -> None:
        """Show this tab of a phone."""
        self.page.evaluate(TABBED, name)

    def fill(self, client: Client) -> None:
        """Put in its place what a script of the page fetches: the ground of a map, and the answer to an unfolded "Why?"."""
        for number, address in enumerate(self.page.evaluate(UNFILLED)):
            self.page.evaluate(FILLED, [number, fragment(client, address)])


def fragment(client: Client, address: str) -> str:
    """What a script gets there for a page that is open."""
    answer = client.get(address, headers=HX)
    if answer.status_code != HTTPStatus.OK:
        raise AssertionError(f"{answer.status_code} at {address}.")
    return words(answer)


# The places that a script fills, numbered, and the addresses it asks.
UNFILLED = """() => {
  const all = [...document.querySelectorAll("[hx-get][hx-trigger='intersect once'], details.why[open][hx-get]")];
  return all.map((each, number) => {
    (each.querySelector(":scope > .why-body") ?? each).dataset.unfilled = number;
    return each.getAttribute("hx-get");
  });
}"""
FILLED = """([number, html]) => {
  const place = document.querySelector(`[data-unfilled="${number}"]`);
  place.innerHTML = html;
  delete place.dataset.unfilled;
}"""
# What theme.js does, and live.js once its socket is open.
SCRIPTED = """theme => {
  document.documentElement.classList.add("js");
  document.documentElement.dataset.theme = theme;
  if (!document.body.dataset.live) return;
  document.body.dataset.state = "live";
  for (const each of document.querySelectorAll("[data-live-state]")) {
    each.dataset.liveState = "live";
    (each.querySelector("[data-live-words]") ?? each).textContent = "Live";
  }
}"""
PRESSED = """button => {
  const form = button.form;
  return [form.getAttribute("action"), [...new FormData(form, button)].filter(([, value]) => typeof value === "string")];
}"""
# What play.js does with a tab.
TABBED = """name => {
  document.getElementById("play").classList.add("tabbed");
  for (const tab of document.querySelectorAll(".tabs a")) {
    const here = tab.hash === `#${name}`;
    here ? tab.setAttribute("aria-current", "page") : tab.removeAttribute("aria-current");
    document.querySelector(tab.hash).classList.toggle("shown", here);
  }
}"""
# What desk.js does with the answer to a press that asks.
ASKED = """html => {
  document.getElementById("ask").innerHTML = html;
  document.getElementById("ask-box").showModal();
}"""

SWAPPED = """html => {
  const hall = document.getElementById("hall");
  hall.innerHTML = new DOMParser().parseFromString(html, "text/html").getElementById("hall").innerHTML;
  document.body.dispatchEvent(new CustomEvent("htmx:afterSwap", { detail: { target: hall } }));
}"""


def with_styles(html: str) -> str:
    """A page with its style sheets in it and none of its scripts."""
    return STYLE.sub(lambda found: f"<style>{_style(found[1])}</style>", SCRIPT.sub("", html))


def static_file(asked: Route) -> None:
    """Answer what a page without a server asks for: its scripts, and nothing else."""
    name = asked.request.url.removeprefix(f"{NOWHERE}static/")
    is_script = name.endswith(".js")
    asked.fulfill(body=_static(name) if is_script else "", content_type="text/javascript" if is_script else "text/html")


def _static(name: str) -> str:
    found = finders.find(name)
    if not isinstance(found, str):
        raise FileNotFoundError(f"No static file is called {name}.")
    return Path(found).read_text(encoding="utf-8")


@cache
def _style(name: str) -> str:
    text = _static(name)
    return IMPORT.sub(lambda other: _style(normpath(join(dirname(name), other[1]))), text)
