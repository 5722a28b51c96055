"""Questions for news that phones ask over their sockets: one thread answers all that wait, event by event.

A phone names the versions that it shows, and gets the regions that differ. Over the socket this costs no request, and what concerns
all phones of an event is looked up once for all that wait. A phone that asks again before its answer has one question, the newer.
"""

from __future__ import annotations

import logging
import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Generic, Literal, Protocol, TypeVar

import msgspec
from msgspec import Struct, field

from control.call_stacks import roomy
from control.journal.ballots import close_connection
from control.live.hub import Hub, SocketLine, frame_of_bytes
from control.live.page_priority import LONGEST, way
from control.people.access import seat_cookie
from control.watch import metrics

log = logging.getLogger(__name__)

AT_ONCE = 32  # questions looked up together; a longer line would keep the first ones waiting


class Question(Struct, frozen=True, kw_only=True):
    """A phone's question. `number`: its number at the phone. `seen`: versions that the phone shows. `at`: monotonic seconds."""

    line: SocketLine
    event: int
    cookies: Mapping[str, str]
    number: int
    seen: tuple[str, ...]
    at: float = field(default_factory=time.monotonic)


class NewsAnswer(Struct, frozen=True, kw_only=True):
    """The answer to a question. `whose`: key of the phone's player, for its offline page. `body`: compressed regions.

    `kind`: "news"; "same" if the phone shows everything; "http" if it must ask by a request, which says why. The kinds have one
    length, so that an answer's length does not tell them apart.
    """

    kind: Literal["news", "same", "http"]
    whose: str = ""
    body: bytes = b""


Answers = Callable[[Sequence[Question], Callable[[Question, NewsAnswer], None]], None]


def wire_answer(number: int, answer: NewsAnswer) -> bytes:
    """The answer as bytes: a line of JSON, then the body."""
    return msgspec.json.encode({"n": number, "is": answer.kind, "whose": answer.whose}) + b"\n" + answer.body


class Waiting(Protocol):
    """What waits in a queue: something that came over a socket of an event."""

    @property
    def line(self) -> SocketLine: ...
    @property
    def event(self) -> int: ...
    @property
    def cookies(self) -> Mapping[str, str]: ...


Thing = TypeVar("Thing", bound=Waiting)


class LineQueue(Generic[Thing]):
    """What waits from the sockets of one hub, one thing of each. `name`: of its thread. `most`: carried out together."""

    def __init__(self, name: str, most: int) -> None:
        self._most = most
        self._thread = ThreadPoolExecutor(1, name)
        self._guard = threading.Lock()
        self._waiting: dict[SocketLine, Thing] = {}
        self._is_working = False  # the thread is at work

    def add(self, thing: Thing, *, replaces: bool) -> bool:
        """Add a thing. If one of its line waits, the new one replaces it, or is not taken. Return whether it is taken.

        Raises:
            RuntimeError: the server stops, or has no thread to spare.
        """
        with self._guard:
            if not replaces and thing.line in self._waiting:
                return False
            self._waiting[thing.line] = thing
            if self._is_working:
                return True
            self._is_working = True
        try:
            self._thread.submit(self._work)
        except RuntimeError:
            with self._guard:
                self._is_working = False  # the next one tries again
                self._waiting.pop(thing.line, None)
            raise
        return True

    def take(self, line: SocketLine) -> Thing | None:
        """Remove and return what waits of this socket."""
        with self._guard:
            return self._waiting.pop(line, None)

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False)

    @abstractmethod
    def carry_out(self, batch: Sequence[Thing]) -> None:
        """Carry these out. Raise nothing."""

    @roomy
    def _work(self) -> None:
        try:
            while batch := self._next():
                self.carry_out(batch)
        finally:
            close_connection()  # a closed one cannot go stale

    def _next(self) -> list[Thing]:
        """The next things: of one event, and one of each seat, so that none delays the others. None if nobody waits."""
        with self._guard:
            first = next(iter(self._waiting.values()), None)
            if first is None:
                self._is_working = False
                return []
            batch: dict[str, Thing] = {}
            for each in self._waiting.values():
                if each.event == first.event:
                    badge = seat_cookie(each.cookies)
                    batch.setdefault(badge.seat if badge else "", each)
                if len(batch) == self._most:
                    break
            for each in batch.values():
                del self._waiting[each.line]
            return list(batch.values())


class QuestionQueue(LineQueue[Question]):
    """The waiting questions of one hub, and the thread that answers them."""

    def __init__(self, hub: Hub) -> None:
        super().__init__("phone-news", AT_ONCE)
        self._hub = hub

    def ask(self, question: Question) -> None:
        """Add a question; a newer one of the same phone takes the place of the one before."""
        self.add(question, replaces=True)

    def forget(self, line: SocketLine) -> None:
        """Drop the question of a closed socket."""
        self.take(line)

    def carry_out(self, batch: Sequence[Question]) -> None:
        """Answer these questions."""
        asked = {question.line: question for question in batch}
        until = time.monotonic() + LONGEST

        def tell(question: Question, answer: NewsAnswer) -> None:
            if asked.pop(question.line, None):
                self._tell(question, answer)
            way.give(len(asked) + len(self._waiting), until)

        try:
            answers(batch, tell)
        except Exception:  # each of these phones asks by a request, which fails or succeeds alone
            log.exception("%s phones could not be told their news", len(asked))
            close_connection()  # perhaps it is broken; the next ones get another
        for question in tuple(asked.values()):
            self._tell(question, NewsAnswer(kind="http"))

    def _tell(self, question: Question, answer: NewsAnswer) -> None:
        metrics.phone_news(answer.kind, time.monotonic() - question.at)
        with suppress(RuntimeError):  # the server has stopped in between
            self._hub.answer(question.line, frame_of_bytes(wire_answer(question.number, answer)))


def _ask_by_request(batch: Sequence[Question], tell: Callable[[Question, NewsAnswer], None]) -> None:
    for question in batch:
        tell(question, NewsAnswer(kind="http"))


answers: Answers = _ask_by_request  # of the phone's pages, once they are set up


def answer_with(given: Answers) -> None:
    """Let this function answer all questions. The phone's app calls it once."""
    global answers
    answers = given
