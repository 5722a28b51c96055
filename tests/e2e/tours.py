"""Pictures of every main screen in every phase, for people to look at. `tests.e2e.shots` takes them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from html import escape
from pathlib import Path

from playwright.sync_api import Browser, Page, TimeoutError, expect, sync_playwright

from control.day.clock.pauses import Pause, Resume
from control.day.clock.phases import BeginDay, EndPhase, SetClock
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.ids import SeatId
from rooms.realm.scenario.ids import PHASES, Phase
from tests.conftest import CHROMIUM_ARGUMENTS, CHROMIUM_NAMES
from tests.e2e.day import LONG, PHONE, Day, event_of, fast_scenario, staffed
from tests.e2e.hands import choose, write_move, write_recruit
from tests.e2e.war_shots import WarTour
from tests.houses import House

SEATS = ("cat-1", "cat-2", "wolf-1", "wolf-2", "ram-1")
HERE = tuple(CheckIn(seat=SeatId(seat), before=Presence.EXPECTED, presence=Presence.PRESENT) for seat in SEATS)
DESKS = ("", "war/", "court/", "underground/", "people/", "houses/", "clock/", "journal/", "preflight/", "decisions/")


class Album:
    """A folder of pictures and a page that shows all of them."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.names: list[str] = []

    def take(self, page: Page, name: str, *, whole: bool = False) -> None:
        """Take one picture once the screen has settled."""
        with suppress(TimeoutError):
            page.wait_for_load_state("networkidle", timeout=1_500)
        page.screenshot(path=self.folder / f"{name}.png", full_page=whole)
        self.names.append(name)

    def close(self) -> None:
        """Write the page."""
        figures = "".join(
            f'<figure><img src="{escape(name)}.png" loading="lazy"><figcaption>{escape(name)}</figcaption></figure>'
            for name in sorted(self.names)
        )
        style = "body{font:14px sans-serif;display:flex;flex-wrap:wrap;gap:1rem}img{max-width:40rem;max-height:30rem}"
        page = f"<!DOCTYPE html><meta charset=utf-8><style>{style}</style>{figures}"
        (self.folder / "index.html").write_text(page, encoding="utf-8")


class Tour:
    """The devices of a day, and the order in which their pictures are taken."""

    def __init__(self, day: Day, album: Album) -> None:
        self.day, self.album = day, album
        self.door = day.device(PHONE).new_page()
        self.cat, self.wolf, self.ram = (day.phone(seat) for seat in ("cat-1", "wolf-1", "ram-1"))
        self.anna, self.wanda = day.staff("anna"), day.staff("wanda")
        self.hall = day.screen()

    def round(self, phase: str) -> None:
        """Take every screen."""
        self.phones(phase)
        self.tablets(phase)
        self.projectors(phase)

    def phones(self, phase: str) -> None:
        """Take all tabs of a player's phone, and the first page of another player's."""
        self.cat.goto(f"{self.day.house.address}/play/")
        for tab in [link.get_attribute("href") for link in self.cat.locator(".tabs a").all()]:
            self.cat.locator(f".tabs a[href='{tab}']").click()
            self.album.take(self.cat, f"phone-{phase}-{(tab or '').removeprefix('#')}", whole=True)
        self.cat.locator(".tabs a").first.click()
        self.ram.goto(f"{self.day.house.address}/play/")
        self.album.take(self.ram, f"phone-{phase}-of-ram", whole=True)

    def tablets(self, phase: str) -> None:
        """Take every desk."""
        for place in DESKS:
            answer = self.anna.goto(self.day.address(place))
            if answer is not None and answer.ok:
                self.album.take(self.anna, f"tablet-{phase}-{place.strip('/') or 'overview'}")

    def projectors(self, phase: str) -> None:
        """Take every screen that the hall may choose."""
        self.hall.goto(f"{self.day.house.address}/screen/")
        links = [link.get_attribute("href") or "" for link in self.hall.locator(f"a[href*='/screen/{self.day.event}/']").all()]
        for link in links:
            self.hall.goto(f"{self.day.house.address}{link}")
            self.album.take(self.hall, f"projector-{phase}-{link.strip('/').split('/')[-1]}")

    def doors(self) -> None:
        """Take the pages before a code or a password, and a page that is not found."""
        for name, place in (("join", "/"), ("badge", f"/j/{self.day.codes['cat-3']}/"), ("staff", "/control/"), ("nowhere", "/x/")):
            self.door.goto(f"{self.day.house.address}{place}")
            self.album.take(self.door, f"phone-door-{name}", whole=True)
        self.hall.goto(f"{self.day.house.address}/screen/")
        self.album.take(self.hall, "projector-door")

    def write(self) -> None:
        """Write sheets: a draft, a received one, and one that cannot be sent."""
        for phone in (self.cat, self.wolf):
            phone.goto(f"{self.day.house.address}/play/")
            choose(phone, "War Room")
        write_move(self.cat, 1, units=2, origin="amn", target="zen")
        write_recruit(self.cat, 2, region="amn")
        self.album.take(self.cat, "phone-sheet-draft", whole=True)
        self.cat.context.set_offline(True)
        self.cat.get_by_role("button", name="Send to Control").click()
        expect(self.cat.locator("body")).to_have_attribute("data-state", "stale")
        self.album.take(self.cat, "phone-sheet-no-signal")
        self.cat.context.set_offline(False)
        expect(self.cat.locator("[data-receipt]")).to_be_visible(timeout=30_000)
        self.album.take(self.cat, "phone-sheet-received", whole=True)
        write_move(self.wolf, 1, units=1, origin="chi", target="zen")
        write_recruit(self.wolf, 2, region="inn")
        self.wolf.get_by_role("button", name="Send to Control").click()
        expect(self.wolf.locator("[data-receipt]")).to_be_visible()

    def war(self) -> None:
        """Take the War Room's seven steps, each before it is applied, and its dialogs."""
        wanda, steps = self.wanda, self.wanda.locator("#part-war-steps")
        wanda.goto(self.day.address("war/"))
        self.album.take(wanda, "tablet-war-1-updates")
        wanda.locator("#apply-updates").click()
        wanda.locator("#apply-orders").click()
        expect(wanda.locator("#ask button[type=submit]")).to_be_visible()
        self.album.take(wanda, "tablet-war-2-orders-asked")
        wanda.get_by_role("button", name="Open the orders").click()
        wanda.locator("#apply-favors").click()
        for number, step in enumerate(("move", "battle", "rewards", "recruit"), 4):
            expect(wanda.locator(f"#apply-{step}")).to_be_visible()
            self.album.take(wanda, f"tablet-war-{number}-{step}", whole=True)
            wanda.locator(f"#apply-{step}").click()
        expect(steps).to_contain_text("All seven steps")
        self.album.take(wanda, "tablet-war-8-done", whole=True)
        wanda.locator("#pick-region").select_option("zen")
        expect(wanda.locator("#ask")).to_contain_text("Zen")
        self.album.take(wanda, "tablet-war-9-region")
        wanda.goto(self.day.address("journal/"))
        wanda.locator(".entry", has_text="Move, month 1").get_by_role("link", name="Undo").click()
        expect(wanda.locator("#ask")).to_contain_text("Undo")
        self.album.take(wanda, "tablet-undo-refused")
        wanda.locator("#ask [data-close]").click()
        wanda.locator(".entry", has_text="Recruit, month 1").get_by_role("link", name="Undo").click()
        wanda.get_by_label("Why").fill("counted twice")
        self.album.take(wanda, "tablet-undo-asked")
        wanda.locator("#ask button[type=submit]").click()
        expect(wanda.locator(".entry.withdrawn")).to_be_visible()
        self.album.take(wanda, "tablet-undo-done")

    def troubles(self) -> None:
        """Take a pause, an announcement, the last half minute and the light theme."""
        self.day.give(Pause(reason="Fire alarm: everybody out by the north door"))
        self.phones("paused")
        self.tablets("paused")
        self.projectors("paused")
        self.day.give(Resume(), SetClock(month=1, phase=Phase.PLANNING, seconds=28))
        self.hall.goto(f"{self.day.house.address}/screen/{self.day.event}/clock/")
        self.album.take(self.hall, "projector-last-seconds")
        self.anna.goto(self.day.address(""))
        self.anna.get_by_label("Words").fill("Lunch is served in the west wing; the Court meets ten minutes later.")
        self.anna.get_by_role("button", name="Look it over").click()
        self.anna.get_by_role("button", name="Announce now").click()
        expect(self.hall.locator("body")).to_contain_text("Lunch is served")
        self.album.take(self.hall, "projector-announced")
        for device, name, place in (
            (self.cat, "phone", "/play/"),
            (self.anna, "tablet", f"/control/{self.day.event}/war/"),
            (self.hall, "projector", f"/screen/{self.day.event}/clock/"),
        ):
            device.context.add_cookies([{"name": "theme", "value": "light", "url": self.day.house.address}])
            device.goto(f"{self.day.house.address}{place}")
            self.album.take(device, f"{name}-light", whole=name == "phone")


def walk(tour: Tour) -> None:
    """Take the first month of a day, from the join page to the pause."""
    day = tour.day
    tour.doors()
    day.give(*HERE)
    tour.round("0-gathering")
    day.give(BeginDay())
    for number, phase in enumerate(PHASES, 1):
        tour.round(f"{number}-{phase}")
        if phase == Phase.PLANNING:
            tour.write()
        if phase == Phase.ACTION:
            tour.war()
            tour.phones("4-action-done")
        if phase != Phase.RETURN:
            day.give(EndPhase(month=1, phase=phase))
    tour.troubles()


@contextmanager
def browser() -> Iterator[Browser]:
    """The Chromium of this machine."""
    path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)


expect.set_options(timeout=20_000)  # pictures are taken on a busy machine

TOURS: Mapping[str, Callable[[Day, Album], None]] = {
    "day": lambda day, album: walk(Tour(day, album)),
    "war": lambda day, album: WarTour(day, album).walk(),
}


def take_pictures(folder: Path, tours: Sequence[str]) -> None:
    """Take the pictures of these tours. If a tour fails, the pictures taken before it are kept."""
    album = Album(folder)
    with tempfile.TemporaryDirectory() as place, House(var=Path(place) / "var") as house, browser() as chromium:
        scenario = fast_scenario(Path(place) / "scenario", **LONG)
        try:
            with staffed(house) as console:
                for tour in tours:
                    with event_of(console, chromium, scenario) as day:
                        TOURS[tour](day, album)
        finally:
            album.close()
