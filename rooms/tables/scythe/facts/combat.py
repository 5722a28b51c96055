"""Facts of combat, step by step: abilities, dials and cards, the reveal, the retreat (SY-CMB)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import later, listed, say, say_count
from control.engine.modules import EventHandler, Module
from rooms.tables.game.rule_parts import unchanged
from rooms.tables.scythe.game.content import Ability, Amount, Part
from rooms.tables.scythe.game.scene import Scene, nothing_to_tell
from rooms.tables.scythe.game.state import (
    CHARACTER,
    Commitment,
    Fight,
    ScytheState,
    is_mech,
    side_of,
    with_side,
    with_units,
    without_cards,
)


class CombatBegan(msgspec.Struct, frozen=True):
    """A combat began, which nothing can stop any more (SY-CMB-04, SY-CMB-25)."""

    space: str
    attacker: int
    defender: int


class CardScouted(msgspec.Struct, frozen=True):
    """Scout moved a random card from the victim's hand to the player's. Only these two see it (SY-MEC-08, SY-HID-07)."""

    player: int
    victim: int
    card: int


class PowerBroken(msgspec.Struct, frozen=True):
    """An opponent lost power, not below 0, by Artillery (for `paid` power) or by Disarm (SY-MEC-14, SY-MEC-22, SY-MEC-32)."""

    player: int
    ability: Ability
    victim: int
    lost: int
    paid: int = 0


class ArtilleryHeld(msgspec.Struct, frozen=True):
    """A player did not use Artillery (SY-R-29)."""

    player: int


class Committed(msgspec.Struct, frozen=True):
    """A player locked in dial and cards. They stay secret until the reveal (SY-CMB-07, SY-HID-04)."""

    player: int
    commitment: Commitment


class CombatRevealed(msgspec.Struct, frozen=True, kw_only=True):
    """Both dials and the added cards were revealed and paid. The totals decide who wins.

    Rules: SY-CMB-11, SY-CMB-12, SY-CMB-13, SY-CMB-14.
    """

    space: str
    attacker: int
    defender: int
    attack: Commitment
    defence: Commitment

    @property
    def totals(self) -> tuple[int, int]:
        """Dial plus cards of the attacker and of the defender (SY-CMB-11)."""
        return self.attack.dial + sum(self.attack.cards), self.defence.dial + sum(self.defence.cards)

    @property
    def winner(self) -> int:
        """The player with the higher total, on a tie the attacker (SY-CMB-12)."""
        attack, defence = self.totals
        return self.attacker if attack >= defence else self.defender


class Retreated(msgspec.Struct, frozen=True):
    """The loser's units left the territory, each to its space. Tokens stay (SY-CMB-19, SY-CMB-20, SY-MEC-13)."""

    player: int
    space: str
    units: tuple[tuple[int, str], ...]


class CombatOver(msgspec.Struct, frozen=True):
    """A combat ended. `meets`: an encounter is pending for the winner's character there (SY-CMB-22)."""

    winner: int
    space: str
    meets: bool = False


def evolve_combat_began(state: ScytheState, happened: CombatBegan) -> ScytheState:
    return replace(state, fight=Fight(space=happened.space, attacker=happened.attacker, defender=happened.defender))


def evolve_card_scouted(state: ScytheState, happened: CardScouted) -> ScytheState:
    left = without_cards(side_of(state, happened.victim).cards, (happened.card,))
    state = replace(state, sides=with_side(state, happened.victim, cards=left))
    hand = (*side_of(state, happened.player).cards, happened.card)
    return replace(state, sides=with_side(state, happened.player, cards=hand))


def evolve_power_broken(state: ScytheState, happened: PowerBroken) -> ScytheState:
    left = side_of(state, happened.player).power - happened.paid
    state = replace(state, sides=with_side(state, happened.player, power=left))
    broken = side_of(state, happened.victim).power - happened.lost
    return replace(state, sides=with_side(state, happened.victim, power=broken))


def evolve_committed(state: ScytheState, happened: Committed) -> ScytheState:
    fight = state.fight
    if fight is None:
        return state
    attack, defence = fight.commitments
    made = (happened.commitment, defence) if happened.player == fight.attacker else (attack, happened.commitment)
    return replace(state, fight=replace(fight, commitments=made))


def evolve_combat_revealed(state: ScytheState, happened: CombatRevealed) -> ScytheState:
    for player, made in ((happened.attacker, happened.attack), (happened.defender, happened.defence)):
        side = side_of(state, player)
        sides = with_side(state, player, power=side.power - made.dial, cards=without_cards(side.cards, made.cards))
        state = replace(state, sides=sides, discard=state.discard + made.cards)
    if state.fight is None:
        return state
    return replace(state, fight=replace(state.fight, commitments=(happened.attack, happened.defence)))


def evolve_retreated(state: ScytheState, happened: Retreated) -> ScytheState:
    units = with_units(side_of(state, happened.player), dict(happened.units))
    return replace(state, sides=with_side(state, happened.player, units=units))


def evolve_combat_over(state: ScytheState, happened: CombatOver) -> ScytheState:
    turn = state.turn
    if happened.meets and happened.winner == state.active:
        turn = replace(turn, met=happened.space)
    elif happened.meets:
        turn = replace(turn, met_later=(*turn.met_later, (happened.winner, happened.space)))
    return replace(state, fight=None, turn=turn)


def _began_words(happened: CombatBegan, scene: Scene) -> str:
    return say(
        "Combat on {space}: {attacker} attacks {defender}.",
        space=scene.space(happened.space),
        attacker=scene.names[happened.attacker],
        defender=scene.names[happened.defender],
    )


def _scouted_told(happened: CardScouted, scene: Scene, player: int | None) -> str:
    """The sentence for one reader. Only the two players read the card's value (SY-HID-07)."""
    name, victim = scene.names[happened.player], scene.names[happened.victim]
    if player not in (happened.player, happened.victim):
        return say("Scout: {name} takes a combat card from {victim}.", name=name, victim=victim)
    return say("Scout: {name} takes {card} from {victim}.", name=name, victim=victim, card=scene.cards((happened.card,)))


def _broken_words(happened: PowerBroken, scene: Scene) -> str:
    ability, victim = scene.book.abilities[happened.ability].name, scene.names[happened.victim]
    lost = scene.amounts((Amount(Part.POWER, happened.lost),))
    if not happened.paid:
        return say("{ability}: {victim} loses {lost}.", ability=ability, victim=victim, lost=lost)
    return say(
        "{ability}: {name} pays {paid}, and {victim} loses {lost}.",
        ability=ability,
        name=scene.names[happened.player],
        paid=scene.amounts((Amount(Part.POWER, happened.paid),)),
        victim=victim,
        lost=lost,
    )


def _committed_told(happened: Committed, scene: Scene, player: int | None) -> str:
    """The sentence for one reader. Only the player who committed reads the dial and cards (SY-HID-04)."""
    if player != happened.player:
        return say("{name} has locked in.", name=scene.names[happened.player])
    made = happened.commitment
    if not made.cards:
        return say("You dial {dial} and add no card.", dial=made.dial)
    return say("You dial {dial} and add {cards}.", dial=made.dial, cards=scene.cards(made.cards))


def _sum_words(made: Commitment, total: int) -> str:
    """Dial, cards and total in words: "3 + 4 = 7"."""
    if not made.cards:
        return str(total)
    return say("{sum} = {total}", sum=" + ".join([str(each) for each in (made.dial, *made.cards)]), total=total)


def _revealed_words(happened: CombatRevealed, scene: Scene) -> str:
    attack, defence = happened.totals
    words = {
        "attacker": scene.names[happened.attacker],
        "defender": scene.names[happened.defender],
        "attack": _sum_words(happened.attack, attack),
        "defence": _sum_words(happened.defence, defence),
        "space": scene.space(happened.space),
    }
    if attack == defence:
        return say("{attacker} {attack}, {defender} {defence}: on a tie the attacker {attacker} wins {space}.", **words)
    winner = scene.names[happened.winner]
    return say("{attacker} {attack}, {defender} {defence}: {winner} wins {space}.", winner=winner, **words)


def _retreated_words(happened: Retreated, scene: Scene) -> str:
    """The retreating units, grouped by destination."""
    there = dict.fromkeys([space for _unit, space in happened.units])
    went = [
        say("{units} to {space}", units=units_words([unit for unit, to in happened.units if to == space]), space=scene.space(space))
        for space in there
    ]
    return say("{name} retreats: {went}.", name=scene.names[happened.player], went=listed(went))


def units_words(units: list[int]) -> str:
    """Units of one player by kind: "the character, 1 mech and 2 workers"."""
    mechs = sum([is_mech(unit) for unit in units])
    workers = len(units) - mechs - (CHARACTER in units)
    parts = [
        say("the character") if CHARACTER in units else "",
        say_count("{count} mech", "{count} mechs", mechs) if mechs else "",
        say_count("{count} worker", "{count} workers", workers) if workers else "",
    ]
    return listed([each for each in parts if each])


COMBAT: Final = Module(
    name="combat",
    events={
        CombatBegan: EventHandler(evolve=evolve_combat_began, explain=_began_words),
        CardScouted: EventHandler(
            evolve=evolve_card_scouted,
            explain=lambda happened, scene: _scouted_told(happened, scene, None),
            explain_for=_scouted_told,
            binding=later("a card was taken at random"),
        ),
        PowerBroken: EventHandler(evolve=evolve_power_broken, explain=_broken_words),
        ArtilleryHeld: EventHandler(
            evolve=unchanged,
            explain=lambda happened, scene: say("{name} does not use Artillery.", name=scene.names[happened.player]),
        ),
        Committed: EventHandler(
            evolve=evolve_committed,
            explain=lambda happened, scene: _committed_told(happened, scene, None),
            explain_for=_committed_told,
            binding=later("a dial that is locked in cannot be changed"),
        ),
        CombatRevealed: EventHandler(evolve=evolve_combat_revealed, explain=_revealed_words, binding=later("the dials were shown")),
        Retreated: EventHandler(evolve=evolve_retreated, explain=_retreated_words),
        CombatOver: EventHandler(evolve=evolve_combat_over, explain=nothing_to_tell),
    },
)
