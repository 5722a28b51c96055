"""Every screen of a rehearsal is marked as one, in words, in its title and on paper; no screen of an event is."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client

from control.models import Event
from control.rehearsal.event_copy import Wish, rehearse
from rooms.realm.desks import ALL_DESKS
from tests.secrecy.planted import AUTHOR, addresses, player, raw, staff

pytestmark = pytest.mark.django_db(transaction=True)

BAND = re.compile(rb'<p class="rehearsal-band" data-rehearsal><b>REHEARSAL</b>')
TITLE = re.compile(rb"<title>REHEARSAL \xc2\xb7 ")


def whole_pages(client: Client, event: Event) -> dict[str, bytes]:
    """Every whole page that this client finds, by address; redirects and fragments are left out."""
    cache.clear()
    found = {}
    for address in addresses(event):
        if address.startswith(("/leave", "/debrief")) or "/part/" in address or "WRONGONE" in address:
            continue
        status, body = raw(client, address)
        if status == 200 and b"<!DOCTYPE html" in body:
            found[address] = body
    return found


def unmarked(pages: dict[str, bytes]) -> list[str]:
    return sorted(address for address, body in pages.items() if not (BAND.search(body) and TITLE.search(body)))


def test_every_page_of_a_rehearsal_says_so(event):
    copy = rehearse(event, Wish(begins_in=2))
    own = f"/{copy.pk}/"
    team = {address: body for address, body in whole_pages(staff(*ALL_DESKS), copy).items() if own in address}
    hall = {address: body for address, body in whole_pages(Client(), copy).items() if own in address}
    phone = whole_pages(player(copy, AUTHOR), copy)
    assert len(team) > 50
    assert {f"/screen/{copy.pk}/clock/", f"/screen/{copy.pk}/here/"} <= hall.keys()
    assert {"/play/", "/", "/rules/"} <= phone.keys()
    assert any("print" in address for address in team)
    assert unmarked(team) == unmarked(hall) == unmarked(phone) == []


def test_no_page_of_an_event_says_so(event):
    copy = rehearse(event, Wish())
    olga, cat = staff(*ALL_DESKS), player(event, AUTHOR)
    pages = [
        olga.get(f"/{where}").content.decode()
        for where in (f"control/{event.pk}/", f"print/{event.pk}/", f"screen/{event.pk}/clock/")
    ]
    pages += [cat.get(where).content.decode() for where in ("/play/", "/", "/rules/", "/nowhere/")]
    assert [page for page in pages if "REHEARSAL" in page] == []
    assert "REHEARSAL" in olga.get(f"/screen/{copy.pk}/clock/").content.decode()


def test_a_stranger_learns_nothing_by_the_mark(event):
    copy = rehearse(event, Wish())
    assert "REHEARSAL" not in Client().get(f"/control/{copy.pk}/clock/end/").content.decode()
