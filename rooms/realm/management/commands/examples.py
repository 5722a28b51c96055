"""`manage.py examples`: play the rulebook's examples, and those written by organizers."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from control import registry
from rooms.realm.examples.nodes import ExampleError
from rooms.realm.examples.runner import Example, ExampleGame, ExampleResult, Play, examples_in, play
from rooms.realm.examples.world import Words
from rooms.realm.frame import NAME
from rooms.realm.scenario_files import ScenarioError, read_folder, scenario_in

FIXTURES = settings.BASE_DIR / "fixtures"


class Command(BaseCommand):
    """Play examples, each on a fresh table of its scenario or game, and report those that fail."""

    help = "Play example files: every given-when-then in the files or folders named, or all that come with scenarios and games."
    requires_system_checks = ()  # it only reads, and the checks load every page

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the files, and the scenario or game for files outside of its folder."""
        parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="files or folders; all fixtures when left out")
        parser.add_argument("--scenario", type=Path, help="the folder of the scenario; the one the examples lie in when left out")
        parser.add_argument("--game", metavar="ID", help="the game at side tables that plays files of yours")

    def handle(self, *, paths: list[Path], scenario: Path | None, game: str | None, **options: object) -> None:
        """Print failures and the number of passed examples.

        Raises:
            CommandError: a path, a game or a scenario does not exist, or cannot be read.
            SystemExit: an example failed.
        """
        passed = failed = 0
        games = games_of_apps()
        if game is not None and game not in games:
            raise CommandError(f"There is no game '{game}'; there are {', '.join(sorted(games)) or 'none'}.")
        table = FIXTURES / game if game is not None else scenario
        players: dict[Path, Play] = {}
        for file in files_in(paths or sorted(FIXTURES.glob("*/examples"))):
            folder = table or folder_of(file)
            if folder not in players:
                players[folder] = player_of(folder, games)
            for played in played_in(file, players[folder]):
                passed, failed = passed + played.passed, failed + (not played.passed)
                if not played.passed:
                    self.stdout.write(f"{file}: {played.name}")
                    self.stdout.write("\n".join(f"  {problem}" for problem in played.problems))
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            raise SystemExit(1)


def files_in(paths: list[Path]) -> Iterator[Path]:
    """Example files in these files and folders.

    Raises:
        CommandError: a path does not exist.
    """
    for path in paths:
        if not path.exists():
            raise CommandError(f"{path} does not exist.")
        yield from sorted(path.rglob("*.yaml")) if path.is_dir() else (path,)


def folder_of(file: Path) -> Path:
    """Folder of the scenario or game of an example file: the one above `examples`, else the default scenario."""
    for folder in file.resolve().parents:
        if folder.name == "examples":
            return folder.parent
    default: Path = FIXTURES / "god_emperor"
    return default


def player_of(folder: Path, games: Mapping[str, ExampleGame]) -> Play:
    """Return what plays a folder's examples: the side-table game of that name, else the folder's scenario.

    Raises:
        CommandError: the folder holds neither, or its content is wrong.
    """
    try:
        if folder.name in games:
            return games[folder.name].over(read_folder(folder))
        if not (folder / "scenario.yaml").exists():
            raise CommandError(f"{folder} holds no scenario, and no game is called '{folder.name}'.")
        return partial(play, game=registry.game(NAME), scenario=scenario_in(folder), words=words_of_rooms())
    except (ScenarioError, ValueError) as wrong:
        raise CommandError(str(wrong)) from wrong


def played_in(file: Path, play_one: Play) -> Iterator[ExampleResult]:
    """Play every example of one file."""
    examples: tuple[Example, ...] = ()
    try:
        examples = examples_in(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        yield ExampleResult(name="the file", problems=("this is not text in UTF-8",))
    except ExampleError as wrong:
        yield ExampleResult(name="the file", problems=(str(wrong),))
    yield from map(play_one, examples)


def words_of_rooms() -> Words:
    """Vocabulary of all rooms: each may have a module `examples` with its own `WORDS`."""
    words = Words()
    for module in example_modules():
        if hasattr(module, "WORDS"):
            words = words.with_words(module.WORDS)
    return words


def games_of_apps() -> Mapping[str, ExampleGame]:
    """Side-table games by id: each may have a module `examples` with its own `GAME`."""
    return {module.GAME.id: module.GAME for module in example_modules() if hasattr(module, "GAME")}


def example_modules() -> Iterator[ModuleType]:
    """Modules `game.examples` of all rooms and games."""
    for app in apps.get_app_configs():
        if app.name.startswith("rooms.") and find_spec(f"{app.name}.game") and find_spec(f"{app.name}.game.examples"):
            yield import_module(f"{app.name}.game.examples")
