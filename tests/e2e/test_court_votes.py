"""Votes from phones: over the socket, through a broken connection, and after the close."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from control.models import Event
from rooms.realm.scenario.ids import Room
from tests.e2e import inside
from tests.e2e.boxes import box_of, wrong_in
from tests.e2e.conftest import MakeDay
from tests.e2e.court import CLOSED, FINES, LONG_ACTION, NO_NEWS, SEATS, debate, seat_all, to_step, votes
from tests.e2e.day import PHONE, PROJECTOR, Day, await_every_answer, wait_for_request

pytestmark = pytest.mark.e2e

# The phone's socket carries no presses; a request must.
NO_PRESSES = NO_NEWS.replace('"news"', '"press"')
# The script that sends votes is there.
LOADED = """() => import("/static/control/press.js").then(() => true)"""
# It knows Control's time.
READY = """async () => {
  await import("/static/control/press.js");
  await new Promise((done) => {
    document.body.addEventListener("live:pong", done, { once: true });
    document.body.dispatchEvent(new CustomEvent("live:send", { detail: { t: "ping", c: Date.now() }, cancelable: true }));
  });
}"""


def step_deadline(event: Event) -> str:
    """When the running step of the Court ends. Called inside the console."""
    deadline = inside.state_of(event.pk).clock.rooms[Room.COURT].deadline
    return deadline.isoformat() if deadline else ""


@pytest.fixture
def court(make_day: MakeDay) -> Day:
    """The debate of Cat's Fines in cycle 1 of month 1, with three players in the room and long steps."""
    day = make_day(**LONG_ACTION)
    seat_all(day)
    debate(day, FINES)
    return day


def press_vote(phone: Page, side: str) -> None:
    """Vote, For or Against."""
    assert phone.evaluate(LOADED)
    phone.locator("#region-floor").get_by_role("button", name=side, exact=True).click()


def test_three_phones_vote_one_through_a_broken_line_and_the_wall_shows_the_result(court):
    wall = court.screen("floor")
    cat, mate, wolf = (court.phone(seat) for seat in SEATS)
    floors = [phone.locator("#region-floor") for phone in (cat, mate, wolf)]
    for each in floors:
        expect(each).to_contain_text("On the floor: 1 of 3")
        expect(each.get_by_role("button", name="Against")).to_have_count(0)
    expect(wall.locator(".floor-words")).to_contain_text("Fines")
    expect(wall.locator(".floor-step")).to_contain_text("Debate")

    to_step(court, "vote-1")
    for each in floors:
        expect(each.get_by_role("button", name="For", exact=True)).to_be_visible()
        expect(each.locator("[data-clock=court]")).to_contain_text(":")
    assert wrong_in(cat, "#region-floor .vote") == []

    press_vote(cat, "For")
    expect(floors[0].locator("[data-vote=favor]")).to_contain_text("You vote for it.")
    press_vote(mate, "For")
    expect(floors[1].locator("[data-vote=favor]")).to_be_visible()
    press_vote(mate, "Against")  # a changed vote
    expect(floors[1].locator("[data-vote=against]")).to_be_visible()

    wolf.context.set_offline(True)
    press_vote(wolf, "For")
    kept = floors[2].locator("[data-kept-vote]")
    expect(kept).to_have_text("Will be sent when there is a signal again: For")
    expect(kept).to_be_in_viewport()
    expect(wolf.locator("#trouble")).to_be_hidden()
    expect(floors[2].locator("[data-vote]")).to_have_count(0)
    wolf.context.set_offline(False)  # sent without a second press
    expect(floors[2].locator("[data-vote=favor]")).to_be_visible()
    assert sorted(court.ask(votes)) == [("cat-1", True), ("cat-2", False), ("wolf-1", True)]
    expect(wall.locator(".floor-count")).to_have_count(0)  # no interim count is shown

    court.give(CLOSED)
    for each in floors:
        expect(each).to_contain_text("A majority favors it, 2 to 1; now the Sovereign names who pays.")
        expect(each.get_by_role("button", name="For", exact=True)).to_have_count(0)
    expect(wall.locator(".floor-count dd")).to_have_text(["2", "1"])
    expect(wall.locator(".floor-outcome")).to_contain_text("A majority favors it, 2 to 1")

    to_step(court, "explain-2")
    expect(cat.locator("#region-results")).to_contain_text("It is law, 2 to 1.")
    expect(floors[0]).to_contain_text("Decided this month")
    assert wrong_in(cat, "#region-floor", whole=False) == []
    left = box_of(wall.locator(".corner-left"))  # more than an hour of Action
    assert left["x"] + left["width"] <= PROJECTOR["width"]
    expect(wall.locator(".floor-results")).to_contain_text("It is law, 2 to 1.")
    assert "the same" in court.replay()


def test_a_vote_that_the_console_could_not_store_is_sent_again_by_itself(court):
    to_step(court, "vote-1")
    wolf, failures = court.phone("wolf-1"), [503]
    wolf.evaluate(NO_PRESSES)
    wolf.context.route("**/play/court/vote/", lambda route: route.fulfill(status=failures.pop()) if failures else route.continue_())
    floor = wolf.locator("#region-floor")
    press_vote(wolf, "For")

    expect(floor.locator("[data-vote=favor]")).to_be_visible()
    expect(floor.locator("[data-kept-vote]")).to_have_count(0)
    assert failures == []
    assert court.ask(votes) == [("wolf-1", True)]


def vote_requests(phone: Page) -> list[str]:
    """Addresses of the requests that vote, from now on."""
    found: list[str] = []
    phone.on("request", lambda request: found.append(request.url) if "/play/court/vote/" in request.url else None)
    return found


def test_a_vote_over_the_socket_has_its_receipt_before_the_news(court):
    to_step(court, "vote-1")
    wolf = court.phone("wolf-1")
    floor, requests = wolf.locator("#region-floor"), vote_requests(wolf)
    expect(floor.get_by_role("button", name="For", exact=True)).to_be_visible()
    expect(wolf.locator("body")).to_have_attribute("data-state", "live")
    wolf.evaluate(READY)
    wolf.context.route("**/play/fresh/**", lambda route: route.abort())
    wolf.evaluate(NO_NEWS)

    for side in ("favor", "against", "favor"):  # each press is a command of its own
        floor.locator(f"[name=vote][value={side}]").click()
        expect(floor.locator("[name=vote][aria-pressed=true]")).to_have_attribute("value", side)
        expect(floor.locator("[data-taken]")).to_have_text(re.compile(r"Control has it since \d\d:\d\d:\d\d\."))

    assert court.ask(votes) == [("wolf-1", True)]
    assert requests == []


class HeldLine:
    """A phone whose socket keeps receipts back until they are let go. `asked`: the presses that it has sent."""

    def __init__(self, court: Day) -> None:
        self.asked: list[str] = []
        self._kept: list[str] = []
        self._line: WebSocketRoute | None = None
        self.is_open = False
        context = court.browser.new_context(viewport=PHONE, service_workers="block")
        court.open_contexts.callback(context.close)
        self.page = context.new_page()
        self.page.route_web_socket("**/live/**", self._between)
        court.join(self.page, court.codes["wolf-1"])
        self.floor = self.page.locator("#region-floor")
        expect(self.floor.get_by_role("button", name="For", exact=True)).to_be_visible()
        expect(self.page.locator("body")).to_have_attribute("data-state", "live")
        self.page.evaluate(READY)

    def _between(self, line: WebSocketRoute) -> None:
        console, self._line = line.connect_to_server(), line

        def ask(message: str | bytes) -> None:
            if isinstance(message, str) and '"t":"press"' in message:
                self.asked.append(message)
            console.send(message)

        def answer(message: str | bytes) -> None:
            if not self.is_open and isinstance(message, str) and '"t":"pressed"' in message:
                self._kept.append(message)
            elif not (isinstance(message, str) and '"t":"poke"' in message and self.asked):  # no news comes by itself
                line.send(message)

        line.on_message(ask)
        console.on_message(answer)

    def has_receipt(self) -> None:
        """Return when a receipt is kept back."""
        while not self._kept:
            self.page.wait_for_timeout(20)

    def let_go(self) -> None:
        self.is_open = True
        for each in self._kept:
            assert self._line is not None
            self._line.send(each)


# A longer patience: no request sends what the socket does not answer.
PATIENT = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (act, after) => (after === 4000 ? 0 : wait(act, after));
}"""
# What the phone says over its socket when it looks for news now.
LOOKS = """() => {
  const said = [];
  const hear = ({ detail }) => said.push(detail.t);
  addEventListener("live:send", hear, true);
  htmx.trigger(document.getElementById("look"), "look");
  removeEventListener("live:send", hear, true);
  return said;
}"""
# The floor is drawn anew with the vote, as news would bring it.
REDRAW = """each => {
  const fresh = each.cloneNode(true);
  fresh.querySelector("form.vote").insertAdjacentHTML("beforebegin", '<p data-vote="favor">You vote for it.</p>');
  each.replaceWith(fresh);
  htmx.process(fresh);
}"""


def test_a_floor_drawn_anew_before_the_receipt_comes_keeps_its_vote(court):
    to_step(court, "vote-1")
    wolf = HeldLine(court)
    wolf.page.evaluate(PATIENT)
    press_vote(wolf.page, "For")
    wolf.has_receipt()
    assert wolf.page.evaluate(LOOKS) == []  # it waits for the receipt, as for the answer to a request
    wolf.floor.evaluate(REDRAW)
    wolf.let_go()

    expect(wolf.floor.locator("p.received[data-vote=favor]")).to_contain_text("You vote for it.")
    assert court.ask(votes) == [("wolf-1", True)]


def test_a_page_that_comes_back_sends_what_was_pressed_last(court):
    to_step(court, "vote-1")
    wolf = HeldLine(court)
    wolf.page.evaluate(PATIENT)
    press_vote(wolf.page, "For")
    wolf.has_receipt()
    press_vote(wolf.page, "Against")  # waits for the receipt
    wolf.page.evaluate("""() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))""")
    kept = wolf.floor.locator("[data-kept-vote]")
    expect(kept).to_have_text("Will be sent when there is a signal again: Against")
    wolf.is_open = True
    wolf.page.evaluate("""() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))""")

    expect(wolf.floor.locator("[name=vote][value=against]")).to_have_attribute("aria-pressed", "true")
    expect(kept).to_have_count(0)
    expect(wolf.floor.locator("form.htmx-request")).to_have_count(0)
    assert court.ask(votes) == [("wolf-1", False)]


def test_a_vote_kept_without_a_signal_never_replaces_a_later_one_from_another_phone(court):
    to_step(court, "vote-1")
    wolf, other = court.phone("wolf-1"), court.phone("wolf-1")
    expect(wolf.locator("body")).to_have_attribute("data-state", "live")
    wolf.evaluate(READY)
    wolf.context.set_offline(True)
    press_vote(wolf, "For")
    expect(wolf.locator("[data-kept-vote]")).to_be_visible()
    press_vote(other, "Against")
    expect(other.locator("[name=vote][value=against]")).to_have_attribute("aria-pressed", "true")

    wolf.context.set_offline(False)

    floor = wolf.locator("#region-floor")
    expect(floor.locator(".refused")).to_contain_text("You have pressed again since. What you pressed last counts.")
    expect(floor.locator("[data-vote=against]")).to_be_visible()
    expect(floor.locator("[data-kept-vote]")).to_have_count(0)
    assert court.ask(votes) == [("wolf-1", False)]


def test_an_older_vote_without_an_answer_never_follows_a_newer_one(court):
    to_step(court, "vote-1")
    wolf, held, sent = court.phone("wolf-1"), list[Route](), list[str]()
    wolf.evaluate(NO_PRESSES)

    def arrives(route: Route) -> None:
        sent.append(dict(parse_qsl(route.request.post_data or ""))["vote"])
        held.append(route)

    await_every_answer(wolf)
    wolf.context.route("**/play/court/vote/", arrives)
    floor = wolf.locator("#region-floor")
    press_vote(wolf, "For")
    expect(floor.locator("form.htmx-request")).to_have_count(1)
    press_vote(wolf, "Against")
    wait_for_request(wolf, held, 1).fulfill(status=503)
    newer = wait_for_request(wolf, held, 2)
    for _each in range(2):
        wolf.evaluate("dispatchEvent(new Event('online'))")
        wolf.evaluate("() => new Promise((done) => setTimeout(done))")
    newer.continue_()

    expect(floor.locator("[data-vote=against]")).to_be_visible()
    expect(floor.locator("form.htmx-request")).to_have_count(0)
    assert sent == ["favor", "against"]
    assert court.ask(votes) == [("wolf-1", False)]


def test_a_vote_by_a_request_neither_waits_for_other_requests_of_the_page_nor_ends_with_them(court):
    to_step(court, "vote-1")
    wolf, held, others = court.phone("wolf-1"), list[Route](), list[Route]()
    wolf.evaluate(NO_PRESSES)
    await_every_answer(wolf)
    wolf.context.route("**/play/court/vote/", lambda route: held.append(route))
    wolf.context.route("**/elsewhere/", lambda route: others.append(route))
    wolf.evaluate("""() => {
      htmx.ajax("POST", "/elsewhere/", { source: document.getElementById("play"), swap: "none" });  // as the paper of a sheet does
    }""")
    wait_for_request(wolf, others, 1)
    press_vote(wolf, "For")
    vote = wait_for_request(wolf, held, 1)
    wolf.evaluate("""() => htmx.trigger(document.getElementById("play"), "htmx:abort")""")
    vote.continue_()

    expect(wolf.locator("#region-floor [data-vote=favor]")).to_be_visible()
    assert len(held) == 1
    assert court.ask(votes) == [("wolf-1", True)]


# The same floor, where another proposal is voted on.
OTHER_FLOOR = """each => {
  const fresh = each.cloneNode(true);
  for (const old of fresh.querySelectorAll("[data-kept-vote]")) old.remove();
  fresh.querySelector("[name=cycle]").value = "2";
  each.replaceWith(fresh);
  htmx.process(fresh);
  htmx.trigger(fresh, "htmx:oobAfterSwap", { target: fresh });
}"""


def test_a_vote_that_waits_for_a_signal_is_not_named_beside_the_vote_on_another_proposal(court):
    to_step(court, "vote-1")
    wolf = court.phone("wolf-1")
    expect(wolf.locator("body")).to_have_attribute("data-state", "live")
    assert wolf.evaluate(LOADED)
    wolf.context.set_offline(True)
    press_vote(wolf, "For")
    floor = wolf.locator("#region-floor")
    expect(floor.locator("[data-kept-vote]")).to_be_visible()
    floor.evaluate(OTHER_FLOOR)

    expect(floor.locator("[name=cycle]")).to_have_value("2")
    expect(floor.locator("[data-kept-vote]")).to_have_count(0)


def test_a_waiting_vote_whose_floor_is_gone_is_sent_and_told_that_the_vote_is_closed(court):
    to_step(court, "vote-1")
    wolf, held = court.phone("wolf-1"), list[Route]()
    wolf.evaluate(NO_PRESSES)
    await_every_answer(wolf)
    wolf.context.route("**/play/court/vote/", lambda route: held.append(route))
    press_vote(wolf, "For")
    first = wait_for_request(wolf, held, 1)
    press_vote(wolf, "Against")
    court.give(CLOSED)
    first.continue_()
    wait_for_request(wolf, held, 2).continue_()

    floor = wolf.locator("#region-floor")
    expect(floor.locator(".refused")).to_contain_text("The vote on this proposal is closed.")
    expect(floor).to_contain_text("Rejected, 0 to 3.")
    assert court.ask(votes) == []


@pytest.mark.parametrize("is_older", [False, True], ids=["the receipt is lost", "an earlier release"])
def test_a_vote_that_the_socket_does_not_answer_goes_by_a_request_and_the_last_press_counts(court, is_older):
    to_step(court, "vote-1")
    context = court.browser.new_context(viewport=PHONE, service_workers="block")
    court.open_contexts.callback(context.close)
    wolf, sent = context.new_page(), list[str]()

    def between(line: WebSocketRoute) -> None:
        console = line.connect_to_server()

        def ask(message: str | bytes) -> None:
            if isinstance(message, str) and '"t":"press"' in message:
                sent.append(message)
                message = message.replace('"t":"press"', '"t":"later"') if is_older else message
            console.send(message)

        def answer(message: str | bytes) -> None:
            if not (isinstance(message, str) and '"t":"pressed"' in message):
                line.send(message)

        line.on_message(ask)
        console.on_message(answer)

    wolf.route_web_socket("**/live/**", between)
    court.join(wolf, court.codes["wolf-1"])
    floor, requests = wolf.locator("#region-floor"), vote_requests(wolf)
    expect(floor.get_by_role("button", name="For", exact=True)).to_be_visible()
    expect(wolf.locator("body")).to_have_attribute("data-state", "live")
    wolf.evaluate(READY)

    press_vote(wolf, "For")
    press_vote(wolf, "Against")

    expect(floor.locator("[data-vote=against]")).to_be_visible(timeout=30_000)
    assert court.ask(votes) == [("wolf-1", False)]
    assert len(requests) >= 1
    assert {len(each) for each in sent} == {512}  # whichever side


def test_a_vote_that_comes_after_the_close_is_told_so_when_the_line_is_back(court):
    to_step(court, "vote-1")
    wolf = court.phone("wolf-1")
    floor = wolf.locator("#region-floor")
    expect(floor.get_by_role("button", name="For", exact=True)).to_be_visible()
    wolf.context.route("**/play/fresh/**", lambda route: route.abort())  # no news reaches this phone,
    wolf.evaluate(NO_NEWS)  # over its socket neither
    court.give(CLOSED)

    press_vote(wolf, "For")

    expect(floor.locator(".refused")).to_contain_text("The vote on this proposal is closed.")
    expect(floor).to_contain_text("Rejected, 0 to 3.")
    assert court.ask(votes) == []


@pytest.mark.rule("R-80")
def test_a_vote_on_a_slow_line_that_arrives_after_the_close_is_told_so_once_and_does_not_count(court):
    to_step(court, "vote-1")
    wall = court.screen("floor")
    slow = court.browser.new_context(viewport=PHONE, service_workers="block")  # no worker: routes do not see its requests
    court.open_contexts.callback(slow.close)
    wolf = slow.new_page()
    court.join(wolf, court.codes["wolf-1"])
    floor = wolf.locator("#region-floor")
    own = floor.locator("[data-clock=court]")
    expect(floor.get_by_role("button", name="For", exact=True)).to_be_visible()
    expect(own).to_have_attribute("data-deadline", re.compile(re.escape(court.ask(step_deadline)[:19])))
    expect(own).to_have_text(re.compile(r"^0?\d:\d\d$"))  # minutes of the step; the phase has more than an hour left
    expect(wolf.locator("#region-clock")).to_contain_text(re.compile(r"1:\d\d:\d\d"))
    floor.locator("form.vote").evaluate("each => each.scrollIntoView({ block: 'end' })")
    expect(own).to_be_in_viewport()

    def delayed(route: Route) -> None:
        court.give(CLOSED)  # while the vote is being sent
        route.continue_()

    wolf.evaluate(NO_PRESSES)
    wolf.route("**/play/court/vote/", delayed)
    press_vote(wolf, "For")

    expect(floor.locator(".refused")).to_have_count(1)
    expect(floor.locator(".refused")).to_contain_text("The vote on this proposal is closed.")
    expect(wolf.get_by_text("The vote on this proposal is closed.")).to_have_count(1)
    expect(floor.locator(".refused")).to_be_in_viewport()
    expect(floor).to_contain_text("Rejected, 0 to 3.")
    expect(wall.locator(".floor-count dd")).to_have_text(["0", "3"])
    expect(floor.locator("[data-vote]")).to_have_count(0)
    expect(wolf.locator("#trouble")).to_be_hidden()
    assert court.ask(votes) == []


def test_a_vote_kept_until_after_the_close_says_that_it_was_not_sent(court):
    to_step(court, "vote-1")
    wolf = court.phone("wolf-1")
    expect(wolf.locator("body")).to_have_attribute("data-state", "live")
    wolf.context.set_offline(True)
    press_vote(wolf, "For")
    expect(wolf.locator("[data-kept-vote]")).to_be_visible()
    court.give(CLOSED)

    wolf.context.set_offline(False)

    floor = wolf.locator("#region-floor")
    expect(floor).to_contain_text("Rejected, 0 to 3.")
    expect(floor).to_contain_text("The vote on this proposal is closed")
    expect(floor.locator("[data-kept-vote]")).to_have_count(0)
    assert court.ask(votes) == []


def test_a_phone_without_a_script_votes(court):
    to_step(court, "vote-1")
    plain = court.phone("wolf-1", script=False)

    plain.locator("#region-floor").get_by_role("button", name="Against", exact=True).click()

    expect(plain.locator("#region-floor [data-vote=against]")).to_contain_text("You vote against it.")
    assert court.ask(votes) == [("wolf-1", False)]
