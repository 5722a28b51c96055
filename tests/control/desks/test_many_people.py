"""Lists of a hall larger than a screen: the rows shown at first, and ways to find the others."""

from __future__ import annotations

import re

from control.people import check_in as people
from rooms.realm.screens import houses

SEAT = re.compile(r'id="more-([^"]+)"')
STRIP = re.compile(r'id="strip-([^"]+)"')


def test_the_list_shows_so_many_and_says_how_many_more(checkin, day, monkeypatch):
    everybody = SEAT.findall(checkin.get("people/").content.decode())
    monkeypatch.setattr(people, "ROWS", 2)

    page = checkin.get("people/").content.decode()

    assert SEAT.findall(page) == everybody[:2]
    assert f"{len(everybody) - 2} more stand" in page
    further = re.search(r'id="people-further" href="[^"?]*\?([^"]*)"', page).group(1).replace("&amp;", "&")
    assert SEAT.findall(checkin.get(f"people/?{further}").content.decode()) == everybody[:4]
    assert SEAT.findall(checkin.fragment(f"part/people/?{further}").content.decode()) == everybody[:4]  # and it stays so


def test_search_finds_whoever_is_not_shown(checkin, day, monkeypatch):
    monkeypatch.setattr(people, "ROWS", 1)

    assert SEAT.findall(checkin.get("people/?q=&team=wolf").content.decode()) == ["wolf-1"]


def test_nonsense_for_rows_is_no_more_than_usual(checkin, day, monkeypatch):
    monkeypatch.setattr(people, "ROWS", 1)

    for asked in ("-5", "1e9", "", "999999"):
        assert len(SEAT.findall(checkin.get(f"people/?rows={asked}").content.decode())) == 1


def test_a_large_house_is_unfolded_and_stays_so(organizer, day, monkeypatch):
    everybody = STRIP.findall(organizer.get("houses/").content.decode())
    monkeypatch.setattr(houses, "STRIPS", 1)
    folded = organizer.get("houses/").content.decode()
    assert "cat-2" not in STRIP.findall(folded)
    assert 'id="whole-cat"' in folded

    page = organizer.get("houses/?all=cat").content.decode()

    cats = [seat for seat in everybody if seat.startswith("cat-")]
    assert [seat for seat in STRIP.findall(page) if seat.startswith("cat-")] == cats
    assert 'name="all" value="cat"' in page  # the region's later requests include it
    assert 'id="whole-cat"' not in page
