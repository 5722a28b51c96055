"""Stars, the end of the game with combats pending, and the achievement sheet (SY-STR, SY-END)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from control.engine.dice import Dice
from control.engine.language import later, say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import sample
from rooms.tables.scythe.game.actions import RecordAchievement
from rooms.tables.scythe.game.content import Ability, Book
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import (
    MECHS,
    NONE,
    WORKERS,
    ContestedEntry,
    Course,
    Meeting,
    Phase,
    Recording,
    ScytheState,
    Side,
    Star,
    side_of,
    with_moved_pieces,
    with_side,
)
from rooms.tables.scythe.rules.conditions import is_condition_met
from rooms.tables.scythe.rules.control import contested_territories
from rooms.tables.scythe.rules.costs_and_benefits import clockwise, has, stars_for
from rooms.tables.scythe.rules.phases import LegalAction, LegalActions, always
from rooms.tables.scythe.rules.scoring import tell_scores, winners_of


class RecordOffer(msgspec.Struct, frozen=True):
    """Enter up to `most` of these achievements, or none."""

    entries: tuple[str, ...]
    most: int

    def some(self, dice: Dice) -> RecordAchievement:
        count = dice.randint(0, min(self.most, len(self.entries)))
        return RecordAchievement(tuple(sample(dice, self.entries, count)))

    def allows(self, action: Any) -> bool:
        if type(action) is not RecordAchievement or len(action.entries) > self.most:
            return False
        return len(set(action.entries)) == len(action.entries) and set(action.entries).issubset(self.entries)


class StarPlaced(GameFact, frozen=True):
    """A player placed a star for a goal (SY-STR-02)."""

    player: int
    star: Star

    def after(self, state: ScytheState) -> ScytheState:
        stars = (*side_of(state, self.player).stars, self.star)
        return replace(state, sides=with_side(state, self.player, stars=stars))

    def words(self, scene: Scene) -> str:
        count = len(scene.state.sides[self.player].stars) + 1
        return say_count(
            "{name} places a star: {goal}. That is {count} star.",
            "{name} places a star: {goal}. That is {count} stars.",
            count,
            name=scene.names[self.player],
            goal=scene.word(f"star-{self.star}"),
        )


class Ended(GameFact, frozen=True):
    """A player placed the 6th star. Nothing that would follow is resolved (SY-END-01)."""

    binding = later("the game has ended")
    player: int

    def after(self, state: ScytheState) -> ScytheState:
        return replace(state, phase=Phase.OVER, agenda=(), move=None, fight=None)

    def words(self, scene: Scene) -> str:
        return say("{name} has placed the last star: the game ends at once.", name=scene.names[self.player])


class AchievementRecorded(GameFact, frozen=True):
    """A winner's name was entered beside an achievement (SY-END-15)."""

    player: int
    entry: str

    def after(self, state: ScytheState) -> ScytheState:
        return replace(state, records=(*state.records, (self.player, self.entry)))

    def words(self, scene: Scene) -> str:
        return say(
            "{name} stands on the achievement sheet: {title}.",
            name=scene.names[self.player],
            title=scene.book.achievements[self.entry].title,
        )


class WentBack(GameFact, frozen=True):
    """The game ended before a combat, so the unit returned with its cargo to where it came from (SY-END-03, SY-R-41)."""

    player: int
    entry: ContestedEntry

    def after(self, state: ScytheState) -> ScytheState:
        entry = self.entry
        return with_moved_pieces(state, self.player, entry.space, entry.origin, (entry.unit, *entry.riders), entry.tokens)

    def words(self, scene: Scene) -> str:
        entry = self.entry
        words = {"name": scene.names[self.player], "unit": scene.unit(entry.unit), "space": scene.space(entry.origin)}
        cargo = scene.cargo(len(entry.riders), entry.tokens)
        if not cargo:
            return say("There is no combat: {name} takes {unit} back to {space}.", **words)
        return say("There is no combat: {name} takes {unit} back to {space} with {cargo}.", **words, cargo=cargo)


class EncounterOver(GameFact, frozen=True):
    """The encounter card went face down under its deck (SY-ENC-09)."""

    card: str

    def after(self, state: ScytheState) -> ScytheState:
        return replace(state, encounters=(*state.encounters, self.card))


def return_contested_units(course: Course) -> None:
    """Send each unit that entered a still contested territory back to its origin, with its cargo.

    Combats of an unfinished Move are pending as well (SY-R-41). After a fought combat nobody goes back.
    """
    state = course.state
    pending = contested_territories(state)
    for entry in state.move.entries if state.move else ():
        if entry.space in pending and state.sides[state.active].units[entry.unit] == entry.space:
            course.happens(WentBack(state.active, entry))


LIMITED = {Star.COMBAT: 2, Star.OBJECTIVE: 1}  # SY-CMB-16, SY-OBJ-04, SY-STR-04


def may_place(book: Book, side: Side, star: Star) -> bool:
    """Return whether the side has a star left and may place one for this goal.

    Dominate has no limit for combats and objectives (SY-FAC-10, SY-STR-06).
    """
    if len(side.stars) >= book.content.numbers.stars:
        return False
    if star in LIMITED and has(book, side, Ability.DOMINATE):
        return True
    return stars_for(side, star) < LIMITED.get(star, 1)


def met_goals(book: Book, side: Side) -> Iterator[Star]:
    """The goals of the triumph track that a side meets now (SY-STR-01), without combat and objectives."""
    numbers = book.content.numbers
    if all(side.cubes):
        yield Star.UPGRADES
    if all(side.units[unit] for unit in MECHS):
        yield Star.MECHS
    if all(side.structures):
        yield Star.STRUCTURES
    if NONE not in side.recruits:
        yield Star.RECRUITS
    if all(side.units[unit] for unit in WORKERS):
        yield Star.WORKERS
    if side.popularity >= numbers.popularity:
        yield Star.POPULARITY
    if side.power >= numbers.power:
        yield Star.POWER


def settle(course: Course, *earned: tuple[int, Star]) -> None:
    """End a step: place stars, the active player's first, then clockwise. The 6th star of a player ends the game.

    `earned`: combat and objective stars of this step, which no state shows. Players have no choice (SY-STR-02), and placed stars
    stay (SY-STR-03). Stars beyond the last one are not placed (SY-R-26). Stars of others block nothing (SY-STR-05).

    Rules: SY-STR-07, SY-STR-08, SY-END-02, SY-R-25.
    """
    for player in clockwise(course.state, course.state.active):
        goals = [star for who, star in earned if who == player]
        for star in (*goals, *met_goals(course.book, course.side(player))):
            if course.state.phase is not Phase.OVER and may_place(course.book, course.side(player), star):
                course.happens(StarPlaced(player, star))
        if len(course.side(player).stars) >= course.book.content.numbers.stars:
            end(course, player)
            return


def end(course: Course, player: int) -> None:
    """End the game: pending combats are not fought, and all scores are announced (SY-END-01, SY-END-03).

    An open encounter card goes under its deck, without a further option (SY-ENC-09).
    """
    if contested_territories(course.state):
        return_contested_units(course)
    for step in course.todo:
        if isinstance(step, Meeting):
            course.happens(EncounterOver(step.card))
    course.todo.clear()
    course.happens(Ended(player))
    tell_scores(course)
    if course.state.options.achievements:
        ask_winners(course)


MOST: Final = 2  # entries for each winner


def entries_of(book: Book, state: ScytheState, player: int) -> tuple[str, ...]:
    """The achievements that hold for this winner and have no name yet."""
    named = {*state.named, *[entry for _who, entry in state.records]}
    return tuple(
        [
            each.id
            for each in book.content.achievements
            if each.id not in named and all(is_condition_met(book, state, player, need) for need in each.needs)
        ]
    )


def ask_winners(course: Course) -> None:
    """Ask the winners who have something to enter."""
    winners = winners_of(course.book, course.state)
    if asked := tuple([player for player in winners if entries_of(course.book, course.state, player)]):
        course.first(Recording(asked))


def record_offers(book: Book, state: ScytheState, player: int) -> list[RecordOffer]:
    """Up to two entries, or none."""
    step = state.agenda[0]
    assert isinstance(step, Recording)
    return [RecordOffer(entries_of(book, state, player), MOST)] if player in step.players else []


def record(course: Course, player: int, action: RecordAchievement) -> None:
    """Enter the chosen achievements, then ask the other winners."""
    step = course.todo.pop()
    assert isinstance(step, Recording)
    for entry in action.entries:
        course.happens(AchievementRecorded(player, entry))
    others = tuple([each for each in step.players if each != player and entries_of(course.book, course.state, each)])
    if others:
        course.first(replace(step, players=others))


RECORDING: Final[LegalActions] = {
    RecordAchievement: LegalAction(
        record_offers,
        record,
        always(later("A winner enters at most two achievements that hold for this win and have no name yet."), "SY-END-15"),
    )
}
