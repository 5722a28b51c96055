"""A realm may come without prints, screens and their pieces: every page still works."""

from __future__ import annotations

import pytest
from django.urls import reverse

from control import registry
from control.engine.records import replace
from control.registry import RealmPaper, RoomHall
from rooms.realm.frame import NAME
from tests.control.desks.conftest import words


@pytest.fixture
def bare(monkeypatch):
    """The realm of the tests without its parts for hall and printer, and without those of its rooms."""
    own = registry.realm(NAME)
    hall = replace(own.hall, standing=None, ending=None, walls=())
    monkeypatch.setitem(registry._realms, NAME, replace(own, hall=hall, paper=RealmPaper()))
    for module, app in registry._rooms.items():
        sheets = tuple(replace(kind, on_paper=None) for kind in app.rules.sheets)
        room = replace(
            app,
            rules=replace(app.rules, sheets=sheets),
            desk=replace(app.desk, plan=None),
            hall=RoomHall(walls=app.hall.walls, alarm=app.hall.alarm),
        )
        monkeypatch.setitem(registry._rooms, module, room)
    registry.forget()
    yield
    monkeypatch.undo()
    registry.forget()


def test_the_menu_offers_what_the_platform_prints(action, bare, organizer):
    menu = organizer.client.get(reverse("print:menu", args=[action.event.pk]))

    assert menu.status_code == 200
    assert "The state now" in words(menu)
    assert "Badges with codes" in words(menu)
    for missing in ("Status strips", "Law tablets", "Blank sheets", "For the wall and the table", "Filled sheets"):
        assert missing not in words(menu)
    assert organizer.client.get(reverse("print:own", args=[action.event.pk, "laws"])).status_code == 404


def test_the_state_now_says_who_is_who_and_where(action, bare, organizer):
    state = organizer.client.get(reverse("print:state", args=[action.event.pk]))

    assert state.status_code == 200
    told = words(state)
    assert "Teams and players" in told
    assert "Month 1, Action" in told
    for seat in action.state.seats.values():
        assert seat.name in told
    assert told.count("War Room") > 4  # the four who are present, and its clock
    for missing in ("Law Board", "Laws and effects", "Favors", "Throne", "Wounds", "The map"):
        assert missing not in told


def test_the_hall_has_a_clock_and_news_and_no_other_screen(action, bare, nobody):
    def screen(kind):
        return nobody.client.get(reverse("control:screen", args=[action.event.pk, kind]))

    assert "Month 1" in words(screen("clock"))
    assert "What Control announces" in words(screen("news"))
    assert screen("map").status_code == screen("laws").status_code == 404
    chooser = nobody.client.get("/screen/").content.decode()
    assert f"/screen/{action.event.pk}/clock/" in chooser
    assert f"/screen/{action.event.pk}/laws/" not in chooser
    assert nobody.client.get(f"/screen/{action.event.pk}/here/").status_code == 200


def test_the_clock_page_stands_by_itself(action, bare, organizer):
    page = organizer.get("clock/")

    assert page.status_code == 200
    assert "War Room" in words(page)
    assert organizer.fragment("clock/end/").status_code == 200
    assert organizer.get("screens/").status_code == 200
    assert "Status strips" not in words(organizer.get("ladder/"))
