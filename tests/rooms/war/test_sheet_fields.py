"""Every field of the war sheet on its whole way. A new field stays red here until no place forgets it (GE-WAR-07, R-16)."""

from __future__ import annotations

import uuid
from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import RequestFactory

from control.day.sheets import Window, typed_in
from control.engine import codec
from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from control.registry import PagePanel
from control.sheets.own_sheet import OwnSheet
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase
from rooms.war.game.orders import CorrectOrders, OrdersCorrected, OrdersOpened
from rooms.war.game.records.orders import GuardOrder
from rooms.war.game.sheets.document import WarSheet, encode, fields_of, parse, sheet_from_form, sheet_of
from rooms.war.game.sheets.form import own_war_sheet
from rooms.war.game.state import record_of
from rooms.war.game.view_paper import filled_sheets, sheet_words
from rooms.war.screens.desk_forms import OrdersForm
from rooms.war.screens.phone_sheet import PHONE
from rooms.war.screens.sheet_panels import BY_HAND
from tests.rooms.war.play import BEAR, CAT, FOG, WARGAME, ZEN, Month, crowned, month, move, recruit

WRITTEN: dict[str, Any] = {  # of each field a value that Wolf's first player may write
    "orders": (move(2, "zen", "aka"), recruit("zen")),
    "extra": ZEN,
    "allies": (BEAR, CAT),
    "betray": True,
    "immortals": (GuardOrder(immortal=1, target=FOG),),
}
FIELDS = pytest.mark.parametrize("name", WarSheet.__struct_fields__)
WOLF_1 = SeatId("wolf-1")
DESK, AUTHOR = Viewer(desks=frozenset({Desk.WAR})), Viewer(seat=WOLF_1)


def sheet_with(name: str) -> WarSheet:
    """A sheet with this field only. A KeyError says that `WRITTEN` needs a value for a new one."""
    found = WarSheet(**{name: WRITTEN[name]})
    assert found != WarSheet()
    return found


def played(sheet: WarSheet, *, phase: Phase = Phase.ACTION) -> Month:
    """Wolf is sent food, and its first player is the Sovereign, who commands Immortals."""
    return crowned(month({"zen": {"wolf": 3}}, {"wolf-1": sheet}, phase=phase), "wolf-1")


class Sent(HTMLParser):
    """The fields that a browser sends if nothing on the page is changed."""

    def __init__(self, panel: PagePanel) -> None:
        super().__init__()
        self.fields: dict[str, list[str]] = {}
        self._list = ""
        context = {"panel": panel.panel, "command_id": uuid.uuid4()}
        self.feed(render_to_string(panel.template, context, RequestFactory().get("/")))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "select":
            self._list = name
        elif tag == "option" and "selected" in given:
            self.fields.setdefault(self._list, []).append(value)
        elif tag == "input" and name and (given.get("type") not in ("checkbox", "radio") or "checked" in given):
            self.fields.setdefault(name, []).append(value)


@FIELDS
def test_a_field_survives_its_document_and_its_form(name):
    sheet = sheet_with(name)

    assert parse(encode(sheet)) == sheet
    assert sheet_from_form(fields_of(sheet)) == sheet


@FIELDS
def test_the_form_on_the_phone_is_sent_again_as_it_was(name):
    sheet = sheet_with(name)
    shown = own_war_sheet(played(sheet, phase=Phase.PLANNING).state, AUTHOR, sheet, None)
    own = OwnSheet(event_id=1, seat=WOLF_1, window=Window(open=True, month=1), sent=None, closes=None, late_words="")

    assert sheet_from_form(Sent(PHONE.draw(own, shown)).fields) == sheet


@FIELDS
def test_the_form_of_the_desk_is_sent_again_as_it_was(name):
    sheet = sheet_with(name)
    typed = BY_HAND.sees(played(sheet).state, DESK, WOLF_1, typed_in(BY_HAND.fields(sheet)))

    assert sheet_from_form(Sent(BY_HAND.draw(typed)).fields) == sheet


@FIELDS
def test_an_opened_sheet_still_says_it(name):
    sheet = sheet_with(name)
    war = played(sheet).through("orders")
    (opened,) = war.all(OrdersOpened)

    assert codec.decode_event(WARGAME, *codec.encode_event(opened)) == opened
    assert [sheet_of(each) for each in record_of(war.state).sheets] == [sheet]


@FIELDS
def test_a_correction_by_hand_says_it_too(name):
    sheet = sheet_with(name)
    war = played(WarSheet()).through("orders")
    entered = BY_HAND.command(WOLF_1, 1, sheet, "misread")
    sent = QueryDict(mutable=True)
    for field, values in {**fields_of(sheet), "month": ["1"], "reason": ["misread"], "command_id": [str(uuid.uuid4())]}.items():
        sent.setlist(field, values)
    form = OrdersForm(sent, player=WOLF_1)

    assert form.is_valid()
    assert form.command() == entered == codec.decode_command(WARGAME, *codec.encode_command(entered))
    (corrected,) = war.do(entered)
    assert isinstance(corrected, OrdersCorrected)
    assert codec.decode_event(WARGAME, *codec.encode_event(corrected)) == corrected
    assert [sheet_of(each) for each in record_of(war.state).sheets] == [sheet]


@FIELDS
def test_it_is_read_on_paper_and_in_words(name):
    sheet, blank = sheet_with(name), WarSheet()
    (printed,), (empty,) = (filled_sheets(played(each).through("orders").state, DESK) for each in (sheet, blank))

    assert printed.lines != empty.lines
    assert sheet_words(played(sheet).state, DESK, sheet) != sheet_words(played(sheet).state, DESK, blank)


def test_a_correction_is_stored_as_ever():
    assert CorrectOrders.__struct_fields__ == ("player", "month", "reason", *WarSheet.__struct_fields__)
