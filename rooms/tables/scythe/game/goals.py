"""Conditions of objectives and achievements: one player's numbers with a limit."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class ObjectiveMeasure(StrEnum):
    """Numbers of one player that a condition can count."""

    TOKENS = "tokens"  # controlled tokens, of type `of` or all
    KINDS = "kinds"  # resource types with at least `of` controlled tokens
    COINS = "coins"
    POWER = "power"
    POPULARITY = "popularity"
    CARDS = "cards"  # combat cards held
    STARS = "stars"
    TERRITORIES = "territories"  # controlled territories, of terrain `of` or all
    TUNNELS = "tunnels"  # controlled tunnel territories; a Mine does not count
    BANKS = "banks"  # river borders with both territories controlled
    NEAR_FACTORY = "near-factory"  # controlled territories beside the Factory
    FACTORY = "factory"  # 1 when the Factory is controlled
    TOGETHER = "together"  # the largest number of the player's workers on one territory
    APART = "apart"  # territories with own workers
    WORKERS = "workers"  # on the board, home base included
    MECHS = "mechs"
    STRUCTURES = "structures"
    FOREIGN = "foreign"  # controlled territories linked by land to the home base of another player in the game
    SCORE = "score"  # final score in coins; only for achievements
    MARGIN = "margin"  # lead over the best other score; only for achievements


class Condition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number with a lower or an upper limit."""

    what: ObjectiveMeasure
    of: str = ""
    least: int | None = None
    most: int | None = None


class Objective(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An objective card. All its conditions hold when it is revealed."""

    id: str
    title: str
    text: str
    needs: tuple[Condition, ...]


class Achievement(Objective, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the achievement sheet (SY-END-15), built as an objective."""
