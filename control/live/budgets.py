"""Rate limits of live sockets within a window: frames of every kind and bytes, for each socket and for each source.

Bytes are counted before anything parses them. Empty frames, pings and unexpected pongs cost as much to read as a sheet.
"""

from __future__ import annotations

from dataclasses import dataclass

WINDOW = 10.0  # seconds
FRAMES = 200  # of one socket
BYTES = 524_288  # of one socket
OF_SOURCE = 20  # times as much for all sockets of one address, badge or account
FEW = 20  # frames that a socket always has, however much its source has sent
READ = 256  # bytes that a read costs at least: a client that sends single bytes wakes the loop as often as one with a sheet
SHORT, LONG = 126, 127  # length codes of a frame: a longer length follows in 2 or 8 bytes


@dataclass(slots=True)
class Budget:
    """Frames and bytes received in the current window."""

    frames: int = 0
    size: int = 0
    ends: float = 0.0

    def spend(self, frames: int, size: int, at: float) -> None:
        """Count frames and bytes received at `at`, in seconds."""
        if at >= self.ends:
            self.ends, self.frames, self.size = at + WINDOW, 0, 0
        self.frames += frames
        self.size += size

    def is_spent(self, at: float, times: int = 1) -> bool:
        """Is the window's limit, for `times` sockets together, exceeded?"""
        return at < self.ends and (self.frames > FRAMES * times or self.size > BYTES * times)


class FrameCount:
    """Counts the frames in a stream of bytes by their headers, at a hundredth of the cost of parsing them."""

    def __init__(self) -> None:
        self._skip = 0  # bytes until the next header
        self._head = b""  # the received part of a header

    def begun(self, data: bytes, most: int) -> int:
        """The number of frames that begin in `data`; counting stops soon after `most`."""
        frames, at = 0, self._skip
        if self._head:
            data, self._head = self._head + data, b""
        while at < len(data):
            whole = _frame_length(data, at)
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


def _frame_length(data: bytes, at: int) -> int:
    """The length of the frame that begins at `at`; 0 if its header is incomplete."""
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
    """Budgets of sources in their current window; each source may send as much as `times` sockets."""

    def __init__(self, times: int = OF_SOURCE) -> None:
        self._times = times
        self._of: dict[str, Budget] = {}
        self._swept = 0.0

    def spend(self, source: str, own: Budget, frames: int, size: int, at: float) -> bool:
        """Count what a socket sent, for itself and its source ("" for none). Return False if it must be closed."""
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
        """Has a source sent more than its sockets may together?"""
        found = self._of.get(source)
        return found is not None and found.is_spent(at, self._times)
