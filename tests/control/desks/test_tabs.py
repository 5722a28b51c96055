"""Navigation and regions of a page come from the platform and the event's own game only."""

from __future__ import annotations

import pytest

from control import registry
from control.desks import tabs
from control.engine.records import replace
from control.people.access import DeskPass
from control.regions import kinds
from control.regions.kinds import DeskRegion
from control.registry import DeskPage
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.registration import GOD_EMPEROR


@pytest.fixture
def plain(monkeypatch):
    """Remove the game's own pages."""
    desk = replace(GOD_EMPEROR.desk, pages=(), by_hand=None, styles=(), scripts=())
    monkeypatch.setitem(registry._realms, NAME, replace(GOD_EMPEROR, desk=desk))


def drawn(day) -> list[str]:
    door = DeskPass(event=day.event, name="anna", desks=frozenset({"organizer"}))
    return [tab.name for tab in tabs.tabs(door, "overview")]


def test_the_pages_of_the_game_stand_between_those_of_its_rooms_and_the_platforms(day):
    found = drawn(day)

    at = found.index("Houses")
    assert found[at : at + 5] == ["Houses", "Laws and effects", "Check-in", "Clock", "Journal"]


def test_a_game_without_pages_has_the_platforms(day, plain, organizer):
    found = drawn(day)

    assert (found[0], found[-3:]) == ("Overview", ["Check-in", "Clock", "Journal"])
    assert not {"Houses", "Laws and effects"} & set(found)
    assert organizer.get("").status_code == 200
    assert organizer.get("announce/").status_code == 200


def test_whoever_is_at_a_page_is_said_to_be_there_by_its_name():
    said = {page: tabs.page_name(NAME, page) for page in ("in-force", "war", "ladder", "rulings", "print", "tomorrow")}

    assert said == {
        "in-force": "Laws and effects",
        "war": "War Room",
        "ladder": "Fallback modes",
        "rulings": "Rulings",
        "print": "Print",
        "tomorrow": "Tomorrow",
    }
    assert [tabs.page_word(NAME, page) for page in ("houses", "tomorrow")] == ["houses", "tomorrow"]


def test_a_page_may_be_of_some_desks_alone(day, monkeypatch, sits):
    page = DeskPage(page="vault", name="Vault", address="desk:journal", desks=frozenset({"war"}))
    monkeypatch.setitem(registry._realms, NAME, replace(GOD_EMPEROR, desk=replace(GOD_EMPEROR.desk, pages=(page,))))

    assert "Vault" in sits(Desk.WAR).get("").content.decode()
    assert "Vault" not in sits(Desk.COURT).get("").content.decode()


def test_a_region_of_another_game_is_not_there(day, organizer, monkeypatch):
    part = DeskRegion(name="board", template="control/desk/_last.html", view=lambda _seen: ())
    monkeypatch.setitem(registry._realms, "chess", GOD_EMPEROR)
    monkeypatch.setitem(kinds._kinds, "chess", {"board": part})
    monkeypatch.setitem(kinds._kinds, NAME, {**kinds._kinds[NAME], "castle": replace(part, name="castle")})

    assert kinds.named("chess", "board") is part
    assert kinds.named(NAME, "board") is None
    assert "houses" not in kinds.names("chess")
    assert [organizer.get(f"part/{name}/").status_code for name in ("castle", "board")] == [200, 404]
