"""Guided round: each step points at something on the real page in its real state, and doing it leads to the next step."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.models import User
from django.test import Client

from control import registry, system_time
from control.day.clock.pauses import Resume
from control.engine.language import say
from control.models import Event, Rehearsal
from control.people import staff
from control.rehearsal import conductor
from control.rehearsal import guide as guided
from control.rehearsal.card import Grade, card_in
from control.rehearsal.event_copy import perform_as_leader
from control.rehearsal.models import GuideRun, RehearsalCard
from rooms.realm.frame import NAME
from rooms.underground.game.state import TableId
from rooms.underground.game.tables.lookup import seats_at_table
from tests.control.rehearsal.walking import newcomer

pytestmark = pytest.mark.django_db(transaction=True)

WORDS_A_MINUTE = 200  # reading speed of a newcomer
A_PRESS = 4 / 60  # minutes to find and press a button
OF_TEN_MINUTES = 5
DESKS = {name: guide.desk for name, guide in registry.guides(NAME).items()}


@pytest.mark.parametrize("name", sorted(DESKS))
def test_a_newcomer_who_presses_what_is_pointed_at_comes_to_the_end(event, name):
    newt = newcomer(event, name, DESKS[name])
    taken, said = [], [say(each) for each in newt.guide.also]
    while (step := newt.step()) is not None:
        assert step.name not in taken, f"{step.name} comes twice"
        taken.append(step.name)
        said += [step.do, step.why, *(each.words for each in step.fields)]
        newt.take(step)
    reading = len(" ".join(said).split()) / WORDS_A_MINUTE
    assert reading + len(newt.pressed) * A_PRESS <= OF_TEN_MINUTES, "the other half is for what stands on the pages"
    walk = guided.walk_of(newt.copy, newt.run())
    assert [each.step.name for each in walk.progress.taken] == [each.name for each in newt.guide.steps]
    assert [each.step.name for each in walk.progress.taken if each.at is None] == [], "a step that there was nothing to do for"
    assert any(each.step.trouble for each in walk.progress.taken)


# --- begin, join, leave, resume ---------------------------------------------------------------------------------------------


@pytest.fixture
def walked(event):
    """A newcomer at the War desk before the first step."""
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
    assert begin(walked.client, walked.copy, "court", "join").status_code == 404
    assert "Court desk" not in walked.client.get(f"/control/{walked.copy.pk}/guide/").content.decode()


def somebody_else(event, walked, name: str, guide: str) -> Client:
    """Another member at the desk of this guide, in the event and in the copy."""
    user = User.objects.create_user(name)
    for each in (event, walked.copy):
        staff.seat_account(each, user, {DESKS[guide]}, by="")
    client = Client()
    client.force_login(user)
    return client


def begin(client, event, guide: str, how: str, **more: str):
    return client.post(f"/control/{event.pk}/guide/begin/", {"guide": guide, "how": how, **more})


def test_whoever_joins_again_goes_on_where_the_guide_stood(event, walked):
    walked.take(walked.step())
    assert "newt is at step 2" in walked.client.get(f"/control/{event.pk}/guide/").content.decode()
    press(walked, "leave")
    begin(walked.client, event, "war", "join")
    assert walked.step().name == "orders"
    assert 'data-step="orders"' in panel(walked)


def test_a_rehearsal_that_is_past_what_a_guide_shows_is_not_joined(event, walked):
    carl = somebody_else(event, walked, "carl", "houses")
    page = carl.get(f"/control/{event.pk}/guide/").content.decode()
    assert "join-houses" not in page
    assert "past what this guide shows" in page
    begin(carl, event, "houses", "join")
    assert not GuideRun.objects.filter(event=walked.copy, guide="houses").exists()


def test_nobody_throws_a_rehearsal_away_in_which_others_are_without_being_asked(event, walked):
    cora = somebody_else(event, walked, "cora", "overview")
    asked = begin(cora, event, "court", "new")
    assert Event.objects.filter(pk=walked.copy.pk).exists()
    assert "newt would lose the rehearsal" in cora.get(asked.headers["Location"]).content.decode()
    begin(cora, event, "court", "new", sure="yes")
    assert not Event.objects.filter(pk=walked.copy.pk).exists()


def test_a_guide_whose_phase_is_over_says_so_and_leads_to_another(event, walked):
    assert "guide-more" not in panel(walked)
    guided._end_phase(walked.copy)
    shown = panel(walked)
    assert "The rehearsal has gone on to Return" in shown
    assert f"/control/{event.pk}/guide/" in shown


def test_at_the_table_that_is_shown_several_sit(event):
    newt = newcomer(event, "underground", DESKS["underground"])
    step = newt.step()
    _address, _space, table = step.page.partition(" ")
    assert len(seats_at_table(newt.state, TableId(table))) >= 2
    assert guided.page_of(newt.copy, newt.guide) == step.page, "another table is opened first"
    for other in set(newt.state.tables_of("underground")) - {table}:
        assert newt.pointed(newt.page(f"/control/{newt.copy.pk}/underground/table/{other}/"), step) is None


def test_a_second_newcomer_joins_the_rehearsal_that_runs(event, walked):
    cora = somebody_else(event, walked, "cora", "court")
    assert "Join the rehearsal" in cora.get(f"/control/{event.pk}/guide/").content.decode()
    answer = begin(cora, event, "court", "join")
    assert answer.headers["Location"].startswith(f"/control/{walked.copy.pk}/")
    assert GuideRun.objects.filter(event=walked.copy).count() == 2
    assert walked.step().name == "updates"


def test_whoever_goes_past_what_is_to_be_taken_back_is_not_asked_for_it_any_more(walked):
    while (step := walked.step()) is not None and step.name != "undo":
        walked.take(step)
    walked.take_alone("move")  # by the usual button, though the guide points elsewhere
    assert walked.step().name == "battle"


def test_of_two_presses_on_alone_one_counts(walked):
    GuideRun.objects.filter(pk=walked.run().pk).update(alone_at=system_time.now())
    month = walked.state.clock.month
    press(walked, "alone")
    assert walked.state.clock.month == month
    assert "Alone" not in panel(walked)


def test_after_the_guide_the_next_month_is_done_alone(walked):
    while (step := walked.step()) is not None:
        walked.take(step)
    month = walked.state.clock.month
    press(walked, "alone")
    assert (walked.state.clock.month, walked.state.clock.phase) == (month + 1, "action")
    shown = panel(walked)
    assert "data-step" not in shown
    assert "7 steps still to be done" in shown


# --- together with the leader of the copy -----------------------------------------------------------------------------------


def test_bots_leave_alone_whom_the_guide_keeps_while_the_copy_is_brought_to_its_moment(event, monkeypatch):
    ended = guided._end_phase

    def end(copy) -> None:
        conductor.Conductor().look(system_time.now())
        ended(copy)

    monkeypatch.setattr(conductor, "CLAIMED", 0)
    monkeypatch.setattr(guided, "_end_phase", end)
    newt = newcomer(event, "war", DESKS["war"])
    for name in ("updates", "orders"):
        assert newt.step().name == name
        newt.take(newt.step())
    assert newt.step().name == "paper"


def test_who_has_done_the_month_alone_reads_so_and_has_it_on_the_card(event, walked):
    while (step := walked.step()) is not None:
        walked.take(step)
    press(walked, "alone")
    for name in walked.left():
        walked.take_alone(name)
    assert "You have done it alone" in panel(walked)
    told, alone = guide_lines_of(event, walked)
    assert told.more == f"{len(walked.guide.steps)} of {len(walked.guide.steps)} steps"
    assert (alone.mark, alone.more, alone.value is not None) == (Grade.GOOD, "7 of 7 steps", True)


def test_what_somebody_alone_has_left_is_named_on_the_card_and_what_was_not_tried_as_well(event, walked):
    while (step := walked.step()) is not None:
        walked.take(step)
    assert "not tried" in guide_lines_of(event, walked)[1].more
    Rehearsal.objects.filter(event=walked.copy).update(ended_at=None)
    perform_as_leader(walked.copy, Resume())
    press(walked, "alone")
    first, *_others = walked.left()
    walked.take_alone(first)
    alone = guide_lines_of(event, walked)[1]
    assert alone.more.startswith("1 of 7 steps; not done: ")
    assert (alone.mark, alone.value) == (Grade.POOR, None)


def guide_lines_of(event, newt):
    conductor.finish_rehearsal(Event.objects.select_related("stream", "rehearsal").get(pk=newt.copy.pk))
    card = card_in(RehearsalCard.objects.get(event=event))
    return [line for line in card.lines if line.part == "guide"]
