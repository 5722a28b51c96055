"""Mech abilities: Riverwalk and other ways to move, Speed, and abilities used before or after a combat (SY-MEC, SY-R-29)."""

from __future__ import annotations

from typing import Final

from control.engine.language import later, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import OneOf
from rooms.tables.scythe.game.actions import UseArtillery
from rooms.tables.scythe.game.content import Ability, Amount, Book, Part, Structure, Terrain
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import Arming, Course, Fight, ScytheState, Side, Step, side_of, with_side, without_cards
from rooms.tables.scythe.rules.control import controllers, workers_at
from rooms.tables.scythe.rules.faction_abilities import has
from rooms.tables.scythe.rules.phases import LegalAction, LegalActions, always, waits_for
from rooms.tables.scythe.rules.player_mats import place_of


class ArtilleryOffer(OneOf[bool], frozen=True):
    """Use Artillery or decline."""

    does = UseArtillery


class CardScouted(GameFact, frozen=True):
    """Scout moved a random card from the victim's hand to the player's. Only these two see it (SY-MEC-08, SY-HID-07)."""

    binding = later("a card was taken at random")
    player: int
    victim: int
    card: int

    def after(self, state: ScytheState) -> ScytheState:
        left = without_cards(side_of(state, self.victim).cards, (self.card,))
        state = replace(state, sides=with_side(state, self.victim, cards=left))
        hand = (*side_of(state, self.player).cards, self.card)
        return replace(state, sides=with_side(state, self.player, cards=hand))

    def words_for(self, scene: Scene, player: int | None) -> str:
        """The sentence for one reader. Only the two players read the card's value (SY-HID-07)."""
        name, victim = scene.names[self.player], scene.names[self.victim]
        if player not in (self.player, self.victim):
            return say("Scout: {name} takes a combat card from {victim}.", name=name, victim=victim)
        return say("Scout: {name} takes {card} from {victim}.", name=name, victim=victim, card=scene.cards((self.card,)))


class PowerBroken(GameFact, frozen=True):
    """An opponent lost power, not below 0, by Artillery (for `paid` power) or by Disarm (SY-MEC-14, SY-MEC-22, SY-MEC-32)."""

    player: int
    ability: Ability
    victim: int
    lost: int
    paid: int = 0

    def after(self, state: ScytheState) -> ScytheState:
        left = side_of(state, self.player).power - self.paid
        state = replace(state, sides=with_side(state, self.player, power=left))
        broken = side_of(state, self.victim).power - self.lost
        return replace(state, sides=with_side(state, self.victim, power=broken))

    def words(self, scene: Scene) -> str:
        ability, victim = scene.book.abilities[self.ability].name, scene.names[self.victim]
        lost = scene.amounts((Amount(Part.POWER, self.lost),))
        if not self.paid:
            return say("{ability}: {victim} loses {lost}.", ability=ability, victim=victim, lost=lost)
        return say(
            "{ability}: {name} pays {paid}, and {victim} loses {lost}.",
            ability=ability,
            name=scene.names[self.player],
            paid=scene.amounts((Amount(Part.POWER, self.paid),)),
            victim=victim,
            lost=lost,
        )


class ArtilleryHeld(GameFact, frozen=True):
    """A player did not use Artillery (SY-R-29)."""

    player: int

    def words(self, scene: Scene) -> str:
        return say("{name} does not use Artillery.", name=scene.names[self.player])


ARMS: Final = (Ability.SCOUT, Ability.ARTILLERY, Ability.DISARM)
ARTILLERY_PAYS: Final = 1  # SY-MEC-14
BREAKS: Final = 2  # SY-MEC-14, SY-MEC-22


def current_fight(state: ScytheState) -> Fight:
    """The current combat."""
    return state.fight or Fight(space="", attacker=0, defender=0)


def opponent_in(fight: Fight, player: int) -> int:
    return fight.defender if player == fight.attacker else fight.attacker


def resolve_ability(course: Course, step: Arming) -> Step | None:
    """Let an ability act: Scout and Disarm by themselves, Artillery after a question to a player who can pay.

    Each acts once per combat (SY-R-29, SY-R-30, SY-MEC-09).
    """
    fight, side = current_fight(course.state), course.side(step.player)
    victim = opponent_in(fight, step.player)
    if step.ability is Ability.ARTILLERY:
        return step if side.power >= ARTILLERY_PAYS else None
    hand = course.side(victim).cards
    if step.ability is Ability.SCOUT and hand:
        course.happens(CardScouted(step.player, victim, course.chance.shuffled(hand)[0]))
    # a Mine is a tunnel for its owner (SY-R-31)
    tunnel = fight.space in course.book.tunnels or fight.space == place_of(side, Structure.MINE)
    if step.ability is Ability.DISARM and tunnel:
        _break(course, step.player, victim, Ability.DISARM)
    return None


def _break(course: Course, player: int, victim: int, ability: Ability, paid: int = 0) -> None:
    """Lower the opponent's power, not below 0 (SY-MEC-32)."""
    lost = min(BREAKS, course.side(victim).power)
    if lost or paid:
        course.happens(PowerBroken(player, ability, victim, lost, paid))


def arming_offers(_book: Book, state: ScytheState, player: int) -> list[ArtilleryOffer]:
    """Artillery, for the player who is asked."""
    return [ArtilleryOffer((True, False))] if player in waits_for(state) else []


def use_artillery(course: Course, player: int, action: UseArtillery) -> None:
    """A-10."""
    course.todo.pop()
    if action.use:
        _break(course, player, opponent_in(current_fight(course.state), player), Ability.ARTILLERY, ARTILLERY_PAYS)
    else:
        course.happens(ArtilleryHeld(player))


ARMING: Final[LegalActions] = {
    UseArtillery: LegalAction(arming_offers, use_artillery, always(later("Artillery is not yours to use now."), "SY-MEC-14"))
}


def rivers_to_cross(book: Book, side: Side) -> tuple[Terrain, ...]:
    """The terrain to which Riverwalk crosses rivers (SY-MEC-01, SY-MEC-06, SY-MEC-11, SY-MEC-16, SY-MEC-20, SY-MEC-24)."""
    return book.factions[side.faction].riverwalk if has(book, side, Ability.RIVERWALK) else ()


def joined_spaces(book: Book, state: ScytheState, player: int) -> tuple[str, ...]:
    """The spaces that Township or Underpass joins now (SY-MEC-02, SY-MEC-21, SY-R-14, SY-R-15, SY-MOV-23)."""
    side = state.sides[player]
    if has(book, side, Ability.TOWNSHIP):
        owners = controllers(book, state)
        return (*[each for each in book.villages if owners.get(each) == player], book.factory)
    if has(book, side, Ability.UNDERPASS):
        owners, mine = controllers(book, state), place_of(side, Structure.MINE)
        mountains = [each for each in book.mountains if owners.get(each) == player]
        return (*mountains, *book.tunnels, mine) if mine else (*mountains, *book.tunnels)
    return ()


def bases_to_wayfare(book: Book, state: ScytheState, player: int) -> tuple[str, ...]:
    """The home bases that Wayfare enters from anywhere: the own one, and those of factions not in the game (SY-MEC-07, SY-R-12)."""
    side = state.sides[player]
    if not has(book, side, Ability.WAYFARE):
        return ()
    taken = {book.factions[each.faction].home for each in state.sides if each is not side}
    return tuple([each for each in book.bases if each not in taken])


def more_steps(book: Book, side: Side) -> int:
    """The steps of a combat unit beyond its range: 1 with Speed.

    Rules: SY-MEC-05, SY-MEC-10, SY-MEC-15, SY-MEC-19, SY-MEC-23.
    """
    return int(has(book, side, Ability.SPEED))


def more_cards(book: Book, side: Side, space: str) -> int:
    """The combat cards beyond one for each combat unit: 1 with People's Army and any worker there (SY-MEC-03, SY-MEC-04)."""
    return int(has(book, side, Ability.PEOPLES_ARMY) and bool(workers_at(side, space)))


def spares_popularity(book: Book, side: Side) -> bool:
    """Return whether a winner loses no popularity for driven workers, by Camaraderie (SY-MEC-18)."""
    return has(book, side, Ability.CAMARADERIE)


def open_lakes(book: Book, state: ScytheState, player: int, space: str) -> tuple[str, ...]:
    """Adjacent lakes without opposing units, for a loser with Seaworthy (SY-MEC-13, SY-R-18, SY-R-48)."""
    if not has(book, state.sides[player], Ability.SEAWORTHY):
        return ()
    taken = {where for other, side in enumerate(state.sides) if other != player for where in side.units}
    return tuple([lake for lake in book.near[space] if lake in book.lakes and lake not in taken])
