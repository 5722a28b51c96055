"""Control's desk of the side tables, and a game for a stake, in real browsers: who asks for a chair, closing, playing again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boxes import wrong_in
from tests.e2e.day import PHONE, PROJECTOR, TABLET, Day, tapped_away
from tests.e2e.test_table import PERMITTED, come
from tests.e2e.test_table_comfort import all_sizes
from tests.e2e.test_table_company import END

pytestmark = pytest.mark.e2e

SEATS = ("cat-1", "wolf-1", "ram-1")
POWER = "journal.head(event.stream).state.seats[{seat!r}].purse.power"
PAID = """from rooms.realm.game.treasury.power import AdjustPower
give(AdjustPower(seat=SeatId({seat!r}), before={before}, power=5, reason="chips"))"""
CHAIRS = "[chair.person for chair in journal.head(event.tables.latest('pk').stream).state.chairs]"


def sat(day: Day, *, stake: bool) -> tuple[str, list[Page]]:
    """A table of three chairs with two or, for a stake of 2 Power, three players of the event; gives its code and their phones."""
    day.console.shell.run(PERMITTED.format(event=day.event))
    for seat in SEATS:
        if (before := day.ask(POWER.format(seat=seat))) != 5:
            day.give(PAID.format(seat=seat, before=before))
    phones = [day.phone(seat) for seat in SEATS[: 3 if stake else 2]]
    for phone in phones:
        phone.emulate_media(reduced_motion="reduce")
        tapped_away(phone)
    host = phones[0]
    host.goto(f"{day.house.address}/tables/")
    card = host.locator("form", has=host.get_by_role("heading", name="Potemkin Empire"))
    card.get_by_text("Agree on something first").click()
    card.get_by_label("Chairs").select_option("3")
    card.get_by_label("Time for a turn").select_option("0")
    if stake:
        card.get_by_label("Stake of each player").select_option("power")
        card.get_by_label("How much").fill("2")
    card.get_by_role("button", name="Open this table").click()
    code = host.locator("#region-top .table-code").inner_text()
    for phone in phones[1:]:
        come(phone, day.house.address, code)
    return code, phones


def begun(host: Page) -> None:
    host.get_by_role("button", name="Begin the game").click()
    expect(host.locator(".pe-phone")).to_be_visible()


def test_control_lets_somebody_in_and_closes_a_table_from_its_desk(day):
    code, (host, other) = sat(day, stake=False)
    host.get_by_role("button", name="Steady bot").first.click()
    expect(host.locator(".seat", has_text="bot").filter(has_text="Grisha")).to_be_visible()
    begun(host)
    desk = day.staff("anna", "tables/")
    line = desk.locator(f"#table-{code}")
    expect(line).to_contain_text("Waiting for")
    friend = day.device(PHONE).new_page()
    friend.goto(f"{day.house.address}/tables/{code}/")
    friend.get_by_label("What are you called?").fill("Zakhar")
    friend.get_by_role("button", name="Come to the table").click()
    friend.get_by_role("button", name=re.compile("Ask for the chair of")).click()
    expect(friend.locator("#region-notes")).to_contain_text("You asked for the chair of")

    expect(line).to_contain_text("Zakhar asks for the chair of Grisha, a bot.")
    all_sizes(desk, "desk-tables", whole=False)
    desk.set_viewport_size(TABLET)
    line.get_by_role("link", name="Players …").click()
    ask = desk.locator("#ask")
    expect(ask).to_contain_text("Zakhar asks for the chair of Grisha, a bot.")
    all_sizes(desk, "desk-asks", whole=False)
    desk.set_viewport_size(TABLET)
    assert wrong_in(desk, "#ask", least=40, whole=False) == []
    ask.get_by_role("button", name="Let in").click()
    expect(friend.locator(".table-top .chair.is-mine")).to_contain_text("Zakhar")
    expect(ask.locator(".seat").nth(2)).to_contain_text("Zakhar")
    expect(line).not_to_contain_text("Zakhar asks")
    ask.get_by_role("link", name="Back").click()

    line.get_by_role("link", name="Close …").click()
    expect(ask.get_by_role("heading", name=f"Close table {code}?")).to_be_visible()
    ask.get_by_role("button", name="Close the table").click()
    expect(ask.get_by_label("Why")).to_be_focused()  # not without a reason
    all_sizes(desk, "desk-close", whole=False)
    desk.set_viewport_size(TABLET)
    ask.get_by_label("Why").fill("The Court sits.")
    ask.get_by_role("button", name="Close the table").click()

    for phone in (host, other, friend):
        expect(phone.locator("#region-main .result")).to_contain_text("The table was closed: The Court sits.")
    expect(line).to_contain_text("Because: The Court sits.")
    all_sizes(host, "desk-closed")
    all_sizes(desk, "desk-tables-over", whole=False)


def test_the_same_people_play_for_a_stake_again_and_each_puts_it_in_by_an_own_tap(day):
    code, phones = sat(day, stake=True)
    host, other, third = phones
    wall = day.device(PROJECTOR).new_page()
    wall.emulate_media(reduced_motion="reduce")
    wall.goto(f"{day.house.address}/screen/table/{code}/")
    expect(wall.locator(".wall-stake")).to_have_text("2 Power each")
    all_sizes(wall, "stake-open-wall", whole=False)
    begun(host)
    day.console.shell.run(END.format(event=day.event))
    again = host.locator("form.again")
    expect(again).to_contain_text("This table had a stake. Agree on one for the new game, or play for nothing.")
    expect(other.locator("form.again")).to_have_count(0)
    expect(again.get_by_role("button", name="Play again with the same people")).to_be_in_viewport()
    all_sizes(host, "stake-again")

    again.get_by_label("Stake of each player").select_option("power")
    again.get_by_role("button", name="Play again with the same people").click()
    expect(host).to_have_url(re.compile(rf"/tables/(?!{code})\w{{5}}/$"))
    following = host.url.rstrip("/").rsplit("/", 1)[1]
    for page in (*phones, wall):
        expect(page).to_have_url(re.compile(f"/{following}/$"))
        expect(page.locator("body")).to_contain_text("1 Power each")
    expect(host.locator(".seat.is-mine")).to_be_visible()
    assert sum(map(bool, day.ask(CHAIRS))) == 1  # nobody has put anything in by another's tap
    expect(host.get_by_role("button", name="2 more to begin")).to_be_disabled()
    all_sizes(other, "stake-next")
    all_sizes(wall, "stake-next-wall", whole=False)

    for phone in (other, third):
        phone.get_by_role("button", name="Sit here").first.click()
        expect(phone.locator(".seat.is-mine")).to_be_visible()
    begun(host)
    expect(other.locator(".pe-phone")).to_be_visible()
