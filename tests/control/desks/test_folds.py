"""Long lists at a desk: the rows of a team come only when it is unfolded, and then with the region."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest

from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.desks import folds
from control.templatetags import kept
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from rooms.war.game.view_desk import war_desk
from rooms.war.screens import desk_queries
from tests.control.desks.conftest import words
from tests.control.desks.test_war_desk import send

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
    """Any event is large."""
    monkeypatch.setattr(folds, "MANY", 0)


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
    assert link == "?unfold=orders-wolf#fold-orders-wolf"

    whole = war.get(f"war/{link}")
    assert open_folds(text(whole))["orders-wolf"]
    assert text(whole).count('class="opened-lines"') == 1
    further = next(each for each in re.findall(r'<a href="([^"]*)">', text(whole)) if each.endswith("#fold-orders-cat"))
    assert "unfold=orders-cat&amp;unfold=orders-wolf" in further  # what is open stays so


def test_the_number_of_players_decides_and_not_who_is_here(war, opened, monkeypatch):
    seats = len(opened.state.seats)
    monkeypatch.setattr(folds, "MANY", seats)
    assert open_folds(text(war.get("war/"))) == {}

    monkeypatch.setattr(folds, "MANY", seats - 1)  # though only four of them are here, and two have sent orders
    assert list(open_folds(text(war.fragment(STEPS)))) == ["move-cat", "move-wolf"]
    assert list(open_folds(text(war.fragment(ORDERS)))) == ["orders-cat", "orders-wolf", "orders-ram"]

    cat = next(seat for seat in opened.state.seats.values() if seat.id == "cat-2")
    opened.do(CheckIn(seat=cat.id, before=cat.presence, presence=Presence.ABSENT))
    assert list(open_folds(text(war.fragment(ORDERS)))) == ["orders-cat", "orders-wolf", "orders-ram"]


def test_a_page_that_answers_a_form_leads_to_the_desk(war, opened, many):
    refused = war.post("war/step/", {"month": "1", "step": "updates"})

    assert refused.status_code == 409
    links = re.findall(r'<p class="fold-rows"><a href="([^"]*)">', refused.content.decode())
    assert f"{war.at('war/')}?unfold=orders-cat#fold-orders-cat" in links


@pytest.mark.parametrize("name", ["", "a b", "ä", "x" * 61, "orders-cat\n", "<b>"])
def test_what_is_no_name_of_a_fold_is_ignored(war, opened, many, name):
    shown = text(war.fragment(f"{ORDERS}?{urlencode({'unfold': [name, 'orders-cat']}, doseq=True)}"))

    assert open_folds(shown) == {"orders-cat": True, "orders-wolf": False, "orders-ram": False}
    assert '"?unfold=orders-wolf&amp;unfold=orders-cat#fold-orders-wolf"' in shown


def test_no_more_folds_are_open_than_a_page_has(war, opened, many):
    names = [f"more-{number}" for number in range(folds.MOST)]
    last = text(war.fragment(f"{ORDERS}?{urlencode({'unfold': [*names, 'orders-cat']}, doseq=True)}"))
    assert not any(open_folds(last).values())
    assert max(link.count("unfold=") for link in re.findall(r'href="(\?[^"]*)"', last)) == folds.MOST

    assert open_folds(text(war.fragment(f"{ORDERS}?{urlencode({'unfold': ['orders-cat', *names]}, doseq=True)}")))["orders-cat"]


def test_made_up_names_are_drawn_into_no_cached_fragment(war, opened, many):
    def drawn() -> int:
        return kept._drawn.cache_info().misses

    for address in (ORDERS, STEPS):
        war.fragment(f"{address}?unfold=orders-cat&unfold=move-cat")
        before = drawn()
        assert "unfold=orders-made-up" in text(war.fragment(f"{address}?unfold=orders-made-up"))
        assert drawn() == before


def test_made_up_houses_make_no_view_of_their_own(war, opened, many, monkeypatch):
    asked = []

    def noted(state, viewer, unfolded=None):
        asked.append(unfolded)
        return war_desk(state, viewer, unfolded)

    monkeypatch.setattr(desk_queries, "war_desk", noted)
    war.fragment(f"{ORDERS}?unfold=orders-cat&unfold=orders-dog&unfold=cat")
    assert asked == [frozenset({"cat"})]


def test_the_region_asks_with_its_own_folds(war, opened, many):
    page = text(war.get("war/"))

    for name in ("war-orders", "war-steps"):
        assert f'hx-include="#part-{name} [name=unfold], #no-fold"' in page


def test_houses_with_sheets_to_decide_on_say_so_while_they_are_folded(war, opened, many):
    late = '{"orders":[],"extra":null,"allies":[],"betray":false}'
    send(opened, "cat-2", late)

    shown = war.fragment(ORDERS)
    anchor = re.search(r'<a href="#(orders-\w+)">[^<]*: 1 to decide</a>', text(shown))
    assert anchor is not None
    assert text(shown).count(f'id="{anchor[1]}"') == 1


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
