"""Any moment of a day, as it was and as each player knew it. One entry before a player learned a fact, it is nowhere."""

from __future__ import annotations

import re
import uuid
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from control.day.calls import CallControl
from control.day.news.drafts import DraftNews, compose_lines
from control.day.news.edits import RewordNews, StrikeNews
from control.day.people.view import all_players
from control.day.roster.marks import MarkPerson
from control.day.state import PersonMarks
from control.debrief.access import Audience, DebriefPass, debrief_of_seat, debrief_row, token_of
from control.debrief.front_page import start_view
from control.debrief.knowledge import ToldJournal, past_of, reports_to, stops_of
from control.debrief.opening import open_for
from control.debrief.time_machine import belief_and_truth, moment_view
from control.engine.chronicle import TRUTH, Chronicle, Eye, Fact
from control.engine.context import THE_CLOCK, Actor
from control.engine.ids import SeatId, TeamId
from control.engine.records import replace
from control.engine.reports import ReportKind
from control.journal import desk, journal
from control.journal.news import news_of_round
from control.journal.reports import reports_of_rounds
from rooms.realm.desks import ALL_DESKS
from tests.amounts import THOROUGH

pytestmark = pytest.mark.django_db

OLGA = Actor(name="olga", desks=ALL_DESKS)
FACTS = 24  # of a large day, for which only `make thorough` asks every viewer


def door_of(event) -> DebriefPass:
    return debrief_of_seat(event.pk, token_of(debrief_row(event), SeatId("cat-1")))


def page(event, seq: int, query: str = "") -> str:
    client = Client()
    client.get(reverse("debrief:link", args=[event.pk, debrief_row(event).key]))
    return client.get(reverse("debrief:moment", args=[event.pk, seq]) + query).content.decode()


def shown(door: DebriefPass, seq: int, eye: Eye) -> str:
    """Content of the page of a moment for this viewer: words, links and pictures."""
    moment = moment_view(door, past_of(door.event.stream), seq, eye, None)
    return unescape(render_to_string("control/debrief/_moment.html", {"moment": moment, "event_id": door.event.pk}))


def eyes_of(door: DebriefPass) -> list[Eye]:
    players = door.sight.public(all_players)
    return [
        *(Eye(team=team) for team in {each.team for each in players}),
        *(Eye(team=each.team, seat=each.seat) for each in players),
    ]


@pytest.mark.parametrize(("which", "whole"), [("opened", True), ("month", THOROUGH)])
def test_one_entry_before_it_was_learned_a_fact_is_nowhere(which, whole, request):
    """All facts and viewers of one small day. A sample of a large day, unless in `make thorough`."""
    door = door_of(request.getfixturevalue(which))
    past = past_of(door.event.stream)
    facts = sorted(past.chronicle.facts, key=lambda each: (-each.weight, each.seq))[: None if whole else FACTS]
    assert facts
    asked = 0

    for fact in facts:
        # A sample asks one viewer only, if possible one whom the fact touches.
        eyes = [each for each in eyes_of(door) if past.chronicle.learned(fact, each) != fact.seq]
        close = [each for each in eyes if past.chronicle.audiences(each) & set(fact.touches)]
        for eye in eyes if whole else (close[:1] or eyes[:1]):
            learned = past.chronicle.learned(fact, eye)
            before = max((end for end in past.ends if end < (learned or past.ends[-1] + 1)), default=0)
            if before >= fact.seq:
                asked += 1
                assert fact.words not in shown(door, before, eye), (eye, fact)
            if learned is not None and not fact.over:
                assert fact.words in shown(door, past.settled(learned), eye), (eye, fact)
    assert asked > len(facts) / 4


def test_whoever_did_it_reads_nothing_of_what_came_of_it_before_it_came(month):
    door = door_of(month)
    past = past_of(month.stream)
    asked = 0

    for fact in [each for each in past.chronicle.facts if each.before]:
        until = fact.before[-1][0]
        before = max((end for end in past.ends if end < until), default=0)
        for eye in [each for each in eyes_of(door) if past.chronicle.audiences(each) & set(fact.by)][:2]:
            asked += before >= fact.seq
            assert fact.words not in shown(door, before, eye), (eye, fact)
            assert fact.words in shown(door, past.settled(until), eye) or 0 < fact.over <= past.settled(until)
    assert asked


def test_for_somebodys_eyes_the_future_is_blank(opened):
    past = past_of(opened.stream)
    middle = past.settled(past.ends[-1] // 2)
    for eye in (Eye(team="cat"), Eye(team="cat", seat=SeatId("cat-1"))):
        assert all(each.seq <= middle for each in reports_to(past, eye, middle))
        later = [each for each in stops_of(past, eye, middle) if each.seq > middle]
        assert {each.kind for each in later} <= {"phase"}


def test_a_note_on_a_player_and_a_call_for_help_stay_with_the_team(played):
    seat = journal.head(played.stream).state.seats[SeatId("cat-1")]
    marked = MarkPerson(seat=seat.id, before=seat.marks, after=PersonMarks(first_timer=True, note="Has had an operation"))
    for command, by in (
        (marked, OLGA),
        (CallControl(seat=seat.id, text="I feel sick"), Actor(seat=seat.id)),
    ):
        desk.perform(stream_id=played.stream_id, command=command, by=by, command_id=uuid.uuid4())
    open_for(played, Audience.LINK, "olga")
    played.stream.refresh_from_db()

    last = page(played, played.stream.head)

    assert "Just now" in last
    assert not re.search("operation|feel sick|wants Control|is marked", last)


def test_of_the_news_only_what_was_read_is_told(month):
    """For each matter only the last news line counts; none if it is silent (`control.day.news.drafts`)."""
    past = past_of(month.stream)
    news = [each for each in past.reports if each.report.kind is ReportKind.NEWS and each.report.to == "all"]

    assert all(each.report.words for each in past.reports)
    assert all(each.words for each in stops_of(past, TRUTH, past.ends[-1]))
    read = compose_lines((each.seq, each.report) for each in reports_of_rounds(month.stream, (1,)))
    assert {each.seq for each in news if each.round == 1} == {line.source for line in read}


def test_news_are_told_in_the_words_in_which_they_went_out(month):
    """Control rewords, strikes and adds lines. Only the view of the truth shows the console's first wording."""
    title, lines = news_of_round(month.stream, 1)
    one, two, three = lines[:3]
    for command, by in (
        (DraftNews(round=1, title=title, lines=lines), THE_CLOCK),
        (RewordNews(round=1, line=1, text="The kitchen has burnt down."), OLGA),
        (StrikeNews(round=1, line=2, on=True), OLGA),
        (RewordNews(round=1, line=0, text="Lunch is at one."), OLGA),
    ):
        desk.perform(stream_id=month.stream_id, command=command, by=by, command_id=uuid.uuid4())
    month.stream.refresh_from_db()
    past = past_of(month.stream)

    told = [each.report.words for each in reports_to(past, Eye(team="cat"), past.ends[-1])]
    assert {"The kitchen has burnt down.", "Lunch is at one.", three.text} <= set(told)
    assert not {one.text, two.text} & set(told)
    (burnt,) = [each for each in past.reports if each.report.words == "The kitchen has burnt down."]
    assert burnt.seq == one.source
    assert any(one.text in line.sentence for line in past.lines)


def test_the_truth_knows_everything_from_its_entry_on(opened):
    door, past = door_of(opened), past_of(opened.stream)
    for fact in past.chronicle.facts[:12]:
        seq = past.settled(fact.seq)
        assert fact.words in shown(door, seq, TRUTH) or 0 < fact.over <= seq


def test_what_was_learned_in_the_round_stands_open_and_what_was_before_behind_one_press(opened):
    door, past = door_of(opened), past_of(opened.stream)
    last = past.chronicle.facts[-1]
    rounds = {each.words: each.round for each in past.chronicle.facts}

    (side,) = moment_view(door, past, past.settled(last.seq), TRUTH, None).sides

    assert last.words in [each.words for each in side.facts]
    assert {rounds[each.words] for each in side.facts} == {last.round}
    assert {rounds[each.words] for each in side.older} <= set(range(last.round))
    assert side.older


def test_what_was_not_known_is_said_to_be_not_known(opened):
    door, past = door_of(opened), past_of(opened.stream)
    end = past.ends[-1]

    assert "Power not known" not in shown(door, end, TRUTH)
    assert shown(door, end, Eye(team="cat")).count("Power not known") == 2
    assert shown(door, end, Eye(team="cat", seat=SeatId("cat-1"))).count("purse not known") == 8


def test_the_large_sentence_of_a_moment_is_of_the_newest_round_in_which_something_was_hidden():
    """Not the weightiest of the whole day for the rest of the day."""

    def hidden(round: int, weight: int) -> Fact:
        words = f"{round}: {weight}"
        return Fact(
            id=words,
            kind="plot",
            seq=10 * round + weight,
            round=round,
            words=words,
            seemed=f"not {words}",
            touches=("team:cat",),
            weight=weight,
        )

    facts = (hidden(1, 9), hidden(3, 2), hidden(3, 4), hidden(3, 3), hidden(6, 8))
    past = ToldJournal(lines=(), ends=(99,), chronicle=Chronicle(head=99, facts=facts, members={TeamId("cat"): ()}), reports=())
    eyes = (Eye(team=TeamId("cat")), TRUTH)

    assert belief_and_truth(past, eyes, 25) == ("not 1: 9", "1: 9")
    assert belief_and_truth(past, eyes, 40) == ("not 3: 4", "3: 4")
    assert belief_and_truth(past, eyes, 99) == ("not 6: 8", "6: 8")
    assert belief_and_truth(past, eyes[:1], 40) == belief_and_truth(past, eyes, 5) == ("", "")


def test_a_moment_has_a_stable_link_and_a_slider_gets_the_fragment_alone(opened):
    past = past_of(opened.stream)
    whole = page(opened, 57, "?eye=team-cat&beside=truth")
    client = Client()
    client.get(reverse("debrief:link", args=[opened.pk, debrief_row(opened).key]))
    part = client.get(
        reverse("debrief:moment", args=[opened.pk, 57]), {"eye": "truth"}, headers={"HX-Request": "true"}
    ).content.decode()

    assert f'data-moment="{past.settled(57)}"' in whole
    assert whole.count('<section class="moment-side') == 2
    assert "<html" not in part
    assert part.count('<section class="moment-side') == 1
    assert re.findall(r'href="/debrief/\d+/at/\d+/\?eye=team-cat&amp;beside=truth"', whole)


@pytest.mark.parametrize(("seq", "query"), [(0, ""), (999_999, ""), (5, "?eye=team-dragon"), (5, "?eye=seat-"), (5, "?beside=cat")])
def test_a_moment_or_eyes_that_there_are_not_are_not_found(opened, seq, query):
    client = Client()
    client.get(reverse("debrief:link", args=[opened.pk, debrief_row(opened).key]))

    assert client.get(reverse("debrief:moment", args=[opened.pk, seq]) + query).status_code == 404


def test_the_first_page_says_who_won_and_leads_to_what_decided_it(opened):
    client = Client()
    client.get(reverse("debrief:link", args=[opened.pk, debrief_row(opened).key]))
    first = client.get(reverse("debrief:start", args=[opened.pk])).content.decode()

    links = re.findall(r'href="(/debrief/\d+/at/\d+/)"', first)
    assert "face-crown" in first
    assert len(links) > 3
    turns = re.findall(r'<li><a href="(/debrief/\d+/at/\d+/)"', first)
    assert len(turns) == len(set(turns)) > 2  # only one for each moment
    power = [int(each) for each in re.findall(r'<b class="number">(\d+)</b> Power', first)]
    assert power == sorted(power, reverse=True)
    assert re.findall(r'then-place number">(\d+)', first)[0] == "1"
    assert {client.get(each).status_code for each in links} == {200}


def test_of_news_of_one_sort_the_last_is_what_decided_the_day(month):
    """For example the last taking of the throne, not the first."""
    door = door_of(month)
    past = past_of(month.stream)
    told = [each for each in past.reports if each.report.kind is ReportKind.NEWS and each.report.to == "all"]
    heaviest = max(told, key=lambda each: (each.report.weight, each.seq))
    assert sum(each.report.weight == heaviest.report.weight for each in told) > 1

    assert heaviest.report.words in [each.words for each in start_view(door, past).turns]


def test_of_secrets_of_one_kind_the_two_that_weigh_most_are_told(month):
    def secret(number: int, kind: str, weight: int) -> Fact:
        return Fact(id=f"{number}", kind=kind, seq=number, round=1, words=f"{kind} {number}", weight=weight)

    facts = (secret(1, "plot", 5), secret(2, "plot", 4), secret(3, "plot", 3), secret(4, "oath", 2), secret(5, "oath", 1))
    past = past_of(month.stream)
    made = replace(past, chronicle=replace(past.chronicle, facts=facts), reports=(), ends=(1, 2, 3, 4, past.ends[-1]))

    assert [each.words for each in start_view(door_of(month), made).turns] == ["plot 1", "plot 2", "oath 4"]
