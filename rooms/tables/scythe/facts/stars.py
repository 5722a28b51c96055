"""Facts of stars, the end of the game, scores and achievements (SY-STR, SY-END)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import later, listed, say, say_count
from control.engine.modules import EventHandler, Module
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import Phase, ScytheState, Star, side_of, with_side


class StarPlaced(msgspec.Struct, frozen=True):
    """A player placed a star for a goal (SY-STR-02)."""

    player: int
    star: Star


class Ended(msgspec.Struct, frozen=True):
    """A player placed the 6th star. Nothing that would follow is resolved (SY-END-01)."""

    player: int


class Scored(msgspec.Struct, frozen=True, kw_only=True):
    """One player's final score, line by line (SY-END-04)."""

    player: int
    coins: int
    stars: int
    territories: int
    tokens: int
    structures: int

    @property
    def total(self) -> int:
        return self.coins + self.stars + self.territories + self.tokens + self.structures


class AchievementRecorded(msgspec.Struct, frozen=True):
    """A winner's name was entered beside an achievement (SY-END-15)."""

    player: int
    entry: str


class DelayPunished(msgspec.Struct, frozen=True):
    """A player lost 1 popularity, or 0 where there was none, for computing final scores too long (SY-END-14, SY-R-52)."""

    player: int
    popularity: int


def evolve_star_placed(state: ScytheState, happened: StarPlaced) -> ScytheState:
    stars = (*side_of(state, happened.player).stars, happened.star)
    return replace(state, sides=with_side(state, happened.player, stars=stars))


def evolve_ended(state: ScytheState, _happened: Ended) -> ScytheState:
    return replace(state, phase=Phase.OVER, agenda=(), move=None, fight=None)


def evolve_achievement_recorded(state: ScytheState, happened: AchievementRecorded) -> ScytheState:
    return replace(state, records=(*state.records, (happened.player, happened.entry)))


def evolve_delay_punished(state: ScytheState, happened: DelayPunished) -> ScytheState:
    popularity = side_of(state, happened.player).popularity - happened.popularity
    return replace(state, sides=with_side(state, happened.player, popularity=popularity))


def _star_words(happened: StarPlaced, scene: Scene) -> str:
    count = len(scene.state.sides[happened.player].stars) + 1
    return say_count(
        "{name} places a star: {goal}. That is {count} star.",
        "{name} places a star: {goal}. That is {count} stars.",
        count,
        name=scene.names[happened.player],
        goal=scene.word(f"star-{happened.star}"),
    )


def _scored_words(happened: Scored, scene: Scene) -> str:
    parts = (
        say("coins {count}", count=happened.coins),
        say("stars {count}", count=happened.stars),
        say("territories {count}", count=happened.territories),
        say("tokens {count}", count=happened.tokens),
        say("structure bonus {count}", count=happened.structures),
    )
    return say("{name}: {total} ({parts}).", name=scene.names[happened.player], total=happened.total, parts=listed(parts))


STARS: Final = Module(
    name="stars",
    events={
        StarPlaced: EventHandler(evolve=evolve_star_placed, explain=_star_words),
        Ended: EventHandler(
            evolve=evolve_ended,
            explain=lambda happened, scene: say(
                "{name} has placed the last star: the game ends at once.", name=scene.names[happened.player]
            ),
            binding=later("the game has ended"),  # hidden things are shown from now on, also while winners enter their names
        ),
        Scored: EventHandler(evolve=lambda state, _happened: state, explain=_scored_words),
        AchievementRecorded: EventHandler(
            evolve=evolve_achievement_recorded,
            explain=lambda happened, scene: say(
                "{name} stands on the achievement sheet: {title}.",
                name=scene.names[happened.player],
                title=scene.book.achievements[happened.entry].title,
            ),
        ),
        DelayPunished: EventHandler(
            evolve=evolve_delay_punished,
            explain=lambda happened, scene: (
                say("{name} held up play and loses 1 popularity.", name=scene.names[happened.player])
                if happened.popularity
                else say("{name} held up play and has no popularity to lose.", name=scene.names[happened.player])
            ),
        ),
    },
)
