"""Still pages: console pages laid out in a real browser without a server, with their styles and without their scripts.

The content comes from a day in this process (`StillDay`), requested as a browser would. So a layout test needs no console,
socket or new device, and one browser page shows all sizes and both themes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
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
from control.engine.records import replace
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
NOWHERE = "http://still.invalid/"  # address of a still page, so that its scripts find each other


def long(scenario: Scenario) -> Scenario:
    """Return the scenario with ten minutes for each phase."""
    months = tuple(replace(month, minutes=dict.fromkeys(month.minutes, 10.0)) for month in scenario.timetable.months)
    return replace(scenario, timetable=replace(scenario.timetable, months=months))


@cache
def small_and_long() -> Scenario:
    """The small scenario with ten minutes for each phase."""
    return long(small())


class StillDay(Day):
    """A day of the small scenario in this process, without waiting: its phases end only by hand."""

    usual = staticmethod(small_and_long)

    def give(self, *commands: Command, by: Actor = OLGA) -> None:
        """Give these commands in order."""
        for command in commands:
            self.do(command, by)

    def read(self, client: Client, address: str) -> str:
        """Return a page with the ground of its map filled in, which a script would fetch."""
        return GROUND.sub(lambda found: found[1] + words(client.get(found[2])), words(client.get(address)))

    def desk(self, *desks: Desk, place: str = "") -> str:
        """Return a page of the control team, as a member at these desks sees it."""
        return self.read(member(*desks, events=[self.event]), self.control(place))

    def tablet(self, name: str) -> Client:
        """Return a client signed in as a member of `STAFF`."""
        client = Client()
        user, _new = User.objects.get_or_create(username=name)
        client.force_login(seated(user, [Desk(STAFF[name])], self.event))
        return client

    def control(self, place: str = "") -> str:
        """Return an address of this event's control pages."""
        return f"/control/{self.event.pk}/{place}"

    def wall(self, kind: str = "clock") -> str:
        """Return a page of the hall."""
        return self.read(Client(), f"/screen/{self.event.pk}/{kind}/")


class Sheet:
    """One browser page on which still pages are laid out one after another."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.unroute(f"{NOWHERE}**")
        page.route(f"{NOWHERE}**", static_file)

    def lay(
        self, html: str, size: ViewportSize | None = None, *, theme: str = "dark", ask: str = "", scripts: Iterable[str] = ()
    ) -> Page:
        """Lay out a page as a browser with scripts shows it.

        `ask`: a fragment to open as the desk's question.
        `scripts`: static names of scripts that do the layout themselves.
        """
        if size is not None:
            self.page.set_viewport_size(size)
        if scripts:
            self.page.goto(NOWHERE)
            self.page.evaluate("sessionStorage.clear()")
        elif self.page.url == NOWHERE:
            self.page.goto("about:blank")  # ends the timers of the previous page
        self.page.set_content(with_styles(html))
        self.page.evaluate(SCRIPTED, theme)
        for name in scripts:
            self.page.add_script_tag(url=f"/static/{name}", type="module")
        if ask:
            self.ask(ask)
        return self.page

    def ask(self, html: str) -> None:
        """Open a fragment as the question of the current desk page."""
        self.page.evaluate(ASKED, html)

    def swap(self, html: str) -> Page:
        """Swap new content into the current hall page as htmx does, with the event that its scripts wait for."""
        self.page.evaluate(SWAPPED, html)
        return self.page

    def close(self) -> None:
        """Close the open question."""
        self.page.evaluate("document.getElementById('ask-box').close()")

    def press(self, client: Client, button: Locator) -> str:
        """Return the page that a browser without scripts gets for a press on this form button."""
        address, fields = button.evaluate(PRESSED)
        return words(client.post(address, dict(fields), follow=True))

    def tab(self, name: str) -> None:
        """Show this tab of a phone."""
        self.page.evaluate(TABBED, name)

    def fill(self, client: Client) -> None:
        """Fill in what scripts fetch: the ground of a map, and the answer to an unfolded "Why?"."""
        for number, address in enumerate(self.page.evaluate(UNFILLED)):
            self.page.evaluate(FILLED, [number, fragment(client, address)])


def fragment(client: Client, address: str) -> str:
    """Return the fragment that a script of an open page gets at this address."""
    answer = client.get(address, headers=HX)
    if answer.status_code != HTTPStatus.OK:
        raise AssertionError(f"{answer.status_code} at {address}.")
    return words(answer)


# Numbers the places that a script fills, and returns their addresses.
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
# As theme.js does, and live.js once its socket is open.
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
# As play.js does with a tab.
TABBED = """name => {
  document.getElementById("play").classList.add("tabbed");
  for (const tab of document.querySelectorAll(".tabs a")) {
    const here = tab.hash === `#${name}`;
    here ? tab.setAttribute("aria-current", "page") : tab.removeAttribute("aria-current");
    document.querySelector(tab.hash).classList.toggle("shown", here);
  }
}"""
# As desk.js does with an answer that is a question.
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
    """Return a page with its style sheets inlined and its scripts removed."""
    return STYLE.sub(lambda found: f"<style>{_style(found[1])}</style>", SCRIPT.sub("", html))


def static_file(asked: Route) -> None:
    """Answer the requests of a still page: only scripts have content."""
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
