"""A day played by bots is stored in the journal as the desk would have written it."""

from __future__ import annotations

import pytest

from control.debrief.timeline import chronicle_of, moments_of, state_at
from control.engine import codec
from control.journal import chain, journal

pytestmark = pytest.mark.django_db


def test_it_replays_to_the_same_bytes_and_its_chain_holds(played):
    stream = played.stream

    assert codec.encode_state(journal.state_at(stream, stream.head, from_zero=True)) == codec.encode_state(
        journal.head(stream).state
    )
    assert chain.check(stream).broken_at == 0
    assert stream.snapshots.count() == stream.head // journal.SNAPSHOT_EVERY


def test_a_moment_is_what_it_was_however_it_is_found(played):
    states = {each.seq: each.after for each in moments_of(played.stream)}

    for seq in (1, 57, 100, 101, played.stream.head):
        assert codec.encode_state(state_at(played.stream, seq)) == codec.encode_state(states[seq])


def test_a_chronicle_knows_the_rounds_and_where_everybody_went(played):
    told, state = chronicle_of(played.stream), journal.head(played.stream).state

    assert [each.number for each in told.rounds] == list(range(state.clock.month + 1))
    assert {stay.seat for stay in told.stays} <= set(state.seats)
    assert {stay.round for stay in told.stays if stay.room} == set(range(1, state.clock.month + 1))
