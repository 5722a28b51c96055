"""Kept input and labels of a hand: a refused form keeps its choices; hands of bots and of the history are marked as such."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace as with_fields

from rooms.tables.potemkin.game.actions import Pick
from rooms.tables.potemkin.game.state import Phase
from tests.rooms.tables.phones import forms_in, words_in
from tests.rooms.tables.potemkin.play import CULTURE, ESPIONAGE, INDUSTRY, A, B, C, after, house, opened, played_on, side, table
from tests.rooms.tables.potemkin.screens import drawn_for, hand_for, seen_by

SPIES = table(
    side(house(ESPIONAGE, "fake-1", agents=2), house(CULTURE, "fake-2"), hand="culture-1"),
    side(house(INDUSTRY, "fake-3"), house(CULTURE, "culture-2")),
    side(house(CULTURE, "culture-3")),
    turn=A,
    shield=B,
)


def chosen(html: str) -> list[str]:
    """Selected options of the lists, in order."""
    return re.findall(r'<option value="([^"]*)" selected>', html)


def test_a_first_page_has_nothing_chosen():
    page = hand_for(SPIES, A)

    assert chosen(page) == []
    assert 'value="build" checked' in page


def test_spies_that_were_refused_stand_where_they_were_sent():
    homes, [target, other, third] = [1, 1], [each.id for each in (*SPIES.sides[B].village, *SPIES.sides[C].village)]
    typed = {"act": ["spy"], "agent": [str(each) for each in homes], "target": [str(third), str(target)]}

    page = hand_for(SPIES, A, typed=typed)

    assert chosen(page) == [str(third), str(target)]
    assert 'value="spy" checked' in page
    assert 'value="build" checked' not in page
    assert other not in chosen(page)


def test_the_list_says_what_the_shield_covers():
    assert "(shielded: only with an agent who removes the shield)" in words_in(hand_for(SPIES, A))


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param({"act": ["spy"], "agent": ["1"], "target": ['9"><b>']}, id="what is no target"),
        pytest.param({"act": ["spy"], "target": []}, id="nothing"),
        pytest.param({"act": ["no-such-thing"], "target": ["999"]}, id="another form"),
    ],
)
def test_what_makes_no_sense_is_not_kept(typed):
    page = hand_for(SPIES, A, typed=typed)

    assert chosen(page) == []
    assert '9"><b>' not in page


def test_numbers_of_agents_that_were_refused_stay():
    state = table(
        side(house(ESPIONAGE, "fake-1"), house(ESPIONAGE, "fake-2"), spent=3),
        side(),
        side(),
        phase=Phase.READY_AGENTS,
    )
    homes = [each.id for each in state.sides[A].village]
    typed = {"act": ["place-agents"], f"count-{homes[0]}": ["3"], f"count-{homes[1]}": ["3"]}

    (form,) = forms_in(hand_for(state, A, typed=typed))

    assert [value for _name, value, _most in form.numbers] == ["3", "3"]


def as_bot(state, player):
    """The hand of a player for whom a bot plays."""
    seen = seen_by(state, player)
    chairs = tuple([with_fields(chair, bot="steady") if at == player else chair for at, chair in enumerate(seen.table.chairs)])
    return drawn_for(with_fields(seen, table=with_fields(seen.table, chairs=chairs), offers=()))


class TestABotPlays:
    def test_who_is_picking_and_who_has_picked_is_the_bot(self):
        state = opened()
        assert "The bot at your chair is picking" in as_bot(state, A)

        picked = after(state, (A, Pick(state.sides[A].pack[0])))

        page = as_bot(picked, A)
        assert "The bot at your chair has picked" in page
        assert "It keeps “" in page
        assert "You have picked" in hand_for(picked, A)
        assert "You have picked" not in page

    def test_whose_turn_it_is_too(self):
        assert "The bot at your chair plays" in as_bot(SPIES, A)
        assert "The bot may" in words_in(as_bot(SPIES, A))
        assert "Your turn" in hand_for(SPIES, A)


@pytest.mark.parametrize("players", [3, 5])
def test_every_moment_of_a_game_can_be_looked_at_later_with_all_eyes(players):
    """The history shows hands without buttons."""
    for at, (state, _player, _action, _played) in enumerate(played_on(players, players)):
        if at % 5:
            continue
        for eyes in (None, *range(players)):
            seen = with_fields(seen_by(state, eyes), offers=())
            page = drawn_for(seen)
            assert "<form" not in page
            assert "You have picked" not in page or state.sides[eyes].pick is not None
