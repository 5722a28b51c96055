"""`manage.py examples`: play the rulebook's examples, and those that organizers have written."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from control import registry
from control.examples.nodes import ExampleError
from control.examples.runner import Example, Played, examples_in, play
from control.examples.world import Words
from control.scenario.schema import Scenario
from control.scenario_files import scenario_in

FIXTURES = settings.BASE_DIR / "fixtures"


class Command(BaseCommand):
    """Play examples, each on a fresh table of its scenario, and tell which came out otherwise than they say."""

    help = "Play example files: every given-when-then in the files or folders named, or all that come with the scenarios."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say which files."""
        parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="files or folders; all fixtures when left out")
        parser.add_argument("--scenario", type=Path, help="the folder of the scenario; the one the examples lie in when left out")

    def handle(self, *, paths: list[Path], scenario: Path | None, **options: object) -> None:
        """Print what failed and how many passed.

        Raises:
            CommandError: a path does not exist.
            SystemExit: an example failed.
        """
        passed = failed = 0
        words, read = words_of_rooms(), cache(scenario_in)
        for file in files_in(paths or sorted(FIXTURES.glob("*/examples"))):
            for played in played_in(file, read(scenario or scenario_folder(file)), words):
                passed, failed = passed + played.passed, failed + (not played.passed)
                if not played.passed:
                    self.stdout.write(f"{file}: {played.name}")
                    self.stdout.write("\n".join(f"  {problem}" for problem in played.problems))
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            raise SystemExit(1)


def files_in(paths: list[Path]) -> Iterator[Path]:
    """The example files of some files and folders.

    Raises:
        CommandError: a path does not exist.
    """
    for path in paths:
        if not path.exists():
            raise CommandError(f"{path} does not exist.")
        yield from sorted(path.rglob("*.yaml")) if path.is_dir() else (path,)


def scenario_folder(file: Path) -> Path:
    """The scenario that a file of examples belongs to: the folder above `examples`, else the default scenario."""
    for folder in file.resolve().parents:
        if folder.name == "examples":
            return folder.parent
    default: Path = FIXTURES / "god_emperor"
    return default


def played_in(file: Path, scenario: Scenario, words: Words) -> Iterator[Played]:
    """Every example of one file, played."""
    examples: tuple[Example, ...] = ()
    try:
        examples = examples_in(file.read_text(encoding="utf-8"))
    except ExampleError as wrong:
        yield Played(name="the file", problems=(str(wrong),))
    for example in examples:
        yield play(example, game=registry.game(), scenario=scenario, words=words)


def words_of_rooms() -> Words:
    """The vocabulary of all rooms: each may have a module `examples` with its own words."""
    words = Words()
    for app in apps.get_app_configs():
        if app.name.startswith("rooms.") and find_spec(f"{app.name}.examples"):
            words = words.with_words(import_module(f"{app.name}.examples").WORDS)
    return words
