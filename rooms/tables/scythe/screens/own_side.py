"""The viewer's own part: numbers, cards, objectives with their progress, and the current score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from control.engine.language import later, say
from rooms.tables.scythe.game.content import Part
from rooms.tables.scythe.game.goals import Condition, ObjectiveMeasure
from rooms.tables.scythe.game.state import on_board
from rooms.tables.scythe.rules.objectives import Progress, progress
from rooms.tables.scythe.rules.scoring import Scored, score_of, tier_of
from rooms.tables.scythe.screens.viewer import ScytheViewer


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """A number with its drawing and name."""

    sign: str
    count: int
    word: str
    note: str = ""


class Strip(msgspec.Struct, frozen=True, kw_only=True):
    """The viewer's numbers. `stars`: the goals of the placed stars."""

    faction: str
    letter: str
    called: str
    counts: tuple[Count, ...]
    stars: tuple[str, ...]
    most: int


class ObjectiveProgress(msgspec.Struct, frozen=True, kw_only=True):
    """An objective with its progress: for each condition, words and whether it is met."""

    id: str
    title: str
    text: str
    steps: tuple[tuple[str, bool], ...]
    met: bool


class Mine(msgspec.Struct, frozen=True, kw_only=True):
    """Everything private to the viewer. `score`: each line if the game ended now, with the total last."""

    goals: tuple[ObjectiveProgress, ...]
    cards: tuple[int, ...]
    score: tuple[tuple[str, int], ...]
    tier: str
    tile: str


def strip_of(looker: ScytheViewer) -> Strip:
    side, words = looker.side, looker.scene.words
    faction, tier = looker.book.factions[side.faction], tier_of(looker.book, side.popularity)
    level = say("tier {number}", number=looker.book.content.numbers.tiers.index(tier) + 1)
    return Strip(
        faction=faction.id,
        letter=faction.letter,
        called=say("{faction}, {mat}", faction=faction.name, mat=looker.book.mats[side.mat].name),
        counts=(
            Count(sign="power", count=side.power, word=words("pow", side.power)),
            Count(sign="popularity", count=side.popularity, word=words("pop", side.popularity), note=level),
            Count(sign="coin", count=side.coins, word=words("coin", side.coins)),
            Count(sign="card", count=len(side.cards), word=words("card", len(side.cards))),
            Count(sign="worker", count=on_board(side), word=words("worker", on_board(side))),
        ),
        stars=tuple([looker.word(f"star-{star}") for star in side.stars]),
        most=looker.book.content.numbers.stars,
    )


def mine_of(looker: ScytheViewer) -> Mine:
    side = looker.side
    tile, tier = looker.book.tiles[looker.state.tile], tier_of(looker.book, side.popularity)
    return Mine(
        goals=tuple([_goal(looker, card) for card in side.objectives]),
        cards=side.cards,
        score=score_lines(score_of(looker.book, looker.state, looker.me)),
        tier=say(
            "At {popularity} popularity {star} for a star, {territory} for a territory, {pair} for 2 tokens.",
            popularity=side.popularity,
            star=tier.star,
            territory=tier.territory,
            pair=tier.pair,
        ),
        tile=say("{text} Coins for 1, 2, …: {coins}.", text=tile.text, coins=", ".join([str(each) for each in tile.coins])),
    )


def score_lines(scored: Scored) -> tuple[tuple[str, int], ...]:
    """A score line by line, the total last (SY-END-04)."""
    return (
        (say("Coins"), scored.coins),
        (say("Stars"), scored.stars),
        (say("Territories"), scored.territories),
        (say("Tokens"), scored.tokens),
        (say("Structure bonus"), scored.structures),
        (say("Together"), scored.total),
    )


# --- objectives ---------------------------------------------------------------------------------------------------------------


def _goal(looker: ScytheViewer, card: str) -> ObjectiveProgress:
    found, objective = progress(looker.book, looker.state, looker.me, card), looker.book.objectives[card]
    return ObjectiveProgress(
        id=card,
        title=objective.title,
        text=objective.text,
        steps=tuple([(_step(looker, each), each.met) for each in found]),
        met=all(each.met for each in found),
    )


def _step(looker: ScytheViewer, step: Progress) -> str:
    """The progress of a condition: "food 5 of 7", "coins 3, at most 2"."""
    condition = step.condition
    what = _condition_words(looker, condition)
    if condition.most is not None:
        return say("{what} {count}, at most {most}", what=what, count=step.counted, most=condition.most)
    return say("{what} {count} of {least}", what=what, count=step.counted, least=condition.least)


def _condition_words(looker: ScytheViewer, condition: Condition) -> str:
    if condition.of and condition.what in (ObjectiveMeasure.TOKENS, ObjectiveMeasure.TERRITORIES):
        return looker.scene.words(condition.of, 2)
    if condition.what in PARTS:
        return looker.scene.words(PARTS[condition.what], 2)
    return say(COUNTED[condition.what], of=condition.of)


PARTS: Final[Mapping[ObjectiveMeasure, Part]] = {
    ObjectiveMeasure.COINS: Part.COIN,
    ObjectiveMeasure.POWER: Part.POWER,
    ObjectiveMeasure.POPULARITY: Part.POPULARITY,
    ObjectiveMeasure.CARDS: Part.CARD,
    ObjectiveMeasure.WORKERS: Part.WORKER,
    ObjectiveMeasure.MECHS: Part.DEPLOY,
    ObjectiveMeasure.STRUCTURES: Part.BUILD,
}
COUNTED: Final[Mapping[ObjectiveMeasure, str]] = {
    ObjectiveMeasure.TOKENS: later("tokens"),
    ObjectiveMeasure.KINDS: later("types with {of} tokens"),
    ObjectiveMeasure.STARS: later("stars"),
    ObjectiveMeasure.TERRITORIES: later("territories"),
    ObjectiveMeasure.TUNNELS: later("tunnels"),
    ObjectiveMeasure.BANKS: later("rivers with both banks"),
    ObjectiveMeasure.NEAR_FACTORY: later("territories beside the Factory"),
    ObjectiveMeasure.FACTORY: later("the Factory"),
    ObjectiveMeasure.TOGETHER: later("workers together"),
    ObjectiveMeasure.APART: later("territories with workers"),
    ObjectiveMeasure.FOREIGN: later("territories beside another’s home base"),
}
