"""Hand of the lab: plays one task for each input line. `manage.py lab` and workers start it, people never do."""

from __future__ import annotations

import json
import signal
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from control.lab.workers import play_one_task, prepare_worker, worker_name


class Command(BaseCommand):
    """Read ids of studies, play one task for each, and write its result, until the input ends."""

    help = "Play tasks of studies for whoever started this process (used by manage.py lab and by workers)."
    requires_system_checks = ()  # the parent process has run them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--last", action="store_true", help="let everything else on this machine go before")

    def handle(self, *args: Any, **options: Any) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        worker, out = worker_name(), self.stdout
        prepare_worker(last=options["last"])
        out.write(worker)
        out.flush()
        for line in sys.stdin:
            done = play_one_task(int(line), worker)
            out.write(json.dumps({"did": done.did, "event": done.event}))
            out.flush()
