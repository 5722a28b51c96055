"""`manage.py scenario check PATH...`: everything that is wrong with one or more scenario folders."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from control.scenario.loader import load_scenario
from control.scenario_files import read_folder


class Command(BaseCommand):
    """Look after scenarios."""

    help = "Check scenario folders: every mistake with its file, line and mend."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One subcommand, `check`, with the folders to look at."""
        actions = parser.add_subparsers(dest="action", required=True)
        check = actions.add_parser("check", help="name every mistake in these scenario folders")
        check.add_argument("paths", nargs="+", type=Path, metavar="PATH")

    def handle(self, *, paths: list[Path], **options: object) -> None:
        """Print each problem on a line of its own, then how many there were in each folder.

        Raises:
            CommandError: there were problems, or no such folder; the exit status is 1.
        """
        for path in paths:
            if not path.is_dir():
                raise CommandError(f"There is no folder {path}. Name the folder that holds the scenario's files.")
        total = sum(self.check_folder(path) for path in paths)
        if total:
            raise CommandError(f"{counted(total)} in {len(paths)} scenario{'s' if len(paths) > 1 else ''}.")

    def check_folder(self, path: Path) -> int:
        """Say what is wrong with one folder; how many problems there are."""
        found = load_scenario(read_folder(path))
        if not isinstance(found, list):
            self.stdout.write(f"{path}: sound. {found.title}: {len(found.houses)} Houses, {len(found.map.regions)} regions.")
            return 0
        for problem in found:
            self.stdout.write(f"{path / problem.file}:{str(problem).removeprefix(problem.file + ':')}")
        self.stdout.write(f"{path}: {counted(len(found))}.")
        return len(found)


def counted(problems: int) -> str:
    """How many problems, in words."""
    return "1 problem" if problems == 1 else f"{problems} problems"
