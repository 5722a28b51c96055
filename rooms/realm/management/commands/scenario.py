"""`manage.py scenario check PATH...` for folders or their files, and `manage.py scenario schema`: for authors of scenarios."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from msgspec.structs import asdict

from control.engine.records import replace
from rooms.realm.scenario.json_schema import json_schema
from rooms.realm.scenario.loader import Findings, check_scenario
from rooms.realm.scenario.problems import Problem
from rooms.realm.scenario.sections import is_borrowed
from rooms.realm.scenario_files import SUFFIXES, read_folder, unread_in


class Command(BaseCommand):
    """Check scenarios, or print their JSON Schema."""

    help = "Check scenario folders: every mistake with its file, line and mend. Print the JSON Schema for editors."
    requires_system_checks = ()  # it only reads, and the checks load every page

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add `check` with its folders, and `schema`."""
        actions = parser.add_subparsers(dest="action", required=True)
        check = actions.add_parser("check", help="name every mistake in these scenario folders")
        check.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        check.add_argument(
            "--json", action="store_true", dest="as_json", help="print the problems as JSON, for editors and scripts"
        )
        actions.add_parser("schema", help="print the JSON Schema by which editors help with a scenario's files")

    def handle(self, *, action: str, paths: Iterable[Path] = (), as_json: bool = False, **options: object) -> None:
        """Run one of the two actions.

        Raises:
            CommandError: a scenario has errors, or cannot be read; exit status 1. Warnings alone do not fail.
        """
        if action == "schema":
            self.stdout.write(json.dumps(json_schema(), indent=2, ensure_ascii=False))
            return
        folders = [path.parent if path.is_file() and path.suffix.lower() in SUFFIXES else path for path in paths]
        found = [(path, findings_in(path)) for path in dict.fromkeys(folders)]
        if as_json:
            problems = [as_found_in(path, problem) for path, findings in found for problem in findings.problems]
            self.stdout.write(json.dumps([asdict(problem) for problem in problems], indent=2, ensure_ascii=False))
        else:
            for path, findings in found:
                self.tell(path, findings)
        errors = sum(len(findings.errors) for _, findings in found)
        if errors:
            raise CommandError(f"{counted(errors, 'error')} in {counted(len(found), 'scenario')}.")

    def tell(self, path: Path, found: Findings) -> None:
        """Print each problem on a line, then the result for the scenario."""
        for problem in found.problems:
            self.stdout.write(str(as_found_in(path, problem)))
        advice = f" {counted(len(found.warnings), 'warning')}." if found.warnings else ""
        if found.scenario:
            size = f"{counted(len(found.scenario.houses), 'House')}, {counted(len(found.scenario.map.regions), 'region')}"
            self.stdout.write(f"{path}: sound. {found.scenario.title}: {size}.{advice}")
        else:
            self.stdout.write(f"{path}: {counted(len(found.errors), 'error')}.{advice}")


def findings_in(path: Path) -> Findings:
    """Findings of a folder. A missing folder or an unreadable file is a problem too."""
    if not path.is_dir():
        what = "this is no YAML file." if path.exists() else "there is no folder of this name."
        return unreadable("", what, "Name the folder that holds the scenario's files.")
    try:
        found = check_scenario(read_folder(path))
    except OSError as error:
        name = Path(str(error.filename)).name
        return unreadable(name, f"this cannot be read: {error.strerror}.", "Make it readable, or take it out.")
    return replace(found, problems=(*found.problems, *unread_in(path)))


def unreadable(name: str, what: str, mend: str) -> Findings:
    """Findings with this single problem."""
    return Findings(scenario=None, problems=(Problem(file=name, line=1, field="", what=what, mend=mend),))


def as_found_in(path: Path, problem: Problem) -> Problem:
    """A problem with its file's path from the author's directory."""
    if is_borrowed(problem.file):
        name = problem.file.removeprefix("../")
        mend = f"{problem.mend} This file is that of '{name.partition('/')[0]}': change what you need in a file of yours."
        return replace(problem, file=os.path.relpath(path.resolve().parent / name), mend=mend)
    return replace(problem, file=str(path / problem.file))


def counted(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
