"""Three phones move units of Scythe on the board in a real browser, and two of them fight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boxes import picture
from tests.e2e.day import PHONE, TABLET, UPRIGHT, Day
from tests.e2e.steering import FAR
from tests.e2e.tables import SCYTHE, SEATS, Company, gather, play, press_scythe, reveals_held, scythe_fits, tap_space

pytestmark = pytest.mark.e2e

# Share of the screen that the open unit covers, share of map above it, and whether a territory is in sight there.
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
# Whether a territory lies inside the map's frame. The frame may be below the edge of the screen.
IN_FRAME = """(space) => {
  const frame = document.querySelector("[data-map-frame]").getBoundingClientRect();
  const region = document.querySelector(`a[data-region="${space}"] path`).getBoundingClientRect();
  const inside = region.left >= frame.left && region.right <= frame.right;
  return inside && region.top >= frame.top && region.bottom <= frame.bottom;
}"""
# Makes the text on the results of the chosen space very long.
LONG = """(space) => {
  const chosen = document.querySelector(`.sy-unit[open] [data-space="${space}"]`);
  chosen.closest(".sy-chip").querySelector(".sy-comes").textContent += " And so on.".repeat(30);
  chosen.dispatchEvent(new Event("change", { bubbles: true }));
}"""


def led(day: Day, moment: str) -> tuple[Company, Page]:
    """Play a Scythe table of three until this moment. Returns the table and the phone that is asked first."""
    company = gather(day, SCYTHE, seats=SEATS, begins=False)
    asked = company.lead(moment)[0]
    company.visit()
    return company, company.phones[asked]


def is_true_after_taking_back(phone: Page, space: str) -> None:
    """After "Take back", a space's text and its mark on the board match the current table."""
    details = phone.locator("[data-map-details]")
    phone.evaluate("document.querySelector('.sy-unit[open]')?.removeAttribute('open')")
    expect(phone.locator(".sy-asks .sy-ring").first).to_be_visible()
    phone.locator(f"#where-{space}").evaluate("(line) => line.closest('details').open = true")
    before = phone.locator(f"#where-{space}").inner_text()
    play(phone.locator("#region-top").get_by_role("button", name="Take back"), "back")
    expect(phone.locator(".sy-moved")).to_contain_text("0 of")
    expect(details).to_be_hidden()
    expect(phone.locator(".sy-asks .sy-ring").first).to_be_visible()
    assert phone.locator(f"#where-{space}").inner_text() != before


def folds_a_long_sentence(phone: Page, space: str) -> None:
    """A long text on results does not shrink the map, and a tap shows all of it."""
    sentence = phone.locator(".sy-unit[open] [data-comes]")
    phone.evaluate(LONG, space)
    expect(sentence).to_have_class(re.compile("is-cut"))
    picture(phone, "moving-long")
    phone.wait_for_function(f"(space) => ({ROOM})(space)[2]", arg=space)  # the map scrolls until the space is in sight
    covered, _left, _sees = phone.evaluate(ROOM, space)
    assert covered <= 0.33
    sentence.click()
    expect(sentence).to_have_class(re.compile("is-whole"))
    assert sentence.evaluate("(each) => each.scrollHeight <= each.clientHeight + 2")


def goes_on_under(looker: Page, mover: Page) -> None:
    """Parts that a player has unfolded stay unfolded while another player acts, and their content is refreshed."""
    unit = mover.locator(".sy-unit").first
    space = unit.get_attribute("data-at") or ""
    tap_space(looker, space)
    panel, line = looker.locator("[data-map-details]"), looker.locator(f"#where-{space}")
    expect(panel).to_be_visible()
    folds = ("#sy-list", "#sy-mat")
    for fold in folds:
        looker.locator(fold).evaluate("(fold) => { fold.open = true; }")
    shown, listed = panel.inner_text(), line.text_content() or ""

    if unit.get_attribute("open") is None:
        tap_space(mover, space)
    target = mover.locator(".sy-unit[open] [data-space]").last
    tap_space(mover, target.get_attribute("data-space") or "")
    expect(target).to_be_checked()
    press_scythe(mover, "Move")

    expect(panel.locator(".where-name")).to_be_visible()
    expect(panel).not_to_have_text(shown)
    expect(line).not_to_have_text(listed)
    now = [words for words in panel.locator("p").all_inner_texts() if words]
    assert now == [words for words in line.locator("p").all_inner_texts() if words]
    assert [looker.locator(fold).evaluate("(fold) => fold.open") for fold in folds] == [True, True]
    picture(looker, "panel-after")


def test_an_open_territory_says_how_it_is_after_another_has_acted(day: Day) -> None:
    company, mover = led(day, "moving")

    goes_on_under(next(phone for phone in company.phones if phone is not mover), mover)


def test_a_unit_that_may_go_far_leaves_the_map_in_sight(day: Day) -> None:
    _company, phone = led(day, "far")
    farthest = max(phone.locator(".sy-unit").all(), key=lambda unit: unit.locator("[data-space]").count())
    assert farthest.locator("[data-space]").count() >= FAR
    space = farthest.get_attribute("data-at") or ""
    for size in (UPRIGHT, PHONE):
        phone.set_viewport_size(size)
        farthest.evaluate("(unit) => { unit.open = false; }")
        farthest.locator("summary").first.click()
        expect(phone.locator(".sy-asks .sy-ring")).to_have_count(farthest.locator("[data-space]").count())
        picture(phone, f"moving-far-{size['width']}")
        phone.wait_for_function(f"(space) => ({ROOM})(space)[2]", arg=space)  # the map scrolls there by itself
        covered, left, _sees = phone.evaluate(ROOM, space)
        assert covered <= 0.41
        assert left >= 0.2
    expect(farthest.get_by_role("button", name="Move", exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.rule("SY-MOV-03", "SY-MOV-14", "SY-CMB-07", "SY-CMB-11", "SY-HID-04")
def test_units_go_where_the_board_is_tapped_and_two_fight(day: Day) -> None:
    company, phone = led(day, "moving")
    phones = company.phones
    unit = phone.locator(".sy-unit").first
    expect(unit).to_be_visible()
    picture(phone, "moving")

    if unit.get_attribute("open") is None:
        tap_space(phone, unit.get_attribute("data-at") or "")
    opened_unit = phone.locator(".sy-unit[open]")
    expect(opened_unit).to_have_count(1)
    target = opened_unit.locator("[data-space]").last.get_attribute("data-space") or ""
    expect(phone.locator(".sy-asks .sy-ring")).to_have_count(opened_unit.locator("[data-space]").count())
    picture(phone, "moving-unit")
    tap_space(phone, target)
    expect(opened_unit.locator(f'[data-space="{target}"]')).to_be_checked()
    expect(opened_unit.locator(".sy-comes:visible")).to_have_count(1)
    for size in (UPRIGHT, TABLET, PHONE):
        phone.set_viewport_size(size)
        picture(phone, f"moving-to-{size['width']}")
        scythe_fits(phone)
    folds_a_long_sentence(phone, target)
    press_scythe(phone, "Move")
    expect(phone.locator(".sy-moved")).to_contain_text("1 of")
    is_true_after_taking_back(phone, target)
    press_scythe(phone, "End the move")

    company.lead("combat")
    first, second = [page for page in phones if page.locator(".sy-committing").count()]
    third = next(page for page in phones if page not in (first, second))
    picture(first, "fight")
    scythe_fits(first)
    space = first.locator("[data-fought]").get_attribute("data-at") or ""
    first.wait_for_function(IN_FRAME, arg=space)
    for size in (UPRIGHT, PHONE):  # it stays in sight when the device is turned
        first.set_viewport_size(size)
        first.wait_for_function(IN_FRAME, arg=space)
    picture(first, "fight-place")
    first.locator("[name=dial]:not([disabled])").last.check()
    press_scythe(first, "Lock in")
    expect(first.locator(".sy-mine")).to_contain_text("You dial")
    expect(second.locator(".is-locked")).to_have_count(1)
    expect(second.locator(".sy-mine")).to_have_count(0)
    picture(first, "fight-locked")
    second.locator("[name=dial]").first.check()
    with reveals_held(phones):
        press_scythe(second, "Lock in")
        for page in (first, second, third):
            expect(page.locator(".sy-moment .sy-shown")).to_have_count(2)
            expect(page.locator(".sy-moment .is-winner")).to_have_count(1)
        picture(first, "fight-shown")
    assert company.broken == []
