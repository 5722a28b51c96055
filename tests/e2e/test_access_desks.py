"""What the control team works at, by the measure of WCAG 2.2 AA: every page and every question, in light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.access import Inspector, again, unfold
from tests.e2e.day import PROJECTOR, TO, Day
from tests.e2e.war_shots import BOARD, FORCE, FURTHER, HERE, ORDERS, SEATED

pytestmark = pytest.mark.e2e

TO_ACTION = TO["ACTION"][len(TO["PLANNING"]) :]
STEPS = ("updates", "orders", "favors", "move", "battle", "rewards", "recruit")
MORE = (
    "from rooms.realm.game.buildings.placing import PlaceBuilding",
    "from control.day.notices import Announce",
    "give(PlaceBuilding(house=HouseId('cat'), kind='arena', reason='built'))",
    "give(HandOver(origin=Desk.WAR, to=Desk.COURT, what='Wolf holds two of Cat'))",
    "give(Announce(text='The gates are open.'))",
)
# Month 3, with a proposal and a scheme open before their desks.
LATER = (
    "from rooms.realm.papers.game.types import Paper",
    "from rooms.court.game.proposals import EnterProposal",
    "from rooms.underground.game.part import EnterScheme",
    "give(SetClock(month=3, phase=Phase.PLANNING, seconds=3600))",
    "give(SeatInRoom(player=SeatId('cat-1'), month=3, room=Room.COURT))",
    "give(SeatInRoom(player=SeatId('wolf-1'), month=3, room=Room.UNDERGROUND, table='west'))",
    "give(SetClock(month=3, phase=Phase.ACTION, seconds=3600))",
    "give(EndStep(room=Room.COURT, month=3, step=StepId('updates')))",
    "give(EndStep(room=Room.UNDERGROUND, month=3, step=StepId('updates'), table='west'))",
    "fines = Paper(type='fines', values=(('ram',), ('2',), ('1',)), note='before the feast')",
    "give(EnterProposal(player=SeatId('cat-1'), month=3, paper=fines, reason='on paper'))",
    "give(EnterScheme(player=SeatId('wolf-1'), month=3, paper=Paper(type='ambush', note='at the well'), reason='on paper'))",
)
OVER = (
    "give(SetClock(month=4, phase=Phase.RETURN, seconds=3600))",
    "give(EndPhase(month=4, phase=Phase.RETURN, anyway='the day is over'))",
)
LIST = "Name,House,Rank,First timer\nNia Obi,Cat,1,yes\nAmara Okafor,Cat,2,\nCleo Marsh,Wolf,1,\n"
BROKEN_LIST = "Name,House,Rank\nNia Obi,Nobody,1\n"
PAPERS = ("badges/?plain=1", "sheets/?kind=war&month=1&who=all&spare=0", "filled/war/", "strips/", "laws/", "state/")


def steps(*names: str) -> tuple[str, ...]:
    """The War Room's steps, ended without a browser."""
    return tuple(f"give(EndStep(room=Room.WAR, month=1, step=StepId('{name}')))" for name in names)


def sits(day: Day, name: str, place: str = "") -> Page:
    """A tablet on which nothing moves, so that a colour is measured when it has come to rest."""
    tablet = day.staff(name, place)
    tablet.emulate_media(reduced_motion="reduce")
    return tablet


def pages(tablet: Page) -> list[str]:
    """The addresses of everything in the navigation."""
    links = tablet.locator(".desk-tabs a, .desk-further a")
    return [str(address) for address in links.evaluate_all("all => all.map((each) => each.getAttribute('href'))")]


def test_every_desk_may_be_worked_at_by_everybody(day):
    inspector = Inspector()
    anna = sits(day, "anna")
    unfold(anna, (".desk-more",))
    inspector.look(anna, "the menus")
    for place in ("", "clock/", "people/"):
        inspector.visit(anna, day.address(place))
        inspector.questions(anna, place)
    day.give(*FURTHER, *HERE, "give(BeginDay())", *TO["PLANNING"], *SEATED, *TO_ACTION, *BOARD, *FORCE, *MORE)
    day.give(*FURTHER, *steps("updates", "orders"), ORDERS, *steps("favors"))
    anna.goto(day.address(""))
    visited = pages(anna)
    assert len(visited) > 12
    for address in visited:
        inspector.visit(anna, f"{day.house.address}{address}")
        inspector.questions(anna, address)

    inspector.done()


def test_the_war_desk_may_be_worked_at_by_everybody(day):
    inspector = Inspector()
    day.give(*FURTHER, *HERE, "give(BeginDay())", *TO["PLANNING"], *SEATED, *TO_ACTION, *BOARD, *FORCE)
    wanda = sits(day, "wanda", "war/")
    inspector.look(wanda, "war, Updates")
    day.give(*FURTHER, *steps("updates", "orders"), ORDERS, *steps("favors", "move"))
    again(wanda)
    expect(wanda.locator(".matter").first).to_be_visible()
    unfold(wanda)
    inspector.look(wanda, "war, Battle")
    inspector.questions(wanda, "war, Battle")
    wanda.locator("#pick-region").select_option("zen")
    expect(wanda.locator("#ask .by-hand")).to_be_visible()
    unfold(wanda, ("#ask details:not([open])",))
    inspector.question(wanda, "war, a region")
    day.give(*FURTHER, *steps("battle", "rewards", "recruit"))
    again(wanda)
    expect(wanda.locator("#part-war-steps")).to_contain_text("All seven steps")
    inspector.look(wanda, "war, done")

    inspector.done()


def test_seldom_pages_and_papers_may_be_read_by_everybody(day):
    inspector, house = Inspector(), day.house.address
    day.give(*FURTHER, *HERE, "give(BeginDay())", *TO["PLANNING"], *SEATED, *TO_ACTION, *BOARD)
    day.give(*FURTHER, *steps("updates", "orders"), ORDERS)
    wall = day.device(PROJECTOR).new_page()
    wall.goto(f"{house}/screen/{day.event}/here/")
    wall.locator("#told-address").wait_for(state="attached")
    anna = sits(day, "anna", "screens/")
    unfold(anna)
    anna.locator(".screen-row").get_by_label("Next").select_option("map")
    expect(anna.locator(".staged-word")).to_be_visible()
    inspector.look(anna, "screens, staged")
    anna.get_by_role("link", name="Push 1 change").click()
    inspector.question(anna, "screens, push")
    seldom = ("people/casting/", "people/cat-1/", "sheets/war/", "sheets/war/paper/", "sheets/proposal/", "rooms/war/people/")
    for place in (*seldom, "people/new/", "journal/"):
        inspector.visit(anna, day.address(place))
    anna.locator(".entry").get_by_role("link", name="Undo").first.click()
    inspector.question(anna, "undo")
    for place in PAPERS:
        inspector.visit(anna, f"{house}/print/{day.event}/{place}")
    casting_lists(inspector, day, anna)
    inspector.visit(anna, f"{house}/print/{day.event}/badges/")
    anna.locator("input[name=seat]").first.check()
    anna.get_by_role("button", name="Make codes and print").click()
    expect(anna.locator(".badge-code").first).to_be_visible()
    inspector.look(anna, "badges with codes")

    inspector.done()


def casting_lists(inspector: Inspector, day: Day, tablet: Page) -> None:
    """What a list would change, and what there is to mend in one that cannot be read."""
    for content, shown in ((BROKEN_LIST, ".casting-problems"), (LIST, "input[name=plan]")):
        tablet.goto(day.address("people/casting/"))
        tablet.locator("#casting-file").set_input_files({"name": "list.csv", "mimeType": "text/csv", "buffer": content.encode()})
        tablet.get_by_role("button", name="Show what it would change").click()
        expect(tablet.locator(shown).first).to_be_attached()
        unfold(tablet)
        inspector.look(tablet, f"casting, {shown}")


def test_papers_of_a_later_month_and_the_end_of_the_day_may_be_read_by_everybody(day):
    inspector = Inspector()
    day.give(*FURTHER, *HERE, "give(BeginDay())", *LATER)
    anna = sits(day, "anna", "court/")
    for place, said in (("court/", "before the feast"), ("underground/", "at the well")):
        inspector.visit(anna, day.address(place))
        if place == "underground/":  # what was written lies behind a press
            anna.locator("#written").click()
        expect(anna.get_by_text(said).first).to_be_visible()
        anna.keyboard.press("Escape")
        expect(anna.locator("#ask-box")).to_be_hidden()
        inspector.questions(anna, place)
    day.give(*FURTHER, *OVER)
    for place in ("", "clock/", "journal/"):
        inspector.visit(anna, day.address(place))
        inspector.questions(anna, place)
    cat = day.phone("cat-1")
    cat.emulate_media(reduced_motion="reduce")
    expect(cat.locator("main")).to_contain_text("The day is over")
    unfold(cat)
    inspector.look(cat, "phone, after the day", narrow=True)

    inspector.done()
