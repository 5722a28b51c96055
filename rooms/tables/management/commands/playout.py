"""Play whole side-table games by bots, headless, and report speed and win rates."""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from control.engine.refusal import Refused
from rooms.tables.game.counts import Counts, drawn_lengths, drawn_shares
from rooms.tables.game.playout import Unsound, play_game
from rooms.tables.game.rules import AnyRules, GameKind, Setup
from rooms.tables.registry import content_in, content_of, engine_of, games

FIELD = "random"  # default opponent


class Command(BaseCommand):
    """`manage.py playout GAME [--players N] [--seed S] [--games K] [--bot NAME] [--against NAME] [--check] [--each]`."""

    help = (
        "Play whole games by bots, without a table. --bot is one seat, a different one in every game; the others play as --against"
        " says. With --check everything that always holds is verified after every action. With --each as many games are played of"
        " every variant that the game tells, and how they end and who wins is counted; --picture draws that too."
    )
    requires_system_checks = ()  # it only reads, and the checks load every page

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the game's id")
        parser.add_argument("--players", type=int, help="how many play; the fewest the game is for unless said")
        parser.add_argument("--seed", default="1", help="the same seed brings the same games")
        parser.add_argument("--games", type=int, default=100, help="how many games")
        parser.add_argument("--bot", default=FIELD, help="the bot at one seat")
        parser.add_argument("--against", default=FIELD, help="the bot at the others")
        parser.add_argument("--check", action="store_true", help="verify invariants, fold and offers after every action")
        parser.add_argument("--option", action="append", default=[], metavar="ID=CHOICE", help="something that the host chooses")
        parser.add_argument("--each", action="store_true", help="so many games of every variant, counted")
        parser.add_argument("--picture", type=Path, metavar="FOLDER", help="draw what was counted into this folder, as SVG")

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
        if options["picture"] is not None and not (options["each"] and options["picture"].is_dir()):
            raise CommandError("--picture goes with --each and names a folder that is there.")
        tally = Tally()
        for rules, setup, variant in games_of(kind, players, options):
            play(kind, rules, setup, variant, tally, options)
        for line in report_lines(kind, players, tally, options):
            self.stdout.write(line)
        if options["picture"] is not None:
            for path in draw(kind, players, tally.counts, options["picture"]):
                self.stdout.write(f"  Drawn: {path}")


@dataclass(slots=True)
class Tally:
    """Statistics of a run. `won`: games won by the one seat; a shared victory counts as a fraction."""

    seconds: float = 0.0
    won: float = 0.0
    lengths: list[int] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)


def games_of(kind: GameKind, players: int, options: dict[str, Any]) -> Iterator[tuple[AnyRules, Setup, str]]:
    """Rules, setup and name to play: one, or with `--each` one for each variant.

    Raises:
        CommandError: the game has no variants, or an option is malformed.
    """
    chosen = dict(each.partition("=")[::2] for each in options["option"])
    if not all("=" in each for each in options["option"]):
        raise CommandError("Write an option as ID=CHOICE.")
    engine = engine_of(kind.id, content_of(kind.id))
    if not options["each"]:
        yield engine.rules, Setup(players=players, options=chosen), ""
        return
    if kind.tabulates is None:
        raise CommandError(f"{kind.title} has no variants to play each of.")
    for variant in kind.tabulates.variants(content_in(kind.id, content_of(kind.id)), players):
        yield kind.rules(variant.content), Setup(players=players, options={**variant.options, **chosen}), variant.name


def play(kind: GameKind, rules: AnyRules, setup: Setup, variant: str, tally: Tally, options: dict[str, Any]) -> None:
    """Play the number of games asked for.

    Raises:
        CommandError: a game is unsound; the message has its seed.
    """
    bot, against = kind.bots[options["bot"]], kind.bots[options["against"]]
    seed = f"{options['seed']}:{variant}" if variant else options["seed"]
    for number in range(options["games"]):
        seat = number % setup.players
        bots = [bot if each == seat else against for each in range(setup.players)]
        begun = perf_counter()
        try:
            game = play_game(rules, setup, bots, _dice(seed, number), check=options["check"])
        except (Unsound, Refused) as wrong:
            raise CommandError(f"Game {number} of seed {seed}: {wrong}") from wrong
        tally.seconds += perf_counter() - begun
        tally.lengths.append(game.actions)
        tally.won += (seat in game.result.winners) / len(game.result.winners)
        if variant and kind.tabulates is not None:
            tally.counts.add(variant, game.actions, kind.tabulates.said(rules, game.state), game.result.winners)


def kind_named(name: str) -> GameKind:
    """The game with this id.

    Raises:
        CommandError: there is none; the message lists the known ones.
    """
    found = games()
    if name not in found:
        raise CommandError(f"There is no game {name!r}; there are: {', '.join(found) or 'none'}.")
    return found[name].kind


def report_lines(kind: GameKind, players: int, tally: Tally, options: dict[str, Any]) -> Sequence[str]:
    """The report in words."""
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
    if options["each"]:
        lines.extend(["", *tally.counts.told(players)])
    return lines


def draw(kind: GameKind, players: int, counts: Counts, folder: Path) -> Iterator[Path]:
    """Write the statistics as pictures: game lengths and win rates."""
    pictures = {
        what: drawn_lengths(f"{kind.title}, {players} players: {what}", lengths)
        for what in sorted({what for variety in counts.varieties.values() for what in variety.lengths})
        if (lengths := counts.lengths(what))
    }
    pictures |= {
        what: drawn_shares(f"{kind.title}, {players} players: games won, {what.lower()}", wins.shares(), 1 / players)
        for what, wins in counts.wins.items()
    }
    for what, picture in pictures.items():
        path = folder / f"{kind.id}-{players}-{what.lower().replace(' ', '-')}.svg"
        path.write_text(picture, encoding="utf-8")
        yield path


def _dice(seed: str, number: int) -> random.Random:
    return random.Random(f"{seed}:{number}")
