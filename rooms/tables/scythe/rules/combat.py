"""Combat: the order of combats, abilities, two hidden dials, and the results for winner and loser (SY-CMB)."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import msgspec

from control.engine.dice import Dice
from control.engine.language import later, listed, say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import OneOf, sample
from rooms.tables.scythe.game.actions import ChooseCombat, Commit, Retreat
from rooms.tables.scythe.game.content import Book
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import (
    CHARACTER,
    Arming,
    Combats,
    Commitment,
    Committing,
    Course,
    Fight,
    Fought,
    Retreating,
    ScytheState,
    Star,
    Step,
    is_mech,
    side_of,
    with_side,
    with_units,
    without_cards,
)
from rooms.tables.scythe.rules.control import fighters_at, opponent_at, units_at, workers_at
from rooms.tables.scythe.rules.faction_abilities import has
from rooms.tables.scythe.rules.mech_abilities import ARMS, current_fight, more_cards, open_lakes, opponent_in, spares_popularity
from rooms.tables.scythe.rules.phases import LegalAction, LegalActions, waits_for
from rooms.tables.scythe.rules.stars import settle
from rooms.tables.scythe.rules.supply import draw, lose


class ChooseCombatOffer(OneOf[str], frozen=True):
    """Fight on one of these territories next."""

    does = ChooseCombat


class CommitOffer(msgspec.Struct, frozen=True):
    """Dial a number from 0 up to `most`, and add at most `count` of these cards."""

    most: int
    cards: tuple[int, ...]
    count: int

    def some(self, dice: Dice) -> Commit:
        cards = sample(dice, self.cards, dice.randint(0, min(self.count, len(self.cards))))
        return Commit(dice.randint(0, self.most), tuple(sorted(cards)))

    def allows(self, action: Any) -> bool:
        if type(action) is not Commit or not 0 <= action.dial <= self.most or len(action.cards) > self.count:
            return False
        return list(action.cards) == sorted(action.cards) and Counter(action.cards) <= Counter(self.cards)


class RetreatOffer(msgspec.Struct, frozen=True):
    """Retreat each of these combat units to one of the spaces, home base first. These workers may ride with a mech (SY-R-18)."""

    units: tuple[int, ...]
    spaces: tuple[str, ...]
    workers: tuple[int, ...]

    def some(self, dice: Dice) -> Retreat:
        spaces = tuple([(unit, dice.choice(self.spaces)) for unit in self.units])
        rides = [(worker, dice.choice(self.units)) for worker in self.workers]
        return Retreat(spaces, tuple([ride for ride in rides if is_mech(ride[1])]))

    def allows(self, action: Any) -> bool:
        """Return whether each unit has a legal space, in the order of numbers, and no worker rides twice."""
        if type(action) is not Retreat or tuple([unit for unit, _space in action.spaces]) != self.units:
            return False
        if any(space not in self.spaces for _unit, space in action.spaces):
            return False
        riders = [worker for worker, _mech in action.riders]
        if len(set(riders)) < len(riders) or not set(riders).issubset(self.workers):
            return False
        return all(is_mech(mech) and mech in self.units for _worker, mech in action.riders)


class CombatBegan(GameFact, frozen=True):
    """A combat began, which nothing can stop any more (SY-CMB-04, SY-CMB-25)."""

    space: str
    attacker: int
    defender: int

    def after(self, state: ScytheState) -> ScytheState:
        return replace(state, fight=Fight(space=self.space, attacker=self.attacker, defender=self.defender))

    def words(self, scene: Scene) -> str:
        return say(
            "Combat on {space}: {attacker} attacks {defender}.",
            space=scene.space(self.space),
            attacker=scene.names[self.attacker],
            defender=scene.names[self.defender],
        )


class Committed(GameFact, frozen=True):
    """A player locked in dial and cards. They stay secret until the reveal (SY-CMB-07, SY-HID-04)."""

    binding = later("a dial that is locked in cannot be changed")
    player: int
    commitment: Commitment

    def after(self, state: ScytheState) -> ScytheState:
        fight = state.fight
        if fight is None:
            return state
        attack, defence = fight.commitments
        made = (self.commitment, defence) if self.player == fight.attacker else (attack, self.commitment)
        return replace(state, fight=replace(fight, commitments=made))

    def words_for(self, scene: Scene, player: int | None) -> str:
        """The sentence for one reader. Only the player who committed reads the dial and cards (SY-HID-04)."""
        if player != self.player:
            return say("{name} has locked in.", name=scene.names[self.player])
        made = self.commitment
        if not made.cards:
            return say("You dial {dial} and add no card.", dial=made.dial)
        return say("You dial {dial} and add {cards}.", dial=made.dial, cards=scene.cards(made.cards))


class CombatRevealed(GameFact, frozen=True, kw_only=True):
    """Both dials and the added cards were revealed and paid. The totals decide who wins.

    Rules: SY-CMB-11, SY-CMB-12, SY-CMB-13, SY-CMB-14.
    """

    binding = later("the dials were shown")
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

    def after(self, state: ScytheState) -> ScytheState:
        for player, made in ((self.attacker, self.attack), (self.defender, self.defence)):
            side = side_of(state, player)
            sides = with_side(state, player, power=side.power - made.dial, cards=without_cards(side.cards, made.cards))
            state = replace(state, sides=sides, discard=state.discard + made.cards)
        if state.fight is None:
            return state
        return replace(state, fight=replace(state.fight, commitments=(self.attack, self.defence)))

    def words(self, scene: Scene) -> str:
        attack, defence = self.totals
        words = {
            "attacker": scene.names[self.attacker],
            "defender": scene.names[self.defender],
            "attack": _sum_words(self.attack, attack),
            "defence": _sum_words(self.defence, defence),
            "space": scene.space(self.space),
        }
        if attack == defence:
            return say("{attacker} {attack}, {defender} {defence}: on a tie the attacker {attacker} wins {space}.", **words)
        winner = scene.names[self.winner]
        return say("{attacker} {attack}, {defender} {defence}: {winner} wins {space}.", winner=winner, **words)


def _sum_words(made: Commitment, total: int) -> str:
    """Dial, cards and total in words: "3 + 4 = 7"."""
    if not made.cards:
        return str(total)
    return say("{sum} = {total}", sum=" + ".join([str(each) for each in (made.dial, *made.cards)]), total=total)


class Retreated(GameFact, frozen=True):
    """The loser's units left the territory, each to its space. Tokens stay (SY-CMB-19, SY-CMB-20, SY-MEC-13)."""

    player: int
    space: str
    units: tuple[tuple[int, str], ...]

    def after(self, state: ScytheState) -> ScytheState:
        units = with_units(side_of(state, self.player), dict(self.units))
        return replace(state, sides=with_side(state, self.player, units=units))

    def words(self, scene: Scene) -> str:
        """The retreating units, grouped by destination."""
        there = dict.fromkeys([space for _unit, space in self.units])
        went = [
            say("{units} to {space}", units=units_words([unit for unit, to in self.units if to == space]), space=scene.space(space))
            for space in there
        ]
        return say("{name} retreats: {went}.", name=scene.names[self.player], went=listed(went))


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


class CombatOver(GameFact, frozen=True):
    """A combat ended. `meets`: an encounter is pending for the winner's character there (SY-CMB-22)."""

    winner: int
    space: str
    meets: bool = False

    def after(self, state: ScytheState) -> ScytheState:
        turn = state.turn
        if self.meets and self.winner == state.active:
            turn = replace(turn, met=self.space)
        elif self.meets:
            turn = replace(turn, met_later=(*turn.met_later, (self.winner, self.space)))
        return replace(state, fight=None, turn=turn)


def next_combat(course: Course, step: Combats) -> Step | None:
    """Begin a Move's only combat. With more of them, the active player chooses each, also the last (SY-CMB-03, A-09)."""
    move = course.state.move
    if move is not None and len({entry.space for entry in move.entries}) > 1:
        return step if step.spaces else None
    for space in step.spaces:
        _begin(course, space)
    return None


def combat_offers(_book: Book, state: ScytheState, player: int) -> list[ChooseCombatOffer]:
    """The territories to choose the next combat from."""
    step = state.agenda[0]
    return [ChooseCombatOffer(step.spaces)] if player == state.active and isinstance(step, Combats) else []


def choose_combat(course: Course, _player: int, action: ChooseCombat) -> None:
    """A-09."""
    step = course.todo.pop()
    if isinstance(step, Combats):
        course.first(Combats(tuple([space for space in step.spaces if space != action.space])))
        _begin(course, action.space)


def _begin(course: Course, space: str) -> None:
    """Begin the combat of active player and opponent. Abilities act first, the attacker's before the defender's.

    Rules: SY-CMB-04, SY-CMB-05, SY-CMB-06, SY-MEC-31.
    """
    attacker = course.state.active
    defender = opponent_at(course.state, attacker, space, fighting=True)
    course.happens(CombatBegan(space, attacker, defender))
    arming = [
        Arming(player, ability)
        for player in (attacker, defender)
        for ability in ARMS
        if has(course.book, course.side(player), ability)
    ]
    course.first(*arming, Committing())


def most_on_dial(book: Book, state: ScytheState, player: int) -> int:
    """The dial's maximum, or the player's power where that is less (SY-CMB-08)."""
    return min(book.content.numbers.dial, state.sides[player].power)


def most_cards(book: Book, state: ScytheState, player: int, space: str) -> int:
    """The number of cards to add: one for each own combat unit there, one more for People's Army with any worker there.

    Rules: SY-CMB-09, SY-MEC-03, SY-MEC-04.
    """
    side = state.sides[player]
    return len(fighters_at(side, space)) + more_cards(book, side, space)


def commit_offers(book: Book, state: ScytheState, player: int) -> list[CommitOffer]:
    """Dial and cards, offered to both at the same time until they commit (SY-CMB-07, SY-CMB-10)."""
    if player not in waits_for(state):
        return []
    count = most_cards(book, state, player, current_fight(state).space)
    return [CommitOffer(most_on_dial(book, state, player), state.sides[player].cards, count)]


def commit(course: Course, player: int, action: Commit) -> None:
    """Lock in dial and cards. When both are in, reveal them and let the loser retreat (A-11, SY-CMB-11, SY-CMB-15)."""
    course.happens(Committed(player, Commitment(action.dial, action.cards)))
    fight = current_fight(course.state)
    attack, defence = fight.commitments
    if attack is None or defence is None:
        return
    course.todo.pop()
    shown = CombatRevealed(space=fight.space, attacker=fight.attacker, defender=fight.defender, attack=attack, defence=defence)
    course.happens(shown)
    loser = opponent_in(fight, shown.winner)
    driven = len(workers_at(course.side(loser), fight.space)) if shown.winner == fight.attacker else 0
    course.first(Retreating(loser, fight.space), Fought(shown.totals[loser == fight.defender], driven))


def retreats(book: Book, state: ScytheState, player: int, space: str) -> tuple[str, ...]:
    """The spaces for a loser's combat units: home base and open lakes."""
    return home_of(book, state, player), *open_lakes(book, state, player, space)


def home_of(book: Book, state: ScytheState, player: int) -> str:
    return book.factions[state.sides[player].faction].home


def retreat_or_ask(course: Course, step: Retreating) -> Step | None:
    """Send all units of the loser home, or ask a loser with Seaworthy and an open lake (SY-CMB-19, A-12)."""
    if open_lakes(course.book, course.state, step.player, step.space):
        return step
    side = course.side(step.player)
    home = home_of(course.book, course.state, step.player)
    course.happens(Retreated(step.player, step.space, tuple([(unit, home) for unit in units_at(side, step.space)])))
    return None


def default_retreat(book: Book, state: ScytheState, step: Retreating) -> Retreat:
    """The default action: every unit retreats to the home base (SY-R-47)."""
    home = home_of(book, state, step.player)
    return Retreat(tuple([(unit, home) for unit in fighters_at(state.sides[step.player], step.space)]))


def retreat_offers(book: Book, state: ScytheState, player: int) -> list[RetreatOffer]:
    """Home base or lake for each combat unit, and rides for workers."""
    step = state.agenda[0]
    if not isinstance(step, Retreating) or step.player != player:
        return []
    side = state.sides[player]
    spaces = retreats(book, state, player, step.space)
    return [RetreatOffer(fighters_at(side, step.space), spaces, workers_at(side, step.space))]


def retreat(course: Course, player: int, action: Retreat) -> None:
    """Move the units. Carried workers go with their mech, the others go home (A-12)."""
    course.todo.pop()
    side, space = course.side(player), current_fight(course.state).space
    to, rides = dict(action.spaces), dict(action.riders)
    home = home_of(course.book, course.state, player)
    goes = [(unit, to.get(rides.get(unit, unit), home)) for unit in units_at(side, space)]
    course.happens(Retreated(player, space, tuple(goes)))


def finish_combat(course: Course, step: Fought) -> Step | None:
    """Apply popularity for driven workers, the loser's card and a pending encounter, then the star (SY-R-28).

    Only a winning attacker without Camaraderie pays for workers (SY-CMB-17, SY-CMB-18, SY-CMB-24, SY-MEC-18, SY-R-32). A loser
    with a total of 0 draws no card (SY-CMB-21). Structures stay (SY-CMB-23).
    """
    fight = current_fight(course.state)
    loser = fight.attacker if fighters_at(course.side(fight.defender), fight.space) else fight.defender
    winner = opponent_in(fight, loser)
    if not spares_popularity(course.book, course.side(winner)):
        lose(course, winner, popularity=step.driven)
    if step.total >= 1:
        draw(course, loser, 1)
    meets = fight.space in course.state.marks and course.side(winner).units[CHARACTER] == fight.space
    course.happens(CombatOver(winner, fight.space, meets))
    settle(course, (winner, Star.COMBAT))
    return None


def why_not_in_combat(book: Book, state: ScytheState, player: int, action: ChooseCombat | Commit | Retreat) -> tuple[str, str]:
    """The reason why none of these is offered, and the rule."""
    scene = Scene(book, state, ())
    if isinstance(action, ChooseCombat):
        return say("You have no combat to fight on {space}.", space=scene.space(action.space)), "SY-CMB-03"
    fight = current_fight(state)
    if isinstance(action, Retreat):
        spaces = retreats(book, state, player, fight.space)
        sentence = say(
            "Each of your combat units there retreats to {spaces}; each worker rides once.",
            spaces=listed([scene.space(space) for space in spaces], say("or")),
        )
        return sentence, "SY-R-18"
    most, count = most_on_dial(book, state, player), most_cards(book, state, player, fight.space)
    if not 0 <= action.dial <= most:
        return say("Your dial goes from 0 to {most}.", most=most), "SY-CMB-08"
    if len(action.cards) > count:
        return say_count("You may add {count} combat card here.", "You may add {count} combat cards here.", count), "SY-CMB-09"
    if not Counter(action.cards) <= Counter(state.sides[player].cards):
        return say("You do not hold these combat cards."), "SY-CMB-07"
    return say("You have locked in already."), "SY-CMB-07"


ORDERING: Final[LegalActions] = {ChooseCombat: LegalAction(combat_offers, choose_combat, why_not_in_combat)}
COMMITTING: Final[LegalActions] = {Commit: LegalAction(commit_offers, commit, why_not_in_combat)}
RETREATING: Final[LegalActions] = {Retreat: LegalAction(retreat_offers, retreat, why_not_in_combat)}
