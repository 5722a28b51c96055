"""Workbook process: reads a workbook with limits on time and memory, so that no page waits for a bad file.

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

from control.casting.grid import DAMAGED, WorkbookSheet, workbook_sheets
from control.casting.letters import SAVE_AS, UnreadableError
from control.engine.language import later, say

# === workbook process ===================================================================================================


WORK = 8  # seconds of processor time, independent of other load on the machine
WITHIN = 60.0  # seconds until the process is killed
MEMORY = 1_000_000_000  # bytes, most of it only reserved
AT_ONCE = 2
ROOT = Path(__file__).resolve().parents[2]
TOO_LONG = later("It takes too long to read this Excel file. {save_as}")

_places = BoundedSemaphore(AT_ONCE)


def read_in_subprocess(content: bytes, within: float = WITHIN) -> list[WorkbookSheet]:
    """The sheets of a workbook.

    Raises:
        UnreadableError: the file is damaged, needs too much processor time, or takes longer than `within` seconds.
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
    return msgspec.json.decode(done.stdout, type=list[WorkbookSheet])


def main() -> int:
    """Read one file from standard input; return 0 on success."""
    for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, WORK)):
        with suppress(OSError, ValueError):  # on a system without such limits, only `WITHIN` applies
            resource.setrlimit(what, (most, most + 1))  # the soft limit ends the process with a signal that shows the cause
    try:
        found = list(workbook_sheets(sys.stdin.buffer.read()))
    except (UnreadableError, MemoryError):
        return 1
    sys.stdout.buffer.write(msgspec.json.encode(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
