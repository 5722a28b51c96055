"""Custom scenarios: an event keeps the author's files for its studies; and what is deleted together with a study."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from control import registry, system_time
from control.debrief.access import Audience
from control.debrief.opening import open_for
from control.engine.records import replace
from control.engine.refusal import Refused
from control.lab import comparison, debriefing, games, leases, reports, studies, subjects
from control.lab.models import ScenarioFiles, Study, StudyTask
from control.lab.outcomes import encode_outcome, pack_outcomes
from control.models import Event, Stream
from control.registry import Subject
from rooms.realm.desks import ALL_DESKS
from rooms.realm.frame import NAME
from tests.control.debrief.conftest import written
from tests.control.hall import an_event
from tests.lab.days import SEEDS, outcome
from tests.scenarios import FIXTURES, small
from tests.teams import seated

pytestmark = pytest.mark.django_db

OWN_WORDS = "# Mine, and nobody else's.\n"


@pytest.fixture(autouse=True)
def nothing_kept():
    reports.forget()
    yield
    reports.forget()


@pytest.fixture
def folder(tmp_path) -> Path:
    """A scenario that does not belong to the console."""
    mine = tmp_path / "mine"
    shutil.copytree(FIXTURES / "god_emperor_small", mine)
    (tmp_path / "god_emperor").symlink_to(FIXTURES / "god_emperor")
    text = (mine / "scenario.yaml").read_text(encoding="utf-8")
    (mine / "scenario.yaml").write_text(OWN_WORDS + text.replace("title: No trade", "title: No trade at all"), encoding="utf-8")
    return mine


def organizer(event: Event) -> Client:
    client, user = Client(), User.objects.create_user(f"otto-{event.pk}")
    seated(user, ALL_DESKS, event)
    client.force_login(user)
    return client


def played(study: Study) -> Study:
    """Store three played days for each side."""
    study.tasks.all().delete()
    body = pack_outcomes(encode_outcome(outcome(seed)) for seed in sorted(SEEDS))
    for side in study.sides:
        StudyTask.objects.create(study=study, side=side, first=1, count=len(SEEDS), done_at=system_time.now(), body=body)
    Study.objects.filter(pk=study.pk).update(state="done")
    return study


def small_subject() -> Subject:
    return Subject(name="small", title=small().title, kind=f"day/{NAME}", document=lambda: msgspec.json.encode(small()))


# --- the author's files ----------------------------------------------------------------------------------------------------


def test_the_scenario_of_an_event_is_read_by_the_lines_of_its_own_files(folder):
    call_command("event", "create", str(folder), "--name", "Ours")
    event = Event.objects.select_related("stream").get()
    shutil.rmtree(folder)  # the event keeps its own copy of the files
    study = played(studies.begin_study(subjects.event_subject(event), None, len(SEEDS)))

    page = organizer(event).get(reverse("labreport:coverage", args=[study.pk])).content.decode()

    assert OWN_WORDS.strip().replace("'", "&#x27;") in page
    assert "title: No trade at all" in page
    assert "This law never passed in 3 days." in page
    assert Client().get(reverse("labreport:coverage", args=[study.pk])).status_code == 404


def test_a_folder_that_is_studied_is_kept_with_it_once(folder):
    for _twice in range(2):
        study = studies.begin_study(subjects.find_subject(str(folder)), None, 1)

    assert ScenarioFiles.objects.count() == 1
    assert subjects.files_of_document(bytes(study.document_a))["scenario.yaml"].startswith(OWN_WORDS)
    assert subjects.files_of_document(b"another") == {}


def test_a_scenario_whose_files_nobody_has_is_listed_by_its_fields_and_says_so():
    own = replace(small(), title="From a file")
    event = an_event()
    event.scenario = msgspec.json.encode(own)
    event.save()
    study = played(studies.begin_study(subjects.event_subject(event), None, len(SEEDS)))

    page = organizer(event).get(reverse("labreport:coverage", args=[study.pk])).content.decode()

    assert "The files of this scenario are not kept here" in page
    assert f"laws[{own.laws[0].id}]" in page


# --- what can be played ----------------------------------------------------------------------------------------------------


def test_an_event_whose_casting_came_from_a_list_is_played_by_nobodys_names():
    event = an_event()
    names = {seat.name for seat in small().casting}
    event.scenario = msgspec.json.encode(replace(small(), casting=()))
    event.save()

    study = studies.begin_study(subjects.event_subject(event), None, 1)

    casting = registry.realm(NAME).rules.load(bytes(study.document_a)).casting
    assert len(casting) == len(small().casting)
    assert not names & {seat.name for seat in casting}


def test_what_nobody_plays_or_nobody_can_read_is_refused_in_a_sentence():
    empty = msgspec.json.encode(replace(small(), casting=()))
    for document, why in ((empty, "nobody plays in it"), (b"{}", "cannot be played here"), (b"\xff", "cannot be played here")):
        with pytest.raises(Refused) as refused:
            studies.begin_study(replace(small_subject(), document=lambda document=document: document), None, 1)
        assert why in refused.value.sentence
        assert "\n" not in refused.value.sentence
    assert not Study.objects.exists()


# --- deleted ---------------------------------------------------------------------------------------------------------------


def test_days_that_were_opened_go_with_their_study_and_no_other_does():
    kept, gone = (played(studies.begin_study(small_subject(), None, len(SEEDS))) for _each in range(2))
    event = written("day", "In Earnest")
    for study in (kept, gone):
        games.debrief_of_game(reports.stored_study(study), "a", 3, "otto")
    client = organizer(event)
    assert Event.objects.count() == 3

    answer = client.post(reverse("lab-throw-away", args=[gone.pk]))

    assert answer.url == reverse("lab")
    assert list(Study.objects.all()) == [kept]
    assert {each.slug for each in Event.objects.all()} == {event.slug, games.slug_of(reports.stored_study(kept), "a", 3)}
    assert Stream.objects.count() == 2
    assert client.get(reverse("labreport:report", args=[gone.pk])).status_code == 404


def test_a_study_that_runs_is_not_thrown_away_and_nobody_elses_is():
    event, other = an_event(), an_event()
    running = studies.begin_study(small_subject(), None, 3)
    theirs = played(studies.begin_study(subjects.event_subject(other), None, 3))
    client = organizer(event)

    client.post(reverse("lab-throw-away", args=[running.pk]))

    assert client.post(reverse("lab-throw-away", args=[theirs.pk])).status_code == 404
    assert client.get(reverse("lab-throw-away", args=[running.pk])).status_code == 405
    assert Study.objects.count() == 2


def test_who_still_plays_a_task_of_what_was_thrown_away_writes_nothing():
    study = studies.begin_study(small_subject(), None, 3)
    task = leases.lease_task(study.pk, "anna")
    assert task is not None
    studies.stop_study(study.pk)
    games.throw_away(study.pk)

    leases.finish_task(task, "anna", b"", 1.0, 1.0)

    assert not StudyTask.objects.exists()


# --- kept and reachable ----------------------------------------------------------------------------------------------------


def test_two_sides_are_held_against_each_other_once_until_more_is_played(monkeypatch):
    study, times = played(studies.begin_study(small_subject(), small_subject(), len(SEEDS))), []
    once = comparison.versus
    monkeypatch.setattr(comparison, "versus", lambda *sides: times.append(1) or once(*sides))
    shelved = reports.stored_study(study)

    first = reports.comparison_sections(shelved)
    assert (reports.comparison_sections(shelved), len(times)) == (first, 1)

    StudyTask.objects.filter(side="b").update(done_at=system_time.now())
    reports.comparison_sections(shelved)
    assert len(times) == 2


def test_the_debriefs_page_for_control_leads_to_the_reports_of_its_scenario_first():
    event = written("day", "In Earnest")
    other = replace(small(), title="Another scenario")
    same = played(studies.begin_study(small_subject(), None, len(SEEDS)))
    played(
        studies.begin_study(
            replace(small_subject(), title="Another", document=lambda: msgspec.json.encode(other)), None, len(SEEDS)
        )
    )
    open_for(event, Audience.TEAM, "otto")
    client = organizer(event)

    page = client.get(reverse("debrief:team", args=[event.pk])).content.decode()

    link = f"{reverse('labreport:report', args=[same.pk])}?side=a&amp;beside={event.pk}#beside"
    assert link in page
    assert page.index(link) < page.index("Another <small")
    assert page.count("this very scenario") == 1
    assert 'id="beside"' in client.get(link.replace("&amp;", "&").partition("#")[0]).content.decode()


def test_for_whom_the_lab_is_closed_no_report_stands_there(rf):
    event = written("day", "In Earnest")
    request = rf.get("/")
    request.user = User.objects.create_user("wanda")

    assert debriefing.reports_beside(request, event) is None
    seated(request.user, ALL_DESKS, an_event())
    assert debriefing.reports_beside(request, event) is None, "an organizer of another event"
