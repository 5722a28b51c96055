"""WCAG 2.2 AA at the desks of the control team: every page and every question, in light and dark."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from playwright.sync_api import Page, expect

from control.day.clock.phases import BeginDay, EndPhase, SetClock
from control.day.clock.steps import EndStep
from control.day.handoffs import HandOver
from control.day.notices import Announce
from control.day.people.room_choice import SeatInRoom
from control.engine.ids import SeatId, StepId
from rooms.court.game.proposals.proposal import EnterProposal
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.underground.game.module import EnterScheme
from tests.control.phones import HX, words
from tests.e2e.access import Inspector, Walk, unfold
from tests.e2e.day import PHONE, TABLET, Day
from tests.e2e.pages import Sheet, StillDay
from tests.e2e.war_board import FORCE, HERE, ORDERS, SEATED, TO_ACTION, TO_PLANNING, BoardDay, board, steps
from tests.teams import member

pytestmark = pytest.mark.e2e

MORE = (
    PlaceBuilding(house=HouseId("cat"), kind="arena", reason="built"),
    HandOver(origin=Desk.WAR, to=Desk.COURT, what="Wolf holds two of Cat"),
    Announce(text="The gates are open."),
)
CAT, WOLF = SeatId("cat-1"), SeatId("wolf-1")
FINES = Paper(type="fines", values=(("ram",), ("2",), ("1",)), note="before the feast")
# Month 3, with an open proposal and an open scheme.
LATER = (
    SetClock(month=3, phase=Phase.PLANNING, seconds=3600),
    SeatInRoom(player=CAT, month=3, room=Room.COURT),
    SeatInRoom(player=WOLF, month=3, room=Room.UNDERGROUND, table="west"),
    SetClock(month=3, phase=Phase.ACTION, seconds=3600),
    EndStep(room=Room.COURT, month=3, step=StepId("updates")),
    EndStep(room=Room.UNDERGROUND, month=3, step=StepId("updates"), table="west"),
    EnterProposal(player=CAT, month=3, paper=FINES, reason="on paper"),
    EnterScheme(player=WOLF, month=3, paper=Paper(type="ambush", note="at the well"), reason="on paper"),
)
OVER = (
    SetClock(month=4, phase=Phase.RETURN, seconds=3600),
    EndPhase(month=4, phase=Phase.RETURN, anyway="the day is over"),
)
LIST = "Name,House,Rank,First timer\nNia Obi,Cat,1,yes\nAmara Okafor,Cat,2,\nCleo Marsh,Wolf,1,\n"
BROKEN_LIST = "Name,House,Rank\nNia Obi,Nobody,1\n"
PAPERS = ("badges/?plain=1", "sheets/?kind=war&month=1&who=all&spare=0", "filled/war/", "strips/", "laws/", "state/")
SELDOM = (
    "people/casting/",
    "people/cat-1/",
    "sheets/war/",
    "sheets/war/paper/",
    "sheets/proposal/",
    "rooms/war/people/",
    "people/new/",
    "journal/",
)


def walk_of(day: StillDay, sheet: Sheet, *desks: Desk) -> Walk:
    """Return a walk at a tablet of a member at these desks."""
    return Walk(Inspector(), sheet, member(*desks, events=[day.event]), TABLET)


def pages(tablet: Page) -> list[str]:
    """Return every address in the navigation."""
    links = tablet.locator(".desk-tabs a, .desk-further a")
    return [str(address) for address in links.evaluate_all("all => all.map((each) => each.getAttribute('href'))")]


def test_every_desk_may_be_worked_at_by_everybody(db: None, sheet: Sheet) -> None:
    day = StillDay()
    walk = walk_of(day, sheet, Desk.ORGANIZER)
    unfold(sheet.lay(day.read(walk.client, day.control()), TABLET), (".desk-more",))
    walk.inspector.look(sheet.page, "the menus")
    for place in ("", "clock/", "people/"):
        walk.visit(day.control(place))
        walk.questions(place)
    day.give(*HERE, *TO_PLANNING, *SEATED, *TO_ACTION)
    day.give(*board(day.state), *FORCE, *MORE, *steps("updates", "orders"), *ORDERS, *steps("favors"))
    visited = pages(sheet.lay(day.read(walk.client, day.control())))
    assert len(visited) > 12
    for address in visited:
        walk.visit(address)
        walk.questions(address)

    walk.inspector.done()


def test_the_war_desk_may_be_worked_at_by_everybody(db: None, sheet: Sheet) -> None:
    day = BoardDay()
    walk = walk_of(day, sheet, Desk.WAR)
    walk.visit(day.control("war/"), "war, Updates")
    day.give(*steps("updates", "orders"), *ORDERS, *steps("favors", "move"))
    walk.visit(day.control("war/"), "war, Battle")
    expect(sheet.page.locator(".matter").first).to_be_visible()
    walk.questions("war, Battle")
    walk.question(day.control("war/region/?region=zen"), "war, a region")
    day.give(*steps("battle", "rewards", "recruit"))
    walk.visit(day.control("war/"), "war, done")
    expect(sheet.page.locator("#part-war-steps")).to_contain_text("All seven steps")

    walk.inspector.done()


def test_a_running_desk_may_be_worked_at_by_everybody(day: Day) -> None:
    """The same desk with its scripts; each question is opened by a press."""
    inspector = Inspector()
    day.give(*HERE, *TO_PLANNING, *SEATED, *TO_ACTION)
    day.give(*board(day.state), *FORCE, *steps("updates", "orders"), *ORDERS, *steps("favors", "move"))
    wanda = day.staff("wanda", "war/")
    wanda.emulate_media(reduced_motion="reduce")  # colours are measured without transitions
    expect(wanda.locator(".matter").first).to_be_visible()
    unfold(wanda)
    inspector.look(wanda, "war, Battle")
    wanda.locator(".orders-card .change").first.click()
    inspector.question(wanda, "war, orders")
    wanda.locator("#pick-region").select_option("zen")
    expect(wanda.locator("#ask .by-hand")).to_be_visible()
    unfold(wanda, ("#ask details:not([open])",))
    inspector.question(wanda, "war, a region")

    inspector.done()


def test_seldom_pages_and_papers_may_be_read_by_everybody(db: None, sheet: Sheet) -> None:
    day = BoardDay()
    day.give(*steps("updates", "orders"), *ORDERS)
    walk = walk_of(day, sheet, Desk.ORGANIZER)
    day.read(Client(), f"/screen/{day.event.pk}/here/")
    screen = day.event.screens.get()
    staged = walk.client.post(day.control("screens/stage/"), {"screen": screen.pk, "shows": "map"}, headers=HX)
    assert staged.status_code == HTTPStatus.OK
    walk.visit(day.control("screens/"), "screens, staged")
    expect(sheet.page.locator(".staged-word")).to_be_visible()
    push = sheet.page.get_by_role("link", name="Push 1 change")
    walk.question(str(push.get_attribute("hx-get")), "screens, push")
    for place in SELDOM:
        walk.visit(day.control(place))
    undo = sheet.page.locator(".entry").get_by_role("link", name="Undo").first
    walk.question(str(undo.get_attribute("hx-get")), "undo")
    papers = f"/print/{day.event.pk}/"
    for place in PAPERS:
        walk.visit(f"{papers}{place}")
    for content, shown in ((BROKEN_LIST, ".casting-problems"), (LIST, "input[name=plan]")):
        file = SimpleUploadedFile("list.csv", content.encode(), "text/csv")
        walk.show(words(walk.client.post(day.control("people/casting/"), {"file": file})), f"casting, {shown}")
        expect(sheet.page.locator(shown).first).to_be_attached()
    walk.visit(f"{papers}badges/")
    seat = sheet.page.locator("input[name=seat]").first.get_attribute("value")
    walk.show(words(walk.client.post(f"{papers}badges/", {"seat": str(seat), "paper": "a4"})), "badges with codes")
    expect(sheet.page.locator(".badge-code").first).to_be_visible()

    walk.inspector.done()


def test_papers_of_a_later_month_and_the_end_of_the_day_may_be_read_by_everybody(db: None, sheet: Sheet) -> None:
    day = StillDay()
    day.give(*HERE, BeginDay(), *LATER)
    walk = walk_of(day, sheet, Desk.ORGANIZER)
    walk.visit(day.control("court/"))
    expect(sheet.page.get_by_text("before the feast").first).to_be_visible()
    walk.questions("court/")
    walk.visit(day.control("underground/"))
    sheet.ask(walk.fragment(str(sheet.page.locator("#written").get_attribute("hx-get"))))  # the news text is behind a press
    expect(sheet.page.get_by_text("at the well").first).to_be_visible()
    sheet.close()
    walk.questions("underground/")
    day.give(*OVER)
    for place in ("", "clock/", "journal/"):
        walk.visit(day.control(place))
        walk.questions(place)
    cat = Walk(walk.inspector, sheet, day.phone(CAT), PHONE)
    cat.visit("/play/", "phone, after the day", narrow=True)
    expect(sheet.page.locator("main")).to_contain_text("The day is over")

    walk.inspector.done()
