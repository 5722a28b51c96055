"""Whom a bot attacks, with which minion, how long it goes on, and what it does with what it finds (GE-UND-43)."""

from __future__ import annotations

from typing import Final

from control.engine.dice import Dice
from control.engine.modules import Command
from rooms.realm.game.state import GameState
from rooms.underground.game.bot_eyes import Eyes, Whims
from rooms.underground.game.tables.attacking import BeginAttack, PlayOn, Reveal, StopAttack
from rooms.underground.game.tables.reached import FoilScheme, GoOn, LeaveScheme
from rooms.underground.game.tables.state import TableStep
from rooms.underground.game.tables.trapped import ChooseLoss
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.view_attack import RunningShown
from rooms.underground.game.view_schemes import SchemeSeen
from rooms.underground.rules.minions import Face, MinionId, attacker_wins, face_of

FAIR: Final = 0.5  # how often a minion beats one that lies face down
CAREFUL: Final = 2  # wounds with which a trap would be the last
BARE: Final = 0.6  # of the bots attack what has no Advancement yet
Beats = dict[str, tuple[str, ...]]


def attacking(state: GameState, eyes: Eyes, whims: Whims, dice: Dice) -> Command | None:
    """Go on with what runs; on the own turn begin where most is to be had, or pass."""
    if eyes.attack is None:
        return None
    if eyes.attack.running is not None:
        return _going_on(eyes, eyes.attack.running, beats_of(state), dice)
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
    """What each kind of Master beats beyond the usual (R-137)."""
    return {f"{each.symbol} {each.color}": each.also_beats for each in state.scenario.masters}


def worth_of(eyes: Eyes, scheme: SchemeSeen, beats: Beats, whims: Whims) -> float:
    """What an attack on a scheme is worth, by what can be seen of it; nothing where it would wait for who is not there."""
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
    """Against a face the first minion that beats it, Masters last; else any."""
    if guard is not None:
        winning = [card for card in eyes.hand if attacker_wins(face_of(card), guard, beats)]
        if winning:
            return winning[0]
    plain = [card for card in eyes.hand if not face_of(card).master]
    return dice.choice(plain or eyes.hand)


def _outermost(scheme: SchemeSeen) -> Face | None:
    return scheme.protection[-1] if scheme.protection else None


def _going_on(eyes: Eyes, running: RunningShown, beats: Beats, dice: Dice) -> Command | None:
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
    """What is farthest from being done is lost first, a trap before all."""
    by_id = {each.id: each for each in eyes.schemes.schemes}

    def dear(scheme: SchemeSeen) -> tuple[bool, int]:
        return not (scheme.face is not None and scheme.face.trap), -eyes.needs(scheme)

    order = sorted(running.losses, key=lambda each: (dear(by_id[each.scheme]), each.scheme))
    named = tuple(each.scheme for each in order for _one in range(each.advancement))
    return named[: running.due]
