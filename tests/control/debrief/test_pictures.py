"""Pictures of a played day agree with its journal, and each has a page for everybody with access to the debrief."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from control.day.clock.phase_events import PhaseBegan, PhaseEnded
from control.day.people.lookup import choice_of
from control.debrief.access import Audience, debrief_of_seat, debrief_row, token_of
from control.debrief.opening import open_for
from control.debrief.pictures.day_records import day_source
from control.debrief.pictures.gallery import pictures
from control.debrief.pictures.scale import number_words
from control.debrief.timeline import chronicle_of, moments_of
from control.engine.ids import SeatId
from control.engine.records import replace
from control.journal import journal

pytestmark = pytest.mark.django_db


def told(event):
    return day_source(debrief_of_seat(event.pk, token_of(debrief_row(event), SeatId("cat-2"))))


def of_kind(event, kind):
    return [each for each in pictures(told(event)) if each.kind == kind]


def visitor(event) -> Client:
    client = Client()
    client.get(reverse("debrief:link", args=[event.pk, debrief_row(event).key]))
    return client


def cells(picture):
    return {row[0].words: [cell.words for cell in row[1:]] for row in picture.table.rows}


def test_numbers_and_shares_are_the_last_points_of_each_round(month):
    points, day = chronicle_of(month.stream).points, told(month)
    shown = [*of_kind(month, "lines"), *of_kind(month, "bands")]

    assert {each.name for each in shown} == {each.series for each in points}
    for picture in shown:
        for team in day.teams:
            last = [each.value for each in points if each.series == picture.name and each.team == team.id and each.round <= 1]
            if last:
                assert cells(picture)[team.name][0] == number_words(last[-1])


def test_power_in_the_picture_is_power_in_the_houses_purses(month):
    state = journal.head(month.stream).state
    (power,) = [each for each in of_kind(month, "lines") if each.name == "power"]

    purses = {team.name: sum(seat.purse.power for seat in state.seats.values() if seat.team == team.id) for team in state.teams}
    assert {name: float(values[-1]) for name, values in cells(power).items()} == purses


def test_phases_lasted_as_long_as_their_entries_say(opened):
    state = journal.head(opened.stream).state
    found = {PhaseBegan: [], PhaseEnded: []}
    for moment in moments_of(opened.stream):
        if type(moment.event) in found:
            found[type(moment.event)].append(moment.event.at)
    run = told(opened).run

    assert len(run.runs) == len(state.timetable.months) * len(state.frame.phases)
    assert [(each.began, each.ended) for each in run.runs] == list(zip(found[PhaseBegan], found[PhaseEnded], strict=True))
    plans = [plan.minutes[phase] for plan in state.timetable.months for phase in state.frame.phase_ids]
    assert [each.planned for each in run.runs] == [timedelta(minutes=each) for each in plans]
    (picture,) = of_kind(opened, "delays")
    assert len(picture.table.rows) == len(run.runs)


def test_everybody_is_drawn_in_the_room_that_the_journal_has_them_in(opened):
    last = {}
    for moment in moments_of(opened.stream):
        number = moment.after.clock.month
        last[number] = {seat.id: choice_of(moment.after, seat) for seat in moment.after.seats.values()}
    day = told(opened)
    (picture,) = of_kind(opened, "paths")
    names = {None: "Nowhere", **dict(day.rooms)}

    for seat, player in day.players.items():
        if player.name in cells(picture):
            rounds = range(1, len(day.chronicle.rounds))
            assert cells(picture)[player.name] == [names[last[number].get(seat)] for number in rounds]


def test_every_tie_and_every_life_is_drawn(month):
    records, day = chronicle_of(month.stream), told(month)
    between = [each for each in records.ties if day.team_of(each.one) and day.team_of(each.other)]
    (web,) = of_kind(month, "web")

    whole = web.shape.panels[0]
    assert sum(edge.count for edge in whole.edges) == len(between) > 0
    assert {row[0].seq for row in web.table.rows} == {each.seq for each in between}
    drawn = {
        (picture.name, tuple(turn.seq for turn in row.turns)) for picture in of_kind(month, "lives") for row in picture.shape.rows
    }
    assert drawn == {(each.lane, tuple(sorted(turn.seq for turn in each.turns))) for each in records.lives if each.turns}


def test_each_picture_has_a_page_of_its_own_with_a_table(month):
    client = visitor(month)
    page = client.get(reverse("debrief:pictures", args=[month.pk])).content.decode()

    for each in pictures(told(month)):
        address = reverse("debrief:picture", args=[month.pk, each.name])
        own = client.get(address).content.decode()
        assert address in page
        assert own.count("<table") == 1
        assert each.meaning in unescape(own)
        assert "<svg" in own
        assert not re.search(r"(nan|inf)\b", " ".join(re.findall(r' (?:x|y|d|cx|cy|width|points)="([^"]*)"', own)))
    assert client.get(reverse("debrief:picture", args=[month.pk, "nothing"])).status_code == 404
    assert {each.name for each in pictures(told(month)) if each.meaning} == {"regions", "castles"}  # unclear by name


def test_a_life_is_sent_once_and_not_for_every_width(month):
    """A day of ten months has five hundred turns of schemes. Sending each of them five times makes half a megabyte."""
    client, (schemes,) = visitor(month), [each for each in of_kind(month, "lives") if each.name == "scheme"]
    own = client.get(reverse("debrief:picture", args=[month.pk, "scheme"])).content.decode()

    for row in schemes.shape.rows:
        for turn in row.turns:
            assert turn.words in unescape(own)
    addresses = re.findall(r'href="/debrief/\d+/at/\d+/"', own)
    assert len(addresses) == 2 * sum(len(row.turns) for row in schemes.shape.rows)  # the mark, and the sentence


def test_what_stands_in_every_ring_and_every_row_is_drawn_once(month):
    """One ring for each month, each with all teams and signs written out, makes a third of a megabyte."""
    client, (ties,), (ways,) = visitor(month), of_kind(month, "web"), of_kind(month, "paths")
    web, own = ties.shape, client.get(reverse("debrief:picture", args=[month.pk, ties.name])).content.decode()
    edges = [edge for panel in web.panels for edge in panel.edges]

    assert own.count('class="pic-shared-name"') == len(web.nodes)
    assert own.count('<use class="pic-node"') == len(web.nodes) * len(web.panels)
    drawn = set(re.findall(r'<g id="tie-(\w+)"', own))
    assert drawn == {edge.words for edge in edges}
    assert [*re.findall(r'href="#tie-(\w+)"', own)] == [edge.words for edge in edges]
    table = client.get(reverse("debrief:picture", args=[month.pk, ways.name])).content.decode().partition("<table")[2]
    months = len(ways.table.heads) - 1
    assert len(re.findall(r'href="/debrief/\d+/at/\d+/"', table)) == months > 0
    assert table.count("data-head=") == months * len(ways.table.rows)


def test_a_day_on_time_is_one_sentence_and_a_round_that_was_not_has_its_bars(month):
    frame = {"event_id": month.pk}
    (delays,) = of_kind(month, "delays")

    def shown(brief: bool, *differ: bool) -> str:
        groups = tuple(replace(each, differs=differs) for each, differs in zip(delays.shape.groups[:1] * 2, differ, strict=True))
        shape = replace(delays.shape, groups=groups)
        return render_to_string("control/debrief/_picture_delays.html", {"frame": frame, "delays": shape, "brief": brief})

    assert shown(False, False, False).count("as long as planned") == 1
    assert "<svg" not in shown(False, False, False) + shown(True, False, False)
    mixed = shown(False, True, False)
    assert (mixed.count("<h3>"), mixed.count("as long as planned"), mixed.count('<ul class="pic-bars">')) == (2, 1, 1)
    assert shown(True, True, False).count("<h3>") == 1


def test_a_mark_leads_to_its_moment(month):
    client, (ties,) = visitor(month), of_kind(month, "web")
    own = client.get(reverse("debrief:picture", args=[month.pk, ties.name])).content.decode()
    addresses = {reverse("debrief:moment", args=[month.pk, edge.seq]) for edge in ties.shape.panels[0].edges}

    assert addresses <= set(re.findall(r'href="([^"]+)"', own))
    assert client.get(min(addresses)).status_code == 200


def test_the_way_of_one_player_can_be_asked_for(opened):
    client, address = visitor(opened), reverse("debrief:picture", args=[opened.pk, "ways"])
    name = told(opened).players[SeatId("cat-1")].name

    assert f"<b>{name}</b>" not in client.get(address).content.decode()
    assert f"<b>{name}</b>" in client.get(address, {"player": "cat-1"}).content.decode()
    assert client.get(address, {"player": "nobody"}).status_code == 200


def test_pictures_are_for_who_may_look_back(opened):
    client = visitor(opened)
    addresses = [reverse("debrief:pictures", args=[opened.pk]), reverse("debrief:picture", args=[opened.pk, "delays"])]
    assert [client.get(each).status_code for each in addresses] == [200, 200]

    open_for(opened, Audience.SHUT, "olga")

    assert [client.get(each).status_code for each in addresses] == [404, 404]
