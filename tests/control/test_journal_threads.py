"""Many threads ask a new process at once: only one of them builds the decoders, and the process survives."""

from __future__ import annotations

import os

from tests import forks
from tests.services import PATIENCE

FIRST = """
from control.people.events import create_event
from tests.scenarios import small
create_event(realm="god-emperor", name="Test day", scenario=small(), casting=small().casting)
"""
# Threads switch as often as possible: without the lock this nearly always ends in a segmentation fault.
ALL_AT_ONCE = """
import sys, threading
from django.db import connection
from control.journal import journal
from control.models import Stream
sys.setswitchinterval(1e-6)
line, found = threading.Barrier(8), []
def look():
    stream = Stream.objects.defer("state").get()
    line.wait()
    state = journal.head(stream).state
    for entry in stream.entries.order_by("seq"):
        journal.event_of(journal.game_of(stream), entry)
    found.append(len(state.seats))
    connection.close()
threads = [threading.Thread(target=look) for _each in range(8)]
for each in threads: each.start()
for each in threads: each.join()
print("found", sorted(set(found)), len(found))
"""


def test_many_threads_at_once_learn_the_game(tmp_path):
    outside = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    environment = {**outside, "MEGAGAME_VAR": str(tmp_path)}

    def manage(*words):
        return forks.run(["manage.py", *words], environment, timeout=PATIENCE)

    assert manage("migrate", "-v", "0").returncode == 0
    assert manage("shell", "-v", "0", "-c", FIRST).returncode == 0
    for _each in range(2):
        done = manage("shell", "-v", "0", "-c", ALL_AT_ONCE)
        assert done.returncode == 0, done.stderr[-2000:]
        assert done.stdout.rstrip().endswith("] 8")
