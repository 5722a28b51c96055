"""Workbook process: it reads a workbook within bounds of time and memory, so that no page waits for one.

The process is this module, started as a program. It reads the file from its standard input and writes the sheets as JSON.
"""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import BoundedSemaphore

import msgspec

from control.casting.grid import DAMAGED, Sheet, workbook_sheets
from control.casting.letters import SAVE_AS, UnreadableError
from control.engine.language import later, say

# === workbook process ===================================================================================================


WORK = 8  # seconds of processor time: what a file costs, however much else the machine has to do
WITHIN = 60.0  # seconds until it is given up whatever it waits for
MEMORY = 1_000_000_000  # bytes, most of it only reserved
AT_ONCE = 2
ROOT = Path(__file__).resolve().parents[2]
TOO_LONG = later("It takes too long to read this Excel file. {save_as}")

_places = BoundedSemaphore(AT_ONCE)


def sheets_apart(content: bytes, within: float = WITHIN) -> list[Sheet]:
    """The sheets of a workbook.

    Raises:
        UnreadableError: it is damaged, costs more than its share of work, or takes longer than `within` seconds.
    """
    with _places:
        try:
            done = subprocess.run(
                [sys.executable, "-m", __name__], input=content, capture_output=True, cwd=ROOT, timeout=within, check=False
            )
        except subprocess.TimeoutExpired:
            raise UnreadableError(say(TOO_LONG, save_as=say(SAVE_AS))) from None
    if done.returncode == -signal.SIGXCPU:
        raise UnreadableError(say(TOO_LONG, save_as=say(SAVE_AS)))
    if done.returncode:
        raise UnreadableError(say(DAMAGED, save_as=say(SAVE_AS)))
    return msgspec.json.decode(done.stdout, type=list[Sheet])


def main() -> int:
    """Read one file; 0 when it could be read."""
    for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, WORK)):
        with suppress(OSError, ValueError):  # where the system has no such bound, time alone holds
            resource.setrlimit(what, (most, most + 1))  # over the first it is told to end, and its end says so
    try:
        found = list(workbook_sheets(sys.stdin.buffer.read()))
    except (UnreadableError, MemoryError):
        return 1
    sys.stdout.buffer.write(msgspec.json.encode(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
