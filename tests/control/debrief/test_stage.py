"""The organizer leads the wall through the console's proposals with one press each."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from control.day.people.view import all_players
from control.debrief.access import Audience, debrief_of_seat, debrief_row, token_of, wall_token
from control.debrief.chapters import Chapter, ChapterPlan, chapters_of, shown_chapter, stage_in
from control.debrief.deception import fooled_view
from control.debrief.knowledge import past_of
from control.debrief.opening import open_for
from control.debrief.own_day import HiddenFact, drop_repeated_looks, group_hidden
from control.debrief.pictures.day_records import day_source
from control.debrief.wall import ALONE, debrief_showing, halves_of
from control.engine.belief_gaps import widest
from control.engine.chronicle import TRUTH
from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.desks import Desk
from tests.teams import member, seated

pytestmark = pytest.mark.django_db


def organizer(event) -> Client:
    client = Client()
    client.force_login(seated(User.objects.create_user("olga"), [Desk.ORGANIZER], event))
    return client


def wall(event) -> str:
    return Client().get(reverse("debrief:wall", args=[event.pk, wall_token(debrief_row(event))])).content.decode()


def told(event):
    return day_source(debrief_of_seat(event.pk, token_of(debrief_row(event), SeatId("cat-1"))))


def proposed(event, stage: ChapterPlan | None = None):
    door = debrief_of_seat(event.pk, token_of(debrief_row(event), SeatId("cat-1")))
    return chapters_of(door, past_of(event.stream), stage or stage_in(debrief_row(event)))


def test_before_the_first_press_the_wall_has_a_title_and_tells_no_secret(month):
    page = unescape(wall(month))

    assert "A Month" in page
    assert "face-crown" in page
    assert not any(fact.words in page or (fact.seemed and fact.seemed in page) for fact in past_of(month.stream).chronicle.facts)
    assert "moment-side" not in page
    organizer(month).post(reverse("debrief:stage", args=[month.pk]), {"press": "next"})
    assert proposed(month)[1].was in unescape(wall(month))


def test_the_widest_gap_is_split_in_two_as_it_was_seen_and_as_it_came_out(month):
    client, gap = organizer(month), widest(past_of(month.stream).chronicle)
    (found,) = (each for each in proposed(month) if each.id.startswith("gap-"))

    client.post(reverse("debrief:stage", args=[month.pk]), {"press": f"show {found.id}"})
    page = unescape(wall(month))

    seen, was = page.split('<section class="moment-side')[1:]
    assert gap.hidden[0].seemed in seen
    assert gap.hidden[0].words in was
    assert found.seq < found.came  # a battle fought by then
    assert "What came of it" in was
    assert "then-map" in seen
    assert "then-map" in was


def test_halves_whose_ground_is_the_same_leave_it_out_and_say_nothing_twice(month):
    """A secret that nobody ever learned changed nothing on the map."""
    door = debrief_of_seat(month.pk, token_of(debrief_row(month), SeatId("cat-1")))
    past = past_of(month.stream)
    found = next(each for each in proposed(month) if each.id.startswith("gap-"))
    seen, was = halves_of(door, past, replace(found, came=0))

    assert (seen.pieces, was.pieces, was.came) == ((), (), False)
    assert not set(seen.facts) & set(was.facts)
    assert all(half.pieces for half in halves_of(door, past, found))


def test_the_widest_gap_opens_and_the_day_follows_in_its_order_with_the_strongest_secret_last(month):
    title, gap, *told, last, end = proposed(month)
    weights = {each.words: each.weight for each in past_of(month.stream).chronicle.facts}

    assert (title.id, gap.id.partition("-")[0], end.id) == ("start", "gap", "end")
    assert [each.seq for each in told] == sorted(each.seq for each in told)
    assert last.beside is not None
    assert weights[last.was] == max(weights[each.was] for each in (*told, last) if each.beside is not None)


def test_the_title_stays_first_and_is_never_left_out(month):
    client, press = organizer(month), reverse("debrief:stage", args=[month.pk])
    before = [each.id for each in proposed(month)]

    for each in (f"up {before[1]}", "down start", "out start"):
        client.post(press, {"press": each})

    assert [each.id for each in proposed(month)] == before
    assert not any(each.out for each in proposed(month))
    page = client.get(press).content.decode()
    assert not any(f'value="{each}"' in page for each in (f"up {before[1]}", "down start", "out start"))
    client.post(press, {"press": "next"})
    client.post(press, {"press": "show start"})
    assert "wall-title" in wall(month)


def test_a_chapter_that_is_new_stands_where_the_day_has_it(month):
    ids = [each.id for each in proposed(month)]

    assert [each.id for each in proposed(month, ChapterPlan(order=(*ids[:2], *ids[3:])))] == ids
    assert [each.id for each in proposed(month, ChapterPlan(order=tuple(ids[2:])))] == ids


def test_a_secret_says_by_name_whose_work_it_was_where_its_sentence_does_not(month):
    client, press = organizer(month), reverse("debrief:stage", args=[month.pk])
    door = debrief_of_seat(month.pk, token_of(debrief_row(month), SeatId("cat-1")))
    facts = {each.words: each for each in past_of(month.stream).chronicle.facts}
    names = {f"seat:{each.seat}": each.name for each in door.sight.public(all_players)}
    secrets = [each for each in proposed(month) if each.was in facts]

    for each in secrets:
        doers = {names[who] for who in facts[each.was].by if who in names}
        assert all(name in each.by + each.was for name in doers)
        assert not doers or all(name in each.was for name in doers) or each.by
    assert any(each.by for each in secrets)
    found = next(each for each in secrets if each.by and each.beside is not None)
    client.post(press, {"press": f"show {found.id}"})
    seen, was = unescape(wall(month)).split('<section class="moment-side')[1:]
    assert found.by in was
    assert found.by not in seen


def test_nothing_is_ever_heard_on_this_wall_so_nobody_is_asked_to_tap(month):
    page = wall(month)

    assert "screen-sound" not in page
    assert "data-sound" not in page  # without it no script asks the browser for sound


def test_what_came_to_an_end_with_news_stands_below_them(month):
    door, past = debrief_of_seat(month.pk, token_of(debrief_row(month), SeatId("cat-1"))), past_of(month.stream)
    ended = [each for each in past.chronicle.facts if each.over and each.seemed]
    assert ended
    at = past.settled(ended[0].over)
    news = Chapter(id="news", title="", believed="", was="", seq=at, eye=TRUTH, beside=None)

    (alone,) = halves_of(door, past, news)

    words = {each.words for each in ended if past.settled(each.over) == at}
    assert {each.words for each in alone.facts} <= words
    assert len(alone.facts) == min(len(words), ALONE)


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
        seen.append(stage_in(debrief_row(month)).shows)
    client.post(press, {"press": "back"})

    assert seen == [*ids[1:], ids[-1]]
    assert stage_in(debrief_row(month)).shows == ids[-2]
    client.post(press, {"press": "next"})
    assert "face-crown" in wall(month)
    assert "then-place" in wall(month)  # and the standing of all


def test_chapters_are_reordered_left_out_and_taken_in(month):
    client, press = organizer(month), reverse("debrief:stage", args=[month.pk])
    _title, first, second, third, *_rest = (each.id for each in proposed(month))

    client.post(press, {"press": f"up {second}"})
    client.post(press, {"press": f"out {first}"})
    assert [each.id for each in proposed(month)][1:4] == [second, first, third]
    assert [each.id for each in proposed(month) if each.out] == [first]
    client.post(press, {"press": f"show {second}"})
    client.post(press, {"press": "next"})
    assert stage_in(debrief_row(month)).shows == third
    client.post(press, {"press": f"in {first}"})
    assert not any(each.out for each in proposed(month))


def test_the_organizer_reads_what_one_press_back_and_one_press_on_bring(month):
    client, press = organizer(month), reverse("debrief:stage", args=[month.pk])
    title, first, second, *_rest = proposed(month)

    def lead() -> str:
        return client.get(press).content.decode().partition("stage-chapters")[0]

    assert title.title in lead()
    assert first.was in unescape(lead().partition("stage-after")[2])
    assert 'value="back"' not in lead()  # no button without effect

    client.post(press, {"press": "next"})

    assert f"On the wall: 1 of {len(proposed(month)) - 1}" in lead()
    assert first.was in unescape(lead())
    assert second.was in unescape(lead().partition("stage-after")[2])
    assert title.title in unescape(lead())
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

    assert stage_in(debrief_row(month)).shows == ids[3]
    client.post(press, {"press": "back"})
    assert stage_in(debrief_row(month)).shows == ids[1]


def test_where_all_is_left_out_the_wall_keeps_what_it_shows(month):
    client, press = organizer(month), reverse("debrief:stage", args=[month.pk])
    client.post(press, {"press": f"show {proposed(month)[3].id}"})
    for each in proposed(month):
        client.post(press, {"press": f"out {each.id}"})
    before = stage_in(debrief_row(month)).shows

    client.post(press, {"press": "next"})

    assert stage_in(debrief_row(month)).shows == before == proposed(month)[3].id
    assert proposed(month)[3].was in unescape(wall(month))


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
    row = debrief_row(month)
    for broken in ("x", "[]", '{"order": 3}', '{"order": [1], "out": null, "shows": ""}', "[" * 100_000):
        row.chapters = broken
        assert stage_in(row) == ChapterPlan()
    chapters = proposed(month, ChapterPlan(order=("gone",), out=frozenset({"gone"}), shows="gone"))
    assert shown_chapter(chapters, ChapterPlan(shows="gone")) == chapters[0]


def test_only_the_organizer_leads_and_a_shut_debrief_is_on_no_wall(month):
    address = reverse("debrief:wall", args=[month.pk, wall_token(debrief_row(month))])
    assert member(Desk.WAR, events=[month]).get(reverse("debrief:stage", args=[month.pk])).status_code == 404
    assert [each.id for each in debrief_showing(month)] == ["debrief"]
    assert Client().get(reverse("debrief:wall", args=[month.pk, "0" * 32])).status_code == 404

    open_for(month, Audience.SHUT, "olga")

    assert Client().get(address).status_code == 404
    assert list(debrief_showing(month)) == []


def test_what_a_team_or_a_player_believed_is_said_once_in_a_list(month):
    door = debrief_of_seat(month.pk, token_of(debrief_row(month), SeatId("cat-1")))

    believed = [each.believed for each in fooled_view(door, past_of(month.stream)).moments if each.believed]
    assert len(believed) == len(set(believed)) > 3
    plot = HiddenFact(when="", address="", words="", seemed="Nothing was known.", learned="", never=True, rule="")
    other = replace(plot, seemed="All were loyal.")
    assert [each.seemed for each in drop_repeated_looks([plot, other, plot])] == ["Nothing was known.", "All were loyal.", ""]
    open_by = replace(plot, learned="In month 2.")
    groups = group_hidden([plot, plot, replace(plot, rule="R-1"), open_by, open_by, replace(open_by, seemed="All were loyal.")])
    assert [len(each) for each in groups] == [2, 1, 2, 1]


def test_a_wall_of_a_debrief_for_all_closes_with_it_and_the_team_has_one_of_its_own(month):
    old = reverse("debrief:wall", args=[month.pk, wall_token(debrief_row(month))])

    open_for(month, Audience.PLAYERS, "olga")
    assert Client().get(old).status_code == 200
    open_for(month, Audience.TEAM, "olga")
    assert Client().get(old).status_code == 404

    (ours,) = debrief_showing(month)
    assert Client().get(ours.address).status_code == 200
    open_for(month, Audience.LINK, "olga")  # while the organizer leads on
    assert Client().get(ours.address).status_code == 200


def test_the_fooled_page_counts_what_was_hidden_and_leads_there(month):
    client = Client()
    client.get(reverse("debrief:link", args=[month.pk, debrief_row(month).key]))
    gap = widest(past_of(month.stream).chronicle)

    page = client.get(reverse("debrief:fooled", args=[month.pk])).content.decode()

    assert gap.hidden[0].words in page
    links = re.findall(r'href="(/debrief/\d+/at/\d+/\?eye=team-[^"]+)"', page)
    assert links
    assert client.get(links[0].replace("&amp;", "&")).status_code == 200
