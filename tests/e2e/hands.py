"""Presses that several tests share. Each waits for its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import Locator, Page, expect

if TYPE_CHECKING:
    from tests.e2e.day import Day


def check_in(tablet: Page, *seats: str) -> None:
    """Check players in on the check-in list."""
    for seat in seats:
        tablet.locator(f"#mark-{seat}-present").click()
        expect(tablet.locator(f"#mark-{seat}-present")).to_have_attribute("aria-pressed", "true")


def begin_day(day: Day, tablet: Page) -> None:
    """Start month 1 from the organizer's clock."""
    tablet.goto(day.address("clock/"))
    tablet.get_by_role("link", name="Start the day").click()
    tablet.get_by_role("button", name="Start month 1").click()
    expect(tablet.locator(".hands-where")).to_contain_text("Ceremony")


def end_phase(day: Day, tablet: Page, phase: str, then: str) -> None:
    """End the running phase early from the organizer's clock."""
    tablet.get_by_role("link", name="End it now").click()
    tablet.get_by_role("button", name=f"End {phase}").click()
    expect(tablet.locator(".hands-where")).to_contain_text(then)


def take_in_schemes(tablet: Page) -> None:
    """Take in the schemes of an Underground table, once its tablet shows Updates."""
    expect(tablet.locator("#step-title")).to_contain_text("Updates")
    tablet.locator("#end-west").click()
    tablet.locator("#ask button[type=submit]").click()
    expect(tablet.locator("#ask-box")).to_be_hidden()
    expect(tablet.locator("#step-title")).to_contain_text("Schemes")


def end_table_step(tablet: Page, step: str, then: str) -> None:
    """End the step that an Underground table's tablet shows, and confirm if the desk asks about open items."""
    title, sure = tablet.locator("#step-title"), tablet.locator("#end-sure")
    expect(title).to_contain_text(step)
    tablet.locator("#end-west").click()
    expect(sure.or_(title.filter(has_text=then)).first).to_be_visible()
    if sure.is_visible():
        sure.click()
        expect(tablet.locator("#ask-box")).to_be_hidden()
    expect(title).to_contain_text(then)


def choose(phone: Page, room: str) -> None:
    """Choose a room for the month."""
    phone.locator("#region-rooms").get_by_role("button", name=room).click()
    expect(phone.locator("#region-rooms .is-chosen", has_text=room)).to_be_visible()


def write_move(phone: Page, number: int, *, units: int, origin: str, target: str) -> None:
    """Write a Move on a line of the war sheet."""
    phone.get_by_role("group", name=f"Order {number}").get_by_role("radio", name="Move").check()
    phone.locator(f"#order{number}-from").select_option(origin)
    phone.locator(f"#order{number}-to").select_option(target)
    phone.locator(f"#order{number}-units").fill(str(units))


def write_recruit(phone: Page, number: int, *, region: str) -> None:
    """Write a Recruit on a line of the war sheet."""
    phone.get_by_role("group", name=f"Order {number}").get_by_role("radio", name="Recruit").check()
    phone.locator(f"#order{number}-region").select_option(region)


def by_hand(tablet: Page, region: str, what: str) -> Locator:
    """Unfold War Control's manual adjustments of a region and return their form."""
    tablet.locator("#pick-region").select_option(region)
    folded = tablet.locator("#ask .by-hand > details", has=tablet.locator("summary", has_text=what))
    folded.locator("summary").click()
    return folded.locator("form")


def set_units(tablet: Page, region: str, *, house: str, units: int, why: str) -> None:
    """Set a House's units in a region by hand."""
    form = by_hand(tablet, region, "Units")
    form.get_by_label("House").select_option(form.locator(f"option[value^='{house} ']").get_attribute("value"))
    form.get_by_label("Units from now on").fill(str(units))
    form.get_by_label("Why").fill(why)
    form.get_by_role("button", name="Set the units").click()
    expect(form).to_have_count(0)


def set_flag(tablet: Page, region: str, *, house: str, why: str) -> None:
    """Place a House's flag on a castle, or take it off, by hand."""
    form = by_hand(tablet, region, "Flags")
    form.locator(f"input[name=flag][value^='{house} ']").check()
    form.get_by_label("Why").fill(why)
    form.get_by_role("button", name="Change the flag").click()
    expect(form).to_have_count(0)


def undo_entry(tablet: Page, label: str, *, why: str) -> None:
    """Undo a command from the journal."""
    tablet.locator(".entry", has_text=label).get_by_role("link", name="Undo").click()
    tablet.get_by_label("Why").fill(why)
    tablet.locator("#ask").get_by_role("button", name="Undo").click()
