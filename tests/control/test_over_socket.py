"""News for phones over their sockets: what a request would bring, with the same rights."""

from __future__ import annotations

import gzip
import json
import re
import uuid

import pytest
from django.utils import timezone

from control.day.people.presence import LeaveForGood
from control.journal import rows
from control.live import questions
from control.live.hub import WireFrame
from control.live.questions import NewsAnswer, Question
from control.models import DeviceOut, Sheet
from control.people import access
from control.people.access import SeatCookie, seat_cookie
from control.phone import over_socket
from control.phone.over_socket import TOKEN, answer_questions
from control.system_time import now
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Phase
from tests.control.hall import in_planning, phone_of, serving, tablet_of
from tests.control.phones import CAT_1, CAT_2, HX, WOLF_1, Day, hidden, words

pytestmark = [pytest.mark.django_db(transaction=True)]

PASSING = re.compile(r'(name="(?:csrfmiddlewaretoken|command_id)" value=")[^"]*|data-now="\d+"')


class OwnDay(Day):
    """A day in a phase, with three players."""

    def arrange(self, phase: Phase) -> None:
        self.here(CAT_1, CAT_2, WOLF_1).until(phase)


class Line:
    """A socket that keeps what is written."""

    def __init__(self) -> None:
        self.frames: list[WireFrame] = []

    def write(self, frame: WireFrame) -> None:
        self.frames.append(frame)

    def close(self, code: int) -> None:
        raise AssertionError(code)


def cookies(phone) -> dict[str, str]:
    return {name: each.value for name, each in phone.cookies.items()}


def question(event, told, seen=(), number=1) -> Question:
    return Question(line=Line(), event=event.pk, cookies=told, number=number, seen=tuple(seen))


def answered(*asked: Question) -> dict[Question, NewsAnswer]:
    found = list[tuple[Question, NewsAnswer]]()
    answer_questions(asked, lambda one, answer: found.append((one, answer)))
    return {id(one): answer for one, answer in found}


def text_of(answer: NewsAnswer) -> str:
    return gzip.decompress(answer.body).decode() if answer.body else ""


def plain(text: str) -> str:
    return PASSING.sub(r"\1", text).strip()


@pytest.mark.parametrize("phase", [Phase.CEREMONY, Phase.PLANNING, Phase.ACTION])
def test_the_socket_brings_what_a_request_brings(phase, monkeypatch):
    day, instant = OwnDay(phase=phase), now()
    monkeypatch.setattr(timezone, "now", lambda: instant)  # countdowns stand still
    phones = {seat: day.phone(seat) for seat in (CAT_1, CAT_2, WOLF_1)}
    shown = {seat: hidden(words(phone.get("/play/")), "seen") for seat, phone in phones.items()}
    for known in (shown, {seat: versions[5:] for seat, versions in shown.items()}, {seat: [] for seat in shown}):
        asked = {seat: question(day.event, cookies(phone), known[seat]) for seat, phone in phones.items()}
        over_socket = answered(*asked.values())
        for seat, phone in phones.items():
            by_request, answer = phone.get("/play/fresh/", {"seen": known[seat]}, headers=HX), over_socket[id(asked[seat])]
            assert plain(text_of(answer)) == plain(words(by_request))
            assert answer.whose == by_request.headers["X-Phone"]
            assert answer.kind == ("news" if by_request.content else "same")
    assert "csrfmiddlewaretoken" in text_of(over_socket[id(asked[CAT_1])])
    assert set(hidden(text_of(over_socket[id(asked[CAT_1])]), "csrfmiddlewaretoken")) == {TOKEN}


def new_code(day, phone):
    access.issue_code(day.row(CAT_1))


def signed_out(day, phone):
    told = seat_cookie(cookies(phone))
    DeviceOut.objects.create(device=told.device, event_id=told.event, at=now())


def left(day, phone):
    day.do(LeaveForGood(seat=CAT_1))


def another_event(day, phone):
    phone.cookies = OwnDay(phase=Phase.PLANNING).phone(CAT_1).cookies


def no_badge(day, phone):
    phone.cookies.clear()


def forged(day, phone):
    phone.cookies[access.COOKIE] = phone.cookies[access.COOKIE].value[:-2] + "xx"


@pytest.mark.parametrize("change", [new_code, signed_out, left, another_event, no_badge, forged])
def test_a_phone_without_a_valid_badge_is_told_nothing(change):
    day = OwnDay(phase=Phase.PLANNING)
    phone, other = day.phone(CAT_1), day.phone(CAT_2)
    change(day, phone)
    asked, beside = question(day.event, cookies(phone)), question(day.event, cookies(other))
    found = answered(asked, beside)
    assert id(asked) not in found
    assert found[id(beside)].kind == "news"


def test_an_unknown_event_is_told_nothing():
    day = OwnDay(phase=Phase.PLANNING)
    day.event.pk += 1000
    assert answered(question(day.event, cookies(OwnDay(phase=Phase.PLANNING).phone(CAT_1)))) == {}


def test_a_fault_in_what_one_phone_shows_sends_that_phone_alone_to_a_request(monkeypatch):
    day = OwnDay(phase=Phase.PLANNING)
    asked = [question(day.event, cookies(day.phone(seat))) for seat in (CAT_1, CAT_2, WOLF_1)]
    regions = over_socket.regions_of

    def broken(seen, shown):
        if seen.door.seat == CAT_2:
            raise KeyError("broken")
        return regions(seen, shown)

    monkeypatch.setattr(over_socket, "regions_of", broken)
    assert [answered(*asked)[id(each)].kind for each in asked] == ["news", "http", "news"]


def test_a_correction_that_comes_while_others_are_answered_is_told_by_the_next_answer():
    day = OwnDay(phase=Phase.PLANNING)
    asked = [question(day.event, cookies(day.phone(seat))) for seat in (WOLF_1, CAT_2)]
    answered(*asked)  # both have shown their Power
    power = day.state.seats[CAT_2].purse.power
    found = dict[int, NewsAnswer]()

    def tell(one, answer):
        found[id(one)] = answer
        if one is asked[0]:
            day.do(AdjustPower(seat=CAT_2, before=power, power=power + 3, reason="counted again"))

    answer_questions(asked, tell)
    answer_questions(asked, lambda one, answer: found.update({id(one): answer}))

    assert "notice" in amends_in(text_of(found[id(asked[1])]))
    assert "notice" not in amends_in(text_of(found[id(asked[0])]))


def amends_in(text: str) -> str:
    """The region of corrections in an answer."""
    return text.partition("<!--region amends-->")[2].partition("<!--/region amends-->")[0]


def test_receipts_of_many_seats_are_those_of_each():
    day = OwnDay(phase=Phase.PLANNING)
    for seat in (CAT_1, WOLF_1):
        for month in (1, 2):
            for revision in range(1, 4):
                Sheet.objects.create(
                    event=day.event,
                    seat=seat,
                    kind="war",
                    month=month,
                    revision=revision,
                    client_key=uuid.uuid4(),
                    received_at=now(),
                )
    for most in (40, 4, 1):
        together = rows.receipts_of(day.event.pk, {CAT_1, CAT_2, WOLF_1}, 1, most)
        for seat in (CAT_1, CAT_2, WOLF_1):
            alone = rows.receipts_of(day.event.pk, (seat,), 1, most).get(seat, [])
            assert together.get(seat, []) == alone
            assert len(alone) == (0 if seat == CAT_2 else min(most, 6))


# --- over real sockets --------------------------------------------------------------------------------------------------


def ask(screen, seen=(), number=1) -> tuple[dict, str]:
    """Ask, and return head and text of the answer; other frames are kept."""
    screen.say(t="news", number=number, seen=list(seen))
    head, _line, body = screen.answer().partition(b"\n")
    return json.loads(head), gzip.decompress(body).decode() if body else ""


def test_a_phone_asks_over_its_socket_and_hears_only_what_is_new():
    event = in_planning("cat-1")
    with serving() as hall, hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
        head, text = ask(phone, number=7)
        assert (head["n"], head["is"]) == (7, "news")
        assert 'id="region-strip" hx-swap-oob' in text
        head, text = ask(phone, hidden(text, "seen"), number=8)
        assert (head["n"], head["is"], text) == (8, "same", "")


def test_a_screen_without_a_seat_must_ask_by_a_request():
    event = in_planning("cat-1")
    with serving() as hall:
        for cookie in ("", tablet_of("war"), phone_of(in_planning("wolf-1"), "wolf-1")):
            with hall.screen(event.pk, cookie) as screen:
                assert ask(screen) == ({"n": 1, "is": "http", "whose": ""}, "")
        with hall.screen(event.pk, phone_of(event, "cat-1"), query="?hall") as screen:  # it would outlast the badge
            assert ask(screen) == ({"n": 1, "is": "http", "whose": ""}, "")


def test_a_fault_in_one_answer_leaves_no_phone_without_one(monkeypatch):
    event = in_planning("cat-1")
    with serving() as hall, hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
        monkeypatch.setattr(questions, "answers", lambda batch, tell: 1 / 0)
        assert ask(phone)[0]["is"] == "http"
        monkeypatch.undo()
        assert ask(phone)[0]["is"] == "news"


@pytest.mark.parametrize(
    "word",
    [
        {"number": 1},
        {"number": -1, "seen": []},
        {"number": "1", "seen": []},
        {"number": 1, "seen": "strip:1"},
        {"number": 1, "seen": ["x" * 81]},
        {"number": 1, "seen": ["x"] * 201},
        {"number": 1, "seen": ["x" * 60] * 150},
    ],
)
def test_an_odd_question_is_refused(word):
    event = in_planning("cat-1")
    with serving() as hall, hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
        phone.say(t="news", **word)
        assert phone.hear("refused")["sentence"]
        assert ask(phone)[0]["is"] == "news"


def test_a_newer_question_of_a_phone_takes_the_place_of_the_one_before():
    told = list[tuple[Line, int]]()
    line, other = Line(), Line()

    class Hub:
        def answer(self, of, frame):
            told.append((of, json.loads(frame.content.partition(b"\n")[0])["n"]))

    queue = questions.QuestionQueue(Hub())
    queue._is_working = True  # nobody answers yet
    for number, of in enumerate((line, other, line)):
        queue.ask(Question(line=of, event=1, cookies={}, number=number, seen=()))
    queue._work()
    assert told == [(line, 2), (other, 1)]


def test_many_sockets_of_a_seat_do_not_delay_the_phones_of_others(monkeypatch):
    told = list[int]()
    monkeypatch.setattr(questions, "seat_cookie", lambda cookies: SeatCookie(event=1, seat=cookies["of"], issue=1, device=""))

    class Hub:
        def answer(self, of, frame):
            told.append(json.loads(frame.content.partition(b"\n")[0])["n"])

    queue = questions.QuestionQueue(Hub())
    queue._is_working = True  # nobody answers yet
    for number, seat in enumerate(("cat-1", "cat-1", "cat-1", "wolf-1", "cat-1", "ram-1")):
        queue.ask(Question(line=Line(), event=1, cookies={"of": seat}, number=number, seen=()))
    queue._work()
    assert told == [0, 3, 5, 1, 2, 4]


def test_a_thread_that_cannot_start_leaves_the_queue_to_the_next_question(monkeypatch):
    line, told, begun = Line(), list[int](), list[object]()

    class Hub:
        def answer(self, of, frame):
            told.append(json.loads(frame.content.partition(b"\n")[0])["n"])

    def no_thread(_work):
        raise RuntimeError("can't start new thread")

    queue = questions.QuestionQueue(Hub())
    monkeypatch.setattr(queue._thread, "submit", no_thread)
    with pytest.raises(RuntimeError):
        queue.ask(Question(line=line, event=1, cookies={}, number=1, seen=()))
    monkeypatch.setattr(queue._thread, "submit", begun.append)
    queue.ask(Question(line=line, event=1, cookies={}, number=2, seen=()))
    assert begun == [queue._work]
    queue._work()
    assert told == [2]


def test_a_closed_socket_is_not_answered():
    line, told = Line(), list[object]()

    class Hub:
        def answer(self, of, frame):
            told.append(of)

    queue = questions.QuestionQueue(Hub())
    queue._is_working = True
    queue.ask(Question(line=line, event=1, cookies={}, number=1, seen=()))
    queue.forget(line)
    queue._work()
    assert told == []
