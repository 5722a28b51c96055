"""Ranks, wounds and named Favors changed by hand at the desk: with a reason, journaled, undoable. No hand of cards is shown."""

from __future__ import annotations

import re

import pytest

from control.day.people.lookup import members
from control.models import Entry
from rooms.realm.scenario.ids import HouseId
from tests.control.desks.conftest import words
from tests.events import last_seq

WHY = "misread at the door"


def ranks(day):
    return [seat.id for seat in members(day.state, HouseId("cat"))]


def kinds(day):
    return [favor.id for favor in day.state.scenario.favors]


def held(day, seat):
    return [card.rsplit("#", 1)[0] for card in day.state.seats[seat].purse.favors]


def test_a_rank_is_set_told_and_taken_back(ceremony, running):
    before = ranks(running)

    answer = ceremony.tap("houses/cat-3/rank/", {"before": "3", "rank": "1", "reason": WHY})

    assert "has rank 1, not 3" in words(answer)
    assert ranks(running) == ["cat-3", "cat-1", "cat-2"]
    ceremony.tap(f"journal/{last_seq(running.event)}/undo/", {"reason": "no"})
    assert ranks(running) == before


def test_the_third_wound_kills_and_undo_gives_everything_back(war, running):
    assert "The third wound kills" in words(war.fragment("houses/cat-1/"))

    before = ranks(running)

    war.tap("houses/cat-1/wounds/", {"before": "0", "wounds": "3", "reason": WHY})

    assert (running.state.seats["cat-1"].wounds, running.state.seats["cat-1"].died) == (3, 1)
    assert ranks(running) == [*before[1:], before[0]]
    wound = Entry.objects.get(stream=running.event.stream, kind="WoundsAdjusted")
    war.tap(f"journal/{wound.seq}/undo/", {"reason": "no"})
    assert (running.state.seats["cat-1"].wounds, running.state.seats["cat-1"].died) == (0, None)
    assert ranks(running) == before


def test_a_named_favor_comes_goes_on_and_is_given_up(ceremony, running):
    first, second = kinds(running)[:2]

    ceremony.tap("houses/cat-1/card/", {"favor": first, "goes": "in", "reason": WHY})
    ceremony.tap("houses/cat-1/card/", {"favor": second, "goes": "in", "reason": WHY})
    ceremony.tap("houses/cat-1/card/", {"favor": first, "goes": "wolf-1", "reason": WHY})
    ceremony.tap("houses/cat-1/card/", {"favor": second, "goes": "out", "reason": WHY})

    assert (held(running, "cat-1"), held(running, "wolf-1")) == ([], [first])
    assert [card.rsplit("#", 1)[0] for card in running.state.favor_discards] == [second]


def test_no_hand_is_shown_by_page_answer_or_journal(ceremony, running):
    kind = kinds(running)[0]
    answer = ceremony.tap("houses/cat-1/card/", {"favor": kind, "goes": "in", "reason": WHY})
    with_card = ceremony.fragment("houses/cat-1/").content.decode()
    ceremony.tap("houses/cat-1/card/", {"favor": kind, "goes": "out", "reason": WHY})
    ceremony.tap("houses/cat-1/card/", {"favor": kinds(running)[5], "goes": "in", "reason": WHY})

    without = ceremony.fragment("houses/cat-1/").content.decode()
    name = running.state.scenario.favors[0].name

    assert plain(with_card) == plain(without)
    assert name not in words(answer) + words(ceremony.get("journal/"))


def plain(page):
    """A page without the IDs that change with each request."""
    return re.sub(r'[0-9a-f]{8}-[0-9a-f-]{27}|name="csrfmiddlewaretoken" value="\w+"', "*", page)


@pytest.mark.parametrize(
    ("address", "data", "sentence", "status"),
    [
        ("rank/", {"before": "1", "rank": "9", "reason": WHY}, "has the ranks 1 to 3", 422),
        ("rank/", {"before": "1", "rank": "high", "reason": WHY}, "A rank is a whole number.", 422),
        ("rank/", {"before": "1", "rank": "2", "reason": " "}, "Say why in a few words", 422),
        ("rank/", {"before": "2", "rank": "3", "reason": WHY}, "has rank 1 by now, not 2", 409),
        ("wounds/", {"before": "0", "wounds": "4", "reason": WHY}, "A strip shows 0 to 3 wounds.", 422),
        ("wounds/", {"before": "0", "wounds": "", "reason": WHY}, "Say how many wounds.", 422),
        ("wounds/", {"before": "1", "wounds": "2", "reason": WHY}, "has 0 wounds by now, not 1", 409),
        ("card/", {"favor": "joker", "goes": "in", "reason": WHY}, "There is no such Favor", 422),
        ("card/", {"favor": "our-lady-01", "goes": "", "reason": WHY}, "Say where the card goes.", 422),
        ("card/", {"favor": "our-lady-01", "goes": "dog-1", "reason": WHY}, "No such seat", 422),
        ("card/", {"favor": "our-lady-01", "goes": "out", "reason": WHY}, "ask to be shown the card", 422),
    ],
)
def test_a_wrong_input_is_one_sentence_and_changes_nothing(ceremony, running, address, data, sentence, status):
    before = running.seqs

    answer = ceremony.tap(f"houses/cat-1/{address}", data)

    assert (answer.status_code, running.seqs) == (status, before)
    assert sentence in words(answer)


def test_what_was_refused_stays_unfolded_as_it_was_typed(ceremony, running):
    page = ceremony.tap("houses/cat-1/rank/", {"before": "1", "rank": "3", "reason": ""}).content.decode()

    assert re.search(r'<details id="hand-rank"\s+open>', page)
    assert re.search(r'<option value="3"\s+selected>', page)
    assert not re.search(r'<details id="hand-power"\s+open>', page)


def test_the_buildings_of_the_house_are_one_tap_away(ceremony, running):
    assert f'href="{ceremony.at("in-force/")}#buildings-of-cat"' in ceremony.fragment("houses/cat-1/").content.decode()
