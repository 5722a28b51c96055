"""Poker faces: number and size of transfers reveal neither traps nor players who had a choice (R-144).

A listener on the wifi reads no word but can count and measure requests, frames and answers. So do these tests. They compare the
console's work by its SQL statements, never by a clock. Each measure is also shown a leak that it must find.
"""

from __future__ import annotations

import asyncio
import re
import uuid
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.db.backends.utils import CursorWrapper
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from control.engine.ids import SeatId
from control.engine.records import replace
from control.journal import journal, rows
from control.live import broadcast, hub
from control.live.questions import NewsAnswer, Question, wire_answer
from control.models import Entry
from control.people.access import seat_cookie
from control.phone.over_socket import answer_questions
from control.phone.play import answer
from megagame import compression
from rooms.realm.desks import Desk
from rooms.realm.papers.game.types import Paper
from rooms.underground.game import view_schemes
from rooms.underground.game.state import Attack, Brought, Lying, TableStep
from rooms.underground.game.tables import feint
from rooms.underground.game.tables.drawn_schemes import first_paper
from rooms.underground.game.tables.lookup import room_of, seats_at_table, table_invalidations, table_of, with_table
from rooms.underground.game.tables.schemes import kind_on
from rooms.underground.screens import phone as pressed
from tests.control.phones import CAT_1, CAT_2, HX, staff
from tests.rooms.underground.screens.test_phone import SNAKE_1, WEST, TableDay
from tests.scenarios import on_throne

pytestmark = pytest.mark.django_db(transaction=True)

AMBUSH, PLANNED = Paper(type="ambush"), Paper(type="exactly-as-planned")
RUMORS, KILL = Paper(type="spread-rumors", values=(("cat",),)), Paper(type="assassinate", values=(("snake",), ("snake-1",)))
TRAPS, SCHEMES = (AMBUSH, PLANNED), (RUMORS, KILL)
SITTING = (CAT_1, CAT_2, SNAKE_1)
PLAY, FRESH, CHOICE = reverse("control:play"), reverse("control:fresh"), reverse("underground:choice")
ZIPPED = {**HX, "Accept-Encoding": "gzip"}
SEEN = re.compile(rb'name="seen" value="([^"]+)"')
REGION = re.compile(r'data-version="([^"]+)" hx-get="/control/\d+/part/([\w-]+)/\??([^"]*)"')
ONE_TIME = re.compile(
    rb'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": *"\w+"|\d{13}|>\d+:\d\d<'
)


# --- what a listener measures -------------------------------------------------------------------------------------------


@dataclass
class Phone:
    """A phone at the table, with the versions of its regions."""

    client: Client
    seen: list[str]

    @classmethod
    def of(cls, day: TableDay, seat: SeatId) -> Phone:
        phone = cls(day.phone(seat), [])
        phone.look()
        return phone

    def look(self) -> bytes:
        """Load the page; returns it without parts that change with each request."""
        page = self.client.get(PLAY).content
        self.seen = [found.decode() for found in SEEN.findall(page)]
        assert len(self.seen) > 10
        return ONE_TIME.sub(b"*", page)

    def ask(self) -> tuple[int, int, int]:
        """Ask for new regions; returns the status and the length of the answer on the wire, and its length over the socket."""
        return (*measured(self.client.get(FRESH, {"seen": self.seen}, headers=ZIPPED)), self.ask_over_socket())

    def ask_over_socket(self) -> int:
        cookies = {name: each.value for name, each in self.client.cookies.items()}
        event = seat_cookie(cookies).event
        found = list[NewsAnswer]()
        asked = Question(line=Line(), event=event, cookies=cookies, number=1, seen=tuple(self.seen))
        answer_questions([asked], lambda _question, answer: found.append(answer))
        return len(wire_answer(1, *found))

    def press(self, **typed: object) -> HttpResponse:
        sent = {"command_id": str(uuid.uuid4()), "month": "1", "table": "west", "seen": self.seen, **typed}
        return self.client.post(CHOICE, sent, headers=ZIPPED)


@dataclass
class Tablet:
    """The tablet of Underground Control at the table, with the versions of its regions."""

    client: Client
    address: str
    asked: dict[str, list[str]]

    @classmethod
    def of(cls, day: TableDay) -> Tablet:
        client, place = staff(Desk.UNDERGROUND), f"/control/{day.event.pk}/"
        tags = REGION.findall(client.get(f"{place}underground/table/west/").content.decode())
        assert len(tags) > 8
        parts = [f"{name}?{query}" for _version, name, query in tags]
        return cls(client, f"{place}part/", {"part": parts, "seen": [version for version, _name, _query in tags]})

    def ask(self) -> tuple[int, int]:
        """Ask for all regions that have changed, as the page does."""
        return measured(self.client.get(self.address, self.asked, headers=ZIPPED))


def measured(answer: HttpResponse) -> tuple[int, int]:
    return answer.status_code, len(answer.content)


@dataclass(frozen=True)
class Heard:
    """Traffic caused by a press: its answer, the frames by screen, the topics by audience, the fetches of other phones and of the
    desk; the work.
    """

    answer: tuple[int, int]
    frames: Mapping[str, tuple[int, ...]]
    topics: Sequence[Mapping[str, tuple[str, ...]]]
    fetched: Mapping[SeatId, tuple[int, int, int]]
    desk: tuple[int, int]
    entries: int
    statements: tuple[str, ...]


@dataclass(eq=False)
class Line:
    """An open socket, with the length of each frame on the wire."""

    lengths: list[int] = field(default_factory=list)

    def write(self, frame: hub.WireFrame) -> None:
        self.lengths.append(len(frame.wire))

    def close(self, code: int) -> None:
        raise AssertionError(code)


def audiences(seat: SeatId) -> frozenset[str]:
    return frozenset({"all", f"seat:{seat}", f"team:{seat.partition('-')[0]}"})


@contextmanager
def listening(day: TableDay, monkeypatch):
    """Lengths of all frames on the wire, by screen, and the topics of all news."""
    topics: list[Mapping[str, tuple[str, ...]]] = []
    lines = {"wall": frozenset({"all"}), "tablet": frozenset({"all", "staff"}), **{seat: audiences(seat) for seat in SITTING}}
    told, place = {who: Line() for who in lines}, hub.Hub(asyncio.new_event_loop())
    for who, line in told.items():
        place.join(line, day.event.pk, lines[who], broadcast.facts_of(1, day.state))

    def heard(news: hub.News, but: object = frozenset()) -> None:
        topics.append(news.topics)
        place.deliver(news)

    try:
        with monkeypatch.context() as patched:
            patched.setattr(broadcast, "_send_everywhere", heard)
            yield told, topics
    finally:
        place.loop.close()


@contextmanager
def working(monkeypatch):
    """First word of every SQL statement in any thread."""
    found: list[str] = []
    given = CursorWrapper._execute_with_wrappers

    def counted(self, sql, params, many, executor):
        found.append(sql.split()[0].upper())
        return given(self, sql, params, many, executor)

    with monkeypatch.context() as patched:
        patched.setattr(CursorWrapper, "_execute_with_wrappers", counted)
        yield found


def taken(day: TableDay, monkeypatch, who: SeatId, **typed: object) -> Heard:
    """Press once on the phone of `who`; returns all traffic that follows."""
    cache.clear()
    phones = {seat: Phone.of(day, seat) for seat in SITTING}
    tablet = Tablet.of(day)
    before = Entry.objects.count()
    with listening(day, monkeypatch) as (told, topics), working(monkeypatch) as asked:
        answer = phones[who].press(**typed)
    return Heard(
        answer=measured(answer),
        frames={who: tuple(line.lengths) for who, line in told.items()},
        topics=topics,
        fetched={seat: phone.ask() for seat, phone in phones.items() if seat != who},
        desk=tablet.ask(),
        entries=Entry.objects.count() - before,
        statements=tuple(asked),
    )


def stands(day: TableDay, state: Any) -> None:
    """Replace the event's state without new entries in its journal."""
    with transaction.atomic():
        stream = rows.lock_stream(day.event.stream_id)
        now = journal.store(stream, stream.head, state)
    journal.forget(stream)
    journal.remember(stream, now)


# --- situations at the table --------------------------------------------------------------------------------------------


def laid(state: Any, *schemes: tuple[SeatId, Paper], **more: object) -> Any:
    """The state with these schemes by these authors at the West's table, and nothing else on it."""
    lying = tuple(
        Lying(id=71 + at, table=WEST, house=state.seats[seat].house, author=seat, paper=paper, month=1)
        for at, (seat, paper) in enumerate(schemes)
    )
    state = with_table(state, replace(table_of(state, WEST), schemes=lying, offered=(), brought=(), **more))
    own = room_of(state)
    return replace(state, rooms={**state.rooms, "underground": replace(own, placed=90)})


def reached(day: TableDay, paper: Paper) -> None:
    """Attack: Cat's first player has reached a scheme of Snake's."""
    state = laid(day.to(TableStep.ATTACK).state, (SNAKE_1, paper), (CAT_2, RUMORS))
    stands(day, with_table(state, replace(table_of(state, WEST), attack=Attack(attacker=CAT_1, scheme=71, reached=True))))


def before_the_round(day: TableDay, paper: Paper) -> None:
    """Updates: Cat's first player is the Sovereign, and Snake's scheme is on the table."""
    state = laid(day.state, (SNAKE_1, paper), (CAT_2, RUMORS))
    stands(day, on_throne(state, CAT_1))


def brought(day: TableDay, paper: Paper) -> None:
    """Schemes: Cat's first player has written a new scheme while an old one is on the table."""
    day.to(TableStep.SCHEMES)
    stands(day, laid(day.state, (CAT_1, RUMORS), (SNAKE_1, KILL)))
    state = day.state
    stands(day, with_table(state, replace(table_of(state, WEST), brought=(Brought(seat=CAT_1, paper=paper),))))


def drawn(day: TableDay, paper: Paper) -> None:
    """Schemes: the picker of each House has four cards."""
    day.to(TableStep.SCHEMES)


def placing(day: TableDay) -> dict[str, object]:
    """Form fields that place the first of Cat's cards that can be placed."""
    offer = next(each for each in day.table.offered if each.picker == CAT_1)
    for card in offer.cards:
        paper = first_paper(day.state, offer.house, WEST, kind_on(card))
        if paper is not None:
            return {"choice": f"place {card}", "type": paper.type} | {f"field{n}": word for n, (word,) in enumerate(paper.values)}
    raise AssertionError


Stands = Callable[[TableDay, Paper], None]
CHOOSES: dict[str, tuple[Stands, str, Callable[[TableDay], dict[str, object]]]] = {
    "looks": (before_the_round, "updates", lambda day: {"choice": "look 71"}),
    "keeps": (brought, "schemes", lambda day: {"choice": "written keep"}),
    "takes the new one": (brought, "schemes", lambda day: {"choice": "written replace"}),
    "places a card": (drawn, "schemes", placing),
    "leaves it": (reached, "attack", lambda day: {"choice": "reached leave", "scheme": 71}),
    "foils it": (reached, "attack", lambda day: {"choice": "reached foil", "scheme": 71}),
}  # a sprung trap is public, so the traffic of its choice reveals nothing
OPEN: dict[str, Stands] = {"updates": before_the_round, "schemes": brought, "attack": reached}


@pytest.fixture
def day() -> TableDay:
    return TableDay()


@pytest.fixture
def unpadded(monkeypatch):
    """Recreate an old leak: answers are as long as their content."""
    monkeypatch.setattr(compression, "padded_length", lambda length: length)


# --- a choice and a tap -------------------------------------------------------------------------------------------------


def compared(day: TableDay, monkeypatch, what: str) -> tuple[Heard, Heard]:
    """Traffic of a tap by a player without a choice, and of a real choice at the same table."""
    stand, step, choice = CHOOSES[what]
    stand(day, RUMORS)
    tap = taken(day, monkeypatch, CAT_2, choice="feign", step=step)
    real = taken(day, monkeypatch, CAT_1, **choice(day))
    assert real.entries > 0  # it was a choice
    return tap, real


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("what", CHOOSES)
def test_a_tap_travels_as_a_choice_does(day, monkeypatch, what):
    tap, real = compared(day, monkeypatch, what)

    assert tap.answer == real.answer
    assert tap.answer[0] == 200
    assert tap.frames == real.frames
    assert real.frames["wall"]
    assert tap.topics == real.topics
    assert {*tap.fetched.values()} == {*real.fetched.values()}
    assert {each[:2] for each in real.fetched.values()} == {tap.answer}
    assert len({*real.fetched.values()}) == 1
    assert tap.desk == real.desk


@pytest.mark.rule("R-144")
def test_a_choice_without_padding_would_be_found_by_its_answer(day, monkeypatch, unpadded):
    tap, real = compared(day, monkeypatch, "takes the new one")

    assert tap.answer != real.answer
    assert {*tap.fetched.values()} != {*real.fetched.values()}
    assert tap.desk != real.desk


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("decoys", [None, table_invalidations])
def test_a_tap_that_told_nobody_or_its_own_table_would_be_found_by_its_frames(day, monkeypatch, decoys):
    """An old leak: a tap stayed on its phone, and no other screen reloaded."""
    engine = journal.play_of(day.event.stream).engine
    silent = replace(engine.commands[feint.Feign], decoys=decoys)
    monkeypatch.setitem(engine.commands, feint.Feign, silent)

    tap, real = compared(day, monkeypatch, "keeps")

    assert tap.frames != real.frames


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("what", CHOOSES)
def test_the_console_does_the_same_for_a_tap_and_writes_no_event(day, monkeypatch, what):
    """Both run the same statements, except those that write the entries. Both write the head once."""
    tap, real = compared(day, monkeypatch, what)

    assert tap.entries == 0
    assert tap.statements.count("UPDATE") >= 1
    assert Counter(real.statements) - Counter(tap.statements) <= Counter(INSERT=1, SELECT=1)  # it sees that the head has moved
    assert not Counter(tap.statements) - Counter(real.statements)


@pytest.mark.rule("R-144")
def test_a_tap_that_was_only_answered_would_be_found_by_the_work(day, monkeypatch):
    monkeypatch.setattr(pressed, "_feigned", lambda request, door, _form: answer(request, door, pressed.CHOICE))

    tap, real = compared(day, monkeypatch, "keeps")

    assert {"BEGIN", "UPDATE"} <= {*(Counter(real.statements) - Counter(tap.statements))}


@pytest.mark.rule("R-144")
def test_a_tap_changes_no_state_and_a_drumming_finger_tells_nobody_more(day, monkeypatch):
    reached(day, AMBUSH)
    before, phone = day.state, Phone.of(day, CAT_2)
    cache.clear()

    with listening(day, monkeypatch) as (told, _topics):
        answers = [measured(phone.press(choice="feign", step="attack")) for _each in range(5)]

    assert day.state == before
    assert len(set(answers)) == 1
    assert len(told["wall"].lengths) == 1


@pytest.mark.rule("R-144")
@pytest.mark.parametrize(
    ("stand", "step"),
    [(before_the_round, "schemes"), (brought, "updates"), (brought, "attack"), (brought, "minions"), (brought, "nonsense")],
)
def test_a_tap_in_a_prompt_that_is_closed_is_refused(day, stand, step):
    stand(day, RUMORS)

    assert Phone.of(day, CAT_2).press(choice="feign", step=step).status_code in (409, 422)


# --- a trap and a scheme ------------------------------------------------------------------------------------------------


def lengths(day: TableDay, stand: Stands, papers: tuple[Paper, ...]) -> set[tuple[int, int]]:
    """Lengths of the new regions and of the whole page on a phone that knows the face, for each of these papers."""
    found = set()
    for paper in papers:
        stand(day, paper)
        phone = Phone.of(day, CAT_1 if stand is not before_the_round else SNAKE_1)
        page = phone.client.get(PLAY, headers={"Accept-Encoding": "gzip"})
        phone.seen = [each for each in phone.seen if "und-" not in each]
        found.add((phone.ask()[1], len(page.content)))
    return found


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("step", OPEN)
def test_a_knowers_answers_are_as_long_for_a_trap_as_for_a_scheme(day, step):
    assert len(lengths(day, OPEN[step], (*TRAPS, *SCHEMES))) == 1


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("step", OPEN)
def test_without_padding_they_would_tell_them_apart(day, unpadded, step):
    assert len(lengths(day, OPEN[step], (*TRAPS, *SCHEMES))) > 1


def pages(day: TableDay, stand: Stands, paper: Paper) -> dict[str, bytes]:
    """Pages of all viewers who do not know the face."""
    stand(day, paper)
    knows = {reached: (CAT_1, SNAKE_1), before_the_round: (SNAKE_1,), brought: (CAT_1,)}[stand]
    found = {seat: Phone.of(day, seat) for seat in SITTING if seat not in knows}
    assert found
    shown = {str(seat): phone.look() for seat, phone in found.items()}
    for wall in ("underground/west", "clock"):
        shown[wall] = ONE_TIME.sub(b"*", Client().get(f"/screen/{day.event.pk}/{wall}/").content)
    return shown


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("step", OPEN)
def test_who_does_not_know_reads_the_same_bytes_of_a_trap_and_of_a_scheme(day, step):
    found = [pages(day, OPEN[step], paper) for paper in (*TRAPS, *SCHEMES)]

    assert all(each == found[0] for each in found)


@pytest.mark.rule("R-144")
def test_a_prompt_that_named_the_trap_would_be_found(day, monkeypatch):
    """The comparison above notices a single word: here the view leaks the face to the whole table."""
    monkeypatch.setattr(view_schemes, "knows", lambda _scheme, _seat: True)

    trap, scheme = (pages(day, reached, paper) for paper in (AMBUSH, RUMORS))
    assert trap["cat-2"] != scheme["cat-2"]


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("step", OPEN)
def test_the_prompt_is_open_on_all_phones_or_on_none(day, step):
    OPEN[step](day, AMBUSH)
    assert len(seats_at_table(day.state, WEST)) == len(SITTING)

    shown = [Phone.of(day, seat).look() for seat in SITTING]

    assert {page.count(b'id="und-private-title"') for page in shown} == {1}
    assert {page.count(b"/underground/choice/") > 0 for page in shown} == {True}
