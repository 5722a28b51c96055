"""What has to hold for an objective or an achievement: conditions, which are numbers of one player with a limit."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Measure(StrEnum):
    """What a condition counts, of one player."""

    TOKENS = "tokens"  # controlled; of the type `of`, or of all types
    KINDS = "kinds"  # resource types of which at least `of` tokens are controlled
    COINS = "coins"
    POWER = "power"
    POPULARITY = "popularity"
    CARDS = "cards"  # combat cards held
    STARS = "stars"
    TERRITORIES = "territories"  # controlled; of the terrain `of`, or all
    TUNNELS = "tunnels"  # controlled tunnel territories; a Mine does not count
    BANKS = "banks"  # river borders both of whose territories are controlled
    NEAR_FACTORY = "near-factory"  # controlled territories beside the Factory
    FACTORY = "factory"  # 1 when it is controlled
    TOGETHER = "together"  # most own workers on one territory
    APART = "apart"  # territories with own workers
    WORKERS = "workers"  # on the board, home base included
    MECHS = "mechs"
    STRUCTURES = "structures"
    FOREIGN = "foreign"  # controlled territories linked by land to the home base of another player in the game
    SCORE = "score"  # coins of the final scores; achievements alone
    MARGIN = "margin"  # how much more than the best of the others; achievements alone


class Condition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number that is at least, or at most, so much."""

    what: Measure
    of: str = ""
    least: int | None = None
    most: int | None = None


class Objective(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An objective card: all its conditions hold at the moment of the reveal."""

    id: str
    title: str
    text: str
    needs: tuple[Condition, ...]


class Achievement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the achievement sheet (SY-END-15)."""

    id: str
    title: str
    text: str
    needs: tuple[Condition, ...]
