"""First ten minutes: what each step points at stands on the real page in the state in which it stands, and doing it moves on."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.models import User
from django.test import Client

from control import registry
from control.day.clock.pauses import Resume
from control.models import Event, Rehearsal
from control.people import staff
from control.rehearsal import guided
from control.rehearsal.card import card_in
from control.rehearsal.conductor import finish
from control.rehearsal.copying import give
from control.rehearsal.marks import Mark
from control.rehearsal.stored import GuideRun, RehearsalCard
from rooms.realm.frame import NAME
from tests.control.rehearsal.walking import newcomer

pytestmark = pytest.mark.django_db(transaction=True)

DESKS = {name: guide.desk for name, guide in registry.guides(NAME).items()}


@pytest.mark.parametrize("name", sorted(DESKS))
def test_a_newcomer_who_presses_what_is_pointed_at_comes_to_the_end(event, name):
    newt = newcomer(event, name, DESKS[name])
    taken = []
    while (step := newt.step()) is not None:
        assert step.name not in taken, f"{step.name} comes twice"
        taken.append(step.name)
        newt.take(step)
    walk = guided.walk_of(newt.copy, newt.run())
    assert [each.step.name for each in walk.progress.taken] == [each.name for each in newt.guide.steps]
    assert [each.step.name for each in walk.progress.taken if each.at is None] == [], "a step that there was nothing to do for"
    assert any(each.step.trouble for each in walk.progress.taken)


# --- begun, joined, left, taken up ------------------------------------------------------------------------------------------


@pytest.fixture
def walked(event):
    """Somebody new at the War desk, before the first step."""
    return newcomer(event, "war", DESKS["war"])


def panel(newt, page: str = "war") -> str:
    return newt.client.get(f"/control/{newt.copy.pk}/part/guide/?page={page}").content.decode()


def press(newt, act: str, step: str = ""):
    return newt.client.post(f"/control/{newt.copy.pk}/guide/press/", {"guide": newt.guide.name, "act": act, "step": step})


def test_where_somebody_is_is_the_same_on_another_tablet_and_after_leaving(walked):
    walked.take(walked.step())
    before = panel(walked)
    assert 'data-step="orders"' in before
    press(walked, "leave")
    assert "data-guide-panel" not in panel(walked)
    other = Client()
    other.force_login(User.objects.get(username="newt"))
    other.post(f"/control/{walked.copy.pk}/guide/press/", {"guide": "war", "act": "take-up"})
    assert 'data-step="orders"' in other.get(f"/control/{walked.copy.pk}/part/guide/?page=war").content.decode()
    assert 'data-step="orders"' in panel(walked)


def test_what_is_asked_for_again_is_said_in_the_end(walked):
    for _time in range(2):
        press(walked, "again", "updates")
    press(walked, "again", "no-such-step")
    assert guided.walk_of(walked.copy, walked.run()).asked == {"updates": 2}


def test_another_action_breaks_nothing(walked):
    walked.client.post(f"/control/{walked.copy.pk}/rooms/war/pause/", {"act": "pause", "command_id": str(uuid.uuid4())})
    assert walked.step().name == "updates"


def test_nobody_is_guided_in_the_event_itself(event, walked):
    page = walked.client.get(f"/control/{event.pk}/war/").content.decode()
    assert "data-guide-panel" not in page
    assert "guide.js" not in page
    assert not GuideRun.objects.filter(event=event).exists()


def test_a_guide_of_another_desk_is_not_there(walked):
    begin = walked.client.post(f"/control/{walked.copy.pk}/guide/begin/", {"guide": "court", "how": "join"})
    assert begin.status_code == 404
    assert "Court desk" not in walked.client.get(f"/control/{walked.copy.pk}/guide/").content.decode()


def test_a_second_newcomer_joins_the_rehearsal_that_runs(event, walked):
    staff.seat(event, User.objects.create_user("cora"), {DESKS["court"]}, by="")
    staff.seat(walked.copy, User.objects.get(username="cora"), {DESKS["court"]}, by="")
    cora = Client()
    cora.force_login(User.objects.get(username="cora"))
    assert "Join the rehearsal" in cora.get(f"/control/{event.pk}/guide/").content.decode()
    answer = cora.post(f"/control/{event.pk}/guide/begin/", {"guide": "court", "how": "join"})
    assert answer.headers["Location"].startswith(f"/control/{walked.copy.pk}/")
    assert GuideRun.objects.filter(event=walked.copy).count() == 2
    assert walked.step().name == "updates"


def test_after_the_guide_the_next_month_is_done_alone(walked):
    while (step := walked.step()) is not None:
        walked.take(step)
    month = walked.state.clock.month
    press(walked, "alone")
    assert (walked.state.clock.month, walked.state.clock.phase) == (month + 1, "action")
    shown = panel(walked)
    assert "data-step" not in shown
    assert "7 steps still to be done" in shown


def test_who_has_done_the_month_alone_reads_so_and_has_it_on_the_card(event, walked):
    while (step := walked.step()) is not None:
        walked.take(step)
    press(walked, "alone")
    for name in walked.left():
        walked.take_alone(name)
    assert "You have done it alone" in panel(walked)
    told, alone = guide_lines_of(event, walked)
    assert told.more == f"{len(walked.guide.steps)} of {len(walked.guide.steps)} steps"
    assert (alone.mark, alone.more, alone.value is not None) == (Mark.GOOD, "7 of 7 steps", True)


def test_what_somebody_alone_has_left_is_named_on_the_card_and_what_was_not_tried_as_well(event, walked):
    while (step := walked.step()) is not None:
        walked.take(step)
    assert "not tried" in guide_lines_of(event, walked)[1].more
    Rehearsal.objects.filter(event=walked.copy).update(ended_at=None)
    give(walked.copy, Resume())
    press(walked, "alone")
    first, *_others = walked.left()
    walked.take_alone(first)
    alone = guide_lines_of(event, walked)[1]
    assert alone.more.startswith("1 of 7 steps; not done: ")
    assert (alone.mark, alone.value) == (Mark.POOR, None)


def guide_lines_of(event, newt):
    finish(Event.objects.select_related("stream", "rehearsal").get(pk=newt.copy.pk))
    card = card_in(RehearsalCard.objects.get(event=event))
    return [line for line in card.lines if line.part == "guide"]
