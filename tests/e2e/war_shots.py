"""Pictures of the War Room through a month with a coup, and of its news on phones and in the hall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import Locator, expect

from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.units import AdjustUnits
from tests.e2e.day import Day
from tests.e2e.hands import by_hand, end_phase
from tests.e2e.war_board import FORCE, HERE, ORDERS, SEATED, TO_ACTION, TO_PLANNING, board, steps

if TYPE_CHECKING:
    from tests.e2e.tours import Album


class WarTour:
    """The devices around the War Room, and the order of their pictures through a month and into the next."""

    def __init__(self, day: Day, album: Album) -> None:
        self.day, self.album = day, album
        day.give(*HERE, *TO_PLANNING, *SEATED, *TO_ACTION)
        day.give(*board(day.state), *FORCE)
        self.wanda, self.conrad, self.anna = day.staff("wanda", "war/"), day.staff("conrad", "court/"), day.staff("anna", "clock/")
        self.hall, self.cat, self.ram = day.screen("map"), day.phone("cat-1"), day.phone("ram-1")

    @property
    def ask(self) -> Locator:
        return self.wanda.locator("#ask")

    def desk(self, name: str, *, whole: bool = True) -> None:
        """Take the desk's screen; with `whole`, the whole page as well."""
        self.album.take(self.wanda, f"war-tablet-{name}")
        if whole:
            self.album.take(self.wanda, f"war-tablet-{name}-whole", whole=True)

    def asked(self, name: str) -> None:
        """Take a dialog from top to bottom, then close it."""
        self.ask.locator("h2").wait_for()
        self.desk(name, whole=False)
        if self.ask.evaluate("each => { const box = each.closest('dialog'); return box.scrollHeight > box.clientHeight + 4; }"):
            self.ask.locator(".answers").last.scroll_into_view_if_needed()
            self.desk(f"{name}-foot", whole=False)
        self.ask.locator("[data-close]").first.click()
        expect(self.wanda.locator("#ask-box")).to_be_hidden()

    def walk(self) -> None:
        self.before_battle()
        self.coup()
        self.month_waits()
        self.looked_back()

    def before_battle(self) -> None:
        """Take the desk before anything is applied: arrows, sums, decisions, adjustments, rulings, effects in force."""
        wanda, day = self.wanda, self.day
        self.desk("01-updates")
        day.give(*steps("updates", "orders"), *ORDERS, *steps("favors"))
        expect(wanda.locator(".map-arrow").first).to_be_attached()
        self.desk("02-before-move")
        self.album.take(self.hall, "war-hall-02-before-move")
        wanda.locator("#apply-move").click()
        expect(wanda.locator(".matter").first).to_be_visible()
        self.desk("03-before-battle")
        wanda.locator("#step-now details.why summary").first.click()
        expect(wanda.locator("#step-now .why-body p").first).to_be_visible()
        self.desk("04-why-unfolded", whole=False)
        wanda.locator(".matters").scroll_into_view_if_needed()
        wanda.locator("[data-decision] > a").first.click()
        self.asked("05-decision")
        wanda.get_by_role("link", name="What failed, and why").click()
        self.asked("06-why-page")
        for number, what in enumerate(("Units", "Flags", "Immortals"), 7):
            by_hand(wanda, "amn", what)
            self.asked(f"{number:02}-adjust-{what.lower()}")
        wanda.get_by_role("link", name="Immortals …").click()
        self.asked("10-immortals")
        wanda.locator(".orders-card .change").first.click()
        self.asked("11-orders-corrected")
        wanda.get_by_role("link", name="Rule …").click()
        self.asked("12-rule")
        wanda.get_by_role("link", name="Hand over …").click()
        self.asked("13-hand-over")
        for number, place in ((14, "rulings"), (15, "in-force")):
            wanda.goto(day.address(f"{place}/"))
            self.desk(f"{number}-{place}")
        wanda.goto(day.address("war/"))

    def coup(self) -> None:
        """Take Battle, the empty throne, the question before an undo, and the new ruler."""
        wanda = self.wanda
        wanda.locator("#apply-battle").click()
        expect(wanda.locator(".matter", has_text="rules?")).to_be_visible()
        self.desk("16-throne-asked")
        for phone, name in ((self.cat, "cat"), (self.ram, "ram")):
            expect(phone.locator(".battles").first).to_be_visible()
            phone.locator("#region-results details.why").evaluate_all("all => all.forEach((each) => { each.open = true; })")
            self.album.take(phone, f"war-phone-17-outcome-of-{name}", whole=True)
        self.album.take(self.hall, "war-hall-17-after-battle")
        wanda.locator("#war-undo").click()
        self.asked("18-undo")
        wanda.locator(".matter", has_text="rules?").get_by_role("button", name="Wolf").click()
        expect(wanda.locator(".matter", has_text="rules?")).to_have_count(0)
        wanda.locator("#war-undo").click()
        self.asked("19-undo-leaning")
        by_hand(wanda, "zen", "Units")
        self.asked("20-region-after-battle")
        wanda.locator("#apply-rewards").click()
        expect(wanda.locator("#apply-recruit")).to_be_visible()
        self.desk("21-before-recruit")
        wanda.locator("#apply-recruit").click()
        expect(wanda.locator("#part-war-steps")).to_contain_text("All seven steps")
        self.desk("22-done")
        self.album.take(self.conrad, "war-court-22-hand-off", whole=True)

    def month_waits(self) -> None:
        """Take every device while the month waits for a hand-off."""
        end_phase(self.day, self.anna, "Action", "Return")
        self.album.take(self.anna, "war-clock-23-month-waits")
        self.anna.get_by_role("link", name="End it now").click()
        expect(self.anna.locator("#ask h2")).to_contain_text("anyway")
        self.album.take(self.anna, "war-clock-24-end-anyway")
        self.anna.locator("#ask [data-close]").first.click()
        self.desk("25-month-waits")
        self.album.take(self.conrad, "war-court-25-month-waits")
        self.album.take(self.cat, "war-phone-25-month-waits")
        self.hall.goto(f"{self.day.house.address}/screen/{self.day.event}/clock/")
        self.album.take(self.hall, "war-hall-25-month-waits")
        self.conrad.locator(".hand-off").get_by_role("button", name="We have it").click()
        expect(self.conrad.locator(".hand-off")).to_have_count(0)
        self.album.take(self.conrad, "war-court-26-taken")

    def looked_back(self) -> None:
        """Take the next month: the map of the month before, corrections, the phone's tabs."""
        wanda, day = self.wanda, self.day
        end_phase(day, self.anna, "Return", "Ceremony")
        expect(wanda.get_by_label("1", exact=True)).to_be_attached()
        wanda.locator("#map-when span", has_text="1").click()
        expect(wanda.locator(".then-banner")).to_contain_text("End of month 1.")
        self.desk("27-looked-back")
        wanda.locator("[data-map-now]").click()
        expect(wanda.locator(".then-banner")).to_have_count(0)
        wanda.locator("#map-list summary").click()
        self.desk("28-region-by-region")
        day.give(AdjustUnits(region=RegionId("chi"), house=HouseId("wolf"), before=3, units=5, reason="left in the box"))
        expect(self.cat.locator("#region-amends")).to_contain_text("Chi")
        for tab in [link.get_attribute("href") or "" for link in self.cat.locator(".tabs a").all()]:
            self.cat.locator(f".tabs a[href='{tab}']").click()
            self.album.take(self.cat, f"war-phone-29-{tab.removeprefix('#')}", whole=True)
        wanda.goto(day.address("journal/"))
        self.desk("30-journal")
