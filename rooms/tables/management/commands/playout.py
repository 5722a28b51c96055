"""Play whole games of a side table by bots, headless, and say how fast and with what success."""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from control.engine.refused import Refused
from rooms.tables.game.playout import Unsound, played_out
from rooms.tables.game.rules import GameKind, Setup
from rooms.tables.registry import content_of, engine_of, games

FIELD = "random"  # against whom a bot plays, unless it is said


class Command(BaseCommand):
    """`manage.py playout GAME [--players N] [--seed S] [--games K] [--bot NAME] [--against NAME] [--check]`."""

    help = (
        "Play whole games by bots, without a table. --bot is one seat, a different one in every game; the others play as --against"
        " says. With --check everything that always holds is verified after every action."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the game's id")
        parser.add_argument("--players", type=int, help="how many play; the fewest the game is for unless said")
        parser.add_argument("--seed", default="1", help="the same seed brings the same games")
        parser.add_argument("--games", type=int, default=100, help="how many games")
        parser.add_argument("--bot", default=FIELD, help="the bot at one seat")
        parser.add_argument("--against", default=FIELD, help="the bot at the others")
        parser.add_argument("--check", action="store_true", help="verify invariants, fold and offers after every action")

    def handle(self, *args: Any, **options: Any) -> None:
        kind = kind_named(options["game"])
        players = kind.least if options["players"] is None else options["players"]
        if not kind.least <= players <= kind.most:
            raise CommandError(f"{kind.title} is for {kind.least} to {kind.most} players, not for {players}.")
        if options["games"] < 1:
            raise CommandError("Play at least one game.")
        for name in (options["bot"], options["against"]):
            if name not in kind.bots:
                raise CommandError(f"There is no bot {name!r} for {kind.title}; there are: {', '.join(kind.bots)}.")
        rules = engine_of(kind.id, content_of(kind.id)).rules
        bot, against = kind.bots[options["bot"]], kind.bots[options["against"]]
        tally = Tally()
        for number in range(options["games"]):
            seat = number % players
            bots = [bot if each == seat else against for each in range(players)]
            begun = perf_counter()
            try:
                game = played_out(rules, Setup(players=players), bots, _dice(options["seed"], number), check=options["check"])
            except (Unsound, Refused) as wrong:
                raise CommandError(f"Game {number} of seed {options['seed']}: {wrong}") from wrong
            tally.seconds += perf_counter() - begun
            tally.lengths.append(game.actions)
            tally.won += (seat in game.result.winners) / len(game.result.winners)
        for line in told(kind, players, tally, options):
            self.stdout.write(line)


@dataclass(slots=True)
class Tally:
    """What has been counted. `won` are the games of the one seat; a shared victory counts as its share."""

    seconds: float = 0.0
    won: float = 0.0
    lengths: list[int] = field(default_factory=list)


def kind_named(name: str) -> GameKind:
    """The game of that id.

    Raises:
        CommandError: there is none; the known ones are named.
    """
    found = games()
    if name not in found:
        raise CommandError(f"There is no game {name!r}; there are: {', '.join(found) or 'none'}.")
    return found[name].kind


def told(kind: GameKind, players: int, tally: Tally, options: dict[str, Any]) -> Sequence[str]:
    """The figures in words."""
    lengths, number, actions, seconds = tally.lengths, len(tally.lengths), sum(tally.lengths), tally.seconds
    lines = [
        f"{kind.title}, {players} players, seed {options['seed']}: {number} games, {actions} actions, {seconds:.2f} s.",
        f"  {number / seconds:.0f} games/s, {actions / seconds:.0f} actions/s, each chosen from the list of offers.",
        f"  {actions / number:.1f} actions in a game on average, {min(lengths)} at least, {max(lengths)} at most.",
    ]
    if options["check"]:
        lines.append("  Invariants, fold and offers were verified after every action: nothing is wrong.")
    if options["bot"] != options["against"]:
        share = f"{100 / players:.1f} % would be its share"
        rate = f"{100 * tally.won / number:.1f} %, where {share}"
        lines.append(f"  {options['bot']} at one seat against {options['against']}: {tally.won:.1f} of {number} games won, {rate}.")
    return lines


def _dice(seed: str, number: int) -> random.Random:
    return random.Random(f"{seed}:{number}")
