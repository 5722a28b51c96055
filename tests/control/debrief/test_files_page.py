"""Files of a debrief on the organizer's page: downloads, and removal of names."""

from __future__ import annotations

import asyncio
import io
import re
import zipfile

import pytest
from django.contrib.auth.models import User
from django.test import Client

from control.backup import schedule
from control.day.roster.marks import MarkPerson
from control.day.state import PersonMarks
from control.debrief.access import Audience, debrief_of_seat, debrief_row, token_of
from control.debrief.awards import awards_of
from control.debrief.export import spreadsheets
from control.debrief.export.views import download
from control.debrief.opening import open_for
from control.debrief.timeline import chronicle_of
from control.engine.ids import SeatId
from control.journal import journal
from control.models import Backup, Event
from rooms.realm.desks import Desk
from tests.control.debrief.test_nameless import do, fresh
from tests.teams import seated

CAT_1 = SeatId("cat-1")


@pytest.fixture
def olga(opened) -> Client:
    return signed_in(opened, "olga", Desk.ORGANIZER)


def signed_in(event: Event, name: str, desk: Desk) -> Client:
    client = Client()
    client.force_login(seated(User.objects.create_user(name, password="of-before"), (desk,), event))
    return client


def at(event: Event, rest: str = "") -> str:
    return f"/debrief/{event.pk}/files/{rest}"


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def status(client: Client, address: str) -> int:
    answer = client.get(address)
    if answer.streaming:
        b"".join(answer.streaming_content)  # a streamed file is closed when read to its end
    return answer.status_code


def body(client: Client, address: str) -> bytes:
    answer = client.get(address)
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)


def name_of(event: Event) -> str:
    return journal.head(Event.objects.get(pk=event.pk).stream).state.seats[CAT_1].name


def test_only_the_organizer_gets_the_files(opened, olga):
    wanda = signed_in(opened, "wanda", Desk.WAR)
    visitor = Client()
    visitor.get(f"/debrief/{opened.pk}/link/{opened.debrief.key}/")

    for rest in ("", "json/", "csv/", "report/", "nameless/cat-1/"):
        assert [status(each, at(opened, rest)) for each in (olga, wanda, visitor)] == [200, 404, 404]
    assert "/files/" not in page(wanda, f"/debrief/{opened.pk}/")
    assert "/files/" in page(olga, f"/debrief/{opened.pk}/")
    assert [status(olga, at(opened, rest)) for rest in ("exe/", "nameless/cow-1/")] == [404, 404]


def test_every_file_is_noted_in_the_access_log(opened, olga):
    for rest in ("json/", "csv/", "report/"):
        status(olga, at(opened, rest))

    log = page(olga, f"/control/{opened.pk}/access/")
    for words in ("The whole day was written", "Tables of the day were written", "A report of the day was written"):
        assert words in log
    assert "3 were written here so far" in page(olga, at(opened))


def test_no_file_holds_what_opens_a_door(opened, olga):
    row = opened.seats.get(key=CAT_1)
    row.code_hash, row.issue = "f" * 64, 3
    row.save()

    whole = body(olga, at(opened, "json/")).decode()

    for secret in ("f" * 64, opened.debrief.key, User.objects.get(username="olga").password, "code_hash", "127.0.0.1"):
        assert secret not in whole


def test_the_tables_say_in_words_what_the_journal_holds(opened, olga):
    packed = zipfile.ZipFile(io.BytesIO(body(olga, at(opened, "csv/"))))

    rows = packed.read("journal.csv").decode("utf-8-sig").splitlines()
    assert rows[0] == "entry,at,round,by,what,sentence,taken back by entry"
    assert rows[-1].startswith(f"{opened.stream.head},")
    listed = set(re.findall(r"^(\S+\.csv)", packed.read("README.txt").decode(), re.MULTILINE))
    assert listed == set(packed.namelist()) - {"README.txt"}


@pytest.mark.parametrize(
    "text",
    [
        *("=1+1", "+1", "-1", "@x", "\tx", "\nx", "\rx"),
        *("\n=1", "\r\n=1", "  =1", "\u00a0+1", "\u3000@x", "\u200b=1", "\ufeff=1", "\x0b-1"),
        *("\uff1d1", "\uff0b1", "\uff0d1", "\uff20x", " \uff1d1", "\ufe66" + "1"),
    ],
)
def test_no_text_is_a_formula(text):
    assert spreadsheets.cell(text) == f"'{text}"
    assert (spreadsheets.cell(-1), spreadsheets.cell("a=1"), spreadsheets.cell(None)) == (-1, "a=1", "")


@pytest.mark.parametrize("text", ["", " ", "  two words", "x\n=1", "\u2212" + "1", "“=1”", "'=1", "Zoë", "\u3042"])
def test_what_is_no_formula_stays_as_it_is(text):
    assert spreadsheets.cell(text) == text


def test_the_report_needs_nothing_else(opened, olga):
    told = page(olga, at(opened, "report/"))

    assert not re.search(r"<(link|script|img)\b|url\(|@import", told)
    assert "default-src 'none'; style-src 'unsafe-inline'" in told.partition("<style>")[0]
    for words in ("How it ended", "Round by round", "Who played", name_of(opened), opened.stream.hash):
        assert words in told


def test_the_report_ranks_by_every_number_and_names_who_has_the_awards(opened, olga):
    told = page(olga, at(opened, "report/"))
    power = re.search(r"<caption>Power</caption>(.*?)</table>", told, re.DOTALL)[1]
    rows = [re.findall(r"<t[hd][^>]*>([^<]*)<", row) for row in re.findall(r"<tr>(.*?)</tr>", power)][1:]
    ends = {each.team: each.value for each in chronicle_of(opened.stream).points if each.series == "power"}

    assert [float(row[-1]) for row in rows] == sorted(ends.values(), reverse=True)
    assert {len(row) for row in rows} == {1 + len([each for each in chronicle_of(opened.stream).rounds if each.number])}
    door = debrief_of_seat(opened.pk, token_of(debrief_row(opened), CAT_1))
    awarded = awards_of(door)
    assert awarded
    for award in awarded:
        assert award.title in told
        assert all(winner.name in told for winner in award.winners)


def test_a_download_is_sent_block_by_block_by_a_server_of_either_kind(opened):
    async def sent(response) -> list[bytes]:
        return [block async for block in response]

    written = [download(opened, lambda _event, out: out.write(b"x" * 10_000), "a", "b") for _each in range(2)]
    one, other = list(written[0]), asyncio.run(sent(written[1]))

    for each in written:
        each.file_to_stream.close()
    assert b"".join(one) == b"".join(other) == b"x" * 10_000
    assert len(other) == 3


def test_the_question_says_what_goes_and_the_press_takes_it(opened, olga):
    name = name_of(opened)
    asked = page(olga, at(opened, "nameless/cat-1/"))
    assert name in asked
    assert "Nobody can bring it back" in asked

    answer = olga.post(at(opened, "nameless/cat-1/"), {"also": ""}, follow=True)

    told = answer.content.decode()
    assert "this player is called Player 1 of Cat now" in told
    assert name not in told
    assert name_of(opened) == "Player 1 of Cat"


@pytest.mark.parametrize(("also", "why"), [("x", "“x” is too short for a name"), ("y" * 301, "Further names have at most 300")])
def test_a_further_name_that_cannot_be_one_is_refused_and_kept(opened, olga, also, why):
    answer = olga.post(at(opened, "nameless/cat-1/"), {"also": also})

    assert answer.status_code == 422
    told = answer.content.decode()
    assert why in told
    assert also in told
    assert name_of(opened) != "Player 1 of Cat"


def test_backups_that_hold_the_name_are_named(opened, olga):
    Backup.objects.create(event=opened, made_at=opened.created_at, mark="over", seq=1, file="long-ago.backup")
    assert schedule.folder().name == "backups"

    told = page(olga, at(opened))

    assert "long-ago.backup" in told
    assert "1 backup in var/backups; delete it" in told


def test_after_it_the_name_is_on_no_page(opened, olga):
    name = name_of(opened)
    olga.post(at(opened, "nameless/cat-1/"), {"also": ""})

    for address in (
        f"/debrief/{opened.pk}/",
        at(opened),
        at(opened, "report/"),
        f"/control/{opened.pk}/journal/",
        f"/control/{opened.pk}/people/",
        f"/control/{opened.pk}/access/",
        f"/control/{opened.pk}/",
        f"/seals/{opened.pk}/",
    ):
        assert name not in page(olga, address), address


def test_who_asked_at_check_in_is_named_before_the_debrief_is_opened(played):
    seat = journal.head(played.stream).state.seats[CAT_1]
    do(played, MarkPerson(seat=CAT_1, before=seat.marks, after=PersonMarks(nameless=True)))
    olga = signed_in(played, "olga", Desk.ORGANIZER)

    assert seat.name in page(olga, f"/control/{played.pk}/debrief/")
    open_for(fresh(played), Audience.TEAM, "olga")
    assert seat.name not in page(olga, f"/control/{played.pk}/debrief/")
