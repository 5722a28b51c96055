"""Long lists at a desk: the rows of a team come only when it is unfolded, and then with the region."""

from __future__ import annotations

import re
import uuid
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from control.day.clock.steps import EndStep
from control.desks import folds
from control.sheets import sheets
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from tests.control.desks.conftest import words

FOLD = re.compile(r'<details id="fold-([\w-]+)" data-fold (open)?')
FIELD = re.compile(r'<input type="hidden" name="unfold" value="([\w-]+)" (disabled)?>')
REFUSED = re.compile(r"<!--refused ([\w-]+)-->")
ORDERS, STEPS = "part/war-orders/", "part/war-steps/"


@pytest.fixture
def opened(running):
    """The War Room before Move: cat-1 and wolf-1 have sent a Move, cat-2 and ram-1 nothing."""
    running.go_to(Phase.MOVEMENT)
    running.seat_in_war()
    for number, seat in ((0, "cat-1"), (1, "wolf-1")):
        home = running.state.scenario.houses[number].home
        target = next(region for region in running.state.scenario.map.regions if region.id == home).neighbours[0]
        order = f'{{"kind":"move","units":2,"origin":"{home}","target":"{target}"}}'
        send(running, seat, f'{{"orders":[{order}],"extra":null,"allies":[],"betray":false}}')
    running.go_to(Phase.ACTION)
    for step in ("updates", "orders", "favors"):
        running.do(EndStep(room=Room.WAR, month=1, step=step))
    return running


@pytest.fixture
def many(monkeypatch):
    """Every list with a row counts as long."""
    monkeypatch.setattr(folds, "MANY", 0)


def send(day, seat, body):
    receipt = sheets.hand_in(
        sheets.Arrival(
            event_id=day.event.pk,
            seat=seat,
            kind="war",
            month=1,
            client_key=uuid.uuid4(),
            body=body.encode(),
            received_at=timezone.now(),
        )
    )
    assert receipt.revision, receipt


def text(answer) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


def open_folds(page: str) -> dict[str, bool]:
    return {name: bool(is_open) for name, is_open in FOLD.findall(page)}


def test_a_list_of_a_normal_game_is_open_as_it_is(war, opened):
    page = text(war.get("war/"))

    assert FOLD.findall(page) == FIELD.findall(page) == []
    assert "2 units moved" in page
    assert text(war.fragment(ORDERS)).count('class="opened-lines"') == 2


def test_houses_of_a_long_list_are_folded_with_their_numbers(war, opened, many):
    orders, steps = war.fragment(ORDERS), war.fragment(STEPS)

    assert open_folds(text(orders)) == {"orders-cat": False, "orders-wolf": False, "orders-ram": False}
    assert FIELD.findall(text(orders)) == [(name, "disabled") for name in open_folds(text(orders))]
    assert "1 sheet, 1 sent no sheet" in words(orders)
    assert 'class="opened-lines"' not in text(orders)
    assert "sent no sheet." not in words(orders)
    assert open_folds(text(steps)) == {"move-cat": False, "move-wolf": False}
    assert "✓ 1 as given" in words(steps)
    assert "2 units moved" not in words(steps)


def test_an_unfolded_house_comes_with_its_region_and_stays_while_that_is_refreshed(war, opened, many):
    shown = war.fragment(f"{ORDERS}?unfold=orders-cat")
    assert open_folds(text(shown)) == {"orders-cat": True, "orders-wolf": False, "orders-ram": False}
    assert ("orders-cat", "") in FIELD.findall(text(shown))
    assert text(shown).count('class="opened-lines"') == 1
    assert "sent no sheet." in words(shown)  # cat-2

    asked = urlencode({"part": ["war-orders?unfold=orders-cat", "war-steps?unfold=move-wolf"]}, doseq=True)
    opened.do(EndStep(room=Room.WAR, month=1, step="move"))
    fresh = text(war.get(f"part/?{asked}"))

    assert open_folds(fresh)["orders-cat"]
    assert "2 units moved" in fresh  # what became of the order


def test_an_unfolded_house_has_its_lines_in_the_preview(war, opened, many):
    steps = war.fragment(f"{STEPS}?unfold=move-wolf&unfold=orders-cat")

    assert open_folds(text(steps)) == {"move-cat": False, "move-wolf": True}
    assert words(steps).count("2 units moved") == 1


def test_without_javascript_a_link_leads_to_the_page_with_the_house(war, opened, many):
    page = text(war.get("war/"))
    link = next(each for each in re.findall(r'<a href="([^"]*)">', page) if each.endswith("#fold-orders-wolf"))
    assert link == f"{war.at('war/')}?unfold=orders-wolf#fold-orders-wolf"

    whole = war.get(link.removeprefix(war.at("")))
    assert open_folds(text(whole))["orders-wolf"]
    assert text(whole).count('class="opened-lines"') == 1
    further = next(each for each in re.findall(r'<a href="([^"]*)">', text(whole)) if each.endswith("#fold-orders-cat"))
    assert "unfold=orders-cat&amp;unfold=orders-wolf" in further  # what is open stays so


def test_the_region_asks_with_its_own_folds(war, opened, many):
    page = text(war.get("war/"))

    for name in ("war-orders", "war-steps"):
        assert f'hx-include="#part-{name} [name=unfold]"' in page


def test_houses_with_sheets_to_decide_on_say_so_while_they_are_folded(war, opened, many):
    late = '{"orders":[],"extra":null,"allies":[],"betray":false}'
    sheets.hand_in(
        sheets.Arrival(
            event_id=opened.event.pk,
            seat="cat-2",
            kind="war",
            month=1,
            client_key=uuid.uuid4(),
            body=late.encode(),
            received_at=timezone.now(),
        )
    )

    shown = war.fragment(ORDERS)
    assert re.search(r'<a href="#orders-to-decide">[^<]*: 1 to decide</a>', text(shown))
    assert text(shown).count('id="orders-to-decide"') == 1


@pytest.mark.parametrize("address", [f"{ORDERS}?unfold=orders-cat", f"part/?{urlencode({'part': 'war-orders?unfold=orders-cat'})}"])
def test_another_desk_gets_no_house(sits, opened, many, address):
    assert sits(Desk.COURT).get(address).status_code == 404


def test_another_desk_that_asks_with_a_region_of_its_own_is_refused_the_other(sits, opened, many):
    asked = urlencode({"part": ["war-orders?unfold=orders-cat", "bar?"]}, doseq=True)

    fresh = text(sits(Desk.COURT).get(f"part/?{asked}"))
    assert REFUSED.findall(fresh) == ["part-war-orders"]
    assert 'class="opened-lines"' not in fresh


def test_a_fold_of_another_name_unfolds_nothing(war, opened, many):
    assert not any(open_folds(text(war.fragment(f"{ORDERS}?unfold=orders-dog&unfold=&unfold=cat"))).values())
