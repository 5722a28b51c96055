"""Three phones move units of Scythe on the board, and two of them fight, in a real browser."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boxes import wrong_in
from tests.e2e.day import PHONE, Day
from tests.e2e.steering import FAR

pytestmark = pytest.mark.e2e

PERMITTED = """
from rooms.tables.models import TablePermit
TablePermit.objects.create(event_id={event}, players=True)
"""
LED = """
from control.models import Event
from tests.e2e.steering import lead
print(lead(Event.objects.get(pk={event}).tables.get().code, {moment!r})[0])
"""
# How much of the screen the open unit covers, how much of the map is left above it, and whether a territory is in sight there.
ROOM = """(space) => {
  const frame = document.querySelector("[data-map-frame]").getBoundingClientRect();
  const boxOf = (found) => document.querySelector(found)?.getBoundingClientRect();
  const [unit, head] = [boxOf(".sy-unit[open]"), boxOf(".table-top")];
  const [top, bottom] = [Math.max(frame.top, head.bottom), Math.min(frame.bottom, unit?.top ?? innerHeight)];
  const region = document.querySelector(`a[data-region="${space}"] path`).getBoundingClientRect();
  const [x, y] = [region.x + region.width / 2, region.y + region.height / 2];
  const sees = x > frame.left && x < frame.right && y > top && y < bottom;
  return [(unit?.height ?? 0) / innerHeight, (bottom - top) / innerHeight, sees];
}"""
# The same of a map that may lie below the edge of the screen.
IN_FRAME = """(space) => {
  const frame = document.querySelector("[data-map-frame]").getBoundingClientRect();
  const region = document.querySelector(`a[data-region="${space}"] path`).getBoundingClientRect();
  const inside = region.left >= frame.left && region.right <= frame.right;
  return inside && region.top >= frame.top && region.bottom <= frame.bottom;
}"""
# What comes of the chosen space is a long story.
LONG = """(space) => {
  const chosen = document.querySelector(`.sy-unit[open] [data-space="${space}"]`);
  chosen.closest(".sy-chip").querySelector(".sy-comes").textContent += " And so on.".repeat(30);
  chosen.dispatchEvent(new Event("change", { bubbles: true }));
}"""
SMALL = 44  # pixels of what is pressed
NOT_PRESSED = "^[0-9x]+ px: <input|<a [^>]*(data-region|href=.#where)"  # under its label, or a space of the board


def opened(day: Day) -> Sequence[Page]:
    """Three at a table of Scythe, in the order of their chairs; the game has begun."""
    day.console.shell.run(PERMITTED.format(event=day.event))
    phones = [day.phone("cat-1"), day.phone("wolf-1"), day.phone("ram-1")]
    host = phones[0]
    for page in phones:
        page.emulate_media(reduced_motion="reduce")
    host.get_by_role("link", name="House").click()
    host.get_by_role("link", name="Side tables").click()
    card = host.locator("form", has=host.get_by_role("heading", name="Scythe"))
    card.get_by_text("Agree on something first").click()
    card.get_by_label("Chairs").select_option("3")
    card.get_by_label("Time for a turn").select_option("0")
    card.get_by_role("button", name="Open a table").first.click()
    code = host.locator("#region-top .table-code").inner_text()
    for phone in phones[1:]:
        phone.goto(f"{day.house.address}/tables/")
        phone.get_by_label("Code of the table").fill(code.lower())
        phone.get_by_role("button", name="Go", exact=True).click()
        phone.get_by_role("button", name="Sit here").first.click()
        expect(phone.locator(".seat.is-mine")).to_be_visible()
    host.get_by_role("button", name="Begin the game").click()
    expect(host.locator("[data-scythe]")).to_be_visible()
    return phones


def played(day: Day, phones: Sequence[Page], moment: str) -> int:
    """Let the table play by itself until this moment of tests/e2e/steering.py; gives who is asked first."""
    asked = int(day.console.shell.run(LED.format(event=day.event, moment=moment)))
    for phone in phones:
        phone.reload()
    return asked


def picture(page: Page, name: str) -> None:
    """A picture for people to look at, when a folder is named for them."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def press(phone: Page, button: str) -> None:
    """Press a button that plays; the table takes it."""
    with phone.expect_response(re.compile(r"/do/$")) as answer:
        phone.locator(".sy-ask").get_by_role("button", name=button, exact=True).locator("visible=true").first.click()
    assert answer.value.status == 200, answer.value.text()


def is_well_laid_out(page: Page) -> None:
    """Nothing sticks out or lies over something else, nothing to press is smaller than a finger."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wrong = wrong_in(page, ".sy-ask", least=SMALL, whole=False)
    assert [each for each in wrong if not re.search(NOT_PRESSED, each)] == []


def tap(phone: Page, space: str) -> None:
    """A finger on a space of the board."""
    phone.locator(f'a[data-region="{space}"]').dispatch_event("click")


def is_true_after_taking_back(phone: Page, space: str) -> None:
    """What is said of a space and marked on the board is that of the table as it stands now."""
    details = phone.locator("[data-map-details]")
    phone.evaluate("document.querySelector('.sy-unit[open]')?.removeAttribute('open')")
    expect(phone.locator(".sy-asks .sy-ring").first).to_be_visible()
    phone.locator(f"#where-{space}").evaluate("(line) => line.closest('details').open = true")
    before = phone.locator(f"#where-{space}").inner_text()
    with phone.expect_response(re.compile(r"/back/$")):
        phone.locator("#region-top").get_by_role("button", name="Take back").click()
    expect(phone.locator(".sy-moved")).to_contain_text("0 of")
    expect(details).to_be_hidden()
    expect(phone.locator(".sy-asks .sy-ring").first).to_be_visible()
    assert phone.locator(f"#where-{space}").inner_text() != before


def folds_a_long_sentence(phone: Page, space: str) -> None:
    """However much comes of a step, the map keeps its room; all of it is a tap away."""
    sentence = phone.locator(".sy-unit[open] [data-comes]")
    phone.evaluate(LONG, space)
    expect(sentence).to_have_class(re.compile("is-cut"))
    picture(phone, "moving-long")
    phone.wait_for_function(f"(space) => ({ROOM})(space)[2]", arg=space)  # the map goes where the space is in sight
    covered, _left, _sees = phone.evaluate(ROOM, space)
    assert covered <= 0.33
    sentence.click()
    expect(sentence).to_have_class(re.compile("is-whole"))
    assert sentence.evaluate("(each) => each.scrollHeight <= each.clientHeight + 2")


def goes_on_under(looker: Page, mover: Page) -> None:
    """What somebody has opened stays open while another acts, and says how it is now."""
    unit = mover.locator(".sy-unit").first
    space = unit.get_attribute("data-at") or ""
    tap(looker, space)
    panel, line = looker.locator("[data-map-details]"), looker.locator(f"#where-{space}")
    expect(panel).to_be_visible()
    folds = ("#sy-list", "#sy-mat")
    for fold in folds:
        looker.locator(fold).evaluate("(fold) => { fold.open = true; }")
    shown, listed = panel.inner_text(), line.text_content() or ""

    if unit.get_attribute("open") is None:
        tap(mover, space)
    target = mover.locator(".sy-unit[open] [data-space]").last
    tap(mover, target.get_attribute("data-space") or "")
    expect(target).to_be_checked()
    press(mover, "Move")

    expect(panel.locator(".where-name")).to_be_visible()
    expect(panel).not_to_have_text(shown)
    expect(line).not_to_have_text(listed)
    now = [words for words in panel.locator("p").all_inner_texts() if words]
    assert now == [words for words in line.locator("p").all_inner_texts() if words]
    assert [looker.locator(fold).evaluate("(fold) => fold.open") for fold in folds] == [True, True]
    picture(looker, "panel-after")


def test_an_open_territory_says_how_it_is_after_another_has_acted(day):
    phones = opened(day)
    active = played(day, phones, "moving")

    goes_on_under(phones[(active + 1) % len(phones)], phones[active])


def test_a_unit_that_may_go_far_leaves_the_map_in_sight(day):
    phones = opened(day)
    phone = phones[played(day, phones, "far")]
    farthest = max(phone.locator(".sy-unit").all(), key=lambda unit: unit.locator("[data-space]").count())
    assert farthest.locator("[data-space]").count() >= FAR
    space = farthest.get_attribute("data-at") or ""
    for width, height in ((820, 1180), (PHONE["width"], PHONE["height"])):
        phone.set_viewport_size({"width": width, "height": height})
        farthest.evaluate("(unit) => { unit.open = false; }")
        farthest.locator("summary").first.click()
        expect(phone.locator(".sy-asks .sy-ring")).to_have_count(farthest.locator("[data-space]").count())
        picture(phone, f"moving-far-{width}")
        phone.wait_for_function(f"(space) => ({ROOM})(space)[2]", arg=space)  # the map goes there by itself
        covered, left, _sees = phone.evaluate(ROOM, space)
        assert covered <= 0.41
        assert left >= 0.2
    expect(farthest.get_by_role("button", name="Move", exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.rule("SY-MOV-03", "SY-MOV-14", "SY-CMB-07", "SY-CMB-11", "SY-HID-04")
def test_units_go_where_the_board_is_tapped_and_two_fight(day):
    phones, broken = opened(day), []
    for page in phones:
        page.on("pageerror", lambda error: broken.append(error.message))
    phone = phones[played(day, phones, "moving")]
    unit = phone.locator(".sy-unit").first
    expect(unit).to_be_visible()
    picture(phone, "moving")

    if unit.get_attribute("open") is None:
        tap(phone, unit.get_attribute("data-at") or "")
    opened_unit = phone.locator(".sy-unit[open]")
    expect(opened_unit).to_have_count(1)
    target = opened_unit.locator("[data-space]").last.get_attribute("data-space") or ""
    expect(phone.locator(".sy-asks .sy-ring")).to_have_count(opened_unit.locator("[data-space]").count())
    picture(phone, "moving-unit")
    tap(phone, target)
    expect(opened_unit.locator(f'[data-space="{target}"]')).to_be_checked()
    expect(opened_unit.locator(".sy-comes:visible")).to_have_count(1)
    for width, height in ((820, 1180), (1180, 820), (PHONE["width"], PHONE["height"])):
        phone.set_viewport_size({"width": width, "height": height})
        picture(phone, f"moving-to-{width}")
        is_well_laid_out(phone)
    folds_a_long_sentence(phone, target)
    press(phone, "Move")
    expect(phone.locator(".sy-moved")).to_contain_text("1 of")
    is_true_after_taking_back(phone, target)
    press(phone, "End the move")

    played(day, phones, "combat")
    first, second = [page for page in phones if page.locator(".sy-committing").count()]
    third = next(page for page in phones if page not in (first, second))
    picture(first, "fight")
    is_well_laid_out(first)
    space = first.locator("[data-fought]").get_attribute("data-at") or ""
    first.wait_for_function(IN_FRAME, arg=space)
    for width, height in ((820, 1180), (PHONE["width"], PHONE["height"])):  # whoever turns the device keeps it in sight
        first.set_viewport_size({"width": width, "height": height})
        first.wait_for_function(IN_FRAME, arg=space)
    picture(first, "fight-place")
    first.locator("[name=dial]:not([disabled])").last.check()
    press(first, "Lock in")
    expect(first.locator(".sy-mine")).to_contain_text("You dial")
    expect(second.locator(".is-locked")).to_have_count(1)
    expect(second.locator(".sy-mine")).to_have_count(0)
    picture(first, "fight-locked")
    second.locator("[name=dial]").first.check()
    press(second, "Lock in")
    for page in (first, second, third):
        expect(page.locator(".sy-moment .sy-shown")).to_have_count(2)
        expect(page.locator(".sy-moment .is-winner")).to_have_count(1)
    picture(first, "fight-shown")
    assert broken == []
