"""Building, producing and construction effects (PE-BLD, PE-CUL, PE-ESP, PE-GOV, PE-SCI, PE-IND)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import later, say, say_count
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.facts import GameFact
from rooms.tables.game.names import possessive
from rooms.tables.game.rule_parts import without_card
from rooms.tables.potemkin.game.actions import Build, Produce
from rooms.tables.potemkin.game.content import FACADES, Facade
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import (
    Building,
    Course,
    Meeple,
    PotemkinState,
    Side,
    count_of,
    holder_of,
    side_of,
    with_more,
    with_side,
)
from rooms.tables.potemkin.rules.month_end import end_month
from rooms.tables.potemkin.rules.turns import NO_BUILDING, ActionPhaseEnded, constructing, end_turn, must_construct

WON_WITH: Final[Mapping[Facade, Meeple]] = {
    Facade.CULTURE: Meeple.SHIELD,
    Facade.GOVERNMENT: Meeple.CAPITOL,
    Facade.SCIENCE: Meeple.SCIENTIST,
}


class Built(GameFact, frozen=True):
    """A building was added at the end of a village. `building`: its number. `front`: its picture."""

    player: int
    card: str
    facade: Facade
    building: int
    front: int

    def after(self, state: PotemkinState) -> PotemkinState:
        side = side_of(state, self.player)
        new = Building(self.building, self.facade, self.card, self.front)
        side = replace(side, hand=without_card(side.hand, self.card), village=(*side.village, new))
        return replace(state, sides=with_side(state, self.player, side), built=self.building)

    def words_for(self, scene: Scene, player: int | None) -> str:
        name, building = scene.names[self.player], scene.book.facades[self.facade].name
        sentence = say("{name} puts up a new front: {building}.", name=name, building=building)
        if player != self.player:
            return sentence
        card = scene.card(self.card)
        if scene.book.is_real(self.card, self.facade):
            return sentence + " " + say("Behind it, for your eyes only: {card}, and real it is.", card=card)
        return sentence + " " + say("Behind it, for your eyes only: {card}, and it is a fake.", card=card)


class Took(GameFact, frozen=True):
    """A player took a meeple from its holder or from the board."""

    player: int
    meeple: Meeple

    def after(self, state: PotemkinState) -> PotemkinState:
        if self.meeple == Meeple.CAPITOL:
            return replace(state, capitol=self.player)
        if self.meeple == Meeple.SHIELD:
            return replace(state, shield=self.player)
        return replace(state, scientist=self.player)

    def words(self, scene: Scene) -> str:
        holder, name = holder_of(scene.state, self.meeple), scene.names[self.player]
        board, player = TAKEN[self.meeple]
        return say(board, name=name) if holder is None else say(player, name=name, other=scene.names[holder])


class AgentPlaced(GameFact, frozen=True):
    """A ready agent was placed from the supply."""

    player: int
    building: int

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, sides=with_more(state, self.player, self.building, agents=1))

    def words(self, scene: Scene) -> str:
        return say("A new agent stands ready behind {building}.", building=scene.building(self.building))


TAKEN: Final[Mapping[Meeple, tuple[str, str]]] = {  # sentences: taken from the board, taken from a player
    Meeple.CAPITOL: (later("{name} takes the capitol from the board."), later("{name} takes the capitol from {other}.")),
    Meeple.SHIELD: (later("{name} takes the shield from the board."), later("{name} takes the shield from {other}.")),
    Meeple.SCIENTIST: (later("{name} takes the scientist from the board."), later("{name} takes the scientist from {other}.")),
}


class Produced(GameFact, frozen=True):
    """A cube was placed behind each Industry building of a player. `flips`: the mode token turned to production.

    `unasked`: the turn played itself, because the player had no card and no other action (PE-R-12).
    """

    player: int
    cubes: int
    flips: bool
    unasked: bool = False

    def after(self, state: PotemkinState) -> PotemkinState:
        # cubes have no limit, and producing removes none (PE-IND-08, PE-IND-09)
        side = side_of(state, self.player)
        village = side.village
        if self.cubes:
            village = tuple(
                [
                    replace(building, cubes=building.cubes + 1) if building.facade == Facade.INDUSTRY else building
                    for building in village
                ]
            )
        side = replace(side, village=village, producing=side.producing or self.flips)
        return replace(state, sides=with_side(state, self.player, side))

    def words(self, scene: Scene) -> str:
        name = scene.names[self.player]
        if self.unasked:
            if self.flips:
                return say(
                    "{name} has no card and nothing else to do: the turn plays itself, in production from now on.", name=name
                )
            return say("{name} has no card and nothing else to do: the turn plays itself.", name=name)
        if not self.cubes:
            if self.flips:
                return say("{name} makes much smoke and no cube; {name} is in production from now on.", name=name)
            return say("{name} makes much smoke and no cube.", name=name)
        if self.flips:
            return say_count(
                "{count} cube behind {owner} Industry; {name} is in production from now on.",
                "{count} cubes behind {owner} Industry; {name} is in production from now on.",
                self.cubes,
                owner=possessive(name),
                name=name,
            )
        owner = possessive(name)
        return say_count("{count} cube behind {owner} Industry.", "{count} cubes behind {owner} Industry.", self.cubes, owner=owner)


def build(course: Course, player: int, action: Build) -> None:
    """Carry out the build action (PE-ACT-05, PE-BLD).

    Raises:
        Refused: the player is in production mode, or the card is not in the hand.

    Rules: PE-BLD-06, PE-BLD-07, PE-ESP-10, PE-R-38.
    """
    side = course.side(player)
    must_construct(side, NO_BUILDING, "PE-ACT-07")
    check_material(side, action.card, action.facade)
    put_up(course, player, action.card, action.facade)
    end_turn(course)


def check_material(side: Side, card: str | None, facade: Facade | None) -> None:
    """Check that a building has one card of the hand and one of the five facades (PE-BLD-01, PE-BLD-02, PE-BLD-03).

    Raises:
        Refused: it has not.

    Rules: PE-BLD-12, PE-R-35.
    """
    if not side.hand:
        raise Refused(say("Your hand is empty, and every building needs a card behind it."), rule="PE-BLD-01")
    if card is None:
        raise Refused(say("Name the card to build with."), rule="PE-BLD-01")
    if card not in side.hand:
        raise Refused(say("That card is not in your hand. Build with one that is."), rule="PE-BLD-03")
    if facade not in FACADES:
        raise Refused(say("Choose one of the five facades."), rule="PE-BLD-02")


def put_up(course: Course, player: int, card: str, facade: Facade) -> None:
    """Place the building and resolve its construction effect, real or fake (PE-BLD-09, PE-BLD-10, PE-BLD-11).

    The picture of the facade is random, so that it reveals nothing about the card (PE-CNT-02).

    Rules: PE-ESP-02, PE-ESP-04, PE-ESP-05, PE-CUL-03, PE-CUL-06, PE-SCI-03, PE-DES-10, PE-R-15.
    """
    front = course.chance.shuffled(range(len(course.book.facades[facade].fronts)))[0]
    number = course.state.built + 1
    course.happens(Built(player, card, facade, number, front))
    if facade == Facade.ESPIONAGE:
        course.happens(AgentPlaced(player, number))
    meeple = WON_WITH.get(facade)
    if meeple is not None and holder_of(course.state, meeple) != player and leads(course.state, player, facade):
        course.happens(Took(player, meeple))


def leads(state: PotemkinState, player: int, facade: Facade) -> bool:
    """Return whether no opponent has more buildings of the type. A shared lead is enough.

    Rules: PE-CUL-01, PE-CUL-02, PE-GOV-01, PE-GOV-02, PE-SCI-01, PE-SCI-02, PE-CUL-04, PE-CUL-05, PE-GOV-03, PE-GOV-04, PE-SCI-04,
    PE-SCI-05, PE-R-14.
    """
    own = count_of(state.sides[player], facade)
    return all(count_of(side, facade) <= own for side in state.sides)


def produce(course: Course, player: int, action: Produce) -> None:
    """Carry out the produce action, which is always legal and may end the Action phase.

    Rules: PE-IND-01, PE-IND-02, PE-IND-03, PE-IND-04, PE-IND-05, PE-IND-06, PE-IND-07, PE-IND-10, PE-ACT-17.
    """
    _make(course, player)


def produce_unasked(course: Course) -> None:
    """Produce without asking, for a player who can only produce and has no Industry building (PE-ACT-11, PE-R-12)."""
    _make(course, course.state.turn, unasked=True)


def _make(course: Course, player: int, *, unasked: bool = False) -> None:
    # a token turns to production (PE-ACT-15) and the Action phase ends only here, at once and for all
    # (PE-ACT-18, PE-ACT-19, PE-ACT-20, PE-R-13)
    side = course.side(player)
    course.happens(Produced(player, count_of(side, Facade.INDUSTRY), not side.producing, unasked))
    left = constructing(course.state)
    if len(left) == 1:
        course.happens(ActionPhaseEnded(left[0]))
        end_month(course)
    else:
        end_turn(course)
