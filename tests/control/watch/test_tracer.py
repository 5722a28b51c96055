"""The tracer goes the way of every order and leaves no trace in the event. Any break on the way gives a red line."""

from __future__ import annotations

import pytest
from django.db import OperationalError

from control.engine import codec
from control.engine.ids import SeatId
from control.journal import journal
from control.models import Draft, Sheet, SheetLock
from control.sheets import sheets, tracer_order
from control.sheets import store as sheet_store
from control.watch import tracer
from control.watch.preflight_lines import LightColour
from tests.control.hall import in_planning, phone_of, serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture
def event():
    event = in_planning("cat-1")
    event.stream.refresh_from_db()
    yield event
    sheets.stop()


def everything(event):
    event.stream.refresh_from_db()
    return (event.stream.head, bytes(event.stream.state), Sheet.objects.count(), SheetLock.objects.count(), Draft.objects.count())


def test_it_comes_back_green_and_leaves_nothing(event):
    before = everything(event)

    found = tracer.send_tracer(event, 1, "month 1, planning")

    assert found.colour is LightColour.GREEN, found.words
    assert "sent, sealed, read back and drawn in" in found.words
    assert everything(event) == before
    again = codec.encode_state(journal.state_at(event.stream, event.stream.head, from_zero=True))
    assert again == bytes(event.stream.state)


def test_it_is_stored_as_an_order_while_it_is_on_its_way(event, monkeypatch):
    seen = []
    real = tracer.render_to_string

    def drawn(*given):
        seen.extend(Sheet.objects.values_list("seat", "kind", "late"))
        seen.append(sheets.seats_sent(event, "war", 1))
        return real(*given)

    monkeypatch.setattr(tracer, "render_to_string", drawn)
    assert tracer.send_tracer(event, 1, "x").colour is LightColour.GREEN
    assert seen == [("tracer", "tracer", False), frozenset()]


@pytest.mark.parametrize(
    ("place", "name", "what", "words"),
    [
        (sheet_store, "_write_new", OperationalError("disk full at /home/x"), "sent and not stored"),
        (tracer, "render_to_string", ValueError("secret"), "was lost: ValueError"),
        (tracer, "render_to_string", None, "read back and not drawn"),
    ],
)
def test_what_breaks_on_its_way_is_said(event, monkeypatch, place, name, what, words):
    def broken(*_given, **_named):
        if what is None:
            return "<p>an empty page</p>"
        raise what

    monkeypatch.setattr(place, name, broken)
    found = tracer.send_tracer(event, 1, "x")
    assert found.colour is LightColour.RED
    assert words in found.words
    assert "secret" not in found.words
    assert "/home" not in found.words
    assert found.mend
    assert not Sheet.objects.exists()


def test_it_is_sent_once_a_phase_and_again_as_long_as_it_is_lost(event, monkeypatch):
    sent = []
    real = tracer.send_tracer
    monkeypatch.setattr(tracer, "send_tracer", lambda *given: (sent.append(given[2]), real(*given))[1])

    first = tracer.check_tracer(event)
    assert tracer.check_tracer(event).words == first.words
    assert len(sent) == 1
    monkeypatch.setattr(tracer, "phase_mark", lambda _state: "month 1, movement")
    monkeypatch.setattr(tracer, "render_to_string", lambda *_given: "")
    assert tracer.check_tracer(event).colour is LightColour.RED
    tracer.check_tracer(event)
    assert sent[1:] == ["month 1, movement"] * 2


def test_no_phone_can_send_it(event):
    with serving() as hall, hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
        receipt = phone.send_sheet({"mark": "x"}, kind=tracer_order.KIND)
        assert receipt["status"] == "refused"
    assert SeatId("tracer") == tracer_order.SEAT
    assert tracer_order.SEAT not in journal.head(event.stream).state.seats
    assert not Sheet.objects.exists()
