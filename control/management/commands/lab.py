"""`manage.py lab`: let bots play a scenario's whole day or a side-table game a thousand times, and print the report."""

from __future__ import annotations

import threading
import time
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import close_old_connections

from control.engine.refusal import Refused
from control.lab import studies, subjects
from control.lab.models import Study, StudyState
from control.lab.reports import told
from control.lab.words import rounded
from control.lab.workers import Did, Hand, event_in_play, release_dead_leases, retry_database
from control.registry import UnsoundError

LOOK = 0.25  # seconds between two tries of an idle worker
TOLD = 2.0  # seconds between two lines of progress
MOST_WORKERS = 256
TRIES = 5  # lost hands after which a worker gives up


class Command(BaseCommand):
    """Start or resume a study, play it to its end, print its report."""

    help = (
        "Let bots play a scenario's whole day, or a game at side tables, again and again, and say what that comes to."
        " SCENARIO is its folder, event/NUMBER, or what comes with the console; a wrong one lists those."
        " Ctrl-C stops, --resume goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("scenario", nargs="?", metavar="SCENARIO", help="what is studied")
        parser.add_argument("--days", "--games", type=int, default=100, dest="games", help="how many are played (100)")
        parser.add_argument("--against", metavar="OTHER", help="another scenario of the same game, played by the same seeds")
        parser.add_argument("--workers", type=int, default=1, help="processes on this machine (1); 0 leaves it to Celery's workers")
        parser.add_argument("--resume", type=int, metavar="ID", help="go on with a study")
        parser.add_argument("--chunk", type=int, default=0, help="games in a task; as many as take some seconds unless it is said")
        parser.add_argument("--seed", type=int, default=1, help="the first seed (1); the others follow it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the study.

        Raises:
            CommandError: the scenario or study does not exist.
        """
        if not 0 <= options["workers"] <= MOST_WORKERS:
            raise CommandError(f"--workers is a number from 0 to {MOST_WORKERS}.")
        if bool(options["scenario"]) == bool(options["resume"]):
            raise CommandError("Name what is to be studied, or --resume ID.")
        if settings.EMBEDDED:
            call_command("migrate", interactive=False, verbosity=0)
        study = self._again(options["resume"]) if options["resume"] else self._begun(options)
        self.stdout.write(
            f"Study {study.pk}: {study.title}, {studies.games_words(study, study.games)}{' each' if study.two else ''}."
        )
        if study.state == StudyState.RUNNING:
            self._play(study.pk, options["workers"])
        study = studies.studies_without_documents().get(pk=study.pk)
        if study.state != StudyState.DONE:
            self.stdout.write(f"Stopped. Go on with: manage.py lab --resume {study.pk}")
            return
        for each in studies.progress_of(study).differences:
            self.stderr.write(f"Played twice, and not the same: {each}")
        self.stdout.write(told(study))

    def _begun(self, options: dict[str, Any]) -> Study:
        try:
            subject = subjects.find_subject(options["scenario"])
            against = subjects.find_subject(options["against"]) if options["against"] else None
            return studies.begin_study(subject, against, options["games"], first_seed=options["seed"], chunk=options["chunk"])
        except (LookupError, UnsoundError, Refused) as wrong:
            raise CommandError(wrong.sentence if isinstance(wrong, Refused) else str(wrong)) from wrong

    def _again(self, number: int) -> Study:
        studies.resume_study(number)
        release_dead_leases(number)
        study = studies.studies_without_documents().filter(pk=number).first()
        if study is None:
            raise CommandError(f"There is no study {number}.")
        return study

    def _play(self, study_id: int, workers: int) -> None:
        """Play until the study is done or stopped, and print its progress."""
        failed: list[BaseException] = []
        crew = [threading.Thread(target=_work, args=(study_id, failed), daemon=True) for _each in range(workers)]
        for each in crew:
            each.start()
        try:
            self._watch(study_id, crew)
        except KeyboardInterrupt:
            retry_database(lambda: studies.stop_study(study_id))
            self.stderr.write("Stopping: what is played now is still written.")
        for each in crew:
            each.join()
        if failed:
            retry_database(lambda: studies.stop_study(study_id))
            raise CommandError(f"Study {study_id} stands: {failed[0]}. Go on with --resume {study_id}.")

    def _watch(self, study_id: int, crew: list[threading.Thread]) -> None:
        said = 0.0
        while True:
            study = retry_database(lambda: studies.studies_without_documents().get(pk=study_id))
            if study.state != StudyState.RUNNING or (crew and not any(each.is_alive() for each in crew)):
                return
            if time.monotonic() - said >= TOLD:
                said = time.monotonic()
                self.stderr.write(retry_database(partial(line_of, study)))
            time.sleep(LOOK)


def _work(study_id: int, failed: list[BaseException]) -> None:
    """Run one hand until the study is over. It keeps trying without open tasks, because a killed worker may release one."""
    hand = Hand()
    try:
        while hand.killed < TRIES:
            done = hand.turn(study_id)
            if done.did is not Did.PLAYED:
                if retry_database(lambda: studies.studies_without_documents().get(pk=study_id).state) != StudyState.RUNNING:
                    return
                time.sleep(LOOK)
        raise ChildProcessError(f"{TRIES} processes of one worker have ended before their time")
    except Exception as wrong:
        failed.append(wrong)
    finally:
        hand.end()
        close_old_connections()


def line_of(study: Study) -> str:
    """Progress of a study, in one line."""
    now = studies.progress_of(study)
    line = f"  {now.done:,} of {now.games:,} ({now.share} %), {len(now.workers)} at work"
    if now.left is not None:
        line += f", about {rounded(now.left)} left"
    if not now.workers and (event := event_in_play()):
        line = f"  {now.done:,} of {now.games:,}: steps aside while “{event}” is being played"
    return line
