"""Presses of phones over their open sockets: one thread carries out all that wait, event by event.

Only presses that many players give at the same moment come this way, such as votes. The answer is a small receipt after the commit;
what has changed on the phone comes as news. A press that is not taken here is sent again by a request, which says why. One press of
each socket waits at most. It is dropped if its socket closes before its turn.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from msgspec import Struct

from control.journal import ballots
from control.live.hub import Hub, SocketLine, WireFrame, frame_of
from control.live.questions import LineQueue

log = logging.getLogger(__name__)

AT_ONCE = 128  # presses carried out together; more would keep the first ones waiting


class SocketPress(Struct, frozen=True, kw_only=True):
    """A press. `number`: its number at the phone. `at`: when it was sent. `mark`: that it has come, for those who count it."""

    line: SocketLine
    event: int
    cookies: Mapping[str, str]
    number: int
    address: str
    fields: Mapping[str, str]
    at: datetime
    mark: threading.Event


Carrier = Callable[[Sequence[SocketPress], Callable[[SocketPress, datetime], None]], None]


class PressQueue(LineQueue[SocketPress]):
    """The waiting presses of one hub, and the thread that carries them out."""

    def __init__(self, hub: Hub) -> None:
        super().__init__("phone-press", AT_ONCE)
        self._hub = hub

    def put(self, press: SocketPress) -> None:
        """Add a press. Its mark is removed when it has its outcome. It is not taken if another one of its socket waits."""
        is_taken = False
        try:
            with suppress(RuntimeError):  # the server stops, or has no thread to spare
                is_taken = self.add(press, replaces=False)
        finally:
            if not is_taken:
                ballots.end([press.mark])
        if not is_taken:
            press.line.write(answer_to(press.number))

    def forget(self, line: SocketLine) -> None:
        """Drop the waiting press of a closed socket. The phone sends it by a request with the same ID."""
        press = self.take(line)
        if press is not None:
            ballots.end([press.mark])

    def carry_out(self, batch: Sequence[SocketPress]) -> None:
        """Carry these presses out, and answer each."""
        untold = {press.line: press for press in batch}

        def tell(press: SocketPress, at: datetime) -> None:
            if untold.pop(press.line, None):
                self._tell(press, at)

        try:
            carrier(batch, tell)
        except Exception:  # each of them is sent by a request, which fails or succeeds alone
            log.exception("%s presses could not be carried out", len(untold))
            ballots.close_connection()  # perhaps it is broken; the next ones get another
        finally:
            ballots.end([press.mark for press in batch])
        for press in untold.values():
            self._tell(press)

    def _tell(self, press: SocketPress, at: datetime | None = None) -> None:
        with suppress(RuntimeError):  # the server has stopped in between
            self._hub.answer(press.line, answer_to(press.number, at))


def answer_to(number: int, at: datetime | None = None) -> WireFrame:
    """The answer to a press. `at`: when it was taken; None if the phone must send it by a request."""
    return frame_of({"t": "pressed", "n": number, **({"at": at} if at is not None else {})})


def _by_request(_batch: Sequence[SocketPress], _tell: Callable[[SocketPress, datetime], None]) -> None:
    """Take none of them."""


carrier: Carrier = _by_request  # of the phone's pages, once they are set up


def carry_out_with(given: Carrier) -> None:
    """Let this function carry out all presses. The phone's app calls it once."""
    global carrier
    carrier = given
