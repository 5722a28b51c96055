"""The phone of a game without additions is a complete page of the platform; additions appear at their named places."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from django.urls import reverse

from control import registry
from control.day.people.room_choice import ChooseRoom, SeatInRoom
from control.day.situation import Situation
from control.day.state import DayStage, DayState
from control.engine.context import Actor
from control.engine.records import replace
from control.engine.viewer import Viewer
from control.phone.situation import situation
from control.regions.kinds import PhoneRegion
from control.regions.sight import Sight
from control.registry import PhoneTab, RealmPhone
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import Phase, Room
from tests.control.phones import CAT_1, CAT_2, HX, WOLF_1, Day, hidden, words

pytestmark = pytest.mark.django_db
PLAY = reverse("control:play")
PLAIN = {
    "now": ["beside", "now", "decisions", "round", "rooms", "sheet", "results"],
    "map": ["map"],
    "team": ["me", "team"],
    "news": ["dispatches", "news", "rounds"],
    "call": ["call"],
}


@pytest.fixture
def phone_of(monkeypatch):
    """Set the realm's additions to phones, and remove those of its rooms."""

    def only(parts: RealmPhone) -> None:
        monkeypatch.setitem(registry._realms, NAME, replace(registry.realm(NAME), phone=parts))
        for name, app in list(registry._rooms.items()):
            monkeypatch.setitem(registry._rooms, name, replace(app, phone=replace(app.phone, regions=())))
        registry.forget()

    yield only
    monkeypatch.undo()
    registry.forget()


@pytest.fixture
def day(phone_of) -> Day:
    phone_of(RealmPhone())
    return Day()


def now(state: DayState) -> Situation:
    return situation(Sight(state, Viewer(seat=CAT_1)))


def pages_of(page: str) -> dict[str, list[str]]:
    """Regions of a phone's page by tab, in page order."""
    tabs = re.findall(r'<section id="(\w+)" class="tab stack"(.*?)</section>', page, re.DOTALL)
    return {tab: re.findall(r'<div id="region-(\w+)"', inside) for tab, inside in tabs}


def region(page: str, name: str) -> str:
    found = re.search(rf"<!--region {name}-->(.*?)<!--/region {name}-->", page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()) if found else ""


def test_the_platforms_regions_are_a_whole_page(day):
    page = words(day.here(CAT_1).phone(CAT_1).get(PLAY))

    assert pages_of(page) == PLAIN
    assert re.findall(r'<a href="#(\w+)"><svg class="icon"', page) == list(PLAIN)
    for anchor in re.findall(r'href="#i-(\w+)"', page):
        assert f'<symbol id="i-{anchor}"' in page


def test_nothing_of_the_game_is_left_on_it(day):
    page = words(day.here(CAT_1, CAT_2).until(Phase.PLANNING).phone(CAT_1).get(PLAY))

    for name in ("reign", "death", "spouse", "purse", "buildings", "throne", "standing", "laws"):
        assert f"region-{name}" not in page
    assert "/static/realm/" not in page
    assert "hearts" not in page
    assert "Favors" not in region(page, "me")
    assert not {"laws", "buildings"} & set(re.search(r'data-topics="([^"]*)"', page)[1].split())


def test_the_plain_strip_says_who_this_is(day):
    strip = region(words(day.phone(CAT_1).get(PLAY)), "strip")

    assert strip == f"CAT {day.state.seats[CAT_1].name} {day.state.seats[CAT_1].character} Rank 1"


def test_the_plain_team_lists_who_plays_in_it_and_nobody_else(day):
    team = region(words(day.here(CAT_1).phone(CAT_1).get(PLAY)), "team")
    seats = day.state.seats

    assert seats[CAT_1].name in team
    assert f"{seats[CAT_2].name} {seats[CAT_2].character} not here yet" in team
    assert seats[WOLF_1].name not in team


class Said(NamedTuple):
    title: str
    words: str
    urgent: bool = False


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (Phase.CEREMONY, Said("Plan, promise, choose", "Choose your room for the month, then write its sheet.")),
        (Phase.MOVEMENT, Said("Plan, promise, choose", "Choose your room for the month, then write its sheet.")),
        (Phase.RETURN, Said("Return", "")),
    ],
)
def test_a_phase_is_told_by_what_the_frame_says_of_it(day, phase, said):
    day.here(CAT_1).until(phase)

    told = now(day.state)

    assert (told.title, told.words, told.urgent) == said
    assert said.title in region(words(day.phone(CAT_1).get(PLAY)), "now")


@pytest.mark.parametrize("phase", [Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT])
def test_who_has_chosen_is_told_what_there_is_to_do_in_that_room(day, phase):
    day.here(CAT_1).until(phase)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=Actor(seat=CAT_1))

    told = now(day.state)

    assert told.title == "To the War Room"
    assert "war orders" in told.words


def test_while_the_rooms_act_their_steps_are_told(day):
    day.here(CAT_1).until(Phase.PLANNING)
    day.do(SeatInRoom(player=CAT_1, month=1, room=Room.WAR))
    day.end().end()

    told = now(day.state)

    assert told.title == "You are in the War Room"
    assert [step.is_now for step in told.steps].count(True) == 1


def test_once_the_day_is_over_there_is_no_more_to_say(day):
    state = day.here(CAT_1).until(Phase.RETURN).state

    told = now(replace(state, clock=replace(state.clock, stage=DayStage.OVER, phase=None)))

    assert (told.title, told.words) == ("The day is over", "")


def test_a_look_that_knows_everything_is_sent_nothing(day):
    phone = day.here(CAT_1).phone(CAT_1)
    known = hidden(words(phone.get(PLAY)), "seen")

    assert phone.get(reverse("control:fresh"), {"seen": known}, headers=HX).status_code == 204


def test_a_game_without_a_map_has_no_tab_for_one(day, monkeypatch):
    for name, app in list(registry._rooms.items()):
        monkeypatch.setitem(registry._rooms, name, replace(app, phone=replace(app.phone, map=None)))
    registry.forget()
    try:
        page = words(day.here(CAT_1).phone(CAT_1).get(PLAY))
    finally:
        monkeypatch.undo()
        registry.forget()

    assert pages_of(page) == {tab: regions for tab, regions in PLAIN.items() if tab != "map"}
    assert 'href="#map"' not in page


def view(state, viewer):
    return None


def piece(name: str, **place: str) -> PhoneRegion:
    return PhoneRegion(name=name, template="control/_play_empty.html", view=view, **place)


def test_what_a_game_adds_stands_where_it_says(phone_of):
    phone_of(
        RealmPhone(
            regions=(
                piece("first", tab="now", after="now"),
                piece("last", tab="now"),
                piece("strip"),
                piece("score", tab="scores"),
                piece("team"),
            ),
            tabs=(
                PhoneTab(id="scores", name=lambda: "Scores", icon="i-now", after="map"),
                PhoneTab(id="bare", name=lambda: "Bare", icon="i-now", after="map"),
            ),
        )
    )

    page = words(Day().phone(CAT_1).get(PLAY))

    assert list(pages_of(page)) == ["now", "map", "scores", "team", "news", "call"]  # an empty tab is left out
    assert pages_of(page)["now"] == ["beside", "now", "first", *PLAIN["now"][2:], "last"]
    assert pages_of(page)["scores"] == ["score"]
    assert pages_of(page)["team"] == ["me", "team"]
    assert (region(page, "strip"), region(page, "team")) == ("", "")
