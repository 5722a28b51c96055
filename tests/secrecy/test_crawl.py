"""Crawl of every address as every kind of viewer, with a canary in every secret: nobody reads what is not theirs."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from control.models import Draft, Event, Sheet
from rooms.realm.desks import Desk
from tests.amounts import THOROUGH
from tests.secrecy.planted import AUTHOR, MATE, OTHER, PROPOSAL, RIVAL, Hall, addresses, page, player, raw, staff, steady

pytestmark = [pytest.mark.django_db(transaction=True)]


def crawl(client: Client, event: Event) -> dict[str, tuple[int, bytes]]:
    """Load every address. Live regions are loaded by their own addresses too, since pages contain them as fragments."""
    cache.clear()  # the count of wrong codes would make the second crawl differ
    found = [address for address in addresses(event) if "leave" not in address or address.count("/") > 2]
    return {address: raw(client, address) for address in found}


@pytest.fixture
def hall(monkeypatch) -> Hall:
    """A planted event with a stopped clock, so that "just now" does not become "1 min" between two requests."""
    cache.clear()
    made = Hall.planted()
    instant = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: instant)
    return made


def viewers(event: Event) -> dict[str, Client]:
    return {
        "nobody": Client(),
        "mate": player(event, MATE),
        "rival": player(event, RIVAL),
        "no desk": staff(),
        **{desk.value: staff(desk) for desk in Desk},
    }


LOOK_AGAIN = ("nobody", "mate", "rival", "no desk", "organizer", "war")  # the other desks crawl twice only in `make thorough`
SECRETS = {
    "CANARYREASON": {"staff"},
    "CANARYGIFT": {"staff"},
    "CANARYCALL": {"staff"},
    "CANARYHOUSE": {"staff", "mate"},
    "CANARYFUNERAL": {"staff", "mate"},  # the House that holds it reads its name
    "CANARYMARRIAGE": {"staff"},
    "CANARYPROPOSAL": set(),
    "CANARYSCHEME": set(),
    "CANARYDRAFT": set(),
}
# Every kind of Favor, whoever holds it.
CATALOGUE = re.compile(rb'<select id="member-(?:card|gives-\d)".*?</select>', re.DOTALL)


ID = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|:[0-9a-f]{12}\b")  # random text contains any four digits some day


def test_no_secret_is_found_where_it_does_not_belong_and_a_sealed_sheet_changes_no_other_page(hall):
    """One crawl before the sheets change and one after. Only its owner and the team see the contents of a purse."""
    others, author = viewers(hall.event), player(hall.event, AUTHOR)
    secrets = SECRETS | {hall.card: set()}
    Draft.objects.filter(seat=MATE).delete()  # the mate may read the mate's own draft
    for client in others.values():  # a crawling browser becomes a hall screen, which the organizer's page lists
        client.get(f"/screen/{hall.event.pk}/here/")
    before = {who: crawl(client, hall.event) for who, client in others.items()}
    own = page(author, "/play/")

    Sheet.objects.filter(seat=AUTHOR, kind="war").update(body=OTHER.decode())
    Sheet.objects.filter(kind="proposal").update(body=PROPOSAL.decode().replace("fines", "tariffs").replace("CANARY", "ANOTHER"))
    Draft.objects.update(body='[["order1_kind","recruit"],["extra","ANOTHERDRAFT"]]')
    after = {who: crawl(client, hall.event) for who, client in others.items() if THOROUGH or who in LOOK_AGAIN}

    found = [
        (who, address, secret)
        for who, pages in before.items()
        for address, (_status, body) in pages.items()
        for secret, allowed in secrets.items()
        if allowed_as(who) not in allowed and secret.encode() in CATALOGUE.sub(b"", body)
        # a desk that plays a card for a player without a phone opens the hand; *Access* logs it
        if not (secret == hall.card and address.endswith(f"/favors/{AUTHOR}/") and allowed_as(who) == "staff")
    ]
    changed = [
        (who, address)
        for who, pages in after.items()
        for address, shown in pages.items()
        if not address.endswith("/access/") and "/part/audit/" not in address  # it logs who looked at sheets: the crawl itself
        if steady(shown) != steady(before[who][address])
    ]
    counted = [
        (who, address)
        for who in ("nobody", "rival", "no desk")
        for address, (_status, body) in before[who].items()
        if b"7391" in ID.sub(b"", body)
    ]
    assert found == []
    assert changed == []
    assert counted == []
    assert b"7391" in author.get("/play/").content
    assert_the_console_is_reached(hall.event, before["organizer"])
    assert page(author, "/play/") != own
    assert hall.card.encode() in own[1]
    assert b"ANOTHERDRAFT" in author.get("/play/drafts/").content


def assert_the_console_is_reached(event: Event, pages: dict[str, tuple[int, bytes]]) -> None:
    """A crawl that finds nothing proves nothing unless it reaches the pages."""
    assert len(pages) > 50
    assert {"/play/", f"/control/{event.pk}/", f"/screen/{event.pk}/clock/"} <= pages.keys()
    assert len([address for address, (status, _body) in pages.items() if status == 200]) > 20


def allowed_as(who: str) -> str:
    """Column of the secrets' table to which a viewer belongs."""
    return who if who in ("nobody", "mate", "rival") else "nobody" if who == "no desk" else "staff"


def test_strangers_cannot_tell_what_is_there_from_what_is_not(hall):
    stranger = staff()
    there = stranger.get(f"/control/{hall.event.pk}/")
    not_there = stranger.get("/control/999999/")

    assert (there.status_code, there.content) == (not_there.status_code, not_there.content)
    assert there.status_code == 404
