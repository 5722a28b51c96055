"""Two tablets at one desk: the slower one gets a notice, and nothing is done twice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from control.day.clock.phases import BeginDay
from control.models import Entry, Event
from rooms.realm.scenario.ids import Phase, Room
from tests.e2e.commands import phase_ends, step_ends

pytestmark = pytest.mark.e2e

PRESS_AT = "([button, at]) => setTimeout(() => document.querySelector(button).click(), at - Date.now())"
BEFORE_BATTLE = step_ends(Room.WAR, "updates", "orders", "favors", "move")


def steps_ended(event: Event) -> int:
    """How many steps have ended. Called inside the console."""
    return Entry.objects.filter(stream=event.stream, kind="StepEnded").count()


def battles_applied(event: Event) -> int:
    """How often Battle was applied. Called inside the console."""
    return Entry.objects.filter(stream=event.stream, label="Battle, month 1", part=0).count()


@pytest.fixture
def action(day):
    """An event in the Action of month 1, at the first step of the War Room."""
    day.give(BeginDay(), *phase_ends(Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT))
    return day


def press_together(button, *tablets):
    """Press a button on several tablets in the same millisecond."""
    at = tablets[0].evaluate("Date.now() + 700")
    for tablet in tablets:
        tablet.evaluate(PRESS_AT, [button, at])


def live(*tablets):
    """Wait until these tablets are connected."""
    for tablet in tablets:
        expect(tablet.locator("[data-live-state]")).to_have_attribute("data-live-state", "live")


def test_of_two_presses_at_once_one_is_done_and_the_other_told_by_whom_and_what_was_seen_is_said_before_it_is_taken_back(action):
    action.give(*BEFORE_BATTLE)
    tablets = {name: action.staff(name, "war/") for name in ("wanda", "hilde")}
    answers = {}
    for name, tablet in tablets.items():
        tablet.on(
            "response", lambda response, name=name: answers.update({name: response.status} if "/war/step/" in response.url else {})
        )
    wanda, phone = tablets["wanda"], action.phone("cat-1")
    live(*tablets.values(), phone)

    press_together("#apply-battle", *tablets.values())

    for tablet in tablets.values():
        expect(tablet.locator("#said .said-line")).to_be_visible()
        expect(tablet.locator("[aria-current=step]")).to_contain_text("Rewards")
    assert sorted(answers.values()) == [200, 409]
    first, second = sorted(answers, key=lambda name: answers[name])
    expect(tablets[first].locator("#said .done")).to_contain_text("Battle done.")
    expect(tablets[second].locator("#said .stale")).to_have_text(
        re.compile(rf"Your screen was out of date\.\s+{first} has just applied Battle\.")
    )
    assert action.ask(battles_applied) == 1
    assert action.replay()

    phone.reload()
    battle_is_taken_back(wanda, phone)


def battle_is_taken_back(wanda: Page, phone: Page) -> None:
    """The question names who has seen the battle. Afterwards the phone that has seen it shows a correction notice."""
    wanda.locator("#war-undo").click()
    expect(wanda.locator("#ask .seen-by")).to_contain_text("Amara Okafor")
    wanda.get_by_label("Why").fill("a treaty was overlooked")
    wanda.locator("#ask").get_by_role("button", name="Undo").click()
    expect(wanda.locator("[aria-current=step]")).to_contain_text("Battle")
    expect(phone.locator("#region-amends")).to_contain_text("Taken back: “Battle, month 1”.")
    expect(phone.locator("#region-amends")).not_to_contain_text("treaty")
    phone.get_by_role("button", name="I have read it").click()
    expect(phone.locator("#region-amends form")).to_have_count(0)


def test_two_hands_at_one_step_know_of_each_other_until_one_goes_elsewhere_and_neither_is_locked_out(action):
    wanda, hilde = action.staff("wanda", "war/"), action.staff("hilde", "war/")
    live(wanda, hilde)
    expect(wanda.locator(".desk-here")).to_contain_text("hilde is looking at Updates too.")
    expect(hilde.locator(".desk-here")).to_contain_text("wanda is looking at Updates too.")

    wanda.get_by_role("button", name="I take Updates").click()

    expect(wanda.locator(".desk-here")).to_contain_text("You have taken Updates")
    expect(hilde.locator(".desk-here")).to_contain_text("wanda has taken Updates. Ask before you press.")
    hilde.get_by_role("button", name="I take it over").click()
    expect(wanda.locator(".desk-here")).to_contain_text("hilde has taken Updates.")
    hilde.get_by_role("button", name="Give it back").click()
    expect(hilde.locator(".desk-here")).to_contain_text("wanda has taken Updates.")
    hilde.locator("#apply-updates").click()
    expect(hilde.locator("#said .done")).to_be_visible()
    expect(wanda.locator(".desk-here")).to_contain_text("hilde is looking at Orders too.")

    hilde.get_by_role("link", name="Houses").click()
    expect(wanda.locator(".desk-here")).to_contain_text("hilde at Houses")
    hilde.context.close()
    expect(wanda.locator(".here-line")).not_to_contain_text("hilde")


def test_a_strip_set_by_hand_is_corrected_on_the_phone(action):
    hilde, phone = action.staff("hilde", "houses/"), action.phone("cat-2")
    live(hilde, phone)

    hilde.locator("#strip-cat-2").click()
    hilde.locator("#hand-rank summary").click()
    hilde.locator("#member-rank").select_option("1")
    hilde.locator("#member-rank-why").fill("misread at the door")
    hilde.get_by_role("button", name="Set the rank").click()

    expect(hilde.locator("#said .done")).to_contain_text("has rank 1, not 2")
    expect(phone.locator("#region-strip")).to_contain_text("Rank 1")
    expect(phone.locator("#region-amends")).to_contain_text("Rank of Jonas Lindqvist: 1, not 2.")


def test_a_double_tap_is_one_press(action):
    wanda = action.staff("wanda", "war/")

    wanda.locator("#apply-updates").dblclick()

    expect(wanda.locator("#said .done")).to_be_visible()
    expect(wanda.locator("[aria-current=step]")).to_contain_text("Orders")
    assert action.ask(steps_ended) == 1


def test_a_desk_of_another_room_finds_no_war_desk(action):
    conrad = action.staff("conrad", "war/")

    expect(conrad.get_by_role("heading", level=1)).to_have_text("There is nothing here for you")
    expect(conrad.get_by_role("link", name="War")).to_have_count(0)
