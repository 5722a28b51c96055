"""What a live socket may say within a window: frames of every kind and bytes, for itself and together with others of its source.

Bytes are counted before anything reads them. Empty frames, pings and pongs that nobody asked for cost as much as a sheet to read.
"""

from __future__ import annotations

from dataclasses import dataclass

WINDOW = 10.0  # seconds
FRAMES = 200  # of one socket
BYTES = 524_288  # of one socket
OF_SOURCE = 20  # times as much for all sockets of one address, or of one badge or account
FEW = 20  # frames of a socket that its source never takes from it, however much the others said
READ = 256  # bytes that one read costs at least: whoever sends byte by byte wakes the loop as often as others with a sheet
SHORT, LONG = 126, 127  # lengths of a frame that say how many bytes name its length


@dataclass(slots=True)
class Budget:
    """What was said in this window."""

    frames: int = 0
    size: int = 0
    ends: float = 0.0

    def spend(self, frames: int, size: int, at: float) -> None:
        """Count what came at `at`, in seconds."""
        if at >= self.ends:
            self.ends, self.frames, self.size = at + WINDOW, 0, 0
        self.frames += frames
        self.size += size

    def is_spent(self, at: float, times: int = 1) -> bool:
        """Was more said in this window than so many sockets may say?"""
        return at < self.ends and (self.frames > FRAMES * times or self.size > BYTES * times)


class FrameCount:
    """Counts the frames in a stream of bytes by their heads alone, which is a hundredth of what it takes to read them."""

    def __init__(self) -> None:
        self._skip = 0  # bytes until the next head
        self._head = b""  # the part of a head that has come

    def begun(self, data: bytes, most: int) -> int:
        """How many frames begin in the next bytes; not counted much further than `most`."""
        frames, at = 0, self._skip
        if self._head:
            data, self._head = self._head + data, b""
        while at < len(data):
            whole = _whole(data, at)
            if not whole:
                self._head = data[at:]
                at = len(data)
                break
            at += whole
            frames += 1
            if frames > most:
                break
        self._skip = max(at - len(data), 0)
        return frames


def _whole(data: bytes, at: int) -> int:
    """How long the frame is that begins there; 0 where its head has not come."""
    if at + 2 > len(data):
        return 0
    mask, length = (4 if data[at + 1] & 0x80 else 0), data[at + 1] & 0x7F
    named = 2 if length == SHORT else 8 if length == LONG else 0
    if at + 2 + named > len(data):
        return 0
    if named:
        length = int.from_bytes(data[at + 2 : at + 2 + named], "big")
    return 2 + named + mask + length


class Budgets:
    """The budgets of sources whose window has not ended; each says so many times as much as one socket."""

    def __init__(self, times: int = OF_SOURCE) -> None:
        self._times = times
        self._of: dict[str, Budget] = {}
        self._swept = 0.0

    def spend(self, source: str, own: Budget, frames: int, size: int, at: float) -> bool:
        """Count what a socket said, for itself and its source, "" for none; False when it is to be closed for it."""
        if at >= self._swept + WINDOW:
            self._swept = at
            self._of = {each: budget for each, budget in self._of.items() if at < budget.ends}
        shared = self._of.setdefault(source, Budget()) if source else Budget()
        for budget in (own, shared):
            budget.spend(frames, size, at)
        if own.is_spent(at):
            return False
        return own.frames <= FEW or not shared.is_spent(at, self._times)

    def is_spent(self, source: str, at: float) -> bool:
        """Has a source said more than all its sockets may?"""
        found = self._of.get(source)
        return found is not None and found.is_spent(at, self._times)
