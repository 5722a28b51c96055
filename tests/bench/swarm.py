"""A thousand phones in one process, with raw sockets and epoll: a measuring tool must cost less than what it measures."""

from __future__ import annotations

import os
import select
import socket
import time
import uuid
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

PATIENCE = 60.0
AT_ONCE = 64  # concurrent handshakes, as when a hall joins within seconds


@dataclass
class Phone:
    """One WebSocket. `heard`: the moment (monotonic nanoseconds) and the text of each frame. `answers`: binary frames."""

    line: socket.socket
    open: bool = False
    rest: bytes = b""
    heard: list[tuple[int, bytes]] = field(default_factory=list)
    answers: list[bytes] = field(default_factory=list)

    def take(self, at: int) -> None:
        """Read the frames that have arrived."""
        got = self.line.recv(65_536)
        if not got:
            raise ConnectionError("the server closed a socket")
        self.rest += got
        if not self.open:
            head, found, rest = self.rest.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head:
                raise ConnectionError(head.decode("latin-1"))
            self.open, self.rest = True, rest
        while (frame := first_frame(self.rest)) is not None:
            opcode, text, length = frame
            self.rest = self.rest[length:]
            if opcode == 1:
                self.heard.append((at, text))
            elif opcode == 2:
                self.answers.append(text)
            elif opcode == 9:
                self.line.sendall(masked(text, opcode=10))


def first_frame(got: bytes) -> tuple[int, bytes, int] | None:
    """Return opcode, payload and length of the first whole frame; None if it is incomplete."""
    if len(got) < 2:
        return None
    length, begins = got[1] & 127, 2
    if length >= 126:
        begins = 4 if length == 126 else 10
        length = int.from_bytes(got[2:begins], "big")
    if len(got) < begins + length:
        return None
    return got[0] & 15, got[begins : begins + length], begins + length


def handshake(port: int, path: str, cookie: str) -> bytes:
    """Return the request that opens a socket."""
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {cookie}\r\n\r\n"
    ).encode()


def masked(text: bytes, opcode: int = 1) -> bytes:
    """Return a client's frame. Its mask is zero, which is allowed and costs nothing."""
    length = len(text)
    head = bytes((128 | length,)) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
    return bytes((128 | opcode,)) + head + bytes(4) + text


class Swarm:
    """All phones and the calls of the measuring process."""

    def __init__(self) -> None:
        self.phones: list[Phone] = []
        self.poll = select.epoll()
        self.by_number: dict[int, Phone] = {}

    def join(self, port: int, path: str, cookies: list[str], first_words: int) -> float:
        """Open one socket for each cookie and wait for its first frames. Returns the seconds it took."""
        begun = time.monotonic()
        waiting = list(reversed(cookies))
        opening: set[int] = set()
        while waiting or opening:
            while waiting and len(opening) < AT_ONCE:
                phone = self._dial(port, path, waiting.pop())
                opening.add(phone.line.fileno())
            for phone in self._turn():
                if phone.open and len(phone.heard) >= first_words:
                    opening.discard(phone.line.fileno())
            if time.monotonic() - begun > PATIENCE:
                raise TimeoutError(f"{len(opening) + len(waiting)} phones could not join")
        return time.monotonic() - begun

    def forget(self) -> None:
        """Forget all frames so far."""
        for phone in self.phones:
            phone.heard.clear()

    def listen(self, containing: bytes, times: int, patience: float) -> list[list[int]]:
        """Wait until every phone has so many frames with these bytes, or `patience` seconds are over. Returns their moments."""
        end = time.monotonic() + patience
        lacking = {phone.line.fileno() for phone in self.phones if self._count(phone, containing) < times}
        while lacking and time.monotonic() < end:
            for phone in self._turn():
                if self._count(phone, containing) >= times:
                    lacking.discard(phone.line.fileno())
        return [[at for at, text in phone.heard if containing in text] for phone in self.phones]

    def send(self, texts: list[bytes]) -> list[int]:
        """Let each phone send its text at the same instant. Returns the moments."""
        frames = [masked(text) for text in texts]
        moments = []
        for phone, frame in zip(self.phones, frames, strict=True):
            moments.append(time.monotonic_ns())
            phone.line.send(frame)
        return moments

    def trickle(self, texts: list[bytes], per_second: float, containing: bytes) -> list[tuple[int, int]]:
        """Let the phones send one after the other at this pace. Returns when each text was sent and answered."""
        pace = 1 / per_second
        begun = time.monotonic()
        sent: list[tuple[Phone, int]] = []
        while len(sent) < len(texts):
            rest = begun + len(sent) * pace - time.monotonic()
            if rest > 0:
                self._turn(rest)
                continue
            phone = self.phones[len(sent) % len(self.phones)]
            at = time.monotonic_ns()
            phone.line.send(masked(texts[len(sent)]))
            sent.append((phone, at))
        self.listen(containing, -(-len(texts) // len(self.phones)), 10.0)
        answered = {id(phone): iter([at for at, text in phone.heard if containing in text]) for phone, _at in sent}
        return [(at, next(answered[id(phone)], 0)) for phone, at in sent]

    def turn_about(
        self, bodies: list[tuple[bytes, bytes]], clients: int, each: int, containing: bytes, patience: float
    ) -> tuple[int, float]:
        """Let each of the first `clients` phones send `each` sheets, alternating two, the next one after each answer.

        Returns the number of answers, and the seconds.
        """
        players = dict(zip((phone.line.fileno() for phone in self.phones[:clients]), bodies, strict=False))
        left = dict.fromkeys(players, each)
        self.forget()
        answered, begun = 0, time.monotonic()
        for number in players:
            self._hand_in(number, players[number][left[number] % 2])
        while left and time.monotonic() - begun < patience:
            for phone in self._turn():
                number = phone.line.fileno()
                found = self._count(phone, containing)
                phone.heard.clear()
                if not found or number not in left:
                    continue
                answered += found
                left[number] -= found
                if left[number] > 0:
                    self._hand_in(number, players[number][left[number] % 2])
                else:
                    del left[number]
        return answered, time.monotonic() - begun

    def _hand_in(self, number: int, body: bytes) -> None:
        self.by_number[number].line.send(masked(body % str(uuid.uuid4()).encode()))

    def leave(self) -> None:
        """Close all sockets."""
        for phone in self.phones:
            phone.line.close()
        self.phones, self.by_number = [], {}

    def _dial(self, port: int, path: str, cookie: str) -> Phone:
        line = socket.create_connection(("127.0.0.1", port))
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.sendall(handshake(port, path, cookie))
        phone = Phone(line)
        self.phones.append(phone)
        self.by_number[line.fileno()] = phone
        self.poll.register(line.fileno(), select.EPOLLIN)
        return phone

    def _turn(self, patience: float = 0.05) -> list[Phone]:
        touched = [self.by_number[number] for number, _event in self.poll.poll(patience) if number in self.by_number]
        for phone in touched:
            phone.take(time.monotonic_ns())
        return touched

    @staticmethod
    def _count(phone: Phone, containing: bytes) -> int:
        return sum(containing in text for _at, text in phone.heard)


def serve(pipe: Connection) -> None:
    """Serve calls from the measuring process: the name of a method and its arguments."""
    os.nice(0)
    swarm = Swarm()
    while (asked := pipe.recv()) is not None:
        name, arguments = asked
        try:
            pipe.send((True, getattr(swarm, name)(*arguments)))
        except Exception as failed:
            pipe.send((False, repr(failed)))
