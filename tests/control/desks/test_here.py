"""Presence of other members, in words: at this step, at this desk, elsewhere; and who has claimed a step. It warns, never locks."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.utils import timezone

from control.desks.frame import DeskSight
from control.journal.journal import head
from control.live import attendant
from control.live.presence import ScreenSpot
from control.models import Stream
from control.people.access import DeskPass
from control.regions.sight import Sight
from rooms.realm.desks import Desk
from tests.control.desks.conftest import words


@pytest.fixture
def there(monkeypatch):
    """Set the screens of the control team that are online."""

    def put(*spots):
        monkeypatch.setattr(attendant, "staff_screens", lambda event: spots)

    put()
    return put


def at(name, page="war", step="", claimed_at=0.0):
    return ScreenSpot(name=name, page=page, step=step, claimed_at=claimed_at)


def shown(person, page="war"):
    return words(person.fragment(f"part/here/?page={page}"))


def test_who_is_alone_reads_nothing(war, action, there):
    there(at("war", step="updates"))

    assert shown(war) == ""


def test_who_looks_at_the_same_step_is_named(war, action, there):
    there(at("war", step="updates"), at("ben", step="updates"), at("cora", step="updates"))

    assert shown(war) == "ben, cora are looking at Updates too. I take Updates"


def test_who_stands_at_the_desk_without_looking_is_here_and_who_does_not_is_elsewhere(war, action, there):
    there(at("ben", step=""), at("cora", page="court", step="proposals"), at("dora", page="people"))

    assert shown(war) == "ben here cora at Court dora at Check-in"


def test_who_stands_here_and_has_a_second_screen_elsewhere_is_named_once(war, action, there):
    there(at("ben", step=""), at("ben", page="court", step="proposals"), at("cora", step="updates"), at("cora", page="people"))

    assert shown(war) == "cora is looking at Updates too. I take Updates ben here"


def test_a_step_that_somebody_has_taken_is_a_warning_and_no_lock(war, action, there):
    there(at("war", step="updates"), at("ben", step="updates", claimed_at=5.0))

    assert shown(war) == "ben has taken Updates. Ask before you press. I take it over"
    assert "disabled" not in war.fragment("part/war-steps/").content.decode().partition('id="apply-updates"')[2].partition(">")[0]
    assert war.tap("war/step/", {"month": "1", "step": "updates"}).status_code == 200


def test_who_took_it_last_has_it(war, action, there):
    there(at("war", step="updates", claimed_at=7.0), at("ben", step="updates", claimed_at=5.0))

    assert shown(war) == "You have taken Updates ; ben is looking at it too. Give it back"


def test_a_claim_on_a_step_that_is_over_says_nothing(war, action, there):
    there(at("ben", step="updates", claimed_at=5.0))
    war.tap("war/step/", {"month": "1", "step": "updates"})

    assert shown(war) == "ben here , at Updates"


def test_one_account_on_two_screens_is_told_so(war, action, there):
    there(at("war", step="updates"), at("war", step="updates"))

    assert shown(war) == "You are looking at Updates on another screen too. I take Updates"


def test_every_page_has_it_and_asks_as_itself(organizer, action, there):
    there(at("ben", page="houses"))

    houses, overview = (organizer.get(address).content.decode() for address in ("houses/", ""))

    assert 'data-here="houses"' in houses
    assert "part/here/?page=houses" in houses
    assert "ben <b>here</b>" in houses
    assert "ben at Houses" in overview


def test_a_page_of_no_name_is_harmless(war, action, there):
    there(at("ben"))

    assert shown(war, page="%3Cscript%3E") == "ben at War Room"
    assert shown(war, page="") == "ben at War Room"


def test_players_and_strangers_are_not_told(player, nobody, action, there):
    there(at("ben", step="updates"))

    assert player.fragment("part/here/?page=war").status_code == 404
    assert nobody.fragment("part/here/?page=war").status_code == 404
    assert "ben" not in words(player.client.get("/play/"))


def test_before_the_day_there_is_no_step_to_take(day, there):
    from control.people.presence import company_view

    stream = Stream.objects.get(pk=day.event.stream_id)
    door = DeskPass(event=day.event, name="war", desks=frozenset({Desk.WAR}))
    sight = Sight(head(stream).state, door.viewer)
    seen = DeskSight(door=door, sight=sight, seq=stream.head, now=timezone.now(), query=QueryDict())

    view = company_view(seen, "war", (at("ben", step="updates", claimed_at=3.0),))

    assert (view.step, view.taken_by, view.at_step) == (None, "", ())


def test_who_counts_another_sheet_is_elsewhere(war, action, there):
    there(at("ben", page="count-board"), at("cora", page="count-purses"))

    assert shown(war, "count-board") == "ben here cora at Counting: Purses"
    assert 'data-here="count-board"' in war.get("count/board/").content.decode()
