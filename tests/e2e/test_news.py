"""The news of a month in the hall, on a phone and at a desk: sent automatically, or edited first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from control.day.clock.phases import BeginDay, EndPhase
from control.day.notices import Announce
from control.engine.ids import SeatId
from control.models import Event
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.laws import PostLaw
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.scenario.ids import HouseId, Phase, RegionId
from rooms.war.game.flags import AdjustFlag
from rooms.war.game.remnants import AdjustRemnant
from tests.e2e import inside
from tests.e2e.boxes import picture, wrong_in
from tests.e2e.commands import arrivals, phase_ends
from tests.e2e.day import LONG, Day, event_of, fast_scenario, staffed
from tests.e2e.test_german import join
from tests.houses import House

pytestmark = pytest.mark.e2e

HAPPENS = (
    Announce(text="Lunch is at one, in the hall. Whoever eats nothing hosts the Court."),
    SetSpouses(player=SeatId("cat-1"), other=SeatId("wolf-1"), reason="wed"),
    PlaceBuilding(house=HouseId("cat"), kind="chapel", reason="three Favors"),
    PostLaw(title="No bells after dark", text="Bells are silent.", reason="voted"),
    PostLaw(title="Bread for the mountain", text="Bread.", reason="voted"),
    AdjustRemnant(region=RegionId("mok"), before=1, units=0, reason="beaten"),
    AdjustFlag(region=RegionId("mok"), house=HouseId("wolf"), on=True, reason="conquered"),
    AdjustWounds(player=SeatId("ram-1"), before=0, wounds=3, reason="three duels"),
)
NEWS = "#region-dispatches"


def month_ends(number: int) -> tuple[EndPhase, ...]:
    """Return commands that end all phases of a month."""
    return phase_ends(Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT, Phase.ACTION, Phase.RETURN, month=number)


def begun(day: Day) -> None:
    """Begin the day and make many things happen at once."""
    day.give(*arrivals("cat-1"), BeginDay(), *HAPPENS)


def overflows(page: Page) -> list[str]:
    """Lines of the wall that are not fully visible."""
    lines: list[str] = page.evaluate(
        """() => Array.from(document.querySelectorAll('.wall-dispatch li, .wall-dispatch-more'), (each) => {
          const box = each.getBoundingClientRect();
          return box.bottom > innerHeight || box.right > innerWidth ? each.textContent : '';
        }).filter(Boolean)"""
    )
    return lines


def test_the_wall_and_every_phone_read_the_month_by_itself(day):
    begun(day)
    phone, wall = day.phone("cat-1"), day.screen("news")
    day.give(*month_ends(1))

    expect(wall.get_by_role("heading", name="Month 1 in the Empire")).to_be_visible()
    expect(wall.locator(".wall-dispatch")).to_contain_text("Morwen Hag (Siobhán Gallagher) of Ram")  # deaths come first
    assert overflows(wall) == []
    phone.get_by_role("link", name="News").first.click()
    expect(phone.locator(NEWS)).to_contain_text("No bells after dark")
    assert wrong_in(phone, NEWS, whole=False) == []
    picture(wall, "wall")
    picture(phone, "phone")

    day.give(*month_ends(2))
    expect(wall.get_by_role("heading", name="Month 2 in the Empire")).to_be_visible()
    expect(wall.locator(".wall-earlier")).to_contain_text("Month 1 in the Empire")
    expect(phone.locator(f"{NEWS} summary")).to_have_text("Month 1 in the Empire")
    picture(wall, "wall-2")
    phone.locator(f"{NEWS} summary").click()
    expect(phone.locator(NEWS)).to_contain_text("No bells after dark")
    picture(phone, "phone-2")


def test_control_edits_them_first_and_sends_them(day):
    begun(day)
    tablet, wall = day.staff("anna", "announcements/"), day.screen("news")
    room = tablet.locator("[id$=newsroom]").first
    tablet.get_by_role("button", name="Let Control edit the news first").click()
    expect(tablet.get_by_text("goes out when Action begins")).to_be_visible()
    day.give(*month_ends(1))

    bells = tablet.locator(".news-lines li", has_text="No bells after dark")
    expect(bells).to_be_visible()
    picture(tablet, "desk", whole=True)
    bells.get_by_role("button", name="Strike").click()
    expect(bells.get_by_role("button", name="Let it stand")).to_be_visible()
    expect(bells.get_by_role("button", name="Let it stand")).to_be_focused()
    assert_stays(tablet)
    bread = tablet.locator(".news-lines li", has_text="Bread for the mountain")
    bread.get_by_role("link", name="Reword").click()
    words = tablet.get_by_label("What it says")
    words.fill("x" * 201)
    tablet.get_by_role("button", name="Save").click()
    expect(tablet.locator("#ask")).to_contain_text("1 to 200 characters")
    expect(words).to_have_value("x" * 201)
    words.fill("Bread, says the Court, is a rumor.")
    picture(tablet, "desk-words")
    tablet.get_by_role("button", name="Save").click()
    expect(tablet.locator(".news-lines li", has_text="is a rumor")).to_be_visible()
    tablet.get_by_role("link", name="Add a line").click()
    tablet.get_by_label("What it says").fill("The soup was good.")
    tablet.get_by_role("button", name="Save").click()
    soup = tablet.locator(".news-lines li", has_text="The soup was good")
    soup.get_by_role("button", name="↑").click()
    expect(tablet.locator(".news-lines li").nth(-2)).to_contain_text("The soup was good")
    expect(wall.locator(".wall-dispatch")).to_have_count(0)
    expect(room).to_be_visible()

    tablet.get_by_role("button", name="Send", exact=True).click()
    expect(wall.get_by_role("heading", name="Month 1 in the Empire")).to_be_visible()
    expect(wall.locator(".hall")).not_to_contain_text("No bells after dark")
    assert "Bread, says the Court, is a rumor." in day.ask(news_lines)
    picture(tablet, "desk-sent", whole=True)


def assert_stays(tablet: Page) -> None:
    """Move a line to the top. The page does not scroll, so the finger stays on the line."""
    lines = tablet.locator(".news-lines li:not(.news-edge)")
    up = lines.last.get_by_role("button", name="↑")
    up.scroll_into_view_if_needed()
    at, words = tablet.evaluate("scrollY"), lines.last.locator("p").inner_text()
    moved = tablet.locator(".news-lines li", has_text=words)
    assert at > 0
    for place in range(lines.count() - 2, -1, -1):
        moved.get_by_role("button", name="↑").evaluate("each => each.focus({ preventScroll: true })")
        tablet.keyboard.press("Enter")
        expect(lines.nth(place)).to_contain_text(words)
        assert tablet.evaluate("scrollY") == at
    expect(moved.get_by_role("button", name="↓")).to_be_focused()
    picture(tablet, "desk-moved")


def news_lines(event: Event) -> list[str]:
    """Lines of the first dispatch. Called inside the console."""
    return [str(each.text) for each in inside.state_of(event.pk).dispatches[0].lines]


@pytest.fixture
def german_day(chromium: Browser, tmp_path: Path) -> Iterator[Day]:
    """The small event in German, with the German texts of the whole game."""
    house = House.furnished(tmp_path / "var")
    house.environment = {"MEGAGAME_LANGUAGE": "de"}
    with house, staffed(house) as console, event_of(console, chromium, fast_scenario(tmp_path / "scenario", **LONG)) as day:
        begun(day)
        yield day


def test_a_german_hall_reads_them_too(german_day):
    day = german_day
    phone, wall = join(day, "cat-1"), day.screen("news")
    tablet = day.staff("anna", "announcements/")
    day.give(*month_ends(1))

    expect(wall.locator(".wall-dispatch li").first).to_be_visible()
    expect(tablet.get_by_role("button", name="Die Nachrichten erst bearbeiten")).to_be_visible()
    phone.get_by_role("link", name="Neues").first.click()
    expect(phone.locator(NEWS)).to_be_visible()
    assert overflows(wall) == []
    picture(wall, "de-wall")
    picture(phone, "de-phone")
    picture(tablet, "de-desk")
