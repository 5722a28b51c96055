"""Building, and the construction effects of the facades (PE-BLD, PE-ESP)."""

from __future__ import annotations

from control.engine.language import say
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import without_card
from rooms.tables.potemkin.game.actions import Build
from rooms.tables.potemkin.game.content import FACADES, Facade
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Building, Course, PotemkinState, Side, side_of, with_more, with_side
from rooms.tables.potemkin.rules.capitol_shield_scientist import take_meeple
from rooms.tables.potemkin.rules.interiors import is_real
from rooms.tables.potemkin.rules.turns import NO_BUILDING, end_turn, must_construct


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
        if is_real(scene.book, self.card, self.facade):
            return sentence + " " + say("Behind it, for your eyes only: {card}, and real it is.", card=card)
        return sentence + " " + say("Behind it, for your eyes only: {card}, and it is a fake.", card=card)


class AgentPlaced(GameFact, frozen=True):
    """A ready agent was placed from the supply."""

    player: int
    building: int

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, sides=with_more(state, self.player, self.building, agents=1))

    def words(self, scene: Scene) -> str:
        return say("A new agent stands ready behind {building}.", building=scene.building(self.building))


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

    Rules: PE-ESP-01, PE-ESP-02, PE-ESP-04, PE-ESP-05.
    """
    front = course.chance.shuffled(range(len(course.book.facades[facade].fronts)))[0]
    number = course.state.built + 1
    course.happens(Built(player, card, facade, number, front))
    if facade == Facade.ESPIONAGE:
        course.happens(AgentPlaced(player, number))
    take_meeple(course, player, facade)
