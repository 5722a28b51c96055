"""Pages of the lab: access; starting, stopping and resuming studies; error messages."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from control.day.clock.phases import BeginDay
from control.lab import leases, reports, studies, subjects
from control.lab.models import Study, StudyState
from control.models import Event
from rooms.realm.desks import Desk
from tests.control.hall import an_event
from tests.control.lab.conftest import subject
from tests.events import do
from tests.teams import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_event()


@pytest.fixture
def olga(event) -> Client:
    return member(Desk.ORGANIZER)


def begun(client: Client, **typed: str):
    return client.post(reverse("lab-start"), {"subject": "toy", "against": "", "games": "50", **typed})


def test_the_lab_is_the_organizers(event, olga, study):
    for client, status in ((olga, 200), (member(Desk.WAR), 404), (Client(), 404)):
        assert client.get(reverse("lab")).status_code == status
        assert client.get(reverse("labreport:report", args=[study.pk])).status_code == status
        assert client.get(reverse("lab-progress", args=[study.pk])).status_code == status
    for name in ("lab-stop", "lab-go-on"):
        assert member(Desk.WAR).post(reverse(name, args=[study.pk])).status_code == 404
    assert begun(member(Desk.WAR)).status_code == 404


def test_what_is_studied_of_another_event_is_for_its_organizers(event, olga):
    other = an_event()
    study = studies.begin_study(subjects.event_subject(other), None, 3)

    assert olga.get(reverse("labreport:report", args=[study.pk])).status_code == 404
    assert str(other.name) not in olga.get(reverse("lab")).content.decode().split("</form>")[-1]
    assert f"event/{other.pk}" not in olga.get(reverse("lab")).content.decode()
    assert begun(olga, subject=f"event/{other.pk}").status_code == 422
    assert f"event/{event.pk}" in olga.get(reverse("lab")).content.decode()


def test_a_study_is_begun(olga):
    answer = begun(olga, against="other", games="60")

    study = Study.objects.get()
    assert answer.url == reverse("labreport:report", args=[study.pk])
    assert (study.title, study.games, study.state) == ("The toy toy – The toy other", 60, StudyState.RUNNING)
    assert study.made_by


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"games": "many"}, "Write how many as a whole number."),
        ({"games": "0"}, "At least one has to be played."),
        ({"games": "9999999"}, "That is more than a study may have: a million."),
        ({"games": ""}, "Say how many are to be played."),
        ({"subject": "nothing"}, "Choose one of what is listed."),
        ({"against": "potemkin/4"}, "The toy toy and Potemkin Empire, 4 players are different games"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_and_nothing_is_lost(olga, typed, sentence):
    answer = begun(olga, **{"games": "77", **typed})

    assert answer.status_code == 422
    page = answer.content.decode()
    assert sentence in page
    assert f'value="{typed.get("games", "77")}"' in page
    assert not Study.objects.exists()


def test_none_is_begun_beside_an_event_that_is_played(event, olga):
    do(event, BeginDay())

    answer = begun(olga)

    assert answer.status_code == 422
    assert "is being played, and the lab would slow it down" in answer.content.decode()
    assert not Study.objects.exists()


def test_a_report_whose_study_ends_while_the_page_is_made_loads_again(olga, hands, study, monkeypatch):
    read = reports.side_report

    def read_before_the_end(*given):
        found = read(*given)
        while hands.work(study, "anna"):
            pass
        return found

    monkeypatch.setattr(reports, "side_report", read_before_the_end)

    page = olga.get(reverse("labreport:report", args=[study.pk])).content.decode()

    assert "No game has been played yet." in page
    assert f'hx-get="{reverse("lab-progress", args=[study.pk])}"' in page


def test_how_far_it_is_stop_and_go_on(olga, hands, study):
    hands.work(study, "anna")
    leases.lease_task(study.pk, "ben")
    page = olga.get(reverse("labreport:report", args=[study.pk])).content.decode()
    assert "1 of 40 played, 1 process at work, about 39 s left." in page
    assert ">Stop</button>" in page
    assert ">Continue</button>" not in page

    olga.post(reverse("lab-stop", args=[study.pk]))

    study.refresh_from_db()
    assert study.state == StudyState.STOPPED
    page = olga.get(reverse("lab")).content.decode()
    assert "Stopped: 1 of 40 played." in page

    olga.post(reverse("lab-go-on", args=[study.pk]))

    study.refresh_from_db()
    assert study.state == StudyState.RUNNING
    studies.stop_study(study.pk)
    olga.post(reverse("lab-stop", args=[study.pk]))  # a second tap
    study.refresh_from_db()
    assert study.state == StudyState.STOPPED


def test_a_line_asks_again_while_it_runs_and_has_the_page_drawn_anew_at_the_end(olga, hands, study):
    address = reverse("lab-progress", args=[study.pk])
    running = olga.get(address)
    assert "HX-Refresh" not in running.headers
    assert "It waits for a process that plays." in running.content.decode()
    while hands.work(study, "anna"):
        pass

    done = olga.get(address)

    assert done.headers["HX-Refresh"] == "true"
    assert "All 40 played." in done.content.decode()
    assert "hx-get" not in done.content.decode()


def test_a_difference_stands_on_the_page_with_both_workers(olga, hands, toys, study, twice):
    hands.work(study, "anna")
    toys[b"x"].tricked.add(1)
    hands.work(study, "ben")

    assert "anna and ben: seed 1: moves is 2 and 3" in olga.get(reverse("labreport:report", args=[study.pk])).content.decode()


def test_it_steps_aside_in_words(event, olga, study):
    do(event, BeginDay())

    assert "The lab steps aside while" in olga.get(reverse("lab-progress", args=[study.pk])).content.decode()


def test_what_is_not_installed_any_more_is_still_listed(olga, study):
    Study.objects.filter(pk=study.pk).update(kind="gone/4")

    assert olga.get(reverse("lab")).status_code == 200


def test_subjects_of_the_console_are_offered(olga):
    page = olga.get(reverse("lab")).content.decode()

    for name in ("god_emperor", "god_emperor_small", "potemkin/4", "scythe/5", "statecraft/2", "toy"):
        assert f'value="{name}"' in page
    assert subject().title in page
