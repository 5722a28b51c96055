"""Reach of an undo: what it also withdraws in every room, whose screens have shown it, and alternatives."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from control.day.clock.steps import EndStep
from control.day.notices import Announce
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.ids import SeatId
from control.journal import corrections
from control.models import Entry, Stream
from control.people import access
from rooms.realm.desks import Desk
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Room
from tests.control.desks.conftest import words
from tests.events import last_seq


def undo(person, seq):
    return words(person.fragment(f"journal/{seq}/undo/"))


def phone(day, seat):
    """A joined phone, as a function that loads an address."""
    client = Client()
    code = access.issue_code(day.event.seats.get(key=seat))
    client.post(f"/j/{code}/")
    return lambda address="/play/": client.get(address)


@pytest.fixture
def fought(action):
    """Month 1 after Battle; returns the day and the first entry of Battle."""
    for step in ("updates", "orders", "favors", "move"):
        action.do(EndStep(room=Room.WAR, month=1, step=step))
    first = last_seq(action.event) + 1
    action.do(EndStep(room=Room.WAR, month=1, step="battle"))
    return action, first


# --- screens that have shown it -----------------------------------------------------------------------------------------


def test_players_are_named_once_their_phones_have_shown_it(organizer, fought):
    day, battle = fought
    cat, wolf = phone(day, "cat-1"), phone(day, "wolf-1")
    names = {seat: day.state.seats[seat].name for seat in ("cat-1", "wolf-1", "ram-1")}
    assert "Seen by no player yet" in undo(organizer, battle)

    cat()
    question = undo(organizer, battle)
    shown, _, spared = question.partition("Not shown yet to")

    assert "Seen already" in shown
    assert names["cat-1"] in shown.partition("Seen already")[2]
    assert names["wolf-1"] in spared
    wolf()
    shown, _, spared = undo(organizer, battle).partition("Not shown yet to")
    assert names["wolf-1"] in shown
    assert names["wolf-1"] not in spared
    assert names["ram-1"] in spared


def test_a_reason_is_typed_only_for_what_a_player_has_seen(organizer, fought):
    day, battle = fought
    cat = phone(day, "cat-1")
    usual = 'value="by mistake"'

    before = organizer.fragment(f"journal/{battle}/undo/").content.decode()
    cat()
    after = organizer.fragment(f"journal/{battle}/undo/").content.decode()

    assert usual in before
    assert usual not in after


def test_many_who_were_spared_are_a_count_that_unfolds(organizer, fought):
    day, battle = fought
    phone(day, "cat-1")()
    spared = len(day.state.seats) - 1
    assert spared > 6
    page = organizer.fragment(f"journal/{battle}/undo/").content.decode()
    folded = page.partition('<details id="undo-spared"')[2].partition("</details>")[0]
    assert f"Not shown yet to {spared} players" in folded
    assert day.state.seats["wolf-1"].name in folded


def test_a_phone_that_asks_and_finds_nothing_new_has_looked_too(organizer, running):
    cat = phone(running, "cat-1")
    cat()
    running.do(CheckIn(seat=SeatId("ram-1"), before=Presence.PRESENT, presence=Presence.LATE))
    running.do(AdjustPower(seat=SeatId("cat-1"), before=0, power=2, reason="chips"))
    seq = last_seq(running.event)
    assert "Seen by no player yet" in undo(organizer, seq)

    cat("/play/fresh/")

    assert running.state.seats["cat-1"].name in undo(organizer, seq)


def test_a_page_drawn_before_shows_nothing_of_it(organizer, running):
    phone(running, "cat-1")()

    running.do(AdjustPower(seat=SeatId("cat-1"), before=0, power=2, reason="chips"))

    assert "Seen by no player yet" in undo(organizer, last_seq(running.event))


def test_what_concerns_one_house_is_not_counted_as_seen_by_another(organizer, running):
    cat, wolf = phone(running, "cat-2"), phone(running, "wolf-1")
    running.do(AdjustPower(seat=SeatId("cat-1"), before=0, power=2, reason="chips"))
    cat()
    wolf()

    question = undo(organizer, last_seq(running.event))

    assert running.state.seats["cat-2"].name in question
    assert running.state.seats["wolf-1"].name not in question


def test_the_halls_map_is_a_witness_and_its_clock_is_not_for_what_the_clock_does_not_show(organizer, fought):
    day, battle = fought
    Client().get(f"/screen/{day.event.pk}/map/")
    assert "The hall’s map" in undo(organizer, battle)

    day.do(AdjustPower(seat=SeatId("cat-1"), before=0, power=2, reason="chips"))
    Client().get(f"/screen/{day.event.pk}/clock/")
    assert "Seen by no player yet" in undo(organizer, last_seq(day.event))


def test_the_control_team_is_named_apart_and_who_asks_is_not(organizer, sits, fought):
    _day, battle = fought
    war, ceremony = sits(Desk.WAR), sits(Desk.CEREMONY)
    ceremony.get("houses/")
    assert "In the control team" not in undo(organizer, battle)

    war.get("war/")

    question = undo(organizer, battle)
    assert "In the control team:" in question
    assert "war" in question.partition("In the control team:")[2].partition(".")[0]
    assert "organizer" not in question.partition("In the control team:")[2].partition(".")[0]


def test_a_lost_memory_costs_a_line_and_no_page(organizer, fought):
    from django.core.cache import cache

    day, battle = fought
    phone(day, "cat-1")()
    cache.clear()

    assert "Seen by no player yet" in undo(organizer, battle)


def test_the_memory_of_one_journal_is_not_that_of_another(running):
    stream = Stream.objects.get(pk=running.event.stream_id)
    corrections.remember_topics(stream.key, "wanda", 7, ("map",))

    other = Stream.objects.create(engine=stream.engine)

    assert corrections.remembered_looks(stream.key, ["staff:wanda:map"])["staff:wanda:map"].seq == 7
    assert corrections.remembered_looks(other.key, ["staff:wanda:map"])["staff:wanda:map"] == corrections.NEVER


# --- what is withdrawn with it ------------------------------------------------------------------------------------------


def test_what_goes_is_told_room_by_room(organizer, fought):
    day, _battle = fought
    first = last_seq(day.event) + 1
    day.do(EndStep(room=Room.WAR, month=1, step="rewards"))

    question = undo(organizer, first)

    assert "This goes with it War Room" in question
    assert "Clock" in question
    assert question.index("War Room") < question.index("Clock")


def test_what_another_desk_may_not_read_is_counted(checkin, sits, running):
    court = sits(Desk.COURT)
    running.do(AdjustPower(seat=SeatId("cat-1"), before=0, power=2, reason="chips"))

    question = undo(court, last_seq(running.event))

    assert "gains 2 Power: chips." in question
    assert "told at the desk" not in question


def test_what_leans_on_it_is_listed_the_last_first_and_each_leads_to_its_own_undo(organizer, fought):
    day, battle = fought
    moved = next(entry.seq for entry in Entry.objects.filter(stream=day.event.stream, label="Move, month 1").order_by("seq"))
    rewards = last_seq(day.event) + 1
    day.do(EndStep(room=Room.WAR, month=1, step="rewards"))

    page = organizer.fragment(f"journal/{moved}/undo/").content.decode()

    assert f"journal/{rewards}/undo/" in page
    assert page.index(f"journal/{rewards}/undo/") < page.index(f"journal/{battle}/undo/")
    assert 'name="reason"' not in page


def test_the_list_of_what_leans_on_it_follows_the_news_until_it_is_empty(organizer, fought):
    day, battle = fought
    moved = next(entry.seq for entry in Entry.objects.filter(stream=day.event.stream, label="Move, month 1").order_by("seq"))
    rewards = last_seq(day.event) + 1
    day.do(EndStep(room=Room.WAR, month=1, step="rewards"))
    shown = organizer.fragment(f"journal/{moved}/undo/").content.decode()
    asks = re.search(rf'hx-get="({organizer.at(f"journal/{moved}/undo/")}\?list)" hx-trigger="journal from:body', shown)

    def asked():
        return organizer.client.get(asks[1], headers={"HX-Request": "true"})

    organizer.tap(f"journal/{rewards}/undo/", {"reason": "slip"})
    fewer = asked()
    organizer.tap(f"journal/{battle}/undo/", {"reason": "slip"})
    none = asked()

    assert f"journal/{rewards}/undo/" not in fewer.content.decode()
    assert f"journal/{battle}/undo/" in fewer.content.decode()
    assert "HX-Retarget" not in fewer.headers
    assert (none.headers["HX-Retarget"], 'name="reason"' in none.content.decode()) == ("#ask", True)


# --- alternatives -------------------------------------------------------------------------------------------------------


def test_a_reveal_cannot_be_unseen_and_the_correction_is_offered(war, action):
    action.do(EndStep(room=Room.WAR, month=1, step="updates"))
    first = last_seq(action.event) + 1
    action.do(EndStep(room=Room.WAR, month=1, step="orders"))

    page = war.fragment(f"journal/{first}/undo/")

    assert "It cannot be taken back." in words(page)
    assert "“Orders, month 1” stays" in words(page)
    assert "A reveal cannot be unseen" in words(page)
    assert f'href="{war.at("war/")}"' in page.content.decode()
    assert "War Room by hand" in words(page)
    assert "on its desk, tap the region, player or card that is wrong." in words(page)
    assert 'name="reason"' not in page.content.decode()


def test_what_was_seen_is_offered_to_be_put_right_by_hand_with_the_people_it_touches(organizer, running):
    cat = phone(running, "cat-1")
    running.do(AdjustPower(seat=SeatId("cat-1"), before=0, power=2, reason="chips"))
    cat()

    page = organizer.fragment(f"journal/{last_seq(running.event)}/undo/")

    assert "It cannot be unseen." in words(page)
    assert f'href="{organizer.at("houses/cat-1/")}"' in page.content.decode()
    assert 'name="reason"' in page.content.decode()


def test_an_announcement_is_put_right_by_another(organizer, running):
    running.do(Announce(text="Hear!"))

    page = organizer.fragment(f"journal/{last_seq(running.event)}/undo/")

    assert f'href="{organizer.at("announce/")}"' in page.content.decode()


def test_a_desk_is_offered_no_way_that_is_not_its_own(checkin, running):
    checkin.tap("people/mark/", {"mark": "cat-1 present late"})
    phone(running, "cat-1")()

    page = checkin.fragment(f"journal/{last_seq(running.event)}/undo/").content.decode()

    assert checkin.at("houses/cat-1/") not in page
    assert checkin.at("announce/") in page
