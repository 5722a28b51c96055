"""Casting list at the organizer’s desk: a preview, then one command with undo. A bad file gets one sentence and changes nothing."""

from __future__ import annotations

import html
import re
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from control.casting.headings import ListColumn, meanings, plain
from control.casting.plan import plan_of
from control.day.clock.phases import BeginDay
from control.day.people.lookup import members
from control.day.people.presence import AddPlayer, CheckIn
from control.day.roster.marks import MarkPerson
from control.day.state import PersonMarks, Presence
from control.engine.ids import SeatId
from control.journal import desk
from control.models import Stream
from control.people.casting_desk import EXPLAINED, sign_preview
from megagame import messages
from megagame.languages import SERVER, languages
from rooms.realm.desks import Desk
from rooms.realm.frame import FRAME
from tests.control.casting.books import book
from tests.control.desks.conftest import OLGA, words

LIST = "Name,House,Rank,First timer\nNia Obi,Cat,1,yes\nAmara Okafor,Cat,2,\n"


def send(person, content, name="list.csv", **more):
    data = content if isinstance(content, bytes) else content.encode()
    return person.client.post(person.at("people/casting/"), {"file": SimpleUploadedFile(name, data), **more})


def hidden(answer, name):
    return html.unescape(re.search(rf'name="{name}" value="([^"]*)"', answer.content.decode()).group(1))


def apply(person, shown, *leave, **more):
    likely = re.findall(r'name="(same-\d+)" value="([^"]+)" checked', shown.content.decode())
    fields = {
        **dict(likely),
        "command_id": hidden(shown, "command_id"),
        "plan": hidden(shown, "plan"),
        "leave": list(leave),
        **more,
    }
    return person.client.post(person.at("people/casting/apply/"), fields)


def cat(day):
    return [(seat.rank, seat.name) for seat in members(day.state, "cat")]


def test_what_a_list_would_change_is_shown_and_nothing_is_changed(organizer, day):
    before, was = day.seqs, cat(day)

    answer = send(organizer, LIST)

    told = words(answer)
    assert answer.status_code == 200
    assert "1 would be new" in told
    assert "Nothing is decided yet" in told
    assert "Nia Obi" in told
    assert "1 would move" in told
    assert "would have rank 2, has 1" in told
    assert "8 not on the list" in told
    assert (day.seqs, cat(day)) == (before, was)


def test_a_list_is_applied_in_one_command_and_taken_back_in_one(organizer, day):
    was = cat(day)
    answer = apply(organizer, send(organizer, book([row.split(",") for row in LIST.splitlines()]), "list.xlsx"), "cat-2")

    assert (answer.status_code, answer["Location"]) == (302, organizer.at("people/"))
    assert cat(day)[:2] == [(1, "Nia Obi"), (2, "Amara Okafor")]
    assert day.state.seats["cat-2"].presence is Presence.GONE
    assert day.state.seats["cat-4"].marks.first_timer
    assert day.event.seats.filter(key="cat-4").exists()
    page = words(organizer.client.get(answer["Location"]))
    assert "Casting list: 1 new, 1 moves, 1 leaves." in page

    stream = Stream.objects.get(pk=day.event.stream_id)
    last = stream.entries.order_by("-seq").first()
    desk.withdraw(stream_id=stream.pk, entries=[last.seq], reason="the wrong file", by=OLGA, command_id=uuid.uuid4())
    assert cat(day) == was


def test_a_second_import_shows_that_nothing_is_left_to_do(organizer, day):
    apply(organizer, send(organizer, LIST), "cat-2", "cat-3", *[f"{house}-{n}" for house in ("wolf", "ram") for n in (1, 2, 3)])

    told = words(send(organizer, LIST))

    assert "The event is as this list says already." in told
    assert "2 players of the list stay as they are" in told
    assert "would be new" not in told
    assert "Apply the list" not in told


def test_the_same_press_twice_is_done_once(organizer, day):
    shown = send(organizer, LIST)
    apply(organizer, shown)
    before = day.seqs

    assert apply(organizer, shown).status_code == 302
    assert day.seqs == before


def test_an_event_that_changed_meanwhile_is_not_changed_blindly(organizer, day):
    shown = send(organizer, LIST)
    day.do(AddPlayer(team="cat", name="Olu"))
    was = cat(day)

    answer = apply(organizer, shown)

    assert answer.status_code == 409
    assert "House Cat has changed since this was shown. Choose the file again." in words(answer)
    assert cat(day) == was


def test_a_preview_from_before_the_day_is_not_applied_within_it(organizer, day):
    shown = send(organizer, LIST)
    day.check_in_all()
    day.do(BeginDay())

    assert apply(organizer, shown).status_code == 409


def test_a_preview_that_was_meddled_with_or_is_of_another_event_is_refused(organizer, day):
    shown = send(organizer, LIST)
    before = day.seqs
    other = sign_preview(day.event.pk + 1, plan_of(day.state, ()))
    for plan in ("", "nonsense", hidden(shown, "plan")[:-2] + "xx", other, "x" * 200_000):
        answer = apply(organizer, shown, plan=plan)
        assert answer.status_code == 422, plan[:20]
        assert "too old, or was changed on the way" in words(answer)
    assert apply(organizer, shown, "wolf-99").status_code == 422
    assert apply(organizer, shown, "cat-1").status_code == 422  # players on the list cannot be removed with it
    assert day.seqs == before


@pytest.mark.parametrize(
    ("content", "name", "sentence"),
    [
        ("Name,House\n,Cat\nBob,Dog\n", "list.csv", "2 things to mend in the list."),
        ("Name,House\nBob,Dog\n", "list.csv", "1 thing to mend in the list. Mend it there, save the list"),
        (b"\x89PNG\r\n\x1a\n\x00", "list.png", "This is no list that can be read."),
        (b"PK\x03\x04rest", "list.xlsx", "This Excel file is damaged or locked."),
        (b"\xd0\xcf\x11\xe0", "list.xls", "This is an old or a locked Excel file."),
        (b"", "list.csv", "There is nothing in this file."),
        (b"x" * 1_000_001, "list.csv", "The file is larger than 1 MB."),
        ("a,b\nc,d\n", "<script>alert(1)</script>.csv", "It cannot be seen which columns hold names and Houses."),
    ],
)
def test_a_file_that_is_no_good_gets_one_sentence(organizer, day, content, name, sentence):
    before = day.seqs

    answer = send(organizer, content, name)

    assert answer.status_code == 422
    assert sentence in words(answer)
    assert b"<script>alert" not in answer.content
    assert day.seqs == before


def test_how_the_letters_are_written_may_be_chosen(organizer, day):
    content = "Name,House\nMałgorzata Żak,Cat\n".encode("cp1250")

    assert "Małgorzata Żak" in words(send(organizer, content, encoding="cp1250"))
    assert "Małgorzata Żak" not in words(send(organizer, content, encoding="cp1252"))
    assert "Choose one of the encodings." in words(send(organizer, content, encoding="morse"))


def test_what_is_doubtful_about_the_letters_is_said_beside_what_is_wrong(organizer, day):
    told = words(send(organizer, "Name,House\nMałgorzata Żak,Dog\n".encode("cp1250")))

    assert "There is no House “Dog”." in told
    assert "The file does not say how its letters are written" in told


def test_a_form_without_a_file_gets_one_sentence(organizer):
    answer = organizer.client.post(organizer.at("people/casting/"), {})

    assert answer.status_code == 422
    assert "Choose the file with the list of players." in words(answer)


def test_names_are_shown_as_names(organizer):
    answer = send(organizer, 'Name,House\n"<b onclick=x>Nia</b>",Cat\n')

    assert "&lt;b onclick=x&gt;Nia&lt;/b&gt;" in answer.content.decode()


def test_the_list_is_the_organizers_alone(sits, organizer, player):
    for each in (Desk.CHECK_IN, Desk.CEREMONY, Desk.WAR):
        person = sits(each)
        assert send(person, LIST).status_code == 404
        assert person.get("people/casting/").status_code == 404
    assert send(player, LIST).status_code in (302, 404)
    assert "Casting list …" in words(organizer.get("people/"))
    assert "Casting list …" not in words(sits(Desk.CHECK_IN).get("people/"))


def test_the_page_explains_which_columns_are_understood(organizer):
    told = words(organizer.get("people/casting/"))

    assert "Which columns are understood" in told
    assert "vorname" not in told.split("Which columns")[0]
    assert "house, noble house, team, faction" in told


@pytest.mark.parametrize("language", ["en", *languages()])
def test_every_heading_that_the_page_names_is_understood(language):
    catalog = messages.read(language, SERVER)
    known = meanings(FRAME)
    for column, english in {**EXPLAINED, ListColumn.TEAM: FRAME.sentences["team-headings"]}.items():
        told = english if language == "en" else catalog.get(english).string
        assert [known.get(plain(heading)) for heading in told.split(", ")] == [column] * (told.count(", ") + 1), told


# --- sample people and namesakes ----------------------------------------------------------------------------------------


def test_sample_people_leave_in_one_tick_but_for_who_is_checked_in(organizer, day):
    day.do(CheckIn(seat=SeatId("cat-2"), before=Presence.EXPECTED, presence=Presence.PRESENT))
    day.do(MarkPerson(seat=SeatId("cat-3"), before=PersonMarks(), after=PersonMarks(note="came by train")))
    shown = send(organizer, "Name,House,Rank\nNia Obi,Cat,1\n")
    assert "All 7 sample people" in words(shown)
    assert 'name="invented" value="every" checked' not in shown.content.decode()

    assert apply(organizer, shown, invented="every").status_code == 302

    left = {seat.id for seat in day.state.seats.values() if seat.presence is Presence.GONE}
    assert left == {"cat-1", *(f"{house}-{n}" for house in ("wolf", "ram") for n in (1, 2, 3))}


def test_sample_people_of_one_house_may_leave_alone_or_nobody(organizer, day):
    shown = send(organizer, "Name,House,Rank\nNia Obi,Cat,1\n")

    assert apply(organizer, shown, invented="ram").status_code == 302

    assert {seat.id for seat in day.state.seats.values() if seat.presence is Presence.GONE} == {"ram-1", "ram-2", "ram-3"}


def test_real_people_are_no_sample_people(organizer, day):
    day.do(AddPlayer(team="cat", name="Olu"))
    apply(organizer, send(organizer, "Seat,Name\ncat-1,Nia Obi\n"))
    shown = send(organizer, "Name,House\nPia,Ram\n")

    apply(organizer, shown, invented=["every"])

    assert {"Nia Obi", "Olu"} == {name for _rank, name in cat(day)}


def test_who_is_not_on_the_list_is_folded_into_one_line(organizer):
    page = send(organizer, LIST).content.decode()

    folded = page[page.index('<details class="casting-stay">') :].partition("</details>")[0]
    assert "8 players are not on the list and stay" in folded
    assert folded.count('name="leave"') == 8


def test_somebody_of_another_house_is_asked_about_and_stays_there_when_it_is_somebody_else(organizer, day):
    was = day.state.seats["wolf-1"].name
    shown = send(organizer, f"Name,House\n{was},Cat\n")
    assert "Would be new" not in words(shown)
    assert f"{was} (row 2) would come to House Cat; the name is in Wolf too. The same person?" in words(shown)

    assert apply(organizer, shown, **{"same-0": "none"}).status_code == 302

    assert day.state.seats["wolf-1"].presence is Presence.EXPECTED
    assert was in {name for _rank, name in cat(day)}
    assert "The event is as this list says already." in words(send(organizer, f"Name,House\n{was},Cat\n"))


def test_a_third_person_of_one_name_is_asked_about(organizer, day):
    for team in ("wolf", "ram"):
        day.do(AddPlayer(team=team, name="Zoë Late"))
    shown = send(organizer, "Name,House\nzoe late,Cat\n")
    assert "zoe late (row 2) would come to House Cat; the name is in Wolf and Ram too. The same person?" in words(shown)
    before = day.seqs

    unanswered = apply(organizer, shown)
    assert unanswered.status_code == 422
    assert "Say of each name whether it is the same person." in words(unanswered)
    assert day.seqs == before

    assert apply(organizer, shown, **{"same-0": "ram-4"}).status_code == 302
    assert day.state.seats["ram-4"].presence is Presence.GONE
    assert day.state.seats["wolf-4"].presence is not Presence.GONE


def test_one_player_does_not_go_to_two_houses(organizer, day):
    was, before = day.state.seats["wolf-1"].name, day.seqs
    shown = send(organizer, f"Name,House\n{was},Cat\n{was},Ram\n")

    answer = apply(organizer, shown, **{"same-0": "wolf-1", "same-1": "wolf-1"})

    assert answer.status_code == 422
    assert "One player cannot go to two places." in words(answer)
    assert day.seqs == before
