"""The floor of the Court through the one door: each vote counts once, with many phones at once, and everything can be undone."""

from __future__ import annotations

import math
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import datetime, timedelta

import pytest
from django.db import connections
from django.test import Client

from control import system_time
from control.day.calls import CallControl
from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence
from control.engine import codec
from control.engine.context import Actor
from control.engine.ids import SeatId, StepId
from control.engine.refusal import Refused
from control.journal import ballots, desk, journal
from control.journal.desk import GivenCommand
from control.live import press_queue
from control.live.ws_protocol import LineProtocol
from control.models import Event, Stream
from control.people import access
from control.people.events import create_event
from control.phone import presses
from rooms.court.game.floor.cycles import ChooseProposal
from rooms.court.game.floor.payment import PayLaw
from rooms.court.game.floor.vote import CastVote
from rooms.court.game.floor.vote_result import CloseVote
from rooms.court.game.proposals.proposal import EnterProposal
from rooms.court.game.state import Stand, proposal_in_cycle
from rooms.realm.frame import NAME
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from tests.control.hall import Hall, Screen, in_planning, phone_of, serving, tablet_of
from tests.events import OLGA, do, state_of, wait_long_for_ballots
from tests.scenarios import default
from tests.services import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

THERE = tuple(SeatId(seat) for seat in ("cat-1", "cat-2", "wolf-1", "wolf-2", "bear-1"))
FINES = Paper(type="fines", values=(("wolf",), ("2",), ("1",)))


def stored(event: Event) -> bytes:
    return bytes(Stream.objects.get(pk=event.stream_id).state)


def vote(seat: SeatId, *, favor: bool = True) -> CastVote:
    return CastVote(month=1, cycle=1, seat=seat, favor=favor)


def cast(event: Event, seat: SeatId, *, favor: bool = True) -> None:
    """Vote now, as by a request."""
    given = GivenCommand(command=vote(seat, favor=favor), by=Actor(seat=seat), command_id=uuid.uuid4())
    ballots.cast(event.stream, given, system_time.now())


@pytest.fixture
def voting() -> Event:
    """Five players are in the Court of month 1, and the vote on Fines is open."""
    event = create_event(realm=NAME, name="Test day", scenario=default(), casting=default().casting)
    for seat in THERE:
        do(event, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    do(event, BeginDay())
    do(event, EndPhase(month=1, phase=Phase.CEREMONY))
    for seat in THERE:
        do(event, SeatInRoom(player=seat, month=1, room=Room.COURT, table=""))
    do(event, EndPhase(month=1, phase=Phase.PLANNING))
    do(event, EndPhase(month=1, phase=Phase.MOVEMENT))
    do(event, EndStep(room=Room.COURT, month=1, step=StepId("updates")))
    do(event, EnterProposal(player=THERE[0], month=1, paper=FINES, reason="on paper"))
    do(event, ChooseProposal(month=1, author=THERE[0]))
    for step in ("explain-1", "debate-1"):
        do(event, EndStep(room=Room.COURT, month=1, step=StepId(step)))
    return event


@pytest.mark.rule("R-80")
def test_the_same_vote_again_gets_the_same_receipt(voting):
    key = uuid.uuid4()
    first = do(voting, vote(THERE[0]), Actor(seat=THERE[0]), key)
    before = stored(voting)

    repeated = do(voting, vote(THERE[0]), Actor(seat=THERE[0]), key)
    again = do(voting, vote(THERE[0]), Actor(seat=THERE[0]))

    assert repeated.repeated
    assert [each.pk for each in repeated.entries] == [each.pk for each in first.entries]
    assert again.entries == ()
    assert stored(voting) == before


@pytest.mark.rule("GE-CRT-26", "R-80")
def test_phones_that_vote_at_one_moment_all_count_once(voting):
    barrier = threading.Barrier(len(THERE))

    def press(seat: SeatId) -> None:
        try:
            barrier.wait(timeout=PATIENCE)
            do(voting, vote(seat, favor=seat != THERE[4]), Actor(seat=seat))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(THERE)) as pool:
        list(pool.map(press, THERE))
    do(voting, CloseVote(month=1, cycle=1))

    standing = proposal_in_cycle(state_of(voting), 1)
    assert standing is not None
    assert standing.count is not None
    assert (standing.count.favor, standing.count.against) == (4, 1)
    with pytest.raises(Refused, match="is closed"):
        do(voting, vote(THERE[4]), Actor(seat=THERE[4]))


@pytest.mark.rule("GE-CRT-26")
def test_the_close_of_a_vote_waits_for_votes_that_have_come(voting, monkeypatch):
    waits = wait_long_for_ballots(monkeypatch)

    def close() -> None:
        try:
            do(voting, CloseVote(month=1, cycle=1))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool, ballots.on_the_way(voting.pk):
        closing = pool.submit(close)
        assert waits.wait(PATIENCE)
        ballots.cast(voting.stream, GivenCommand(command=vote(THERE[0]), by=Actor(seat=THERE[0]), command_id=uuid.uuid4()))
        closing.result(timeout=PATIENCE)

    standing = proposal_in_cycle(state_of(voting), 1)
    assert standing is not None
    assert standing.count is not None
    assert standing.count.favor == 1


def test_what_was_passed_is_taken_back_as_one_to_the_same_bytes(voting):
    for seat in THERE:
        do(voting, vote(seat), Actor(seat=seat))
    do(voting, CloseVote(month=1, cycle=1))
    before, laws = stored(voting), state_of(voting).laws

    foreseen = desk.preview(stream_id=voting.stream_id, command=PayLaw(month=1, cycle=1), by=OLGA)
    paid = do(voting, PayLaw(month=1, cycle=1))
    assert foreseen.after == state_of(voting)
    assert len(state_of(voting).laws) == len(laws) + 1

    desk.withdraw(
        stream_id=voting.stream_id,
        entries=[each.seq for each in paid.entries],
        by=OLGA,
        command_id=uuid.uuid4(),
        reason="the wrong House",
    )

    assert stored(voting) == before
    standing = proposal_in_cycle(state_of(voting), 1)
    assert standing is not None
    assert standing.stand is Stand.WON
    stream = Stream.objects.get(pk=voting.stream_id)
    assert codec.encode_state(journal.state_at(stream, stream.head, from_zero=True)) == before


# --- over the sockets of phones -----------------------------------------------------------------------------------------


@pytest.fixture
def hall() -> Iterator[Hall]:
    with serving() as found:
        yield found
    assert ballots._undone == {}


def press(screen: Screen, favor: bool = True, *, late: float = 0.0, **changed: object) -> None:
    """Vote as the page does."""
    fields = {"command_id": str(uuid.uuid4()), "month": "1", "cycle": "1", "vote": "favor" if favor else "against"}
    word = {"number": 1, "address": "/play/court/vote/", "fields": fields, "at": (time.time() - late) * 1000}
    screen.say(t="press", **{**word, **changed})


def sides(event: Event) -> dict[str, bool]:
    standing = proposal_in_cycle(state_of(event), 1)
    assert standing is not None
    return {each.seat: each.favor for each in standing.votes}


@pytest.mark.rule("GE-CRT-26")
def test_votes_over_sockets_at_one_moment_each_count_once_and_have_a_receipt(voting, hall):
    with ExitStack() as open_phones:
        phones = {seat: open_phones.enter_context(hall.screen(voting.pk, phone_of(voting, seat))) for seat in THERE}
        for seat, phone in phones.items():
            press(phone, favor=seat != THERE[4])
        receipts = {seat: phone.hear("pressed") for seat, phone in phones.items()}

    assert sides(voting) == {seat: seat != THERE[4] for seat in THERE}
    entries = {each.actor: each.at for each in voting.stream.entries.filter(kind="VoteCast")}
    assert len(entries) == len(THERE)
    for seat, receipt in receipts.items():
        assert datetime.fromisoformat(receipt["at"]) == entries[f"seat:{seat}"]
        assert receipt.keys() == {"t", "n", "at"}  # and so it does not tell which vote it was


def test_a_vote_over_the_socket_that_comes_again_counts_once_and_must_ask_by_a_request(voting, hall):
    fields = {"command_id": str(uuid.uuid4()), "month": "1", "cycle": "1", "vote": "favor"}
    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone:
        heard = []
        for number in (1, 2):
            press(phone, number=number, fields=fields)
            heard.append(phone.hear("pressed"))

    assert "at" in heard[0]
    assert heard[1] == {"t": "pressed", "n": 2}
    assert voting.stream.entries.filter(kind="VoteCast").count() == 1


def test_the_last_of_two_votes_over_one_socket_counts(voting, hall):
    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone:
        for favor in (True, False, True, False):
            press(phone, favor)
            assert "at" in phone.hear("pressed")

    assert sides(voting) == {THERE[0]: False}


OWN = {"command_id": str(uuid.UUID(int=1)), "month": "1", "cycle": "1", "vote": "favor"}


@pytest.mark.parametrize(
    "changed",
    [
        {"fields": {**OWN, "cycle": "2"}},  # its vote has not begun
        {"fields": {**OWN, "vote": "maybe"}},
        {"fields": {"vote": "favor"}},
        {"address": "/play/room/"},
        {"address": "/nowhere/"},
        {"late": 3.5},  # the phone may have sent it by a request, and pressed again
    ],
)
def test_what_the_socket_does_not_take_changes_nothing_and_leaves_other_votes(voting, hall, changed):
    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone, hall.screen(voting.pk, phone_of(voting, THERE[1])) as other:
        press(phone, **changed)
        press(other)
        assert phone.hear("pressed") == {"t": "pressed", "n": 1}
        assert "at" in other.hear("pressed")

    assert sides(voting) == {THERE[1]: True}


def test_a_screen_without_a_valid_badge_does_not_vote(voting, hall):
    with ExitStack() as screens:
        cookies = ("", tablet_of("court"), phone_of(in_planning("wolf-1"), "wolf-1"), phone_of(voting, THERE[0]))
        opened = [screens.enter_context(hall.screen(voting.pk, cookie)) for cookie in cookies]
        access.issue_code(voting.seats.get(key=THERE[0]))  # the last phone's badge is worth nothing any more
        for screen in opened:
            press(screen)
            assert screen.hear("pressed") == {"t": "pressed", "n": 1}

    assert sides(voting) == {}


def test_a_fault_sends_votes_to_a_request(voting, hall, monkeypatch):
    monkeypatch.setattr(press_queue, "carrier", lambda batch, tell: 1 / 0)
    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone:
        press(phone)
        assert phone.hear("pressed") == {"t": "pressed", "n": 1}
        monkeypatch.undo()
        press(phone)
        assert "at" in phone.hear("pressed")

    assert sides(voting) == {THERE[0]: True}


@pytest.mark.rule("GE-CRT-26")
def test_the_close_of_a_vote_waits_for_votes_that_have_come_over_sockets(voting, hall, monkeypatch):
    waits, come, carrier = wait_long_for_ballots(monkeypatch), threading.Event(), press_queue.carrier

    def held(batch, tell):
        come.set()
        assert waits.wait(PATIENCE)
        carrier(batch, tell)

    monkeypatch.setattr(press_queue, "carrier", held)
    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone:
        press(phone)
        assert come.wait(PATIENCE)
        do(voting, CloseVote(month=1, cycle=1))
        assert "at" in phone.hear("pressed")

    assert sides(voting) == {THERE[0]: True}


class HeldPresses:
    """Presses that reach the thread which carries them out, which waits until it may go on. `batches`: their numbers, by batch."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.batches: list[list[int]] = []
        self.go, self._carrier = threading.Event(), press_queue.carrier
        monkeypatch.setattr(press_queue, "carrier", self._carry)

    def _carry(self, batch, tell):
        self.batches.append([each.number for each in batch])
        assert self.go.wait(PATIENCE)
        self._carrier(batch, tell)

    def has_begun(self) -> None:
        until(lambda: len(self.batches) == 1)


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.001)


def has_come(screen: Screen) -> None:
    """Return when the server has heard all that this screen has said."""
    screen.say(t="ping", c=0)
    screen.hear("pong")


@pytest.mark.parametrize("address", ["/play/court/vote/", "/play/room/"])
def test_who_has_no_seat_and_what_is_no_ballot_is_not_waited_for(voting, hall, monkeypatch, address):
    held = HeldPresses(monkeypatch)
    cookies = ("", tablet_of("court")) if address == "/play/court/vote/" else (phone_of(voting, THERE[0]),)
    for cookie in cookies:
        with hall.screen(voting.pk, cookie) as screen:
            press(screen, address=address)
            assert screen.hear("pressed") == {"t": "pressed", "n": 1}  # although nothing is carried out
            until(lambda: ballots._undone == {})

    assert held.batches == []
    held.go.set()


def test_one_press_of_a_socket_waits_and_presses_of_one_event_go_together(voting, hall, monkeypatch):
    held, other = HeldPresses(monkeypatch), in_planning("wolf-1")
    with ExitStack() as screens:
        first, *phones = (screens.enter_context(hall.screen(voting.pk, phone_of(voting, seat))) for seat in THERE[:4])
        stranger = screens.enter_context(hall.screen(other.pk, phone_of(other, "wolf-1")))
        press(first, number=1)
        held.has_begun()
        for at, phone in enumerate(phones):
            press(phone, number=10 + at)
            has_come(phone)
            if not at:
                press(stranger, number=20)
                has_come(stranger)
        press(phones[0], favor=False, number=30)
        assert phones[0].hear("pressed") == {"t": "pressed", "n": 30}  # at once
        held.go.set()
        assert all("at" in phone.hear("pressed") for phone in (first, *phones))
        assert stranger.hear("pressed") == {"t": "pressed", "n": 20}

    assert held.batches == [[1], [10, 11, 12], [20]]
    assert sides(voting) == dict.fromkeys(THERE[:4], True)


def test_a_badge_has_one_press_in_a_commit_and_each_that_is_written_counts_for_its_limit(voting, hall, monkeypatch):
    held, counted = HeldPresses(monkeypatch), list[str]()
    monkeypatch.setattr(presses, "PRESSES", CountedTries(counted.append))
    with ExitStack() as screens:
        first, *phones = (
            screens.enter_context(hall.screen(voting.pk, phone_of(voting, seat))) for seat in (THERE[1], THERE[0], THERE[0])
        )
        press(first)
        held.has_begun()
        for phone in phones:
            press(phone)
            has_come(phone)
        held.go.set()
        assert "at" in first.hear("pressed")
        assert ["at" in phone.hear("pressed") for phone in phones] == [True, False]  # the second was sent before the first entry
        press(phones[1])  # changes nothing: the request with the same ID counts it
        assert "at" not in phones[1].hear("pressed")

    assert held.batches == [[1]] * 4
    assert [each.split()[-1] for each in counted] == [THERE[1], THERE[0]]


def test_receipts_do_not_wait_until_presses_are_counted(voting, hall, monkeypatch):
    def fails(_whose: str) -> None:
        raise OSError("the cache is gone")

    monkeypatch.setattr(presses, "PRESSES", CountedTries(fails))
    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone, hall.screen(voting.pk, phone_of(voting, THERE[1])) as other:
        for each in (phone, other):
            press(each)
            assert "at" in each.hear("pressed")


class CountedTries:
    """A limit that is never reached."""

    def __init__(self, count: Callable[[str], None]) -> None:
        self.count = count

    def enough(self, _whose: str) -> bool:
        return False


def test_a_press_that_came_in_time_counts_however_long_it_waits(voting, hall, monkeypatch):
    held = HeldPresses(monkeypatch)
    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone, hall.screen(voting.pk, phone_of(voting, THERE[1])) as other:
        press(other)
        held.has_begun()
        press(phone)
        has_come(phone)
        seconds = system_time.seconds
        monkeypatch.setattr(system_time, "seconds", lambda: seconds() + 10)
        held.go.set()
        assert "at" in phone.hear("pressed")

    assert sides(voting) == {THERE[0]: True, THERE[1]: True}


def test_a_press_of_a_socket_that_has_closed_is_dropped_unless_it_is_being_carried_out(voting, hall, monkeypatch):
    held = HeldPresses(monkeypatch)
    with hall.screen(voting.pk, phone_of(voting, THERE[2])) as third:
        with hall.screen(voting.pk, phone_of(voting, THERE[0])) as first:
            press(first)
            held.has_begun()
            with hall.screen(voting.pk, phone_of(voting, THERE[1])) as second:
                press(second)
                has_come(second)
                assert len(ballots._undone) == 2
            until(lambda: len(ballots._undone) == 1)
        press(third, number=3)
        has_come(third)
        held.go.set()
        assert "at" in third.hear("pressed")

    assert held.batches == [[1], [3]]
    assert sides(voting) == {THERE[0]: True, THERE[2]: True}


@pytest.mark.parametrize("others", [0, 1], ids=["alone", "with another"])
def test_a_late_press_does_not_replace_what_its_player_has_pressed_since(voting, hall, monkeypatch, others):
    """The request with the ID of the first press changes nothing, and so leaves no entry with that ID."""
    cast(voting, THERE[0])
    held = HeldPresses(monkeypatch)
    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone, hall.screen(voting.pk, phone_of(voting, THERE[1])) as other:
        press(other, favor=False)
        held.has_begun()
        press(phone)
        has_come(phone)
        if others:
            press(other, favor=False, number=2)
            has_come(other)
        cast(voting, THERE[0], favor=False)
        held.go.set()
        assert phone.hear("pressed") == {"t": "pressed", "n": 1}

    assert sides(voting) == {THERE[0]: False, THERE[1]: False}


def test_another_press_of_the_player_since_then_is_no_later_vote(voting, hall):
    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone:
        before = time.time()
        do(voting, CallControl(seat=THERE[0], place="Court", text="Help."), Actor(seat=THERE[0]))
        press(phone, at=before * 1000)
        assert "at" in phone.hear("pressed")

    assert sides(voting) == {THERE[0]: True}


@pytest.mark.parametrize("pressed", ["before", "after", "tomorrow", "never", "unreadable"])
def test_a_vote_by_a_request_is_refused_if_its_player_has_voted_since_it_was_pressed(voting, pressed):
    before = system_time.now() - timedelta(seconds=1)
    cast(voting, THERE[0], favor=False)
    times = {"before": before, "after": system_time.now(), "tomorrow": system_time.now() + timedelta(days=1)}
    at = str(math.ceil(times[pressed].timestamp() * 1000)) if pressed in times else {"never": "", "unreadable": "1e9"}[pressed]
    phone = Client()
    phone.cookies.load(phone_of(voting, THERE[0]))

    answer = phone.post("/play/court/vote/", {**OWN, "sent_at": at}, headers={"HX-Request": "true"})

    assert (answer.status_code, "You have pressed again since." in answer.content.decode()) == (
        (409, True) if pressed == "before" else (200, False)
    )
    assert sides(voting) == {THERE[0]: pressed != "before"}


def test_a_vote_that_was_sent_later_counts_however_late_an_older_one_is_carried_out(voting, hall):
    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone:
        press(phone, late=2)
        assert "at" in phone.hear("pressed")
        press(phone, favor=False, late=1)  # sent before the older one was carried out
        assert "at" in phone.hear("pressed")

    assert sides(voting) == {THERE[0]: False}


def test_a_later_vote_that_changes_nothing_still_keeps_out_an_older_one(voting, hall):
    cast(voting, THERE[0])
    before = time.time()
    cast(voting, THERE[0])
    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone:
        press(phone, favor=False, at=before * 1000)
        assert phone.hear("pressed") == {"t": "pressed", "n": 1}

    assert sides(voting) == {THERE[0]: True}


def test_what_a_phone_has_said_is_marked_before_it_is_read(voting, hall, monkeypatch):
    marked, listen = list[int](), LineProtocol.listen

    def reads(line: LineProtocol) -> None:
        if line._said:
            marked.append(len(ballots._undone))
        listen(line)

    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone, hall.screen(voting.pk) as stranger:
        has_come(phone)
        monkeypatch.setattr(LineProtocol, "listen", reads)
        has_come(phone)
        has_come(stranger)
        monkeypatch.undo()

    assert marked == [1, 0]


def test_the_mark_of_what_has_come_goes_on_to_its_press(voting, hall, monkeypatch):
    """Else a close that waits for the mark would overtake the press."""
    held, marked, listen = HeldPresses(monkeypatch), list[threading.Event](), LineProtocol.listen

    def reads(line: LineProtocol) -> None:
        if line._said:
            marked.extend(ballots._undone)
        listen(line)

    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone:
        has_come(phone)
        monkeypatch.setattr(LineProtocol, "listen", reads)
        press(phone)
        held.has_begun()
        assert list(ballots._undone) == marked
        held.go.set()
        assert "at" in phone.hear("pressed")


@pytest.mark.parametrize("failure", [RuntimeError, ValueError])
def test_a_press_that_the_queue_cannot_take_leaves_no_mark(voting, hall, monkeypatch, failure):
    def fails(*_given: object, **_named: object) -> None:
        raise failure("no thread can be started")

    monkeypatch.setattr(press_queue.PressQueue, "add", fails)
    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone:
        press(phone)
        if failure is RuntimeError:  # any other one closes the socket
            assert phone.hear("pressed") == {"t": "pressed", "n": 1}
        until(lambda: not ballots._undone)


@pytest.mark.parametrize("word", [{"at": "soon"}, {"fields": []}, {"address": "/" * 81}, {"fields": {**OWN, "pad": "-" * 1024}}])
def test_a_press_that_cannot_be_read_is_refused(voting, hall, word):
    with hall.screen(voting.pk, phone_of(voting, THERE[0])) as phone:
        press(phone, **word)
        assert phone.hear("refused")["sentence"]

    assert sides(voting) == {}
