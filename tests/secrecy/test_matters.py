"""Open matters: decisions and hand-offs are read only at their own desks, a House's question only by its spokesperson."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from control.day.clock.phases import SetClock
from control.day.handoffs import HandOver
from control.day.records import Option
from control.day.rulings import RecordRuling
from control.models import Entry
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase
from tests.control.asking import ask, guard, put_to
from tests.secrecy.planted import AUTHOR, MATE, RIVAL, Hall, addresses, page, player, staff

pytestmark = [pytest.mark.django_db(transaction=True)]

DESKS = {desk.value for desk in Desk}
WHO_READS = {
    "CANARYQUESTION": {"organizer", "war"},
    "CANARYOPTION": {"organizer", "war"},
    "CANARYASKED": {"organizer", "war", "author"},
    "CANARYHANDED": {"organizer", "war", "court"},
    "CANARYRULED": DESKS,
    "CANARYBECAUSE": DESKS,
}


@pytest.fixture
def hall(monkeypatch) -> Hall:
    """The Return of month 1 with a secret in a decision, a House's question, a hand-off and a ruling."""
    cache.clear()
    made = Hall.planted()
    instant = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: instant)
    made.do(SetClock(month=1, phase=Phase.RETURN, seconds=600))
    options = (Option(id="cat", words="CANARYOPTION"), Option(id="wolf", words="Wolf"))
    ask(made.event, guard(made.event, question="CANARYQUESTION?", options=options))
    ask(made.event, put_to(made.event, "cat", id="war-1-famine-cat", question="CANARYASKED?"))
    made.do(HandOver(origin=Desk.WAR, to=Desk.COURT, what="CANARYHANDED"))
    made.do(RecordRuling(rule="R-57", text="CANARYRULED", because="CANARYBECAUSE", desk=Desk.WAR))
    return made


def viewers(hall: Hall) -> dict[str, Client]:
    people = {"author": AUTHOR, "mate": MATE, "rival": RIVAL}
    return {
        "nobody": Client(),
        "no desk": staff(),
        **{who: player(hall.event, seat) for who, seat in people.items()},
        **{desk.value: staff(desk) for desk in Desk},
    }


@pytest.mark.rule("R-17")
def test_each_secret_is_read_by_those_it_is_for_and_nobody_else(hall):
    entries = list(Entry.objects.filter(stream=hall.stream).order_by("-seq"))
    told = {entry.kind: entry for entry in entries} | {entry.seq: entry for entry in entries if "CANARY" in entry.body}
    undo = sorted(
        {f"/control/{hall.event.pk}/journal/{entry.seq}/undo/" for entry in told.values()}
    )  # one of each kind, and secrets
    there = [*undo, *(address for address in addresses(hall.event) if "leave" not in address or address.count("/") > 2)]
    read: dict[str, set[str]] = {secret: set() for secret in WHO_READS}

    for who, client in viewers(hall).items():
        cache.clear()  # the count of wrong codes stops a crawl
        for address in there:
            _status, body = page(client, address)
            for secret in WHO_READS:
                if secret.encode() in body:
                    read[secret].add(who)

    assert read == WHO_READS
