"""A player's own day: reports of the day and revealed secrets, as a page, by a personal link, and as a self-contained file."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from control.debrief import own_day
from control.debrief.access import Audience, debrief_row, token_of
from control.debrief.opening import open_for
from control.debrief.timeline import chronicle_of
from control.engine.chronicle import Fact, PersonDeed
from control.engine.ids import SeatId
from control.engine.records import replace
from control.journal import journal
from control.journal.reports import reports_of_rounds
from control.models import Sheet
from control.phone.report_lines import sums_of
from rooms.realm.desks import Desk
from tests.control.debrief.test_doors import by_link, player, stranger
from tests.teams import member

pytestmark = pytest.mark.django_db

LARGEST = 500_000
NOON = datetime(2026, 5, 9, 12, tzinfo=UTC)
OUTSIDE = re.compile(r"https?://|\bsrc\s*=|\bhref=\"(?!#)|<script|<link|@import|url\((?!\"?#)")


def address(event, name: str, *more) -> str:
    return reverse(f"debrief:{name}", args=[event.pk, *more])


def read(client: Client, event, name: str, *more) -> str:
    return client.get(address(event, name, *more)).content.decode()


def words(page: str) -> str:
    """Visible text of a page in one line."""
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split()))


def seats(event) -> list[str]:
    return sorted(journal.head(event.stream).state.seats)


# --- the file -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["opened", "month"])
def test_the_file_needs_nothing_and_holds_no_link_of_anybody(which, request):
    event, asked = request.getfixturevalue(which), 0
    client, row = by_link(event), debrief_row(event)
    secrets = [row.key, *(token_of(row, SeatId(seat)).rpartition(".")[2] for seat in seats(event))]
    for seat in seats(event):
        answer = client.get(address(event, "day-file", seat))
        page, name = answer.content.decode(), journal.head(event.stream).state.seats[SeatId(seat)].name

        assert len(answer.content) < LARGEST
        assert "attachment" in answer.headers["Content-Disposition"]
        assert OUTSIDE.findall(page) == []
        assert "default-src 'none'; style-src 'unsafe-inline'" in page.partition("<style>")[0]  # no console behind it
        assert [each for each in secrets if each in page] == []
        assert f'<h1 translate="no">{name}</h1>' in page
        assert [each for each in re.findall("<details[^>]*>", page) if " open" not in each] == []
        asked += 1
    assert asked == len(journal.head(event.stream).state.seats) > 5


# --- the numbers --------------------------------------------------------------------------------------------------------


def shown_sums(page: str, whose: str) -> list[str]:
    found = re.search(rf'data-sums="{whose}">(.*?)</p>', page, re.DOTALL)
    return re.findall(r'<b class="number">([^<]*)</b> ([^<]*?)(?: <small|</span>)', found[1]) if found else []


def test_what_was_won_and_lost_in_all_is_the_sum_of_all_reports(opened):
    client, state = by_link(opened), journal.head(opened.stream).state
    rounds, counted = tuple(range(1, state.clock.month + 1)), 0
    for seat in seats(opened):
        page, team = read(client, opened, "day", seat), state.seats[SeatId(seat)].team
        for whose, audience in (("own", f"seat:{seat}"), ("team", f"team:{team}")):
            reports = [each.report for each in reports_of_rounds(opened.stream, rounds, frozenset({audience}))]
            expected = [(each.by, each.what) for each in sums_of(reports)]
            assert [(by, unescape(what)) for by, what in shown_sums(page, whose)] == expected
            counted += len(expected)
        assert [int(each) for each in re.findall(r'id="round-(\d+)"', page)] == list(rounds)
    assert counted > 20


def test_every_report_to_the_player_is_on_the_page(opened):
    told = [
        each.report for each in reports_of_rounds(opened.stream, (1, 2, 3, 4), frozenset({"seat:cat-1"})) if not each.report.about
    ]
    page = words(read(by_link(opened), opened, "day", "cat-1"))

    assert len(told) > 10
    assert [each.words for each in told if " ".join(each.words.split()) not in page] == []


@pytest.mark.parametrize(("salt", "there"), [("5a17", True), ("", False)])
def test_what_was_sealed_in_a_month_stands_there_for_everybody_who_looks_back(opened, salt, there):
    home = journal.head(opened.stream).state.scenario.houses[0].home
    body = f'{{"orders":[{{"kind":"recruit","target":"{home}"}}],"extra":null,"allies":["ram"],"betray":false}}'
    Sheet.objects.create(
        event=opened, seat="cat-1", kind="war", month=2, revision=1, client_key=uuid4(), received_at=NOON, body=body, salt=salt
    )

    client = by_link(opened)
    months = read(client, opened, "day", "cat-1").split('<article class="own-round"')

    assert [('class="own-paper"' in each) for each in months[1:]] == [False, there, False, False]
    assert 'class="own-paper"' not in read(client, opened, "day", "cat-2")


# --- revealed secrets ---------------------------------------------------------------------------------------------------


@pytest.fixture
def plotted(opened, monkeypatch):
    """The small day in which Wolf wronged Cat three times, and Cat wronged Ram once."""
    known = chronicle_of(opened.stream)
    at = {each.number: each.first for each in known.rounds}

    def fact(words: str, number: int, **more) -> Fact:
        there = {"id": words, "kind": "betrayal", "seq": at[number], "round": number, "words": words, "weight": 50}
        return Fact(**{**there, "by": ("team:wolf",), "touches": ("team:cat",), **more})

    facts = (
        fact("Wolf broke its word in Inn.", 1, known=(("all", at[3]),), seemed="Wolf was a friend."),
        fact("Wolf robbed Cat.", 2, kind="theft", rule="GE-XX-1"),
        fact("Wolf spied on Cat.", 2, kind="theft", known=(("team:cat", at[3] - 1),)),
        fact("Cat broke its word to Ram.", 2, by=("seat:cat-1",), touches=("team:ram",)),
    )
    deeds = (
        PersonDeed(kind="party", who="seat:cat-1", seq=at[2], round=2, words="Danced on the table.", weight=99),
        PersonDeed(kind="death", who="seat:cat-1", seq=at[3], round=3, words="Fell off it.", weight=98),
    )
    monkeypatch.setattr(own_day, "chronicle_of", lambda _stream: replace(known, facts=facts, deeds=deeds))
    return opened


def test_what_was_not_known_says_when_it_was_done_and_when_it_could_be_known(plotted):
    page = words(read(by_link(plotted), plotted, "day", "cat-1"))

    hidden = page[page.index("did not know") : page.index("Whom Amara Okafor betrayed")]
    assert "broke its word" not in hidden  # listed among the betrayals
    assert "Month 2 Wolf robbed Cat. GE-XX-1 Nothing told of it until the end of the day." in hidden
    assert "Month 2 Wolf spied on Cat. It came out before month 2 was over." in hidden


def test_what_was_not_known_leads_to_its_moment_as_the_player_knew_it_beside_what_was_so(plotted):
    client = by_link(plotted)
    led = re.findall(r'<a data-moment href="([^"]+)"><span class="own-when">Month 1', read(client, plotted, "day", "cat-1"))

    assert len(led) == 2  # listed among the betrayals, and among what mattered
    assert led[0].endswith("?eye=seat-cat-1&amp;beside=truth")
    assert client.get(led[0].replace("&amp;", "&")).status_code == 200
    assert "data-moment" not in read(client, plotted, "day-file", "cat-1")


def test_betrayals_stand_with_who_did_them_and_whom_they_met(plotted):
    client = by_link(plotted)
    cat, wolf, mate = (words(read(client, plotted, "day", seat)) for seat in ("cat-1", "wolf-1", "cat-2"))

    assert (
        "Whom Amara Okafor betrayed Month 2 Cat broke its word to Ram. Who betrayed Amara Okafor or Cat Month 1 Wolf broke" in cat
    )
    assert "Wolf broke its word in Inn. It looked like this: Wolf was a friend. It could be known from month 3 on." in cat
    assert "Wolf broke its word in Inn." in wolf
    assert "Who betrayed" not in wolf
    assert "Whom" not in mate


def test_it_is_said_in_three_sentences(plotted):
    page = words(read(by_link(plotted), plotted, "day", "cat-1"))

    assert "What happened to Amara Okafor The high point Month 2 Danced on the table. The worst blow Month 3 Fell off it." in page
    assert re.search(r"The end Cat ended in place \d of 3 by Power", page)
    assert "† Fell off it." in page


def test_the_characters_stand_with_the_rounds_in_which_they_were_played(opened, monkeypatch):
    before = own_day._player_by_round

    def then(*asked):
        found = before(*asked)
        for number in (3, 4):
            sight, at = found[number]
            found[number] = (sight, replace(at, player=replace(at.player, character="Livia the Younger")))
        return found

    monkeypatch.setattr(own_day, "_player_by_round", then)
    page = words(read(by_link(opened), opened, "day", "cat-1"))

    assert "Life and death Livia Amnaris month 1 to month 2 Livia the Younger month 3 to month 4" in page


# --- access -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "more"), [("days", ()), ("day", ("cat-1",)), ("day-file", ("cat-1",)), ("awards", ())])
def test_whoever_may_look_back_and_nobody_else_reads_it(opened, name, more):
    there = address(opened, name, *more)
    assert {client.get(there).status_code for client in (by_link(opened), player(opened), member(Desk.WAR, events=[opened]))} == {
        200
    }
    assert stranger().get(there).status_code == 404

    open_for(opened, Audience.TEAM, "olga")
    assert [client.get(there).status_code for client in (by_link(opened), player(opened), member(Desk.WAR, events=[opened]))] == [
        404,
        404,
        200,
    ]


@pytest.mark.parametrize("seat", ["cat-99", "nobody", "%00", "cat-1.x"])
def test_there_is_no_day_of_whoever_did_not_play(opened, seat):
    client, there = by_link(opened), f"/debrief/{opened.pk}/days/{seat}/"

    assert [client.get(each).status_code for each in (there, f"{there}file/")] == [404, 404]


def test_an_own_link_opens_the_own_day_and_the_debrief_until_it_is_shut(opened):
    open_for(opened, Audience.PLAYERS, "olga")
    client, token = stranger(), token_of(debrief_row(opened), SeatId("cat-2"))
    there = address(opened, "of", token)

    page = client.get(there).content.decode()
    name = journal.head(opened.stream).state.seats[SeatId("cat-2")].name
    assert f'<h1 translate="no">{name}</h1>' in page
    assert token not in page
    assert client.get(address(opened, "day-file", "cat-2")).status_code == 200
    assert "Your day" in read(client, opened, "days")
    for wrong in (token[:-1], token.replace("cat-2", "cat-1"), "x"):
        assert stranger().get(address(opened, "of", wrong)).status_code == 404

    open_for(opened, Audience.SHUT, "olga")
    open_for(opened, Audience.LINK, "olga")
    assert [client.get(each).status_code for each in (there, address(opened, "days"), address(opened, "day-file", "cat-2"))] == [
        404
    ] * 3


def test_an_own_link_opens_nothing_while_the_team_alone_may_look(opened):
    open_for(opened, Audience.TEAM, "olga")

    assert stranger().get(address(opened, "of", token_of(debrief_row(opened), SeatId("cat-1")))).status_code == 404


# --- the list -----------------------------------------------------------------------------------------------------------


def test_the_list_has_everybody_by_team_and_the_own_day_first_on_a_players_phone(opened):
    state = journal.head(opened.stream).state
    days = [address(opened, "day", seat) for seat in seats(opened)]

    listed = re.findall(r'class="own-player[^"]*" href="([^"]+)"', read(by_link(opened), opened, "days"))
    own_first = re.findall(r'class="own-player[^"]*" href="([^"]+)"', read(player(opened, "ram-1"), opened, "days"))

    assert sorted(listed) == days
    assert [each.split("/")[-2].split("-")[0] for each in listed] == [
        team.id for team in state.teams for seat in state.seats.values() if seat.team == team.id
    ]
    assert own_first[0] == address(opened, "day", "ram-1")
    assert own_first[1:] == listed


@pytest.mark.parametrize("asked", ["amara", "  OKAFOR ", "livia"])
def test_a_day_is_found_by_a_part_of_the_name_or_of_who_was_played_and_opens_where_it_is_the_only_one(opened, asked):
    client = by_link(opened)
    several = client.get(address(opened, "days"), {"q": "a"}).content.decode()

    assert client.get(address(opened, "days"), {"q": asked}).headers["Location"] == address(opened, "day", "cat-1")
    assert address(opened, "day", "cat-1") in re.findall(r'class="own-player[^"]*" href="([^"]+)"', several)


def test_a_name_that_nobody_has_says_what_to_do_and_stays_typed(opened):
    page = by_link(opened).get(address(opened, "days"), {"q": "<Zzz>"}).content.decode()

    assert "Nobody is called “&lt;Zzz&gt;”. Write less of the name" in page
    assert 'value="&lt;Zzz&gt;"' in page


# --- links to it --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("audience", "there"), [(Audience.SHUT, False), (Audience.TEAM, False), (Audience.PLAYERS, True), (Audience.LINK, True)]
)
def test_a_phone_leads_to_the_own_day_while_it_is_open_for_players(played, audience, there):
    open_for(played, audience, "olga")

    page = player(played).get(reverse("control:play")).content.decode()

    assert (address(played, "day", "cat-1") in page) is there
    assert ("Your day: what really happened" in page) is there


def test_the_organizer_hands_out_every_players_own_link_while_it_is_open_for_them(opened):
    there, olga = reverse("desk:debrief-links", args=[opened.pk]), member(Desk.ORGANIZER, events=[opened])
    assert there in olga.get(reverse("desk:debrief", args=[opened.pk])).content.decode()

    page = olga.get(there).content.decode()

    for seat in seats(opened):
        assert page.count(address(opened, "of", token_of(debrief_row(opened), SeatId(seat)))) == 2  # as a link and as text
    assert page.count('class="badge-qr"') == len(seats(opened))
    assert [client.get(there).status_code for client in (member(Desk.WAR, events=[opened]), player(opened), by_link(opened))] == [
        404,
        302,  # to the sign-in page
        302,
    ]
    open_for(opened, Audience.TEAM, "olga")
    assert olga.get(there).status_code == 404
    assert there not in olga.get(reverse("desk:debrief", args=[opened.pk])).content.decode()
