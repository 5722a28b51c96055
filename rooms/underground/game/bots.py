"""Players for rehearsals at the tables of the Underground: they scheme, put their minions where they count, bluff, and attack.

They see what a player's phone shows, and do what a player may do; what is Control's waits for Control. The dice are handed in, so
the same dice do the same, and whoever has done it does nothing more.
"""

from __future__ import annotations

from typing import Final

from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.refused import Refused
from rooms.realm.game.deeds.schemes import priced
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.filled import can_be_filled, random_paper
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import SchemeType
from rooms.underground.game import sheets
from rooms.underground.game.bot_attacks import attacking
from rooms.underground.game.bot_eyes import Eyes, Whims, eyes_of
from rooms.underground.game.bot_favors import favoring
from rooms.underground.game.bot_hands import advancing, protecting
from rooms.underground.game.interest import cost_written, wish
from rooms.underground.game.tables.drawing import KeepDrawn, PlaceDrawn
from rooms.underground.game.tables.halving import HalveScheme
from rooms.underground.game.tables.laying import ChooseWritten
from rooms.underground.game.tables.looking import LookAtSchemes
from rooms.underground.game.tables.state import TableId, TableStep
from rooms.underground.game.view_schemes import OfferSeen
from rooms.underground.rules.scheme_cards import kind_on

IDEAS: Final = 12  # ways in which a bot thinks of filling a scheme in
TRAPS: Final = 0.15  # of the bots write a trap
TRAP_WORTH: Final = -4  # what a trap counts among drawn cards: better than what costs much or harms the own House


def needed_scheme(state: GameState, seat: SeatId, dice: Dice) -> Paper | None:
    """The scheme that a bot writes: what brings its House most for its cost, sometimes a trap; None when nothing can be written."""
    player, whim = state.seats[seat], dice.random()
    table = TableId(sheets.table_of(state, player))
    traps = [each for each in state.scenario.schemes if each.trap]
    if traps and whim < TRAPS:
        return Paper(type=dice.choice(traps).id)
    open_kinds = tuple(each for each in priced(state) if not each.trap and can_be_filled(state, each))
    best: Paper | None = None
    for _each in range(IDEAS):
        kind = dice.choice(open_kinds) if open_kinds else None
        found = _best(state, player.house, table, kind, dice) if kind is not None else None
        if found is not None and (best is None or worth(state, player.house, found) > worth(state, player.house, best)):
            best = found
    return best


def worth(state: GameState, house: HouseId, paper: Paper) -> int:
    """What a scheme is worth to a House: what it has of it, less what it costs; less than any other where it harms the House."""
    cost, good = cost_written(state, paper), wish(state, house, paper)
    if cost is None:
        return TRAP_WORTH
    return 2 * good - cost if good > 0 else -100 + good


def _best(state: GameState, house: HouseId, table: TableId, kind: SchemeType, dice: Dice) -> Paper | None:
    ideas = [paper for _each in range(IDEAS) if _fits(state, house, table, paper := random_paper(state, (kind,), dice))]
    return max(ideas, key=lambda paper: worth(state, house, paper), default=None)


def _fits(state: GameState, house: HouseId, table: TableId, paper: Paper) -> bool:
    try:
        sheets.check_at(state, house, table, paper)
    except Refused:
        return False
    return True


# --- at the table -------------------------------------------------------------------------------------------------------


def act(state: GameState, seat: SeatId, dice: Dice) -> Command | None:
    """What a bot does in the step that runs at its table; None when it has nothing (more) to do."""
    whims = Whims(bluff=dice.random(), daring=dice.random(), thrift=dice.random())
    eyes = eyes_of(state, seat)
    if eyes is not None and (favor := favoring(state, eyes)) is not None:
        return favor
    match eyes.table.step if eyes is not None else None:
        case TableStep.UPDATES:
            return _look(eyes) if eyes else None
        case TableStep.SCHEMES:
            return _place(state, eyes, dice) if eyes else None
        case TableStep.ADVANCEMENT:
            return advancing(eyes, whims) if eyes else None
        case TableStep.PROTECTION:
            return protecting(eyes, whims) if eyes else None
        case TableStep.ATTACK:
            return attacking(state, eyes, whims, dice) if eyes else None
    return None


def _look(eyes: Eyes) -> Command | None:
    """A Sovereign looks at what others have brought farthest (R-131)."""
    unknown = [each for each in eyes.schemes.schemes if each.may_look and each.face is None]
    unknown.sort(key=lambda each: (-each.advancement, each.id))
    chosen = tuple(each.id for each in unknown[: eyes.schemes.looks_left])
    return LookAtSchemes(month=eyes.month, table=eyes.id, seat=eyes.seat, schemes=chosen) if chosen else None


def _place(state: GameState, eyes: Eyes, dice: Dice) -> Command | None:
    """Keep or replace, place one of the drawn cards, and halve the dearest own scheme (GE-UND-31, R-91, R-108)."""
    there = {each.id: each for each in eyes.schemes.schemes}
    for choice in eyes.schemes.choices:
        old = there.get(choice.there) if choice.there is not None else None
        better = old is not None and not old.advancement
        return ChooseWritten(month=eyes.month, table=eyes.id, seat=eyes.seat, replace=better)
    for offer in eyes.schemes.offers:
        return _drawn(state, eyes, offer, dice)
    halves = [each for each in eyes.schemes.schemes if each.may_halve and eyes.needs(each)]
    halves.sort(key=lambda each: (-eyes.needs(each), each.id))
    return HalveScheme(month=eyes.month, table=eyes.id, seat=eyes.seat, scheme=halves[0].id) if halves else None


def _drawn(state: GameState, eyes: Eyes, offer: OfferSeen, dice: Dice) -> Command:
    """The best of the drawn cards; nothing for what lies already, if somebody has begun to advance it."""
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
        found.append((worth(state, eyes.house, paper), placed))
    if not found or (offer.replaces and not empty):
        return KeepDrawn(month=eyes.month, table=eyes.id, seat=eyes.seat)
    return max(found, key=lambda each: each[0])[1]
