"""Questions for news that phones ask over their sockets: one thread answers all that wait, event by event.

A phone names the versions that it shows, and gets the regions that differ. Over the socket this costs no request, and what concerns
all phones of an event is looked up once for all that wait. A phone that asks again before its answer has one question, the newer.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Literal

import msgspec
from django.db import connection
from msgspec import Struct

from control.live.hub import Hub, SocketLine, frame_of_bytes
from control.live.page_priority import LOOK_AGAIN, way

log = logging.getLogger(__name__)

AT_ONCE = 32  # questions looked up together; a longer line would keep the first ones waiting
LONGEST = 0.08  # seconds that a crowd waits for somebody's page


class Question(Struct, frozen=True, kw_only=True):
    """A phone's question. `number`: of the question at its phone. `seen`: versions that the phone shows."""

    line: SocketLine
    event: int
    cookies: Mapping[str, str]
    number: int
    seen: tuple[str, ...]


class Answer(Struct, frozen=True, kw_only=True):
    """The answer to a question. `whose`: key of the phone's player, for its offline page. `body`: compressed regions.

    `kind`: "news"; "same" if the phone shows everything; "http" if it must ask by a request, which says why. The kinds have one
    length, so that an answer's length does not tell them apart.
    """

    kind: Literal["news", "same", "http"]
    whose: str = ""
    body: bytes = b""


Answers = Callable[[Sequence[Question], Callable[[Question, Answer], None]], None]


def wire_answer(number: int, answer: Answer) -> bytes:
    """The answer as bytes: a line of JSON, then the body."""
    return msgspec.json.encode({"n": number, "is": answer.kind, "whose": answer.whose}) + b"\n" + answer.body


class QuestionQueue:
    """The waiting questions of one hub, and the thread that answers them."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._thread = ThreadPoolExecutor(1, "phone-news")
        self._guard = threading.Lock()
        self._waiting: dict[SocketLine, Question] = {}
        self._answers = False  # the thread is at work

    def ask(self, question: Question) -> None:
        """Add a question; a newer one of the same phone takes the place of the one before."""
        with self._guard:
            self._waiting[question.line] = question
            if self._answers:
                return
            self._answers = True
        self._thread.submit(self._work)

    def forget(self, line: SocketLine) -> None:
        """Drop the question of a closed socket."""
        with self._guard:
            self._waiting.pop(line, None)

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False)

    def _work(self) -> None:
        try:
            while batch := self._next():
                self._answer(batch)
        finally:
            connection.close()  # a closed connection cannot go stale

    def _next(self) -> list[Question]:
        """The next questions, all of one event; none if nobody waits."""
        _give_way(len(self._waiting))
        with self._guard:
            first = next(iter(self._waiting.values()), None)
            if first is None:
                self._answers = False
                return []
            batch = [each for each in self._waiting.values() if each.event == first.event][:AT_ONCE]
            for each in batch:
                del self._waiting[each.line]
            return batch

    def _answer(self, batch: Sequence[Question]) -> None:
        asked = {question.line: question for question in batch}

        def tell(question: Question, answer: Answer) -> None:
            if asked.pop(question.line, None):
                self._tell(question, answer)
            _give_way(len(asked) + len(self._waiting))

        try:
            answers(batch, tell)
        except Exception:  # each of these phones asks by a request, which fails or succeeds alone
            log.exception("%s phones could not be told their news", len(asked))
        for question in tuple(asked.values()):
            self._tell(question, Answer(kind="http"))

    def _tell(self, question: Question, answer: Answer) -> None:
        with suppress(RuntimeError):  # the server has stopped in between
            self._hub.answer(question.line, frame_of_bytes(wire_answer(question.number, answer)))


def _give_way(crowd: int) -> None:
    """Wait while somebody's page is made, as every crowd does."""
    until = time.monotonic() + LONGEST
    while way.is_given(crowd) and time.monotonic() < until:
        time.sleep(LOOK_AGAIN)


def _ask_by_request(batch: Sequence[Question], tell: Callable[[Question, Answer], None]) -> None:
    for question in batch:
        tell(question, Answer(kind="http"))


answers: Answers = _ask_by_request  # of the phone's pages, once they are set up


def answer_with(given: Answers) -> None:
    """Let this function answer all questions. The phone's app calls it once."""
    global answers
    answers = given
