"""Combat: the order of combats, abilities, two hidden dials, and the results for winner and loser (SY-CMB)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from control.engine.language import listed, say, say_count
from rooms.tables.scythe.facts.combat import (
    ArtilleryHeld,
    CardScouted,
    CombatBegan,
    CombatOver,
    CombatRevealed,
    Committed,
    PowerBroken,
    Retreated,
)
from rooms.tables.scythe.game.actions import ChooseCombat, Commit, Retreat, UseArtillery
from rooms.tables.scythe.game.content import Ability, Book, Structure
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.offers import ArtilleryOffer, ChooseCombatOffer, CommitOffer, RetreatOffer
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import (
    CHARACTER,
    Arming,
    Combats,
    Commitment,
    Committing,
    Fight,
    Fought,
    Retreating,
    ScytheState,
    Star,
    Step,
)
from rooms.tables.scythe.rules.abilities_and_costs import has, place_of
from rooms.tables.scythe.rules.awaited_players import waits_for
from rooms.tables.scythe.rules.control import fighters_at, opponent_at, units_at, workers_at
from rooms.tables.scythe.rules.ending import settle
from rooms.tables.scythe.rules.supply import draw, lose

Moment = Mapping[type, tuple[Callable[[Book, ScytheState, int], "list[Any]"], Callable[[Course, int, Any], None]]]

ARMS: Final = (Ability.SCOUT, Ability.ARTILLERY, Ability.DISARM)
ARTILLERY_PAYS: Final = 1  # SY-MEC-14
BREAKS: Final = 2  # SY-MEC-14, SY-MEC-22


# --- order of combats ----------------------------------------------------------------------------------------------------------


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


def _fight(state: ScytheState) -> Fight:
    """The current combat."""
    return state.fight or Fight(space="", attacker=0, defender=0)


def _opponent(fight: Fight, player: int) -> int:
    return fight.defender if player == fight.attacker else fight.attacker


# --- abilities -----------------------------------------------------------------------------------------------------------------


def resolve_ability(course: Course, step: Arming) -> Step | None:
    """Let an ability act: Scout and Disarm by themselves, Artillery after a question to a player who can pay.

    Each acts once per combat (SY-R-29, SY-R-30, SY-MEC-09).
    """
    fight, side = _fight(course.state), course.side(step.player)
    victim = _opponent(fight, step.player)
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
        _break(course, player, _opponent(_fight(course.state), player), Ability.ARTILLERY, ARTILLERY_PAYS)
    else:
        course.happens(ArtilleryHeld(player))


# --- dials and cards -----------------------------------------------------------------------------------------------------------


def most_on_dial(book: Book, state: ScytheState, player: int) -> int:
    """The dial's maximum, or the player's power where that is less (SY-CMB-08)."""
    return min(book.content.numbers.dial, state.sides[player].power)


def most_cards(book: Book, state: ScytheState, player: int, space: str) -> int:
    """The number of cards to add: one for each own combat unit there, one more for People's Army with any worker there.

    Rules: SY-CMB-09, SY-MEC-03, SY-MEC-04.
    """
    side = state.sides[player]
    army = has(book, side, Ability.PEOPLES_ARMY) and bool(workers_at(side, space))
    return len(fighters_at(side, space)) + army


def commit_offers(book: Book, state: ScytheState, player: int) -> list[CommitOffer]:
    """Dial and cards, offered to both at the same time until they commit (SY-CMB-07, SY-CMB-10)."""
    if player not in waits_for(state):
        return []
    count = most_cards(book, state, player, _fight(state).space)
    return [CommitOffer(most_on_dial(book, state, player), state.sides[player].cards, count)]


def commit(course: Course, player: int, action: Commit) -> None:
    """Lock in dial and cards. When both are in, reveal them and let the loser retreat (A-11, SY-CMB-11, SY-CMB-15)."""
    course.happens(Committed(player, Commitment(action.dial, action.cards)))
    fight = _fight(course.state)
    attack, defence = fight.commitments
    if attack is None or defence is None:
        return
    course.todo.pop()
    shown = CombatRevealed(space=fight.space, attacker=fight.attacker, defender=fight.defender, attack=attack, defence=defence)
    course.happens(shown)
    loser = _opponent(fight, shown.winner)
    driven = len(workers_at(course.side(loser), fight.space)) if shown.winner == fight.attacker else 0
    course.first(Retreating(loser, fight.space), Fought(shown.totals[loser == fight.defender], driven))


# --- retreat -------------------------------------------------------------------------------------------------------------------


def open_lakes(book: Book, state: ScytheState, player: int, space: str) -> tuple[str, ...]:
    """Adjacent lakes without opposing units, for a loser with Seaworthy (SY-MEC-13, SY-R-18, SY-R-48)."""
    if not has(book, state.sides[player], Ability.SEAWORTHY):
        return ()
    taken = {where for other, side in enumerate(state.sides) if other != player for where in side.units}
    return tuple([lake for lake in book.near[space] if lake in book.lakes and lake not in taken])


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
    side, space = course.side(player), _fight(course.state).space
    to, rides = dict(action.spaces), dict(action.riders)
    home = home_of(course.book, course.state, player)
    goes = [(unit, to.get(rides.get(unit, unit), home)) for unit in units_at(side, space)]
    course.happens(Retreated(player, space, tuple(goes)))


# --- results -------------------------------------------------------------------------------------------------------------------


def finish_combat(course: Course, step: Fought) -> Step | None:
    """Apply popularity for driven workers, the loser's card and a pending encounter, then the star (SY-R-28).

    Only a winning attacker without Camaraderie pays for workers (SY-CMB-17, SY-CMB-18, SY-CMB-24, SY-MEC-18, SY-R-32). A loser
    with a total of 0 draws no card (SY-CMB-21). Structures stay (SY-CMB-23).
    """
    fight = _fight(course.state)
    loser = fight.attacker if fighters_at(course.side(fight.defender), fight.space) else fight.defender
    winner = _opponent(fight, loser)
    if not has(course.book, course.side(winner), Ability.CAMARADERIE):
        lose(course, winner, popularity=step.driven)
    if step.total >= 1:
        draw(course, loser, 1)
    meets = fight.space in course.state.marks and course.side(winner).units[CHARACTER] == fight.space
    course.happens(CombatOver(winner, fight.space, meets))
    settle(course, (winner, Star.COMBAT))
    return None


# --- refusals ------------------------------------------------------------------------------------------------------------------


def why_not_in_combat(
    book: Book, state: ScytheState, player: int, action: ChooseCombat | UseArtillery | Commit | Retreat
) -> tuple[str, str]:
    """The reason why none of these is offered, and the rule."""
    scene = Scene(book, state, ())
    if isinstance(action, ChooseCombat):
        return say("You have no combat to fight on {space}.", space=scene.space(action.space)), "SY-CMB-03"
    if isinstance(action, UseArtillery):
        return say("Artillery is not yours to use now."), "SY-MEC-14"
    fight = _fight(state)
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


ORDERING: Final[Moment] = {ChooseCombat: (combat_offers, choose_combat)}
ARMING: Final[Moment] = {UseArtillery: (arming_offers, use_artillery)}
COMMITTING: Final[Moment] = {Commit: (commit_offers, commit)}
RETREATING: Final[Moment] = {Retreat: (retreat_offers, retreat)}
