"""What is the viewer's own: what they have in numbers, cards, objectives with how near they are, and the score as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from control.engine.language import later, say
from rooms.tables.scythe.facts.stars import Scored
from rooms.tables.scythe.game.content import Ability
from rooms.tables.scythe.game.goals import Condition, Measure
from rooms.tables.scythe.game.state import MECHS, on_board
from rooms.tables.scythe.rules.measures import has
from rooms.tables.scythe.rules.objectives import Progress, progress
from rooms.tables.scythe.rules.scoring import score_of, tier_of
from rooms.tables.scythe.screens.looking import Looker


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """What a player has, in numbers. `coins` is -1 where they are hidden; `tier` is that of popularity."""

    player: int
    name: str
    faction: str
    letter: str
    called: str
    mat: str
    power: int
    popularity: int
    tier: str
    coins: int
    cards: int
    stars: tuple[str, ...]
    most: int
    workers: int
    active: bool
    you: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """An objective with how near it is, condition by condition: words, and whether it is met."""

    id: str
    title: str
    text: str
    steps: tuple[tuple[str, bool], ...]
    met: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """An ability in words, and whether it is in force."""

    name: str
    text: str
    works: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Mine:
    """What only the viewer looks at. `score` is what each line would bring if the game ended now, with the total last."""

    goals: tuple[Goal, ...]
    cards: tuple[int, ...]
    skills: tuple[Skill, ...]
    score: tuple[tuple[str, int], ...]
    tier: str
    tile: str


def strip_of(looker: Looker, player: int) -> Strip:
    """A player's numbers as the viewer may see them."""
    side = looker.state.sides[player]
    faction, tier = looker.book.factions[side.faction], tier_of(looker.book, side.popularity)
    return Strip(
        player=player,
        name=looker.name(player),
        faction=faction.id,
        letter=faction.letter,
        called=faction.name,
        mat=looker.book.mats[side.mat].name,
        power=side.power,
        popularity=side.popularity,
        tier=say("tier {number}", number=looker.book.content.numbers.tiers.index(tier) + 1),
        coins=side.coins,
        cards=len(side.cards),
        stars=tuple([looker.word(f"star-{star}") for star in side.stars]),
        most=looker.book.content.numbers.stars,
        workers=on_board(side),
        active=player == looker.state.active and not looker.view.winners,
        you=player == looker.player,
    )


def mine_of(looker: Looker) -> Mine:
    """The viewer's cards, objectives, abilities and score."""
    side = looker.side
    tile, tier = looker.book.tiles[looker.state.tile], tier_of(looker.book, side.popularity)
    return Mine(
        goals=tuple([_goal(looker, card) for card in side.objectives]),
        cards=side.cards,
        skills=_skills(looker),
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


def _skills(looker: Looker) -> tuple[Skill, ...]:
    faction = looker.book.factions[looker.side.faction]

    def skill(ability: Ability) -> Skill:
        name = looker.book.abilities[ability].name
        return Skill(name=name, text=looker.ability(ability), works=has(looker.book, looker.side, ability))

    return (skill(faction.own), *[skill(ability) for _unit, ability in zip(MECHS, faction.mechs, strict=True)])


# --- objectives ---------------------------------------------------------------------------------------------------------------


def _goal(looker: Looker, card: str) -> Goal:
    found, objective = progress(looker.book, looker.state, looker.me, card), looker.book.objectives[card]
    return Goal(
        id=card,
        title=objective.title,
        text=objective.text,
        steps=tuple([(_step(looker, each), each.met) for each in found]),
        met=all(each.met for each in found),
    )


def _step(looker: Looker, step: Progress) -> str:
    """How near a condition is: "food 5 of 7", "coins 3, at most 2"."""
    condition = step.condition
    what = _what(looker, condition)
    if condition.most is not None:
        return say("{what} {count}, at most {most}", what=what, count=step.counted, most=condition.most)
    return say("{what} {count} of {least}", what=what, count=step.counted, least=condition.least)


def _what(looker: Looker, condition: Condition) -> str:
    if condition.of and condition.what in (Measure.TOKENS, Measure.TERRITORIES):
        return looker.scene.words(condition.of, 2)
    return say(COUNTED[condition.what], of=condition.of)


COUNTED: Final[Mapping[Measure, str]] = {
    Measure.TOKENS: later("tokens"),
    Measure.KINDS: later("types with {of} tokens"),
    Measure.COINS: later("coins"),
    Measure.POWER: later("power"),
    Measure.POPULARITY: later("popularity"),
    Measure.CARDS: later("combat cards"),
    Measure.STARS: later("stars"),
    Measure.TERRITORIES: later("territories"),
    Measure.TUNNELS: later("tunnels"),
    Measure.BANKS: later("rivers with both banks"),
    Measure.NEAR_FACTORY: later("territories beside the Factory"),
    Measure.FACTORY: later("the Factory"),
    Measure.TOGETHER: later("workers together"),
    Measure.APART: later("territories with workers"),
    Measure.WORKERS: later("workers"),
    Measure.MECHS: later("mechs"),
    Measure.STRUCTURES: later("structures"),
    Measure.FOREIGN: later("territories beside another’s home base"),
    Measure.SCORE: later("score"),
    Measure.MARGIN: later("lead"),
}
