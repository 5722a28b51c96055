"""The phone in a real browser: taps that send spies, steps that place agents, a reveal, points that count up."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from rooms.tables.potemkin.game.actions import Check, Produce, Spy
from rooms.tables.potemkin.game.state import PotemkinState
from tests.houses import ROOT
from tests.rooms.tables.potemkin.play import CULTURE, ESPIONAGE, GOVERNMENT, SCIENCE, A, B, C, after, house, side, table
from tests.rooms.tables.potemkin.screens import board_for, hand_for, pictures
from tests.rooms.tables.potemkin.test_screens import finished

pytestmark = pytest.mark.e2e
SCRIPT = (ROOT / "rooms/tables/potemkin/static/potemkin/potemkin.js").read_text(encoding="utf-8")
MOMENTS = (ROOT / "rooms/tables/static/tables/moments.js").read_text(encoding="utf-8")
WORDS = (ROOT / "control/static/control/words.js").read_text(encoding="utf-8")
STYLE = (ROOT / "rooms/tables/potemkin/static/potemkin/potemkin.css").read_text(encoding="utf-8")


@pytest.fixture
def show(chromium: Browser, request):
    """Return a function that shows a player's phone. The fixture's parameter is the setting for reduced motion."""
    motion = getattr(request, "param", "no-preference")
    context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion=motion)
    page = context.new_page()

    def shown(state: PotemkinState, player: int, *told: str, words: str = "{}") -> Page:
        body = f'<script type="application/json" id="words">{words}</script>'
        body += f"<main id=main>{hand_for(state, player, told=told)}</main>"
        scripts = "".join(f'<script type="module" src="/{name}.js"></script>' for name in ("moments", "potemkin"))
        html = (
            f'<!DOCTYPE html><html class="js"><head><meta charset="utf-8"><style>{STYLE}</style></head><body>{pictures()}{body}'
            f"{scripts}</body></html>"
        )
        page.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.route("**/potemkin.js", lambda route: route.fulfill(body=SCRIPT, content_type="text/javascript; charset=utf-8"))
        page.route("**/moments.js", lambda route: route.fulfill(body=MOMENTS, content_type="text/javascript; charset=utf-8"))
        page.route("**/words.js", lambda route: route.fulfill(body=WORDS, content_type="text/javascript; charset=utf-8"))
        page.goto("http://table.test/tables/ABC/")
        return page

    yield shown
    context.close()


def swapped(page: Page, fresh: str, *told: str) -> None:
    """Draw the hand again with a reveal of these words."""
    words = "".join(f"<span>{each}</span>" for each in told)
    moments = f'<ol hidden data-moments><li data-moment="9" data-number="1" data-stands="60000">{words}</li></ol>'
    page.evaluate(
        "(html) => { document.getElementById('main').innerHTML = html; document.dispatchEvent(new Event('htmx:afterSwap')); }",
        moments + fresh,
    )


def spying() -> PotemkinState:
    """Anna has two agents, and Boris holds the shield."""
    return table(
        side(house(ESPIONAGE, "fake-1", agents=2)),
        side(house(ESPIONAGE, "fake-2"), house(SCIENCE, "fake-3")),
        side(house(GOVERNMENT, "government-1")),
        shield=B,
    )


def sent(page: Page) -> list[list[str]]:
    """Agents and targets that the form would send, in order."""
    pairs: list[list[str]] = page.evaluate(
        "[...document.querySelectorAll('[data-agent]')].map((row) => [...row.querySelectorAll('[name]')].map((each) => each.value))"
    )
    return pairs


@pytest.mark.rule("PE-SHD-01", "PE-SHD-02", "PE-SPY-09")
def test_a_shielded_house_waits_for_the_shield_and_goes_with_it(show):
    page = show(spying(), A)
    shield, covered = page.locator("[data-target=shield]"), page.locator("[data-target='2']")

    page.locator(".pe-tab", has_text="Spy").click()
    expect(covered).to_be_disabled()
    shield.click()
    covered.click()
    expect(page.locator(".pe-go button")).to_have_text("Send 2 agents")
    assert sent(page) == [["1", "shield"], ["1", "2"]]

    shield.click()
    expect(covered).to_be_disabled()
    expect(page.locator(".pe-go button")).to_be_disabled()
    assert sent(page) == [["1", ""], ["1", ""]]


@pytest.mark.rule("PE-SPY-24")
def test_agents_are_sent_in_the_order_of_the_taps(show):
    page = show(spying(), A)

    page.locator(".pe-tab", has_text="Spy").click()
    page.locator("[data-target='4']").click()
    page.locator("[data-target=shield]").click()
    page.locator("[data-target='4']").click()
    page.locator("[data-target='4']").click()

    assert sent(page) == [["1", "shield"], ["1", "4"]]
    expect(page.locator("[data-spy-step]")).to_contain_text("Clara’s Government building (no. 1 in the row)")


@pytest.mark.rule("PE-END-05")
def test_agents_are_placed_by_steps_until_none_is_left(show):
    state = after(
        table(side(producing=True), side(house(CULTURE, "fake-1"), house(SCIENCE, "fake-2"), spent=2), side(), turn=C),
        (C, Produce()),
    )
    page = show(state, B)

    page.get_by_label("One fewer behind Culture, no. 1").click()
    expect(page.locator("[data-left]")).to_have_text("1 still to place.")
    expect(page.get_by_role("button", name="Make them ready")).to_be_disabled()
    page.get_by_label("One more behind Science, no. 2").click()
    expect(page.get_by_role("button", name="Make them ready")).to_be_enabled()
    expect(page.locator("#pe-count-2")).to_have_value("2")


def test_a_fallen_front_comes_forward_with_what_was_behind(show):
    before = spying()
    spied = after(before, (A, Spy((Check(1, None), Check(1, 2)))))
    page = show(before, A)
    told = "Behind Boris’ Espionage building (no. 1 in the row): “Fake 2”, nothing but canvas."

    swapped(page, hand_for(spied, A, told=(told,)), "Anna sends 2 agents.", told)

    expect(page.locator(".pe-moment")).to_contain_text("fake“Fake 2”Boris’ Espionage building (no. 1 in the row)")
    expect(page.locator(".pe-moment")).to_contain_text("Anna sends 2 agents.")
    page.locator(".pe-moment").click()
    expect(page.locator(".pe-moment")).to_have_count(0)


def test_what_was_behind_a_fallen_front_is_found_in_a_log_of_another_language(show):
    before = spying()
    page = show(before, A, words='{"fake": "falsch", "“{title}”": "„{title}“", "A front is opened": "Eine Fassade wird geöffnet"}')
    spied = after(before, (A, Spy((Check(1, None), Check(1, 2)))))
    told = "Hinter Boris’ Espionage building (no. 1 in the row): „Fake 2“, nichts als Leinwand."

    swapped(page, hand_for(spied, A, told=(told,)), told)

    expect(page.locator(".pe-moment")).to_contain_text("Eine Fassade wird geöffnet")
    expect(page.locator(".pe-moment")).to_contain_text("falsch„Fake 2“")


def test_points_count_up_once_and_the_winner_is_named_last(show):
    state = finished([house(GOVERNMENT, "fake-1")], [house(CULTURE, "culture-1")], [])
    page = show(state, A)

    expect(page.locator(".pe-headline")).to_be_hidden()
    expect(page.locator(".pe-headline")).to_be_visible()
    assert page.locator("[data-total]").all_inner_texts() == ["4", "1", "0"]

    page.reload()
    assert page.locator(".pe-headline").is_visible()


@pytest.mark.parametrize("show", ["reduce"], indirect=True)
def test_who_wants_no_motion_sees_the_points_at_once(show):
    page = show(finished([house(GOVERNMENT, "fake-1")], [], []), A)

    assert page.locator(".pe-headline").is_visible()
    assert page.locator("[data-total]").all_inner_texts() == ["4", "0", "0"]


def test_what_an_agent_would_find_is_said_once(show):
    page = show(spying(), A)

    page.locator(".pe-tab", has_text="Spy").click()
    page.locator("[data-target='4']").click()
    assert page.locator("#pe-spy").inner_text().count("If real, it stays, open for all to see.") == 1
    expect(page.locator("[data-spy-step]")).to_contain_text("Clara’s Government building (no. 1 in the row): If fake")

    page.locator("[data-target=shield]").click()
    assert page.locator("#pe-spy").inner_text().count("If real, it stays, open for all to see.") == 1
    assert page.locator("#pe-spy").inner_text().count("The agent checks nothing and is spent.") == 1


def test_a_real_building_keeps_number_and_type_on_the_wall(chromium):
    state = table(side(house(GOVERNMENT, "government-1", shown=True), house(CULTURE, "fake-1")), side(), side())
    context = chromium.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
    page = context.new_page()
    page.set_content(
        f"<!DOCTYPE html><style>{STYLE} html, body, main {{ height: 100% }}</style>{pictures()}<main>{board_for(state)}</main>"
    )

    base, verdict = page.locator("[data-house='1'] .pe-base"), page.locator("[data-house='1'] .pe-verdict")
    expect(base.locator(".pe-place")).to_be_visible()
    expect(base.locator(".pe-mark")).to_be_visible()
    below, above = base.bounding_box(), verdict.bounding_box()
    assert below is not None
    assert above is not None
    assert above["y"] + above["height"] <= below["y"]  # and the plate with the words does not cover them
    context.close()
