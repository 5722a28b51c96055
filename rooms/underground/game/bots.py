"""Rehearsal players of the Underground: they write schemes, place minions, use Favors and attack.

They see what a player's phone shows and do what a player may do. Rules: GE-UND-43, GE-FAV-03, R-137.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from control.day.state import Presence
from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.refusal import Refused
from rooms.realm.game.favors.requirements import favor_of
from rooms.realm.game.favors.use import UseFavor
from rooms.realm.game.law_actions.underground import priced_schemes
from rooms.realm.game.state import GameState
from rooms.realm.game.view_favors import UsableCard, usable_cards
from rooms.realm.papers.game.entries import can_be_filled, random_paper
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import CardId, HouseId
from rooms.realm.scenario.schema import SchemeType
from rooms.underground.game import sheets
from rooms.underground.game.bot_eyes import Eyes, Whims, eyes_of
from rooms.underground.game.scheme_value import value_of_scheme, written_cost
from rooms.underground.game.state import TableId, TableStep
from rooms.underground.game.tables.advancement import Advance
from rooms.underground.game.tables.attack import BeginAttack, PlayOn, Reveal, StopAttack
from rooms.underground.game.tables.attack_scheme import FoilScheme, GoOn, LeaveScheme
from rooms.underground.game.tables.attack_trap import ChooseLoss
from rooms.underground.game.tables.costs import HalveScheme
from rooms.underground.game.tables.drawn_schemes import KeepDrawn, PlaceDrawn
from rooms.underground.game.tables.favors import ADVANCE, LOOK, MINIONS, STRIP, verb_of
from rooms.underground.game.tables.masters import ExchangeMinion, kinds_left, may_exchange
from rooms.underground.game.tables.protection import Protect
from rooms.underground.game.tables.schemes import kind_on
from rooms.underground.game.tables.sovereign_look import LookAtSchemes
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.tables.written_schemes import ChooseWritten
from rooms.underground.game.view_attack import RunningShown
from rooms.underground.game.view_schemes import OfferSeen, SchemeSeen
from rooms.underground.rules.minion_cards import Face, MinionId, attacker_wins, face_of

# === minions on schemes =================================================================================================

# Placement of minions: on own schemes that are nearly complete, a few on traps, and in front of valuable schemes.


KEPT: Final = 1  # minions kept in hand while they would complete nothing
BAIT: Final = 2  # minions on one of the bot's traps, so that it looks like a scheme
BLUFFS: Final = 0.35  # share of bots that bait their traps
WATCHFUL: Final = 0.55  # share of bots that keep the last minion for an attack


def advance_or_complete(eyes: Eyes, whims: Whims) -> Command | None:
    """Complete a scheme if possible. Otherwise put most of the hand on the one nearest to completion (GE-UND-39)."""
    if not eyes.on_turn:
        return None
    hand, kept = eyes.hand, KEPT if whims.thrift < WATCHFUL else 0
    wanted = [each for each in eyes.own() if eyes.needs(each) and eyes.wishes.get(each.id, 0) > 0]
    wanted.sort(key=lambda each: (eyes.needs(each), -eyes.wishes[each.id], each.id))
    for scheme in wanted:
        count = min(eyes.needs(scheme), len(hand) - (kept if eyes.needs(scheme) <= len(hand) else KEPT))
        if count > 0:
            return _advance(eyes, scheme, count)
    baits = [each for each in eyes.own() if each.face is not None and each.face.trap and each.advancement < BAIT]
    if baits and whims.bluff < BLUFFS and len(hand) > KEPT:
        return _advance(eyes, baits[0], 1)
    return EndTurn(month=eyes.month, table=eyes.id, step=TableStep.ADVANCEMENT, seat=eyes.seat)


def _advance(eyes: Eyes, scheme: SchemeSeen, count: int) -> Advance:
    return Advance(month=eyes.month, table=eyes.id, seat=eyes.seat, scheme=scheme.id, cards=eyes.hand[:count])


def protect_scheme(eyes: Eyes, whims: Whims) -> Command | None:
    """Protect the scheme with fewest guards, then with most Advancement. Traps stay bare: they should be attacked (GE-UND-41)."""
    if not eyes.on_turn:
        return None
    kept = KEPT if whims.thrift < WATCHFUL else 0
    prices = {each.scheme: each.price for each in eyes.table.schemes}
    worth = [each for each in eyes.own() if each.advancement and not (each.face is not None and each.face.trap)]
    worth.sort(key=lambda each: (len(each.protection), -each.advancement, each.id))
    for scheme in worth:
        price = prices.get(scheme.id)
        if price is not None and price < len(eyes.hand) - kept and len(scheme.protection) < scheme.advancement:
            discards, card = eyes.hand[:price], eyes.hand[price]
            return Protect(month=eyes.month, table=eyes.id, seat=eyes.seat, scheme=scheme.id, card=card, discards=discards)
    return EndTurn(month=eyes.month, table=eyes.id, step=TableStep.PROTECTION, seat=eyes.seat)


# === Master Minions =====================================================================================================

# In Planning, a House with a Spy Tower exchanges a minion for a Master


def exchange(state: GameState, seat: SeatId, dice: Dice) -> ExchangeMinion | None:
    """Exchange a random minion, by the House's rank 1. None if there is nothing to exchange."""
    player = state.seats[seat]
    kinds, masters = kinds_left(state, player.house), tuple(f"{each.symbol} {each.color}" for each in state.scenario.masters)
    if player.rank != 1 or player.presence is not Presence.PRESENT or not may_exchange(state, player.house):
        return None
    if not kinds or not masters:
        return None
    return ExchangeMinion(month=state.clock.month, seat=seat, given=dice.choice(kinds), master=dice.choice(masters))


# === favors =============================================================================================================

# Favors a bot uses at its table, and their targets: extra minions whenever possible, others where they are useful (GE-FAV-03)


def knows_favor(state: GameState, card: CardId) -> bool:
    """Whether bots at a table can judge this card. Then they use it when useful and keep it otherwise."""
    favor = favor_of(state, card)
    return favor is not None and verb_of(favor) in (MINIONS, ADVANCE, STRIP, LOOK)


def use_favor(state: GameState, eyes: Eyes) -> Command | None:
    """The first useful Favor in hand. None if there is none, or one was used this month."""
    for card in usable_cards(state, state.seats[eyes.seat], None):
        favor = favor_of(state, card.card)
        verb = verb_of(favor) if favor is not None else ""
        if verb == MINIONS:
            return UseFavor(seat=eyes.seat, card=card.card, month=eyes.month)
        number = _chosen(eyes, card, verb)
        if number is not None:
            return UseFavor(seat=eyes.seat, card=card.card, month=eyes.month, number=number)
    return None


def _chosen(eyes: Eyes, card: UsableCard, verb: str) -> int | None:
    """The scheme with most Advancement among those the card may name and is useful for."""
    good: dict[str, Callable[[SchemeSeen], bool]] = {
        ADVANCE: lambda each: eyes.needs(each) > 0 and eyes.wishes.get(each.id, 0) > 0,
        STRIP: lambda each: each.advancement > 0 and not each.own and eyes.wishes.get(each.id, 0) <= 0,
        LOOK: lambda each: each.advancement > 0 and not each.own,
    }
    if verb not in good:
        return None
    may = {choice.value for field in card.fields for choice in field.choices}
    found = [each for each in eyes.schemes.schemes if str(each.id) in may and good[verb](each)]
    return max(found, key=lambda each: (each.advancement, -each.id)).id if found else None


# === attacks ============================================================================================================

# Attacks: targets, minions, when to go on, and what to do with the scheme found (GE-UND-43)


FAIR: Final = 0.5  # assumed chance to beat a face-down minion
CAREFUL: Final = 2  # wounds at which a trap would be fatal
BARE: Final = 0.6  # share of bots that attack schemes without Advancement
Beats = dict[str, tuple[str, ...]]


def attack_or_pass(state: GameState, eyes: Eyes, whims: Whims, dice: Dice) -> Command | None:
    """Continue the running attack. On the bot's turn, attack the most valuable scheme, or pass."""
    if eyes.attack is None:
        return None
    if eyes.attack.running is not None:
        return _continue_attack(eyes, eyes.attack.running, beats_of(state), dice)
    if not eyes.attack.begin:
        return None
    free = {each.scheme for each in eyes.attack.targets if not each.why_not}
    beats = beats_of(state)
    worth = {each.id: worth_of(eyes, each, beats, whims) for each in eyes.schemes.schemes if each.id in free}
    best = max(worth, key=lambda scheme: (worth[scheme], -scheme), default=None)
    if best is None or worth[best] <= 0 or not eyes.hand:
        return EndTurn(month=eyes.month, table=eyes.id, step=TableStep.ATTACK, seat=eyes.seat)
    scheme = next(each for each in eyes.schemes.schemes if each.id == best)
    card = card_for(eyes, _outermost(scheme), beats, dice)
    return BeginAttack(month=eyes.month, table=eyes.id, seat=eyes.seat, scheme=best, card=card)


def beats_of(state: GameState) -> Beats:
    """Normal kinds that each kind of Master also beats (R-137)."""
    return {f"{each.symbol} {each.color}": each.also_beats for each in state.scenario.masters}


def worth_of(eyes: Eyes, scheme: SchemeSeen, beats: Beats, whims: Whims) -> float:
    """Value of attacking a scheme, from what is visible. 0 if the attack would wait for an absent House."""
    if scheme.house in eyes.friends or (scheme.face is not None and (scheme.face.trap or eyes.wishes[scheme.id] > 0)):
        return 0
    if scheme.house not in eyes.there and any(each is None for each in scheme.protection):
        return 0
    if not scheme.advancement and (whims.daring > BARE or eyes.wounds >= CAREFUL):
        return 0
    chance = 1.0 if len(scheme.protection) <= len(eyes.hand) else 0.0
    for guard in scheme.protection:
        beaten = guard is None or any(attacker_wins(face_of(card), guard, beats) for card in eyes.hand)
        chance *= (FAIR if guard is None else 1.0) if beaten else 0.0
    return chance * (1 + scheme.advancement)


def card_for(eyes: Eyes, guard: Face | None, beats: Beats, dice: Dice) -> MinionId:
    """The first minion that beats a visible guard, Masters last. Otherwise a random one."""
    if guard is not None:
        winning = [card for card in eyes.hand if attacker_wins(face_of(card), guard, beats)]
        if winning:
            return winning[0]
    plain = [card for card in eyes.hand if not face_of(card).master]
    return dice.choice(plain or eyes.hand)


def _outermost(scheme: SchemeSeen) -> Face | None:
    return scheme.protection[-1] if scheme.protection else None


def _continue_attack(eyes: Eyes, running: RunningShown, beats: Beats, dice: Dice) -> Command | None:
    month, table, seat, scheme = eyes.month, eyes.id, eyes.seat, running.scheme
    if running.reveal:
        return Reveal(month=month, table=table, scheme=scheme, seat=seat, before=running.protection)
    if running.attacker != seat:
        return None
    found = next(each for each in eyes.schemes.schemes if each.id == scheme)
    if running.play:
        guard = _outermost(found)
        if guard is not None and not any(attacker_wins(face_of(card), guard, beats) for card in eyes.hand):
            return StopAttack(month=month, table=table, seat=seat, scheme=scheme)
        return PlayOn(month=month, table=table, seat=seat, scheme=scheme, card=card_for(eyes, guard, beats, dice))
    if running.go_on:
        return GoOn(month=month, table=table, seat=seat, scheme=scheme)
    if running.decide:
        spared = found.house in eyes.friends and eyes.wishes.get(scheme, 0) >= 0
        return (LeaveScheme if spared else FoilScheme)(month=month, table=table, seat=seat, scheme=scheme)
    if running.due:
        return ChooseLoss(month=month, table=table, seat=seat, scheme=scheme, losses=_losses(eyes, running))
    return None


def _losses(eyes: Eyes, running: RunningShown) -> tuple[int, ...]:
    """Schemes to lose Advancement: traps first, then those farthest from completion."""
    by_id = {each.id: each for each in eyes.schemes.schemes}

    def dear(scheme: SchemeSeen) -> tuple[bool, int]:
        return not (scheme.face is not None and scheme.face.trap), -eyes.needs(scheme)

    order = sorted(running.losses, key=lambda each: (dear(by_id[each.scheme]), each.scheme))
    named = tuple(each.scheme for each in order for _one in range(each.advancement))
    return named[: running.due]


# === deeds ==============================================================================================================

# Rehearsal players at the tables: they write schemes, place minions, bluff and attack. They see what a player's phone shows and do
# what a player may do. Control's tasks wait for Control. Dice are passed in, so equal dice give equal acts. A bot that is finished
# does nothing more.


IDEAS: Final = 12  # tries to fill in a scheme
TRAPS: Final = 0.15  # share of bots that write a trap
TRAP_WORTH: Final = -4  # value of a trap among drawn cards: above costly schemes and those that harm the bot's House


def needed_scheme(state: GameState, seat: SeatId, dice: Dice) -> Paper | None:
    """The scheme that a bot writes: best value for its cost, sometimes a trap. None if nothing can be written."""
    player, whim = state.seats[seat], dice.random()
    table = TableId(sheets.table_of(state, player))
    traps = [each for each in state.scenario.schemes if each.trap]
    if traps and whim < TRAPS:
        return Paper(type=dice.choice(traps).id)
    open_kinds = tuple(each for each in priced_schemes(state) if not each.trap and can_be_filled(state, each))
    best: Paper | None = None
    for _each in range(IDEAS):
        kind = dice.choice(open_kinds) if open_kinds else None
        found = _best(state, player.house, table, kind, dice) if kind is not None else None
        if found is not None and (
            best is None or worth_of_paper(state, player.house, found) > worth_of_paper(state, player.house, best)
        ):
            best = found
    return best


def worth_of_paper(state: GameState, house: HouseId, paper: Paper) -> int:
    """Value of a scheme to a House, minus its cost. Lowest if it harms the House."""
    cost, good = written_cost(state, paper), value_of_scheme(state, house, paper)
    if cost is None:
        return TRAP_WORTH
    return 2 * good - cost if good > 0 else -100 + good


def _best(state: GameState, house: HouseId, table: TableId, kind: SchemeType, dice: Dice) -> Paper | None:
    ideas = [paper for _each in range(IDEAS) if _fits(state, house, table, kind, paper := random_paper(state, (kind,), dice))]
    return max(ideas, key=lambda paper: worth_of_paper(state, house, paper), default=None)


def _fits(state: GameState, house: HouseId, table: TableId, kind: SchemeType, paper: Paper) -> bool:
    if sheets.wrong_aim(state, house, table, kind, paper) is not None:  # most random ones; found before the slower checks
        return False
    try:
        sheets.check_at(state, house, table, paper)
    except Refused:
        return False
    return True


# --- at the table -------------------------------------------------------------------------------------------------------


def act(state: GameState, seat: SeatId, dice: Dice) -> Command | None:
    """The bot's command in the running step of its table. None if there is nothing more to do."""
    whims = Whims(bluff=dice.random(), daring=dice.random(), thrift=dice.random())
    eyes = eyes_of(state, seat)
    if eyes is not None and (favor := use_favor(state, eyes)) is not None:
        return favor
    match eyes.table.step if eyes is not None else None:
        case TableStep.UPDATES:
            return _look(eyes) if eyes else None
        case TableStep.SCHEMES:
            return _place(state, eyes, dice) if eyes else None
        case TableStep.ADVANCEMENT:
            return advance_or_complete(eyes, whims) if eyes else None
        case TableStep.PROTECTION:
            return protect_scheme(eyes, whims) if eyes else None
        case TableStep.ATTACK:
            return attack_or_pass(state, eyes, whims, dice) if eyes else None
    return None


def _look(eyes: Eyes) -> Command | None:
    """Look at the schemes of others with most Advancement, as Sovereign (R-131)."""
    unknown = [each for each in eyes.schemes.schemes if each.may_look and each.face is None]
    unknown.sort(key=lambda each: (-each.advancement, each.id))
    chosen = tuple(each.id for each in unknown[: eyes.schemes.looks_left])
    return LookAtSchemes(month=eyes.month, table=eyes.id, seat=eyes.seat, schemes=chosen) if chosen else None


def _place(state: GameState, eyes: Eyes, dice: Dice) -> Command | None:
    """Keep or replace, place a drawn card, or halve the costliest own scheme (GE-UND-31, R-91, R-108)."""
    there = {each.id: each for each in eyes.schemes.schemes}
    for choice in eyes.schemes.choices:
        old = there.get(choice.there) if choice.there is not None else None
        better = old is not None and not old.advancement
        return ChooseWritten(month=eyes.month, table=eyes.id, seat=eyes.seat, replace=better)
    for offer in eyes.schemes.offers:
        return _place_drawn(state, eyes, offer, dice)
    halves = [each for each in eyes.schemes.schemes if each.may_halve and eyes.needs(each)]
    halves.sort(key=lambda each: (-eyes.needs(each), each.id))
    return HalveScheme(month=eyes.month, table=eyes.id, seat=eyes.seat, scheme=halves[0].id) if halves else None


def _place_drawn(state: GameState, eyes: Eyes, offer: OfferSeen, dice: Dice) -> Command:
    """Place the best drawn card. Keep instead if all replaceable schemes have Advancement, or no card can be filled in."""
    lying = {each.id: each for each in eyes.schemes.schemes}
    empty = [each for each in offer.replaces if each in lying and not lying[each].advancement]
    found: list[tuple[int, PlaceDrawn]] = []
    for card in offer.cards:
        kind = next((each for each in state.scenario.schemes if each.id == kind_on(card.card)), None)
        paper = _best(state, eyes.house, eyes.id, kind, dice) if kind is not None and can_be_filled(state, kind) else None
        if paper is None:
            continue
        placed = PlaceDrawn(
            month=eyes.month,
            table=eyes.id,
            seat=eyes.seat,
            card=card.card,
            values=paper.values,
            replaces=empty[0] if empty else 0,
        )
        found.append((worth_of_paper(state, eyes.house, paper), placed))
    if not found or (offer.replaces and not empty):
        return KeepDrawn(month=eyes.month, table=eyes.id, seat=eyes.seat)
    return max(found, key=lambda each: each[0])[1]
