"""Chance of the throne in the debrief: learned from the lab's days of this scenario if there are enough, else plain Power."""

from __future__ import annotations

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace as with_other

from control import system_time
from control.debrief import knowledge as told_again
from control.debrief import timeline
from control.debrief.access import Audience, debrief_of_seat, debrief_row, token_of, wall_token
from control.debrief.chapters import ChapterPlan, chapters_of
from control.debrief.knowledge import past_of
from control.debrief.opening import open_for
from control.debrief.pictures.day_records import day_source
from control.debrief.pictures.gallery import picture, pictures
from control.engine.ids import SeatId
from control.engine.records import replace
from control.journal import journal
from control.lab import debriefing, studies
from control.lab.chance import LEAST, chances
from control.lab.models import Study, StudyTask
from control.lab.outcomes import encode_outcome, pack_outcomes
from control.models import Event
from control.registry import Subject
from rooms.realm.desks import ALL_DESKS
from rooms.realm.frame import NAME
from rooms.realm.game.throne.throne_events import sovereign_house
from rooms.realm.game.treasury.purses import house_power
from tests.control.debrief.conftest import written
from tests.control.hall import an_event
from tests.lab.days import SEEDS, outcome
from tests.scenarios import small
from tests.teams import seated

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept():
    for each in (timeline, told_again, debriefing):
        each.forget()
    yield
    for each in (timeline, told_again, debriefing):
        each.forget()


@pytest.fixture
def opened(db) -> Event:
    """A small day that is open to everybody with the link."""
    event = written("day", "Long Ago")
    open_for(event, Audience.LINK, "olga")
    return event


def days(count: int) -> list:
    """Days of the small scenario: the same few repeated."""
    return [with_other(outcome(SEEDS[number % len(SEEDS)]), seed=number + 1) for number in range(count)]


def study_of(scenario, count: int, *, event: int = 0) -> Study:
    subject = Subject(name="a", title="A", kind=f"day/{NAME}", document=lambda: msgspec.json.encode(scenario), event=event)
    study = studies.begin_study(subject, None, count)
    study.tasks.all().delete()
    body = pack_outcomes([encode_outcome(each) for each in days(count)])
    StudyTask.objects.create(study=study, side="a", first=1, count=count, done_at=system_time.now(), body=body)
    return study


def told(event):
    return day_source(debrief_of_seat(event.pk, token_of(debrief_row(event), SeatId("cat-2"))))


def names(event) -> list[str]:
    found = debriefing.day_with_chances(lambda: told(event), event)
    return [each.name for each in pictures(found or told(event))]


def visitor(event) -> Client:
    client = Client()
    client.get(reverse("debrief:link", args=[event.pk, debrief_row(event).key]))
    return client


def organizer(event) -> Client:
    client, user = Client(), User.objects.create_user(f"otto-{event.pk}")
    seated(user, ALL_DESKS, event)
    client.force_login(user)
    return client


def test_the_chance_stands_right_below_power_once_enough_days_were_played(opened):
    assert "chance" not in names(opened)
    study_of(small(), LEAST - 1)
    assert "chance" not in names(opened)

    study_of(small(), LEAST)

    found = names(opened)
    assert found.index("chance") == found.index("power") + 1
    page = visitor(opened).get(reverse("debrief:pictures", args=[opened.pk])).content.decode()
    assert "Chance of the throne" in page
    assert f"won the throne in {LEAST} days that bots played" in page
    assert visitor(opened).get(reverse("debrief:picture", args=[opened.pk, "chance"])).status_code == 200


def test_it_is_reckoned_from_power_and_throne_as_they_stand_in_the_journal(opened):
    """Checked at the end of each month but the last, whose end is the result."""
    study_of(small(), LEAST)
    shown = debriefing.day_with_chances(lambda: told(opened), opened)
    teams = [each.id for each in shown.teams]
    says = chances(days(LEAST), teams, "winner/team", ("power/{team}", "reign/{team}"))
    drawn = picture(shown, "chance")
    rows = {row[0].words: [cell.words for cell in row[1:]] for row in drawn.table.rows}

    rounds = [each for each in shown.chronicle.rounds if each.number > 0]
    assert len(rounds) >= 2
    for at, span in enumerate(rounds[:-1]):
        state = journal.state_at(opened.stream, span.last)
        power = {team: float(house_power(state, team)) for team in teams}
        reign = {team: float(team == sovereign_house(state)) for team in teams}
        expected = says.at(span.number - 1, (power, reign))
        assert {team.name: rows[team.name][at] for team in shown.teams} == {
            team.name: f"{round(100 * expected[team.id])}%" for team in shown.teams
        }
    winner = sovereign_house(journal.head(opened.stream).state)
    ends = {each.name: "100%" if each.id == winner else "0%" for each in shown.teams}
    assert {name: row[-1] for name, row in rows.items()} == ends


def test_the_wall_tells_the_chance_right_before_the_end_in_a_picture_that_leads_nowhere(opened):
    def ids() -> list[str]:
        door = debrief_of_seat(opened.pk, token_of(debrief_row(opened), SeatId("cat-2")))
        return [each.id for each in chapters_of(door, past_of(opened.stream), ChapterPlan())]

    assert "chance" not in ids()
    study_of(small(), LEAST)
    said = debriefing.day_with_chances(lambda: told(opened), opened).said["chance"]

    assert ids()[-2:] == ["chance", "end"]
    organizer(opened).post(reverse("debrief:stage", args=[opened.pk]), {"press": "show chance"})
    wall = Client().get(reverse("debrief:wall", args=[opened.pk, wall_token(debrief_row(opened))])).content.decode()
    assert said in wall
    assert "pic-curve" in wall
    assert f"/debrief/{opened.pk}/at/" not in wall


def test_days_of_another_scenario_say_nothing_of_this_one(opened):
    study_of(replace(small(), title="Another"), LEAST)
    assert "chance" not in names(opened)

    study_of(replace(small(), title="Another"), LEAST, event=opened.pk)  # this event's own scenario, with its people

    assert "chance" in names(opened)


def test_of_several_studies_the_one_with_the_most_days_speaks_and_anew_when_more_are_played(opened):
    study_of(small(), LEAST)
    most = study_of(small(), LEAST + 6)
    study_of(small(), LEAST + 3)
    assert debriefing.day_with_chances(lambda: told(opened), opened).meanings["chance"].count(f" in {LEAST + 6} days ") == 1

    for more in (1, 6):
        body = pack_outcomes([encode_outcome(with_other(each, seed=each.seed + 1_000 * more)) for each in days(more)])
        StudyTask.objects.create(study=most, side="a", first=1_000 * more + 1, count=more, done_at=system_time.now(), body=body)
        says = debriefing.day_with_chances(lambda: told(opened), opened).meanings["chance"]
        assert f" in {LEAST + 6 if more == 1 else LEAST + 13} days " in says, "anew with a tenth more"


def test_an_organizer_of_the_day_alone_is_told_how_to_have_it(opened):
    address = reverse("debrief:pictures", args=[opened.pk])
    lab = f"{reverse('lab')}?subject=event%2F{opened.pk}"
    mine, theirs = organizer(opened), organizer(an_event())

    assert lab in mine.get(address).content.decode()
    for client in (visitor(opened), theirs):
        assert reverse("lab") not in client.get(address).content.decode()
    assert f'<option value="event/{opened.pk}" selected' in mine.get(lab).content.decode()

    study_of(small(), LEAST)
    assert lab not in mine.get(address).content.decode()
