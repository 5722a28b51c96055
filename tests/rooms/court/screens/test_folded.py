"""Long lists of Court Control's desk: the roll, who can stand up, and whose paper is here, House by House."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest

from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.desks import folds
from rooms.realm.desks import Desk
from tests.control.desks.conftest import words
from tests.rooms.court.screens.desk import ACT, AUTHOR, THERE

FOLD = re.compile(r'<details id="fold-([\w-]+)" data-fold (open)?')
SLOT = re.compile(r'id="slot-([\w-]+?)(?:-no)?"')
ROLL, HANDS, WRITERS = "part/court-roll/", "part/court-uprising/", "part/writers-court/"


@pytest.fixture
def many(monkeypatch):
    """Any event is large."""
    monkeypatch.setattr(folds, "MANY", 0)


def text(answer) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


def open_folds(page: str) -> dict[str, bool]:
    return {name: bool(is_open) for name, is_open in FOLD.findall(page)}


def test_the_roll_of_a_normal_game_is_open_as_it_is(court, voting):
    page = text(court.get("court/"))

    assert open_folds(page) == {}
    assert set(SLOT.findall(page)) == set(THERE)


def test_houses_of_a_long_roll_are_folded_and_say_how_many_votes_are_not_in(court, voting, many):
    court.tap("court/vote/", {**ACT, "vote": f"{AUTHOR} for"})
    roll = court.fragment(ROLL)

    shown = open_folds(text(roll))
    assert [name for name, is_open in shown.items() if name.startswith("roll-") and not is_open] == [
        "roll-cat",
        "roll-wolf",
        "roll-ram",
    ]
    assert not any(shown.values())
    assert SLOT.findall(text(roll)) == []
    assert "Assembled: 5" in words(roll)
    assert "CAT 2 · 1 vote is not in" in words(roll)
    assert "WOL 2 · 2 votes are not in" in words(roll)


def test_an_unfolded_house_can_vote_and_stays_while_the_roll_is_refreshed(court, voting, many):
    cats = {seat for seat in THERE if seat.startswith("cat")}
    assert set(SLOT.findall(text(court.fragment(f"{ROLL}?unfold=roll-cat")))) == cats

    court.tap("court/vote/", {**ACT, "vote": f"{AUTHOR} for"})

    fresh = text(court.get(f"part/?{urlencode({'part': 'court-roll?unfold=roll-cat'})}"))
    assert open_folds(fresh)["roll-cat"]
    assert set(SLOT.findall(fresh)) == cats
    assert "vote is in" in fresh


def test_the_roll_is_corrected_house_by_house(court, voting, many):
    roll = court.fragment(ROLL)
    (mend,) = (name for name in open_folds(text(roll)) if name.startswith("mend-") and name.endswith("-ram"))
    assert "1 on the roll, 2 not" in words(roll)
    assert "-on" not in text(roll)

    unfolded = text(court.fragment(f"{ROLL}?unfold={mend}"))
    assert re.findall(r'id="roll-([\w-]+)-on"', unfolded) == ["ram-2", "ram-3"]
    assert re.findall(r'id="roll-([\w-]+)-off"', unfolded) == ["ram-1"]


def test_who_stands_up_and_who_writes_is_folded_by_house(court, voting, many):
    hands, writers = text(court.fragment(HANDS)), court.fragment(WRITERS)
    assert list(open_folds(hands)) == ["rise-1-cat", "rise-1-wolf", "rise-1-ram"]
    assert 'id="rise-' not in hands
    assert list(open_folds(text(writers))) == ["writers-court-cat", "writers-court-wolf", "writers-court-ram"]
    assert "0 of" in words(writers)
    assert "rank 1" not in words(writers)

    assert re.findall(r'id="rise-([\w-]+)"', text(court.fragment(f"{HANDS}?unfold=rise-1-cat"))) == ["cat-1", "cat-2"]
    assert words(court.fragment(f"{WRITERS}?unfold=writers-court-cat")).count("rank ") == 2


def test_each_region_asks_with_its_own_folds(court, voting, many):
    page = text(court.get("court/"))

    for name in ("court-roll", "court-uprising", "writers-court"):
        assert f'hx-include="#part-{name} [name=unfold], #no-fold"' in page


def test_without_javascript_a_link_leads_to_the_page_with_the_house(court, voting, many):
    links = re.findall(r'<p class="fold-rows"><a href="([^"]*)">', text(court.get("court/")))
    link = next(each for each in links if each.endswith("#fold-roll-cat"))

    assert link == "?unfold=roll-cat#fold-roll-cat"
    page = text(court.get(f"court/{link}"))
    assert open_folds(page)["roll-cat"]
    assert set(SLOT.findall(page)) == {"cat-1", "cat-2"}


def test_the_number_of_players_decides_and_no_press_or_arrival(court, voting, monkeypatch):
    def folded() -> list[str]:
        return [name for each in (ROLL, HANDS, WRITERS) for name in open_folds(text(court.fragment(each)))]

    seats = len(voting.state.seats)
    monkeypatch.setattr(folds, "MANY", seats)
    assert folded() == []

    monkeypatch.setattr(folds, "MANY", seats - 1)  # though only five of them are here
    before = folded()
    assert {"roll-cat", "rise-1-cat", "writers-court-cat"} < set(before)
    court.tap("court/uprising/", {"month": "1", "number": "1", "act": "rise", "who": "cat-1"})
    voting.do(CheckIn(seat="wolf-2", before=voting.state.seats["wolf-2"].presence, presence=Presence.ABSENT))
    assert folded() == before


def is_open(page: str, name: str) -> bool:
    (found,) = re.findall(rf'<details id="{name}"[^>]*>', page)
    return bool(re.search(r"\bopen>", found))


@pytest.mark.parametrize(("outer", "inner"), [("roll-mend", "mend-"), ("uprising-hands", "rise-")])
def test_a_fold_in_a_shut_part_of_the_page_is_seen_where_its_link_leads(court, voting, many, outer, inner):
    page = text(court.get("court/"))
    assert not is_open(page, outer)
    link = next(
        each for each in re.findall(r'<p class="fold-rows"><a href="([^"]*)">', page) if re.search(f"#fold-{inner}.*-cat$", each)
    )

    unfolded = text(court.get(f"court/{link}"))
    assert is_open(unfolded, outer)
    assert open_folds(unfolded)[link.partition("#fold-")[2]]
    assert not is_open(text(court.get("court/?unfold=roll-cat")), outer)


@pytest.mark.parametrize("region", [ROLL, HANDS, WRITERS])
def test_another_desk_gets_no_house(sits, voting, many, region):
    war = sits(Desk.WAR)

    assert war.get(f"{region}?unfold=roll-cat&unfold=rise-1-cat&unfold=writers-court-cat").status_code == 404
    name = region.removeprefix("part/").strip("/")
    assert war.get(f"part/?{urlencode({'part': f'{name}?unfold=roll-cat'})}").status_code == 404
