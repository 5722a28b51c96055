"""Pages of the study report: access, links from each figure to its games, and from a game to its time machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from control import system_time
from control.debrief.access import Audience
from control.debrief.models import Debrief
from control.lab import games, reports, studies
from control.lab.debriefing import outcome_of_event
from control.lab.models import LAB, StudyState, StudyTask
from control.lab.outcomes import GameOutcome, encode_outcome, pack_outcomes
from control.lab.studies import StudyView
from control.models import Event
from control.registry import Subject
from control.rulebooks.shelf import rulebook
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.frame import NAME
from tests.control.debrief.conftest import carried, scenarios, written
from tests.lab.days import SEEDS, outcome
from tests.scenarios import small
from tests.teams import seated

pytestmark = pytest.mark.django_db

ONE, TWO, TABLE = 1, 2, 3


class Kept:
    """Store of three studies, open to every account: of days, of two scenarios, of a side table."""

    def __init__(self) -> None:
        self.played_by_now = len(SEEDS)

    def find(self, request, study_id: int) -> reports.StoredStudy | None:
        if not request.user.is_authenticated or study_id not in (ONE, TWO, TABLE):
            return None
        if study_id == TABLE:
            return reports.StoredStudy(id=TABLE, titles={"a": "A table"}, games="games")
        titles = {"a": small().title, "b": "Another"} if study_id == TWO else {"a": small().title}
        document = msgspec.json.encode(small())
        return reports.StoredStudy(id=study_id, titles=titles, realm=NAME, documents=dict.fromkeys(titles, document), games="days")

    def outcomes(self, study_id: int, side: str) -> Iterator[GameOutcome]:
        if study_id == TABLE:
            return iter([GameOutcome(seed=1, names={"winner": "first"}, counts={"turns": 12})])
        return (outcome(seed) for seed in sorted(SEEDS)[: self.played_by_now])

    def as_of(self, study_id: int, side: str) -> str:
        return str(self.played_by_now)

    def progress(self, study_id: int) -> None:
        return None


@pytest.fixture
def kept() -> Iterator[Kept]:
    reports.forget()
    reports.set_keeper(Kept())
    found = reports.keeper()
    assert isinstance(found, Kept)
    yield found
    reports.set_keeper(reports.KEEPER)
    reports.forget()


@pytest.fixture
def olga(kept) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("olga"))
    return client


def address(name: str, *further: int, study: int = ONE) -> str:
    return reverse(f"labreport:{name}", args=[study, *further])


PAGES = (address("report"), address("text"), address("games") + "?figure=battles", address("game", 1), address("coverage"))


@pytest.mark.parametrize("page", PAGES)
def test_a_report_is_there_for_whom_its_study_is(olga, page):
    assert olga.get(page).status_code == 200
    assert Client().get(page).status_code == 404


def test_the_page_that_is_looked_at_is_marked(olga):
    assert 'aria-current="page">Report' in olga.get(address("report")).content.decode()
    assert 'aria-current="page">In the scenario' in olga.get(address("coverage")).content.decode()


def test_where_nobody_keeps_studies_there_are_none(monkeypatch):
    monkeypatch.setattr(reports, "_keeper", None)

    assert Client().get(address("report")).status_code == 404


@pytest.mark.parametrize(
    "page",
    [
        address("report", study=9),
        address("report") + "?side=b",
        address("report") + "?beside=77",
        address("game", 99),
        address("games"),
        address("games") + "?figure=winner/team=nobody",
        address("games") + "?figure=%00",
    ],
)
def test_what_is_not_there_is_not_there(olga, page):
    assert olga.get(page).status_code == 404


def test_every_figure_of_the_page_opens_its_games(olga):
    page = olga.get(address("report")).content.decode()
    links = sorted(set(re.findall(r'href="(/lab/1/games/\?[^"]+)"', page)))

    assert len(links) > 50
    for link in (links[0], links[len(links) // 2], links[-1]):
        behind = olga.get(link.replace("&amp;", "&"))
        assert behind.status_code == 200
        assert re.search(r"/lab/1/game/[123]/\?side=a", behind.content.decode())


def test_the_report_is_made_anew_when_more_games_have_been_played(olga, kept):
    kept.played_by_now = 2
    before = olga.get(address("report")).content.decode()
    kept.played_by_now = 3

    assert "2 games, seeds 1 to 2." in before
    assert "3 games, seeds 1 to 3." in olga.get(address("report")).content.decode()


def test_beside_the_number_of_a_rule_stands_what_it_is_about(olga):
    book = rulebook(NAME, staff=True)
    assert book is not None
    page, text = (olga.get(address(each)).content.decode() for each in ("report", "text"))
    section = page.split('id="rules"')[1].split("</section>")[0]
    told = re.findall(r'<th scope="row">([^<]+?) <small class="lab-told" lang="en">([^<]+)</small>', section)

    assert [id_ for id_, _about in told] == re.findall(r'<th scope="row">([^<]+?)(?: <|<)', section)
    assert told
    for id_, about in told:
        assert unescape(about) == book.book.by_id[id_].about
        assert unescape(about) in text
    id_, about = told[0]
    behind = olga.get(address("games") + f"?figure=rule/{id_.lower()}").content.decode()
    assert f'<p lang="en">{about}</p>' in behind


def test_a_study_that_runs_says_how_many_games_its_report_is_about_and_offers_to_look_again(olga, kept, monkeypatch):
    again = "It is still being played: this is about the 2 games so far."
    kept.played_by_now = 2
    assert again not in olga.get(address("report")).content.decode()

    state = StudyView(id=ONE, title="", size="", state=StudyState.RUNNING, words="", share=0, differences=(), address="", by="olga")
    monkeypatch.setattr(kept, "progress", lambda study_id: state)
    page = olga.get(address("report") + "?side=a").content.decode()
    assert again in page
    assert 'hx-get="?side=a" hx-target="#lab-figures"' in page
    assert page.index('id="lab-figures"') < page.index(again)  # the button is reloaded with the figures


def test_two_sides_stand_against_each_other(olga):
    page = olga.get(address("report", study=TWO)).content.decode()

    assert "After 3 pairs nothing differs by more than chance." in page
    assert f"{address('report', study=TWO)}?side=b" in page
    assert olga.get(address("report", study=TWO) + "?side=b").status_code == 200


def test_a_side_table_has_a_report_and_no_day_to_look_back_on(olga):
    report = olga.get(address("report", study=TABLE)).content.decode()
    assert all(word in report for word in ("turns", "winner", "first"))
    assert "In the scenario" not in report
    reports.forget()
    page = olga.get(address("game", 1, study=TABLE)).content.decode()
    assert "<form" not in page
    refused = olga.post(address("game", 1, study=TABLE))
    assert (refused.status_code, "This game is no day" in refused.content.decode()) == (409, True)


def test_beside_the_lines_of_the_files_stands_how_often_they_mattered(olga):
    page = olga.get(address("coverage")).content.decode()

    assert "scenario.yaml" in page
    assert "This law never passed in 3 days." in page


# --- into the time machine -------------------------------------------------------------------------------------------------


@pytest.fixture
def looked_at(olga):
    """An organizer who has pressed a game's button, the answer, and the event that it made."""
    answer = olga.post(address("game", 3))
    return olga, answer, Event.objects.get()


def test_a_press_writes_the_day_and_leads_into_its_time_machine(looked_at):
    olga, answer, event = looked_at

    assert answer.status_code == 302
    assert answer["Location"] == reverse("debrief:moments", args=[event.pk])
    moment = olga.get(answer["Location"], follow=True)
    assert (moment.status_code, f"Lab: {small().title}, seed 3" in moment.content.decode()) == (200, True)
    assert Client().get(answer["Location"]).status_code == 404


def test_the_day_that_is_written_is_the_one_that_was_counted(looked_at):
    _olga, _answer, event = looked_at
    found, counted = outcome_of_event(event), outcome(3)

    assert found.names == counted.names
    assert found.curves == counted.curves
    assert found.counts == {key: value for key, value in counted.counts.items() if not key.startswith("refused/")}


def test_a_day_is_written_once_and_kept(looked_at):
    olga, answer, _event = looked_at

    assert olga.post(address("game", 3))["Location"] == answer["Location"]
    assert Event.objects.count() == 1


def test_who_presses_while_the_day_is_being_written_is_told_so(olga, monkeypatch):
    monkeypatch.setattr(games, "find_debrief", lambda *_which: None)
    monkeypatch.setattr(games, "commands_of_day", lambda *_which: carried("day"))
    olga.post(address("game", 3))

    again = olga.post(address("game", 3))

    assert (again.status_code, Event.objects.count()) == (409, 1)
    assert "is being written at this moment" in again.content.decode()


def test_no_day_is_written_beside_an_event_that_is_played(olga, monkeypatch):
    monkeypatch.setattr(games, "event_in_play", lambda: "The day")

    refused = olga.post(address("game", 3))

    assert (refused.status_code, Event.objects.count()) == (409, 0)
    assert "A day is being played here" in refused.content.decode()


def test_a_day_of_the_lab_stands_among_no_events(looked_at):
    olga, _answer, event = looked_at

    assert event.slug.startswith(LAB)
    assert not Event.real.exists()
    assert event.name not in olga.get(reverse("control:screens")).content.decode()
    assert event.name not in olga.get(address("report")).content.decode()


@pytest.mark.parametrize(
    "wall", ["/screen/{}/clock/", "/screen/{}/map/", "/screen/{}/here/", "/seals/{}/", "/map/{}/", "/screen/{}/underground/"]
)
def test_a_day_of_the_lab_has_no_screens_in_a_hall(looked_at, wall):
    """A hall screen must not show others what somebody studies."""
    _olga, _answer, event = looked_at

    assert Client().get(wall.format(event.pk)).status_code == 404
    assert Client().get(f"/map/{event.pk}/ground/").status_code == 200  # part of its time machine


# --- a real day for comparison ---------------------------------------------------------------------------------------------


def test_a_real_day_stands_beside_the_games_with_what_was_rare_in_it(olga):
    event = written("day", "In Earnest")
    seated(User.objects.get(username="olga"), ALL_DESKS, event)
    page = olga.get(address("report")).content.decode()
    assert "In Earnest" in page

    beside = olga.get(address("report") + f"?beside={event.pk}").content.decode()

    assert "In Earnest, beside these games" in beside
    assert scenarios()["day"][1] == 3, "a day that is among the games has nothing that is in none of them"
    assert ">never<" not in beside.partition('id="beside"')[2].partition("</section>")[0].replace("</td>", "<")


def test_before_its_debrief_is_open_a_real_day_is_its_organizers_alone(olga):
    event = written("day", "In Earnest")
    Debrief.objects.filter(event=event).update(audience=Audience.SHUT)
    seated(User.objects.get(username="olga"), (Desk.COURT,), event)

    assert "In Earnest" not in olga.get(address("report")).content.decode()
    assert olga.get(address("report") + f"?beside={event.pk}").status_code == 404
    seated(User.objects.get(username="olga"), (Desk.ORGANIZER,), event)
    assert olga.get(address("report") + f"?beside={event.pk}").status_code == 200
    seated(User.objects.get(username="olga"), (Desk.COURT,), event)
    Debrief.objects.update_or_create(event=event, defaults={"audience": Audience.TEAM, "key": "k", "at": system_time.now()})
    assert olga.get(address("report") + f"?beside={event.pk}").status_code == 200


# --- the console's own studies ---------------------------------------------------------------------------------------------


@pytest.fixture
def study(db):
    """A stored study of the small scenario with three games played."""
    reports.forget()
    subject = Subject(name="small", title=small().title, kind=f"day/{NAME}", document=lambda: msgspec.json.encode(small()))
    made = studies.begin_study(subject, subject, len(SEEDS))
    made.tasks.all().delete()
    body = pack_outcomes(encode_outcome(outcome(seed)) for seed in sorted(SEEDS))
    for side in ("a", "b"):
        StudyTask.objects.create(study=made, side=side, first=1, count=len(SEEDS), done_at=system_time.now(), body=body)
    return made


def test_a_study_of_the_console_is_read_by_organizers_alone(study):
    event = written("day", "Ours")
    organizer, war = (User.objects.create_user(name) for name in ("otto", "wanda"))
    seated(organizer, ALL_DESKS, event)
    seated(war, (Desk.WAR,), event)
    pages = {user.username: Client() for user in (organizer, war)}
    for user in (organizer, war):
        pages[user.username].force_login(user)

    assert "3 games, seeds 1 to 3." in pages["otto"].get(address("report", study=study.pk)).content.decode()
    assert pages["wanda"].get(address("report", study=study.pk)).status_code == 404


def test_the_command_tells_the_same_report(study):
    told = reports.told(study)

    assert "Against each other" in told
    assert told.count("3 games, seeds 1 to 3.") == 2
    assert told == reports.told(study)
