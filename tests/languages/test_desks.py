"""Desks recognize certain words in every language: a label with a prefix, the reason that a rung of the ladder gives."""

from __future__ import annotations

import uuid

import pytest

from control.engine.ids import SeatId
from control.engine.language import say
from control.journal import desk, story
from control.models import Event
from control.watch import ladder
from control.watch.rungs import LadderStep
from megagame.languages import LOCALE, languages
from rooms.realm.game.treasury.power import AdjustPower
from tests.control.desks.conftest import OLGA, day, running  # noqa: F401  # fixtures
from tests.languages.spoken import speaking

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.parametrize("code", languages())]
CAT = SeatId("cat-1")


def withdraw(event: Event, done: desk.CommandResult) -> desk.CommandResult:
    seqs = [entry.seq for entry in done.entries]
    return desk.withdraw(stream_id=event.stream_id, entries=seqs, reason="", by=OLGA, command_id=uuid.uuid4())


def test_what_is_taken_back_and_brought_back_is_told_by_its_own_name(running, code):  # noqa: F811
    with speaking(code, LOCALE):
        before = running.state.seats[CAT].purse.power
        command = AdjustPower(seat=CAT, before=before, power=before + 1, reason="Seven")
        given = desk.perform(stream_id=running.event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())
        taken = withdraw(running.event, given)
        withdraw(running.event, taken)
        done, gone, again = story.lines_of(Event.objects.select_related("stream").get(pk=running.event.pk).stream)[-3:]
        own = next(each.words for each in done.corrections if each.to == f"seat:{CAT}").removesuffix(".")
        for line, what in ((gone, "Taken back"), (again, "Counts again")):
            assert done.label in line.sentence
            assert gone.label not in line.sentence
            told = next(each.words for each in line.corrections if each.to == f"seat:{CAT}")
            assert told == say("{what}: {now}.", what=say(what), now=say("“{what}”", what=own))


def test_the_clock_goes_on_where_a_rung_has_stopped_it(running, code):  # noqa: F811
    with speaking(code, LOCALE):
        for to in (LadderStep.READ_ONLY, LadderStep.PAPER, LadderStep.BACK, LadderStep.LIVE):
            event = Event.objects.select_related("stream").get(pk=running.event.pk)
            ladder.go_to_rung(event, to, OLGA, ladder.rung_of(event))
            clock = running.state.clock
            assert clock.paused == (to is not LadderStep.LIVE)
            assert not clock.paused or str(clock.pause_reason) == ladder.STANDS[to]
