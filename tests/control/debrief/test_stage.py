"""The organizer leads the wall through what the console proposes, one press each."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from control.debrief.chapters import Stage, chapters_of, shown_of, stage_of
from control.debrief.doors import Audience, debrief_of_seat, row_of, token_of, wall_token
from control.debrief.fooled import fooled_view
from control.debrief.opening import open_for
from control.debrief.own_hidden import Hidden, gathered, seemed_once
from control.debrief.pictures.telling import told_of
from control.debrief.told import past_of
from control.debrief.wall import shown
from control.engine.fooled import widest
from control.engine.ids import SeatId
from rooms.realm.desks import Desk
from tests.teams import member, seated

pytestmark = pytest.mark.django_db


def organizer(event) -> Client:
    client = Client()
    client.force_login(seated(User.objects.create_user("olga"), [Desk.ORGANIZER], event))
    return client


def wall(event) -> str:
    return Client().get(reverse("debrief:wall", args=[event.pk, wall_token(row_of(event))])).content.decode()


def told(event):
    return told_of(debrief_of_seat(event.pk, token_of(row_of(event), SeatId("cat-1"))))


def proposed(event, stage: Stage | None = None):
    door = debrief_of_seat(event.pk, token_of(row_of(event), SeatId("cat-1")))
    return chapters_of(door, past_of(event.stream), stage or stage_of(row_of(event)))


def test_the_wall_opens_at_the_widest_gap_split_in_two(month):
    gap = widest(past_of(month.stream).chronicle)

    page = wall(month)

    assert gap.hidden[0].seemed in page
    assert gap.hidden[0].words in page
    assert page.count('<section class="moment-side') == 2


def test_a_chapter_says_what_sort_of_secret_it_is_and_stands_in_the_month_it_was_done(month):
    facts = {each.words: each for each in past_of(month.stream).chronicle.facts}
    secrets = [each for each in proposed(month) if each.was in facts]

    assert secrets
    for each in secrets:
        fact = facts[each.was]
        assert each.title.startswith(f"Month {fact.round}: ")
        touched = {each.removeprefix("team:") for each in fact.touches if each.startswith("team:")}
        assert all(team.name in each.title for team in told(month).teams if team.id in touched)
        assert each.seq == past_of(month.stream).settled(fact.seq)


def test_one_press_leads_on_and_another_back_and_the_last_stays(month):
    client, press = organizer(month), reverse("debrief:stage", args=[month.pk])
    ids = [each.id for each in proposed(month)]

    seen = []
    for _each in ids:
        client.post(press, {"press": "next"})
        seen.append(stage_of(row_of(month)).shows)
    client.post(press, {"press": "back"})

    assert seen == [*ids[1:], ids[-1]]
    assert stage_of(row_of(month)).shows == ids[-2]
    client.post(press, {"press": "next"})
    assert "face-crown" in wall(month)
    assert "then-place" in wall(month)  # and how all stood


def test_chapters_are_reordered_left_out_and_taken_in(month):
    client, press = organizer(month), reverse("debrief:stage", args=[month.pk])
    first, second, third, *_rest = (each.id for each in proposed(month))

    client.post(press, {"press": f"up {second}"})
    client.post(press, {"press": f"out {first}"})
    assert [each.id for each in proposed(month)][:3] == [second, first, third]
    assert [each.id for each in proposed(month) if each.out] == [first]
    client.post(press, {"press": f"show {second}"})
    client.post(press, {"press": "next"})
    assert stage_of(row_of(month)).shows == third
    client.post(press, {"press": f"in {first}"})
    assert not any(each.out for each in proposed(month))


def test_the_organizer_reads_what_one_press_back_and_one_press_on_bring(month):
    client, press = organizer(month), reverse("debrief:stage", args=[month.pk])
    first, second, third, *_rest = proposed(month)

    def lead() -> str:
        return client.get(press).content.decode().partition("stage-chapters")[0]

    assert f"On the wall: 1 of {len(proposed(month))}" in lead()
    assert first.was in unescape(lead())
    assert second.was in unescape(lead().partition("stage-after")[2])
    assert 'value="back"' not in lead()  # no button without effect

    client.post(press, {"press": "next"})

    assert third.was in unescape(lead().partition("stage-after")[2])
    assert first.title in unescape(lead())
    client.post(press, {"press": f"show {proposed(month)[-1].id}"})
    assert "this is the last chapter" in lead()
    assert 'value="next"' not in lead()


def test_from_a_chapter_that_was_left_out_it_goes_on_from_where_that_stood(month):
    client, press = organizer(month), reverse("debrief:stage", args=[month.pk])
    ids = [each.id for each in proposed(month)]
    client.post(press, {"press": f"show {ids[2]}"})
    client.post(press, {"press": f"out {ids[2]}"})

    assert "On the wall, though left out" in client.get(press).content.decode()
    client.post(press, {"press": "next"})

    assert stage_of(row_of(month)).shows == ids[3]
    client.post(press, {"press": "back"})
    assert stage_of(row_of(month)).shows == ids[1]


def test_where_all_is_left_out_the_wall_keeps_what_it_shows(month):
    client, press = organizer(month), reverse("debrief:stage", args=[month.pk])
    for each in proposed(month):
        client.post(press, {"press": f"out {each.id}"})
    before = stage_of(row_of(month)).shows

    for each in ("next", "back"):
        client.post(press, {"press": each})

    assert stage_of(row_of(month)).shows == before != ""
    assert "wall-chapter" in wall(month)


def test_the_wall_says_its_chapter_once(month):
    client, press = organizer(month), reverse("debrief:stage", args=[month.pk])
    secrets = [each for each in proposed(month) if each.was and each.beside is not None]
    assert secrets

    for each in secrets:
        client.post(press, {"press": f"show {each.id}"})
        assert unescape(wall(month)).count(each.was) == 1


@pytest.mark.parametrize("press", ["", "burn", "show", "show nothing", "up gap-dragon-1", "show " + "x" * 300, "next; back"])
def test_a_press_that_means_nothing_changes_nothing(month, press):
    client = organizer(month)
    before = [each.id for each in proposed(month)]

    assert client.post(reverse("debrief:stage", args=[month.pk]), {"press": press}).status_code == 302
    assert [each.id for each in proposed(month)] == before


def test_what_is_stored_and_not_understood_counts_for_nothing(month):
    row = row_of(month)
    for broken in ("x", "[]", '{"order": 3}', '{"order": [1], "out": null, "shows": ""}', "[" * 100_000):
        row.chapters = broken
        assert stage_of(row) == Stage()
    chapters = proposed(month, Stage(order=("gone",), out=frozenset({"gone"}), shows="gone"))
    assert shown_of(chapters, Stage(shows="gone")) == chapters[0]


def test_only_the_organizer_leads_and_a_shut_debrief_is_on_no_wall(month):
    address = reverse("debrief:wall", args=[month.pk, wall_token(row_of(month))])
    assert member(Desk.WAR, events=[month]).get(reverse("debrief:stage", args=[month.pk])).status_code == 404
    assert [each.id for each in shown(month)] == ["debrief"]
    assert Client().get(reverse("debrief:wall", args=[month.pk, "0" * 32])).status_code == 404

    open_for(month, Audience.SHUT, "olga")

    assert Client().get(address).status_code == 404
    assert list(shown(month)) == []


def test_what_a_team_or_a_player_believed_is_said_once_in_a_list(month):
    door = debrief_of_seat(month.pk, token_of(row_of(month), SeatId("cat-1")))

    believed = [each.believed for each in fooled_view(door, past_of(month.stream)).moments if each.believed]
    assert len(believed) == len(set(believed)) > 3
    plot = Hidden(when="", address="", words="", seemed="Nothing was known.", learned="", never=True, rule="")
    other = replace(plot, seemed="All were loyal.")
    assert [each.seemed for each in seemed_once([plot, other, plot])] == ["Nothing was known.", "All were loyal.", ""]
    open_by = replace(plot, learned="In month 2.")
    groups = gathered([plot, plot, replace(plot, rule="R-1"), open_by, open_by, replace(open_by, seemed="All were loyal.")])
    assert [len(each) for each in groups] == [2, 1, 2, 1]


def test_a_wall_of_a_debrief_for_all_closes_with_it_and_the_team_has_one_of_its_own(month):
    old = reverse("debrief:wall", args=[month.pk, wall_token(row_of(month))])

    open_for(month, Audience.PLAYERS, "olga")
    assert Client().get(old).status_code == 200
    open_for(month, Audience.TEAM, "olga")
    assert Client().get(old).status_code == 404

    (ours,) = shown(month)
    assert Client().get(ours.address).status_code == 200
    open_for(month, Audience.LINK, "olga")  # while the organizer leads on
    assert Client().get(ours.address).status_code == 200


def test_the_fooled_page_counts_what_was_hidden_and_leads_there(month):
    client = Client()
    client.get(reverse("debrief:link", args=[month.pk, row_of(month).key]))
    gap = widest(past_of(month.stream).chronicle)

    page = client.get(reverse("debrief:fooled", args=[month.pk])).content.decode()

    assert gap.hidden[0].words in page
    links = re.findall(r'href="(/debrief/\d+/at/\d+/\?eye=team-[^"]+)"', page)
    assert links
    assert client.get(links[0].replace("&amp;", "&")).status_code == 200
