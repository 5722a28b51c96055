"""An Uprising on the wall, over any other page: numbers first, and names of those who stood after its end."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from control import system_time
from control.engine.ids import SeatId
from control.hall import screens
from control.hall.screens import Showing
from control.models import Screen
from rooms.court.game.state import floor_of
from rooms.court.game.uprising.rules import EndUprising, PassThrone, RiseUp
from rooms.realm.game.treasury.power import AdjustPower
from tests.control.desks.conftest import Day, words
from tests.rooms.court.screens.desk import THERE

KINDS = ("clock", "map", "floor", "laws", "news")


def shown(day: Day, kind: str, **headers: str):
    return Client().get(reverse("control:screen", args=[day.event.pk, kind]), headers=headers)


def rise(day: Day, *seats) -> None:
    for seat in seats:
        day.do(RiseUp(month=1, number=1, seat=seat))


@pytest.mark.rule("GE-CRT-97", "R-105")
@pytest.mark.parametrize("kind", KINDS)
def test_every_screen_shows_standing_and_needed_and_nobodys_name(sitting: Day, kind: str):
    assert "Uprising" not in words(shown(sitting, kind))
    rise(sitting, *THERE[:2])
    page = shown(sitting, kind)
    assert "Uprising! 2 of 4 needed stand with it" in words(page)
    assert all(sitting.state.seats[seat].name not in words(page) for seat in THERE)
    assert "court/alarm.css" in page.content.decode()
    assert "court from:body" in page.content.decode()
    assert "2 of 4 needed" in words(shown(sitting, kind, hx_request="true"))


@pytest.mark.rule("GE-CRT-98")
def test_the_result_stays_until_it_is_read(sitting: Day, monkeypatch: pytest.MonkeyPatch):
    rise(sitting, THERE[0])
    sitting.do(EndUprising(month=1, number=1))
    said, at = "An Uprising has failed: 1 of 5 stood.", floor_of(sitting.state).uprisings[-1].at
    assert at is not None
    for later, stands in ((timedelta(seconds=90), True), (timedelta(seconds=121), False)):
        monkeypatch.setattr(system_time, "now", lambda later=later: at + later)
        page = words(shown(sitting, "clock"))
        assert (f"{said} With it stood: {sitting.state.seats[THERE[0]].name}." in page) is stands


@pytest.mark.rule("GE-SOV-04", "R-105", "R-22")
def test_a_success_names_who_reigns_now_also_when_the_throne_is_passed_on(sitting: Day):
    ram = sitting.state.seats[SeatId("ram-1")]
    sitting.do(AdjustPower(seat=ram.id, before=ram.purse.power, power=40, reason="found"))
    rise(sitting, *THERE[:4])
    assert f"4 of 5 stood. {ram.name} reigns now. With it stood:" in words(shown(sitting, "clock"))
    to = sitting.state.seats[SeatId("ram-2")]
    sitting.do(PassThrone(month=1, seat=ram.id, to=to.id))
    assert f"{to.name} reigns now." in words(shown(sitting, "clock"))


@pytest.mark.rule("GE-CRT-97")
def test_a_projector_that_shows_a_side_table_says_so_itself_and_one_that_shows_a_screen_leaves_it_to_that(
    sitting: Day, monkeypatch: pytest.MonkeyPatch
):
    table = Showing(id="table:abc", name="Table abc", address="/t/abc/screen/")
    monkeypatch.setattr(screens, "_also", [lambda _event: (table,)])
    wall, here = Client(), reverse("control:projector", args=[sitting.event.pk])
    assert "court/alarm.css" in wall.get(here).content.decode()
    rise(sitting, *THERE[:2])
    assert "needed stand with it" not in words(wall.get(here))

    Screen.objects.filter(event=sitting.event).update(shows=table.id)

    for address in (here, reverse("control:projector-asks", args=[sitting.event.pk])):
        answer = wall.get(address)
        page = words(answer)
        assert "/t/abc/screen/" in answer.content.decode()
        assert "2 of 4 needed stand with it" in page
        assert all(sitting.state.seats[seat].name not in page for seat in THERE)
