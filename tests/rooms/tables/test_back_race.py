"""Race of an undo with another action: the undo considers every action up to its own moment."""

from __future__ import annotations

import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from control.engine.refusal import Refused, Stale
from control.journal.withdrawals import WITHDRAWN
from control.models import Entry
from rooms.tables import access, lobby, story
from rooms.tables.access import TablePass, open_door
from rooms.tables.game.play import Play
from tests.control.phones import OLGA, hidden
from tests.rooms.tables.shop import Phone, heads, state_of, table_of
from tests.rooms.tables.toy import Choose
from tests.services import PATIENCE

A_WHILE = 1  # seconds that a thread waits for one that may be blocked


@pytest.fixture
def code(anna, boris, clara) -> str:
    """Anna, Boris and Clara play, and Anna has chosen."""
    code = anna.open(chairs="3")
    for phone in (boris, clara):
        phone.press(code, "sit")
    anna.press(code, "begin")
    anna.play(code)
    return code


def door_of(code: str, chair: int) -> TablePass:
    """The table as the person on this chair opens it now."""
    table, sits = table_of(code), state_of(code).chairs[chair]
    return open_door(table, access.TablePerson(id=sits.person, name=sits.name))


def acts(code: str, chair: int) -> None:
    door = door_of(code, chair)
    assert door.person is not None
    lobby.give(door, Play(chair=chair, turn=0, action=Choose(swap=True)), door.person.actor, uuid.uuid4())


def seq_of(anna: Phone, code: str) -> int:
    return int(hidden(anna.look(code), "seq")[0])


def takes_back(door: TablePass, seq: int) -> None:
    lobby.take_back_own(door, seq, uuid.uuid4())


def control_takes_back(door: TablePass, seq: int) -> None:
    lobby.take_back(door, seq, "a wrong card", OLGA, uuid.uuid4())


@pytest.mark.django_db
def test_a_door_that_was_opened_before_somebody_acted_takes_nothing_back(anna, code):
    door, seq = door_of(code, 0), seq_of(anna, code)
    acts(code, 1)
    before = heads(code)

    with pytest.raises(Stale, match="somebody has acted since"):
        takes_back(door, seq)

    assert (heads(code), state_of(code).play.chosen) == (before, {0: False, 1: True})


@pytest.mark.django_db
def test_control_takes_back_what_has_followed_by_now(anna, code):
    door, seq = door_of(code, 0), seq_of(anna, code)
    acts(code, 1)

    control_takes_back(door, seq)

    assert state_of(code).play.chosen == {}


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
@pytest.mark.parametrize("take", [takes_back, control_takes_back])
def test_who_acts_at_the_same_moment_acts_before_it_or_behind_it(anna, code, monkeypatch, take):
    """The other player acts after the last entry is looked up and before it is withdrawn."""
    door, seq = door_of(code, 0), seq_of(anna, code)
    looked, acted, lines_of = threading.Event(), threading.Event(), story.lines_of

    def looks(stream):
        lines = lines_of(stream)
        looked.set()
        acted.wait(A_WHILE)
        return lines

    def other():
        looked.wait(PATIENCE)
        try:
            acts(code, 1)
        except Refused as no:
            return no
        finally:
            acted.set()
            connections.close_all()
        return None

    monkeypatch.setattr(story, "lines_of", looks)
    with ThreadPoolExecutor(1) as threads:
        waits = threads.submit(other)
        take(door, seq)
        refused = waits.result()

    gone = Entry.objects.get(stream=table_of(code).stream, kind=WITHDRAWN)
    chose = Entry.objects.filter(stream=table_of(code).stream, kind="Chosen", actor__endswith=state_of(code).chairs[1].person)
    assert refused is None
    assert [entry.seq > gone.seq for entry in chose] == [True]
    assert state_of(code).play.chosen == {1: True}
