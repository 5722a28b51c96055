"""What has to be pressed is in sight and stays under the finger, on a full day of the whole scenario."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.boxes import wrong_in
from tests.e2e.day import TABLET, Console, Day, event_of
from tests.e2e.plot import UPRIGHT, picture
from tests.e2e.test_crowning import SETUP

pytestmark = pytest.mark.e2e
FULL = Path(__file__).parents[2] / "fixtures" / "god_emperor"
SIZES = pytest.mark.parametrize("size", [TABLET, UPRIGHT], ids=["across", "upright"])
BEGUN = (
    "from control.journal import journal",
    "state = journal.head(type(event.stream).objects.get(pk=event.stream_id)).state",
    "[give(CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT)) for seat in state.seats]",
    "give(BeginDay())",
)
# Of every House its first two have called six minutes ago, in the order in which they sit.
CALLED = (
    "from datetime import timedelta",
    "from control import steady",
    "from control.engine.context import Actor",
    "from control.day.calls import CallControl",
    "called = [seat for seat in state.seats if seat.endswith('-1') or seat.endswith('-2')]",
    "[desk.perform(stream_id=event.stream_id, command=CallControl(seat=seat, text=''), by=Actor(seat=seat),"
    " command_id=uuid.uuid4(), at=steady.now() - timedelta(minutes=6)) for seat in called]",
)
RETURN = "give(SetClock(month={month}, phase=Phase.RETURN, seconds=3600))"
HANDED = (
    "from control.day.handoffs import HandOver",
    "from rooms.realm.desks import Desk",
    "give(HandOver(origin=Desk.COURT, to=Desk.WAR, what='Amn is closed to everybody this month'))",
)
ENDS = "EndPhase(month=10, phase=Phase.RETURN, anyway='the bell has rung')"
LEVEL = f"""
for _ in range(40):
    after = desk.preview(stream_id=event.stream_id, command={ENDS}, by=maker("god-emperor")).after
    if after.throne.holder is None:
        break
    step = -1 if after.throne.holder == "cat-1" else 1
    give(AdjustPower(seat=SeatId("cat-1"), before=held("cat-1"), power=held("cat-1") + step, reason="counted again"))
"""


@pytest.fixture
def whole(console: Console, chromium: Browser, tmp_path: Path) -> Iterator[Day]:
    """A day of the whole scenario that leaves an empty throne to Control; everybody is here."""
    folder = tmp_path / FULL.name
    shutil.copytree(FULL, folder, ignore=shutil.ignore_patterns("examples"))
    file = folder / "scenario.yaml"
    written = yaml.safe_load(file.read_text(encoding="utf-8"))
    written.setdefault("settings", {})["month10_tie"] = "control"
    file.write_text(yaml.safe_dump(written, allow_unicode=True, sort_keys=False), encoding="utf-8")
    with event_of(console, chromium, folder) as day:
        day.give(*BEGUN)
        yield day


def looked(page: Page, name: str, within: str) -> None:
    picture(page, name)
    assert wrong_in(page, within, whole=False) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def tops(page: Page) -> list[tuple[str, float]]:
    """Where the rows that stand open begin, by whose they are."""
    return page.locator("#part-attention form > ul:first-of-type > li").evaluate_all(
        "rows => rows.map(row => [row.querySelector('b').textContent, row.getBoundingClientRect().top])"
    )


def in_sight(page: Page, size: ViewportSize) -> None:
    """Both answers of a question are on the screen, whatever stands above them."""
    for button in page.locator("#ask .answers > *").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"]


@SIZES
def test_a_double_tap_goes_to_one_player_and_nobody_is_out_of_reach(whole, size, request):
    way = request.node.callspec.id
    whole.give(*BEGUN[:2], *CALLED)
    anna = whole.staff("anna", "", size)
    expect(anna.locator("#part-attention form > ul:first-of-type > li")).to_have_count(8)
    third = anna.locator("#part-attention form > ul:first-of-type > li").nth(2)
    anna.wait_for_load_state("networkidle")
    third.evaluate("row => row.scrollIntoView({block: 'center'})")
    before = tops(anna)
    looked(anna, f"attention-many-{way}", "#part-attention")

    third.get_by_role("button", name="Go and see").dblclick()
    expect(third).to_contain_text("anna goes")
    expect(anna.locator("#part-attention .call-who")).to_have_count(1)
    after = tops(anna)
    assert [name for name, _top in after[:8]] == [name for name, _top in before]
    assert [top - after[0][1] for _name, top in after[:3]] == [top - before[0][1] for _name, top in before[:3]]
    looked(anna, f"attention-many-gone-{way}", "#part-attention")

    anna.locator("#attention-more summary").click()
    last = anna.locator("#attention-more li").last
    name = last.locator("b").inner_text()
    anna.wait_for_timeout(600)  # further from the double tap than two taps are from each other
    last.get_by_role("button", name="Go and see").click()
    below = anna.locator("#part-attention details + ul > li")
    expect(below).to_contain_text(name)
    expect(below.get_by_role("button", name="Seen")).to_be_visible()
    below.evaluate("row => row.scrollIntoView({block: 'center'})")
    looked(anna, f"attention-folded-gone-{way}", "#part-attention")


@SIZES
@pytest.mark.rule("R-20")
def test_return_is_answered_and_ended_in_sight(whole, size, request):
    way = request.node.callspec.id
    whole.give(*HANDED, RETURN.format(month=5))
    anna = whole.staff("anna", "", size)
    matters, turn = (anna.locator(f"#part-{name}").bounding_box() for name in ("matters", "turn-organizer"))
    assert matters is not None
    assert turn is not None
    assert matters["y"] < turn["y"]
    calls, counts = (anna.locator(f"#part-{name}").bounding_box() for name in ("attention", "counts"))
    assert calls is not None
    assert counts is not None
    if size == UPRIGHT:
        assert calls["y"] < counts["y"]
    expect(anna.locator(".turn")).to_contain_text(": nothing, as it stands now.")
    picture(anna, f"return-overview-{way}", whole=True)

    anna.locator("#part-matters .hand-off button").click()
    anna.goto(whole.address("clock/"))
    anna.get_by_text("End it now …").first.click()
    expect(anna.locator("#ask .foretold")).to_contain_text(": nothing, as it stands now.")
    in_sight(anna, size)
    looked(anna, f"return-ends-{way}", "#ask")
    for each in anna.locator("#ask summary").all():
        each.click()
    in_sight(anna, size)
    picture(anna, f"return-ends-open-{way}")


@SIZES
@pytest.mark.rule("R-26")
def test_an_empty_throne_at_the_end_leads_to_the_decision(whole, size, request):
    way = request.node.callspec.id
    whole.give(*SETUP, RETURN.format(month=10), "dead()", "rich('cat-1')", "rich('wolf-1')", LEVEL)
    anna = whole.staff("anna", "clock/", size)
    anna.get_by_text("End it now …").first.click()
    expect(anna.locator("#ask")).to_contain_text("Control decides how it ends.")
    expect(anna.locator("#ask")).not_to_contain_text("when a phase ends")
    in_sight(anna, size)
    looked(anna, f"last-return-{way}", "#ask")
    anna.locator("#ask").get_by_role("button", name="End Return").click()
    expect(anna.locator(".bar-signs")).to_contain_text("for you")
    picture(anna, f"end-clock-{way}")
    anna.locator("#said").get_by_role("link", name="decide how the day ends").click()
    anna.get_by_role("link", name="Decide how it ends").click()
    ask = anna.locator("#ask")
    expect(ask.locator("label", has_text="Cat").first).to_contain_text("tied with Wolf")
    in_sight(anna, size)
    looked(anna, f"end-decide-{way}", "#ask")
    ask.locator("label", has_text="Wolf").nth(1).click()
    ask.get_by_label("Reason").fill("by acclamation")
    ask.get_by_role("button", name="Look it over").click()
    expect(ask).to_contain_text("is crowned Divine Sovereign, as")
    looked(anna, f"end-sure-{way}", "#ask")
    ask.get_by_role("button", name="So it ends").click()
    expect(anna.locator("#ended-title")).to_contain_text("Divine Sovereign")
    expect(anna.locator("#part-matters")).not_to_contain_text("decide how the day ends")
